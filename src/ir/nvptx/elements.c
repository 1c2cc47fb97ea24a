/* ir/nvptx/elements.c — a function for vectors becomes one call of a scalar function for each element. */
#include "nvptx.h"

#include <assert.h>
#include <stdio.h>

enum { MOST_ARGS = 8, NAME_SIZE = 96 };

LLVMValueRef nvptx_arg(const struct nvptx_call *c, unsigned i)
{
	return LLVMGetOperand(c->call, i);
}

unsigned nvptx_length(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 0;
}

LLVMTypeRef nvptx_scalar(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

static bool is_kind(LLVMTypeRef type, LLVMTypeKind kind)
{
	return LLVMGetTypeKind(type) == kind;
}

static bool is_bool(LLVMTypeRef type)
{
	return is_kind(type, LLVMIntegerTypeKind) && LLVMGetIntTypeWidth(type) == 1;
}

static LLVMTypeRef integer(struct nvptx *n, unsigned bits)
{
	return LLVMIntTypeInContext(n->context, bits);
}

static unsigned bits_of(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind:
		return 16;
	case LLVMFloatTypeKind:
		return 32;
	case LLVMDoubleTypeKind:
		return 64;
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type);
	default:
		return 0;
	}
}

LLVMValueRef nvptx_generic(struct nvptx *n, LLVMValueRef pointer)
{
	if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) == GENERIC_SPACE)
		return pointer;
	return LLVMBuildAddrSpaceCast(n->builder, pointer, LLVMPointerTypeInContext(n->context, GENERIC_SPACE), "");
}

/* ---- calls ---- */

static LLVMValueRef declare(struct nvptx *n, const char *name, LLVMTypeRef type)
{
	LLVMValueRef function = LLVMGetNamedFunction(n->module, name);

	return function ? function : LLVMAddFunction(n->module, name, type);
}

static LLVMTypeRef passed_type(struct nvptx *n, LLVMTypeRef type)
{
	if (is_bool(type))
		return integer(n, 32);
	return is_kind(type, LLVMHalfTypeKind) ? integer(n, 16) : type;
}

static LLVMValueRef pass(struct nvptx *n, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value), passed = passed_type(n, type);

	if (is_kind(type, LLVMPointerTypeKind))
		return nvptx_generic(n, value);
	if (is_bool(type))
		return LLVMBuildZExt(n->builder, value, passed, "");
	return passed == type ? value : LLVMBuildBitCast(n->builder, value, passed, "");
}

static LLVMValueRef receive(struct nvptx *n, LLVMValueRef value, LLVMTypeRef type)
{
	if (LLVMTypeOf(value) == type)
		return value;
	if (is_bool(type))
		return LLVMBuildICmp(n->builder, LLVMIntNE, value, LLVMConstNull(LLVMTypeOf(value)), "");
	return LLVMBuildBitCast(n->builder, value, type, "");
}

LLVMValueRef nvptx_emit(struct nvptx *n, const char *name, LLVMTypeRef result, LLVMValueRef *args, unsigned count)
{
	LLVMTypeRef types[MOST_ARGS], type;
	LLVMValueRef values[MOST_ARGS];

	assert(count <= MOST_ARGS);
	for (unsigned i = 0; i < count; i++) {
		values[i] = pass(n, args[i]);
		types[i] = LLVMTypeOf(values[i]);
	}
	type = LLVMFunctionType(passed_type(n, result), types, count, false);
	return receive(n, LLVMBuildCall2(n->builder, type, declare(n, name, type), values, count, ""), result);
}

LLVMValueRef nvptx_intrinsic(struct nvptx *n, const char *name, LLVMTypeRef type, LLVMValueRef *args, unsigned count)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMTypeRef function = LLVMIntrinsicGetType(n->context, id, &type, 1);

	return LLVMBuildCall2(n->builder, function, LLVMGetIntrinsicDeclaration(n->module, id, &type, 1), args, count,
			      "");
}

