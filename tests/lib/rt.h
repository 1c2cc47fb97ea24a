/* lib/rt.h — what tests of the runtime share: contexts, folders, files. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#ifndef TESTS_LIB_RT_H
#define TESTS_LIB_RT_H

#include "ctx.h"
#include "tap.h"

#include <sybil/runtime.h>

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* What was said, for the log of a test that failed. */
static inline void rt_tell(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++) {
		const struct syb_diag *d = syb_ctx_diag_at(ctx, i);

		printf("# %s: %s [%s]\n", syb_severity_name(d->severity), d->text, d->check);
	}
}

static inline void rt_folder(char dir[64])
{
	snprintf(dir, 64, "/tmp/sybil-rt-XXXXXX");
	if (!mkdtemp(dir))
		abort();
}

static inline int rt_unlink(const char *path, const struct stat *st, int kind, struct FTW *ftw)
{
	(void)st;
	(void)kind;
	(void)ftw;
	return remove(path);
}

static inline void rt_remove(const char *dir)
{
	nftw(dir, rt_unlink, 16, FTW_DEPTH | FTW_PHYS);
}

static inline void rt_write(const char *path, const void *bytes, size_t len)
{
	FILE *f = fopen(path, "wb");

	if (!f || fwrite(bytes, 1, len, f) != len || fclose(f))
		abort();
}

#endif
