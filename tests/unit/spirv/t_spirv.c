/* tests/unit/spirv/t_spirv.c — SPIR-V modules: walking and indexing them, in both byte orders, damaged in every way. */
#include "lib/spirv.h"
#include "lib/tap.h"
#include "lib/torture.h"

static struct syb_ctx *ctx;

/* One kernel, one struct, one group, every kind of decoration. */
static void sample(struct words *b)
{
	words_begin(b, 30);
	put_op(b, SPIRV_OP_CAPABILITY, 4);
	put_op(b, SPIRV_OP_CAPABILITY, 6);
	put_op_text(b, SPIRV_OP_EXTENSION, NULL, "SPV_INTEL_fpga_buffer_location", NULL);
	put_op_text(b, SPIRV_OP_EXT_INST_IMPORT, NUMBERS(1), "OpenCL.std", NULL);
	put_op(b, SPIRV_OP_MEMORY_MODEL, 2, 2);
	put_op_text(b, SPIRV_OP_ENTRY_POINT, NUMBERS(SPIRV_MODEL_KERNEL, 20), "kernel", NUMBERS(5, 6));
	put_op(b, SPIRV_OP_EXECUTION_MODE, 20, 4460, 32);
	put_op_text(b, SPIRV_OP_NAME, NUMBERS(5), "global", NULL);
	put_op_text(b, SPIRV_OP_NAME, NUMBERS(7), "struct.S", NULL);
	put_op_text(b, SPIRV_OP_MEMBER_NAME, NUMBERS(7, 1), "second", NULL);
	put_op(b, SPIRV_OP_DECORATE, 5, 44, 8);
	put_op(b, SPIRV_OP_DECORATE, 9, 5825);
	put_op(b, SPIRV_OP_DECORATE, 9, 5827, 4);
	put_op(b, SPIRV_OP_DECORATION_GROUP, 9);
	put_op(b, SPIRV_OP_GROUP_DECORATE, 9, 5, 6);
	put_op(b, SPIRV_OP_GROUP_MEMBER_DECORATE, 9, 7, 0);
	put_op_text(b, SPIRV_OP_DECORATE, NUMBERS(5, 6147, 2), "name", NULL);
	put_op_text(b, SPIRV_OP_MEMBER_DECORATE, NUMBERS(7, 1, SPIRV_USER_SEMANTIC), "text", NULL);
	put_op_text(b, SPIRV_OP_MEMBER_DECORATE_STRING, NUMBERS(7, 1, SPIRV_USER_SEMANTIC), "", NULL);
	put_op(b, SPIRV_OP_TYPE_VOID, 2);
	put_op(b, SPIRV_OP_FUNCTION, 2, 20, 0, 3);
	put_op(b, 56, -1); /* OpFunctionEnd: no operands */
}

static int try_read(struct syb_bytes bytes, struct spirv_module **out)
{
	return spirv_read(ctx, span_of(bytes, 0), out);
}

static const char *first_check(void)
{
	return syb_ctx_diag_count(ctx) ? syb_ctx_diag_at(ctx, 0)->check : "";
}

