/* format/bitcode/bitcode.h — LLVM bitcode, read without LLVM: its producer, its target, and the offload binaries
 * embedded in it. */
#ifndef FORMAT_BITCODE_H
#define FORMAT_BITCODE_H

#include "base/buf.h"
#include "base/span.h"

struct bitcode_object {
	struct buf bytes; /* bits of a constant are not aligned: a copy */
};

struct bitcode_info {
	char *producer;                 /* "LLVM15.0.6", NULL when not stated */
	char *triple;                   /* NULL when not stated */
	struct bitcode_object *objects; /* initialisers of globals in sections ".llvm.offloading…", in order */
	size_t object_count;
	struct allocator from;
	struct arena arena;
};

/* By magic: plain or with the wrapper header. */
bool bitcode_is(struct span s);
/* The bytes of the first of the modules in s, which follow each other; s.len for the last one, and for one that cannot
 * be measured. */
size_t bitcode_first(struct syb_ctx *ctx, struct span s);
/* budget as for codec_inflate: embedded objects are charged to it beyond the size of the file. Free with
 * bitcode_info_free, also after a failure. Fails: FORMAT, LIMIT, NOMEM. */
int bitcode_read(struct syb_ctx *ctx, struct span file, uint64_t *budget, struct bitcode_info *out_info);
void bitcode_info_free(struct bitcode_info *info);

#endif
