/* tools/verbs/cmd_table.c — sybil table: file table → file table. */
#include "tools/frame/tool.h"

int cmd_table(struct tool *tool)
{
	static const struct tform_ids ids = {
		.output = OPT_table_output,
		.replace = OPT_table_replace,
		.replace_cell = OPT_table_replace_cell,
		.rename = OPT_table_rename,
		.extract = OPT_table_extract,
		.copy_single_file = OPT_table_copy_single_file,
		.merge = OPT_table_merge,
		.drop_titles = OPT_table_drop_titles,
	};
	const char *path = args_get(tool, OPT_table_output);

	if (tool->json && path && str_eq(path, "-"))
		return usage(tool, "--json and the output cannot both go to standard output");
	return tform_run(tool, &ids);
}
