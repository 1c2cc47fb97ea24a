/* format/spirv_link/spirv_link_entry.c — entry points: unique names, and the variables that each entry point reaches.
 *
 * An entry point names the variables of its interface: those of the storage classes Input and Output, from SPIR-V
 * 1.4 on all. A function that came from another module brings its variables along, and so does a version that is
 * raised. A walk over calls finds them; naming more than needed is allowed, so the limit on the work is harmless. */
#include "spirv_link.h"

enum {
	OP_EXT_INST = 12,
	STORAGE_INPUT = 1,
	STORAGE_OUTPUT = 3,
	VERSION_ALL_VARIABLES = 0x00010400,
	STEPS_PER_WORD = 8,
};

/* ---- names ---- */

static int check_name(struct link *l, struct link_entry *e, struct hash *names)
{
	const struct link_module *m = &l->modules[e->module];
	struct spirv_inst inst = splink_inst_at(m, e->at);
	const uint32_t model = spirv_word(&inst, 1);
	size_t next, *value;
	uint8_t *key;
	bool found;

	TRY(spirv_string(l->ctx, &inst, 3, &l->text, &next));
	e->interface = (uint32_t)next;
	key = arena_bytes(l->ctx, &l->arena, l->text.len + sizeof(model) + 1);
	if (!key)
		return -SYB_E_NOMEM;
	memcpy(key, &model, sizeof(model));
	memcpy(key + sizeof(model), l->text.ptr, l->text.len);
	key[sizeof(model) + l->text.len] = '\0';
	TRY(hash_put(l->ctx, names, key, l->text.len + sizeof(model), (size_t)(e - l->entries), &value, &found));
	if (found) {
		const struct link_entry *first = &l->entries[*value];

		syb_report(l->ctx, SYB_SEVERITY_ERROR, spirv_offset(&inst, 0), "link-kernel",
			   "the kernel %s is defined twice; %s has it, too",
			   splink_shown(l, (const char *)key + sizeof(model)), l->modules[first->module].name);
		l->problems++;
	}
	return 0;
}

static int collect_entries(struct link *l, uint32_t module, struct hash *names)
{
	struct link_module *m = &l->modules[module];
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->name);
	struct spirv_inst inst = splink_walk(m, SECTION_ENTRY_POINT);

	while (splink_step(m, SECTION_ENTRY_POINT, &inst)) {
		uint32_t local;

		TRY(spirv_need(l->ctx, &inst, 4));
		local = splink_local(m, spirv_word(&inst, 2));
		if (splink_kind(m, local) != LINK_FUNCTION)
			return syb_fail(l->ctx, SYB_E_FORMAT, spirv_offset(&inst, 2), "spirv-id",
					"an entry point is not a function of the module");
		if (splink_is_gone(m, local))
			continue; /* another module's is taken, with its entry point */
		TRY(VEC_PUSH(l->ctx, l->entries, l->entry_count, l->entry_room));
		l->entries[l->entry_count++] = (struct link_entry){
			.module = module,
			.at = (uint32_t)inst.at,
			.function = m->map[local] & LINK_ID,
		};
		TRY(check_name(l, &l->entries[l->entry_count - 1], names));
	}
	return 0;
}

/* ---- variables that entry points reach ---- */

struct edge {
	uint32_t from, to;
};

/* Nodes are functions, variables, and instructions before the functions that refer to a variable. */
struct graph {
	struct link *l;
	uint32_t *node_of; /* by new id; 0: none */
	uint32_t *ids;     /* of nodes: new id, counted from 1 */
	bool *variable;
	uint32_t node_count;
	uint32_t global_count; /* the first of them: instructions before the functions */
	size_t id_room, variable_room;
	struct edge *edges;
	size_t edge_count, edge_room;
	uint32_t *first; /* of edges sorted by from */
	uint32_t *targets;
	uint32_t *seen; /* entry point that came here last */
	uint32_t *stack;
	uint64_t steps;
};

static void drop_graph(struct graph *g)
{
	struct allocator from = allocator_of(g->l->ctx);

	allocator_free(from, g->node_of);
	allocator_free(from, g->ids);
	allocator_free(from, g->variable);
	allocator_free(from, g->edges);
	allocator_free(from, g->first);
	allocator_free(from, g->targets);
	allocator_free(from, g->seen);
	allocator_free(from, g->stack);
}

