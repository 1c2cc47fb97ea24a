/* tools/frame/progress_line.h — the one line of progress, as it stands on a terminal. */
#ifndef TOOLS_PROGRESS_LINE_H
#define TOOLS_PROGRESS_LINE_H

#include "tool.h"

/* What it says, by what goes first where the terminal is narrow: the bar, the label, the rate. */
struct progress_line {
	const char *label; /* as it is, untrusted; NULL: none */
	bool label_last;
	bool bar;
	double part;                         /* of the bar that is filled, up to 1 */
	char amount[96], rate[32], time[48]; /* the last two begin with a comma, or are empty */
};

/* "3 min 05 s" */
void progress_time(char *out, size_t room, double seconds);
/* Write it over the one that is shown. */
void progress_put(struct syb_ctx *ctx, struct progress_shown *shown, const struct progress_line *line);
/* Take back what is shown. */
void progress_take(struct progress_shown *shown);

#endif
