/* term/columns.h — how wide text is on a terminal: wide characters take two columns, combining ones none. */
#ifndef BASE_COLUMNS_H
#define BASE_COLUMNS_H

#include "base/buf.h"

/* Columns that text takes. Colours, as ESC [ … m, take none; bytes that are not UTF-8 take one each. */
size_t columns_of(const void *text, size_t len);
/* Shorten the text in buf from `from` on to at most `width` columns: "..." replaces its middle. Colours stay. */
int columns_cut(struct syb_ctx *ctx, struct buf *buf, size_t from, size_t width);

#endif
