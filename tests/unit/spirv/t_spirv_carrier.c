/* tests/unit/spirv/t_spirv_carrier.c — decorations as text: both forms, what they become, and what is left alone. */
#include "lib/tap.h"
#include "lib/torture.h"

#include "format/spirv/spirv_carrier.h"

static struct syb_ctx *ctx;

/* "5921(3) 5826(0x41)" of a text, "-" when it is no carrier. */
static const char *parsed(const char *text)
{
	static char out[1024];
	struct arena arena = { 0 };
	struct spirv_carrier c;
	size_t n = 0;
	int r = spirv_carrier_parse(ctx, &arena, text, strlen(text), 0, &c);

	if (r <= 0) {
		snprintf(out, sizeof(out), r < 0 ? "failed" : "-");
		arena_free(&arena);
		return out;
	}
	out[0] = '\0';
	if (c.target != SPIRV_TARGET_SELF)
		n += (size_t)snprintf(out, sizeof(out), "%c'%.*s'%s", "sfgmve"[c.target], (int)c.name_len, c.name,
				      c.group_count ? " " : "");
	for (size_t i = 0; i < c.group_count; i++) {
		n += (size_t)snprintf(out + n, sizeof(out) - n, "%s%u(", i ? " " : "", c.groups[i].number);
		for (size_t k = 0; k < c.groups[i].word_count; k++)
			n += (size_t)snprintf(out + n, sizeof(out) - n, c.groups[i].words[k] > 99999 ? "%s%x" : "%s%u",
					      k ? " " : "", c.groups[i].words[k]);
		n += (size_t)snprintf(out + n, sizeof(out) - n, ")");
	}
	arena_free(&arena);
	return out;
}

static void test_ours(void)
{
	is_str(parsed("sybil-decorate:[44:4]"), "44(4)");
	is_str(parsed("sybil-decorate:{44:4}{5825}"), "44(4) 5825()");
	is_str(parsed("sybil-decorate:[5825][5827:4]"), "5825() 5827(4)");
	is_str(parsed("sybil-decorate:[7744:1,0x10,-1]"), "7744(1 16 ffffffff)");
	is_str(parsed("sybil-decorate:[6147:2,\"abcd\"]"), "6147(2 64636261 0)");
	is_str(parsed("sybil-decorate:[5826:\"a\\\"\\\\\\x7b\"]"), "5826(7b5c2261 0)");
	is_str(parsed("sybil-decorate:[7746:\"\"]"), "7746(0)");
	is_str(parsed("sybil-decorate:[7746:\"12\"]"), "7746(12849)"); /* a text stays one where nobody knows better */
	is_str(parsed("sybil-decorate:function \"f(int)\" [5919:1]"), "f'f(int)' 5919(1)");
	is_str(parsed("sybil-decorate:member \"struct.S\" 3 [44:4]"), "m'struct.S' 44(4)");
	is_str(parsed("sybil-decorate:variable \"g\" {7746:\"12\"}"), "g'g' 7746(12)");
	is_str(parsed("sybil-decorate:mode \"k\" [19:1]"), "e'k' 19(1)"); /* no decoration, for all its number */
	is_str(parsed("sybil-decorate:value \"x.sybil.1\" [6442:0,1]"), "v'x.sybil.1' 6442(0 1)");
}

/* What the decoration is known to take decides. */
static void test_shapes(void)
{
	is_str(parsed("sybil-decorate:[6172:\"2\"]"), "6172(2)");
	is_str(parsed("sybil-decorate:[6173:\"0,1,2\"]"), "6173(0 1 2)");
	is_str(parsed("sybil-decorate:[6149:\"true\"][6149:\"false\"]"), "6149(1) 6149(0)");
	is_str(parsed("sybil-decorate:[19:1][6175:\"true\"][6183:\"\"]"), "19() 6175() 6183()");
	is_str(parsed("sybil-decorate:[19:0][6175:\"false\"]"), "");
	is_str(parsed("sybil-decorate:[6148:\"word\"]"), "6148(64726f77 0)"); /* not what it takes, but not lost */
	is_str(parsed("sybil-decorate:[5835:\"1,2,3,4\"]"), "5835(1 2 3 4)");
	is_str(parsed("sybil-decorate:[6147:\"2\",\"7\"]"), "6147(2 55)");
}

