/* tools/verbs/cmd_size.c — sybil size: package → where its bytes are. */
#include "tools/frame/tool.h"

static int size_package(void *user, const struct package *package)
{
	struct tool *tool = user;
	struct syb_record *record;

	TRY(syb_size(tool->ctx, package->bin, &record));
	return answer(tool, syb_file_name(package->file), package->count > 1 ? package->index : SIZE_MAX, record);
}

static int size_file(struct tool *tool, const char *path)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

	TRY(syb_file_open(tool->ctx, path, &file));
	syb_file_stream(tool->ctx, file);
	return each_package(tool, file, true, size_package, tool);
}

int cmd_size(struct tool *tool)
{
	return each_file(tool, size_file);
}
