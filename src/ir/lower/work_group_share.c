/* ir/lower/work_group_share.c — variables of a work-group's code, and objects that its parameters point to → variables
 * in local memory. */
#include "work_group_scope.h"

LLVMValueRef scope_local(const struct scope *s, LLVMTypeRef type, unsigned align, const char *name)
{
	LLVMValueRef variable = LLVMAddGlobalInAddressSpace(s->run->ir->module, type, name, LOCAL_SPACE);

	LLVMSetInitializer(variable, LLVMGetUndef(type));
	LLVMSetLinkage(variable, LLVMInternalLinkage);
	LLVMSetAlignment(variable, align);
	return variable;
}

/* ---- uses ---- */

static int move_uses(struct scope *s, LLVMValueRef from, LLVMValueRef to);

static unsigned call_alignment(LLVMValueRef call, unsigned index)
{
	LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, index + 1, ir_attribute_kind("align"));

	return align ? (unsigned)LLVMGetEnumAttributeValue(align) : 1;
}

/* Intrinsics have the address spaces of their operands in their names. */
static void replace_fill(struct scope *s, LLVMValueRef call, LLVMValueRef from, LLVMValueRef to)
{
	LLVMValueRef place = LLVMGetOperand(call, 0), value = LLVMGetOperand(call, 1), size = LLVMGetOperand(call, 2);
	unsigned align = call_alignment(call, 0);

	place = place == from ? to : place;
	value = value == from ? to : value;
	LLVMPositionBuilderBefore(s->builder, call);
	if (!scope_is_copy(call))
		LLVMBuildMemSet(s->builder, place, value, size, align);
	else if (str_starts(ir_name(scope_callee(call)), "llvm.memmove."))
		LLVMBuildMemMove(s->builder, place, align, value, call_alignment(call, 1), size);
	else
		LLVMBuildMemCpy(s->builder, place, align, value, call_alignment(call, 1), size);
	LLVMInstructionEraseFromParent(call);
}

static LLVMValueRef build_element(struct scope *s, LLVMValueRef element, LLVMValueRef to)
{
	unsigned count = (unsigned)LLVMGetNumOperands(element) - 1;
	LLVMValueRef *indices = arena_array(s->run->ctx, &s->run->arena, count, sizeof(LLVMValueRef));

	if (!indices)
		return NULL;
	for (unsigned i = 0; i < count; i++)
		indices[i] = LLVMGetOperand(element, i + 1);
	return LLVMBuildGEP2(s->builder, LLVMGetGEPSourceElementType(element), to, indices, count, "");
}

/* Replace an instruction that computes a pointer to private memory by one to local memory. */
static int replace_pointer(struct scope *s, LLVMValueRef i, LLVMValueRef to)
{
	LLVMValueRef other;

	LLVMPositionBuilderBefore(s->builder, i);
	if (LLVMIsABitCastInst(i)) /* types of pointers differ, so it has one */
		other = LLVMBuildBitCast(s->builder, to,
					 LLVMPointerType(LLVMGetElementType(LLVMTypeOf(i)), LOCAL_SPACE), "");
	else
		other = build_element(s, i, to);
	TRY(other ? move_uses(s, i, other) : -SYB_E_NOMEM);
	LLVMInstructionEraseFromParent(i);
	return 0;
}

static int move_use(struct scope *s, LLVMValueRef user, LLVMValueRef from, LLVMValueRef to)
{
	if (LLVMIsAAddrSpaceCastInst(user)) {
		LLVMPositionBuilderBefore(s->builder, user);
		LLVMReplaceAllUsesWith(user, LLVMBuildPointerCast(s->builder, to, LLVMTypeOf(user), ""));
		LLVMInstructionEraseFromParent(user);
	} else if (LLVMIsABitCastInst(user) || LLVMIsAGetElementPtrInst(user)) {
		return replace_pointer(s, user, to);
	} else if (LLVMIsALoadInst(user)) {
		LLVMSetOperand(user, 0, to);
	} else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != from) {
		LLVMSetOperand(user, 1, to);
	} else if (scope_is_fill(user)) {
		replace_fill(s, user, from, to);
	} else {
		return scope_fail(s, user, "unsupported use of a variable");
	}
	return 0;
}

