/* base/elf_walk.c — header, sections, strings and notes of ELF files. */
#include "elf_walk.h"

uint64_t elf_get(const struct elf_walk *e, struct span s, size_t at, size_t size)
{
	uint64_t value = 0;

	for (size_t i = 0; i < size; i++)
		value = value << 8 | s.ptr[at + (e->big_endian ? i : size - 1 - i)];
	return value;
}

void elf_put(uint8_t *p, size_t size, uint64_t value)
{
	for (size_t i = 0; i < size; i++)
		p[i] = (uint8_t)(value >> 8 * i);
}

const char *elf_open(struct span file, bool little, struct elf_walk *out)
{
	struct elf_walk e = { .file = file };

	if (!span_starts(file, ELF_MAGIC, 4))
		return "not an ELF file";
	if (file.len < EI_NIDENT)
		return "the ELF header is cut off";
	if (file.ptr[EI_CLASS] != ELFCLASS32 && file.ptr[EI_CLASS] != ELFCLASS64)
		return "neither a 32-bit nor a 64-bit ELF file";
	e.is_64 = file.ptr[EI_CLASS] == ELFCLASS64;
	if (file.len < ELF_SIZE(&e, Ehdr))
		return "the ELF header is cut off";
	e.data = file.ptr[EI_DATA];
	e.big_endian = !little && e.data == ELFDATA2MSB;
	e.version = file.ptr[EI_VERSION];
	e.abi_version = file.ptr[EI_ABIVERSION];
	e.type = (uint16_t)ELF_GET(&e, file, Ehdr, e_type);
	e.machine = (uint16_t)ELF_GET(&e, file, Ehdr, e_machine);
	e.flags = (uint32_t)ELF_GET(&e, file, Ehdr, e_flags);
	e.programs_at = ELF_GET(&e, file, Ehdr, e_phoff);
	e.programs_size = ELF_GET(&e, file, Ehdr, e_phnum) * ELF_GET(&e, file, Ehdr, e_phentsize);
	e.headers_at = ELF_GET(&e, file, Ehdr, e_shoff);
	e.stride = (uint32_t)ELF_GET(&e, file, Ehdr, e_shentsize);
	e.count = (uint32_t)ELF_GET(&e, file, Ehdr, e_shnum);
	e.names_index = (uint32_t)ELF_GET(&e, file, Ehdr, e_shstrndx);
	*out = e;
	return NULL;
}

void elf_extend_counts(struct elf_walk *e)
{
	struct elf_section first = elf_section_at(e, 0);

	if (e->count == 0 && e->headers_at)
		e->count = first.size < UINT32_MAX ? (uint32_t)first.size : UINT32_MAX;
	if (e->names_index == SHN_XINDEX)
		e->names_index = first.link;
}

bool elf_inside(const struct elf_walk *e, uint64_t offset, uint64_t size)
{
	return offset <= e->file.len && size <= e->file.len - offset;
}

struct elf_section elf_section_at(const struct elf_walk *e, uint32_t i)
{
	struct elf_section s = { 0 };
	struct span h;

	if (!checked_add(e->headers_at, (uint64_t)i * e->stride, &s.at) || !elf_inside(e, s.at, ELF_SIZE(e, Shdr)))
		return (struct elf_section){ 0 };
	h = span_skip(e->file, (size_t)s.at);
	s.name = (uint32_t)ELF_GET(e, h, Shdr, sh_name);
	s.type = (uint32_t)ELF_GET(e, h, Shdr, sh_type);
	s.link = (uint32_t)ELF_GET(e, h, Shdr, sh_link);
	s.info = (uint32_t)ELF_GET(e, h, Shdr, sh_info);
	s.flags = ELF_GET(e, h, Shdr, sh_flags);
	s.offset = ELF_GET(e, h, Shdr, sh_offset);
	s.size = ELF_GET(e, h, Shdr, sh_size);
	s.align = ELF_GET(e, h, Shdr, sh_addralign);
	s.entry_size = ELF_GET(e, h, Shdr, sh_entsize);
	return s;
}

struct span elf_section_bytes(const struct elf_walk *e, const struct elf_section *s)
{
	struct span bytes;

	if (s->type == SHT_NOBITS || s->type == SHT_NULL || !elf_inside(e, s->offset, s->size))
		return (struct span){ 0 };
	bytes = span_skip(e->file, (size_t)s->offset);
	bytes.len = (size_t)s->size;
	return bytes;
}

void elf_find_names(struct elf_walk *e)
{
	struct elf_section s = elf_section_at(e, e->names_index);

	e->names = e->names_index < e->count ? elf_section_bytes(e, &s) : (struct span){ 0 };
}

bool elf_string_at(struct span table, uint64_t offset, struct span *out)
{
	struct span s = offset < table.len ? span_skip(table, (size_t)offset) : (struct span){ 0 };
	const uint8_t *end = s.len ? memchr(s.ptr, 0, s.len) : NULL;

	if (!end)
		return false;
	s.len = (size_t)(end - s.ptr);
	*out = s;
	return true;
}

static uint64_t align4(uint64_t n)
{
	return (n + 3) & ~UINT64_C(3);
}

bool elf_next_note(struct span *inout_rest, struct elf_note *out)
{
	enum { HEADER = 12 };
	struct span rest = *inout_rest;
	uint64_t owner, bytes, at;

	if (rest.len < HEADER)
		return false;
	owner = span_u32(rest, 0);
	bytes = span_u32(rest, 4);
	at = HEADER + align4(owner);
	if (owner > rest.len - HEADER || at > rest.len || bytes > rest.len - at)
		return false;
	out->type = span_u32(rest, 8);
	out->owner = (struct span){ rest.ptr + HEADER, (size_t)owner, rest.at + HEADER };
	out->bytes = (struct span){ rest.ptr + at, (size_t)bytes, rest.at + at };
	out->size = at + align4(bytes);
	*inout_rest = span_skip(rest, out->size < rest.len ? (size_t)out->size : rest.len);
	return true;
}
