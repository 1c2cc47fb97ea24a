/* base/span.c — the only way to narrow a window on untrusted bytes. */
#include "span.h"

#include <inttypes.h>

int span_sub_as(struct syb_ctx *ctx, struct span s, uint64_t off, uint64_t len, const char *check, const char *what,
		struct span *out)
{
	if (off > s.len || len > s.len - off)
		return syb_fail(ctx, SYB_E_FORMAT, s.at, check,
				"%s: %" PRIu64 " bytes at %" PRIu64 " do not fit in %zu", what, len, off, s.len);

	*out = span_skip(s, (size_t)off);
	out->len = (size_t)len;
	return 0;
}

int span_sub(struct syb_ctx *ctx, struct span s, uint64_t off, uint64_t len, const char *what, struct span *out)
{
	return span_sub_as(ctx, s, off, len, "range", what, out);
}

int span_cstr(struct syb_ctx *ctx, struct span s, uint64_t off, const char *check, const char *what, struct span *out)
{
	const uint8_t *end;

	if (off > s.len)
		return syb_fail(ctx, SYB_E_FORMAT, s.at, check, "%s: offset %" PRIu64 " is beyond the end, %zu", what,
				off, s.len);
	end = off < s.len ? memchr(s.ptr + off, 0, s.len - off) : NULL;
	if (!end)
		return syb_fail(ctx, SYB_E_FORMAT, s.at + off, check, "%s: the string does not end", what);
	*out = (struct span){ s.ptr + off, (size_t)(end - (s.ptr + off)), s.at + off };
	return 0;
}

enum { CLAIMS_FREE = 64 * 1024, CLAIMS_FACTOR = 16 };

struct claims claims_of(uint64_t bytes)
{
	struct claims claims = { 0, UINT64_MAX };

	if (bytes < UINT64_MAX / CLAIMS_FACTOR - CLAIMS_FREE)
		claims.most = CLAIMS_FREE + CLAIMS_FACTOR * bytes;
	return claims;
}

int claim_bytes(struct syb_ctx *ctx, struct claims *claims, uint64_t at, uint64_t bytes, const char *what)
{
	if (bytes > claims->most - claims->used)
		return syb_fail(ctx, SYB_E_LIMIT, at, "limit", "too many %s overlap", what);
	claims->used += bytes;
	return 0;
}
