/* driver/programs/translate.h — syb_translate with a library instead of the translator's program. */
#ifndef DRIVER_PROGRAMS_TRANSLATE_H
#define DRIVER_PROGRAMS_TRANSLATE_H

#include "base/ctx.h"

#include <sybil/translate.h>

/* Does what the command does: 1, or 0 if the command has to be run. */
typedef int translate_library(struct syb_ctx *ctx, const char *const *command, struct syb_bytes in,
			      struct syb_out *out);
int translate_with(struct syb_ctx *ctx, struct syb_bytes in, const struct syb_translate_opts *opts,
		   translate_library *library, struct syb_out *out);

#endif
