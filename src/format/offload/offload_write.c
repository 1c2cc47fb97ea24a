/* format/offload/offload_write.c — entries → offload binaries. sycl-offload-binary(5).
 *
 * The head (header, entries, strings) is laid out in memory, images are streamed after it. A compressed binary goes
 * through an unnamed file, because its header states a size that is known only afterwards. */
#include "offload.h"

#include "base/buf.h"
#include "base/codec.h"
#include "base/file.h"
#include "strtab.h"

#include <inttypes.h>

struct piece {
	struct syb_bytes bytes;
	const struct syb_file *file;
	struct piece *next;
};

struct pair {
	const char *key;
	size_t key_id, value_id; /* in the string table */
	const char *value;
	size_t value_size;
	struct pair *next;
};

struct entry {
	uint16_t image, kind;
	uint32_t flags;
	uint64_t image_size;
	struct piece *pieces, *last_piece;
	struct pair *pairs, *last_pair;
	size_t pair_count;
	bool nul; /* a value has a NUL, which version 1 cannot represent */
};

struct syb_offload_writer {
	struct allocator from;
	struct arena arena;
	struct syb_offload_write_opts opts;
	struct entry *entries;
	size_t count, room;
	struct syb_file **files; /* kept open for the pieces in them */
	size_t file_count, file_room;
};

/* ---- collecting ---- */

int syb_offload_writer_new(struct syb_ctx *ctx, const struct syb_offload_write_opts *opts,
			   struct syb_offload_writer **out_writer)
{
	struct syb_offload_write_opts o = { .size = sizeof(o) };
	struct syb_offload_writer *w;

	OPTS_READ(ctx, &o, opts);
	if (o.version > OFFLOAD_VERSION_MAX)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"offload binaries have versions 1 to %d, not %" PRIu32, OFFLOAD_VERSION_MAX, o.version);
	if (!syb_compress_name(o.compress))
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "unknown compression %d", (int)o.compress);
	w = mem_zalloc(ctx, sizeof(*w));
	if (!w)
		return -SYB_E_NOMEM;
	w->from = allocator_of(ctx);
	w->opts = o;
	*out_writer = w;
	return 0;
}

void syb_offload_writer_free(struct syb_offload_writer *writer)
{
	if (!writer)
		return;
	for (size_t i = 0; i < writer->file_count; i++)
		syb_file_close(writer->files[i]);
	allocator_free(writer->from, writer->files);
	allocator_free(writer->from, writer->entries);
	arena_free(&writer->arena);
	allocator_free(writer->from, writer);
}

int offload_writer_keep(struct syb_ctx *ctx, struct syb_offload_writer *writer, struct syb_file *file)
{
	return VEC_ADD(ctx, writer->files, writer->file_count, writer->file_room, file);
}

int syb_offload_writer_entry(struct syb_ctx *ctx, struct syb_offload_writer *writer, uint16_t image, uint16_t kind,
			     uint32_t flags)
{
	return VEC_ADD(ctx, writer->entries, writer->count, writer->room,
		       (struct entry){ .image = image, .kind = kind, .flags = flags });
}

static struct entry *current(struct syb_ctx *ctx, struct syb_offload_writer *writer)
{
	if (writer->count)
		return &writer->entries[writer->count - 1];
	syb_fail(ctx, SYB_E_STATE, SYB_NO_OFFSET, "argument", "add an entry first");
	return NULL;
}

int syb_offload_writer_string(struct syb_ctx *ctx, struct syb_offload_writer *writer, const char *key,
			      struct syb_bytes value)
{
	struct entry *e = current(ctx, writer);
	struct pair *pair;

	if (!e)
		return -SYB_E_STATE;
	pair = arena_alloc(ctx, &writer->arena, sizeof(*pair));
	if (!pair)
		return -SYB_E_NOMEM;
	pair->key = arena_string(ctx, &writer->arena, key, strlen(key));
	pair->value = arena_string(ctx, &writer->arena, value.ptr, value.len);
	pair->value_size = value.len;
	if (!pair->key || !pair->value)
		return -SYB_E_NOMEM;
	LIST_APPEND(e->pairs, e->last_pair, pair);
	e->pair_count++;
	e->nul = e->nul || (value.len && memchr(value.ptr, 0, value.len));
	return 0;
}

