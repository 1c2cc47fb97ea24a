/* runtime/backend/cuda.c — NVIDIA GPUs through the driver API: opening libcuda.so.1, devices, contexts, errors.
 *
 * Programs are in cuda_program.c, queues, events and copies in cuda_queue.c, launches in cuda_launch.c, what a device
 * can do in cuda_info.c. All work happens in the device's primary context, the one that CUDA's own runtime uses, so
 * that both can share a process and its memory. */
#include "cuda.h"

#include "driver.h"

#define LIBRARY "libcuda.so.1"

static const struct driver_symbol symbols[] = {
#define CUDA_FN(field, symbol, arguments) { symbol, offsetof(struct cuda_api, field), false },
#define CUDA_FN_NEW(field, symbol, arguments) { symbol, offsetof(struct cuda_api, field), true },
	CUDA_FUNCTIONS CUDA_ADAPTER_FUNCTIONS
#undef CUDA_FN
#undef CUDA_FN_NEW
};

static const char unknown_error[] = "an unknown error";

static const char *name_of_error(const struct backend *backend, int result)
{
	const char *name = NULL;

	return backend->api.error_name(result, &name) == CUDA_OK && name ? name : unknown_error;
}

/* After these errors the context is unusable. */
static bool is_lost(int result)
{
	switch (result) {
	case CUDA_ECC_UNCORRECTABLE:
	case CUDA_NVLINK_UNCORRECTABLE:
	case CUDA_ILLEGAL_ADDRESS:
	case CUDA_LAUNCH_TIMEOUT:
	case CUDA_CONTEXT_IS_DESTROYED:
	case CUDA_HARDWARE_STACK_ERROR:
	case CUDA_ILLEGAL_INSTRUCTION:
	case CUDA_MISALIGNED_ADDRESS:
	case CUDA_INVALID_ADDRESS_SPACE:
	case CUDA_INVALID_PC:
	case CUDA_LAUNCH_FAILED:
		return true;
	default:
		return false;
	}
}

int cuda_check(struct syb_ctx *ctx, const struct backend *backend, int result, const char *call)
{
	const char *name, *text = NULL, *check = is_lost(result) ? "device-lost" : "driver-failed";
	enum syb_code code = SYB_E_DEVICE;

	if (result == CUDA_OK)
		return 0;
	name = name_of_error(backend, result);
	if (backend->api.error_text(result, &text) != CUDA_OK || !text)
		text = "no description";
	if (result == CUDA_OUT_OF_MEMORY) {
		code = SYB_E_NOMEM;
		check = "device-memory";
	} else if (result == CUDA_ASSERT) {
		check = "kernel-assert";
	}
	if (name == unknown_error)
		return syb_fail(ctx, code, SYB_NO_OFFSET, check, "%s: %s (%d)", call, name, result);
	/* a broken driver's text may not end */
	return syb_fail(ctx, code, SYB_NO_OFFSET, check, "%s: %.64s: %.256s", call, name, text);
}

static int retain(struct syb_ctx *ctx, struct be_device *device, cuda_context *out)
{
	const struct cuda_api *api = &device->backend->api;
	cuda_context context;
	int r = 0;

	pthread_mutex_lock(&device->lock);
	context = atomic_load(&device->context);
	if (!context) {
		r = api->primary_retain(&context, device->device);
		if (r == CUDA_OK && context)
			atomic_store(&device->context, context);
	}
	pthread_mutex_unlock(&device->lock);
	r = cuda_check(ctx, device->backend, r, "cuDevicePrimaryCtxRetain");
	*out = context;
	return driver_made(ctx, r, context, "cuDevicePrimaryCtxRetain");
}

/* A thread without a context keeps ours; another context becomes current again when the scope is left. */
static int enter(const struct backend *backend, cuda_context context, bool *out_pushed)
{
	cuda_context current = NULL;
	int r = backend->api.context_current(&current);

	*out_pushed = false;
	if (r != CUDA_OK || current == context)
		return r;
	if (!current)
		return backend->api.context_set(context);
	r = backend->api.context_push(context);
	*out_pushed = r == CUDA_OK;
	return r;
}

int cuda_enter(struct syb_ctx *ctx, struct be_device *device, struct cuda_scope *out_scope)
{
	cuda_context context = atomic_load_explicit(&device->context, memory_order_acquire);
	bool pushed;

	if (!context) {
		TRY(retain(ctx, device, &context));
	}
	TRY(cuda_check(ctx, device->backend, enter(device->backend, context, &pushed), "cuCtxSetCurrent"));
	out_scope->pop = pushed ? device->backend : NULL;
	return 0;
}

bool cuda_enter_quietly(struct be_device *device, struct cuda_scope *out_scope)
{
	const struct cuda_api *api = &device->backend->api;
	cuda_context context = atomic_load(&device->context);
	bool pushed;

	if (!context)
		return false;
	/* An object that is not destroyed now never is, so both ways are tried. */
	pushed = api->context_push(context) == CUDA_OK;
	out_scope->pop = pushed ? device->backend : NULL;
	return pushed || api->context_set(context) == CUDA_OK;
}

void cuda_leave(struct cuda_scope *scope)
{
	cuda_context ours;

	if (scope->pop)
		scope->pop->api.context_pop(&ours);
}

static void close_device(struct be_device *device)
{
	const struct cuda_api *api = &device->backend->api;
	cuda_context context = atomic_load(&device->context), current;

	if (context) {
		if (api->context_current(&current) == CUDA_OK && current == context)
			api->context_set(NULL);
		api->primary_release(device->device);
	}
	pthread_mutex_destroy(&device->lock);
}

