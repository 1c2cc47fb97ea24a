/* format/spirv/spirv_grammar.c — the kinds of the words of a SPIR-V instruction. In most instructions they never
 * change: two bits each. The others are matched with the letters of their operands, which scripts/spirv-grammar
 * explains. Only the number of words and the ends of strings are checked. */
#include "spirv_grammar.h"

#include "base/order.h"

#include <stdlib.h>

#define SPIRV_OP(number, name, operands, least, fixed, rest, kinds)
#define SPIRV_OP_AT(number, row)
#define SPIRV_DECORATION(number, name, operands, capability, extension)
#define SPIRV_MODE(number, name, operands, capability, extension)
#define SPIRV_CAPABILITY(number, name)
#define SPIRV_MASK(kind, bit, operands)
#define SPIRV_SET(name, number)
#define SPIRV_EXT_INST(set, number, name, operands)

#undef SPIRV_OP
#define SPIRV_OP(number, name, operands, least, fixed, rest, kinds) { kinds, least, fixed, rest },
const struct spirv_shape spirv_shapes[] = {
#include "spirv_grammar.def"
};
#undef SPIRV_OP
#define SPIRV_OP(number, name, operands, least, fixed, rest, kinds) { name, operands },
static const struct {
	const char *name, *operands;
} ops[] = {
#include "spirv_grammar.def"
};
#undef SPIRV_OP
#define SPIRV_OP(number, name, operands, least, fixed, rest, kinds)
#undef SPIRV_OP_AT
#define SPIRV_OP_AT(number, row) [number] = (row) + 1,
const uint16_t spirv_rows[] = {
#include "spirv_grammar.def"
};
#undef SPIRV_OP_AT
#define SPIRV_OP_AT(number, row)

#undef SPIRV_MASK
#define SPIRV_MASK(kind, bit, operands) { kind, bit, operands },
static const struct {
	char kind;
	uint8_t bit;
	const char *operands;
} masks[] = {
#include "spirv_grammar.def"
};
#undef SPIRV_MASK
#define SPIRV_MASK(kind, bit, operands)

#undef SPIRV_SET
#define SPIRV_SET(name, number) { name, number },
static const struct {
	const char *name;
	uint32_t number;
} sets[] = {
#include "spirv_grammar.def"
};
#undef SPIRV_SET
#define SPIRV_SET(name, number)

struct ext_inst {
	uint32_t set, number;
	const char *operands;
};
#undef SPIRV_EXT_INST
#define SPIRV_EXT_INST(set, number, name, operands) { set, number, operands },
static const struct ext_inst ext_insts[] = {
#include "spirv_grammar.def"
};

/* ---- tables ---- */

const uint32_t spirv_row_count = ARRAY_SIZE(spirv_rows);

const char *spirv_op_name(uint32_t op)
{
	uint32_t row = spirv_row(op);

	return row ? ops[row - 1].name : NULL;
}

const char *spirv_op_operands(uint32_t op)
{
	uint32_t row = spirv_row(op);

	return row ? ops[row - 1].operands : NULL;
}

const char *spirv_mask_operands(char kind, unsigned bit)
{
	for (size_t i = 0; i < ARRAY_SIZE(masks); i++)
		if (masks[i].kind == kind && masks[i].bit == bit)
			return masks[i].operands;
	return "";
}

static int compare(const void *key, const void *row)
{
	const struct ext_inst *a = key, *b = row;

	if (a->set != b->set)
		return ORDER(a->set, b->set);
	return ORDER(a->number, b->number);
}

/* Operands of an extended instruction; NULL when it is unknown. Operands of non-semantic sets are always ids. */
static const char *ext_operands(const char *set, uint32_t number)
{
	static const char non_semantic[] = "NonSemantic.";

	if (strncmp(set, non_semantic, sizeof(non_semantic) - 1) == 0)
		return "d*";
	for (size_t i = 0; i < ARRAY_SIZE(sets); i++) {
		const struct ext_inst key = { .set = sets[i].number, .number = number };
		const struct ext_inst *found;

		if (strcmp(sets[i].name, set) != 0)
			continue;
		found = bsearch(&key, ext_insts, ARRAY_SIZE(ext_insts), sizeof(*ext_insts), compare);
		return found ? found->operands : NULL;
	}
	return NULL;
}

