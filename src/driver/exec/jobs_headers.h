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

/* jobs_shadow.c: the folders with headers that a command names, in the order of the search. */
int headers_folders(struct syb_ctx *ctx, const char *const *argv, struct header_names *out);
/* Whether a header is one of the system or of a folder that is named as such. */
bool headers_system(const char *const *argv, const char *path);
/* Whether a folder that is searched before that of a header has one of the same name. read: all files that were read,
 * each path ended by a line break. */
bool headers_shadowed(const struct header_names *dirs, const char *path, struct syb_bytes read);

#endif
