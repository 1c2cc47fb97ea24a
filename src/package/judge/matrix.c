/* package/judge/matrix.c — kernels × devices: packages or a file table → which kernel runs where, and why not.
 *
 * A module is judged once for each device, and its kernels share the verdict. A kernel that is in several modules (for
 * example one for each target) runs where one of them does: the best verdict counts. */
#include "matrix.h"
#include "matrix_bare.h"

#include "base/file.h"
#include "cells.h"
#include "package/check/check.h"
#include "format/item/item.h"
#include "format/props/module_view.h"
#include "format/props/props.h"
#include "format/syclbin/syclbin.h"
#include "kernels.h"
#include <sybil/filter.h>
#include <sybil/spirv.h>

DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);
DEFINE_CLEANUP(struct syb_view *, syb_view_free);
DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);
DEFINE_CLEANUP(struct syb_table *, syb_table_free);

static void matrix_drop(struct matrix *m)
{
	arena_free(&m->arena);
	allocator_free(m->from, m->rows);
	hash_free(&m->names);
	hash_free(&m->judged);
}

/* ---- kernels ---- */

static bool better(const struct matrix_verdict *a, const struct matrix_verdict *b)
{
	return a->fit->answer != b->fit->answer ? a->fit->answer > b->fit->answer : a->way > b->way;
}

/* Whether kernels with equal answers share a row of the record, which then states no modules. */
static bool is_shared(const struct matrix *m)
{
	return m->opts.shared || m->opts.bare || m->opts.grouped;
}

static int find_row(struct matrix *m, const char *name, size_t len, struct matrix_row **out_row)
{
	const size_t *place = hash_get(&m->names, name, len);
	struct matrix_row row = { 0 };

	if (place) {
		*out_row = &m->rows[*place];
		return 0;
	}
	row.name = arena_string(m->ctx, &m->arena, name, len);
	row.cells = arena_array(m->ctx, &m->arena, m->device_count, sizeof(*row.cells));
	if (!is_shared(m))
		row.places = arena_array(m->ctx, &m->arena, m->device_count, sizeof(*row.places));
	if (!row.name || !row.cells || (!row.places && !is_shared(m)))
		return -SYB_E_NOMEM;
	TRY(VEC_PUSH(m->ctx, m->rows, m->row_count, m->row_room));
	TRY(hash_put(m->ctx, &m->names, row.name, len, m->row_count, NULL, NULL));
	m->rows[m->row_count] = row;
	*out_row = &m->rows[m->row_count++];
	return 0;
}

/* place: of the module, or the row of a table. */
static int add_kernel(struct matrix *m, const char *name, size_t len, size_t place,
		      const struct matrix_verdict *verdicts)
{
	struct matrix_row *row = NULL;

	TRY(find_row(m, name, len, &row));
	for (size_t i = 0; i < m->device_count; i++) {
		if (row->cells[i] && !better(&verdicts[i], row->cells[i]))
			continue;
		row->cells[i] = &verdicts[i];
		if (row->places)
			row->places[i] = place;
	}
	return 0;
}

/* ---- modules ---- */

static int add_no_image(struct matrix *m, const struct syb_module *module, const struct syb_device *device,
			struct fit *fit)
{
	struct syb_reason reason = { .requirement = "image",
				     .answer = matrix_may_have(module, device) ? SYB_ANSWER_UNKNOWN : SYB_ANSWER_NO };

	TRY(matrix_images_text(m->ctx, &m->arena, module, &reason.text));
	fit_add(fit, &reason);
	return 0;
}

/* Copied: the package may be closed when the name is used. */
static int name_image(struct matrix *m, const struct syb_image *image, struct matrix_verdict *v)
{
	const char *name = image ? syb_image_name(image) : NULL;

	if (name)
		v->image_name = arena_string(m->ctx, &m->arena, name, strlen(name));
	return name && !v->image_name ? -SYB_E_NOMEM : 0;
}

static int keep_fit(struct matrix *m, const struct fit *fit, const struct fit **out)
{
	static const struct fit yes = { .answer = SYB_ANSWER_YES };
	const size_t size = offsetof(struct fit, reasons) + fit->reason_count * sizeof(fit->reasons[0]);
	struct fit *kept = NULL;

	if (fit->answer == SYB_ANSWER_YES && fit->reason_count == 0) { /* most of them */
		*out = &yes;
		return 0;
	}
	kept = arena_alloc(m->ctx, &m->arena, size);
	if (!kept)
		return -SYB_E_NOMEM;
	memcpy(kept, fit, size);
	*out = kept;
	return 0;
}

