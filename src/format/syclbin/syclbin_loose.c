/* format/syclbin/syclbin_loose.c — device code outside packages → a package, so that everything that works on packages
 * works on it, too: entries of bundles and offload binaries, sections of fat objects, zebins and SPIR-V in
 * archives of ocloc.
 *
 * Each container is a module, and its code for each target an image; parts that ld -r joined are separate modules.
 * Modules have no properties. Host code is left out. */
#include "syclbin.h"

#include "base/order.h"
#include "format/code/code_arch.h"
#include "format/item/item.h"
#include "format/props/props.h"

#include <stdlib.h>

/* An image, before the modules are made. */
struct found {
	const struct syb_item *item;
	size_t container, part, order;
	enum syb_image_kind kind;
	struct image_facts *facts;
};

struct loose {
	struct syb_ctx *ctx;
	struct syb_bin *bin;
	struct found *list;
	size_t count, room;
	const char **names; /* of the containers: members of archives, else "" */
	size_t name_count, name_room;
};

static void drop(struct loose *l)
{
	allocator_free(l->bin->from, l->list);
	allocator_free(l->bin->from, l->names);
}

/* ---- one image ---- */

static int copy_text(struct loose *l, struct span text, const char **out)
{
	*out = text.len ? arena_string(l->ctx, &l->bin->arena, text.ptr, text.len) : NULL;
	return text.len && !*out ? -SYB_E_NOMEM : 0;
}

static struct span text_span(const char *text)
{
	return span_of(str_bytes(text ? text : ""), 0);
}

/* Get the architecture that the container states; false for host code. */
static bool stated(const struct syb_item *item, struct span *out_arch)
{
	const struct syb_offload_entry *entry = syb_item_entry(item);
	struct bundle_id id;

	*out_arch = text_span(entry ? syb_offload_entry_get(entry, "arch") : NULL);
	if (!item_bundle_id(item, &id))
		return true;
	*out_arch = id.arch;
	return !span_eq(id.kind, "host");
}

/* Code for a GPU may state its architecture itself. */
static int find_arch(struct loose *l, const struct syb_item *item, const char **out)
{
	struct syb_code_arch piece;

	return code_single_arch(syb_item_bytes(item), &piece)
		       ? copy_text(l, text_span(piece.target ? piece.target->arch : piece.name), out)
		       : 0;
}

static void set_type(struct found *image, uint32_t type)
{
	image->kind = SYB_IMAGE_IR;
	image->facts->has_type = true;
	image->facts->type = type;
}

/* kind is used for code that is not recognised. */
static int add_image(struct loose *l, const struct syb_item *item, size_t container, size_t part,
		     enum syb_image_kind kind)
{
	struct found image = { .item = item, .container = container, .part = part, .order = l->count, .kind = kind };
	const char *target = item_triple(item);
	struct span arch;

	if (syb_item_bytes(item).len == 0 || !stated(item, &arch))
		return 0;
	image.facts = arena_alloc(l->ctx, &l->bin->arena, sizeof(*image.facts));
	TRY(image.facts ? copy_text(l, text_span(target), &image.facts->target) : -SYB_E_NOMEM);
	switch (syb_item_kind(item)) {
	case SYB_KIND_SPIRV:
		set_type(&image, SYB_IR_SPIRV);
		break;
	case SYB_KIND_PTX:
		set_type(&image, SYB_IR_PTX);
		break;
	case SYB_KIND_BITCODE:
		image.kind = SYB_IMAGE_IR;
		if (target && str_starts(target, "amdgcn"))
			set_type(&image, SYB_IR_AMDGCN);
		break;
	default:
		if (image.kind == SYB_IMAGE_NATIVE)
			TRY(arch.len ? copy_text(l, arch, &image.facts->arch) : find_arch(l, item, &image.facts->arch));
	}
	return VEC_ADD(l->ctx, l->list, l->count, l->room, image);
}

/* ---- containers ---- */

static bool has_zebin(const struct syb_item *item)
{
	for (size_t i = 0; i < syb_item_count(item); i++)
		if (syb_item_kind(syb_item_at(item, i)) == SYB_KIND_ZEBIN)
			return true;
	return false;
}

/* Members of archives are separate files, except in archives of ocloc. An archive of ocloc in another container is one
 * image, as in packages. */
