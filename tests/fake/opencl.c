/* fake/opencl.c — libOpenCL.so.1: one platform with one GPU that takes SPIR-V, and runs the kernels of tests/backend
 * and tests/runtime. See fake.h. Objects count their references, as OpenCL's do. */
#include "fake.h"

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	NATIVE_HEADER = 64,
	MOST_GROUP = 1024,
	MOST_LOCAL = 64 << 10,
};

struct thing {
	struct fake_object object;
	unsigned refs;
};

struct memory {
	struct fake_object object;
	unsigned refs;
	struct memory *whole; /* of a part */
	char *address;
	size_t bytes;
};

struct program {
	struct fake_object object;
	unsigned refs;
	struct fake_program program;
	uint8_t *native;
	size_t native_size;
	bool built;
	char log[256];
};

struct kernel {
	struct fake_object object;
	unsigned refs;
	struct program *program;
	struct fake_entry *entry;
	bool set[FAKE_ARGS];
	uint8_t values[FAKE_ARGS][64];
	size_t sizes[FAKE_ARGS];
};

struct event {
	struct fake_object object;
	unsigned refs;
	unsigned looks;
	uint64_t time;
	bool timed;
};

struct queue {
	struct fake_object object;
	unsigned refs;
	bool timed;
};

static int the_platform, other_platforms[2], the_device; /* their addresses are the handles */
static uint64_t ticks;

#define ENTER(name)                                                                                                    \
	FAKE_LOCKED;                                                                                                   \
	int injected = fake_enter(name, CL_DEVICE_NOT_AVAILABLE);                                                      \
	const char *const call = name;                                                                                 \
	(void)call
#define CALL(name)                                                                                                     \
	ENTER(name);                                                                                                   \
	if (injected)                                                                                                  \
	return injected
/* Functions that return an object. */
#define CALL_NEW(name, error)                                                                                          \
	ENTER(name);                                                                                                   \
	if (error)                                                                                                     \
		*(error) = injected;                                                                                   \
	if (injected)                                                                                                  \
	return NULL
#define CHECK(cond, result, ...)                                                                                       \
	do {                                                                                                           \
		if (!(cond)) {                                                                                         \
			fake_complain(__VA_ARGS__);                                                                    \
			return result;                                                                                 \
		}                                                                                                      \
	} while (0)
#define IS(handle, kind) CHECK(fake_is(handle, kind, call), CL_INVALID_VALUE, "%s", call)
#define IS_NEW(handle, kind)                                                                                           \
	do {                                                                                                           \
		if (!fake_is(handle, kind, call)) {                                                                    \
			if (error)                                                                                     \
				*error = CL_INVALID_VALUE;                                                             \
			return NULL;                                                                                   \
		}                                                                                                      \
	} while (0)

static bool model(const char *name)
{
	const char *set = fake_faults()->model;

	return strcmp(*set ? set : "usm", name) == 0;
}

/* ---- platforms and devices ---- */

static cl_int answer(const void *value, size_t bytes, size_t room, void *out, size_t *out_size)
{
	if (out && room < bytes)
		return CL_INVALID_VALUE;
	if (out)
		memcpy(out, value, bytes);
	if (out_size)
		*out_size = bytes + (fake_faults()->lie && !out && bytes > 8 ? 100000 : 0);
	fake_tells(FAKE_NUMBER, out_size, sizeof(*out_size));
	fake_tells(FAKE_NUMBER, out, bytes <= 8 ? bytes : 0);
	return CL_SUCCESS;
}

static cl_int answer_text(const char *text, size_t room, void *out, size_t *out_size)
{
	cl_int r = answer(text, strlen(text) + 1, room, out, out_size);

	if (r == CL_SUCCESS)
		fake_tells(FAKE_TEXT, out, strlen(text) + 1);
	return r;
}

FAKE_API cl_int clGetPlatformIDs(cl_uint room, cl_platform_id *out, cl_uint *count)
{
	cl_uint all = fake_faults()->platforms > 1 && fake_faults()->platforms <= 3 ? fake_faults()->platforms : 1;

	CALL("clGetPlatformIDs");
	for (cl_uint i = 0; out && i < all && i < room; i++)
		out[i] = i + 1 < all ? (cl_platform_id)&other_platforms[all - 2 - i] : (cl_platform_id)&the_platform;
	if (count)
		*count = all;
	fake_tells(FAKE_NUMBER, count, sizeof(*count));
	fake_tells(FAKE_POINTER, out, sizeof(*out));
	return CL_SUCCESS;
}

