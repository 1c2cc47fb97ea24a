/* tools/frame/start.c — starts the programs that have the verbs which need more than libsybil, so that sybil
 * itself starts in a millisecond: sybil-ir has LLVM, sybil-rt has the runtime, sybil-report has the pages
 * of --html.
 *
 * They are next to sybil in a build folder, and in libexec when installed; SYBIL_IR, SYBIL_RT and SYBIL_REPORT override
 * that. The command line is parsed first, so help and usage errors load none of them. */
#define _GNU_SOURCE
#include "tool.h"

#include "base/path.h"

#include <errno.h>
#include <link.h>
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

static int run_beside(struct tool *tool, const char *relative)
{
	const char *path;
	int r = beside(tool, relative, &path);

	return r < 0 || !path ? r : run_program(tool, path);
}

/* ---- files that make up a verb ---- */

struct ours {
	struct tool *tool;
	const char **list;
	size_t count;
};

enum { OURS_MOST = 16 };

/* Add a path that exists; it lives as long as the tool. */
static void add_ours(struct ours *ours, const char *path)
{
	if (path && *path && ours->count < OURS_MOST && access(path, R_OK) == 0)
		ours->list[ours->count++] = path;
}

static int add_beside(struct ours *ours, const char *relative)
{
	const char *path;
	int r = beside(ours->tool, relative, &path);

	if (r == 0)
		add_ours(ours, path);
	return r;
}

/* The libraries that this program has loaded show where the others are, in a build folder and installed. */
static int add_library(struct dl_phdr_info *info, size_t size, void *user)
{
	static const char *const others[] = { "libsybil-ir.so.0", "ir/libsybil-ir.so.0" };
	const char *name = path_name(info->dlpi_name);
	struct ours *ours = user;

	(void)size;
	if (name == info->dlpi_name || !str_starts(name, "libsybil.so"))
		return 0;
	add_ours(ours, info->dlpi_name);
	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		const char *path = arena_printf(ours->tool->ctx, &ours->tool->arena, "%.*s%s",
						(int)(name - info->dlpi_name), info->dlpi_name, others[i]);

		if (!path)
			return -SYB_E_NOMEM;
		add_ours(ours, path);
	}
	return 0;
}

int start_ours(struct tool *tool, const char *const **out_list)
{
	struct ours ours = { .tool = tool,
			     .list = arena_array(tool->ctx, &tool->arena, OURS_MOST + 1, sizeof(*ours.list)) };
	int r;

	if (!ours.list)
		return -SYB_E_NOMEM;
	add_ours(&ours, getenv("SYBIL_IR"));
	r = add_beside(&ours, "sybil-ir");
	if (r == 0)
		r = add_beside(&ours, SYBIL_FROM_BIN_TO_LIBEXEC "/sybil-ir");
	add_ours(&ours, SYBIL_LLVM); /* LLVM's library, which sybil-ir loads */
	if (r == 0)
		r = dl_iterate_phdr(add_library, &ours);
	if (r == 0)
		*out_list = ours.list;
	return r;
}

/* ---- replace this process ---- */

struct other {
	const char *name, *variable, *installed, *why_not;
};

static int start(struct tool *tool, const struct other *other)
{
	const char *named = getenv(other->variable);
	int r;

	if (named && *named) {
		r = run_program(tool, named);
		return r < 0 ? r
			     : syb_fail(tool->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "open", "%s=%s: %s", other->variable,
					named, strerror(errno));
	}
	r = run_beside(tool, other->name);
	if (r == 0)
		r = run_beside(tool, other->installed);
	return r < 0 ? r
		     : syb_fail(tool->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "open",
				"'%s%s' needs the program %s, which is missing%s", tool->verb->program ? "" : "sybil ",
				tool->verb->name, other->name, other->why_not);
}

int start_ir(struct tool *tool)
{
	static const struct other ir = { "sybil-ir", "SYBIL_IR", SYBIL_FROM_BIN_TO_LIBEXEC "/sybil-ir",
					 ": sybil was built without LLVM, or the package sybil-ir is not installed" };

	return start(tool, &ir);
}

int start_rt(struct tool *tool)
{
	static const struct other rt = { "sybil-rt", "SYBIL_RT", SYBIL_FROM_BIN_TO_LIBEXEC "/sybil-rt", "" };

	return start(tool, &rt);
}

int start_page(struct tool *tool)
{
	static const struct other page = { "sybil-report", "SYBIL_REPORT", SYBIL_FROM_BIN_TO_LIBEXEC "/sybil-report",
					   "" };

	return start(tool, &page);
}

/* sybil check queries devices only in sybil-rt. */
int check_devices_begin(struct tool *tool, struct live *out)
{
	(void)out;
	return args_has(tool, OPT_check_device) ? start_rt(tool) : 0;
}

int check_devices(struct tool *tool, const struct live *live, const struct syb_file *file, const char *path,
		  struct syb_record *record, struct syb_value *map)
{
	(void)tool;
	(void)live;
	(void)file;
	(void)path;
	(void)record;
	(void)map;
	return 0;
}

void check_devices_drop(struct live *live)
{
	(void)live;
}