static bool is_image(enum syb_kind container, const struct syb_item *item)
{
	switch (syb_item_kind(item)) {
	case SYB_KIND_OFFLOAD:
	case SYB_KIND_BUNDLE:
		return false;
	case SYB_KIND_ARCHIVE:
		return container != SYB_KIND_ARCHIVE && has_zebin(item);
	case SYB_KIND_ZEBIN:
		return true;
	default:
		return container != SYB_KIND_ARCHIVE && syb_item_count(item) == 0;
	}
}

/* name: of the archive member, or "". ocloc: container index of the enclosing archive of ocloc, or SIZE_MAX. syb_unpack
 * limits the depth. */
static int visit(struct loose *l, const struct syb_item *item, const char *name, size_t ocloc)
{
	const enum syb_kind kind = syb_item_kind(item);
	const bool text = kind == SYB_KIND_BUNDLE && bundle_is_text(item_span(item)); /* LLVM IR, most likely */
	const size_t own = ocloc == SIZE_MAX ? l->name_count : ocloc;
	const char *before = NULL;
	size_t part = 0;

	if (ocloc == SIZE_MAX)
		TRY(VEC_ADD(l->ctx, l->names, l->name_count, l->name_room, name));
	if (kind == SYB_KIND_ARCHIVE && has_zebin(item))
		ocloc = own;
	for (size_t i = 0; i < syb_item_count(item); i++) {
		const struct syb_item *child = syb_item_at(item, i);

		name = kind == SYB_KIND_ARCHIVE ? syb_item_name(child) : name;
		part = before && str_eq(syb_item_name(child), before) ? part + 1 : 0;
		before = kind == SYB_KIND_ELF ? syb_item_name(child) : NULL;
		TRY(is_image(kind, child) ? add_image(l, child, own, part, text ? SYB_IMAGE_IR : SYB_IMAGE_NATIVE)
					  : visit(l, child, name, ocloc));
	}
	return 0;
}

/* ---- the package ---- */

static int by_module(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	return x->container != y->container ? ORDER(x->container, y->container)
	       : x->part != y->part         ? ORDER(x->part, y->part)
	       : x->kind != y->kind         ? ORDER(x->kind, y->kind)
					    : ORDER(x->order, y->order);
}

static bool begins_module(const struct found *image, size_t i)
{
	return i == 0 || image->container != image[-1].container || image->part != image[-1].part;
}

/* Inflated bytes are not in the file; each gets a distinct offset after the end of the file. */
static struct span place(const struct syb_item *item, uint64_t *inout_end)
{
	struct span s = item_span(item);

	if (syb_item_offset(item) != SYB_NO_OFFSET)
		return s;
	s.at = *inout_end;
	*inout_end += s.len;
	return s;
}

static int fill(struct loose *l)
{
	struct syb_bin *bin = l->bin;
	uint64_t end = syb_item_bytes(syb_tree_root(bin->tree)).len;
	struct syb_module *module = NULL;
	struct syb_image *images = arena_array(l->ctx, &bin->arena, l->count, sizeof(*images));

	bin->modules = arena_array(l->ctx, &bin->arena, l->count, sizeof(*bin->modules));
	if (!images || !bin->modules)
		return -SYB_E_NOMEM;
	qsort(l->list, l->count, sizeof(*l->list), by_module);
	for (size_t i = 0; i < l->count; i++) {
		const struct found *f = &l->list[i];

		if (begins_module(f, i)) {
			module = &bin->modules[bin->module_count];
			*module = (struct syb_module){ .bin = bin, .index = bin->module_count++, .images = &images[i] };
			TRY(arena_copy(l->ctx, &bin->arena, l->names[f->container], &module->name));
		}
		images[i] = (struct syb_image){ .module = module,
						.kind = f->kind,
						.index = module->image_count++,
						.facts = f->facts,
						.bytes = place(f->item, &end) };
		TRY(syclbin_make_metadata(l->ctx, bin, &images[i]));
		module->ir_count += f->kind == SYB_IMAGE_IR;
	}
	bin->image_count = l->count;
	return 0;
}

int syclbin_loose_read(struct syb_ctx *ctx, struct syb_bin *bin)
{
	_cleanup_(drop) struct loose l = { .ctx = ctx, .bin = bin };

	TRY(visit(&l, syb_tree_root(bin->tree), "", SIZE_MAX));
	return l.count ? fill(&l) : -SYB_E_NOTFOUND;
}
