/* format/zeinfo_text.c — real texts come out as they went in; every rule of the layout. */
#include "lib/torture.h"
#include "lib/zeinfo.h"

static void print(struct syb_ctx *ctx, const struct syb_zeinfo *z, bool minimal, struct buf *out)
{
	out->len = 0;
	if (zeinfo_print(ctx, syb_zeinfo_root(z), minimal, out) < 0 || buf_char(ctx, out, '\0') < 0)
		abort();
	out->len--;
}

static void test_real(struct syb_ctx *ctx)
{
	static const char *const files[] = { "zeinfo/mixed-acm-g10.ze_info", "zeinfo/mixed-skl.ze_info",
					     "zeinfo/names-acm-g10.ze_info" };

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		_cleanup_(syb_file_close_p) struct syb_file *file = golden(ctx, files[i]);
		_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *z = NULL;
		_cleanup_(buf_free) struct buf out = { 0 };
		struct syb_bytes text = syb_file_bytes(file);

		ok(syb_zeinfo_read(ctx, text, NULL, &z) == 0);
		print(ctx, z, false, &out);
		ok(out.len == text.len && memcmp(out.ptr, text.ptr, text.len) == 0, "%s comes out the same", files[i]);
		print(ctx, z, true, &out);
		ok(out.len == text.len && memcmp(out.ptr, text.ptr, text.len) == 0, "%s is minimal", files[i]);
	}
}

/* A value of each type, and how it is written. */
static const char *sample(const struct syb_ze_attr *a)
{
	switch (a->type) {
	case SYB_ZE_STR:
		return "'5'";
	case SYB_ZE_INT32:
		return "7";
	case SYB_ZE_INT32X3:
		return "[ 3, -4, 5 ]";
	case SYB_ZE_BOOL:
		return str_eq(a->default_text, "true") ? "false" : "true";
	case SYB_ZE_FLOAT:
		return "0.5";
	case SYB_ZE_ENUM:
		for (size_t i = 0; i < syb_ze_enum_count(); i++)
			if (str_eq(syb_ze_enum_at(i)->of, a->of))
				return syb_ze_enum_at(i)->name;
		return "?";
	default:
		return "";
	}
}

/* All attributes of a map, in their order, as the layout wants them. */
static void write_all(struct syb_ctx *ctx, struct buf *out, enum ze_path path, size_t indent, bool dash)
{
	size_t count;
	const struct syb_ze_attr *rows = ze_attr_first(path, &count);

	for (size_t i = 0; i < count; i++) {
		enum ze_path below = ze_path_below(path, &rows[i]);
		int width = (int)strlen(rows[i].name) < 16 ? 16 - (int)strlen(rows[i].name) : 1, r;
		bool list = rows[i].type == SYB_ZE_LIST;

		r = buf_printf(ctx, out, "%*s%s%s:", (int)(dash ? indent - 2 : indent), "", dash ? "- " : "",
			       rows[i].name);
		dash = false;
		if (r == 0 && below == ZE_NOWHERE && list)
			r = buf_printf(ctx, out, "\n%*s- lib.so\n", (int)indent + 2, "");
		else if (r == 0 && below == ZE_NOWHERE)
			r = buf_printf(ctx, out, "%*s%s\n", width, "", sample(&rows[i]));
		else if (r == 0)
			r = buf_text(ctx, out, "\n");
		if (r < 0)
			abort();
		if (below != ZE_NOWHERE)
			write_all(ctx, out, below, indent + (list ? 4 : 2), list);
	}
}

static size_t count_keys(const struct syb_ze_node *node, size_t *wrong)
{
	size_t n = 0;

	for (uint32_t i = 0; node->kind != SYB_ZE_NODE_SCALAR && i < node->count; i++) {
		const struct syb_ze_node *value = &node->items[i];
		const struct syb_ze_attr *attr = zeinfo_attr(value);

		n += value->key != NULL;
		if (!attr ||
		    (value->key && (!str_eq(attr->name, value->key) || !syb_ze_is(value, attr->type, attr->of))))
			++*wrong;
		if (value->kind != SYB_ZE_NODE_SCALAR && attr && attr->type != SYB_ZE_INT32X3)
			n += count_keys(value, wrong);
	}
	return n;
}

