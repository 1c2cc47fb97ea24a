/* format/elf/elf.c — offload sections and symbols of ELF files, through libelf.
 *
 * libelf finds headers; names and section contents are narrowed by us, so that their offsets stay absolute, nothing is
 * copied or converted, and many sections cannot share one long name. */
#include "elf.h"

#include <gelf.h>
#include <libelf.h>

enum { NAME_MOST = 1024 }; /* longer names are cut */

static int elf_failed(struct syb_ctx *ctx, struct span file, const char *what)
{
	int error = elf_errno(); /* 0 when libelf only shook its head */

	return syb_fail(ctx, SYB_E_FORMAT, file.at, "elf", "%s: %s", what, error ? elf_errmsg(error) : "damaged");
}

static int add_section(struct syb_ctx *ctx, struct elf_info *info, size_t *room, struct span name, struct span bytes)
{
	int r = VEC_PUSH(ctx, info->sections, info->section_count, *room);
	struct elf_section *s;

	if (r < 0)
		return r;
	s = &info->sections[info->section_count];
	s->bytes = bytes;
	s->name = arena_string(ctx, &info->arena, name.ptr, name.len);
	if (!s->name)
		return -SYB_E_NOMEM;
	info->section_count++;
	return 0;
}

/* The section that holds the names of all; empty when there is none in the file. */
static struct span find_names(Elf *elf, struct span file, size_t index)
{
	Elf_Scn *scn = elf_getscn(elf, index);
	GElf_Shdr sh;

	if (!scn || !gelf_getshdr(scn, &sh) || sh.sh_type != SHT_STRTAB || sh.sh_offset > file.len ||
	    sh.sh_size > file.len - sh.sh_offset)
		return (struct span){ 0 };
	file = span_skip(file, sh.sh_offset);
	file.len = sh.sh_size;
	return file;
}

static struct span name_at(struct span names, uint32_t off)
{
	struct span name = off < names.len ? span_skip(names, off) : (struct span){ 0 };
	size_t most = name.len < NAME_MOST ? name.len : NAME_MOST;
	const uint8_t *end = most ? memchr(name.ptr, 0, most) : NULL;

	name.len = end ? (size_t)(end - name.ptr) : most;
	return name;
}

static int read_sections(struct syb_ctx *ctx, Elf *elf, struct span file, struct elf_info *info)
{
	struct claims claims = claims_of(file.len);
	size_t index, room = 0;
	struct span names;
	Elf_Scn *scn = NULL;

	if (elf_getshdrstrndx(elf, &index) < 0)
		return elf_failed(ctx, file, "section names");
	names = find_names(elf, file, index);
	while ((scn = elf_nextscn(elf, scn))) {
		struct span bytes, name;
		GElf_Shdr sh;
		int r;

		if (!gelf_getshdr(scn, &sh))
			return elf_failed(ctx, file, "section header");
		name = name_at(names, sh.sh_name);
		if (sh.sh_type == SHT_NOBITS || sh.sh_type == SHT_NULL ||
		    (sh.sh_type != ELF_SHT_LLVM_OFFLOADING &&
		     !span_starts(name, ELF_OFFLOADING, sizeof(ELF_OFFLOADING) - 1)))
			continue;
		r = span_sub_as(ctx, file, sh.sh_offset, sh.sh_size, "elf-section", "section", &bytes);
		if (r == 0)
			r = claim_bytes(ctx, &claims, bytes.at, bytes.len + name.len, "sections");
		if (r == 0)
			r = add_section(ctx, info, &room, name, bytes);
		if (r < 0)
			return r;
	}
	return 0;
}

static int read_elf(struct syb_ctx *ctx, Elf *elf, struct span file, struct elf_info *info)
{
	struct span headers;
	GElf_Ehdr eh;
	int r;

	if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &eh))
		return elf_failed(ctx, file, "header");
	info->bits = gelf_getclass(elf) == ELFCLASS32 ? 32 : 64;
	info->big_endian = eh.e_ident[EI_DATA] == ELFDATA2MSB;
	info->machine = eh.e_machine;
	info->type = eh.e_type;
	if (eh.e_shoff == 0)
		return 0;
	/* libelf takes headers behind the end for none. A count of 0 says that the first header has it. */
	r = span_sub_as(ctx, file, eh.e_shoff, (uint64_t)eh.e_shentsize * (eh.e_shnum ? eh.e_shnum : 1), "elf",
			"section headers", &headers);
	return r < 0 ? r : read_sections(ctx, elf, file, info);
}

