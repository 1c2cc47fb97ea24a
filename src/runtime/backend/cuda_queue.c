/* runtime/backend/cuda_queue.c — streams, events, memory and copies.
 *
 * A queue is a stream, and streams are in order, so out-of-order queues are in order too. An event of a profiling queue
 * is two driver events around the command; other events are one driver event without a time. Released events are
 * reused, because creating one takes as long as a launch. */
#include "cuda.h"

#include "driver.h"

#include <inttypes.h>

static void event_destroy(struct be_queue *queue, struct be_event *event)
{
	const struct cuda_api *api = &queue->device->backend->api;

	if (event->start)
		api->event_destroy(event->start);
	if (event->end)
		api->event_destroy(event->end);
	allocator_free(queue->from, event);
}

/* An event that is released may be recorded again while its command runs. */
void cuda_event_release(struct be_queue *queue, struct be_event *event)
{
	pthread_mutex_lock(&queue->lock);
	event->next = queue->unused;
	queue->unused = event;
	pthread_mutex_unlock(&queue->lock);
}

static int event_make(struct syb_ctx *ctx, struct be_queue *queue, struct be_event **out)
{
	const struct backend *backend = queue->device->backend;
	struct be_event *event = mem_zalloc(ctx, sizeof(*event));
	int r = CUDA_OK;

	if (!event)
		return -SYB_E_NOMEM;
	event->queue = queue;
	if (queue->profiling)
		r = backend->api.event_create(&event->start, CUDA_EVENT_DEFAULT);
	if (r == CUDA_OK)
		r = backend->api.event_create(&event->end,
					      queue->profiling ? CUDA_EVENT_DEFAULT : CUDA_EVENT_DISABLE_TIMING);
	r = driver_made(ctx, cuda_check(ctx, backend, r, "cuEventCreate"),
			queue->profiling && !event->start ? NULL : event->end, "cuEventCreate");
	if (r < 0)
		event_destroy(queue, event);
	else
		*out = event;
	return r;
}

static int event_get(struct syb_ctx *ctx, struct be_queue *queue, struct be_event **out)
{
	struct be_event *event;

	pthread_mutex_lock(&queue->lock);
	event = queue->unused;
	if (event)
		queue->unused = event->next;
	pthread_mutex_unlock(&queue->lock);
	if (!event)
		return event_make(ctx, queue, out);
	*out = event;
	return 0;
}

int cuda_command_begin(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *const *wait, size_t wait_count,
		       bool wants_event, struct be_event **out_event)
{
	const struct backend *backend = queue->device->backend;
	struct be_event *event = NULL;
	int r = 0;

	*out_event = NULL;
	for (size_t i = 0; r == 0 && i < wait_count; i++)
		if (wait[i]->queue != queue) /* a stream keeps order */
			r = cuda_check(ctx, backend, backend->api.stream_wait_event(queue->stream, wait[i]->end, 0),
				       "cuStreamWaitEvent");
	if (r < 0 || !wants_event)
		return r;
	r = event_get(ctx, queue, &event);
	if (r == 0 && event->start)
		r = cuda_check(ctx, backend, backend->api.event_record(event->start, queue->stream), "cuEventRecord");
	if (r == 0)
		*out_event = event;
	else if (event)
		cuda_event_release(queue, event);
	return r;
}

int cuda_command_end(struct syb_ctx *ctx, struct be_queue *queue, int r, struct be_event *event,
		     struct be_event **out_event)
{
	const struct backend *backend = queue->device->backend;

	if (r >= 0 && event)
		r = cuda_check(ctx, backend, backend->api.event_record(event->end, queue->stream), "cuEventRecord");
	if (r < 0 && event)
		cuda_event_release(queue, event);
	else if (r >= 0 && out_event)
		*out_event = event;
	return r;
}

void cuda_queue_close(struct be_queue *queue)
{
	const struct cuda_api *api = &queue->device->backend->api;
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };

	cuda_enter_quietly(queue->device, &scope);
	while (queue->unused) {
		struct be_event *event = queue->unused;

		queue->unused = event->next;
		event_destroy(queue, event);
	}
	if (queue->begin)
		api->event_destroy(queue->begin);
	if (queue->stream)
		api->stream_destroy(queue->stream);
	pthread_mutex_destroy(&queue->lock);
	allocator_free(queue->from, queue);
}
DEFINE_CLEANUP(struct be_queue *, cuda_queue_close);

static int start_queue(struct syb_ctx *ctx, struct be_queue *queue)
{
	const struct backend *backend = queue->device->backend;
	cuda_stream stream = NULL;
	cuda_event begin = NULL;
	int r = cuda_check(ctx, backend, backend->api.stream_create(&stream, CUDA_STREAM_NON_BLOCKING),
			   "cuStreamCreate");

	queue->stream = r == 0 ? stream : NULL;
	r = driver_made(ctx, r, stream, "cuStreamCreate");
	if (r < 0 || !queue->profiling)
		return r;
	r = cuda_check(ctx, backend, backend->api.event_create(&begin, CUDA_EVENT_DEFAULT), "cuEventCreate");
	queue->begin = r == 0 ? begin : NULL;
	r = driver_made(ctx, r, begin, "cuEventCreate");
	return r < 0 ? r : cuda_check(ctx, backend, backend->api.event_record(begin, stream), "cuEventRecord");
}

