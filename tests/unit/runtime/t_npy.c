/* t_npy.c — .npy files and the numbers in them. */
#include "tools/run/npy.h"
#include "lib/tap.h"
#include "lib/torture.h"

#include <math.h>
#include <sybil/sybil.h>

static const char good[] =
	"\x93NUMPY\1\0\x3b\0{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\0\0\x80\x3f\0\0\0\xc0";

static struct syb_bytes good_bytes(void)
{
	return (struct syb_bytes){ (const uint8_t *)good, sizeof(good) - 1 };
}

static bool said(const struct syb_ctx *ctx, const char *prefix)
{
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		if (!str_starts(syb_ctx_diag_at(ctx, i)->check, prefix))
			return false;
	return syb_ctx_diag_count(ctx) > 0;
}

static void test_read(struct syb_ctx *ctx)
{
	struct npy npy = { 0 };
	float f[2];

	is_int(npy_read(ctx, good_bytes(), &npy), 0);
	is_str(npy.element ? npy.element->name : "", "f32");
	is_int(npy.count, 2);
	is_int(npy.dims, 2);
	if (!npy.data.ptr)
		return;
	memcpy(f, npy.data.ptr, sizeof(f));
	ok(f[0] == 1 && f[1] == -2 && npy.shape[0] == 1 && npy.shape[1] == 2 && !npy.swapped, "numbers and shape");
}

static void test_damage(struct syb_ctx *ctx)
{
	uint8_t copy[sizeof(good)];
	size_t wrong = 0, accepted = 0;

	for (size_t len = 0; len < sizeof(good) - 1; len++) {
		struct npy npy = { 0 };
		int r = npy_read(ctx, (struct syb_bytes){ (const uint8_t *)good, len }, &npy);

		wrong += r != -SYB_E_FORMAT || npy.element || !said(ctx, "npy-");
		syb_ctx_diag_clear(ctx);
	}
	is_int(wrong, 0);
	for (size_t at = 0; at < sizeof(good) - 9; at++)
		for (unsigned value = 0; value < 256; value += 5) {
			struct npy npy = { 0 };
			int r;

			memcpy(copy, good, sizeof(copy));
			copy[at] = (uint8_t)value;
			r = npy_read(ctx, (struct syb_bytes){ copy, sizeof(copy) - 1 }, &npy);
			accepted += r == 0;
			wrong += r != 0 && (r != -SYB_E_FORMAT || npy.element || !said(ctx, "npy-"));
			wrong += r == 0 && npy.data.len != 8;
			syb_ctx_diag_clear(ctx);
		}
	is_int(wrong, 0);
	ok(accepted < 200, "few changes go unnoticed: %zu", accepted);
}

static int write_header(struct syb_ctx *ctx, void *arg)
{
	static const uint64_t shape[] = { 3, 1000000, 7 };
	struct buf buf = { 0 };
	int r = npy_header(ctx, &buf, arg, shape, 3);

	buf_free(&buf);
	return r;
}

static void test_halves(void)
{
	static const struct {
		const char *type;
		const char *text;
		uint16_t bits;
	} cases[] = {
		{ "f16", "0", 0 },
		{ "f16", "1", 0x3c00 },
		{ "f16", "-2", 0xc000 },
		{ "f16", "65504", 0x7bff },
		{ "f16", "65519", 0x7bff },
		{ "f16", "5.9604645e-8", 1 },
		{ "f16", "2.9802322e-8", 0 },
		{ "f16", "6.1035e-5", 0x400 },
		{ "f16", "2049", 0x6800 },
		{ "f16", "2051", 0x6802 },
		{ "f16", "inf", 0x7c00 },
		{ "f16", "-inf", 0xfc00 },
		{ "bf16", "1", 0x3f80 },
		{ "bf16", "3.3895e38", 0x7f7f },
		{ "bf16", "-0", 0x8000 },
		{ "bf16", "257", 0x4380 },
		{ "bf16", "259", 0x4382 },
	};
	size_t wrong = 0;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint16_t bits = 0;
		bool parsed = element_parse(element_find(cases[i].type, strlen(cases[i].type)), cases[i].text,
					    strlen(cases[i].text), &bits);

		ok(parsed && bits == cases[i].bits, "%s %s is 0x%04x: 0x%04x", cases[i].type, cases[i].text,
		   (unsigned)cases[i].bits, (unsigned)bits);
	}
	ok(!element_parse(element_find("f16", 3), "65520", 5, &wrong), "too large for f16");
	ok(!element_parse(element_find("f32", 3), "1e39", 4, &wrong), "too large for f32");
	wrong = 0;
	/* every half as text, and back */
	for (unsigned t = 0; t < 2; t++) {
		struct syb_ctx *ctx = NULL;
		struct buf buf = { 0 };

		if (syb_ctx_new(NULL, &ctx) < 0)
			return;
		for (unsigned bits = 0; bits < 0x10000; bits += t ? 37 : 41) {
			const struct element *element = t ? element_find("bf16", 4) : element_find("f16", 3);
			uint16_t half = (uint16_t)bits, back = 0;

			buf.len = 0;
			wrong += element_print(ctx, &buf, element, &half) != 0 ||
				 !element_parse(element, (const char *)buf.ptr, buf.len, &back) ||
				 (back != half && !isnan(element_value(element, &half)));
		}
		buf_free(&buf);
		syb_ctx_free(ctx);
	}
	is_int(wrong, 0);
}

static void test_integers(void)
{
	int64_t i = 0;

	ok(element_parse(element_find("i64", 3), "-9223372036854775808", 20, &i) && i == INT64_MIN, "the smallest i64");
	ok(!element_parse(element_find("i64", 3), "9223372036854775808", 19, &i), "one more than the largest");
	ok(element_parse(element_find("u8", 2), "0xff", 4, &i), "hexadecimal");
	ok(!element_parse(element_find("u8", 2), "0x", 2, &i), "no digits");
	ok(!element_parse(element_find("i32", 3), "1 ", 2, &i), "a blank");
	ok(!element_parse(element_find("i32", 3), "1\0", 2, &i), "a NUL");
	ok(!element_parse(element_find("f64", 3), " 1", 2, &i), "a blank before a real");
	ok(!element_find("f3", 2) && !element_find("", 0), "no such types");
}

int main(void)
{
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	test_read(ctx);
	test_damage(ctx);
	torture(write_header, (void *)(uintptr_t)element_find("f64", 3));
	test_halves();
	test_integers();
	syb_ctx_free(ctx);
	return tap_done();
}
