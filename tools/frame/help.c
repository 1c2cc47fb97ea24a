/* tools/frame/help.c — help and version, from the tables. */
#include "tools/run/elements.h"
#include "tool.h"

enum {
	INDENT = 2,
	HELP_COLUMN = 30,
	WIDTH = 80,
};

/* Append text from `column` on, wrapped at WIDTH, with a final line break. */
static int add_wrapped(struct syb_ctx *ctx, struct buf *buf, const char *text, size_t column, size_t indent)
{
	int r = 0;

	while (*text && r == 0) {
		size_t n = strcspn(text, " ");

		if (column > indent && column + 1 + n > WIDTH) {
			r = buf_char(ctx, buf, '\n');
			if (r == 0)
				r = buf_fill(ctx, buf, ' ', indent);
			column = indent;
		} else if (column > indent) {
			r = buf_char(ctx, buf, ' ');
			column++;
		}
		if (r == 0)
			r = buf_add(ctx, buf, text, n);
		column += n;
		text += n + (text[n] == ' ');
	}
	return r < 0 ? r : buf_char(ctx, buf, '\n');
}

/* A verb may use the letter of a common option for something else. */
static char letter_of(const struct verb *verb, const struct option *option)
{
	for (size_t i = 0; i < OPT_COUNT && verb; i++)
		if (options[i].verb == verb->id && &options[i] != option && options[i].letter == option->letter)
			return 0;
	return option->letter;
}

static int add_row(struct syb_ctx *ctx, struct buf *buf, const char *dashes, const struct option *option, char letter)
{
	const char *argument = option->argument ? option->argument : "";
	bool maybe = option->kind == OPTION_MAYBE;
	const char *glue = option_glue(option);
	size_t start = buf->len, used;
	int r;

	if (letter)
		r = buf_printf(ctx, buf, "  -%c, %s%s%s%s%s", letter, dashes, option->name, glue, argument,
			       maybe ? "]" : "");
	else
		r = buf_printf(ctx, buf, "  %s%s%s%s%s%s", str_eq(dashes, "--") ? "    " : "", dashes, option->name,
			       glue, argument, maybe ? "]" : "");
	used = buf->len - start;
	if (r == 0 && used + INDENT > HELP_COLUMN) {
		r = buf_char(ctx, buf, '\n');
		used = 0;
	}
	if (r == 0)
		r = buf_fill(ctx, buf, ' ', HELP_COLUMN - used);
	return r < 0 ? r : add_wrapped(ctx, buf, option->help, HELP_COLUMN, HELP_COLUMN);
}

static int add_option(struct syb_ctx *ctx, struct buf *buf, const struct verb *verb, const struct option *option)
{
	return add_row(ctx, buf, verb ? verb_dashes(verb) : "--", option, letter_of(verb, option));
}

static int add_options(struct syb_ctx *ctx, struct buf *buf, const struct verb *verb, enum verb_id of)
{
	int r = 0;

	for (size_t i = 0; i < OPT_COUNT && r == 0; i++)
		if (options[i].verb == of)
			r = add_option(ctx, buf, verb, &options[i]);
	return r;
}

static int add_run_args(struct syb_ctx *ctx, struct buf *buf)
{
	static const struct option rows[] = {
#define RUN_ARG(word, reader, syntax, text) { .name = syntax, .help = text },
#include "tools/run/run_args.def"
#undef RUN_ARG
		{ .name = "TYPE", .help = ELEMENT_NAMES },
	};
	int r = buf_text(ctx, buf, "\narguments of the kernel, in order (ARG):\n");

	for (size_t i = 0; i < ARRAY_SIZE(rows) && r == 0; i++)
		r = add_row(ctx, buf, "", &rows[i], 0);
	return r;
}

static bool has_options(enum verb_id of)
{
	for (size_t i = 0; i < OPT_COUNT; i++)
		if (options[i].verb == of)
			return true;
	return false;
}

static int add_verb_help(struct syb_ctx *ctx, struct buf *buf, const struct verb *verb)
{
	int r = buf_printf(ctx, buf, "usage: %s%s [OPTIONS] %s\n%s\n", verb->program ? "" : "sybil ", verb->name,
			   verb->operands, verb->summary);

	if (r == 0 && has_options(verb->id)) {
		r = buf_text(ctx, buf, "\noptions:\n");
		if (r == 0)
			r = add_options(ctx, buf, verb, verb->id);
	}
	if (r == 0 && verb->id == VERB_run)
		r = add_run_args(ctx, buf);
	if (r == 0 && !verb->program && !verb_clang(verb)) {
		r = buf_text(ctx, buf, "\ncommon options:\n");
		if (r == 0)
			r = add_options(ctx, buf, verb, VERB_common);
	}
	if (r == 0)
		r = buf_printf(ctx, buf, "\nmore: man %s%s\n", verb->program ? "" : "sybil-", verb->name);
	return r;
}

static int add_overview(struct syb_ctx *ctx, struct buf *buf)
{
	int r = buf_text(ctx, buf,
			 "usage: sybil VERB [OPTIONS] FILE...\n       sybil help VERB\nBuild, inspect, check, link and "
			 "run SYCL device code\n\nverbs:\n");

	for (size_t i = 0; i < VERB_COUNT && r == 0; i++)
		if (!verbs[i].program)
			r = buf_printf(ctx, buf, "  %-10s%s\n", verbs[i].name, verbs[i].summary);
	if (r == 0)
		r = buf_text(ctx, buf, "\nthe same program under other names:\n");
	for (size_t i = 0; i < VERB_COUNT && r == 0; i++)
		if (verbs[i].program)
			r = buf_printf(ctx, buf, "  %-20s%s\n", verbs[i].name, verbs[i].summary);
	if (r == 0)
		r = buf_text(ctx, buf, "\ncommon options, after the verb (cc takes clang's options):\n");
	if (r == 0)
		r = add_options(ctx, buf, NULL, VERB_common);
	if (r == 0)
		r = buf_text(ctx, buf,
			     "\nexit status: 0 success or yes, 1 no, 2 usage error, 3 bad input,\n             4 "
			     "environment, 5 bug in sybil\nmore: man sybil\n");
	return r;
}

int help_print(struct tool *tool, const struct verb *verb)
{
	struct buf buf = { 0 };
	int r = verb ? add_verb_help(tool->ctx, &buf, verb) : add_overview(tool->ctx, &buf);

	if (r == 0)
		r = answer_text(tool, buf_bytes(&buf));
	buf_free(&buf);
	return r;
}

int version_print(struct tool *tool)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	struct syb_value *list;
	struct buf buf = { 0 };
	int r;

	if (!tool->json) {
		r = buf_printf(tool->ctx, &buf, "%s %s\nwith: %s\n",
			       tool->verb && tool->verb->program ? tool->verb->name : "sybil", syb_version(),
			       syb_features());
		if (r == 0)
			r = answer_text(tool, buf_bytes(&buf));
		buf_free(&buf);
		return r;
	}
	r = record_new(tool->ctx, &record);
	if (r < 0)
		return r;
	value_uint(record, record->root, "version", 1);
	value_string(record, record->root, "sybil", syb_version());
	list = value_list(record, record->root, "features");
	for (const char *p = syb_features(); *p; p += strcspn(p, " "), p += *p == ' ')
		value_stringn(record, list, NULL, p, strcspn(p, " "));
	return answer(tool, NULL, SIZE_MAX, steal(record));
}
