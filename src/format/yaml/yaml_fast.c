/* format/yaml/yaml_fast.c — the block layout in which compilers print ZE Info, one line at a time:
 *
 *	key: value      value: a plain word, 'text', "text" without escapes, [ 1, 2, 3 ]
 *	key:            then deeper lines: a map, or a list
 *	- key: value    an element that is a map
 *	- value
 *
 * ASCII only, no comments, no blank lines, no empty values, one space after a dash. Anything else makes the reader
 * decline, and libyaml reads the text instead; so this code reports no errors, and a text that it accepts means the
 *same to libyaml (unit test, fuzz target). It works on a private copy of the text in which strings are ended in place.
 */
#include "yaml.h"

enum {
	CLASS_KEY = 1,    /* letters, digits, _ */
	CLASS_PLAIN = 2,  /* characters that compilers leave unquoted */
	CLASS_FIRST = 4,  /* those that may come first */
	CLASS_QUOTED = 8, /* inside of quotes, but ' " and \ */
};

enum verdict {
	TAKEN,
	DECLINED,
	FAILED, /* the reader's r has the error */
};

struct fast {
	struct yaml_builder b;
	char *p;    /* start of the next line's text, after its indent */
	char *line; /* start of that line */
	char *end;  /* points at a NUL */
	uint32_t number;
	uint32_t indent;
	int r;
};

#define KEY (CLASS_KEY | CLASS_PLAIN | CLASS_FIRST | CLASS_QUOTED)
#define PLAIN (CLASS_PLAIN | CLASS_QUOTED)
#define FIRST (CLASS_PLAIN | CLASS_FIRST | CLASS_QUOTED)
static const uint8_t classes[256] = {
	['0' ... '9'] = KEY,
	['A' ... 'Z'] = KEY,
	['a' ... 'z'] = KEY,
	['_'] = KEY,
	['-'] = PLAIN,
	[','] = PLAIN,
	[' '] = PLAIN,
	['\t'] = PLAIN,
	['.'] = FIRST,
	['^'] = FIRST,

	['!'] = CLASS_QUOTED,
	['#' ... '&'] = CLASS_QUOTED,
	['(' ... '+'] = CLASS_QUOTED,
	['/'] = CLASS_QUOTED,
	[':' ... '@'] = CLASS_QUOTED,
	['['] = CLASS_QUOTED,
	[']'] = CLASS_QUOTED,
	['`'] = CLASS_QUOTED,
	['{' ... '~'] = CLASS_QUOTED,
};
#undef KEY
#undef PLAIN
#undef FIRST

static char *skip(char *p, uint8_t class)
{
	while (classes[(uint8_t)*p] & class)
		p++;
	return p;
}

static uint32_t column_of(const struct fast *f, const char *p)
{
	return (uint32_t)(p - f->line) + 1;
}

/* Go to the line after the one that ends at p; false when p is not the end of a line. */
static bool next_line(struct fast *f, char *p)
{
	if (*p != '\n')
		return false;
	f->line = ++p;
	while (*p == ' ')
		p++;
	f->p = p;
	f->indent = (uint32_t)(p - f->line);
	f->number++;
	return true;
}

/* Whether the document has no more lines. */
static bool at_end(const struct fast *f)
{
	return f->line == f->end || (f->indent == 0 && f->p[0] == '.');
}

/* Whether the document ends as compilers end it. */
static bool ends_well(const struct fast *f)
{
	size_t left = (size_t)(f->end - f->line);

	return left == 0 || (left == 4 && memcmp(f->line, "...\n", 4) == 0);
}

static enum verdict add(struct fast *f, const struct syb_ze_node *node)
{
	f->r = yaml_builder_add(&f->b, node);
	return f->r < 0 ? FAILED : TAKEN;
}

static enum verdict begin(struct fast *f, const struct syb_ze_node *node)
{
	if (f->b.depth == YAML_DEPTH)
		return DECLINED; /* libyaml's reader reports it */
	f->r = yaml_builder_begin(&f->b, node);
	return f->r < 0 ? FAILED : TAKEN;
}

