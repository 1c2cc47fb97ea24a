/* format/spirv/spirv_carrier.h — decorations as text, for what a translator has no way for.
 *
 *   sybil-decorate:[TARGET ]GROUP…
 *   TARGET: function "NAME" | variable "NAME" | member "STRUCT" N | value "NAME"; none: what the text decorates
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
/* A variable that carries decorations of others, and is not wanted for itself. */
#define SPIRV_CARRIER_VARIABLE "sybil.decorations"
/* Ends the name of a value that has been given one to be found by: "NAME.sybil.N". */
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
	const uint32_t *words; /* operands as they stand in SPIR-V */
	size_t word_count;
};

struct spirv_carrier {
	enum spirv_target target;
	const char *name; /* of the target, but for SELF */
	size_t name_len;
	uint32_t member;
	struct spirv_group *groups;
	size_t group_count;
};

/* 1 when text is a carrier, 0 when it is not. Operands are put in the form that the decoration is known to take: the
 * text of a number becomes one, a truth value of a decoration without operands decides whether there is a group at
 * all. Memory is the arena's. A text with our prefix that cannot be read is warned of ("decoration-carrier"). Fails:
 * NOMEM. */
int spirv_carrier_parse(struct syb_ctx *ctx, struct arena *arena, const char *text, size_t len, uint64_t at,
			struct spirv_carrier *out_carrier);

/* A text in quotes, as it is read above. */
int spirv_quote(struct syb_ctx *ctx, struct buf *to, const char *text, size_t len);

#endif
