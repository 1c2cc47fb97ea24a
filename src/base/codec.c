/* base/codec.c — zstd and zlib behind one interface.
 *
 * Inflating grows its buffer as bytes arrive, never by the size in a header, so that a small file cannot request
 * much memory. Compressing needs one input step and one output buffer for content of any size. */
#include "codec.h"

#include <inttypes.h>
#include <zlib.h>
#include <zstd.h>

enum {
	GROW_FIRST = 64 * 1024,
	GROW_MOST = 256 << 20, /* then by steps of this */
	IN_STEP = 1 << 20,     /* bytes between two checks of the cancel flag */
	OUT_STAGE = 128 * 1024,
};

#define ALLOW_MORE "allow more with --max-inflated=SIZE, SYBIL_MAX_INFLATED or syb_limits.max_inflated"

static void *zlib_alloc(void *opaque, unsigned items, unsigned size)
{
	struct allocator *from = opaque;
	size_t bytes;

	return checked_mul((size_t)items, (size_t)size, &bytes) ? from->fn(from->user, NULL, bytes) : NULL;
}

static void zlib_free(void *opaque, void *ptr)
{
	allocator_free(*(struct allocator *)opaque, ptr);
}

/* ---- inflating ---- */

struct inflater {
	enum syb_compress method;
	struct allocator from;
	ZSTD_DCtx *zstd;
	z_stream zlib;
	bool zlib_ready;
};

static void inflater_close(struct inflater *inf)
{
	ZSTD_freeDCtx(inf->zstd);
	if (inf->zlib_ready)
		inflateEnd(&inf->zlib);
}

static int inflater_open(struct syb_ctx *ctx, enum syb_compress method, struct inflater *inf)
{
	inf->method = method;
	inf->from = allocator_of(ctx);
	if (method == SYB_COMPRESS_ZSTD) {
		inf->zstd = ZSTD_createDCtx();
	} else {
		inf->zlib.zalloc = zlib_alloc;
		inf->zlib.zfree = zlib_free;
		inf->zlib.opaque = &inf->from;
		inf->zlib_ready = inflateInit2(&inf->zlib, 15 + 32) == Z_OK; /* + 32: zlib's or gzip's header */
	}
	if (!inf->zstd && !inf->zlib_ready)
		return syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "out of memory while inflating");
	return 0;
}

enum step { STEP_MORE, STEP_END, STEP_BROKEN, STEP_NOMEM };

/* Move some bytes: in and out advance. STEP_BROKEN sets why. */
static enum step inflate_step(struct inflater *inf, struct syb_bytes *in, uint8_t *out, size_t room, size_t *out_made,
			      const char **why)
{
	if (inf->method == SYB_COMPRESS_ZSTD) {
		ZSTD_inBuffer src = { in->ptr, in->len, 0 };
		ZSTD_outBuffer dst = { out, room, 0 };
		size_t left = ZSTD_decompressStream(inf->zstd, &dst, &src);

		if (src.pos) /* the last call has no bytes */
			*in = (struct syb_bytes){ in->ptr + src.pos, in->len - src.pos };
		*out_made = dst.pos;
		*why = ZSTD_isError(left) ? ZSTD_getErrorName(left) : "";
		return ZSTD_isError(left) ? STEP_BROKEN : left == 0 ? STEP_END : STEP_MORE;
	}

	const size_t most = 1u << 30; /* zlib counts in unsigned int */
	unsigned given = (unsigned)(in->len < most ? in->len : most);
	unsigned space = (unsigned)(room < most ? room : most);
	int r;

	inf->zlib.next_in = (uint8_t *)(uintptr_t)in->ptr;
	inf->zlib.avail_in = given;
	inf->zlib.next_out = out;
	inf->zlib.avail_out = space;
	r = inflate(&inf->zlib, Z_NO_FLUSH);
	*in = (struct syb_bytes){ inf->zlib.next_in, in->len - (given - inf->zlib.avail_in) };
	*out_made = space - inf->zlib.avail_out;
	*why = inf->zlib.msg ? inf->zlib.msg : "bad stream";
	if (r == Z_STREAM_END)
		return STEP_END;
	if (r == Z_OK || r == Z_BUF_ERROR)
		return STEP_MORE;
	return r == Z_MEM_ERROR ? STEP_NOMEM : STEP_BROKEN;
}

static int wrong_size(struct syb_ctx *ctx, struct span in, uint64_t most, uint64_t expected)
{
	if (most == expected)
		return syb_fail(ctx, SYB_E_FORMAT, in.at, "compressed-size",
				"the stream inflates to more than the %" PRIu64 " bytes announced", expected);
	return syb_fail(
		ctx, SYB_E_LIMIT, in.at, "limit",
		"the stream inflates to more than the %" PRIu64 " bytes that are left for the file; " ALLOW_MORE, most);
}

