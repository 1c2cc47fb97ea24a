/* format/props_write.c — what was read comes back, dialects convert, what cannot be written is refused. */
#include "lib/props.h"

#define REQ "[SYCL/device requirements]\n"

static char text_room[4000];

static void is_text(struct syb_bytes got, const char *want)
{
	snprintf(text_room, sizeof(text_room), "%.*s", (int)got.len, got.len ? (const char *)got.ptr : "");
	is_str(text_room, want);
}

/* Read, write in a dialect. */
static const char *rewrite(struct syb_ctx *ctx, const char *from, enum syb_dialect dialect)
{
	struct syb_props *props = props_of(ctx, from);
	struct syb_props_writer *writer = NULL;
	struct syb_bytes text = { 0 };

	if (syb_props_writer_new(ctx, &writer) < 0 || syb_props_writer_add(ctx, writer, props) < 0 ||
	    syb_props_writer_text(ctx, writer, dialect, &text) < 0)
		text = str_bytes("(failed)");
	snprintf(text_room, sizeof(text_room), "%.*s", (int)text.len, text.len ? (const char *)text.ptr : "");
	syb_props_writer_free(writer);
	syb_props_free(props);
	return text_room;
}

#define CONSTANTS "[SYCL/specialization constants]\n"
#define DEFAULTS "[SYCL/specialization constants default values]\n"

/* Canonical text comes back byte for byte. */
static const char *const canonical[] = {
	"",
	"[a]\n",
	REQ "aspects=2|gBAAAAAAAAQAAAAACAAAAQAAAAA\nreqd_sub_group_size=1|32\n[SYCL/kernel param opt]\n",
	"[z]\nb=1|1\na=1|0001\na=1|2\n[a]x]\nodd=7|any | thing=\n",
	REQ "aspect=2|AQAAAA==\nreqd_work_group_size=2|CAAAAAQAAAACAAAA\n",
	"[x]\nn=1|99999999999\n",
};

/* { DPC++, document }: each is what the other becomes. */
static const char *const pairs[][2] = {
	{ REQ "aspects=2|ABAAAAAAAAQAAAAAGAAAAA\n", REQ "aspects=2|AQAAAAYAAAA=\n" },
	{ "[SYCL/misc properties]\nsanUsed=2|AAAAAAAAAAA\n", "[SYCL/misc properties]\nsanUsed=2|\n" },
	{ CONSTANTS "a=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\nb=2|ADAAAAAAAAQAAAAAAAAAAQAAAAgAAAAAEAAAAQAAAAA\n" DEFAULTS
		    "all=2|gBAAAAAAAAwBAAAAIAAAAkAAAAA\n",
	  CONSTANTS "a=2|AAAAAAAAAAAEAAAA\nb=2|AQAAAAAAAAAEAAAAAgAAAAQAAAAEAAAA\n" DEFAULTS
		    "a=2|BwAAAA==\nb=2|CAAAAAkAAAA=\n" },
	/* values that do not fit stay */
	{ CONSTANTS "a=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA\n" DEFAULTS "all=2|ABAAAAAAAAwBAAAAIAAAAA\n",
	  CONSTANTS "a=2|AAAAAAAAAAAEAAAA\n" DEFAULTS "all=2|BwAAAAgAAAA=\n" },
	{ REQ "reqd_sub_group_size=1|32\n", REQ "reqd_sub_group_size=2|IAAAAA==\n" },
	{ REQ "work_group_num_dim=1|3\n", REQ "work_group_num_dim=2|AwAAAA==\n" },
	{ REQ "fixed_target=2|ABAAAAAAAAgAAAAAEAAAAA\n", REQ "fixed_target=2|Z3B1LGN1c3RvbQ==\n" },
	{ REQ "reqd_work_group_size_uint64_t=2|ABAAAAAAAAAIAAAAAAAAAA\n",
	  REQ "reqd_work_group_size_uint64_t=2|IAAAAAAAAAA=\n" },
	{ "[SYCL/misc properties]\noptLevel=1|2\nsanUsed=2|gAAAAAAAAAQYzFmb\n",
	  "[SYCL/misc properties]\noptLevel=1|2\nsanUsed=2|YXNhbg==\n" },
	{ "[SYCL/kernel names]\nk=1|1\n[u]\nx=5|raw\n", "[SYCL/kernel names]\nk=1|1\n[u]\nx=5|raw\n" },
	{ "[SYCL/device globals]\ng=2|ABAAAAAAAAABAAAAAAAAAA\n", "[SYCL/device globals]\ng=2|BAAAAAAAAAA=\n" },
	{ "[SYCLBIN/ir module metadata]\ntype=1|0\ntarget=2|wCAAAAAAAAwcwlmc2QTL152au92du1Sdutmbvdnb\n",
	  "[SYCLBIN/ir module metadata]\ntype=1|0\ntarget=2|c3BpcjY0LXVua25vd24tdW5rbm93bg==\n" },
};

