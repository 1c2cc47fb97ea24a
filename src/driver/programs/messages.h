/* driver/programs/messages.h — the output of other compilers as notes. */
#ifndef DRIVER_MESSAGES_H
#define DRIVER_MESSAGES_H

#include "base/buf.h"
#include "base/process.h"

/* Add each line as a note to the last diagnostic; r is its result. The stack of a crash becomes a separate remark,
 * which is shown with -v. */
void messages_note(struct syb_ctx *ctx, int r, const struct buf *text);

/* Report the command that is run, as a remark, which is shown with -v. */
void messages_command(struct syb_ctx *ctx, const char *check, const char *const *argv);

/* The result of a compiler: 0; TOOL ("tool-failed") if a signal ended it or its child; FORMAT, with the given check
 * name, if it rejected the module. */
int messages_end(struct syb_ctx *ctx, const char *tool, struct process_end end, const char *check);

#endif
