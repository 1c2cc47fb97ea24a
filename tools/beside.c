/* tools/beside.c — programs of ours that lie beside this one, wherever the tree was moved to. */
#include "tool.h"

#include <unistd.h>

int beside(struct tool *tool, const char *relative, const char **out_path)
{
	_cleanup_(buf_free) struct buf path = { 0 };
	char self[4096];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self));
	int r;

	*out_path = NULL;
	while (len > 0 && self[len - 1] != '/')
		len--;
	if (len <= 0)
		return 0;
	r = buf_add(tool->ctx, &path, self, (size_t)len);
	if (r == 0)
		r = buf_text(tool->ctx, &path, relative);
	if (r < 0)
		return r;
	*out_path = arena_string(tool->ctx, &tool->arena, path.ptr, path.len);
	return *out_path ? 0 : -SYB_E_NOMEM;
}
