/* ir/lower/spirv_lowering.h — instructions that the translator to SPIR-V does not take → ones that it does. */
#ifndef IR_SPIRV_LOWERING_H
#define IR_SPIRV_LOWERING_H

#include "ir/module/ir.h"

void spirv_lower(struct syb_ir *ir);
/* What must be lowered in any module, however it was made: bits in reverse order. */
void spirv_lower_always(struct syb_ir *ir);
/* That part of it which other code generators need, too: truth as a signed floating-point number by a choice. */
void lower_truth(struct syb_ir *ir);

/* Move printed literals into the memory that drivers print from. */
struct pass_run;
void spirv_printf(struct pass_run *run);

#endif
