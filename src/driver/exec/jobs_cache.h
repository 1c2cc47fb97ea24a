/* driver/exec/jobs_cache.h — the cache of job outputs; internal to jobs.c. */
#ifndef DRIVER_JOBS_CACHE_H
#define DRIVER_JOBS_CACHE_H

#include "jobs.h"

struct jobs_cache;

/* *out_cache is NULL if opts name no cache, or if the folder cannot be used (a warning). Fails: NOMEM. */
int jobs_cache_open(struct syb_ctx *ctx, const struct jobs_opts *opts, struct jobs_cache **out_cache);
/* Restore a job's output files and messages. Returns 1 if they were cached, 0 if the job has to run. Fails: NOMEM,
 * CANCELLED. */
int jobs_cache_get(struct jobs_cache *cache, struct job *job);
/* Store a job's outputs. A failure only means that the job runs again next time. */
void jobs_cache_put(struct jobs_cache *cache, const struct job *job);
void jobs_cache_close(struct jobs_cache *cache);

#endif
