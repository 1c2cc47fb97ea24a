/* format/table/table.c — file tables: text ⇄ rows of cells, and the operations of file-table-tform.
 *
 * A title line `[A|B]` is optional; without one the columns have the names 0, 1, …. Cells are separated by '|', rows
 * by LF (a CR before it is dropped), empty lines are skipped. Every operation either happens as a whole or leaves
 * the table as it was; strings that are no longer used stay in the arena until the table is freed. */
#include "base/alloc.h"
#include "base/buf.h"
#include "base/hash.h"
#include "term/nearest.h"
#include "base/span.h"

#include <stdio.h>
#include <sybil/table.h>

struct syb_table {
	struct allocator from;
	struct arena arena;
	bool titled;
	const char **columns;
	size_t column_count, column_room;
	const char **cells; /* row by row, column_count each */
	size_t cell_count, cell_room;
	struct buf text;
};

DEFINE_CLEANUP(struct syb_table *, syb_table_free);

int syb_table_new(struct syb_ctx *ctx, struct syb_table **out_table)
{
	struct syb_table *table = mem_zalloc(ctx, sizeof(*table));

	if (!table)
		return -SYB_E_NOMEM;
	table->from = allocator_of(ctx);
	table->titled = true;
	*out_table = table;
	return 0;
}

void syb_table_free(struct syb_table *table)
{
	if (!table)
		return;
	arena_free(&table->arena);
	allocator_free(table->from, table->columns);
	allocator_free(table->from, table->cells);
	buf_free(&table->text);
	allocator_free(table->from, table);
}

/* ---- reading ---- */

struct line {
	const char *ptr;
	size_t len;
	uint32_t number;
};

/* Cut the next line that is not empty off the text; false at its end. */
static bool next_line(struct syb_bytes *text, struct line *line)
{
	while (text->len) {
		const uint8_t *end = memchr(text->ptr, '\n', text->len);
		size_t len = end ? (size_t)(end - text->ptr) : text->len;

		line->ptr = (const char *)text->ptr;
		line->len = len && line->ptr[len - 1] == '\r' ? len - 1 : len;
		line->number += line->number < UINT32_MAX;
		len += end != NULL;
		text->ptr += len;
		text->len -= len;
		if (line->len)
			return true;
	}
	return false;
}

static uint32_t column_of(struct line line, const char *p)
{
	size_t column = (size_t)(p - line.ptr) + 1;

	return column < UINT32_MAX ? (uint32_t)column : UINT32_MAX;
}

/* The next cell of a line; rest becomes NULL after the last one. */
static struct line cut_cell(struct line *rest)
{
	struct line cell = *rest;
	const char *bar = memchr(rest->ptr, '|', rest->len);

	if (bar) {
		cell.len = (size_t)(bar - rest->ptr);
		rest->ptr = bar + 1;
		rest->len -= cell.len + 1;
	} else {
		rest->ptr = NULL;
	}
	return cell;
}

static int push(struct syb_ctx *ctx, struct syb_table *table, const char ***list, size_t *count, size_t *room,
		const char *ptr, size_t len)
{
	const char *copy = arena_string(ctx, &table->arena, ptr, len);

	return copy ? VEC_ADD(ctx, *list, *count, *room, copy) : -SYB_E_NOMEM;
}

static int push_cell(struct syb_ctx *ctx, struct syb_table *table, const char *ptr, size_t len)
{
	return push(ctx, table, &table->cells, &table->cell_count, &table->cell_room, ptr, len);
}

static int push_column(struct syb_ctx *ctx, struct syb_table *table, const char *ptr, size_t len)
{
	return push(ctx, table, &table->columns, &table->column_count, &table->column_room, ptr, len);
}

static int read_title(struct syb_ctx *ctx, struct syb_table *table, struct line line)
{
	_cleanup_(hash_free) struct hash seen = { 0 }; /* a title may have millions of columns */
	struct line rest = { line.ptr + 1, line.len - 2, line.number };

	if (line.len < 3 || line.ptr[line.len - 1] != ']')
		return syb_fail_text(ctx, SYB_E_FORMAT, line.number, column_of(line, line.ptr + line.len),
				     "table-title", "malformed title line: no ']' at its end");
	while (rest.ptr) {
		struct line cell = cut_cell(&rest);
		uint32_t column = column_of(line, cell.ptr);
		size_t *value;
		bool found;

		if (cell.len == 0)
			return syb_fail_text(ctx, SYB_E_FORMAT, line.number, column, "table-title",
					     "malformed title line: a column without a name");
		TRY(hash_put(ctx, &seen, cell.ptr, cell.len, 0, &value, &found));
		TRY(push_column(ctx, table, cell.ptr, cell.len));
		if (found)
			return syb_fail_text(ctx, SYB_E_FORMAT, line.number, column, "table-column",
					     "column already exists %s", table->columns[table->column_count - 1]);
	}
	return 0;
}

