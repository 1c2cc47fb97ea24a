/* base/path.c — the location of this program, from the kernel. */
#include "path.h"

#include <errno.h>
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
