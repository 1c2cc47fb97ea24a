/* driver/exec/jobs_end.h — how a job ended: its error code, and the report of its failure. */
#ifndef DRIVER_JOBS_END_H
#define DRIVER_JOBS_END_H

#include "jobs.h"

enum { JOB_STARTS_MOST = 2 };

/* The signal that ended a job; 0: none. */
int job_signal(const struct job *job);
/* Whether another process or the kernel ended the job by a signal: it did not crash. */
bool job_was_ended(const struct job *job);
/* Whether the failure may be caused by the launcher or a signal, and not by the job's input. */
bool job_is_lost(const struct job *job, bool launched);
/* The first output that does not exist; NULL: all do. */
const char *job_missing_output(const struct job *job);
/* The negative code of a failed job. */
int job_code(const struct job *job, bool launched);

/* Report that a program failed. launcher: the program that was to start it; NULL: none. */
void job_report_failure(struct syb_ctx *ctx, const struct job *job, const struct jobs_opts *opts, const char *launcher);
/* Warn that an optional job failed, unless it rejected its input. */
void job_report_optional(struct syb_ctx *ctx, const struct job *job);
/* Report the diagnostics of a function and, after a crash, the one of its last stage. For a cached job, the commands of
 * the original run are not reported. */
void job_report_diagnostics(struct syb_ctx *ctx, const struct job *job);

#endif
