/* driver/exec/jobs.c — running jobs: scheduling, collecting their output, handling their results.
 *
 * One thread waits for output of jobs, the end of jobs, tokens of make's job server, and cancellation. A job starts
 * when its inputs exist, a slot is free, and its memory fits beside that of the running jobs; one job can always run.
 * Each job but one needs a token of make: make has already granted the first. */
#define _GNU_SOURCE
#include "jobs.h"
#include "base/shell.h"

#include "base/clock.h"
#include "base/file.h"
#include "jobs_cache.h"
#include "jobs_end.h"
#include "jobs_graph.h"
#include "jobserver.h"
#include "machine.h"
#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum {
	STEP_MS = 100,   /* between two checks of the cancel flag */
	GRACE_MS = 5000, /* for jobs to clean up before they are killed */
	CHUNK = 64 * 1024,
	SAID_MOST = 16 << 20, /* bytes kept of one job's output; the rest is dropped */
	PLACES_MOST = 1024,
};

/* A slot for a running job. */
struct place {
	size_t job;
	pid_t child;   /* 0: the slot is free */
	int fd, pidfd; /* its output, -1 at the end of it; a descriptor of the process */
	bool token;    /* it holds a token of make */
	bool launched;
	int report;      /* descriptor of a function's report; -1 for programs */
	uint64_t memory; /* reserved bytes; 0: runs on another machine */
	size_t number;   /* position in the order of starts */
};

struct runner {
	struct syb_ctx *ctx;
	struct job *jobs;
	size_t count;
	const struct jobs_opts *opts;
	struct arena arena;
	struct job_node *nodes;
	struct jobs_cache *cache;
	struct jobserver server;
	const char **launcher;
	size_t launcher_words;
	struct place *places;
	struct pollfd *fds;
	size_t most, running;
	bool free_used;   /* the job that needs no token is running */
	bool wants_token; /* a job waits only for a token of make */
	uint64_t memory, reserved;
	size_t first; /* no job before this one is ready */
	size_t begun, ended, cached, reported;
	int first_error;
	int null;
	char **environment; /* of programs: TMPDIR is our folder of temporary files, so their leftovers are removed with
			       it */
	double begin;
};

/* ---- reporting ---- */

/* The label of the job that has been running longest. */
static const char *oldest_label(const struct runner *run)
{
	const struct place *oldest = NULL;

	for (size_t i = 0; i < run->most && run->running > 0; i++) {
		const struct place *place = &run->places[i];

		if (place->child && (!oldest || place->number < oldest->number))
			oldest = place;
	}
	return oldest ? run->jobs[oldest->job].label : NULL;
}

static void report_progress(struct runner *run)
{
	struct syb_compile_progress p = { .done = run->ended,
					  .total = run->count,
					  .running = run->running,
					  .cached = run->cached,
					  .label = oldest_label(run),
					  .seconds = clock_seconds() - run->begin,
					  .seconds_left = -1 };

	if (!run->opts->progress)
		return;
	if (p.done > p.cached && p.seconds > 0) {
		p.rate = (double)(p.done - p.cached) / p.seconds;
		p.seconds_left = (double)(p.total - p.done) / p.rate;
	}
	run->opts->progress(run->opts->user, &p);
}

static bool is_launched(const struct runner *run, const struct job *job)
{
	return run->launcher_words && job->flags & JOB_LAUNCH;
}

/* Report ended jobs in order, up to the first that has not ended. */
static void report_ended(struct runner *run)
{
	for (; run->reported < run->count && run->jobs[run->reported].state > JOB_RUNNING; run->reported++) {
		struct job *job = &run->jobs[run->reported];
		bool optional = job->state == JOB_FAILED && job->flags & JOB_OPTIONAL;
		bool wanted = optional || !run->opts->ended || run->opts->ended(run->opts->user, job);

		if (optional) {
			job_report_optional(run->ctx, job);
			continue;
		}
		job_report_diagnostics(run->ctx, job);
		if (job->state != JOB_FAILED)
			continue;
		if (wanted && (!job->run || is_launched(run, job) || job_was_ended(job)) &&
		    (job->error != -SYB_E_IO || run->first_error != -SYB_E_IO)) /* one disk, one report */
			job_report_failure(run->ctx, job, run->opts, is_launched(run, job) ? run->launcher[0] : NULL);
		run->first_error = run->first_error ? run->first_error : job->error;
	}
}

