/* adapter/ur_command.c — commands: the waits before the work, and the event after it. */
#include "adapter.h"

static int waits_read(struct syb_ctx *ctx, struct waits *waits, uint32_t count, const ur_event_handle_t *events)
{
	waits->list = count <= MOST_WAITS ? waits->room : mem_zalloc(ctx, count * sizeof(*waits->list));
	waits->count = 0;
	if (!waits->list)
		return -SYB_E_NOMEM;
	for (uint32_t i = 0; i < count; i++)
		if (events[i])
			waits->list[waits->count++] = events[i]->be;
	return 0;
}

static void waits_free(struct waits *waits)
{
	if (waits->list != waits->room)
		handle_free(waits->list);
	waits->list = waits->room;
}

/* An event for the caller; it gets the driver's event when the command is enqueued. */
static int make_event(struct syb_ctx *ctx, ur_queue_handle_t queue, ur_command_t type, ur_event_handle_t *out_event)
{
	ur_event_handle_t event = handle_new(ctx, sizeof(*event));

	if (!event)
		return -SYB_E_NOMEM;
	event->queue = queue;
	event->type = type;
	if (queue->flags & UR_QUEUE_FLAG_PROFILING_ENABLE)
		event->submitted = host_time();
	handle_retain(&queue->handle);
	*out_event = event;
	return 0;
}

static void drop_event(ur_event_handle_t event)
{
	if (!event)
		return;
	urQueueRelease(event->queue);
	handle_free(event);
}

int command_prepare(struct command *command, ur_queue_handle_t queue, ur_command_t type, UR_WAITS)
{
	command->ctx = call_begin(&command->space);
	command->queue = queue;
	command->event = NULL;
	command->be_event = NULL;
	command->scope = (struct cuda_scope){ 0 };
	command->waits.list = command->waits.room;
	TRY(waits_read(command->ctx, &command->waits, wait_count, wait));
	return out_event ? make_event(command->ctx, queue, type, &command->event) : 0;
}

ur_result_t command_finish(struct command *command, int r, bool blocking, ur_event_handle_t *out_event)
{
	waits_free(&command->waits);
	if (r >= 0 && blocking)
		r = cuda_queue_wait(command->ctx, command->queue->be);
	if (r < 0 && command->be_event)
		cuda_event_release(command->queue->be, command->be_event);
	if (r < 0) {
		drop_event(command->event);
	} else if (out_event) {
		command->event->be = command->be_event;
		*out_event = command->event;
	}
	return call_end(r);
}

int command_begin(struct command *command, ur_queue_handle_t queue, ur_command_t type, UR_WAITS)
{
	TRY(command_prepare(command, queue, type, wait_count, wait, out_event));
	TRY(cuda_enter(command->ctx, context_device(queue->context), &command->scope));
	return cuda_command_begin(command->ctx, queue->be, command->waits.list, command->waits.count,
				  command->event != NULL, &command->be_event);
}

ur_result_t command_end(struct command *command, int r, bool blocking, ur_event_handle_t *out_event)
{
	struct be_event *event = command->be_event;

	/* Releases the driver's event where the work failed. */
	if (event) {
		command->be_event = NULL;
		r = cuda_command_end(command->ctx, command->queue->be, r, event, &command->be_event);
	}
	cuda_leave(&command->scope);
	return command_finish(command, r, blocking, out_event);
}

ur_result_t command_transfer(ur_queue_handle_t queue, ur_command_t type, const struct be_transfer *transfer,
			     bool blocking, UR_WAITS)
{
	struct command command;
	int r = command_prepare(&command, queue, type, wait_count, wait, out_event);

	if (r >= 0)
		r = cuda_transfer(command.ctx, queue->be, transfer, command.waits.list, command.waits.count,
				  out_event ? &command.be_event : NULL);
	return command_finish(&command, r, blocking, out_event);
}

/* ---- commands without work ---- */

static ur_result_t wait_only(ur_queue_handle_t queue, ur_command_t type, UR_WAITS)
{
	struct command command;
	int r = command_begin(&command, queue, type, wait_count, wait, out_event);

	return command_end(&command, r, false, out_event);
}

ur_result_t urEnqueueEventsWait(ur_queue_handle_t queue, UR_WAITS)
{
	return wait_only(queue, UR_COMMAND_EVENTS_WAIT, wait_count, wait, out_event);
}

/* A stream is in order, so every command is a barrier of its own queue. */
ur_result_t urEnqueueEventsWaitWithBarrier(ur_queue_handle_t queue, UR_WAITS)
{
	return wait_only(queue, UR_COMMAND_EVENTS_WAIT_WITH_BARRIER, wait_count, wait, out_event);
}

ur_result_t urEnqueueEventsWaitWithBarrierExt(ur_queue_handle_t queue,
					      const ur_exp_enqueue_ext_properties_t *properties, UR_WAITS)
{
	(void)properties;
	return urEnqueueEventsWaitWithBarrier(queue, wait_count, wait, out_event);
}
