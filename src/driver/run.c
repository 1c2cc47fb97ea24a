/* driver/run.c — running jobs, or printing them. Temporary files are in a separate folder, which is always removed;
 * results are renamed to their paths after all jobs have succeeded. */
#include "plan.h"

#include "base/path.h"
#include "driver/exec/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the folder ---- */

/* A name that cannot be read as an option or a list. */
static const char *plain(struct plan *p, const char *dir)
{
	return *dir == '-' || (*dir != '/' && strchr(dir, ',')) ? plan_text(p, "./%s", dir) : dir;
}

/* Check that files can be created in the folder, so that a compiler does not report this as an error of its input. */
static int check_room(struct plan *p, const char *dir)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r = syb_out_open(p->ctx, plan_text(p, "%s/sybil-cc.trial", dir), &out);

	return r < 0 ? syb_note(p->ctx, r, "--save-temps keeps temporary files there") : 0;
}

static int make_beside(struct plan *p)
{
	p->dir = plain(p, plan_text(p, "%s.files", p->o.ninja));
	if (p->error || p->o.dry_run)
		return p->error;
	if (mkdir(p->dir, 0777) == 0) {
		/* remove the folder if the ninja file is not written */
		p->keep_dir = true;
		if ((size_t)snprintf(p->temp.path, sizeof(p->temp.path), "%s", p->dir) >= sizeof(p->temp.path))
			temp_keep(&p->temp);
		return 0;
	}
	if (errno == EEXIST)
		return 0;
	return syb_fail(p->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "%s: %s", p->dir, strerror(errno));
}

/* Report an unusable cache once, although jobs are run several times. */
static void check_cache(struct plan *p)
{
	const char *why = p->o.cache_dir && !p->o.dry_run ? store_refuse(p->o.cache_dir) : NULL;

	if (!why)
		return;
	syb_report(p->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cache", "%s: %s; nothing is kept", p->o.cache_dir,
		   why);
	p->o.cache_dir = NULL;
}

int plan_begin(struct plan *p)
{
	const char *tmp = getenv("TMPDIR");
	int r;

	check_cache(p);
	if (p->o.stop != SYB_COMPILE_PACKAGE)
		p->o.ninja = NULL;
	if (p->o.temp_dir) {
		p->dir = plain(p, p->o.temp_dir);
		return p->error || p->o.dry_run ? p->error : check_room(p, p->dir);
	}
	if (p->o.ninja && strchr(p->o.ninja, '|'))
		return wrong(p, "--ninja=%s: the name must not contain '|', which separates the cells of file tables",
			     p->o.ninja);
	if (p->o.ninja)
		return make_beside(p);
	if (p->o.dry_run) {
		p->dir = plan_text(p, "%s/sybil-cc", tmp && *tmp ? tmp : "/tmp");
		return p->error;
	}
	r = temp_make(p->ctx, &p->temp, "cc");
	p->dir = p->temp.path;
	return r;
}

/* ---- jobs ---- */

/* Returns whether a failure is still to be reported: not if the other pass of a program failed with the same errors. */
static bool ended(void *user, const struct job *job)
{
	struct plan *p = user;
	_cleanup_(buf_free) struct buf text = { 0 };
	bool same = false;

	if (job->flags & JOB_OPTIONAL && job->state == JOB_DONE)
		(void)!store_seal(p->ctx, job->outputs[0]); /* without, it is made again next time */
	if (p->o.command && (job->state == JOB_DONE || job->state == JOB_FAILED))
		p->o.command(p->o.user, job->command ? job->command : job->argv);
	/* jobs_run reports a full disk once; the output of compilers only shows how they crashed */
	if (!job->said.len || job->error == -SYB_E_IO)
		return true;
	if (plan_new_messages(p, job, &text, &same) < 0)
		return true;
	if (text.len && p->o.said)
		p->o.said(p->o.user, buf_bytes(&text));
	else if (text.len)
		syb_report(p->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "compiler", "%.*s", (int)text.len,
			   (const char *)text.ptr);
	return !same || !p->root || job->error != -SYB_E_FORMAT;
}

static void report_progress(void *user, const struct syb_compile_progress *progress)
{
	struct plan *p = user;

	if (p->o.progress)
		p->o.progress(p->o.user, progress);
}

