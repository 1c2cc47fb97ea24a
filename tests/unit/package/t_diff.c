/* Comparing packages: differences in meaning, not in form. */
#include "lib/tap.h"
#include "lib/torture.h"
#include "lib/sample.h"

#include "base/buf.h"
#include "base/value.h"
#include "package/diff/diff.h"

/* The differences as "path change; …". */
static const char *differences(const struct syb_record *rec, char out[1024])
{
	const struct syb_value *list = syb_value_get(syb_record_root(rec), "differences");
	size_t n = 0;

	out[0] = '\0';
	for (size_t i = 0; i < syb_value_count(list); i++) {
		const struct syb_value *d = syb_value_at(list, i);

		n += (size_t)snprintf(out + n, 1024 - n, "%s%s %s", i ? "; " : "",
				      syb_value_string(syb_value_get(d, "path")),
				      syb_value_string(syb_value_get(d, "change")));
	}
	return out;
}

/* Compare packages made by two functions. */
typedef int make_fn(struct syb_ctx *ctx, struct syb_bin_writer *w);

static int make(struct syb_ctx *ctx, make_fn *fn, struct sample *out)
{
	_cleanup_(syb_bin_writer_free_p) struct syb_bin_writer *w = NULL;
	int r = syb_bin_writer_new(ctx, NULL, &w);

	if (r == 0)
		r = fn(ctx, w);
	return r < 0 ? r : sample_open(ctx, w, out);
}

static void differs(const char *what, make_fn *fa, make_fn *fb, const char *want)
{
	struct syb_ctx *ctx = test_ctx();
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	_cleanup_(sample_drop) struct sample a = { 0 }, b = { 0 };
	char got[1024] = "";
	bool same = false;

	if (make(ctx, fa, &a) < 0 || make(ctx, fb, &b) < 0 || syb_diff(ctx, a.bin, b.bin, &same, &rec) < 0) {
		ok(false, "%s: %s", what, first_check(ctx));
	} else {
		differences(rec, got);
		if (!ok(str_eq(got, want) && same == !*want, "%s", what))
			printf("# got  %s\n# want %s\n", got, want);
		ok(syb_value_bool(syb_value_get(syb_record_root(rec), "same")) == same);
	}
	syb_ctx_free(ctx);
}

#define K(name) "[SYCL/kernel names]\n" name "=1|1\n"

static int two(struct syb_ctx *ctx, struct syb_bin_writer *w, enum syb_state state, const char *props_a,
	       const char *ir_a, const char *props_b, const char *native_b, const char *arch_b)
{
	int r = syb_bin_writer_state(ctx, w, state);

	if (r == 0 && props_a)
		r = syb_bin_writer_module(ctx, w, str_bytes(props_a));
	if (r == 0 && props_a)
		r = add_ir(ctx, w, SYB_IR_SPIRV, SPIR, ir_a);
	if (r == 0 && props_b)
		r = syb_bin_writer_module(ctx, w, str_bytes(props_b));
	if (r == 0 && props_b)
		r = add_native(ctx, w, arch_b, GEN, native_b);
	return r;
}

static int base(struct syb_ctx *ctx, struct syb_bin_writer *w)
{
	return two(ctx, w, SYB_STATE_OBJECT, K("a"), "IR", K("b") "[SYCL/misc properties]\noptLevel=1|2\n", "N", "pvc");
}

static int other_state(struct syb_ctx *ctx, struct syb_bin_writer *w)
{
	return two(ctx, w, SYB_STATE_INPUT, K("a"), "IR", K("b") "[SYCL/misc properties]\noptLevel=1|2\n", "N", "pvc");
}

static int other_prop(struct syb_ctx *ctx, struct syb_bin_writer *w)
{
	return two(ctx, w, SYB_STATE_OBJECT, K("a"), "IR", K("b") "[SYCL/misc properties]\noptLevel=1|3\nx=1|1\n", "N",
		   "pvc");
}

static int fewer_props(struct syb_ctx *ctx, struct syb_bin_writer *w)
{
	return two(ctx, w, SYB_STATE_OBJECT, K("a"), "IR", K("b"), "N", "pvc");
}

