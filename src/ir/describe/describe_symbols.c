/* ir/describe/describe_symbols.c — functions and variables that images import from each other and export. */
#include "describe.h"

enum { SPIR_FUNC_CALL = 75 };

static bool is_exported(const struct describer *d, LLVMValueRef function)
{
	if (d->image->lib != LIB_NONE)
		return true;
	return LLVMGetFunctionCallConv(function) == SPIR_FUNC_CALL &&
	       !ir_has(function, "indirectly-callable"); /* these are linked by their sets */
}

int describe_exports(struct describer *d)
{
	for (size_t i = 0; i < d->image->entry_count; i++)
		if (is_exported(d, d->image->entries[i]))
			TRY(describe_flag(d, d->image->entries[i]));
	for (LLVMValueRef v = LLVMGetFirstGlobal(d->image->module); v; v = LLVMGetNextGlobal(v))
		if (describe_is_exported_global(v))
			TRY(describe_flag(d, v));
	return 0;
}

int describe_undefined(struct describer *d)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(d->image->module); f; f = LLVMGetNextFunction(f))
		if (undefined_is(d->image, f))
			TRY(describe_flag(d, f));
	return 0;
}

int describe_imports(struct describer *d)
{
	const bool dependencies = d->opts->allow_image_dependencies;

	for (LLVMValueRef f = LLVMGetFirstFunction(d->image->module); f; f = LLVMGetNextFunction(f))
		if (LLVMIsDeclaration(f) && (ir_is_bfloat16_library(f) || (dependencies && ir_is_importable(f))))
			TRY(describe_flag(d, f));
	for (LLVMValueRef v = LLVMGetFirstGlobal(d->image->module); v && dependencies; v = LLVMGetNextGlobal(v))
		if (describe_is_imported_global(v))
			TRY(describe_flag(d, v));
	return 0;
}
