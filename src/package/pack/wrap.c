/* package/pack/wrap.c — package → an object file that registers its images with a SYCL runtime.
 *
 * Runtimes select images by a short target name and find kernels by entries. They read property sets in one form, with
 * the aspect numbers of their version. This file prepares them; format/wrapped/wrapped_write.c writes the records.
 *
 * A kernel that no image has crashes libsycl when it is launched, and one that has no image for the device is reported
 * as missing. Both must be kernel_not_supported, which the runtime throws only for an image that it has selected: a
 * stand-in, which has the kernel's name and requirements, but no code. */
#include "base/codec.h"
#include "base/file.h"
#include "base/hash.h"
#include "format/props/props.h"
#include "format/syclbin/syclbin.h"
#include "format/wrapped/wrapped_write.h"
#include "package/judge/kernels.h"
#include "package/pack/wrap_limits.h"

#include <sybil/code_arch.h>
#include <sybil/package.h>

DEFINE_CLEANUP(struct syb_view *, syb_view_free);

/* What an image requires in addition to its module. */
struct addition {
	const char *compile_target; /* the only device, or NULL */
	uint32_t aspect;            /* 0: none */
	bool stand_in;
};

/* Property sets in the form that the runtime reads, shared by images of a module. */
struct sets {
	struct addition addition;
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
	size_t count, room;
	struct sets *sets;        /* of all modules; those of the current one come first */
	struct hash covered;      /* kernels that have code or a stand-in for every device that takes SPIR-V */
	struct hash covered_cuda; /* the same for NVIDIA GPUs */
	bool has_cuda;
	bool limited; /* some image is for certain devices only */
};

/* The module that is being added. */
struct adding {
	const struct syb_props *props;
	const struct syb_requirements *requirements;
	const char **entries; /* kernels, then exports */
	size_t entry_count, kernel_count;
	struct sets *before;                       /* of other modules */
	const char *seen[WRAPPED_TARGETS_WRITTEN]; /* targets of images for any device */
	size_t seen_count;
	const char *hidden; /* the target of an image that follows one for any device */
};

static void drop(struct wrap *w)
{
	for (struct sets *s = w->sets; s; s = s->next)
		syb_props_free(s->props);
	allocator_free(allocator_of(w->ctx), w->images);
	hash_free(&w->covered);
	hash_free(&w->covered_cuda);
	arena_free(&w->arena);
}

/* ---- targets ---- */

static int refuse(struct wrap *w, const struct syb_image *image, const char *why)
{
	return syb_fail(w->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "wrap-image",
			"module %zu, image %zu cannot be wrapped: %s", syb_module_index(image->module),
			syb_image_index(image), why);
}

/* NULL: it cannot be wrapped. */
static const char *target_of_triple(const char *triple)
{
	const enum wrapped_target target = wrapped_target_find(triple);

	return target < WRAPPED_TARGETS_WRITTEN ? wrapped_target_name(target) : NULL;
}

static const char *target_of_form(enum syb_code_form form)
{
	switch (form) {
	case SYB_FORM_SPIRV:
		return wrapped_target_name(WRAPPED_SPIR64);
	case SYB_FORM_ZEBIN:
	case SYB_FORM_ARCHIVE:
		return wrapped_target_name(WRAPPED_SPIR64_GEN);
	case SYB_FORM_PTX:
	case SYB_FORM_CUBIN:
	case SYB_FORM_FATBIN:
		return wrapped_target_name(WRAPPED_NVPTX64);
	case SYB_FORM_HSACO:
		return wrapped_target_name(WRAPPED_AMDGCN);
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
		out->kernel_count += !found && i < info->kernel_count;
	}
	return 0;
}

/* ---- property sets ---- */

/* The target that the runtime compares with the architecture of its device. Without it, the runtime would load code for
 * one GPU on another. NULL if it is unknown, or if the module states it. */
static const char *compile_target(const struct syb_image *image, const char *target, const struct syb_props *props)
{
	const struct syb_target_info *info = target_of_arch(image);

	if (target != wrapped_target_name(WRAPPED_SPIR64_GEN) ||
	    syb_props_get(props, SET_REQUIREMENTS, "compile_target"))
		return NULL;
	return info && *info->arch ? info->name : NULL;
}

/* Leave out the sets that describe a package, and those that entries and the record version replace. */
static bool is_wrapped(const char *set)
{
	return !str_starts(set, "SYCLBIN/") && !str_eq(set, ASPECT_NUMBERS_SET) && !str_eq(set, SET_KERNEL_NAMES);
}

/* A stand-in takes part in no link of images, and is for no device in particular. */
static bool is_replaced(const struct addition *addition, const char *set, const char *key)
{
	if (addition->stand_in && (str_eq(set, SET_EXPORTS) || str_eq(set, SET_IMPORTS)))
		return true;
	if (!str_eq(set, SET_REQUIREMENTS))
		return false;
	return str_eq(key, "compile_target") ? addition->stand_in || addition->compile_target
					     : addition->aspect && (str_eq(key, "aspects") || str_eq(key, "aspect"));
}

