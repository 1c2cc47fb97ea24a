/* ir/split/uses.h — which aspects the functions of a module use: of themselves, and by what they call.
 *
 * One walk over the instructions collects uses and calls; one walk over the call graph's components, callees first,
 * adds up. Read by the pass, by its diagnostics and by the blame report. */
#ifndef IR_USES_H
#define IR_USES_H

#include "ir/module/callgraph.h"
#include "ir/aspects/type_aspects.h"

struct uses {
	struct syb_ctx *ctx;
	const struct syb_ir *ir;
	struct arena arena;
	struct aspects aspects;
	struct type_aspects types;
	struct callgraph graph; /* groups are the sets of virtual functions */
	struct hash constants;  /* constant → index of its use */
	struct aspect_use *constant_uses;
	size_t constant_count, constant_room;
	const char **group_names; /* by group */
	/* by function */
	struct aspect_use *code; /* instructions and signature */
	aspect_set *stated;      /* used-aspects metadata as it stands, either spelling */
	aspect_set *declared;    /* device_has: metadata of either spelling, or attribute */
	/* by node of the graph, with everything that is called */
	struct aspect_use *used;
	aspect_set *declared_below;
};

/* Free with uses_free, also after a failure. */
int uses_init(struct uses *uses, struct syb_ctx *ctx, const struct syb_ir *ir);
void uses_free(struct uses *uses);

/* What one instruction uses; what the type of a function says. */
struct aspect_use uses_instruction(struct uses *uses, LLVMValueRef instruction);
struct aspect_use uses_signature(struct uses *uses, LLVMValueRef function);

/* Of OpenCL C, what no type says: an instruction; the arguments of a kernel (opencl_aspects.c). */
aspect_set opencl_aspects_of(const struct aspects *aspects, LLVMValueRef instruction, LLVMOpcode opcode);
aspect_set opencl_aspects_of_kernel(const struct aspects *aspects, LLVMValueRef function);

static inline aspect_set uses_pick(struct aspect_use use, bool emulate)
{
	return emulate ? use.hard : use.all;
}

#endif
