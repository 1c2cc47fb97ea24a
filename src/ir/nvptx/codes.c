/* ir/nvptx/codes.c — SPIR-V functions that are built from instructions, or need more than their arguments. */
#include "nvptx.h"

#include <stdio.h>

static LLVMTypeRef integer(const struct nvptx_call *c, unsigned bits)
{
	return LLVMIntTypeInContext(c->n->context, bits);
}

static LLVMValueRef number(const struct nvptx_call *c, unsigned bits, uint64_t value)
{
	return LLVMConstInt(integer(c, bits), value, false);
}

static LLVMValueRef call_ours(const struct nvptx_call *c, const char *name, LLVMTypeRef result, LLVMValueRef *args,
			      unsigned count)
{
	return nvptx_emit(c->n, name, result, args, count);
}

static bool is(const struct nvptx_call *c, const char *name)
{
	return str_eq(c->name, name);
}

/* ---- floating point as bits ---- */

struct layout {
	unsigned bits;
	uint64_t exponent, quiet;
};

static bool read_layout(LLVMTypeRef type, struct layout *out)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind:
		*out = (struct layout){ 16, 0x7c00, 0x7e00 };
		return true;
	case LLVMFloatTypeKind:
		*out = (struct layout){ 32, 0x7f800000, 0x7fc00000 };
		return true;
	case LLVMDoubleTypeKind:
		*out = (struct layout){ 64, UINT64_C(0x7ff) << 52, UINT64_C(0xfff) << 51 };
		return true;
	default:
		return false;
	}
}

/* Truth of a scalar is bool; of an element of a vector, all bits. */
static LLVMValueRef truth(const struct nvptx_call *c, LLVMValueRef is_true, LLVMTypeRef result)
{
	return LLVMTypeOf(is_true) == result ? is_true : LLVMBuildSExt(c->n->builder, is_true, result, "");
}

static LLVMValueRef one_class(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
			      const void *how)
{
	LLVMBuilderRef b = c->n->builder;
	LLVMValueRef bits, exponent, all, none, value;
	struct layout layout;

	(void)i;
	(void)how;
	if (!read_layout(LLVMTypeOf(args[0]), &layout))
		return NULL;
	if (is(c, "IsNan"))
		return truth(c, LLVMBuildFCmp(b, LLVMRealUNO, args[0], args[0], ""), result);
	bits = LLVMBuildBitCast(b, args[0], integer(c, layout.bits), "");
	all = number(c, layout.bits, layout.exponent);
	none = number(c, layout.bits, 0);
	exponent = LLVMBuildAnd(b, bits, all, "");
	if (is(c, "SignBitSet"))
		value = LLVMBuildICmp(b, LLVMIntSLT, bits, none, "");
	else if (is(c, "IsFinite"))
		value = LLVMBuildICmp(b, LLVMIntNE, exponent, all, "");
	else if (is(c, "IsNormal"))
		value = LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntNE, exponent, all, ""),
				     LLVMBuildICmp(b, LLVMIntNE, exponent, none, ""), "");
	else
		value = LLVMBuildICmp(
			b, LLVMIntEQ,
			LLVMBuildAnd(b, bits, number(c, layout.bits, UINT64_MAX >> (65 - layout.bits)), ""), all, "");
	return truth(c, value, result);
}

int lower_class(const struct nvptx_call *c)
{
	return nvptx_each(c, one_class, NULL);
}

static LLVMValueRef one_compare(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
				const void *how)
{
	(void)i;
	return truth(c, LLVMBuildFCmp(c->n->builder, *(const LLVMRealPredicate *)how, args[0], args[1], ""), result);
}

int nvptx_compare(const struct nvptx_call *c, LLVMRealPredicate predicate)
{
	return nvptx_each(c, one_compare, &predicate);
}

static LLVMValueRef one_nan(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
			    const void *how)
{
	struct layout layout;

	(void)i;
	(void)how;
	if (!read_layout(result, &layout))
		return NULL;
	return LLVMBuildBitCast(c->n->builder,
				LLVMBuildOr(c->n->builder, args[0], number(c, layout.bits, layout.quiet), ""), result,
				"");
}

int lower_nan(const struct nvptx_call *c)
{
	return nvptx_each(c, one_nan, NULL);
}

int lower_dot(const struct nvptx_call *c)
{
	LLVMBuilderRef b = c->n->builder;
	unsigned length = nvptx_length(LLVMTypeOf(nvptx_arg(c, 0)));
	LLVMValueRef sum = NULL;

	for (unsigned i = 0; i < (length ? length : 1); i++) {
		LLVMValueRef at = number(c, 32, i), x = nvptx_arg(c, 0), y = nvptx_arg(c, 1);

		if (length) {
			x = LLVMBuildExtractElement(b, x, at, "");
			y = LLVMBuildExtractElement(b, y, at, "");
		}
		x = LLVMBuildFMul(b, x, y, "");
		sum = sum ? LLVMBuildFAdd(b, sum, x, "") : x;
	}
	nvptx_replace(c, sum);
	return 0;
}

