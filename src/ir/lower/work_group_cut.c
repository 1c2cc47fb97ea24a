/* ir/lower/work_group_cut.c — divides the code of a work-group: instructions that only the leader runs are in blocks of
 * their own, between barriers.
 *
 * All work-items compute addresses, make their private variables and branch. A value that the leader computes and
 * others use goes through a variable in local memory. */
#include "work_group_scope.h"

#include "ir/module/metadata.h"

/* ---- instructions for all ---- */

/* Without effects and memory. */
static bool is_pure(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMGetElementPtr:
	case LLVMICmp:
	case LLVMFCmp:
	case LLVMSelect:
	case LLVMFNeg:
	case LLVMFreeze:
	case LLVMExtractElement:
	case LLVMInsertElement:
	case LLVMShuffleVector:
	case LLVMExtractValue:
	case LLVMInsertValue:
		return true;
	default:
		return LLVMIsACastInst(i) || LLVMIsABinaryOperator(i);
	}
}

bool scope_must_be_for_all(const struct scope *s, LLVMValueRef i)
{
	LLVMValueRef place = NULL;

	if (scope_has(&s->derived, i) || LLVMIsAAllocaInst(i))
		return true;
	if (LLVMIsAStoreInst(i))
		place = LLVMGetOperand(i, 1);
	else if (scope_is_fill(i))
		place = LLVMGetOperand(i, 0);
	else if (LLVMIsACallInst(i))
		return scope_is_for_all(s, i);
	return place && (scope_has(&s->derived, place) || scope_has(&s->copies, scope_root(place)));
}

static bool is_for_all(const struct scope *s, LLVMValueRef i)
{
	if (scope_loop_of(s, i) != SIZE_MAX)
		return false;
	if (LLVMIsATerminatorInst(i) || LLVMIsAPHINode(i) || scope_must_be_for_all(s, i))
		return true;
	for (unsigned n = 0; is_pure(i) && n < (unsigned)LLVMGetNumOperands(i); n++) {
		LLVMValueRef operand = LLVMGetOperand(i, n);

		if (LLVMIsAInstruction(operand) && !scope_has(&s->all, operand))
			return false;
	}
	return is_pure(i);
}

static int choose(struct scope *s, LLVMValueRef i)
{
	return is_for_all(s, i) ? values_add(s->run->ctx, &s->all, i, NULL) : 0;
}

/* ---- values of the leader ---- */

/* Whether the leader runs two instructions without stopping between: in a loop of its own, or in a block. */
static bool is_same_run(const struct scope *s, LLVMValueRef first, LLVMValueRef user)
{
	if (scope_loop_of(s, first) != SIZE_MAX)
		return scope_loop_of(s, first) == scope_loop_of(s, user);
	if (LLVMGetInstructionParent(first) != LLVMGetInstructionParent(user) || LLVMIsAPHINode(user))
		return false;
	for (LLVMValueRef i = first; i; i = LLVMGetNextInstruction(i)) {
		if (i == user)
			return !scope_has(&s->all, i);
		if (scope_has(&s->all, i) && !is_pure(i))
			return false;
	}
	return false;
}

struct slot {
	LLVMValueRef variable;
	LLVMTypeRef type, stored; /* bool has no size in memory */
};

static LLVMValueRef load_slot(struct scope *s, const struct slot *slot, LLVMValueRef before)
{
	LLVMValueRef value;

	LLVMPositionBuilderBefore(s->builder, before);
	value = LLVMBuildLoad2(s->builder, slot->stored, slot->variable, "");
	return slot->stored == slot->type ? value : LLVMBuildTrunc(s->builder, value, slot->type, "");
}

