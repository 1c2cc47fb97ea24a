/* tools/verbs/cmd_show.c — sybil show: file → decoded record, or with --html a page about several files. */
#include "tools/frame/tool.h"

static int show_file(struct tool *tool, const char *path)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_show_opts opts = {
		.size = sizeof(opts),
		.hash = args_has(tool, OPT_show_hash),
		.hash_code = args_has(tool, OPT_show_hash),
		.raw = args_has(tool, OPT_show_raw),
		.demangle = !args_has(tool, OPT_show_no_demangle),
		.deep = args_has(tool, OPT_show_deep) || tool->verbose,
		.detail = tool->verbose || tool->json,
		.per_lane = args_has(tool, OPT_show_per_lane),
	};
	struct syb_record *record;

	TRY(syb_file_open(tool->ctx, path, &file));
	syb_file_stream(tool->ctx, file);
	opts.name = syb_file_name(file);
	TRY(syb_show(tool->ctx, syb_file_bytes(file), &opts, &record));
	return answer(tool, opts.name, SIZE_MAX, record);
}

int cmd_show(struct tool *tool)
{
	const enum option_id page[] = { OPT_show_output,        OPT_show_target, OPT_show_device,
					OPT_show_device_config, OPT_show_map,    OPT_show_force };
	const enum option_id no_page[] = { OPT_show_raw, OPT_show_no_demangle, OPT_show_per_lane };

	if (args_has(tool, OPT_show_html)) {
		TRY(args_refuse(tool, no_page, ARRAY_SIZE(no_page), "cannot be combined with", "html"));
		return start_page(tool);
	}
	TRY(args_refuse(tool, page, ARRAY_SIZE(page), "goes with", "html"));
	return each_file(tool, show_file);
}
