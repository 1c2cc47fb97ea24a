/* tools/frame/args_clang.c — parses a command line with clang's spelling, by cc_options.def.
 *
 * One dash or two; the value is in the same word, in the next one or after a =, as the row says. If a word begins
 * with two option names, the longer one wins. @FILE expands to the words in FILE, quoted as in a shell. `--` ends the
 * options, `-` is an operand. Unknown options are errors: dropping one silently would give a wrong build. */
#include "base/shell.h"
#include "term/nearest.h"
#include "base/words.h"
#include "tool.h"

#include <stdio.h>

enum {
	MOST_NESTED = 16, /* nested response files */
};

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
		if (options[i].verb != VERB_cc)
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

static const struct option *find(const char *text)
{
	const struct option *found = NULL;
	size_t longest = 0;

	for (size_t i = 0; i < OPT_COUNT; i++) {
		size_t len = options[i].verb == VERB_cc ? matches(&options[i], text) : 0;

		if (len > longest) {
			longest = len;
			found = &options[i];
		}
	}
	return found;
}

const struct option *args_option_clang(const char *word, const char **out_value)
{
	const struct option *o = find(word);
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
	char what[256];
	bool may_be_empty = o->kind == OPTION_PREFIX || o->kind == OPTION_FLAG;

	if (o->kind == OPTION_MAYBE && !value)
		return 0;
	if (!may_be_empty && !*value)
		return usage(tool, "'%s' needs a value: %s", text, o->argument);
	if (o->kind == OPTION_FLAG || !*value || !*o->values || *o->values == '@' ||
	    words_have(o->values, value, strlen(value)))
		return 0;
	snprintf(what, sizeof(what), "%s%s%s", text, strstr(text, value) ? "" : " ", strstr(text, value) ? "" : value);
	return usage_choice(tool, what, value, o->values);
}

/* The words that are not parsed yet. */
struct rest {
	const char *const *argv;
	size_t count;
};

static const char *next(struct rest *rest)
{
	rest->count--;
	return *rest->argv++;
}

static int add_operand(struct tool *tool, const char *text)
{
	struct args *args = &tool->args;
	int r = VEC_PUSH(tool->ctx, args->operands, args->operand_count, args->operand_room);

	if (r == 0)
		args->operands[args->operand_count++] = text;
	return r;
}

static int add_option(struct tool *tool, const char *text, struct rest *rest)
{
	struct args *args = &tool->args;
	const struct option *o = find(text);
	struct arg arg = { .text = text, .at = args->operand_count };
	size_t len;
	int r;

	if (!o)
		return unknown(tool, text);
	len = strlen(o->name);
	arg.id = o->id;
	arg.separate = o->kind == OPTION_SEPARATE || (o->kind == OPTION_EITHER && !text[len]);
	if ((arg.separate || o->kind == OPTION_PAIR) && rest->count == 0)
		return usage(tool, "'%s' needs a value: %s", text, o->argument);
	if (o->kind == OPTION_PAIR)
		arg.next = next(rest);
	if (arg.separate) {
		arg.value = next(rest);
	} else if (o->kind == OPTION_MAYBE) {
		arg.value = text[len] ? text + len + 1 : NULL;
	} else if (o->kind != OPTION_FLAG) {
		arg.value = text + len;
	}
	r = o->kind == OPTION_FLAG ? 0 : check_value(tool, o, text, arg.value);
	if (r == 0)
		r = VEC_PUSH(tool->ctx, args->list, args->count, args->room);
	if (r == 0)
		args->list[args->count++] = arg;
	return r;
}

int args_file(struct tool *tool, const char *path, const char ***out_words, size_t *out_count)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes bytes;
	const char *text;
	int r = syb_file_open(tool->ctx, path, &file);

	if (r < 0)
		return r;
	bytes = syb_file_bytes(file);
	if (bytes.len && memchr(bytes.ptr, '\0', bytes.len))
		return usage(tool, "'@%s' is not a text file", path);
	text = arena_string(tool->ctx, &tool->arena, bytes.ptr, bytes.len);
	if (!text)
		return -SYB_E_NOMEM;
	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(tool->ctx);

		r = shell_split(tool->ctx, &tool->arena, text, out_words, out_count);
	}
	return r == -SYB_E_ARG ? usage(tool, "'@%s': unterminated quote", path) : r;
}

static int parse(struct tool *tool, struct rest rest, unsigned depth, bool *ended);

static int parse_file(struct tool *tool, const char *path, unsigned depth, bool *ended)
{
	const char **words;
	size_t count;
	int r;

	if (depth == MOST_NESTED)
		return usage(tool, "'@%s': response files are nested too deeply", path);
	r = args_file(tool, path, &words, &count);
	return r < 0 ? r : parse(tool, (struct rest){ words, count }, depth + 1, ended);
}

static int parse(struct tool *tool, struct rest rest, unsigned depth, bool *ended)
{
	int r = 0;

	while (rest.count && r == 0) {
		const char *text = next(&rest);

		if (!*ended && text[0] == '@' && text[1])
			r = parse_file(tool, text + 1, depth, ended);
		else if (!*ended && str_eq(text, "--"))
			*ended = true;
		else if (!*ended && text[0] == '-' && text[1])
			r = add_option(tool, text, &rest);
		else
			r = add_operand(tool, text);
	}
	return r;
}

int args_parse_clang(struct tool *tool, int argc, char **argv)
{
	bool ended = false;

	return parse(tool, (struct rest){ (const char *const *)argv, (size_t)argc }, 0, &ended);
}
