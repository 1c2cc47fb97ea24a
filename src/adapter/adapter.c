/* adapter/adapter.c — the adapter itself: finding devices, errors, messages, and platforms.
 *
 * There is one adapter in a process, because the interface's first function has no argument. It opens the driver on
 * first use and never closes it, because programs release devices as late as in destructors of static objects. */
#include "adapter.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
	TEXT_SIZE = 1024,
};

static struct {
	pthread_once_t once;
	struct ur_adapter_handle_t_ handle;
	ur_device_handle_t devices;
	size_t device_count;
	/* messages */
	pthread_mutex_t lock; /* of the three below */
	ur_logger_callback_t callback;
	void *callback_user;
	atomic_uint callback_level, stderr_level;
} adapter = {
	.once = PTHREAD_ONCE_INIT,
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.callback_level = UR_LOGGER_LEVEL_QUIET,
	.stderr_level = UR_LOGGER_LEVEL_QUIET,
};

/* The last error of each thread, as the interface has it. */
static _Thread_local struct {
	char text[TEXT_SIZE];
	ur_result_t result;
	int32_t code;
} last;

/* ---- messages ---- */

/* UR_LOG_CUDA=level:LEVEL, as for the runtime's own adapters. Other words are ignored; the output is always stderr. */
static void read_log_level(void)
{
	static const char *const levels[] = { "debug", "info", "warning", "error" };
	const char *text = getenv("UR_LOG_CUDA"), *level = text ? strstr(text, "level:") : NULL;

	for (unsigned i = 0; level && i < ARRAY_SIZE(levels); i++)
		if (strncmp(level + strlen("level:"), levels[i], strlen(levels[i])) == 0)
			atomic_store(&adapter.stderr_level, i);
}

void adapter_log(ur_logger_level_t level, const char *fmt, ...)
{
	bool prints = level >= atomic_load(&adapter.stderr_level);
	ur_logger_callback_t callback = NULL;
	char text[TEXT_SIZE];
	void *user;
	va_list args;

	if (!prints && level < atomic_load(&adapter.callback_level))
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	if (prints)
		dprintf(2, "ur_adapter_cuda: %s\n", text);
	pthread_mutex_lock(&adapter.lock);
	if (level >= atomic_load(&adapter.callback_level))
		callback = adapter.callback;
	user = adapter.callback_user;
	pthread_mutex_unlock(&adapter.lock);
	if (callback)
		callback(level, text, user);
}

/* ---- errors ---- */

/* Results of the interface for our codes and checks; the first row that fits is used. Errors that need the driver's
 * text are ADAPTER_SPECIFIC, because the runtime asks for the text of this result only. */
static const struct {
	enum syb_code code;
	const char *check; /* NULL: any */
	ur_result_t result;
} results[] = {
	{ SYB_E_NOMEM, "device-memory", UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY },
	{ SYB_E_NOMEM, NULL, UR_RESULT_ERROR_OUT_OF_HOST_MEMORY },
	{ SYB_E_ARG, "nd-range", UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE },
	{ SYB_E_ARG, NULL, UR_RESULT_ERROR_ADAPTER_SPECIFIC },
	{ SYB_E_NOTFOUND, "kernel-name", UR_RESULT_ERROR_INVALID_KERNEL_NAME },
	{ SYB_E_NOTFOUND, "device-global", UR_RESULT_ERROR_INVALID_GLOBAL_NAME },
	{ SYB_E_UNSUPPORTED, NULL, UR_RESULT_ERROR_UNSUPPORTED_FEATURE },
	{ SYB_E_FORMAT, NULL, UR_RESULT_ERROR_INVALID_BINARY },
};

static ur_result_t result_of(enum syb_code code, const char *check)
{
	for (size_t i = 0; i < ARRAY_SIZE(results); i++)
		if (results[i].code == code && (!results[i].check || strcmp(results[i].check, check) == 0))
			return results[i].result;
	return UR_RESULT_ERROR_ADAPTER_SPECIFIC;
}

static void keep_error(void *user, const struct syb_diag *diag)
{
	size_t len = strlen(last.text);

	(void)user;
	if (diag->severity == SYB_SEVERITY_ERROR) {
		snprintf(last.text, sizeof(last.text), "%s", diag->text);
		last.code = (int32_t)diag->code;
		last.result = result_of(diag->code, diag->check);
		adapter_log(UR_LOGGER_LEVEL_ERROR, "%s [%s]", diag->text, diag->check);
	} else if (diag->severity == SYB_SEVERITY_NOTE && len) {
		snprintf(last.text + len, sizeof(last.text) - len, ": %s", diag->text);
	}
}

struct syb_ctx *call_begin(struct syb_ctx *space)
{
	*space = ctx_on_stack(keep_error, NULL);
	return space;
}

