/* runtime/backend/level_zero_queue.c — command lists, events, memory and copies.
 *
 * A queue is an immediate command list. Its commands may run out of order, so an in-order queue has a barrier before
 * each command. Events come from pools of the queue and are reused when their command is done. */
#include "level_zero.h"

#include "driver.h"

enum { WAIT_SLICE_NS = 20000000 }; /* between two checks of the cancel flag */

/* ---- events ---- */

static int add_pool(struct syb_ctx *ctx, struct be_queue *queue)
{
	struct be_device *device = queue->device;
	struct l0_pool_desc desc = {
		.type = L0_TYPE_EVENT_POOL_DESC,
		.flags = L0_POOL_HOST_VISIBLE | (queue->profiling ? L0_POOL_KERNEL_TIMESTAMP : 0),
		.count = EVENTS_PER_POOL,
	};
	struct event_pool *pool = mem_zalloc(ctx, sizeof(*pool));
	int r;

	if (!pool)
		return -SYB_E_NOMEM;
	r = device->backend->api.pool_create(device->platform->context, &desc, 1, &device->device, &pool->pool);
	r = driver_made(ctx, l0_check(ctx, r, "zeEventPoolCreate"), pool->pool, "zeEventPoolCreate");
	if (r < 0) {
		allocator_free(queue->from, pool);
		return r;
	}
	pool->next = queue->pools;
	queue->pools = pool;
	return 0;
}

static int make_event(struct syb_ctx *ctx, struct be_queue *queue, struct be_event **out)
{
	struct l0_event_desc desc = { .type = L0_TYPE_EVENT_DESC, .signal = L0_SCOPE_HOST, .wait = L0_SCOPE_HOST };
	struct be_event *event;
	int r = 0;

	if (!queue->pools || queue->pools->used == EVENTS_PER_POOL)
		r = add_pool(ctx, queue);
	if (r < 0)
		return r;
	event = mem_zalloc(ctx, sizeof(*event));
	if (!event)
		return -SYB_E_NOMEM;
	event->queue = queue;
	desc.index = queue->pools->used;
	r = queue->device->backend->api.event_create(queue->pools->pool, &desc, &event->event);
	r = driver_made(ctx, l0_check(ctx, r, "zeEventCreate"), event->event, "zeEventCreate");
	if (r < 0) {
		allocator_free(queue->from, event);
		return r;
	}
	queue->pools->used++;
	*out = event;
	return 0;
}

static void push(struct be_event **list, struct be_event *event)
{
	event->next = *list;
	*list = event;
}

static struct be_event *pop(struct be_event **list)
{
	struct be_event *event = *list;

	if (event)
		*list = event->next;
	return event;
}

void l0_event_release(struct be_queue *queue, struct be_event *event)
{
	bool done = queue->device->backend->api.event_query(event->event) == L0_SUCCESS;

	pthread_mutex_lock(&queue->lock);
	push(done ? &queue->unused : &queue->busy, event);
	pthread_mutex_unlock(&queue->lock);
}

/* An event whose command was never put into the list: nothing will signal it. */
static void discard_event(struct be_event *event)
{
	pthread_mutex_lock(&event->queue->lock);
	push(&event->queue->unused, event);
	pthread_mutex_unlock(&event->queue->lock);
}

static int get_event(struct syb_ctx *ctx, struct be_queue *queue, struct be_event **out)
{
	const struct l0_api *api = &queue->device->backend->api;
	struct be_event *event;
	int r;

	pthread_mutex_lock(&queue->lock);
	event = pop(&queue->unused);
	if (!event && queue->busy && api->event_query(queue->busy->event) == L0_SUCCESS)
		event = pop(&queue->busy);
	pthread_mutex_unlock(&queue->lock);
	if (!event)
		return make_event(ctx, queue, out);
	r = l0_check(ctx, api->event_reset(event->event), "zeEventHostReset");
	if (r < 0)
		discard_event(event);
	else
		*out = event;
	return r;
}

/* ---- commands ---- */

/* command NULL: the barrier waits for no event. */
static int add_barrier(struct syb_ctx *ctx, struct be_queue *queue, l0_event signal, const struct l0_command *command)
{
	int r = queue->device->backend->api.barrier(queue->list, signal, command ? command->wait_count : 0,
						    command ? command->wait : NULL);

	return l0_check(ctx, r, "zeCommandListAppendBarrier");
}

