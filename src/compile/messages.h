/* compile/messages.h — what other compilers say becomes notes. */
#ifndef COMPILE_MESSAGES_H
#define COMPILE_MESSAGES_H

#include "base/buf.h"

/* Each line as a note of the diagnostic before; r is the result that it goes with. */
void messages_note(struct syb_ctx *ctx, int r, const struct buf *text);

#endif
