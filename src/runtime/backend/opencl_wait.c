/* runtime/backend/opencl_wait.c — events of an OpenCL driver, and waiting for them.
 *
 * The driver's own wait cannot be interrupted. A caller that can be cancelled therefore sleeps until a callback of the
 * driver wakes it, and reads its cancel flag from time to time. */
#define _GNU_SOURCE
#include "opencl.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SLICE_NS = 10000000 }; /* between two looks at the cancel flag */

/* ---- signals ---- */

/* Wakes the threads that wait for commands of a queue, whichever of them has ended. The queue has a reference, and so
 * has each callback that the driver has not called yet: it may call it after the queue was closed. Threads sleep on the
 * count itself, because a condition variable makes a short wait a tenth longer. */
struct opencl_signal {
	struct allocator from;
	atomic_uint refs;
	atomic_uint count; /* of commands that ended */
	pthread_mutex_t lock;
	cl_event event; /* of the last one, and its state: CL_COMPLETE or an error */
	cl_int state;
};

int opencl_signal_new(struct syb_ctx *ctx, struct opencl_signal **out_signal)
{
	struct opencl_signal *signal = mem_zalloc(ctx, sizeof(*signal));

	if (!signal)
		return -SYB_E_NOMEM;
	signal->from = allocator_of(ctx);
	atomic_init(&signal->refs, 1);
	pthread_mutex_init(&signal->lock, NULL);
	*out_signal = signal;
	return 0;
}

void opencl_signal_drop(struct opencl_signal *signal)
{
	if (!signal || atomic_fetch_sub(&signal->refs, 1) != 1)
		return;
	pthread_mutex_destroy(&signal->lock);
	allocator_free(signal->from, signal);
}

/* In a thread of the driver. */
static void CL_CALLBACK send_signal(cl_event event, cl_int state, void *user)
{
	struct opencl_signal *signal = user;

	pthread_mutex_lock(&signal->lock);
	signal->event = event;
	signal->state = state;
	atomic_fetch_add(&signal->count, 1);
	pthread_mutex_unlock(&signal->lock);
	syscall(SYS_futex, &signal->count, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
	opencl_signal_drop(signal);
}

/* Sleep until more than `count` commands have ended, but not for long. Returns the state of this command: CL_RUNNING if
 * it is not known. */
static cl_int wait_for_signal(struct opencl_signal *signal, unsigned *count, cl_event event)
{
	const struct timespec slice = { .tv_nsec = SLICE_NS };
	cl_int state;

	if (atomic_load(&signal->count) == *count) /* else, or after an early return, the caller looks again */
		syscall(SYS_futex, &signal->count, FUTEX_WAIT_PRIVATE, *count, &slice, NULL, 0);
	pthread_mutex_lock(&signal->lock);
	state = atomic_load(&signal->count) != *count && signal->event == event ? signal->state : CL_RUNNING;
	*count = atomic_load(&signal->count);
	pthread_mutex_unlock(&signal->lock);
	return state;
}

/* ---- events ---- */

int opencl_event_times(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event,
		       struct syb_event_times *out_times)
{
	const struct {
		cl_profiling_info what;
		uint64_t *place;
	} parts[] = {
		{ CL_PROFILING_COMMAND_QUEUED, &out_times->queued },
		{ CL_PROFILING_COMMAND_SUBMIT, &out_times->submitted },
		{ CL_PROFILING_COMMAND_START, &out_times->started },
		{ CL_PROFILING_COMMAND_END, &out_times->ended },
	};
	uint64_t last = 0;

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		cl_ulong t = 0;
		cl_int error = queue->device->api->clGetEventProfilingInfo((cl_event)event, parts[i].what, sizeof(t),
									   &t, NULL);

		if (error != CL_SUCCESS && error != CL_PROFILING_INFO_NOT_AVAILABLE)
			return opencl_check(ctx, error, "clGetEventProfilingInfo");
		if (error == CL_SUCCESS && t < last) /* make times ascend, even if the driver's clocks do not */
			t = last;
		*parts[i].place = last = error == CL_SUCCESS ? t : 0;
	}
	return 0;
}

/* 1 done, 0 not yet, or the error of the command. */
static int check_state(struct syb_ctx *ctx, cl_int state)
{
	return state < 0 ? opencl_check(ctx, state, "a command failed") : state == CL_COMPLETE;
}

