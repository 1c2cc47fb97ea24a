/* fuzz/fuzz_zeinfo.c — ZE Info: both YAML readers agree; what is read is walked, printed and read again; edits and
 * lowering leave a document that can be read. */
#include "fuzz.h"
#include "tests/lib/zeinfo_tree.h"
#include "format/zeinfo/zeinfo.h"

/* What the fast reader takes, libyaml takes, to the same tree. */
static void compare_readers(struct syb_ctx *ctx, struct syb_bytes text)
{
	struct syb_ze_node *fast = NULL, *any = NULL;
	struct arena arena = { 0 };
	bool taken = false;

	if (yaml_read_fast(ctx, &arena, text, (struct yaml_source){ 0 }, &fast, &taken) == 0 && taken) {
		claim(yaml_read_any(ctx, &arena, text, (struct yaml_source){ 0 }, &any) == 0);
		claim(same_tree(fast, any));
	}
	arena_free(&arena);
}

static bool is_same_value(const struct syb_ze_node *a, const struct syb_ze_node *b, const struct syb_ze_attr *attr)
{
	static const enum syb_ze_type types[] = { SYB_ZE_STR, SYB_ZE_INT32, SYB_ZE_BOOL, SYB_ZE_FLOAT };

	if (attr)
		return syb_ze_is(a, attr->type, attr->of) == syb_ze_is(b, attr->type, attr->of);
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (syb_ze_is(a, types[i], "") != syb_ze_is(b, types[i], ""))
			return false;
	return true;
}

/* Equal but for the way it is written. */
static void same_meaning(const struct syb_ze_node *a, const struct syb_ze_node *b)
{
	claim(syb_ze_kind(a) == syb_ze_kind(b) && syb_ze_count(a) == syb_ze_count(b));
	claim(syb_ze_attr(a) == syb_ze_attr(b) && fuzz_same_text(syb_ze_path(a), syb_ze_path(b)));
	claim(fuzz_same_text(syb_ze_text(a), syb_ze_text(b)));
	claim(is_same_value(a, b, syb_ze_attr(a)));
	for (size_t i = 0; i < syb_ze_count(a); i++) {
		claim(fuzz_same_text(syb_ze_key(a, i), syb_ze_key(b, i)));
		same_meaning(syb_ze_at(a, i), syb_ze_at(b, i));
	}
}

static void walk(const struct syb_ze_node *node)
{
	int32_t three[3];
	const char *s;
	int64_t n;
	bool b;

	for (size_t i = 0; i < syb_ze_count(node); i++) {
		const char *key = syb_ze_key(node, i);

		claim(syb_ze_line(syb_ze_at(node, i)) > 0 && (!key || syb_ze_at(node, i)->key_line > 0));
		if (i < 50 && key) {
			claim(syb_ze_get(node, key));
			claim(syb_ze_int(node, NULL, key, &n) == 0 || syb_ze_bool(node, NULL, key, &b) == 0 ||
			      syb_ze_str(node, NULL, key, &s) == 0 || syb_ze_int3(node, NULL, key, three) == 0 || key);
		}
		walk(syb_ze_at(node, i));
	}
}

static struct syb_zeinfo *print_and_read(struct syb_ctx *ctx, struct syb_zeinfo_edit *edit, bool minimal)
{
	struct syb_zeinfo_text_opts opts = { .size = sizeof(opts), .minimal = minimal };
	struct syb_zeinfo *again = NULL;
	struct syb_bytes text;

	claim(syb_zeinfo_edit_text(ctx, edit, &opts, &text) == 0);
	claim(syb_zeinfo_read(ctx, text, NULL, &again) == 0);
	return again;
}

