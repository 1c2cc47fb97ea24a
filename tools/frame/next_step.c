/* tools/frame/next_step.c — after a failure: a file that is of another kind than the verb takes is named, and what
 * looks into it. By the tables of next_step.def, once for all verbs. */
#include "base/jobs.h"
#include "tool.h"

#include <sys/stat.h>

#define K(kind) (1u << SYB_KIND_##kind)
#define NONE 0u
#define INSIDE (1u << 31) /* no kind has that number */
#define ANY (~(K(UNKNOWN) | INSIDE))

/* What else can be done with a file: before and after its name. */
struct next {
	const char *before, *after;
};

/* ---- the tables ---- */

#define TAKES(verb, kinds)
#define TAKES_BY(option, kinds)
#define NEXT(kind, before, after)
#define WITH(verb, kind, option, other, before, after)
#define NAMED(end, kind, before, after)

static const struct {
	enum verb_id verb;
	unsigned kinds;
} takes[] = {
#undef TAKES
#define TAKES(verb, kinds) { VERB_##verb, kinds },
#include "next_step.def"
#undef TAKES
#define TAKES(verb, kinds)
};

static const struct {
	enum option_id option;
	unsigned kinds;
} takes_by[] = {
#undef TAKES_BY
#define TAKES_BY(option, kinds) { OPT_##option, kinds },
#include "next_step.def"
#undef TAKES_BY
#define TAKES_BY(option, kinds)
};

static const struct next by_kind[] = {
#undef NEXT
#define NEXT(kind, before, after) [SYB_KIND_##kind] = { before, after },
#include "next_step.def"
#undef NEXT
#define NEXT(kind, before, after)
};

static const struct {
	enum verb_id verb;
	enum syb_kind kind;
	enum option_id option, other;
	struct next next;
} with[] = {
#undef WITH
#define WITH(verb, kind, option, other, before, after) \
	{ VERB_##verb, SYB_KIND_##kind, OPT_##option, OPT_##other, { before, after } },
#include "next_step.def"
#undef WITH
#define WITH(verb, kind, option, other, before, after)
};

static const struct {
	const char *end;
	unsigned kinds;
	struct next next;
} named[] = {
#undef NAMED
#define NAMED(end, kind, before, after) { end, 1u << SYB_KIND_##kind, { before, after } },
#include "next_step.def"
#undef NAMED
};

static unsigned kinds_of(const struct verb *verb)
{
	for (size_t i = 0; i < ARRAY_SIZE(takes); i++)
		if (takes[i].verb == verb->id)
			return takes[i].kinds;
	return ~0u;
}

static const struct next *next_with(const struct tool *tool, enum syb_kind kind)
{
	for (size_t i = 0; i < ARRAY_SIZE(with); i++)
		if (with[i].verb == tool->verb->id && with[i].kind == kind && !args_has(tool, with[i].option) &&
		    !args_has(tool, with[i].other))
			return &with[i].next;
	return NULL;
}

static const struct next *next_named(const struct tool *tool, const char *path, unsigned kinds)
{
	size_t len = strlen(path);

	if (kinds == ANY && !args_has(tool, OPT_show_html)) /* text of LLVM IR is for the page alone */
		kinds = NONE;
	for (size_t i = 0; i < ARRAY_SIZE(named) && tool->verb->id != VERB_cc; i++) {
		size_t n = strlen(named[i].end);

		if (len > n && str_eq(path + len - n, named[i].end) && !(kinds & named[i].kinds))
			return &named[i].next;
	}
	return NULL;
}

/* ---- the file ---- */

struct look {
	enum syb_kind kind;  /* UNKNOWN also for what is no plain file: nobody waits for a pipe here */
	enum syb_kind inner; /* of what lies in it, the first that something can be done with */
	bool holds;          /* what is wanted, or may do so */
};

/* Files that hold others. */
static const unsigned outer = K(ELF) | K(ARCHIVE) | K(OFFLOAD) | K(ZSTD) | K(GZIP);

/* Whether an image of the package may be of one of the kinds, or the package is too damaged to tell. */
static bool package_holds(struct tool *tool, const struct syb_item *item, unsigned kinds)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	bool found = syb_bin_open_item(tool->silent, item, NULL, &bin) < 0;
	unsigned inside = kinds & (~(outer | K(SYCLBIN)) | K(ARCHIVE)); /* of archives, those of ocloc */

	for (size_t m = 0; !found && m < syb_bin_module_count(bin); m++) {
		const struct syb_module *module = syb_bin_module_at(bin, m);

		for (size_t i = 0; !found && i < syb_module_image_count(module); i++)
			found = inside & 1u << syb_identify(syb_image_bytes(syb_module_image_at(module, i)));
	}
	return found;
}

