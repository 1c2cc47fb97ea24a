/* ir/aspects/fixed_targets.h — the targets that a module is promised to run on: names in the device configuration, and
 * their metadata on entry points in both spellings. */
#ifndef IR_FIXED_TARGETS_H
#define IR_FIXED_TARGETS_H

#include "ir/split/uses.h"

struct fixed_target {
	const char *name;                /* as given; NULL for a number in DPC++'s metadata without a name */
	const struct syb_device *device; /* NULL: the name is an aspect's ("gpu"), nothing is known about it */
	bool has_number;
	int64_t number; /* of the aspect with that name, for DPC++'s metadata */
};

struct fixed_targets {
	struct fixed_target *list;
	size_t count;
	bool given; /* the switch was given */
};

/* The names of the options. Fails: ARG (unknown name). */
int fixed_targets_read(struct pass_run *run, struct uses *uses, struct fixed_targets *out_targets);
/* Metadata of every entry point that is defined. */
int fixed_targets_write(struct pass_run *run, struct uses *uses, const struct fixed_targets *targets);
/* Warn about requirements that one of the targets lacks. */
int fixed_targets_check(struct pass_run *run, struct uses *uses, const struct fixed_targets *targets);

#endif
