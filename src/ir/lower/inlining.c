/* ir/lower/inlining.c — functions that have to go into their callers: drivers do some things in kernels only. */
#include "inlining.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

void inline_always(const struct syb_ir *ir, LLVMValueRef function)
{
	static const char *const against[] = { "noinline", "optnone" };

	for (size_t i = 0; i < ARRAY_SIZE(against); i++)
		LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, ir_attribute_kind(against[i]));
	LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
				LLVMCreateEnumAttribute(ir->context, ir_attribute_kind("alwaysinline"), 0));
}

/* Functions that were found, each once. */
struct callers {
	struct syb_ctx *ctx;
	LLVMValueRef *list; /* with room for all */
	size_t count;
	struct hash seen;
};

static void free_callers(struct callers *callers)
{
	hash_free(&callers->seen);
}

static int add(struct callers *callers, LLVMValueRef function)
{
	size_t *value;
	bool found;

	callers->list[callers->count] = function;
	TRY(hash_put(callers->ctx, &callers->seen, &callers->list[callers->count], sizeof(function), 0, &value,
		     &found));
	if (!found)
		callers->count++;
	return 0;
}

/* Who uses a function, also through casts: it is called there, or handed on to be. */
static int add_users(struct callers *callers, LLVMValueRef value, unsigned depth)
{
	int r = 0;

	for (LLVMUseRef use = LLVMGetFirstUse(value); use && r == 0; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use), caller;

		if (LLVMIsAConstantExpr(user) && depth > 0)
			r = add_users(callers, user, depth - 1);
		if (!LLVMIsAInstruction(user))
			continue;
		caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
		if (!ir_is_kernel(caller))
			r = add(callers, caller);
	}
	return r;
}

static int run_inliner(struct pass_run *run)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(run->ir->module, "always-inline", NULL, options);
	char *message;
	int r = 0;

	LLVMDisposePassBuilderOptions(options);
	if (error) {
		message = LLVMGetErrorMessage(error);
		r = syb_fail(run->ctx, SYB_E_INTERNAL, SYB_NO_OFFSET, "internal", "%s", message);
		LLVMDisposeErrorMessage(message);
	}
	return r;
}

static int inline_users(struct pass_run *run, bool (*is_wanted)(LLVMValueRef), LLVMValueRef only)
{
	enum { DEPTH = 4 };
	_cleanup_(free_callers) struct callers callers = { .ctx = run->ctx };
	LLVMModuleRef module = run->ir->module;
	size_t most = 1; /* add() writes before it knows */

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		most++;
	callers.list = arena_array(run->ctx, &run->arena, most, sizeof(LLVMValueRef));
	if (!callers.list)
		return -SYB_E_NOMEM;
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (only ? f == only : is_wanted(f))
			TRY(add_users(&callers, f, DEPTH));
	for (LLVMValueRef v = LLVMGetFirstGlobal(module); v && !only; v = LLVMGetNextGlobal(v))
		if (is_wanted(v))
			TRY(add_users(&callers, v, DEPTH));
	for (size_t i = 0; i < callers.count; i++) {
		inline_always(run->ir, callers.list[i]);
		TRY(add_users(&callers, callers.list[i], DEPTH));
	}
	return callers.count == 0 ? 0 : run_inliner(run);
}

int inline_callers(struct pass_run *run, LLVMValueRef function)
{
	return inline_users(run, NULL, function);
}

/* ---- what drivers do in kernels only ---- */

/* PoCL gives its buffer for printf, and the number of the work-item and its group, to kernels alone: code that prints
 * out of another function writes to an address that nobody set, and one that asks for an id is not loaded. Barriers
 * divide kernels. It takes functions into kernels by itself, but for those that say noinline, which all of -O0 do. */
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
	size_t len;
	const char *name = LLVMGetValueName2(value, &len);

	if (!LLVMIsDeclaration(value))
		return false;
	if (str_starts(name, "_Z")) {
		name += 2;
		name += strspn(name, "0123456789");
	}
	for (size_t i = 0; i < ARRAY_SIZE(beginnings); i++)
		if (str_starts(name, beginnings[i]))
			return true;
	return false;
}

int inline_into_kernels(struct pass_run *run)
{
	return inline_users(run, is_of_kernels, NULL);
}
