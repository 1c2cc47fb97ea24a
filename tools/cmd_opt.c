/* tools/cmd_opt.c — sybil opt: LLVM IR × passes → LLVM IR. Part of sybil-ir, the program that has LLVM. */
#include "tool.h"

#include <sybil/ir.h>

DEFINE_CLEANUP(struct syb_ir *, syb_ir_free);

static int run_passes(struct tool *tool, struct syb_ir *ir, const char *list)
{
	const struct syb_ir_opts opts = { .size = sizeof(opts) };
	int r = 0;

	while (*list && r == 0) {
		size_t len = strcspn(list, ",");
		char *name = arena_string(tool->ctx, &tool->arena, list, len);

		r = name ? syb_ir_run(tool->ctx, ir, name, &opts) : -SYB_E_NOMEM;
		list += len + (list[len] == ',');
	}
	return r;
}

int cmd_opt(struct tool *tool)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_ir_free_p) struct syb_ir *ir = NULL;
	const char *path = args_get(tool, OPT_opt_output), *passes = args_get(tool, OPT_opt_passes);
	const struct syb_ir_write_opts text = { .size = sizeof(text), .text = args_has(tool, OPT_opt_text) };
	int r;

	if (tool->args.operand_count == 0)
		return usage(tool, "nothing to work on: IN");
	r = syb_file_open(tool->ctx, tool->args.operands[0], &file);
	if (r == 0) {
		const struct syb_ir_read_opts named = { .size = sizeof(named), .name = syb_file_name(file) };

		r = syb_ir_read(tool->ctx, syb_file_bytes(file), &named, &ir);
	}
	if (r == 0 && passes)
		r = run_passes(tool, ir, passes);
	if (r == 0)
		r = output_open(tool, path ? path : "-", &out);
	if (r == 0)
		r = syb_ir_write(tool->ctx, ir, &text, out);
	return r < 0 ? r : syb_out_commit(tool->ctx, out);
}
