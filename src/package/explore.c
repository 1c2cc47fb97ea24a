/* package/explore.c — files → one document with everything that is known about them (docs/report.md).
 *
 * This file is the order of the work; the files beside it make one part of the document each. Nothing is decided twice:
 * what `sybil show`, `size`, `check` and `diff` answer stands in the document as they answer it, and what follows from
 * several of these answers is made here, with indices in place of repeated texts, so that a thousand kernels on a
 * hundred devices stay small. A file that cannot be read has an error in the document, and the others are told about.
 */
#include "explore.h"

#include "base/buf.h"
#include "base/path.h"

static void drop(struct explore *x)
{
	for (size_t i = 0; i < x->file_count; i++)
		syb_record_free(x->files[i].shown);
	hash_free(&x->verdict_places);
	hash_free(&x->row_places);
	hash_free(&x->arch_places);
	hash_free(&x->group_places);
	hash_free(&x->call_places);
	hash_free(&x->ir.known);
	allocator_free(x->from, x->ir.queue);
	allocator_free(x->from, x->resources);
	allocator_free(x->from, x->arches);
	allocator_free(x->from, x->kernels);
	allocator_free(x->from, x->modules);
	allocator_free(x->from, x->codes);
	allocator_free(x->from, x->rows);
	allocator_free(x->from, x->verdict_answers);
	demangler_free(x->demangler);
	arena_free(&x->arena);
	syb_record_free(x->rec);
}

/* ---- the frame ---- */

static int put_title(struct explore *x, const char *between)
{
	enum { SHOWN = 4 };
	_cleanup_(buf_free) struct buf text = { 0 };
	int r = 0;

	if (x->opts.title) {
		value_string(x->rec, x->rec->root, "title", x->opts.title);
		return 0;
	}
	for (size_t i = 0; r == 0 && i < x->file_count && i < SHOWN; i++)
		r = buf_printf(x->ctx, &text, "%s%s", i ? between : "", path_name(x->files[i].name));
	if (r == 0 && x->file_count > SHOWN)
		r = buf_printf(x->ctx, &text, " and %zu more", x->file_count - SHOWN);
	if (r == 0)
		value_stringn(x->rec, x->rec->root, "title", text.ptr, text.len);
	return r;
}

static bool is_utf8(const char *text)
{
	const uint8_t *p = (const uint8_t *)text;
	size_t left = strlen(text), n;

	for (; left && (n = utf8_length(p, left)) != 0; left -= n)
		p += n;
	return left == 0;
}

static int spell(struct explore *x, const char *name, const char **out)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	int r = 0;

	*out = name;
	if (is_utf8(name))
		return 0;
	r = buf_escaped(x->ctx, &text, name, strlen(name));
	if (r == 0)
		*out = arena_string(x->ctx, &x->arena, text.ptr, text.len);
	return r < 0 || *out ? r : -SYB_E_NOMEM;
}

/* Every part is there from the beginning, so that the order of the work is not that of the document. */
static int begin(struct explore *x, const struct syb_report_file *files, size_t count, const char *between)
{
	struct syb_value *root;
	int r = record_new(x->ctx, &x->rec);

	if (r < 0)
		return r;
	x->files = arena_array(x->ctx, &x->arena, count + 1, sizeof(*x->files));
	if (!x->files)
		return -SYB_E_NOMEM;
	for (; r == 0 && x->file_count < count; x->file_count++) {
		x->files[x->file_count] = (struct explore_file){ .in = &files[x->file_count], .index = x->file_count };
		r = spell(x, files[x->file_count].name, &x->files[x->file_count].name);
	}
	if (r < 0)
		return r;
	root = x->rec->root;
	value_uint(x->rec, root, "report", 1);
	value_string(x->rec, root, "sybil", syb_version());
	r = put_title(x, between);
	x->out.files = value_list(x->rec, root, "files");
	x->out.devices = value_list(x->rec, root, "devices");
	x->out.kernels = value_list(x->rec, root, "kernels");
	x->out.answers = value_list(x->rec, root, "answers");
	x->out.verdicts = value_list(x->rec, root, "verdicts");
	x->out.treemap = value_map(x->rec, root, "treemap");
	x->out.splits = value_list(x->rec, root, "splits");
	x->out.blame = value_list(x->rec, root, "blame");
	x->out.calls = value_list(x->rec, root, "calls");
	x->out.links = value_map(x->rec, root, "links");
	x->out.checks = value_list(x->rec, root, "checks");
	return r;
}

int explore_readable(struct explore *x, const char *name, const char **out)
{
	const char *readable;
	int r = x->demangler ? 0 : demangler_new(x->ctx, &x->demangler);

	if (r < 0)
		return r;
	readable = str_starts(name, "_Z") ? demangle(x->demangler, name) : NULL;
	*out = readable ? readable : name;
	return 0;
}

/* ---- one file ---- */

static int read_file(struct explore *x, struct explore_file *file)
{
	_cleanup_(explore_matrix_drop) struct explore_matrix m = { 0 };
	int r = explore_file(x, file);

	if (r == 0 && file->shown)
		r = explore_matrix(x, file, &m);
	if (r == 0 && file->shown)
		r = explore_kernels(x, file, &m);
	if (r == 0 && file->shown)
		r = explore_code(x, file);
	if (r == 0 && file->shown)
		r = explore_splits(x, file);
	if (r == 0)
		r = ctx_cancelled(x->ctx);
	return r;
}

static int explore(struct explore *x)
{
	int r = 0;

	explore_devices(x);
	for (size_t i = 0; r == 0 && i < x->file_count; i++)
		r = read_file(x, &x->files[i]);
	if (r == 0)
		r = explore_treemap(x);
	return r < 0 ? r : explore_links(x);
}

static int finish(struct explore *x, struct syb_record **out_report)
{
	int r = record_finish(x->rec);

	if (r == 0)
		*out_report = steal(x->rec);
	return r;
}

int syb_explore(struct syb_ctx *ctx, const struct syb_report_file *files, size_t count,
		const struct syb_explore_opts *opts, struct syb_record **out_report)
{
	_cleanup_(drop) struct explore x = { .ctx = ctx, .from = allocator_of(ctx) };
	int r;

	OPTS_READ(ctx, &x.opts, opts);
	r = begin(&x, files, count, ", ");
	if (r == 0)
		r = explore(&x);
	if (r == 0)
		r = explore_fit(&x);
	return r < 0 ? r : finish(&x, out_report);
}

int syb_explore_diff(struct syb_ctx *ctx, const struct syb_report_file *a, const struct syb_report_file *b,
		     const struct syb_explore_opts *opts, struct syb_record **out_report)
{
	_cleanup_(drop) struct explore x = { .ctx = ctx, .from = allocator_of(ctx) };
	const struct syb_report_file files[] = { *a, *b };
	int r;

	OPTS_READ(ctx, &x.opts, opts);
	r = begin(&x, files, ARRAY_SIZE(files), " → ");
	if (r == 0)
		r = explore(&x);
	if (r == 0)
		r = explore_diff(&x);
	if (r == 0)
		r = explore_fit(&x);
	return r < 0 ? r : finish(&x, out_report);
}
