/* runtime/backend/cuda_queue.c — streams, events, memory and copies.
 *
 * A queue is a stream, and a stream keeps order: a queue that may run out of order runs in order here. Events of a
 * profiling queue are two of the driver's, around the command; others are one, without a time. Events that were
 * released are used again, since making one costs as much as a launch. */
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
	if (r != CUDA_OK || !event->end || (queue->profiling && !event->start)) {
		event_destroy(queue, event);
		return r != CUDA_OK ? cuda_fail(ctx, backend, r, "cuEventCreate")
				    : driver_lied(ctx, "cuEventCreate", "there is no event");
	}
	*out = event;
	return 0;
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
	int r;

	*out_event = NULL;
	for (size_t i = 0; i < wait_count; i++) {
		if (wait[i]->queue == queue) /* in order anyway */
			continue;
		r = backend->api.stream_wait_event(queue->stream, wait[i]->end, 0);
		if (r != CUDA_OK)
			return cuda_fail(ctx, backend, r, "cuStreamWaitEvent");
	}
	if (!wants_event)
		return 0;
	r = event_get(ctx, queue, &event);
	if (r < 0)
		return r;
	if (event->start) {
		r = backend->api.event_record(event->start, queue->stream);
		if (r != CUDA_OK) {
			cuda_event_release(queue, event);
			return cuda_fail(ctx, backend, r, "cuEventRecord");
		}
	}
	*out_event = event;
	return 0;
}

int cuda_command_end(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event)
{
	const struct backend *backend = queue->device->backend;
	int r = event ? backend->api.event_record(event->end, queue->stream) : CUDA_OK;

	return r == CUDA_OK ? 0 : cuda_fail(ctx, backend, r, "cuEventRecord");
}

void cuda_queue_close(struct be_queue *queue)
{
	const struct cuda_api *api = &queue->device->backend->api;
	struct cuda_scope scope = { 0 };
	bool entered = cuda_enter_quietly(queue->device, &scope);

	while (queue->unused) {
		struct be_event *event = queue->unused;

		queue->unused = event->next;
		event_destroy(queue, event);
	}
	if (queue->begin)
		api->event_destroy(queue->begin);
	if (queue->stream)
		api->stream_destroy(queue->stream);
	if (entered)
		cuda_leave(&scope);
	pthread_mutex_destroy(&queue->lock);
	allocator_free(queue->from, queue);
}
DEFINE_CLEANUP(struct be_queue *, cuda_queue_close);

static int start_queue(struct syb_ctx *ctx, struct be_queue *queue)
{
	const struct backend *backend = queue->device->backend;
	int r = backend->api.stream_create(&queue->stream, CUDA_STREAM_NON_BLOCKING);

	if (r != CUDA_OK) {
		queue->stream = NULL;
		return cuda_fail(ctx, backend, r, "cuStreamCreate");
	}
	if (!queue->stream)
		return driver_lied(ctx, "cuStreamCreate", "there is no stream");
	if (!queue->profiling)
		return 0;
	r = backend->api.event_create(&queue->begin, CUDA_EVENT_DEFAULT);
	if (r != CUDA_OK) {
		queue->begin = NULL;
		return cuda_fail(ctx, backend, r, "cuEventCreate");
	}
	if (!queue->begin)
		return driver_lied(ctx, "cuEventCreate", "there is no event");
	r = backend->api.event_record(queue->begin, queue->stream);
	return r == CUDA_OK ? 0 : cuda_fail(ctx, backend, r, "cuEventRecord");
}

int cuda_queue_open(struct syb_ctx *ctx, struct be_device *device, const struct syb_queue_opts *opts,
		    struct be_queue **out_queue)
{
	_cleanup_(cuda_queue_close_p) struct be_queue *queue = mem_zalloc(ctx, sizeof(*queue));
	struct cuda_scope scope;
	int r;

	if (!queue)
		return -SYB_E_NOMEM;
	queue->device = device;
	queue->from = allocator_of(ctx);
	queue->profiling = opts && opts->profiling;
	pthread_mutex_init(&queue->lock, NULL);
	r = cuda_enter(ctx, device, &scope);
	if (r < 0)
		return r;
	r = start_queue(ctx, queue);
	cuda_leave(&scope);
	if (r < 0)
		return r;
	queue->native = cuda_native(device, queue->stream);
	*out_queue = steal(queue);
	return 0;
}

