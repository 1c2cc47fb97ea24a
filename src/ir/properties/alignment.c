/* ir/properties/alignment.c — state a known alignment on the loads, stores and copies through a pointer.
 *
 * Alignments are only raised. Other uses of the pointer cannot carry one. */
#include "compile_time_properties.h"
#include "ir/module/values.h"

struct walk {
	const struct lowering *lowering;
	struct values pointers; /* a set: unreachable code may go in circles */
	unsigned align;
	bool applied; /* to at least one use */
};

static void raise_argument(struct walk *walk, LLVMValueRef call, unsigned index)
{
	const struct lowering *lowering = walk->lowering;
	LLVMAttributeRef known = LLVMGetCallSiteEnumAttribute(call, index, lowering->align_kind);

	walk->applied = true;
	if (known && LLVMGetEnumAttributeValue(known) >= walk->align)
		return;
	if (known)
		LLVMRemoveCallSiteEnumAttribute(call, index, lowering->align_kind);
	LLVMAddCallSiteAttribute(
		call, index, LLVMCreateEnumAttribute(lowering->run->ir->context, lowering->align_kind, walk->align));
}

/* llvm.memcpy, llvm.memmove and llvm.memset: the first argument, and the second one of copies. */
static void raise_copy(struct walk *walk, LLVMValueRef call, LLVMValueRef pointer)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const char *name = LLVMIsAFunction(callee) ? ir_name(callee) : "";
	bool copies = str_starts(name, "llvm.memcpy.") || str_starts(name, "llvm.memmove.");

	if (!copies && !str_starts(name, "llvm.memset."))
		return;
	if (LLVMGetOperand(call, 0) == pointer)
		raise_argument(walk, call, 1);
	if (copies && LLVMGetOperand(call, 1) == pointer)
		raise_argument(walk, call, 2);
}

static int raise_user(struct walk *walk, LLVMValueRef user, LLVMValueRef pointer)
{
	if (LLVMIsABitCastInst(user) || LLVMIsAAddrSpaceCastInst(user))
		return values_add(walk->lowering->run->ctx, &walk->pointers, user, NULL);
	if (LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer)) {
		walk->applied = true;
		if (LLVMGetAlignment(user) < walk->align)
			LLVMSetAlignment(user, walk->align);
	} else if (LLVMIsACallInst(user)) {
		raise_copy(walk, user, pointer);
	}
	return 0;
}

int lower_alignment(const struct lowering *lowering, LLVMValueRef pointer, unsigned align, bool *out_applied)
{
	struct walk walk = { .lowering = lowering, .align = align };
	int r = values_add(lowering->run->ctx, &walk.pointers, pointer, NULL);

	for (size_t i = 0; i < walk.pointers.count && r == 0; i++) {
		LLVMValueRef next = walk.pointers.items[i];

		for (LLVMUseRef use = LLVMGetFirstUse(next); use && r == 0; use = LLVMGetNextUse(use))
			r = raise_user(&walk, LLVMGetUser(use), next);
	}
	values_free(&walk.pointers);
	*out_applied = walk.applied;
	return r;
}
