/* driver/exec/jobs_headers.h — which files a compiler has read, and which it would have read had they been there. */
#ifndef DRIVER_JOBS_HEADERS_H
#define DRIVER_JOBS_HEADERS_H

#include "jobs.h"

struct header_names {
	const char **list;
	size_t count, room;
};
void headers_drop(struct header_names *names, const struct syb_ctx *ctx);

/* The files a Make rule names behind its colon, as a compiler writes them. Strings live in arena. */
int headers_of_rule(struct syb_ctx *ctx, struct arena *arena, struct syb_bytes rule, struct header_names *out);
/* Names that do not exist now, and would have been taken in the place of others or would have changed an answer of
 * __has_include: for each name that the files include or ask for, in each folder that is searched before the one that
 * has it. Sets *out_timed when a file asks for the time of day. Whoever cannot be asked (-###) fails: TOOL. */
int headers_absent(struct syb_ctx *ctx, struct arena *arena, const struct job *job, const struct header_names *files,
		   struct header_names *out, bool *out_timed);

#endif
