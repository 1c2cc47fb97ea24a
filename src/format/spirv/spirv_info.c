/* format/spirv/spirv_info.c — a SPIR-V module → its facts: kernels, specialization constants, symbols, aspects.
 *
 * spirv_module.c has read everything before the code. Here relevant decorations become facts about ids, then one
 * walk over the rest reads types, constants and code (spirv_types.c, spirv_uses.c), and the results are put into
 * lists. Tables are by id where ids are close together, as they nearly always are; their size follows the file, not
 * the bound that it states. */
#include "spirv_info.h"

enum {
	DECORATION_SPEC_ID = 1,
	DECORATION_C_PACKED = 10,
	DECORATION_BUILT_IN = 11,
	DECORATION_FUNC_PARAM_ATTR = 38,
	DECORATION_VECTOR_COMPUTE = 5626,
	BUILT_IN_WORKGROUP_SIZE = 25,
	PARAM_ZEXT = 0,
	PARAM_SEXT = 1,
	PARAM_BY_VAL = 2,
};

enum { VALUE = UINT32_C(1) << 31, DENSE_SPARE = 1024, DENSE_FACTOR = 4 };

DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);

void syb_spirv_close(struct syb_spirv *spirv)
{
	if (!spirv)
		return;
	spirv_free(spirv->module);
	allocator_free(spirv->from, spirv->nodes);
	allocator_free(spirv->from, spirv->edges);
	allocator_free(spirv->from, spirv->uses);
	arena_free(&spirv->arena);
	allocator_free(spirv->from, spirv);
}

const struct syb_spirv_info *syb_spirv_info(const struct syb_spirv *spirv)
{
	return &spirv->info;
}

static void drop(struct spirv_reading *rd)
{
	struct allocator from = allocator_of(rd->ctx);

	allocator_free(from, rd->dense);
	allocator_free(from, rd->facts);
	allocator_free(from, rd->params);
	allocator_free(from, rd->seen);
	allocator_free(from, rd->words);
	hash_free(&rd->sparse);
	buf_free(&rd->text);
	arena_free(&rd->scratch);
}

/* ---- ids ---- */

static uint32_t slot_get(const struct spirv_reading *rd, uint32_t id)
{
	const size_t *slot;

	if (id >= rd->m->header.bound)
		return 0;
	if (rd->dense)
		return rd->dense[id];
	slot = hash_get(&rd->sparse, &id, sizeof(id));
	return slot ? (uint32_t)*slot : 0;
}

/* id is below the bound. */
static int slot_set(struct spirv_reading *rd, uint32_t id, uint32_t value)
{
	uint32_t *key;
	size_t *slot;
	bool found;

	if (rd->dense) {
		rd->dense[id] = value;
		return 0;
	}
	key = arena_bytes(rd->ctx, &rd->scratch, sizeof(*key));
	if (!key)
		return -SYB_E_NOMEM;
	memcpy(key, &id, sizeof(id));
	TRY(hash_put(rd->ctx, &rd->sparse, key, sizeof(*key), value, &slot, &found));
	*slot = value;
	return 0;
}

uint32_t spirv_fact_find(const struct spirv_reading *rd, uint32_t id)
{
	uint32_t slot = slot_get(rd, id);

	return slot && !(slot & VALUE) ? slot - 1 : SPIRV_NONE;
}

int spirv_fact_of(struct spirv_reading *rd, uint32_t id, uint32_t *out)
{
	char text[SPIRV_OP_TEXT];
	uint32_t found = spirv_fact_find(rd, id);

	if (found == SPIRV_NONE) {
		if (id == 0 || id >= rd->m->header.bound)
			return syb_fail(rd->ctx, SYB_E_FORMAT, spirv_offset(&rd->inst, 0), "spirv-id",
					"%s at word %zu: id %u is not below the bound %u",
					spirv_op_text(text, rd->inst.op), rd->inst.at, id, rd->m->header.bound);
		TRY(VEC_PUSH(rd->ctx, rd->facts, rd->fact_count, rd->fact_room));
		TRY(slot_set(rd, id, (uint32_t)rd->fact_count + 1));
		rd->facts[rd->fact_count] =
			(struct spirv_fact){ .id = id, .type = SPIRV_NONE, .whole = SPIRV_NONE, .node = SPIRV_NONE };
		found = (uint32_t)rd->fact_count++;
	}
	*out = found;
	return 0;
}

