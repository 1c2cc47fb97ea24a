/* format/zeinfo.c — documents: rows and paths of nodes, types, effective values, what is said at what place. */
#include "lib/torture.h"
#include "lib/zeinfo.h"

/* Everything that version 1.9 has, written by hand. */
static const char all_1_9[] =
	"version: '1.9'\n"
	"kernels:\n"
	"  - name: k\n"
	"    execution_env:\n"
	"      barrier_count: 1\n"
	"      disable_mid_thread_preemption: true\n"
	"      grf_count: 128\n"
	"      has_4gb_buffers: true\n"
	"      has_device_enqueue: true\n"
	"      has_dpas: true\n"
	"      has_fence_for_image_access: true\n"
	"      has_global_atomics: true\n"
	"      has_multi_scratch_spaces: true\n"
	"      has_no_stateless_write: true\n"
	"      has_stack_calls: true\n"
	"      inline_data_payload_size: 32\n"
	"      offset_to_skip_per_thread_data_load: 192\n"
	"      offset_to_skip_set_ffid_gp: 16\n"
	"      required_sub_group_size: 16\n"
	"      required_work_group_size: [256, 2, 1]\n"
	"      simd_size: 16\n"
	"      slm_size: 1024\n"
	"      subgroup_independent_forward_progress: true\n"
	"      work_group_walk_order_dimensions: [2, 1, 0]\n"
	"    payload_arguments:\n"
	"      - {arg_type: arg_bypointer, offset: 0, size: 8, arg_index: 0, addrmode: stateless, addrspace: global,\n"
	"         access_type: readwrite, sampler_index: 3, source_offset: 4}\n"
	"    per_thread_payload_arguments:\n"
	"      - {arg_type: local_id, offset: 0, size: 96}\n"
	"    binding_table_indices:\n"
	"      - {bti_value: 0, arg_index: 0}\n"
	"    per_thread_memory_buffers:\n"
	"      - {type: scratch, usage: single_space, size: 64, slot: 0, is_simt_thread: false}\n"
	"    experimental_properties:\n"
	"      has_non_kernel_arg_load: 1\n"
	"      has_non_kernel_arg_store: 0\n"
	"      has_non_kernel_arg_atomic: -1\n"
	"    debug_env:\n"
	"      sip_surface_bti: 1\n"
	"      sip_surface_offset: 2\n"
	"functions:\n"
	"  - name: f\n"
	"    per_thread_memory_buffers: [{type: scratch, usage: private_space, size: 32}]\n"
	"    experimental_properties: {has_non_kernel_arg_load: 0}\n";

/* Every key below a node has a row that this version knows, and a value of its type. */
static size_t count_right(const struct syb_ze_node *node, struct syb_ze_version version, size_t *wrong)
{
	size_t right = 0;

	for (size_t i = 0; i < syb_ze_count(node); i++) {
		const struct syb_ze_node *value = syb_ze_at(node, i);
		const struct syb_ze_attr *attr = syb_ze_attr(value);

		if (syb_ze_key(node, i)) {
			/* functions have rows of kernels */
			if (attr && str_eq(attr->name, syb_ze_key(node, i)) &&
			    (str_eq(attr->path, syb_ze_path(node)) || strstr(syb_ze_path(node), "/functions[]/")) &&
			    syb_ze_known_in(attr->since, attr->removed, version) &&
			    syb_ze_is(value, attr->type, attr->of))
				right++;
			else
				++*wrong;
		}
		right += count_right(value, version, wrong);
	}
	return right;
}

static void test_1_9(struct syb_ctx *ctx)
{
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *z = zeinfo_of(ctx, all_1_9);
	size_t wrong = 0, known = 0;

	is_int(count_right(syb_zeinfo_root(z), syb_zeinfo_version(z), &wrong),
	       62); /* four keys again, of the function */
	is_int(wrong, 0);
	/* and there is nothing else in 1.9 */
	for (size_t i = 0; i < syb_ze_attr_count(); i++) {
		const struct syb_ze_attr *a = syb_ze_attr_at(i);

		known += a->in_spec && syb_ze_known_in(a->since, a->removed, (struct syb_ze_version){ 1, 9 });
	}
	is_int(known, 58);
	is_int(syb_ctx_diag_count(ctx), 0);
}

