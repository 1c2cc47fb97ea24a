/* base/path.h — parts of names of files, and where this program lies. */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* What comes after the folder; a path that ends with a slash has no name but itself. */
static inline const char *path_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* The dot of the extension, or the end where there is none. The first character of a name begins none. */
static inline const char *path_dot(const char *path)
{
	const char *name = path_name(path), *dot = strrchr(name, '.');

	return dot && dot > name && !strchr(dot, '/') ? dot : name + strlen(name);
}

/* The program that runs, wherever its tree was moved to. false: nobody knows, errno says why. */
bool path_self(char *out, size_t room);
/* Its folder, with the slash at the end; the length, and 0 where nobody knows. */
size_t path_here(char *out, size_t room);

#endif