static int inflate_stream(struct syb_ctx *ctx, struct inflater *inf, struct span in, uint64_t expected, uint64_t budget,
			  struct buf *out, size_t *out_used)
{
	const uint64_t most = expected < budget ? expected : budget;
	struct syb_bytes left = span_bytes(in);
	uint64_t made = 0;
	enum step step = STEP_MORE;

	while (step == STEP_MORE) {
		uint64_t want = made < GROW_FIRST ? GROW_FIRST : made > GROW_MOST ? GROW_MOST : made;
		size_t before = left.len, n;
		const char *why;
		int r = ctx_cancelled(ctx);

		if (want > most - made)
			want = most - made + 1; /* one byte more than allowed shows that the content is too large */
		if (r == 0)
			r = buf_reserve(ctx, out, (size_t)want);
		if (r < 0)
			return r;
		step = inflate_step(inf, &left, out->ptr + out->len, (size_t)want, &n, &why);
		if (step == STEP_NOMEM)
			return syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "out of memory while inflating");
		if (step == STEP_BROKEN)
			return syb_fail(ctx, SYB_E_FORMAT, in.at + (in.len - left.len), "compressed-data",
					"cannot inflate: %s", why);
		out->len += n;
		made += n;
		ctx_progress(ctx, "inflate", made, expected == CODEC_SIZE_UNKNOWN ? 0 : expected);
		if (made > most)
			return wrong_size(ctx, in, most, expected);
		if (step == STEP_MORE && n == 0 && left.len == before)
			return syb_fail(ctx, SYB_E_FORMAT, in.at + in.len, "compressed-data",
					"the compressed stream does not end");
	}
	*out_used = in.len - left.len;
	return 0;
}

int codec_inflate(struct syb_ctx *ctx, enum syb_compress method, struct span in, uint64_t expected, uint64_t *budget,
		  struct buf *out, size_t *out_used)
{
	_cleanup_(inflater_close) struct inflater inf = { 0 };
	size_t before = out->len;
	int r = 0;

	if (expected != CODEC_SIZE_UNKNOWN && expected > *budget)
		r = syb_fail(ctx, SYB_E_LIMIT, in.at, "limit",
			     "%" PRIu64 " inflated bytes are announced, %" PRIu64 " are allowed; " ALLOW_MORE, expected,
			     *budget);
	if (r == 0)
		r = inflater_open(ctx, method, &inf);
	if (r == 0)
		r = inflate_stream(ctx, &inf, in, expected, *budget, out, out_used);
	if (r == -SYB_E_LIMIT)
		*budget = 0; /* nothing else of this file is inflated */
	if (r < 0)
		return r;
	if (expected != CODEC_SIZE_UNKNOWN && out->len - before != expected)
		return syb_fail(ctx, SYB_E_FORMAT, in.at, "compressed-size",
				"%zu bytes inflated, %" PRIu64 " announced", out->len - before, expected);
	*budget -= out->len - before;
	return 0;
}

int codec_inflate_file(struct syb_ctx *ctx, enum syb_compress method, struct span in, uint64_t *budget, struct buf *out)
{
	do {
		size_t used = 0;
		int r = codec_inflate(ctx, method, in, CODEC_SIZE_UNKNOWN, budget, out, &used);

		if (r < 0)
			return r;
		in = span_skip(in, used);
	} while (in.len && in.ptr[0] != 0);
	for (size_t i = 0; i < in.len; i++)
		if (in.ptr[i])
			return syb_fail(ctx, SYB_E_FORMAT, in.at + i, "compressed-data",
					"unexpected data after the compressed stream");
	return 0;
}

bool codec_peek(struct syb_ctx *ctx, enum syb_compress method, struct span in, size_t most, struct buf *out)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	_cleanup_(inflater_close) struct inflater inf = { 0 };
	struct syb_bytes left = span_bytes(in);
	enum step step = STEP_MORE;
	const char *why;
	size_t n = 1;

	out->len = 0;
	if (inflater_open(ctx, method, &inf) < 0 || buf_reserve(ctx, out, most) < 0)
		return false;
	for (; step == STEP_MORE && n && out->len < most; out->len += n)
		step = inflate_step(&inf, &left, out->ptr + out->len, most - out->len, &n, &why);
	return out->len == most;
}

uint64_t codec_stated_size(struct syb_bytes zstd)
{
	const unsigned long long size = ZSTD_getFrameContentSize(zstd.ptr, zstd.len);

	return size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR ? CODEC_SIZE_UNKNOWN : size;
}

/* ---- compressing ---- */

struct codec {
	struct allocator from;
	enum syb_compress method;
	struct syb_out *out;
	uint64_t total, done;
	ZSTD_CCtx *zstd;
	z_stream zlib;
	bool zlib_ready;
	uint8_t stage[OUT_STAGE];
};

void codec_free(struct codec *codec)
{
	if (!codec)
		return;
	ZSTD_freeCCtx(codec->zstd);
	if (codec->zlib_ready)
		deflateEnd(&codec->zlib);
	allocator_free(codec->from, codec);
}

