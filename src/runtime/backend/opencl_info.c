/* runtime/backend/opencl_info.c — capabilities of an OpenCL device: aspects by a table, sub-groups, limits,
 * architecture. */
#include "opencl.h"

#include "base/words.h"
#include "caps.h"

#include <stdio.h>

#ifndef CL_DEVICE_IP_VERSION_INTEL
#define CL_DEVICE_IP_VERSION_INTEL 0x4250
#endif
enum {
	NV_COMPUTE_CAPABILITY_MAJOR = 0x4000,
	NV_COMPUTE_CAPABILITY_MINOR = 0x4001,
	NV_WARP_SIZE = 0x4003,
	AMD_WAVEFRONT_WIDTH = 0x4043,
	INTEL_SUB_GROUP_SIZES = 0x4108,
};

static const char *text_of(struct syb_ctx *ctx, struct be_device *device, struct arena *arena, bool platform,
			   cl_uint what)
{
	const struct opencl_api *api = device->api;
	size_t len = 0;
	cl_int error = platform ? api->clGetPlatformInfo(device->platform, what, 0, NULL, &len)
				: api->clGetDeviceInfo(device->id, what, 0, NULL, &len);
	char *text;

	if (error != CL_SUCCESS || len == 0 || len > DRIVER_MOST_TEXT)
		return "";
	text = arena_bytes(ctx, arena, len + 1);
	if (!text)
		return NULL;
	memset(text, 0, len + 1); /* the text may be shorter than announced */
	error = platform ? api->clGetPlatformInfo(device->platform, what, len, text, NULL)
			 : api->clGetDeviceInfo(device->id, what, len, text, NULL);
	text[error == CL_SUCCESS ? len : 0] = '\0';
	return text + strspn(text, " "); /* some drivers pad names of CPUs */
}

const char *opencl_text(struct syb_ctx *ctx, struct be_device *device, struct arena *arena, cl_device_info what)
{
	return text_of(ctx, device, arena, false, what);
}

uint64_t opencl_number(struct be_device *device, cl_device_info what)
{
	uint64_t number = 0;
	size_t len = 0;

	/* little-endian hosts only: a shorter answer leaves the rest 0 */
	if (device->api->clGetDeviceInfo(device->id, what, sizeof(number), &number, &len) != CL_SUCCESS)
		return 0;
	return len == 4 ? (uint32_t)number : number;
}

/* Whether all names, separated by blanks, are in the list. */
bool opencl_has(const char *extensions, const char *names)
{
	size_t len;

	for (const char *name; (name = words_next(&names, &len));)
		if (!words_have(extensions, name, len))
			return false;
	return true;
}

/* ---- processors ---- */

/* Names of processors that Intel's driver for CPUs tells apart, all with AMX. DPC++'s runtime has the same numbers and
 * names. */
static const struct {
	uint64_t ip_version;
	const char *aliases;
} processors[] = {
	{ 0x08, "x86_64 spir64_x86_64 intel_cpu_spr" },
	{ 0x09, "x86_64 spir64_x86_64 intel_cpu_gnr" },
	{ 0x10, "x86_64 spir64_x86_64 intel_cpu_dmr" },
};

