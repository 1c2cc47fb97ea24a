/* t_rt_drivers.c — what the backends share: cubins, aspects, patterns, sizes. */
#include "lib/tap.h"

#include "runtime/backend/caps.h"
#include "runtime/backend/cubin.h"
#include "runtime/backend/driver.h"
#include <sybil/target.h>

static void test_cubin(void)
{
	uint8_t elf[64] = { 0x7f, 'E', 'L', 'F', 2, 1, 1, 0x33, 7 };
	struct syb_bytes bytes = { elf, sizeof(elf) };

	elf[18] = 190;
	elf[48] = 80; /* as CUDA 12 writes it: sm_80, and again in the third byte */
	elf[49] = 5;
	elf[50] = 80;
	is_int(cubin_sm(bytes), 80);
	elf[7] = 0x41; /* as CUDA 13 does */
	elf[8] = 8;
	elf[48] = 4;
	elf[49] = 103;
	elf[50] = 0;
	elf[51] = 6;
	is_int(cubin_sm(bytes), 103);
	for (size_t len = 0; len < sizeof(elf); len++)
		if (cubin_sm((struct syb_bytes){ elf, len }))
			ok(false, "cut at %zu", len);
	elf[18] = 62;
	is_int(cubin_sm(bytes), 0);
	elf[18] = 190;
	elf[4] = 1;
	is_int(cubin_sm(bytes), 0);
}

static int extent_of(struct syb_ctx *ctx, const uint8_t *elf, size_t len, size_t *out_extent)
{
	uint8_t *copy = malloc(len ? len : 1); /* so that a memory checker sees reads behind the end */
	int r;

	syb_ctx_diag_clear(ctx);
	*out_extent = 0;
	memcpy(copy, elf, len);
	r = cubin_extent(ctx, (struct syb_bytes){ copy, len }, out_extent);
	free(copy);
	return r;
}

/* A header, 8 bytes of code, and a table of three sections: none, the code, and memory without bytes. */
static void test_cubin_extent(struct syb_ctx *ctx)
{
	enum { CODE = 64, TABLE = 72, END = TABLE + 3 * 64, SPARE = 16 };
	uint8_t elf[END + SPARE] = { 0x7f, 'E', 'L', 'F', 2, 1, 1, 0x41, 8, [18] = 190, [49] = 90 };
	uint8_t *code = elf + TABLE + 64, *none = elf + TABLE + 128;
	size_t extent;

	elf[40] = TABLE;
	elf[58] = 64;
	elf[60] = 3;
	code[4] = 1;
	code[24] = CODE;
	code[32] = TABLE - CODE;
	none[4] = 8;
	none[31] = none[39] = 0xff;
	is_int(extent_of(ctx, elf, sizeof(elf), &extent), 0);
	is_int(extent, END);
	for (size_t len = 0; len < END; len++)
		if (extent_of(ctx, elf, len, &extent) != -SYB_E_FORMAT || syb_ctx_diag_count(ctx) != 1)
			ok(false, "cut at %zu", len);
	code[32] = END + SPARE - CODE + 1;
	is_int(extent_of(ctx, elf, sizeof(elf), &extent), -SYB_E_FORMAT);
	code[32]--;
	is_int(extent_of(ctx, elf, sizeof(elf), &extent), 0);
	is_int(extent, sizeof(elf));
	memset(code + 32, 0xff, 8); /* offset and size wrap around */
	is_int(extent_of(ctx, elf, sizeof(elf), &extent), -SYB_E_FORMAT);
	memset(code + 32, 0, 8);
	elf[58] = 63;
	is_int(extent_of(ctx, elf, sizeof(elf), &extent), -SYB_E_FORMAT);
	elf[58] = 64;
	memset(elf + 40, 0xff, 8);
	is_int(extent_of(ctx, elf, sizeof(elf), &extent), -SYB_E_FORMAT);
	elf[60] = 0; /* no table, wherever it may be */
	is_int(extent_of(ctx, elf, sizeof(elf), &extent), 0);
	is_int(extent, 64);
}

static bool has(const uint32_t *list, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (list[i] == syb_aspect_parse(name)->number)
			return true;
	return false;
}

static void test_caps(struct syb_ctx *ctx)
{
	struct syb_device device = { 0 };
	struct arena arena = { 0 };
	struct caps caps = { 0 };

	caps_set(&caps, "fp64", false);
	caps_set(&caps, "fp16", true);
	caps_set(&caps, "no such aspect", true);
	caps_add(&caps, "gpu fp64  atomic64 nonsense");
	is_int(caps_done(ctx, &caps, false, &arena, &device), 0);
	is_int(device.aspect_count, 3);
	ok(!has(device.aspects, device.aspect_count, "fp64"), "what a driver said no to stays no");
	ok(has(device.aspects, device.aspect_count, "gpu") && has(device.aspects, device.aspect_count, "atomic64"),
	   "a table adds what nobody was asked about");
	ok(has(device.unknown_aspects, device.unknown_aspect_count, "ext_intel_matrix"), "the rest is not known");
	ok(!has(device.unknown_aspects, device.unknown_aspect_count, "fp64"), "no is known");
	is_int(caps_done(ctx, &caps, true, &arena, &device), 0);
	is_int(device.unknown_aspect_count, 0);
	arena_free(&arena);
}

int main(void)
{
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	test_cubin();
	test_cubin_extent(ctx);
	test_caps(ctx);
	is_int(driver_pattern_period("\1\1\1\1\1\1\1\1", 8), 1);
	is_int(driver_pattern_period("\1\2\1\2\1\2\1\2", 8), 2);
	is_int(driver_pattern_period("\1\2\3\4\1\2\3\4", 8), 4);
	is_int(driver_pattern_period("\1\2\3\4\1\2\3\5", 8), 8);
	is_int(driver_pattern_period("\1\2\3\1\2\3\1\2\3\1\2\3", 12), 12);
	is_int(driver_pattern_period("\7", 1), 1);
	is_int(driver_local_size(1024, 256), 256);
	is_int(driver_local_size(1000, 256), 250);
	is_int(driver_local_size(1009, 256), 1);
	is_int(driver_local_size(7, 256), 7);
	syb_ctx_free(ctx);
	return tap_done();
}
