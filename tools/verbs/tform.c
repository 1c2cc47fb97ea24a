/* tools/verbs/tform.c — operations on file tables: they run in command line order on the first operand; operations
 * that need a file take the next operand. Used by `sybil table` and file-table-tform. */
#define _GNU_SOURCE
#include "tools/frame/tool.h"

#include <unistd.h>

struct work {
	struct tool *tool;
	const struct tform_ids *ids;
	struct syb_table *table;
	size_t next;      /* operand */
	const char *copy; /* file to copy instead of writing the table */
	bool titles;
};

static int read_table(struct tool *tool, const char *path, struct syb_table **out_table)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

	TRY(syb_file_open(tool->ctx, path, &file));
	return table_read(tool, file, true, out_table);
}

static int need_file(struct tool *tool, const char *path)
{
	if (!str_eq(path, "-") && access(path, F_OK) < 0)
		return syb_fail(tool->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "file not found: %s", path);
	return 0;
}

static int next_input(struct work *w, const struct arg *arg, const char **out_path)
{
	if (w->next >= w->tool->args.operand_count)
		return syb_fail(w->tool->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "no input for '%s' command",
				options[arg->id].name);
	*out_path = w->tool->args.operands[w->next++];
	TRY(need_file(w->tool, *out_path));
	return args_guard_file(w->tool, args_get(w->tool, w->ids->output), *out_path);
}

static int fail_argument(struct work *w, const char *how, const struct arg *arg)
{
	return syb_fail(w->tool->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "%s argument in %s", how,
			options[arg->id].name);
}

/* The file that a cell names. */
static int need_cell(struct work *w, const char *cell)
{
	return *cell ? need_file(w->tool, cell)
		     : syb_fail(w->tool->ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "table-cell",
				"no file found in specified column");
}

/* Split the value at commas; want 0 = any number. */
static int split(struct work *w, const struct arg *arg, size_t want, const char ***out_parts, size_t *out_count)
{
	struct syb_ctx *ctx = w->tool->ctx;
	size_t count = 1;
	const char **parts;
	char *text = arena_string(ctx, &w->tool->arena, arg->value, strlen(arg->value));

	if (!text)
		return -SYB_E_NOMEM;
	for (const char *p = text; *p; p++)
		count += *p == ',';
	parts = arena_array(ctx, &w->tool->arena, count, sizeof(*parts));
	if (!parts)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		parts[i] = strsep(&text, ",");
		if (!*parts[i])
			return fail_argument(w, "empty", arg);
	}
	if (want && count != want)
		return fail_argument(w, "invalid", arg);
	*out_parts = parts;
	*out_count = count;
	return 0;
}

static int run_replace(struct work *w, const struct arg *arg)
{
	_cleanup_(syb_table_free_p) struct syb_table *other = NULL;
	const char *path = NULL, **parts;
	size_t count;

	TRY(split(w, arg, 2, &parts, &count));
	TRY(next_input(w, arg, &path));
	TRY(read_table(w->tool, path, &other));
	return syb_table_replace(w->tool->ctx, w->table, parts[0], other, parts[1]);
}

/* COL,ROW: a column by name or number and a row by number. */
static int find_cell(struct work *w, const struct arg *arg, size_t *out_row, size_t *out_column)
{
	struct syb_ctx *ctx = w->tool->ctx;
	const char **parts;
	size_t count;
	int column;

	TRY(split(w, arg, 2, &parts, &count));
	if (!parse_number(parts[1], out_row))
		return fail_argument(w, "invalid", arg);
	column = syb_table_column_find(w->table, parts[0]);
	if (column >= 0)
		*out_column = (size_t)column;
	else if (!parse_number(parts[0], out_column) || *out_column >= syb_table_column_count(w->table))
		return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "table-column", "column not found %s", parts[0]);
	if (*out_row >= syb_table_row_count(w->table))
		return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "table-row", "row index is out of bounds");
	return 0;
}

static int run_replace_cell(struct work *w, const struct arg *arg)
{
	size_t row, column;
	const char *path = NULL;

	TRY(find_cell(w, arg, &row, &column));
	TRY(next_input(w, arg, &path));
	return syb_table_set_cell(w->tool->ctx, w->table, row, column, path);
}

static int run_rename(struct work *w, const struct arg *arg)
{
	const char **parts;
	size_t count;

	TRY(split(w, arg, 2, &parts, &count));
	return syb_table_rename(w->tool->ctx, w->table, parts[0], parts[1]);
}

static int run_extract(struct work *w, const struct arg *arg)
{
	const char **parts;
	size_t count;

	TRY(split(w, arg, 0, &parts, &count));
	return syb_table_extract(w->tool->ctx, w->table, parts, count);
}

static int run_copy(struct work *w, const struct arg *arg)
{
	size_t row, column;

	TRY(find_cell(w, arg, &row, &column));
	w->copy = syb_table_cell(w->table, row, column);
	return need_cell(w, w->copy);
}

