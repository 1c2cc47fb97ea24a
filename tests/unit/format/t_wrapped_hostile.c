/* Files with wrapped images that are made to be expensive. */
#include "lib/hostile.h"

static void add_program(struct syb_ctx *ctx, struct buf *b, uint32_t type, uint64_t at, uint64_t address, uint64_t size)
{
	buf_u32(ctx, b, type);
	buf_u32(ctx, b, 4);
	buf_u64(ctx, b, at);
	buf_u64(ctx, b, address);
	buf_u64(ctx, b, address);
	buf_u64(ctx, b, size);
	buf_u64(ctx, b, size);
	buf_u64(ctx, b, 1);
}

static void overlapping_segments(struct syb_ctx *ctx)
{
	enum { COUNT = 60000, SIZE = 64 + COUNT * 56 };
	struct buf b = { 0 };

	add_elf(ctx, &b, 2, COUNT, 0, 0);
	for (uint64_t i = 0; i < COUNT; i++)
		add_program(ctx, &b, 1, 0, i << 32, SIZE);
	judge("a program whose segments are all the whole file", &b, 0, "");
}

/* An address and a bitmap, over and over. */
static void repeated_relr(struct syb_ctx *ctx)
{
	enum { COUNT = 100000, DYNAMIC = 64 + 2 * 56, TABLE = DYNAMIC + 3 * 16, SIZE = TABLE + COUNT * 16 };
	struct buf b = { 0 };

	add_elf(ctx, &b, 3, 2, 0, 0);
	add_program(ctx, &b, 1, 0, 0, SIZE);
	add_program(ctx, &b, 2, DYNAMIC, DYNAMIC, 3 * 16);
	buf_u64(ctx, &b, 36);
	buf_u64(ctx, &b, TABLE);
	buf_u64(ctx, &b, 35);
	buf_u64(ctx, &b, COUNT * 16);
	buf_fill(ctx, &b, 0, 16);
	for (int i = 0; i < COUNT; i++) {
		buf_u64(ctx, &b, 0);
		buf_u64(ctx, &b, UINT64_MAX);
	}
	judge("packed relocations that repeat", &b, 0, "");
}

static void overlapping_rela(struct syb_ctx *ctx)
{
	enum { COUNT = 60000, BYTES = 2400000 };
	struct buf b = { 0 };

	add_elf(ctx, &b, 1, 0, 64 + BYTES, COUNT);
	buf_fill(ctx, &b, 0, BYTES);
	for (int i = 0; i < COUNT; i++)
		add_section(ctx, &b, i < 2 ? 1 : 4, 64, BYTES);
	judge("an object whose relocations are all the same bytes", &b, 0, "");
}

/* A program with pointers in place: descriptors that share one image, which has a long target and many entries. */
static void sharing_descriptors(struct syb_ctx *ctx, const char *what, uint64_t descriptors, uint16_t images,
				uint64_t entries, uint64_t text, int code, const char *check)
{
	enum { BASE = 1 << 20, IMAGE = 64 + 56, ENTRIES = IMAGE + 96 };
	const uint64_t at = ENTRIES + entries * 32, text_at = at + descriptors * 32, end = text_at + text + 1;
	struct buf b = { 0 };

	add_elf(ctx, &b, 2, 1, 0, 0);
	add_program(ctx, &b, 1, 0, BASE, end);
	buf_u32(ctx, &b, 2 | 4 << 16);
	buf_u32(ctx, &b, 0);
	buf_u64(ctx, &b, BASE + text_at);
	buf_fill(ctx, &b, 0, 48);
	buf_u64(ctx, &b, BASE + ENTRIES);
	buf_u64(ctx, &b, BASE + at);
	buf_fill(ctx, &b, 0, 16);
	for (uint64_t i = 0; i < entries; i++) {
		buf_u64(ctx, &b, 0);
		buf_u64(ctx, &b, BASE + text_at);
		buf_fill(ctx, &b, 0, 16);
	}
	for (uint64_t i = 0; i < descriptors; i++) {
		buf_u32(ctx, &b, 1 | (uint32_t)images << 16);
		buf_u32(ctx, &b, 0);
		buf_u64(ctx, &b, BASE + IMAGE);
		buf_fill(ctx, &b, 0, 16);
	}
	buf_fill(ctx, &b, 'x', text);
	buf_char(ctx, &b, '\0');
	judge(what, &b, code, check);
}

/* Programs in archives in images of programs. What ends each archive looks like a zebin, so its contents are shown. */
static void nested_images(struct syb_ctx *ctx)
{
	enum { LEVELS = 10000, DESCRIPTOR = 64 + 56, IMAGE = DESCRIPTOR + 32, CODE = IMAGE + 80 };
	enum { MEMBER = 60, ZEBIN = 64, AROUND = CODE + 8 + MEMBER + MEMBER + ZEBIN };
	struct buf b = { 0 };

	for (uint64_t level = LEVELS; level > 0; level--) {
		const uint64_t size = level * AROUND, base = level << 32;

		add_elf(ctx, &b, 2, 1, 0, 0);
		add_program(ctx, &b, 1, 0, base, size);
		buf_u64(ctx, &b, 1 | 1 << 16);
		buf_u64(ctx, &b, base + IMAGE);
		buf_fill(ctx, &b, 0, 16);
		buf_u64(ctx, &b, 3 | 4 << 16);
		buf_fill(ctx, &b, 0, 24);
		buf_u64(ctx, &b, base + CODE);
		buf_u64(ctx, &b, base + size);
		buf_fill(ctx, &b, 0, 32);
		buf_printf(ctx, &b, "!<arch>\n%-48s%-10zu`\n", "inner/", (size_t)(size - AROUND));
	}
	for (int level = 0; level < LEVELS; level++) {
		buf_printf(ctx, &b, "%-48s%-10d`\n", "zebin/", ZEBIN);
		add_elf(ctx, &b, 0xff12, 0, 0, 0);
		b.ptr[b.len - ZEBIN + 18] = 205; /* the machine */
	}
	judge("images inside of images", &b, 0, "");
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();

	overlapping_segments(ctx);
	repeated_relr(ctx);
	overlapping_rela(ctx);
	sharing_descriptors(ctx, "descriptors of all images there may be", 3000, UINT16_MAX, 0, 6, SYB_E_FORMAT,
			    "wrapped-descriptor");
	sharing_descriptors(ctx, "images that share a long target", 3000, 1, 0, 200000, SYB_E_LIMIT, "limit");
	sharing_descriptors(ctx, "images that share entries", 300, 1, 3000, 6, SYB_E_LIMIT, "limit");
	sharing_descriptors(ctx, "entries that share a long name", 1, 1, 3000, 200000, SYB_E_LIMIT, "limit");
	nested_images(ctx);
	syb_ctx_free(ctx);
	return tap_done();
}
