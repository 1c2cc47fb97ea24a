/* package/diff/diff_files.c — two files of any kind → differences: the packages of each file by diff.c, kernels for
 * Intel GPUs, in packages or alone, by diff_zebin.c. */
#include "base/value.h"
#include "diff.h"
#include "format/item/item.h"
#include <sybil/package.h>

struct input {
	struct syb_ctx *ctx;
	struct syb_bytes bytes;
	const char *name;
	struct syb_tree *tree; /* NULL: the file cannot be opened; reported when it is needed */
	size_t packages;       /* in the file */
	bool kernels;          /* the file has some */
	struct arena arena;
	struct syb_bin **bins; /* packages that are open */
	struct diff_package *list;
	size_t count;
};

static void inputs_drop(struct input (*in)[2])
{
	for (struct input *i = *in; i < *in + 2; i++) {
		while (i->count)
			syb_bin_close(i->bins[--i->count]);
		arena_free(&i->arena);
		syb_tree_free(i->tree);
	}
}

/* Depth is bounded by syb_unpack. */
static void look(struct input *in, const struct syb_item *item)
{
	in->packages += syb_item_is_package(item);
	in->kernels |= syb_item_kind(item) == SYB_KIND_ZEBIN || syb_item_kind(item) == SYB_KIND_ZEINFO;
	for (size_t i = 0; i < syb_item_count(item); i++)
		look(in, syb_item_at(item, i));
}

static int look_into(struct input *in)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(in->ctx);
	int r = syb_unpack(in->ctx, in->bytes, in->name, &in->tree);

	if (r == 0)
		look(in, syb_tree_root(in->tree));
	return r == -SYB_E_NOMEM ? r : 0;
}

static int diff_kernels(struct syb_ctx *ctx, const struct input *a, const struct input *b, bool hash,
			const struct syb_diff_kernels_opts *opts, struct syb_kernels_verdict *out,
			struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *ra = NULL, *rb = NULL;

	TRY(syb_show_kernels(ctx, a->bytes, a->name, hash, &ra));
	TRY(syb_show_kernels(ctx, b->bytes, b->name, hash, &rb));
	return syb_diff_kernels(ctx, syb_record_root(ra), syb_record_root(rb), opts, out, out_record);
}

/* ---- packages ---- */

static int open_all(struct input *in, const struct syb_item *item, const char *above)
{
	const char *own = syb_item_name(item);
	const char *name = arena_printf(in->ctx, &in->arena, "%s%s%s", above, *above && *own ? " > " : "", own);

	TRY(name ? 0 : -SYB_E_NOMEM);
	if (syb_item_is_package(item)) {
		TRY(syb_bin_open_item(in->ctx, item, in->name, &in->bins[in->count]));

		in->list[in->count] = (struct diff_package){ in->bins[in->count], name };
		in->count++;

		return 0;
	}
	for (size_t i = 0; i < syb_item_count(item); i++)
		TRY(open_all(in, syb_item_at(item, i), name));
	return 0;
}

static int open_packages(struct input *in)
{
	const struct syb_bin_open_opts opts = { .size = sizeof(opts), .name = in->name };
	const size_t room = in->packages ? in->packages : 1;

	in->bins = arena_array(in->ctx, &in->arena, room, sizeof(struct syb_bin *));
	in->list = arena_array(in->ctx, &in->arena, room, sizeof(*in->list));
	if (!in->bins || !in->list)
		return -SYB_E_NOMEM;
	if (in->packages > 1)
		return open_all(in, syb_tree_root(in->tree), "");
	TRY(syb_bin_open(in->ctx, in->bytes, &opts, &in->bins[0])); /* reports why there is none */
	in->list[in->count++] = (struct diff_package){ in->bins[0], "" };
	return 0;
}

static int compare_packages(struct input in[2], bool *out_same, struct syb_record **out_record)
{
	TRY(open_packages(&in[0]));
	TRY(open_packages(&in[1]));
	return diff_packages(
		in[0].ctx, (const struct diff_packages[2]){ { in[0].list, in[0].count }, { in[1].list, in[1].count } },
		out_same, out_record);
}

/* ---- the result ---- */

/* The differences of the packages, after the kernels of their images. */
static int join(struct syb_ctx *ctx, const struct syb_value *packages, const struct syb_value *kernels, bool same,
		struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;

	TRY(record_new(ctx, &record));
	for (size_t i = 0; i < syb_value_count(packages); i++) {
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
	TRY(record_finish(record));
	*out_record = steal(record);
	return 0;
}

/* A file of kernels alone cannot be compared with anything else. */
static int check_kinds(struct syb_ctx *ctx, const struct input in[2])
{
	const char *kinds[2];
	bool alone[2];

	for (size_t i = 0; i < 2; i++) {
		if (!in[i].tree)
			return 0;
		alone[i] = in[i].kernels && !in[i].packages;
		kinds[i] = syb_kind_text(in[i].packages ? SYB_KIND_SYCLBIN : syb_item_kind(syb_tree_root(in[i].tree)));
	}
	if (alone[0] == alone[1])
		return 0;
	return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "diff-kinds",
			"%s is %s, %s is %s: files of different kinds cannot be compared%s", in[0].name, kinds[0],
			in[1].name, kinds[1],
			in[0].packages || in[1].packages
				? "; use 'sybil extract --kind=native' to get the images of a package"
				: "");
}

static int diff_inputs(struct syb_ctx *ctx, struct input in[2], const struct syb_diff_kernels_opts *opts,
		       struct syb_kernels_verdict *out, struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *packages = NULL, *kernels = NULL;
	bool same = false;

	if (!in[0].packages && !in[1].packages && in[0].kernels && in[1].kernels)
		return diff_kernels(ctx, &in[0], &in[1], true, opts, out, out_record);
	TRY(check_kinds(ctx, in));
	TRY(compare_packages(in, &same, &packages));
	/* Equal packages have equal kernels. Comparing the first file with itself keeps kernels of the same name apart
	 * when only the order of the packages differs. */
	TRY(diff_kernels(ctx, &in[0], &in[!same], false, opts, out, &kernels));
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
	_cleanup_(inputs_drop) struct input in[2] = {
		{ .ctx = ctx, .bytes = a->bytes, .name = a->name ? a->name : "a" },
		{ .ctx = ctx, .bytes = b->bytes, .name = b->name ? b->name : "b" },
	};
	struct syb_kernels_verdict verdict = { 0 };

	TRY(look_into(&in[0]));
	TRY(look_into(&in[1]));
	TRY(diff_inputs(ctx, in, opts, &verdict, out_record));
	*out_verdict = verdict;
	return 0;
}
