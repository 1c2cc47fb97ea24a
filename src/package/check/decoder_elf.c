/* package/check/decoder_elf.c — zebin → findings of a driver's decoder about the container, in its order: recognition,
 * ELF tables, notes, sections, counts, then ZE Info. It reads the file itself, since it takes files that others refuse
 * and the other way round. Always little-endian, as there. */
#include "decoder.h"

#include "base/elf_walk.h"
#include "check.h"

#include <inttypes.h>
#include <stdio.h>

#define SHT_ZEBIN_SPIRV 0xff000009U
#define SHT_ZEBIN_ZEINFO 0xff000011U
#define SHT_ZEBIN_GTPIN 0xff000012U
#define SHT_ZEBIN_VISAASM 0xff000013U
#define SHT_ZEBIN_MISC 0xff000014U
#define SHT_ZEBIN_PISA 0xff000015U

/* First minor versions that know a thing; with those the file format changed. */
enum {
	SINCE_BSS = 21, /* the release after 22.43 */
	SINCE_TEXT = 45,
	SINCE_SPEC_CONSTANTS = 68,
	SINCE_PISA = 71,
};

/* Sections that a file may have once. */
enum single {
	SINGLE_ZEINFO,
	SINGLE_DATA_GLOBAL,
	SINGLE_BSS_GLOBAL,
	SINGLE_DATA_CONST,
	SINGLE_BSS_CONST,
	SINGLE_STRINGS,
	SINGLE_SYMTAB,
	SINGLE_SPIRV,
	SINGLE_PISA,
	SINGLE_NOTE,
	SINGLE_TEXT,
	SINGLE_SPEC_IDS,
	SINGLE_SPEC_VALUES,
	SINGLE_COUNT,
	MANY, /* any number */
};

struct elf {
	struct decoder *d;
	struct span file;
	struct elf_walk walk;
	struct elf_section singles[SINGLE_COUNT];
	bool relocations;
	struct hash texts;
};

/* An offset in the file as reports want it. */
static uint64_t place(const struct elf *e, uint64_t at)
{
	return e->file.at == SYB_NO_OFFSET ? SYB_NO_OFFSET : e->file.at + at;
}

static bool refuse(struct elf *e, uint64_t at, const char *check, const char *why)
{
	decoder_error_at(e->d, DECODER_INVALID, place(e, at), check, "%s", why);
	return false;
}

static bool abort_at(struct elf *e, uint64_t at, const char *why)
{
	decoder_error_at(e->d, DECODER_ABORTS, place(e, at), "decoder-abort", "%s", why);
	return false;
}

/* ---- recognition and tables ---- */

static bool check_header(struct elf *e)
{
	struct elf_walk *w = &e->walk;
	const uint64_t last = w->count ? (uint64_t)(w->count - 1) * w->stride + ELF_SIZE(w, Shdr) : 0;

	if (w->type != ET_REL && w->type != 0xff12)
		return refuse(e, 16, "decoder-format", "neither an object file nor of type 0xff12");
	if (!elf_inside(w, w->programs_at, w->programs_size))
		return refuse(e, 0, "decoder-elf", "program headers are outside of the file");
	if (!elf_inside(w, w->headers_at, last))
		return refuse(e, 0, "decoder-elf", "section headers are outside of the file");
	return true;
}

static bool check_entry_size(const struct elf_walk *w, const struct elf_section *s)
{
	switch (s->type) {
	case SHT_SYMTAB:
		return s->entry_size == ELF_SIZE(w, Sym);
	case SHT_REL:
		return s->entry_size == ELF_SIZE(w, Rel);
	case SHT_RELA:
		return s->entry_size == ELF_SIZE(w, Rela);
	default:
		return true;
	}
}

static bool check_bounds(struct elf *e)
{
	for (uint32_t i = 0; i < e->walk.count; i++) {
		struct elf_section s = elf_section_at(&e->walk, i);

		if (s.type != SHT_NOBITS && s.offset > UINT64_MAX - s.size)
			return abort_at(e, s.at, "the sum of offset and size of a section overflows, unnoticed");
		if (s.type != SHT_NOBITS && !elf_inside(&e->walk, s.offset, s.size)) /* SHT_NULL, too */
			return refuse(e, s.at, "decoder-elf", "a section is outside of the file");
		if (!check_entry_size(&e->walk, &s))
			return refuse(e, s.at, "decoder-elf", "entries of symbols or relocations have another size");
	}
	return true;
}

static bool find_names(struct elf *e)
{
	if (e->walk.names_index == 0 || e->walk.names_index >= e->walk.count)
		return refuse(e, 0, "decoder-elf", "no section has the names of sections");
	elf_find_names(&e->walk);
	return true;
}

/* ---- sections ---- */

static bool starts(struct span name, const char *prefix)
{
	return span_starts(name, prefix, strlen(prefix));
}

static bool since(const struct elf *e, unsigned minor)
{
	return e->d->version.minor >= minor;
}

