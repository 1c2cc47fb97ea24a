/* fuzz/fuzz_decoder.c — what drivers of any age say about any text and any file: an answer, the same twice, and one
 * that fits its reasons. */
#include "fuzz.h"
#include "package/check/decoder.h"

static const struct syb_ze_version versions[] = { { 1, 15 }, { 1, 46 }, { 1, 47 }, { 1, 73 } };

/* Errors that a verdict gave. */
static size_t judge(const uint8_t *data, size_t size, struct syb_ze_version version, bool zebin)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	struct span span = { data, size, 0 };
	int r = zebin ? decoder_check_zebin(ctx, span, version) : decoder_check_text(ctx, span, version);

	claim(r == 0 || r == -SYB_E_LIMIT || r == -SYB_E_NOMEM);
	return syb_ctx_count(ctx, SYB_SEVERITY_ERROR);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[] = { "1.15", "newest" };

	for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++)
		for (int zebin = 0; zebin < 2; zebin++)
			claim(judge(data, size, versions[i], zebin) == judge(data, size, versions[i], zebin));

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
		struct syb_check_opts opts = { .size = sizeof(opts), .name = "input", .decoder = names[i] };
		int r = syb_check(ctx, fuzz_bytes(data, size), &opts);

		claim((r == 0) == (syb_ctx_count(ctx, SYB_SEVERITY_ERROR) == 0));
	}
	return 0;
}