/* A handle on bytes; give back with elf_end. */
static int open_elf(struct syb_ctx *ctx, struct span file, Elf **out_elf)
{
	if (!span_starts(file, ELF_MAGIC, 4))
		return syb_fail(ctx, SYB_E_FORMAT, file.at, "elf", "not an ELF file");
	elf_version(EV_CURRENT);
	*out_elf = elf_memory((char *)(uintptr_t)file.ptr, file.len); /* only read, whatever the type says */
	return *out_elf ? 0 : elf_failed(ctx, file, "file");
}

int elf_read(struct syb_ctx *ctx, struct span file, struct elf_info *out_info)
{
	Elf *elf;
	int r;

	*out_info = (struct elf_info){ .from = allocator_of(ctx) };
	r = open_elf(ctx, file, &elf);
	if (r < 0)
		return r;
	r = read_elf(ctx, elf, file, out_info);
	elf_end(elf);
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
	MACHINE_AT = 18,
	NAME_USES = 8,         /* bytes of names, in file sizes; more of them overlap on purpose */
	NAME_SLACK = 64 << 10, /* for files that are nearly empty */
	STO_CUDA_ENTRY = 0x10,
};

uint16_t elf_machine(struct span file)
{
	return file.len < MACHINE_AT + 2 ? 0 : span_u16(file, MACHINE_AT);
}

struct symbols {
	struct syb_ctx *ctx;
	Elf *elf;
	struct span file;
	uint64_t left; /* bytes of names */
	elf_name_fn *fn;
	void *user;
};

static int use_name(struct symbols *s, const char *name, unsigned type)
{
	size_t len = strlen(name);

	if (len > s->left)
		return syb_fail(s->ctx, SYB_E_LIMIT, s->file.at, "limit", "names overlap too often");
	s->left -= len;
	return s->fn(s->user, name, len, type);
}

static unsigned symbol_type(const struct symbols *s, const GElf_Sym *sym)
{
	unsigned type = GELF_ST_TYPE(sym->st_info);
	bool entry = type == STT_FUNC && sym->st_other & STO_CUDA_ENTRY && elf_machine(s->file) == ELF_MACHINE_CUDA;

	return entry ? ELF_CUDA_ENTRY : type;
}

static int each_symbol(struct symbols *s, Elf_Scn *scn, const GElf_Shdr *sh)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	size_t count = data && sh->sh_entsize ? data->d_size / (size_t)sh->sh_entsize : 0;
	int r = 0;

	if (!data)
		return elf_failed(s->ctx, s->file, "symbols");
	for (size_t i = 1; i < count && r == 0; i++) {
		const char *name;
		GElf_Sym sym;

		if (!gelf_getsym(data, (int)i, &sym))
			break;
		name = elf_strptr(s->elf, sh->sh_link, sym.st_name);
		if (name && *name && sym.st_shndx != SHN_UNDEF)
			r = use_name(s, name, symbol_type(s, &sym));
	}
	return r;
}

static int each_section(struct symbols *s)
{
	Elf_Scn *scn = NULL;
	size_t names;
	int r = 0;

	if (elf_getshdrstrndx(s->elf, &names) < 0)
		return elf_failed(s->ctx, s->file, "section names");
	while (r == 0 && (scn = elf_nextscn(s->elf, scn))) {
		const char *name;
		GElf_Shdr sh;

		if (!gelf_getshdr(scn, &sh))
			return elf_failed(s->ctx, s->file, "section header");
		name = elf_strptr(s->elf, names, sh.sh_name);
		if (name && str_starts(name, ELF_TEXT))
			r = use_name(s, name + strlen(ELF_TEXT), STT_FUNC);
		else if (sh.sh_type == SHT_SYMTAB || sh.sh_type == SHT_DYNSYM)
			r = each_symbol(s, scn, &sh);
	}
	return r;
}

int elf_each_name(struct syb_ctx *ctx, struct span file, elf_name_fn *fn, void *user)
{
	struct symbols s = { .ctx = ctx, .file = file, .fn = fn, .user = user };
	int r = open_elf(ctx, file, &s.elf);

	if (r < 0)
		return r;
	s.left = (uint64_t)file.len * NAME_USES + NAME_SLACK;
	r = elf_kind(s.elf) == ELF_K_ELF ? each_section(&s) : elf_failed(ctx, file, "header");
	elf_end(s.elf);
	return r;
}
