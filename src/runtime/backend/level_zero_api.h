/* runtime/backend/level_zero_api.h — the part of Level Zero that is used: names, numbers, structs and calling sequences
 * of libze_loader.so.1, specification 1.4 (the device's IP version: 1.8). Declared here because Debian's header is
 * older than drivers and not installed everywhere. If ze_api.h is installed, tests/backend/abi_ze.c compares them with
 * it. */
#ifndef RUNTIME_LEVEL_ZERO_API_H
#define RUNTIME_LEVEL_ZERO_API_H

#include <stddef.h>
#include <stdint.h>

typedef struct l0_driver *l0_driver;
typedef struct l0_device *l0_device;
typedef struct l0_context *l0_context;
typedef struct l0_list *l0_list;
typedef struct l0_pool *l0_pool;
typedef struct l0_event *l0_event;
typedef struct l0_module *l0_module;
typedef struct l0_log *l0_log;
typedef struct l0_kernel *l0_kernel;

/* L0_RESULT(name, value): results with their names, for which the interface has no function. */
#define L0_RESULTS                                                  \
	L0_RESULT(SUCCESS, 0)                                       \
	L0_RESULT(NOT_READY, 1)                                     \
	L0_RESULT(ERROR_DEVICE_LOST, 0x70000001)                    \
	L0_RESULT(ERROR_OUT_OF_HOST_MEMORY, 0x70000002)             \
	L0_RESULT(ERROR_OUT_OF_DEVICE_MEMORY, 0x70000003)           \
	L0_RESULT(ERROR_MODULE_BUILD_FAILURE, 0x70000004)           \
	L0_RESULT(ERROR_MODULE_LINK_FAILURE, 0x70000005)            \
	L0_RESULT(ERROR_DEVICE_REQUIRES_RESET, 0x70000006)          \
	L0_RESULT(ERROR_DEVICE_IN_LOW_POWER_STATE, 0x70000007)      \
	L0_RESULT(ERROR_INSUFFICIENT_PERMISSIONS, 0x70010000)       \
	L0_RESULT(ERROR_NOT_AVAILABLE, 0x70010001)                  \
	L0_RESULT(ERROR_DEPENDENCY_UNAVAILABLE, 0x70020000)         \
	L0_RESULT(ERROR_UNINITIALIZED, 0x78000001)                  \
	L0_RESULT(ERROR_UNSUPPORTED_VERSION, 0x78000002)            \
	L0_RESULT(ERROR_UNSUPPORTED_FEATURE, 0x78000003)            \
	L0_RESULT(ERROR_INVALID_ARGUMENT, 0x78000004)               \
	L0_RESULT(ERROR_INVALID_NULL_HANDLE, 0x78000005)            \
	L0_RESULT(ERROR_HANDLE_OBJECT_IN_USE, 0x78000006)           \
	L0_RESULT(ERROR_INVALID_NULL_POINTER, 0x78000007)           \
	L0_RESULT(ERROR_INVALID_SIZE, 0x78000008)                   \
	L0_RESULT(ERROR_UNSUPPORTED_SIZE, 0x78000009)               \
	L0_RESULT(ERROR_UNSUPPORTED_ALIGNMENT, 0x7800000a)          \
	L0_RESULT(ERROR_INVALID_SYNCHRONIZATION_OBJECT, 0x7800000b) \
	L0_RESULT(ERROR_INVALID_ENUMERATION, 0x7800000c)            \
	L0_RESULT(ERROR_UNSUPPORTED_ENUMERATION, 0x7800000d)        \
	L0_RESULT(ERROR_INVALID_NATIVE_BINARY, 0x7800000f)          \
	L0_RESULT(ERROR_INVALID_GLOBAL_NAME, 0x78000010)            \
	L0_RESULT(ERROR_INVALID_KERNEL_NAME, 0x78000011)            \
	L0_RESULT(ERROR_INVALID_FUNCTION_NAME, 0x78000012)          \
	L0_RESULT(ERROR_INVALID_GROUP_SIZE_DIMENSION, 0x78000013)   \
	L0_RESULT(ERROR_INVALID_GLOBAL_WIDTH_DIMENSION, 0x78000014) \
	L0_RESULT(ERROR_INVALID_KERNEL_ARGUMENT_INDEX, 0x78000015)  \
	L0_RESULT(ERROR_INVALID_KERNEL_ARGUMENT_SIZE, 0x78000016)   \
	L0_RESULT(ERROR_INVALID_KERNEL_ATTRIBUTE_VALUE, 0x78000017) \
	L0_RESULT(ERROR_INVALID_MODULE_UNLINKED, 0x78000018)        \
	L0_RESULT(ERROR_INVALID_COMMAND_LIST_TYPE, 0x78000019)      \
	L0_RESULT(ERROR_OVERLAPPING_REGIONS, 0x7800001a)            \
	L0_RESULT(ERROR_UNKNOWN, 0x7ffffffe)

