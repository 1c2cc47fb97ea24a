/* term/short_names.c — names cut to one width, so that they can still be told apart.
 *
 * Each is cut in the middle first. Those that then look alike are cut again, so that the place where they begin to
 * differ is seen; some of these may still look alike, and differ further behind. */
#include "short_names.h"

#include "base/buf.h"
#include "columns.h"
#include "base/order.h"

#include <stdlib.h>

enum { MOST_ROUNDS = 16 };

static int compare_bytes(struct syb_bytes a, struct syb_bytes b)
{
	size_t common = a.len < b.len ? a.len : b.len;
	int order = common ? memcmp(a.ptr, b.ptr, common) : 0;

	return order ? order : ORDER(a.len, b.len);
}

static int by_form(const void *a, const void *b)
{
	const struct short_name *x = a, *y = b;
	int order = compare_bytes(x->form, y->form);

	return order ? order : compare_bytes(x->whole, y->whole);
}

/* Columns before the place where two names begin to differ, less one wide character, which may have a mark. */
static size_t common_columns(struct syb_bytes a, struct syb_bytes b)
{
	const uint8_t *p = a.ptr, *q = b.ptr;
	size_t n = 0, all;

	while (n < a.len && n < b.len && p[n] == q[n])
		n++;
	while (n && n < a.len && (p[n] & 0xc0) == 0x80) /* no part of a character */
		n--;
	all = columns_of(p, n);
	return all > 2 ? all - 2 : 0;
}

static int make_forms(struct syb_ctx *ctx, struct short_name *names, size_t count, size_t width, struct buf *buf)
{
	size_t at = 0;
	int r = 0;

	buf->len = 0;
	for (size_t i = 0; i < count && r == 0; i++) {
		size_t from = buf->len;

		r = buf_add(ctx, buf, names[i].whole.ptr, names[i].whole.len);
		if (r == 0 && names[i].shown != CUT_NEVER)
			r = columns_cut(ctx, buf, from, width, names[i].shown);
		names[i].form.len = buf->len - from;
	}
	for (size_t i = 0; i < count && r == 0; i++) { /* the buffer has moved while it grew */
		names[i].form.ptr = buf->ptr + at;
		at += names[i].form.len;
	}
	return r;
}

/* Names that look alike, sorted. False: they are all the same one. */
static bool part(struct short_name *names, size_t count, bool last_round)
{
	size_t shown = common_columns(names[0].whole, names[count - 1].whole);

	if (compare_bytes(names[0].whole, names[count - 1].whole) == 0)
		return false;
	for (size_t i = 0; i < count; i++)
		names[i].shown = last_round || shown <= names[i].shown ? CUT_NEVER : shown;
	return true;
}

int short_names_find(struct syb_ctx *ctx, struct short_name *names, size_t count, size_t width)
{
	_cleanup_(buf_free) struct buf buf = { 0 };
	bool again = count > 0;
	int r = 0;

	for (size_t i = 0; i < count; i++)
		names[i].shown = 0;
	for (size_t round = 1; again && round <= MOST_ROUNDS; round++) {
		again = false;
		r = make_forms(ctx, names, count, width, &buf);
		if (r < 0)
			return r;
		qsort(names, count, sizeof(*names), by_form);
		for (size_t i = 0, n; i < count; i += n) {
			for (n = 1; i + n < count && bytes_eq(names[i].form, names[i + n].form);)
				n++;
			again |= part(names + i, n, round == MOST_ROUNDS);
		}
	}
	return r;
}
