/* ir/module/callgraph.c — call graph and its components; see callgraph.h. Tarjan's algorithm with an explicit stack,
 * because call chains may be as long as the module. */
#include "callgraph.h"

enum { CASTS_MOST = 64 }; /* nested casts */

static uint32_t *numbers(struct callgraph *g, size_t count)
{
	return arena_array(g->ctx, &g->arena, count, sizeof(uint32_t));
}

static int number_functions(struct callgraph *g, LLVMModuleRef module)
{
	size_t *stored, i = 0;
	bool found;

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		g->function_count++;
	g->functions = arena_array(g->ctx, &g->arena, g->function_count + 1, sizeof(LLVMValueRef));
	if (!g->functions)
		return -SYB_E_NOMEM;
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f), i++) {
		g->functions[i] = f;
		if (hash_put(g->ctx, &g->index, &g->functions[i], sizeof(LLVMValueRef), i, &stored, &found) < 0)
			return -SYB_E_NOMEM;
	}
	return 0;
}

int callgraph_init(struct callgraph *g, struct syb_ctx *ctx, const struct syb_ir *ir, size_t group_count)
{
	*g = (struct callgraph){ .ctx = ctx };
	TRY(number_functions(g, ir->module));
	g->node_count = g->function_count + group_count;
	if (g->node_count >= UINT32_MAX / 2)
		return syb_fail(ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "too many functions");
	g->first = numbers(g, g->node_count + 1);
	g->seen = numbers(g, g->node_count);
	return g->first && g->seen ? 0 : -SYB_E_NOMEM;
}

void callgraph_free(struct callgraph *g)
{
	hash_free(&g->index);
	if (g->ctx)
		allocator_free(allocator_of(g->ctx), g->edges);
	arena_free(&g->arena);
}

uint32_t callgraph_number(const struct callgraph *g, LLVMValueRef function)
{
	size_t *number = hash_get(&g->index, &function, sizeof(LLVMValueRef));

	return number ? (uint32_t)*number : UINT32_MAX;
}

static bool is_cast(LLVMValueRef constant)
{
	LLVMOpcode opcode = LLVMGetConstOpcode(constant);

	return opcode == LLVMBitCast || opcode == LLVMAddrSpaceCast;
}

LLVMValueRef callgraph_callee(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	for (unsigned i = 0; i < CASTS_MOST; i++) {
		switch (LLVMGetValueKind(callee)) {
		case LLVMFunctionValueKind:
			return callee;
		case LLVMGlobalAliasValueKind:
			callee = LLVMAliasGetAliasee(callee);
			break;
		case LLVMConstantExprValueKind:
			if (!is_cast(callee))
				return NULL;
			callee = LLVMGetOperand(callee, 0);
			break;
		default:
			return NULL;
		}
	}
	return NULL;
}

int callgraph_add(struct callgraph *g, uint32_t to, LLVMValueRef call)
{
	if (g->seen[to] == g->filled + 1)
		return 0;
	if (g->edge_count >= UINT32_MAX - 1)
		return syb_fail(g->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "too many calls");
	if (VEC_PUSH(g->ctx, g->edges, g->edge_count, g->edge_room) < 0)
		return -SYB_E_NOMEM;
	g->seen[to] = (uint32_t)g->filled + 1;
	g->edges[g->edge_count++] = (struct call_edge){ to, call };
	return 0;
}

void callgraph_next(struct callgraph *g)
{
	g->first[++g->filled] = (uint32_t)g->edge_count;
}

/* ---- components ---- */

struct walk {
	struct callgraph *g;
	uint32_t *order; /* when a node was visited, from 1; 0: not yet */
	uint32_t *low;   /* the earliest node known to be in its component */
	uint32_t *path;  /* nodes being walked, and the edge each of them is at */
	uint32_t *at;
	size_t depth;
	uint32_t *open; /* visited, component not yet known */
	size_t open_count;
	uint32_t met;
};

static int make_walk(struct walk *w, struct callgraph *g)
{
	size_t n = g->node_count;

	g->component = numbers(g, n + 1);
	g->members = numbers(g, n + 1);
	g->first_member = numbers(g, n + 1);
	*w = (struct walk){ .g = g,
			    .order = numbers(g, n + 1),
			    .low = numbers(g, n + 1),
			    .path = numbers(g, n + 1),
			    .at = numbers(g, n + 1),
			    .open = numbers(g, n + 1) };
	return g->component && g->members && g->first_member && w->order && w->low && w->path && w->at && w->open
		       ? 0
		       : -SYB_E_NOMEM;
}

static void meet(struct walk *w, uint32_t node)
{
	w->order[node] = w->low[node] = ++w->met;
	w->open[w->open_count++] = node;
	w->path[w->depth] = node;
	w->at[w->depth++] = w->g->first[node];
}

/* Everything opened since node is one component. UINT32_MAX as order: closed. */
static void close_component(struct walk *w, uint32_t node)
{
	struct callgraph *g = w->g;
	size_t at = g->first_member[g->component_count];
	uint32_t member;

	do {
		member = w->open[--w->open_count];
		g->component[member] = (uint32_t)g->component_count;
		g->members[at++] = member;
		w->low[member] = UINT32_MAX;
	} while (member != node);
	g->first_member[++g->component_count] = (uint32_t)at;
}

static void walk_from(struct walk *w, uint32_t root)
{
	meet(w, root);
	while (w->depth > 0) {
		uint32_t node = w->path[w->depth - 1], low;

		if (w->at[w->depth - 1] < w->g->first[node + 1]) {
			uint32_t to = w->g->edges[w->at[w->depth - 1]++].to;

			if (w->order[to] == 0)
				meet(w, to);
			else if (w->low[to] != UINT32_MAX && w->order[to] < w->low[node])
				w->low[node] = w->order[to];
			continue;
		}
		low = w->low[node];
		if (low == w->order[node])
			close_component(w, node);
		w->depth--;
		if (w->depth > 0 && low < w->low[w->path[w->depth - 1]])
			w->low[w->path[w->depth - 1]] = low;
	}
}

int callgraph_components(struct callgraph *g)
{
	struct walk w;

	TRY(make_walk(&w, g));
	for (size_t i = 0; i < g->node_count; i++)
		if (w.order[i] == 0)
			walk_from(&w, (uint32_t)i);
	return 0;
}
