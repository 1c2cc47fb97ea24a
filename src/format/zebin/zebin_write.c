/* format/zebin/zebin_write.c — a zebin with another .ze_info and version, or with other names of kernels and functions.
 *
 * The file is a sequence of parts: header, section header table, contents of sections. Parts that change are built
 * first; then all parts get new places in the old order, with the alignment they had; then everything is written. All
 * other bytes stay the same. A string table that holds each name once in the order of sections and symbols, as IGC's
 * do, is rebuilt, so that old names disappear; to other tables the new names are appended. */
#include "zebin.h"

#include "base/buf.h"
#include "base/elf_walk.h"
#include "base/file.h"
#include "base/order.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
	PART_NONE = 0, /* a section's index, or one of the two parts that are not sections */
	PART_HEADER = -1,
	PART_TABLE = -2,

	ALIGN_MOST = 4096, /* that a section may state */
	COMMON_ALIGN = 8,
	NOTE_ALIGN = 4,
	NOTE_DESC_SIZE = 4, /* offset of the size of its text in a note */
};

struct part {
	int64_t what;
	uint64_t at, size; /* before */
	uint64_t new_at;
	uint64_t align;
	struct syb_bytes bytes; /* as written */
	bool changed;
};

struct rewriter {
	struct syb_ctx *ctx;
	const struct syb_zebin *z;
	struct elf_walk elf; /* its class */
	size_t entry_size;   /* of section headers */
	struct syb_zebin_rewrite changes;
	struct arena arena;
	struct hash from, to;              /* old and new names → index of the renaming */
	uint8_t *header, *table, *symbols; /* copies that are patched; symbols NULL when they stay */
	struct syb_bytes *contents;        /* of sections that change; ptr NULL for others */
	struct part *parts;
	size_t part_count;
};

static void rewriter_drop(struct rewriter *w)
{
	hash_free(&w->from);
	hash_free(&w->to);
	arena_free(&w->arena);
}

static int refuse(struct rewriter *w, enum syb_code code, uint64_t at, const char *text)
{
	return syb_fail(w->ctx, code, at, "zebin-rewrite", "%s", text);
}

static uint8_t *copy_of(struct rewriter *w, const uint8_t *ptr, size_t len)
{
	uint8_t *copy = arena_bytes(w->ctx, &w->arena, len ? len : 1);

	return copy && len ? memcpy(copy, ptr, len) : copy;
}

/* Contents change once: in a damaged file one section can be, say, both ZE Info and names. */
static int put_contents(struct rewriter *w, size_t section, struct syb_bytes bytes)
{
	if (w->contents[section].ptr)
		return refuse(w, SYB_E_FORMAT, w->z->sections[section].offset, "one section has two uses that change");
	w->contents[section] = bytes;
	return 0;
}

static int put_buffer(struct rewriter *w, size_t section, const struct buf *buf)
{
	uint8_t *copy;

	if (buf->failed)
		return buf->failed;
	copy = copy_of(w, buf->ptr, buf->len);
	return copy ? put_contents(w, section, (struct syb_bytes){ copy, buf->len }) : -SYB_E_NOMEM;
}

static uint8_t *section_header(const struct rewriter *w, size_t i)
{
	return w->table + i * w->entry_size;
}

/* ---- names ---- */

static const struct syb_ze_rename *renaming_of(const struct rewriter *w, const char *name)
{
	const size_t *i = hash_get(&w->from, name, strlen(name));

	return i ? &w->changes.renames[*i] : NULL;
}

/* The new name of a symbol or section: those named after a kernel or function follow its new name. */
static int new_name(struct rewriter *w, const char *name, bool symbol, const char **out)
{
	static const char *const prefixes[] = {
		"", ".text.", ".rel.text.", ".rela.text.", ".gtpin_info.", ".visaasm.",
	};
	const struct syb_ze_rename *renaming = NULL;
	size_t len = 0;
	char *made;

	for (size_t i = symbol ? 0 : 1; i < ARRAY_SIZE(prefixes) && !renaming; i++) {
		len = strlen(prefixes[i]);
		if (str_starts(name, prefixes[i]))
			renaming = renaming_of(w, name + len);
	}
	*out = name;
	if (!renaming || str_eq(renaming->from, renaming->to))
		return 0;
	made = arena_printf(w->ctx, &w->arena, "%.*s%s", (int)len, name, renaming->to);
	if (!made)
		return -SYB_E_NOMEM;
	*out = made;
	return 0;
}