static int judge_devices(struct matrix *m, const struct syb_requirements *req, const struct syb_module *module,
			 struct matrix_verdict **out_verdicts)
{
	struct matrix_verdict *verdicts = arena_array(m->ctx, &m->arena, m->device_count, sizeof(*verdicts));

	TRY(verdicts ? 0 : -SYB_E_NOMEM);
	for (size_t i = 0; i < m->device_count; i++) {
		struct matrix_verdict *v = &verdicts[i];
		const struct syb_image *image = NULL;
		struct fit fit;

		TRY(requirements_judge(m->ctx, &m->arena, req, m->devices[i], FIT_ALL, &fit));
		v->way = module ? matrix_way(module, m->devices[i], &image) : WAY_SOURCE;
		v->image = image ? syb_image_index(image) : SIZE_MAX;
		TRY(v->way == WAY_NONE ? add_no_image(m, module, m->devices[i], &fit) : name_image(m, image, v));
		TRY(keep_fit(m, &fit, &v->fit));
	}
	*out_verdicts = verdicts;
	return 0;
}

/* module is NULL for a row of a table. Rows point to the verdicts. */
static int judge(struct matrix *m, const struct syb_requirements *req, const struct syb_module *module,
		 struct matrix_verdict **out_verdicts)
{
	_cleanup_(buf_free) struct buf key = { 0 };
	const bool whole = matrix_key(m->ctx, req, module, &key);
	const size_t *known = whole ? hash_get(&m->judged, key.ptr, key.len) : NULL;

	TRY(key.failed);
	if (known) {
		*out_verdicts = (struct matrix_verdict *)*known;
		return 0;
	}
	TRY(judge_devices(m, req, module, out_verdicts));
	return whole ? hash_add_copy(m->ctx, &m->judged, &m->arena, key.ptr, key.len, (size_t)*out_verdicts) : 0;
}

/* The properties of a module's first SPIR-V image, and its aspects in out_aspects. Empty when no image can be read, or
 * when a hostile package shares one image among too many modules. */
static int infer(struct matrix *m, const struct syb_module *module, struct syb_props **out_props,
		 struct syb_requirements *out_aspects)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(m->ctx);
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	struct syb_bytes bytes = { 0 };
	int r = -SYB_E_NOTFOUND;

	for (size_t i = 0; i < syb_module_image_count(module) && !bytes.len; i++)
		if (syb_identify(syb_image_bytes(syb_module_image_at(module, i))) == SYB_KIND_SPIRV)
			bytes = syb_image_bytes(syb_module_image_at(module, i));
	if (bytes.len && bytes.len <= m->allow) {
		m->allow -= bytes.len;
		r = syb_spirv_open(m->ctx, bytes, NULL, &spirv);
	}
	if (r == 0) { /* as the code has them: properties cannot state aspects without a number */
		const struct syb_spirv_info *info = syb_spirv_info(spirv);
		uint32_t *copy = arena_array(m->ctx, &m->arena, info->aspect_count + 1, sizeof(*copy));

		if (!copy)
			return -SYB_E_NOMEM;
		if (info->aspect_count)
			memcpy(copy, info->aspects, info->aspect_count * sizeof(*copy));
		out_aspects->aspects = copy;
		out_aspects->aspect_count = info->aspect_count;
	}
	if (r == 0)
		r = syb_spirv_infer(m->ctx, spirv, out_props);
	return r == 0 || r == -SYB_E_NOMEM ? r : syb_props_read(m->ctx, (struct syb_bytes){ 0 }, NULL, out_props);
}

static int add_kernels(struct matrix *m, const struct syb_module *module, const struct syb_requirements *req,
		       const struct syb_module_info *names)
{
	struct matrix_verdict *verdicts = NULL;

	TRY(names->kernel_count ? judge(m, req, module, &verdicts) : 0);
	for (size_t i = 0; i < names->kernel_count; i++)
		TRY(add_kernel(m, names->kernels[i], strlen(names->kernels[i]), syb_module_index(module), verdicts));
	return 0;
}

static void note_numbers(struct matrix *m, const struct syb_props *props)
{
	const char *text = syb_props_aspect_numbers_text(props);

	if (text && !m->numbers[0])
		m->numbers[0] = text;
	else if (text && !str_eq(text, m->numbers[0]))
		m->numbers[1] = text;
}

