/* package/pack/wrap.c — package → an object file that registers its images with a SYCL runtime.
 *
 * Runtimes select images by a short target name and find kernels by entries. They read property sets in one form, with
 * the aspect numbers of their version. This file prepares them; format/wrapped/wrapped_write.c writes the records. */
#include "base/codec.h"
#include "base/file.h"
#include "base/hash.h"
#include "format/props/props.h"
#include "format/syclbin/syclbin.h"
#include "format/wrapped/wrapped_write.h"
#include "package/judge/kernels.h"

#include <sybil/code_arch.h>
#include <sybil/package.h>

DEFINE_CLEANUP(struct syb_view *, syb_view_free);

/* Property sets in the form that the runtime reads, shared by images of a module. */
struct sets {
	const char *compile_target; /* the value that was added to the sets, or NULL */
	struct syb_props *props;
	const struct syb_set **list;
	size_t count;
	struct sets *next;
};

struct wrap {
	struct syb_ctx *ctx;
	struct arena arena;
	enum syb_aspect_numbers numbers;
	const struct syb_wrap_opts *opts;
	struct wrapped_out_image *images;
	size_t count;
	struct sets *sets; /* of all modules; those of the current one come first */
};

/* The module that is being added. */
struct adding {
	const struct syb_props *props;
	const char **entries;
	size_t entry_count;
	struct sets *before; /* of other modules */
	size_t first;        /* image */
};

static void drop(struct wrap *w)
{
	for (struct sets *s = w->sets; s; s = s->next)
		syb_props_free(s->props);
	arena_free(&w->arena);
}

/* ---- targets ---- */

static int refuse(struct wrap *w, const struct syb_image *image, const char *why)
{
	return syb_fail(w->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "wrap-image",
			"module %zu, image %zu cannot be wrapped: %s", syb_module_index(image->module),
			syb_image_index(image), why);
}

/* Targets that runtimes support. */
enum target {
	SPIR64,
	SPIR64_X86_64,
	SPIR64_GEN,
	SPIR64_FPGA,
	NVPTX64,
	AMDGCN,
	TARGET_COUNT,
};
static const char *const targets[TARGET_COUNT] = { "spir64",      "spir64_x86_64", "spir64_gen",
						   "spir64_fpga", "nvptx64",       "amdgcn" };

static const char *target_of_triple(const char *triple)
{
	const size_t len = strcspn(triple, "-");

	for (size_t i = 0; i < TARGET_COUNT; i++)
		if (strlen(targets[i]) == len && memcmp(targets[i], triple, len) == 0)
			return targets[i];
	return NULL;
}

static const char *target_of_form(enum syb_code_form form)
{
	switch (form) {
	case SYB_FORM_SPIRV:
		return targets[SPIR64];
	case SYB_FORM_ZEBIN:
	case SYB_FORM_ARCHIVE:
		return targets[SPIR64_GEN];
	case SYB_FORM_PTX:
	case SYB_FORM_CUBIN:
	case SYB_FORM_FATBIN:
		return targets[NVPTX64];
	case SYB_FORM_HSACO:
		return targets[AMDGCN];
	default:
		return NULL;
	}
}

/* The target of an image's architecture, or NULL if it is unknown. */
static const struct syb_target_info *target_of_arch(const struct syb_image *image)
{
	const char *arch = syb_image_arch(image);
	const struct syb_target_info *info = arch ? syb_target_find(arch) : NULL;

	return info || !arch ? info : syb_target_by_arch(arch, syb_image_target(image));
}

static const char *find_triple(const struct syb_image *image)
{
	const struct syb_target_info *info = target_of_arch(image);
	const char *stated = syb_image_target(image);

	return stated ? stated : info ? info->triple : NULL;
}

/* The content decides the target of IR, because tools that write packages state SPIR-V for all IR. The triple decides
 * that of native code, because code for CPUs has no known form, and that of wrapped images, which may be compressed. */
