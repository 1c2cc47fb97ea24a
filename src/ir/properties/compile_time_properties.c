/* ir/properties/compile_time_properties.c — sycl-* attributes and annotations → metadata that translators turn into
 * SPIR-V decorations and execution modes.
 *
 * Kernels, their parameters, variables and members have a file each. Attributes stay for later steps. Existing metadata
 * has priority, so a second run changes nothing. Only annotations of members change code. */
#include "compile_time_properties.h"
#include "ir/module/metadata.h"

#include <llvm-c/Target.h>

static int lower_kernels(struct lowering *lowering)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(lowering->run->ir->module); f; f = LLVMGetNextFunction(f)) {
		if (!ir_is_kernel(f))
			continue;
		TRY(lower_kernel(lowering, f));
		TRY(lower_parameters(lowering, f));
	}
	return 0;
}

static int lower_variables(struct lowering *lowering)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(lowering->run->ir->module); g; g = LLVMGetNextGlobal(g))
		if (shim_attribute_count(g, 0))
			TRY(lower_variable(lowering, g));
	return 0;
}

static void free_lowering(struct lowering *lowering)
{
	properties_free(&lowering->properties);
	decorations_free(&lowering->list);
	hash_free(&lowering->modes);
}

int pass_compile_time_properties(struct pass_run *run)
{
	const struct syb_ir *ir = run->ir;
	_cleanup_(free_lowering) struct lowering lowering = {
		.run = run,
		.list = { .run = run },
		.decorations_kind = md_kind(ir, "spirv.Decorations"),
		.parameters_kind = md_kind(ir, "spirv.ParameterDecorations"),
		.align_kind = ir_attribute_kind("align"),
		.size_type = LLVMIntPtrTypeInContext(ir->context, LLVMGetModuleDataLayout(ir->module)),
	};

	TRY(properties_new(run, &lowering.properties));
	TRY(lower_kernels(&lowering));
	TRY(lower_variables(&lowering));
	return lower_annotations(&lowering);
}