static int move_uses(struct scope *s, LLVMValueRef from, LLVMValueRef to)
{
	LLVMUseRef use;

	while ((use = LLVMGetFirstUse(from)))
		TRY(move_use(s, LLVMGetUser(use), from, to));
	return 0;
}

/* ---- variables ---- */

static bool is_fixed(const struct scope *s, LLVMValueRef variable)
{
	LLVMValueRef count = LLVMGetOperand(variable, 0);

	return LLVMGetInstructionParent(variable) == LLVMGetEntryBasicBlock(s->function) && LLVMIsAConstantInt(count) &&
	       LLVMConstIntGetZExtValue(count) == 1;
}

static int share_variable(struct scope *s, LLVMValueRef i)
{
	LLVMValueRef variable;

	if (!LLVMIsAAllocaInst(i))
		return 0;
	if (!is_fixed(s, i))
		return scope_fail(s, i, "a variable must have a fixed size");
	if (scope_has(&s->private, i) || scope_has(&s->copies, i) || scope_has(&s->own, i))
		return 0;
	variable = scope_local(s, LLVMGetAllocatedType(i), LLVMGetAlignment(i), "sybil.shared");
	TRY(move_uses(s, i, variable));
	LLVMInstructionEraseFromParent(i);
	return 0;
}

/* ---- parameters ---- */

static uint64_t number_of(LLVMValueRef function, unsigned index, const char *attribute)
{
	LLVMAttributeRef found = LLVMGetEnumAttributeAtIndex(function, index + 1, ir_attribute_kind(attribute));

	return found ? LLVMGetEnumAttributeValue(found) : 0;
}

/* The size of the object that a parameter points to; 0: unknown. */
static uint64_t object_size(const struct scope *s, unsigned index)
{
	LLVMAttributeRef value = LLVMGetEnumAttributeAtIndex(s->function, index + 1, ir_attribute_kind("byval"));
	uint64_t size = number_of(s->function, index, "dereferenceable");

	if (value)
		return LLVMABISizeOfType(s->layout, LLVMGetTypeAttributeValue(value));
	return size ? size : number_of(s->function, index, "dereferenceable_or_null");
}

/* Each work-item has its own kernel object and group, at different addresses. */
static int share_parameter(struct scope *s, unsigned index)
{
	LLVMValueRef parameter = LLVMGetParam(s->function, index), variable, typed, size;
	uint64_t bytes = object_size(s, index), align = number_of(s->function, index, "align");
	LLVMTypeRef type = LLVMArrayType(LLVMInt8TypeInContext(s->run->ir->context), (unsigned)bytes);

	if (LLVMGetTypeKind(LLVMTypeOf(parameter)) != LLVMPointerTypeKind || !LLVMGetFirstUse(parameter))
		return 0;
	if (bytes == 0 || bytes > UINT32_MAX)
		return scope_fail(s, s->function, "parameter %u points to an object of unknown size", index);
	variable = scope_local(s, type, align ? (unsigned)align : 1, "sybil.shared");
	LLVMPositionBuilderBefore(s->builder, scope_first(s));
	typed = variable;
	if (shim_typed_pointers(s->run->ir->module))
		typed = LLVMConstBitCast(variable,
					 LLVMPointerType(LLVMGetElementType(LLVMTypeOf(parameter)), LOCAL_SPACE));
	if (LLVMGetPointerAddressSpace(LLVMTypeOf(parameter)) == 0)
		TRY(move_uses(s, parameter, typed));
	else
		LLVMReplaceAllUsesWith(parameter, LLVMConstAddrSpaceCast(typed, LLVMTypeOf(parameter)));
	size = LLVMConstInt(LLVMInt64TypeInContext(s->run->ir->context), bytes, false);
	LLVMPositionBuilderBefore(s->builder, scope_first(s));
	LLVMBuildMemCpy(s->builder, variable, align ? (unsigned)align : 1, parameter, align ? (unsigned)align : 1,
			size);
	return 0;
}

int scope_share(struct scope *s)
{
	for (unsigned i = 0; i < LLVMCountParams(s->function); i++)
		TRY(share_parameter(s, i));
	return scope_each(s, share_variable);
}
