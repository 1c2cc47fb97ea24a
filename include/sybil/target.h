/* sybil/target.h — tables: aspects and target names. Constant data, safe from any thread. */
#ifndef SYBIL_TARGET_H
#define SYBIL_TARGET_H

#include <sybil/ctx.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Since: 0.1 */
enum syb_aspect_status {
	SYB_ASPECT_CURRENT = 0,
	SYB_ASPECT_DEPRECATED = 1,
	SYB_ASPECT_REMOVED = 2,     /* an earlier version had it */
	SYB_ASPECT_PROVISIONAL = 3, /* new, number not final */
};

/* DPC++ 2026 renumbered the aspects. The functions of this library use one number for an aspect, independent of the
 * file: the number since 2026, or for an aspect without one this flag and its number up to 2025. Since: 0.1 */
#define SYB_ASPECT_OLD UINT32_C(0x80000000)

/* Since: 0.1 */
struct syb_aspect_info {
	uint32_t number; /* since 2026, or SYB_ASPECT_OLD and the number up to 2025 */
	const char *name;
	enum syb_aspect_status status;
	const char *also; /* another name of the same number, or NULL */
};

SYB_API size_t syb_aspect_count(void);
SYB_API const struct syb_aspect_info *syb_aspect_at(size_t i);
/* NULL for numbers not known. Since: 0.1 */
SYB_API const struct syb_aspect_info *syb_aspect_find(uint32_t number);
/* By name or other name; NULL when not known. Since: 0.1 */
SYB_API const struct syb_aspect_info *syb_aspect_parse(const char *name);

/* "2025", "2026", "default", "unknown". Since: 0.1 */
SYB_API const char *syb_aspect_numbers_name(enum syb_aspect_numbers numbers);
/* Fails: NOTFOUND. Since: 0.1 */
SYB_API SYB_MUST int syb_aspect_numbers_parse(const char *name, enum syb_aspect_numbers *out_numbers);
/* A number in a file → the library's number of that aspect. syb_aspect_find() returns NULL for the result if the
 * numbering does not have the number; UNKNOWN has none. Since: 0.1 */
SYB_API uint32_t syb_aspect_decode(enum syb_aspect_numbers numbers, uint32_t number);
/* The library's number of an aspect → its number in files; false if the numbering does not have it. Since: 0.1 */
SYB_API bool syb_aspect_encode(enum syb_aspect_numbers numbers, uint32_t aspect, uint32_t *out_number);
/* The number that a file states for an unknown aspect, for messages. Since: 0.1 */
SYB_API uint32_t syb_aspect_stated(uint32_t aspect);

/* A name for -fsycl-targets. Since: 0.1 */
struct syb_target_info {
	const char *name;            /* "intel_gpu_pvc" */
	const char *triple;          /* "spir64_gen-unknown-unknown" */
	const char *arch;            /* the backend's name: "pvc", "sm_80", "gfx90a"; "" for generic targets */
	const char *aliases;         /* space-separated other names ("intel_gpu_12_60_7"), "" for none */
	const char *aspects;         /* space-separated names of supported aspects */
	const char *sub_group_sizes; /* "16 32"; "" = not known */
	bool may_support_other_aspects;
	const char *aot_toolchain;    /* "ocloc"; "" = none, or not known. */
	uint64_t max_work_group_size; /* in all dimensions together; 0 = not known. */
	/* Space-separated names. Whether a single device has an aspect of neither list is unknown. */
	const char *lacking_aspects;
};

SYB_API size_t syb_target_count(void);
SYB_API const struct syb_target_info *syb_target_at(size_t i);
/* By name or alias; NULL when not known. Since: 0.1 */
SYB_API const struct syb_target_info *syb_target_find(const char *name);
/* By backend architecture and triple (triple may be NULL); NULL when not known. Since: 0.1 */
SYB_API const struct syb_target_info *syb_target_by_arch(const char *arch, const char *triple);

#ifdef __cplusplus
}
#endif
#endif
