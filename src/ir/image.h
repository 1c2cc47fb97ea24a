/* ir/image.h — one device image on its way out: what the splitter hands to those who lower and describe it.
 *
 * The module of an image is whole: it has the entry points and all they need, nothing else. It may be a module that
 * functions were moved into for a moment (`lent`): then it is read, not changed. Who wants to change it asks for a copy
 * first, which image_own makes. */
#ifndef IR_IMAGE_H
#define IR_IMAGE_H

#include "ir.h"

#include <sybil/postlink.h>

struct image {
	LLVMModuleRef module;
	bool lent;
	LLVMValueRef *entries; /* entry points, in the order of the module */
	size_t entry_count;
	const char *key; /* of the group; see groups.c */
	const char **fixed_targets; /* that all its entry points were compiled for; none: not compiled for any */
	size_t fixed_target_count;
	bool feature_split; /* false with --split=none: sizes of work-groups are not stated */
};

/* Descriptors and default values of an image's specialization constants, as property values. */
struct spec_constants {
	struct spec_constant {
		const char *name;
		const uint32_t *triples; /* id, offset, size */
		size_t triple_count;
	} *list;
	size_t count;
	struct syb_bytes defaults;
	bool replaced; /* by default values: nothing is left to set */
};

/* Make the image's module its own, so that it may be changed. entries follow. */
int image_own(struct pass_run *run, struct image *image);

/* spec_constants.c: lower the intrinsics of specialization constants in an image that is its own. */
enum spec_lowering { SPEC_NATIVE, SPEC_EMULATION, SPEC_DEFAULTS };
bool spec_constants_used(const struct image *image);
int spec_constants_lower(struct pass_run *run, struct image *image, enum spec_lowering how,
			 struct spec_constants *out_constants);

/* describe.c: the property sets of an image, and the findings about SYCL_EXTERNAL functions. target: NULL, or the one
 * the table is for. */
int describe_image(struct pass_run *run, const struct syb_postlink_opts *opts, const struct image *image,
		   const struct spec_constants *constants, const char *target, struct syb_props_writer *props);

#endif