FAKE_API cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t room, void *out, size_t *size)
{
	CALL("clGetPlatformInfo");
	CHECK((void *)platform == &the_platform, CL_INVALID_PLATFORM, "clGetPlatformInfo");
	return answer_text(what == CL_PLATFORM_NAME ? "Fake OpenCL" : "", room, out, size);
}

FAKE_API cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room, cl_device_id *out,
			       cl_uint *count)
{
	CALL("clGetDeviceIDs");
	if ((void *)platform == &other_platforms[0])
		return CL_DEVICE_NOT_FOUND;
	if ((void *)platform == &other_platforms[1])
		return CL_INVALID_PLATFORM;
	CHECK((void *)platform == &the_platform && type, CL_INVALID_PLATFORM, "clGetDeviceIDs");
	if (out && room)
		*out = (cl_device_id)&the_device;
	if (count)
		*count = 1;
	fake_tells(FAKE_NUMBER, count, sizeof(*count));
	fake_tells(FAKE_POINTER, out, sizeof(*out));
	return CL_SUCCESS;
}

static cl_int device_text(cl_device_info what, size_t room, void *out, size_t *size)
{
	switch (what) {
	case CL_DEVICE_NAME:
		return answer_text("Fake OpenCL GPU", room, out, size);
	case CL_DEVICE_VENDOR:
		return answer_text("Sybil", room, out, size);
	case CL_DRIVER_VERSION:
		return answer_text("1.0", room, out, size);
	case CL_DEVICE_IL_VERSION:
		return answer_text("SPIR-V_1.2 SPIR-V_1.0", room, out, size);
	case CL_DEVICE_EXTENSIONS:
		return answer_text(model("usm") ? "cl_khr_fp64 cl_khr_fp16 cl_intel_unified_shared_memory"
						: "cl_khr_fp64 cl_khr_fp16",
				   room, out, size);
	default:
		return CL_INVALID_VALUE;
	}
}

FAKE_API cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t room, void *out, size_t *size)
{
	const size_t sizes[3] = { MOST_GROUP, MOST_GROUP, MOST_GROUP };
	cl_ulong number;
	cl_int r;

	CALL("clGetDeviceInfo");
	CHECK((void *)device == &the_device, CL_INVALID_DEVICE, "clGetDeviceInfo");
	r = device_text(what, room, out, size);
	if (r == CL_SUCCESS || what == CL_DEVICE_EXTENSIONS)
		return r;
	switch (what) {
	case CL_DEVICE_TYPE:
		number = CL_DEVICE_TYPE_GPU;
		break;
	case CL_DEVICE_MAX_WORK_GROUP_SIZE:
		number = MOST_GROUP;
		break;
	case CL_DEVICE_MAX_WORK_ITEM_SIZES:
		return answer(sizes, sizeof(sizes), room, out, size);
	case CL_DEVICE_GLOBAL_MEM_SIZE:
		number = fake_faults()->memory;
		break;
	case CL_DEVICE_LOCAL_MEM_SIZE:
		number = MOST_LOCAL;
		break;
	case CL_DEVICE_SVM_CAPABILITIES:
		number = model("svm") ? CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER : 0;
		break;
	case CL_DEVICE_MAX_COMPUTE_UNITS:
	case CL_DEVICE_COMPILER_AVAILABLE:
	case CL_DEVICE_LINKER_AVAILABLE: {
		cl_uint one = 1;

		return answer(&one, sizeof(one), room, out, size);
	}
	case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
		number = CL_QUEUE_PROFILING_ENABLE;
		break;
	case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
	case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
	case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
		number = model("usm") ? CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL : 0;
		break;
	default:
		return CL_INVALID_VALUE;
	}
	return answer(&number, sizeof(number), room, out, size);
}

/* ---- contexts and queues ---- */

static void *new_thing(const char *kind, size_t bytes)
{
	struct thing *thing = fake_new(kind, bytes, NULL);

	thing->refs = 1;
	return thing;
}

