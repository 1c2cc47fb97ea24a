/* format/bundle/bundle_read.c — bundles → their entries. Offsets count from the start of the bundle. The bytes of
 * entries are not read; they may overlap each other, but not the table. */
#define _GNU_SOURCE
#include "bundle.h"

#include "base/codec.h"

#include <inttypes.h>
#include <stdio.h>

enum {
	HDR_COUNT = BUNDLE_MAGIC_SIZE,
	HDR_SIZE = HDR_COUNT + 8,

	ENTRY_OFFSET = 0,
	ENTRY_BYTES = 8,
	ENTRY_ID_SIZE = 16,
	ENTRY_SIZE = 24, /* the id follows */
};

static int fail(struct syb_ctx *ctx, struct span s, const char *what)
{
	return syb_fail(ctx, SYB_E_FORMAT, s.at, "bundle", "%s", what);
}

static int check_id(struct syb_ctx *ctx, struct span id)
{
	if (id.len == 0 || memchr(id.ptr, 0, id.len))
		return syb_fail(ctx, SYB_E_FORMAT, id.at, "bundle-entry", "the id of an entry %s",
				id.len ? "contains a NUL byte" : "is empty");
	return 0;
}

/* ---- binary ---- */

struct table {
	struct span bundle;
	uint64_t pos;        /* of the next entry */
	uint64_t first, end; /* of the bytes of all entries */
	struct claims claims;
};

static int next_entry(struct syb_ctx *ctx, struct table *t, struct bundle_entry *out)
{
	struct span rec;
	uint64_t at, size;

	TRY(span_sub_as(ctx, t->bundle, t->pos, ENTRY_SIZE, "bundle", "entry", &rec));
	at = span_u64(rec, ENTRY_OFFSET);
	size = span_u64(rec, ENTRY_BYTES);
	TRY(span_sub_as(ctx, t->bundle, t->pos + ENTRY_SIZE, span_u64(rec, ENTRY_ID_SIZE), "bundle-entry",
			"id of an entry", &out->id));
	TRY(check_id(ctx, out->id));
	TRY(span_sub_as(ctx, t->bundle, at, size, "bundle-entry", "bytes of an entry", &out->bytes));
	TRY(claim_bytes(ctx, &t->claims, rec.at, size, "entries of a bundle"));
	t->pos += ENTRY_SIZE + out->id.len;
	if (size && at < t->first)
		t->first = at;
	if (size && at + size > t->end)
		t->end = at + size;
	return 0;
}

static int each_binary(struct syb_ctx *ctx, struct span bytes, bundle_entry_fn *fn, void *user, uint64_t *out_size)
{
	struct table t = { .bundle = bytes, .pos = HDR_SIZE, .first = UINT64_MAX, .claims = claims_of(bytes.len) };
	struct bundle_entry entry;
	struct span hdr;
	uint64_t count;
	int r;

	TRY(span_sub_as(ctx, bytes, 0, HDR_SIZE, "bundle", "header", &hdr));
	count = span_u64(hdr, HDR_COUNT);
	if (count > (bytes.len - HDR_SIZE) / ENTRY_SIZE)
		return syb_fail(ctx, SYB_E_FORMAT, hdr.at + HDR_COUNT, "bundle",
				"%" PRIu64 " entries do not fit in %zu bytes", count, bytes.len);
	for (uint64_t i = 0; i < count; i++) {
		r = next_entry(ctx, &t, &entry);
		if (r < 0)
			return syb_note(ctx, r, "in entry %" PRIu64 " of the bundle at 0x%" PRIx64, i, bytes.at);
	}
	if (t.first < t.pos)
		return syb_fail(ctx, SYB_E_FORMAT, bytes.at + t.first, "bundle-entry",
				"the bytes of an entry begin inside the table, which ends at %" PRIu64, t.pos);
	if (out_size)
		*out_size = t.end > t.pos ? t.end : t.pos;
	for (t.pos = HDR_SIZE, t.claims.used = 0; fn && count; count--) {
		TRY(next_entry(ctx, &t, &entry));
		r = fn(user, &entry);
		if (r)
			return r;
	}
	return 0;
}

