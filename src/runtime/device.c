/* runtime/device.c — the description of a device: as a struct, as a record, and as a profile for other machines. */
#include "rt.h"

#include "base/value.h"

#include <stdio.h>

size_t syb_rt_device_count(const struct syb_rt *rt)
{
	return rt->device_count;
}

struct syb_rt_device *syb_rt_device_at(const struct syb_rt *rt, size_t i)
{
	return i < rt->device_count ? rt->devices[i] : NULL;
}

const struct syb_rt_device_info *syb_rt_device_info(const struct syb_rt_device *device)
{
	return &device->info.info;
}

static void show_aspects(struct syb_record *record, const char *key, const uint32_t *aspects, size_t count)
{
	struct syb_value *list = value_list(record, record->root, key);

	for (size_t i = 0; i < count; i++) {
		const struct syb_aspect_info *aspect = syb_aspect_find(aspects[i]);
		char number[16];

		snprintf(number, sizeof(number), "%u", (unsigned)syb_aspect_stated(aspects[i]));
		value_string(record, list, NULL, aspect ? aspect->name : number);
	}
}

/* 0: unknown, to the driver or the profile. */
static void show_number(struct syb_record *record, const char *key, uint64_t number)
{
	if (number)
		value_uint(record, record->root, key, number);
	else
		value_null(record, record->root, key);
}

static void show_size(struct syb_record *record, const char *key, uint64_t bytes)
{
	if (bytes)
		value_hint(value_uint(record, record->root, key, bytes), VALUE_SIZE);
	else
		value_null(record, record->root, key);
}

static void show_caps(struct syb_record *record, const struct syb_device *caps)
{
	struct syb_value *list;

	show_aspects(record, "aspects", caps->aspects, caps->aspect_count);
	show_aspects(record, "unknown_aspects", caps->unknown_aspects, caps->unknown_aspect_count);
	list = value_list(record, record->root, "sub_group_sizes");
	for (size_t i = 0; i < caps->sub_group_size_count; i++)
		value_uint(record, list, NULL, caps->sub_group_sizes[i]);
	value_bool(record, record->root, "sub_groups", !caps->no_sub_groups);
	show_number(record, "max_work_group_size", caps->max_work_group_size);
	list = value_list(record, record->root, "max_work_item_sizes");
	for (size_t i = 0; i < 3; i++)
		value_uint(record, list, NULL, caps->max_work_item_sizes[i]);
}

static void show_formats(struct syb_record *record, uint32_t formats)
{
	static const char *const names[] = {
		[BE_SPIRV] = "spirv", [BE_BITCODE] = "bitcode", [BE_NATIVE] = "native", [BE_PTX] = "ptx"
	};
	struct syb_value *list = value_list(record, record->root, "formats");

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (formats & 1u << i)
			value_string(record, list, NULL, names[i]);
}

int syb_rt_device_record(struct syb_ctx *ctx, const struct syb_rt_device *device, struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	const struct syb_rt_device_info *info = &device->info.info;
	char selector[48];

	TRY(record_new(ctx, &record));
	snprintf(selector, sizeof(selector), "%s:%u", syb_backend_name(info->backend), (unsigned)info->number);
	value_hint(value_string(record, record->root, "selector", selector), VALUE_NAME);
	value_string(record, record->root, "name", info->name);
	value_string(record, record->root, "backend", syb_backend_name(info->backend));
	value_string(record, record->root, "type", info->type);
	value_string(record, record->root, "vendor", info->vendor);
	value_string(record, record->root, "platform", info->platform);
	value_string(record, record->root, "driver", info->driver_version);
	value_string_or_null(record, record->root, "architecture", *info->arch ? info->arch : NULL);
	value_string(record, record->root, "profile", info->caps->name);
	value_string_or_null(record, record->root, "il", *info->il_versions ? info->il_versions : NULL);
	show_formats(record, device->info.formats);
	show_number(record, "compute_units", info->compute_units);
	show_size(record, "global_memory", info->global_memory);
	show_size(record, "local_memory", info->local_memory);
	value_bool(record, record->root, "native_specialization", info->native_specialization);
	show_caps(record, info->caps);
	TRY(record_finish(record));
	*out_record = steal(record);
	return 0;
}

/* Devices of the same model have the same name and entry, so later ones are left out. */
static bool is_listed_before(struct syb_rt_device *const *devices, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (str_eq(devices[k]->info.caps.name, devices[i]->info.caps.name))
			return true;
	return false;
}

int syb_rt_device_save(struct syb_ctx *ctx, struct syb_rt_device *const *devices, size_t count, struct syb_out *out)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	const struct syb_device **list = arena_array(ctx, &scratch, count, sizeof(*list));
	size_t kept = 0;

	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		if (!is_listed_before(devices, i))
			list[kept++] = &devices[i]->info.caps;
	return syb_device_write(ctx, list, kept, out);
}