/* Columns of a table without a title are called by their number. */
static int number_columns(struct syb_ctx *ctx, struct syb_table *table, struct line line)
{
	struct line rest = line;
	char name[24];

	while (rest.ptr) {
		int n = snprintf(name, sizeof(name), "%zu", table->column_count);

		TRY(push_column(ctx, table, name, (size_t)n));
		cut_cell(&rest);
	}
	return 0;
}

static int read_row(struct syb_ctx *ctx, struct syb_table *table, struct line line)
{
	struct line rest = line;
	const char *wrong = NULL;
	size_t count = 0;

	for (; rest.ptr; count++) {
		struct line cell = cut_cell(&rest);

		if (count < table->column_count) {

			TRY(push_cell(ctx, table, cell.ptr, cell.len));
		} else if (!wrong) {
			wrong = cell.ptr;
		}
	}
	if (count != table->column_count)
		return syb_fail_text(ctx, SYB_E_FORMAT, line.number,
				     column_of(line, wrong ? wrong : line.ptr + line.len), "table-row",
				     "row size mismatch at line %u: %zu cells, %zu columns", line.number, count,
				     table->column_count);
	return 0;
}

static int read_lines(struct syb_ctx *ctx, struct syb_table *table, struct syb_bytes text)
{
	struct line line = { 0 };

	table->titled = false;
	while (next_line(&text, &line)) {
		const char *bad = memchr(line.ptr, '\0', line.len);
		bool first = table->column_count == 0;
		int r;

		if (!bad)
			bad = memchr(line.ptr, '\r', line.len);
		if (bad)
			return syb_fail_text(ctx, SYB_E_FORMAT, line.number, column_of(line, bad), "table-cell",
					     "a %s in a table", *bad ? "carriage return" : "NUL byte");
		if (first && line.ptr[0] == '[') {
			table->titled = true;
			r = read_title(ctx, table, line);
		} else {
			r = first ? number_columns(ctx, table, line) : 0;
			if (r == 0)
				r = read_row(ctx, table, line);
		}
		if (r < 0)
			return r;
	}
	if (table->column_count == 0)
		return syb_fail_text(ctx, SYB_E_FORMAT, 1, 1, "table-title", "neither a title line nor a row");
	return 0;
}

int syb_table_read(struct syb_ctx *ctx, struct syb_bytes text, const char *name, struct syb_table **out_table)
{
	_cleanup_(syb_table_free_p) struct syb_table *table = NULL;
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, name);

	TRY(syb_table_new(ctx, &table));
	TRY(read_lines(ctx, table, text));
	*out_table = steal(table);
	return 0;
}

/* ---- looking ---- */

bool syb_table_titled(const struct syb_table *table)
{
	return table->titled;
}

size_t syb_table_column_count(const struct syb_table *table)
{
	return table->column_count;
}

const char *syb_table_column_name(const struct syb_table *table, size_t column)
{
	return column < table->column_count ? table->columns[column] : NULL;
}

int syb_table_column_find(const struct syb_table *table, const char *name)
{
	for (size_t i = 0; i < table->column_count && i <= INT32_MAX; i++)
		if (str_eq(table->columns[i], name))
			return (int)i;
	return -SYB_E_NOTFOUND;
}

size_t syb_table_row_count(const struct syb_table *table)
{
	return table->column_count ? table->cell_count / table->column_count : 0;
}

const char *syb_table_cell(const struct syb_table *table, size_t row, size_t column)
{
	if (row >= syb_table_row_count(table) || column >= table->column_count)
		return NULL;
	return table->cells[row * table->column_count + column];
}

/* ---- changing ---- */

static int check_cell(struct syb_ctx *ctx, const char *text)
{
	if (strpbrk(text, "|\r\n"))
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "table-cell", "a cell cannot hold '%s'", text);
	return 0;
}

