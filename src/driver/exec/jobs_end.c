/* driver/exec/jobs_end.c — how a job ended: its error code, and the report of its failure. */
#define _GNU_SOURCE /* memmem */
#include "jobs_end.h"

#include "base/path.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* Shells, and therefore many launchers, report a signal as an exit code above 128. */
int job_signal(const struct job *job)
{
	struct process_end end = job->end;

	return end.signalled ? end.status : end.status > 128 && end.status < 128 + 65 ? end.status - 128 : 0;
}

bool job_was_ended(const struct job *job)
{
	static const int crashes[] = { SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS };
	int number = job_signal(job);

	for (size_t i = 0; i < ARRAY_SIZE(crashes); i++)
		if (number == crashes[i])
			return false;
	return number != 0;
}

bool job_is_lost(const struct job *job, bool launched)
{
	int status = job->end.status;

	if (job_signal(job) || status == 0 || status >= 126)
		return true;
	return launched && job->flags & JOB_OURS && status != 2 && status != 3;
}

/* The system's error text, if the output of a compiler shows that the disk is full; its exit code does not. */
static const char *no_space(const struct job *job)
{
	static const int errors[] = { ENOSPC, EDQUOT };

	for (size_t i = 0; i < ARRAY_SIZE(errors) && job->said.len; i++) {
		const char *text = strerror(errors[i]);

		if (memmem(job->said.ptr, job->said.len, text, strlen(text)))
			return text;
	}
	return NULL;
}

int job_code(const struct job *job, bool launched)
{
	struct relay_message last;

	static const enum syb_code ours[] = {
		[1] = SYB_E_INCOMPATIBLE, [2] = SYB_E_ARG, [3] = SYB_E_FORMAT, [4] = SYB_E_TOOL, [5] = SYB_E_INTERNAL
	};
	int status = job->end.status;

	if (job->run && !launched)
		switch (relay_end(buf_bytes(&job->report), &last)) {
		case RELAY_DONE: /* an output is missing */
			return -SYB_E_INTERNAL;
		case RELAY_FAILED:
			return last.code;
		default:
			return job_was_ended(job) ? -SYB_E_TOOL : -last.code;
		}
	if (job_is_lost(job, launched))
		return -SYB_E_TOOL;
	if (no_space(job) && (!(job->flags & JOB_OURS) || status == 4))
		return -SYB_E_IO;
	if (!(job->flags & JOB_OURS))
		return -SYB_E_FORMAT;
	return status < (int)ARRAY_SIZE(ours) ? -(int)ours[status] : -SYB_E_TOOL;
}

const char *job_missing_output(const struct job *job)
{
	for (const char *const *out = job->outputs; out && *out; out++)
		if (access(*out, F_OK) < 0)
			return *out;
	return NULL;
}

static const char *why_not(const char *program)
{
	return strchr(program, '/') && access(program, F_OK) == 0 ? "not an executable file" : "no such program";
}

void job_report_failure(struct syb_ctx *ctx, const struct job *job, const struct jobs_opts *opts, const char *launcher)
{
	bool launched = launcher != NULL, lost = job->starts == JOB_STARTS_MOST && job_is_lost(job, launched);
	/* a launcher that ran would have been started twice */
	bool missing = job->end.status == 127 && !job->end.signalled && (!launched || job->starts < JOB_STARTS_MOST);
	enum syb_code code = (enum syb_code) - job->error;
	const char *program = path_name(launched && missing ? launcher : job->argv[0]);
	const char *verb = job->flags & JOB_OURS && !missing ? job->argv[1] : NULL;
	const char *check = missing ? "tool-missing" : lost ? "job-lost" : "tool-failed";
	int number = job_signal(job);
	char how[160];

	if (code == SYB_E_IO) {
		(void)syb_fail(ctx, code, SYB_NO_OFFSET, "write", "%s: cannot write temporary files%s%s: %s",
			       job->label, opts->temp ? " in " : "", opts->temp ? opts->temp : "", no_space(job));
		return;
	}
	if (number)
		snprintf(how, sizeof(how), "was ended by signal %d (%s)", number, strsignal(number));
	else if (job->end.status == 0)
		snprintf(how, sizeof(how), "made no %s",
			 path_name(job_missing_output(job) ? job_missing_output(job) : "output"));
	else if (missing)
		snprintf(how, sizeof(how), "cannot be started: %s", why_not(launched ? launcher : job->argv[0]));
	else
		snprintf(how, sizeof(how), "failed with exit code %d", job->end.status);
	if (launched)
		(void)syb_fail(ctx, code, SYB_NO_OFFSET, check, "%s: %s%s%s %s, started %s through '%s'", job->label,
			       program, verb ? " " : "", verb ? verb : "", how,
			       job->starts == JOB_STARTS_MOST ? "twice" : "once", opts->launcher);
	else
		(void)syb_fail(ctx, code, SYB_NO_OFFSET, check, "%s: %s%s%s %s%s", job->label,
			       job->run ? "its process" : program, verb ? " " : "", verb ? verb : "", how,
			       job->starts == JOB_STARTS_MOST ? ", twice" : "");
	if (number == SIGKILL)
		(void)syb_note(ctx, 0, "memory may have been short: free some, or run fewer jobs at once with -j");
}

void job_report_optional(struct syb_ctx *ctx, const struct job *job)
{
	const char *space = no_space(job), *program = path_name(job->argv[0]), *made = job->outputs[0];
	int number = job_signal(job);

	if (space)
		syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cache",
			   "%s: cannot write %s: %s; done without it", job->label, made, space);
	else if (number)
		syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cache",
			   "%s: %s was ended by signal %d (%s); done without %s", job->label, program, number,
			   strsignal(number), made);
	else if (job->end.status == 0)
		syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cache", "%s: %s made no %s; done without it",
			   job->label, program, made);
	else if (job->error != -SYB_E_FORMAT)
		syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cache",
			   "%s: %s failed with exit code %d; done without %s", job->label, program, job->end.status,
			   made);
}

void job_report_diagnostics(struct syb_ctx *ctx, const struct job *job)
{
	struct syb_bytes rest = buf_bytes(&job->report), bytes, stage = { 0 };
	struct relay_message m, crash = { 0 };

	while (relay_next(&rest, &m, &bytes)) {
		if (m.kind == RELAY_DIAG && !(job->state == JOB_CACHED && m.severity == SYB_SEVERITY_INFO))
			relay_report(ctx, &m, bytes);
		if (m.kind == RELAY_STAGE) {
			crash = m;
			stage = bytes;
		}
	}
	if (job->state != JOB_FAILED || job_was_ended(job) || relay_end(buf_bytes(&job->report), NULL) != RELAY_STAGE)
		return;
	if (stage.len)
		relay_report(ctx, &crash, stage);
	else if (job->run && job->end.status == 0)
		(void)syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "write",
			       "%s: the report of this step is missing: memory may be short", job->label);
}
