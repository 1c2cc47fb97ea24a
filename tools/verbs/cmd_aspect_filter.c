/* tools/verbs/cmd_aspect_filter.c — sycl-aspect-filter: `sybil filter` for one target, as the documents spell it. */
#include "tools/frame/tool.h"

int cmd_aspect_filter(struct tool *tool)
{
	static const struct filter_ids ids = {
		.target = OPT_aspect_filter_target,
		.device_config = OPT_aspect_filter_device_config_file,
		.output = OPT_aspect_filter_output,
		.out_dir = OPT_COUNT,
		.explain = OPT_COUNT,
	};

	return filter_run(tool, &ids);
}
