/* Widths of text on a terminal, and cutting to one. */
#include "lib/ctx.h"
#include "lib/tap.h"

#include "term/columns.h"

static struct syb_ctx *ctx;

static void is_width(const char *text, size_t want)
{
	is_int(columns_of(text, strlen(text)), want);
}

static void cuts(const char *text, size_t width, const char *want)
{
	struct buf buf = { 0 };

	if (buf_text(ctx, &buf, "| ") < 0 || buf_text(ctx, &buf, text) < 0)
		abort();
	is_int(columns_cut(ctx, &buf, 2, width), 0);
	ok(columns_of(buf.ptr + 2, buf.len - 2) <= width);
	if (buf_char(ctx, &buf, '\0') < 0)
		abort();
	is_str((const char *)buf.ptr + 2, want);
	buf_free(&buf);
}

int main(void)
{
	ctx = test_ctx();
	is_width("", 0);
	is_width("kernel", 6);
	is_width("\303\244", 1);                 /* ä */
	is_width("a\314\210", 1);                /* a and a combining diaeresis */
	is_width("\346\240\270\345\277\203", 4); /* two CJK characters */
	is_width("\360\237\232\200", 2);         /* a rocket */
	is_width("\341\204\200\341\205\241", 2); /* a Hangul syllable of two letters */
	is_width("\357\274\241", 2);             /* a full-width A */
	is_width("\342\200\213x", 1);            /* a zero-width space */
	is_width("\033[1;31mred\033[0m", 3);
	is_width("\377\376", 2); /* not UTF-8 */

	cuts("short", 5, "short");
	cuts("abcdefghij", 9, "abc...hij");
	cuts("abcdefghij", 8, "abc...ij");
	cuts("abcdefghij", 3, "...");
	cuts("abcdefghij", 1, ".");
	cuts("abcdefghij", 0, "");
	cuts("\346\240\270\345\277\203\346\240\270\345\277\203", 7, "\346\240\270...\345\277\203");
	cuts("\346\240\270\345\277\203\346\240\270\345\277\203", 6, "\346\240\270..."); /* no half of a character */
	cuts("a\314\210bcdefg\314\210", 5, "a\314\210...g\314\210");
	cuts("\033[31mabcdefghij\033[0m", 7, "\033[31mab...ij\033[0m");
	syb_ctx_free(ctx);
	return tap_done();
}