/* A section or symbol with a name in a string table: the field that holds the offset of the name. */
struct user {
	const char *name, *new_name;
	uint8_t *field;
	size_t before, after; /* offsets in the table */
};

struct users {
	struct user *list;
	size_t count;
};

static int add_user(struct rewriter *w, struct users *users, const char *name, bool symbol, uint8_t *field)
{
	struct user *u = &users->list[users->count++];

	u->name = name;
	u->field = field;
	u->before = span_u32((struct span){ field, 4, 0 }, 0);
	return new_name(w, name, symbol, &u->new_name);
}

/* All sections and symbols with a name in this table. */
static int find_users(struct rewriter *w, uint32_t table, struct users *out)
{
	const struct syb_zebin *z = w->z;
	const bool symbols = z->symtab && z->sections[z->symtab].link == table;

	*out = (struct users){ 0 };
	out->list = arena_array(w->ctx, &w->arena, z->section_count + z->symbol_count, sizeof(*out->list));
	if (!out->list)
		return -SYB_E_NOMEM;
	for (size_t i = 1; i < z->section_count && table == z->header.names_section; i++)
		TRY(add_user(w, out, z->sections[i].name, false,
			     section_header(w, i) + ELF_AT(&w->elf, Shdr, sh_name)));
	for (size_t i = 1; i < z->symbol_count && symbols; i++)
		TRY(add_user(w, out, z->symbols[i].name, true,
			     w->symbols + i * ELF_SIZE(&w->elf, Sym) + ELF_AT(&w->elf, Sym, st_name)));
	return 0;
}

/* No other section may refer to a table that is rebuilt. */
static bool is_ours_alone(const struct rewriter *w, uint32_t table)
{
	for (size_t i = 1; i < w->z->section_count; i++)
		if (w->z->sections[i].link == table && i != w->z->symtab)
			return false;
	return true;
}

/* Build a string table of old or new names as IGC does: each name once, in the order of its users. */
static int build_table(struct rewriter *w, struct users *users, bool renamed, struct buf *out)
{
	_cleanup_(hash_free) struct hash seen = { 0 };

	TRY(buf_char(w->ctx, out, 0));
	for (size_t i = 0; i < users->count; i++) {
		struct user *u = &users->list[i];
		const char *name = renamed ? u->new_name : u->name;
		size_t *at, len = strlen(name);
		bool found;

		u->after = 0;
		if (len == 0)
			continue;
		TRY(hash_put(w->ctx, &seen, name, len, out->len, &at, &found));
		u->after = *at;
		if (!found)
			TRY(buf_add(w->ctx, out, name, len + 1));
	}
	return 0;
}

/* Whether the existing table was built like that, offset by offset. */
static int is_canonical(struct rewriter *w, uint32_t table, struct users *users, bool *out)
{
	struct syb_bytes bytes = w->z->sections[table].bytes;
	_cleanup_(buf_free) struct buf buf = { 0 };

	*out = false;
	if (!is_ours_alone(w, table))
		return 0;
	TRY(build_table(w, users, false, &buf));
	*out = buf.len == bytes.len && memcmp(buf.ptr, bytes.ptr, buf.len) == 0;
	for (size_t i = 0; i < users->count && *out; i++)
		*out = users->list[i].after == users->list[i].before;
	return 0;
}

static int rebuild_names(struct rewriter *w, struct users *users, struct buf *out)
{
	TRY(build_table(w, users, true, out));
	for (size_t i = 0; i < users->count; i++)
		elf_put(users->list[i].field, 4, users->list[i].after);
	return 0;
}

static int append_names(struct rewriter *w, struct syb_bytes before, struct users *users, struct buf *out)
{
	_cleanup_(hash_free) struct hash added = { 0 };

	TRY(buf_add(w->ctx, out, before.ptr, before.len));
	if (before.len && before.ptr[before.len - 1])
		TRY(buf_char(w->ctx, out, 0));
	for (size_t i = 0; i < users->count; i++) {
		const struct user *u = &users->list[i];
		size_t *at, len = strlen(u->new_name);
		bool found;

		if (u->new_name == u->name)
			continue;
		TRY(hash_put(w->ctx, &added, u->new_name, len, out->len, &at, &found));
		elf_put(u->field, 4, *at);
		if (!found)
			TRY(buf_add(w->ctx, out, u->new_name, len + 1));
	}
	return 0;
}

