/* format/syclbin/syclbin_v2.c — version 2: an offload binary whose entries are the parts of the package; the strings
 * of each entry state its role and module. Readers do not depend on the order. The properties inside the image bytes
 * are authoritative; the strings are copies for generic tools. */
#include "syclbin.h"
#include "format/offload/offload.h"

#include <inttypes.h>

enum { METADATA_SIZE_FIELD = 8 };

struct part {
	const struct syb_offload_entry *entry;
	enum syclbin_role role;
	size_t module;
};

static struct span entry_span(const struct syb_offload_entry *entry)
{
	return span_of(syb_offload_entry_bytes(entry), syb_offload_entry_offset(entry));
}

static enum syclbin_role role_of(const struct syb_offload_entry *entry)
{
	const char *name = syb_offload_entry_get(entry, "role");

	for (enum syclbin_role role = ROLE_GLOBAL; name && role < ROLE_UNKNOWN; role++)
		if (str_eq(name, syclbin_role_name(role)))
			return role;
	return ROLE_UNKNOWN;
}

/* Decimal digits only, and below the number of entries: indices are gapless, so none can be larger. */
static int module_index(struct syb_ctx *ctx, const struct syb_offload_entry *entry, size_t entry_count, size_t *out)
{
	const char *text = syb_offload_entry_get(entry, "am_index");
	uint64_t at = syb_offload_entry_offset(entry);
	uint64_t n = 0;

	for (const char *p = text; p && *p; p++) {
		if (*p < '0' || *p > '9' || n > entry_count)
			return syb_fail(ctx, SYB_E_FORMAT, at, "syclbin-v2-module-index", "am_index '%.32s'%s", text,
					n > entry_count ? " is larger than the number of entries" : "");
		n = n * 10 + (uint64_t)(*p - '0');
	}
	if (!text || !*text || n >= entry_count)
		return syb_fail(ctx, SYB_E_FORMAT, at, "syclbin-v2-module-index", "am_index '%.32s' with %zu entries",
				text ? text : "", entry_count);
	*out = (size_t)n;
	return 0;
}

static int read_global(struct syb_ctx *ctx, struct syb_bin *bin, const struct syb_offload_entry *entry, bool *seen)
{
	const char *version = syb_offload_entry_get(entry, "sycl_format_version");
	uint64_t at = syb_offload_entry_offset(entry);

	if (*seen)
		return syb_fail(ctx, SYB_E_FORMAT, at, "syclbin-v2-global", "a second global_metadata entry");
	*seen = true;
	if (version && !str_eq(version, "2"))
		return syb_fail(ctx, SYB_E_VERSION, at, "syclbin-newer",
				"sycl_format_version '%.32s', supported versions are 1 and 2", version);
	bin->global = entry_span(entry);
	return syclbin_global_facts(ctx, bin);
}

/* First pass: the role of each entry and the number of modules. */
static int read_parts(struct syb_ctx *ctx, struct syb_bin *bin, struct part *parts, size_t count, size_t *out_modules)
{
	bool global = false;
	size_t modules = 0;
	int r = 0;

	for (size_t i = 0; i < count && r == 0; i++) {
		struct part *part = &parts[i];

		if (syb_offload_entry_image(part->entry) != SYB_OFFLOAD_IMAGE_SYCLBIN)
			return syb_fail(ctx, SYB_E_FORMAT, syb_offload_entry_offset(part->entry), "syclbin-v2-entry",
					"entry %zu of the package is not of image kind SYCLBIN", i);
		part->role = role_of(part->entry);
		if (part->role == ROLE_GLOBAL)
			r = read_global(ctx, bin, part->entry, &global);
		else if (part->role != ROLE_UNKNOWN)
			r = module_index(ctx, part->entry, count, &part->module);
		if (r == 0 && part->role != ROLE_GLOBAL && part->role != ROLE_UNKNOWN && part->module >= modules)
			modules = part->module + 1;
	}
	if (r == 0 && !global)
		r = syb_fail(ctx, SYB_E_FORMAT, count ? syb_offload_entry_offset(parts[0].entry) : 0,
			     "syclbin-v2-global", "no global_metadata entry");
	*out_modules = modules;
	return r;
}

static int read_module_text(struct syb_ctx *ctx, struct syb_bin *bin, const struct part *part, bool *seen)
{
	if (seen[part->module])
		return syb_fail(ctx, SYB_E_FORMAT, syb_offload_entry_offset(part->entry), "syclbin-v2-module",
				"a second am_metadata entry for module %zu", part->module);
	seen[part->module] = true;
	bin->modules[part->module].metadata = entry_span(part->entry);
	return 0;
}

