/* fuzz/fuzz_syclbin.c — SYCLBIN packages: open, walk, check, measure, write in each form, open again; nothing may get
 * lost, and in another dialect nothing may mean something else. Wrapped for runtimes, they are read back. */
#include "fuzz.h"
#include "format/syclbin/syclbin.h"
#include "package/diff/diff.h"

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
			fuzz_touch(span_bytes(image->metadata));
			if (syb_image_ir_type(image, &n) == 0)
				claim(syb_image_kind(image) == SYB_IMAGE_IR);
		}
	}
}

static void same(const struct syb_bin *a, const struct syb_bin *b, bool texts)
{
	uint32_t sa = 0, sb = 0;

	claim(syb_bin_module_count(a) == syb_bin_module_count(b));
	claim(syb_bin_state(a, &sa) == syb_bin_state(b, &sb) && sa == sb);
	for (size_t m = 0; m < syb_bin_module_count(a); m++) {
		const struct syb_module *ma = syb_bin_module_at(a, m), *mb = syb_bin_module_at(b, m);

		claim(!texts || fuzz_same(syb_module_metadata(ma, NULL), syb_module_metadata(mb, NULL)));
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

/* A package whose property sets have the shapes they should: only those can be promised to keep their meaning. */
static bool is_sound(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	bool sound = true;

	for (size_t m = 0; sound && m < syb_bin_module_count(bin); m++) {
		_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
		_cleanup_(syb_view_free_p) struct syb_view *view = NULL;

		sound = syb_module_props(ctx, syb_bin_module_at(bin, m), &props) == 0 &&
			syb_view_new(ctx, props, &view) == 0;
	}
	return sound;
}

static void compare(struct syb_ctx *ctx, const struct syb_bin *a, const struct syb_bin *b)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	bool equal = false;

	if (syb_diff(ctx, a, b, &equal, &record) == 0)
		claim(equal);
}

static int rewrite(struct syb_ctx *ctx, const struct syb_bin *bin, struct syb_bin_write_opts opts)
{
	size_t warnings = syb_ctx_count(ctx, SYB_SEVERITY_WARNING);
	_cleanup_(syb_pack_free_p) struct syb_pack *pack = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_bin_close_p) struct syb_bin *again = NULL;
	int r;

	opts.size = sizeof(opts);
	r = syb_pack_new(ctx, &opts, &pack);
	if (r == 0)
		r = syb_pack_bin(ctx, pack, bin);
	if (r == 0)
		r = out_scratch(ctx, &out);
	if (r == 0)
		r = syb_bin_writer_write(ctx, syb_pack_writer(pack), out);
	if (r == 0)
		r = out_scratch_file(ctx, out, &file);
	if (r < 0)
		return r;
	claim(syb_bin_open(ctx, syb_file_bytes(file), NULL, &again) == 0);
	claim(syb_bin_format_version(again) == opts.format_version);
	if (bin->wrapped) { /* without copies of kernels, and with the requirements of the code */
		claim(syb_bin_module_count(again) <= syb_bin_module_count(bin));
		return 0;
	}
	same(bin, again, opts.dialect == SYB_DIALECT_KEEP);
	/* the writer warns where a reader guesses another coding; then nothing can be promised */
	if (syb_ctx_count(ctx, SYB_SEVERITY_WARNING) == warnings && is_sound(ctx, bin))
		compare(ctx, bin, again);
	return 0;
}

/* Wrapped for a runtime and read back: every image, with its bytes. */
static void wrap(struct syb_ctx *ctx, const struct syb_bin *bin, uint32_t abi)
{
	const struct syb_wrap_opts opts = { .size = sizeof(opts), .abi = abi };
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_bin_close_p) struct syb_bin *again = NULL;
	size_t n = 0;

	if (out_scratch(ctx, &out) < 0 || syb_wrap(ctx, bin, &opts, out) < 0 || out_scratch_file(ctx, out, &file) < 0)
		return;
	claim(syb_bin_open(ctx, syb_file_bytes(file), NULL, &again) == 0);
	for (size_t m = 0; m < syb_bin_module_count(bin); m++)
		for (size_t i = 0; i < syb_module_image_count(syb_bin_module_at(bin, m)); i++, n++)
			claim(n < syb_bin_module_count(again) &&
			      fuzz_same(syb_image_bytes(syb_module_image_at(syb_bin_module_at(bin, m), i)),
					syb_image_bytes(syb_module_image_at(syb_bin_module_at(again, n), 0))));
	claim(n == syb_bin_module_count(again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct syb_bin_write_opts forms[] = {
		{ .format_version = 1, .container = SYB_CONTAINER_NONE, .dialect = SYB_DIALECT_KEEP },
		{ .format_version = 1, .container = SYB_CONTAINER_OFFLOAD, .dialect = SYB_DIALECT_KEEP },
		{ .format_version = 2, .container = SYB_CONTAINER_OFFLOAD, .dialect = SYB_DIALECT_KEEP },
		{ .format_version = 2,
		  .container = SYB_CONTAINER_OFFLOAD,
		  .dialect = SYB_DIALECT_KEEP,
		  .compress = SYB_COMPRESS_ZSTD,
		  .level = 1 },
		{ .format_version = 1, .container = SYB_CONTAINER_NONE, .dialect = SYB_DIALECT_SPEC },
		{ .format_version = 1, .container = SYB_CONTAINER_OFFLOAD, .dialect = SYB_DIALECT_DPCPP },
	};
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *sizes = NULL;

	if (syb_bin_open(ctx, fuzz_bytes(data, size), NULL, &bin) < 0) {
		claim(!bin && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
		return 0;
	}
	walk(ctx, bin);
	if (syb_check(ctx, fuzz_bytes(data, size), NULL) < 0)
		claim(syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
	if (syb_size(ctx, bin, &sizes) == 0)
		claim(syb_value_uint(syb_value_get(syb_record_root(sizes), "payloads")) <=
		      syb_value_uint(syb_value_get(syb_record_root(sizes), "total")));
	for (size_t i = 0; i < ARRAY_SIZE(forms); i++)
		rewrite(ctx, bin, forms[i]);
	wrap(ctx, bin, 2025);
	wrap(ctx, bin, 2026);
	return 0;
}
