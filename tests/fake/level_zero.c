/* fake/level_zero.c — libze_loader.so.1: one driver with one GPU, a Ponte Vecchio by its IP version, that runs the
 * kernels of tests/backend and tests/runtime. See fake.h. */
#include "fake.h"
#include "runtime/backend/level_zero_api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	IP_VERSION = 12 << 22 | 60 << 14 | 7,
	NATIVE_COUNT = 32,     /* where the number of constants is */
	NATIVE_CONSTANTS = 64, /* and they themselves */
	NATIVE_HEADER = NATIVE_CONSTANTS + 16 * sizeof(struct fake_constant),
	MOST_GROUP = 1024,
	MOST_LOCAL = 128 << 10,
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

struct module {
	struct fake_object object;
	struct fake_program program;
	uint8_t *native;
	size_t native_size;
	bool linked;
	struct fake_program *linked_with; /* the exporting one */
};

struct kernel {
	struct fake_object object;
	struct module *module;
	struct fake_entry *entry;
	bool set[FAKE_ARGS];
	uint8_t values[FAKE_ARGS][64];
	size_t sizes[FAKE_ARGS];
	uint32_t group[3], offset[3];
	uint64_t command; /* the last one that uses it */
};

struct list {
	struct fake_object object;
};

struct log {
	struct fake_object object;
	char text[256];
};

static bool initialized;
static uint64_t ticks;
static uint64_t last_command, done_commands; /* of all lists */
static unsigned list_looks;
static int the_driver, the_device; /* their addresses are the handles */

#define CALL(name)                                                                                                     \
	FAKE_LOCKED;                                                                                                   \
	int injected = fake_enter(name, L0_ERROR_DEVICE_LOST);                                                         \
	const char *const call = name;                                                                                 \
	(void)call;                                                                                                    \
	if (injected)                                                                                                  \
	return injected
/* What takes something away: it is gone, whatever is returned. */
#define CALL_DROP(name)                                                                                                \
	FAKE_LOCKED;                                                                                                   \
	int injected = fake_enter(name, L0_ERROR_DEVICE_LOST);                                                         \
	const char *const call = name
#define CHECK(cond, ...)                                                                                               \
	do {                                                                                                           \
		if (!(cond)) {                                                                                         \
			fake_complain(__VA_ARGS__);                                                                    \
			return L0_ERROR_INVALID_ARGUMENT;                                                              \
		}                                                                                                      \
	} while (0)
#define TYPE(desc, want) CHECK((desc)->type == (want), "%s: a struct of type 0x%x", call, (unsigned)(desc)->type)
#define IS_DEVICE(device) CHECK((void *)(device) == &the_device, "%s: no device", call)
#define IS(handle, kind) CHECK(fake_is(handle, kind, call), "%s", call)

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

static bool in_use(uint64_t command);

FAKE_API int zeCommandListCreateImmediate(l0_context context, l0_device device, const struct l0_queue_desc *desc,
					  l0_list *out)
{
	CALL("zeCommandListCreateImmediate");
	IS(context, "context");
	IS_DEVICE(device);
	TYPE(desc, L0_TYPE_COMMAND_QUEUE_DESC);
	CHECK(desc->ordinal == 1 && desc->index == 0, "%s: a queue group that does not compute", call);
	*out = fake_give(fake_new("command list", sizeof(struct list), context));
	return L0_SUCCESS;
}

FAKE_API int zeCommandListDestroy(l0_list list)
{
	CALL_DROP("zeCommandListDestroy");
	IS(list, "command list");
	CHECK(!in_use(last_command), "%s: its commands are not done", call);
	fake_delete(list);
	return injected;
}

/* What all commands have: a list, events to wait for, an event to signal, which was reset. */
static int command(const char *call, l0_list list, l0_event signal, uint32_t count, l0_event *wait)
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

/* Commands of a slow device may use what is about to go. */
static bool in_use(uint64_t command)
{
	return fake_faults()->slow && !fake_faults()->hang && command > done_commands;
}

