/* format/bitcode/bitcode.c — facts about LLVM bitcode that can be read without LLVM.
 *
 * Value numbers follow the order of records: globals, functions and aliases first, then the module's constants. So
 * the initialiser of a global in a section ".llvm.offloading" is found by counting. All other blocks are skipped. */
#include "bitcode.h"

#include "base/order.h"
#include "bitstream.h"

#include <stdlib.h>

#define MAGIC_PLAIN "BC\xc0\xde"
#define MAGIC_WRAPPER "\xde\xc0\x17\x0b"
#define OFFLOADING ".llvm.offloading"

enum {
	WRAPPER_OFFSET = 8,
	WRAPPER_BYTES = 12,
	WRAPPER_SIZE = 20,

	BLOCKINFO = 0,
	MODULE = 8,
	CONSTANTS = 11,
	IDENTIFICATION = 13,
	BLOCK_IDS = 14,

	BLOCKINFO_SETBID = 1,
	IDENTIFICATION_STRING = 1,
	MODULE_VERSION = 1,
	MODULE_TRIPLE = 2,
	MODULE_SECTIONNAME = 5,
	MODULE_GLOBALVAR = 7,
	MODULE_FUNCTION = 8,
	MODULE_ALIAS_OLD = 9,
	MODULE_ALIAS = 14,
	MODULE_IFUNC = 15,
	CONSTANTS_SETTYPE = 1,
	CONSTANTS_STRING = 8,
	CONSTANTS_CSTRING = 9,
	CONSTANTS_DATA = 22,

	GLOBALVAR_INIT = 2, /* after the name, with which modules of version 2 begin */
	GLOBALVAR_SECTION = 5,
	NAME_OPS = 2,

	DEPTH_MOST = 3,
	ABBREV_OPS_MOST = 1 << 16,
};

struct wanted {
	uint64_t value;
	size_t object;
};

struct reader {
	struct syb_ctx *ctx;
	struct bitcode_info *info;
	struct arena arena;               /* abbreviations */
	struct abbrevs shared[BLOCK_IDS]; /* from BLOCKINFO */
	size_t abbrev_ops;
	uint64_t bid; /* block the BLOCKINFO records are about */
	uint64_t budget;
	uint64_t ops_left; /* operands of records */
	struct record rec;
	/* of the current module */
	uint64_t version;
	uint64_t values;
	bool *sections; /* is it an offloading one? */
	size_t section_count, section_room;
	struct wanted *wanted;
	size_t wanted_count, wanted_room, wanted_next;
	bool has_constants; /* they follow all globals */
	size_t object_room;
};

static void reader_free(struct reader *r)
{
	arena_free(&r->arena);
	buf_free(&r->rec.text);
	allocator_free(r->info->from, r->sections);
	allocator_free(r->info->from, r->wanted);
}

bool bitcode_is(struct span s)
{
	return span_starts(s, MAGIC_PLAIN, 4) || span_starts(s, MAGIC_WRAPPER, 4);
}

/* ---- records of a module ---- */

static int keep_text(struct reader *r, char **to)
{
	if (*to)
		return 0;
	*to = arena_string(r->ctx, &r->info->arena, r->rec.text.ptr, r->rec.text.len);
	return *to ? 0 : -SYB_E_NOMEM;
}

static int add_section(struct reader *r)
{
	const size_t len = sizeof(OFFLOADING) - 1;
	return VEC_ADD(r->ctx, r->sections, r->section_count, r->section_room,
		       r->rec.text.len >= len && memcmp(r->rec.text.ptr, OFFLOADING, len) == 0);
}

static int add_global(struct reader *r)
{
	const uint64_t *ops = r->rec.ops + (r->version >= 2 ? NAME_OPS : 0);
	uint64_t init = ops[GLOBALVAR_INIT], section = ops[GLOBALVAR_SECTION];
	int e;

	r->values++;
	if (init == 0 || section == 0 || section > r->section_count || !r->sections[section - 1] || r->has_constants)
		return 0;
	e = VEC_PUSH(r->ctx, r->wanted, r->wanted_count, r->wanted_room);
	if (e == 0)
		e = VEC_PUSH(r->ctx, r->info->objects, r->info->object_count, r->object_room);
	if (e < 0)
		return e;
	r->wanted[r->wanted_count++] = (struct wanted){ init - 1, r->info->object_count };
	r->info->objects[r->info->object_count++] = (struct bitcode_object){ 0 };
	return 0;
}

static int module_record(struct reader *r)
{
	switch (r->rec.code) {
	case MODULE_VERSION:
		r->version = r->rec.ops[0];
		return 0;
	case MODULE_TRIPLE:
		return keep_text(r, &r->info->triple);
	case MODULE_SECTIONNAME:
		return add_section(r);
	case MODULE_GLOBALVAR:
		return add_global(r);
	case MODULE_FUNCTION:
	case MODULE_ALIAS_OLD:
	case MODULE_ALIAS:
	case MODULE_IFUNC:
		r->values++;
		return 0;
	default:
		return 0;
	}
}

