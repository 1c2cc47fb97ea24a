/* ir/lower/spirv_lowering.c — instructions that the translator to SPIR-V does not support or translates wrongly → plain
 * arithmetic.
 *
 * Saturating and overflow-checked arithmetic and freeze have no instruction. The translator converts true to 1 instead
 * of -1, and drivers do not define the absolute value of the smallest number. Bit reversal is lowered in every module,
 * because its instruction needs capabilities that compute devices do not have. */
#include "spirv_lowering.h"

/* ---- functions ---- */

struct lowering {
	LLVMBuilderRef builder;
	LLVMValueRef a, b;
	LLVMTypeRef type;
};

static LLVMValueRef sum_unsigned(const struct lowering *l)
{
	LLVMValueRef sum = LLVMBuildAdd(l->builder, l->a, l->b, "");

	return LLVMBuildSelect(l->builder, LLVMBuildICmp(l->builder, LLVMIntULT, sum, l->a, ""),
			       LLVMConstAllOnes(l->type), sum, "");
}

static LLVMValueRef difference_unsigned(const struct lowering *l)
{
	LLVMValueRef rest = LLVMBuildSub(l->builder, l->a, l->b, "");

	return LLVMBuildSelect(l->builder, LLVMBuildICmp(l->builder, LLVMIntUGT, l->a, l->b, ""), rest,
			       LLVMConstNull(l->type), "");
}

/* The largest number, or the smallest for a negative first operand, where the signs show an overflow. */
static LLVMValueRef unless_lost(const struct lowering *l, LLVMValueRef result, LLVMValueRef lost)
{
	unsigned width = LLVMGetIntTypeWidth(l->type);
	LLVMValueRef sign = LLVMBuildAShr(l->builder, l->a, LLVMConstInt(l->type, width - 1, false), "");
	LLVMValueRef largest =
		LLVMBuildLShr(l->builder, LLVMConstAllOnes(l->type), LLVMConstInt(l->type, 1, false), "");
	LLVMValueRef negative = LLVMBuildICmp(l->builder, LLVMIntSLT, lost, LLVMConstNull(l->type), "");

	return LLVMBuildSelect(l->builder, negative, LLVMBuildXor(l->builder, sign, largest, ""), result, "");
}

static LLVMValueRef sum_signed(const struct lowering *l)
{
	LLVMValueRef sum = LLVMBuildAdd(l->builder, l->a, l->b, "");
	LLVMValueRef from_a = LLVMBuildXor(l->builder, sum, l->a, ""), from_b = LLVMBuildXor(l->builder, sum, l->b, "");

	return unless_lost(l, sum, LLVMBuildAnd(l->builder, from_a, from_b, ""));
}

static LLVMValueRef difference_signed(const struct lowering *l)
{
	LLVMValueRef rest = LLVMBuildSub(l->builder, l->a, l->b, "");
	LLVMValueRef signs = LLVMBuildXor(l->builder, l->a, l->b, ""), moved = LLVMBuildXor(l->builder, l->a, rest, "");

	return unless_lost(l, rest, LLVMBuildAnd(l->builder, signs, moved, ""));
}

/* ---- arithmetic that tells when bits were lost ---- */

static LLVMValueRef with_lost(const struct lowering *l, LLVMValueRef result, LLVMValueRef lost)
{
	LLVMValueRef both = LLVMBuildInsertValue(l->builder, LLVMGetUndef(l->type), result, 0, "");

	return LLVMBuildInsertValue(l->builder, both, lost, 1, "");
}

static LLVMValueRef is_negative(const struct lowering *l, LLVMValueRef value)
{
	return LLVMBuildICmp(l->builder, LLVMIntSLT, value, LLVMConstNull(LLVMTypeOf(value)), "");
}

static LLVMValueRef overflow_sum_unsigned(const struct lowering *l)
{
	LLVMValueRef sum = LLVMBuildAdd(l->builder, l->a, l->b, "");

	return with_lost(l, sum, LLVMBuildICmp(l->builder, LLVMIntULT, sum, l->a, ""));
}

static LLVMValueRef overflow_sum_signed(const struct lowering *l)
{
	LLVMValueRef sum = LLVMBuildAdd(l->builder, l->a, l->b, "");
	LLVMValueRef from_a = LLVMBuildXor(l->builder, sum, l->a, ""), from_b = LLVMBuildXor(l->builder, sum, l->b, "");

	return with_lost(l, sum, is_negative(l, LLVMBuildAnd(l->builder, from_a, from_b, "")));
}

