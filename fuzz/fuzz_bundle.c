/* fuzz/fuzz_bundle.c — bundles: inflate, walk the entries, write them as a binary bundle, read that again. */
#include "fuzz.h"

#include "format/bundle/bundle.h"

enum { HEADER = BUNDLE_MAGIC_SIZE + 8, ENTRY = 24 };

struct copy {
	struct syb_ctx *ctx;
	struct buf table, bytes;
	uint64_t count;
};

static void drop(struct copy *c)
{
	buf_free(&c->table);
	buf_free(&c->bytes);
}

static int add(void *user, const struct bundle_entry *entry)
{
	struct copy *c = user;
	struct bundle_id id;
	char name[64];

	claim(entry->id.len && !memchr(entry->id.ptr, 0, entry->id.len));
	fuzz_touch(span_bytes(entry->bytes));
	snprintf(name, sizeof(name), "%.*s", (int)entry->id.len, (const char *)entry->id.ptr);
	if (bundle_id(name, &id))
		claim(id.kind.len + id.triple.len + id.arch.len < sizeof(name));
	if (buf_u64(c->ctx, &c->table, c->bytes.len) < 0 || buf_u64(c->ctx, &c->table, entry->bytes.len) < 0 ||
	    buf_u64(c->ctx, &c->table, entry->id.len) < 0 ||
	    buf_add(c->ctx, &c->table, entry->id.ptr, entry->id.len) < 0)
		return -SYB_E_NOMEM;
	c->count++;
	return buf_add(c->ctx, &c->bytes, entry->bytes.ptr, entry->bytes.len);
}

/* The entries as they were read, in a bundle of the binary form. Offsets in the table count from the first bytes. */
static void again(struct syb_ctx *ctx, const struct copy *c)
{
	_cleanup_(buf_free) struct buf file = { 0 };
	_cleanup_(drop) struct copy second = { .ctx = ctx };
	uint64_t size;

	claim(buf_text(ctx, &file, BUNDLE_MAGIC) == 0 && buf_u64(ctx, &file, c->count) == 0 &&
	      buf_add(ctx, &file, c->table.ptr, c->table.len) == 0);
	for (uint64_t i = 0, at = HEADER; i < c->count; i++) {
		uint64_t offset = span_u64((struct span){ file.ptr, file.len, 0 }, at) + HEADER + c->table.len;

		for (size_t k = 0; k < 8; k++)
			file.ptr[at + k] = (uint8_t)(offset >> 8 * k);
		at += ENTRY + span_u64((struct span){ file.ptr, file.len, 0 }, at + 16);
	}
	claim(buf_add(ctx, &file, c->bytes.ptr, c->bytes.len) == 0);
	claim(bundle_each(ctx, span_of(buf_bytes(&file), 0), add, &second, &size) == 0);
	claim(size == file.len && second.count == c->count);
	claim(fuzz_same(buf_bytes(&second.table), buf_bytes(&c->table)));
	claim(fuzz_same(buf_bytes(&second.bytes), buf_bytes(&c->bytes)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(buf_free) struct buf inflated = { 0 };
	_cleanup_(drop) struct copy copy = { .ctx = ctx };
	struct span bytes = span_of(fuzz_bytes(data, size), 0);
	struct span first, rest;
	uint64_t budget = 1 << 20;
	enum syb_compress method;

	if (bundle_first(ctx, bytes, budget, &first, &rest) == 0)
		claim(first.len + rest.len <= size);
	if (bundle_is_compressed(bytes)) {
		if (bundle_inflate(ctx, bytes, &budget, &inflated, &method) < 0) {
			claim(syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
			return 0;
		}
		bytes = span_of(buf_bytes(&inflated), 0);
	}
	if (bundle_each(ctx, bytes, add, &copy, NULL) < 0)
		claim(syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
	else
		again(ctx, &copy);
	return 0;
}
