/* package/pack/wrap.c — package → an object file that registers its images with a SYCL runtime.
 *
 * Runtimes know images by a short target name and kernels by entries, and read property sets in one form, with the
 * aspect numbers of their version. This file finds these; format/wrapped/wrapped_write.c writes the records. */
#include "base/file.h"
#include "base/hash.h"
#include "format/props/props.h"
#include "format/syclbin/syclbin.h"
#include "format/wrapped/wrapped_write.h"
#include "package/judge/kernels.h"

#include <sybil/code_arch.h>
#include <sybil/package.h>

#define SET_REQUIREMENTS "SYCL/device requirements"

DEFINE_CLEANUP(struct syb_view *, syb_view_free);

struct wrap {
	struct syb_ctx *ctx;
	struct arena arena;
	enum syb_aspect_numbers numbers;
	const struct syb_wrap_opts *opts;
	struct wrapped_out_image *images;
	struct syb_props **props; /* of each image */
	size_t count;
};

static void drop(struct wrap *w)
{
	for (size_t i = 0; i < w->count; i++)
		syb_props_free(w->props[i]);
	arena_free(&w->arena);
}

/* ---- targets ---- */

static int refuse(struct wrap *w, const struct syb_image *image, const char *why)
{
	return syb_fail(w->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "wrap-image",
			"module %zu, image %zu cannot be wrapped: %s", syb_module_index(image->module),
			syb_image_index(image), why);
}

/* Targets that runtimes know. */
static const char *known_target(const char *name, size_t len)
{
	static const char *const known[] = {
		"spir64", "spir64_x86_64", "spir64_gen", "spir64_fpga", "nvptx64", "amdgcn"
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (strlen(known[i]) == len && memcmp(known[i], name, len) == 0)
			return known[i];
	return NULL;
}

static const char *target_of_form(enum syb_code_form form)
{
	switch (form) {
	case SYB_FORM_SPIRV:
		return "spir64";
	case SYB_FORM_ZEBIN:
	case SYB_FORM_ARCHIVE:
		return "spir64_gen";
	case SYB_FORM_PTX:
	case SYB_FORM_CUBIN:
	case SYB_FORM_FATBIN:
		return "nvptx64";
	case SYB_FORM_HSACO:
		return "amdgcn";
	default:
		return NULL;
	}
}

/* The content decides the target of IR, because writers of packages state SPIR-V for all IR. The triple decides that of
 * native code, because code for CPUs has no known form. */
static int find_target(struct wrap *w, const struct syb_image *image, struct wrapped_out_image *out)
{
	const enum syb_code_form form = syb_code_form(syb_image_bytes(image));
	const char *triple = syb_image_target(image);

	if (out->bytes.len == 0)
		return refuse(w, image, "it has no bytes");
	if (form == SYB_FORM_BITCODE)
		return refuse(w, image, "runtimes do not compile LLVM IR; translate it first with sybil translate");
	out->target = triple && syb_image_kind(image) == SYB_IMAGE_NATIVE ? known_target(triple, strcspn(triple, "-"))
									  : target_of_form(form);
	if (!out->target && (syb_image_kind(image) == SYB_IMAGE_IR || !triple))
		return refuse(w, image, "its code is of an unknown kind");
	if (!out->target)
		return refuse(w, image,
			      "runtimes know the targets spir64, spir64_x86_64, spir64_gen, spir64_fpga, nvptx64 and "
			      "amdgcn");
	out->format = form == SYB_FORM_SPIRV ? WRAPPED_SPIRV : WRAPPED_NATIVE;
	out->triple = triple && strchr(triple, '-')
			      ? triple
			      : arena_printf(w->ctx, &w->arena, "%s-unknown-unknown", out->target);
	return out->triple ? 0 : -SYB_E_NOMEM;
}

/* ---- entries ---- */

/* Kernels, then functions that other images may use. */
static int list_entries(struct wrap *w, const struct syb_module_info *info, struct wrapped_out_image *out)
{
	_cleanup_(hash_free) struct hash seen = { 0 };
	const char **names = arena_array(w->ctx, &w->arena, info->kernel_count + info->export_count, sizeof(*names));
	size_t count = 0;

	if (!names)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < info->kernel_count + info->export_count; i++) {
		const char *name = i < info->kernel_count ? info->kernels[i] : info->exports[i - info->kernel_count];
		bool found;

		TRY(arena_copy(w->ctx, &w->arena, name, &names[count]));
		TRY(hash_put(w->ctx, &seen, names[count], strlen(name), 0, NULL, &found));
		count += !found;
	}
	out->entries = names;
	out->entry_count = count;
	return 0;
}

/* ---- property sets ---- */

/* The target that the runtime compares with its device's architecture: without it, code for one GPU is loaded on
 * another. NULL: not known, or the module states it. */
static const char *compile_target(const struct syb_image *image, const char *target, const struct syb_props *props)
{
	const char *arch = syb_image_arch(image);
	const struct syb_target_info *info;

	if (!arch || !str_eq(target, "spir64_gen") || syb_props_get(props, SET_REQUIREMENTS, "compile_target"))
		return NULL;
	info = syb_target_find(arch);
	info = info ? info : syb_target_by_arch(arch, syb_image_target(image));
	return info && *info->arch ? info->name : NULL;
}

/* Sets that describe a package, and those that entries and the version of records replace, stay out. */
static bool is_wrapped(const char *set)
{
	return !str_starts(set, "SYCLBIN/") && !str_eq(set, ASPECT_NUMBERS_SET) && !str_eq(set, SET_KERNEL_NAMES);
}