/* ---- constants ---- */

static int compare_wanted(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;

	return x->value != y->value ? ORDER(x->value, y->value) : ORDER(x->object, y->object);
}

static bool is_next(const struct reader *r)
{
	return r->wanted_next < r->wanted_count && r->wanted[r->wanted_next].value == r->values;
}

static int constant_record(struct reader *r)
{
	const struct record *rec = &r->rec;
	bool bytes = (rec->code == CONSTANTS_STRING || rec->code == CONSTANTS_CSTRING || rec->code == CONSTANTS_DATA) &&
		     !rec->wide;

	if (rec->code == CONSTANTS_SETTYPE)
		return 0;
	for (; is_next(r); r->wanted_next++) {
		struct buf *to = &r->info->objects[r->wanted[r->wanted_next].object].bytes;
		int e = 0;

		if (!bytes)
			continue;
		if (rec->text.len >= r->budget)
			return syb_fail(r->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "embedded objects are too large");
		r->budget -= rec->text.len;
		e = buf_add(r->ctx, to, rec->text.ptr, rec->text.len);
		if (e == 0 && rec->code == CONSTANTS_CSTRING)
			e = buf_char(r->ctx, to, '\0');
		if (e < 0)
			return e;
	}
	r->values++;
	return 0;
}

/* ---- blocks ---- */

/* Codes whose operands are text or bytes. */
static uint64_t text_codes(const struct reader *r, uint64_t block)
{
	switch (block) {
	case IDENTIFICATION:
		return UINT64_C(1) << IDENTIFICATION_STRING;
	case MODULE:
		return UINT64_C(1) << MODULE_TRIPLE | UINT64_C(1) << MODULE_SECTIONNAME;
	case CONSTANTS:
		return is_next(r) ? UINT64_C(1) << CONSTANTS_STRING | UINT64_C(1) << CONSTANTS_CSTRING |
					    UINT64_C(1) << CONSTANTS_DATA
				  : 0;
	default:
		return 0;
	}
}

static int handle_record(struct reader *r, uint64_t block)
{
	switch (block) {
	case BLOCKINFO:
		if (r->rec.code == BLOCKINFO_SETBID)
			r->bid = r->rec.ops[0];
		return 0;
	case IDENTIFICATION:
		return r->rec.code == IDENTIFICATION_STRING ? keep_text(r, &r->info->producer) : 0;
	case MODULE:
		return module_record(r);
	default:
		return constant_record(r);
	}
}

static bool is_of_interest(uint64_t outer, uint64_t id)
{
	if (outer == MODULE)
		return id == BLOCKINFO || id == CONSTANTS;
	return outer == BLOCK_IDS && (id == BLOCKINFO || id == MODULE || id == IDENTIFICATION);
}

static void begin_block(struct reader *r, uint64_t id)
{
	if (id == BLOCKINFO) {
		r->bid = BLOCK_IDS;
	} else if (id == MODULE) {
		r->version = 0;
		r->values = 0;
		r->section_count = 0;
		r->wanted_count = 0;
		r->wanted_next = 0;
		r->has_constants = false;
	} else if (id == CONSTANTS && r->wanted_count && !r->has_constants) {
		r->has_constants = true;
		qsort(r->wanted, r->wanted_count, sizeof(*r->wanted), compare_wanted);
		while (r->wanted_next < r->wanted_count && r->wanted[r->wanted_next].value < r->values)
			r->wanted_next++; /* initialised by another global */
	}
}

/* Operands that are literals of an abbreviation take no bits: a few per record are usual, thousands are not. */
static int count_ops(struct reader *r, const struct bits *b)
{
	if (r->rec.count > r->ops_left)
		return syb_fail(r->ctx, SYB_E_LIMIT, bits_at(b), "limit", "records of more operands than bits");
	r->ops_left -= r->rec.count;
	return 0;
}

