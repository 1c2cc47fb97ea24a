/* format/zeinfo_edit.c — set, remove, rename: what is asked for is changed, and nothing else. */
#include "lib/torture.h"
#include "lib/zeinfo.h"

static const char start[] = "---\n"
			    "version:         '1.20'\n"
			    "kernels:\n"
			    "  - name:            k\n"
			    "    execution_env:\n"
			    "      grf_count:       128\n"
			    "      simd_size:       32\n"
			    "    payload_arguments:\n"
			    "      - arg_type:        local_size\n"
			    "        offset:          0\n"
			    "        size:            12\n"
			    "      - arg_type:        arg_byvalue\n"
			    "        offset:          12\n"
			    "        size:            4\n"
			    "  - name:            k2\n"
			    "    execution_env:\n"
			    "      simd_size:       8\n"
			    "functions:\n"
			    "  - name:            f\n"
			    "    execution_env:\n"
			    "      simd_size:       8\n"
			    "kernels_misc_info:\n"
			    "  - name:            k\n"
			    "  - name:            k2\n"
			    "...\n";

static struct syb_zeinfo_edit *edit_of(struct syb_ctx *ctx, const char *text)
{
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *z = zeinfo_of(ctx, text);
	struct syb_zeinfo_edit *edit = NULL;

	if (syb_zeinfo_edit_new(ctx, z, &edit) < 0)
		abort();
	return edit;
}

static const char *text_of(struct syb_ctx *ctx, struct syb_zeinfo_edit *edit)
{
	static char text[10000];
	struct syb_bytes bytes;

	if (syb_zeinfo_edit_text(ctx, edit, NULL, &bytes) < 0 || bytes.len >= sizeof(text))
		abort();
	memcpy(text, bytes.ptr, bytes.len);
	text[bytes.len] = '\0';
	return text;
}

/* Attribute, value, and the lines that are new; "-line" for those that are gone. */
static const struct {
	const char *entity, *attribute, *value, *change;
} sets[] = {
	{ "k", "execution_env.simd_size", "16", "-      simd_size:       32\n+      simd_size:       16\n" },
	{ "k", "execution_env.slm_size", "0x10", "+      slm_size:        0x10\n" },
	{ "k", "execution_env.slm_size", "64K", "+      slm_size:        65536\n" },
	{ "k", "execution_env.slm_size", "1.5k", "+      slm_size:        1536\n" },
	{ "k", "payload_arguments[0].size", "-1M",
	  "-        size:            12\n+        size:            -1048576\n" },
	{ "k", "execution_env.new_one", "64K", "+      new_one:         64K\n" },
	{ "k", "execution_env.barrier_count", "1", "+      barrier_count:   1\n" },
	{ "k", "execution_env.has_dpas", "true", "+      has_dpas:        true\n" },
	{ "k", "execution_env.required_work_group_size", "16, 4, 1",
	  "+      required_work_group_size: [ 16, 4, 1 ]\n" },
	{ "k", "execution_env.required_work_group_size", "[16,4,1]",
	  "+      required_work_group_size: [ 16, 4, 1 ]\n" },
	{ "k", "user_attributes.vec_type_hint", "12", "+    user_attributes:\n+      vec_type_hint:   '12'\n" },
	{ "k", "user_attributes.invalid_kernel", "a: b", "+    user_attributes:\n+      invalid_kernel:  'a: b'\n" },
	{ "k", "payload_arguments[1].size", "8", "-        size:            4\n+        size:            8\n" },
	{ "k", "payload_arguments[0].arg_type", "global_size",
	  "-      - arg_type:        local_size\n+      - arg_type:        global_size\n" },
	{ "k", "payload_arguments[1]", NULL,
	  "-      - arg_type:        arg_byvalue\n-        offset:          12\n-        size:            4\n" },
	{ "k", "payload_arguments[1]", "{arg_type: printf_buffer, offset: 12, size: 8}",
	  "-      - arg_type:        arg_byvalue\n-        size:            4\n"
	  "+      - arg_type:        printf_buffer\n+        size:            8\n" },
	{ "k", "binding_table_indices", "[{bti_value: 0, arg_index: 1}]",
	  "+    binding_table_indices:\n+      - bti_value:       0\n+        arg_index:       1\n" },
	{ "k", "experimental_properties.has_non_kernel_arg_load", "1",
	  "+    experimental_properties:\n+      has_non_kernel_arg_load: 1\n" },
	{ "k", "execution_env.unheard_of", "[1, x]", "+      unheard_of:      [ 1, x ]\n" },
	{ "k", "unheard.of.things", "{a: b}",
	  "+    unheard:\n+      of:\n+        things:\n+          a:               b\n" },
	{ "k", "execution_env.grf_count", NULL, "-      grf_count:       128\n" },
	{ "k", "execution_env.slm_size", NULL, "" },
	{ "k", "user_attributes.vec_type_hint", NULL, "" },
	{ "f", "execution_env.barrier_count", "2", "+      barrier_count:   2\n" },
	{ NULL, "version", "1.9", "-version:         '1.20'\n+version:         '1.9'\n" },
	{ NULL, "kernels[1].execution_env.simd_size", "16", "-      simd_size:       8\n+      simd_size:       16\n" },
	{ NULL, "functions", NULL, "-functions:\n-  - name:            f\n" },
	{ NULL, "l1_cache_policy", "wb", "+l1_cache_policy: wb\n" },
	{ NULL, "required_libs", "[a]", "+required_libs:\n+  - a\n" },
	{ "k", "name", "k3", "-  - name:            k\n+  - name:            k3\n" },
};