static bool holds(struct tool *tool, const struct syb_item *item, unsigned kinds)
{
	bool found = kinds & ~outer & 1u << syb_item_kind(item);

	if (found && kinds & INSIDE && syb_item_kind(item) == SYB_KIND_SYCLBIN)
		return package_holds(tool, item, kinds);
	for (size_t i = 0; i < syb_item_count(item) && !found; i++)
		found = holds(tool, syb_item_at(item, i), kinds);
	return found;
}

static bool is_useful(enum syb_kind kind)
{
	return (size_t)kind < ARRAY_SIZE(by_kind) && by_kind[kind].before;
}

static enum syb_kind useful(const struct syb_item *item)
{
	enum syb_kind found = is_useful(syb_item_kind(item)) ? syb_item_kind(item) : SYB_KIND_UNKNOWN;

	for (size_t i = 0; i < syb_item_count(item) && found == SYB_KIND_UNKNOWN; i++)
		found = useful(syb_item_at(item, i));
	return found;
}

static struct look look_into(struct tool *tool, const char *path, unsigned kinds)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	struct look look = { SYB_KIND_UNKNOWN, SYB_KIND_UNKNOWN, true };
	unsigned open = outer | (kinds & INSIDE ? K(SYCLBIN) : 0);
	struct stat st;

	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode) || syb_file_open(tool->silent, path, &file) < 0)
		return look;
	look.kind = look.inner = syb_identify(syb_file_bytes(file));
	if (!(open & 1u << look.kind) || syb_unpack(tool->silent, syb_file_bytes(file), path, &tree) < 0)
		return look;
	look.holds = kinds == ANY || holds(tool, syb_tree_root(tree), kinds);
	look.inner = useful(syb_tree_root(tree));
	if (syb_item_kind(syb_tree_root(tree)) == SYB_KIND_UNKNOWN) /* compressed; show would not know it, either */
		look.kind = SYB_KIND_UNKNOWN;
	return look;
}

const char *next_step_name(struct tool *tool, const char *path)
{
	const char *const words[] = { path, NULL };
	struct buf buf = { 0 };
	int r = *path == '-' ? buf_text(tool->silent, &buf, "./") : 0;
	const char *text = NULL;

	if (r == 0)
		r = jobs_quote(tool->silent, &buf, words);
	if (r == 0)
		text = arena_string(tool->ctx, &tool->arena, (const char *)buf.ptr, buf.len);
	buf_free(&buf);
	return text ? text : path;
}

/* Quotes of ours around a line that has the shell's would keep it from being pasted. */
static void suggest(struct tool *tool, const char *path, const struct look *look, const struct next *next)
{
	const char *text = syb_kind_text(look->kind), *name = next_step_name(tool, path);
	const char *q = strchr(name, '\'') ? "" : "'";
	bool inside = look->inner != look->kind && look->inner != SYB_KIND_UNKNOWN;
	const char *holding = inside ? " with " : "", *inner = inside ? syb_kind_text(look->inner) : "";

	if (look->kind == SYB_KIND_UNKNOWN)
		(void)syb_note(tool->ctx, 0, "by its name, %s is for %s%s%s%s%s", path, q, next->before, name,
			       next->after, q);
	else if (next)
		(void)syb_note(tool->ctx, 0, "%s is %s%s%s: try %ssybil show %s%s, or %s%s%s%s%s", path, text, holding,
			       inner, q, name, q, q, next->before, name, next->after, q);
	else
		(void)syb_note(tool->ctx, 0, "%s is %s: try %ssybil show %s%s", path, text, q, name, q);
}

/* Whether the file is of none of the kinds, or needs an option; then that is said. */
static bool look_at(struct tool *tool, const char *path, unsigned kinds)
{
	struct look look = look_into(tool, path, kinds);
	const struct next *next = next_with(tool, look.kind);

	if (!next && look.kind == SYB_KIND_UNKNOWN)
		next = next_named(tool, path, kinds);
	if (!next && (look.kind == SYB_KIND_UNKNOWN || (kinds & 1u << look.kind && look.holds)))
		return false;
	if (!next && is_useful(look.inner))
		next = &by_kind[look.inner];
	suggest(tool, path, &look, next);
	return true;
}

/* Files that options name. */
static bool look_at_options(struct tool *tool)
{
	for (size_t i = 0; i < ARRAY_SIZE(takes_by); i++)
		for (size_t k = 0; k < tool->args.count; k++)
			if (tool->args.list[k].id == takes_by[i].option && tool->args.list[k].value &&
			    look_at(tool, tool->args.list[k].value, takes_by[i].kinds))
				return true;
	return false;
}

void next_step(struct tool *tool, int r)
{
	unsigned kinds;

	if (!tool->verb || syb_code_exit(r) != syb_code_exit(-SYB_E_FORMAT))
		return;
	kinds = kinds_of(tool->verb);
	for (size_t i = 0; i < tool->args.operand_count; i++)
		if (look_at(tool, tool->args.operands[i], kinds))
			return;
	(void)look_at_options(tool);
}