/* ---- integers ---- */

static LLVMValueRef one_count(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
			      const void *how)
{
	LLVMValueRef both[] = { args[0], number(c, 1, 0) };

	(void)i;
	return nvptx_intrinsic(c->n, how, result, both, str_eq(how, "llvm.ctpop") ? 1 : 2);
}

int lower_count_bits(const struct nvptx_call *c)
{
	return nvptx_each(c, one_count, is(c, "ocl_clz") ? "llvm.ctlz" : is(c, "ocl_ctz") ? "llvm.cttz" : "llvm.ctpop");
}

int lower_absolute(const struct nvptx_call *c)
{
	return nvptx_each(c, one_count, "llvm.abs");
}

int lower_same(const struct nvptx_call *c)
{
	nvptx_replace(c, nvptx_arg(c, 0));
	return 0;
}

int lower_nothing(const struct nvptx_call *c)
{
	nvptx_replace(c, NULL);
	return 0;
}

static LLVMValueRef one_bit_select(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
				   const void *how)
{
	LLVMBuilderRef b = c->n->builder;
	struct layout layout;
	LLVMTypeRef type = read_layout(result, &layout) ? integer(c, layout.bits) : result;

	(void)i;
	(void)how;
	for (unsigned k = 0; k < 3; k++)
		args[k] = LLVMBuildBitCast(b, args[k], type, "");
	return LLVMBuildBitCast(b,
				LLVMBuildOr(b, LLVMBuildAnd(b, args[0], LLVMBuildNot(b, args[2], ""), ""),
					    LLVMBuildAnd(b, args[1], args[2], ""), ""),
				result, "");
}

int lower_bit_select(const struct nvptx_call *c)
{
	return nvptx_each(c, one_bit_select, NULL);
}

/* A scalar condition holds if it is not zero; an element of a vector, if its highest bit is set. */
static LLVMValueRef one_select(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
			       const void *how)
{
	LLVMIntPredicate predicate = nvptx_length(LLVMTypeOf(c->call)) ? LLVMIntSLT : LLVMIntNE;
	LLVMValueRef holds = LLVMBuildICmp(c->n->builder, predicate, args[2], LLVMConstNull(LLVMTypeOf(args[2])), "");

	(void)result;
	(void)i;
	(void)how;
	return LLVMBuildSelect(c->n->builder, holds, args[1], args[0], "");
}

int lower_select(const struct nvptx_call *c)
{
	return nvptx_each(c, one_select, NULL);
}

static LLVMValueRef one_mad_hi(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
			       const void *how)
{
	LLVMBuilderRef b = c->n->builder;
	unsigned bits = LLVMGetIntTypeWidth(result);
	LLVMTypeRef wide = integer(c, 2 * bits);
	bool is_signed = is(c, "ocl_s_mad_hi");
	LLVMValueRef product = LLVMBuildMul(b, LLVMBuildIntCast2(b, args[0], wide, is_signed, ""),
					    LLVMBuildIntCast2(b, args[1], wide, is_signed, ""), "");

	(void)i;
	(void)how;
	product = LLVMBuildLShr(b, product, LLVMConstInt(wide, bits, false), "");
	return LLVMBuildAdd(b, LLVMBuildTrunc(b, product, result, ""), args[2], "");
}

int lower_mad_hi(const struct nvptx_call *c)
{
	return nvptx_each(c, one_mad_hi, NULL);
}

static LLVMValueRef one_upsample(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
				 const void *how)
{
	LLVMBuilderRef b = c->n->builder;
	LLVMValueRef shift = LLVMConstInt(result, LLVMGetIntTypeWidth(LLVMTypeOf(args[0])), false);

	(void)i;
	(void)how;
	return LLVMBuildOr(b, LLVMBuildShl(b, LLVMBuildZExt(b, args[0], result, ""), shift, ""),
			   LLVMBuildZExt(b, args[1], result, ""), "");
}

int lower_upsample(const struct nvptx_call *c)
{
	return nvptx_each(c, one_upsample, NULL);
}

/* ---- conversions ---- */

static LLVMValueRef one_int(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
			    const void *how)
{
	(void)i;
	(void)how;
	return LLVMBuildIntCast2(c->n->builder, args[0], result, is(c, "SConvert"), "");
}

int lower_convert_int(const struct nvptx_call *c)
{
	return nvptx_each(c, one_int, NULL);
}

static LLVMValueRef one_from_int(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
				 const void *how)
{
	(void)i;
	(void)how;
	return is(c, "ConvertSToF") ? LLVMBuildSIToFP(c->n->builder, args[0], result, "")
				    : LLVMBuildUIToFP(c->n->builder, args[0], result, "");
}

