/* fuzz/fuzz_npy.c — .npy files: read, write the header again, read that: type, shape and count must be the same. */
#include "fuzz.h"

#include "tools/run/npy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(buf_free) struct buf buf = { 0 }, text = { 0 };
	struct npy npy = { 0 }, again = { 0 };

	if (npy_read(ctx, fuzz_bytes(data, size), &npy) < 0) {
		claim(!npy.element && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
		return 0;
	}
	claim(npy.data.len == npy.count * npy.element->size);
	claim(npy_header(ctx, &buf, npy.element, npy.shape, npy.dims) == 0);
	claim(buf.len % 64 == 0 && buf_add(ctx, &buf, npy.data.ptr, npy.data.len) == 0);
	claim(npy_read(ctx, buf_bytes(&buf), &again) == 0);
	claim(again.element == npy.element && again.count == npy.count && again.dims == npy.dims);
	claim(memcmp(again.shape, npy.shape, sizeof(npy.shape)) == 0);
	/* numbers as text read back the same, NaNs aside */
	for (size_t i = 0; i < npy.count && i < 64; i++) {
		const uint8_t *at = npy.data.ptr + i * npy.element->size;
		uint8_t back[8] = { 0 };

		if (npy.element->class == ELEMENT_BOOL && *at > 1)
			continue;
		text.len = 0;
		claim(element_print(ctx, &text, npy.element, at) == 0);
		claim(element_parse(npy.element, (const char *)text.ptr, text.len, back));
		claim(element_equal(npy.element, at, back));
	}
	return 0;
}
