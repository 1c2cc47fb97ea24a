/* runtime/backend/cubin.c — for which GPU a cubin was compiled: an ELF file for machine 190 whose flags say it.
 *
 * Compilers up to CUDA 12 (ABI version 7) have the number in the low byte, later ones (8) in the second. */
#include "cubin.h"

#include "base/span.h"

enum {
	ELF_ABI_VERSION = 8,
	ELF_MACHINE = 18,
	ELF_PROGRAMS = 32,
	ELF_SECTIONS = 40,
	ELF_FLAGS = 48,
	ELF_PROGRAM_SIZE = 54,
	ELF_PROGRAM_COUNT = 56,
	ELF_SECTION_SIZE = 58,
	ELF_SECTION_COUNT = 60,
	ELF_HEADER_BYTES = 64,
	ELF_PROGRAM_BYTES = 56,
	ELF_SECTION_BYTES = 64,
	SECTION_TYPE = 4,
	SECTION_OFFSET = 24,
	SECTION_BYTES = 32,
	TYPE_NULL = 0,
	TYPE_NOBITS = 8,
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

/* A part of the file, which then reaches at least to its end. */
static int reach(struct syb_ctx *ctx, struct span file, uint64_t at, uint64_t len, const char *what,
		 uint64_t *inout_end, struct span *out)
{
	int r = span_sub_as(ctx, file, at, len, "elf", what, out);

	if (r == 0 && at + len > *inout_end)
		*inout_end = at + len;
	return r;
}

/* The table of sections or of segments. */
static int find_table(struct syb_ctx *ctx, struct span file, size_t offset_at, size_t size_at, size_t entry_bytes,
		      const char *what, uint64_t *inout_end, struct span *out)
{
	uint64_t count = span_u16(file, size_at + 2);

	*out = (struct span){ 0 };
	if (!count)
		return 0;
	if (span_u16(file, size_at) != entry_bytes)
		return syb_fail(ctx, SYB_E_FORMAT, size_at, "elf", "entries of %s have %u bytes, not %zu", what,
				span_u16(file, size_at), entry_bytes);
	return reach(ctx, file, span_u64(file, offset_at), count * entry_bytes, what, inout_end, out);
}

int cubin_extent(struct syb_ctx *ctx, struct syb_bytes bytes, size_t *out_extent)
{
	struct span file = span_of(bytes, 0), sections, part;
	uint64_t end = ELF_HEADER_BYTES;
	int r;

	if (!cubin_sm(bytes))
		return syb_fail(ctx, SYB_E_FORMAT, 0, "elf", "%zu bytes are not a cubin", bytes.len);
	r = find_table(ctx, file, ELF_PROGRAMS, ELF_PROGRAM_SIZE, ELF_PROGRAM_BYTES, "the table of segments", &end,
		       &part);
	if (r == 0)
		r = find_table(ctx, file, ELF_SECTIONS, ELF_SECTION_SIZE, ELF_SECTION_BYTES, "the table of sections",
			       &end, &sections);
	for (size_t at = 0; r == 0 && at < sections.len; at += ELF_SECTION_BYTES) {
		uint32_t type = span_u32(sections, at + SECTION_TYPE);

		if (type != TYPE_NULL && type != TYPE_NOBITS)
			r = reach(ctx, file, span_u64(sections, at + SECTION_OFFSET),
				  span_u64(sections, at + SECTION_BYTES), "a section", &end, &part);
	}
	if (r == 0)
		*out_extent = (size_t)end;
	return r;
}
