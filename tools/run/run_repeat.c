/* tools/run/run_repeat.c — sybil run --repeat: further launches, timed on host and device.
 *
 * Each launch is awaited and starts with the initial contents of its in-out buffers. With --async, launches follow
 * each other without either; the host's time is then the total, divided. */
#define _GNU_SOURCE
#include "run.h"

#include "base/clock.h"

#include <stdlib.h>

/* All times are in nanoseconds, so that milliseconds print as short numbers. */
static double rounded(double d)
{
	return (double)(uint64_t)(d * 1000 + 0.5) / 1000;
}

int run_upload(struct run *run, struct run_arg *arg)
{
	struct syb_ctx *ctx = run->tool->ctx;

	if (arg->in.ptr)
		TRY(syb_mem_copy(ctx, run->queue, arg->address, arg->in.ptr, arg->in.bytes, NULL, 0, NULL));
	else
		TRY(syb_mem_fill(ctx, run->queue, arg->address, "", 1, arg->in.bytes, NULL, 0, NULL));
	return syb_queue_wait(ctx, run->queue);
}

static int restore(struct run *run)
{
	for (size_t i = 0; i < run->arg_count; i++)
		if (run->args[i].kind == RUN_BUFFER && run->args[i].is_output && run->args[i].reads)
			TRY(run_upload(run, &run->args[i]));
	return 0;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* The device's time; 0 if unknown. */
static int device_time(struct run *run, struct syb_event *event, double *out)
{
	struct syb_event_times times = { 0 };
	int r = syb_event_times(run->tool->ctx, event, &times);

	*out = times.ended > times.started ? (double)(times.ended - times.started) : 0;
	return r == -SYB_E_UNSUPPORTED ? 0 : r;
}

static int one_by_one(struct run *run, double *device, double *host)
{
	struct syb_ctx *ctx = run->tool->ctx;
	int r = 0;

	for (size_t i = 0; r == 0 && i < run->repeat; i++) {
		_cleanup_(syb_event_free_p) struct syb_event *event = NULL;
		uint64_t start;

		progress_step(run->tool, i, run->repeat);
		r = restore(run);
		start = clock_ns();
		if (r == 0)
			r = syb_kernel_launch(ctx, run->queue, run->kernel, &run->launch, &event);
		if (r == 0)
			r = syb_event_wait(ctx, event);
		host[i] = (double)(clock_ns() - start);
		if (r == 0)
			r = device_time(run, event, &device[i]);
		if (r == 0)
			r = ctx_cancelled(ctx);
	}
	return r;
}

/* Keep the events of all launches and query them at the end. */
static int all_at_once(struct run *run, struct syb_event **events, double *device, double *out_host)
{
	struct syb_ctx *ctx = run->tool->ctx;
	uint64_t start = clock_ns();
	int r = 0;

	for (size_t i = 0; r == 0 && i < run->repeat; i++) {
		r = ctx_cancelled(ctx);
		if (r == 0)
			r = syb_kernel_launch(ctx, run->queue, run->kernel, &run->launch, &events[i]);
	}
	if (r == 0)
		r = syb_queue_wait(ctx, run->queue);
	*out_host = (double)(uint64_t)((double)(clock_ns() - start) / (double)run->repeat + 0.5);
	for (size_t i = 0; i < run->repeat && events[i] && r != -SYB_E_CANCELLED; i++) { /* release everything then */
		if (r == 0)
			r = syb_event_wait(ctx, events[i]);
		if (r == 0)
			r = device_time(run, events[i], &device[i]);
		syb_event_free(events[i]);
	}
	return r;
}

static double median(const double *sorted, size_t count)
{
	return count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

/* Times of one side, in milliseconds; null if unknown. Returns the shortest. */
static double show(struct run *run, struct syb_value *map, const char *key, double *times, size_t count)
{
	static const char shortest[] = "shortest (ms)", middle[] = "median (ms)";
	struct syb_value *side = value_map(run->record, map, key);

	qsort(times, count, sizeof(*times), by_size);
	if (times[0] <= 0) {
		value_label(run->record, value_null(run->record, side, "min_ms"), shortest);
		value_label(run->record, value_null(run->record, side, "median_ms"), middle);
		return 0;
	}
	value_label(run->record, value_real(run->record, side, "min_ms", times[0] / 1e6), shortest);
	value_label(run->record, value_real(run->record, side, "median_ms", median(times, count) / 1e6), middle);
	return times[0];
}

/* Bytes read and bytes written, each counted once. */
static uint64_t traffic(const struct run *run)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < run->arg_count; i++)
		if (run->args[i].kind == RUN_BUFFER)
			bytes += run->args[i].in.bytes * ((uint64_t)run->args[i].reads + run->args[i].is_output);
	return bytes;
}

int run_repeat(struct run *run)
{
	struct tool *tool = run->tool;
	bool async = args_has(tool, OPT_run_async);
	double *device = arena_array(tool->ctx, &tool->arena, run->repeat, sizeof(*device));
	double *host = arena_array(tool->ctx, &tool->arena, run->repeat, sizeof(*host));
	struct syb_event **events = arena_array(tool->ctx, &tool->arena, run->repeat, sizeof(*events));
	uint64_t bytes = traffic(run);
	struct syb_value *map;
	double best, best_host;
	int r;

	if (!device || !host || !events)
		return -SYB_E_NOMEM;
	progress_begin(tool, "%zu launches of %s", run->repeat, run->kernel_name);
	r = async ? all_at_once(run, events, device, host) : one_by_one(run, device, host);
	progress_end(tool);
	if (r < 0)
		return r;
	map = value_map(run->record, run->record->root, "repeat");
	value_uint(run->record, map, "count", run->repeat);
	value_bool(run->record, map, "async", async);
	best = show(run, map, "device", device, run->repeat);
	best_host = show(run, map, "host", host, async ? 1 : run->repeat);
	if (best <= 0)
		best = best_host;
	value_hint(value_uint(run->record, map, "bytes", bytes), VALUE_SIZE);
	if (best > 0)
		value_label(run->record, value_real(run->record, map, "gb_per_s", rounded((double)bytes / best)),
			    "GB/s");
	return 0;
}
