/* ir/module/spirv.h — LLVM IR → SPIR-V in this process. */
#ifndef IR_SPIRV_H
#define IR_SPIRV_H

#include "base/file.h"

/* Load the library, once; a missing one is not an error. */
void spirv_load(void);
/* See struct syb_compile_ir. */
int spirv_translate(struct syb_ctx *ctx, const char *const *argv, struct syb_bytes bitcode, struct syb_out *out);

#endif
