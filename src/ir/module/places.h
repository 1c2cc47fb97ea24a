/* ir/module/places.h — places in the source, by debug information. */
#ifndef IR_PLACES_H
#define IR_PLACES_H

#include "ir.h"

/* file NULL: not known. column 0: only the line is. */
struct place {
	const char *file; /* as the current folder sees it */
	uint32_t line, column;
};

/* Of an instruction, or of a function; room for a variable is where the variable is declared. Names are put into the
 * arena; without memory nothing is known. */
struct place place_of(struct syb_ctx *ctx, struct arena *arena, LLVMValueRef value);

#endif
