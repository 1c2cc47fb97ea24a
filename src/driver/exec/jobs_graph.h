/* driver/exec/jobs_graph.h — dependencies between jobs; internal to jobs.c. */
#ifndef DRIVER_JOBS_GRAPH_H
#define DRIVER_JOBS_GRAPH_H

#include "jobs.h"

struct job_node {
	size_t waits;  /* number of unfinished jobs that it waits for */
	size_t *users; /* jobs that wait for this one */
	size_t user_count;
	uint64_t memory;
	bool ready;     /* can start, and has not started */
	bool looked;    /* the cache was searched */
	bool began;     /* jobs that wait for its start need not wait any more */
	bool dropped;   /* it is being ended, because a job that it needs failed */
	bool postponed; /* it is being ended, because a job that it started with starts again */
};

/* Compute the dependencies from file names. Fails: ARG ("job-cycle", "job-output"), NOMEM. */
int jobs_graph(struct syb_ctx *ctx, struct arena *arena, const struct job *jobs, size_t count,
	       struct job_node **out_nodes);

static inline size_t list_length(const char *const *list)
{
	size_t n = 0;

	while (list && list[n])
		n++;
	return n;
}

#endif
