/* tools/frame/manual.c — verbs and options for the documents, from the tables: the option list of a man page in
 * mdoc (sybil --man-options=VERB), the lists of verbs and of other program names (--man-verbs, --man-names), which
 * the build inserts where a page says `.\\" @options@` and so on; and the page commands.md (sybil --md-commands). */
#include "tool.h"

/* Escape a leading dot or quote, and backslashes, which mdoc would read as requests. */
static int add_text(struct syb_ctx *ctx, struct buf *buf, const char *text)
{
	int r = *text == '.' || *text == '\'' ? buf_text(ctx, buf, "\\&") : 0;

	for (; *text && r == 0; text++) {
		if (*text == '\\')
			r = buf_text(ctx, buf, "\\e");
		else if (*text == '-')
			r = buf_text(ctx, buf, "\\-");
		else
			r = buf_char(ctx, buf, *text);
	}
	return r;
}

/* .Fl prints one dash; a long option is Fl -name. */
static int add_option(struct syb_ctx *ctx, struct buf *buf, const struct option *o, bool program)
{
	bool clang = o->use != USE_NONE, apart = str_eq(option_glue(o), " ");
	const char *dash = program || clang ? "" : "\\-", *name = clang ? o->name + 1 : o->name;
	int r = buf_text(ctx, buf, ".It");

	if (r == 0 && o->letter)
		r = buf_printf(ctx, buf, " Fl %c%s%s ,", o->letter, o->argument ? " Ar " : "",
			       o->argument ? o->argument : "");
	if (r == 0)
		r = buf_printf(ctx, buf, " Fl %s", dash);
	if (r == 0)
		r = add_text(ctx, buf, name);
	if (r == 0 && o->argument)
		r = buf_printf(ctx, buf, "%s Ar ", apart ? "" : *option_glue(o) ? " Ns = Ns" : " Ns");
	if (r == 0 && o->argument)
		r = add_text(ctx, buf, o->argument);
	if (r == 0)
		r = buf_char(ctx, buf, '\n');
	if (r == 0)
		r = add_text(ctx, buf, o->help);
	if (r == 0 && (o->kind == OPTION_LIST || o->kind == OPTION_LISTFLAG))
		r = buf_text(ctx, buf, "; may be repeated");
	return r < 0 ? r : buf_text(ctx, buf, ".\n");
}

int manual_print(struct tool *tool, const char *name)
{
	bool common = str_eq(name, "common");
	const struct verb *verb = verb_find(name);
	struct buf buf = { 0 };
	int r;

	if (!verb && !common)
		return usage(tool, "--man-options=%s: unknown verb", name);
	r = 0;
	for (size_t i = 0; i < OPT_COUNT && r == 0; i++)
		if (options[i].verb == (common ? VERB_common : verb->id)) {
			r = buf.len ? 0 : buf_text(tool->ctx, &buf, ".Bl -tag -width Ds\n");
			if (r == 0)
				r = add_option(tool->ctx, &buf, &options[i], verb && verb->program);
		}
	if (r == 0 && buf.len)
		r = buf_text(tool->ctx, &buf, ".El\n");
	if (r == 0)
		r = answer_text(tool, buf_bytes(&buf));
	buf_free(&buf);
	return r;
}

static int add_verb_item(struct syb_ctx *ctx, struct buf *buf, const struct verb *verb)
{
	int r = buf_text(ctx, buf, ".It Cm ");

	if (r == 0)
		r = add_text(ctx, buf, verb->name);
	if (r == 0)
		r = buf_char(ctx, buf, '\n');
	if (r == 0)
		r = add_text(ctx, buf, verb->summary);
	return r < 0 ? r : buf_printf(ctx, buf, ", see\n.Xr sybil-%s 1 ;\n", verb->name);
}

