/* runtime/backend/level_zero_info.c — capabilities of a device, from its properties and the table of targets. */
#include "level_zero.h"

#include "caps.h"
#include <sybil/target.h>
#include <sybil/zebin.h>

#include <stdio.h>

/* The results of all queries. */
struct answers {
	struct l0_compute_properties compute;
	struct l0_module_properties module;
	struct l0_access_properties access;
	struct l0_image_properties image;
	struct l0_memory_properties memories[8];
	uint32_t memory_count;
};

static int ask(struct syb_ctx *ctx, const struct be_device *device, struct answers *a)
{
	const struct l0_api *api = &device->backend->api;
	int r;

	memset(a, 0, sizeof(*a));
	a->compute.type = L0_TYPE_DEVICE_COMPUTE_PROPERTIES;
	a->module.type = L0_TYPE_DEVICE_MODULE_PROPERTIES;
	a->access.type = L0_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES;
	a->image.type = L0_TYPE_DEVICE_IMAGE_PROPERTIES;
	a->memory_count = ARRAY_SIZE(a->memories);
	for (size_t i = 0; i < ARRAY_SIZE(a->memories); i++)
		a->memories[i].type = L0_TYPE_DEVICE_MEMORY_PROPERTIES;
	r = api->compute_properties(device->device, &a->compute);
	if (r == L0_SUCCESS)
		r = api->module_properties(device->device, &a->module);
	if (r == L0_SUCCESS)
		r = api->access_properties(device->device, &a->access);
	if (r == L0_SUCCESS)
		r = api->image_properties(device->device, &a->image);
	if (r == L0_SUCCESS)
		r = api->memory_properties(device->device, &a->memory_count, a->memories);
	r = l0_check(ctx, r, "zeDeviceGet…Properties");
	if (r < 0)
		return r;
	if (a->memory_count > ARRAY_SIZE(a->memories))
		a->memory_count = ARRAY_SIZE(a->memories);
	if (a->compute.sub_group_count > ARRAY_SIZE(a->compute.sub_group_sizes))
		a->compute.sub_group_count = ARRAY_SIZE(a->compute.sub_group_sizes);
	return 0;
}

/* The IP version is the product config that zebins state; the table of products has ocloc's name for it, and the table
 * of targets ours. */
static const struct syb_target_info *find_target(const struct be_device *device)
{
	const struct syb_zebin_product *product =
		device->ip_version ? syb_zebin_product_find(SYB_ZEBIN_PRODUCT_CONFIG, device->ip_version) : NULL;
	char name[32];
	size_t i;

	if (!product || strlen(product->device) >= sizeof(name))
		return NULL;
	for (i = 0; product->device[i]; i++)
		name[i] = product->device[i] == '-' ? '_' : product->device[i];
	name[i] = '\0';
	return name[0] ? syb_target_by_arch(name, "spir64_gen-unknown-unknown") : NULL;
}

static void set_aspects(struct caps *caps, const struct be_device *device, const struct answers *a,
			const struct syb_target_info *target)
{
	const uint32_t kind = device->properties.kind, rw = L0_ACCESS_RW, atomic = L0_ACCESS_RW | L0_ACCESS_ATOMIC;
	const struct {
		const char *aspect;
		bool has;
	} queried[] = {
		{ "cpu", kind == L0_DEVICE_TYPE_CPU },
		{ "gpu", kind == L0_DEVICE_TYPE_GPU },
		{ "accelerator", kind != L0_DEVICE_TYPE_CPU && kind != L0_DEVICE_TYPE_GPU },
		{ "fp16", a->module.flags & L0_MODULE_FLAG_FP16 },
		{ "fp64", a->module.flags & L0_MODULE_FLAG_FP64 },
		{ "atomic64", a->module.flags & L0_MODULE_FLAG_INT64_ATOMICS },
		{ "image", a->image.max_2d != 0 },
		{ "ext_intel_legacy_image", a->image.max_2d != 0 },
		{ "usm_device_allocations", a->access.device & rw },
		{ "usm_host_allocations", a->access.host & rw },
		{ "usm_shared_allocations", a->access.shared & rw },
		{ "usm_system_allocations", a->access.shared_system & rw },
		{ "usm_atomic_host_allocations", (a->access.host & atomic) == atomic },
		{ "usm_atomic_shared_allocations", (a->access.shared & atomic) == atomic },
		{ "online_compiler", true },
		{ "online_linker", true },
		{ "queue_profiling", true },
	};

	for (size_t i = 0; i < ARRAY_SIZE(queried); i++)
		caps_set(caps, queried[i].aspect, queried[i].has);
	if (target)
		caps_add(caps, target->aspects);
}

