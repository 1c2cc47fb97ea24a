/* format/elf/elf_write.h — 64-bit little-endian relocatable objects: sections → bytes, streamed. */
#ifndef FORMAT_ELF_WRITE_H
#define FORMAT_ELF_WRITE_H

#include "base/elf_walk.h"

#include <sybil/file.h>

#if defined(__aarch64__)
#define ELF_MACHINE_HOST EM_AARCH64
#elif defined(__riscv)
#define ELF_MACHINE_HOST EM_RISCV
#else
#define ELF_MACHINE_HOST EM_X86_64
#endif

/* Bytes of a section, borrowed until it is written. file: where they are mapped from, or NULL. */
struct elf_piece {
	struct syb_bytes bytes;
	const struct syb_file *file;
};

struct elf_out_section {
	const char *name;
	uint32_t type;
	uint64_t flags;
	uint64_t align; /* a power of two */
	uint64_t entry_size;
	uint32_t link, info;
	const struct elf_piece *pieces; /* its content, one after the other */
	size_t piece_count;
};

/* Write an object for a machine (EM_*). The sections have the indices 1, 2, 3 …; the table of their names follows them.
 * Fails: IO, LIMIT (too many sections, too large), NOMEM. */
int elf_write_object(struct syb_ctx *ctx, uint16_t machine, const struct elf_out_section *sections, size_t count,
		     struct syb_out *out);

#endif
