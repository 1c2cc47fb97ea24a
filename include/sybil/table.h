/* sybil/table.h — file tables: rows of file names with titled columns, `[Code|Properties|Symbols]`.
 *
 * A table is a mutable value: read one, transform it, print it. One thread at a time. */
#ifndef SYBIL_TABLE_H
#define SYBIL_TABLE_H

#include <sybil/ctx.h>

#ifdef __cplusplus
extern "C" {
#endif

struct syb_table;

/* An empty table without columns. Since: 0.1 */
SYB_API SYB_MUST int syb_table_new(struct syb_ctx *ctx, struct syb_table **out_table);
/* Read a table; name is for diagnostics and may be NULL. Without a title line the columns are called 0, 1, ….
 * Fails: FORMAT (checks table-title, table-row, table-column), LIMIT, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_table_read(struct syb_ctx *ctx, struct syb_bytes text, const char *name,
				    struct syb_table **out_table);
SYB_API void syb_table_free(struct syb_table *table);

SYB_API bool syb_table_titled(const struct syb_table *table);
SYB_API size_t syb_table_column_count(const struct syb_table *table);
SYB_API const char *syb_table_column_name(const struct syb_table *table, size_t column);
/* Index of a column, -SYB_E_NOTFOUND when absent (not reported). Since: 0.1 */
SYB_API int syb_table_column_find(const struct syb_table *table, const char *name);
SYB_API size_t syb_table_row_count(const struct syb_table *table);
/* NULL when out of range. Since: 0.1 */
SYB_API const char *syb_table_cell(const struct syb_table *table, size_t row, size_t column);

SYB_API SYB_MUST int syb_table_add_column(struct syb_ctx *ctx, struct syb_table *table, const char *name);
/* cells: one string per column. Since: 0.1 */
SYB_API SYB_MUST int syb_table_add_row(struct syb_ctx *ctx, struct syb_table *table, const char *const *cells);
SYB_API SYB_MUST int syb_table_set_cell(struct syb_ctx *ctx, struct syb_table *table, size_t row, size_t column,
					const char *text);

/* The operations of file-table-tform. Fails: NOTFOUND for missing columns and rows, INCOMPATIBLE when row counts
 * differ. Since: 0.1 */
SYB_API SYB_MUST int syb_table_rename(struct syb_ctx *ctx, struct syb_table *table, const char *from, const char *to);
SYB_API SYB_MUST int syb_table_extract(struct syb_ctx *ctx, struct syb_table *table, const char *const *names,
				       size_t name_count);
SYB_API SYB_MUST int syb_table_replace(struct syb_ctx *ctx, struct syb_table *table, const char *column,
				       const struct syb_table *other, const char *other_column);
/* Append the rows of another table with the same columns. Since: 0.1 */
SYB_API SYB_MUST int syb_table_append(struct syb_ctx *ctx, struct syb_table *table, const struct syb_table *other);

/* Copy a table; keep, when not NULL, selects the rows. Free with syb_table_free. Since: 0.1 */
SYB_API SYB_MUST int syb_table_copy(struct syb_ctx *ctx, const struct syb_table *table, const bool *keep,
				    struct syb_table **out_table);

/* The text form; belongs to the table until its next change. Since: 0.1 */
SYB_API SYB_MUST int syb_table_text(struct syb_ctx *ctx, struct syb_table *table, bool with_titles,
				    struct syb_bytes *out_text);

#ifdef __cplusplus
}
#endif
#endif
