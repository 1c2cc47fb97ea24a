/* tools/verbs/extract_zebin.c — sybil extract: zebin → sections, and the code of kernels.
 *
 * Zebins may be the file itself, or be in archives for several devices, in offload binaries or in packages. Names in
 * --out-dir contain the zebin and the part: ze_info.yaml, 64.12.55.8.ze_info.yaml, add.bin. They come from the file
 * and are untrusted; a name that had to be changed gets its section's number. */
#include "extract.h"

#include <fnmatch.h>
#include <stdio.h>

DEFINE_CLEANUP(struct syb_zebin *, syb_zebin_free);

enum { NAME_MOST = 128 };
#define NAME_MARKS "_-+.$@"

/* One zebin while its parts are extracted. */
struct zebin {
	struct work *w;
	const struct syb_zebin *zebin;
	const char *group; /* member or architecture, "" when there is none */
	const char *stem;  /* prefix of names, ends in '.' unless empty */
	bool counting;     /* -o takes one part: count them before writing */
	bool in_package;   /* packages inside of their images are not opened */
};

/* The first section keeps its name unchanged. */
static bool is_repeated(const struct syb_zebin *zebin, const struct syb_zebin_part *part)
{
	return !part->kernel && syb_zebin_section_find(zebin, part->name) != part->section;
}

/* stem, name without leading dots, suffix */
static char *part_path(const struct zebin *z, const struct syb_zebin_part *part)
{
	const char *name = part->name + strspn(part->name, ".");
	const char *safe = extract_name(z->w, name, NAME_MARKS, NAME_MOST);
	char number[16] = "";

	if (!safe)
		return NULL;
	if (!str_eq(safe, name) || is_repeated(z->zebin, part))
		snprintf(number, sizeof(number), ".%u", part->section->index);
	return arena_printf(z->w->tool->ctx, &z->w->tool->arena, "%s/%s%s%s.%s", z->w->dir, z->stem, safe, number,
			    part->suffix);
}

static void add_record(const struct zebin *z, const struct syb_zebin_part *part, const char *path)
{
	struct syb_record *r = z->w->record;
	struct syb_value *map = value_map(r, z->w->list, NULL);

	value_string(r, map, "output", path);
	value_string(r, map, "file", syb_file_name(z->w->file));
	value_string(r, map, "section", part->section->name);
	value_string_or_null(r, map, "kernel", part->kernel ? part->name : NULL);
	value_uint(r, map, "size", part->bytes.len);
}

static int take_part(void *user, const struct syb_zebin_part *part)
{
	const struct zebin *z = user;
	struct work *w = z->w;
	const char *path = w->output;
	int r = 0;

	if (z->counting) {
		w->matches++;
		return 0;
	}
	if (!path) {
		r = extract_make_dir(w);
		path = r == 0 ? part_path(z, part) : NULL;
		if (!path)
			return r < 0 ? r : -SYB_E_NOMEM;
	}
	r = extract_write(w, path, part->bytes, part->text);
	if (r == 0)
		add_record(z, part, path);
	return r;
}

/* ---- zebins in a file ---- */

/* In a package --arch selects images; elsewhere it selects zebins by device, member or architecture. */
static bool is_for_arch(const struct zebin *z)
{
	const struct syb_select *select = &z->w->select;
	const char *device = syb_zebin_device(z->zebin)->device;

	for (size_t i = 0; i < select->arch_count; i++)
		if (fnmatch(select->archs[i], z->group, 0) == 0 ||
		    (device && fnmatch(select->archs[i], device, 0) == 0))
			return true;
	return select->arch_count == 0;
}

static int take_zebin(struct zebin *z, struct syb_bytes bytes, uint64_t at, const char *stem)
{
	const struct syb_zebin_read_opts read = { .size = sizeof(read), .name = syb_file_name(z->w->file), .at = at };
	const struct syb_zebin_select select = {
		.size = sizeof(select),
		.sections = z->w->sections,
		.section_count = z->w->section_count,
		.kernels = z->w->select.kernels,
		.kernel_count = z->w->select.kernel_count,
	};
	_cleanup_(syb_zebin_free_p) struct syb_zebin *zebin = NULL;
	int r = syb_zebin_read(z->w->tool->ctx, bytes, &read, &zebin);

	if (r < 0)
		return r;
	z->zebin = zebin;
	z->stem = stem;
	if (!is_for_arch(z))
		return 0;
	r = syb_extract_zebin(z->w->tool->ctx, zebin, &select, take_part, z);
	return r == -SYB_E_NOTFOUND ? 0 : r;
}

static int take_item(struct zebin *z, const struct syb_item *item, const char *stem);

