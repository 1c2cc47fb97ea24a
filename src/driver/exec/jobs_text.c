/* driver/exec/jobs_text.c — jobs as a ninja file. */
#include "jobs.h"

#include "base/file.h"
#include "base/shell.h"
#include "jobs_graph.h"

/* A path in a build line, where blanks, colons and dollars are escaped. ninja has no escape for '|', but does not look
 * into values of variables. */
static int ninja_path(struct syb_ctx *ctx, struct buf *buf, const char *path)
{
	TRY(buf_char(ctx, buf, ' '));
	for (; *path; path++) {
		if (*path == '\n')
			return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "ninja-path",
					"a file for ninja cannot name a path with a line break");
		if (strchr(" :$", *path))
			TRY(buf_char(ctx, buf, '$'));
		TRY(*path == '|' ? buf_text(ctx, buf, "${bar}") : buf_char(ctx, buf, *path));
	}
	return 0;
}

static int ninja_paths(struct syb_ctx *ctx, struct buf *buf, const char *const *list)
{
	for (; list && *list; list++)
		TRY(ninja_path(ctx, buf, *list));
	return 0;
}

/* The value of a variable, where only dollars are escaped. */
static int ninja_value(struct syb_ctx *ctx, struct buf *buf, const char *name, struct syb_bytes text)
{
	TRY(buf_printf(ctx, buf, "  %s = ", name));
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '\n')
			return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "ninja-path",
					"a file for ninja cannot hold a command with a line break");
		if (text.ptr[i] == '$')
			TRY(buf_char(ctx, buf, '$'));
		TRY(buf_char(ctx, buf, (char)text.ptr[i]));
	}
	return buf_char(ctx, buf, '\n');
}

static int ninja_job(struct syb_ctx *ctx, struct buf *buf, const struct job *job, const char *const *launcher)
{
	_cleanup_(buf_free) struct buf line = { 0 };

	if (launcher && *launcher && job->flags & JOB_LAUNCH) {
		TRY(shell_quote(ctx, &line, launcher));
		TRY(buf_char(ctx, &line, ' '));
	}
	TRY(shell_quote(ctx, &line, job->argv));
	TRY(buf_text(ctx, buf, "\nbuild"));
	TRY(ninja_paths(ctx, buf, job->outputs));
	TRY(buf_text(ctx, buf, ": job"));
	TRY(ninja_paths(ctx, buf, job->inputs));
	TRY(buf_char(ctx, buf, '\n'));
	TRY(ninja_value(ctx, buf, "line", buf_bytes(&line)));
	TRY(ninja_value(ctx, buf, "label", str_bytes(job->label)));
	if (job->depfile)
		TRY(ninja_value(ctx, buf, "depfile", str_bytes(job->depfile)));
	return 0;
}

int jobs_ninja(struct syb_ctx *ctx, const struct job *jobs, size_t count, const struct jobs_opts *opts,
	       const char *const *default_outputs, struct syb_out *out)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	_cleanup_(buf_free) struct buf buf = { 0 };
	struct job_node *nodes;
	const char **launcher = NULL;
	size_t words = 0;
	TRY(jobs_graph(ctx, &arena, jobs, count, &nodes)); /* for its error checks */

	if (opts && opts->launcher)
		TRY(shell_split(ctx, &arena, opts->launcher, &launcher, &words));
	TRY(buf_text(ctx, &buf,
		     "ninja_required_version = 1.3\nbar = |\n\n"
		     "rule job\n  command = $line\n  description = $label\n"));
	for (size_t i = 0; i < count; i++)
		TRY(ninja_job(ctx, &buf, &jobs[i], launcher));
	if (default_outputs && *default_outputs) {
		TRY(buf_text(ctx, &buf, "\ndefault"));
		TRY(ninja_paths(ctx, &buf, default_outputs));
		TRY(buf_char(ctx, &buf, '\n'));
	}
	return syb_out_write(ctx, out, buf_bytes(&buf));
}