/* ---- matching ---- */

struct matching {
	struct syb_ctx *ctx;
	const struct spirv_inst *inst;
	const struct spirv_context *context;
	uint8_t *kinds;
	size_t at; /* word that comes next */
};

static int misfit(const struct matching *m, const char *why)
{
	return syb_fail(m->ctx, SYB_E_FORMAT, spirv_offset(m->inst, 0), "spirv-operands",
			"%s at word %zu, of %zu words: %s", spirv_op_name(m->inst->op), m->inst->at, m->inst->count,
			why);
}

static void fill(struct matching *m, enum spirv_word_kind kind, size_t words)
{
	memset(m->kinds + m->at, kind, words);
	m->at += words;
}

static int match(struct matching *m, const char *pattern);

static int match_string(struct matching *m)
{
	for (size_t i = m->at; i < m->inst->count; i++) {
		uint32_t w = spirv_word(m->inst, i);

		if (!(w & 0xff) || !(w & 0xff00) || !(w & 0xff0000) || !(w & 0xff000000)) {
			fill(m, SPIRV_WORD_LITERAL, i + 1 - m->at);
			return 0;
		}
	}
	return misfit(m, "a string does not end");
}

/* Operands of a decoration or a mode: forms with fewer and with more of them were written. */
static int match_loosely(struct matching *m, const char *pattern)
{
	const bool ids = m->inst->op == SPIRV_OP_DECORATE_ID || m->inst->op == SPIRV_OP_EXECUTION_MODE_ID;

	for (; m->at < m->inst->count && pattern && *pattern && pattern[1] != '*'; pattern++) {

		TRY(match(m, (const char[]){ *pattern, '\0' }));
	}
	fill(m, ids ? SPIRV_WORD_ID : SPIRV_WORD_LITERAL, m->inst->count - m->at);
	return 0;
}

static int match_number(struct matching *m, const struct spirv_decoration_info *(*info_of)(uint32_t number))
{
	const struct spirv_decoration_info *info = info_of(spirv_word(m->inst, m->at));

	fill(m, SPIRV_WORD_LITERAL, 1);
	return match_loosely(m, info ? info->operands : NULL);
}

static int match_mask(struct matching *m, char kind)
{
	uint32_t mask = spirv_word(m->inst, m->at);

	fill(m, SPIRV_WORD_LITERAL, 1);
	for (; mask; mask &= mask - 1)
		TRY(match(m, spirv_mask_operands(kind, (unsigned)__builtin_ctz(mask))));
	return 0;
}

static int match_pairs(struct matching *m)
{
	uint32_t count = spirv_word(m->inst, m->at);

	fill(m, SPIRV_WORD_LITERAL, 1);
	for (; count; count--)
		TRY(match(m, "di"));
	return 0;
}

static int match_cases(struct matching *m)
{
	const size_t left = m->inst->count - m->at;
	uint32_t words = 0;

	if (!left)
		return 0;
	if (m->context && m->context->literal_words)
		words = m->context->literal_words(m->context->user, spirv_word(m->inst, 1));
	if (!words)
		return misfit(m, "the type of the selector is not known");
	if (left % (words + 1))
		return misfit(m, "cases are literals and labels");
	while (m->at < m->inst->count) {
		fill(m, SPIRV_WORD_LITERAL, words);
		fill(m, SPIRV_WORD_ID, 1);
	}
	return 0;
}

static int match_extended(struct matching *m)
{
	const uint32_t set = spirv_word(m->inst, m->at - 1), number = spirv_word(m->inst, m->at);
	const char *name = NULL, *operands;

	if (m->context && m->context->set_name)
		name = m->context->set_name(m->context->user, set);
	operands = name ? ext_operands(name, number) : NULL;
	if (!operands)
		return syb_fail(m->ctx, SYB_E_UNSUPPORTED, spirv_offset(m->inst, m->at), "spirv-ext-inst",
				"OpExtInst at word %zu: unknown instruction %u of %s", m->inst->at, number,
				name ? name : "a set that is not imported");
	fill(m, SPIRV_WORD_LITERAL, 1);
	return match(m, operands);
}

