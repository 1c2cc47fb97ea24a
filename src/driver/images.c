/* driver/images.c — the images that the modules were split into, and which target can run which.
 *
 * An image that a target cannot run is left out before the target's compiler is run. This is not an error; -v reports
 * it. Targets without images and kernels that no target can run cause warnings. */
#include "plan.h"

#include "base/path.h"
#include "term/demangle.h"

#include <sybil/spirv.h>

/* ---- names ---- */

enum { MOST_NAMED = 3 };

/* The name of an image in messages, which cannot name its files because those are temporary. */
const char *plan_image_name(struct plan *p, const char *from, const struct syb_view *view)
{
	const struct syb_module_info *info = view ? syb_view_info(view) : NULL;
	const char *name = plan_text(p, "%s, image with ", from);

	if (!info)
		return from;
	if (info->kernel_count == 0)
		return plan_text(p, "%s, functions", from);
	for (size_t i = 0; i < info->kernel_count && i < MOST_NAMED; i++)
		name = plan_text(p, "%s%s%s", name, i ? ", " : "", info->kernels[i]);
	if (info->kernel_count > MOST_NAMED)
		name = plan_text(p, "%s and %zu more", name, info->kernel_count - MOST_NAMED);
	return name;
}

/* ---- tables ---- */

void plan_drop_images(struct plan *p)
{
	for (size_t i = 0; i < p->image_count; i++) {
		syb_view_free(p->images[i].view);
		syb_view_free(p->images[i].needs);
		syb_props_free(p->images[i].props);
		syb_props_free(p->images[i].needs_props);
	}
	for (size_t i = 0; i < p->group_count; i++) {
		syb_file_close(p->groups[i].file);
		allocator_free(allocator_of(p->ctx), p->groups[i].code);
	}
	p->image_count = p->group_count = 0;
}

struct plan_image *plan_add_image(struct plan *p, struct plan_image image)
{
	p->error = p->error ? p->error : VEC_PUSH(p->ctx, p->images, p->image_count, p->image_room);
	if (p->error)
		return NULL;
	p->images[p->image_count] = image;
	return &p->images[p->image_count++];
}

static int read_properties(struct plan *p, const char *path, struct syb_props **out_props, struct syb_view **out_view)
{
	const struct syb_props_read_opts opts = { .size = sizeof(opts), .name = path };
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_ctx *ctx = p->ctx;

	TRY(syb_file_open(ctx, path, &file));
	TRY(syb_props_read(ctx, syb_file_bytes(file), &opts, out_props));
	return syb_view_new(ctx, *out_props, out_view);
}

/* Files of an image, and files made from it, are named after the table and a number. */
static const char *stem_of(struct plan *p, const char *code)
{
	const char *name = path_name(code);

	return plan_text(p, "%.*s", (int)(path_dot(name) - name), name);
}

static int read_table(struct plan *p, const struct plan_module *from)
{
	struct syb_ctx *ctx = p->ctx;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_table_free_p) struct syb_table *table = NULL;
	int code, properties, needs, r = syb_file_open(ctx, from->table, &file);

	if (r == 0)
		r = syb_table_read(ctx, syb_file_bytes(file), from->table, &table);
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
		struct plan_image image = {
			.code = plan_text(p, "%s", syb_table_cell(table, i, (size_t)code)),
			.properties = plan_text(p, "%s", syb_table_cell(table, i, (size_t)properties)),
			.family = from->family,
			.triple = from->triple,
		};
		struct plan_image *added;

		image.stem = stem_of(p, image.code);
		added = plan_add_image(p, image);
		r = added ? read_properties(p, added->properties, &added->props, &added->view) : p->error;
		if (r == 0)
			r = read_properties(p, syb_table_cell(table, i, (size_t)needs), &added->needs_props,
					    &added->needs);
		if (r == 0)
			added->name = plan_image_name(p, from->name, added->view);
	}
	return r;
}

/* -###: assume one image. */
static int guess_table(struct plan *p, const struct plan_module *from)
{
	const char *base = plan_text(p, "%.*s_0", (int)(strlen(from->table) - strlen(".table")), from->table);
	struct plan_image image = {
		.code = plan_text(p, "%s.bc", base),
		.properties = plan_text(p, "%s.prop", base),
		.name = from->name,
		.family = from->family,
		.triple = from->triple,
	};

	image.stem = stem_of(p, image.code);
	plan_add_image(p, image);
	return p->error;
}

