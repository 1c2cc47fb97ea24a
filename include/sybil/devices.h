/* sybil/devices.h — the device configuration: the capabilities of each target.
 *
 * A YAML file that people may edit, one entry per target (spec: device configuration file). The built-in one has every
 * target of sybil/target.h. Immutable; safe from any thread. */
#ifndef SYBIL_DEVICES_H
#define SYBIL_DEVICES_H

#include <sybil/file.h>

#ifdef __cplusplus
extern "C" {
#endif

struct syb_devices;

/* A joint matrix multiplication that a device supports: D = A × B + C, of M × K × N. Types as the property names them,
 * without "matrix_type::". Since: 0.1 */
struct syb_matrix_shape {
	const char *type_a, *type_b, *type_c, *type_d;
	uint64_t m, k, n;
	bool m_most, k_most, n_most; /* any size up to this one */
};

/* One target. Strings and arrays live as long as the configuration. Since: 0.1 */
struct syb_device {
	const char *name;
	const char *aliases;     /* space-separated other names, "" for none */
	const uint32_t *aspects; /* numbers of sybil/target.h, ascending */
	size_t aspect_count;
	const uint32_t *sub_group_sizes; /* ascending; none: unknown, and every size is accepted */
	size_t sub_group_size_count;
	uint64_t max_work_group_size; /* in all dimensions together; 0: not known */
	bool may_support_other_aspects;
	const char *aot_toolchain, *aot_toolchain_options; /* "" where not stated */
	const char *file;                                  /* of the entry, NULL for the built-in table */
	uint32_t line;
	/* Known for live devices and their profiles only, except unknown aspects. */
	bool no_sub_groups;              /* the device has no sub-groups: it supports no required size */
	uint64_t max_work_item_sizes[3]; /* of each dimension in the driver's order, fastest first; 0: not known */
	/* Aspects that the driver does not report or that no source states, ascending. NULL: none. */
	const uint32_t *unknown_aspects;
	size_t unknown_aspect_count;
	const struct syb_matrix_shape *matrix_shapes; /* none: unknown, if it has the aspect ext_intel_matrix */
	size_t matrix_shape_count;
};

/* Since: 0.1 */
struct syb_devices_opts {
	size_t size;
	/* Files to read, in this order; an entry replaces earlier ones of other files that share a name or alias with
	 * it. None: the files that the environment variable SYBIL_DEVICE_CONFIG lists, separated by colons, else the
	 * built-in table. */
	const char *const *files;
	size_t file_count;
	bool add; /* the files add to the built-in table instead of replacing it */
};

/* Read a configuration. Free with syb_devices_free. Fails: IO, FORMAT (bad YAML, unknown aspect, or duplicate entry in
 * a file, with line and column), LIMIT, NOMEM. Unknown keys are warnings. Since: 0.1 */
SYB_API SYB_MUST int syb_devices_load(struct syb_ctx *ctx, const struct syb_devices_opts *opts,
				      struct syb_devices **out_devices);
SYB_API void syb_devices_free(struct syb_devices *devices);

SYB_API size_t syb_devices_count(const struct syb_devices *devices);
SYB_API const struct syb_device *syb_devices_at(const struct syb_devices *devices, size_t i);
/* By name or alias, else by another name of the same target in sybil/target.h; NULL when absent. Since: 0.1 */
SYB_API const struct syb_device *syb_devices_find(const struct syb_devices *devices, const char *name);
/* The known name that is most similar to a misspelt one, NULL when none is similar. Since: 0.1 */
SYB_API const char *syb_devices_nearest(const struct syb_devices *devices, const char *name);

/* Whether the aspect is listed, whatever may_support_other_aspects says. Since: 0.1 */
SYB_API bool syb_device_has_aspect(const struct syb_device *device, uint32_t aspect);
/* true when the size is listed, or when there is no list. Since: 0.1 */
SYB_API bool syb_device_has_sub_group_size(const struct syb_device *device, uint32_t size);

/* Write the configuration as YAML; the built-in one is installed as share/sybil/devices.yaml. Fails: IO, NOMEM.
 * Since: 0.1 */
SYB_API SYB_MUST int syb_devices_write(struct syb_ctx *ctx, const struct syb_devices *devices, struct syb_out *out);

/* The same for any entries. Since: 0.1 */
SYB_API SYB_MUST int syb_device_write(struct syb_ctx *ctx, const struct syb_device *const *devices, size_t count,
				      struct syb_out *out);

#ifdef __cplusplus
}
#endif
#endif
