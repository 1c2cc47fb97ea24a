/* tools/frame/warnings.c — -W: which warnings about device code are shown, and which are errors.
 *
 * A filter between the context's sink and the printer (diag.c) for every verb that has -W. sybil/warnings.def lists
 * the names; a group means all its warnings, `everything` means all. As in clang, an option for one name takes
 * precedence over one for all, and a later option over an earlier one. */
#include "term/nearest.h"
#include "tool.h"

enum {
	MOST_SLIPS = 2, /* clang's warning names differ from ours by more than this */
};

static const struct {
	const char *name, *group;
} table[] = {
#define SYB_WARNING(name, group, text) { name, group },
#include <sybil/warnings.def>
#undef SYB_WARNING
};

_Static_assert(ARRAY_SIZE(table) == WARNING_COUNT, "tool.h counts the same list");

const char *warning_name(size_t i)
{
	return i < WARNING_COUNT ? table[i].name : NULL;
}

const char *warning_group(size_t i)
{
	return i < WARNING_COUNT ? table[i].group : NULL;
}

static bool is_meant(size_t i, const char *name)
{
	return str_eq(name, table[i].name) || (*table[i].group && str_eq(name, table[i].group)) ||
	       str_eq(name, "everything");
}

static bool is_known(const char *name)
{
	for (size_t i = 0; i < WARNING_COUNT; i++)
		if (is_meant(i, name))
			return true;
	return false;
}

/* Split "no-error=NAME" and similar. */
static const char *read_option(const char *text, bool *out_on, bool *out_error)
{
	*out_on = !str_starts(text, "no-");
	text += *out_on ? 0 : strlen("no-");
	*out_error = str_eq(text, "error") || str_starts(text, "error=");
	return *out_error ? text + strlen("error") + (text[strlen("error")] == '=') : text;
}

static void set(struct warnings *w, const char *text)
{
	bool on, error;
	const char *name = read_option(text, &on, &error);

	if (!*name) {
		w->errors = on;
		return;
	}
	for (size_t i = 0; i < WARNING_COUNT; i++) {
		if (!is_meant(i, name))
			continue;
		if (error)
			w->of[i].as = on ? WARNING_ERROR : WARNING_WARNING;
		if (!error || on)
			w->of[i].off = !on;
	}
}

static struct nearest nearest_warning(const char *name)
{
	struct nearest best = { NULL, SIZE_MAX };

	for (size_t i = 0; i < WARNING_COUNT; i++) {
		nearest_try(&best, name, table[i].name);
		if (*table[i].group)
			nearest_try(&best, name, table[i].group);
	}
	return best;
}

/* Not a usage error: scripts pass the same options to several versions. */
static void complain(struct tool *tool, const char *text)
{
	bool on, error;
	const char *name = read_option(text, &on, &error);
	const char *near = nearest_warning(name).name;
	int prefix = near ? (int)(name - text) : 0; /* such as no- */

	syb_report(tool->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "unknown-warning-option",
		   "unknown warning option '-W%s'%s%.*s%s%s", text, near ? "; did you mean '-W" : "", prefix, text,
		   near ? near : "", near ? "'?" : "");
}

int warnings_read(struct tool *tool, enum option_id id)
{
	const char *const *texts;
	bool on, error;
	size_t count;

	TRY(args_list(tool, id, &texts, &count));
	for (size_t i = 0; i < count; i++)
		set(&tool->warnings, texts[i]);
	/* after all options are known: one of them may apply to this warning */
	for (size_t i = 0; i < count; i++) {
		const char *name = read_option(texts[i], &on, &error);

		if (*name && !is_known(name))
			complain(tool, texts[i]);
	}
	return 0;
}

bool warnings_known(const char *text)
{
	bool on, error;
	const char *name = read_option(text, &on, &error);

	return *name && is_known(name);
}

bool warnings_misspelled(const char *text)
{
	bool on, error;
	const char *name = read_option(text, &on, &error);

	return *name && !is_known(name) && nearest_warning(name).distance <= MOST_SLIPS;
}

void warnings_take(struct tool *tool, const char *text, bool alone)
{
	bool on, error;
	const char *name = read_option(text, &on, &error);

	if (!*name || is_known(name))
		set(&tool->warnings, text);
	else if (alone)
		complain(tool, text);
}

const char *warnings_judge(struct tool *tool, struct syb_diag *diag)
{
	struct warnings *w = &tool->warnings;

	if (diag->severity != SYB_SEVERITY_WARNING)
		return "";
	for (size_t i = 0; i < WARNING_COUNT; i++) {
		if (!str_eq(diag->check, table[i].name))
			continue;
		if (w->of[i].off)
			return NULL;
		if (w->of[i].as != WARNING_ERROR && !(w->errors && w->of[i].as == WARNING_AS_ALL))
			return "-W";
		diag->severity = SYB_SEVERITY_ERROR;
		w->became_errors++;
		return "-Werror,-W";
	}
	return "";
}

int warnings_result(const struct tool *tool)
{
	return tool->warnings.became_errors ? -SYB_E_INCOMPATIBLE : 0;
}
