/* ir/properties/decorations.h — lists of decorations in metadata: `!{!{i32 44, i32 8}, !{i32 5826, !"DEFAULT"}}`.
 *
 * Existing decorations have priority: one with the same number (for cache controls, and the same level) is not added.
 */
#ifndef IR_DECORATIONS_H
#define IR_DECORATIONS_H

#include "properties.h"

struct decorations {
	struct pass_run *run;
	LLVMMetadataRef *nodes;
	size_t count, room;
	size_t existing; /* the first ones */
};

/* Empty the list, then fill it from an existing node, unless that is NULL. */
int decorations_start(struct decorations *list, LLVMMetadataRef existing);
/* The same from all metadata of the kind on a function or variable. */
int decorations_start_global(struct decorations *list, LLVMValueRef global, unsigned kind);
int decorations_add(struct decorations *list, const struct decoration *decoration);
/* Add all decorations that a property requests. */
int decorations_add_property(struct decorations *list, const struct subject *subject, const struct property *property,
			     struct text value);
static inline bool decorations_grew(const struct decorations *list)
{
	return list->count > list->existing;
}
LLVMMetadataRef decorations_node(const struct decorations *list);
void decorations_free(struct decorations *list);

#endif