static void test_everything(struct syb_ctx *ctx)
{
	static const enum ze_path shared[] = { ZE_ENV, ZE_MEMORY, ZE_EXPERIMENTAL }; /* of kernels and of functions */
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *z = NULL;
	_cleanup_(buf_free) struct buf text = { 0 }, out = { 0 };
	size_t wrong = 0, again = 0, count;

	if (buf_text(ctx, &text, "---\n") < 0)
		abort();
	write_all(ctx, &text, ZE_ROOT, 0, false);
	if (buf_text(ctx, &text, "...\n") < 0)
		abort();
	ok(syb_zeinfo_read(ctx, buf_bytes(&text), NULL, &z) == 0, "all attributes at once");
	for (size_t i = 0; i < ARRAY_SIZE(shared); i++) {
		ze_attr_first(shared[i], &count);
		again += count;
	}
	is_int(count_keys(syb_zeinfo_root(z), &wrong), syb_ze_attr_count() + again);
	is_int(wrong, 0);
	print(ctx, z, false, &out);
	ok(out.len == text.len && memcmp(out.ptr, text.ptr, text.len) == 0, "come out the same");
}

/* in, out (without `---` and `...`) */
static const struct {
	const char *in, *out;
} layouts[] = {
	{ "version: 1.9\n", "version:         '1.9'\n" },
	{ "version: \"1.9\"", "version:         '1.9'\n" },
	{ "kernels: []", "kernels:         []\n" },
	{ "kernels:\n- name: \"k\" # c\n", "kernels:\n  - name:            k\n" },
	{ "kernels: [{name: k, execution_env: {simd_size: 8}}]",
	  "kernels:\n  - name:            k\n    execution_env:\n      simd_size:       8\n" },
	{ "kernels:\n- execution_env:\n    required_work_group_size:\n    - 1\n    - 2\n    - 3\n",
	  "kernels:\n  - execution_env:\n      required_work_group_size: [ 1, 2, 3 ]\n" },
	/* unknown keys keep what cannot be judged */
	{ "a: 5\nb: '5'\nc: \"x\"\nd: yes\ne: 'yes'\nf: ~\ng:\nh: +1\n",
	  "a:               5\nb:               '5'\nc:               'x'\nd:               yes\n"
	  "e:               'yes'\nf:               ~\ng:\nh:               +1\n" },
	{ "a: [x, 'y', 'p,q', 5]", "a:               [ x, 'y', 'p,q', 5 ]\n" },
	{ "a: [x, , y]\n", NULL },
	{ "a: [x, {b: c}, [d, [e]], ~]", "a:\n  - x\n  - b:               c\n  - - d\n    - [ e ]\n  - ~\n" },
	{ "a:\n- x\n-\n- - p\n  - q\n- {}\n- []\n", "a:\n  - x\n  -\n  - - p\n    - q\n  - {}\n  - []\n" },
	{ "a: {}\nb: {c: {}}\n", "a:               {}\nb:\n  c:               {}\n" },
	{ "a/b: c/d\n'': x\n'5': y\n\"n\\n\": z\n<<: q\n", "'a/b':           'c/d'\n'':              x\n'5':           "
							   "  y\n\"n\\n\":           z\n<<:              q\n" },
	{ "a: b\n<<: {a: c, p: q}\n", "a:               b\np:               q\n" }, /* merged */
	{ "a: |\n  x\n  y\nb: \"\\e\\x01\\u0085\\u2028\\u00e4\\t\\\"\\\\\\uFEFF\\x7F\\x90\\a\"\n",
	  "a:               \"x\\ny\\n\"\nb:               "
	  "\"\\e\\x01\\N\\L\xc3\xa4\\t\\\"\\\\\\uFEFF\\x7F\\x90\\a\"\n" },
	{ "a: &x {b: c}\nd: *x\n", "a:\n  b:               c\nd:\n  b:               c\n" },
	{ "sixteen_chars_16: 1\nseventeen_chars_7: 1\nfifteen_chars_5: 1\n",
	  "sixteen_chars_16: 1\nseventeen_chars_7: 1\nfifteen_chars_5: 1\n" },
	{ "kernels: [{name: ~}, {name: }, {name: 'null'}]",
	  "kernels:\n  - name:            ~\n  - name:\n  - name:            'null'\n" },
	{ "kernels: [{payload_arguments: [{addrmode: 'stateless', offset: '5'}]}]",
	  "kernels:\n  - payload_arguments:\n      - addrmode:        stateless\n        offset:          '5'\n" },
	{ "kernels: [{experimental_properties: [{has_non_kernel_arg_load: 1}]}]",
	  "kernels:\n  - experimental_properties:\n      - has_non_kernel_arg_load: 1\n" },
	{ "{}", "{}\n" },
	{ "required_libs: [a, 'b c', '5']", "required_libs:\n  - a\n  - b c\n  - '5'\n" },
};

