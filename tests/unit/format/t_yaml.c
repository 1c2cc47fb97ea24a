/* format/yaml.c, yaml_fast.c — any YAML, positions, limits; and both readers give one tree. */
#include "lib/torture.h"
#include "lib/zeinfo.h"

#include <sybil/value.h>

struct trees {
	struct arena arena;
	struct syb_ze_node *any, *fast;
	int r_any, r_fast;
	bool taken;
};

static void read_both(struct syb_ctx *ctx, struct syb_bytes text, struct trees *t)
{
	*t = (struct trees){ 0 };
	t->r_fast = yaml_read_fast(ctx, &t->arena, text, (struct yaml_source){ 0 }, &t->fast, &t->taken);
	t->r_any = yaml_read_any(ctx, &t->arena, text, (struct yaml_source){ 0 }, &t->any);
}

/* What the fast reader takes, libyaml must take, to the same tree. */
static bool agree(const struct trees *t)
{
	return t->r_fast == 0 && (!t->taken || (t->r_any == 0 && t->any && same_tree(t->fast, t->any)));
}

/* text, and whether the fast reader takes it */
static const struct {
	const char *text;
	bool taken;
} texts[] = {
	{ "---\na:               b\n...\n", true },
	{ "a: b\n", true },
	{ "a: b\nc: 'd'\ne: \"f\"\n", true },
	{ "a: 'it''s'\nb: ''\nc: \"\"\nd: 'a\"b'\ne: \"a'b\"\nf: 'a\\b'\n", true },
	{ "a: [ 16, 4, 1 ]\nb: []\nc: [1,-2]\nd: [ ]\n", true },
	{ "a:\n  b: c\n  d:\n    e: f\ng: h\n", true },
	{ "a:\n  - b: c\n    d: e\n  - b: c\n", true },
	{ "a:\n  - b\n  - 'c'\n  - [ 1 ]\n", true },
	{ "a:\n  - b:\n      - c: d\n        e: f\n    g: h\ni: j\n...\n", true },
	{ "a: x y\tz\nb: -1\nc: -x\nd: .5\ne: ^\nf: a,b - c\n", true },
	{ "a:\n      b: c\n", true },
	{ "yes: no\n1: 2\n", true },
	{ "a: b", false },
	{ "a: b\n...", false },
	{ "a: b\n...\n\n", false },
	{ "a: b\n....\n", false },
	{ "a: b\n---\n", false },
	{ "a: b\n---\nc: d\n", false },
	{ "a: b\n\nc: d\n", false },
	{ "a: b # c\n", false },
	{ "# a\nb: c\n", false },
	{ "a: b \n", false },
	{ "a: b\r\n", false },
	{ "a:\n", false },
	{ "a:\nb: c\n", false },
	{ "a: \n", false },
	{ "a:\n- b\n", false },
	{ "a:\n  -  b\n", false },
	{ "a:\n  -\n    b: c\n", false },
	{ "a:\n  - - b\n", false },
	{ "a: b\n  c\n", false },
	{ "a: b\n c: d\n", false },
	{ "a:\n    b: c\n  d: e\n", false },
	{ "a:\n  - b: c\n   d: e\n", false },
	{ "a: b\n- c\n", false },
	{ "a: b: c\n", false },
	{ "a: b:c\n", false },
	{ "a:b\n", false },
	{ "a: [ 1, 2\n", false },
	{ "a: [ 1, ]\n", false },
	{ "a: [ 1 2 ]\n", false },
	{ "a: [ b ]\n", false },
	{ "a: [ - ]\n", false },
	{ "a: [ 1 ] x\n", false },
	{ "a: { b: c }\n", false },
	{ "a: 'b' c\n", false },
	{ "a: 'b\n", false },
	{ "a: 'b\n  c'\n", false },
	{ "a: \"\\n\"\n", false },
	{ "a: |\n  b\n", false },
	{ "a: &x b\nc: *x\n", false },
	{ "a: !!str 1\n", false },
	{ "a: \xc3\xbc\n", false },
	{ "'a': b\n", false },
	{ "a-b: c\n", false },
	{ "a: -\n", false },
	{ "a: - b\n", false },
	{ "a: ,b\n", false },
	{ "a: %b\n", false },
	{ "\ta: b\n", false },
	{ "a:\tb\n", false },
	{ " a: b\n", false },
	{ "- a\n", false },
	{ "", false },
	{ "---\n", false },
	{ "---\n...\n", false },
	{ "a\n", false },
};