/* PROGBITS: what it is, or -1 when refused. */
static int code_or_data(const struct elf *e, struct span name)
{
	if (starts(name, ".text.") || starts(name, ".debug_"))
		return MANY;
	if (span_eq(name, ".text") && since(e, SINCE_TEXT))
		return SINGLE_TEXT;
	if (span_eq(name, ".data.const") || span_eq(name, ".data.global_const"))
		return SINGLE_DATA_CONST;
	if (span_eq(name, ".data.global"))
		return SINGLE_DATA_GLOBAL;
	return span_eq(name, ".data.const.string") ? SINGLE_STRINGS : -1;
}

/* NOBITS and MISC sections with other names are ignored with a warning. */
static int bss(struct span name)
{
	return span_eq(name, ".bss.const") ? SINGLE_BSS_CONST : span_eq(name, ".bss.global") ? SINGLE_BSS_GLOBAL : MANY;
}

static int misc(const struct elf *e, struct span name)
{
	if (!since(e, SINCE_SPEC_CONSTANTS))
		return MANY;
	return span_eq(name, ".misc.specConstantsIds")      ? SINGLE_SPEC_IDS
	       : span_eq(name, ".misc.specConstantsValues") ? SINGLE_SPEC_VALUES
							    : MANY;
}

/* What a section is to the decoder, or -1. */
static int classify(const struct elf *e, uint32_t type, struct span name)
{
	switch (type) {
	case SHT_NULL:
	case SHT_STRTAB:
	case SHT_REL:
	case SHT_RELA:
	case SHT_ZEBIN_VISAASM:
	case SHT_ZEBIN_GTPIN:
		return MANY;
	case SHT_PROGBITS:
		return code_or_data(e, name);
	case SHT_SYMTAB:
		return SINGLE_SYMTAB;
	case SHT_NOTE:
		return span_eq(name, ".note.intelgt.compat") ? SINGLE_NOTE : MANY;
	case SHT_NOBITS:
		return since(e, SINCE_BSS) ? bss(name) : -1;
	case SHT_ZEBIN_SPIRV:
		return SINGLE_SPIRV;
	case SHT_ZEBIN_ZEINFO:
		return SINGLE_ZEINFO;
	case SHT_ZEBIN_MISC:
		return misc(e, name);
	case SHT_ZEBIN_PISA:
		return since(e, SINCE_PISA) ? SINGLE_PISA : -1;
	default:
		return -1;
	}
}

static int keep_text(struct elf *e, const struct elf_section *s, struct span name)
{
	struct span kernel = span_skip(name, strlen(".text."));
	size_t *size;
	bool found;

	return hash_put(e->d->ctx, &e->texts, kernel.ptr, kernel.len, (size_t)s->size, &size, &found);
}

/* The name of a section of no type does not matter, but it is looked at. */
static bool is_ignored(const struct elf *e, const struct elf_section *s)
{
	return s->type == SHT_NULL &&
	       elf_inside(&e->walk, elf_section_at(&e->walk, e->walk.names_index).offset, (uint64_t)s->name + 1);
}

static int check_section(struct elf *e, uint32_t i)
{
	struct elf_section s = elf_section_at(&e->walk, i);
	uint64_t at = s.at;
	struct span name = { 0 };
	int what;

	if (!elf_string_at(e->walk.names, s.name, &name) && !is_ignored(e, &s)) {
		abort_at(e, at, "the name of a section lies outside of the names");
		return 0;
	}
	what = classify(e, s.type, name);
	if (what < 0) {
		decoder_error_at(e->d, DECODER_INVALID, place(e, at), "decoder-section",
				 "%s: a section of type %#" PRIx32 " with this name is not known to decoder 1.%" PRIu32,
				 decoder_word(name).text, s.type, e->d->version.minor);
		return 0;
	}
	if (s.type == SHT_REL || s.type == SHT_RELA) {
		e->relocations = true;
		if (s.info >= e->walk.count)
			abort_at(e, at, "relocations for a section that does not exist");
	}
	if (what < SINGLE_COUNT && e->singles[what].type)
		decoder_error_at(e->d, DECODER_INVALID, place(e, at), "decoder-section-repeated",
				 "%s: a second section of its kind", decoder_word(name).text);
	if (what < SINGLE_COUNT)
		e->singles[what] = s;
	return s.type == SHT_PROGBITS && starts(name, ".text.") ? keep_text(e, &s, name) : 0;
}

/* The driver reads symbols of relocations from the table without checking their index; one index beyond it is enough.
 */
static bool check_symbols(struct elf *e, const struct elf_section *s, uint64_t symbols)
{
	for (uint64_t at = 0; s->size - at >= s->entry_size; at += s->entry_size) {
		struct span entry = span_skip(e->file, (size_t)(s->offset + at));
		uint64_t info = ELF_GET(&e->walk, entry, Rel, r_info);
		uint64_t symbol = e->walk.is_64 ? ELF64_R_SYM(info) : ELF32_R_SYM(info);

		if (symbol >= symbols)
			return abort_at(e, s->offset + at, "a relocation for a symbol that does not exist");
	}
	return true;
}

