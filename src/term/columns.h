/* term/columns.h — how wide text is on a terminal: wide characters take two columns, combining ones none. */
#ifndef BASE_COLUMNS_H
#define BASE_COLUMNS_H

#include "base/buf.h"

/* Columns that text takes. Colours, as ESC [ … m, take none; bytes that are not UTF-8 take one each. */
size_t columns_of(const void *text, size_t len);
/* Shorten what buf has from `from` on to at most `width` columns: a piece in the middle becomes "...". Colours stay.
 * shown, if not 0, is a column in the middle that is kept, and what follows it. */
int columns_cut(struct syb_ctx *ctx, struct buf *buf, size_t from, size_t width, size_t shown);
/* Text as lines of `width` columns, divided at blanks: the words of one of them, the first being 0; false behind the
 * last one. A word that is too long is divided, too. */
bool columns_line(struct syb_bytes text, size_t width, size_t line, struct syb_bytes *out);

#endif
