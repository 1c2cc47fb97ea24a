/* tools/verbs/cmd_link.c — sybil link: packages and device code of any kind → package, through syb_compile; or with
 * --spirv modules → module. Packages alone need no LLVM: sybil links them itself, and becomes sybil-ir for LLVM IR. */
#include "tools/frame/build.h"

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

	TRY(spirv ? args_refuse(tool, of_packages, ARRAY_SIZE(of_packages), "does not go with", "spirv")
		  : args_refuse(tool, of_spirv, ARRAY_SIZE(of_spirv), "is for", "spirv"));
	if (path && map && is_same_output(tool, path, map))
		TRY(usage(tool, "-o and --map name the same file: %s", path));
	TRY(args_guard_operands(tool, path));
	return args_guard_operands(tool, map);
}

static enum syb_split read_split(const struct tool *tool)
{
	static const char *const splits[] = { "auto", "kernel", "source", "off", "none" };
	const char *name = args_get(tool, OPT_link_split);

	for (size_t i = 0; name && i < ARRAY_SIZE(splits); i++)
		if (str_eq(name, splits[i]))
			return (enum syb_split)i;
	return SYB_SPLIT_AUTO;
}

static int read_link(struct tool *tool, struct syb_link_opts *opts)
{
	const char *state = args_get(tool, OPT_link_state);
	int r = args_names(tool, OPT_link_targets, &opts->targets, &opts->target_count);

	opts->state = SYB_STATE_EXECUTABLE;
	if (r == 0 && state)
		r = syb_state_parse(state, &opts->state);
	opts->whole = args_has(tool, OPT_link_whole);
	opts->partial = args_has(tool, OPT_link_partial);
	opts->no_rebuild = args_has(tool, OPT_link_no_rebuild);
	return r;
}

static int read_inputs(struct tool *tool, struct syb_compile_opts *o)
{
	struct syb_compile_input *list =
		arena_array(tool->ctx, &tool->arena, tool->args.operand_count + 1, sizeof(*list));

	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < tool->args.operand_count; i++)
		list[i].path = tool->args.operands[i];
	o->inputs = list;
	o->input_count = tool->args.operand_count;
	return 0;
}

static int link_packages(struct tool *tool)
{
	static const struct form_options ids = { OPT_link_dialect, OPT_link_format_version, OPT_link_container,
						 OPT_link_compress };
	_cleanup_(syb_record_free_p) struct syb_record *map = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *map_out = NULL;
	struct syb_bin_write_opts form = { .size = sizeof(form), .dialect = SYB_DIALECT_DPCPP };
	struct syb_link_opts link = { .size = sizeof(link) };
	struct syb_compile_opts o = { .size = sizeof(o), .ir = start_compiler(), .form = &form, .link = &link };
	const char *map_path = args_get(tool, OPT_link_map);
	struct build build;
	int r = output_needed(tool, OPT_link_output, &o.output);

	if (r == 0)
		r = read_link(tool, &link);
	if (r == 0)
		r = form_read(tool, &ids, &form);
	if (r == 0)
		r = start_link(tool);
	if (r == 0)
		r = output_check(tool, o.output);
	if (r == 0)
		r = read_inputs(tool, &o);
	o.state = link.state;
	o.split = read_split(tool);
	o.out_map = map_path ? &map : NULL;
	if (r == 0)
		r = build_begin(&build, tool, OPT_COUNT, &o);
	if (r == 0)
		r = syb_compile(tool->ctx, &o);
	if (r == 0 && map)
		r = begin_map(tool, map_path, map, &map_out);
	if (r == 0 && map_out)
		r = syb_out_commit(tool->ctx, map_out);
	if (r < 0 || (map_path && str_eq(map_path, "-"))) /* the map is the answer */
		return r;
	return answer_written(tool, o.output);
}

int cmd_link(struct tool *tool)
{
	bool spirv = args_has(tool, OPT_link_spirv);

	TRY(check_options(tool, spirv));
	return spirv ? link_spirv(tool) : link_packages(tool);
}
