/* tools/progress.c — one line on a terminal about work that takes longer than half a second: what is done, how fast,
 * and how long it will take.
 *
 * Never in a file, a pipe, with --quiet or --json, or while the shell has us in the background, where the terminal is
 * somebody else's. The line is as wide as the terminal at that moment, and is taken back before anything else is
 * written there. */
#include "base/columns.h"
#include "base/jobs.h"
#include "tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define FIRST_NS UINT64_C(500000000)
#define STEP_NS UINT64_C(100000000)

enum { USUAL_WIDTH = 80 };

bool progress_wanted(void)
{
	const char *term = getenv("TERM");

	return isatty(STDERR_FILENO) && !(term && str_eq(term, "dumb"));
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}

/* Where the terminal is not the one that controls us it does not say who is in front. */
static bool in_background(void)
{
	pid_t front = tcgetpgrp(STDERR_FILENO);

	return front > 0 && front != getpgrp();
}

/* Whether it is time to show something again. */
static bool is_due(struct tool *tool, uint64_t now)
{
	struct progress *p = &tool->progress;

	if (tool->quiet || tool->json || tool->json_diags)
		return false;
	if (!p->first_ns)
		p->first_ns = now;
	if (now - p->first_ns < FIRST_NS || now - p->last_ns < STEP_NS)
		return false;
	p->last_ns = now;
	return !in_background();
}

/* Rates are those of what is told now, and begin anew with something else. */
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

/* ---- the line ---- */

static int add_time(struct syb_ctx *ctx, struct buf *line, double seconds)
{
	uint64_t s = seconds < 1e6 ? (uint64_t)(seconds + 0.5) : 1000000;

	if (s < 60)
		return buf_printf(ctx, line, "%" PRIu64 " s", s);
	if (s < 3600)
		return buf_printf(ctx, line, "%" PRIu64 " min %02" PRIu64 " s", s / 60, s % 60);
	return buf_printf(ctx, line, "%" PRIu64 " h %02" PRIu64 " min", s / 3600, s / 60 % 60);
}

static int add_left(struct syb_ctx *ctx, struct buf *line, double seconds)
{
	int r = buf_text(ctx, line, ", ");

	if (r == 0)
		r = add_time(ctx, line, seconds);
	return r < 0 ? r : buf_text(ctx, line, " left");
}

/* Which of several files it is, and what is done; names are untrusted. */
static int add_what(struct tool *tool, struct buf *line, const char *what)
{
	const struct progress *p = &tool->progress;
	int r = p->files > 1 ? buf_printf(tool->silent, line, "[%zu of %zu] ", p->file, p->files) : 0;

	if (r == 0)
		r = buf_escaped(tool->silent, line, what, strlen(what));
	return r < 0 ? r : buf_text(tool->silent, line, ": ");
}

static void put(struct tool *tool, struct buf *text)
{
	_cleanup_(buf_free) struct buf line = { 0 };
	struct syb_ctx *ctx = tool->silent;
	size_t width = terminal_width(STDERR_FILENO);

	width = width ? width : USUAL_WIDTH;
	/* a character in the last column makes some terminals begin a new line */
	if (columns_cut(ctx, text, 0, width - 1) < 0 || buf_text(ctx, &line, "\r\033[K") < 0 ||
	    buf_add(ctx, &line, text->ptr, text->len) < 0)
		return;
	diag_put(&line);
	tool->progress.shown = true;
}

struct pace {
	double seconds, rate; /* since it began; per second */
};

/* Follow the work. False: nothing is to be shown now. */
static bool step(struct tool *tool, const char *what, uint64_t done, struct pace *out)
{
	struct progress *p = &tool->progress;
	uint64_t now = now_ns();

	follow(p, what, done, now);
	if (!is_due(tool, now))
		return false;
	out->seconds = (double)(now - p->start_ns) / 1e9;
	out->rate = out->seconds > 0 ? (double)(done - p->before) / out->seconds : 0;
	return true;
}

/* How much is done of how much, and how fast. */
typedef int amount_fn(struct syb_ctx *ctx, struct buf *line, uint64_t done, uint64_t total, const struct pace *pace);

static int add_bytes(struct syb_ctx *ctx, struct buf *line, uint64_t done, uint64_t total, const struct pace *pace)
{
	int r = 0;

	if (total)
		r = buf_printf(ctx, line, "%.0f%% of ", done < total ? (double)done * 100 / (double)total : 100.0);
	if (r == 0)
		r = buf_printf(ctx, line, "%.0f MB", (double)(total ? total : done) / 1e6);
	if (r == 0 && pace->rate > 0)
		r = buf_printf(ctx, line, ", %.0f MB/s", pace->rate / 1e6);
	return r;
}

static int add_count(struct syb_ctx *ctx, struct buf *line, uint64_t done, uint64_t total, const struct pace *pace)
{
	int r = !done && !total ? add_time(ctx, line, pace->seconds) :
				  buf_printf(ctx, line, "%" PRIu64 " of %" PRIu64, done, total);

	if (r == 0 && pace->rate > 0)
		r = buf_printf(ctx, line, ", %.1f/s", pace->rate);
	return r;
}

static void show(struct tool *tool, const char *what, uint64_t done, uint64_t total, amount_fn *add_amount)
{
	_cleanup_(buf_free) struct buf line = { 0 };
	struct pace pace;
	int r;

	if (!step(tool, what, done, &pace))
		return;
	r = add_what(tool, &line, what);
	if (r == 0)
		r = add_amount(tool->silent, &line, done, total, &pace);
	if (r == 0 && pace.rate > 0 && total > done)
		r = add_left(tool->silent, &line, (double)(total - done) / pace.rate);
	if (r == 0)
		put(tool, &line);
}

void progress_bytes(void *user, const char *what, uint64_t done, uint64_t total)
{
	show(user, what, done, total, add_bytes);
}

void progress_count(void *user, const char *what, uint64_t done, uint64_t total)
{
	show(user, what, done, total, add_count);
}

void progress_jobs(void *user, const struct jobs_progress *jobs)
{
	enum { WIDTH = 20 };
	_cleanup_(buf_free) struct buf line = { 0 };
	struct tool *tool = user;
	struct syb_ctx *ctx = tool->silent;
	size_t filled = jobs->total ? jobs->done * WIDTH / jobs->total : 0;
	int r;

	if (!tool->ctx->opts.progress || !is_due(tool, now_ns()))
		return;
	r = buf_char(ctx, &line, '[');
	if (r == 0)
		r = buf_fill(ctx, &line, '#', filled);
	if (r == 0)
		r = buf_fill(ctx, &line, '.', WIDTH - filled);
	if (r == 0)
		r = buf_printf(ctx, &line, "] %zu of %zu", jobs->done, jobs->total);
	if (r == 0 && jobs->seconds_left >= 0) {
		r = buf_printf(ctx, &line, ", %.1f/s", jobs->rate);
		if (r == 0)
			r = add_left(ctx, &line, jobs->seconds_left);
	}
	if (r == 0 && jobs->label) {
		r = buf_char(ctx, &line, ' ');
		if (r == 0)
			r = buf_escaped(ctx, &line, jobs->label, strlen(jobs->label));
	}
	if (r == 0)
		put(tool, &line);
}

void progress_erase(struct tool *tool)
{
	if (tool->progress.shown)
		(void)!write(STDERR_FILENO, "\r\033[K", 4);
	tool->progress.shown = false;
}
