/* package/show/show_zebin.c — a zebin as a record: the kernels of its .ze_info, then its device, notes, sections,
 * symbols and relocations. Code is not read, unless its hash is asked for. */
#include "show_zebin.h"

#include "base/sha256.h"
#include "format/zebin/zebin.h"

#include <stdio.h>

DEFINE_CLEANUP(struct syb_zeinfo *, syb_zeinfo_free);

struct file {
	struct show *show;
	struct syb_record *rec;
	const struct syb_zebin *zebin;
	struct syb_value *map;
};

/* ---- the device ---- */

static struct syb_value *put_known(struct file *f, struct syb_value *map, const char *key, const char *title, bool has,
				   uint32_t n)
{
	struct syb_value *v = has ? value_uint(f->rec, map, key, n) : value_null(f->rec, map, key);

	value_label(f->rec, v, title);
	return has ? v : value_hint(v, VALUE_QUIET);
}

static void put_word(struct file *f, struct syb_value *map, const char *key, const char *title, const char *word)
{
	struct syb_value *v = value_label(f->rec, value_string_or_null(f->rec, map, key, word), title);

	if (!word)
		value_hint(v, VALUE_QUIET);
}

static const char *generator_name(uint32_t generator)
{
	static const char *const names[] = { "unregistered", "IGC", "nGEN" };

	return generator < ARRAY_SIZE(names) ? names[generator] : NULL;
}

static void put_metadata(struct file *f, struct syb_value *map, const struct syb_zebin_device *d)
{
	put_known(f, map, "min_stepping", "first stepping", d->has_metadata, d->min_stepping);
	put_known(f, map, "max_stepping", "last stepping", d->has_metadata, d->max_stepping);
	put_word(f, map, "generator", "generator", d->has_metadata ? generator_name(d->generator) : NULL);
	if (!d->has_metadata)
		return;
	if (!generator_name(d->generator))
		value_uint(f->rec, map, "generator_number", d->generator);
	value_hint(value_bool(f->rec, map, "validate_revision", d->validate_revision), VALUE_QUIET);
	value_hint(value_bool(f->rec, map, "disable_extended_validation", d->disable_extended_validation), VALUE_QUIET);
	value_hint(value_uint(f->rec, map, "metadata", d->metadata), VALUE_QUIET);
}

static void put_device(struct file *f)
{
	const struct syb_zebin_device *d = syb_zebin_device(f->zebin);
	struct syb_value *map = value_map(f->rec, f->map, "device"), *core;
	char config[48];

	put_word(f, map, "name", "name", d->device);
	put_known(f, map, "product_family", "product family", d->has_product_family, d->product_family);
	put_word(f, map, "product_name", "product", d->product_name);
	core = put_known(f, map, "core_family", "core family", d->has_core_family, d->core_family);
	put_word(f, map, "core_name", "core", d->core_name);
	if (d->core_family == 0) { /* all compilers write 0 */
		value_hint(core, VALUE_QUIET);
		value_hint(map ? map->as.c.last : NULL, VALUE_QUIET);
	}
	snprintf(config, sizeof(config), "%u.%u.%u", (unsigned)d->config_arch, (unsigned)d->config_release,
		 (unsigned)d->config_revision);
	put_word(f, map, "product_config", "product config", d->has_product_config ? config : NULL);
	put_word(f, map, "config_name", "config", d->config_name);
	put_metadata(f, map, d);
	put_known(f, map, "visa_abi", "vISA ABI", d->has_visa_abi, d->visa_abi);
	put_known(f, map, "indirect_detection", "indirect access detection", d->has_indirect_detection,
		  d->indirect_detection);
	put_known(f, map, "indirect_buffer", "indirect access buffer", d->has_indirect_buffer, d->indirect_buffer);
	value_label(f->rec, value_string_or_null(f->rec, f->map, "zebin_version", d->version), "zebin version");
}

static void put_header(struct file *f)
{
	struct syb_zebin_header h = syb_zebin_header(f->zebin);
	struct syb_value *map = value_hint(value_map(f->rec, f->map, "header"), VALUE_QUIET);

	value_uint(f->rec, map, "bits", h.bits);
	value_uint(f->rec, map, "type", h.type);
	value_uint(f->rec, map, "machine", h.machine);
	value_uint(f->rec, map, "abi_version", h.abi_version);
	value_uint(f->rec, map, "flags", h.flags);
}

