/* package/check/check_requirements.c — does a module state all requirements of its SPIR-V?
 *
 * Without a stated requirement the module is loaded on a device that cannot run it, and the driver's compiler is the
 * first to notice. Each missing requirement is reported once for an image, with the kernel and the instruction that
 * need it. Modules with fixed targets state only those. */
#include "check.h"

#include "format/spirv/spirv_info.h"
#include "format/syclbin/syclbin.h"
#include "target/propsets.h"
#include <sybil/target.h>

#include <inttypes.h>
#include <stdio.h>

DEFINE_CLEANUP(struct syb_props *, syb_props_free);
DEFINE_CLEANUP(struct syb_view *, syb_view_free);
DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);

struct stated {
	struct syb_ctx *ctx;
	const struct syb_module_info *info;
	const struct syb_image *image;
	const struct syb_spirv *spirv;
};

static void report_understated(const struct stated *s, const char *what, const char *by, const char *name, size_t word)
{
	const struct spirv_inst inst = {
		.file = s->image->bytes, .big_endian = s->spirv->module->header.big_endian, .at = word, .count = 1
	};
	const uint32_t op = word ? spirv_word(&inst, 0) & 0xffff : 0;
	char text[SPIRV_OP_TEXT];

	if (word)
		check_hit(s->ctx, s->image->bytes.at + word * 4, "requirements-understated",
			  "module %zu does not state %s, which %s '%s' needs: %s at word %zu of image %zu",
			  s->image->module->index, what, by, name, spirv_op_text(text, op), word, s->image->index);
	else
		check_hit(s->ctx, s->image->bytes.at, "requirements-understated",
			  "module %zu does not state %s, which %s '%s' of image %zu needs", s->image->module->index,
			  what, by, name, s->image->index);
}

/* ---- aspects ---- */

/* Stated aspects that imply another one: deprecated aspects, and those that only some devices distinguish. */
static const struct {
	const char *needed, *stated;
} equals[] = {
	{ "image", "ext_intel_legacy_image" },
	{ "atomic64", "int64_base_atomics" },
	{ "atomic64", "int64_extended_atomics" },
	{ "fp16", "ext_intel_esimd" }, /* all such devices have it, and DPC++ does not always state it */
};

/* Images for ESIMD say so in another set, too; before 2024, only there. */
static bool lists(const struct syb_module_info *info, uint32_t aspect)
{
	return u32_in(info->requirements->aspects, info->requirements->aspect_count, aspect) ||
	       (info->is_esimd_image == 1 && aspect == syb_aspect_parse("ext_intel_esimd")->number);
}

static bool states(const struct syb_module_info *info, uint32_t aspect)
{
	if (lists(info, aspect))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(equals); i++)
		if (syb_aspect_parse(equals[i].needed)->number == aspect &&
		    lists(info, syb_aspect_parse(equals[i].stated)->number))
			return true;
	return false;
}

static int explain(const struct stated *s, uint32_t aspect)
{
	const struct syb_spirv_info *info = syb_spirv_info(s->spirv);
	const struct syb_aspect_info *row = syb_aspect_find(aspect);
	char what[96];
	size_t word = 0;
	int r;

	snprintf(what, sizeof(what), "aspect %s", row ? row->name : "");
	for (size_t i = 0; i < info->kernel_count; i++) {
		if (!u32_in(info->kernels[i]->aspects, info->kernels[i]->aspect_count, aspect))
			continue;
		r = spirv_why(s->ctx, s->spirv, s->spirv->kernel_nodes[i], aspect, &word);
		if (r == 0)
			report_understated(s, what, "kernel", info->kernels[i]->name, word);
		return r;
	}
	for (size_t i = 0; i < info->export_count; i++) {
		r = spirv_why(s->ctx, s->spirv, s->spirv->export_nodes[i], aspect, &word);
		if (r == 0 && word)
			report_understated(s, what, "exported symbol", info->exports[i]->name, word);
		if (r < 0 || word)
			return r;
	}
	return 0;
}

static int check_aspects(const struct stated *s)
{
	const struct syb_spirv_info *info = syb_spirv_info(s->spirv);

	for (size_t i = 0; i < info->aspect_count; i++)
		if (!states(s->info, info->aspects[i]))
			TRY(explain(s, info->aspects[i]));
	return 0;
}

