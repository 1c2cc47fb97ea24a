/* format/spirv/spirv_text.h — SPIR-V as text, an instruction a line. */
#ifndef FORMAT_SPIRV_TEXT_H
#define FORMAT_SPIRV_TEXT_H

#include "spirv.h"
#include <sybil/file.h>

/* Fails: FORMAT, IO, NOMEM. */
int spirv_text(struct syb_ctx *ctx, struct span s, struct syb_out *out);

#endif
