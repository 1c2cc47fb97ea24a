/* term/value_text.c — a tree of values for people: `key: value`, two blanks per level, tables where the builder asked
 * for them.
 *
 * Errors are kept in the printer and looked at once per value, so that the layout stays readable. Names are untrusted
 * and go through buf_escaped. The output is the same everywhere: ASCII bars, no locale, no terminal queries. */
#define _GNU_SOURCE /* memmem */
#include "base/buf.h"
#include "columns.h"
#include "short_names.h"
#include "table_fit.h"
#include "value_shape.h"

#include <inttypes.h>
#include <stdio.h>

enum {
	FLUSH_SIZE = 32 * 1024,
	MOST_DEPTH = 128,
	BYTES_SHOWN = 32,
	MOST_WIDTH = 160, /* of a column: one long cell must not pad every other row */
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
	struct arena arena;
	uint32_t width;
	size_t bar; /* columns that a full one takes */
	bool color, cut;
	int r;
};

static void drop(struct text *t)
{
	arena_free(&t->arena);
	buf_free(&t->buf);
}

/* ---- pieces ---- */

static void put(struct text *t, const char *s)
{
	if (t->r == 0)
		t->r = buf_text(t->ctx, &t->buf, s);
}

static void put_blanks(struct text *t, size_t n)
{
	if (t->r == 0)
		t->r = buf_fill(t->ctx, &t->buf, ' ', n);
}

