/* fuzz/fuzz_syclbin.c — SYCLBIN packages: open, walk, write as each version, open again; nothing may get lost. */
#include "fuzz.h"

static void walk(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	uint64_t at;
	uint32_t n;

	fuzz_touch(syb_bin_metadata(bin, &at));
	(void)syb_bin_state(bin, &n);
	for (size_t m = 0; m < syb_bin_module_count(bin); m++) {
		const struct syb_module *module = syb_bin_module_at(bin, m);
		_cleanup_(syb_props_free_p) struct syb_props *props = NULL;

		claim(syb_module_index(module) == m);
		fuzz_touch(syb_module_metadata(module, &at));
		if (syb_module_props(ctx, module, &props) == 0)
			claim(props);
		for (size_t i = 0; i < syb_module_image_count(module); i++) {
			const struct syb_image *image = syb_module_image_at(module, i);

			claim(syb_image_index(image) == i);
			fuzz_touch(syb_image_bytes(image));
			fuzz_touch(syb_image_metadata(image, &at));
			if (syb_image_ir_type(image, &n) == 0)
				claim(syb_image_kind(image) == SYB_IMAGE_IR);
		}
	}
}

static void same(const struct syb_bin *a, const struct syb_bin *b)
{
	uint32_t sa = 0, sb = 0;

	claim(syb_bin_module_count(a) == syb_bin_module_count(b));
	claim(syb_bin_state(a, &sa) == syb_bin_state(b, &sb) && sa == sb);
	for (size_t m = 0; m < syb_bin_module_count(a); m++) {
		const struct syb_module *ma = syb_bin_module_at(a, m), *mb = syb_bin_module_at(b, m);

		claim(fuzz_same(syb_module_metadata(ma, NULL), syb_module_metadata(mb, NULL)));
		claim(syb_module_image_count(ma) == syb_module_image_count(mb));
		for (size_t i = 0; i < syb_module_image_count(ma); i++) {
			const struct syb_image *ia = syb_module_image_at(ma, i), *ib = syb_module_image_at(mb, i);

			claim(syb_image_kind(ia) == syb_image_kind(ib));
			claim(fuzz_same(syb_image_bytes(ia), syb_image_bytes(ib)));
			claim(fuzz_same_text(syb_image_arch(ia), syb_image_arch(ib)));
			claim(fuzz_same_text(syb_image_target(ia), syb_image_target(ib)));
		}
	}
}

static int copy(struct syb_ctx *ctx, const struct syb_bin *bin, struct syb_bin_writer *writer)
{
	int r = syb_bin_writer_global(ctx, writer, syb_bin_metadata(bin, NULL));

	for (size_t m = 0; r == 0 && m < syb_bin_module_count(bin); m++) {
		const struct syb_module *module = syb_bin_module_at(bin, m);

		r = syb_bin_writer_module(ctx, writer, syb_module_metadata(module, NULL));
		for (size_t i = 0; r == 0 && i < syb_module_image_count(module); i++)
			r = syb_bin_writer_copy(ctx, writer, syb_module_image_at(module, i));
	}
	return r;
}

static int rewrite(struct syb_ctx *ctx, const struct syb_bin *bin, uint32_t version, enum syb_container container)
{
	struct syb_bin_write_opts opts = { .size = sizeof(opts), .format_version = version, .container = container };
	_cleanup_(syb_bin_writer_free_p) struct syb_bin_writer *writer = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_bin_close_p) struct syb_bin *again = NULL;
	int r;

	r = syb_bin_writer_new(ctx, &opts, &writer);
	if (r == 0)
		r = copy(ctx, bin, writer);
	if (r == 0)
		r = out_scratch(ctx, &out);
	if (r == 0)
		r = syb_bin_writer_write(ctx, writer, out);
	if (r == 0)
		r = out_scratch_file(ctx, out, &file);
	if (r < 0)
		return r;
	claim(syb_bin_open(ctx, syb_file_bytes(file), NULL, &again) == 0);
	claim(syb_bin_format_version(again) == version);
	same(bin, again);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;

	if (syb_bin_open(ctx, fuzz_bytes(data, size), NULL, &bin) < 0) {
		claim(!bin && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
		return 0;
	}
	walk(ctx, bin);
	rewrite(ctx, bin, 1, SYB_CONTAINER_NONE);
	rewrite(ctx, bin, 1, SYB_CONTAINER_OFFLOAD);
	rewrite(ctx, bin, 2, SYB_CONTAINER_OFFLOAD);
	return 0;
}
