/* format/prop_coding.c — test vectors in both directions, and what is not valid. */
#include "lib/props.h"

/* Vectors of DPC++'s own tests and of the model in facts about it. */
static const struct {
	unsigned bits;
	const char *hex;
	const char *text;
} lsb[] = {
	{ 0, "", "AAAAAAAAAAA" },
	{ 32, "01000000", "gAAAAAAAAAQAAAAA" },
	{ 32, "04000000", "gAAAAAAAAAABAAAA" },
	{ 32, "05000000", "gAAAAAAAAAQBAAAA" },
	{ 32, "06000000", "gAAAAAAAAAgBAAAA" },
	{ 32, "20000000", "gAAAAAAAAAAIAAAA" },
	{ 32, "40000000", "gAAAAAAAAAAQAAAA" },
	{ 64, "01000000 06000000", "ABAAAAAAAAQAAAAAGAAAAA" },
	{ 64, "02000000 04000000", "ABAAAAAAAAgAAAAAEAAAAA" },
	{ 96, "00000000 09000000 0c000000", "gBAAAAAAAAAAAAAAJAAAAwAAAAA" },
	{ 96, "01000000 02000000 04000000", "gBAAAAAAAAQAAAAACAAAAQAAAAA" },
	{ 160, "00000000 01000000 06000000 09000000 0c000000", "gCAAAAAAAAAAAAAABAAAAYAAAAQCAAAAMAAAAA" },
	{ 2, "01", "CAAAAAAAAAQA" },
	{ 11, "7e06", "LAAAAAAAAAgfGA" },
	{ 64, "2000000000000000", "ABAAAAAAAAAIAAAAAAAAAA" },
	{ 192, "0100000000000000 0100000000000000 4000000000000000", "ADAAAAAAAAQAAAAAAAAAAEAAAAAAAAAAABAAAAAAAAA" },
	{ 32, "6173616e", "gAAAAAAAAAQYzFmb" },
	{ 176, "7370697236342d756e6b6e6f776e2d756e6b6e6f776e", "wCAAAAAAAAwcwlmc2QTL152au92du1Sdutmbvdnb" },
	{ 64, "04000000 00000000", "ABAAAAAAAAABAAAAAAAAAA" },
	{ 64, "01000000 01000000", "ABAAAAAAAAQAAAAABAAAAA" },
	{ 288, "00000000 00000000 04000000 01000000 04000000 01000000 ffffffff 05000000 03000000",
	  "gEAAAAAAAAAAAAAAAAAAAQAAAAQAAAAAEAAAAEAAAAw/////FAAAAMAAAAA" },
	{ 240, "6d61747269785f747970653a3a667036342c7573653a3a612c31362c3136",
	  "wDAAAAAAAAQbhRncph3X0lHclpjOmBnN0wSdzVmO6EGLxYDLxYD" },
};

static const struct {
	const char *hex;
	const char *text;
} rfc[] = {
	{ "", "" },
	{ "66", "Zg==" },
	{ "666f", "Zm8=" },
	{ "666f6f", "Zm9v" },
	{ "666f6f62", "Zm9vYg==" },
	{ "666f6f6261", "Zm9vYmE=" },
	{ "666f6f626172", "Zm9vYmFy" },
	{ "fbff", "+/8=" },
	{ "01000000 06000000", "AQAAAAYAAAA=" },
};

static void test_lsb(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(lsb); i++) {
		uint8_t want[100], got[100];
		size_t len = unhex(lsb[i].hex, want), got_len = 0;
		struct buf text = { 0 };
		uint64_t bits = 0;

		ok(coding_lsb_read(lsb[i].text, strlen(lsb[i].text), got, &got_len, &bits) && bits == lsb[i].bits &&
			   got_len == len && memcmp(got, want, len) == 0,
		   "read %s", lsb[i].text);
		is_int(coding_lsb_write(ctx, &text, want, lsb[i].bits), 0);
		is_int(buf_char(ctx, &text, '\0'), 0);
		is_str((char *)text.ptr, lsb[i].text);
		buf_free(&text);
	}
}

