/* tests/unit/spirv/t_spirv_grammar.c — what the words of instructions are: fixed ones, masks, numbers that take
 * operands, strings, switches, extended instructions, instructions within constants; and those that do not fit. */
#include "lib/spirv.h"
#include "lib/tap.h"

#include "format/spirv/spirv_grammar.h"

static struct syb_ctx *ctx;
static struct words b;

static uint32_t literal_words(void *user, uint32_t id)
{
	(void)user;
	return id == 7 ? 2 : id == 8 ? 1 : 0;
}

static const char *set_name(void *user, uint32_t id)
{
	static const char *const names[] = { "OpenCL.std", "NonSemantic.Anything", "Foreign", "OpenCL.DebugInfo.100" };

	(void)user;
	return id >= 1 && id <= 4 ? names[id - 1] : NULL;
}

/* One instruction as letters: . T R d; or the check that it fails with. */
static const char *kinds_of(void)
{
	static const struct spirv_context context = { NULL, literal_words, set_name };
	static char text[4096];
	uint8_t kinds[4096];
	struct syb_bytes bytes;
	struct spirv_inst inst;
	int r;

	syb_ctx_diag_clear(ctx);
	bytes = words_bytes(&b, false);
	r = spirv_begin(ctx, span_of(bytes, 0), &inst);
	if (r == 0)
		r = spirv_next(ctx, &inst);
	if (r == 1)
		r = spirv_word_kinds(ctx, &inst, &context, kinds);
	for (size_t i = 0; r == 0 && i < inst.count; i++)
		text[i] = ".TRd"[kinds[i]];
	text[r == 0 ? inst.count : 0] = '\0';
	free((void *)(uintptr_t)bytes.ptr);
	return r < 0 && syb_ctx_diag_count(ctx) ? syb_ctx_diag_at(ctx, 0)->check : text;
}

#define kinds_are(want, op, ...)             \
	do {                                 \
		words_begin(&b, 100);        \
		put_op(&b, op, __VA_ARGS__); \
		is_str(kinds_of(), want);    \
	} while (0)

enum {
	VARIABLE = 59,
	LOAD = 61,
	COPY_MEMORY = 63,
	SHUFFLE = 79,
	EXTRACT = 81,
	SAMPLE = 88,
	PHI = 245,
	LOOP_MERGE = 246,
	BRANCH = 249,
	SWITCH = 251,
	EXT_INST = 12,
	CONSTANT = 43,
	LOOP_CONTROL = 5887
};

static void test_fixed(void)
{
	kinds_are(".R..", SPIRV_OP_TYPE_INT, 1, 32, 0);
	kinds_are(".TR.", CONSTANT, 1, 2, 3);
	kinds_are(".TR..", CONSTANT, 1, 2, 3, 4);
	kinds_are(".Rddd", SPIRV_OP_TYPE_STRUCT, 1, 2, 3, 4);
	kinds_are(".R", SPIRV_OP_TYPE_STRUCT, 1);
	kinds_are(".TR.d", SPIRV_OP_FUNCTION, 1, 2, 3, 4);
	kinds_are(".TR.", VARIABLE, 1, 2, 3);
	kinds_are(".TR.d", VARIABLE, 1, 2, 3, 4);
	kinds_are(".TRdddd", PHI, 1, 2, 3, 4, 5, 6);
	kinds_are(".TRdd...", SHUFFLE, 1, 2, 3, 4, 5, 6, 7);
	kinds_are(".d", BRANCH, 1);
	kinds_are("spirv-operands", BRANCH, 1, 2);
	kinds_are("spirv-operands", SPIRV_OP_FUNCTION, 1, 2, 3);
	kinds_are("spirv-opcode", 65535, 1);
	kinds_are("spirv-opcode", 6999, 1);
}

static void test_masks(void)
{
	kinds_are(".TRd", LOAD, 1, 2, 3);
	kinds_are(".TRd.", LOAD, 1, 2, 3, 1);
	kinds_are(".TRd..", LOAD, 1, 2, 3, 2, 8);
	kinds_are(".TRd..d", LOAD, 1, 2, 3, 0x2 | 0x10, 8, 9);
	kinds_are(".TRd..dd", LOAD, 1, 2, 3, 0x30002, 8, 9, 10);
	kinds_are("spirv-operands", LOAD, 1, 2, 3, 2);
	kinds_are("spirv-operands", LOAD, 1, 2, 3, 1, 8);
	kinds_are(".dd..d.", COPY_MEMORY, 1, 2, 0x2 | 0x8, 4, 9, 0);
	kinds_are(".TRdd.ddd", SAMPLE, 1, 2, 3, 4, 0x4 | 0x40, 5, 6, 7);
	kinds_are(".dd.", LOOP_MERGE, 1, 2, 0);
	kinds_are(".dd..", LOOP_MERGE, 1, 2, 0x100, 4);
	kinds_are(".dd..d.d.", LOOP_MERGE, 1, 2, 0x40000, 2, 11, 4, 12, 4);
	kinds_are("spirv-operands", LOOP_MERGE, 1, 2, 0x40000, 3, 11, 4, 12, 4);
	kinds_are("spirv-operands", LOOP_MERGE, 1, 2, 0x40000, 0xffffffff, 11, 4);
	kinds_are("...", LOOP_CONTROL, 0x10000, 1);
}

