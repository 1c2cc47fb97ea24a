/* fuzz/fuzz_unpack.c — any file as a tree: archives, ELF files, bitcode, offload binaries, compressed ones. */
#include "fuzz.h"

static size_t walk(const struct syb_item *item, unsigned depth)
{
	size_t count = 1;

	claim(depth < 40);
	claim(syb_kind_name(syb_item_kind(item)) && syb_kind_text(syb_item_kind(item)) && syb_item_name(item));
	fuzz_touch(syb_item_bytes(item));
	for (size_t i = 0; i < syb_item_count(item); i++)
		count += walk(syb_item_at(item, i), depth + 1);
	return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;

	if (syb_unpack(ctx, fuzz_bytes(data, size), NULL, &tree) < 0) {
		claim(!tree && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
		return 0;
	}
	claim(walk(syb_tree_root(tree), 0) > 0);
	return 0;
}
