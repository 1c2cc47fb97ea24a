/* t_spirv_specialize.c — SPIR-V with other defaults of specialization constants: values of each width, booleans, both
 * byte orders, ids that are not there, values that do not fit, modules cut off, every allocation refused. */
#include "base/file.h"
#include "lib/spirv.h"
#include "lib/tap.h"
#include "lib/torture.h"

#include <sybil/translate.h>

enum { OP_TYPE_BOOL = 20, OP_TYPE_INT = 21, TRUE = 48, FALSE = 49, CONSTANT = 50 };

/* Constants 10 to 13 have SpecId 0 to 3; 14 is one without an id. */
static struct syb_bytes make(bool big_endian)
{
	static struct words b;

	words_begin(&b, 20);
	put_op(&b, SPIRV_OP_CAPABILITY, 6);
	put_op(&b, SPIRV_OP_MEMORY_MODEL, 2, 2);
	for (uint32_t i = 0; i < 4; i++)
		put_op(&b, SPIRV_OP_DECORATE, 10 + i, 1, i);
	put_op(&b, OP_TYPE_INT, 1, 32, 0);
	put_op(&b, OP_TYPE_INT, 2, 64, 0);
	put_op(&b, OP_TYPE_INT, 3, 8, 0);
	put_op(&b, OP_TYPE_BOOL, 4);
	put_op(&b, CONSTANT, 1, 10, 7);
	put_op(&b, CONSTANT, 2, 11, 7, 8);
	put_op(&b, CONSTANT, 3, 12, 7);
	put_op(&b, FALSE, 4, 13);
	put_op(&b, CONSTANT, 1, 14, 9);
	return words_bytes(&b, big_endian);
}

static int specialize(struct syb_ctx *ctx, struct syb_bytes in, const struct syb_spirv_spec_value *values, size_t count,
		      struct syb_file **out_file)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r = out_scratch(ctx, &out);

	if (r == 0)
		r = syb_spirv_specialize(ctx, in, values, count, out);
	return r < 0 ? r : out_scratch_file(ctx, out, out_file);
}

static const uint32_t four = 0xdeadbeef;
static const uint64_t eight = 0x1122334455667788;
static const uint8_t one = 0xfe;
static const uint8_t yes = 1;
static const struct syb_spirv_spec_value values[] = {
	{ 0, { (const uint8_t *)&four, 4 } },
	{ 1, { (const uint8_t *)&eight, 8 } },
	{ 2, { &one, 1 } },
	{ 3, { &yes, 1 } },
	{ 99, { &one, 1 } },
};

/* The instruction that defines an id. */
static struct spirv_inst find(struct syb_ctx *ctx, struct syb_bytes bytes, uint32_t id)
{
	struct spirv_inst inst = { 0 };

	if (spirv_begin(ctx, span_of(bytes, 0), &inst) == 0)
		while (spirv_next(ctx, &inst) == 1)
			if (inst.op >= TRUE && inst.op <= CONSTANT && spirv_word(&inst, 2) == id)
				return inst;
	return (struct spirv_inst){ 0 };
}

static void test_values(struct syb_ctx *ctx, bool big_endian)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes in = make(big_endian), out;
	struct spirv_inst inst;

	is_int(specialize(ctx, in, values, ARRAY_SIZE(values), &file), 0);
	out = syb_file_bytes(file);
	is_int(out.len, in.len);
	inst = find(ctx, out, 10);
	is_int(spirv_word(&inst, 3), 0xdeadbeef);
	inst = find(ctx, out, 11);
	ok(spirv_word(&inst, 3) == 0x55667788 && spirv_word(&inst, 4) == 0x11223344, "the lower word first");
	inst = find(ctx, out, 12);
	is_int(spirv_word(&inst, 3), 0xfe);
	is_int(find(ctx, out, 13).op, TRUE);
	inst = find(ctx, out, 14);
	is_int(spirv_word(&inst, 3), 9);
	free((void *)(uintptr_t)in.ptr);
}

static void test_nothing(struct syb_ctx *ctx)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes in = make(false), out;

	is_int(specialize(ctx, in, NULL, 0, &file), 0);
	out = syb_file_bytes(file);
	ok(out.len == in.len && memcmp(out.ptr, in.ptr, in.len) == 0, "nothing to change, nothing changed");
	free((void *)(uintptr_t)in.ptr);
}

static void test_sizes(struct syb_ctx *ctx)
{
	const struct syb_spirv_spec_value long_one = { 0, { (const uint8_t *)&eight, 8 } };
	const struct syb_spirv_spec_value short_one = { 1, { (const uint8_t *)&four, 4 } };
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes in = make(false);

	is_int(specialize(ctx, in, &long_one, 1, &file), -SYB_E_ARG);
	is_int(specialize(ctx, in, &short_one, 1, &file), -SYB_E_ARG);
	ok(!file, "untouched");
	is_str(syb_ctx_diag_at(ctx, 0)->check, "spec-constant");
	free((void *)(uintptr_t)in.ptr);
}

static void test_cut(struct syb_ctx *ctx)
{
	struct syb_bytes in = make(false);
	size_t refused = 0;

	for (size_t len = 0; len < in.len; len++) {
		_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
		uint8_t *copy = malloc(len + 1);
		int r;

		memcpy(copy, in.ptr, len);
		r = specialize(ctx, (struct syb_bytes){ copy, len }, values, ARRAY_SIZE(values), &file);
		if (r != 0 && r != -SYB_E_FORMAT)
			ok(false, "cut at %zu: %d", len, r);
		refused += r == -SYB_E_FORMAT;
		free(copy);
	}
	ok(refused > in.len / 2, "cut at every byte: %zu of %zu are refused", refused, in.len);
	free((void *)(uintptr_t)in.ptr);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	struct syb_file *file = NULL;
	int r = specialize(ctx, *(struct syb_bytes *)arg, values, ARRAY_SIZE(values), &file);

	syb_file_close(file);
	return r;
}

int main(void)
{
	struct syb_bytes in = make(false);
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	test_values(ctx, false);
	test_values(ctx, true);
	test_nothing(ctx);
	test_sizes(ctx);
	test_cut(ctx);
	torture(work, &in);
	free((void *)(uintptr_t)in.ptr);
	syb_ctx_free(ctx);
	return tap_done();
}
