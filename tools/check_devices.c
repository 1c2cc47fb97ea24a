/* tools/check_devices.c — sybil check --device: kernels × devices, asked before any driver compiles anything. */
#include "live.h"

int check_devices_begin(struct tool *tool, struct live *out)
{
	struct live_opts opts = { .strict = args_has(tool, OPT_check_strict), .cache_dir = "" };
	int r = args_list(tool, OPT_check_device, &opts.selectors, &opts.selector_count);

	if (r == 0)
		r = args_list(tool, OPT_check_device_config, &opts.configs, &opts.config_count);
	if (r < 0 || opts.selector_count == 0)
		return r;
	r = live_open(tool, &opts, out);
	if (r == 0 && out->count == 0)
		r = syb_fail(tool->ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "device-none", "no device is selected");
	return r;
}

/* What came through a pipe cannot be opened again. */
static int open_bundle(struct tool *tool, const struct live *live, const struct syb_file *file, const char *path,
		       struct syb_bundle **out)
{
	struct syb_bundle_opts opts = { .size = sizeof(opts), .name = syb_file_name(file) };

	if (str_eq(path, "-"))
		return syb_bundle_open(tool->ctx, live->rt, syb_file_bytes(file), live->list, live->count, &opts, out);
	return syb_bundle_open_file(tool->ctx, live->rt, path, live->list, live->count, &opts, out);
}

int check_devices(struct tool *tool, const struct live *live, const struct syb_file *file, const char *path,
		  struct syb_record *record, struct syb_value *map)
{
	_cleanup_(syb_bundle_close_p) struct syb_bundle *bundle = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *matrix = NULL;
	int r;

	if (!live->rt)
		return 0;
	r = open_bundle(tool, live, file, path, &bundle);
	if (r == 0)
		r = syb_bundle_check(tool->ctx, bundle, &matrix);
	if (r < 0)
		return r;
	value_copy(record, map, "devices", syb_record_root(matrix));
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(tool->ctx, syb_file_name(file));
	return check_targets_judge(tool, syb_record_root(matrix));
}

void check_devices_drop(struct live *live)
{
	live_drop(live);
}
