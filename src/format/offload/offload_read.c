/* format/offload/offload_read.c — offload binaries → entries. sycl-offload-binary(5).
 *
 * Everything reachable is range-checked here, so getters need not check again. Oddities that can be read (overlaps,
 * alignment, padding, unknown kinds) are left to `sybil check`. */
#include "offload.h"

#include "base/buf.h"
#include "base/codec.h"
#include "format/spirv/spirv.h"
#include "format/syclbin/syclbin.h"

#include <inttypes.h>

static bool all_zero(struct span s)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.ptr[i])
			return false;
	return true;
}

/* ---- one string, one entry ---- */

static const char *copy_text(struct syb_ctx *ctx, struct syb_offload *o, struct offload_binary *b, struct span s)
{
	uint64_t off = s.at - b->whole.at;

	if (b->text_hi == 0 || off < b->text_lo)
		b->text_lo = off;
	if (off + s.len + 1 > b->text_hi)
		b->text_hi = off + s.len + 1;
	return arena_string(ctx, &o->arena, s.ptr, s.len);
}

static int read_string(struct syb_ctx *ctx, struct syb_offload *o, struct offload_binary *b, struct span rec,
		       struct claims *claims, struct offload_string *out)
{
	struct span key, value;
	uint64_t value_at = span_u64(rec, OFFLOAD_STRING_VALUE);
	int r;

	r = span_cstr(ctx, b->whole, span_u64(rec, OFFLOAD_STRING_KEY), "offload-string", "key", &key);
	if (r == 0 && b->version == 1)
		r = span_cstr(ctx, b->whole, value_at, "offload-string", "value", &value);
	else if (r == 0)
		r = span_sub_as(ctx, b->whole, value_at, span_u64(rec, OFFLOAD_STRING_VALUE_SIZE), "offload-string",
				"value", &value);
	if (r == 0)
		r = claim_bytes(ctx, claims, rec.at, (uint64_t)key.len + value.len, "strings of entries");
	if (r < 0)
		return r;
	out->key = copy_text(ctx, o, b, key);
	out->value = copy_text(ctx, o, b, value);
	out->value_size = value.len;
	return out->key && out->value ? 0 : -SYB_E_NOMEM;
}

static int read_strings(struct syb_ctx *ctx, struct syb_offload *o, struct offload_binary *b, struct span rec,
			struct claims *claims, struct syb_offload_entry *e)
{
	const size_t size = b->version == 1 ? OFFLOAD_STRING_SIZE_V1 : OFFLOAD_STRING_SIZE;
	uint64_t count = span_u64(rec, OFFLOAD_ENTRY_STRING_COUNT), bytes;
	struct span table, one;
	int r;

	e->strings_off = span_u64(rec, OFFLOAD_ENTRY_STRINGS);
	if (count == 0)
		return 0;
	if (!checked_mul(count, (uint64_t)size, &bytes))
		bytes = UINT64_MAX;
	r = span_sub_as(ctx, b->whole, e->strings_off, bytes, "offload-strings", "string records", &table);
	if (r == 0)
		r = claim_bytes(ctx, claims, rec.at, bytes, "strings of entries");
	if (r < 0)
		return r;
	e->strings = arena_array(ctx, &o->arena, (size_t)count, sizeof(*e->strings));
	if (!e->strings)
		return -SYB_E_NOMEM;
	e->string_count = (size_t)count;
	for (size_t i = 0; i < e->string_count; i++) {
		r = span_sub(ctx, table, i * size, size, "string record", &one);
		if (r == 0)
			r = read_string(ctx, o, b, one, claims, &e->strings[i]);
		if (r < 0)
			return syb_note(ctx, r, "in string %zu of entry %zu", i, o->entry_count - b->first);
	}
	return 0;
}

/* Image kind 6 was SYCLBIN before it became SPIR-V. */
static enum syb_offload_image image_meaning(const struct syb_offload_entry *e)
{
	if (e->image_raw == OFFLOAD_OLD_SYCLBIN &&
	    (span_starts(e->bytes, SYCLBIN_MAGIC_BYTES, 4) || syb_offload_entry_get(e, "sycl_format_version")))
		return SYB_OFFLOAD_IMAGE_SYCLBIN;
	return (enum syb_offload_image)e->image_raw;
}

/* 4 was SYCL and is HIP, 3 was HIP and is nothing now: the content of the entry decides which numbering it uses. */
static enum syb_offload_kind kind_meaning(const struct syb_offload_entry *e)
{
	const char *triple = syb_offload_entry_get(e, "triple");
	bool package = e->image == SYB_OFFLOAD_IMAGE_SYCLBIN || span_starts(e->bytes, SYCLBIN_MAGIC_BYTES, 4);
	bool spir = e->image == SYB_OFFLOAD_IMAGE_SPIRV || (triple && str_starts(triple, "spir")) ||
		    spirv_is_module(e->bytes);

