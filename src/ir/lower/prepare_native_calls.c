/* ir/lower/prepare_native_calls.c — calls that a GPU offers under another name, or not at all.
 *
 * NVIDIA's driver has vprintf, which takes its arguments as a block of memory, and __assertfail. Requests for local
 * memory become variables: of the requested size, or without a size where the launch decides. */
#include "prepare_native.h"

/* ---- small tools ---- */

static LLVMTypeRef pointer(struct native *n)
{
	return LLVMPointerType(LLVMInt8TypeInContext(n->ir->context), 0);
}

/* A pointer cast to the generic address space. */
static LLVMValueRef as_pointer(struct native *n, LLVMValueRef value)
{
	if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind)
		return LLVMConstNull(pointer(n));
	return LLVMGetPointerAddressSpace(LLVMTypeOf(value)) == 0
		       ? value
		       : LLVMBuildAddrSpaceCast(n->builder, value, pointer(n), "");
}

static LLVMValueRef declare(struct native *n, const char *name, LLVMTypeRef type)
{
	LLVMValueRef function = LLVMGetNamedFunction(n->ir->module, name);

	return function ? function : LLVMAddFunction(n->ir->module, name, type);
}

/* Replace a call by a value, or by undef when it is NULL. */
static void replace(LLVMValueRef call, LLVMValueRef value)
{
	if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
		LLVMReplaceAllUsesWith(call, value ? value : LLVMGetUndef(LLVMTypeOf(call)));
	LLVMInstructionEraseFromParent(call);
}

/* ---- printf ---- */

/* C's default argument promotions. The call says which small integers have no sign. */
static LLVMValueRef promote(struct native *n, LLVMValueRef call, unsigned i)
{
	LLVMValueRef value = LLVMGetOperand(call, i);
	LLVMTypeRef type = LLVMTypeOf(value), i32 = LLVMInt32TypeInContext(n->ir->context);

	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind:
	case LLVMFloatTypeKind:
		return LLVMBuildFPExt(n->builder, value, LLVMDoubleTypeInContext(n->ir->context), "");
	case LLVMIntegerTypeKind:
		if (LLVMGetIntTypeWidth(type) >= 32)
			return value;
		return LLVMGetCallSiteEnumAttribute(call, i + 1, ir_attribute_kind("zeroext"))
			       ? LLVMBuildZExt(n->builder, value, i32, "")
			       : LLVMBuildSExt(n->builder, value, i32, "");
	case LLVMPointerTypeKind:
		return as_pointer(n, value);
	default:
		return value;
	}
}

static LLVMValueRef entry_alloca(struct native *n, LLVMValueRef call, LLVMTypeRef type)
{
	LLVMValueRef function = ir_function_of(call), memory;
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);

	LLVMPositionBuilderBefore(n->builder, LLVMGetFirstInstruction(entry));
	memory = LLVMBuildAlloca(n->builder, type, "printf");
	LLVMSetAlignment(memory, 8);
	return memory;
}

static int lower_printf(struct native *n, LLVMValueRef call)
{
	LLVMContextRef context = n->ir->context;
	LLVMTypeRef i32 = LLVMInt32TypeInContext(context), both[] = { pointer(n), pointer(n) }, block;
	unsigned count = LLVMGetNumArgOperands(call);
	LLVMValueRef values[64], words[2], function, memory = LLVMConstNull(pointer(n));
	LLVMTypeRef types[64], type = LLVMFunctionType(i32, both, 2, false);

	if (count == 0 || count - 1 > ARRAY_SIZE(values))
		return syb_fail(n->run->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "aot-call",
				"printf has %u arguments; at most %zu are supported", count, ARRAY_SIZE(values));
	LLVMPositionBuilderBefore(n->builder, call);
	for (unsigned i = 1; i < count; i++) {
		values[i - 1] = promote(n, call, i);
		types[i - 1] = LLVMTypeOf(values[i - 1]);
	}
	block = LLVMStructTypeInContext(context, types, count - 1, false);
	if (count > 1) {
		memory = entry_alloca(n, call, block);
		LLVMPositionBuilderBefore(n->builder, call);
	}
	for (unsigned i = 0; i + 1 < count; i++)
		LLVMBuildStore(n->builder, values[i], LLVMBuildStructGEP2(n->builder, block, memory, i, ""));
	words[0] = as_pointer(n, LLVMGetOperand(call, 0));
	words[1] = memory;
	function = declare(n, "vprintf", type);
	replace(call, LLVMBuildCall2(n->builder, type, function, words, 2, ""));
	return 0;
}

