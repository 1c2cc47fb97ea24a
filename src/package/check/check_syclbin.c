/* package/check/check_syclbin.c — the rules of a SYCLBIN package: layout, images, property sets, symbols across
 * modules. Each group of rules is one function; check_syclbin lists them. All findings are reported. */
#include "term/nearest.h"
#include "check.h"

#include "base/hash.h"
#include "base/order.h"
#include "format/elf/elf.h"
#include "format/props/module_view.h"
#include "format/spirv/spirv_info.h"
#include "format/syclbin/syclbin.h"
#include "target/propsets.h"
#include <sybil/target.h>

#include <inttypes.h>
#include <stdlib.h>

DEFINE_CLEANUP(struct syb_props *, syb_props_free);
DEFINE_CLEANUP(struct syb_view *, syb_view_free);

/* ---- layout of version 1 ---- */

static bool all_zero(const uint8_t *p, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (p[i])
			return false;
	return true;
}

static void check_zero(struct syb_ctx *ctx, struct span body, uint64_t from, uint64_t to, const char *what)
{
	if (to > body.len)
		to = body.len;
	if (from < to && !all_zero(body.ptr + from, (size_t)(to - from)))
		check_hit(ctx, body.at + from, "syclbin-padding", "%s is not zero", what);
}

static void check_padding(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	const struct syclbin_layout *l = &bin->layout;
	uint64_t metadata_end = l->metadata.at - bin->body.at + l->metadata.len;
	uint64_t end = align8(l->end);

	check_zero(ctx, bin->body, 20, 24, "the reserved field of the file header");
	check_zero(ctx, bin->body, metadata_end, align8(metadata_end), "the padding after the metadata table");
	check_zero(ctx, bin->body, l->end, end, "the padding after the binary table");
	if (bin->body.len > end)
		check_hit(ctx, bin->body.at + end, "syclbin-trailing", "%" PRIu64 " bytes after the end",
			  (uint64_t)bin->body.len - end);
	if (bin->body.len < end)
		check_hit(ctx, bin->body.at + bin->body.len, "syclbin-unpadded",
			  "the binary table is not padded to a multiple of 8");
}

static int by_start(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	if (x->at != y->at)
		return ORDER(x->at, y->at);
	return ORDER(x->len, y->len);
}

/* Parts of one table, each a window: report windows that overlap without being equal, and bytes in no window. */
static void check_cover(struct syb_ctx *ctx, struct span table, struct span *parts, size_t count, const char *what)
{
	uint64_t covered = table.at;

	qsort(parts, count, sizeof(*parts), by_start);
	for (size_t i = 0; i < count; i++) {
		uint64_t end = parts[i].at + parts[i].len;
		bool same = i && parts[i].at == parts[i - 1].at && parts[i].len == parts[i - 1].len;

		if (parts[i].len == 0)
			continue;
		if (parts[i].at < covered && !same)
			check_hit(ctx, parts[i].at, "syclbin-overlap",
				  "a part of the %s table overlaps the one before it", what);
		if (parts[i].at > covered)
			check_hit(ctx, covered, "syclbin-gap", "%" PRIu64 " bytes of the %s table are unused",
				  parts[i].at - covered, what);
		if (end > covered)
			covered = end;
	}
	if (covered < table.at + table.len)
		check_hit(ctx, covered, "syclbin-gap", "%" PRIu64 " bytes of the %s table are unused",
			  table.at + table.len - covered, what);
}

static int check_tables(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	size_t n_text = 0, n_bytes = 0, images = bin->image_count;
	struct span *text = arena_array(ctx, &arena, 1 + bin->module_count + images, sizeof(*text));
	struct span *bytes = arena_array(ctx, &arena, images, sizeof(*bytes));

	if (!text || !bytes)
		return -SYB_E_NOMEM;
	text[n_text++] = bin->global;
	for (size_t i = 0; i < bin->module_count; i++) {
		const struct syb_module *module = &bin->modules[i];

		text[n_text++] = module->metadata;
		for (size_t k = 0; k < module->image_count; k++) {
			text[n_text++] = module->images[k].metadata;
			bytes[n_bytes++] = module->images[k].bytes;
		}
	}
	check_cover(ctx, bin->layout.metadata, text, n_text, "metadata");
	check_cover(ctx, bin->layout.binary, bytes, n_bytes, "binary");
	return 0;
}

