/* base/value_json.c — a tree of values as one JSON document (RFC 8259).
 *
 * Names come from untrusted files: bytes that are not UTF-8 become U+FFFD, and control characters are escaped,
 * including C1 and DEL, since people read JSON in terminals, too. Text goes through one buffer that is handed to the
 * output in large pieces. */
#include "buf.h"
#include "value.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	FLUSH_SIZE = 32 * 1024,
	MOST_DEPTH = 256, /* of the tree; builders stay far below */
};

struct json {
	struct syb_ctx *ctx;
	struct syb_out *out;
	struct buf buf;
	bool compact;
	bool script; /* the text is for a <script> of an HTML page: see value_write_script */
};

static void drop(struct json *j)
{
	buf_free(&j->buf);
}

static int flush(struct json *j)
{
	int r = syb_out_write(j->ctx, j->out, buf_bytes(&j->buf));

	j->buf.len = 0;
	return r;
}

/* Room for n more bytes, which may then be stored without further checks. */
static inline int need(struct json *j, size_t n)
{
	return n <= j->buf.room - j->buf.len ? 0 : buf_reserve(j->ctx, &j->buf, n);
}

static inline void put(struct json *j, char c)
{
	j->buf.ptr[j->buf.len++] = (uint8_t)c;
}

static inline void put_bytes(struct json *j, const void *ptr, size_t len)
{
	memcpy(j->buf.ptr + j->buf.len, ptr, len);
	j->buf.len += len;
}

/* Bytes that need no escape in a JSON string: printable ASCII except " and \. NUL is not one, and ends every string. */
static const bool plain[256] = {
	[' '] = true,
	['!'] = true,
	['#' ... '['] = true,
	[']' ... '~'] = true,
};

/* The same inside a <script>: nothing may look like a tag or a comment. */
static const bool plain_script[256] = {
	[' '] = true, ['!'] = true, ['#' ... ';'] = true, ['=' ... '['] = true, [']' ... '~'] = true,
};

static const char hex_digits[] = "0123456789abcdef";

static void put_escape(struct json *j, uint32_t c)
{
	static const char letters[] = "\"\"\\\\\bb\ff\nn\rr\tt";

	put(j, '\\');
	for (const char *l = letters; *l; l += 2) {
		if ((uint32_t)*l == c) {
			put(j, l[1]);
			return;
		}
	}
	put_bytes(j, "u00", 3);
	put(j, hex_digits[c >> 4 & 15]);
	put(j, hex_digits[c & 15]);
}

/* One character that is not plain; returns how many bytes it has. */
static size_t put_other(struct json *j, const uint8_t *p, size_t len)
{
	size_t n = utf8_length(p, len);

	if (n == 0)
		put_bytes(j, "\xef\xbf\xbd", 3);
	else if (n == 1)
		put_escape(j, *p);
	else if (n == 2 && p[0] == 0xc2 && p[1] < 0xa0)
		put_escape(j, p[1]);
	else if (j->script && n == 3 && p[0] == 0xe2 && p[1] == 0x80 && (p[2] == 0xa8 || p[2] == 0xa9))
		put_bytes(j, p[2] == 0xa8 ? "\\u2028" : "\\u2029", 6);
	else
		put_bytes(j, p, n);
	return n ? n : 1;
}

static int print_string(struct json *j, const char *s, size_t len)
{
	const uint8_t *p = (const uint8_t *)s, *end = p + len;
	const bool *as_it_is = j->script ? plain_script : plain;

	TRY(need(j, len + 2));
	put(j, '"');
	for (;;) {
		const uint8_t *run = p;

		while (as_it_is[*p])
			p++;
		put_bytes(j, run, (size_t)(p - run));
		if (p == end)
			break;
		TRY(need(j, (size_t)(end - p) + 8));
		p += put_other(j, p, (size_t)(end - p));
	}
	put(j, '"');
	return 0;
}

static int print_hex(struct json *j, const uint8_t *p, size_t len)
{
	TRY(need(j, len * 2 + 2));
	put(j, '"');
	for (size_t i = 0; i < len; i++) {
		put(j, hex_digits[p[i] >> 4]);
		put(j, hex_digits[p[i] & 15]);
	}
	put(j, '"');
	return 0;
}

