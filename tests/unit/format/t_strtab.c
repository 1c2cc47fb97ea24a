/* String tables: order, shared suffixes, offsets. */
#include "format/offload/strtab.h"
#include "lib/package.h"
#include "lib/torture.h"

static bool build(struct syb_ctx *ctx, const char *const *strings, size_t count, struct buf *out, size_t *offsets)
{
	struct strtab tab = { 0 };
	size_t ids[16];
	int r = 0;

	for (size_t i = 0; i < count && r == 0; i++)
		r = strtab_add(ctx, &tab, strings[i], strlen(strings[i]), &ids[i]);
	if (r == 0)
		r = strtab_finish(ctx, &tab, out);
	for (size_t i = 0; i < count && r == 0; i++)
		offsets[i] = strtab_offset(&tab, ids[i]);
	strtab_free(&tab);
	return r == 0;
}

static void check(const char *const *strings, size_t count, const char *want, size_t want_len)
{
	struct syb_ctx *ctx = NULL;
	struct buf out = { 0 };
	size_t offsets[16];

	if (syb_ctx_new(NULL, &ctx) < 0)
		abort();
	ok(build(ctx, strings, count, &out, offsets));
	ok(out.len == want_len && memcmp(out.ptr, want, want_len) == 0, "bytes of the table");
	for (size_t i = 0; i < count; i++)
		is_str((char *)out.ptr + offsets[i], strings[i]);
	buf_free(&out);
	syb_ctx_free(ctx);
}

#define CHECK(want, ...)                                                                                              \
	check((const char *const[]){ __VA_ARGS__ }, sizeof((const char *[]){ __VA_ARGS__ }) / sizeof(char *), (want), \
	      sizeof(want))

static int work(struct syb_ctx *ctx, void *arg)
{
	static const char *const strings[] = { "arch", "", "gfx90a", "triple", "riple", "e", "x86_64", "arch" };
	_cleanup_(buf_free) struct buf out = { 0 };
	size_t offsets[16];

	(void)arg;
	return build(ctx, strings, ARRAY_SIZE(strings), &out, offsets) ? 0 : -SYB_E_NOMEM;
}

/* Many strings that end alike: sorting must not compare all with all. */
static void many(void)
{
	static char text[20000][64];
	struct syb_ctx *ctx = NULL;
	struct strtab tab = { 0 };
	struct buf out = { 0 };
	size_t id, wrong = 0;

	if (syb_ctx_new(NULL, &ctx) < 0)
		abort();
	for (size_t i = 0; i < ARRAY_SIZE(text); i++) {
		snprintf(text[i], sizeof(text[i]), "%zu-%040d", i * 7919 % ARRAY_SIZE(text), 0);
		if (strtab_add(ctx, &tab, text[i], strlen(text[i]), &id) < 0)
			wrong++;
	}
	ok(strtab_finish(ctx, &tab, &out) == 0);
	for (size_t i = 0; i < ARRAY_SIZE(text); i++)
		wrong += strcmp((char *)out.ptr + strtab_offset(&tab, i), text[i]) != 0;
	is_int(wrong, 0);
	strtab_free(&tab);
	buf_free(&out);
	syb_ctx_free(ctx);
}

int main(void)
{
	/* sizeof(want) counts the NUL that ends the last string */
	CHECK("\0x86_64-linux\0arch\0triple\0gfx90a", "arch", "gfx90a", "triple", "x86_64-linux");
	CHECK("\0y\0x\0arch\0triple", "triple", "arch", "arch", "riple", "x", "triple", "y", "e");
	CHECK("\0t\0arch\0triple", "arch", "", "triple", "t");
	CHECK("", "");
	CHECK("\0b\0a", "a", "b", "a");
	many();
	torture(work, NULL);
	return tap_done();
}
