/* tools/cmd_diff.c — sybil diff: two packages, or two files with kernels for Intel GPUs → what differs; exit 1 when
 * anything does, or, on request, only when a kernel got worse. */
#include "tool.h"

struct input {
	struct syb_file *file;
	bool opened; /* else the others do not tell */
	enum syb_kind kind;
	bool package, kernels; /* what is in it */
};

static void input_drop(struct input *in)
{
	syb_file_close(in->file);
}

/* Depth is bounded by syb_unpack. */
static void look(struct input *in, const struct syb_item *item)
{
	in->package |= syb_item_kind(item) == SYB_KIND_SYCLBIN;
	in->kernels |= syb_item_kind(item) == SYB_KIND_ZEBIN || syb_item_kind(item) == SYB_KIND_ZEINFO;
	for (size_t i = 0; i < syb_item_count(item); i++)
		look(in, syb_item_at(item, i));
}

static int input_open(struct tool *tool, const char *path, struct input *in)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	int r = syb_file_open(tool->ctx, path, &in->file);

	if (r < 0)
		return r;
	{ /* a file that cannot be opened is told about when it is needed */
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(tool->ctx);

		r = syb_unpack(tool->ctx, syb_file_bytes(in->file), syb_file_name(in->file), &tree);
	}
	if (r < 0)
		return r == -SYB_E_NOMEM ? r : 0;
	in->opened = true;
	in->kind = syb_item_kind(syb_tree_root(tree));
	look(in, syb_tree_root(tree));
	return 0;
}

static int diff_kernels(struct tool *tool, const struct input *in, bool hash, struct syb_kernels_verdict *out,
			struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *a = NULL, *b = NULL;
	struct syb_diff_kernels_opts opts = { .size = sizeof(opts) };
	const char *tolerance = args_get(tool, OPT_diff_tolerance);
	size_t percent;
	int r;

	if (tolerance) {
		if (!parse_number(tolerance, &percent) || percent >= UINT32_MAX)
			return usage(tool, "--tolerance=%s: not a number", tolerance);
		opts.tolerance = percent ? (uint32_t)percent : UINT32_MAX;
	}
	r = kernels_show(tool, syb_file_bytes(in[0].file), syb_file_name(in[0].file), hash, &a);
	if (r == 0)
		r = kernels_show(tool, syb_file_bytes(in[1].file), syb_file_name(in[1].file), hash, &b);
	if (r == 0)
		r = syb_diff_kernels(tool->ctx, syb_record_root(a), syb_record_root(b), &opts, out, out_record);
	return r;
}

static int diff_packages(struct tool *tool, const struct input *in, bool *out_same, struct syb_record **out_record)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *a = NULL, *b = NULL;
	struct syb_bin_open_opts opts = { .size = sizeof(opts), .name = syb_file_name(in[0].file) };
	int r = syb_bin_open(tool->ctx, syb_file_bytes(in[0].file), &opts, &a);

	opts.name = syb_file_name(in[1].file);
	if (r == 0)
		r = syb_bin_open(tool->ctx, syb_file_bytes(in[1].file), &opts, &b);
	return r < 0 ? r : syb_diff(tool->ctx, a, b, out_same, out_record);
}

/* The differences of the packages, and the kernels of their images before them. */
static int join(struct tool *tool, const struct syb_value *packages, const struct syb_value *kernels,
		struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	int r = record_new(tool->ctx, &record);

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
static int check_kinds(struct tool *tool, const struct input *in)
{
	const char *kinds[2];
	bool alone[2];

	for (size_t i = 0; i < 2; i++) {
		alone[i] = in[i].kernels && !in[i].package;
		kinds[i] = syb_kind_text(in[i].package ? SYB_KIND_SYCLBIN : in[i].kind);
	}
	if (!in[0].opened || !in[1].opened || alone[0] == alone[1])
		return 0;
	return syb_fail(tool->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "diff-kinds",
			"%s is %s, %s is %s: files of different kinds cannot be compared%s", syb_file_name(in[0].file),
			kinds[0], syb_file_name(in[1].file), kinds[1],
			in[0].package || in[1].package ? "; 'sybil extract --kind=native' takes images out of a package"
						       : "");
}

static int diff_inputs(struct tool *tool, const struct input *in, struct syb_kernels_verdict *out,
		       struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *packages = NULL, *kernels = NULL;
	bool same = false;
	int r;

	if (!in[0].package && !in[1].package && in[0].kernels && in[1].kernels)
		return diff_kernels(tool, in, true, out, out_record);
	r = check_kinds(tool, in);
	if (r == 0)
		r = diff_packages(tool, in, &same, &packages);
	if (r == 0)
		r = diff_kernels(tool, in, false, out, &kernels);
	if (r < 0)
		return r;
	out->same = out->same && same;
	if (out->kernels[0] + out->kernels[1])
		return join(tool, syb_record_root(packages), syb_record_root(kernels), out_record);
	*out_record = steal(packages);
	return 0;
}

int cmd_diff(struct tool *tool)
{
	_cleanup_(input_drop) struct input a = { 0 };
	_cleanup_(input_drop) struct input b = { 0 };
	struct syb_kernels_verdict verdict = { 0 };
	bool only_worse = args_has(tool, OPT_diff_fail_if_worse);
	struct syb_record *record = NULL;
	int r;

	if (str_eq(tool->args.operands[0], "-") && str_eq(tool->args.operands[1], "-"))
		return usage(tool, "standard input can be only one of the two");
	r = input_open(tool, tool->args.operands[0], &a);
	if (r == 0)
		r = input_open(tool, tool->args.operands[1], &b);
	if (r == 0)
		r = diff_inputs(tool, (const struct input[]){ a, b }, &verdict, &record);
	if (r == 0 && only_worse && verdict.kernels[0] + verdict.kernels[1] == 0)
		syb_report(tool->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "gate-no-kernel",
			   "neither file has kernels with ZE Info: nothing can be better or worse");
	if (r == 0)
		r = answer(tool, NULL, SIZE_MAX, record);
	if (r < 0)
		return r;
	return (only_worse ? verdict.worse : !verdict.same) ? -SYB_E_INCOMPATIBLE : 0;
}
