/* ir/aspects/aspect_chains.c — shortest chains to uses of aspects; see aspect_chains.h.
 *
 * Breadth first, and only into functions that use the aspect. Thousands of functions may lead to the same deep chain:
 * all searches share a budget, so that any module takes time in proportion to its size. */
#include "aspect_chains.h"

#include <llvm-c/DebugInfo.h>

enum { BUDGET = 1 << 27, NOTES = 1 << 20 };

int chains_init(struct chains *c, struct uses *u)
{
	size_t nodes = u->graph.node_count + 1;

	*c = (struct chains){ .uses = u, .budget = BUDGET, .notes = NOTES };
	TRY(demangler_new(u->ctx, &c->demangler));
	c->queue = arena_array(u->ctx, &c->arena, nodes, sizeof(*c->queue));
	c->from = arena_array(u->ctx, &c->arena, nodes, sizeof(*c->from));
	c->stamp = arena_array(u->ctx, &c->arena, nodes, sizeof(*c->stamp));
	c->by = arena_array(u->ctx, &c->arena, nodes, sizeof(LLVMValueRef));
	return c->queue && c->from && c->stamp && c->by ? 0 : -SYB_E_NOMEM;
}

void chains_free(struct chains *c)
{
	demangler_free(c->demangler);
	hash_free(&c->site_index);
	allocator_free(allocator_of(c->uses->ctx), c->sites);
	arena_free(&c->arena);
	arena_free(&c->scratch);
}

/* ---- searching ---- */

static aspect_set below(const struct chains *c, uint32_t node, enum chain_goal goal)
{
	if (goal == CHAIN_DECLARED)
		return c->uses->declared_below[node];
	return uses_pick(c->uses->used[node], goal == CHAIN_HARD);
}

/* A function below may be where stated aspects come from: the pass itself writes them all the way up. */
static aspect_set from_callees(struct chains *c, uint32_t node, enum chain_goal goal)
{
	const struct callgraph *g = &c->uses->graph;
	const struct call_edge *edges;
	uint32_t count = callgraph_edges(g, node, &edges);
	aspect_set set = 0;

	for (uint32_t i = 0; i < count; i++)
		if (g->component[edges[i].to] != g->component[node])
			set = aspects_union(&c->uses->aspects, set, below(c, edges[i].to, goal));
	return set;
}

/* A function without code only has a type, which each call uses; the call is the cause and has a place. */
static bool is_reported_at_calls(LLVMValueRef function)
{
	return LLVMIsDeclaration(function) && !ir_has(function, "indirectly-callable");
}

static aspect_set own(struct chains *c, uint32_t node, enum chain_goal goal, bool called)
{
	struct uses *u = c->uses;
	aspect_set stated, code;

	if (node >= u->graph.function_count)
		return 0;
	if (goal == CHAIN_DECLARED)
		return u->declared[node];
	code = uses_pick(u->code[node], goal == CHAIN_HARD);
	stated = u->stated[node];
	if (u->code[node].all && called && is_reported_at_calls(u->graph.functions[node]))
		return aspects_without(&u->aspects, stated, u->code[node].all); /* a run before states its type */
	if (stated)
		stated = aspects_without(&u->aspects, stated, from_callees(c, node, goal));
	return aspects_union(&u->aspects, code, stated);
}

aspect_set chains_own(struct chains *c, uint32_t node, enum chain_goal goal)
{
	return own(c, node, goal, true);
}

static void begin(struct chains *c)
{
	arena_free(&c->scratch);
	c->scratch = (struct arena){ 0 };
	c->search++;
}

static bool visit(struct chains *c, uint32_t node, uint32_t from, LLVMValueRef by)
{
	if (c->stamp[node] == c->search)
		return false;
	c->stamp[node] = c->search;
	c->from[node] = from;
	c->by[node] = by;
	return true;
}

size_t chains_find(struct chains *c, uint32_t start, size_t aspect, enum chain_goal goal, uint32_t *out_nodes,
		   size_t most)
{
	struct aspects *a = &c->uses->aspects;
	size_t found = 0, head = 0, tail = 0;

	begin(c);
	visit(c, start, UINT32_MAX, NULL);
	c->queue[tail++] = start;
	while (head < tail && found < most && c->budget > 0) {
		uint32_t node = c->queue[head++];
		const struct call_edge *edges;
		uint32_t count = callgraph_edges(&c->uses->graph, node, &edges);

		if (aspects_in(a, own(c, node, goal, node != start), aspect))
			out_nodes[found++] = node;
		c->budget -= count < c->budget ? count : c->budget;
		for (uint32_t i = 0; i < count; i++)
			if (aspects_in(a, below(c, edges[i].to, goal), aspect) &&
			    visit(c, edges[i].to, node, edges[i].call))
				c->queue[tail++] = edges[i].to;
	}
	return found;
}

