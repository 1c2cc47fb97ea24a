/* runtime/memory.c — memory of devices: the drivers' own, with addresses. */
#include "queue.h"

static int need_driver(struct syb_ctx *ctx, const struct syb_rt_device *device)
{
	if (!device)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "the device is NULL");
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
		r = syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "the size is 0");
	if (r == 0 && kind != SYB_MEM_DEVICE && kind != SYB_MEM_SHARED && kind != SYB_MEM_HOST)
		r = syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "unknown kind of memory: %d", (int)kind);
	if (r == 0) {
		uses_collect(device->rt);
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
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "an address of the copy is NULL");
	if (bytes == 0 && !out_event)
		return 0;
	if (bytes == 0)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "a copy of 0 bytes has no event");
	return transfer(ctx, queue, &what, wait, wait_count, out_event);
}

int memory_new(struct syb_ctx *ctx, struct syb_rt_device *device, const void *from, size_t bytes, void **out_address)
{
	_cleanup_(syb_queue_close_p) struct syb_queue *queue = NULL;
	void *address = NULL;
	int r = syb_queue_open(ctx, device, NULL, &queue);

	if (r == 0)
		r = device->ops->alloc(ctx, device->be, SYB_MEM_DEVICE, bytes, &address);
	if (r == 0)
		r = from ? syb_mem_copy(ctx, queue, address, from, bytes, NULL, 0, NULL)
			 : syb_mem_fill(ctx, queue, address, "", 1, bytes, NULL, 0, NULL);
	if (r == 0)
		r = syb_queue_wait(ctx, queue);
	if (r == 0)
		*out_address = address;
	else if (address)
		(void)!device->ops->free(ctx, device->be, address);
	return r;
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
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"cannot fill %zu bytes with a pattern of %zu: expected a power of two up to 128 that "
				"divides them",
				bytes, pattern_bytes);
	return transfer(ctx, queue, &what, wait, wait_count, out_event);
}
