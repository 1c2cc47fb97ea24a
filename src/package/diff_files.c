/* package/diff_files.c — two files of any kind → what differs: packages by diff.c, kernels for Intel GPUs in them, or
 * by themselves, by diff_zebin.c. */
#include "base/value.h"
#include "format/item.h"
#include <sybil/package.h>

DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);
DEFINE_CLEANUP(struct syb_bin *, syb_bin_close);

struct input {
	struct syb_bytes bytes;
	const char *name;
	bool opened; /* else the others do not tell */
	enum syb_kind kind;
	bool package, kernels; /* what is in it */
};

/* Depth is bounded by syb_unpack. */
static void look(struct input *in, const struct syb_item *item)
{
	in->package |= syb_item_kind(item) == SYB_KIND_SYCLBIN;
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

static int diff_packages(struct syb_ctx *ctx, const struct input in[2], bool *out_same, struct syb_record **out_record)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *a = NULL, *b = NULL;
	struct syb_bin_open_opts opts = { .size = sizeof(opts), .name = in[0].name };
	int r = syb_bin_open(ctx, in[0].bytes, &opts, &a);

	opts.name = in[1].name;
	if (r == 0)
		r = syb_bin_open(ctx, in[1].bytes, &opts, &b);
	return r < 0 ? r : syb_diff(ctx, a, b, out_same, out_record);
}

/* The differences of the packages, and the kernels of their images before them. */
static int join(struct syb_ctx *ctx, const struct syb_value *packages, const struct syb_value *kernels,
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
	bool alone[2];

	for (size_t i = 0; i < 2; i++) {
		alone[i] = in[i].kernels && !in[i].package;
		kinds[i] = syb_kind_text(in[i].package ? SYB_KIND_SYCLBIN : in[i].kind);
	}
	if (!in[0].opened || !in[1].opened || alone[0] == alone[1])
		return 0;
	return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "diff-kinds",
			"%s is %s, %s is %s: files of different kinds cannot be compared%s", in[0].name, kinds[0],
			in[1].name, kinds[1],
			in[0].package || in[1].package ? "; 'sybil extract --kind=native' takes images out of a package"
						       : "");
}

static int diff_inputs(struct syb_ctx *ctx, const struct input in[2], const struct syb_diff_kernels_opts *opts,
		       struct syb_kernels_verdict *out, struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *packages = NULL, *kernels = NULL;
	bool same = false;
	int r;

	if (!in[0].package && !in[1].package && in[0].kernels && in[1].kernels)
		return diff_kernels(ctx, in, true, opts, out, out_record);
	r = check_kinds(ctx, in);
	if (r == 0)
		r = diff_packages(ctx, in, &same, &packages);
	if (r == 0)
		r = diff_kernels(ctx, in, false, opts, out, &kernels);
	if (r < 0)
		return r;
	out->same = out->same && same;
	if (out->kernels[0] + out->kernels[1])
		return join(ctx, syb_record_root(packages), syb_record_root(kernels), out_record);
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
