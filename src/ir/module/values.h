/* ir/module/values.h — LLVM's values or types, each once, in the order they were added. Begin with `{ 0 }`. */
#ifndef IR_VALUES_H
#define IR_VALUES_H

#include "ir.h"

struct values {
	LLVMValueRef *items;
	size_t count, room;
	struct hash index;
	struct arena arena;
	struct allocator from;
};

/* Add a value unless the list has it. out_index may be NULL. */
int values_add(struct syb_ctx *ctx, struct values *values, const void *value, size_t *out_index);
/* The index of a value, SIZE_MAX when the list does not have it. */
size_t values_find(const struct values *values, const void *value);
void values_free(struct values *values);

#endif