int cuda_queue_open(struct syb_ctx *ctx, struct be_device *device, const struct syb_queue_opts *opts,
		    struct be_queue **out_queue)
{
	_cleanup_(cuda_queue_close_p) struct be_queue *queue = mem_zalloc(ctx, sizeof(*queue));
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };

	if (!queue)
		return -SYB_E_NOMEM;
	queue->device = device;
	queue->from = allocator_of(ctx);
	queue->profiling = opts && opts->profiling;
	pthread_mutex_init(&queue->lock, NULL);
	TRY(cuda_enter(ctx, device, &scope));
	TRY(start_queue(ctx, queue));
	queue->native = cuda_native(device, queue->stream);
	*out_queue = steal(queue);
	return 0;
}

/* ---- memory ---- */

/* Query the kind, so that memory of another library can be freed, too. */
int cuda_free(struct syb_ctx *ctx, struct be_device *device, void *address)
{
	const struct backend *backend = device->backend;
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };
	cuda_ptr ptr = (cuda_ptr)(uintptr_t)address;
	unsigned type = 0, managed = 0;
	int r = cuda_enter(ctx, device, &scope);

	if (r < 0)
		return r;
	r = backend->api.pointer_attribute(&type, CUDA_POINTER_MEMORY_TYPE, ptr);
	if (r == CUDA_OK)
		r = backend->api.pointer_attribute(&managed, CUDA_POINTER_IS_MANAGED, ptr);
	if (r == CUDA_INVALID_VALUE)
		return driver_foreign_memory(ctx, address);
	if (r != CUDA_OK)
		return cuda_check(ctx, backend, r, "cuPointerGetAttribute");
	if ((type != CUDA_MEMORYTYPE_HOST && type != CUDA_MEMORYTYPE_DEVICE) || managed > 1)
		return driver_bad_answer(ctx, "cuPointerGetAttribute", "memory is of kind %u, managed %u", type,
					 managed);
	r = type == CUDA_MEMORYTYPE_HOST && !managed ? backend->api.mem_free_host(address) : backend->api.mem_free(ptr);
	return cuda_check(ctx, backend, r, "cuMemFree");
}

int cuda_alloc(struct syb_ctx *ctx, struct be_device *device, enum syb_mem_kind kind, size_t bytes, void **out_address)
{
	const struct cuda_api *api = &device->backend->api;
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };
	cuda_ptr ptr = 0;
	void *address = NULL;
	size_t total = 0;
	int r = cuda_enter(ctx, device, &scope);

	if (r < 0)
		return r;
	/* Managed memory can be larger than the card, and a kernel that uses all of it can stop the machine. */
	if (kind == SYB_MEM_SHARED && api->device_memory(&total, device->device) == CUDA_OK && total && bytes > total)
		return syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "device-memory",
				"cannot allocate %zu bytes of shared memory: the device has %zu", bytes, total);
	if (kind == SYB_MEM_HOST)
		r = api->mem_alloc_host(&address, bytes, CUDA_MEMHOSTALLOC_PORTABLE);
	else if (kind == SYB_MEM_SHARED)
		r = api->mem_alloc_managed(&ptr, bytes, CUDA_MEM_ATTACH_GLOBAL);
	else
		r = api->mem_alloc(&ptr, bytes);
	if (r != CUDA_OK)
		return syb_note(ctx, cuda_check(ctx, device->backend, r, "cuMemAlloc"), "%zu bytes", bytes);
	if (kind != SYB_MEM_HOST)
		address = (void *)(uintptr_t)ptr;
	*out_address = address;
	return driver_made(ctx, 0, address, "cuMemAlloc");
}

/* ---- copies ---- */

/* The driver fills with 1, 2 and 4 bytes. Another pattern is copied once, and then doubled in place. */
static int fill(struct syb_ctx *ctx, struct be_queue *queue, const struct be_transfer *t)
{
	const struct backend *backend = queue->device->backend;
	const struct cuda_api *api = &backend->api;
	size_t period = driver_pattern_period(t->from, t->pattern_bytes);
	cuda_ptr to = (cuda_ptr)(uintptr_t)t->to;
	uint16_t v16;
	uint32_t v32;
	int r = CUDA_OK;

	if (t->pattern_bytes == 0 || t->bytes % t->pattern_bytes)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"%zu bytes are not a multiple of the pattern's %zu", t->bytes, t->pattern_bytes);
	if (period == 1) {
		r = api->fill_8(to, *(const uint8_t *)t->from, t->bytes, queue->stream);
	} else if (period == 2 && to % 2 == 0) {
		memcpy(&v16, t->from, sizeof(v16));
		r = api->fill_16(to, v16, t->bytes / 2, queue->stream);
	} else if (period == 4 && to % 4 == 0) {
		memcpy(&v32, t->from, sizeof(v32));
		r = api->fill_32(to, v32, t->bytes / 4, queue->stream);
	} else {
		size_t done = t->pattern_bytes;

		r = api->copy(to, (cuda_ptr)(uintptr_t)t->from, done, queue->stream);
		while (r == CUDA_OK && done < t->bytes) {
			size_t more = done < t->bytes - done ? done : t->bytes - done;

			r = api->copy(to + done, to, more, queue->stream);
			done += more;
		}
	}
	return cuda_check(ctx, backend, r, "cuMemset");
}

