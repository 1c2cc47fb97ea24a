/* tools/progress.c — one line on a terminal about work that takes longer than half a second. */
#include "base/jobs.h"
#include "tool.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define FIRST_NS UINT64_C(500000000)
#define STEP_NS UINT64_C(100000000)

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}

static void put(const char *text, int len)
{
	if (len > 0)
		(void)!write(STDERR_FILENO, text, (size_t)len);
}

/* Whether it is time to show something again. */
static bool is_due(struct tool *tool, uint64_t now)
{
	struct progress *p = &tool->progress;

	if (!p->start_ns)
		p->start_ns = now;
	if (now - p->start_ns < FIRST_NS || now - p->last_ns < STEP_NS || tool->quiet)
		return false;
	p->last_ns = now;
	p->shown = true;
	return true;
}

void progress_sink(void *user, const char *what, uint64_t done, uint64_t total)
{
	struct tool *tool = user;
	struct progress *p = &tool->progress;
	uint64_t now = now_ns();
	char line[160];
	double rate;

	if (!is_due(tool, now))
		return;
	rate = (double)done * 1000.0 / (double)(now - p->start_ns); /* bytes per ns × 1000 = MB/s */
	if (total)
		put(line, snprintf(line, sizeof(line), "\r\033[K%.60s: %3" PRIu64 "%%, %.0f MB/s", what,
				   (uint64_t)((double)done * 100.0 / (double)total), rate));
	else
		put(line, snprintf(line, sizeof(line), "\r\033[K%.60s: %" PRIu64 " MB, %.0f MB/s", what,
				   done / 1000000, rate));
}

void progress_jobs(void *user, const struct jobs_progress *jobs)
{
	enum { WIDTH = 20 };
	struct tool *tool = user;
	size_t filled = jobs->total ? jobs->done * WIDTH / jobs->total : 0;
	char line[240], left[40] = "", bar[WIDTH + 1] = "";

	if (!tool->ctx->opts.progress || !is_due(tool, now_ns()))
		return;
	memset(bar, '.', WIDTH);
	memset(bar, '#', filled);
	if (jobs->seconds_left >= 0)
		snprintf(left, sizeof(left), ", %.1f/s, %.0f s left", jobs->rate, jobs->seconds_left);
	put(line, snprintf(line, sizeof(line), "\r\033[K[%s] %zu of %zu%s %.60s", bar, jobs->done, jobs->total, left,
			   jobs->label ? jobs->label : ""));
}

void progress_erase(struct tool *tool)
{
	if (tool->progress.shown)
		put("\r\033[K", 4);
	tool->progress.shown = false;
}