/* `outer` and BLOCK_IDS: the stream itself is treated as a block of that id, without an end. */
static int read_block(struct reader *r, uint64_t id, unsigned width, struct bits *b, unsigned depth)
{
	const struct abbrevs inherited = id < BLOCK_IDS ? r->shared[id] : (struct abbrevs){ 0 };
	struct abbrevs own = { 0 };
	bool ended = false;
	int e = 0;

	begin_block(r, id);
	while (e == 0 && !ended) {
		uint64_t next = bits_fixed(b, width), sub;
		struct abbrevs unused = { 0 };
		const struct abbrev *abbrev = NULL;
		struct bits body;
		unsigned sub_width;

		if (b->over)
			return syb_fail(r->ctx, SYB_E_FORMAT, bits_at(b), "bitcode-stream", "a block does not end");
		switch (next) {
		case BITS_END_BLOCK:
			ended = true;
			break;
		case BITS_ENTER_BLOCK:
			e = bits_enter(r->ctx, b, &sub, &sub_width, &body);
			if (e == 0 && depth < DEPTH_MOST && is_of_interest(id, sub))
				e = read_block(r, sub, sub_width, &body, depth + 1);
			break;
		case BITS_DEFINE_ABBREV:
			e = bits_define(r->ctx, b, &r->arena,
					id != BLOCKINFO      ? &own
					: r->bid < BLOCK_IDS ? &r->shared[r->bid]
							     : &unused,
					&r->abbrev_ops);
			break;
		default:
			next -= BITS_UNABBREV;
			if (next > inherited.count + own.count)
				return syb_fail(r->ctx, SYB_E_FORMAT, bits_at(b), "bitcode-stream",
						"an abbreviation that is not defined");
			if (next)
				abbrev = next <= inherited.count ? &inherited.list[next - 1]
								 : &own.list[next - 1 - inherited.count];
			e = bits_record(r->ctx, b, abbrev, text_codes(r, id), &r->rec);
			if (e == 0)
				e = count_ops(r, b);
			if (e == 0)
				e = handle_record(r, id);
		}
	}
	return e;
}

static int read_stream(struct reader *r, struct span s)
{
	struct bits b = { .s = s, .pos = 32, .end = (uint64_t)s.len * 8 };
	int e = 0;

	while (e == 0 && b.end - b.pos >= 64 && bits_fixed(&b, 2) == BITS_ENTER_BLOCK) {
		struct bits body;
		unsigned width;
		uint64_t id;

		e = bits_enter(r->ctx, &b, &id, &width, &body);
		if (e == 0 && is_of_interest(BLOCK_IDS, id))
			e = read_block(r, id, width, &body, 1);
	}
	return e;
}

size_t bitcode_first(struct syb_ctx *ctx, struct span s)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	struct bits b = { .s = s, .pos = 32, .end = (uint64_t)s.len * 8 }, before = b, body;
	unsigned width;
	uint64_t id;

	if (!span_starts(s, MAGIC_PLAIN, 4))
		return s.len;
	while (b.end - b.pos >= 64 && bits_fixed(&b, 2) == BITS_ENTER_BLOCK) {
		if (bits_enter(ctx, &b, &id, &width, &body) < 0)
			return s.len;
		before = b;
	}
	return span_starts(span_skip(s, (size_t)(before.pos / 8)), MAGIC_PLAIN, 4) ? (size_t)(before.pos / 8) : s.len;
}

/* Globals whose initialiser is not a string of bytes hold no offload binary. */
static void drop_empty(struct syb_ctx *ctx, struct span file, struct bitcode_info *info)
{
	size_t n = 0;

	for (size_t i = 0; i < info->object_count; i++) {
		if (info->objects[i].bytes.len)
			info->objects[n++] = info->objects[i];
		else
			syb_report(ctx, SYB_SEVERITY_WARNING, file.at, "bitcode-embedded",
				   "an embedded object that is not an array of bytes");
	}
	info->object_count = n;
}

int bitcode_read(struct syb_ctx *ctx, struct span file, uint64_t *budget, struct bitcode_info *out_info)
{
	/* several globals may have the same initialiser, but a small file must not unfold into many copies */
	const uint64_t copies = claims_of(file.len).most, given = file.len + *budget;
	const uint64_t most = copies < given ? copies : given;
	_cleanup_(reader_free) struct reader r = {
		.ctx = ctx,
		.info = out_info,
		.abbrev_ops = ABBREV_OPS_MOST,
		.ops_left = ABBREV_OPS_MOST + (uint64_t)file.len * 8,
		.budget = most,
	};
	struct span s = file;
	int e = 0;

	*out_info = (struct bitcode_info){ .from = allocator_of(ctx) };
	if (span_starts(s, MAGIC_WRAPPER, 4)) {
		e = span_sub_as(ctx, file, 0, WRAPPER_SIZE, "bitcode-wrapper", "wrapper header", &s);
		if (e == 0)
			e = span_sub_as(ctx, file, span_u32(s, WRAPPER_OFFSET), span_u32(s, WRAPPER_BYTES),
					"bitcode-wrapper", "wrapped bitcode", &s);
	}
	if (e < 0)
		return e;
	if (!span_starts(s, MAGIC_PLAIN, 4))
		return syb_fail(ctx, SYB_E_FORMAT, s.at, "bitcode-magic", "not LLVM bitcode");
	r.rec.text.max = given < SIZE_MAX ? (size_t)given : 0;
	e = read_stream(&r, s);
	if (e < 0)
		return e;
	if (most - r.budget > file.len)
		*budget -= most - r.budget - file.len;
	drop_empty(ctx, file, out_info);
	return 0;
}

void bitcode_info_free(struct bitcode_info *info)
{
	for (size_t i = 0; i < info->object_count; i++)
		buf_free(&info->objects[i].bytes);
	allocator_free(info->from, info->objects);
	arena_free(&info->arena);
	*info = (struct bitcode_info){ 0 };
}
