/* runtime/backend/opencl.h — inside of the OpenCL backend: the driver's functions, and what its handles stand for. */
#ifndef RUNTIME_BACKEND_OPENCL_H
#define RUNTIME_BACKEND_OPENCL_H

#include "backend.h"

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

/* How memory has an address. */
enum opencl_memory {
	OPENCL_USM,    /* cl_intel_unified_shared_memory */
	OPENCL_SVM,    /* shared virtual memory of OpenCL 2.0 */
	OPENCL_BUFFER, /* memory objects; an address range that nobody else has stands for each */
};

/* A memory object and the addresses that stand for it. */
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
	bool fine; /* SVM: the host may touch it at any time */
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

struct be_queue {
	struct syb_native native;
	struct be_device *device;
	struct be_queue *next; /* of the device */
	struct allocator from;
	cl_command_queue id;
	atomic_bool stopped; /* a wait for it ended on request: what it uses is not freed, and it is not waited for */
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

/* Report an error of the driver by its name. */
int opencl_fail(struct syb_ctx *ctx, cl_int error, const char *what);
/* A text of the device, in the arena; "" where it has none. NULL: memory was refused. */
const char *opencl_text(struct syb_ctx *ctx, struct be_device *device, struct arena *arena, cl_device_info what);
/* A number of up to 8 bytes; 0 where there is no answer. */
uint64_t opencl_number(struct be_device *device, cl_device_info what);
bool opencl_has(const char *extensions, const char *names);

int opencl_info(struct syb_ctx *ctx, struct be_device *device, struct arena *arena, struct be_device_info *out_info);
int opencl_build(struct syb_ctx *ctx, struct be_device *device, const struct be_input *inputs, size_t count,
		 const char *options, struct buf *log, struct be_program **out_program);
int opencl_binary(struct syb_ctx *ctx, struct be_program *program, struct buf *out);
void opencl_program_close(struct be_program *program);
int opencl_kernel(struct syb_ctx *ctx, struct be_program *program, const char *name, struct be_kernel_info *out_info,
		  struct be_kernel **out_kernel);
void opencl_kernel_close(struct be_kernel *kernel);
int opencl_launch(struct syb_ctx *ctx, struct be_queue *queue, struct be_kernel *kernel, const struct be_launch *launch,
		  struct be_event *const *wait, size_t wait_count, struct be_event **out_event);
int opencl_memory(struct syb_ctx *ctx, struct be_device *device, enum syb_mem_kind kind, size_t bytes,
		  void **inout_address);
int opencl_transfer(struct syb_ctx *ctx, struct be_queue *queue, const struct be_transfer *transfer,
		    struct be_event *const *wait, size_t wait_count, struct be_event **out_event);
int opencl_wait(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event, bool poll, bool release,
		struct syb_event_times *out_times);

#endif
