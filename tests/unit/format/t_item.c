/* Files as trees. */
#include "lib/damage.h"
#include "lib/offload.h"
#include "lib/torture.h"
#include "format/item/item.h"

#define SPIRV "\x03\x02\x23\x07"
#define BODY "IBYS and the rest"

/* "offload(spirv elf(…))", with ! for SYCLBIN version 2 and @ for items without an offset. */
static size_t outline_to(const struct syb_item *item, char *out, size_t n, size_t room)
{
	n += (size_t)snprintf(
		out + n, n < room ? room - n : 0, "%s%s%s", syb_kind_name(syb_item_kind(item)),
		syb_item_kind(item) == SYB_KIND_SYCLBIN && syb_item_offload(item) && !syb_item_entry(item) ? "!" : "",
		syb_item_offset(item) == SYB_NO_OFFSET ? "@" : "");
	for (size_t i = 0; i < syb_item_count(item) && n < room; i++) {
		n += (size_t)snprintf(out + n, room - n, "%s", i ? " " : "(");
		n = outline_to(syb_item_at(item, i), out, n, room);
	}
	if (syb_item_count(item) && n < room)
		n += (size_t)snprintf(out + n, room - n, ")");
	return n;
}

static const char *outline(struct syb_ctx *ctx, struct syb_bytes bytes, char out[512])
{
	struct syb_tree *tree = NULL;
	int r = syb_unpack(ctx, bytes, "sample", &tree);

	snprintf(out, 512, "%d", r);
	if (r == 0)
		outline_to(syb_tree_root(tree), out, 0, 512);
	syb_tree_free(tree);
	return out;
}

static struct buf made(struct syb_ctx *ctx, const struct syb_offload_write_opts *opts,
		       const struct sample_entry *entries, size_t count)
{
	struct buf buf = { 0 };

	if (offload_sample(ctx, opts, entries, count, &buf) < 0)
		abort();
	return buf;
}

static void packages(struct syb_ctx *ctx)
{
	static const struct sample_entry v1[] = { { 7, 8, NULL, NULL, BODY, sizeof(BODY) } };
	static const struct sample_entry old[] = { { 6, 4, NULL, NULL, BODY, sizeof(BODY) } };
	static const struct sample_entry hidden[] = { { 0, 0, "t", NULL, BODY, sizeof(BODY) } };
	static const struct sample_entry bad_magic[] = { { 7, 8, NULL, NULL, "XBYS", 4 } };
	static const struct sample_entry v2[] = { { 7, 8, NULL, "global_metadata", "[a/b]\n", 6 },
						  { 7, 8, NULL, "am_metadata", "", 0 } };
	static const struct sample_entry mixed[] = { { 7, 8, NULL, NULL, BODY, sizeof(BODY) },
						     { 6, 8, "spir64", NULL, SPIRV, 4 } };
	const struct syb_offload_write_opts zstd = { .size = sizeof(zstd), .compress = SYB_COMPRESS_ZSTD };
	_cleanup_(buf_free) struct buf a = made(ctx, NULL, v1, 1), b = made(ctx, NULL, old, 1);
	_cleanup_(buf_free) struct buf c = made(ctx, NULL, hidden, 1), d = made(ctx, NULL, bad_magic, 1);
	_cleanup_(buf_free) struct buf e = made(ctx, NULL, v2, 2), f = made(ctx, NULL, mixed, 2);
	_cleanup_(buf_free) struct buf g = made(ctx, &zstd, v2, 2);
	struct syb_tree *tree = NULL;
	const struct syb_item *item;
	char text[512];

	is_str(outline(ctx, str_bytes(BODY), text), "syclbin");
	is_str(outline(ctx, buf_bytes(&a), text), "offload(syclbin)");
	is_str(outline(ctx, buf_bytes(&b), text), "offload(syclbin)");
	is_str(outline(ctx, buf_bytes(&c), text), "offload(syclbin)");
	is_str(outline(ctx, buf_bytes(&d), text), "offload(syclbin)");
	is_str(outline(ctx, buf_bytes(&e), text), "offload(syclbin!)");
	is_str(outline(ctx, buf_bytes(&f), text), "offload(syclbin spirv)");
	is_str(outline(ctx, buf_bytes(&g), text), "offload(syclbin!)");

	/* one after the other: version 1, version 2, version 1 */
	ok(buf_add(ctx, &a, e.ptr, e.len) == 0 && buf_add(ctx, &a, b.ptr, b.len) == 0);
	is_str(outline(ctx, buf_bytes(&a), text), "offload(syclbin syclbin! syclbin)");
	if (!ok(syb_unpack(ctx, buf_bytes(&a), NULL, &tree) == 0))
		return;
	item = syb_item_at(syb_tree_root(tree), 1);
	is_int(syb_item_binary(item), 1);
	is_int(syb_item_bytes(item).len, e.len);
	item = syb_item_at(syb_tree_root(tree), 2);
	ok(syb_item_offload(item) == syb_item_offload(syb_tree_root(tree)) && syb_item_entry(item));
	is_int(syb_item_bytes(item).len, sizeof(BODY));
	ok(!syb_item_at(syb_tree_root(tree), 3));
	syb_tree_free(tree);
}

