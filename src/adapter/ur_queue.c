/* adapter/ur_queue.c — queues, and events of their commands.
 *
 * A queue is a stream, and streams are in order, so out-of-order queues are in order, too. Commands of different queues
 * can run at the same time. An event has a reference to its queue. */
#include "adapter.h"

static int start_clock(struct syb_ctx *ctx, ur_queue_handle_t queue)
{
	if (!(queue->flags & UR_QUEUE_FLAG_PROFILING_ENABLE))
		return 0;
	TRY(cuda_queue_wait(ctx, queue->be)); /* the stream's begin has been recorded now */
	queue->began = host_time();
	return 0;
}

ur_result_t urQueueCreate(ur_context_handle_t context, ur_device_handle_t device,
			  const ur_queue_properties_t *properties, ur_queue_handle_t *out_queue)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	struct syb_queue_opts opts = { .size = sizeof(opts) };
	ur_queue_handle_t queue;
	int r;

	if (device != context->device)
		return call_refuse(UR_RESULT_ERROR_INVALID_DEVICE, "the device is not in the context");
	if (properties && properties->flags & (UR_QUEUE_FLAG_ON_DEVICE | UR_QUEUE_FLAG_USE_DEFAULT_STREAM |
					       UR_QUEUE_FLAG_SYNC_WITH_DEFAULT_STREAM))
		return call_refuse(UR_RESULT_ERROR_INVALID_QUEUE_PROPERTIES,
				   "queues on devices and on CUDA's default stream are not supported");
	queue = handle_new(ctx, sizeof(*queue));
	if (!queue)
		return call_end(-SYB_E_NOMEM);
	queue->flags = properties ? properties->flags : 0;
	opts.profiling = queue->flags & UR_QUEUE_FLAG_PROFILING_ENABLE;
	r = cuda_queue_open(ctx, device->be, &opts, &queue->be);
	if (r == 0) {
		r = start_clock(ctx, queue);
		if (r < 0)
			cuda_queue_close(queue->be);
	}
	if (r < 0) {
		handle_free(queue);
		return call_end(r);
	}
	queue->context = context;
	handle_retain(&context->handle);
	*out_queue = queue;
	return UR_RESULT_SUCCESS;
}

ur_result_t urQueueRetain(ur_queue_handle_t queue)
{
	handle_retain(&queue->handle);
	return UR_RESULT_SUCCESS;
}

ur_result_t urQueueRelease(ur_queue_handle_t queue)
{
	if (!handle_release(&queue->handle))
		return UR_RESULT_SUCCESS;
	cuda_queue_close(queue->be);
	urContextRelease(queue->context);
	handle_free(queue);
	return UR_RESULT_SUCCESS;
}

ur_result_t urQueueFinish(ur_queue_handle_t queue)
{
	struct syb_ctx space, *ctx = call_begin(&space);

	return call_end(cuda_queue_wait(ctx, queue->be));
}

/* The driver starts commands at once. */
ur_result_t urQueueFlush(ur_queue_handle_t queue)
{
	(void)queue;
	return UR_RESULT_SUCCESS;
}

ur_result_t urQueueIsGraphCaptureEnabledExp(ur_queue_handle_t queue, bool *out_enabled)
{
	(void)queue;
	*out_enabled = false;
	return UR_RESULT_SUCCESS;
}

ur_result_t urQueueGetNativeHandle(ur_queue_handle_t queue, ur_queue_native_desc_t *desc,
				   ur_native_handle_t *out_native_queue)
{
	(void)desc;
	*out_native_queue = (ur_native_handle_t)queue->be->stream;
	return UR_RESULT_SUCCESS;
}

ur_result_t urQueueGetInfo(ur_queue_handle_t queue, ur_queue_info_t what, UR_ANSWER)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	int done;

	switch (what) {
	case UR_QUEUE_INFO_CONTEXT:
		return ANSWER(ur_context_handle_t, queue->context);
	case UR_QUEUE_INFO_DEVICE:
		return ANSWER(ur_device_handle_t, queue->context->device);
	case UR_QUEUE_INFO_FLAGS:
		return ANSWER(ur_queue_flags_t, queue->flags);
	case UR_QUEUE_INFO_REFERENCE_COUNT:
		return ANSWER(uint32_t, atomic_load(&queue->handle.references));
	case UR_QUEUE_INFO_EMPTY:
		done = cuda_queue_done(ctx, queue->be);
		return done < 0 ? call_end(done) : ANSWER(ur_bool_t, done != 0);
	default:
		return answer_unknown("urQueueGetInfo", what);
	}
}

/* ---- events ---- */

ur_result_t urEventRetain(ur_event_handle_t event)
{
	handle_retain(&event->handle);
	return UR_RESULT_SUCCESS;
}

