/* tools/report_devices.c — devices of this machine, or saved ones, for a page (sybil-rt). */
#include "tools/run/live.h"

#include <stdio.h>

int report_devices_begin(struct tool *tool, const struct report_ids *ids, struct report_devices *out)
{
	struct live_opts opts = { .cache_dir = "" };
	struct live *live;
	int r = args_list(tool, ids->device, &opts.selectors, &opts.selector_count);

	if (r == 0)
		r = args_list(tool, ids->device_config, &opts.configs, &opts.config_count);
	if (r < 0 || opts.selector_count == 0)
		return r;
	live = out->live = arena_alloc(tool->ctx, &tool->arena, sizeof(*live));
	r = live ? live_open(tool, &opts, live) : -SYB_E_NOMEM;
	if (r == 0 && live->count == 0)
		r = live_none(tool, live);
	if (r < 0)
		return r;
	out->list = arena_array(tool->ctx, &tool->arena, live->count, sizeof(struct syb_device *));
	out->names = arena_array(tool->ctx, &tool->arena, live->count, sizeof(*out->names));
	out->origins = arena_array(tool->ctx, &tool->arena, live->count, sizeof(*out->origins));
	if (!out->list || !out->names || !out->origins)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < live->count; i++) {
		const struct syb_rt_device_info *info = syb_rt_device_info(live->list[i]);
		char origin[64];

		out->list[i] = info->caps;
		out->names[i] = info->backend == SYB_BACKEND_PROFILE ? info->caps->name : info->name;
		if (info->backend == SYB_BACKEND_PROFILE)
			continue;
		snprintf(origin, sizeof(origin), "%s:%u", syb_backend_name(info->backend), info->number);
		out->origins[i] = arena_string(tool->ctx, &tool->arena, origin, strlen(origin));
		if (!out->origins[i])
			return -SYB_E_NOMEM;
	}
	out->count = live->count;
	return 0;
}

void report_devices_drop(struct report_devices *devices)
{
	if (devices->live)
		live_drop(devices->live);
}
