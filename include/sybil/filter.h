/* sybil/filter.h — device images × devices: which can run where, and why not.
 *
 * Requirements are the property set "SYCL/device requirements" of an image, in every form ever written; devices come
 * from a device configuration (sybil/devices.h). An answer is yes, no, or unknown: the configuration does not list a
 * requirement, but states that the device may support more. */
#ifndef SYBIL_FILTER_H
#define SYBIL_FILTER_H

#include <sybil/bin.h>
#include <sybil/devices.h>
#include <sybil/propsets.h>
#include <sybil/table.h>
#include <sybil/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Ascending: of several answers the lowest decides. Since: 0.1 */
enum syb_answer {
	SYB_ANSWER_NO = 0,
	SYB_ANSWER_UNKNOWN = 1, /* neither listed nor ruled out by the configuration or the driver */
	SYB_ANSWER_YES = 2,
};
/* "no", "unknown", "yes". Since: 0.1 */
SYB_API const char *syb_answer_name(enum syb_answer answer);

/* One requirement that is not met, or may not be. Since: 0.1 */
struct syb_reason {
	const char *requirement; /* key of the property, or "image" */
	enum syb_answer answer;
	const char *const *values; /* missing aspects, sizes or targets */
	size_t value_count;
	const char *text; /* for people; the sentence before names the device */
};

struct syb_verdict;
/* Judge the requirements of a module on a device: the answer, and each requirement that is not met, in the order of the
 * documents: aspects, sub-group size, fixed targets, work-group size, joint matrix, the target it was compiled for.
 * Free with syb_verdict_free. Fails: ARG, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_judge(struct syb_ctx *ctx, const struct syb_requirements *requirements,
			       const struct syb_device *device, struct syb_verdict **out_verdict);
SYB_API void syb_verdict_free(struct syb_verdict *verdict);
SYB_API enum syb_answer syb_verdict_answer(const struct syb_verdict *verdict);
SYB_API size_t syb_verdict_count(const struct syb_verdict *verdict);
SYB_API const struct syb_reason *syb_verdict_at(const struct syb_verdict *verdict, size_t i);
/* Whether an image is for a device: native code for its architecture, or IR that drivers of such devices accept.
 * Unknown for native code if the device is not in the table of targets, or is generic. Since: 0.1 */
SYB_API enum syb_answer syb_image_fits(const struct syb_image *image, const struct syb_device *device);

/* Since: 0.1 */
struct syb_filter_opts {
	size_t size;
	const char *base_dir;     /* relative names in the table start here, NULL = the current directory */
	const char *const *names; /* what the devices are called in the record; NULL: by their own names */
};
/* The rows of a file table that a device can run, unchanged and in their order: one table for each device. A row is
 * left out if the device lacks an aspect or a sub-group size, or is not one of the fixed targets of the row's
 * properties; rows with unknown answers stay. A table without a column Properties is copied. out_tables has
 * device_count places; free each with syb_table_free. out_record, when not NULL, lists for each device which rows were
 * left out and why, and which stay although an answer is unknown. Fails: IO and FORMAT where properties cannot be read,
 * NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_filter(struct syb_ctx *ctx, const struct syb_table *table,
				const struct syb_device *const *devices, size_t device_count,
				const struct syb_filter_opts *opts, struct syb_table **out_tables,
				struct syb_record **out_record);
/* Whether syb_filter keeps a row with these properties for the device. Fails: NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_filter_keeps(struct syb_ctx *ctx, const struct syb_requirements *requirements,
				      const struct syb_device *device, bool *out_keeps);

/* Since: 0.1 */
struct syb_matrix_opts {
	size_t size;
	const char *name;         /* file name for diagnostics */
	const char *base_dir;     /* relative names in a file table start here, NULL = the current directory */
	bool strict;              /* unknown is treated as no */
	const char *const *names; /* what the devices are called in the record; NULL: by their own names */
	/* A shorter record, where kernels with equal answers share a row: "kernels" with "name" and "row", an index
	 * into "rows", which have a verdict for each device: "answer", "as", "image_name", and "why" (only what
	 * decides). */
	bool shared;
	/* The same for SPIR-V and zebins outside packages, and for nothing else: they are judged as the package that
	 * syb_pack makes of them. A kernel whose name no package can have has "unusable" (why) in place of "row". */
	bool bare;
	/* Kernels with equal answers share their list: "kernels" have "row", an index into "rows", instead of
	 * "targets". Answers do not state the module and the image then. */
	bool grouped;
};
/* Kernels × devices: which kernel of the packages in a file, or of a file table, runs on which device. A kernel runs
 * when its module's requirements are met and the module has an image for the device: native code for it, or IR that its
 * driver accepts. The record has "targets", "aspect_numbers" (the assumed numbering of aspects, if it makes a
 * difference), "kernels" (each with its answers in the order of the devices), and counts: "everywhere", "somewhere" and
 * "nowhere" kernels run. Fails: NOTFOUND if the bytes hold neither a package nor a table, and as reading these does.
 * Since: 0.1 */
SYB_API SYB_MUST int syb_matrix(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_device *const *devices,
				size_t device_count, const struct syb_matrix_opts *opts,
				struct syb_record **out_record);

#ifdef __cplusplus
}
#endif
#endif
