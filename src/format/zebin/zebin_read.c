/* format/zebin/zebin_read.c — zebin → sections (zebin(5)); tables and notes are read by the files beside this one.
 *
 * libelf reads headers and table entries, since real files place tables at any offset. Where drivers and libelf differ
 * it is done here: bounds, names (drivers ignore sh_link), notes (padded to 4 whatever the section's alignment). A
 * table that lies outside of the file, or has entries of a wrong size, ends the reading; everything else that is wrong
 * is kept as it is and remembered as a flaw. */
#include "zebin_read.h"

#include "format/elf/elf.h"

#include <gelf.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum {
	EHDR_TYPE = 16,
	EHDR_MACHINE = 18,
	EHDR_SHORT = 20, /* bytes needed to recognise a file */

	FLAWS_MOST = 1000,     /* remembered of one file */
	NAME_USES = 8,         /* bytes of names, in file sizes: a kernel's name is shared by half a dozen things */
	NAME_SLACK = 64 << 10, /* for files that are nearly empty */
	ENTRY_LEAST = 8,       /* bytes of the smallest relocation */
};

static void elf_end_p(Elf **elf)
{
	elf_end(*elf);
}

/* ---- helpers ---- */

int zebin_flaw(struct zebin_reader *r, uint64_t at, const char *check, const char *fmt, ...)
{
	struct syb_zebin *z = r->z;
	char text[512];
	va_list args;
	int e;

	if (z->flaw_count >= FLAWS_MOST)
		return 0;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	e = VEC_PUSH(r->ctx, z->flaws, z->flaw_count, z->flaw_room);
	if (e < 0)
		return e;
	z->flaws[z->flaw_count] = (struct zebin_flaw){ check, at, arena_string(r->ctx, &z->arena, text, strlen(text)) };
	if (!z->flaws[z->flaw_count].text)
		return -SYB_E_NOMEM;
	z->flaw_count++;
	return 0;
}

int zebin_too_many(struct zebin_reader *r, uint64_t at, const char *what)
{
	return syb_fail(r->ctx, SYB_E_LIMIT, at, "limit", "%s of the zebin overlap each other too often", what);
}

int zebin_load_strings(struct zebin_reader *r, uint32_t section, struct zebin_strings *out)
{
	const struct syb_zebin *z = r->z;
	struct syb_bytes bytes =
		section && section < z->section_count ? z->sections[section].bytes : (struct syb_bytes){ 0 };

	*out = (struct zebin_strings){ 0 };
	if (!bytes.len)
		return 0;
	out->len = out->ended = bytes.len;
	while (out->ended && bytes.ptr[out->ended - 1])
		out->ended--;
	out->ptr = arena_string(r->ctx, &r->z->arena, bytes.ptr, bytes.len);
	return out->ptr ? 0 : -SYB_E_NOMEM;
}

const char *zebin_string_at(const struct zebin_strings *s, uint64_t off)
{
	if (!s->ptr)
		return off == 0 ? "" : NULL;
	return off < s->ended ? s->ptr + off : NULL;
}

int zebin_use_name(struct zebin_reader *r, const char *name, uint64_t at)
{
	size_t len = strlen(name);

	if (len > r->names_left)
		return zebin_too_many(r, at, "names");
	r->names_left -= len;
	return 0;
}

int zebin_find_name(struct zebin_reader *r, const struct zebin_strings *s, uint64_t off, uint64_t at, const char *what,
		    const char **out)
{
	const char *name = zebin_string_at(s, off);

	if (name) {
		*out = name;
		return zebin_use_name(r, name, at);
	}
	*out = "";
	return zebin_flaw(r, at, "zebin-name",
			  "the name of %s, at %" PRIu64 " of a table of %zu bytes, cannot be found", what, off, s->len);
}

/* ---- header ---- */

