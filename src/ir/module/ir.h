/* ir/module/ir.h — the inside of a module, and what passes share. */
#ifndef IR_IR_H
#define IR_IR_H

#include "base/ctx.h"
#include "base/hash.h"
#include "base/util.h"
#include "ir/shim/shim.h"

#include <sybil/ir.h>

struct syb_ir {
	struct allocator from;
	LLVMContextRef context;
	LLVMModuleRef module;
	char *name;
};

DEFINE_CLEANUP(struct syb_ir *, syb_ir_free);

/* One run of a pass. */
struct pass_run {
	struct syb_ctx *ctx;
	struct syb_ir *ir;
	struct syb_ir_opts opts; /* dialect is DPCPP or SPEC; devices is set */
	struct arena arena;      /* for the length of the run */
};

#define PASS(id, name, summary) int pass_##id(struct pass_run *run);
#include "ir/passes.def"
#undef PASS

/* An empty one, with a context of its own and no module. */
int ir_new(struct syb_ctx *ctx, const char *name, struct syb_ir **out_ir);
/* Pointers of all that is read into its context from now on have no types. */
void ir_use_opaque_pointers(struct syb_ir *ir);
/* A module whose pointers have no types was met in a context where they have some (before LLVM 17). Not reported. */
enum { IR_OTHER_POINTERS = 1 };
/* Read and verify a module in a context that is there; *out_module may be set when it fails, too. */
int ir_parse(struct syb_ctx *ctx, LLVMContextRef context, struct syb_bytes bytes, const char *name,
	     LLVMModuleRef *out_module);
/* Link modules of its context into it; they are gone, whatever happens. */
int ir_combine(struct syb_ctx *ctx, struct syb_ir *ir, LLVMModuleRef *sources, size_t count);

/* Link what is missing out of a library of bitcode; nobody but the module sees what came in. */
int ir_take_needed(struct syb_ctx *ctx, struct syb_ir *ir, struct syb_bytes library, const char *name);

/* Write a module, as text or bitcode. */
int ir_put(struct syb_ctx *ctx, LLVMModuleRef module, bool text, struct syb_out *out);

/* LLVM's answer to "is the module right?"; its message becomes the diagnostic. code: whose fault it would be. */
int ir_verify(struct syb_ctx *ctx, const struct syb_ir *ir, enum syb_code code);

/* Entry points: kernels, and SYCL_EXTERNAL functions (those with a "sycl-module-id" that are no builtins).
 * Definitions only. */
bool ir_is_kernel(LLVMValueRef function);
bool ir_is_entry_point(LLVMValueRef function);
/* A function that an image may import from another one: not the compiler's, not a builtin. */
bool ir_is_importable(LLVMValueRef function);
/* Value of a string attribute of a function, NULL when it has none; not NUL-terminated. */
const char *ir_attribute(LLVMValueRef function, const char *name, size_t *out_len);
static inline unsigned ir_attribute_kind(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}
/* The i-th part of a structure, or any of an array or vector. */
static inline LLVMTypeRef ir_part_type(LLVMTypeRef type, unsigned i)
{
	return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i)
							   : LLVMGetElementType(type);
}
/* Of a kernel's parameter: native code finds the values of specialization constants where it points. */
#define IR_SPEC_CONSTANTS_ARG "sycl-spec-constants-arg"

#endif
