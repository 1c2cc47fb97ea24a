/* tools/frame/packages.c — iterates over the packages in a file: archives and offload binaries may contain
 * several. Such a file is unpacked once for all of them. */
#include "tools/frame/tool.h"

struct found {
	const struct syb_item **items;
	size_t count, room;
};

/* Depth is bounded by syb_unpack. */
static int collect(struct syb_ctx *ctx, const struct syb_item *item, struct found *found)
{
	if (syb_item_is_package(item)) {
		TRY(VEC_PUSH(ctx, found->items, found->count, found->room));
		found->items[found->count++] = item;
		return 0;
	}
	for (size_t i = 0; i < syb_item_count(item); i++)
		TRY(collect(ctx, syb_item_at(item, i), found));
	return 0;
}

static int visit(struct tool *tool, const struct syb_file *file, const struct found *found, package_fn *fn, void *user)
{
	struct package package = { .file = file, .count = found->count };
	int worst = 0;

	for (; package.index < found->count; package.index++) {
		_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
		int r = syb_bin_open_item(tool->ctx, found->items[package.index], syb_file_name(file), &bin);

		package.bin = bin;
		if (r == 0)
			r = fn(user, &package);
		worst = worse(worst, r);
		if (r < 0 && r != -SYB_E_NOTFOUND)
			break;
	}
	return worst;
}

/* A file with several packages. */
static int visit_all(struct tool *tool, const struct syb_file *file, package_fn *fn, void *user)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	struct found found = { 0 };
	int r = syb_unpack(tool->ctx, syb_file_bytes(file), syb_file_name(file), &tree);

	if (r == 0)
		r = collect(tool->ctx, syb_tree_root(tree), &found);
	if (r == 0)
		r = visit(tool, file, &found, fn, user);
	allocator_free(allocator_of(tool->ctx), found.items);
	return r;
}

int each_package(struct tool *tool, const struct syb_file *file, bool stored, package_fn *fn, void *user)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	struct syb_bin_open_opts opts = { .size = sizeof(opts), .name = syb_file_name(file), .stored = stored };

	TRY(syb_bin_open(tool->ctx, syb_file_bytes(file), &opts, &bin));
	if (syb_bin_package_count(bin) > 1)
		return visit_all(tool, file, fn, user);
	return fn(user, &(struct package){ .file = file, .bin = bin, .count = 1 });
}

const char *file_kind(struct syb_bytes bytes)
{
	return bytes.len ? syb_kind_text(syb_identify(bytes)) : "an empty file";
}
