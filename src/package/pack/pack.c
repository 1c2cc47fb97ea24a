/* package/pack/pack.c — files → package: modules given one by one, the rows of a file table, or a whole other package.
 * Keeps the input files open until the package is written, because images are streamed from them. */
#include "base/buf.h"
#include "base/file.h"
#include "base/hash.h"
#include "package/judge/cells.h"
#include "format/spirv/spirv.h"
#include "format/syclbin/syclbin.h"
#include "package/judge/kernels.h"
#include "pack.h"
#include <sybil/spirv.h>

DEFINE_CLEANUP(struct syb_view *, syb_view_free);

struct kept_file {
	struct syb_file *file;
	struct kept_file *next;
};

struct syb_pack {
	struct allocator from;
	struct arena arena;
	struct syb_bin_writer *writer;
	struct kept_file *files;
};

DEFINE_CLEANUP(struct syb_pack *, syb_pack_free);
DEFINE_CLEANUP(struct syb_props *, syb_props_free);
DEFINE_CLEANUP(struct syb_props_writer *, syb_props_writer_free);
DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);

int syb_pack_new(struct syb_ctx *ctx, const struct syb_bin_write_opts *opts, struct syb_pack **out_pack)
{
	_cleanup_(syb_pack_free_p) struct syb_pack *pack = mem_zalloc(ctx, sizeof(*pack));

	if (!pack)
		return -SYB_E_NOMEM;
	pack->from = allocator_of(ctx);
	TRY(syb_bin_writer_new(ctx, opts, &pack->writer));
	*out_pack = steal(pack);
	return 0;
}

void syb_pack_free(struct syb_pack *pack)
{
	if (!pack)
		return;
	for (struct kept_file *k = pack->files; k; k = k->next)
		syb_file_close(k->file);
	syb_bin_writer_free(pack->writer);
	arena_free(&pack->arena);
	allocator_free(pack->from, pack);
}

struct syb_bin_writer *syb_pack_writer(struct syb_pack *pack)
{
	return pack->writer;
}

int pack_keep(struct syb_ctx *ctx, struct syb_pack *pack, struct syb_file *file)
{
	struct kept_file *k = arena_alloc(ctx, &pack->arena, sizeof(*k));

	if (!k) {
		syb_file_close(file);
		return -SYB_E_NOMEM;
	}
	k->file = file;
	k->next = pack->files;
	pack->files = k;
	return 0;
}

static int fail_empty(struct syb_ctx *ctx, const struct syb_file *file)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, syb_file_name(file));

	return syb_fail(ctx, SYB_E_FORMAT, 0, "image-empty", "the image has no bytes");
}

static int open_kept(struct syb_ctx *ctx, struct syb_pack *pack, const char *path, const struct syb_file **out_file)
{
	struct syb_file *file = NULL;

	TRY(syb_file_open(ctx, path, &file));
	TRY(pack_keep(ctx, pack, file));
	*out_file = file;
	return 0;
}

static struct syb_bytes bytes_of(const struct syb_file *file)
{
	return file ? syb_file_bytes(file) : (struct syb_bytes){ 0 };
}

static int read_properties(struct syb_ctx *ctx, const struct syb_file *file, struct syb_props **out_props)
{
	struct syb_props_read_opts opts = { .size = sizeof(opts), .name = file ? syb_file_name(file) : NULL };

	return syb_props_read(ctx, bytes_of(file), &opts, out_props);
}

/* Property text is checked before it goes into a package. */
static int add_module(struct syb_ctx *ctx, struct syb_pack *pack, const struct syb_file *file)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;

	TRY(read_properties(ctx, file, &props));
	return syb_bin_writer_module(ctx, pack->writer, bytes_of(file));
}

int syb_pack_module(struct syb_ctx *ctx, struct syb_pack *pack, const char *properties)
{
	const struct syb_file *file = NULL;

	TRY(properties ? open_kept(ctx, pack, properties, &file) : 0);
	return add_module(ctx, pack, file);
}

/* ---- properties that follow from SPIR-V ---- */

static int infer(struct syb_ctx *ctx, const struct syb_file *spirv, struct syb_props **out_props)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, syb_file_name(spirv));
	_cleanup_(syb_spirv_close_p) struct syb_spirv *module = NULL;

	TRY(syb_spirv_open(ctx, syb_file_bytes(spirv), NULL, &module));
	return syb_spirv_infer(ctx, module, out_props);
}