void chains_from(struct chains *c, const uint32_t *starts, size_t start_count)
{
	size_t head = 0, tail = 0;

	begin(c);
	for (size_t i = 0; i < start_count; i++)
		if (visit(c, starts[i], UINT32_MAX, NULL))
			c->queue[tail++] = starts[i];
	while (head < tail) {
		uint32_t node = c->queue[head++];
		const struct call_edge *edges;
		uint32_t count = callgraph_edges(&c->uses->graph, node, &edges);

		for (uint32_t i = 0; i < count; i++)
			if (visit(c, edges[i].to, node, edges[i].call))
				c->queue[tail++] = edges[i].to;
	}
}

bool chains_reached(const struct chains *c, uint32_t node)
{
	return c->stamp[node] == c->search;
}

uint32_t chains_caller(const struct chains *c, uint32_t node)
{
	return chains_reached(c, node) ? c->from[node] : UINT32_MAX;
}

int chains_path(struct chains *c, uint32_t node, struct chain_step **out_steps, size_t *out_count)
{
	struct chain_step *steps;
	size_t count = 0;

	for (uint32_t n = node; n != UINT32_MAX; n = c->from[n])
		count++;
	steps = arena_array(c->uses->ctx, &c->scratch, count, sizeof(*steps));
	if (!steps)
		return -SYB_E_NOMEM;
	*out_steps = steps;
	*out_count = count;
	for (uint32_t n = node; n != UINT32_MAX; n = c->from[n])
		steps[--count] = (struct chain_step){ n, c->by[n] };
	return 0;
}

/* ---- places ---- */

static LLVMTypeRef operand_origin(struct chains *c, LLVMValueRef value, size_t aspect)
{
	struct type_aspects *types = &c->uses->types;
	LLVMTypeRef type;

	if (LLVMGetValueKind(value) == LLVMGlobalVariableValueKind) {
		type = type_aspects_origin(types, LLVMGlobalGetValueType(value), aspect);
		if (type)
			return type;
	}
	return type_aspects_origin(types, LLVMTypeOf(value), aspect);
}

static LLVMTypeRef instruction_origin(struct chains *c, LLVMValueRef instruction, size_t aspect)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	unsigned count = (unsigned)LLVMGetNumOperands(instruction);
	LLVMTypeRef type = type_aspects_origin(&c->uses->types, LLVMTypeOf(instruction), aspect);

	if (!type && opcode == LLVMAlloca)
		type = type_aspects_origin(&c->uses->types, LLVMGetAllocatedType(instruction), aspect);
	if (!type && opcode == LLVMGetElementPtr)
		type = type_aspects_origin(&c->uses->types, LLVMGetGEPSourceElementType(instruction), aspect);
	for (unsigned i = 0; i < count && !type; i++)
		type = operand_origin(c, LLVMGetOperand(instruction, i), aspect);
	return type;
}

static bool is_stated_on(struct chains *c, LLVMValueRef instruction, size_t aspect)
{
	struct aspects *a = &c->uses->aspects;
	bool found = false;

	for (size_t i = 0; i < SPELLINGS; i++)
		found |= aspects_in(a, aspects_of_list(a, shim_instruction_metadata(instruction, a->used[i])), aspect);
	return found;
}

static LLVMTypeRef signature_origin(struct chains *c, LLVMValueRef function, size_t aspect)
{
	LLVMTypeRef type =
		type_aspects_origin(&c->uses->types, LLVMGetReturnType(LLVMGlobalGetValueType(function)), aspect);

	for (unsigned i = 0; i < LLVMCountParams(function) && !type; i++)
		type = type_aspects_origin(&c->uses->types, LLVMTypeOf(LLVMGetParam(function, i)), aspect);
	return type;
}

static bool is_placed(LLVMValueRef instruction)
{
	return LLVMGetDebugLocLine(instruction) || (LLVMIsAAllocaInst(instruction) && shim_debug_declared(instruction));
}

static struct use_site site_at(struct chains *c, LLVMValueRef instruction, size_t aspect)
{
	if (LLVMHasMetadata(instruction) && is_stated_on(c, instruction, aspect))
		return (struct use_site){ SITE_METADATA, instruction, NULL };
	return (struct use_site){ SITE_INSTRUCTION, instruction, instruction_origin(c, instruction, aspect) };
}