static void test_numbers(void)
{
	kinds_are(".d..", SPIRV_OP_DECORATE, 1, 44, 4);
	kinds_are(".d.", SPIRV_OP_DECORATE, 1, 19);
	kinds_are(".d.d", SPIRV_OP_DECORATE_ID, 1, 46, 4);
	kinds_are(".d....", SPIRV_OP_DECORATE, 1, 99999, 4, 5, 6);
	kinds_are(".d.dd", SPIRV_OP_DECORATE_ID, 1, 99999, 4, 5);
	kinds_are(".d...", SPIRV_OP_MEMBER_DECORATE, 1, 0, 35, 4);
	kinds_are(".d....", SPIRV_OP_EXECUTION_MODE, 1, 17, 1, 1, 1);
	kinds_are(".d.ddd", SPIRV_OP_EXECUTION_MODE_ID, 1, 38, 1, 1, 1);
	kinds_are(".dd.d.", SPIRV_OP_GROUP_MEMBER_DECORATE, 1, 2, 0, 3, 1);
	kinds_are("spirv-operands", SPIRV_OP_GROUP_MEMBER_DECORATE, 1, 2);
}

static void test_strings(void)
{
	words_begin(&b, 100);
	put_op_text(&b, SPIRV_OP_ENTRY_POINT, NUMBERS(6, 5), "seven77", NUMBERS(8, 9));
	is_str(kinds_of(), "..d..dd");
	words_begin(&b, 100);
	put_op_text(&b, SPIRV_OP_DECORATE, NUMBERS(6, 41), "name", NUMBERS(1));
	is_str(kinds_of(), ".d....");
	kinds_are("spirv-operands", SPIRV_OP_ENTRY_POINT, 6, 5, 0x61616161);
}

static void test_context(void)
{
	kinds_are(".dd", SWITCH, 8, 1);
	kinds_are(".dd.d.d", SWITCH, 8, 1, 2, 3, 4, 5);
	kinds_are(".dd..d", SWITCH, 7, 1, 2, 3, 4);
	kinds_are("spirv-operands", SWITCH, 7, 1, 2, 3);
	kinds_are("spirv-operands", SWITCH, 9, 1, 2, 3);
	kinds_are(".TRd.dd.", EXT_INST, 10, 11, 1, 171, 12, 13, 4); /* vloadn */
	kinds_are(".TRd.d", EXT_INST, 10, 11, 1, 0, 12);
	kinds_are(".TRd.dddd", EXT_INST, 10, 11, 2, 12345, 12, 13, 14, 15);
	kinds_are("spirv-ext-inst", EXT_INST, 10, 11, 3, 1, 12);
	kinds_are("spirv-ext-inst", EXT_INST, 10, 11, 1, 12345, 12);
	kinds_are("spirv-ext-inst", EXT_INST, 10, 11, 90, 1, 12);
	kinds_are(".TRd.ddd..ddd.", EXT_INST, 10, 11, 4, 11, 12, 13, 14, 1, 1, 15, 16, 17, 3); /* DebugTypeMember */
	kinds_are(".TR.d..", SPIRV_OP_SPEC_CONSTANT_OP, 1, 2, EXTRACT, 3, 0, 1);
	kinds_are(".TR.ddd", SPIRV_OP_SPEC_CONSTANT_OP, 1, 2, 169, 3, 4, 5);
	kinds_are("spirv-operands", SPIRV_OP_SPEC_CONSTANT_OP, 1, 2, 169, 3, 4);
	kinds_are("spirv-opcode", SPIRV_OP_SPEC_CONSTANT_OP, 1, 2, SPIRV_OP_SPEC_CONSTANT_OP, 3, 4);
	kinds_are("spirv-operands", SPIRV_OP_SPEC_CONSTANT_OP, 1, 2, BRANCH, 3);
}

static void test_names(void)
{
	is_str(spirv_op_name(57), "OpFunctionCall");
	is_str(spirv_op_name(6116), "OpConvertFToBF16INTEL");
	ok(!spirv_op_name(6999) && !spirv_shape(UINT32_MAX) && !spirv_op_operands(1000000), "not there");
	is_str(spirv_op_operands(57), "TRdd*");
	is_str(spirv_mode_info(17)->operands, "iii");
}

int main(void)
{
	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	test_fixed();
	test_masks();
	test_numbers();
	test_strings();
	test_context();
	test_names();
	syb_ctx_free(ctx);
	return tap_done();
}