/* Print, read, print: the second text is the first. */
static void reprint(struct syb_ctx *ctx, const struct syb_zeinfo *zeinfo, struct syb_zeinfo_edit *edit)
{
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *again = print_and_read(ctx, edit, false);
	_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *second = NULL;
	struct syb_bytes a, b;

	if (zeinfo->root)
		same_meaning(zeinfo->root, again->root);
	claim(syb_zeinfo_edit_new(ctx, again, &second) == 0);
	claim(syb_zeinfo_edit_text(ctx, edit, NULL, &a) == 0 && syb_zeinfo_edit_text(ctx, second, NULL, &b) == 0);
	claim(fuzz_same(a, b));
}

static const char *const attributes[] = { "execution_env.slm_size",
					  "execution_env.required_work_group_size[1]",
					  "payload_arguments[0].size",
					  "user_attributes.vec_type_hint",
					  "experimental_properties.has_non_kernel_arg_load",
					  "x.y[0].z",
					  "name" };
static const char *const values[] = { "5", "x", "[1, 2, 3]", "{a: b}", "", NULL, "'", "\xc3\xbc" };

static void edit_some(struct syb_ctx *ctx, const struct syb_zeinfo *zeinfo, struct syb_zeinfo_edit *edit, uint8_t pick)
{
	const struct syb_ze_node *kernel = syb_zeinfo_kernel_at(zeinfo, 0);
	const char *name = NULL;
	int r;

	if (kernel && syb_ze_str(kernel, NULL, "name", &name) < 0)
		name = NULL;
	for (size_t i = 0; i < 7; i++, pick = (uint8_t)(pick * 5 + 3)) {
		r = syb_zeinfo_edit_set(ctx, edit, name, attributes[i], values[pick % 8]);
		if (r == 0 && i == 6)
			name = values[pick % 8];
	}
	if (name && syb_zeinfo_edit_rename(ctx, edit, &(struct syb_ze_rename){ name, "renamed" }, 1) == 0)
		claim(syb_zeinfo_edit_set(ctx, edit, name, "x", "y") < 0 || fuzz_same_text(name, "renamed"));
}

static void all_known(const struct syb_ze_node *node, struct syb_ze_version version)
{
	for (size_t i = 0; i < syb_ze_count(node); i++) {
		const struct syb_ze_attr *attr = syb_ze_attr(syb_ze_at(node, i));

		if (syb_ze_key(node, i))
			claim(attr && attr->in_spec && syb_ze_known_in(attr->since, attr->removed, version));
		all_known(syb_ze_at(node, i), version);
	}
}

static void lower(struct syb_ctx *ctx, struct syb_zeinfo_edit *edit, uint32_t minor)
{
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *before = print_and_read(ctx, edit, false), *after = NULL;
	struct syb_ze_version to = { 1, minor };
	int r = syb_zeinfo_edit_lower(ctx, edit, to);

	after = print_and_read(ctx, edit, false);
	if (r < 0) {
		same_meaning(before->root, after->root);
		return;
	}
	claim(syb_ze_version_compare(syb_zeinfo_version(after), to) == 0);
	if (syb_ze_version_compare(syb_zeinfo_version(before), to) != 0)
		all_known(after->root, to);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *zeinfo = NULL, *small = NULL;
	_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *edit = NULL;

	compare_readers(ctx, fuzz_bytes(data, size));
	if (syb_zeinfo_read(ctx, fuzz_bytes(data, size), NULL, &zeinfo) < 0) {
		claim(!zeinfo && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
		return 0;
	}
	if (!syb_zeinfo_root(zeinfo))
		return 0;
	walk(syb_zeinfo_root(zeinfo));
	claim(syb_zeinfo_edit_new(ctx, zeinfo, &edit) == 0);
	reprint(ctx, zeinfo, edit);
	small = print_and_read(ctx, edit, true);
	claim(syb_zeinfo_kernel_count(small) == syb_zeinfo_kernel_count(zeinfo));
	lower(ctx, edit, data[size / 2] % 74);
	edit_some(ctx, zeinfo, edit, data[0]);
	lower(ctx, edit, data[size - 1] % 74);
	return 0;
}
