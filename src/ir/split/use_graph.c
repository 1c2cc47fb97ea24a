/* ir/split/use_graph.c — dependencies between the globals of a module; see use_graph.h. */
#include "use_graph.h"

#include "ir/module/callgraph.h"

enum { CANCEL_EVERY = 1 << 14 }; /* nodes between two checks for cancellation */

/* ---- nodes ---- */

/* The node of a value or a type, made when it is new. */
static int node_of(struct use_graph *g, void *key, LLVMValueRef value, uint32_t *out_node)
{
	size_t *known = hash_get(&g->index, &key, sizeof(key)), *stored;
	void **kept;
	bool found;

	if (known) {
		*out_node = (uint32_t)*known;
		return 0;
	}
	if (g->node_count >= UINT32_MAX / 2)
		return syb_fail(g->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "too many functions");
	kept = arena_alloc(g->ctx, &g->arena, sizeof(*kept));
	if (!kept)
		return -SYB_E_NOMEM;
	*kept = key;
	if (VEC_PUSH(g->ctx, g->values, g->node_count, g->node_room) < 0 ||
	    hash_put(g->ctx, &g->index, kept, sizeof(*kept), g->node_count, &stored, &found) < 0)
		return -SYB_E_NOMEM;
	g->values[g->node_count] = value;
	*out_node = (uint32_t)g->node_count++;
	return 0;
}

static int add_globals(struct use_graph *g)
{
	uint32_t node;

	for (LLVMValueRef v = LLVMGetFirstFunction(g->module); v; v = LLVMGetNextFunction(v))
		TRY(node_of(g, v, v, &node));
	g->function_count = (uint32_t)g->node_count;
	for (LLVMValueRef v = LLVMGetFirstGlobal(g->module); v; v = LLVMGetNextGlobal(v))
		TRY(node_of(g, v, v, &node));
	g->variable_count = (uint32_t)g->node_count - g->function_count;
	for (LLVMValueRef v = LLVMGetFirstGlobalAlias(g->module); v; v = LLVMGetNextGlobalAlias(v))
		TRY(node_of(g, v, v, &node));
	for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(g->module); v; v = LLVMGetNextGlobalIFunc(v))
		TRY(node_of(g, v, v, &node));
	g->global_count = (uint32_t)g->node_count;
	g->seen = arena_array(g->ctx, &g->arena, g->global_count + 1, sizeof(*g->seen));
	return g->seen ? 0 : -SYB_E_NOMEM;
}

uint32_t use_graph_number(const struct use_graph *g, LLVMValueRef value)
{
	void *key = value;
	size_t *node = hash_get(&g->index, &key, sizeof(key));

	return node ? (uint32_t)*node : UINT32_MAX;
}

/* ---- edges ---- */

static int add_edge(struct use_graph *g, uint32_t user, uint32_t used)
{
	if (user < g->global_count) {
		if (g->seen[user] == used + 1)
			return 0;
		g->seen[user] = used + 1;
	}
	if (VEC_PUSH(g->ctx, g->pairs, g->pair_count, g->pair_room) < 0)
		return -SYB_E_NOMEM;
	g->pairs[g->pair_count++] = (struct use_edge){ user, used };
	return 0;
}

/* The user of a value is the function of an instruction, a global, or a constant, which has users in turn. */
static int walk_uses(struct use_graph *g)
{
	LLVMValueRef last = NULL;
	uint32_t last_node = 0;

	for (uint32_t node = 0; node < g->node_count; node++) { /* constants add nodes */
		if (node % CANCEL_EVERY == 0)
			TRY(ctx_cancelled(g->ctx));
		for (LLVMUseRef u = LLVMGetFirstUse(g->values[node]); u; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);

			if (LLVMGetValueKind(user) == LLVMInstructionValueKind)
				user = ir_function_of(user);
			if (user != last)
				TRY(node_of(g, user, user, &last_node));
			last = user;
			TRY(add_edge(g, last_node, node));
		}
	}
	return 0;
}

