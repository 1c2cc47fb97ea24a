/* base/codec.h — zstd and zlib streams: inflate to memory within limits, compress to an output in constant memory. */
#ifndef BASE_CODEC_H
#define BASE_CODEC_H

#include "buf.h"
#include "span.h"
#include <sybil/offload.h>

#define CODEC_SIZE_UNKNOWN UINT64_MAX

/* What a compressed file of that many bytes may grow to: ctx->limits.max_inflated, and no more than 1 GiB and a
 * thousand times its size, which device code never needs and a bomb does. */
uint64_t codec_budget(const struct syb_ctx *ctx, uint64_t bytes);

/* Inflate the one stream at the start of `in` and append it to `out`. `expected` is the exact size of the result;
 * what differs fails with check "compressed-size", damaged data with "compressed-data". `budget` is what may still be
 * inflated on behalf of one outermost file (begin with codec_budget) and is lowered by the result's size.
 * out_used: length of the stream, so that the caller can judge what follows it. zlib takes gzip's framing too. */
int codec_inflate(struct syb_ctx *ctx, enum syb_compress method, struct span in, uint64_t expected, uint64_t *budget,
		  struct buf *out, size_t *out_used);
/* A whole file: streams that follow each other up to the end; zero bytes may follow the last one. */
int codec_inflate_file(struct syb_ctx *ctx, enum syb_compress method, struct span in, uint64_t *budget,
		       struct buf *out);

/* Compress `total` bytes, given in any number of pieces, into out. level 0 = the method's default. Equal bytes give
 * equal output however they are cut. Fails: ARG (level), NOMEM, IO, CANCELLED. */
struct codec;
int codec_new(struct syb_ctx *ctx, enum syb_compress method, int level, uint64_t total, struct syb_out *out,
	      struct codec **out_codec);
int codec_write(struct syb_ctx *ctx, struct codec *codec, struct syb_bytes bytes);
int codec_finish(struct syb_ctx *ctx, struct codec *codec);
void codec_free(struct codec *codec);

DEFINE_CLEANUP(struct codec *, codec_free);

#endif
