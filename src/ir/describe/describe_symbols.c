/* ir/describe/describe_symbols.c — functions and variables that images take from one another. */
#include "describe.h"

enum { SPIR_FUNC_CALL = 75 };

static bool is_exported(const struct describer *d, LLVMValueRef function)
{
	size_t len;

	if (d->image->lib != LIB_NONE)
		return true;
	return LLVMGetFunctionCallConv(function) == SPIR_FUNC_CALL &&
	       !ir_attribute(function, "indirectly-callable", &len); /* these are linked by their sets */
}

int describe_exports(struct describer *d)
{
	int r = 0;

	for (size_t i = 0; i < d->image->entry_count && r == 0; i++)
		if (is_exported(d, d->image->entries[i]))
			r = describe_flag(d, d->image->entries[i]);
	for (LLVMValueRef v = LLVMGetFirstGlobal(d->image->module); v && r == 0; v = LLVMGetNextGlobal(v))
		if (describe_is_exported_global(v))
			r = describe_flag(d, v);
	return r;
}

int describe_undefined(struct describer *d)
{
	int r = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(d->image->module); f && r == 0; f = LLVMGetNextFunction(f))
		if (undefined_is(d->image, f))
			r = describe_flag(d, f);
	return r;
}

int describe_imports(struct describer *d)
{
	const bool dependencies = d->opts->allow_image_dependencies;
	int r = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(d->image->module); f && r == 0; f = LLVMGetNextFunction(f))
		if (LLVMIsDeclaration(f) && (ir_is_bfloat16_library(f) || (dependencies && ir_is_importable(f))))
			r = describe_flag(d, f);
	for (LLVMValueRef v = LLVMGetFirstGlobal(d->image->module); v && r == 0 && dependencies;
	     v = LLVMGetNextGlobal(v))
		if (describe_is_imported_global(v))
			r = describe_flag(d, v);
	return r;
}
