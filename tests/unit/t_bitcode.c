/* LLVM bitcode with embedded offload binaries; the files were made by clang (tests/golden/offload). */
#include "format/bitcode.h"
#include "lib/offload.h"
#include "lib/torture.h"

static int read_at(struct syb_ctx *ctx, struct syb_bytes bytes, struct bitcode_info *info)
{
	uint64_t budget = 1 << 20;

	return bitcode_read(ctx, span_of(bytes, 0), &budget, info);
}

static void read_golden(struct syb_ctx *ctx, const char *name, const char *triple)
{
	struct syb_file *file = golden(ctx, name), *want = golden(ctx, "offload/packager");
	struct bitcode_info info = { 0 };

	if (!ok(file && want && read_at(ctx, syb_file_bytes(file), &info) == 0, "%s", name))
		return;
	is_str(info.producer, "LLVM15.0.6");
	is_str(info.triple, triple);
	if (is_int(info.object_count, 1))
		ok(info.objects[0].bytes.len == syb_file_bytes(want).len &&
			   memcmp(info.objects[0].bytes.ptr, syb_file_bytes(want).ptr, syb_file_bytes(want).len) == 0,
		   "the embedded binary, bit by bit");
	is_int(syb_ctx_diag_count(ctx), 0);
	bitcode_info_free(&info);
	syb_file_close(file);
	syb_file_close(want);
}

static int read_copy(struct syb_ctx *ctx, const uint8_t *ptr, size_t len)
{
	struct bitcode_info info = { 0 };
	uint8_t *copy = malloc(len ? len : 1);
	int r;

	if (len)
		memcpy(copy, ptr, len);
	r = read_at(ctx, (struct syb_bytes){ copy, len }, &info);
	bitcode_info_free(&info);
	free(copy);
	syb_ctx_diag_clear(ctx);
	return r;
}

static void damage(struct syb_ctx *ctx, const char *name)
{
	struct syb_file *file = golden(ctx, name);
	struct syb_bytes bytes;
	uint8_t *copy;
	size_t odd = 0;

	if (!file)
		return;
	bytes = syb_file_bytes(file);
	copy = malloc(bytes.len);
	memcpy(copy, bytes.ptr, bytes.len);
	for (size_t n = 0; n < bytes.len; n++) {
		int r = read_copy(ctx, bytes.ptr, n);

		odd += r != 0 && r != -SYB_E_FORMAT && r != -SYB_E_LIMIT;
	}
	for (size_t bit = 0; bit < bytes.len * 8; bit++) {
		int r;

		copy[bit / 8] ^= (uint8_t)(1u << bit % 8);
		r = read_copy(ctx, copy, bytes.len);
		odd += r != 0 && r != -SYB_E_FORMAT && r != -SYB_E_LIMIT;
		copy[bit / 8] = bytes.ptr[bit / 8];
	}
	ok(odd == 0, "%s cut at every byte and damaged at every bit", name);
	free(copy);
	syb_file_close(file);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	struct bitcode_info info = { 0 };
	int r = read_at(ctx, *(struct syb_bytes *)arg, &info);

	bitcode_info_free(&info);
	return r;
}

static void limits(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	struct bitcode_info info = { 0 };
	uint64_t budget = 100;

	is_int(bitcode_read(ctx, span_of(bytes, 0), &budget, &info), -SYB_E_LIMIT);
	bitcode_info_free(&info);
	syb_ctx_diag_clear(ctx);
	is_int(read_at(ctx, (struct syb_bytes){ (const uint8_t *)"BC\xc0\xdf", 4 }, &info), -SYB_E_FORMAT);
	is_str(first_check(ctx), "bitcode-magic");
	syb_ctx_diag_clear(ctx);
	is_int(read_at(ctx, (struct syb_bytes){ (const uint8_t *)"\xde\xc0\x17\x0b", 4 }, &info), -SYB_E_FORMAT);
	is_str(first_check(ctx), "bitcode-wrapper");
	syb_ctx_diag_clear(ctx);
	is_int(read_at(ctx, (struct syb_bytes){ (const uint8_t *)"BC\xc0\xde", 4 }, &info), 0);
	ok(!info.producer && !info.triple && info.object_count == 0, "an empty stream");
	bitcode_info_free(&info);
}

int main(void)
{
	struct syb_ctx *ctx = new_ctx();
	struct syb_file *file = golden(ctx, "offload/fat-bitcode");
	struct syb_bytes bytes = file ? syb_file_bytes(file) : (struct syb_bytes){ 0 };

	read_golden(ctx, "offload/fat-bitcode", "x86_64-pc-linux-gnu");
	read_golden(ctx, "offload/fat-bitcode-wrapped", "x86_64-apple-macosx10.4.0");
	limits(ctx, bytes);
	damage(ctx, "offload/fat-bitcode");
	torture(work, &bytes);
	syb_file_close(file);
	syb_ctx_free(ctx);
	return tap_done();
}