enum l0_result {
#define L0_RESULT(name, value) L0_##name = value,
	L0_RESULTS
#undef L0_RESULT
};

/* `type` of each struct. */
enum l0_type {
	L0_TYPE_DRIVER_PROPERTIES = 0x1,
	L0_TYPE_DEVICE_COMPUTE_PROPERTIES = 0x4,
	L0_TYPE_DEVICE_MODULE_PROPERTIES = 0x5,
	L0_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES = 0x6,
	L0_TYPE_DEVICE_MEMORY_PROPERTIES = 0x7,
	L0_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES = 0x8,
	L0_TYPE_DEVICE_IMAGE_PROPERTIES = 0xa,
	L0_TYPE_CONTEXT_DESC = 0xd,
	L0_TYPE_COMMAND_QUEUE_DESC = 0xe,
	L0_TYPE_EVENT_POOL_DESC = 0x10,
	L0_TYPE_EVENT_DESC = 0x11,
	L0_TYPE_DEVICE_MEM_ALLOC_DESC = 0x15,
	L0_TYPE_HOST_MEM_ALLOC_DESC = 0x16,
	L0_TYPE_MODULE_DESC = 0x1b,
	L0_TYPE_KERNEL_DESC = 0x1d,
	L0_TYPE_KERNEL_PROPERTIES = 0x1e,
	L0_TYPE_DEVICE_IP_VERSION = 0x1000f,
	L0_TYPE_MODULE_PROGRAM_DESC = 0x20002,
	L0_TYPE_DEVICE_PROPERTIES_1_2 = 0x20006, /* with the timer's resolution in cycles per second */
};

enum {
	L0_DEVICE_TYPE_GPU = 1,
	L0_DEVICE_TYPE_CPU = 2,
	L0_DEVICE_TYPE_FPGA = 3,
	L0_MODULE_FLAG_FP16 = 1 << 0,
	L0_MODULE_FLAG_FP64 = 1 << 1,
	L0_MODULE_FLAG_INT64_ATOMICS = 1 << 2,
	L0_GROUP_FLAG_COMPUTE = 1 << 0,
	L0_ACCESS_RW = 1 << 0,
	L0_ACCESS_ATOMIC = 1 << 1,
	L0_MODE_ASYNCHRONOUS = 2,
	L0_POOL_HOST_VISIBLE = 1 << 0,
	L0_POOL_KERNEL_TIMESTAMP = 1 << 2,
	L0_SCOPE_HOST = 1 << 2,
	L0_FORMAT_SPIRV = 0,
	L0_FORMAT_NATIVE = 1,
	L0_INDIRECT_ALL = 7, /* host, device and shared memory */
};

struct l0_driver_properties {
	enum l0_type type;
	void *next;
	uint8_t uuid[16];
	uint32_t version;
};

struct l0_device_properties {
	enum l0_type type;
	void *next;
	uint32_t kind, vendor, id, flags, subdevice, clock;
	uint64_t max_alloc;
	uint32_t max_contexts, max_priority, threads_per_eu, simd_width, eus_per_subslice, subslices_per_slice, slices;
	uint64_t timer_resolution;
	uint32_t timestamp_bits, kernel_timestamp_bits;
	uint8_t uuid[16];
	char name[256];
};

struct l0_ip_version {
	enum l0_type type;
	const void *next;
	uint32_t version;
};

struct l0_compute_properties {
	enum l0_type type;
	void *next;
	uint32_t max_total_group, max_group[3], max_count[3], max_local, sub_group_count, sub_group_sizes[8];
};

struct l0_module_properties {
	enum l0_type type;
	void *next;
	uint32_t spirv_version, flags, fp16, fp32, fp64, max_arguments, printf_buffer;
	uint8_t native_kernel[16];
};

struct l0_group_properties {
	enum l0_type type;
	void *next;
	uint32_t flags;
	size_t max_fill_pattern;
	uint32_t queues;
};

struct l0_memory_properties {
	enum l0_type type;
	void *next;
	uint32_t flags, clock, bus_width;
	uint64_t size;
	char name[256];
};

struct l0_access_properties {
	enum l0_type type;
	void *next;
	uint32_t host, device, shared, shared_cross, shared_system;
};

struct l0_image_properties {
	enum l0_type type;
	void *next;
	uint32_t max_1d, max_2d, max_3d;
	uint64_t max_buffer;
	uint32_t max_slices, max_samplers, max_read, max_write;
};

