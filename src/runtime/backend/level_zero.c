/* runtime/backend/level_zero.c — Intel devices through Level Zero: opening libze_loader.so.1, drivers, devices, errors.
 *
 * Programs are in level_zero_program.c, queues, events and copies in level_zero_queue.c, launches in
 * level_zero_launch.c, what a device can do in level_zero_info.c. One context per driver. */
#include "level_zero.h"

#include "driver.h"

#define LIBRARY "libze_loader.so.1"

static const struct driver_symbol symbols[] = {
#define L0_FN(field, symbol, arguments) { symbol, offsetof(struct l0_api, field), false },
#define L0_FN_NEW(field, symbol, arguments) { symbol, offsetof(struct l0_api, field), true },
	L0_FUNCTIONS
#undef L0_FN
#undef L0_FN_NEW
};

const char *l0_result_name(int result)
{
	static const struct {
		int result;
		const char *name;
	} names[] = {
#define L0_RESULT(name, value) { (int)value, "ZE_RESULT_" #name },
		L0_RESULTS
#undef L0_RESULT
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i].result == result)
			return names[i].name;
	return "unknown result";
}

int l0_check(struct syb_ctx *ctx, int result, const char *call)
{
	const char *name = l0_result_name(result);

	if (result == L0_SUCCESS)
		return 0;
	if (result == L0_ERROR_OUT_OF_HOST_MEMORY || result == L0_ERROR_OUT_OF_DEVICE_MEMORY)
		return syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "device-memory", "%s: %s", call, name);
	if (result == L0_ERROR_DEVICE_LOST || result == L0_ERROR_DEVICE_REQUIRES_RESET)
		return syb_fail(ctx, SYB_E_DEVICE, SYB_NO_OFFSET, "device-lost", "%s: %s", call, name);
	return syb_fail(ctx, SYB_E_DEVICE, SYB_NO_OFFSET, "driver-failed", "%s: %s (0x%x)", call, name,
			(unsigned)result);
}

static void close_backend(struct backend *backend)
{
	for (size_t i = 0; backend->list && i < backend->device_count; i++) {
		l0_destroy_deferred(&backend->devices[i]);
		pthread_mutex_destroy(&backend->devices[i].lock);
	}
	for (size_t i = 0; i < backend->platform_count; i++)
		if (backend->platforms[i].context)
			backend->api.context_destroy(backend->platforms[i].context);
	driver_unload(backend->library);
	allocator_free(backend->from, backend->platforms);
	allocator_free(backend->from, backend->devices);
	allocator_free(backend->from, backend->list);
	allocator_free(backend->from, backend);
}
DEFINE_CLEANUP(struct backend *, close_backend);

/* The first compute queue group, and the maximum size of its fill patterns. */
static int read_groups(struct syb_ctx *ctx, struct be_device *device)
{
	const struct l0_api *api = &device->backend->api;
	struct l0_group_properties groups[16];
	uint32_t count = ARRAY_SIZE(groups);

	memset(groups, 0, sizeof(groups));
	for (size_t i = 0; i < ARRAY_SIZE(groups); i++)
		groups[i].type = L0_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES;
	TRY(l0_check(ctx, api->group_properties(device->device, &count, groups),
		     "zeDeviceGetCommandQueueGroupProperties"));
	for (uint32_t i = 0; i < count && i < ARRAY_SIZE(groups); i++) {
		if (!(groups[i].flags & L0_GROUP_FLAG_COMPUTE))
			continue;
		device->ordinal = i;
		device->most_fill = groups[i].max_fill_pattern;
		return 0;
	}
	return syb_fail(ctx, SYB_E_DEVICE, SYB_NO_OFFSET, "driver-failed", "a device has no compute queue");
}

/* The IP version identifies the product, as in zebins. Drivers that do not know it leave the field unchanged, or refuse
 * the query. */
static int read_device(struct syb_ctx *ctx, struct be_device *device)
{
	const struct l0_api *api = &device->backend->api;
	struct l0_ip_version ip = { .type = L0_TYPE_DEVICE_IP_VERSION };
	uint64_t bits;
	int r;

	device->properties = (struct l0_device_properties){ .type = L0_TYPE_DEVICE_PROPERTIES_1_2, .next = &ip };
	r = api->device_properties(device->device, &device->properties);
	if (r != L0_SUCCESS) {
		ip.version = 0;
		device->properties = (struct l0_device_properties){ .type = L0_TYPE_DEVICE_PROPERTIES_1_2 };
		r = api->device_properties(device->device, &device->properties);
	}
	r = l0_check(ctx, r, "zeDeviceGetProperties");
	if (r < 0)
		return r;
	device->properties.next = NULL;
	device->ip_version = ip.version;
	device->timer_ns = device->properties.timer_resolution ? 1e9 / (double)device->properties.timer_resolution : 1;
	bits = device->properties.kernel_timestamp_bits;
	device->timestamp_mask = bits > 0 && bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
	return read_groups(ctx, device);
}