static void put_escaped(struct text *t, const char *s, size_t len)
{
	if (t->r == 0)
		t->r = buf_escaped(t->ctx, &t->buf, s, len);
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
	if (t->r == 0 && t->buf.len >= FLUSH_SIZE) {
		t->r = syb_out_write(t->ctx, t->out, buf_bytes(&t->buf));
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

	for (int i = 0; i < n && t->r == 0; i++) {
		if (i && (n - i) % 3 == 0)
			put(t, ",");
		t->r = t->r < 0 ? t->r : buf_char(t->ctx, &t->buf, digits[i]);
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
	if (t->r == 0)
		t->r = buf_printf(t->ctx, &t->buf, " (%" PRIu64 ".%" PRIu64 " %ciB)", tenths / 10, tenths % 10,
				  units[unit]);
}

static void put_bar(struct text *t, double d)
{
	double part = d < 0 || d != d ? 0 : d > 1 ? 1 : d;
	unsigned tenths = (unsigned)(part * 1000 + 0.5);
	unsigned cells = (unsigned)(part * (double)t->bar + 0.5);

	if (t->r == 0)
		t->r = buf_printf(t->ctx, &t->buf, "%3u.%u%%", tenths / 10, tenths % 10);
	if (cells == 0)
		return;
	put(t, " ");
	put_color(t, COLOR_BAR);
	if (t->r == 0)
		t->r = buf_fill(t->ctx, &t->buf, '#', cells);
	put_color(t, COLOR_OFF);
}

static void put_bytes(struct text *t, const uint8_t *p, size_t len)
{
	if (len == 0)
		put(t, "(no bytes)");
	for (size_t i = 0; i < len && i < BYTES_SHOWN && t->r == 0; i++)
		t->r = buf_printf(t->ctx, &t->buf, "%02x", p[i]);
	if (len > BYTES_SHOWN && t->r == 0)
		t->r = buf_printf(t->ctx, &t->buf, "... (%zu bytes)", len);
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
	if (t->r == 0)
		t->r = buf_printf(t->ctx, &t->buf, "%" PRIu64 " %s", seconds / units[i].seconds, units[i].name);
}

static void put_uint(struct text *t, uint64_t u, enum value_hint hint, bool in_table)
{
	if (hint == VALUE_SIZE && !in_table)
		put_size(t, u);
	else if (hint == VALUE_SIZE)
		put_grouped(t, u);
	else if (hint == VALUE_AGE)
		put_age(t, u);
	else if (t->r == 0 && hint == VALUE_OFFSET)
		t->r = buf_printf(t->ctx, &t->buf, "0x%" PRIx64, u);
	else if (t->r == 0)
		t->r = value_print_uint(t->ctx, &t->buf, u);
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
		if (t->r == 0)
			t->r = buf_printf(t->ctx, &t->buf, "%" PRId64, v->as.i);
		break;
	case SYB_VALUE_REAL:
		if (v->hint == VALUE_BAR)
			put_bar(t, v->as.d);
		else if (t->r == 0)
			t->r = value_print_real(t->ctx, &t->buf, v->as.d);
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

/* Things are measured by printing them and taking them back. */
static size_t take_back(struct text *t, size_t from)
{
	size_t width = columns(t, from);

	t->buf.len = from;
	return width;
}

static size_t cell_width(struct text *t, const struct syb_value *v)
{
	size_t from = t->buf.len;

	put_cell(t, v);
	return take_back(t, from);
}

/* Titles may be names of the file's own, as cells are. */
static void put_title(struct text *t, const char *title)
{
	put_color(t, COLOR_KEY);
	put_escaped(t, title, strlen(title));
	put_color(t, COLOR_OFF);
}

/* Where cells are cut a wide column pads no more than a line. */
static size_t most_width(const struct text *t)
{
	return t->cut && t->width > LEAST_WIDTH ? t->width : MOST_WIDTH;
}

static size_t title_width(struct text *t, const char *title)
{
	size_t from = t->buf.len, width;

	put_title(t, title);
	width = take_back(t, from);
	return width < most_width(t) ? width : most_width(t);
}

/* A key that a later row has first stands behind the one it follows there. */
static size_t insert_column(struct text *t, struct column *cols, size_t n, size_t at, const struct syb_value *v)
{
	const char *title = title_of(v);

	memmove(cols + at + 1, cols + at, (n - at) * sizeof(*cols));
	cols[at] = (struct column){ v->key, title, title_width(t, title), .right = true };
	cols[at].titled = cols[at].width;
	return n + 1;
}

/* Words, not a name: it can be wrapped. */
static bool is_prose(struct text *t, const struct syb_value *v)
{
	size_t from = t->buf.len;
	bool has_blank;

	if (!v || v->hint == VALUE_NAME || (v->kind != SYB_VALUE_STRING && v->kind != SYB_VALUE_LIST))
		return false;
	put_cell(t, v);
	has_blank = t->buf.len > from && memchr(t->buf.ptr + from, ' ', t->buf.len - from);
	t->buf.len = from;
	return has_blank;
}

static void measure(struct text *t, struct column *col, const struct syb_value *v)
{
	size_t width = cell_width(t, v);

	if (width > col->width)
		col->width = width < most_width(t) ? width : most_width(t);
	if (v->kind == SYB_VALUE_NULL)
		return;
	col->used = true;
	if (v->kind != SYB_VALUE_UINT && v->kind != SYB_VALUE_INT)
		col->right = false;
	if (v->kind == SYB_VALUE_STRING || v->kind == SYB_VALUE_LIST)
		col->text = true;
	if (is_prose(t, v))
		col->prose = true;
	if (v->kind == SYB_VALUE_REAL && v->hint == VALUE_BAR)
		col->bar = true;
}

static size_t find_columns(struct text *t, const struct syb_value *list, struct column *cols)
{
	size_t n = 0;

	for (const struct syb_value *row = list->as.c.first; row && t->r == 0; row = row->next) {
		size_t next = 0; /* place behind the last one met in this row */

		for (const struct syb_value *v = row->as.c.first; v; v = v->next) {
			size_t i = 0;

			if (!has_column(v))
				continue;
			while (i < n && !str_eq(cols[i].key, v->key))
				i++;
			if (i == n && n == MOST_COLUMNS)
				continue;
			if (i == n)
				n = insert_column(t, cols, n, i = next, v);
			measure(t, &cols[i], v);
			next = i + 1;
		}
	}
	return n;
}

/* ---- rows ---- */

/* Everything of a cell, or of the title where row is NULL. */
static void put_whole(struct text *t, const struct column *col, const struct syb_value *row)
{
	t->bar = table_bar(col);
	if (row)
		put_cell(t, cell_of(row, col->key));
	else
		put_title(t, col->title);
	t->bar = BAR_WIDTH;
}

static size_t whole_width(struct text *t, const struct column *col, const struct syb_value *row)
{
	size_t from = t->buf.len;

	if (!row)
		return title_width(t, col->title);
	put_whole(t, col, row);
	return take_back(t, from);
}

/* A cell without colours, at the end of plain. */
static void take_plain(struct text *t, const struct column *col, const struct syb_value *row, struct buf *plain)
{
	size_t from = t->buf.len;
	bool color = t->color;

	t->color = false;
	put_whole(t, col, row);
	t->color = color;
	if (t->r == 0)
		t->r = buf_add(t->ctx, plain, t->buf.ptr + from, t->buf.len - from);
	t->buf.len = from;
}

/* One line of a cell that is wider than its column; returns its width, 0 when there is none. */
static size_t put_wrapped(struct text *t, const struct column *col, const struct syb_value *row, size_t line,
			  size_t blanks, bool *inout_more)
{
	_cleanup_(buf_free) struct buf plain = { 0 };
	const struct syb_value *v = cell_of(row, col->key);
	struct syb_bytes piece, more;

	take_plain(t, col, row, &plain);
	if (t->r < 0 || !columns_line(buf_bytes(&plain), col->width, line, &piece))
		return 0;
	*inout_more |= columns_line(buf_bytes(&plain), col->width, line + 1, &more);
	put_blanks(t, blanks);
	put_color(t, v && v->hint == VALUE_BAD ? COLOR_BAD : "");
	if (t->r == 0)
		t->r = buf_add(t->ctx, &t->buf, piece.ptr, piece.len);
	put_color(t, v && v->hint == VALUE_BAD ? COLOR_OFF : "");
	return columns_of(piece.ptr, piece.len);
}

/* A cell that has one line; returns the blanks before the next one. */
static size_t put_plain(struct text *t, const struct column *col, const struct syb_value *row, size_t width,
			size_t shown, size_t blanks)
{
	size_t fill, from;

	fill = width < col->width ? col->width - width : 0;
	put_blanks(t, blanks + (col->right ? fill : 0));
	from = t->buf.len;
	put_whole(t, col, row);
	if (t->r == 0 && t->cut && width > col->width) {
		t->r = columns_cut(t->ctx, &t->buf, from, col->width, shown);
		fill = col->width - columns(t, from); /* half of a wide character does not fit */
	}
	return 2 + (col->right ? 0 : fill);
}

/* Blanks are written before the next cell, so none trail. True: there are more lines. */
static bool put_line(struct text *t, const struct column *cols, size_t n, const struct syb_value *row, size_t index,
		     size_t indent, size_t line)
{
	size_t blanks = indent;
	bool more = false;

	for (size_t i = 0; i < n; i++) {
		size_t width, put_width, shown = row && cols[i].shown ? cols[i].shown[index] : 0;

		if (!cols[i].used)
			continue;
		width = whole_width(t, &cols[i], row);
		if (shown == CUT_NEVER && width > cols[i].width) {
			put_width = put_wrapped(t, &cols[i], row, line, blanks, &more);
			blanks = put_width ? 2 + cols[i].width - put_width : blanks + 2 + cols[i].width;
		} else if (line == 0) {
			blanks = put_plain(t, &cols[i], row, width, shown, blanks);
		} else {
			blanks += 2 + cols[i].width;
		}
	}
	end_line(t);
	return more && t->r == 0;
}

/* row NULL prints the titles. */
static void put_row(struct text *t, const struct column *cols, size_t n, const struct syb_value *row, size_t index,
		    size_t indent)
{
	for (size_t line = 0; put_line(t, cols, n, row, index, indent, line);)
		line++;
}

/* Cells of a column that is narrower than they are: prose is wrapped, the rest cut so that what differs looks
 * different, or wrapped as well where no cut tells them apart. */
static void shorten_cells(struct text *t, const struct syb_value *list, struct column *col)
{
	size_t count = 0, row = 0;
	struct short_name *names = arena_array(t->ctx, &t->arena, list->as.c.count, sizeof(*names));

	col->shown = arena_array(t->ctx, &t->arena, list->as.c.count, sizeof(*col->shown));
	if (!names || !col->shown)
		t->r = -SYB_E_NOMEM;
	for (const struct syb_value *v = list->as.c.first; v && t->r == 0; v = v->next, row++) {
		_cleanup_(buf_free) struct buf plain = { 0 };

		col->shown[row] = is_prose(t, cell_of(v, col->key)) ? CUT_NEVER : 0;
		take_plain(t, col, v, &plain);
		if (t->r < 0 || col->shown[row] == CUT_NEVER || columns_of(plain.ptr, plain.len) <= col->width)
			continue;
		names[count].whole.len = plain.len;
		names[count].whole.ptr = (const uint8_t *)arena_string(t->ctx, &t->arena, plain.ptr, plain.len);
		names[count].row = row;
		t->r = names[count++].whole.ptr ? 0 : -SYB_E_NOMEM;
	}
	if (t->r == 0)
		t->r = short_names_find(t->ctx, names, count, col->width);
	for (size_t i = 0; i < count && t->r == 0; i++)
		col->shown[names[i].row] = names[i].shown;
}

static void put_rows(struct text *t, const struct syb_value *list, struct column *cols, size_t n, size_t indent,
		     unsigned depth, bool with_tables);

/* Columns that do not fit beside each other stand below, in blocks. The first column is as wide in all of them, so that
 * a name that is cut looks the same. Tables of a row follow it in the last one. */
static void put_blocks(struct text *t, const struct syb_value *list, struct column *cols, size_t n, size_t indent,
		       unsigned depth)
{
	struct column block[MOST_COLUMNS];
	size_t count, least = cols[0].whole;

	for (size_t at = 1; at < n;) {
		at = table_block(cols, n, at, indent, t->width, block, &count);
		least = block[0].width < least ? block[0].width : least;
	}
	cols[0].whole = least;
	for (size_t at = 1; at < n && t->r == 0;) {
		at = table_block(cols, n, at, indent, t->width, block, &count);
		put_rows(t, list, block, count, indent, depth, at == n);
		if (at < n)
			end_line(t);
	}
}

static void put_table(struct text *t, const struct syb_value *list, size_t indent, unsigned depth)
{
	struct column cols[MOST_COLUMNS];
	size_t n = find_columns(t, list, cols);
	bool fits = true;

	if (depth >= MOST_DEPTH)
		return;
	for (size_t i = 0; i < n; i++)
		cols[i].whole = cols[i].width;
	if (t->cut)
		fits = table_fit(cols, n, indent, t->width, false);
	if (!fits && n > 1 && cols[0].used) {
		put_blocks(t, list, cols, n, indent, depth);
		return;
	}
	if (!fits)
		table_fit(cols, n, indent, t->width, true);
	put_rows(t, list, cols, n, indent, depth, true);
}

/* Rows, each followed by the tables that belong to it; depth is bounded like that of all values. */
static void put_rows(struct text *t, const struct syb_value *list, struct column *cols, size_t n, size_t indent,
		     unsigned depth, bool with_tables)
{
	size_t index = 0;

	for (size_t i = 0; i < n && t->cut; i++)
		if (cols[i].used && cols[i].text && t->r == 0)
			shorten_cells(t, list, &cols[i]);
	put_row(t, cols, n, NULL, 0, indent);
	for (const struct syb_value *row = list->as.c.first; row && t->r == 0; row = row->next) {
		put_row(t, cols, n, row, index++, indent);
		for (const struct syb_value *v = row->as.c.first; v && with_tables && t->r == 0; v = v->next) {
			if (!is_table(v))
				continue;
			put_blanks(t, indent + 4);
			put_key(t, v);
			end_line(t);
			put_table(t, v, indent + 6, depth + 1);
		}
	}
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

	for (const struct syb_value *v = list->as.c.first; v && fits && t->r == 0; v = v->next) {
		size_t word;

		if (is_hidden(v))
			continue;
		put(t, first ? " " : ", ");
		word = t->buf.len;
		put_word(t, list, v);
		fits = t->r < 0 || !memmem(t->buf.ptr + word, t->buf.len - word, ", ", 2);
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

/* A bar ends where the line does. */
static void limit_bar(struct text *t, size_t line)
{
	size_t used = t->cut ? columns(t, line) + SHARE_WIDTH + 1 : 0;

	if (t->cut && used + BAR_WIDTH > t->width)
		t->bar = used < t->width ? t->width - used : 0;
}

/* What follows `key:` or `-` on the line begun at `line`, and the lines below it. */
static void put_value(struct text *t, const struct syb_value *v, size_t line, size_t indent, unsigned depth)
{
	if (depth >= MOST_DEPTH && t->r == 0)
		t->r = syb_fail(t->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "values nested deeper than %d",
				MOST_DEPTH);
	if (t->r < 0)
		return;
	if (is_scalar(v)) {
		put(t, " ");
		limit_bar(t, line);
		put_scalar(t, v, false, false);
		t->bar = BAR_WIDTH;
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
	for (const struct syb_value *v = list->as.c.first; v && t->r == 0; v = v->next) {
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
	for (const struct syb_value *v = map->as.c.first; v && t->r == 0; v = v->next) {
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
	return t.r < 0 ? t.r : syb_out_write(ctx, out, buf_bytes(&t.buf));
}