static int other_bytes(struct syb_ctx *ctx, struct syb_bin_writer *w)
{
	return two(ctx, w, SYB_STATE_OBJECT, K("a"), "ir", K("b") "[SYCL/misc properties]\noptLevel=1|2\n", "N", "pvc");
}

static int other_arch(struct syb_ctx *ctx, struct syb_bin_writer *w)
{
	return two(ctx, w, SYB_STATE_OBJECT, K("a"), "IR", K("b") "[SYCL/misc properties]\noptLevel=1|2\n", "N",
		   "bmg_g21");
}

static int first_only(struct syb_ctx *ctx, struct syb_bin_writer *w)
{
	return two(ctx, w, SYB_STATE_OBJECT, K("a"), "IR", NULL, NULL, NULL);
}

static int second_only(struct syb_ctx *ctx, struct syb_bin_writer *w)
{
	return two(ctx, w, SYB_STATE_OBJECT, NULL, NULL, K("b") "[SYCL/misc properties]\noptLevel=1|2\n", "N", "pvc");
}

static int swapped(struct syb_ctx *ctx, struct syb_bin_writer *w)
{
	int r = two(ctx, w, SYB_STATE_OBJECT, NULL, NULL, K("b") "[SYCL/misc properties]\noptLevel=1|2\n", "N", "pvc");

	return r < 0 ? r : two(ctx, w, SYB_STATE_OBJECT, K("a"), "IR", NULL, NULL, NULL);
}

static int one_kernel_more(struct syb_ctx *ctx, struct syb_bin_writer *w)
{
	return two(ctx, w, SYB_STATE_OBJECT, K("a"), "IR",
		   "[SYCL/kernel names]\nb=1|1\nc=1|1\n"
		   "[SYCL/misc properties]\noptLevel=1|2\n",
		   "N", "pvc");
}

static int nothing(struct syb_ctx *ctx, struct syb_bin_writer *w)
{
	return syb_bin_writer_state(ctx, w, SYB_STATE_OBJECT);
}

static void meanings(void)
{
	differs("a package is itself", base, base, "");
	differs("state", base, other_state, "package > SYCLBIN/global metadata > state changed");
	differs("properties", base, other_prop,
		"module 1 > SYCL/misc properties > optLevel changed; module 1 > SYCL/misc properties > x added");
	differs("properties gone", base, fewer_props, "module 1 > SYCL/misc properties > optLevel removed");
	differs("image content", base, other_bytes, "module 0 > image 0 changed");
	differs("architecture", base, other_arch, "module 1 > image 0 removed; module 1 > image 0 added");
	differs("a module less", base, first_only, "module 1 removed");
	differs("a module more", second_only, base, "module 0 added");
	differs("order of modules does not matter", base, swapped, "");
	differs("modules that share a kernel are paired", base, one_kernel_more,
		"module 1 > SYCL/kernel names > c added");
	differs("everything gone", base, nothing, "module 0 removed; module 1 removed");
	differs("nothing and nothing", nothing, nothing, "");
}

/* All forms of one package say the same. */
static void forms(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct sample s[ARRAY_SIZE(sample_forms)] = { 0 };
	char text[1024];

	for (size_t i = 0; i < ARRAY_SIZE(s); i++) {
		_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
		bool same = false;

		if (sample_new(ctx, &sample_forms[i].opts, &s[i]) < 0 ||
		    syb_diff(ctx, s[0].bin, s[i].bin, &same, &rec) < 0)
			ok(false, "%s: %s", sample_forms[i].name, first_check(ctx));
		else if (!ok(same, "%s", sample_forms[i].name))
			printf("# %s\n", differences(rec, text));
	}
	for (size_t i = 0; i < ARRAY_SIZE(s); i++)
		sample_drop(&s[i]);
	syb_ctx_free(ctx);
}

/* ---- files with several packages ---- */

/* Packages one after the other. */
static int in_a_row(struct syb_ctx *ctx, make_fn *const *fns, struct buf *out)
{
	int r = 0;

	for (; r == 0 && *fns; fns++) {
		_cleanup_(sample_drop) struct sample s = { 0 };

		r = make(ctx, *fns, &s);
		if (r == 0)
			r = buf_add(ctx, out, syb_file_bytes(s.file).ptr, syb_file_bytes(s.file).len);
	}
	return r;
}

