/* base/temp.h — a folder for temporary files, ours alone, gone with everything in it when it is dropped:
 * `_cleanup_(temp_drop) struct temp temp = { 0 };`. */
#ifndef BASE_TEMP_H
#define BASE_TEMP_H

#include "ctx.h"

struct temp {
	char path[4096]; /* "" when not created yet; begins with TMPDIR, or /tmp */
	size_t files;    /* number of names that were handed out */
};

/* Make the folder; `what` becomes part of its name. Fails: IO ("open"). */
int temp_make(struct syb_ctx *ctx, struct temp *temp, const char *what);
/* A new name in it, ending in suffix (".bc"). Fails: NULL, reported. */
const char *temp_file(struct syb_ctx *ctx, struct temp *temp, struct arena *arena, const char *suffix);
/* Remove it with its contents, including folders; links are removed, never followed. */
void temp_drop(struct temp *temp);
/* The same for anything in an open folder. false: some of it is left, errno has the reason. */
bool temp_remove(int dir, const char *name);
/* Keep it (--save-temps). */
void temp_keep(struct temp *temp);

#endif
