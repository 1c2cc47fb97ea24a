/* sybil/postlink.h — post-link: one module of device code → device images, each with its properties, and a file table.
 *
 * Part of libsybil-ir. The module is read once; images are written one after another and none is kept. */
#ifndef SYBIL_POSTLINK_H
#define SYBIL_POSTLINK_H

#include <sybil/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which entry points share an image. Entry points with different requirements never share one, except with NONE. Since:
 * 0.1 */
enum syb_split {
	SYB_SPLIT_AUTO = 0, /* as SOURCE */
	SYB_SPLIT_KERNEL = 1,
	SYB_SPLIT_SOURCE = 2,
	SYB_SPLIT_OFF = 3,  /* one image, then split for correctness */
	SYB_SPLIT_NONE = 4, /* one image */
};

/* How specialization constants are lowered. Since: 0.1 */
enum syb_spec_consts {
	SYB_SPEC_CONSTS_KEEP = 0,
	SYB_SPEC_CONSTS_NATIVE = 1,
	SYB_SPEC_CONSTS_EMULATION = 2,
};

/* The translator that images are prepared for, by the pass prepare-spirv or prepare-native. NVPTX: the module is for
 * spir64, and the pass retarget-nvptx comes first. Since: 0.1 */
enum syb_prepare {
	SYB_PREPARE_NONE = 0,
	SYB_PREPARE_SPIRV = 1,
	SYB_PREPARE_NATIVE = 2,
	SYB_PREPARE_NVPTX = 3,
};

/* A table to write: of all images, or of those that a target can run. Since: 0.1 */
struct syb_postlink_output {
	const char *target; /* NULL: all images */
	const char *file;
};

/* Since: 0.1 */
struct syb_postlink_opts {
	size_t size;
	enum syb_dialect dialect;
	const struct syb_devices *devices; /* NULL: the default configuration */
	enum syb_split split;
	enum syb_spec_consts spec_consts;
	const struct syb_postlink_output *outputs;
	size_t output_count;
	const char *out_dir; /* folder of the images, created if it is missing; NULL: the folder of the first output */
	uint32_t jobs; /* processes that write images; 0: one per processor. A caller with several threads gets one */
	bool text;     /* .ll instead of .bc */
	bool symbols, properties;
	bool ir_output_only; /* write a single image to the first output, without a table */
	bool default_spec_consts;
	bool emit_param_info, emit_program_metadata, emit_kernel_names, emit_exported_symbols, emit_imported_symbols;
	bool only_kernels_are_entry_points;
	bool device_globals;
	bool allow_image_dependencies;
	bool dead_args; /* remove unused kernel arguments, and write the masks */
	uint32_t id_queries_range;
	struct syb_bytes plan; /* edited JSON of syb_postlink_plan: which kernels share an image */
	bool split_esimd;      /* put ESIMD code and other code into separate images */
	bool lower_esimd;      /* not supported: ESIMD code causes a warning (esimd-not-lowered) and stays as it is */
	/* The folder of libsycl-fallback-bfloat16.bc and libsycl-native-bfloat16.bc, which tables list if an image uses
	 * them. NULL: never. */
	const char *device_lib_dir;
	/* The file that the module was read from: when there is one image and nothing to change, tables name it instead
	 * of a copy. NULL: always a copy. */
	const char *input_file;
	const char *plan_name; /* for diagnostics; if it is NULL and plan is empty, `split` applies */
	/* Called after all images are written and before the tables are. If it returns a negative code, the images are
	 * removed and the code is returned. May be NULL. */
	int (*accept)(void *user);
	void *user;
	/* Write the requirements of each image's code to a file beside it, named in the column "Needs" of tables. With
	 * fixed targets, properties do not state these requirements. */
	bool needs;
	/* Optimise each image at this level ('0' to '3', 's', 'z'), and prepare it for its translator. The requirements
	 * of images are computed before optimisation. 0, NONE: images stay as they are. Since: 0.1 */
	char level;
	enum syb_prepare prepare;
	struct syb_bytes library; /* for NATIVE: bitcode of functions that images may need (libclc); empty: none */
	const char *library_name;
	const char *name;       /* of the module, for diagnostics; NULL: the name of its file */
	bool without_undefined; /* do not warn about undefined functions */
	/* For NVPTX: bitcode of the device library (syb_clang_nvptx). */
	struct syb_bytes device_library;
	const char *device_library_name;
};

/* Split the module, describe and write its images. The module is changed; afterwards it can only be freed. Fails: ARG,
 * FORMAT, IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_postlink(struct syb_ctx *ctx, struct syb_ir *ir, const struct syb_postlink_opts *opts);

/* List the images that syb_postlink would write, why each is separate, and what they duplicate. Writes nothing.
 * Since: 0.1 */
SYB_API SYB_MUST int syb_postlink_plan(struct syb_ctx *ctx, struct syb_ir *ir, const struct syb_postlink_opts *opts,
				       struct syb_record **out_record);

#ifdef __cplusplus
}
#endif
#endif