static bool open_zstd(struct codec *codec, int level)
{
	codec->zstd = ZSTD_createCCtx();
	return codec->zstd &&
	       !ZSTD_isError(ZSTD_CCtx_setParameter(codec->zstd, ZSTD_c_compressionLevel,
						    level ? level : ZSTD_CLEVEL_DEFAULT)) &&
	       !ZSTD_isError(ZSTD_CCtx_setPledgedSrcSize(codec->zstd, codec->total));
}

static bool open_zlib(struct codec *codec, int level)
{
	codec->zlib.zalloc = zlib_alloc;
	codec->zlib.zfree = zlib_free;
	codec->zlib.opaque = &codec->from;
	codec->zlib_ready = deflateInit(&codec->zlib, level ? level : Z_DEFAULT_COMPRESSION) == Z_OK;
	return codec->zlib_ready;
}

int codec_new(struct syb_ctx *ctx, enum syb_compress method, int level, uint64_t total, struct syb_out *out,
	      struct codec **out_codec)
{
	const int lowest = method == SYB_COMPRESS_ZSTD ? ZSTD_minCLevel() : 1;
	const int highest = method == SYB_COMPRESS_ZSTD ? ZSTD_maxCLevel() : 9;
	_cleanup_(codec_free_p) struct codec *codec = NULL;

	if (method != SYB_COMPRESS_ZSTD && method != SYB_COMPRESS_ZLIB)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "unknown compression %d", (int)method);
	if (level && (level < lowest || level > highest))
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "compression level %d is not in %d to %d",
				level, lowest, highest);
	codec = mem_alloc(ctx, sizeof(*codec));
	if (!codec)
		return -SYB_E_NOMEM;
	memset(codec, 0, offsetof(struct codec, stage));
	codec->from = allocator_of(ctx);
	codec->method = method;
	codec->out = out;
	codec->total = total;
	if (method == SYB_COMPRESS_ZSTD ? !open_zstd(codec, level) : !open_zlib(codec, level))
		return syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "out of memory while compressing");
	*out_codec = steal(codec);
	return 0;
}

/* One step of the compressor: consumes from in, fills the stage, returns whether it has more output. */
static int deflate_step(struct syb_ctx *ctx, struct codec *codec, struct syb_bytes *in, bool last, size_t *out_made,
			bool *out_more)
{
	if (codec->method == SYB_COMPRESS_ZSTD) {
		ZSTD_inBuffer src = { in->ptr, in->len, 0 };
		ZSTD_outBuffer dst = { codec->stage, OUT_STAGE, 0 };
		size_t left = ZSTD_compressStream2(codec->zstd, &dst, &src, last ? ZSTD_e_end : ZSTD_e_continue);

		if (ZSTD_isError(left))
			return syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "cannot compress: %s",
					ZSTD_getErrorName(left));
		if (src.pos) /* the last call has no bytes */
			*in = (struct syb_bytes){ in->ptr + src.pos, in->len - src.pos };
		*out_made = dst.pos;
		*out_more = last ? left != 0 : in->len != 0;
		return 0;
	}

	int r;

	codec->zlib.next_in = (uint8_t *)(uintptr_t)in->ptr;
	codec->zlib.avail_in = (unsigned)in->len; /* at most IN_STEP */
	codec->zlib.next_out = codec->stage;
	codec->zlib.avail_out = OUT_STAGE;
	r = deflate(&codec->zlib, last ? Z_FINISH : Z_NO_FLUSH);
	*in = (struct syb_bytes){ codec->zlib.next_in, codec->zlib.avail_in };
	*out_made = OUT_STAGE - codec->zlib.avail_out;
	*out_more = last ? r != Z_STREAM_END : in->len != 0;
	return 0;
}

static int run(struct syb_ctx *ctx, struct codec *codec, struct syb_bytes in, bool last)
{
	bool more = true;

	while (more) {
		size_t made = 0;

		TRY(ctx_cancelled(ctx));
		TRY(deflate_step(ctx, codec, &in, last, &made, &more));
		TRY(syb_out_write(ctx, codec->out, (struct syb_bytes){ codec->stage, made }));
	}
	return 0;
}

int codec_write(struct syb_ctx *ctx, struct codec *codec, struct syb_bytes bytes)
{
	while (bytes.len) {
		size_t step = bytes.len < IN_STEP ? bytes.len : IN_STEP;

		TRY(run(ctx, codec, (struct syb_bytes){ bytes.ptr, step }, false));
		bytes = (struct syb_bytes){ bytes.ptr + step, bytes.len - step };
		codec->done += step;
		ctx_progress(ctx, "compress", codec->done, codec->total);
	}
	return 0;
}

int codec_finish(struct syb_ctx *ctx, struct codec *codec)
{
	if (codec->done != codec->total)
		return syb_fail(ctx, SYB_E_INTERNAL, SYB_NO_OFFSET, "internal",
				"%" PRIu64 " bytes compressed, %" PRIu64 " announced", codec->done, codec->total);
	return run(ctx, codec, (struct syb_bytes){ codec->stage, 0 }, true);
}
