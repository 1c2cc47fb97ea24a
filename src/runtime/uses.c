/* runtime/uses.c — kernels (with their programs) and memory that commands use stay until the commands are done.
 *
 * A queue counts its commands and those known to be done: all after a wait for the queue and, in an in-order queue, all
 * up to an event after a wait for that. It holds the kernels that it launched until then. Memory that is freed while
 * queues of its device are busy is released when all earlier commands of these are done. Queues are closed when their
 * commands are done. Some drivers do part of this themselves, others do not.
 *
 * A queue that is closed after a cancelled wait is abandoned: it keeps its kernels, freed memory waits for it, and it
 * is destroyed when a later call to free or allocate finds its commands done. If they never end, all of this stays
 * until the process ends: a running kernel cannot be stopped. */
#include "queue.h"

/* Memory that was freed, and the queues that it waits for. */
struct freed {
	struct freed *next;
	struct syb_rt_device *device;
	void *address;
	size_t count;
	struct {
		struct syb_queue *queue; /* NULL: done */
		uint64_t number;
	} waits[];
};

enum { LOOK_AGAIN = 50 * 1000 * 1000 }; /* ns: for some drivers, a query is a separate command */

/* ---- queues ---- */

void uses_open(struct syb_queue *queue)
{
	struct syb_rt *rt = queue->rt;

	queue->epoch = atomic_fetch_add(&rt->epochs, 1) + 1;
	pthread_mutex_lock(&rt->lock);
	queue->next = rt->queues;
	rt->queues = queue;
	pthread_mutex_unlock(&rt->lock);
}

static bool has_commands(struct syb_queue *queue)
{
	return atomic_load(&queue->done) < atomic_load(&queue->submitted);
}

/* Memory does not wait for a lost device: freeing it reports the driver's error. */
static bool is_busy(struct syb_queue *queue)
{
	return has_commands(queue) && !atomic_load(&queue->failed);
}

void uses_done(struct syb_queue *queue, uint64_t number)
{
	uint64_t done = atomic_load(&queue->done);

	while (done < number && !atomic_compare_exchange_weak(&queue->done, &done, number))
		;
}

/* ---- kernels ---- */

static void release(struct syb_queue *queue)
{
	for (size_t i = 0; i < queue->held_count; i++)
		syb_kernel_free(queue->held[i]);
	queue->held_count = 0;
	queue->epoch = atomic_fetch_add(&queue->rt->epochs, 1) + 1;
}

int uses_hold(struct syb_ctx *ctx, struct syb_queue *queue, struct syb_kernel *kernel)
{
	bool held = false;

	if (!has_commands(queue))
		release(queue);
	for (size_t i = 0; i < queue->held_count; i++) /* a kernel that two queues launch alternately */
		held |= queue->held[i] == kernel;
	if (!held)
		TRY(VEC_PUSH(ctx, queue->held, queue->held_count, queue->held_room));
	if (!held) {
		atomic_fetch_add(&kernel->refs, 1);
		queue->held[queue->held_count++] = kernel;
	}
	kernel->held_epoch = queue->epoch;
	return 0;
}

/* ---- memory that callers own ---- */

static struct allocation *find_slot(const struct allocations *all, const struct syb_rt_device *device,
				    uintptr_t address)
{
	size_t at = (size_t)((address >> 4) * 0x9e3779b97f4a7c15u >> 20);

	for (;; at++) {
		struct allocation *slot = &all->slots[at & (all->room - 1)];

		if (!slot->device || (slot->device == device && slot->address == address))
			return slot;
	}
}

static struct allocation *find_allocation(const struct allocations *all, const struct syb_rt_device *device,
					  uintptr_t address)
{
	struct allocation *slot = all->room ? find_slot(all, device, address) : NULL;

	return slot && slot->device ? slot : NULL;
}

/* Drops freed slots; half of the table stays empty, so that lookups are short. */
static int make_room(struct syb_ctx *ctx, struct allocations *all)
{
	struct allocations grown = { .room = 64 };
	size_t live = 0;

	if (all->count * 2 < all->room)
		return 0;
	for (size_t i = 0; i < all->room; i++)
		live += all->slots[i].address != 0;
	while (grown.room < live * 4)
		grown.room *= 2;
	grown.slots = mem_zalloc(ctx, grown.room * sizeof(*grown.slots));
	if (!grown.slots)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < all->room; i++) {
		const struct allocation *old = &all->slots[i];

		if (!old->address)
			continue;
		*find_slot(&grown, old->device, old->address) = *old;
		grown.count++;
	}
	allocator_free(allocator_of(ctx), all->slots);
	*all = grown;
	return 0;
}

int uses_allocated(struct syb_ctx *ctx, struct syb_rt_device *device, const void *address)
{
	struct syb_rt *rt = device->rt;
	struct syb_ctx quiet = rt_quiet(rt->from); /* the table belongs to the runtime */
	int r;

	pthread_mutex_lock(&rt->lock);
	r = make_room(&quiet, &rt->allocations);
	if (r == 0) {
		*find_slot(&rt->allocations, device, (uintptr_t)address) =
			(struct allocation){ device, (uintptr_t)address };
		rt->allocations.count++;
	}
	pthread_mutex_unlock(&rt->lock);
	return r == 0 ? 0 : syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "no memory to record an allocation");
}

/* ---- memory ---- */

/* Under the lock: remove entries that no longer wait. */
static struct freed *take_ready(struct syb_rt *rt)
{
	struct freed *ready = NULL;

