/* format/zeinfo/zeinfo_text.c — the layout in which the graphics compiler prints ZE Info, byte for byte.
 *
 * `---` first, `...` last; two spaces a level, and two more before a list's dash. What follows a key on its line begins
 * 17 columns from the key, or one space behind a long one. Texts are quoted as the compiler quotes them: not at all
 * when made of letters, digits, `_-^., ` and tabs, in single quotes when something else is in them or they could be
 * taken for another type, in double quotes when characters must be escaped or are not ASCII. Values of unknown keys
 * keep their quotes, because their type is not known. */
#include "zeinfo.h"

#include <inttypes.h>

enum { VALUE_COLUMN = 17 };

enum quotes { BARE, SINGLE, DOUBLE };

struct printer {
	struct syb_ctx *ctx;
	struct buf *out;
	bool minimal;
	struct syb_ze_version version;
};

static bool is_word_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* What the compiler takes for another type when it stands bare; `yes` and the like are not among it. */
static bool looks_otherwise(const char *text)
{
	static const char *const words[] = { "~",    "null", "Null",  "NULL",  "true",
					     "True", "TRUE", "false", "False", "FALSE" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (str_eq(text, words[i]))
			return true;
	if (str_starts(text, "0x") || str_starts(text, "0o"))
		return text[2] && !text[2 + strspn(text + 2, text[1] == 'x' ? "0123456789abcdefABCDEF" : "01234567")];
	return zeinfo_is_float(text);
}

static enum quotes quotes_for(const char *text)
{
	size_t len = strlen(text);
	enum quotes quotes = BARE;

	if (len == 0 || strchr(" \t", text[0]) || strchr(" \t", text[len - 1]) || strchr("-,", text[0]) ||
	    looks_otherwise(text))
		quotes = SINGLE;
	for (const char *p = text; *p; p++) {
		if (is_word_char(*p) || strchr("_-^., \t", *p))
			continue;
		if ((uint8_t)*p < 0x20 || (uint8_t)*p > 0x7e)
			return DOUBLE;
		quotes = SINGLE;
	}
	return quotes;
}

static int print_single(struct printer *p, const char *text)
{
	buf_char(p->ctx, p->out, '\'');
	for (; *text; text++) {
		if (*text == '\'')
			buf_char(p->ctx, p->out, '\'');
		buf_char(p->ctx, p->out, *text);
	}
	return buf_char(p->ctx, p->out, '\'');
}

/* Characters that YAML wants escaped in double quotes: controls, and what looks like a line end or like nothing. */
static bool needs_escape(uint32_t c)
{
	return c < 0x20 || c == '"' || c == '\\' || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 ||
	       c == 0xfeff || c == 0xfffe || c == 0xffff;
}

static int print_escape(struct printer *p, uint32_t c)
{
	static const struct {
		uint32_t c;
		char letter;
	} short_forms[] = {
		{ '"', '"' },  { '\\', '\\' },  { '\a', 'a' },   { '\b', 'b' }, { '\t', 't' },
		{ '\n', 'n' }, { '\v', 'v' },   { '\f', 'f' },   { '\r', 'r' }, { 0x1b, 'e' },
		{ 0x85, 'N' }, { 0x2028, 'L' }, { 0x2029, 'P' },
	};

	for (size_t i = 0; i < ARRAY_SIZE(short_forms); i++)
		if (short_forms[i].c == c)
			return buf_printf(p->ctx, p->out, "\\%c", short_forms[i].letter);
	return buf_printf(p->ctx, p->out, c <= 0xff ? "\\x%02" PRIX32 : "\\u%04" PRIX32, c);
}

/* The character of n bytes at s. */
static uint32_t code_point(const uint8_t *s, size_t n)
{
	uint32_t c = n <= 1 ? s[0] : s[0] & (0x7fu >> n);

	for (size_t i = 1; i < n; i++)
		c = c << 6 | (s[i] & 0x3f);
	return c;
}

static int print_double(struct printer *p, const char *text)
{
	const uint8_t *s = (const uint8_t *)text, *end = s + strlen(text);
	int r = buf_char(p->ctx, p->out, '"');

	while (r == 0 && s < end) {
		size_t n = utf8_length(s, (size_t)(end - s));
		uint32_t c;

		n = n ? n : 1;
		c = code_point(s, n);
		r = needs_escape(c) ? print_escape(p, c) : buf_add(p->ctx, p->out, s, n);
		s += n;
	}
	return r < 0 ? r : buf_char(p->ctx, p->out, '"');
}

static int print_quoted(struct printer *p, const char *text, enum quotes quotes)
{
	switch (quotes) {
	case SINGLE:
		return print_single(p, text);
	case DOUBLE:
		return print_double(p, text);
	default:
		return buf_text(p->ctx, p->out, text);
	}
}

int zeinfo_print_text(struct syb_ctx *ctx, const char *text, struct buf *out)
{
	struct printer p = { .ctx = ctx, .out = out };
	enum quotes quotes = quotes_for(text);
	bool b;

	if (quotes == BARE && (strchr(text, ',') || zeinfo_is_bool(text, &b)))
		quotes = SINGLE;
	return print_quoted(&p, text, quotes);
}

/* Whether the schema says that a value is text: then its quotes are the writer's choice. */
static bool is_text(const struct syb_ze_node *node)
{
	const struct syb_ze_attr *attr = zeinfo_attr(node);

	if (node->style == SYB_ZE_STYLE_PLAIN && zeinfo_is_null(node->text))
		return false; /* no text but nothing */
	return attr && (attr->type == SYB_ZE_STR || attr->type == SYB_ZE_ENUM ||
			(attr->type == SYB_ZE_LIST && str_eq(attr->of, "str")));
}

static enum quotes quotes_of(const struct syb_ze_node *node, bool in_flow)
{
	enum quotes quotes = quotes_for(node->text);

	if (is_text(node))
		return quotes;
	if (node->style != SYB_ZE_STYLE_PLAIN || (in_flow && strchr(node->text, ',')))
		return quotes == BARE ? SINGLE : quotes;
	return looks_otherwise(node->text) || !node->text[0] ? BARE : quotes;
}

/* "key:" without a value. */
static bool is_nothing(const struct syb_ze_node *node)
{
	return node->kind == SYB_ZE_NODE_SCALAR && node->style == SYB_ZE_STYLE_PLAIN && !node->text[0];
}

static bool is_in_line(const struct syb_ze_node *list)
{
	const struct syb_ze_attr *attr = zeinfo_attr(list);

	if (attr ? attr->type != SYB_ZE_INT32X3 : !list->flow)
		return false;
	for (uint32_t i = 0; i < list->count; i++) {
		const struct syb_ze_node *item = &list->items[i];

		if (item->kind != SYB_ZE_NODE_SCALAR || is_nothing(item))
			return false;
	}
	return true;
}

/* [ 16, 4, 1 ] */
static int print_in_line(struct printer *p, const struct syb_ze_node *list)
{
	int r = buf_text(p->ctx, p->out, "[ ");

	for (uint32_t i = 0; r == 0 && i < list->count; i++) {
		if (i)
			r = buf_text(p->ctx, p->out, ", ");
		if (r == 0)
			r = print_quoted(p, list->items[i].text, quotes_of(&list->items[i], true));
	}
	return r < 0 ? r : buf_text(p->ctx, p->out, " ]\n");
}

/* Rows that stand more than once in a map; of those the last counts, so none can be left out. */
struct rows {
	uint8_t seen[32], again[32];
};

static bool bit(const uint8_t *bits, uint16_t row)
{
	return bits[row / 8] >> (row % 8) & 1;
}

static void find_repeated(const struct syb_ze_node *map, struct rows *rows)
{
	memset(rows, 0, sizeof(*rows));
	for (uint32_t i = 0; i < map->count; i++) {
		uint16_t row = map->items[i].row;
		uint8_t *bits = bit(rows->seen, row) ? rows->again : rows->seen;

		bits[row / 8] |= (uint8_t)(1 << row % 8);
	}
}

static bool says_nothing(const struct printer *p, const struct syb_ze_node *node);

static bool pairs_say_nothing(const struct printer *p, const struct syb_ze_node *map)
{
	struct rows rows;

	find_repeated(map, &rows);
	for (uint32_t i = 0; i < map->count; i++)
		if (bit(rows.again, map->items[i].row) || !says_nothing(p, &map->items[i]))
			return false;
	return true;
}

/* Whether the document means the same without this value of a map. */
static bool says_nothing(const struct printer *p, const struct syb_ze_node *node)
{
	const struct syb_ze_attr *attr = zeinfo_attr(node);

	if (!attr || attr->required || syb_ze_attr_required_in(attr, p->version))
		return false;
	if (node->kind == SYB_ZE_NODE_LIST && attr->type == SYB_ZE_LIST)
		return node->count == 0;
	if (node->kind == SYB_ZE_NODE_MAP && attr->type == SYB_ZE_MAP)
		return pairs_say_nothing(p, node);
	return zeinfo_is_default(node, attr);
}

static int print_pairs(struct printer *p, const struct syb_ze_node *map, size_t indent, bool inside);
static int print_items(struct printer *p, const struct syb_ze_node *list, size_t indent, bool inside);

static bool is_empty(const struct printer *p, const struct syb_ze_node *node)
{
	if (node->kind == SYB_ZE_NODE_MAP && p->minimal && node->count)
		return pairs_say_nothing(p, node);
	return node->count == 0;
}

/* What fits on the line of its key or dash; *out_done tells whether it does. */
static int print_short(struct printer *p, const struct syb_ze_node *node, bool *out_done)
{
	int r;

	*out_done = true;
	if (node->kind == SYB_ZE_NODE_SCALAR) {
		r = print_quoted(p, node->text, quotes_of(node, false));
		return r < 0 ? r : buf_char(p->ctx, p->out, '\n');
	}
	if (is_empty(p, node))
		return buf_text(p->ctx, p->out, node->kind == SYB_ZE_NODE_MAP ? "{}\n" : "[]\n");
	if (node->kind == SYB_ZE_NODE_LIST && is_in_line(node))
		return print_in_line(p, node);
	*out_done = false;
	return 0;
}

/* Whether a value stands on the line of its key. */
static bool is_short(const struct printer *p, const struct syb_ze_node *node)
{
	if (node->kind == SYB_ZE_NODE_SCALAR)
		return !is_nothing(node);
	return is_empty(p, node) || (node->kind == SYB_ZE_NODE_LIST && is_in_line(node));
}

static int print_key(struct printer *p, const struct syb_ze_node *value, bool pad)
{
	size_t before = p->out->len, used;
	/* merge keys are keys only when they stand bare */
	int r = print_quoted(p, value->key, str_eq(value->key, "<<") ? BARE : quotes_for(value->key));

	if (r == 0)
		r = buf_char(p->ctx, p->out, ':');
	if (r < 0 || !pad)
		return r;
	used = p->out->len - before;
	return buf_fill(p->ctx, p->out, ' ', used < VALUE_COLUMN ? VALUE_COLUMN - used : 1);
}

static int print_pair(struct printer *p, const struct syb_ze_node *value, size_t indent)
{
	bool short_form = is_short(p, value), done;
	int r = print_key(p, value, short_form);

	if (r < 0)
		return r;
	if (short_form || value->kind == SYB_ZE_NODE_SCALAR)
		return print_short(p, value, &done);
	r = buf_char(p->ctx, p->out, '\n');
	if (r < 0)
		return r;
	return value->kind == SYB_ZE_NODE_MAP ? print_pairs(p, value, indent + 2, false)
					      : print_items(p, value, indent + 2, false);
}

/* inside: the first one continues a line. Depth is bounded by YAML_DEPTH. */
static int print_pairs(struct printer *p, const struct syb_ze_node *map, size_t indent, bool inside)
{
	struct rows rows;
	int r = 0;

	if (p->minimal)
		find_repeated(map, &rows);
	for (uint32_t i = 0; r == 0 && i < map->count; i++) {
		const struct syb_ze_node *value = &map->items[i];

		if (p->minimal && !bit(rows.again, value->row) && says_nothing(p, value))
			continue;
		if (!inside)
			r = buf_fill(p->ctx, p->out, ' ', indent);
		inside = false;
		if (r == 0)
			r = print_pair(p, value, indent);
	}
	return r;
}

static int print_items(struct printer *p, const struct syb_ze_node *list, size_t indent, bool inside)
{
	bool done;
	int r = 0;

	for (uint32_t i = 0; r == 0 && i < list->count; i++) {
		const struct syb_ze_node *item = &list->items[i];

		if (!inside)
			r = buf_fill(p->ctx, p->out, ' ', indent);
		inside = false;
		if (r == 0)
			r = buf_text(p->ctx, p->out, is_nothing(item) ? "-" : "- ");
		if (r == 0)
			r = print_short(p, item, &done);
		if (r < 0 || done)
			continue;
		r = item->kind == SYB_ZE_NODE_MAP ? print_pairs(p, item, indent + 2, true)
						  : print_items(p, item, indent + 2, true);
	}
	return r;
}

int zeinfo_print(struct syb_ctx *ctx, const struct syb_ze_node *root, bool minimal, struct buf *out)
{
	struct printer p = { .ctx = ctx, .out = out, .minimal = minimal };
	struct syb_ze_version version;
	const char *stated;
	int r = buf_text(ctx, out, "---\n");

	if (root && syb_ze_str(root, NULL, "version", &stated) == 0 && syb_ze_version_parse(stated, &version) == 0)
		p.version = version;
	if (r == 0 && root)
		r = root->count ? print_pairs(&p, root, 0, false) : buf_text(ctx, out, "{}\n");
	return r < 0 ? r : buf_text(ctx, out, "...\n");
}