static void test_enums(struct syb_ctx *ctx)
{
	size_t good = 0;

	for (size_t i = 0; i < syb_ze_enum_count(); i++) {
		const struct syb_ze_enum_value *e = syb_ze_enum_at(i);
		struct syb_ze_node node = { .kind = SYB_ZE_NODE_SCALAR, .text = e->name };

		good += syb_ze_is(&node, SYB_ZE_ENUM, e->of);
		node.text = "Stateless";
		good -= syb_ze_is(&node, SYB_ZE_ENUM, e->of);
	}
	is_int(good, syb_ze_enum_count());
	(void)ctx;
}

/* A value as YAML, and the types it is of: s i 3 b f m l. */
static const struct {
	const char *text, *types;
} values[] = {
	{ "5", "sif" },
	{ "-1", "sif" },
	{ "+7", "sif" },
	{ "2147483647", "sif" },
	{ "2147483648", "sf" },
	{ "-2147483648", "sif" },
	{ "-2147483649", "sf" },
	{ "99999999999999999999999", "sf" },
	{ "0x10", "sif" },
	{ "0xfffffffff", "sf" },
	{ "0o17", "sif" },
	{ "010", "sif" },
	{ "1_000", "s" },
	{ "8 16", "s" },
	{ "'5'", "s" },
	{ "\"5\"", "s" },
	{ "5.0", "sf" },
	{ "1.10", "sf" },
	{ "1e3", "sf" },
	{ ".5", "sf" },
	{ "5.", "sf" },
	{ ".", "s" },
	{ "1e", "s" },
	{ "e1", "s" },
	{ "-.inf", "sf" },
	{ ".nan", "sf" },
	{ "-.nan", "s" },
	{ "true", "sb" },
	{ "False", "sb" },
	{ "YES", "sb" },
	{ "n", "s" },
	{ "off", "sb" },
	{ "True", "sb" },
	{ "NO", "sb" },
	{ "tRue", "s" },
	{ "y", "s" },
	{ "'true'", "s" },
	{ "truer", "s" },
	{ "tru", "s" },
	{ "text", "s" },
	{ "null", "" },
	{ "~", "" },
	{ "", "" },
	{ "''", "s" },
	{ "'null'", "s" },
	{ "[1, 2, 3]", "3" },
	{ "[1, 2]", "" },
	{ "[1, 2, 3, 4]", "" },
	{ "[1, 2, '3']", "" },
	{ "[1, 2, 3000000000]", "" },
	{ "[]", "lL" },
	{ "[{}, {a: b}]", "l" },
	{ "[a, b]", "L" },
	{ "[a, []]", "" },
	{ "{}", "m" },
};