/* ---- the state of jobs ---- */

static void make_ready(struct runner *run, size_t i)
{
	run->nodes[i].ready = true;
	run->first = i < run->first ? i : run->first;
}

/* One job less to wait for. */
static void count_down(struct runner *run, size_t i)
{
	if (--run->nodes[i].waits == 0 && run->jobs[i].state == JOB_WAITING)
		make_ready(run, i);
}

/* Whether a job waits for the start of another one, not for its end. */
static bool is_early(const struct job *user, const struct job *maker)
{
	for (const char *const *out = maker->outputs; user->early && out && *out; out++)
		if (str_eq(*out, user->early))
			return true;
	return false;
}

/* Jobs that wait for a file themselves may start with it. */
static void begin_early(struct runner *run, size_t i)
{
	struct job_node *node = &run->nodes[i];

	for (size_t k = 0; k < node->user_count && !node->began; k++)
		if (is_early(&run->jobs[node->users[k]], &run->jobs[i]) &&
		    run->jobs[node->users[k]].state <= JOB_RUNNING)
			count_down(run, node->users[k]);
	node->began = true;
}

static void end_child(struct runner *run, size_t i)
{
	for (size_t k = 0; k < run->most; k++)
		if (run->places[k].child && run->places[k].job == i)
			kill(-run->places[k].child, SIGTERM);
}

/* The job will start again. Jobs that started with it are ended and wait for its new start: they would hold memory, and
 * the job may have to wait until it can run alone. */
static void begin_again(struct runner *run, size_t i)
{
	struct job_node *node = &run->nodes[i];

	for (size_t k = 0; k < node->user_count && node->began; k++) {
		size_t user = node->users[k];

		if (!is_early(&run->jobs[user], &run->jobs[i]) || run->jobs[user].state > JOB_RUNNING)
			continue;
		run->nodes[user].waits++;
		run->nodes[user].ready = false;
		run->nodes[user].postponed = run->jobs[user].state == JOB_RUNNING;
		end_child(run, user);
	}
	node->began = false;
	run->jobs[i].state = JOB_WAITING;
	make_ready(run, i);
}

/* Skip all jobs that need its files, directly or not; they may be anywhere in the array. */
static void skip_users(struct runner *run, size_t i)
{
	const struct job_node *node = &run->nodes[i];

	for (size_t k = 0; k < node->user_count; k++) {
		struct job *user = &run->jobs[node->users[k]];

		if (user->state == JOB_RUNNING) { /* it waits for a file that will not be written */
			run->nodes[node->users[k]].dropped = true;
			end_child(run, node->users[k]);
		}
		if (user->state != JOB_WAITING)
			continue;
		user->state = JOB_SKIPPED;
		run->nodes[node->users[k]].ready = false; /* it may wait for a place only */
		run->ended++;
		skip_users(run, node->users[k]); /* chains of jobs are short */
	}
}

static void end_job(struct runner *run, size_t i, enum job_state state)
{
	const struct job_node *node = &run->nodes[i];
	struct job *job = &run->jobs[i];
	bool optional = state == JOB_FAILED && job->flags & JOB_OPTIONAL;

	job->state = state;
	run->ended++;
	run->cached += state == JOB_CACHED;
	if (state == JOB_FAILED)
		job->error = job_code(job, is_launched(run, job));
	if (state == JOB_SKIPPED || (state == JOB_FAILED && !optional))
		skip_users(run, i);
	else
		begin_early(run, i);
	for (size_t k = 0; k < node->user_count && (state == JOB_DONE || state == JOB_CACHED || optional); k++) {
		struct job *user = &run->jobs[node->users[k]];

		if (optional && user->instead)
			user->argv = user->instead;
		if (!is_early(user, job))
			count_down(run, node->users[k]);
	}
	report_ended(run);
	report_progress(run);
}

/* ---- starting ---- */

static int command_of(struct runner *run, struct job *job)
{
	size_t n = list_length(job->argv), before = job->flags & JOB_LAUNCH ? run->launcher_words : 0;
	const char **argv;

	job->command = job->argv;
	if (before == 0)
		return 0;
	argv = arena_array(run->ctx, &run->arena, before + n + 1, sizeof(*argv));
	if (!argv)
		return -SYB_E_NOMEM;
	memcpy(argv, run->launcher, before * sizeof(*argv));
	memcpy(argv + before, job->argv, n * sizeof(*argv));
	job->command = argv;
	return 0;
}

