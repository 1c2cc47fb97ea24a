/* term/value_text.c — a tree of values for people: `key: value`, two blanks per level, tables where the builder asked
 * for them.
 *
 * Errors stay in the buffer and are returned at the end. Names are untrusted and go through buf_escaped. The output is
 * the same everywhere: ASCII bars, no locale, no terminal queries. Where a table is wider than the terminal (`cut`),
 * its bars and texts are shortened, the widest first; the last column is left to the terminal to wrap. */
#define _GNU_SOURCE /* memmem */
#include "base/buf.h"
#include "columns.h"
#include "value_shape.h"

#include <inttypes.h>
#include <stdio.h>

enum {
	FLUSH_SIZE = 32 * 1024,
	MOST_DEPTH = 128,
	BYTES_SHOWN = 32,
	MOST_WIDTH = 160, /* of a column: one long cell must not pad every other row */
	LEAST_WIDTH = 16, /* of a column that is cut: both ends of a name stay readable */
	BAR_WIDTH = 30,
	SHARE_WIDTH = 6, /* of the percentage before a bar */
};

#define COLOR_KEY "\033[36m"
#define COLOR_NAME "\033[1m"
#define COLOR_BAD "\033[31m"
#define COLOR_BAR "\033[32m"
#define COLOR_OFF "\033[0m"

struct text {
	struct syb_ctx *ctx;
	struct syb_out *out;
	struct buf buf;
	uint32_t width;
	size_t bar; /* columns that a full one takes */
	bool color, cut;
	struct buf rest; /* of a row of a table after its first cell, for rows that share it */
	const struct syb_value *rest_of;
};

static void drop(struct text *t)
{
	buf_free(&t->buf);
	buf_free(&t->rest);
}

/* ---- pieces ---- */

static void put(struct text *t, const char *s)
{
	buf_text(t->ctx, &t->buf, s);
}

static void put_blanks(struct text *t, size_t n)
{
	buf_fill(t->ctx, &t->buf, ' ', n);
}

static void put_escaped(struct text *t, const char *s, size_t len)
{
	buf_escaped(t->ctx, &t->buf, s, len);
}

static void put_color(struct text *t, const char *code)
{
	if (t->color)
		put(t, code);
}

static void put_key(struct text *t, const struct syb_value *v)
{
	const char *s = v->label ? v->label : v->key;

	put_color(t, COLOR_KEY);
	put_escaped(t, s, strlen(s));
	put_color(t, COLOR_OFF);
	put(t, ":");
}

static void end_line(struct text *t)
{
	put(t, "\n");
	if (!t->buf.failed && t->buf.len >= FLUSH_SIZE) {
		t->buf.failed = syb_out_write(t->ctx, t->out, buf_bytes(&t->buf));
		t->buf.len = 0;
	}
}

/* Columns that the text from `from` on takes, colour codes aside. */
static size_t columns(const struct text *t, size_t from)
{
	return columns_of(t->buf.ptr + from, t->buf.len - from);
}

/* ---- scalars ---- */

static void put_grouped(struct text *t, uint64_t u)
{
	char digits[24];
	int n = snprintf(digits, sizeof(digits), "%" PRIu64, u);

	for (int i = 0; i < n; i++) {
		if (i && (n - i) % 3 == 0)
			put(t, ",");
		buf_char(t->ctx, &t->buf, digits[i]);
	}
}

static void put_size(struct text *t, uint64_t u)
{
	static const char units[] = "KMGTPE";
	uint64_t tenths = u, scale = 1;
	size_t unit = 0;

	put_grouped(t, u);
	if (u < 1024)
		return;
	for (scale = 1024; u / scale >= 1024; scale *= 1024)
		unit++;
	/* whole units and tenths, rounded down: integers print the same everywhere */
	tenths = u / scale * 10 + (u % scale) / (scale / 10 + 1);
	buf_printf(t->ctx, &t->buf, " (%" PRIu64 ".%" PRIu64 " %ciB)", tenths / 10, tenths % 10, units[unit]);
}

static void put_bar(struct text *t, double d)
{
	double part = d < 0 || d != d ? 0 : d > 1 ? 1 : d;
	unsigned tenths = (unsigned)(part * 1000 + 0.5);
	unsigned cells = (unsigned)(part * (double)t->bar + 0.5);

	buf_printf(t->ctx, &t->buf, "%3u.%u%%", tenths / 10, tenths % 10);
	if (cells == 0)
		return;
	put(t, " ");
	put_color(t, COLOR_BAR);
	buf_fill(t->ctx, &t->buf, '#', cells);
	put_color(t, COLOR_OFF);
}

