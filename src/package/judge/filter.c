/* package/judge/filter.c — file table × devices → a file table for each device, as specified ("Aspect filter tool"): a
 * table without a column Properties is copied; a row is kept when its properties have no set of requirements, or when
 * the device meets all of them.
 *
 * Each row is read once for all devices, and only one at a time is in memory. */
#include "base/file.h"
#include "cells.h"
#include "format/props/props.h"
#include "requirements.h"
#include <sybil/filter.h>

DEFINE_CLEANUP(struct syb_view *, syb_view_free);

/* The filtered table of one device. */
struct result {
	const struct syb_device *device;
	bool *keep;
	struct syb_value *kept, *dropped, *unknown; /* of its map */
};

struct filtering {
	struct syb_ctx *ctx;
	struct arena arena;
	const struct syb_table *table;
	struct syb_filter_opts opts;
	struct result *results;
	size_t count;
	int code, properties; /* columns */
	bool warned;          /* about numbers of aspects */
	struct syb_record *record;
};

static void drop(struct filtering *f)
{
	arena_free(&f->arena);
	syb_record_free(f->record);
}

/* ---- the record ---- */

static void begin_record(struct filtering *f)
{
	struct syb_record *r = f->record;
	struct syb_value *list;

	value_hint(value_uint(r, r->root, "version", 1), VALUE_QUIET);
	list = value_list(r, r->root, "targets");
	for (size_t i = 0; i < f->count; i++) {
		struct result *result = &f->results[i];
		struct syb_value *map = value_map(r, list, NULL);

		value_hint(value_string(r, map, "target", f->opts.names ? f->opts.names[i] : result->device->name),
			   VALUE_NAME);
		value_uint(r, map, "rows", syb_table_row_count(f->table));
		result->kept = value_uint(r, map, "kept", 0);
		result->dropped = value_hint(value_list(r, map, "dropped"), VALUE_TABLE);
		result->unknown = value_hint(value_list(r, map, "unknown"), VALUE_TABLE);
		value_label(r, result->unknown, "kept, uncertain");
	}
}

static int put_row(struct filtering *f, struct arena *scratch, struct syb_value *list, size_t row,
		   const struct fit *fit)
{
	const char *code = cell_of(f->table, row, f->code), *why;
	struct syb_value *map;

	TRY(fit_text(f->ctx, scratch, fit, &why));
	map = value_map(f->record, list, NULL);
	value_uint(f->record, map, "row", row);
	if (code)
		value_string(f->record, map, "code", code);
	value_string(f->record, map, "why", why);
	fit_show(f->record, map, fit);
	return 0;
}

/* ---- rows ---- */

/* Warn when a row is dropped for an aspect that would be another one under a different numbering. */
static void warn_numbers(struct filtering *f, const struct syb_device *device, const struct syb_props *props,
			 const struct fit *fit)
{
	for (size_t i = 0; i < fit->reason_count && props->numbers_from == NUMBERS_ASSUMED; i++) {
		const struct syb_reason *reason = &fit->reasons[i];
		const bool aspects =
			str_eq(reason->requirement, "aspects") || str_eq(reason->requirement, "fixed_target");

		for (size_t k = 0; aspects && k < reason->value_count && !f->warned; k++) {
			const char *text = syb_props_aspect_numbers_of(props, reason->values[k]);

			if (!text)
				continue;
			syb_report(f->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "filter-aspect-numbers",
				   "%s lacks aspect %s; aspect numbers: %s", device->name, reason->values[k], text);
			f->warned = true;
		}
	}
}

/* info is NULL for a row without requirements. */
static int judge_row(struct filtering *f, size_t row, const struct syb_props *props, const struct syb_module_info *info)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };

	for (size_t i = 0; i < f->count; i++) {
		struct result *result = &f->results[i];
		struct fit fit = { .answer = SYB_ANSWER_YES };

		TRY(info ? requirements_judge(f->ctx, &scratch, info->requirements, result->device, FIT_FILTER, &fit)
			 : 0);
		result->keep[row] = fit.answer != SYB_ANSWER_NO;
		if (!result->keep[row])
			warn_numbers(f, result->device, props, &fit);
		if (f->record && result->kept)
			result->kept->as.u += result->keep[row];
		if (f->record && fit.reason_count)
			TRY(put_row(f, &scratch, result->keep[row] ? result->unknown : result->dropped, row, &fit));
	}
	return 0;
}

