/* sybil/propsets.h — typed views of the property sets of a module.
 *
 * A view reads both dialects and every historic form. Arrays and strings live in the view. Lists of records are arrays
 * of pointers, so that records can grow; leaves, sizes and matrices are fixed by the format and are plain arrays. A
 * view is immutable and may be shared between threads. */
#ifndef SYBIL_PROPSETS_H
#define SYBIL_PROPSETS_H

#include <sybil/props.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- typed views ---- */

/* One scalar leaf of a specialization constant. Since: 0.1 */
struct syb_spec_leaf {
	uint32_t id; /* UINT32_MAX = padding */
	uint32_t offset;
	uint32_t size;
};
struct syb_spec_const {
	const char *name;
	const struct syb_spec_leaf *leaves;
	size_t leaf_count;
	struct syb_bytes default_value; /* empty where not stated */
	struct syb_bytes set_value;     /* set by a running program; empty where not stated */
};
struct syb_device_global {
	const char *name;
	uint32_t size;
	bool image_scope;
};
struct syb_host_pipe {
	const char *name;
	uint32_t size;
};
struct syb_joint_matrix {
	const char *type;
	const char *use;
	uint64_t rows;
	uint64_t cols;
};
struct syb_joint_matrix_mad {
	const char *type_a, *type_b, *type_c, *type_d;
	uint64_t m, k, n;
};
struct syb_kernel_name {
	const char *name;   /* registered name, or kernel */
	const char *kernel; /* the kernel that it names */
};
/* Removed arguments of a kernel: bit i of mask is set if argument i was removed. Since: 0.1 */
struct syb_kernel_args {
	const char *kernel;
	struct syb_bytes mask;
	uint64_t bits;
};
struct syb_kernel_number {
	const char *kernel;
	uint32_t value;
};
/* Program metadata `kernel@key`. Since: 0.1 */
struct syb_program_metadata {
	const char *kernel; /* before the last '@'; "" without one */
	const char *key;
	const struct syb_prop *prop; /* of the registry the view was made from */
};

/* A required work-group size. Since: 0.1 */
struct syb_work_group_size {
	uint64_t size[3];
	uint32_t dims;
};

/* SYCL/device requirements. Since: 0.1 */
struct syb_requirements {
	size_t size;
	const uint32_t *aspects; /* numbers of sybil/target.h, independent of the file's numbering */
	size_t aspect_count;
	/* If the property exists, one of the two is not NULL. For an empty list, which no device satisfies, it is the
	 * second. */
	const char *const *fixed_targets; /* as strings (spec dialect) */
	size_t fixed_target_count;
	const uint32_t *fixed_target_aspects; /* as aspects (DPC++), numbers of sybil/target.h */
	size_t fixed_target_aspect_count;
	uint64_t work_group_size[3]; /* the first of work_group_sizes */
	uint32_t work_group_dims;    /* 0 = no required size */
	uint32_t work_group_num_dim; /* 0 = not stated */
	uint32_t sub_group_size;     /* 0 = not stated; the first of sub_group_sizes */
	const struct syb_joint_matrix *joint_matrix;
	size_t joint_matrix_count;
	const struct syb_joint_matrix_mad *joint_matrix_mad;
	size_t joint_matrix_mad_count;
	const char *compile_target; /* NULL = not stated */
	/* Old files may list several sizes; a device must support all of them. */
	const uint32_t *sub_group_sizes;
	size_t sub_group_size_count;
	const struct syb_work_group_size *work_group_sizes;
	size_t work_group_size_count;
	bool esimd; /* the code is for ESIMD, whose sub-groups have one work-item */
};

/* The contents of all sets of one module. Since: 0.1 */
struct syb_module_info {
	const struct syb_requirements *requirements;
	const char *const *kernels; /* SYCL/kernel names; without that set, the names other sets mention */
	size_t kernel_count;
	const struct syb_spec_const *const *spec_consts;
	size_t spec_const_count;
	const struct syb_kernel_args *const *removed_args;
	size_t removed_args_count;
	const struct syb_program_metadata *const *program_metadata;
	size_t program_metadata_count;
	const char *const *exports;
	size_t export_count;
	const char *const *imports;
	size_t import_count;
	const struct syb_device_global *const *device_globals;
	size_t device_global_count;
	const struct syb_host_pipe *const *host_pipes;
	size_t host_pipe_count;
	const struct syb_kernel_name *const *registered_kernels;
	size_t registered_kernel_count;
	const struct syb_kernel_number *const *implicit_local_args;
	size_t implicit_local_arg_count;
	const char *const *assert_used;
	size_t assert_used_count;
	const char *const *malloc_used; /* kernels that allocate memory on the device */
	size_t malloc_used_count;
	uint32_t devicelib_req_mask;
	bool has_devicelib_req_mask;
	uint32_t bfloat16_native; /* SYCL/devicelib metadata: 0, 1 */
	bool has_bfloat16;
	/* SYCL/misc properties; UINT32_MAX = not stated */
	uint32_t is_esimd_image, register_alloc_mode, grf_size, opt_level, spec_consts_replaced, id_queries_range;
	const char *sanitizer; /* NULL = not stated */
	const char *virtual_functions_set;
	const char *const *uses_virtual_functions_sets;
	size_t uses_virtual_functions_set_count;
};

struct syb_view;
/* Read the typed view of a module's sets. The registry must outlive the view. A value of the wrong shape is an error
 * (check prop-shape). Fails: FORMAT, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_view_new(struct syb_ctx *ctx, const struct syb_props *props, struct syb_view **out_view);
SYB_API void syb_view_free(struct syb_view *view);
SYB_API const struct syb_module_info *syb_view_info(const struct syb_view *view);

#ifdef __cplusplus
}
#endif
#endif
