/* runtime/backend/opencl.c — OpenCL: the library, platforms, devices, queues.
 *
 * libOpenCL.so.1 is opened when a runtime is, and stays in the process. Each device has its own context, so copies
 * between devices go through the host. */
#include "opencl.h"

#include <stdlib.h>

#define LIBRARY "libOpenCL.so.1"

static const struct {
	cl_int number;
	const char *name;
} errors[] = {
#define CL_ERROR(name) { name, #name },
#include "opencl_errors.def"
#undef CL_ERROR
	{ CL_PLATFORM_NOT_FOUND_KHR, "CL_PLATFORM_NOT_FOUND_KHR" },
};

static const char *error_name(cl_int error)
{
	for (size_t i = 0; i < ARRAY_SIZE(errors); i++)
		if (errors[i].number == error)
			return errors[i].name;
	return "an unknown error";
}

int opencl_check(struct syb_ctx *ctx, cl_int error, const char *call)
{
	enum syb_code code = SYB_E_DEVICE;
	const char *check = "driver-failed";

	switch (error) {
	case CL_SUCCESS:
		return 0;
	case CL_MEM_OBJECT_ALLOCATION_FAILURE:
	case CL_OUT_OF_HOST_MEMORY:
	case CL_OUT_OF_RESOURCES:
	case CL_INVALID_BUFFER_SIZE:
		code = SYB_E_NOMEM;
		check = "device-memory";
		break;
	case CL_DEVICE_NOT_AVAILABLE:
		check = "device-lost";
		break;
	case CL_INVALID_KERNEL_NAME:
		code = SYB_E_NOTFOUND;
		check = "kernel-name";
		break;
	case CL_INVALID_ARG_INDEX:
	case CL_INVALID_ARG_VALUE:
	case CL_INVALID_ARG_SIZE:
	case CL_INVALID_KERNEL_ARGS:
		code = SYB_E_ARG;
		check = "kernel-argument";
		break;
	case CL_INVALID_WORK_DIMENSION:
	case CL_INVALID_WORK_GROUP_SIZE:
	case CL_INVALID_WORK_ITEM_SIZE:
	case CL_INVALID_GLOBAL_WORK_SIZE:
	case CL_INVALID_GLOBAL_OFFSET:
		code = SYB_E_ARG;
		check = "nd-range";
		break;
	default:
		break;
	}
	return syb_fail(ctx, code, SYB_NO_OFFSET, check, "%s: %s (%d)", call, error_name(error), error);
}

/* ---- opening ---- */

static void device_drop(struct be_device *device)
{
	const struct opencl_api *api = device->api;

	while (device->ranges) /* memory that the caller did not free */
		opencl_free(NULL, device, (void *)device->ranges->begin);
	if (device->context)
		api->clReleaseContext(device->context);
	pthread_mutex_destroy(&device->lock);
	allocator_free(device->backend->from, device);
}

static void close_backend(struct backend *backend)
{
	for (size_t i = 0; i < backend->device_count; i++)
		device_drop(backend->devices[i]);
	allocator_free(backend->from, backend->devices);
	driver_unload(backend->library);
	allocator_free(backend->from, backend);
}

DEFINE_CLEANUP(struct backend *, close_backend);

static const struct driver_symbol symbols[] = {
#define OPENCL(name) { #name, offsetof(struct opencl_api, name), false },
#define OPENCL_NEW(name) { #name, offsetof(struct opencl_api, name), true },
#include "opencl_symbols.def"
#undef OPENCL
#undef OPENCL_NEW
};

static void *extension(struct be_device *device, const char *name)
{
	return device->api->clGetExtensionFunctionAddressForPlatform(device->platform, name);
}

static bool load_usm(struct be_device *device)
{
	struct opencl_usm *usm = &device->usm;

	usm->device_alloc = (clDeviceMemAllocINTEL_fn)extension(device, "clDeviceMemAllocINTEL");
	usm->host_alloc = (clHostMemAllocINTEL_fn)extension(device, "clHostMemAllocINTEL");
	usm->shared_alloc = (clSharedMemAllocINTEL_fn)extension(device, "clSharedMemAllocINTEL");
	usm->release = (clMemBlockingFreeINTEL_fn)extension(device, "clMemBlockingFreeINTEL");
	usm->set_arg = (clSetKernelArgMemPointerINTEL_fn)extension(device, "clSetKernelArgMemPointerINTEL");
	usm->copy = (clEnqueueMemcpyINTEL_fn)extension(device, "clEnqueueMemcpyINTEL");
	usm->fill = (clEnqueueMemFillINTEL_fn)extension(device, "clEnqueueMemFillINTEL");
	return usm->device_alloc && usm->host_alloc && usm->shared_alloc && usm->release && usm->set_arg && usm->copy &&
	       usm->fill;
}

