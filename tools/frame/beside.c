/* tools/frame/beside.c — finds this program and the programs next to it, wherever the tree was moved. */
#include "tool.h"

#include "base/path.h"

#include <errno.h>

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
