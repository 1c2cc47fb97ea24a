/* driver/exec/jobs_held.h — outputs of jobs from the cache that nobody has read yet: the inside of jobs.c.
 *
 * A build that is known as a whole needs few of the files between its steps: what follows is found by their content. So
 * they wait in memory, and become files when a job is started that reads them. */
#ifndef DRIVER_JOBS_HELD_H
#define DRIVER_JOBS_HELD_H

#include "jobs.h"

enum { HELD_MOST = 64 << 20 }; /* bytes; what does not fit is a file at once */

/* Take a copy. 1: it is held; 0: there is no room. Fails: NOMEM. */
int held_add(struct syb_ctx *ctx, struct jobs_held *held, const char *path, struct syb_bytes bytes);
/* Make files of those that a job reads. Fails: IO, NOMEM. */
int held_write(struct syb_ctx *ctx, struct jobs_held *held, const char *const *paths);

#endif