/* For the place of a use, an instruction is better than a signature, and a signature better than metadata. With debug
 * information, an instruction that has a place is best. */
static struct use_site look(struct chains *c, uint32_t node, size_t aspect, enum chain_goal goal)
{
	struct uses *u = c->uses;
	LLVMValueRef function = u->graph.functions[node], first = NULL;
	bool hard = goal == CHAIN_HARD, debug = LLVMGetSubprogram(function) != NULL;

	if (goal == CHAIN_DECLARED)
		return (struct use_site){ SITE_DECLARED, NULL, NULL };
	if (!aspects_in(&u->aspects, uses_pick(u->code[node], hard), aspect))
		return (struct use_site){ SITE_STATED, NULL, NULL };
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			if (!aspects_in(&u->aspects, uses_pick(uses_instruction(u, i), hard), aspect))
				continue;
			if (!debug || is_placed(i))
				return site_at(c, i, aspect);
			first = first ? first : i;
		}
	if (first)
		return site_at(c, first, aspect);
	return (struct use_site){ SITE_SIGNATURE, NULL, signature_origin(c, function, aspect) };
}

/* Remembered: many functions may lead to the same long one. */
struct use_site chains_site(struct chains *c, uint32_t node, size_t aspect, enum chain_goal goal)
{
	const uint64_t key = (uint64_t)node << 32 | (uint64_t)aspect << 8 | (uint64_t)goal;
	size_t *known = hash_get(&c->site_index, &key, sizeof(key));
	struct use_site site;
	uint64_t *kept;
	bool found;

	if (known)
		return c->sites[*known];
	site = look(c, node, aspect, goal);
	kept = arena_alloc(c->uses->ctx, &c->arena, sizeof(*kept));
	if (!kept || VEC_PUSH(c->uses->ctx, c->sites, c->site_count, c->site_room) < 0)
		return site; /* without memory the next query searches again */
	*kept = key;
	if (hash_put(c->uses->ctx, &c->site_index, kept, sizeof(*kept), c->site_count, &known, &found) == 0)
		c->sites[c->site_count++] = site;
	return site;
}

struct place chains_place(struct chains *c, LLVMValueRef value)
{
	return place_of(c->uses->ctx, &c->scratch, value);
}

struct place chains_site_place(struct chains *c, uint32_t node, struct use_site site)
{
	struct place place = { NULL, 0, 0 };

	if (site.instruction)
		place = chains_place(c, site.instruction);
	if (!place.file)
		place = chains_place(c, c->uses->graph.functions[node]);
	if (!place.file && chains_reached(c, node) && c->by[node]) /* a function that is only declared */
		place = chains_place(c, c->by[node]);
	return place;
}

/* Free-function kernels have a prefix that the source does not have. */
static const char prefix[] = "__sycl_kernel_";

bool chains_is_made(const struct chains *c, uint32_t node)
{
	return node < c->uses->graph.function_count && ir_is_kernel(c->uses->graph.functions[node]) &&
	       strstr(ir_name(c->uses->graph.functions[node]), prefix);
}

const char *chains_name(struct chains *c, LLVMValueRef function)
{
	const char *name = ir_name(function), *readable = demangle(c->demangler, name);
	const char *text = readable ? readable : name;
	char *copy = arena_string(c->uses->ctx, &c->scratch, text, strlen(text));
	char *at = copy && ir_is_kernel(function) ? strstr(copy, prefix) : NULL;

	if (at)
		memmove(at, at + strlen(prefix), strlen(at + strlen(prefix)) + 1);
	return copy ? copy : name;
}

bool chains_is_of_headers(LLVMValueRef function)
{
	const char *name = ir_name(function);

	return str_starts(name, "_ZN4sycl") || str_starts(name, "_ZNK4sycl") || str_starts(name, "_ZTSN4sycl");
}

uint32_t chains_user(const struct chains *c, uint32_t node, LLVMValueRef *out_call)
{
	const struct callgraph *g = &c->uses->graph;
	uint32_t caller = chains_caller(c, node);

	*out_call = NULL;
	while (caller < g->function_count && chains_is_of_headers(g->functions[node]) &&
	       !ir_is_kernel(g->functions[node])) {
		*out_call = c->by[node];
		node = caller;
		caller = chains_caller(c, node);
	}
	return node;
}
