/* runtime/backend/cubin.c — for which GPU a cubin was compiled: an ELF file for machine 190 whose flags say it.
 *
 * Compilers up to CUDA 12 (ABI version 7) have the number in the low byte, later ones (8) in the second. */
#include "cubin.h"

#include "base/span.h"

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
