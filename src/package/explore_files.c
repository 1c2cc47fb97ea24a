/* package/explore_files.c — what the verbs answer about one file, as they answer it: its record, its size, its
 * checks. */
#include "explore.h"

#include "package/show/show.h"

DEFINE_CLEANUP(struct syb_bin *, syb_bin_close);
DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

/* ---- diagnostics ---- */

static const char *copy(struct explore *x, const char *text, bool *failed)
{
	const char *s = text ? arena_string(x->ctx, &x->arena, text, strlen(text)) : NULL;

	*failed |= text && !s;
	return s;
}

/* Where memory is refused that is reported, too, while this works: the flag ends that. */
static void keep(void *user, const struct syb_diag *diag)
{
	struct explore_found *f = user;
	struct explore_diag *one;
	bool failed = false;

	if (f->failed)
		return;
	f->failed = true;
	one = arena_alloc(f->x->ctx, &f->x->arena, sizeof(*one));
	if (!one)
		return;
	one->diag = *diag;
	one->diag.check = copy(f->x, diag->check, &failed);
	one->diag.file = copy(f->x, diag->file, &failed);
	one->diag.text = copy(f->x, diag->text, &failed);
	if (failed)
		return;
	*(f->last ? &f->last->next : &f->first) = one;
	f->last = one;
	f->failed = false;
}

void explore_divert(struct explore *x, struct explore_found *found)
{
	*found = (struct explore_found){ .x = x, .sink = x->ctx->opts.sink, .sink_user = x->ctx->opts.sink_user };
	memcpy(found->counts, x->ctx->counts, sizeof(found->counts));
	x->ctx->opts.sink = keep;
	x->ctx->opts.sink_user = found;
}

int explore_divert_end(struct explore_found *found, bool tell, int r)
{
	struct syb_ctx *ctx = found->x->ctx;

	ctx->opts.sink = found->sink;
	ctx->opts.sink_user = found->sink_user;
	memcpy(ctx->counts, found->counts, sizeof(found->counts));
	for (const struct explore_diag *d = found->first; d; d = d->next)
		if (tell || (explore_fatal(r) && d->diag.code == (enum syb_code) - r))
			ctx_tell(ctx, &d->diag);
	if (!found->failed)
		return r;
	return syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "out of memory");
}

static struct syb_value *put_diag(struct explore *x, struct syb_value *map, const struct syb_diag *diag)
{
	value_string(x->rec, map, "severity", syb_severity_name(diag->severity));
	value_string(x->rec, map, "check", diag->check ? diag->check : "");
	if (diag->line) {
		value_uint(x->rec, map, "line", diag->line);
		value_uint(x->rec, map, "column", diag->column);
	} else if (diag->at != SYB_NO_OFFSET) {
		value_uint(x->rec, map, "offset", diag->at);
	}
	return value_string(x->rec, map, "text", diag->text ? diag->text : "");
}

/* Whether the list has that row. */
static bool was_told(const struct explore *x, size_t file, const struct syb_diag *diag)
{
	const struct syb_value *offset;

	for (const struct syb_value *v = x->rec->failed ? NULL : x->out.checks->as.c.first; v; v = v->next) {
		offset = explore_get(v, "offset");
		if (explore_number(v, "file") == file &&
		    str_eq(explore_text(v, "text"), diag->text ? diag->text : "") &&
		    str_eq(explore_text(v, "check"), diag->check ? diag->check : "") &&
		    (offset ? syb_value_uint(offset) == diag->at : explore_number(v, "line") == diag->line))
			return true;
	}
	return false;
}

void explore_checks(struct explore *x, size_t file, const struct explore_found *found)
{
	struct syb_value *map = NULL, *notes = NULL;

	for (struct explore_diag *d = found->first; d; d = d->next)
		d->again = x->files[file].checked && was_told(x, file, &d->diag);
	x->files[file].checked = true;
	for (const struct explore_diag *d = found->first; d; d = d->next) {
		if (d->diag.severity == SYB_SEVERITY_NOTE) {
			if (map && !notes)
				notes = value_list(x->rec, map, "notes");
			if (map)
				value_string(x->rec, notes, NULL, d->diag.text);
			continue;
		}
		notes = NULL;
		map = NULL;
		if (d->again)
			continue;
		map = value_map(x->rec, x->out.checks, NULL);
		value_uint(x->rec, map, "file", file);
		put_diag(x, map, &d->diag);
	}
}

/* ---- show ---- */

void explore_put_error(struct explore *x, struct syb_value *to, const struct explore_found *found, int r)
{
	struct syb_value *map = value_map(x->rec, to, "error");

	value_string(x->rec, map, "code", syb_code_name((enum syb_code) - r));
	for (const struct explore_diag *d = found->first; d; d = d->next) {
		if (d->diag.severity != SYB_SEVERITY_ERROR)
			continue;
		put_diag(x, map, &d->diag);
		return;
	}
}