/* Every image header belongs to exactly one module: count with a difference array over the ranges. */
static int check_lists(struct syb_ctx *ctx, const struct syb_bin *bin, enum syb_image_kind kind)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	const bool ir = kind == SYB_IMAGE_IR;
	const struct span list = ir ? bin->layout.ir : bin->layout.native;
	const size_t count = list.len / 32;
	int64_t *delta = arena_array(ctx, &arena, count + 1, sizeof(*delta)), users = 0;

	if (!delta)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < bin->module_count && count; i++) {
		const struct syb_module *m = &bin->modules[i];
		size_t first = ir ? m->first_ir : m->first_native;
		size_t images = ir ? m->ir_count : m->image_count - m->ir_count;

		if (images == 0) /* then its first one may be any */
			continue;
		delta[first]++;
		delta[first + images]--;
	}
	for (size_t i = 0; i < count; i++) {
		users += delta[i];
		if (users == 0)
			check_hit(ctx, list.at + i * 32, "syclbin-image-orphan",
				  "%s image %zu does not belong to a module", ir ? "IR" : "native", i);
		if (users > 1)
			check_hit(ctx, list.at + i * 32, "syclbin-image-shared",
				  "%s image %zu belongs to %" PRId64 " modules", ir ? "IR" : "native", i, users);
	}
	return 0;
}

static int check_layout(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	if (bin->version != 1) /* of wrapped images, the reader checks the records */
		return 0;
	check_padding(ctx, bin);
	TRY(check_tables(ctx, bin));
	TRY(check_lists(ctx, bin, SYB_IMAGE_IR));
	return check_lists(ctx, bin, SYB_IMAGE_NATIVE);
}

/* ---- images ---- */

/* The kinds of file that an image may be: by IR type, or by the first part of a native image's target. */
static const struct {
	enum syb_image_kind kind;
	uint32_t type;
	const char *target;
	enum syb_kind allowed[4];
	uint16_t machine; /* of an ELF file, 0 = any */
	const char *text;
} contents[] = {
	{ SYB_IMAGE_IR, SYB_IR_SPIRV, NULL, { SYB_KIND_SPIRV }, 0, "SPIR-V" },
	{ SYB_IMAGE_IR, SYB_IR_PTX, NULL, { SYB_KIND_PTX }, 0, "PTX" },
	{ SYB_IMAGE_IR, SYB_IR_AMDGCN, NULL, { SYB_KIND_BITCODE, SYB_KIND_ELF }, ELF_MACHINE_AMDGPU, "AMDGCN code" },
	{ SYB_IMAGE_NATIVE, 0, "spir64_gen", { SYB_KIND_ZEBIN, SYB_KIND_ELF, SYB_KIND_ARCHIVE }, 0, "a zebin" },
	{ SYB_IMAGE_NATIVE, 0, "spir64_x86_64", { SYB_KIND_ELF, SYB_KIND_POCL }, 0, "code for a CPU" },
	{ SYB_IMAGE_NATIVE,
	  0,
	  "nvptx64",
	  { SYB_KIND_ELF, SYB_KIND_FATBIN, SYB_KIND_PTX },
	  ELF_MACHINE_CUDA,
	  "CUDA code" },
	{ SYB_IMAGE_NATIVE, 0, "amdgcn", { SYB_KIND_ELF }, ELF_MACHINE_AMDGPU, "an AMD code object" },
};

static bool target_is(const char *target, const char *name)
{
	size_t len = strlen(name);

	return target && strncmp(target, name, len) == 0 && (target[len] == '\0' || target[len] == '-');
}

