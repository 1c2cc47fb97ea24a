/* adapter/ur_device_info.c — properties of a device: constants, attributes of the driver, and a few that need more.
 *
 * Aspects follow the backend's table, so that the runtime, `sybil devices` and `sybil check` agree. */
#include "adapter.h"

#include <stdio.h>

enum kind { BOOL, U32, U64, SIZE };

static ur_result_t answer_number(struct answer answer, enum kind kind, uint64_t value)
{
	switch (kind) {
	case BOOL:
		return answer_bytes(answer, &(ur_bool_t){ value != 0 }, sizeof(ur_bool_t));
	case U32:
		return answer_bytes(answer, &(uint32_t){ (uint32_t)value }, sizeof(uint32_t));
	case U64:
		return answer_bytes(answer, &value, sizeof(value));
	default:
		return answer_bytes(answer, &(size_t){ value }, sizeof(size_t));
	}
}

#define FP                                                                                            \
	(UR_DEVICE_FP_CAPABILITY_FLAG_DENORM | UR_DEVICE_FP_CAPABILITY_FLAG_INF_NAN |                 \
	 UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_NEAREST | UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_ZERO | \
	 UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_INF | UR_DEVICE_FP_CAPABILITY_FLAG_FMA)
#define ORDERS                                                                               \
	(UR_MEMORY_ORDER_CAPABILITY_FLAG_RELAXED | UR_MEMORY_ORDER_CAPABILITY_FLAG_ACQUIRE | \
	 UR_MEMORY_ORDER_CAPABILITY_FLAG_RELEASE | UR_MEMORY_ORDER_CAPABILITY_FLAG_ACQ_REL | \
	 UR_MEMORY_ORDER_CAPABILITY_FLAG_SEQ_CST)
#define SCOPES                                                                                   \
	(UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_ITEM | UR_MEMORY_SCOPE_CAPABILITY_FLAG_SUB_GROUP | \
	 UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_GROUP | UR_MEMORY_SCOPE_CAPABILITY_FLAG_DEVICE |   \
	 UR_MEMORY_SCOPE_CAPABILITY_FLAG_SYSTEM)
#define QUEUES (UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE | UR_QUEUE_FLAG_PROFILING_ENABLE)

