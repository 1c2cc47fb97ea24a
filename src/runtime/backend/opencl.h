/* runtime/backend/opencl.h — the OpenCL backend's objects, shared by its files. */
#ifndef RUNTIME_BACKEND_OPENCL_H
#define RUNTIME_BACKEND_OPENCL_H

#include "driver.h"

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <pthread.h>
#include <stdatomic.h>

struct opencl_api {
#define OPENCL(name) __typeof__(&name) name;
#define OPENCL_NEW(name) __typeof__(&name) name;
#include "opencl_symbols.def"
#undef OPENCL
#undef OPENCL_NEW
};

/* Extensions, of one platform. */
struct opencl_usm {
	clDeviceMemAllocINTEL_fn device_alloc;
	clHostMemAllocINTEL_fn host_alloc;
	clSharedMemAllocINTEL_fn shared_alloc;
	clMemBlockingFreeINTEL_fn release;
	clSetKernelArgMemPointerINTEL_fn set_arg;
	clEnqueueMemcpyINTEL_fn copy;
	clEnqueueMemFillINTEL_fn fill;
};

typedef cl_int (*opencl_global_fn)(cl_command_queue queue, cl_program program, const char *name, cl_bool blocking,
				   size_t size, size_t offset, void *ptr, cl_uint wait_count, const cl_event *wait,
				   cl_event *event);

/* How memory gets an address. */
enum opencl_memory {
	OPENCL_USM,    /* cl_intel_unified_shared_memory */
	OPENCL_SVM,    /* shared virtual memory of OpenCL 2.0 */
	OPENCL_BUFFER, /* memory objects; a reserved address range represents each */
};

/* A memory object, and the address range that represents it. */
struct opencl_range {
	uintptr_t begin;
	size_t bytes;
	cl_mem mem;
	struct opencl_range *next;
};

struct be_device {
	struct backend *backend;
	const struct opencl_api *api;
	cl_platform_id platform;
	cl_device_id id;
	cl_context context;
	enum opencl_memory memory;
	bool fine; /* SVM: the host may access it at any time */
	struct opencl_usm usm;
	opencl_global_fn read_global, write_global;
	clCreateProgramWithILKHR_fn create_il;
	pthread_mutex_t lock; /* of both: */
	struct opencl_range *ranges;
	struct be_queue *queues; /* that are open */
};

struct backend {
	struct allocator from;
	void *library;
	struct opencl_api api;
	struct be_device **devices;
	size_t device_count;
};

struct opencl_signal;

struct be_queue {
	struct syb_native native;
	struct be_device *device;
	struct be_queue *next; /* of the device */
	struct allocator from;
	cl_command_queue id;
	struct opencl_signal *signal;
	bool in_order;
	cl_event last;       /* of the last command, if a caller that may cancel put it into a queue that keeps order */
	atomic_bool stopped; /* a wait was cancelled: memory is freed without waiting for this queue again */
};

struct be_program {
	struct be_device *device;
	struct allocator from;
	cl_program id;
};

struct be_kernel {
	struct syb_native native;
	struct be_device *device;
	struct allocator from;
	cl_kernel id;
	cl_mem *parts; /* OPENCL_BUFFER: sub-buffers that arguments name */
	size_t part_count;
};

static inline struct syb_native opencl_native(const struct be_device *device, void *object)
{
	return (struct syb_native){ SYB_BACKEND_OPENCL, device->platform, device->id, device->context, object };
}

/* Events are the driver's own. */
static inline cl_event *opencl_events(struct be_event *const *events)
{
	return (cl_event *)(uintptr_t)events;
}

/* 0 for CL_SUCCESS; else report the call under the code and check that fit the error. */
int opencl_check(struct syb_ctx *ctx, cl_int error, const char *call);
/* The same for a call that creates an object. */
static inline int opencl_made(struct syb_ctx *ctx, cl_int error, const void *made, const char *call)
{
	return made ? 0 : driver_made(ctx, opencl_check(ctx, error, call), made, call);
}
/* A text property of the device, in the arena; "" if it has none. NULL: out of memory. */
const char *opencl_text(struct syb_ctx *ctx, struct be_device *device, struct arena *arena, cl_device_info what);
/* A number of up to 8 bytes; 0 if the driver does not answer. */
uint64_t opencl_number(struct be_device *device, cl_device_info what);
bool opencl_has(const char *extensions, const char *names);

/* The signal that wakes threads that wait for commands of a queue (opencl_wait.c). Fails: NOMEM. */
int opencl_signal_new(struct syb_ctx *ctx, struct opencl_signal **out_signal);
void opencl_signal_drop(struct opencl_signal *signal);
/* The last command of the queue is another one: its event, or NULL if a wait shall add a marker. */
void opencl_set_last(struct be_queue *queue, cl_event event);
/* Wait for a queue of another thread. */
int opencl_wait_for_other(struct syb_ctx *ctx, struct be_queue *queue);

be_info_fn opencl_info;
be_build_fn opencl_build;
be_binary_fn opencl_binary;
be_refresh_fn opencl_refresh;
be_program_close_fn opencl_program_close;
be_kernel_open_fn opencl_kernel_open;
be_kernel_close_fn opencl_kernel_close;
be_queue_wait_fn opencl_queue_wait;
be_queue_done_fn opencl_queue_done;
be_alloc_fn opencl_alloc;
be_free_fn opencl_free;
be_launch_fn opencl_launch;
be_transfer_fn opencl_transfer;
be_event_wait_fn opencl_event_wait;
be_event_done_fn opencl_event_done;
be_event_times_fn opencl_event_times;
be_event_release_fn opencl_event_release;

#endif
