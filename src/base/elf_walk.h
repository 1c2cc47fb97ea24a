/* base/elf_walk.h — ELF files of both classes: header, sections, strings, notes.
 *
 * The one place that knows where things are in an ELF file. It makes no decisions: readers that accept different
 * files, such as drivers and compilers, all use it. Nothing here reads outside of the file. */
#ifndef BASE_ELF_WALK_H
#define BASE_ELF_WALK_H

#include "span.h"

#include <elf.h>

#define ELF_MAGIC "\177ELF"

struct elf_walk {
	struct span file;
	bool is_64, big_endian;
	uint8_t data, version, abi_version; /* bytes of e_ident */
	uint16_t type, machine;
	uint32_t flags;
	uint64_t programs_at, programs_size;
	uint64_t headers_at;    /* of the section headers; 0 = none */
	uint32_t count, stride; /* of the section headers */
	uint32_t names_index;   /* section with the names of sections */
	struct span names;      /* its bytes, once elf_find_names was called */
};

struct elf_section {
	uint64_t at; /* offset of its header */
	uint32_t name, type, link, info;
	uint64_t flags, offset, size, align, entry_size;
};

struct elf_note {
	struct span owner, bytes; /* the owner with its NUL */
	uint32_t type;
	uint64_t size; /* of the whole note, with padding that may be missing at the end */
};

/* Read the header; little: as little-endian whatever it states, as drivers of GPUs do. Returns NULL, or why these bytes
 * are not an ELF file. */
const char *elf_open(struct span file, bool little, struct elf_walk *out);
/* Files with very many sections have their count, and the index of their names, in the first section header. */
void elf_extend_counts(struct elf_walk *e);
/* Whether these bytes are inside of the file. */
bool elf_inside(const struct elf_walk *e, uint64_t offset, uint64_t size);
/* A section by its index; all zero where its header is not inside of the file. */
struct elf_section elf_section_at(const struct elf_walk *e, uint32_t i);
/* Its bytes; empty for a section without bytes, and for one that is not inside of the file. */
struct span elf_section_bytes(const struct elf_walk *e, const struct elf_section *s);
void elf_find_names(struct elf_walk *e);
/* The string at an offset of a table, without its NUL. False: it is outside, or does not end. */
bool elf_string_at(struct span table, uint64_t offset, struct span *out);
/* Take the first note off *inout_rest. Notes are padded to 4 bytes, whatever the alignment of their section is. False:
 * there is no whole note. */
bool elf_next_note(struct span *inout_rest, struct elf_note *out);

uint64_t elf_get(const struct elf_walk *e, struct span s, size_t at, size_t size);
void elf_put(uint8_t *p, size_t size, uint64_t value);

/* Offset and size of a field, by class: ELF_AT(e, Shdr, sh_size). */
#define ELF_AT(e, type, name) ((e)->is_64 ? offsetof(Elf64_##type, name) : offsetof(Elf32_##type, name))
#define ELF_WIDTH(e, type, name) ((e)->is_64 ? sizeof(((Elf64_##type *)0)->name) : sizeof(((Elf32_##type *)0)->name))
#define ELF_SIZE(e, type) ((e)->is_64 ? sizeof(Elf64_##type) : sizeof(Elf32_##type))
/* Read a field of the structure at the start of a window, which was checked to hold it. */
#define ELF_GET(e, s, type, name) elf_get((e), (s), ELF_AT(e, type, name), ELF_WIDTH(e, type, name))
/* Write one, little-endian. */
#define ELF_PUT(e, p, type, name, value) elf_put((p) + ELF_AT(e, type, name), ELF_WIDTH(e, type, name), (value))

#endif
