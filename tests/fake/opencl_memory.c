/* fake/opencl_memory.c — libOpenCL.so.1: memory in its three models, and what moves it. */
#include "opencl.h"

#include <string.h>

/* NULL where there is none, and where this call is to hide it. */
static void *give_memory(enum fake_memory_kind kind, size_t bytes, cl_int none, cl_int *error)
{
	void *address;

	if (!fake_give_memory(kind, bytes, &address) && error)
		*error = bytes > (size_t)1 << 40 ? CL_INVALID_BUFFER_SIZE : none;
	return address;
}

/* ---- memory objects ---- */

FAKE_API cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host, cl_int *error)
{
	struct memory *memory;
	char *address;

	CALL_NEW("clCreateBuffer", error);
	IS_NEW(context, "context");
	CHECK(flags == CL_MEM_READ_WRITE && !host, NULL, "clCreateBuffer");
	address = give_memory(FAKE_DEVICE, bytes, CL_MEM_OBJECT_ALLOCATION_FAILURE, error);
	if (!address)
		return NULL;
	memory = opencl_new("memory object", sizeof(*memory));
	memory->address = address;
	memory->bytes = bytes;
	return (cl_mem)memory;
}

FAKE_API cl_mem clCreateSubBuffer(cl_mem handle, cl_mem_flags flags, cl_buffer_create_type type, const void *info,
				  cl_int *error)
{
	struct memory *whole = (struct memory *)handle, *memory;
	const cl_buffer_region *region = info;

	(void)flags;
	CALL_NEW("clCreateSubBuffer", error);
	IS_NEW(whole, "memory object");
	CHECK(type == CL_BUFFER_CREATE_TYPE_REGION && !whole->whole && region->origin < whole->bytes &&
		      region->size <= whole->bytes - region->origin,
	      NULL, "clCreateSubBuffer: outside");
	if (fake_hides())
		return NULL;
	memory = opencl_new("memory object", sizeof(*memory));
	memory->whole = whole;
	whole->thing.refs++;
	memory->address = whole->address + region->origin;
	memory->bytes = region->size;
	return (cl_mem)memory;
}

static void drop_memory(struct memory *memory)
{
	if (!opencl_drop(memory))
		return;
	if (memory->whole)
		drop_memory(memory->whole);
	else
		fake_free(memory->address);
	fake_delete(memory);
}

FAKE_API cl_int clReleaseMemObject(cl_mem memory)
{
	ENTER("clReleaseMemObject");
	IS(memory, "memory object");
	drop_memory((struct memory *)memory);
	return injected;
}

static bool inside(cl_mem handle, size_t at, size_t bytes, const char *call)
{
	const struct memory *memory = (struct memory *)handle;

	if (!fake_is(memory, "memory object", call))
		return false;
	if (at <= memory->bytes && bytes <= memory->bytes - at && bytes)
		return true;
	fake_complain("%s: %zu bytes at %zu of %zu", call, bytes, at, memory->bytes);
	return false;
}

#define ADDRESS(object, at) (((struct memory *)(object))->address + (at))

FAKE_API cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t at, size_t bytes,
				    void *to, cl_uint count, const cl_event *wait, cl_event *event)
{
	(void)blocking;
	CALL("clEnqueueReadBuffer");
	if (!inside(memory, at, bytes, call))
		return CL_INVALID_VALUE;
	memcpy(to, ADDRESS(memory, at), bytes);
	return opencl_command(call, queue, count, wait, event);
}

FAKE_API cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t at, size_t bytes,
				     const void *from, cl_uint count, const cl_event *wait, cl_event *event)
{
	(void)blocking;
	CALL("clEnqueueWriteBuffer");
	if (!inside(memory, at, bytes, call))
		return CL_INVALID_VALUE;
	memcpy(ADDRESS(memory, at), from, bytes);
	return opencl_command(call, queue, count, wait, event);
}

FAKE_API cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_at, size_t to_at,
				    size_t bytes, cl_uint count, const cl_event *wait, cl_event *event)
{
	CALL("clEnqueueCopyBuffer");
	if (!inside(from, from_at, bytes, call) || !inside(to, to_at, bytes, call))
		return CL_INVALID_VALUE;
	memmove(ADDRESS(to, to_at), ADDRESS(from, from_at), bytes);
	return opencl_command(call, queue, count, wait, event);
}

static cl_int fill(char *to, const void *pattern, size_t width, size_t bytes)
{
	if (width == 0 || (width & (width - 1)) || width > 128 || bytes % width)
		return CL_INVALID_VALUE;
	fake_fill(to, pattern, width, bytes);
	return CL_SUCCESS;
}

FAKE_API cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem memory, const void *pattern, size_t width, size_t at,
				    size_t bytes, cl_uint count, const cl_event *wait, cl_event *event)
{
	cl_int r;

	CALL("clEnqueueFillBuffer");
	r = inside(memory, at, bytes, call) ? fill(ADDRESS(memory, at), pattern, width, bytes) : CL_INVALID_VALUE;
	return r == CL_SUCCESS ? opencl_command(call, queue, count, wait, event) : r;
}

