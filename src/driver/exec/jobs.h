/* driver/exec/jobs.h — jobs that need each other's files, run in parallel on this machine.
 *
 * A job is a program or a function with lists of the files that it reads and writes. A job waits for the jobs that
 * write its inputs, or for the start of one of them (`early`); there is no other order. If a job fails, only the jobs
 * that need its outputs are skipped. Diagnostics of jobs are reported in the order of the array, so -j8 prints the same
 * as -j1.
 *
 * Functions run in forked children. If this process has other threads, fork is not safe, and functions run one after
 * another in this process. When the context's cancel flag is set, jobs_run ends all running jobs and their children
 * before it returns. */
#ifndef DRIVER_JOBS_H
#define DRIVER_JOBS_H

#include "base/buf.h"
#include "base/process.h"
#include "relay.h"

#include <sybil/compile.h>
#include <time.h>

enum job_flags {
	JOB_LAUNCH = 1 << 0, /* may run on another machine: through the launcher, if one is given */
	JOB_CACHE = 1 << 1,  /* its outputs depend only on its arguments, tools and inputs: may come from the cache */
	JOB_OURS = 1 << 2, /* its exit codes are those of syb_code_exit; for other programs, 1 to 125 mean bad input */
	/* Its outputs only save time. If it fails, jobs that need them run `instead`; its messages are not reported,
	 * and its failure is a warning, unless it rejects its input, which those jobs report. */
	JOB_OPTIONAL = 1 << 3,
};

enum job_state {
	JOB_WAITING, /* not run: cancelled before its turn */
	JOB_RUNNING,
	JOB_DONE,
	JOB_CACHED, /* done: its outputs came from the cache */
	JOB_FAILED,
	JOB_SKIPPED, /* not run: something it needs failed */
};

/* Lists end with NULL; a NULL list is empty. Everything is borrowed until jobs_free. Paths are compared as strings: an
 * input must be spelled like the output of the job that writes it. */
struct job {
	const char *label;       /* for people: "saxpy.cpp, compile for spir64" */
	const char *const *argv; /* argv[0] without a slash is looked up in PATH */
	/* The job is this function. argv is then an equivalent command: it is printed, run by launchers and by ninja,
	 * and part of the cache key. NULL: the job is the program. */
	int (*run)(struct syb_ctx *ctx, struct relay *relay, const void *user);
	const void *user;
	/* If the function crashes, it is called again with this; it is not called again if this is NULL. */
	const void *user_after_crash;
	const char *const *instead; /* argv if an optional job whose files it needs has failed */
	const char *const *inputs;  /* files it reads */
	/* One of the inputs, or NULL. The job waits itself for this file to appear: it starts after the job that writes
	 * the file has started, and is ended if that job fails. */
	const char *early;
	const char *const *outputs; /* files it writes, completely or not at all, as compilers and sybil's verbs do */
	/* For the cache: programs, plug-ins and libraries that it uses beside argv[0] (path, or name in PATH). */
	const char *const *tools;
	/* For the cache: a command that prints the preprocessed source. It also writes depfile. */
	const char *const *preprocess;
	/* A make rule that the job writes, with inputs that are known only after it ran (headers); NULL: none. For
	 * ninja, and for the cache if `preprocess` is NULL: the files of the rule must then be unchanged. */
	const char *depfile;
	/* For the cache: rules of files that the job reads in another form (precompiled headers). */
	const char *const *more_rules;
	/* For the cache: reads the names of further files, in the folder of the first output, from the outputs of a
	 * finished job, into a list in the arena. NULL: the job has no further files. */
	int (*files)(struct syb_ctx *ctx, const struct job *job, struct arena *arena, const char *const **out_paths);
	uint64_t memory; /* bytes it is expected to need; 0: not known, JOB_MEMORY is assumed */
	unsigned flags;

	/* Results, set by jobs_run. */
	enum job_state state;
	const char *const *command; /* argv as it was started, with the launcher; valid until jobs_run returns */
	struct process_end end;     /* exit status; 127: the job could not be started */
	struct buf said;            /* its standard output and error; for a cached job, those of the original run */
	struct buf report;          /* of a function: see relay.h */
	unsigned starts;            /* the number of times it was started */
	int error;                  /* negative code of a failed job */
	struct timespec began;      /* the time of the cache lookup */
	uint8_t key[32];            /* its cache key at that time */
};

enum { JOB_MEMORY = 256 << 20 };

/* Children that have reported their result and still release their memory, which takes as long as a small job. */
struct jobs_rest {
	pid_t list[16];
	size_t count;
};
void jobs_rest_wait(struct jobs_rest *rest);

struct jobs_opts {
	unsigned jobs; /* at once; 0: one per processor that this process may use. Under GNU make, at most what its job
			  server allows */
	uint64_t memory;       /* bytes for all jobs together; 0: what is available to this process */
	const char *launcher;  /* prefix of the command of each JOB_LAUNCH job, split as in a shell; NULL: none */
	const char *cache_dir; /* NULL: no cache */
	uint64_t cache_most;   /* size limit of the cache in bytes; 0: STORE_MOST (store.h) */
	bool *cache_warned; /* whether the cache was reported as unusable, shared by calls of jobs_run; NULL: each call
			       warns */
	const char *temp;   /* folder of temporary files, whose name is not part of cache keys; NULL: none */
	const char *identity; /* version and build of the caller, part of every cache key; NULL: none */
	/* Called for each job, in the order of the array, when it and all jobs before it have ended, so that the caller
	 * can print the command and its output. After the call, unless it returns false, jobs_run itself reports a
	 * failed job ("tool-failed", "tool-missing", "job-lost"). May be NULL. */
	bool (*ended)(void *user, const struct job *job);
	void (*progress)(void *user, const struct syb_compile_progress *progress); /* May be NULL */
	struct jobs_rest *rest; /* where such children are left for the caller; NULL: jobs_run waits for them */
	/* Called before functions run, in the process that is forked for them: when no other job can start, or before
	 * the first function. Work that functions have in common is done here, while programs run. May be called
	 * several times. NULL: nothing is called. */
	void (*load)(void);
	void *user;
};

/* Run all jobs. A later call with other jobs may use their outputs. Returns 0, or the code of the first
 * failed job in order: FORMAT for bad input, TOOL when a program is missing or was ended by a signal, or what a
 * function returned. Fails also: ARG ("job-cycle", "job-output": two jobs write the same file, "launcher": an
 * unterminated quote), IO, NOMEM, CANCELLED. */
int jobs_run(struct syb_ctx *ctx, struct job *jobs, size_t count, const struct jobs_opts *opts);
void jobs_free(struct job *jobs, size_t count);

/* Write the jobs as a ninja file, including the launcher but not caching, memory limits and retries. default_outputs:
 * what `ninja` builds without arguments (NULL: everything). */
struct syb_out;
int jobs_ninja(struct syb_ctx *ctx, const struct job *jobs, size_t count, const struct jobs_opts *opts,
	       const char *const *default_outputs, struct syb_out *out);

#endif