static void test_agree(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct trees t;

		read_both(ctx, str_bytes(texts[i].text), &t);
		ok(agree(&t) && t.taken == texts[i].taken, "both readers: %zu %s", i, t.taken ? "taken" : "declined");
		arena_free(&t.arena);
	}
}

/* Bytes of real texts changed one by one: whatever the fast reader takes is what libyaml reads. */
static void test_mutations(struct syb_ctx *ctx)
{
	static const char bytes[] = " \t\n:-'\"#,[]{}&*!|>%@`\\.a0\r\x01\x7f\xc3~?";
	_cleanup_(syb_file_close_p) struct syb_file *file = golden(ctx, "zeinfo/mixed-acm-g10.ze_info");
	struct syb_bytes all = syb_file_bytes(file);
	size_t tried = 0, bad = 0, taken = 0, len = 1500;
	_cleanup_(buf_free) struct buf text = { 0 };

	while (all.ptr[len - 1] != '\n')
		len--;
	for (size_t i = 0; i < len; i += 3) {
		for (size_t k = 0; k < sizeof(bytes) - 1; k += 1 + i % 2) {
			struct trees t;

			text.len = 0;
			if (buf_add(ctx, &text, all.ptr, len) < 0)
				abort();
			text.ptr[i] = (uint8_t)bytes[k];
			read_both(ctx, buf_bytes(&text), &t);
			bad += !agree(&t);
			taken += t.taken;
			tried++;
			arena_free(&t.arena);
			syb_ctx_diag_clear(ctx);
		}
	}
	ok(bad == 0 && taken > 100, "%zu changed texts, %zu taken", tried, taken);
	bad = 0;
	for (size_t n = 0; n <= len; n++) {
		struct trees t;

		read_both(ctx, (struct syb_bytes){ all.ptr, n }, &t);
		bad += !agree(&t);
		arena_free(&t.arena);
		syb_ctx_diag_clear(ctx);
	}
	ok(bad == 0, "cut off at every byte");
}

static struct syb_ze_node *any(struct syb_ctx *ctx, struct arena *arena, const char *text)
{
	struct syb_ze_node *root = NULL;
	int r = yaml_read_any(ctx, arena, str_bytes(text), (struct yaml_source){ 0 }, &root);

	if (r < 0 || !root) {
		ok(false, "%s", text);
		exit(tap_done());
	}
	return root;
}