void nvptx_replace(const struct nvptx_call *c, LLVMValueRef value)
{
	if (value && LLVMGetTypeKind(LLVMTypeOf(c->call)) != LLVMVoidTypeKind)
		LLVMReplaceAllUsesWith(c->call, value);
	LLVMInstructionEraseFromParent(c->call);
}

/* ---- elements ---- */

/* The type that decides about names and lengths: of the result, or of the last argument (atomic stores). */
static LLVMTypeRef deciding_type(const struct nvptx_call *c)
{
	LLVMTypeRef type = LLVMTypeOf(c->call);

	return is_kind(type, LLVMVoidTypeKind) && c->count ? LLVMTypeOf(nvptx_arg(c, c->count - 1)) : type;
}

static LLVMValueRef index_of(struct nvptx *n, unsigned i)
{
	return LLVMConstInt(integer(n, 32), i, false);
}

/* One element of an argument. Arguments that are not vectors are the same for all elements. */
static LLVMValueRef element(struct nvptx *n, LLVMValueRef value, unsigned length, unsigned i)
{
	return length && nvptx_length(LLVMTypeOf(value)) == length
		       ? LLVMBuildExtractElement(n->builder, value, index_of(n, i), "")
		       : value;
}

int nvptx_each(const struct nvptx_call *c, nvptx_one_fn *one, const void *how)
{
	struct nvptx *n = c->n;
	LLVMTypeRef type = LLVMTypeOf(c->call), scalar = nvptx_scalar(type);
	unsigned length = nvptx_length(deciding_type(c));
	LLVMValueRef args[MOST_ARGS], value, all = NULL;

	if (c->count > MOST_ARGS)
		return nvptx_fail(n, c->call, "nvptx-function", "'%s' has %u arguments; the maximum is %d", c->mangled,
				  c->count, MOST_ARGS);
	if (length && !is_kind(type, LLVMVoidTypeKind))
		all = LLVMGetUndef(type);
	for (unsigned i = 0; i < (length ? length : 1); i++) {
		for (unsigned k = 0; k < c->count; k++)
			args[k] = element(n, nvptx_arg(c, k), length, i);
		value = one(c, scalar, args, i, how);
		if (!value)
			return nvptx_fail(n, c->call, "nvptx-function",
					  "'%s' is not available for this type on NVIDIA GPUs", c->mangled);
		if (!is_kind(type, LLVMVoidTypeKind))
			all = all ? LLVMBuildInsertElement(n->builder, all, value, index_of(n, i), "") : value;
	}
	nvptx_replace(c, all);
	return 0;
}

/* ---- libclc ---- */

/* As OpenCL mangles a type; '\0': libclc has no such type. */
static char letter_of(LLVMTypeRef type, bool is_signed)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMFloatTypeKind:
		return 'f';
	case LLVMDoubleTypeKind:
		return 'd';
	case LLVMIntegerTypeKind:
		switch (LLVMGetIntTypeWidth(type)) {
		case 8:
			return is_signed ? 'c' : 'h';
		case 16:
			return is_signed ? 's' : 't';
		case 32:
			return is_signed ? 'i' : 'j';
		case 64:
			return is_signed ? 'l' : 'm';
		}
		return '\0';
	default:
		return '\0';
	}
}

static LLVMTypeRef float_type(struct nvptx *n)
{
	return LLVMFloatTypeInContext(n->context);
}

/* Half is computed as float. */
static LLVMTypeRef computed(struct nvptx *n, LLVMTypeRef type)
{
	return is_kind(type, LLVMHalfTypeKind) ? float_type(n) : type;
}

static LLVMValueRef widen(struct nvptx *n, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value), to = float_type(n);

	if (!is_kind(nvptx_scalar(type), LLVMHalfTypeKind))
		return value;
	return LLVMBuildFPExt(n->builder, value, nvptx_length(type) ? LLVMVectorType(to, nvptx_length(type)) : to, "");
}

