/* ir/split/mark_entry_points.c — pass mark-entry-points: what other modules may call, in code that no SYCL compiler
 * made.
 *
 * SYCL says which functions those are, by an attribute; OpenCL C and other languages mean every function that is not
 * static. A module in which some function has the attribute is SYCL's, and stays as it is. */
#include "ir/module/ir.h"

static const char attribute[] = "sycl-module-id";

static bool is_made_by_sycl(LLVMModuleRef module)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (ir_has(f, attribute))
			return true;
	return false;
}

/* Copies that any module may have are nobody's in particular. */
static bool is_shown(LLVMValueRef function)
{
	return !LLVMIsDeclaration(function) && LLVMGetLinkage(function) == LLVMExternalLinkage;
}

int pass_mark_entry_points(struct pass_run *run)
{
	LLVMModuleRef module = run->ir->module;
	size_t len;
	const char *source = LLVMGetSourceFileName(module, &len);
	LLVMAttributeRef id =
		LLVMCreateStringAttribute(run->ir->context, attribute, sizeof(attribute) - 1, source, (unsigned)len);

	if (is_made_by_sycl(module))
		return 0;
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (is_shown(f))
			LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, id);
	return 0;
}
