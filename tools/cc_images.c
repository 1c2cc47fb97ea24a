/* tools/cc_images.c — the images that the front half made, and which target can run which.
 *
 * An image that a target cannot run is left out before the target's compiler sees it, which is no error; -v names it. A
 * target that is left with no image is told about, and so is a kernel that no target can run. */
#include "cc.h"

#include "base/path.h"

#include <sybil/spirv.h>

/* ---- names ---- */

enum { MOST_NAMED = 3 };

/* What messages call an image: files of it are gone when they are read. */
const char *cc_image_name(struct cc *cc, const char *from, const struct syb_view *view)
{
	const struct syb_module_info *info = view ? syb_view_info(view) : NULL;
	const char *name = cc_text(cc, "%s, image with ", from);

	if (!info)
		return from;
	if (info->kernel_count == 0)
		return cc_text(cc, "%s, functions", from);
	for (size_t i = 0; i < info->kernel_count && i < MOST_NAMED; i++)
		name = cc_text(cc, "%s%s%s", name, i ? ", " : "", info->kernels[i]);
	if (info->kernel_count > MOST_NAMED)
		name = cc_text(cc, "%s and %zu more", name, info->kernel_count - MOST_NAMED);
	return name;
}

/* ---- tables ---- */

void cc_images_drop(struct cc *cc)
{
	for (size_t i = 0; i < cc->image_count; i++) {
		syb_view_free(cc->images[i].view);
		syb_view_free(cc->images[i].needs);
		syb_props_free(cc->images[i].props);
		syb_props_free(cc->images[i].needs_props);
	}
	for (size_t i = 0; i < cc->module_count; i++) {
		syb_file_close(cc->modules[i].file);
		allocator_free(allocator_of(cc->tool->ctx), cc->modules[i].words);
	}
	cc->image_count = cc->module_count = 0;
}

static struct cc_image *add_image(struct cc *cc, struct cc_image image)
{
	cc->error = cc->error ? cc->error : VEC_PUSH(cc->tool->ctx, cc->images, cc->image_count, cc->image_room);
	if (cc->error)
		return NULL;
	cc->images[cc->image_count] = image;
	return &cc->images[cc->image_count++];
}

static int read_properties(struct cc *cc, const char *path, struct syb_props **out_props, struct syb_view **out_view)
{
	const struct syb_props_read_opts opts = { .size = sizeof(opts), .name = path };
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_ctx *ctx = cc->tool->ctx;
	struct syb_bytes text;
	int r = cc_made_open(cc, path, &file, &text);

	if (r == 0)
		r = syb_props_read(ctx, text, &opts, out_props);
	return r < 0 ? r : syb_view_new(ctx, *out_props, out_view);
}

/* Files of images are called after the table and a number; so is all that is made from them. */
static const char *stem_of(struct cc *cc, const char *code)
{
	const char *name = path_name(code);

	return cc_text(cc, "%.*s", (int)(path_dot(name) - name), name);
}

static int read_table(struct cc *cc, const struct cc_table *from)
{
	struct syb_ctx *ctx = cc->tool->ctx;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_table_free_p) struct syb_table *table = NULL;
	struct syb_bytes text;
	int code, properties, needs, r = cc_made_open(cc, from->path, &file, &text);

	if (r == 0)
		r = syb_table_read(ctx, text, from->path, &table);
	if (r < 0)
		return r;
	code = syb_table_column_find(table, "Code");
	properties = syb_table_column_find(table, "Properties");
	needs = syb_table_column_find(table, "Needs");
	if (code < 0 || properties < 0 || needs < 0)
		return syb_fail(ctx, SYB_E_INTERNAL, SYB_NO_OFFSET, "internal", "post-link wrote a table without %s",
				code < 0         ? "code"
				: properties < 0 ? "properties"
						 : "needs");
	for (size_t i = 0; i < syb_table_row_count(table) && r == 0; i++) {
		struct cc_image image = {
			.code = cc_text(cc, "%s", syb_table_cell(table, i, (size_t)code)),
			.properties = cc_text(cc, "%s", syb_table_cell(table, i, (size_t)properties)),
			.family = from->family,
		};
		struct cc_image *added;

		image.stem = stem_of(cc, image.code);
		added = add_image(cc, image);
		r = added ? read_properties(cc, added->properties, &added->props, &added->view) : cc->error;
		if (r == 0)
			r = read_properties(cc, syb_table_cell(table, i, (size_t)needs), &added->needs_props,
					    &added->needs);
		if (r == 0)
			added->name = cc_image_name(cc, from->name, added->view);
	}
	return r;
}

