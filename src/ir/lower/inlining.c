/* ir/lower/inlining.c — functions that must be inlined, because drivers support some builtins in kernels only. */
#include "inlining.h"

#include "ir/module/values.h"

void inline_always(const struct syb_ir *ir, LLVMValueRef function)
{
	static const char *const against[] = { "noinline", "optnone" };

	for (size_t i = 0; i < ARRAY_SIZE(against); i++)
		LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, ir_attribute_kind(against[i]));
	LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
				LLVMCreateEnumAttribute(ir->context, ir_attribute_kind("alwaysinline"), 0));
}

/* Add the functions that use a value, also through casts: they call it, or pass it on to be called. */
static int add_users(struct syb_ctx *ctx, struct values *callers, LLVMValueRef value, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsAConstantExpr(user) && depth > 0)
			TRY(add_users(ctx, callers, user, depth - 1));
		if (LLVMIsAInstruction(user) && !ir_is_kernel(ir_function_of(user)))
			TRY(values_add(ctx, callers, ir_function_of(user), NULL));
	}
	return 0;
}

static int inline_users(struct pass_run *run, bool (*is_wanted)(LLVMValueRef), LLVMValueRef only)
{
	enum { DEPTH = 4 };
	_cleanup_(values_free) struct values callers = { 0 };
	LLVMModuleRef module = run->ir->module;

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (only ? f == only : is_wanted(f))
			TRY(add_users(run->ctx, &callers, f, DEPTH));
	for (LLVMValueRef v = LLVMGetFirstGlobal(module); v && !only; v = LLVMGetNextGlobal(v))
		if (is_wanted(v))
			TRY(add_users(run->ctx, &callers, v, DEPTH));
	for (size_t i = 0; i < callers.count; i++) {
		inline_always(run->ir, callers.items[i]);
		TRY(add_users(run->ctx, &callers, callers.items[i], DEPTH));
	}
	return callers.count ? ir_run_passes(run->ctx, run->ir, "always-inline") : 0;
}

int inline_callers(struct pass_run *run, LLVMValueRef function)
{
	return inline_users(run, NULL, function);
}

/* ---- builtins that drivers support in kernels only ---- */

/* PoCL passes its printf buffer and the ids of work-items and groups to kernels only: a function that prints writes to
 * an uninitialized address, and one that asks for an id does not load. Barriers divide kernels. PoCL inlines functions
 * into kernels itself, except noinline ones, as all functions are at -O0. */
static bool is_of_kernels(LLVMValueRef value)
{
	static const char *const beginnings[] = {
		"__spirv_BuiltIn",    "__spirv_ControlBarrier",
		"__spirv_ocl_printf", "__spirv_Group",
		"__spirv_Subgroup",   "get_global_",
		"get_local_",         "get_group_",
		"get_num_",           "get_work_dim",
		"get_sub_group_",     "get_enqueued_",
		"get_max_sub_group_", "barrier",
		"work_group_",        "sub_group_",
		"intel_sub_group_",   "printf",
	};
	const char *name = ir_name(value);

	if (!LLVMIsDeclaration(value))
		return false;
	name = ir_unmangled(name);
	for (size_t i = 0; i < ARRAY_SIZE(beginnings); i++)
		if (str_starts(name, beginnings[i]))
			return true;
	return false;
}

int inline_into_kernels(struct pass_run *run)
{
	return inline_users(run, is_of_kernels, NULL);
}