static void test_types(struct syb_ctx *ctx)
{
	static const struct {
		char letter;
		enum syb_ze_type type;
		const char *of;
	} types[] = {
		{ 's', SYB_ZE_STR, "" },     { 'i', SYB_ZE_INT32, "" },   { '3', SYB_ZE_INT32X3, "" },
		{ 'b', SYB_ZE_BOOL, "" },    { 'f', SYB_ZE_FLOAT, "" },   { 'm', SYB_ZE_MAP, "" },
		{ 'l', SYB_ZE_LIST, "map" }, { 'L', SYB_ZE_LIST, "str" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
		_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *z = NULL;
		char text[100];
		bool good;

		snprintf(text, sizeof(text), "x: %s\n", values[i].text);
		good = syb_zeinfo_read(ctx, str_bytes(text), NULL, &z) == 0;
		for (size_t k = 0; good && k < ARRAY_SIZE(types); k++) {
			bool want = strchr(values[i].types, types[k].letter);

			/* three numbers are a list of texts, too */
			if (types[k].letter == 'L' && strchr(values[i].text, '['))
				continue;
			if (syb_ze_is(syb_ze_at(syb_zeinfo_root(z), 0), types[k].type, types[k].of) != want)
				good = false;
		}
		ok(good, "%s is of types %s", values[i].text, values[i].types);
	}
}

static void test_list_of_text(struct syb_ctx *ctx)
{
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *z =
		zeinfo_of(ctx, "required_libs: [a, 'b']\nother: [a, {}]\nthird: [a, ~]\n");
	const struct syb_ze_node *root = syb_zeinfo_root(z);

	ok(syb_ze_is(syb_ze_at(root, 0), SYB_ZE_LIST, "str") && !syb_ze_is(syb_ze_at(root, 0), SYB_ZE_LIST, "map"));
	ok(!syb_ze_is(syb_ze_at(root, 1), SYB_ZE_LIST, "str") && !syb_ze_is(syb_ze_at(root, 2), SYB_ZE_LIST, "str"));
	is_str(syb_ze_attr(syb_ze_at(syb_ze_at(root, 0), 1))->name, "required_libs");
	ok(!syb_ze_attr(syb_ze_at(root, 1)) && !syb_ze_path(syb_ze_at(root, 1)));
}

static void test_effective(struct syb_ctx *ctx)
{
	static const char env[] = "/kernels[]/execution_env", payload[] = "/kernels[]/payload_arguments[]";
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *z = zeinfo_of(
		ctx,
		"version: 1.10\nkernels:\n- name: k\n  execution_env: {simd_size: 16, slm_size: '5', has_dpas: on,\n"
		"    required_work_group_size: [1, 2, 3], barrier_count: 1, barrier_count: 2, new_number: 4,\n"
		"    thread_scheduling_mode: fast}\n  experimental_properties: [{has_non_kernel_arg_load: 1}]\n"
		"  debug_env: {sip_surface_bti: 3}\n- {name: ~}\n- 5\n- {name: k, again: 1}\n");
	const struct syb_ze_node *k = syb_zeinfo_kernel_find(z, "k"), *e = syb_ze_get(k, "execution_env");
	const struct syb_ze_node *x = syb_ze_get(k, "experimental_properties");
	int32_t three[3];
	const char *s;
	int64_t n = 77;
	bool b;

	ok(syb_zeinfo_version(z).major == 1 && syb_zeinfo_version(z).minor == 10, "1.10 is no number");
	is_int(syb_zeinfo_kernel_count(z), 4);
	ok(k == syb_zeinfo_kernel_at(z, 0) && !syb_zeinfo_kernel_find(z, "x") && !syb_zeinfo_kernel_at(z, 4));
	ok(syb_ze_int(e, env, "simd_size", &n) == 0 && n == 16);
	ok(syb_ze_int(e, NULL, "barrier_count", &n) == 0 && n == 2, "of repeated keys the last");
	ok(syb_ze_int(e, env, "spill_size", &n) == 0 && n == 0, "the default");
	ok(syb_ze_int(e, env, "new_number", &n) == 0 && n == 4, "unknown keys by their own type");
	n = 77;
	ok(syb_ze_int(e, env, "slm_size", &n) == -SYB_E_NOTFOUND && n == 77, "a quoted number is none");
	ok(syb_ze_int(e, env, "grf_count", &n) == -SYB_E_NOTFOUND, "no default");
	ok(syb_ze_int(e, env, "has_dpas", &n) == -SYB_E_NOTFOUND &&
	   syb_ze_int(e, env, "nothing", &n) == -SYB_E_NOTFOUND);
	ok(syb_ze_bool(e, env, "has_dpas", &b) == 0 && b);
	ok(syb_ze_bool(e, env, "has_stack_calls", &b) == 0 && !b);
	ok(syb_ze_bool(NULL, env, "implicit_arg_buffer_used_by_code", &b) == 0 && b);
	ok(syb_ze_bool(e, env, "simd_size", &b) == -SYB_E_NOTFOUND);
	ok(syb_ze_int3(e, env, "required_work_group_size", three) == 0 && three[2] == 3);
	ok(syb_ze_int3(NULL, env, "work_group_walk_order_dimensions", three) == 0 && three[0] == 0 && three[2] == 2);
	ok(syb_ze_int3(e, env, "simd_size", three) == -SYB_E_NOTFOUND);
	ok(syb_ze_str(e, env, "thread_scheduling_mode", &s) == -SYB_E_NOTFOUND, "not a value of the enumeration");
	ok(syb_ze_str(k, NULL, "name", &s) == 0 && str_eq(s, "k"));
	ok(syb_ze_str(syb_zeinfo_kernel_at(z, 1), NULL, "name", &s) == -SYB_E_NOTFOUND);
	ok(syb_ze_int(NULL, payload, "arg_index", &n) == 0 && n == -1);
	ok(syb_ze_int(NULL, NULL, "arg_index", &n) == -SYB_E_NOTFOUND &&
	   syb_ze_int(NULL, "?", "x", &n) == -SYB_E_NOTFOUND);
	/* both forms of early maps */
	ok(syb_ze_is(x, SYB_ZE_MAP, "") && syb_ze_kind(x) == SYB_ZE_NODE_LIST);
	ok(syb_ze_int(x, NULL, "has_non_kernel_arg_load", &n) == 0 && n == 1);
	ok(syb_ze_int(x, NULL, "has_non_kernel_arg_store", &n) == 0 && n == -1);
	is_str(syb_ze_path(syb_ze_at(x, 0)), "/kernels[]/experimental_properties");
	ok(syb_ze_int(syb_ze_get(k, "debug_env"), NULL, "sip_surface_bti", &n) == 0 && n == 3);
	is_str(syb_ze_path(e), env);
	ok(!syb_ze_get(syb_zeinfo_kernel_at(z, 2), "name") && syb_ze_count(syb_zeinfo_kernel_at(z, 2)) == 0);
}

static void test_places(struct syb_ctx *ctx)
{
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *z =
		zeinfo_of(ctx, "---\nversion:         '1.20'\nfunctions:\n  - name:            f\n    execution_env:\n"
			       "      simd_size:       32\n...\n");
	const struct syb_ze_node *root = syb_zeinfo_root(z), *f = syb_zeinfo_function_at(z, 0), *e;

	ok(syb_zeinfo_function_count(z) == 1 && syb_zeinfo_kernel_count(z) == 0 && !syb_zeinfo_kernel_at(z, 0));
	e = syb_ze_get(f, "execution_env");
	is_str(syb_ze_path(e), "/functions[]/execution_env");
	ok(syb_ze_attr(syb_ze_at(e, 0)) && str_eq(syb_ze_attr(syb_ze_at(e, 0))->name, "simd_size"));
	ok(syb_ze_line(e) == 6 && syb_ze_column(e) == 7 && syb_ze_at(f, 1)->key_line == 5 &&
	   syb_ze_at(f, 1)->key_column == 5);
	ok(syb_ze_line(syb_ze_at(root, 0)) == 2 && syb_ze_column(syb_ze_at(root, 0)) == 18);
	ok(syb_ze_style(syb_ze_at(root, 0)) == SYB_ZE_STYLE_SINGLE && str_eq(syb_ze_text(syb_ze_at(root, 0)), "1.20"));
	ok(syb_ze_kind(root) == SYB_ZE_NODE_MAP && str_eq(syb_ze_text(root), "") && !syb_ze_at(root, 2));
	ok(!syb_ze_key(root, 2) && !syb_ze_key(syb_ze_at(root, 0), 0));
	is_str(syb_ze_path(root), "/");
}

static void test_documents(struct syb_ctx *ctx)
{
	static const char *const empty[] = { "", "---\n...\n", "# nothing\n", "---\n", "\n" };
	static const char *const others[] = { "- a\n", "text\n", "[]\n", "''\n" };
	struct syb_zeinfo_read_opts opts = { .size = sizeof(opts), .name = "x.zebin", .at = 0x40, .embedded = true };
	struct syb_zeinfo *z = NULL;
	const struct syb_diag *d;

	for (size_t i = 0; i < ARRAY_SIZE(empty); i++) {
		ok(syb_zeinfo_read(ctx, str_bytes(empty[i]), NULL, &z) == 0 && !syb_zeinfo_root(z) &&
		   syb_zeinfo_kernel_count(z) == 0 && !syb_zeinfo_kernel_find(z, "k") &&
		   syb_zeinfo_version(z).major == 0);
		syb_zeinfo_free(z);
		z = NULL;
	}
	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		syb_ctx_diag_clear(ctx);
		ok(syb_zeinfo_read(ctx, str_bytes(others[i]), NULL, &z) == -SYB_E_FORMAT && !z &&
		   fired(ctx, "zeinfo-yaml"));
	}
	syb_ctx_diag_clear(ctx);
	is_int(syb_zeinfo_read(ctx, str_bytes("a: [\n"), &opts, &z), -SYB_E_FORMAT);
	d = syb_ctx_diag_at(ctx, 0);
	ok(d->at == 0x40 && d->line == 0 && str_eq(d->file, "x.zebin"), "inside of a binary the offset is told");
	syb_ctx_diag_clear(ctx);
	opts.size = sizeof(opts) + 8;
	struct {
		struct syb_zeinfo_read_opts o;
		uint64_t more;
	} newer = { opts, 1 };
	is_int(syb_zeinfo_read(ctx, str_bytes("a: b\n"), &newer.o, &z), -SYB_E_ARG);
	syb_zeinfo_free(NULL);
	syb_ctx_diag_clear(ctx);
}