/* Whether this was the last reference. */
static bool drop(void *object)
{
	return --((struct thing *)object)->refs == 0;
}

FAKE_API cl_context clCreateContext(const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
				    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user,
				    cl_int *error)
{
	(void)properties;
	(void)notify;
	(void)user;
	CALL_NEW("clCreateContext", error);
	CHECK(count == 1 && (void *)devices[0] == &the_device, NULL, "clCreateContext");
	return fake_give(new_thing("context", sizeof(struct thing)));
}

FAKE_API cl_int clReleaseContext(cl_context context)
{
	ENTER("clReleaseContext");
	IS(context, "context");
	if (drop(context))
		fake_delete(context);
	return injected;
}

FAKE_API cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
							     const cl_queue_properties *properties, cl_int *error)
{
	struct queue *queue;

	CALL_NEW("clCreateCommandQueueWithProperties", error);
	IS_NEW(context, "context");
	CHECK((void *)device == &the_device, NULL, "%s", call);
	queue = new_thing("queue", sizeof(*queue));
	queue->timed =
		properties && properties[0] == CL_QUEUE_PROPERTIES && (properties[1] & CL_QUEUE_PROFILING_ENABLE);
	return fake_give(queue);
}

FAKE_API cl_int clReleaseCommandQueue(cl_command_queue queue)
{
	ENTER("clReleaseCommandQueue");
	IS(queue, "queue");
	if (drop(queue))
		fake_delete(queue);
	return injected;
}

FAKE_API cl_int clFlush(cl_command_queue queue)
{
	CALL("clFlush");
	IS(queue, "queue");
	return CL_SUCCESS;
}

FAKE_API cl_int clFinish(cl_command_queue queue)
{
	CALL("clFinish");
	IS(queue, "queue");
	return CL_SUCCESS;
}

/* ---- events ---- */

static cl_int command(const char *call, cl_command_queue queue, cl_uint count, const cl_event *wait, cl_event *out)
{
	struct event *event;

	IS(queue, "queue");
	CHECK(!count == !wait, CL_INVALID_EVENT_WAIT_LIST, "%s: %u events at %p", call, count, (const void *)wait);
	for (cl_uint i = 0; i < count; i++)
		IS(wait[i], "event");
	if (!out)
		return CL_SUCCESS;
	event = new_thing("event", sizeof(*event));
	event->time = ticks += 10;
	event->timed = ((struct queue *)queue)->timed;
	*out = fake_give(event);
	return CL_SUCCESS;
}

FAKE_API cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *wait,
					    cl_event *event)
{
	CALL("clEnqueueMarkerWithWaitList");
	return command(call, queue, count, wait, event);
}

FAKE_API cl_int clRetainEvent(cl_event event)
{
	CALL("clRetainEvent");
	IS(event, "event");
	((struct event *)event)->refs++;
	return CL_SUCCESS;
}

FAKE_API cl_int clReleaseEvent(cl_event event)
{
	ENTER("clReleaseEvent");
	IS(event, "event");
	if (drop(event))
		fake_delete(event);
	return injected;
}

FAKE_API cl_int clWaitForEvents(cl_uint count, const cl_event *events)
{
	CALL("clWaitForEvents");
	for (cl_uint i = 0; i < count; i++) {
		IS(events[i], "event");
		((struct event *)events[i])->looks = fake_faults()->slow;
	}
	return CL_SUCCESS;
}

FAKE_API cl_int clGetEventInfo(cl_event handle, cl_event_info what, size_t room, void *out, size_t *size)
{
	struct event *event = (struct event *)handle;
	cl_int status;

	CALL("clGetEventInfo");
	IS(event, "event");
	CHECK(what == CL_EVENT_COMMAND_EXECUTION_STATUS, CL_INVALID_VALUE, "clGetEventInfo");
	status = fake_faults()->hang || event->looks++ < fake_faults()->slow ? CL_RUNNING : CL_COMPLETE;
	return answer(&status, sizeof(status), room, out, size);
}

FAKE_API cl_int clGetEventProfilingInfo(cl_event handle, cl_profiling_info what, size_t room, void *out, size_t *size)
{
	struct event *event = (struct event *)handle;
	cl_ulong time;

	CALL("clGetEventProfilingInfo");
	IS(event, "event");
	if (!event->timed)
		return CL_PROFILING_INFO_NOT_AVAILABLE;
	time = event->time + (what - CL_PROFILING_COMMAND_QUEUED);
	return answer(&time, sizeof(time), room, out, size);
}