static int rename_in(struct rewriter *w, uint32_t table)
{
	_cleanup_(buf_free) struct buf buf = { 0 };
	struct users users;
	bool canonical;

	TRY(find_users(w, table, &users));
	TRY(is_canonical(w, table, &users, &canonical));
	TRY(canonical ? rebuild_names(w, &users, &buf) : append_names(w, w->z->sections[table].bytes, &users, &buf));
	if (buf.len > UINT32_MAX)
		return syb_fail(w->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "%zu bytes of names", buf.len);
	return put_buffer(w, table, &buf);
}

/* Old and new names, each once. */
static int index_renames(struct rewriter *w)
{
	const struct syb_ze_rename *renames = w->changes.renames;
	bool found = false;
	size_t *at;

	for (size_t i = 0; i < w->changes.rename_count; i++) {
		TRY(hash_put(w->ctx, &w->from, renames[i].from, strlen(renames[i].from), i, &at, &found));
		if (found)
			return syb_fail(w->ctx, SYB_E_ARG, SYB_NO_OFFSET, "zebin-rename", "'%s' is renamed twice",
					renames[i].from);
		TRY(hash_put(w->ctx, &w->to, renames[i].to, strlen(renames[i].to), i, &at, &found));
		if (found)
			return syb_fail(w->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "zebin-rename",
					"two functions would have the name '%s'", renames[i].to);
	}
	return 0;
}

static int name_is_taken(struct rewriter *w, const char *name)
{
	return syb_fail(w->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "zebin-rename", "the name '%s' is already in use",
			name);
}

/* Kernels have their own section, functions often only a symbol in a shared section. All renames happen at once, so a
 * name that is given up can be used again. */
static int check_renames(struct rewriter *w)
{
	const struct syb_zebin *z = w->z;
	const size_t count = w->changes.rename_count;
	bool *exists = arena_array(w->ctx, &w->arena, count, sizeof(*exists));

	if (!exists)
		return -SYB_E_NOMEM;
	for (size_t i = 1; i < z->symbol_count; i++) {
		const struct syb_zebin_symbol *s = &z->symbols[i];
		const size_t *from = hash_get(&w->from, s->name, strlen(s->name));

		if (from && s->type == STT_FUNC && s->section != SHN_UNDEF)
			exists[*from] = true;
		if (!from && hash_get(&w->to, s->name, strlen(s->name)))
			return name_is_taken(w, s->name);
	}
	for (size_t i = 0; i < count; i++) {
		const struct syb_ze_rename *n = &w->changes.renames[i];

		if (!exists[i] && !syb_zebin_text(z, n->from))
			return syb_fail(w->ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "zebin-rename",
					"the file has neither a section .text.%s nor a function '%s'", n->from,
					n->from);
		if (syb_zebin_text(z, n->to) && !renaming_of(w, n->to))
			return name_is_taken(w, n->to);
	}
	return 0;
}

/* Symbols share the sections' table of names, or have their own, also in a file whose sections have no names. */
static int rename_all(struct rewriter *w)
{
	const struct syb_zebin *z = w->z;
	const uint32_t tables[] = { z->header.names_section, z->symtab ? z->sections[z->symtab].link : 0 };

	if (w->changes.rename_count == 0)
		return 0;
	TRY(index_renames(w));
	TRY(check_renames(w));
	if (z->symbol_count) {
		struct syb_bytes bytes = z->sections[z->symtab].bytes;

		w->symbols = copy_of(w, bytes.ptr, bytes.len);
		if (!w->symbols)
			return -SYB_E_NOMEM;
		TRY(put_contents(w, z->symtab, (struct syb_bytes){ w->symbols, bytes.len }));
	}
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++)
		if (tables[i] && tables[i] < z->section_count && z->sections[tables[i]].bytes.len &&
		    (i == 0 || tables[i] != tables[0]))
			TRY(rename_in(w, tables[i]));
	return 0;
}

