/* ir/aspects/requirers.c — lists of functions that require something of a device; see requirers.h. */
#include "requirers.h"

#include "base/order.h"
#include "ir/split/use_graph.h"

#include <stdlib.h>

/* Operands of a listed function. */
enum { AT_NAME, AT_FILE, AT_LINE, AT_DEVICE_HAS, AT_KINDS, AT_BRINGS = AT_KINDS + REQUIRES_KINDS, AT_END };

/* ---- reading ---- */

LLVMMetadataRef requirers_of(const struct syb_ir *ir, LLVMValueRef function)
{
	return shim_global_metadata(function, md_kind(ir, REQUIRERS_KIND));
}

LLVMMetadataRef requirer_metadata(const struct syb_ir *ir, const struct requirer *requirer, enum requirer_kind kind)
{
	static const char *const names[REQUIRES_KINDS] = {
		[REQUIRES_SYCL_USED] = "sycl_used_aspects",
		[REQUIRES_INTEL_USED] = "intel_used_aspects",
		[REQUIRES_SYCL_DECLARED] = "sycl_declared_aspects",
		[REQUIRES_INTEL_DECLARED] = "intel_declared_aspects",
		[REQUIRES_SUB_GROUP] = "intel_reqd_sub_group_size",
		[REQUIRES_SYCL_TARGETS] = "sycl_fixed_targets",
		[REQUIRES_INTEL_TARGETS] = "intel_fixed_targets",
	};

	if (requirer->function)
		return shim_global_metadata(requirer->function, md_kind(ir, names[kind]));
	return shim_node_at(requirer->listed, AT_KINDS + (size_t)kind);
}

const char *requirer_name(const struct requirer *requirer, size_t *out_len)
{
	if (requirer->function)
		return LLVMGetValueName2(requirer->function, out_len);
	return shim_string(shim_node_at(requirer->listed, AT_NAME), out_len);
}

const char *requirer_device_has(const struct requirer *requirer, size_t *out_len)
{
	if (requirer->function)
		return ir_attribute(requirer->function, "sycl-device-has", out_len);
	return shim_string(shim_node_at(requirer->listed, AT_DEVICE_HAS), out_len);
}

aspect_set requirer_aspects(struct aspects *a, const struct requirer *requirer, bool with_list)
{
	LLVMMetadataRef list = with_list ? requirers_of(a->ir, requirer->function) : NULL;
	size_t len;
	const char *text = requirer_device_has(requirer, &len);
	aspect_set set = text ? aspects_of_text(a, text, len) : 0;

	for (int kind = 0; kind < REQUIRES_ASPECTS; kind++) {
		LLVMMetadataRef node = requirer_metadata(a->ir, requirer, (enum requirer_kind)kind);

		set = aspects_union(a, set, aspects_of_list(a, node));
	}
	for (size_t i = 0; i < shim_node_count(list); i++) {
		const struct requirer listed = { .listed = shim_node_at(list, i) };

		set = aspects_union(a, set, requirer_aspects(a, &listed, false));
	}
	return set;
}

bool requirer_brings(const struct requirer *requirer, int64_t aspect)
{
	LLVMMetadataRef numbers = shim_node_at(requirer->listed, AT_BRINGS);
	int64_t number;

	for (size_t i = 0; i < shim_node_count(numbers); i++)
		if (shim_integer(shim_node_at(numbers, i), &number) && number == aspect)
			return true;
	return false;
}

struct place requirer_place(struct syb_ctx *ctx, struct arena *arena, const struct requirer *requirer)
{
	struct place place = { NULL, 0, 0 };
	const char *file;
	int64_t line = 0;
	size_t len = 0;

	if (requirer->function)
		return place_of(ctx, arena, requirer->function);
	file = shim_string(shim_node_at(requirer->listed, AT_FILE), &len);
	if (!file || !shim_integer(shim_node_at(requirer->listed, AT_LINE), &line) || line <= 0 || line > INT32_MAX)
		return place;
	place.file = arena_string(ctx, arena, file, len);
	place.line = place.file ? (uint32_t)line : 0;
	return place;
}

/* ---- writing ---- */