static void test_round_trips(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(canonical); i++)
		is_str(rewrite(ctx, canonical[i], SYB_DIALECT_KEEP), canonical[i]);
	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		is_str(rewrite(ctx, pairs[i][0], SYB_DIALECT_SPEC), pairs[i][1]);
		is_str(rewrite(ctx, pairs[i][1], SYB_DIALECT_DPCPP), pairs[i][0]);
		is_str(rewrite(ctx, pairs[i][0], SYB_DIALECT_DPCPP), pairs[i][0]);
		is_str(rewrite(ctx, pairs[i][1], SYB_DIALECT_SPEC), pairs[i][1]);
		is_int(reported(ctx, "props-ambiguous"), 0);
	}
	is_str(rewrite(ctx, REQ "aspects=2|AAAAAAAAAAA\n", SYB_DIALECT_SPEC), "");
	is_str(rewrite(ctx, REQ "aspects=2|AAAAAAAAAAA\nreqd_sub_group_size=1|32\n", SYB_DIALECT_SPEC),
	       REQ "reqd_sub_group_size=2|IAAAAA==\n");
	is_str(rewrite(ctx, "\r\n[a]\r\n\r\nk=1|1\r\n[b]\n[a]\nl=1|2", SYB_DIALECT_KEEP), "[a]\nk=1|1\nl=1|2\n[b]\n");
}

#define SIZES_DPCPP                                                                     \
	"reqd_work_group_size_uint64_t=2|ADAAAAAAAAABAAAAAAAAAgAAAAAAAAAABAAAAAAAAAA\n" \
	"work_group_num_dim=1|2\n"
#define SIZES_SPEC                                                   \
	"reqd_work_group_size_uint64_t=2|CAAAAAAAAAAEAAAAAAAAAA==\n" \
	"work_group_num_dim=2|AgAAAA==\n"
#define SIZES_PADDED                                                         \
	"reqd_work_group_size_uint64_t=2|BAAAAAAAAAAIAAAAAAAAAAEAAAAAAAAA\n" \
	"work_group_num_dim=2|AgAAAA==\n"