/* ---- SPIR-V inputs ---- */

static int read_spirv(struct plan *p, const struct plan_input *input)
{
	struct syb_ctx *ctx = p->ctx;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	struct plan_image *added, image = { .code = input->file, .stem = input->stem, .spirv = true };
	int r = syb_file_open(ctx, input->file, &file);

	if (r == 0)
		r = syb_spirv_open(ctx, syb_file_bytes(file), input->path, &spirv);
	if (r < 0)
		return r;
	added = plan_add_image(p, image);
	if (!added)
		return p->error;
	r = syb_spirv_infer(ctx, spirv, &added->props);
	if (r == 0)
		r = syb_view_new(ctx, added->props, &added->view);
	if (r == 0)
		added->name = plan_image_name(p, input->name, added->view);
	return r;
}

/* ---- modules of the package ---- */

/* Images of different targets with the same properties belong to one module. */
static int find_group(struct plan *p, const struct plan_image *image, struct syb_bytes text, size_t *out_group)
{
	for (size_t g = 0; g < p->group_count; g++) {
		bool taken = false, same = text.len && bytes_eq(p->groups[g].text, text);

		for (const struct plan_image *other = p->images; other < image && same && !taken; other++)
			taken = other->group == g && other->family == image->family;
		if (same && !taken) {
			*out_group = g;
			return 0;
		}
	}
	*out_group = p->group_count;
	return VEC_PUSH(p->ctx, p->groups, p->group_count, p->group_room);
}

static int place(struct plan *p, struct plan_image *image)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes text = { 0 };
	int r = 0;

	if (image->properties && !p->o.dry_run)
		r = syb_file_open(p->ctx, image->properties, &file);
	if (file)
		text = syb_file_bytes(file);
	if (r == 0)
		r = find_group(p, image, text, &image->group);
	if (r == 0 && image->group == p->group_count)
		p->groups[p->group_count++] =
			(struct plan_group){ .properties = image->properties, .text = text, .file = steal(file) };
	return r;
}

int plan_read_images(struct plan *p)
{
	for (size_t i = 0; i < p->module_count; i++)
		TRY(p->o.dry_run ? guess_table(p, p->modules[i]) : read_table(p, p->modules[i]));
	for (size_t i = 0; i < p->input_count; i++)
		if (p->inputs[i].kind == INPUT_SPIRV)
			TRY(read_spirv(p, &p->inputs[i]));
	for (size_t i = 0; i < p->image_count; i++)
		TRY(place(p, &p->images[i]));
	return 0;
}

/* ---- which target can run which image ---- */

static int name_kernels(struct plan *p, const struct plan_image *image, struct buf *out)
{
	const struct syb_module_info *info = syb_view_info(image->view);

	if (info->kernel_count == 0)
		return buf_printf(p->ctx, out, "%s", image->stem);
	for (size_t i = 0; i < info->kernel_count; i++)
		TRY(buf_printf(p->ctx, out, "%s%s", i ? ", " : "", info->kernels[i]));
	return 0;
}

static int report_left_out(struct plan *p, const struct plan_image *image, const struct plan_target *target,
			   const struct syb_verdict *verdict)
{
	_cleanup_(buf_free) struct buf kernels = { 0 };

	TRY(name_kernels(p, image, &kernels));
	syb_report(p->ctx, SYB_SEVERITY_INFO, SYB_NO_OFFSET, "image-left-out", "the image with %.*s is left out for %s",
		   (int)kernels.len, (const char *)kernels.ptr, target->name);
	for (size_t i = 0; i < syb_verdict_count(verdict); i++)
		if (syb_verdict_at(verdict, i)->answer == SYB_ANSWER_NO)
			syb_note(p->ctx, 0, "it needs: %s", syb_verdict_at(verdict, i)->text);
	return 0;
}

/* Judge an image by its properties and by the requirements of its code: with fixed targets, properties state only the
 * targets. Programs have kernels for several sub-group sizes and choose one when they run. Their runtime refuses
 * kernels that the device cannot run, but only if their images are there, so images for NVIDIA GPUs, which have one
 * size, stay. */
