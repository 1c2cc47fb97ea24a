/* driver/programs/messages.c — messages of other compilers, line by line. */
#include "messages.h"

#include "base/shell.h"

#include <signal.h>

enum { MOST_NOTES = 50, MOST_BYTES = 2000, SHELLS_SIGNAL = 128, LAST_SIGNAL = 64 };

static bool begins(const char *line, size_t len, const char *with)
{
	return len >= strlen(with) && memcmp(line, with, strlen(with)) == 0;
}

/* " #12 0x00007f…", "/usr/lib/….so(+0x1c2)[0x7f…]" */
static bool is_frame(const char *line, size_t len)
{
	size_t at = 0;

	if (len && *line == '/' && line[len - 1] == ']') {
		for (at = len - 1; at > 0 && line[at] != '[';)
			at--;
		return begins(line + at, len - at, "[0x");
	}
	while (at < len && line[at] == ' ')
		at++;
	if (at == len || line[at++] != '#')
		return false;
	while (at < len && line[at] >= '0' && line[at] <= '9')
		at++;
	return begins(line + at, len - at, " 0x");
}

/* Lines of an LLVM crash report that only LLVM developers need: the command and the stack. */
static bool is_dump(const char *line, size_t len)
{
	return begins(line, len, "PLEASE submit a bug report") || begins(line, len, "Stack dump") ||
	       begins(line, len, "0.\tProgram arguments") || is_frame(line, len);
}

/* Add the lines of one of the two kinds; returns whether there are lines of the other kind. */
static bool note_lines(struct syb_ctx *ctx, int r, const struct buf *text, bool dump)
{
	const char *line = text->len ? (const char *)text->ptr : "", *end = line + text->len;
	bool others = false;
	size_t notes = 0;

	while (line < end && notes < MOST_NOTES) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		size_t len = (size_t)((stop ? stop : end) - line);

		if (len && is_dump(line, len) != dump) {
			others = true;
		} else if (len) {
			syb_note(ctx, r, "%.*s", (int)(len < MOST_BYTES ? len : MOST_BYTES), line);
			notes++;
		}
		line += len + 1;
	}
	return others;
}

void messages_note(struct syb_ctx *ctx, int r, const struct buf *text)
{
	if (!note_lines(ctx, r, text, false))
		return;
	syb_report(ctx, SYB_SEVERITY_INFO, SYB_NO_OFFSET, "tool-failed", "where the program crashed");
	(void)note_lines(ctx, 0, text, true);
}

void messages_command(struct syb_ctx *ctx, const char *check, const char *const *argv)
{
	_cleanup_(buf_free) struct buf line = { 0 };

	if (shell_quote(ctx, &line, argv) == 0)
		syb_report(ctx, SYB_SEVERITY_INFO, SYB_NO_OFFSET, check, "%.*s", (int)line.len, (const char *)line.ptr);
}

/* Compiler drivers and shells report a signal of their child as an exit code. */
static int signal_of(struct process_end end)
{
	if (end.signalled)
		return end.status;
	return end.status > SHELLS_SIGNAL && end.status <= SHELLS_SIGNAL + LAST_SIGNAL ? end.status - SHELLS_SIGNAL : 0;
}

int messages_end(struct syb_ctx *ctx, const char *tool, struct process_end end, const char *check)
{
	const int number = signal_of(end);

	if (number)
		return syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-failed", "%s was ended by signal %d (%s)", tool,
				number, strsignal(number));
	if (end.status)
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, check, "%s rejected the module with exit status %d",
				tool, end.status);
	return 0;
}
