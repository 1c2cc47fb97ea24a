/* tools/verbs/filter.c — file table × targets → one file table per target, for `sybil filter` and
 * sycl-aspect-filter. All tables are complete before the first one is written. */
#include "tools/frame/tool.h"

struct work {
	struct tool *tool;
	const char *const *names; /* as given */
	size_t count;
	const char *output, *dir;
	struct targets targets;
	struct syb_table **tables;
	struct syb_out **outs;
	struct syb_record *record;
	bool explain;
};

static void drop(struct work *w)
{
	for (size_t i = 0; i < w->count && w->tables; i++)
		syb_table_free(w->tables[i]);
	for (size_t i = 0; i < w->count && w->outs; i++)
		syb_out_close(w->outs[i]);
	syb_record_free(w->record);
	targets_drop(&w->targets);
}

/* Output of a target's table; *out_path is NULL if it is not written. */
static int output_path(struct work *w, size_t i, const char **out_path)
{
	*out_path = w->output;
	if (!w->dir)
		return 0;
	*out_path = arena_printf(w->tool->ctx, &w->tool->arena, "%s/%s.table", w->dir, w->names[i]);
	return *out_path ? 0 : -SYB_E_NOMEM;
}

/* ---- the table ---- */

/* A table without properties is copied, even for unknown targets: the specification reads the configuration later.
 * */
static int name_targets(struct work *w)
{
	struct syb_ctx *ctx = w->tool->ctx;
	struct syb_device *devices = arena_array(ctx, &w->tool->arena, w->count, sizeof(*devices));

	w->targets.list = arena_array(ctx, &w->tool->arena, w->count, sizeof(struct syb_device *));
	if (!devices || !w->targets.list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < w->count; i++) {
		devices[i].name = w->names[i];
		w->targets.list[i] = &devices[i];
	}
	return 0;
}

/* A single table may be written back, one of several may not; other inputs must not be overwritten. table: NULL
 * before it is read */
static int guard_outputs(struct work *w, const struct syb_table *table, enum option_id config)
{
	const char *path;
	int r = 0;

	for (size_t i = 0; i < w->count && r == 0; i++) {
		r = output_path(w, i, &path);
		if (r == 0 && table)
			r = table_guard_cells(w->tool, path, table);
		else if (r == 0)
			r = args_guard(w->tool, path, config);
		if (r == 0 && w->count > 1)
			r = args_guard_operands(w->tool, path);
	}
	return r;
}

static int filter(struct work *w, const char *path, enum option_id config)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_table_free_p) struct syb_table *table = NULL;
	const struct syb_filter_opts opts = { .size = sizeof(opts), .names = w->names };
	struct syb_ctx *ctx = w->tool->ctx;
	int r = syb_file_open(ctx, path, &file);

	if (r == 0)
		r = table_read(w->tool, file, false, &table);
	if (r == 0)
		r = guard_outputs(w, table, config);
	if (r < 0)
		return r;
	if (syb_table_column_find(table, "Properties") < 0)
		r = name_targets(w);
	else
		r = targets_find(w->tool, config, w->names, w->count, &w->targets);
	if (r < 0)
		return r;
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, syb_file_name(file));
	r = syb_filter(ctx, table, w->targets.list, w->count, &opts, w->tables, &w->record);
	return table_explain(w->tool, file, false, r);
}

/* ---- outputs ---- */

static int write_table(struct work *w, size_t i)
{
	struct syb_ctx *ctx = w->tool->ctx;
	struct syb_bytes text;
	const char *path;
	int r = output_path(w, i, &path);

	if (r < 0 || !path)
		return r;
	r = syb_table_text(ctx, w->tables[i], syb_table_titled(w->tables[i]), &text);
	if (r == 0)
		r = syb_out_open(ctx, path, &w->outs[i]);
	return r < 0 ? r : syb_out_write(ctx, w->outs[i], text);
}

static int write_tables(struct work *w)
{
	bool made;

	TRY(w->dir ? output_dir(w->tool, w->dir, &made) : 0);
	for (size_t i = 0; i < w->count; i++)
		TRY(write_table(w, i));
	for (size_t i = 0; i < w->count; i++)
		if (w->outs[i])
			TRY(syb_out_commit(w->tool->ctx, w->outs[i]));
	return 0;
}

/* ---- the answer ---- */

/* The library's record plus the path of each table. */
static int print_answer(struct work *w)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	const struct syb_value *targets = syb_value_get(syb_record_root(w->record), "targets");
	struct syb_value *list;

	if (!w->tool->json && !w->explain)
		return 0;
	TRY(record_new(w->tool->ctx, &record));
	value_hint(value_uint(record, record->root, "version", 1), VALUE_QUIET);
	list = value_list(record, record->root, "targets");
	for (size_t i = 0; i < syb_value_count(targets); i++) {
		struct syb_value *map = value_copy(record, list, NULL, syb_value_at(targets, i));
		const char *path;

		TRY(output_path(w, i, &path));
		value_hint(value_string_or_null(record, map, "output", path), VALUE_QUIET);
	}
	return answer(w->tool, NULL, SIZE_MAX, steal(record));
}

/* ---- the command line ---- */

static int check_names(struct work *w)
{
	for (size_t i = 0; i < w->count; i++) {
		if (w->dir && strchr(w->names[i], '/'))
			return usage(w->tool, "'%s' cannot be a file name", w->names[i]);
		for (size_t k = 0; k < i; k++)
			if (str_eq(w->names[i], w->names[k]))
				return usage(w->tool, "target '%s' is given twice", w->names[i]);
	}
	return 0;
}

static int check_outputs(struct work *w)
{
	bool answers = w->tool->json || w->explain;

	if (w->output && w->dir)
		return usage(w->tool, "give either -o, for one target, or --out-dir");
	if (w->count > 1 && w->tool->verb->program)
		return usage(w->tool, "%zu targets given, expected one", w->count);
	if (w->count > 1 && !w->dir && (w->output || !answers))
		return usage(w->tool, "%zu targets need --out-dir=DIR", w->count);
	if (answers && w->output && str_eq(w->output, "-"))
		return usage(w->tool, "the answer and the table cannot both go to standard output");
	if (!w->output && !w->dir && !answers)
		w->output = "-";
	return check_names(w);
}

int filter_run(struct tool *tool, const struct filter_ids *ids)
{
	_cleanup_(drop) struct work w = { .tool = tool, .output = args_get(tool, ids->output) };
	int r = args_names(tool, ids->target, &w.names, &w.count);

	if (ids->out_dir != OPT_COUNT)
		w.dir = args_get(tool, ids->out_dir);
	w.explain = ids->explain != OPT_COUNT && args_has(tool, ids->explain);
	if (r == 0 && w.count == 0)
		r = usage(tool, "missing target: give %starget=NAME", tool->verb->program ? "-" : "--");
	if (r == 0)
		r = check_outputs(&w);
	if (r == 0)
		r = guard_outputs(&w, NULL, ids->device_config);
	if (r < 0)
		return r;
	w.tables = arena_array(tool->ctx, &tool->arena, w.count, sizeof(struct syb_table *));
	w.outs = arena_array(tool->ctx, &tool->arena, w.count, sizeof(struct syb_out *));
	if (!w.tables || !w.outs)
		return -SYB_E_NOMEM;
	r = filter(&w, tool->args.operands[0], ids->device_config);
	if (r == 0)
		r = write_tables(&w);
	return r < 0 ? r : print_answer(&w);
}
