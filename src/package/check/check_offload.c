/* package/check/check_offload.c — rules about offload binaries that can be opened.
 *
 * Parts of a binary are ranges: two of them must not share bytes, and bytes outside of all of them are padding and
 * should be zero. Strings may share their tails, so all text is one part. */
#include "check.h"

#include "base/hash.h"
#include "base/order.h"
#include "format/offload/offload.h"

#include <sybil/item.h>

#include <inttypes.h>
#include <stdlib.h>

struct range {
	uint64_t lo, hi;
	const char *what;
};

struct ranges {
	struct range *list; /* with room for all parts */
	size_t count;
};

static void add_range(struct ranges *r, uint64_t lo, uint64_t size, const char *what)
{
	if (size)
		r->list[r->count++] = (struct range){ lo, lo + size, what };
}

static int compare_ranges(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return x->lo != y->lo ? ORDER(x->lo, y->lo) : ORDER(x->hi, y->hi);
}

static void check_gap(struct syb_ctx *ctx, struct span whole, uint64_t lo, uint64_t hi)
{
	for (uint64_t i = lo; i < hi; i++)
		if (whole.ptr[i]) {
			check_hit(ctx, whole.at + i, "offload-padding", "a padding byte is 0x%02x, not zero",
				  whole.ptr[i]);
			return;
		}
}

static void check_ranges(struct syb_ctx *ctx, struct span whole, struct ranges *r)
{
	struct range last = { 0 };

	qsort(r->list, r->count, sizeof(*r->list), compare_ranges);
	for (size_t i = 0; i < r->count; i++) {
		const struct range *now = &r->list[i];

		if (now->lo < last.hi)
			check_hit(ctx, whole.at + now->lo, "offload-overlap", "%s and %s share bytes", last.what,
				  now->what);
		else
			check_gap(ctx, whole, last.hi, now->lo);
		if (now->hi > last.hi)
			last = *now;
	}
	check_gap(ctx, whole, last.hi, whole.len);
}

static int check_parts(struct syb_ctx *ctx, const struct syb_offload *o, const struct offload_binary *b)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	struct ranges r = { .list = arena_array(ctx, &arena, 3 + 2 * b->count, sizeof(*r.list)) };
	const uint64_t string_size = b->version == 1 ? OFFLOAD_STRING_SIZE_V1 : OFFLOAD_STRING_SIZE;
	uint64_t text_hi = b->text_hi < b->whole.len ? b->text_hi : b->whole.len;

	if (!r.list)
		return -SYB_E_NOMEM;
	add_range(&r, 0, b->version < 3 ? OFFLOAD_HDR_SIZE : OFFLOAD_HDR_SIZE_V3, "the header");
	add_range(&r, b->entries_off, b->count * b->entry_size, "the entries");
	add_range(&r, b->text_lo, text_hi - b->text_lo, "the strings");
	for (size_t i = b->first; i < b->first + b->count; i++) {
		const struct syb_offload_entry *entry = &o->entries[i];

		add_range(&r, entry->strings_off, entry->string_count * string_size, "string records");
		add_range(&r, entry->bytes.at - b->whole.at, entry->bytes.len, "an image");
	}
	check_ranges(ctx, b->whole, &r);
	return 0;
}

/* ---- entries ---- */

static void check_kinds(struct syb_ctx *ctx, const struct syb_offload_entry *e, uint64_t at)
{
	if (!syb_offload_image_name(e->image))
		check_hit(ctx, at + OFFLOAD_ENTRY_IMAGE, "offload-image-unknown", "unknown image kind %u",
			  e->image_raw);
	if (!syb_offload_kind_name(e->kind))
		check_hit(ctx, at + OFFLOAD_ENTRY_KIND, "offload-kind-unknown", "unknown offload kind %u", e->kind_raw);
	if ((int)e->image != e->image_raw)
		check_hit(ctx, at + OFFLOAD_ENTRY_IMAGE, "offload-kind-old", "image kind %u is an old number for %s",
			  e->image_raw, syb_offload_image_name(e->image));
	if ((int)e->kind != e->kind_raw)
		check_hit(ctx, at + OFFLOAD_ENTRY_KIND, "offload-kind-old", "offload kind %u is an old number for %s",
			  e->kind_raw, syb_offload_kind_name(e->kind));
}

static void check_flags(struct syb_ctx *ctx, const struct syb_offload_entry *e, uint32_t version, uint64_t at)
{
	uint32_t known = version == 1 ? 0 : SYB_OFFLOAD_FLAG_METADATA;

	if (e->flags & ~known)
		check_hit(ctx, at + OFFLOAD_ENTRY_FLAGS, "offload-flags",
			  "unknown flags 0x%" PRIx32 " in version %" PRIu32, e->flags & ~known, version);
	else if ((e->flags & SYB_OFFLOAD_FLAG_METADATA) && e->bytes.len)
		check_hit(ctx, at + OFFLOAD_ENTRY_FLAGS, "offload-flags",
			  "the flags say that the entry has no image, but it has one of %zu bytes", e->bytes.len);
}

