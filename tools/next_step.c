/* tools/next_step.c — after a failure: a file that is of another kind than the verb takes is named, and what looks into
 * it. By the tables of next_step.def, once for all verbs. */
#include "tool.h"

#include <sys/stat.h>

#define K(kind) (1u << SYB_KIND_##kind)

static unsigned kinds_of(const struct verb *verb)
{
	static const struct {
		enum verb_id verb;
		unsigned kinds;
	} rows[] = {
#define TAKES(verb, kinds) { VERB_##verb, kinds },
#define TAKES_BY(option, kinds)
#define NEXT(kind, before, after)
#include "next_step.def"
#undef TAKES
#undef TAKES_BY
#undef NEXT
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].verb == verb->id)
			return rows[i].kinds;
	return ~0u;
}

struct next {
	const char *before, *after;
};

static const struct next *next_of(enum syb_kind kind)
{
	static const struct next rows[] = {
#define TAKES(verb, kinds)
#define TAKES_BY(option, kinds)
#define NEXT(kind, before, after) [SYB_KIND_##kind] = { before, after },
#include "next_step.def"
#undef TAKES
#undef TAKES_BY
#undef NEXT
	};

	return (size_t)kind < ARRAY_SIZE(rows) && rows[kind].before ? &rows[kind] : NULL;
}

/* UNKNOWN also for what is no plain file: nobody waits for a pipe here. */
static enum syb_kind kind_of(struct tool *tool, const char *path)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct stat st;

	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode) || syb_file_open(tool->silent, path, &file) < 0)
		return SYB_KIND_UNKNOWN;
	return syb_identify(syb_file_bytes(file));
}

static void suggest(struct tool *tool, const char *path, enum syb_kind kind)
{
	const struct next *next = next_of(kind);
	const char *text = syb_kind_text(kind);

	if (next)
		(void)syb_note(tool->ctx, 0, "%s is %s: try 'sybil show %s', or '%s%s%s'", path, text, path,
			       next->before, path, next->after);
	else
		(void)syb_note(tool->ctx, 0, "%s is %s: try 'sybil show %s'", path, text, path);
}

/* Whether the file is of none of the kinds; then that is said. */
static bool look_at(struct tool *tool, const char *path, unsigned kinds)
{
	enum syb_kind kind = kind_of(tool, path);

	if (kind == SYB_KIND_UNKNOWN || kinds & 1u << kind)
		return false;
	suggest(tool, path, kind);
	return true;
}

/* Files that options name. */
static bool look_at_options(struct tool *tool)
{
	static const struct {
		enum option_id option;
		unsigned kinds;
	} rows[] = {
#define TAKES(verb, kinds)
#define TAKES_BY(option, kinds) { OPT_##option, kinds },
#define NEXT(kind, before, after)
#include "next_step.def"
#undef TAKES
#undef TAKES_BY
#undef NEXT
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		for (size_t k = 0; k < tool->args.count; k++)
			if (tool->args.list[k].id == rows[i].option && tool->args.list[k].value &&
			    look_at(tool, tool->args.list[k].value, rows[i].kinds))
				return true;
	return false;
}

/* link looks for device code in files of any kind: there is none, it says of one that it does not take. */
static bool is_about_input(const struct verb *verb, int r)
{
	return syb_code_exit(r) == syb_code_exit(-SYB_E_FORMAT) || (r == -SYB_E_NOTFOUND && verb->id == VERB_link);
}

void next_step(struct tool *tool, int r)
{
	unsigned kinds;

	if (!tool->verb || !is_about_input(tool->verb, r))
		return;
	kinds = kinds_of(tool->verb);
	for (size_t i = 0; i < tool->args.operand_count; i++)
		if (look_at(tool, tool->args.operands[i], kinds))
			return;
	(void)look_at_options(tool);
}