static void test_old_forms(struct syb_ctx *ctx)
{
	is_str(rewrite(ctx, REQ "aspect=2|AQAAAAYAAAA=\n", SYB_DIALECT_SPEC), REQ "aspects=2|AQAAAAYAAAA=\n");
	is_str(rewrite(ctx, REQ "aspect=2|ABAAAAAAAAQAAAAAGAAAAA\n", SYB_DIALECT_DPCPP),
	       REQ "aspects=2|ABAAAAAAAAQAAAAAGAAAAA\n");
	/* a key is not renamed to one that is there */
	is_str(rewrite(ctx, REQ "aspect=2|AAAAAAAAAAA\naspects=2|gAAAAAAAAAQAAAAA\n", SYB_DIALECT_DPCPP),
	       REQ "aspect=2|AAAAAAAAAAA\naspects=2|gAAAAAAAAAQAAAAA\n");
	/* 3 × u32 plain: {8, 4, 2}; counted: {3, 8, 4, 2}; u64 {8, 4, 2} both times */
	is_str(rewrite(ctx, REQ "reqd_work_group_size=2|gBAAAAAAAAACAAAAEAAAAIAAAAA\n", SYB_DIALECT_DPCPP),
	       REQ "reqd_work_group_size_uint64_t=2|ADAAAAAAAAACAAAAAAAAAQAAAAAAAAAACAAAAAAAAAA\n");
	is_str(rewrite(ctx, REQ "reqd_work_group_size=2|AwAAAAgAAAAEAAAAAgAAAA==\n", SYB_DIALECT_SPEC),
	       REQ "reqd_work_group_size_uint64_t=2|CAAAAAAAAAAEAAAAAAAAAAIAAAAAAAAA\n");
	/* beside the new key the old one stays, in the form that the coding calls for: {2, 8, 4} is {8, 4} with its
	 * count */
	is_str(rewrite(ctx,
		       REQ "reqd_work_group_size=2|ABAAAAAAAAACAAAAEAAAAA\nreqd_work_group_size_uint64_t=2|"
			   "ACAAAAAAAAACAAAAAAAAAQAAAAAAAAAA\n",
		       SYB_DIALECT_SPEC),
	       REQ
	       "reqd_work_group_size=2|AgAAAAQAAAAIAAAA\nreqd_work_group_size_uint64_t=2|BAAAAAAAAAAIAAAAAAAAAA==\n");
	is_str(rewrite(ctx,
		       REQ "reqd_work_group_size=2|AgAAAAQAAAAIAAAA\nreqd_work_group_size_uint64_t=2|"
			   "BAAAAAAAAAAIAAAAAAAAAA==\n",
		       SYB_DIALECT_DPCPP),
	       REQ "reqd_work_group_size=2|ABAAAAAAAAACAAAAEAAAAA\nreqd_work_group_size_uint64_t=2|"
		   "ACAAAAAAAAACAAAAAAAAAQAAAAAAAAAA\n");
	/* [[sycl::reqd_work_group_size(8, 4)]]: {4, 8, 1} with 2 dimensions is {8, 4} in the documents */
	is_str(rewrite(ctx, REQ SIZES_DPCPP, SYB_DIALECT_SPEC), REQ SIZES_SPEC);
	is_str(rewrite(ctx, REQ SIZES_SPEC, SYB_DIALECT_DPCPP), REQ SIZES_DPCPP);
	is_str(rewrite(ctx, REQ SIZES_SPEC, SYB_DIALECT_SPEC), REQ SIZES_SPEC);
	is_str(rewrite(ctx, REQ SIZES_SPEC, SYB_DIALECT_KEEP), REQ SIZES_SPEC);
	/* more numbers than dimensions were not written in the order of the documents */
	is_str(rewrite(ctx, REQ SIZES_PADDED, SYB_DIALECT_DPCPP), REQ SIZES_DPCPP);
	is_str(rewrite(ctx, REQ SIZES_PADDED, SYB_DIALECT_SPEC), REQ SIZES_SPEC);
	/* several sizes have no new form */
	is_str(rewrite(ctx, REQ "reqd_work_group_size=2|AQAAAAgAAAABAAAAEAAAAA==\n", SYB_DIALECT_SPEC),
	       REQ "reqd_work_group_size=2|AQAAAAgAAAABAAAAEAAAAA==\n");
	/* nor have several sub-group sizes as a number, or targets that are no aspects */
	is_str(rewrite(ctx, REQ "reqd_sub_group_size=2|EAAAACAAAAA=\n", SYB_DIALECT_DPCPP),
	       REQ "reqd_sub_group_size=2|ABAAAAAAAAAEAAAAgAAAAA\n");
	is_str(rewrite(ctx, REQ "fixed_target=2|aW50ZWxfZ3B1X3B2Yw==\n", SYB_DIALECT_SPEC),
	       REQ "fixed_target=2|aW50ZWxfZ3B1X3B2Yw==\n");
	ok(strstr(rewrite(ctx, REQ "fixed_target=2|aW50ZWxfZ3B1X3B2Yw==\n", SYB_DIALECT_DPCPP),
		  "fixed_target=2|oBAAAAAAAAQauRXZs91ZwV3XwZ3Y"),
	   "a target without an aspect stays a name");
	is_str(rewrite(ctx, REQ "fixed_target=2|gAAAAAAAAAQmPMAA\n", SYB_DIALECT_SPEC),
	       REQ "fixed_target=2|mQ8DAA==\n");
	/* wrong types and numbers that are too wide stay */
	is_str(rewrite(ctx, REQ "aspect=1|5\nreqd_sub_group_size=1|4294967297\n", SYB_DIALECT_SPEC),
	       REQ "aspect=1|5\nreqd_sub_group_size=1|4294967297\n");
	is_str(rewrite(ctx, "[SYCLBIN/native device code image module metadata]\narch=2|cHZj\n", SYB_DIALECT_SPEC),
	       "[SYCLBIN/native device code image metadata]\narch=2|cHZj\n");
}

