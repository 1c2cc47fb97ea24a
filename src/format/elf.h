/* format/elf.h — ELF files: what they are for, and the sections that hold offload binaries. */
#ifndef FORMAT_ELF_H
#define FORMAT_ELF_H

#include "base/span.h"

#define ELF_MAGIC "\177ELF"
#define ELF_OFFLOADING ".llvm.offloading" /* names of such sections begin so */
enum { ELF_SHT_LLVM_OFFLOADING = 0x6fff4c0b };

struct elf_section {
	const char *name; /* in the info's arena */
	struct span bytes;
};

struct elf_info {
	unsigned bits; /* 32 or 64 */
	bool big_endian;
	uint16_t machine;
	uint16_t type;                /* 1 object, 2 executable, 3 shared */
	struct elf_section *sections; /* with offload binaries, in file order */
	size_t section_count;
	struct allocator from;
	struct arena arena;
};

/* Free with elf_info_free, also after a failure. Fails: FORMAT, NOMEM. */
int elf_read(struct syb_ctx *ctx, struct span file, struct elf_info *out_info);
void elf_info_free(struct elf_info *info);

#endif