/* SPIR-V exports a device global with image scope too, so that the host can find it; other images cannot import it. */
static bool has_image_scope(const struct syb_module_info *stated, const char *symbol)
{
	const char *id = symbol;

	for (size_t i = 0; i < stated->program_metadata_count; i++) {
		const struct syb_program_metadata *m = stated->program_metadata[i];

		if (str_eq(m->key, "global_id_mapping") && bytes_eq(syb_prop_bytes(m->prop), str_bytes(symbol)))
			id = m->kernel;
	}
	for (size_t i = 0; i < stated->device_global_count; i++)
		if (stated->device_globals[i]->image_scope && str_eq(stated->device_globals[i]->name, id))
			return true;
	return false;
}

static int add_exports(struct syb_ctx *ctx, struct syb_props_writer *writer, const struct syb_set *set,
		       const struct syb_props *stated)
{
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
	bool begun = false;

	TRY(syb_view_new(ctx, stated, &view));
	for (size_t k = 0; k < syb_set_count(set); k++) {
		const struct syb_prop *prop = syb_set_at(set, k);

		if (has_image_scope(syb_view_info(view), syb_prop_key(prop)))
			continue;
		TRY(begun ? 0 : syb_props_writer_set(ctx, writer, SET_EXPORTS));
		TRY(syb_props_writer_prop(ctx, writer, prop));
		begun = true;
	}
	return 0;
}

static int add_set(struct syb_ctx *ctx, struct syb_props_writer *writer, const struct syb_set *set)
{
	TRY(syb_props_writer_set(ctx, writer, syb_set_name(set)));
	for (size_t k = 0; k < syb_set_count(set); k++)
		TRY(syb_props_writer_prop(ctx, writer, syb_set_at(set, k)));
	return 0;
}

/* The stated sets, and inferred sets that are not stated. */
static int merge(struct syb_ctx *ctx, struct syb_props_writer *writer, const struct syb_props *stated,
		 const struct syb_props *inferred)
{
	const bool globals = stated && syb_props_find(stated, "SYCL/device globals");

	TRY(stated ? syb_props_writer_add(ctx, writer, stated) : 0);
	for (size_t i = 0; i < syb_props_count(inferred); i++) {
		const struct syb_set *set = syb_props_at(inferred, i);

		if (stated && syb_props_find(stated, syb_set_name(set)))
			continue;
		TRY(globals && str_eq(syb_set_name(set), SET_EXPORTS) ? add_exports(ctx, writer, set, stated)
								      : add_set(ctx, writer, set));
	}
	return 0;
}

static int add_inferred(struct syb_ctx *ctx, struct syb_pack *pack, const struct syb_file *spirv,
			const struct syb_file *file)
{
	_cleanup_(syb_props_free_p) struct syb_props *stated = NULL, *inferred = NULL;
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;
	struct syb_bytes text;

	TRY(infer(ctx, spirv, &inferred));
	if (file)
		TRY(read_properties(ctx, file, &stated));
	TRY(syb_props_writer_new(ctx, &writer));
	TRY(merge(ctx, writer, stated, inferred));
	TRY(syb_props_writer_text(ctx, writer, SYB_DIALECT_KEEP, &text));
	return syb_bin_writer_module(ctx, pack->writer, text);
}

int syb_pack_module_infer(struct syb_ctx *ctx, struct syb_pack *pack, const char *spirv, const char *properties)
{
	const struct syb_file *code = NULL, *file = NULL;

	TRY(open_kept(ctx, pack, spirv, &code));
	if (properties)
		TRY(open_kept(ctx, pack, properties, &file));
	return add_inferred(ctx, pack, code, file);
}

int syb_pack_image(struct syb_ctx *ctx, struct syb_pack *pack, const char *path, const struct syb_image_desc *desc)
{
	struct syb_image_desc d = { 0 };
	const struct syb_file *file = NULL;

	OPTS_READ(ctx, &d, desc);
	d.size = sizeof(d);
	TRY(open_kept(ctx, pack, path, &file));
	d.file = file;
	d.bytes = syb_file_bytes(file);
	return d.bytes.len ? syb_bin_writer_image(ctx, pack->writer, &d) : fail_empty(ctx, file);
}

/* ---- tables ---- */