static void files(struct syb_ctx *ctx)
{
	static const struct {
		const char *name, *want;
	} cases[] = {
		{ "offload/packager", "offload(unknown spirv)" },
		{ "offload/fat-elf64", "elf(offload(unknown spirv))" },
		{ "offload/fat-elf32be", "elf(offload(unknown spirv))" },
		{ "offload/fat-bitcode", "bitcode(offload@(unknown@ spirv@))" },
		{ "offload/fat-bitcode-wrapped", "bitcode(offload@(unknown@ spirv@))" },
		{ "offload/fat-archive", "archive(elf(offload(unknown spirv)) bitcode(offload@(unknown@ spirv@)))" },
		{ "bundle/binary", "bundle(unknown spirv)" },
		{ "bundle/compressed", "bundle(elf bitcode)" },
		{ "bundle/text", "bundle(unknown unknown)" },
		{ "bundle/fat-object", "elf(unknown bitcode)" },
		{ "bundle/hip-object", "elf(bundle(bundle@(unknown@ elf@ elf@) bundle@(unknown@ elf@ elf@)))" },
		{ "bundle/ocloc-archive", "archive(unknown zebin unknown zebin unknown elf(spirv))" },
	};
	char text[512];

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct syb_file *file = golden(ctx, cases[i].name);

		if (ok(file != NULL, "%s", cases[i].name))
			is_str(outline(ctx, syb_file_bytes(file), text), cases[i].want);
		syb_file_close(file);
	}
	is_str(outline(ctx, (struct syb_bytes){ 0 }, text), "unknown");
	is_str(outline(ctx, str_bytes("[Code]\na\n"), text), "table");
	is_int(syb_ctx_diag_count(ctx), 0);
}

/* Offload binaries inside each other; what breaks inside becomes a warning and a leaf. */
static void nested(struct syb_ctx *ctx)
{
	const struct sample_entry leaf = { 6, 8, "spir64", NULL, SPIRV, 4 };
	_cleanup_(buf_free) struct buf inner = made(ctx, NULL, &leaf, 1);
	const struct sample_entry around[] = { { 0, 0, "t", NULL, (char *)inner.ptr, inner.len },
					       { 0, 0, "t", NULL, (char *)inner.ptr, inner.len - 8 },
					       { 0, 0, "t", NULL, "\177ELF", 4 } };
	_cleanup_(buf_free) struct buf outer = made(ctx, NULL, around, 3);
	char text[512];

	is_str(outline(ctx, buf_bytes(&outer), text), "offload(offload(spirv) offload elf)");
	is_int(syb_ctx_count(ctx, SYB_SEVERITY_ERROR), 0);
	is_int(syb_ctx_count(ctx, SYB_SEVERITY_WARNING), 2);
	is_str(first_check(ctx), "offload-size");
	syb_ctx_diag_clear(ctx);
	is_str(outline(ctx, (struct syb_bytes){ inner.ptr, inner.len - 8 }, text), "-20");
	is_int(syb_ctx_count(ctx, SYB_SEVERITY_ERROR), 1);
	syb_ctx_diag_clear(ctx);
	is_str(outline(ctx, str_bytes("!<thin>\n"), text), "-20");
	syb_ctx_diag_clear(ctx);
}

