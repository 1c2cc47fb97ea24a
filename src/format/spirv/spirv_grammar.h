/* format/spirv/spirv_grammar.h — the kinds of the words of a SPIR-V instruction, by the grammar that spirv-headers
 * installs.
 *
 * The tables are generated at build time by scripts/spirv-grammar from the core grammar and those of the extended
 * instruction sets, with src/format/spirv/spirv_extra.json for instructions that Debian's grammar lacks. */
#ifndef FORMAT_SPIRV_GRAMMAR_H
#define FORMAT_SPIRV_GRAMMAR_H

#include "spirv.h"

/* The kind of one word of an instruction. */
enum spirv_word_kind {
	SPIRV_WORD_LITERAL = 0, /* a number, an enumerant, part of a string */
	SPIRV_WORD_TYPE,        /* id of the result's type */
	SPIRV_WORD_RESULT,      /* id that the instruction defines */
	SPIRV_WORD_ID,          /* an id that is used */
	/* Of spirv_shape.rest only: */
	SPIRV_REST_NOTHING,    /* no more words */
	SPIRV_REST_BY_PATTERN, /* it depends on the words before */
};

/* An instruction of the grammar. Its operands begin with `fixed` words whose kinds never change (fewer where the
 * last ones are optional): two bits each in kinds, the first in the lowest. The words after them are of the kind
 * rest. */
struct spirv_shape {
	uint64_t kinds;
	uint8_t least, fixed, rest;
};

/* Facts from the module that the grammar needs: the width of an OpSwitch selector, and the set of an OpExtInst.
 * Either may be NULL where no such instruction occurs. */
struct spirv_context {
	void *user;
	/* Words of a literal of the type of that value; 0: not known. */
	uint32_t (*literal_words)(void *user, uint32_t id);
	/* Name of an imported set; NULL: not known. */
	const char *(*set_name)(void *user, uint32_t id);
};

/* The tables, by opcode: rows count from 1, 0 is an unknown opcode. */
extern const struct spirv_shape spirv_shapes[];
extern const uint16_t spirv_rows[];
extern const uint32_t spirv_row_count;

static inline uint32_t spirv_row(uint32_t op)
{
	return op < spirv_row_count ? spirv_rows[op] : 0;
}

/* NULL when the grammar does not have it. */
static inline const struct spirv_shape *spirv_shape(uint32_t op)
{
	const uint32_t row = spirv_row(op);

	return row ? &spirv_shapes[row - 1] : NULL;
}

const char *spirv_op_name(uint32_t op);
/* Letters for its operands (scripts/spirv-grammar). */
const char *spirv_op_operands(uint32_t op);
/* The operands that a bit of a mask adds, "" for none; kind is the letter of the mask. */
const char *spirv_mask_operands(char kind, unsigned bit);

/* Find the kind of each word of an instruction. kinds has room for inst->count entries; kinds[0] is LITERAL. Unknown
 * decorations and execution modes have numbers as operands, those of OpDecorateId and OpExecutionModeId ids. Fails:
 * FORMAT ("spirv-operands": words that do not fit the grammar), UNSUPPORTED ("spirv-opcode", "spirv-ext-inst": an
 * instruction or an extended one that the grammar does not have; its ids and numbers cannot be distinguished). */
int spirv_word_kinds(struct syb_ctx *ctx, const struct spirv_inst *inst, const struct spirv_context *context,
		     uint8_t *kinds);

#endif