static int check_new_column(struct syb_ctx *ctx, const struct syb_table *table, const char *name)
{
	if (!*name || strpbrk(name, "|\r\n"))
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "table-column", "invalid column name '%s'", name);
	if (syb_table_column_find(table, name) >= 0)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "table-column", "column already exists %s", name);
	return 0;
}

static int need_column(struct syb_ctx *ctx, const struct syb_table *table, const char *name)
{
	int column = syb_table_column_find(table, name);
	struct nearest best = { NULL, SIZE_MAX };

	if (column >= 0)
		return column;
	for (size_t i = 0; i < table->column_count; i++)
		nearest_try(&best, name, table->columns[i]);
	return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "table-column", "column not found %s" NEAREST_HINT, name,
			NEAREST_ARGS(best.name));
}

/* Replace the columns of the table: column i is the old column from[i], or has empty cells for SIZE_MAX. */
static int rebuild(struct syb_ctx *ctx, struct syb_table *table, const size_t *from, size_t count)
{
	size_t rows = syb_table_row_count(table), total;
	const char **cells;

	if (!checked_mul(rows, count, &total) || total > ctx->limits.max_items)
		return syb_fail(ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "%zu rows of %zu cells", rows, count);
	cells = mem_alloc(ctx, total * sizeof(*cells));
	if (!cells)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < total; i++) {
		size_t column = from[i % count];

		cells[i] = column == SIZE_MAX ? "" : table->cells[i / count * table->column_count + column];
	}
	allocator_free(table->from, table->cells);
	table->cells = cells;
	table->cell_count = table->cell_room = total;
	return 0;
}

int syb_table_add_column(struct syb_ctx *ctx, struct syb_table *table, const char *name)
{
	size_t count = table->column_count;
	size_t *from;
	int r = check_new_column(ctx, table, name);

	if (r == 0)
		r = push_column(ctx, table, name, strlen(name));
	if (r < 0)
		return r;
	table->column_count = count;
	if (table->cell_count) {
		from = mem_alloc(ctx, (count + 1) * sizeof(*from));
		if (!from)
			return -SYB_E_NOMEM;
		for (size_t i = 0; i < count; i++)
			from[i] = i;
		from[count] = SIZE_MAX;
		r = rebuild(ctx, table, from, count + 1);
		allocator_free(allocator_of(ctx), from);
		if (r < 0)
			return r;
	}
	table->column_count = count + 1;
	return 0;
}

int syb_table_add_row(struct syb_ctx *ctx, struct syb_table *table, const char *const *cells)
{
	size_t before = table->cell_count;
	int r = 0;

	if (table->column_count == 0)
		return syb_fail(ctx, SYB_E_STATE, SYB_NO_OFFSET, "table-row", "a row needs columns first");
	for (size_t i = 0; i < table->column_count && r == 0; i++) {
		r = check_cell(ctx, cells[i]);
		if (r == 0)
			r = push_cell(ctx, table, cells[i], strlen(cells[i]));
	}
	if (r < 0)
		table->cell_count = before;
	return r;
}

int syb_table_set_cell(struct syb_ctx *ctx, struct syb_table *table, size_t row, size_t column, const char *text)
{
	TRY(check_cell(ctx, text));
	if (row >= syb_table_row_count(table))
		return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "table-row", "row index is out of bounds");
	if (column >= table->column_count)
		return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "table-column", "column not found %zu", column);
	return arena_copy(ctx, &table->arena, text, &table->cells[row * table->column_count + column]);
}

int syb_table_rename(struct syb_ctx *ctx, struct syb_table *table, const char *from, const char *to)
{
	int column = need_column(ctx, table, from);

	if (column < 0)
		return column;
	if (str_eq(from, to))
		return 0;
	TRY(check_new_column(ctx, table, to));
	return arena_copy(ctx, &table->arena, to, &table->columns[column]);
}

/* Fill `columns` and `from` with the named columns. */
static int choose_columns(struct syb_ctx *ctx, const struct syb_table *table, const char *const *names, size_t count,
			  const char **columns, size_t *from)
{
	for (size_t i = 0; i < count; i++) {
		int column = need_column(ctx, table, names[i]);

		if (column < 0)
			return column;
		for (size_t k = 0; k < i; k++)
			if (from[k] == (size_t)column)
				return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "table-column",
						"column already exists %s", names[i]);
		from[i] = (size_t)column;
		columns[i] = table->columns[column];
	}
	return 0;
}

