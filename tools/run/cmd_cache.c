/* tools/run/cmd_cache.c — sybil cache: the directory of built code. */
#include "live.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* The library's record, with the document version first. */
static int show(struct tool *tool, const struct syb_value *root)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;

	TRY(record_new(tool->ctx, &record));
	value_hint(value_uint(record, record->root, "version", 1), VALUE_QUIET);
	for (size_t i = 0; i < syb_value_count(root); i++)
		value_copy(record, record->root, syb_value_key(root, i), syb_value_at(root, i));
	return answer(tool, NULL, SIZE_MAX, steal(record));
}

static int fail_damaged(struct tool *tool, const char *dir, size_t count)
{
	return syb_fail(tool->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "cache", "%s: %zu %s damaged and %s removed", dir,
			count, count == 1 ? "entry was" : "entries were", count == 1 ? "is" : "are");
}

static int list(struct tool *tool, const char *dir, bool verify)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;

	TRY(syb_cache_list(tool->ctx, dir, verify, &record));
	TRY(show(tool, syb_record_root(record)));
	if (verify && syb_value_uint(syb_value_get(syb_record_root(record), "removed")))
		TRY(fail_damaged(tool, dir, (size_t)syb_value_uint(syb_value_get(syb_record_root(record), "removed"))));
	return 0;
}

static int clear(struct tool *tool, const char *dir)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	uint64_t removed = 0, keep = 0;

	TRY(live_size(tool, OPT_cache_keep, &keep));
	TRY(syb_cache_trim(tool->ctx, dir, keep, &removed));
	TRY(record_new(tool->ctx, &record));
	value_hint(value_uint(record, record->root, "version", 1), VALUE_QUIET);
	value_string(record, record->root, "directory", dir);
	value_uint(record, record->root, "removed", removed);
	return answer(tool, NULL, SIZE_MAX, steal(record));
}

int cmd_cache(struct tool *tool)
{
	const char *action = tool->args.operands[0], *dir = getenv("SYBIL_CACHE_DIR");

	if (tool->args.operand_count > 1)
		dir = tool->args.operands[1];
	if (!str_eq(action, "list") && !str_eq(action, "verify") && !str_eq(action, "clear"))
		return usage(tool, "%s: expected one of: list verify clear", action);
	if (args_has(tool, OPT_cache_keep) && !str_eq(action, "clear"))
		return usage(tool, "--keep=SIZE needs clear");
	if (!dir || !*dir)
		return usage(tool, "no directory given, and SYBIL_CACHE_DIR is not set");
	/* the default directory may not exist yet; one that the user names must exist */
	if (tool->args.operand_count > 1 && access(dir, F_OK) < 0)
		return syb_fail(tool->ctx, SYB_E_IO, SYB_NO_OFFSET, "cache", "%s: %s", dir, strerror(errno));
	return str_eq(action, "clear") ? clear(tool, dir) : list(tool, dir, str_eq(action, "verify"));
}
