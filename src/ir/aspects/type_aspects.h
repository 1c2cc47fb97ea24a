/* ir/aspects/type_aspects.h — types and the aspects that using one means.
 *
 * Names of the module's list are resolved to types once. Answers are remembered by type; aspects pass through struct
 * members, array and vector elements to any depth, and never through pointers. */
#ifndef IR_TYPE_ASPECTS_H
#define IR_TYPE_ASPECTS_H

#include "aspects.h"

/* What a use means: in full, and where `double` is emulated because values of it are only moved and converted. */
struct aspect_use {
	aspect_set all, hard;
};

struct type_aspects {
	struct aspects *aspects;
	struct hash index; /* type → entry */
	struct type_entry *entries;
	size_t count, room;
	LLVMTypeRef last; /* asked for last, and its answer */
	struct aspect_use last_use;
};

int type_aspects_init(struct type_aspects *types, struct aspects *aspects);
void type_aspects_free(struct type_aspects *types);

struct aspect_use type_aspects_get(struct type_aspects *types, LLVMTypeRef type);
/* The innermost part of a type that brings an aspect (by index) in: `double`, or a struct that is listed. NULL when it
 * does not. */
LLVMTypeRef type_aspects_origin(struct type_aspects *types, LLVMTypeRef type, size_t aspect);

static inline struct aspect_use aspect_use_add(struct aspects *aspects, struct aspect_use a, struct aspect_use b)
{
	return (struct aspect_use){ aspects_union(aspects, a.all, b.all), aspects_union(aspects, a.hard, b.hard) };
}

#endif