	switch (e->kind_raw) {
	case OFFLOAD_OLD_HIP:
		return SYB_OFFLOAD_KIND_HIP;
	case OFFLOAD_OLD_SYCL:
		return package || spir ? SYB_OFFLOAD_KIND_SYCL : SYB_OFFLOAD_KIND_HIP;
	case OFFLOAD_OLD_SYCL_RUNTIME:
		return package ? SYB_OFFLOAD_KIND_SYCL : (enum syb_offload_kind)e->kind_raw;
	default:
		return (enum syb_offload_kind)e->kind_raw;
	}
}

static int read_entry(struct syb_ctx *ctx, struct syb_offload *o, struct offload_binary *b, struct span rec,
		      struct claims *claims)
{
	struct syb_offload_entry e = {
		.binary = o->binary_count,
		.entry_off = rec.at - b->whole.at,
		.image_raw = span_u16(rec, OFFLOAD_ENTRY_IMAGE),
		.kind_raw = span_u16(rec, OFFLOAD_ENTRY_KIND),
		.flags = span_u32(rec, OFFLOAD_ENTRY_FLAGS),
	};

	TRY(span_sub_as(ctx, b->whole, span_u64(rec, OFFLOAD_ENTRY_IMAGE_AT), span_u64(rec, OFFLOAD_ENTRY_IMAGE_SIZE),
			"offload-image", "image", &e.bytes));
	TRY(claim_bytes(ctx, claims, rec.at, e.bytes.len, "images of entries"));
	TRY(read_strings(ctx, o, b, rec, claims, &e));
	TRY(VEC_PUSH(ctx, o->entries, o->entry_count, o->entry_room));
	e.image = image_meaning(&e);
	e.kind = kind_meaning(&e);
	o->entries[o->entry_count++] = e;
	return 0;
}

static int read_entries(struct syb_ctx *ctx, struct syb_offload *o, struct offload_binary *b, struct span hdr,
			struct claims *claims)
{
	uint64_t number = span_u64(hdr, OFFLOAD_HDR_COUNT), bytes;
	struct span table, one;
	int r;

	b->entry_size = b->version == 1 ? number : OFFLOAD_ENTRY_SIZE;
	if (b->entry_size < OFFLOAD_ENTRY_SIZE)
		return syb_fail(ctx, SYB_E_FORMAT, hdr.at + OFFLOAD_HDR_COUNT, "offload-entry-size",
				"an entry of %" PRIu64 " bytes, %d are needed", b->entry_size, OFFLOAD_ENTRY_SIZE);
	if (b->version == 1)
		number = 1;
	if (!checked_mul(number, b->entry_size, &bytes))
		bytes = UINT64_MAX;
	r = span_sub_as(ctx, b->whole, b->entries_off, bytes, "offload-entries", "entries", &table);
	for (size_t i = 0; i < number && r == 0; i++) {
		r = span_sub(ctx, table, i * OFFLOAD_ENTRY_SIZE, OFFLOAD_ENTRY_SIZE, "entry", &one);
		if (r == 0)
			r = read_entry(ctx, o, b, one, claims);
		if (r < 0)
			return syb_note(ctx, r, "in entry %zu of the offload binary at 0x%" PRIx64, i, b->whole.at);
	}
	b->count = o->entry_count - b->first;
	return r;
}

/* ---- one binary ---- */

/* Replace the window on a compressed binary by one on its header and inflated content. */
static int inflate_binary(struct syb_ctx *ctx, struct offload_binary *b, uint64_t inflated_size, uint64_t *budget)
{
	_cleanup_(buf_free) struct buf buf = { 0 };
	struct span head, stream, rest;
	size_t used;

	TRY(span_sub_as(ctx, b->whole, 0, b->entries_off, "offload-entries", "header", &head));
	TRY(span_sub(ctx, b->whole, b->entries_off, b->whole.len - b->entries_off, "compressed content", &stream));
	if (b->entries_off < OFFLOAD_HDR_SIZE_V3 || inflated_size < b->entries_off)
		return syb_fail(ctx, SYB_E_FORMAT, b->whole.at + OFFLOAD_HDR_INFLATED, "compressed-size",
				"an inflated size of %" PRIu64 " with content at %" PRIu64, inflated_size,
				b->entries_off);

	b->compress = span_starts(stream, "\x28\xb5\x2f\xfd", 4) ? SYB_COMPRESS_ZSTD : SYB_COMPRESS_ZLIB;
	TRY(buf_add(ctx, &buf, head.ptr, head.len));
	TRY(codec_inflate(ctx, b->compress, stream, inflated_size - b->entries_off, budget, &buf, &used));
	TRY(span_sub(ctx, stream, used, stream.len - used, "padding", &rest));
	if (!all_zero(rest))
		return syb_fail(ctx, SYB_E_FORMAT, rest.at, "compressed-data",
				"unexpected data after the compressed stream");
	b->whole = (struct span){ buf.ptr, buf.len, b->whole.at };
	b->inflated = steal(buf.ptr);
	return 0;
}

