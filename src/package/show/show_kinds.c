/* package/show/show_kinds.c — files without other files in them, as records. */
#include "format/props/props.h"
#include "format/ptx/ptx.h"
#include "show.h"

#include <elf.h>
#include <stdio.h>

DEFINE_CLEANUP(struct syb_table *, syb_table_free);

int show_properties(struct show *s, const struct syb_item *item, struct syb_value *map)
{
	const struct syb_props_read_opts opts = {
		.size = sizeof(opts),
		.name = s->opts.name,
		.at = item_span(item).at,
		.embedded = map != s->rec->root,
	};
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;

	TRY(syb_props_read(s->ctx, syb_item_bytes(item), &opts, &props));
	return show_props(s, map, props);
}

int show_table(struct show *s, const struct syb_item *item, struct syb_value *map)
{
	_cleanup_(syb_table_free_p) struct syb_table *table = NULL;
	struct syb_value *list;

	TRY(syb_table_read(s->ctx, syb_item_bytes(item), s->opts.name, &table));
	value_bool(s->rec, map, "titled", syb_table_titled(table));
	list = value_hint(value_list(s->rec, map, "columns"), VALUE_QUIET);
	for (size_t i = 0; i < syb_table_column_count(table); i++)
		value_string(s->rec, list, NULL, syb_table_column_name(table, i));
	list = value_hint(value_list(s->rec, map, "rows"), VALUE_TABLE);
	for (size_t row = 0; row < syb_table_row_count(table); row++) {
		struct syb_value *cells = value_map(s->rec, list, NULL);

		for (size_t i = 0; i < syb_table_column_count(table); i++)
			value_string_or_null(s->rec, cells, syb_table_column_name(table, i),
					     syb_table_cell(table, row, i));
	}
	return 0;
}

/* ---- ELF ---- */

struct number_name {
	unsigned number;
	const char *name;
};

static const struct number_name elf_types[] = {
	{ ET_REL, "relocatable" }, { ET_EXEC, "executable" },  { ET_DYN, "shared" },
	{ ET_CORE, "core" },       { 0xff04, "patch tokens" }, /* Intel GPU code in the container before zebins */
};

static const struct number_name elf_machines[] = {
	{ EM_386, "i386" },      { EM_X86_64, "x86_64" },   { EM_AARCH64, "aarch64" }, { EM_ARM, "arm" },
	{ EM_RISCV, "riscv" },   { EM_PPC64, "powerpc64" }, { EM_S390, "s390" },       { EM_CUDA, "cuda" },
	{ EM_AMDGPU, "amdgpu" }, { 205, "intelgt" },
};

static unsigned elf_u16(struct span s, size_t off, bool big)
{
	return big ? (unsigned)(s.ptr[off] << 8 | s.ptr[off + 1]) : span_u16(s, off);
}

static void put_named(struct show *s, struct syb_value *map, const char *key, const char *number_key,
		      const struct number_name *names, size_t count, unsigned number)
{
	const char *name = NULL;

	for (size_t i = 0; i < count; i++)
		if (names[i].number == number)
			name = names[i].name;
	value_string_or_null(s->rec, map, key, name);
	if (!name)
		value_words(s->rec, value_uint(s->rec, map, number_key, number));
}

void show_elf(struct show *s, const struct syb_item *item, struct syb_value *map)
{
	struct span file = item_span(item);
	bool big;

	if (file.len < EI_NIDENT + 4) /* type and machine follow */
		return;
	big = file.ptr[EI_DATA] == ELFDATA2MSB;
	value_uint(s->rec, map, "bits", file.ptr[EI_CLASS] == ELFCLASS64 ? 64 : 32);
	value_string(s->rec, map, "endianness", big ? "big" : "little");
	put_named(s, map, "type", "type_number", elf_types, ARRAY_SIZE(elf_types), elf_u16(file, EI_NIDENT, big));
	put_named(s, map, "machine", "machine_number", elf_machines, ARRAY_SIZE(elf_machines),
		  elf_u16(file, EI_NIDENT + 2, big));
}

/* ---- PTX ---- */

/* The word after a directive in the head of the text, NULL when there is none. */
static const char *find_directive(const char *head, const char *directive, size_t *out_len)
{
	const char *p = strstr(head, directive);

	if (!p)
		return NULL;
	p += strlen(directive);
	p += strspn(p, " \t");
	*out_len = strcspn(p, " \t\r\n");
	return *out_len ? p : NULL;
}

/* Kernels that the text defines; PTX that cannot be read has no list. */
static int put_ptx_kernels(struct show *s, struct span text, struct syb_value *map)
{
	_cleanup_(ptx_free_p) struct ptx *ptx = NULL;
	struct syb_value *list;
	int r;

	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(s->ctx);

		r = ptx_read(s->ctx, text, &ptx);
	}
	if (r < 0)
		return r == -SYB_E_NOMEM || r == -SYB_E_CANCELLED ? r : 0;
	list = value_list(s->rec, map, "kernels");
	for (size_t i = 0; i < ptx->symbol_count; i++) {
		const struct ptx_symbol *symbol = &ptx->symbols[i];
		const char *readable = show_readable(s, symbol->name, strlen(symbol->name));
		struct syb_value *kernel;

		if (!symbol->kernel || !symbol->defined)
			continue;
		kernel = value_map(s->rec, list, NULL);
		value_string(s->rec, kernel, "name", symbol->name);
		if (readable)
			value_string(s->rec, kernel, "demangled", readable);
	}
	return 0;
}

int show_ptx(struct show *s, const struct syb_item *item, struct syb_value *map)
{
	static const struct {
		const char *directive, *key;
	} directives[] = {
		{ "\n.version ", "ptx_version" },
		{ "\n.target ", "target" },
		{ "\n.address_size ", "address_size" },
	};
	struct syb_bytes bytes = syb_item_bytes(item);
	char head[4096] = "\n"; /* directives come first */
	size_t n = bytes.len < sizeof(head) - 2 ? bytes.len : sizeof(head) - 2;

	if (n)
		memcpy(head + 1, bytes.ptr, n);
	for (size_t i = 0; i < ARRAY_SIZE(directives); i++) {
		size_t len = 0;
		const char *word = find_directive(head, directives[i].directive, &len);

		if (word)
			value_words(s->rec, value_stringn(s->rec, map, directives[i].key, word, len));
		else
			value_words(s->rec, value_null(s->rec, map, directives[i].key));
	}
	return s->opts.code ? put_ptx_kernels(s, item_span(item), map) : 0;
}