/* How often a line stands in a text. */
static int count_line(const char *text, const char *line, size_t len)
{
	int n = 0;

	for (const char *p = text; *p; p = strchr(p, '\n') + 1)
		n += strncmp(p, line, len) == 0;
	return n;
}

/* Each "+line" stands once more, each "-line" at least once less. */
static bool changed(const char *before, const char *after, const char *change)
{
	for (const char *p = change; *p; p = strchr(p, '\n') + 1) {
		size_t len = (size_t)(strchr(p, '\n') - p);
		int a = count_line(before, p + 1, len), b = count_line(after, p + 1, len);

		if (*p == '+' ? b <= a : b >= a)
			return false;
	}
	return *change || str_eq(before, after);
}

static void test_set(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(sets); i++) {
		_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *edit = edit_of(ctx, start);
		_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *again = NULL;

		ok(syb_zeinfo_edit_set(ctx, edit, sets[i].entity, sets[i].attribute, sets[i].value) == 0 &&
			   changed(start, text_of(ctx, edit), sets[i].change),
		   "%s = %s", sets[i].attribute, sets[i].value ? sets[i].value : "nothing");
		again = zeinfo_of(ctx, text_of(ctx, edit));
		/* rows are those that a reader gives */
		ok(!syb_ze_get(edit->root, "x") && again->root->count == edit->root->count);
	}
	is_int(syb_ctx_diag_count(ctx), 0);
}

/* Attributes go where the compiler would write them. */
static void test_order(struct syb_ctx *ctx)
{
	_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *edit = edit_of(ctx, "{}");

	ok(syb_zeinfo_edit_set(ctx, edit, NULL, "kernels", "[{name: k}]") == 0);
	ok(syb_zeinfo_edit_set(ctx, edit, NULL, "version", "1.20") == 0);
	ok(syb_zeinfo_edit_set(ctx, edit, NULL, "unheard", "of") == 0);
	ok(syb_zeinfo_edit_set(ctx, edit, NULL, "functions", "[]") == 0);
	ok(syb_zeinfo_edit_set(ctx, edit, "k", "execution_env.slm_size", "1") == 0);
	ok(syb_zeinfo_edit_set(ctx, edit, "k", "execution_env.barrier_count", "1") == 0);
	ok(syb_zeinfo_edit_set(ctx, edit, "k", "execution_env.grf_count", "1") == 0);
	ok(syb_zeinfo_edit_set(ctx, edit, "k", "user_attributes.vec_type_hint", "x") == 0);
	is_str(text_of(ctx, edit), "---\n"
				   "version:         '1.20'\n"
				   "kernels:\n"
				   "  - name:            k\n"
				   "    user_attributes:\n"
				   "      vec_type_hint:   x\n"
				   "    execution_env:\n"
				   "      barrier_count:   1\n"
				   "      grf_count:       1\n"
				   "      slm_size:        1\n"
				   "functions:       []\n"
				   "unheard:         of\n"
				   "...\n");
}