/* -###: one image stands for all. */
static int guess_table(struct cc *cc, const struct cc_table *from)
{
	const char *base = cc_text(cc, "%.*s_0", (int)(strlen(from->path) - strlen(".table")), from->path);
	struct cc_image image = {
		.code = cc_text(cc, "%s.bc", base),
		.properties = cc_text(cc, "%s.prop", base),
		.name = from->name,
		.family = from->family,
	};

	image.stem = stem_of(cc, image.code);
	add_image(cc, image);
	return cc->error;
}

/* ---- SPIR-V that was given ---- */

DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);

static int read_spirv(struct cc *cc, const struct cc_input *input)
{
	struct syb_ctx *ctx = cc->tool->ctx;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	struct cc_image *added, image = { .code = input->file, .stem = input->stem, .spirv = true };
	int r = syb_file_open(ctx, input->file, &file);

	if (r == 0)
		r = syb_spirv_open(ctx, syb_file_bytes(file), input->path, &spirv);
	if (r < 0)
		return r;
	added = add_image(cc, image);
	if (!added)
		return cc->error;
	r = syb_spirv_infer(ctx, spirv, &added->props);
	if (r == 0)
		r = syb_view_new(ctx, added->props, &added->view);
	if (r == 0)
		added->name = cc_image_name(cc, input->name, added->view);
	return r;
}

/* ---- modules ---- */

/* Images of different targets with the same properties belong to one module. */
static int find_module(struct cc *cc, const struct cc_image *image, struct syb_bytes text, size_t *out_module)
{
	for (size_t m = 0; m < cc->module_count; m++) {
		bool taken = false, same = cc->modules[m].text.len == text.len && text.len &&
					   memcmp(cc->modules[m].text.ptr, text.ptr, text.len) == 0;

		for (const struct cc_image *other = cc->images; other < image && same && !taken; other++)
			taken = other->module == m && other->family == image->family;
		if (same && !taken) {
			*out_module = m;
			return 0;
		}
	}
	*out_module = cc->module_count;
	return VEC_PUSH(cc->tool->ctx, cc->modules, cc->module_count, cc->module_room);
}

static int place(struct cc *cc, struct cc_image *image)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes text = { 0 };
	int r = 0;

	if (image->properties && !cc->dry)
		r = cc_made_open(cc, image->properties, &file, &text);
	if (r == 0)
		r = find_module(cc, image, text, &image->module);
	if (r == 0 && image->module == cc->module_count)
		cc->modules[cc->module_count++] =
			(struct cc_module){ .properties = image->properties, .text = text, .file = steal(file) };
	return r;
}

int cc_images_read(struct cc *cc)
{
	int r = 0;

	for (size_t i = 0; i < cc->table_count && r == 0; i++)
		r = cc->dry ? guess_table(cc, &cc->tables[i]) : read_table(cc, &cc->tables[i]);
	for (size_t i = 0; i < cc->input_count && r == 0; i++)
		if (cc->inputs[i].kind == CC_SPIRV)
			r = read_spirv(cc, &cc->inputs[i]);
	for (size_t i = 0; i < cc->image_count && r == 0; i++)
		r = place(cc, &cc->images[i]);
	return r;
}

/* ---- who can run what ---- */

static int name_kernels(struct cc *cc, const struct cc_image *image, struct buf *out)
{
	const struct syb_module_info *info = syb_view_info(image->view);
	int r = 0;

	if (info->kernel_count == 0)
		return buf_printf(cc->tool->ctx, out, "%s", image->stem);
	for (size_t i = 0; i < info->kernel_count && r == 0; i++)
		r = buf_printf(cc->tool->ctx, out, "%s%s", i ? ", " : "", info->kernels[i]);
	return r;
}

DEFINE_CLEANUP(struct syb_verdict *, syb_verdict_free);

static int tell_left_out(struct cc *cc, const struct cc_image *image, const struct cc_target *target,
			 const struct syb_verdict *verdict)
{
	_cleanup_(buf_free) struct buf kernels = { 0 };
	int r = name_kernels(cc, image, &kernels);

	if (r < 0)
		return r;
	syb_report(cc->tool->ctx, SYB_SEVERITY_INFO, SYB_NO_OFFSET, "image-left-out",
		   "the image with %.*s is left out for %s", (int)kernels.len, (const char *)kernels.ptr, target->name);
	for (size_t i = 0; i < syb_verdict_count(verdict); i++)
		if (syb_verdict_at(verdict, i)->answer == SYB_ANSWER_NO)
			syb_note(cc->tool->ctx, 0, "it needs: %s", syb_verdict_at(verdict, i)->text);
	return 0;
}

