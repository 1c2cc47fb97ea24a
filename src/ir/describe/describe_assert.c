/* ir/describe/describe_assert.c — SYCL/assert used: kernels from which a failed assertion can be reported.
 *
 * One walk over the components of the call graph, callees first. An indirect call may reach any function whose address
 * is used in the image; the node `anywhere` represents all of them. */
#include "describe.h"
#include "ir/module/callgraph.h"
#include "ir/module/values.h"

static const char *const reporters[] = { "__devicelib_assert_fail", "__assert_fail", "_wassert" };

struct walk {
	struct describer *d;
	struct callgraph graph; /* one group: anywhere */
	uint32_t anywhere;
	bool *taken; /* by function: its address is used as a value */
	struct values constants;
};

static bool is_reporting(const struct image *image)
{
	for (size_t i = 0; i < ARRAY_SIZE(reporters); i++)
		if (LLVMGetNamedFunction(image->module, reporters[i]))
			return true;
	return false;
}

/* ---- addresses ---- */

static int add_constant(struct walk *w, LLVMValueRef value)
{
	return value && LLVMIsConstant(value) ? values_add(w->d->ctx, &w->constants, value, NULL) : 0;
}

/* Mark the functions in a constant at any depth; variables are searched through their initializers. */
static int look_into(struct walk *w, LLVMValueRef value)
{
	size_t next = w->constants.count;

	TRY(add_constant(w, value));
	for (; next < w->constants.count; next++) {
		LLVMValueRef constant = w->constants.items[next];
		uint32_t number = callgraph_number(&w->graph, constant);
		int count = LLVMIsAUser(constant) ? LLVMGetNumOperands(constant) : 0;

		if (LLVMIsAFunction(constant)) {
			if (number != UINT32_MAX)
				w->taken[number] = true;
			continue;
		}
		for (int i = 0; i < count; i++)
			TRY(add_constant(w, LLVMGetOperand(constant, (unsigned)i)));
	}
	return 0;
}

/* ---- edges ---- */

static int add_call(struct walk *w, LLVMValueRef call, unsigned *out_operands)
{
	LLVMValueRef callee = callgraph_callee(call);
	uint32_t number = callee ? callgraph_number(&w->graph, callee) : w->anywhere;

	/* the callee is the last operand; a direct call does not use its address */
	*out_operands -= callee != NULL;
	if (LLVMIsAInlineAsm(LLVMGetCalledValue(call)) || number == UINT32_MAX)
		return 0;
	return callgraph_add(&w->graph, number, call);
}

static int add_instruction(struct walk *w, LLVMValueRef instruction)
{
	unsigned operands = (unsigned)LLVMGetNumOperands(instruction);

	if (LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction))
		TRY(add_call(w, instruction, &operands));
	for (unsigned i = 0; i < operands; i++)
		TRY(look_into(w, LLVMGetOperand(instruction, i)));
	return 0;
}

static int fill(struct walk *w)
{
	struct callgraph *g = &w->graph;

	for (size_t f = 0; f < g->function_count; f++) {
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g->functions[f]); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
				TRY(add_instruction(w, i));
		callgraph_next(g);
	}
	for (LLVMValueRef v = LLVMGetFirstGlobal(w->d->image->module); v; v = LLVMGetNextGlobal(v))
		TRY(look_into(w, v));
	for (size_t i = 0; i < g->function_count; i++)
		if (w->taken[i])
			TRY(callgraph_add(g, (uint32_t)i, NULL));
	callgraph_next(g);
	return callgraph_components(g);
}

/* ---- kernels that lead to a report ---- */

static bool is_reporter(LLVMValueRef function)
{
	for (size_t i = 0; i < ARRAY_SIZE(reporters); i++)
		if (str_eq(ir_name(function), reporters[i]))
			return true;
	return false;
}

/* By component, callees first: a member is a reporter, or calls a component that leads to one. */
static bool *find_leading(struct walk *w)
{
	struct callgraph *g = &w->graph;
	bool *leads = arena_array(w->d->ctx, &w->d->arena, g->component_count + 1, sizeof(*leads));

	for (size_t c = 0; c < g->component_count && leads; c++)
		for (size_t m = g->first_member[c]; m < g->first_member[c + 1]; m++) {
			const struct call_edge *edges;
			uint32_t node = g->members[m], count = callgraph_edges(g, node, &edges);

			if (node < g->function_count && is_reporter(g->functions[node]))
				leads[c] = true;
			for (uint32_t i = 0; i < count; i++)
				leads[c] |= leads[g->component[edges[i].to]];
		}
	return leads;
}

static void free_walk(struct walk *w)
{
	callgraph_free(&w->graph);
	values_free(&w->constants);
}

int describe_assert(struct describer *d)
{
	const struct image *image = d->image;
	const struct syb_ir ir = { .module = image->module };
	_cleanup_(free_walk) struct walk w = { .d = d };
	const bool *leads;

	if (!is_reporting(image))
		return 0;
	TRY(callgraph_init(&w.graph, d->ctx, &ir, 1));
	w.anywhere = (uint32_t)w.graph.function_count;
	w.taken = arena_array(d->ctx, &d->arena, w.graph.function_count + 1, sizeof(*w.taken));
	if (!w.taken)
		return -SYB_E_NOMEM;
	TRY(fill(&w));
	leads = find_leading(&w);
	if (!leads)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < image->entry_count; i++)
		if (ir_is_kernel(image->entries[i]) &&
		    leads[w.graph.component[callgraph_number(&w.graph, image->entries[i])]])
			TRY(describe_flag(d, image->entries[i]));
	return 0;
}
