/* ir/nvptx/retarget.c — pass retarget-nvptx: device code for spir64 becomes code for NVIDIA GPUs.
 *
 * No second device pass is needed: address spaces get the numbers of NVPTX, calls of SPIR-V's functions become calls of
 * the device library and of libclc, which are linked in, and names become those that NVIDIA's assembler accepts. The
 * pass prepare-native follows: it is the same for code that was compiled for nvptx64. */
#include "ir/lower/prepare_native.h"
#include "nvptx.h"

#include "base/buf.h"

#define LAYOUT "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
#define TRIPLE "nvptx64-nvidia-cuda"

static void drop(struct nvptx *n)
{
	if (n->builder)
		LLVMDisposeBuilder(n->builder);
}

/* ---- what the device does not have ---- */

static int check_arrays(struct nvptx *n, LLVMValueRef function)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsAAllocaInst(i) && !LLVMIsConstant(LLVMGetOperand(i, 0)))
				return nvptx_fail(n, i, "nvptx-array",
						  "an array of variable length is not available on NVIDIA GPUs");
	return 0;
}

/* ---- address spaces ---- */

/* By their numbers in SPIR: private, global, constant, local, generic. */
static int move_spaces(struct nvptx *n)
{
	static const unsigned spaces[] = { GENERIC_SPACE, GLOBAL_SPACE, CONSTANT_SPACE, SHARED_SPACE, GENERIC_SPACE };

	if (!shim_move_spaces(n->module, spaces, ARRAY_SIZE(spaces)))
		return syb_fail(n->run->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "nvptx-alias",
				"the module has aliases of functions, which NVIDIA GPUs do not support");
	LLVMSetTarget(n->module, TRIPLE);
	LLVMSetDataLayout(n->module, LAYOUT);
	return 0;
}

/* ---- variables and names ---- */

/* Shared memory cannot be initialized. */
static void forget_shared_values(struct nvptx *n)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(n->module); g; g = LLVMGetNextGlobal(g))
		if (LLVMGetPointerAddressSpace(LLVMTypeOf(g)) == SHARED_SPACE && LLVMGetInitializer(g))
			LLVMSetInitializer(g, LLVMGetUndef(LLVMGlobalGetValueType(g)));
}

static bool fits_assembler(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/* Other characters become "_$", which the mangling of C++ does not use. */
static int rename_value(struct nvptx *n, LLVMValueRef value)
{
	_cleanup_(buf_free) struct buf name = { 0 };
	size_t len, wrong = 0;
	const char *old = LLVMGetValueName2(value, &len);

	for (size_t i = 0; i < len; i++)
		wrong += !fits_assembler(old[i]);
	if (!wrong || str_starts(old, "llvm."))
		return 0;
	if (LLVMIsAFunction(value) && ir_is_kernel(value)) /* programs find it by its name */
		return nvptx_fail(n, value, "nvptx-kernel",
				  "kernel '%s' has characters in its name that NVIDIA's assembler does not accept",
				  old);
	for (size_t i = 0; i < len; i++)
		TRY(fits_assembler(old[i]) ? buf_char(n->run->ctx, &name, old[i]) : buf_text(n->run->ctx, &name, "_$"));
	LLVMSetValueName2(value, (const char *)name.ptr, name.len);
	return 0;
}

static int rename_values(struct nvptx *n)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(n->module); g; g = LLVMGetNextGlobal(g))
		TRY(rename_value(n, g));
	for (LLVMValueRef f = LLVMGetFirstFunction(n->module); f; f = LLVMGetNextFunction(f))
		TRY(rename_value(n, f));
	return 0;
}

/* ---- libraries ---- */

/* The program is complete, so functions that are missing now are never defined. */
static int check_undefined(struct nvptx *n)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(n->module); f; f = LLVMGetNextFunction(f)) {
		LLVMUseRef use = LLVMGetFirstUse(f);
		LLVMValueRef user = use ? LLVMGetUser(use) : NULL;

		if (!LLVMIsDeclaration(f) || !user || native_has(ir_name(f)) || str_eq(ir_name(f), NVPTX_OFFSET))
			continue;
		return nvptx_fail(n, LLVMIsAInstruction(user) ? user : f, "link-unresolved",
				  "'%s' is called but not defined: no library for NVIDIA GPUs has it",
				  nvptx_readable(n, ir_name(f)));
	}
	return 0;
}

/* libclc marks all of its functions alwaysinline, but a sine has 500 instructions: LLVM decides instead. */
static int link_clc(struct nvptx *n)
{
	const struct syb_ir_opts *o = &n->run->opts;
	const char **names;
	size_t count = 0, most = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(n->module); f; f = LLVMGetNextFunction(f))
		most += LLVMIsDeclaration(f) != 0;
	names = arena_array(n->run->ctx, &n->run->arena, most + 1, sizeof(*names));
	if (!names)
		return -SYB_E_NOMEM;
	for (LLVMValueRef f = LLVMGetFirstFunction(n->module); f; f = LLVMGetNextFunction(f)) {
		if (!LLVMIsDeclaration(f))
			continue;
		names[count] = arena_string(n->run->ctx, &n->run->arena, ir_name(f), strlen(ir_name(f)));
		if (!names[count++])
			return -SYB_E_NOMEM;
	}
	TRY(ir_take_needed(n->run->ctx, n->ir, o->library, o->library_name ? o->library_name : "libclc"));
	for (size_t i = 0; i < count; i++) {
		LLVMValueRef f = LLVMGetNamedFunction(n->module, names[i]);

		if (f && !LLVMIsDeclaration(f))
			LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex,
						       ir_attribute_kind("alwaysinline"));
	}
	return 0;
}

static int link_libraries(struct nvptx *n)
{
	const struct syb_ir_opts *o = &n->run->opts;

	if (o->device_library.len)
		TRY(ir_take_needed(n->run->ctx, n->ir, o->device_library,
				   o->device_library_name ? o->device_library_name : "the device library"));
	if (o->library.len)
		TRY(link_clc(n));
	return o->device_library.len && o->library.len ? check_undefined(n) : 0;
}

int pass_retarget_nvptx(struct pass_run *run)
{
	_cleanup_(drop) struct nvptx n = { .run = run, .ir = run->ir };

	if (!str_starts(LLVMGetTarget(run->ir->module), "spir64"))
		return syb_fail(run->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "aot-input",
				"the module was compiled for %s; code for NVIDIA GPUs is made from code for spir64",
				*LLVMGetTarget(run->ir->module) ? LLVMGetTarget(run->ir->module) : "no target");
	TRY(ir_forget_pointer_types(run->ctx, run->ir));
	n.context = run->ir->context;
	n.module = run->ir->module;
	n.builder = LLVMCreateBuilderInContext(n.context);
	for (LLVMValueRef f = LLVMGetFirstFunction(n.module); f; f = LLVMGetNextFunction(f))
		TRY(check_arrays(&n, f));
	TRY(pass_spec_constants_default(run));
	TRY(move_spaces(&n));
	TRY(nvptx_lower_builtins(&n));
	TRY(link_libraries(&n));
	TRY(nvptx_make_offset_kernels(&n));
	forget_shared_values(&n);
	TRY(rename_values(&n));
	return ir_verify(run->ctx, run->ir, SYB_E_INTERNAL);
}
