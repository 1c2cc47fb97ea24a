/* format/spirv/spirv_carrier.h — decorations as text, for decorations that a translator cannot express.
 *
 *   sybil-decorate:[TARGET ]GROUP…
 *   TARGET: function "NAME" | variable "NAME" | member "STRUCT" N | value "NAME"; none: the id that the text decorates
 *   TARGET: mode "NAME": the groups are execution modes of the entry point
 *   GROUP: [NUMBER] | [NUMBER:OPERAND,…]; in braces, a text that reads as numbers is numbers
 *   OPERAND: a number (decimal or 0x…) | "text with \" \\ and \xNN"
 *
 * Written with brackets, because translators look for braces in annotations. Read as well: DPC++'s annotations, nothing
 * but groups like {6148:"1"}{6149:"true"}. */
#ifndef FORMAT_SPIRV_CARRIER_H
#define FORMAT_SPIRV_CARRIER_H

#include "spirv.h"

#define SPIRV_CARRIER_PREFIX "sybil-decorate:"
/* A variable whose only purpose is to carry decorations of others. */
#define SPIRV_CARRIER_VARIABLE "sybil.decorations"
/* Suffix of the name of a value that was renamed so that it can be found: "NAME.sybil.N". */
#define SPIRV_CARRIER_SUFFIX ".sybil."

enum spirv_target {
	SPIRV_TARGET_SELF,
	SPIRV_TARGET_FUNCTION,
	SPIRV_TARGET_VARIABLE,
	SPIRV_TARGET_MEMBER,
	SPIRV_TARGET_VALUE,
	SPIRV_TARGET_MODE,
};

struct spirv_group {
	uint32_t number;
	const uint32_t *words; /* operands as in SPIR-V */
	size_t word_count;
};

struct spirv_carrier {
	enum spirv_target target;
	const char *name; /* of the target, except for SELF */
	size_t name_len;
	uint32_t member;
	struct spirv_group *groups;
	size_t group_count;
};

/* 1 when text is a carrier, 0 when it is not. Operands are converted to the form that the decoration needs: the text
 * of a number becomes a number, and a truth value of a decoration without operands decides whether there is a group
 * at all. Memory is from the arena. A text with the prefix that cannot be read causes a warning
 * ("decoration-carrier"). Fails: NOMEM. */
int spirv_carrier_parse(struct syb_ctx *ctx, struct arena *arena, const char *text, size_t len, uint64_t at,
			struct spirv_carrier *out_carrier);

/* A text in quotes, as it is read above. */
int spirv_quote(struct syb_ctx *ctx, struct buf *to, const char *text, size_t len);

#endif
