/* tools/frame/diag.c — diagnostics on standard error: `file:0x58: error: text [check-name]`, notes indented below.
 * Warnings about device code look like clang's: `file:2:7: warning: text [-Wname]`, and their notes have their own
 * locations.
 *
 * Each diagnostic is a single write, so lines of several processes do not mix. Names and texts come from untrusted
 * files and are escaped. */
#include "tool.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static const char *const colors[] = {
	[SYB_SEVERITY_NOTE] = "\033[36m",
	[SYB_SEVERITY_INFO] = "\033[36m",
	[SYB_SEVERITY_WARNING] = "\033[1;35m",
	[SYB_SEVERITY_ERROR] = "\033[1;31m",
};

void diag_put(const struct buf *buf)
{
	const uint8_t *p = buf->ptr;

	for (size_t len = buf->len; len;) {
		ssize_t n = write(STDERR_FILENO, p, len);

		if (n <= 0)
			return; /* standard error is closed */
		p += n;
		len -= (size_t)n;
	}
}

static void add_program(struct syb_ctx *ctx, struct buf *buf, const struct verb *verb)
{
	buf_printf(ctx, buf, "%s%s", verb && verb->program ? "" : verb ? "sybil " : "sybil", verb ? verb->name : "");
}

/* The file and a position in it, or the program if there is no file. */
static void add_position(struct syb_ctx *ctx, struct buf *buf, const struct syb_diag *diag)
{
	buf_escaped(ctx, buf, diag->file, strlen(diag->file));
	if (diag->line && diag->column)
		buf_printf(ctx, buf, ":%u:%u", diag->line, diag->column);
	else if (diag->line)
		buf_printf(ctx, buf, ":%u", diag->line);
	else if (diag->at != SYB_NO_OFFSET)
		buf_printf(ctx, buf, ":0x%" PRIx64, diag->at);
}

static void add_place(struct tool *tool, struct buf *buf, const struct syb_diag *diag)
{
	struct syb_ctx *ctx = tool->silent;

	buf_text(ctx, buf, tool->color_err ? "\033[1m" : "");
	if (diag->file)
		add_position(ctx, buf, diag);
	else
		add_program(ctx, buf, tool->verb);
	buf_printf(ctx, buf, ": %s", tool->color_err ? "\033[0m" : "");
}

static void add_severity(struct tool *tool, struct buf *buf, enum syb_severity severity)
{
	buf_printf(tool->silent, buf, "%s%s:%s ", tool->color_err ? colors[severity] : "", syb_severity_name(severity),
		   tool->color_err ? "\033[0m" : "");
}

int diag_text(struct tool *tool, struct buf *buf, const struct syb_diag *diag, const char *tag)
{
	struct syb_ctx *ctx = tool->silent;
	bool note = diag->severity == SYB_SEVERITY_NOTE;

	if (note &&
	    str_starts(diag->text, "  ")) { /* a further line of the previous note: its text, then its location */
		buf_escaped(ctx, buf, diag->text, strlen(diag->text));
		if (diag->file && diag->line) {
			buf_char(ctx, buf, ' ');
			add_position(ctx, buf, diag);
		}
		return buf_char(ctx, buf, '\n');
	}
	if (note && !diag->line)
		buf_text(ctx, buf, "  ");
	else
		add_place(tool, buf, diag);
	add_severity(tool, buf, diag->severity);
	buf_escaped(ctx, buf, diag->text, strlen(diag->text));
	if (diag->check && *diag->check)
		buf_printf(ctx, buf, " [%s%s]", tag, diag->check);
	return buf_char(ctx, buf, '\n');
}

static bool hidden(const struct tool *tool, const struct syb_diag *diag)
{
	switch (diag->severity) {
	case SYB_SEVERITY_NOTE:
		return tool->note_hidden;
	case SYB_SEVERITY_INFO:
		return tool->quiet || !tool->verbose;
	case SYB_SEVERITY_WARNING:
		return tool->quiet;
	default:
		return diag->code == SYB_E_CANCELLED; /* the user pressed ^C */
	}
}

static void print(struct tool *tool, const struct syb_diag *diag, const char *tag)
{
	static const char last_words[] = "sybil: error: out of memory while reporting an error\n";
	struct buf buf = { 0 };

	if (diag_text(tool, &buf, diag, tag) == 0)
		diag_put(&buf);
	else
		(void)!write(STDERR_FILENO, last_words, sizeof(last_words) - 1);
	buf_free(&buf);
}

void diag_sink(void *user, const struct syb_diag *diag)
{
	struct tool *tool = user;
	struct syb_diag shown = *diag;
	const char *tag;

	if (tool->watch)
		tool->watch(tool->watch_user, diag);
	if (tool->print) {
		tool->print(tool, diag);
		return;
	}
	tag = warnings_judge(tool, &shown);
	tool->note_hidden = !tag || hidden(tool, &shown);
	if (tool->note_hidden)
		return;
	tool->explained |= shown.severity == SYB_SEVERITY_ERROR;
	progress_erase(tool);
	if (tool->json_diags)
		diag_json(tool, &shown);
	else
		print(tool, &shown, tag);
}

void diag_end(struct tool *tool)
{
	if (tool->json_diags)
		diag_json_end(tool);
}

void diag_drop(void *user, const struct syb_diag *diag)
{
	(void)user;
	(void)diag;
}

int usage(struct tool *tool, const char *fmt, ...)
{
	static const struct syb_diag wrong = { .severity = SYB_SEVERITY_ERROR };
	struct syb_ctx *ctx = tool->silent;
	struct buf buf = { 0 };
	char text[1024];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	add_place(tool, &buf, &wrong);
	add_severity(tool, &buf, wrong.severity);
	buf_escaped(ctx, &buf, text, strlen(text));
	buf_text(ctx, &buf, "\ntry '");
	add_program(ctx, &buf, tool->verb);
	if (buf_text(ctx, &buf, " --help'\n") == 0)
		diag_put(&buf);
	tool->explained = true;
	buf_free(&buf);
	return -SYB_E_ARG;
}
