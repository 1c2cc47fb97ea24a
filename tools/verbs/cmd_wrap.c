/* tools/verbs/cmd_wrap.c — sybil wrap: package or file table → an object file that registers its images with a SYCL
 * runtime. A table is packed first. */
#include "tools/frame/tool.h"

struct input {
	struct syb_file *file; /* with the package, which may be made from a table */
	struct syb_bin *bin;
};

static void drop(struct input *input)
{
	syb_bin_close(input->bin);
	syb_file_close(input->file);
}

static int pack_table(struct tool *tool, const struct syb_file *file, struct syb_pack *pack)
{
	_cleanup_(syb_table_free_p) struct syb_table *table = NULL;
	const struct syb_pack_table_opts opts = {
		.size = sizeof(opts),
		.target = args_get(tool, OPT_wrap_target),
		.arch = args_get(tool, OPT_wrap_arch),
		.infer = true,
	};

	TRY(table_read(tool, file, false, &table));
	TRY(table_guard_cells(tool, args_get(tool, OPT_wrap_output), table));
	return table_explain(tool, file, true, syb_pack_table(tool->ctx, pack, table, &opts));
}

static int open_table(struct tool *tool, const struct syb_file *file, struct input *out)
{
	_cleanup_(syb_pack_free_p) struct syb_pack *pack = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	const struct syb_bin_write_opts form = { .size = sizeof(form), .container = SYB_CONTAINER_NONE };
	const struct syb_bin_open_opts open = { .size = sizeof(open), .name = syb_file_name(file) };

	TRY(syb_pack_new(tool->ctx, &form, &pack));
	TRY(pack_table(tool, file, pack));
	TRY(syb_bin_writer_state(tool->ctx, syb_pack_writer(pack), SYB_STATE_EXECUTABLE));
	TRY(out_scratch(tool->ctx, &scratch));
	TRY(syb_bin_writer_write(tool->ctx, syb_pack_writer(pack), scratch));
	TRY(out_scratch_file(tool->ctx, scratch, &out->file));
	return syb_bin_open(tool->ctx, syb_file_bytes(out->file), &open, &out->bin);
}

static int open_package(struct tool *tool, struct syb_file *file, struct input *out)
{
	const struct syb_bin_open_opts open = {
		.size = sizeof(open), .name = syb_file_name(file), .only = true, .stored = true
	};

	out->file = file;
	if (args_has(tool, OPT_wrap_target) || args_has(tool, OPT_wrap_arch))
		return usage(tool, "--target and --arch apply only to file tables; %s is %s", syb_file_name(file),
			     file_kind(syb_file_bytes(file)));
	return syb_bin_open(tool->ctx, syb_file_bytes(file), &open, &out->bin);
}

static int open_input(struct tool *tool, const char *path, struct input *out)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	enum syb_kind kind;

	TRY(syb_file_open(tool->ctx, path, &file));
	kind = syb_identify(syb_file_bytes(file));
	return kind == SYB_KIND_TABLE || kind == SYB_KIND_UNKNOWN ? open_table(tool, file, out)
								  : open_package(tool, steal(file), out);
}

int cmd_wrap(struct tool *tool)
{
	_cleanup_(drop) struct input input = { 0 };
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	const char *numbers = args_get(tool, OPT_common_aspect_numbers);
	const char *abi = args_has(tool, OPT_wrap_abi) ? args_get(tool, OPT_wrap_abi) : "2026", *path;
	const struct syb_wrap_opts opts = {
		.size = sizeof(opts),
		.abi = str_eq(abi, "2025") ? 2025 : 2026,
		.machine = args_get(tool, OPT_wrap_machine),
		.compile_options = args_get(tool, OPT_wrap_compile_options),
		.link_options = args_get(tool, OPT_wrap_link_options),
		.stand_ins = args_has(tool, OPT_wrap_stand_ins),
	};

	if (numbers && !str_eq(numbers, abi))
		return usage(tool,
			     "--aspect-numbers=%s does not match the runtime of %s; select the runtime with --abi",
			     numbers, abi);
	TRY(output_needed(tool, OPT_wrap_output, &path));
	TRY(args_guard_operands(tool, path));
	TRY(open_input(tool, tool->args.operands[0], &input));
	TRY(output_open(tool, path, &out));
	TRY(syb_wrap(tool->ctx, input.bin, &opts, out));
	TRY(syb_out_commit(tool->ctx, out));
	return answer_written(tool, path);
}
