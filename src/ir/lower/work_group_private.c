/* ir/lower/work_group_private.c — variables of a work-group's code of which each work-item has its own: private_memory,
 * events, and closures and references that refer to them; and copies of arguments.
 *
 * A pointer to such a variable differs between work-items. It may only be in other private variables: in shared memory,
 * it would be that of the leader. */
#include "work_group_scope.h"

/* ---- types ---- */

/* "class.sycl::_V1::private_memory.12" is the class private_memory. */
static bool is_class(LLVMTypeRef type, const char *namespace, const char *name)
{
	const char *text = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
	const char *found = text ? strstr(text, name) : NULL;

	return found && strstr(text, namespace) && (found[strlen(name)] == '\0' || found[strlen(name)] == '.');
}

/* Objects that each work-item must have, whatever the code does with them. */
static bool is_private_class(LLVMTypeRef type)
{
	return is_class(type, "sycl::", "::private_memory") || is_class(type, "sycl::", "::device_event");
}

/* ---- arguments ---- */

static LLVMTypeRef by_value(LLVMValueRef call, unsigned index)
{
	LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, index + 1, ir_attribute_kind("byval"));

	return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* The pointer before casts, or before those to private memory. */
static LLVMValueRef before_casts(LLVMValueRef pointer, bool all)
{
	while ((LLVMIsAAddrSpaceCastInst(pointer) && (all || LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) == 0)) ||
	       (all && LLVMIsABitCastInst(pointer)))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

/* The type of the object that a call needs a copy of. If all work-items run the call, they also need copies of objects
 * that are passed by reference because they are not trivially copyable. */
static LLVMTypeRef copied_type(LLVMValueRef call, unsigned index)
{
	LLVMTypeRef type = by_value(call, index);
	LLVMValueRef argument = LLVMGetOperand(call, index), variable;

	if (type || !scope_is_collective(call) || LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind)
		return type;
	variable = before_casts(argument, true);
	type = LLVMIsAAllocaInst(variable) ? LLVMGetAllocatedType(variable) : NULL;
	return type && !is_private_class(type) ? type : NULL;
}

static bool is_result(LLVMValueRef call, unsigned index)
{
	return LLVMGetCallSiteEnumAttribute(call, index + 1, ir_attribute_kind("sret"));
}

static LLVMValueRef copy_argument(struct scope *s, LLVMValueRef call, unsigned index, LLVMTypeRef type)
{
	LLVMValueRef argument = LLVMGetOperand(call, index), from = before_casts(argument, false), value;
	LLVMValueRef size =
		LLVMConstInt(LLVMInt64TypeInContext(s->run->ir->context), LLVMABISizeOfType(s->layout, type), false);
	unsigned align = LLVMABIAlignmentOfType(s->layout, type);
	LLVMValueRef copy = scope_variable(s, type, align);

	LLVMPositionBuilderBefore(s->builder, call);
	LLVMBuildMemCpy(s->builder, copy, align, from, align, size);
	value = LLVMTypeOf(copy) == LLVMTypeOf(argument)
			? copy
			: LLVMBuildPointerCast(s->builder, copy, LLVMTypeOf(argument), "");
	LLVMSetOperand(call, index, value);
	if (LLVMIsAAddrSpaceCastInst(argument) && !LLVMGetFirstUse(argument))
		LLVMInstructionEraseFromParent(argument);
	return copy;
}

int scope_copy_arguments(struct scope *s, LLVMValueRef call, struct values *list)
{
	unsigned count = LLVMGetNumArgOperands(call);

	for (unsigned i = 0; i < count; i++) {
		LLVMTypeRef type = is_result(call, i) ? NULL : copied_type(call, i);
		LLVMValueRef copy = type ? copy_argument(s, call, i, type) : NULL;

		if (copy && list)
			TRY(values_add(s->run->ctx, list, copy, NULL));
	}
	return 0;
}

/* ---- variables ---- */

static bool contains_private(LLVMTypeRef type, unsigned depth)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	if (is_private_class(type))
		return true;
	if (kind == LLVMArrayTypeKind)
		return depth > 0 && contains_private(LLVMGetElementType(type), depth - 1);
	for (unsigned i = 0; kind == LLVMStructTypeKind && depth > 0 && i < LLVMCountStructElementTypes(type); i++)
		if (contains_private(LLVMStructGetTypeAtIndex(type, i), depth - 1))
			return true;
	return false;
}

