/* format/elf/elf_write.c — object files: any list of sections; and an object that only carries offload binaries, as a
 * compiler writes one for the linker. Host linkers drop its section (SHF_EXCLUDE); linkers that know offloading use
 * it. */
#include "elf_write.h"

#include "base/buf.h"
#include "base/file.h"
#include "elf.h"

#include <sybil/offload.h>

static const struct elf_walk object = { .is_64 = true };

static void put_header(uint8_t *p, uint16_t machine, uint64_t sections_at, size_t section_count)
{
	static const uint8_t ident[] = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT };

	memcpy(p, ident, sizeof(ident));
	ELF_PUT(&object, p, Ehdr, e_type, ET_REL);
	ELF_PUT(&object, p, Ehdr, e_machine, machine);
	ELF_PUT(&object, p, Ehdr, e_version, EV_CURRENT);
	ELF_PUT(&object, p, Ehdr, e_shoff, sections_at);
	ELF_PUT(&object, p, Ehdr, e_ehsize, sizeof(Elf64_Ehdr));
	ELF_PUT(&object, p, Ehdr, e_shentsize, sizeof(Elf64_Shdr));
	ELF_PUT(&object, p, Ehdr, e_shnum, section_count);
	ELF_PUT(&object, p, Ehdr, e_shstrndx, section_count - 1);
}

/* Everything behind the sections: their names and their headers. */
struct tail {
	struct buf names, headers;
};

static void drop(struct tail *tail)
{
	buf_free(&tail->names);
	buf_free(&tail->headers);
}

static int add_section(struct syb_ctx *ctx, struct tail *tail, const struct elf_out_section *s, uint64_t at,
		       uint64_t size)
{
	uint8_t header[sizeof(Elf64_Shdr)] = { 0 };

	ELF_PUT(&object, header, Shdr, sh_name, tail->names.len);
	ELF_PUT(&object, header, Shdr, sh_type, s->type);
	ELF_PUT(&object, header, Shdr, sh_flags, s->flags);
	ELF_PUT(&object, header, Shdr, sh_offset, at);
	ELF_PUT(&object, header, Shdr, sh_size, size);
	ELF_PUT(&object, header, Shdr, sh_link, s->link);
	ELF_PUT(&object, header, Shdr, sh_info, s->info);
	ELF_PUT(&object, header, Shdr, sh_addralign, s->align);
	ELF_PUT(&object, header, Shdr, sh_entsize, s->entry_size);
	TRY(buf_add(ctx, &tail->names, s->name, strlen(s->name) + 1));
	return buf_add(ctx, &tail->headers, header, sizeof(header));
}

/* Every section begins at a multiple of 8, or of its own alignment. */
static uint64_t align_section(uint64_t at, const struct elf_out_section *s)
{
	uint64_t align = s->align > 8 ? s->align : 8;

	return (at + align - 1) & ~(align - 1);
}

static int size_of(struct syb_ctx *ctx, const struct elf_out_section *s, uint64_t *out_size)
{
	uint64_t size = 0;

	for (size_t i = 0; i < s->piece_count; i++)
		if (!checked_add(size, (uint64_t)s->pieces[i].bytes.len, &size) || size > INT64_MAX / 2)
			return syb_fail(ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "section %s is too large", s->name);
	*out_size = size;
	return 0;
}

/* Headers of all sections; *out_end is the end of the last one. */
static int lay_out(struct syb_ctx *ctx, const struct elf_out_section *sections, size_t count, struct tail *tail,
		   uint64_t *out_end)
{
	static const struct elf_out_section null = { .name = "" };
	struct elf_out_section names = { .name = ".shstrtab", .type = SHT_STRTAB, .align = 1 };
	uint64_t at = sizeof(Elf64_Ehdr), size = 0;

	TRY(add_section(ctx, tail, &null, 0, 0));
	for (size_t i = 0; i < count; i++) {
		TRY(size_of(ctx, &sections[i], &size));
		at = align_section(at, &sections[i]);
		TRY(add_section(ctx, tail, &sections[i], at, size));
		at += size;
		if (at > INT64_MAX / 2)
			return syb_fail(ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "the object is too large");
	}
	*out_end = at;
	TRY(add_section(ctx, tail, &names, align8(at), tail->names.len + strlen(names.name) + 1));
	return buf_fill(ctx, &tail->names, 0, align8(tail->names.len) - tail->names.len);
}

int elf_write_object(struct syb_ctx *ctx, uint16_t machine, const struct elf_out_section *sections, size_t count,
		     struct syb_out *out)
{
	_cleanup_(drop) struct tail tail = { 0 };
	uint8_t header[sizeof(Elf64_Ehdr)] = { 0 };
	uint64_t end = 0, at = sizeof(header);

	if (count + 2 >= SHN_LORESERVE)
		return syb_fail(ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "too many sections for an object");
	TRY(lay_out(ctx, sections, count, &tail, &end));
	out_expect(out, align8(end) + tail.names.len + tail.headers.len);
	put_header(header, machine, align8(end) + tail.names.len, count + 2);
	TRY(syb_out_write(ctx, out, (struct syb_bytes){ header, sizeof(header) }));
	for (size_t i = 0; i < count; i++) {
		uint64_t start = align_section(at, &sections[i]);

		TRY(out_zeros(ctx, out, (size_t)(start - at)));
		at = start;
		for (size_t k = 0; k < sections[i].piece_count; k++) {
			const struct elf_piece *piece = &sections[i].pieces[k];

			TRY(syb_out_copy(ctx, out, piece->file, piece->bytes));
			at += piece->bytes.len;
		}
	}
	TRY(out_zeros(ctx, out, (size_t)(align8(at) - at)));
	TRY(syb_out_write(ctx, out, buf_bytes(&tail.names)));
	return syb_out_write(ctx, out, buf_bytes(&tail.headers));
}

int syb_offload_object(struct syb_ctx *ctx, const struct syb_file *file, struct syb_bytes offload, struct syb_out *out)
{
	const struct elf_piece piece = { offload, file };
	const struct elf_out_section sections[] = {
		{ .name = ELF_OFFLOADING,
		  .type = ELF_SHT_LLVM_OFFLOADING,
		  .flags = SHF_EXCLUDE,
		  .align = 8,
		  .pieces = &piece,
		  .piece_count = 1 },
		{ .name = ".note.GNU-stack", .type = SHT_PROGBITS, .align = 1 },
	};

	return elf_write_object(ctx, ELF_MACHINE_HOST, sections, ARRAY_SIZE(sections), out);
}