int value_print_real(struct syb_ctx *ctx, struct buf *buf, double d)
{
	char text[64];

	if (!isfinite(d))
		return buf_text(ctx, buf, "null");
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, d);
		if (strtod(text, NULL) == d)
			break;
	}
	/* the decimal separator of the locale becomes a point */
	for (const char *p = text; *p;) {
		size_t n = strspn(p, "0123456789+-e");

		buf_add(ctx, buf, p, n);
		p += n;
		n = strcspn(p, "0123456789+-e");
		if (n)
			buf_char(ctx, buf, '.');
		p += n;
	}
	return buf->failed;
}

int value_print_uint(struct syb_ctx *ctx, struct buf *buf, uint64_t u)
{
	char text[20], *p = text + sizeof(text);

	do
		*--p = (char)('0' + u % 10);
	while (u /= 10);
	return buf_add(ctx, buf, p, (size_t)(text + sizeof(text) - p));
}

static void put_new_line(struct json *j, unsigned depth)
{
	if (j->compact)
		return;
	put(j, '\n');
	memset(j->buf.ptr + j->buf.len, ' ', depth * 2);
	j->buf.len += depth * 2;
}

static int print(struct json *j, const struct syb_value *v, unsigned depth);

static int print_children(struct json *j, const struct syb_value *v, unsigned depth)
{
	const size_t most = 8 + 2 * MOST_DEPTH; /* brackets, comma, line end and indentation */
	bool map = v->kind == SYB_VALUE_MAP;

	TRY(need(j, most));
	if (depth >= MOST_DEPTH)
		return syb_fail(j->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "values nested deeper than %d",
				MOST_DEPTH);
	put(j, map ? '{' : '[');
	for (const struct syb_value *child = v->as.c.first; child; child = child->next) {
		if (child != v->as.c.first)
			put(j, ',');
		put_new_line(j, depth + 1);
		if (map) {
			TRY(print_string(j, child->key, strlen(child->key)));
			TRY(need(j, 2));
			put(j, ':');
			if (!j->compact)
				put(j, ' ');
		}
		TRY(print(j, child, depth + 1));
		TRY(need(j, most));
	}
	if (v->as.c.first)
		put_new_line(j, depth);
	put(j, map ? '}' : ']');
	return 0;
}

static int print(struct json *j, const struct syb_value *v, unsigned depth)
{
	TRY(j->buf.len >= FLUSH_SIZE ? flush(j) : 0);
	switch (v->kind) {
	case SYB_VALUE_NULL:
		return buf_text(j->ctx, &j->buf, "null");
	case SYB_VALUE_BOOL:
		return buf_text(j->ctx, &j->buf, v->as.b ? "true" : "false");
	case SYB_VALUE_UINT:
		return value_print_uint(j->ctx, &j->buf, v->as.u);
	case SYB_VALUE_INT:
		return buf_printf(j->ctx, &j->buf, "%" PRId64, v->as.i);
	case SYB_VALUE_REAL:
		return value_print_real(j->ctx, &j->buf, v->as.d);
	case SYB_VALUE_STRING:
		return print_string(j, v->as.s.ptr, v->as.s.len);
	case SYB_VALUE_BYTES:
		return print_hex(j, (const uint8_t *)v->as.s.ptr, v->as.s.len);
	case SYB_VALUE_LIST:
	case SYB_VALUE_MAP:
		return print_children(j, v, depth);
	}
	return syb_fail(j->ctx, SYB_E_INTERNAL, SYB_NO_OFFSET, "argument", "a value of kind %d", (int)v->kind);
}

int syb_value_write_json(struct syb_ctx *ctx, const struct syb_value *value, const struct syb_render_opts *opts,
			 struct syb_out *out)
{
	struct syb_render_opts o = { .size = sizeof(o) };
	_cleanup_(drop) struct json j = { .ctx = ctx, .out = out };

	OPTS_READ(ctx, &o, opts);
	j.compact = o.compact;
	TRY(print(&j, value, 0));
	TRY(buf_char(ctx, &j.buf, '\n'));
	return flush(&j);
}

int value_write_script(struct syb_ctx *ctx, const struct syb_value *value, struct syb_out *out)
{
	_cleanup_(drop) struct json j = { .ctx = ctx, .out = out, .compact = true, .script = true };

	TRY(print(&j, value, 0));
	return flush(&j);
}
