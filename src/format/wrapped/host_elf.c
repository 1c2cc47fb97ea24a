/* format/wrapped/host_elf.c — ELF files as an address space: 64 bits, little-endian, x86-64 and AArch64.
 *
 * Linked files are read through program headers and the dynamic table, so section headers may be missing. Their
 * relocations are RELA and RELR. Objects are read through their sections. */
#include "host.h"

#include "base/elf_walk.h"

enum {
	DYNAMIC_RELR = 36,
	DYNAMIC_RELR_SIZE = 35,
	MOST_DYNAMIC = 4096, /* entries of a dynamic table */
};

/* The relocation types of 64-bit pointers. */
static const struct machine {
	uint16_t machine;
	uint32_t relative, absolute;
} machines[] = {
	{ EM_X86_64, R_X86_64_RELATIVE, R_X86_64_64 },
	{ EM_AARCH64, R_AARCH64_RELATIVE, R_AARCH64_ABS64 },
};

struct linked {
	struct syb_ctx *ctx;
	struct host *host;
	struct elf_walk elf;
	const struct machine *machine;
	uint64_t rela, rela_size, relr, relr_size, symbols; /* addresses and sizes, 0: none */
	uint64_t table_bytes;                               /* of an object's relocations so far */
};

static const struct machine *machine_of(const struct elf_walk *elf)
{
	for (size_t i = 0; i < ARRAY_SIZE(machines); i++)
		if (elf->machine == machines[i].machine && elf->is_64 && elf->data == ELFDATA2LSB)
			return &machines[i];
	return NULL;
}

/* ---- linked files ---- */

static int read_segments(struct linked *l, uint64_t *out_dynamic, uint64_t *out_dynamic_size)
{
	const struct elf_walk *e = &l->elf;

	if (!elf_inside(e, e->programs_at, e->programs_size))
		return 0;
	for (uint64_t at = 0; at + sizeof(Elf64_Phdr) <= e->programs_size; at += sizeof(Elf64_Phdr)) {
		struct span h = span_skip(e->file, (size_t)(e->programs_at + at)), bytes;
		const uint64_t type = ELF_GET(e, h, Phdr, p_type), offset = ELF_GET(e, h, Phdr, p_offset),
			       size = ELF_GET(e, h, Phdr, p_filesz), address = ELF_GET(e, h, Phdr, p_vaddr);

		if (type == PT_DYNAMIC) {
			*out_dynamic = address;
			*out_dynamic_size = size;
		}
		if (type != PT_LOAD || size == 0)
			continue;
		if (!elf_inside(e, offset, size)) {
			host_fault(l->host, h.at, "a segment lies outside the file");
			continue;
		}
		bytes = span_skip(e->file, (size_t)offset);
		bytes.len = (size_t)size;
		TRY(host_add_segment(l->ctx, l->host, address, bytes));
	}
	host_sort(l->host);
	return 0;
}

static void read_dynamic(struct linked *l, uint64_t address, uint64_t size)
{
	struct span table;

	if (size == 0)
		return;
	if (!host_bytes(l->host, address, size, &table)) {
		host_fault(l->host, l->elf.file.at, "the dynamic table lies outside the segments");
		return;
	}
	for (size_t i = 0; i < MOST_DYNAMIC && (i + 1) * sizeof(Elf64_Dyn) <= table.len; i++) {
		struct span d = span_skip(table, i * sizeof(Elf64_Dyn));
		const uint64_t value = span_u64(d, 8);

		switch (span_u64(d, 0)) {
		case DT_NULL:
			return;
		case DT_RELA:
			l->rela = value;
			break;
		case DT_RELASZ:
			l->rela_size = value;
			break;
		case DYNAMIC_RELR:
			l->relr = value;
			break;
		case DYNAMIC_RELR_SIZE:
			l->relr_size = value;
			break;
		case DT_SYMTAB:
			l->symbols = value;
			break;
		default:
			break;
		}
	}
}

/* The address of a symbol, or HOST_ELSEWHERE if another file defines it. */
static uint64_t symbol_address(const struct linked *l, uint64_t index, uint64_t addend)
{
	struct span symbol;

	if (!host_bytes(l->host, l->symbols + index * sizeof(Elf64_Sym), sizeof(Elf64_Sym), &symbol) ||
	    ELF_GET(&l->elf, symbol, Sym, st_shndx) == SHN_UNDEF)
		return HOST_ELSEWHERE;
	return ELF_GET(&l->elf, symbol, Sym, st_value) + addend;
}

static int read_rela(struct linked *l)
{
	struct span table;

	if (l->rela_size == 0)
		return 0;
	if (!host_bytes(l->host, l->rela, l->rela_size, &table)) {
		host_fault(l->host, l->elf.file.at, "the relocations lie outside the segments");
		return 0;
	}
	for (; table.len >= sizeof(Elf64_Rela); table = span_skip(table, sizeof(Elf64_Rela))) {
		const uint64_t place = span_u64(table, 0), info = span_u64(table, 8), addend = span_u64(table, 16);
		const bool absolute = ELF64_R_TYPE(info) == l->machine->absolute;

		if (absolute || ELF64_R_TYPE(info) == l->machine->relative)
			TRY(host_add_pointer(l->ctx, l->host, place,
					     absolute ? symbol_address(l, ELF64_R_SYM(info), addend) : addend));
	}
	return 0;
}

