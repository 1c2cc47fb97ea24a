/* fuzz/fuzz_wrapped.c — wrapped images: find the records, walk them, open them as a package, which must have all that
 * the records have; check and show it. fuzz_syclbin.c writes it and reads it again. */
#include "fuzz.h"
#include "format/item/item.h"
#include "format/wrapped/wrapped.h"

/* The entries are the kernels and the other exports, in order. */
static void compare_entries(struct wrapped_reader *r, const struct wrapped_image *image,
			    const struct syb_module *module, const struct syb_props *props)
{
	const struct wrapped_facts *facts = module->images[0].wrapped;
	struct wrapped_range rest = image->entries;
	size_t exports = 0;
	struct span name;

	while (wrapped_next_entry(r, &rest, &name) > 0) {
		claim(name.len && name.ptr[name.len] == 0);
		if (exports < facts->export_count && facts->exports[exports] == (const char *)name.ptr)
			exports++;
		else
			claim(syb_props_get(props, "SYCL/kernel names", (const char *)name.ptr));
	}
	claim(exports == facts->export_count);
}

static void compare_sets(struct wrapped_reader *r, const struct wrapped_image *image, const struct syb_props *props)
{
	struct wrapped_range rest = image->sets;
	struct wrapped_prop prop;
	struct wrapped_set set;

	while (wrapped_next_set(r, &rest, &set) > 0) {
		const struct syb_set *found = syb_props_find(props, (const char *)set.name.ptr);

		claim(found);
		while (wrapped_next_prop(r, &set.props, &prop) > 0) {
			bool same = false; /* as one of those with this name */

			for (size_t i = 0; i < syb_set_count(found) && !same; i++) {
				const struct syb_prop *p = syb_set_at(found, i);

				same = span_eq(prop.name, syb_prop_key(p)) && syb_prop_type(p) == prop.type &&
				       (prop.type == SYB_PROP_U32
						? syb_prop_u32(p) == prop.number
						: fuzz_same(syb_prop_bytes(p), span_bytes(prop.bytes)) &&
							  syb_prop_bits(p) == prop.bits);
			}
			claim(same);
		}
	}
}

static void compare(struct syb_ctx *ctx, const struct wrapped *wrapped, const struct syb_bin *bin)
{
	struct wrapped_reader r = wrapped_read(ctx, wrapped);
	size_t n = 0;

	for (size_t i = 0; i < wrapped->count; i++) {
		uint64_t address = wrapped->descriptors[i].images;

		for (size_t k = 0; k < wrapped->descriptors[i].count; k++, n++) {
			const struct syb_module *module = syb_bin_module_at(bin, n);
			_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
			struct wrapped_image image;

			claim(wrapped_image(&r, &address, &image) == 0 && module);
			claim(fuzz_same(span_bytes(image.bytes), span_bytes(image_stored(&module->images[0]))));
			fuzz_touch(span_bytes(image.bytes));
			if (syb_module_props(ctx, module, &props) < 0)
				continue;
			compare_entries(&r, &image, module, props);
			compare_sets(&r, &image, props);
		}
	}
	claim(n == syb_bin_module_count(bin));
}

static void open_wrapped(struct syb_ctx *ctx, const struct syb_item *item)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL, *stored = NULL;
	const size_t errors = syb_ctx_count(ctx, SYB_SEVERITY_ERROR);

	if (syclbin_open_stored(ctx, item, "input", &stored) < 0) {
		claim(!stored && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > errors);
		claim(syb_bin_open_item(ctx, item, "input", &bin) < 0);
		return;
	}
	compare(ctx, syb_item_wrapped(item), stored);
	if (syb_bin_open_item(ctx, item, "input", &bin) == 0)
		compare(ctx, syb_item_wrapped(item), bin);
}

static void visit(struct syb_ctx *ctx, const struct syb_item *item)
{
	if (syb_item_kind(item) == SYB_KIND_WRAPPED)
		open_wrapped(ctx, item);
	for (size_t i = 0; i < syb_item_count(item); i++)
		visit(ctx, syb_item_at(item, i));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct syb_show_opts opts = { .size = sizeof(opts), .hash = true, .raw = true, .deep = true };
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	const struct syb_bytes bytes = fuzz_bytes(data, size);

	if (syb_unpack(ctx, bytes, "input", &tree) < 0) {
		claim(syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
		return 0;
	}
	visit(ctx, syb_tree_root(tree));
	if (syb_show(ctx, bytes, &opts, &record) < 0)
		claim(syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
	if (syb_check(ctx, bytes, NULL) < 0)
		claim(syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
	return 0;
}
