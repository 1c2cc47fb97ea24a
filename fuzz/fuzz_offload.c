/* fuzz/fuzz_offload.c — offload binaries: read, walk, write (as version 2 and compressed), read again. */
#include "fuzz.h"

static void same(const struct syb_offload *a, const struct syb_offload *b)
{
	claim(syb_offload_count(a) == syb_offload_count(b));
	for (size_t i = 0; i < syb_offload_count(a); i++) {
		const struct syb_offload_entry *ea = syb_offload_at(a, i), *eb = syb_offload_at(b, i);

		claim(syb_offload_entry_image_raw(ea) == syb_offload_entry_image_raw(eb));
		claim(syb_offload_entry_kind_raw(ea) == syb_offload_entry_kind_raw(eb));
		claim(syb_offload_entry_flags(ea) == syb_offload_entry_flags(eb));
		claim(fuzz_same(syb_offload_entry_bytes(ea), syb_offload_entry_bytes(eb)));
		for (size_t k = 0; k < syb_offload_entry_string_count(ea); k++)
			claim(syb_offload_entry_get(eb, syb_offload_entry_key(ea, k)));
	}
}

static int rewrite(struct syb_ctx *ctx, const struct syb_offload *offload, uint32_t version, enum syb_compress compress)
{
	struct syb_offload_write_opts opts = { .size = sizeof(opts), .version = version, .compress = compress };
	_cleanup_(syb_offload_writer_free_p) struct syb_offload_writer *writer = NULL;
	_cleanup_(syb_offload_free_p) struct syb_offload *again = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r;

	r = syb_offload_writer_new(ctx, &opts, &writer);
	claim(r == 0);
	for (size_t i = 0; i < syb_offload_count(offload); i++) {
		const struct syb_offload_entry *e = syb_offload_at(offload, i);

		r = syb_offload_writer_entry(ctx, writer, syb_offload_entry_image_raw(e), syb_offload_entry_kind_raw(e),
					     syb_offload_entry_flags(e));
		for (size_t k = 0; r == 0 && k < syb_offload_entry_string_count(e); k++)
			r = syb_offload_writer_string(ctx, writer, syb_offload_entry_key(e, k),
						      syb_offload_entry_value(e, k));
		if (r == 0)
			r = syb_offload_writer_image(ctx, writer, syb_offload_entry_bytes(e), NULL);
		if (r < 0)
			return r;
	}
	r = out_scratch(ctx, &out);
	if (r == 0)
		r = syb_offload_writer_write(ctx, writer, out);
	if (r == 0)
		r = out_scratch_file(ctx, out, &file);
	if (r < 0)
		return r;
	claim(syb_offload_read(ctx, syb_file_bytes(file), NULL, &again) == 0);
	same(offload, again);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(syb_offload_free_p) struct syb_offload *offload = NULL;

	if (syb_offload_read(ctx, fuzz_bytes(data, size), NULL, &offload) < 0) {
		claim(!offload && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
		return 0;
	}
	for (size_t i = 0; i < syb_offload_count(offload); i++) {
		const struct syb_offload_entry *e = syb_offload_at(offload, i);

		claim(syb_offload_entry_binary(e) < syb_offload_binary_count(offload));
		fuzz_touch(syb_offload_entry_bytes(e));
		for (size_t k = 0; k < syb_offload_entry_string_count(e); k++) {
			struct syb_bytes value = syb_offload_entry_value(e, k);

			claim(value.ptr[value.len] == 0);
			fuzz_touch(value);
		}
	}
	rewrite(ctx, offload, 2, SYB_COMPRESS_NONE);
	rewrite(ctx, offload, 3, SYB_COMPRESS_ZLIB);
	return 0;
}
