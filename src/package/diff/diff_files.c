/* package/diff/diff_files.c — two files of any kind → what differs: packages, all of a file, by diff.c, kernels for
 * Intel GPUs in them, or by themselves, by diff_zebin.c. */
#include "base/value.h"
#include "diff.h"
#include "format/item/item.h"
#include <sybil/package.h>

DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

struct input {
	struct syb_bytes bytes;
	const char *name;
	bool opened; /* else the others do not tell */
	enum syb_kind kind;
	size_t packages; /* what is in it */
	bool kernels;
};

/* Depth is bounded by syb_unpack. */
static void look(struct input *in, const struct syb_item *item)
{
	in->packages += syb_item_kind(item) == SYB_KIND_SYCLBIN;
	in->kernels |= syb_item_kind(item) == SYB_KIND_ZEBIN || syb_item_kind(item) == SYB_KIND_ZEINFO;
	for (size_t i = 0; i < syb_item_count(item); i++)
		look(in, syb_item_at(item, i));
}

static int look_into(struct syb_ctx *ctx, struct input *in)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	int r;

	{ /* a file that cannot be opened is told about when it is needed */
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);

		r = syb_unpack(ctx, in->bytes, in->name, &tree);
	}
	if (r < 0)
		return r == -SYB_E_NOMEM ? r : 0;
	in->opened = true;
	in->kind = syb_item_kind(syb_tree_root(tree));
	look(in, syb_tree_root(tree));
	return 0;
}

static int diff_kernels(struct syb_ctx *ctx, const struct input in[2], bool hash,
			const struct syb_diff_kernels_opts *opts, struct syb_kernels_verdict *out,
			struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *a = NULL, *b = NULL;
	int r = syb_show_kernels(ctx, in[0].bytes, in[0].name, hash, &a);

	if (r == 0)
		r = syb_show_kernels(ctx, in[1].bytes, in[1].name, hash, &b);
	return r < 0 ? r : syb_diff_kernels(ctx, syb_record_root(a), syb_record_root(b), opts, out, out_record);
}

/* ---- packages ---- */

/* Those of a file that are open. */
struct opened {
	struct syb_ctx *ctx;
	struct syb_tree *tree; /* NULL where there is one package */
	struct arena arena;
	const char *file;
	struct syb_bin **bins;
	struct diff_package *list;
	size_t count;
};

static void opened_drop(struct opened *o)
{
	for (size_t i = 0; i < o->count; i++)
		syb_bin_close(o->bins[i]);
	arena_free(&o->arena);
	syb_tree_free(o->tree);
}

static int open_all(struct opened *o, const struct syb_item *item, const char *above)
{
	const char *own = syb_item_name(item);
	const char *name = arena_printf(o->ctx, &o->arena, "%s%s%s", above, *above && *own ? " > " : "", own);
	int r = name ? 0 : -SYB_E_NOMEM;

	if (r == 0 && syb_item_kind(item) == SYB_KIND_SYCLBIN) {
		r = syb_bin_open_item(o->ctx, item, o->file, &o->bins[o->count]);
		if (r == 0) {
			o->list[o->count] = (struct diff_package){ o->bins[o->count], name };
			o->count++;
		}
		return r;
	}
	for (size_t i = 0; r == 0 && i < syb_item_count(item); i++)
		r = open_all(o, syb_item_at(item, i), name);
	return r;
}

static int open_packages(struct syb_ctx *ctx, const struct input *in, struct opened *o)
{
	const struct syb_bin_open_opts opts = { .size = sizeof(opts), .name = in->name };
	const size_t room = in->packages ? in->packages : 1;
	int r;

	o->ctx = ctx;
	o->file = in->name;
	o->bins = arena_array(ctx, &o->arena, room, sizeof(struct syb_bin *));
	o->list = arena_array(ctx, &o->arena, room, sizeof(*o->list));
	if (!o->bins || !o->list)
		return -SYB_E_NOMEM;
	if (in->packages > 1) {
		r = syb_unpack(ctx, in->bytes, in->name, &o->tree);
		return r < 0 ? r : open_all(o, syb_tree_root(o->tree), "");
	}
	r = syb_bin_open(ctx, in->bytes, &opts, &o->bins[0]); /* says what is wrong where there is none */
	if (r == 0)
		o->list[o->count++] = (struct diff_package){ o->bins[0], "" };
	return r;
}

