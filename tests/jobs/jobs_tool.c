/* tests/jobs/jobs_tool.c — a plan from a file, run or written for ninja: jobs.h for shell scripts.
 *
 * usage: jobs_tool PLAN [-jN] [launcher=WORDS] [cache=DIR] [ninja=FILE] [temp=DIR]
 * A plan has a line per job: LABEL|FLAGS|INPUTS|OUTPUTS|COMMAND, flags of l (launch), o (ours), c (cache), the others
 * as a shell splits them. What a job says comes behind its label; then how it went. */
#include "base/file.h"
#include "base/shell.h"
#include "driver/exec/jobs.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 512 };

static volatile int cancel;

static void on_signal(int number)
{
	cancel = number;
}

static const char *state_name(const struct job *job)
{
	static const char *const names[] = { "waiting", "running", "done", "cached", "failed", "skipped" };

	return names[job->state];
}

static bool ended(void *user, const struct job *job)
{
	(void)user;
	printf("%s: %s, started %u\n%.*s", job->label, state_name(job), job->starts, (int)job->said.len,
	       job->said.ptr ? (const char *)job->said.ptr : "");
	fflush(stdout);
	return true;
}

static const char *const *words(struct syb_ctx *ctx, struct arena *arena, const char *text)
{
	const char **list;
	size_t count;

	if (!text || shell_split(ctx, arena, text, &list, &count) < 0)
		exit(2);
	return list;
}

static struct job read_line(struct syb_ctx *ctx, struct arena *arena, char *line)
{
	char *label = strsep(&line, "|"), *flags = strsep(&line, "|"), *inputs = strsep(&line, "|");
	char *outputs = strsep(&line, "|");

	if (!line)
		exit(2);
	return (struct job){ .label = arena_string(ctx, arena, label, strlen(label)),
			     .flags = (strchr(flags, 'l') ? JOB_LAUNCH : 0u) | (strchr(flags, 'o') ? JOB_OURS : 0u) |
				      (strchr(flags, 'c') ? JOB_CACHE : 0u),
			     .inputs = words(ctx, arena, inputs),
			     .outputs = words(ctx, arena, outputs),
			     .argv = words(ctx, arena, line) };
}

static size_t read_plan(struct syb_ctx *ctx, struct arena *arena, const char *path, struct job *jobs)
{
	FILE *file = fopen(path, "r");
	char line[4096];
	size_t count = 0;

	while (file && count < MOST && fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		jobs[count++] = read_line(ctx, arena, line);
	}
	if (file)
		fclose(file);
	return count;
}

static void read_option(struct jobs_opts *opts, const char **ninja, const char *word)
{
	if (str_starts(word, "-j"))
		opts->jobs = (unsigned)strtoul(word + 2, NULL, 10);
	else if (str_starts(word, "launcher="))
		opts->launcher = strchr(word, '=') + 1;
	else if (str_starts(word, "cache="))
		opts->cache_dir = strchr(word, '=') + 1;
	else if (str_starts(word, "temp="))
		opts->temp = strchr(word, '=') + 1;
	else if (str_starts(word, "ninja="))
		*ninja = strchr(word, '=') + 1;
	else
		exit(2);
}

static int write_ninja(struct syb_ctx *ctx, const struct job *jobs, size_t count, const struct jobs_opts *opts,
		       const char *path)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r = syb_out_open(ctx, path, &out);

	if (r == 0)
		r = jobs_ninja(ctx, jobs, count, opts, NULL, out);
	return r < 0 ? r : syb_out_commit(ctx, out);
}

int main(int argc, char **argv)
{
	static struct job jobs[MOST];
	struct syb_ctx_opts ctx_opts = { .size = sizeof(ctx_opts), .cancel = &cancel };
	struct jobs_opts opts = { .ended = ended };
	struct arena arena = { 0 };
	const char *ninja = NULL;
	struct syb_ctx *ctx;
	size_t count;
	int r;

	if (argc < 2 || syb_ctx_new(&ctx_opts, &ctx) < 0)
		return 2;
	signal(SIGTERM, on_signal);
	for (int i = 2; i < argc; i++)
		read_option(&opts, &ninja, argv[i]);
	count = read_plan(ctx, &arena, argv[1], jobs);
	r = ninja ? write_ninja(ctx, jobs, count, &opts, ninja) : jobs_run(ctx, jobs, count, &opts);
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		printf("error: %s [%s]\n", syb_ctx_diag_at(ctx, i)->text, syb_ctx_diag_at(ctx, i)->check);
	jobs_free(jobs, count);
	arena_free(&arena);
	syb_ctx_free(ctx);
	return syb_code_exit(r);
}
