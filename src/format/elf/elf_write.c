/* format/elf/elf_write.c — an object file that only carries offload binaries, as a compiler writes one for the
 * linker: for this machine, little-endian, with the section that tools look for. Host linkers drop the section
 * (SHF_EXCLUDE); linkers that know offloading use it. */
#include "base/file.h"
#include "elf.h"

#include <sybil/offload.h>

enum { SECTION_COUNT = 4 };

#if defined(__aarch64__)
#define MACHINE EM_AARCH64
#elif defined(__riscv)
#define MACHINE EM_RISCV
#else
#define MACHINE EM_X86_64
#endif

static const char names[] = "\0" ELF_OFFLOADING "\0.note.GNU-stack\0.shstrtab";

enum {
	NAME_OFFLOADING = 1,
	NAME_STACK = NAME_OFFLOADING + sizeof(ELF_OFFLOADING),
	NAME_NAMES = NAME_STACK + sizeof(".note.GNU-stack"),
};

static const struct elf_walk object = { .is_64 = true };

static void put_header(uint8_t *p, uint64_t sections_at)
{
	static const uint8_t ident[] = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT };

	memcpy(p, ident, sizeof(ident));
	ELF_PUT(&object, p, Ehdr, e_type, ET_REL);
	ELF_PUT(&object, p, Ehdr, e_machine, MACHINE);
	ELF_PUT(&object, p, Ehdr, e_version, EV_CURRENT);
	ELF_PUT(&object, p, Ehdr, e_shoff, sections_at);
	ELF_PUT(&object, p, Ehdr, e_ehsize, sizeof(Elf64_Ehdr));
	ELF_PUT(&object, p, Ehdr, e_shentsize, sizeof(Elf64_Shdr));
	ELF_PUT(&object, p, Ehdr, e_shnum, SECTION_COUNT);
	ELF_PUT(&object, p, Ehdr, e_shstrndx, SECTION_COUNT - 1);
}

static void put_section(uint8_t *p, const struct elf_section *s)
{
	ELF_PUT(&object, p, Shdr, sh_name, s->name);
	ELF_PUT(&object, p, Shdr, sh_type, s->type);
	ELF_PUT(&object, p, Shdr, sh_flags, s->flags);
	ELF_PUT(&object, p, Shdr, sh_offset, s->offset);
	ELF_PUT(&object, p, Shdr, sh_size, s->size);
	ELF_PUT(&object, p, Shdr, sh_addralign, s->align);
}

int syb_offload_object(struct syb_ctx *ctx, const struct syb_file *file, struct syb_bytes offload, struct syb_out *out)
{
	enum { NAMES_SIZE = (sizeof(names) + 7) & ~7 };
	const uint64_t names_at = sizeof(Elf64_Ehdr) + align8(offload.len);
	const struct elf_section sections[SECTION_COUNT] = {
		{ 0 },
		{ .name = NAME_OFFLOADING,
		  .type = ELF_SHT_LLVM_OFFLOADING,
		  .flags = SHF_EXCLUDE,
		  .offset = sizeof(Elf64_Ehdr),
		  .size = offload.len,
		  .align = 8 },
		{ .name = NAME_STACK, .type = SHT_PROGBITS, .offset = names_at, .align = 1 },
		{ .name = NAME_NAMES, .type = SHT_STRTAB, .offset = names_at, .size = sizeof(names), .align = 1 },
	};
	uint8_t head[sizeof(Elf64_Ehdr)] = { 0 }, tail[NAMES_SIZE + SECTION_COUNT * sizeof(Elf64_Shdr)] = { 0 };

	put_header(head, names_at + NAMES_SIZE);
	memcpy(tail, names, sizeof(names));
	for (size_t i = 0; i < SECTION_COUNT; i++)
		put_section(tail + NAMES_SIZE + i * sizeof(Elf64_Shdr), &sections[i]);
	TRY(syb_out_write(ctx, out, (struct syb_bytes){ head, sizeof(head) }));
	TRY(file ? syb_out_copy(ctx, out, file, offload) : syb_out_write(ctx, out, offload));
	TRY(out_zeros(ctx, out, (size_t)(align8(offload.len) - offload.len)));
	return syb_out_write(ctx, out, (struct syb_bytes){ tail, sizeof(tail) });
}