/* ---- text ---- */

#define TEXT_START " " BUNDLE_MAGIC "__START__ "
#define TEXT_END " " BUNDLE_MAGIC "__END__ "

enum { MARK_ROOM = 64 };

/* A comment that opens or closes an entry: a separate line that ends with the id. */
struct mark {
	char text[MARK_ROOM];
	size_t len;
};

/* The start of a comment in the languages of such files. */
static const char *const comments[] = { ";", "#", "//" };

static struct mark mark_of(const char *comment, const char *word)
{
	struct mark mark;

	mark.len = (size_t)snprintf(mark.text, sizeof(mark.text), "\n%s%s", comment, word);
	return mark;
}

static const char *comment_of(struct span bytes)
{
	for (size_t i = 0; i < ARRAY_SIZE(comments); i++) {
		struct mark start = mark_of(comments[i], TEXT_START);

		if (span_starts(bytes, start.text, start.len))
			return comments[i];
	}
	return NULL;
}

/* Take a mark and the rest of its line off *rest. */
static int take_mark(struct syb_ctx *ctx, const struct mark *mark, struct span *rest, struct span *out_id)
{
	const uint8_t *lf;

	if (!span_starts(*rest, mark->text, mark->len))
		return fail(ctx, *rest, "expected a comment that opens an entry");
	*rest = span_skip(*rest, mark->len);
	lf = rest->len ? memchr(rest->ptr, '\n', rest->len) : NULL;
	if (!lf)
		return fail(ctx, *rest, "expected a line break after the id of an entry");
	*out_id = (struct span){ rest->ptr, (size_t)(lf - rest->ptr), rest->at };
	*rest = span_skip(*rest, out_id->len + 1);
	return check_id(ctx, *out_id);
}

static int each_text(struct syb_ctx *ctx, struct span bytes, bundle_entry_fn *fn, void *user, uint64_t *out_size)
{
	const char *comment = comment_of(bytes);
	const struct mark start = mark_of(comment, TEXT_START), end = mark_of(comment, TEXT_END);
	struct span rest = bytes, id;

	while (rest.len) {
		struct bundle_entry entry;
		const uint8_t *closing;
		int r;

		TRY(take_mark(ctx, &start, &rest, &entry.id));
		closing = rest.len ? memmem(rest.ptr, rest.len, end.text, end.len) : NULL;
		if (!closing)
			return fail(ctx, rest, "the last entry has no closing comment");
		entry.bytes = (struct span){ rest.ptr, (size_t)(closing - rest.ptr), rest.at };
		rest = span_skip(rest, entry.bytes.len);
		TRY(take_mark(ctx, &end, &rest, &id));
		if (id.len != entry.id.len || memcmp(id.ptr, entry.id.ptr, id.len) != 0)
			return syb_fail(ctx, SYB_E_FORMAT, id.at, "bundle-entry",
					"the opening and closing comments of an entry have different ids");
		r = fn ? fn(user, &entry) : 0;
		if (r)
			return r;
	}
	if (out_size)
		*out_size = bytes.len;
	return 0;
}

bool bundle_is_binary(struct span bytes)
{
	return span_starts(bytes, BUNDLE_MAGIC, BUNDLE_MAGIC_SIZE);
}

bool bundle_is_text(struct span bytes)
{
	return comment_of(bytes);
}

int bundle_each(struct syb_ctx *ctx, struct span bytes, bundle_entry_fn *fn, void *user, uint64_t *out_size)
{
	if (bundle_is_text(bytes))
		return each_text(ctx, bytes, fn, user, out_size);
	if (!bundle_is_binary(bytes))
		return fail(ctx, bytes, "not a bundle");
	return each_binary(ctx, bytes, fn, user, out_size);
}

