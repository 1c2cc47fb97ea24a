/* base/shell.h — command lines as a shell writes and reads them. */
#ifndef BASE_SHELL_H
#define BASE_SHELL_H

#include "buf.h"

/* Append a command line that a shell reads back as argv, which ends with NULL. */
int shell_quote(struct syb_ctx *ctx, struct buf *buf, const char *const *argv);
/* Split a text into words at blanks; quotes and backslashes work as in a shell, and nothing is expanded. The list lives
 * in the arena. Fails: ARG ("launcher": an unterminated quote), NOMEM. */
int shell_split(struct syb_ctx *ctx, struct arena *arena, const char *text, const char ***out_argv, size_t *out_count);

#endif
