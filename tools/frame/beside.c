/* tools/frame/beside.c — finds this program and the programs next to it, wherever the tree was moved. */
#include "tool.h"

#include "base/path.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

int ourself(struct tool *tool, char *out, size_t room)
{
	if (path_self(out, room))
		return 0;
	return syb_fail(tool->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "/proc/self/exe: %s", strerror(errno));
}

int beside(struct tool *tool, const char *relative, const char **out_path)
{
	char here[4096];
	size_t len = path_here(here, sizeof(here));

	*out_path = len ? arena_printf(tool->ctx, &tool->arena, "%s%s", here, relative) : NULL;
	return len && !*out_path ? -SYB_E_NOMEM : 0;
}

int beside_sybil(struct tool *tool, const char **out_path)
{
	static const char *const places[] = { "sybil", SYBIL_FROM_LIBEXEC_TO_BIN "/sybil" };
	int r = 0;

	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		r = beside(tool, places[i], out_path);
		if (r < 0 || (*out_path && access(*out_path, X_OK) == 0))
			return r;
	}
	return 0;
}

int beside_runtime(struct tool *tool)
{
	static const char *const places[] = { "sybil-rt", SYBIL_LIBEXEC "/sybil-rt" };
	const char *path;

	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		TRY(beside(tool, places[i], &path));
		if (path && access(path, X_OK) == 0)
			return setenv("SYBIL_RT", path, 0) ? -SYB_E_NOMEM : 0;
	}
	return 0;
}
