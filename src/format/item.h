/* format/item.h — opening files as trees, inside of the library. */
#ifndef FORMAT_ITEM_H
#define FORMAT_ITEM_H

#include <sybil/item.h>

/* syb_unpack, with a severity for parts that cannot be opened: for reading on they are worth a warning, for a check
 * they are errors. */
int item_unpack(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name, enum syb_severity inner,
		struct syb_tree **out_tree);

#endif