static int status(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event)
{
	cl_int state = CL_COMPLETE;

	TRY(opencl_check(ctx,
			 queue->device->api->clGetEventInfo((cl_event)event, CL_EVENT_COMMAND_EXECUTION_STATUS,
							    sizeof(state), &state, NULL),
			 "clGetEventInfo"));
	if (state > CL_QUEUED)
		return driver_bad_answer(ctx, "clGetEventInfo", "a command is in state %d", state);
	return check_state(ctx, state);
}

/* The driver is asked for the state only if the callback has not set it, because drivers call back while they hold a
 * lock of the event. */
static int wait_for_callback(struct syb_ctx *ctx, struct be_queue *queue, cl_event event)
{
	struct opencl_signal *signal = queue->signal;
	unsigned count = atomic_load(&signal->count);
	int r;

	atomic_fetch_add(&signal->refs, 1);
	if (queue->device->api->clSetEventCallback(event, CL_COMPLETE, send_signal, signal) != CL_SUCCESS) {
		opencl_signal_drop(signal);
		return driver_poll(ctx, status, queue, (struct be_event *)event);
	}
	do {
		TRY(ctx_cancelled(ctx));
		r = check_state(ctx, wait_for_signal(signal, &count, event));
		if (r == 0)
			r = status(ctx, queue, (struct be_event *)event);
	} while (r == 0);
	return r < 0 ? r : 0;
}

/* Fails, too, if the command failed. */
static int wait_done(struct syb_ctx *ctx, struct be_queue *queue, cl_event event)
{
	const struct opencl_api *api = queue->device->api;
	cl_int error;

	if (driver_may_stop(ctx)) {
		api->clFlush(queue->id);
		return wait_for_callback(ctx, queue, event);
	}
	error = api->clWaitForEvents(1, &event);
	if (error == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
		TRY(status(ctx, queue, (struct be_event *)event)); /* has a better error, if any */
	return opencl_check(ctx, error, "clWaitForEvents");
}

/* Add a marker after all commands of the queue. */
static int add_marker(struct syb_ctx *ctx, struct be_queue *queue, cl_event *out)
{
	cl_int error = queue->device->api->clEnqueueMarkerWithWaitList(queue->id, 0, NULL, out);

	return error == CL_SUCCESS && *out ? 0 : opencl_made(ctx, error, NULL, "clEnqueueMarkerWithWaitList");
}

void opencl_set_last(struct be_queue *queue, cl_event event)
{
	if (queue->last)
		queue->device->api->clReleaseEvent(queue->last);
	queue->last = event;
}

/* clFinish cannot be interrupted, so a caller that can be cancelled waits for an event: a marker is a command more. */
static int wait_for_queue(struct syb_ctx *ctx, struct be_queue *queue, cl_event last)
{
	cl_event marker = NULL;
	int r = 0;

	if (!driver_may_stop(ctx)) {
		r = opencl_check(ctx, queue->device->api->clFinish(queue->id), "clFinish");
		atomic_store(&queue->stopped, false);
		return r;
	}
	if (!last)
		r = add_marker(ctx, queue, &marker);
	if (r < 0)
		return r;
	r = wait_done(ctx, queue, last ? last : marker);
	atomic_store(&queue->stopped, r == -SYB_E_CANCELLED);
	if (marker)
		queue->device->api->clReleaseEvent(marker);
	return r;
}

int opencl_queue_wait(struct syb_ctx *ctx, struct be_queue *queue)
{
	int r = wait_for_queue(ctx, queue, queue->last);

	if (r == 0)
		opencl_set_last(queue, NULL);
	return r;
}

int opencl_wait_for_other(struct syb_ctx *ctx, struct be_queue *queue)
{
	return wait_for_queue(ctx, queue, NULL);
}

int opencl_queue_done(struct syb_ctx *ctx, struct be_queue *queue)
{
	cl_event marker = NULL;
	int r = add_marker(ctx, queue, &marker);

	if (r < 0)
		return r;
	r = opencl_event_done(ctx, queue, (struct be_event *)marker);
	queue->device->api->clReleaseEvent(marker);
	return r;
}

int opencl_event_wait(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event)
{
	int r = wait_done(ctx, queue, (cl_event)event);

	if (r == -SYB_E_CANCELLED)
		atomic_store(&queue->stopped, true);
	return r;
}

int opencl_event_done(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event)
{
	queue->device->api->clFlush(queue->id);
	return status(ctx, queue, event);
}

void opencl_event_release(struct be_queue *queue, struct be_event *event)
{
	queue->device->api->clReleaseEvent((cl_event)event);
}
