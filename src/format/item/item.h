/* format/item/item.h — opening files as trees, inside of the library. */
#ifndef FORMAT_ITEM_H
#define FORMAT_ITEM_H

#include "base/span.h"
#include "format/bundle/bundle.h"
#include <sybil/item.h>

/* syb_unpack, with a severity for parts that cannot be opened: for reading on they are worth a warning, for a check
 * they are errors. */
int item_unpack(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name, enum syb_severity inner,
		struct syb_tree **out_tree);

/* The same for a part of a file: offsets count from the start of the file. */
int item_unpack_part(struct syb_ctx *ctx, struct span part, const char *name, enum syb_severity inner,
		     struct syb_tree **out_tree);

enum { IDENTIFY_MOST = 64 * 1024 }; /* syb_identify reads at most this many bytes at the start of a file */

/* The error about a file of no known kind, or with nothing in it. Returns -SYB_E_FORMAT. */
int item_unknown(struct syb_ctx *ctx, struct syb_bytes bytes);

/* An item's bytes. Bytes extracted from bitcode or inflated have no place in the file: their offsets count from the
 * start of the item. */
static inline struct span item_span(const struct syb_item *item)
{
	uint64_t at = syb_item_offset(item);

	return span_of(syb_item_bytes(item), at == SYB_NO_OFFSET ? 0 : at);
}

/* The records of an item of kind WRAPPED, else NULL. */
const struct wrapped *syb_item_wrapped(const struct syb_item *item);
/* The id of an entry of a bundle, or of a section of a fat object; false for other items. */
bool item_bundle_id(const struct syb_item *item, struct bundle_id *out);
/* The triple that the container of an item states, NULL if it states none. */
const char *item_triple(const struct syb_item *item);
/* The bytes that inflating added to an item that was compressed as a whole; it wraps where that took bytes away. */
uint64_t item_growth(const struct syb_item *item);
enum syb_compress syb_item_compress(const struct syb_item *item);
/* The item's own entries if it is an offload binary, those around it if it is a package inside one, else NULL. */
const struct syb_offload *syb_item_offload(const struct syb_item *item);
/* Which binary of the offload binaries around it an entry or a version 2 package belongs to. */
size_t syb_item_binary(const struct syb_item *item);

#endif