static int find_target(struct wrap *w, const struct syb_image *image, struct wrapped_out_image *out)
{
	const enum syb_code_form form = syb_code_form(syb_image_bytes(image));
	const char *triple = find_triple(image);
	const bool stated = triple && (syb_image_kind(image) == SYB_IMAGE_NATIVE || image->wrapped);

	if (out->bytes.len == 0)
		return refuse(w, image, "it is empty");
	if (form == SYB_FORM_BITCODE)
		return refuse(w, image,
			      "SYCL runtimes do not compile LLVM IR; translate it with 'sybil translate' first");
	out->target = stated ? target_of_triple(triple) : target_of_form(form);
	if (!out->target && !stated)
		return refuse(w, image, "the format of its code is unknown");
	if (!out->target)
		return refuse(w, image,
			      "its target is not supported; SYCL runtimes support spir64, spir64_x86_64, spir64_gen, "
			      "spir64_fpga, "
			      "nvptx64 and amdgcn");
	if (!image->wrapped)
		out->format = form == SYB_FORM_SPIRV ? WRAPPED_SPIRV : WRAPPED_NATIVE;
	out->triple = triple && strchr(triple, '-')
			      ? triple
			      : arena_printf(w->ctx, &w->arena, "%s-unknown-unknown", out->target);
	return out->triple ? 0 : -SYB_E_NOMEM;
}

/* ---- entries ---- */

/* Kernels, then functions that other images may use. Wrapped images may have functions that no property set lists as
 * exports. */
static int list_entries(struct wrap *w, const struct syb_module *module, const struct syb_module_info *info,
			struct adding *out)
{
	const struct wrapped_facts *wrapped = module->image_count ? module->images[0].wrapped : NULL;
	const char *const *exports = wrapped ? (const char *const *)wrapped->exports : info->exports;
	const size_t most = info->kernel_count + (wrapped ? wrapped->export_count : info->export_count);
	_cleanup_(hash_free) struct hash seen = { 0 };

	out->entries = arena_array(w->ctx, &w->arena, most, sizeof(*out->entries));
	if (!out->entries)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < most; i++) {
		const char *name = i < info->kernel_count ? info->kernels[i] : exports[i - info->kernel_count];
		bool found;

		if (props_key_fault(name))
			return syb_fail(w->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "wrap-image",
					"module %zu has an entry with an invalid name: %s", syb_module_index(module),
					props_key_fault(name));
		TRY(arena_copy(w->ctx, &w->arena, name, &out->entries[out->entry_count]));
		TRY(hash_put(w->ctx, &seen, out->entries[out->entry_count], strlen(name), 0, NULL, &found));
		out->entry_count += !found;
	}
	return 0;
}

/* ---- property sets ---- */

/* The target that the runtime compares with the architecture of its device. Without it, the runtime would load code for
 * one GPU on another. NULL if it is unknown, or if the module states it. */
static const char *compile_target(const struct syb_image *image, const char *target, const struct syb_props *props)
{
	const struct syb_target_info *info = target_of_arch(image);

	if (target != targets[SPIR64_GEN] || syb_props_get(props, SET_REQUIREMENTS, "compile_target"))
		return NULL;
	return info && *info->arch ? info->name : NULL;
}

/* Leave out the sets that describe a package, and those that entries and the record version replace. */
static bool is_wrapped(const char *set)
{
	return !str_starts(set, "SYCLBIN/") && !str_eq(set, ASPECT_NUMBERS_SET) && !str_eq(set, SET_KERNEL_NAMES);
}

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

static int list_sets(struct wrap *w, struct sets *sets)
{
	const size_t count = syb_props_count(sets->props);

	sets->list = arena_array(w->ctx, &w->arena, count, sizeof(*sets->list));
	if (!sets->list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		const char *name = syb_set_name(syb_props_at(sets->props, i));

		if (!is_wrapped(name))
			continue;
		if (props_key_fault(name))
			return syb_fail(w->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "wrap-property",
					"a property set has an invalid name: %s", props_key_fault(name));
		sets->list[sets->count++] = syb_props_at(sets->props, i);
	}
	return 0;
}

/* Find or make the sets of the module with this compile_target. */
static int find_sets(struct wrap *w, const struct adding *module, const char *compile, const struct sets **out_sets)
{
	struct sets *s = w->sets;

	while (s != module->before && s->compile_target != compile)
		s = s->next;
	if (s == module->before) {
		s = arena_alloc(w->ctx, &w->arena, sizeof(*s));
		if (!s)
			return -SYB_E_NOMEM;
		s->compile_target = compile;
		s->next = w->sets;
		w->sets = s;
		TRY(convert(w, module->props, compile, &s->props));
		TRY(list_sets(w, s));
	}
	*out_sets = s;
	return 0;
}

