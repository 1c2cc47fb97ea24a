/* report/files.c — what the verbs answer about one file: its record, its sizes, its checks. */
#include "document.h"

#include <sybil/bin.h>
#include <sybil/package.h>

DEFINE_CLEANUP(struct syb_bin *, syb_bin_close);
DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

/* ---- diagnostics ---- */

void quiet_begin(struct report *x)
{
	syb_ctx_diag_clear(x->quiet);
}

int quiet_end(struct report *x, bool print, int r)
{
	size_t all = 0;

	for (size_t i = 0; i < ARRAY_SIZE(x->quiet->counts); i++)
		all += x->quiet->counts[i];
	for (size_t i = 0; i < syb_ctx_diag_count(x->quiet); i++) {
		const struct syb_diag *diag = syb_ctx_diag_at(x->quiet, i);

		if (print || (is_fatal(r) && diag->code == (enum syb_code) - r))
			ctx_tell(x->ctx, diag);
	}
	if (all > syb_ctx_diag_count(x->quiet) && (!is_fatal(r) || r == -SYB_E_NOMEM)) /* there was no memory for one */
		r = syb_fail(x->ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "out of memory");
	if (is_fatal(r))
		report_fail(x, r);
	return r;
}

const struct syb_diag *quiet_error(const struct report *x)
{
	for (size_t i = 0; i < syb_ctx_diag_count(x->quiet); i++)
		if (syb_ctx_diag_at(x->quiet, i)->severity == SYB_SEVERITY_ERROR)
			return syb_ctx_diag_at(x->quiet, i);
	return NULL;
}

static void put_diag(struct report *x, struct syb_value *map, const struct syb_diag *diag)
{
	value_string(x->rec, map, "severity", syb_severity_name(diag->severity));
	value_string(x->rec, map, "check", diag->check ? diag->check : "");
	if (diag->line) {
		value_uint(x->rec, map, "line", diag->line);
		value_uint(x->rec, map, "column", diag->column);
	} else if (diag->at != SYB_NO_OFFSET) {
		value_uint(x->rec, map, "offset", diag->at);
	}
	value_string(x->rec, map, "text", diag->text ? diag->text : "");
}

struct syb_value *quiet_put_error(struct report *x, struct syb_value *to, int r)
{
	struct syb_value *map = value_map(x->rec, to, "error");

	value_string(x->rec, map, "code", syb_code_name((enum syb_code) - r));
	if (quiet_error(x))
		put_diag(x, map, quiet_error(x));
	return map;
}

/* Whether one of the first rows is that finding. */
static bool is_listed(const struct report *x, size_t rows, size_t file, const struct syb_diag *diag)
{
	EACH (v, x->out.checks) {
		const struct syb_value *offset = get(v, "offset");

		if (rows-- == 0)
			return false;
		if (number_of(v, "file") == file && str_eq(text_of(v, "text"), diag->text ? diag->text : "") &&
		    str_eq(text_of(v, "check"), diag->check ? diag->check : "") &&
		    (offset ? syb_value_uint(offset) == diag->at : number_of(v, "line") == diag->line))
			return true;
	}
	return false;
}

void quiet_list(struct report *x, size_t file)
{
	const size_t before = x->files[file].checked && x->out.checks ? x->out.checks->as.c.count : 0;
	struct syb_value *map = NULL, *notes = NULL;

	x->files[file].checked = true;
	for (size_t i = 0; i < syb_ctx_diag_count(x->quiet) && !failed(x); i++) {
		const struct syb_diag *diag = syb_ctx_diag_at(x->quiet, i);

		if (diag->severity == SYB_SEVERITY_NOTE) {
			if (map && !notes)
				notes = value_list(x->rec, map, "notes");
			if (map)
				value_string(x->rec, notes, NULL, diag->text);
			continue;
		}
		notes = map = NULL;
		if (is_listed(x, before, file, diag))
			continue;
		map = value_map(x->rec, x->out.checks, NULL);
		value_uint(x->rec, map, "file", file);
		put_diag(x, map, diag);
	}
}

/* ---- show ---- */

int files_show(struct syb_ctx *ctx, const struct file *file, bool hash, bool deep, bool detail, bool code,
	       struct syb_record **out)
{
	const struct syb_show_opts opts = { .size = sizeof(opts),
					    .name = file->in->name,
					    .hash = hash,
					    .hash_code = hash,
					    .demangle = true,
					    .deep = deep,
					    .detail = detail,
					    .code = code };

	return syb_show(ctx, file->in->bytes, &opts, out);
}

/* Without hashes: they take longest, and only the record in the document has them. */
static void show(struct report *x, struct file *file)
{
	int r;

	quiet_begin(x);
	r = quiet_end(x, true, files_show(x->quiet, file, false, true, true, true, &file->shown));
	if (r < 0 && !is_fatal(r))
		quiet_put_error(x, file->map, r);
}

/* ---- size ---- */

