/* ir/nvptx/group_calls.c — SPIR-V functions of work-groups and sub-groups that need more than a call. */
#include "nvptx.h"

#include <stdio.h>
#include <stdlib.h>

static LLVMValueRef number(const struct nvptx_call *c, uint64_t value)
{
	return LLVMConstInt(LLVMInt32TypeInContext(c->n->context), value, false);
}

static LLVMTypeRef i64_of(const struct nvptx_call *c)
{
	return LLVMInt64TypeInContext(c->n->context);
}

/* ---- broadcast: the id has one to three dimensions ---- */

static LLVMValueRef linear_id(const struct nvptx_call *c)
{
	LLVMValueRef id = nvptx_arg(c, 2), parts[3];
	unsigned length = nvptx_length(LLVMTypeOf(id));

	if (!length)
		return LLVMBuildIntCast2(c->n->builder, id, i64_of(c), false, "");
	for (unsigned i = 0; i < length && i < ARRAY_SIZE(parts); i++)
		parts[i] =
			LLVMBuildIntCast2(c->n->builder, LLVMBuildExtractElement(c->n->builder, id, number(c, i), ""),
					  i64_of(c), false, "");
	return nvptx_emit(c->n, length == 2 ? "__sybil_linear_id_2" : "__sybil_linear_id_3", i64_of(c), parts, length);
}

static LLVMValueRef one_broadcast(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
				  const void *how)
{
	const struct nvptx_ours ours = { "group_broadcast", FORM_BITS };

	args[2] = (LLVMValueRef)(uintptr_t)how;
	return nvptx_one_ours(c, result, args, i, &ours);
}

int lower_broadcast(const struct nvptx_call *c)
{
	unsigned length = c->count == 3 ? nvptx_length(LLVMTypeOf(nvptx_arg(c, 2))) : 4;

	if (length > 3)
		return nvptx_fail(c->n, c->call, "nvptx-function", "'%s' has an unknown form", c->mangled);
	return nvptx_each(c, one_broadcast, linear_id(c));
}

/* ---- non-uniform groups ---- */

static const struct {
	const char *name, *function;
} operations[] = {
	{ "FAdd", "fadd" },
	{ "FMax", "fmax" },
	{ "FMin", "fmin" },
	{ "FMul", "fmultiply" },
	{ "IAdd", "add" },
	{ "IMul", "multiply" },
	{ "SMax", "smax" },
	{ "SMin", "smin" },
	{ "UMax", "umax" },
	{ "UMin", "umin" },
	{ "BitwiseAnd", "and" },
	{ "BitwiseOr", "or" },
	{ "BitwiseXor", "xor" },
	{ "LogicalAnd", "logical_and" },
	{ "LogicalOr", "logical_or" },
};

int lower_non_uniform(const struct nvptx_call *c)
{
	const char *name = c->name + strlen("GroupNonUniform");
	char function[64] = "";

	for (size_t i = 0; i < ARRAY_SIZE(operations); i++)
		if (str_eq(operations[i].name, name))
			(void)snprintf(function, sizeof(function), "%s_%s", c->count > 3 ? "cluster" : "active",
				       operations[i].function);
	return nvptx_each_ours(c, function, str_starts(name, "Logical") ? FORM_LOGICAL : FORM_FLOAT);
}

int lower_ballot(const struct nvptx_call *c)
{
	LLVMValueRef args[] = { nvptx_arg(c, 0), nvptx_arg(c, 1) };
	LLVMValueRef lanes = nvptx_emit(c->n, "__sybil_ballot", LLVMInt32TypeInContext(c->n->context), args, 2);

	nvptx_replace(
		c, LLVMBuildInsertElement(c->n->builder, LLVMConstNull(LLVMTypeOf(c->call)), lanes, number(c, 0), ""));
	return 0;
}

int lower_ballot_bit_count(const struct nvptx_call *c)
{
	LLVMValueRef args[] = { nvptx_arg(c, 0), nvptx_arg(c, 1),
				LLVMBuildExtractElement(c->n->builder, nvptx_arg(c, 2), number(c, 0), "") };

	nvptx_replace(c, nvptx_emit(c->n, "__sybil_ballot_bit_count", LLVMTypeOf(c->call), args, 3));
	return 0;
}

/* ---- blocks: element k of work-item i is at k * size + i ---- */

static LLVMValueRef block_at(const struct nvptx_call *c, LLVMTypeRef type, unsigned k)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(c->n->context);
	LLVMBuilderRef b = c->n->builder;
	LLVMValueRef lane = nvptx_emit(c->n, "__sybil_sub_group_local_id", i32, NULL, 0), at;

	at = LLVMBuildMul(b, nvptx_emit(c->n, "__sybil_sub_group_max_size", i32, NULL, 0), number(c, k), "");
	at = LLVMBuildAdd(b, at, lane, "");
	return LLVMBuildGEP2(b, type, nvptx_arg(c, 0), &at, 1, "");
}

