/* format/wrapped/wrapped.c — finds descriptors by their shape and reads the records that they point to. Counts and
 * sizes are checked against the size of the file before anything is allocated. The number of bytes that are read is
 * limited, because the records of hostile files overlap. */
#define _GNU_SOURCE
#include "wrapped.h"

#include "base/elf_walk.h"
#include "base/names.h"
#include "base/order.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sybil/props.h>

#define REGISTER "__sycl_register_lib"
#define IMAGE_LIST ".tgtimg"

enum {
	DESCRIPTOR_IMAGES = 8, /* offset of the pointer */
	ENTRY_WIDE = 56,
	KIND_WIDE = 8, /* in an entry */
	LISTED = 16,   /* an entry of .tgtimg */
};

static const char *const format_names[] = { "none", "native", "spirv", "bitcode", "zstd" };

const char *wrapped_format_name(enum wrapped_format format)
{
	return NAMES_AT(format_names, format);
}

static const char *const target_names[] = {
	[WRAPPED_SPIR64] = "spir64",         [WRAPPED_SPIR64_X86_64] = "spir64_x86_64",
	[WRAPPED_SPIR64_GEN] = "spir64_gen", [WRAPPED_SPIR64_FPGA] = "spir64_fpga",
	[WRAPPED_NVPTX64] = "nvptx64",       [WRAPPED_AMDGCN] = "amdgcn",
	[WRAPPED_NATIVE_CPU] = "native_cpu", [WRAPPED_SPIR] = "spir",
};

const char *wrapped_target_name(enum wrapped_target target)
{
	return NAMES_AT(target_names, target);
}

enum wrapped_target wrapped_target_find(const char *triple)
{
	const size_t len = strcspn(triple, "-");
	size_t i = 0;

	while (i < WRAPPED_TARGET_COUNT &&
	       (strlen(target_names[i]) != len || memcmp(target_names[i], triple, len) != 0))
		i++;
	return (enum wrapped_target)i;
}

DEFINE_CLEANUP(struct wrapped *, wrapped_free);

/* ---- finding ---- */

/* Version 1, a count, padding; the pointer; two null pointers. */
static bool has_shape(struct span s)
{
	return span_u16(s, 0) == WRAPPED_DESCRIPTOR_VERSION && span_u16(s, 2) && span_u32(s, 4) == 0 &&
	       span_u64(s, 16) == 0 && span_u64(s, 24) == 0;
}

static bool is_image(const struct host *host, uint64_t address)
{
	struct span s;

	return host_bytes(host, address, WRAPPED_IMAGE_LEAST, &s) && span_u16(s, 0) >= 1 && span_u16(s, 0) < 256 &&
	       s.ptr[2] == WRAPPED_KIND_SYCL && span_u32(s, 4) == 0;
}

static bool registers(struct wrapped *w)
{
	if (w->registers == REGISTERS_UNKNOWN)
		w->registers = memmem(w->host.file.ptr, w->host.file.len, REGISTER, sizeof(REGISTER)) ? REGISTERS_YES
												      : REGISTERS_NO;
	return w->registers == REGISTERS_YES;
}

static int add_descriptor(struct syb_ctx *ctx, struct wrapped *w, struct span s, uint64_t images)
{
	if (w->count >= ctx->limits.max_items)
		return syb_fail(ctx, SYB_E_LIMIT, s.at, "limit", "more than %zu descriptors", w->count);
	return VEC_ADD(ctx, w->descriptors, w->count, w->room,
		       (struct wrapped_descriptor){ s.at, images, span_u16(s, 2) });
}

/* Whether an address may be that of a damaged image record: an address outside the file, or aligned data with a pointer
 * where the target belongs. This is strict because other data of SYCL libraries has the shape of a descriptor, too. */
static bool may_be_image(struct wrapped *w, uint64_t address)
{
	const struct host *host = &w->host;
	uint64_t target;
	struct span s;

	if (address % 8 || !registers(w))
		return false;
	if (!host_bytes(host, address, WRAPPED_IMAGE_LEAST, &s))
		return !host->in_place; /* in place, any number could be a pointer */
	return host_pointer(host, address + 8, &target) && target && (!host->in_place || host_rest(host, target, &s));
}

static bool leads_to_image(struct wrapped *w, uint64_t address)
{
	return is_image(&w->host, address) || may_be_image(w, address);
}

/* Whether a pointer is the only one in its descriptor: the low bits of another can look like version and count. */
static bool is_alone(const struct host *host, size_t i)
{
	const struct host_pointer *p = host->pointers;
	size_t before = i, next = i + 1;

	while (before > 0 && p[before - 1].place == p[i].place)
		before--;
	while (next < host->pointer_count && p[next].place == p[i].place)
		next++;
	return (before == 0 || p[i].place - p[before - 1].place >= 16) &&
	       (next == host->pointer_count || p[next].place - p[i].place >= 24);
}

