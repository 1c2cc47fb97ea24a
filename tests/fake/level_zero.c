/* fake/level_zero.c — libze_loader.so.1: one driver with one GPU, a Ponte Vecchio by its IP version, that runs the
 * kernels of tests/backend and tests/runtime. See fake.h. Its modules and kernels are in level_zero_program.c. */
#include "level_zero.h"

#include <stdio.h>
#include <string.h>

enum {
	IP_VERSION = 12 << 22 | 60 << 14 | 7,
	MOST_PATTERN = 16,
};

struct thing {
	struct fake_object object;
};

struct pool {
	struct fake_object object;
	uint32_t count, flags;
	bool used[256];
};

struct event {
	struct fake_object object;
	struct pool *pool;
	uint32_t index;
	bool signalled, pending;
	unsigned looks;
	uint64_t start, end;
	uint64_t command;
};

static bool initialized;
static uint64_t ticks;
static uint64_t last_command, done_commands; /* of all lists */
static unsigned list_looks;
static int the_driver, the_device; /* their addresses are the handles */

FAKE_API int zeInit(uint32_t flags)
{
	CALL("zeInit");
	CHECK(flags <= 3, "zeInit: flags");
	initialized = true;
	return L0_SUCCESS;
}

FAKE_API int zeDriverGet(uint32_t *count, l0_driver *out)
{
	CALL("zeDriverGet");
	CHECK(initialized && count, "zeDriverGet before zeInit");
	if (out && *count)
		*out = (l0_driver)&the_driver;
	*count = fake_faults()->lie ? 1000000 : 1;
	FAKE_TELLS(count);
	fake_tells(FAKE_POINTER, out, sizeof(*out));
	return L0_SUCCESS;
}

FAKE_API int zeDriverGetProperties(l0_driver driver, struct l0_driver_properties *out)
{
	CALL("zeDriverGetProperties");
	CHECK((void *)driver == &the_driver, "zeDriverGetProperties: no driver");
	TYPE(out, L0_TYPE_DRIVER_PROPERTIES);
	out->version = 1 << 24 | 3 << 16 | 27000;
	FAKE_TELLS(&out->version);
	return L0_SUCCESS;
}

FAKE_API int zeDeviceGet(l0_driver driver, uint32_t *count, l0_device *out)
{
	CALL("zeDeviceGet");
	CHECK((void *)driver == &the_driver && count, "zeDeviceGet: no driver");
	if (out && *count)
		*out = (l0_device)&the_device;
	*count = 1;
	FAKE_TELLS(count);
	fake_tells(FAKE_POINTER, out, sizeof(*out));
	return L0_SUCCESS;
}

bool l0_is_device(l0_device device)
{
	return (void *)device == &the_device;
}

FAKE_API int zeDeviceGetProperties(l0_device device, struct l0_device_properties *out)
{
	CALL("zeDeviceGetProperties");
	IS_DEVICE(device);
	TYPE(out, L0_TYPE_DEVICE_PROPERTIES_1_2);
	if (out->next) {
		struct l0_ip_version *ip = out->next;

		TYPE(ip, L0_TYPE_DEVICE_IP_VERSION);
		ip->version = IP_VERSION;
		FAKE_TELLS(&ip->version);
	}
	out->kind = L0_DEVICE_TYPE_GPU;
	out->vendor = 0x8086;
	out->id = 0x0bd5;
	out->slices = 2;
	out->subslices_per_slice = 4;
	out->eus_per_subslice = 8;
	out->timer_resolution = 100000000;
	out->kernel_timestamp_bits = 32;
	if (fake_faults()->lie)
		memset(out->name, 'x', sizeof(out->name)); /* without an end */
	else
		snprintf(out->name, sizeof(out->name), "Fake Intel GPU");
	fake_tells(FAKE_TEXT, out->name, sizeof(out->name));
	FAKE_TELLS(&out->kind);
	FAKE_TELLS(&out->slices);
	FAKE_TELLS(&out->subslices_per_slice);
	FAKE_TELLS(&out->eus_per_subslice);
	FAKE_TELLS(&out->timer_resolution);
	FAKE_TELLS(&out->kernel_timestamp_bits);
	return L0_SUCCESS;
}

