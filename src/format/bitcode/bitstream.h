/* format/bitcode/bitstream.h — LLVM's bit stream container: abbreviations, records, nested blocks. Does not interpret
 * records.
 *
 * Reading beyond the end gives zeros and sets `over`; readers of a record check it once. */
#ifndef FORMAT_BITSTREAM_H
#define FORMAT_BITSTREAM_H

#include "base/buf.h"
#include "base/span.h"

struct bits {
	struct span s;
	uint64_t pos, end; /* in bits from s.ptr */
	bool over;
};

/* The next thing in a block. */
enum bits_next { BITS_END_BLOCK = 0, BITS_ENTER_BLOCK = 1, BITS_DEFINE_ABBREV = 2, BITS_UNABBREV = 3 /* or more */ };

struct abbrev_op {
	uint8_t kind;
	uint8_t width;
	uint64_t value; /* of a literal */
};

struct abbrev {
	struct abbrev_op *ops;
	size_t count;
};

struct abbrevs {
	struct abbrev *list;
	size_t count, room;
};

enum { RECORD_OPS = 12 };

struct record {
	uint64_t code;
	uint64_t ops[RECORD_OPS]; /* the first ones */
	uint64_t count;
	struct buf text; /* all operands as bytes, if the caller asked for this code */
	bool wide;       /* an operand did not fit in a byte */
};

uint64_t bits_fixed(struct bits *b, unsigned width);
/* Absolute offset of the byte that holds the next bit. */
uint64_t bits_at(const struct bits *b);

/* Read the header of a sub-block; b is then after the block, out_body inside. */
int bits_enter(struct syb_ctx *ctx, struct bits *b, uint64_t *out_id, unsigned *out_width, struct bits *out_body);
/* ops_left bounds the operands of all definitions in a file. */
int bits_define(struct syb_ctx *ctx, struct bits *b, struct arena *arena, struct abbrevs *to, size_t *ops_left);
/* A record; abbrev NULL for an unabbreviated one. Operands of codes in the mask are kept as bytes in out->text, whose
 * memory and max are the caller's. */
int bits_record(struct syb_ctx *ctx, struct bits *b, const struct abbrev *abbrev, uint64_t text_codes,
		struct record *out);

#endif
