/* tools/frame/help.c — help and version, from the tables. */
#include "tools/run/elements.h"
#include "tool.h"

enum {
	INDENT = 2,
	HELP_COLUMN = 30,
	WIDTH = 80,
};

/* Append text from `column` on, wrapped at WIDTH, with a final line break. */
static void add_wrapped(struct syb_ctx *ctx, struct buf *buf, const char *text, size_t column, size_t indent)
{
	while (*text) {
		size_t n = strcspn(text, " ");

		if (column > indent && column + 1 + n > WIDTH) {
			buf_char(ctx, buf, '\n');
			buf_fill(ctx, buf, ' ', indent);
			column = indent;
		} else if (column > indent) {
			buf_char(ctx, buf, ' ');
			column++;
		}
		buf_add(ctx, buf, text, n);
		column += n;
		text += n + (text[n] == ' ');
	}
	buf_char(ctx, buf, '\n');
}

/* A verb may use the letter of a common option for something else. */
static char letter_of(const struct verb *verb, const struct option *option)
{
	for (size_t i = 0; i < OPT_COUNT && verb; i++)
		if (options[i].verb == verb->id && &options[i] != option && options[i].letter == option->letter)
			return 0;
	return option->letter;
}

static void add_row(struct syb_ctx *ctx, struct buf *buf, const char *dashes, const struct option *option, char letter)
{
	size_t start = buf->len, used;

	if (letter)
		buf_printf(ctx, buf, "  -%c, ", letter);
	else
		buf_text(ctx, buf, str_eq(dashes, "--") ? "      " : "  ");
	buf_printf(ctx, buf, "%s%s%s%s%s", dashes, option->name, option_glue(option),
		   option->argument ? option->argument : "", option->kind == OPTION_MAYBE ? "]" : "");
	used = buf->len - start;
	if (used + INDENT > HELP_COLUMN) {
		buf_char(ctx, buf, '\n');
		used = 0;
	}
	buf_fill(ctx, buf, ' ', HELP_COLUMN - used);
	add_wrapped(ctx, buf, option->help, HELP_COLUMN, HELP_COLUMN);
}

static void add_options(struct syb_ctx *ctx, struct buf *buf, const struct verb *verb, enum verb_id of)
{
	for (size_t i = 0; i < OPT_COUNT; i++)
		if (options[i].verb == of)
			add_row(ctx, buf, verb ? verb_dashes(verb) : "--", &options[i], letter_of(verb, &options[i]));
}

static void add_run_args(struct syb_ctx *ctx, struct buf *buf)
{
	static const struct option rows[] = {
#define RUN_ARG(word, reader, syntax, text) { .name = syntax, .help = text },
#include "tools/run/run_args.def"
#undef RUN_ARG
		{ .name = "TYPE", .help = ELEMENT_NAMES },
	};

	buf_text(ctx, buf, "\narguments of the kernel, in order (ARG):\n");
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		add_row(ctx, buf, "", &rows[i], 0);
}

static bool has_options(enum verb_id of)
{
	for (size_t i = 0; i < OPT_COUNT; i++)
		if (options[i].verb == of)
			return true;
	return false;
}

static void add_verb_help(struct syb_ctx *ctx, struct buf *buf, const struct verb *verb)
{
	buf_printf(ctx, buf, "usage: %s%s [OPTIONS] %s\n%s\n", verb->program ? "" : "sybil ", verb->name,
		   verb->operands, verb->summary);
	if (has_options(verb->id))
		buf_text(ctx, buf, "\noptions:\n");
	add_options(ctx, buf, verb, verb->id);
	if (verb->id == VERB_cxx)
		buf_text(ctx, buf, "\nand those of sybil cc: sybil help cc\n");
	if (verb->id == VERB_run)
		add_run_args(ctx, buf);
	if (!verb->program && !verb_clang(verb)) {
		buf_text(ctx, buf, "\ncommon options:\n");
		add_options(ctx, buf, verb, VERB_common);
	}
	buf_printf(ctx, buf, "\nmore: man %s%s\n", verb->program ? "" : "sybil-", verb->name);
}

static void add_overview(struct syb_ctx *ctx, struct buf *buf)
{
	buf_text(ctx, buf,
		 "usage: sybil VERB [OPTIONS] FILE...\n       sybil help VERB\nBuild, inspect, check, link and "
		 "run SYCL device code\n\nverbs:\n");
	for (size_t i = 0; i < VERB_COUNT; i++)
		if (!verbs[i].program)
			buf_printf(ctx, buf, "  %-10s%s\n", verbs[i].name, verbs[i].summary);
	buf_text(ctx, buf, "\nthe same program under other names:\n");
	buf_text(ctx, buf, "  sybil-c++           sybil c++, as the C++ compiler of make and CMake\n");
	for (size_t i = 0; i < VERB_COUNT; i++)
		if (verbs[i].program)
			buf_printf(ctx, buf, "  %-20s%s\n", verbs[i].name, verbs[i].summary);
	buf_text(ctx, buf, "\ncommon options, after the verb (cc and c++ take clang's options):\n");
	add_options(ctx, buf, NULL, VERB_common);
	buf_text(ctx, buf,
		 "\nexit status: 0 success or yes, 1 no, 2 usage error, 3 bad input,\n             4 "
		 "environment, 5 bug in sybil\nmore: man sybil\n");
}

int help_print(struct tool *tool, const struct verb *verb)
{
	_cleanup_(buf_free) struct buf buf = { 0 };

	if (verb)
		add_verb_help(tool->ctx, &buf, verb);
	else
		add_overview(tool->ctx, &buf);
	return answer_buf(tool, &buf);
}

int version_print(struct tool *tool)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	struct syb_value *list;
	_cleanup_(buf_free) struct buf buf = { 0 };

	if (!tool->json) {
		buf_printf(tool->ctx, &buf, "%s %s\nwith: %s\n",
			   tool->verb && tool->verb->program ? tool->verb->name : "sybil", syb_version(),
			   syb_features());
		return answer_buf(tool, &buf);
	}
	TRY(record_new(tool->ctx, &record));
	value_uint(record, record->root, "version", 1);
	value_string(record, record->root, "sybil", syb_version());
	list = value_list(record, record->root, "features");
	for (const char *p = syb_features(); *p; p += strcspn(p, " "), p += *p == ' ')
		value_stringn(record, list, NULL, p, strcspn(p, " "));
	return answer(tool, NULL, SIZE_MAX, steal(record));
}
