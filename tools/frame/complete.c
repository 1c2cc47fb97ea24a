/* tools/frame/complete.c — shell completion: what fits at the end of a line (sybil --complete -- WORD...).
 *
 * The words are those of the line, the program first, the one being typed last, each as the shell would hand it over.
 * The answer is three lines: whether names of files fit as well (none, files or dirs), how such files usually end (with
 * bars between), and what stands before the name of one in the last word; then what fits, a line each: the whole word,
 * a tab, what it means. With --behind=N before --, N more words stand behind the one being typed. The scripts in
 * completion/ hand it to the shells; they know nothing of verbs and options. */
#include "tool.h"

#include "base/path.h"

#include <ctype.h>
#include <stdio.h>

struct line {
	struct tool *tool;
	const struct verb *verb;
	char **words;       /* behind the verb, up to the one being typed */
	char **behind;      /* that one */
	const char *typed;  /* the last of them */
	const char *before; /* the first operand */
	size_t operands;    /* how many stand before it */
	const char *files, *suffixes;
	size_t head; /* of the word, what stands before a file's name */
	struct buf fits;
};

/* ---- what fits ---- */

/* Names come from untrusted files: one that a line of the answer cannot hold is not offered. */
static bool is_printable(const char *name)
{
	for (; *name; name++)
		if (iscntrl((unsigned char)*name))
			return false;
	return true;
}

/* A word that continues the one being typed, whose first `head` bytes are kept. */
static int offer(struct line *line, size_t head, const char *name, const char *end, const char *about)
{
	const char *rest = line->typed + head;
	struct buf *buf = &line->fits;
	int r;

	if (!str_starts(name, rest) || !is_printable(name))
		return 0;
	r = buf_add(line->tool->ctx, buf, line->typed, head);
	return r < 0 ? r : buf_printf(line->tool->ctx, buf, "%s%s%s%s\n", name, end, *about ? "\t" : "", about);
}

/* Words of a text, each up to a blank, a bar or the end of its line. */
static int offer_words(struct line *line, size_t head, const char *text, size_t len, const char *end)
{
	int r = 0;

	for (size_t i = 0; i < len && r == 0; i++) {
		size_t start = i;
		const char *word;

		while (i < len && !strchr(" |\n", text[i]))
			i++;
		word = arena_string(line->tool->ctx, &line->tool->arena, text + start, i - start);
		r = !word ? -SYB_E_NOMEM : *word ? offer(line, head, word, end, "") : 0;
	}
	return r;
}

/* Kernels have blanks in their names now and then: lines, not words. out_known: whether there was an answer. */
static int offer_live(struct line *line, size_t head, const char *kind, const char *end, bool *out_known)
{
	_cleanup_(buf_free) struct buf names = { 0 };
	size_t before = 0, after = 0;
	char **words;
	int r;

	while (line->words[before])
		before++;
	while (line->behind[after])
		after++;
	words = arena_array(line->tool->ctx, &line->tool->arena, before + after + 1, sizeof(*words));
	if (!words)
		return -SYB_E_NOMEM;
	memcpy(words, line->words, before * sizeof(*words));
	memcpy(words + before, line->behind, after * sizeof(*words));
	*out_known = complete_names(line->tool, kind, words, &names);
	r = buf_char(line->tool->ctx, &names, '\0');
	for (char *name = (char *)names.ptr; r == 0 && *name;) {
		char *stop = name + strcspn(name, "\n");
		bool last = !*stop;

		*stop = '\0';
		r = offer(line, head, name, end, "");
		name = stop + !last;
	}
	return r;
}

/* ---- values of options ---- */

/* What -W takes: each name and group, with and without no- and error=. */
static int offer_warning(struct line *line, size_t head, const char *name)
{
	static const char *const forms[] = { "", "no-", "error=", "no-error=" };
	char word[128];
	int r = 0;

	for (size_t i = 0; i < ARRAY_SIZE(forms) && r == 0; i++) {
		snprintf(word, sizeof(word), "%s%s", forms[i], name);
		r = offer(line, head, word, "", "");
	}
	return r;
}

static int offer_warnings(struct line *line, size_t head)
{
	static const char all[] = "error no-error everything no-everything";
	int r = offer_words(line, head, all, sizeof(all) - 1, "");

	for (size_t i = 0; i < WARNING_COUNT && r == 0; i++) {
		const char *group = warning_group(i);

		r = offer_warning(line, head, warning_name(i));
		if (r == 0 && *group && (i == 0 || !str_eq(group, warning_group(i - 1))))
			r = offer_warning(line, head, group);
	}
	return r;
}

