/* tools/progress.c — one line on a terminal about work that takes longer than half a second. */
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

void progress_sink(void *user, const char *what, uint64_t done, uint64_t total)
{
	struct tool *tool = user;
	struct progress *p = &tool->progress;
	uint64_t now = now_ns();
	char line[160];
	double rate;

	if (!p->start_ns)
		p->start_ns = now;
	if (now - p->start_ns < FIRST_NS || now - p->last_ns < STEP_NS || tool->quiet)
		return;
	p->last_ns = now;
	p->shown = true;
	rate = (double)done * 1000.0 / (double)(now - p->start_ns); /* bytes per ns × 1000 = MB/s */
	if (total)
		put(line, snprintf(line, sizeof(line), "\r\033[K%.60s: %3" PRIu64 "%%, %.0f MB/s", what,
				   (uint64_t)((double)done * 100.0 / (double)total), rate));
	else
		put(line, snprintf(line, sizeof(line), "\r\033[K%.60s: %" PRIu64 " MB, %.0f MB/s", what,
				   done / 1000000, rate));
}

void progress_erase(struct tool *tool)
{
	if (tool->progress.shown)
		put("\r\033[K", 4);
	tool->progress.shown = false;
}