/* ---- memory ---- */

/* The kind is asked of the driver, so that memory which another library allocated can be freed too. */
static int free_memory(struct syb_ctx *ctx, const struct backend *backend, void *address)
{
	cuda_ptr ptr = (cuda_ptr)(uintptr_t)address;
	unsigned type = 0, managed = 0;
	int r = backend->api.pointer_attribute(&type, CUDA_POINTER_MEMORY_TYPE, ptr);

	if (r == CUDA_OK)
		r = backend->api.pointer_attribute(&managed, CUDA_POINTER_IS_MANAGED, ptr);
	if (r == CUDA_INVALID_VALUE)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "%p is no memory of a CUDA device", address);
	if (r != CUDA_OK)
		return cuda_fail(ctx, backend, r, "cuPointerGetAttribute");
	if ((type != CUDA_MEMORYTYPE_HOST && type != CUDA_MEMORYTYPE_DEVICE) || managed > 1)
		return driver_lied(ctx, "cuPointerGetAttribute", "memory is of kind %u, managed %u", type, managed);
	if (type == CUDA_MEMORYTYPE_HOST && !managed)
		r = backend->api.mem_free_host(address);
	else
		r = backend->api.mem_free(ptr);
	return r == CUDA_OK ? 0 : cuda_fail(ctx, backend, r, "cuMemFree");
}

static int allocate(struct syb_ctx *ctx, const struct backend *backend, enum syb_mem_kind kind, size_t bytes,
		    void **out_address)
{
	cuda_ptr ptr = 0;
	void *host = NULL;
	int r;

	if (kind == SYB_MEM_HOST)
		r = backend->api.mem_alloc_host(&host, bytes, CUDA_MEMHOSTALLOC_PORTABLE);
	else if (kind == SYB_MEM_SHARED)
		r = backend->api.mem_alloc_managed(&ptr, bytes, CUDA_MEM_ATTACH_GLOBAL);
	else
		r = backend->api.mem_alloc(&ptr, bytes);
	if (r != CUDA_OK)
		return syb_note(ctx, cuda_fail(ctx, backend, r, "cuMemAlloc"), "%zu bytes", bytes);
	if (kind != SYB_MEM_HOST)
		host = (void *)(uintptr_t)ptr;
	if (!host)
		return driver_lied(ctx, "cuMemAlloc", "the memory has no address");
	*out_address = host;
	return 0;
}

int cuda_memory(struct syb_ctx *ctx, struct be_device *device, enum syb_mem_kind kind, size_t bytes,
		void **inout_address)
{
	const struct backend *backend = device->backend;
	struct cuda_scope scope;
	size_t total = 0;
	int r = cuda_enter(ctx, device, &scope);

	if (r < 0)
		return r;
	/* Managed memory can be larger than the card, and a kernel that uses all of it can stop the machine. */
	if (bytes == 0)
		r = free_memory(ctx, backend, *inout_address);
	else if (kind == SYB_MEM_SHARED && backend->api.device_memory(&total, device->device) == CUDA_OK && total &&
		 bytes > total)
		r = syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "device-memory",
			     "%zu bytes of shared memory, the device has %zu", bytes, total);
	else
		r = allocate(ctx, backend, kind, bytes, inout_address);
	cuda_leave(&scope);
	return r;
}

/* ---- copies ---- */

/* The driver fills with 1, 2 and 4 bytes. Another pattern is copied once, and then what is there again and again. */
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
				"%zu bytes are no multiple of a pattern of %zu", t->bytes, t->pattern_bytes);
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
	return r == CUDA_OK ? 0 : cuda_fail(ctx, backend, r, "cuMemset");
}

