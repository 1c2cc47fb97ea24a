/* ir/lower/work_group_scope.c — pass work-group-scope: hierarchical kernels (parallel_for_work_group).
 *
 * The device runs the user's function for each work-item, but its code must run once per work-group, its variables
 * belong to the work-group, and only calls of parallel_for_work_item are for all work-items. So the leader, the
 * work-item with local id 0, runs the code, between barriers; variables are in local memory; and all work-items follow
 * the same branches. The clang plugin marks the functions. Runs before any optimisation: variables are allocas. */
#include "work_group_scope.h"

#include "ir/aspects/requirers.h"
#include "term/demangle.h"

#include <stdarg.h>
#include <stdio.h>

/* Attributes of functions, set by the clang plugin: the code of a work-group, and functions that all its work-items
 * call, with the function's name in SYCL. */
#define WORK_GROUP "sybil-work-group-scope"
#define WORK_ITEMS "sybil-work-item-scope"

enum { MOST_INLINED = 1000 };

const char *scope_name(const struct scope *s, LLVMValueRef function)
{
	_cleanup_(demangler_free_p) struct demangler *demangler = NULL;
	const char *name = ir_name(function), *readable;

	if (demangler_new(s->run->ctx, &demangler) < 0)
		return name;
	readable = demangle(demangler, name);
	readable = readable ? arena_string(s->run->ctx, &s->run->arena, readable, strlen(readable)) : NULL;
	return readable ? readable : name;
}

int scope_fail(const struct scope *s, LLVMValueRef at, const char *format, ...)
{
	struct place place = place_of(s->run->ctx, &s->run->arena, at);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(s->run->ctx, place.file);
	char text[4096]; /* names of templates are long */
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	syb_fail_text(s->run->ctx, SYB_E_UNSUPPORTED, place.line, place.column, "work-group-scope",
		      "in parallel_for_work_group: %s", text);
	if (!place.file)
		syb_note(s->run->ctx, 0, "in function '%s'; compile with '-g' to get the source location",
			 scope_name(s, s->function));
	return -SYB_E_UNSUPPORTED;
}

/* ---- instructions ---- */

LLVMValueRef scope_callee(LLVMValueRef instruction)
{
	return LLVMIsACallInst(instruction) ? LLVMIsAFunction(LLVMGetCalledValue(instruction)) : NULL;
}

bool scope_is_collective(LLVMValueRef call)
{
	LLVMValueRef callee = scope_callee(call);

	return callee && ir_has(callee, WORK_ITEMS);
}

static bool calls_one_of(LLVMValueRef instruction, const char *const *prefixes, size_t count)
{
	LLVMValueRef callee = scope_callee(instruction);

	for (size_t i = 0; callee && i < count; i++)
		if (str_starts(ir_name(callee), prefixes[i]))
			return true;
	return false;
}

bool scope_is_copy(LLVMValueRef instruction)
{
	static const char *const copies[] = { "llvm.memcpy.", "llvm.memmove." };

	return calls_one_of(instruction, copies, ARRAY_SIZE(copies));
}

bool scope_is_fill(LLVMValueRef instruction)
{
	static const char *const fills[] = { "llvm.memset." };

	return scope_is_copy(instruction) || calls_one_of(instruction, fills, ARRAY_SIZE(fills));
}

LLVMValueRef scope_root(LLVMValueRef pointer)
{
	for (;;) {
		bool passes = LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer) ||
			      LLVMIsAAddrSpaceCastInst(pointer);

		if (!passes)
			return pointer;
		pointer = LLVMGetOperand(pointer, 0);
	}
}

int scope_each(struct scope *s, int (*fn)(struct scope *s, LLVMValueRef instruction))
{
	LLVMValueRef next;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->function); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
			next = LLVMGetNextInstruction(i);
			TRY(fn(s, i));
		}
	return 0;
}

LLVMValueRef scope_first(const struct scope *s)
{
	LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(s->function));

	while (LLVMIsAAllocaInst(i))
		i = LLVMGetNextInstruction(i);
	return i;
}

LLVMValueRef scope_variable(struct scope *s, LLVMTypeRef type, unsigned align)
{
	LLVMValueRef variable;

	LLVMPositionBuilderBefore(s->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(s->function)));
	variable = LLVMBuildAlloca(s->builder, type, "");
	LLVMSetAlignment(variable, align);
	return variable;
}

/* ---- calls ---- */

static bool is_declared(LLVMValueRef function, const char *const *prefixes, size_t count)
{
	const char *name = ir_unmangled(ir_name(function));

	for (size_t i = 0; LLVMIsDeclaration(function) && i < count; i++)
		if (str_starts(name, prefixes[i]))
			return true;
	return false;
}

static bool is_for_work_items(LLVMValueRef function)
{
	return ir_has(function, WORK_ITEMS);
}

static bool is_parallel(LLVMValueRef function)
{
	struct text name = { NULL, 0 };

	name.ptr = ir_attribute(function, WORK_ITEMS, &name.len);
	return name.ptr && text_is(name, "parallel_for_work_item");
}