/* The same for every device, or missing on all of them. */
static const struct {
	ur_device_info_t what;
	enum kind kind;
	uint64_t value;
} constants[] = {
	{ UR_DEVICE_INFO_TYPE, U32, UR_DEVICE_TYPE_GPU },
	{ UR_DEVICE_INFO_VENDOR_ID, U32, 0x10de },
	{ UR_DEVICE_INFO_MAX_WORK_ITEM_DIMENSIONS, U32, 3 },
	{ UR_DEVICE_INFO_SINGLE_FP_CONFIG, U32, FP | UR_DEVICE_FP_CAPABILITY_FLAG_CORRECTLY_ROUNDED_DIVIDE_SQRT },
	{ UR_DEVICE_INFO_HALF_FP_CONFIG, U32, FP },
	{ UR_DEVICE_INFO_DOUBLE_FP_CONFIG, U32, FP },
	{ UR_DEVICE_INFO_QUEUE_PROPERTIES, U32, QUEUES },
	{ UR_DEVICE_INFO_QUEUE_ON_HOST_PROPERTIES, U32, QUEUES },
	{ UR_DEVICE_INFO_QUEUE_ON_DEVICE_PROPERTIES, U32, 0 },
	{ UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_CHAR, U32, 1 },
	{ UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_SHORT, U32, 1 },
	{ UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_INT, U32, 1 },
	{ UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_LONG, U32, 1 },
	{ UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_LONG_LONG, U32, 1 },
	{ UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_FLOAT, U32, 1 },
	{ UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_DOUBLE, U32, 1 },
	{ UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_HALF, U32, 1 },
	{ UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_CHAR, U32, 1 },
	{ UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_SHORT, U32, 1 },
	{ UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_INT, U32, 1 },
	{ UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG, U32, 1 },
	{ UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG_LONG, U32, 1 },
	{ UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_FLOAT, U32, 1 },
	{ UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_DOUBLE, U32, 1 },
	{ UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_HALF, U32, 1 },
	{ UR_DEVICE_INFO_ADDRESS_BITS, U32, 64 },
	{ UR_DEVICE_INFO_IMAGE_SUPPORT, BOOL, 0 },
	{ UR_DEVICE_INFO_MAX_READ_IMAGE_ARGS, U32, 0 },
	{ UR_DEVICE_INFO_MAX_WRITE_IMAGE_ARGS, U32, 0 },
	{ UR_DEVICE_INFO_MAX_READ_WRITE_IMAGE_ARGS, U32, 0 },
	{ UR_DEVICE_INFO_IMAGE2D_MAX_WIDTH, SIZE, 0 },
	{ UR_DEVICE_INFO_IMAGE2D_MAX_HEIGHT, SIZE, 0 },
	{ UR_DEVICE_INFO_IMAGE3D_MAX_WIDTH, SIZE, 0 },
	{ UR_DEVICE_INFO_IMAGE3D_MAX_HEIGHT, SIZE, 0 },
	{ UR_DEVICE_INFO_IMAGE3D_MAX_DEPTH, SIZE, 0 },
	{ UR_DEVICE_INFO_IMAGE_MAX_BUFFER_SIZE, SIZE, 0 },
	{ UR_DEVICE_INFO_IMAGE_MAX_ARRAY_SIZE, SIZE, 0 },
	{ UR_DEVICE_INFO_MAX_SAMPLERS, U32, 0 },
	{ UR_DEVICE_INFO_MAX_PARAMETER_SIZE, SIZE, 4096 },
	{ UR_DEVICE_INFO_MEM_BASE_ADDR_ALIGN, U32, 2048 }, /* bits: of the driver's allocations */
	{ UR_DEVICE_INFO_GLOBAL_MEM_CACHE_TYPE, U32, UR_DEVICE_MEM_CACHE_TYPE_READ_WRITE_CACHE },
	{ UR_DEVICE_INFO_GLOBAL_MEM_CACHELINE_SIZE, U32, 128 },
	{ UR_DEVICE_INFO_MAX_CONSTANT_BUFFER_SIZE, U64, 65536 },
	{ UR_DEVICE_INFO_MAX_CONSTANT_ARGS, U32, 9 },
	{ UR_DEVICE_INFO_LOCAL_MEM_TYPE, U32, UR_DEVICE_LOCAL_MEM_TYPE_LOCAL },
	{ UR_DEVICE_INFO_PROFILING_TIMER_RESOLUTION, SIZE, 1000 },
	{ UR_DEVICE_INFO_ENDIAN_LITTLE, BOOL, 1 },
	{ UR_DEVICE_INFO_AVAILABLE, BOOL, 1 },
	{ UR_DEVICE_INFO_COMPILER_AVAILABLE, BOOL, 1 },
	{ UR_DEVICE_INFO_LINKER_AVAILABLE, BOOL, 1 },
	{ UR_DEVICE_INFO_EXECUTION_CAPABILITIES, U32, UR_DEVICE_EXEC_CAPABILITY_FLAG_KERNEL },
	{ UR_DEVICE_INFO_REFERENCE_COUNT, U32, 1 },
	{ UR_DEVICE_INFO_PRINTF_BUFFER_SIZE, SIZE, 1 << 20 },
	{ UR_DEVICE_INFO_PREFERRED_INTEROP_USER_SYNC, BOOL, 1 },
	{ UR_DEVICE_INFO_PARTITION_MAX_SUB_DEVICES, U32, 0 },
	{ UR_DEVICE_INFO_PARTITION_AFFINITY_DOMAIN, U32, 0 },
	{ UR_DEVICE_INFO_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, BOOL, 1 }, /* since sm_70, the oldest target */
	{ UR_DEVICE_INFO_SUB_GROUP_SIZES_INTEL, U32, 32 },
	{ UR_DEVICE_INFO_IMAGE_SRGB, BOOL, 0 },
	{ UR_DEVICE_INFO_BUILD_ON_SUBDEVICE, BOOL, 0 },
	{ UR_DEVICE_INFO_ATOMIC_64, BOOL, 1 },
	{ UR_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES, U32, ORDERS },
	{ UR_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES, U32, ORDERS },
	{ UR_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES, U32, SCOPES },
	{ UR_DEVICE_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES, U32, SCOPES },
	{ UR_DEVICE_INFO_BFLOAT16_CONVERSIONS_NATIVE, BOOL, 0 },
	{ UR_DEVICE_INFO_MAX_COMPUTE_QUEUE_INDICES, U32, 1 },
	{ UR_DEVICE_INFO_KERNEL_SET_SPECIALIZATION_CONSTANTS, BOOL, 0 },
	{ UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS, BOOL, 0 },
	{ UR_DEVICE_INFO_ASYNC_BARRIER, BOOL, 0 },
	{ UR_DEVICE_INFO_MEM_CHANNEL_SUPPORT, BOOL, 0 },
	{ UR_DEVICE_INFO_HOST_PIPE_READ_WRITE_SUPPORT, BOOL, 0 },
	{ UR_DEVICE_INFO_VIRTUAL_MEMORY_SUPPORT, BOOL, 0 },
	{ UR_DEVICE_INFO_ESIMD_SUPPORT, BOOL, 0 },
	{ UR_DEVICE_INFO_GLOBAL_VARIABLE_SUPPORT, BOOL, 1 },
	{ UR_DEVICE_INFO_USM_POOL_SUPPORT, BOOL, 0 },
	{ UR_DEVICE_INFO_USE_NATIVE_ASSERT, BOOL, 1 },
	{ UR_DEVICE_INFO_KERNEL_LAUNCH_CAPABILITIES, U32, 0 },
	{ UR_DEVICE_INFO_USM_HOST_SUPPORT, U32,
	  UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS | UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_CONCURRENT_ACCESS },
	{ UR_DEVICE_INFO_USM_DEVICE_SUPPORT, U32,
	  UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS | UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ATOMIC_ACCESS |
		  UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_CONCURRENT_ACCESS |
		  UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ATOMIC_CONCURRENT_ACCESS },
	{ UR_DEVICE_INFO_USM_CROSS_SHARED_SUPPORT, U32, 0 },
	{ UR_DEVICE_INFO_DEVICE_WAIT_SUPPORT_EXP, BOOL, 1 },
	{ UR_DEVICE_INFO_COMMAND_BUFFER_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_COMMAND_BUFFER_UPDATE_CAPABILITIES_EXP, U32, 0 },
	{ UR_DEVICE_INFO_COMMAND_BUFFER_EVENT_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_COMMAND_BUFFER_SUBGRAPH_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_BINDLESS_IMAGES_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_BINDLESS_IMAGES_SHARED_USM_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_BINDLESS_IMAGES_1D_USM_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_BINDLESS_IMAGES_2D_USM_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_MIPMAP_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_MIPMAP_ANISOTROPY_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_MIPMAP_LEVEL_REFERENCE_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_EXTERNAL_MEMORY_IMPORT_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_EXTERNAL_SEMAPHORE_IMPORT_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_CUBEMAP_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_CUBEMAP_SEAMLESS_FILTERING_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_1D_USM_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_1D_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_2D_USM_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_2D_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_3D_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_TIMESTAMP_RECORDING_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_IMAGE_ARRAY_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_BINDLESS_UNIQUE_ADDRESSING_PER_DIM_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_BINDLESS_SAMPLE_1D_USM_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_BINDLESS_SAMPLE_2D_USM_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_BINDLESS_IMAGES_GATHER_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_ENQUEUE_NATIVE_COMMAND_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_LOW_POWER_EVENTS_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_IPC_PHYSICAL_MEMORY_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_REUSABLE_EVENTS_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_IPC_EVENT_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_ASYNC_USM_ALLOCATIONS_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_CLOCK_SUB_GROUP_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_CLOCK_WORK_GROUP_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_CLOCK_DEVICE_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_GRAPH_RECORD_AND_REPLAY_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_USM_HOST_ALLOC_REGISTER_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_PER_EVENT_PROFILING_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_USM_P2P_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_MULTI_DEVICE_COMPILE_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_DYNAMIC_LINK_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_USM_CONTEXT_MEMCPY_SUPPORT_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_MEMORY_EXPORT_EXPORTABLE_DEVICE_MEM_EXP, BOOL, 0 },
	{ UR_DEVICE_INFO_ENQUEUE_HOST_TASK_SUPPORT_EXP, BOOL, 0 },
};