static int compare_packages(struct syb_ctx *ctx, const struct input in[2], bool *out_same,
			    struct syb_record **out_record)
{
	_cleanup_(opened_drop) struct opened a = { 0 }, b = { 0 };
	int r = open_packages(ctx, &in[0], &a);

	if (r == 0)
		r = open_packages(ctx, &in[1], &b);
	if (r < 0)
		return r;
	return diff_packages(ctx, (const struct diff_packages[2]){ { a.list, a.count }, { b.list, b.count } }, out_same,
			     out_record);
}

/* ---- the answer ---- */

/* The differences of the packages, and the kernels of their images before them. */
static int join(struct syb_ctx *ctx, const struct syb_value *packages, const struct syb_value *kernels, bool same,
		struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	int r = record_new(ctx, &record);

	for (size_t i = 0; r == 0 && i < syb_value_count(packages); i++) {
		const char *key = syb_value_key(packages, i);

		if (str_eq(key, "differences")) {
			value_copy(record, record->root, "worse", syb_value_get(kernels, "worse"));
			value_copy(record, record->root, "kernels", syb_value_get(kernels, "kernels"));
		}
		if (str_eq(key, "same"))
			value_bool(record, record->root, key, same);
		else
			value_copy(record, record->root, key, syb_value_at(packages, i));
	}
	if (r == 0)
		r = record_finish(record);
	if (r == 0)
		*out_record = steal(record);
	return r;
}

/* Kernels by themselves, and something that has no such: nothing could be paired. */
static int check_kinds(struct syb_ctx *ctx, const struct input in[2])
{
	const char *kinds[2];
	bool alone[2], package = in[0].packages || in[1].packages;

	for (size_t i = 0; i < 2; i++) {
		alone[i] = in[i].kernels && !in[i].packages;
		kinds[i] = syb_kind_text(in[i].packages ? SYB_KIND_SYCLBIN : in[i].kind);
	}
	if (!in[0].opened || !in[1].opened || alone[0] == alone[1])
		return 0;
	return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "diff-kinds",
			"%s is %s, %s is %s: files of different kinds cannot be compared%s", in[0].name, kinds[0],
			in[1].name, kinds[1],
			package ? "; 'sybil extract --kind=native' takes images out of a package" : "");
}

static int diff_inputs(struct syb_ctx *ctx, const struct input in[2], const struct syb_diff_kernels_opts *opts,
		       struct syb_kernels_verdict *out, struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *packages = NULL, *kernels = NULL;
	bool same = false;
	int r;

	if (!in[0].packages && !in[1].packages && in[0].kernels && in[1].kernels)
		return diff_kernels(ctx, in, true, opts, out, out_record);
	r = check_kinds(ctx, in);
	if (r == 0)
		r = compare_packages(ctx, in, &same, &packages);
	/* Packages that are the same have the same kernels: those of one name must not be taken for each other only
	 * because the packages stand in another order. */
	if (r == 0)
		r = diff_kernels(ctx, (const struct input[2]){ in[0], in[!same] }, false, opts, out, &kernels);
	if (r < 0)
		return r;
	out->same = out->same && same;
	if (out->kernels[0] + out->kernels[1])
		return join(ctx, syb_record_root(packages), syb_record_root(kernels), out->same, out_record);
	*out_record = steal(packages);
	return 0;
}

int syb_diff_files(struct syb_ctx *ctx, const struct syb_diff_file *a, const struct syb_diff_file *b,
		   const struct syb_diff_kernels_opts *opts, struct syb_kernels_verdict *out_verdict,
		   struct syb_record **out_record)
{
	struct input in[2] = { { .bytes = a->bytes, .name = a->name ? a->name : "a" },
			       { .bytes = b->bytes, .name = b->name ? b->name : "b" } };
	struct syb_kernels_verdict verdict = { 0 };
	int r = look_into(ctx, &in[0]);

	if (r == 0)
		r = look_into(ctx, &in[1]);
	if (r == 0)
		r = diff_inputs(ctx, in, opts, &verdict, out_record);
	if (r == 0)
		*out_verdict = verdict;
	return r;
}
