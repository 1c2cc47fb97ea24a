/* package/check/decoder_yaml.c — text → nodes, with the quirks of compute-runtime's parser.
 *
 * It works line by line: indentation decides the nesting, the first token after the colon is the value. Two oddities
 * matter to verdicts and are kept: "- key: value" is an item with the value `key` until a deeper line follows, and then
 * becomes the last entry of the item, not the first; and in the old parser what follows an entry with children at the
 * same indentation can get lost on the way (see `add_sibling`). */
#include "decoder_yaml.h"

#include <ctype.h>

struct reader {
	struct syb_ctx *ctx;
	struct dy_doc *doc;
	struct dy_problem *problem;
	const uint8_t *text;
	uint32_t pos, end, line;
	bool modern;
	/* the line at hand */
	struct dy_token *tokens;
	size_t count, room;
	uint16_t indent;
	uint32_t line_at; /* number of the line it begins in */
	bool brackets, section, unended;
	/* nodes whose children are being read */
	uint32_t *nesting;
	size_t depth, nesting_room;
};

static int refuse(struct reader *r, uint32_t at, uint32_t line, const char *why)
{
	*r->problem = (struct dy_problem){ .why = why, .at = at, .line = line };
	return -SYB_E_FORMAT;
}

static int abort_at(struct reader *r, uint32_t at, uint32_t line, const char *why)
{
	*r->problem = (struct dy_problem){ .why = why, .at = at, .line = line, .aborts = true };
	return -SYB_E_FORMAT;
}

/* ---- characters, as in the C locale ---- */