static void close_backend(struct backend *backend)
{
	for (size_t i = 0; i < backend->device_count; i++)
		close_device(&backend->devices[i]);
	driver_unload(backend->library);
	allocator_free(backend->from, backend->devices);
	allocator_free(backend->from, backend->list);
	allocator_free(backend->from, backend);
}
DEFINE_CLEANUP(struct backend *, close_backend);

/* Drivers answer INVALID_VALUE for attributes that they do not know. */
int cuda_attribute(struct syb_ctx *ctx, const struct be_device *device, int which, int *out)
{
	int value = 0;
	int r = device->backend->api.device_attribute(&value, which, device->device);

	*out = r == CUDA_OK && value > 0 ? value : 0;
	return r == CUDA_INVALID_VALUE ? 0 : cuda_check(ctx, device->backend, r, "cuDeviceGetAttribute");
}

static int read_device(struct syb_ctx *ctx, struct be_device *device, int ordinal)
{
	const struct cuda_api *api = &device->backend->api;
	int major = 0, minor = 0;
	int r = cuda_check(ctx, device->backend, api->device_get(&device->device, ordinal), "cuDeviceGet");

	if (r < 0)
		return r;
	r = api->device_attribute(&major, CUDA_DEVICE_COMPUTE_CAPABILITY_MAJOR, device->device);
	if (r == CUDA_OK)
		r = api->device_attribute(&minor, CUDA_DEVICE_COMPUTE_CAPABILITY_MINOR, device->device);
	r = cuda_check(ctx, device->backend, r, "cuDeviceGetAttribute");
	if (r < 0)
		return r;
	if (major < 1 || major > 99 || minor < 0 || minor > 9)
		return driver_bad_answer(ctx, "cuDeviceGetAttribute", "a compute capability is %d.%d", major, minor);
	device->sm = major * 10 + minor;
	r = cuda_attribute(ctx, device, CUDA_DEVICE_RESERVED_SHARED_MEMORY_PER_BLOCK, &device->reserved_shared);
	if (r >= 0)
		r = cuda_attribute(ctx, device, CUDA_DEVICE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, &device->most_shared);
	if (r >= 0 && device->most_shared && device->reserved_shared > device->most_shared)
		return driver_bad_answer(ctx, "cuDeviceGetAttribute", "%d bytes of %d are reserved",
					 device->reserved_shared, device->most_shared);
	return r;
}

static int open_backend(struct syb_ctx *ctx, struct backend **out_backend, struct be_device ***out_devices,
			size_t *out_count)
{
	_cleanup_(close_backend_p) struct backend *backend = mem_zalloc(ctx, sizeof(*backend));
	int r, count = 0;

	if (!backend)
		return -SYB_E_NOMEM;
	backend->from = allocator_of(ctx);
	r = driver_load(ctx, LIBRARY, symbols, ARRAY_SIZE(symbols), &backend->api, &backend->library);
	if (r < 0)
		return r;
	r = backend->api.init(0);
	if (r == CUDA_NO_DEVICE)
		return -SYB_E_NOTFOUND;
	r = cuda_check(ctx, backend, r, "cuInit");
	if (r == 0)
		r = cuda_check(ctx, backend, backend->api.driver_version(&backend->driver_version),
			       "cuDriverGetVersion");
	if (r == 0)
		r = cuda_check(ctx, backend, backend->api.device_count(&count), "cuDeviceGetCount");
	if (r < 0)
		return r;
	if (count <= 0)
		return -SYB_E_NOTFOUND;
	if (count > DRIVER_MOST_HANDLES)
		return driver_bad_answer(ctx, "cuDeviceGetCount", "there are %d devices", count);

	backend->devices = mem_zalloc(ctx, (size_t)count * sizeof(*backend->devices));
	backend->list = backend->devices ? mem_zalloc(ctx, (size_t)count * sizeof(*backend->list)) : NULL;
	if (!backend->list)
		return -SYB_E_NOMEM;
	for (int i = 0; i < count; i++) {
		struct be_device *device = &backend->devices[i];

		device->backend = backend;
		device->number = (uint32_t)i;
		pthread_mutex_init(&device->lock, NULL);
		backend->device_count++;
		backend->list[i] = device;
		r = read_device(ctx, device, i);
		if (r < 0)
			return r;
	}
	*out_devices = backend->list;
	*out_count = backend->device_count;
	*out_backend = steal(backend);
	return 0;
}

const struct backend_ops cuda_backend = {
	.backend = SYB_BACKEND_CUDA,
	.library = LIBRARY,
	.library_from = "install NVIDIA's driver",
	.driver_from = "load NVIDIA's driver",
	.open = open_backend,
	.close = close_backend,
	.info = cuda_info,
	.queue_open = cuda_queue_open,
	.queue_close = cuda_queue_close,
	.queue_wait = cuda_queue_wait,
	.queue_done = cuda_queue_done,
	.build = cuda_build,
	.binary = cuda_binary,
	.program_close = cuda_program_close,
	.kernel_open = cuda_kernel_open,
	.kernel_close = cuda_kernel_close,
	.alloc = cuda_alloc,
	.free = cuda_free,
	.launch = cuda_launch,
	.transfer = cuda_transfer,
	.event_wait = cuda_event_wait,
	.event_done = cuda_event_done,
	.event_times = cuda_event_times,
	.event_release = cuda_event_release,
};
