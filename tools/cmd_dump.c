/* tools/cmd_dump.c — syclbin-dump: a package in the text layout of the tool of that name, with its messages; exit 1 on
 * every failure. */
#include "tool.h"

/* The other tool prints its message alone; ours follows it with what was found and where. */
static int fail(struct tool *tool, int r, const char *message, const char *name)
{
	struct buf buf = { 0 };
	int e = buf_printf(tool->silent, &buf, "%s", message);

	if (e == 0)
		e = buf_escaped(tool->silent, &buf, name, strlen(name));
	if (e == 0)
		e = buf_char(tool->silent, &buf, '\n');
	if (e == 0)
		diag_put(&buf);
	buf_free(&buf);
	return r;
}

int cmd_dump(struct tool *tool)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	struct syb_bin_open_opts opts = { .size = sizeof(opts) };
	const char *path = args_get(tool, OPT_dump_output);
	int r = syb_file_open(tool->ctx, tool->args.operands[0], &file);

	if (r < 0)
		return fail(tool, r, "Failed to open or read file ", tool->args.operands[0]);
	opts.name = syb_file_name(file);
	r = syb_bin_open(tool->ctx, syb_file_bytes(file), &opts, &bin);
	if (r < 0)
		return fail(tool, r, "Failed to parse SYCLBIN file.", "");
	r = syb_out_open(tool->ctx, path ? path : "-", &out);
	if (r < 0)
		return fail(tool, r, "Failed to open output file ", path ? path : "-");
	r = syb_dump(tool->ctx, bin, out);
	return r < 0 ? r : syb_out_commit(tool->ctx, out);
}
