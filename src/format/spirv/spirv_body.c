/* format/spirv/spirv_body.c — a kernel of a SPIR-V module → a hash of its code, for comparisons between modules.
 *
 * Ids get new numbers in the order in which the code of the kernel first uses them. What defines an id is added in the
 * same order, so the result does not depend on the order of types, constants and functions in the module, and
 * recursive types need no special care. */
#include "spirv_body.h"

#include "base/order.h"
#include "spirv_defs.h"
#include "spirv_grammar.h"

#include <stdlib.h>

enum {
	DECORATION_SPEC_ID = 1,
	OP_TYPE_STRUCT_CONTINUED = 6090,
	OP_SPEC_COMPOSITE_CONTINUED = 6092,
};

struct spirv_bodies {
	struct allocator from;
	struct spirv_defs *defs;
	const struct spirv_decoration **decorations; /* by target, then content */
	uint32_t *numbers;                           /* by id; 0: none yet */
	uint32_t *order;                             /* ids, by number */
	uint32_t count;
	struct buf words;
};

static int compare(const void *a, const void *b)
{
	const struct spirv_decoration *x = *(const struct spirv_decoration *const *)a;
	const struct spirv_decoration *y = *(const struct spirv_decoration *const *)b;

	if (x->target != y->target)
		return ORDER(x->target, y->target);
	if (x->member != y->member)
		return ORDER(x->member, y->member);
	if (x->number != y->number)
		return ORDER(x->number, y->number);
	if (x->operand_count != y->operand_count)
		return ORDER(x->operand_count, y->operand_count);
	return x->operand_count ? memcmp(x->operands, y->operands, x->operand_count * 4) : 0;
}

int spirv_bodies_new(struct syb_ctx *ctx, struct span file, struct spirv_bodies **out_bodies)
{
	_cleanup_(spirv_bodies_free_p) struct spirv_bodies *b = mem_zalloc(ctx, sizeof(*b));
	const struct spirv_module *m;

	if (!b)
		return -SYB_E_NOMEM;
	b->from = allocator_of(ctx);
	TRY(spirv_defs_new(ctx, file, &b->defs));
	m = b->defs->module;
	b->decorations = arena_array(ctx, &b->defs->arena, m->decoration_count, sizeof(*b->decorations));
	b->numbers = arena_array(ctx, &b->defs->arena, b->defs->bound, sizeof(*b->numbers));
	b->order = arena_array(ctx, &b->defs->arena, b->defs->bound, sizeof(*b->order));
	if (!b->decorations || !b->numbers || !b->order)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < m->decoration_count; i++)
		b->decorations[i] = &m->decorations[i];
	if (m->decoration_count)
		qsort(b->decorations, m->decoration_count, sizeof(*b->decorations), compare);
	*out_bodies = steal(b);
	return 0;
}

void spirv_bodies_free(struct spirv_bodies *b)
{
	struct allocator from;

	if (!b)
		return;
	from = b->from;
	buf_free(&b->words);
	spirv_defs_free(b->defs);
	allocator_free(from, b);
}

static int put(struct spirv_bodies *b, uint32_t word)
{
	return buf_add(b->defs->ctx, &b->words, &word, sizeof(word));
}

static int put_id(struct spirv_bodies *b, uint32_t id)
{
	if (id >= b->defs->bound)
		return put(b, 0);
	if (!b->numbers[id]) {
		b->order[b->count++] = id;
		b->numbers[id] = b->count;
	}
	return put(b, b->numbers[id]);
}

static bool is_debug(const struct spirv_bodies *b, const struct spirv_inst *inst)
{
	uint32_t set;

	if (inst->op == SPIRV_OP_LINE || inst->op == SPIRV_OP_NO_LINE)
		return true;
	if (inst->op != SPIRV_OP_EXT_INST || inst->count < 5)
		return false;
	set = spirv_word(inst, 3);
	return set < b->defs->bound && b->defs->list[set].set && strstr(b->defs->list[set].set, "DebugInfo");
}

static int put_instruction(struct spirv_bodies *b, const struct spirv_inst *inst)
{
	if (is_debug(b, inst))
		return 0;
	TRY(spirv_defs_kinds(b->defs, inst));
	for (size_t i = 0; i < inst->count; i++)
		TRY(b->defs->kinds[i] == SPIRV_WORD_LITERAL ? put(b, spirv_word(inst, i))
							    : put_id(b, spirv_word(inst, i)));
	return 0;
}

/* The instruction of an id; of a function all up to its end. Ids within functions are part of these. */
static int put_definition(struct spirv_bodies *b, uint32_t id)
{
	struct spirv_inst inst;
	bool function;
	int r;

	if (!b->defs->list[id].at || b->defs->list[id].local)
		return 0;
	TRY(spirv_defs_go(b->defs, b->defs->list[id].at, &inst));
	function = inst.op == SPIRV_OP_FUNCTION;
	do {
		TRY(put_instruction(b, &inst));
		if (inst.op == SPIRV_OP_FUNCTION_END)
			return 0;
		r = spirv_next(b->defs->ctx, &inst);
	} while (r == 1 &&
		 (function || (inst.op >= OP_TYPE_STRUCT_CONTINUED && inst.op <= OP_SPEC_COMPOSITE_CONTINUED)));
	return r < 0 ? r : 0;
}

/* Whether other modules see the function, and the number of a specialization constant, do not matter. */
static int put_decoration(struct spirv_bodies *b, const struct spirv_decoration *d)
{
	size_t count = d->number == DECORATION_SPEC_ID ? 0 : d->operand_count;

	if (d->number == SPIRV_LINKAGE && count && d->operands[count - 1] != SPIRV_LINKAGE_IMPORT)
		return 0;
	TRY(put(b, d->member));
	TRY(put(b, d->number));
	for (size_t i = 0; i < count; i++)
		TRY(d->op == SPIRV_OP_DECORATE_ID ? put_id(b, d->operands[i]) : put(b, d->operands[i]));
	return 0;
}

static int put_decorations(struct spirv_bodies *b, uint32_t id)
{
	const size_t count = b->defs->module->decoration_count;
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (b->decorations[middle]->target < id)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < count && b->decorations[low]->target == id; low++)
		TRY(put_decoration(b, b->decorations[low]));
	return 0;
}

static int put_modes(struct spirv_bodies *b, uint32_t function)
{
	const struct spirv_module *m = b->defs->module;

	for (size_t i = 0; i < m->mode_count; i++) {
		struct spirv_inst inst;

		if (m->modes[i].function != function)
			continue;
		TRY(spirv_defs_go(b->defs, m->modes[i].at, &inst));
		TRY(put_instruction(b, &inst));
	}
	return 0;
}

int spirv_body_hash(struct spirv_bodies *b, const char *kernel, uint8_t out[SHA256_SIZE])
{
	const struct spirv_module *m = b->defs->module;
	const struct spirv_entry_point *e = NULL;

	for (size_t i = 0; i < m->entry_point_count && !e; i++)
		if (str_eq(m->entry_points[i].name, kernel))
			e = &m->entry_points[i];
	if (!e)
		return -SYB_E_NOTFOUND;
	while (b->count)
		b->numbers[b->order[--b->count]] = 0;
	b->words.len = 0;
	TRY(put_id(b, e->function));
	TRY(put_modes(b, e->function));
	for (uint32_t i = 0; i < b->count; i++) {
		TRY(put_definition(b, b->order[i]));
		TRY(put_decorations(b, b->order[i]));
	}
	sha256(b->words.ptr, b->words.len, out);
	return 0;
}