static LLVMValueRef overflow_difference_unsigned(const struct lowering *l)
{
	LLVMValueRef rest = LLVMBuildSub(l->builder, l->a, l->b, "");

	return with_lost(l, rest, LLVMBuildICmp(l->builder, LLVMIntULT, l->a, l->b, ""));
}

static LLVMValueRef overflow_difference_signed(const struct lowering *l)
{
	LLVMValueRef rest = LLVMBuildSub(l->builder, l->a, l->b, "");
	LLVMValueRef signs = LLVMBuildXor(l->builder, l->a, l->b, ""), moved = LLVMBuildXor(l->builder, l->a, rest, "");

	return with_lost(l, rest, is_negative(l, LLVMBuildAnd(l->builder, signs, moved, "")));
}

/* In twice the bits, which up to 32 SPIR-V has. */
static LLVMValueRef overflow_product_signed(const struct lowering *l)
{
	LLVMTypeRef narrow = LLVMTypeOf(l->a), wide = LLVMInt64TypeInContext(LLVMGetTypeContext(narrow));
	LLVMValueRef product = LLVMBuildMul(l->builder, LLVMBuildSExt(l->builder, l->a, wide, ""),
					    LLVMBuildSExt(l->builder, l->b, wide, ""), "");
	LLVMValueRef result = LLVMBuildTrunc(l->builder, product, narrow, "");

	return with_lost(
		l, result,
		LLVMBuildICmp(l->builder, LLVMIntNE, product, LLVMBuildSExt(l->builder, result, wide, ""), ""));
}

static LLVMValueRef magnitude(const struct lowering *l)
{
	LLVMValueRef negative = LLVMBuildICmp(l->builder, LLVMIntSLT, l->a, LLVMConstNull(l->type), "");

	return LLVMBuildSelect(l->builder, negative, LLVMBuildNeg(l->builder, l->a, ""), l->a, "");
}

/* ---- bits in reverse order ---- */

/* The number in each element of a type. */
static LLVMValueRef splat(LLVMBuilderRef builder, LLVMTypeRef type, unsigned number)
{
	LLVMTypeRef index = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
	LLVMValueRef all = LLVMGetUndef(type), one;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return LLVMConstInt(type, number, false);
	one = LLVMConstInt(LLVMGetElementType(type), number, false);
	for (unsigned i = 0; i < LLVMGetVectorSize(type); i++)
		all = LLVMBuildInsertElement(builder, all, one, LLVMConstInt(index, i, false), "");
	return all;
}

/* Swap halves, then halves of these, down to single bits. Other widths are extended to the next power of two. */
static LLVMValueRef reverse_bits(const struct lowering *l)
{
	const bool vector = LLVMGetTypeKind(l->type) == LLVMVectorTypeKind;
	LLVMTypeRef type = vector ? LLVMGetElementType(l->type) : l->type;
	const unsigned width = LLVMGetIntTypeWidth(type);
	LLVMValueRef value = l->a, mask;
	unsigned full = 1;

	while (full < width)
		full *= 2;
	type = LLVMIntTypeInContext(LLVMGetTypeContext(type), full);
	type = vector ? LLVMVectorType(type, LLVMGetVectorSize(l->type)) : type;
	if (full > width)
		value = LLVMBuildZExt(l->builder, value, type, "");
	mask = LLVMConstAllOnes(type);
	for (unsigned step = full / 2; step; step /= 2) {
		LLVMValueRef by = splat(l->builder, type, step), high, low;

		mask = LLVMBuildXor(l->builder, mask, LLVMBuildShl(l->builder, mask, by, ""), "");
		high = LLVMBuildAnd(l->builder, LLVMBuildLShr(l->builder, value, by, ""), mask, "");
		low = LLVMBuildShl(l->builder, LLVMBuildAnd(l->builder, value, mask, ""), by, "");
		value = LLVMBuildOr(l->builder, high, low, "");
	}
	if (full == width)
		return value;
	value = LLVMBuildLShr(l->builder, value, splat(l->builder, type, full - width), "");
	return LLVMBuildTrunc(l->builder, value, l->type, "");
}

/* ---- all functions ---- */

