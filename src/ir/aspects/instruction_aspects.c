/* ir/aspects/instruction_aspects.c — the aspects that an instruction and the type of a function use.
 *
 * These are the aspects of the types of the result and of each operand; of the value types of global variables, also in
 * constant expressions; of the types that alloca allocates and getelementptr steps through; of the function type of an
 * indirect call; and those in the instruction's metadata. Debug information does not count. */
#include "ir/split/uses.h"

struct constant_frame {
	LLVMValueRef constant;
	size_t index; /* of its use */
	int next, count;
};

static struct aspect_use add_type(struct uses *u, struct aspect_use use, LLVMTypeRef type)
{
	struct aspect_use more = type_aspects_get(&u->types, type);

	return more.all ? aspect_use_add(&u->aspects, use, more) : use;
}

/* ---- constants: they nest, and are shared ---- */

static bool has_parts(LLVMValueKind kind)
{
	return kind == LLVMConstantExprValueKind || kind == LLVMConstantStructValueKind ||
	       kind == LLVMConstantArrayValueKind || kind == LLVMConstantVectorValueKind;
}

static struct aspect_use constant_type(struct uses *u, LLVMValueRef value, LLVMValueKind kind)
{
	struct aspect_use use = type_aspects_get(&u->types, LLVMTypeOf(value));

	if (kind == LLVMGlobalVariableValueKind || kind == LLVMGlobalAliasValueKind)
		use = add_type(u, use, LLVMGlobalGetValueType(value));
	if (kind == LLVMConstantExprValueKind && LLVMGetConstOpcode(value) == LLVMGetElementPtr)
		use = add_type(u, use, LLVMGetGEPSourceElementType(value));
	return use;
}

static void add_use(struct uses *u, size_t index, struct aspect_use use)
{
	u->constant_uses[index] = aspect_use_add(&u->aspects, u->constant_uses[index], use);
}

/* The index of a constant's use. A new one is pushed: its parts are still to be added. */
static int enter(struct uses *u, LLVMValueRef value, size_t *out_index)
{
	TRY(values_add(u->ctx, &u->constants, value, out_index));
	if (*out_index < u->constant_count)
		return 0;
	TRY(VEC_PUSH(u->ctx, u->constant_uses, u->constant_count, u->constant_room));
	TRY(VEC_PUSH(u->ctx, u->stack, u->depth, u->room));
	u->constant_uses[u->constant_count++] = constant_type(u, value, LLVMGetValueKind(value));
	u->stack[u->depth++] = (struct constant_frame){ value, *out_index, 0, LLVMGetNumOperands(value) };
	return 0;
}

static int walk_constant(struct uses *u, LLVMValueRef root, size_t *out_index)
{
	TRY(enter(u, root, out_index));
	while (u->depth > 0) {
		struct constant_frame *top = &u->stack[u->depth - 1];
		size_t current = top->index, depth = u->depth, index;
		LLVMValueRef part;

		if (top->next == top->count) {
			u->depth--;
			if (u->depth > 0)
				add_use(u, u->stack[u->depth - 1].index, u->constant_uses[current]);
			continue;
		}
		part = LLVMGetOperand(top->constant, (unsigned)top->next++);
		if (!has_parts(LLVMGetValueKind(part))) {
			add_use(u, current, constant_type(u, part, LLVMGetValueKind(part)));
			continue;
		}
		TRY(enter(u, part, &index));
		if (u->depth == depth)
			add_use(u, current, u->constant_uses[index]);
	}
	return 0;
}

static struct aspect_use of_constant(struct uses *u, LLVMValueRef value)
{
	size_t index = 0;
	int r = walk_constant(u, value, &index);

	if (r < 0 && u->aspects.r == 0)
		u->aspects.r = r;
	return r < 0 ? (struct aspect_use){ 0, 0 } : u->constant_uses[index];
}

/* ---- instructions ---- */

static struct aspect_use of_operand(struct uses *u, LLVMValueRef value)
{
	LLVMValueKind kind = LLVMGetValueKind(value);

	switch (kind) {
	case LLVMFunctionValueKind: /* the call graph covers its calls */
	case LLVMBasicBlockValueKind:
	case LLVMMetadataAsValueValueKind:
		return (struct aspect_use){ 0, 0 };
	case LLVMGlobalVariableValueKind:
	case LLVMGlobalAliasValueKind:
		return constant_type(u, value, kind);
	default:
		return has_parts(kind) ? of_constant(u, value) : type_aspects_get(&u->types, LLVMTypeOf(value));
	}
}

