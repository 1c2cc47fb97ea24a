/* abi_ze.c — the structs and numbers of runtime/backend/level_zero_api.h are Level Zero's: compiled where its header
 * is, never run. */
#include "runtime/backend/level_zero_api.h"

#include <level_zero/ze_api.h>

#define SAME(ours, theirs) _Static_assert((long long)(ours) == (long long)(theirs), #ours)
/* A struct: as long, its last member (or the one named) at the same place. */
#define STRUCT(ours, member, theirs, its_member)   \
	SAME(sizeof(struct ours), sizeof(theirs)); \
	SAME(offsetof(struct ours, member), offsetof(theirs, its_member))

#define L0_RESULT(name, value) SAME(L0_##name, ZE_RESULT_##name);
L0_RESULTS
#undef L0_RESULT

STRUCT(l0_driver_properties, version, ze_driver_properties_t, driverVersion);
STRUCT(l0_device_properties, name, ze_device_properties_t, name);
STRUCT(l0_device_properties, max_alloc, ze_device_properties_t, maxMemAllocSize);
STRUCT(l0_device_properties, timer_resolution, ze_device_properties_t, timerResolution);
STRUCT(l0_device_properties, kernel_timestamp_bits, ze_device_properties_t, kernelTimestampValidBits);
STRUCT(l0_device_properties, id, ze_device_properties_t, deviceId);
STRUCT(l0_compute_properties, sub_group_sizes, ze_device_compute_properties_t, subGroupSizes);
STRUCT(l0_compute_properties, max_local, ze_device_compute_properties_t, maxSharedLocalMemory);
STRUCT(l0_module_properties, flags, ze_device_module_properties_t, flags);
STRUCT(l0_group_properties, max_fill_pattern, ze_command_queue_group_properties_t, maxMemoryFillPatternSize);
STRUCT(l0_memory_properties, size, ze_device_memory_properties_t, totalSize);
STRUCT(l0_access_properties, shared_system, ze_device_memory_access_properties_t, sharedSystemAllocCapabilities);
STRUCT(l0_image_properties, max_2d, ze_device_image_properties_t, maxImageDims2D);
STRUCT(l0_context_desc, flags, ze_context_desc_t, flags);
STRUCT(l0_queue_desc, mode, ze_command_queue_desc_t, mode);
STRUCT(l0_pool_desc, count, ze_event_pool_desc_t, count);
STRUCT(l0_event_desc, wait, ze_event_desc_t, wait);
STRUCT(l0_timestamps, context_start, ze_kernel_timestamp_result_t, context);
STRUCT(l0_constants, values, ze_module_constants_t, pConstantValues);
STRUCT(l0_module_desc, constants, ze_module_desc_t, pConstants);
STRUCT(l0_program_desc, constants, ze_module_program_exp_desc_t, pConstants);
STRUCT(l0_kernel_desc, name, ze_kernel_desc_t, pKernelName);
STRUCT(l0_kernel_properties, private_bytes, ze_kernel_properties_t, privateMemSize);
STRUCT(l0_group_count, count, ze_group_count_t, groupCountX);
STRUCT(l0_device_alloc_desc, ordinal, ze_device_mem_alloc_desc_t, ordinal);
STRUCT(l0_host_alloc_desc, flags, ze_host_mem_alloc_desc_t, flags);

SAME(L0_TYPE_DRIVER_PROPERTIES, ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES);
SAME(L0_TYPE_DEVICE_COMPUTE_PROPERTIES, ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES);
SAME(L0_TYPE_DEVICE_MODULE_PROPERTIES, ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES);
SAME(L0_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES, ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES);
SAME(L0_TYPE_DEVICE_MEMORY_PROPERTIES, ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES);
SAME(L0_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES, ZE_STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES);
SAME(L0_TYPE_DEVICE_IMAGE_PROPERTIES, ZE_STRUCTURE_TYPE_DEVICE_IMAGE_PROPERTIES);
SAME(L0_TYPE_CONTEXT_DESC, ZE_STRUCTURE_TYPE_CONTEXT_DESC);
SAME(L0_TYPE_COMMAND_QUEUE_DESC, ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);
SAME(L0_TYPE_EVENT_POOL_DESC, ZE_STRUCTURE_TYPE_EVENT_POOL_DESC);
SAME(L0_TYPE_EVENT_DESC, ZE_STRUCTURE_TYPE_EVENT_DESC);
SAME(L0_TYPE_DEVICE_MEM_ALLOC_DESC, ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC);
SAME(L0_TYPE_HOST_MEM_ALLOC_DESC, ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC);
SAME(L0_TYPE_MODULE_DESC, ZE_STRUCTURE_TYPE_MODULE_DESC);
SAME(L0_TYPE_KERNEL_DESC, ZE_STRUCTURE_TYPE_KERNEL_DESC);
SAME(L0_TYPE_KERNEL_PROPERTIES, ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES);
SAME(L0_TYPE_MODULE_PROGRAM_DESC, ZE_STRUCTURE_TYPE_MODULE_PROGRAM_EXP_DESC);
SAME(L0_TYPE_DEVICE_PROPERTIES_1_2, ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2);
SAME(L0_DEVICE_TYPE_GPU, ZE_DEVICE_TYPE_GPU);
SAME(L0_DEVICE_TYPE_CPU, ZE_DEVICE_TYPE_CPU);
SAME(L0_DEVICE_TYPE_FPGA, ZE_DEVICE_TYPE_FPGA);
SAME(L0_MODULE_FLAG_FP16, ZE_DEVICE_MODULE_FLAG_FP16);
SAME(L0_MODULE_FLAG_FP64, ZE_DEVICE_MODULE_FLAG_FP64);
SAME(L0_MODULE_FLAG_INT64_ATOMICS, ZE_DEVICE_MODULE_FLAG_INT64_ATOMICS);
SAME(L0_GROUP_FLAG_COMPUTE, ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE);
SAME(L0_ACCESS_RW, ZE_MEMORY_ACCESS_CAP_FLAG_RW);
SAME(L0_ACCESS_ATOMIC, ZE_MEMORY_ACCESS_CAP_FLAG_ATOMIC);
SAME(L0_MODE_ASYNCHRONOUS, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
SAME(L0_POOL_HOST_VISIBLE, ZE_EVENT_POOL_FLAG_HOST_VISIBLE);
SAME(L0_POOL_KERNEL_TIMESTAMP, ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP);
SAME(L0_SCOPE_HOST, ZE_EVENT_SCOPE_FLAG_HOST);
SAME(L0_FORMAT_SPIRV, ZE_MODULE_FORMAT_IL_SPIRV);
SAME(L0_FORMAT_NATIVE, ZE_MODULE_FORMAT_NATIVE);
SAME(L0_INDIRECT_ALL, ZE_KERNEL_INDIRECT_ACCESS_FLAG_HOST | ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE |
			      ZE_KERNEL_INDIRECT_ACCESS_FLAG_SHARED);