/* Descriptors among the relocated pointers. */
static int find_relocated(struct syb_ctx *ctx, struct wrapped *w)
{
	const struct host *host = &w->host;

	for (size_t i = 0; i < host->pointer_count; i++) {
		const struct host_pointer *p = &host->pointers[i];
		uint64_t images;
		struct span s;

		if (!is_alone(host, i) || !host_bytes(host, p->place - DESCRIPTOR_IMAGES, WRAPPED_DESCRIPTOR, &s) ||
		    !has_shape(s) || !leads_to_image(w, p->value))
			continue;
		if (!host_pointer(host, p->place, &images))
			host_fault(&w->host, s.at + DESCRIPTOR_IMAGES,
				   "two relocations set a pointer to different values");
		TRY(add_descriptor(ctx, w, s, p->value));
	}
	return 0;
}

/* Descriptors among all words. */
static int find_in_place(struct syb_ctx *ctx, struct wrapped *w)
{
	const struct host *host = &w->host;

	for (size_t i = 0; i < host->segment_count; i++) {
		const struct host_segment *segment = &host->segments[i];

		for (size_t at = (size_t)(-segment->address & 7);
		     at <= segment->bytes.len && segment->bytes.len - at >= WRAPPED_DESCRIPTOR; at += 8) {
			struct span s = span_skip(segment->bytes, at);
			uint64_t images;

			if (has_shape(s) && host_pointer(host, segment->address + at + DESCRIPTOR_IMAGES, &images) &&
			    images && leads_to_image(w, images))
				TRY(add_descriptor(ctx, w, s, images));
		}
	}
	return 0;
}

static int by_offset(const void *a, const void *b)
{
	return ORDER(((const struct wrapped_descriptor *)a)->at, ((const struct wrapped_descriptor *)b)->at);
}

/* Linked files list all images, and nothing else, in one section. */
static void find_list(struct wrapped *w)
{
	struct elf_walk elf;

	if (elf_open(w->host.file, false, &elf) || !elf.headers_at)
		return;
	elf_extend_counts(&elf);
	elf_find_names(&elf);
	for (uint32_t i = 0; i < elf.count && elf_inside(&elf, elf.headers_at, (uint64_t)elf.stride * elf.count); i++) {
		struct elf_section s = elf_section_at(&elf, i);

		if (s.type != SHT_PROGBITS || s.name >= elf.names.len ||
		    !span_starts(span_skip(elf.names, s.name), IMAGE_LIST, sizeof(IMAGE_LIST)))
			continue;
		w->listed += elf_section_bytes(&elf, &s).len / LISTED;
		w->listed_at = w->host.file.at + s.offset;
	}
}

int wrapped_find(struct syb_ctx *ctx, enum syb_kind kind, struct span file, struct wrapped **out)
{
	_cleanup_(wrapped_free_p) struct wrapped *w = mem_zalloc(ctx, sizeof(*w));

	*out = NULL;
	if (!w)
		return -SYB_E_NOMEM;
	TRY(kind == SYB_KIND_PE ? host_open_pe(ctx, file, &w->host) : host_open_elf(ctx, file, &w->host));
	TRY(w->host.in_place ? find_in_place(ctx, w) : find_relocated(ctx, w));
	if (w->host.segment_count && kind == SYB_KIND_ELF)
		find_list(w);
	if (w->count == 0 && w->listed == 0 && !(w->host.fault && registers(w)))
		return 0;
	if (w->count)
		qsort(w->descriptors, w->count, sizeof(*w->descriptors), by_offset);
	*out = steal(w);
	return 0;
}

void wrapped_free(struct wrapped *w)
{
	struct allocator from;

	if (!w)
		return;
	from = w->host.from;
	allocator_free(from, w->descriptors);
	host_free(&w->host);
	allocator_free(from, w);
}

/* ---- reading ---- */

struct wrapped_reader wrapped_read(struct syb_ctx *ctx, const struct wrapped *wrapped)
{
	return (struct wrapped_reader){ ctx, wrapped, claims_of(wrapped->host.file.len) };
}

static int read_pointer(struct wrapped_reader *r, struct span record, uint64_t address, size_t at, uint64_t *out)
{
	if (host_pointer(&r->wrapped->host, address + at, out))
		return 0;
	return syb_fail(r->ctx, SYB_E_FORMAT, record.at + at, "wrapped-pointer",
			"no relocation sets this pointer, or two set it to different values");
}