int syb_offload_writer_image(struct syb_ctx *ctx, struct syb_offload_writer *writer, struct syb_bytes bytes,
			     const struct syb_file *file)
{
	struct entry *e = current(ctx, writer);
	struct piece *piece;

	if (!e)
		return -SYB_E_STATE;
	if (bytes.len == 0)
		return 0;
	if (!checked_add(e->image_size, (uint64_t)bytes.len, &e->image_size))
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "an image larger than any file");
	piece = arena_alloc(ctx, &writer->arena, sizeof(*piece));
	if (!piece)
		return -SYB_E_NOMEM;
	*piece = (struct piece){ bytes, file, NULL };
	LIST_APPEND(e->pieces, e->last_piece, piece);
	return 0;
}

/* ---- layout ---- */

/* The entries that go into one binary. */
struct group {
	struct entry *entries;
	size_t count;
};

struct layout {
	uint32_t version;
	enum syb_compress compress;
	uint64_t header_size;
	uint64_t image_at; /* of the first image */
	uint64_t total;    /* uncompressed, padded */
	struct buf head;   /* everything up to the first image, header included */
};

static void layout_free(struct layout *l)
{
	buf_free(&l->head);
}

/* The lowest version that can hold the content, or the requested one if it can. */
static int choose_version(struct syb_ctx *ctx, const struct syb_offload_write_opts *opts, struct group g,
			  uint32_t *out_version)
{
	const char *why = "";
	uint32_t needed = 1;

	for (size_t i = 0; i < g.count; i++) {
		if (g.entries[i].nul) {
			needed = 2;
			why = "a string that holds a NUL";
		}
		if (g.entries[i].flags & SYB_OFFLOAD_FLAG_METADATA) {
			needed = 2;
			why = "an entry without an image";
		}
	}
	if (g.count > 1) {
		needed = 2;
		why = "several entries";
	}
	if (opts->compress != SYB_COMPRESS_NONE) {
		needed = 3;
		why = "compression";
	}
	if (opts->version && opts->version < needed)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"version %" PRIu32 " of the offload binary cannot hold %s, %" PRIu32 " can",
				opts->version, why, needed);
	*out_version = opts->version ? opts->version : needed;
	return 0;
}

static int add_strings(struct syb_ctx *ctx, struct strtab *tab, struct group g)
{
	int r = 0;

	for (size_t i = 0; i < g.count; i++)
		for (struct pair *p = g.entries[i].pairs; p && r == 0; p = p->next) {
			r = strtab_add(ctx, tab, p->key, strlen(p->key), &p->key_id);
			if (r == 0)
				r = strtab_add(ctx, tab, p->value, p->value_size, &p->value_id);
		}
	return r;
}

static int put_header(struct syb_ctx *ctx, const struct layout *l, uint64_t size, uint64_t inflated, struct buf *out,
		      size_t count)
{
	buf_add(ctx, out, OFFLOAD_MAGIC, 4);
	buf_u32(ctx, out, l->version);
	buf_u64(ctx, out, size);
	buf_u64(ctx, out, l->header_size);
	buf_u64(ctx, out, l->version == 1 ? OFFLOAD_ENTRY_SIZE : count);
	if (l->version >= 3)
		buf_u64(ctx, out, inflated);
	return out->failed;
}

static int put_entry(struct syb_ctx *ctx, const struct entry *e, uint64_t strings_at, uint64_t image_at,
		     struct buf *out)
{
	buf_u16(ctx, out, e->image);
	buf_u16(ctx, out, e->kind);
	buf_u32(ctx, out, e->flags);
	buf_u64(ctx, out, strings_at);
	buf_u64(ctx, out, e->pair_count);
	buf_u64(ctx, out, image_at);
	buf_u64(ctx, out, e->image_size);
	return out->failed;
}