/* Only AMD's own runtime prints. */
static int drop_printf(struct native *n, LLVMValueRef call)
{
	syb_report(n->run->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "native-printf",
		   "printf does nothing on this target");
	replace(call, LLVMConstInt(LLVMInt32TypeInContext(n->ir->context), (uint64_t)-1, true));
	return 0;
}

static int on_printf(struct native *n, LLVMValueRef call)
{
	return n->family == NATIVE_NVIDIA ? lower_printf(n, call) : drop_printf(n, call);
}

/* ---- assert ---- */

/* __assert_fail(text, file, line, function, …): the driver prints the first four only. */
static int on_assert(struct native *n, LLVMValueRef call)
{
	LLVMContextRef context = n->ir->context;
	LLVMTypeRef i32 = LLVMInt32TypeInContext(context), i64 = LLVMInt64TypeInContext(context);
	LLVMTypeRef types[] = { pointer(n), pointer(n), i32, pointer(n), i64 };
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), types, ARRAY_SIZE(types), false);
	LLVMValueRef words[5];

	LLVMPositionBuilderBefore(n->builder, call);
	if (n->family == NATIVE_AMD || LLVMGetNumArgOperands(call) < 4) {
		type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
		LLVMBuildCall2(n->builder, type, declare(n, "llvm.trap", type), NULL, 0, "");
		replace(call, NULL);
		return 0;
	}
	words[0] = as_pointer(n, LLVMGetOperand(call, 0));
	words[1] = as_pointer(n, LLVMGetOperand(call, 1));
	words[2] = LLVMBuildIntCast2(n->builder, LLVMGetOperand(call, 2), i32, false, "");
	words[3] = as_pointer(n, LLVMGetOperand(call, 3));
	words[4] = LLVMConstInt(i64, 1, false); /* bytes of a character */
	LLVMBuildCall2(n->builder, type, declare(n, "__assertfail", type), words, ARRAY_SIZE(words), "");
	replace(call, NULL);
	return 0;
}

/* ---- local memory ---- */

static LLVMValueRef add_local(struct native *n, const char *name, uint64_t bytes, uint64_t align, bool external)
{
	LLVMTypeRef type = LLVMArrayType(LLVMInt8TypeInContext(n->ir->context), (unsigned)bytes);
	LLVMValueRef variable = LLVMAddGlobalInAddressSpace(n->ir->module, type, name, LOCAL_SPACE);

	LLVMSetAlignment(variable, (unsigned)align);
	LLVMSetLinkage(variable, external ? LLVMExternalLinkage : LLVMInternalLinkage);
	if (!external)
		LLVMSetInitializer(variable, LLVMGetUndef(type));
	return variable;
}

static void put_local(struct native *n, LLVMValueRef call, LLVMValueRef variable)
{
	LLVMTypeRef wanted = LLVMTypeOf(call);

	LLVMPositionBuilderBefore(n->builder, call);
	if (LLVMGetPointerAddressSpace(wanted) != LOCAL_SPACE)
		variable = LLVMBuildAddrSpaceCast(n->builder, variable, wanted, "");
	replace(call, variable);
}

static bool is_pointer(LLVMValueRef call)
{
	return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind;
}

/* __sycl_allocateLocalMemory(size, alignment) */
static int on_allocate_local(struct native *n, LLVMValueRef call)
{
	LLVMValueRef size = LLVMGetNumArgOperands(call) == 2 ? LLVMIsAConstantInt(LLVMGetOperand(call, 0)) : NULL;
	LLVMValueRef align = size ? LLVMIsAConstantInt(LLVMGetOperand(call, 1)) : NULL;

	if (!align || !is_pointer(call) || LLVMConstIntGetZExtValue(size) > UINT32_MAX)
		return syb_fail(n->run->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "aot-call",
				"the size of local memory must be a constant");
	put_local(n, call,
		  add_local(n, "local", LLVMConstIntGetZExtValue(size), LLVMConstIntGetZExtValue(align), false));
	return 0;
}