static int judge(struct plan *p, const struct plan_image *image, const struct plan_target *target, bool *out_fits)
{
	const struct syb_view *views[] = { image->view, image->needs };
	int r = 0;

	for (size_t i = 0; i < ARRAY_SIZE(views) && views[i] && r == 0 && *out_fits; i++) {
		_cleanup_(syb_verdict_free_p) struct syb_verdict *verdict = NULL;
		struct syb_requirements needs = *syb_view_info(views[i])->requirements;

		if (p->root && target->chain == CHAIN_NVIDIA)
			needs.sub_group_size_count = 0;
		r = syb_judge(p->ctx, &needs, target->device, &verdict);
		*out_fits = r == 0 && syb_verdict_answer(verdict) != SYB_ANSWER_NO;
		if (r == 0 && !*out_fits)
			r = report_left_out(p, image, target, verdict);
	}
	return r;
}

static const struct syb_requirements *needs_of(const struct plan_image *image)
{
	return syb_view_info(image->needs ? image->needs : image->view)->requirements;
}

/* Reported without -v, because the CPU device often lacks sub-group sizes that all other devices have. */
static int warn_sub_groups(struct plan *p, const struct plan_image *image, const struct plan_target *target)
{
	const struct syb_requirements *needs = needs_of(image);
	_cleanup_(buf_free) struct buf kernels = { 0 };

	TRY(name_kernels(p, image, &kernels));
	syb_report(p->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cpu-sub-group-size",
		   "the image with %.*s is left out for %s: the CPU device has no sub-groups of %u", (int)kernels.len,
		   (const char *)kernels.ptr, target->name, needs->sub_group_sizes[0]);
	return 0;
}

/* Whether the CPU device lacks a size that an image needs. */
static bool lacks_sub_groups(const struct plan_image *image, const struct plan_target *target)
{
	const struct syb_requirements *needs = needs_of(image);

	if (target->chain != CHAIN_CPU)
		return false;
	for (size_t i = 0; i < needs->sub_group_size_count; i++)
		if (target->device->no_sub_groups || target->device->sub_group_size_count == 0 ||
		    !syb_device_has_sub_group_size(target->device, needs->sub_group_sizes[i]))
			return true;
	return false;
}

/* The native form of the CPU driver does not expose addresses of variables, so only device globals of one image, which
 * the driver sets up, can be used. */
static void warn_globals(struct plan *p, const struct plan_image *image, const struct plan_target *target)
{
	const struct syb_module_info *info = syb_view_info(image->view);
	struct demangler *demangler = NULL;

	if (target->chain != CHAIN_CPU || demangler_new(p->ctx, &demangler) < 0)
		return;
	for (size_t i = 0; i < info->device_global_count; i++) {
		const char *name = info->device_globals[i]->name, *readable = demangle(demangler, name);

		if (!info->device_globals[i]->image_scope)
			syb_report(p->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cpu-device-global",
				   "device global '%s' is not accessible in code for %s: give it device_image_scope, "
				   "or compile for spir64",
				   readable ? readable : name, target->name);
	}
	demangler_free(demangler);
}

/* ---- code that is linked later ---- */

static size_t import_count(const struct plan_image *image)
{
	size_t called = image->needs ? syb_view_info(image->needs)->import_count : 0;

	return called + syb_view_info(image->view)->import_count;
}

bool plan_image_waits(const struct plan *p, const struct plan_image *image)
{
	if (p->linked || !image->view)
		return p->linked;
	return p->open && (import_count(image) || syb_view_info(image->view)->kernel_count == 0);
}

bool plan_image_shared(const struct plan *p, const struct plan_image *image)
{
	return plan_image_waits(p, image) || (p->open && image->view && syb_view_info(image->view)->export_count);
}

/* sybil link cannot link code for AMD, so exported functions, and code that imports functions, are left out. */
static int warn_unlinked(struct plan *p, const struct plan_image *image, struct plan_target *target)
{
	const struct syb_module_info *info = syb_view_info(image->view);

	syb_report(p->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "target-not-linked",
		   "%s: left out for %s, whose code cannot be linked later: compile and link it in one command",
		   info->kernel_count || info->export_count == 0 ? image->name
								 : plan_text(p, "%s %s", image->name, info->exports[0]),
		   target->name);
	target->reported = true;
	return 0;
}

/* Whether code for a target can be made from the image. */
static bool suits(const struct plan *p, const struct plan_image *image, const struct plan_target *target)
{
	enum plan_family family = plan_target_family(target);

	if (image->native)
		return str_eq(image->native, target->name);
	if (!image->spirv || image->family == family)
		return image->family == family;
	if (!plan_family_spirv(family) || !image->joined)
		return plan_family_spirv(family);
	/* prefer code that was compiled for native targets */
	for (size_t i = 0; i < p->image_count; i++)
		if (p->images[i].group == image->group && p->images[i].family == family && !p->images[i].native)
			return false;
	return family == FAMILY_SPIR64_AOT;
}