/* Builtins that all work-items must reach. */
static bool synchronizes(LLVMValueRef function)
{
	static const char *const names[] = { "__spirv_ControlBarrier", "__spirv_Group", "__spirv_Subgroup" };

	return is_declared(function, names, ARRAY_SIZE(names));
}

/* Whether a function, or one that it calls, is one of a kind. */
static int reaches(struct pass_run *run, LLVMValueRef function, bool (*is_wanted)(LLVMValueRef), bool *out)
{
	_cleanup_(values_free) struct values seen = { 0 };

	*out = false;
	TRY(values_add(run->ctx, &seen, function, NULL));
	for (size_t n = 0; n < seen.count; n++) {
		LLVMValueRef f = seen.items[n];

		if (is_wanted(f)) {
			*out = true;
			return 0;
		}
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
				if (scope_callee(i))
					TRY(values_add(run->ctx, &seen, scope_callee(i), NULL));
	}
	return 0;
}

/* A call of a function that in turn calls parallel_for_work_item; NULL when there is none. */
static int find_wrapper(const struct scope *s, LLVMValueRef *out_call)
{
	*out_call = NULL;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->function); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef callee = scope_callee(i);
			bool found = false;

			if (callee && !scope_is_collective(i) && !LLVMIsDeclaration(callee))
				TRY(reaches(s->run, callee, is_for_work_items, &found));
			if (found) {
				*out_call = i;
				return 0;
			}
		}
	return 0;
}

/* The code of such functions is code of the work-group, too. */
static int inline_wrappers(struct scope *s)
{
	for (int n = 0; n < MOST_INLINED; n++) {
		LLVMValueRef call;

		TRY(find_wrapper(s, &call));
		if (!call)
			return 0;
		TRY(scope_copy_arguments(s, call, NULL));
		if (!shim_inline(call))
			return scope_fail(s, call, "cannot inline '%s', which calls parallel_for_work_item",
					  scope_name(s, scope_callee(call)));
	}
	return scope_fail(s, s->function, "a function that calls parallel_for_work_item must not be recursive");
}

/* Markers of lifetimes, and debug information of variables that move. */
static bool is_marker(LLVMValueRef instruction)
{
	static const char *const markers[] = { "llvm.lifetime.", "llvm.dbg.", "llvm.experimental.noalias" };

	return calls_one_of(instruction, markers, ARRAY_SIZE(markers));
}

static int drop_marker(struct scope *s, LLVMValueRef i)
{
	(void)s;
	if (is_marker(i))
		LLVMInstructionEraseFromParent(i);
	return 0;
}

static int check_call(struct scope *s, LLVMValueRef call)
{
	LLVMValueRef callee = scope_callee(call);
	bool found = false;

	if (!callee)
		return 0;
	if (scope_is_collective(call)) {
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(callee); b && !found; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !found; i = LLVMGetNextInstruction(i))
				if (scope_callee(i))
					TRY(reaches(s->run, scope_callee(i), is_parallel, &found));
		return found ? scope_fail(s, call, "calls of parallel_for_work_item must not be nested") : 0;
	}
	TRY(reaches(s->run, callee, synchronizes, &found));
	if (found)
		return scope_fail(s, call,
				  "'%s' synchronizes work-items, but only one of them runs this code; call it in "
				  "parallel_for_work_item, or use an nd_range kernel",
				  scope_name(s, callee));
	return 0;
}

static int copy_arguments(struct scope *s, LLVMValueRef i)
{
	if (!LLVMIsACallInst(i) || scope_is_fill(i))
		return 0;
	return scope_copy_arguments(s, i, scope_is_collective(i) ? &s->copies : &s->own);
}

/* ---- functions ---- */

static void drop(struct scope *s)
{
	values_free(&s->private);
	values_free(&s->copies);
	values_free(&s->own);
	values_free(&s->derived);
	values_free(&s->all);
	values_free(&s->leader_blocks);
	allocator_free(allocator_of(s->run->ctx), s->loops);
	LLVMDisposeBuilder(s->builder);
}

static int lower(struct pass_run *run, LLVMValueRef function)
{
	_cleanup_(drop) struct scope s = {
		.run = run,
		.function = function,
		.layout = LLVMGetModuleDataLayout(run->ir->module),
		.builder = LLVMCreateBuilderInContext(run->ir->context),
	};

	TRY(inline_wrappers(&s));
	TRY(scope_each(&s, drop_marker));
	TRY(scope_each(&s, check_call));
	TRY(scope_each(&s, copy_arguments));
	TRY(scope_find_private(&s));
	TRY(scope_share(&s));
	TRY(scope_cut(&s));
	LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, WORK_GROUP, strlen(WORK_GROUP));
	return 0;
}

int pass_work_group_scope(struct pass_run *run)
{
	bool changed = false;

	for (LLVMValueRef f = LLVMGetFirstFunction(run->ir->module); f; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f) || !ir_has(f, WORK_GROUP))
			continue;
		if (!changed)
			TRY(requirers_list(run));
		changed = true;
		TRY(lower(run, f));
	}
	return changed ? ir_verify(run->ctx, run->ir, SYB_E_INTERNAL) : 0;
}
