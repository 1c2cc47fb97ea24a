/* ir/lower/allocate_local.c — pass allocate-local: local memory of a fixed size → variables.
 *
 * C++ code gets it by a call of __sycl_allocateLocalMemory(size, alignment). The functions around it in the headers are
 * always inline, so each call in the source becomes a variable of its own, at every level. A call in a function that is
 * not inlined is one variable for all callers of that function. */
#include "ir/aspects/requirers.h"

enum { LOCAL_SPACE = 3 };

static bool is_allocation(LLVMValueRef function)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(function);

	return str_eq(ir_unmangled(ir_name(function)), "__sycl_allocateLocalMemory") && LLVMIsDeclaration(function) &&
	       LLVMCountParams(function) == 2 && LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMPointerTypeKind;
}

static LLVMValueRef find_allocation(LLVMModuleRef module)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (is_allocation(f))
			return f;
	return NULL;
}

static int fail(struct pass_run *run, LLVMValueRef at, const char *text)
{
	const struct place place = place_of(run->ctx, &run->arena, at);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(run->ctx, place.file);

	return syb_fail_text(run->ctx, SYB_E_UNSUPPORTED, place.line, place.column, "aot-call",
			     "__sycl_allocateLocalMemory in '%s': %s", ir_name(ir_function_of(at)), text);
}

static bool read_number(LLVMValueRef value, uint64_t least, uint64_t *out_number)
{
	if (!LLVMIsAConstantInt(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
		return false;
	*out_number = LLVMConstIntGetZExtValue(value);
	return *out_number >= least && *out_number <= UINT32_MAX;
}

/* The variable of a call, in the type of its result. */
static LLVMValueRef add_variable(LLVMModuleRef module, LLVMValueRef call, uint64_t size, uint64_t align)
{
	LLVMTypeRef bytes = LLVMArrayType(LLVMInt8TypeInContext(LLVMGetModuleContext(module)), (unsigned)size);
	LLVMValueRef variable = LLVMAddGlobalInAddressSpace(module, bytes, "sybil.local", LOCAL_SPACE);

	LLVMSetInitializer(variable, LLVMGetUndef(bytes));
	LLVMSetLinkage(variable, LLVMInternalLinkage);
	LLVMSetAlignment(variable, (unsigned)align);
	if (LLVMGetPointerAddressSpace(LLVMTypeOf(call)) == LOCAL_SPACE)
		return LLVMConstPointerCast(variable, LLVMTypeOf(call));
	return LLVMConstAddrSpaceCast(variable, LLVMTypeOf(call));
}

static int replace_call(struct pass_run *run, LLVMValueRef call)
{
	uint64_t size, align;

	if (!read_number(LLVMGetOperand(call, 0), 0, &size) || !read_number(LLVMGetOperand(call, 1), 1, &align))
		return fail(run, call, "the size and the alignment must be constants below 4 GiB");
	if (align & (align - 1))
		return fail(run, call, "the alignment must be a power of two");
	LLVMReplaceAllUsesWith(call, add_variable(run->ir->module, call, size ? size : 1, align));
	LLVMInstructionEraseFromParent(call);
	return 0;
}

int pass_allocate_local(struct pass_run *run)
{
	LLVMValueRef allocation = find_allocation(run->ir->module);
	LLVMUseRef use;

	if (!allocation)
		return 0;
	if (LLVMGetFirstUse(allocation)) {
		TRY(requirers_list(run));
		TRY(ir_run_passes(run->ctx, run->ir, "always-inline"));
	}
	while ((use = LLVMGetFirstUse(allocation))) {
		if (!ir_calls(LLVMGetUser(use), allocation))
			return syb_fail(run->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "aot-call",
					"the address of __sycl_allocateLocalMemory must not be taken");
		TRY(replace_call(run, LLVMGetUser(use)));
	}
	LLVMDeleteFunction(allocation);
	return 0;
}
