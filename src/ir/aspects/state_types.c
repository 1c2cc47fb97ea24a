/* ir/aspects/state_types.c — aspects of types, as metadata of the functions that use the types.
 *
 * A module lists types by name. LLVM links modules by the structure of types: afterwards a type of the list may be one
 * of another module that requires nothing. So the functions of each module state what its types require before it is
 * linked, and the list, which is no longer true, is removed. `double` is never in a list. */
#include "ir/split/uses.h"

static const char *const lists[SPELLINGS] = {
	[SPELLING_SYCL] = "sycl_types_that_use_aspects", [SPELLING_INTEL] = "intel_types_that_use_aspects"
};

static int state(struct uses *u, uint32_t number, enum spelling spelling)
{
	struct aspects *a = &u->aspects;
	LLVMValueRef function = u->graph.functions[number];
	LLVMMetadataRef old = shim_global_metadata(function, a->used[spelling]), operands[ASPECTS_MOST];
	aspect_set more = aspects_without(a, aspects_without(a, u->code[number].all, a->fp64), u->stated[number]);
	size_t count = 0, old_count = shim_node_count(old), added;
	const uint16_t *members = aspects_members(a, more, &added);

	if (!more || LLVMIsDeclaration(function) || a->r < 0 || old_count + added > ASPECTS_MOST)
		return a->r;
	for (size_t i = 0; i < old_count; i++)
		operands[count++] = shim_node_at(old, i);
	for (size_t i = 0; i < added; i++)
		operands[count++] = md_int(u->ir, 32, a->list[members[i]].number);
	LLVMGlobalSetMetadata(function, a->used[spelling], md_node(u->ir, operands, count));
	return 0;
}

int aspects_state_types(struct syb_ctx *ctx, const struct syb_ir *ir, bool stated)
{
	const bool sycl = shim_named_count(ir->module, lists[SPELLING_SYCL]);
	struct uses uses;
	int r = 0;

	if (!sycl && !shim_named_count(ir->module, lists[SPELLING_INTEL]))
		return 0;
	if (!stated) {
		r = uses_init(&uses, ctx, ir);
		for (uint32_t i = 0; r == 0 && i < uses.graph.function_count; i++)
			r = state(&uses, i, sycl ? SPELLING_SYCL : SPELLING_INTEL);
		uses_free(&uses);
	}
	for (size_t i = 0; r == 0 && i < SPELLINGS; i++)
		shim_named_remove(ir->module, lists[i]);
	return r;
}