int plan_run(struct plan *p)
{
	const struct jobs_opts opts = { .jobs = p->o.jobs,
					.ended = ended,
					.progress = report_progress,
					.user = p,
					.rest = &p->rest,
					.load = p->o.ir ? p->o.ir->load : NULL,
					.temp = p->dir,
					.launcher = p->o.launcher,
					.identity = syb_version(),
					.cache_dir = p->o.cache_dir,
					.cache_most = p->o.cache_size,
					.cache_warned = &p->cache_refused };
	size_t first = p->jobs_run;
	int r;

	if (p->error)
		return p->error;
	p->jobs_run = p->job_count;
	for (size_t i = first; i < p->job_count && p->o.dry_run && p->o.command; i++)
		p->o.command(p->o.user, p->jobs[i].argv);
	if (p->o.dry_run || first == p->job_count)
		return 0;
	r = jobs_run(p->ctx, p->jobs + first, p->job_count - first, &opts);
	return r == 0 && p->o.accept ? p->o.accept(p->o.user) : r;
}

int plan_write_ninja(struct plan *p)
{
	const struct jobs_opts opts = { .launcher = p->o.launcher };
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	size_t first = p->jobs_run;
	int r = syb_out_open(p->ctx, p->o.ninja, &out);

	p->jobs_run = p->job_count;
	if (r == 0)
		r = jobs_ninja(p->ctx, p->jobs + first, p->job_count - first, &opts, NULL, out);
	if (r == 0)
		r = syb_out_commit(p->ctx, out);
	if (r == 0 && p->keep_dir)
		temp_keep(&p->temp);
	return r;
}

/* ---- results ---- */

static int check_output(struct plan *p, const char *path)
{
	struct stat st;

	if (!path || str_eq(path, "-"))
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(p->outputs) && p->outputs[i]; i++)
		if (!str_eq(path, "/dev/null") && (str_eq(p->outputs[i], path) || path_same_file(p->outputs[i], path)))
			return wrong(p, "'%s' is the name of two outputs", path);
	if (stat(path, &st) < 0)
		return 0;
	for (size_t i = 0; i < p->input_count; i++)
		if (path_same_file(p->inputs[i].path, path))
			return wrong(p, "'%s': the input file is also the output file", path);
	if (p->o.device_config && path_same_file(p->o.device_config, path))
		return wrong(p, "'%s': the input file is also the output file", path);
	return 0;
}

/* Compare base names first, so that few files are looked up. */
static bool is_one_result(const char *a, const char *b)
{
	return !str_eq(a, "-") && str_eq(path_name(a), path_name(b)) && path_same_file(a, b);
}

int plan_check_outputs(struct plan *p)
{
	const char *output = plan_has_images(p) ? plan_output(p) : NULL;
	struct stat st;
	int r = check_output(p, output);

	p->outputs[0] = output;
	if (r == 0)
		r = check_output(p, p->o.ninja);
	p->outputs[output ? 1 : 0] = p->o.ninja;
	for (size_t i = 0; i < p->result_count && r == 0; i++) {
		r = check_output(p, p->results[i].to);
		for (size_t k = 0; k < i && r == 0; k++)
			if (is_one_result(p->results[k].to, p->results[i].to))
				r = wrong(p, "'%s' is the name of two outputs", p->results[i].to);
	}
	/* its inputs are rebuilt now, so an old ninja file must not stay after a failure */
	if (r == 0 && p->o.ninja && !p->o.dry_run && stat(p->o.ninja, &st) == 0 && S_ISREG(st.st_mode) &&
	    unlink(p->o.ninja) < 0)
		r = syb_fail(p->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "%s: %s", p->o.ninja, strerror(errno));
	return r;
}

/* As the linker set it. */
static void set_executable(const char *linked, const struct syb_out *out)
{
	struct stat st;

	if (out_fd(out) >= 0 && stat(linked, &st) == 0)
		(void)!fchmod(out_fd(out), st.st_mode & 07777);
}

int plan_publish(struct plan *p)
{
	for (size_t i = 0; i < p->result_count && !p->o.dry_run; i++) {
		_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
		_cleanup_(syb_out_close_p) struct syb_out *out = NULL;

		TRY(syb_file_open(p->ctx, p->results[i].from, &file));
		TRY(syb_out_open(p->ctx, p->results[i].to, &out));
		TRY(p->results[i].without ? plan_copy_rule(p, p->results[i].without, syb_file_bytes(file), out)
					  : syb_out_copy(p->ctx, out, file, syb_file_bytes(file)));
		if (p->results[i].more_count)
			TRY(plan_add_rules(p, &p->results[i], syb_file_bytes(file), out));
		if (p->o.stop == SYB_COMPILE_PROGRAM && str_eq(p->results[i].to, plan_output(p)))
			set_executable(p->results[i].from, out);
		TRY(syb_out_commit(p->ctx, out));
	}
	return 0;
}
