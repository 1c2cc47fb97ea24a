/* driver/exec/jobs.h — jobs that need each other's files, run in parallel on this machine.
 *
 * A job is a program or a function, and says what it reads and what it makes. Jobs that read what another one makes
 * wait for it; there is no other order. A job that fails takes only those with it that need its files. What each job
 * reports is reported in the order of the array, so a build with -j8 reads like one with -j1.
 *
 * Functions run in forked children, or one after another in this process where it has other threads: fork is not safe
 * then. On request (the context's cancel flag) all running jobs are ended, with what they have started, before jobs_run
 * returns. */
#ifndef DRIVER_JOBS_H
#define DRIVER_JOBS_H

#include "base/buf.h"
#include "base/process.h"
#include "relay.h"

#include <sybil/compile.h>
#include <time.h>

enum job_flags {
	JOB_LAUNCH = 1 << 0, /* may run elsewhere: through the launcher, where there is one */
	JOB_CACHE = 1 << 1,  /* its outputs follow from its arguments, tools and inputs: may come from the cache */
	JOB_OURS = 1 << 2,   /* its exit codes are those of syb_code_exit. Else: 1 to 125 is bad input */
};

enum job_state {
	JOB_WAITING, /* not run: cancelled before its turn */
	JOB_RUNNING,
	JOB_DONE,
	JOB_CACHED, /* done, without running it */
	JOB_FAILED,
	JOB_SKIPPED, /* not run: something it needs failed */
};

/* Lists end with NULL; a list that is NULL is empty. Everything is borrowed until jobs_free. Paths are compared as they
 * are written: an input that another job makes has to be spelled as that one spells its output. */
struct job {
	const char *label;       /* for people: "saxpy.cpp, compile for spir64" */
	const char *const *argv; /* argv[0] without a slash is looked up in PATH */
	/* The job is this function. argv is a command that does the same: it is printed, is run through a launcher and
	 * by ninja, and is part of the key of a cache. NULL: the job is the program. */
	int (*run)(struct syb_ctx *ctx, const struct relay *relay, const void *user);
	const void *user;
	const char *const *inputs;  /* files it reads */
	const char *const *outputs; /* files it makes: whole or not at all, as compilers and verbs of ours do */
	/* For the cache: programs, plug-ins and libraries that it uses beside argv[0] (path, or name in PATH). */
	const char *const *tools;
	/* For the cache: a command that prints what a compiler would read, headers included. It also writes depfile. */
	const char *const *preprocess;
	/* For Ninja: a Make rule that the job writes, which names files that nobody knows before (headers); NULL: none.
	 */
	const char *depfile;
	/* For the cache: its outputs are texts that name more files, beside the first of them. This reads the names
	 * when the job has run, a list in the arena; NULL: there are none. */
	int (*files)(struct syb_ctx *ctx, const struct job *job, struct arena *arena, const char *const **out_paths);
	uint64_t memory; /* bytes it is expected to take; 0: not known, JOB_MEMORY */
	unsigned flags;

	/* How it went: set by jobs_run. */
	enum job_state state;
	const char *const *command; /* argv as it was started, behind the launcher; lives as long as jobs_run */
	struct process_end end;     /* of a job that was started; 127: it could not be */
	struct buf said;            /* its standard output and error; of a job from the cache, those of its run */
	struct buf report;          /* of a function: see relay.h */
	unsigned starts;            /* how often it was started */
	int error;                  /* negative code of a failed job */
	struct timespec began;      /* when it was looked for in the cache */
	uint8_t key[32];            /* in the cache, then */
};

enum { JOB_MEMORY = 256 << 20 };

struct jobs_opts {
	unsigned jobs;        /* at once; 0: as many as this process may use processors. Below GNU make no more than
			       * its job server allows */
	uint64_t memory;      /* bytes they may take together; 0: what is available to this process */
	const char *launcher; /* put before the command of each JOB_LAUNCH, split as a shell splits words; NULL: none */
	const char *cache_dir; /* NULL: no cache */
	uint64_t cache_most;   /* bytes the cache may take; 0: STORE_MOST (store.h) */
	bool *cache_told;      /* that nothing can be kept in it, for several calls of jobs_run; NULL: each tells */
	const char *temp;      /* folder of temporary files: its name makes no difference to the cache; NULL: none */
	const char *identity;  /* of whoever plans the jobs, part of every key: version and build; NULL: none */
	/* Each job, in the order of the array, as soon as it and those before it have ended; -v prints its command
	 * line, everybody what it said. A failed one is reported behind this call by jobs_run itself ("tool-failed",
	 * "tool-missing", "job-lost"). May be NULL. */
	void (*ended)(void *user, const struct job *job);
	void (*progress)(void *user, const struct syb_compile_progress *progress); /* May be NULL */
	void *user;
};

/* Run all of them. A second call with other jobs may use the first one's outputs. Returns 0, or the code of the first
 * failed job in order: FORMAT for bad input, TOOL when a program is missing or was ended by a signal, or what a
 * function returned. Fails also: ARG ("job-cycle", "job-output": two make one file, "launcher": an unterminated quote),
 * IO, NOMEM, CANCELLED. */
int jobs_run(struct syb_ctx *ctx, struct job *jobs, size_t count, const struct jobs_opts *opts);
void jobs_free(struct job *jobs, size_t count);

/* The plan as a file for ninja, which then does what jobs_run does, the launcher included; caching, memory and retries
 * are its own business. default_outputs: what `ninja` without arguments makes (NULL: everything). */
struct syb_out;
int jobs_ninja(struct syb_ctx *ctx, const struct job *jobs, size_t count, const struct jobs_opts *opts,
	       const char *const *default_outputs, struct syb_out *out);

#endif