/* A block that branches to another one several times gives its PHIs one value. */
static void set_operand(LLVMValueRef user, unsigned operand, LLVMValueRef value)
{
	LLVMBasicBlockRef from = LLVMIsAPHINode(user) ? LLVMGetIncomingBlock(user, operand) : NULL;

	LLVMSetOperand(user, operand, value);
	for (unsigned n = 0; from && n < LLVMCountIncoming(user); n++)
		if (LLVMGetIncomingBlock(user, n) == from)
			LLVMSetOperand(user, n, value);
}

/* Loads for all work-items are in the list of these; one for the leader is in a run of its own. */
static int use_slot(struct scope *s, const struct slot *slot, LLVMValueRef user, unsigned operand)
{
	LLVMValueRef before = user, value;
	bool for_all = scope_has(&s->all, user);

	if (LLVMIsAPHINode(user))
		before = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, operand));
	value = load_slot(s, slot, before);
	if (for_all)
		TRY(values_add(s->run->ctx, &s->all, value, NULL));
	if (for_all && slot->stored != slot->type)
		TRY(values_add(s->run->ctx, &s->all, LLVMGetOperand(value, 0), NULL));
	set_operand(user, operand, value);
	return 0;
}

static bool find_use(const struct scope *s, LLVMValueRef value, LLVMValueRef *out_user, unsigned *out_operand)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (is_same_run(s, value, user))
			continue;
		for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(user); n++)
			if (LLVMGetOperand(user, n) == value) {
				*out_user = user;
				*out_operand = n;
				return true;
			}
	}
	return false;
}

/* The instruction behind a value, where another one may be. */
static LLVMValueRef after_phis(LLVMValueRef value)
{
	LLVMValueRef next = LLVMGetNextInstruction(value);

	while (LLVMIsAPHINode(next))
		next = LLVMGetNextInstruction(next);
	return next;
}

static int share_value(struct scope *s, LLVMValueRef i)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(s->run->ir->context), type = LLVMTypeOf(i);
	struct slot slot = { NULL, type, type };
	LLVMValueRef user, stored = i;
	unsigned operand;

	if (scope_has(&s->all, i) || !find_use(s, i, &user, &operand))
		return 0;
	if (type == LLVMInt1TypeInContext(s->run->ir->context))
		slot.stored = byte;
	slot.variable = scope_local(s, slot.stored, LLVMABIAlignmentOfType(s->layout, slot.stored), "sybil.value");
	do
		TRY(use_slot(s, &slot, user, operand));
	while (find_use(s, i, &user, &operand));
	LLVMPositionBuilderBefore(s->builder, after_phis(i));
	if (slot.stored != type)
		stored = LLVMBuildZExt(s->builder, i, byte, "");
	LLVMBuildStore(s->builder, stored, slot.variable);
	return 0;
}

/* ---- runs ---- */

static LLVMValueRef builtin(struct scope *s, const char *name, LLVMTypeRef type, bool convergent)
{
	enum { SPIR_FUNC_CALL = 75 };
	LLVMContextRef context = s->run->ir->context;
	LLVMValueRef function = LLVMGetNamedFunction(s->run->ir->module, name);
	const char *const attributes[] = { "nounwind", convergent ? "convergent" : "willreturn" };

	if (function && LLVMGlobalGetValueType(function) == type)
		return function;
	function = LLVMAddFunction(s->run->ir->module, name, type);
	LLVMSetFunctionCallConv(function, SPIR_FUNC_CALL);
	for (size_t i = 0; i < ARRAY_SIZE(attributes); i++)
		LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
					LLVMCreateEnumAttribute(context, ir_attribute_kind(attributes[i]), 0));
	return function;
}

static LLVMValueRef call(struct scope *s, LLVMValueRef function, LLVMValueRef *arguments, unsigned count)
{
	LLVMValueRef made =
		LLVMBuildCall2(s->builder, LLVMGlobalGetValueType(function), function, arguments, count, "");

	LLVMSetInstructionCallConv(made, LLVMGetFunctionCallConv(function));
	return made;
}