/* SYBIL_OPENCL_MEMORY selects a simpler kind of memory than the best: for tests, and for broken drivers. */
static void choose_memory(struct be_device *device, const char *extensions)
{
	const char *wanted = getenv("SYBIL_OPENCL_MEMORY");
	const struct opencl_api *api = device->api;
	uint64_t svm = opencl_number(device, CL_DEVICE_SVM_CAPABILITIES);
	bool functions = api->clSVMAlloc && api->clSVMFree && api->clSetKernelArgSVMPointer &&
			 api->clEnqueueSVMMemcpy && api->clEnqueueSVMMemFill;

	device->fine = svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER;
	if (wanted && str_eq(wanted, "buffer"))
		device->memory = OPENCL_BUFFER;
	else if (!(wanted && str_eq(wanted, "svm")) && opencl_has(extensions, "cl_intel_unified_shared_memory") &&
		 load_usm(device))
		device->memory = OPENCL_USM;
	else if ((svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) && functions)
		device->memory = OPENCL_SVM;
	else
		device->memory = OPENCL_BUFFER;
}

static int add_device(struct syb_ctx *ctx, struct backend *backend, cl_platform_id platform, cl_device_id id)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0 };
	struct be_device *device = mem_zalloc(ctx, sizeof(*device));
	const char *extensions;
	cl_int error = CL_SUCCESS;

	if (!device)
		return -SYB_E_NOMEM;
	*device = (struct be_device){ .backend = backend, .api = &backend->api, .platform = platform, .id = id };
	pthread_mutex_init(&device->lock, NULL);
	backend->devices[backend->device_count++] = device;
	extensions = opencl_text(ctx, device, &scratch, CL_DEVICE_EXTENSIONS);
	if (!extensions)
		return -SYB_E_NOMEM;
	device->context = backend->api.clCreateContext(properties, 1, &id, NULL, NULL, &error);
	TRY(opencl_made(ctx, error, device->context, "clCreateContext"));
	choose_memory(device, extensions);
	device->create_il = (clCreateProgramWithILKHR_fn)extension(device, "clCreateProgramWithILKHR");
	device->read_global = (opencl_global_fn)extension(device, "clEnqueueReadGlobalVariableINTEL");
	device->write_global = (opencl_global_fn)extension(device, "clEnqueueWriteGlobalVariableINTEL");
	return 0;
}

static int add_platform(struct syb_ctx *ctx, struct backend *backend, cl_platform_id platform)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	cl_device_id *ids;
	struct be_device **grown;
	cl_uint count = 0;
	size_t room = backend->device_count;
	int r = 0;

	if (backend->api.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count) != CL_SUCCESS || count == 0)
		return 0; /* a platform without devices */
	if (count > DRIVER_MOST_HANDLES) {
		(void)!driver_bad_answer(ctx, "clGetDeviceIDs", "there are %u devices", count);
		return 0; /* other platforms may work */
	}
	ids = arena_array(ctx, &scratch, count, sizeof(cl_device_id));
	if (!ids || backend->api.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids, NULL) != CL_SUCCESS)
		return ids ? 0 : -SYB_E_NOMEM;
	grown = mem_realloc(ctx, backend->devices, (room + count) * sizeof(struct be_device *));
	if (!grown)
		return -SYB_E_NOMEM;
	backend->devices = grown;
	for (cl_uint i = 0; r == 0 && i < count; i++) {
		if (!ids[i]) /* fewer than were counted */
			continue;
		r = add_device(ctx, backend, platform, ids[i]);
		if (r < 0 && r != -SYB_E_NOMEM) { /* reported; other devices may work */
			device_drop(backend->devices[--backend->device_count]);
			r = 0;
		}
	}
	return r;
}

