/* format/bitcode/bitstream.c — reading LLVM's bit stream. */
#include "bitstream.h"

enum { OP_LITERAL = 0, OP_FIXED = 1, OP_VBR = 2, OP_ARRAY = 3, OP_CHAR6 = 4, OP_BLOB = 5 };

static int broken(struct syb_ctx *ctx, const struct bits *b, const char *what)
{
	return syb_fail(ctx, SYB_E_FORMAT, bits_at(b), "bitcode-stream", "%s", what);
}

uint64_t bits_at(const struct bits *b)
{
	return b->s.at + b->pos / 8;
}

uint64_t bits_fixed(struct bits *b, unsigned width)
{
	uint64_t v = 0;

	if (b->over || width > b->end - b->pos) {
		b->over = true;
		return 0;
	}
	for (unsigned done = 0; done < width;) {
		unsigned skip = b->pos % 8;
		unsigned take = 8 - skip < width - done ? 8 - skip : width - done;
		uint64_t part = (uint64_t)(b->s.ptr[b->pos / 8] >> skip) & ((1u << take) - 1);

		v |= part << done;
		done += take;
		b->pos += take;
	}
	return v;
}

static uint64_t read_vbr(struct bits *b, unsigned width)
{
	const uint64_t more = UINT64_C(1) << (width - 1);
	uint64_t v = 0;

	for (unsigned shift = 0; shift < 64; shift += width - 1) {
		uint64_t part = bits_fixed(b, width);

		v |= (part & (more - 1)) << shift;
		if (!(part & more))
			return v;
	}
	b->over = true; /* more than 64 bits */
	return 0;
}

static void skip_bits(struct bits *b, uint64_t count)
{
	if (b->over || count > b->end - b->pos)
		b->over = true;
	else
		b->pos += count;
}

static void align_words(struct bits *b)
{
	skip_bits(b, (32 - b->pos % 32) % 32);
}

int bits_enter(struct syb_ctx *ctx, struct bits *b, uint64_t *out_id, unsigned *out_width, struct bits *out_body)
{
	uint64_t id = read_vbr(b, 8);
	uint64_t width = read_vbr(b, 4);
	uint64_t words;

	align_words(b);
	words = bits_fixed(b, 32);
	*out_body = *b;
	skip_bits(b, words * 32);
	if (b->over || width < 2 || width > 32)
		return broken(ctx, out_body, "a block does not fit in the block that contains it");
	out_body->end = b->pos;
	*out_id = id;
	*out_width = (unsigned)width;
	return 0;
}

static int define_op(struct syb_ctx *ctx, struct bits *b, struct abbrev_op *op)
{
	uint64_t width;

	if (bits_fixed(b, 1)) {
		*op = (struct abbrev_op){ .kind = OP_LITERAL, .value = read_vbr(b, 8) };
		return 0;
	}
	op->kind = (uint8_t)bits_fixed(b, 3);
	if (op->kind < OP_FIXED || op->kind > OP_BLOB)
		return broken(ctx, b, "an abbreviation of unknown encoding");
	if (op->kind != OP_FIXED && op->kind != OP_VBR)
		return 0;
	width = read_vbr(b, 5);
	if (width > 64 || (op->kind == OP_VBR && (width == 1 || width > 32)))
		return broken(ctx, b, "an abbreviation of impossible width");
	if (width == 0)
		op->kind = OP_LITERAL; /* no bits: always 0 */
	op->width = (uint8_t)width;
	return 0;
}

/* Arrays and blobs end a record; the kind of its elements follows an array. */
static bool is_sound(const struct abbrev *a)
{
	for (size_t i = 0; i < a->count; i++) {
		bool array = a->ops[i].kind == OP_ARRAY;

		if (array && (i + 2 != a->count || a->ops[i + 1].kind == OP_ARRAY || a->ops[i + 1].kind == OP_BLOB))
			return false;
		if (a->ops[i].kind == OP_BLOB && i + 1 != a->count)
			return false;
	}
	return a->count && a->ops[0].kind != OP_ARRAY && a->ops[0].kind != OP_BLOB;
}

int bits_define(struct syb_ctx *ctx, struct bits *b, struct arena *arena, struct abbrevs *to, size_t *ops_left)
{
	uint64_t count = read_vbr(b, 5);
	struct abbrev a = { 0 };

	if (count > *ops_left)
		return syb_fail(ctx, SYB_E_LIMIT, bits_at(b), "limit", "too many abbreviations");
	*ops_left -= (size_t)count;
	a.ops = arena_array(ctx, arena, (size_t)count, sizeof(*a.ops));
	if (!a.ops)
		return -SYB_E_NOMEM;
	for (a.count = 0; a.count < count; a.count++) {
		TRY(define_op(ctx, b, &a.ops[a.count]));
	}
	if (b->over || !is_sound(&a))
		return broken(ctx, b, "a broken abbreviation");
	if (to->count == to->room) { /* in the arena, because lists live as long as their block or longer */
		size_t room = to->room ? to->room * 2 : 8;
		struct abbrev *list = arena_array(ctx, arena, room, sizeof(*list));

		if (!list)
			return -SYB_E_NOMEM;
		if (to->count)
			memcpy(list, to->list, to->count * sizeof(*list));
		to->list = list;
		to->room = room;
	}
	to->list[to->count++] = a;
	return 0;
}

