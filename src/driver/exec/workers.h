/* driver/exec/workers.h — work on numbered things in several processes, with the outcome of one.
 *
 * Each process takes the next few numbers when it is done with the last ones, and has a copy of all memory as it was.
 * What it reports, and what it has to say about each thing, comes back through a pipe and is told here in the order of
 * the numbers, up to the first failure, however many there were. */
#ifndef DRIVER_WORKERS_H
#define DRIVER_WORKERS_H

#include "base/buf.h"

struct workers_opts {
	size_t count;  /* things */
	size_t least;  /* things that are worth a process; 0: one */
	uint32_t jobs; /* processes at most; 0: as many as processors */
	/* One thing; bytes added to out are handed to take. In a process of its own when there is more than one. */
	int (*work)(void *user, size_t thing, struct buf *out);
	/* Here, in order. */
	int (*take)(void *user, size_t thing, struct syb_bytes bytes);
	void *user;
};

/* Stops at the first failure. Below GNU make no more processes run than its job server allows. In a process with other
 * threads all is done here: their locks would stay locked in a copy. */
int workers_run(struct syb_ctx *ctx, const struct workers_opts *opts);

/* Bytes that all processes see, zero at first. Fails: NULL, reported. */
uint8_t *workers_marks(struct syb_ctx *ctx, size_t count);
void workers_marks_free(uint8_t *marks, size_t count);

#endif