static void test_bits(struct syb_ctx *ctx)
{
	/* padded with zeros to whole bytes; spare bits do not become arguments */
	is_str(rewrite(ctx, "[SYCL/kernel param opt]\nk=2|LAAAAAAAAAgfGA\nl=2|CAAAAAAAAAQA\n", SYB_DIALECT_SPEC),
	       "[SYCL/kernel param opt]\nk=2|fgY=\nl=2|AQ==\n");
	is_str(rewrite(ctx, "[SYCL/kernel param opt]\nk=2|CAAAAAAAAAw/\n", SYB_DIALECT_SPEC),
	       "[SYCL/kernel param opt]\nk=2|Aw==\n");
	is_str(rewrite(ctx, "[SYCL/kernel param opt]\nk=2|fgY=\n", SYB_DIALECT_DPCPP),
	       "[SYCL/kernel param opt]\nk=2|QAAAAAAAAAgfGA\n");
}

static void test_ambiguous(struct syb_ctx *ctx)
{
	/* u32 {128, 0, 4} alone: its RFC 4648 text would be read as LSB */
	is_str(rewrite(ctx, "[x]\nk=2|gBAAAAAAAAAgAAAAAAAAAQAAAAA\n", SYB_DIALECT_DPCPP),
	       "[x]\nk=2|gBAAAAAAAAAgAAAAAAAAAQAAAAA\n");
	is_int(reported(ctx, "props-ambiguous"), 0);
	is_str(rewrite(ctx, "[x]\nk=2|gBAAAAAAAAAgAAAAAAAAAQAAAAA\n", SYB_DIALECT_SPEC), "[x]\nk=2|gAAAAAAAAAAEAAAA\n");
	is_int(reported(ctx, "props-ambiguous"), 1);
	/* not so beside another value, or where the shape tells */
	rewrite(ctx, "[x]\nk=2|gBAAAAAAAAAgAAAAAAAAAQAAAAA\nm=2|gAAAAAAAAAQAAAAA\n", SYB_DIALECT_SPEC);
	is_int(reported(ctx, "props-ambiguous"), 0);
	rewrite(ctx, "[SYCL/specialization constants]\nk=2|gBAAAAAAAAAgAAAAAAAAAQAAAAA\n", SYB_DIALECT_SPEC);
	is_int(reported(ctx, "props-ambiguous"), 0);
}

