/* format/syclbin/syclbin_v1.c — the version 1 body: file header, three lists of headers, metadata table, binary table.
 * Little endian, C alignment; docs/format-syclbin.md. All later reads go through the windows made here. */
#include "syclbin.h"

#include <inttypes.h>

enum {
	HDR_MAGIC = 0,
	HDR_VERSION = 4,
	HDR_MODULE_COUNT = 8,
	HDR_IR_COUNT = 12,
	HDR_NATIVE_COUNT = 16, /* four bytes of padding follow */
	HDR_METADATA_SIZE = 24,
	HDR_BINARY_SIZE = 32,
	HDR_GLOBAL_OFFSET = 40,
	HDR_GLOBAL_SIZE = 48,
	HDR_SIZE = 56,

	MODULE_METADATA_OFFSET = 0,
	MODULE_METADATA_SIZE = 8,
	MODULE_IR_COUNT = 16,
	MODULE_IR_FIRST = 20,
	MODULE_NATIVE_COUNT = 24,
	MODULE_NATIVE_FIRST = 28,

	IMAGE_METADATA_OFFSET = 0,
	IMAGE_METADATA_SIZE = 8,
	IMAGE_BYTES_OFFSET = 16,
	IMAGE_BYTES_SIZE = 24,

	ENTRY_SIZE = 32, /* of every header list */
};

static int read_header(struct syb_ctx *ctx, struct syb_bin *bin)
{
	struct syclbin_layout *l = &bin->layout;
	uint32_t version;

	TRY(span_sub(ctx, bin->body, 0, HDR_SIZE, "SYCLBIN file header", &l->header));
	if (!span_starts(l->header, SYCLBIN_MAGIC_BYTES, 4))
		return syb_fail(ctx, SYB_E_FORMAT, l->header.at, "syclbin-magic", "not a SYCLBIN body");
	bin->version = 1;
	version = span_u32(l->header, HDR_VERSION);
	if (version == 2)
		return syb_fail(ctx, SYB_E_VERSION, l->header.at + HDR_VERSION, "syclbin-version",
				"version 2 in a header of version 1: version 2 has no such header");
	if (version > 2)
		return syb_fail(ctx, SYB_E_VERSION, l->header.at + HDR_VERSION, "syclbin-version",
				"version %" PRIu32 ", supported versions are 1 and 2", version);
	if (version == 0)
		syb_report(ctx, SYB_SEVERITY_WARNING, l->header.at + HDR_VERSION, "syclbin-version-zero",
			   "version 0 is read as version 1");
	return 0;
}

/* Find the regions. Tables start at multiples of 8; the padding after the last one is optional. */
static int read_layout(struct syb_ctx *ctx, struct syb_bin *bin)
{
	struct syclbin_layout *l = &bin->layout;
	uint64_t pos = HDR_SIZE;
	const struct {
		const char *what;
		uint64_t size;
		struct span *out;
	} regions[] = {
		{ "module headers", (uint64_t)span_u32(l->header, HDR_MODULE_COUNT) * ENTRY_SIZE, &l->modules },
		{ "IR module headers", (uint64_t)span_u32(l->header, HDR_IR_COUNT) * ENTRY_SIZE, &l->ir },
		{ "native image headers", (uint64_t)span_u32(l->header, HDR_NATIVE_COUNT) * ENTRY_SIZE, &l->native },
		{ "metadata table", span_u64(l->header, HDR_METADATA_SIZE), &l->metadata },
		{ "binary table", span_u64(l->header, HDR_BINARY_SIZE), &l->binary },
	};

	for (size_t i = 0; i < ARRAY_SIZE(regions); i++) {
		if (pos > bin->body.len && regions[i].size == 0)
			pos = bin->body.len; /* an empty table after a table whose padding is missing */
		TRY(span_sub(ctx, bin->body, pos, regions[i].size, regions[i].what, regions[i].out));
		l->end = pos + regions[i].size;
		pos = align8(l->end);
	}
	return span_sub_as(ctx, l->metadata, span_u64(l->header, HDR_GLOBAL_OFFSET),
			   span_u64(l->header, HDR_GLOBAL_SIZE), "syclbin-metadata", "global metadata", &l->global);
}

