/* format/ptx/ptx_lex.h — the words of a PTX text, separated by comments and blanks. */
#ifndef FORMAT_PTX_LEX_H
#define FORMAT_PTX_LEX_H

#include "base/span.h"

enum ptx_token_kind {
	PTX_END,
	PTX_WORD,      /* foo, %r1, $L__1 */
	PTX_DIRECTIVE, /* .global, .u32 */
	PTX_NUMBER,
	PTX_STRING,
	PTX_MARK, /* any other character */
};

struct ptx_token {
	enum ptx_token_kind kind;
	const char *ptr;
	size_t len;
	size_t at; /* in the text */
};

struct ptx_lexer {
	struct span text;
	size_t at;
};

/* Take the next one. Fails: FORMAT ("ptx-syntax": a comment or string that does not end, a NUL). */
int ptx_next(struct syb_ctx *ctx, struct ptx_lexer *lexer, struct ptx_token *out);

static inline bool ptx_is(const struct ptx_token *token, const char *text)
{
	size_t len = strlen(text);

	return token->len == len && token->kind != PTX_STRING && memcmp(token->ptr, text, len) == 0;
}

/* ---- where words are names ---- */

/* In the body of a function the first word of a statement is an instruction, even if a symbol has that name. Begin
 * with `{ .body = true }` for the text of a function from its opening brace on, `{ 0 }` for others. */
struct ptx_scope {
	bool body;
	bool start;    /* a statement begins here */
	bool guard;    /* after '@' */
	unsigned line; /* words of a .loc that are left */
};

/* true when the token, a word, may name something; next is the first character after it that is not blank. */
bool ptx_names(struct ptx_scope *scope, const struct ptx_token *token, char next);
/* The character for ptx_names. */
char ptx_peek(const struct ptx_lexer *lexer);

#endif
