/* format/wrapped/host_pe.c — 64-bit Windows programs and DLLs as an address space. Pointers are stored in place and
 * include the preferred load address; base relocations list their places. Addresses here are relative to the start of
 * the image. */
#include "host.h"

#include "pe.h"

#include <inttypes.h>

enum {
	HEADER_AT = 0x3c, /* offset of the offset of the PE header */
	FILE_HEADER = 24, /* signature and file header */
	BASE_AT = 24,     /* in the optional header of PE32+ */
	DIRECTORIES_AT = 108,
	RELOCATIONS = 5, /* index of a directory */
	SECTION_HEADER = 40,
	MAGIC_64 = 0x20b,
	BLOCK_HEADER = 8,
	RELOCATION_64 = 10,
};

/* Find the optional header of a 64-bit image, and the section headers after it. */
static bool find_headers(struct span file, struct span *out_optional, struct span *out_sections)
{
	struct span h, optional;
	size_t size, count;

	if (file.len < HEADER_AT + 4 || span_u32(file, HEADER_AT) > file.len)
		return false;
	h = span_skip(file, span_u32(file, HEADER_AT));
	if (h.len < FILE_HEADER || !span_starts(h, "PE\0\0", 4))
		return false;
	count = span_u16(h, 6);
	size = span_u16(h, 20);
	optional = span_skip(h, FILE_HEADER);
	if (size < DIRECTORIES_AT + 4 || optional.len < size + count * SECTION_HEADER ||
	    span_u16(optional, 0) != MAGIC_64)
		return false;
	*out_sections = span_skip(optional, size);
	out_sections->len = count * SECTION_HEADER;
	optional.len = size;
	*out_optional = optional;
	return true;
}

bool pe_is(struct span file)
{
	struct span optional, sections;

	return span_starts(file, "MZ", 2) && find_headers(file, &optional, &sections);
}

static int read_sections(struct syb_ctx *ctx, struct host *host, struct span headers)
{
	for (; headers.len; headers = span_skip(headers, SECTION_HEADER)) {
		uint64_t virtual_size = span_u32(headers, 8), size = span_u32(headers, 16), at = span_u32(headers, 20);
		struct span bytes;

		size = virtual_size < size ? virtual_size : size; /* the rest is padding of the file */
		if (at > host->file.len || size > host->file.len - at)
			return syb_fail(ctx, SYB_E_FORMAT, headers.at, "pe",
					"a section of %" PRIu64 " bytes at %" PRIu64 " does not fit in the file", size,
					at);
		bytes = span_skip(host->file, (size_t)at);
		bytes.len = (size_t)size;
		if (size)
			TRY(host_add_segment(ctx, host, span_u32(headers, 12), bytes));
	}
	return 0;
}

static int read_block(struct syb_ctx *ctx, struct host *host, uint64_t page, struct span places)
{
	for (; places.len >= 2; places = span_skip(places, 2)) {
		const uint16_t place = span_u16(places, 0);
		struct span word;

		if (place >> 12 != RELOCATION_64)
			continue;
		if (!host_bytes(host, page + (place & 0xfff), 8, &word))
			host_fault(host, places.at, "a relocation lies outside the sections");
		else
			TRY(host_add_pointer(ctx, host, page + (place & 0xfff), span_u64(word, 0) - host->base));
	}
	return 0;
}

static int read_relocations(struct syb_ctx *ctx, struct host *host, struct span optional)
{
	const size_t at = DIRECTORIES_AT + 4 + (size_t)RELOCATIONS * 8;
	struct span table;

	host->in_place = optional.len < at + 8 || span_u32(optional, DIRECTORIES_AT) <= RELOCATIONS ||
			 span_u32(optional, at + 4) == 0;
	if (host->in_place)
		return 0;
	if (!host_bytes(host, span_u32(optional, at), span_u32(optional, at + 4), &table)) {
		host_fault(host, optional.at + at, "the relocations lie outside the sections");
		return 0;
	}
	while (table.len >= BLOCK_HEADER) {
		const uint32_t page = span_u32(table, 0), size = span_u32(table, 4);
		struct span block = table;

		if (size < BLOCK_HEADER || size > table.len) {
			host_fault(host, table.at, "a relocation block has an invalid size");
			break;
		}
		block.len = size;
		TRY(read_block(ctx, host, page, span_skip(block, BLOCK_HEADER)));
		table = span_skip(table, size);
	}
	return 0;
}

int host_open_pe(struct syb_ctx *ctx, struct span file, struct host *out)
{
	struct span optional, sections;

	*out = (struct host){ .from = allocator_of(ctx), .file = file };
	if (!find_headers(file, &optional, &sections))
		return 0;
	out->base = span_u64(optional, BASE_AT);
	TRY(read_sections(ctx, out, sections));
	host_sort(out);
	TRY(read_relocations(ctx, out, optional));
	host_sort(out);
	return 0;
}