/* The same for one that has a line for each item, at `indent`. */
static enum verdict begin_block(struct fast *f, struct syb_ze_node *node, enum syb_ze_kind kind, uint32_t indent)
{
	node->kind = kind;
	node->line = f->number;
	node->column = indent + 1;
	return begin(f, node);
}

static enum verdict end(struct fast *f)
{
	f->r = yaml_builder_end(&f->b);
	return f->r < 0 ? FAILED : TAKEN;
}

/* End a scalar in place and go to the next line. */
static enum verdict scalar(struct fast *f, struct syb_ze_node *node, char *text, char *stop, char *eol)
{
	node->kind = SYB_ZE_NODE_SCALAR;
	node->text = text;
	if (!next_line(f, eol))
		return DECLINED;
	*stop = '\0';
	return add(f, node);
}

static enum verdict read_quoted(struct fast *f, struct syb_ze_node *node, char *p)
{
	char quote = *p++, *to, *text = p;

	node->style = quote == '\'' ? SYB_ZE_STYLE_SINGLE : SYB_ZE_STYLE_DOUBLE;
	for (to = p;;) {
		if (*p == quote && quote == '\'' && p[1] == '\'')
			p++; /* '' is one */
		else if (*p == quote)
			break;
		else if (!(classes[(uint8_t)*p] & CLASS_QUOTED) && *p != (quote == '\'' ? '"' : '\'') &&
			 !(*p == '\\' && quote == '\''))
			return DECLINED;
		*to++ = *p++;
	}
	return scalar(f, node, text, to, p + 1);
}

static enum verdict read_plain(struct fast *f, struct syb_ze_node *node, char *p)
{
	char *stop;

	if (!(classes[(uint8_t)*p] & CLASS_FIRST) && !(*p == '-' && (classes[(uint8_t)p[1]] & CLASS_FIRST)))
		return DECLINED;
	stop = skip(p, CLASS_PLAIN);
	if (stop[-1] == ' ' || stop[-1] == '\t')
		return DECLINED;
	node->style = SYB_ZE_STYLE_PLAIN;
	return scalar(f, node, p, stop, stop);
}

/* [ 1, 2, 3 ]: whole numbers only. */
static enum verdict read_flow(struct fast *f, struct syb_ze_node *node, char *p)
{
	enum verdict v;
	char *stop;
	bool last;

	node->kind = SYB_ZE_NODE_LIST;
	node->flow = 1;
	v = begin(f, node);
	for (p++; v == TAKEN; p++) {
		struct syb_ze_node item = { .kind = SYB_ZE_NODE_SCALAR, .line = f->number };
		char *start;

		while (*p == ' ')
			p++;
		if (*p == ']' && f->b.count == f->b.open[f->b.depth - 1])
			break; /* [] has no items; a comma before the bracket is for libyaml */
		start = p;
		item.column = column_of(f, p);
		item.text = p;
		p += *p == '-';
		while (*p >= '0' && *p <= '9')
			p++;
		stop = p;
		if (stop == start || stop[-1] == '-')
			return DECLINED;
		while (*p == ' ')
			p++;
		if (*p != ',' && *p != ']')
			return DECLINED;
		v = add(f, &item);
		last = *p == ']';
		*stop = '\0';
		if (last)
			break;
	}
	if (v == TAKEN)
		v = end(f);
	if (v == TAKEN && !next_line(f, p + 1))
		return DECLINED;
	return v;
}

static enum verdict read_value(struct fast *f, struct syb_ze_node *node, char *p)
{
	node->line = f->number;
	node->column = column_of(f, p);
	switch (*p) {
	case '\'':
	case '"':
		return read_quoted(f, node, p);
	case '[':
		return read_flow(f, node, p);
	default:
		return read_plain(f, node, p);
	}
}

static enum verdict read_block(struct fast *f, struct syb_ze_node *node);