/* Stop at the first missing handle: a driver may count more devices than it returns. */
static int add_devices(struct syb_ctx *ctx, struct backend *backend, const struct l0_platform *platform)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	uint32_t count = 0, room;
	l0_device *handles;
	int r = l0_check(ctx, backend->api.device_get(platform->driver, &count, NULL), "zeDeviceGet");

	if (r < 0 || count == 0)
		return r;
	room = count < DRIVER_MOST_HANDLES ? count : DRIVER_MOST_HANDLES;
	handles = arena_array(ctx, &arena, room, sizeof(l0_device));
	if (!handles)
		return -SYB_E_NOMEM;
	count = room;
	r = l0_check(ctx, backend->api.device_get(platform->driver, &count, handles), "zeDeviceGet");
	for (uint32_t i = 0; r == 0 && i < count && i < room && handles[i]; i++) {
		struct be_device *device;

		r = VEC_PUSH(ctx, backend->devices, backend->device_count, backend->device_room);
		if (r < 0)
			return r;
		device = &backend->devices[backend->device_count];
		*device = (struct be_device){ .backend = backend, .platform = platform, .device = handles[i] };
		device->number = (uint32_t)backend->device_count++;
		r = read_device(ctx, device);
	}
	return r;
}

static int open_platform(struct syb_ctx *ctx, struct backend *backend, struct l0_platform *platform)
{
	struct l0_driver_properties properties = { .type = L0_TYPE_DRIVER_PROPERTIES };
	struct l0_context_desc desc = { .type = L0_TYPE_CONTEXT_DESC };
	l0_context context = NULL;
	int r = l0_check(ctx, backend->api.driver_properties(platform->driver, &properties), "zeDriverGetProperties");

	if (r < 0)
		return r;
	platform->version = properties.version;
	r = l0_check(ctx, backend->api.context_create(platform->driver, &desc, &context), "zeContextCreate");
	if (r == 0)
		platform->context = context;
	r = driver_made(ctx, r, context, "zeContextCreate");
	return r < 0 ? r : add_devices(ctx, backend, platform);
}

static int add_platforms(struct syb_ctx *ctx, struct backend *backend)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	uint32_t count = 0, room;
	l0_driver *handles;
	int r = l0_check(ctx, backend->api.driver_get(&count, NULL), "zeDriverGet");

	if (r < 0 || count == 0)
		return r < 0 ? r : -SYB_E_NOTFOUND;
	room = count < DRIVER_MOST_HANDLES ? count : DRIVER_MOST_HANDLES;
	handles = arena_array(ctx, &arena, room, sizeof(l0_driver));
	backend->platforms = handles ? mem_zalloc(ctx, room * sizeof(*backend->platforms)) : NULL;
	if (!backend->platforms)
		return -SYB_E_NOMEM;
	count = room;
	r = l0_check(ctx, backend->api.driver_get(&count, handles), "zeDriverGet");
	for (uint32_t i = 0; r == 0 && i < count && i < room && handles[i]; i++) {
		backend->platforms[i].driver = handles[i];
		backend->platform_count++;
		r = open_platform(ctx, backend, &backend->platforms[i]);
	}
	return r;
}

static int open_backend(struct syb_ctx *ctx, struct backend **out_backend, struct be_device ***out_devices,
			size_t *out_count)
{
	_cleanup_(close_backend_p) struct backend *backend = mem_zalloc(ctx, sizeof(*backend));
	int r;

	if (!backend)
		return -SYB_E_NOMEM;
	backend->from = allocator_of(ctx);
	r = driver_load(ctx, LIBRARY, symbols, ARRAY_SIZE(symbols), &backend->api, &backend->library);
	if (r < 0)
		return r;
	r = backend->api.init(0);
	if (r == L0_ERROR_UNINITIALIZED) /* a loader without a driver */
		return -SYB_E_NOTFOUND;
	r = l0_check(ctx, r, "zeInit");
	if (r == 0)
		r = add_platforms(ctx, backend);
	if (r < 0)
		return r;
	if (backend->device_count == 0)
		return -SYB_E_NOTFOUND;
	backend->list = mem_zalloc(ctx, backend->device_count * sizeof(*backend->list));
	if (!backend->list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < backend->device_count; i++) {
		backend->list[i] = &backend->devices[i];
		pthread_mutex_init(&backend->devices[i].lock, NULL);
	}
	*out_devices = backend->list;
	*out_count = backend->device_count;
	*out_backend = steal(backend);
	return 0;
}

const struct backend_ops level_zero_backend = {
	.backend = SYB_BACKEND_LEVEL_ZERO,
	.library = LIBRARY,
	.library_from = "install Debian's package libze1",
	.driver_from = "install Intel's compute runtime",
	.open = open_backend,
	.close = close_backend,
	.info = l0_info,
	.queue_open = l0_queue_open,
	.queue_close = l0_queue_close,
	.queue_wait = l0_queue_wait,
	.queue_done = l0_queue_done,
	.build = l0_build,
	.binary = l0_binary,
	.program_close = l0_program_close,
	.kernel_open = l0_kernel_open,
	.kernel_close = l0_kernel_close,
	.alloc = l0_alloc,
	.free = l0_free,
	.launch = l0_launch,
	.transfer = l0_transfer,
	.event_wait = l0_event_wait,
	.event_done = l0_event_done,
	.event_times = l0_event_times,
	.event_release = l0_event_release,
};
