/* runtime/names.h — modules that have a kernel of a name. */
#ifndef RUNTIME_NAMES_H
#define RUNTIME_NAMES_H

#include "base/buf.h"
#include "bundle.h"

struct names_one {
	struct module *module;
	const char *kernel; /* as the device code has it */
};

/* Begin with `{ 0 }`. */
struct names_found {
	struct names_one *list;
	size_t count, room;
	struct allocator from;
};

/* Those that the name fits best, in the order of the package; at least one. Fails: NOTFOUND and ARG (it may be several)
 * ("kernel-name"), FORMAT. */
int names_find(struct syb_ctx *ctx, struct syb_bundle *bundle, const char *name, struct names_found *out);
void names_drop(struct names_found *found);
/* Gather all names, once; kernel_owners is complete then. Fails: FORMAT, NOMEM. */
int names_need(struct syb_ctx *ctx, struct syb_bundle *bundle);

/* ---- spelling.c ---- */

bool spelling_mangled(const char *name);
/* Without the prefix of free-function kernels, where a name begins with it. */
const char *spelling_bare(const char *name);
/* The same also within mangled names, so that both spellings become one. out is replaced, and ends with a NUL. */
int spelling_strip(struct syb_ctx *ctx, struct buf *out, const char *name);
/* Without the prefix wherever an identifier begins with it, for names that are not mangled. The same of out. */
int spelling_unprefix(struct syb_ctx *ctx, struct buf *out, const char *name);
/* What the source calls it: ns::iota of _ZN2ns18__sycl_kernel_iotaEPf, and of a class _ZTSN2ns4iotaE; empty when it has
 * no name. */
int spelling_plain(struct syb_ctx *ctx, struct buf *out, const char *name);

#endif
