/* ir/module/constants.c — constants that calls point to, through the casts and element addresses of typed pointers; see
 * constants.h. */
#include "constants.h"

static bool is_first_element(LLVMValueRef address)
{
	for (int i = 1; i < LLVMGetNumOperands(address); i++)
		if (!LLVMIsNull(LLVMGetOperand(address, (unsigned)i)))
			return false;
	return true;
}

LLVMValueRef constant_variable(LLVMValueRef constant)
{
	while (LLVMIsAConstantExpr(constant)) {
		LLVMOpcode opcode = LLVMGetConstOpcode(constant);

		if (opcode != LLVMBitCast && opcode != LLVMAddrSpaceCast &&
		    !(opcode == LLVMGetElementPtr && is_first_element(constant)))
			return NULL;
		constant = LLVMGetOperand(constant, 0);
	}
	return LLVMIsAGlobalVariable(constant);
}

LLVMValueRef constant_global(LLVMValueRef constant)
{
	while (LLVMIsAConstantExpr(constant) && LLVMGetNumOperands(constant) > 0)
		constant = LLVMGetOperand(constant, 0);
	return LLVMIsAGlobalValue(constant);
}

bool constant_text(LLVMValueRef constant, struct text *out_text)
{
	LLVMValueRef variable = constant_variable(constant);
	LLVMValueRef bytes = variable ? LLVMGetInitializer(variable) : NULL;
	struct text text = { "", 0 };
	const char *end;

	if (!bytes)
		return false;
	if (LLVMIsAConstantDataArray(bytes) && LLVMIsConstantString(bytes))
		text.ptr = LLVMGetAsString(bytes, &text.len);
	else if (!LLVMIsAConstantAggregateZero(bytes))
		return false;
	end = text.len ? memchr(text.ptr, '\0', text.len) : NULL;
	if (end)
		text.len = (size_t)(end - text.ptr);
	*out_text = text;
	return true;
}