static void test_building(struct syb_ctx *ctx)
{
	struct syb_props_writer *w = NULL;
	const struct syb_prop other = { .key = "r", .type = 7, .raw = "x|y" }; /* of an unknown type */
	struct syb_bytes text;

	is_int(syb_props_writer_new(ctx, &w), 0);
	is_int(syb_props_writer_u32(ctx, w, "k", 1), -SYB_E_STATE);
	is_int(syb_props_writer_set(ctx, w, "a"), 0);
	is_int(syb_props_writer_u32(ctx, w, "k", 4294967295), 0);
	is_int(syb_props_writer_set(ctx, w, "b"), 0);
	is_int(syb_props_writer_bits(ctx, w, "m", (struct syb_bytes){ (const uint8_t *)"\x7e\x06\xff", 3 }, 11), 0);
	is_int(syb_props_writer_set(ctx, w, "a"), 0);
	is_int(syb_props_writer_bytes(ctx, w, "s", str_bytes("asan")), 0);
	is_int(syb_props_writer_prop(ctx, w, &other), 0);
	is_int(syb_props_writer_text(ctx, w, SYB_DIALECT_KEEP, &text), 0);
	is_text(text, "[a]\nk=1|4294967295\ns=2|gAAAAAAAAAQYzFmb\nr=7|x|y\n[b]\nm=2|LAAAAAAAAAgfGA\n");

	is_int(syb_props_writer_bits(ctx, w, "m", (struct syb_bytes){ (const uint8_t *)"\x7e", 1 }, 9), -SYB_E_ARG);
	is_int(syb_props_writer_u32(ctx, w, "", 1), -SYB_E_ARG);
	is_int(syb_props_writer_u32(ctx, w, "a=b", 1), -SYB_E_ARG);
	is_int(syb_props_writer_u32(ctx, w, "a\nb", 1), -SYB_E_ARG);
	is_int(syb_props_writer_u32(ctx, w, "[a", 1), -SYB_E_ARG);
	is_int(syb_props_writer_set(ctx, w, "a\nb"), -SYB_E_ARG);
	is_int(syb_props_writer_text(ctx, w, (enum syb_dialect)9, &text), -SYB_E_ARG);
	is_int(syb_props_writer_text(ctx, w, SYB_DIALECT_SPEC, &text), 0);
	is_text(text, "[a]\nk=1|4294967295\ns=2|YXNhbg==\nr=7|x|y\n[b]\nm=2|fgY=\n");
	syb_props_writer_free(w);
	syb_props_writer_free(NULL);
}

/* New values beside kept ones take their coding. */
static void test_keep_adds(struct syb_ctx *ctx)
{
	struct syb_props *props = props_of(ctx, "[a]\ns=2|YXNhbg==\n");
	struct syb_props_writer *w = NULL;
	struct syb_bytes text;

	is_int(syb_props_writer_new(ctx, &w), 0);
	is_int(syb_props_writer_set(ctx, w, "a"), 0);
	is_int(syb_props_writer_prop(ctx, w, syb_props_get(props, "a", "s")), 0);
	is_int(syb_props_writer_bytes(ctx, w, "t", str_bytes("msan")), 0);
	syb_props_free(props);
	is_int(syb_props_writer_text(ctx, w, SYB_DIALECT_KEEP, &text), 0);
	is_text(text, "[a]\ns=2|YXNhbg==\nt=2|bXNhbg==\n");
	syb_props_writer_free(w);
}

/* Numbers of aspects: 27 and 28 are atomic64 in 2026 and 2025. */
#define NEW_ATOMIC64 REQ "aspects=2|gAAAAAAAAAwGAAAA\n"
#define OLD_ATOMIC64 REQ "aspects=2|gAAAAAAAAAAHAAAA\n"
#define OLD_NUMBERS "[Sybil/aspect numbers]\nnumbers=1|2025\n"
#define NEW_NUMBERS "[Sybil/aspect numbers]\nnumbers=1|2026\n"
#define NO_NUMBERS "[Sybil/aspect numbers]\nnumbers=1|2031\n"

