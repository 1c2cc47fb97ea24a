/* fuzz/fuzz_cubin.c — cubins: the end of a file, according to its own tables, does not depend on what follows it. */
#include "fuzz.h"

#include "runtime/backend/cubin.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	size_t extent, again;

	if (cubin_extent(ctx, fuzz_bytes(data, size), &extent) < 0) {
		claim(syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
		return 0;
	}
	claim(cubin_sm(fuzz_bytes(data, size)) && extent <= size);
	claim(cubin_extent(ctx, fuzz_bytes(data, extent), &again) == 0 && again == extent);
	claim(cubin_extent(ctx, fuzz_bytes(data, extent - 1), &again) < 0);
	return 0;
}