static const struct {
	const char *entity, *attribute, *value;
	int code;
} wrong[] = {
	{ "nobody", "execution_env.simd_size", "8", SYB_E_NOTFOUND },
	{ "k", "payload_arguments[2].size", "8", SYB_E_NOTFOUND },
	{ "k", "payload_arguments[2]", NULL, SYB_E_NOTFOUND },
	{ "k", "binding_table_indices[0].bti_value", "8", SYB_E_NOTFOUND },
	{ "k", "execution_env[0].simd_size", "8", SYB_E_NOTFOUND },
	{ "k", "name.x", "8", SYB_E_NOTFOUND },
	{ "k", "payload_arguments.size", "8", SYB_E_NOTFOUND },
	{ "k", "binding_table_indices.size", "8", SYB_E_NOTFOUND },
	{ "k", "execution_env.simd_size", "x", SYB_E_ARG },
	{ "k", "execution_env.simd_size", "", SYB_E_ARG },
	{ "k", "execution_env.simd_size", "3000000000", SYB_E_ARG },
	{ "k", "execution_env.simd_size", "'8'", SYB_E_ARG },
	{ "k", "execution_env.simd_size", "[8", SYB_E_ARG },
	{ "k", "execution_env.has_dpas", "1", SYB_E_ARG },
	{ "k", "execution_env.required_work_group_size", "1,2", SYB_E_ARG },
	{ "k", "execution_env.thread_scheduling_mode", "fast", SYB_E_ARG },
	{ "k", "execution_env", "5", SYB_E_ARG },
	{ "k", "execution_env", "{simd_size: x}", SYB_E_ARG },
	{ "k", "payload_arguments", "{}", SYB_E_ARG },
	{ "k", "payload_arguments", "[{size: x}]", SYB_E_ARG },
	{ "k", "payload_arguments[0]", "5", SYB_E_ARG },
	{ "k", "payload_arguments[0]", "{size: x}", SYB_E_ARG },
	{ "k", "payload_arguments[x]", "5", SYB_E_ARG },
	{ "k", "payload_arguments[0", "5", SYB_E_ARG },
	{ "k", "payload_arguments[99999999999]", "5", SYB_E_ARG },
	{ "k", "payload_arguments[0]x", "5", SYB_E_ARG },
	{ "k", "", "5", SYB_E_ARG },
	{ "k", ".", "5", SYB_E_ARG },
	{ "k", "execution_env.", "5", SYB_E_ARG },
	{ "k", "execution_env..x", "5", SYB_E_ARG },
	{ "k", "user_attributes.vec_type_hint", "\xff", SYB_E_ARG },
	{ "k", "name", NULL, SYB_E_ARG },
	{ "k", "name", "", SYB_E_ARG },
	{ "k", "name", "k2", SYB_E_INCOMPATIBLE },
	{ "k", "name", "f", SYB_E_INCOMPATIBLE },
	{ NULL, "version", "new", SYB_E_ARG },
	{ NULL, "version", "1", SYB_E_ARG },
	{ NULL, "unheard", "[", SYB_E_ARG },
	{ NULL, "l1_cache_policy", "x", SYB_E_ARG },
	{ NULL, "required_libs", "[{}]", SYB_E_ARG },
	{ NULL,
	  "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z.a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z."
	  "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z",
	  "1", SYB_E_ARG },
};

static void test_wrong(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *edit = edit_of(ctx, start);

		syb_ctx_diag_clear(ctx);
		is_int(syb_zeinfo_edit_set(ctx, edit, wrong[i].entity, wrong[i].attribute, wrong[i].value),
		       -wrong[i].code);
		ok(syb_ctx_count(ctx, SYB_SEVERITY_ERROR) == 1 && fired(ctx, "zeinfo-edit") == 1 &&
			   str_eq(text_of(ctx, edit), start),
		   "%s is told once and changes nothing", wrong[i].attribute);
	}
	syb_ctx_diag_clear(ctx);
}

static void test_items(struct syb_ctx *ctx)
{
	_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *edit =
		edit_of(ctx, "kernels: [{name: k, execution_env: {required_work_group_size: [1, 2, 3]},\n"
			     "  debug_env: [{sip_surface_bti: 1}]}]\nrequired_libs: [a, b]\nx: [1]\n");

	ok(syb_zeinfo_edit_set(ctx, edit, "k", "execution_env.required_work_group_size[1]", "9") == 0);
	ok(syb_zeinfo_edit_set(ctx, edit, "k", "execution_env.required_work_group_size[1]", "x") == -SYB_E_ARG);
	ok(syb_zeinfo_edit_set(ctx, edit, "k", "debug_env.sip_surface_offset", "2") == 0, "early form of a map");
	ok(syb_zeinfo_edit_set(ctx, edit, NULL, "required_libs[0]", "c") == 0);
	ok(syb_zeinfo_edit_set(ctx, edit, NULL, "x[0]", "{y: z}") == 0);
	is_str(text_of(ctx, edit), "---\n"
				   "kernels:\n"
				   "  - name:            k\n"
				   "    execution_env:\n"
				   "      required_work_group_size: [ 1, 9, 3 ]\n"
				   "    debug_env:\n"
				   "      - sip_surface_bti: 1\n"
				   "        sip_surface_offset: 2\n"
				   "required_libs:\n"
				   "  - c\n"
				   "  - b\n"
				   "x:\n"
				   "  - y:               z\n"
				   "...\n");
	syb_ctx_diag_clear(ctx);
}

