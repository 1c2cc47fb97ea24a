/* package/judge/cells.c — cells of file tables as names of files. */
#include "cells.h"

#include <unistd.h>

int cell_path(struct syb_ctx *ctx, struct buf *buf, const char *cell, const char *base_dir, const char **out_path)
{
	int r;

	if (!cell || !*cell) {
		*out_path = NULL;
		return 0;
	}
	if (*cell == '/' || !base_dir || access(cell, F_OK) == 0) {
		*out_path = cell;
		return 0;
	}
	buf->len = 0;
	r = buf_printf(ctx, buf, "%s/%s", base_dir, cell);
	if (r == 0)
		r = buf_char(ctx, buf, '\0');
	if (r == 0)
		*out_path = (const char *)buf->ptr;
	return r;
}

const char *cell_of(const struct syb_table *table, size_t row, int column)
{
	return column >= 0 ? syb_table_cell(table, row, (size_t)column) : NULL;
}
