/* tools/cc_run.c — running what was planned, or printing it. Temporary files are in a folder of their own that is gone
 * afterwards, whatever happens; results appear under their names when all is done, and not before. */
#include "cc.h"
#include "base/shell.h"

#include "base/path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the folder ---- */

/* Names of files in a folder are neither options nor lists. */
static const char *plain(struct cc *cc, const char *dir)
{
	return *dir == '-' || (*dir != '/' && strchr(dir, ',')) ? cc_text(cc, "./%s", dir) : dir;
}

/* Whether files can be made there, before a compiler says that of its input. Nothing is left of the trial. */
static int check_room(struct cc *cc, const char *dir)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r = syb_out_open(cc->tool->ctx, cc_text(cc, "%s/sybil-cc.trial", dir), &out);

	return r < 0 ? syb_note(cc->tool->ctx, r, "--save-temps keeps temporary files there") : 0;
}

static int keep_here(struct cc *cc, const char *where)
{
	const char *slash = cc->output ? strrchr(cc->output, '/') : NULL;

	cc->dir = ".";
	if (where && str_eq(where, "obj") && slash)
		cc->dir = plain(cc, cc_text(cc, "%.*s", (int)(slash - cc->output), cc->output));
	return cc->error || cc->dry ? cc->error : check_room(cc, cc->dir);
}

static int make_beside(struct cc *cc, const char *ninja)
{
	cc->dir = plain(cc, cc_text(cc, "%s.files", ninja));
	if (cc->error || cc->dry)
		return cc->error;
	signals_keep_pipe();
	if (mkdir(cc->dir, 0777) == 0) {
		/* ours to remove, until the file that needs it is there */
		cc->keep_dir = true;
		if ((size_t)snprintf(cc->temp.path, sizeof(cc->temp.path), "%s", cc->dir) >= sizeof(cc->temp.path))
			temp_keep(&cc->temp);
		return 0;
	}
	if (errno == EEXIST)
		return 0;
	return syb_fail(cc->tool->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "%s: %s", cc->dir, strerror(errno));
}

int cc_begin(struct cc *cc)
{
	struct tool *tool = cc->tool;
	const char *ninja = args_get(tool, OPT_cc_ninja), *tmp = getenv("TMPDIR");
	int r = ourself(tool, cc->self, sizeof(cc->self));

	if (r < 0)
		return r;
	if (args_has(tool, OPT_cc_save_temps) || args_has(tool, OPT_cc_save_temps_too))
		return keep_here(cc, args_has(tool, OPT_cc_save_temps) ? args_get(tool, OPT_cc_save_temps)
								       : args_get(tool, OPT_cc_save_temps_too));
	if (ninja && cc->stop == CC_STOP_PACKAGE)
		return make_beside(cc, ninja);
	if (cc->dry) {
		cc->dir = cc_text(cc, "%s/sybil-cc", tmp && *tmp ? tmp : "/tmp");
		return cc->error;
	}
	signals_keep_pipe();
	r = temp_make(tool->ctx, &cc->temp, "cc");
	cc->dir = cc->temp.path;
	if (r == 0 && setenv("TMPDIR", cc->dir, 1) < 0) /* compilers that crash leave files there */
		r = -SYB_E_NOMEM;
	if (r == 0 && cc->cache_dir) /* nobody else looks into that folder */
		r = jobs_held_new(tool->ctx, &cc->held);
	return r;
}

/* ---- jobs ---- */

static void say(struct tool *tool, const struct buf *text)
{
	progress_erase(tool);
	diag_put(text);
}

static void print_command(struct tool *tool, const char *const *argv)
{
	_cleanup_(buf_free) struct buf line = { 0 };

	if (buf_char(tool->ctx, &line, ' ') == 0 && shell_quote(tool->ctx, &line, argv) == 0 &&
	    buf_char(tool->ctx, &line, '\n') == 0)
		say(tool, &line);
}

/* Code is compiled for several families: what is said word for word, places included, is said once. */
static bool is_said(const struct cc *cc, const struct job *job)
{
	for (const struct job *other = cc->jobs; other < job; other++)
		if (other->said.len == job->said.len && memcmp(other->said.ptr, job->said.ptr, job->said.len) == 0)
			return true;
	return false;
}

static void ended(void *user, const struct job *job)
{
	struct cc *cc = user;
	struct tool *tool = cc->tool;

	if (tool->verbose && (job->state == JOB_DONE || job->state == JOB_FAILED))
		print_command(tool, job->command ? job->command : job->argv);
	/* a full disk is reported once and by us: compilers print how they crashed */
	if (job->said.len && (tool->verbose || (job->error != -SYB_E_IO && !is_said(cc, job))))
		say(tool, &job->said);
}

static void show_progress(void *user, const struct jobs_progress *progress)
{
	struct cc *cc = user;

	progress_jobs(cc->tool, progress);
}

