/* base/temp.h — a folder for temporary files, ours alone, gone with everything in it when it is dropped:
 * `_cleanup_(temp_drop) struct temp temp = { 0 };`. */
#ifndef BASE_TEMP_H
#define BASE_TEMP_H

#include "ctx.h"

struct temp {
	char path[4096]; /* "" when there is none; begins with TMPDIR, or /tmp */
	size_t files;    /* names given out */
};

/* Make the folder; what becomes part of its name. Fails: IO ("open"). */
int temp_make(struct syb_ctx *ctx, struct temp *temp, const char *what);
/* A name in it that was not given out before, ending in suffix (".bc"). Fails: NULL, reported. */
const char *temp_file(struct syb_ctx *ctx, struct temp *temp, struct arena *arena, const char *suffix);
/* Remove it and what is in it, folders included; links are removed, never followed. */
void temp_drop(struct temp *temp);
/* The same for anything of an open folder. false: some of it is left, errno says why. */
bool temp_remove(int dir, const char *name);
/* Leave it there (--save-temps). */
void temp_keep(struct temp *temp);

#endif
