/* format/zebin/zebin_notes.c — notes of a zebin, and the device that they name. */
#include "zebin_read.h"

#include "target/products.h"

/* Copy the owner of a note, up to its NUL. */
static int read_note(struct zebin_reader *r, const struct elf_note *note, uint64_t at, struct syb_zebin_note *out)
{
	if (note->owner.len > r->names_left)
		return zebin_too_many(r, at, "notes");
	r->names_left -= note->owner.len;
	out->owner = arena_string(r->ctx, &r->z->arena, note->owner.ptr,
				  note->owner.len ? strnlen((const char *)note->owner.ptr, note->owner.len) : 0);
	out->type = note->type;
	out->bytes = span_bytes(note->bytes);
	out->offset = at;
	return out->owner ? 0 : -SYB_E_NOMEM;
}

static int add_note(struct zebin_reader *r, const struct syb_zebin_note *note)
{
	if (r->entries_left == 0)
		return zebin_too_many(r, note->offset, "notes");
	r->entries_left--;
	return VEC_ADD(r->ctx, r->z->notes, r->z->note_count, r->z->note_room, *note);
}

static int read_note_section(struct zebin_reader *r, const struct syb_zebin_section *s)
{
	const bool compat = str_eq(s->name, ZEBIN_COMPAT);
	const size_t before = r->z->note_count;
	struct span rest = span_of(s->bytes, s->offset), at = rest;
	struct elf_note found;
	bool whole = true;
	int e = 0;

	while (at.len && whole && e == 0) {
		struct syb_zebin_note note;

		rest = at;
		whole = elf_next_note(&at, &found);
		if (!whole)
			break;
		e = read_note(r, &found, rest.at, &note);
		if (e == 0 && (compat || *note.owner))
			e = add_note(r, &note);
		whole = found.size <= rest.len;
	}
	if (e < 0 || whole)
		return e;
	if (compat)
		return zebin_flaw(r, rest.at, "zebin-note", "a note reaches beyond the end of its section");
	r->z->note_count = before; /* .note.intelgt.metrics holds zeros in release builds: not notes */
	return 0;
}

int zebin_read_notes(struct zebin_reader *r)
{
	const struct syb_zebin *z = r->z;
	int e = 0;

	for (size_t i = 1; i < z->section_count && e == 0; i++)
		if (z->sections[i].type == SHT_NOTE)
			e = read_note_section(r, &z->sections[i]);
	return e;
}

/* ---- the device ---- */

enum {
	META_MIN_STEPPING = 8,
	META_VALIDATE_REVISION = 13,
	META_NO_EXTENDED = 14,
	META_CORE_IN_HEADER = 15,
	META_MAX_STEPPING = 16,
	META_GENERATOR = 21,
};

static int take_note(struct zebin_reader *r, const struct syb_zebin_note *note)
{
	struct syb_zebin_device *d = &r->z->device;
	const struct {
		uint32_t type;
		bool *has;
		uint32_t *value;
	} numbers[] = {
		{ ZEBIN_NOTE_PRODUCT_FAMILY, &d->has_product_family, &d->product_family },
		{ ZEBIN_NOTE_CORE_FAMILY, &d->has_core_family, &d->core_family },
		{ ZEBIN_NOTE_METADATA, &d->has_metadata, &d->metadata },
		{ ZEBIN_NOTE_VISA_ABI, &d->has_visa_abi, &d->visa_abi },
		{ ZEBIN_NOTE_PRODUCT_CONFIG, &d->has_product_config, &d->product_config },
		{ ZEBIN_NOTE_INDIRECT_DETECTION, &d->has_indirect_detection, &d->indirect_detection },
		{ ZEBIN_NOTE_INDIRECT_BUFFER, &d->has_indirect_buffer, &d->indirect_buffer },
	};

	if (!str_eq(note->owner, ZEBIN_OWNER))
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		if (numbers[i].type != note->type)
			continue;
		if (note->bytes.len < 4)
			return zebin_flaw(r, note->offset, "zebin-note-size", "note %u has %zu bytes, not 4",
					  note->type, note->bytes.len);
		*numbers[i].has = true;
		*numbers[i].value = span_u32(span_of(note->bytes, 0), 0);
		return 0;
	}
	if (note->type == ZEBIN_NOTE_VERSION && note->bytes.len && note->bytes.ptr[note->bytes.len - 1] == 0) {
		d->version = arena_string(r->ctx, &r->z->arena, note->bytes.ptr, note->bytes.len - 1);
		return d->version ? 0 : -SYB_E_NOMEM;
	}
	return 0;
}

static const char *product_name(enum syb_zebin_product_kind kind, bool has, uint32_t value, const char **device)
{
	const struct syb_zebin_product *p = has ? syb_zebin_product_find(kind, value) : NULL;

	if (p && *p->device && !*device)
		*device = p->device;
	return p ? p->name : NULL;
}

static void explain_device(struct syb_zebin_device *d)
{
	struct product_version v = product_version(d->product_config);

	d->min_stepping = d->metadata >> META_MIN_STEPPING & 0x1f;
	d->max_stepping = d->metadata >> META_MAX_STEPPING & 0x1f;
	d->generator = d->metadata >> META_GENERATOR & 7;
	d->validate_revision = d->metadata >> META_VALIDATE_REVISION & 1;
	d->disable_extended_validation = d->metadata >> META_NO_EXTENDED & 1;
	if (d->has_product_config) {
		d->config_arch = v.arch;
		d->config_release = v.release;
		d->config_revision = v.revision;
	}
	d->config_name = product_name(SYB_ZEBIN_PRODUCT_CONFIG, d->has_product_config, d->product_config, &d->device);
	d->product_name = product_name(SYB_ZEBIN_PRODUCT_FAMILY, d->has_product_family, d->product_family, &d->device);
	d->core_name = product_name(SYB_ZEBIN_CORE_FAMILY, d->has_core_family, d->core_family, &d->device);
	if (!d->device && !d->has_product_config && d->has_metadata && d->min_stepping == d->max_stepping)
		d->device = product_by_stepping(d->product_family, d->min_stepping);
}

/* From the notes, or from the header of files that are older than notes. */
int zebin_describe_device(struct zebin_reader *r)
{
	struct syb_zebin *z = r->z;
	struct syb_zebin_device *d = &z->device;
	int e = 0;

	for (size_t i = 0; i < z->note_count && e == 0; i++)
		e = take_note(r, &z->notes[i]);
	if (z->header.machine != ZEBIN_MACHINE && z->note_count == 0) {
		bool core = z->header.flags >> META_CORE_IN_HEADER & 1;

		*(core ? &d->has_core_family : &d->has_product_family) = true;
		*(core ? &d->core_family : &d->product_family) = z->header.machine;
		d->has_metadata = true;
		d->metadata = z->header.flags;
	}
	explain_device(d);
	return e;
}