static void test_forms(struct syb_ctx *ctx)
{
	struct arena arena = { 0 };
	struct syb_ze_node *n;

	n = any(ctx, &arena, "a: {b: [1, {c: d}], e: }\n");
	ok(n->items[0].kind == SYB_ZE_NODE_MAP && n->items[0].flow && n->items[0].count == 2);
	is_str(n->items[0].items[0].items[1].items[0].text, "d");
	ok(n->items[0].items[1].style == SYB_ZE_STYLE_PLAIN);
	is_str(n->items[0].items[1].text, "");

	n = any(ctx, &arena, "a: |\n  x\n  y\nb: >-\n  p\n  q\nc: \"\\u00fc\\n\"\nd: p\n  q\n");
	is_str(n->items[0].text, "x\ny\n");
	is_str(n->items[1].text, "p q");
	is_str(n->items[2].text, "\xc3\xbc\n");
	is_str(n->items[3].text, "p q");
	is_int(n->items[0].style, SYB_ZE_STYLE_BLOCK);
	is_int(n->items[2].style, SYB_ZE_STYLE_DOUBLE);

	n = any(ctx, &arena, "a: &x {p: 1, q: [2]}\nb: *x\nc:\n  <<: *x\n  r: 3\nd: &y text\n*y : 5\n");
	ok(n->count == 5 && n->items[1].kind == SYB_ZE_NODE_MAP && n->items[1].count == 2);
	is_str(n->items[1].key, "b");
	is_str(n->items[1].items[1].items[0].text, "2");
	ok(n->items[1].line == 2 && n->items[1].column == 4, "an alias stands where it stands");
	ok(n->items[2].count == 3 && str_eq(n->items[2].items[0].text, "3") && str_eq(n->items[2].items[1].text, "1") &&
		   str_eq(n->items[2].items[2].key, "q"),
	   "<< merges");
	is_str(n->items[4].key, "text");

	n = any(ctx, &arena, "a: {<<: [{p: 1}, {p: 2, q: 3}], q: 4}\nb: {<<: 5}\nc: {<<: [{}, 6]}\n");
	ok(n->items[0].count == 2 && str_eq(yaml_get(&n->items[0], "p")->text, "1") &&
		   str_eq(yaml_get(&n->items[0], "q")->text, "4"),
	   "own keys come first, then those of earlier maps");
	ok(yaml_get(&n->items[1], "<<") && yaml_get(&n->items[2], "<<"), "only maps are merged");

	n = any(ctx, &arena, "a: !!str 5\nb: ! 5\nc: !!int 5\n");
	ok(n->items[0].style == SYB_ZE_STYLE_SINGLE && n->items[1].style == SYB_ZE_STYLE_SINGLE &&
	   n->items[2].style == SYB_ZE_STYLE_PLAIN);

	n = any(ctx, &arena,
		"\xef\xbb\xbf"
		"a: 1\na: 2\n? b\n: 3\n");
	ok(n->count == 3 && n->items[1].key_line == 2 && n->items[2].key_line == 3, "repeated keys stay");

	n = any(ctx, &arena, "x:\n  - \xc3\xbc: 1 # c\n");
	ok(n->items[0].items[0].items[0].column == 8, "columns are characters");
	arena_free(&arena);
}

/* text, code, check, line, column */
static const struct {
	const char *text;
	int code;
	const char *check;
	uint32_t line, column;
} broken[] = {
	{ "a: b\n c: d\n", SYB_E_FORMAT, "zeinfo-yaml", 2, 3 },
	{ "a: [1\nb: 2\n", SYB_E_FORMAT, "zeinfo-yaml", 2, 2 },
	{ "a: *x\n", SYB_E_FORMAT, "zeinfo-yaml", 1, 4 },
	{ "a: &x [*x]\n", SYB_E_FORMAT, "zeinfo-yaml", 1, 8 },
	{ "a: b\n---\nc: d\n", SYB_E_FORMAT, "zeinfo-yaml", 2, 1 },
	{ "? [a]\n: b\n", SYB_E_FORMAT, "zeinfo-yaml", 1, 3 },
	{ "? {a: b}\n: b\n", SYB_E_FORMAT, "zeinfo-yaml", 1, 3 },
	{ "a: &x [1]\n*x : b\n", SYB_E_FORMAT, "zeinfo-yaml", 2, 1 },
	{ "a: \"x\\0y\"\n", SYB_E_FORMAT, "zeinfo-yaml", 1, 4 },
	{ "a: 'b\n", SYB_E_FORMAT, "zeinfo-yaml", 2, 1 },
	{ "a:\n\tb: c\n", SYB_E_FORMAT, "zeinfo-yaml", 2, 1 },
	{ "a: b\nc: \x01\n", SYB_E_FORMAT, "zeinfo-yaml", 2, 4 },
	{ "a: b\n\xc3\xbc: \xe9\n", SYB_E_FORMAT, "zeinfo-yaml", 2, 4 },
};

static void test_broken(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(broken); i++) {
		struct syb_ze_node marker, *root = &marker;
		const struct syb_diag *d;
		struct arena arena = { 0 };

		syb_ctx_diag_clear(ctx);
		is_int(yaml_read(ctx, &arena, str_bytes(broken[i].text), (struct yaml_source){ 0 }, &root),
		       -broken[i].code);
		ok(root == &marker, "the output is untouched");
		d = syb_ctx_diag_at(ctx, 0);
		ok(syb_ctx_diag_count(ctx) == 1 && str_eq(d->check, broken[i].check) && d->line == broken[i].line &&
			   d->column == broken[i].column,
		   "%s %u:%u", d->check, d->line, d->column);
		arena_free(&arena);
	}
	syb_ctx_diag_clear(ctx);
}

