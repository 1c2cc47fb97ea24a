/* runtime/names.h — kernels by name. */
#ifndef RUNTIME_NAMES_H
#define RUNTIME_NAMES_H

#include "base/buf.h"
#include "bundle.h"

struct names_one {
	struct module *module;
	const char *kernel; /* name in the device code */
};

/* Begin with `{ 0 }`. */
struct names_found {
	struct names_one *list;
	size_t count, room;
	struct allocator from;
};

/* The best matches for a name, in the order of the package; at least one. Fails: NOTFOUND and ARG (ambiguous)
 * ("kernel-name"), FORMAT. */
int names_find(struct syb_ctx *ctx, struct syb_bundle *bundle, const char *name, struct names_found *out);
void names_drop(struct names_found *found);
/* Collect all names, once; kernel_owners is then complete. Fails: FORMAT, NOMEM. */
int names_need(struct syb_ctx *ctx, struct syb_bundle *bundle);

/* ---- spelling.c ---- */

bool spelling_mangled(const char *name);
/* Skip the prefix of free-function kernels at the beginning of a name. */
const char *spelling_bare(const char *name);
/* Remove the prefix also inside mangled names, so that both spellings are equal. out is replaced, and NUL-terminated.
 */
int spelling_strip(struct syb_ctx *ctx, struct buf *out, const char *name);
/* Remove the prefix from all identifiers of a name that is not mangled; out as above. */
int spelling_unprefix(struct syb_ctx *ctx, struct buf *out, const char *name);
/* The name in the source: ns::iota for _ZN2ns18__sycl_kernel_iotaEPf, and for the class _ZTSN2ns4iotaE; empty if it has
 * none. */
int spelling_plain(struct syb_ctx *ctx, struct buf *out, const char *name);

#endif