/* ---- places ---- */

static uint64_t end_of(const struct part *p)
{
	return p->at + p->size;
}

static uint64_t new_end_of(const struct part *p)
{
	return p->new_at + p->bytes.len;
}

static int by_place(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	if (x->at != y->at)
		return ORDER(x->at, y->at);
	return ORDER(x->size, y->size);
}

static void add_part(struct rewriter *w, int64_t what, uint64_t at, uint64_t size, struct syb_bytes bytes)
{
	struct part *p = &w->parts[w->part_count++];

	*p = (struct part){ .what = what, .at = at, .size = size, .bytes = bytes, .align = 1 };
	p->changed = bytes.ptr != NULL;
	if (!bytes.ptr)
		p->bytes = (struct syb_bytes){ w->z->file.ptr + at, (size_t)size };
}

static uint64_t stated_align(const struct rewriter *w, size_t section)
{
	struct span header = { section_header(w, section), w->entry_size, 0 };
	uint64_t a = ELF_GET(&w->elf, header, Shdr, sh_addralign);

	return a && a <= ALIGN_MOST && (a & (a - 1)) == 0 ? a : 1;
}

static bool is_note(const struct rewriter *w, const struct part *p)
{
	return p->what > PART_NONE && w->z->sections[p->what].type == SHT_NOTE;
}

/* Most files place parts anywhere, some at multiples of 8. Without padding the multiples are a coincidence of sizes. */
static uint64_t common_align(const struct rewriter *w)
{
	bool padded = false;

	for (size_t i = 1; i < w->part_count; i++) {
		const struct part *p = &w->parts[i];

		if (p->at % COMMON_ALIGN)
			return 1;
		padded |= end_of(p - 1) < p->at && !is_note(w, p);
	}
	return padded ? COMMON_ALIGN : 1;
}

/* Notes are at multiples of 4, and a section may state its alignment. Alignment that does not hold now is dropped. */
static void find_alignment(struct rewriter *w)
{
	const uint64_t all = common_align(w);

	for (size_t i = 1; i < w->part_count; i++) {
		struct part *p = &w->parts[i];
		uint64_t want = all;

		if (p->what > PART_NONE && stated_align(w, (size_t)p->what) > want)
			want = stated_align(w, (size_t)p->what);
		if (is_note(w, p) && want < NOTE_ALIGN)
			want = NOTE_ALIGN;
		p->align = p->at % want == 0 ? want : all;
	}
}

/* Parts that share bytes become one, unless one of them changes. */
static int merge_parts(struct rewriter *w)
{
	size_t n = 0;

	for (size_t i = 1; i < w->part_count; i++) {
		struct part *last = &w->parts[n], *p = &w->parts[i];
		uint64_t end = p->at + p->size;

		if (p->at >= last->at + last->size) {
			w->parts[++n] = *p;
			continue;
		}
		if (last->changed || p->changed)
			return refuse(w, SYB_E_FORMAT, w->z->file.at + p->at,
				      "a part that changes shares bytes with another part");
		if (end > last->at + last->size)
			last->size = end - last->at;
		last->bytes.len = (size_t)last->size;
	}
	w->part_count = n + 1;
	return 0;
}

static int find_parts(struct rewriter *w)
{
	const struct syb_zebin *z = w->z;
	const size_t table_size = z->section_count * w->entry_size, header_size = ELF_SIZE(&w->elf, Ehdr);

	w->parts = arena_array(w->ctx, &w->arena, z->section_count + 2, sizeof(*w->parts));
	if (!w->parts)
		return -SYB_E_NOMEM;
	add_part(w, PART_HEADER, 0, header_size, (struct syb_bytes){ w->header, header_size });
	add_part(w, PART_TABLE, z->table_at, table_size, (struct syb_bytes){ w->table, table_size });
	for (size_t i = 1; i < z->section_count; i++)
		if (z->sections[i].bytes.len || w->contents[i].ptr)
			add_part(w, (int64_t)i, z->sections[i].offset - z->file.at, z->sections[i].bytes.len,
				 w->contents[i]);
	qsort(w->parts, w->part_count, sizeof(*w->parts), by_place);
	if (w->parts[0].what != PART_HEADER)
		return refuse(w, SYB_E_FORMAT, z->file.at, "a section begins where the file does");
	find_alignment(w);
	return merge_parts(w);
}