/* Read a NUL-terminated text; a null pointer is an empty text. */
static int read_text(struct wrapped_reader *r, struct span record, uint64_t address, size_t at, const char *what,
		     struct span *out)
{
	const struct host *host = &r->wrapped->host;
	struct span rest;
	const uint8_t *end;
	uint64_t text;

	*out = (struct span){ 0 };
	TRY(read_pointer(r, record, address, at, &text));
	if (text == 0)
		return 0;
	if (!host_rest(host, text, &rest))
		return syb_fail(r->ctx, SYB_E_FORMAT, record.at + at, "wrapped-pointer",
				"the address of %s, 0x%" PRIx64 ", is outside the file", what, text);
	end = memchr(rest.ptr, 0, rest.len);
	if (!end)
		return syb_fail(r->ctx, SYB_E_FORMAT, rest.at, "wrapped-pointer", "no NUL terminates %s", what);
	rest.len = (size_t)(end - rest.ptr);
	*out = rest;
	return claim_bytes(r->ctx, &r->claims, rest.at, rest.len, "texts");
}

/* Read the range between two pointers. */
static int read_range(struct wrapped_reader *r, struct span record, uint64_t address, size_t at, const char *what,
		      struct wrapped_range *out)
{
	uint64_t end;

	*out = (struct wrapped_range){ .bytes.at = record.at };
	TRY(read_pointer(r, record, address, at, &out->address));
	TRY(read_pointer(r, record, address, at + 8, &end));
	if (out->address == end)
		return 0;
	if (end < out->address || !host_bytes(&r->wrapped->host, out->address, end - out->address, &out->bytes))
		return syb_fail(r->ctx, SYB_E_FORMAT, record.at + at, "wrapped-pointer",
				"%s from 0x%" PRIx64 " to 0x%" PRIx64 " are outside the file", what, out->address, end);
	return claim_bytes(r->ctx, &r->claims, out->bytes.at, out->bytes.len, what);
}

/* Take a record off a range; returns 1, or 0 if the range is empty. */
static int next_record(struct wrapped_reader *r, struct wrapped_range *rest, size_t size, const char *check,
		       const char *what, struct span *out, uint64_t *out_address)
{
	*out = (struct span){ 0 };
	*out_address = 0;
	if (rest->bytes.len == 0)
		return 0;
	if (rest->bytes.len % size)
		return syb_fail(r->ctx, SYB_E_FORMAT, rest->bytes.at, check,
				"%s take %zu bytes, which is not a multiple of %zu", what, rest->bytes.len, size);
	*out = rest->bytes;
	out->len = size;
	*out_address = rest->address;
	rest->bytes = span_skip(rest->bytes, size);
	rest->address += size;
	return 1;
}

static int need_name(struct wrapped_reader *r, struct span record, struct span name, const char *check,
		     const char *what)
{
	return name.len ? 1 : syb_fail(r->ctx, SYB_E_FORMAT, record.at, check, "%s has no name", what);
}

static int check_image(struct wrapped_reader *r, struct span s)
{
	if (s.ptr[2] != WRAPPED_KIND_SYCL)
		return syb_fail(r->ctx, SYB_E_FORMAT, s.at + 2, "wrapped-image",
				"image kind %u is not supported; expected %u (SYCL)", s.ptr[2], WRAPPED_KIND_SYCL);
	if (span_u16(s, 0) < 1 || span_u16(s, 0) > 3)
		return syb_fail(r->ctx, SYB_E_VERSION, s.at, "wrapped-version",
				"image version %u is not supported; supported versions are 1 to 3", span_u16(s, 0));
	if (!wrapped_format_name(s.ptr[3]))
		return syb_fail(r->ctx, SYB_E_VERSION, s.at + 3, "wrapped-version",
				"image format %u is not supported; supported formats are 0 to 4", s.ptr[3]);
	return 0;
}

static int cut_off(struct wrapped_reader *r, uint64_t address)
{
	return syb_fail(r->ctx, SYB_E_FORMAT, r->wrapped->host.file.at, "wrapped-pointer",
			"the image record at address 0x%" PRIx64 " is outside the file", address);
}

int wrapped_image(struct wrapped_reader *r, uint64_t *inout_address, struct wrapped_image *out)
{
	const uint64_t address = *inout_address;
	const struct host *host = &r->wrapped->host;
	struct wrapped_range bytes;
	size_t size = WRAPPED_IMAGE_LEAST, at;
	struct span s;

	if (!host_bytes(host, address, size, &s))
		return cut_off(r, address);
	TRY(check_image(r, s));
	*out = (struct wrapped_image){ .at = s.at, .version = span_u16(s, 0), .format = s.ptr[3] };
	if (out->version < 3) {
		size = WRAPPED_IMAGE;
		if (!host_bytes(host, address, size, &s))
			return cut_off(r, address);
	}
	TRY(claim_bytes(r->ctx, &r->claims, s.at, size, "images"));
	TRY(read_text(r, s, address, 8, "the target", &out->target));
	TRY(read_text(r, s, address, 16, "the compile options", &out->compile_options));
	TRY(read_text(r, s, address, 24, "the link options", &out->link_options));
	at = size - 48;
	TRY(read_range(r, s, address, at, "image bytes", &bytes));
	TRY(read_range(r, s, address, at + 16, "entries", &out->entries));
	TRY(read_range(r, s, address, at + 32, "property sets", &out->sets));
	out->bytes = bytes.bytes;
	*inout_address = address + size;
	return 0;
}