/* Wrong shapes in every place: nothing is lost, nothing crashes. */
static void test_shapes(struct syb_ctx *ctx)
{
	static const char *const shapes[] = { "5", "''", "[]", "{}", "[[1]]", "[{}]", "{a: {b: c}}", "[a, {name: k}]",
					      "" };
	static const char *const frames[] = {
		"kernels: %s\n",
		"version: %s\n",
		"functions: %s\n",
		"kernels: [{name: %s}]\n",
		"kernels: [{name: k, execution_env: %s}]\n",
		"kernels: [{name: k, payload_arguments: %s}]\n",
		"kernels: [{name: k, experimental_properties: %s}]\n",
		"kernels_misc_info: [{args_info: %s}]\n",
		"unknown: %s\n",
	};
	int64_t n;

	for (size_t f = 0; f < ARRAY_SIZE(frames); f++) {
		for (size_t s = 0; s < ARRAY_SIZE(shapes); s++) {
			_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *z = NULL;
			const char *hole = strstr(frames[f], "%s");
			char text[200];
			const struct syb_ze_node *k;

			snprintf(text, sizeof(text), "%.*s%s%s", (int)(hole - frames[f]), frames[f], shapes[s],
				 hole + 2);
			if (syb_zeinfo_read(ctx, str_bytes(text), NULL, &z) < 0)
				ok(false, "%s", text);
			k = syb_zeinfo_kernel_find(z, "k");
			if (k && syb_ze_int(syb_ze_get(k, "execution_env"), NULL, "simd_size", &n) == 0)
				ok(false, "there is no size");
		}
	}
	ok(syb_ctx_diag_count(ctx) == 0, "all shapes were read");
}

