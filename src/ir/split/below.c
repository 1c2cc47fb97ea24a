/* ir/split/below.c — requirements added up over everything that an entry point uses; see below.h. */
#include "below.h"

#include "base/order.h"
#include "ir/aspects/requirers.h"

#include <stdlib.h>

/* Aspects have 32 bits, and so have sub-group sizes and the numbers of targets. */
enum { KIND_SHIFT = 40 };

static int64_t number_of(enum requirement kind, uint32_t value)
{
	return (int64_t)kind << KIND_SHIFT | value;
}

/* ---- of one function ---- */

static int add(struct below *b, aspect_set *set, enum requirement kind, uint32_t value)
{
	*set = aspects_union(b->aspects, *set, aspects_one(b->aspects, number_of(kind, value)));
	return b->aspects->r;
}

static int add_target(struct below *b, LLVMMetadataRef operand, aspect_set *set)
{
	const char *name;
	size_t *number;
	bool found;

	TRY(aspects_target_name(b->aspects, operand, &name));
	if (!name)
		return 0;
	TRY(hash_put(b->ctx, &b->index, name, strlen(name), b->target_count, &number, &found));
	if (!found) {
		TRY(VEC_PUSH(b->ctx, b->targets, b->target_count, b->target_room));
		b->targets[b->target_count++] = name;
	}
	return add(b, set, REQUIREMENT_TARGET, (uint32_t)*number);
}

static int add_requirer(struct below *b, const struct requirer *from, aspect_set *set)
{
	const struct syb_ir *ir = b->aspects->ir;
	LLVMMetadataRef node = requirer_metadata(ir, from, REQUIRES_SUB_GROUP);
	int64_t size;

	*set = aspects_union(b->aspects, *set, requirer_aspects(b->aspects, from, false));
	if (shim_integer(shim_node_at(node, 0), &size) && size > 0 && size <= UINT32_MAX)
		TRY(add(b, set, REQUIREMENT_SUB_GROUP, (uint32_t)size));
	for (int k = REQUIRES_SYCL_TARGETS; k <= REQUIRES_INTEL_TARGETS; k++) {
		node = requirer_metadata(ir, from, (enum requirer_kind)k);
		for (size_t i = 0; i < shim_node_count(node); i++)
			TRY(add_target(b, shim_node_at(node, i), set));
	}
	return b->aspects->r;
}

static int read_functions(struct below *b)
{
	for (uint32_t f = 0; f < b->graph->function_count; f++) {
		const struct requirer own = { .function = b->graph->values[f] };
		LLVMMetadataRef list = requirers_of(b->aspects->ir, own.function);

		TRY(add_requirer(b, &own, &b->sets[f]));
		for (size_t i = 0; i < shim_node_count(list); i++)
			TRY(add_requirer(b, &(struct requirer){ .listed = shim_node_at(list, i) }, &b->sets[f]));
	}
	return 0;
}

/* ---- of all that use it ---- */

/* Edges from the used node to its users. */
struct users {
	uint32_t *first, *list;
};

static int find_users(struct below *b, struct users *out)
{
	const struct use_graph *g = b->graph;
	const uint32_t edges = g->first[g->node_count];

	out->first = arena_array(b->ctx, &b->arena, g->node_count + 2, sizeof(*out->first));
	out->list = arena_array(b->ctx, &b->arena, (size_t)edges + 1, sizeof(*out->list));
	if (!out->first || !out->list)
		return -SYB_E_NOMEM;
	for (uint32_t e = 0; e < edges; e++)
		out->first[g->edges[e] + 2]++;
	for (size_t n = 2; n < g->node_count + 2; n++)
		out->first[n] += out->first[n - 1];
	for (uint32_t user = 0; user < g->node_count; user++)
		for (uint32_t e = g->first[user]; e < g->first[user + 1]; e++)
			out->list[out->first[g->edges[e] + 1]++] = user;
	return 0;
}

/* A node is visited again when its set has grown, at most once for each requirement of the module. */
static int add_up(struct below *b, bool (*lends)(const void *user, LLVMValueRef function), const void *user)
{
	const struct use_graph *g = b->graph;
	struct users users;
	uint32_t *stack = arena_array(b->ctx, &b->arena, g->node_count + 1, sizeof(*stack));
	uint8_t *waits = arena_array(b->ctx, &b->arena, g->node_count + 1, sizeof(*waits));
	size_t depth = 0;

	if (!stack || !waits)
		return -SYB_E_NOMEM;
	TRY(find_users(b, &users));
	for (uint32_t f = 0; f < g->function_count; f++)
		if (b->sets[f] && !lends(user, g->values[f])) {
			stack[depth++] = f;
			waits[f] = true;
		}
	while (depth > 0) {
		const uint32_t used = stack[--depth];

		waits[used] = false;
		for (uint32_t e = users.first[used]; e < users.first[used + 1]; e++) {
			const uint32_t node = users.list[e];
			const aspect_set grown = aspects_union(b->aspects, b->sets[node], b->sets[used]);

			if (grown == b->sets[node])
				continue;
			b->sets[node] = grown;
			if (waits[node] || (use_graph_is_function(g, node) && lends(user, g->values[node])))
				continue;
			stack[depth++] = node;
			waits[node] = true;
		}
	}
	return b->aspects->r;
}

static bool some_require(const struct below *b)
{
	for (uint32_t f = 0; f < b->graph->function_count; f++)
		if (b->sets[f])
			return true;
	return false;
}

int below_init(struct below *b, struct aspects *aspects, const struct use_graph *graph,
	       bool (*lends)(const void *user, LLVMValueRef function), const void *user)
{
	*b = (struct below){ .ctx = aspects->ctx, .aspects = aspects, .graph = graph };
	b->sets = arena_array(b->ctx, &b->arena, graph->node_count + 1, sizeof(*b->sets));
	if (!b->sets)
		return -SYB_E_NOMEM;
	TRY(read_functions(b));
	return some_require(b) ? add_up(b, lends, user) : 0;
}

void below_free(struct below *b)
{
	hash_free(&b->index);
	if (b->ctx)
		allocator_free(allocator_of(b->ctx), b->targets);
	arena_free(&b->arena);
}

/* ---- results ---- */

/* Negative aspects, which are internal to the compiler, are printed with 32 bits. */
int below_list(struct below *b, uint32_t function, enum requirement kind, uint64_t numbers[ASPECTS_MOST],
	       size_t *out_count)
{
	const uint16_t *members = aspects_members(b->aspects, b->sets[function], out_count);
	size_t count = 0;

	for (size_t i = 0; members && i < *out_count; i++) {
		const int64_t number = b->aspects->list[members[i]].number;
		const bool damaged = kind == REQUIREMENT_TARGET && (uint32_t)number >= b->target_count;

		if ((number < 0 ? REQUIREMENT_ASPECT : number >> KIND_SHIFT) == (int64_t)kind && !damaged)
			numbers[count++] = (uint32_t)number;
	}
	*out_count = count;
	qsort(numbers, count, sizeof(*numbers), order_u64);
	return b->aspects->r;
}