int explore_show(struct explore *x, const struct explore_file *file, const struct explore_form *form,
		 struct syb_record **out)
{
	const struct syb_show_opts opts = {
		.size = sizeof(opts),
		.name = file->in->name,
		.hash = form->hash,
		.hash_code = form->hash,
		.demangle = true,
		.deep = form->deep,
		.detail = form->detail,
	};

	return syb_show(x->ctx, file->in->bytes, &opts, out);
}

/* As `sybil show --deep -j` does: nothing else in the document needs hashes, which take longest of large files. */
static int show(struct explore *x, struct explore_file *file)
{
	const struct explore_form form = { .deep = true, .detail = true };
	struct explore_found found;
	int r;

	explore_divert(x, &found);
	r = explore_show(x, file, &form, &file->shown);
	r = explore_divert_end(&found, true, r);
	if (explore_fatal(r))
		return r;
	if (r < 0)
		explore_put_error(x, file->map, &found, r);
	return 0;
}

/* ---- size ---- */

struct sizes {
	struct explore *x;
	struct explore_file *file;
	struct syb_value *list; /* of several packages */
	size_t count;
};

/* The form that the verb has for several packages in a file. */
static int size_item(struct sizes *s, const struct syb_item *item)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *size = NULL;
	struct explore *x = s->x;
	const struct syb_value *root;
	struct syb_value *map;
	int r = syb_bin_open_item(x->ctx, item, s->file->in->name, &bin);

	if (r == 0)
		r = syb_size(x->ctx, bin, &size);
	if (r < 0)
		return r;
	root = syb_record_root(size);
	map = value_map(x->rec, s->list, NULL);
	value_string(x->rec, map, "file", s->file->in->name);
	value_uint(x->rec, map, "package", s->count++);
	for (size_t i = 0; i < syb_value_count(root); i++) {
		const char *key = syb_value_key(root, i);

		if (!str_eq(key, "version") && !str_eq(key, "file"))
			value_copy(x->rec, map, key, syb_value_at(root, i));
	}
	return 0;
}

/* Depth is bounded by syb_unpack. */
static int size_items(struct sizes *s, const struct syb_item *item)
{
	int r = 0;

	if (syb_item_kind(item) == SYB_KIND_SYCLBIN)
		return size_item(s, item);
	for (size_t i = 0; r == 0 && i < syb_item_count(item); i++)
		r = size_items(s, syb_item_at(item, i));
	return r;
}

static int put_sizes(struct explore *x, struct explore_file *file)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	struct syb_value *map = value_map(x->rec, file->map, "size");
	struct sizes s = { .x = x, .file = file };
	int r = syb_unpack(x->ctx, file->in->bytes, file->in->name, &tree);

	value_uint(x->rec, map, "version", 1);
	s.list = value_list(x->rec, map, "files");
	return r < 0 ? r : size_items(&s, syb_tree_root(tree));
}

static int put_size(struct explore *x, struct explore_file *file)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *size = NULL;
	const struct syb_bin_open_opts opts = { .size = sizeof(opts), .name = file->in->name };
	int r = syb_bin_open(x->ctx, file->in->bytes, &opts, &bin);

	if (r == 0 && syb_bin_package_count(bin) > 1)
		return put_sizes(x, file);
	if (r == 0)
		r = syb_size(x->ctx, bin, &size);
	if (r == 0)
		value_copy(x->rec, file->map, "size", syb_record_root(size));
	return r;
}

/* ---- summary ---- */

struct counts {
	size_t packages, modules, images, kernels, ptx;
	bool llvm;
	const char *unread; /* code whose kernels are not looked for */
};

static void count_modules(struct counts *c, const struct syb_value *modules)
{
	for (size_t i = 0; i < explore_count(modules); i++) {
		const struct syb_value *module = syb_value_at(modules, i);

		c->modules++;
		c->images += explore_count(explore_get(module, "images"));
		c->kernels += explore_count(explore_get(module, "kernels"));
	}
}

/* What is not looked into for kernels when a file is shown; explore_code may still do so. */
static const struct {
	const char *key, *value, *told;
} codes[] = {
	{ "type", "patch tokens", "patch tokens" },
	{ "machine", "cuda", "code for CUDA" },
	{ "machine", "amdgpu", "code for AMD GPUs" },
	{ "kind", "fatbin", "a CUDA fat binary" },
	{ "kind", "pocl", "a PoCL binary" },
	{ "kind", "ptx", EXPLORE_PTX },
	{ "kind", "bitcode", "LLVM IR" },
};