static bool is_digit(uint8_t c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(uint8_t c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static uint8_t peek(const struct reader *r, uint32_t at)
{
	return at < r->end ? r->text[at] : '\n';
}

/* ---- tokens ---- */

static int push(struct reader *r, uint32_t len, enum dy_kind kind)
{
	int e = VEC_PUSH(r->ctx, r->tokens, r->count, r->room);

	if (e < 0)
		return e;
	r->tokens[r->count++] = (struct dy_token){ r->pos, len, kind };
	r->pos += len;
	return 0;
}

static bool is_mark(const struct reader *r, size_t i, uint8_t c)
{
	return i < r->count && r->tokens[i].kind == DY_MARK && r->text[r->tokens[i].at] == c;
}

/* A quote behind a backslash never ends a string; line breaks do not either. */
static int take_string(struct reader *r)
{
	uint8_t quote = r->text[r->pos];

	for (uint32_t at = r->pos + 1; at < r->end; at++) {
		if (r->text[at] == '\n')
			r->line++;
		if (r->text[at] == quote && r->text[at - 1] != '\\')
			return push(r, at + 1 - r->pos, DY_STRING);
	}
	return refuse(r, r->pos, r->line_at, "a string that does not end");
}

static bool is_hex(const struct reader *r, uint32_t at)
{
	return r->modern && peek(r, at) == '0' && (peek(r, at + 1) | 0x20) == 'x' && isxdigit(peek(r, at + 2));
}

static int take_number(struct reader *r)
{
	uint32_t at = r->pos + (is_digit(r->text[r->pos]) ? 0 : 1);
	uint32_t digits = at;

	if (is_hex(r, at))
		for (at += 2; isxdigit(peek(r, at)); at++)
			;
	else
		while (is_digit(peek(r, at)) || (at > digits && peek(r, at) == '.'))
			at++;
	if (at > digits && is_letter(peek(r, at)))
		return refuse(r, r->pos, r->line_at, "not a number, though it begins like one");
	return push(r, at - r->pos, DY_NUMBER);
}

static int take_name(struct reader *r)
{
	uint32_t at = r->pos;

	while (is_letter(peek(r, at)) || is_digit(peek(r, at)) || peek(r, at) == '_')
		at++;
	return push(r, at - r->pos, DY_NAME);
}

/* "[ a, 2 ]" up to the end of its line, of letters and digits only. */
static int take_bracket(struct reader *r)
{
	static const char why[] = "a list in brackets holds words or numbers without a sign, on one line of its own";
	uint32_t at = r->pos + 1, begin;
	bool item = false;

	for (;;) {
		while (is_blank(peek(r, at)))
			at++;
		for (begin = at; is_letter(peek(r, at)) || is_digit(peek(r, at));)
			at++;
		if (at == begin && !(r->modern && peek(r, at) == ']'))
			return refuse(r, r->pos, r->line_at, why);
		item = item || at > begin;
		while (is_blank(peek(r, at)))
			at++;
		if (peek(r, at) != ',')
			break;
		at++;
	}
	if (peek(r, at) != ']')
		return refuse(r, r->pos, r->line_at, why);
	for (at++; is_blank(peek(r, at));)
		at++;
	if (peek(r, at) != '\n' && !(r->modern && peek(r, at) == '#'))
		return refuse(r, r->pos, r->line_at, why);
	r->brackets = true;
	return push(r, 1, DY_MARK);
}

static int take_comment(struct reader *r)
{
	int e = push(r, 1, DY_MARK);

	while (r->pos < r->end && r->text[r->pos] != '\n')
		r->pos++;
	return e;
}

static bool at_section(const struct reader *r, uint8_t c)
{
	return r->count == 0 && peek(r, r->pos) == c && peek(r, r->pos + 1) == c && peek(r, r->pos + 2) == c;
}

static int take_token(struct reader *r)
{
	uint8_t c = r->text[r->pos];

	switch (c) {
	case ' ':
	case '\t':
		if (r->count == 0)
			r->indent = (uint16_t)(r->indent + (c == ' ' ? 1 : 4));
		r->pos++;
		return 0;
	case '\r':
	case '\0':
		r->pos++;
		return 0;
	case '#':
		return take_comment(r);
	case '"':
	case '\'':
		return take_string(r);
	case '[':
		return take_bracket(r);
	case ',':
	case ']':
		return r->brackets ? push(r, 1, DY_MARK)
				   : refuse(r, r->pos, r->line_at, "a comma or bracket outside of a list in brackets");
	case '{':
	case '}':
		return refuse(r, r->pos, r->line_at, "maps in braces are not supported");
	case '-':
		if (is_digit(peek(r, r->pos + 1)) && !at_section(r, '-'))
			return take_number(r);
		/* fallthrough */
	case '.':
		r->section = r->section || at_section(r, c);
		return push(r, 1, DY_MARK);
	case ':':
		return push(r, 1, DY_MARK);
	default:
		if (is_digit(c) || c == '+')
			return take_number(r);
		if (is_letter(c) || c == '_')
			return take_name(r);
		return refuse(r, r->pos, r->line_at, "a character that no name or number begins with");
	}
}

/* Tokens up to the end of the line; false at the end of the text. */
static int take_line(struct reader *r, bool *out_more)
{
	int e = 0;

	*out_more = r->pos < r->end;
	r->count = 0;
	r->indent = 0;
	r->line_at = r->line;
	r->brackets = r->section = false;
	while (e == 0 && r->pos < r->end && r->text[r->pos] != '\n')
		e = take_token(r);
	r->unended = r->pos >= r->end;
	if (e == 0 && r->pos < r->end) {
		r->pos++;
		r->line++;
	}
	return e;
}

/* ---- nodes ---- */

static struct dy_node *node(const struct reader *r, uint32_t id)
{
	return &r->doc->nodes[id];
}

static uint32_t newest(const struct reader *r)
{
	return (uint32_t)r->doc->count - 1;
}

static int add_node(struct reader *r, uint32_t parent, uint16_t indent)
{
	int e = 0;

	if (r->doc->count >= r->ctx->limits.max_items || r->doc->count >= UINT32_MAX)
		return syb_fail(r->ctx, SYB_E_LIMIT, r->doc->text.at, "limit", "more than %zu entries", r->doc->count);
	e = VEC_PUSH(r->ctx, r->doc->nodes, r->doc->count, r->doc->room);
	if (e < 0)
		return e;
	r->doc->nodes[r->doc->count++] = (struct dy_node){ .parent = parent, .indent = indent, .line = r->line_at };
	return 0;
}

static int nest(struct reader *r, uint32_t id)
{
	int e = VEC_PUSH(r->ctx, r->nesting, r->depth, r->nesting_room);

	if (e == 0)
		r->nesting[r->depth++] = id;
	return e;
}

static uint32_t top(const struct reader *r)
{
	return r->depth ? r->nesting[r->depth - 1] : 0;
}

/* All lines of a node are read: an item "- key: value" with more lines turns into a map. */
static int finish(struct reader *r, uint32_t id)
{
	struct dy_node done = *node(r, id);
	int e;

	if (!done.first || done.key.kind || !done.value.kind)
		return 0;
	if (!done.inner.kind)
		return abort_at(r, done.value.at, done.line, "lines below an item that has no `key: value`");
	e = add_node(r, id, 0);
	if (e < 0)
		return e;
	node(r, newest(r))->key = done.value;
	node(r, newest(r))->value = done.inner;
	node(r, newest(r))->line = done.line;
	node(r, done.last)->next = newest(r);
	node(r, id)->last = newest(r);
	node(r, id)->value = (struct dy_token){ 0 };
	return 0;
}

static int add_child(struct reader *r, uint32_t parent, uint16_t indent)
{
	int e = nest(r, parent);

	if (e == 0)
		e = add_node(r, parent, indent);
	if (e == 0)
		node(r, parent)->first = node(r, parent)->last = newest(r);
	return e;
}

static bool needs_items(const struct reader *r, struct dy_token key)
{
	static const char *const names[] = {
		"functions",
		"global_host_access_table",
		"payload_arguments",
		"per_thread_payload_arguments",
		"binding_table_indices",
		"per_thread_memory_buffers",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (dy_is(r->doc, key, names[i]))
			return true;
	return !r->modern && dy_is(r->doc, key, "kernels");
}

/* The old parser believes that the entry whose children it read last is the parent of the next lines at that
 * indentation, and notes them as the last children there. `finish` then hooks an item's first key to an entry before
 * them, and they are no longer reached. */
static int add_sibling(struct reader *r, uint32_t before)
{
	uint32_t parent = r->modern || before == top(r) ? node(r, before)->parent : top(r);
	int e = add_node(r, parent, node(r, before)->indent);

	if (e < 0)
		return e;
	node(r, before)->next = newest(r);
	node(r, parent)->last = newest(r);
	return 0;
}

static int close_nested(struct reader *r)
{
	int e = 0;

	while (e == 0 && top(r) && node(r, top(r))->indent > r->indent) {
		e = finish(r, top(r));
		r->depth--;
	}
	if (e < 0)
		return e;
	if (!top(r) && !r->modern)
		return abort_at(r, r->tokens[0].at, r->line_at, "less indented than the first line");
	if (!top(r) || node(r, top(r))->indent != r->indent)
		return refuse(r, r->tokens[0].at, r->line_at, "indented like no entry before it");
	return 0;
}

/* Make the node of a line at its place. */
static int place_line(struct reader *r)
{
	uint32_t last = newest(r), sibling;
	int e;

	if (last == 0 || r->indent > node(r, last)->indent)
		return add_child(r, last, r->indent);
	if (r->indent == node(r, last)->indent) {
		if (needs_items(r, node(r, last)->key))
			return refuse(r, node(r, last)->key.at, node(r, last)->line, "a list without items");
		return add_sibling(r, last);
	}
	e = close_nested(r);
	if (e < 0)
		return e;
	sibling = top(r);
	if (r->modern) {
		e = finish(r, sibling);
		r->depth--;
	}
	return e < 0 ? e : add_sibling(r, sibling);
}

static int read_entry(struct reader *r)
{
	uint32_t id = newest(r);
	int e = 0;

	if (r->count < 2)
		return abort_at(r, r->tokens[0].at, r->line_at, "a word alone on its line");
	node(r, id)->key = r->tokens[0];
	if (r->brackets && !is_mark(r, 2, '['))
		return abort_at(r, r->tokens[0].at, r->line_at, "a list in brackets that is not the value of its key");
	if (!r->brackets) {
		if (r->count >= 3 && !is_mark(r, 2, '#'))
			node(r, id)->value = r->tokens[2];
		return 0;
	}
	for (size_t i = 3; i < r->count && e == 0 && !is_mark(r, i, ']'); i++) {
		if (is_mark(r, i, ','))
			continue;
		e = node(r, id)->first ? add_sibling(r, newest(r)) : add_child(r, id, (uint16_t)(r->indent + 1));
		if (e == 0)
			node(r, newest(r))->value = r->tokens[i];
	}
	return e;
}

/* The last of several colons is used; after it, even a comment is a value. */
static void read_item(struct reader *r)
{
	struct dy_node *n = node(r, newest(r));
	size_t colon = 0;

	if (r->count < 2 || is_mark(r, 1, '#'))
		return;
	n->value = r->tokens[1];
	for (size_t i = 2; i < r->count; i++)
		if (is_mark(r, i, ':'))
			colon = i;
	if (colon && colon + 1 < r->count)
		n->inner = r->tokens[colon + 1];
}

static int read_line(struct reader *r)
{
	bool item = is_mark(r, 0, '-');
	int e;

	if (r->count == 0 || r->section || is_mark(r, 0, '#'))
		return 0;
	if (!item && r->tokens[0].kind != DY_NAME)
		return r->unended ? 0 : refuse(r, r->tokens[0].at, r->line_at, "a line begins with a plain key or `-`");
	e = place_line(r);
	if (e < 0 || !item)
		return e < 0 ? e : read_entry(r);
	read_item(r);
	return 0;
}

static int read_text(struct reader *r)
{
	bool more = true;
	int e = add_node(r, 0, 0);

	while (e == 0 && more) {
		e = take_line(r, &more);
		if (e == 0)
			e = read_line(r);
	}
	while (e == 0 && top(r)) {
		e = finish(r, top(r));
		r->depth--;
	}
	return e;
}

int dy_read(struct syb_ctx *ctx, struct span text, bool modern, struct dy_doc *out_doc, struct dy_problem *out_problem)
{
	struct reader r = {
		.ctx = ctx, .doc = out_doc, .problem = out_problem, .text = text.ptr, .modern = modern, .line = 1
	};
	struct allocator a = allocator_of(ctx);
	int e;

	*out_doc = (struct dy_doc){ .text = text, .from = a };
	*out_problem = (struct dy_problem){ 0 };
	if (text.len > UINT32_MAX / 2)
		return syb_fail(ctx, SYB_E_LIMIT, text.at, "limit", "%zu bytes of ZE Info", text.len);
	r.end = (uint32_t)text.len;
	e = read_text(&r);
	allocator_free(a, r.tokens);
	allocator_free(a, r.nesting);
	return e;
}

void dy_free(struct dy_doc *doc)
{
	allocator_free(doc->from, doc->nodes);
	*doc = (struct dy_doc){ 0 };
}

/* ---- values ---- */

struct span dy_span(const struct dy_doc *doc, struct dy_token token)
{
	return (struct span){ doc->text.ptr + token.at, token.len, doc->text.at + token.at };
}

bool dy_is(const struct dy_doc *doc, struct dy_token token, const char *text)
{
	return token.kind && span_eq(dy_span(doc, token), text);
}

struct span dy_string(const struct dy_doc *doc, struct dy_token token, bool modern)
{
	struct span s = dy_span(doc, token);
	const uint8_t *end = doc->text.ptr + doc->text.len;

	if (token.kind == DY_STRING)
		return (struct span){ s.ptr + 1, s.len - 2, s.at + 1 };
	if (!modern || token.kind != DY_NAME)
		return s;
	while (s.ptr + s.len < end && !memchr("\n#:,[]'\"", s.ptr[s.len], 8))
		s.len++;
	while (s.len > token.len && (is_blank(s.ptr[s.len - 1]) || s.ptr[s.len - 1] == '\0'))
		s.len--;
	return s;
}

bool dy_int(const struct dy_doc *doc, struct dy_token token, bool modern, int64_t *out_value)
{
	struct span s = dy_span(doc, token);
	bool negative = token.kind == DY_NUMBER && s.ptr[0] == '-';
	size_t i = token.kind == DY_NUMBER && !is_digit(s.ptr[0]);
	int64_t value = 0;
	int base = 10;

	if (token.kind != DY_NUMBER)
		return false;
	if (modern && s.len > i + 2 && (s.ptr[i + 1] | 0x20) == 'x') {
		base = 16;
		i += 2;
	}
	for (; i < s.len && s.ptr[i] != '.'; i++) {
		value = value * base + (is_digit(s.ptr[i]) ? s.ptr[i] - '0' : (s.ptr[i] | 0x20) - 'a' + 10);
		if (value > INT64_C(1) << 40)
			return false;
	}
	if (modern && i < s.len) /* a fraction was cut off once */
		return false;
	*out_value = negative ? -value : value;
	return true;
}

bool dy_bool(const struct dy_doc *doc, struct dy_token token, bool *out_value)
{
	static const char *const words[] = { "n", "y", "no", "yes", "false", "true", "off", "on" };
	struct span s = dy_span(doc, token);

	if (token.kind != DY_NAME)
		return false;
	for (size_t w = 0; w < ARRAY_SIZE(words); w++) {
		size_t i = 0;

		while (i < s.len && words[w][i] && (s.ptr[i] | 0x20) == words[w][i])
			i++;
		if (i == s.len && !words[w][i]) {
			*out_value = w % 2;
			return true;
		}
	}
	return false;
}
