/* runtime/narrow.c — the requirements of one kernel, if the device does not meet those of its module.
 *
 * Requirements are stated for a module: those of all its kernels together. If a device does not meet them, the module's
 * SPIR-V shows which of them the kernel has: aspects of the functions that it can call, its own work-group and
 * sub-group size. Requirements that nothing in the code needs were declared explicitly, and stay. Without SPIR-V, sizes
 * of single kernels come from the program metadata, and aspects are the module's. The code is read once, and only if
 * needed. */
#include "bundle.h"

#include "base/file.h"

#include <sybil/target.h>

/* ---- the code ---- */

static const struct syb_image *find_spirv(const struct module *module)
{
	for (size_t i = 0; i < syb_module_image_count(module->bin); i++) {
		const struct syb_image *image = syb_module_image_at(module->bin, i);
		enum be_format format;

		if (syb_image_kind(image) == SYB_IMAGE_IR && match_format(syb_image_bytes(image), &format) &&
		    format == BE_SPIRV)
			return image;
	}
	return NULL;
}

/* NULL if the module has none, or it is damaged: then the module's requirements are used, and building reports the
 * error.
 */
static int read_code(struct syb_ctx *ctx, struct module *module, const struct syb_spirv_info **out)
{
	const struct syb_image *image = find_spirv(module);
	int r = 0;

	*out = NULL;
	if (!image)
		return 0;
	pthread_mutex_lock(&module->source->lock);
	if (!module->code_tried) {
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);

		r = syb_spirv_open(ctx, syb_image_bytes(image), NULL, &module->code);
		module->code_tried = r != -SYB_E_NOMEM;
	}
	if (module->code)
		*out = syb_spirv_info(module->code);
	pthread_mutex_unlock(&module->source->lock);
	return r == -SYB_E_NOMEM ? r : 0;
}

int module_check_code(struct syb_ctx *ctx, struct module *module, const struct syb_image *image)
{
	const struct syb_spirv_info *code = NULL;
	struct syb_spirv *again = NULL;
	int r = image == find_spirv(module) ? read_code(ctx, module, &code) : 0;

	if (r == 0 && !code) { /* reports the error that read_code() did not */
		r = syb_spirv_open(ctx, syb_image_bytes(image), NULL, &again);
		code = r == 0 ? syb_spirv_info(again) : NULL;
	}
	if (r == 0)
		r = syb_spec_consts_check(ctx, module->props, code);
	syb_spirv_close(again);
	return r < 0 ? syb_note(ctx, r, "in the SPIR-V of module %zu", syb_module_index(module->bin)) : 0;
}

static const struct syb_spirv_kernel *find_kernel(const struct syb_spirv_info *code, const char *kernel)
{
	for (size_t i = 0; code && i < code->kernel_count; i++)
		if (str_eq(code->kernels[i]->name, kernel))
			return code->kernels[i];
	return NULL;
}

int module_kernel(struct syb_ctx *ctx, struct module *module, const char *kernel, const struct syb_spirv_kernel **out)
{
	const struct syb_spirv_info *code = NULL;
	int r = read_code(ctx, module, &code);

	*out = r == 0 ? find_kernel(code, kernel) : NULL;
	return r;
}

/* ---- sizes of single kernels ---- */

struct sizes {
	uint32_t sub_group;               /* 0: none */
	struct syb_work_group_size group; /* dims 0: none */
};

static uint64_t extent(const struct syb_work_group_size *size, uint32_t i)
{
	return i < size->dims ? size->size[i] : 1;
}

static bool same_group(const struct syb_work_group_size *a, const struct syb_work_group_size *b)
{
	return extent(a, 0) == extent(b, 0) && extent(a, 1) == extent(b, 1) && extent(a, 2) == extent(b, 2);
}

static void sizes_of_code(const struct syb_spirv_kernel *kernel, struct sizes *out)
{
	out->sub_group = kernel->sub_group_size;
	out->group.dims = kernel->work_group_dims;
	memcpy(out->group.size, kernel->work_group_size, sizeof(out->group.size));
}

/* One fact of the program metadata. */
static void add_fact(const struct syb_program_metadata *fact, struct sizes *out)
{
	uint32_t words[3] = { 0 };
	size_t count = 1;

	if (syb_prop_type(fact->prop) == SYB_PROP_U32) {
		words[0] = syb_prop_u32(fact->prop);
	} else {
		struct syb_bytes bytes = syb_prop_bytes(fact->prop);

		count = bytes.len / 4 < 3 ? bytes.len / 4 : 3;
		if (count)
			memcpy(words, bytes.ptr, count * 4);
	}
	if (str_eq(fact->key, "reqd_sub_group_size"))
		out->sub_group = words[0];
	if (!str_eq(fact->key, "reqd_work_group_size"))
		return;
	out->group.dims = (uint32_t)count;
	for (size_t i = 0; i < count; i++)
		out->group.size[i] = words[i];
}

