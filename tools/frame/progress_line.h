/* tools/frame/progress_line.h — the progress line on a terminal. */
#ifndef TOOLS_PROGRESS_LINE_H
#define TOOLS_PROGRESS_LINE_H

#include "tool.h"

/* The contents. On a narrow terminal, parts are omitted in this order: the bar, the label, the rate. */
struct progress_line {
	const char *label; /* unescaped, untrusted; NULL: none */
	bool label_last;
	bool bar;
	double part;                         /* filled part of the bar, up to 1 */
	char amount[96], rate[32], time[48]; /* the last two begin with a comma, or are empty */
};

/* "3 min 05 s" */
void progress_time(char *out, size_t room, double seconds);
/* Replace the line that is shown. */
void progress_put(struct syb_ctx *ctx, struct progress_shown *shown, const struct progress_line *line);
/* Erase the line that is shown. */
void progress_take(struct progress_shown *shown);

#endif