static void check_content(struct syb_ctx *ctx, const struct syb_image *image)
{
	enum syb_kind found = syb_identify(span_bytes(image->bytes));

	for (size_t i = 0; i < ARRAY_SIZE(contents); i++) {
		bool ok = false;

		if (contents[i].kind != image->kind)
			continue;
		if (image->kind == SYB_IMAGE_IR ? !image->facts->has_type || image->facts->type != contents[i].type
						: !target_is(image->facts->target, contents[i].target))
			continue;
		for (size_t k = 0; k < ARRAY_SIZE(contents[i].allowed); k++)
			ok |= contents[i].allowed[k] != SYB_KIND_UNKNOWN && contents[i].allowed[k] == found;
		if (found == SYB_KIND_ELF && contents[i].machine)
			ok &= elf_machine(image->bytes) == contents[i].machine;
		if (!ok)
			check_hit(ctx, image->bytes.at, "image-kind",
				  "image %zu of module %zu is declared as %s but is %s%s", image->index,
				  image->module->index, contents[i].text, syb_kind_text(found),
				  found == SYB_KIND_ELF && contents[i].machine ? " for another machine" : "");
	}
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && str_eq(a, b));
}

static bool same_place(const struct syb_image *a, const struct syb_image *b)
{
	const struct image_facts *x = a->facts, *y = b->facts;

	return a->kind == b->kind &&
	       (x == y || (x->type == y->type && same_text(x->arch, y->arch) && same_text(x->target, y->target)));
}

/* Images of a module are alternatives: of two for the same target one is never used. Each image is compared with those
 * before it, but only with the nearest ones in large modules. */
static void check_alternatives(struct syb_ctx *ctx, const struct syb_module *module)
{
	enum { COMPARED = 64 }; /* per image; modules hold a handful of alternatives */

	for (size_t i = 1; i < module->image_count; i++)
		for (size_t k = i; k-- > 0 && i - k <= COMPARED;)
			if (same_place(&module->images[i], &module->images[k])) {
				check_hit(ctx, module->images[i].metadata.at, "image-duplicate",
					  "images %zu and %zu of module %zu are for the same target", k, i,
					  module->index);
				break;
			}
}

static void unknown_arch(struct syb_ctx *ctx, const struct syb_image *image)
{
	const char *arch = image->facts->arch;
	struct nearest best = { NULL, SIZE_MAX };

	for (size_t i = 0; i < syb_target_count(); i++)
		if (syb_target_at(i)->arch && *syb_target_at(i)->arch)
			nearest_try(&best, arch, syb_target_at(i)->arch);
	check_hit(ctx, image->metadata.at, "image-arch", "unknown architecture '%s'" NEAREST_HINT, arch,
		  NEAREST_ARGS(best.name));
}

static void check_image(struct syb_ctx *ctx, const struct syb_image *image)
{
	const struct image_facts *f = image->facts;

	if (image->bytes.len == 0)
		check_hit(ctx, image->bytes.at, "image-empty", "image %zu of module %zu has no bytes", image->index,
			  image->module->index);
	else
		check_content(ctx, image);
	if (!f->target)
		check_hit(ctx, image->metadata.at, "image-target", "image %zu of module %zu does not state its target",
			  image->index, image->module->index);
	if (image->kind == SYB_IMAGE_NATIVE && f->arch && !syb_target_by_arch(f->arch, f->target) &&
	    !syb_target_find(f->arch))
		unknown_arch(ctx, image);
}

static void check_strings(struct syb_ctx *ctx, const struct syb_image *image)
{
	const struct {
		const char *key, *value;
	} pairs[] = { { "triple", image->facts->target }, { "arch", image->facts->arch } };

	if (!image->entry)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		const char *stated = syb_offload_entry_get(image->entry, pairs[i].key);

		if (stated && !str_eq(stated, pairs[i].value ? pairs[i].value : ""))
			check_hit(ctx, image->metadata.at, "syclbin-v2-strings",
				  "the entry's %s '%s' differs from the properties", pairs[i].key, stated);
	}
}

