/* package/show/show_spirv_calls.c — facts that only the code of a SPIR-V module has: the bytes of its functions, and
 * which calls lead from a kernel to the instruction that needs an aspect.
 *
 * The call graph is that of format/spirv/spirv_uses.c; the chain is the shortest one. Source positions come from
 * OpLine. */
#include "format/spirv/spirv_info.h"
#include "show.h"

#include <stdio.h>

enum { OP_LINE = 8, OP_LABEL = 248, OP_NO_LINE = 317 };

static const uint32_t aspects[] = {
#define SYB_SPIRV_ASPECT(id, aspect, what) aspect,
#include <sybil/spirv_aspects.def>
};

struct place {
	uint32_t file, line; /* file: id of its name, 0 when not known */
};

struct call {
	uint32_t from, to; /* ids */
};

struct calls {
	struct show *show;
	const struct syb_spirv *spirv;
	struct arena arena;
	struct hash own;     /* names of the kernels → index */
	struct hash strings; /* id → text */
	struct hash calls;   /* struct call → packed place */
	struct hash uses;    /* first word of an instruction that needs an aspect → packed place */
	uint64_t *sizes, others;
	uint32_t *seen, *from, *queue; /* by node */
	uint32_t search;
};

static void drop(struct calls *c)
{
	hash_free(&c->own);
	hash_free(&c->strings);
	hash_free(&c->calls);
	hash_free(&c->uses);
	arena_free(&c->arena);
}

/* The first value for a key stays. */
static int remember(struct calls *c, struct hash *hash, const void *key, size_t len, size_t value)
{
	const char *copy = arena_string(c->show->ctx, &c->arena, key, len);
	size_t *stored;
	bool found;

	return copy ? hash_put(c->show->ctx, hash, copy, len, value, &stored, &found) : -SYB_E_NOMEM;
}

static size_t pack_place(struct place p)
{
	return (size_t)((uint64_t)p.file << 32 | p.line);
}

/* ---- one walk: lines, strings, sizes ---- */

struct walk {
	struct spirv_inst inst;
	struct place line;
	uint32_t function; /* id, 0 outside of functions */
	size_t start;
	struct buf text;
};

static void end_function(struct calls *c, struct walk *w)
{
	const char *name = spirv_function_name(c->spirv->module, w->function);
	const size_t *place = name ? hash_get(&c->own, name, strlen(name)) : NULL;

	*(place ? &c->sizes[*place] : &c->others) += (w->inst.at + w->inst.count - w->start) * 4;
	w->function = 0;
	w->line = (struct place){ 0 };
}

static int take_string(struct calls *c, struct walk *w)
{
	const uint32_t id = spirv_word(&w->inst, 1);
	size_t next;
	int r = spirv_string(c->show->ctx, &w->inst, 2, &w->text, &next);
	const char *text =
		r == 0 ? arena_string(c->show->ctx, &c->arena, w->text.ptr ? (void *)w->text.ptr : "", w->text.len)
		       : NULL;

	if (r == 0 && !text)
		r = -SYB_E_NOMEM;
	return r < 0 ? r : remember(c, &c->strings, &id, sizeof(id), (size_t)text);
}

static int take_instruction(struct calls *c, struct walk *w)
{
	const struct spirv_inst *inst = &w->inst;
	size_t *use;

	switch (inst->op) {
	case SPIRV_OP_STRING:
		return inst->count > 2 ? take_string(c, w) : 0;
	case OP_LINE:
		if (inst->count > 2)
			w->line = (struct place){ spirv_word(inst, 1), spirv_word(inst, 2) };
		return 0;
	case OP_NO_LINE:
	case OP_LABEL:
		w->line = (struct place){ 0 };
		return 0;
	case SPIRV_OP_FUNCTION:
		w->function = inst->count > 2 ? spirv_word(inst, 2) : 0;
		w->start = inst->at;
		break;
	case SPIRV_FUNCTION_END:
		if (w->function)
			end_function(c, w);
		return 0;
	default:
		break;
	}
	if (!w->line.file)
		return 0;
	use = hash_get(&c->uses, &(uint32_t){ (uint32_t)inst->at }, sizeof(uint32_t));
	if (use)
		*use = pack_place(w->line);
	if (inst->op != SPIRV_FUNCTION_CALL || inst->count <= 3 || !w->function)
		return 0;
	return remember(c, &c->calls, &(struct call){ w->function, spirv_word(inst, 3) }, sizeof(struct call),
			pack_place(w->line));
}