static int count(void *user, const struct syb_value *map, const char *kind)
{
	struct counts *c = user;

	for (size_t i = 0; i < ARRAY_SIZE(codes) && !c->unread; i++)
		if (str_eq(explore_text(map, codes[i].key), codes[i].value))
			c->unread = codes[i].told;
	c->llvm |= str_eq(kind, syb_kind_name(SYB_KIND_BITCODE));
	c->ptx += str_eq(kind, syb_kind_name(SYB_KIND_PTX));
	if (str_eq(kind, syb_kind_name(SYB_KIND_SYCLBIN))) {
		c->packages++;
		count_modules(c, explore_get(map, "modules"));
	} else {
		c->kernels += explore_count(explore_get(map, "kernels"));
	}
	return 0;
}

/* A few facts for a headline; what is not known of a kind of file is not there. */
static void put_summary(struct explore *x, struct explore_file *file)
{
	static const char *const facts[] = { "format_version", "state",         "container",       "compression",
					     "spirv_version",  "zebin_version", "ze_info_version", "ptx_version",
					     "target",         "addressing",    "memory_model" };
	struct syb_value *map = file->summary = value_map(x->rec, file->map, "summary");
	const struct syb_value *root = syb_record_root(file->shown), *device = explore_get(root, "device");
	struct counts c = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(facts); i++) {
		const struct syb_value *v = explore_get(root, facts[i]);

		if (v && syb_value_kind(v) != SYB_VALUE_NULL && syb_value_count(v) == 0)
			value_copy(x->rec, map, facts[i], v);
	}
	if (explore_number(root, "size") && explore_number(root, "size") != file->in->bytes.len)
		value_uint(x->rec, map, "inflated", explore_number(root, "size"));
	if (*explore_text(device, "name"))
		value_string(x->rec, map, "device", explore_text(device, "name"));
	explore_each(root, count, &c);
	file->package_count = c.packages;
	if (c.packages > 1)
		value_uint(x->rec, map, "packages", c.packages);
	if (c.packages) {
		value_uint(x->rec, map, "modules", c.modules);
		value_uint(x->rec, map, "images", c.images);
	}
	if (c.kernels || !c.unread)
		file->kernels_value = value_uint(x->rec, map, "kernels", c.kernels);
	file->has_llvm = c.llvm;
	file->ptx_count = c.ptx;
	file->unread = c.unread; /* explore_code may still find kernels */
}

/* ---- check ---- */

static int check(struct explore *x, struct explore_file *file)
{
	const struct syb_check_opts opts = { .size = sizeof(opts), .name = file->in->name };
	struct explore_found found;
	int r;

	explore_divert(x, &found);
	r = syb_check(x->ctx, file->in->bytes, &opts);
	r = explore_divert_end(&found, false, r);
	if (explore_fatal(r))
		return r;
	explore_checks(x, file->index, &found);
	return 0;
}

int explore_file(struct explore *x, struct explore_file *file)
{
	bool taken;
	int r;

	file->map = value_map(x->rec, x->out.files, NULL);
	value_string(x->rec, file->map, "file", file->name);
	value_uint(x->rec, file->map, "bytes", file->in->bytes.len);
	r = explore_ir_text(x, file, &taken);
	if (r < 0 || taken)
		return r;
	r = show(x, file);
	if (r == 0 && !file->shown)
		value_string(x->rec, file->map, "kind", syb_kind_name(syb_identify(file->in->bytes)));
	if (r == 0 && file->shown) {
		value_string(x->rec, file->map, "kind", explore_text(syb_record_root(file->shown), "kind"));
		put_summary(x, file);
	}
	if (r == 0 && file->shown && file->package_count)
		r = put_size(x, file);
	return r < 0 ? r : check(x, file);
}

/* ---- records of syb_show ---- */

enum { MOST_DEPTH = 64 };

/* Where the parts of a file stand in its record. */
static const struct {
	const char *list, *below;
} places[] = { { "contents", NULL }, { "entries", "content" }, { "packages", NULL } };

static int visit(const struct syb_value *map, unsigned depth, explore_fn *fn, void *user)
{
	int r = fn(user, map, explore_text(map, "kind"));

	for (size_t p = 0; r == 0 && p < ARRAY_SIZE(places) && depth < MOST_DEPTH; p++) {
		const struct syb_value *list = syb_value_get(map, places[p].list);

		for (size_t i = 0; r == 0 && i < explore_count(list); i++) {
			const struct syb_value *part = syb_value_at(list, i);

			if (places[p].below && syb_value_kind(part) == SYB_VALUE_MAP)
				part = syb_value_get(part, places[p].below);
			if (part && syb_value_kind(part) == SYB_VALUE_MAP)
				r = visit(part, depth + 1, fn, user);
		}
	}
	return r;
}

int explore_each(const struct syb_value *root, explore_fn *fn, void *user)
{
	return visit(root, 0, fn, user);
}
