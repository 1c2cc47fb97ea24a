/* fuzz/fuzz_spirv_info.c — SPIR-V: what it says of itself; the property sets that follow are read, and say the same. */
#include "format/spirv/spirv_info.h"
#include "fuzz.h"
#include <sybil/propsets.h>

DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);

static void check_aspects(const uint32_t *aspects, size_t count)
{
	for (size_t i = 1; i < count; i++)
		claim(aspects[i - 1] < aspects[i]);
}

static void check_kernels(struct syb_ctx *ctx, const struct syb_spirv *spirv)
{
	const struct syb_spirv_info *info = syb_spirv_info(spirv);

	for (size_t i = 0; i < info->kernel_count; i++) {
		const struct syb_spirv_kernel *k = info->kernels[i];

		claim(k->name && k->work_group_dims <= 3);
		check_aspects(k->aspects, k->aspect_count);
		for (size_t p = 0; p < k->param_count && p < 64; p++)
			claim(k->params[p]->type);
		for (size_t a = 0; a < k->aspect_count; a++) {
			size_t at;

			claim(spirv_why(ctx, spirv, spirv->kernel_nodes[i], k->aspects[a], &at) == 0 && at > 0);
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
	const struct syb_spirv_info *info;

	if (syb_spirv_open(ctx, fuzz_bytes(data, size), NULL, &spirv) < 0) {
		claim(!spirv && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
		return 0;
	}
	info = syb_spirv_info(spirv);
	check_aspects(info->aspects, info->aspect_count);
	if (size < 1 << 16) /* each reason is sought from the start */
		check_kernels(ctx, spirv);
	for (size_t i = 0; i < info->spec_const_count; i++)
		claim(info->spec_consts[i]->type && info->spec_consts[i]->value.len <= 8 &&
		      (i == 0 || info->spec_consts[i - 1]->id < info->spec_consts[i]->id));
	if (syb_spirv_infer(ctx, spirv, &props) < 0) /* names that cannot be written */
		return 0;
	claim(syb_view_new(ctx, props, &view) == 0);
	claim(syb_view_info(view)->requirements->aspect_count == info->aspect_count);
	claim(syb_view_info(view)->spec_const_count == info->spec_const_count);
	return 0;
}
