/* base/buf.c — growing bytes. */
#include "buf.h"

#include <stdarg.h>
#include <stdio.h>

int buf_grow(struct syb_ctx *ctx, struct buf *buf, size_t len)
{
	size_t need, room = buf->room ? buf->room : 256;
	uint8_t *p;

	if (buf->failed)
		return buf->failed;
	if (!checked_add(buf->len, len, &need) || (buf->max && need > buf->max))
		return buf->failed =
			       syb_fail(ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "more than %zu bytes", buf->max);
	if (need <= buf->room)
		return 0;
	while (room < need)
		room = room > SIZE_MAX / 2 ? need : room * 2;
	if (buf->max && room > buf->max)
		room = buf->max; /* so that buf_reserve only has to compare with the room */
	p = mem_realloc(ctx, buf->ptr, room);
	if (!p)
		return buf->failed = -SYB_E_NOMEM;
	if (!buf->from.fn)
		buf->from = allocator_of(ctx);
	buf->ptr = p;
	buf->room = room;
	return 0;
}

int buf_text(struct syb_ctx *ctx, struct buf *buf, const char *text)
{
	return buf_add(ctx, buf, text, strlen(text));
}

int buf_fill(struct syb_ctx *ctx, struct buf *buf, uint8_t byte, size_t count)
{
	TRY(buf_reserve(ctx, buf, count));
	if (count)
		memset(buf->ptr + buf->len, byte, count);
	buf->len += count;
	return 0;
}

int buf_printf(struct syb_ctx *ctx, struct buf *buf, const char *fmt, ...)
{
	va_list args, again;
	int n, r;

	va_start(args, fmt);
	va_copy(again, args);
	n = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	r = n < 0 ? (buf->failed = -SYB_E_INTERNAL) : buf_reserve(ctx, buf, (size_t)n + 1);
	if (r == 0) {
		vsnprintf((char *)buf->ptr + buf->len, (size_t)n + 1, fmt, again);
		buf->len += (size_t)n;
	}
	va_end(again);
	return r;
}

int buf_u16(struct syb_ctx *ctx, struct buf *buf, uint16_t v)
{
	const uint8_t b[2] = { (uint8_t)v, (uint8_t)(v >> 8) };

	return buf_add(ctx, buf, b, sizeof(b));
}

int buf_u32(struct syb_ctx *ctx, struct buf *buf, uint32_t v)
{
	const uint8_t b[4] = { (uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), (uint8_t)(v >> 24) };

	return buf_add(ctx, buf, b, sizeof(b));
}

int buf_u64(struct syb_ctx *ctx, struct buf *buf, uint64_t v)
{
	buf_u32(ctx, buf, (uint32_t)v);
	return buf_u32(ctx, buf, (uint32_t)(v >> 32));
}

size_t utf8_length(const uint8_t *p, size_t len)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t n = p[0] < 0x80                   ? 1
		   : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
		   : p[0] >= 0xe0 && p[0] < 0xf0 ? 3
		   : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
						 : 0;
	uint32_t c;

	if (n == 0 || n > len)
		return 0;
	if (n == 1)
		return 1;
	c = p[0] & (0xffu >> (n + 1));
	for (size_t i = 1; i < n; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3f);
	}
	return c < least[n] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff) ? 0 : n;
}

/* C1 controls (U+0080 to U+009F) control some terminals just as C0 does. Characters that change the direction of text
 * (U+202A to U+202E, U+2066 to U+2069) can make one name look like another. */
static bool is_control(const uint8_t *p, size_t n)
{
	if (n == 1)
		return p[0] < 0x20 || p[0] == 0x7f;
	if (n == 2)
		return p[0] == 0xc2 && p[1] < 0xa0;
	return n == 3 && p[0] == 0xe2 &&
	       ((p[1] == 0x80 && p[2] >= 0xaa && p[2] <= 0xae) || (p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9));
}

int buf_escaped(struct syb_ctx *ctx, struct buf *buf, const char *ptr, size_t len)
{
	const uint8_t *p = (const uint8_t *)ptr;
	size_t run = 0; /* start of the bytes that need no escape */

	for (size_t i = 0; i < len;) {
		size_t n = p[i] >= 0x20 && p[i] < 0x7f ? 1 : utf8_length(p + i, len - i);

		if (n && !is_control(p + i, n)) {
			i += n;
			continue;
		}
		buf_add(ctx, buf, p + run, i - run);
		buf_printf(ctx, buf, "\\x%02x", p[i]);
		run = ++i;
	}
	return buf_add(ctx, buf, p + run, len - run);
}

void buf_free(struct buf *buf)
{
	if (buf->ptr)
		allocator_free(buf->from, buf->ptr);
	*buf = (struct buf){ .max = buf->max };
}
