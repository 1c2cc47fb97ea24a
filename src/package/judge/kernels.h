/* package/judge/kernels.h — the kernels of a module. */
#ifndef PACKAGE_KERNELS_H
#define PACKAGE_KERNELS_H

#include "base/ctx.h"
#include "target/propsets.h"
#include <sybil/bin.h>
#include <sybil/propsets.h>

/* Begin with `{ 0 }`; end with kernels_drop. Names belong to the properties or the view inside. */
struct kernels {
	struct syb_props *props; /* of kernels_open */
	const struct syb_set *set;
	struct syb_view *view;
};

/* The keys of SYCL/kernel names; for modules without that set, the kernels of their code, else the names that other
 * sets mention. A module whose other sets cannot be understood has no kernels then, which `sybil check`
 * reports. left: as for module_view. */
int kernels_read(struct syb_ctx *ctx, const struct syb_module *module, const struct syb_props *props, uint64_t *left,
		 struct kernels *out);
/* The same, for callers that do not need the module's properties. */
int kernels_open(struct syb_ctx *ctx, const struct syb_module *module, uint64_t *left, struct kernels *out);
size_t kernels_count(const struct kernels *kernels);
const char *kernels_at(const struct kernels *kernels, size_t i);
void kernels_drop(struct kernels *kernels);

#endif