/* ---- shared virtual memory, and Intel's unified shared memory ---- */

static cl_int copy_usm(const char *call, cl_command_queue queue, void *to, const void *from, size_t bytes,
		       cl_uint count, const cl_event *wait, cl_event *event)
{
	if (!bytes || !fake_there(to, bytes, call) || !fake_there(from, bytes, call))
		return CL_INVALID_VALUE;
	memmove(to, from, bytes);
	return opencl_command(call, queue, count, wait, event);
}

static cl_int fill_usm(const char *call, cl_command_queue queue, void *to, const void *pattern, size_t width,
		       size_t bytes, cl_uint count, const cl_event *wait, cl_event *event)
{
	cl_int r = fake_memory(to, bytes, call) >= 0 ? fill(to, pattern, width, bytes) : CL_INVALID_VALUE;

	return r == CL_SUCCESS ? opencl_command(call, queue, count, wait, event) : r;
}

FAKE_API void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t bytes, cl_uint align)
{
	cl_int *error = NULL;

	(void)flags;
	(void)align;
	CALL_NEW("clSVMAlloc", error);
	IS_NEW(context, "context");
	return fake_alloc(FAKE_SHARED, bytes);
}

FAKE_API void clSVMFree(cl_context context, void *address)
{
	ENTER("clSVMFree");
	(void)injected;
	if (!fake_is(context, "context", call) || !fake_free(address))
		fake_complain("clSVMFree: %p is no memory", address);
}

FAKE_API cl_int clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void *to, const void *from, size_t bytes,
				   cl_uint count, const cl_event *wait, cl_event *event)
{
	(void)blocking;
	CALL("clEnqueueSVMMemcpy");
	return copy_usm(call, queue, to, from, bytes, count, wait, event);
}

FAKE_API cl_int clEnqueueSVMMemFill(cl_command_queue queue, void *to, const void *pattern, size_t width, size_t bytes,
				    cl_uint count, const cl_event *wait, cl_event *event)
{
	CALL("clEnqueueSVMMemFill");
	return fill_usm(call, queue, to, pattern, width, bytes, count, wait, event);
}

static void *device_alloc(cl_context context, cl_device_id device, const cl_mem_properties_intel *properties,
			  size_t bytes, cl_uint align, cl_int *error)
{
	(void)properties;
	(void)align;
	CALL_NEW("clDeviceMemAllocINTEL", error);
	IS_NEW(context, "context");
	CHECK(opencl_is_device(device), NULL, "%s", call);
	return give_memory(FAKE_DEVICE, bytes, CL_OUT_OF_RESOURCES, error);
}

static void *shared_alloc(cl_context context, cl_device_id device, const cl_mem_properties_intel *properties,
			  size_t bytes, cl_uint align, cl_int *error)
{
	(void)properties;
	(void)align;
	CALL_NEW("clSharedMemAllocINTEL", error);
	IS_NEW(context, "context");
	CHECK(opencl_is_device(device), NULL, "%s", call);
	return give_memory(FAKE_SHARED, bytes, CL_OUT_OF_RESOURCES, error);
}

static void *host_alloc(cl_context context, const cl_mem_properties_intel *properties, size_t bytes, cl_uint align,
			cl_int *error)
{
	(void)properties;
	(void)align;
	CALL_NEW("clHostMemAllocINTEL", error);
	IS_NEW(context, "context");
	return give_memory(FAKE_HOST, bytes, CL_OUT_OF_RESOURCES, error);
}

static cl_int blocking_free(cl_context context, void *address)
{
	ENTER("clMemBlockingFreeINTEL");
	IS(context, "context");
	CHECK(fake_free(address), CL_INVALID_VALUE, "%s: %p is no memory", call, address);
	return injected;
}

static cl_int memcpy_usm(cl_command_queue queue, cl_bool blocking, void *to, const void *from, size_t bytes,
			 cl_uint count, const cl_event *wait, cl_event *event)
{
	(void)blocking;
	CALL("clEnqueueMemcpyINTEL");
	return copy_usm(call, queue, to, from, bytes, count, wait, event);
}

static cl_int memfill_usm(cl_command_queue queue, void *to, const void *pattern, size_t width, size_t bytes,
			  cl_uint count, const cl_event *wait, cl_event *event)
{
	CALL("clEnqueueMemFillINTEL");
	return fill_usm(call, queue, to, pattern, width, bytes, count, wait, event);
}

const struct extension opencl_memory_extensions[] = {
	{ "clDeviceMemAllocINTEL", (void *)device_alloc },
	{ "clHostMemAllocINTEL", (void *)host_alloc },
	{ "clSharedMemAllocINTEL", (void *)shared_alloc },
	{ "clMemBlockingFreeINTEL", (void *)blocking_free },
	{ "clEnqueueMemcpyINTEL", (void *)memcpy_usm },
	{ "clEnqueueMemFillINTEL", (void *)memfill_usm },
	{ 0 },
};
