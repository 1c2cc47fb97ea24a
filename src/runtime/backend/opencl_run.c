/* runtime/backend/opencl_run.c — launches, memory and copies of an OpenCL driver. */
#include "opencl.h"

#include <sys/mman.h>

/* ---- memory objects that have addresses ---- */

/* The memory object at an address, and the offset in it; NULL when there is none. */
static cl_mem find_mem(struct be_device *device, const void *address, size_t *out_offset, size_t *out_left)
{
	uintptr_t at = (uintptr_t)address;
	cl_mem mem = NULL;

	pthread_mutex_lock(&device->lock);
	for (struct opencl_range *range = device->ranges; range && !mem; range = range->next) {
		if (at < range->begin || at - range->begin >= range->bytes)
			continue;
		*out_offset = at - range->begin;
		*out_left = range->bytes - *out_offset;
		mem = range->mem;
	}
	pthread_mutex_unlock(&device->lock);
	return mem;
}

/* A mapping that cannot be accessed reserves the addresses. */
static int buffer_alloc(struct syb_ctx *ctx, struct be_device *device, size_t bytes, void **out_address)
{
	struct opencl_range *range = mem_zalloc(ctx, sizeof(*range));
	cl_int error = CL_OUT_OF_HOST_MEMORY;
	void *place;
	int r;

	if (!range)
		return -SYB_E_NOMEM;
	place = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (place != MAP_FAILED)
		range->mem = device->api->clCreateBuffer(device->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
	r = opencl_made(ctx, error, range->mem, "clCreateBuffer");
	if (r < 0) {
		if (place != MAP_FAILED)
			munmap(place, bytes);
		allocator_free(device->backend->from, range);
		return r;
	}
	range->begin = (uintptr_t)place;
	range->bytes = bytes;
	pthread_mutex_lock(&device->lock);
	range->next = device->ranges;
	device->ranges = range;
	pthread_mutex_unlock(&device->lock);
	*out_address = place;
	return 0;
}

static int buffer_free(struct syb_ctx *ctx, struct be_device *device, void *address)
{
	struct opencl_range *range = NULL;

	pthread_mutex_lock(&device->lock);
	for (struct opencl_range **link = &device->ranges; *link; link = &(*link)->next) {
		if ((*link)->begin != (uintptr_t)address)
			continue;
		range = *link;
		*link = range->next;
		break;
	}
	pthread_mutex_unlock(&device->lock);
	if (!range)
		return driver_foreign_memory(ctx, address);
	device->api->clReleaseMemObject(range->mem);
	munmap(address, range->bytes);
	allocator_free(device->backend->from, range);
	return 0;
}

/* ---- memory ---- */

/* clSVMFree frees at once, even memory in use. A queue that failed no longer uses memory; one whose wait was cancelled
 * is not waited for again. */
static int wait_all(struct syb_ctx *ctx, struct be_device *device)
{
	_cleanup_(ctx_raise) struct ctx_lower lower = ctx_lower(ctx, true);
	int r = 0;

	pthread_mutex_lock(&device->lock);
	for (struct be_queue *queue = device->queues; queue && r != -SYB_E_CANCELLED; queue = queue->next)
		r = atomic_load(&queue->stopped) ? 0 : opencl_wait_for_other(ctx, queue);
	pthread_mutex_unlock(&device->lock);
	return r == -SYB_E_CANCELLED ? r : 0;
}

int opencl_free(struct syb_ctx *ctx, struct be_device *device, void *address)
{
	if (device->memory == OPENCL_USM)
		return opencl_check(ctx, device->usm.release(device->context, address), "clMemBlockingFreeINTEL");
	if (device->memory == OPENCL_BUFFER)
		return buffer_free(ctx, device, address);
	TRY(wait_all(ctx, device));
	device->api->clSVMFree(device->context, address);
	return 0;
}

static int usm_alloc(struct syb_ctx *ctx, struct be_device *device, enum syb_mem_kind kind, size_t bytes,
		     void **out_address)
{
	const struct opencl_usm *usm = &device->usm;
	cl_int error = CL_SUCCESS;

	if (kind == SYB_MEM_DEVICE)
		*out_address = usm->device_alloc(device->context, device->id, NULL, bytes, 0, &error);
	else if (kind == SYB_MEM_SHARED)
		*out_address = usm->shared_alloc(device->context, device->id, NULL, bytes, 0, &error);
	else
		*out_address = usm->host_alloc(device->context, NULL, bytes, 0, &error);
	return opencl_made(ctx, error, *out_address, "allocation of memory");
}

static int svm_alloc(struct syb_ctx *ctx, struct be_device *device, size_t bytes, void **out_address)
{
	cl_svm_mem_flags flags = CL_MEM_READ_WRITE | (device->fine ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0);

	*out_address = device->api->clSVMAlloc(device->context, flags, bytes, 0);
	return *out_address ? 0
			    : syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "device-memory",
				       "the device cannot allocate %zu bytes", bytes);
}