struct table_row {
	const struct syb_file *code, *properties;
	const struct syb_file *symbols; /* only where the properties do not name the kernels */
	bool named;                     /* the properties name the kernels */
	size_t next;                    /* next row of the same module, 0 = none */
	size_t last;                    /* of a module's first row: its last one */
	bool follower;
};

static int open_cell(struct syb_ctx *ctx, struct syb_pack *pack, const char *cell, const char *base_dir,
		     const struct syb_file **out_file)
{
	struct syb_file *file = NULL;

	TRY(cell_open(ctx, cell, base_dir, &file));
	*out_file = file;
	return file ? pack_keep(ctx, pack, file) : 0;
}

/* The symbols are read where nothing else names the kernels. */
static int open_symbols(struct syb_ctx *ctx, struct syb_pack *pack, const char *cell,
			const struct syb_pack_table_opts *o, struct table_row *row)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	int r = read_properties(ctx, row->properties, &props);

	row->named = r == 0 && syb_props_find(props, SET_KERNEL_NAMES);
	return r < 0 || row->named ? r : open_cell(ctx, pack, cell, o->base_dir, &row->symbols);
}

static int open_rows(struct syb_ctx *ctx, struct syb_pack *pack, const struct syb_table *table,
		     const struct syb_pack_table_opts *o, struct table_row *rows)
{
	int symbols = syb_table_column_find(table, "Symbols");
	int code = syb_table_column_find(table, "Code");
	int properties = syb_table_column_find(table, "Properties");

	if (!syb_table_titled(table)) { /* columns are called 0, 1, 2: assume the usual order */
		code = 0;
		properties = syb_table_column_count(table) > 1 ? 1 : -1;
		symbols = syb_table_column_count(table) > 2 ? 2 : -1;
	}
	if (code < 0)
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "table-column", "the table has no column Code");
	for (size_t i = 0; i < syb_table_row_count(table); i++) {
		TRY(open_cell(ctx, pack, cell_of(table, i, code), o->base_dir, &rows[i].code));
		TRY(open_cell(ctx, pack, cell_of(table, i, properties), o->base_dir, &rows[i].properties));
		TRY(open_symbols(ctx, pack, cell_of(table, i, symbols), o, &rows[i]));
		if (!rows[i].code)
			TRY(syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "table-row", "row %zu does not name its code",
				     i + 1));
		if (syb_file_bytes(rows[i].code).len == 0)
			TRY(fail_empty(ctx, rows[i].code));
	}
	return 0;
}

static bool infers(const struct table_row *row, const struct syb_pack_table_opts *o)
{
	return o->infer && !o->arch && !row->properties && spirv_is_module(span_of(syb_file_bytes(row->code), 0));
}

/* Rows with the same properties and kernels are one module. Where nothing names the kernels, each row is a module:
 * the kernels of the code are not compared. */
static int group_rows(struct syb_ctx *ctx, struct syb_pack *pack, struct table_row *rows, size_t count,
		      const struct syb_pack_table_opts *o)
{
	_cleanup_(hash_free) struct hash groups = { 0 };

	for (size_t i = 0; i < count; i++) {
		const struct syb_bytes properties = bytes_of(rows[i].properties), symbols = bytes_of(rows[i].symbols);
		const size_t len = properties.len + 1 + symbols.len;
		uint8_t *key;
		size_t *first;
		bool found;

		rows[i].last = i;
		if (infers(&rows[i], o) || (!rows[i].named && !rows[i].symbols))
			continue;
		key = arena_alloc(ctx, &pack->arena, len);
		if (!key)
			return -SYB_E_NOMEM;
		if (properties.len)
			memcpy(key, properties.ptr, properties.len);
		if (symbols.len)
			memcpy(key + properties.len + 1, symbols.ptr, symbols.len);
		TRY(hash_put(ctx, &groups, key, len, i, &first, &found));
		if (found) {
			rows[rows[*first].last].next = i;
			rows[*first].last = i;
			rows[i].follower = true;
		}
	}
	return 0;
}

/* The symbols are kernels, and functions that the properties list as exports. */
static int name_kernels(struct syb_ctx *ctx, struct syb_props_writer *writer, const struct syb_props *props,
			struct syb_bytes symbols, struct arena *arena)
{
	_cleanup_(hash_free) struct hash seen = { 0 };
	struct syb_bytes symbol;

