/* base/shell.c — command lines as a shell writes and reads them. */
#include "shell.h"

/* Characters that no shell interprets. */
static bool is_plain(const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^";

	return *word && word[strspn(word, plain)] == '\0';
}

static int quote(struct syb_ctx *ctx, struct buf *buf, const char *word)
{
	if (is_plain(word))
		return buf_text(ctx, buf, word);
	TRY(buf_char(ctx, buf, '\''));
	for (; *word; word++)
		TRY(*word == '\'' ? buf_text(ctx, buf, "'\\''") : buf_char(ctx, buf, *word));
	return buf_char(ctx, buf, '\'');
}

int shell_quote(struct syb_ctx *ctx, struct buf *buf, const char *const *argv)
{
	for (size_t i = 0; argv[i]; i++) {
		TRY(i > 0 ? buf_char(ctx, buf, ' ') : 0);
		TRY(quote(ctx, buf, argv[i]));
	}
	return 0;
}

#define BLANKS " \t\n\r" /* response files of other systems have both ends of lines */

/* One word from *text to out, which has room for all that is left; where it ended. NULL: a quote does not end. */
static const char *take_word(const char *text, char *out)
{
	while (*text && !strchr(BLANKS, *text)) {
		char mark = *text;

		if (mark == '\\' && text[1]) {
			*out++ = text[1];
			text += 2;
			continue;
		}
		if (mark != '\'' && mark != '"') {
			*out++ = *text++;
			continue;
		}
		for (text++; *text != mark; text++) {
			if (mark == '"' && *text == '\\' && text[1] && strchr("\"\\$`", text[1]))
				text++;
			if (!*text)
				return NULL;
			*out++ = *text;
		}
		text++;
	}
	*out = '\0';
	return text;
}

int shell_split(struct syb_ctx *ctx, struct arena *arena, const char *text, const char ***out_argv, size_t *out_count)
{
	const char **argv = arena_array(ctx, arena, strlen(text) / 2 + 2, sizeof(*argv));
	char *word = arena_bytes(ctx, arena, strlen(text) + 1); /* of all words: none is longer than its quoted form */
	size_t n = 0;

	if (!argv || !word)
		return -SYB_E_NOMEM;
	for (const char *p = text + strspn(text, BLANKS); *p; p += strspn(p, BLANKS)) {
		p = take_word(p, word);
		if (!p)
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "launcher", "a quote does not end: %s", text);
		argv[n++] = word;
		word += strlen(word) + 1;
	}
	*out_argv = argv;
	*out_count = n;
	return 0;
}
