/* format/offload/strtab.h — string tables of ELF's kind: a NUL first, each string once, suffixes shared. Begin with `{
 * 0 }`.
 *
 * Bytes are those of LLVM's builder of that kind: strings in descending order of their reversed bytes, so that a
 * string comes before its own suffixes, which then need no space. */
#ifndef FORMAT_STRTAB_H
#define FORMAT_STRTAB_H

#include "base/buf.h"
#include "base/hash.h"

struct strtab {
	struct strtab_string *strings;
	size_t count, room;
	struct hash index;
	struct allocator from;
};

/* Add a string (borrowed until strtab_free; may hold NULs); out_id finds it later. */
int strtab_add(struct syb_ctx *ctx, struct strtab *tab, const void *ptr, size_t len, size_t *out_id);
/* Lay out the table and append its bytes to out. */
int strtab_finish(struct syb_ctx *ctx, struct strtab *tab, struct buf *out);
/* Offset of a string from the table's start, after strtab_finish. */
uint64_t strtab_offset(const struct strtab *tab, size_t id);
void strtab_free(struct strtab *tab);

#endif