void scope_add_barrier(struct scope *s)
{
	enum { WORKGROUP = 2, ALL_MEMORY = 0x310 /* sequentially consistent, local and global memory */ };
	LLVMTypeRef number = LLVMInt32TypeInContext(s->run->ir->context);
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(s->run->ir->context),
					    (LLVMTypeRef[]){ number, number, number }, 3, false);
	LLVMValueRef function = builtin(s, "_Z22__spirv_ControlBarrieriii", type, true);
	LLVMValueRef arguments[] = { LLVMConstInt(number, WORKGROUP, false), LLVMConstInt(number, WORKGROUP, false),
				     LLVMConstInt(number, ALL_MEMORY, false) };

	call(s, function, arguments, ARRAY_SIZE(arguments));
}

/* Whether this work-item is the leader, at the beginning of the function. */
static int add_leader(struct scope *s, LLVMValueRef *out_leader)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(s->run->ir->context),
		    id = LLVMInt64TypeInContext(s->run->ir->context);
	LLVMValueRef function =
		builtin(s, "_Z32__spirv_BuiltInLocalInvocationIdi", LLVMFunctionType(id, &number, 1, false), false);
	LLVMValueRef all = NULL;

	LLVMPositionBuilderBefore(s->builder, scope_first(s));
	for (unsigned i = 0; i < 3; i++) {
		LLVMValueRef dimension = LLVMConstInt(number, i, false), one = call(s, function, &dimension, 1);

		TRY(values_add(s->run->ctx, &s->all, one, NULL));
		all = all ? LLVMBuildOr(s->builder, all, one, "") : one;
	}
	*out_leader = LLVMBuildICmp(s->builder, LLVMIntEQ, all, LLVMConstInt(id, 0, false), "");
	return 0;
}

/* Move the instructions from first up to end into a block that only the leader enters. */
static void cut_run(struct scope *s, LLVMValueRef leader, LLVMValueRef first, LLVMValueRef end)
{
	LLVMBasicBlockRef head = LLVMGetInstructionParent(first), run = shim_split_before(first),
			  rest = shim_split_before(end);

	LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(head));
	LLVMPositionBuilderAtEnd(s->builder, head);
	/* others may still read memory that the leader is going to change, except at the beginning */
	if (head != LLVMGetEntryBasicBlock(s->function))
		scope_add_barrier(s);
	LLVMBuildCondBr(s->builder, leader, run, rest);
	LLVMPositionBuilderBefore(s->builder, end);
	scope_add_barrier(s);
}

static void move_before(struct scope *s, LLVMValueRef i, LLVMValueRef before)
{
	LLVMInstructionRemoveFromParent(i);
	LLVMPositionBuilderBefore(s->builder, before);
	LLVMInsertIntoBuilder(s->builder, i);
}

/* Instructions for all that only compute something move to the front of a run. */
static void cut_block(struct scope *s, LLVMValueRef leader, LLVMBasicBlockRef block)
{
	LLVMValueRef first = NULL, next;

	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
		next = LLVMGetNextInstruction(i);
		if (!scope_has(&s->all, i)) {
			first = first ? first : i;
		} else if (first && is_pure(i)) {
			move_before(s, i, first);
		} else if (first) {
			cut_run(s, leader, first, i);
			first = NULL;
		}
	}
}

int scope_cut(struct scope *s)
{
	LLVMValueRef leader;
	LLVMBasicBlockRef block, next;

	TRY(add_leader(s, &leader));
	TRY(scope_find_loops(s));
	TRY(scope_each(s, choose));
	TRY(scope_each(s, share_value));
	for (block = LLVMGetFirstBasicBlock(s->function); block; block = next) {
		next = LLVMGetNextBasicBlock(block);
		if (scope_loop_of(s, LLVMGetFirstInstruction(block)) == SIZE_MAX)
			cut_block(s, leader, block);
	}
	scope_guard_loops(s, leader);
	return 0;
}