int opencl_alloc(struct syb_ctx *ctx, struct be_device *device, enum syb_mem_kind kind, size_t bytes,
		 void **out_address)
{
	if (device->memory == OPENCL_USM)
		return usm_alloc(ctx, device, kind, bytes, out_address);
	if (kind != SYB_MEM_DEVICE && (device->memory == OPENCL_BUFFER || !device->fine))
		return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "device-memory",
				"the device has no memory that the host may access at any time");
	return device->memory == OPENCL_SVM ? svm_alloc(ctx, device, bytes, out_address)
					    : buffer_alloc(ctx, device, bytes, out_address);
}

/* ---- launching ---- */

/* A pointer into a memory object becomes a sub-buffer, which most drivers require to be aligned. */
static int set_part(struct syb_ctx *ctx, struct be_kernel *kernel, cl_uint i, const void *address)
{
	const struct opencl_api *api = kernel->device->api;
	cl_buffer_region region;
	size_t offset, left;
	cl_mem mem = address ? find_mem(kernel->device, address, &offset, &left) : NULL, part, *grown;
	cl_int error = CL_SUCCESS;

	if (!address || (mem && offset == 0))
		return opencl_check(ctx, api->clSetKernelArg(kernel->id, i, sizeof(mem), address ? &mem : NULL),
				    "clSetKernelArg");
	if (!mem)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument", "%p is not memory of this device",
				address);
	grown = mem_realloc(ctx, kernel->parts, (kernel->part_count + 1) * sizeof(cl_mem));
	if (!grown)
		return -SYB_E_NOMEM;
	kernel->parts = grown;
	region = (cl_buffer_region){ offset, left };
	part = api->clCreateSubBuffer(mem, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
	if (!part)
		return opencl_made(ctx, error, part, "clCreateSubBuffer");
	kernel->parts[kernel->part_count++] = part;
	return opencl_check(ctx, api->clSetKernelArg(kernel->id, i, sizeof(part), &part), "clSetKernelArg");
}

static int set_arg(struct syb_ctx *ctx, struct be_kernel *kernel, cl_uint i, const struct be_arg *arg)
{
	struct be_device *device = kernel->device;
	cl_int error = CL_SUCCESS;

	switch (arg->kind) {
	case BE_ARG_NONE:
		return 0;
	case BE_ARG_VALUE:
		error = device->api->clSetKernelArg(kernel->id, i, arg->bytes, arg->value);
		break;
	case BE_ARG_LOCAL:
		error = device->api->clSetKernelArg(kernel->id, i, arg->bytes, NULL);
		break;
	case BE_ARG_POINTER:
		if (device->memory == OPENCL_BUFFER)
			return set_part(ctx, kernel, i, arg->value);
		error = device->memory == OPENCL_USM ? device->usm.set_arg(kernel->id, i, arg->value)
						     : device->api->clSetKernelArgSVMPointer(kernel->id, i, arg->value);
		break;
	}
	if (error == CL_SUCCESS)
		return 0;
	return syb_note(ctx, opencl_check(ctx, error, "clSetKernelArg"), "argument %u of the device code, %zu bytes", i,
			arg->bytes);
}

static int set_args(struct syb_ctx *ctx, struct be_kernel *kernel, const struct be_launch *launch)
{
	for (size_t i = 0; i < kernel->part_count; i++) /* running launches keep references */
		kernel->device->api->clReleaseMemObject(kernel->parts[i]);
	kernel->part_count = 0;
	for (size_t i = 0; i < launch->arg_count; i++)
		TRY(set_arg(ctx, kernel, (cl_uint)i, &launch->args[i]));
	return 0;
}

/* A command without an event must end before the function returns. */
static int take_event(struct syb_ctx *ctx, struct be_queue *queue, cl_event event, const char *call,
		      struct be_event **out_event)
{
	*out_event = (struct be_event *)event;
	if (!event)
		queue->device->api->clFinish(queue->id);
	return driver_made(ctx, 0, event, call);
}

int opencl_launch(struct syb_ctx *ctx, struct be_queue *queue, struct be_kernel *kernel, const struct be_launch *launch,
		  struct be_event *const *wait, size_t wait_count, struct be_event **out_event)
{
	const size_t *offset = launch->offset[0] || launch->offset[1] || launch->offset[2] ? launch->offset : NULL;
	bool keep = !out_event && queue->in_order && driver_may_stop(ctx); /* the event, for a wait for the queue */
	int r = launch->args_changed ? set_args(ctx, kernel, launch) : 0;
	cl_event event = NULL;
	cl_int error;

	if (r < 0)
		return r;
	error = kernel->device->api->clEnqueueNDRangeKernel(
		queue->id, kernel->id, launch->dims, offset, launch->global, launch->local[0] ? launch->local : NULL,
		(cl_uint)wait_count, opencl_events(wait), out_event || keep ? &event : NULL);
	if (error != CL_SUCCESS)
		return opencl_check(ctx, error, "clEnqueueNDRangeKernel");
	opencl_set_last(queue, keep ? event : NULL);
	return out_event ? take_event(ctx, queue, event, "clEnqueueNDRangeKernel", out_event) : 0;
}