/* ---- notes ---- */

enum note_form {
	NOTE_NUMBER,
	NOTE_HEX,
	NOTE_TEXT,
	NOTE_CONFIG,
};

static const struct note_kind {
	uint32_t type;
	const char *name;
	enum note_form form;
} note_kinds[] = {
	{ 1, "product family", NOTE_NUMBER },
	{ 2, "core family", NOTE_NUMBER },
	{ 3, "target metadata", NOTE_HEX },
	{ 4, "zebin version", NOTE_TEXT },
	{ 5, "vISA ABI version", NOTE_NUMBER },
	{ 6, "product config", NOTE_HEX },
	{ 7, "indirect access detection version", NOTE_NUMBER },
	{ 8, "indirect access buffer version", NOTE_NUMBER },
};

static const struct note_kind *kind_of(const struct syb_zebin_note *note)
{
	for (size_t i = 0; str_eq(note->owner, "IntelGT") && i < ARRAY_SIZE(note_kinds); i++)
		if (note_kinds[i].type == note->type)
			return &note_kinds[i];
	return NULL;
}

static void put_note(struct file *f, struct syb_value *list, const struct syb_zebin_note *note)
{
	struct syb_value *map = value_map(f->rec, list, NULL), *v;
	const struct note_kind *kind = kind_of(note);
	struct span desc = span_of(note->bytes, note->offset);

	value_string(f->rec, map, "owner", note->owner);
	value_uint(f->rec, map, "type", note->type);
	value_string_or_null(f->rec, map, "name", kind ? kind->name : NULL);
	if (kind && kind->form == NOTE_TEXT && desc.len && !desc.ptr[desc.len - 1]) {
		value_string(f->rec, map, "value", (const char *)desc.ptr);
	} else if (kind && kind->form != NOTE_TEXT && desc.len == 4) {
		v = value_uint(f->rec, map, "value", span_u32(desc, 0));
		value_hint(v, kind->form == NOTE_NUMBER ? VALUE_PLAIN : VALUE_OFFSET);
	} else {
		value_bytes(f->rec, map, "value", note->bytes);
	}
	value_hint(value_uint(f->rec, map, "offset", note->offset), VALUE_QUIET);
}

/* ---- tables ---- */

static void put_sections(struct file *f)
{
	struct syb_value *list = value_hint(value_list(f->rec, f->map, "sections"), VALUE_TABLE);
	char hex[SHA256_HEX];

	for (size_t i = 0; i < syb_zebin_section_count(f->zebin) && !f->rec->failed; i++) {
		const struct syb_zebin_section *section = syb_zebin_section_at(f->zebin, i);
		struct syb_value *map = value_map(f->rec, list, NULL);

		value_uint(f->rec, map, "index", section->index);
		value_string(f->rec, map, "name", section->name);
		value_hint(value_uint(f->rec, map, "type", section->type), VALUE_OFFSET);
		value_hint(value_uint(f->rec, map, "flags", section->flags), VALUE_OFFSET);
		value_hint(value_uint(f->rec, map, "offset", section->offset), VALUE_OFFSET);
		value_hint(value_uint(f->rec, map, "size", section->size), VALUE_SIZE);
		value_uint(f->rec, map, "link", section->link);
		value_uint(f->rec, map, "info", section->info);
		if (!f->show->opts.hash_code || str_starts(section->name, ".text")) /* kernels have theirs */
			continue;
		sha256_hex(section->bytes.ptr, section->bytes.len, hex);
		value_hint(value_string(f->rec, map, "sha256", hex), VALUE_QUIET);
	}
}

