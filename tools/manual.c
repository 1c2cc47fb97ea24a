/* tools/manual.c — the option list of a man page, in mdoc, from the tables (sybil --man-options=VERB). The pages hold
 * the prose; the build puts this list where they say `.\" @options@`. */
#include "tool.h"

/* Text of a line: a dot or quote at its start and backslashes would be read as requests. */
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
		r = buf_printf(ctx, buf, "%s Ar ",
			       apart ? "" : *option_glue(o) ? " Ns = Ns" : " Ns");
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
		return usage(tool, "--man-options=%s: no such verb", name);
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
