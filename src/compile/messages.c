/* compile/messages.c — messages of other compilers, line by line. */
#include "messages.h"

enum { MOST_NOTES = 50, MOST_BYTES = 2000 };

void messages_note(struct syb_ctx *ctx, int r, const struct buf *text)
{
	const char *line = (const char *)text->ptr, *end = line + text->len;
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