int spirv_define(struct spirv_reading *rd, size_t i, uint32_t *out)
{
	char text[SPIRV_OP_TEXT];
	uint32_t id, fact = 0;

	TRY(spirv_id(rd->ctx, &rd->inst, i, &id));
	TRY(spirv_fact_of(rd, id, &fact));
	if (rd->facts[fact].at)
		return syb_fail(rd->ctx, SYB_E_FORMAT, spirv_offset(&rd->inst, i), "spirv-id",
				"%s at word %zu: id %u is already defined at word %u", spirv_op_text(text, rd->inst.op),
				rd->inst.at, id, rd->facts[fact].at);
	rd->facts[fact].at = (uint32_t)rd->inst.at;
	rd->facts[fact].op = (uint16_t)rd->inst.op;
	*out = fact;
	return 0;
}

struct spirv_inst spirv_inst_of(const struct spirv_reading *rd, const struct spirv_fact *fact)
{
	struct spirv_inst inst = rd->inst;

	inst.at = fact->at;
	inst.count = 1;
	inst.count = spirv_word(&inst, 0) >> 16;
	inst.op = fact->op;
	return inst;
}

uint32_t spirv_type_of(const struct spirv_reading *rd, uint32_t id)
{
	uint32_t slot = slot_get(rd, id);

	if (slot & VALUE)
		return slot & ~(uint32_t)VALUE;
	return slot ? rd->facts[slot - 1].type : SPIRV_NONE;
}

uint32_t spirv_target_aspects(const struct spirv_reading *rd, uint32_t id)
{
	uint32_t type = spirv_type_of(rd, id);

	if (type == SPIRV_NONE || rd->facts[type].op != SPIRV_TYPE_POINTER || rd->facts[type].type == SPIRV_NONE)
		return 0;
	return rd->facts[rd->facts[type].type].aspects;
}

int spirv_set_type_of(struct spirv_reading *rd, uint32_t id, uint32_t type)
{
	uint32_t fact = spirv_fact_find(rd, id);

	if (fact == SPIRV_NONE)
		return slot_set(rd, id, VALUE | type);
	if (!rd->facts[fact].at) /* decorated, or an error in the module */
		rd->facts[fact].type = type;
	return 0;
}

/* ---- decorations ---- */

static unsigned flags_of(const struct spirv_decoration *d)
{
	const uint32_t first = d->operand_count ? d->operands[0] : UINT32_MAX;

	switch (d->number) {
	case DECORATION_SPEC_ID:
		return d->operand_count ? FACT_SPEC_ID : 0;
	case DECORATION_C_PACKED:
		return FACT_PACKED;
	case DECORATION_BUILT_IN:
		return FACT_BUILT_IN | (first == BUILT_IN_WORKGROUP_SIZE ? FACT_WORK_GROUP : 0);
	case DECORATION_FUNC_PARAM_ATTR:
		return first == PARAM_BY_VAL ? FACT_BY_VALUE
		       : first == PARAM_SEXT ? FACT_SIGNED
		       : first == PARAM_ZEXT ? FACT_UNSIGNED
					     : 0;
	case DECORATION_VECTOR_COMPUTE:
		return FACT_ESIMD;
	default:
		return 0;
	}
}

static int read_decorations(struct spirv_reading *rd)
{
	for (size_t i = 0; i < rd->m->decoration_count; i++) {
		const struct spirv_decoration *d = &rd->m->decorations[i];
		unsigned flags = d->member == SPIRV_NO_MEMBER ? flags_of(d) : 0;
		uint32_t fact;

		if (!flags)
			continue;
		TRY(spirv_fact_of(rd, d->target, &fact));
		rd->facts[fact].flags |= (uint16_t)flags;
		if (flags & FACT_SPEC_ID)
			rd->facts[fact].spec_id = d->operands[0];
	}
	return 0;
}

/* ---- the walk ---- */

/* Sets of extended instructions are known by name. */
static int read_import(struct spirv_reading *rd, size_t i)
{
	uint32_t fact;

	TRY(spirv_define(rd, 1, &fact));
	if (i < rd->m->import_count)
		rd->facts[fact].text[0] = rd->m->imports[i];
	return 0;
}

