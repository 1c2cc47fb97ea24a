/* runtime/backend/cuda_api.h — the part of NVIDIA's driver interface that is used: names, numbers and calling
 * sequences as libcuda.so.1 has them since CUDA 11. Declared here so that building needs no CUDA headers. If cuda.h is
 * installed, tests/gpu/abi_cuda.c compares the numbers with it. */
#ifndef RUNTIME_CUDA_API_H
#define RUNTIME_CUDA_API_H

#include <stddef.h>
#include <stdint.h>

typedef struct cuda_context *cuda_context;
typedef struct cuda_module *cuda_module;
typedef struct cuda_function *cuda_function;
typedef struct cuda_stream *cuda_stream;
typedef struct cuda_event *cuda_event;
typedef struct cuda_link *cuda_link;
typedef uint64_t cuda_ptr;

enum cuda_result {
	CUDA_OK = 0,
	CUDA_INVALID_VALUE = 1,
	CUDA_OUT_OF_MEMORY = 2,
	CUDA_NOT_INITIALIZED = 3,
	CUDA_DEINITIALIZED = 4,
	CUDA_NO_DEVICE = 100,
	CUDA_INVALID_DEVICE = 101,
	CUDA_INVALID_IMAGE = 200,
	CUDA_INVALID_CONTEXT = 201,
	CUDA_NO_BINARY_FOR_GPU = 209,
	CUDA_ECC_UNCORRECTABLE = 214,
	CUDA_INVALID_PTX = 218,
	CUDA_NVLINK_UNCORRECTABLE = 220,
	CUDA_UNSUPPORTED_PTX_VERSION = 222,
	CUDA_INVALID_HANDLE = 400,
	CUDA_NOT_FOUND = 500,
	CUDA_NOT_READY = 600,
	CUDA_ILLEGAL_ADDRESS = 700,
	CUDA_LAUNCH_OUT_OF_RESOURCES = 701,
	CUDA_LAUNCH_TIMEOUT = 702,
	CUDA_CONTEXT_IS_DESTROYED = 709,
	CUDA_ASSERT = 710,
	CUDA_HARDWARE_STACK_ERROR = 714,
	CUDA_ILLEGAL_INSTRUCTION = 715,
	CUDA_MISALIGNED_ADDRESS = 716,
	CUDA_INVALID_ADDRESS_SPACE = 717,
	CUDA_INVALID_PC = 718,
	CUDA_LAUNCH_FAILED = 719,
	CUDA_NOT_SUPPORTED = 801,
	CUDA_UNKNOWN = 999,
};

enum cuda_device_attribute {
	CUDA_DEVICE_MAX_THREADS_PER_BLOCK = 1,
	CUDA_DEVICE_MAX_BLOCK_DIM_X = 2,
	CUDA_DEVICE_MAX_GRID_DIM_X = 5,
	CUDA_DEVICE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
	CUDA_DEVICE_WARP_SIZE = 10,
	CUDA_DEVICE_MAX_REGISTERS_PER_BLOCK = 12,
	CUDA_DEVICE_CLOCK_RATE = 13,
	CUDA_DEVICE_MULTIPROCESSOR_COUNT = 16,
	CUDA_DEVICE_INTEGRATED = 18,
	CUDA_DEVICE_ECC_ENABLED = 32,
	CUDA_DEVICE_PCI_BUS_ID = 33,
	CUDA_DEVICE_PCI_DEVICE_ID = 34,
	CUDA_DEVICE_MEMORY_CLOCK_RATE = 36,
	CUDA_DEVICE_GLOBAL_MEMORY_BUS_WIDTH = 37,
	CUDA_DEVICE_L2_CACHE_SIZE = 38,
	CUDA_DEVICE_UNIFIED_ADDRESSING = 41,
	CUDA_DEVICE_PCI_DOMAIN_ID = 50,
	CUDA_DEVICE_COMPUTE_CAPABILITY_MAJOR = 75,
	CUDA_DEVICE_COMPUTE_CAPABILITY_MINOR = 76,
	CUDA_DEVICE_MANAGED_MEMORY = 83,
	CUDA_DEVICE_HOST_NATIVE_ATOMIC_SUPPORTED = 86,
	CUDA_DEVICE_PAGEABLE_MEMORY_ACCESS = 88,
	CUDA_DEVICE_CONCURRENT_MANAGED_ACCESS = 89,
	CUDA_DEVICE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
	CUDA_DEVICE_VIRTUAL_MEMORY_MANAGEMENT = 102,
	CUDA_DEVICE_RESERVED_SHARED_MEMORY_PER_BLOCK = 111,
	CUDA_DEVICE_MEMORY_POOLS = 115,
	CUDA_DEVICE_CLUSTER_LAUNCH = 120,
};

enum cuda_function_attribute {
	CUDA_FUNC_MAX_THREADS_PER_BLOCK = 0,
	CUDA_FUNC_SHARED_SIZE_BYTES = 1,
	CUDA_FUNC_LOCAL_SIZE_BYTES = 3,
	CUDA_FUNC_NUM_REGS = 4,
	CUDA_FUNC_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
};