/* Whether some kernel requires this size. Exactly one of the two is given. */
static bool some_kernel_has(const struct syb_module_info *info, const struct syb_spirv_info *code, uint32_t sub_group,
			    const struct syb_work_group_size *group)
{
	for (size_t i = 0; i < (code ? code->kernel_count : info->program_metadata_count); i++) {
		struct sizes sizes = { 0 };

		if (code)
			sizes_of_code(code->kernels[i], &sizes);
		else
			add_fact(info->program_metadata[i], &sizes);
		if (group ? sizes.group.dims && same_group(&sizes.group, group) : sizes.sub_group == sub_group)
			return true;
	}
	return false;
}

static void sizes_of(const struct syb_module_info *info, const struct syb_spirv_info *code, const char *kernel,
		     struct sizes *out)
{
	const struct syb_spirv_kernel *found = kernel ? find_kernel(code, kernel) : NULL;

	*out = (struct sizes){ 0 };
	if (found)
		sizes_of_code(found, out);
	for (size_t i = 0; kernel && !code && i < info->program_metadata_count; i++)
		if (str_eq(info->program_metadata[i]->kernel, kernel))
			add_fact(info->program_metadata[i], out);
}

int module_work_group(struct syb_ctx *ctx, struct module *module, const struct syb_work_group_size **out)
{
	const struct syb_module_info *info = NULL;
	const struct syb_spirv_info *code = NULL;
	const struct syb_requirements *req;
	int r = module_info(ctx, module, &info);

	*out = NULL;
	if (r < 0 || info->requirements->work_group_size_count == 0)
		return r;
	req = info->requirements;
	TRY(read_code(ctx, module, &code));
	if (info->kernel_count == 1 || !some_kernel_has(info, code, 0, &req->work_group_sizes[0]))
		*out = &req->work_group_sizes[0];
	return 0;
}

/* ---- the requirements ---- */

struct narrowing {
	struct syb_ctx *ctx;
	struct arena *arena;
	const struct syb_module_info *info;
	const struct syb_spirv_info *code; /* NULL: none */
	const char *kernel;                /* NULL: exported functions */
	struct syb_requirements req;       /* the result */
};

/* Whether only other code of the module needs it. */
static bool is_of_others(const struct narrowing *n, const struct syb_spirv_kernel *kernel, uint32_t aspect)
{
	if (!u32_in(n->code->aspects, n->code->aspect_count, aspect))
		return false;
	if (kernel)
		return !u32_in(kernel->aspects, kernel->aspect_count, aspect);
	for (size_t i = 0; i < n->code->export_count; i++) {
		const struct syb_spirv_symbol *symbol = n->code->exports[i];

		if (u32_in(symbol->aspects, symbol->aspect_count, aspect) && !find_kernel(n->code, symbol->name))
			return false; /* translators export kernels, too */
	}
	return true;
}

static int narrow_aspects(struct narrowing *n)
{
	const struct syb_requirements *all = n->info->requirements;
	const struct syb_spirv_kernel *kernel = n->kernel ? find_kernel(n->code, n->kernel) : NULL;
	uint32_t *kept;
	size_t count = 0;

	if (!n->code)
		return 0;
	kept = arena_array(n->ctx, n->arena, all->aspect_count, sizeof(*kept));
	if (!kept)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < all->aspect_count; i++)
		if (!is_of_others(n, kernel, all->aspects[i]))
			kept[count++] = all->aspects[i];
	n->req.aspects = kept;
	n->req.aspect_count = count;
	if (is_of_others(n, kernel, syb_aspect_parse("ext_intel_matrix")->number))
		n->req.joint_matrix_count = n->req.joint_matrix_mad_count = 0;
	return 0;
}

static int narrow_sub_groups(struct narrowing *n, const struct sizes *own)
{
	const struct syb_requirements *all = n->info->requirements;
	uint32_t *kept = arena_array(n->ctx, n->arena, all->sub_group_size_count + 1, sizeof(*kept));
	size_t count = 0;

	if (!kept)
		return -SYB_E_NOMEM;
	if (own->sub_group)
		kept[count++] = own->sub_group;
	for (size_t i = 0; i < all->sub_group_size_count; i++) {
		uint32_t size = all->sub_group_sizes[i];

		if (size != own->sub_group && !some_kernel_has(n->info, n->code, size, NULL))
			kept[count++] = size;
	}
	n->req.sub_group_sizes = kept;
	n->req.sub_group_size_count = count;
	n->req.sub_group_size = count ? kept[0] : 0;
	return 0;
}

static int narrow_work_groups(struct narrowing *n, const struct sizes *own)
{
	const struct syb_requirements *all = n->info->requirements;
	struct syb_work_group_size *kept = arena_array(n->ctx, n->arena, all->work_group_size_count + 1, sizeof(*kept));
	size_t count = 0;

	if (!kept)
		return -SYB_E_NOMEM;
	if (own->group.dims)
		kept[count++] = own->group;
	for (size_t i = 0; i < all->work_group_size_count; i++) {
		const struct syb_work_group_size *size = &all->work_group_sizes[i];

		if (own->group.dims && same_group(&own->group, size))
			continue;
		if (!some_kernel_has(n->info, n->code, 0, size))
			kept[count++] = *size;
	}
	n->req.work_group_sizes = kept;
	n->req.work_group_size_count = count;
	n->req.work_group_dims = count ? kept[0].dims : 0;
	memcpy(n->req.work_group_size, kept[0].size, sizeof(n->req.work_group_size));
	return 0;
}

