/* tools/cmd_link.c — sybil link: packages → package, or with --spirv modules → module. */
#include "tools/frame/tool.h"

/* The map appears only when the package does. */
static int begin_map(struct tool *tool, const char *path, const struct syb_record *map, struct syb_out **out_out)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct syb_render_opts opts = { .size = sizeof(opts) };
	size_t len = strlen(path);
	bool json = tool->json || (len > 5 && str_eq(path + len - 5, ".json"));
	int r = syb_out_open(tool->ctx, path, &out);

	if (str_eq(path, "-"))
		opts = answer_form(tool);
	if (r == 0 && json)
		r = syb_value_write_json(tool->ctx, syb_record_root(map), &opts, out);
	else if (r == 0)
		r = syb_value_write_text(tool->ctx, syb_record_root(map), &opts, out);
	if (r == 0)
		*out_out = steal(out);
	return r;
}

int link_commit(struct tool *tool, const struct syb_record *map, const char *path, struct syb_out *out)
{
	_cleanup_(syb_out_close_p) struct syb_out *map_out = NULL;
	const char *map_path = args_get(tool, OPT_link_map);
	int r = map ? begin_map(tool, map_path, map, &map_out) : 0;

	if (r == 0)
		r = syb_out_commit(tool->ctx, out);
	if (r == 0 && map_out)
		r = syb_out_commit(tool->ctx, map_out);
	if (r < 0 || (map_path && str_eq(map_path, "-"))) /* the map is the answer */
		return r;
	return answer_written(tool, path);
}

/* Options that have no meaning for the way of linking, and one file for two things. */
static int check_options(struct tool *tool, bool spirv)
{
	static const enum option_id of_packages[] = {
		OPT_link_state,   OPT_link_targets,        OPT_link_split,     OPT_link_whole,    OPT_link_no_rebuild,
		OPT_link_dialect, OPT_link_format_version, OPT_link_container, OPT_link_compress,
	};
	static const enum option_id of_spirv[] = {
		OPT_link_create_library, OPT_link_allow_partial,       OPT_link_keep_export,  OPT_link_verify_ids,
		OPT_link_target_env,     OPT_link_use_highest_version, OPT_link_same_version, OPT_link_no_demangle,
	};
	const char *path = args_get(tool, OPT_link_output), *map = args_get(tool, OPT_link_map);
	int r = spirv ? args_refuse(tool, of_packages, ARRAY_SIZE(of_packages), "does not go with", "spirv")
		      : args_refuse(tool, of_spirv, ARRAY_SIZE(of_spirv), "is for", "spirv");

	if (r == 0 && path && map && is_same_output(tool, path, map))
		r = usage(tool, "-o and --map name the same file: %s", path);
	if (r == 0)
		r = args_guard_operands(tool, path);
	return r < 0 ? r : args_guard_operands(tool, map);
}

int cmd_link(struct tool *tool)
{
	bool spirv = args_has(tool, OPT_link_spirv);
	int r = check_options(tool, spirv);

	if (r < 0)
		return r;
	return spirv ? link_spirv(tool) : link_packages(tool);
}