static const char *type_name(uint32_t kind)
{
	return kind == L0_DEVICE_TYPE_GPU    ? "gpu"
	       : kind == L0_DEVICE_TYPE_CPU  ? "cpu"
	       : kind == L0_DEVICE_TYPE_FPGA ? "fpga"
					     : "acc";
}

/* "SPIR-V_1.2 SPIR-V_1.1 SPIR-V_1.0": a device that accepts a version accepts earlier ones. */
static const char *il_versions(struct syb_ctx *ctx, struct arena *arena, uint32_t newest)
{
	char text[256] = "";
	size_t len = 0;
	uint32_t major = newest >> 16, minor = newest & 0xffff;

	for (uint32_t m = minor + 1; major == 1 && minor < 16 && m-- > 0;)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%sSPIR-V_1.%u", len ? " " : "", m);
	return arena_string(ctx, arena, text, len);
}

int l0_info(struct syb_ctx *ctx, struct be_device *device, struct arena *arena, struct be_device_info *out_info)
{
	const struct l0_device_properties *p = &device->properties;
	const struct syb_target_info *target = find_target(device);
	struct be_device_info info = { .formats = 1u << BE_SPIRV | 1u << BE_NATIVE, .has_usm = true };
	struct caps caps = { 0 };
	struct answers a;
	uint32_t version = device->platform->version, *sizes;
	char driver[64];
	const char *word;

	TRY(ask(ctx, device, &a));
	set_aspects(&caps, device, &a, target);
	TRY(caps_done(ctx, &caps, target != NULL, arena, &info.caps));
	snprintf(driver, sizeof(driver), "%u.%u.%u", version >> 24, version >> 16 & 0xff, version & 0xffff);
	info.info = (struct syb_rt_device_info){
		.backend = SYB_BACKEND_LEVEL_ZERO,
		.number = device->number,
		.type = type_name(p->kind),
		.name = arena_string(ctx, arena, p->name, strnlen(p->name, sizeof(p->name))),
		.vendor = p->vendor == 0x8086 ? "Intel(R) Corporation" : "",
		.platform = "Level Zero",
		.driver_version = arena_string(ctx, arena, driver, strlen(driver)),
		.arch = target ? target->name : "",
		.il_versions = il_versions(ctx, arena, a.module.spirv_version),
		.compute_units = p->slices * p->subslices_per_slice * p->eus_per_subslice,
		.local_memory = a.compute.max_local,
		.native_specialization = true,
	};
	for (uint32_t i = 0; i < a.memory_count; i++)
		info.info.global_memory += a.memories[i].size;
	snprintf(driver, sizeof(driver), "level_zero-%04x-%04x", p->vendor & 0xffff, p->id & 0xffff);
	word = arena_string(ctx, arena, driver, strlen(driver));
	sizes = arena_array(ctx, arena, ARRAY_SIZE(a.compute.sub_group_sizes), sizeof(*sizes));
	if (!sizes || !word || !info.info.name || !info.info.driver_version || !info.info.il_versions)
		return -SYB_E_NOMEM;
	memcpy(sizes, a.compute.sub_group_sizes, a.compute.sub_group_count * sizeof(*sizes));
	info.caps.sub_group_sizes = sizes;
	info.caps.sub_group_size_count = a.compute.sub_group_count;
	info.caps.no_sub_groups = a.compute.sub_group_count == 0;
	for (size_t d = 0; d < 3; d++)
		info.caps.max_work_item_sizes[d] = a.compute.max_group[d];
	info.caps.name = target ? target->name : word;
	info.caps.aliases = target ? target->aliases : "";
	info.caps.aot_toolchain = target ? target->aot_toolchain : "";
	info.caps.aot_toolchain_options = "";
	info.caps.max_work_group_size = a.compute.max_total_group;
	*out_info = info;
	return 0;
}
