/* format/zeinfo/zeinfo_text.c — the layout in which the graphics compiler prints ZE Info, byte for byte.
 *
 * `---` first, `...` last; two spaces a level, and two more before a list's dash. The value on the line of a key begins
 * 17 columns from the key, or one space after a long one. Texts are quoted as the compiler quotes them: not at all
 * when made of letters, digits, `_-^., ` and tabs; in single quotes when they contain something else or look like
 * another type; in double quotes when characters must be escaped or are not ASCII. Values of unknown keys
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

/* Texts that the compiler would treat as another type without quotes; `yes` and the like are not among them. */
static bool looks_typed(const char *text)
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
	    looks_typed(text))
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

static void print_single(struct printer *p, const char *text)
{
	buf_char(p->ctx, p->out, '\'');
	for (; *text; text++) {
		if (*text == '\'')
			buf_char(p->ctx, p->out, '\'');
		buf_char(p->ctx, p->out, *text);
	}
	buf_char(p->ctx, p->out, '\'');
}

/* Characters that YAML requires to be escaped in double quotes: controls, line ends and invisible ones. */
static bool needs_escape(uint32_t c)
{
	return c < 0x20 || c == '"' || c == '\\' || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 ||
	       c == 0xfeff || c == 0xfffe || c == 0xffff;
}

static void print_escape(struct printer *p, uint32_t c)
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
		if (short_forms[i].c == c) {
			buf_printf(p->ctx, p->out, "\\%c", short_forms[i].letter);
			return;
		}
	buf_printf(p->ctx, p->out, c <= 0xff ? "\\x%02" PRIX32 : "\\u%04" PRIX32, c);
}

/* The character of n bytes at s. */
static uint32_t code_point(const uint8_t *s, size_t n)
{
	uint32_t c = n <= 1 ? s[0] : s[0] & (0x7fu >> n);

	for (size_t i = 1; i < n; i++)
		c = c << 6 | (s[i] & 0x3f);
	return c;
}

static void print_double(struct printer *p, const char *text)
{
	const uint8_t *s = (const uint8_t *)text, *end = s + strlen(text);

	buf_char(p->ctx, p->out, '"');
	while (s < end) {
		size_t n = utf8_length(s, (size_t)(end - s));
		uint32_t c;

		n = n ? n : 1;
		c = code_point(s, n);
		if (needs_escape(c))
			print_escape(p, c);
		else
			buf_add(p->ctx, p->out, s, n);
		s += n;
	}
	buf_char(p->ctx, p->out, '"');
}

static void print_quoted(struct printer *p, const char *text, enum quotes quotes)
{
	if (quotes == SINGLE)
		print_single(p, text);
	else if (quotes == DOUBLE)
		print_double(p, text);
	else
		buf_text(p->ctx, p->out, text);
}

int zeinfo_print_text(struct syb_ctx *ctx, const char *text, struct buf *out)
{
	struct printer p = { .ctx = ctx, .out = out };
	enum quotes quotes = quotes_for(text);
	bool b;

	if (quotes == BARE && (strchr(text, ',') || zeinfo_is_bool(text, &b)))
		quotes = SINGLE;
	print_quoted(&p, text, quotes);
	return out->failed;
}