static void test_rfc(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(rfc); i++) {
		uint8_t want[100], got[100];
		size_t len = unhex(rfc[i].hex, want), got_len = 99, bare = strcspn(rfc[i].text, "=");
		struct buf text = { 0 };

		ok(coding_rfc_read(rfc[i].text, strlen(rfc[i].text), got, &got_len) && got_len == len &&
			   memcmp(got, want, len) == 0,
		   "read %s", rfc[i].text);
		ok(coding_rfc_read(rfc[i].text, bare, got, &got_len) && got_len == len && memcmp(got, want, len) == 0,
		   "read it without '='");
		is_int(coding_rfc_write(ctx, &text, want, len), 0);
		is_int(buf_char(ctx, &text, '\0'), 0);
		is_str((char *)text.ptr, rfc[i].text);
		buf_free(&text);
	}
}

static bool bad_lsb(const char *text)
{
	uint8_t out[100];
	uint64_t bits;
	size_t len;

	return !coding_lsb_read(text, strlen(text), out, &len, &bits);
}

static bool bad_rfc(const char *text)
{
	uint8_t out[100];
	size_t len;

	return !coding_rfc_read(text, strlen(text), out, &len);
}

static void test_invalid(void)
{
	ok(bad_lsb(""));
	ok(bad_lsb("AAAAAAAAAA"), "ten characters");
	ok(bad_lsb("AAAAAAAAAAAAA"), "13 characters");
	ok(bad_lsb("AAAAAAAAAAE"), "left-over bits, no data");
	ok(bad_lsb("CAAAAAAAAAQAA"), "one character more");
	ok(bad_lsb("CAAAAAAAAAQ"), "data missing");
	ok(bad_lsb("gAAAAAAAAAQAAA"), "less data than bits");
	ok(bad_lsb("gAAAAAAAAAQAAAAAA"));
	ok(bad_lsb("LAAAAAAAAAgfGQ"), "left-over bits");
	ok(bad_lsb("gAAAAAAAAAQAAA*A"), "not in the alphabet");
	ok(bad_lsb("gAA*AAAAAAQAAAAA"), "not in the alphabet, in the count");
	ok(bad_lsb("//////////PA"), "a count near 2^64");
	ok(bad_lsb("///////////"), "a count of all ones");
	ok(!bad_lsb("CAAAAAAAAAw/"), "bits beyond the count are accepted");

	ok(bad_rfc("A"));
	ok(bad_rfc("AAAAA"));
	ok(bad_rfc("Zh=="), "left-over bits");
	ok(bad_rfc("Zm9="), "left-over bits");
	ok(bad_rfc("Zg="), "half a padding");
	ok(bad_rfc("===="));
	ok(bad_rfc("="));
	ok(bad_rfc("Zm=v"));
	ok(bad_rfc("Zg==Zg=="));
	ok(bad_rfc("Zm8-"), "the URL alphabet is another one");

	is_int(coding_bad_char("AAAA", 4), 4);
	is_int(coding_bad_char("AA*A", 4), 2);
	is_int(coding_bad_char("AA==", 4), 4);
	is_int(coding_bad_char("A===", 4), 1);
	is_int(coding_bad_char("=AAA", 4), 0);
}

/* All lengths, both codings, there and back. */
static void test_lengths(struct syb_ctx *ctx)
{
	uint8_t data[70], got[80];
	bool good = true;

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)(i * 37 + 11);
	for (uint64_t bits = 0; bits <= 8 * sizeof(data); bits++) {
		size_t len = (size_t)((bits + 7) / 8), n = 0;
		struct buf a = { 0 }, b = { 0 };
		uint64_t got_bits = 0;

		good = good && coding_lsb_write(ctx, &a, data, bits) == 0 && a.len == (8 * (len + 8) + 5) / 6;
		good = good && coding_lsb_read((char *)a.ptr, a.len, got, &n, &got_bits) && n == len &&
		       bits == got_bits && memcmp(got, data, n) == 0;
		good = good && coding_rfc_write(ctx, &b, data, len) == 0 && b.len == (len + 2) / 3 * 4;
		good = good && coding_rfc_read((char *)b.ptr, b.len, got, &n) && n == len && memcmp(got, data, n) == 0;
		buf_free(&a);
		buf_free(&b);
	}
	ok(good, "0 to 560 bits");
}

int main(void)
{
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	test_lsb(ctx);
	test_rfc(ctx);
	test_invalid();
	test_lengths(ctx);
	syb_ctx_free(ctx);
	return tap_done();
}
