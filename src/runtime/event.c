/* runtime/event.c — queues, and events of their commands. */
#include "asserts.h"

/* ---- queues ---- */

int syb_queue_open(struct syb_ctx *ctx, struct syb_rt_device *device, const struct syb_queue_opts *opts,
		   struct syb_queue **out_queue)
{
	_cleanup_(syb_queue_close_p) struct syb_queue *queue = NULL;
	struct syb_queue_opts given = { .size = sizeof(given) };

	OPTS_READ(ctx, &given, opts);
	if (!device)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "the device is NULL");
	if (!device->ops)
		return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "device-profile",
				"%s is a profile, not a device", device->info.info.name);
	queue = mem_zalloc(ctx, sizeof(*queue));
	if (!queue)
		return -SYB_E_NOMEM;
	queue->from = allocator_of(ctx);
	atomic_init(&queue->refs, 1);
	queue->rt = rt_hold(device->rt);
	queue->device = device;
	queue->profiling = given.profiling;
	queue->out_of_order = given.out_of_order;
	uses_open(queue);
	TRY(device->ops->queue_open(ctx, device->be, &given, &queue->be));
	*out_queue = steal(queue);
	return 0;
}

void syb_queue_close(struct syb_queue *queue)
{
	if (!queue || atomic_fetch_sub(&queue->refs, 1) != 1)
		return;
	if (uses_close(queue))
		queue_end(queue);
}

void queue_end(struct syb_queue *queue)
{
	if (queue->be)
		queue->device->ops->queue_close(queue->be);
	syb_rt_close(queue->rt);
	allocator_free(queue->from, queue);
}

const struct syb_native *syb_queue_native(const struct syb_queue *queue)
{
	return (const struct syb_native *)queue->be;
}

/* After a kernel of the program has ended; all: and every later one. */
static int finish(struct syb_ctx *ctx, struct program_code *code, bool all)
{
	if (all)
		program_keep_again(ctx, code);
	return code->asserts ? asserts_check(ctx, code) : 0;
}

int syb_queue_wait(struct syb_ctx *ctx, struct syb_queue *queue)
{
	int r = uses_result(queue, queue->device->ops->queue_wait(ctx, queue->be));

	queue->given_up = r < 0;
	for (size_t i = 0; r == 0 && i < queue->held_count; i++)
		r = finish(ctx, queue->held[i]->code, true);
	if (!queue->given_up)
		uses_wait(queue);
	return r;
}

/* ---- events ---- */

static int fail_no_event(struct syb_ctx *ctx)
{
	return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "the event to wait for is NULL");
}

int queue_wait_list(struct syb_ctx *ctx, struct arena *arena, struct syb_queue *queue, struct syb_event *const *wait,
		    size_t count, struct be_event ***out_list)
{
	struct be_event **list;

	if (count == 0)
		return 0;
	if (!wait)
		return fail_no_event(ctx);
	list = arena_array(ctx, arena, count, sizeof(struct be_event *));
	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		if (!wait[i])
			return fail_no_event(ctx);
		if (wait[i]->queue->device != queue->device)
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
					"cannot wait for an event of another device");
		list[i] = wait[i]->be;
	}
	*out_list = list;
	return 0;
}

int queue_event(struct syb_ctx *ctx, struct syb_queue *queue, struct be_event *be, struct syb_event **out_event)
{
	struct syb_event *event = mem_alloc(ctx, sizeof(*event));

	if (!event) {
		queue->device->ops->event_release(queue->be, be);
		return -SYB_E_NOMEM;
	}
	atomic_fetch_add(&queue->refs, 1);
	*event = (struct syb_event){ allocator_of(ctx), queue, be, atomic_load(&queue->submitted), NULL };
	*out_event = event;
	return 0;
}

/* The commands of a queue that keeps order are done up to this one. */
static void note_done(const struct syb_event *event)
{
	if (!event->queue->out_of_order)
		uses_done(event->queue, event->number);
}

int syb_event_wait(struct syb_ctx *ctx, struct syb_event *event)
{
	struct syb_queue *queue;
	int r;

	if (!event)
		return fail_no_event(ctx);
	queue = event->queue;
	r = uses_result(queue, queue->device->ops->event_wait(ctx, queue->be, event->be));
	if (r == 0)
		note_done(event);
	if (r < 0 || !event->code)
		return r;
	return finish(ctx, event->code, event->number == atomic_load(&queue->submitted));
}

bool syb_event_done(struct syb_event *event)
{
	struct syb_queue *queue;
	struct syb_ctx quiet;
	int r;

	if (!event) /* nothing is left to wait for */
		return true;
	queue = event->queue;
	quiet = rt_quiet(event->from);
	r = uses_result(queue, queue->device->ops->event_done(&quiet, queue->be, event->be));
	if (r > 0)
		note_done(event);
	return r != 0; /* a command that failed is done */
}

int syb_event_times(struct syb_ctx *ctx, struct syb_event *event, struct syb_event_times *out_times)
{
	struct syb_event_times times = { 0 };

	if (event && !event->queue->profiling)
		return syb_fail(ctx, SYB_E_STATE, SYB_NO_OFFSET, "argument", "the queue was opened without profiling");
	TRY(syb_event_wait(ctx, event));
	TRY(uses_result(event->queue,
			event->queue->device->ops->event_times(ctx, event->queue->be, event->be, &times)));
	*out_times = times;
	return 0;
}

void syb_event_free(struct syb_event *event)
{
	if (!event)
		return;
	event->queue->device->ops->event_release(event->queue->be, event->be);
	program_drop(event->code);
	syb_queue_close(event->queue);
	allocator_free(event->from, event);
}
