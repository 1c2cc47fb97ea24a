/* tools/verbs/cmd_diff.c — sybil diff: two packages, or two files with kernels for Intel GPUs → what differs; exit 1
 * when anything does, or, on request, only when a kernel got worse. */
#include "tools/frame/tool.h"

static int diff(struct tool *tool, struct syb_kernels_verdict *out, struct syb_record **out_record)
{
	_cleanup_(syb_file_close_p) struct syb_file *a = NULL, *b = NULL;
	struct syb_diff_kernels_opts opts = { .size = sizeof(opts) };

	TRY(syb_file_open(tool->ctx, tool->args.operands[0], &a));
	TRY(syb_file_open(tool->ctx, tool->args.operands[1], &b));
	syb_file_stream(tool->ctx, a);
	syb_file_stream(tool->ctx, b);
	TRY(args_tolerance(tool, OPT_diff_tolerance, &opts.tolerance));
	return syb_diff_files(tool->ctx, &(struct syb_diff_file){ syb_file_name(a), syb_file_bytes(a) },
			      &(struct syb_diff_file){ syb_file_name(b), syb_file_bytes(b) }, &opts, out, out_record);
}

int cmd_diff(struct tool *tool)
{
	const enum option_id page[] = { OPT_diff_output,        OPT_diff_target, OPT_diff_device,
					OPT_diff_device_config, OPT_diff_map,    OPT_diff_force };
	struct syb_kernels_verdict verdict = { 0 };
	bool only_worse = args_has(tool, OPT_diff_fail_if_worse);
	struct syb_record *record = NULL;

	if (args_has(tool, OPT_diff_html))
		return start_page(tool);
	TRY(args_refuse(tool, page, ARRAY_SIZE(page), "goes with", "html"));
	if (str_eq(tool->args.operands[0], "-") && str_eq(tool->args.operands[1], "-"))
		return usage(tool, "only one of the two files can be standard input");
	TRY(diff(tool, &verdict, &record));
	if (only_worse && verdict.kernels[0] + verdict.kernels[1] == 0)
		syb_report(tool->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "gate-no-kernel",
			   "cannot compare: neither file has kernels with ZE Info");
	TRY(answer(tool, NULL, SIZE_MAX, record));
	return (only_worse ? verdict.worse : !verdict.same) ? -SYB_E_INCOMPATIBLE : 0;
}