/* Attributes of the driver. */
static const struct {
	ur_device_info_t what;
	enum kind kind;
	int attribute, divisor;
} attributes[] = {
	{ UR_DEVICE_INFO_MAX_COMPUTE_UNITS, U32, CUDA_DEVICE_MULTIPROCESSOR_COUNT, 1 },
	{ UR_DEVICE_INFO_NUM_COMPUTE_UNITS, U32, CUDA_DEVICE_MULTIPROCESSOR_COUNT, 1 },
	{ UR_DEVICE_INFO_MAX_WORK_GROUP_SIZE, SIZE, CUDA_DEVICE_MAX_THREADS_PER_BLOCK, 1 },
	{ UR_DEVICE_INFO_MAX_NUM_SUB_GROUPS, U32, CUDA_DEVICE_MAX_THREADS_PER_BLOCK, 32 },
	{ UR_DEVICE_INFO_MAX_WORK_GROUPS, SIZE, CUDA_DEVICE_MAX_GRID_DIM_X, 1 },
	{ UR_DEVICE_INFO_MAX_CLOCK_FREQUENCY, U32, CUDA_DEVICE_CLOCK_RATE, 1000 },
	{ UR_DEVICE_INFO_MEMORY_CLOCK_RATE, U32, CUDA_DEVICE_MEMORY_CLOCK_RATE, 1000 },
	{ UR_DEVICE_INFO_MEMORY_BUS_WIDTH, U32, CUDA_DEVICE_GLOBAL_MEMORY_BUS_WIDTH, 1 },
	{ UR_DEVICE_INFO_GLOBAL_MEM_CACHE_SIZE, U64, CUDA_DEVICE_L2_CACHE_SIZE, 1 },
	{ UR_DEVICE_INFO_ERROR_CORRECTION_SUPPORT, BOOL, CUDA_DEVICE_ECC_ENABLED, 1 },
	{ UR_DEVICE_INFO_HOST_UNIFIED_MEMORY, BOOL, CUDA_DEVICE_INTEGRATED, 1 },
	{ UR_DEVICE_INFO_IS_INTEGRATED_GPU, BOOL, CUDA_DEVICE_INTEGRATED, 1 },
	{ UR_DEVICE_INFO_MAX_REGISTERS_PER_WORK_GROUP, U32, CUDA_DEVICE_MAX_REGISTERS_PER_BLOCK, 1 },
};