int lower_convert_from_int(const struct nvptx_call *c)
{
	return nvptx_each(c, one_from_int, NULL);
}

/* The rounding of a name, "_Rint4_rte"; to the nearest if it has none, NULL if it is not known. */
static const char *rounding_of(const struct nvptx_call *c)
{
	static const char *const roundings[] = { "rte", "rtz", "rtp", "rtn" };
	struct text rest = text_after(c->suffix, c->suffix.len ? 1 : 0); /* "_" */

	(void)text_cut(&rest, '_');
	for (size_t i = 0; i < ARRAY_SIZE(roundings); i++)
		if (text_is(rest, roundings[i]))
			return roundings[i];
	return rest.len ? NULL : roundings[0];
}

static LLVMValueRef one_to_int(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
			       const void *how)
{
	const char *rounding = rounding_of(c), *intrinsic;
	LLVMValueRef value = args[0];

	(void)i;
	(void)how;
	if (!rounding)
		return NULL;
	intrinsic = str_eq(rounding, "rtp")   ? "llvm.ceil"
		    : str_eq(rounding, "rtn") ? "llvm.floor"
		    : str_eq(rounding, "rte") ? "llvm.rint"
					      : NULL;
	if (intrinsic)
		value = nvptx_intrinsic(c->n, intrinsic, LLVMTypeOf(value), &value, 1);
	return is(c, "ConvertFToS") ? LLVMBuildFPToSI(c->n->builder, value, result, "")
				    : LLVMBuildFPToUI(c->n->builder, value, result, "");
}

int lower_convert_to_int(const struct nvptx_call *c)
{
	return nvptx_each(c, one_to_int, NULL);
}

static LLVMValueRef one_float(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
			      const void *how)
{
	const char *rounding = rounding_of(c);
	struct layout from, to;
	char name[64];

	(void)i;
	(void)how;
	if (!rounding || !read_layout(LLVMTypeOf(args[0]), &from) || !read_layout(result, &to))
		return NULL;
	if (from.bits <= to.bits || str_eq(rounding, "rte"))
		return LLVMBuildFPCast(c->n->builder, args[0], result, "");
	(void)snprintf(name, sizeof(name), "__sybil_convert_f%u_f%u_%s", from.bits, to.bits, rounding);
	return call_ours(c, name, result, args, 1);
}

int lower_convert_float(const struct nvptx_call *c)
{
	return nvptx_each(c, one_float, NULL);
}

/* ---- pointers ---- */

/* Without casts: the space that it certainly points to. */
static LLVMValueRef without_casts(LLVMValueRef pointer)
{
	while (LLVMIsAAddrSpaceCastInst(pointer) ||
	       (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMAddrSpaceCast))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

/* NULL where the pointer does not point to the space. LLVM would join a cast to the space with an earlier one from
 * another space, even where the code never runs, and NVPTX has no such cast: the library converts the address instead.
 */
int lower_pointer_to(const struct nvptx_call *c)
{
	LLVMTypeRef type = LLVMTypeOf(c->call);
	unsigned space = LLVMGetPointerAddressSpace(type), from;
	LLVMValueRef pointer = without_casts(nvptx_arg(c, 0)), address;

	from = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
	if (from != GENERIC_SPACE && space != GENERIC_SPACE) {
		nvptx_replace(c, from == space ? pointer : LLVMConstNull(type));
		return 0;
	}
	pointer = nvptx_generic(c->n, pointer);
	address = call_ours(c,
			    space == GLOBAL_SPACE   ? "__sybil_to_global"
			    : space == SHARED_SPACE ? "__sybil_to_local"
						    : "__sybil_to_private",
			    integer(c, 64), &pointer, 1);
	nvptx_replace(c, LLVMBuildIntToPtr(c->n->builder, address, type, ""));
	return 0;
}

int lower_pointer_bits(const struct nvptx_call *c)
{
	nvptx_replace(c,
		      LLVMBuildPtrToInt(c->n->builder, nvptx_generic(c->n, nvptx_arg(c, 0)), LLVMTypeOf(c->call), ""));
	return 0;
}

/* ---- work-items ---- */

static LLVMValueRef offset_of(const struct nvptx_call *c)
{
	LLVMValueRef dimension = nvptx_arg(c, 0);

	return call_ours(c, NVPTX_OFFSET, LLVMTypeOf(c->call), &dimension, 1);
}

int lower_offset(const struct nvptx_call *c)
{
	nvptx_replace(c, offset_of(c));
	return 0;
}

int lower_global_id(const struct nvptx_call *c)
{
	LLVMValueRef dimension = nvptx_arg(c, 0);
	LLVMValueRef id = call_ours(c, "__sybil_global_id", LLVMTypeOf(c->call), &dimension, 1);

	nvptx_replace(c, LLVMBuildAdd(c->n->builder, id, offset_of(c), ""));
	return 0;
}
