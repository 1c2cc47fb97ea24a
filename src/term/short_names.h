/* term/short_names.h — names cut to one width, so that they can still be told apart. */
#ifndef BASE_SHORT_NAMES_H
#define BASE_SHORT_NAMES_H

#include "base/ctx.h"

struct short_name {
	struct syb_bytes whole; /* as it is printed, without colours */
	size_t row;             /* the caller's */
	size_t shown;           /* out: the place that columns_cut keeps; CUT_NEVER: no part tells which one it is */
	struct syb_bytes form;  /* of short_names.c alone: what it looks like */
};

#define CUT_NEVER SIZE_MAX

/* Where each of them is cut to be `width` columns wide. The order of the names changes. */
int short_names_find(struct syb_ctx *ctx, struct short_name *names, size_t count, size_t width);

#endif