static int read_attribute(ur_device_handle_t device, int attribute, int *out)
{
	struct syb_ctx space, *ctx = call_begin(&space);

	return cuda_attribute(ctx, device->be, attribute, out);
}

/* Three attributes in a row. */
static ur_result_t answer_sizes(ur_device_handle_t device, int first, struct answer answer)
{
	size_t sizes[3];

	for (int d = 0; d < 3; d++) {
		int value, r = read_attribute(device, first + d, &value);

		if (r < 0)
			return call_end(r);
		sizes[d] = (size_t)value;
	}
	return answer_bytes(answer, sizes, sizeof(sizes));
}

static ur_result_t answer_shared(ur_device_handle_t device, int attribute, struct answer answer)
{
	uint32_t all = UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS | UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ATOMIC_ACCESS;
	int has = 0, concurrent = 0, r = read_attribute(device, attribute, &has);

	if (r == 0)
		r = read_attribute(device, CUDA_DEVICE_CONCURRENT_MANAGED_ACCESS, &concurrent);
	if (r < 0)
		return call_end(r);
	if (concurrent)
		all |= UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_CONCURRENT_ACCESS |
		       UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ATOMIC_CONCURRENT_ACCESS;
	return answer_number(answer, U32, has ? all : 0);
}

static ur_result_t answer_free_memory(ur_device_handle_t device, struct answer answer)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };
	size_t available = 0, total = 0;
	int r = cuda_enter(ctx, device->be, &scope);

	if (r == 0)
		r = cuda_check(ctx, device->be->backend, device->be->backend->api.memory_info(&available, &total),
			       "cuMemGetInfo");
	return r < 0 ? call_end(r) : answer_number(answer, U64, available);
}

static ur_result_t answer_uuid(ur_device_handle_t device, struct answer answer)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	const struct backend *backend = device->be->backend;
	unsigned char uuid[16] = { 0 };
	int r;

	if (!backend->api.device_uuid)
		return answer_unknown("urDeviceGetInfo", UR_DEVICE_INFO_UUID);
	r = cuda_check(ctx, backend, backend->api.device_uuid(uuid, device->be->device), "cuDeviceGetUuid");
	return r < 0 ? call_end(r) : answer_bytes(answer, uuid, sizeof(uuid));
}

static ur_result_t answer_pci(ur_device_handle_t device, struct answer answer)
{
	int domain = 0, bus = 0, slot = 0, r = read_attribute(device, CUDA_DEVICE_PCI_DOMAIN_ID, &domain);
	char text[32];

	if (r == 0)
		r = read_attribute(device, CUDA_DEVICE_PCI_BUS_ID, &bus);
	if (r == 0)
		r = read_attribute(device, CUDA_DEVICE_PCI_DEVICE_ID, &slot);
	if (r < 0)
		return call_end(r);
	snprintf(text, sizeof(text), "%04x:%02x:%02x.0", (unsigned)domain, (unsigned)bus, (unsigned)slot);
	return answer_text(answer, text);
}

/* Bytes per second, with two transfers per cycle. */
static ur_result_t answer_bandwidth(ur_device_handle_t device, struct answer answer)
{
	int khz = 0, bits = 0, r = read_attribute(device, CUDA_DEVICE_MEMORY_CLOCK_RATE, &khz);

	if (r == 0)
		r = read_attribute(device, CUDA_DEVICE_GLOBAL_MEMORY_BUS_WIDTH, &bits);
	return r < 0 ? call_end(r) : answer_number(answer, U64, 2000 * (uint64_t)khz * ((uint64_t)bits / 8));
}

