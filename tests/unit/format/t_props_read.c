/* format/props_read.c — grammar, positions, order, codings told apart. */
#include "lib/props.h"

#define REQ "[SYCL/device requirements]\n"

/* Every broken line: check name, line and column. */
static const struct {
	const char *text;
	const char *check;
	uint32_t line, column;
} broken[] = {
	{ "[a\n", "props-line", 1, 1 },
	{ "[", "props-line", 1, 1 },
	{ "a=1|1\n", "props-no-set", 1, 1 },
	{ "\n\r\na=1|1\n", "props-no-set", 3, 1 },
	{ "[a]\nkey\n", "props-line", 2, 1 },
	{ "[a]\n=1|1\n", "props-line", 2, 1 },
	{ "[a]\nkey=\n", "props-line", 2, 1 },
	{ "[a]\n ]\n", "props-line", 2, 1 },
	{ "[a]\nkey=1\n", "props-value", 2, 5 },
	{ "[a]\nkey=|1\n", "props-type", 2, 5 },
	{ "[a]\nkey=x|1\n", "props-type", 2, 5 },
	{ "[a]\nkey= 1|1\n", "props-type", 2, 5 },
	{ "[a]\nkey=-1|1\n", "props-type", 2, 5 },
	{ "[a]\nkey=4294967296|1\n", "props-type", 2, 5 },
	{ "[a]\nkey=1|\n", "props-number", 2, 7 },
	{ "[a]\nkey=1|x\n", "props-number", 2, 7 },
	{ "[a]\nkey=1|1 \n", "props-number", 2, 7 },
	{ "[a]\nkey=1|-1\n", "props-number", 2, 7 },
	{ "[a]\nkey=2|AA*A\n", "props-bytes", 2, 9 },
	{ "[a]\nk=1|1\nkey=2|AAAAA\n", "props-bytes", 3, 7 },
	{ "[a]\nkey=2|gAAAAAAAAAQAAAB\n", "props-bytes", 2, 7 },
	{ "[a]\nkey=2|AAA A\n", "props-bytes", 2, 10 },
};

static void test_broken(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(broken); i++) {
		char marker;
		struct syb_props *props = (struct syb_props *)(void *)&marker;
		const struct syb_diag *d;

		syb_ctx_diag_clear(ctx);
		is_int(syb_props_read(ctx, str_bytes(broken[i].text), NULL, &props), -SYB_E_FORMAT);
		ok((char *)props == &marker, "the output is untouched");
		d = syb_ctx_diag_at(ctx, 0);
		is_str(d ? d->check : "", broken[i].check);
		ok(d && d->line == broken[i].line && d->column == broken[i].column && d->at == SYB_NO_OFFSET,
		   "at %u:%u", d ? d->line : 0, d ? d->column : 0);
	}
}

static void test_nul(struct syb_ctx *ctx)
{
	static const char *const texts[] = { "[a]\nk\0=1|1\n", "[a\0]\nkk=1|1", "[a]\nk=9|\0\n\n", "[a]\nk=1|1\0\n" };
	const size_t len = 11;

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct syb_props *props = NULL;

		syb_ctx_diag_clear(ctx);
		is_int(syb_props_read(ctx, (struct syb_bytes){ (const uint8_t *)texts[i], len }, NULL, &props),
		       -SYB_E_FORMAT);
		is_str(syb_ctx_diag_at(ctx, 0)->check, "props-nul");
	}
	/* the first error of the text counts */
	struct syb_props *props = NULL;
	syb_ctx_diag_clear(ctx);
	is_int(syb_props_read(ctx, (struct syb_bytes){ (const uint8_t *)"[a]\nx\n\0", 7 }, NULL, &props),
	       -SYB_E_FORMAT);
	is_str(syb_ctx_diag_at(ctx, 0)->check, "props-line");
}

