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
