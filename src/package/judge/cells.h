/* package/judge/cells.h — cells of file tables and the files that they name. */
#ifndef PACKAGE_CELLS_H
#define PACKAGE_CELLS_H

#include "base/buf.h"
#include <sybil/propsets.h>
#include <sybil/table.h>

/* The file that a cell names: as written, or in base_dir (may be NULL) when it does not exist there. NULL for an empty
 * or missing cell. The path is the cell itself or lies in buf. */
int cell_path(struct syb_ctx *ctx, struct buf *buf, const char *cell, const char *base_dir, const char **out_path);
/* The text of a cell; NULL where column is negative (syb_table_column_find found none). */
const char *cell_of(const struct syb_table *table, size_t row, int column);
/* Open the file that a cell names; *out_file stays NULL for an empty or missing cell. */
int cell_open(struct syb_ctx *ctx, const char *cell, const char *base_dir, struct syb_file **out_file);
/* The same for a property file, which must stay open as long as its properties. */
int cell_props(struct syb_ctx *ctx, const char *cell, const char *base_dir, struct syb_file **out_file,
	       struct syb_props **out_props);
/* The next name of a symbol file, which has one in each line; false at the end. */
bool symbols_next(struct syb_bytes *rest, struct syb_bytes *out_name);

#endif