enum cuda_pointer_attribute {
	CUDA_POINTER_MEMORY_TYPE = 2,
	CUDA_POINTER_IS_MANAGED = 8,
	CUDA_POINTER_RANGE_START = 11,
	CUDA_POINTER_RANGE_SIZE = 12,
};

enum cuda_advice {
	CUDA_ADVISE_SET_READ_MOSTLY = 1,
	CUDA_ADVISE_UNSET_READ_MOSTLY = 2,
	CUDA_ADVISE_SET_PREFERRED_LOCATION = 3,
	CUDA_ADVISE_UNSET_PREFERRED_LOCATION = 4,
	CUDA_ADVISE_SET_ACCESSED_BY = 5,
	CUDA_ADVISE_UNSET_ACCESSED_BY = 6,
};

enum cuda_jit_option {
	CUDA_JIT_MAX_REGISTERS = 0,
	CUDA_JIT_INFO_LOG_BUFFER = 3,
	CUDA_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
	CUDA_JIT_ERROR_LOG_BUFFER = 5,
	CUDA_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
	CUDA_JIT_OPTIMIZATION_LEVEL = 7,
	CUDA_JIT_GENERATE_DEBUG_INFO = 11,
	CUDA_JIT_GENERATE_LINE_INFO = 13,
};

enum {
	CUDA_JIT_INPUT_CUBIN = 0,
	CUDA_JIT_INPUT_PTX = 1,
	CUDA_JIT_INPUT_FATBINARY = 2,

	CUDA_STREAM_NON_BLOCKING = 1,
	CUDA_EVENT_DEFAULT = 0,
	CUDA_EVENT_DISABLE_TIMING = 2,
	CUDA_MEM_ATTACH_GLOBAL = 1,
	CUDA_MEMHOSTALLOC_PORTABLE = 1,
	CUDA_MEMORYTYPE_HOST = 1,
	CUDA_MEMORYTYPE_DEVICE = 2,
	CUDA_MEMORYTYPE_UNIFIED = 4,
	CUDA_DEVICE_CPU = -1, /* in place of a device, for advice and prefetches */
};

/* One side of a copy of rows. */
struct cuda_rows {
	size_t x, y;
	int type;
	const void *host;
	cuda_ptr device;
	void *array;
	size_t pitch;
};

struct cuda_copy_2d {
	struct cuda_rows from, to;
	size_t width, height;
};

