/* package/check/check_complete.c — do the native images and the SPIR-V of a module hold all its kernels?
 *
 * The properties of a module name its kernels, or else its code does. An image that lacks a kernel can be loaded, and
 * the program fails when it requests the kernel. The tables of an image list its kernels, so no driver or other tool is
 * needed: .text sections and .ze_info of zebins, ELF symbols of cubins and AMD code objects. */
#include "check.h"

#include "base/hash.h"
#include "format/elf/elf.h"
#include "format/item/item.h"
#include "format/offload/offload.h"
#include "format/spirv/spirv.h"
#include "format/syclbin/syclbin.h"
#include "format/zebin/zebin.h"
#include "package/judge/kernels.h"
#include "format/zeinfo/zeinfo.h"

#include <elf.h>
#include <stdio.h>

DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

enum {
	FOUND_CODE = 1,
	FOUND_INFO = 2, /* listed in .ze_info; other formats have code only */
	FOUND_ALL = FOUND_CODE | FOUND_INFO,

	SHARED_MOST = 4, /* how often all images of a package may be read: modules can share them */
};

#define KERNEL_DESCRIPTOR ".kd"
enum { STT_AMDGPU_HSA_KERNEL = 10 };

/* The kernels of one module, and which of them the image at hand has. */
struct wanted {
	struct syb_ctx *ctx;
	struct arena arena;
	struct kernel {
		const char *name;
		unsigned found;
	} * list;
	size_t count;
	struct hash index;
	struct kernels kernels;
};

static void wanted_drop(struct wanted *w)
{
	hash_free(&w->index);
	arena_free(&w->arena);
	kernels_drop(&w->kernels);
}

static void found(struct wanted *w, const char *name, size_t len, unsigned what)
{
	const size_t *i = hash_get(&w->index, name, len);

	if (i)
		w->list[*i].found |= what;
}

/* ---- kernels of a module ---- */

/* The names belong to w->kernels. */
static int want_module(struct wanted *w, const struct syb_module *module, uint64_t *left)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(w->ctx); /* properties are checked elsewhere */
	int r = kernels_open(w->ctx, module, left, &w->kernels);
	const size_t count = r == 0 ? kernels_count(&w->kernels) : 0;

	w->list = arena_array(w->ctx, &w->arena, count, sizeof(*w->list));
	if (!w->list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; r == 0 && i < count; i++) {
		const char *name = kernels_at(&w->kernels, i);
		bool found;

		r = hash_put(w->ctx, &w->index, name, strlen(name), w->count, NULL, &found);
		if (r == 0 && !found)
			w->list[w->count++].name = name;
	}
	return r == -SYB_E_FORMAT ? 0 : ctx_unmute_failed(&mute, r);
}

/* ---- kernels of an image ---- */

static int look_into_zebin(struct wanted *w, struct span bytes)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(w->ctx);
	_cleanup_(syb_zebin_free_p) struct syb_zebin *zebin = NULL;
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *info = NULL;
	int r = syb_zebin_read(w->ctx, span_bytes(bytes), NULL, &zebin);

	for (size_t i = 0; r == 0 && i < w->count; i++)
		if (syb_zebin_code_size(zebin, w->list[i].name))
			w->list[i].found |= FOUND_CODE;
	if (r == 0)
		r = syb_zebin_zeinfo(w->ctx, zebin, &info);
	for (size_t i = 0; r == 0 && i < syb_zeinfo_kernel_count(info); i++) {
		const struct syb_ze_node *node = syb_ze_get(syb_zeinfo_kernel_at(info, i), "name");

		if (node)
			found(w, syb_ze_text(node), strlen(syb_ze_text(node)), FOUND_INFO);
	}
	return r == -SYB_E_NOTFOUND ? 0 : r; /* without .ze_info there are no kernels */
}

static int note_cuda(void *user, const char *name, size_t len, unsigned type)
{
	if (type == STT_FUNC || type == ELF_CUDA_ENTRY)
		found(user, name, len, FOUND_ALL);
	return 0;
}

/* A kernel has a descriptor beside its code; before code object version 3, a special symbol type. */
static int note_amd(void *user, const char *name, size_t len, unsigned type)
{
	const size_t suffix = strlen(KERNEL_DESCRIPTOR);

	if (len > suffix && str_eq(name + len - suffix, KERNEL_DESCRIPTOR))
		found(user, name, len - suffix, FOUND_ALL);
	else if (type == STT_AMDGPU_HSA_KERNEL)
		found(user, name, len, FOUND_ALL);
	return 0;
}

static int look_into_elf(struct wanted *w, struct span bytes)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(w->ctx);

	switch (elf_machine(bytes)) {
	case ELF_MACHINE_CUDA:
		return elf_each_name(w->ctx, bytes, note_cuda, w);
	case ELF_MACHINE_AMDGPU:
		return elf_each_name(w->ctx, bytes, note_amd, w);
	default:
		return -SYB_E_NOTFOUND;
	}
}

/* ---- findings ---- */

static void report(const struct wanted *w, const struct syb_image *image, const char *member, uint64_t at)
{
	const char *where = *member ? member : image->facts->arch ? image->facts->arch : "";

	for (size_t i = 0; i < w->count; i++) {
		unsigned has = w->list[i].found;

		if (has == FOUND_ALL)
			continue;
		check_hit(w->ctx, at, "kernel-missing", "kernel '%s' of module %zu %s image %zu%s%s%s", w->list[i].name,
			  image->module->index,
			  has == FOUND_CODE   ? "has code but no entry in .ze_info of"
			  : has == FOUND_INFO ? "has no code in"
					      : "is missing from",
			  image->index, *where ? " (" : "", where, *where ? ")" : "");
	}
}