/* Nested zebins are named by their container's name, or its number. A single one needs neither. */
static int take_children(struct zebin *z, const struct syb_item *item, const char *stem)
{
	struct tool *tool = z->w->tool;
	const char *group = z->group;
	int r = 0;

	for (size_t i = 0; i < syb_item_count(item) && r == 0; i++) {
		const struct syb_item *child = syb_item_at(item, i);
		const char *name = extract_name(z->w, syb_item_name(child), NAME_MARKS, NAME_MOST), *longer = stem;

		if (name && *name)
			longer = arena_printf(tool->ctx, &tool->arena, "%s%s.", stem, name);
		else if (syb_item_count(item) > 1)
			longer = arena_printf(tool->ctx, &tool->arena, "%s%zu.", stem, i);
		if (!name || !longer)
			return -SYB_E_NOMEM;
		z->group = zebins_group(child, group);
		r = take_item(z, child, longer);
	}
	z->group = group;
	return r;
}

static int take_image(void *user, const struct syb_module *module, const struct syb_image *image)
{
	struct zebin *z = user;
	struct tool *tool = z->w->tool;
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	enum syb_kind kind = syb_identify(syb_image_bytes(image));
	const char *stem = extract_stem(z->w, module, image);

	if (kind != SYB_KIND_ZEBIN && kind != SYB_KIND_ARCHIVE)
		return 0;
	stem = stem ? arena_printf(tool->ctx, &tool->arena, "%s.", stem) : NULL;
	if (!stem)
		return -SYB_E_NOMEM;
	TRY(syb_unpack(tool->ctx, syb_image_bytes(image), syb_file_name(z->w->file), &tree));
	z->in_package = true;
	TRY(take_item(z, syb_tree_root(tree), stem));
	z->in_package = false;
	return 0;
}

/* In a package --kernel selects images, as without --section; sections are selected by name. */
static int take_package(struct zebin *z, const struct syb_item *item, const char *stem)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	struct work *w = z->w;
	struct syb_select select = w->select;
	const char *prefix = w->prefix;
	int r = syb_bin_open_item(w->tool->ctx, item, syb_file_name(w->file), &bin);

	w->select.kernel_count = w->select.arch_count = 0;
	w->prefix = stem;
	if (r == 0)
		r = syb_extract(w->tool->ctx, bin, &select, take_image, z);
	w->select = select;
	w->prefix = prefix;
	return r;
}

static int take_item(struct zebin *z, const struct syb_item *item, const char *stem)
{
	switch (syb_item_kind(item)) {
	case SYB_KIND_ZEBIN:
		return take_zebin(z, syb_item_bytes(item), syb_item_offset(item), stem);
	case SYB_KIND_SYCLBIN:
	case SYB_KIND_WRAPPED:
		return z->in_package ? 0 : take_package(z, item, stem);
	default:
		return take_children(z, item, stem);
	}
}

/* ---- the file ---- */

/* Depth is bounded by syb_unpack. */
static bool has_kind(const struct syb_item *item, enum syb_kind kind)
{
	bool found = syb_item_kind(item) == kind;

	for (size_t i = 0; i < syb_item_count(item) && !found; i++)
		found = has_kind(syb_item_at(item, i), kind);
	return found;
}

int extract_is_zebin(struct work *w, bool *out)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;

	TRY(syb_unpack(w->tool->ctx, syb_file_bytes(w->file), syb_file_name(w->file), &tree));
	*out = has_kind(syb_tree_root(tree), SYB_KIND_ZEBIN) && !has_kind(syb_tree_root(tree), SYB_KIND_SYCLBIN) &&
	       !has_kind(syb_tree_root(tree), SYB_KIND_WRAPPED);
	return 0;
}

int extract_zebins(struct work *w)
{
	_cleanup_(ctx_inflate_end) struct ctx_inflate inflate = { 0 };
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	struct syb_ctx *ctx = w->tool->ctx;
	struct zebin z = { .w = w, .group = "", .counting = true };
	size_t before = w->matches;

	ctx_inflate(ctx, syb_file_bytes(w->file).len, &inflate);
	TRY(syb_unpack(ctx, syb_file_bytes(w->file), syb_file_name(w->file), &tree));
	TRY(extract_prefix(w, 0, 1));
	TRY(take_item(&z, syb_tree_root(tree), w->prefix));
	if (w->matches == before) {
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, syb_file_name(w->file));

		return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "nothing-matches", "no matching section or kernel");
	}
	if (w->output && w->matches > 1)
		return usage(w->tool, "%zu parts match, but -o takes one: select one, or use --out-dir", w->matches);
	z.counting = false;
	return take_item(&z, syb_tree_root(tree), w->prefix);
}