static int add_in_place(struct linked *l, uint64_t place)
{
	struct span word;

	if (!host_bytes(l->host, place, 8, &word)) {
		host_fault(l->host, l->elf.file.at, "a packed relocation lies outside the segments");
		return 0;
	}
	return host_add_pointer(l->ctx, l->host, place, span_u64(word, 0));
}

/* RELR: an even word is the address of a pointer; an odd word has a bit for each of the next 63 words. */
static int read_relr(struct linked *l)
{
	uint64_t next = 0;
	struct span table;

	if (l->relr_size == 0)
		return 0;
	if (!host_bytes(l->host, l->relr, l->relr_size, &table)) {
		host_fault(l->host, l->elf.file.at, "the packed relocations lie outside the segments");
		return 0;
	}
	for (; table.len >= 8 && !l->host->fault; table = span_skip(table, 8)) {
		const uint64_t word = span_u64(table, 0);

		if ((word & 1) == 0) {
			TRY(add_in_place(l, word));
			next = word + 8;
			continue;
		}
		for (unsigned bit = 1; bit < 64; bit++)
			if (word >> bit & 1)
				TRY(add_in_place(l, next + (bit - 1) * 8));
		next += UINT64_C(63) * 8;
	}
	return 0;
}

static int open_linked(struct linked *l)
{
	uint64_t dynamic = 0, dynamic_size = 0;

	TRY(read_segments(l, &dynamic, &dynamic_size));
	read_dynamic(l, dynamic, dynamic_size);
	TRY(read_rela(l));
	TRY(read_relr(l));
	l->host->in_place = l->elf.type == ET_EXEC;
	return 0;
}

/* ---- objects ---- */

/* The offset of a symbol in the file, or HOST_ELSEWHERE. */
static uint64_t symbol_place(const struct elf_walk *e, struct span symbols, uint64_t index, uint64_t addend)
{
	struct elf_section section;
	struct span symbol;
	uint64_t at;

	if (!checked_mul(index, (uint64_t)sizeof(Elf64_Sym), &at) || at > symbols.len ||
	    symbols.len - at < sizeof(Elf64_Sym))
		return HOST_ELSEWHERE;
	symbol = span_skip(symbols, (size_t)at);
	at = ELF_GET(e, symbol, Sym, st_shndx);
	if (at == SHN_UNDEF || at >= e->count)
		return HOST_ELSEWHERE;
	section = elf_section_at(e, (uint32_t)at);
	if (elf_section_bytes(e, &section).len == 0)
		return HOST_ELSEWHERE;
	return section.offset + ELF_GET(e, symbol, Sym, st_value) + addend;
}

static int read_section_rela(struct linked *l, const struct elf_section *s)
{
	const struct elf_walk *e = &l->elf;
	struct elf_section patched = elf_section_at(e, s->info), link = elf_section_at(e, s->link);
	struct span symbols = elf_section_bytes(e, &link), table = elf_section_bytes(e, s);

	if (s->info >= e->count || s->link >= e->count || !(patched.flags & SHF_ALLOC))
		return 0;
	if (table.len > e->file.len - l->table_bytes) {
		host_fault(l->host, s->at, "the relocation sections overlap");
		return 0;
	}
	l->table_bytes += table.len;
	for (; table.len >= sizeof(Elf64_Rela); table = span_skip(table, sizeof(Elf64_Rela))) {
		const uint64_t place = span_u64(table, 0), info = span_u64(table, 8), addend = span_u64(table, 16);

		if (ELF64_R_TYPE(info) != l->machine->absolute)
			continue;
		if (place >= patched.size)
			host_fault(l->host, table.at, "a relocation lies outside its section");
		else
			TRY(host_add_pointer(l->ctx, l->host, patched.offset + place,
					     symbol_place(e, symbols, ELF64_R_SYM(info), addend)));
	}
	return 0;
}

static int open_object(struct linked *l)
{
	struct elf_walk *e = &l->elf;

	elf_extend_counts(e);
	if (e->stride != sizeof(Elf64_Shdr) || !elf_inside(e, e->headers_at, (uint64_t)e->stride * e->count))
		return 0;
	TRY(host_add_segment(l->ctx, l->host, 0, e->file));
	for (uint32_t i = 0; i < e->count; i++) {
		struct elf_section s = elf_section_at(e, i);

		if (s.type == SHT_RELA)
			TRY(read_section_rela(l, &s));
	}
	return 0;
}

int host_open_elf(struct syb_ctx *ctx, struct span file, struct host *out)
{
	struct linked l = { .ctx = ctx, .host = out };

	*out = (struct host){ .from = allocator_of(ctx), .file = file };
	if (elf_open(file, false, &l.elf))
		return 0;
	l.machine = machine_of(&l.elf);
	if (!l.machine)
		return 0;
	if (l.elf.type == ET_REL)
		TRY(open_object(&l));
	else if (l.elf.type == ET_DYN || l.elf.type == ET_EXEC)
		TRY(open_linked(&l));
	host_sort(out);
	return 0;
}
