/* ir/lower/spirv_lowering.h — instructions that the translator to SPIR-V does not support → ones that it does. */
#ifndef IR_SPIRV_LOWERING_H
#define IR_SPIRV_LOWERING_H

#include "ir/module/ir.h"

void spirv_lower(struct syb_ir *ir);
/* Lower bit reversal, which no module may have. */
void spirv_lower_always(struct syb_ir *ir);
/* The forms that LLVM's back end for NVIDIA GPUs needs; src/driver/programs/aot_mend.c does the rest. */
void nvptx_lower(struct syb_ir *ir);

/* Move printed literals into the memory that drivers print from. */
struct pass_run;
void spirv_printf(struct pass_run *run);

#endif
