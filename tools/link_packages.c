/* tools/link_packages.c — sybil link for SYCLBIN packages, and the map of what was done. */
#include "tool.h"

#include <sybil/link.h>

struct inputs {
	struct syb_bin **bins;
	size_t count;
};

static void close_inputs(struct inputs *in)
{
	for (size_t i = 0; in->bins && i < in->count; i++)
		syb_bin_close(in->bins[i]);
}

/* Every one that cannot be opened is told. */
static int open_inputs(struct tool *tool, struct inputs *in)
{
	int worst = 0;

	in->bins = arena_array(tool->ctx, &tool->arena, tool->args.operand_count, sizeof(*in->bins));
	if (!in->bins)
		return -SYB_E_NOMEM;
	in->count = tool->args.operand_count;
	for (size_t i = 0; i < in->count; i++)
		worst = worse(worst, syb_bin_open_file(tool->ctx, tool->args.operands[i], NULL, &in->bins[i]));
	return worst;
}

static int read_options(struct tool *tool, struct syb_link_opts *opts)
{
	const char *state = args_get(tool, OPT_link_state);
	int r = 0;

	opts->state = SYB_STATE_EXECUTABLE;
	if (state)
		r = syb_state_parse(state, &opts->state);
	if (r == 0)
		r = args_names(tool, OPT_link_targets, &opts->targets, &opts->target_count);
	opts->whole = args_has(tool, OPT_link_whole);
	opts->partial = args_has(tool, OPT_link_partial);
	opts->no_rebuild = args_has(tool, OPT_link_no_rebuild);
	return r;
}

static int write_all(struct tool *tool, struct syb_pack *pack, const struct syb_record *map, const char *path)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL, *map_out = NULL;
	const char *map_path = args_get(tool, OPT_link_map);
	int r = output_open(tool, path, &out);

	if (r == 0)
		r = syb_bin_writer_write(tool->ctx, syb_pack_writer(pack), out);
	if (r == 0 && map)
		r = link_begin_map(tool, map_path, map, &map_out);
	if (r == 0)
		r = syb_out_commit(tool->ctx, out);
	if (r == 0 && map_out)
		r = syb_out_commit(tool->ctx, map_out);
	return r < 0 ? r : answer_written(tool, path);
}

int link_packages(struct tool *tool)
{
	static const struct form_options ids = { OPT_link_dialect, OPT_link_format_version, OPT_link_container,
						 OPT_link_compress };
	_cleanup_(close_inputs) struct inputs in = { 0 };
	_cleanup_(syb_pack_free_p) struct syb_pack *pack = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *map = NULL;
	struct syb_bin_write_opts form = { .size = sizeof(form), .dialect = SYB_DIALECT_DPCPP };
	struct syb_link_opts opts = { .size = sizeof(opts) };
	const char *path = args_get(tool, OPT_link_output);
	int r;

	if (!path)
		return usage(tool, "an output is needed: -o FILE");
	r = read_options(tool, &opts);
	if (r == 0)
		r = form_read(tool, &ids, &form);
	if (r == 0)
		r = open_inputs(tool, &in);
	if (r == 0)
		r = syb_pack_new(tool->ctx, &form, &pack);
	if (r == 0)
		r = syb_link(tool->ctx, (const struct syb_bin *const *)in.bins, in.count, &opts, pack,
			     args_has(tool, OPT_link_map) ? &map : NULL);
	return r < 0 ? r : write_all(tool, pack, map, path);
}
