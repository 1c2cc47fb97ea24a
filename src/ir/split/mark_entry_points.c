/* ir/split/mark_entry_points.c — pass mark-entry-points: marks functions that other modules may call, in code of other
 * languages than SYCL.
 *
 * SYCL marks them by an attribute; in OpenCL C and other languages they are all functions with external linkage. A
 * module that has the attribute anywhere is SYCL's and is not changed. */
#include "ir/module/ir.h"

static const char attribute[] = "sycl-module-id";

static bool is_made_by_sycl(LLVMModuleRef module)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (ir_has(f, attribute))
			return true;
	return false;
}

/* Inline copies, which any module may have, are not marked. */
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
