/* tools/frame/progress.c — one line on a terminal about work that takes longer than half a second: what is done, how
 * fast, and the remaining time.
 *
 * Not shown in files or pipes, with --quiet or --json, or in the background, when another process uses the terminal.
 * Most work reports its progress. Drivers and LLVM do not: while they run, a separate thread updates the line.
 * progress_line.c formats the line and erases it before other output. */
#include "base/clock.h"
#include "progress_line.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sybil/compile.h>
#include <time.h>
#include <unistd.h>

#define FIRST_NS UINT64_C(500000000)
#define STEP_NS UINT64_C(100000000)

bool progress_wanted(void)
{
	const char *term = getenv("TERM");

	return isatty(STDERR_FILENO) && !(term && str_eq(term, "dumb"));
}

/* A terminal that is not our controlling terminal does not report its foreground process. */
static bool in_background(void)
{
	pid_t front = tcgetpgrp(STDERR_FILENO);

	return front > 0 && front != getpgrp();
}

static bool is_allowed(const struct tool *tool)
{
	return tool->ctx->opts.progress && !tool->quiet && !tool->json && !tool->json_diags;
}

/* Whether it is time to show something again. */
static bool is_due(struct tool *tool, uint64_t now)
{
	struct progress *p = &tool->progress;

	if (!is_allowed(tool) || p->ticker)
		return false;
	if (!p->first_ns)
		p->first_ns = now;
	if (now - p->first_ns < FIRST_NS || now - p->last_ns < STEP_NS)
		return false;
	p->last_ns = now;
	return !in_background();
}

/* Rates apply to the current task and start again with the next one. */
static void follow(struct progress *p, const char *what, uint64_t done, uint64_t now)
{
	size_t len = strnlen(what, sizeof(p->what) - 1);

	if (p->start_ns && done >= p->before && strncmp(p->what, what, len) == 0 && !p->what[len])
		return;
	memcpy(p->what, what, len);
	p->what[len] = '\0';
	p->start_ns = now;
	p->before = done;
}

/* ---- how much, how fast, how long ---- */

struct pace {
	double seconds, rate; /* since it began; per second */
};

/* The remaining time or, if that is unknown, the elapsed time. */
static void format_time(struct progress_line *line, const struct pace *pace, uint64_t left)
{
	char time[32];

	progress_time(time, sizeof(time), pace->rate > 0 ? (double)left / pace->rate : pace->seconds);
	if (pace->rate <= 0)
		snprintf(line->time, sizeof(line->time), ", %s", time);
	else if (left)
		snprintf(line->time, sizeof(line->time), ", %s left", time);
}

static void format_size(char *out, size_t room, double bytes, const char *before, const char *after)
{
	bool small = bytes < 1e6;

	snprintf(out, room, "%s%.0f %s%s", before, bytes / (small ? 1e3 : 1e6), small ? "kB" : "MB", after);
}

typedef void format_fn(struct progress_line *line, uint64_t done, uint64_t total, const struct pace *pace);

static void format_bytes(struct progress_line *line, uint64_t done, uint64_t total, const struct pace *pace)
{
	char part[32] = "";

	if (total)
		snprintf(part, sizeof(part), "%.0f%% of ", done < total ? (double)done * 100 / (double)total : 100.0);
	format_size(line->amount, sizeof(line->amount), (double)(total ? total : done), part, "");
	if (pace->rate > 0)
		format_size(line->rate, sizeof(line->rate), pace->rate, ", ", "/s");
	if (total > done && pace->rate > 0)
		format_time(line, pace, total - done);
}

static void format_rate(struct progress_line *line, const struct pace *pace)
{
	if (pace->rate > 0)
		snprintf(line->rate, sizeof(line->rate), pace->rate < 100 ? ", %.1f/s" : ", %.0f/s", pace->rate);
}

static void format_count(struct progress_line *line, uint64_t done, uint64_t total, const struct pace *pace)
{
	if (!done && !total) {
		progress_time(line->amount, sizeof(line->amount), pace->seconds);
		return;
	}
	snprintf(line->amount, sizeof(line->amount), "%" PRIu64 " of %" PRIu64, done, total);
	format_rate(line, pace);
	format_time(line, pace, total > done ? total - done : 0);
}

static struct pace pace_of(uint64_t from_ns, uint64_t now, uint64_t done)
{
	double seconds = (double)(now - from_ns) / 1e9;

	return (struct pace){ seconds, seconds > 0 ? (double)done / seconds : 0 };
}

/* ---- what is shown ---- */

/* For many small files, show the number of files. */
static void show_files(struct tool *tool, uint64_t now)
{
	struct progress *p = &tool->progress;
	const struct pace pace = pace_of(p->files_ns, now, p->file - 1);
	struct progress_line line = { .label = tool->args.operands[p->file - 1] };

	snprintf(line.amount, sizeof(line.amount), "%zu of %zu files", p->file, p->files);
	format_rate(&line, &pace);
	format_time(&line, &pace, p->files - p->file + 1);
	progress_put(tool->silent, &p->shown, &line);
}

void progress_file(struct tool *tool, size_t file, size_t files)
{
	struct progress *p = &tool->progress;
	uint64_t now = clock_ns();

	if (file == 1)
		p->files_ns = now;
	p->file = file;
	p->files = files;
	if (files > 1 && is_due(tool, now))
		show_files(tool, now);
}

static void show(struct tool *tool, const char *what, uint64_t done, uint64_t total, format_fn *format)
{
	struct progress *p = &tool->progress;
	uint64_t now = clock_ns();
	struct progress_line line = { .label = what };
	struct pace pace;
	char named[256];

	follow(p, what, done, now);
	if (!is_due(tool, now))
		return;
	if (p->files > 1 && now - p->start_ns < FIRST_NS) {
		show_files(tool, now);
		return;
	}
	if (p->files > 1) {
		snprintf(named, sizeof(named), "[%zu of %zu] %s", p->file, p->files, what);
		line.label = named;
	}
	pace = pace_of(p->start_ns, now, done - p->before);
	format(&line, done, total, &pace);
	progress_put(tool->silent, &p->shown, &line);
}