static int put_pairs(struct syb_ctx *ctx, const struct layout *l, const struct strtab *tab, uint64_t text_at,
		     const struct entry *e, struct buf *out)
{
	for (const struct pair *p = e->pairs; p; p = p->next) {
		buf_u64(ctx, out, text_at + strtab_offset(tab, p->key_id));
		buf_u64(ctx, out, text_at + strtab_offset(tab, p->value_id));
		if (l->version >= 2)
			buf_u64(ctx, out, p->value_size);
	}
	return out->failed;
}

/* Sizes first: nothing is written before everything has its place. */
static int measure(struct syb_ctx *ctx, struct layout *l, struct group g, size_t text_size, uint64_t *out_text_at)
{
	uint64_t string_size = l->version == 1 ? OFFLOAD_STRING_SIZE_V1 : OFFLOAD_STRING_SIZE;
	uint64_t pairs = 0, end;

	for (size_t i = 0; i < g.count; i++)
		pairs += g.entries[i].pair_count;
	*out_text_at = l->header_size + g.count * OFFLOAD_ENTRY_SIZE + pairs * string_size;
	l->image_at = align8(*out_text_at + text_size);
	end = l->image_at;
	for (size_t i = 0; i < g.count; i++)
		if (!checked_add(end, g.entries[i].image_size, &end) || end > INT64_MAX)
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "images larger than any file");
	l->total = align8(end);
	return 0;
}

static int put_head(struct syb_ctx *ctx, struct layout *l, struct group g, const struct strtab *tab,
		    const struct buf *text, uint64_t text_at)
{
	uint64_t strings_at = l->header_size + g.count * OFFLOAD_ENTRY_SIZE;
	uint64_t image_at = l->image_at;
	int r = put_header(ctx, l, l->total, 0, &l->head, g.count);

	for (size_t i = 0; i < g.count && r == 0; i++) {
		r = put_entry(ctx, &g.entries[i], strings_at, image_at, &l->head);
		strings_at += g.entries[i].pair_count *
			      (uint64_t)(l->version == 1 ? OFFLOAD_STRING_SIZE_V1 : OFFLOAD_STRING_SIZE);
		image_at += g.entries[i].image_size;
	}
	for (size_t i = 0; i < g.count && r == 0; i++)
		r = put_pairs(ctx, l, tab, text_at, &g.entries[i], &l->head);
	if (r == 0)
		r = buf_add(ctx, &l->head, text->ptr, text->len);
	if (r == 0)
		r = buf_fill(ctx, &l->head, 0, (size_t)(l->image_at - l->head.len));
	return r;
}

static int compute_layout(struct syb_ctx *ctx, const struct syb_offload_write_opts *opts, struct group g,
			  struct layout *l)
{
	_cleanup_(strtab_free) struct strtab tab = { 0 };
	_cleanup_(buf_free) struct buf text = { 0 };
	uint64_t text_at = 0;

	TRY(choose_version(ctx, opts, g, &l->version));
	l->compress = opts->compress;
	l->header_size = l->version < 3 ? OFFLOAD_HDR_SIZE : OFFLOAD_HDR_SIZE_V3;
	TRY(add_strings(ctx, &tab, g));
	TRY(strtab_finish(ctx, &tab, &text));
	TRY(measure(ctx, l, g, text.len, &text_at));
	return put_head(ctx, l, g, &tab, &text, text_at);
}

/* ---- writing ---- */

static int write_plain(struct syb_ctx *ctx, const struct layout *l, struct group g, struct syb_out *out)
{
	uint64_t end = l->image_at;
	int r = syb_out_write(ctx, out, buf_bytes(&l->head));

	for (size_t i = 0; i < g.count; i++) {
		for (const struct piece *p = g.entries[i].pieces; p && r == 0; p = p->next)
			r = syb_out_copy(ctx, out, p->file, p->bytes);
		end += g.entries[i].image_size;
	}
	return r < 0 ? r : out_zeros(ctx, out, (size_t)(l->total - end));
}

