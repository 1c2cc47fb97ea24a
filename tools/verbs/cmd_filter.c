/* tools/verbs/cmd_filter.c — sybil filter: file table × targets → file tables. */
#include "tools/frame/tool.h"

int cmd_filter(struct tool *tool)
{
	static const struct filter_ids ids = {
		.target = OPT_filter_target,
		.device_config = OPT_filter_device_config,
		.output = OPT_filter_output,
		.out_dir = OPT_filter_out_dir,
		.explain = OPT_filter_explain,
	};

	return filter_run(tool, &ids);
}