struct lister {
	struct pass_run *run;
	struct use_graph graph;
	struct aspects aspects;
	aspect_set *sets;   /* by function: the aspects it uses or declares */
	aspect_set *has;    /* by function: these, and those of its list */
	aspect_set *brings; /* by function below the entry point: those that a user of it does not have */
	uint32_t *stamps, *stack, turn;
	uint32_t *below; /* functions that one entry point uses */
	size_t below_count;
	LLVMMetadataRef *list; /* of one entry point */
	size_t count, room;
	struct hash seen; /* in that list */
};

/* Aspects that the entry point's own metadata does not have. What every user of the function has as well is listed
 * with these: one use is one function. */
static aspect_set brings_more(struct lister *l, uint32_t entry, uint32_t function)
{
	return aspects_without(&l->aspects, l->brings[function], l->sets[entry]);
}

/* Whether the entry point's own metadata does not say what the function requires. */
static bool requires_more(struct lister *l, uint32_t entry, uint32_t function)
{
	const struct requirer mine = { .function = l->graph.values[entry] };
	const struct requirer other = { .function = l->graph.values[function] };

	if (brings_more(l, entry, function))
		return true;
	for (int kind = REQUIRES_ASPECTS; kind < REQUIRES_KINDS; kind++) {
		LLVMMetadataRef node = requirer_metadata(l->run->ir, &other, (enum requirer_kind)kind);

		if (node && node != requirer_metadata(l->run->ir, &mine, (enum requirer_kind)kind))
			return true;
	}
	return false;
}

static LLVMMetadataRef text_or_none(const struct lister *l, const char *text, size_t len)
{
	return text ? md_string(l->run->ir, text, len) : NULL;
}

static LLVMMetadataRef number_list(struct lister *l, aspect_set set)
{
	LLVMMetadataRef numbers[ASPECTS_MOST];
	size_t count;
	const uint16_t *members = aspects_members(&l->aspects, set, &count);

	for (size_t i = 0; members && i < count; i++)
		numbers[i] = md_int(l->run->ir, 64, l->aspects.list[members[i]].number);
	return members && count ? md_node(l->run->ir, numbers, count) : NULL;
}

static LLVMMetadataRef make_node(struct lister *l, uint32_t entry, uint32_t function)
{
	const struct requirer requirer = { .function = l->graph.values[function] };
	LLVMMetadataRef operands[AT_END];
	struct place place;
	size_t len = 0;
	const char *text;

	text = requirer_name(&requirer, &len);
	operands[AT_NAME] = text_or_none(l, text, len);
	place = requirer_place(l->run->ctx, &l->run->arena, &requirer);
	operands[AT_FILE] = text_or_none(l, place.file, place.file ? strlen(place.file) : 0);
	operands[AT_LINE] = md_int(l->run->ir, 32, place.line);
	text = requirer_device_has(&requirer, &len);
	operands[AT_DEVICE_HAS] = text_or_none(l, text, len);
	for (int kind = 0; kind < REQUIRES_KINDS; kind++)
		operands[AT_KINDS + kind] = requirer_metadata(l->run->ir, &requirer, (enum requirer_kind)kind);
	operands[AT_BRINGS] = number_list(l, brings_more(l, entry, function));
	return md_node(l->run->ir, operands, AT_END);
}

/* Nodes are unique: equal ones are one. */
static int add(struct lister *l, LLVMMetadataRef node)
{
	struct syb_ctx *ctx = l->run->ctx;
	LLVMMetadataRef *key = arena_alloc(ctx, &l->run->arena, sizeof(*key));
	size_t *stored;
	bool found;

	if (!key)
		return -SYB_E_NOMEM;
	*key = node;
	TRY(hash_put(ctx, &l->seen, key, sizeof(*key), 0, &stored, &found));
	if (!found)
		TRY(VEC_PUSH(ctx, l->list, l->count, l->room));
	if (!found)
		l->list[l->count++] = node;
	return 0;
}

static int add_list(struct lister *l, uint32_t function)
{
	LLVMMetadataRef list = requirers_of(l->run->ir, l->graph.values[function]);

	for (size_t i = 0; i < shim_node_count(list); i++)
		if (shim_is_node(shim_node_at(list, i)))
			TRY(add(l, shim_node_at(list, i)));
	return 0;
}

static int add_function(struct lister *l, uint32_t entry, uint32_t function)
{
	TRY(function != entry && requires_more(l, entry, function) ? add(l, make_node(l, entry, function)) : 0);
	return add_list(l, function);
}