/* The header: finds out where the binary ends and makes b->whole cover it, inflated. */
static int read_header(struct syb_ctx *ctx, struct span bytes, uint64_t *budget, struct offload_binary *b,
		       struct span *out_hdr)
{
	struct span hdr;
	uint64_t header_size, inflated_size;

	TRY(span_sub_as(ctx, bytes, 0, OFFLOAD_HDR_SIZE, "offload-header", "header", &hdr));
	if (!span_starts(hdr, OFFLOAD_MAGIC, 4))
		return syb_fail(ctx, SYB_E_FORMAT, hdr.at, "offload-magic", "not an offload binary");
	b->version = span_u32(hdr, OFFLOAD_HDR_VERSION);
	if (b->version < 1 || b->version > OFFLOAD_VERSION_MAX)
		return syb_fail(ctx, SYB_E_VERSION, hdr.at + OFFLOAD_HDR_VERSION, "offload-version",
				"version %" PRIu32 " is unknown; supported are 1 to %d", b->version,
				OFFLOAD_VERSION_MAX);
	header_size = b->version < 3 ? OFFLOAD_HDR_SIZE : OFFLOAD_HDR_SIZE_V3;
	b->size = span_u64(hdr, OFFLOAD_HDR_TOTAL);
	if (b->size < header_size || b->size > bytes.len)
		return syb_fail(ctx, SYB_E_FORMAT, hdr.at + OFFLOAD_HDR_TOTAL, "offload-size",
				"a size of %" PRIu64 ", expected %" PRIu64 " to %zu", b->size, header_size, bytes.len);
	b->entries_off = span_u64(hdr, OFFLOAD_HDR_ENTRIES);
	TRY(span_sub(ctx, bytes, 0, b->size, "offload binary", &b->whole));
	inflated_size = b->version < 3 ? 0 : span_u64(b->whole, OFFLOAD_HDR_INFLATED);
	*out_hdr = hdr;
	return inflated_size ? inflate_binary(ctx, b, inflated_size, budget) : 0;
}

static int read_binary(struct syb_ctx *ctx, struct syb_offload *o, struct span bytes, uint64_t *budget,
		       struct claims *claims)
{
	struct offload_binary *b;
	struct claims inside; /* inflated bytes are new ones */
	struct span hdr = { 0 };
	int r;

	r = VEC_PUSH(ctx, o->binaries, o->binary_count, o->binary_room);
	if (r < 0)
		return r;
	b = &o->binaries[o->binary_count];
	*b = (struct offload_binary){ .first = o->entry_count };
	r = read_header(ctx, bytes, budget, b, &hdr);
	inside = claims_of(b->whole.len);
	if (r == 0)
		r = read_entries(ctx, o, b, hdr, b->inflated ? &inside : claims);
	if (r < 0) {
		allocator_free(o->from, b->inflated);
		return r;
	}
	o->binary_count++;
	return 0;
}

/* ---- all of them ---- */

static int read_all(struct syb_ctx *ctx, struct syb_offload *o, struct span bytes, uint64_t *budget)
{
	struct claims claims = claims_of(bytes.len);
	uint64_t pos = 0;

	do {
		struct span rest = span_skip(bytes, (size_t)pos);
		const struct offload_binary *b;
		int r = read_binary(ctx, o, rest, budget, &claims);

		if (r < 0)
			return r;
		b = &o->binaries[o->binary_count - 1];
		pos += b->version < 3 || align8(b->size) > rest.len ? b->size : align8(b->size);
		while (pos < bytes.len && bytes.ptr[pos] == 0)
			pos++;
	} while (pos < bytes.len);
	return 0;
}