static bool is_function(const struct runner *run, const struct job *job)
{
	return job->run && !is_launched(run, job);
}

/* Call the function of a job; its report goes to fd. */
static void call(struct syb_ctx *ctx, const struct job *job, int fd)
{
	struct relay relay = { .fd = fd };
	int r;

	relay_begin(ctx, &relay);
	r = job->run(ctx, &relay, job->user);
	relay_send(&relay, r < 0 ? RELAY_FAILED : RELAY_DONE, r, (struct syb_bytes){ 0 });
}

/* What functions have in common. */
static void load(const struct runner *run)
{
	if (run->opts->load)
		run->opts->load();
}

/* Before functions that are still to run: while programs run. */
static void load_early(const struct runner *run)
{
	for (size_t i = 0; i < run->count && run->opts->load; i++)
		if (run->jobs[i].state == JOB_WAITING && is_function(run, &run->jobs[i])) {
			load(run);
			return;
		}
}

/* Run the function in a child, so that a crash of LLVM is an ordinary error. */
static int fork_function(struct runner *run, const struct job *job, int report, int out, pid_t *out_child)
{
	pid_t child = fork();

	if (child == 0) {
		setpgid(0, 0);
		environ = run->environment ? run->environment : environ;
		if (dup2(run->null, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(out, STDERR_FILENO) < 0)
			_exit(1);
		call(run->ctx, job, report);
		close(STDOUT_FILENO); /* the end of its output: it is done */
		close(STDERR_FILENO);
		close(out);
		_exit(0);
	}
	*out_child = child;
	return child < 0 ? -SYB_E_IO : 0;
}

/* Start the child, with its output at place->fd. Fails: TOOL (it cannot be started), IO. */
static int spawn(struct runner *run, struct place *place, const struct job *job)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(run->ctx); /* the failure is reported in order, later */
	int ends[2] = { -1, -1 };
	pid_t child = 0;
	int r = -SYB_E_IO;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return r;
	if (process_above_standard(&ends[0]) == 0 && process_above_standard(&ends[1]) == 0 &&
	    fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) {
		const struct process_fds fds = {
			.in = run->null, .out = ends[1], .err = ends[1], .environment = run->environment
		};

		if (place->report >= 0)
			r = fork_function(run, job, place->report, ends[1], &child);
		else
			r = process_start(run->ctx, job->command, &fds, &child);
	}
	close_fd(&ends[1]);
	if (r < 0) {
		close_fd(&ends[0]);
		return r;
	}
	place->child = child;
	place->fd = ends[0];
	place->pidfd = process_fd(child);
	return 0;
}

static void leave(struct runner *run, struct place *place)
{
	close_fd(&place->fd);
	close_fd(&place->pidfd);
	close_fd(&place->report);
	if (place->token)
		jobserver_give(&run->server);
	else if (!place->launched || !run->opts->jobs)
		run->free_used = false;
	run->reserved -= place->memory;
	run->running--;
	*place = (struct place){ .fd = -1, .pidfd = -1, .report = -1 };
}

/* Whether memory is left: by the expectation for running jobs, which may not have allocated all of it yet, and by what
 * is available now, because other processes run on this machine. */
static bool has_room(const struct runner *run, uint64_t memory)
{
	return run->reserved <= run->memory && memory <= run->memory - run->reserved &&
	       (run->opts->memory || memory <= machine_memory());
}

/* Whether a job may start; takes its token if so. An explicit number of jobs on other machines overrides make. */
static bool may_begin(struct runner *run, const struct job_node *node, struct place *place)
{
	if (run->running > 0 && !place->launched && !has_room(run, node->memory))
		return false;
	if (place->launched && run->opts->jobs)
		return true;
	if (run->free_used) {
		place->token = jobserver_take(&run->server);
		run->wants_token = !place->token;
		return place->token;
	}
	run->free_used = true;
	return true;
}

static int finish(struct runner *run, struct place *place);