static int gather(struct syb_ctx *ctx, struct be_event *const *wait, size_t count, struct l0_command *c)
{
	c->wait = c->few;
	if (count > ARRAY_SIZE(c->few)) {
		l0_event *many = count <= UINT32_MAX ? mem_alloc(ctx, count * sizeof(l0_event)) : NULL;

		if (!many)
			return -SYB_E_NOMEM;
		c->wait = many;
	}
	for (size_t i = 0; i < count; i++)
		if (c->queue->out_of_order || wait[i]->queue != c->queue) /* else the barrier waits for it */
			c->wait[c->wait_count++] = wait[i]->event;
	return 0;
}

int l0_command_begin(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *const *wait, size_t wait_count,
		     bool wants_event, struct l0_command *c)
{
	int r;

	*c = (struct l0_command){ .queue = queue };
	r = gather(ctx, wait, wait_count, c);
	if (r < 0)
		return r;
	if (wants_event)
		r = get_event(ctx, queue, &c->event);
	if (r >= 0 && !queue->out_of_order)
		r = add_barrier(ctx, queue, NULL, NULL);
	if (r < 0)
		return l0_command_end(c, r, NULL);
	c->signal = c->event ? c->event->event : NULL;
	return 0;
}

int l0_command_end(struct l0_command *c, int r, struct be_event **out_event)
{
	if (c->wait != c->few)
		allocator_free(c->queue->from, c->wait);
	if (r < 0 && c->event)
		discard_event(c->event);
	else if (r >= 0 && out_event)
		*out_event = c->event;
	return r;
}

/* ---- queues ---- */

static void free_events(struct be_queue *queue, struct be_event **list)
{
	struct be_event *event;

	while ((event = pop(list))) {
		queue->device->backend->api.event_destroy(event->event);
		allocator_free(queue->from, event);
	}
}

static void destroy_queue(void *object)
{
	struct be_queue *queue = object;
	const struct l0_api *api = &queue->device->backend->api;

	pthread_mutex_lock(&queue->device->lock);
	for (struct be_queue **link = &queue->device->queues; *link; link = &(*link)->next)
		if (*link == queue) {
			*link = queue->next;
			break;
		}
	pthread_mutex_unlock(&queue->device->lock);
	if (queue->list)
		api->list_destroy(queue->list);
	free_events(queue, &queue->unused);
	free_events(queue, &queue->busy);
	while (queue->pools) {
		struct event_pool *pool = queue->pools;

		queue->pools = pool->next;
		api->pool_destroy(pool->pool);
		allocator_free(queue->from, pool);
	}
	pthread_mutex_destroy(&queue->lock);
	allocator_free(queue->from, queue);
}

void l0_queue_close(struct be_queue *queue)
{
	l0_destroy_later(queue->device, &queue->deferred, destroy_queue, queue);
}
DEFINE_CLEANUP(struct be_queue *, l0_queue_close);

int l0_queue_open(struct syb_ctx *ctx, struct be_device *device, const struct syb_queue_opts *opts,
		  struct be_queue **out_queue)
{
	_cleanup_(l0_queue_close_p) struct be_queue *queue = mem_zalloc(ctx, sizeof(*queue));
	struct l0_queue_desc desc = { .type = L0_TYPE_COMMAND_QUEUE_DESC,
				      .ordinal = device->ordinal,
				      .mode = L0_MODE_ASYNCHRONOUS };
	l0_list list = NULL;
	int r;

	if (!queue)
		return -SYB_E_NOMEM;
	queue->device = device;
	queue->from = allocator_of(ctx);
	queue->profiling = opts && opts->profiling;
	queue->out_of_order = opts && opts->out_of_order;
	pthread_mutex_init(&queue->lock, NULL);
	r = l0_check(ctx, device->backend->api.list_create(device->platform->context, device->device, &desc, &list),
		     "zeCommandListCreateImmediate");
	queue->list = r == 0 ? list : NULL;
	r = driver_made(ctx, r, list, "zeCommandListCreateImmediate");
	if (r < 0)
		return r;
	queue->native = l0_native(device, queue->list);
	pthread_mutex_lock(&device->lock);
	queue->next = device->queues;
	device->queues = queue;
	pthread_mutex_unlock(&device->lock);
	*out_queue = steal(queue);
	return 0;
}

/* ---- memory ---- */

