/* ir/split/image.h — a device image between the splitter and the code that lowers and describes it.
 *
 * The module of an image has the entry points, everything they need, and nothing else. It may be a module that
 * functions were moved into temporarily (`lent`), which must not be changed; image_own makes a copy. */
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

/* Whether it declares functions of the bfloat16 device libraries, which are separate images. */
bool image_uses_bfloat16(const struct image *image);
bool ir_is_bfloat16_library(LLVMValueRef function);

/* Give the image its own module, with its entries, so that it can be changed. */
int image_own(struct pass_run *run, struct image *image);

/* spec_constants.c: lower specialization constants in an image with its own module. */
enum spec_lowering { SPEC_NATIVE, SPEC_EMULATION, SPEC_DEFAULTS };
bool spec_constants_used(const struct image *image);
int spec_constants_lower(struct pass_run *run, struct image *image, enum spec_lowering how,
			 struct spec_constants *out_constants);

/* spec_read.c: read constants that were lowered before from the module's metadata; of native ones, those of the
 * image. */
bool spec_constants_native(LLVMModuleRef module);
int spec_constants_read(struct pass_run *run, const struct image *image, bool native,
			struct spec_constants *out_constants);
/* Bytes that a constant takes among the default values, padding included. */
uint64_t spec_constant_size(const struct spec_constant *constant);
bool spec_constants_sizes_agree(const struct spec_constants *constants);

/* undefined.c: warn about functions that the image calls and no image defines. */
int undefined_check(struct pass_run *run, const struct image *image);
/* Whether a function is called and not defined in the image. */
bool undefined_is(const struct image *image, LLVMValueRef function);

/* esimd.c: report explicit SIMD code that cannot be split or lowered as requested. */
int esimd_check(struct pass_run *run, const struct syb_postlink_opts *opts);

/* describe.c: the property sets of an image, and the findings about SYCL_EXTERNAL functions. target: NULL, or the one
 * the table is for. */
int describe_image(struct pass_run *run, const struct syb_postlink_opts *opts, const struct image *image,
		   const struct spec_constants *constants, const char *target, struct syb_props_writer *props);
/* The requirements of an image's code, regardless of fixed targets. */
int describe_needs(struct pass_run *run, const struct syb_postlink_opts *opts, const struct image *image,
		   struct syb_props_writer *props);

#endif
