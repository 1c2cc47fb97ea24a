/* ir/lower/prepare_native.h — one run of the pass prepare-native. */
#ifndef IR_PREPARE_NATIVE_H
#define IR_PREPARE_NATIVE_H

#include "ir/module/metadata.h"
#include "ir/shim/shim_passes.h"

enum native_family { NATIVE_NVIDIA, NATIVE_AMD };

enum {
	C_CALL = 0,
	PTX_KERNEL_CALL = 71,
	SPIR_FUNC_CALL = 75,
	SPIR_KERNEL_CALL = 76,
	AMDGPU_KERNEL_CALL = 91,

	LOCAL_SPACE = 3,   /* of both families */
	LOCAL_ALIGN = 128, /* of memory with an unknown use: that of OpenCL C's largest type */
};

struct native {
	struct pass_run *run;
	struct syb_ir *ir;
	enum native_family family;
	LLVMBuilderRef builder;
	struct hash annotated; /* function → its !nvvm.annotations */
};

/* Give a module opaque pointers, which device libraries have, in a new context. */
int ir_forget_pointer_types(struct syb_ctx *ctx, struct syb_ir *ir);
/* Whether native code has a function that the module only declares: the driver's, or one that native_calls replaces. */
bool native_has(const char *name);
/* prepare_native_calls.c: printf, assert and local memory, which devices offer under other names. */
int native_calls(struct native *n);

#endif
