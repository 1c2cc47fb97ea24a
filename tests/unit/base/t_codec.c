/* zstd and zlib: round trips, exact sizes, limits, damage. */
#include "base/codec.h"
#include "base/file.h"
#include "lib/package.h"
#include "lib/torture.h"

static const enum syb_compress methods[] = { SYB_COMPRESS_ZSTD, SYB_COMPRESS_ZLIB };

/* Bytes that compress somewhat. */
static uint8_t *content(size_t size)
{
	uint8_t *p = malloc(size ? size : 1);
	uint32_t x = 1;

	for (size_t i = 0; i < size; i++) {
		x = x * 1664525 + 1013904223;
		p[i] = (uint8_t)(i % 64 < 40 ? i / 64 : x >> 24);
	}
	return p;
}

static int compress(struct syb_ctx *ctx, enum syb_compress method, int level, struct syb_bytes bytes, size_t step,
		    struct buf *out)
{
	_cleanup_(syb_out_close_p) struct syb_out *to = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(codec_free_p) struct codec *codec = NULL;
	int r = out_scratch(ctx, &to);

	if (r == 0)
		r = codec_new(ctx, method, level, bytes.len, to, &codec);
	for (size_t i = 0; i < bytes.len && r == 0; i += step)
		r = codec_write(ctx, codec,
				(struct syb_bytes){ bytes.ptr + i, bytes.len - i < step ? bytes.len - i : step });
	if (r == 0)
		r = codec_finish(ctx, codec);
	if (r == 0)
		r = out_scratch_file(ctx, to, &file);
	return r < 0 ? r : buf_add(ctx, out, syb_file_bytes(file).ptr, syb_file_bytes(file).len);
}

static int inflate_to(struct syb_ctx *ctx, enum syb_compress method, struct syb_bytes in, uint64_t expected,
		      struct buf *out, size_t *used)
{
	uint64_t budget = ctx_inflate_most(ctx, in.len);

	return codec_inflate(ctx, method, span_of(in, 100), expected, &budget, out, used);
}

static void round_trips(struct syb_ctx *ctx)
{
	static const size_t sizes[] = { 0, 1, 100, 65536, 65537, 3000000 };

	for (size_t m = 0; m < ARRAY_SIZE(methods); m++)
		for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
			_cleanup_(buf_free) struct buf packed = { 0 }, again = { 0 }, back = { 0 };
			uint8_t *data = content(sizes[i]);
			struct syb_bytes bytes = { data, sizes[i] };
			size_t used = 0;

			ok(compress(ctx, methods[m], 0, bytes, sizes[i] ? sizes[i] : 1, &packed) == 0);
			ok(compress(ctx, methods[m], 0, bytes, sizes[i] / 7 + 1, &again) == 0);
			ok(packed.len == again.len && memcmp(packed.ptr, again.ptr, packed.len) == 0,
			   "%s: %zu bytes in pieces give the same", syb_compress_name(methods[m]), sizes[i]);
			is_int(inflate_to(ctx, methods[m], buf_bytes(&packed), sizes[i], &back, &used), 0);
			is_int(used, packed.len);
			ok(back.len == sizes[i] && (!back.len || memcmp(back.ptr, data, back.len) == 0));
			free(data);
		}
}

static void wrong_sizes(struct syb_ctx *ctx)
{
	uint8_t *data = content(200000);

	for (size_t m = 0; m < ARRAY_SIZE(methods); m++) {
		static const uint64_t wrong[] = { 0, 1, 199999, 200001, 1000000 };
		_cleanup_(buf_free) struct buf packed = { 0 };
		size_t used;

		ok(compress(ctx, methods[m], 0, (struct syb_bytes){ data, 200000 }, 200000, &packed) == 0);
		for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
			_cleanup_(buf_free) struct buf back = { 0 };

			syb_ctx_diag_clear(ctx);
			is_int(inflate_to(ctx, methods[m], buf_bytes(&packed), wrong[i], &back, &used), -SYB_E_FORMAT);
			is_str(first_check(ctx), "compressed-size");
		}
	}
	free(data);
}

static void damage(struct syb_ctx *ctx)
{
	uint8_t *data = content(3000);

	for (size_t m = 0; m < ARRAY_SIZE(methods); m++) {
		_cleanup_(buf_free) struct buf packed = { 0 };
		size_t used, accepted = 0, other = 0;

		ok(compress(ctx, methods[m], 0, (struct syb_bytes){ data, 3000 }, 3000, &packed) == 0);
		for (size_t cut = 0; cut < packed.len; cut++) {
			_cleanup_(buf_free) struct buf back = { 0 };
			int r = inflate_to(ctx, methods[m], (struct syb_bytes){ packed.ptr, cut }, 3000, &back, &used);

			accepted += r == 0;
			other += r != 0 && r != -SYB_E_FORMAT;
		}
		is_int(accepted, 0);
		is_int(other, 0);
		syb_ctx_diag_clear(ctx);
	}
	free(data);
}

