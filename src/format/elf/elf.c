/* format/elf/elf.c — offload sections and symbols of ELF files. */
#include "elf.h"

static int fail(struct syb_ctx *ctx, struct span file, const char *what)
{
	return syb_fail(ctx, SYB_E_FORMAT, file.at, "elf", "%s", what);
}

/* The header, and section headers that are inside of the file. */
static int open_elf(struct syb_ctx *ctx, struct span file, struct elf_walk *out)
{
	const char *problem = elf_open(file, false, out);
	struct span headers;
	int r;

	if (problem)
		return fail(ctx, file, problem);
	if ((out->data != ELFDATA2LSB && out->data != ELFDATA2MSB) || out->version != EV_CURRENT)
		return fail(ctx, file, "unknown byte order or version of ELF");
	if (out->headers_at == 0) {
		out->count = 0;
		return 0;
	}
	elf_extend_counts(out);
	if (out->stride != ELF_SIZE(out, Shdr))
		return fail(ctx, file, "section headers have an unknown size");
	r = span_sub_as(ctx, file, out->headers_at, (uint64_t)out->stride * out->count, "elf", "section headers",
			&headers);
	elf_find_names(out);
	return r;
}

static int add_section(struct syb_ctx *ctx, struct elf_info *info, size_t *room, struct span name, struct span bytes)
{
	struct elf_offload s = { arena_string(ctx, &info->arena, name.ptr, name.len), bytes };

	return s.name ? VEC_ADD(ctx, info->sections, info->section_count, *room, s) : -SYB_E_NOMEM;
}

/* The beginning of a name, whether it ends or not: many sections may share one that is very long. */
static struct span name_at(struct span names, uint32_t offset)
{
	enum { NAME_MOST = 1024 };
	struct span name = offset < names.len ? span_skip(names, offset) : (struct span){ 0 };

	name.len = name.len ? strnlen((const char *)name.ptr, name.len < NAME_MOST ? name.len : NAME_MOST) : 0;
	return name;
}

static bool is_offload(const struct elf_section *s, struct span name)
{
	return s->type != SHT_NOBITS && s->type != SHT_NULL &&
	       (s->type == (uint32_t)ELF_SHT_LLVM_OFFLOADING ||
		span_starts(name, ELF_OFFLOADING, sizeof(ELF_OFFLOADING) - 1));
}

int elf_read(struct syb_ctx *ctx, struct span file, struct elf_info *out_info)
{
	struct claims claims = claims_of(file.len);
	struct elf_walk e;
	size_t room = 0;

	*out_info = (struct elf_info){ .from = allocator_of(ctx) };
	TRY(open_elf(ctx, file, &e));
	out_info->bits = e.is_64 ? 64 : 32;
	out_info->big_endian = e.big_endian;
	out_info->machine = e.machine;
	out_info->type = e.type;
	for (uint32_t i = 0; i < e.count; i++) {
		struct elf_section s = elf_section_at(&e, i);
		struct span name = name_at(e.names, s.name), bytes;

		if (!is_offload(&s, name))
			continue;
		TRY(span_sub_as(ctx, file, s.offset, s.size, "elf-section", "section", &bytes));
		TRY(claim_bytes(ctx, &claims, bytes.at, bytes.len + name.len, "sections"));
		TRY(add_section(ctx, out_info, &room, name, bytes));
	}
	return 0;
}

void elf_info_free(struct elf_info *info)
{
	allocator_free(info->from, info->sections);
	arena_free(&info->arena);
	*info = (struct elf_info){ 0 };
}

/* ---- symbols ---- */

#define ELF_TEXT ".text."

enum {
	NAME_USES = 8,         /* limit on bytes of names, in file sizes: hostile files let names overlap */
	NAME_SLACK = 64 << 10, /* for files that are nearly empty */
	STO_CUDA_ENTRY = 0x10,
};

uint16_t elf_machine(struct span file)
{
	enum { MACHINE_AT = 18 };

	return file.len < MACHINE_AT + 2 ? 0 : span_u16(file, MACHINE_AT);
}

struct symbols {
	struct syb_ctx *ctx;
	struct elf_walk elf;
	uint64_t left; /* bytes of names */
	elf_name_fn *fn;
	void *user;
};

static int use_name(struct symbols *s, struct span name, unsigned type)
{
	if (name.len > s->left)
		return syb_fail(s->ctx, SYB_E_LIMIT, s->elf.file.at, "limit", "too many names overlap");
	s->left -= name.len;
	return s->fn(s->user, (const char *)name.ptr, name.len, type);
}

static int each_symbol(struct symbols *s, const struct elf_section *table)
{
	const struct elf_walk *e = &s->elf;
	const size_t entry = ELF_SIZE(e, Sym);
	struct elf_section link = table->link < e->count ? elf_section_at(e, table->link) : (struct elf_section){ 0 };
	struct span strings = link.type == SHT_STRTAB ? elf_section_bytes(e, &link) : (struct span){ 0 };
	struct span bytes = elf_section_bytes(e, table), name;

	if (bytes.len != table->size || table->entry_size != entry)
		return fail(s->ctx, e->file, "a symbol table is outside of the file, or its entries have another size");
	for (size_t at = entry; at + entry <= bytes.len; at += entry) {
		struct span sym = span_skip(bytes, at);
		unsigned type = ELF64_ST_TYPE(ELF_GET(e, sym, Sym, st_info));

		if (type == STT_FUNC && ELF_GET(e, sym, Sym, st_other) & STO_CUDA_ENTRY &&
		    e->machine == ELF_MACHINE_CUDA)
			type = ELF_CUDA_ENTRY;
		if (ELF_GET(e, sym, Sym, st_shndx) != SHN_UNDEF &&
		    elf_string_at(strings, ELF_GET(e, sym, Sym, st_name), &name) && name.len)
			TRY(use_name(s, name, type));
	}
	return 0;
}

int elf_each_name(struct syb_ctx *ctx, struct span file, elf_name_fn *fn, void *user)
{
	struct symbols s = { .ctx = ctx, .fn = fn, .user = user };
	int r = open_elf(ctx, file, &s.elf);

	s.left = (uint64_t)file.len * NAME_USES + NAME_SLACK;
	for (uint32_t i = 0; r == 0 && i < s.elf.count; i++) {
		struct elf_section section = elf_section_at(&s.elf, i);
		struct span name = { 0 };

		if (elf_string_at(s.elf.names, section.name, &name) && span_starts(name, ELF_TEXT, strlen(ELF_TEXT)))
			r = use_name(&s, span_skip(name, strlen(ELF_TEXT)), STT_FUNC);
		else if (section.type == SHT_SYMTAB || section.type == SHT_DYNSYM)
			r = each_symbol(&s, &section);
	}
	return r;
}