static int diff_rows(struct syb_ctx *ctx, const struct buf rows[2], struct syb_kernels_verdict *out,
		     struct syb_record **out_record)
{
	return syb_diff_files(ctx, &(struct syb_diff_file){ "a", { rows[0].ptr, rows[0].len } },
			      &(struct syb_diff_file){ "b", { rows[1].ptr, rows[1].len } }, NULL, out, out_record);
}

static void files_differ(const char *what, make_fn *const *fa, make_fn *const *fb, const char *want)
{
	struct syb_ctx *ctx = test_ctx();
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	struct syb_kernels_verdict verdict = { 0 };
	struct buf rows[2] = { 0 };
	char got[1024] = "";

	if (in_a_row(ctx, fa, &rows[0]) < 0 || in_a_row(ctx, fb, &rows[1]) < 0 ||
	    diff_rows(ctx, rows, &verdict, &rec) < 0) {
		ok(false, "%s: %s", what, first_check(ctx));
	} else {
		differences(rec, got);
		if (!ok(str_eq(got, want) && verdict.same == !*want, "%s", what))
			printf("# got  %s\n# want %s\n", got, want);
		ok(syb_value_bool(syb_value_get(syb_record_root(rec), "same")) == verdict.same);
	}
	buf_free(&rows[0]);
	buf_free(&rows[1]);
	syb_ctx_free(ctx);
}

#define ROW(...) ((make_fn *const[]){ __VA_ARGS__, NULL })

static void several(void)
{
	files_differ("several packages and themselves", ROW(base, first_only), ROW(base, first_only), "");
	files_differ("order of packages does not matter", ROW(first_only, second_only), ROW(second_only, first_only),
		     "");
	files_differ("a package less", ROW(first_only, second_only), ROW(first_only),
		     "package 1 removed; package 1 > module 0 removed");
	files_differ("the first package less", ROW(first_only, second_only), ROW(second_only),
		     "package 0 removed; package 0 > module 0 removed");
	files_differ("a package more", ROW(second_only), ROW(first_only, second_only),
		     "package 0 added; package 0 > module 0 added");
	files_differ("a package twice", ROW(base), ROW(base, base),
		     "package 1 added; package 1 > module 0 added; package 1 > module 1 added");
	files_differ("an empty package less", ROW(base, nothing), ROW(base), "package 1 removed");
	files_differ("a change in the second", ROW(first_only, base), ROW(first_only, other_prop),
		     "package 1 > module 1 > SYCL/misc properties > optLevel changed; "
		     "package 1 > module 1 > SYCL/misc properties > x added");
	files_differ("state of the second", ROW(first_only, base), ROW(first_only, other_state),
		     "package 1 > SYCLBIN/global metadata > state changed");
	files_differ("modules of one package in two", ROW(base), ROW(first_only, second_only), "package 1 added");
}

static int rows_work(struct syb_ctx *ctx, void *arg)
{
	struct syb_kernels_verdict verdict;
	struct syb_record *rec = NULL;
	int r = diff_rows(ctx, arg, &verdict, &rec);

	syb_record_free(rec);
	return r;
}

static void torture_rows(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct buf rows[2] = { 0 };

	if (ok(in_a_row(ctx, ROW(first_only, base, nothing), &rows[0]) == 0 &&
	       in_a_row(ctx, ROW(other_prop, first_only), &rows[1]) == 0))
		torture(rows_work, rows);
	buf_free(&rows[0]);
	buf_free(&rows[1]);
	syb_ctx_free(ctx);
}

static int diff_work(struct syb_ctx *ctx, void *arg)
{
	const struct sample *pair = arg;
	struct syb_record *rec = NULL;
	bool same;
	int r = syb_diff(ctx, pair[0].bin, pair[1].bin, &same, &rec);

	syb_record_free(rec);
	return r;
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct sample pair[2] = { 0 };

	meanings();
	forms();
	several();
	torture_rows();
	if (ok(sample_new(ctx, NULL, &pair[0]) == 0 && make(ctx, other_prop, &pair[1]) == 0))
		torture(diff_work, pair);
	sample_drop(&pair[0]);
	sample_drop(&pair[1]);
	syb_ctx_free(ctx);
	return tap_done();
}