/* Whether the schema declares a value as text: then the writer chooses its quotes. */
static bool is_text(const struct syb_ze_node *node)
{
	const struct syb_ze_attr *attr = zeinfo_attr(node);

	if (node->style == SYB_ZE_STYLE_PLAIN && zeinfo_is_null(node->text))
		return false; /* not a text: null */
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
	return looks_typed(node->text) || !node->text[0] ? BARE : quotes;
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
static void print_in_line(struct printer *p, const struct syb_ze_node *list)
{
	buf_text(p->ctx, p->out, "[ ");
	for (uint32_t i = 0; i < list->count; i++) {
		buf_text(p->ctx, p->out, i ? ", " : "");
		print_quoted(p, list->items[i].text, quotes_of(&list->items[i], true));
	}
	buf_text(p->ctx, p->out, " ]\n");
}

/* Rows that a map has more than once; the last one is effective, so none can be left out. */
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

static bool is_implied(const struct printer *p, const struct syb_ze_node *node);

static bool pairs_implied(const struct printer *p, const struct syb_ze_node *map)
{
	struct rows rows;

	find_repeated(map, &rows);
	for (uint32_t i = 0; i < map->count; i++)
		if (bit(rows.again, map->items[i].row) || !is_implied(p, &map->items[i]))
			return false;
	return true;
}

/* Whether the document has the same meaning without this value of a map. */
static bool is_implied(const struct printer *p, const struct syb_ze_node *node)
{
	const struct syb_ze_attr *attr = zeinfo_attr(node);

	if (!attr || attr->required || syb_ze_attr_required_in(attr, p->version))
		return false;
	if (node->kind == SYB_ZE_NODE_LIST && attr->type == SYB_ZE_LIST)
		return node->count == 0;
	if (node->kind == SYB_ZE_NODE_MAP && attr->type == SYB_ZE_MAP)
		return pairs_implied(p, node);
	return zeinfo_is_default(node, attr);
}

static void print_pairs(struct printer *p, const struct syb_ze_node *map, size_t indent, bool inside);
static void print_items(struct printer *p, const struct syb_ze_node *list, size_t indent, bool inside);

static bool is_empty(const struct printer *p, const struct syb_ze_node *node)
{
	if (node->kind == SYB_ZE_NODE_MAP && p->minimal && node->count)
		return pairs_implied(p, node);
	return node->count == 0;
}

/* Whether a value is on the line of its key or dash. */
static bool is_short(const struct printer *p, const struct syb_ze_node *node)
{
	return node->kind == SYB_ZE_NODE_SCALAR || is_empty(p, node) ||
	       (node->kind == SYB_ZE_NODE_LIST && is_in_line(node));
}

/* Print a value after its key or dash. inside: the first line of a map or list continues that line. */
static void print_value(struct printer *p, const struct syb_ze_node *node, size_t indent, bool inside)
{
	if (node->kind == SYB_ZE_NODE_SCALAR) {
		print_quoted(p, node->text, quotes_of(node, false));
		buf_char(p->ctx, p->out, '\n');
	} else if (is_empty(p, node)) {
		buf_text(p->ctx, p->out, node->kind == SYB_ZE_NODE_MAP ? "{}\n" : "[]\n");
	} else if (node->kind == SYB_ZE_NODE_MAP) {
		print_pairs(p, node, indent, inside);
	} else if (is_in_line(node)) {
		print_in_line(p, node);
	} else {
		print_items(p, node, indent, inside);
	}
}

static void print_pair(struct printer *p, const struct syb_ze_node *value, size_t indent)
{
	size_t before = p->out->len, used;

	/* merge keys are keys only without quotes */
	print_quoted(p, value->key, str_eq(value->key, "<<") ? BARE : quotes_for(value->key));
	buf_char(p->ctx, p->out, ':');
	used = p->out->len - before;
	if (!is_short(p, value))
		buf_char(p->ctx, p->out, '\n');
	else if (!is_nothing(value))
		buf_fill(p->ctx, p->out, ' ', used < VALUE_COLUMN ? VALUE_COLUMN - used : 1);
	print_value(p, value, indent + 2, false);
}

/* inside: the first pair continues a line. Depth is bounded by YAML_DEPTH. */
static void print_pairs(struct printer *p, const struct syb_ze_node *map, size_t indent, bool inside)
{
	struct rows rows;

	if (p->minimal)
		find_repeated(map, &rows);
	for (uint32_t i = 0; i < map->count; i++) {
		const struct syb_ze_node *value = &map->items[i];

		if (p->minimal && !bit(rows.again, value->row) && is_implied(p, value))
			continue;
		buf_fill(p->ctx, p->out, ' ', inside ? 0 : indent);
		inside = false;
		print_pair(p, value, indent);
	}
}

static void print_items(struct printer *p, const struct syb_ze_node *list, size_t indent, bool inside)
{
	for (uint32_t i = 0; i < list->count; i++, inside = false) {
		const struct syb_ze_node *item = &list->items[i];

		buf_fill(p->ctx, p->out, ' ', inside ? 0 : indent);
		buf_text(p->ctx, p->out, is_nothing(item) ? "-" : "- ");
		print_value(p, item, indent + 2, true);
	}
}

int zeinfo_print(struct syb_ctx *ctx, const struct syb_ze_node *root, bool minimal, struct buf *out)
{
	struct printer p = { .ctx = ctx, .out = out, .minimal = minimal };
	struct syb_ze_version version;
	const char *stated;

	if (root && syb_ze_str(root, NULL, "version", &stated) == 0 && syb_ze_version_parse(stated, &version) == 0)
		p.version = version;
	buf_text(ctx, out, "---\n");
	if (root && root->count)
		print_pairs(&p, root, 0, false);
	else if (root)
		buf_text(ctx, out, "{}\n");
	return buf_text(ctx, out, "...\n");
}