ur_result_t urEventRelease(ur_event_handle_t event)
{
	if (!handle_release(&event->handle))
		return UR_RESULT_SUCCESS;
	cuda_event_release(event->queue->be, event->be);
	urQueueRelease(event->queue);
	handle_free(event);
	return UR_RESULT_SUCCESS;
}

ur_result_t urEventWait(uint32_t wait_count, const ur_event_handle_t *wait)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	int r = 0;

	for (uint32_t i = 0; i < wait_count && r >= 0; i++)
		r = cuda_event_wait(ctx, wait[i]->queue->be, wait[i]->be);
	return call_end(r);
}

ur_result_t urEventGetNativeHandle(ur_event_handle_t event, ur_native_handle_t *out_native_event)
{
	*out_native_event = (ur_native_handle_t)event->be->end;
	return UR_RESULT_SUCCESS;
}

ur_result_t urEventGetInfo(ur_event_handle_t event, ur_event_info_t what, UR_ANSWER)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	int done;

	switch (what) {
	case UR_EVENT_INFO_COMMAND_QUEUE:
		return ANSWER(ur_queue_handle_t, event->queue);
	case UR_EVENT_INFO_CONTEXT:
		return ANSWER(ur_context_handle_t, event->queue->context);
	case UR_EVENT_INFO_COMMAND_TYPE:
		return ANSWER(ur_command_t, event->type);
	case UR_EVENT_INFO_COMMAND_EXECUTION_STATUS:
		done = cuda_event_done(ctx, event->queue->be, event->be);
		return done < 0
			       ? call_end(done)
			       : ANSWER(ur_event_status_t, done ? UR_EVENT_STATUS_COMPLETE : UR_EVENT_STATUS_SUBMITTED);
	case UR_EVENT_INFO_REFERENCE_COUNT:
		return ANSWER(uint32_t, atomic_load(&event->handle.references));
	default:
		return answer_unknown("urEventGetInfo", what);
	}
}

/* The driver counts from the start of the queue; adding the host's time of that start makes times of all queues
 * comparable. */
static ur_result_t answer_time(ur_event_handle_t event, bool at_end, UR_ANSWER)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	struct syb_event_times times = { 0 };
	int r = cuda_event_done(ctx, event->queue->be, event->be);

	if (r == 0)
		return UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE;
	if (r > 0)
		r = cuda_event_times(ctx, event->queue->be, event->be, &times);
	return r < 0 ? call_end(r) : ANSWER(uint64_t, event->queue->began + (at_end ? times.ended : times.started));
}

ur_result_t urEventGetProfilingInfo(ur_event_handle_t event, ur_profiling_info_t what, UR_ANSWER)
{
	if (!(event->queue->flags & UR_QUEUE_FLAG_PROFILING_ENABLE))
		return call_refuse(UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE,
				   "the event's queue was created without profiling");
	switch (what) {
	case UR_PROFILING_INFO_COMMAND_QUEUED:
	case UR_PROFILING_INFO_COMMAND_SUBMIT:
		return ANSWER(uint64_t, event->submitted);
	case UR_PROFILING_INFO_COMMAND_START:
		return answer_time(event, false, room, out, out_size);
	case UR_PROFILING_INFO_COMMAND_END:
	case UR_PROFILING_INFO_COMMAND_COMPLETE:
		return answer_time(event, true, room, out, out_size);
	default:
		return answer_unknown("urEventGetProfilingInfo", what);
	}
}

/* ---- callbacks ---- */

struct callback {
	ur_event_handle_t event;
	ur_execution_info_t status;
	ur_event_callback_t notify;
	void *user;
};

/* The callback may use the driver, which forbids that in its own callbacks: a thread waits for the event instead. */
static void *wait_and_notify(void *arg)
{
	struct callback callback = *(struct callback *)arg;

	handle_free(arg);
	urEventWait(1, &callback.event);
	callback.notify(callback.event, callback.status, callback.user);
	urEventRelease(callback.event);
	return NULL;
}

ur_result_t urEventSetCallback(ur_event_handle_t event, ur_execution_info_t status, ur_event_callback_t notify,
			       void *user)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	struct callback *callback = mem_zalloc(ctx, sizeof(*callback));
	pthread_t thread;

	if (!callback)
		return call_end(-SYB_E_NOMEM);
	*callback = (struct callback){ event, status, notify, user };
	handle_retain(&event->handle);
	if (pthread_create(&thread, NULL, wait_and_notify, callback) != 0) {
		urEventRelease(event);
		handle_free(callback);
		return call_refuse(UR_RESULT_ERROR_OUT_OF_RESOURCES, "cannot start a thread for a callback");
	}
	pthread_detach(thread);
	return UR_RESULT_SUCCESS;
}
