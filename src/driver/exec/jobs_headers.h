/* driver/exec/jobs_headers.h — the headers that a make rule lists. */
#ifndef DRIVER_JOBS_HEADERS_H
#define DRIVER_JOBS_HEADERS_H

#include "base/buf.h"

struct header_names {
	const char **list;
	size_t count, room;
};
void headers_drop(struct header_names *names, const struct syb_ctx *ctx);

/* The prerequisites of a make rule that a compiler wrote. Strings live in arena. */
int headers_of_rule(struct syb_ctx *ctx, struct arena *arena, struct syb_bytes rule, struct header_names *out);

#endif
