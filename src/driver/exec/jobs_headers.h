/* driver/exec/jobs_headers.h — the files that a compiler has read. */
#ifndef DRIVER_JOBS_HEADERS_H
#define DRIVER_JOBS_HEADERS_H

#include "base/buf.h"

struct header_names {
	const char **list;
	size_t count, room;
};
void headers_drop(struct header_names *names, const struct syb_ctx *ctx);

/* The files a Make rule names behind its colon, as a compiler writes them. Strings live in arena. */
int headers_of_rule(struct syb_ctx *ctx, struct arena *arena, struct syb_bytes rule, struct header_names *out);

#endif
