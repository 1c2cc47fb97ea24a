/* ir/split/uses.c — uses and calls of every function, added up over the call graph; see uses.h. */
#include "uses.h"

enum { CANCEL_EVERY = 1024 }; /* functions between two checks for cancellation */

/* ---- sets of virtual functions ---- */

struct groups {
	struct hash index; /* name → group */
	size_t count;
	struct {
		uint32_t group, function;
	} * members;
	size_t member_count, member_room;
};

/* Cuts the next name off a comma list; false at its end. */
static bool next_name(struct text *list, struct text *out_name)
{
	do
		*out_name = text_trim(text_cut(list, ','));
	while (out_name->len == 0 && list->len);
	return out_name->len > 0;
}

static struct text attribute(LLVMValueRef function, const char *name)
{
	struct text text = { NULL, 0 };

	text.ptr = ir_attribute(function, name, &text.len);
	return text;
}

static int join_groups(struct uses *u, struct groups *groups, LLVMValueRef function, uint32_t number)
{
	struct text list = attribute(function, "indirectly-callable"), name;
	size_t *group;
	bool found;

	while (next_name(&list, &name)) {
		TRY(hash_put(u->ctx, &groups->index, name.ptr, name.len, groups->count, &group, &found));
		TRY(VEC_PUSH(u->ctx, groups->members, groups->member_count, groups->member_room));
		groups->members[groups->member_count].group = (uint32_t)*group;
		groups->members[groups->member_count++].function = number;
		groups->count += !found;
	}
	return 0;
}

static int find_groups(struct uses *u, struct groups *groups)
{
	uint32_t number = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(u->ir->module); f; f = LLVMGetNextFunction(f))
		TRY(join_groups(u, groups, f, number++));
	u->group_names = arena_array(u->ctx, &u->arena, groups->count + 1, sizeof(*u->group_names));
	if (!u->group_names)
		return -SYB_E_NOMEM;

	for (size_t i = 0; i < groups->index.room; i++) {
		const struct hash_slot *slot = &groups->index.slots[i];

		if (!slot->key)
			continue;
		u->group_names[slot->value] = arena_string(u->ctx, &u->arena, slot->key, slot->len);
		if (!u->group_names[slot->value])
			return -SYB_E_NOMEM;
	}
	return 0;
}

/* Calls through sets of virtual functions; an empty set calls nothing. */
static int call_groups(struct uses *u, const struct groups *groups, LLVMValueRef function)
{
	struct text list = attribute(function, "calls-indirectly"), name;

	while (next_name(&list, &name)) {
		const size_t *group = hash_get(&groups->index, name.ptr, name.len);

		if (group)
			TRY(callgraph_add(&u->graph, (uint32_t)(u->graph.function_count + *group), NULL));
	}
	return 0;
}

/* Edges of the group nodes: members sorted by group, in the order of the module. */
static int fill_groups(struct uses *u, const struct groups *groups)
{
	uint32_t *next = arena_array(u->ctx, &u->arena, groups->member_count + 1, sizeof(*next));
	uint32_t *head = arena_array(u->ctx, &u->arena, groups->count + 1, sizeof(*head));

	if (!next || !head)
		return -SYB_E_NOMEM;
	for (size_t i = groups->member_count; i > 0; i--) {
		next[i - 1] = head[groups->members[i - 1].group];
		head[groups->members[i - 1].group] = (uint32_t)i;
	}
	for (size_t g = 0; g < groups->count; g++) {
		for (uint32_t i = head[g]; i; i = next[i - 1])
			TRY(callgraph_add(&u->graph, groups->members[i - 1].function, NULL));
		callgraph_next(&u->graph);
	}
	return 0;
}

/* ---- functions ---- */

static aspect_set of_metadata(struct uses *u, LLVMValueRef function, const unsigned kinds[SPELLINGS])
{
	aspect_set set = 0;

	for (size_t i = 0; i < SPELLINGS; i++)
		set = aspects_union(&u->aspects, set,
				    aspects_of_list(&u->aspects, shim_global_metadata(function, kinds[i])));
	return set;
}

static void read_function(struct uses *u, LLVMValueRef function, size_t number)
{
	size_t len;
	const char *property = ir_attribute(function, "sycl-device-has", &len);

	u->stated[number] = of_metadata(u, function, u->aspects.used);
	u->declared[number] = of_metadata(u, function, u->aspects.declared);
	if (property)
		u->declared[number] =
			aspects_union(&u->aspects, u->declared[number], aspects_of_text(&u->aspects, property, len));
}