/* The newest form of entries begins with a null word, followed by version and kind. */
static bool is_wide(const struct wrapped_reader *r, const struct wrapped_range *range)
{
	const struct host *host = &r->wrapped->host;
	const size_t i = host_first_pointer(host, range->address);

	return range->bytes.len % ENTRY_WIDE == 0 && span_u64(range->bytes, 0) == 0 &&
	       span_u64(range->bytes, 8) == (1u | KIND_WIDE << 16) &&
	       (i == host->pointer_count || host->pointers[i].place >= range->address + 16);
}

size_t wrapped_most_entries(const struct wrapped_range *range)
{
	return range->bytes.len / WRAPPED_ENTRY;
}

int wrapped_next_entry(struct wrapped_reader *r, struct wrapped_range *inout_rest, struct span *out_name)
{
	const bool wide = inout_rest->bytes.len && is_wide(r, inout_rest);
	uint64_t address;
	struct span s;
	int found =
		next_record(r, inout_rest, wide ? ENTRY_WIDE : WRAPPED_ENTRY, "wrapped-entry", "entries", &s, &address);

	if (found <= 0)
		return found;
	TRY(read_text(r, s, address, wide ? 24 : 8, "the name of an entry", out_name));
	return need_name(r, s, *out_name, "wrapped-entry", "an entry");
}

int wrapped_next_set(struct wrapped_reader *r, struct wrapped_range *inout_rest, struct wrapped_set *out)
{
	uint64_t address;
	struct span s;
	int found = next_record(r, inout_rest, WRAPPED_SET, "wrapped-property", "property sets", &s, &address);

	if (found <= 0)
		return found;
	TRY(read_text(r, s, address, 0, "the name of a property set", &out->name));
	TRY(read_range(r, s, address, 8, "properties", &out->props));
	return need_name(r, s, out->name, "wrapped-property", "a property set");
}

/* A byte array begins with the count of its bits. */
static int read_bytes(struct wrapped_reader *r, struct span record, uint64_t address, uint64_t size,
		      struct wrapped_prop *out)
{
	uint64_t value;

	TRY(read_pointer(r, record, address, 8, &value));
	if (size < 8 || !host_bytes(&r->wrapped->host, value, size, &out->bytes))
		return syb_fail(r->ctx, SYB_E_FORMAT, record.at + 8, "wrapped-property",
				"a value of %" PRIu64 " bytes at address 0x%" PRIx64
				" is too short or outside the file",
				size, value);
	out->bits = span_u64(out->bytes, 0);
	out->bytes = span_skip(out->bytes, 8);
	if (out->bits / 8 + (out->bits % 8 != 0) != out->bytes.len)
		return syb_fail(r->ctx, SYB_E_FORMAT, out->bytes.at - 8, "wrapped-property",
				"a byte array states %" PRIu64 " bits but has %zu bytes", out->bits, out->bytes.len);
	return claim_bytes(r->ctx, &r->claims, out->bytes.at, size, "values of properties");
}

int wrapped_next_prop(struct wrapped_reader *r, struct wrapped_range *inout_rest, struct wrapped_prop *out)
{
	uint64_t address, size;
	struct span s;
	int found = next_record(r, inout_rest, WRAPPED_PROP, "wrapped-property", "properties", &s, &address);

	if (found <= 0)
		return found;
	*out = (struct wrapped_prop){ .at = s.at, .type = span_u32(s, 16) };
	TRY(read_text(r, s, address, 0, "the name of a property", &out->name));
	size = span_u64(s, 24);
	if (out->type == SYB_PROP_BYTES) {
		TRY(read_bytes(r, s, address, size, out));
	} else if (out->type != SYB_PROP_U32 || size > UINT32_MAX) {
		return syb_fail(r->ctx, SYB_E_FORMAT, s.at + 16, "wrapped-property",
				"a property has type %" PRIu32 " and value %" PRIu64
				"; expected a byte array or a 32-bit number",
				out->type, size);
	}
	out->number = (uint32_t)size;
	return need_name(r, s, out->name, "wrapped-property", "a property");
}