/* ---- memory ---- */

FAKE_API cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host, cl_int *error)
{
	struct memory *memory;

	CALL_NEW("clCreateBuffer", error);
	IS_NEW(context, "context");
	CHECK(flags == CL_MEM_READ_WRITE && !host, NULL, "clCreateBuffer");
	char *address = fake_alloc(FAKE_DEVICE, bytes);
	if (!address) {
		if (error)
			*error = bytes > (size_t)1 << 40 ? CL_INVALID_BUFFER_SIZE : CL_MEM_OBJECT_ALLOCATION_FAILURE;
		return NULL;
	}
	if (fake_hides()) {
		fake_free(address);
		return NULL;
	}
	memory = new_thing("memory object", sizeof(*memory));
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
	memory = new_thing("memory object", sizeof(*memory));
	memory->whole = whole;
	whole->refs++;
	memory->address = whole->address + region->origin;
	memory->bytes = region->size;
	return (cl_mem)memory;
}

static void drop_memory(struct memory *memory)
{
	if (!drop(memory))
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
	return command(call, queue, count, wait, event);
}

FAKE_API cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t at, size_t bytes,
				     const void *from, cl_uint count, const cl_event *wait, cl_event *event)
{
	(void)blocking;
	CALL("clEnqueueWriteBuffer");
	if (!inside(memory, at, bytes, call))
		return CL_INVALID_VALUE;
	memcpy(ADDRESS(memory, at), from, bytes);
	return command(call, queue, count, wait, event);
}

FAKE_API cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_at, size_t to_at,
				    size_t bytes, cl_uint count, const cl_event *wait, cl_event *event)
{
	CALL("clEnqueueCopyBuffer");
	if (!inside(from, from_at, bytes, call) || !inside(to, to_at, bytes, call))
		return CL_INVALID_VALUE;
	memmove(ADDRESS(to, to_at), ADDRESS(from, from_at), bytes);
	return command(call, queue, count, wait, event);
}

static cl_int fill(char *to, const void *pattern, size_t width, size_t bytes)
{
	if (width == 0 || (width & (width - 1)) || width > 128 || bytes % width)
		return CL_INVALID_VALUE;
	for (size_t i = 0; i < bytes; i += width)
		memcpy(to + i, pattern, width);
	return CL_SUCCESS;
}

FAKE_API cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem memory, const void *pattern, size_t width, size_t at,
				    size_t bytes, cl_uint count, const cl_event *wait, cl_event *event)
{
	cl_int r;

	CALL("clEnqueueFillBuffer");
	r = inside(memory, at, bytes, call) ? fill(ADDRESS(memory, at), pattern, width, bytes) : CL_INVALID_VALUE;
	return r == CL_SUCCESS ? command(call, queue, count, wait, event) : r;
}

/* Shared virtual memory, and Intel's unified shared memory. */
static bool there(const void *p, size_t bytes, const char *call)
{
	return p && bytes && (fake_memory(p, 1, call) < 0 || fake_memory(p, bytes, call) >= 0);
}

static cl_int copy_usm(const char *call, cl_command_queue queue, void *to, const void *from, size_t bytes,
		       cl_uint count, const cl_event *wait, cl_event *event)
{
	if (!there(to, bytes, call) || !there(from, bytes, call))
		return CL_INVALID_VALUE;
	memmove(to, from, bytes);
	return command(call, queue, count, wait, event);
}