/* ---- copies ---- */

struct waiting {
	cl_uint count;
	const cl_event *list;
	cl_event *event;
};

static cl_int buffer_copy(struct be_queue *queue, const struct be_transfer *t, const struct waiting *w)
{
	const struct opencl_api *api = queue->device->api;
	size_t to_at = 0, from_at = 0, to_left, from_left;
	cl_mem to = find_mem(queue->device, t->to, &to_at, &to_left);
	cl_mem from = find_mem(queue->device, t->from, &from_at, &from_left);

	if ((to && t->bytes > to_left) || (from && t->bytes > from_left))
		return CL_INVALID_VALUE;
	if (to && from)
		return api->clEnqueueCopyBuffer(queue->id, from, to, from_at, to_at, t->bytes, w->count, w->list,
						w->event);
	if (to)
		return api->clEnqueueWriteBuffer(queue->id, to, CL_FALSE, to_at, t->bytes, t->from, w->count, w->list,
						 w->event);
	if (from)
		return api->clEnqueueReadBuffer(queue->id, from, CL_FALSE, from_at, t->bytes, t->to, w->count, w->list,
						w->event);
	return CL_INVALID_VALUE;
}

static cl_int copy(struct be_queue *queue, const struct be_transfer *t, const struct waiting *w)
{
	struct be_device *device = queue->device;

	if (device->memory == OPENCL_USM)
		return device->usm.copy(queue->id, CL_FALSE, t->to, t->from, t->bytes, w->count, w->list, w->event);
	if (device->memory == OPENCL_SVM)
		return device->api->clEnqueueSVMMemcpy(queue->id, CL_FALSE, t->to, t->from, t->bytes, w->count, w->list,
						       w->event);
	return buffer_copy(queue, t, w);
}

static cl_int fill(struct be_queue *queue, const struct be_transfer *t, const struct waiting *w)
{
	struct be_device *device = queue->device;
	size_t offset = 0, left = 0;
	cl_mem mem;

	if (device->memory == OPENCL_USM)
		return device->usm.fill(queue->id, t->to, t->from, t->pattern_bytes, t->bytes, w->count, w->list,
					w->event);
	if (device->memory == OPENCL_SVM)
		return device->api->clEnqueueSVMMemFill(queue->id, t->to, t->from, t->pattern_bytes, t->bytes, w->count,
							w->list, w->event);
	mem = find_mem(device, t->to, &offset, &left);
	return mem && t->bytes <= left ? device->api->clEnqueueFillBuffer(queue->id, mem, t->from, t->pattern_bytes,
									  offset, t->bytes, w->count, w->list, w->event)
				       : CL_INVALID_VALUE;
}

static int symbol(struct syb_ctx *ctx, struct be_queue *queue, const struct be_transfer *t, const struct waiting *w)
{
	bool write = t->kind == BE_TO_SYMBOL;
	opencl_global_fn function = write ? queue->device->write_global : queue->device->read_global;
	void *host = write ? (void *)(uintptr_t)t->from : t->to;
	cl_int error;

	if (!function)
		return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "device-global",
				"the driver cannot access global variables of a program (%s)", t->symbol);
	error = function(queue->id, t->program->id, t->symbol, CL_FALSE, t->bytes, t->offset, host, w->count, w->list,
			 w->event);
	if (error == CL_INVALID_VALUE)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "device-global",
				"cannot transfer %zu bytes at offset %zu: variable %s is smaller", t->bytes, t->offset,
				t->symbol);
	return error == CL_INVALID_ARG_VALUE ? driver_no_variable(ctx, t->symbol) : opencl_check(ctx, error, t->symbol);
}

int opencl_transfer(struct syb_ctx *ctx, struct be_queue *queue, const struct be_transfer *transfer,
		    struct be_event *const *wait, size_t wait_count, struct be_event **out_event)
{
	cl_event event = NULL;
	struct waiting w = { (cl_uint)wait_count, opencl_events(wait), out_event ? &event : NULL };
	cl_int error = CL_SUCCESS;
	int r = 0;

	opencl_set_last(queue, NULL);
	switch (transfer->kind) {
	case BE_COPY:
		error = copy(queue, transfer, &w);
		break;
	case BE_FILL:
		error = fill(queue, transfer, &w);
		break;
	case BE_TO_SYMBOL:
	case BE_FROM_SYMBOL:
		r = symbol(ctx, queue, transfer, &w);
		break;
	}
	if (error != CL_SUCCESS)
		return opencl_check(ctx, error, transfer->kind == BE_FILL ? "filling memory" : "copying memory");
	return r == 0 && out_event ? take_event(ctx, queue, event, "a transfer", out_event) : r;
}