FAKE_API int zeDeviceGetComputeProperties(l0_device device, struct l0_compute_properties *out)
{
	CALL("zeDeviceGetComputeProperties");
	IS_DEVICE(device);
	TYPE(out, L0_TYPE_DEVICE_COMPUTE_PROPERTIES);
	out->max_total_group = MOST_GROUP;
	for (size_t d = 0; d < 3; d++) {
		out->max_group[d] = MOST_GROUP;
		out->max_count[d] = UINT32_MAX;
	}
	out->max_local = MOST_LOCAL;
	out->sub_group_count = fake_faults()->lie ? 100 : 2;
	out->sub_group_sizes[0] = 16;
	out->sub_group_sizes[1] = 32;
	FAKE_TELLS(&out->max_total_group);
	FAKE_TELLS(&out->max_group[0]);
	FAKE_TELLS(&out->max_local);
	FAKE_TELLS(&out->sub_group_count);
	FAKE_TELLS(&out->sub_group_sizes[0]);
	return L0_SUCCESS;
}

FAKE_API int zeDeviceGetModuleProperties(l0_device device, struct l0_module_properties *out)
{
	CALL("zeDeviceGetModuleProperties");
	IS_DEVICE(device);
	TYPE(out, L0_TYPE_DEVICE_MODULE_PROPERTIES);
	out->spirv_version = 1 << 16 | 2;
	out->flags = L0_MODULE_FLAG_FP16 | L0_MODULE_FLAG_FP64 | L0_MODULE_FLAG_INT64_ATOMICS;
	FAKE_TELLS(&out->spirv_version);
	FAKE_TELLS(&out->flags);
	return L0_SUCCESS;
}

FAKE_API int zeDeviceGetMemoryProperties(l0_device device, uint32_t *count, struct l0_memory_properties *out)
{
	CALL("zeDeviceGetMemoryProperties");
	IS_DEVICE(device);
	if (out && *count) {
		TYPE(out, L0_TYPE_DEVICE_MEMORY_PROPERTIES);
		out->size = fake_faults()->memory;
		FAKE_TELLS(&out->size);
	}
	*count = fake_faults()->lie ? 1000 : 1;
	FAKE_TELLS(count);
	return L0_SUCCESS;
}

FAKE_API int zeDeviceGetMemoryAccessProperties(l0_device device, struct l0_access_properties *out)
{
	CALL("zeDeviceGetMemoryAccessProperties");
	IS_DEVICE(device);
	TYPE(out, L0_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES);
	out->host = out->device = out->shared = L0_ACCESS_RW | L0_ACCESS_ATOMIC;
	FAKE_TELLS(&out->host);
	FAKE_TELLS(&out->device);
	return L0_SUCCESS;
}

FAKE_API int zeDeviceGetImageProperties(l0_device device, struct l0_image_properties *out)
{
	CALL("zeDeviceGetImageProperties");
	IS_DEVICE(device);
	TYPE(out, L0_TYPE_DEVICE_IMAGE_PROPERTIES);
	FAKE_TELLS(&out->max_2d);
	return L0_SUCCESS;
}

/* The first group copies only: what takes it without looking finds out. */
FAKE_API int zeDeviceGetCommandQueueGroupProperties(l0_device device, uint32_t *count, struct l0_group_properties *out)
{
	CALL("zeDeviceGetCommandQueueGroupProperties");
	IS_DEVICE(device);
	for (uint32_t i = 0; out && i < *count && i < 2; i++) {
		TYPE(&out[i], L0_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES);
		out[i].flags = i == 0 ? 2 : L0_GROUP_FLAG_COMPUTE;
		out[i].max_fill_pattern = MOST_PATTERN;
		out[i].queues = 1;
	}
	*count = fake_faults()->lie ? 1000 : 2;
	FAKE_TELLS(count);
	if (out)
		FAKE_TELLS(&out[1].max_fill_pattern);
	return L0_SUCCESS;
}

FAKE_API int zeContextCreate(l0_driver driver, const struct l0_context_desc *desc, l0_context *out)
{
	CALL("zeContextCreate");
	CHECK((void *)driver == &the_driver, "zeContextCreate: no driver");
	TYPE(desc, L0_TYPE_CONTEXT_DESC);
	*out = fake_give(fake_new("context", sizeof(struct thing), NULL));
	return L0_SUCCESS;
}

FAKE_API int zeContextDestroy(l0_context context)
{
	CALL_DROP("zeContextDestroy");
	IS(context, "context");
	fake_delete(context);
	return injected;
}

/* ---- command lists ---- */

uint64_t l0_last_command(void)
{
	return last_command;
}

bool l0_in_use(uint64_t command)
{
	return fake_faults()->slow && !fake_faults()->hang && command > done_commands;
}

FAKE_API int zeCommandListCreateImmediate(l0_context context, l0_device device, const struct l0_queue_desc *desc,
					  l0_list *out)
{
	CALL("zeCommandListCreateImmediate");
	IS(context, "context");
	IS_DEVICE(device);
	TYPE(desc, L0_TYPE_COMMAND_QUEUE_DESC);
	CHECK(desc->ordinal == 1 && desc->index == 0, "%s: a queue group that does not compute", call);
	*out = fake_give(fake_new("command list", sizeof(struct thing), context));
	return L0_SUCCESS;
}