/* ---- calls through pointers ---- */

/* Add a node for the type of each function that an indirect call may reach. */
static int add_types(struct use_graph *g, bool *out_some)
{
	uint32_t type;

	for (uint32_t node = 0; node < g->function_count; node++) {
		if (!ir_has(g->values[node], "referenced-indirectly"))
			continue;
		*out_some = true;
		TRY(node_of(g, LLVMGlobalGetValueType(g->values[node]), NULL, &type));
		TRY(add_edge(g, type, node));
	}
	return 0;
}

static bool is_call(LLVMValueRef instruction)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);

	return opcode == LLVMCall || opcode == LLVMInvoke || opcode == LLVMCallBr;
}

static int walk_call(struct use_graph *g, uint32_t function, LLVMValueRef call)
{
	LLVMTypeRef type;
	size_t *node;

	if (!is_call(call) || LLVMIsAInlineAsm(LLVMGetCalledValue(call)) || callgraph_callee(call))
		return 0;
	type = LLVMGetCalledFunctionType(call);
	node = hash_get(&g->index, &type, sizeof(type));
	return node ? add_edge(g, function, (uint32_t)*node) : 0;
}

static int walk_calls(struct use_graph *g)
{
	for (uint32_t node = 0; node < g->function_count; node++)
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g->values[node]); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
				TRY(walk_call(g, node, i));
	return 0;
}

/* ---- metadata that mentions globals ---- */

struct mentioning {
	struct use_graph *graph;
	uint32_t user;
};

static void mention(void *user, LLVMValueRef global)
{
	struct mentioning *m = user;
	uint32_t node = use_graph_number(m->graph, global);

	if (m->graph->r == 0 && node != UINT32_MAX)
		m->graph->r = add_edge(m->graph, m->user, node);
}

static int walk_metadata(struct use_graph *g)
{
	struct shim_mentions *mentions;
	bool some = false;

	for (uint32_t node = 0; node < g->global_count; node++)
		some |= shim_in_metadata(g->values[node]);
	if (!some)
		return 0;
	mentions = shim_mentions_new();
	for (uint32_t node = 0; node < g->global_count && g->r == 0; node++) {
		struct mentioning m = { g, node };

		shim_mentions_of(mentions, g->values[node], mention, &m);
	}
	shim_mentions_free(mentions);
	return g->r;
}

/* ---- by user ---- */

static int sort_edges(struct use_graph *g)
{
	if (g->pair_count >= UINT32_MAX)
		return syb_fail(g->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "too many uses");
	g->first = arena_array(g->ctx, &g->arena, g->node_count + 2, sizeof(*g->first));
	g->edges = arena_array(g->ctx, &g->arena, g->pair_count + 1, sizeof(*g->edges));
	if (!g->first || !g->edges)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < g->pair_count; i++)
		g->first[g->pairs[i].user + 2]++;
	for (size_t n = 2; n < g->node_count + 2; n++)
		g->first[n] += g->first[n - 1];
	/* first[n + 1] is the place of the next edge of n, and at the end the first edge of n + 1 */
	for (size_t i = 0; i < g->pair_count; i++)
		g->edges[g->first[g->pairs[i].user + 1]++] = g->pairs[i].used;
	allocator_free(allocator_of(g->ctx), steal(g->pairs));
	return 0;
}

int use_graph_init(struct use_graph *g, struct syb_ctx *ctx, LLVMModuleRef module)
{
	bool some = false;

	*g = (struct use_graph){ .ctx = ctx, .module = module };
	TRY(add_globals(g));
	TRY(walk_uses(g));
	TRY(add_types(g, &some));
	if (some)
		TRY(walk_calls(g));
	TRY(walk_metadata(g));
	return sort_edges(g);
}

void use_graph_free(struct use_graph *g)
{
	hash_free(&g->index);
	if (g->ctx) {
		allocator_free(allocator_of(g->ctx), g->values);
		allocator_free(allocator_of(g->ctx), g->pairs);
	}
	arena_free(&g->arena);
}