static bool is_constant(uint32_t op)
{
	switch (op) {
	case SPIRV_UNDEF:
	case SPIRV_OP_VARIABLE:
	case SPIRV_UNTYPED_VARIABLE:
	case SPIRV_CONSTANT_PIPE_STORAGE:
	case SPIRV_CONSTANT_FUNCTION_POINTER:
		return true;
	default:
		return op >= SPIRV_CONSTANT_TRUE && op <= SPIRV_SPEC_CONSTANT_OP && op != SPIRV_CONSTANT_NULL + 1;
	}
}

static int walk(struct spirv_reading *rd)
{
	size_t imports = 0;
	int r = spirv_begin(rd->ctx, rd->file, &rd->inst);

	while (r == 0 && (r = spirv_next(rd->ctx, &rd->inst)) == 1) {
		const uint32_t op = rd->inst.op;

		if (rd->in_function || op == SPIRV_OP_FUNCTION)
			r = spirv_read_code(rd);
		else if (spirv_is_type(op))
			r = spirv_read_type(rd);
		else if (is_constant(op))
			r = spirv_read_constant(rd);
		else if (op == SPIRV_OP_EXT_INST_IMPORT)
			r = read_import(rd, imports++);
		else
			r = 0;
	}
	if (r == 0 && rd->in_function)
		r = syb_fail(rd->ctx, SYB_E_FORMAT, rd->file.at + rd->file.len, "spirv-function",
			     "the function at word %u does not end", rd->facts[rd->spirv->nodes[rd->node].fact].at);
	return r;
}

static int prepare(struct spirv_reading *rd)
{
	const size_t words = rd->file.len / 4;
	const uint64_t bound = rd->m->header.bound;

	if (words >= VALUE) /* facts are fewer than words, and share their numbers with a flag */
		return syb_fail(rd->ctx, SYB_E_LIMIT, rd->file.at, "limit", "a module of more than 2^31 words");
	rd->words = mem_zalloc(rd->ctx, sizeof(*rd->words));
	if (!rd->words)
		return -SYB_E_NOMEM;
	if (bound <= (uint64_t)words * DENSE_FACTOR + DENSE_SPARE) {
		rd->dense = mem_zalloc(rd->ctx, ((size_t)bound + 1) * sizeof(*rd->dense));
		if (!rd->dense)
			return -SYB_E_NOMEM;
	}
	switch (rd->m->addressing) {
	case 1:
		rd->pointer_bytes = 4;
		break;
	case 2:
	case 5348: /* PhysicalStorageBuffer64 */
		rd->pointer_bytes = 8;
		break;
	default:
		break;
	}
	return 0;
}

static int open_module(struct syb_ctx *ctx, struct span s, bool verify, struct syb_spirv **out_spirv)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = mem_zalloc(ctx, sizeof(*spirv));
	_cleanup_(drop) struct spirv_reading rd = { .ctx = ctx, .spirv = spirv, .file = s, .claims = claims_of(s.len) };
	int r;

	if (!spirv)
		return -SYB_E_NOMEM;
	spirv->from = allocator_of(ctx);
	spirv->at = s.at;
	rd.node = rd.work_group = SPIRV_NONE;
	r = spirv_read(ctx, s, &spirv->module);
	rd.m = spirv->module;
	if (r == 0)
		r = prepare(&rd);
	if (r == 0)
		r = read_decorations(&rd);
	if (r == 0)
		r = walk(&rd);
	if (r == 0 && verify)
		return spirv_verify_ids(&rd);
	if (r == 0)
		r = spirv_close_uses(ctx, spirv);
	if (r == 0)
		r = spirv_list_all(&rd);
	if (r < 0)
		return r;
	*out_spirv = steal(spirv);
	return 0;
}

int spirv_open(struct syb_ctx *ctx, struct span s, struct syb_spirv **out_spirv)
{
	return open_module(ctx, s, false, out_spirv);
}

int spirv_verify(struct syb_ctx *ctx, struct span s)
{
	struct syb_spirv *none;

	return open_module(ctx, s, true, &none);
}

int syb_spirv_open(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name, struct syb_spirv **out_spirv)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, name);

	return spirv_open(ctx, span_of(bytes, 0), out_spirv);
}
