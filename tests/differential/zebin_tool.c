/* zebin_tool ZEBIN DIR — writes the zebin once for each kernel and function of its ZE Info, with that one under another
 * name, to DIR/0, DIR/1, …; prints how many. */
#include "format/zeinfo/zeinfo.h"

#include <stdio.h>
#include <sybil/sybil.h>

#define NEW_NAME "another_name"

static int rename_one(struct syb_ctx *ctx, const struct syb_zebin *zebin, const struct syb_zeinfo *info,
		      const char *name, const char *path)
{
	const struct syb_ze_rename renaming = { name, NEW_NAME };
	struct syb_zebin_rewrite changes = { .size = sizeof(changes), .renames = &renaming, .rename_count = 1 };
	struct syb_zeinfo_edit *edit = NULL;
	struct syb_out *out = NULL;
	int r = syb_zeinfo_edit_new(ctx, info, &edit);

	if (r == 0)
		r = syb_zeinfo_edit_rename(ctx, edit, &renaming, 1);
	if (r == 0)
		r = syb_zeinfo_edit_text(ctx, edit, NULL, &changes.zeinfo);
	if (r == 0)
		r = syb_out_open(ctx, path, &out);
	if (r == 0)
		r = syb_zebin_rewrite(ctx, zebin, &changes, out);
	if (r == 0)
		r = syb_out_commit(ctx, out);
	syb_out_close(out);
	syb_zeinfo_edit_free(edit);
	return r;
}

static int rename_all(struct syb_ctx *ctx, const struct syb_zebin *zebin, const char *dir)
{
	struct syb_zeinfo *info = NULL;
	char path[4096];
	size_t i = 0, kernels;
	int r = syb_zebin_zeinfo(ctx, zebin, &info);

	kernels = r == 0 ? syb_zeinfo_kernel_count(info) : 0;
	for (; r == 0 && i < kernels + syb_zeinfo_function_count(info); i++) {
		const struct syb_ze_node *node =
			i < kernels ? syb_zeinfo_kernel_at(info, i) : syb_zeinfo_function_at(info, i - kernels);

		snprintf(path, sizeof(path), "%s/%zu", dir, i);
		r = rename_one(ctx, zebin, info, syb_ze_text(syb_ze_get(node, "name")), path);
	}
	printf("%zu\n", i);
	syb_zeinfo_free(info);
	return r == -SYB_E_NOTFOUND ? 0 : r;
}

int main(int argc, char **argv)
{
	struct syb_zebin *zebin = NULL;
	struct syb_file *file = NULL;
	struct syb_ctx *ctx = NULL;
	int r = argc == 3 ? syb_ctx_new(NULL, &ctx) : -SYB_E_ARG;

	if (r == 0)
		r = syb_file_open(ctx, argv[1], &file);
	if (r == 0)
		r = syb_zebin_read(ctx, syb_file_bytes(file), NULL, &zebin);
	if (r == 0)
		r = rename_all(ctx, zebin, argv[2]);
	for (size_t i = 0; ctx && i < syb_ctx_diag_count(ctx); i++)
		fprintf(stderr, "%s\n", syb_ctx_diag_at(ctx, i)->text);
	syb_zebin_free(zebin);
	syb_file_close(file);
	syb_ctx_free(ctx);
	return r ? 1 : 0;
}