/* By what it says, and by what is in it: an image for fixed targets says nothing but these. */
static int judge(struct cc *cc, const struct cc_image *image, const struct cc_target *target, bool *out_fits)
{
	const struct syb_view *views[] = { image->view, image->needs };
	int r = 0;

	for (size_t i = 0; i < ARRAY_SIZE(views) && views[i] && r == 0 && *out_fits; i++) {
		_cleanup_(syb_verdict_free_p) struct syb_verdict *verdict = NULL;

		r = syb_judge(cc->tool->ctx, syb_view_info(views[i])->requirements, target->device, &verdict);
		*out_fits = r == 0 && syb_verdict_answer(verdict) != SYB_ANSWER_NO;
		if (r == 0 && !*out_fits)
			r = tell_left_out(cc, image, target, verdict);
	}
	return r;
}

static const struct syb_requirements *needs_of(const struct cc_image *image)
{
	return syb_view_info(image->needs ? image->needs : image->view)->requirements;
}

/* Sub-groups are what the CPU device lacks where all others have them: told without -v. */
static int warn_sub_groups(struct cc *cc, const struct cc_image *image, const struct cc_target *target)
{
	const struct syb_requirements *needs = needs_of(image);
	_cleanup_(buf_free) struct buf kernels = { 0 };
	int r = name_kernels(cc, image, &kernels);

	if (r == 0)
		syb_report(cc->tool->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cpu-sub-group-size",
			   "the image with %.*s is left out for %s: the CPU device has no sub-groups of %u",
			   (int)kernels.len, (const char *)kernels.ptr, target->name, needs->sub_group_sizes[0]);
	return r;
}

/* Whether the CPU device lacks a size that an image needs. */
static bool lacks_sub_groups(const struct cc_image *image, const struct cc_target *target)
{
	const struct syb_requirements *needs = needs_of(image);

	if (target->chain != CC_CHAIN_CPU)
		return false;
	for (size_t i = 0; i < needs->sub_group_size_count; i++)
		if (target->device->no_sub_groups || target->device->sub_group_size_count == 0 ||
		    !syb_device_has_sub_group_size(target->device, needs->sub_group_sizes[i]))
			return true;
	return false;
}

/* A driver's own code does not tell where variables are: only those of one image, which it sets up, can be used. */
static void warn_globals(struct cc *cc, const struct cc_image *image, const struct cc_target *target)
{
	const struct syb_module_info *info = syb_view_info(image->view);

	if (target->chain != CC_CHAIN_CPU)
		return;
	for (size_t i = 0; i < info->device_global_count; i++)
		if (!info->device_globals[i]->image_scope)
			syb_report(cc->tool->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cpu-device-global",
				   "device global '%s' cannot be reached in code for %s: give it device_image_scope, "
				   "or compile for spir64",
				   info->device_globals[i]->name, target->name);
}

/* ---- what is linked later ---- */

static size_t import_count(const struct cc_image *image)
{
	size_t called = image->needs ? syb_view_info(image->needs)->import_count : 0;

	return called + syb_view_info(image->view)->import_count;
}

bool cc_image_waits(const struct cc *cc, const struct cc_image *image)
{
	if (cc->linked || !image->view)
		return cc->linked;
	return cc->open && (import_count(image) || syb_view_info(image->view)->kernel_count == 0);
}

bool cc_image_shared(const struct cc *cc, const struct cc_image *image)
{
	return cc_image_waits(cc, image) || (cc->open && image->view && syb_view_info(image->view)->export_count);
}

/* Code for AMD has no form that sybil link can join: functions for others, and what calls such, would be missing. */
static int warn_unlinked(struct cc *cc, const struct cc_image *image, struct cc_target *target)
{
	const struct syb_module_info *info = syb_view_info(image->view);

	syb_report(cc->tool->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "target-not-linked",
		   "%s: left out for %s, whose code cannot be linked later: compile and link it in one command",
		   info->kernel_count || info->export_count == 0 ? image->name
								 : cc_text(cc, "%s %s", image->name, info->exports[0]),
		   target->name);
	target->told = true;
	return 0;
}

