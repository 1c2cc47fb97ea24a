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
	SYB_ASPECT_REMOVED = 2,	    /* the number was used by an earlier version */
	SYB_ASPECT_PROVISIONAL = 3, /* newest, number not yet settled */
};

/* Since: 0.1 */
struct syb_aspect_info {
	uint32_t number;
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

/* A name that may stand in -fsycl-targets. Since: 0.1 */
struct syb_target_info {
	const char *name;    /* "intel_gpu_pvc" */
	const char *triple;  /* "spir64_gen-unknown-unknown" */
	const char *arch;    /* what the backend calls it: "pvc", "sm_80", "gfx90a"; "" for generic targets */
	const char *aliases; /* space-separated other names ("intel_gpu_12_60_7"), "" for none */
	const char *aspects; /* space-separated names of supported aspects */
	const char *sub_group_sizes; /* "16 32"; "" = not known */
	bool may_support_other_aspects;
	const char *aot_toolchain; /* "ocloc"; "" = none, or not known. Since: 0.2 */
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