static int walk(struct calls *c, struct span bytes)
{
	struct walk w = { 0 };
	int r = spirv_begin(c->show->ctx, bytes, &w.inst);

	while (r >= 0) {
		r = spirv_next(c->show->ctx, &w.inst);
		if (r <= 0)
			break;
		r = take_instruction(c, &w);
	}
	buf_free(&w.text);
	return r;
}

/* ---- chains ---- */

/* The nearest node that needs the aspect itself, SPIRV_NONE when the steps are used up; `from` has the way back. */
static uint32_t search(struct calls *c, uint32_t start, uint32_t row)
{
	const struct syb_spirv *s = c->spirv;
	size_t head = 0, tail = 0;

	c->search++;
	c->seen[start] = c->search;
	c->from[start] = SPIRV_NONE;
	c->queue[tail++] = start;
	while (head < tail && c->show->steps) {
		const uint32_t at = c->queue[head++];
		const struct spirv_node *n = &s->nodes[at];

		if (n->own >> row & 1)
			return at;
		for (uint32_t i = 0; i < n->edge_count && c->show->steps; i++) {
			const uint32_t to = s->edges[n->first_edge + i];

			c->show->steps--;
			if (c->seen[to] == c->search || !(s->nodes[to].all >> row & 1))
				continue;
			c->seen[to] = c->search;
			c->from[to] = at;
			c->queue[tail++] = to;
		}
	}
	return SPIRV_NONE;
}

static const char *name_of(const struct calls *c, uint32_t node)
{
	return spirv_function_name(c->spirv->module, c->spirv->nodes[node].id);
}

/* "file:line" of the call of the next node, or of the instruction that needs the aspect. */
static int put_source(struct calls *c, struct syb_value *map, uint32_t node, uint32_t next, uint32_t row)
{
	const struct spirv_node *n = &c->spirv->nodes[node];
	_cleanup_(buf_free) struct buf source = { 0 };
	const size_t *packed = NULL, *text;
	uint32_t file;

	if (next != SPIRV_NONE)
		packed = hash_get(&c->calls, &(struct call){ n->id, c->spirv->nodes[next].id }, sizeof(struct call));
	for (uint32_t i = 0; next == SPIRV_NONE && !packed && i < n->use_count; i++) {
		const struct spirv_use *use = &c->spirv->uses[n->first_use + i];

		if (use->aspect == row)
			packed = hash_get(&c->uses, &use->at, sizeof(uint32_t));
	}
	file = packed ? (uint32_t)((uint64_t)*packed >> 32) : 0;
	text = file ? hash_get(&c->strings, &file, sizeof(file)) : NULL;
	if (!text)
		return 0;
	TRY(buf_printf(c->show->ctx, &source, "%s:%u", (const char *)*text, (uint32_t)*packed));
	value_stringn(c->show->rec, map, "source", source.ptr, source.len);
	return 0;
}

/* One function of a chain; next SPIRV_NONE: the last one. */
static int put_step(struct calls *c, struct syb_value *chain, uint32_t node, uint32_t next, uint32_t row)
{
	const char *name = name_of(c, node), *readable = name ? show_readable(c->show, name, strlen(name)) : NULL;
	struct syb_value *map;
	char number[32];

	/* an entry point may only wrap the function of its name; constants may have no name */
	if (next != SPIRV_NONE && (!name || (name_of(c, next) && str_eq(name, name_of(c, next)))))
		return 0;
	snprintf(number, sizeof(number), "%%%u", c->spirv->nodes[node].id);
	map = value_map(c->show->rec, chain, NULL);
	value_string(c->show->rec, map, "function", readable ? readable : name ? name : number);
	return put_source(c, map, node, next, row);
}

