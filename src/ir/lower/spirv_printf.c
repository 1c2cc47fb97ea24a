/* ir/lower/spirv_printf.c — literals that printf is given → constant memory, the only one from which OpenCL prints.
 *
 * C++ has literals in global memory and hands them over as generic pointers: the translator passes that on, and drivers
 * without such a printf refuse the whole module. A choice between literals is one between copies of them. Texts that
 * are computed otherwise stay where they are, which is warned of. */
#include "ir/module/places.h"
#include "spirv_lowering.h"

enum { CONSTANT_SPACE = 2, MOST_CHOICES = 8 };

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

static LLVMValueRef uncast(LLVMValueRef value)
{
	while (LLVMIsABitCastInst(value) || LLVMIsAAddrSpaceCastInst(value))
		value = LLVMGetOperand(value, 0);
	return value;
}

/* Literals, or a choice between such, one inside of the other. */
static bool is_known(LLVMValueRef value, int depth)
{
	if (text_of(variable_of(value)))
		return true;
	value = uncast(value);
	return LLVMIsASelectInst(value) && depth < MOST_CHOICES &&
	       LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(value, 0))) == LLVMIntegerTypeKind &&
	       is_known(LLVMGetOperand(value, 1), depth + 1) && is_known(LLVMGetOperand(value, 2), depth + 1);
}

/* A text that is_known, in constant memory. */
static LLVMValueRef text_copy(struct syb_ir *ir, LLVMBuilderRef builder, LLVMValueRef value)
{
	LLVMValueRef text = text_of(variable_of(value)), copy;
	char name[] = "printf.text";

	if (!text) {
		LLVMValueRef choice = uncast(value), yes = text_copy(ir, builder, LLVMGetOperand(choice, 1));

		return LLVMBuildSelect(builder, LLVMGetOperand(choice, 0), yes,
				       text_copy(ir, builder, LLVMGetOperand(choice, 2)), "");
	}
	copy = LLVMAddGlobalInAddressSpace(ir->module, LLVMTypeOf(text), name, CONSTANT_SPACE);
	LLVMSetInitializer(copy, text);
	LLVMSetGlobalConstant(copy, true);
	LLVMSetLinkage(copy, LLVMInternalLinkage);
	LLVMSetUnnamedAddress(copy, LLVMGlobalUnnamedAddr);
	LLVMSetAlignment(copy, 1);
	return LLVMConstPointerCast(copy, LLVMPointerType(LLVMInt8TypeInContext(ir->context), CONSTANT_SPACE));
}

/* An argument as it is handed over: a text as a copy of its own. */
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
	for (unsigned i = 0; i < count; i++) /* its uses are being walked: none but the call's own may go */
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

/* Drivers that print from constant memory only refuse the module. */
static int warn(struct pass_run *run, LLVMValueRef call)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
	const struct place place = place_of(run->ctx, &run->arena, call);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(run->ctx, place.file);
	size_t name_len;
	const char *name = LLVMGetValueName2(function, &name_len);

	syb_report_text(run->ctx, SYB_SEVERITY_WARNING, place.line, place.column, "printf-format",
			"the format of printf in '%s' is not known here: devices that print literals only, as PoCL's, "
			"refuse the image",
			name);
	if (!place.file)
		syb_note(run->ctx, 0, "compile with '-g' to get source location");
	return 0;
}

static int warn_of_calls(struct pass_run *run, LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
		if (LLVMIsACallInst(LLVMGetUser(use)) && LLVMGetCalledValue(LLVMGetUser(use)) == function)
			TRY(warn(run, LLVMGetUser(use)));
	return 0;
}

int spirv_printf(struct pass_run *run)
{
	struct syb_ir *ir = run->ir;
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
	LLVMValueRef next;
	int r = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f && r == 0; f = next) {
		next = LLVMGetNextFunction(f);
		if (!is_printf(f) || !has_generic_text(f))
			continue;
		print_calls(ir, builder, f);
		if (!LLVMGetFirstUse(f))
			LLVMDeleteFunction(f);
		else
			r = warn_of_calls(run, f);
	}
	LLVMDisposeBuilder(builder);
	return r;
}
