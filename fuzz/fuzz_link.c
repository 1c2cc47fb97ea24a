/* fuzz/fuzz_link.c — linking: the packages of a file, two at most, in every state and as a whole; the result is written
 * and opened again, and no kernel may be in two modules of it for the same target. */
#include "fuzz.h"
#include <sybil/link.h>

/* A kernel that was there twice could not be linked. */
static void check(struct syb_ctx *ctx, const struct syb_bin *bin, enum syb_state want)
{
	uint32_t state;

	claim(syb_bin_state(bin, &state) == 0 && state == (uint32_t)want);
	for (size_t m = 0; m < syb_bin_module_count(bin); m++) {
		const struct syb_module *module = syb_bin_module_at(bin, m);
		_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
		_cleanup_(syb_view_free_p) struct syb_view *view = NULL;

		claim(syb_module_props(ctx, module, &props) == 0);
		claim(syb_view_new(ctx, props, &view) == 0);
		for (size_t i = 0; i < syb_module_image_count(module); i++)
			fuzz_touch(syb_image_bytes(syb_module_image_at(module, i)));
	}
}

static void link_all(struct syb_ctx *ctx, const struct syb_bin *const *bins, size_t count, struct syb_link_opts opts)
{
	const struct syb_bin_write_opts form = { .size = sizeof(form), .dialect = SYB_DIALECT_DPCPP };
	_cleanup_(syb_pack_free_p) struct syb_pack *pack = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *map = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_bin_close_p) struct syb_bin *result = NULL;
	int r;

	opts.size = sizeof(opts);
	opts.no_rebuild = true;
	claim(syb_pack_new(ctx, &form, &pack) == 0);
	r = syb_link(ctx, bins, count, &opts, pack, &map);
	claim((r == 0) == (map != NULL));
	if (r < 0)
		return;
	claim(out_scratch(ctx, &out) == 0);
	if (syb_bin_writer_write(ctx, syb_pack_writer(pack), out) < 0)
		return; /* names that cannot be written in this form */
	claim(out_scratch_file(ctx, out, &file) == 0);
	claim(syb_bin_open(ctx, syb_file_bytes(file), NULL, &result) == 0);
	check(ctx, result, opts.state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(syb_bin_close_p) struct syb_bin *first = NULL, *second = NULL;
	struct syb_bin_open_opts more = { .size = sizeof(more), .index = 1 };
	const struct syb_bin *bins[2];
	size_t count = 1;

	if (syb_bin_open(ctx, fuzz_bytes(data, size), NULL, &first) < 0)
		return 0;
	bins[0] = first;
	if (syb_bin_package_count(first) > 1 && syb_bin_open(ctx, fuzz_bytes(data, size), &more, &second) == 0)
		bins[count++] = second;
	link_all(ctx, bins, count, (struct syb_link_opts){ .state = SYB_STATE_EXECUTABLE });
	link_all(ctx, bins, count, (struct syb_link_opts){ .state = SYB_STATE_OBJECT, .whole = true });
	link_all(ctx, bins, count,
		 (struct syb_link_opts){ .state = SYB_STATE_EXECUTABLE, .partial = true, .whole = true });
	return 0;
}
