/* tools/frame/args.c — parses the command line by the tables.
 *
 * There are two spellings. Ours: --name=value, --name value, -xVALUE, -x VALUE, bundled flags, exact names. That of
 * LLVM's tools, for the programs that replace them and for a few options (option_names.def): one dash or two,
 * -name=value or -name value. In both, `--` ends the options, `-` is an operand, and options and operands may be
 * mixed. pack and cc expand @FILE to the words in FILE, quoted as in a shell. cc has clang's spelling (args_clang.c).
 */
#include "args.h"

#include "base/path.h"
#include "base/shell.h"
#include "base/words.h"
#include "term/nearest.h"

#include <ctype.h>
#include <sys/stat.h>

const char *nearest_verb(const char *name)
{
	struct nearest best = { NULL, SIZE_MAX };

	for (size_t i = 0; i < VERB_COUNT; i++)
		if (!verbs[i].program)
			nearest_try(&best, name, verbs[i].name);
	return best.name;
}

static int unknown_option(struct tool *tool, const char *text, const char *name)
{
	const char *dashes = tool->verb->program ? "-" : "--";
	struct nearest best = { NULL, SIZE_MAX };

	for (size_t i = 0; i < OPT_COUNT; i++)
		if (option_of(&options[i], tool->verb))
			nearest_try(&best, name, options[i].name);
	return best.name ? usage(tool, "unknown option '%s'; did you mean '%s%s'?", text, dashes, best.name)
			 : usage(tool, "unknown option '%s'", text);
}

static bool is_name(const char *name, const char *text, size_t len)
{
	return strlen(name) == len && memcmp(name, text, len) == 0;
}

static const struct option *find_other_name(const struct verb *verb, const char *name, size_t len)
{
	static const struct {
		const char *name;
		enum option_id id;
	} names[] = {
#define OPTION_NAME(verb, id, name) { name, OPT_##verb##_##id },
#include "option_names.def"
#undef OPTION_NAME
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (option_of(&options[names[i].id], verb) && is_name(names[i].name, name, len))
			return &options[names[i].id];
	return NULL;
}

static const struct option *find_long(const struct verb *verb, const char *name, size_t len)
{
	for (size_t i = 0; i < OPT_COUNT; i++)
		if (option_of(&options[i], verb) && is_name(options[i].name, name, len))
			return &options[i];
	return find_other_name(verb, name, len);
}

/* The verb's own letters take precedence over common ones. */
static const struct option *find_letter(const struct verb *verb, char letter)
{
	const struct option *found = NULL;

	for (size_t i = 0; i < OPT_COUNT; i++)
		if (option_of(&options[i], verb) && options[i].letter == letter &&
		    (!found || options[i].verb != VERB_common))
			found = &options[i];
	return found;
}

const struct option *args_option(const struct verb *verb, const char *word, const char **out_value)
{
	const char *name = word + 1 + (word[1] == '-');
	size_t len = strcspn(name, "=");
	const struct option *o = NULL;

	*out_value = NULL;
	if (verb_clang(verb))
		return args_option_clang(verb, word, out_value);
	if (verb->program || word[1] == '-') {
		*out_value = name[len] ? name + len + 1 : NULL;
		return find_long(verb, name, len);
	}
	for (const char *p = word + 1; *p; p++) { /* the last letter of a bundle */
		o = find_letter(verb, *p);
		if (!o || !option_takes_value(o))
			continue;
		*out_value = p[1] ? p + 1 : NULL;
		break;
	}
	return o;
}

bool args_waits(const struct option *option, const char *value)
{
	return option->kind == OPTION_PAIR ||
	       (option_takes_value(option) && !value && option->kind != OPTION_MAYBE && option->kind != OPTION_PREFIX);
}

int args_add(struct tool *tool, struct arg arg)
{
	struct args *args = &tool->args;

	TRY(VEC_PUSH(tool->ctx, args->list, args->count, args->room));
	args->list[args->count++] = arg;
	return 0;
}

static int add(struct tool *tool, const struct option *option, const char *value)
{
	const char *dashes = tool->verb->program ? "-" : "--";

	/* programs report this in their own way */
	if (value && !*value && !tool->verb->program && option->kind != OPTION_TEXT)
		return usage(tool, "%s%s needs a value", dashes, option->name);
	if ((option->kind == OPTION_CHOICE || (option->kind == OPTION_MAYBE && value)) &&
	    !words_have(option->values, value, strlen(value)))
		return usage(tool, "%s%s=%s: expected one of: %s", dashes, option->name, value, option->values);
	return args_add(tool, (struct arg){ option->id, value });
}

static int parse_long(struct tool *tool, const char *text, const char *name, struct rest *rest)
{
	size_t len = strcspn(name, "=");
	const struct option *option = find_long(tool->verb, name, len);
	const char *value = name[len] ? name + len + 1 : NULL;

	if (!option) {
		char bare[48] = "";

		if (len < sizeof(bare))
			memcpy(bare, name, len);
		return unknown_option(tool, text, bare);
	}
	if (!option_takes_value(option) && value)
		return usage(tool, "'%.*s' does not take a value", (int)(value - 1 - text), text);
	if (option_takes_value(option) && !value && option->kind != OPTION_MAYBE) {
		value = rest_next(rest);
		if (!value)
			return usage(tool, "'%s' needs a value: %s", text, option->argument);
	}
	return add(tool, option, value);
}

static int parse_letters(struct tool *tool, const char *text, struct rest *rest)
{
	const char *value = NULL;

	for (const char *p = text + 1; *p && !value; p++) {
		const struct option *option = find_letter(tool->verb, *p);

		if (!option)
			return p == text + 1 ? unknown_option(tool, text, text + 1)
					     : usage(tool, "unknown option '-%c' in '%s'", *p, text);
		if (option_takes_value(option)) {
			value = p[1] ? p + 1 : rest_next(rest);
			if (!value)
				return usage(tool, "'-%c' needs a value: %s", *p, option->argument);
		}
		TRY(add(tool, option, value));
	}
	return 0;
}

static int parse_option(struct tool *tool, const char *text, struct rest *rest)
{
	if (verb_clang(tool->verb))
		return args_parse_clang(tool, text, rest);
	if (tool->verb->program || find_other_name(tool->verb, text + 1, strcspn(text + 1, "=")))
		return parse_long(tool, text, text + 1 + (text[1] == '-'), rest);
	return text[1] == '-' ? parse_long(tool, text, text + 2, rest) : parse_letters(tool, text, rest);
}

int args_split(struct tool *tool, const char *text, const char ***out_words, size_t *out_count)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(tool->ctx);

	return shell_split(tool->ctx, &tool->arena, text, out_words, out_count);
}