/* Where no property names the kernels, the code does; where properties state no requirements, SPIR-V has them. */
static int add_module(struct matrix *m, const struct syb_module *module)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL, *inferred = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL, *second = NULL;
	const struct syb_module_info *info;
	struct syb_requirements aspects = { 0 }, req;
	const struct syb_module_info *names;

	TRY(syb_module_props(m->ctx, module, &props));
	TRY(module_view(m->ctx, module, props, &m->allow, &view));
	note_numbers(m, props);
	info = syb_view_info(view);
	if (info->kernel_count && !requirements_too_old(module, props) &&
	    (syb_props_find(props, SET_KERNEL_NAMES) || syb_props_find(props, SET_REQUIREMENTS)))
		return add_kernels(m, module, info->requirements, info);
	TRY(infer(m, module, &inferred, &aspects));
	TRY(syb_view_new(m->ctx, inferred, &second));
	names = syb_view_info(second)->kernel_count ? syb_view_info(second) : info;
	if (syb_props_find(props, SET_REQUIREMENTS))
		return add_kernels(m, module, info->requirements, names);
	req = *names->requirements;
	req.aspects = aspects.aspects;
	req.aspect_count = aspects.aspect_count;
	return add_kernels(m, module, &req, names);
}

static int add_modules(struct matrix *m, const struct syb_bin *bin)
{
	m->allow = check_allowance(bin);
	for (size_t i = 0; i < syb_bin_module_count(bin); i++) {
		ctx_progress_count(m->ctx, "modules", i, syb_bin_module_count(bin));
		TRY(add_module(m, syb_bin_module_at(bin, i)));
		module_read_past(m->ctx, syb_bin_module_at(bin, i));
		TRY(ctx_cancelled(m->ctx));
	}
	return 0;
}

static int add_package(struct matrix *m, const struct syb_item *item)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;

	TRY(syb_bin_open_item(m->ctx, item, m->opts.name, &bin));
	return add_modules(m, bin);
}

/* Device code outside of packages. */
static int add_loose(struct matrix *m, struct syb_bytes bytes)
{
	const struct syb_bin_open_opts opts = { .size = sizeof(opts), .name = m->opts.name };
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	int r;

	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(m->ctx);

		r = syb_bin_open(m->ctx, bytes, &opts, &bin);
		if (r != -SYB_E_FORMAT)
			r = ctx_unmute_failed(&mute, r);
	}
	if (r == 0)
		return add_modules(m, bin);
	return r != -SYB_E_FORMAT ? r
				  : syb_fail(m->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "matrix-nothing",
					     "the file contains neither a package nor a file table");
}

/* ---- tables ---- */

/* The kernels of a row: those that the properties list, else the row's symbols, else the names that other properties
 * mention; a row without names is named by its code. */
static int add_names(struct matrix *m, const struct syb_table *table, size_t row, const struct syb_props *props,
		     const struct syb_module_info *info, const struct matrix_verdict *verdicts)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	const char *code = cell_of(table, row, syb_table_column_find(table, "Code"));
	const char *symbols = cell_of(table, row, syb_table_column_find(table, "Symbols"));
	struct syb_bytes rest = { 0 }, name;
	size_t count = 0;

	if (!props || !syb_props_find(props, SET_KERNEL_NAMES))
		TRY(cell_open(m->ctx, symbols, m->opts.base_dir, &file));
	if (file)
		rest = syb_file_bytes(file);
	for (; symbols_next(&rest, &name); count++)
		TRY(add_kernel(m, (const char *)name.ptr, name.len, row, verdicts));
	for (size_t i = 0; !file && i < info->kernel_count; i++, count++)
		TRY(add_kernel(m, info->kernels[i], strlen(info->kernels[i]), row, verdicts));
	if (count == 0 && code && *code)
		TRY(add_kernel(m, code, strlen(code), row, verdicts));
	return 0;
}

static int add_row(struct matrix *m, const struct syb_table *table, size_t row)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
	const struct syb_requirements no_requirements = { 0 };
	const struct syb_module_info nothing = { .requirements = &no_requirements };
	const struct syb_module_info *info = &nothing;
	struct matrix_verdict *verdicts = NULL;

	TRY(cell_props(m->ctx, cell_of(table, row, syb_table_column_find(table, "Properties")), m->opts.base_dir, &file,
		       &props));
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(m->ctx, file ? syb_file_name(file) : NULL);
	if (props) {
		TRY(syb_view_new(m->ctx, props, &view));
		info = syb_view_info(view);
		note_numbers(m, props);
	}
	TRY(judge(m, info->requirements, NULL, &verdicts));
	return add_names(m, table, row, props, info, verdicts);
}

