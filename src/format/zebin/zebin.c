/* format/zebin/zebin.c — access to a zebin that was read. */
#include "zebin.h"

void syb_zebin_free(struct syb_zebin *zebin)
{
	if (!zebin)
		return;
	hash_free(&zebin->by_name);
	hash_free(&zebin->by_kernel);
	allocator_free(zebin->from, zebin->relocs);
	allocator_free(zebin->from, zebin->notes);
	allocator_free(zebin->from, zebin->flaws);
	arena_free(&zebin->arena);
	allocator_free(zebin->from, zebin);
}

struct syb_zebin_header syb_zebin_header(const struct syb_zebin *zebin)
{
	return zebin->header;
}

size_t syb_zebin_section_count(const struct syb_zebin *zebin)
{
	return zebin->section_count;
}

const struct syb_zebin_section *syb_zebin_section_at(const struct syb_zebin *zebin, size_t i)
{
	return i < zebin->section_count ? &zebin->sections[i] : NULL;
}

const struct syb_zebin_section *syb_zebin_section_find(const struct syb_zebin *zebin, const char *name)
{
	const size_t *i = hash_get(&zebin->by_name, name, strlen(name));

	return i ? &zebin->sections[*i] : NULL;
}

size_t syb_zebin_symbol_count(const struct syb_zebin *zebin)
{
	return zebin->symbol_count;
}

const struct syb_zebin_symbol *syb_zebin_symbol_at(const struct syb_zebin *zebin, size_t i)
{
	return i < zebin->symbol_count ? &zebin->symbols[i] : NULL;
}

const char *zebin_driver_name(const struct syb_zebin *zebin, size_t symbol)
{
	if (zebin->driver_names && zebin->driver_names[symbol])
		return zebin->driver_names[symbol];
	return zebin->symbols[symbol].name;
}

size_t syb_zebin_reloc_count(const struct syb_zebin *zebin)
{
	return zebin->reloc_count;
}

const struct syb_zebin_reloc *syb_zebin_reloc_at(const struct syb_zebin *zebin, size_t i)
{
	return i < zebin->reloc_count ? &zebin->relocs[i] : NULL;
}

const char *syb_zebin_reloc_name(uint32_t type)
{
	static const char *const names[] = {
		"none",
		"64-bit address",
		"low 32 bits of an address",
		"high 32 bits of an address",
		"per-thread payload offset",
		"32-bit global immediate",
		"send offset",
		"16-bit address",
	};

	return type < ARRAY_SIZE(names) ? names[type] : NULL;
}

size_t syb_zebin_note_count(const struct syb_zebin *zebin)
{
	return zebin->note_count;
}

const struct syb_zebin_note *syb_zebin_note_at(const struct syb_zebin *zebin, size_t i)
{
	return i < zebin->note_count ? &zebin->notes[i] : NULL;
}

const struct syb_zebin_device *syb_zebin_device(const struct syb_zebin *zebin)
{
	return &zebin->device;
}

const struct syb_zebin_section *syb_zebin_zeinfo_section(const struct syb_zebin *zebin)
{
	return zebin->zeinfo ? &zebin->sections[zebin->zeinfo] : NULL;
}

int syb_zebin_zeinfo(struct syb_ctx *ctx, const struct syb_zebin *zebin, struct syb_zeinfo **out_zeinfo)
{
	const struct syb_zebin_section *s = syb_zebin_zeinfo_section(zebin);
	struct syb_zeinfo_read_opts opts = { .size = sizeof(opts), .name = zebin->name, .embedded = true };

	if (!s)
		return -SYB_E_NOTFOUND;
	opts.at = s->offset;
	return syb_zeinfo_read(ctx, s->bytes, &opts, out_zeinfo);
}

const struct syb_zebin_section *syb_zebin_text(const struct syb_zebin *zebin, const char *kernel)
{
	const size_t *i = hash_get(&zebin->by_kernel, kernel, strlen(kernel));

	return i ? &zebin->sections[*i] : NULL;
}

struct syb_bytes syb_zebin_code(const struct syb_zebin *zebin, const char *kernel)
{
	const struct syb_zebin_section *s = syb_zebin_text(zebin, kernel);
	const struct syb_zebin_symbol *symbol;

	if (!s)
		return (struct syb_bytes){ 0 };
	symbol = syb_zebin_symbol_at(zebin, zebin->code_symbol[s->index]);
	if (!zebin->code_symbol[s->index] || symbol->size == 0 || symbol->value > s->bytes.len ||
	    symbol->size > s->bytes.len - symbol->value)
		return s->bytes;
	return (struct syb_bytes){ s->bytes.ptr + symbol->value, (size_t)symbol->size };
}

uint64_t syb_zebin_code_size(const struct syb_zebin *zebin, const char *kernel)
{
	return syb_zebin_code(zebin, kernel).len;
}