static bool is_memory_intrinsic(LLVMValueRef callee)
{
	const char *name = ir_name(callee);

	return str_starts(name, "llvm.memcpy.") || str_starts(name, "llvm.memmove.") ||
	       str_starts(name, "llvm.memset.");
}

/* Drivers can emulate code that only moves or converts doubles. */
static bool is_emulated(LLVMValueRef instruction, LLVMOpcode opcode)
{
	LLVMValueRef callee;

	switch (opcode) {
	case LLVMAlloca:
	case LLVMGetElementPtr:
	case LLVMLoad:
	case LLVMStore:
	case LLVMFPExt:
	case LLVMFPTrunc:
	case LLVMFPToSI:
	case LLVMFPToUI:
	case LLVMSIToFP:
	case LLVMUIToFP:
	case LLVMFCmp:
	case LLVMPHI:
	case LLVMExtractValue:
	case LLVMInsertValue:
	case LLVMRet:
		return true;
	case LLVMCall:
	case LLVMInvoke:
		callee = callgraph_callee(instruction);
		return callee && (!LLVMIsDeclaration(callee) || is_memory_intrinsic(callee));
	default:
		return false;
	}
}

static struct aspect_use add_function_type(struct uses *u, struct aspect_use use, LLVMTypeRef type)
{
	LLVMTypeRef few[8], *params = few;
	unsigned count = LLVMCountParamTypes(type);
	struct allocator from = allocator_of(u->ctx);

	use = add_type(u, use, LLVMGetReturnType(type));
	if (count > ARRAY_SIZE(few))
		params = mem_alloc(u->ctx, count * sizeof(*params));
	if (!params) {
		u->aspects.r = -SYB_E_NOMEM;
		return use;
	}
	LLVMGetParamTypes(type, params);
	for (unsigned i = 0; i < count; i++)
		use = add_type(u, use, params[i]);
	if (params != few)
		allocator_free(from, params);
	return use;
}

static struct aspect_use add_set(struct uses *u, struct aspect_use use, aspect_set set)
{
	return set ? aspect_use_add(&u->aspects, use, (struct aspect_use){ set, set }) : use;
}

static struct aspect_use add_metadata(struct uses *u, struct aspect_use use, LLVMValueRef instruction)
{
	for (size_t i = 0; i < SPELLINGS; i++) {
		LLVMMetadataRef node = shim_instruction_metadata(instruction, u->aspects.used[i]);

		use = add_set(u, use, node ? aspects_of_list(&u->aspects, node) : 0);
	}
	return use;
}

/* The callee's type adds nothing to most calls: result and operands have the same types, unless a pointer was cast. */
static struct aspect_use add_callee(struct uses *u, struct aspect_use use, LLVMValueRef call)
{
	LLVMValueRef callee = callgraph_callee(call);
	LLVMTypeRef type = LLVMGetCalledFunctionType(call);

	if (!callee)
		return add_function_type(u, use, type);
	return LLVMGlobalGetValueType(callee) == type ? use : add_function_type(u, use, LLVMGlobalGetValueType(callee));
}

struct aspect_use uses_instruction(struct uses *u, LLVMValueRef instruction)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	struct aspect_use use = type_aspects_get(&u->types, LLVMTypeOf(instruction)), more;
	unsigned count = (unsigned)LLVMGetNumOperands(instruction);

	for (unsigned i = 0; i < count; i++) {
		more = of_operand(u, LLVMGetOperand(instruction, i));
		if (more.all)
			use = aspect_use_add(&u->aspects, use, more);
	}
	if (opcode == LLVMAlloca)
		use = add_type(u, use, LLVMGetAllocatedType(instruction));
	else if (opcode == LLVMGetElementPtr)
		use = add_type(u, use, LLVMGetGEPSourceElementType(instruction));
	else if (opcode == LLVMCall || opcode == LLVMInvoke)
		use = add_callee(u, use, instruction);
	if (use.all && !is_emulated(instruction, opcode))
		use.hard = use.all;
	use = add_set(u, use, opencl_aspects_of(&u->aspects, instruction, opcode));
	return LLVMHasMetadata(instruction) ? add_metadata(u, use, instruction) : use;
}

struct aspect_use uses_signature(struct uses *u, LLVMValueRef function)
{
	struct aspect_use use = add_function_type(u, (struct aspect_use){ 0, 0 }, LLVMGlobalGetValueType(function));

	return add_set(u, use, opencl_aspects_of_kernel(&u->aspects, function));
}