static void test_cut(struct syb_ctx *ctx)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = golden(ctx, "zeinfo/mixed-skl.ze_info");
	struct syb_bytes all = syb_file_bytes(file);
	size_t bad = 0;

	for (size_t n = 0; n < all.len; n += n < 2000 ? 1 : 17) {
		char marker;
		struct syb_zeinfo *z = (struct syb_zeinfo *)(void *)&marker;
		uint8_t *copy = malloc(n ? n : 1);
		int r;

		memcpy(copy, all.ptr, n);
		r = syb_zeinfo_read(ctx, (struct syb_bytes){ copy, n }, NULL, &z);
		free(copy);
		if (r < 0)
			bad += (char *)z != &marker || syb_ctx_count(ctx, SYB_SEVERITY_ERROR) == 0;
		else
			syb_zeinfo_free(z);
		syb_ctx_diag_clear(ctx);
	}
	is_int(bad, 0);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	char marker;
	struct syb_zeinfo *z = (struct syb_zeinfo *)(void *)&marker;
	int r = syb_zeinfo_read(ctx, str_bytes(arg), NULL, &z);

	if (r < 0)
		return (char *)z == &marker ? r : -SYB_E_INTERNAL;
	syb_zeinfo_free(z);
	return 0;
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();
	char text[sizeof(all_1_9)];

	test_1_9(ctx);
	test_enums(ctx);
	test_types(ctx);
	test_list_of_text(ctx);
	test_effective(ctx);
	test_places(ctx);
	test_documents(ctx);
	test_shapes(ctx);
	test_cut(ctx);
	memcpy(text, all_1_9, sizeof(text));
	ok(torture(work, text) > 3);
	syb_ctx_free(ctx);
	return tap_done();
}
