/* driver/exec/jobs_graph.h — which job waits for which: the inside of jobs.c. */
#ifndef DRIVER_JOBS_GRAPH_H
#define DRIVER_JOBS_GRAPH_H

#include "jobs.h"

struct job_node {
	size_t waits;  /* for this many jobs yet */
	size_t *users; /* jobs that wait for this one */
	size_t user_count;
	uint64_t memory;
	bool ready;  /* and not begun */
	bool looked; /* into the cache */
};

/* Who waits for whom, by the names of files. Fails: ARG ("job-cycle", "job-output"), NOMEM. */
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
