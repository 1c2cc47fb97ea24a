/* tools/run/check_devices.c — sybil check --device: kernels × devices, judged before any driver compiles anything.
 * */
#include "base/file.h"
#include "live.h"
#include <sybil/item.h>
#include <sybil/package.h>

int check_devices_begin(struct tool *tool, struct live *out)
{
	struct live_opts opts = { .strict = args_has(tool, OPT_check_strict), .cache_dir = "" };
	int r = args_list(tool, OPT_check_device, &opts.selectors, &opts.selector_count);

	if (r == 0)
		r = args_list(tool, OPT_check_device_config, &opts.configs, &opts.config_count);
	if (r < 0 || opts.selector_count == 0)
		return r;
	r = live_open(tool, &opts, out);
	if (r == 0 && out->count == 0)
		r = live_none(tool, out);
	return r;
}

/* ---- file tables ---- */

static bool is_ptx(struct tool *tool, const char *path)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes bytes = { 0 };

	if (syb_file_open(tool->silent, path, &file) == 0)
		bytes = syb_file_bytes(file);
	return (bytes.len > 2 && memcmp(bytes.ptr, "//", 2) == 0) ||
	       (bytes.len > 8 && memcmp(bytes.ptr, ".version", 8) == 0);
}

/* The rows whose code is PTX, or the others. */
static int pack_rows(struct tool *tool, struct syb_pack *pack, const struct syb_table *table, bool ptx)
{
	_cleanup_(syb_table_free_p) struct syb_table *some = NULL;
	struct syb_pack_table_opts opts = { .size = sizeof(opts),
					    .ir_type = ptx ? SYB_IR_PTX : SYB_IR_SPIRV,
					    .infer = true };
	int code = syb_table_titled(table) ? syb_table_column_find(table, "Code") : 0;
	size_t rows = syb_table_row_count(table), kept = 0;
	bool *keep = arena_array(tool->ctx, &tool->arena, rows + 1, sizeof(*keep));

	if (!keep)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < rows; i++) {
		const char *path = code >= 0 ? syb_table_cell(table, i, (size_t)code) : NULL;

		keep[i] = (path && is_ptx(tool, path)) == ptx;
		kept += keep[i];
	}
	if (kept == 0 && (ptx || rows))
		return 0;
	TRY(syb_table_copy(tool->ctx, table, keep, &some));
	return syb_pack_table(tool->ctx, pack, some, &opts);
}

/* Turn a table into the package that `sybil pack --table` would make. */
static int pack_table(struct tool *tool, const struct syb_file *file, struct syb_file **out)
{
	_cleanup_(syb_table_free_p) struct syb_table *table = NULL;
	_cleanup_(syb_pack_free_p) struct syb_pack *pack = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	struct syb_bin_write_opts opts = { .size = sizeof(opts), .dialect = SYB_DIALECT_KEEP };
	int r = syb_table_read(tool->ctx, syb_file_bytes(file), syb_file_name(file), &table);

	if (r == 0)
		r = syb_pack_new(tool->ctx, &opts, &pack);
	if (r == 0)
		r = syb_bin_writer_state(tool->ctx, syb_pack_writer(pack), SYB_STATE_EXECUTABLE);
	if (r == 0)
		r = pack_rows(tool, pack, table, false);
	if (r == 0)
		r = pack_rows(tool, pack, table, true);
	r = table_explain(tool, file, true, r);
	if (r == 0)
		r = out_scratch(tool->ctx, &scratch);
	if (r == 0)
		r = syb_bin_writer_write(tool->ctx, syb_pack_writer(pack), scratch);
	return r < 0 ? r : out_scratch_file(tool->ctx, scratch, out);
}

/* ---- */

/* Data from a pipe cannot be opened again. */
static int open_bundle(struct tool *tool, const struct live *live, const struct syb_file *file, const char *path,
		       struct syb_bundle **out)
{
	_cleanup_(syb_file_close_p) struct syb_file *packed = NULL;
	struct syb_bundle_opts opts = { .size = sizeof(opts), .name = syb_file_name(file) };
	bool table = syb_identify(syb_file_bytes(file)) == SYB_KIND_TABLE;

	TRY(table ? pack_table(tool, file, &packed) : 0);
	if (table)
		return syb_bundle_open(tool->ctx, live->rt, syb_file_bytes(packed), live->list, live->count, &opts,
				       out);
	if (str_eq(path, "-"))
		return syb_bundle_open(tool->ctx, live->rt, syb_file_bytes(file), live->list, live->count, &opts, out);
	return syb_bundle_open_file(tool->ctx, live->rt, path, live->list, live->count, &opts, out);
}

int check_devices(struct tool *tool, const struct live *live, const struct syb_file *file, const char *path,
		  struct syb_record *record, struct syb_value *map)
{
	_cleanup_(syb_bundle_close_p) struct syb_bundle *bundle = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *matrix = NULL;
	int r;

	if (!live->rt)
		return 0;
	r = open_bundle(tool, live, file, path, &bundle);
	if (r == 0)
		r = syb_bundle_check(tool->ctx, bundle, &matrix);
	if (r < 0)
		return r;
	value_copy(record, map, "devices", syb_record_root(matrix));
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(tool->ctx, syb_file_name(file));
	return check_targets_judge(tool, syb_record_root(matrix));
}

void check_devices_drop(struct live *live)
{
	live_drop(live);
}
