/* ir/split/uses.h — the aspects that the functions of a module use, themselves and through their callees.
 *
 * One walk over the instructions collects uses and calls, and one over the components of the call graph, callees first,
 * adds them up. The pass, its diagnostics and the blame report read the result. */
#ifndef IR_USES_H
#define IR_USES_H

#include "ir/module/callgraph.h"
#include "ir/module/values.h"
#include "ir/aspects/type_aspects.h"

struct uses {
	struct syb_ctx *ctx;
	const struct syb_ir *ir;
	struct arena arena;
	struct aspects aspects;
	struct type_aspects types;
	struct callgraph graph;           /* groups are the sets of virtual functions */
	struct values constants;          /* constants that have parts */
	struct aspect_use *constant_uses; /* of each */
	size_t constant_count, constant_room;
	struct constant_frame *stack; /* while a constant is walked */
	size_t depth, room;
	const char **group_names; /* by group */
	/* by function */
	struct aspect_use *code; /* instructions and signature */
	aspect_set *stated;      /* used-aspects metadata, in either spelling */
	aspect_set *declared;    /* device_has: metadata of either spelling, or attribute */
	/* by node of the graph, with everything that is called */
	struct aspect_use *used;
	aspect_set *declared_below;
};

/* Free with uses_free, also after a failure. */
int uses_init(struct uses *uses, struct syb_ctx *ctx, const struct syb_ir *ir);
void uses_free(struct uses *uses);

/* The uses of one instruction; those of a function's type. */
struct aspect_use uses_instruction(struct uses *uses, LLVMValueRef instruction);
struct aspect_use uses_signature(struct uses *uses, LLVMValueRef function);

/* Uses of OpenCL C that no type shows: of an instruction; of the arguments of a kernel (opencl_aspects.c). */
aspect_set opencl_aspects_of(const struct aspects *aspects, LLVMValueRef instruction, LLVMOpcode opcode);
aspect_set opencl_aspects_of_kernel(const struct aspects *aspects, LLVMValueRef function);

static inline aspect_set uses_pick(struct aspect_use use, bool emulate)
{
	return emulate ? use.hard : use.all;
}

#endif
