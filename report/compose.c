/* report/compose.c — files → one document with everything that is known about them.
 *
 * This file is the order of the work; the files beside it make one part each. The answers of `sybil show`, `size`,
 * `check` and `diff` are in the document as they are; what follows from several of them is made here, with indices in
 * place of repeated texts. A step that fails leaves its error in the report, and the later ones do nothing. */
#include "document.h"

#include "base/buf.h"
#include "base/path.h"

static void drop(struct report *x)
{
	for (size_t i = 0; i < x->file_count; i++)
		syb_record_free(x->files[i].shown);
	hash_free(&x->arches);
	hash_free(&x->groups);
	hash_free(&x->verdicts);
	hash_free(&x->rows);
	hash_free(&x->calls);
	hash_free(&x->ir_known);
	allocator_free(x->from, x->resources);
	allocator_free(x->from, x->arch_names);
	allocator_free(x->from, x->kernels);
	allocator_free(x->from, x->modules);
	allocator_free(x->from, x->row_verdicts);
	allocator_free(x->from, x->verdict_answers);
	demangler_free(x->demangler);
	arena_free(&x->arena);
	syb_record_free(x->rec);
	syb_ctx_free(x->quiet);
}

/* ---- what all parts use ---- */

const char *report_copy(struct report *x, const char *text)
{
	return report_printf(x, "%s", text);
}

const char *report_printf(struct report *x, const char *fmt, ...)
{
	const char *text = NULL;
	va_list args;

	va_start(args, fmt);
	if (x->error == 0)
		text = arena_vprintf(x->ctx, &x->arena, fmt, args);
	va_end(args);
	if (!text)
		report_fail(x, -SYB_E_NOMEM);
	return text ? text : "";
}

size_t *report_slot(struct report *x, struct hash *hash, const void *key, size_t len, size_t value)
{
	size_t *stored = hash_get(hash, key, len);
	const char *copy;
	bool found;

	if (stored || failed(x))
		return stored;
	copy = arena_string(x->ctx, &x->arena, key, len);
	report_fail(x, copy ? hash_put(x->ctx, hash, copy, len, value, &stored, &found) : -SYB_E_NOMEM);
	return stored;
}

size_t report_index(struct report *x, struct hash *hash, const void *key, size_t len, bool *out_new)
{
	const size_t before = hash->count, *stored = report_slot(x, hash, key, len, before);

	*out_new = hash->count > before;
	return stored ? *stored : SIZE_MAX;
}

const char *report_readable(struct report *x, const char *name)
{
	const char *readable = NULL;

	if (!x->demangler && x->error == 0)
		x->error = demangler_new(x->ctx, &x->demangler);
	if (x->error == 0 && str_starts(name, "_Z"))
		readable = demangle(x->demangler, name);
	return readable ? readable : name;
}

static void visit(const struct syb_value *map, unsigned depth, each_fn *fn, void *user)
{
	static const struct {
		const char *list, *below;
	} places[] = { { "contents", NULL }, { "entries", "content" }, { "packages", NULL } };
	enum { MOST_DEPTH = 64 };

	fn(user, map, text_of(map, "kind"));
	for (size_t p = 0; p < ARRAY_SIZE(places) && depth < MOST_DEPTH; p++)
		EACH (part, get(map, places[p].list)) {
			const struct syb_value *below = places[p].below ? get(part, places[p].below) : part;

			if (below && syb_value_kind(below) == SYB_VALUE_MAP)
				visit(below, depth + 1, fn, user);
		}
}

void report_each(const struct syb_value *root, each_fn *fn, void *user)
{
	visit(root, 0, fn, user);
}

/* ---- the frame ---- */

static void put_title(struct report *x)
{
	enum { NAMED = 4 };
	const char *title = "";

	for (size_t i = 0; i < x->file_count && i < NAMED; i++)
		title = report_printf(x, "%s%s%s", title,
				      i == 0         ? ""
				      : x->opts.diff ? " → "
						     : ", ",
				      path_name(x->files[i].name));
	if (x->file_count > NAMED)
		title = report_printf(x, "%s and %zu more", title, x->file_count - NAMED);
	value_string(x->rec, x->rec->root, "title", title);
}

static const char *escape(struct report *x, const char *name)
{
	const uint8_t *p = (const uint8_t *)name;
	_cleanup_(buf_free) struct buf text = { 0 };
	size_t left = strlen(name), n;

	for (; left && (n = utf8_length(p, left)) != 0; left -= n)
		p += n;
	if (left == 0)
		return name;
	report_fail(x, buf_escaped(x->ctx, &text, name, strlen(name)));
	return report_printf(x, "%.*s", (int)text.len, (const char *)text.ptr);
}

/* Every part is created first, so that the order of the work need not be that of the document. */
static void begin(struct report *x, const struct report_file *files, size_t count)
{
	const struct {
		const char *key;
		struct syb_value **list;
	} lists[] = { { "files", &x->out.files },     { "devices", &x->out.devices },   { "kernels", &x->out.kernels },
		      { "answers", &x->out.answers }, { "verdicts", &x->out.verdicts }, { "splits", &x->out.splits },
		      { "blame", &x->out.blame },     { "calls", &x->out.calls },       { "checks", &x->out.checks } };
	struct syb_value *root = x->rec->root;

	x->files = arena_array(x->ctx, &x->arena, count + 1, sizeof(*x->files));
	if (!x->files) {
		x->error = -SYB_E_NOMEM;
		return;
	}
	for (; x->file_count < count; x->file_count++)
		x->files[x->file_count] = (struct file){ .in = &files[x->file_count],
							 .name = escape(x, files[x->file_count].name),
							 .index = x->file_count };
	value_uint(x->rec, root, "report", 1);
	value_string(x->rec, root, "sybil", syb_version());
	put_title(x);
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++)
		*lists[i].list = value_list(x->rec, root, lists[i].key);
	x->out.treemap = value_map(x->rec, root, "treemap");
	x->out.links = value_map(x->rec, root, "links");
}

static void compose(struct report *x)
{
	kernels_devices(x);
	for (size_t i = 0; i < x->file_count && !failed(x); i++) {
		struct file *file = &x->files[i];

		files_read(x, file);
		if (file->shown && !failed(x))
			kernels_find(x, file);
		if ((file->shown || file->is_text) && !failed(x))
			blame_read(x, file);
		if (file->shown && !failed(x))
			splits_read(x, file);
		if (!failed(x))
			x->error = ctx_cancelled(x->ctx);
	}
	if (!failed(x))
		treemap_make(x);
	if (!failed(x))
		links_make(x);
	if (!failed(x) && x->opts.diff)
		diff_make(x);
	if (!failed(x))
		fit_make(x);
}

int report_compose(struct syb_ctx *ctx, const struct report_file *files, size_t count, const struct report_opts *opts,
		   struct syb_record **out_document)
{
	_cleanup_(drop) struct report x = { .ctx = ctx, .from = allocator_of(ctx), .opts = *opts };
	struct syb_ctx_opts quiet = ctx->opts;
	int r = record_new(ctx, &x.rec);

	quiet.size = sizeof(quiet);
	quiet.sink = NULL;
	if (r == 0 && syb_ctx_new(&quiet, &x.quiet) < 0)
		r = syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "out of memory");
	if (r < 0)
		return r;
	begin(&x, files, count);
	if (!failed(&x))
		compose(&x);
	r = x.error < 0 ? x.error : record_finish(x.rec);
	if (r == 0)
		*out_document = steal(x.rec);
	return r;
}