static int add_node(struct graph *g, uint32_t id, bool variable)
{
	if (g->node_of[id])
		return 0;
	TRY(VEC_PUSH(g->l->ctx, g->ids, g->node_count + 1u, g->id_room));
	TRY(VEC_PUSH(g->l->ctx, g->variable, g->node_count + 1u, g->variable_room));
	g->node_of[id] = ++g->node_count;
	g->ids[g->node_count] = id;
	g->variable[g->node_count] = variable;
	return 0;
}

static int add_edge(struct graph *g, uint32_t from, uint32_t to)
{

	if (g->edge_count && g->edges[g->edge_count - 1].from == from && g->edges[g->edge_count - 1].to == to)
		return 0;
	return VEC_ADD(g->l->ctx, g->edges, g->edge_count, g->edge_room, (struct edge){ from, to });
}

/* Variables that an interface has to name. */
static bool is_wanted(const struct link *l, const struct spirv_inst *inst)
{
	uint32_t storage = spirv_word(inst, 3);

	return l->version >= VERSION_ALL_VARIABLES || storage == STORAGE_INPUT || storage == STORAGE_OUTPUT;
}

/* All variables come first: initializers refer to those of any module. */
static int add_variables(struct graph *g, struct link_module *m)
{
	struct spirv_inst inst = splink_walk(m, SECTION_GLOBAL);

	while (splink_step(m, SECTION_GLOBAL, &inst))
		if (inst.op == SPIRV_OP_VARIABLE && inst.count > 3 && is_wanted(g->l, &inst) &&
		    !splink_is_gone(m, splink_local(m, spirv_word(&inst, 2))))
			TRY(add_node(g, splink_new(m, spirv_word(&inst, 2)), true));
	return 0;
}

/* Other instructions before the functions. One becomes a node when it refers to a node. */
static int add_globals(struct graph *g, struct link_module *m)
{
	struct spirv_inst inst = splink_walk(m, SECTION_GLOBAL);
	struct link *l = g->l;

	while (splink_step(m, SECTION_GLOBAL, &inst)) {
		const uint32_t word = splink_result_word(spirv_shape(inst.op));
		uint32_t id = word ? splink_new(m, spirv_word(&inst, word)) : 0;
		bool refers = false;

		if (!id || splink_is_gone(m, splink_local(m, spirv_word(&inst, word))) || inst.op == OP_EXT_INST)
			continue;
		TRY(splink_word_kinds(l, m, &inst));
		for (size_t i = 1; i < inst.count; i++) {
			uint32_t other = l->word_kinds[i] == SPIRV_WORD_ID ? splink_new(m, spirv_word(&inst, i)) : 0;

			if (other && other != LINK_DROPPED && g->node_of[other])
				refers = true;
		}
		if (refers)
			TRY(add_node(g, id, false));
		for (size_t i = 1; refers && i < inst.count; i++) {
			uint32_t other = l->word_kinds[i] == SPIRV_WORD_ID ? splink_new(m, spirv_word(&inst, i)) : 0;

			if (other && other != LINK_DROPPED && g->node_of[other])
				TRY(add_edge(g, g->node_of[id], g->node_of[other]));
		}
	}
	return 0;
}

static int add_functions(struct graph *g, const struct link_module *m)
{
	for (size_t i = 0; i < m->function_count; i++)
		if (!m->functions[i].dropped)
			TRY(add_node(g, m->map[m->functions[i].id] & LINK_ID, false));
	return 0;
}

/* Everything that functions refer to, calls among it. */
static int add_uses(struct graph *g, struct link_module *m, const struct link_function *f)
{
	const uint32_t from = g->node_of[m->map[f->id] & LINK_ID];
	struct spirv_inst inst;

	for (uint32_t at = f->at; at < f->end; at += (uint32_t)inst.count) {
		inst = splink_inst_at(m, at);
		if (m->has_switch) {
			uint32_t word = splink_result_word(spirv_shape(inst.op));

			if (word && m->map[splink_local(m, spirv_word(&inst, word))] & LINK_SELECTOR)
				TRY(splink_note_selector(g->l, m, &inst, spirv_word(&inst, word)));
		}
		TRY(splink_word_kinds(g->l, m, &inst));
		for (size_t i = 1; i < inst.count; i++) {
			uint32_t id = g->l->word_kinds[i] == SPIRV_WORD_ID ? splink_new(m, spirv_word(&inst, i)) : 0;

			if (id && id != LINK_DROPPED && g->node_of[id])
				TRY(add_edge(g, from, g->node_of[id]));
		}
	}
	return 0;
}

