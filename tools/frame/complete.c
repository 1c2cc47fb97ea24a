/* tools/frame/complete.c — shell completion: sybil --complete -- WORD...
 *
 * The words are those of the command line up to the cursor, unquoted: the program comes first, the word being typed
 * last. The first line of the answer says whether file names fit as well (none, files or dirs), the second is the part
 * of the last word before the file name. Each further line is a candidate: the whole word, a tab, its description. The
 * scripts in completion/ pass the answer to the shells and know nothing about verbs and options. */
#include "tool.h"

#include "base/path.h"

#include <stdio.h>

struct line {
	struct tool *tool;
	const struct verb *verb;
	char **words;      /* after the verb */
	const char *typed; /* the last word */
	size_t operands;   /* before it */
	const char *files;
	size_t head; /* length of the part of `typed` before a file name */
	struct buf candidates;
};

/* Add a candidate that consists of the first `head` bytes of the typed word, the name and `end`. */
static int offer(struct line *line, size_t head, const char *name, const char *end, const char *about)
{
	if (!str_starts(name, line->typed + head))
		return 0;
	return buf_printf(line->tool->ctx, &line->candidates, "%.*s%s%s%s%s\n", (int)head, line->typed, name, end,
			  *about ? "\t" : "", about);
}

/* ---- values of options ---- */

/* The words of a text, separated by blanks or bars. */
static int offer_words(struct line *line, size_t head, const char *text)
{
	for (size_t n; *text; text += n + (text[n] != '\0')) {
		const char *word;

		n = strcspn(text, " |");
		word = arena_string(line->tool->ctx, &line->tool->arena, text, n);
		TRY(word ? offer(line, head, word, "", "") : -SYB_E_NOMEM);
	}
	return 0;
}

/* -W accepts each name and group with these prefixes. */
static int offer_warning(struct line *line, size_t head, const char *name)
{
	static const char *const forms[] = { "", "no-", "error=", "no-error=" };
	char word[128];

	for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
		snprintf(word, sizeof(word), "%s%s", forms[i], name);
		TRY(offer(line, head, word, "", ""));
	}
	return 0;
}

static int offer_warnings(struct line *line, size_t head)
{
	TRY(offer_words(line, head, "error no-error everything no-everything"));
	for (size_t i = 0; i < WARNING_COUNT; i++) {
		const char *group = warning_group(i);

		TRY(offer_warning(line, head, warning_name(i)));
		if (*group && (i == 0 || !str_eq(group, warning_group(i - 1))))
			TRY(offer_warning(line, head, group));
	}
	return 0;
}

/* A column of the tables, NULL at the end. It may have a name several times; the shells drop duplicates. */
static const char *column_at(const char *column, size_t i)
{
	if (str_eq(column, "@aspect"))
		return i < syb_aspect_count() ? syb_aspect_at(i)->name : NULL;
	if (i >= syb_target_count())
		return NULL;
	return str_eq(column, "@arch")     ? syb_target_at(i)->arch
	       : str_eq(column, "@triple") ? syb_target_at(i)->triple
					   : syb_target_at(i)->name;
}

static int offer_values(struct line *line, size_t head, const char *values)
{
	const char *name;

	if (str_eq(values, "@warning"))
		return offer_warnings(line, head);
	if (*values != '@')
		return offer_words(line, head, values);
	for (size_t i = 0; (name = column_at(values, i)); i++)
		if (*name)
			TRY(offer(line, head, name, "", ""));
	return 0;
}

static int complete_value(struct line *line, const struct option *o, size_t head)
{
	bool list = *o->values && (strstr(o->argument, ",...") || str_eq(o->argument, "LIST"));
	const char *comma = list ? strrchr(line->typed + head, ',') : NULL;
	int r;

	if (comma)
		head = (size_t)(comma + 1 - line->typed);
	line->head = head;
	if (str_eq(o->argument, "DIR"))
		line->files = "dirs";
	else if (strstr(o->argument, "FILE"))
		line->files = "files";
	r = offer_values(line, head, o->values);
	if (line->candidates.len && strchr(line->typed + head, ':')) /* the beginning of a device's name */
		line->files = "none";
	return r;
}

/* ---- options and operands ---- */