static int add_sets(struct wrap *w, struct syb_props_writer *writer, const struct syb_props *props,
		    const struct addition *addition)
{
	for (size_t i = 0; i < syb_props_count(props); i++) {
		const struct syb_set *set = syb_props_at(props, i);

		TRY(syb_props_writer_set(w->ctx, writer, syb_set_name(set)));
		for (size_t k = 0; k < syb_set_count(set); k++)
			if (!is_replaced(addition, syb_set_name(set), syb_prop_key(syb_set_at(set, k))))
				TRY(syb_props_writer_prop(w->ctx, writer, syb_set_at(set, k)));
	}
	return 0;
}

/* The aspects of the module and another one, which comes last: runtimes name the first aspect that a device lacks. */
static int add_aspect(struct wrap *w, struct syb_props_writer *writer, const struct syb_requirements *from,
		      uint32_t aspect)
{
	_cleanup_(buf_free) struct buf bytes = { 0 };
	uint32_t number = 0;

	for (size_t i = 0; i <= from->aspect_count; i++)
		if (syb_aspect_encode(w->numbers, i < from->aspect_count ? from->aspects[i] : aspect, &number))
			TRY(buf_u32(w->ctx, &bytes, number));
	return syb_props_writer_bytes(w->ctx, writer, "aspects", buf_bytes(&bytes));
}

static int convert(struct wrap *w, const struct adding *module, const struct addition *addition,
		   struct syb_props **out_props)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;
	const struct syb_props_read_opts read = { .size = sizeof(read), .aspect_numbers = w->numbers };
	struct syb_bytes text;

	TRY(syb_props_writer_new(w->ctx, &writer));
	TRY(add_sets(w, writer, module->props, addition));
	if (addition->stand_in) {
		TRY(syb_props_writer_set(w->ctx, writer, SET_STAND_IN));
		TRY(syb_props_writer_u32(w->ctx, writer, "refuses", 1));
	}
	if (addition->compile_target || addition->aspect)
		TRY(syb_props_writer_set(w->ctx, writer, SET_REQUIREMENTS));
	if (addition->compile_target)
		TRY(syb_props_writer_bytes(w->ctx, writer, "compile_target", str_bytes(addition->compile_target)));
	if (addition->aspect)
		TRY(add_aspect(w, writer, module->requirements, addition->aspect));
	TRY(syb_props_writer_text(w->ctx, writer, SYB_DIALECT_DPCPP, &text));
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(w->ctx); /* warnings were reported for the module */
	return ctx_unmute_failed(&mute, syb_props_read(w->ctx, text, &read, out_props));
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

static bool same_addition(const struct addition *a, const struct addition *b)
{
	return a->compile_target == b->compile_target && a->aspect == b->aspect && a->stand_in == b->stand_in;
}

