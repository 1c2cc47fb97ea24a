/* ir/aspects/requirers.h — functions that require something of a device: those of a module, and those that were inlined
 * or removed.
 *
 * Inlining removes functions and, with them, what they require. A pass that inlines or removes calls first lets each
 * entry point list the functions below it that require more than its own metadata says (`sybil_requirers`). post-link
 * treats a listed function like one of the image, so requirements do not depend on what was optimised. */
#ifndef IR_REQUIRERS_H
#define IR_REQUIRERS_H

#include "aspects.h"
#include "ir/module/places.h"

#define REQUIRERS_KIND "sybil_requirers"

struct requirer {
	LLVMValueRef function; /* NULL: it is in a list */
	LLVMMetadataRef listed;
};

/* Metadata about requirements, in the order of a listed function's operands. */
enum requirer_kind {
	REQUIRES_SYCL_USED,
	REQUIRES_INTEL_USED,
	REQUIRES_SYCL_DECLARED,
	REQUIRES_INTEL_DECLARED,
	REQUIRES_SUB_GROUP,
	REQUIRES_SYCL_TARGETS,
	REQUIRES_INTEL_TARGETS,
	REQUIRES_KINDS,
	REQUIRES_ASPECTS = REQUIRES_INTEL_DECLARED + 1, /* those before are lists of aspects */
};

/* Make the list of every entry point complete. */
int requirers_list(struct pass_run *run);

/* The list of a function: NULL, or a node with one operand for each. */
LLVMMetadataRef requirers_of(const struct syb_ir *ir, LLVMValueRef function);

LLVMMetadataRef requirer_metadata(const struct syb_ir *ir, const struct requirer *requirer, enum requirer_kind kind);
/* Texts are not NUL-terminated; NULL where there is none. */
const char *requirer_name(const struct requirer *requirer, size_t *out_len);
const char *requirer_device_has(const struct requirer *requirer, size_t *out_len);
/* All aspects that it uses or declares; of a function, `with_list` adds those of its list. */
aspect_set requirer_aspects(struct aspects *aspects, const struct requirer *requirer, bool with_list);
/* Of a listed function: whether it brings in the aspect, and not only has it as the function that calls it does. */
bool requirer_brings(const struct requirer *requirer, int64_t aspect);
/* Where the function begins. */
struct place requirer_place(struct syb_ctx *ctx, struct arena *arena, const struct requirer *requirer);

#endif
