/* base/path.h — parts of file names, and the location of this program. */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The part after the folder; a path that ends with a slash is its own name. */
static inline const char *path_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* The dot of the extension, or the end of the name. A dot at the start of a name is not an extension. */
static inline const char *path_dot(const char *path)
{
	const char *name = path_name(path), *dot = strrchr(name, '.');

	return dot && dot > name && !strchr(dot, '/') ? dot : name + strlen(name);
}

/* The path of the running program, wherever its tree was moved. false: unknown, errno has the reason. */
bool path_self(char *out, size_t room);
/* Its folder, with the slash at the end; returns the length, 0 when unknown. */
size_t path_here(char *out, size_t room);

/* Whether two names are of one plain file, which need not exist yet. */
bool path_same_file(const char *a, const char *b);

#endif
