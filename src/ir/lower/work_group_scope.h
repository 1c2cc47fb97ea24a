/* ir/lower/work_group_scope.h — shared by the files of the pass work-group-scope: work_group_scope.c finds the code of
 * a work-group, work_group_private.c what each work-item needs for itself, work_group_share.c moves variables into
 * local memory, work_group_loops.c finds loops of the leader, work_group_cut.c
 * divides the code. */
#ifndef IR_WORK_GROUP_SCOPE_H
#define IR_WORK_GROUP_SCOPE_H

#include "ir/module/places.h"
#include "ir/module/values.h"

#include <llvm-c/Target.h>

enum { LOCAL_SPACE = 3 };

/* A loop that only the leader runs. */
struct leader_loop {
	LLVMBasicBlockRef first;
	size_t at, count; /* of its blocks in the list of these */
};

/* A function whose code runs once per work-group. */
struct scope {
	struct pass_run *run;
	LLVMValueRef function;
	LLVMTargetDataRef layout;
	LLVMBuilderRef builder;
	struct values private;       /* variables of which each work-item has its own, as the code needs it */
	struct values copies;        /* variables that hold an argument of a call that all work-items run */
	struct values own;           /* variables that only the leader uses: arguments of its calls */
	struct values derived;       /* pointers to private variables, and what is computed or loaded from them */
	struct values all;           /* instructions that all work-items run; the leader runs the others */
	struct values leader_blocks; /* blocks of loops that only the leader runs */
	struct leader_loop *loops;
	size_t loop_count, loop_room;
};

/* Report code that cannot run once per work-group. */
__attribute__((format(printf, 3, 4))) int scope_fail(const struct scope *s, LLVMValueRef at, const char *format, ...);
/* The name of a function in C++. */
const char *scope_name(const struct scope *s, LLVMValueRef function);
/* Call a function for each instruction, until it fails. It may add and remove instructions before the given one, and
 * the given one. */
int scope_each(struct scope *s, int (*fn)(struct scope *s, LLVMValueRef instruction));

/* Whether all work-items run a call, or the function that it calls. */
bool scope_is_collective(LLVMValueRef call);
/* The function that an instruction calls directly; NULL for others. */
LLVMValueRef scope_callee(LLVMValueRef instruction);
/* llvm.memcpy, llvm.memmove or llvm.memset; reads when it copies. */
bool scope_is_fill(LLVMValueRef instruction);
bool scope_is_copy(LLVMValueRef instruction);
/* The variable, parameter or other value that a pointer is computed from. */
LLVMValueRef scope_root(LLVMValueRef pointer);
static inline bool scope_has(const struct values *values, LLVMValueRef value)
{
	return values_find(values, value) != SIZE_MAX;
}
/* A new private variable at the beginning of the function. */
LLVMValueRef scope_variable(struct scope *s, LLVMTypeRef type, unsigned align);
/* The first instruction that is not an alloca. */
LLVMValueRef scope_first(const struct scope *s);

/* Give a call its own copies of arguments that are passed by value, in private memory, and add them to a list, if any.
 */
int scope_copy_arguments(struct scope *s, LLVMValueRef call, struct values *list);
/* Find private variables and what is computed from them. */
int scope_find_private(struct scope *s);
/* Whether a call is for all work-items: parallel_for_work_item and such, or a constructor of a private variable. */
bool scope_is_for_all(const struct scope *s, LLVMValueRef call);
/* Move all other variables, and the objects that parameters point to, into local memory. */
int scope_share(struct scope *s);
/* Let the leader run what only one work-item may run. */
int scope_cut(struct scope *s);

/* Whether each work-item must run an instruction, because it is about private memory or other work-items. */
bool scope_must_be_for_all(const struct scope *s, LLVMValueRef instruction);
/* Find loops that only the leader runs; the loop of an instruction, SIZE_MAX: none; let others skip the loops. */
int scope_find_loops(struct scope *s);
size_t scope_loop_of(const struct scope *s, LLVMValueRef instruction);
void scope_guard_loops(struct scope *s, LLVMValueRef leader);
/* Where the builder is. */
void scope_add_barrier(struct scope *s);

/* A variable in local memory. */
LLVMValueRef scope_local(const struct scope *s, LLVMTypeRef type, unsigned align, const char *name);

#endif
