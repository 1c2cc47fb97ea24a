/* ir/split/esimd.c — explicit SIMD code (ESIMD) that cannot be split or lowered.
 *
 * Lowering it needs the intrinsics of a vector compiler, whose mapping is not documented. Such code stays as it is,
 * with a warning. */
#include "image.h"
#include "ir/module/metadata.h"

/* SYCL code that calls ESIMD code: the two cannot be separated. */
static bool is_invoke_simd(LLVMValueRef function)
{
	return strstr(ir_name(function), "__builtin_invoke_simd") && LLVMGetFirstUse(function);
}

/* "_Z<digits>__esimd_…" */
static bool is_builtin(LLVMValueRef function)
{
	const char *name = ir_name(function);

	if (!str_starts(name, "_Z"))
		return false;
	name += 2;
	return str_starts(name + strspn(name, "0123456789"), "__esimd_");
}

int esimd_check(struct pass_run *run, const struct syb_postlink_opts *opts)
{
	const unsigned kind = md_kind(run->ir, "sycl_explicit_simd");
	LLVMValueRef found = NULL;

	if (!opts->split_esimd && !opts->lower_esimd)
		return 0;
	for (LLVMValueRef f = LLVMGetFirstFunction(run->ir->module); f; f = LLVMGetNextFunction(f)) {
		if (is_invoke_simd(f) && opts->split_esimd)
			return syb_fail(run->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "invoke-simd",
					"'invoke_simd' calls detected, '-split-esimd' must not be specified");
		if (!found && (shim_global_metadata(f, kind) || is_builtin(f) || is_invoke_simd(f)))
			found = f;
	}
	if (found && opts->lower_esimd)
		syb_report(run->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "esimd-not-lowered",
			   "ESIMD code, such as function '%s', is not lowered and stays as it is", ir_name(found));
	return 0;
}