static void put_bytes(struct text *t, const uint8_t *p, size_t len)
{
	if (len == 0)
		put(t, "(no bytes)");
	for (size_t i = 0; i < len && i < BYTES_SHOWN; i++)
		buf_printf(t->ctx, &t->buf, "%02x", p[i]);
	if (len > BYTES_SHOWN)
		buf_printf(t->ctx, &t->buf, "... (%zu bytes)", len);
}

static void put_string(struct text *t, const struct syb_value *v, bool in_list)
{
	if (in_list && v->label)
		put_escaped(t, v->label, strlen(v->label));
	else if (v->as.s.len == 0)
		put(t, "\"\"");
	else
		put_escaped(t, v->as.s.ptr, v->as.s.len);
}

static void put_age(struct text *t, uint64_t seconds)
{
	static const struct {
		uint64_t from, seconds;
		const char *name;
	} units[] = { { 2 * 86400, 86400, "days" }, { 3600, 3600, "h" }, { 60, 60, "min" }, { 0, 1, "s" } };
	size_t i = 0;

	while (seconds < units[i].from)
		i++;
	buf_printf(t->ctx, &t->buf, "%" PRIu64 " %s", seconds / units[i].seconds, units[i].name);
}

static void put_uint(struct text *t, uint64_t u, enum value_hint hint, bool in_table)
{
	if (hint == VALUE_SIZE && !in_table)
		put_size(t, u);
	else if (hint == VALUE_SIZE)
		put_grouped(t, u);
	else if (hint == VALUE_AGE)
		put_age(t, u);
	else if (hint == VALUE_OFFSET)
		buf_printf(t->ctx, &t->buf, "0x%" PRIx64, u);
	else
		value_print_uint(t->ctx, &t->buf, u);
}

static void put_scalar(struct text *t, const struct syb_value *v, bool in_list, bool in_table)
{
	if (v->hint == VALUE_BAD)
		put_color(t, COLOR_BAD);
	switch (v->kind) {
	case SYB_VALUE_BOOL:
		put(t, v->as.b ? "yes" : "no");
		break;
	case SYB_VALUE_UINT:
		put_uint(t, v->as.u, v->hint, in_table);
		break;
	case SYB_VALUE_INT:
		buf_printf(t->ctx, &t->buf, "%" PRId64, v->as.i);
		break;
	case SYB_VALUE_REAL:
		if (v->hint == VALUE_BAR)
			put_bar(t, v->as.d);
		else
			value_print_real(t->ctx, &t->buf, v->as.d);
		break;
	case SYB_VALUE_STRING:
		put_string(t, v, in_list);
		break;
	case SYB_VALUE_BYTES:
		put_bytes(t, (const uint8_t *)v->as.s.ptr, v->as.s.len);
		break;
	default:
		put(t, "-");
		break;
	}
	if (v->hint == VALUE_BAD)
		put_color(t, COLOR_OFF);
}

/* ---- tables ---- */

struct column {
	const char *key, *title;
	size_t width;
	size_t least; /* width that it can be cut to */
	size_t whole; /* width of its longest cell */
	bool right;   /* numbers */
	bool text, bar;
	bool used; /* at least one row has a value */
};

static void put_cell(struct text *t, const struct syb_value *v)
{
	const char *between = "";

	if (!v || v->kind == SYB_VALUE_MAP || (v->kind == SYB_VALUE_LIST && v->as.c.count == 0)) {
		put(t, "-");
	} else if (v->kind == SYB_VALUE_LIST) {
		for (const struct syb_value *e = v->as.c.first; e; e = e->next, between = ", ") {
			put(t, between);
			if (is_scalar(e))
				put_scalar(t, e, true, true);
		}
	} else if (v->hint == VALUE_NAME && v->label) {
		put_escaped(t, v->label, strlen(v->label));
	} else {
		put_scalar(t, v, false, true);
	}
}

/* A cell of the row, or the title where row is NULL. Titles may be names from a file, as cells are. */
static void put_field(struct text *t, const struct column *col, const struct syb_value *row)
{
	if (row) {
		put_cell(t, cell_of(row, col->key));
		return;
	}
	put_color(t, COLOR_KEY);
	put_escaped(t, col->title, strlen(col->title));
	put_color(t, COLOR_OFF);
}

