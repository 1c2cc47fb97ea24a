/* format/zebin/zebin_tables.c — symbols and relocations of a zebin. */
#include "zebin_read.h"

#include <gelf.h>
#include <inttypes.h>
#include <stdio.h>

/* The entries of a table; libelf copies them where they are not aligned. out_count may be 0, then data is NULL. */
static int open_table(struct zebin_reader *r, const struct syb_zebin_section *s, size_t entry, Elf_Type type,
		      Elf_Data **out, size_t *out_count)
{
	const struct syb_zebin *z = r->z;
	size_t count = s->bytes.len / entry;
	int e = 0;

	*out = NULL;
	*out_count = 0;
	if (s->entry_size != entry)
		return syb_fail(r->ctx, SYB_E_FORMAT, s->offset, "zebin-entry-size",
				"entries of section %u %s have %" PRIu64 " bytes, not %zu", s->index, s->name,
				s->entry_size, entry);
	if (s->bytes.len % entry)
		e = zebin_flaw(r, s->offset, "zebin-table-size",
			       "section %u %s: %zu bytes are not a whole number of entries", s->index, s->name,
			       s->bytes.len);
	if (e < 0 || count == 0)
		return e;
	*out = elf_getdata_rawchunk(r->elf, (int64_t)(s->offset - z->file.at), count * entry, type);
	if (!*out)
		return syb_fail(r->ctx, SYB_E_FORMAT, s->offset, "zebin-section", "section %u %s: %s", s->index,
				s->name, elf_errmsg(-1));
	*out_count = count;
	return 0;
}

/* Drivers find other names than ours where symbols have a string table of their own. */
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
			       "symbols have a string table of their own; drivers look their names up in that of the "
			       "sections, "
			       "where '%s' is '%s'",
			       z->symbols[i].name, seen ? seen : "");
	}
	z->driver_names[i] = seen ? seen : "";
	return e;
}

static int read_symbol(struct zebin_reader *r, Elf_Data *data, size_t i, const struct zebin_strings *own,
		       const struct zebin_strings *names)
{
	struct syb_zebin *z = r->z;
	struct syb_zebin_symbol *s = &z->symbols[i];
	uint64_t at = z->sections[z->symtab].offset + i * z->sections[z->symtab].entry_size;
	char what[32];
	GElf_Sym sym;
	int e;

	if (!gelf_getsym(data, (int)i, &sym))
		return syb_fail(r->ctx, SYB_E_FORMAT, at, "zebin-section", "symbol %zu: %s", i, elf_errmsg(-1));
	*s = (struct syb_zebin_symbol){
		.name = "",
		.value = sym.st_value,
		.size = sym.st_size,
		.section = sym.st_shndx,
		.bind = GELF_ST_BIND(sym.st_info),
		.type = GELF_ST_TYPE(sym.st_info),
	};
	snprintf(what, sizeof(what), "symbol %zu", i);
	e = zebin_find_name(r, own, sym.st_name, at, what, &s->name);
	if (e == 0 && own->ptr != names->ptr && i)
		e = note_driver_name(r, names, i, sym.st_name, at);
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
	Elf_Data *data;
	size_t count;
	int e;

	for (size_t i = 1; i < z->section_count && !s; i++)
		if (z->sections[i].type == SHT_SYMTAB)
			s = &z->sections[i];
	if (!s)
		return 0;
	e = open_table(r, s, zebin_is_32(r) ? sizeof(Elf32_Sym) : sizeof(Elf64_Sym), ELF_T_SYM, &data, &count);
	if (e == 0 && (s->link == 0 || s->link >= z->section_count || z->sections[s->link].type != SHT_STRTAB))
		e = zebin_flaw(r, s->offset, "zebin-symtab-link",
			       "the symbol table's names are in section %u, no string table", s->link);
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
		e = read_symbol(r, data, i, &own, names);
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
	e = VEC_PUSH(r->ctx, z->relocs, z->reloc_count, z->reloc_room);
	if (e < 0)
		return e;
	z->relocs[z->reloc_count++] = *reloc;
	if (reloc->symbol < z->symbol_count)
		return 0;
	return zebin_flaw(r, at, "zebin-reloc-symbol", "a relocation in section %u %s is about symbol %u of %zu",
			  s->index, s->name, reloc->symbol, z->symbol_count);
}

static int read_reloc_section(struct zebin_reader *r, const struct syb_zebin_section *s)
{
	const bool rela = s->type == SHT_RELA;
	const size_t entry = rela             ? zebin_is_32(r) ? sizeof(Elf32_Rela) : sizeof(Elf64_Rela)
					 : zebin_is_32(r) ? sizeof(Elf32_Rel)
					      : sizeof(Elf64_Rel);
	Elf_Data *data;
	size_t count;
	int e = open_table(r, s, entry, rela ? ELF_T_RELA : ELF_T_REL, &data, &count);

	if (e == 0 && (s->info == 0 || s->info >= r->z->section_count))
		e = zebin_flaw(r, s->offset, "zebin-reloc-section", "section %u %s relocates section %u of %zu",
			       s->index, s->name, s->info, r->z->section_count);
	if (e == 0 && s->link != r->z->symtab)
		e = zebin_flaw(r, s->offset, "zebin-reloc-link",
			       "symbols of section %u %s are in section %u, not in the symbol table", s->index, s->name,
			       s->link);
	for (size_t i = 0; i < count && e == 0; i++) {
		struct syb_zebin_reloc reloc = { .section = s->info, .has_addend = rela };
		GElf_Rela entry_a;
		GElf_Rel entry_r;

		if (rela ? !gelf_getrela(data, (int)i, &entry_a) : !gelf_getrel(data, (int)i, &entry_r))
			return syb_fail(r->ctx, SYB_E_FORMAT, s->offset, "zebin-section", "relocation %zu: %s", i,
					elf_errmsg(-1));
		reloc.offset = rela ? entry_a.r_offset : entry_r.r_offset;
		reloc.symbol = (uint32_t)GELF_R_SYM(rela ? entry_a.r_info : entry_r.r_info);
		reloc.type = (uint32_t)GELF_R_TYPE(rela ? entry_a.r_info : entry_r.r_info);
		reloc.addend = rela ? entry_a.r_addend : 0;
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