static void test_grammar(struct syb_ctx *ctx)
{
	struct syb_props *props =
		props_of(ctx, "\n[b]\r\n\r\nk 1=1|007\r\nk=9|any = thing|x\n\n[a]x]\n[b]\nk=0|\nk=1|2");
	const struct syb_set *b = syb_props_at(props, 0), *a = syb_props_at(props, 1);

	is_int(syb_props_count(props), 2);
	is_str(syb_set_name(b), "b");
	is_str(syb_set_name(a), "a]x");
	is_int(syb_set_count(a), 0);
	is_int(syb_set_count(b), 4);
	is_int(b->line, 2);
	is_str(syb_prop_key(syb_set_at(b, 0)), "k 1");
	is_int(syb_prop_u32(syb_set_at(b, 0)), 7);
	is_str(syb_prop_raw(syb_set_at(b, 0)), "007");
	is_int(syb_set_at(b, 0)->line, 4);
	is_int(syb_prop_type(syb_set_at(b, 1)), 9);
	is_str(syb_prop_raw(syb_set_at(b, 1)), "any = thing|x");
	is_int(syb_prop_type(syb_set_at(b, 2)), 0);
	is_str(syb_prop_raw(syb_set_at(b, 2)), "");
	is_int(syb_prop_u32(syb_set_find(b, "k")), 2);
	is_int(syb_set_find(b, "k")->line, 10);
	syb_props_free(props);
}

static void test_empty(struct syb_ctx *ctx)
{
	struct syb_props *props = props_of(ctx, "");

	is_int(syb_props_count(props), 0);
	ok(!syb_props_at(props, 0) && !syb_props_find(props, "x") && !syb_props_get(props, "x", "y"));
	syb_props_free(props);
	syb_props_free(NULL);
	props = props_of(ctx, "[]\nx=1|1\n");
	is_str(syb_set_name(syb_props_at(props, 0)), "");
	is_int(syb_prop_u32(syb_props_get(props, "", "x")), 1);
	syb_props_free(props);
}

static void test_warnings(struct syb_ctx *ctx)
{
	struct syb_props *props = props_of(ctx, "[a] junk\nk=1|4294967297\nm=1|4294967295\n");

	is_str(all_reported(ctx), "props-after-set props-number-wide");
	is_int(syb_ctx_diag_at(ctx, 0)->column, 4);
	is_int(syb_ctx_diag_at(ctx, 1)->line, 2);
	is_int(syb_ctx_diag_at(ctx, 1)->column, 5);
	is_int(syb_ctx_diag_at(ctx, 1)->severity, SYB_SEVERITY_WARNING);
	is_int(syb_prop_u32(syb_props_get(props, "a", "k")), 1);
	is_str(syb_prop_raw(syb_props_get(props, "a", "k")), "4294967297");
	is_int(syb_prop_u32(syb_props_get(props, "a", "m")), 4294967295);
	syb_props_free(props);
}

/* Many keys: the index finds the last of repeated ones, order stays. */
static void test_many(struct syb_ctx *ctx)
{
	struct buf text = { 0 };
	bool good = true;
	char key[20];

	buf_text(ctx, &text, "[a]\n");
	for (unsigned i = 0; i < 1000; i++)
		good = good &&
		       buf_printf(ctx, &text, "%sk%u=1|%u\n", i == 500 ? "[b]\nx=1|1\n[a]\n" : "", i % 700, i) == 0;
	buf_char(ctx, &text, '\0');
	struct syb_props *props = props_of(ctx, (char *)text.ptr);
	const struct syb_set *a = syb_props_find(props, "a");
	is_int(syb_set_count(a), 1000);
	for (unsigned i = 0; i < 700; i++) {
		snprintf(key, sizeof(key), "k%u", i);
		good = good && syb_prop_u32(syb_set_find(a, key)) == (i < 300 ? i + 700 : i);
		good = good && syb_prop_u32(syb_set_at(a, i)) == i;
	}
	ok(good, "all keys, the last value of each");
	ok(!syb_set_find(a, "k700") && !syb_set_at(a, 1000));
	is_int(syb_prop_u32(syb_props_get(props, "b", "x")), 1);
	syb_props_free(props);
	buf_free(&text);
}

