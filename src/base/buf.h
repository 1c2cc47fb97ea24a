/* base/buf.h — bytes that grow, up to a limit given at the start.
 *
 * The first failure stays in `failed`: later calls do nothing and return it. A caller that appends many pieces may
 * therefore ignore the results and return `failed` at the end. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "ctx.h"

struct buf {
	uint8_t *ptr;
	size_t len;
	size_t room;
	size_t max; /* 0 = no limit */
	int failed; /* 0, or the error of the first append that failed */
	struct allocator from;
};

int buf_text(struct syb_ctx *ctx, struct buf *buf, const char *text);
int buf_fill(struct syb_ctx *ctx, struct buf *buf, uint8_t byte, size_t count);
int buf_printf(struct syb_ctx *ctx, struct buf *buf, const char *fmt, ...) SYB_PRINTF(3, 4);
/* Little-endian numbers. */
int buf_u16(struct syb_ctx *ctx, struct buf *buf, uint16_t v);
int buf_u32(struct syb_ctx *ctx, struct buf *buf, uint32_t v);
int buf_u64(struct syb_ctx *ctx, struct buf *buf, uint64_t v);
/* Room for len more bytes at ptr + len; the caller adds the bytes it used to len. */
int buf_grow(struct syb_ctx *ctx, struct buf *buf, size_t len);
static inline int buf_reserve(struct syb_ctx *ctx, struct buf *buf, size_t len)
{
	return len <= buf->room - buf->len && !buf->failed ? 0 : buf_grow(ctx, buf, len);
}

static inline int buf_add(struct syb_ctx *ctx, struct buf *buf, const void *ptr, size_t len)
{
	int r = buf_reserve(ctx, buf, len);

	if (r < 0 || len == 0)
		return r;
	memcpy(buf->ptr + buf->len, ptr, len);
	buf->len += len;
	return 0;
}

static inline int buf_char(struct syb_ctx *ctx, struct buf *buf, char c)
{
	return buf_add(ctx, buf, &c, 1);
}

/* Text from untrusted files: control characters and bytes that are not UTF-8 become \xNN. */
int buf_escaped(struct syb_ctx *ctx, struct buf *buf, const char *ptr, size_t len);
void buf_free(struct buf *buf);

static inline struct syb_bytes buf_bytes(const struct buf *buf)
{
	return (struct syb_bytes){ buf->ptr, buf->len };
}

/* Length of the valid UTF-8 sequence at p (1 to 4), 0 when there is none. */
size_t utf8_length(const uint8_t *p, size_t len);

#endif
