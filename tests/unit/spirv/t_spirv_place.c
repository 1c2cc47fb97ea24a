/* t_spirv_place.c — SPIR-V whose variables lie at given addresses: what they begin with, what else names them, both
 * byte orders, modules without 64-bit integers, cycles, modules cut off or changed anywhere, every allocation refused.
 */
#include "base/file.h"
#include "lib/spirv.h"
#include "lib/tap.h"
#include "lib/torture.h"

#include <sybil/translate.h>

enum {
	INT = 21,
	FLOAT = 22,
	ARRAY = 28,
	STRUCT = 30,
	POINTER = 32,
	CONSTANT = 43,
	COMPOSITE = 44,
	NOTHING = 46,
	GLOBAL = 5,
	LINKAGE = 41,
	CPACKED = 10,
};

/* struct { char c; short s[2]; float f; long l; } v = { 5, { 6, 7 }, 1.0, -2 }, and w without a value. */
static struct syb_bytes make(bool big_endian, bool packed, bool cycle)
{
	static struct words b;

	words_begin(&b, 40);
	put_op(&b, SPIRV_OP_CAPABILITY, 6);
	put_op(&b, SPIRV_OP_MEMORY_MODEL, 2, 2);
	put_op_text(&b, SPIRV_OP_ENTRY_POINT, NUMBERS(6, 30), "kernel", NUMBERS(20, 21));
	put_op_text(&b, SPIRV_OP_DECORATE, NUMBERS(20, LINKAGE), "v", NUMBERS(0));
	put_op_text(&b, SPIRV_OP_DECORATE, NUMBERS(21, LINKAGE), "w", NUMBERS(1));
	put_op(&b, SPIRV_OP_DECORATE, 20, 44, 8);
	if (packed)
		put_op(&b, SPIRV_OP_DECORATE, 7, CPACKED);
	put_op(&b, INT, 1, 8, 0);
	put_op(&b, INT, 2, 16, 0);
	put_op(&b, INT, 3, 32, 0);
	put_op(&b, FLOAT, 5, 32);
	put_op(&b, CONSTANT, 3, 9, 2);
	put_op(&b, ARRAY, 6, 2, 9);
	put_op(&b, STRUCT, 7, 1, 6, 5, 3);
	put_op(&b, POINTER, 8, GLOBAL, 7);
	put_op(&b, CONSTANT, 1, 10, 5);
	put_op(&b, CONSTANT, 2, 11, 6);
	put_op(&b, CONSTANT, 2, 12, 7);
	put_op(&b, CONSTANT, 5, 13, 0x3f800000);
	put_op(&b, CONSTANT, 3, 14, 0x7ffffffe);
	put_op(&b, COMPOSITE, 6, 15, 11, 12);
	put_op(&b, COMPOSITE, 7, 16, 10, cycle ? 16 : 15, 13, 14);
	put_op(&b, SPIRV_OP_VARIABLE, 8, 20, GLOBAL, 16);
	put_op(&b, SPIRV_OP_VARIABLE, 8, 21, GLOBAL);
	put_op(&b, INT, 4, 64, 0); /* behind where it is needed */
	return words_bytes(&b, big_endian);
}

static uint8_t first[16], second[16];
static const struct syb_spirv_variable variables[] = {
	{ "v", 0x1122334455667788, first, sizeof(first) },
	{ "w", 0x99, second, sizeof(second) },
	{ "not there", 1, NULL, 0 },
};

static int place(struct syb_ctx *ctx, struct syb_bytes in, struct syb_file **out_file)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r = out_scratch(ctx, &out);

	memset(first, 0, sizeof(first));
	memset(second, 0, sizeof(second));
	if (r == 0)
		r = syb_spirv_place(ctx, in, variables, ARRAY_SIZE(variables), out);
	return r < 0 ? r : out_scratch_file(ctx, out, out_file);
}

