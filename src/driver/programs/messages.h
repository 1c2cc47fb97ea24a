/* driver/programs/messages.h — what other compilers say becomes notes. */
#ifndef DRIVER_MESSAGES_H
#define DRIVER_MESSAGES_H

#include "base/buf.h"
#include "base/process.h"

/* Each line as a note of the diagnostic before; r is the result that it goes with. Of a crash the stack is a remark of
 * its own, which verbose callers see. */
void messages_note(struct syb_ctx *ctx, int r, const struct buf *text);

/* A remark that verbose callers see: what is run. */
void messages_command(struct syb_ctx *ctx, const char *check, const char *const *argv);

/* How a compiler ended, as a result: 0; TOOL ("tool-failed") when a signal ended it, or what it had
 * started; FORMAT under the check name when it refused the module. */
int messages_end(struct syb_ctx *ctx, const char *tool, struct process_end end, const char *check);

#endif
