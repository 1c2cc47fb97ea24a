/* ir/lower/optimize.c — pass optimize: LLVM's own passes at a level, as far as SPIR-V and its drivers accept the
 * result.
 *
 * At every level, generic pointers (address space 4 of SPIR) become pointers to a specific address space where the
 * function shows it, because drivers do not support atomics on generic pointers. Functions with such parameters are
 * therefore inlined: all of them at level 0, else those with atomics. */
#include "inlining.h"
#include "ir/aspects/requirers.h"
#include "ir/shim/shim_passes.h"
#include "spirv_lowering.h"

enum {
	SPIR_GENERIC = 4,
	MOST_ROUNDS = 32, /* of marking callers that pass a pointer to an atomic */
};

static unsigned generic_of(LLVMModuleRef module)
{
	return str_starts(LLVMGetTarget(module), "spir") ? SPIR_GENERIC : 0;
}

/* ---- functions that must be inlined ---- */

static bool is_generic(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == SPIR_GENERIC;
}

static bool takes_generic(LLVMValueRef function)
{
	for (LLVMValueRef p = LLVMGetFirstParam(function); p; p = LLVMGetNextParam(p))
		if (is_generic(LLVMTypeOf(p)))
			return true;
	return false;
}

static bool has(LLVMValueRef function, const char *name)
{
	return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, ir_attribute_kind(name));
}

/* Atomics are calls of builtins with that word in their names, or LLVM's own instructions. */
static bool is_atomic(LLVMValueRef instruction)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	LLVMValueRef callee;
	const char *name;
	size_t len;

	if (opcode == LLVMAtomicRMW || opcode == LLVMAtomicCmpXchg)
		return true;
	callee = opcode == LLVMCall ? LLVMIsAFunction(LLVMGetCalledValue(instruction)) : NULL;
	if (!callee)
		return false;
	name = LLVMGetValueName2(callee, &len);
	if (!LLVMIsDeclaration(callee))
		return has(callee, "alwaysinline") && takes_generic(callee);
	return strstr(name, "atomic") || strstr(name, "__spirv_Atomic");
}

static bool does_atomics(LLVMValueRef function)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (is_atomic(i))
				return true;
	return false;
}

/* Callers of inlined functions may pass their own parameters to them: repeat until nothing changes. */
static void choose_inlined(struct pass_run *run, bool all)
{
	bool changed = true;

	for (int round = 0; changed && round < MOST_ROUNDS; round++) {
		changed = false;
		for (LLVMValueRef f = LLVMGetFirstFunction(run->ir->module); f; f = LLVMGetNextFunction(f)) {
			if (LLVMIsDeclaration(f) || ir_is_kernel(f) || has(f, "alwaysinline") || !takes_generic(f) ||
			    !(all || does_atomics(f)))
				continue;
			inline_always(run->ir, f);
			changed = true;
		}
	}
}

/* ---- builtins without effects ---- */

/* The result depends on the arguments and the work-item only. Functions of OpenCL.std that use memory have pointers. */
static bool is_pure(LLVMValueRef function)
{
	static const char *const beginnings[] = {
		"BuiltIn",    "Convert",    "Dot",      "FConvert",  "FOrd",    "FUnord",
		"IsFinite",   "IsInf",      "IsNan",    "IsNormal",  "Ordered", "SConvert",
		"SatConvert", "SignBitSet", "UConvert", "Unordered", "ocl_",
	};
	const char *name = ir_unmangled(ir_name(function));

	if (!LLVMIsDeclaration(function) || !str_starts(name, "__spirv_"))
		return false;
	for (LLVMValueRef p = LLVMGetFirstParam(function); p; p = LLVMGetNextParam(p))
		if (LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind)
			return false;
	name += strlen("__spirv_");
	for (size_t i = 0; i < ARRAY_SIZE(beginnings); i++)
		if (str_starts(name, beginnings[i]))
			return true;
	return false;
}

static void add_fact(struct syb_ir *ir, LLVMValueRef function, unsigned kind)
{
	LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(ir->context, kind, 0));
}

/* clang declares them like other functions of device code, which may use memory and are convergent: their calls could
 * not be moved, combined or removed. */
static void describe_builtins(struct pass_run *run)
{
	const unsigned convergent = ir_attribute_kind("convergent"), memory = ir_attribute_kind("memory");

	for (LLVMValueRef f = LLVMGetFirstFunction(run->ir->module); f; f = LLVMGetNextFunction(f)) {
		if (!is_pure(f))
			continue;
		add_fact(run->ir, f, memory ? memory : ir_attribute_kind("readnone")); /* LLVM 15 has the second one */
		add_fact(run->ir, f, ir_attribute_kind("nounwind"));
		add_fact(run->ir, f, ir_attribute_kind("willreturn"));
		LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, convergent);
		for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
			if (ir_calls(LLVMGetUser(use), f))
				LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(use), LLVMAttributeFunctionIndex,
								convergent);
	}
}

/* ---- code that translators do not support ---- */

#define NO_TABLES "no-jump-tables"
#define OURS "sybil-no-jump-tables"