/* Whether code of the kind of an image is what a target is made of. */
static bool suits(const struct cc *cc, const struct cc_image *image, const struct cc_target *target)
{
	enum cc_family family = cc_target_family(target);

	if (image->native)
		return str_eq(image->native, target->name);
	if (!image->spirv || image->family == family)
		return image->family == family;
	if (!cc_family_spirv(family) || !image->joined)
		return cc_family_spirv(family);
	/* code that was made for native code is better */
	for (size_t i = 0; i < cc->image_count; i++)
		if (cc->images[i].module == image->module && cc->images[i].family == family && !cc->images[i].native)
			return false;
	return family == CC_SPIR64_AOT;
}

int cc_image_fits(struct cc *cc, const struct cc_image *image, struct cc_target *target, bool *out_fits)
{
	bool kernels = !image->view || syb_view_info(image->view)->kernel_count;
	int r;

	*out_fits = suits(cc, image, target);
	if (!*out_fits || !image->view || image->native || target->chain == CC_CHAIN_SPIRV || !target->device)
		return 0;
	if (target->chain == CC_CHAIN_AMD && cc_image_shared(cc, image) && (!kernels || import_count(image))) {
		*out_fits = false;
		return warn_unlinked(cc, image, target);
	}
	/* functions for others: linking compiles them with the kernels that call them */
	if (!kernels) {
		*out_fits = cc_image_waits(cc, image);
		return 0;
	}
	if (lacks_sub_groups(image, target)) {
		*out_fits = false;
		return warn_sub_groups(cc, image, target);
	}
	r = judge(cc, image, target, out_fits);
	if (r == 0 && *out_fits)
		warn_globals(cc, image, target);
	return r;
}

int cc_cpu_read(struct cc *cc)
{
	const struct syb_devices_opts opts = { .size = sizeof(opts), .files = &cc->cpu_profile, .file_count = 1 };
	int r;

	if (!cc->cpu_profile || cc->config || cc->dry)
		return 0;
	r = syb_devices_load(cc->tool->ctx, &opts, &cc->cpu);
	for (size_t i = 0; r == 0 && i < cc->target_count && syb_devices_count(cc->cpu); i++)
		if (cc->targets[i].chain == CC_CHAIN_CPU)
			cc->targets[i].device = syb_devices_at(cc->cpu, 0);
	return r;
}

/* ---- what is left without ---- */

static bool is_somewhere(const struct cc *cc, const char *kernel)
{
	for (size_t i = 0; i < cc->image_count; i++) {
		const struct syb_module_info *info = syb_view_info(cc->images[i].view);

		if (!cc->modules[cc->images[i].module].word_count)
			continue;
		for (size_t k = 0; k < info->kernel_count; k++)
			if (str_eq(info->kernels[k], kernel))
				return true;
	}
	return false;
}

/* Each kernel once: it may be in images of several families. */
static bool told_before(const struct cc *cc, size_t image, const char *kernel)
{
	for (size_t i = 0; i < image; i++) {
		const struct syb_module_info *info = syb_view_info(cc->images[i].view);

		for (size_t k = 0; k < info->kernel_count; k++)
			if (str_eq(info->kernels[k], kernel))
				return true;
	}
	return false;
}

static bool has_kernels(const struct cc *cc)
{
	for (size_t i = 0; i < cc->image_count; i++)
		if (syb_view_info(cc->images[i].view)->kernel_count)
			return true;
	return false;
}

void cc_tell_missing(struct cc *cc)
{
	struct syb_ctx *ctx = cc->tool->ctx;

	if (cc->dry || cc->target_count == 0) /* fixed targets left none, which was told */
		return;
	for (size_t i = 0; i < cc->target_count; i++)
		if (cc->targets[i].images == 0 && cc->image_count && !cc->targets[i].told)
			syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "target-without-image",
				   has_kernels(cc) ? "no image can run on '%s'" : "there is no kernel for '%s'",
				   cc->targets[i].said);
	for (size_t i = 0; i < cc->image_count; i++) {
		const struct syb_module_info *info = syb_view_info(cc->images[i].view);

		for (size_t k = 0; k < info->kernel_count; k++)
			if (!is_somewhere(cc, info->kernels[k]) && !told_before(cc, i, info->kernels[k]))
				syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "kernel-without-target",
					   "kernel '%s' can run on none of the targets", info->kernels[k]);
	}
}
