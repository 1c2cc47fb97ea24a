/* report/files.c — what the verbs answer about one file: its record, its sizes, its checks. */
#include "document.h"

#include <sybil/bin.h>
#include <sybil/package.h>

DEFINE_CLEANUP(struct syb_bin *, syb_bin_close);
DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

/* ---- diagnostics ---- */

/* Running out of memory is reported here as well, while this works: the flag stops that. */
static void keep(void *user, const struct syb_diag *diag)
{
	struct findings *f = user;
	struct syb_ctx *ctx = f->x->ctx;
	struct arena *arena = &f->x->arena;
	struct finding *one;

	if (f->failed)
		return;
	f->failed = true;
	one = arena_alloc(ctx, arena, sizeof(*one));
	if (!one)
		return;
	*one = (struct finding){ .diag = *diag };
	if (diag->check && !(one->diag.check = arena_string(ctx, arena, diag->check, strlen(diag->check))))
		return;
	if (diag->file && !(one->diag.file = arena_string(ctx, arena, diag->file, strlen(diag->file))))
		return;
	if (diag->text && !(one->diag.text = arena_string(ctx, arena, diag->text, strlen(diag->text))))
		return;
	*(f->last ? &f->last->next : &f->first) = one;
	f->last = one;
	f->failed = false;
}

void findings_begin(struct report *x, struct findings *found)
{
	*found = (struct findings){ .x = x, .sink = x->ctx->opts.sink, .sink_user = x->ctx->opts.sink_user };
	memcpy(found->counts, x->ctx->counts, sizeof(found->counts));
	x->ctx->opts.sink = keep;
	x->ctx->opts.sink_user = found;
}

int findings_end(struct findings *found, bool print, int r)
{
	struct syb_ctx *ctx = found->x->ctx;

	ctx->opts.sink = found->sink;
	ctx->opts.sink_user = found->sink_user;
	memcpy(ctx->counts, found->counts, sizeof(found->counts));
	for (const struct finding *f = found->first; f; f = f->next)
		if (print || (is_fatal(r) && f->diag.code == (enum syb_code) - r))
			ctx_tell(ctx, &f->diag);
	if (found->failed)
		r = syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "out of memory");
	if (is_fatal(r) && found->x->error == 0)
		found->x->error = r;
	return r;
}

static const struct finding *first_error(const struct findings *found)
{
	const struct finding *f = found->first;

	while (f && f->diag.severity != SYB_SEVERITY_ERROR)
		f = f->next;
	return f;
}

const char *findings_first(const struct findings *found)
{
	const struct finding *f = first_error(found);

	return f && f->diag.text ? f->diag.text : "see the checks";
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

struct syb_value *findings_error(struct report *x, struct syb_value *to, const struct findings *found, int r)
{
	struct syb_value *map = value_map(x->rec, to, "error");
	const struct finding *f = first_error(found);

	value_string(x->rec, map, "code", syb_code_name((enum syb_code) - r));
	if (f)
		put_diag(x, map, &f->diag);
	return map;
}

static bool is_listed(const struct report *x, size_t file, const struct syb_diag *diag)
{
	EACH(v, x->out.checks)
	{
		const struct syb_value *offset = get(v, "offset");

		if (number_of(v, "file") == file && str_eq(text_of(v, "text"), diag->text ? diag->text : "") &&
		    str_eq(text_of(v, "check"), diag->check ? diag->check : "") &&
		    (offset ? syb_value_uint(offset) == diag->at : number_of(v, "line") == diag->line))
			return true;
	}
	return false;
}

void findings_list(struct report *x, size_t file, const struct findings *found)
{
	struct syb_value *map = NULL, *notes = NULL;

	for (struct finding *f = found->first; f && !failed(x); f = f->next)
		f->again = x->files[file].checked && is_listed(x, file, &f->diag);
	x->files[file].checked = true;
	for (const struct finding *f = found->first; f && !failed(x); f = f->next) {
		if (f->diag.severity == SYB_SEVERITY_NOTE) {
			if (map && !notes)
				notes = value_list(x->rec, map, "notes");
			if (map)
				value_string(x->rec, notes, NULL, f->diag.text);
			continue;
		}
		notes = NULL;
		map = f->again ? NULL : value_map(x->rec, x->out.checks, NULL);
		if (!map)
			continue;
		value_uint(x->rec, map, "file", file);
		put_diag(x, map, &f->diag);
	}
}

/* ---- show ---- */

int files_show(struct report *x, const struct file *file, bool hash, bool deep, bool detail, bool code,
	       struct syb_record **out)
{
	const struct syb_show_opts opts = {
		.size = sizeof(opts),
		.name = file->in->name,
		.hash = hash,
		.hash_code = hash,
		.demangle = true,
		.deep = deep,
		.detail = detail,
		.code = code,
	};

	return syb_show(x->ctx, file->in->bytes, &opts, out);
}

/* Without hashes: they take longest, and only the record in the document has them. */
static void show(struct report *x, struct file *file)
{
	struct findings found;
	int r;

	findings_begin(x, &found);
	r = files_show(x, file, false, true, true, true, &file->shown);
	r = findings_end(&found, true, r);
	if (r < 0 && !is_fatal(r))
		findings_error(x, file->map, &found, r);
}

/* ---- size ---- */

static int size_of(struct report *x, const struct syb_item *item, const char *name, struct syb_record **out)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	int r = syb_bin_open_item(x->ctx, item, name, &bin);

	return r < 0 ? r : syb_size(x->ctx, bin, out);
}