static int match_inner(struct matching *m)
{
	const uint32_t op = spirv_word(m->inst, m->at);
	const char *operands = spirv_op_operands(op);

	if (!operands || op == SPIRV_OP_SPEC_CONSTANT_OP)
		return syb_fail(m->ctx, SYB_E_UNSUPPORTED, spirv_offset(m->inst, m->at), "spirv-opcode",
				"OpSpecConstantOp at word %zu: unknown instruction %u", m->inst->at, op);
	fill(m, SPIRV_WORD_LITERAL, 1);
	if (operands[0] != 'T' || operands[1] != 'R')
		return misfit(m, "the instruction within has no result");
	return match(m, operands + 2);
}

static int match_one(struct matching *m, char kind)
{
	switch (kind) {
	case 'T':
		fill(m, SPIRV_WORD_TYPE, 1);
		return 0;
	case 'R':
		fill(m, SPIRV_WORD_RESULT, 1);
		return 0;
	case 'd':
		fill(m, SPIRV_WORD_ID, 1);
		return 0;
	case 'n':
		fill(m, SPIRV_WORD_LITERAL, m->inst->count - m->at);
		return 0;
	case 's':
		return match_string(m);
	case 'D':
		return match_number(m, spirv_decoration_info);
	case 'X':
		return match_number(m, spirv_mode_info);
	case 'M':
	case 'L':
	case 'I':
		return match_mask(m, kind);
	case 'K':
		return match_pairs(m);
	case 'E':
		return match_extended(m);
	case 'P':
		return match_inner(m);
	default: /* i, C */
		fill(m, SPIRV_WORD_LITERAL, 1);
		return 0;
	}
}

/* (ones)* of ids and numbers. */
static int match_group(struct matching *m, const char *pattern, size_t len)
{
	while (m->at < m->inst->count)
		for (size_t i = 0; i < len; i++) {
			if (m->at == m->inst->count)
				return misfit(m, "a pair is not whole");
			fill(m, pattern[i] == 'd' ? SPIRV_WORD_ID : SPIRV_WORD_LITERAL, 1);
		}
	return 0;
}

static int match(struct matching *m, const char *p)
{
	int r = 0;

	while (r == 0 && *p) {
		const char kind = *p++;
		const bool again = *p == '*', need = !again && *p != '?';

		if (kind == '(') {
			const char *end = strchr(p, ')');

			r = match_group(m, p, (size_t)(end - p));
			p = end + 2;
			continue;
		}
		p += !need;
		if (kind == 'W') {
			r = match_cases(m);
			continue;
		}
		if (need && m->at == m->inst->count)
			return misfit(m, "operands are missing");
		do {
			if (m->at < m->inst->count)
				r = match_one(m, kind);
		} while (r == 0 && again && m->at < m->inst->count);
	}
	return r;
}

static int match_pattern(struct syb_ctx *ctx, const struct spirv_inst *inst, const struct spirv_context *context,
			 uint8_t *kinds)
{
	struct matching m = { .ctx = ctx, .inst = inst, .context = context, .kinds = kinds, .at = 1 };
	int r = match(&m, spirv_op_operands(inst->op));

	return r == 0 && m.at < inst->count ? misfit(&m, "it has words after its operands") : r;
}

int spirv_word_kinds(struct syb_ctx *ctx, const struct spirv_inst *inst, const struct spirv_context *context,
		     uint8_t *kinds)
{
	const struct spirv_shape *shape = spirv_shape(inst->op);
	const size_t operands = inst->count - 1;
	uint64_t bits;
	size_t i;

	if (!shape)
		return syb_fail(ctx, SYB_E_UNSUPPORTED, spirv_offset(inst, 0), "spirv-opcode",
				"unknown instruction %u at word %zu", inst->op, inst->at);
	kinds[0] = SPIRV_WORD_LITERAL;
	if (operands < shape->least || (operands > shape->fixed && shape->rest >= SPIRV_REST_NOTHING))
		return match_pattern(ctx, inst, context, kinds);
	bits = shape->kinds;
	for (i = 1; i <= operands && i <= shape->fixed; i++, bits >>= 2)
		kinds[i] = bits & 3;
	if (i <= operands)
		memset(kinds + i, shape->rest, operands + 1 - i);
	return 0;
}
