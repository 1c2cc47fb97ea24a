/* term/table_fit.h — how wide the columns of a table are where a terminal is narrower than the table. */
#ifndef BASE_TABLE_FIT_H
#define BASE_TABLE_FIT_H

#include "base/util.h"

enum {
	BAR_WIDTH = 30,
	SHARE_WIDTH = 6, /* of the percentage before a bar */
	MOST_COLUMNS = 24,
	LEAST_WIDTH = 12, /* of a column that is cut: less would say nothing */
};

struct column {
	const char *key, *title;
	size_t width;
	size_t titled; /* width of the title */
	size_t whole;  /* width without a need to save */
	size_t *shown; /* of each row, the place that is kept when it is cut; NULL: none is */
	bool right;    /* numbers */
	bool text;     /* may be cut */
	bool prose;    /* and has cells that are wrapped at blanks instead: no names */
	bool bar;      /* may be shorter */
	bool used;     /* some row has a value */
};

/* Make columns narrower until a line of `width` holds them; bare: also to less than is useful. False: it does not. */
bool table_fit(struct column *cols, size_t n, size_t indent, size_t width, bool bare);
/* As many of the columns from `at` on as fit beside the first one, which names the rows; the place behind them. */
size_t table_block(const struct column *cols, size_t n, size_t at, size_t indent, size_t width, struct column *block,
		   size_t *out_count);
/* Columns of a full bar in a column that became narrower. */
size_t table_bar(const struct column *col);

#endif