/* The text after the name in the same word. */
static const char *name_end(const struct option *o, int length)
{
	if (o->use != USE_NONE)
		return o->name[length] == '=' || o->kind == OPTION_MAYBE ? "=" : "";
	return o->argument && !str_eq(o->name, "o") ? "=" : "";
}

static int offer_option(struct line *line, const struct option *o)
{
	int length = (int)strcspn(o->name, "="); /* clang's names end with it */
	char name[128];
	int r = 0;

	snprintf(name, sizeof(name), "-%c", o->letter);
	if (o->letter)
		r = offer(line, 0, name, "", o->help);
	snprintf(name, sizeof(name), "%s%.*s", verb_dashes(line->verb), length, o->name);
	if (r == 0 && o->kind == OPTION_MAYBE)
		r = offer(line, 0, name, "", o->help);
	return r < 0 ? r : offer(line, 0, name, name_end(o, length), o->help);
}

static int complete_option(struct line *line)
{
	const char *value = NULL;
	const struct option *o = args_option(line->verb, line->typed, &value);

	if (o && value)
		TRY(complete_value(line, o, (size_t)(value - line->typed)));
	for (size_t i = 0; i < OPT_COUNT; i++)
		if (option_of(&options[i], line->verb))
			TRY(offer_option(line, &options[i]));
	return 0;
}

/* The first operand may be one of several words, such as set|print. */
static int complete_operand(struct line *line)
{
	const struct verb *verb = line->verb;
	size_t n = strcspn(verb->operands, " ");

	if (line->operands == 0 && memchr(verb->operands, '|', n)) {
		const char *words = arena_string(line->tool->ctx, &line->tool->arena, verb->operands, n);

		return words ? offer_words(line, 0, words) : -SYB_E_NOMEM;
	}
	if (verb->most < 0 || line->operands < (size_t)verb->most)
		line->files = verb->id == VERB_cache ? "dirs" : "files";
	return 0;
}

/* ---- the line ---- */

static int complete_verb(struct line *line, bool help)
{
	for (size_t i = 0; i < VERB_COUNT; i++)
		if (!verbs[i].program)
			TRY(offer(line, 0, verbs[i].name, "", verbs[i].summary));
	if (!help)
		TRY(offer_words(line, 0, "help --help --version"));
	return 0;
}

/* The words before the last one decide whether it is the value of an option, an option or an operand. */
static int complete_word(struct line *line)
{
	const struct option *waiting = NULL; /* for its value */
	char **word = line->words;
	bool ended = false;

	for (; word[1]; word++) {
		const char *value = NULL;

		if (waiting) {
			waiting = NULL;
		} else if (!ended && str_eq(*word, "--")) {
			ended = true;
		} else if (!ended && **word == '-' && (*word)[1]) {
			waiting = args_option(line->verb, *word, &value);
			if (waiting && !args_waits(waiting, value))
				waiting = NULL;
		} else {
			line->operands++;
		}
	}
	if (waiting)
		return complete_value(line, waiting, 0);
	return !ended && *line->typed == '-' ? complete_option(line) : complete_operand(line);
}

static int complete(struct line *line, char **words, size_t count)
{
	line->typed = words[count - 1];
	line->verb = verb_of_program(path_name(words[0]));
	line->words = words + 1;
	if (!line->verb) {
		bool help = count > 2 && str_eq(words[1], "help");

		if (count == 2 || help)
			return complete_verb(line, help);
		line->verb = verb_find(words[1]);
		line->words = words + 2;
	}
	return line->verb ? complete_word(line) : 0;
}

int complete_print(struct tool *tool, char **words)
{
	struct line line = { .tool = tool, .typed = "", .files = "none" };
	_cleanup_(buf_free) struct buf answer = { 0 };
	size_t count = 0;
	int r = 0;

	words += *words && str_eq(*words, "--");
	while (words[count])
		count++;
	if (count >= 2)
		r = complete(&line, words, count);
	buf_printf(tool->ctx, &answer, "%s\n%.*s\n", line.files, (int)line.head, line.typed);
	buf_add(tool->ctx, &answer, line.candidates.ptr, line.candidates.len);
	if (r == 0)
		r = answer_buf(tool, &answer);
	buf_free(&line.candidates);
	return r;
}
