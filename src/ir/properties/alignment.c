/* ir/properties/alignment.c — loads, stores and copies through a pointer that is known to be aligned say so. Alignment
 * is only ever raised. Other uses of the pointer have no place for it. */
#include "compile_time_properties.h"

struct walk {
	struct lowering *lowering;
	unsigned align;
	bool taken;            /* by one of the uses */
	LLVMValueRef *pending; /* pointers whose uses are to be looked at */
	size_t count, room;
	struct hash seen; /* code that cannot be reached may go in circles */
};

static int visit(struct walk *walk, LLVMValueRef pointer)
{
	struct pass_run *run = walk->lowering->run;
	LLVMValueRef *key = arena_alloc(run->ctx, &run->arena, sizeof(*key));
	size_t *value;
	bool found;

	if (!key)
		return -SYB_E_NOMEM;
	*key = pointer;
	TRY(hash_put(run->ctx, &walk->seen, key, sizeof(*key), 0, &value, &found));
	if (found)
		return 0;
	TRY(VEC_PUSH(run->ctx, walk->pending, walk->count, walk->room));
	walk->pending[walk->count++] = pointer;
	return 0;
}

static void raise_access(struct walk *walk, LLVMValueRef access)
{
	walk->taken = true;
	if (LLVMGetAlignment(access) < walk->align)
		LLVMSetAlignment(access, walk->align);
}

static void raise_argument(struct walk *walk, LLVMValueRef call, unsigned index)
{
	const struct lowering *lowering = walk->lowering;
	LLVMAttributeRef stands = LLVMGetCallSiteEnumAttribute(call, index, lowering->align_kind);

	walk->taken = true;
	if (stands && LLVMGetEnumAttributeValue(stands) >= walk->align)
		return;
	if (stands)
		LLVMRemoveCallSiteEnumAttribute(call, index, lowering->align_kind);
	LLVMAddCallSiteAttribute(
		call, index, LLVMCreateEnumAttribute(lowering->run->ir->context, lowering->align_kind, walk->align));
}

/* llvm.memcpy, llvm.memmove, llvm.memset and their kin: the first argument, and of copies the second. */
static void raise_copy(struct walk *walk, LLVMValueRef call, LLVMValueRef pointer)
{
	size_t len;
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
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
		return visit(walk, user);
	if (LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer))
		raise_access(walk, user);
	else if (LLVMIsACallInst(user))
		raise_copy(walk, user, pointer);
	return 0;
}

int lower_alignment(struct lowering *lowering, LLVMValueRef pointer, unsigned align, bool *out_taken)
{
	struct walk walk = { .lowering = lowering, .align = align };
	int r = visit(&walk, pointer);

	while (walk.count && r == 0) {
		LLVMValueRef next = walk.pending[--walk.count];

		for (LLVMUseRef use = LLVMGetFirstUse(next); use && r == 0; use = LLVMGetNextUse(use))
			r = raise_user(&walk, LLVMGetUser(use), next);
	}
	hash_free(&walk.seen);
	allocator_free(allocator_of(lowering->run->ctx), walk.pending);
	*out_taken = walk.taken;
	return r;
}
