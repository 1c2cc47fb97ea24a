/* base/span.h — a window on borrowed bytes. `at` is the offset of ptr[0] in the outermost (inflated) file, so an
 * error about any sub-window has the offset that a hex editor shows. */
#ifndef BASE_SPAN_H
#define BASE_SPAN_H

#include "ctx.h"

struct span {
	const uint8_t *ptr;
	size_t len;
	uint64_t at;
};

static inline struct span span_of(struct syb_bytes bytes, uint64_t at)
{
	return (struct span){ bytes.ptr, bytes.len, at };
}

static inline struct syb_bytes span_bytes(struct span s)
{
	return (struct syb_bytes){ s.ptr, s.len };
}

/* The rest after the first n bytes; n was checked. An empty window may have no address to add to. */
static inline struct span span_skip(struct span s, size_t n)
{
	return n ? (struct span){ s.ptr + n, s.len - n, s.at + n } : s;
}

/* The only way to narrow a window; fails with check "range". */
int span_sub(struct syb_ctx *ctx, struct span s, uint64_t off, uint64_t len, const char *what, struct span *out);
/* The same under a check name of the caller's. */
int span_sub_as(struct syb_ctx *ctx, struct span s, uint64_t off, uint64_t len, const char *check, const char *what,
		struct span *out);
/* A NUL-terminated string at off; out excludes the NUL. */
int span_cstr(struct syb_ctx *ctx, struct span s, uint64_t off, const char *check, const char *what, struct span *out);

/* Windows of a file may share bytes, but only so often: a small file must not unfold into much work or memory. Begin
 * with claims_of(bytes of the file). */
struct claims {
	uint64_t used, most;
};
struct claims claims_of(uint64_t bytes);
/* Count a window of so many bytes; fails with check "limit". */
int claim_bytes(struct syb_ctx *ctx, struct claims *claims, uint64_t at, uint64_t bytes, const char *what);

/* Little-endian reads; off was checked by the caller through span_sub. */
static inline uint16_t span_u16(struct span s, size_t off)
{
	const uint8_t *p = s.ptr + off;

	return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t span_u32(struct span s, size_t off)
{
	const uint8_t *p = s.ptr + off;

	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t span_u64(struct span s, size_t off)
{
	return (uint64_t)span_u32(s, off) | (uint64_t)span_u32(s, off + 4) << 32;
}

static inline bool span_starts(struct span s, const void *magic, size_t len)
{
	return s.len >= len && memcmp(s.ptr, magic, len) == 0;
}

static inline bool span_eq(struct span s, const char *text)
{
	size_t len = strlen(text);

	return s.len == len && (len == 0 || memcmp(s.ptr, text, len) == 0);
}

#endif
