/* ir/lower/prepare_debug.c — remove debug information that crashes the translator to SPIR-V. */
#include "prepare_spirv.h"

/* Operations of DWARF that OpenCL.DebugInfo.100 has. */
static const uint64_t known_operations[] = {
	0x06,   /* deref */
	0x10,   /* constu */
	0x16,   /* swap */
	0x18,   /* xderef */
	0x1c,   /* minus */
	0x22,   /* plus */
	0x23,   /* plus_uconst */
	0x9d,   /* bit_piece */
	0x9f,   /* stack_value */
	0x1000, /* LLVM's fragment */
};

void prepare_debug(struct preparing *p)
{
	shim_debug_forget_values(p->ir->module, known_operations, ARRAY_SIZE(known_operations));
	shim_debug_give_template_values(p->ir->module);
}
