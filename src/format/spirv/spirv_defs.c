/* format/spirv/spirv_defs.c — the instruction that defines each id of a SPIR-V module. */
#include "spirv_defs.h"

#include "spirv_grammar.h"

static uint32_t literal_words(void *user, uint32_t id)
{
	const struct spirv_defs *d = user;
	uint32_t type = id < d->bound ? d->list[id].type : 0;
	struct spirv_inst inst = { .file = d->file, .big_endian = d->module->header.big_endian };

	if (!type || type >= d->bound || !d->list[type].at)
		return 0;
	inst.at = d->list[type].at;
	if ((spirv_word(&inst, 0) & 0xffff) != SPIRV_OP_TYPE_INT || spirv_word(&inst, 0) >> 16 < 3)
		return 0;
	return spirv_word(&inst, 2) > 32 ? 2 : 1;
}

static const char *set_name(void *user, uint32_t id)
{
	const struct spirv_defs *d = user;

	return id < d->bound ? d->list[id].set : NULL;
}

int spirv_defs_kinds(struct spirv_defs *d, const struct spirv_inst *inst)
{
	const struct spirv_context context = { d, literal_words, set_name };

	return spirv_word_kinds(d->ctx, inst, &context, d->kinds);
}

int spirv_defs_go(struct spirv_defs *d, size_t at, struct spirv_inst *out_inst)
{
	int r;

	*out_inst = (struct spirv_inst){
		.file = d->file, .big_endian = d->module->header.big_endian, .bound = d->bound, .at = at
	};
	r = spirv_next(d->ctx, out_inst); /* of no words before: it is the one at this place */
	return r < 0 ? r : 0;
}

static int define(struct spirv_defs *d, const struct spirv_inst *inst, bool local)
{
	uint32_t type = 0, id;
	int r = 0;

	if (inst->op == SPIRV_OP_EXT_INST && inst->count > 4) { /* translators write debug information of other forms */
		memset(d->kinds, SPIRV_WORD_LITERAL, inst->count);
		d->kinds[1] = SPIRV_WORD_TYPE;
		d->kinds[2] = SPIRV_WORD_RESULT;
	} else {
		r = spirv_defs_kinds(d, inst);
	}
	for (size_t i = 1; r == 0 && i < inst->count; i++) {
		if (d->kinds[i] == SPIRV_WORD_TYPE)
			r = spirv_id(d->ctx, inst, i, &type);
		if (d->kinds[i] != SPIRV_WORD_RESULT || r < 0)
			continue;
		r = spirv_id(d->ctx, inst, i, &id);
		if (r == 0) {
			d->list[id].at = inst->at;
			d->list[id].type = type;
			d->list[id].local = local;
		}
	}
	return r;
}

static int define_set(struct spirv_defs *d, const struct spirv_inst *inst)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	size_t next;
	uint32_t id;

	TRY(spirv_id(d->ctx, inst, 1, &id));
	TRY(spirv_string(d->ctx, inst, 2, &text, &next));
	d->list[id].set = arena_string(d->ctx, &d->arena, text.len ? (const char *)text.ptr : "", text.len);
	return d->list[id].set ? 0 : -SYB_E_NOMEM;
}

static int define_all(struct spirv_defs *d)
{
	struct spirv_inst inst;
	bool within = false;
	int r = spirv_begin(d->ctx, d->file, &inst);

	while (r == 0 && (r = spirv_next(d->ctx, &inst)) == 1) {
		r = define(d, &inst, within);
		if (r == 0 && inst.op == SPIRV_OP_EXT_INST_IMPORT)
			r = define_set(d, &inst);
		within = (within || inst.op == SPIRV_OP_FUNCTION) && inst.op != SPIRV_OP_FUNCTION_END;
	}
	return r;
}

int spirv_defs_new(struct syb_ctx *ctx, struct span file, struct spirv_defs **out_defs)
{
	_cleanup_(spirv_defs_free_p) struct spirv_defs *d = mem_zalloc(ctx, sizeof(*d));

	if (!d)
		return -SYB_E_NOMEM;
	d->from = allocator_of(ctx);
	d->ctx = ctx;
	d->file = file;
	TRY(spirv_read(ctx, file, &d->module));
	d->bound = d->module->header.bound;
	if (d->bound > file.len) /* more than four for every word: no compiler does that */
		return syb_fail(ctx, SYB_E_LIMIT, file.at, "spirv-id", "ids up to %u in %zu bytes", (unsigned)d->bound,
				file.len);
	d->list = arena_array(ctx, &d->arena, d->bound, sizeof(*d->list));
	TRY(d->list ? define_all(d) : -SYB_E_NOMEM);
	*out_defs = steal(d);
	return 0;
}

void spirv_defs_free(struct spirv_defs *d)
{
	if (!d)
		return;
	arena_free(&d->arena);
	if (d->module)
		spirv_free(d->module);
	allocator_free(d->from, d);
}
