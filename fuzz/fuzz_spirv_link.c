/* fuzz/fuzz_spirv_link.c — two SPIR-V modules of one input are linked: a byte of options, three bytes that tell how
 * many words the first module has, the modules. What was linked reads, and can be linked again. */
#include "format/spirv/spirv.h"
#include "fuzz.h"

#include <sybil/link.h>

enum { HEAD = 4 };

static int link_modules(struct syb_ctx *ctx, const struct syb_bytes *modules, size_t count, unsigned how,
			struct syb_file **out_file)
{
	const struct syb_spec_id spec_ids[] = { { 1, 2 }, { 0, 7 } };
	const char *const keep[] = { "f", "v0" };
	struct syb_link_input inputs[2];
	const struct syb_spirv_link_opts opts = {
		.size = sizeof(opts),
		.library = how & 1,
		.partial = how & 2,
		.verify_ids = how & 4,
		.same_version = how & 8,
		.version = how & 16 ? 0x00010600 : 0,
		.keep_exports = keep,
		.keep_export_count = how & 32 ? 2 : 0,
	};
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *map = NULL;
	int r;

	for (size_t i = 0; i < count; i++)
		inputs[i] = (struct syb_link_input){ .size = sizeof(inputs[i]),
						     .name = i ? "second" : "first",
						     .bytes = modules[i],
						     .spec_ids = how & 64 ? spec_ids : NULL,
						     .spec_id_count = how & 64 ? 2 : 0 };
	claim(out_scratch(ctx, &out) == 0);
	r = syb_spirv_link(ctx, inputs, count, &opts, out, how & 128 ? &map : NULL);
	claim(r == 0 || !map);
	return r < 0 ? r : out_scratch_file(ctx, out, out_file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(syb_file_close_p) struct syb_file *linked = NULL, *again = NULL;
	_cleanup_(spirv_free_p) struct spirv_module *m = NULL;
	struct syb_bytes modules[2], once;
	size_t first;
	int r;

	if (size < HEAD)
		return 0;
	first = (size_t)(data[1] | data[2] << 8 | data[3] << 16) * 4;
	size -= HEAD;
	first = first < size ? first : size;
	modules[0] = fuzz_bytes(data + HEAD, first);
	modules[1] = fuzz_bytes(data + HEAD + first, size - first);
	r = link_modules(ctx, modules, first < size ? 2 : 1, data[0], &linked);
	claim(r != -SYB_E_INTERNAL);
	if (r < 0) {
		claim(!linked && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
		return 0;
	}
	once = syb_file_bytes(linked);
	r = spirv_read(ctx, span_of(once, 0), &m);
	claim(r == 0 || r == -SYB_E_LIMIT || r == -SYB_E_FORMAT); /* the reader looks into names, the linker does not */
	r = link_modules(ctx, &once, 1, 2 | (data[0] & 1), &again);
	claim(r == 0 || r == -SYB_E_LIMIT);
	return 0;
}
