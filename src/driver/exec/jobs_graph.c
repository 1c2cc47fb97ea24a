/* driver/exec/jobs_graph.c — dependencies between jobs: a job waits for the jobs that write its inputs. */
#include "jobs_graph.h"

#include "base/hash.h"

/* makers: output → job */
static int note_outputs(struct syb_ctx *ctx, const struct job *jobs, size_t count, struct hash *makers)
{
	for (size_t i = 0; i < count; i++)
		for (const char *const *out = jobs[i].outputs; out && *out; out++) {
			size_t *maker;
			bool found;

			TRY(hash_put(ctx, makers, *out, strlen(*out), i, &maker, &found));
			if (found)
				return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "job-output",
						"%s is made by '%s' and by '%s'", *out, jobs[*maker].label,
						jobs[i].label);
		}
	return 0;
}

/* Called twice, to count and to store the edges. A job that reads two files of another job has two edges. */
static void each_edge(const struct job *jobs, size_t count, const struct hash *makers, struct job_node *nodes,
		      bool note)
{
	for (size_t i = 0; i < count; i++)
		for (const char *const *in = jobs[i].inputs; in && *in; in++) {
			const size_t *maker = hash_get(makers, *in, strlen(*in));

			if (!maker)
				continue;
			if (note)
				nodes[*maker].users[nodes[*maker].user_count] = i;
			else
				nodes[i].waits++;
			nodes[*maker].user_count++;
		}
}

/* Remove jobs that wait for nothing until none is left; the remaining jobs are in cycles. */
static int check_cycles(struct syb_ctx *ctx, struct arena *arena, const struct job *jobs, size_t count,
			const struct job_node *nodes)
{
	size_t *waits = arena_array(ctx, arena, count + 1, sizeof(*waits));
	size_t *queue = arena_array(ctx, arena, count + 1, sizeof(*queue));
	size_t from = 0, to = 0;

	if (!waits || !queue)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		waits[i] = nodes[i].waits;
		if (waits[i] == 0)
			queue[to++] = i;
	}
	for (; from < to; from++)
		for (size_t k = 0; k < nodes[queue[from]].user_count; k++)
			if (--waits[nodes[queue[from]].users[k]] == 0)
				queue[to++] = nodes[queue[from]].users[k];
	for (size_t i = 0; i < count && to < count; i++)
		if (waits[i] > 0)
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "job-cycle",
					"'%s' waits for a file that waits for it", jobs[i].label);
	return 0;
}

int jobs_graph(struct syb_ctx *ctx, struct arena *arena, const struct job *jobs, size_t count,
	       struct job_node **out_nodes)
{
	_cleanup_(hash_free) struct hash makers = { 0 };
	struct job_node *nodes = arena_array(ctx, arena, count + 1, sizeof(*nodes));

	TRY(nodes ? note_outputs(ctx, jobs, count, &makers) : -SYB_E_NOMEM);
	each_edge(jobs, count, &makers, nodes, false);
	for (size_t i = 0; i < count; i++) {
		nodes[i].users = arena_array(ctx, arena, nodes[i].user_count + 1, sizeof(*nodes[i].users));
		if (!nodes[i].users)
			return -SYB_E_NOMEM;
		nodes[i].user_count = 0;
		nodes[i].memory = jobs[i].memory ? jobs[i].memory : JOB_MEMORY;
		nodes[i].ready = nodes[i].waits == 0;
	}
	each_edge(jobs, count, &makers, nodes, true);
	TRY(check_cycles(ctx, arena, jobs, count, nodes));
	*out_nodes = nodes;
	return 0;
}
