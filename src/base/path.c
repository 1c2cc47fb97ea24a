/* base/path.c — the location of this program, from the kernel. */
#include "path.h"

#include "util.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool path_self(char *out, size_t room)
{
	ssize_t len = readlink("/proc/self/exe", out, room);

	if (len < 0)
		return false;
	if ((size_t)len >= room) {
		errno = ENAMETOOLONG;
		return false;
	}
	out[len] = '\0';
	return true;
}

size_t path_here(char *out, size_t room)
{
	size_t len = path_self(out, room) ? (size_t)(path_name(out) - out) : 0;

	out[len] = '\0';
	return len;
}

static bool same_stat(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool path_same_file(const char *a, const char *b)
{
	const char *names[] = { a, b };
	struct stat files[2], folders[2];
	char folder[PATH_MAX];
	bool exists[2];

	for (int i = 0; i < 2; i++) {
		size_t len = (size_t)(path_name(names[i]) - names[i]);

		if (len >= sizeof(folder))
			return false;
		memcpy(folder, len ? names[i] : ".", len ? len : 1);
		folder[len ? len : 1] = '\0';
		exists[i] = stat(names[i], &files[i]) == 0;
		if ((exists[i] && !S_ISREG(files[i].st_mode)) || stat(folder, &folders[i]) != 0)
			return false;
	}
	if (exists[0] && exists[1] && same_stat(&files[0], &files[1]))
		return true;
	return same_stat(&folders[0], &folders[1]) && str_eq(path_name(a), path_name(b));
}