static void test_read(bool big_endian)
{
	_cleanup_(spirv_free_p) struct spirv_module *m = NULL;
	struct words b;
	struct syb_bytes bytes;
	size_t words = 0;

	sample(&b);
	bytes = words_bytes(&b, big_endian);
	is_int(try_read(bytes, &m), 0);
	free((void *)(uintptr_t)bytes.ptr); /* nothing is borrowed */
	if (!m)
		return;
	is_int(m->header.big_endian, big_endian);
	is_int(m->header.major * 10 + m->header.minor, 14);
	is_int(m->capability_count, 2);
	is_int(m->capabilities[1], 6);
	is_int(m->extension_count, 1);
	is_str(m->extensions[0], "SPV_INTEL_fpga_buffer_location");
	is_str(m->imports[0], "OpenCL.std");
	ok(m->has_memory_model && m->addressing == 2 && m->memory == 2, "memory model");
	is_int(m->entry_point_count, 1);
	is_str(m->entry_points[0].name, "kernel");
	ok(m->entry_points[0].interface_count == 2 && m->entry_points[0].interface[1] == 6, "interface");
	ok(m->mode_count == 1 && m->modes[0].mode == 4460 && m->modes[0].operands[0] == 32, "execution mode");
	is_str(spirv_name_of(m, 5, SPIRV_NO_MEMBER), "global");
	is_str(spirv_name_of(m, 7, 1), "second");
	ok(!spirv_name_of(m, 7, 0) && !spirv_name_of(m, 20, SPIRV_NO_MEMBER), "no name");
	is_str(spirv_function_name(m, 20), "kernel");
	is_str(spirv_function_name(m, 5), "global");
	/* 3 plain, 2 of the group for each of 3 targets, 3 behind it */
	is_int(m->decoration_count, 3 + 6 + 3);
	ok(m->decorations[0].target == 5 && m->decorations[0].number == 44 && m->decorations[0].operands[0] == 8,
	   "plain decoration");
	ok(m->decorations[3].target == 5 && m->decorations[5].target == 6 && m->decorations[7].target == 7, "group");
	ok(m->decorations[7].member == 0 && m->decorations[3].member == SPIRV_NO_MEMBER, "group of members");
	is_int(m->decorations[9].number, 6147);
	is_int(spirv_operand_string(&m->decorations[9], 1, &words), 4);
	is_int(words, 2);
	is_int(spirv_operand_string(&m->decorations[0], 0, &words), 1);
	is_int(spirv_operand_string(&m->decorations[11], 0, &words), 0);
	ok(m->decorations[10].member == 1 && m->decorations[11].op == SPIRV_OP_MEMBER_DECORATE_STRING, "members");
}

static void test_truncated(void)
{
	struct words b;
	struct syb_bytes bytes;
	size_t good = 0, bad = 0;

	sample(&b);
	bytes = words_bytes(&b, false);
	for (size_t len = 0; len <= bytes.len; len++) {
		uint8_t *copy = malloc(len ? len : 1); /* so that a sanitizer sees a read behind it */
		struct spirv_module *m = NULL;
		int r;

		if (len)
			memcpy(copy, bytes.ptr, len);
		syb_ctx_diag_clear(ctx);
		r = try_read((struct syb_bytes){ copy, len }, &m);
		if (r == 0)
			good++;
		else if (r == -SYB_E_FORMAT && !m && str_starts(first_check(), "spirv-"))
			bad++;
		spirv_free(m);
		free(copy);
	}
	is_int(good + bad, bytes.len + 1);
	is_int(good, 23); /* behind the header and behind each instruction */
	free((void *)(uintptr_t)bytes.ptr);
}

/* Every word replaced by some that hurt: nothing but an answer or a complaint may come of it. */
static void test_corrupt(void)
{
	static const uint32_t values[] = { 0, 1, 0xffff, 0x10000, 0xffffffff, 0x7fffffff, 0xffff0047, 0x00030047 };
	size_t tried = 0, fine = 0;
	struct words b;

	sample(&b);
	for (size_t i = 0; i < b.count; i++)
		for (size_t v = 0; v < ARRAY_SIZE(values); v++) {
			uint32_t before = b.w[i];
			struct spirv_module *m = NULL;
			struct syb_bytes bytes;
			int r;

			b.w[i] = values[v];
			bytes = words_bytes(&b, v & 1);
			syb_ctx_diag_clear(ctx);
			r = try_read(bytes, &m);
			tried++;
			fine += (r == 0 && m) || (r == -SYB_E_FORMAT && !m && *first_check());
			spirv_free(m);
			free((void *)(uintptr_t)bytes.ptr);
			b.w[i] = before;
		}
	is_int(fine, tried);
}

static void expect(const struct words *b, const char *check)
{
	struct syb_bytes bytes = words_bytes(b, false);
	struct spirv_module *m = NULL;

	syb_ctx_diag_clear(ctx);
	ok(try_read(bytes, &m) == -SYB_E_FORMAT && !m, "%s: refused", check);
	is_str(first_check(), check);
	spirv_free(m);
	free((void *)(uintptr_t)bytes.ptr);
}