/* ---- compressed ---- */

enum {
	PACKED_VERSION = BUNDLE_COMPRESSED_MAGIC_SIZE,
	PACKED_METHOD = PACKED_VERSION + 2,
	PACKED_SIZES = PACKED_METHOD + 2, /* the size of the file, then the inflated size, then a hash of 8 bytes */
	PACKED_HASH_SIZE = 8,
};

/* Bytes of each of the sizes, by version. Version 1 does not state the size of the file. */
static const struct packed_form {
	uint8_t whole, inflated;
} packed_forms[] = { { 0, 4 }, { 4, 4 }, { 8, 8 } };

/* In the order of their numbers in the file. */
static const enum syb_compress packed_methods[] = { SYB_COMPRESS_ZLIB, SYB_COMPRESS_ZSTD };

struct packed {
	enum syb_compress method;
	struct span stream;
	uint64_t size;     /* of header and stream; 0 if not stated */
	uint64_t inflated; /* bytes */
};

static uint64_t packed_number(struct span hdr, size_t at, size_t size)
{
	return size == 8 ? span_u64(hdr, at) : size == 4 ? span_u32(hdr, at) : 0;
}

static int read_packed(struct syb_ctx *ctx, struct span bytes, struct packed *out)
{
	const struct packed_form *form;
	unsigned version, method;
	struct span hdr;
	size_t size;

	TRY(span_sub_as(ctx, bytes, 0, PACKED_SIZES, "bundle-compressed", "header", &hdr));
	version = span_u16(hdr, PACKED_VERSION);
	method = span_u16(hdr, PACKED_METHOD);
	if (version == 0 || version > ARRAY_SIZE(packed_forms))
		return syb_fail(ctx, SYB_E_VERSION, hdr.at + PACKED_VERSION, "bundle-compressed",
				"compressed bundle version %u is not supported; supported versions are 1 to %zu",
				version, ARRAY_SIZE(packed_forms));
	if (method >= ARRAY_SIZE(packed_methods))
		return syb_fail(ctx, SYB_E_FORMAT, hdr.at + PACKED_METHOD, "bundle-compressed",
				"compression method %u is not supported; supported methods are 0 (zlib) and 1 (zstd)",
				method);
	form = &packed_forms[version - 1];
	size = (size_t)PACKED_SIZES + form->whole + form->inflated + PACKED_HASH_SIZE;
	TRY(span_sub_as(ctx, bytes, 0, size, "bundle-compressed", "header", &hdr));
	*out = (struct packed){
		.method = packed_methods[method],
		.size = packed_number(hdr, PACKED_SIZES, form->whole),
		.inflated = packed_number(hdr, PACKED_SIZES + form->whole, form->inflated),
	};
	if (form->whole && (out->size < size || out->size > bytes.len))
		return syb_fail(ctx, SYB_E_FORMAT, hdr.at + PACKED_SIZES, "bundle-compressed",
				"the header states a size of %" PRIu64 "; expected %zu to %zu", out->size, size,
				bytes.len);
	return span_sub(ctx, bytes, size, (form->whole ? out->size : bytes.len) - size, "compressed content",
			&out->stream);
}

static size_t skip_zeros(struct span s, size_t pos)
{
	while (pos < s.len && s.ptr[pos] == 0)
		pos++;
	return pos;
}

bool bundle_is_compressed(struct span bytes)
{
	return span_starts(bytes, BUNDLE_COMPRESSED_MAGIC, BUNDLE_COMPRESSED_MAGIC_SIZE);
}

int bundle_inflate(struct syb_ctx *ctx, struct span bytes, uint64_t *budget, struct buf *out,
		   enum syb_compress *out_method)
{
	const size_t before = out->len;
	struct packed packed;
	struct span content;
	size_t used = 0, rest;

