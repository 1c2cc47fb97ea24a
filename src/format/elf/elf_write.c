/* format/elf/elf_write.c — an object file that does nothing but carry offload binaries, as a compiler leaves one behind
 * for the linker: of this machine's kind, little-endian, with the section that tools look for. A host linker drops the
 * section (SHF_EXCLUDE), one that knows offloading takes it. */
#include "base/buf.h"
#include "elf.h"
#include <sybil/offload.h>

enum {
	EHDR_SIZE = 64,
	SHDR_SIZE = 64,
	SECTION_COUNT = 4,
	ALIGN = 8,
	SHT_BITS = 1,  /* SHT_PROGBITS */
	SHT_NAMES = 3, /* SHT_STRTAB */
};

#define SHF_EXCLUDED UINT64_C(0x80000000)

#if defined(__aarch64__)
#define MACHINE 183
#elif defined(__riscv)
#define MACHINE 243
#else
#define MACHINE 62
#endif

static const char names[] = "\0" ELF_OFFLOADING "\0.note.GNU-stack\0.shstrtab";

enum {
	NAME_OFFLOADING = 1,
	NAME_STACK = NAME_OFFLOADING + sizeof(ELF_OFFLOADING),
	NAME_NAMES = NAME_STACK + sizeof(".note.GNU-stack"),
};

struct section {
	uint32_t name, type;
	uint64_t flags, at, size, align;
};

static int add_section(struct syb_ctx *ctx, struct buf *buf, const struct section *s)
{
	int r = buf_u32(ctx, buf, s->name);

	if (r == 0)
		r = buf_u32(ctx, buf, s->type);
	if (r == 0)
		r = buf_u64(ctx, buf, s->flags);
	if (r == 0)
		r = buf_u64(ctx, buf, 0);
	if (r == 0)
		r = buf_u64(ctx, buf, s->at);
	if (r == 0)
		r = buf_u64(ctx, buf, s->size);
	if (r == 0)
		r = buf_u64(ctx, buf, 0); /* link, info */
	if (r == 0)
		r = buf_u64(ctx, buf, s->align);
	return r < 0 ? r : buf_u64(ctx, buf, 0);
}

static int add_header(struct syb_ctx *ctx, struct buf *buf, uint64_t sections_at)
{
	static const uint8_t ident[16] = { 0x7f, 'E', 'L', 'F', 2, 1, 1 };
	int r = buf_add(ctx, buf, ident, sizeof(ident));

	if (r == 0)
		r = buf_u16(ctx, buf, 1); /* ET_REL */
	if (r == 0)
		r = buf_u16(ctx, buf, MACHINE);
	if (r == 0)
		r = buf_u32(ctx, buf, 1);
	if (r == 0)
		r = buf_fill(ctx, buf, 0, 16); /* entry, program headers */
	if (r == 0)
		r = buf_u64(ctx, buf, sections_at);
	if (r == 0)
		r = buf_u32(ctx, buf, 0);
	if (r == 0)
		r = buf_u16(ctx, buf, EHDR_SIZE);
	if (r == 0)
		r = buf_u32(ctx, buf, 0);
	if (r == 0)
		r = buf_u16(ctx, buf, SHDR_SIZE);
	if (r == 0)
		r = buf_u16(ctx, buf, SECTION_COUNT);
	return r < 0 ? r : buf_u16(ctx, buf, SECTION_COUNT - 1);
}

/* Names and the table of sections, behind the carried bytes. */
static int add_tail(struct syb_ctx *ctx, struct buf *buf, uint64_t size)
{
	uint64_t names_at = EHDR_SIZE + align8(size);
	const struct section sections[SECTION_COUNT] = {
		{ 0 },
		{ NAME_OFFLOADING, ELF_SHT_LLVM_OFFLOADING, SHF_EXCLUDED, EHDR_SIZE, size, ALIGN },
		{ NAME_STACK, SHT_BITS, 0, names_at, 0, 1 },
		{ NAME_NAMES, SHT_NAMES, 0, names_at, sizeof(names), 1 },
	};
	int r = buf_fill(ctx, buf, 0, (size_t)(align8(size) - size));

	if (r == 0)
		r = buf_add(ctx, buf, names, sizeof(names));
	if (r == 0)
		r = buf_fill(ctx, buf, 0, (size_t)(align8(sizeof(names)) - sizeof(names)));
	for (size_t i = 0; i < SECTION_COUNT && r == 0; i++)
		r = add_section(ctx, buf, &sections[i]);
	return r;
}

int syb_offload_object(struct syb_ctx *ctx, const struct syb_file *file, struct syb_bytes offload, struct syb_out *out)
{
	_cleanup_(buf_free) struct buf head = { 0 }, tail = { 0 };
	uint64_t sections_at = EHDR_SIZE + align8(offload.len) + align8(sizeof(names));
	int r = add_header(ctx, &head, sections_at);

	if (r == 0)
		r = add_tail(ctx, &tail, offload.len);
	if (r == 0)
		r = syb_out_write(ctx, out, buf_bytes(&head));
	if (r == 0)
		r = file ? syb_out_copy(ctx, out, file, offload) : syb_out_write(ctx, out, offload);
	return r < 0 ? r : syb_out_write(ctx, out, buf_bytes(&tail));
}
