/* package/judge/matrix_bare.h — code outside of packages, as a package. */
#ifndef PACKAGE_MATRIX_BARE_H
#define PACKAGE_MATRIX_BARE_H

#include "base/ctx.h"
#include <sybil/file.h>

/* Begin with `{ 0 }`; drop it in any case. */
struct matrix_bare {
	struct syb_file *package; /* NULL: there is nothing to judge */
	struct matrix_unusable {
		const char *name, *fault; /* fault: why a property cannot have that key */
	} * unusable;
	size_t count, room;
	struct allocator from;
	struct arena arena;
};
int matrix_bare(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name, struct matrix_bare *out);
void matrix_bare_drop(struct matrix_bare *bare);

#endif
