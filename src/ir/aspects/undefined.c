/* ir/aspects/undefined.c — functions that an image calls and no image defines.
 *
 * The device compiler has the builtins. In OpenCL C, modules without a SYCL source, builtins have mangled names and
 * cannot be distinguished from other functions. */
#include "ir/split/image.h"

static bool is_sycl(const struct image *image)
{
	for (size_t i = 0; i < image->entry_count; i++)
		if (ir_has(image->entries[i], "sycl-module-id"))
			return true;
	return false;
}

static bool is_opencl_builtin(const char *name)
{
	return str_starts(name, "_Z") || str_eq(name, "printf");
}

bool undefined_is(const struct image *image, LLVMValueRef function)
{
	const char *name = ir_name(function);

	if (!LLVMIsDeclaration(function) || !LLVMGetFirstUse(function) || str_starts(name, "llvm."))
		return false;
	return ir_is_importable(function) && !ir_is_bfloat16_library(function) &&
	       (!is_opencl_builtin(name) || is_sycl(image));
}

/* These are linked with a library of the target first; prepare-native reports functions that are missing then. */
static bool has_library(const struct image *image)
{
	const char *triple = LLVMGetTarget(image->module);

	return str_starts(triple, "nvptx") || str_starts(triple, "amdgcn");
}

int undefined_check(struct pass_run *run, const struct image *image)
{
	if (has_library(image))
		return 0;
	for (LLVMValueRef f = LLVMGetFirstFunction(image->module); f; f = LLVMGetNextFunction(f))
		if (undefined_is(image, f))
			syb_report(run->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "undefined-function",
				   "Undefined function %s found in %s. This may result in runtime errors.", ir_name(f),
				   run->ir->name ? run->ir->name : "the module");
	return 0;
}
