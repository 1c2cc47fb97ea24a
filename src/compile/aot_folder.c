/* compile/aot_folder.c — a folder for compilers that insist on names. */
#define _GNU_SOURCE
#include "aot.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_OPEN = 16 }; /* folders at a time */

static int drop_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	(void)remove(path);
	return 0;
}

void aot_folder_drop(struct aot_folder *folder)
{
	if (*folder->path)
		(void)nftw(folder->path, drop_one, MOST_OPEN, FTW_DEPTH | FTW_PHYS);
	*folder->path = '\0';
}

int aot_folder_make(struct syb_ctx *ctx, struct aot_folder *folder)
{
	const char *dir = getenv("TMPDIR");
	int len = snprintf(folder->path, sizeof(folder->path), "%s/sybil-XXXXXX", dir && *dir ? dir : "/tmp");

	if (len < 0 || (size_t)len >= sizeof(folder->path) || !mkdtemp(folder->path)) {
		*folder->path = '\0';
		return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "write", "a temporary folder cannot be made: %s",
				strerror(errno));
	}
	(void)snprintf(folder->output, sizeof(folder->output), "%s/image", folder->path);
	return 0;
}