static void note_use(struct lister *l, uint32_t user, uint32_t used, bool again)
{
	aspect_set has = use_graph_is_function(&l->graph, user) ? l->has[user] : 0;

	if (use_graph_is_function(&l->graph, used))
		l->brings[used] = aspects_union(&l->aspects, again ? l->brings[used] : 0,
						aspects_without(&l->aspects, l->sets[used], has));
}

/* Everything that the entry point uses, whether it calls it or not: what an image of it would have. In the order of the
 * module, in which post-link warns about functions. */
static void find_below(struct lister *l, uint32_t entry)
{
	const struct use_graph *g = &l->graph;
	size_t depth = 0;

	l->turn++;
	l->below_count = 0;
	l->stamps[entry] = l->turn;
	l->stack[depth++] = entry;
	while (depth > 0) {
		uint32_t node = l->stack[--depth];

		if (use_graph_is_function(g, node))
			l->below[l->below_count++] = node;
		for (uint32_t e = g->first[node]; e < g->first[node + 1]; e++) {
			bool again = l->stamps[g->edges[e]] == l->turn;

			note_use(l, node, g->edges[e], again);
			if (again)
				continue;
			l->stamps[g->edges[e]] = l->turn;
			l->stack[depth++] = g->edges[e];
		}
	}
	qsort(l->below, l->below_count, sizeof(*l->below), order_u32);
}

static int list_below(struct lister *l, uint32_t entry)
{
	find_below(l, entry);
	l->count = 0;
	hash_free(&l->seen);
	l->seen = (struct hash){ 0 };
	TRY(add_list(l, entry)); /* what was listed before stays in its order */
	for (size_t i = 0; i < l->below_count; i++)
		TRY(add_function(l, entry, l->below[i]));
	if (l->count)
		LLVMGlobalSetMetadata(l->graph.values[entry], md_kind(l->run->ir, REQUIRERS_KIND),
				      md_node(l->run->ir, l->list, l->count));
	return 0;
}

static int read_functions(struct lister *l)
{
	struct syb_ctx *ctx = l->run->ctx;
	struct arena *arena = &l->run->arena;
	uint32_t count = l->graph.function_count;

	l->sets = arena_array(ctx, arena, count + 1, sizeof(*l->sets));
	l->has = arena_array(ctx, arena, count + 1, sizeof(*l->has));
	l->brings = arena_array(ctx, arena, count + 1, sizeof(*l->brings));
	l->stamps = arena_array(ctx, arena, l->graph.node_count + 1, sizeof(*l->stamps));
	l->stack = arena_array(ctx, arena, l->graph.node_count + 1, sizeof(*l->stack));
	l->below = arena_array(ctx, arena, count + 1, sizeof(*l->below));
	if (!l->sets || !l->has || !l->brings || !l->stamps || !l->stack || !l->below)
		return -SYB_E_NOMEM;
	for (uint32_t i = 0; i < count; i++) {
		const struct requirer requirer = { .function = l->graph.values[i] };

		l->sets[i] = requirer_aspects(&l->aspects, &requirer, false);
		l->has[i] = requirer_aspects(&l->aspects, &requirer, true);
	}
	return l->aspects.r;
}

/* Most modules require nothing. */
static bool some_require(const struct syb_ir *ir)
{
	size_t len;

	for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = LLVMGetNextFunction(f)) {
		const struct requirer requirer = { .function = f };

		if (requirer_device_has(&requirer, &len) || requirers_of(ir, f))
			return true;
		for (int kind = 0; kind < REQUIRES_KINDS; kind++)
			if (requirer_metadata(ir, &requirer, (enum requirer_kind)kind))
				return true;
	}
	return false;
}

int requirers_list(struct pass_run *run)
{
	struct lister l = { .run = run };
	int r;

	if (!some_require(run->ir))
		return 0;
	r = aspects_init(&l.aspects, run->ctx, run->ir);
	if (r == 0)
		r = use_graph_init(&l.graph, run->ctx, run->ir->module);
	if (r == 0)
		r = read_functions(&l);
	for (uint32_t i = 0; i < l.graph.function_count && r == 0; i++)
		if (ir_is_entry_point(l.graph.values[i]))
			r = list_below(&l, i);
	hash_free(&l.seen);
	allocator_free(allocator_of(run->ctx), l.list);
	use_graph_free(&l.graph);
	aspects_free(&l.aspects);
	return r;
}
