/* ir/split/groups.h — entry points of a module, and which of them share an image.
 *
 * Each entry point has a key; those with equal keys are a group. Groups are numbered by their keys in descending order,
 * on which consumers rely. groups.c has the table of the rules for keys. */
#ifndef IR_GROUPS_H
#define IR_GROUPS_H

#include "below.h"

#include <sybil/postlink.h>

struct group {
	const char *key;
	const char *name;  /* of the image in an applied plan; NULL */
	uint32_t *entries; /* functions of the graph, ascending */
	size_t entry_count;
	const char **fixed_targets; /* sorted; of all its entry points */
	size_t fixed_target_count;
	bool targets_differ;                               /* between entry points: only if the user grouped them */
	enum { GROUP_SYCL, GROUP_ESIMD, GROUP_BOTH } code; /* of its entry points, in DPC++'s numbering */
	bool second; /* the ESIMD part of the previous group, with the same number */
};

struct groups {
	struct syb_ctx *ctx;
	struct arena arena;
	struct aspects aspects;
	const struct use_graph *graph;
	struct below below;
	const struct syb_devices *devices;
	enum syb_split split;
	bool only_kernels, imports; /* options of the same meaning */
	bool whole;                 /* one group, which is the unchanged module */
	bool feature_split;
	bool planned;       /* by plan_apply */
	uint32_t *group_of; /* by function; GROUP_NONE: not an entry point */
	struct group *list; /* in the order of the outputs */
	size_t count, room;
	bool split_esimd;
	bool fixed_features;                 /* code with fixed targets is split by its requirements, too */
	unsigned fixed_kinds[2], esimd_kind; /* metadata */
};

enum { GROUP_NONE = UINT32_MAX };
#define GROUP_WHOLE "<GLOBAL>"

/* Free with groups_free, also after a failure. */
int groups_init(struct groups *groups, struct pass_run *run, const struct use_graph *graph,
		const struct syb_postlink_opts *opts);
void groups_free(struct groups *groups);

/* For reports: the rules of keys, and the contribution of a function to one. */
size_t groups_rule_count(void);
const char *groups_rule_name(size_t rule);
struct buf;
int groups_rule_value(struct groups *groups, LLVMValueRef function, size_t rule, struct buf *buf);

/* Whether functions with this number of fixed targets are split by their requirements. Code with fixed targets is split
 * exactly as requested; if nothing was requested, images for DPC++'s runtime are also split by requirements, because it
 * checks only these. */
bool groups_by_features(const struct groups *groups, size_t target_count);

/* For a plan: remove all groups, then add groups in their order, each with its functions. */
int groups_clear(struct groups *groups);
int groups_add(struct groups *groups, const char *name);
int groups_put(struct groups *groups, uint32_t function);
int groups_fill(struct groups *groups);

#endif
