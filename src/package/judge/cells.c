/* package/judge/cells.c — cells of file tables and the files that they name. */
#include "cells.h"

#include "base/file.h"
#include "format/props/prop_shape.h"

#include <unistd.h>

int cell_path(struct syb_ctx *ctx, struct buf *buf, const char *cell, const char *base_dir, const char **out_path)
{
	*out_path = cell && *cell ? cell : NULL;
	if (!*out_path || *cell == '/' || !base_dir || access(cell, F_OK) == 0)
		return 0;
	buf->len = 0;
	TRY(buf_printf(ctx, buf, "%s/%s%c", base_dir, cell, '\0'));
	*out_path = (const char *)buf->ptr;
	return 0;
}

const char *cell_of(const struct syb_table *table, size_t row, int column)
{
	return column >= 0 ? syb_table_cell(table, row, (size_t)column) : NULL;
}

int cell_open(struct syb_ctx *ctx, const char *cell, const char *base_dir, struct syb_file **out_file)
{
	_cleanup_(buf_free) struct buf buf = { 0 };
	const char *path;

	TRY(cell_path(ctx, &buf, cell, base_dir, &path));
	return path ? syb_file_open(ctx, path, out_file) : 0;
}

int cell_props(struct syb_ctx *ctx, const char *cell, const char *base_dir, struct syb_file **out_file,
	       struct syb_props **out_props)
{
	struct syb_props_read_opts opts = { .size = sizeof(opts) };

	TRY(cell_open(ctx, cell, base_dir, out_file));
	if (!*out_file)
		return 0;
	opts.name = syb_file_name(*out_file);
	return syb_props_read(ctx, syb_file_bytes(*out_file), &opts, out_props);
}

bool symbols_next(struct syb_bytes *rest, struct syb_bytes *out_name)
{
	while (shape_next(rest, '\n', out_name)) {
		if (out_name->len && out_name->ptr[out_name->len - 1] == '\r')
			out_name->len--;
		if (out_name->len)
			return true;
	}
	return false;
}
