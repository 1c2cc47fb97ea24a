/* driver/programs/aot_stamp.c — fixed times and sizes (1) in .file directives of PTX.
 *
 * Otherwise ptxas reads them from the file system, and the cubin differs after every checkout. */
#define _GNU_SOURCE /* memmem */
#include "aot.h"

static const char directive[] = ".file";

/* The end of the name in a directive that is alone on its line and has nothing after the name; NULL otherwise. */
static const uint8_t *name_end(struct syb_bytes ptx, const uint8_t *at)
{
	const uint8_t *end = ptx.ptr + ptx.len, *line = at, *stop = memchr(at, '\n', (size_t)(end - at));
	const uint8_t *quote;

	stop = stop ? stop : end;
	while (line > ptx.ptr && (line[-1] == ' ' || line[-1] == '\t'))
		line--;
	quote = memrchr(at, '"', (size_t)(stop - at));
	if ((line > ptx.ptr && line[-1] != '\n') || !quote || memchr(quote, ',', (size_t)(stop - quote)))
		return NULL;
	return quote + 1;
}

int aot_stamp_files(struct syb_ctx *ctx, struct syb_bytes ptx, struct buf *out)
{
	const uint8_t *done = ptx.ptr, *at = ptx.ptr, *end = ptx.ptr + ptx.len;
	int r = 0;

	while (r == 0 && at && (at = memmem(at, (size_t)(end - at), directive, sizeof(directive) - 1))) {
		const uint8_t *stop = name_end(ptx, at);

		at += sizeof(directive) - 1;
		if (!stop)
			continue;
		r = buf_add(ctx, out, done, (size_t)(stop - done));
		if (r == 0)
			r = buf_text(ctx, out, ", 1, 1");
		done = at = stop;
	}
	return r < 0 || done == ptx.ptr ? r : buf_add(ctx, out, done, (size_t)(end - done));
}
