/* format/zebin/zebin_read.c — zebin → sections (zebin(5)); the files beside this one read tables and notes.
 *
 * Drivers ignore the byte order, the version of ELF and sh_link, and so does this reader. A table that is outside of
 * the file, or has entries of a wrong size, ends the reading; everything else that is wrong is kept as it is and
 * recorded as a flaw. */
#include "zebin_read.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum {
	FLAWS_MOST = 1000,     /* recorded for one file */
	NAME_USES = 8,         /* bytes of names, in file sizes: a kernel's name is shared by half a dozen things */
	NAME_SLACK = 64 << 10, /* for files that are nearly empty */
	ENTRY_LEAST = 8,       /* bytes of the smallest relocation */
};

/* ---- helpers ---- */

int zebin_flaw(struct zebin_reader *r, uint64_t at, const char *check, const char *fmt, ...)
{
	struct zebin_flaw flaw = { .check = check, .at = at };
	struct syb_zebin *z = r->z;
	char text[512];
	va_list args;
	int e;

	if (z->flaw_count >= FLAWS_MOST)
		return 0;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	e = arena_copy(r->ctx, &z->arena, text, &flaw.text);
	return e < 0 ? e : VEC_ADD(r->ctx, z->flaws, z->flaw_count, z->flaw_room, flaw);
}

int zebin_too_many(struct zebin_reader *r, uint64_t at, const char *what)
{
	return syb_fail(r->ctx, SYB_E_LIMIT, at, "limit", "too many %s of the zebin overlap", what);
}

int zebin_load_strings(struct zebin_reader *r, uint32_t section, struct zebin_strings *out)
{
	const struct syb_zebin *z = r->z;
	struct syb_bytes bytes =
		section && section < z->section_count ? z->sections[section].bytes : (struct syb_bytes){ 0 };

	*out = (struct zebin_strings){ 0 };
	if (!bytes.len)
		return 0;
	out->len = out->ended = bytes.len;
	while (out->ended && bytes.ptr[out->ended - 1])
		out->ended--;
	out->ptr = arena_string(r->ctx, &r->z->arena, bytes.ptr, bytes.len);
	return out->ptr ? 0 : -SYB_E_NOMEM;
}

const char *zebin_string_at(const struct zebin_strings *s, uint64_t off)
{
	if (!s->ptr)
		return off == 0 ? "" : NULL;
	return off < s->ended ? s->ptr + off : NULL;
}

int zebin_use_name(struct zebin_reader *r, const char *name, uint64_t at)
{
	size_t len = strlen(name);

	if (len > r->names_left)
		return zebin_too_many(r, at, "names");
	r->names_left -= len;
	return 0;
}

int zebin_find_name(struct zebin_reader *r, const struct zebin_strings *s, uint64_t off, uint64_t at, const char *what,
		    const char **out)
{
	const char *name = zebin_string_at(s, off);

	if (name) {
		*out = name;
		return zebin_use_name(r, name, at);
	}
	*out = "";
	return zebin_flaw(r, at, "zebin-name", "the name of %s is at %" PRIu64 ", outside of its table of %zu bytes",
			  what, off, s->len);
}

/* ---- header ---- */

/* Files of old compilers are plain objects whose machine is the product: only a section of ZE Info, by type and by
 * name, distinguishes them from objects for other machines. */
static bool has_zeinfo(struct elf_walk *e)
{
	struct span name;

	elf_find_names(e);
	for (uint32_t i = 1; i < e->count && e->data == ELFDATA2LSB && e->stride == ELF_SIZE(e, Shdr); i++) {
		struct elf_section s = elf_section_at(e, i);

		if (s.type == (uint32_t)ZEBIN_SHT_ZEINFO && elf_string_at(e->names, s.name, &name) &&
		    span_eq(name, ZEBIN_ZEINFO))
			return true;
	}
	return false;
}

bool zebin_is(struct span file)
{
	enum { TYPE_AT = 16, MACHINE_AT = 18, LEAST = 20 };
	struct elf_walk e;
	uint16_t type;

	if (file.len < LEAST || !span_starts(file, ELF_MAGIC, 4))
		return false;
	type = span_u16(file, TYPE_AT);
	if (type == ZEBIN_TYPE_PATCH_TOKENS)
		return false;
	if (span_u16(file, MACHINE_AT) == ZEBIN_MACHINE || type == ZEBIN_TYPE_REL || type == ZEBIN_TYPE_EXE ||
	    type == ZEBIN_TYPE_DYN)
		return true;
	return type == ET_REL && !elf_open(file, true, &e) && has_zeinfo(&e);
}

static int check_sections(struct zebin_reader *r)
{
	struct elf_walk *elf = &r->elf;
	struct span table;

	if (elf->headers_at == 0) {
		elf->count = 0;
		return 0;
	}
	if (elf->stride != ELF_SIZE(elf, Shdr))
		return syb_fail(r->ctx, SYB_E_FORMAT, r->z->file.at, "zebin-header",
				"section headers of %" PRIu32 " bytes, not %zu", elf->stride, ELF_SIZE(elf, Shdr));
	elf_extend_counts(elf);
	if (elf->count > r->ctx->limits.max_items)
		return syb_fail(r->ctx, SYB_E_LIMIT, r->z->file.at, "limit", "%" PRIu32 " sections", elf->count);
	return span_sub_as(r->ctx, r->z->file, elf->headers_at, (uint64_t)elf->count * elf->stride, "zebin-header",
			   "section headers", &table);
}