static int offer_aspects(struct line *line, size_t head)
{
	int r = 0;

	for (size_t i = 0; i < syb_aspect_count() && r == 0; i++)
		r = offer(line, head, syb_aspect_at(i)->name, "", "");
	return r;
}

static const char *target_name(size_t i)
{
	return syb_target_at(i)->name;
}

static const char *target_arch(size_t i)
{
	return syb_target_at(i)->arch;
}

static const char *target_triple(size_t i)
{
	return syb_target_at(i)->triple;
}

/* A column of the target table, each name once. */
static int offer_targets(struct line *line, size_t head, const char *(*column)(size_t i))
{
	int r = 0;

	for (size_t i = 0; i < syb_target_count() && r == 0; i++) {
		bool seen = !*column(i);

		for (size_t k = 0; k < i && !seen; k++)
			seen = str_eq(column(i), column(k));
		if (!seen)
			r = offer(line, head, column(i), "", "");
	}
	return r;
}

/* The values of an option: its own, or what they stand for. */
static int offer_values(struct line *line, size_t head, const char *values)
{
	static const char devices[] = "opencl:cpu opencl:gpu cuda:0 level_zero:gpu";
	bool known = true;
	int r;

	if (str_eq(values, "@warning"))
		return offer_warnings(line, head);
	if (str_eq(values, "@aspect"))
		return offer_aspects(line, head);
	if (str_eq(values, "@target"))
		return offer_targets(line, head, target_name);
	if (str_eq(values, "@arch"))
		return offer_targets(line, head, target_arch);
	if (str_eq(values, "@triple"))
		return offer_targets(line, head, target_triple);
	if (str_eq(values, "@pass"))
		return offer_live(line, head, "passes", "", &known);
	if (str_starts(values, "@kernel"))
		return offer_live(line, head, "kernels", values + strlen("@kernel"), &known);
	if (!str_eq(values, "@device"))
		return offer_words(line, head, values, strlen(values), "");
	r = offer_live(line, head, "devices", "", &known);
	if (r < 0 || known)
		return r;
	return offer_words(line, head, devices, sizeof(devices) - 1, ""); /* nobody could be asked */
}

/* A list in one word. */
static bool wants_list(const struct option *o)
{
	return *o->values && (strstr(o->argument, ",...") || str_eq(o->argument, "LIST"));
}

static int complete_value(struct line *line, const struct option *o, size_t head)
{
	const char *comma = wants_list(o) ? strrchr(line->typed + head, ',') : NULL;
	int r;

	if (comma)
		head = (size_t)(comma + 1 - line->typed);
	line->head = head;
	if (str_eq(o->argument, "DIR"))
		line->files = "dirs";
	else if (strstr(o->argument, "FILE"))
		line->files = "files";
	if (strstr(o->argument, "FILE.yaml"))
		line->suffixes = "yaml|yml";
	r = offer_values(line, head, o->values);
	if (line->fits.len && strchr(line->typed + head, ':')) /* a name has begun */
		line->files = "none";
	return r;
}

/* ---- options ---- */

/* What follows the name in the same word. */
static const char *name_end(const struct option *o, int length)
{
	if (o->use != USE_NONE)
		return o->name[length] == '=' || o->kind == OPTION_MAYBE ? "=" : "";
	return o->argument && !str_eq(o->name, "o") ? "=" : "";
}

static int offer_option(struct line *line, const struct option *o)
{
	int length = (int)strcspn(o->name, "="); /* clang's names have it */
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
	int r = 0;

	if (o && value)
		r = complete_value(line, o, (size_t)(value - line->typed));
	for (size_t i = 0; i < OPT_COUNT && r == 0; i++)
		if (option_of(&options[i], line->verb))
			r = offer_option(line, &options[i]);
	return r;
}

/* ---- operands ---- */

/* How files that a verb works on usually end. "": any way. */
static const char *suffixes(const struct verb *verb)
{
	static const struct {
		enum verb_id verb;
		const char *suffixes;
	} rows[] = {
		{ VERB_link, "syclbin|spv|bc|ptx|o|a" },
		{ VERB_prune, "syclbin|o|a|so" },
		{ VERB_size, "syclbin|o|a|so" },
		{ VERB_table, "table" },
		{ VERB_filter, "table" },
		{ VERB_opt, "bc|ll|o|a" },
		{ VERB_post_link, "bc|ll|o|a" },
		{ VERB_translate, "bc|ll|spv|ptx|o|a" },
		{ VERB_build, "syclbin|spv|o|a|so" },
		{ VERB_dump, "syclbin" },
		{ VERB_tform, "table" },
		{ VERB_aspect_filter, "table" },
		{ VERB_sycl_post_link, "bc|ll" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].verb == verb->id)
			return rows[i].suffixes;
	return "";
}