FAKE_API int zeCommandListDestroy(l0_list list)
{
	CALL_DROP("zeCommandListDestroy");
	IS(list, "command list");
	CHECK(!l0_in_use(last_command), "%s: its commands are not done", call);
	fake_delete(list);
	return injected;
}

int l0_command(const char *call, l0_list list, l0_event signal, uint32_t count, l0_event *wait)
{
	IS(list, "command list");
	CHECK(count == 0 || wait, "%s: no events", call);
	for (uint32_t i = 0; i < count; i++) {
		IS(wait[i], "event");
		CHECK(((struct event *)wait[i])->signalled || ((struct event *)wait[i])->pending,
		      "%s: waits for an event that nothing will signal", call);
	}
	last_command++;
	list_looks = 0;
	if (signal) {
		struct event *event = (struct event *)signal;

		event->command = last_command;
		IS(signal, "event");
		CHECK(!event->signalled, "%s: signals an event that was not reset", call);
		event->pending = true;
		event->looks = 0;
		event->start = ticks += 3;
		event->end = ticks += 5;
	}
	return L0_SUCCESS;
}

FAKE_API int zeCommandListHostSynchronize(l0_list list, uint64_t timeout)
{
	CALL("zeCommandListHostSynchronize");
	IS(list, "command list");
	(void)timeout;
	if (last_command > done_commands && fake_still_runs(&list_looks))
		return L0_NOT_READY;
	done_commands = last_command;
	return L0_SUCCESS;
}

static bool done(struct event *event)
{
	if (event->pending && !fake_still_runs(&event->looks)) {
		event->pending = false;
		event->signalled = true;
		if (event->command > done_commands)
			done_commands = event->command;
	}
	return event->signalled;
}

FAKE_API int zeCommandListAppendBarrier(l0_list list, l0_event signal, uint32_t count, l0_event *wait)
{
	CALL("zeCommandListAppendBarrier");
	return l0_command(call, list, signal, count, wait);
}

FAKE_API int zeCommandListAppendMemoryCopy(l0_list list, void *to, const void *from, size_t bytes, l0_event signal,
					   uint32_t count, l0_event *wait)
{
	int r;

	CALL("zeCommandListAppendMemoryCopy");
	CHECK(fake_there(to, bytes, call) && fake_there(from, bytes, call), "%s: memory that is not there", call);
	r = l0_command(call, list, signal, count, wait);
	if (r == L0_SUCCESS)
		memmove(to, from, bytes);
	return r;
}

FAKE_API int zeCommandListAppendMemoryFill(l0_list list, void *to, const void *pattern, size_t pattern_bytes,
					   size_t bytes, l0_event signal, uint32_t count, l0_event *wait)
{
	int r;

	CALL("zeCommandListAppendMemoryFill");
	CHECK(pattern_bytes && (pattern_bytes & (pattern_bytes - 1)) == 0 && pattern_bytes <= MOST_PATTERN &&
		      bytes % pattern_bytes == 0 && fake_memory(to, bytes, call) >= 0,
	      "%s: pattern of %zu, %zu bytes", call, pattern_bytes, bytes);
	r = l0_command(call, list, signal, count, wait);
	if (r == L0_SUCCESS)
		fake_fill(to, pattern, pattern_bytes, bytes);
	return r;
}

/* ---- events ---- */

FAKE_API int zeEventPoolCreate(l0_context context, const struct l0_pool_desc *desc, uint32_t count, l0_device *devices,
			       l0_pool *out)
{
	struct pool *pool;

	CALL("zeEventPoolCreate");
	IS(context, "context");
	TYPE(desc, L0_TYPE_EVENT_POOL_DESC);
	CHECK(desc->count && desc->count <= 256 && count == 1, "%s: %u events", call, desc->count);
	IS_DEVICE(devices[0]);
	pool = fake_new("event pool", sizeof(*pool), context);
	pool->count = desc->count;
	pool->flags = desc->flags;
	*out = fake_give(pool);
	return L0_SUCCESS;
}

FAKE_API int zeEventPoolDestroy(l0_pool pool)
{
	CALL_DROP("zeEventPoolDestroy");
	IS(pool, "event pool");
	fake_delete(pool);
	return injected;
}

