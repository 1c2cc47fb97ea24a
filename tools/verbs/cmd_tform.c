/* tools/verbs/cmd_tform.c — file-table-tform: `sybil table` with that tool's option names and error format: `***
 * file-table-tform ERROR: text`, exit 1. */
#include "tools/frame/tool.h"

static void complain(void *user, const struct syb_diag *diag)
{
	struct tool *tool = user;
	struct syb_ctx *ctx = tool->silent;
	const char *kind = diag->code == SYB_E_ARG ? "usage ERROR" : diag->code == SYB_E_IO ? "SYSTEM ERROR" : "ERROR";
	struct buf buf = { 0 };
	int r;

	if (diag->severity != SYB_SEVERITY_ERROR || diag->code == SYB_E_CANCELLED)
		return;
	r = buf_printf(ctx, &buf, "*** %s %s: ", tool->verb->name, kind);
	if (r == 0 && diag->file) {
		r = buf_escaped(ctx, &buf, diag->file, strlen(diag->file));
		if (r == 0)
			r = buf_text(ctx, &buf, ": ");
	}
	if (r == 0)
		r = buf_escaped(ctx, &buf, diag->text, strlen(diag->text));
	if (r == 0)
		r = buf_char(ctx, &buf, '\n');
	if (r == 0)
		diag_put(&buf);
	tool->explained = true;
	buf_free(&buf);
}

int cmd_tform(struct tool *tool)
{
	static const struct tform_ids ids = {
		.output = OPT_tform_output,
		.replace = OPT_tform_replace,
		.replace_cell = OPT_tform_replace_cell,
		.rename = OPT_tform_rename,
		.extract = OPT_tform_extract,
		.copy_single_file = OPT_tform_copy_single_file,
		.merge = OPT_tform_merge,
		.drop_titles = OPT_tform_drop_titles,
	};

	tool->print = complain;
	tool->force = true; /* that tool overwrites without asking */
	if (!args_has(tool, OPT_tform_output))
		return syb_fail(tool->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "no output: -o FILE is required");
	return tform_run(tool, &ids);
}
