/* runtime/backend/cuda_memory.c — what only the adapter for SYCL runtimes needs of memory: copies of rectangles,
 * prefetches and advice, and what the driver knows about an address. The caller has entered the device's context. */
#include "cuda.h"

#include "driver.h"

static int copy_slice(const struct be_queue *queue, cuda_ptr to, size_t to_pitch, cuda_ptr from, size_t from_pitch,
		      size_t width, size_t height)
{
	const struct cuda_api *api = &queue->device->backend->api;
	struct cuda_copy_2d copy = { .width = width, .height = height };
	int r = CUDA_OK;

	/* The driver's limit of a pitch; a row that is a whole slice has none. */
	if (to_pitch > INT32_MAX || from_pitch > INT32_MAX) {
		for (size_t y = 0; r == CUDA_OK && y < height; y++)
			r = api->copy(to + y * to_pitch, from + y * from_pitch, width, queue->stream);
		return r;
	}
	copy.to = (struct cuda_rows){ .type = CUDA_MEMORYTYPE_UNIFIED, .device = to, .pitch = to_pitch };
	copy.from = (struct cuda_rows){ .type = CUDA_MEMORYTYPE_UNIFIED, .device = from, .pitch = from_pitch };
	return api->copy_2d(&copy, queue->stream);
}

int cuda_copy_rect(struct syb_ctx *ctx, struct be_queue *queue, const struct cuda_rect *rect)
{
	cuda_ptr to = (cuda_ptr)(uintptr_t)rect->to, from = (cuda_ptr)(uintptr_t)rect->from;
	int r = CUDA_OK;

	for (size_t z = 0; r == CUDA_OK && rect->width && rect->height && z < rect->depth; z++)
		r = copy_slice(queue, to + z * rect->to_slice, rect->to_row, from + z * rect->from_slice,
			       rect->from_row, rect->width, rect->height);
	return cuda_check(ctx, queue->device->backend, r, "cuMemcpy2DAsync");
}

/* Hints for memory that does not migrate are refused by the driver; they change no result. */
static bool is_refused_hint(int r)
{
	return r == CUDA_INVALID_VALUE || r == CUDA_INVALID_DEVICE || r == CUDA_NOT_SUPPORTED;
}

int cuda_prefetch(struct syb_ctx *ctx, struct be_queue *queue, const void *address, size_t bytes, bool to_host)
{
	const struct backend *backend = queue->device->backend;
	int r;

	if (!backend->api.prefetch || bytes == 0)
		return 0;
	r = backend->api.prefetch((cuda_ptr)(uintptr_t)address, bytes,
				  to_host ? CUDA_DEVICE_CPU : queue->device->device, queue->stream);
	return is_refused_hint(r) ? 0 : cuda_check(ctx, backend, r, "cuMemPrefetchAsync");
}

int cuda_advise(struct syb_ctx *ctx, struct be_device *device, const void *address, size_t bytes,
		enum cuda_advice advice, bool about_host)
{
	const struct backend *backend = device->backend;
	int r;

	if (!backend->api.advise || bytes == 0)
		return 0;
	r = backend->api.advise((cuda_ptr)(uintptr_t)address, bytes, (int)advice,
				about_host ? CUDA_DEVICE_CPU : device->device);
	return is_refused_hint(r) ? 0 : cuda_check(ctx, backend, r, "cuMemAdvise");
}

int cuda_pointer(struct syb_ctx *ctx, struct be_device *device, const void *address, struct cuda_pointer *out)
{
	const struct cuda_api *api = &device->backend->api;
	cuda_ptr ptr = (cuda_ptr)(uintptr_t)address, base = 0;
	unsigned type = 0, managed = 0;
	size_t bytes = 0;
	int r = api->pointer_attribute(&type, CUDA_POINTER_MEMORY_TYPE, ptr);

	*out = (struct cuda_pointer){ .known = false };
	if (r == CUDA_INVALID_VALUE)
		return 0;
	if (r == CUDA_OK)
		r = api->pointer_attribute(&managed, CUDA_POINTER_IS_MANAGED, ptr);
	if (r == CUDA_OK)
		r = api->pointer_attribute(&base, CUDA_POINTER_RANGE_START, ptr);
	if (r == CUDA_OK)
		r = api->pointer_attribute(&bytes, CUDA_POINTER_RANGE_SIZE, ptr);
	if (r != CUDA_OK)
		return cuda_check(ctx, device->backend, r, "cuPointerGetAttribute");
	if ((type != CUDA_MEMORYTYPE_HOST && type != CUDA_MEMORYTYPE_DEVICE) || managed > 1)
		return driver_bad_answer(ctx, "cuPointerGetAttribute", "memory is of kind %u, managed %u", type,
					 managed);
	*out = (struct cuda_pointer){
		.known = true,
		.kind = managed                        ? SYB_MEM_SHARED
			: type == CUDA_MEMORYTYPE_HOST ? SYB_MEM_HOST
						       : SYB_MEM_DEVICE,
		.base = (void *)(uintptr_t)base,
		.bytes = bytes,
	};
	return 0;
}
