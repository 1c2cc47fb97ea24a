/* fake/cuda.c — libcuda.so.1: one GPU, sm_90, that runs the kernels of tests/backend. See fake.h. Its modules and
 * functions are in cuda_program.c. */
#include "cuda.h"

#include <stdio.h>
#include <string.h>

struct context {
	struct fake_object object;
	unsigned retained;
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

static struct context *primary;
static unsigned long ticks;
static bool initialized;
static _Thread_local struct context *stack[8];
static _Thread_local int depth;

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
		{ CUDA_DEVICE_MAX_GRID_DIM_X, INT32_MAX },
		{ CUDA_DEVICE_MAX_GRID_DIM_X + 1, 65535 },
		{ CUDA_DEVICE_MAX_GRID_DIM_X + 2, 65535 },
		{ CUDA_DEVICE_MAX_REGISTERS_PER_BLOCK, 65536 },
		{ CUDA_DEVICE_CLOCK_RATE, 1500000 },
		{ CUDA_DEVICE_MEMORY_CLOCK_RATE, 2000000 },
		{ CUDA_DEVICE_GLOBAL_MEMORY_BUS_WIDTH, 4096 },
		{ CUDA_DEVICE_PCI_BUS_ID, 0x1b },
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

FAKE_API int cuDeviceGetUuid(unsigned char out[16], int device)
{
	CALL("cuDeviceGetUuid");
	CHECK(device == 0, "cuDeviceGetUuid: device %d", device);
	for (int i = 0; i < 16; i++)
		out[i] = (unsigned char)(i + 1);
	fake_tells(FAKE_NUMBER, out, 16);
	return CUDA_OK;
}

/* ---- contexts ---- */

void *cuda_primary(void)
{
	return primary;
}

bool cuda_is_current(const char *call)
{
	if (depth && stack[depth - 1] && stack[depth - 1] == primary)
		return true;
	fake_complain("%s: no context is current", call);
	return false;
}

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

FAKE_API int cuCtxSynchronize(void)
{
	CALL("cuCtxSynchronize");
	CURRENT(call);
	return CUDA_OK;
}

/* ---- memory ---- */

FAKE_API int cuMemGetInfo_v2(size_t *out_free, size_t *out_total)
{
	CALL("cuMemGetInfo_v2");
	CURRENT(call);
	*out_total = fake_faults()->memory;
	*out_free = *out_total / 2;
	FAKE_TELLS(out_free);
	FAKE_TELLS(out_total);
	return CUDA_OK;
}

static int give_memory(enum fake_memory_kind kind, size_t bytes, void *out)
{
	void *p;
	bool good = fake_give_memory(kind, bytes, &p);

	memcpy(out, &p, sizeof(p));
	return good ? CUDA_OK : CUDA_OUT_OF_MEMORY;
}

FAKE_API int cuMemAlloc_v2(cuda_ptr *out, size_t bytes)
{
	CALL("cuMemAlloc_v2");
	CURRENT(call);
	return give_memory(FAKE_DEVICE, bytes, out);
}

FAKE_API int cuMemAllocManaged(cuda_ptr *out, size_t bytes, unsigned flags)
{
	CALL("cuMemAllocManaged");
	CURRENT(call);
	CHECK(flags == CUDA_MEM_ATTACH_GLOBAL, "cuMemAllocManaged: flags %u", flags);
	return give_memory(FAKE_SHARED, bytes, out);
}

FAKE_API int cuMemHostAlloc(void **out, size_t bytes, unsigned flags)
{
	CALL("cuMemHostAlloc");
	CURRENT(call);
	(void)flags;
	return give_memory(FAKE_HOST, bytes, out);
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
	size_t bytes;
	void *base;
	int kind;

	CALL("cuPointerGetAttribute");
	CURRENT(call);
	kind = fake_memory((void *)(uintptr_t)ptr, 1, call);
	if (kind < 0)
		return CUDA_INVALID_VALUE;
	fake_block((void *)(uintptr_t)ptr, &base, &bytes);
	if (attribute == CUDA_POINTER_RANGE_START || attribute == CUDA_POINTER_RANGE_SIZE) {
		memcpy(out, attribute == CUDA_POINTER_RANGE_START ? (void *)&base : &bytes, sizeof(base));
		fake_tells(FAKE_NUMBER, out, sizeof(base));
		return CUDA_OK;
	}
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

FAKE_API int cuMemcpyAsync(cuda_ptr to_address, cuda_ptr from_address, size_t bytes, cuda_stream stream)
{
	void *to = (void *)(uintptr_t)to_address, *from = (void *)(uintptr_t)from_address;

	CALL("cuMemcpyAsync");
	CURRENT(call);
	CHECK(fake_is(stream, "stream", call) && fake_there(to, bytes, call) && fake_there(from, bytes, call),
	      "cuMemcpyAsync");
	memmove(to, from, bytes);
	return CUDA_OK;
}

FAKE_API int cuMemcpy2DAsync_v2(const struct cuda_copy_2d *copy, cuda_stream stream)
{
	const struct cuda_rows *to = &copy->to, *from = &copy->from;

	CALL("cuMemcpy2DAsync_v2");
	CURRENT(call);
	CHECK(fake_is(stream, "stream", call) && copy->width && copy->height, "cuMemcpy2DAsync: nothing to copy");
	CHECK(to->type == CUDA_MEMORYTYPE_UNIFIED && from->type == CUDA_MEMORYTYPE_UNIFIED && !to->x && !to->y &&
		      !from->x && !from->y && to->pitch >= copy->width && from->pitch >= copy->width,
	      "cuMemcpy2DAsync: pitches %zu and %zu", to->pitch, from->pitch);
	for (size_t y = 0; y < copy->height; y++) {
		char *t = (char *)(uintptr_t)to->device + y * to->pitch;
		const char *f = (const char *)(uintptr_t)from->device + y * from->pitch;

		CHECK(fake_there(t, copy->width, call) && fake_there(f, copy->width, call), "cuMemcpy2DAsync: row %zu",
		      y);
		memmove(t, f, copy->width);
	}
	return CUDA_OK;
}

/* Hints are for managed memory only, as on the real driver. */
static int hint(cuda_ptr ptr, size_t bytes, int device, const char *call)
{
	CHECK(bytes && (device == 0 || device == CUDA_DEVICE_CPU), "%s: device %d", call, device);
	return fake_memory((void *)(uintptr_t)ptr, bytes, call) == FAKE_SHARED ? CUDA_OK : CUDA_INVALID_VALUE;
}

FAKE_API int cuMemPrefetchAsync(cuda_ptr ptr, size_t bytes, int device, cuda_stream stream)
{
	CALL("cuMemPrefetchAsync");
	CURRENT(call);
	CHECK(fake_is(stream, "stream", call), "cuMemPrefetchAsync");
	return hint(ptr, bytes, device, call);
}

FAKE_API int cuMemAdvise(cuda_ptr ptr, size_t bytes, int advice, int device)
{
	CALL("cuMemAdvise");
	CURRENT(call);
	CHECK(advice >= CUDA_ADVISE_SET_READ_MOSTLY && advice <= CUDA_ADVISE_UNSET_ACCESSED_BY, "cuMemAdvise: %d",
	      advice);
	return hint(ptr, bytes, device, call);
}

static int fill(cuda_ptr to, const void *value, size_t width, size_t count, cuda_stream stream, const char *call)
{
	char *p = (char *)(uintptr_t)to;

	CHECK(fake_is(stream, "stream", call) && to % width == 0, "%s: address %p", call, (void *)p);
	if (fake_memory(p, width * count, call) < 0)
		return CUDA_INVALID_VALUE;
	fake_fill(p, value, width, width * count);
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
	return fake_still_runs(&event->looks) ? CUDA_NOT_READY : CUDA_OK;
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