static int check_images(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	for (size_t i = 0; i < bin->module_count; i++) {
		const struct syb_module *module = &bin->modules[i];

		if (module->image_count == 0)
			check_hit(ctx, module->metadata.at, "module-empty", "module %zu has no images", i);
		for (size_t k = 0; k < module->image_count; k++) {
			check_image(ctx, &module->images[k]);
			check_strings(ctx, &module->images[k]);
		}
		check_alternatives(ctx, module);
		module_read_past(ctx, module);
	}
	return 0;
}

/* ---- property sets ---- */

static int check_text(struct syb_ctx *ctx, const struct syb_props *props, unsigned place, const char *set,
		      const char *what, uint64_t at)
{
	TRY(check_props(ctx, props, place, at));
	if (set && !syb_props_find(props, set))
		check_hit(ctx, at, "syclbin-metadata-missing", "%s has no set [%s]", what, set);
	return 0;
}

/* Metadata of the package, or of an image: what is wrong with its text was reported when the package was opened. */
static int reread(struct syb_ctx *ctx, const struct syb_bin *bin, const struct syb_image *image,
		  struct syb_props **out_props)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	int r = image ? syb_image_props(ctx, image, out_props) : syb_bin_props(ctx, bin, out_props);

	return ctx_unmute_failed(&mute, r);
}

/* Metadata that images share is checked once. */
static int check_image_texts(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	_cleanup_(hash_free) struct hash seen = { 0 };
	int r = 0;

	for (size_t i = 0; i < bin->module_count && r == 0; i++) {
		const struct syb_module *module = &bin->modules[i];

		for (size_t k = 0; k < module->image_count && r == 0; k++) {
			_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
			const struct syb_image *image = &module->images[k];
			bool ir = image->kind == SYB_IMAGE_IR, found;

			r = hash_put(ctx, &seen, &image->facts, sizeof(image->facts), 0, NULL, &found);
			if (r < 0 || found)
				continue;
			r = reread(ctx, bin, image, &props);
			if (r == 0)
				r = check_text(ctx, props, ir ? SYB_PLACE_IR : SYB_PLACE_NATIVE,
					       ir ? SYCLBIN_SET_IR : SYCLBIN_SET_NATIVE, "an image",
					       image->metadata.at);
		}
	}
	return r;
}

static int check_metadata(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	_cleanup_(syb_props_free_p) struct syb_props *global = NULL;

	if (bin->wrapped) /* only modules have properties */
		return 0;
	TRY(reread(ctx, bin, NULL, &global));
	TRY(check_text(ctx, global, SYB_PLACE_GLOBAL, SYCLBIN_SET_GLOBAL, "the package", bin->global.at));
	return check_image_texts(ctx, bin);
}

/* ---- symbols across modules ---- */

enum export_sort { EXPORT_OTHER, EXPORT_GLOBAL, EXPORT_NATIVE, EXPORT_EMULATED, EXPORT_SORTS };

struct symbols {
	struct syb_ctx *ctx;
	struct arena arena;
	bool failed;                  /* out of memory */
	struct hash kernels, exports; /* of exports: module × EXPORT_SORTS + sort */
	struct hash scoped;           /* device globals with image scope */
	struct hash again;            /* exports of a second module, reported when a module imports them */
	struct hash imported;         /* imports that were looked for */
	bool executable;
	uint64_t left; /* bytes of code that may be read for names of kernels */
	struct import {
		char *name;
		size_t module;
		struct import *next;
	} * imports, *last;
};

static void symbols_free(struct symbols *s)
{
	hash_free(&s->kernels);
	hash_free(&s->scoped);
	hash_free(&s->exports);
	hash_free(&s->again);
	hash_free(&s->imported);
	arena_free(&s->arena);
}

