/* base/temp.c — a folder for temporary files; see temp.h. */
#define _GNU_SOURCE
#include "temp.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_DEEP = 32 }; /* folders that a program may have made in it; deeper ones are not removed */

int temp_make(struct syb_ctx *ctx, struct temp *temp, const char *what)
{
	const char *dir = getenv("TMPDIR");
	int len;

	dir = dir && *dir ? dir : "/tmp";
	len = snprintf(temp->path, sizeof(temp->path), "%s/sybil-%s-XXXXXX", dir, what);
	temp->files = 0;
	if (len < 0 || (size_t)len >= sizeof(temp->path))
		errno = ENAMETOOLONG;
	else if (mkdtemp(temp->path))
		return 0;
	*temp->path = '\0';
	return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "cannot create a temporary folder in %s: %s", dir,
			strerror(errno));
}

const char *temp_file(struct syb_ctx *ctx, struct temp *temp, struct arena *arena, const char *suffix)
{
	return arena_printf(ctx, arena, "%s/%zu%s", temp->path, temp->files++, suffix);
}

static void empty(int fd, unsigned depth)
{
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *entry;

	if (!dir && fd >= 0)
		close(fd);
	while (dir && (entry = readdir(dir)) != NULL) {
		if (str_eq(entry->d_name, ".") || str_eq(entry->d_name, ".."))
			continue;
		if (unlinkat(dirfd(dir), entry->d_name, 0) == 0 || depth == MOST_DEEP)
			continue;
		empty(openat(dirfd(dir), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), depth + 1);
		(void)unlinkat(dirfd(dir), entry->d_name, AT_REMOVEDIR);
	}
	if (dir)
		closedir(dir);
}

bool temp_remove(int dir, const char *name)
{
	if (unlinkat(dir, name, 0) == 0)
		return true;
	empty(openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), 0);
	return unlinkat(dir, name, AT_REMOVEDIR) == 0;
}

void temp_drop(struct temp *temp)
{
	if (!*temp->path)
		return;
	empty(open(temp->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), 0);
	(void)rmdir(temp->path);
	*temp->path = '\0';
}

void temp_keep(struct temp *temp)
{
	*temp->path = '\0';
}