static void limit_case(struct syb_ctx *ctx, const char *what, struct buf *text)
{
	struct syb_ze_node *root = NULL;
	struct arena arena = { 0 };

	syb_ctx_diag_clear(ctx);
	ok(yaml_read(ctx, &arena, buf_bytes(text), (struct yaml_source){ 0 }, &root) == -SYB_E_LIMIT &&
		   fired(ctx, "limit") == 1 && !root,
	   "%s", what);
	text->len = 0;
	arena_free(&arena);
}

static void put(struct syb_ctx *ctx, struct buf *text, const char *s)
{
	if (buf_text(ctx, text, s) < 0)
		abort();
}

static void test_limits(struct syb_ctx *ctx)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	static const struct syb_limits few = { .size = sizeof(few), .max_items = 100 };
	struct syb_ctx_opts opts = { .size = sizeof(opts), .limits = &few };
	struct syb_ctx *small = NULL;

	for (int i = 0; i < 70; i++)
		put(ctx, &text, "[");
	limit_case(ctx, "depth of lists", &text);
	for (size_t i = 0; i < 70; i++) {
		if (buf_fill(ctx, &text, ' ', i) < 0)
			abort();
		put(ctx, &text, "a:\n");
	}
	limit_case(ctx, "depth of maps", &text);
	/* each list holds ten of the one before */
	put(ctx, &text, "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
	for (int i = 1; i < 30; i++)
		if (buf_printf(ctx, &text, "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n",
			       i, i, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1) < 0)
			abort();
	limit_case(ctx, "a billion laughs", &text);
	/* each one level deeper than the one before */
	put(ctx, &text, "a0: &a0 [x]\n");
	for (int i = 1; i < 70; i++)
		if (buf_printf(ctx, &text, "a%d: &a%d [*a%d]\n", i, i, i - 1) < 0)
			abort();
	limit_case(ctx, "depth by aliases", &text);
	for (int i = 0; i < 256; i++)
		put(ctx, &text, "k");
	put(ctx, &text, ": v\n");
	limit_case(ctx, "length of a key", &text);
	if (syb_ctx_new(&opts, &small) < 0)
		abort();
	for (int i = 0; i < 101; i++)
		put(small, &text, "a: 1\n");
	limit_case(small, "number of keys", &text);
	for (int i = 0; i < 101; i++)
		put(small, &text, "a: 1 #\n");
	limit_case(small, "number of keys, by libyaml", &text);
	syb_ctx_free(small);
	syb_ctx_diag_clear(ctx);
}

/* Large maps are looked up by a table: every key is found, the last of those that are alike, and no other. */
static void wide_case(struct syb_ctx *ctx, size_t count, const char *end)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	struct syb_ze_node *root = NULL, copy = { 0 };
	struct arena arena = { 0 };
	size_t wrong = 0;
	char key[32];

	for (size_t i = 0; i < count; i++)
		if (buf_printf(ctx, &text, "k%zu: %zu%s\n", i % (count - count / 4), i, end) < 0)
			abort();
	is_int(yaml_read(ctx, &arena, buf_bytes(&text), (struct yaml_source){ 0 }, &root), 0);
	is_int(yaml_copy(ctx, &arena, root, &copy), 0);
	for (size_t i = 0; i < count; i++) {
		size_t last = i < count / 4 ? i + count - count / 4 : i;
		bool there = i < count - count / 4;

		snprintf(key, sizeof(key), "k%zu", i);
		wrong += yaml_get(root, key) != (there ? &root->items[last] : NULL);
		wrong += yaml_get(&copy, key) != (there ? &copy.items[last] : NULL);
	}
	wrong += yaml_get(root, "") || yaml_get(root, "k") || yaml_get(root, "l1");
	ok(wrong == 0, "%zu keys%s: %zu are not found as they should", count, end, wrong);
	arena_free(&arena);
}