	TRY(read_packed(ctx, bytes, &packed));
	TRY(codec_inflate(ctx, packed.method, packed.stream, packed.inflated, budget, out, &used));
	rest = skip_zeros(packed.stream, used);
	if (rest < packed.stream.len)
		return syb_fail(ctx, SYB_E_FORMAT, packed.stream.at + rest, "compressed-data",
				"unexpected data after the compressed stream");
	content = (struct span){ out->ptr + before, out->len - before, 0 };
	if (!bundle_is_text(content) && !bundle_is_binary(content))
		return syb_fail(ctx, SYB_E_FORMAT, bytes.at, "bundle-compressed",
				"the content of the compressed bundle is not a bundle");
	*out_method = packed.method;
	return 0;
}

/* ---- bundles that follow each other ---- */

static int size_of_packed(struct syb_ctx *ctx, struct span bytes, uint64_t budget, uint64_t *out_size)
{
	_cleanup_(buf_free) struct buf scratch = { 0 };
	struct packed packed;
	size_t used = 0;

	TRY(read_packed(ctx, bytes, &packed));
	if (!packed.size) { /* only the stream shows where it ends */
		TRY(codec_inflate(ctx, packed.method, packed.stream, packed.inflated, &budget, &scratch, &used));
		packed.size = bytes.len - packed.stream.len + used;
	}
	*out_size = packed.size;
	return 0;
}

int bundle_size(struct syb_ctx *ctx, struct span bytes, uint64_t budget, uint64_t *out_size)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	int r = bundle_is_compressed(bytes) ? size_of_packed(ctx, bytes, budget, out_size)
					    : bundle_each(ctx, bytes, NULL, NULL, out_size);

	if (r < 0)
		*out_size = bytes.len;
	return r == -SYB_E_NOMEM || r == -SYB_E_CANCELLED ? r : 0;
}

int bundle_first(struct syb_ctx *ctx, struct span bytes, uint64_t budget, struct span *out_first, struct span *out_rest)
{
	uint64_t size = 0;
	struct span rest;

	TRY(bundle_size(ctx, bytes, budget, &size));
	TRY(span_sub(ctx, bytes, size, bytes.len - size, "bytes after a bundle", &rest));
	rest = span_skip(rest, skip_zeros(rest, 0));
	if (rest.len && !bundle_is_compressed(rest) && !bundle_is_binary(rest))
		return fail(ctx, rest, "expected another bundle, or only zero bytes");
	*out_rest = rest;
	return span_sub(ctx, bytes, 0, size, "bundle", out_first);
}

/* ---- ids ---- */

/* Take a word and the dash after it off *rest. */
static struct span take_word(struct span *rest)
{
	const uint8_t *dash = rest->len ? memchr(rest->ptr, '-', rest->len) : NULL;
	struct span word = { rest->ptr, dash ? (size_t)(dash - rest->ptr) : rest->len, rest->at };

	*rest = span_skip(*rest, dash ? word.len + 1 : word.len);
	return word;
}

/* A triple of three words may be followed by an architecture without the empty fourth word. */
static bool is_arch(struct span s)
{
	return span_starts(s, "gfx", 3) || span_starts(s, "sm_", 3);
}

bool bundle_id(const char *name, struct bundle_id *out)
{
	struct span rest = span_of(str_bytes(name), 0), word;

	if (span_starts(rest, BUNDLE_MAGIC, BUNDLE_MAGIC_SIZE))
		rest = span_skip(rest, BUNDLE_MAGIC_SIZE);
	out->kind = take_word(&rest);
	out->triple = rest;
	if (!out->kind.len || !rest.len)
		return false;
	for (size_t i = 0; i < 3; i++)
		word = take_word(&rest);
	if (!is_arch(rest) && rest.len) {
		struct span fourth = take_word(&rest);

		word = fourth.len ? fourth : word;
	}
	out->triple.len = (size_t)(word.ptr + word.len - out->triple.ptr);
	out->arch = rest;
	return true;
}