/* Until no command can use the memory. A caller that cannot stop the wait does not wait forever. */
static int wait_idle(struct syb_ctx *ctx, struct be_device *device)
{
	enum { MOST_PAUSES = 20000 }; /* a few seconds */

	for (unsigned i = 0; l0_busy(device); i++) {

		TRY(ctx_cancelled(ctx));
		if (!driver_may_stop(ctx) && (i == MOST_PAUSES || atomic_load(&device->stuck))) {
			atomic_store(&device->stuck, true);
			return 0;
		}
		driver_pause();
	}
	atomic_store(&device->stuck, false);
	return 0;
}

int l0_free(struct syb_ctx *ctx, struct be_device *device, void *address)
{
	int r = wait_idle(ctx, device);

	if (r < 0)
		return r;
	r = device->backend->api.mem_free(device->platform->context, address);
	return r == L0_ERROR_INVALID_ARGUMENT ? driver_foreign_memory(ctx, address) : l0_check(ctx, r, "zeMemFree");
}

int l0_alloc(struct syb_ctx *ctx, struct be_device *device, enum syb_mem_kind kind, size_t bytes, void **out_address)
{
	const struct l0_api *api = &device->backend->api;
	struct l0_device_alloc_desc desc = { .type = L0_TYPE_DEVICE_MEM_ALLOC_DESC };
	struct l0_host_alloc_desc host = { .type = L0_TYPE_HOST_MEM_ALLOC_DESC };
	l0_context context = device->platform->context;
	void *address = NULL;
	int r;

	if (kind == SYB_MEM_HOST)
		r = api->alloc_host(context, &host, bytes, 0, &address);
	else if (kind == SYB_MEM_SHARED)
		r = api->alloc_shared(context, &desc, &host, bytes, 0, device->device, &address);
	else
		r = api->alloc_device(context, &desc, bytes, 0, device->device, &address);
	if (r == L0_ERROR_UNSUPPORTED_SIZE)
		r = L0_ERROR_OUT_OF_DEVICE_MEMORY;
	if (r != L0_SUCCESS)
		return syb_note(ctx, l0_check(ctx, r, "zeMemAlloc"), "%zu bytes", bytes);
	*out_address = address;
	return driver_made(ctx, 0, address, "zeMemAlloc");
}

/* ---- copies ---- */

/* A pattern that is too long, or not a power of two, is copied once, and then doubled in place. */
static int fill_by_copies(const struct l0_api *api, struct l0_command *c, const struct be_transfer *t)
{
	l0_list list = c->queue->list;
	size_t done = t->pattern_bytes;
	bool last = done == t->bytes;
	int r = api->copy(list, t->to, t->from, done, last ? c->signal : NULL, c->wait_count, c->wait);

	while (r == L0_SUCCESS && !last) {
		size_t more = done < t->bytes - done ? done : t->bytes - done;

		last = done + more == t->bytes;
		r = api->barrier(list, NULL, 0, NULL);
		if (r == L0_SUCCESS)
			r = api->copy(list, (char *)t->to + done, t->to, more, last ? c->signal : NULL, 0, NULL);
		done += more;
	}
	return r;
}

static int fill(struct syb_ctx *ctx, struct l0_command *c, const struct be_transfer *t)
{
	const struct be_device *device = c->queue->device;
	const struct l0_api *api = &device->backend->api;
	size_t n = t->pattern_bytes;
	bool by_fill;
	int r;

	if (n == 0 || t->bytes % n)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"%zu bytes are not a multiple of the pattern's %zu", t->bytes, n);
	n = driver_pattern_period(t->from, n);
	by_fill = (n & (n - 1)) == 0 && n <= device->most_fill;
	if (by_fill)
		r = api->fill(c->queue->list, t->to, t->from, n, t->bytes, c->signal, c->wait_count, c->wait);
	else
		r = fill_by_copies(api, c, t);
	r = l0_check(ctx, r, "zeCommandListAppendMemoryFill");
	/* The device reads the caller's pattern, which may be gone when this returns. */
	return r < 0 || by_fill ? r : l0_queue_wait(ctx, c->queue);
}

