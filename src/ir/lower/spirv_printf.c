/* ir/lower/spirv_printf.c — literals of printf → constant memory, the only one that OpenCL prints from.
 *
 * C++ passes literals in global memory as generic pointers; drivers without such a printf reject the module. A choice
 * between literals becomes one between their copies. Other computed texts stay and are reported. */
#include "ir/module/constants.h"
#include "ir/module/places.h"
#include "spirv_lowering.h"

enum { CONSTANT_SPACE = 2, MOST_CHOICES = 8 };

static const char from_constant[] = "_Z18__spirv_ocl_printfPU3AS2Kcz";

/* The bytes of a constant variable with a text; NULL for other variables. */
static LLVMValueRef literal_of(LLVMValueRef variable)
{
	LLVMValueRef text = variable && LLVMIsGlobalConstant(variable) ? LLVMGetInitializer(variable) : NULL;

	/* zeros are the empty text */
	return text && (LLVMIsAConstantDataArray(text) ? LLVMIsConstantString(text) : LLVMIsNull(text)) ? text : NULL;
}

static LLVMValueRef uncast(LLVMValueRef value)
{
	while (LLVMIsABitCastInst(value) || LLVMIsAAddrSpaceCastInst(value))
		value = LLVMGetOperand(value, 0);
	return value;
}

/* A literal, or a choice between literals, possibly nested. */
static bool is_known(LLVMValueRef value, int depth)
{
	if (literal_of(constant_variable(value)))
		return true;
	value = uncast(value);
	return LLVMIsASelectInst(value) && depth < MOST_CHOICES &&
	       LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(value, 0))) == LLVMIntegerTypeKind &&
	       is_known(LLVMGetOperand(value, 1), depth + 1) && is_known(LLVMGetOperand(value, 2), depth + 1);
}

/* A copy in constant memory of a text that is_known. */
static LLVMValueRef text_copy(struct syb_ir *ir, LLVMBuilderRef builder, LLVMValueRef value)
{
	LLVMValueRef text = literal_of(constant_variable(value)), copy;

	if (!text) {
		LLVMValueRef choice = uncast(value), yes = text_copy(ir, builder, LLVMGetOperand(choice, 1));

		return LLVMBuildSelect(builder, LLVMGetOperand(choice, 0), yes,
				       text_copy(ir, builder, LLVMGetOperand(choice, 2)), "");
	}
	copy = ir_add_constant(ir->module, text, "printf.text", CONSTANT_SPACE);
	LLVMSetLinkage(copy, LLVMInternalLinkage);
	LLVMSetAlignment(copy, 1);
	return LLVMConstPointerCast(copy, LLVMPointerType(LLVMInt8TypeInContext(ir->context), CONSTANT_SPACE));
}

/* An argument of the new call: texts become copies. */
static LLVMValueRef argument(struct syb_ir *ir, LLVMBuilderRef builder, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	if (LLVMGetTypeKind(type) != LLVMPointerTypeKind || LLVMGetPointerAddressSpace(type) == CONSTANT_SPACE ||
	    !is_known(value, 0))
		return value;
	return text_copy(ir, builder, value);
}

static void print_from_constant(struct syb_ir *ir, LLVMBuilderRef builder, LLVMValueRef call)
{
	enum { MOST = 64 };
	LLVMTypeRef format = LLVMPointerType(LLVMInt8TypeInContext(ir->context), CONSTANT_SPACE), type;
	unsigned count = LLVMGetNumArgOperands(call);
	LLVMValueRef function, values[MOST], made;

	if (!count || count > MOST || !is_known(LLVMGetOperand(call, 0), 0))
		return;
	for (unsigned i = 0; i < count; i++) /* the caller walks the uses of the function; only this one may go */
		if (LLVMGetOperand(call, i) == LLVMGetCalledValue(call))
			return;
	LLVMPositionBuilderBefore(builder, call);
	for (unsigned i = 0; i < count; i++)
		values[i] = argument(ir, builder, LLVMGetOperand(call, i));
	type = LLVMFunctionType(LLVMInt32TypeInContext(ir->context), &format, 1, true);
	function = LLVMGetNamedFunction(ir->module, from_constant);
	if (!function) {
		function = LLVMAddFunction(ir->module, from_constant, type);
		LLVMSetFunctionCallConv(function, LLVMGetInstructionCallConv(call));
	}
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
		if (ir_calls(user, function) && LLVMTypeOf(user) == LLVMInt32TypeInContext(ir->context))
			print_from_constant(ir, builder, user);
	}
}

static bool is_printf(LLVMValueRef function)
{
	const char *name = ir_name(function);

	return LLVMIsDeclaration(function) && (str_starts(name, "_Z18__spirv_ocl_printf") || str_eq(name, "printf"));
}

static bool has_generic_text(LLVMValueRef function)
{
	const char *name = ir_name(function);

	return !str_eq(name, from_constant) && !str_eq(name, "printf");
}

/* Drivers that print only from constant memory reject the module. */
static void warn(struct pass_run *run, LLVMValueRef call)
{
	const struct place place = place_of(run->ctx, &run->arena, call);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(run->ctx, place.file);

	syb_report_text(run->ctx, SYB_SEVERITY_WARNING, place.line, place.column, "printf-format",
			"the format of printf in '%s' is not a literal: devices that print only literals, such as "
			"PoCL's, reject the image",
			ir_name(ir_function_of(call)));
	if (!place.file)
		syb_note(run->ctx, 0, "compile with '-g' to get source location");
}

void spirv_printf(struct pass_run *run)
{
	struct syb_ir *ir = run->ir;
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
	LLVMValueRef next;

	for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = next) {
		next = LLVMGetNextFunction(f);
		if (!is_printf(f) || !has_generic_text(f))
			continue;
		print_calls(ir, builder, f);
		for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
			if (ir_calls(LLVMGetUser(use), f))
				warn(run, LLVMGetUser(use));
		if (!LLVMGetFirstUse(f))
			LLVMDeleteFunction(f);
	}
	LLVMDisposeBuilder(builder);
}