static void add_text(struct syb_ir *ir, LLVMValueRef function, const char *name, const char *value)
{
	LLVMAddAttributeAtIndex(
		function, LLVMAttributeFunctionIndex,
		LLVMCreateStringAttribute(ir->context, name, (unsigned)strlen(name), value, (unsigned)strlen(value)));
}

static void remove_text(LLVMValueRef function, const char *name)
{
	LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
}

/* A lookup table for a switch would be a global variable in private memory, which SPIR-V does not allow. */
static void forbid_tables(struct pass_run *run)
{
	size_t len;

	for (LLVMValueRef f = LLVMGetFirstFunction(run->ir->module); f; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f) || ir_attribute(f, NO_TABLES, &len))
			continue;
		add_text(run->ir, f, NO_TABLES, "true");
		add_text(run->ir, f, OURS, "");
	}
}

static void allow_tables(struct pass_run *run)
{
	size_t len;

	for (LLVMValueRef f = LLVMGetFirstFunction(run->ir->module); f; f = LLVMGetNextFunction(f)) {
		if (!ir_attribute(f, OURS, &len))
			continue;
		remove_text(f, NO_TABLES);
		remove_text(f, OURS);
	}
}

/* LLVM merges equal calls at the ends of blocks, also barriers. Then the paths to a barrier differ between work-items
 * where they did not before, which drivers do not support, and its operands are not constants. */
static void keep_barriers_apart(struct pass_run *run)
{
	LLVMAttributeRef nomerge = LLVMCreateEnumAttribute(run->ir->context, ir_attribute_kind("nomerge"), 0);

	for (LLVMValueRef f = LLVMGetFirstFunction(run->ir->module); f; f = LLVMGetNextFunction(f)) {
		if (!LLVMIsDeclaration(f) || !has(f, "convergent"))
			continue;
		for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
			if (ir_calls(LLVMGetUser(use), f))
				LLVMAddCallSiteAttribute(LLVMGetUser(use), LLVMAttributeFunctionIndex, nomerge);
	}
}

/* No later step uses these hints, and in SPIR-V they would need an extension that drivers do not support. */
static void drop_hints(struct pass_run *run)
{
	static const char *const hints[] = { "llvm.assume", "llvm.experimental.noalias.scope.decl" };

	for (size_t i = 0; i < ARRAY_SIZE(hints); i++) {
		LLVMValueRef function = LLVMGetNamedFunction(run->ir->module, hints[i]);
		LLVMUseRef use;

		while (function && (use = LLVMGetFirstUse(function)))
			LLVMInstructionEraseFromParent(LLVMGetUser(use));
		if (function)
			LLVMDeleteFunction(function);
	}
}

/* ---- facts for drivers ---- */

/* No device has larger work-groups. Vectorizers that know this compute positions in local memory in 32 bits, and see
 * which are next to each other. LLVM's passes must not know it: they turn sums of ids into bitwise or, which hides
 * that. */
static bool is_local_id(LLVMValueRef function)
{
	const char *name = ir_unmangled(ir_name(function));

	return LLVMIsDeclaration(function) &&
	       (str_starts(name, "__spirv_BuiltInLocalInvocationId") || str_starts(name, "get_local_id")) &&
	       LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(function))) == LLVMIntegerTypeKind;
}

static void assume_small(struct syb_ir *ir, LLVMBuilderRef builder, LLVMValueRef id)
{
	LLVMTypeRef type = LLVMTypeOf(id), truth = LLVMInt1TypeInContext(ir->context);
	const unsigned intrinsic = LLVMLookupIntrinsicID("llvm.assume", strlen("llvm.assume"));
	LLVMValueRef function = LLVMGetIntrinsicDeclaration(ir->module, intrinsic, NULL, 0), is_small;
	LLVMTypeRef takes = LLVMFunctionType(LLVMVoidTypeInContext(ir->context), &truth, 1, false);

	LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(id));
	is_small = LLVMBuildICmp(builder, LLVMIntULT, id, LLVMConstInt(type, UINT64_C(1) << 31, false), "");
	LLVMBuildCall2(builder, takes, function, &is_small, 1, "");
}

static void assume_small_groups(struct pass_run *run)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(run->ir->context);

	for (LLVMValueRef f = LLVMGetFirstFunction(run->ir->module); f; f = LLVMGetNextFunction(f)) {
		if (!is_local_id(f))
			continue;
		for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
			if (ir_calls(LLVMGetUser(use), f))
				assume_small(run->ir, builder, LLVMGetUser(use));
	}
	LLVMDisposeBuilder(builder);
}

int pass_optimize(struct pass_run *run)
{
	LLVMModuleRef module = run->ir->module;
	char level = run->opts.level ? run->opts.level : '2';

	TRY(requirers_list(run));
	if (generic_of(module) == SPIR_GENERIC)
		choose_inlined(run, level == '0');
	describe_builtins(run);
	forbid_tables(run);
	keep_barriers_apart(run);
	shim_optimize(module, level, generic_of(module));
	allow_tables(run);
	drop_hints(run);
	spirv_lower(run->ir);
	if (generic_of(module) == SPIR_GENERIC && level != '0')
		assume_small_groups(run);
	return ir_verify(run->ctx, run->ir, SYB_E_INTERNAL);
}