static cl_int fill_usm(const char *call, cl_command_queue queue, void *to, const void *pattern, size_t width,
		       size_t bytes, cl_uint count, const cl_event *wait, cl_event *event)
{
	cl_int r = fake_memory(to, bytes, call) >= 0 ? fill(to, pattern, width, bytes) : CL_INVALID_VALUE;

	return r == CL_SUCCESS ? command(call, queue, count, wait, event) : r;
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

static void *alloc_usm(enum fake_memory_kind kind, size_t bytes, cl_int *error)
{
	void *address = fake_alloc(kind, bytes);

	if (address && fake_hides()) {
		fake_free(address);
		return NULL;
	}

	if (error)
		*error =
			address ? CL_SUCCESS : (bytes > (size_t)1 << 40 ? CL_INVALID_BUFFER_SIZE : CL_OUT_OF_RESOURCES);
	return address;
}

static void *device_alloc(cl_context context, cl_device_id device, const cl_mem_properties_intel *properties,
			  size_t bytes, cl_uint align, cl_int *error)
{
	(void)properties;
	(void)align;
	CALL_NEW("clDeviceMemAllocINTEL", error);
	IS_NEW(context, "context");
	CHECK((void *)device == &the_device, NULL, "%s", call);
	return alloc_usm(FAKE_DEVICE, bytes, error);
}

static void *shared_alloc(cl_context context, cl_device_id device, const cl_mem_properties_intel *properties,
			  size_t bytes, cl_uint align, cl_int *error)
{
	(void)properties;
	(void)align;
	CALL_NEW("clSharedMemAllocINTEL", error);
	IS_NEW(context, "context");
	CHECK((void *)device == &the_device, NULL, "%s", call);
	return alloc_usm(FAKE_SHARED, bytes, error);
}

static void *host_alloc(cl_context context, const cl_mem_properties_intel *properties, size_t bytes, cl_uint align,
			cl_int *error)
{
	(void)properties;
	(void)align;
	CALL_NEW("clHostMemAllocINTEL", error);
	IS_NEW(context, "context");
	return alloc_usm(FAKE_HOST, bytes, error);
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

/* ---- programs ---- */

static bool read_native(struct fake_program *program, const uint8_t *bytes, size_t size)
{
	if (size < NATIVE_HEADER || memcmp(bytes, "FAKECL", 6) != 0)
		return false;
	for (size_t at = NATIVE_HEADER; at < size;) {
		uint64_t len;

		if (size - at < sizeof(len))
			return false;
		memcpy(&len, bytes + at, sizeof(len));
		at += sizeof(len);
		if (len > size - at || !fake_read_spirv(program, bytes + at, len))
			return false;
		at += len;
	}
	return true;
}

static void add_native(struct program *program, const void *bytes, size_t size)
{
	uint64_t len = size;

	if (!program->native) {
		program->native = calloc(1, NATIVE_HEADER);
		program->native_size = NATIVE_HEADER;
		memcpy(program->native, "FAKECL", 6);
	}
	program->native = realloc(program->native, program->native_size + sizeof(len) + size);
	memcpy(program->native + program->native_size, &len, sizeof(len));
	memcpy(program->native + program->native_size + sizeof(len), bytes, size);
	program->native_size += sizeof(len) + size;
}

/* Whether it is SPIR-V is found out when it is built: drivers say so then, too. */
FAKE_API cl_program clCreateProgramWithIL(cl_context context, const void *bytes, size_t size, cl_int *error)
{
	struct program *program;

	CALL_NEW("clCreateProgramWithIL", error);
	IS_NEW(context, "context");
	program = new_thing("program", sizeof(*program));
	if (fake_hides()) {
		fake_delete(program);
		return NULL;
	}
	add_native(program, bytes, size);
	return (cl_program)program;
}

FAKE_API cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *devices,
					      const size_t *sizes, const unsigned char **binaries, cl_int *status,
					      cl_int *error)
{
	struct program *program;

	CALL_NEW("clCreateProgramWithBinary", error);
	IS_NEW(context, "context");
	CHECK(count == 1 && (void *)devices[0] == &the_device, NULL, "%s", call);
	if (fake_hides())
		return NULL;
	program = new_thing("program", sizeof(*program));
	program->native = malloc(sizes[0] + 1);
	memcpy(program->native, binaries[0], sizes[0]);
	program->native_size = sizes[0];
	if (status)
		*status = CL_SUCCESS;
	return (cl_program)program;
}

static void drop_program(struct program *program)
{
	if (!drop(program))
		return;
	fake_program_stop(&program->program);
	free(program->native);
	fake_delete(program);
}

FAKE_API cl_int clReleaseProgram(cl_program program)
{
	ENTER("clReleaseProgram");
	IS(program, "program");
	drop_program((struct program *)program);
	return injected;
}

FAKE_API cl_int clSetProgramSpecializationConstant(cl_program handle, cl_uint id, size_t size, const void *value)
{
	struct program *program = (struct program *)handle;
	struct fake_constant *c;

	CALL("clSetProgramSpecializationConstant");
	IS(program, "program");
	CHECK(!program->built && size && size <= 8 && program->program.constant_count < 16, CL_INVALID_VALUE, "%s",
	      call);
	c = &program->program.constants[program->program.constant_count++];
	c->id = id;
	memcpy(c->value, value, size);
	return CL_SUCCESS;
}

static cl_int finish(struct program *program, cl_int failure)
{
	const char *missing;

	if (!read_native(&program->program, program->native, program->native_size)) {
		snprintf(program->log, sizeof(program->log), "error: this is no image");
		return failure;
	}
	missing = fake_unresolved(&program->program);
	if (missing) {
		snprintf(program->log, sizeof(program->log), "error: undefined reference to %s", missing);
		return failure;
	}
	if (!fake_program_start(&program->program))
		return CL_OUT_OF_RESOURCES;
	program->built = true;
	return CL_SUCCESS;
}

static void take_long(void)
{
	unsigned ms = fake_faults()->build_ms;
	struct timespec left = { .tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000 };

	while (nanosleep(&left, &left) < 0)
		;
}

FAKE_API cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
			       void(CL_CALLBACK *notify)(cl_program, void *), void *user)
{
	(void)notify;
	(void)user;
	CALL("clBuildProgram");
	take_long();
	IS(program, "program");
	CHECK(count == 1 && (void *)devices[0] == &the_device && options && !((struct program *)program)->built,
	      CL_INVALID_VALUE, "%s", call);
	return finish((struct program *)program, CL_BUILD_PROGRAM_FAILURE);
}

