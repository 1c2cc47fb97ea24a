/* tools/verbs/cmd_prune.c — sybil prune: package → the same package, in the same form, with fewer images. */
#include "tools/frame/tool.h"

DEFINE_CLEANUP(struct syb_bin_writer *, syb_bin_writer_free);

static int read_options(struct tool *tool, struct syb_prune_opts *opts)
{
	const struct {
		enum option_id id;
		const char *const **list;
		size_t *count;
	} names[] = {
		{ OPT_prune_keep_arch, &opts->keep_archs, &opts->keep_arch_count },
		{ OPT_prune_drop_arch, &opts->drop_archs, &opts->drop_arch_count },
		{ OPT_prune_keep_kernel, &opts->keep_kernels, &opts->keep_kernel_count },
		{ OPT_prune_drop_kernel, &opts->drop_kernels, &opts->drop_kernel_count },
	};
	int r = 0;

	for (size_t i = 0; i < ARRAY_SIZE(names) && r == 0; i++)
		r = args_list(tool, names[i].id, names[i].list, names[i].count);
	if (r == 0)
		r = args_numbers(tool, OPT_prune_keep_module, &opts->keep_modules, &opts->keep_module_count);
	if (r == 0)
		r = args_numbers(tool, OPT_prune_drop_module, &opts->drop_modules, &opts->drop_module_count);
	opts->drop_ir = args_has(tool, OPT_prune_drop_ir);
	opts->drop_native = args_has(tool, OPT_prune_drop_native);
	opts->allow_empty = args_has(tool, OPT_prune_allow_empty);
	return r;
}

int cmd_prune(struct tool *tool)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	_cleanup_(syb_bin_writer_free_p) struct syb_bin_writer *writer = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	const struct syb_bin_open_opts only = { .size = sizeof(only), .only = true };
	struct syb_prune_opts opts = { .size = sizeof(opts) };
	struct syb_bin_write_opts form;
	const char *path;

	TRY(output_needed(tool, OPT_prune_output, &path));
	TRY(read_options(tool, &opts));
	TRY(syb_bin_open_file(tool->ctx, tool->args.operands[0], &only, &bin));
	form = syb_bin_form(bin);
	TRY(syb_bin_writer_new(tool->ctx, &form, &writer));
	TRY(syb_prune(tool->ctx, bin, &opts, writer));
	TRY(output_open(tool, path, &out));
	TRY(syb_bin_writer_write(tool->ctx, writer, out));
	TRY(syb_out_commit(tool->ctx, out));
	return answer_written(tool, path);
}
