/* format/spirv/spirv_verify.c — the rules of ids of a SPIR-V module that was read: an id is not 0, is below the bound,
 * is defined once, and before it is used except where it may be later. Two walks, and a word for each id. Where an
 * instruction is not in the grammar, its ids are unknown, so ids that nothing seems to define may be its results: they
 * are not reported.
 *
 * All findings are reported, up to MOST; none of them prevents reading. */
#include "spirv_grammar.h"
#include "spirv_info.h"

enum {
	MOST = 20, /* findings of a module */
	OP_PHI = 245,
	OP_LOOP_MERGE,
	OP_SWITCH = 251,
};

struct verifying {
	struct spirv_reading *rd;
	uint32_t *dense;    /* id → first word of the instruction that defines it, 0: none */
	struct hash sparse; /* the same if ids are far apart */
	struct arena arena;
	size_t found;
	bool unknown; /* an instruction whose ids cannot be found */
	bool in_function;
};

static void drop(struct verifying *v)
{
	hash_free(&v->sparse);
	arena_free(&v->arena);
}

SYB_PRINTF(3, 4)
static void found(struct verifying *v, size_t word, const char *fmt, ...)
{
	if (v->found++ < MOST)
		CTX_EMIT(v->rd->ctx, fmt, .severity = SYB_SEVERITY_ERROR, .code = SYB_E_FORMAT, .check = "spirv-id",
			 .at = spirv_offset(&v->rd->inst, word));
}

/* Find the kinds of the words; operands that do not fit the grammar are reported in the first walk. */
static bool find_kinds(struct verifying *v, bool again)
{
	struct spirv_reading *rd = v->rd;
	const struct spirv_context context = spirv_context_of(rd);
	int r;

	if (spirv_is_debug(rd)) { /* llvm-spirv writes 0 for ids that are missing, and leaves words out */
		memset(rd->words->kinds, SPIRV_WORD_LITERAL, rd->inst.count);
		rd->words->kinds[2] = SPIRV_WORD_RESULT;
		return true;
	}
	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(rd->ctx);

		r = spirv_word_kinds(rd->ctx, &rd->inst, &context, rd->words->kinds);
	}
	if (r == -SYB_E_FORMAT && !again && v->found++ < MOST)
		r = spirv_word_kinds(rd->ctx, &rd->inst, &context, rd->words->kinds);
	v->unknown |= r < 0;
	return r == 0;
}

/* The first word of the instruction that defines an id, 0 when none does. */
static size_t defined_at(const struct verifying *v, uint32_t id)
{
	const size_t *at = v->dense ? NULL : hash_get(&v->sparse, &id, sizeof(id));

	return v->dense ? v->dense[id] : at ? *at : 0;
}

static int set_defined(struct verifying *v, uint32_t id)
{
	const size_t at = v->rd->inst.at;
	uint32_t *key;

	if (v->dense) {
		v->dense[id] = (uint32_t)at;
		return 0;
	}
	key = arena_bytes(v->rd->ctx, &v->arena, sizeof(*key));
	if (!key)
		return -SYB_E_NOMEM;
	*key = id;
	return hash_put(v->rd->ctx, &v->sparse, key, sizeof(*key), at, NULL, NULL);
}

/* Whether the id at a word can be one. */
static bool is_in_range(struct verifying *v, size_t i)
{
	const struct spirv_inst *inst = &v->rd->inst;
	const uint32_t id = spirv_word(inst, i);
	char text[SPIRV_OP_TEXT];

	if (id == 0)
		found(v, i, "%s at word %zu: an id is 0", spirv_op_text(text, inst->op), inst->at);
	else if (id >= inst->bound)
		found(v, i, "%s at word %zu: id %u is not below the bound %u", spirv_op_text(text, inst->op), inst->at,
		      id, inst->bound);
	return id != 0 && id < inst->bound;
}

static int define(struct verifying *v, size_t i)
{
	const struct spirv_inst *inst = &v->rd->inst;
	const uint32_t id = spirv_word(inst, i);
	char text[SPIRV_OP_TEXT];

	if (!is_in_range(v, i))
		return 0;
	if (!defined_at(v, id))
		return set_defined(v, id);
	found(v, i, "%s at word %zu: id %u is defined twice", spirv_op_text(text, inst->op), inst->at, id);
	return 0;
}

/* Whether an instruction may use an id that a later one defines: names, decorations and the like, functions, control
 * flow, and types and debug information that refer to each other. */
static bool may_be_later(const struct verifying *v, uint32_t id)
{
	const struct spirv_reading *rd = v->rd;
	const uint8_t *kinds = rd->words->kinds;
	const uint32_t fact = spirv_fact_find(rd, id);

	if (fact != SPIRV_NONE && rd->facts[fact].op == SPIRV_OP_FUNCTION)
		return true;
	switch (rd->inst.op) {
	case SPIRV_OP_TYPE_STRUCT:
	case SPIRV_TYPE_STRUCT_CONTINUED:
	case SPIRV_EXT_INST:
	case OP_PHI:
		return true;
	default:
		break;
	}
	if (v->in_function)
		return rd->inst.op >= OP_LOOP_MERGE && rd->inst.op <= OP_SWITCH;
	return kinds[1] != SPIRV_WORD_RESULT && (rd->inst.count < 3 || kinds[2] != SPIRV_WORD_RESULT);
}

static void use(struct verifying *v, size_t i)
{
	const struct spirv_inst *inst = &v->rd->inst;
	const uint32_t id = spirv_word(inst, i);
	char text[SPIRV_OP_TEXT];
	size_t at;

	if (!is_in_range(v, i))
		return;
	at = defined_at(v, id);
	if (!at && !v->unknown)
		found(v, i, "%s at word %zu: id %u is not defined", spirv_op_text(text, inst->op), inst->at, id);
	else if (at >= inst->at && !may_be_later(v, id))
		found(v, i, "%s at word %zu: id %u is used before it is defined", spirv_op_text(text, inst->op),
		      inst->at, id);
}

static int walk(struct verifying *v, bool uses)
{
	struct spirv_reading *rd = v->rd;
	int r = spirv_begin(rd->ctx, rd->file, &rd->inst);

	while (r == 0 && (r = spirv_next(rd->ctx, &rd->inst)) == 1) {
		const uint8_t *kinds = rd->words->kinds;
		const bool known = find_kinds(v, uses);

		r = 0;
		v->in_function =
			rd->inst.op == SPIRV_OP_FUNCTION || (v->in_function && rd->inst.op != SPIRV_FUNCTION_END);
		for (size_t i = 1; known && r == 0 && i < rd->inst.count; i++)
			if (!uses && kinds[i] == SPIRV_WORD_RESULT)
				r = define(v, i);
			else if (uses && (kinds[i] == SPIRV_WORD_ID || kinds[i] == SPIRV_WORD_TYPE))
				use(v, i);
	}
	return r;
}

int spirv_verify_ids(struct spirv_reading *rd)
{
	_cleanup_(drop) struct verifying v = { .rd = rd };

	if (rd->dense) {
		v.dense = arena_array(rd->ctx, &v.arena, (size_t)rd->m->header.bound + 1, sizeof(*v.dense));
		if (!v.dense)
			return -SYB_E_NOMEM;
	}
	if (rd->m->header.schema)
		syb_report(rd->ctx, SYB_SEVERITY_WARNING, rd->file.at + (SPIRV_HEADER_WORDS - 1) * 4, "spirv-schema",
			   "the instruction schema is %u; none is known besides 0", rd->m->header.schema);
	TRY(walk(&v, false));
	return walk(&v, true);
}