static const struct {
	enum syb_aspect_numbers numbers;
	enum syb_dialect dialect;
	const char *text, *written; /* NULL: refused */
	enum syb_aspect_numbers assumed;
} renumbered[] = {
	{ SYB_ASPECT_NUMBERS_DEFAULT, SYB_DIALECT_DPCPP, NEW_ATOMIC64, NEW_ATOMIC64 },
	{ SYB_ASPECT_NUMBERS_DEFAULT, SYB_DIALECT_DPCPP, OLD_ATOMIC64 OLD_NUMBERS, NEW_ATOMIC64 },
	{ SYB_ASPECT_NUMBERS_DEFAULT, SYB_DIALECT_KEEP, OLD_ATOMIC64 OLD_NUMBERS, OLD_ATOMIC64 OLD_NUMBERS },
	{ SYB_ASPECT_NUMBERS_2026, SYB_DIALECT_KEEP, OLD_ATOMIC64 OLD_NUMBERS, NEW_ATOMIC64 },
	/* what states nothing has the numbers of 2026, or those that are assumed; what is written does not change that
	 */
	{ SYB_ASPECT_NUMBERS_2025, SYB_DIALECT_DPCPP, NEW_ATOMIC64, OLD_ATOMIC64 OLD_NUMBERS },
	{ SYB_ASPECT_NUMBERS_2025, SYB_DIALECT_KEEP, NEW_ATOMIC64, OLD_ATOMIC64 OLD_NUMBERS },
	{ SYB_ASPECT_NUMBERS_2025, SYB_DIALECT_DPCPP, OLD_ATOMIC64, OLD_ATOMIC64 OLD_NUMBERS, SYB_ASPECT_NUMBERS_2025 },
	{ SYB_ASPECT_NUMBERS_DEFAULT, SYB_DIALECT_DPCPP, OLD_ATOMIC64, NEW_ATOMIC64 NEW_NUMBERS,
	  SYB_ASPECT_NUMBERS_2025 },
	{ SYB_ASPECT_NUMBERS_DEFAULT, SYB_DIALECT_KEEP, OLD_ATOMIC64, NEW_ATOMIC64 NEW_NUMBERS,
	  SYB_ASPECT_NUMBERS_2025 },
	/* an unknown year is kept, or refused */
	{ SYB_ASPECT_NUMBERS_DEFAULT, SYB_DIALECT_KEEP, NEW_ATOMIC64 NO_NUMBERS, NEW_ATOMIC64 NO_NUMBERS },
	{ SYB_ASPECT_NUMBERS_DEFAULT, SYB_DIALECT_KEEP, NEW_ATOMIC64 OLD_NUMBERS "numbers=1|2031\n",
	  NEW_ATOMIC64 NO_NUMBERS },
	{ SYB_ASPECT_NUMBERS_2026, SYB_DIALECT_KEEP, NEW_ATOMIC64 NO_NUMBERS, NULL },
	{ SYB_ASPECT_NUMBERS_DEFAULT, SYB_DIALECT_DPCPP, NEW_ATOMIC64 NO_NUMBERS, NULL },
	{ SYB_ASPECT_NUMBERS_DEFAULT, SYB_DIALECT_DPCPP, NO_NUMBERS, NULL },
	{ SYB_ASPECT_NUMBERS_2025, SYB_DIALECT_DPCPP, NEW_ATOMIC64 NEW_NUMBERS, OLD_ATOMIC64 OLD_NUMBERS },
	/* fp64 is 6 in both */
	{ SYB_ASPECT_NUMBERS_2025, SYB_DIALECT_DPCPP, REQ "aspects=2|gAAAAAAAAAgBAAAA\n",
	  REQ "aspects=2|gAAAAAAAAAgBAAAA\n" },
	/* targets by name, by number, and by name again */
	{ SYB_ASPECT_NUMBERS_2025, SYB_DIALECT_DPCPP, REQ "fixed_target=2|ABAAAAAAAAQY09WbpNmN0A\n",
	  REQ "fixed_target=2|gAAAAAAAAAAHAAAA\n" OLD_NUMBERS },
	{ SYB_ASPECT_NUMBERS_DEFAULT, SYB_DIALECT_DPCPP, REQ "fixed_target=2|gAAAAAAAAAAHAAAA\n" OLD_NUMBERS,
	  REQ "fixed_target=2|gAAAAAAAAAwGAAAA\n" },
	{ SYB_ASPECT_NUMBERS_DEFAULT, SYB_DIALECT_SPEC, REQ "fixed_target=2|gAAAAAAAAAAHAAAA\n" OLD_NUMBERS,
	  REQ "fixed_target=2|YXRvbWljNjQ=\n" },
	/* 54 of 2025 is ext_oneapi_ballot_group, which 2026 dropped */
	{ SYB_ASPECT_NUMBERS_DEFAULT, SYB_DIALECT_DPCPP, REQ "aspects=2|gAAAAAAAAAgNAAAA\n" OLD_NUMBERS, NULL },
};

