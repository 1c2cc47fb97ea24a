/* tools/verbs/targets.c — looks up targets of the command line in the device configuration. */
#include "term/nearest.h"
#include "tools/frame/tool.h"

int targets_find(struct tool *tool, enum option_id config, const char *const *names, size_t count, struct targets *out)
{
	struct syb_devices_opts opts = { .size = sizeof(opts) };
	int r = args_list(tool, config, &opts.files, &opts.file_count);

	if (r == 0)
		r = syb_devices_load(tool->ctx, &opts, &out->devices);
	if (r < 0)
		return r;
	if (count == 0)
		out->count = syb_devices_count(out->devices);
	out->list = arena_array(tool->ctx, &tool->arena, out->count + count + 1, sizeof(struct syb_device *));
	out->names = arena_array(tool->ctx, &tool->arena, out->count + count + 1, sizeof(*names));
	if (!out->list || !out->names)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < out->count; i++) {
		out->list[i] = syb_devices_at(out->devices, i);
		out->names[i] = out->list[i]->name;
	}
	for (size_t i = 0; i < count; i++) {
		const char *near;

		out->names[i] = names[i];
		out->list[i] = syb_devices_find(out->devices, names[i]);
		if (out->list[i])
			continue;
		near = syb_devices_nearest(out->devices, names[i]);
		r = syb_fail(tool->ctx, SYB_E_ARG, SYB_NO_OFFSET, "unknown-target", "unknown target '%s'" NEAREST_HINT,
			     names[i], NEAREST_ARGS(near));
		return opts.file_count && syb_devices_count(out->devices) == 0
			       ? syb_note(tool->ctx, r, "%s has no devices", opts.files[0])
			       : r;
	}
	out->count += count;
	return 0;
}

void targets_drop(struct targets *targets)
{
	syb_devices_free(targets->devices);
}
