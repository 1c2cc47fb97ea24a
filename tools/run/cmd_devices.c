/* tools/run/cmd_devices.c — sybil devices: lists the devices of this machine as a table or in full, or saves them.
 * */
#include "live.h"

/* One row of the text table: enough to choose a device. */
static void add_row(struct syb_record *record, struct syb_value *list, const struct syb_value *device)
{
	static const char *const keys[] = { "selector", "type", "architecture", "name", "driver" };
	struct syb_value *row = value_map(record, list, NULL);

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		const char *text = syb_value_string(syb_value_get(device, keys[i]));
		struct syb_value *value = value_string_or_null(record, row, keys[i], text && *text ? text : NULL);

		if (i == 0)
			value_hint(value, VALUE_NAME);
	}
}

static int show(struct tool *tool, const struct live *live)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	bool full = tool->json || tool->verbose;
	struct syb_value *list;
	int r = record_new(tool->ctx, &record);

	if (r < 0)
		return r;
	value_hint(value_uint(record, record->root, "version", 1), VALUE_QUIET);
	list = value_hint(value_list(record, record->root, "devices"), full ? VALUE_PLAIN : VALUE_TABLE);
	for (size_t i = 0; r == 0 && i < live->count; i++) {
		_cleanup_(syb_record_free_p) struct syb_record *one = NULL;

		r = syb_rt_device_record(tool->ctx, live->list[i], &one);
		if (r == 0 && full)
			value_copy(record, list, NULL, syb_record_root(one));
		else if (r == 0)
			add_row(record, list, syb_record_root(one));
	}
	return r < 0 ? r : answer(tool, NULL, SIZE_MAX, steal(record));
}

static int save(struct tool *tool, const struct live *live, const char *path)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;

	if (tool->json && str_eq(path, "-"))
		return usage(tool, "--json and the output cannot both go to standard output");
	TRY(syb_out_open(tool->ctx, path, &out));
	TRY(syb_rt_device_save(tool->ctx, live->list, live->count, out));
	TRY(syb_out_commit(tool->ctx, out));
	return answer_written(tool, path);
}

int cmd_devices(struct tool *tool)
{
	struct live_opts opts = { .all = true };
	const char *path = args_get(tool, OPT_devices_save);
	struct live live = { 0 };
	int r = args_list(tool, OPT_devices_device, &opts.selectors, &opts.selector_count);

	if (r == 0)
		r = args_guard(tool, path, OPT_devices_device);
	if (r == 0)
		r = live_open(tool, &opts, &live);
	if (r == 0 && live.count == 0)
		r = live_none(tool, &live);
	if (r == 0)
		r = path ? save(tool, &live, path) : show(tool, &live);
	else if (r == -SYB_E_NOTFOUND && tool->json && !path) /* not an error: an empty list is an answer */
		r = worse(r, show(tool, &live));
	live_drop(&live);
	return r;
}
