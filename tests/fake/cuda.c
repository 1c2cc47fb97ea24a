/* fake/cuda.c — libcuda.so.1: one GPU, sm_90, that runs the kernels of tests/backend. See fake.h. */
#include "fake.h"
#include "runtime/backend/cuda_api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	RESERVED = 1024, /* bytes of shared memory before a kernel's */
	SHARED = 48 << 10,
	SHARED_OPTIN = 227 << 10,
	CUBIN_HEADER = 128, /* of ELF, and one section that is all the rest */
	MANAGED_OVER = 0,
};

struct context {
	struct fake_object object;
	unsigned retained;
};

struct module {
	struct fake_object object;
	struct fake_program program;
	struct function {
		struct module *module;
		struct fake_entry *entry;
		int dynamic;
	} functions[FAKE_KERNELS];
};

struct stream {
	struct fake_object object;
};

struct event {
	struct fake_object object;
	bool recorded, timing;
	unsigned looks;
	uint64_t time;
};

struct link {
	struct fake_object object;
	char *cubin;
	size_t size;
	struct fake_program program;
	char *log;
	size_t log_size;
};

static struct context *primary;
static unsigned long ticks;
static bool initialized;
static _Thread_local struct context *stack[8];
static _Thread_local int depth;

/* Count the call; return when it is to fail. */
#define CALL(name)                                                                                                     \
	FAKE_LOCKED;                                                                                                   \
	int injected = fake_enter(name, CUDA_LAUNCH_FAILED);                                                           \
	const char *const call = name;                                                                                 \
	(void)call;                                                                                                    \
	if (injected)                                                                                                  \
	return injected
/* The same for what takes something away: it is gone, whatever is returned. */
#define CALL_DROP(name)                                                                                                \
	FAKE_LOCKED;                                                                                                   \
	int injected = fake_enter(name, CUDA_LAUNCH_FAILED);                                                           \
	const char *const call = name
/* The same for what works on a lost device. */
#define CALL_ALWAYS(name)                                                                                              \
	FAKE_LOCKED;                                                                                                   \
	int injected = fake_enter(name, 0);                                                                            \
	const char *const call = name;                                                                                 \
	(void)call;                                                                                                    \
	if (injected)                                                                                                  \
	return injected
#define CHECK(cond, ...)                                                                                               \
	do {                                                                                                           \
		if (!(cond)) {                                                                                         \
			fake_complain(__VA_ARGS__);                                                                    \
			return CUDA_INVALID_VALUE;                                                                     \
		}                                                                                                      \
	} while (0)
#define CURRENT(call)                                                                                                  \
	do {                                                                                                           \
		if (!depth || !stack[depth - 1] || stack[depth - 1] != primary) {                                      \
			fake_complain("%s: no context is current", call);                                              \
			return CUDA_INVALID_CONTEXT;                                                                   \
		}                                                                                                      \
	} while (0)

FAKE_API int cuInit(unsigned flags)
{
	CALL("cuInit");
	CHECK(flags == 0, "cuInit: flags");
	initialized = true;
	return CUDA_OK;
}

FAKE_API int cuDriverGetVersion(int *out)
{
	CALL("cuDriverGetVersion");
	*out = 13000;
	FAKE_TELLS(out);
	return CUDA_OK;
}