/* One "key: value" with the key at f->p; the next line is then current. */
static enum verdict read_pair(struct fast *f, uint32_t indent)
{
	char *key = f->p, *p = skip(key, CLASS_KEY);
	struct syb_ze_node node = { .key = key, .key_line = f->number, .key_column = indent + 1 };
	size_t len = (size_t)(p - key);

	if (*p != ':' || len == 0 || len > YAML_KEY_LENGTH)
		return DECLINED;
	if (p[1] == '\n') {
		next_line(f, p + 1);
		*p = '\0';
		return f->indent > indent && f->line < f->end ? read_block(f, &node) : DECLINED;
	}
	if (p[1] != ' ')
		return DECLINED;
	*p++ = '\0';
	while (*p == ' ')
		p++;
	return read_value(f, &node, p);
}

/* Pairs whose keys are at `indent`; the first one may follow a dash. */
static enum verdict read_map(struct fast *f, struct syb_ze_node *node, uint32_t indent)
{
	enum verdict v = begin_block(f, node, SYB_ZE_NODE_MAP, indent);

	while (v == TAKEN) {
		v = read_pair(f, indent);
		if (v != TAKEN || at_end(f) || f->indent < indent)
			break;
		if (f->indent > indent || *f->p == '-')
			return DECLINED; /* a value that continues, or a list among keys */
	}
	return v == TAKEN ? end(f) : v;
}

/* Whether there is a key at p. */
static bool is_key(char *p)
{
	char *stop = skip(p, CLASS_KEY);

	return stop > p && *stop == ':';
}

static enum verdict read_list(struct fast *f, struct syb_ze_node *node, uint32_t indent)
{
	enum verdict v = begin_block(f, node, SYB_ZE_NODE_LIST, indent);

	while (v == TAKEN) {
		struct syb_ze_node item = { 0 };

		if (f->p[0] != '-' || f->p[1] != ' ' || f->p[2] == ' ')
			return DECLINED;
		f->p += 2;
		v = is_key(f->p) ? read_map(f, &item, indent + 2) : read_value(f, &item, f->p);
		if (v != TAKEN || at_end(f) || f->indent < indent)
			break;
		if (f->indent > indent)
			return DECLINED;
	}
	return v == TAKEN ? end(f) : v;
}

/* Depth is bounded by the builder. */
static enum verdict read_block(struct fast *f, struct syb_ze_node *node)
{
	return *f->p == '-' ? read_list(f, node, f->indent) : read_map(f, node, f->indent);
}

static enum verdict read_text(struct fast *f)
{
	struct syb_ze_node root = { 0 };
	enum verdict v;

	f->line = f->p;
	f->number = 1;
	if (f->end - f->p >= 4 && memcmp(f->p, "---\n", 4) == 0)
		next_line(f, f->p + 3);
	if (f->indent || !is_key(f->p))
		return DECLINED;
	v = read_map(f, &root, 0);
	if (v == TAKEN && !ends_well(f))
		v = DECLINED;
	return v;
}

static void free_fast(struct fast *f)
{
	yaml_builder_done(&f->b);
}

int yaml_read_fast(struct syb_ctx *ctx, struct arena *arena, struct syb_bytes text, struct yaml_source source,
		   struct syb_ze_node **out_root, bool *out_taken)
{
	_cleanup_(free_fast) struct fast f = { .b = { .ctx = ctx, .arena = arena, .source = source } };
	struct syb_ze_node *root;
	enum verdict v;

	*out_taken = false;
	if (text.len >= UINT32_MAX) /* columns */
		return 0;
	f.p = arena_string(ctx, arena, text.ptr, text.len);
	if (!f.p)
		return -SYB_E_NOMEM;
	f.end = f.p + text.len;
	v = read_text(&f);
	if (v != TAKEN)
		return v == FAILED ? f.r : 0;
	root = arena_alloc(ctx, arena, sizeof(*root));
	if (!root)
		return -SYB_E_NOMEM;
	*root = f.b.stack[0];
	*out_root = root;
	*out_taken = true;
	return 0;
}