static int read_row(struct filtering *f, size_t row)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;

	TRY(cell_props(f->ctx, cell_of(f->table, row, f->properties), f->opts.base_dir, &file, &props));
	if (props && syb_props_find(props, SET_REQUIREMENTS)) {
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(f->ctx, syb_file_name(file));

		TRY(syb_view_new(f->ctx, props, &view));
		return judge_row(f, row, props, syb_view_info(view));
	}
	return judge_row(f, row, NULL, NULL);
}

static int read_rows(struct filtering *f)
{
	if (f->properties < 0)
		syb_report(f->ctx, SYB_SEVERITY_INFO, SYB_NO_OFFSET, "filter-nothing",
			   "the table has no column Properties: copied without filtering");
	for (size_t i = 0; i < syb_table_row_count(f->table); i++) {
		TRY(read_row(f, i));
		TRY(ctx_cancelled(f->ctx));
	}
	return 0;
}

/* ---- the tables ---- */

static int make_tables(struct filtering *f, struct syb_table **out_tables)
{
	struct syb_table **tables = arena_array(f->ctx, &f->arena, f->count + 1, sizeof(struct syb_table *));
	int r = tables ? 0 : -SYB_E_NOMEM;

	for (size_t i = 0; r == 0 && i < f->count; i++)
		r = syb_table_copy(f->ctx, f->table, f->results[i].keep, &tables[i]);
	if (r == 0 && f->record)
		r = record_finish(f->record);
	for (size_t i = 0; r < 0 && tables && i < f->count; i++)
		syb_table_free(tables[i]);
	for (size_t i = 0; r == 0 && i < f->count; i++)
		out_tables[i] = tables[i];
	return r;
}

static int begin(struct filtering *f, const struct syb_device *const *devices)
{
	f->results = arena_array(f->ctx, &f->arena, f->count + 1, sizeof(*f->results));
	if (!f->results)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < f->count; i++) {
		f->results[i].device = devices[i];
		f->results[i].keep = arena_array(f->ctx, &f->arena, syb_table_row_count(f->table) + 1, sizeof(bool));
		if (!f->results[i].keep)
			return -SYB_E_NOMEM;
	}
	f->code = syb_table_column_find(f->table, "Code");
	f->properties = syb_table_column_find(f->table, "Properties");
	if (f->record)
		begin_record(f);
	return 0;
}

int syb_filter(struct syb_ctx *ctx, const struct syb_table *table, const struct syb_device *const *devices,
	       size_t device_count, const struct syb_filter_opts *opts, struct syb_table **out_tables,
	       struct syb_record **out_record)
{
	_cleanup_(drop) struct filtering f = { .ctx = ctx, .table = table, .count = device_count };

	OPTS_READ(ctx, &f.opts, opts);
	TRY(out_record ? record_new(ctx, &f.record) : 0);
	TRY(begin(&f, devices));
	TRY(read_rows(&f));
	TRY(make_tables(&f, out_tables));
	if (out_record)
		*out_record = steal(f.record);
	return 0;
}

int syb_filter_keeps(struct syb_ctx *ctx, const struct syb_requirements *requirements, const struct syb_device *device,
		     bool *out_keeps)
{
	struct syb_requirements req = { 0 };
	_cleanup_(arena_free) struct arena scratch = { 0 };
	struct fit fit;

	OPTS_READ(ctx, &req, requirements);
	TRY(requirements_judge(ctx, &scratch, &req, device, FIT_FILTER, &fit));
	*out_keeps = fit.answer != SYB_ANSWER_NO;
	return 0;
}
