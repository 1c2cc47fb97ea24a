/* fuzz/fuzz_spirv.c — SPIR-V: read, walk everything, print as text, keep one kernel, finish; what was finished reads,
 * and is finished. */
#include "format/spirv/spirv_finish.h"
#include "format/spirv/spirv_text.h"
#include "fuzz.h"
#include <sybil/spirv.h>

static void walk(const struct spirv_module *m)
{
	for (size_t i = 0; i < m->decoration_count; i++) {
		const struct spirv_decoration *d = &m->decorations[i];
		size_t words = 0;

		claim(d->target > 0 && d->target < m->header.bound);
		for (size_t k = 0; k < d->operand_count; k++)
			if (spirv_operand_string(d, k, &words) >= 0)
				claim(words > 0 && k + words <= d->operand_count);
	}
	for (size_t i = 0; i < m->name_count; i++)
		claim(m->names[i].text && spirv_name_of(m, m->names[i].id, m->names[i].member));
	for (size_t i = 0; i < m->entry_point_count; i++)
		claim(m->entry_points[i].name && spirv_function_name(m, m->entry_points[i].function));
	for (size_t i = 0; i < m->extension_count; i++)
		claim(m->extensions[i]);
}

static int finish(struct syb_ctx *ctx, struct syb_bytes bytes, struct spirv_finished *done, struct syb_file **out_file)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r;

	claim(out_scratch(ctx, &out) == 0);
	r = spirv_finish(ctx, span_of(bytes, 0), out, done);
	return r < 0 ? r : out_scratch_file(ctx, out, out_file);
}

/* With one kernel of several, and what is exported: what is left can be read. */
static void keep(struct syb_ctx *ctx, struct syb_bytes bytes, const struct spirv_module *m)
{
	_cleanup_(spirv_free_p) struct spirv_module *less = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	const char *name = m->entry_point_count ? m->entry_points[m->entry_point_count / 2].name : "";
	struct syb_spirv_keep_opts opts = { .size = sizeof(opts),
					    .kernels = &name,
					    .kernel_count = 1,
					    .exports = bytes.len % 8 == 0,
					    .variables = bytes.len % 3 == 0 };

	claim(out_scratch(ctx, &out) == 0);
	if (syb_spirv_keep(ctx, bytes, &opts, out) < 0)
		return;
	claim(out_scratch_file(ctx, out, &file) == 0);
	claim(spirv_read(ctx, span_of(syb_file_bytes(file), 0), &less) == 0);
	claim(less->entry_point_count <= m->entry_point_count && less->decoration_count <= m->decoration_count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(spirv_free_p) struct spirv_module *m = NULL, *again = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *first = NULL, *second = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *text = NULL;
	struct spirv_finished done;

	if (spirv_read(ctx, span_of(fuzz_bytes(data, size), 0), &m) < 0) {
		claim(!m && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
		return 0;
	}
	walk(m);
	keep(ctx, fuzz_bytes(data, size), m);
	claim(out_scratch(ctx, &text) == 0);
	(void)!spirv_text(ctx, span_of(fuzz_bytes(data, size), 0), text);
	if (finish(ctx, fuzz_bytes(data, size), &done, &first) < 0)
		return 0;
	claim(spirv_read(ctx, span_of(syb_file_bytes(first), 0), &again) == 0);
	walk(again);
	claim(again->header.bound == m->header.bound && again->header.big_endian == m->header.big_endian);
	if (done.carriers == 0 && m->name_count == again->name_count) /* nothing new can be carried by what is old */
		claim(finish(ctx, syb_file_bytes(first), &done, &second) == 0 &&
		      fuzz_same(syb_file_bytes(first), syb_file_bytes(second)));
	return 0;
}