/* ---- modules ---- */

/* An image that is wrapped already keeps its form, and is not inflated. */
static void keep_form(const struct syb_image *image, struct wrapped_out_image *out)
{
	const struct wrapped_facts *wrapped = image->wrapped;

	out->format = wrapped->format;
	out->bytes = span_bytes(wrapped->stored);
	out->full_size = out->format == WRAPPED_ZSTD ? codec_stated_size(out->bytes) : CODEC_SIZE_UNKNOWN;
	if (out->full_size == CODEC_SIZE_UNKNOWN)
		out->full_size = out->bytes.len;
	out->compile_options = wrapped->compile_options;
	out->link_options = wrapped->link_options;
}

static int add_image(struct wrap *w, const struct adding *module, const struct syb_image *image)
{
	struct wrapped_out_image *out = &w->images[w->count++];
	const struct sets *sets = NULL;
	int r;

	*out = (struct wrapped_out_image){
		.compile_options = "",
		.link_options = "",
		.bytes = syb_image_bytes(image),
		.file = image->module->bin->file,
		.full_size = syb_image_bytes(image).len,
		.entries = module->entries,
		.entry_count = module->entry_count,
	};
	if (image->wrapped)
		keep_form(image, out);
	out->compile_options = w->opts->compile_options ? w->opts->compile_options : out->compile_options;
	out->link_options = w->opts->link_options ? w->opts->link_options : out->link_options;
	TRY(find_target(w, image, out));
	r = find_sets(w, module, compile_target(image, out->target, module->props), &sets);
	if (r < 0)
		return syb_note(w->ctx, r, "in the properties of module %zu", syb_module_index(image->module));
	out->sets = sets->list;
	out->set_count = sets->count;
	return 0;
}

/* Runtimes load the first image of a module that matches the target and, if compile_target is given, the device. */
static void warn_hidden(struct wrap *w, const struct adding *module, const struct syb_module *from)
{
	const char *seen[TARGET_COUNT]; /* of images for any device */
	size_t count = 0;

	for (size_t i = module->first; i < w->count; i++) {
		const struct syb_image *image = syb_module_image_at(from, i - module->first);
		const char *target = w->images[i].target;
		size_t k = 0;

		while (k < count && seen[k] != target)
			k++;
		if (k < count) {
			syb_report(w->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "wrap-hidden",
				   "module %zu has several images for target %s; SYCL runtimes load only the first; "
				   "remove the others with 'sybil prune'",
				   syb_module_index(from), target);
			return;
		}
		if (!compile_target(image, target, module->props))
			seen[count++] = target;
	}
}

static int add_module(struct wrap *w, const struct syb_module *module)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
	struct adding adding = { .before = w->sets, .first = w->count };

	TRY(syb_module_props(w->ctx, module, &props));
	TRY(syb_module_view(w->ctx, module, props, &view));
	adding.props = props;
	TRY(list_entries(w, module, syb_view_info(view), &adding));
	for (size_t i = 0; i < syb_module_image_count(module); i++)
		TRY(add_image(w, &adding, syb_module_image_at(module, i)));
	warn_hidden(w, &adding, module);
	return 0;
}

static int add_modules(struct wrap *w, const struct syb_bin *bin)
{
	const enum syb_aspect_numbers before = w->ctx->aspect_numbers;
	int r = 0;

	w->images = arena_array(w->ctx, &w->arena, bin->image_count, sizeof(*w->images));
	if (!w->images)
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
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"unsupported machine: %s; expected x86-64 or aarch64",
				o.machine ? o.machine : "this computer");
	if (o.abi && o.abi != 2025 && o.abi != 2026)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"unsupported runtime version %u; expected 2025 or 2026", (unsigned)o.abi);
	w.numbers = o.abi == 2025 ? SYB_ASPECT_NUMBERS_2025 : SYB_ASPECT_NUMBERS_2026;
	TRY(add_modules(&w, bin));
	if (w.count == 0)
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "wrap-image", "the package has no images to wrap");
	return wrapped_write(ctx, machine, o.abi == 2025 ? 2 : 3, w.images, w.count, out);
}