int plan_image_fits(struct plan *p, const struct plan_image *image, struct plan_target *target, bool *out_fits)
{
	bool kernels = !image->view || syb_view_info(image->view)->kernel_count;

	*out_fits = suits(p, image, target);
	if (!*out_fits || !image->view || image->native || target->chain == CHAIN_SPIRV || !target->device)
		return 0;
	if (target->chain == CHAIN_AMD && plan_image_shared(p, image) && (!kernels || import_count(image))) {
		*out_fits = false;
		return warn_unlinked(p, image, target);
	}
	/* exported functions: linking compiles them with the kernels that call them */
	if (!kernels) {
		*out_fits = plan_image_waits(p, image);
		return 0;
	}
	if (lacks_sub_groups(image, target)) {
		*out_fits = false;
		return warn_sub_groups(p, image, target);
	}
	TRY(judge(p, image, target, out_fits));
	if (*out_fits)
		warn_globals(p, image, target);
	return 0;
}

/* The CPU device is that of this machine: query its capabilities, unless a configuration states them. */
int plan_read_cpu(struct plan *p)
{
	const struct syb_devices_opts opts = { .size = sizeof(opts), .files = &p->cpu_profile, .file_count = 1 };
	bool wanted = false;
	int r;

	for (size_t i = 0; i < p->target_count; i++)
		wanted |= p->targets[i].chain == CHAIN_CPU;
	/* cache keys need the identity of the device */
	if (!wanted || !p->o.cpu_profile || (p->o.device_config && !p->o.cache_dir) || p->o.dry_run)
		return 0;
	p->cpu_profile = plan_temp(p, "cpu", ".yaml");
	r = p->error ? p->error : p->o.cpu_profile(p->o.user, p->cpu_profile);
	if (r < 0 || p->o.device_config)
		return r;
	r = syb_devices_load(p->ctx, &opts, &p->cpu);
	for (size_t i = 0; r == 0 && i < p->target_count && syb_devices_count(p->cpu); i++)
		if (p->targets[i].chain == CHAIN_CPU)
			p->targets[i].device = syb_devices_at(p->cpu, 0);
	return r;
}

/* ---- targets and kernels without an image ---- */

static bool is_somewhere(const struct plan *p, const char *kernel)
{
	for (size_t i = 0; i < p->image_count; i++) {
		const struct syb_module_info *info = syb_view_info(p->images[i].view);

		if (!p->groups[p->images[i].group].count)
			continue;
		for (size_t k = 0; k < info->kernel_count; k++)
			if (str_eq(info->kernels[k], kernel))
				return true;
	}
	return false;
}

/* Report each kernel once: it may be in images of several families. */
static bool reported_before(const struct plan *p, size_t image, const char *kernel)
{
	for (size_t i = 0; i < image; i++) {
		const struct syb_module_info *info = syb_view_info(p->images[i].view);

		for (size_t k = 0; k < info->kernel_count; k++)
			if (str_eq(info->kernels[k], kernel))
				return true;
	}
	return false;
}

static bool has_kernels(const struct plan *p)
{
	for (size_t i = 0; i < p->image_count; i++)
		if (syb_view_info(p->images[i].view)->kernel_count)
			return true;
	return false;
}

void plan_report_missing(struct plan *p)
{
	struct syb_ctx *ctx = p->ctx;

	if (p->o.dry_run || p->target_count == 0) /* no target is left by fixed targets, which was reported */
		return;
	for (size_t i = 0; i < p->target_count; i++)
		if (p->targets[i].images == 0 && p->image_count && !p->targets[i].reported)
			syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "target-without-image",
				   has_kernels(p) ? "no image can run on '%s'" : "no kernels for '%s'",
				   p->targets[i].given);
	for (size_t i = 0; i < p->image_count; i++) {
		const struct syb_module_info *info = syb_view_info(p->images[i].view);

		for (size_t k = 0; k < info->kernel_count; k++)
			if (!is_somewhere(p, info->kernels[k]) && !reported_before(p, i, info->kernels[k]))
				syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "kernel-without-target",
					   "kernel '%s' cannot run on any of the targets", info->kernels[k]);
	}
}
