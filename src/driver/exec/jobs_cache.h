/* driver/exec/jobs_cache.h — outputs of jobs that were run before: the inside of jobs.c. */
#ifndef DRIVER_JOBS_CACHE_H
#define DRIVER_JOBS_CACHE_H

#include "jobs.h"

struct jobs_cache;

/* NULL in *out_cache where opts ask for none, or where the folder cannot be used, which is a warning. Fails: NOMEM. */
int jobs_cache_open(struct syb_ctx *ctx, const struct jobs_opts *opts, struct jobs_cache **out_cache);
/* Put a job's outputs in their places, and what it said. 1: done, 0: it has to be run. Fails: NOMEM, CANCELLED. */
int jobs_cache_get(struct jobs_cache *cache, struct job *job);
/* Keep what a job has made. Whatever goes wrong costs time later, and nothing else. */
void jobs_cache_put(struct jobs_cache *cache, const struct job *job);
void jobs_cache_close(struct jobs_cache *cache);

#endif