int offload_read(struct syb_ctx *ctx, struct span bytes, const char *name, uint64_t *budget,
		 struct syb_offload **out_offload)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, name);
	_cleanup_(syb_offload_free_p) struct syb_offload *o = mem_zalloc(ctx, sizeof(*o));

	if (!o)
		return -SYB_E_NOMEM;
	o->from = allocator_of(ctx);
	TRY(read_all(ctx, o, bytes, budget));
	*out_offload = steal(o);
	return 0;
}

int syb_offload_read(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_offload_read_opts *opts,
		     struct syb_offload **out_offload)
{
	struct syb_offload_read_opts o = { .size = sizeof(o) };
	_cleanup_(ctx_inflate_end) struct ctx_inflate inflate = { 0 };

	OPTS_READ(ctx, &o, opts);
	ctx_inflate(ctx, bytes.len, &inflate);
	return offload_read(ctx, span_of(bytes, o.at), o.name, ctx->inflate_left, out_offload);
}

void syb_offload_free(struct syb_offload *offload)
{
	if (!offload)
		return;
	for (size_t i = 0; i < offload->binary_count; i++)
		allocator_free(offload->from, offload->binaries[i].inflated);
	allocator_free(offload->from, offload->binaries);
	allocator_free(offload->from, offload->entries);
	arena_free(&offload->arena);
	allocator_free(offload->from, offload);
}

bool offload_is_package(const struct syb_offload *offload, size_t binary)
{
	const struct offload_binary *b = &offload->binaries[binary];
	bool role = false;

	for (size_t i = b->first; i < b->first + b->count; i++) {
		const struct syb_offload_entry *e = &offload->entries[i];

		if (span_starts(e->bytes, SYCLBIN_MAGIC_BYTES, 4))
			return false;
		if (e->image == SYB_OFFLOAD_IMAGE_SYCLBIN && syb_offload_entry_get(e, "role"))
			role = true;
	}
	return role && b->version >= 2;
}

/* ---- getters ---- */

size_t syb_offload_binary_count(const struct syb_offload *offload)
{
	return offload->binary_count;
}

uint32_t syb_offload_binary_version(const struct syb_offload *offload, size_t binary)
{
	return binary < offload->binary_count ? offload->binaries[binary].version : 0;
}

enum syb_compress syb_offload_binary_compress(const struct syb_offload *offload, size_t binary)
{
	return binary < offload->binary_count ? offload->binaries[binary].compress : SYB_COMPRESS_NONE;
}

uint64_t syb_offload_binary_size(const struct syb_offload *offload, size_t binary)
{
	return binary < offload->binary_count ? offload->binaries[binary].size : 0;
}

size_t syb_offload_count(const struct syb_offload *offload)
{
	return offload->entry_count;
}

const struct syb_offload_entry *syb_offload_at(const struct syb_offload *offload, size_t i)
{
	return i < offload->entry_count ? &offload->entries[i] : NULL;
}

size_t syb_offload_entry_binary(const struct syb_offload_entry *entry)
{
	return entry->binary;
}

uint16_t syb_offload_entry_image_raw(const struct syb_offload_entry *entry)
{
	return entry->image_raw;
}

uint16_t syb_offload_entry_kind_raw(const struct syb_offload_entry *entry)
{
	return entry->kind_raw;
}

enum syb_offload_image syb_offload_entry_image(const struct syb_offload_entry *entry)
{
	return entry->image;
}

enum syb_offload_kind syb_offload_entry_kind(const struct syb_offload_entry *entry)
{
	return entry->kind;
}

uint32_t syb_offload_entry_flags(const struct syb_offload_entry *entry)
{
	return entry->flags;
}

struct syb_bytes syb_offload_entry_bytes(const struct syb_offload_entry *entry)
{
	return span_bytes(entry->bytes);
}

uint64_t syb_offload_entry_offset(const struct syb_offload_entry *entry)
{
	return entry->bytes.at;
}

size_t syb_offload_entry_string_count(const struct syb_offload_entry *entry)
{
	return entry->string_count;
}

const char *syb_offload_entry_key(const struct syb_offload_entry *entry, size_t i)
{
	return i < entry->string_count ? entry->strings[i].key : NULL;
}

struct syb_bytes syb_offload_entry_value(const struct syb_offload_entry *entry, size_t i)
{
	if (i >= entry->string_count)
		return (struct syb_bytes){ 0 };
	return (struct syb_bytes){ (const uint8_t *)entry->strings[i].value, entry->strings[i].value_size };
}

/* The last value of a repeated key is used, as in LLVM's reader. */
const char *syb_offload_entry_get(const struct syb_offload_entry *entry, const char *key)
{
	for (size_t i = entry->string_count; i-- > 0;)
		if (str_eq(entry->strings[i].key, key))
			return entry->strings[i].value;
	return NULL;
}
