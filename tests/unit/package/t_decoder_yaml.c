/* package/decoder_yaml.c — what the driver's parser takes, in both of its ages. Most rows were asked of ocloc 22.43. */
#include "lib/package.h"
#include "lib/tap.h"
#include "lib/torture.h"

#include "package/check/decoder_yaml.h"

enum answer { TAKES, REFUSES, ABORTS };

static enum answer ask(struct syb_ctx *ctx, const char *text, size_t len, bool modern)
{
	struct dy_problem problem;
	struct dy_doc doc;
	int r = dy_read(ctx, (struct span){ (const uint8_t *)text, len, 0 }, modern, &doc, &problem);

	dy_free(&doc);
	if (r == 0)
		return TAKES;
	if (r != -SYB_E_FORMAT || !problem.why || problem.at > len)
		printf("# strange: %d\n", r);
	return problem.aborts ? ABORTS : REFUSES;
}

static const struct {
	const char *text;
	enum answer old, now;
} cases[] = {
	{ "", TAKES, TAKES },
	{ "a: 1", TAKES, TAKES },
	{ "---\na: 1\n...\n", TAKES, TAKES },
	{ "a: 1\n---\na: 1\n", TAKES, TAKES },
	{ "- a\n- b\n", TAKES, TAKES },
	{ "a\n", ABORTS, ABORTS },
	{ "a b\n", TAKES, TAKES },
	{ "'a': 1\n", REFUSES, REFUSES },
	{ "1: 1\n", REFUSES, REFUSES },
	{ ":a\n", REFUSES, REFUSES },
	{ "{}\n", REFUSES, REFUSES },
	{ "a: {}\n", REFUSES, REFUSES },
	{ "\xef\xbb\xbf"
	  "a: 1\n",
	  REFUSES, REFUSES },
	{ "%YAML 1.2\n", REFUSES, REFUSES },
	/* strings */
	{ "a: 'b''c'\n", TAKES, TAKES },
	{ "a: 'b\n", REFUSES, REFUSES },
	{ "a: 'b\n c'\n", TAKES, TAKES },
	{ "a: \"b\\\"c\"\n", TAKES, TAKES },
	{ "a: \"b\\\\\"\n", REFUSES, REFUSES },
	{ "a: b,c\n", REFUSES, REFUSES },
	{ "a: b;c\n", REFUSES, REFUSES },
	/* numbers */
	{ "a: 1x\n", REFUSES, REFUSES },
	{ "a: 0x1f\n", REFUSES, TAKES },
	{ "a: 1_0\n", TAKES, TAKES },
	{ "a: +b\n", TAKES, TAKES },
	{ "a: 1.b\n", REFUSES, REFUSES },
	/* lists in brackets */
	{ "a: [b, 2]\n", TAKES, TAKES },
	{ "a: [ b\t,\t2 ] \r\n", TAKES, TAKES },
	{ "a: [b 2]\n", REFUSES, REFUSES },
	{ "a: [b,]\n", REFUSES, TAKES },
	{ "a: []\n", REFUSES, TAKES },
	{ "a: [-1]\n", REFUSES, REFUSES },
	{ "a: [b_c]\n", REFUSES, REFUSES },
	{ "a: [b\n]\n", REFUSES, REFUSES },
	{ "a: [b", REFUSES, REFUSES },
	{ "a: [b]", TAKES, TAKES },
	{ "a: ]\n", REFUSES, REFUSES },
	{ "a: b [c]\n", ABORTS, ABORTS },
	{ "a: [b]\n  c: 1\n", ABORTS, ABORTS },
	/* indentation */
	{ "a:\n  b: 1\n c: 2\n", REFUSES, REFUSES },
	{ "a:\n  b: 1\nc: 2\n", TAKES, TAKES },
	{ "  a: 1\nb: 2\n", ABORTS, REFUSES },
	{ "a:\n\tb: 1\n    c: 2\n", TAKES, TAKES },
	{ "functions:\na: 1\n", REFUSES, REFUSES },
	{ "kernels:\na: 1\n", REFUSES, TAKES },
	{ "kernels:\n- a: 1\n", REFUSES, TAKES },
	{ "inline_samplers:\na: 1\n", TAKES, TAKES },
	/* items */
	{ "a:\n  - b: 1\n    c: 2\n", TAKES, TAKES },
	{ "a:\n  - b:\n      c: 2\n", ABORTS, ABORTS },
	{ "a:\n  - b\n    c: 2\n", ABORTS, ABORTS },
	{ "a:\n  - b: 1\n      c: 2\n    d: 3\n", REFUSES, REFUSES },
	{ "a:\n  -\n    b: 1\n", TAKES, TAKES },
	{ "a:\n  - # b: 1\n    c: 2\n", TAKES, TAKES },
	{ "a:\n  - b: 1:\n    c: 2\n", ABORTS, ABORTS },
	{ "a:\n  - b: 1:\n", TAKES, TAKES },
	{ "a: 1:\nb: 2:\n", TAKES, TAKES },
};

/* Keys and values of a document in the order in which the decoder meets them: "a{b=1 c=2}". */
static void print(const struct dy_doc *doc, const struct dy_node *parent, char *out, size_t size)
{
	for (uint32_t i = parent->first; i; i = doc->nodes[i].next) {
		const struct dy_node *n = &doc->nodes[i];
		size_t len = strlen(out);

		snprintf(out + len, size - len, "%s%.*s%s%.*s", len && out[len - 1] != '{' ? " " : "", (int)n->key.len,
			 (const char *)doc->text.ptr + n->key.at, n->value.kind ? "=" : "", (int)n->value.len,
			 (const char *)doc->text.ptr + n->value.at);
		if (!n->first)
			continue;
		len = strlen(out);
		snprintf(out + len, size - len, "{");
		print(doc, n, out, size);
		len = strlen(out);
		snprintf(out + len, size - len, "}");
	}
}

