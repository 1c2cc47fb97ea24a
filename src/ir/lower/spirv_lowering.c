/* ir/lower/spirv_lowering.c — instructions that the translator to SPIR-V does not support or translates wrongly → plain
 * arithmetic.
 *
 * Saturating and overflow-checked arithmetic and freeze have no instruction. The translator converts true to 1 instead
 * of -1, and drivers do not define the absolute value of the smallest number. Bit reversal is lowered in every module,
 * because its instruction needs capabilities that compute devices do not have. */
#include "spirv_lowering.h"

/* ---- vectors ---- */

static LLVMTypeRef element_of(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

/* Integers of another width, as many as in a type. */
static LLVMTypeRef with_width(LLVMTypeRef type, unsigned width)
{
	LLVMTypeRef one = LLVMIntTypeInContext(LLVMGetTypeContext(type), width);

	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMVectorType(one, LLVMGetVectorSize(type)) : one;
}

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

/* ---- functions ---- */

/* A call that is lowered. */
struct lowering {
	LLVMBuilderRef builder;
	LLVMValueRef a, b;
	LLVMTypeRef type; /* of the result */
	bool subtract, is_signed;
};

static LLVMValueRef is_negative(const struct lowering *l, LLVMValueRef value)
{
	return LLVMBuildICmp(l->builder, LLVMIntSLT, value, LLVMConstNull(LLVMTypeOf(value)), "");
}

static LLVMValueRef sum(const struct lowering *l)
{
	return l->subtract ? LLVMBuildSub(l->builder, l->a, l->b, "") : LLVMBuildAdd(l->builder, l->a, l->b, "");
}

/* Whether a sum or difference overflows. */
static LLVMValueRef overflows(const struct lowering *l, LLVMValueRef result)
{
	LLVMValueRef x, y;

	if (!l->is_signed && l->subtract)
		return LLVMBuildICmp(l->builder, LLVMIntULT, l->a, l->b, "");
	if (!l->is_signed)
		return LLVMBuildICmp(l->builder, LLVMIntULT, result, l->a, "");
	x = LLVMBuildXor(l->builder, l->a, l->subtract ? l->b : result, "");
	y = LLVMBuildXor(l->builder, l->subtract ? l->a : l->b, result, "");
	return is_negative(l, LLVMBuildAnd(l->builder, x, y, ""));
}

/* The value of a saturated result: of signed numbers, the limit with the sign of the first operand. */
static LLVMValueRef limit(const struct lowering *l)
{
	LLVMValueRef ones = LLVMConstAllOnes(l->type), sign, largest;

	if (!l->is_signed)
		return l->subtract ? LLVMConstNull(l->type) : ones;
	sign = LLVMBuildAShr(l->builder, l->a, splat(l->builder, l->type, LLVMGetIntTypeWidth(element_of(l->type)) - 1),
			     "");
	largest = LLVMBuildLShr(l->builder, ones, splat(l->builder, l->type, 1), "");
	return LLVMBuildXor(l->builder, sign, largest, "");
}

static LLVMValueRef saturate(const struct lowering *l)
{
	LLVMValueRef result = sum(l);

	return LLVMBuildSelect(l->builder, overflows(l, result), limit(l), result, "");
}

static LLVMValueRef with_flag(const struct lowering *l, LLVMValueRef result, LLVMValueRef flag)
{
	LLVMValueRef both = LLVMBuildInsertValue(l->builder, LLVMGetUndef(l->type), result, 0, "");

	return LLVMBuildInsertValue(l->builder, both, flag, 1, "");
}

static LLVMValueRef checked_sum(const struct lowering *l)
{
	LLVMValueRef result = sum(l);

	return with_flag(l, result, overflows(l, result));
}

/* Whether a signed product of at most 32 bits overflows: in 64 bits, it is another number. */
static LLVMValueRef narrow_product_overflows(const struct lowering *l, LLVMValueRef result)
{
	LLVMTypeRef wide = with_width(LLVMTypeOf(l->a), 64);
	LLVMValueRef product = LLVMBuildMul(l->builder, LLVMBuildSExt(l->builder, l->a, wide, ""),
					    LLVMBuildSExt(l->builder, l->b, wide, ""), "");

	return LLVMBuildICmp(l->builder, LLVMIntNE, product, LLVMBuildSExt(l->builder, result, wide, ""), "");
}

/* Whether a signed product overflows: the quotient is another number. Quotients by 0, and of the smallest number by -1,
 * are not defined; such a product is 0, or overflows only if it is the smallest number. */
static LLVMValueRef product_overflows(const struct lowering *l, LLVMValueRef result)
{
	LLVMBuilderRef b = l->builder;
	LLVMTypeRef type = LLVMTypeOf(l->a);
	LLVMValueRef one = splat(b, type, 1), top = splat(b, type, LLVMGetIntTypeWidth(element_of(type)) - 1);
	LLVMValueRef is_zero = LLVMBuildICmp(b, LLVMIntEQ, l->a, LLVMConstNull(type), "");
	LLVMValueRef is_minus_one = LLVMBuildICmp(b, LLVMIntEQ, l->a, LLVMConstAllOnes(type), "");
	LLVMValueRef smallest = LLVMBuildICmp(b, LLVMIntEQ, l->b, LLVMBuildShl(b, one, top, ""), "");
	LLVMValueRef divisor = LLVMBuildSelect(b, LLVMBuildOr(b, is_zero, is_minus_one, ""), one, l->a, "");
	LLVMValueRef differs = LLVMBuildICmp(b, LLVMIntNE, LLVMBuildSDiv(b, result, divisor, ""), l->b, "");

	differs = LLVMBuildAnd(b, differs, LLVMBuildNot(b, is_zero, ""), "");
	return LLVMBuildSelect(b, is_minus_one, smallest, differs, "");
}

static LLVMValueRef checked_product(const struct lowering *l)
{
	const unsigned width = LLVMGetIntTypeWidth(element_of(LLVMTypeOf(l->a)));
	LLVMValueRef result = LLVMBuildMul(l->builder, l->a, l->b, "");

	return with_flag(l, result, width > 32 ? product_overflows(l, result) : narrow_product_overflows(l, result));
}

static LLVMValueRef magnitude(const struct lowering *l)
{
	return LLVMBuildSelect(l->builder, is_negative(l, l->a), LLVMBuildNeg(l->builder, l->a, ""), l->a, "");
}

/* ---- bits in reverse order ---- */

/* Swap halves, then halves of these, down to single bits. Other widths are extended to the next power of two. */
static LLVMValueRef reverse_bits(const struct lowering *l)
{
	LLVMTypeRef type;
	const unsigned width = LLVMGetIntTypeWidth(element_of(l->type));
	LLVMValueRef value = l->a, mask;
	unsigned full = 1;

	while (full < width)
		full *= 2;
	type = with_width(l->type, full);
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
	bool subtract, is_signed;
} lowered[] = {
	{ "llvm.uadd.sat.", saturate, false, false },
	{ "llvm.usub.sat.", saturate, true, false },
	{ "llvm.sadd.sat.", saturate, false, true },
	{ "llvm.ssub.sat.", saturate, true, true },
	{ "llvm.uadd.with.overflow.", checked_sum, false, false },
	{ "llvm.usub.with.overflow.", checked_sum, true, false },
	{ "llvm.sadd.with.overflow.", checked_sum, false, true },
	{ "llvm.ssub.with.overflow.", checked_sum, true, true },
	{ "llvm.smul.with.overflow.", checked_product, false, true },
	{ "llvm.abs.", magnitude, false, true },
};

static const struct lowered always[] = { { "llvm.bitreverse.", reverse_bits, false, false } };

static void lower_calls(LLVMBuilderRef builder, LLVMValueRef function, const struct lowered *row)
{
	LLVMUseRef use;

	while ((use = LLVMGetFirstUse(function))) {
		LLVMValueRef call = LLVMGetUser(use);
		struct lowering l = { builder,          LLVMGetOperand(call, 0), LLVMGetOperand(call, 1),
				      LLVMTypeOf(call), row->subtract,           row->is_signed };

		LLVMPositionBuilderBefore(builder, call);
		LLVMReplaceAllUsesWith(call, row->build(&l));
		LLVMInstructionEraseFromParent(call);
	}
	LLVMDeleteFunction(function);
}

/* ---- instructions ---- */

static bool is_truth(LLVMTypeRef type)
{
	type = element_of(type);
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

/* A replacement for an instruction that LLVM's back end for NVIDIA GPUs selects wrongly; NULL: the instruction stays.
 * The back end converts a number to a bit by comparing it with 0. */
static LLVMValueRef nvptx_replacement(LLVMBuilderRef builder, LLVMValueRef i)
{
	const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
	LLVMValueRef number;

	if ((opcode != LLVMFPToUI && opcode != LLVMFPToSI) || !is_truth(LLVMTypeOf(i)))
		return signed_truth(builder, i);
	number = LLVMGetOperand(i, 0);
	LLVMPositionBuilderBefore(builder, i);
	return opcode == LLVMFPToUI
		       ? LLVMBuildFCmp(builder, LLVMRealOGE, number, LLVMConstReal(LLVMTypeOf(number), 1.0), "")
		       : LLVMBuildFCmp(builder, LLVMRealOLE, number, LLVMConstReal(LLVMTypeOf(number), -1.0), "");
}

void nvptx_lower(struct syb_ir *ir)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);

	for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = LLVMGetNextFunction(f))
		lower_instructions(builder, f, nvptx_replacement);
	LLVMDisposeBuilder(builder);
}

/* If a function is in a table, its calls are lowered, and it is removed. */
static void lower_function(LLVMBuilderRef builder, LLVMValueRef function, const struct lowered *rows, size_t count)
{
	const char *name = ir_name(function);

	for (size_t i = 0; i < count; i++)
		if (str_starts(name, rows[i].prefix)) {
			lower_calls(builder, function, &rows[i]);
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
