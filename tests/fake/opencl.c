/* fake/opencl.c — libOpenCL.so.1: one platform with one GPU that takes SPIR-V, and runs the kernels of tests/backend
 * and tests/runtime. See fake.h. Its memory is in opencl_memory.c, programs and kernels are in opencl_program.c. */
#include "opencl.h"

#include <stdlib.h>
#include <string.h>

struct event {
	struct thing thing;
	unsigned looks;
	uint64_t time;
	bool timed;
	struct callback *callbacks; /* that were not called yet */
};

struct callback {
	struct callback *next;
	void(CL_CALLBACK *function)(cl_event, cl_int, void *);
	void *user;
};

struct queue {
	struct thing thing;
	bool timed;
};

static int the_platform, other_platforms[2], the_device; /* their addresses are the handles */
static uint64_t ticks;

static bool model(const char *name)
{
	const char *set = fake_faults()->model;

	return strcmp(*set ? set : "usm", name) == 0;
}

/* ---- platforms and devices ---- */

cl_int opencl_answer(const void *value, size_t bytes, size_t room, void *out, size_t *out_size)
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

cl_int opencl_answer_text(const char *text, size_t room, void *out, size_t *out_size)
{
	cl_int r = opencl_answer(text, strlen(text) + 1, room, out, out_size);

	if (r == CL_SUCCESS)
		fake_tells(FAKE_TEXT, out, strlen(text) + 1);
	return r;
}

bool opencl_is_device(cl_device_id device)
{
	return (void *)device == &the_device;
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
	return opencl_answer_text(what == CL_PLATFORM_NAME ? "Fake OpenCL" : "", room, out, size);
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
		return opencl_answer_text("Fake OpenCL GPU", room, out, size);
	case CL_DEVICE_VENDOR:
		return opencl_answer_text("Sybil", room, out, size);
	case CL_DRIVER_VERSION:
		return opencl_answer_text("1.0", room, out, size);
	case CL_DEVICE_IL_VERSION:
		return opencl_answer_text("SPIR-V_1.2 SPIR-V_1.0", room, out, size);
	case CL_DEVICE_EXTENSIONS:
		return opencl_answer_text(model("usm") ? "cl_khr_fp64 cl_khr_fp16 cl_intel_unified_shared_memory"
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
	CHECK(opencl_is_device(device), CL_INVALID_DEVICE, "clGetDeviceInfo");
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
		return opencl_answer(sizes, sizeof(sizes), room, out, size);
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

		return opencl_answer(&one, sizeof(one), room, out, size);
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
	return opencl_answer(&number, sizeof(number), room, out, size);
}

/* ---- contexts and queues ---- */

void *opencl_new(const char *kind, size_t bytes)
{
	struct thing *thing = fake_new(kind, bytes, NULL);

	thing->refs = 1;
	return thing;
}

bool opencl_drop(void *object)
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
	CHECK(count == 1 && opencl_is_device(devices[0]), NULL, "clCreateContext");
	return fake_give(opencl_new("context", sizeof(struct thing)));
}

FAKE_API cl_int clReleaseContext(cl_context context)
{
	ENTER("clReleaseContext");
	IS(context, "context");
	if (opencl_drop(context))
		fake_delete(context);
	return injected;
}

FAKE_API cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
							     const cl_queue_properties *properties, cl_int *error)
{
	struct queue *queue;

	CALL_NEW("clCreateCommandQueueWithProperties", error);
	IS_NEW(context, "context");
	CHECK(opencl_is_device(device), NULL, "%s", call);
	queue = opencl_new("queue", sizeof(*queue));
	queue->timed =
		properties && properties[0] == CL_QUEUE_PROPERTIES && (properties[1] & CL_QUEUE_PROFILING_ENABLE);
	return fake_give(queue);
}

FAKE_API cl_int clReleaseCommandQueue(cl_command_queue queue)
{
	ENTER("clReleaseCommandQueue");
	IS(queue, "queue");
	if (opencl_drop(queue))
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

cl_int opencl_command(const char *call, cl_command_queue queue, cl_uint count, const cl_event *wait, cl_event *out)
{
	struct event *event;

	IS(queue, "queue");
	CHECK(!count == !wait, CL_INVALID_EVENT_WAIT_LIST, "%s: %u events at %p", call, count, (const void *)wait);
	for (cl_uint i = 0; i < count; i++)
		IS(wait[i], "event");
	if (!out)
		return CL_SUCCESS;
	event = opencl_new("event", sizeof(*event));
	event->time = ticks += 10;
	event->timed = ((struct queue *)queue)->timed;
	*out = fake_give(event);
	return CL_SUCCESS;
}

FAKE_API cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *wait,
					    cl_event *event)
{
	CALL("clEnqueueMarkerWithWaitList");
	return opencl_command(call, queue, count, wait, event);
}

FAKE_API cl_int clRetainEvent(cl_event event)
{
	CALL("clRetainEvent");
	IS(event, "event");
	((struct event *)event)->thing.refs++;
	return CL_SUCCESS;
}

static void call_back(struct event *event)
{
	while (event->callbacks) {
		struct callback *one = event->callbacks;

		event->callbacks = one->next;
		one->function((cl_event)event, CL_COMPLETE, one->user);
		free(one);
	}
}

/* The command of an event that is let go is taken to have ended: no look at it can end it any more. */
FAKE_API cl_int clReleaseEvent(cl_event event)
{
	ENTER("clReleaseEvent");
	IS(event, "event");
	if (opencl_drop(event)) {
		call_back((struct event *)event);
		fake_delete(event);
	}
	return injected;
}

/* As drivers may, it calls a function at once for a command that has ended. */
FAKE_API cl_int clSetEventCallback(cl_event handle, cl_int state, void(CL_CALLBACK *function)(cl_event, cl_int, void *),
				   void *user)
{
	struct event *event = (struct event *)handle;
	struct callback *one;

	CALL("clSetEventCallback");
	IS(event, "event");
	CHECK(state == CL_COMPLETE && function, CL_INVALID_VALUE, "clSetEventCallback");
	one = calloc(1, sizeof(*one));
	if (!one)
		abort();
	*one = (struct callback){ event->callbacks, function, user };
	event->callbacks = one;
	if (!fake_still_runs(&event->looks))
		call_back(event);
	return CL_SUCCESS;
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
	status = fake_still_runs(&event->looks) ? CL_RUNNING : CL_COMPLETE;
	if (status == CL_COMPLETE)
		call_back(event);
	return opencl_answer(&status, sizeof(status), room, out, size);
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
	return opencl_answer(&time, sizeof(time), room, out, size);
}

/* ---- extensions ---- */

static void *find_extension(const struct extension *list, const char *name)
{
	while (list->name && strcmp(list->name, name) != 0)
		list++;
	return list->address;
}

FAKE_API void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name)
{
	void *found = NULL;

	if ((void *)platform == &the_platform)
		found = find_extension(opencl_memory_extensions, name);
	if (!found && (void *)platform == &the_platform)
		found = find_extension(opencl_kernel_extensions, name);
	return found;
}
