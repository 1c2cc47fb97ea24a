/* tools/tables.c — verbs.def and options.def as data. */
#include "tool.h"

const struct verb verbs[VERB_COUNT] = {
#define VERB(id, name, operands, least, most, summary) \
	{ VERB_##id, false, name, operands, least, most, summary, cmd_##id },
#define PROGRAM(id, name, operands, least, most, summary) \
	{ VERB_##id, true, name, operands, least, most, summary, cmd_##id },
#include "verbs.def"
#undef VERB
#undef PROGRAM
};

const struct option options[OPT_COUNT] = {
#define OPTION(verb, id, letter, name, argument, kind, values, help) \
	{ VERB_##verb, OPT_##verb##_##id, letter, name, argument, OPTION_##kind, values, help },
#include "options.def"
#undef OPTION
};

const struct verb *verb_find(const char *name)
{
	for (size_t i = 0; i < VERB_COUNT; i++)
		if (str_eq(verbs[i].name, name))
			return &verbs[i];
	return NULL;
}

bool option_of(const struct option *option, const struct verb *verb)
{
	return option->verb == verb->id || (option->verb == VERB_common && !verb->program);
}
