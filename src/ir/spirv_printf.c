/* ir/spirv_printf.c — literals that printf is given → constant memory, the only one from which OpenCL prints.
 *
 * C++ has literals in global memory and hands them over as generic pointers: the translator passes that on, and drivers
 * without such a printf refuse the whole module. Texts that are computed stay where they are. */
#include "spirv_lowering.h"

enum { CONSTANT_SPACE = 2 };

static const char from_constant[] = "_Z18__spirv_ocl_printfPU3AS2Kcz";

/* The variable that a pointer is the beginning of, through casts; NULL: it is something else. */
static LLVMValueRef variable_of(LLVMValueRef value)
{
	while (LLVMIsAConstantExpr(value)) {
		LLVMOpcode op = LLVMGetConstOpcode(value);

		if (op != LLVMBitCast && op != LLVMAddrSpaceCast && op != LLVMGetElementPtr)
			return NULL;
		for (int i = 1; i < LLVMGetNumOperands(value); i++)
			if (!LLVMIsNull(LLVMGetOperand(value, (unsigned)i)))
				return NULL;
		value = LLVMGetOperand(value, 0);
	}
	return LLVMIsAGlobalVariable(value);
}

/* Its text, NULL: none. */
static LLVMValueRef text_of(LLVMValueRef variable)
{
	LLVMValueRef text = variable && LLVMIsGlobalConstant(variable) ? LLVMGetInitializer(variable) : NULL;

	/* of nothing but zeros: the empty text */
	return text && (LLVMIsAConstantDataArray(text) ? LLVMIsConstantString(text) : LLVMIsNull(text)) ? text : NULL;
}

/* An argument as it is handed over: a text as a copy of its own. */
static LLVMValueRef argument(struct syb_ir *ir, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMValueRef text, copy;
	char name[] = "printf.text";

	if (LLVMGetTypeKind(type) != LLVMPointerTypeKind || LLVMGetPointerAddressSpace(type) == CONSTANT_SPACE)
		return value;
	text = text_of(variable_of(value));
	if (!text)
		return value;
	copy = LLVMAddGlobalInAddressSpace(ir->module, LLVMTypeOf(text), name, CONSTANT_SPACE);
	LLVMSetInitializer(copy, text);
	LLVMSetGlobalConstant(copy, true);
	LLVMSetLinkage(copy, LLVMInternalLinkage);
	LLVMSetUnnamedAddress(copy, LLVMGlobalUnnamedAddr);
	LLVMSetAlignment(copy, 1);
	return LLVMConstPointerCast(copy, LLVMPointerType(LLVMInt8TypeInContext(ir->context), CONSTANT_SPACE));
}

static void print_from_constant(struct syb_ir *ir, LLVMBuilderRef builder, LLVMValueRef call)
{
	enum { MOST = 64 };
	LLVMTypeRef format = LLVMPointerType(LLVMInt8TypeInContext(ir->context), CONSTANT_SPACE), type;
	unsigned count = LLVMGetNumArgOperands(call);
	LLVMValueRef function, values[MOST], made;

	if (!count || count > MOST || !text_of(variable_of(LLVMGetOperand(call, 0))))
		return;
	for (unsigned i = 0; i < count; i++) /* its uses are being walked: none but the call's own may go */
		if (LLVMGetOperand(call, i) == LLVMGetCalledValue(call))
			return;
	for (unsigned i = 0; i < count; i++)
		values[i] = argument(ir, LLVMGetOperand(call, i));
	type = LLVMFunctionType(LLVMInt32TypeInContext(ir->context), &format, 1, true);
	function = LLVMGetNamedFunction(ir->module, from_constant);
	if (!function) {
		function = LLVMAddFunction(ir->module, from_constant, type);
		LLVMSetFunctionCallConv(function, LLVMGetInstructionCallConv(call));
	}
	LLVMPositionBuilderBefore(builder, call);
	made = LLVMBuildCall2(builder, type, function, values, count, "");
	LLVMSetInstructionCallConv(made, LLVMGetFunctionCallConv(function));
	LLVMReplaceAllUsesWith(call, made);
	LLVMInstructionEraseFromParent(call);
}

static void print_calls(struct syb_ir *ir, LLVMBuilderRef builder, LLVMValueRef function)
{
	LLVMUseRef next;

	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);

		next = LLVMGetNextUse(use);
		if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function &&
		    LLVMTypeOf(user) == LLVMInt32TypeInContext(ir->context))
			print_from_constant(ir, builder, user);
	}
}

static bool is_printf(LLVMValueRef function)
{
	size_t len;
	const char *name = LLVMGetValueName2(function, &len);

	return LLVMIsDeclaration(function) && (str_starts(name, "_Z18__spirv_ocl_printf") || str_eq(name, "printf"));
}

static bool has_generic_text(LLVMValueRef function)
{
	size_t len;
	const char *name = LLVMGetValueName2(function, &len);

	return !str_eq(name, from_constant) && !str_eq(name, "printf");
}

void spirv_printf(struct syb_ir *ir)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
	LLVMValueRef next;

	for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = next) {
		next = LLVMGetNextFunction(f);
		if (!is_printf(f) || !has_generic_text(f))
			continue;
		print_calls(ir, builder, f);
		if (!LLVMGetFirstUse(f))
			LLVMDeleteFunction(f);
	}
	LLVMDisposeBuilder(builder);
}