/* Store a module for a name, copied; returns the stored one, NULL on failure. */
static size_t *put(struct symbols *s, struct hash *hash, const char *name, size_t value)
{
	char *key = arena_string(s->ctx, &s->arena, name, strlen(name));
	size_t *stored = NULL;

	s->failed |= !key || hash_put(s->ctx, hash, key, strlen(key), value, &stored, NULL) < 0;
	return stored;
}

/* `variant` distinguishes modules that may have the same kernel: for other targets, and copies whose specialization
 * constants were replaced. */
static void add_kernel(struct symbols *s, const char *name, const char *variant, const struct syb_module *module)
{
	const char *key = arena_printf(s->ctx, &s->arena, "%s\n%s", name, variant);
	const size_t *first = key ? put(s, &s->kernels, key, module->index) : NULL;

	s->failed |= !key;
	if (first && *first != module->index)
		check_hit(s->ctx, module->metadata.at, "kernel-duplicate",
			  "kernel '%s' is in module %zu and in module %zu", name, *first, module->index);
}

/* Each image would have a variable of its own. */
static void add_scoped(struct symbols *s, const char *name, const char *variant, const struct syb_module *module)
{
	const char *key = arena_printf(s->ctx, &s->arena, "%s\n%s", name, variant);
	const size_t *first = key ? put(s, &s->scoped, key, module->index) : NULL;

	s->failed |= !key;
	if (first && *first != module->index)
		check_hit(s->ctx, module->metadata.at, "image-scope-shared",
			  "device global '%s' with image scope is in module %zu and in module %zu", name, *first,
			  module->index);
}

static void add_import(struct symbols *s, const char *name, size_t module)
{
	struct import *import = arena_alloc(s->ctx, &s->arena, sizeof(*import));

	if (!import || !(import->name = arena_string(s->ctx, &s->arena, name, strlen(name)))) {
		s->failed = true;
		return;
	}
	import->module = module;
	LIST_APPEND(s->imports, s->last, import);
}

/* What distinguishes modules with the same kernels: the device they were compiled for, constants that were replaced, IR
 * that is not SPIR-V, whose kernels may take other arguments, and the architecture of modules with native code alone,
 * which a loader has linked for one device and put beside the modules that the code is from. */
static const char *variant_of(struct symbols *s, const struct syb_module *module, const struct syb_module_info *info)
{
	const char *target = info->requirements->compile_target;
	const char *copy = target ? target : info->spec_consts_replaced == 1 ? "*default-spec-constants" : "";
	const struct image_facts *first = module->image_count ? module->images[0].facts : NULL;

	if (module->bin->wrapped) /* objects that were linked into a library may have the same kernels */
		copy = arena_printf(s->ctx, &s->arena, "%s*descriptor %zu", copy,
				    module->images[0].wrapped->descriptor);
	if (!copy || !first || (module->ir_count && (!first->has_type || first->type == SYB_IR_SPIRV)))
		return copy;
	if (module->ir_count)
		return arena_printf(s->ctx, &s->arena, "%s*ir %u", copy, first->type);
	return arena_printf(s->ctx, &s->arena, "%s*native %s %s", copy, first->target ? first->target : "",
			    first->arch ? first->arch : "");
}

/* The variables of a module's device globals: the name is in the metadata where it is not the id. */
static void find_globals(struct symbols *s, const struct syb_module_info *info, struct hash *out)
{
	for (size_t i = 0; i < info->device_global_count; i++)
		put(s, out, info->device_globals[i]->name, 0);
	for (size_t i = 0; i < info->program_metadata_count; i++) {
		struct syb_bytes name = syb_prop_bytes(info->program_metadata[i]->prop);

		if (str_eq(info->program_metadata[i]->key, "global_id_mapping") && name.len)
			s->failed |= hash_put(s->ctx, out, name.ptr, name.len, 0, NULL, NULL) < 0;
	}
}

/* All images that use a device global export it, and it is one variable. Functions of bfloat16 exist twice, native and
 * emulated, and the runtime takes those that the device can run. */