/* One block; the launch decides its size. */
static LLVMValueRef dynamic_local(struct native *n)
{
	static const char name[] = "__sybil_dynamic_local";
	LLVMValueRef variable = LLVMGetNamedGlobal(n->ir->module, name);

	return variable ? variable : add_local(n, name, 0, LOCAL_ALIGN, true);
}

/* __sycl_dynamicLocalMemoryPlaceholder(alignment) */
static int on_dynamic_local(struct native *n, LLVMValueRef call)
{
	if (!is_pointer(call))
		return syb_fail(n->run->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "aot-call",
				"the call for local memory must return a pointer");
	put_local(n, call, dynamic_local(n));
	return 0;
}

static bool takes_local(LLVMValueRef kernel)
{
	for (LLVMValueRef p = LLVMGetFirstParam(kernel); p; p = LLVMGetNextParam(p))
		if (LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind &&
		    LLVMGetPointerAddressSpace(LLVMTypeOf(p)) == LOCAL_SPACE)
			return true;
	return false;
}

/* CUDA has no local memory arguments; as in DPC++, they become offsets in the block of the launch. */
static void use_offsets(struct native *n)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(n->ir->module), next; f; f = next) {
		next = LLVMGetNextFunction(f);
		if (ir_is_kernel(f) && takes_local(f))
			(void)shim_function_offsets(f, dynamic_local(n));
	}
}

/* Launches have no offset on these targets. */
static int on_offset(struct native *n, LLVMValueRef call)
{
	(void)n;
	replace(call, LLVMConstNull(LLVMTypeOf(call)));
	return 0;
}

/* ---- all of them ---- */

static const struct {
	const char *name; /* part of the symbol, mangled or not */
	bool whole;       /* compare the whole symbol */
	int only;         /* a family, or -1 */
	int (*lower)(struct native *n, LLVMValueRef call);
} lowered[] = {
	{ "printf", true, -1, on_printf },
	{ "__spirv_ocl_printf", false, -1, on_printf },
	{ "__assert_fail", true, -1, on_assert },
	{ "__devicelib_assert_fail", false, -1, on_assert },
	{ "__sycl_allocateLocalMemory", false, -1, on_allocate_local },
	{ "__sycl_dynamicLocalMemoryPlaceholder", false, -1, on_dynamic_local },
	{ "_Z17get_global_offsetj", true, NATIVE_NVIDIA, on_offset },
};

static bool is_lowered(size_t i, const char *name)
{
	return lowered[i].whole ? str_eq(name, lowered[i].name) : strstr(name, lowered[i].name) != NULL;
}

bool native_has(const char *name)
{
	static const char *const offered[] = { "vprintf", "__assertfail", "malloc", "free" };

	for (size_t i = 0; i < ARRAY_SIZE(offered); i++)
		if (str_eq(name, offered[i]))
			return true;
	for (size_t i = 0; i < ARRAY_SIZE(lowered); i++)
		if (is_lowered(i, name))
			return true;
	return str_starts(name, "llvm.");
}

static int lower_calls(struct native *n, LLVMValueRef function, int (*lower)(struct native *, LLVMValueRef))
{
	for (LLVMUseRef use = LLVMGetFirstUse(function), next; use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);

		next = LLVMGetNextUse(use);
		if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function)
			TRY(lower(n, user));
	}
	if (!LLVMGetFirstUse(function))
		LLVMDeleteFunction(function);
	return 0;
}

int native_calls(struct native *n)
{
	if (n->family == NATIVE_NVIDIA)
		use_offsets(n);
	for (LLVMValueRef f = LLVMGetFirstFunction(n->ir->module), next; f; f = next) {
		const char *name = ir_name(f);

		next = LLVMGetNextFunction(f);
		for (size_t i = 0; i < ARRAY_SIZE(lowered) && LLVMIsDeclaration(f); i++) {
			if (!is_lowered(i, name))
				continue;
			if (lowered[i].only < 0 || lowered[i].only == (int)n->family)
				TRY(lower_calls(n, f, lowered[i].lower));
			break;
		}
	}
	return 0;
}
