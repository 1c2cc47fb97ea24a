/* package/judge/cells.h — cells of file tables as names of files. */
#ifndef PACKAGE_CELLS_H
#define PACKAGE_CELLS_H

#include "base/buf.h"
#include <sybil/table.h>

/* The file that a cell names: as written, or in base_dir (may be NULL) when it is not there. NULL for an empty cell,
 * or none. The path is the cell itself or lies in buf. */
int cell_path(struct syb_ctx *ctx, struct buf *buf, const char *cell, const char *base_dir, const char **out_path);
/* The text of a cell; NULL where column is negative, as syb_table_column_find says that there is none. */
const char *cell_of(const struct syb_table *table, size_t row, int column);

#endif