static bool is_padding(const struct rewriter *w, uint64_t from, uint64_t to, uint64_t align)
{
	if (to - from >= align)
		return false;
	for (uint64_t i = from; i < to; i++)
		if (w->z->file.ptr[i])
			return false;
	return true;
}

static void place_parts(struct rewriter *w)
{
	for (size_t i = 1; i < w->part_count; i++) {
		struct part *p = &w->parts[i], *last = p - 1;

		p->new_at = new_end_of(last);
		if (!is_padding(w, end_of(last), p->at, p->align))
			p->new_at += p->at - end_of(last);
		p->new_at = (p->new_at + p->align - 1) & ~(p->align - 1);
	}
}

/* The new place of a byte; one between two parts keeps its distance to the first. */
static uint64_t new_place(const struct rewriter *w, uint64_t at)
{
	size_t low = 0, high = w->part_count;
	const struct part *p;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (w->parts[middle].at <= at)
			low = middle;
		else
			high = middle;
	}
	p = &w->parts[low];
	if (at < end_of(p) || (p->size == 0 && at == p->at))
		return p->new_at + (at - p->at);
	at = new_end_of(p) + (at - end_of(p));
	return low + 1 < w->part_count && at > w->parts[low + 1].new_at ? w->parts[low + 1].new_at : at;
}

static int patch_headers(struct rewriter *w)
{
	const struct syb_zebin *z = w->z;

	if (!w->elf.is_64 && new_end_of(&w->parts[w->part_count - 1]) > UINT32_MAX)
		return syb_fail(w->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "a 32-bit file of more than 4 GiB");
	ELF_PUT(&w->elf, w->header, Ehdr, e_shoff, new_place(w, z->table_at));
	for (size_t i = 1; i < z->section_count; i++) {
		uint64_t at = z->sections[i].offset - z->file.at;

		if (at <= z->file.len) /* the offset of .bss has no meaning */
			ELF_PUT(&w->elf, section_header(w, i), Shdr, sh_offset, new_place(w, at));
		if (w->contents[i].ptr)
			ELF_PUT(&w->elf, section_header(w, i), Shdr, sh_size, w->contents[i].len);
	}
	for (size_t i = 0; i < w->part_count; i++) /* an empty part began where the next one did */
		if (w->parts[i].what > PART_NONE)
			ELF_PUT(&w->elf, section_header(w, (size_t)w->parts[i].what), Shdr, sh_offset,
				w->parts[i].new_at);
	return 0;
}

static int write_parts(struct rewriter *w, struct syb_out *out)
{
	const struct part *last = &w->parts[w->part_count - 1];
	struct span file = w->z->file, tail = span_skip(file, (size_t)end_of(last));

	for (size_t i = 0; i < w->part_count; i++) {
		const struct part *p = &w->parts[i];
		uint64_t gap = i ? p->new_at - new_end_of(p - 1) : 0, kept = i ? p->at - end_of(p - 1) : 0;

		if (kept > gap) /* padding that shrinks */
			kept = gap;
		if (kept)
			TRY(syb_out_write(w->ctx, out, (struct syb_bytes){ file.ptr + end_of(p - 1), (size_t)kept }));
		TRY(out_zeros(w->ctx, out, (size_t)(gap - kept)));
		TRY(syb_out_write(w->ctx, out, p->bytes));
	}
	return syb_out_write(w->ctx, out, span_bytes(tail));
}

/* ---- the whole ---- */

static int replace_zeinfo(struct rewriter *w)
{
	static const uint8_t nothing[1] = { 0 };

	if (!w->changes.zeinfo.ptr)
		return 0;
	if (!w->z->zeinfo)
		return refuse(w, SYB_E_NOTFOUND, SYB_NO_OFFSET, "the file has no .ze_info");
	return put_contents(w, w->z->zeinfo,
			    w->changes.zeinfo.len ? w->changes.zeinfo : (struct syb_bytes){ nothing, 0 });
}