/* Objects that may be private, because code cannot use them as shared memory: closures and references. */
static bool may_be_private(LLVMValueRef variable)
{
	LLVMTypeRef type = LLVMIsAAllocaInst(variable) ? LLVMGetAllocatedType(variable) : NULL;

	return type && (LLVMGetTypeKind(type) == LLVMPointerTypeKind || is_class(type, "class.anon", "class.anon"));
}

static int find_class(struct scope *s, LLVMValueRef i)
{
	enum { DEPTH = 8 };
	LLVMTypeRef type = LLVMIsAAllocaInst(i) ? LLVMGetAllocatedType(i) : NULL, element = type;

	if (!type || scope_has(&s->copies, i) || scope_has(&s->own, i))
		return 0;
	while (LLVMGetTypeKind(element) == LLVMArrayTypeKind)
		element = LLVMGetElementType(element);
	if (is_private_class(element))
		return values_add(s->run->ctx, &s->private, i, NULL);
	if (contains_private(type, DEPTH))
		return scope_fail(s, i,
				  "a variable must not contain an object of private_memory or device_event; "
				  "declare the object itself");
	return 0;
}

/* ---- pointers ---- */

/* Mangled names of constructors and destructors end their qualified part with C1, C2, D1 or D2. */
static bool is_constructor(LLVMValueRef function)
{
	const char *name = ir_name(function);

	for (const char *at = str_starts(name, "_ZN") ? name + 3 : ""; *at; at++)
		if ((*at == 'C' || *at == 'D') && (at[1] == '1' || at[1] == '2') && (at[2] == 'E' || at[2] == 'I') &&
		    !(at[-1] >= '0' && at[-1] <= '9'))
			return true;
	return false;
}

static bool is_derived(const struct scope *s, LLVMValueRef value)
{
	return scope_has(&s->derived, value);
}

static bool has_derived(const struct scope *s, LLVMValueRef i)
{
	for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(i); n++)
		if (is_derived(s, LLVMGetOperand(i, n)))
			return true;
	return false;
}

bool scope_is_for_all(const struct scope *s, LLVMValueRef call)
{
	LLVMValueRef callee = scope_callee(call);

	return scope_is_collective(call) || (callee && is_constructor(callee) && LLVMGetNumArgOperands(call) > 0 &&
					     is_derived(s, LLVMGetOperand(call, 0)));
}

/* A pointer to a private variable goes to a place: its variable becomes private, too. */
static int put(struct scope *s, LLVMValueRef i, LLVMValueRef place)
{
	LLVMValueRef variable = scope_root(place);

	if (is_derived(s, place) || scope_has(&s->copies, variable))
		return 0;
	if (!may_be_private(variable) || scope_has(&s->own, variable))
		return scope_fail(s, i,
				  "a reference to private memory must not be stored in a variable of the work-group");
	return values_add(s->run->ctx, &s->private, variable, NULL);
}

static int follow(struct scope *s, LLVMValueRef i)
{
	bool variable = LLVMIsAAllocaInst(i) && scope_has(&s->private, i);

	if (variable)
		return values_add(s->run->ctx, &s->derived, i, NULL);
	if (!has_derived(s, i))
		return 0;
	if (LLVMIsAStoreInst(i)) {
		LLVMValueRef value = LLVMGetOperand(i, 0);

		return is_derived(s, value) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind
			       ? put(s, i, LLVMGetOperand(i, 1))
			       : 0;
	}
	if (scope_is_copy(i))
		return is_derived(s, LLVMGetOperand(i, 1)) ? put(s, i, LLVMGetOperand(i, 0)) : 0;
	if (LLVMIsACallInst(i)) {
		if (scope_is_fill(i) || scope_is_for_all(s, i))
			return 0;
		if (scope_callee(i) && is_constructor(scope_callee(i)))
			return put(s, i, LLVMGetOperand(i, 0));
		return scope_fail(s, i, "'%s' takes a reference to private memory, but only one work-item calls it",
				  scope_callee(i) ? scope_name(s, scope_callee(i)) : "a function");
	}
	if (LLVMIsAPtrToIntInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
		return scope_fail(s, i, "unsupported use of private memory");
	return LLVMIsATerminatorInst(i) ? 0 : values_add(s->run->ctx, &s->derived, i, NULL);
}

int scope_find_private(struct scope *s)
{
	size_t before;

	TRY(scope_each(s, find_class));
	do {
		before = s->derived.count + s->private.count;
		TRY(scope_each(s, follow));
	} while (s->derived.count + s->private.count > before);
	return 0;
}