static void test_aspect_numbers(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < sizeof(renumbered) / sizeof(*renumbered); i++) {
		struct syb_props_writer *w = NULL;
		struct syb_bytes text = { 0 };
		struct syb_props *props;
		int r;

		syb_ctx_set_aspect_numbers(ctx, renumbered[i].numbers);
		syb_ctx_assume_aspect_numbers(ctx, renumbered[i].assumed);
		props = props_of(ctx, renumbered[i].text);
		is_int(syb_props_writer_new(ctx, &w), 0);
		is_int(syb_props_writer_add(ctx, w, props), 0);
		r = syb_props_writer_text(ctx, w, renumbered[i].dialect, &text);
		is_int(r, renumbered[i].written ? 0 : -SYB_E_UNSUPPORTED);
		if (r == 0 && renumbered[i].written)
			is_text(text, renumbered[i].written);
		syb_props_writer_free(w);
		syb_props_free(props);
	}
	syb_ctx_set_aspect_numbers(ctx, SYB_ASPECT_NUMBERS_DEFAULT);
	syb_ctx_assume_aspect_numbers(ctx, SYB_ASPECT_NUMBERS_DEFAULT);
}

static void test_dialect_names(void)
{
	enum syb_dialect d = SYB_DIALECT_KEEP;

	is_str(syb_dialect_name(SYB_DIALECT_SPEC), "spec");
	is_str(syb_dialect_name((enum syb_dialect)7), "unknown");
	is_int(syb_dialect_parse("dpcpp", &d), 0);
	is_int(d, SYB_DIALECT_DPCPP);
	is_int(syb_dialect_parse("no", &d), -SYB_E_ARG);
}

static int write_all(struct syb_ctx *ctx, void *arg)
{
	struct syb_props *props = NULL;
	struct syb_props_writer *w = NULL;
	struct syb_bytes text = { arg, 1 };
	int r = syb_props_read(ctx,
			       str_bytes(REQ "aspect=2|AQAAAAYAAAA=\nreqd_work_group_size=2|AQAAAAgAAAA=\n"
					     "reqd_sub_group_size=1|3\nfixed_target=2|Z3B1LGN1c3RvbQ==\n"
					     "[b]\nx=5|raw\n"),
			       NULL, &props);

	if (r == 0)
		r = syb_props_writer_new(ctx, &w);
	if (r == 0)
		r = syb_props_writer_add(ctx, w, props);
	for (int d = SYB_DIALECT_KEEP; r == 0 && d <= SYB_DIALECT_SPEC; d++) {
		text = (struct syb_bytes){ arg, 1 };
		r = syb_props_writer_text(ctx, w, (enum syb_dialect)d, &text);
		if (r < 0 && text.ptr != arg)
			r = -SYB_E_INTERNAL;
	}
	syb_props_writer_free(w);
	syb_props_free(props);
	return r;
}

int main(void)
{
	struct syb_ctx *ctx = NULL;
	char marker;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	test_round_trips(ctx);
	test_old_forms(ctx);
	test_bits(ctx);
	test_ambiguous(ctx);
	test_building(ctx);
	test_keep_adds(ctx);
	test_aspect_numbers(ctx);
	test_dialect_names();
	ok(torture(write_all, &marker) > 10);
	syb_ctx_free(ctx);
	return tap_done();
}
