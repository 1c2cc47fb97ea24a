/* term/table_fit.c — how wide the columns of a table are where a terminal is narrower than the table. */
#include "table_fit.h"

enum { NAME_WIDTH = 24 }; /* of names that are cut, while there are other ways: begin and end tell which one it is */

/* What a column can be made as narrow as: bare, where nothing else is left; otherwise its title stays whole, and of
 * names a useful part. */
static size_t least_width(const struct column *col, size_t width, bool bare)
{
	size_t least = col->text ? LEAST_WIDTH : col->bar ? SHARE_WIDTH : col->whole;
	size_t wanted = col->prose || col->titled > NAME_WIDTH ? col->titled : NAME_WIDTH;

	if (wanted > width / 2) /* somebody else wants to be seen, too */
		wanted = width / 2;
	if (!bare && col->text && least < wanted)
		least = wanted;
	return least < col->whole ? least : col->whole;
}

/* The widest column that may become narrower, bars before all others; NULL when there is none. */
static struct column *widest(struct column *cols, size_t n, size_t width, bool bare)
{
	struct column *found = NULL;

	for (size_t i = 0; i < n; i++)
		if (cols[i].used && cols[i].width > least_width(&cols[i], width, bare) &&
		    (!found || cols[i].bar > found->bar || (cols[i].bar == found->bar && cols[i].width > found->width)))
			found = &cols[i];
	return found;
}

bool table_fit(struct column *cols, size_t n, size_t indent, size_t width, bool bare)
{
	size_t all = indent;
	struct column *col;

	for (size_t i = 0; i < n; i++) {
		cols[i].width = cols[i].whole;
		all += cols[i].used ? cols[i].width + (all > indent ? 2 : 0) : 0;
	}
	while (all > width && (col = widest(cols, n, width, bare))) {
		col->width--;
		all--;
	}
	return all <= width;
}

size_t table_block(const struct column *cols, size_t n, size_t at, size_t indent, size_t width, struct column *block,
		   size_t *out_count)
{
	size_t count = 1, all = indent + least_width(&cols[0], width, false);

	block[0] = cols[0];
	for (; at < n && (count == 1 || all + 2 + least_width(&cols[at], width, false) <= width); at++) {
		if (!cols[at].used)
			continue;
		all += 2 + least_width(&cols[at], width, false);
		block[count++] = cols[at];
	}
	if (!table_fit(block, count, indent, width, false))
		table_fit(block, count, indent, width, true);
	*out_count = count;
	return at;
}

/* The longest that there is, rounded up, must fit. */
size_t table_bar(const struct column *col)
{
	size_t before = SHARE_WIDTH + 1;

	if (!col->bar || col->width >= col->whole)
		return BAR_WIDTH;
	return col->width > before + 1 ? BAR_WIDTH * (col->width - before - 1) / (col->whole - before) : 0;
}
