/* package/judge/requirements.h — requirements of a module × a device → yes, no, or unknown, with reasons. */
#ifndef PACKAGE_REQUIREMENTS_H
#define PACKAGE_REQUIREMENTS_H

#include "base/value.h"
#include <sybil/filter.h>
#include <sybil/target.h>

enum { FIT_REASONS = 8 };

struct fit {
	enum syb_answer answer;
	size_t reason_count;
	struct syb_reason reasons[FIT_REASONS]; /* last: copies may end after the last reason */
};

/* Which rules apply. */
enum fit_rules {
	FIT_FILTER, /* those of the aspect filter: aspects, sub-group sizes, fixed targets */
	FIT_ALL,    /* also work-group sizes, joint matrices, and the target that the code was compiled for */
};

/* Strings and lists of reasons are in the arena, or constant. */
int requirements_judge(struct syb_ctx *ctx, struct arena *arena, const struct syb_requirements *req,
		       const struct syb_device *device, enum fit_rules rules, struct fit *out);
/* Add the caller's own reason to a verdict; its text is in the arena, or constant. */
void fit_add(struct fit *fit, const struct syb_reason *reason);
/* The texts of the reasons that decide, with "; " between them. */
int fit_text(struct syb_ctx *ctx, struct arena *arena, const struct fit *fit, const char **out);
/* Add "reasons" to a map: the unmet requirements, as lists. */
void fit_show(struct syb_record *record, struct syb_value *map, const struct fit *fit);

/* The row of the target table for a device, NULL when there is none. */
const struct syb_target_info *device_target(const struct syb_device *device);
/* true when both mean the same devices: one target, or two names of one family ("x86_64", "spir64_x86_64"). */
bool target_is_same(const struct syb_target_info *a, const struct syb_target_info *b);
/* true when a generic target may turn out to be the other one. */
bool target_may_be(const struct syb_target_info *generic, const struct syb_target_info *other);
/* true when name is a name of the device itself. */
bool device_is(const struct syb_device *device, const char *name);

#endif