/* The last error of this thread is that of the call, because releasing objects reports no errors. */
ur_result_t call_end(int r)
{
	if (r >= 0)
		return UR_RESULT_SUCCESS;
	return last.result != UR_RESULT_SUCCESS ? last.result : result_of((enum syb_code) - r, "");
}

const char *call_error(void)
{
	return last.text;
}

ur_result_t call_refuse(ur_result_t result, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(last.text, sizeof(last.text), fmt, args);
	va_end(args);
	last.code = 0;
	adapter_log(UR_LOGGER_LEVEL_ERROR, "%s", last.text);
	return result;
}

/* ---- handles ---- */

void *handle_new(struct syb_ctx *ctx, size_t bytes)
{
	struct handle *handle = mem_zalloc(ctx, bytes);

	if (handle) {
		handle->entries = adapter_entries;
		atomic_init(&handle->references, 1);
	}
	return handle;
}

void handle_free(void *object)
{
	struct syb_ctx space;

	allocator_free(allocator_of(call_begin(&space)), object);
}

void handle_retain(struct handle *handle)
{
	atomic_fetch_add_explicit(&handle->references, 1, memory_order_relaxed);
}

bool handle_release(struct handle *handle)
{
	return atomic_fetch_sub_explicit(&handle->references, 1, memory_order_acq_rel) == 1;
}

uint64_t host_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

/* ---- answers ---- */

ur_result_t answer_bytes(struct answer answer, const void *value, size_t bytes)
{
	if (answer.size)
		*answer.size = bytes;
	if (answer.out && answer.room < bytes)
		return call_refuse(UR_RESULT_ERROR_INVALID_SIZE, "a value of %zu bytes does not fit into %zu bytes",
				   bytes, answer.room);
	if (answer.out && bytes)
		memcpy(answer.out, value, bytes);
	return UR_RESULT_SUCCESS;
}

ur_result_t answer_text(struct answer answer, const char *text)
{
	return answer_bytes(answer, text, strlen(text) + 1);
}

ur_result_t answer_unknown(const char *call, unsigned what)
{
	adapter_log(UR_LOGGER_LEVEL_INFO, "%s: property %#x is not supported", call, what);
	return UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION;
}

/* ---- the adapter ---- */

static int make_devices(struct syb_ctx *ctx, struct be_device **list, size_t count)
{
	adapter.devices = mem_zalloc(ctx, count * sizeof(*adapter.devices));
	if (!adapter.devices)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		ur_device_handle_t device = &adapter.devices[i];

		TRY(cuda_info(ctx, list[i], &device->arena, &device->info));
		device->be = list[i];
		device->handle.entries = device->platform.handle.entries = adapter_entries;
		device->platform.device = device;
		adapter.device_count = i + 1;
	}
	return 0;
}

static void open_driver(void)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	struct backend *backend;
	struct be_device **list;
	size_t count;
	int r;

	read_log_level();
	adapter.handle.handle.entries = adapter_entries;
	r = cuda_backend.open(ctx, &backend, &list, &count);
	if (r == -SYB_E_NOTFOUND)
		adapter_log(UR_LOGGER_LEVEL_INFO, "found no NVIDIA driver or no NVIDIA GPU");
	if (r == 0)
		r = make_devices(ctx, list, count);
	if (r < 0)
		adapter_log(UR_LOGGER_LEVEL_WARN, "cannot open all devices; %zu are available", adapter.device_count);
}

size_t adapter_device_count(void)
{
	return adapter.device_count;
}

ur_device_handle_t adapter_device(size_t i)
{
	return &adapter.devices[i];
}

ur_adapter_handle_t adapter_itself(void)
{
	return &adapter.handle;
}

ur_result_t urAdapterGet(uint32_t room, ur_adapter_handle_t *out_adapters, uint32_t *out_count)
{
	pthread_once(&adapter.once, open_driver);
	if (out_adapters && room) {
		out_adapters[0] = &adapter.handle;
		handle_retain(&adapter.handle.handle);
	}
	if (out_count)
		*out_count = 1;
	return UR_RESULT_SUCCESS;
}

ur_result_t urAdapterRetain(ur_adapter_handle_t itself)
{
	handle_retain(&itself->handle);
	return UR_RESULT_SUCCESS;
}

ur_result_t urAdapterRelease(ur_adapter_handle_t itself)
{
	handle_release(&itself->handle);
	return UR_RESULT_SUCCESS;
}

ur_result_t urAdapterGetLastError(ur_adapter_handle_t itself, const char **out_text, int32_t *out_code)
{
	(void)itself;
	*out_text = last.text;
	*out_code = last.code;
	/* The runtime treats the text as a warning if the result is success. */
	return UR_RESULT_ERROR_UNKNOWN;
}