static const struct lowered {
	const char *prefix;
	LLVMValueRef (*build)(const struct lowering *l);
} lowered[] = {
	{ "llvm.uadd.sat.i", sum_unsigned },
	{ "llvm.usub.sat.i", difference_unsigned },
	{ "llvm.sadd.sat.i", sum_signed },
	{ "llvm.ssub.sat.i", difference_signed },
	{ "llvm.uadd.with.overflow.i", overflow_sum_unsigned },
	{ "llvm.sadd.with.overflow.i", overflow_sum_signed },
	{ "llvm.usub.with.overflow.i", overflow_difference_unsigned },
	{ "llvm.ssub.with.overflow.i", overflow_difference_signed },
	{ "llvm.smul.with.overflow.i32", overflow_product_signed },
	{ "llvm.smul.with.overflow.i16", overflow_product_signed },
	{ "llvm.abs.i", magnitude },
};

static const struct lowered always[] = { { "llvm.bitreverse.", reverse_bits } };

static void lower_calls(LLVMBuilderRef builder, LLVMValueRef function, LLVMValueRef (*build)(const struct lowering *l))
{
	LLVMUseRef use;

	while ((use = LLVMGetFirstUse(function))) {
		LLVMValueRef call = LLVMGetUser(use);
		struct lowering l = { builder, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMTypeOf(call) };

		LLVMPositionBuilderBefore(builder, call);
		LLVMReplaceAllUsesWith(call, build(&l));
		LLVMInstructionEraseFromParent(call);
	}
	LLVMDeleteFunction(function);
}

/* ---- instructions ---- */

static bool is_truth(LLVMTypeRef type)
{
	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
		type = LLVMGetElementType(type);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
}

/* Truth as a signed number, -1 or 0, also where optimisers would join two steps into one; NULL: something else. */
static LLVMValueRef signed_truth(LLVMBuilderRef builder, LLVMValueRef i)
{
	LLVMTypeRef type = LLVMTypeOf(i);
	LLVMValueRef truth = LLVMGetInstructionOpcode(i) == LLVMSIToFP ? LLVMGetOperand(i, 0) : NULL;

	if (truth && LLVMIsASExtInst(truth))
		truth = LLVMGetOperand(truth, 0);
	if (!truth || !is_truth(LLVMTypeOf(truth)))
		return NULL;
	LLVMPositionBuilderBefore(builder, i);
	return LLVMBuildSelect(builder, truth, LLVMConstReal(type, -1.0), LLVMConstReal(type, 0.0), "");
}

/* The replacement of an instruction; NULL when it stays. */
static LLVMValueRef replacement(LLVMBuilderRef builder, LLVMValueRef i)
{
	return LLVMGetInstructionOpcode(i) == LLVMFreeze ? LLVMGetOperand(i, 0) : signed_truth(builder, i);
}

static void lower_instructions(LLVMBuilderRef builder, LLVMValueRef function,
			       LLVMValueRef (*build)(LLVMBuilderRef builder, LLVMValueRef i))
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef next;

		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
			LLVMValueRef other = build(builder, i);

			next = LLVMGetNextInstruction(i);
			if (!other)
				continue;
			LLVMReplaceAllUsesWith(i, other);
			LLVMInstructionEraseFromParent(i);
		}
	}
}

void lower_truth(struct syb_ir *ir)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);

	for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = LLVMGetNextFunction(f))
		lower_instructions(builder, f, signed_truth);
	LLVMDisposeBuilder(builder);
}

/* If a function is in a table, its calls are lowered, and it is removed. */
static void lower_function(LLVMBuilderRef builder, LLVMValueRef function, const struct lowered *rows, size_t count)
{
	const char *name = ir_name(function);

	for (size_t i = 0; i < count; i++)
		if (str_starts(name, rows[i].prefix)) {
			lower_calls(builder, function, rows[i].build);
			return;
		}
}

void spirv_lower(struct syb_ir *ir)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
	LLVMValueRef next;

	for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = next) {
		next = LLVMGetNextFunction(f);
		lower_instructions(builder, f, replacement);
		lower_function(builder, f, lowered, ARRAY_SIZE(lowered));
	}
	LLVMDisposeBuilder(builder);
}

void spirv_lower_always(struct syb_ir *ir)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
	LLVMValueRef next;

	for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = next) {
		next = LLVMGetNextFunction(f);
		lower_function(builder, f, always, ARRAY_SIZE(always));
	}
	LLVMDisposeBuilder(builder);
}
