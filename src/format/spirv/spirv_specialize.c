/* format/spirv/spirv_specialize.c — SPIR-V × values of specialization constants → SPIR-V with those values as defaults.
 *
 * Like clSetProgramSpecializationConstant, for drivers that lack it: the constants stay specialization constants,
 * and constants that are computed from them follow. */
#include "spirv_edit.h"

#include <sybil/translate.h>

enum { OP_SPEC_TRUE = 48, OP_SPEC_FALSE = 49, OP_SPEC_CONSTANT = 50, DECORATION_SPEC_ID = 1 };

struct specializing {
	struct syb_ctx *ctx;
	struct spirv_module *module;
	struct spirv_edit edit;
	const struct syb_spirv_spec_value *values;
	size_t count;
	struct hash ids; /* id of the instruction, as a word → place in values */
	struct arena arena;
};

static void drop(struct specializing *s)
{
	spirv_edit_drop(&s->edit);
	hash_free(&s->ids);
	arena_free(&s->arena);
	if (s->module)
		spirv_free(s->module);
}

/* Which result ids have a value: decorations name them before the constants come. */
static int find_ids(struct specializing *s)
{
	_cleanup_(hash_free) struct hash given = { 0 };
	const struct spirv_module *m = s->module;
	uint32_t *keys = arena_array(s->ctx, &s->arena, m->decoration_count, sizeof(*keys));
	const size_t *place;

	TRY(keys ? 0 : -SYB_E_NOMEM);
	for (size_t i = 0; i < s->count; i++)
		TRY(hash_add(s->ctx, &given, &s->values[i].id, sizeof(uint32_t), i));
	for (size_t i = 0; i < m->decoration_count; i++) {
		const struct spirv_decoration *d = &m->decorations[i];

		if (d->number != DECORATION_SPEC_ID || d->member != SPIRV_NO_MEMBER || d->operand_count < 1)
			continue;
		place = hash_get(&given, &d->operands[0], sizeof(uint32_t));
		keys[i] = d->target;
		if (place)
			TRY(hash_add(s->ctx, &s->ids, &keys[i], sizeof(uint32_t), *place));
	}
	return 0;
}

static bool is_set(struct syb_bytes value)
{
	for (size_t i = 0; i < value.len; i++)
		if (value.ptr[i])
			return true;
	return false;
}

static int fail_size(struct specializing *s, const struct spirv_inst *inst, const struct syb_spirv_spec_value *v)
{
	return syb_fail(s->ctx, SYB_E_ARG, spirv_offset(inst, 0), "spec-constant",
			"specialization constant %u: a value of %zu bytes for one of %zu words", (unsigned)v->id,
			v->value.len, inst->count - 3);
}

static int change(struct specializing *s, const struct spirv_inst *inst, const struct syb_spirv_spec_value *v)
{
	uint32_t words[5] = { inst->op, spirv_word(inst, 1), spirv_word(inst, 2) };
	size_t count = inst->count;

	if (inst->op != OP_SPEC_CONSTANT) {
		words[0] = is_set(v->value) ? OP_SPEC_TRUE : OP_SPEC_FALSE;
		return spirv_edit_replace(&s->edit, inst, words, 3);
	}
	if (count < 4 || count > 5 || v->value.len > (count - 3) * 4 || (count == 5 && v->value.len != 8))
		return fail_size(s, inst, v);
	memcpy(&words[3], v->value.ptr, v->value.len);
	return spirv_edit_replace(&s->edit, inst, words, count);
}

static int change_all(struct specializing *s, struct span file)
{
	struct spirv_inst inst;
	int r = spirv_begin(s->ctx, file, &inst);

	while (r == 0 && (r = spirv_next(s->ctx, &inst)) == 1) {
		uint32_t id;
		size_t *place;

		r = 0;
		if (inst.op < OP_SPEC_TRUE || inst.op > OP_SPEC_CONSTANT)
			continue;
		r = spirv_id(s->ctx, &inst, 2, &id);
		place = r == 0 ? hash_get(&s->ids, &id, sizeof(id)) : NULL;
		if (place)
			r = change(s, &inst, &s->values[*place]);
	}
	return r;
}

int syb_spirv_specialize(struct syb_ctx *ctx, struct syb_bytes in, const struct syb_spirv_spec_value *values,
			 size_t count, struct syb_out *out)
{
	_cleanup_(drop) struct specializing s = { .ctx = ctx, .values = values, .count = count };
	struct span file = span_of(in, 0);
	int r = spirv_read(ctx, file, &s.module);

	if (r == 0)
		r = spirv_edit_begin(ctx, file, &s.edit);
	if (r == 0)
		r = find_ids(&s);
	if (r == 0)
		r = change_all(&s, file);
	return r < 0 ? r : spirv_edit_write(&s.edit, out);
}