ur_result_t urAdapterGetInfo(ur_adapter_handle_t itself, ur_adapter_info_t what, UR_ANSWER)
{
	switch (what) {
	case UR_ADAPTER_INFO_BACKEND:
		return ANSWER(ur_backend_t, UR_BACKEND_CUDA);
	case UR_ADAPTER_INFO_REFERENCE_COUNT:
		return ANSWER(uint32_t, atomic_load(&itself->handle.references));
	case UR_ADAPTER_INFO_VERSION:
		return ANSWER(uint32_t, 1);
	default:
		return answer_unknown("urAdapterGetInfo", what);
	}
}

ur_result_t urAdapterSetLoggerCallback(ur_adapter_handle_t itself, ur_logger_callback_t callback, void *user,
				       ur_logger_level_t level)
{
	pthread_mutex_lock(&adapter.lock);
	adapter.callback = callback;
	adapter.callback_user = user;
	pthread_mutex_unlock(&adapter.lock);
	return urAdapterSetLoggerCallbackLevel(itself, callback ? level : UR_LOGGER_LEVEL_QUIET);
}

ur_result_t urAdapterSetLoggerCallbackLevel(ur_adapter_handle_t itself, ur_logger_level_t level)
{
	(void)itself;
	atomic_store(&adapter.callback_level, level);
	return UR_RESULT_SUCCESS;
}

/* ---- platforms ---- */

ur_result_t urPlatformGet(ur_adapter_handle_t itself, uint32_t room, ur_platform_handle_t *out_platforms,
			  uint32_t *out_count)
{
	(void)itself;
	for (size_t i = 0; out_platforms && i < room && i < adapter.device_count; i++)
		out_platforms[i] = &adapter.devices[i].platform;
	if (out_count)
		*out_count = (uint32_t)adapter.device_count;
	return UR_RESULT_SUCCESS;
}

ur_result_t urPlatformGetInfo(ur_platform_handle_t platform, ur_platform_info_t what, UR_ANSWER)
{
	const struct syb_rt_device_info *info = &platform->device->info.info;

	switch (what) {
	case UR_PLATFORM_INFO_NAME:
		return answer_text(ANSWER_HERE, info->platform);
	case UR_PLATFORM_INFO_VENDOR_NAME:
		return answer_text(ANSWER_HERE, info->vendor);
	case UR_PLATFORM_INFO_VERSION:
		return answer_text(ANSWER_HERE, info->driver_version);
	case UR_PLATFORM_INFO_EXTENSIONS:
		return answer_text(ANSWER_HERE, "");
	case UR_PLATFORM_INFO_PROFILE:
		return answer_text(ANSWER_HERE, "FULL_PROFILE");
	case UR_PLATFORM_INFO_BACKEND:
		return ANSWER(ur_backend_t, UR_BACKEND_CUDA);
	case UR_PLATFORM_INFO_ADAPTER:
		return ANSWER(ur_adapter_handle_t, &adapter.handle);
	default:
		return answer_unknown("urPlatformGetInfo", what);
	}
}

/* The driver has no platforms, so the native handle of a platform is that of its device. */
ur_result_t urPlatformGetNativeHandle(ur_platform_handle_t platform, ur_native_handle_t *out_native_platform)
{
	return urDeviceGetNativeHandle(platform->device, out_native_platform);
}

ur_result_t urPlatformCreateWithNativeHandle(ur_native_handle_t native_platform, ur_adapter_handle_t itself,
					     const ur_platform_native_properties_t *properties,
					     ur_platform_handle_t *out_platform)
{
	ur_device_handle_t device;
	ur_result_t result = urDeviceCreateWithNativeHandle(native_platform, itself, NULL, &device);

	(void)properties;
	if (result == UR_RESULT_SUCCESS)
		*out_platform = &device->platform;
	return result;
}

ur_result_t urPlatformGetApiVersion(ur_platform_handle_t platform, ur_api_version_t *out_version)
{
	(void)platform;
	*out_version = UR_API_VERSION_0_12;
	return UR_RESULT_SUCCESS;
}

/* Options of front ends: the levels of optimisation, which the backend reads under the same names. */
ur_result_t urPlatformGetBackendOption(ur_platform_handle_t platform, const char *option, const char **out_option)
{
	static const char *const known[] = { "", "-O0", "-O1", "-O2", "-O3" };

	(void)platform;
	for (size_t i = 0; option && i < ARRAY_SIZE(known); i++)
		if (strcmp(option, known[i]) == 0) {
			*out_option = known[i];
			return UR_RESULT_SUCCESS;
		}
	return UR_RESULT_ERROR_INVALID_VALUE;
}
