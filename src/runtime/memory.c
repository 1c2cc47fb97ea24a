/* runtime/memory.c — memory of devices: the drivers' own, with addresses. */
#include "queue.h"

static int need_driver(struct syb_ctx *ctx, const struct syb_rt_device *device)
{
	if (!device)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "no device is given");
	if (device->ops)
		return 0;
	return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "device-profile", "%s is a profile, not a device",
			device->info.info.name);
}

int syb_mem_alloc(struct syb_ctx *ctx, struct syb_rt_device *device, enum syb_mem_kind kind, size_t bytes,
		  void **out_address)
{
	void *address = NULL;
	int r = need_driver(ctx, device);

	if (r == 0 && bytes == 0)
		r = syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "no bytes of memory");
	if (r == 0 && kind != SYB_MEM_DEVICE && kind != SYB_MEM_SHARED && kind != SYB_MEM_HOST)
		r = syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "there is no memory of kind %d", (int)kind);
	if (r == 0) {
		uses_settle(device->rt);
		r = device->ops->alloc(ctx, device->be, kind, bytes, &address);
	}
	if (r < 0)
		return r;
	r = uses_allocated(ctx, device, address);
	if (r == 0)
		*out_address = address;
	else
		(void)!device->ops->free(ctx, device->be, address);
	return r;
}

int syb_mem_free(struct syb_ctx *ctx, struct syb_rt_device *device, void *address)
{
	int r = need_driver(ctx, device);

	return r < 0 || !address ? r : uses_free(ctx, device, address);
}

static int transfer(struct syb_ctx *ctx, struct syb_queue *queue, const struct be_transfer *what,
		    struct syb_event *const *wait, size_t wait_count, struct syb_event **out_event)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	struct be_event **list = NULL, *event = NULL;
	int r = queue_wait_list(ctx, &scratch, queue, wait, wait_count, &list);

	uses_command(queue);
	if (r == 0)
		r = uses_result(queue, queue->device->ops->transfer(ctx, queue->be, what, list, wait_count,
								    out_event ? &event : NULL));
	return r < 0 || !out_event ? r : queue_event(ctx, queue, event, out_event);
}

int syb_mem_copy(struct syb_ctx *ctx, struct syb_queue *queue, void *to, const void *from, size_t bytes,
		 struct syb_event *const *wait, size_t wait_count, struct syb_event **out_event)
{
	const struct be_transfer what = { .kind = BE_COPY, .to = to, .from = from, .bytes = bytes };

	if (bytes && (!to || !from))
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "a copy from or to nowhere");
	if (bytes == 0 && !out_event)
		return 0;
	if (bytes == 0)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "a copy of nothing has no event");
	return transfer(ctx, queue, &what, wait, wait_count, out_event);
}

/* OpenCL's rule: a pattern is a power of two of up to 128 bytes, and fits a whole number of times. */
int syb_mem_fill(struct syb_ctx *ctx, struct syb_queue *queue, void *to, const void *pattern, size_t pattern_bytes,
		 size_t bytes, struct syb_event *const *wait, size_t wait_count, struct syb_event **out_event)
{
	const struct be_transfer what = {
		.kind = BE_FILL, .to = to, .from = pattern, .bytes = bytes, .pattern_bytes = pattern_bytes
	};

	if (bytes == 0 || !to || !pattern || pattern_bytes == 0 || pattern_bytes > 128 ||
	    (pattern_bytes & (pattern_bytes - 1)) || bytes % pattern_bytes)
		return syb_fail(
			ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
			"%zu bytes cannot be filled with a pattern of %zu: a power of two up to 128 that divides them",
			bytes, pattern_bytes);
	return transfer(ctx, queue, &what, wait, wait_count, out_event);
}