static void test_named_faults(void)
{
	struct words b;

	words_begin(&b, 10);
	b.w[b.count++] = SPIRV_OP_CAPABILITY;
	expect(&b, "spirv-instruction");
	words_begin(&b, 10);
	put_op(&b, SPIRV_OP_DECORATE, 3);
	expect(&b, "spirv-instruction");
	words_begin(&b, 10);
	put_op(&b, SPIRV_OP_DECORATE, 10, 44, 4);
	expect(&b, "spirv-id");
	words_begin(&b, 10);
	put_op(&b, SPIRV_OP_DECORATE, 0, 44, 4);
	expect(&b, "spirv-id");
	words_begin(&b, 10);
	put_op(&b, SPIRV_OP_EXTENSION, 0x41414141);
	expect(&b, "spirv-string");
}

/* A group of many for many targets must not become many times many. */
static void test_groups(void)
{
	enum { N = 1000, ROUNDS = 200 };
	static struct words b;
	struct syb_bytes part, whole;
	struct spirv_module *m = NULL;
	uint8_t *bytes;
	size_t len, group;
	int r;

	words_begin(&b, 10);
	for (size_t i = 0; i < N; i++)
		put_op(&b, SPIRV_OP_DECORATE, 9, 5825);
	group = b.count;
	b.w[b.count++] = (2 + N) << 16 | SPIRV_OP_GROUP_DECORATE;
	b.w[b.count++] = 9;
	for (size_t i = 0; i < N - 5; i++)
		b.w[b.count++] = 5;
	b.w[group] = (uint32_t)(b.count - group) << 16 | SPIRV_OP_GROUP_DECORATE;
	part = words_bytes(&b, false);
	len = part.len - group * 4;
	bytes = malloc(part.len + ROUNDS * len);
	memcpy(bytes, part.ptr, part.len);
	for (size_t i = 0; i < ROUNDS; i++)
		memcpy(bytes + part.len + i * len, part.ptr + group * 4, len);
	whole = (struct syb_bytes){ bytes, part.len + ROUNDS * len };
	r = try_read(whole, &m);
	ok(r == -SYB_E_LIMIT && !m, "groups that multiply are stopped");
	spirv_free(m);
	free(bytes);
	free((void *)(uintptr_t)part.ptr);
}

static int count_name(void *user, const char *name, size_t len)
{
	(void)name;
	*(size_t *)user += len;
	return 0;
}

static void test_kernels(void)
{
	struct words b;
	struct syb_bytes bytes;
	size_t seen = 0;

	sample(&b);
	bytes = words_bytes(&b, true);
	syb_ctx_diag_clear(ctx);
	is_int(spirv_each_kernel(ctx, span_of(bytes, 0), count_name, &seen), 0);
	is_int(seen, 6);
	for (size_t len = 0; len < bytes.len; len++)
		if (spirv_each_kernel(ctx, span_of((struct syb_bytes){ bytes.ptr, len }, 0), count_name, &seen) != 0)
			ok(false, "cut at %zu", len);
	is_int(syb_ctx_diag_count(ctx), 0);
	free((void *)(uintptr_t)bytes.ptr);
}

static void test_names(void)
{
	is_str(spirv_decoration_info(5921)->name, "BufferLocationINTEL");
	is_int(spirv_decoration_info(5921)->capability, 5920);
	is_str(spirv_decoration_info(6147)->operands, "is");
	is_str(spirv_decoration_info(0)->name, "RelaxedPrecision");
	ok(!spirv_decoration_info(7744) && !spirv_decoration_info(UINT32_MAX), "not known");
	is_str(spirv_capability_name(6146), "GlobalVariableDecorationsINTEL");
	is_str(spirv_mode_name(4459), "DenormPreserve");
	ok(!spirv_mode_name(1000000) && !spirv_capability_name(1000000), "not known");
}

static int read_once(struct syb_ctx *c, void *arg)
{
	struct spirv_module *m = NULL;
	int r = spirv_read(c, span_of(*(struct syb_bytes *)arg, 0), &m);

	spirv_free(m);
	return r;
}

int main(void)
{
	struct words b;
	struct syb_bytes bytes;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 99;
	test_read(false);
	test_read(true);
	test_truncated();
	test_corrupt();
	test_named_faults();
	test_groups();
	test_kernels();
	test_names();
	sample(&b);
	bytes = words_bytes(&b, false);
	torture(read_once, &bytes);
	free((void *)(uintptr_t)bytes.ptr);
	syb_ctx_free(ctx);
	return tap_done();
}