/* The words of a response file, quoted as in a shell. */
static int read_words(struct tool *tool, const char *path, struct rest *out)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes bytes;
	const char *text, **words;
	int r;

	TRY(syb_file_open(tool->ctx, path, &file));
	bytes = syb_file_bytes(file);
	if (bytes.len && memchr(bytes.ptr, '\0', bytes.len))
		return usage(tool, "'@%s' is not a text file", path);
	text = arena_string(tool->ctx, &tool->arena, bytes.ptr, bytes.len);
	if (!text)
		return -SYB_E_NOMEM;
	r = args_split(tool, text, &words, &out->count);
	out->argv = words;
	return r == -SYB_E_ARG ? usage(tool, "'@%s': unterminated quote", path) : r;
}

/* depth: of response files; *ended: after `--`. */
static int parse(struct tool *tool, struct rest rest, unsigned depth, bool *ended)
{
	/* a package may have more images than fit on a command line */
	bool files = tool->verb->id == VERB_pack || verb_clang(tool->verb);
	struct args *args = &tool->args;

	for (const char *text; (text = rest_next(&rest));) {
		if (!*ended && files && text[0] == '@' && text[1]) {
			struct rest words;

			if (depth == MOST_NESTED)
				return usage(tool, "'%s': response files are nested too deeply", text);
			TRY(read_words(tool, text + 1, &words));
			TRY(parse(tool, words, depth + 1, ended));
		} else if (!*ended && str_eq(text, "--")) {
			*ended = true;
		} else if (!*ended && text[0] == '-' && text[1]) {
			TRY(parse_option(tool, text, &rest));
		} else {
			TRY(VEC_PUSH(tool->ctx, args->operands, args->operand_count, args->operand_room));
			args->operands[args->operand_count++] = text;
		}
	}
	return 0;
}

int args_parse(struct tool *tool, int argc, char **argv)
{
	bool ended = false;

	return parse(tool, (struct rest){ (const char *const *)argv, (size_t)argc }, 0, &ended);
}

bool args_has(const struct tool *tool, enum option_id id)
{
	for (size_t i = 0; i < tool->args.count; i++)
		if (tool->args.list[i].id == id)
			return true;
	return false;
}

