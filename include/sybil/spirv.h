/* sybil/spirv.h — kernels, specialization constants and symbols of a SPIR-V module, and the aspects that it needs.
 *
 * Lists are arrays of pointers, so that records can grow. A module that was read is immutable and may be shared between
 * threads. */
#ifndef SYBIL_SPIRV_H
#define SYBIL_SPIRV_H

#include <sybil/props.h>

#ifdef __cplusplus
extern "C" {
#endif

struct syb_spirv;

/* Since: 0.1 */
struct syb_spirv_param {
	const char *name;    /* NULL: none */
	const char *type;    /* as OpenCL C would write it: "global float *", "int4", "struct foo" */
	const char *address; /* "global", "constant", "local", "private", "generic" of pointers, NULL otherwise */
	uint64_t bytes;      /* passed by the host; 0: not known; pointers by the addressing model */
};

/* Since: 0.1 */
struct syb_spirv_kernel {
	const char *name;
	const struct syb_spirv_param *const *params;
	size_t param_count;
	uint64_t work_group_size[3]; /* required; dims 0: none. Specialization constants have their defaults */
	uint32_t work_group_dims;
	uint32_t sub_group_size; /* required; 0: none */
	const uint32_t *aspects; /* of the kernel and all that it can call, ascending */
	size_t aspect_count;
	uint64_t work_group_hint[3];
	uint32_t work_group_hint_dims;      /* 0: none */
	uint32_t sub_groups_per_work_group; /* required; 0: none */
};

/* Since: 0.1 */
struct syb_spirv_spec_const {
	uint32_t id;      /* SpecId */
	const char *name; /* NULL: none */
	const char *type;
	struct syb_bytes value; /* default, in the machine's byte order */
};

/* Since: 0.1 */
struct syb_spirv_symbol {
	const char *name;
	bool variable;           /* else a function */
	bool link_once;          /* LinkOnceODR */
	const uint32_t *aspects; /* of an export: of all that it can call, ascending */
	size_t aspect_count;
};

/* Since: 0.1 */
struct syb_spirv_info {
	uint32_t major, minor;
	const struct syb_spirv_kernel *const *kernels;
	size_t kernel_count;
	const struct syb_spirv_spec_const *const *spec_consts;
	size_t spec_const_count;
	const struct syb_spirv_symbol *const *exports, *const *imports;
	size_t export_count, import_count;
	/* Of the whole module, ascending: the aspects of kernels and exports, of types that are copied in memory, and
	 * of types that the parameters of imported functions point to. Unused capabilities are ignored. */
	const uint32_t *aspects;
	size_t aspect_count;
};

/* Read a module; bytes are not needed afterwards. name is for diagnostics and may be NULL. Fails: FORMAT, LIMIT, NOMEM.
 * Since: 0.1 */
SYB_API SYB_MUST int syb_spirv_open(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name,
				    struct syb_spirv **out_spirv);
SYB_API void syb_spirv_close(struct syb_spirv *spirv);
SYB_API const struct syb_spirv_info *syb_spirv_info(const struct syb_spirv *spirv);

/* Check what properties state about specialization constants: each part has bytes, a place and an id of its own,
 * default values fit, and the code, if it is given, has the constants with these ids, sizes and default values. All
 * faults are reported. code: may be NULL. Fails: FORMAT (checks prop-spec-parts, prop-spec-defaults,
 * spec-constant-code), NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_spec_consts_check(struct syb_ctx *ctx, const struct syb_props *props,
					   const struct syb_spirv_info *code);

/* Infer the property sets of a module, in a new registry: device requirements, kernel names, specialization
 * constants and their defaults, imported and exported symbols, program metadata. Since: 0.1 */
SYB_API SYB_MUST int syb_spirv_infer(struct syb_ctx *ctx, const struct syb_spirv *spirv, struct syb_props **out_props);

struct syb_out;
/* Since: 0.1 */
struct syb_spirv_keep_opts {
	size_t size;
	const char *const *kernels; /* names; unknown ones are ignored */
	size_t kernel_count;
	bool exports;   /* keep exported functions and variables */
	bool variables; /* keep exported variables, which the host may look up by name */
};
/* Write a module with only some of its kernels and the code that they need. Capabilities that no kept code needs are
 * removed where that can be determined: floating-point numbers of 16 and 64 bits, images, sub-group sizes. Fails:
 * FORMAT, UNSUPPORTED (an instruction that the grammar does not have), LIMIT, IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_spirv_keep(struct syb_ctx *ctx, struct syb_bytes in, const struct syb_spirv_keep_opts *opts,
				    struct syb_out *out);

/* Report what spirv-val says about a module, if it is installed (SYBIL_SPIRV_VAL names another one): an error (check
 * "spirv-val") if it rejects the module, a remark if it does not know something that the module has. at: offset of the
 * module in its file. Returns 0 in both cases, for syb_check_opts.validate. Fails: TOOL (the named one is missing, or
 * it took too long), IO, NOMEM, CANCELLED. Since: 0.1 */
SYB_API SYB_MUST int syb_spirv_validate(struct syb_ctx *ctx, struct syb_bytes module, uint64_t at);

#ifdef __cplusplus
}
#endif
#endif