static void test_layouts(struct syb_ctx *ctx)
{
	_cleanup_(buf_free) struct buf out = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(layouts); i++) {
		_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *z = NULL, *again = NULL;
		char want[1000];

		if (!layouts[i].out) {
			ok(syb_zeinfo_read(ctx, str_bytes(layouts[i].in), NULL, &z) < 0);
			syb_ctx_diag_clear(ctx);
			continue;
		}
		z = zeinfo_of(ctx, layouts[i].in);
		snprintf(want, sizeof(want), "---\n%s...\n", layouts[i].out);
		print(ctx, z, false, &out);
		is_str((char *)out.ptr, want);
		again = zeinfo_of(ctx, want);
		print(ctx, again, false, &out);
		is_str((char *)out.ptr, want);
	}
}

static void test_empty(struct syb_ctx *ctx)
{
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *z = zeinfo_of(ctx, "");
	_cleanup_(buf_free) struct buf out = { 0 };

	print(ctx, z, true, &out);
	is_str((char *)out.ptr, "---\n...\n");
}

static const struct {
	const char *in, *out;
} minimal[] = {
	{ "kernels: []\nfunctions: []\n", "kernels:         []\n" },
	{ "kernels: [{name: k, payload_arguments: [], execution_env: {simd_size: 8, slm_size: 0, has_dpas: no,\n"
	  " required_work_group_size: [0, 0, 0], work_group_walk_order_dimensions: [0, 1, 0]}}]",
	  "kernels:\n  - name:            k\n    execution_env:\n      simd_size:       8\n"
	  "      work_group_walk_order_dimensions: [ 0, 1, 0 ]\n" },
	/* what is left of a map is nothing: it goes, unless it must be there */
	{ "kernels: [{name: k, user_attributes: {reqd_work_group_size: [0, 0, 0]}, execution_env: {slm_size: 0}}]",
	  "kernels:\n  - name:            k\n    execution_env:   {}\n" },
	/* of repeated keys the last counts */
	{ "kernels: [{execution_env: {slm_size: 5, slm_size: 0}}]",
	  "kernels:\n  - execution_env:\n      slm_size:        5\n      slm_size:        0\n" },
	/* wrong types and unknown keys are not judged */
	{ "kernels: [{execution_env: {slm_size: '0', unknown: 0, has_dpas: 0}}]",
	  "kernels:\n  - execution_env:\n      slm_size:        '0'\n      unknown:         0\n      has_dpas:        "
	  "0\n" },
	/* required in some versions */
	{ "version: '1.30'\nkernels: [{execution_env: {eu_thread_count: 0}}]",
	  "version:         '1.30'\nkernels:\n  - execution_env:\n      eu_thread_count: 0\n" },
	{ "version: '1.35'\nkernels: [{execution_env: {eu_thread_count: 0}}]",
	  "version:         '1.35'\nkernels:\n  - execution_env:   {}\n" },
};

static void test_minimal(struct syb_ctx *ctx)
{
	_cleanup_(buf_free) struct buf out = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(minimal); i++) {
		_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *z = zeinfo_of(ctx, minimal[i].in);
		char want[1000];

		snprintf(want, sizeof(want), "---\n%s...\n", minimal[i].out);
		print(ctx, z, true, &out);
		is_str((char *)out.ptr, want);
	}
}

static int work(struct syb_ctx *ctx, void *arg)
{
	_cleanup_(buf_free) struct buf out = { 0 };

	return zeinfo_print(ctx, syb_zeinfo_root(arg), true, &out);
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_zeinfo *z;

	test_real(ctx);
	test_everything(ctx);
	test_layouts(ctx);
	test_empty(ctx);
	test_minimal(ctx);
	z = zeinfo_of(ctx, "kernels: [{name: \"\\n\", a: [b, 'c']}]");
	torture(work, z);
	syb_zeinfo_free(z);
	syb_ctx_free(ctx);
	return tap_done();
}
