/* compile/messages.c — messages of other compilers, line by line. */
#include "messages.h"

#include <signal.h>

enum { MOST_NOTES = 50, MOST_BYTES = 2000 };

void messages_note(struct syb_ctx *ctx, int r, const struct buf *text)
{
	const char *line = text->len ? (const char *)text->ptr : "", *end = line + text->len;
	size_t notes = 0;

	while (line < end && notes < MOST_NOTES) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		size_t len = (size_t)((stop ? stop : end) - line);

		if (len) {
			syb_note(ctx, r, "%.*s", (int)(len < MOST_BYTES ? len : MOST_BYTES), line);
			notes++;
		}
		line += len + 1;
	}
}

int messages_end(struct syb_ctx *ctx, const char *tool, struct process_end end, const char *check)
{
	if (end.signalled)
		return syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-failed", "%s was ended by signal %d (%s)", tool,
				end.status, strsignal(end.status));
	if (end.status)
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, check, "%s refused the module with exit status %d",
				tool, end.status);
	return 0;
}