FAKE_API cl_int clCompileProgram(cl_program handle, cl_uint count, const cl_device_id *devices, const char *options,
				 cl_uint headers, const cl_program *header_list, const char **names,
				 void(CL_CALLBACK *notify)(cl_program, void *), void *user)
{
	struct program *program = (struct program *)handle;
	struct fake_program *parts;
	bool good;

	(void)header_list;
	(void)names;
	(void)notify;
	(void)user;
	CALL("clCompileProgram");
	take_long();
	IS(program, "program");
	CHECK(count == 1 && (void *)devices[0] == &the_device && options && headers == 0, CL_INVALID_VALUE, "%s", call);
	parts = calloc(1, sizeof(*parts));
	good = read_native(parts, program->native, program->native_size);
	free(parts);
	return good ? CL_SUCCESS : CL_COMPILE_PROGRAM_FAILURE;
}

FAKE_API cl_program clLinkProgram(cl_context context, cl_uint count, const cl_device_id *devices, const char *options,
				  cl_uint inputs, const cl_program *list, void(CL_CALLBACK *notify)(cl_program, void *),
				  void *user, cl_int *error)
{
	struct program *program;
	cl_int r;

	(void)options;
	(void)notify;
	(void)user;
	CALL_NEW("clLinkProgram", error);
	IS_NEW(context, "context");
	CHECK(count == 1 && (void *)devices[0] == &the_device && inputs, NULL, "%s", call);
	program = new_thing("program", sizeof(*program));
	for (cl_uint i = 0; i < inputs; i++) {
		const struct program *one = (struct program *)list[i];

		IS_NEW(one, "program");
		if (!program->native) {
			program->native = calloc(1, NATIVE_HEADER);
			program->native_size = NATIVE_HEADER;
			memcpy(program->native, "FAKECL", 6);
		}
		program->native = realloc(program->native, program->native_size + one->native_size);
		memcpy(program->native + program->native_size, one->native + NATIVE_HEADER,
		       one->native_size - NATIVE_HEADER);
		program->native_size += one->native_size - NATIVE_HEADER;
		for (size_t k = 0; k < one->program.constant_count && program->program.constant_count < 16; k++)
			program->program.constants[program->program.constant_count++] = one->program.constants[k];
	}
	r = finish(program, CL_LINK_PROGRAM_FAILURE);
	if (error)
		*error = r;
	if (fake_hides()) {
		drop_program(program);
		return NULL;
	}
	return (cl_program)program; /* with a log, also when it failed */
}