FAKE_API int zeEventCreate(l0_pool handle, const struct l0_event_desc *desc, l0_event *out)
{
	struct pool *pool = (struct pool *)handle;
	struct event *event;

	CALL("zeEventCreate");
	IS(pool, "event pool");
	TYPE(desc, L0_TYPE_EVENT_DESC);
	CHECK(desc->index < pool->count && !pool->used[desc->index], "%s: place %u of a pool of %u", call, desc->index,
	      pool->count);
	event = fake_new("event", sizeof(*event), pool);
	event->pool = pool;
	event->index = desc->index;
	*out = fake_give(event);
	pool->used[desc->index] = *out != NULL;
	return L0_SUCCESS;
}

FAKE_API int zeEventDestroy(l0_event handle)
{
	struct event *event = (struct event *)handle;

	CALL_DROP("zeEventDestroy");
	IS(event, "event");
	event->pool->used[event->index] = false;
	fake_delete(event);
	return injected;
}

FAKE_API int zeEventHostReset(l0_event handle)
{
	struct event *event = (struct event *)handle;

	CALL("zeEventHostReset");
	IS(event, "event");
	CHECK(!event->pending, "%s: its command is not done", call);
	event->signalled = false;
	return L0_SUCCESS;
}

FAKE_API int zeEventQueryStatus(l0_event event)
{
	CALL("zeEventQueryStatus");
	IS(event, "event");
	return done((struct event *)event) ? L0_SUCCESS : L0_NOT_READY;
}

FAKE_API int zeEventHostSynchronize(l0_event handle, uint64_t timeout)
{
	struct event *event = (struct event *)handle;

	CALL("zeEventHostSynchronize");
	IS(event, "event");
	CHECK(event->pending || event->signalled, "%s: nothing will signal this event", call);
	while (!done(event))
		if (fake_faults()->hang && timeout != UINT64_MAX)
			return L0_NOT_READY;
	return L0_SUCCESS;
}

FAKE_API int zeEventQueryKernelTimestamp(l0_event handle, struct l0_timestamps *out)
{
	struct event *event = (struct event *)handle;

	CALL("zeEventQueryKernelTimestamp");
	IS(event, "event");
	CHECK(event->pool->flags & L0_POOL_KERNEL_TIMESTAMP, "%s: a pool without times", call);
	if (!event->signalled)
		return L0_NOT_READY;
	*out = (struct l0_timestamps){ event->start, event->end, event->start, event->end };
	FAKE_TELLS(&out->global_start);
	FAKE_TELLS(&out->global_end);
	return L0_SUCCESS;
}

/* ---- memory ---- */

static int allocate(enum fake_memory_kind kind, size_t bytes, void **out)
{
	if (bytes > (size_t)1 << 40)
		return L0_ERROR_UNSUPPORTED_SIZE;
	return fake_give_memory(kind, bytes, out) ? L0_SUCCESS : L0_ERROR_OUT_OF_DEVICE_MEMORY;
}

FAKE_API int zeMemAllocDevice(l0_context context, const struct l0_device_alloc_desc *desc, size_t bytes, size_t align,
			      l0_device device, void **out)
{
	CALL("zeMemAllocDevice");
	IS(context, "context");
	IS_DEVICE(device);
	TYPE(desc, L0_TYPE_DEVICE_MEM_ALLOC_DESC);
	CHECK(align <= 256, "%s: alignment %zu", call, align);
	return allocate(FAKE_DEVICE, bytes, out);
}

FAKE_API int zeMemAllocShared(l0_context context, const struct l0_device_alloc_desc *desc,
			      const struct l0_host_alloc_desc *host, size_t bytes, size_t align, l0_device device,
			      void **out)
{
	CALL("zeMemAllocShared");
	IS(context, "context");
	IS_DEVICE(device);
	TYPE(desc, L0_TYPE_DEVICE_MEM_ALLOC_DESC);
	TYPE(host, L0_TYPE_HOST_MEM_ALLOC_DESC);
	CHECK(align <= 256, "%s: alignment %zu", call, align);
	return allocate(FAKE_SHARED, bytes, out);
}

FAKE_API int zeMemAllocHost(l0_context context, const struct l0_host_alloc_desc *desc, size_t bytes, size_t align,
			    void **out)
{
	CALL("zeMemAllocHost");
	IS(context, "context");
	TYPE(desc, L0_TYPE_HOST_MEM_ALLOC_DESC);
	CHECK(align <= 256, "%s: alignment %zu", call, align);
	return allocate(FAKE_HOST, bytes, out);
}

FAKE_API int zeMemFree(l0_context context, void *address)
{
	CALL_DROP("zeMemFree");
	IS(context, "context");
	CHECK(!l0_in_use(last_command), "%s: commands may use it", call);
	CHECK(fake_free(address), "%s: %p is no memory", call, address);
	return injected;
}