static bool may_both_export(size_t a, size_t b)
{
	return (a == EXPORT_GLOBAL && b == EXPORT_GLOBAL) || (a == EXPORT_NATIVE && b == EXPORT_EMULATED) ||
	       (a == EXPORT_EMULATED && b == EXPORT_NATIVE);
}

/* Each object that was linked into a library may have its own copy of an image with library functions. */
static bool from_other_object(const struct syb_module *a, const struct syb_module *b)
{
	return a->bin->wrapped && a->images[0].wrapped->descriptor != b->images[0].wrapped->descriptor;
}

static void add_export(struct symbols *s, const struct syb_module *module, const char *name, enum export_sort sort)
{
	const size_t *first = put(s, &s->exports, name, module->index * EXPORT_SORTS + sort);

	if (!first || *first / EXPORT_SORTS == module->index || may_both_export(*first % EXPORT_SORTS, sort) ||
	    from_other_object(module, &module->bin->modules[*first / EXPORT_SORTS]))
		return;
	if (s->executable)
		put(s, &s->again, name, module->index);
	else
		check_hit(s->ctx, module->metadata.at, "export-duplicate",
			  "exported symbol '%s' is in module %zu and in module %zu", name, *first / EXPORT_SORTS,
			  module->index);
}

static void add_module_symbols(struct symbols *s, const struct syb_module *module, const struct syb_module_info *info)
{
	_cleanup_(hash_free) struct hash globals = { 0 };
	const enum export_sort sort = !info->has_bfloat16          ? EXPORT_OTHER
				      : info->bfloat16_native == 1 ? EXPORT_NATIVE
								   : EXPORT_EMULATED;
	const char *variant = variant_of(s, module, info);

	s->failed |= !variant;
	if (module->image_count && info->kernel_count == 0 && info->export_count == 0 && !module->bin->wrapped)
		check_hit(s->ctx, module->metadata.at, "module-kernels",
			  "module %zu has no kernels and exports nothing: its code cannot be used", module->index);
	for (size_t i = 0; i < info->kernel_count && !s->failed; i++)
		add_kernel(s, info->kernels[i], variant, module);
	for (size_t i = 0; i < info->device_global_count && s->executable && !s->failed; i++)
		if (info->device_globals[i]->image_scope)
			add_scoped(s, info->device_globals[i]->name, variant, module);
	if (info->export_count)
		find_globals(s, info, &globals);
	for (size_t i = 0; i < info->export_count && !s->failed; i++) {
		const char *name = info->exports[i];

		add_export(s, module, name, hash_get(&globals, name, strlen(name)) ? EXPORT_GLOBAL : sort);
	}
	for (size_t i = 0; i < info->import_count && !s->failed; i++)
		add_import(s, info->imports[i], module->index);
}

/* The sets of one module: syntax and shapes first; symbols only when they can be read. Errors are reported, and the
 * other modules are still checked. */
static void check_module(struct symbols *s, const struct syb_module *module)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
	int r = syb_module_props(s->ctx, module, &props);

	if (r == 0)
		r = check_text(s->ctx, props, SYB_PLACE_MODULE, NULL, NULL, module->metadata.at);
	if (r == 0) {
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(s->ctx); /* wrong shapes were just reported */
		r = module_view(s->ctx, module, props, &s->left, &view);
	}
	s->failed |= r == -SYB_E_NOMEM;
	module_read_past(s->ctx, module);
	if (r == 0)
		add_module_symbols(s, module, syb_view_info(view));
}

/* An executable package is linked when it is loaded, if at all. Variables that all images have are exported by all of
 * them, which is allowed as long as no module imports them. */