FAKE_API cl_int clGetProgramInfo(cl_program handle, cl_program_info what, size_t room, void *out, size_t *size)
{
	struct program *program = (struct program *)handle;

	CALL("clGetProgramInfo");
	IS(program, "program");
	if (what == CL_PROGRAM_BINARY_SIZES)
		return answer(&program->native_size, sizeof(size_t), room, out, size);
	CHECK(what == CL_PROGRAM_BINARIES && out && room >= sizeof(void *), CL_INVALID_VALUE, "%s", call);
	/* a driver copies what it has: nobody tells it how much room there is */
	memcpy(*(unsigned char **)out, program->native, program->native_size);
	return CL_SUCCESS;
}

FAKE_API cl_int clGetProgramBuildInfo(cl_program handle, cl_device_id device, cl_program_build_info what, size_t room,
				      void *out, size_t *size)
{
	struct program *program = (struct program *)handle;

	CALL("clGetProgramBuildInfo");
	IS(program, "program");
	CHECK((void *)device == &the_device && what == CL_PROGRAM_BUILD_LOG, CL_INVALID_VALUE, "%s", call);
	return answer_text(program->log, room, out, size);
}

/* ---- kernels ---- */

FAKE_API cl_kernel clCreateKernel(cl_program handle, const char *name, cl_int *error)
{
	struct program *program = (struct program *)handle;
	struct fake_entry *entry;
	struct kernel *kernel;

	CALL_NEW("clCreateKernel", error);
	IS_NEW(program, "program");
	CHECK(program->built, NULL, "%s: the program was not built", call);
	entry = fake_find(program->program.kernels, program->program.kernel_count, name);
	if (!entry) {
		if (error)
			*error = CL_INVALID_KERNEL_NAME;
		return NULL;
	}
	if (fake_hides())
		return NULL;
	kernel = new_thing("kernel", sizeof(*kernel));
	kernel->program = program;
	kernel->entry = entry;
	program->refs++;
	return (cl_kernel)kernel;
}

FAKE_API cl_int clReleaseKernel(cl_kernel handle)
{
	struct kernel *kernel = (struct kernel *)handle;

	ENTER("clReleaseKernel");
	IS(kernel, "kernel");
	if (drop(kernel)) {
		drop_program(kernel->program);
		fake_delete(kernel);
	}
	return injected;
}

static cl_int set_arg(struct kernel *kernel, cl_uint index, size_t bytes, const void *value)
{
	const struct fake_kernel *known = kernel->entry->kernel;
	bool local = known && index < kernel->entry->arg_count && known->args[index] == 'l';

	if (index >= kernel->entry->arg_count)
		return CL_INVALID_ARG_INDEX;
	if (bytes == 0 || (!local && bytes != kernel->entry->arg_sizes[index]) || (local && bytes > MOST_LOCAL))
		return CL_INVALID_ARG_SIZE;
	if (local && value)
		return CL_INVALID_ARG_VALUE;
	kernel->set[index] = true;
	kernel->sizes[index] = bytes;
	memset(kernel->values[index], 0, sizeof(kernel->values[index]));
	if (value)
		memcpy(kernel->values[index], value, bytes < 64 ? bytes : 64);
	return CL_SUCCESS;
}

/* Memory objects become their addresses when the kernel starts. */
FAKE_API cl_int clSetKernelArg(cl_kernel handle, cl_uint index, size_t bytes, const void *value)
{
	struct kernel *kernel = (struct kernel *)handle;
	cl_int r;

	CALL("clSetKernelArg");
	IS(kernel, "kernel");
	r = set_arg(kernel, index, bytes, value);
	if (r == CL_SUCCESS && value && kernel->entry->kernel && kernel->entry->kernel->args[index] == 'p') {
		struct memory *memory;

		memcpy(&memory, value, sizeof(memory));
		if (!fake_is(memory, "memory object", call))
			return CL_INVALID_MEM_OBJECT;
		memcpy(kernel->values[index], &memory->address, sizeof(memory->address));
	}
	return r;
}

FAKE_API cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *value)
{
	CALL("clSetKernelArgSVMPointer");
	IS(kernel, "kernel");
	return set_arg((struct kernel *)kernel, index, sizeof(value), &value);
}