static LLVMValueRef narrow(struct nvptx *n, LLVMValueRef value, LLVMTypeRef type)
{
	return LLVMTypeOf(value) == type ? value : LLVMBuildFPTrunc(n->builder, value, type, "");
}

struct clc {
	const char *function, *codes;
};

/* Where a function writes a second result. */
struct second {
	LLVMValueRef memory, to;
	LLVMTypeRef type; /* NULL: none, or written directly */
};

static LLVMValueRef entry_alloca(const struct nvptx_call *c, LLVMTypeRef type)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(ir_function_of(c->call));
	LLVMValueRef memory;

	LLVMPositionBuilderBefore(c->n->builder, LLVMGetFirstInstruction(entry));
	memory = LLVMBuildAlloca(c->n->builder, type, "");
	LLVMPositionBuilderBefore(c->n->builder, c->call);
	return memory;
}

/* A pointer to element i; for half, a pointer to a temporary float. */
static LLVMValueRef point(const struct nvptx_call *c, LLVMValueRef pointer, LLVMTypeRef type, unsigned i,
			  struct second *out)
{
	LLVMValueRef at = index_of(c->n, i);

	pointer = LLVMBuildGEP2(c->n->builder, type, nvptx_generic(c->n, pointer), &at, 1, "");
	if (!is_kind(type, LLVMHalfTypeKind))
		return pointer;
	*out = (struct second){ entry_alloca(c, float_type(c->n)), pointer, type };
	return out->memory;
}

static LLVMValueRef one_clc(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
			    const void *how)
{
	const struct clc *clc = how;
	LLVMTypeRef value_type = LLVMTypeOf(args[0]);
	struct second second = { 0 };
	struct nvptx *n = c->n;
	char name[NAME_SIZE];
	int at = snprintf(name, sizeof(name), "_Z%zu%s", strlen(clc->function), clc->function);
	LLVMValueRef value;

	if (c->count != strlen(clc->codes) || at < 0 || (size_t)at + 2 * (size_t)c->count + 1 > sizeof(name))
		return NULL;
	for (unsigned k = 0; k < c->count; k++) {
		char code = clc->codes[k], letter;

		if (code == 'P' || code == 'I') {
			name[at++] = 'P';
			args[k] = point(c, args[k], code == 'P' ? value_type : integer(n, 32), i, &second);
			letter = code == 'I' ? 'i' : letter_of(computed(n, value_type), true);
		} else {
			args[k] = widen(n, args[k]);
			letter = letter_of(LLVMTypeOf(args[k]), code != 'u');
		}
		if (!letter)
			return NULL;
		name[at++] = letter;
	}
	name[at] = '\0';
	value = narrow(n, nvptx_emit(n, name, computed(n, result), args, c->count), result);
	if (second.type)
		LLVMBuildStore(n->builder,
			       narrow(n, LLVMBuildLoad2(n->builder, float_type(n), second.memory, ""), second.type),
			       second.to);
	return value;
}

int nvptx_each_clc(const struct nvptx_call *c, const char *function, const char *codes)
{
	const struct clc how = { function, codes };

	return nvptx_each(c, one_clc, &how);
}

/* Geometric functions: the arguments have one type, which is mangled once. */
int nvptx_whole_clc(const struct nvptx_call *c, const char *function)
{
	struct nvptx *n = c->n;
	LLVMTypeRef type = LLVMTypeOf(nvptx_arg(c, 0)), result = LLVMTypeOf(c->call);
	unsigned length = nvptx_length(type);
	char name[NAME_SIZE], letter = letter_of(computed(n, nvptx_scalar(type)), true);
	LLVMValueRef args[2], value;

	if (c->count < 1 || c->count > 2 || !letter)
		return nvptx_fail(n, c->call, "nvptx-function", "'%s' is not available for this type on NVIDIA GPUs",
				  c->mangled);
	if (length)
		(void)snprintf(name, sizeof(name), "_Z%zu%sDv%u_%c%s", strlen(function), function, length, letter,
			       c->count > 1 ? "S_" : "");
	else
		(void)snprintf(name, sizeof(name), "_Z%zu%s%c%.*s", strlen(function), function, letter,
			       (int)c->count - 1, &letter);
	for (unsigned i = 0; i < c->count; i++)
		args[i] = widen(n, nvptx_arg(c, i));
	value = nvptx_emit(n, name,
			   is_kind(nvptx_scalar(result), LLVMHalfTypeKind)
				   ? nvptx_length(result) ? LLVMVectorType(float_type(n), nvptx_length(result))
							  : float_type(n)
				   : result,
			   args, c->count);
	nvptx_replace(c, narrow(n, value, result));
	return 0;
}

