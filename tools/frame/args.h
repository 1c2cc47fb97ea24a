/* tools/frame/args.h — shared by the parsers of the two spellings. */
#ifndef TOOLS_ARGS_H
#define TOOLS_ARGS_H

#include "tool.h"

/* The words that are not parsed yet. */
struct rest {
	const char *const *argv;
	size_t count;
};

/* The next word, NULL if there is none. */
static inline const char *rest_next(struct rest *rest)
{
	return rest->count ? (rest->count--, *rest->argv++) : NULL;
}

/* args.c */
int args_add(struct tool *tool, struct arg arg);

/* args_clang.c */
const struct option *args_option_clang(const struct verb *verb, const char *word, const char **out_value);
int args_parse_clang(struct tool *tool, const char *word, struct rest *rest);

#endif
