/* driver/exec/workers.h — process numbered items in several processes, with the same result as in one.
 *
 * Each process has a copy of the caller's memory and takes the next few items when it has finished the previous ones.
 * Diagnostics and results come back through a pipe and are reported in the order of the items, up to the first failure.
 */
#ifndef DRIVER_WORKERS_H
#define DRIVER_WORKERS_H

#include "base/buf.h"

struct workers_opts {
	size_t count;  /* things */
	size_t least;  /* items that justify a further process; 0: one */
	uint32_t jobs; /* processes at most; 0: one per processor */
	/* Process one item, in a child if there are several processes. The bytes added to out are passed to take. */
	int (*work)(void *user, size_t thing, struct buf *out);
	/* Called in this process, in order. */
	int (*take)(void *user, size_t thing, struct syb_bytes bytes);
	void *user;
};

/* Stops at the first failure. Under GNU make, at most as many processes run as its job server allows. In a process with
 * other threads nothing is forked, because their locks would stay locked in the child. */
int workers_run(struct syb_ctx *ctx, const struct workers_opts *opts);

/* Zeroed bytes that all processes share. NULL on failure, which is reported. */
uint8_t *workers_marks(struct syb_ctx *ctx, size_t count);
void workers_marks_free(uint8_t *marks, size_t count);

#endif
