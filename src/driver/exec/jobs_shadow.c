/* driver/exec/jobs_shadow.c — headers that a compile would find instead of those that it read the last time.
 *
 * A make rule lists the files that were read. A file that is created later in a folder that is searched earlier is not
 * among them, although the next compile would read it. */
#define _GNU_SOURCE /* memmem */
#include "jobs_headers.h"

#include "base/path.h"

#include <stdio.h>
#include <unistd.h>

/* Options in the order of the search. */
static const char *const searched[] = { "-iquote", "-I", "-isystem" };

static int add(struct syb_ctx *ctx, struct header_names *dirs, const char *dir)
{
	TRY(VEC_PUSH(ctx, dirs->list, dirs->count, dirs->room));
	dirs->list[dirs->count++] = dir;
	return 0;
}

int headers_folders(struct syb_ctx *ctx, const char *const *argv, struct header_names *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(searched); i++) {
		size_t len = strlen(searched[i]);

		for (size_t k = 0; argv[k]; k++) {
			if (!str_starts(argv[k], searched[i]))
				continue;
			if (argv[k][len])
				TRY(add(ctx, out, argv[k] + len));
			else if (argv[k + 1])
				TRY(add(ctx, out, argv[k + 1]));
		}
	}
	return 0;
}

/* The name of a file in a folder; NULL: it is elsewhere. */
static const char *name_in(const char *dir, const char *path)
{
	size_t len = strlen(dir);

	while (len > 1 && dir[len - 1] == '/')
		len--;
	return strncmp(path, dir, len) == 0 && path[len] == '/' ? path + len + 1 : NULL;
}

/* Whether a folder has the file, which was not read: one that was may include the next one. */
static bool is_new(const char *dir, const char *name, const char *path, struct syb_bytes read)
{
	char other[4096];
	int len = snprintf(other, sizeof(other), "%s/%s\n", dir, name);

	if (len < 0 || (size_t)len >= sizeof(other) || memmem(read.ptr, read.len, other, (size_t)len))
		return false;
	other[len - 1] = '\0';
	return access(other, F_OK) == 0 && !path_same_file(other, path);
}

bool headers_shadowed(const struct header_names *dirs, const char *path, struct syb_bytes read)
{
	for (size_t d = 0; d < dirs->count; d++) {
		const char *name = name_in(dirs->list[d], path);

		for (size_t e = 0; e < d && name; e++)
			if (is_new(dirs->list[e], name, path, read))
				return true;
		if (name)
			return false;
	}
	return false;
}

bool headers_system(const char *const *argv, const char *path)
{
	static const char option[] = "-isystem";

	for (size_t i = 0; argv[i]; i++) {
		const char *dir = str_eq(argv[i], option)       ? argv[i + 1]
				  : str_starts(argv[i], option) ? argv[i] + strlen(option)
								: NULL;

		if (dir && name_in(dir, path))
			return true;
	}
	return str_starts(path, "/usr/");
}
