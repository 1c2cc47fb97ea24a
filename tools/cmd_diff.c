/* tools/cmd_diff.c — sybil diff: two packages → what differs; exit 1 when anything does. */
#include "tool.h"

int cmd_diff(struct tool *tool)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *a = NULL, *b = NULL;
	struct syb_record *record;
	bool same;
	int r;

	if (str_eq(tool->args.operands[0], "-") && str_eq(tool->args.operands[1], "-"))
		return usage(tool, "standard input can be only one of the two");
	r = syb_bin_open_file(tool->ctx, tool->args.operands[0], NULL, &a);
	if (r == 0)
		r = syb_bin_open_file(tool->ctx, tool->args.operands[1], NULL, &b);
	if (r == 0)
		r = syb_diff(tool->ctx, a, b, &same, &record);
	if (r == 0)
		r = answer(tool, NULL, SIZE_MAX, record);
	return r < 0 || same ? r : -SYB_E_INCOMPATIBLE;
}