static int rename_one(struct syb_ctx *ctx, struct syb_zeinfo_edit *edit, const char *from, const char *to)
{
	return syb_zeinfo_edit_rename(ctx, edit, &(struct syb_ze_rename){ from, to }, 1);
}

/* Several names change at once: swaps and chains are fine, two of one name are not, and nothing changes then. */
static void test_rename_many(struct syb_ctx *ctx)
{
	static const char text[] = "kernels: [{name: a}, {name: b}, {name: c}]\nfunctions: [{name: f}]\n"
				   "kernels_misc_info: [{name: b}, {name: a}]\n";
	static const struct syb_ze_rename swap[] = { { "a", "f" }, { "b", "a" }, { "f", "b" }, { "c", "c" } };
	static const struct {
		struct syb_ze_rename renames[2];
		int code;
	} refused[] = {
		{ { { "a", "x" }, { "b", "x" } }, -SYB_E_INCOMPATIBLE },
		{ { { "a", "x" }, { "b", "c" } }, -SYB_E_INCOMPATIBLE },
		{ { { "a", "b" }, { "b", "b" } }, -SYB_E_INCOMPATIBLE },
		{ { { "a", "x" }, { "b", "f" } }, -SYB_E_INCOMPATIBLE },
		{ { { "a", "x" }, { "a", "y" } }, -SYB_E_ARG },
		{ { { "a", "x" }, { "x", "y" } }, -SYB_E_NOTFOUND },
		{ { { "a", "x" }, { "b", NULL } }, -SYB_E_ARG },
	};
	_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *edit = edit_of(ctx, text);
	static const char swapped[] = "---\n"
				      "kernels:\n"
				      "  - name:            f\n"
				      "  - name:            a\n"
				      "  - name:            c\n"
				      "functions:\n"
				      "  - name:            b\n"
				      "kernels_misc_info:\n"
				      "  - name:            a\n"
				      "  - name:            f\n"
				      "...\n";

	is_int(syb_zeinfo_edit_rename(ctx, edit, NULL, 0), 0);
	is_int(syb_zeinfo_edit_rename(ctx, edit, swap, ARRAY_SIZE(swap)), 0);
	is_str(text_of(ctx, edit), swapped);
	syb_zeinfo_edit_free(edit);
	edit = edit_of(ctx, text);
	for (size_t i = 0; i < ARRAY_SIZE(refused); i++)
		is_int(syb_zeinfo_edit_rename(ctx, edit, refused[i].renames, 2), refused[i].code);
	is_int(fired(ctx, "zeinfo-edit"), ARRAY_SIZE(refused));
	syb_ctx_diag_clear(ctx);
	is_int(syb_zeinfo_edit_rename(ctx, edit, swap, ARRAY_SIZE(swap)), 0);
	is_str(text_of(ctx, edit), swapped);
}