static int read_header(struct zebin_reader *r)
{
	struct syb_zebin *z = r->z;
	struct elf_walk *elf = &r->elf;
	const char *problem = elf_open(z->file, true, elf);
	int e = 0;

	if (problem)
		return syb_fail(r->ctx, SYB_E_FORMAT, z->file.at, "zebin-header", "%s", problem);
	z->header.bits = elf->is_64 ? 64 : 32;
	z->header.type = elf->type;
	z->header.machine = elf->machine;
	z->header.abi_version = elf->abi_version;
	z->header.flags = elf->flags;
	z->table_at = elf->headers_at;
	if (elf->data != ELFDATA2LSB || elf->version != EV_CURRENT)
		e = zebin_flaw(r, z->file.at + EI_DATA, "zebin-ident",
			       "the header does not state little-endian byte order and version 1");
	if (e == 0)
		e = check_sections(r);
	if (e == 0 && !elf_inside(elf, elf->programs_at, elf->programs_size))
		e = zebin_flaw(r, z->file.at, "zebin-programs",
			       "program headers: %" PRIu64 " bytes at %" PRIu64 " do not fit in %zu",
			       elf->programs_size, elf->programs_at, z->file.len);
	z->header.names_section = elf->names_index;
	return e;
}

/* ---- sections ---- */

static int read_section(struct zebin_reader *r, uint32_t i)
{
	struct syb_zebin *z = r->z;
	struct elf_section sh = elf_section_at(&r->elf, i);
	struct span bytes = { 0 };
	char what[32];
	int e = 0;

	if (sh.type != SHT_NOBITS && sh.type != SHT_NULL) {
		snprintf(what, sizeof(what), "section %" PRIu32, i);
		e = span_sub_as(r->ctx, z->file, sh.offset, sh.size, "zebin-section", what, &bytes);
	}
	z->sections[i] = (struct syb_zebin_section){
		.name = "",
		.index = i,
		.type = sh.type,
		.flags = sh.flags,
		.link = sh.link,
		.info = sh.info,
		.entry_size = sh.entry_size,
		.bytes = span_bytes(bytes),
		.size = sh.size,
		.offset = z->file.at + sh.offset,
	};
	z->name_at[i] = sh.name;
	return e;
}

static int name_sections(struct zebin_reader *r, const struct zebin_strings *names)
{
	struct syb_zebin *z = r->z;
	char what[32];
	int e = 0;

	for (size_t i = 1; i < z->section_count && e == 0; i++) {
		snprintf(what, sizeof(what), "section %zu", i);
		e = zebin_find_name(r, names, z->name_at[i], z->sections[i].offset, what, &z->sections[i].name);
	}
	return e;
}

static int index_sections(struct zebin_reader *r)
{
	struct syb_zebin *z = r->z;
	const size_t skip = strlen(ZEBIN_TEXT);
	int e = 0;

	for (size_t i = 1; i < z->section_count && e == 0; i++) {
		const struct syb_zebin_section *s = &z->sections[i];
		size_t len = strlen(s->name);

		e = hash_add(r->ctx, &z->by_name, s->name, len, i);
		if (e == 0 && str_starts(s->name, ZEBIN_TEXT))
			e = hash_add(r->ctx, &z->by_kernel, s->name + skip, len - skip, i);
		if (s->type == (uint32_t)ZEBIN_SHT_ZEINFO && !z->zeinfo)
			z->zeinfo = i;
	}
	return e;
}

static int read_sections(struct zebin_reader *r, struct zebin_strings *names)
{
	struct syb_zebin *z = r->z;
	const uint32_t count = r->elf.count;
	int e = 0;

	z->sections = arena_array(r->ctx, &z->arena, count, sizeof(*z->sections));
	z->name_at = arena_array(r->ctx, &z->arena, count, sizeof(*z->name_at));
	z->code_symbol = arena_array(r->ctx, &z->arena, count, sizeof(*z->code_symbol));
	if (!z->sections || !z->name_at || !z->code_symbol)
		return -SYB_E_NOMEM;
	z->section_count = count;
	for (uint32_t i = 0; i < count && e == 0; i++)
		e = read_section(r, i);
	if (e == 0)
		e = zebin_load_strings(r, z->header.names_section, names);
	if (e == 0)
		e = name_sections(r, names);
	return e < 0 ? e : index_sections(r);
}

/* ---- the whole ---- */

static int read_zebin(struct zebin_reader *r)
{
	struct zebin_strings names = { 0 };
	int e;

	r->names_left = (uint64_t)r->z->file.len * NAME_USES + NAME_SLACK;
	r->entries_left = r->z->file.len / ENTRY_LEAST;
	e = read_header(r);
	if (e == 0)
		e = read_sections(r, &names);
	if (e == 0)
		e = zebin_read_symbols(r, &names);
	if (e == 0)
		e = zebin_read_relocs(r);
	if (e == 0)
		e = zebin_read_notes(r);
	return e < 0 ? e : zebin_describe_device(r);
}

int syb_zebin_read(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_zebin_read_opts *opts,
		   struct syb_zebin **out_zebin)
{
	_cleanup_(syb_zebin_free_p) struct syb_zebin *z = NULL;
	struct syb_zebin_read_opts o = { 0 };
	struct zebin_reader r = { .ctx = ctx };
	int e;

	OPTS_READ(ctx, &o, opts);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, o.name);
	z = mem_zalloc(ctx, sizeof(*z));
	if (!z)
		return -SYB_E_NOMEM;
	z->from = allocator_of(ctx);
	z->file = span_of(bytes, o.at == SYB_NO_OFFSET ? 0 : o.at);
	r.z = z;
	e = o.name ? arena_copy(ctx, &z->arena, o.name, &z->name) : 0;
	if (e == 0)
		e = read_zebin(&r);
	if (e < 0)
		return e;
	*out_zebin = steal(z);
	return 0;
}