	for (struct freed **link = &rt->freed; *link;) {
		struct freed *f = *link;
		bool waits = false;

		for (size_t i = 0; i < f->count; i++)
			waits |= f->waits[i].queue && atomic_load(&f->waits[i].queue->done) < f->waits[i].number;
		if (waits) {
			link = &f->next;
			continue;
		}
		*link = f->next;
		f->next = ready;
		ready = f;
	}
	return ready;
}

/* Whether the commands of an abandoned queue have ended. A queue that fails has. */
static bool has_ended(struct syb_queue *queue)
{
	struct syb_ctx quiet = rt_quiet(queue->from);

	return !queue->be || queue->device->ops->queue_done(&quiet, queue->be) != 0;
}

/* Under the lock. */
static void take_out(struct syb_queue *queue)
{
	struct syb_rt *rt = queue->rt;

	for (struct syb_queue **link = &rt->queues; *link; link = &(*link)->next) {
		if (*link != queue)
			continue;
		*link = queue->next;
		break;
	}
	for (struct freed *f = rt->freed; f; f = f->next)
		for (size_t i = 0; i < f->count; i++)
			if (f->waits[i].queue == queue)
				f->waits[i].queue = NULL;
}

static void end_held(struct syb_queue *queue)
{
	release(queue);
	allocator_free(queue->from, queue->held);
}

/* Destroy abandoned queues whose commands have ended. */
static void end_left(struct syb_rt *rt)
{
	uint64_t now = atomic_load(&rt->left) ? clock_ns() : 0;

	while (atomic_load(&rt->left)) {
		struct syb_queue *queue;

		pthread_mutex_lock(&rt->lock);
		for (queue = rt->queues; queue; queue = queue->next) {
			if (!queue->left || now - queue->looked < LOOK_AGAIN)
				continue;
			queue->looked = now;
			if (has_ended(queue))
				break;
		}
		if (queue) {
			take_out(queue);
			atomic_fetch_sub(&rt->left, 1);
		}
		pthread_mutex_unlock(&rt->lock);
		if (!queue)
			break;
		end_held(queue);
		queue_end(queue);
	}
}

void uses_collect(struct syb_rt *rt)
{
	struct syb_ctx quiet = rt_quiet(rt->from);
	struct freed *ready;

	end_left(rt);
	pthread_mutex_lock(&rt->lock);
	ready = take_ready(rt);
	pthread_mutex_unlock(&rt->lock);
	while (ready) {
		struct freed *f = ready;

		ready = f->next;
		(void)!f->device->ops->free(&quiet, f->device->be, f->address);
		allocator_free(rt->from, f);
	}
}

/* Under the lock. */
static int postpone(struct syb_ctx *ctx, struct syb_rt_device *device, void *address, size_t busy)
{
	struct syb_rt *rt = device->rt;
	struct freed *f = mem_zalloc(ctx, sizeof(*f) + busy * sizeof(f->waits[0]));

	if (!f)
		return -SYB_E_NOMEM;
	f->device = device;
	f->address = address;
	for (struct syb_queue *queue = rt->queues; queue && f->count < busy; queue = queue->next) {
		if (queue->device != device || !is_busy(queue))
			continue;
		f->waits[f->count].queue = queue;
		f->waits[f->count++].number = atomic_load(&queue->submitted);
	}
	f->next = rt->freed;
	rt->freed = f;
	return 0;
}

int uses_free(struct syb_ctx *ctx, struct syb_rt_device *device, void *address)
{
	struct syb_rt *rt = device->rt;
	struct allocation *slot;
	size_t busy = 0;
	int r = 0;

	uses_collect(rt);
	pthread_mutex_lock(&rt->lock);
	slot = find_allocation(&rt->allocations, device, (uintptr_t)address);
	for (struct syb_queue *queue = rt->queues; slot && queue; queue = queue->next)
		busy += queue->device == device && is_busy(queue);
	if (busy)
		r = postpone(ctx, device, address, busy);
	if (slot && r == 0)
		slot->address = 0;
	pthread_mutex_unlock(&rt->lock);
	if (!slot)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"%p was not allocated on %s, or is already freed", address, device->info.info.name);
	return busy ? r : device->ops->free(ctx, device->be, address);
}

/* ---- closing queues ---- */

void uses_wait(struct syb_queue *queue)
{
	uses_done(queue, atomic_load(&queue->submitted));
	atomic_store(&queue->failed, false);
	atomic_store(&queue->stopped, false);
	release(queue);
	uses_collect(queue->rt);
}

/* A queue whose wait failed is not waited for again: its commands are left to the driver. */
bool uses_close(struct syb_queue *queue)
{
	struct syb_ctx quiet = rt_quiet(queue->from);
	bool busy = queue->be && has_commands(queue) && !atomic_load(&queue->failed);
	bool stopped = atomic_load(&queue->stopped);
	struct syb_rt *rt = queue->rt;

	if (busy && !stopped && !queue->given_up)
		(void)!queue->device->ops->queue_wait(&quiet, queue->be);
	stopped = stopped && busy && !has_ended(queue);
	pthread_mutex_lock(&rt->lock);
	if (stopped) {
		queue->left = true;
		queue->looked = clock_ns();
		atomic_fetch_add(&rt->left, 1);
	} else {
		take_out(queue);
	}
	pthread_mutex_unlock(&rt->lock);
	if (stopped)
		return false;
	end_held(queue);
	uses_collect(rt);
	return true;
}
