/* tools/cmd_link.c — sybil link: packages → package, or with --spirv modules → module. */
#include "tool.h"

/* The map appears only when the package does. */
int link_begin_map(struct tool *tool, const char *path, const struct syb_record *map, struct syb_out **out_out)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	const struct syb_render_opts opts = { .size = sizeof(opts) };
	size_t len = strlen(path);
	bool json = tool->json || (len > 5 && str_eq(path + len - 5, ".json"));
	int r = syb_out_open(tool->ctx, path, &out);

	if (r == 0 && json)
		r = syb_value_write_json(tool->ctx, syb_record_root(map), &opts, out);
	else if (r == 0)
		r = syb_value_write_text(tool->ctx, syb_record_root(map), &opts, out);
	if (r == 0)
		*out_out = steal(out);
	return r;
}

int cmd_link(struct tool *tool)
{
	return args_has(tool, OPT_link_spirv) ? link_spirv(tool) : link_packages(tool);
}
