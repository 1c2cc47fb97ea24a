/* ir/split/image.h — one device image on its way out: what the splitter hands to those who lower and describe it.
 *
 * The module of an image is whole: it has the entry points and all they need, nothing else. It may be a module that
 * functions were moved into for a moment (`lent`): then it is read, not changed. Who wants to change it asks for a copy
 * first, which image_own makes. */
#ifndef IR_IMAGE_H
#define IR_IMAGE_H

#include "ir/module/ir.h"

#include <sybil/postlink.h>

struct image {
	LLVMModuleRef module;
	bool lent;
	LLVMValueRef *entries; /* entry points, in the order of the module */
	size_t entry_count;
	const char *key;            /* of the group; see groups.c */
	const char **fixed_targets; /* that all its entry points were compiled for; none: not compiled for any */
	size_t fixed_target_count;
	bool targets_differ; /* between entry points: fixed_targets are those of all that have some */
	bool planned;        /* by a plan: entry points may need different things */
	bool feature_split;  /* false with --split=none: sizes of work-groups are not stated */
	bool esimd;          /* all entry points are explicit SIMD code */
	enum device_lib { LIB_NONE, LIB_FALLBACK, LIB_NATIVE } lib; /* it is one of the bfloat16 libraries */
};

/* Descriptors and default values of an image's specialization constants, as property values. */
struct spec_constants {
	struct spec_constant {
		const char *name;
		const uint32_t *triples; /* id, offset, size */
		size_t triple_count;
	} * list;
	size_t count;
	struct syb_bytes defaults;
	bool replaced; /* by default values: nothing is left to set */
};

/* A declaration of the device libraries of bfloat16, which lie in images of their own. */
bool image_uses_bfloat16(const struct image *image);
bool ir_is_bfloat16_library(LLVMValueRef function);

/* Make the image's module its own, so that it may be changed. entries follow. */
int image_own(struct pass_run *run, struct image *image);

/* spec_constants.c: lower the intrinsics of specialization constants in an image that is its own. */
enum spec_lowering { SPEC_NATIVE, SPEC_EMULATION, SPEC_DEFAULTS };
bool spec_constants_used(const struct image *image);
int spec_constants_lower(struct pass_run *run, struct image *image, enum spec_lowering how,
			 struct spec_constants *out_constants);

/* spec_read.c: constants that were lowered before, as the metadata of the module tells; of native ones those that the
 * image has. */
bool spec_constants_native(LLVMModuleRef module);
int spec_constants_read(struct pass_run *run, const struct image *image, bool native,
			struct spec_constants *out_constants);
/* Bytes that a constant takes among the default values, padding included. */
uint64_t spec_constant_size(const struct spec_constant *constant);
bool spec_constants_sizes_agree(const struct spec_constants *constants);

/* undefined.c: warn about functions that the image calls and nobody defines. */
int undefined_check(struct pass_run *run, const struct image *image);
/* Whether a function is called that other images, or nobody, define. */
bool undefined_is(const struct image *image, LLVMValueRef function);

/* esimd.c: explicit SIMD code that cannot be treated as asked. */
int esimd_check(struct pass_run *run, const struct syb_postlink_opts *opts);

/* describe.c: the property sets of an image, and the findings about SYCL_EXTERNAL functions. target: NULL, or the one
 * the table is for. */
int describe_image(struct pass_run *run, const struct syb_postlink_opts *opts, const struct image *image,
		   const struct spec_constants *constants, const char *target, struct syb_props_writer *props);
/* One set of requirements: what the code of an image needs of a device, whether fixed targets were promised or not. */
int describe_needs(struct pass_run *run, const struct syb_postlink_opts *opts, const struct image *image,
		   struct syb_props_writer *props);

#endif