static void test_spellings(struct syb_ctx *ctx)
{
	struct syb_props *props = props_of(ctx, "[SYCLBIN/native device code image module metadata]\nx=1|3\n");

	is_int(syb_prop_u32(syb_props_get(props, "SYCLBIN/native device code image metadata", "x")), 3);
	is_int(syb_prop_u32(syb_props_get(props, "SYCLBIN/native device code image module metadata", "x")), 3);
	syb_props_free(props);
	props = props_of(ctx, "[SYCLBIN/native device code image metadata]\nx=1|3\n");
	is_int(syb_prop_u32(syb_props_get(props, "SYCLBIN/native device code image module metadata", "x")), 3);
	syb_props_free(props);
}

static void test_limits(void)
{
	const struct syb_limits limits = { .size = sizeof(limits), .max_items = 3 };
	const struct syb_ctx_opts opts = { .size = sizeof(opts), .limits = &limits };
	struct syb_props *props = NULL;
	struct syb_ctx *ctx = NULL;

	is_int(syb_ctx_new(&opts, &ctx), 0);
	is_int(syb_props_read(ctx, str_bytes("[a]\n[b]\n[c]\nx=1|1\ny=1|1\nz=1|1"), NULL, &props), 0);
	syb_props_free(props);
	is_int(syb_props_read(ctx, str_bytes("[a]\n[b]\n[c]\n[d]\n"), NULL, &props), -SYB_E_LIMIT);
	is_str(syb_ctx_diag_at(ctx, 0)->check, "limit");
	is_int(syb_props_read(ctx, str_bytes("[a]\nx=1|1\ny=1|1\nz=1|1\nw=1|1"), NULL, &props), -SYB_E_LIMIT);
	syb_ctx_free(ctx);
}

static void test_embedded(struct syb_ctx *ctx)
{
	struct syb_props_read_opts opts = { .size = sizeof(opts), .name = "file.bin", .at = 0x100, .embedded = true };
	struct syb_props *props = NULL;

	syb_ctx_diag_clear(ctx);
	is_int(syb_props_read(ctx, str_bytes("[a]\nkey=2|AA*A\n"), &opts, &props), -SYB_E_FORMAT);
	is_int(syb_ctx_diag_at(ctx, 0)->at, 0x100 + 12);
	is_str(syb_ctx_diag_at(ctx, 0)->file, "file.bin");
	ok(strstr(syb_ctx_diag_at(ctx, 0)->text, "line 2, column 9"), "line and column are told too");
	syb_ctx_diag_clear(ctx);
	is_int(syb_props_read(ctx, str_bytes("[a]\nkey=1|99999999999\n"), &opts, &props), 0);
	is_int(syb_ctx_diag_at(ctx, 0)->at, 0x100 + 10);
	syb_props_free(props);
	opts.size = sizeof(opts) + 8;
	struct {
		struct syb_props_read_opts opts;
		uint64_t more;
	} newer = { opts, 1 };
	syb_ctx_diag_clear(ctx);
	is_int(syb_props_read(ctx, str_bytes(""), &newer.opts, &props), -SYB_E_ARG);
}

/* Which coding is each value taken for: L, R. */
static const char *codings(struct syb_ctx *ctx, const char *text)
{
	struct syb_props *props = props_of(ctx, text);
	static char out[20];
	size_t n = 0;

	for (size_t s = 0; s < syb_props_count(props); s++)
		for (size_t i = 0; i < syb_set_count(syb_props_at(props, s)); i++)
			out[n++] = "-LR"[syb_prop_coding(syb_set_at(syb_props_at(props, s), i))];
	out[n] = '\0';
	syb_props_free(props);
	return out;
}

