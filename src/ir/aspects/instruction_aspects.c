/* ir/aspects/instruction_aspects.c — the rule: which aspects an instruction uses, and which a function's type does.
 *
 * The type of the result and of each operand; of a global variable its value's, also inside a constant expression;
 * the type that alloca allocates and getelementptr steps through; the function type of an indirect call; and what
 * metadata of the instruction says. Debug information uses nothing. */
#include "ir/split/uses.h"

struct frame {
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

/* The index of a constant's use; *out_new when it was not there. */
static int enter(struct uses *u, LLVMValueRef value, size_t *out_index, bool *out_new)
{
	size_t *stored = hash_get(&u->constants, &value, sizeof(LLVMValueRef));
	LLVMValueRef *key;
	bool found;

	*out_new = !stored;
	if (stored) {
		*out_index = *stored;
		return 0;
	}
	key = arena_alloc(u->ctx, &u->arena, sizeof(LLVMValueRef));
	if (!key || VEC_PUSH(u->ctx, u->constant_uses, u->constant_count, u->constant_room) < 0)
		return -SYB_E_NOMEM;
	*key = value;
	if (hash_put(u->ctx, &u->constants, key, sizeof(LLVMValueRef), u->constant_count, &stored, &found) < 0)
		return -SYB_E_NOMEM;
	u->constant_uses[u->constant_count] = constant_type(u, value, LLVMGetValueKind(value));
	*out_index = u->constant_count++;
	return 0;
}

static int walk_constant(struct uses *u, LLVMValueRef root, size_t *out_index)
{
	struct frame *stack = NULL;
	size_t depth = 0, room = 0, index;
	bool is_new;
	int r = enter(u, root, out_index, &is_new);

	if (r == 0 && is_new)
		r = VEC_PUSH(u->ctx, stack, depth, room);
	if (r == 0 && is_new)
		stack[depth++] = (struct frame){ root, *out_index, 0, LLVMGetNumOperands(root) };
	while (depth > 0 && r == 0) {
		struct frame *top = &stack[depth - 1];
		LLVMValueRef part;
		struct aspect_use use;

		if (top->next == top->count) {
			depth--;
			if (depth > 0)
				u->constant_uses[stack[depth - 1].index] =
					aspect_use_add(&u->aspects, u->constant_uses[stack[depth - 1].index],
						       u->constant_uses[top->index]);
			continue;
		}
		part = LLVMGetOperand(top->constant, (unsigned)top->next++);
		if (!has_parts(LLVMGetValueKind(part))) {
			use = constant_type(u, part, LLVMGetValueKind(part));
			u->constant_uses[top->index] = aspect_use_add(&u->aspects, u->constant_uses[top->index], use);
			continue;
		}
		r = enter(u, part, &index, &is_new);
		if (r == 0 && !is_new)
			u->constant_uses[top->index] =
				aspect_use_add(&u->aspects, u->constant_uses[top->index], u->constant_uses[index]);
		if (r == 0 && is_new)
			r = VEC_PUSH(u->ctx, stack, depth, room);
		if (r == 0 && is_new)
			stack[depth++] = (struct frame){ part, index, 0, LLVMGetNumOperands(part) };
	}
	allocator_free(allocator_of(u->ctx), stack);
	return r;
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
	case LLVMFunctionValueKind: /* an address: what it calls is the call graph's */
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
	size_t len;
	const char *name = LLVMGetValueName2(callee, &len);

	return str_starts(name, "llvm.memcpy.") || str_starts(name, "llvm.memmove.") ||
	       str_starts(name, "llvm.memset.");
}

/* Where double is only moved or converted, a device without it can be helped by its driver. */
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

/* Of most calls nothing new: result and operands have these types. Not so where a pointer was cast. */
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
