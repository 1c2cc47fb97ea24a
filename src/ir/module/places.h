/* ir/module/places.h — source positions, from debug information. */
#ifndef IR_PLACES_H
#define IR_PLACES_H

#include "ir.h"

/* file NULL: not known. column 0: only the line is. */
struct place {
	const char *file; /* relative to the current folder */
	uint32_t line, column;
};

/* The position of an instruction or function; for an alloca, that of the variable's declaration. Names are in the
 * arena; without memory, the position is unknown. */
struct place place_of(struct syb_ctx *ctx, struct arena *arena, LLVMValueRef value);

#endif