static int find_symbol(struct syb_ctx *ctx, const struct be_transfer *t, void **out)
{
	const struct be_program *program = t->program;
	const struct l0_api *api = &program->device->backend->api;
	int r = L0_ERROR_INVALID_GLOBAL_NAME;
	void *address = NULL;
	size_t size = 0;

	for (size_t i = 0; i < program->module_count && r == L0_ERROR_INVALID_GLOBAL_NAME; i++)
		r = api->module_global(program->modules[i], t->symbol, &size, &address);
	if (r == L0_ERROR_INVALID_GLOBAL_NAME)
		return driver_no_variable(ctx, t->symbol);
	r = l0_check(ctx, r, "zeModuleGetGlobalPointer");
	if (r == 0)
		r = driver_variable(ctx, t, "zeModuleGetGlobalPointer", address, size);
	if (r == 0)
		*out = (char *)address + t->offset;
	return r;
}

static int move(struct syb_ctx *ctx, struct l0_command *c, const struct be_transfer *t)
{
	const struct l0_api *api = &c->queue->device->backend->api;
	void *to = t->to, *symbol = NULL;
	const void *from = t->from;
	int r;

	if (t->bytes == 0)
		return add_barrier(ctx, c->queue, c->signal, c);
	if (t->kind == BE_FILL)
		return fill(ctx, c, t);
	if (t->kind == BE_TO_SYMBOL || t->kind == BE_FROM_SYMBOL) {
		r = find_symbol(ctx, t, &symbol);
		if (r < 0)
			return r;
	}
	if (t->kind == BE_TO_SYMBOL)
		to = symbol;
	else if (t->kind == BE_FROM_SYMBOL)
		from = symbol;
	r = api->copy(c->queue->list, to, from, t->bytes, c->signal, c->wait_count, c->wait);
	return l0_check(ctx, r, "zeCommandListAppendMemoryCopy");
}

int l0_transfer(struct syb_ctx *ctx, struct be_queue *queue, const struct be_transfer *transfer,
		struct be_event *const *wait, size_t wait_count, struct be_event **out_event)
{
	struct l0_command command;

	TRY(l0_command_begin(ctx, queue, wait, wait_count, out_event != NULL, &command));
	return l0_command_end(&command, move(ctx, &command, transfer), out_event);
}

/* ---- waiting ---- */

int l0_event_wait(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event)
{
	const struct l0_api *api = &queue->device->backend->api;
	int r;

	while ((r = api->event_wait(event->event, driver_may_stop(ctx) ? WAIT_SLICE_NS : UINT64_MAX)) == L0_NOT_READY) {
		r = ctx_cancelled(ctx);
		if (r < 0)
			return r;
		driver_pause(); /* some drivers return before the time is over */
	}
	return l0_check(ctx, r, "zeEventHostSynchronize");
}

int l0_event_done(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event)
{
	int r = queue->device->backend->api.event_query(event->event);

	return r == L0_SUCCESS ? 1 : r == L0_NOT_READY ? 0 : l0_check(ctx, r, "zeEventQueryStatus");
}

/* The whole queue: an event after all commands in the list. */
static int ask_queue(struct syb_ctx *ctx, struct be_queue *queue, be_event_done_fn *ask)
{
	struct be_event *event;
	int r = get_event(ctx, queue, &event);

	if (r < 0)
		return r;
	r = add_barrier(ctx, queue, event->event, NULL);
	if (r < 0) {
		discard_event(event);
		return r;
	}
	r = ask(ctx, queue, event);
	l0_event_release(queue, event);
	return r;
}

int l0_queue_wait(struct syb_ctx *ctx, struct be_queue *queue)
{
	return ask_queue(ctx, queue, l0_event_wait);
}

int l0_queue_done(struct syb_ctx *ctx, struct be_queue *queue)
{
	return ask_queue(ctx, queue, l0_event_done);
}

/* Ticks of a clock that wraps: the length is computed modulo its bits. */
int l0_event_times(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event,
		   struct syb_event_times *out_times)
{
	const struct be_device *device = queue->device;
	struct l0_timestamps t = { 0 };

	*out_times = (struct syb_event_times){ 0 };
	if (!queue->profiling)
		return 0;
	TRY(l0_check(ctx, device->backend->api.event_times(event->event, &t), "zeEventQueryKernelTimestamp"));
	out_times->started = driver_ns((double)(t.global_start & device->timestamp_mask) * device->timer_ns) + 1;
	out_times->ended =
		out_times->started +
		driver_ns((double)((t.global_end - t.global_start) & device->timestamp_mask) * device->timer_ns);
	return 0;
}
