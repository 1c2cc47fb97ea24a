/* target/aspects.c */
#include "lib/tap.h"

#include <sybil/target.h>

static const char *name_of(enum syb_aspect_numbers numbers, uint32_t number)
{
	const struct syb_aspect_info *a = syb_aspect_find(syb_aspect_decode(numbers, number));

	return a ? a->name : NULL;
}

static const char *old_name(uint32_t number)
{
	return name_of(SYB_ASPECT_NUMBERS_2025, number);
}

static const char *new_name(uint32_t number)
{
	return name_of(SYB_ASPECT_NUMBERS_2026, number);
}

/* The number of a name, -1 when the numbering lacks it. */
static long number_of(enum syb_aspect_numbers numbers, const char *name)
{
	uint32_t number;

	return syb_aspect_encode(numbers, syb_aspect_parse(name)->number, &number) ? (long)number : -1;
}

static void test_table(void)
{
	bool ascending = true, found = true;
	size_t gone = 0;

	for (size_t i = 0; i < syb_aspect_count(); i++) {
		const struct syb_aspect_info *a = syb_aspect_at(i);

		ascending = ascending && (i == 0 || a[-1].number < a->number);
		found = found && syb_aspect_find(a->number) == a && syb_aspect_parse(a->name) == a;
		found = found && (!a->also || syb_aspect_parse(a->also) == a);
		gone += a->number >= SYB_ASPECT_OLD;
	}
	is_int(syb_aspect_count(), 110);
	is_int(gone, 14);
	ok(ascending, "the library's numbers ascend");
	ok(found, "each is found by number, by name and by other name");
	ok(!syb_aspect_at(syb_aspect_count()));
	ok(!syb_aspect_find(100));
	ok(!syb_aspect_find(UINT32_MAX));
	ok(!syb_aspect_parse("fp65"));
	ok(!syb_aspect_parse(""));
	is_int(syb_aspect_parse("host")->status, SYB_ASPECT_DEPRECATED);
	is_int(syb_aspect_parse("usm_restricted_shared_allocations")->status, SYB_ASPECT_DEPRECATED);
	is_int(syb_aspect_parse("ext_oneapi_bfloat16_math_functions")->status, SYB_ASPECT_REMOVED);
	is_int(syb_aspect_parse("ext_oneapi_ballot_group")->status, SYB_ASPECT_REMOVED);
	is_int(syb_aspect_parse("ext_intel_spill_memory_size")->status, SYB_ASPECT_CURRENT);
	is_int(syb_aspect_parse("usm_system_allocator")->number, 17);
	is_int(syb_aspect_parse("ext_oneapi_interop_memory_import")->number, 44);
}

static void test_numberings(void)
{
	is_str(old_name(28), "atomic64");
	is_str(new_name(28), "ext_intel_device_info_uuid");
	is_str(new_name(27), "atomic64");
	is_str(old_name(5), "fp16");
	is_str(new_name(5), "fp16");
	is_str(old_name(0), "host");
	ok(!new_name(0), "2026 has no aspect 0");
	is_str(old_name(49), "ext_oneapi_external_semaphore_export");
	is_str(new_name(49), "ext_intel_esimd");
	is_str(old_name(62), "ext_intel_fpga_task_sequence");
	is_str(old_name(90), "ext_oneapi_exportable_device_mem");
	is_str(new_name(99), "ext_oneapi_ipc_event");
	ok(!old_name(95), "2025 has no aspect 95");
	is_int(number_of(SYB_ASPECT_NUMBERS_2025, "ext_intel_esimd"), 53);
	is_int(number_of(SYB_ASPECT_NUMBERS_2026, "ext_intel_esimd"), 49);
	is_int(number_of(SYB_ASPECT_NUMBERS_2025, "ext_oneapi_ballot_group"), 54);
	is_int(number_of(SYB_ASPECT_NUMBERS_2026, "ext_oneapi_ballot_group"), -1);
	is_int(number_of(SYB_ASPECT_NUMBERS_2025, "ext_oneapi_fragment"), -1);
	is_int(number_of(SYB_ASPECT_NUMBERS_2026, "ext_oneapi_fragment"), 50);
}

/* What goes in comes out, in both numberings, and an unknown number is never treated as a known one. */
static void test_ways(void)
{
	static const uint32_t large[] = { 100, 4000, 0x7fffffff, 4000000000 };
	bool same = true, apart = true;
	uint32_t n;

	for (enum syb_aspect_numbers numbers = SYB_ASPECT_NUMBERS_2025; numbers <= SYB_ASPECT_NUMBERS_2026; numbers++) {
		for (uint32_t i = 0; i < 120; i++) {
			uint32_t aspect = syb_aspect_decode(numbers, i);

			same = same && syb_aspect_encode(numbers, aspect, &n) && n == i;
			apart = apart && (syb_aspect_find(aspect) || syb_aspect_stated(aspect) == i);
		}
		for (size_t i = 0; i < sizeof(large) / sizeof(*large); i++)
			apart = apart && !syb_aspect_find(syb_aspect_decode(numbers, large[i])) &&
				syb_aspect_stated(syb_aspect_decode(numbers, large[i])) == large[i];
		apart = apart && !syb_aspect_find(syb_aspect_decode(numbers, SYB_ASPECT_OLD | 7));
	}
	ok(same, "numbers of files survive");
	ok(apart, "unknown numbers stay unknown");
	ok(!syb_aspect_encode(SYB_ASPECT_NUMBERS_2026, syb_aspect_decode(SYB_ASPECT_NUMBERS_2025, 95), &n),
	   "an unknown number of 2025 is none of 2026");
	ok(!syb_aspect_encode(SYB_ASPECT_NUMBERS_2025, syb_aspect_decode(SYB_ASPECT_NUMBERS_2026, 7), &n),
	   "an unknown number of 2026 is none of 2025");
}

static void test_names(void)
{
	enum syb_aspect_numbers numbers = SYB_ASPECT_NUMBERS_DEFAULT;
	struct syb_ctx *ctx = NULL;

	is_str(syb_aspect_numbers_name(SYB_ASPECT_NUMBERS_2025), "2025");
	ok(syb_aspect_numbers_parse("2026", &numbers) == 0 && numbers == SYB_ASPECT_NUMBERS_2026);
	ok(syb_aspect_numbers_parse("2024", &numbers) < 0);
	if (syb_ctx_new(NULL, &ctx) < 0)
		return;
	is_int(syb_ctx_aspect_numbers(ctx), SYB_ASPECT_NUMBERS_2026);
	syb_ctx_set_aspect_numbers(ctx, SYB_ASPECT_NUMBERS_2025);
	is_int(syb_ctx_aspect_numbers(ctx), SYB_ASPECT_NUMBERS_2025);
	is_int(syb_ctx_assumed_aspect_numbers(ctx), SYB_ASPECT_NUMBERS_2026);
	syb_ctx_assume_aspect_numbers(ctx, SYB_ASPECT_NUMBERS_2025);
	is_int(syb_ctx_assumed_aspect_numbers(ctx), SYB_ASPECT_NUMBERS_2025);
	ok(!syb_aspect_find(syb_aspect_decode(SYB_ASPECT_NUMBERS_UNKNOWN, 6)), "an unknown numbering has no names");
	syb_ctx_free(ctx);
}

int main(void)
{
	test_table();
	test_numberings();
	test_ways();
	test_names();
	return tap_done();
}
