/* tools/frame/manual.c — verbs and options for the documents, from the tables: the option list of a man page in
 * mdoc (sybil --man-options=VERB), the lists of verbs and of other program names (--man-verbs, --man-names), which
 * the build inserts where a page says `.\\" @options@` and so on; and the page commands.md (sybil --md-commands). */
#include "tool.h"

/* Escape a leading dot or quote, backslashes and dashes, which mdoc would read as requests. */
static void add_text(struct syb_ctx *ctx, struct buf *buf, const char *text)
{
	if (*text == '.' || *text == '\'')
		buf_text(ctx, buf, "\\&");
	for (; *text; text++) {
		if (*text == '\\')
			buf_text(ctx, buf, "\\e");
		else if (*text == '-')
			buf_text(ctx, buf, "\\-");
		else
			buf_char(ctx, buf, *text);
	}
}

static const char *repeated(const struct option *o)
{
	return o->kind == OPTION_LIST || o->kind == OPTION_LISTFLAG ? "; may be repeated" : "";
}

/* .Fl prints one dash; a long option is Fl -name. */
static void add_option(struct syb_ctx *ctx, struct buf *buf, const struct option *o, bool program)
{
	bool clang = o->use != USE_NONE, apart = str_eq(option_glue(o), " ");
	const char *argument = o->argument ? o->argument : "";

	buf_text(ctx, buf, ".It");
	if (o->letter)
		buf_printf(ctx, buf, " Fl %c%s%s ,", o->letter, *argument ? " Ar " : "", argument);
	buf_printf(ctx, buf, " Fl %s", program || clang ? "" : "\\-");
	add_text(ctx, buf, clang ? o->name + 1 : o->name);
	if (*argument)
		buf_printf(ctx, buf, "%s Ar ", apart ? "" : *option_glue(o) ? " Ns = Ns" : " Ns");
	add_text(ctx, buf, argument);
	buf_char(ctx, buf, '\n');
	add_text(ctx, buf, o->help);
	buf_printf(ctx, buf, "%s.\n", repeated(o));
}

int manual_print(struct tool *tool, const char *name)
{
	bool common = str_eq(name, "common");
	const struct verb *verb = verb_find(name);
	_cleanup_(buf_free) struct buf buf = { 0 };

	if (!verb && !common)
		return usage(tool, "--man-options=%s: unknown verb", name);
	for (size_t i = 0; i < OPT_COUNT; i++)
		if (options[i].verb == (common ? VERB_common : verb->id)) {
			if (!buf.len)
				buf_text(tool->ctx, &buf, ".Bl -tag -width Ds\n");
			add_option(tool->ctx, &buf, &options[i], verb && verb->program);
		}
	if (buf.len)
		buf_text(tool->ctx, &buf, ".El\n");
	return answer_buf(tool, &buf);
}

int manual_print_verbs(struct tool *tool, bool programs)
{
	_cleanup_(buf_free) struct buf buf = { 0 };

	for (size_t i = 0; i < VERB_COUNT; i++) {
		if (verbs[i].program != programs)
			continue;
		if (programs) {
			buf_printf(tool->ctx, &buf, "%s.Xr %s 1", buf.len ? " ,\n" : "", verbs[i].name);
			continue;
		}
		buf_text(tool->ctx, &buf, ".It Cm ");
		add_text(tool->ctx, &buf, verbs[i].name);
		buf_char(tool->ctx, &buf, '\n');
		add_text(tool->ctx, &buf, verbs[i].summary);
		buf_printf(tool->ctx, &buf, ", see\n.Xr sybil-%s 1 ;\n", verbs[i].name);
	}
	if (programs)
		buf_text(tool->ctx, &buf, " .\n");
	return answer_buf(tool, &buf);
}

/* ---- the page commands.md ---- */

/* Escape a cell of a Markdown table. */
static void add_cell(struct syb_ctx *ctx, struct buf *buf, const char *text, bool code)
{
	for (; *text; text++) {
		if (*text == '|' || (!code && strchr("<*`_[", *text)))
			buf_char(ctx, buf, '\\');
		buf_char(ctx, buf, *text);
	}
}

static void add_option_row(struct syb_ctx *ctx, struct buf *buf, const struct option *o, const char *dashes)
{
	buf_text(ctx, buf, "| ");
	if (o->letter)
		buf_printf(ctx, buf, "`-%c`, ", o->letter);
	buf_printf(ctx, buf, "`%s%s%s", dashes, o->name, option_glue(o));
	add_cell(ctx, buf, o->argument ? o->argument : "", true);
	buf_printf(ctx, buf, "%s` | ", o->kind == OPTION_MAYBE ? "]" : "");
	add_cell(ctx, buf, o->help, false);
	buf_printf(ctx, buf, "%s |\n", repeated(o));
}

static void add_option_table(struct syb_ctx *ctx, struct buf *buf, enum verb_id of, const char *dashes)
{
	bool any = false;

	for (size_t i = 0; i < OPT_COUNT; i++) {
		if (options[i].verb != of)
			continue;
		if (!any)
			buf_text(ctx, buf, "\n| option | what it does |\n|---|---|\n");
		add_option_row(ctx, buf, &options[i], dashes);
		any = true;
	}
}

static const char commands_head[] =
	"# Commands\n\n"
	"The verbs of `sybil`, the programs with other names, and their options.\n\n"
	"## Common options\n\n"
	"They follow the verb. `sybil cc` and `sybil c++`, which accept clang's options, and the programs with other\n"
	"names do not have them.\n";

int commands_print(struct tool *tool)
{
	_cleanup_(buf_free) struct buf buf = { 0 };

	buf_text(tool->ctx, &buf, commands_head);
	add_option_table(tool->ctx, &buf, VERB_common, "--");
	for (const struct verb *v = verbs; v < verbs + VERB_COUNT; v++) {
		const char *sybil = v->program ? "" : "sybil ", *page = v->program ? "" : "sybil-";

		buf_printf(tool->ctx, &buf, "\n## %s%s\n\n`%s%s%s%s`: %s. See %s%s(1).\n", sybil, v->name, sybil,
			   v->name, *v->operands ? " " : "", v->operands, v->summary, page, v->name);
		add_option_table(tool->ctx, &buf, v->id, verb_dashes(v));
	}
	return answer_buf(tool, &buf);
}