/* CUDA_FN(field, symbol, arguments), CUDA_FN_NEW for functions that older drivers lack. All return enum cuda_result. */
#define CUDA_FUNCTIONS                                                                                               \
	CUDA_FN(init, "cuInit", (unsigned flags))                                                                    \
	CUDA_FN(driver_version, "cuDriverGetVersion", (int *out))                                                    \
	CUDA_FN(error_name, "cuGetErrorName", (int error, const char **out))                                         \
	CUDA_FN(error_text, "cuGetErrorString", (int error, const char **out))                                       \
	CUDA_FN(device_count, "cuDeviceGetCount", (int *out))                                                        \
	CUDA_FN(device_get, "cuDeviceGet", (int *out, int ordinal))                                                  \
	CUDA_FN(device_name, "cuDeviceGetName", (char *out, int len, int device))                                    \
	CUDA_FN(device_attribute, "cuDeviceGetAttribute", (int *out, int attribute, int device))                     \
	CUDA_FN(device_memory, "cuDeviceTotalMem_v2", (size_t * out, int device))                                    \
	CUDA_FN(primary_retain, "cuDevicePrimaryCtxRetain", (cuda_context * out, int device))                        \
	CUDA_FN(primary_release, "cuDevicePrimaryCtxRelease_v2", (int device))                                       \
	CUDA_FN(context_current, "cuCtxGetCurrent", (cuda_context * out))                                            \
	CUDA_FN(context_set, "cuCtxSetCurrent", (cuda_context context))                                              \
	CUDA_FN(context_push, "cuCtxPushCurrent_v2", (cuda_context context))                                         \
	CUDA_FN(context_pop, "cuCtxPopCurrent_v2", (cuda_context * out))                                             \
	CUDA_FN(module_load, "cuModuleLoadDataEx",                                                                   \
		(cuda_module * out, const void *image, unsigned count, int *options, void **values))                 \
	CUDA_FN(module_unload, "cuModuleUnload", (cuda_module module))                                               \
	CUDA_FN(module_function, "cuModuleGetFunction", (cuda_function * out, cuda_module module, const char *name)) \
	CUDA_FN(module_global, "cuModuleGetGlobal_v2",                                                               \
		(cuda_ptr * out, size_t * out_bytes, cuda_module module, const char *name))                          \
	CUDA_FN(link_create, "cuLinkCreate_v2", (unsigned count, int *options, void **values, cuda_link *out))       \
	CUDA_FN(link_add, "cuLinkAddData_v2",                                                                        \
		(cuda_link link, int type, void *data, size_t size, const char *name, unsigned count, int *options,  \
		 void **values))                                                                                     \
	CUDA_FN(link_complete, "cuLinkComplete", (cuda_link link, void **out_cubin, size_t *out_size))               \
	CUDA_FN(link_destroy, "cuLinkDestroy", (cuda_link link))                                                     \
	CUDA_FN(function_attribute, "cuFuncGetAttribute", (int *out, int attribute, cuda_function function))         \
	CUDA_FN(function_set, "cuFuncSetAttribute", (cuda_function function, int attribute, int value))              \
	CUDA_FN_NEW(function_param, "cuFuncGetParamInfo",                                                            \
		    (cuda_function function, size_t index, size_t * out_offset, size_t * out_size))                  \
	CUDA_FN(launch, "cuLaunchKernel",                                                                            \
		(cuda_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,        \
		 unsigned block_y, unsigned block_z, unsigned shared_bytes, cuda_stream stream, void **params,       \
		 void **extra))                                                                                      \
	CUDA_FN(mem_alloc, "cuMemAlloc_v2", (cuda_ptr * out, size_t bytes))                                          \
	CUDA_FN(mem_alloc_managed, "cuMemAllocManaged", (cuda_ptr * out, size_t bytes, unsigned flags))              \
	CUDA_FN(mem_alloc_host, "cuMemHostAlloc", (void **out, size_t bytes, unsigned flags))                        \
	CUDA_FN(mem_free, "cuMemFree_v2", (cuda_ptr ptr))                                                            \
	CUDA_FN(mem_free_host, "cuMemFreeHost", (void *ptr))                                                         \
	CUDA_FN(pointer_attribute, "cuPointerGetAttribute", (void *out, int attribute, cuda_ptr ptr))                \
	CUDA_FN(copy, "cuMemcpyAsync", (cuda_ptr to, cuda_ptr from, size_t bytes, cuda_stream stream))               \
	CUDA_FN(fill_8, "cuMemsetD8Async", (cuda_ptr to, unsigned char value, size_t count, cuda_stream stream))     \
	CUDA_FN(fill_16, "cuMemsetD16Async", (cuda_ptr to, unsigned short value, size_t count, cuda_stream stream))  \
	CUDA_FN(fill_32, "cuMemsetD32Async", (cuda_ptr to, unsigned value, size_t count, cuda_stream stream))        \
	CUDA_FN(stream_create, "cuStreamCreate", (cuda_stream * out, unsigned flags))                                \
	CUDA_FN(stream_destroy, "cuStreamDestroy_v2", (cuda_stream stream))                                          \
	CUDA_FN(stream_wait, "cuStreamSynchronize", (cuda_stream stream))                                            \
	CUDA_FN(stream_query, "cuStreamQuery", (cuda_stream stream))                                                 \
	CUDA_FN(stream_wait_event, "cuStreamWaitEvent", (cuda_stream stream, cuda_event event, unsigned flags))      \
	CUDA_FN(event_create, "cuEventCreate", (cuda_event * out, unsigned flags))                                   \
	CUDA_FN(event_destroy, "cuEventDestroy_v2", (cuda_event event))                                              \
	CUDA_FN(event_record, "cuEventRecord", (cuda_event event, cuda_stream stream))                               \
	CUDA_FN(event_query, "cuEventQuery", (cuda_event event))                                                     \
	CUDA_FN(event_wait, "cuEventSynchronize", (cuda_event event))                                                \
	CUDA_FN(event_elapsed, "cuEventElapsedTime", (float *out_ms, cuda_event start, cuda_event end))

/* Those that only the adapter for SYCL runtimes needs (src/adapter). */
#define CUDA_ADAPTER_FUNCTIONS                                                                                    \
	CUDA_FN_NEW(device_uuid, "cuDeviceGetUuid", (unsigned char out[16], int device))                          \
	CUDA_FN(context_wait, "cuCtxSynchronize", (void))                                                         \
	CUDA_FN(copy_2d, "cuMemcpy2DAsync_v2", (const struct cuda_copy_2d *copy, cuda_stream stream))             \
	CUDA_FN(memory_info, "cuMemGetInfo_v2", (size_t * out_free, size_t * out_total))                          \
	CUDA_FN_NEW(prefetch, "cuMemPrefetchAsync", (cuda_ptr ptr, size_t bytes, int device, cuda_stream stream)) \
	CUDA_FN_NEW(advise, "cuMemAdvise", (cuda_ptr ptr, size_t bytes, int advice, int device))

struct cuda_api {
#define CUDA_FN(field, symbol, arguments) int(*field) arguments;
#define CUDA_FN_NEW(field, symbol, arguments) int(*field) arguments;
	CUDA_FUNCTIONS
	CUDA_ADAPTER_FUNCTIONS
#undef CUDA_FN
#undef CUDA_FN_NEW
};

#endif