/* Call the function in this process, if fork is not safe. */
static int call_here(struct runner *run, struct place *place, size_t i)
{
	struct job *job = &run->jobs[i];
	const struct syb_ctx_opts before = run->ctx->opts;
	struct ctx_mute mute = ctx_mute(run->ctx); /* its diagnostics are counted when they are reported again */

	place->job = i;
	call(run->ctx, job, place->report);
	ctx_unmute(&mute);
	run->ctx->opts = before;
	job->end = (struct process_end){ 0 };
	return finish(run, place) < 0 ? -SYB_E_NOMEM : 1;
}

/* 1: it is running or has already ended; 0: it cannot start now. */
static int begin(struct runner *run, size_t i)
{
	struct job *job = &run->jobs[i];
	struct job_node *node = &run->nodes[i];
	struct place *place = run->places;
	int r = 0;

	if (run->cache && job->flags & JOB_CACHE && !node->looked)
		r = jobs_cache_get(run->cache, job);
	node->looked = true;
	if (r < 0)
		return r;
	if (r == 1) {
		node->ready = false;
		end_job(run, i, JOB_CACHED);
		return 1;
	}
	while (place < run->places + run->most && place->child)
		place++;
	if (place == run->places + run->most)
		return 0;
	place->launched = run->launcher_words && job->flags & JOB_LAUNCH;
	place->token = false;
	if (!may_begin(run, node, place))
		return 0;
	node->ready = false;
	run->running++;
	place->memory = place->launched ? 0 : node->memory;
	run->reserved += place->memory;
	job->starts++;
	job->said.len = job->report.len = 0;
	r = command_of(run, job);
	if (r == 0 && is_function(run, job)) {
		load(run);
		place->report = memfd_create("report", MFD_CLOEXEC);
		r = place->report < 0 ? -SYB_E_IO : 0;
	}
	if (r == 0 && place->report >= 0 && !process_alone())
		return call_here(run, place, i);
	if (r == 0)
		r = spawn(run, place, job);
	if (r == -SYB_E_TOOL) {
		job->end = (struct process_end){ .status = 127 };
		leave(run, place);
		end_job(run, i, JOB_FAILED);
		return 1;
	}
	if (r < 0) {
		leave(run, place);
		return syb_fail(run->ctx, (enum syb_code) - r, SYB_NO_OFFSET, "tool-start", "%s: cannot start %s: %s",
				job->label, job->argv[0], strerror(errno));
	}
	place->job = i;
	place->number = run->begun++;
	job->state = JOB_RUNNING;
	begin_early(run, i);
	report_progress(run);
	return 1;
}

static int begin_all(struct runner *run)
{
	int r = 1;

	run->wants_token = false;
	while (r == 1) {
		while (run->first < run->count && !run->nodes[run->first].ready)
			run->first++;
		if (run->first == run->count)
			return 0;
		r = ctx_cancelled(run->ctx);
		if (r == 0)
			r = begin(run, run->first);
	}
	return r;
}

/* ---- ending ---- */

/* Read all available output; at the end of the stream, close it. */
static int drain(struct runner *run, struct place *place)
{
	struct buf *said = &run->jobs[place->job].said;
	ssize_t n;

	while (place->fd >= 0) {

		TRY(buf_reserve(run->ctx, said, CHUNK));
		n = read(place->fd, said->ptr + said->len, CHUNK);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			return 0;
		if (n <= 0)
			close_fd(&place->fd);
		else if (said->len + (size_t)n <= SAID_MOST)
			said->len += (size_t)n;
	}
	return 0;
}

/* Whether to start a job again. A rejected input is final. A failure of the launcher is not, and neither is SIGKILL,
 * most likely sent because memory ran out: the job then runs alone. A function that crashed may have another way. */
static bool again(struct runner *run, const struct place *place)
{
	struct job *job = &run->jobs[place->job];

	if (job->starts >= JOB_STARTS_MOST)
		return false;
	if (job->user_after_crash && place->report >= 0 && relay_end(buf_bytes(&job->report), NULL) == RELAY_STAGE) {
		job->user = steal(job->user_after_crash);
		return true;
	}
	if (!place->launched) {
		if (job_signal(job) != SIGKILL || run->running == 1)
			return false;
		run->nodes[place->job].memory = run->memory;
		return true;
	}
	return job_is_lost(job, true);
}

