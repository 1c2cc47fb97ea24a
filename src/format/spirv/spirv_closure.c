/* format/spirv/spirv_closure.c — from the needs of functions to their needs including all functions they call:
 * strongly connected components of the call graph, in one pass with an explicit stack. And back: the instruction
 * because of which a kernel needs an aspect. */
#include "spirv_info.h"

static const uint32_t numbers[] = {
#define SYB_SPIRV_ASPECT(id, aspect, what) aspect,
#include <sybil/spirv_aspects.def>
};
_Static_assert(SPIRV_ASPECT_COUNT <= 32, "sets of aspects are 32 bits");

struct frame {
	uint32_t node, next; /* edge */
};

struct walk {
	struct syb_spirv *spirv;
	struct frame *frames;
	uint32_t *stack; /* nodes of parts that are not complete */
	size_t depth, height;
	uint32_t count;
};

static void enter(struct walk *w, uint32_t node)
{
	struct spirv_node *n = &w->spirv->nodes[node];

	n->index = n->low = ++w->count;
	n->all = n->own;
	n->on_stack = true;
	w->stack[w->height++] = node;
	w->frames[w->depth++] = (struct frame){ node, 0 };
}

/* A component is complete: all of its nodes reach the same nodes. */
static void leave(struct walk *w, uint32_t root)
{
	const size_t top = w->height;
	uint32_t all = 0;

	do
		all |= w->spirv->nodes[w->stack[--w->height]].all;
	while (w->stack[w->height] != root);
	for (size_t i = w->height; i < top; i++) {
		w->spirv->nodes[w->stack[i]].all = all;
		w->spirv->nodes[w->stack[i]].on_stack = false;
	}
}

static void walk_from(struct walk *w, uint32_t start)
{
	struct spirv_node *nodes = w->spirv->nodes;

	enter(w, start);
	while (w->depth) {
		struct frame *f = &w->frames[w->depth - 1];
		struct spirv_node *n = &nodes[f->node];

		if (f->next < n->edge_count) {
			struct spirv_node *to = &nodes[w->spirv->edges[n->first_edge + f->next++]];

			if (!to->index)
				enter(w, (uint32_t)(to - nodes));
			else if (!to->on_stack)
				n->all |= to->all;
			else if (to->index < n->low)
				n->low = to->index;
			continue;
		}
		if (n->low == n->index)
			leave(w, f->node);
		if (--w->depth) {
			struct spirv_node *from = &nodes[w->frames[w->depth - 1].node];

			from->all |= n->all;
			from->low = n->low < from->low ? n->low : from->low;
		}
	}
}

int spirv_close_uses(struct syb_ctx *ctx, struct syb_spirv *spirv)
{
	struct walk w = { .spirv = spirv };
	int r = 0;

	if (spirv->node_count == 0)
		return 0;
	w.frames = mem_alloc(ctx, spirv->node_count * sizeof(*w.frames));
	w.stack = w.frames ? mem_alloc(ctx, spirv->node_count * sizeof(*w.stack)) : NULL;
	if (!w.stack)
		r = -SYB_E_NOMEM;
	for (size_t i = 0; r == 0 && i < spirv->node_count; i++)
		if (!spirv->nodes[i].index)
			walk_from(&w, (uint32_t)i);
	allocator_free(allocator_of(ctx), w.frames);
	allocator_free(allocator_of(ctx), w.stack);
	return r;
}

int spirv_aspect_list(struct syb_ctx *ctx, struct arena *arena, uint32_t set, const uint32_t **out, size_t *out_count)
{
	uint32_t *list;
	size_t count = 0;

	*out_count = 0;
	if (!set)
		return 0;
	list = arena_array(ctx, arena, (size_t)__builtin_popcount(set), sizeof(*list));
	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < SPIRV_ASPECT_COUNT; i++)
		if (set >> i & 1)
			list[count++] = numbers[i];
	*out = list;
	*out_count = count;
	return 0;
}

/* ---- why ---- */

static uint32_t row_of(uint32_t aspect)
{
	for (uint32_t i = 0; i < SPIRV_ASPECT_COUNT; i++)
		if (numbers[i] == aspect)
			return i;
	return SPIRV_ASPECT_COUNT;
}

static size_t own_use(const struct syb_spirv *spirv, const struct spirv_node *n, uint32_t row)
{
	for (uint32_t i = 0; i < n->use_count; i++)
		if (spirv->uses[n->first_use + i].aspect == row)
			return spirv->uses[n->first_use + i].at;
	return 0;
}

/* Depth first along the calls; nodes that do not need the aspect are not entered. */
static size_t search(const struct syb_spirv *spirv, uint32_t start, uint32_t row, uint32_t *stack, bool *seen)
{
	size_t height = 0;

	stack[height++] = start;
	seen[start] = true;
	while (height) {
		const struct spirv_node *n = &spirv->nodes[stack[--height]];
		size_t at = own_use(spirv, n, row);

		if (at)
			return at;
		for (uint32_t i = n->edge_count; i-- > 0;) {
			uint32_t to = spirv->edges[n->first_edge + i];

			if (seen[to] || !(spirv->nodes[to].all >> row & 1))
				continue;
			seen[to] = true;
			stack[height++] = to;
		}
	}
	return 0;
}

int spirv_why(struct syb_ctx *ctx, const struct syb_spirv *spirv, uint32_t node, uint32_t aspect, size_t *out_at)
{
	const uint32_t row = row_of(aspect);
	struct allocator from = allocator_of(ctx);
	uint32_t *stack;
	bool *seen;
	int r = 0;

	*out_at = 0;
	if (node == SPIRV_NONE || row == SPIRV_ASPECT_COUNT || !(spirv->nodes[node].all >> row & 1))
		return 0;
	stack = mem_alloc(ctx, spirv->node_count * sizeof(*stack));
	seen = stack ? mem_zalloc(ctx, spirv->node_count * sizeof(*seen)) : NULL;
	if (seen)
		*out_at = search(spirv, node, row, stack, seen);
	else
		r = -SYB_E_NOMEM;
	allocator_free(from, stack);
	allocator_free(from, seen);
	return r;
}