static int add_table(struct matrix *m, const struct syb_item *item)
{
	_cleanup_(syb_table_free_p) struct syb_table *table = NULL;

	TRY(syb_table_read(m->ctx, syb_item_bytes(item), m->opts.name, &table));
	m->table = true;
	for (size_t i = 0; i < syb_table_row_count(table); i++) {
		ctx_progress_count(m->ctx, "rows", i, syb_table_row_count(table));
		TRY(add_row(m, table, i));
		TRY(ctx_cancelled(m->ctx));
	}
	return 0;
}

/* syb_unpack bounds the depth. */
static int add_item(struct matrix *m, const struct syb_item *item)
{
	enum syb_kind kind = syb_item_kind(item);

	if (syb_item_is_package(item) || kind == SYB_KIND_TABLE) {
		m->sources++;
		return kind == SYB_KIND_TABLE ? add_table(m, item) : add_package(m, item);
	}
	for (size_t i = 0; i < syb_item_count(item); i++)
		TRY(add_item(m, syb_item_at(item, i)));
	return 0;
}

/* ---- the record ---- */

static bool runs(const struct matrix *m, const struct matrix_verdict *v)
{
	return v->fit->answer == SYB_ANSWER_YES || (v->fit->answer == SYB_ANSWER_UNKNOWN && !m->opts.strict);
}

static const char *name_of(const struct matrix *m, size_t device)
{
	return m->opts.names ? m->opts.names[device] : m->devices[device]->name;
}

static int show_cell(struct matrix *m, struct syb_record *record, struct syb_value *list, size_t device,
		     const struct matrix_row *row)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	const struct matrix_verdict *v = row->cells[device];
	struct syb_value *map = value_map(record, list, NULL);
	const char *why;

	TRY(fit_text(m->ctx, &scratch, v->fit, &why));
	value_string(record, map, "target", name_of(m, device));
	value_string(record, map, "answer", syb_answer_name(v->fit->answer));
	value_bool(record, map, "runs", runs(m, v));
	if (row->places)
		value_uint(record, map, m->table ? "row" : "module", row->places[device]);
	if (!m->table) {
		value_string_or_null(record, map, "as", matrix_way_name(v->way));
		if (row->places && v->way != WAY_NONE)
			value_uint(record, map, "image", v->image);
		else if (row->places)
			value_null(record, map, "image");
	}
	value_string_or_null(record, map, "why", *why ? why : NULL);
	fit_show(record, map, v->fit);
	return 0;
}

static int show_cells(struct matrix *m, struct syb_record *record, struct syb_value *list, const struct matrix_row *row)
{
	for (size_t k = 0; k < m->device_count; k++)
		TRY(show_cell(m, record, list, k, row));
	return 0;
}

/* The index of the shared row of a kernel; *out_new: it is the first one with these answers. */
static int find_shared(struct matrix *m, struct hash *places, const struct matrix_row *row, size_t *out_place,
		       bool *out_new)
{
	size_t *place;
	bool found;

	TRY(hash_put(m->ctx, places, row->cells, m->device_count * sizeof(*row->cells), places->count, &place, &found));
	*out_place = *place;
	*out_new = !found;
	return 0;
}

static int show_rows(struct matrix *m, struct syb_record *record)
{
	struct syb_value *list = value_list(record, record->root, "kernels");
	struct syb_value *rows = m->opts.grouped ? value_list(record, record->root, "rows") : NULL;
	_cleanup_(hash_free) struct hash places = { 0 };
	size_t counts[3] = { 0 }; /* nowhere, somewhere, everywhere */

	for (size_t i = 0; i < m->row_count; i++) {
		const struct matrix_row *row = &m->rows[i];
		struct syb_value *map = value_map(record, list, NULL);
		size_t yes = 0, place;
		bool first = true;

		value_hint(value_string(record, map, "name", row->name), VALUE_NAME);
		if (rows) {
			TRY(find_shared(m, &places, row, &place, &first));
			value_uint(record, map, "row", place);
		}
		if (first)
			TRY(show_cells(m, record,
				       rows ? value_list(record, rows, NULL) : value_list(record, map, "targets"),
				       row));
		for (size_t k = 0; k < m->device_count; k++)
			yes += runs(m, row->cells[k]);
		counts[yes == 0 ? 0 : yes == m->device_count ? 2 : 1]++;
	}
	value_uint(record, record->root, "everywhere", counts[2]);
	value_uint(record, record->root, "somewhere", counts[1]);
	value_uint(record, record->root, "nowhere", counts[0]);
	return 0;
}