/* ---- sizes ---- */

static void check_sub_groups(const struct stated *s)
{
	const struct syb_spirv_info *info = syb_spirv_info(s->spirv);
	const struct syb_requirements *req = s->info->requirements;
	char what[64];

	if (s->info->is_esimd_image == 1) /* one lane to the driver, whatever the code states */
		return;
	for (size_t i = 0; i < info->kernel_count; i++) {
		const struct syb_spirv_kernel *k = info->kernels[i];

		if (!k->sub_group_size || u32_in(req->sub_group_sizes, req->sub_group_size_count, k->sub_group_size))
			continue;
		snprintf(what, sizeof(what), "sub-group size %" PRIu32, k->sub_group_size);
		report_understated(s, what, "kernel", k->name, s->spirv->kernel_modes[2 * i + 1]);
		return;
	}
}

static uint64_t items(const uint64_t size[3], uint32_t dims)
{
	uint64_t count = 1;

	for (uint32_t i = 0; i < dims && i < 3; i++)
		if (!checked_mul(count, size[i], &count))
			return UINT64_MAX;
	return count;
}

/* A module can state one size for all of its kernels: enough when it has as many work-items. */
static void check_work_groups(const struct stated *s)
{
	const struct syb_spirv_info *info = syb_spirv_info(s->spirv);
	const struct syb_requirements *req = s->info->requirements;
	uint64_t most = 0;
	char what[96];

	for (size_t i = 0; i < req->work_group_size_count; i++) {
		uint64_t count = items(req->work_group_sizes[i].size, req->work_group_sizes[i].dims);

		most = count > most ? count : most;
	}
	for (size_t i = 0; i < info->kernel_count; i++) {
		const struct syb_spirv_kernel *k = info->kernels[i];

		if (!k->work_group_dims || items(k->work_group_size, k->work_group_dims) <= most)
			continue;
		snprintf(what, sizeof(what), "work-group size %" PRIu64 " %" PRIu64 " %" PRIu64, k->work_group_size[0],
			 k->work_group_size[1], k->work_group_size[2]);
		report_understated(s, what, "kernel", k->name, s->spirv->kernel_modes[2 * i]);
		return;
	}
}

/* ---- images ---- */

static int check_image(struct syb_ctx *ctx, const struct syb_image *image, const struct syb_props *props,
		       const struct syb_module_info *info)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	struct stated s = { ctx, info, image, NULL };
	int r;

	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx); /* check.c reports damage */

		r = spirv_open(ctx, image->bytes, &spirv);
	}
	if (r < 0)
		return r == -SYB_E_NOMEM ? r : 0;
	s.spirv = spirv;
	TRY(check_facts(ctx, image->module, props, info, spirv));
	if (info->requirements->fixed_targets || info->requirements->fixed_target_aspects)
		return 0;
	check_sub_groups(&s);
	check_work_groups(&s);
	return check_aspects(&s);
}

static int view(struct syb_ctx *ctx, const struct syb_module *module, struct syb_props **out_props,
		struct syb_view **out_view)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx); /* errors were reported */

	TRY(syb_module_props(ctx, module, out_props));
	return syb_view_new(ctx, *out_props, out_view);
}

bool requirements_too_old(const struct syb_module *module, const struct syb_props *props)
{
	return module->image_count && module->images[0].wrapped && !syb_props_find(props, SET_REQUIREMENTS);
}

static int check_module(struct syb_ctx *ctx, const struct syb_module *module, uint64_t *left)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *seen = NULL;
	int r = 0;

	for (size_t i = 0; i < module->ir_count && r == 0; i++) {
		const struct syb_image *image = &module->images[i];

		if (!spirv_is_module(image->bytes) || image->bytes.len > *left)
			continue;
		*left -= image->bytes.len;
		if (!seen)
			r = view(ctx, module, &props, &seen);
		if (r == 0 && !requirements_too_old(module, props))
			r = check_image(ctx, image, props, syb_view_info(seen));
	}
	return r == -SYB_E_NOMEM ? r : 0;
}

int check_requirements(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	return check_modules(ctx, bin, check_module);
}