int manual_print_verbs(struct tool *tool, bool programs)
{
	_cleanup_(buf_free) struct buf buf = { 0 };
	int r = 0;

	for (size_t i = 0; i < VERB_COUNT && r == 0; i++) {
		if (verbs[i].program != programs)
			continue;
		r = programs ? buf_printf(tool->ctx, &buf, "%s.Xr %s 1", buf.len ? " ,\n" : "", verbs[i].name)
			     : add_verb_item(tool->ctx, &buf, &verbs[i]);
	}
	if (r == 0 && programs)
		r = buf_text(tool->ctx, &buf, " .\n");
	return r < 0 ? r : answer_text(tool, buf_bytes(&buf));
}

/* ---- the page commands.md ---- */

/* Escape a cell of a Markdown table. */
static int add_cell(struct syb_ctx *ctx, struct buf *buf, const char *text, bool code)
{
	int r = 0;

	for (; *text && r == 0; text++) {
		bool escape = *text == '|' || (!code && strchr("<*`_[", *text));

		r = escape ? buf_printf(ctx, buf, "\\%c", *text) : buf_char(ctx, buf, *text);
	}
	return r;
}

static int add_option_row(struct syb_ctx *ctx, struct buf *buf, const struct option *o, const char *dashes)
{
	const char *argument = o->argument ? o->argument : "", *end = o->kind == OPTION_MAYBE ? "]" : "";
	bool repeated = o->kind == OPTION_LIST || o->kind == OPTION_LISTFLAG;
	int r = o->letter ? buf_printf(ctx, buf, "| `-%c`, `%s", o->letter, dashes)
			  : buf_printf(ctx, buf, "| `%s", dashes);

	if (r == 0)
		r = buf_printf(ctx, buf, "%s%s", o->name, option_glue(o));
	if (r == 0)
		r = add_cell(ctx, buf, argument, true);
	if (r == 0)
		r = buf_printf(ctx, buf, "%s` | ", end);
	if (r == 0)
		r = add_cell(ctx, buf, o->help, false);
	return r < 0 ? r : buf_text(ctx, buf, repeated ? "; may be repeated |\n" : " |\n");
}

static int add_option_table(struct syb_ctx *ctx, struct buf *buf, enum verb_id of, const char *dashes)
{
	bool any = false;
	int r = 0;

	for (size_t i = 0; i < OPT_COUNT && r == 0; i++) {
		if (options[i].verb != of)
			continue;
		r = any ? 0 : buf_text(ctx, buf, "\n| option | what it does |\n|---|---|\n");
		if (r == 0)
			r = add_option_row(ctx, buf, &options[i], dashes);
		any = true;
	}
	return r;
}

static int add_verb(struct syb_ctx *ctx, struct buf *buf, const struct verb *verb)
{
	const char *sybil = verb->program ? "" : "sybil ", *page = verb->program ? "" : "sybil-";
	int r = buf_printf(ctx, buf, "\n## %s%s\n\n`%s%s%s%s`: %s. See %s%s(1).\n", sybil, verb->name, sybil,
			   verb->name, *verb->operands ? " " : "", verb->operands, verb->summary, page, verb->name);

	return r < 0 ? r : add_option_table(ctx, buf, verb->id, verb_dashes(verb));
}

static const char commands_head[] =
	"# Commands\n\n"
	"The verbs of `sybil`, the programs with other names, and their options.\n\n"
	"## Common options\n\n"
	"They follow the verb. `sybil cc`, which accepts clang's options, and the programs with other names do not\n"
	"have them.\n";

int commands_print(struct tool *tool)
{
	struct buf buf = { 0 };
	int r = buf_text(tool->ctx, &buf, commands_head);

	if (r == 0)
		r = add_option_table(tool->ctx, &buf, VERB_common, "--");
	for (size_t i = 0; i < VERB_COUNT && r == 0; i++)
		r = add_verb(tool->ctx, &buf, &verbs[i]);
	if (r == 0)
		r = answer_text(tool, buf_bytes(&buf));
	buf_free(&buf);
	return r;
}