static int put_need(struct calls *c, struct syb_value *list, uint32_t node, uint32_t row)
{
	const struct syb_aspect_info *info = syb_aspect_find(aspects[row]);
	const uint32_t end = search(c, node, row);
	struct syb_value *map, *chain;
	uint32_t count = 0;
	char number[16];

	if (end == SPIRV_NONE)
		return 0;
	snprintf(number, sizeof(number), "%u", aspects[row]);
	map = value_map(c->show->rec, list, NULL);
	value_string(c->show->rec, map, "aspect", info ? info->name : number);
	for (uint32_t n = end; n != SPIRV_NONE; n = c->from[n]) /* the queue is free: it holds the reversed chain */
		c->queue[count++] = n;
	if (count > c->show->calls) /* of all chains together; this one has no "chain" */
		return 0;
	c->show->calls -= count;
	chain = value_list(c->show->rec, map, "chain");
	while (count-- > 0)
		TRY(put_step(c, chain, c->queue[count], count ? c->queue[count - 1] : SPIRV_NONE, row));
	return 0;
}

/* ---- the module ---- */

static int prepare(struct calls *c)
{
	const struct syb_spirv *s = c->spirv;
	const size_t nodes = s->node_count + 1;

	c->seen = arena_array(c->show->ctx, &c->arena, nodes, sizeof(*c->seen));
	c->from = arena_array(c->show->ctx, &c->arena, nodes, sizeof(*c->from));
	c->queue = arena_array(c->show->ctx, &c->arena, nodes, sizeof(*c->queue));
	c->sizes = arena_array(c->show->ctx, &c->arena, s->info.kernel_count + 1, sizeof(*c->sizes));
	if (!c->seen || !c->from || !c->queue || !c->sizes)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < s->info.kernel_count; i++)
		TRY(remember(c, &c->own, s->info.kernels[i]->name, strlen(s->info.kernels[i]->name), i));
	for (size_t i = 0; i < s->use_count; i++)
		TRY(remember(c, &c->uses, &s->uses[i].at, sizeof(uint32_t), 0));
	c->show->steps += s->edge_count;
	return 0;
}

static int put_kernel(struct calls *c, size_t i, struct syb_value *map)
{
	const uint32_t node = c->spirv->kernel_nodes[i];
	struct syb_value *list = value_list(c->show->rec, map, "needs");

	value_uint(c->show->rec, map, "code_size", c->sizes[i]);
	for (uint32_t row = 0; node != SPIRV_NONE && row < SPIRV_ASPECT_COUNT; row++)
		if (c->spirv->nodes[node].all >> row & 1)
			TRY(put_need(c, list, node, row));
	return 0;
}

int show_spirv_calls(struct show *s, const struct syb_spirv *spirv, struct span bytes, struct syb_value *map)
{
	_cleanup_(drop) struct calls c = { .show = s, .spirv = spirv };
	struct syb_value *kernel = NULL;
	int r = prepare(&c);

	if (r == 0)
		r = walk(&c, bytes);
	if (r < 0 || s->rec->failed)
		return r < 0 ? r : -SYB_E_NOMEM;
	for (struct syb_value *v = map->as.c.first; v; v = v->next)
		if (str_eq(v->key, "kernels"))
			kernel = v->as.c.first;
	for (size_t i = 0; r == 0 && kernel && i < spirv->info.kernel_count; i++, kernel = kernel->next)
		r = put_kernel(&c, i, kernel);
	value_uint(s->rec, map, "other_code_size", c.others);
	return r;
}