/* Operands that are no files: words|between|bars come first; then kernels of files that stand before them. */
static const char *operand_values(const struct line *line)
{
	const struct verb *verb = line->verb;
	size_t n = strcspn(verb->operands, " ");

	if (line->operands == 0 && memchr(verb->operands, '|', n))
		return arena_string(line->tool->ctx, &line->tool->arena, verb->operands, n);
	if (line->operands == 1 && str_starts(verb->operands, "FILE KERNEL "))
		return "@kernel";
	if (line->operands < 2 || verb->id != VERB_zeinfo)
		return NULL;
	return str_eq(line->before, "set") ? "@kernel:" : str_eq(line->before, "rename") ? "@kernel=" : NULL;
}

/* How arguments of a kernel begin. */
static int offer_run_args(struct line *line)
{
	static const struct {
		const char *name, *syntax, *help;
	} rows[] = {
#define RUN_ARG(word, reader, form, text) { word, form, text },
#include "tools/run/run_args.def"
#undef RUN_ARG
	};
	int r = 0;

	for (size_t i = 0; i < ARRAY_SIZE(rows) && r == 0; i++)
		if (*rows[i].name && (i == 0 || !str_eq(rows[i].name, rows[i - 1].name)))
			r = offer(line, 0, rows[i].name, str_eq(rows[i].name, rows[i].syntax) ? "" : ":", rows[i].help);
	return r;
}

static int complete_operand(struct line *line)
{
	const char *values = operand_values(line);

	if (values)
		return offer_values(line, 0, values);
	if (line->verb->id == VERB_cache)
		line->files = "dirs";
	else if (line->verb->most < 0 || line->operands < (size_t)line->verb->most)
		line->files = "files";
	line->suffixes = suffixes(line->verb);
	return line->verb->id == VERB_run && line->operands > 1 ? offer_run_args(line) : 0;
}

/* ---- the line ---- */

static int complete_verb(struct line *line, bool help)
{
	int r = 0;

	for (size_t i = 0; i < VERB_COUNT && r == 0; i++)
		if (!verbs[i].program)
			r = offer(line, 0, verbs[i].name, "", verbs[i].summary);
	if (help)
		return r;
	if (r == 0)
		r = offer(line, 0, "help", "", "explain a verb");
	if (r == 0)
		r = offer(line, 0, "--help", "", "list the verbs");
	return r < 0 ? r : offer(line, 0, "--version", "", "print the version");
}

/* What the words before it make of the last one: the value of an option, an option, an operand. */
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
		} else if (line->operands++ == 0) {
			line->before = *word;
		}
	}
	line->typed = *word;
	if (waiting)
		return complete_value(line, waiting, 0);
	return !ended && *line->typed == '-' ? complete_option(line) : complete_operand(line);
}

static int complete(struct line *line, char **words, size_t count)
{
	line->typed = words[count - 1];
	line->verb = verb_find(path_name(words[0]));
	line->words = words + 1;
	if (!line->verb || !line->verb->program) {
		bool help = count > 2 && str_eq(words[1], "help");

		if (count == 2 || help)
			return complete_verb(line, help);
		line->verb = verb_find(words[1]);
		line->words = words + 2;
	}
	return line->verb ? complete_word(line) : 0;
}

/* How many words stand behind the one that is typed; their first is at *inout_words. */
static size_t count_behind(char ***inout_words)
{
	size_t behind = 0;

	if (**inout_words && str_starts(**inout_words, "--behind=") &&
	    parse_number(**inout_words + strlen("--behind="), &behind))
		++*inout_words;
	*inout_words += **inout_words && str_eq(**inout_words, "--");
	return behind;
}

int complete_print(struct tool *tool, char **words)
{
	struct line line = { .tool = tool, .files = "none", .suffixes = "" };
	_cleanup_(buf_free) struct buf answer = { 0 };
	size_t count = 0, behind = count_behind(&words);
	char **before;
	int r = 0;

	while (words[count])
		count++;
	count -= behind < count ? behind : count;
	before = arena_array(tool->ctx, &tool->arena, count + 1, sizeof(*before));
	if (!before)
		return -SYB_E_NOMEM;
	memcpy(before, words, count * sizeof(*before));
	line.behind = words + count;
	words = before;
	if (count >= 2)
		r = complete(&line, words, count);
	if (r == 0)
		r = buf_printf(tool->ctx, &answer, "%s\n%s\n%.*s\n", line.files, line.suffixes, (int)line.head,
			       line.typed ? line.typed : "");
	if (r == 0)
		r = buf_add(tool->ctx, &answer, line.fits.ptr, line.fits.len);
	if (r == 0)
		r = answer_text(tool, buf_bytes(&answer));
	buf_free(&line.fits);
	return r;
}