/* Any CPU runs what was compiled for SPIR-V's CPU target. NULL: not a processor of the table. */
static const char *processor_aliases(struct be_device *device, const char *extensions)
{
	if (!(opencl_number(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) ||
	    !opencl_has(extensions, "cl_intel_device_attribute_query"))
		return NULL;
	uint64_t ip = opencl_number(device, CL_DEVICE_IP_VERSION_INTEL);

	for (size_t i = 0; i < ARRAY_SIZE(processors); i++)
		if (processors[i].ip_version == ip)
			return processors[i].aliases;
	return NULL;
}

/* ---- aspects ---- */

enum how { EXTENSION, TYPE, ONLY_TYPE, FLAG, PROFILING, MEMORY, MATRIX, NEVER };

static const struct {
	const char *aspect;
	enum how how;
	uint64_t number;
	const char *extensions;
} rows[] = {
#define ASPECT(aspect, how, number, extensions) { aspect, how, number, extensions },
#include "opencl_aspects.def"
#undef ASPECT
};

/* Whether this library can allocate such memory, by unified shared memory or else by shared virtual memory. */
static bool has_memory(struct be_device *device, uint64_t which)
{
	static const cl_device_info queries[] = {
		CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
		CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL,
		CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
		CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL,
		CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL,
		CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
	};
	uint64_t svm = opencl_number(device, CL_DEVICE_SVM_CAPABILITIES), usm;

	if (device->memory == OPENCL_USM) {
		usm = opencl_number(device, queries[which]);
		return usm & (which >= 4 ? CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL
					 : CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL);
	}
	if (device->memory == OPENCL_BUFFER)
		return false;
	if (which == 3)
		return svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM;
	return which == 0 || (device->fine && (which < 3 || (svm & CL_DEVICE_SVM_ATOMICS)));
}

static bool has_aspect(struct be_device *device, size_t row, const char *extensions)
{
	switch (rows[row].how) {
	case EXTENSION:
		return opencl_has(extensions, rows[row].extensions);
	case TYPE:
		return opencl_number(device, CL_DEVICE_TYPE) & rows[row].number;
	case FLAG:
		return opencl_number(device, (cl_device_info)rows[row].number);
	case PROFILING:
		return opencl_number(device, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES) & CL_QUEUE_PROFILING_ENABLE;
	case MEMORY:
		return has_memory(device, rows[row].number);
	case MATRIX:
		return opencl_has(extensions, rows[row].extensions) || processor_aliases(device, extensions);
	case ONLY_TYPE:
	case NEVER:
		break;
	}
	return false;
}

static bool is_unknown(struct be_device *device, size_t row)
{
	return rows[row].how == ONLY_TYPE && (opencl_number(device, CL_DEVICE_TYPE) & rows[row].number);
}

static int find_aspects(struct syb_ctx *ctx, struct be_device *device, struct arena *arena, const char *extensions,
			struct syb_device *out)
{
	struct caps caps = { 0 };

	for (size_t row = 0; row < ARRAY_SIZE(rows); row++)
		if (!is_unknown(device, row))
			caps_set(&caps, rows[row].aspect, has_aspect(device, row, extensions));
	return caps_done(ctx, &caps, false, arena, out);
}

/* ---- sub-groups ---- */

static int find_sub_groups(struct syb_ctx *ctx, struct be_device *device, struct arena *arena, const char *extensions,
			   struct syb_device *caps)
{
	enum { MOST = 16, MOST_SUB_GROUP = 4096 };
	size_t sizes[MOST] = { 0 }, len = 0;
	uint32_t *list = arena_array(ctx, arena, MOST, sizeof(*list));
	uint64_t one = 0;

	if (!list)
		return -SYB_E_NOMEM;
	caps->sub_group_sizes = list;
	if (opencl_has(extensions, "cl_intel_required_subgroup_size") &&
	    device->api->clGetDeviceInfo(device->id, INTEL_SUB_GROUP_SIZES, sizeof(sizes), sizes, &len) == CL_SUCCESS) {
		for (size_t i = 0; i < MOST && i < len / sizeof(*sizes); i++)
			if (sizes[i] && sizes[i] <= MOST_SUB_GROUP)
				list[caps->sub_group_size_count++] = (uint32_t)sizes[i];
		caps->no_sub_groups = caps->sub_group_size_count == 0;
		return 0;
	}
	if (opencl_has(extensions, "cl_nv_device_attribute_query"))
		one = opencl_number(device, NV_WARP_SIZE);
	else if (opencl_has(extensions, "cl_amd_device_attribute_query"))
		one = opencl_number(device, AMD_WAVEFRONT_WIDTH);
	if (one && one <= MOST_SUB_GROUP)
		list[caps->sub_group_size_count++] = (uint32_t)one;
	else
		caps->no_sub_groups = !opencl_has(extensions, "cl_khr_subgroups") &&
				      !opencl_has(extensions, "cl_intel_subgroups") &&
				      opencl_number(device, CL_DEVICE_MAX_NUM_SUB_GROUPS) == 0;
	return 0;
}

/* ---- name and architecture ---- */

static const char *find_arch(struct be_device *device, const char *extensions, uint64_t type)
{
	const struct syb_target_info *target = NULL;
	char name[64];

	if (type & CL_DEVICE_TYPE_CPU) {
#if defined(__x86_64__)
		return "x86_64";
#else
		return "";
#endif
	}
	if (opencl_has(extensions, "cl_nv_device_attribute_query")) {
		snprintf(name, sizeof(name), "nvidia_gpu_sm_%u%u",
			 (unsigned)opencl_number(device, NV_COMPUTE_CAPABILITY_MAJOR),
			 (unsigned)opencl_number(device, NV_COMPUTE_CAPABILITY_MINOR));
		target = syb_target_find(name);
	} else if (opencl_has(extensions, "cl_intel_device_attribute_query")) {
		uint64_t ip = opencl_number(device, CL_DEVICE_IP_VERSION_INTEL);

		snprintf(name, sizeof(name), "intel_gpu_%u_%u_%u", (unsigned)(ip >> 22 & 0x3ff),
			 (unsigned)(ip >> 14 & 0xff), (unsigned)(ip & 0x3f));
		target = syb_target_find(name);
	}
	return target ? target->name : "";
}

/* A name for its profile: one word. "pthread-Intel(R) Xeon(R) CPU" → "opencl-pthread-intel-r-xeon-r-cpu". */
static const char *profile_name(struct syb_ctx *ctx, struct arena *arena, const char *name)
{
	size_t len = 7 + strlen(name), n = 6;
	char *word = arena_bytes(ctx, arena, len + 1);

	if (!word)
		return NULL;
	memcpy(word, "opencl", 6);
	for (bool gap = true; *name; name++) {
		char c = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
		bool good = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_';

		if (!good) {
			gap = true;
			continue;
		}
		if (gap && n + 1 < len)
			word[n++] = '-';
		gap = false;
		if (n < len)
			word[n++] = c;
	}
	word[n] = '\0';
	return word;
}

static void find_limits(struct be_device *device, struct syb_device *caps)
{
	size_t sizes[16] = { 0 }, len = 0;

	caps->max_work_group_size = opencl_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
	if (device->api->clGetDeviceInfo(device->id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(sizes), sizes, &len) ==
	    CL_SUCCESS)
		for (size_t i = 0; i < 3 && i < len / sizeof(*sizes); i++)
			caps->max_work_item_sizes[i] = sizes[i];
}

static uint32_t find_formats(struct be_device *device, const char *extensions, const char *il, const char *arch)
{
	uint32_t formats = 1u << BE_NATIVE;
	bool function = device->create_il || device->api->clCreateProgramWithIL;

	if (strstr(il, "SPIR-V") && function)
		formats |= 1u << BE_SPIRV;
	else if (opencl_has(extensions, "cl_khr_spir"))
		formats |= 1u << BE_BITCODE;
	if (str_starts(arch, "nvidia_gpu"))
		formats |= 1u << BE_PTX;
	return formats;
}

int opencl_info(struct syb_ctx *ctx, struct be_device *device, struct arena *arena, struct be_device_info *out_info)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	const char *extensions = opencl_text(ctx, device, &scratch, CL_DEVICE_EXTENSIONS);
	uint64_t type = opencl_number(device, CL_DEVICE_TYPE);
	struct be_device_info all = { 0 };
	struct syb_rt_device_info *info = &all.info;
	int r;

	info->name = opencl_text(ctx, device, arena, CL_DEVICE_NAME);
	info->vendor = opencl_text(ctx, device, arena, CL_DEVICE_VENDOR);
	info->platform = text_of(ctx, device, arena, true, CL_PLATFORM_NAME);
	info->driver_version = opencl_text(ctx, device, arena, CL_DRIVER_VERSION);
	info->il_versions = opencl_text(ctx, device, arena, CL_DEVICE_IL_VERSION);
	if (!extensions || !info->name || !info->vendor || !info->platform || !info->driver_version ||
	    !info->il_versions)
		return -SYB_E_NOMEM;
	info->type = type & CL_DEVICE_TYPE_CPU ? "cpu" : type & CL_DEVICE_TYPE_GPU ? "gpu" : "acc";
	info->arch = find_arch(device, extensions, type);
	info->compute_units = (uint32_t)opencl_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
	info->global_memory = opencl_number(device, CL_DEVICE_GLOBAL_MEM_SIZE);
	info->local_memory = opencl_number(device, CL_DEVICE_LOCAL_MEM_SIZE);
	all.formats = find_formats(device, extensions, info->il_versions, info->arch);
	all.has_usm = device->memory != OPENCL_BUFFER;
	info->native_specialization = all.formats & 1u << BE_SPIRV && device->api->clSetProgramSpecializationConstant;
	all.caps.name = profile_name(ctx, arena, info->name);
	all.caps.aliases = processor_aliases(device, extensions);
	if (!all.caps.aliases)
		all.caps.aliases = str_eq(info->arch, "x86_64") ? "x86_64 spir64_x86_64" : info->arch;
	all.caps.aot_toolchain = all.caps.aot_toolchain_options = "";
	r = all.caps.name ? find_aspects(ctx, device, arena, extensions, &all.caps) : -SYB_E_NOMEM;
	if (r == 0)
		r = find_sub_groups(ctx, device, arena, extensions, &all.caps);
	find_limits(device, &all.caps);
	if (r == 0)
		*out_info = all;
	return r;
}
