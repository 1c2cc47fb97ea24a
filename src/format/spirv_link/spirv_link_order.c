/* format/spirv_link/spirv_link_order.c — the order of types, constants and variables: each after those it refers to.
 *
 * Module order would be enough, except for a constant or initializer with the address of a variable that a later
 * module exports. Module order is kept where possible; instructions that are needed earlier are written earlier.
 * Functions and forward-declared pointers may be referred to before their definition: all pointers are
 * forward-declared first. */
#include "spirv_link_emit.h"

struct place {
	uint32_t module, at; /* at 0: not before the functions */
};

struct frame {
	uint32_t id;
	bool waited; /* its operands were visited, and are above it */
};

struct ordering {
	struct emitting *e;
	struct place *places; /* by new id */
	uint8_t *active;      /* a bit for each id: it waits for its operands */
	uint8_t *announced;
	struct frame *stack;
	size_t depth, room;
};

static void drop_ordering(struct ordering *o)
{
	struct allocator from = allocator_of(o->e->l->ctx);

	allocator_free(from, o->places);
	allocator_free(from, o->active);
	allocator_free(from, o->announced);
	allocator_free(from, o->stack);
}

static bool bit(const uint8_t *bits, uint32_t id)
{
	return bits[id / 8] >> id % 8 & 1;
}

static void flip(uint8_t *bits, uint32_t id)
{
	bits[id / 8] = (uint8_t)(bits[id / 8] ^ 1 << id % 8);
}

/* Record all places, and emit forward declarations. */
static int survey(struct ordering *o)
{
	struct emitting *e = o->e;
	struct link *l = e->l;
	int r = 0;

	for (size_t i = 0; r == 0 && i < l->module_count; i++) {
		struct link_module *m = &l->modules[i];
		struct spirv_inst inst = splink_walk(m, SECTION_GLOBAL);
		bool own = true;

		e->m = m;
		while (r == 0 && splink_step(m, SECTION_GLOBAL, &inst)) {
			const uint32_t word = splink_result_word(spirv_shape(inst.op));
			uint32_t id;

			own = splink_is_own(e, &inst, own);
			if (!own)
				continue;
			if (inst.op == OP_TYPE_FORWARD_POINTER) {
				id = splink_new(m, spirv_word(&inst, 1));
				if (id && !bit(o->announced, id)) {
					flip(o->announced, id);
					r = splink_put_inst(e, &inst);
				}
			}
			id = word ? splink_new(m, spirv_word(&inst, word)) : 0;
			if (id)
				o->places[id] = (struct place){ (uint32_t)i, (uint32_t)inst.at };
		}
	}
	return r;
}

static int enter(struct ordering *o, uint32_t id)
{
	return VEC_ADD(o->e->l->ctx, o->stack, o->depth, o->room, (struct frame){ id, false });
}

static int report_cycle(struct ordering *o, const struct spirv_inst *inst)
{
	struct link *l = o->e->l;

	return syb_fail(l->ctx, SYB_E_INCOMPATIBLE, spirv_offset(inst, 0), "link-cycle",
			"an initializer needs its own variable, through another module, which SPIR-V cannot express");
}

/* 1 when this operand has to be written first. */
static int is_needed(struct ordering *o, const struct spirv_inst *inst, uint32_t id)
{
	const struct place *p;
	struct spirv_inst other;
	bool debug = inst->op == OP_EXT_INST || inst->op == OP_EXT_INST_FORWARD;

	if (!id || id == LINK_DROPPED || !o->places[id].at || splink_is_defined(o->e, id))
		return 0;
	if (inst->op == SPIRV_OP_TYPE_STRUCT && bit(o->announced, id))
		return 0;
	p = &o->places[id];
	other = splink_inst_at(&o->e->l->modules[p->module], p->at);
	if (debug && (bit(o->active, id) || other.op == OP_EXT_INST || other.op == OP_EXT_INST_FORWARD))
		return 0;
	if (bit(o->active, id))
		return report_cycle(o, inst);
	return 1;
}

/* Write an instruction and its continuations. */
static int write(struct ordering *o, struct link_module *m, struct spirv_inst inst)
{
	TRY(splink_put_inst(o->e, &inst));
	while (inst.at + inst.count < m->end[SECTION_GLOBAL]) {
		inst = splink_inst_at(m, (uint32_t)(inst.at + inst.count));
		if (!splink_is_continued(inst.op))
			break;
		TRY(splink_put_inst(o->e, &inst));
	}
	return 0;
}

/* Push the operands of an instruction. */
static int enter_operands(struct ordering *o, struct link_module *m, const struct spirv_inst *inst)
{
	struct link *l = o->e->l;
	int r = splink_word_kinds(l, m, inst);

	for (size_t i = inst->count; r == 0 && i > 1; i--) {
		const uint8_t kind = l->word_kinds[i - 1];
		uint32_t id;

		if (kind != SPIRV_WORD_ID && kind != SPIRV_WORD_TYPE)
			continue;
		id = splink_new(m, spirv_word(inst, i - 1));
		r = is_needed(o, inst, id);
		if (r == 1)
			r = enter(o, id);
	}
	return r;
}

/* Everything that is on the stack. */
static int work_off(struct ordering *o)
{
	while (o->depth) {
		const struct frame f = o->stack[o->depth - 1];
		struct link_module *m = &o->e->l->modules[o->places[f.id].module];
		struct spirv_inst inst = splink_inst_at(m, o->places[f.id].at);

		o->e->m = m;
		if (f.waited || splink_is_defined(o->e, f.id)) {
			o->depth--;
			if (splink_is_defined(o->e, f.id))
				continue;
			flip(o->active, f.id);
			TRY(write(o, m, inst));
		} else {
			o->stack[o->depth - 1].waited = true;
			flip(o->active, f.id);
			TRY(enter_operands(o, m, &inst));
		}
	}
	return 0;
}

static int order_module(struct ordering *o, struct link_module *m)
{
	struct emitting *e = o->e;
	struct spirv_inst inst = splink_walk(m, SECTION_GLOBAL);
	bool own = true;
	int r = 0;

	while (r == 0 && splink_step(m, SECTION_GLOBAL, &inst)) {
		const uint32_t word = splink_result_word(spirv_shape(inst.op));
		uint32_t id;

		e->m = m;
		if (inst.op == OP_LINE || inst.op == OP_NO_LINE)
			e->line_at = (uint32_t)inst.at;
		own = splink_is_own(e, &inst, own);
		if (!own || !word)
			continue; /* instructions without a result were written with another one, or are lines */
		id = splink_new(m, spirv_word(&inst, word));
		if (!id || splink_is_defined(e, id))
			continue;
		r = splink_put_line(e);
		if (r == 0)
			r = enter(o, id);
		if (r == 0)
			r = work_off(o);
	}
	e->m = m;
	return r < 0 ? r : splink_end_lines(e);
}

int splink_emit_ordered(struct emitting *e)
{
	_cleanup_(drop_ordering) struct ordering o = { .e = e };
	struct link *l = e->l;
	const size_t bytes = l->next_id / 8 + 1;

	o.places = mem_zalloc(l->ctx, (size_t)l->next_id * sizeof(*o.places));
	o.active = mem_zalloc(l->ctx, bytes);
	o.announced = mem_zalloc(l->ctx, bytes);
	if (!o.places || !o.active || !o.announced)
		return -SYB_E_NOMEM;
	TRY(survey(&o));
	for (size_t i = 0; i < l->module_count; i++) {
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, l->modules[i].name);

		TRY(order_module(&o, &l->modules[i]));
	}
	return 0;
}
