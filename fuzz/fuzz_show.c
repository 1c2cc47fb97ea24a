/* fuzz/fuzz_show.c — show and check on any file: both answer or complain, and what show says can be printed. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct syb_show_opts show = { .size = sizeof(show), .name = "input", .hash = true, .raw = true, .demangle = true };
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
	}
	errors = syb_ctx_count(ctx, SYB_SEVERITY_ERROR);
	if (syb_check(ctx, fuzz_bytes(data, size), &check) < 0)
		claim(syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > errors);
	return 0;
}