/* Edges by the node they leave. */
static int sort_edges(struct graph *g)
{
	struct syb_ctx *ctx = g->l->ctx;
	const size_t nodes = (size_t)g->node_count + 2;

	g->first = mem_zalloc(ctx, (nodes + 1) * sizeof(*g->first));
	g->targets = mem_alloc(ctx, (g->edge_count + 1) * sizeof(*g->targets));
	g->seen = mem_zalloc(ctx, nodes * sizeof(*g->seen));
	g->stack = mem_alloc(ctx, nodes * sizeof(*g->stack));
	if (!g->first || !g->targets || !g->seen || !g->stack)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < g->edge_count; i++)
		g->first[g->edges[i].from + 1]++;
	for (size_t i = 1; i < nodes + 1; i++)
		g->first[i] += g->first[i - 1];
	for (size_t i = g->edge_count; i > 0; i--)
		g->targets[--g->first[g->edges[i - 1].from + 1]] = g->edges[i - 1].to;
	/* The edges of n are those from first[n + 1] to first[n + 2] now. */
	return 0;
}

static int add_reached(struct link *l, uint32_t id)
{
	return VEC_ADD(l->ctx, l->reached, l->reached_count, l->reached_room, id);
}

static int reach(struct graph *g, struct link_entry *e, uint32_t stamp, uint64_t most)
{
	struct link *l = g->l;
	size_t depth = 0;
	int r = 0;

	e->from = l->reached_count;
	if (g->steps > most) { /* all of them, then */
		for (uint32_t n = 1; r == 0 && n <= g->global_count; n++)
			if (g->variable[n])
				r = add_reached(l, g->ids[n]);
	} else {
		g->stack[depth++] = g->node_of[e->function];
		g->seen[g->node_of[e->function]] = stamp;
	}
	while (r == 0 && depth) {
		uint32_t n = g->stack[--depth];

		if (g->variable[n])
			r = add_reached(l, g->ids[n]);
		for (uint32_t i = g->first[n + 1]; i < g->first[n + 2]; i++) {
			uint32_t to = g->targets[i];

			g->steps++;
			if (g->seen[to] == stamp)
				continue;
			g->seen[to] = stamp;
			g->stack[depth++] = to;
		}
	}
	e->count = l->reached_count - e->from;
	return r;
}

static int find_variables(struct link *l)
{
	_cleanup_(drop_graph) struct graph g = { .l = l };
	int r = 0;

	g.node_of = mem_zalloc(l->ctx, (size_t)l->next_id * sizeof(*g.node_of));
	if (!g.node_of)
		return -SYB_E_NOMEM;
	for (size_t i = 0; r == 0 && i < l->module_count; i++)
		r = add_variables(&g, &l->modules[i]);
	for (size_t i = 0; r == 0 && g.node_count && i < l->module_count; i++)
		r = add_globals(&g, &l->modules[i]);
	g.global_count = g.node_count;
	if (r < 0 || !g.global_count)
		return r;
	for (size_t i = 0; r == 0 && i < l->module_count; i++)
		r = add_functions(&g, &l->modules[i]);
	for (size_t i = 0; r == 0 && i < l->module_count; i++) {
		struct link_module *m = &l->modules[i];
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->name);

		for (size_t k = 0; r == 0 && k < m->function_count; k++)
			if (!m->functions[k].dropped)
				r = add_uses(&g, m, &m->functions[k]);
	}
	if (r == 0)
		r = sort_edges(&g);
	for (size_t i = 0; r == 0 && i < l->entry_count; i++)
		r = reach(&g, &l->entries[i], (uint32_t)i + 1, l->total_words * STEPS_PER_WORD);
	return r;
}

int splink_entries(struct link *l)
{
	_cleanup_(hash_free) struct hash names_seen = { 0 };

	for (size_t i = 0; i < l->module_count; i++)
		TRY(collect_entries(l, (uint32_t)i, &names_seen));
	return 0;
}

int splink_interfaces(struct link *l)
{
	return l->entry_count ? find_variables(l) : 0;
}
