/* format/props/module_view.h — kernels by the code of images, for modules whose properties do not name them. */
#ifndef FORMAT_MODULE_VIEW_H
#define FORMAT_MODULE_VIEW_H

#include "base/span.h"
#include <sybil/bin.h>
#include <sybil/propsets.h>

/* A name, which is valid during the call; not NUL-terminated. */
typedef int code_name_fn(void *user, const char *name, size_t len);
/* Call fn for each kernel of SPIR-V, PTX, a zebin, an archive of zebins, a cubin, or an AMD code object. Stops when fn
 * fails, and returns that. Nothing is reported. Fails: NOTFOUND (other code), FORMAT, LIMIT, NOMEM. */
int code_each_kernel(struct syb_ctx *ctx, struct span code, code_name_fn *fn, void *user);

/* As syb_module_view. left: bytes of code that may still be read, reduced by those that were; NULL: any number. Code
 * beyond that is not read, and the view is that of syb_view_new. */
int module_view(struct syb_ctx *ctx, const struct syb_module *module, const struct syb_props *props, uint64_t *left,
		struct syb_view **out_view);

/* Replace the kernels of a view; names are copied. prop_view.c */
int view_set_kernels(struct syb_ctx *ctx, struct syb_view *view, const char *const *names, size_t count);

#endif