/* Sixteen containers inside each other are opened, and no more. */
static void deep(struct syb_ctx *ctx)
{
	struct buf inside = made(ctx, NULL, &(struct sample_entry){ 6, 8, "spir64", NULL, SPIRV, 4 }, 1);
	struct syb_tree *tree = NULL;
	const struct syb_item *item;
	size_t depth = 0;

	for (int i = 1; i <= 17; i++) {
		struct sample_entry e = { 0, 0, "t", NULL, (char *)inside.ptr, inside.len };
		struct buf more = made(ctx, NULL, &e, 1);

		if (i == 16 && ok(syb_unpack(ctx, buf_bytes(&inside), NULL, &tree) == 0))
			for (item = syb_tree_root(tree); syb_item_count(item); item = syb_item_at(item, 0))
				depth++;
		buf_free(&inside);
		inside = more;
	}
	is_int(depth, 16);
	is_int(syb_ctx_diag_count(ctx), 0);
	syb_tree_free(tree);
	is_int(syb_unpack(ctx, buf_bytes(&inside), NULL, &tree), -SYB_E_LIMIT);
	is_str(first_check(ctx), "limit");
	is_int(syb_ctx_diag_count(ctx), 1);
	buf_free(&inside);
	syb_ctx_diag_clear(ctx);
}

/* Entries that all hold the same binary, whose entries all hold the same binary …: must not unfold. */
static void unfolding(struct syb_ctx *ctx)
{
	struct buf inside = made(ctx, NULL, &(struct sample_entry){ 6, 8, "spir64", NULL, SPIRV, 4 }, 1);
	struct syb_tree *tree = NULL;

	for (int level = 0; level < 12; level++) {
		struct sample_entry e[50] = { 0 };
		struct buf more;

		for (size_t i = 0; i < ARRAY_SIZE(e); i++)
			e[i] = (struct sample_entry){
				0, 0, NULL, NULL, i ? "" : (char *)inside.ptr, i ? 0 : inside.len
			};
		more = made(ctx, NULL, e, ARRAY_SIZE(e));
		for (size_t i = 1; i < ARRAY_SIZE(e); i++) /* point them all at the first image */
			memcpy(more.ptr + 32 + i * 40 + 24, more.ptr + 32 + 24, 16);
		buf_free(&inside);
		inside = more;
	}
	is_int(syb_unpack(ctx, buf_bytes(&inside), NULL, &tree), -SYB_E_LIMIT);
	ok(!tree);
	is_str(first_check(ctx), "limit");
	buf_free(&inside);
	syb_ctx_diag_clear(ctx);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	struct syb_tree *tree = NULL;
	int r = syb_unpack(ctx, *(struct syb_bytes *)arg, "sample", &tree);

	if (r < 0 && tree)
		abort();
	syb_tree_free(tree);
	return r;
}

static int unpack(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	return work(ctx, &bytes);
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_file *file = golden(ctx, "offload/fat-archive");
	struct syb_bytes bytes = file ? syb_file_bytes(file) : (struct syb_bytes){ 0 };
	struct damage cuts = { .ctx = ctx, .read = unpack };

	packages(ctx);
	files(ctx);
	nested(ctx);
	deep(ctx);
	unfolding(ctx);
	damage_cuts(&cuts, bytes);
	is_int(cuts.odd, 0);
	torture(work, &bytes);
	syb_file_close(file);
	syb_ctx_free(ctx);
	return tap_done();
}
