/* runtime/backend/cubin.c — where a cubin ends, and for which GPU it was compiled: an ELF file for machine 190 whose
 * flags have the number.
 *
 * Compilers up to CUDA 12 (ABI version 7) have the number in the low byte, later ones (8) in the second. */
#include "cubin.h"

#include "base/elf_walk.h"

enum { MACHINE_CUDA = 190, NEW_ABI = 8 };

static unsigned read_sm(struct syb_bytes bytes, struct elf_walk *out)
{
	if (elf_open(span_of(bytes, 0), true, out) || !out->is_64 || out->data != ELFDATA2LSB ||
	    out->machine != MACHINE_CUDA)
		return 0;
	return (out->abi_version >= NEW_ABI ? out->flags >> 8 : out->flags) & 0xff;
}

unsigned cubin_sm(struct syb_bytes bytes)
{
	struct elf_walk elf;

	return read_sm(bytes, &elf);
}

/* Extend the end of the file to that of one of its parts. */
static int reach(struct syb_ctx *ctx, struct span file, uint64_t at, uint64_t len, const char *what,
		 uint64_t *inout_end)
{
	struct span part;

	TRY(span_sub_as(ctx, file, at, len, "elf", what, &part));
	if (at + len > *inout_end)
		*inout_end = at + len;
	return 0;
}

int cubin_extent(struct syb_ctx *ctx, struct syb_bytes bytes, size_t *out_extent)
{
	uint64_t end = sizeof(Elf64_Ehdr);
	struct elf_walk elf;

	if (!read_sm(bytes, &elf))
		return syb_fail(ctx, SYB_E_FORMAT, 0, "elf", "%zu bytes are not a cubin", bytes.len);
	if (elf.programs_size % sizeof(Elf64_Phdr) || (elf.count && elf.stride != sizeof(Elf64_Shdr)))
		return syb_fail(ctx, SYB_E_FORMAT, 0, "elf", "headers of sections or segments have an unknown size");
	if (elf.programs_size)
		TRY(reach(ctx, elf.file, elf.programs_at, elf.programs_size, "the table of segments", &end));
	if (elf.count)
		TRY(reach(ctx, elf.file, elf.headers_at, (uint64_t)elf.count * elf.stride, "the table of sections",
			  &end));
	for (uint32_t i = 0; i < elf.count; i++) {
		struct elf_section s = elf_section_at(&elf, i);

		if (s.type != SHT_NULL && s.type != SHT_NOBITS)
			TRY(reach(ctx, elf.file, s.offset, s.size, "a section", &end));
	}
	*out_extent = (size_t)end;
	return 0;
}
