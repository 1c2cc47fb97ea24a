/* ir/nvptx/offset.c — the offset of a launch: as in DPC++, a second kernel NAME_with_offset takes it as one more
 * parameter, and NAME is launched without one. Kernels that do not depend on it have no second form. */
#include "ir/lower/inlining.h"
#include "nvptx.h"

enum { DIMENSIONS = 3 };

/* [3 x i32], in memory that belongs to the kernel: x first. */
static LLVMTypeRef offset_type(struct nvptx *n)
{
	return LLVMArrayType(LLVMInt32TypeInContext(n->context), DIMENSIONS);
}

static LLVMValueRef read_offset(struct nvptx *n, LLVMValueRef call, LLVMValueRef parameter)
{
	LLVMValueRef at[] = { LLVMConstNull(LLVMInt32TypeInContext(n->context)), LLVMGetOperand(call, 0) }, value;

	LLVMPositionBuilderBefore(n->builder, call);
	value = LLVMBuildLoad2(n->builder, LLVMInt32TypeInContext(n->context),
			       LLVMBuildGEP2(n->builder, offset_type(n), parameter, at, 2, ""), "");
	return LLVMBuildIntCast2(n->builder, value, LLVMTypeOf(call), false, "");
}

static LLVMValueRef call_in(LLVMValueRef function, LLVMValueRef placeholder)
{
	for (LLVMUseRef use = LLVMGetFirstUse(placeholder); use; use = LLVMGetNextUse(use))
		if (LLVMIsACallInst(LLVMGetUser(use)) && ir_function_of(LLVMGetUser(use)) == function)
			return LLVMGetUser(use);
	return NULL;
}

static void replace_calls(struct nvptx *n, LLVMValueRef kernel, LLVMValueRef placeholder, LLVMValueRef parameter)
{
	LLVMValueRef call;

	while ((call = call_in(kernel, placeholder))) {
		LLVMReplaceAllUsesWith(call,
				       parameter ? read_offset(n, call, parameter) : LLVMConstNull(LLVMTypeOf(call)));
		LLVMInstructionEraseFromParent(call);
	}
}

/* NVIDIA's parameters by value are copied by the launch. */
static void pass_by_value(struct nvptx *n, LLVMValueRef kernel, unsigned index)
{
	LLVMAttributeRef attributes[] = {
		LLVMCreateTypeAttribute(n->context, ir_attribute_kind("byval"), offset_type(n)),
		LLVMCreateEnumAttribute(n->context, ir_attribute_kind("align"), 4),
	};

	for (size_t i = 0; i < ARRAY_SIZE(attributes); i++)
		LLVMAddAttributeAtIndex(kernel, index + 1, attributes[i]);
}

static int make_offset_kernel(struct nvptx *n, LLVMValueRef kernel, LLVMValueRef placeholder)
{
	const char *name = arena_printf(n->run->ctx, &n->run->arena, "%s_with_offset", ir_name(kernel));
	unsigned count = LLVMCountParams(kernel);
	LLVMValueRef second;

	if (!name)
		return -SYB_E_NOMEM;
	if (LLVMGetNamedFunction(n->module, name))
		return nvptx_fail(n, kernel, "nvptx-kernel",
				  "the name of kernel '%s' is reserved for launches of kernel '%s' with an offset",
				  name, ir_name(kernel));
	second = shim_function_copy(kernel, name);
	second = shim_function_add_parameter(second, LLVMPointerTypeInContext(n->context, GENERIC_SPACE));
	pass_by_value(n, second, count);
	replace_calls(n, second, placeholder, LLVMGetParam(second, count));
	replace_calls(n, kernel, placeholder, NULL);
	return 0;
}

int nvptx_make_offset_kernels(struct nvptx *n)
{
	LLVMValueRef placeholder = LLVMGetNamedFunction(n->module, NVPTX_OFFSET);

	if (!placeholder)
		return 0;
	TRY(inline_callers(n->run, placeholder));
	for (LLVMValueRef f = LLVMGetFirstFunction(n->module), next; f; f = next) {
		next = LLVMGetNextFunction(f);
		if (ir_is_kernel(f) && call_in(f, placeholder))
			TRY(make_offset_kernel(n, f, placeholder));
		else if (call_in(f, placeholder)) /* inlined everywhere, or called through a pointer */
			replace_calls(n, f, placeholder, NULL);
	}
	LLVMDeleteFunction(placeholder);
	return 0;
}
