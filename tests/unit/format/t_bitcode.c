/* LLVM bitcode with embedded offload binaries; the files were made by clang (tests/golden/offload). */
#include "format/bitcode/bitcode.h"
#include "lib/damage.h"
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

static int read_all(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	struct bitcode_info info = { 0 };
	int r = read_at(ctx, bytes, &info);

	bitcode_info_free(&info);
	return r;
}

static void damage(struct syb_ctx *ctx, const char *name)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = golden(ctx, name);
	struct damage d = { .ctx = ctx, .read = read_all, .limits = true };

	if (!file)
		return;
	damage_cuts(&d, syb_file_bytes(file));
	damage_each(&d, syb_file_bytes(file), NULL, 0);
	ok(d.odd == 0, "%s cut at every byte and damaged at every bit", name);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	return read_all(ctx, *(struct syb_bytes *)arg);
}

static void limits(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	struct bitcode_info info = { 0 };
	uint64_t budget = 100;

	is_int(bitcode_read(ctx, span_of(bytes, 0), &budget, &info), 0);
	ok(budget == 100, "a copy of what stands in the file costs nothing");
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

/* Modules that follow each other, as ld -r leaves them in a section. */
static void several(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	_cleanup_(buf_free) struct buf twice = { 0 };
	size_t odd = 0;

	is_int(bitcode_first(ctx, span_of(bytes, 0)), bytes.len);
	if (!ok(buf_add(ctx, &twice, bytes.ptr, bytes.len) == 0 && buf_add(ctx, &twice, bytes.ptr, bytes.len) == 0))
		return;
	is_int(bitcode_first(ctx, span_of(buf_bytes(&twice), 0)), bytes.len);
	for (size_t n = 0; n < twice.len; n++) {
		uint8_t *copy = malloc(n ? n : 1);
		size_t first;

		memcpy(copy, twice.ptr, n);
		first = bitcode_first(ctx, (struct span){ copy, n, 0 });
		odd += first != n && first != bytes.len;
		free(copy);
	}
	is_int(odd, 0);
	is_int(syb_ctx_diag_count(ctx), 0);
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_file *file = golden(ctx, "offload/fat-bitcode");
	struct syb_bytes bytes = file ? syb_file_bytes(file) : (struct syb_bytes){ 0 };

	read_golden(ctx, "offload/fat-bitcode", "x86_64-pc-linux-gnu");
	read_golden(ctx, "offload/fat-bitcode-wrapped", "x86_64-apple-macosx10.4.0");
	limits(ctx, bytes);
	several(ctx, bytes);
	damage(ctx, "offload/fat-bitcode");
	torture(work, &bytes);
	syb_file_close(file);
	syb_ctx_free(ctx);
	return tap_done();
}