static int add_call(struct uses *u, LLVMValueRef call)
{
	LLVMValueRef callee = callgraph_callee(call);
	uint32_t number = callee ? callgraph_number(&u->graph, callee) : UINT32_MAX;

	return number == UINT32_MAX ? 0 : callgraph_add(&u->graph, number, call);
}

static int walk_function(struct uses *u, LLVMValueRef function, size_t number)
{
	struct aspect_use use = { 0, 0 };

	if (!LLVMGetIntrinsicID(function)) /* their calls have the same types, and a place in the source */
		use = uses_signature(u, function);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode opcode = LLVMGetInstructionOpcode(i);

			TRY(opcode == LLVMCall || opcode == LLVMInvoke || opcode == LLVMCallBr ? add_call(u, i) : 0);
			use = aspect_use_add(&u->aspects, use, uses_instruction(u, i));
		}
	}
	u->code[number] = use;
	return u->aspects.r;
}

static int walk_functions(struct uses *u, const struct groups *groups)
{
	struct callgraph *g = &u->graph;

	for (size_t i = 0; i < g->function_count; i++) {
		if (i % CANCEL_EVERY == 0)
			TRY(ctx_cancelled(u->ctx));
		TRY(walk_function(u, g->functions[i], i));
		TRY(call_groups(u, groups, g->functions[i]));
		read_function(u, g->functions[i], i);
		callgraph_next(g);
	}
	return u->aspects.r;
}

/* ---- adding up ---- */

static void add_up_component(struct uses *u, size_t component)
{
	const struct callgraph *g = &u->graph;
	struct aspect_use use = { 0, 0 };
	aspect_set declared = 0;

	for (uint32_t m = g->first_member[component]; m < g->first_member[component + 1]; m++) {
		uint32_t node = g->members[m];
		const struct call_edge *edges;
		uint32_t count = callgraph_edges(g, node, &edges);

		if (node < g->function_count) {
			const struct aspect_use stated = { u->stated[node], u->stated[node] };

			use = aspect_use_add(&u->aspects, use, aspect_use_add(&u->aspects, u->code[node], stated));
			declared = aspects_union(&u->aspects, declared, u->declared[node]);
		}
		for (uint32_t e = 0; e < count; e++) { /* those of the component itself are still empty */
			use = aspect_use_add(&u->aspects, use, u->used[edges[e].to]);
			declared = aspects_union(&u->aspects, declared, u->declared_below[edges[e].to]);
		}
	}
	for (uint32_t m = g->first_member[component]; m < g->first_member[component + 1]; m++) {
		u->used[g->members[m]] = use;
		u->declared_below[g->members[m]] = declared;
	}
}

static int add_up(struct uses *u)
{
	TRY(callgraph_components(&u->graph));
	for (size_t c = 0; c < u->graph.component_count; c++)
		add_up_component(u, c);
	return u->aspects.r;
}

static int make_room(struct uses *u)
{
	size_t functions = u->graph.function_count + 1, nodes = u->graph.node_count + 1;

	u->code = arena_array(u->ctx, &u->arena, functions, sizeof(*u->code));
	u->stated = arena_array(u->ctx, &u->arena, functions, sizeof(*u->stated));
	u->declared = arena_array(u->ctx, &u->arena, functions, sizeof(*u->declared));
	u->used = arena_array(u->ctx, &u->arena, nodes, sizeof(*u->used));
	u->declared_below = arena_array(u->ctx, &u->arena, nodes, sizeof(*u->declared_below));
	return u->code && u->stated && u->declared && u->used && u->declared_below ? 0 : -SYB_E_NOMEM;
}

static int read_module(struct uses *u, struct groups *groups)
{
	TRY(find_groups(u, groups));
	TRY(callgraph_init(&u->graph, u->ctx, u->ir, groups->count));
	TRY(make_room(u));
	TRY(walk_functions(u, groups));
	TRY(fill_groups(u, groups));
	return add_up(u);
}

int uses_init(struct uses *u, struct syb_ctx *ctx, const struct syb_ir *ir)
{
	struct groups groups = { 0 };
	int r;

	*u = (struct uses){ .ctx = ctx, .ir = ir };
	TRY(aspects_init(&u->aspects, ctx, ir));
	TRY(type_aspects_init(&u->types, &u->aspects));
	r = read_module(u, &groups);
	hash_free(&groups.index);
	allocator_free(allocator_of(ctx), groups.members);
	return r;
}

void uses_free(struct uses *u)
{
	struct allocator from = allocator_of(u->ctx);

	callgraph_free(&u->graph);
	type_aspects_free(&u->types);
	aspects_free(&u->aspects);
	values_free(&u->constants);
	allocator_free(from, u->constant_uses);
	allocator_free(from, u->stack);
	arena_free(&u->arena);
}