static void check_relocations(struct elf *e)
{
	const struct elf_section *table = &e->singles[SINGLE_SYMTAB];
	uint64_t budget = e->file.len; /* sections may lie upon each other */
	bool good = true;

	if (!table->type) {
		abort_at(e, 0, "relocations without a symbol table");
		return;
	}
	for (uint32_t i = 0; i < e->walk.count && good; i++) {
		struct elf_section s = elf_section_at(&e->walk, i);

		if ((s.type != SHT_REL && s.type != SHT_RELA) || s.size > budget)
			continue;
		budget -= s.size;
		good = check_symbols(e, &s, table->size / table->entry_size);
	}
}

static int check_sections(struct elf *e)
{
	for (uint32_t i = 0; i < e->walk.count; i++)
		TRY(check_section(e, i));
	if (e->relocations)
		check_relocations(e);
	return 0;
}

/* ---- notes ---- */

enum { NOTE_PRODUCT = 1, NOTE_VERSION = 4, NOTE_CONFIG = 6 };

/* Registers have 64 bytes since Xe HPC, except where Xe HPG lives on (Meteor Lake, Arrow Lake). */
static unsigned grf_of_product(uint32_t product)
{
	return product == 0 ? 0 : product == 1271 || product >= 1274 ? 64 : 32;
}

static unsigned grf_of_config(uint32_t config)
{
	uint32_t arch = config >> 22, release = config >> 14 & 0xff;

	return arch == 0 ? 0 : arch > 12 || (arch == 12 && (release == 60 || release == 61)) ? 64 : 32;
}

static void read_version_note(struct elf *e, struct span desc)
{
	struct syb_ze_version v;
	char text[16] = { 0 };

	if (desc.len == 0 || desc.ptr[desc.len - 1] != 0)
		return; /* skipped with a warning */
	memcpy(text, desc.ptr, desc.len < sizeof(text) ? desc.len : sizeof(text) - 1);
	if (syb_ze_version_parse(text, &v) < 0 || v.major != 1)
		decoder_error_at(e->d, DECODER_INVALID, place(e, desc.at - e->file.at), "decoder-note",
				 "the version in the notes is not 1.N");
}

static void read_note(struct elf *e, uint32_t type, struct span desc)
{
	if (type == NOTE_VERSION)
		read_version_note(e, desc);
	else if (type == NOTE_PRODUCT && desc.len >= 4 && !e->d->grf_size)
		e->d->grf_size = grf_of_product(span_u32(desc, 0));
	else if (type == NOTE_CONFIG && desc.len >= 4 && grf_of_config(span_u32(desc, 0)))
		e->d->grf_size = grf_of_config(span_u32(desc, 0));
}

/* `ocloc validate` does not check notes, but the driver does. */
static void check_notes(struct elf *e)
{
	const struct elf_section *s = &e->singles[SINGLE_NOTE];
	struct elf_note note;
	struct span notes;

	if (e->walk.machine != 205) { /* old files name the product in the header */
		e->d->grf_size = grf_of_product(e->walk.machine);
		return;
	}
	if (!s->type)
		return;
	notes = elf_section_bytes(&e->walk, s);
	while (notes.len >= 12) {
		uint64_t at = notes.at - e->file.at;

		if (!elf_next_note(&notes, &note)) {
			decoder_error_at(e->d, DECODER_INVALID, place(e, at), "decoder-note",
					 "a note reaches beyond its section");
			return;
		}
		if (note.owner.len > 4 && note.owner.len <= 8 &&
		    span_starts(span_skip(e->file, (size_t)at + 12), "IntelGT", 8))
			read_note(e, note.type, note.bytes);
	}
}

/* ---- the file ---- */

static int check_file(struct elf *e)
{
	const struct elf_section *info = &e->singles[SINGLE_ZEINFO];

	if (elf_open(e->file, true, &e->walk)) {
		refuse(e, 0, "decoder-format", "not an ELF file of class 32 or 64");
		return 0;
	}
	if (!check_header(e) || !check_bounds(e) || !find_names(e))
		return 0;
	TRY(check_sections(e));
	check_notes(e);
	if (e->d->result != DECODER_LOADS || !info->type)
		return 0;
	return decoder_zeinfo(e->d,
			      (struct span){ e->file.ptr + info->offset, (size_t)info->size, place(e, info->offset) });
}

int decoder_check_zebin(struct syb_ctx *ctx, struct span file, struct syb_ze_version version)
{
	struct decoder d = {
		.ctx = ctx, .version = version, .modern = version.minor >= DECODER_MODERN, .embedded = true
	};
	struct elf e = { .d = &d, .file = file };
	int r;

	d.texts = &e.texts;
	r = check_file(&e);
	dy_free(&d.doc);
	hash_free(&d.kernels);
	hash_free(&e.texts);
	if (r == 0)
		decoder_verdict(&d, file.at);
	return r;
}
