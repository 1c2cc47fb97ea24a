/* ir/postlink.h — one run of post-link. */
#ifndef IR_POSTLINK_H
#define IR_POSTLINK_H

#include "base/file.h"
#include "metadata.h"
#include "split.h"

struct postlink {
	struct syb_ctx *ctx;
	struct pass_run run;
	struct syb_postlink_opts opts;
	struct split split;
	struct shim_writer *writer;
	struct out_folder folder; /* dir */
	const char *dir, *stem; /* of the images; dir ends with a slash or is empty */
	size_t *ids;		/* by group: the number of its first image; one more at the end */
	uint8_t *listed;	/* by image and output: whether that table has it */
};

/* Variables that each image has a copy of must not be used by two of them. */
int scope_check(struct split *split);

/* Group as an edited plan says. Fails: FORMAT. */
int plan_apply(struct groups *groups, struct syb_bytes text);

#endif
