/* ir/split/below.h — what the image of one entry point requires: the entry point's own requirements, and those of
 * everything that it uses.
 *
 * A translation unit declares what its kernels use as far as it knows. Functions of other units are known once all are
 * linked; post-link warns about them (external_checks.c) and adds their requirements to those of the image. Two entry
 * points share an image only if these are equal, or one would be refused where only the other cannot run. */
#ifndef IR_BELOW_H
#define IR_BELOW_H

#include "ir/aspects/aspects.h"
#include "use_graph.h"

enum requirement { REQUIREMENT_ASPECT, REQUIREMENT_SUB_GROUP, REQUIREMENT_TARGET };

struct below {
	struct syb_ctx *ctx;
	struct aspects *aspects; /* of the module; its sets have numbers for sub-group sizes and targets, too */
	const struct use_graph *graph;
	struct arena arena;
	aspect_set *sets;  /* by node of the graph */
	struct hash index; /* target → number */
	const char **targets;
	size_t target_count, target_room;
};

/* `lends` says which functions other images only declare: what is below these is not below their users. Free with
 * below_free, also after a failure. */
int below_init(struct below *below, struct aspects *aspects, const struct use_graph *graph,
	       bool (*lends)(const void *user, LLVMValueRef function), const void *user);
void below_free(struct below *below);

/* The requirements of one kind, ascending; for targets, numbers of below->targets. */
int below_list(struct below *below, uint32_t function, enum requirement kind, uint64_t numbers[ASPECTS_MOST],
	       size_t *out_count);

#endif
