/* base/codec.h — zstd and zlib streams: inflate to memory within limits, compress to an output in constant memory. */
#ifndef BASE_CODEC_H
#define BASE_CODEC_H

#include "buf.h"
#include "span.h"
#include <sybil/offload.h>

#define CODEC_SIZE_UNKNOWN UINT64_MAX

/* Inflate the one stream at the start of `in` and append it to `out`. `expected` is the exact size of the result;
 * another size fails with check "compressed-size", damaged data with "compressed-data". `budget` is the number of
 * bytes that one outermost file may still inflate to (ctx->inflate_left) and is reduced by the result's size;
 * exceeding it fails with check "limit" and sets it to 0. out_used: length of the stream, so that the caller can
 * check the bytes after it. zlib also accepts gzip's framing. */
int codec_inflate(struct syb_ctx *ctx, enum syb_compress method, struct span in, uint64_t expected, uint64_t *budget,
		  struct buf *out, size_t *out_used);
/* A whole file: streams that follow each other up to the end; zero bytes may follow the last one. */
int codec_inflate_file(struct syb_ctx *ctx, enum syb_compress method, struct span in, uint64_t *budget,
		       struct buf *out);
/* The first `most` bytes of the first stream, or all if it has fewer, replace the contents of out: enough to
 * recognise the content. Uses no budget. true when there are `most` bytes. Damage is not reported. */
bool codec_peek(struct syb_ctx *ctx, enum syb_compress method, struct span in, size_t most, struct buf *out);

/* The size that the header of a zstd stream states for its content; CODEC_SIZE_UNKNOWN: none, or it is damaged. */
uint64_t codec_stated_size(struct syb_bytes zstd);

/* Compress `total` bytes, given in any number of pieces, into out. level 0 = the method's default. Equal bytes give
 * equal output, however they are divided. Fails: ARG (level), NOMEM, IO, CANCELLED. */
struct codec;
int codec_new(struct syb_ctx *ctx, enum syb_compress method, int level, uint64_t total, struct syb_out *out,
	      struct codec **out_codec);
int codec_write(struct syb_ctx *ctx, struct codec *codec, struct syb_bytes bytes);
int codec_finish(struct syb_ctx *ctx, struct codec *codec);
void codec_free(struct codec *codec);

DEFINE_CLEANUP(struct codec *, codec_free);

#endif