FAKE_API int zeCommandListHostSynchronize(l0_list list, uint64_t timeout)
{
	CALL("zeCommandListHostSynchronize");
	IS(list, "command list");
	(void)timeout;
	if (last_command > done_commands && (fake_faults()->hang || list_looks++ < fake_faults()->slow))
		return L0_NOT_READY;
	done_commands = last_command;
	return L0_SUCCESS;
}

static bool done(struct event *event)
{
	if (event->pending && !fake_faults()->hang && event->looks++ >= fake_faults()->slow) {
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
	return command(call, list, signal, count, wait);
}

/* Ordinary memory of the host may be an end, too, and nothing is known about it. */
static bool there(const void *p, size_t bytes, const char *call)
{
	return p && (fake_memory(p, 1, call) < 0 || fake_memory(p, bytes, call) >= 0);
}

FAKE_API int zeCommandListAppendMemoryCopy(l0_list list, void *to, const void *from, size_t bytes, l0_event signal,
					   uint32_t count, l0_event *wait)
{
	int r;

	CALL("zeCommandListAppendMemoryCopy");
	CHECK(there(to, bytes, call) && there(from, bytes, call), "%s: memory that is not there", call);
	r = command(call, list, signal, count, wait);
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
	r = command(call, list, signal, count, wait);
	for (size_t i = 0; r == L0_SUCCESS && i < bytes; i += pattern_bytes)
		memcpy((char *)to + i, pattern, pattern_bytes);
	return r;
}

FAKE_API int zeCommandListAppendLaunchKernel(l0_list list, l0_kernel handle, const struct l0_group_count *groups,
					     l0_event signal, uint32_t count, l0_event *wait)
{
	struct kernel *kernel = (struct kernel *)handle;
	struct fake_launch l = { 0 };
	bool good = true;
	int r;

	CALL("zeCommandListAppendLaunchKernel");
	IS(kernel, "kernel");
	CHECK(kernel->group[0], "%s: the group size was never set", call);
	CHECK(kernel->module->linked || !fake_unresolved(&kernel->module->program), "%s: a module with imports", call);
	for (size_t d = 0; d < 3; d++) {
		CHECK(groups->count[d], "%s: no groups", call);
		l.local[d] = kernel->group[d];
		l.global[d] = (size_t)kernel->group[d] * groups->count[d];
		l.offset[d] = kernel->offset[d];
	}
	for (size_t i = 0; i < kernel->entry->arg_count; i++)
		CHECK(kernel->set[i], "%s: argument %zu was never set", call, i);
	r = command(call, list, signal, count, wait);
	kernel->command = last_command;
	if (r != L0_SUCCESS || !kernel->entry->kernel)
		return r;
	l.program = &kernel->module->program;
	for (size_t i = 0; i < kernel->entry->arg_count; i++) {
		bool local = kernel->entry->kernel->args[i] == 'l';

		l.sizes[i] = kernel->sizes[i];
		l.args[i] = local ? malloc(kernel->sizes[i]) : kernel->values[i];
	}
	good = kernel->entry->kernel->run(&l);
	for (size_t i = 0; i < kernel->entry->arg_count; i++)
		if (kernel->entry->kernel->args[i] == 'l')
			free(l.args[i]);
	return good ? L0_SUCCESS : L0_ERROR_DEVICE_LOST;
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

/* ---- modules ---- */

/* Native code of ours: an ELF header, constants that were compiled in, then images with their sizes before them. */
static bool read_native(struct fake_program *program, const uint8_t *bytes, size_t size)
{
	if (size < NATIVE_HEADER || memcmp(bytes, "\177ELF\2\1\1\0", 8) != 0 || bytes[18] != 205)
		return false;
	if (bytes[NATIVE_COUNT] > 16)
		return false;
	program->constant_count = bytes[NATIVE_COUNT];
	memcpy(program->constants, bytes + NATIVE_CONSTANTS, program->constant_count * sizeof(struct fake_constant));
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

static bool add_image(struct module *module, uint32_t format, const uint8_t *bytes, size_t size,
		      const struct l0_constants *constants)
{
	uint64_t len = size;

	if (!bytes || (format == L0_FORMAT_SPIRV ? !fake_read_spirv(&module->program, bytes, size)
						 : !read_native(&module->program, bytes, size)))
		return false;
	for (uint32_t i = 0; constants && i < constants->count && module->program.constant_count < 16; i++) {
		struct fake_constant *c = &module->program.constants[module->program.constant_count++];

		c->id = constants->ids[i];
		memcpy(c->value, constants->values[i], c->id == 1 ? 8 : c->id == 2 ? 1 : 4);
	}
	if (format == L0_FORMAT_NATIVE) {
		module->native = realloc(module->native, size);
		memcpy(module->native, bytes, size);
		module->native_size = size;
		return true;
	}
	if (!module->native) {
		module->native = calloc(1, NATIVE_HEADER);
		module->native_size = NATIVE_HEADER;
		memcpy(module->native, "\177ELF\2\1\1\0", 8);
		module->native[18] = 205;
	}
	module->native = realloc(module->native, module->native_size + sizeof(len) + size);
	memcpy(module->native + module->native_size, &len, sizeof(len));
	memcpy(module->native + module->native_size + sizeof(len), bytes, size);
	module->native_size += sizeof(len) + size;
	module->native[NATIVE_COUNT] = (uint8_t)module->program.constant_count;
	memcpy(module->native + NATIVE_CONSTANTS, module->program.constants,
	       module->program.constant_count * sizeof(struct fake_constant));
	return true;
}

static l0_log new_log(void *parent, const char *text, const char *name)
{
	struct log *log = fake_new("build log", sizeof(*log), parent);

	snprintf(log->text, sizeof(log->text), "%s %s", text, name);
	return (l0_log)log;
}

FAKE_API int zeModuleCreate(l0_context context, l0_device device, const struct l0_module_desc *desc, l0_module *out,
			    l0_log *log)
{
	struct module *module;
	const char *missing;
	bool good = true, library;

	CALL("zeModuleCreate");
	IS(context, "context");
	IS_DEVICE(device);
	TYPE(desc, L0_TYPE_MODULE_DESC);
	module = fake_new("module", sizeof(*module), context);
	if (desc->next) {
		const struct l0_program_desc *several = desc->next;

		TYPE(several, L0_TYPE_MODULE_PROGRAM_DESC);
		for (uint32_t i = 0; i < several->count; i++)
			good &= add_image(module, L0_FORMAT_SPIRV, several->bytes[i], several->sizes[i],
					  several->constants[i]);
	} else {
		good = add_image(module, desc->format, desc->bytes, desc->size, desc->constants);
	}
	library = desc->flags && strstr(desc->flags, "-library-compilation");
	missing = good && !library ? fake_unresolved(&module->program) : NULL;
	if (!good || missing || !fake_program_start(&module->program)) {
		if (log)
			*log = new_log(context, good ? "error: undefined reference to" : "error: this is no image",
				       missing ? missing : "");
		fake_program_stop(&module->program);
		free(module->native);
		fake_delete(module);
		return good && !missing ? L0_ERROR_OUT_OF_DEVICE_MEMORY : L0_ERROR_MODULE_BUILD_FAILURE;
	}
	if (log)
		*log = new_log(context, "", "");
	if (fake_hides()) {
		fake_program_stop(&module->program);
		free(module->native);
		fake_delete(module);
		module = NULL;
	}
	*out = (l0_module)module;
	return L0_SUCCESS;
}

FAKE_API int zeModuleDestroy(l0_module handle)
{
	struct module *module = (struct module *)handle;

	CALL_DROP("zeModuleDestroy");
	IS(module, "module");
	fake_program_stop(&module->program);
	free(module->native);
	fake_delete(module);
	return injected;
}

FAKE_API int zeModuleDynamicLink(uint32_t count, l0_module *handles, l0_log *log)
{
	struct fake_program *all;
	const char *missing;

	CALL("zeModuleDynamicLink");
	for (uint32_t i = 0; i < count; i++)
		IS(handles[i], "module");
	all = calloc(1, sizeof(*all));
	for (uint32_t i = 0; i < count; i++) {
		const struct fake_program *one = &((struct module *)handles[i])->program;

		for (size_t k = 0; k < one->import_count && all->import_count < 8; k++)
			memcpy(all->imports[all->import_count++], one->imports[k], FAKE_NAME);
		for (size_t k = 0; k < one->export_count && all->export_count < 8; k++)
			memcpy(all->exports[all->export_count++], one->exports[k], FAKE_NAME);
	}
	missing = fake_unresolved(all);
	if (log)
		*log = new_log(NULL, missing ? "error: undefined reference to" : "", missing ? missing : "");
	for (uint32_t i = 0; i < count && !missing; i++)
		((struct module *)handles[i])->linked = true;
	free(all);
	return missing ? L0_ERROR_MODULE_LINK_FAILURE : L0_SUCCESS;
}

FAKE_API int zeModuleGetNativeBinary(l0_module handle, size_t *size, uint8_t *out)
{
	struct module *module = (struct module *)handle;

	CALL("zeModuleGetNativeBinary");
	IS(module, "module");
	if (out) {
		if (*size < module->native_size)
			return L0_ERROR_INVALID_SIZE;
		memcpy(out, module->native, module->native_size);
	}
	*size = module->native_size + (out && fake_faults()->lie ? 1000000 : 0);
	FAKE_TELLS(size);
	return L0_SUCCESS;
}

FAKE_API int zeModuleGetGlobalPointer(l0_module handle, const char *name, size_t *size, void **out)
{
	struct module *module = (struct module *)handle;
	struct fake_entry *entry;

	CALL("zeModuleGetGlobalPointer");
	IS(module, "module");
	entry = fake_find(module->program.variables, module->program.variable_count, name);
	if (!entry)
		return L0_ERROR_INVALID_GLOBAL_NAME;
	*size = entry->bytes;
	*out = entry->address;
	FAKE_TELLS(size);
	fake_tells(FAKE_POINTER, out, sizeof(*out));
	return L0_SUCCESS;
}

FAKE_API int zeModuleBuildLogGetString(l0_log handle, size_t *size, char *out)
{
	struct log *log = (struct log *)handle;
	size_t len = strlen(log->text) + 1;

	CALL("zeModuleBuildLogGetString");
	IS(log, "build log");
	if (out) {
		if (*size < len)
			return L0_ERROR_INVALID_SIZE;
		memcpy(out, log->text, fake_faults()->lie ? len - 1 : len);
	}
	*size = fake_faults()->lie ? len + 1000 : len;
	FAKE_TELLS(size);
	fake_tells(FAKE_TEXT, out, out ? len : 0);
	return L0_SUCCESS;
}

FAKE_API int zeModuleBuildLogDestroy(l0_log log)
{
	CALL_DROP("zeModuleBuildLogDestroy");
	IS(log, "build log");
	fake_delete(log);
	return injected;
}

/* ---- kernels ---- */

FAKE_API int zeKernelCreate(l0_module handle, const struct l0_kernel_desc *desc, l0_kernel *out)
{
	struct module *module = (struct module *)handle;
	struct fake_entry *entry;
	struct kernel *kernel;

	CALL("zeKernelCreate");
	IS(module, "module");
	TYPE(desc, L0_TYPE_KERNEL_DESC);
	entry = fake_find(module->program.kernels, module->program.kernel_count, desc->name);
	if (!entry)
		return L0_ERROR_INVALID_KERNEL_NAME;
	kernel = fake_new("kernel", sizeof(*kernel), module);
	kernel->module = module;
	kernel->entry = entry;
	*out = fake_give(kernel);
	return L0_SUCCESS;
}

FAKE_API int zeKernelDestroy(l0_kernel kernel)
{
	CALL_DROP("zeKernelDestroy");
	IS(kernel, "kernel");
	CHECK(!in_use(((struct kernel *)kernel)->command), "%s: a command uses it", call);
	fake_delete(kernel);
	return injected;
}

FAKE_API int zeKernelSetArgumentValue(l0_kernel handle, uint32_t index, size_t bytes, const void *value)
{
	struct kernel *kernel = (struct kernel *)handle;
	bool local;

	CALL("zeKernelSetArgumentValue");
	IS(kernel, "kernel");
	if (index >= kernel->entry->arg_count)
		return L0_ERROR_INVALID_KERNEL_ARGUMENT_INDEX;
	local = kernel->entry->kernel && kernel->entry->kernel->args[index] == 'l';
	if (bytes == 0 || bytes > MOST_LOCAL || (!local && bytes != kernel->entry->arg_sizes[index]))
		return L0_ERROR_INVALID_KERNEL_ARGUMENT_SIZE;
	CHECK(local == !value, "%s: argument %u: a value for local memory, or none", call, index);
	kernel->set[index] = true;
	kernel->sizes[index] = bytes;
	if (value)
		memcpy(kernel->values[index], value, bytes < 64 ? bytes : 64);
	return L0_SUCCESS;
}

FAKE_API int zeKernelSetGroupSize(l0_kernel handle, uint32_t x, uint32_t y, uint32_t z)
{
	struct kernel *kernel = (struct kernel *)handle;

	CALL("zeKernelSetGroupSize");
	IS(kernel, "kernel");
	if (!x || !y || !z || (uint64_t)x * y * z > MOST_GROUP)
		return L0_ERROR_INVALID_GROUP_SIZE_DIMENSION;
	kernel->group[0] = x;
	kernel->group[1] = y;
	kernel->group[2] = z;
	return L0_SUCCESS;
}

FAKE_API int zeKernelSuggestGroupSize(l0_kernel kernel, uint32_t x, uint32_t y, uint32_t z, uint32_t *out_x,
				      uint32_t *out_y, uint32_t *out_z)
{
	CALL("zeKernelSuggestGroupSize");
	IS(kernel, "kernel");
	CHECK(x && y && z, "%s: an empty range", call);
	*out_x = x % 32 == 0 ? 32 : 1;
	*out_y = *out_z = 1;
	FAKE_TELLS(out_x);
	FAKE_TELLS(out_z);
	return L0_SUCCESS;
}

FAKE_API int zeKernelSetGlobalOffsetExp(l0_kernel handle, uint32_t x, uint32_t y, uint32_t z)
{
	struct kernel *kernel = (struct kernel *)handle;

	CALL("zeKernelSetGlobalOffsetExp");
	IS(kernel, "kernel");
	kernel->offset[0] = x;
	kernel->offset[1] = y;
	kernel->offset[2] = z;
	return L0_SUCCESS;
}

FAKE_API int zeKernelSetIndirectAccess(l0_kernel kernel, uint32_t flags)
{
	CALL("zeKernelSetIndirectAccess");
	IS(kernel, "kernel");
	CHECK(flags <= 7, "%s: flags", call);
	return L0_SUCCESS;
}

FAKE_API int zeKernelGetProperties(l0_kernel handle, struct l0_kernel_properties *out)
{
	struct kernel *kernel = (struct kernel *)handle;

	CALL("zeKernelGetProperties");
	IS(kernel, "kernel");
	TYPE(out, L0_TYPE_KERNEL_PROPERTIES);
	out->arg_count = (uint32_t)kernel->entry->arg_count;
	out->max_sub_group_size = 32;
	out->max_sub_groups = 32;
	FAKE_TELLS(&out->arg_count);
	FAKE_TELLS(&out->max_sub_group_size);
	FAKE_TELLS(&out->private_bytes);
	return L0_SUCCESS;
}

/* ---- memory ---- */

static int allocate(enum fake_memory_kind kind, size_t bytes, void **out)
{
	if (bytes > (size_t)1 << 40)
		return L0_ERROR_UNSUPPORTED_SIZE;
	*out = fake_alloc(kind, bytes);
	if (!*out)
		return L0_ERROR_OUT_OF_DEVICE_MEMORY;
	if (fake_hides()) {
		fake_free(*out);
		*out = NULL;
	}
	return L0_SUCCESS;
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
	CHECK(!in_use(last_command), "%s: commands may use it", call);
	CHECK(fake_free(address), "%s: %p is no memory", call, address);
	return injected;
}
