/* ir/nvptx/nvptx.h — one run of the pass retarget-nvptx. */
#ifndef IR_NVPTX_H
#define IR_NVPTX_H

#include "ir/module/metadata.h"
#include "ir/module/places.h"
#include "ir/shim/shim_spaces.h"

enum nvptx_space { GENERIC_SPACE = 0, GLOBAL_SPACE = 1, SHARED_SPACE = 3, CONSTANT_SPACE = 4 };

struct nvptx {
	struct pass_run *run;
	struct syb_ir *ir;
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMBuilderRef builder;
};

/* A call of a SPIR-V function that is to be replaced. */
struct nvptx_call {
	struct nvptx *n;
	LLVMValueRef call;
	const char *name;   /* "ocl_acos": without "__spirv_" and template arguments */
	struct text suffix; /* of the row's name: "_Rint4_rte" */
	const char *mangled;
	unsigned count; /* of arguments */
};

/* ---- builtins.c: calls of SPIR-V's functions ---- */
int nvptx_lower_builtins(struct nvptx *n);
/* The name of a SPIR-V function without "__spirv_" in a symbol, empty when it is another one. */
struct text nvptx_builtin_name(const char *symbol);
/* A mangled name as in the source, in the arena of the run. */
const char *nvptx_readable(struct nvptx *n, const char *name);
/* At an instruction or a function, whose place is named if the module has it. */
int nvptx_fail(struct nvptx *n, LLVMValueRef at, const char *check, const char *fmt, ...) SYB_PRINTF(4, 5);

/* ---- elements.c: one call for each element of a vector ---- */
LLVMValueRef nvptx_arg(const struct nvptx_call *c, unsigned i);
/* The type of a vector's elements, or of a scalar. */
LLVMTypeRef nvptx_scalar(LLVMTypeRef type);
/* Elements of a vector, 0 for a scalar. */
unsigned nvptx_length(LLVMTypeRef type);
/* Call a function, declared as its arguments need it; half, bool and pointers are passed as the library takes them. */
LLVMValueRef nvptx_emit(struct nvptx *n, const char *name, LLVMTypeRef result, LLVMValueRef *args, unsigned count);
LLVMValueRef nvptx_intrinsic(struct nvptx *n, const char *name, LLVMTypeRef type, LLVMValueRef *args, unsigned count);
/* As the result of the call. */
void nvptx_replace(const struct nvptx_call *c, LLVMValueRef value);
/* A pointer in the generic address space. */
LLVMValueRef nvptx_generic(struct nvptx *n, LLVMValueRef pointer);

/* Makes the result for one element; NULL: the type is not supported. args may be changed. */
typedef LLVMValueRef nvptx_one_fn(const struct nvptx_call *c, LLVMTypeRef result, LLVMValueRef *args, unsigned i,
				  const void *how);
/* Replace the call by one result for each element, as a vector again. */
int nvptx_each(const struct nvptx_call *c, nvptx_one_fn *one, const void *how);
int nvptx_each_clc(const struct nvptx_call *c, const char *function, const char *codes);
int nvptx_whole_clc(const struct nvptx_call *c, const char *function);
int nvptx_each_llvm(const struct nvptx_call *c, const char *intrinsic);
/* How values are passed: half as float; as they are; floating point as integers; as bool. */
enum nvptx_form { FORM_FLOAT, FORM_ATOMIC, FORM_BITS, FORM_LOGICAL };
struct nvptx_ours {
	const char *function;
	enum nvptx_form form;
};
nvptx_one_fn nvptx_one_ours; /* how: struct nvptx_ours */
int nvptx_each_ours(const struct nvptx_call *c, const char *function, enum nvptx_form form);

/* ---- codes.c: functions that are built from instructions ---- */
#define CLC(name, function, codes)
#define CLC_WHOLE(name, function)
#define LLVM(name, intrinsic)
#define OURS(name, function)
#define ATOMIC(name, function)
#define BITS(name, function)
#define LOGICAL(name, function)
#define PLAIN(name, function)
#define COMPARE(name, predicate)
#define CODE(name, function) int lower_##function(const struct nvptx_call *c);
#define REFUSED(name, reason)
#include "builtins.def"
#undef CLC
#undef CLC_WHOLE
#undef LLVM
#undef OURS
#undef ATOMIC
#undef BITS
#undef LOGICAL
#undef PLAIN
#undef COMPARE
#undef CODE
#undef REFUSED
int nvptx_compare(const struct nvptx_call *c, LLVMRealPredicate predicate);

/* ---- offset.c ---- */
#define NVPTX_OFFSET "__sybil_offset" /* (dimension) → the launch's offset; calls disappear in kernels */
/* A second kernel, NAME_with_offset, for each kernel that depends on the offset of the launch. */
int nvptx_make_offset_kernels(struct nvptx *n);

#endif