struct l0_context_desc {
	enum l0_type type;
	const void *next;
	uint32_t flags;
};

struct l0_queue_desc {
	enum l0_type type;
	const void *next;
	uint32_t ordinal, index, flags, mode, priority;
};

struct l0_pool_desc {
	enum l0_type type;
	const void *next;
	uint32_t flags, count;
};

struct l0_event_desc {
	enum l0_type type;
	const void *next;
	uint32_t index, signal, wait;
};

struct l0_timestamps {
	uint64_t global_start, global_end, context_start, context_end;
};

struct l0_constants {
	uint32_t count;
	const uint32_t *ids;
	const void **values;
};

struct l0_module_desc {
	enum l0_type type;
	const void *next;
	uint32_t format;
	size_t size;
	const uint8_t *bytes;
	const char *flags;
	const struct l0_constants *constants;
};

/* Several SPIR-V modules that become one: next of a module_desc. */
struct l0_program_desc {
	enum l0_type type;
	const void *next;
	uint32_t count;
	const size_t *sizes;
	const uint8_t **bytes;
	const char **flags;
	const struct l0_constants **constants;
};

struct l0_kernel_desc {
	enum l0_type type;
	const void *next;
	uint32_t flags;
	const char *name;
};

struct l0_kernel_properties {
	enum l0_type type;
	void *next;
	uint32_t arg_count, required_group[3], required_sub_groups, required_sub_group_size, max_sub_group_size,
		max_sub_groups, local_bytes, private_bytes, spill_bytes;
	uint8_t kernel_uuid[16], module_uuid[16];
};

struct l0_group_count {
	uint32_t count[3];
};

struct l0_device_alloc_desc {
	enum l0_type type;
	const void *next;
	uint32_t flags, ordinal;
};

struct l0_host_alloc_desc {
	enum l0_type type;
	const void *next;
	uint32_t flags;
};