static void test_codings(struct syb_ctx *ctx)
{
	is_str(codings(ctx, REQ "aspects=2|gAAAAAAAAAQAAAAA\nx=1|2\n"), "L-");
	is_str(codings(ctx, REQ "aspects=2|AQAAAAYAAAA=\n"), "R");
	is_str(codings(ctx, REQ "aspects=2|AQAAAAYAAAA\n"), "R");
	is_str(codings(ctx, REQ "aspects=2|\n"), "R");
	is_str(codings(ctx, REQ "aspects=2|AAAAAAAAAAA\n"), "L");
	/* u32 {128, 0, 4} in RFC 4648 is also u32 {16} in LSB: alone it is taken for LSB … */
	is_str(codings(ctx, REQ "aspects=2|gAAAAAAAAAAEAAAA\n[x]\ny=2|gAAAAAAAAAAEAAAA\n"), "LL");
	/* … beside a value that can only be RFC 4648 it is that too … */
	is_str(codings(ctx, REQ "aspects=2|gAAAAAAAAAAEAAAA\nfixed_target=2|AQAAAA==\n"), "RR");
	/* … and so it is as a triple, which {16} cannot be, and others with it. */
	is_str(codings(ctx, "[SYCL/specialization constants]\nc=2|gAAAAAAAAAAEAAAA\n"), "R");
	is_str(codings(ctx, "[SYCL/specialization constants]\nc=2|gAAAAAAAAAAEAAAA\n[x]\ny=2|gAAAAAAAAAAEAAAA\n"),
	       "RR");
	/* A value that must be LSB keeps the file mixed: each by itself. */
	is_str(codings(ctx, REQ "aspects=2|AQAAAA==\n[SYCL/device globals]\ng=2|ABAAAAAAAAABAAAAAAAAAA\n"), "RL");
	is_str(codings(ctx,
		       REQ "aspects=2|AQAAAA==\njoint_matrix=2|wDAAAAAAAAQbhRncph3X0lHclpjOmBnN0wSdzVmO6EGLxYDLxYD\n"
			   "[x]\ny=2|gAAAAAAAAAQAAAAA\n[SYCL/specialization constants]\nc=2|gAAAAAAAAAQAAAAA\n"),
	       "RLLR");
	/* QAAAAAAAAAgfGD has left-over bits in RFC 4648: it can only be LSB. */
	is_str(codings(ctx, "[SYCL/kernel param opt]\nk=2|QAAAAAAAAAgfGD\nm=2|AQ==\n"), "LR");
	/* A wrong shape in both is no reason to leave LSB. */
	is_str(codings(ctx, REQ "reqd_work_group_size_uint64_t=2|gAAAAAAAAAQAAAAA\n"), "L");
}

static void test_bytes(struct syb_ctx *ctx)
{
	struct syb_props *props = props_of(ctx, "[x]\na=2|LAAAAAAAAAgfGA\n");
	const struct syb_prop *a = syb_props_get(props, "x", "a");

	is_int(syb_prop_bits(a), 11);
	is_int(syb_prop_bytes(a).len, 2);
	ok(memcmp(syb_prop_bytes(a).ptr, "\x7e\x06", 2) == 0);
	is_int(syb_prop_coding(a), SYB_PROP_CODING_LSB);
	syb_props_free(props);
}

static const char sample[] =
	REQ "aspects=2|gBAAAAAAAAQAAAAACAAAAQAAAAA\nreqd_sub_group_size=1|32\n"
	    "[SYCL/kernel param opt]\nk=2|LAAAAAAAAAgfGA\n[SYCL/specialization constants]\nc=2|gAAAAAAAAAQAAAAA\n"
	    "[SYCL/kernel names]\na=1|1\nb=1|1\nc=1|1\nd=1|1\ne=1|1\nf=1|1\ng=1|1\nh=1|1\ni=1|1\nj=1|1\nk=1|1\nl=1|1\n"
	    "m=1|1\nn=1|1\no=1|1\np=1|1\nq=1|1\nr=1|1\n";