/* In steps, so that a mapped file is never in memory as a whole. */
static int compress_piece(struct syb_ctx *ctx, struct codec *codec, const struct piece *p)
{
	const size_t most = 16 << 20;
	int r = 0;

	for (size_t done = 0; done < p->bytes.len && r == 0; done += most) {
		size_t step = p->bytes.len - done < most ? p->bytes.len - done : most;
		struct syb_bytes part = { p->bytes.ptr + done, step };

		r = codec_write(ctx, codec, part);
		file_forget(p->file, part);
	}
	return r;
}

/* Compress everything after the header into an unnamed file. */
static int compress_content(struct syb_ctx *ctx, const struct layout *l, int level, struct group g,
			    struct syb_out *scratch)
{
	static const uint8_t zeros[8];
	_cleanup_(codec_free_p) struct codec *codec = NULL;
	uint64_t end = l->image_at;
	int r;

	r = codec_new(ctx, l->compress, level, l->total - l->header_size, scratch, &codec);
	if (r == 0)
		r = codec_write(
			ctx, codec,
			(struct syb_bytes){ l->head.ptr + l->header_size, l->head.len - (size_t)l->header_size });
	for (size_t i = 0; i < g.count; i++) {
		for (const struct piece *p = g.entries[i].pieces; p && r == 0; p = p->next)
			r = compress_piece(ctx, codec, p);
		end += g.entries[i].image_size;
	}
	if (r == 0)
		r = codec_write(ctx, codec, (struct syb_bytes){ zeros, (size_t)(l->total - end) });
	return r < 0 ? r : codec_finish(ctx, codec);
}

static int write_compressed(struct syb_ctx *ctx, const struct layout *l, int level, struct group g, struct syb_out *out)
{
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(buf_free) struct buf header = { 0 };
	uint64_t size, padded;

	TRY(out_scratch(ctx, &scratch));
	TRY(compress_content(ctx, l, level, g, scratch));
	TRY(out_scratch_file(ctx, scratch, &file));
	size = l->header_size + out_size(scratch);
	padded = align8(size);
	TRY(put_header(ctx, l, padded, l->total, &header, g.count));
	TRY(syb_out_write(ctx, out, buf_bytes(&header)));
	TRY(syb_out_copy(ctx, out, file, syb_file_bytes(file)));
	return out_zeros(ctx, out, (size_t)(padded - size));
}

static int write_group(struct syb_ctx *ctx, const struct syb_offload_write_opts *opts, struct group g,
		       struct syb_out *out)
{
	_cleanup_(layout_free) struct layout l = { 0 };
	const uint64_t start = out_size(out);

	TRY(compute_layout(ctx, opts, g, &l));
	if (l.compress != SYB_COMPRESS_NONE)
		return write_compressed(ctx, &l, opts->level, g, out);
	out_expect(out, start + l.total);
	TRY(write_plain(ctx, &l, g, out));
	if (out_size(out) - start != l.total)
		return syb_fail(ctx, SYB_E_INTERNAL, SYB_NO_OFFSET, "internal",
				"%" PRIu64 " bytes written, %" PRIu64 " announced", out_size(out) - start, l.total);
	return 0;
}

int syb_offload_writer_write(struct syb_ctx *ctx, struct syb_offload_writer *writer, struct syb_out *out)
{
	const size_t step = writer->opts.separate ? 1 : writer->count;
	uint32_t version;

	if (writer->count == 0)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "an offload binary needs an entry");
	for (size_t i = 0; i < writer->count; i += step) /* nothing is written if any of them cannot be */
		TRY(choose_version(ctx, &writer->opts, (struct group){ writer->entries + i, step }, &version));
	for (size_t i = 0; i < writer->count; i += step)
		TRY(write_group(ctx, &writer->opts, (struct group){ writer->entries + i, step }, out));
	return 0;
}
