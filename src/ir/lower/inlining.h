/* ir/lower/inlining.h — functions that have to go into their callers, whatever their source asked for. */
#ifndef IR_INLINING_H
#define IR_INLINING_H

#include "ir/module/ir.h"

/* Mark it, although its source may say noinline. */
void inline_always(const struct syb_ir *ir, LLVMValueRef function);
/* Whatever calls a function, directly or not, goes into its callers, up to the kernels. */
int inline_callers(struct pass_run *run, LLVMValueRef function);
/* The same for all that drivers do in kernels only. */
int inline_into_kernels(struct pass_run *run);

#endif