static int run_merge(struct work *w, const struct arg *arg)
{
	_cleanup_(syb_table_free_p) struct syb_table *merged = NULL;
	struct syb_ctx *ctx = w->tool->ctx;
	int column = syb_table_column_find(w->table, arg->value);

	if (column < 0)
		return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "table-column", "column not found %s", arg->value);
	for (size_t i = 0; i < syb_table_row_count(w->table); i++) {
		_cleanup_(syb_table_free_p) struct syb_table *part = NULL;
		const char *path = syb_table_cell(w->table, i, (size_t)column);
		int r = need_cell(w, path);

		if (r == 0)
			r = read_table(w->tool, path, &part);
		if (r == 0 && merged)
			r = syb_table_append(ctx, merged, part);
		if (r < 0)
			return r == -SYB_E_INCOMPATIBLE ? syb_note(ctx, r, "while merging %s", path) : r;
		if (!merged)
			merged = steal(part);
	}
	if (!merged)
		return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "table-row", "the table names no tables to merge");
	syb_table_free(w->table);
	w->table = steal(merged);
	return 0;
}

static int run_one(struct work *w, const struct arg *arg)
{
	const struct {
		enum option_id id;
		int (*run)(struct work *w, const struct arg *arg);
	} operations[] = {
		{ w->ids->replace, run_replace },       { w->ids->replace_cell, run_replace_cell },
		{ w->ids->rename, run_rename },         { w->ids->extract, run_extract },
		{ w->ids->copy_single_file, run_copy }, { w->ids->merge, run_merge },
	};

	for (size_t i = 0; i < ARRAY_SIZE(operations); i++) {
		if (operations[i].id != arg->id)
			continue;
		if (w->copy)
			return syb_fail(w->tool->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
					"%s must be the last transformation", options[w->ids->copy_single_file].name);
		return operations[i].run(w, arg);
	}
	return 0;
}

/* With -j and no output, the table itself is the answer, as in sybil show. */
static int answer_table(struct work *w)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	struct syb_value *list;

	TRY(record_new(w->tool->ctx, &record));
	value_uint(record, record->root, "version", 1);
	value_string(record, record->root, "kind", "table");
	value_bool(record, record->root, "titled", w->titles && syb_table_titled(w->table));
	list = value_list(record, record->root, "columns");
	for (size_t i = 0; i < syb_table_column_count(w->table); i++)
		value_string(record, list, NULL, syb_table_column_name(w->table, i));
	list = value_list(record, record->root, "rows");
	for (size_t row = 0; row < syb_table_row_count(w->table); row++) {
		struct syb_value *cells = value_map(record, list, NULL);

		for (size_t i = 0; i < syb_table_column_count(w->table); i++)
			value_string_or_null(record, cells, syb_table_column_name(w->table, i),
					     syb_table_cell(w->table, row, i));
	}
	return answer(w->tool, NULL, SIZE_MAX, steal(record));
}

static int write_result(struct work *w, const char *path)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_ctx *ctx = w->tool->ctx;
	struct syb_bytes text;

	if (w->copy)
		TRY(syb_file_open(ctx, w->copy, &file));
	else
		TRY(syb_table_text(ctx, w->table, w->titles, &text));
	TRY(file ? output_open(w->tool, path, &out) : syb_out_open(ctx, path, &out));
	TRY(file ? syb_out_copy(ctx, out, file, syb_file_bytes(file)) : syb_out_write(ctx, out, text));
	TRY(syb_out_commit(ctx, out));
	return answer_written(w->tool, path);
}

/* The table may be written back. A copied file, or a file that the table names, must not be overwritten. */
static int guard_output(struct work *w, const struct syb_table *table, const char *path)
{
	if (args_has(w->tool, w->ids->copy_single_file))
		return args_guard_file(w->tool, path, w->tool->args.operands[0]);
	return table_guard_cells(w->tool, path, table);
}

int tform_run(struct tool *tool, const struct tform_ids *ids)
{
	const struct args *args = &tool->args;
	const char *path = args_get(tool, ids->output);
	struct work w = { .tool = tool, .ids = ids, .titles = !args_has(tool, ids->drop_titles) };
	_cleanup_(syb_table_free_p) struct syb_table *table = NULL;
	int r;

	if (args->operand_count == 0)
		return syb_fail(tool->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "no inputs");
	r = need_file(tool, args->operands[w.next]);
	if (r == 0)
		r = read_table(tool, args->operands[w.next++], &table);
	if (r == 0)
		r = guard_output(&w, table, path);
	w.table = steal(table);
	for (size_t i = 0; i < args->count && r == 0; i++)
		r = run_one(&w, &args->list[i]);
	table = w.table; /* merge may have replaced it */
	if (r == 0 && w.next < args->operand_count)
		r = syb_fail(tool->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "no operation uses the input '%s'",
			     args->operands[w.next]);
	if (r == 0 && tool->json && !path && !w.copy)
		return answer_table(&w);
	return r < 0 ? r : write_result(&w, path ? path : "-");
}