static int show(struct matrix *m, struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	struct syb_value *list;

	TRY(record_new(m->ctx, &record));
	list = value_list(record, record->root, "targets");
	for (size_t i = 0; i < m->device_count; i++)
		value_string(record, list, NULL, name_of(m, i));
	if (m->numbers[0])
		value_string(record, record->root, "aspect_numbers", m->numbers[1] ? "mixed" : m->numbers[0]);
	TRY(show_rows(m, record));
	TRY(record_finish(record));
	*out_record = steal(record);
	return 0;
}

/* ---- the short record: equal answers once ---- */

static void put_verdict(struct syb_record *record, struct syb_value *row, const struct matrix_verdict *v)
{
	struct syb_value *map = value_map(record, row, NULL), *why = NULL;

	value_string(record, map, "answer", syb_answer_name(v->fit->answer));
	value_string_or_null(record, map, "as", matrix_way_name(v->way));
	value_string_or_null(record, map, "image_name", v->image_name);
	for (size_t i = 0; i < v->fit->reason_count; i++) {
		if (v->fit->reasons[i].answer != v->fit->answer) /* it does not decide */
			continue;
		if (!why)
			why = value_list(record, map, "why");
		value_string(record, why, NULL, v->fit->reasons[i].text);
	}
}

static int show_shared_rows(struct matrix *m, struct syb_record *record)
{
	struct syb_value *kernels = value_list(record, record->root, "kernels");
	struct syb_value *rows = value_list(record, record->root, "rows");
	_cleanup_(hash_free) struct hash places = { 0 };

	for (size_t i = 0; i < m->row_count && !record->failed; i++) {
		const struct matrix_row *row = &m->rows[i];
		struct syb_value *map = value_map(record, kernels, NULL), *list;
		size_t place;
		bool first;

		TRY(find_shared(m, &places, row, &place, &first));
		value_string(record, map, "name", row->name);
		value_uint(record, map, "row", place);
		list = first ? value_list(record, rows, NULL) : NULL;
		for (size_t k = 0; first && k < m->device_count; k++)
			put_verdict(record, list, row->cells[k]);
	}
	return 0;
}

static int show_shared(struct matrix *m, const struct matrix_bare *bare, struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;

	TRY(record_new(m->ctx, &record));
	TRY(show_shared_rows(m, record));
	for (size_t i = 0; !record->failed && i < bare->count; i++) {
		struct syb_value *map = value_map(record, record->root->as.c.first, NULL);

		value_string(record, map, "name", bare->unusable[i].name);
		value_string(record, map, "unusable", bare->unusable[i].fault);
	}
	TRY(record_finish(record));
	*out_record = steal(record);
	return 0;
}

static int matrix_read(struct matrix *m, struct syb_bytes bytes)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;

	m->from = allocator_of(m->ctx);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(m->ctx, m->opts.name);
	TRY(syb_unpack(m->ctx, bytes, m->opts.name, &tree));
	TRY(add_item(m, syb_tree_root(tree)));
	return m->sources ? 0 : add_loose(m, bytes);
}

int syb_matrix(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_device *const *devices,
	       size_t device_count, const struct syb_matrix_opts *opts, struct syb_record **out_record)
{
	_cleanup_(matrix_drop) struct matrix m = { .ctx = ctx, .devices = devices, .device_count = device_count };
	_cleanup_(matrix_bare_drop) struct matrix_bare bare = { 0 };

	OPTS_READ(ctx, &m.opts, opts);
	m.from = allocator_of(ctx);
	if (device_count == 0)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "no devices");
	if (m.opts.bare)
		TRY(matrix_bare(ctx, bytes, m.opts.name, &bare));
	if ((bare.package || !m.opts.bare))
		TRY(matrix_read(&m, m.opts.bare ? syb_file_bytes(bare.package) : bytes));
	return m.opts.shared || m.opts.bare ? show_shared(&m, &bare, out_record) : show(&m, out_record);
}