void progress_bytes(void *user, const char *what, uint64_t done, uint64_t total)
{
	show(user, what, done, total, format_bytes);
}

/* Erase the line of a finished task, which would seem to hang. */
void progress_count(void *user, const char *what, uint64_t done, uint64_t total)
{
	if (total && done >= total)
		progress_erase(user);
	else
		show(user, what, done, total, format_count);
}

/* Jobs are run in several steps, each of which reports only its own; jobs of earlier steps are added as done. */
static void follow_jobs(struct progress *p, const struct syb_compile_progress *jobs)
{
	if (!p->jobs.number || jobs->seconds < p->jobs.seconds) {
		p->jobs.number++;
		p->jobs.before += p->jobs.total;
	}
	p->jobs.total = jobs->total;
	p->jobs.seconds = jobs->seconds;
}

void progress_jobs(struct tool *tool, const struct syb_compile_progress *jobs)
{
	struct progress *p = &tool->progress;
	const struct pace pace = { jobs->seconds, jobs->seconds_left >= 0 ? jobs->rate : 0 };
	struct progress_line line = { .label = jobs->label, .label_last = true, .bar = true };
	char step[32] = "";
	size_t done, total;

	follow_jobs(p, jobs);
	if (!is_due(tool, clock_ns()))
		return;
	done = p->jobs.before + jobs->done;
	total = p->jobs.before + jobs->total;
	line.part = total ? (double)done / (double)total : 0;
	if (p->jobs.number > 1)
		snprintf(step, sizeof(step), " (step %u)", p->jobs.number);
	snprintf(line.amount, sizeof(line.amount), "%zu of %zu%s", done, total, step);
	format_rate(&line, &pace);
	format_time(&line, &pace, total - done);
	progress_put(tool->silent, &p->shown, &line);
}

/* ---- by the clock ---- */

struct ticker {
	struct tool *tool;
	struct syb_ctx *ctx; /* used only by the thread */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t end;
	bool ended;
	uint64_t start_ns, done, total;
	char label[256];
};

static void tick(struct ticker *t)
{
	uint64_t now = clock_ns();
	const struct pace pace = pace_of(t->start_ns, now, t->done);
	struct progress_line line = { .label = t->label };

	if (now - t->start_ns < FIRST_NS || in_background())
		return;
	format_count(&line, t->done, t->total, &pace);
	progress_put(t->ctx, &t->tool->progress.shown, &line);
}

static void *run_ticker(void *arg)
{
	struct ticker *t = arg;
	struct timespec until;

	pthread_mutex_lock(&t->lock);
	clock_gettime(CLOCK_MONOTONIC, &until);
	while (!t->ended) {
		until.tv_nsec += (long)STEP_NS;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		if (pthread_cond_timedwait(&t->end, &t->lock, &until) == ETIMEDOUT && !t->ended)
			tick(t);
	}
	pthread_mutex_unlock(&t->lock);
	return NULL;
}

/* The thread blocks signals, which the working threads handle. */
static bool start(struct ticker *t)
{
	const struct syb_ctx_opts silent = { .size = sizeof(silent), .sink = diag_drop };
	sigset_t all, before;
	pthread_condattr_t attr;
	int error;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->end, &attr);
	pthread_condattr_destroy(&attr);
	if (syb_ctx_new(&silent, &t->ctx) < 0)
		return false;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&t->thread, NULL, run_ticker, t);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return error == 0;
}

static void ticker_free(struct tool *tool, struct ticker *t)
{
	pthread_cond_destroy(&t->end);
	pthread_mutex_destroy(&t->lock);
	syb_ctx_free(t->ctx);
	allocator_free(allocator_of(tool->silent), t);
}

void progress_begin(struct tool *tool, const char *fmt, ...)
{
	struct ticker *t;
	va_list args;

	if (!is_allowed(tool) || tool->progress.ticker)
		return;
	t = mem_alloc(tool->silent, sizeof(*t));
	if (!t)
		return;
	*t = (struct ticker){ .tool = tool, .start_ns = clock_ns() };
	va_start(args, fmt);
	vsnprintf(t->label, sizeof(t->label), fmt, args);
	va_end(args);
	if (start(t))
		tool->progress.ticker = t;
	else
		ticker_free(tool, t);
}

void progress_step(struct tool *tool, uint64_t done, uint64_t total)
{
	struct ticker *t = tool->progress.ticker;

	if (!t)
		return;
	pthread_mutex_lock(&t->lock);
	t->done = done;
	t->total = total;
	pthread_mutex_unlock(&t->lock);
}

void progress_end(struct tool *tool)
{
	struct ticker *t = tool->progress.ticker;

	if (!t)
		return;
	pthread_mutex_lock(&t->lock);
	t->ended = true;
	pthread_cond_signal(&t->end);
	pthread_mutex_unlock(&t->lock);
	pthread_join(t->thread, NULL);
	tool->progress.ticker = NULL;
	ticker_free(tool, t);
	progress_erase(tool);
}

void progress_erase(struct tool *tool)
{
	struct ticker *t = tool->progress.ticker;

	if (t)
		pthread_mutex_lock(&t->lock);
	progress_take(&tool->progress.shown);
	if (t)
		pthread_mutex_unlock(&t->lock);
}

void progress_clear(struct tool *tool)
{
	if (is_allowed(tool) && !in_background())
		(void)!write(STDERR_FILENO, "\r\033[K", 4);
}
