/* tools/start_ir.c — verbs that need LLVM live in another program, so that sybil itself starts in a millisecond.
 *
 * It is beside sybil in a build folder and in libexec where sybil is installed; SYBIL_IR names another one. The command
 * line has been read already: help and usage errors never load LLVM. */
#include "tool.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int run_program(struct tool *tool, const char *path)
{
	size_t count = 0;
	char **argv;

	while (tool->argv[count])
		count++;
	argv = arena_array(tool->ctx, &tool->arena, count + 3, sizeof(*argv));
	if (!argv)
		return -SYB_E_NOMEM;
	argv[0] = arena_string(tool->ctx, &tool->arena, path, strlen(path));
	argv[1] = arena_string(tool->ctx, &tool->arena, tool->verb->name, strlen(tool->verb->name));
	memcpy(argv + 2, tool->argv, count * sizeof(*argv));
	if (argv[0] && argv[1])
		execv(path, argv);
	return argv[0] && argv[1] ? 0 : -SYB_E_NOMEM;
}

/* Look beside this program, wherever the tree was moved to. */
static int run_beside(struct tool *tool, const char *relative)
{
	_cleanup_(buf_free) struct buf path = { 0 };
	char self[4096];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self));
	int r;

	while (len > 0 && self[len - 1] != '/')
		len--;
	if (len <= 0)
		return 0;
	r = buf_add(tool->ctx, &path, self, (size_t)len);
	if (r == 0)
		r = buf_text(tool->ctx, &path, relative);
	if (r == 0)
		r = buf_char(tool->ctx, &path, '\0');
	return r < 0 ? r : run_program(tool, (const char *)path.ptr);
}

int start_ir(struct tool *tool)
{
	const char *named = getenv("SYBIL_IR");
	int r;

	if (named && *named) {
		r = run_program(tool, named);
		return r < 0 ? r : syb_fail(tool->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "SYBIL_IR=%s: %s", named,
					    strerror(errno));
	}
	r = run_beside(tool, "sybil-ir");
	if (r == 0)
		r = run_beside(tool, SYBIL_FROM_BIN_TO_IR);
	return r < 0 ? r : syb_fail(tool->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "open",
				    "'sybil %s' needs the program sybil-ir, which is not there: built without LLVM?",
				    tool->verb->name);
}
