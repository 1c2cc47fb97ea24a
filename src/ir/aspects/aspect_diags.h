/* ir/aspects/aspect_diags.h — warnings about uses that a function's device_has does not list. */
#ifndef IR_ASPECT_DIAGS_H
#define IR_ASPECT_DIAGS_H

#include "aspect_chains.h"

int aspect_diags(struct pass_run *run, struct uses *uses);

/* A note or warning at a place in the source; without one it is about the module. check is "" for notes. */
void aspect_diags_report(struct syb_ctx *ctx, enum syb_severity severity, struct place place, const char *check,
			 const char *fmt, ...) SYB_PRINTF(5, 6);

/* Notes after a warning: the calls that the last search found to lead to a function, that one included. */
int aspect_diags_chain(struct syb_ctx *ctx, struct chains *chains, uint32_t node);

#endif