static int finish(struct runner *run, struct place *place)
{
	struct job *job = &run->jobs[place->job];
	size_t i = place->job;
	int r = place->report < 0 ? 0 : relay_read(run->ctx, place->report, &job->report);
	bool done = place->report < 0 ? job->end.status == 0 : relay_end(buf_bytes(&job->report), NULL) == RELAY_DONE;
	bool good = r == 0 && !job->end.signalled && done && !job_missing_output(job);
	bool ours = run->nodes[i].dropped || run->nodes[i].postponed; /* ended by this process */
	bool repeat = r == 0 && !good && !ours && again(run, place);

	leave(run, place);
	if (r < 0)
		return r;
	if (repeat) {
		begin_again(run, i);
		return 0;
	}
	if (run->nodes[i].dropped) {
		job->said.len = 0;
		end_job(run, i, JOB_SKIPPED);
		return 0;
	}
	if (run->nodes[i].postponed && !good) {
		run->nodes[i].postponed = false;
		job->starts--;
		job->state = JOB_WAITING;
		if (run->nodes[i].waits == 0)
			make_ready(run, i);
		return 0;
	}
	if (good && run->cache && job->flags & JOB_CACHE)
		jobs_cache_put(run->cache, job);
	end_job(run, i, good ? JOB_DONE : JOB_FAILED);
	return 0;
}

/* Whether a function has reported its result and closed its output; its process is then left to end. */
static bool is_done(struct runner *run, struct place *place)
{
	struct jobs_rest *rest = run->opts->rest;
	struct job *job = &run->jobs[place->job];

	if (!rest || place->report < 0 || place->fd >= 0 || relay_read(run->ctx, place->report, &job->report) < 0 ||
	    relay_end(buf_bytes(&job->report), NULL) == RELAY_STAGE)
		return false;
	if (rest->count == ARRAY_SIZE(rest->list))
		jobs_rest_wait(rest);
	rest->list[rest->count++] = place->child;
	job->end = (struct process_end){ 0 };
	place->child = 0;
	return true;
}

static int look_at(struct runner *run, struct place *place)
{
	struct job *job = &run->jobs[place->job];
	int r = drain(run, place), ended;

	if (r < 0)
		return r;
	if (is_done(run, place))
		return finish(run, place);
	ended = process_reap(run->ctx, place->child, job->argv[0], &job->end);
	if (ended == 0)
		return 0;
	place->child = 0;
	r = ended < 0 ? ended
		      : drain(run, place); /* its last output; do not wait for other processes that hold the pipe */
	if (r < 0) {
		leave(run, place);
		return r;
	}
	return finish(run, place);
}

/* Wait for output, for the end of a job, or for a token. */
static int wait_for_some(struct runner *run)
{
	size_t n = 0;

	for (size_t i = 0; i < run->most; i++) {
		const struct place *place = &run->places[i];

		if (!place->child)
			continue;
		run->fds[n++] = (struct pollfd){ .fd = place->fd, .events = POLLIN };
		run->fds[n++] = (struct pollfd){ .fd = place->pidfd, .events = POLLIN };
	}
	if (run->wants_token)
		run->fds[n++] = (struct pollfd){ .fd = jobserver_fd(&run->server), .events = POLLIN };
	if (poll(run->fds, n, STEP_MS) < 0 && errno != EINTR)
		return syb_fail(run->ctx, SYB_E_IO, SYB_NO_OFFSET, "tool-start", "cannot wait for jobs: %s",
				strerror(errno));
	return ctx_cancelled(run->ctx);
}

/* Does not reap the child, so its process id is not reused. */
static bool has_ended(pid_t child)
{
	siginfo_t info = { 0 };

	return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) < 0 || info.si_pid == child;
}

/* End all jobs and their children: SIGTERM, time to clean up, then SIGKILL. */
static void end_all(struct runner *run)
{
	static const struct timespec nap = { .tv_nsec = 5000000 };
	double until = clock_seconds() + GRACE_MS / 1000.0;

	for (size_t i = 0; i < run->most && run->running > 0; i++)
		if (run->places[i].child)
			kill(-run->places[i].child, SIGTERM);
	while (run->running > 0) {
		for (size_t i = 0; i < run->most; i++) {
			struct place *place = &run->places[i];

			if (!place->child || (clock_seconds() < until && !has_ended(place->child)))
				continue;
			kill(-place->child, SIGKILL); /* its children */
			process_kill(place->child);
			leave(run, place);
		}
		if (run->running > 0)
			nanosleep(&nap, NULL);
	}
}

/* ---- entry points ---- */

