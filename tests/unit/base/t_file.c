/* base/file.c: streams, whose pages are released behind the reader */
#include "base/file.h"
#include "lib/ctx.h"
#include "lib/tap.h"

#include <string.h>
#include <unistd.h>

enum { MIB = 1 << 20, SIZE = 24 * MIB + 12345 };

static size_t resident(void)
{
	unsigned long all, own, shared = 0;
	FILE *f = fopen("/proc/self/statm", "r");

	if (!f || fscanf(f, "%lu %lu %lu", &all, &own, &shared) != 3)
		abort();
	fclose(f);
	return shared * (size_t)sysconf(_SC_PAGESIZE);
}

/* The sum of the bytes of a window, which is read past when `past` is set. */
static uint64_t sum(struct syb_ctx *ctx, struct syb_bytes all, size_t at, size_t len, bool past)
{
	uint64_t total = 0;

	for (size_t i = at; i < at + len; i++)
		total += all.ptr[i];
	if (past)
		file_read_past(ctx, (struct syb_bytes){ all.ptr + at, len });
	return total;
}

static void make_file(const char *path)
{
	static uint8_t block[65536];
	FILE *f = fopen(path, "w");

	for (size_t i = 0; i < sizeof(block); i++)
		block[i] = (uint8_t)(i * 7 + (i >> 8));
	for (size_t left = SIZE, n; f && left; left -= n) {
		n = left < sizeof(block) ? left : sizeof(block);
		if (fwrite(block, 1, n, f) != n)
			abort();
	}
	if (!f || fclose(f))
		abort();
}

/* Read in small windows: as a stream, and not as one. */
static void test_stream(struct syb_ctx *ctx, struct syb_bytes all, bool stream)
{
	const size_t before = resident(), step = 100 * 1000;
	uint64_t whole = 0, parts = 0;
	size_t most = 0, after;

	for (size_t at = 0; at < all.len; at += step) {
		parts += sum(ctx, all, at, all.len - at < step ? all.len - at : step, true);
		most = resident() > most ? resident() : most;
	}
	if (stream)
		ok(most < before + 6 * MIB, "%zu KiB of %d are resident", (most - before) >> 10, SIZE >> 10);
	else
		ok(most >= before + SIZE - MIB, "the file is resident");
	after = resident();
	whole = sum(ctx, all, 0, all.len, false);
	ok(parts == whole, "the bytes come back");
	ok(!stream || resident() > after + 10 * MIB, "and so do the pages");
}

/* The bytes of memory of the process are not touched. */
static void test_memory(struct syb_ctx *ctx)
{
	char *text = mem_alloc(ctx, 8 * MIB);

	if (!text)
		abort();
	memset(text, 'x', 8 * MIB);
	file_read_past(ctx, (struct syb_bytes){ (const uint8_t *)text, 8 * MIB });
	ok(text[0] == 'x' && text[4 * MIB] == 'x' && text[8 * MIB - 1] == 'x', "memory is left alone");
	allocator_free(allocator_of(ctx), text);
}

int main(void)
{
	struct syb_file *one = NULL, *other = NULL;
	struct syb_ctx *ctx = test_ctx();
	char folder[] = "/tmp/sybil-t_file.XXXXXX", path[64];

	if (!mkdtemp(folder))
		abort();
	snprintf(path, sizeof(path), "%s/file", folder);
	make_file(path);
	if (syb_file_open(ctx, path, &one) < 0 || syb_file_open(ctx, path, &other) < 0)
		abort();
	test_stream(ctx, syb_file_bytes(one), false);
	syb_file_close(one);
	syb_file_stream(ctx, other);
	syb_file_stream(ctx, other); /* a second time has no effect */
	if (syb_file_open(ctx, path, &one) < 0)
		abort();
	syb_file_stream(ctx, one);
	test_stream(ctx, syb_file_bytes(other), true);
	test_memory(ctx);
	syb_file_close(other); /* the first stream of two */
	test_stream(ctx, syb_file_bytes(one), true);
	syb_file_close(one);
	ok(!ctx->streams, "closing a file ends its stream");
	unlink(path);
	rmdir(folder);
	syb_ctx_free(ctx);
	return tap_done();
}
