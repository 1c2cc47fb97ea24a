/* format/elf/elf.c — sections with device code, and symbols, of ELF files. */
#include "elf.h"

#include "base/hash.h"
#include "format/bitcode/bitcode.h"
#include "format/bundle/bundle.h"
#include "format/bundle/hip.h"
#include "format/code/code_arch.h"
#include "format/zebin/zebin.h"

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

/* Containers of OpenCL code: source, objects, library, executable. */
static bool is_opencl(const struct elf_walk *e)
{
	return e->type >= ELF_TYPE_OPENCL && e->type <= ELF_TYPE_OPENCL + 3;
}

static bool has_prefix(struct span name, const char *prefix)
{
	return span_starts(name, prefix, strlen(prefix));
}

/* A bundle's section without SHF_EXCLUDE is what the linker made of it: the bytes of images that records point to. */
static bool has_device_code(const struct elf_walk *e, const struct elf_section *s, struct span name)
{
	if (s->type == SHT_NOBITS || s->type == SHT_NULL)
		return false;
	return s->type == (uint32_t)ELF_SHT_LLVM_OFFLOADING || has_prefix(name, ELF_OFFLOADING) ||
	       (has_prefix(name, BUNDLE_MAGIC) && s->flags & SHF_EXCLUDE) || span_eq(name, ELF_HIP) ||
	       span_eq(name, ELF_CUDA) || (is_opencl(e) && s->type == (uint32_t)ZEBIN_SHT_SPIRV);
}

struct reading {
	struct syb_ctx *ctx;
	struct elf_walk elf;
	struct elf_info *info;
	size_t room;
	struct claims claims;
	struct hash sizes; /* id of a bundle's section → index of the section with the sizes of its parts */
};

static int section_bytes(struct reading *r, const struct elf_section *s, struct span name, struct span *out)
{
	TRY(span_sub_as(r->ctx, r->elf.file, s->offset, s->size, "elf-section", "section", out));
	return claim_bytes(r->ctx, &r->claims, out->at, out->len + name.len, "sections");
}

static int find_sizes(struct reading *r)
{
	for (uint32_t i = 0; i < r->elf.count; i++) {
		struct elf_section s = elf_section_at(&r->elf, i);
		struct span name = name_at(r->elf.names, s.name);

		if (!has_prefix(name, BUNDLE_SIZES) || !(s.flags & SHF_EXCLUDE) || s.type == SHT_NOBITS)
			continue;
		TRY(claim_bytes(r->ctx, &r->claims, s.at, name.len, "sections"));
		TRY(hash_put(r->ctx, &r->sizes, name.ptr + BUNDLE_SIZES_SIZE, name.len - BUNDLE_SIZES_SIZE, i, NULL,
			     NULL));
	}
	return 0;
}

/* ld -r joins the sections of several objects. Bitcode shows where a part ends. */
static int add_modules(struct reading *r, struct span name, struct span bytes)
{
	struct span one;
	size_t size;

	do {
		size = bitcode_first(r->ctx, bytes);
		TRY(span_sub(r->ctx, bytes, 0, size, "module", &one));
		TRY(add_section(r->ctx, r->info, &r->room, name, one));
		TRY(claim_bytes(r->ctx, &r->claims, one.at, name.len, "sections"));
		bytes = span_skip(bytes, size);
	} while (bytes.len);
	return 0;
}

/* The sections with the sizes of the parts are joined, too. */
static int add_parts(struct reading *r, struct span name, struct span bytes, uint32_t sizes_index)
{
	struct elf_section section = elf_section_at(&r->elf, sizes_index);
	struct span sizes, part;
	uint64_t pos = 0, size;

	TRY(section_bytes(r, &section, name, &sizes));
	for (size_t i = 0; i + sizeof(size) <= sizes.len; i += sizeof(size), pos += size) {
		size = elf_get(&r->elf, sizes, i, sizeof(size));
		TRY(span_sub_as(r->ctx, bytes, pos, size, "bundle", "part of a bundle's section", &part));
		TRY(add_section(r->ctx, r->info, &r->room, name, part));
		TRY(claim_bytes(r->ctx, &r->claims, part.at, name.len, "sections"));
	}
	if (pos != bytes.len)
		return syb_fail(r->ctx, SYB_E_FORMAT, sizes.at, "bundle",
				"the sizes of the parts of a bundle's section do not add up to its %zu bytes",
				bytes.len);
	return 0;
}

/* CUDA's fat binaries follow each other. Each has a header that states its own size and that of the rest. */
static int add_fatbins(struct reading *r, struct span name, struct span bytes)
{
	enum { HEADER_SIZE = 6, REST_SIZE = 8, HEADER = 16 };
	struct span one;
	uint64_t size;

	while (bytes.len) {
		size = bytes.len;
		if (span_starts(bytes, FATBIN_MAGIC, FATBIN_MAGIC_SIZE) && bytes.len >= HEADER &&
		    !checked_add(span_u64(bytes, REST_SIZE), (uint64_t)span_u16(bytes, HEADER_SIZE), &size))
			size = UINT64_MAX;
		size = size < HEADER ? bytes.len : size;
		TRY(span_sub_as(r->ctx, bytes, 0, size, "elf-section", "fat binary", &one));
		TRY(add_section(r->ctx, r->info, &r->room, name, one));
		TRY(claim_bytes(r->ctx, &r->claims, one.at, name.len, "sections"));
		bytes = span_skip(bytes, one.len);
		while (bytes.len && bytes.ptr[0] == 0)
			bytes = span_skip(bytes, 1);
	}
	return 0;
}

static int read_section(struct reading *r, const struct elf_section *s, struct span name)
{
	const size_t *sizes = NULL;
	struct span bytes;

	TRY(section_bytes(r, s, name, &bytes));
	if (span_eq(name, ELF_CUDA))
		return add_fatbins(r, name, bytes);
	if (!has_prefix(name, BUNDLE_MAGIC))
		return add_section(r->ctx, r->info, &r->room, name, bytes);
	sizes = hash_get(&r->sizes, name.ptr + BUNDLE_MAGIC_SIZE, name.len - BUNDLE_MAGIC_SIZE);
	return sizes ? add_parts(r, name, bytes, (uint32_t)*sizes) : add_modules(r, name, bytes);
}

static int read_sections(struct reading *r)
{
	TRY(find_sizes(r));
	for (uint32_t i = 0; i < r->elf.count; i++) {
		struct elf_section s = elf_section_at(&r->elf, i);
		struct span name = name_at(r->elf.names, s.name);

		if (has_device_code(&r->elf, &s, name))
			TRY(read_section(r, &s, name));
		else if (span_eq(name, HIP_RECORDS) && s.type != SHT_NOBITS)
			TRY(section_bytes(r, &s, name, &r->info->hip));
	}
	return 0;
}

int elf_read(struct syb_ctx *ctx, struct span file, struct elf_info *out_info)
{
	struct reading reading = { .ctx = ctx, .info = out_info, .claims = claims_of(file.len) };
	int r;

	*out_info = (struct elf_info){ .from = allocator_of(ctx) };
	TRY(open_elf(ctx, file, &reading.elf));
	out_info->bits = reading.elf.is_64 ? 64 : 32;
	out_info->big_endian = reading.elf.big_endian;
	out_info->machine = reading.elf.machine;
	out_info->type = reading.elf.type;
	r = read_sections(&reading);
	hash_free(&reading.sizes);
	return r;
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
