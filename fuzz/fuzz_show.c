/* fuzz/fuzz_show.c — show and check on any file: both answer or complain, and what show says can be printed, held
 * against limits, and is the same as itself. */
#include "fuzz.h"
#include "package/diff/diff.h"

static void use_kernels(struct syb_ctx *ctx, const struct syb_value *root)
{
	static const char *const limits[] = { "spill>0", "*:flags!=dpas", "execution_env.has_dpas==true", "code<=1K" };
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	struct syb_kernels_verdict verdict;
	size_t broken;

	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) /* wrong types are complained about */
		if (syb_gate(ctx, root, limits[i], NULL, &broken) < 0)
			claim(syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
	claim(syb_diff_kernels(ctx, root, root, NULL, &verdict, &record) == 0);
	claim(verdict.same && !verdict.worse);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct syb_show_opts show = {
		.size = sizeof(show),
		.name = "input",
		.hash = true,
		.raw = true,
		.demangle = true,
		.deep = true,
		.detail = true,
		.per_lane = true,
		.hash_code = true,
	};
	struct syb_check_opts check = { .size = sizeof(check), .name = "input" };
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	size_t errors;

	if (syb_show(ctx, fuzz_bytes(data, size), &show, &record) < 0) {
		claim(!record && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
	} else {
		claim(out_scratch(ctx, &out) == 0);
		claim(syb_value_write_json(ctx, syb_record_root(record), NULL, out) == 0);
		claim(syb_value_write_text(ctx, syb_record_root(record), NULL, out) == 0);
		use_kernels(ctx, syb_record_root(record));
	}
	errors = syb_ctx_count(ctx, SYB_SEVERITY_ERROR);
	if (syb_check(ctx, fuzz_bytes(data, size), &check) < 0)
		claim(syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > errors);
	return 0;
}