static int find_symbol(struct syb_ctx *ctx, const struct be_transfer *t, cuda_ptr *out)
{
	void *address = NULL;
	size_t size = 0;

	TRY(cuda_variable(ctx, t->program, t->symbol, &address, &size));
	TRY(driver_variable(ctx, t, "cuModuleGetGlobal", address, size));
	*out = (cuda_ptr)(uintptr_t)address + t->offset;
	return 0;
}

static int move(struct syb_ctx *ctx, struct be_queue *queue, const struct be_transfer *t)
{
	cuda_ptr to = (cuda_ptr)(uintptr_t)t->to, from = (cuda_ptr)(uintptr_t)t->from;
	int r = 0;

	if (t->bytes == 0)
		return 0;
	if (t->kind == BE_FILL)
		return fill(ctx, queue, t);
	if (t->kind == BE_TO_SYMBOL)
		r = find_symbol(ctx, t, &to);
	else if (t->kind == BE_FROM_SYMBOL)
		r = find_symbol(ctx, t, &from);
	if (r < 0)
		return r;
	r = queue->device->backend->api.copy(to, from, t->bytes, queue->stream);
	return cuda_check(ctx, queue->device->backend, r, "cuMemcpyAsync");
}

int cuda_transfer(struct syb_ctx *ctx, struct be_queue *queue, const struct be_transfer *transfer,
		  struct be_event *const *wait, size_t wait_count, struct be_event **out_event)
{
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };
	struct be_event *event = NULL;
	int r = cuda_enter(ctx, queue->device, &scope);

	if (r >= 0)
		r = cuda_command_begin(ctx, queue, wait, wait_count, out_event != NULL, &event);
	return r < 0 ? r : cuda_command_end(ctx, queue, move(ctx, queue, transfer), event, out_event);
}

/* ---- waiting ---- */

/* event NULL: all commands of the queue. */
static int ask(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event)
{
	const struct backend *backend = queue->device->backend;
	int r = event ? backend->api.event_query(event->end) : backend->api.stream_query(queue->stream);

	return r == CUDA_OK ? 1 : r == CUDA_NOT_READY ? 0 : cuda_check(ctx, backend, r, "cuEventQuery");
}

/* The driver's own wait cannot be interrupted, so a caller that can be cancelled polls. */
int cuda_event_wait(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event)
{
	const struct backend *backend = queue->device->backend;
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };
	int r = cuda_enter(ctx, queue->device, &scope);

	if (r < 0)
		return r;
	if (driver_may_stop(ctx))
		return driver_poll(ctx, ask, queue, event);
	r = event ? backend->api.event_wait(event->end) : backend->api.stream_wait(queue->stream);
	return cuda_check(ctx, backend, r, event ? "cuEventSynchronize" : "cuStreamSynchronize");
}

int cuda_queue_wait(struct syb_ctx *ctx, struct be_queue *queue)
{
	return cuda_event_wait(ctx, queue, NULL);
}

int cuda_event_done(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event)
{
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };

	TRY(cuda_enter(ctx, queue->device, &scope));
	return ask(ctx, queue, event);
}

int cuda_queue_done(struct syb_ctx *ctx, struct be_queue *queue)
{
	return cuda_event_done(ctx, queue, NULL);
}

/* The driver returns differences as float milliseconds. That is coarse for the time since the queue began, so the end
 * is computed from the start: their difference, which users care about, is exact. */
int cuda_event_times(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event,
		     struct syb_event_times *out_times)
{
	const struct backend *backend = queue->device->backend;
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };
	float since = 0, took = 0;
	int r = cuda_enter(ctx, queue->device, &scope);

	*out_times = (struct syb_event_times){ 0 };
	if (r < 0 || !event->start || !queue->begin)
		return r;
	r = backend->api.event_elapsed(&since, queue->begin, event->start);
	if (r == CUDA_OK)
		r = backend->api.event_elapsed(&took, event->start, event->end);
	if (r == CUDA_OK) {
		out_times->started = driver_ns((double)since * 1e6) + 1;
		out_times->ended = out_times->started + driver_ns((double)took * 1e6 + 0.5);
	}
	return cuda_check(ctx, backend, r, "cuEventElapsedTime");
}