/* Merging compares keys with each other, so only small maps are merged; nothing is lost in others. */
static void test_merge_limit(struct syb_ctx *ctx)
{
	struct arena arena = { 0 };
	struct syb_ze_node *root = NULL;
	_cleanup_(buf_free) struct buf text = { 0 };
	int r = buf_printf(ctx, &text, "a: 1\n<<: {");

	for (int i = 0; r == 0 && i < YAML_MERGE_KEYS - 1; i++)
		r = buf_printf(ctx, &text, "k%d: 1, ", i);
	if (r == 0)
		r = buf_printf(ctx, &text, "}\n");
	if (r == 0)
		r = yaml_read_any(ctx, &arena, buf_bytes(&text), (struct yaml_source){ 0 }, &root);
	ok(r == 0 && root && root->count == 2 && yaml_get(root, "<<") &&
	   yaml_get(root, "<<")->count == YAML_MERGE_KEYS - 1);
	arena_free(&arena);
}

static void test_wide(struct syb_ctx *ctx)
{
	static const size_t counts[] = { 31, 32, 33, 34, 64, 65, 1000, 100000 };

	for (size_t i = 0; i < ARRAY_SIZE(counts); i++) {
		wide_case(ctx, counts[i], "");
		wide_case(ctx, counts[i], " #"); /* by libyaml */
	}
}

/* ---- JSON ---- */

static int read_json(struct syb_ctx *ctx, void *arg)
{
	struct syb_record *record = NULL;
	int r = syb_record_read_json(ctx, str_bytes(arg), "a.json", "report-map", &record);

	syb_record_free(record);
	return r;
}

static void test_json(struct syb_ctx *ctx)
{
	static char text[] = "{\"a\": [1, \"1\", null, true, -1], \"b\": {\"c\": \"d\"}}";
	struct syb_record *record = NULL;
	const struct syb_value *list;

	is_int(syb_record_read_json(ctx, str_bytes(text), "a.json", "report-map", &record), 0);
	list = syb_value_get(syb_record_root(record), "a");
	is_int((long)syb_value_uint(syb_value_at(list, 0)), 1);
	is_str(syb_value_string(syb_value_at(list, 1)), "1");
	ok(syb_value_kind(syb_value_at(list, 2)) == SYB_VALUE_NULL && syb_value_bool(syb_value_at(list, 3)),
	   "null and true");
	is_str(syb_value_string(syb_value_at(list, 4)), "-1");
	is_str(syb_value_string(syb_value_get(syb_value_get(syb_record_root(record), "b"), "c")), "d");
	syb_record_free(record);
	ok(torture(read_json, text) > 5);
	is_int(syb_record_read_json(ctx, str_bytes("[1]"), "a.json", "report-map", &record), -SYB_E_FORMAT);
	is_int(syb_record_read_json(ctx, str_bytes("{\"a\": "), "a.json", "report-map", &record), -SYB_E_FORMAT);
	is_int(syb_record_read_json(ctx, str_bytes(""), "a.json", "report-map", &record), -SYB_E_FORMAT);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	struct syb_ze_node marker, *root = &marker;
	struct arena arena = { 0 };
	int r = yaml_read(ctx, &arena, str_bytes(arg), (struct yaml_source){ 0 }, &root);

	if (r < 0 && root != &marker)
		r = -SYB_E_INTERNAL;
	arena_free(&arena);
	return r;
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();
	char fast[] = "---\na:\n  - b: c\n    d: [ 1, 2, 3 ]\n...\n";
	char any_text[] = "a: &x {b: [c, d]}\ne: *x\nh: {<<: *x, i: j}\nf: &x g\n";

	test_agree(ctx);
	test_mutations(ctx);
	test_forms(ctx);
	test_broken(ctx);
	test_limits(ctx);
	test_wide(ctx);
	test_merge_limit(ctx);
	test_json(ctx);
	ok(torture(work, fast) > 2);
	ok(torture(work, any_text) > 5);
	syb_ctx_free(ctx);
	return tap_done();
}
