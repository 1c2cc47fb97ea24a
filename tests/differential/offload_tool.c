/* tests/differential/offload_tool.c — the library's offload writer and reader as a command, for comparison with LLVM's:
 *
 *   offload_tool pack OUT [--today] [--together] [--zstd|--zlib] IMAGE…   IMAGE as in the packager's --image
 *   offload_tool list FILE       one line per entry of every offload binary found anywhere in FILE
 *   offload_tool extract FILE N OUT */
#include "format/offload/offload.h"

#include <sybil/sybil.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_diag(void *user, const struct syb_diag *diag)
{
	(void)user;
	fprintf(stderr, "%s: %s: %s [%s]\n", diag->file ? diag->file : "-", syb_severity_name(diag->severity),
		diag->text, diag->check);
}

static int pack(struct syb_ctx *ctx, char **args)
{
	struct syb_offload_write_opts opts = { .size = sizeof(opts), .separate = true };
	struct syb_offload_add_opts add = { .size = sizeof(add) };
	struct syb_offload_writer *writer = NULL;
	struct syb_out *out = NULL;
	const char *path = *args++;
	int r;

	for (; *args && strncmp(*args, "--", 2) == 0; args++) {
		if (strcmp(*args, "--today") == 0)
			add.today = true;
		else if (strcmp(*args, "--together") == 0)
			opts.separate = false;
		else if (strcmp(*args, "--zstd") == 0)
			opts.compress = SYB_COMPRESS_ZSTD;
		else
			opts.compress = SYB_COMPRESS_ZLIB;
	}
	r = syb_offload_writer_new(ctx, &opts, &writer);
	for (; *args && r == 0; args++)
		r = syb_offload_writer_add(ctx, writer, *args, &add);
	if (r == 0)
		r = syb_out_open(ctx, path, &out);
	if (r == 0)
		r = syb_offload_writer_write(ctx, writer, out);
	if (r == 0)
		r = syb_out_commit(ctx, out);
	syb_out_close(out);
	syb_offload_writer_free(writer);
	return r;
}

static void list(const struct syb_item *item, int depth)
{
	const struct syb_offload_entry *e = syb_item_entry(item);

	printf("%*s%s name=%s size=%zu", depth, "", syb_kind_name(syb_item_kind(item)), syb_item_name(item),
	       syb_item_bytes(item).len);
	if (syb_item_offset(item) != SYB_NO_OFFSET)
		printf(" at=%" PRIu64, syb_item_offset(item));
	if (e) {
		printf(" image=%u kind=%u", syb_offload_entry_image_raw(e), syb_offload_entry_kind_raw(e));
		for (size_t i = 0; i < syb_offload_entry_string_count(e); i++)
			printf(" %s=%s", syb_offload_entry_key(e, i), (const char *)syb_offload_entry_value(e, i).ptr);
	}
	printf("\n");
	for (size_t i = 0; i < syb_item_count(item); i++)
		list(syb_item_at(item, i), depth + 1);
}

/* Write the bytes of the n-th entry in order of the walk; n counts down to it. */
static int extract(struct syb_ctx *ctx, const struct syb_item *item, long *n, const char *path)
{
	struct syb_out *out = NULL;
	int r = 0;

	if (syb_item_entry(item) && (*n)-- == 0) {
		r = syb_out_open(ctx, path, &out);
		if (r == 0)
			r = syb_out_write(ctx, out, syb_item_bytes(item));
		if (r == 0)
			r = syb_out_commit(ctx, out);
		syb_out_close(out);
	}
	for (size_t i = 0; i < syb_item_count(item) && r == 0 && *n >= 0; i++)
		r = extract(ctx, syb_item_at(item, i), n, path);
	return r;
}

static int look(struct syb_ctx *ctx, char **args)
{
	struct syb_file *file = NULL;
	struct syb_tree *tree = NULL;
	long n = args[1] && args[2] ? strtol(args[1], NULL, 10) : -1;
	int r;

	r = syb_file_open(ctx, args[0], &file);
	if (r == 0)
		r = syb_unpack(ctx, syb_file_bytes(file), args[0], &tree);
	if (r == 0 && n >= 0)
		r = extract(ctx, syb_tree_root(tree), &n, args[2]);
	else if (r == 0)
		list(syb_tree_root(tree), 0);
	syb_tree_free(tree);
	syb_file_close(file);
	return r;
}

int main(int argc, char **argv)
{
	struct syb_ctx_opts opts = { .size = sizeof(opts), .sink = print_diag };
	struct syb_ctx *ctx = NULL;
	int r;

	if (argc < 3 || syb_ctx_new(&opts, &ctx) < 0)
		return 2;
	r = strcmp(argv[1], "pack") == 0 ? pack(ctx, argv + 2) : look(ctx, argv + 2);
	syb_ctx_free(ctx);
	return syb_code_exit(r);
}