static int read_image(struct syb_ctx *ctx, struct syb_bin *bin, const struct part *part)
{
	struct syb_module *module = &bin->modules[part->module];
	struct syb_image *image = &module->images[module->image_count];
	struct span all = entry_span(part->entry), field;

	image->module = module;
	image->kind = part->role == ROLE_IR ? SYB_IMAGE_IR : SYB_IMAGE_NATIVE;
	image->index = module->image_count;
	image->entry = part->entry;
	TRY(span_sub_as(ctx, all, 0, METADATA_SIZE_FIELD, "syclbin-v2-image", "metadata size of an image", &field));
	TRY(span_sub_as(ctx, all, METADATA_SIZE_FIELD, span_u64(field, 0), "syclbin-v2-image", "metadata of an image",
			&image->metadata));
	TRY(span_sub(ctx, all, METADATA_SIZE_FIELD + image->metadata.len,
		     all.len - METADATA_SIZE_FIELD - image->metadata.len, "image bytes", &image->bytes));
	TRY(syclbin_image_facts(ctx, bin, image));
	module->image_count++;
	return 0;
}

/* Second pass: room for every module's images. */
static int make_modules(struct syb_ctx *ctx, struct syb_bin *bin, const struct part *parts, size_t count,
			size_t modules)
{
	bin->modules = arena_array(ctx, &bin->arena, modules, sizeof(*bin->modules));
	if (!bin->modules)
		return -SYB_E_NOMEM;
	bin->module_count = modules;
	for (size_t i = 0; i < count; i++)
		if (parts[i].role == ROLE_IR || parts[i].role == ROLE_NATIVE)
			bin->modules[parts[i].module].image_count++;
	for (size_t i = 0; i < modules; i++) {
		struct syb_module *module = &bin->modules[i];

		module->bin = bin;
		module->index = i;
		bin->image_count += module->image_count;
		module->images = arena_array(ctx, &bin->arena, module->image_count, sizeof(*module->images));
		if (!module->images)
			return -SYB_E_NOMEM;
		module->image_count = 0;
	}
	return 0;
}

static int read_modules(struct syb_ctx *ctx, struct syb_bin *bin, const struct part *parts, size_t count, bool *seen)
{
	static const enum syclbin_role order[] = { ROLE_MODULE, ROLE_IR, ROLE_NATIVE };
	int r = 0;

	for (size_t k = 0; k < ARRAY_SIZE(order); k++) {
		for (size_t i = 0; i < count && r == 0; i++) {
			if (parts[i].role != order[k])
				continue;
			r = order[k] == ROLE_MODULE ? read_module_text(ctx, bin, &parts[i], seen)
						    : read_image(ctx, bin, &parts[i]);
			if (r < 0)
				syb_note(ctx, r, "in abstract module %zu", parts[i].module);
		}
		for (size_t i = 0; i < bin->module_count && order[k] == ROLE_IR; i++)
			bin->modules[i].ir_count = bin->modules[i].image_count;
	}
	for (size_t i = 0; i < bin->module_count && r == 0; i++)
		if (!seen[i])
			r = syb_fail(ctx, SYB_E_FORMAT, bin->global.at, "syclbin-v2-module",
				     "no am_metadata entry for module %zu", i);
	return r;
}

/* Entries with unknown roles are kept, so that rewriting loses nothing. */
static int keep_extras(struct syb_ctx *ctx, struct syb_bin *bin, const struct part *parts, size_t count)
{
	bin->extras = arena_array(ctx, &bin->arena, count, sizeof(*bin->extras));
	if (!bin->extras)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		const char *role = syb_offload_entry_get(parts[i].entry, "role");

		if (parts[i].role != ROLE_UNKNOWN)
			continue;
		syb_report(ctx, SYB_SEVERITY_WARNING, syb_offload_entry_offset(parts[i].entry), "syclbin-v2-role",
			   "an entry of unknown role '%.64s' is kept unchanged", role ? role : "");
		bin->extras[bin->extra_count++] = parts[i].entry;
	}
	return 0;
}

int syclbin_v2_read(struct syb_ctx *ctx, struct syb_bin *bin)
{
	size_t total = syb_offload_count(bin->offload), count = 0, modules = 0;
	struct part *parts = arena_array(ctx, &bin->arena, total, sizeof(*parts));
	bool *seen;

	if (!parts)
		return -SYB_E_NOMEM;
	bin->version = 2;
	for (size_t i = 0; i < total; i++) {
		const struct syb_offload_entry *entry = syb_offload_at(bin->offload, i);

		if (syb_offload_entry_binary(entry) == bin->binary)
			parts[count++].entry = entry;
	}
	TRY(read_parts(ctx, bin, parts, count, &modules));
	TRY(make_modules(ctx, bin, parts, count, modules));
	seen = arena_array(ctx, &bin->arena, modules, sizeof(*seen));
	if (!seen)
		return -SYB_E_NOMEM;
	TRY(read_modules(ctx, bin, parts, count, seen));
	return keep_extras(ctx, bin, parts, count);
}