/* Whether a kind of file may have an image kind; image kinds without a rule accept anything. */
static bool content_fits(const struct syb_offload_entry *e, enum syb_kind kind)
{
	if (kind == SYB_KIND_SYCLBIN) /* the runtime looks for a package under this kind only */
		return e->image == SYB_OFFLOAD_IMAGE_SYCLBIN;
	switch ((int)e->image) {
	case SYB_OFFLOAD_IMAGE_OBJECT: /* of any host format, or what linkers accept as an object */
		return kind == SYB_KIND_ELF || kind == SYB_KIND_ZEBIN || kind == SYB_KIND_BITCODE ||
		       kind == SYB_KIND_UNKNOWN || kind == SYB_KIND_ARCHIVE;
	case SYB_OFFLOAD_IMAGE_BITCODE:
		return kind == SYB_KIND_BITCODE;
	case SYB_OFFLOAD_IMAGE_CUBIN:
		return kind == SYB_KIND_ELF;
	case SYB_OFFLOAD_IMAGE_FATBINARY:
		return kind == SYB_KIND_FATBIN;
	case SYB_OFFLOAD_IMAGE_PTX:
		return kind == SYB_KIND_PTX;
	case SYB_OFFLOAD_IMAGE_SPIRV:
		return kind == SYB_KIND_SPIRV;
	case SYB_OFFLOAD_IMAGE_SYCLBIN:
		return syb_offload_entry_get(e, "role");
	default:
		return true;
	}
}

static void check_content(struct syb_ctx *ctx, const struct syb_offload_entry *e)
{
	enum syb_kind kind = syb_identify(span_bytes(e->bytes));

	if (!(e->flags & SYB_OFFLOAD_FLAG_METADATA) && !content_fits(e, kind))
		check_hit(ctx, e->bytes.at, "offload-content", "an image of kind %s is %s",
			  syb_offload_image_name(e->image), syb_kind_text(kind));
}

static int check_strings(struct syb_ctx *ctx, const struct syb_offload_entry *e, uint64_t at)
{
	_cleanup_(hash_free) struct hash keys = { 0 };

	for (size_t i = 0; i < e->string_count; i++) {
		const char *key = e->strings[i].key;
		bool found;

		TRY(hash_put(ctx, &keys, key, strlen(key), i, NULL, &found));
		if (found)
			check_hit(ctx, at, "offload-key-twice", "key '%s' appears twice", key);
	}
	if (!hash_get(&keys, "triple", 6) && e->image != SYB_OFFLOAD_IMAGE_SYCLBIN &&
	    !(e->flags & SYB_OFFLOAD_FLAG_METADATA))
		check_hit(ctx, at, "offload-triple", "an entry does not state its triple");
	return 0;
}

/* Images after the first follow without a gap, so only an image without a predecessor must be aligned. */
static void check_alignment(struct syb_ctx *ctx, struct span whole, const struct syb_offload_entry *e,
			    const struct syb_offload_entry *before)
{
	uint64_t off = e->bytes.at - whole.at;

	if (e->bytes.len && off % 8 && !(before && before->bytes.at + before->bytes.len == e->bytes.at))
		check_hit(ctx, e->bytes.at, "offload-alignment",
			  "the offset of an image, %" PRIu64 ", is not a multiple of 8", off);
}

static int check_binary(struct syb_ctx *ctx, const struct syb_offload *o, const struct offload_binary *b)
{
	if (b->size % 8)
		check_hit(ctx, b->whole.at + OFFLOAD_HDR_TOTAL, "offload-size-multiple",
			  "the size %" PRIu64 " is not a multiple of 8", b->size);
	if (b->count == 0)
		check_hit(ctx, b->whole.at + OFFLOAD_HDR_COUNT, "offload-empty", "the offload binary has no entries");
	for (size_t i = b->first; i < b->first + b->count; i++) {
		const struct syb_offload_entry *e = &o->entries[i];
		uint64_t at = b->whole.at + e->entry_off;

		check_kinds(ctx, e, at);
		check_flags(ctx, e, b->version, at);
		check_content(ctx, e);
		check_alignment(ctx, b->whole, e, i > b->first ? e - 1 : NULL);
		TRY(check_strings(ctx, e, at));
	}
	return check_parts(ctx, o, b);
}

void check_offload(struct syb_ctx *ctx, const struct syb_offload *offload)
{
	for (size_t i = 0; i < offload->binary_count; i++)
		if (check_binary(ctx, offload, &offload->binaries[i]) < 0)
			return; /* no memory; reported */
}
