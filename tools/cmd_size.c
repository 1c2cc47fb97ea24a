/* tools/cmd_size.c — sybil size: package → where its bytes are. */
#include "tool.h"

static int size_package(struct tool *tool, struct syb_file *file, size_t index, size_t *out_count)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	struct syb_bin_open_opts opts = { .size = sizeof(opts), .name = syb_file_name(file), .index = index };
	struct syb_record *record;
	int r = syb_bin_open(tool->ctx, syb_file_bytes(file), &opts, &bin);

	if (r < 0)
		return r;
	*out_count = syb_bin_package_count(bin);
	r = syb_size(tool->ctx, bin, &record);
	return r < 0 ? r : answer(tool, opts.name, *out_count > 1 ? index : SIZE_MAX, record);
}

static int size_file(struct tool *tool, const char *path)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	size_t count = 1;
	int r = syb_file_open(tool->ctx, path, &file);

	for (size_t i = 0; i < count && r == 0; i++)
		r = size_package(tool, file, i, &count);
	return r;
}

int cmd_size(struct tool *tool)
{
	return each_file(tool, size_file);
}