static void test_rename(struct syb_ctx *ctx)
{
	_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *edit = edit_of(
		ctx, "kernels: [{name: k}, {name: l}, {name: k}]\nfunctions: [{name: f}]\n"
		     "kernels_misc_info: [{name: k}, {name: l}]\nkernels_cost_info: [{name: k}, 5, {name: [k]}]\n"
		     "global_host_access_table: [{device_name: k, host_name: k}]\n");

	ok(rename_one(ctx, edit, "k", "k") == 0);
	ok(rename_one(ctx, edit, "k", "1.5") == 0);
	ok(rename_one(ctx, edit, "f", "g:h") == 0);
	is_str(text_of(ctx, edit), "---\n"
				   "kernels:\n"
				   "  - name:            '1.5'\n"
				   "  - name:            l\n"
				   "  - name:            '1.5'\n"
				   "functions:\n"
				   "  - name:            'g:h'\n"
				   "kernels_misc_info:\n"
				   "  - name:            '1.5'\n"
				   "  - name:            l\n"
				   "kernels_cost_info:\n"
				   "  - name:            '1.5'\n"
				   "  - 5\n"
				   "  - name:\n"
				   "      - k\n"
				   "global_host_access_table:\n"
				   "  - device_name:     k\n"
				   "    host_name:       k\n"
				   "...\n");
	is_int(syb_ctx_diag_count(ctx), 0);
	is_int(rename_one(ctx, edit, "k", "x"), -SYB_E_NOTFOUND);
	is_int(rename_one(ctx, edit, "l", "1.5"), -SYB_E_INCOMPATIBLE);
	is_int(rename_one(ctx, edit, "l", "g:h"), -SYB_E_INCOMPATIBLE);
	is_int(rename_one(ctx, edit, "l", ""), -SYB_E_ARG);
	is_int(rename_one(ctx, edit, "l", "\xc3"), -SYB_E_ARG);
	is_int(fired(ctx, "zeinfo-edit"), 5);
	syb_ctx_diag_clear(ctx);
}

static void test_text(struct syb_ctx *ctx)
{
	_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *edit = edit_of(ctx, "kernels: []\nfunctions: []\n");
	struct syb_zeinfo_text_opts opts = { .size = sizeof(opts), .minimal = true };
	struct syb_bytes text;

	ok(syb_zeinfo_edit_text(ctx, edit, &opts, &text) == 0 && text.len == strlen("---\nkernels:         []\n...\n"));
	is_str(text_of(ctx, edit), "---\nkernels:         []\nfunctions:       []\n...\n");
	syb_zeinfo_edit_free(NULL);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *edit = NULL;
	struct syb_bytes text;
	int r = syb_zeinfo_edit_new(ctx, arg, &edit);

	if (r == 0)
		r = syb_zeinfo_edit_set(ctx, edit, "k", "user_attributes.vec_type_hint", "x");
	if (r == 0)
		r = syb_zeinfo_edit_set(ctx, edit, "k", "payload_arguments[0]",
					"{arg_type: local_size, offset: 0, size: 4}");
	if (r == 0)
		r = syb_zeinfo_edit_set(ctx, edit, "k", "execution_env.required_work_group_size", "1, 2, 3");
	if (r == 0)
		r = rename_one(ctx, edit, "k", "z");
	return r < 0 ? r : syb_zeinfo_edit_text(ctx, edit, NULL, &text);
}

/* A map that is large enough for a table stays right when keys come, go and change. */
static void test_wide(struct syb_ctx *ctx)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	struct syb_zeinfo_edit *edit;
	const char *printed;
	int r = 0;

	for (int i = 0; i < 50; i++)
		r |= buf_printf(ctx, &text, "k%d: %d\n", i, i);
	if (r < 0 || buf_add(ctx, &text, "", 1) < 0)
		abort();
	edit = edit_of(ctx, (const char *)text.ptr);
	is_int(syb_zeinfo_edit_set(ctx, edit, NULL, "k3", NULL), 0);
	is_int(syb_zeinfo_edit_set(ctx, edit, NULL, "k4", "four"), 0);
	is_int(syb_zeinfo_edit_set(ctx, edit, NULL, "k3", "three"), 0);
	is_int(syb_zeinfo_edit_set(ctx, edit, NULL, "version", "1.20"), 0);
	is_int(syb_zeinfo_edit_set(ctx, edit, NULL, "k49", NULL), 0);
	is_int(syb_zeinfo_edit_set(ctx, edit, NULL, "k49", NULL), 0);
	printed = text_of(ctx, edit);
	ok(strstr(printed, "k4:              four\n"), "changed");
	ok(strstr(printed, "k3:              three\n") && !strstr(printed, "k3:              3\n"),
	   "taken out, put in");
	ok(strstr(printed, "k48: ") && !strstr(printed, "k49: ") && strstr(printed, "'1.20'"), "the others stand");
	syb_zeinfo_edit_free(edit);
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_zeinfo *z;

	test_set(ctx);
	test_order(ctx);
	test_wrong(ctx);
	test_items(ctx);
	test_rename(ctx);
	test_rename_many(ctx);
	test_text(ctx);
	test_wide(ctx);
	z = zeinfo_of(ctx, start);
	ok(torture(work, z) > 5);
	syb_zeinfo_free(z);
	syb_ctx_free(ctx);
	return tap_done();
}
