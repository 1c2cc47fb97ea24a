/* tools/frame/args_clang.c — parses options with clang's spelling, by cc_options.def and cxx_options.def.
 *
 * One dash or two; the value is in the same word, in the next one or after a =, as the row says. If a word begins
 * with two option names, the longer one wins. Unknown options are errors: dropping one silently would give a wrong
 * build. */
#include "args.h"

#include "base/words.h"
#include "term/nearest.h"

#include <stdio.h>

static int unknown(struct tool *tool, const char *text)
{
	struct nearest best = { NULL, SIZE_MAX }, one;
	char given[64], name[64];

	if (str_starts(text, "-l"))
		return usage(tool,
			     "unknown option '%s': libraries are linked with the host program; device code already "
			     "contains the functions of libm",
			     text);
	/* compare names without dashes and values */
	snprintf(given, sizeof(given), "%.*s", (int)strcspn(text, "="), text);
	for (size_t i = 0; i < OPT_COUNT; i++) {
		if (!option_of(&options[i], tool->verb))
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(options[i].name, "="), options[i].name);
		one = (struct nearest){ NULL, best.distance };
		nearest_try(&one, given + strspn(given, "-"), name + strspn(name, "-"));
		if (one.name)
			best = (struct nearest){ options[i].name, one.distance };
	}
	return usage(tool, "unknown option '%s'" NEAREST_HINT, text, NEAREST_ARGS(best.name));
}

/* Length of the option's name if the word is this option, 0 otherwise. */
static size_t matches(const struct option *o, const char *text)
{
	size_t len = strlen(o->name);

	if (strncmp(text, o->name, len) != 0)
		return 0;
	switch (o->kind) {
	case OPTION_JOINED:
	case OPTION_PREFIX:
	case OPTION_EITHER:
	case OPTION_PAIR:
		return len;
	case OPTION_MAYBE:
		return !text[len] || text[len] == '=' ? len : 0;
	default:
		return text[len] ? 0 : len;
	}
}

static const struct option *find(const struct verb *verb, const char *text)
{
	const struct option *found = NULL;
	size_t longest = 0;

	for (size_t i = 0; i < OPT_COUNT; i++) {
		size_t len = option_of(&options[i], verb) ? matches(&options[i], text) : 0;

		if (len > longest) {
			longest = len;
			found = &options[i];
		}
	}
	return found;
}

const struct option *args_option_clang(const struct verb *verb, const char *word, const char **out_value)
{
	const struct option *o = find(verb, word);
	size_t len = o ? strlen(o->name) : 0;

	*out_value = NULL;
	if (!o || o->kind == OPTION_FLAG || o->kind == OPTION_SEPARATE)
		return o;
	if (o->kind == OPTION_MAYBE)
		*out_value = word[len] ? word + len + 1 : NULL;
	else if (o->kind != OPTION_EITHER || word[len])
		*out_value = word + len;
	return o;
}

static int check_value(struct tool *tool, const struct option *o, const char *text, const char *value)
{
	bool apart = value && !strstr(text, value);

	if (!value)
		return 0;
	if (!*value && o->kind != OPTION_PREFIX)
		return usage(tool, "'%s' needs a value: %s", text, o->argument);
	if (!*value || !*o->values || *o->values == '@' || words_have(o->values, value, strlen(value)))
		return 0;
	return usage(tool, "%s%s%s: expected one of: %s", text, apart ? " " : "", apart ? value : "", o->values);
}

int args_parse_clang(struct tool *tool, const char *word, struct rest *rest)
{
	struct arg arg = { .text = word, .at = tool->args.operand_count };
	const struct option *o = args_option_clang(tool->verb, word, &arg.value);

	if (!o && tool->verb->id == VERB_cxx) {
		arg.id = OPT_cxx_other;
		return args_add(tool, arg);
	}
	if (!o)
		return unknown(tool, word);
	arg.id = o->id;
	arg.separate = args_waits(o, arg.value) && o->kind != OPTION_PAIR;
	if ((arg.separate || o->kind == OPTION_PAIR) && rest->count == 0)
		return usage(tool, "'%s' needs a value: %s", word, o->argument);
	if (o->kind == OPTION_PAIR)
		arg.next = rest_next(rest);
	else if (arg.separate)
		arg.value = rest_next(rest);
	TRY(check_value(tool, o, word, arg.value));
	return args_add(tool, arg);
}