static struct span entry_at(struct span list, size_t i)
{
	return (struct span){ list.ptr + i * ENTRY_SIZE, ENTRY_SIZE, list.at + i * ENTRY_SIZE };
}

/* Writers before May 2025 left all first indices 0. Such a file is recognised by: several modules claim images of one
 * list, all from index 0, and the counts add up to the list. */
static bool first_index_bug(const struct syclbin_layout *l, size_t count_at, size_t first_at, size_t list_count)
{
	size_t modules = l->modules.len / ENTRY_SIZE, users = 0;
	uint64_t sum = 0;

	for (size_t i = 0; i < modules; i++) {
		struct span m = entry_at(l->modules, i);

		if (span_u32(m, first_at) != 0)
			return false;
		sum += span_u32(m, count_at);
		users += span_u32(m, count_at) != 0;
	}
	return users > 1 && sum == list_count;
}

static int read_image(struct syb_ctx *ctx, struct syb_bin *bin, struct span entry, struct syb_image *image)
{
	const struct syclbin_layout *l = &bin->layout;
	int r;

	r = span_sub_as(ctx, l->metadata, span_u64(entry, IMAGE_METADATA_OFFSET), span_u64(entry, IMAGE_METADATA_SIZE),
			"syclbin-metadata", "image metadata", &image->metadata);
	if (r == 0)
		r = span_sub_as(ctx, l->binary, span_u64(entry, IMAGE_BYTES_OFFSET), span_u64(entry, IMAGE_BYTES_SIZE),
				"syclbin-binary", "image bytes", &image->bytes);
	if (r == 0)
		r = claim_bytes(ctx, &bin->claims, entry.at, (uint64_t)image->metadata.len + image->bytes.len,
				"images");
	if (r == 0)
		r = syclbin_image_facts(ctx, bin, image);
	return r < 0 ? syb_note(ctx, r, "in the image header at 0x%" PRIx64, entry.at) : 0;
}

/* count images of one kind from `first` on; going beyond the list is an error of the module at `at`, a warning where
 * there is no image. */
static int read_images(struct syb_ctx *ctx, struct syb_bin *bin, struct syb_module *module, enum syb_image_kind kind,
		       uint32_t first, uint32_t count, uint64_t at)
{
	struct span list = kind == SYB_IMAGE_IR ? bin->layout.ir : bin->layout.native;
	size_t total = list.len / ENTRY_SIZE;

	if (count == 0 && first > total) /* an index that nothing uses */
		syb_report(ctx, SYB_SEVERITY_WARNING, at, "syclbin-first-index",
			   "abstract module %zu has no %s images, but states the index %" PRIu32 " in a list of %zu",
			   module->index, kind == SYB_IMAGE_IR ? "IR" : "native", first, total);
	else if (first > total || count > total - first)
		return syb_fail(ctx, SYB_E_FORMAT, at, "syclbin-index",
				"abstract module %zu: %s images %" PRIu32 " to %" PRIu64 " of a list of %zu",
				module->index, kind == SYB_IMAGE_IR ? "IR" : "native", first, (uint64_t)first + count,
				total);
	for (uint32_t i = 0; i < count; i++) {
		struct syb_image *image = &module->images[module->image_count];

		image->module = module;
		image->kind = kind;
		image->index = module->image_count;
		TRY(read_image(ctx, bin, entry_at(list, first + i), image));
		module->image_count++;
	}
	return 0;
}

struct first_index {
	bool ir_bug, native_bug;
	uint32_t ir_next, native_next;
};

