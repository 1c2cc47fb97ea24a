/* ir/describe_symbols.c — functions and variables that images take from one another. */
#include "describe.h"

enum { SPIR_FUNC_CALL = 75 };

/* Conversions of bfloat16 are in images of their own, which the runtime always has. */
static bool is_bfloat16_library(LLVMValueRef function)
{
	size_t len;
	const char *name = LLVMGetValueName2(function, &len);

	return str_starts(name, "__devicelib_ConvertFToBF16INTEL") ||
	       str_starts(name, "__devicelib_ConvertBF16ToFINTEL");
}

static bool is_exported(LLVMValueRef function)
{
	size_t len;

	return LLVMGetFunctionCallConv(function) == SPIR_FUNC_CALL &&
	       !ir_attribute(function, "indirectly-callable", &len); /* these are linked by their sets */
}

int describe_exports(struct describer *d)
{
	int r = 0;

	for (size_t i = 0; i < d->image->entry_count && r == 0; i++)
		if (is_exported(d->image->entries[i]))
			r = describe_flag(d, d->image->entries[i]);
	for (LLVMValueRef v = LLVMGetFirstGlobal(d->image->module); v && r == 0; v = LLVMGetNextGlobal(v))
		if (describe_is_exported_global(v))
			r = describe_flag(d, v);
	return r;
}

int describe_imports(struct describer *d)
{
	const bool dependencies = d->opts->allow_image_dependencies;
	int r = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(d->image->module); f && r == 0; f = LLVMGetNextFunction(f))
		if (LLVMIsDeclaration(f) &&
		    (is_bfloat16_library(f) || (dependencies && ir_is_importable(f))))
			r = describe_flag(d, f);
	for (LLVMValueRef v = LLVMGetFirstGlobal(d->image->module); v && r == 0 && dependencies;
	     v = LLVMGetNextGlobal(v))
		if (describe_is_imported_global(v))
			r = describe_flag(d, v);
	return r;
}
