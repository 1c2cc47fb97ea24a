/* tests/lib/hostile.h — files made to be expensive, and what they may cost. */
#ifndef TESTS_HOSTILE_H
#define TESTS_HOSTILE_H

#include "package.h"
#include "tap.h"

#include "base/buf.h"

DEFINE_CLEANUP(struct syb_record *, syb_record_free);

/* Memory that a piece of work holds at its peak. */
struct meter {
	size_t now, peak;
};

static void *metered(void *user, void *old, size_t size)
{
	enum { HEAD = 16 };
	struct meter *m = user;
	char *block = old ? (char *)old - HEAD : NULL;
	size_t before = 0;

	if (block)
		memcpy(&before, block, sizeof(before));
	m->now -= before;
	if (size == 0) {
		free(block);
		return NULL;
	}
	block = realloc(block, size + HEAD);
	if (!block)
		return NULL;
	memcpy(block, &size, sizeof(size));
	m->now += size;
	if (m->now > m->peak)
		m->peak = m->now;
	return block + HEAD;
}

/* Show and check the file: same code from both, the check reported first, memory within 64 times the file and a MB. */
static inline void judge(const char *what, struct buf *file, int code, const char *check)
{
	struct meter meter = { 0 };
	const struct syb_show_opts show = { .size = sizeof(show), .hash = true, .deep = true };
	const struct syb_ctx_opts opts = { .size = sizeof(opts), .alloc = metered, .alloc_user = &meter };
	struct syb_record *record = NULL;
	struct syb_ctx *ctx;
	const char *found = "";
	int r;

	if (syb_ctx_new(&opts, &ctx) < 0)
		abort();
	r = syb_show(ctx, buf_bytes(file), &show, &record);
	for (size_t i = syb_ctx_diag_count(ctx); i-- > 0;)
		if (syb_ctx_diag_at(ctx, i)->severity == SYB_SEVERITY_ERROR)
			found = syb_ctx_diag_at(ctx, i)->check;
	if (!ok(r == -code && str_eq(found, check), "%s", what))
		printf("# %d, %s\n", r, found);
	syb_record_free(record);
	if (code)
		ok(syb_check(ctx, buf_bytes(file), NULL) == -code, "%s: check says so too", what);
	if (!ok(meter.peak < 64 * file->len + (1 << 20), "%s: memory in proportion", what))
		printf("# %zu bytes for a file of %zu\n", meter.peak, file->len);
	syb_ctx_free(ctx);
	buf_free(file);
}

static inline void add_section(struct syb_ctx *ctx, struct buf *b, uint32_t type, uint64_t at, uint64_t size)
{
	buf_u32(ctx, b, 1);
	buf_u32(ctx, b, type);
	buf_u64(ctx, b, 2); /* SHF_ALLOC */
	buf_u64(ctx, b, 0);
	buf_u64(ctx, b, at);
	buf_u64(ctx, b, size);
	buf_fill(ctx, b, 0, 4);
	buf_u32(ctx, b, 1); /* what relocations change */
	buf_fill(ctx, b, 0, 16);
}

/* An ELF file of x86-64; program headers follow its header. */
static inline void add_elf(struct syb_ctx *ctx, struct buf *b, uint16_t type, uint64_t programs, uint64_t sections_at,
			   uint64_t sections)
{
	static const uint8_t ident[16] = { 0x7f, 'E', 'L', 'F', 2, 1, 1 };

	buf_add(ctx, b, ident, sizeof(ident));
	buf_u16(ctx, b, type);
	buf_u16(ctx, b, 62);
	buf_u32(ctx, b, 1);
	buf_u64(ctx, b, 0);
	buf_u64(ctx, b, 64);
	buf_u64(ctx, b, sections_at);
	buf_u32(ctx, b, 0);
	buf_u16(ctx, b, 64);
	buf_u16(ctx, b, 56);
	buf_u16(ctx, b, (uint16_t)programs);
	buf_u16(ctx, b, 64);
	buf_u16(ctx, b, (uint16_t)sections);
	buf_u16(ctx, b, 1);
}

#endif