/* Kernels that cannot be looked up are not treated as present. */
static void report_unknown(const struct wanted *w, const struct syb_image *image, const char *what)
{
	check_hit(w->ctx, image->bytes.at, "kernel-unchecked",
		  "%s, image %zu of module %zu: cannot check whether it has all kernels", what, image->index,
		  image->module->index);
}

/* One binary for one device. NOTFOUND when its kind cannot be read. */
static int check_binary(struct wanted *w, const struct syb_image *image, enum syb_kind kind, struct span bytes,
			const char *member)
{
	int r = kind == SYB_KIND_ZEBIN ? look_into_zebin(w, bytes)
		: kind == SYB_KIND_ELF ? look_into_elf(w, bytes)
				       : -SYB_E_NOTFOUND;

	if (r == 0)
		report(w, image, member, bytes.at);
	for (size_t i = 0; i < w->count; i++)
		w->list[i].found = 0;
	return r;
}

/* A fat binary: an archive of zebins, one member for each device. */
static int check_archive(struct wanted *w, const struct syb_image *image)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	const struct syb_item *root;
	size_t zebins = 0;
	int r;

	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(w->ctx);

		r = syb_unpack(w->ctx, span_bytes(image->bytes), NULL, &tree);
	}
	if (r < 0)
		return r;
	root = syb_tree_root(tree);
	for (size_t i = 0; i < syb_item_count(root) && r == 0; i++) {
		const struct syb_item *item = syb_item_at(root, i);
		struct span bytes = span_of(syb_item_bytes(item), image->bytes.at + syb_item_offset(item));

		if (syb_item_kind(item) != SYB_KIND_ZEBIN)
			continue;
		zebins++;
		r = check_binary(w, image, SYB_KIND_ZEBIN, bytes, syb_item_name(item));
	}
	return r == 0 && zebins == 0 ? -SYB_E_NOTFOUND : r;
}

static int check_image(struct wanted *w, const struct syb_image *image)
{
	enum syb_kind kind = syb_identify(span_bytes(image->bytes));
	int r;

	if (kind == SYB_KIND_UNKNOWN) /* reported by another rule */
		return 0;
	r = kind == SYB_KIND_ARCHIVE ? check_archive(w, image) : check_binary(w, image, kind, image->bytes, "");
	if (r == -SYB_E_NOMEM)
		return r;
	if (r < 0)
		report_unknown(w, image, syb_kind_text(kind));
	return 0;
}

uint64_t check_allowance(const struct syb_bin *bin)
{
	uint64_t size = 0;

	for (size_t i = 0; bin->wrapped && i < bin->module_count; i++)
		size += bin->modules[i].images[0].bytes.len; /* they may be inflated */
	if (!bin->wrapped)
		size = bin->loose          ? bin->body.len
		       : bin->version == 1 ? bin->layout.binary.len
					   : bin->offload->binaries[bin->binary].whole.len;
	return size * SHARED_MOST;
}

int check_modules(struct syb_ctx *ctx, const struct syb_bin *bin, check_module_fn *fn)
{
	uint64_t left = check_allowance(bin);

	for (size_t i = 0; i < bin->module_count; i++) {
		TRY(fn(ctx, &bin->modules[i], &left));
		module_read_past(ctx, &bin->modules[i]);
	}
	return 0;
}

static int note_spirv(void *user, const char *name, size_t len)
{
	found(user, name, len, FOUND_ALL);
	return 0;
}

/* A module may have several images of SPIR-V, for several devices: each kernel is in one of them. */
static int check_spirv(struct wanted *w, const struct syb_module *module, uint64_t *left)
{
	enum { SHOWN = 16 };
	size_t looked_at = 0, missing = 0;

	for (size_t i = 0; i < module->ir_count; i++) {
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(w->ctx);
		struct span bytes = module->images[i].bytes;
		int r;

		if (!spirv_is_module(bytes) || bytes.len <= SPIRV_HEADER_WORDS * 4) /* a header without code */
			continue;
		if (bytes.len > *left) /* images that are not read may have the kernels */
			return 0;
		*left -= bytes.len;
		r = spirv_each_kernel(w->ctx, bytes, note_spirv, w);
		if (r < 0)
			return r == -SYB_E_NOMEM ? r : 0;
		looked_at++;
	}
	for (size_t i = 0; i < w->count; i++) {
		bool lost = looked_at && !w->list[i].found;

		if (lost && missing < SHOWN)
			check_hit(w->ctx, module->metadata.at, "kernel-missing",
				  "kernel '%s' of module %zu is missing from its SPIR-V", w->list[i].name,
				  module->index);
		missing += lost;
		w->list[i].found = 0;
	}
	if (missing > SHOWN)
		check_hit(w->ctx, module->metadata.at, "kernel-missing",
			  "%zu more kernels of module %zu are missing from its SPIR-V", missing - SHOWN, module->index);
	return 0;
}

static int check_module(struct syb_ctx *ctx, const struct syb_module *module, uint64_t *left)
{
	_cleanup_(wanted_drop) struct wanted w = { .ctx = ctx };

	TRY(want_module(&w, module, left));
	if (module->ir_count)
		TRY(check_spirv(&w, module, left));
	for (size_t i = module->ir_count; w.count && i < module->image_count; i++) {
		const struct syb_image *image = &module->images[i];

		if (image->bytes.len > *left) {
			report_unknown(&w, image, "images share too many bytes");
			return 0;
		}
		*left -= image->bytes.len;
		TRY(check_image(&w, image));
	}
	return 0;
}

int check_complete(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	return check_modules(ctx, bin, check_module);
}
