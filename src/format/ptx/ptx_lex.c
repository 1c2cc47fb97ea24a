/* format/ptx/ptx_lex.c — PTX text → words. Knows comments, strings and numbers, and which words of a function body are
 * instructions rather than names. */
#include "ptx_lex.h"

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static char peek(const struct ptx_lexer *x, size_t ahead)
{
	return ahead < x->text.len - x->at ? (char)x->text.ptr[x->at + ahead] : '\0';
}

static int complain(struct syb_ctx *ctx, const struct ptx_lexer *x, const char *what)
{
	return syb_fail(ctx, SYB_E_FORMAT, x->text.at + x->at, "ptx-syntax", "%s", what);
}

/* Move to the next word. */
static int skip_blanks(struct syb_ctx *ctx, struct ptx_lexer *x)
{
	while (x->at < x->text.len) {
		if (is_blank(peek(x, 0))) {
			x->at++;
		} else if (peek(x, 0) == '/' && peek(x, 1) == '/') {
			const uint8_t *p = x->text.ptr + x->at, *lf = memchr(p, '\n', x->text.len - x->at);

			x->at = lf ? (size_t)(lf - x->text.ptr) + 1 : x->text.len;
		} else if (peek(x, 0) == '/' && peek(x, 1) == '*') {
			size_t begin = x->at;

			for (x->at += 2; x->at < x->text.len && !(peek(x, 0) == '*' && peek(x, 1) == '/');)
				x->at++;
			if (x->at == x->text.len) {
				x->at = begin;
				return complain(ctx, x, "a comment does not end");
			}
			x->at += 2;
		} else {
			break;
		}
	}
	return 0;
}

static size_t word_length(const struct ptx_lexer *x, size_t from)
{
	while (is_letter(peek(x, from)) || is_digit(peek(x, from)))
		from++;
	return from;
}

/* 10, 0x1F, 0f3F800000, 8.3, 1.0e-5 */
static size_t number_length(const struct ptx_lexer *x)
{
	size_t len = 0;
	bool plain = peek(x, 0) != '0' || is_digit(peek(x, 1)) || peek(x, 1) == '.';

	while (is_letter(peek(x, len)) || is_digit(peek(x, len)) ||
	       (peek(x, len) == '.' && is_digit(peek(x, len + 1))) ||
	       (plain && len && (peek(x, len) == '-' || peek(x, len) == '+') &&
		(peek(x, len - 1) == 'e' || peek(x, len - 1) == 'E')))
		len++;
	return len;
}

int ptx_next(struct syb_ctx *ctx, struct ptx_lexer *x, struct ptx_token *out)
{
	int r = skip_blanks(ctx, x);
	size_t len = 1;
	char c;

	if (r < 0)
		return r;
	*out = (struct ptx_token){ .ptr = (const char *)x->text.ptr + x->at, .at = x->at };
	if (x->at == x->text.len)
		return 0;
	c = peek(x, 0);
	out->kind = PTX_MARK;
	if (is_letter(c)) {
		out->kind = PTX_WORD;
		len = word_length(x, 0);
	} else if (is_digit(c)) {
		out->kind = PTX_NUMBER;
		len = number_length(x);
	} else if (c == '.' && is_letter(peek(x, 1))) {
		out->kind = PTX_DIRECTIVE;
		len = word_length(x, 1);
	} else if (c == '"') {
		out->kind = PTX_STRING;
		while (peek(x, len) != '"') {
			if (peek(x, len) == '\0' || peek(x, len) == '\n')
				return complain(ctx, x, "a string does not end");
			len += peek(x, len) == '\\' && peek(x, len + 1) != '\0' ? 2 : 1;
		}
		len++;
	} else if (c == '\0') {
		return complain(ctx, x, "the text contains a NUL");
	}
	out->len = len;
	x->at += len;
	return 0;
}

char ptx_peek(const struct ptx_lexer *x)
{
	struct ptx_lexer ahead = *x;

	while (is_blank(peek(&ahead, 0)))
		ahead.at++;
	return peek(&ahead, 0);
}

/* The next token begins a statement, unless this one does. */
static void step(struct ptx_scope *s, const struct ptx_token *token)
{
	if (s->guard) {
		s->guard = token->kind == PTX_MARK; /* @!p */
		s->start = true;
		return;
	}
	if (ptx_is(token, "@") && s->start) {
		s->guard = true;
		return;
	}
	if (ptx_is(token, ".loc")) {
		s->line = 3;
		s->start = false;
		return;
	}
	if (s->line && token->kind == PTX_NUMBER) {
		s->line--;
		s->start = s->line == 0;
		return;
	}
	s->start = token->kind == PTX_MARK &&
		   (*token->ptr == ';' || *token->ptr == '{' || *token->ptr == '}' || *token->ptr == ':');
	if (ptx_is(token, "inlined_at"))
		s->line = 3;
	else if (token->kind == PTX_MARK)
		s->line = 0;
}

bool ptx_names(struct ptx_scope *s, const struct ptx_token *token, char next)
{
	bool name = token->kind == PTX_WORD && !(s->body && s->start && !s->guard && next != ':');

	if (s->body)
		step(s, token);
	return name;
}