/* ---- LLVM ---- */

static LLVMValueRef one_llvm(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
			     const void *how)
{
	(void)i;
	return nvptx_intrinsic(c->n, how, result, args, c->count);
}

int nvptx_each_llvm(const struct nvptx_call *c, const char *intrinsic)
{
	return nvptx_each(c, one_llvm, intrinsic);
}

/* ---- the device library ---- */

static bool is_float(LLVMTypeRef type)
{
	return is_kind(type, LLVMHalfTypeKind) || is_kind(type, LLVMFloatTypeKind) || is_kind(type, LLVMDoubleTypeKind);
}

/* The type in which the device library computes. */
static LLVMTypeRef form_type(struct nvptx *n, LLVMTypeRef type, enum nvptx_form form)
{
	if (form == FORM_FLOAT)
		return computed(n, type);
	if (form == FORM_LOGICAL)
		return integer(n, 1);
	return form == FORM_BITS && is_float(type) ? integer(n, bits_of(type)) : type;
}

static LLVMValueRef to_form(struct nvptx *n, LLVMValueRef value, LLVMTypeRef as, enum nvptx_form form)
{
	if (form == FORM_FLOAT)
		return widen(n, value);
	if (form == FORM_LOGICAL)
		return LLVMBuildICmp(n->builder, LLVMIntNE, value, LLVMConstNull(LLVMTypeOf(value)), "");
	return LLVMBuildBitCast(n->builder, value, as, "");
}

static LLVMValueRef from_form(struct nvptx *n, LLVMValueRef value, LLVMTypeRef type, enum nvptx_form form)
{
	if (form == FORM_FLOAT)
		return narrow(n, value, type);
	if (form == FORM_LOGICAL)
		return LLVMBuildZExt(n->builder, value, type, "");
	return LLVMBuildBitCast(n->builder, value, type, "");
}

LLVMValueRef nvptx_one_ours(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
			    const void *how)
{
	enum { LOGICAL_VALUE = 2 }; /* after the scope and the operation, which may have the same type */
	const struct nvptx_ours *ours = how;
	struct nvptx *n = c->n;
	LLVMTypeRef type = nvptx_scalar(deciding_type(c)), as = form_type(n, type, ours->form);
	char name[NAME_SIZE];
	LLVMValueRef value;

	(void)i;
	if (!bits_of(type) || (ours->form == FORM_LOGICAL && is_float(type)))
		return NULL;
	for (unsigned k = 0; k < c->count && as != type; k++)
		if (LLVMTypeOf(args[k]) == type && (ours->form != FORM_LOGICAL || k == LOGICAL_VALUE))
			args[k] = to_form(n, args[k], as, ours->form);
	(void)snprintf(name, sizeof(name), "__sybil_%s_%c%u", ours->function, is_float(as) ? 'f' : 'i', bits_of(as));
	value = nvptx_emit(n, name, result == type ? as : result, args, c->count);
	return LLVMTypeOf(value) == result ? value : from_form(n, value, result, ours->form);
}

int nvptx_each_ours(const struct nvptx_call *c, const char *function, enum nvptx_form form)
{
	const struct nvptx_ours how = { function, form };

	return nvptx_each(c, nvptx_one_ours, &how);
}
