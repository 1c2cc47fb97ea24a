/* ir/lower/inlining.h — functions that must be inlined, whatever their source asks for. */
#ifndef IR_INLINING_H
#define IR_INLINING_H

#include "ir/module/ir.h"

/* Mark a function alwaysinline, even if its source says noinline. */
void inline_always(const struct syb_ir *ir, LLVMValueRef function);
/* Inline all direct and indirect callers of a function into kernels. */
int inline_callers(struct pass_run *run, LLVMValueRef function);
/* The same for all builtins that drivers support in kernels only. */
int inline_into_kernels(struct pass_run *run);

#endif
