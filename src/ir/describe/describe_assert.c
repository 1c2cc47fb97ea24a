/* ir/describe/describe_assert.c — SYCL/assert used: kernels from which a failed assertion can be reported.
 *
 * One walk over the components of the call graph, callees first: a walk from each kernel would be kernels times
 * functions. A call that only the run resolves may lead to any function whose address is somewhere in the image: they
 * are one node, `anywhere`. Nothing is done for images that have no function that reports. */
#include "ir/module/callgraph.h"
#include "describe.h"

static const char *const reporters[] = { "__devicelib_assert_fail", "__assert_fail", "_wassert" };

struct walk {
	struct describer *d;
	struct callgraph graph; /* one group: anywhere */
	uint32_t anywhere;
	bool *taken;         /* by function: its address is used as a value */
	struct hash seen;    /* constants that were looked into */
	LLVMValueRef *stack; /* constants to look into */
	size_t depth, room;
};

static bool is_reporting(const struct image *image)
{
	for (size_t i = 0; i < ARRAY_SIZE(reporters); i++)
		if (LLVMGetNamedFunction(image->module, reporters[i]))
			return true;
	return false;
}

/* ---- addresses ---- */

static int push(struct walk *w, LLVMValueRef value)
{
	LLVMValueRef *kept;
	size_t *stored;
	bool found;

	if (!value || !LLVMIsConstant(value) || hash_get(&w->seen, &value, sizeof(LLVMValueRef)))
		return 0;
	kept = arena_alloc(w->d->ctx, &w->d->arena, sizeof(LLVMValueRef));
	if (!kept)
		return -SYB_E_NOMEM;
	*kept = value;
	if (hash_put(w->d->ctx, &w->seen, kept, sizeof(LLVMValueRef), 0, &stored, &found) < 0 ||
	    VEC_PUSH(w->d->ctx, w->stack, w->depth, w->room) < 0)
		return -SYB_E_NOMEM;
	w->stack[w->depth++] = value;
	return 0;
}

/* Functions in a constant, at any depth; variables are looked into through their values. */
static int look_into(struct walk *w, LLVMValueRef value)
{
	TRY(push(w, value));
	while (w->depth > 0) {
		LLVMValueRef constant = w->stack[--w->depth];
		uint32_t number = callgraph_number(&w->graph, constant);
		int count = LLVMIsAUser(constant) ? LLVMGetNumOperands(constant) : 0;

		if (LLVMIsAFunction(constant)) {
			if (number != UINT32_MAX)
				w->taken[number] = true;
			continue;
		}
		for (int i = 0; i < count; i++)
			TRY(push(w, LLVMGetOperand(constant, (unsigned)i)));
	}
	return 0;
}

/* ---- edges ---- */

static int add_call(struct walk *w, LLVMValueRef call, unsigned *out_operands)
{
	LLVMValueRef callee = callgraph_callee(call);
	uint32_t number = callee ? callgraph_number(&w->graph, callee) : w->anywhere;

	/* the callee is the last operand; of a certain call it is no use as a value */
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

static int add_function(struct walk *w, LLVMValueRef function)
{
	int r = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && r == 0; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && r == 0; i = LLVMGetNextInstruction(i))
			r = add_instruction(w, i);
	callgraph_next(&w->graph);
	return r;
}

static int fill(struct walk *w)
{
	struct callgraph *g = &w->graph;
	int r = 0;

	for (size_t i = 0; i < g->function_count && r == 0; i++)
		r = add_function(w, g->functions[i]);
	for (LLVMValueRef v = LLVMGetFirstGlobal(w->d->image->module); v && r == 0; v = LLVMGetNextGlobal(v))
		r = look_into(w, v);
	for (size_t i = 0; i < g->function_count && r == 0; i++)
		if (w->taken[i])
			r = callgraph_add(g, (uint32_t)i, NULL);
	callgraph_next(g);
	return r < 0 ? r : callgraph_circles(g);
}

/* ---- who leads to a report ---- */

static bool is_reporter(LLVMValueRef function)
{
	size_t len;
	const char *name = LLVMGetValueName2(function, &len);

	for (size_t i = 0; i < ARRAY_SIZE(reporters); i++)
		if (str_eq(name, reporters[i]))
			return true;
	return false;
}

/* By component, callees first: one of its members reports, or calls one that leads to a report. */
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

static int write_kernels(struct walk *w)
{
	const struct image *image = w->d->image;
	const bool *leads = find_leading(w);

	if (!leads)
		return -SYB_E_NOMEM;

	for (size_t i = 0; i < image->entry_count; i++)
		if (ir_is_kernel(image->entries[i]) &&
		    leads[w->graph.component[callgraph_number(&w->graph, image->entries[i])]])
			TRY(describe_flag(w->d, image->entries[i]));
	return 0;
}

int describe_assert(struct describer *d)
{
	struct syb_ir ir = { .module = d->image->module };
	struct walk w = { .d = d };
	int r;

	if (!is_reporting(d->image))
		return 0;
	r = callgraph_init(&w.graph, d->ctx, &ir, 1);
	if (r == 0) {
		w.anywhere = (uint32_t)w.graph.function_count;
		w.taken = arena_array(d->ctx, &d->arena, w.graph.function_count + 1, sizeof(*w.taken));
		r = w.taken ? fill(&w) : -SYB_E_NOMEM;
	}
	if (r == 0)
		r = write_kernels(&w);
	callgraph_free(&w.graph);
	hash_free(&w.seen);
	allocator_free(allocator_of(d->ctx), w.stack);
	return r;
}