static int read_module(struct syb_ctx *ctx, struct syb_bin *bin, size_t index, struct first_index *next)
{
	struct span entry = entry_at(bin->layout.modules, index);
	struct syb_module *module = &bin->modules[index];
	uint32_t ir = span_u32(entry, MODULE_IR_COUNT), native = span_u32(entry, MODULE_NATIVE_COUNT);
	int r;

	module->bin = bin;
	module->index = index;
	module->first_ir = next->ir_bug ? next->ir_next : span_u32(entry, MODULE_IR_FIRST);
	module->first_native = next->native_bug ? next->native_next : span_u32(entry, MODULE_NATIVE_FIRST);
	next->ir_next += ir;
	next->native_next += native;
	r = span_sub_as(ctx, bin->layout.metadata, span_u64(entry, MODULE_METADATA_OFFSET),
			span_u64(entry, MODULE_METADATA_SIZE), "syclbin-metadata", "abstract module metadata",
			&module->metadata);
	if (r < 0)
		return r;
	/* Counts are bounded by the lists' real sizes before anything is allocated for them. */
	if (ir > bin->layout.ir.len / ENTRY_SIZE || native > bin->layout.native.len / ENTRY_SIZE)
		return syb_fail(ctx, SYB_E_FORMAT, entry.at + MODULE_IR_COUNT, "syclbin-index",
				"abstract module %zu: %" PRIu32 " IR and %" PRIu32 " native images", index, ir, native);
	/* headers too, since several modules may claim the same ones */
	r = claim_bytes(ctx, &bin->claims, entry.at,
			(uint64_t)module->metadata.len + ((uint64_t)ir + native) * ENTRY_SIZE, "modules");
	if (r < 0)
		return r;
	if (!checked_add(bin->image_count, (size_t)ir + native, &bin->image_count) ||
	    bin->image_count > ctx->limits.max_items)
		return syb_fail(ctx, SYB_E_LIMIT, entry.at, "limit", "more than %" PRIu64 " images",
				ctx->limits.max_items);
	module->images = arena_array(ctx, &bin->arena, (size_t)ir + native, sizeof(*module->images));
	if (!module->images)
		return -SYB_E_NOMEM;
	r = read_images(ctx, bin, module, SYB_IMAGE_IR, module->first_ir, ir, entry.at + MODULE_IR_FIRST);
	module->ir_count = module->image_count;
	if (r == 0)
		r = read_images(ctx, bin, module, SYB_IMAGE_NATIVE, module->first_native, native,
				entry.at + MODULE_NATIVE_FIRST);
	return r;
}

static int read_modules(struct syb_ctx *ctx, struct syb_bin *bin)
{
	struct syclbin_layout *l = &bin->layout;
	struct first_index next = {
		.ir_bug = first_index_bug(l, MODULE_IR_COUNT, MODULE_IR_FIRST, l->ir.len / ENTRY_SIZE),
		.native_bug = first_index_bug(l, MODULE_NATIVE_COUNT, MODULE_NATIVE_FIRST, l->native.len / ENTRY_SIZE),
	};
	size_t count = l->modules.len / ENTRY_SIZE;

	if (count > ctx->limits.max_items)
		return syb_fail(ctx, SYB_E_LIMIT, l->modules.at, "limit", "%zu modules", count);
	if (next.ir_bug || next.native_bug)
		syb_report(ctx, SYB_SEVERITY_WARNING, l->modules.at, "syclbin-first-index",
			   "all modules start at image 0, a mistake of old writers: read as if each followed the last");
	bin->modules = arena_array(ctx, &bin->arena, count, sizeof(*bin->modules));
	if (!bin->modules)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {

		TRY(read_module(ctx, bin, i, &next));
		bin->module_count++;
	}
	return 0;
}

int syclbin_v1_read(struct syb_ctx *ctx, struct syb_bin *bin)
{
	TRY(read_header(ctx, bin));
	TRY(read_layout(ctx, bin));
	bin->claims = claims_of(bin->body.len);
	bin->global = bin->layout.global;
	TRY(syclbin_global_facts(ctx, bin));
	return read_modules(ctx, bin);
}