/* L0_FN(field, symbol, arguments); all return enum l0_result. */
#define L0_FUNCTIONS                                                                                                   \
	L0_FN(init, "zeInit", (uint32_t flags))                                                                        \
	L0_FN(driver_get, "zeDriverGet", (uint32_t * count, l0_driver * out))                                          \
	L0_FN(driver_properties, "zeDriverGetProperties", (l0_driver driver, struct l0_driver_properties * out))       \
	L0_FN(device_get, "zeDeviceGet", (l0_driver driver, uint32_t * count, l0_device * out))                        \
	L0_FN(device_properties, "zeDeviceGetProperties", (l0_device device, struct l0_device_properties * out))       \
	L0_FN(compute_properties, "zeDeviceGetComputeProperties",                                                      \
	      (l0_device device, struct l0_compute_properties * out))                                                  \
	L0_FN(module_properties, "zeDeviceGetModuleProperties", (l0_device device, struct l0_module_properties * out)) \
	L0_FN(memory_properties, "zeDeviceGetMemoryProperties",                                                        \
	      (l0_device device, uint32_t * count, struct l0_memory_properties * out))                                 \
	L0_FN(access_properties, "zeDeviceGetMemoryAccessProperties",                                                  \
	      (l0_device device, struct l0_access_properties * out))                                                   \
	L0_FN(image_properties, "zeDeviceGetImageProperties", (l0_device device, struct l0_image_properties * out))    \
	L0_FN(group_properties, "zeDeviceGetCommandQueueGroupProperties",                                              \
	      (l0_device device, uint32_t * count, struct l0_group_properties * out))                                  \
	L0_FN(context_create, "zeContextCreate",                                                                       \
	      (l0_driver driver, const struct l0_context_desc *desc, l0_context *out))                                 \
	L0_FN(context_destroy, "zeContextDestroy", (l0_context context))                                               \
	L0_FN(list_create, "zeCommandListCreateImmediate",                                                             \
	      (l0_context context, l0_device device, const struct l0_queue_desc *desc, l0_list *out))                  \
	L0_FN(list_destroy, "zeCommandListDestroy", (l0_list list))                                                    \
	L0_FN_NEW(list_wait, "zeCommandListHostSynchronize", (l0_list list, uint64_t timeout_ns))                      \
	L0_FN(launch, "zeCommandListAppendLaunchKernel",                                                               \
	      (l0_list list, l0_kernel kernel, const struct l0_group_count *groups, l0_event signal,                   \
	       uint32_t wait_count, l0_event *wait))                                                                   \
	L0_FN(copy, "zeCommandListAppendMemoryCopy",                                                                   \
	      (l0_list list, void *to, const void *from, size_t bytes, l0_event signal, uint32_t wait_count,           \
	       l0_event *wait))                                                                                        \
	L0_FN(fill, "zeCommandListAppendMemoryFill",                                                                   \
	      (l0_list list, void *to, const void *pattern, size_t pattern_bytes, size_t bytes, l0_event signal,       \
	       uint32_t wait_count, l0_event *wait))                                                                   \
	L0_FN(barrier, "zeCommandListAppendBarrier",                                                                   \
	      (l0_list list, l0_event signal, uint32_t wait_count, l0_event * wait))                                   \
	L0_FN(pool_create, "zeEventPoolCreate",                                                                        \
	      (l0_context context, const struct l0_pool_desc *desc, uint32_t count, l0_device *devices, l0_pool *out)) \
	L0_FN(pool_destroy, "zeEventPoolDestroy", (l0_pool pool))                                                      \
	L0_FN(event_create, "zeEventCreate", (l0_pool pool, const struct l0_event_desc *desc, l0_event *out))          \
	L0_FN(event_destroy, "zeEventDestroy", (l0_event event))                                                       \
	L0_FN(event_reset, "zeEventHostReset", (l0_event event))                                                       \
	L0_FN(event_query, "zeEventQueryStatus", (l0_event event))                                                     \
	L0_FN(event_wait, "zeEventHostSynchronize", (l0_event event, uint64_t timeout_ns))                             \
	L0_FN(event_times, "zeEventQueryKernelTimestamp", (l0_event event, struct l0_timestamps * out))                \
	L0_FN(module_create, "zeModuleCreate",                                                                         \
	      (l0_context context, l0_device device, const struct l0_module_desc *desc, l0_module *out, l0_log *log))  \
	L0_FN(module_destroy, "zeModuleDestroy", (l0_module module))                                                   \
	L0_FN(module_link, "zeModuleDynamicLink", (uint32_t count, l0_module * modules, l0_log * log))                 \
	L0_FN(module_native, "zeModuleGetNativeBinary", (l0_module module, size_t * size, uint8_t * out))              \
	L0_FN(module_global, "zeModuleGetGlobalPointer",                                                               \
	      (l0_module module, const char *name, size_t *size, void **out))                                          \
	L0_FN(log_text, "zeModuleBuildLogGetString", (l0_log log, size_t * size, char *out))                           \
	L0_FN(log_destroy, "zeModuleBuildLogDestroy", (l0_log log))                                                    \
	L0_FN(kernel_create, "zeKernelCreate", (l0_module module, const struct l0_kernel_desc *desc, l0_kernel *out))  \
	L0_FN(kernel_destroy, "zeKernelDestroy", (l0_kernel kernel))                                                   \
	L0_FN(kernel_arg, "zeKernelSetArgumentValue",                                                                  \
	      (l0_kernel kernel, uint32_t index, size_t bytes, const void *value))                                     \
	L0_FN(kernel_group, "zeKernelSetGroupSize", (l0_kernel kernel, uint32_t x, uint32_t y, uint32_t z))            \
	L0_FN(kernel_suggest, "zeKernelSuggestGroupSize",                                                              \
	      (l0_kernel kernel, uint32_t x, uint32_t y, uint32_t z, uint32_t * out_x, uint32_t * out_y,               \
	       uint32_t * out_z))                                                                                      \
	L0_FN(kernel_indirect, "zeKernelSetIndirectAccess", (l0_kernel kernel, uint32_t flags))                        \
	L0_FN(kernel_properties, "zeKernelGetProperties", (l0_kernel kernel, struct l0_kernel_properties * out))       \
	L0_FN_NEW(kernel_offset, "zeKernelSetGlobalOffsetExp", (l0_kernel kernel, uint32_t x, uint32_t y, uint32_t z)) \
	L0_FN(alloc_device, "zeMemAllocDevice",                                                                        \
	      (l0_context context, const struct l0_device_alloc_desc *desc, size_t bytes, size_t align,                \
	       l0_device device, void **out))                                                                          \
	L0_FN(alloc_shared, "zeMemAllocShared",                                                                        \
	      (l0_context context, const struct l0_device_alloc_desc *desc, const struct l0_host_alloc_desc *host,     \
	       size_t bytes, size_t align, l0_device device, void **out))                                              \
	L0_FN(alloc_host, "zeMemAllocHost",                                                                            \
	      (l0_context context, const struct l0_host_alloc_desc *desc, size_t bytes, size_t align, void **out))     \
	L0_FN(mem_free, "zeMemFree", (l0_context context, void *address))

struct l0_api {
#define L0_FN(field, symbol, arguments) int(*field) arguments;
#define L0_FN_NEW(field, symbol, arguments) int(*field) arguments;
	L0_FUNCTIONS
#undef L0_FN
#undef L0_FN_NEW
};

#endif