/* The packages of a file, in the form that the verb has for several. syb_unpack bounds the depth. */
static int put_sizes(struct report *x, const struct file *file, const struct syb_item *item, struct syb_value *list)
{
	_cleanup_(syb_record_free_p) struct syb_record *size = NULL;
	struct syb_value *map;
	int r = 0;

	if (syb_item_kind(item) != SYB_KIND_SYCLBIN) {
		for (size_t i = 0; r == 0 && i < syb_item_count(item); i++)
			r = put_sizes(x, file, syb_item_at(item, i), list);
		return r;
	}
	r = size_of(x, item, file->in->name, &size);
	if (r < 0)
		return r;
	map = value_map(x->rec, list, NULL);
	value_string(x->rec, map, "file", file->in->name);
	value_uint(x->rec, map, "package", list ? list->as.c.count - 1 : 0);
	EACH(v, syb_record_root(size))
	if (!str_eq(v->key, "version") && !str_eq(v->key, "file"))
		value_copy(x->rec, map, v->key, v);
	return 0;
}

static int put_size(struct report *x, struct file *file)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *size = NULL;
	const struct syb_bin_open_opts opts = { .size = sizeof(opts), .name = file->in->name };
	struct syb_value *map;
	int r = syb_bin_open(x->ctx, file->in->bytes, &opts, &bin);

	if (r == 0 && syb_bin_package_count(bin) > 1) {
		map = value_map(x->rec, file->map, "size");
		value_uint(x->rec, map, "version", 1);
		r = syb_unpack(x->ctx, file->in->bytes, file->in->name, &tree);
		return r < 0 ? r : put_sizes(x, file, syb_tree_root(tree), value_list(x->rec, map, "files"));
	}
	if (r == 0)
		r = syb_size(x->ctx, bin, &size);
	if (r == 0)
		value_copy(x->rec, file->map, "size", syb_record_root(size));
	return r;
}

/* ---- summary ---- */

struct counts {
	size_t packages, modules, images, kernels;
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
	if (!str_eq(kind, "syclbin")) {
		c->kernels += count_of(map, "kernels");
		return;
	}
	c->packages++;
	EACH(module, get(map, "modules"))
	{
		c->modules++;
		c->images += count_of(module, "images");
		c->kernels += count_of(module, "kernels");
	}
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
	if (c.kernels || !c.unread)
		value_uint(x->rec, map, "kernels", c.kernels);
}

/* ---- check ---- */

static void check(struct report *x, struct file *file)
{
	const struct syb_check_opts opts = { .size = sizeof(opts), .name = file->in->name };
	struct findings found;
	int r;

	findings_begin(x, &found);
	r = syb_check(x->ctx, file->in->bytes, &opts);
	if (!is_fatal(findings_end(&found, false, r)))
		findings_list(x, file->index, &found);
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