static void whole_files(struct syb_ctx *ctx)
{
	uint8_t *data = content(5000);

	for (size_t m = 0; m < ARRAY_SIZE(methods); m++) {
		_cleanup_(buf_free) struct buf packed = { 0 }, back = { 0 };
		uint64_t budget = 20000;

		ok(compress(ctx, methods[m], 0, (struct syb_bytes){ data, 5000 }, 5000, &packed) == 0);
		ok(compress(ctx, methods[m], 0, (struct syb_bytes){ data, 5000 }, 5000, &packed) == 0);
		ok(codec_stated_size(buf_bytes(&packed)) ==
		   (methods[m] == SYB_COMPRESS_ZSTD ? 5000 : CODEC_SIZE_UNKNOWN));
		ok(buf_fill(ctx, &packed, 0, 5) == 0);
		is_int(codec_inflate_file(ctx, methods[m], span_of(buf_bytes(&packed), 0), &budget, &back), 0);
		is_int(back.len, 10000);
		is_int(budget, 10000);

		syb_ctx_diag_clear(ctx);
		back.len = 0;
		ok(buf_text(ctx, &packed, "tail") == 0);
		is_int(codec_inflate_file(ctx, methods[m], span_of(buf_bytes(&packed), 0), &budget, &back),
		       -SYB_E_FORMAT);
		is_str(first_check(ctx), "compressed-data");
	}
	free(data);
}

/* A small file that inflates to much more than allowed. */
static void bombs(void)
{
	const struct syb_limits limits = { .size = sizeof(limits), .max_inflated = 1 << 20 };
	const struct syb_ctx_opts opts = { .size = sizeof(opts), .limits = &limits };
	struct syb_ctx *ctx = NULL;
	uint8_t *zeros = calloc(1, 8 << 20);

	if (syb_ctx_new(&opts, &ctx) < 0)
		abort();
	for (size_t m = 0; m < ARRAY_SIZE(methods); m++) {
		_cleanup_(buf_free) struct buf packed = { 0 }, back = { 0 };
		size_t used;

		ok(compress(ctx, methods[m], 0, (struct syb_bytes){ zeros, 8 << 20 }, 8 << 20, &packed) == 0);
		is_int(inflate_to(ctx, methods[m], buf_bytes(&packed), 8 << 20, &back, &used), -SYB_E_LIMIT);
		is_int(inflate_to(ctx, methods[m], buf_bytes(&packed), CODEC_SIZE_UNKNOWN, &back, &used), -SYB_E_LIMIT);
		ok(back.room <= 4 << 20, "no more memory than the limit asks for");
	}
	syb_ctx_free(ctx);
	free(zeros);
}

static void arguments(struct syb_ctx *ctx)
{
	_cleanup_(buf_free) struct buf out = { 0 };

	is_int(compress(ctx, SYB_COMPRESS_ZLIB, 10, (struct syb_bytes){ 0 }, 1, &out), -SYB_E_ARG);
	is_int(compress(ctx, SYB_COMPRESS_ZSTD, 100, (struct syb_bytes){ 0 }, 1, &out), -SYB_E_ARG);
	is_int(compress(ctx, SYB_COMPRESS_NONE, 0, (struct syb_bytes){ 0 }, 1, &out), -SYB_E_ARG);
	is_int(compress(ctx, SYB_COMPRESS_ZSTD, 19, str_bytes("hello"), 1, &out), 0);
}

static void cancelled(void)
{
	const volatile int cancel = 1;
	const struct syb_ctx_opts opts = { .size = sizeof(opts), .cancel = &cancel };
	_cleanup_(buf_free) struct buf out = { 0 };
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(&opts, &ctx) < 0)
		abort();
	is_int(compress(ctx, SYB_COMPRESS_ZSTD, 0, str_bytes("hello"), 5, &out), -SYB_E_CANCELLED);
	syb_ctx_free(ctx);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	_cleanup_(buf_free) struct buf packed = { 0 }, back = { 0 };
	size_t used;
	int r;

	(void)arg;
	r = compress(ctx, SYB_COMPRESS_ZLIB, 0, str_bytes("hello, hello, hello"), 5, &packed);
	return r < 0 ? r : inflate_to(ctx, SYB_COMPRESS_ZLIB, buf_bytes(&packed), 19, &back, &used);
}

int main(void)
{
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	round_trips(ctx);
	wrong_sizes(ctx);
	damage(ctx);
	whole_files(ctx);
	arguments(ctx);
	syb_ctx_free(ctx);
	bombs();
	cancelled();
	torture(work, NULL);
	return tap_done();
}