/* Text is measured by printing it and taking it back. */
static size_t field_width(struct text *t, const struct column *col, const struct syb_value *row)
{
	size_t from = t->buf.len, width;

	put_field(t, col, row);
	width = columns(t, from);
	t->buf.len = from;
	return width;
}

static void widen(struct column *col, size_t width)
{
	if (width > col->width)
		col->width = width < MOST_WIDTH ? width : MOST_WIDTH;
}

struct columns {
	struct column *list;
	size_t count, room;
};

/* Insert the column of v at `at`: a key that a later row has first follows the key before it in that row. */
static int insert_column(struct text *t, struct columns *cols, size_t at, const struct syb_value *v)
{
	struct column *col;

	TRY(VEC_PUSH(t->ctx, cols->list, cols->count, cols->room));
	col = &cols->list[at];
	memmove(col + 1, col, (cols->count++ - at) * sizeof(*col));
	*col = (struct column){ .key = v->key, .title = title_of(v), .right = true };
	widen(col, field_width(t, col, NULL));
	col->least = col->width > LEAST_WIDTH ? col->width : LEAST_WIDTH;
	return 0;
}

/* Where the column of a key is, most likely at `next`; the number of columns: there is none. */
static size_t find_column(const struct columns *cols, const char *key, size_t next)
{
	size_t i = 0;

	if (next < cols->count && str_eq(cols->list[next].key, key))
		return next;
	while (i < cols->count && !str_eq(cols->list[i].key, key))
		i++;
	return i;
}

static void measure(struct text *t, struct column *col, const struct syb_value *row, const struct syb_value *v)
{
	widen(col, field_width(t, col, row));
	if (v->kind == SYB_VALUE_NULL)
		return;
	col->used = true;
	col->right &= v->kind == SYB_VALUE_UINT || v->kind == SYB_VALUE_INT;
	col->text |= v->kind == SYB_VALUE_STRING || v->kind == SYB_VALUE_LIST;
	col->bar |= v->kind == SYB_VALUE_REAL && v->hint == VALUE_BAR;
}

/* Whether the elements after the first one are the same; see value_share_rest. */
static bool shares_rest(const struct syb_value *row, const struct syb_value *other)
{
	return row && other && row->as.c.first && other->as.c.first && row->as.c.first->next &&
	       row->as.c.first->next == other->as.c.first->next;
}

static int find_columns(struct text *t, const struct syb_value *list, struct columns *cols)
{
	const struct syb_value *before = NULL;

	for (const struct syb_value *row = list->as.c.first; row; before = row, row = row->next) {
		const struct syb_value *end = shares_rest(row, before) ? row->as.c.first->next : NULL;
		size_t next = 0; /* place after the last column found in this row */

		for (const struct syb_value *v = row->as.c.first; v != end; v = v->next) {
			size_t i;

			if (!has_column(v))
				continue;
			i = find_column(cols, v->key, next);
			if (i == cols->count)
				TRY(insert_column(t, cols, i = next, v));
			measure(t, &cols->list[i], row, v);
			next = i + 1;
		}
	}
	return 0;
}

/* The column to make narrower next: bars, then the widest text. The last text is left alone, since the terminal wraps
 * it. NULL: none. */
static struct column *find_widest(struct column *cols, size_t n)
{
	struct column *found = NULL;

	for (size_t i = 0; i < n; i++) {
		struct column *c = &cols[i];

		if (c->used && c->width > c->least && (c->bar || (c->text && i + 1 < n)) &&
		    (!found || c->bar > found->bar || (c->bar == found->bar && c->width > found->width)))
			found = c;
	}
	return found;
}

/* Make columns narrower until a row fits the terminal, or until none can be made narrower. */
static void fit_columns(const struct text *t, struct column *cols, size_t n, size_t indent)
{
	size_t all = indent;
	struct column *col;

	for (size_t i = 0; i < n; i++) {
		cols[i].whole = cols[i].width;
		if (cols[i].bar)
			cols[i].least = SHARE_WIDTH;
		all += cols[i].used ? cols[i].width + (all > indent ? 2 : 0) : 0;
	}
	while (all > t->width && (col = find_widest(cols, n))) {
		col->width--;
		all--;
	}
}

/* Columns of a full bar, so that the longest one, rounded up, fits. */
static size_t bar_width(const struct column *col)
{
	const size_t share = SHARE_WIDTH + 1;

	if (!col->bar || col->width == col->whole)
		return BAR_WIDTH;
	return col->width > share + 1 ? BAR_WIDTH * (col->width - share - 1) / (col->whole - share) : 0;
}