int lower_block_read(const struct nvptx_call *c)
{
	LLVMTypeRef type = LLVMTypeOf(c->call), scalar = nvptx_scalar(type);
	unsigned length = nvptx_length(type);
	LLVMValueRef all = length ? LLVMGetUndef(type) : NULL;

	for (unsigned k = 0; k < (length ? length : 1); k++) {
		LLVMValueRef one = LLVMBuildLoad2(c->n->builder, scalar, block_at(c, scalar, k), "");

		all = all ? LLVMBuildInsertElement(c->n->builder, all, one, number(c, k), "") : one;
	}
	nvptx_replace(c, all);
	return 0;
}

int lower_block_write(const struct nvptx_call *c)
{
	LLVMValueRef value = nvptx_arg(c, 1);
	LLVMTypeRef scalar = nvptx_scalar(LLVMTypeOf(value));
	unsigned length = nvptx_length(LLVMTypeOf(value));

	for (unsigned k = 0; k < (length ? length : 1); k++) {
		LLVMValueRef one = length ? LLVMBuildExtractElement(c->n->builder, value, number(c, k), "") : value;

		LLVMBuildStore(c->n->builder, one, block_at(c, scalar, k));
	}
	nvptx_replace(c, NULL);
	return 0;
}

/* ---- copies: done when the function returns; waiting is a barrier ---- */

static unsigned size_of_letter(char letter)
{
	static const char *const letters[] = { "abch", "st", "ijf", "lmxyd" };

	for (unsigned i = 0; i < ARRAY_SIZE(letters); i++)
		if (letter && strchr(letters[i], letter))
			return 1U << i;
	return 0;
}

/* The size of the type that a mangled pointer points to, 0 if it is not known. LLVM's pointers are opaque. */
static unsigned element_size(const char *mangled)
{
	const char *at = strstr(mangled, "GroupAsyncCopyI");
	unsigned long length = 1;
	unsigned size;

	if (!at)
		return 0;
	at += strlen("GroupAsyncCopyI");
	if (*at++ != 'P')
		return 0;
	if (str_starts(at, "U3AS") && at[4])
		at += strlen("U3ASn");
	at += strspn(at, "VK");
	if (str_starts(at, "Dv")) {
		char *end;

		length = strtoul(at + 2, &end, 10);
		if (*end != '_' || length > 16)
			return 0;
		at = end + 1;
	}
	size = str_starts(at, "DF16_") ? 2 : size_of_letter(*at);
	return size * (unsigned)(length == 3 ? 4 : length);
}

int lower_async_copy(const struct nvptx_call *c)
{
	LLVMBuilderRef b = c->n->builder;
	unsigned size = element_size(c->mangled), step = size > 16 ? 16 : size;
	LLVMValueRef to = c->count == 6 ? nvptx_arg(c, 1) : NULL, one = LLVMConstInt(i64_of(c), 1, false);
	LLVMValueRef stride = c->count == 6 ? nvptx_arg(c, 4) : NULL;
	bool to_local = to && LLVMGetPointerAddressSpace(LLVMTypeOf(to)) == SHARED_SPACE;
	char name[32];

	if (!to || !size)
		return nvptx_fail(c->n, c->call, "nvptx-function", "'%s' copies elements of an unknown type",
				  c->mangled);
	(void)snprintf(name, sizeof(name), "__sybil_copy_%u", step);
	/* larger elements: one part after the other */
	for (unsigned part = 0; part < size / step; part++) {
		LLVMTypeRef i8 = LLVMInt8TypeInContext(c->n->context);
		LLVMValueRef at = number(c, (uint64_t)part * step), parts = LLVMConstInt(i64_of(c), size / step, false);
		LLVMValueRef args[] = { LLVMBuildGEP2(b, i8, to, &at, 1, ""),
					LLVMBuildGEP2(b, i8, nvptx_arg(c, 2), &at, 1, ""), nvptx_arg(c, 3),
					LLVMBuildMul(b, parts, to_local ? one : stride, ""),
					LLVMBuildMul(b, parts, to_local ? stride : one, "") };

		(void)nvptx_emit(c->n, name, LLVMVoidTypeInContext(c->n->context), args, ARRAY_SIZE(args));
	}
	nvptx_replace(c, nvptx_arg(c, 5));
	return 0;
}

int lower_wait_events(const struct nvptx_call *c)
{
	(void)nvptx_emit(c->n, "__sybil_group_wait", LLVMVoidTypeInContext(c->n->context), NULL, 0);
	nvptx_replace(c, NULL);
	return 0;
}
