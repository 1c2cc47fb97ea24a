/* tools/cmd_dump.c — syclbin-dump: a package in the text layout of the tool of that name, with its messages and exit
 * code 1 on every failure. */
#include "tool.h"

#include <stdio.h>

enum { REASON_SIZE = 200 };

/* The other tool's message, after our own that says what was found and where. */
static int fail(struct tool *tool, int r, const char *message, const char *name, const char *reason)
{
	struct syb_ctx *ctx = tool->silent;
	struct buf buf = { 0 };
	int e = buf_text(ctx, &buf, message);

	if (e == 0)
		e = buf_escaped(ctx, &buf, name, strlen(name));
	if (e == 0)
		e = buf_printf(ctx, &buf, "%s%s\n", *reason ? " : " : "", reason);
	if (e == 0)
		diag_put(&buf);
	buf_free(&buf);
	return r;
}

/* Keep the text of the last error. */
static void keep(void *user, const struct syb_diag *diag)
{
	char *reason = user;

	snprintf(reason, REASON_SIZE, "%s", diag->text);
}

int cmd_dump(struct tool *tool)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	struct syb_bin_open_opts opts = { .size = sizeof(opts) };
	const char *path = args_get(tool, OPT_dump_output);
	char reason[REASON_SIZE] = "";
	int r = args_guard_operands(tool, path);

	if (r < 0)
		return r;
	r = syb_file_open(tool->ctx, tool->args.operands[0], &file);
	if (r < 0)
		return fail(tool, r, "Failed to open or read file ", tool->args.operands[0], "");
	opts.name = syb_file_name(file);
	r = syb_bin_open(tool->ctx, syb_file_bytes(file), &opts, &bin);
	if (r < 0)
		return fail(tool, r, "Failed to parse SYCLBIN file.", "", "");
	tool->watch = keep;
	tool->watch_user = reason;
	r = syb_out_open(tool->ctx, path ? path : "-", &out);
	tool->watch = NULL;
	if (r < 0)
		return fail(tool, r, "Failed to open output file ", path ? path : "-", reason);
	r = syb_dump(tool->ctx, bin, out);
	return r < 0 ? r : syb_out_commit(tool->ctx, out);
}