/* Whether the first element of a row is in the first column. */
static bool is_first(const struct syb_value *row, const struct column *cols)
{
	return row && row->as.c.first && cols[0].used && str_eq(row->as.c.first->key, cols[0].key);
}

static void keep_rest(struct text *t, const struct syb_value *row, size_t from)
{
	t->rest.len = 0;
	t->rest_of = NULL;
	if (!t->buf.failed && buf_add(t->ctx, &t->rest, t->buf.ptr + from, t->buf.len - from) == 0)
		t->rest_of = row;
}

/* Blanks are written before the next cell, so that no line ends with them. row NULL prints the titles. */
static void put_row(struct text *t, const struct column *cols, size_t n, const struct syb_value *row, size_t indent)
{
	size_t blanks = indent, rest = 0; /* where the row continues after its first cell */

	for (size_t i = 0; i < n; i++) {
		const struct column *col = &cols[i];
		size_t width, fill, from;

		if (!col->used)
			continue;
		t->bar = bar_width(col);
		width = field_width(t, col, row);
		fill = width < col->width ? col->width - width : 0;
		put_blanks(t, blanks);
		if (i && !rest && is_first(row, cols))
			rest = t->buf.len;
		put_blanks(t, col->right ? fill : 0);
		from = t->buf.len;
		put_field(t, col, row);
		if (col->text && col->width < col->whole && width > col->width && !t->buf.failed) {
			columns_cut(t->ctx, &t->buf, from, col->width);
			fill = col->width - columns(t, from); /* half of a wide character does not fit */
		}
		blanks = 2 + (col->right ? 0 : fill);
		if (i == 0 && shares_rest(row, t->rest_of)) {
			put_blanks(t, blanks);
			buf_add(t->ctx, &t->buf, t->rest.ptr, t->rest.len);
			break;
		}
	}
	if (rest && row && shares_rest(row->next, row))
		keep_rest(t, row, rest);
	t->bar = BAR_WIDTH;
	end_line(t);
}

static void put_table(struct text *t, const struct syb_value *list, size_t indent, unsigned depth);

/* Rows, each followed by its own tables. */
static void put_rows(struct text *t, const struct syb_value *list, struct column *cols, size_t n, size_t indent,
		     unsigned depth)
{
	while (n && !cols[n - 1].used)
		n--;
	if (t->cut)
		fit_columns(t, cols, n, indent);
	else
		for (size_t i = 0; i < n; i++)
			cols[i].whole = cols[i].width;
	put_row(t, cols, n, NULL, indent);
	for (const struct syb_value *row = list->as.c.first; row && !t->buf.failed; row = row->next) {
		put_row(t, cols, n, row, indent);
		for (const struct syb_value *v = row->as.c.first; v; v = v->next) {
			if (!is_table(v))
				continue;
			put_blanks(t, indent + 4);
			put_key(t, v);
			end_line(t);
			put_table(t, v, indent + 6, depth + 1);
		}
	}
}

static void put_table(struct text *t, const struct syb_value *list, size_t indent, unsigned depth)
{
	struct columns cols = { 0 };

	if (depth >= MOST_DEPTH)
		return;
	if (!t->buf.failed)
		t->buf.failed = find_columns(t, list, &cols);
	if (!t->buf.failed)
		put_rows(t, list, cols.list, cols.count, indent, depth);
	allocator_free(allocator_of(t->ctx), cols.list);
}

/* ---- the tree ---- */

/* One word of a flat list: the scalar, the name of the map, or the key. */
static void put_word(struct text *t, const struct syb_value *list, const struct syb_value *v)
{
	const char *key = v->label ? v->label : v->key;

	if (list->kind == SYB_VALUE_MAP)
		put_escaped(t, key, strlen(key));
	else
		put_scalar(t, is_scalar(v) ? v : name_of(v), true, false);
}

/* ` a, b, c` on the line begun at `line`; false, with nothing printed, when it does not fit or could be misread. */
static bool put_flat(struct text *t, const struct syb_value *list, size_t line)
{
	size_t from = t->buf.len;
	bool fits = true, first = true;

	for (const struct syb_value *v = list->as.c.first; v && fits; v = v->next) {
		size_t word;

		if (is_hidden(v))
			continue;
		put(t, first ? " " : ", ");
		word = t->buf.len;
		put_word(t, list, v);
		fits = !memmem(t->buf.ptr + word, t->buf.len - word, ", ", 2);
		if (!first && t->buf.len - line > t->width)
			fits = fits && columns(t, line) <= t->width;
		first = false;
	}
	if (!fits)
		t->buf.len = from;
	return fits;
}

