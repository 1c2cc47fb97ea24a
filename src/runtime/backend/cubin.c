/* runtime/backend/cubin.c — for which GPU a cubin was compiled: an ELF file for machine 190 whose flags say it.
 *
 * Compilers up to CUDA 12 (ABI version 7) have the number in the low byte, later ones (8) in the second. */
#include "cubin.h"

#include "base/span.h"

#include <elf.h>

enum {
	ELF_ABI_VERSION = 8,
	ELF_MACHINE = 18,
	ELF_FLAGS = 48,
	ELF_HEADER_BYTES = 64,
	MACHINE_CUDA = 190,
};

unsigned cubin_sm(struct syb_bytes bytes)
{
	struct span elf = span_of(bytes, 0);
	uint32_t flags;

	if (bytes.len < ELF_HEADER_BYTES || !span_starts(elf, "\177ELF\2\1", 6) ||
	    span_u16(elf, ELF_MACHINE) != MACHINE_CUDA)
		return 0;
	flags = span_u32(elf, ELF_FLAGS);
	return (elf.ptr[ELF_ABI_VERSION] >= 8 ? flags >> 8 : flags) & 0xff;
}

static bool reach(size_t *inout_end, uint64_t at, uint64_t len, size_t most)
{
	if (at > most || len > most - at)
		return false;
	if (at + len > *inout_end)
		*inout_end = (size_t)(at + len);
	return true;
}

size_t cubin_extent(const void *bytes, size_t len)
{
	size_t end = sizeof(Elf64_Ehdr);
	Elf64_Ehdr head;

	if (!cubin_sm((struct syb_bytes){ bytes, len }))
		return 0;
	memcpy(&head, bytes, sizeof(head));
	if (!reach(&end, head.e_shoff, (uint64_t)head.e_shnum * sizeof(Elf64_Shdr), len) ||
	    !reach(&end, head.e_phoff, (uint64_t)head.e_phnum * sizeof(Elf64_Phdr), len))
		return 0;
	for (size_t i = 0; i < head.e_shnum; i++) {
		Elf64_Shdr section;

		memcpy(&section, (const char *)bytes + head.e_shoff + i * sizeof(section), sizeof(section));
		if (section.sh_type != SHT_NULL && section.sh_type != SHT_NOBITS &&
		    !reach(&end, section.sh_offset, section.sh_size, len))
			return 0;
	}
	return end;
}
