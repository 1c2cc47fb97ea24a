/* term/columns.c — how wide text is on a terminal. It ignores the locale: names are UTF-8, or are escaped. */
#include "columns.h"

/* The blocks of Unicode whose characters take no column, or two. */
static const struct range {
	uint32_t first, last;
	uint32_t width;
} ranges[] = {
	{ 0x0300, 0x036f, 0 },   /* combining marks */
	{ 0x0483, 0x0489, 0 },   /* Cyrillic */
	{ 0x0591, 0x05bd, 0 },   /* Hebrew */
	{ 0x0610, 0x061a, 0 },   /* Arabic */
	{ 0x064b, 0x065f, 0 },   /* Arabic */
	{ 0x1100, 0x115f, 2 },   /* Hangul, leading */
	{ 0x1160, 0x11ff, 0 },   /* Hangul, joined to the leading one */
	{ 0x1ab0, 0x1aff, 0 },   /* combining marks */
	{ 0x1dc0, 0x1dff, 0 },   /* combining marks */
	{ 0x200b, 0x200f, 0 },   /* zero-width space, joiners and directions */
	{ 0x202a, 0x202e, 0 },   /* directions */
	{ 0x2060, 0x206f, 0 },   /* invisible operators and directions */
	{ 0x20d0, 0x20ff, 0 },   /* combining marks for symbols */
	{ 0x2e80, 0xa4cf, 2 },   /* CJK, Kana, Yi */
	{ 0xa960, 0xa97f, 2 },   /* Hangul, leading */
	{ 0xac00, 0xd7a3, 2 },   /* Hangul */
	{ 0xf900, 0xfaff, 2 },   /* CJK */
	{ 0xfe00, 0xfe0f, 0 },   /* variation selectors */
	{ 0xfe20, 0xfe2f, 0 },   /* combining marks */
	{ 0xfe30, 0xfe6f, 2 },   /* CJK */
	{ 0xff01, 0xff60, 2 },   /* full-width forms */
	{ 0xffe0, 0xffe6, 2 },   /* full-width signs */
	{ 0x1f300, 0x1f64f, 2 }, /* pictographs */
	{ 0x1f680, 0x1f6ff, 2 }, /* pictographs */
	{ 0x1f900, 0x1f9ff, 2 }, /* pictographs */
	{ 0x20000, 0x3fffd, 2 }, /* CJK */
	{ 0xe0100, 0xe01ef, 0 }, /* variation selectors */
};

static size_t width_of(uint32_t c)
{
	for (size_t i = 0; i < ARRAY_SIZE(ranges) && c >= ranges[i].first; i++)
		if (c <= ranges[i].last)
			return ranges[i].width;
	return 1;
}

/* One character, or one code that sets a colour: its bytes, and the columns it takes. */
static size_t next(const uint8_t *p, size_t len, size_t *out_width)
{
	size_t n = p[0] < 0x80 ? 1 : utf8_length(p, len);
	uint32_t c = p[0];

	*out_width = 1;
	if (c == '\033') {
		*out_width = 0;
		for (n = 1; n < len && p[n - 1] != 'm';)
			n++;
		return n;
	}
	if (n < 2)
		return 1;
	c &= 0x7fu >> n;
	for (size_t i = 1; i < n; i++)
		c = c << 6 | (p[i] & 0x3fu);
	*out_width = width_of(c);
	return n;
}

size_t columns_of(const void *text, size_t len)
{
	const uint8_t *p = text;
	size_t all = 0, width;

	for (size_t i = 0; i < len; all += width)
		i += next(p + i, len - i, &width);
	return all;
}

/* The short text is built after the long one and then replaces it. */
int columns_cut(struct syb_ctx *ctx, struct buf *buf, size_t from, size_t width)
{
	const size_t end = buf->len, all = columns_of(buf->ptr + from, end - from), dots = width < 3 ? width : 3;
	const size_t head = (width - dots + 1) / 2, tail = all - (width - dots - head);
	size_t at = 0, n, w;
	bool kept = true, before = true;

	if (all <= width || buf_reserve(ctx, buf, end - from + dots) < 0)
		return buf->failed;
	for (size_t i = from; i < end; i += n) {
		n = next(buf->ptr + i, end - i, &w);
		if (w) /* a combining mark follows the character before it */
			kept = at + w <= head || at >= tail;
		at += w;
		if (!kept && before)
			buf_fill(ctx, buf, '.', dots);
		before = kept;
		if (kept || buf->ptr[i] == '\033')
			buf_add(ctx, buf, buf->ptr + i, n);
	}
	memmove(buf->ptr + from, buf->ptr + end, buf->len - end);
	buf->len = from + (buf->len - end);
	return 0;
}