	while (symbols_next(&symbols, &symbol)) {
		const char *name = arena_string(ctx, arena, symbol.ptr, symbol.len);
		bool found = false;

		if (!name)
			return -SYB_E_NOMEM;
		if (syb_props_get(props, SET_EXPORTS, name))
			continue;
		if (strpbrk(name, "=\r"))
			return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "table-row",
					"symbol '%s' cannot be the name of a kernel", name);
		TRY(hash_put(ctx, &seen, name, symbol.len, 0, NULL, &found));
		if (!found)
			TRY(syb_props_writer_set(ctx, writer, SET_KERNEL_NAMES));
		if (!found)
			TRY(syb_props_writer_u32(ctx, writer, name, 1));
	}
	return 0;
}

static int add_named(struct syb_ctx *ctx, struct syb_pack *pack, const struct table_row *row)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;
	struct syb_bytes text;
	int r = read_properties(ctx, row->properties, &props);

	if (r == 0)
		r = syb_props_writer_new(ctx, &writer);
	if (r == 0)
		r = syb_props_writer_add(ctx, writer, props);
	if (r == 0) {
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, syb_file_name(row->symbols));

		r = name_kernels(ctx, writer, props, syb_file_bytes(row->symbols), &pack->arena);
	}
	if (r == 0)
		r = syb_props_writer_text(ctx, writer, SYB_DIALECT_KEEP, &text);
	return r < 0 ? r : syb_bin_writer_module(ctx, pack->writer, text);
}

static int add_row(struct syb_ctx *ctx, struct syb_pack *pack, const struct table_row *row,
		   const struct syb_pack_table_opts *o)
{
	const struct syb_image_desc desc = {
		.size = sizeof(desc),
		.kind = o->arch ? SYB_IMAGE_NATIVE : SYB_IMAGE_IR,
		.ir_type = o->ir_type,
		.arch = o->arch,
		.target = o->target,
		.bytes = syb_file_bytes(row->code),
		.file = row->code,
	};

	return syb_bin_writer_image(ctx, pack->writer, &desc);
}

int syb_pack_table(struct syb_ctx *ctx, struct syb_pack *pack, const struct syb_table *table,
		   const struct syb_pack_table_opts *opts)
{
	struct syb_pack_table_opts o = { 0 };
	size_t count = syb_table_row_count(table);
	struct table_row *rows;

	OPTS_READ(ctx, &o, opts);
	rows = arena_array(ctx, &pack->arena, count, sizeof(*rows));
	if (!rows)
		return -SYB_E_NOMEM;
	TRY(open_rows(ctx, pack, table, &o, rows));
	TRY(group_rows(ctx, pack, rows, count, &o));
	for (size_t i = 0; i < count; i++) {
		if (rows[i].follower)
			continue;
		TRY(infers(&rows[i], &o) ? add_inferred(ctx, pack, rows[i].code, NULL)
		    : rows[i].symbols    ? add_named(ctx, pack, &rows[i])
					 : add_module(ctx, pack, rows[i].properties));
		TRY(add_row(ctx, pack, &rows[i], &o));
		for (size_t k = rows[i].next; k; k = rows[k].next)
			TRY(add_row(ctx, pack, &rows[k], &o));
	}
	return 0;
}

int syb_pack_bin(struct syb_ctx *ctx, struct syb_pack *pack, const struct syb_bin *bin)
{
	if (bin->wrapped)
		return pack_wrapped(ctx, pack->writer, bin);
	TRY(syb_bin_writer_global(ctx, pack->writer, syb_bin_metadata(bin, NULL)));
	TRY(bin->loose ? syb_bin_writer_state(ctx, pack->writer, SYB_STATE_EXECUTABLE) : 0);
	for (size_t i = 0; i < syb_bin_module_count(bin); i++) {
		const struct syb_module *module = syb_bin_module_at(bin, i);

		TRY(syb_bin_writer_module(ctx, pack->writer, syb_module_metadata(module, NULL)));
		TRY(syclbin_writer_aspects(ctx, pack->writer, module));
		for (size_t k = 0; k < syb_module_image_count(module); k++)
			TRY(syb_bin_writer_copy(ctx, pack->writer, syb_module_image_at(module, k)));
	}
	return syclbin_writer_extras(ctx, pack->writer, bin);
}
