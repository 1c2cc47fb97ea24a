/* format/zebin/zebin_tables.c — symbols and relocations of a zebin. */
#include "zebin_read.h"

#include <inttypes.h>
#include <stdio.h>

/* The entries of a table, which have this size. */
static int open_table(struct zebin_reader *r, const struct syb_zebin_section *s, size_t entry, size_t *out_count)
{
	*out_count = s->bytes.len / entry;
	if (s->entry_size != entry)
		return syb_fail(r->ctx, SYB_E_FORMAT, s->offset, "zebin-entry-size",
				"entries of section %u %s have %" PRIu64 " bytes, not %zu", s->index, s->name,
				s->entry_size, entry);
	if (s->bytes.len % entry == 0)
		return 0;
	return zebin_flaw(r, s->offset, "zebin-table-size",
			  "section %u %s: %zu bytes are not a whole number of entries", s->index, s->name,
			  s->bytes.len);
}

/* Drivers find other names than this reader where symbols have their own string table. */
static int note_driver_name(struct zebin_reader *r, const struct zebin_strings *names, size_t i, uint32_t off,
			    uint64_t at)
{
	struct syb_zebin *z = r->z;
	const char *seen = zebin_string_at(names, off);
	int e = zebin_use_name(r, seen ? seen : "", at);

	if (e < 0 || (seen && str_eq(seen, z->symbols[i].name)))
		return e;
	if (!z->driver_names) {
		z->driver_names = arena_array(r->ctx, &z->arena, z->symbol_count, sizeof(*z->driver_names));
		if (!z->driver_names)
			return -SYB_E_NOMEM;
		e = zebin_flaw(r, at, "zebin-symbol-names",
			       "symbols have their own string table, but drivers look up their names in that of the "
			       "sections, where '%s' is '%s'",
			       z->symbols[i].name, seen ? seen : "");
	}
	z->driver_names[i] = seen ? seen : "";
	return e;
}

static int read_symbol(struct zebin_reader *r, struct span sym, size_t i, const struct zebin_strings *own,
		       const struct zebin_strings *names)
{
	struct syb_zebin *z = r->z;
	const struct elf_walk *elf = &r->elf;
	struct syb_zebin_symbol *s = &z->symbols[i];
	uint32_t name = (uint32_t)ELF_GET(elf, sym, Sym, st_name);
	uint8_t info = (uint8_t)ELF_GET(elf, sym, Sym, st_info);
	uint64_t at = sym.at;
	char what[32];
	int e;

	*s = (struct syb_zebin_symbol){
		.name = "",
		.value = ELF_GET(elf, sym, Sym, st_value),
		.size = ELF_GET(elf, sym, Sym, st_size),
		.section = (uint32_t)ELF_GET(elf, sym, Sym, st_shndx),
		.bind = ELF64_ST_BIND(info),
		.type = ELF64_ST_TYPE(info),
	};
	snprintf(what, sizeof(what), "symbol %zu", i);
	e = zebin_find_name(r, own, name, at, what, &s->name);
	if (e == 0 && own->ptr != names->ptr && i)
		e = note_driver_name(r, names, i, name, at);
	if (e == 0 && s->section >= z->section_count && s->section < SHN_LORESERVE)
		e = zebin_flaw(r, at, "zebin-symbol-section", "symbol %zu '%s' is in section %u of %zu", i, s->name,
			       s->section, z->section_count);
	if (s->section < z->section_count && !z->code_symbol[s->section] &&
	    str_starts(z->sections[s->section].name, ZEBIN_TEXT) &&
	    str_eq(z->sections[s->section].name + strlen(ZEBIN_TEXT), s->name))
		z->code_symbol[s->section] = (uint32_t)i;
	return e;
}