/* Find or make the sets of the module with this addition. */
static int find_sets(struct wrap *w, const struct adding *module, const struct addition *addition,
		     const struct sets **out_sets)
{
	struct sets *s = w->sets;

	while (s != module->before && !same_addition(&s->addition, addition))
		s = s->next;
	if (s == module->before) {
		s = arena_alloc(w->ctx, &w->arena, sizeof(*s));
		if (!s)
			return -SYB_E_NOMEM;
		s->addition = *addition;
		s->next = w->sets;
		w->sets = s;
		TRY(convert(w, module, addition, &s->props));
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

/* Add a record; the addition decides its sets. */
static int put_image(struct wrap *w, const struct adding *module, const struct syb_module *from,
		     const struct addition *addition, struct wrapped_out_image image)
{
	const struct sets *sets = NULL;
	int r = find_sets(w, module, addition, &sets);

	if (r < 0)
		return syb_note(w->ctx, r, "in the properties of module %zu", syb_module_index(from));
	image.sets = sets->list;
	image.set_count = sets->count;
	return VEC_ADD(w->ctx, w->images, w->count, w->room, image);
}

/* Runtimes load the first image of a module that matches the target and, if compile_target is given, the device. */
static void note_hidden(struct adding *module, const char *target, const struct addition *addition)
{
	bool seen = false;

	for (size_t k = 0; k < module->seen_count; k++)
		seen |= module->seen[k] == target;
	if (seen && !module->hidden)
		module->hidden = target;
	if (!seen && !addition->compile_target)
		module->seen[module->seen_count++] = target;
}

/* Fixed targets: devices of one kind are an aspect, single devices are compile_target of one record each. */
static int put_limited(struct wrap *w, struct adding *module, const struct syb_image *from,
		       struct wrapped_out_image image)
{
	struct addition addition = { .compile_target = compile_target(from, image.target, module->props) };
	struct wrap_limits limits = { 0 };
	const bool spirv = image.target == wrapped_target_name(WRAPPED_SPIR64);
	const bool cuda = image.target == wrapped_target_name(WRAPPED_NVPTX64);

	w->has_cuda |= cuda;
	if (spirv || cuda)
		TRY(wrap_find_limits(w->ctx, &w->arena, module->requirements, cuda, &limits));
	for (size_t i = 0; i < module->kernel_count && !limits.count && (spirv || cuda); i++)
		TRY(hash_put(w->ctx, cuda ? &w->covered_cuda : &w->covered, module->entries[i],
			     strlen(module->entries[i]), 0, NULL, &(bool){ false }));
	w->limited |= limits.count > 0;
	addition.aspect = limits.aspect;
	if (limits.count == 0) {
		note_hidden(module, image.target, &addition);
		return put_image(w, module, from->module, &addition, image);
	}
	for (size_t i = 0; i < limits.count; i++) {
		addition.compile_target = limits.targets[i];
		TRY(put_image(w, module, from->module, &addition, image));
	}
	return 0;
}

static int add_image(struct wrap *w, struct adding *module, const struct syb_image *image)
{
	struct wrapped_out_image out = {
		.compile_options = "",
		.link_options = "",
		.bytes = syb_image_bytes(image),
		.file = image->module->bin->file,
		.full_size = syb_image_bytes(image).len,
		.entries = module->entries,
		.entry_count = module->entry_count,
	};

	if (image->wrapped)
		keep_form(image, &out);
	out.compile_options = w->opts->compile_options ? w->opts->compile_options : out.compile_options;
	out.link_options = w->opts->link_options ? w->opts->link_options : out.link_options;
	TRY(find_target(w, image, &out));
	return put_limited(w, module, image, out);
}

/* Prepare a module: its properties, entries and requirements. */
static int open_module(struct wrap *w, const struct syb_module *module, struct syb_props **out_props,
		       struct syb_view **out_view, struct adding *out)
{
	TRY(syb_module_props(w->ctx, module, out_props));
	TRY(syb_module_view(w->ctx, module, *out_props, out_view));
	*out = (struct adding){ .props = *out_props,
				.requirements = syb_view_info(*out_view)->requirements,
				.before = w->sets };
	return list_entries(w, module, syb_view_info(*out_view), out);
}

static int add_module(struct wrap *w, const struct syb_module *module)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
	struct adding adding;

	TRY(open_module(w, module, &props, &view, &adding));
	for (size_t i = 0; i < syb_module_image_count(module); i++)
		TRY(add_image(w, &adding, syb_module_image_at(module, i)));
	if (adding.hidden)
		syb_report(w->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "wrap-hidden",
			   "module %zu has several images for target %s; SYCL runtimes load only the first; "
			   "remove the others with 'sybil prune'",
			   syb_module_index(module), adding.hidden);
	return 0;
}

/* ---- stand-ins ---- */

/* The kernels of a module that devices of a kind would not find get an image without code, which the runtime refuses
 * because it requires an aspect that no device has. */
static int add_stand_in(struct wrap *w, struct adding *adding, const struct syb_module *module, bool cuda)
{
	const struct addition addition = { .aspect = WRAP_NO_DEVICE, .stand_in = true };
	const struct syb_bytes code = wrapped_stand_in(cuda);
	struct wrapped_out_image image = {
		.target = wrapped_target_name(cuda ? WRAPPED_NVPTX64 : WRAPPED_SPIR64),
		.triple = cuda ? "nvptx64-nvidia-cuda" : "spir64-unknown-unknown",
		.format = cuda ? WRAPPED_NATIVE : WRAPPED_SPIRV,
		.compile_options = "",
		.link_options = "",
		.bytes = code,
		.full_size = code.len,
	};
	const char **missing = arena_array(w->ctx, &w->arena, adding->kernel_count, sizeof(*missing));
	bool found;

	if (!missing)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < adding->kernel_count; i++) {
		const char *name = adding->entries[i];

		TRY(hash_put(w->ctx, cuda ? &w->covered_cuda : &w->covered, name, strlen(name), 0, NULL, &found));
		if (!found)
			missing[image.entry_count++] = name;
	}
	image.entries = missing;
	return image.entry_count ? put_image(w, adding, module, &addition, image) : 0;
}

static int add_stand_ins(struct wrap *w, const struct syb_module *module)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
	struct adding adding;

	if (module->image_count && module->images[0].wrapped)
		return 0;
	TRY(open_module(w, module, &props, &view, &adding));
	if (!w->opts->stand_ins && !adding.requirements->fixed_targets && !adding.requirements->fixed_target_aspects)
		return 0;
	TRY(add_stand_in(w, &adding, module, false));
	return w->has_cuda ? add_stand_in(w, &adding, module, true) : 0;
}

static int add_modules(struct wrap *w, const struct syb_bin *bin)
{
	const enum syb_aspect_numbers before = w->ctx->aspect_numbers;
	int r = 0;

	w->ctx->aspect_numbers = w->numbers;
	for (size_t i = 0; i < syb_bin_module_count(bin) && r == 0; i++)
		r = add_module(w, syb_bin_module_at(bin, i));
	/* behind the images for single devices: runtimes take the first that fits */
	for (size_t i = 0; i < syb_bin_module_count(bin) && r == 0 && (w->opts->stand_ins || w->limited); i++)
		r = add_stand_ins(w, syb_bin_module_at(bin, i));
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