/* The packages of a file, in the form that the verb has for several. syb_unpack bounds the depth. */
static int put_sizes(struct report *x, const struct file *file, const struct syb_item *item, struct syb_value *list)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *size = NULL;
	struct syb_value *map;

	if (!syb_item_is_package(item)) {
		for (size_t i = 0; i < syb_item_count(item); i++)
			TRY(put_sizes(x, file, syb_item_at(item, i), list));
		return 0;
	}
	TRY(syb_bin_open_item(x->ctx, item, file->in->name, &bin));
	TRY(syb_size(x->ctx, bin, &size));
	map = value_map(x->rec, list, NULL);
	value_string(x->rec, map, "file", file->in->name);
	value_uint(x->rec, map, "package", list->as.c.count - 1);
	EACH (v, syb_record_root(size))
		if (!str_eq(v->key, "version") && !str_eq(v->key, "file"))
			value_copy(x->rec, map, v->key, v);
	return 0;
}

static int put_size(struct report *x, struct file *file)
{
	const struct syb_bin_open_opts opts = { .size = sizeof(opts), .name = file->in->name };
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *size = NULL;
	struct syb_value *map, *list;

	if (file->package_count == 1) { /* with its container */
		TRY(syb_bin_open(x->ctx, file->in->bytes, &opts, &bin));
		TRY(syb_size(x->ctx, bin, &size));
		value_copy(x->rec, file->map, "size", syb_record_root(size));
		return 0;
	}
	TRY(syb_unpack(x->ctx, file->in->bytes, file->in->name, &tree));
	map = value_map(x->rec, file->map, "size");
	value_uint(x->rec, map, "version", 1);
	list = value_list(x->rec, map, "files");
	return list ? put_sizes(x, file, syb_tree_root(tree), list) : -SYB_E_NOMEM;
}

/* ---- summary ---- */

struct counts {
	size_t packages, modules, images;
	const char *unread;
};

/* Code whose kernels the record does not list; LLVM IR may be explained later. */
static const struct {
	const char *key, *value, *name;
} unread_codes[] = {
	{ "type", "patch tokens", "patch tokens" },
	{ "machine", "cuda", "code for CUDA" },
	{ "machine", "amdgpu", "code for AMD GPUs" },
	{ "kind", "fatbin", "a CUDA fat binary" },
	{ "kind", "pocl", "a PoCL binary" },
	{ "kind", "ptx", "PTX" },
	{ "kind", "bitcode", "LLVM IR" },
};

static void count(void *user, const struct syb_value *map, const char *kind)
{
	struct counts *c = user;

	for (size_t i = 0; i < ARRAY_SIZE(unread_codes) && !c->unread; i++)
		if (str_eq(text_of(map, unread_codes[i].key), unread_codes[i].value) &&
		    !(str_eq(kind, "ptx") && get(map, "kernels")))
			c->unread = unread_codes[i].name;
	if (!is_package(kind))
		return;
	c->packages++;
	c->modules += count_of(map, "modules");
	EACH (module, get(map, "modules"))
		c->images += count_of(module, "images");
}

static void put_summary(struct report *x, struct file *file)
{
	static const char *const facts[] = { "format_version", "state",         "container",       "compression",
					     "spirv_version",  "zebin_version", "ze_info_version", "ptx_version",
					     "target",         "addressing",    "memory_model" };
	struct syb_value *map = file->summary = value_map(x->rec, file->map, "summary");
	const struct syb_value *root = syb_record_root(file->shown);
	struct counts c = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(facts); i++) {
		const struct syb_value *v = get(root, facts[i]);

		if (v && syb_value_kind(v) != SYB_VALUE_NULL && syb_value_count(v) == 0)
			value_copy(x->rec, map, facts[i], v);
	}
	if (number_of(root, "size") && number_of(root, "size") != file->in->bytes.len)
		value_uint(x->rec, map, "inflated", number_of(root, "size"));
	if (*text_of(get(root, "device"), "name"))
		value_string(x->rec, map, "device", text_of(get(root, "device"), "name"));
	report_each(root, count, &c);
	file->package_count = c.packages;
	file->unread = c.unread;
	if (c.packages > 1)
		value_uint(x->rec, map, "packages", c.packages);
	if (c.packages) {
		value_uint(x->rec, map, "modules", c.modules);
		value_uint(x->rec, map, "images", c.images);
	}
}

/* ---- check ---- */

static void check(struct report *x, struct file *file)
{
	const struct syb_check_opts opts = { .size = sizeof(opts), .name = file->in->name };

	quiet_begin(x);
	if (!is_fatal(quiet_end(x, false, syb_check(x->quiet, file->in->bytes, &opts))))
		quiet_list(x, file->index);
}

void files_read(struct report *x, struct file *file)
{
	file->map = value_map(x->rec, x->out.files, NULL);
	file->first_kernel = x->kernel_count;
	file->first_module = x->module_count;
	value_string(x->rec, file->map, "file", file->name);
	value_uint(x->rec, file->map, "bytes", file->in->bytes.len);
	file->is_text = ir_is_text(file->in->bytes);
	if (file->is_text) {
		value_string(x->rec, file->map, "kind", "llvm");
		return;
	}
	show(x, file);
	if (failed(x))
		return;
	value_string(x->rec, file->map, "kind",
		     file->shown ? text_of(syb_record_root(file->shown), "kind")
				 : syb_kind_name(syb_identify(file->in->bytes)));
	if (file->shown)
		put_summary(x, file);
	if (file->shown && file->package_count && !failed(x))
		x->error = put_size(x, file);
	if (!failed(x))
		check(x, file);
}