static void test_foreign(void)
{
	is_str(parsed("{6148:\"1\"}{6149:\"true\"}"), "6148(1) 6149(1)");
	is_str(parsed("{5825}{7744:\"5\"}{7745:\"a\"}"), "5825() 7744(5) 7745(97)");
	is_str(parsed("{6442:\"0,1\"}"), "6442(0 1)");
	is_str(parsed("{6148:1}"), "-");
	is_str(parsed("{6148:\"1\"} and more"), "-");
	is_str(parsed("{6148:\"1\",\"2\"}"), "-");
	is_str(parsed("[6148]"), "-");
	is_str(parsed("{}"), "-");
	is_str(parsed(""), "-");
	is_str(parsed("plain text"), "-");
	is_str(parsed("sycl-properties"), "-");
	is_int(syb_ctx_diag_count(ctx), 0); /* other people's texts are none of our business */
}

static void test_refused(void)
{
	static const char *const texts[] = {
		"sybil-decorate:",
		"sybil-decorate:44",
		"sybil-decorate:[",
		"sybil-decorate:[]",
		"sybil-decorate:[44",
		"sybil-decorate:[44}",
		"sybil-decorate:{44]",
		"sybil-decorate:[44:]",
		"sybil-decorate:[44:4,]",
		"sybil-decorate:[44:x]",
		"sybil-decorate:[4294967296]",
		"sybil-decorate:[44:\"x]",
		"sybil-decorate:[44:\"\\q\"]",
		"sybil-decorate:[44:\"\\x0\"]",
		"sybil-decorate:[44:\"\\x00\"]",
		"sybil-decorate:[44:\"\\",
		"sybil-decorate:[44:4] ",
		"sybil-decorate:function [44:4]",
		"sybil-decorate:function \"f\"[44:4]",
		"sybil-decorate:member \"s\" [44:4]",
		"sybil-decorate:nothing \"s\" [44:4]",
	};
	static char many[400] = "sybil-decorate:[1:1"; /* more operands than anybody takes */

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		syb_ctx_diag_clear(ctx);
		ok(strcmp(parsed(texts[i]), "-") == 0 && syb_ctx_diag_count(ctx) == 1 &&
			   strcmp(syb_ctx_diag_at(ctx, 0)->check, "decoration-carrier") == 0,
		   "%.40s is warned of", texts[i]);
	}
	for (size_t n = strlen(many); n + 3 < sizeof(many); n += 2)
		memcpy(many + n, ",1", 3);
	strncat(many, "]", sizeof(many) - strlen(many) - 1);
	is_str(parsed(many), "-");
}

/* Every beginning of a text, in memory of its own. */
static void test_truncated(void)
{
	static const char text[] = "sybil-decorate:member \"struct.S\" 3 [6147:2,\"a\\x41\\\"\"][44:0x10]{5825}";

	size_t parsed_count = 0;

	for (size_t len = 0; len < sizeof(text); len++) {
		struct arena arena = { 0 };
		char *copy = malloc(len ? len : 1);
		struct spirv_carrier c;
		int r;

		memcpy(copy, text, len);
		r = spirv_carrier_parse(ctx, &arena, copy, len, 0, &c);
		parsed_count += r >= 0;
		arena_free(&arena);
		free(copy);
	}
	is_int(parsed_count, sizeof(text));
}

static int parse_once(struct syb_ctx *c, void *arg)
{
	struct arena arena = { 0 };
	struct spirv_carrier carrier;
	int r = spirv_carrier_parse(c, &arena, arg, strlen(arg), 0, &carrier);

	arena_free(&arena);
	return r < 0 ? r : 0;
}

int main(void)
{
	char text[] = "sybil-decorate:member \"struct.S\" 3 [6147:2,\"name\"][44:4]";

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 99;
	test_ours();
	test_shapes();
	test_foreign();
	test_refused();
	test_truncated();
	torture(parse_once, text);
	syb_ctx_free(ctx);
	return tap_done();
}