/* Cut at every byte and with every byte changed: an answer or a named error, never anything else. */
static void test_damage(struct syb_ctx *ctx)
{
	static const char replace[] = { '\0', '\n', '[', ']', '=', '|', 'A', (char)0xff };
	char copy[sizeof(sample)];
	bool good = true;

	for (size_t i = 0; i < sizeof(sample); i++) {
		for (size_t k = 0; k <= sizeof(replace); k++) {
			size_t len = k == sizeof(replace) ? i : sizeof(sample) - 1;
			struct syb_props *props = NULL;
			int r;

			memcpy(copy, sample, sizeof(sample));
			if (k < sizeof(replace))
				copy[i] = replace[k];
			/* a copy of the exact size, so that a sanitizer sees the first byte too many */
			char *exact = malloc(len ? len : 1);
			memcpy(exact, copy, len);
			syb_ctx_diag_clear(ctx);
			r = syb_props_read(ctx, (struct syb_bytes){ (uint8_t *)exact, len }, NULL, &props);
			good = good && (r == 0 ? props != NULL : r == -SYB_E_FORMAT && !props);
			good = good && (r == 0 || syb_ctx_diag_at(ctx, syb_ctx_diag_count(ctx) - 1)->line > 0);
			syb_props_free(props);
			free(exact);
		}
	}
	ok(good, "cut and changed at each of %zu bytes", sizeof(sample));
}

static int read_sample(struct syb_ctx *ctx, void *arg)
{
	struct syb_props *props = arg;
	int r = syb_props_read(ctx, str_bytes(sample), NULL, &props);

	if (r < 0 && props != arg)
		return -SYB_E_INTERNAL;
	if (r == 0)
		syb_props_free(props);
	return r;
}

/* Lines are searched in blocks: the ends of keys and lines at every place of one. */
static void test_blocks(struct syb_ctx *ctx)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz";
	size_t wrong = 0;

	for (int key = 1; key < 50; key++)
		for (int value = 0; value < 35; value++) {
			struct syb_props *props = NULL;
			const struct syb_set *set;
			char text[300], first[64], raw[64];

			snprintf(first, sizeof(first), "%.*s", key, letters);
			snprintf(raw, sizeof(raw), "%.*s=|", value, letters);
			snprintf(text, sizeof(text), "[s]\n%s=9|%s\n%s2=10|%s\r\nz=1|%d", first, raw, first, raw,
				 value);
			if (syb_props_read(ctx, str_bytes(text), NULL, &props) < 0) {
				wrong++;
				continue;
			}
			set = syb_props_find(props, "s");
			wrong += syb_set_count(set) != 3 || strcmp(syb_prop_key(syb_set_at(set, 0)), first) != 0 ||
				 strcmp(syb_prop_raw(syb_set_at(set, 0)), raw) != 0 ||
				 strlen(syb_prop_key(syb_set_at(set, 1))) != (size_t)key + 1 ||
				 syb_prop_type(syb_set_at(set, 1)) != 10 ||
				 strcmp(syb_prop_raw(syb_set_at(set, 1)), raw) != 0 ||
				 syb_prop_u32(syb_set_at(set, 2)) != (uint32_t)value;
			syb_props_free(props);
		}
	is_int((int)wrong, 0);
}

int main(void)
{
	struct syb_ctx *ctx = NULL;
	char marker;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	test_broken(ctx);
	test_nul(ctx);
	test_grammar(ctx);
	test_empty(ctx);
	test_warnings(ctx);
	test_many(ctx);
	test_blocks(ctx);
	test_spellings(ctx);
	test_limits();
	test_embedded(ctx);
	test_codings(ctx);
	test_bytes(ctx);
	test_damage(ctx);
	ok(torture(read_sample, &marker) > 5);
	syb_ctx_free(ctx);
	return tap_done();
}