/* ---- records ---- */

static int put(struct syb_ctx *ctx, struct record *rec, bool text, uint64_t v)
{
	if (rec->count < RECORD_OPS)
		rec->ops[rec->count] = v;
	rec->count++;
	if (!text)
		return 0;
	rec->wide = rec->wide || v > 0xff;
	return buf_char(ctx, &rec->text, (char)v);
}

static uint64_t scalar(struct bits *b, const struct abbrev_op *op)
{
	static const char char6[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

	switch (op->kind) {
	case OP_FIXED:
		return bits_fixed(b, op->width);
	case OP_VBR:
		return read_vbr(b, op->width);
	case OP_CHAR6:
		return (uint8_t)char6[bits_fixed(b, 6)];
	default:
		return op->value;
	}
}

/* Embedded objects are large arrays of 8-bit elements that begin at any bit. */
static int read_octets(struct syb_ctx *ctx, struct bits *b, uint64_t count, struct record *rec)
{
	const uint8_t *p = b->s.ptr + b->pos / 8;
	const unsigned skip = b->pos % 8;
	uint8_t *to;

	if (count > (b->end - b->pos) / 8)
		return broken(ctx, b, "an array is longer than its block");
	TRY(buf_reserve(ctx, &rec->text, (size_t)count));
	to = rec->text.ptr + rec->text.len;
	for (size_t i = 0; i < count; i++)
		to[i] = (uint8_t)(skip ? p[i] >> skip | p[i + 1] << (8 - skip) : p[i]);
	rec->text.len += (size_t)count;
	rec->count += count;
	b->pos += count * 8;
	return 0;
}

static int read_array(struct syb_ctx *ctx, struct bits *b, const struct abbrev_op *op, bool text, struct record *rec)
{
	uint64_t left = read_vbr(b, 6);
	unsigned width = op->kind == OP_CHAR6 ? 6 : op->width;
	int r = 0;

	if (b->over || left > b->end - b->pos || (left && op->kind == OP_LITERAL)) /* an element has a bit at least */
		return broken(ctx, b, "an array is longer than its block");
	if (text && op->kind == OP_FIXED && width == 8)
		return read_octets(ctx, b, left, rec);
	while (left && r == 0 && !b->over && (text || rec->count < RECORD_OPS || op->kind == OP_VBR)) {
		r = put(ctx, rec, text, scalar(b, op));
		left--;
	}
	if (left && r == 0 && !b->over) {
		skip_bits(b, left > UINT64_MAX / 64 ? UINT64_MAX : left * width);
		rec->count += left;
	}
	return r;
}

static int read_blob(struct syb_ctx *ctx, struct bits *b, bool text, struct record *rec)
{
	uint64_t len = read_vbr(b, 6), from;

	align_words(b);
	from = b->pos / 8;
	skip_bits(b, len > UINT64_MAX / 8 ? UINT64_MAX : len * 8);
	if (b->over)
		return broken(ctx, b, "a blob is longer than its block");
	align_words(b);
	rec->count += len;
	return text ? buf_add(ctx, &rec->text, b->s.ptr + from, (size_t)len) : 0;
}

static bool is_wanted(uint64_t code, uint64_t mask)
{
	return code < 64 && (mask >> code & 1);
}

static int read_unabbrev(struct syb_ctx *ctx, struct bits *b, uint64_t text_codes, struct record *rec)
{
	uint64_t count;
	bool text;

	rec->code = read_vbr(b, 6);
	count = read_vbr(b, 6);
	text = is_wanted(rec->code, text_codes);
	for (uint64_t i = 0; i < count && !b->over; i++)
		TRY(put(ctx, rec, text, read_vbr(b, 6)));
	return 0;
}

static int read_abbreviated(struct syb_ctx *ctx, struct bits *b, const struct abbrev *abbrev, uint64_t text_codes,
			    struct record *rec)
{
	bool text;

	rec->code = scalar(b, &abbrev->ops[0]);
	text = is_wanted(rec->code, text_codes);
	for (size_t i = 1; i < abbrev->count; i++) {
		const struct abbrev_op *op = &abbrev->ops[i];

		if (op->kind == OP_ARRAY)
			return read_array(ctx, b, op + 1, text, rec);
		TRY(op->kind == OP_BLOB ? read_blob(ctx, b, text, rec) : put(ctx, rec, text, scalar(b, op)));
	}
	return 0;
}

int bits_record(struct syb_ctx *ctx, struct bits *b, const struct abbrev *abbrev, uint64_t text_codes,
		struct record *out)
{
	out->count = 0;
	out->wide = false;
	out->text.len = 0;
	memset(out->ops, 0, sizeof(out->ops));
	TRY(abbrev ? read_abbreviated(ctx, b, abbrev, text_codes, out) : read_unabbrev(ctx, b, text_codes, out));
	if (b->over)
		return broken(ctx, b, "a record does not end within its block");
	return 0;
}