int cc_run(struct cc *cc)
{
	struct tool *tool = cc->tool;
	struct jobs_opts opts = { .ended = ended,
				  .progress = show_progress,
				  .user = cc,
				  .temp = cc->dir,
				  .launcher = args_get(tool, OPT_cc_launcher),
				  .identity = syb_version(),
				  .cache_dir = cc->cache_dir,
				  .cache_most = cc->cache_most,
				  .cache_told = &cc->cache_told,
				  .held = cc->held };
	const char *jobs = args_get(tool, OPT_cc_jobs);
	size_t first = cc->jobs_run, number = 0;
	int r;

	cc->jobs_run = cc->job_count;
	for (size_t i = first; i < cc->job_count && cc->dry; i++)
		print_command(tool, cc->jobs[i].argv);
	if (cc->dry || first == cc->job_count)
		return 0;
	if (jobs && parse_number(jobs, &number))
		opts.jobs = (unsigned)number;
	r = cc->cache_dir ? start_ours(tool, &opts.ours) : 0;
	return r < 0 ? r : jobs_run(tool->ctx, cc->jobs + first, cc->job_count - first, &opts);
}

/* ---- results ---- */

int cc_made_open(struct cc *cc, const char *path, struct syb_file **out_file, struct syb_bytes *out_bytes)
{
	int r;

	if (jobs_held_get(cc->held, path, out_bytes))
		return 0;
	r = syb_file_open(cc->tool->ctx, path, out_file);
	if (r == 0)
		*out_bytes = syb_file_bytes(*out_file);
	return r;
}

static int check_output(struct cc *cc, const char *path)
{
	int r = 0;

	if (path && !str_eq(path, "-"))
		for (size_t i = 0; i < ARRAY_SIZE(cc->outputs) && cc->outputs[i]; i++)
			if (is_same_output(cc->tool, cc->outputs[i], path))
				return usage(cc->tool, "'%s' is to be two files at once", path);
	for (size_t i = 0; i < cc->input_count && r == 0; i++)
		r = args_guard_file(cc->tool, path, cc->inputs[i].path);
	return r < 0 ? r : args_guard(cc->tool, path, OPT_cc_device_config);
}

/* Of many files only those of one name are looked at. */
static bool is_one_result(struct cc *cc, const char *a, const char *b)
{
	return !str_eq(a, "-") && str_eq(path_name(a), path_name(b)) && is_same_file(cc->tool, a, b);
}

int cc_check_outputs(struct cc *cc)
{
	bool package = cc->stop == CC_STOP_PACKAGE;
	const char *ninja = package ? args_get(cc->tool, OPT_cc_ninja) : NULL;
	const char *output = package ? cc->output ? cc->output : "a.syclbin" : NULL;
	int r = check_output(cc, output);

	cc->outputs[0] = output;
	if (r == 0)
		r = check_output(cc, ninja);
	cc->outputs[output ? 1 : 0] = ninja;
	for (size_t i = 0; i < cc->result_count && r == 0; i++) {
		r = check_output(cc, cc->results[i].to);
		for (size_t k = 0; k < i && r == 0; k++)
			if (is_one_result(cc, cc->results[k].to, cc->results[i].to))
				r = usage(cc->tool, "'%s' is to be two files at once", cc->results[i].to);
	}
	/* its files are made anew now: a plan that fails leaves none */
	if (r == 0 && ninja && !cc->dry && unlink(ninja) < 0 && errno != ENOENT)
		r = syb_fail(cc->tool->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "%s: %s", ninja, strerror(errno));
	return r;
}

int cc_check_package(struct cc *cc)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	bool ninja = args_has(cc->tool, OPT_cc_ninja); /* where packing is asked for it */
	int r;

	if (cc->stop != CC_STOP_PACKAGE || cc->open || cc->dry || ninja || cc->result_count == 0)
		return 0;
	r = syb_file_open(cc->tool->ctx, cc->results[cc->result_count - 1].from, &file);
	return r < 0 ? r : warn_imports(cc->tool, syb_file_bytes(file), args_has(cc->tool, OPT_cc_sycl_link));
}

int cc_publish(struct cc *cc)
{
	struct syb_ctx *ctx = cc->tool->ctx;
	int r = 0;

	for (size_t i = 0; i < cc->result_count && r == 0 && !cc->dry; i++) {
		_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
		_cleanup_(syb_out_close_p) struct syb_out *out = NULL;

		r = syb_file_open(ctx, cc->results[i].from, &file);
		if (r == 0 && cc->stop == CC_STOP_PREPROCESSED)
			r = syb_out_open(ctx, cc->results[i].to, &out);
		else if (r == 0)
			r = output_open(cc->tool, cc->results[i].to, &out);
		if (r == 0)
			r = syb_out_copy(ctx, out, file, syb_file_bytes(file));
		if (r == 0 && cc->results[i].more_count)
			r = cc_add_rules(cc, &cc->results[i], syb_file_bytes(file), out);
		if (r == 0)
			r = syb_out_commit(ctx, out);
	}
	return r;
}

int cc_write_ninja(struct cc *cc, const char *path)
{
	struct tool *tool = cc->tool;
	const struct jobs_opts opts = { .launcher = args_get(tool, OPT_cc_launcher) };
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	size_t first = cc->jobs_run;
	int r;

	cc->jobs_run = cc->job_count;
	if (cc->dry)
		return 0;
	r = syb_out_open(tool->ctx, path, &out);
	if (r == 0)
		r = jobs_ninja(tool->ctx, cc->jobs + first, cc->job_count - first, &opts, NULL, out);
	return r < 0 ? r : syb_out_commit(tool->ctx, out);
}
