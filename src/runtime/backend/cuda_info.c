/* runtime/backend/cuda_info.c — capabilities of an NVIDIA GPU, from device attributes and the table of targets. */
#include "cuda.h"

#include "caps.h"
#include <sybil/target.h>

#include <stdio.h>

/* Aspects that a non-zero attribute means. All others follow from the compute capability, by the table of targets. */
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

/* The target of this compute capability, or the newest one before it, whose code runs here too. */
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

	for (size_t i = 0; i < ARRAY_SIZE(queried); i++) {
		int value;

		TRY(cuda_attribute(ctx, device, queried[i].attribute, &value));
		caps_set(&caps, queried[i].aspect, value != 0);
	}
	caps_add(&caps, target ? target->aspects : "gpu");
	return caps_done(ctx, &caps, target != NULL, arena, out_device);
}

static int read_limits(struct syb_ctx *ctx, const struct be_device *device, struct arena *arena,
		       struct be_device_info *info)
{
	int units = 0, threads = 0, warp = 0, sizes[3] = { 0 };
	const struct {
		int attribute, *value;
	} limits[] = {
		{ CUDA_DEVICE_MULTIPROCESSOR_COUNT, &units },
		{ CUDA_DEVICE_MAX_THREADS_PER_BLOCK, &threads },
		{ CUDA_DEVICE_WARP_SIZE, &warp },
		{ CUDA_DEVICE_MAX_BLOCK_DIM_X, &sizes[0] },
		{ CUDA_DEVICE_MAX_BLOCK_DIM_X + 1, &sizes[1] },
		{ CUDA_DEVICE_MAX_BLOCK_DIM_X + 2, &sizes[2] },
	};
	uint32_t *sub_group = arena_array(ctx, arena, 1, sizeof(*sub_group));
	int r = sub_group ? 0 : -SYB_E_NOMEM;

	for (size_t i = 0; i < ARRAY_SIZE(limits) && r >= 0; i++)
		r = cuda_attribute(ctx, device, limits[i].attribute, limits[i].value);
	if (r < 0)
		return r;
	*sub_group = (uint32_t)warp;
	info->info.compute_units = (uint32_t)units;
	info->caps.sub_group_sizes = sub_group;
	info->caps.sub_group_size_count = warp != 0;
	info->caps.max_work_group_size = (uint64_t)threads;
	for (size_t d = 0; d < 3; d++)
		info->caps.max_work_item_sizes[d] = (uint64_t)sizes[d];
	return 0;
}

/* A GPU also runs code for its architecture-specific target: sm_90 runs sm_90a. */
static const char *other_name(const char *arch)
{
	const struct syb_target_info *target;
	char name[40];

	snprintf(name, sizeof(name), "%sa", arch);
	target = syb_target_find(name);
	return target ? target->name : "";
}

int cuda_info(struct syb_ctx *ctx, struct be_device *device, struct arena *arena, struct be_device_info *out_info)
{
	const struct cuda_api *api = &device->backend->api;
	struct be_device_info info = { .formats = 1u << BE_PTX | 1u << BE_NATIVE, .has_usm = true };
	struct syb_rt_device_info *i = &info.info;
	char name[256] = "", driver[32], arch[32];
	int version = device->backend->driver_version;
	size_t memory = 0;
	int r = api->device_name(name, sizeof(name), device->device);

	if (r == CUDA_OK)
		r = api->device_memory(&memory, device->device);
	r = cuda_check(ctx, device->backend, r, "cuDeviceGetName");
	if (r < 0)
		return r;
	if (version < 0)
		version = 0;
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
		.global_memory = memory,
		.local_memory = (uint64_t)device->most_shared,
	};
	if (!i->name || !i->driver_version || !i->arch)
		return -SYB_E_NOMEM;
	info.caps.name = i->arch;
	info.caps.aliases = other_name(arch);
	info.caps.aot_toolchain = info.caps.aot_toolchain_options = "";
	r = read_aspects(ctx, device, arena, &info.caps);
	if (r >= 0)
		r = read_limits(ctx, device, arena, &info);
	if (r >= 0)
		*out_info = info;
	return r;
}