static const char *shape(struct syb_ctx *ctx, const char *text, bool modern)
{
	static char out[500];
	struct dy_problem problem;
	struct dy_doc doc;

	out[0] = '\0';
	if (dy_read(ctx, span_of(str_bytes(text), 0), modern, &doc, &problem) == 0)
		print(&doc, &doc.nodes[0], out, sizeof(out));
	dy_free(&doc);
	return out;
}

static void test_shapes(struct syb_ctx *ctx)
{
	is_str(shape(ctx, "a: 1 2\nb: 'x y' # c\n", false), "a=1 b='x y'");
	is_str(shape(ctx, "a: [1, b]\nc: 2\n", false), "a{=1 =b} c=2");
	/* an item of one line is the word before its colon; with more lines it is a map, its first key last */
	is_str(shape(ctx, "a:\n  - b: 1\n  - c: 2\n    d: 3\n", false), "a{=b {d=3 c=2}}");
	is_str(shape(ctx, "a:\n  - b: 1\n  - c: 2\n    d: 3\n", true), "a{=b {d=3 c=2}}");
	is_str(shape(ctx, "a:\n  - b :: 1\n    c: 2\n", false), "a{{c=2 b=1}}");
	is_str(shape(ctx, "a:\n  - b: x: 1 y\n    c: 2\n", false), "a{{c=2 b=1}}");
	is_str(shape(ctx, "a:\n  - b: x: # d: e\n    c: 2\n", false), "a{{c=2 b=#}}");
	/* the old parser loses what follows the second entry behind one with children */
	is_str(shape(ctx, "k:\n  - n: 1\n    e:\n      s: 8\n    f: 1\n    g: 2\n    h:\n      i: 3\n", false),
	       "k{{e{s=8} f=1 n=1}}");
	is_str(shape(ctx, "k:\n  - n: 1\n    e:\n      s: 8\n    f: 1\n    g: 2\n    h:\n      i: 3\n", true),
	       "k{{e{s=8} f=1 g=2 h{i=3} n=1}}");
	is_str(shape(ctx, "a: 1\n# c\n\n  # d\nb: 2\n", false), "a=1 b=2");
}

static void test_values(struct syb_ctx *ctx)
{
	static const struct {
		const char *text;
		bool old, now;
		int64_t value;
	} numbers[] = {
		{ "12", true, true, 12 },   { "-12", true, true, -12 },
		{ "+12", true, true, 12 },  { "010", true, true, 10 },
		{ "8.5", true, false, 8 },  { "0x1F", false, true, 31 },
		{ "'8'", false, false, 0 }, { "true", false, false, 0 },
		{ "+", true, true, 0 },     { "99999999999999999999", false, false, 0 },
	};
	bool b = false;

	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		for (int modern = 0; modern < 2; modern++) {
			char text[64];
			struct dy_problem problem;
			struct dy_doc doc;
			int64_t value = 0;
			bool good;

			snprintf(text, sizeof(text), "a: %s\n", numbers[i].text);
			good = dy_read(ctx, span_of(str_bytes(text), 0), modern, &doc, &problem) == 0 &&
			       dy_int(&doc, doc.nodes[1].value, modern, &value);
			ok(good == (modern ? numbers[i].now : numbers[i].old) && (!good || value == numbers[i].value),
			   "%s, %s", numbers[i].text, modern ? "today" : "once");
			dy_free(&doc);
		}
	}
	for (size_t i = 0; i < 4; i++) {
		static const char *const words[] = { "a: YES\n", "a: oFf\n", "a: 'true'\n", "a: 1\n" };
		struct dy_problem problem;
		struct dy_doc doc;

		is_int(dy_read(ctx, span_of(str_bytes(words[i]), 0), false, &doc, &problem), 0);
		ok(dy_bool(&doc, doc.nodes[1].value, &b) == (i < 2) && (i >= 2 || b == (i == 0)), "%s", words[i]);
		dy_free(&doc);
	}
}

static int work(struct syb_ctx *ctx, void *arg)
{
	struct dy_problem problem;
	struct dy_doc doc;
	int r = dy_read(ctx, span_of(str_bytes(arg), 0), false, &doc, &problem);

	dy_free(&doc);
	return r;
}

int main(void)
{
	static char text[] = "---\na: [1, 2]\nb:\n  - c: 1\n    d: 'x'\n  - e: 2\n    f:\n      g: 3\n# h\n...\n";
	struct syb_ctx *ctx = NULL;
	int strange = 0;

	is_int(syb_ctx_new(NULL, &ctx), 0);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		is_int(ask(ctx, cases[i].text, strlen(cases[i].text), false), cases[i].old);
		is_int(ask(ctx, cases[i].text, strlen(cases[i].text), true), cases[i].now);
	}
	test_shapes(ctx);
	test_values(ctx);
	for (size_t len = 0; len < strlen(text); len++)
		for (int modern = 0; modern < 2; modern++)
			for (int byte = 0; byte < 256; byte += 5) {
				char copy[sizeof(text)];

				memcpy(copy, text, sizeof(text));
				copy[len] = (char)byte;
				ask(ctx, copy, strlen(text), modern);
				ask(ctx, copy, len, modern);
			}
	is_int(strange, 0);
	is_int(syb_ctx_diag_count(ctx), 0);
	torture(work, text);
	syb_ctx_free(ctx);
	return tap_done();
}