static void put_map(struct text *t, const struct syb_value *map, const struct syb_value *name, size_t indent,
		    unsigned depth);
static void put_list(struct text *t, const struct syb_value *list, size_t indent, unsigned depth);

/* The text after `key:` or `-` on the line begun at `line`, and the lines below it. */
static void put_value(struct text *t, const struct syb_value *v, size_t line, size_t indent, unsigned depth)
{
	if (depth >= MOST_DEPTH && !t->buf.failed)
		t->buf.failed = syb_fail(t->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "values nested deeper than %d",
					 MOST_DEPTH);
	if (t->buf.failed)
		return;
	if (is_scalar(v)) {
		put(t, " ");
		put_scalar(t, v, false, false);
		end_line(t);
	} else if (is_empty(v)) {
		put(t, " (none)");
		end_line(t);
	} else if (is_flat(v) && put_flat(t, v, line)) {
		end_line(t);
	} else {
		end_line(t);
		if (v->kind == SYB_VALUE_LIST || is_flat(v))
			put_list(t, v, indent + 2, depth + 1);
		else
			put_map(t, v, NULL, indent + 2, depth + 1);
	}
}

/* "modules" → "module 3": items named by a number are named after their list. */
static void put_singular(struct text *t, const char *key)
{
	size_t len = strlen(key);

	if (len > 3 && str_eq(key + len - 3, "ies")) {
		put_escaped(t, key, len - 3);
		put(t, "y");
	} else {
		put_escaped(t, key, len > 1 && key[len - 1] == 's' ? len - 1 : len);
	}
	put(t, " ");
}

static void put_headline(struct text *t, const struct syb_value *list, const struct syb_value *name, size_t indent)
{
	put_blanks(t, indent);
	put_color(t, COLOR_NAME);
	if (name->kind != SYB_VALUE_STRING && list->key)
		put_singular(t, list->key);
	if (name->label)
		put_escaped(t, name->label, strlen(name->label));
	else
		put_scalar(t, name, false, false);
	put_color(t, COLOR_OFF);
	end_line(t);
}

static void put_list(struct text *t, const struct syb_value *list, size_t indent, unsigned depth)
{
	bool flat = is_flat(list);

	if (is_table(list)) {
		put_table(t, list, indent, depth);
		return;
	}
	for (const struct syb_value *v = list->as.c.first; v; v = v->next) {
		const struct syb_value *name = name_of(v);
		size_t line = t->buf.len;

		if (is_hidden(v))
			continue;
		if (name && !flat) {
			put_headline(t, list, name, indent);
			put_map(t, v, name, indent + 2, depth + 1);
			continue;
		}
		put_blanks(t, indent);
		if (flat || is_scalar(v)) {
			put_word(t, list, v);
			end_line(t);
			continue;
		}
		put(t, "-");
		put_value(t, v, line, indent, depth);
	}
}

/* name: the entry that the headline has shown already, or NULL. */
static void put_map(struct text *t, const struct syb_value *map, const struct syb_value *name, size_t indent,
		    unsigned depth)
{
	for (const struct syb_value *v = map->as.c.first; v; v = v->next) {
		size_t line = t->buf.len;

		if (is_hidden(v) || v == name)
			continue;
		put_blanks(t, indent);
		put_key(t, v);
		put_value(t, v, line, indent, depth);
	}
}

int syb_value_write_text(struct syb_ctx *ctx, const struct syb_value *value, const struct syb_render_opts *opts,
			 struct syb_out *out)
{
	struct syb_render_opts o = { .size = sizeof(o) };
	_cleanup_(drop) struct text t = { .ctx = ctx, .out = out };

	OPTS_READ(ctx, &o, opts);
	t.width = o.width ? o.width : 100;
	t.color = o.color;
	t.cut = o.cut;
	t.bar = BAR_WIDTH;
	if (value->kind == SYB_VALUE_MAP) {
		put_map(&t, value, NULL, 0, 0);
	} else if (value->kind == SYB_VALUE_LIST) {
		put_list(&t, value, 0, 0);
	} else {
		put_scalar(&t, value, false, false);
		end_line(&t);
	}
	return t.buf.failed ? t.buf.failed : syb_out_write(ctx, out, buf_bytes(&t.buf));
}