/* The sets in the runtime's form. */
static int convert(struct wrap *w, const struct syb_props *props, const char *compile, struct syb_props **out_props)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;
	const struct syb_props_read_opts read = { .size = sizeof(read), .aspect_numbers = w->numbers };
	struct syb_bytes text;

	TRY(syb_props_writer_new(w->ctx, &writer));
	TRY(syb_props_writer_add(w->ctx, writer, props));
	if (compile) {
		TRY(syb_props_writer_set(w->ctx, writer, SET_REQUIREMENTS));
		TRY(syb_props_writer_bytes(w->ctx, writer, "compile_target", str_bytes(compile)));
	}
	TRY(syb_props_writer_text(w->ctx, writer, SYB_DIALECT_DPCPP, &text));
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(w->ctx); /* warnings were reported for the module */
	return syb_props_read(w->ctx, text, &read, out_props);
}

static int list_sets(struct wrap *w, const struct syb_props *props, struct wrapped_out_image *out)
{
	const struct syb_set **sets = arena_array(w->ctx, &w->arena, syb_props_count(props), sizeof(*sets));

	if (!sets)
		return -SYB_E_NOMEM;
	out->sets = sets;
	for (size_t i = 0; i < syb_props_count(props); i++)
		if (is_wrapped(syb_set_name(syb_props_at(props, i))))
			sets[out->set_count++] = syb_props_at(props, i);
	return 0;
}

/* ---- modules ---- */

static int add_image(struct wrap *w, const struct syb_image *image, const struct syb_props *props,
		     const struct wrapped_out_image *entries)
{
	struct wrapped_out_image *out = &w->images[w->count];
	struct syb_props *converted = NULL;
	int r;

	*out = (struct wrapped_out_image){
		.compile_options = w->opts->compile_options ? w->opts->compile_options : "",
		.link_options = w->opts->link_options ? w->opts->link_options : "",
		.bytes = syb_image_bytes(image),
		.file = image->module->bin->file,
		.full_size = syb_image_bytes(image).len,
		.entries = entries->entries,
		.entry_count = entries->entry_count,
	};
	TRY(find_target(w, image, out));
	r = convert(w, props, compile_target(image, out->target, props), &converted);
	if (r < 0)
		return syb_note(w->ctx, r, "in the properties of module %zu", syb_module_index(image->module));
	w->props[w->count++] = converted;
	return list_sets(w, converted, out);
}

/* Runtimes take the first image of a module that is for a target, unless a property names the device. */
static void warn_hidden(struct wrap *w, size_t first)
{
	for (size_t i = first; i < w->count; i++)
		for (size_t k = i + 1; k < w->count; k++) {
			if (!str_eq(w->images[i].target, w->images[k].target) ||
			    syb_props_get(w->props[k], SET_REQUIREMENTS, "compile_target"))
				continue;
			syb_report(w->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "wrap-hidden",
				   "images %zu and %zu of the object are both for target %s: runtimes load the first "
				   "one; remove one of them with sybil prune",
				   i, k, w->images[i].target);
			return;
		}
}

static int add_module(struct wrap *w, const struct syb_module *module)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
	struct wrapped_out_image entries = { 0 };
	const size_t first = w->count;

	TRY(syb_module_props(w->ctx, module, &props));
	TRY(syb_module_view(w->ctx, module, props, &view));
	TRY(list_entries(w, syb_view_info(view), &entries));
	for (size_t i = 0; i < syb_module_image_count(module); i++)
		TRY(add_image(w, syb_module_image_at(module, i), props, &entries));
	warn_hidden(w, first);
	return 0;
}

static int add_modules(struct wrap *w, const struct syb_bin *bin)
{
	const enum syb_aspect_numbers before = w->ctx->aspect_numbers;
	int r = 0;

	w->images = arena_array(w->ctx, &w->arena, bin->image_count, sizeof(*w->images));
	w->props = arena_array(w->ctx, &w->arena, bin->image_count, sizeof(struct syb_props *));
	if (!w->images || !w->props)
		return -SYB_E_NOMEM;
	w->ctx->aspect_numbers = w->numbers;
	for (size_t i = 0; i < syb_bin_module_count(bin) && r == 0; i++)
		r = add_module(w, syb_bin_module_at(bin, i));
	w->ctx->aspect_numbers = before;
	return r;
}

int syb_wrap(struct syb_ctx *ctx, const struct syb_bin *bin, const struct syb_wrap_opts *opts, struct syb_out *out)
{
	struct syb_wrap_opts o = { 0 };
	_cleanup_(drop) struct wrap w = { .ctx = ctx, .opts = &o };
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, syb_bin_name(bin));
	const struct wrapped_machine *machine;

	OPTS_READ(ctx, &o, opts);
	machine = wrapped_machine_find(o.machine);
	if (!machine)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "machine '%s': expected x86-64 or aarch64",
				o.machine ? o.machine : "of this computer");
	if (o.abi && o.abi != 2025 && o.abi != 2026)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "runtime version %u: expected 2025 or 2026",
				(unsigned)o.abi);
	w.numbers = o.abi == 2025 ? SYB_ASPECT_NUMBERS_2025 : SYB_ASPECT_NUMBERS_2026;
	TRY(add_modules(&w, bin));
	if (w.count == 0)
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "wrap-image", "the package has no images to wrap");
	return wrapped_write(ctx, machine, o.abi == 2025 ? 2 : 3, w.images, w.count, out);
}