int syb_table_extract(struct syb_ctx *ctx, struct syb_table *table, const char *const *names, size_t name_count)
{
	struct allocator a = allocator_of(ctx);
	const char **columns;
	size_t *from;
	int r;

	if (name_count == 0 || name_count > table->column_count + 1)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "table-column",
				"%zu columns requested, but the table has %zu", name_count, table->column_count);
	columns = mem_alloc(ctx, name_count * sizeof(*columns));
	from = columns ? mem_alloc(ctx, name_count * sizeof(*from)) : NULL;
	r = from ? choose_columns(ctx, table, names, name_count, columns, from) : -SYB_E_NOMEM;
	if (r == 0)
		r = rebuild(ctx, table, from, name_count);
	allocator_free(a, from);
	if (r < 0) {
		allocator_free(a, columns);
		return r;
	}
	allocator_free(table->from, table->columns);
	table->columns = columns;
	table->column_count = table->column_room = name_count;
	return 0;
}

int syb_table_replace(struct syb_ctx *ctx, struct syb_table *table, const char *column, const struct syb_table *other,
		      const char *other_column)
{
	size_t rows = syb_table_row_count(table);
	int to = need_column(ctx, table, column);
	int from = to < 0 ? to : need_column(ctx, other, other_column);
	const char **copies;

	if (from < 0)
		return from;
	if (syb_table_row_count(other) != rows)
		return syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "table-row",
				"row count mismatch: %zu rows here, %zu rows in the other table", rows,
				syb_table_row_count(other));
	copies = arena_array(ctx, &table->arena, rows, sizeof(*copies));
	for (size_t i = 0; i < rows && copies; i++) {
		const char *cell = syb_table_cell(other, i, (size_t)from);

		copies[i] = arena_string(ctx, &table->arena, cell, strlen(cell));
		if (!copies[i])
			copies = NULL;
	}
	if (!copies)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < rows; i++)
		table->cells[i * table->column_count + (size_t)to] = copies[i];
	return 0;
}

int syb_table_append(struct syb_ctx *ctx, struct syb_table *table, const struct syb_table *other)
{
	size_t before = table->cell_count, count = other->cell_count;
	bool same = table->column_count == other->column_count;

	for (size_t i = 0; i < table->column_count && same; i++)
		same = str_eq(table->columns[i], other->columns[i]);
	if (!same)
		return syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "table-column",
				"the tables have different columns");
	for (size_t i = 0; i < count; i++) {
		const char *cell = other->cells[i];
		int r = push_cell(ctx, table, cell, strlen(cell));

		if (r < 0) {
			table->cell_count = before;
			return r;
		}
	}
	return 0;
}

int syb_table_copy(struct syb_ctx *ctx, const struct syb_table *table, const bool *keep, struct syb_table **out_table)
{
	_cleanup_(syb_table_free_p) struct syb_table *copy = NULL;

	TRY(syb_table_new(ctx, &copy));
	for (size_t i = 0; i < table->column_count; i++)
		TRY(push_column(ctx, copy, table->columns[i], strlen(table->columns[i])));
	for (size_t i = 0; i < table->cell_count; i++)
		if (!keep || keep[i / table->column_count])
			TRY(push_cell(ctx, copy, table->cells[i], strlen(table->cells[i])));
	copy->titled = table->titled;
	*out_table = steal(copy);
	return 0;
}

/* ---- writing ---- */

static void add_line(struct syb_ctx *ctx, struct buf *buf, const char *const *cells, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		buf_text(ctx, buf, i ? "|" : "");
		buf_text(ctx, buf, cells[i]);
	}
}

int syb_table_text(struct syb_ctx *ctx, struct syb_table *table, bool with_titles, struct syb_bytes *out_text)
{
	size_t rows = syb_table_row_count(table);
	struct buf *buf = &table->text;

	buf->len = 0;
	if (with_titles) {
		buf_char(ctx, buf, '[');
		add_line(ctx, buf, table->columns, table->column_count);
		buf_text(ctx, buf, "]\n");
	}
	for (size_t i = 0; i < rows; i++) {
		add_line(ctx, buf, table->cells + i * table->column_count, table->column_count);
		buf_char(ctx, buf, '\n');
	}
	if (buf->failed)
		return buf->failed;
	*out_text = buf_bytes(buf);
	return 0;
}