static void put_symbols(struct file *f)
{
	struct syb_value *list = value_hint(value_list(f->rec, f->map, "symbols"), VALUE_TABLE);

	for (size_t i = 0; i < syb_zebin_symbol_count(f->zebin) && !f->rec->failed; i++) {
		const struct syb_zebin_symbol *symbol = syb_zebin_symbol_at(f->zebin, i);
		struct syb_value *map = value_map(f->rec, list, NULL);

		value_string(f->rec, map, "name", symbol->name);
		value_uint(f->rec, map, "section", symbol->section);
		value_hint(value_uint(f->rec, map, "value", symbol->value), VALUE_OFFSET);
		value_hint(value_uint(f->rec, map, "size", symbol->size), VALUE_SIZE);
		value_uint(f->rec, map, "bind", symbol->bind);
		value_uint(f->rec, map, "type", symbol->type);
	}
}

static void put_relocs(struct file *f)
{
	struct syb_value *list = value_hint(value_list(f->rec, f->map, "relocations"), VALUE_TABLE);

	for (size_t i = 0; i < syb_zebin_reloc_count(f->zebin) && !f->rec->failed; i++) {
		const struct syb_zebin_reloc *reloc = syb_zebin_reloc_at(f->zebin, i);
		struct syb_value *map = value_map(f->rec, list, NULL);

		value_uint(f->rec, map, "section", reloc->section);
		value_hint(value_uint(f->rec, map, "offset", reloc->offset), VALUE_OFFSET);
		value_uint(f->rec, map, "symbol", reloc->symbol);
		value_uint(f->rec, map, "type", reloc->type);
		value_string_or_null(f->rec, map, "name", syb_zebin_reloc_name(reloc->type));
		if (reloc->has_addend)
			value_int(f->rec, map, "addend", reloc->addend);
	}
}

/* ---- files ---- */

static void put_no_zeinfo(struct file *f)
{
	struct syb_value *list;

	value_list(f->rec, f->map, "kernels");
	list = value_list(f->rec, f->map, "remarks");
	value_string(f->rec, list, NULL, "the .ze_info section is missing");
	put_device(f);
	value_hint(value_null(f->rec, f->map, "ze_info_version"), VALUE_QUIET);
	value_hint(value_list(f->rec, f->map, "functions"), VALUE_QUIET);
	value_hint(value_map(f->rec, f->map, "ze_info"), VALUE_QUIET);
}

static int put_zeinfo(struct file *f)
{
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *info = NULL;
	int r = syb_zebin_zeinfo(f->show->ctx, f->zebin, &info);

	if (r == -SYB_E_NOTFOUND) {
		put_no_zeinfo(f);
		return 0;
	}
	if (r == 0)
		r = show_zeinfo_kernels(f->show, info, f->zebin, f->map);
	if (r < 0)
		return r;
	put_device(f);
	return show_zeinfo_rest(f->show, info, f->zebin, f->map);
}

int show_zebin(struct show *s, struct span bytes, struct syb_value *map)
{
	const struct syb_zebin_read_opts opts = { .size = sizeof(opts), .name = s->opts.name, .at = bytes.at };
	_cleanup_(syb_zebin_free_p) struct syb_zebin *zebin = NULL;
	struct file f = { .show = s, .rec = s->rec, .map = map };
	struct syb_value *notes;

	TRY(syb_zebin_read(s->ctx, span_bytes(bytes), &opts, &zebin));
	f.zebin = zebin;
	TRY(put_zeinfo(&f));
	notes = value_hint(value_list(s->rec, map, "notes"), VALUE_TABLE);
	for (size_t i = 0; i < syb_zebin_note_count(zebin) && !s->rec->failed; i++)
		put_note(&f, notes, syb_zebin_note_at(zebin, i));
	if (s->opts.detail) {
		put_header(&f);
		put_sections(&f);
		put_symbols(&f);
		put_relocs(&f);
	}
	return 0;
}

int show_zeinfo_text(struct show *s, const struct syb_item *item, struct syb_value *map)
{
	const struct syb_zeinfo_read_opts opts = {
		.size = sizeof(opts),
		.name = s->opts.name,
		.at = syb_item_offset(item),
		.embedded = map != s->rec->root,
	};
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *info = NULL;

	TRY(syb_zeinfo_read(s->ctx, syb_item_bytes(item), &opts, &info));
	TRY(show_zeinfo_kernels(s, info, NULL, map));
	return show_zeinfo_rest(s, info, NULL, map);
}
