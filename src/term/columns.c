/* term/columns.c — how wide text is on a terminal. No locale is asked: names are UTF-8 or are escaped. */
#include "columns.h"

static const struct range {
	uint32_t first, last;
	uint32_t width;
} ranges[] = {
#define COLUMNS(first, last, width) { first, last, width },
#include "columns.def"
#undef COLUMNS
};

static size_t width_of(uint32_t c)
{
	size_t low = 0, high = ARRAY_SIZE(ranges);

	if (c < ranges[0].first)
		return 1;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (c > ranges[middle].last)
			low = middle + 1;
		else
			high = middle;
	}
	return low < ARRAY_SIZE(ranges) && c >= ranges[low].first ? ranges[low].width : 1;
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

/* Columns that are kept: up to head, and from begin to end. */
struct kept {
	size_t head, begin, end;
};

/* Names differ at their ends more often than in the middle; so both ends stay, unless something else is to be seen:
 * then all from there on and the beginning, or where that is too much, a piece of it alone. */
static struct kept what_is_kept(size_t all, size_t width, size_t shown, size_t dots)
{
	size_t room = width - (width < dots ? width : dots), half = (room + 1) / 2;

	if (shown == 0 || shown >= all)
		return (struct kept){ half, all - (room - half), all };
	if (all - shown <= room)
		return (struct kept){ room - (all - shown), shown, all };
	return (struct kept){ 0, shown, shown + (room > dots ? room - dots : 0) };
}

/* The short text is built behind the long one and then takes its place. */
int columns_cut(struct syb_ctx *ctx, struct buf *buf, size_t from, size_t width, size_t shown)
{
	static const char dots[] = "...";
	size_t end = buf->len, all = columns_of(buf->ptr + from, end - from), at = 0, n;
	size_t marks = width < sizeof(dots) - 1 ? width : sizeof(dots) - 1;
	struct kept keep = what_is_kept(all, width, shown, sizeof(dots) - 1);
	bool before = true, kept = true;
	int r = all <= width ? 0 : buf_reserve(ctx, buf, end - from + 2 * marks);

	if (r < 0 || all <= width)
		return r;
	for (size_t i = from; i < end && r == 0; i += n) {
		size_t w;

		n = next(buf->ptr + i, end - i, &w);
		if (w) /* what combines goes the way of the character before it */
			kept = at + w <= keep.head || (at >= keep.begin && at + w <= keep.end);
		at += w;
		if (!kept && before)
			r = buf_add(ctx, buf, dots, marks);
		before = kept;
		if (r == 0 && (kept || buf->ptr[i] == '\033'))
			r = buf_add(ctx, buf, buf->ptr + i, n);
	}
	memmove(buf->ptr + from, buf->ptr + end, buf->len - end);
	buf->len = from + (buf->len - end);
	return r;
}

/* Bytes of the first characters that fit in `width` columns; one at least. */
static size_t fitting(const uint8_t *p, size_t len, size_t width)
{
	size_t n = 0, all = 0, w;

	while (n < len) {
		size_t more = next(p + n, len - n, &w);

		all += w;
		if (n && all > width)
			break;
		n += more;
	}
	return n;
}

bool columns_line(struct syb_bytes text, size_t width, size_t line, struct syb_bytes *out)
{
	const uint8_t *p = text.ptr;
	size_t begin = 0, end = 0;

	for (size_t k = 0; begin < text.len; k++) {
		end = begin;
		for (size_t i = begin; i <= text.len; i++) {
			if (i < text.len && p[i] != ' ')
				continue;
			if (end > begin && columns_of(p + begin, i - begin) > width)
				break;
			end = i;
		}
		if (columns_of(p + begin, end - begin) > width) /* one word */
			end = begin + fitting(p + begin, end - begin, width);
		if (k == line) {
			*out = (struct syb_bytes){ p + begin, end - begin };
			return true;
		}
		for (begin = end; begin < text.len && p[begin] == ' ';)
			begin++;
	}
	return false;
}
