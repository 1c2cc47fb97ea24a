/* ir/lower/dynamic_local.c — pass dynamic-local: local memory whose size the launch decides → an argument of the
 * kernel.
 *
 * C++ code gets it anywhere by a call of __sycl_dynamicLocalMemoryPlaceholder(alignment). OpenCL only has it as an
 * argument, so kernels that use it take one more argument, at the end and marked "sycl-implicit-local-arg", and the
 * functions between are inlined. The call of a function that other modules use stays, and is undefined there. prepare-
 * native handles GPUs that have such memory themselves. */
#include "inlining.h"
#include "ir/module/metadata.h"
#include "ir/aspects/requirers.h"
#include "ir/shim/shim_passes.h"

enum { LOCAL_SPACE = 3 };

static bool is_placeholder(LLVMValueRef function)
{
	return LLVMIsDeclaration(function) && strstr(ir_name(function), "__sycl_dynamicLocalMemoryPlaceholder") &&
	       LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(function))) == LLVMPointerTypeKind;
}

static LLVMValueRef find_placeholder(LLVMModuleRef module)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (is_placeholder(f))
			return f;
	return NULL;
}

/* ---- kernels ---- */

/* Metadata that describes each argument of a kernel, for the new one. */
static const struct {
	const char *kind;
	const char *text;
	unsigned bits;
	int number;
} descriptions[] = {
	{ "kernel_arg_addr_space", NULL, 32, LOCAL_SPACE },
	{ "kernel_arg_access_qual", "none", 0, 0 },
	{ "kernel_arg_type", "char*", 0, 0 },
	{ "kernel_arg_base_type", "char*", 0, 0 },
	{ "kernel_arg_type_qual", "", 0, 0 },
	{ "kernel_arg_name", "", 0, 0 },
	{ "kernel_arg_buffer_location", NULL, 32, -1 },
	{ "kernel_arg_runtime_aligned", NULL, 1, 0 },
	{ "kernel_arg_exclusive_ptr", NULL, 1, 0 },
	{ "sycl_kernel_omit_args", NULL, 1, 0 },
};

static int append_metadata(struct pass_run *run, LLVMValueRef kernel, unsigned kind, LLVMMetadataRef more)
{
	LLVMMetadataRef node = shim_global_metadata(kernel, kind), *all;
	size_t count = shim_node_count(node);

	if (!node || count == 0)
		return 0;
	all = arena_array(run->ctx, &run->arena, count + 1, sizeof(*all));
	if (!all)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		all[i] = shim_node_at(node, i);
	all[count] = more;
	LLVMGlobalSetMetadata(kernel, kind, md_node(run->ir, all, count + 1));
	return 0;
}

static int describe_argument(struct pass_run *run, LLVMValueRef kernel)
{
	const struct syb_ir *ir = run->ir;

	TRY(append_metadata(run, kernel, md_kind(ir, "spirv.ParameterDecorations"), md_node(ir, NULL, 0)));
	for (size_t i = 0; i < ARRAY_SIZE(descriptions); i++)
		TRY(append_metadata(run, kernel, md_kind(ir, descriptions[i].kind),
				    descriptions[i].text
					    ? md_string(ir, descriptions[i].text, strlen(descriptions[i].text))
					    : md_int(ir, descriptions[i].bits, descriptions[i].number)));
	return 0;
}

static bool is_call_in(LLVMValueRef user, LLVMValueRef placeholder, LLVMValueRef function)
{
	return ir_calls(user, placeholder) && ir_function_of(user) == function;
}

static bool uses_placeholder(LLVMValueRef kernel, LLVMValueRef placeholder)
{
	for (LLVMUseRef use = LLVMGetFirstUse(placeholder); use; use = LLVMGetNextUse(use))
		if (is_call_in(LLVMGetUser(use), placeholder, kernel))
			return true;
	return false;
}

static bool is_used_by_code(LLVMValueRef kernel)
{
	for (LLVMUseRef use = LLVMGetFirstUse(kernel); use; use = LLVMGetNextUse(use))
		if (LLVMIsAInstruction(LLVMGetUser(use)))
			return true;
	return false;
}

static void replace_calls(const struct pass_run *run, LLVMValueRef kernel, LLVMValueRef placeholder,
			  LLVMValueRef memory)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(run->ir->context);
	LLVMUseRef next;

	for (LLVMUseRef use = LLVMGetFirstUse(placeholder); use; use = next) {
		LLVMValueRef call = LLVMGetUser(use), value = memory;

		next = LLVMGetNextUse(use);
		if (!is_call_in(call, placeholder, kernel))
			continue;
		LLVMPositionBuilderBefore(builder, call);
		if (LLVMTypeOf(call) != LLVMTypeOf(memory))
			value = LLVMBuildPointerCast(builder, memory, LLVMTypeOf(call), "");
		LLVMReplaceAllUsesWith(call, value);
		LLVMInstructionEraseFromParent(call);
	}
	LLVMDisposeBuilder(builder);
}

static int add_argument(struct pass_run *run, LLVMValueRef kernel, LLVMValueRef placeholder)
{
	LLVMTypeRef type = LLVMPointerType(LLVMInt8TypeInContext(run->ir->context), LOCAL_SPACE);
	unsigned count = LLVMCountParams(kernel);

	if (is_used_by_code(kernel))
		return syb_fail(run->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "aot-call",
				"kernel '%s' uses the work-group's scratch memory and must not be called by other code",
				ir_name(kernel));
	kernel = shim_function_add_parameter(kernel, type);
	ir_add_attribute(run->ir, kernel, count + 1, "sycl-implicit-local-arg", "");
	replace_calls(run, kernel, placeholder, LLVMGetParam(kernel, count));
	return describe_argument(run, kernel);
}

int pass_dynamic_local(struct pass_run *run)
{
	LLVMModuleRef module = run->ir->module;
	LLVMValueRef placeholder = find_placeholder(module), next;

	if (!placeholder || !str_starts(LLVMGetTarget(module), "spir"))
		return 0;
	TRY(requirers_list(run));
	TRY(inline_callers(run, placeholder));
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = next) {
		next = LLVMGetNextFunction(f);
		if (ir_is_kernel(f) && uses_placeholder(f, placeholder))
			TRY(add_argument(run, f, placeholder));
	}
	if (!LLVMGetFirstUse(placeholder))
		LLVMDeleteFunction(placeholder);
	return 0;
}
