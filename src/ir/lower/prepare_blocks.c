/* ir/lower/prepare_blocks.c — basic blocks in the order that SPIR-V requires: dominators first.
 *
 * LLVM has no such rule, and the translator keeps the order of the module. An order is valid when each reachable block
 * has a predecessor before it. Other functions are put into reverse post-order, unreachable blocks last.
 *
 * The translator adds blocks around loops with hints (metadata llvm.loop), in invalid places, so they are added here.
 * It also misses the hints of a loop with a single block, which is therefore split. */
#include "prepare_spirv.h"

static bool has_hints(LLVMBasicBlockRef block, unsigned kind)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);

	return end && LLVMHasMetadata(end) && shim_instruction_metadata(end, kind);
}

static bool leads_to_itself(LLVMBasicBlockRef block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);

	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
		if (LLVMGetSuccessor(end, i) == block)
			return true;
	return false;
}

static bool has_loops(LLVMModuleRef module, unsigned kind)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			if (has_hints(b, kind))
				return true;
	return false;
}

int prepare_loops(struct preparing *p)
{
	const unsigned kind = md_kind(p->ir, "llvm.loop");

	if (!has_loops(p->ir->module, kind))
		return 0;
	TRY(ir_run_passes(p->ctx, p->ir, "function(loop-simplify)"));
	for (LLVMValueRef f = LLVMGetFirstFunction(p->ir->module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			if (has_hints(b, kind) && leads_to_itself(b))
				shim_split_end(b);
	return 0;
}

void prepare_blocks(LLVMValueRef function)
{
	if (LLVMCountBasicBlocks(function) > 2 && !shim_blocks_ordered(function))
		shim_order_blocks(function);
}