static void test_module(struct syb_ctx *ctx, bool big_endian)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes in = make(big_endian, false, false);
	unsigned longs = 0, places = 0, interface = 99, decorations = 0;
	struct spirv_inst inst;

	is_int(place(ctx, in, &file), 0);
	is_int(spirv_begin(ctx, span_of(syb_file_bytes(file), 0), &inst), 0);
	is_int(inst.bound, 42);
	while (spirv_next(ctx, &inst) == 1) {
		longs += inst.op == INT && spirv_word(&inst, 2) == 64;
		decorations += inst.op == SPIRV_OP_DECORATE;
		ok(inst.op != SPIRV_OP_VARIABLE, "no variables are left");
		if (inst.op == SPIRV_OP_ENTRY_POINT)
			interface = (unsigned)inst.count - 5;
		if (inst.op == SPIRV_OP_SPEC_CONSTANT_OP)
			places++;
		if (inst.op == CONSTANT && inst.count == 5 && spirv_word(&inst, 2) == 40)
			ok(spirv_word(&inst, 3) == 0x55667788 && spirv_word(&inst, 4) == 0x11223344, "the address");
	}
	ok(longs == 1 && places == 2 && interface == 0 && decorations == 0, "%u %u %u %u", longs, places, interface,
	   decorations);
	free((void *)(uintptr_t)in.ptr);
}

static void test_values(struct syb_ctx *ctx)
{
	static const uint8_t gaps[16] = { 5, 0, 6, 0, 7, 0, 0, 0, 0, 0, 0x80, 0x3f, 0xfe, 0xff, 0xff, 0x7f };
	static const uint8_t tight[13] = { 5, 6, 0, 7, 0, 0, 0, 0x80, 0x3f, 0xfe, 0xff, 0xff, 0x7f };
	_cleanup_(syb_file_close_p) struct syb_file *a = NULL, *b = NULL, *c = NULL;
	struct syb_bytes in = make(true, false, false), packed = make(false, true, false),
			 odd = make(false, false, true);

	is_int(place(ctx, in, &a), 0);
	ok(memcmp(first, gaps, sizeof(gaps)) == 0, "laid out as C does");
	ok(second[0] == 0, "no value");
	is_int(place(ctx, packed, &b), 0);
	ok(memcmp(first, tight, sizeof(tight)) == 0, "without gaps");
	is_int(place(ctx, odd, &c), -SYB_E_UNSUPPORTED);
	ok(!c, "a value that holds itself");
	syb_ctx_diag_clear(ctx);
	free((void *)(uintptr_t)in.ptr);
	free((void *)(uintptr_t)packed.ptr);
	free((void *)(uintptr_t)odd.ptr);
}

/* A package that says less than the code has. */
static void test_too_small(struct syb_ctx *ctx)
{
	const struct syb_spirv_variable small[] = { { "v", 0x1000, first, 15 } };
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct syb_bytes in = make(false, false, false);

	is_int(out_scratch(ctx, &out), 0);
	is_int(syb_spirv_place(ctx, in, small, ARRAY_SIZE(small), out), -SYB_E_FORMAT);
	is_str(syb_ctx_diag_at(ctx, 0)->check, "device-global");
	syb_ctx_diag_clear(ctx);
	free((void *)(uintptr_t)in.ptr);
}

/* Cut off at each byte, and each word changed. */
static void test_damaged(struct syb_ctx *ctx)
{
	static const uint32_t words[] = { 0, 1, 16, 20, 0xffffffff, 0x0005002c };
	struct syb_bytes in = make(false, false, false);
	uint8_t *copy = malloc(in.len);

	for (size_t len = 0; copy && len < in.len; len++) {
		_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

		memcpy(copy, in.ptr, len);
		(void)!place(ctx, (struct syb_bytes){ copy, len }, &file);
		syb_ctx_diag_clear(ctx);
	}
	for (size_t at = 0; copy && at < in.len; at += 4)
		for (size_t w = 0; w < ARRAY_SIZE(words); w++) {
			_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

			memcpy(copy, in.ptr, in.len);
			memcpy(copy + at, &words[w], 4);
			(void)!place(ctx, (struct syb_bytes){ copy, in.len }, &file);
			syb_ctx_diag_clear(ctx);
		}
	ok(copy != NULL, "damaged anywhere");
	free(copy);
	free((void *)(uintptr_t)in.ptr);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	struct syb_file *file = NULL;
	int r = place(ctx, *(struct syb_bytes *)arg, &file);

	syb_file_close(file);
	return r;
}

int main(void)
{
	struct syb_bytes in = make(false, false, false);
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	test_module(ctx, false);
	test_module(ctx, true);
	test_values(ctx);
	test_too_small(ctx);
	test_damaged(ctx);
	torture(work, &in);
	syb_ctx_free(ctx);
	free((void *)(uintptr_t)in.ptr);
	return tap_done();
}