/* The note from its header to its padding, with another version. */
static void put_version(struct rewriter *w, struct span note, size_t desc_at, struct buf *out)
{
	const char *version = w->changes.version;
	size_t len = strlen(version) + 1, at = out->len;

	buf_add(w->ctx, out, note.ptr, desc_at);
	buf_add(w->ctx, out, version, len);
	for (size_t i = len; i % NOTE_ALIGN; i++)
		buf_char(w->ctx, out, 0);
	if (!out->failed)
		elf_put(out->ptr + at + NOTE_DESC_SIZE, 4, len);
}

static int replace_note(struct rewriter *w, size_t section, const struct syb_zebin_note *note)
{
	const struct syb_zebin_section *s = &w->z->sections[section];
	struct span all = span_of(s->bytes, s->offset), rest = span_skip(all, (size_t)(note->offset - s->offset));
	size_t desc_at = (size_t)(note->bytes.ptr - rest.ptr), end = desc_at + note->bytes.len;
	_cleanup_(buf_free) struct buf buf = { 0 };

	end += (NOTE_ALIGN - end % NOTE_ALIGN) % NOTE_ALIGN;
	buf_add(w->ctx, &buf, all.ptr, (size_t)(rest.ptr - all.ptr));
	put_version(w, rest, desc_at, &buf);
	if (end < rest.len)
		buf_add(w->ctx, &buf, rest.ptr + end, rest.len - end);
	return put_buffer(w, section, &buf);
}

/* Old files have no such note; of several, drivers use the last. */
static int replace_version(struct rewriter *w)
{
	const struct syb_zebin *z = w->z;

	for (size_t n = w->changes.version ? z->note_count : 0; n-- > 0;) {
		const struct syb_zebin_note *note = &z->notes[n];

		if (note->type != ZEBIN_NOTE_VERSION || !str_eq(note->owner, ZEBIN_OWNER))
			continue;
		for (size_t i = 1; i < z->section_count; i++) {
			const struct syb_zebin_section *s = &z->sections[i];

			if (s->type == SHT_NOTE && note->offset >= s->offset && note->offset - s->offset < s->bytes.len)
				return replace_note(w, i, note);
		}
	}
	return 0;
}

static int begin(struct rewriter *w)
{
	const struct syb_zebin *z = w->z;
	const size_t phnum_at = ELF_AT(&w->elf, Ehdr, e_phnum);

	if (span_u16(z->file, phnum_at))
		return refuse(w, SYB_E_UNSUPPORTED, z->file.at + phnum_at,
			      "files with program headers are not rewritten");
	w->header = copy_of(w, z->file.ptr, ELF_SIZE(&w->elf, Ehdr));
	w->table = copy_of(w, z->file.ptr + z->table_at, z->section_count * w->entry_size);
	w->contents = arena_array(w->ctx, &w->arena, z->section_count, sizeof(*w->contents));
	return w->header && w->table && w->contents ? 0 : -SYB_E_NOMEM;
}

static int check_names(struct syb_ctx *ctx, const struct syb_zebin_rewrite *changes)
{
	for (size_t i = 0; i < changes->rename_count; i++) {
		const struct syb_ze_rename *n = changes->renames ? &changes->renames[i] : NULL;

		if (!n || !n->from || !*n->from || !n->to || !*n->to)
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "an old and a new name are needed");
	}
	return 0;
}

int syb_zebin_rewrite(struct syb_ctx *ctx, const struct syb_zebin *zebin, const struct syb_zebin_rewrite *changes,
		      struct syb_out *out)
{
	_cleanup_(rewriter_drop) struct rewriter w = { .ctx = ctx, .z = zebin };
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, zebin->name);

	OPTS_READ(ctx, &w.changes, changes);
	TRY(check_names(ctx, &w.changes));
	w.elf.is_64 = zebin->header.bits == 64;
	w.entry_size = ELF_SIZE(&w.elf, Shdr);
	if (!w.changes.zeinfo.ptr && w.changes.rename_count == 0 && !w.changes.version)
		return syb_out_write(ctx, out, span_bytes(zebin->file));
	TRY(begin(&w));
	TRY(rename_all(&w));
	TRY(replace_zeinfo(&w));
	TRY(replace_version(&w));
	TRY(find_parts(&w));
	place_parts(&w);
	TRY(patch_headers(&w));
	return write_parts(&w, out);
}
