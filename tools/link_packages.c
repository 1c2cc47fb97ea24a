/* tools/link_packages.c — sybil link: packages, and what becomes one, → a package, and the map of what was done. */
#include "tools/frame/tool.h"

#include <sybil/link.h>

struct inputs {
	struct tool *tool;
	struct syb_file **files;
	struct syb_tree **trees;
	size_t file_count;
	struct syb_bin **bins;
	size_t count, room;
	const char **objects; /* files with device code that is no package */
	size_t object_count;
	bool is_object; /* the file that is looked at */
};

static void close_inputs(struct inputs *in)
{
	for (size_t i = 0; i < in->count; i++)
		syb_bin_close(in->bins[i]);
	for (size_t i = 0; i < in->file_count; i++) {
		syb_tree_free(in->trees[i]);
		syb_file_close(in->files[i]);
	}
	allocator_free(allocator_of(in->tool->ctx), in->bins);
}

static int look_at(void *user, const struct device_code *code)
{
	struct inputs *in = user;
	int r;

	if (code->kind != SYB_KIND_SYCLBIN) {
		in->is_object = true;
		return 0;
	}
	r = VEC_PUSH(in->tool->ctx, in->bins, in->count, in->room);
	if (r == 0)
		r = syb_bin_open_item(in->tool->ctx, code->item, code->name, &in->bins[in->count]);
	in->count += r == 0;
	return r;
}

/* Text may be that of LLVM IR; other files of no kind are passed over as objects of the host are. */
static int open_input(struct inputs *in, const char *path)
{
	struct syb_ctx *ctx = in->tool->ctx;
	size_t i = in->file_count, before = in->count;
	bool known;
	int r = syb_file_open(ctx, path, &in->files[i]);

	if (r < 0)
		return r;
	in->file_count++;
	known = syb_identify(syb_file_bytes(in->files[i])) != SYB_KIND_UNKNOWN;
	in->is_object = !known && device_code_is_text(path, syb_file_bytes(in->files[i]));
	if (known) {
		r = syb_unpack(ctx, syb_file_bytes(in->files[i]), path, &in->trees[i]);
		if (r == 0)
			r = device_code_each(in->tool, in->trees[i], path, look_at, in);
	}
	if (r == 0 && in->is_object)
		in->objects[in->object_count++] = path;
	else if (r == 0 && in->count == before)
		syb_report(ctx, SYB_SEVERITY_INFO, SYB_NO_OFFSET, "link-input", "%s: there is nothing to link in it",
			   path);
	return r;
}

/* Every one that cannot be opened is told. Objects of the host alone are no mistake beside others. */
static int open_inputs(struct inputs *in)
{
	struct tool *tool = in->tool;
	size_t count = tool->args.operand_count;
	int worst = 0;

	in->files = arena_array(tool->ctx, &tool->arena, count, sizeof(struct syb_file *));
	in->trees = arena_array(tool->ctx, &tool->arena, count, sizeof(struct syb_tree *));
	in->objects = arena_array(tool->ctx, &tool->arena, count, sizeof(*in->objects));
	if (!in->files || !in->trees || !in->objects)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		worst = worse(worst, open_input(in, tool->args.operands[i]));
	if (worst == 0 && in->count + in->object_count == 0)
		return device_code_none(tool, tool->args.operands[0], syb_file_bytes(in->files[0]), count - 1);
	return worst;
}

static int take_package(void *user, struct syb_bin *bin)
{
	struct inputs *in = user;
	int r = VEC_PUSH(in->tool->ctx, in->bins, in->count, in->room);

	if (r == 0)
		in->bins[in->count++] = bin;
	else
		syb_bin_close(bin);
	return r;
}

/* The packages that compilers' files become. */
static int open_objects(struct inputs *in, const struct syb_link_opts *opts)
{
	bool open = opts->state == SYB_STATE_OBJECT || opts->partial || in->count > 0;

	return link_objects(in->tool, in->objects, in->object_count, open, take_package, in);
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
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r = output_open(tool, path, &out);

	if (r == 0)
		r = syb_bin_writer_write(tool->ctx, syb_pack_writer(pack), out);
	return r < 0 ? r : link_commit(tool, map, path, out);
}

int link_packages(struct tool *tool)
{
	static const struct form_options ids = { OPT_link_dialect, OPT_link_format_version, OPT_link_container,
						 OPT_link_compress };
	_cleanup_(close_inputs) struct inputs in = { .tool = tool };
	_cleanup_(syb_pack_free_p) struct syb_pack *pack = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *map = NULL;
	struct syb_bin_write_opts form = { .size = sizeof(form), .dialect = SYB_DIALECT_DPCPP };
	struct syb_link_opts opts = { .size = sizeof(opts) };
	const char *path;
	int r = output_needed(tool, OPT_link_output, &path);

	if (r == 0)
		r = read_options(tool, &opts);
	if (r == 0)
		r = form_read(tool, &ids, &form);
	if (r == 0)
		r = open_inputs(&in);
	if (r == 0 && in.object_count)
		r = open_objects(&in, &opts);
	if (r == 0)
		r = syb_pack_new(tool->ctx, &form, &pack);
	if (r == 0)
		r = syb_link(tool->ctx, (const struct syb_bin *const *)in.bins, in.count, &opts, pack,
			     args_has(tool, OPT_link_map) ? &map : NULL);
	return r < 0 ? r : write_all(tool, pack, map, path);
}