static void drop(struct runner *run)
{
	end_all(run);
	for (size_t i = 0; i < run->count; i++) {
		run->jobs[i].command = NULL;
		if (run->jobs[i].state == JOB_RUNNING)
			run->jobs[i].state = JOB_WAITING;
	}
	jobserver_close(&run->server);
	jobs_cache_close(run->cache);
	close_fd(&run->null);
	arena_free(&run->arena);
}

static int make_places(struct runner *run)
{
	size_t most = run->opts->jobs ? run->opts->jobs : machine_processors();

	most = most > PLACES_MOST ? PLACES_MOST : most;
	if (jobserver_fd(&run->server) >= 0 && most > JOBSERVER_MOST)
		most = JOBSERVER_MOST;
	most = jobserver_most(&run->server, most, run->opts->jobs > 0);
	run->most = most > run->count ? run->count : most;
	run->places = arena_array(run->ctx, &run->arena, run->most + 1, sizeof(*run->places));
	run->fds = arena_array(run->ctx, &run->arena, 2 * run->most + 1, sizeof(*run->fds));
	if (!run->places || !run->fds)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < run->most; i++)
		run->places[i].fd = run->places[i].pidfd = run->places[i].report = -1;
	return 0;
}

/* Compilers that crash leave files in TMPDIR. */
static int make_environment(struct runner *run)
{
	size_t count = 0, next = 0;

	if (!run->opts->temp || run->opts->temp[0] != '/')
		return 0;
	while (environ && environ[count])
		count++;
	run->environment = arena_array(run->ctx, &run->arena, count + 2, sizeof(*run->environment));
	if (!run->environment)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		if (!str_starts(environ[i], "TMPDIR="))
			run->environment[next++] = environ[i];
	run->environment[next] = arena_printf(run->ctx, &run->arena, "TMPDIR=%s", run->opts->temp);
	return run->environment[next] ? 0 : -SYB_E_NOMEM;
}

static int prepare(struct runner *run)
{
	int r;

	for (size_t i = 0; i < run->count; i++) {
		buf_free(&run->jobs[i].said);
		buf_free(&run->jobs[i].report);
		run->jobs[i].said = run->jobs[i].report = (struct buf){ 0 };
		run->jobs[i].state = JOB_WAITING;
		run->jobs[i].starts = 0;
		run->jobs[i].error = 0;
	}
	run->null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (run->null < 0 || process_above_standard(&run->null) < 0)
		return syb_fail(run->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "/dev/null: %s", strerror(errno));
	r = jobs_graph(run->ctx, &run->arena, run->jobs, run->count, &run->nodes);
	if (r == 0 && run->opts->launcher)
		r = shell_split(run->ctx, &run->arena, run->opts->launcher, &run->launcher, &run->launcher_words);
	if (r == 0)
		r = make_places(run);
	if (r == 0)
		r = make_environment(run);
	if (r == 0 && run->opts->cache_dir)
		load_early(run); /* the libraries of this process are part of keys */
	if (r == 0)
		r = jobs_cache_open(run->ctx, run->opts, &run->cache);
	/* leave some memory for other processes */
	run->memory = run->opts->memory ? run->opts->memory : machine_memory() / 10 * 9;
	return r;
}

int jobs_run(struct syb_ctx *ctx, struct job *jobs, size_t count, const struct jobs_opts *opts)
{
	static const struct jobs_opts none;
	_cleanup_(drop) struct runner run = { .ctx = ctx,
					      .jobs = jobs,
					      .count = count,
					      .opts = opts ? opts : &none,
					      .server = jobserver_open(),
					      .null = -1,
					      .begin = clock_seconds() };
	int r = prepare(&run);

	while (r == 0 && run.ended < count) {
		r = begin_all(&run);
		if (r == 0 && run.ended < count)
			load_early(&run);
		if (r == 0 && run.ended < count)
			r = wait_for_some(&run);
		for (size_t i = 0; i < run.most && r == 0; i++)
			if (run.places[i].child)
				r = look_at(&run, &run.places[i]);
		report_progress(&run);
	}
	return r < 0 ? r : run.first_error;
}

void jobs_rest_wait(struct jobs_rest *rest)
{
	while (rest->count > 0) {
		pid_t child = rest->list[--rest->count];

		while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
			;
	}
}

void jobs_free(struct job *jobs, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		buf_free(&jobs[i].said);
		buf_free(&jobs[i].report);
	}
}