int zebin_read_symbols(struct zebin_reader *r, const struct zebin_strings *names)
{
	struct syb_zebin *z = r->z;
	struct zebin_strings own = *names;
	const struct syb_zebin_section *s = NULL;
	const size_t entry = ELF_SIZE(&r->elf, Sym);
	size_t count;
	int e;

	for (size_t i = 1; i < z->section_count && !s; i++)
		if (z->sections[i].type == SHT_SYMTAB)
			s = &z->sections[i];
	if (!s)
		return 0;
	e = open_table(r, s, entry, &count);
	if (e == 0 && (s->link == 0 || s->link >= z->section_count || z->sections[s->link].type != SHT_STRTAB))
		e = zebin_flaw(r, s->offset, "zebin-symtab-link",
			       "the symbol table's names are in section %u, which is not a string table", s->link);
	if (e == 0 && s->link != z->header.names_section)
		e = zebin_load_strings(r, s->link, &own);
	if (e < 0)
		return e;
	z->symbols = arena_array(r->ctx, &z->arena, count, sizeof(*z->symbols));
	if (!z->symbols)
		return -SYB_E_NOMEM;
	z->symtab = s->index;
	z->symbol_count = count;
	for (size_t i = 0; i < count && e == 0; i++)
		e = read_symbol(r, span_skip(span_of(s->bytes, s->offset), i * entry), i, &own, names);
	return e;
}

static int add_reloc(struct zebin_reader *r, const struct syb_zebin_section *s, const struct syb_zebin_reloc *reloc)
{
	struct syb_zebin *z = r->z;
	uint64_t at = s->offset;
	int e;

	if (r->entries_left == 0)
		return zebin_too_many(r, at, "relocations");
	r->entries_left--;
	e = VEC_ADD(r->ctx, z->relocs, z->reloc_count, z->reloc_room, *reloc);
	if (e < 0 || reloc->symbol < z->symbol_count)
		return e;
	return zebin_flaw(r, at, "zebin-reloc-symbol", "a relocation in section %u %s names symbol %u of %zu", s->index,
			  s->name, reloc->symbol, z->symbol_count);
}

static struct syb_zebin_reloc read_reloc(const struct elf_walk *elf, struct span s, bool rela)
{
	const uint64_t info = ELF_GET(elf, s, Rela, r_info); /* Rel is the beginning of Rela */

	return (struct syb_zebin_reloc){
		.has_addend = rela,
		.offset = ELF_GET(elf, s, Rela, r_offset),
		.symbol = (uint32_t)(elf->is_64 ? ELF64_R_SYM(info) : ELF32_R_SYM(info)),
		.type = (uint32_t)(elf->is_64 ? ELF64_R_TYPE(info) : ELF32_R_TYPE(info)),
		.addend = !rela        ? 0
			  : elf->is_64 ? (int64_t)ELF_GET(elf, s, Rela, r_addend)
				       : (int32_t)ELF_GET(elf, s, Rela, r_addend),
	};
}

static int read_reloc_section(struct zebin_reader *r, const struct syb_zebin_section *s)
{
	const bool rela = s->type == SHT_RELA;
	const size_t entry = rela ? ELF_SIZE(&r->elf, Rela) : ELF_SIZE(&r->elf, Rel);
	struct span entries = span_of(s->bytes, s->offset);
	size_t count;
	int e = open_table(r, s, entry, &count);

	if (e == 0 && (s->info == 0 || s->info >= r->z->section_count))
		e = zebin_flaw(r, s->offset, "zebin-reloc-section", "section %u %s relocates section %u of %zu",
			       s->index, s->name, s->info, r->z->section_count);
	if (e == 0 && s->link != r->z->symtab)
		e = zebin_flaw(r, s->offset, "zebin-reloc-link",
			       "symbols of section %u %s are in section %u, not in the symbol table", s->index, s->name,
			       s->link);
	for (size_t i = 0; i < count && e == 0; i++) {
		struct syb_zebin_reloc reloc = read_reloc(&r->elf, span_skip(entries, i * entry), rela);

		reloc.section = s->info;
		e = add_reloc(r, s, &reloc);
	}
	return e;
}

int zebin_read_relocs(struct zebin_reader *r)
{
	const struct syb_zebin *z = r->z;
	int e = 0;

	for (size_t i = 1; i < z->section_count && e == 0; i++)
		if (z->sections[i].type == SHT_REL || z->sections[i].type == SHT_RELA)
			e = read_reloc_section(r, &z->sections[i]);
	return e;
}