/* A field of a header, by its place in either class. */
#define FIELD(span, is_32, type, name)                                                            \
	((is_32) ? field((span), offsetof(Elf32_##type, name), sizeof(((Elf32_##type *)0)->name)) \
		 : field((span), offsetof(Elf64_##type, name), sizeof(((Elf64_##type *)0)->name)))

static uint64_t field(struct span s, size_t at, size_t size)
{
	return size == 2 ? span_u16(s, at) : size == 4 ? span_u32(s, at) : span_u64(s, at);
}

/* Files of old compilers have the product in the header and are plain objects otherwise: only a section of ZE Info,
 * by type and by name, tells them from the objects of other machines. Anything out of bounds is no such section. */
static bool has_zeinfo(struct span file)
{
	const bool is_32 = file.len > EI_DATA && file.ptr[EI_CLASS] == ELFCLASS32;
	const size_t entry = is_32 ? sizeof(Elf32_Shdr) : sizeof(Elf64_Shdr);
	uint64_t at, count, names, name;

	if (file.len < (is_32 ? sizeof(Elf32_Ehdr) : sizeof(Elf64_Ehdr)) || file.ptr[EI_DATA] != ELFDATA2LSB ||
	    FIELD(file, is_32, Ehdr, e_shentsize) != entry)
		return false;
	at = FIELD(file, is_32, Ehdr, e_shoff);
	count = FIELD(file, is_32, Ehdr, e_shnum);
	names = FIELD(file, is_32, Ehdr, e_shstrndx);
	if (at > file.len || count > (file.len - at) / entry || names >= count)
		return false;
	names = FIELD(span_skip(file, (size_t)(at + names * entry)), is_32, Shdr, sh_offset);
	for (uint64_t i = 1; i < count; i++) {
		struct span header = span_skip(file, (size_t)(at + i * entry));

		if (FIELD(header, is_32, Shdr, sh_type) != (uint32_t)ZEBIN_SHT_ZEINFO || names > file.len)
			continue;
		name = FIELD(header, is_32, Shdr, sh_name);
		if (name < file.len - names &&
		    span_starts(span_skip(file, (size_t)(names + name)), ZEBIN_ZEINFO, sizeof(ZEBIN_ZEINFO)))
			return true;
	}
	return false;
}

bool zebin_is(struct span file)
{
	uint16_t type, machine;

	if (file.len < EHDR_SHORT || !span_starts(file, ELF_MAGIC, 4))
		return false;
	type = span_u16(file, EHDR_TYPE);
	machine = span_u16(file, EHDR_MACHINE);
	if (type == ZEBIN_TYPE_PATCH_TOKENS)
		return false;
	if (machine == ZEBIN_MACHINE || type == ZEBIN_TYPE_REL || type == ZEBIN_TYPE_EXE || type == ZEBIN_TYPE_DYN)
		return true;
	return type == ET_REL && has_zeinfo(file);
}

/* Drivers do not look at byte order and version of the file header; libelf does, so it is given what it wants. */
static int open_elf(struct zebin_reader *r)
{
	struct syb_zebin *z = r->z;
	const uint8_t *ptr = z->file.ptr;
	uint8_t *copy;
	int e;

	z->data = ptr[EI_DATA];
	z->ident_version = ptr[EI_VERSION];
	if (z->data != ELFDATA2LSB || z->ident_version != EV_CURRENT) {
		e = zebin_flaw(r, z->file.at + EI_DATA, "zebin-ident",
			       "the file does not say that it is little-endian and of version 1");
		copy = e == 0 ? arena_bytes(r->ctx, &z->arena, z->file.len) : NULL;
		if (!copy)
			return -SYB_E_NOMEM;
		memcpy(copy, ptr, z->file.len);
		copy[EI_DATA] = ELFDATA2LSB;
		copy[EI_VERSION] = EV_CURRENT;
		ptr = copy;
	}
	elf_version(EV_CURRENT);
	r->elf = elf_memory((char *)(uintptr_t)ptr, z->file.len); /* only read, whatever the type says */
	if (!r->elf || elf_kind(r->elf) != ELF_K_ELF)
		return syb_fail(r->ctx, SYB_E_FORMAT, z->file.at, "zebin-header", "%s", elf_errmsg(-1));
	return 0;
}

/* Count of the section headers: a count of 0 says that the first of them has it. */
static int count_sections(struct zebin_reader *r, const GElf_Ehdr *eh, uint64_t *out_count)
{
	struct span file = r->z->file, table;
	uint64_t count = eh->e_shnum, size = zebin_is_32(r) ? sizeof(Elf32_Shdr) : sizeof(Elf64_Shdr);
	int e = 0;

	if (eh->e_shoff == 0) {
		*out_count = 0;
		return 0;
	}
	if (eh->e_shentsize != size)
		return syb_fail(r->ctx, SYB_E_FORMAT, file.at, "zebin-header",
				"section headers of %u bytes, not %" PRIu64, eh->e_shentsize, size);
	if (count == 0) {
		e = span_sub_as(r->ctx, file, eh->e_shoff, size, "zebin-header", "section headers", &table);
		if (e < 0)
			return e;
		count = zebin_is_32(r) ? span_u32(table, offsetof(Elf32_Shdr, sh_size))
				       : span_u64(table, offsetof(Elf64_Shdr, sh_size));
	}
	if (count > r->ctx->limits.max_items)
		return syb_fail(r->ctx, SYB_E_LIMIT, file.at, "limit", "%" PRIu64 " sections", count);
	e = span_sub_as(r->ctx, file, eh->e_shoff, count * size, "zebin-header", "section headers", &table);
	if (e == 0)
		*out_count = count;
	return e;
}

static int check_programs(struct zebin_reader *r, const GElf_Ehdr *eh)
{
	uint64_t size = (uint64_t)eh->e_phnum * eh->e_phentsize, len = r->z->file.len;

	if (eh->e_phoff <= len && size <= len - eh->e_phoff)
		return 0;
	return zebin_flaw(r, r->z->file.at, "zebin-programs",
			  "program headers: %" PRIu64 " bytes at %" PRIu64 " do not fit in %" PRIu64, size,
			  (uint64_t)eh->e_phoff, len);
}

static int read_header(struct zebin_reader *r, GElf_Ehdr *eh, uint64_t *out_count)
{
	struct syb_zebin *z = r->z;
	size_t size;
	int e;

	if (z->file.len <= EI_CLASS || !span_starts(z->file, ELF_MAGIC, 4))
		return syb_fail(r->ctx, SYB_E_FORMAT, z->file.at, "zebin-header", "not an ELF file");
	if (z->file.ptr[EI_CLASS] != ELFCLASS32 && z->file.ptr[EI_CLASS] != ELFCLASS64)
		return syb_fail(r->ctx, SYB_E_FORMAT, z->file.at + EI_CLASS, "zebin-header", "ELF class %u",
				z->file.ptr[EI_CLASS]);
	z->header.bits = z->file.ptr[EI_CLASS] == ELFCLASS32 ? 32 : 64;
	size = zebin_is_32(r) ? sizeof(Elf32_Ehdr) : sizeof(Elf64_Ehdr);
	if (z->file.len < size)
		return syb_fail(r->ctx, SYB_E_FORMAT, z->file.at, "zebin-header", "%zu bytes, a header has %zu",
				z->file.len, size);
	e = open_elf(r);
	if (e < 0)
		return e;
	if (!gelf_getehdr(r->elf, eh))
		return syb_fail(r->ctx, SYB_E_FORMAT, z->file.at, "zebin-header", "%s", elf_errmsg(-1));
	z->header.type = eh->e_type;
	z->header.machine = eh->e_machine;
	z->header.abi_version = eh->e_ident[EI_ABIVERSION];
	z->header.flags = eh->e_flags;
	z->header.names_section = eh->e_shstrndx;
	z->table_at = eh->e_shoff;
	e = count_sections(r, eh, out_count);
	return e < 0 ? e : check_programs(r, eh);
}

/* ---- sections ---- */

static int read_section(struct zebin_reader *r, size_t i)
{
	struct syb_zebin *z = r->z;
	struct syb_zebin_section *s = &z->sections[i];
	Elf_Scn *scn = elf_getscn(r->elf, i);
	struct span bytes = { 0 };
	GElf_Shdr sh;
	char what[32];
	int e = 0;

	if (!scn || !gelf_getshdr(scn, &sh))
		return syb_fail(r->ctx, SYB_E_FORMAT, z->file.at, "zebin-header", "section header %zu: %s", i,
				elf_errmsg(-1));
	if (sh.sh_type != SHT_NOBITS && sh.sh_type != SHT_NULL) {
		snprintf(what, sizeof(what), "section %zu", i);
		e = span_sub_as(r->ctx, z->file, sh.sh_offset, sh.sh_size, "zebin-section", what, &bytes);
	}
	if (e < 0)
		return e;
	*s = (struct syb_zebin_section){
		.name = "",
		.index = (uint32_t)i,
		.type = sh.sh_type,
		.flags = sh.sh_flags,
		.link = sh.sh_link,
		.info = sh.sh_info,
		.entry_size = sh.sh_entsize,
		.bytes = span_bytes(bytes),
		.size = sh.sh_size,
		.offset = z->file.at + sh.sh_offset,
	};
	z->name_at[i] = sh.sh_name;
	return 0;
}

static int name_sections(struct zebin_reader *r, const struct zebin_strings *names)
{
	struct syb_zebin *z = r->z;
	char what[32];
	int e = 0;

	for (size_t i = 1; i < z->section_count && e == 0; i++) {
		snprintf(what, sizeof(what), "section %zu", i);
		e = zebin_find_name(r, names, z->name_at[i], z->sections[i].offset, what, &z->sections[i].name);
	}
	return e;
}

static int index_sections(struct zebin_reader *r)
{
	struct syb_zebin *z = r->z;
	const size_t skip = strlen(ZEBIN_TEXT);
	int e = 0;

	for (size_t i = 1; i < z->section_count && e == 0; i++) {
		const struct syb_zebin_section *s = &z->sections[i];
		size_t *value, len = strlen(s->name);
		bool found;

		e = hash_put(r->ctx, &z->by_name, s->name, len, i, &value, &found);
		if (e == 0 && str_starts(s->name, ZEBIN_TEXT))
			e = hash_put(r->ctx, &z->by_kernel, s->name + skip, len - skip, i, &value, &found);
		if (s->type == (uint32_t)ZEBIN_SHT_ZEINFO && !z->zeinfo)
			z->zeinfo = i;
	}
	return e;
}

static int read_sections(struct zebin_reader *r, uint64_t count, struct zebin_strings *names)
{
	struct syb_zebin *z = r->z;
	int e = 0;

	z->sections = arena_array(r->ctx, &z->arena, (size_t)count, sizeof(*z->sections));
	z->name_at = arena_array(r->ctx, &z->arena, (size_t)count, sizeof(*z->name_at));
	z->code_symbol = arena_array(r->ctx, &z->arena, (size_t)count, sizeof(*z->code_symbol));
	if (!z->sections || !z->name_at || !z->code_symbol)
		return -SYB_E_NOMEM;
	z->section_count = (size_t)count;
	for (size_t i = 0; i < count && e == 0; i++)
		e = read_section(r, i);
	if (e == 0 && z->header.names_section == SHN_XINDEX && count)
		z->header.names_section = z->sections[0].link;
	if (e == 0)
		e = zebin_load_strings(r, z->header.names_section, names);
	if (e == 0)
		e = name_sections(r, names);
	return e < 0 ? e : index_sections(r);
}

/* ---- the whole ---- */

static int read_zebin(struct zebin_reader *r)
{
	struct zebin_strings names = { 0 };
	uint64_t count = 0;
	GElf_Ehdr eh;
	int e;

	r->names_left = (uint64_t)r->z->file.len * NAME_USES + NAME_SLACK;
	r->entries_left = r->z->file.len / ENTRY_LEAST;
	e = read_header(r, &eh, &count);
	if (e == 0)
		e = read_sections(r, count, &names);
	if (e == 0)
		e = zebin_read_symbols(r, &names);
	if (e == 0)
		e = zebin_read_relocs(r);
	if (e == 0)
		e = zebin_read_notes(r);
	return e < 0 ? e : zebin_describe_device(r);
}

int syb_zebin_read(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_zebin_read_opts *opts,
		   struct syb_zebin **out_zebin)
{
	_cleanup_(syb_zebin_free_p) struct syb_zebin *z = NULL;
	_cleanup_(elf_end_p) Elf *elf = NULL;
	struct syb_zebin_read_opts o = { 0 };
	struct zebin_reader r = { .ctx = ctx };
	int e;

	OPTS_READ(ctx, &o, opts);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, o.name);
	z = mem_zalloc(ctx, sizeof(*z));
	if (!z)
		return -SYB_E_NOMEM;
	z->from = allocator_of(ctx);
	z->file = span_of(bytes, o.at == SYB_NO_OFFSET ? 0 : o.at);
	r.z = z;
	if (o.name && !(z->name = arena_string(ctx, &z->arena, o.name, strlen(o.name))))
		return -SYB_E_NOMEM;
	e = read_zebin(&r);
	elf = r.elf;
	if (e < 0)
		return e;
	*out_zebin = steal(z);
	return 0;
}
