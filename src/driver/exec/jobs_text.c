/* driver/exec/jobs_text.c — jobs as a build file for ninja. */
#include "jobs.h"

#include "base/file.h"
#include "base/shell.h"
#include "jobs_graph.h"

/* A path of a build line: blanks, colons and dollars mean something there. */
static int ninja_path(struct syb_ctx *ctx, struct buf *buf, const char *path)
{
	int r = buf_char(ctx, buf, ' ');

	for (; *path && r == 0; path++) {
		if (*path == '\n')
			return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "ninja-path",
					"a file for ninja cannot name a path with a line break");
		if (strchr(" :$|", *path))
			r = buf_char(ctx, buf, '$');
		if (r == 0)
			r = buf_char(ctx, buf, *path);
	}
	return r;
}

static int ninja_paths(struct syb_ctx *ctx, struct buf *buf, const char *const *list)
{
	int r = 0;

	for (; list && *list && r == 0; list++)
		r = ninja_path(ctx, buf, *list);
	return r;
}

/* The value of a variable: only dollars mean something. */
static int ninja_value(struct syb_ctx *ctx, struct buf *buf, const char *name, struct syb_bytes text)
{
	int r = buf_printf(ctx, buf, "  %s = ", name);

	for (size_t i = 0; i < text.len && r == 0; i++) {
		if (text.ptr[i] == '\n')
			return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "ninja-path",
					"a file for ninja cannot hold a command with a line break");
		if (text.ptr[i] == '$')
			r = buf_char(ctx, buf, '$');
		if (r == 0)
			r = buf_char(ctx, buf, (char)text.ptr[i]);
	}
	return r < 0 ? r : buf_char(ctx, buf, '\n');
}

static int ninja_job(struct syb_ctx *ctx, struct buf *buf, const struct job *job, const char *const *launcher)
{
	_cleanup_(buf_free) struct buf line = { 0 };
	int r = 0;

	if (launcher && *launcher && job->flags & JOB_LAUNCH) {
		r = shell_quote(ctx, &line, launcher);
		if (r == 0)
			r = buf_char(ctx, &line, ' ');
	}
	if (r == 0)
		r = shell_quote(ctx, &line, job->argv);
	if (r == 0)
		r = buf_text(ctx, buf, "\nbuild");
	if (r == 0)
		r = ninja_paths(ctx, buf, job->outputs);
	if (r == 0)
		r = buf_text(ctx, buf, ": job");
	if (r == 0)
		r = ninja_paths(ctx, buf, job->inputs);
	if (r == 0)
		r = buf_char(ctx, buf, '\n');
	if (r == 0)
		r = ninja_value(ctx, buf, "line", buf_bytes(&line));
	if (r == 0)
		r = ninja_value(ctx, buf, "label", str_bytes(job->label));
	if (r == 0 && job->depfile)
		r = ninja_value(ctx, buf, "depfile", str_bytes(job->depfile));
	return r;
}

int jobs_ninja(struct syb_ctx *ctx, const struct job *jobs, size_t count, const struct jobs_opts *opts,
	       const char *const *default_outputs, struct syb_out *out)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	_cleanup_(buf_free) struct buf buf = { 0 };
	struct job_node *nodes;
	const char **launcher = NULL;
	size_t words = 0;
	int r = jobs_graph(ctx, &arena, jobs, count, &nodes); /* for its complaints */

	if (r == 0 && opts && opts->launcher)
		r = shell_split(ctx, &arena, opts->launcher, &launcher, &words);
	if (r == 0)
		r = buf_text(ctx, &buf,
			     "ninja_required_version = 1.3\n\n"
			     "rule job\n  command = $line\n  description = $label\n");
	for (size_t i = 0; i < count && r == 0; i++)
		r = ninja_job(ctx, &buf, &jobs[i], launcher);
	if (r == 0 && default_outputs && *default_outputs) {
		r = buf_text(ctx, &buf, "\ndefault");
		if (r == 0)
			r = ninja_paths(ctx, &buf, default_outputs);
		if (r == 0)
			r = buf_char(ctx, &buf, '\n');
	}
	return r < 0 ? r : syb_out_write(ctx, out, buf_bytes(&buf));
}