static int open_backend(struct syb_ctx *ctx, struct backend **out_backend, struct be_device ***out_devices,
			size_t *out_count)
{
	_cleanup_(close_backend_p) struct backend *backend = mem_zalloc(ctx, sizeof(*backend));
	_cleanup_(arena_free) struct arena scratch = { 0 };
	cl_platform_id *platforms;
	cl_uint count = 0;
	cl_int error;

	if (!backend)
		return -SYB_E_NOMEM;
	backend->from = allocator_of(ctx);
	TRY(driver_load(ctx, LIBRARY, symbols, ARRAY_SIZE(symbols), &backend->api, &backend->library));
	error = backend->api.clGetPlatformIDs(0, NULL, &count);
	if (error == CL_PLATFORM_NOT_FOUND_KHR || (error == CL_SUCCESS && count == 0))
		return -SYB_E_NOTFOUND; /* a loader without drivers */
	if (error == CL_SUCCESS && count > DRIVER_MOST_HANDLES)
		return driver_bad_answer(ctx, "clGetPlatformIDs", "there are %u platforms", count);
	TRY(opencl_check(ctx, error, "clGetPlatformIDs"));
	platforms = arena_array(ctx, &scratch, count, sizeof(cl_platform_id));
	if (!platforms)
		return -SYB_E_NOMEM;
	TRY(opencl_check(ctx, backend->api.clGetPlatformIDs(count, platforms, NULL), "clGetPlatformIDs"));
	for (cl_uint i = 0; i < count; i++)
		TRY(platforms[i] ? add_platform(ctx, backend, platforms[i]) : 0);
	*out_devices = backend->devices;
	*out_count = backend->device_count;
	*out_backend = steal(backend);
	return 0;
}

/* ---- queues ---- */

static int queue_open(struct syb_ctx *ctx, struct be_device *device, const struct syb_queue_opts *opts,
		      struct be_queue **out_queue)
{
	cl_command_queue_properties flags = opts->profiling ? CL_QUEUE_PROFILING_ENABLE : 0;
	cl_queue_properties properties[] = { CL_QUEUE_PROPERTIES, 0, 0 };
	struct be_queue *queue;
	cl_int error = CL_SUCCESS;
	int r;

	if (opts->out_of_order &&
	    (opencl_number(device, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
		flags |= CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
	if (!device->api->clCreateCommandQueueWithProperties)
		return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "driver-failed",
				"the driver does not support OpenCL 2.0");
	queue = mem_zalloc(ctx, sizeof(*queue));
	if (!queue)
		return -SYB_E_NOMEM;
	*queue = (struct be_queue){ .device = device, .from = allocator_of(ctx) };
	properties[1] = flags;
	queue->in_order = !(flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	r = opencl_signal_new(ctx, &queue->signal);
	if (r == 0) {
		queue->id = device->api->clCreateCommandQueueWithProperties(device->context, device->id, properties,
									    &error);
		r = opencl_made(ctx, error, queue->id, "clCreateCommandQueueWithProperties");
	}
	if (r < 0) {
		opencl_signal_drop(queue->signal);
		allocator_free(queue->from, queue);
		return r;
	}
	queue->native = opencl_native(device, queue->id);
	pthread_mutex_lock(&device->lock);
	queue->next = device->queues;
	device->queues = queue;
	pthread_mutex_unlock(&device->lock);
	*out_queue = queue;
	return 0;
}

static void queue_close(struct be_queue *queue)
{
	pthread_mutex_lock(&queue->device->lock);
	for (struct be_queue **link = &queue->device->queues; *link; link = &(*link)->next)
		if (*link == queue) {
			*link = queue->next;
			break;
		}
	pthread_mutex_unlock(&queue->device->lock);
	opencl_set_last(queue, NULL);
	queue->device->api->clReleaseCommandQueue(queue->id);
	opencl_signal_drop(queue->signal);
	allocator_free(queue->from, queue);
}

const struct backend_ops opencl_backend = {
	.backend = SYB_BACKEND_OPENCL,
	.library = LIBRARY,
	.library_from = "install Debian's package ocl-icd-libopencl1",
	.driver_from = "for CPUs, install Debian's package pocl-opencl-icd",
	.open = open_backend,
	.close = close_backend,
	.info = opencl_info,
	.queue_open = queue_open,
	.queue_close = queue_close,
	.queue_wait = opencl_queue_wait,
	.queue_done = opencl_queue_done,
	.build = opencl_build,
	.binary = opencl_binary,
	.refresh = opencl_refresh,
	.program_close = opencl_program_close,
	.kernel_open = opencl_kernel_open,
	.kernel_close = opencl_kernel_close,
	.alloc = opencl_alloc,
	.free = opencl_free,
	.launch = opencl_launch,
	.transfer = opencl_transfer,
	.event_wait = opencl_event_wait,
	.event_done = opencl_event_done,
	.event_times = opencl_event_times,
	.event_release = opencl_event_release,
};