const char *args_get(const struct tool *tool, enum option_id id)
{
	for (size_t i = tool->args.count; i-- > 0;)
		if (tool->args.list[i].id == id)
			return tool->args.list[i].value;
	return NULL;
}

int args_refuse(struct tool *tool, const enum option_id *ids, size_t count, const char *how, const char *way)
{
	for (size_t i = 0; i < count; i++)
		if (args_has(tool, ids[i]))
			return usage(tool, "--%s %s --%s", options[ids[i]].name, how, way);
	return 0;
}

int args_list(struct tool *tool, enum option_id id, const char *const **out_list, size_t *out_count)
{
	const char **list = arena_array(tool->ctx, &tool->arena, tool->args.count + 1, sizeof(*list));
	size_t count = 0;

	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < tool->args.count; i++)
		if (tool->args.list[i].id == id)
			list[count++] = tool->args.list[i].value;
	*out_list = list;
	*out_count = count;
	return 0;
}

bool is_same_file(struct tool *tool, const char *a, const char *b)
{
	(void)tool;
	return path_same_file(a, b);
}

bool is_same_output(struct tool *tool, const char *a, const char *b)
{
	return str_eq(a, b) ? !str_eq(a, "/dev/null") : is_same_file(tool, a, b);
}

int args_guard_file(struct tool *tool, const char *output, const char *input)
{
	struct stat st;

	/* a missing file is reported when it is opened */
	if (!output || str_eq(output, "-") || stat(output, &st) < 0 || !is_same_file(tool, input, output))
		return 0;
	return usage(tool, "'%s': the input file is also the output file", output);
}

int args_guard(struct tool *tool, const char *output, enum option_id input)
{
	for (size_t i = 0; i < tool->args.count; i++)
		if (tool->args.list[i].id == input)
			TRY(args_guard_file(tool, output, tool->args.list[i].value));
	return 0;
}

int args_guard_operands(struct tool *tool, const char *output)
{
	for (size_t i = 0; i < tool->args.operand_count; i++)
		TRY(args_guard_file(tool, output, tool->args.operands[i]));
	return 0;
}

bool parse_number(const char *text, size_t *out_number)
{
	size_t number = 0;

	if (!*text)
		return false;
	for (; *text; text++)
		if (!isdigit((unsigned char)*text) || !checked_mul(number, (size_t)10, &number) ||
		    !checked_add(number, (size_t)(*text - '0'), &number))
			return false;
	*out_number = number;
	return true;
}

int args_tolerance(struct tool *tool, enum option_id id, uint32_t *out)
{
	const char *text = id == OPT_COUNT ? NULL : args_get(tool, id);
	size_t percent;

	if (!text)
		return 0;
	if (!parse_number(text, &percent) || percent >= UINT32_MAX)
		return usage(tool, "--tolerance=%s: not a number", text);
	*out = percent ? (uint32_t)percent : UINT32_MAX;
	return 0;
}

int args_numbers(struct tool *tool, enum option_id id, const size_t **out_list, size_t *out_count)
{
	const char *const *texts;
	size_t *list, count;

	TRY(args_list(tool, id, &texts, &count));
	list = arena_array(tool->ctx, &tool->arena, count + 1, sizeof(*list));
	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		if (!parse_number(texts[i], &list[i]))
			return usage(tool, "--%s=%s: not a number", options[id].name, texts[i]);
	*out_list = list;
	*out_count = count;
	return 0;
}

int args_names(struct tool *tool, enum option_id id, const char *const **out_list, size_t *out_count)
{
	const char *const *texts;
	const char **list = NULL;
	size_t count, all = 0, n = 0;

	TRY(args_list(tool, id, &texts, &count));
	for (size_t i = 0; i < count; i++)
		for (const char *p = texts[i]; p; p = strchr(p, ','), p = p ? p + 1 : NULL)
			all++;
	list = arena_array(tool->ctx, &tool->arena, all + 1, sizeof(*list));
	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		for (const char *p = *texts[i] ? texts[i] : NULL; p;) {
			size_t len = strcspn(p, ",");

			if (len == 0)
				return usage(tool, "--%s=%s: missing name", options[id].name, texts[i]);
			list[n] = arena_string(tool->ctx, &tool->arena, p, len);
			if (!list[n++])
				return -SYB_E_NOMEM;
			p = p[len] ? p + len + 1 : NULL;
		}
	}
	*out_list = list;
	*out_count = n;
	return 0;
}