static cl_int set_usm(cl_kernel kernel, cl_uint index, const void *value)
{
	CALL("clSetKernelArgMemPointerINTEL");
	IS(kernel, "kernel");
	return set_arg((struct kernel *)kernel, index, sizeof(value), &value);
}

FAKE_API cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info what, size_t bytes, const void *value)
{
	CALL("clSetKernelExecInfo");
	IS(kernel, "kernel");
	return what && bytes && value ? CL_SUCCESS : CL_INVALID_VALUE;
}

FAKE_API cl_int clGetKernelInfo(cl_kernel handle, cl_kernel_info what, size_t room, void *out, size_t *size)
{
	struct kernel *kernel = (struct kernel *)handle;
	cl_uint count;

	CALL("clGetKernelInfo");
	IS(kernel, "kernel");
	if (what != CL_KERNEL_NUM_ARGS)
		return CL_INVALID_VALUE;
	count = (cl_uint)kernel->entry->arg_count;
	return answer(&count, sizeof(count), room, out, size);
}

FAKE_API cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what,
					 size_t room, void *out, size_t *size)
{
	cl_ulong number;

	CALL("clGetKernelWorkGroupInfo");
	IS(kernel, "kernel");
	CHECK((void *)device == &the_device, CL_INVALID_DEVICE, "%s", call);
	number = what == CL_KERNEL_WORK_GROUP_SIZE ? MOST_GROUP : 0;
	return answer(&number, sizeof(number), room, out, size);
}

FAKE_API cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel handle, cl_uint dims, const size_t *offset,
				       const size_t *global, const size_t *local, cl_uint count, const cl_event *wait,
				       cl_event *event)
{
	struct kernel *kernel = (struct kernel *)handle;
	struct fake_launch l = { .global = { 1, 1, 1 }, .local = { 1, 1, 1 } };
	size_t group = 1;
	bool good = true;

	CALL("clEnqueueNDRangeKernel");
	IS(kernel, "kernel");
	CHECK(dims >= 1 && dims <= 3, CL_INVALID_WORK_DIMENSION, "%s: %u dimensions", call, dims);
	for (cl_uint d = 0; d < dims; d++) {
		l.global[d] = global[d];
		l.local[d] = local ? local[d] : 1;
		l.offset[d] = offset ? offset[d] : 0;
		if (l.local[d] == 0 || l.global[d] % l.local[d])
			return CL_INVALID_WORK_GROUP_SIZE;
		group *= l.local[d];
	}
	if (group > MOST_GROUP)
		return CL_INVALID_WORK_GROUP_SIZE;
	for (size_t i = 0; i < kernel->entry->arg_count; i++)
		if (!kernel->set[i])
			return CL_INVALID_KERNEL_ARGS;
	l.program = &kernel->program->program;
	for (size_t i = 0; kernel->entry->kernel && i < kernel->entry->arg_count; i++) {
		l.sizes[i] = kernel->sizes[i];
		l.args[i] = kernel->entry->kernel->args[i] == 'l' ? malloc(kernel->sizes[i]) : kernel->values[i];
	}
	good = !kernel->entry->kernel || kernel->entry->kernel->run(&l);
	for (size_t i = 0; kernel->entry->kernel && i < kernel->entry->arg_count; i++)
		if (kernel->entry->kernel->args[i] == 'l')
			free(l.args[i]);
	return good ? command(call, queue, count, wait, event) : CL_OUT_OF_RESOURCES;
}

FAKE_API void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name)
{
	const struct {
		const char *name;
		void *address;
	} functions[] = {
		{ "clDeviceMemAllocINTEL", (void *)device_alloc },
		{ "clHostMemAllocINTEL", (void *)host_alloc },
		{ "clSharedMemAllocINTEL", (void *)shared_alloc },
		{ "clMemBlockingFreeINTEL", (void *)blocking_free },
		{ "clSetKernelArgMemPointerINTEL", (void *)set_usm },
		{ "clEnqueueMemcpyINTEL", (void *)memcpy_usm },
		{ "clEnqueueMemFillINTEL", (void *)memfill_usm },
	};

	if ((void *)platform != &the_platform)
		return NULL;
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++)
		if (strcmp(functions[i].name, name) == 0)
			return functions[i].address;
	return NULL;
}
