/* package/pack/extract_zebin.c — zebin → the selected sections and kernels. */
#include "format/zebin/zebin.h"
#include "package/judge/select.h"

#include <elf.h>

/* The file suffix for the content of a section; "bin" for all others. */
static const struct {
	uint32_t type;
	const char *name; /* NULL: any */
	const char *suffix;
	bool text;
} contents[] = {
	{ (uint32_t)ZEBIN_SHT_ZEINFO, NULL, "yaml", true },
	{ (uint32_t)ZEBIN_SHT_SPIRV, NULL, "spv", false },
	{ (uint32_t)ZEBIN_SHT_VISAASM, NULL, "visaasm", true },
	{ (uint32_t)ZEBIN_SHT_MISC, ".misc.buildOptions", "txt", true },
};

static struct syb_zebin_part part_of(const struct syb_zebin_section *section)
{
	struct syb_zebin_part part = { section->name, false, section, section->bytes, "bin", false };

	for (size_t i = 0; i < ARRAY_SIZE(contents); i++)
		if (contents[i].type == section->type &&
		    (!contents[i].name || str_eq(contents[i].name, section->name))) {
			part.suffix = contents[i].suffix;
			part.text = contents[i].text;
		}
	return part;
}

static bool has_bytes(const struct syb_zebin_section *section)
{
	return section->type != SHT_NULL && section->type != SHT_NOBITS;
}

int syb_extract_zebin(struct syb_ctx *ctx, const struct syb_zebin *zebin, const struct syb_zebin_select *select,
		      syb_zebin_part_fn *fn, void *user)
{
	_cleanup_(demangler_free_p) struct demangler *demangler = NULL;
	struct syb_zebin_select s = { .size = sizeof(s) };
	size_t matched = 0;
	int r;

	OPTS_READ(ctx, &s, select);
	r = demangler_new(ctx, &demangler);
	for (size_t i = 0; i < zebin->section_count && r == 0; i++) {
		const struct syb_zebin_section *section = &zebin->sections[i];
		struct syb_zebin_part part = part_of(section);

		if (!has_bytes(section) || !select_text(s.sections, s.section_count, section->name))
			continue;
		matched++;
		r = fn(user, &part);
	}
	for (size_t i = 0; i < zebin->section_count && r == 0; i++) {
		const struct syb_zebin_section *section = &zebin->sections[i];
		const char *name = section->name + strlen(ZEBIN_TEXT);
		struct syb_zebin_part part = { name, true, section, { 0 }, "bin", false };

		if (!has_bytes(section) || !str_starts(section->name, ZEBIN_TEXT) ||
		    syb_zebin_text(zebin, name) != section || !select_name(demangler, s.kernels, s.kernel_count, name))
			continue;
		matched++;
		part.bytes = syb_zebin_code(zebin, name);
		r = fn(user, &part);
	}
	if (r)
		return r < 0 ? r : 0;
	return matched ? 0 : -SYB_E_NOTFOUND;
}
