/* tools/frame/progress_line.c — the progress line: formatted for the current width of the terminal, overwritten,
 * erased.
 *
 * A terminal that becomes narrower wraps the line: then all of its rows are erased. Signal handlers need to know
 * whether a line is shown, so this is kept in the only static data here. */
#include "progress_line.h"

#include "term/columns.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum {
	USUAL_WIDTH = 80,
	SPARE = 3, /* columns: two for the ^C that terminals echo, one because some wrap after the last column */
	BAR = 20,
	LEAST_LABEL = 10,  /* shorter labels are useless */
	LABEL_BY_BAR = 24, /* minimal width of a label beside the bar */
	MOST_ROWS = 16,
};

static volatile sig_atomic_t is_shown, is_over;

void progress_cut(void)
{
	if (is_shown)
		(void)!write(STDERR_FILENO, "\r\033[K", 4);
	is_shown = 0;
	is_over = 1;
}

void progress_time(char *out, size_t room, double seconds)
{
	unsigned s = seconds < 1e6 ? (unsigned)(seconds + 0.5) : 1000000;

	if (s < 60)
		snprintf(out, room, "%u s", s);
	else if (s < 3600)
		snprintf(out, room, "%u min %02u s", s / 60, s % 60);
	else
		snprintf(out, room, "%u h %02u min", s / 3600, s / 60 % 60);
}

/* ---- layout ---- */

static int add_bar(struct syb_ctx *ctx, struct buf *text, double part)
{
	size_t filled = part > 0 ? (size_t)(part * BAR) : 0;
	int r = buf_char(ctx, text, '[');

	filled = filled < BAR ? filled : BAR;
	if (r == 0)
		r = buf_fill(ctx, text, '#', filled);
	if (r == 0)
		r = buf_fill(ctx, text, '.', BAR - filled);
	return r < 0 ? r : buf_text(ctx, text, "] ");
}

/* Remove the folder of a file name: from the start of the word with the first slash to the last slash. */
static int add_short(struct syb_ctx *ctx, struct buf *text, const char *label)
{
	const char *path = strchr(label, '/'), *slash = strrchr(label, '/');

	if (!slash || !slash[1])
		return buf_escaped(ctx, text, label, strlen(label));
	while (path > label && path[-1] != ' ')
		path--;
	TRY(buf_escaped(ctx, text, label, (size_t)(path - label)));
	return buf_escaped(ctx, text, slash + 1, strlen(slash + 1));
}

/* At most `room` columns, including the separator; nothing if there is too little room. */
static int add_label(struct syb_ctx *ctx, struct buf *text, const struct progress_line *line, size_t room)
{
	size_t from;
	int r = 0;

	if (!line->label || room < LEAST_LABEL + 2)
		return 0;
	if (line->label_last)
		r = buf_text(ctx, text, ": ");
	from = text->len;
	if (r == 0)
		r = buf_escaped(ctx, text, line->label, strlen(line->label));
	if (r == 0 && columns_of(text->ptr + from, text->len - from) > room - 2) {
		text->len = from;
		r = add_short(ctx, text, line->label);
	}
	if (r == 0)
		r = columns_cut(ctx, text, from, room - 2);
	return r < 0 || line->label_last ? r : buf_text(ctx, text, ": ");
}

static int lay_out(struct syb_ctx *ctx, struct buf *text, const struct progress_line *line, size_t room)
{
	size_t amount = strlen(line->amount) + strlen(line->time), rate = strlen(line->rate);
	size_t label = line->label ? strlen(line->label) + 2 : 0, bar = BAR + 3;
	size_t rest;
	bool has_bar, has_rate = amount + rate <= room;

	amount += has_rate ? rate : 0;
	has_bar = line->bar && bar + amount + (label < LABEL_BY_BAR ? label : LABEL_BY_BAR) <= room;
	amount += has_bar ? bar : 0;
	rest = amount < room ? room - amount : 0;
	if (has_bar)
		TRY(add_bar(ctx, text, line->part));
	if (!line->label_last)
		TRY(add_label(ctx, text, line, rest));
	TRY(buf_printf(ctx, text, "%s%s%s", line->amount, has_rate ? line->rate : "", line->time));
	if (line->label_last)
		TRY(add_label(ctx, text, line, rest));
	return columns_cut(ctx, text, 0, room);
}

/* ---- the terminal ---- */

static size_t width_now(void)
{
	size_t width = terminal_width(STDERR_FILENO);

	return width ? width : USUAL_WIDTH;
}

/* Move the cursor from the end of the line to its beginning. */
static int add_erase(struct syb_ctx *ctx, struct buf *text, const struct progress_shown *shown, size_t width)
{
	size_t rows = shown->columns && width < shown->width ? (shown->columns - 1) / width : 0;

	TRY(buf_text(ctx, text, "\r\033[K"));
	for (size_t i = 0; i < rows && i < MOST_ROWS; i++)
		TRY(buf_text(ctx, text, "\033[A\033[K"));
	return 0;
}

void progress_put(struct syb_ctx *ctx, struct progress_shown *shown, const struct progress_line *line)
{
	_cleanup_(buf_free) struct buf text = { 0 }, all = { 0 };
	size_t width = width_now();

	if (is_over || lay_out(ctx, &text, line, width > 2 * SPARE ? width - SPARE : width - 1) < 0 ||
	    add_erase(ctx, &all, shown, width) < 0 || buf_add(ctx, &all, text.ptr, text.len) < 0)
		return;
	is_shown = 1;
	diag_put(&all);
	shown->columns = columns_of(text.ptr, text.len);
	shown->width = width;
}

void progress_take(struct progress_shown *shown)
{
	size_t width = width_now();

	if (!shown->columns)
		return;
	(void)!write(STDERR_FILENO, "\r\033[K", 4);
	for (size_t i = 0; width < shown->width && i < (shown->columns - 1) / width && i < MOST_ROWS; i++)
		(void)!write(STDERR_FILENO, "\033[A\033[K", 6);
	is_shown = 0;
	shown->columns = 0;
}