static int find_symbol(struct syb_ctx *ctx, const struct be_transfer *t, cuda_ptr *out)
{
	const struct backend *backend = t->program->device->backend;
	cuda_ptr ptr = 0;
	size_t size = 0;
	int r = backend->api.module_global(&ptr, &size, t->program->module, t->symbol);

	if (r == CUDA_NOT_FOUND)
		return driver_no_variable(ctx, t);
	if (r != CUDA_OK)
		return cuda_fail(ctx, backend, r, "cuModuleGetGlobal");
	r = driver_variable(ctx, t, "cuModuleGetGlobal", ptr != 0, size);
	if (r == 0)
		*out = ptr + t->offset;
	return r;
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
	return r == CUDA_OK ? 0 : cuda_fail(ctx, queue->device->backend, r, "cuMemcpyAsync");
}

int cuda_transfer(struct syb_ctx *ctx, struct be_queue *queue, const struct be_transfer *transfer,
		  struct be_event *const *wait, size_t wait_count, struct be_event **out_event)
{
	struct be_event *event = NULL;
	struct cuda_scope scope;
	int r = cuda_enter(ctx, queue->device, &scope);

	if (r < 0)
		return r;
	r = cuda_command_begin(ctx, queue, wait, wait_count, out_event != NULL, &event);
	if (r >= 0)
		r = move(ctx, queue, transfer);
	if (r >= 0)
		r = cuda_command_end(ctx, queue, event);
	return cuda_command_leave(queue, &scope, r, event, out_event);
}

/* ---- waiting ---- */

static int ask(const struct be_queue *queue, const struct be_event *event)
{
	const struct cuda_api *api = &queue->device->backend->api;

	return event ? api->event_query(event->end) : api->stream_query(queue->stream);
}

/* The driver's own wait cannot be left; a caller that may want to stop looks instead. */
static int wait_done(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event)
{
	const struct backend *backend = queue->device->backend;
	int r;

	if (!driver_may_stop(ctx)) {
		r = event ? backend->api.event_wait(event->end) : backend->api.stream_wait(queue->stream);
		return r == CUDA_OK ? 0
				    : cuda_fail(ctx, backend, r, event ? "cuEventSynchronize" : "cuStreamSynchronize");
	}
	while ((r = ask(queue, event)) == CUDA_NOT_READY) {
		r = ctx_cancelled(ctx);
		if (r < 0)
			return r;
		driver_pause();
	}
	return r == CUDA_OK ? 0 : cuda_fail(ctx, backend, r, "cuEventQuery");
}

/* The driver tells differences as float milliseconds. That is coarse for the time since the queue began, so the end is
 * taken from the start: their difference, which people look at, is exact. */
static int read_times(struct syb_ctx *ctx, const struct be_queue *queue, const struct be_event *event,
		      struct syb_event_times *out)
{
	const struct backend *backend = queue->device->backend;
	float since = 0, took = 0;
	int r;

	*out = (struct syb_event_times){ 0 };
	if (!event->start || !queue->begin)
		return 0;
	r = backend->api.event_elapsed(&since, queue->begin, event->start);
	if (r == CUDA_OK)
		r = backend->api.event_elapsed(&took, event->start, event->end);
	if (r != CUDA_OK)
		return cuda_fail(ctx, backend, r, "cuEventElapsedTime");
	out->started = driver_ns((double)since * 1e6) + 1;
	out->ended = out->started + driver_ns((double)took * 1e6 + 0.5);
	return 0;
}

static int look(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event, bool poll,
		struct syb_event_times *out_times)
{
	int r;

	if (poll) {
		r = ask(queue, event);
		if (r == CUDA_NOT_READY)
			return 0;
		if (r != CUDA_OK)
			return cuda_fail(ctx, queue->device->backend, r, "cuEventQuery");
	} else {
		r = wait_done(ctx, queue, event);
		if (r < 0)
			return r;
	}
	r = out_times && event ? read_times(ctx, queue, event, out_times) : 0;
	return r < 0 ? r : poll;
}

int cuda_wait(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event, bool poll, bool release,
	      struct syb_event_times *out_times)
{
	struct cuda_scope scope;
	int r;

	if (!ctx) { /* nobody wants to know */
		cuda_event_release(event->queue, event);
		return 0;
	}
	r = cuda_enter(ctx, queue->device, &scope);
	if (r >= 0) {
		r = look(ctx, queue, event, poll, out_times);
		cuda_leave(&scope);
	}
	/* An event that nobody waits for any more may be recorded again while its command runs. */
	if (event && release)
		cuda_event_release(event->queue, event);
	return r;
}
