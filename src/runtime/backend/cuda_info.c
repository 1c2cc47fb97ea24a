/* runtime/backend/cuda_info.c — what an NVIDIA GPU can do, out of device attributes and the table of targets. */
#include "cuda.h"

#include "caps.h"
#include <sybil/target.h>

#include <stdio.h>

/* Aspects that hang on an attribute being non-zero. The others follow from the compute capability: they are the target
 * table's for it. */
static const struct {
	int attribute;
	const char *aspect;
} queried[] = {
	{ CUDA_DEVICE_MANAGED_MEMORY, "usm_shared_allocations" },
	{ CUDA_DEVICE_PAGEABLE_MEMORY_ACCESS, "usm_system_allocations" },
	{ CUDA_DEVICE_HOST_NATIVE_ATOMIC_SUPPORTED, "usm_atomic_host_allocations" },
	{ CUDA_DEVICE_CONCURRENT_MANAGED_ACCESS, "usm_atomic_shared_allocations" },
	{ CUDA_DEVICE_VIRTUAL_MEMORY_MANAGEMENT, "ext_oneapi_virtual_mem" },
	{ CUDA_DEVICE_MEMORY_POOLS, "ext_oneapi_async_memory_alloc" },
	{ CUDA_DEVICE_CLUSTER_LAUNCH, "ext_oneapi_cuda_cluster_group" },
};

static uint64_t attribute(const struct be_device *device, int which)
{
	int value = 0;

	if (device->backend->api.device_attribute(&value, which, device->device) != CUDA_OK || value < 0)
		return 0;
	return (uint64_t)value;
}

/* The target of this compute capability, or of the newest before it: code for that runs here too. */
static const struct syb_target_info *nearest_target(int sm)
{
	for (int n = sm; n >= 50; n--) {
		const struct syb_target_info *target;
		char name[32];

		snprintf(name, sizeof(name), "nvidia_gpu_sm_%d", n);
		target = syb_target_find(name);
		if (target)
			return target;
	}
	return NULL;
}

static int read_aspects(struct syb_ctx *ctx, const struct be_device *device, struct arena *arena,
			struct syb_device *out_device)
{
	const struct syb_target_info *target = nearest_target(device->sm);
	struct caps caps = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(queried); i++)
		caps_set(&caps, queried[i].aspect, attribute(device, queried[i].attribute) != 0);
	caps_add(&caps, target ? target->aspects : "gpu");
	return caps_done(ctx, &caps, target != NULL, arena, out_device);
}

int cuda_info(struct syb_ctx *ctx, struct be_device *device, struct arena *arena, struct be_device_info *out_info)
{
	const struct cuda_api *api = &device->backend->api;
	struct be_device_info info = { .formats = 1u << BE_PTX | 1u << BE_NATIVE, .has_usm = true };
	struct syb_rt_device_info *i = &info.info;
	uint32_t *warp = arena_array(ctx, arena, 1, sizeof(*warp));
	size_t memory = 0;
	char name[256] = "", driver[32], arch[32];
	int version = device->backend->driver_version;
	int r = api->device_name(name, sizeof(name), device->device);

	if (r == CUDA_OK)
		r = api->device_memory(&memory, device->device);
	if (r != CUDA_OK)
		return cuda_fail(ctx, device->backend, r, "cuDeviceGetName");
	if (!warp)
		return -SYB_E_NOMEM;
	r = read_aspects(ctx, device, arena, &info.caps);
	if (r < 0)
		return r;

	snprintf(driver, sizeof(driver), "CUDA %d.%d", version / 1000, version % 1000 / 10);
	snprintf(arch, sizeof(arch), "nvidia_gpu_sm_%d", device->sm);
	*i = (struct syb_rt_device_info){
		.backend = SYB_BACKEND_CUDA,
		.number = device->number,
		.type = "gpu",
		.name = arena_string(ctx, arena, name, strnlen(name, sizeof(name))),
		.vendor = "NVIDIA Corporation",
		.platform = "NVIDIA CUDA",
		.driver_version = arena_string(ctx, arena, driver, strlen(driver)),
		.arch = arena_string(ctx, arena, arch, strlen(arch)),
		.il_versions = "",
		.compute_units = (uint32_t)attribute(device, CUDA_DEVICE_MULTIPROCESSOR_COUNT),
		.global_memory = memory,
		.local_memory = (uint64_t)device->most_shared,
	};
	if (!i->name || !i->driver_version || !i->arch)
		return -SYB_E_NOMEM;
	*warp = (uint32_t)attribute(device, CUDA_DEVICE_WARP_SIZE);
	info.caps.name = i->arch;
	info.caps.aliases = "";
	info.caps.aot_toolchain = info.caps.aot_toolchain_options = "";
	info.caps.sub_group_sizes = warp;
	info.caps.sub_group_size_count = *warp != 0;
	info.caps.max_work_group_size = attribute(device, CUDA_DEVICE_MAX_THREADS_PER_BLOCK);
	for (int d = 0; d < 3; d++)
		info.caps.max_work_item_sizes[d] = attribute(device, CUDA_DEVICE_MAX_BLOCK_DIM_X + d);
	*out_info = info;
	return 0;
}