FAKE_API int cuGetErrorName(int error, const char **out)
{
	static const struct {
		int error;
		const char *name;
	} names[] = {
		{ CUDA_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE" },
		{ CUDA_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY" },
		{ CUDA_INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE" },
		{ CUDA_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT" },
		{ CUDA_INVALID_PTX, "CUDA_ERROR_INVALID_PTX" },
		{ CUDA_NOT_FOUND, "CUDA_ERROR_NOT_FOUND" },
		{ CUDA_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS" },
		{ CUDA_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED" },
		{ CUDA_UNKNOWN, "CUDA_ERROR_UNKNOWN" },
	};

	*out = NULL;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (names[i].error == error)
			*out = names[i].name;
	if (fake_faults()->lie || fake_faults()->lie_at)
		*out = fake_endless();
	return *out ? CUDA_OK : CUDA_INVALID_VALUE;
}

FAKE_API int cuGetErrorString(int error, const char **out)
{
	*out = fake_faults()->lie || fake_faults()->lie_at ? fake_endless() : "a fault of the fake driver";
	return error >= 0 ? CUDA_OK : CUDA_INVALID_VALUE;
}

FAKE_API int cuDeviceGetCount(int *out)
{
	CALL("cuDeviceGetCount");
	CHECK(initialized, "cuDeviceGetCount before cuInit");
	*out = 1;
	FAKE_TELLS(out);
	return CUDA_OK;
}

FAKE_API int cuDeviceGet(int *out, int ordinal)
{
	CALL("cuDeviceGet");
	if (ordinal)
		return CUDA_INVALID_DEVICE;
	*out = 0;
	return CUDA_OK;
}

FAKE_API int cuDeviceGetName(char *out, int len, int device)
{
	CALL("cuDeviceGetName");
	CHECK(device == 0 && len > 0, "cuDeviceGetName");
	if (fake_faults()->lie)
		memset(out, 'x', (size_t)len); /* without an end */
	else
		snprintf(out, (size_t)len, "Fake GPU");
	fake_tells(FAKE_TEXT, out, (size_t)len);
	return CUDA_OK;
}

FAKE_API int cuDeviceGetAttribute(int *out, int attribute, int device)
{
	static const int values[][2] = {
		{ CUDA_DEVICE_MAX_THREADS_PER_BLOCK, 1024 },
		{ CUDA_DEVICE_MAX_BLOCK_DIM_X, 1024 },
		{ CUDA_DEVICE_MAX_BLOCK_DIM_X + 1, 1024 },
		{ CUDA_DEVICE_MAX_BLOCK_DIM_X + 2, 64 },
		{ CUDA_DEVICE_MAX_SHARED_MEMORY_PER_BLOCK, SHARED },
		{ CUDA_DEVICE_WARP_SIZE, 32 },
		{ CUDA_DEVICE_MULTIPROCESSOR_COUNT, 4 },
		{ CUDA_DEVICE_UNIFIED_ADDRESSING, 1 },
		{ CUDA_DEVICE_COMPUTE_CAPABILITY_MAJOR, 9 },
		{ CUDA_DEVICE_COMPUTE_CAPABILITY_MINOR, 0 },
		{ CUDA_DEVICE_MANAGED_MEMORY, 1 },
		{ CUDA_DEVICE_CONCURRENT_MANAGED_ACCESS, 1 },
		{ CUDA_DEVICE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, SHARED_OPTIN },
		{ CUDA_DEVICE_RESERVED_SHARED_MEMORY_PER_BLOCK, RESERVED },
		{ CUDA_DEVICE_CLUSTER_LAUNCH, 1 },
	};

	CALL("cuDeviceGetAttribute");
	CHECK(device == 0, "cuDeviceGetAttribute: device %d", device);
	*out = 0;
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++)
		if (values[i][0] == attribute)
			*out = values[i][1];
	FAKE_TELLS(out);
	return CUDA_OK;
}

FAKE_API int cuDeviceTotalMem_v2(size_t *out, int device)
{
	CALL("cuDeviceTotalMem_v2");
	CHECK(device == 0, "cuDeviceTotalMem");
	*out = fake_faults()->memory;
	FAKE_TELLS(out);
	return CUDA_OK;
}

/* ---- contexts ---- */

FAKE_API int cuDevicePrimaryCtxRetain(cuda_context *out, int device)
{
	CALL("cuDevicePrimaryCtxRetain");
	CHECK(initialized && device == 0, "cuDevicePrimaryCtxRetain");
	*out = NULL;
	if (fake_hides())
		return CUDA_OK;
	if (!primary)
		primary = fake_new("context", sizeof(*primary), NULL);
	primary->retained++;
	*out = (cuda_context)primary;
	return CUDA_OK;
}

FAKE_API int cuDevicePrimaryCtxRelease_v2(int device)
{
	CALL_DROP("cuDevicePrimaryCtxRelease_v2");
	CHECK(device == 0 && primary, "%s: it was not retained", call);
	if (--primary->retained == 0) {
		fake_delete(primary);
		primary = NULL;
	}
	return injected;
}

/* Contexts that programs make for themselves: nothing of the library's may happen in one. */
FAKE_API int cuCtxCreate_v2(cuda_context *out, unsigned flags, int device)
{
	CALL("cuCtxCreate_v2");
	CHECK(initialized && flags == 0 && device == 0 && depth < 8, "cuCtxCreate");
	stack[depth++] = fake_new("context", sizeof(struct context), NULL);
	*out = (cuda_context)stack[depth - 1];
	return CUDA_OK;
}

FAKE_API int cuCtxDestroy_v2(cuda_context context)
{
	CALL_DROP("cuCtxDestroy_v2");
	CHECK(fake_is(context, "context", call) && depth > 0, "cuCtxDestroy");
	if (stack[depth - 1] == (struct context *)context)
		depth--;
	fake_delete(context);
	return injected;
}

FAKE_API int cuCtxGetCurrent(cuda_context *out)
{
	CALL_ALWAYS("cuCtxGetCurrent");
	*out = depth ? (cuda_context)stack[depth - 1] : NULL;
	return CUDA_OK;
}

FAKE_API int cuCtxSetCurrent(cuda_context context)
{
	CALL_ALWAYS("cuCtxSetCurrent");
	CHECK(!context || fake_is(context, "context", call), "cuCtxSetCurrent");
	if (depth == 0)
		depth = 1;
	stack[depth - 1] = (struct context *)context;
	return CUDA_OK;
}

FAKE_API int cuCtxPushCurrent_v2(cuda_context context)
{
	CALL_ALWAYS("cuCtxPushCurrent_v2");
	CHECK(fake_is(context, "context", call) && depth < 8, "cuCtxPushCurrent");
	stack[depth++] = (struct context *)context;
	return CUDA_OK;
}

FAKE_API int cuCtxPopCurrent_v2(cuda_context *out)
{
	CALL_DROP("cuCtxPopCurrent_v2");
	CHECK(depth > 0, "%s: nothing was pushed", call);
	*out = (cuda_context)stack[--depth];
	return injected;
}

/* ---- modules ---- */

/* A cubin of ours: an ELF header, and PTX texts with NULs behind them. */
static bool read_cubin(struct fake_program *program, const char *bytes, size_t size)
{
	uint64_t said;

	if (memcmp(bytes, "\177ELF\2\1\1\x41\x8", 9) != 0)
		return false;
	memcpy(&said, bytes + 24, sizeof(said));
	if (size && said != size)
		return false;
	for (const char *p = bytes + CUBIN_HEADER; p < bytes + said; p += strlen(p) + 1)
		if (*p && !fake_read_ptx(program, p))
			return false;
	return true;
}

/* A fat binary with one piece of PTX. It says itself how long it is. */
static bool read_fatbin(struct fake_program *program, const char *bytes)
{
	uint64_t all, size;
	uint32_t header;

	memcpy(&all, bytes + 8, sizeof(all));
	memcpy(&header, bytes + 20, sizeof(header));
	memcpy(&size, bytes + 24, sizeof(size));
	return bytes[16] == 1 && all == header + size && bytes[16 + all - 1] == '\0' &&
	       fake_read_ptx(program, bytes + 16 + header);
}

static bool read_image(struct fake_program *program, const void *image)
{
	if (memcmp(image, "\177ELF", 4) == 0)
		return read_cubin(program, image, 0);
	if (memcmp(image, "\x50\xed\x55\xba", 4) == 0)
		return read_fatbin(program, image);
	return fake_read_ptx(program, image);
}

static void log_text(unsigned count, const int *options, void **values, const char *text)
{
	char *buffer = NULL;
	size_t size = 0;

	for (unsigned i = 0; i < count; i++) {
		if (options[i] == CUDA_JIT_ERROR_LOG_BUFFER)
			buffer = values[i];
		if (options[i] == CUDA_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
			size = (size_t)values[i];
	}
	if (buffer && size)
		snprintf(buffer, size, "%s", text);
}

FAKE_API int cuModuleLoadDataEx(cuda_module *out, const void *image, unsigned count, int *options, void **values)
{
	struct module *module;
	const char *missing;

	CALL("cuModuleLoadDataEx");
	CURRENT(call);
	CHECK(image && out && (!count || (options && values)), "cuModuleLoadDataEx: NULL");
	module = fake_new("module", sizeof(*module), primary);
	if (!read_image(&module->program, image)) {
		log_text(count, options, values, "error: this is no image");
		fake_delete(module);
		return CUDA_INVALID_IMAGE;
	}
	missing = fake_unresolved(&module->program);
	if (missing || !fake_program_start(&module->program)) {
		fake_program_stop(&module->program);
		fake_delete(module);
		return missing ? CUDA_INVALID_IMAGE : CUDA_OUT_OF_MEMORY;
	}
	if (fake_hides()) {
		fake_program_stop(&module->program);
		fake_delete(module);
		module = NULL;
	}
	*out = (cuda_module)module;
	return CUDA_OK;
}

FAKE_API int cuModuleUnload(cuda_module handle)
{
	struct module *module = (struct module *)handle;

	CALL_DROP("cuModuleUnload");
	CURRENT(call);
	CHECK(fake_is(module, "module", call), "cuModuleUnload");
	fake_program_stop(&module->program);
	fake_delete(module);
	return injected;
}

FAKE_API int cuModuleGetFunction(cuda_function *out, cuda_module handle, const char *name)
{
	struct module *module = (struct module *)handle;
	struct fake_entry *entry;
	struct function *function;

	CALL("cuModuleGetFunction");
	CURRENT(call);
	CHECK(fake_is(module, "module", call) && name, "cuModuleGetFunction");
	entry = fake_find(module->program.kernels, module->program.kernel_count, name);
	if (!entry)
		return CUDA_NOT_FOUND;
	function = &module->functions[entry - module->program.kernels];
	if (!function->entry)
		*function = (struct function){ module, entry, SHARED };
	*out = (cuda_function)function;
	fake_tells(FAKE_POINTER, out, sizeof(*out));
	return CUDA_OK;
}

FAKE_API int cuModuleGetGlobal_v2(cuda_ptr *out, size_t *bytes, cuda_module handle, const char *name)
{
	struct module *module = (struct module *)handle;
	struct fake_entry *entry;

	CALL("cuModuleGetGlobal_v2");
	CURRENT(call);
	CHECK(fake_is(module, "module", call) && name, "cuModuleGetGlobal");
	entry = fake_find(module->program.variables, module->program.variable_count, name);
	if (!entry)
		return CUDA_NOT_FOUND;
	*out = (cuda_ptr)(uintptr_t)entry->address;
	*bytes = entry->bytes;
	FAKE_TELLS(bytes);
	fake_tells(FAKE_POINTER, out, sizeof(*out));
	return CUDA_OK;
}

FAKE_API int cuLinkCreate_v2(unsigned count, int *options, void **values, cuda_link *out)
{
	struct link *link;

	CALL("cuLinkCreate_v2");
	CURRENT(call);
	*out = NULL;
	if (fake_hides())
		return CUDA_OK;
	link = fake_new("link", sizeof(*link), primary);
	for (unsigned i = 0; i < count; i++) {
		if (options[i] == CUDA_JIT_ERROR_LOG_BUFFER)
			link->log = values[i];
		if (options[i] == CUDA_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
			link->log_size = (size_t)values[i];
	}
	link->cubin = calloc(1, CUBIN_HEADER);
	link->size = CUBIN_HEADER;
	memcpy(link->cubin, "\177ELF\2\1\1\x41\x8", 9);
	link->cubin[18] = (char)190;
	link->cubin[40] = 64; /* one section header behind this one */
	link->cubin[49] = 90;
	link->cubin[58] = 64;
	link->cubin[60] = 1;
	link->cubin[64 + 4] = 1;
	*out = (cuda_link)link;
	return CUDA_OK;
}

static int link_log(struct link *link, int result, const char *text, const char *name)
{
	if (link->log && link->log_size)
		snprintf(link->log, link->log_size, "%s %s", text, name);
	return result;
}

FAKE_API int cuLinkAddData_v2(cuda_link handle, int type, void *data, size_t size, const char *name, unsigned count,
			      int *options, void **values)
{
	struct link *link = (struct link *)handle;
	const char *text = data;

	(void)options;
	(void)values;
	CALL("cuLinkAddData_v2");
	CURRENT(call);
	CHECK(fake_is(link, "link", call) && data && size && name && count == 0, "cuLinkAddData");
	if (type == CUDA_JIT_INPUT_PTX) {
		CHECK(text[size - 1] == '\0', "cuLinkAddData: PTX without its NUL");
		CHECK(!strstr(text, ".ptr .shared"), "cuLinkAddData: a parameter that points to shared memory");
		if (!fake_read_ptx(&link->program, text))
			return link_log(link, CUDA_INVALID_PTX, "ptxas fatal: this is no PTX:", name);
	} else {
		if (size < CUBIN_HEADER || !read_cubin(&link->program, text, size))
			return link_log(link, CUDA_INVALID_IMAGE, "this is no cubin:", name);
		text += CUBIN_HEADER;
		size -= CUBIN_HEADER;
	}
	link->cubin = realloc(link->cubin, link->size + size);
	memcpy(link->cubin + link->size, text, size);
	link->size += size;
	return CUDA_OK;
}

FAKE_API int cuLinkComplete(cuda_link handle, void **out_cubin, size_t *out_size)
{
	struct link *link = (struct link *)handle;
	const char *missing;
	uint64_t size;

	CALL("cuLinkComplete");
	CURRENT(call);
	CHECK(fake_is(link, "link", call), "cuLinkComplete");
	missing = fake_unresolved(&link->program);
	if (missing)
		return link_log(link, CUDA_INVALID_IMAGE, "error: Undefined reference to", missing);
	size = link->size;
	memcpy(link->cubin + 24, &size, sizeof(size));
	size = CUBIN_HEADER;
	memcpy(link->cubin + 64 + 24, &size, sizeof(size));
	size = link->size - CUBIN_HEADER;
	memcpy(link->cubin + 64 + 32, &size, sizeof(size));
	*out_cubin = fake_faults()->lie ? NULL : link->cubin;
	*out_size = link->size;
	FAKE_TELLS(out_size);
	fake_tells(FAKE_POINTER, out_cubin, sizeof(*out_cubin));
	return CUDA_OK;
}

FAKE_API int cuLinkDestroy(cuda_link handle)
{
	struct link *link = (struct link *)handle;

	CALL_DROP("cuLinkDestroy");
	CURRENT(call);
	CHECK(fake_is(link, "link", call), "cuLinkDestroy");
	/* The driver may write into the logs until now. */
	link_log(link, 0, link->log && *link->log ? link->log : "", "");
	free(link->cubin);
	fake_delete(link);
	return injected;
}

/* ---- functions ---- */

static bool good_function(const struct function *function, const char *call)
{
	return fake_is(function->module, "module", call) && function->entry;
}

FAKE_API int cuFuncGetAttribute(int *out, int attribute, cuda_function handle)
{
	struct function *function = (struct function *)handle;

	CALL("cuFuncGetAttribute");
	CURRENT(call);
	CHECK(good_function(function, call), "cuFuncGetAttribute");
	*out = attribute == CUDA_FUNC_MAX_THREADS_PER_BLOCK           ? 1024
	       : attribute == CUDA_FUNC_MAX_DYNAMIC_SHARED_SIZE_BYTES ? function->dynamic
								      : 0;
	FAKE_TELLS(out);
	return CUDA_OK;
}

FAKE_API int cuFuncSetAttribute(cuda_function handle, int attribute, int value)
{
	struct function *function = (struct function *)handle;

	CALL("cuFuncSetAttribute");
	CURRENT(call);
	CHECK(good_function(function, call) && attribute == CUDA_FUNC_MAX_DYNAMIC_SHARED_SIZE_BYTES &&
		      value <= SHARED_OPTIN,
	      "cuFuncSetAttribute: %d to %d", attribute, value);
	function->dynamic = value;
	return CUDA_OK;
}

FAKE_API int cuFuncGetParamInfo(cuda_function handle, size_t index, size_t *out_offset, size_t *out_size)
{
	struct function *function = (struct function *)handle;

	CALL("cuFuncGetParamInfo");
	CURRENT(call);
	CHECK(good_function(function, call), "cuFuncGetParamInfo");
	if (index >= function->entry->arg_count && !fake_faults()->lie)
		return CUDA_INVALID_VALUE;
	*out_offset = 0;
	*out_size = index < FAKE_ARGS ? function->entry->arg_sizes[index] : 8;
	FAKE_TELLS(out_size);
	FAKE_TELLS(out_offset);
	return CUDA_OK;
}

/* Local arguments are addresses of shared memory: behind what is reserved, and no two overlap. */
static bool place_locals(const struct function *function, struct fake_launch *l, void **params, char *shared,
			 size_t bytes)
{
	const struct fake_kernel *kernel = function->entry->kernel;
	size_t before = 0;

	for (size_t i = 0; i < function->entry->arg_count; i++) {
		uint64_t at;

		l->args[i] = params[i];
		l->sizes[i] = function->entry->arg_sizes[i];
		if (kernel->args[i] != 'l')
			continue;
		memcpy(&at, params[i], sizeof(at));
		if (at < RESERVED + before || at > RESERVED + bytes || at % 8) {
			fake_complain("cuLaunchKernel: local argument %zu at %zu, %zu bytes were asked for", i,
				      (size_t)at, bytes);
			return false;
		}
		l->args[i] = shared + (at - RESERVED);
		l->sizes[i] = bytes - (at - RESERVED);
		before = at - RESERVED + 1;
	}
	return true;
}

FAKE_API int cuLaunchKernel(cuda_function handle, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
			    unsigned block_y, unsigned block_z, unsigned shared_bytes, cuda_stream stream,
			    void **params, void **extra)
{
	struct function *function = (struct function *)handle;
	struct fake_launch l = {
		.global = { (size_t)grid_x * block_x, (size_t)grid_y * block_y, (size_t)grid_z * block_z },
		.local = { block_x, block_y, block_z },
	};
	char *shared;
	bool good;

	CALL("cuLaunchKernel");
	CURRENT(call);
	CHECK(good_function(function, call) && fake_is(stream, "stream", call) && !extra, "cuLaunchKernel");
	CHECK(params || function->entry->arg_count == 0, "cuLaunchKernel: no arguments");
	if (grid_x == 0 || grid_y == 0 || grid_z == 0 || (uint64_t)block_x * block_y * block_z > 1024 ||
	    block_x * block_y * block_z == 0 || (int)shared_bytes > function->dynamic)
		return CUDA_INVALID_VALUE;
	if (!function->entry->kernel)
		return CUDA_OK;
	l.program = &function->module->program;
	shared = aligned_alloc(128, ((size_t)shared_bytes + 128) & ~(size_t)127);
	good = place_locals(function, &l, params, shared, shared_bytes) && function->entry->kernel->run(&l);
	free(shared);
	return good ? CUDA_OK : CUDA_ILLEGAL_ADDRESS;
}

/* ---- memory ---- */

static int give_memory(void *p, void *out)
{
	bool hidden = p && fake_hides();

	if (hidden)
		fake_free(p);
	memcpy(out, hidden ? &(void *){ NULL } : &p, sizeof(p));
	return p ? CUDA_OK : CUDA_OUT_OF_MEMORY;
}

FAKE_API int cuMemAlloc_v2(cuda_ptr *out, size_t bytes)
{
	CALL("cuMemAlloc_v2");
	CURRENT(call);
	return give_memory(fake_alloc(FAKE_DEVICE, bytes), out);
}

FAKE_API int cuMemAllocManaged(cuda_ptr *out, size_t bytes, unsigned flags)
{
	CALL("cuMemAllocManaged");
	CURRENT(call);
	CHECK(flags == CUDA_MEM_ATTACH_GLOBAL, "cuMemAllocManaged: flags %u", flags);
	return give_memory(fake_alloc(FAKE_SHARED, bytes), out);
}

FAKE_API int cuMemHostAlloc(void **out, size_t bytes, unsigned flags)
{
	CALL("cuMemHostAlloc");
	CURRENT(call);
	(void)flags;
	return give_memory(fake_alloc(FAKE_HOST, bytes), out);
}

FAKE_API int cuMemFree_v2(cuda_ptr ptr)
{
	void *p = (void *)(uintptr_t)ptr;
	int kind;

	CALL_DROP("cuMemFree_v2");
	CURRENT(call);
	kind = fake_memory(p, 1, call);
	CHECK((kind == FAKE_DEVICE || kind == FAKE_SHARED) && fake_free(p), "cuMemFree: %p is not from cuMemAlloc", p);
	return injected;
}

FAKE_API int cuMemFreeHost(void *p)
{
	CALL_DROP("cuMemFreeHost");
	CURRENT(call);
	CHECK(fake_memory(p, 1, call) == FAKE_HOST && fake_free(p), "cuMemFreeHost: %p is not from cuMemHostAlloc", p);
	return injected;
}

FAKE_API int cuPointerGetAttribute(void *out, int attribute, cuda_ptr ptr)
{
	unsigned value = 0;
	int kind;

	CALL("cuPointerGetAttribute");
	CURRENT(call);
	kind = fake_memory((void *)(uintptr_t)ptr, 1, call);
	if (kind < 0)
		return CUDA_INVALID_VALUE;
	if (attribute == CUDA_POINTER_MEMORY_TYPE)
		value = kind == FAKE_HOST ? CUDA_MEMORYTYPE_HOST : 2;
	else if (attribute == CUDA_POINTER_IS_MANAGED)
		value = kind == FAKE_SHARED;
	else
		return CUDA_INVALID_VALUE;
	memcpy(out, &value, sizeof(value));
	fake_tells(FAKE_NUMBER, out, sizeof(value));
	return CUDA_OK;
}

/* Ordinary memory of the host may be an end, too, and nothing is known about it. */
static bool there(cuda_ptr ptr, size_t bytes, const char *call)
{
	void *p = (void *)(uintptr_t)ptr;

	return ptr && (fake_memory(p, 1, call) < 0 || fake_memory(p, bytes, call) >= 0);
}

FAKE_API int cuMemcpyAsync(cuda_ptr to, cuda_ptr from, size_t bytes, cuda_stream stream)
{
	CALL("cuMemcpyAsync");
	CURRENT(call);
	CHECK(fake_is(stream, "stream", call) && there(to, bytes, call) && there(from, bytes, call), "cuMemcpyAsync");
	memmove((void *)(uintptr_t)to, (void *)(uintptr_t)from, bytes);
	return CUDA_OK;
}

static int fill(cuda_ptr to, const void *value, size_t width, size_t count, cuda_stream stream, const char *call)
{
	char *p = (char *)(uintptr_t)to;

	CHECK(fake_is(stream, "stream", call) && to % width == 0, "%s: address %p", call, (void *)p);
	if (fake_memory(p, width * count, call) < 0)
		return CUDA_INVALID_VALUE;
	for (size_t i = 0; i < count; i++)
		memcpy(p + i * width, value, width);
	return CUDA_OK;
}

FAKE_API int cuMemsetD8Async(cuda_ptr to, unsigned char value, size_t count, cuda_stream stream)
{
	CALL("cuMemsetD8Async");
	CURRENT(call);
	return fill(to, &value, 1, count, stream, call);
}

FAKE_API int cuMemsetD16Async(cuda_ptr to, unsigned short value, size_t count, cuda_stream stream)
{
	CALL("cuMemsetD16Async");
	CURRENT(call);
	return fill(to, &value, 2, count, stream, call);
}

FAKE_API int cuMemsetD32Async(cuda_ptr to, unsigned value, size_t count, cuda_stream stream)
{
	CALL("cuMemsetD32Async");
	CURRENT(call);
	return fill(to, &value, 4, count, stream, call);
}

/* ---- streams and events ---- */

FAKE_API int cuStreamCreate(cuda_stream *out, unsigned flags)
{
	CALL("cuStreamCreate");
	CURRENT(call);
	CHECK(flags <= CUDA_STREAM_NON_BLOCKING, "cuStreamCreate: flags %u", flags);
	*out = fake_give(fake_new("stream", sizeof(struct stream), primary));
	return CUDA_OK;
}

FAKE_API int cuStreamDestroy_v2(cuda_stream stream)
{
	CALL_DROP("cuStreamDestroy_v2");
	CURRENT(call);
	CHECK(fake_is(stream, "stream", call), "cuStreamDestroy");
	fake_delete(stream);
	return injected;
}

FAKE_API int cuStreamSynchronize(cuda_stream stream)
{
	CALL("cuStreamSynchronize");
	CURRENT(call);
	CHECK(fake_is(stream, "stream", call), "cuStreamSynchronize");
	return CUDA_OK;
}

FAKE_API int cuStreamQuery(cuda_stream stream)
{
	CALL("cuStreamQuery");
	CURRENT(call);
	CHECK(fake_is(stream, "stream", call), "cuStreamQuery");
	return fake_faults()->hang ? CUDA_NOT_READY : CUDA_OK;
}

FAKE_API int cuStreamWaitEvent(cuda_stream stream, cuda_event event, unsigned flags)
{
	CALL("cuStreamWaitEvent");
	CURRENT(call);
	CHECK(fake_is(stream, "stream", call) && fake_is(event, "event", call) && flags == 0, "cuStreamWaitEvent");
	CHECK(((struct event *)event)->recorded, "cuStreamWaitEvent: an event that was never recorded");
	return CUDA_OK;
}

FAKE_API int cuEventCreate(cuda_event *out, unsigned flags)
{
	struct event *event;

	CALL("cuEventCreate");
	CURRENT(call);
	CHECK(flags == CUDA_EVENT_DEFAULT || flags == CUDA_EVENT_DISABLE_TIMING, "cuEventCreate: flags %u", flags);
	event = fake_new("event", sizeof(*event), primary);
	event->timing = flags == CUDA_EVENT_DEFAULT;
	*out = fake_give(event);
	return CUDA_OK;
}

FAKE_API int cuEventDestroy_v2(cuda_event event)
{
	CALL_DROP("cuEventDestroy_v2");
	CHECK(fake_is(event, "event", call), "cuEventDestroy");
	fake_delete(event);
	return injected;
}

FAKE_API int cuEventRecord(cuda_event handle, cuda_stream stream)
{
	struct event *event = (struct event *)handle;

	CALL("cuEventRecord");
	CURRENT(call);
	CHECK(fake_is(event, "event", call) && fake_is(stream, "stream", call), "cuEventRecord");
	event->recorded = true;
	event->looks = 0;
	event->time = ++ticks;
	return CUDA_OK;
}

FAKE_API int cuEventQuery(cuda_event handle)
{
	struct event *event = (struct event *)handle;

	CALL("cuEventQuery");
	CHECK(fake_is(event, "event", call), "cuEventQuery");
	CHECK(event->recorded, "cuEventQuery: an event that was never recorded");
	return fake_faults()->hang || event->looks++ < fake_faults()->slow ? CUDA_NOT_READY : CUDA_OK;
}

FAKE_API int cuEventSynchronize(cuda_event handle)
{
	struct event *event = (struct event *)handle;

	CALL("cuEventSynchronize");
	CHECK(fake_is(event, "event", call), "cuEventSynchronize");
	CHECK(event->recorded, "cuEventSynchronize: an event that was never recorded");
	event->looks = fake_faults()->slow;
	return CUDA_OK;
}

FAKE_API int cuEventElapsedTime(float *out, cuda_event start, cuda_event end)
{
	struct event *a = (struct event *)start, *b = (struct event *)end;

	CALL("cuEventElapsedTime");
	CHECK(fake_is(a, "event", call) && fake_is(b, "event", call), "cuEventElapsedTime");
	CHECK(a->recorded && b->recorded && a->timing && b->timing, "cuEventElapsedTime: events without a time");
	*out = (float)(b->time - a->time) * 0.001f;
	FAKE_TELLS(out);
	return CUDA_OK;
}
