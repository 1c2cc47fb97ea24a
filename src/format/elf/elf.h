/* format/elf/elf.h — ELF files: their sections with device code, and the names they define. */
#ifndef FORMAT_ELF_H
#define FORMAT_ELF_H

#include "base/elf_walk.h"

#define ELF_OFFLOADING ".llvm.offloading" /* the names of such sections begin with this */
#define ELF_HIP ".hip_fatbin"             /* bundles, which the records of .hipFatBinSegment point to */
#define ELF_CUDA ".nv_fatbin"             /* fat binaries, which those of .nvFatBinSegment point to */
enum {
	ELF_SHT_LLVM_OFFLOADING = 0x6fff4c0b,
	ELF_TYPE_OPENCL = 0xff01, /* the first of four */
	ELF_TYPE_OPENCL_OBJECTS = 0xff02,
};

struct elf_offload {
	const char *name; /* in the info's arena */
	struct span bytes;
};

struct elf_info {
	unsigned bits; /* 32 or 64 */
	bool big_endian;
	uint16_t machine;
	uint16_t type;                /* 1 object, 2 executable, 3 shared */
	struct elf_offload *sections; /* with device code, in file order; parts of joined sections one by one */
	size_t section_count;
	struct span hip; /* records of HIP; empty: none */
	struct allocator from;
	struct arena arena;
};

/* Free with elf_info_free, also after a failure. Fails: FORMAT, NOMEM. */
int elf_read(struct syb_ctx *ctx, struct span file, struct elf_info *out_info);
void elf_info_free(struct elf_info *info);

enum {
	ELF_MACHINE_CUDA = 190,
	ELF_MACHINE_AMDGPU = 224,
};
/* The machine of an ELF file, 0 when it is too short. */
uint16_t elf_machine(struct span file);

/* The type of symbols of a cubin that are kernels, in place of STT_FUNC. */
enum { ELF_CUDA_ENTRY = 0x100 };
/* A name that is defined in an ELF file; borrowed from it, NUL-terminated. type: of the symbol (STT_*). */
typedef int elf_name_fn(void *user, const char *name, size_t len, unsigned type);
/* Call fn for every defined symbol of all symbol tables, and for NAME of sections .text.NAME as a function. Stops when
 * fn returns non-zero, and returns that. Fails: FORMAT, LIMIT (too many names overlap). */
int elf_each_name(struct syb_ctx *ctx, struct span file, elf_name_fn *fn, void *user);

#endif
