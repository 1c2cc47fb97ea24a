/* ir/aspects/type_aspects.h — the aspects that using a type requires.
 *
 * Names of the module's list are resolved to types once. Answers are remembered by type; aspects pass through struct
 * members, array and vector elements to any depth, and never through pointers. */
#ifndef IR_TYPE_ASPECTS_H
#define IR_TYPE_ASPECTS_H

#include "aspects.h"
#include "ir/module/values.h"

/* The aspects of a use: all, and those that remain where drivers emulate moves and conversions of `double`. */
struct aspect_use {
	aspect_set all, hard;
};

struct type_aspects {
	struct aspects *aspects;
	struct values types;
	struct type_entry *entries; /* of each type */
	size_t count, room;
	struct type_frame *stack; /* while a type is resolved */
	size_t depth, stack_room;
	LLVMTypeRef last; /* the last query and its answer */
	struct aspect_use last_use;
};

int type_aspects_init(struct type_aspects *types, struct aspects *aspects);
void type_aspects_free(struct type_aspects *types);

struct aspect_use type_aspects_get(struct type_aspects *types, LLVMTypeRef type);
/* The innermost part of a type that has an aspect (by index): `double`, or a listed struct. NULL without the aspect. */
LLVMTypeRef type_aspects_origin(struct type_aspects *types, LLVMTypeRef type, size_t aspect);

static inline struct aspect_use aspect_use_add(struct aspects *aspects, struct aspect_use a, struct aspect_use b)
{
	return (struct aspect_use){ aspects_union(aspects, a.all, b.all), aspects_union(aspects, a.hard, b.hard) };
}

#endif