static void check_import(struct syb_ctx *ctx, const struct symbols *s, const struct syb_bin *bin,
			 const struct import *import)
{
	const size_t len = strlen(import->name), *first = hash_get(&s->exports, import->name, len),
		     *second = hash_get(&s->again, import->name, len);

	if (!first && bin->wrapped) /* other libraries may have it */
		return;
	if (!first)
		check_hit(ctx, bin->modules[import->module].metadata.at, "import-unresolved",
			  "module %zu of an executable package imports '%s', which no module exports", import->module,
			  import->name);
	else if (second)
		check_hit(ctx, bin->modules[*second].metadata.at, "export-duplicate",
			  "module %zu imports '%s', which module %zu and module %zu export", import->module,
			  import->name, *first / EXPORT_SORTS, *second);
}

/* Imports that only the code of an image has: no loader links them. */
static int check_code_imports(struct symbols *s, const struct syb_image *image)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(s->ctx); /* damaged code is reported elsewhere */
	_cleanup_(spirv_free_p) struct spirv_module *code = NULL;
	_cleanup_(hash_free) struct hash built_ins = { 0 };
	enum { BUILT_IN = 11, LINKAGE = 41, IMPORT = 1 };
	int r = spirv_read(s->ctx, image->bytes, &code);

	for (size_t i = 0; r == 0 && i < code->decoration_count; i++)
		if (code->decorations[i].number == BUILT_IN)
			r = hash_add(s->ctx, &built_ins, &code->decorations[i].target, sizeof(uint32_t), 0);
	ctx_unmute(&mute);
	for (size_t i = 0; r == 0 && i < code->decoration_count; i++) {
		const struct spirv_decoration *d = &code->decorations[i];
		size_t words;
		int64_t len = d->number == LINKAGE ? spirv_operand_string(d, 0, &words) : -1;
		const char *name = (const char *)d->operands;

		if (len < 0 || words >= d->operand_count || d->operands[words] != IMPORT || !spirv_is_import(name) ||
		    hash_get(&built_ins, &d->target, sizeof(d->target)) || hash_get(&s->exports, name, (size_t)len) ||
		    hash_get(&s->imported, name, (size_t)len))
			continue;
		check_hit(s->ctx, image->bytes.at + d->at * 4, "import-unresolved",
			  "the code of module %zu of an executable package imports '%s', which no module exports",
			  image->module->index, name);
		put(s, &s->imported, name, 0);
	}
	return r == -SYB_E_NOMEM ? r : 0;
}

static int check_code(struct symbols *s, const struct syb_bin *bin)
{
	uint64_t left = check_allowance(bin);

	for (size_t i = 0; i < bin->module_count; i++)
		for (size_t k = 0; k < bin->modules[i].ir_count; k++) {
			const struct syb_image *image = &bin->modules[i].images[k];

			if (!spirv_is_module(image->bytes) || image->bytes.len > left)
				continue;
			left -= image->bytes.len;
			TRY(check_code_imports(s, image));
			module_read_past(s->ctx, &bin->modules[i]);
		}
	return 0;
}

static int check_symbols(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	_cleanup_(symbols_free) struct symbols s = {
		.ctx = ctx,
		.executable = bin->has_state && bin->state == SYB_STATE_EXECUTABLE,
		.left = check_allowance(bin),
	};

	for (size_t i = 0; i < bin->module_count && !s.failed; i++)
		check_module(&s, &bin->modules[i]);
	for (struct import *import = s.imports; !s.failed && s.executable && import; import = import->next) {
		check_import(ctx, &s, bin, import);
		put(&s, &s.imported, import->name, import->module);
	}
	if (s.executable && !bin->wrapped && !bin->loose) /* other libraries, or the program, may have it */
		TRY(check_code(&s, bin));
	return s.failed ? -SYB_E_NOMEM : 0;
}

int check_syclbin(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	static int (*const groups[])(struct syb_ctx * ctx, const struct syb_bin *bin) = {
		check_layout,  check_wrapped,  check_images,       check_metadata,
		check_symbols, check_complete, check_requirements,
	};

	for (size_t i = 0; i < ARRAY_SIZE(groups); i++)
		TRY(groups[i](ctx, bin));
	return 0;
}
