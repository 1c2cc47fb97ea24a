/* ir/lower/prepare_annotations.c — annotations as texts that reach SPIR-V.
 *
 * The translator loses all annotations where pointers are opaque, interprets braces in them, and makes variables of
 * their strings that SPIR-V does not allow. So all annotations become texts except FPGA's named ones ("{memory:…}"),
 * which only the translator understands. A pointer replaces the call: that of the member for a member of a named
 * struct, else a named copy. */
#include "ir/module/constants.h"
#include "prepare_spirv.h"

/* False for annotations that only the translator understands. */
static bool is_ours(const struct preparing *p, struct text text)
{
	return !p->typed || carrier_is_groups(text.ptr, text.len) || text.len == 0 || !memchr(text.ptr, '{', text.len);
}

/* The member of a named struct that a pointer points to. */
static bool member_of(LLVMValueRef pointer, const char **out_struct, unsigned *out_member)
{
	LLVMValueRef gep = pointer;
	LLVMTypeRef type;
	const char *name = NULL;
	unsigned member = 0, count;

	while (LLVMIsABitCastInst(gep) || LLVMIsAAddrSpaceCastInst(gep))
		gep = LLVMGetOperand(gep, 0);
	if (!LLVMIsAGetElementPtrInst(gep))
		return false;
	type = LLVMGetGEPSourceElementType(gep);
	count = (unsigned)LLVMGetNumOperands(gep);
	for (unsigned i = 2; i < count; i++) { /* after the pointer and the step over whole objects */
		LLVMValueRef index = LLVMGetOperand(gep, i);

		name = NULL;
		if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			if (!LLVMIsAConstantInt(index))
				return false;
			member = (unsigned)LLVMConstIntGetZExtValue(index);
			name = LLVMGetStructName(type);
			type = LLVMStructGetTypeAtIndex(type, member);
		} else {
			type = LLVMGetElementType(type);
		}
	}
	*out_struct = name;
	*out_member = member;
	return name != NULL;
}

/* A copy of the pointer replaces the annotation, which then applies to this use only. NULL for constants and for
 * pointers to types without a size. */
static LLVMValueRef copy_pointer(struct preparing *p, LLVMValueRef call, LLVMValueRef pointer)
{
	LLVMValueRef zero = LLVMConstInt(LLVMInt64TypeInContext(p->ir->context), 0, false);
	LLVMTypeRef element = LLVMInt8TypeInContext(p->ir->context);

	if (p->typed)
		element = LLVMGetElementType(LLVMTypeOf(pointer));
	if (LLVMIsConstant(pointer) || !LLVMTypeIsSized(element))
		return NULL;
	LLVMPositionBuilderBefore(p->builder, call);
	return LLVMBuildGEP2(p->builder, element, pointer, &zero, 1, "");
}

/* Begin a text about the annotated value; *out_pointer replaces the call, NULL when there is no replacement. */
static int begin_text(struct preparing *p, LLVMValueRef call, LLVMValueRef *out_pointer)
{
	LLVMValueRef pointer = LLVMGetOperand(call, 0);
	const char *name;
	unsigned member;

	*out_pointer = pointer;
	if (member_of(pointer, &name, &member)) {
		TRY(carrier_begin(p, "member", name, strlen(name)));
		return buf_printf(p->ctx, &p->text, "%u ", member);
	}
	*out_pointer = copy_pointer(p, call, pointer);
	if (*out_pointer)
		return carrier_begin_value(p, *out_pointer);
	syb_report(p->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "decoration-target",
		   "the annotation of a constant pointer, or of a pointer to a type without a size, is lost");
	return 0;
}

int prepare_annotation(struct preparing *p, LLVMValueRef call)
{
	LLVMValueRef string = constant_variable(LLVMGetOperand(call, 1));
	LLVMValueRef file = constant_variable(LLVMGetOperand(call, 2)), pointer;
	struct text text;

	if (!constant_text(LLVMGetOperand(call, 1), &text) || !is_ours(p, text))
		return 0;
	TRY(begin_text(p, call, &pointer));
	if (!pointer)
		return 0;
	TRY(carrier_put_annotation(p, text.ptr, text.len));
	TRY(carrier_add(p));
	LLVMReplaceAllUsesWith(call, pointer);
	LLVMInstructionEraseFromParent(call);
	shim_global_drop_unused(string);
	if (file && file != string)
		shim_global_drop_unused(file);
	return 0;
}

bool prepare_is_annotation(const struct preparing *p, LLVMValueRef inst)
{
	LLVMValueRef called = p->intrinsic_count && LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;

	for (size_t i = 0; called && i < p->intrinsic_count; i++)
		if (p->intrinsics[i] == called)
			return true;
	return false;
}

/* Returns 1 when an entry of the list has become a text, 0 when it stays for the translator. */
static int prepare_global_annotation(struct preparing *p, LLVMValueRef entry)
{
	LLVMValueRef target = constant_global(LLVMGetOperand(entry, 0));
	struct text text;
	const char *name;
	size_t len;

	if (!target || (!LLVMIsAFunction(target) && !LLVMIsAGlobalVariable(target)) ||
	    !constant_text(LLVMGetOperand(entry, 1), &text) || !is_ours(p, text))
		return 0;
	name = LLVMGetValueName2(target, &len);
	TRY(carrier_begin(p, LLVMIsAFunction(target) ? "function" : "variable", name, len));
	TRY(carrier_put_annotation(p, text.ptr, text.len));
	TRY(carrier_add(p));
	return 1;
}

/* Strings that only the list pointed to. */
static void drop_strings(struct preparing *p)
{
	LLVMValueRef next;

	for (LLVMValueRef g = LLVMGetFirstGlobal(p->ir->module); g; g = next) {
		const char *section = LLVMGetSection(g);

		next = LLVMGetNextGlobal(g);
		if (section && str_eq(section, "llvm.metadata"))
			shim_global_drop_unused(g);
	}
}

int prepare_global_annotations(struct preparing *p)
{
	LLVMValueRef list = LLVMGetNamedGlobal(p->ir->module, "llvm.global.annotations"), *kept;
	LLVMValueRef array = list ? LLVMGetInitializer(list) : NULL;
	unsigned count = array && LLVMIsAConstantArray(array) ? (unsigned)LLVMGetNumOperands(array) : 0, n = 0;

	kept = arena_array(p->ctx, p->arena, count + 1, sizeof(*kept));
	if (!kept)
		return -SYB_E_NOMEM;
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef entry = LLVMGetOperand(array, i);
		int r = LLVMIsAConstantStruct(entry) ? prepare_global_annotation(p, entry) : 0;

		if (r < 0)
			return r;
		if (r == 0)
			kept[n++] = entry;
	}
	if (n < count) {
		ir_replace_list(p->ir->module, list, kept, n);
		drop_strings(p);
	}
	return 0;
}
