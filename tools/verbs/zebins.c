/* tools/verbs/zebins.c — chooses the zebin that a verb works on: the file itself, a member of ocloc's archive, an
 * entry of an offload binary, or an image of a package. */
#include "tools/frame/tool.h"

#include <fnmatch.h>

DEFINE_CLEANUP(struct syb_zebin *, syb_zebin_free);

/* A zebin that was found, and its possible names. */
struct found {
	struct syb_zebin *zebin;
	const char *group;  /* member or architecture, "" if none */
	const char *device; /* as ocloc spells it, "" if unknown */
};

struct search {
	struct tool *tool;
	const char *name; /* of the file */
	const char *pattern;
	struct zebins *zebins; /* owns the bytes of the zebins */
	struct found *found;
	size_t count, room, seen;
	struct buf names; /* names of all that were seen */
};

static void search_drop(struct search *s)
{
	for (size_t i = 0; i < s->count; i++)
		syb_zebin_free(s->found[i].zebin);
	allocator_free(allocator_of(s->tool->ctx), s->found);
	buf_free(&s->names);
}

void zebins_drop(struct zebins *zebins)
{
	syb_zebin_free(zebins->zebin);
	for (size_t i = zebins->bin_count; i-- > 0;)
		syb_bin_close(zebins->bins[i]);
	for (size_t i = zebins->tree_count; i-- > 0;)
		syb_tree_free(zebins->trees[i]);
	if (zebins->tool) {
		allocator_free(allocator_of(zebins->tool->ctx), zebins->bins);
		allocator_free(allocator_of(zebins->tool->ctx), zebins->trees);
	}
}

static int unpack(struct search *s, struct syb_bytes bytes, const struct syb_item **out)
{
	struct zebins *z = s->zebins;
	struct syb_ctx *ctx = s->tool->ctx;

	TRY(VEC_PUSH(ctx, z->trees, z->tree_count, z->tree_room));
	TRY(syb_unpack(ctx, bytes, s->name, &z->trees[z->tree_count]));
	*out = syb_tree_root(z->trees[z->tree_count++]);
	return 0;
}

static bool matches(const struct search *s, const struct found *f)
{
	return !s->pattern || fnmatch(s->pattern, f->device, 0) == 0 || fnmatch(s->pattern, f->group, 0) == 0;
}

static int add_zebin(struct search *s, const struct syb_item *item, const char *group)
{
	const struct syb_zebin_read_opts opts = { .size = sizeof(opts), .name = s->name, .at = syb_item_offset(item) };
	_cleanup_(syb_zebin_free_p) struct syb_zebin *zebin = NULL;
	struct syb_ctx *ctx = s->tool->ctx;
	struct found f = { .group = group };
	int r;

	s->seen++;
	r = syb_zebin_read(ctx, syb_item_bytes(item), &opts, &zebin);
	if (r < 0)
		return r;
	f.zebin = zebin;
	f.device = syb_zebin_device(zebin)->device ? syb_zebin_device(zebin)->device : "";
	r = buf_printf(ctx, &s->names, "%s%s", s->names.len ? ", " : "", *f.device ? f.device : group);
	if (r < 0 || !matches(s, &f))
		return r;
	r = VEC_PUSH(ctx, s->found, s->count, s->room);
	if (r < 0)
		return r;
	s->found[s->count++] = f;
	steal(zebin);
	return 0;
}

const char *zebins_group(const struct syb_item *item, const char *group)
{
	const struct syb_offload_entry *entry = syb_item_entry(item);
	const char *arch = entry ? syb_offload_entry_get(entry, "arch") : NULL;

	if (arch && *arch)
		return arch;
	return *syb_item_name(item) ? syb_item_name(item) : group;
}

/* Depth is limited by syb_unpack. Packages are opened only if `packages` is set: not inside images of packages. */
static int walk(struct search *s, const struct syb_item *item, const char *group, bool packages);

static int walk_package(struct search *s, const struct syb_item *item)
{
	struct zebins *z = s->zebins;
	struct syb_ctx *ctx = s->tool->ctx;
	const struct syb_item *root;
	const struct syb_bin *bin;

	TRY(VEC_PUSH(ctx, z->bins, z->bin_count, z->bin_room));
	TRY(syb_bin_open_item(ctx, item, s->name, &z->bins[z->bin_count]));
	bin = z->bins[z->bin_count++];
	for (size_t m = 0; m < syb_bin_module_count(bin); m++) {
		const struct syb_module *module = syb_bin_module_at(bin, m);

		for (size_t i = 0; i < syb_module_image_count(module); i++) {
			const struct syb_image *image = syb_module_image_at(module, i);
			enum syb_kind kind = syb_identify(syb_image_bytes(image));

			if (kind != SYB_KIND_ZEBIN && kind != SYB_KIND_ARCHIVE)
				continue;
			TRY(unpack(s, syb_image_bytes(image), &root));
			TRY(walk(s, root, syb_image_arch(image) ? syb_image_arch(image) : "", false));
		}
	}
	return 0;
}

static int walk(struct search *s, const struct syb_item *item, const char *group, bool packages)
{
	group = zebins_group(item, group);
	if (syb_item_kind(item) == SYB_KIND_ZEBIN)
		return add_zebin(s, item, group);
	if (syb_item_is_package(item))
		return packages ? walk_package(s, item) : 0;
	for (size_t i = 0; i < syb_item_count(item); i++)
		TRY(walk(s, syb_item_at(item, i), group, packages));
	return 0;
}

static int no_zebin(struct search *s, const struct syb_item *root)
{
	struct syb_ctx *ctx = s->tool->ctx;

	if (s->seen == 0)
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "unknown-kind",
				"%s is %s: it is neither a zebin nor ZE Info text, and contains no zebin", s->name,
				syb_item_bytes(root).len ? syb_kind_text(syb_item_kind(root)) : "an empty file");
	return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "nothing-matches",
			"%s: no zebin matches --device=%s; available: %.*s", s->name, s->pattern, (int)s->names.len,
			(const char *)s->names.ptr);
}

int zebins_choose(struct tool *tool, const struct syb_file *file, const char *pattern, struct zebins *out)
{
	_cleanup_(ctx_inflate_end) struct ctx_inflate inflate = { 0 };
	_cleanup_(search_drop) struct search s = { .tool = tool, .name = syb_file_name(file), .pattern = pattern };
	const struct syb_item *root;

	s.zebins = out;
	*out = (struct zebins){ .tool = tool };
	ctx_inflate(tool->ctx, syb_file_bytes(file).len, &inflate);
	TRY(unpack(&s, syb_file_bytes(file), &root));
	TRY(walk(&s, root, "", true));
	if (s.count == 0)
		return no_zebin(&s, root);
	if (s.count > 1)
		return usage(tool, "%s contains %zu zebins%s: select one with --device=PATTERN, out of: %.*s", s.name,
			     s.count, pattern ? " that match" : "", (int)s.names.len, (const char *)s.names.ptr);
	out->zebin = steal(s.found[0].zebin);
	return 0;
}