static int narrow(struct narrowing *n)
{
	struct sizes own;
	int r;

	if (n->code && n->kernel && !find_kernel(n->code, n->kernel))
		return 0; /* nothing is known about it */
	r = narrow_aspects(n);
	sizes_of(n->info, n->code, n->kernel, &own);
	if (r == 0 && n->info->requirements->sub_group_size_count)
		r = narrow_sub_groups(n, &own);
	if (r == 0 && n->info->requirements->work_group_size_count)
		r = narrow_work_groups(n, &own);
	return r;
}

/* ---- the verdict ---- */

static int judge_again(struct syb_ctx *ctx, struct arena *arena, struct module *module,
		       const struct syb_rt_device *device, const char *kernel, struct match *match)
{
	struct narrowing n = { .ctx = ctx, .arena = arena, .kernel = kernel };
	struct syb_verdict *verdict = NULL;
	int r = module_info(ctx, module, &n.info);

	if (r == 0)
		r = read_code(ctx, module, &n.code);
	if (r < 0)
		return r;
	n.req = *n.info->requirements;
	r = narrow(&n);
	if (r < 0)
		return r;
	r = syb_judge(ctx, &n.req, &device->info.caps, &verdict);
	if (r < 0)
		return r;
	syb_verdict_free(match->verdict);
	match->verdict = verdict;
	match->answer = match->image ? syb_verdict_answer(verdict) : SYB_ANSWER_NO;
	return 0;
}

int match_kernel(struct syb_ctx *ctx, struct arena *arena, struct syb_bundle *bundle, struct module *module,
		 const struct syb_rt_device *device, const char *kernel, struct match *out)
{
	const struct syb_module_info *info = NULL;
	struct match match = { 0 };
	int r = module_info(ctx, module, &info);

	if (r == 0)
		r = match_module(ctx, arena, bundle, module, device, program_is_specialized(bundle, info), &match);
	if (r == 0 && syb_verdict_answer(match.verdict) != SYB_ANSWER_YES)
		r = judge_again(ctx, arena, module, device, kernel, &match);
	if (r < 0)
		syb_verdict_free(match.verdict);
	else
		*out = match;
	return r;
}

/* ---- code of kernels that can run ---- */

static int runs(struct syb_ctx *ctx, struct syb_bundle *bundle, struct module *module,
		const struct syb_rt_device *device, const char *kernel, bool *out)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	_cleanup_(match_drop) struct match match = { 0 };
	int r = match_kernel(ctx, &scratch, bundle, module, device, kernel, &match);

	*out = r == 0 && match.answer >= (bundle->rt->strict ? SYB_ANSWER_YES : SYB_ANSWER_UNKNOWN);
	return r;
}

/* Code that cannot be read, or has unknown instructions, is passed to the driver unchanged. */
static int reduce(struct syb_ctx *ctx, struct arena *arena, const struct syb_spirv_keep_opts *opts,
		  struct syb_bytes *inout_bytes)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct syb_bytes made;
	uint8_t *copy;
	int r = out_scratch(ctx, &out);

	if (r == 0)
		r = syb_spirv_keep(ctx, *inout_bytes, opts, out);
	if (r == 0)
		r = out_scratch_file(ctx, out, &file);
	if (r < 0)
		return r == -SYB_E_NOMEM ? r : 0;
	made = syb_file_bytes(file);
	copy = arena_bytes(ctx, arena, made.len + 1);
	if (!copy)
		return -SYB_E_NOMEM;
	memcpy(copy, made.ptr, made.len);
	*inout_bytes = (struct syb_bytes){ copy, made.len };
	return 0;
}

int narrow_code(struct syb_ctx *ctx, struct arena *arena, struct syb_bundle *bundle, struct module *module,
		const struct syb_rt_device *device, bool exports, struct syb_bytes *inout_bytes)
{
	const struct syb_spirv_info *code = NULL;
	struct syb_spirv_keep_opts opts = { .size = sizeof(opts), .exports = exports, .variables = true };
	const char **kernels;
	int r = read_code(ctx, module, &code);

	if (r < 0 || !code)
		return r;
	kernels = arena_array(ctx, arena, code->kernel_count, sizeof(*kernels));
	if (!kernels)
		return -SYB_E_NOMEM;
	opts.kernels = kernels;
	for (size_t i = 0; r == 0 && i < code->kernel_count; i++) {
		bool good = false;

		r = runs(ctx, bundle, module, device, code->kernels[i]->name, &good);
		if (good)
			kernels[opts.kernel_count++] = code->kernels[i]->name;
	}
	return r < 0 || opts.kernel_count == code->kernel_count ? r : reduce(ctx, arena, &opts, inout_bytes);
}