static ur_result_t answer_version(ur_device_handle_t device, struct answer answer)
{
	char text[32];

	snprintf(text, sizeof(text), "%d.%d", device->be->sm / 10, device->be->sm % 10);
	return answer_text(answer, text);
}

ur_result_t urDeviceGetInfo(ur_device_handle_t device, ur_device_info_t what, UR_ANSWER)
{
	const struct syb_rt_device_info *info = &device->info.info;
	int value, r;

	for (size_t i = 0; i < ARRAY_SIZE(constants); i++)
		if (constants[i].what == what)
			return answer_number(ANSWER_HERE, constants[i].kind, constants[i].value);
	for (size_t i = 0; i < ARRAY_SIZE(attributes); i++) {
		if (attributes[i].what != what)
			continue;
		r = read_attribute(device, attributes[i].attribute, &value);
		return r < 0 ? call_end(r)
			     : answer_number(ANSWER_HERE, attributes[i].kind,
					     (uint64_t)(value / attributes[i].divisor));
	}
	switch (what) {
	case UR_DEVICE_INFO_NAME:
		return answer_text(ANSWER_HERE, info->name);
	case UR_DEVICE_INFO_VENDOR:
		return answer_text(ANSWER_HERE, info->vendor);
	case UR_DEVICE_INFO_DRIVER_VERSION:
	case UR_DEVICE_INFO_BACKEND_RUNTIME_VERSION:
		return answer_text(ANSWER_HERE, info->driver_version);
	case UR_DEVICE_INFO_VERSION:
		return answer_version(device, ANSWER_HERE);
	case UR_DEVICE_INFO_PROFILE:
		return answer_text(ANSWER_HERE, "FULL_PROFILE");
	case UR_DEVICE_INFO_IL_VERSION:
		return answer_text(ANSWER_HERE, "nvptx");
	case UR_DEVICE_INFO_EXTENSIONS:
		return answer_text(ANSWER_HERE, "cl_khr_fp64 cl_khr_fp16 cl_khr_subgroups cl_khr_int64_base_atomics "
						"cl_khr_int64_extended_atomics");
	case UR_DEVICE_INFO_BUILT_IN_KERNELS:
		return answer_text(ANSWER_HERE, "");
	case UR_DEVICE_INFO_PLATFORM:
		return ANSWER(ur_platform_handle_t, &device->platform);
	case UR_DEVICE_INFO_PARENT_DEVICE:
		return ANSWER(ur_device_handle_t, NULL);
	case UR_DEVICE_INFO_SUPPORTED_PARTITIONS:
	case UR_DEVICE_INFO_PARTITION_TYPE:
	case UR_DEVICE_INFO_COMPONENT_DEVICES:
		return answer_bytes(ANSWER_HERE, NULL, 0);
	case UR_DEVICE_INFO_MAX_WORK_ITEM_SIZES:
		return answer_sizes(device, CUDA_DEVICE_MAX_BLOCK_DIM_X, ANSWER_HERE);
	case UR_DEVICE_INFO_MAX_WORK_GROUPS_3D:
		return answer_sizes(device, CUDA_DEVICE_MAX_GRID_DIM_X, ANSWER_HERE);
	case UR_DEVICE_INFO_GLOBAL_MEM_SIZE:
	case UR_DEVICE_INFO_MAX_MEM_ALLOC_SIZE:
		return ANSWER(uint64_t, info->global_memory);
	case UR_DEVICE_INFO_LOCAL_MEM_SIZE:
		return ANSWER(uint64_t, info->local_memory);
	case UR_DEVICE_INFO_GLOBAL_MEM_FREE:
		return answer_free_memory(device, ANSWER_HERE);
	case UR_DEVICE_INFO_MAX_MEMORY_BANDWIDTH:
		return answer_bandwidth(device, ANSWER_HERE);
	case UR_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT:
		return answer_shared(device, CUDA_DEVICE_MANAGED_MEMORY, ANSWER_HERE);
	case UR_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT:
		return answer_shared(device, CUDA_DEVICE_PAGEABLE_MEMORY_ACCESS, ANSWER_HERE);
	case UR_DEVICE_INFO_UUID:
		return answer_uuid(device, ANSWER_HERE);
	case UR_DEVICE_INFO_PCI_ADDRESS:
		return answer_pci(device, ANSWER_HERE);
	default:
		return answer_unknown("urDeviceGetInfo", what);
	}
}
