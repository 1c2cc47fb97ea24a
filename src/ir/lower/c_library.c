/* ir/lower/c_library.c — functions of the C library → those of the device: instructions of SPIR-V, or functions of
 * libclc. A few have no equal there and get a body. The front end reports calls of others. */
#include "front_end.h"

#include <stdio.h>

enum { NAME_ROOM = 64, MOST_PARAMETERS = 4 };

/* What a body is made of. */
struct body {
	LLVMModuleRef module;
	LLVMValueRef function;
	LLVMBuilderRef builder;
	const struct c_function *row;
	bool single; /* float, not double */
};

struct c_function {
	const char *name, *spirv, *opencl, *types; /* T: float or double, by the end of the name */
	bool (*define)(const struct body *body);   /* NULL: the device's function is the same; false: of another form */
};

static bool define_out(const struct body *body);
static bool define_long(const struct body *body);
static bool define_round(const struct body *body);
static bool define_quotient(const struct body *body);
static bool define_compare(const struct body *body);

static const struct c_function functions[] = {
#define C_REAL(name, types) { #name, #name, #name, types, NULL },
#define C_OUT(name, types) { #name, #name, #name, types, define_out },
#define C_LIKE(name, device, types) { #name, #device, #device, types, NULL },
#define C_LONG(name, device) { #name, #device, #device, "Ti", define_long },
#define C_ROUND(name, device) { #name, #device, #device, "T", define_round },
#define C_WHOLE(name, spirv, opencl, type) { #name, #spirv, #opencl, type, NULL },
#define C_CODE(name, function) { #name, "", "", "", define_##function },
#include "c_library.def"
};

/* The row of a name, and whether it is that of float. */
static const struct c_function *find(const char *name, bool *out_single)
{
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++) {
		const char *rest = str_starts(name, functions[i].name) ? name + strlen(functions[i].name) : "?";

		*out_single = str_eq(rest, "f");
		if (*rest == '\0' || (*out_single && functions[i].types[0] == 'T'))
			return &functions[i];
	}
	return NULL;
}

/* pointer: how a pointer to the last type is mangled; "" for a value. */
static void device_name(LLVMModuleRef module, const struct c_function *function, bool single, const char *pointer,
			char name[NAME_ROOM])
{
	const bool spirv = str_starts(LLVMGetTarget(module), "spir");
	const char *prefix = spirv ? "__spirv_ocl_" : "", *word = spirv ? function->spirv : function->opencl;
	int len = snprintf(name, NAME_ROOM, "_Z%zu%s%s", strlen(prefix) + strlen(word), prefix, word);

	for (const char *type = function->types; *type; type++)
		len += snprintf(name + len, (size_t)(NAME_ROOM - len), "%s%c", type[1] ? "" : pointer,
				*type != 'T' ? *type
				: single     ? 'f'
					     : 'd');
}

/* Rename a function to the device's; an existing function of that name takes over its calls. */
static void rename_function(LLVMModuleRef module, LLVMValueRef function, const char *name)
{
	LLVMValueRef existing = LLVMGetNamedFunction(module, name);

	if (!existing) {
		LLVMSetValueName2(function, name, strlen(name));
	} else if (LLVMGlobalGetValueType(existing) == LLVMGlobalGetValueType(function)) {
		LLVMReplaceAllUsesWith(function, existing);
		LLVMDeleteFunction(function);
	}
}

/* ---- functions with a body ---- */

/* Call the device's function of the row. */
static LLVMValueRef call_device(const struct body *body, LLVMTypeRef result, LLVMValueRef *arguments, unsigned count,
				const char *pointer)
{
	LLVMTypeRef types[MOST_PARAMETERS], type;
	LLVMValueRef function, call;
	char name[NAME_ROOM];

	for (unsigned i = 0; i < count; i++)
		types[i] = LLVMTypeOf(arguments[i]);
	type = LLVMFunctionType(result, types, count, false);
	device_name(body->module, body->row, body->single, pointer, name);
	function = LLVMGetNamedFunction(body->module, name);
	if (!function) {
		function = LLVMAddFunction(body->module, name, type);
		LLVMSetFunctionCallConv(function, LLVMGetFunctionCallConv(body->function));
	}
	call = LLVMBuildCall2(body->builder, type, function, arguments, count, "");
	LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(function));
	return call;
}

/* Whether a value has a type: T: float or double, by the name; i: int; n: any integer; P: a pointer. */
static bool has_type(const struct body *body, LLVMTypeRef type, char letter)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	switch (letter) {
	case 'T':
		return kind == (body->single ? LLVMFloatTypeKind : LLVMDoubleTypeKind);
	case 'i':
		return kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 32;
	case 'n':
		return kind == LLVMIntegerTypeKind;
	default:
		return kind == LLVMPointerTypeKind;
	}
}

/* Whether the function has the types of the C library's; if so, get its parameters. */
static bool has_form(const struct body *body, char result, const char *types, LLVMValueRef parameters[MOST_PARAMETERS])
{
	LLVMTypeRef returned = LLVMGetReturnType(LLVMGlobalGetValueType(body->function));
	size_t count = LLVMCountParams(body->function);

	if (count != strlen(types) || !has_type(body, returned, result))
		return false;
	LLVMGetParams(body->function, parameters);
	for (size_t i = 0; i < count; i++)
		if (!has_type(body, LLVMTypeOf(parameters[i]), types[i]))
			return false;
	return true;
}

/* The device's function writes to private memory, because not every device has a form for other pointers. */
static bool define_out(const struct body *body)
{
	LLVMValueRef arguments[MOST_PARAMETERS], out, slot, result;
	unsigned last = (unsigned)strlen(body->row->types) - 1, space;
	char pointer[16] = "P", types[MOST_PARAMETERS + 1] = { 0 };
	LLVMTypeRef type;

	memcpy(types, body->row->types, last);
	types[last] = 'P';
	if (!has_form(body, 'T', types, arguments))
		return false;
	out = arguments[last];
	type = LLVMTypeOf(arguments[0]);
	if (body->row->types[last] == 'i')
		type = LLVMInt32TypeInContext(LLVMGetModuleContext(body->module));
	slot = LLVMBuildAlloca(body->builder, type, "");
	space = LLVMGetPointerAddressSpace(LLVMTypeOf(slot));
	if (space)
		snprintf(pointer, sizeof(pointer), "PU3AS%u", space);
	arguments[last] = slot;
	result = call_device(body, LLVMTypeOf(arguments[0]), arguments, last + 1, pointer);
	space = LLVMGetPointerAddressSpace(LLVMTypeOf(out));
	out = LLVMBuildBitCast(body->builder, out, LLVMPointerType(type, space), "");
	LLVMBuildStore(body->builder, LLVMBuildLoad2(body->builder, type, slot, ""), out);
	LLVMBuildRet(body->builder, result);
	return true;
}

/* A power that is not an int gives 0 or infinity, and so do these bounds. */
static bool define_long(const struct body *body)
{
	LLVMValueRef arguments[MOST_PARAMETERS];
	LLVMTypeRef type;

	if (!has_form(body, 'T', "Tn", arguments))
		return false;
	type = LLVMTypeOf(arguments[1]);
	for (int sign = 1; sign >= -1; sign -= 2) {
		LLVMValueRef bound = LLVMConstInt(type, (unsigned long long)(sign * 100000LL), true);
		LLVMIntPredicate beyond = sign > 0 ? LLVMIntSGT : LLVMIntSLT;
		LLVMValueRef is_beyond = LLVMBuildICmp(body->builder, beyond, arguments[1], bound, "");

		arguments[1] = LLVMBuildSelect(body->builder, is_beyond, bound, arguments[1], "");
	}
	arguments[1] = LLVMBuildIntCast2(body->builder, arguments[1],
					 LLVMInt32TypeInContext(LLVMGetModuleContext(body->module)), true, "");
	LLVMBuildRet(body->builder, call_device(body, LLVMTypeOf(arguments[0]), arguments, 2, ""));
	return true;
}

static bool define_round(const struct body *body)
{
	LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(body->function));
	LLVMValueRef arguments[MOST_PARAMETERS], whole;

	if (!has_form(body, 'n', "T", arguments))
		return false;
	whole = call_device(body, LLVMTypeOf(arguments[0]), arguments, 1, "");
	LLVMBuildRet(body->builder, LLVMBuildFPToSI(body->builder, whole, type, ""));
	return true;
}

/* Whether a type is two of a field: a structure, or the array that some ABIs return instead. */
static bool is_pair(LLVMTypeRef type, LLVMTypeRef field)
{
	if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		return LLVMGetArrayLength(type) == 2 && LLVMGetElementType(type) == field;
	return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type) == 2 &&
	       LLVMStructGetTypeAtIndex(type, 0) == field && LLVMStructGetTypeAtIndex(type, 1) == field;
}

/* div(), whose result is a pair, or is written through the first parameter. */
static bool define_quotient(const struct body *body)
{
	LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(body->function)), fields[2], pair;
	unsigned count = LLVMCountParams(body->function);
	LLVMValueRef parameters[3], values[2], whole, at;

	if (count < 2 || count > 3)
		return false;
	LLVMGetParams(body->function, parameters);
	fields[0] = LLVMTypeOf(parameters[count - 2]);
	fields[1] = LLVMTypeOf(parameters[count - 1]);
	if (fields[0] != fields[1] || !has_type(body, fields[0], 'n'))
		return false;
	pair = count == 2 ? result : LLVMStructTypeInContext(LLVMGetModuleContext(body->module), fields, 2, false);
	if (!is_pair(pair, fields[0]) || (count == 3 && (LLVMGetTypeKind(result) != LLVMVoidTypeKind ||
							 !has_type(body, LLVMTypeOf(parameters[0]), 'P'))))
		return false;
	values[0] = LLVMBuildSDiv(body->builder, parameters[count - 2], parameters[count - 1], "");
	values[1] = LLVMBuildSRem(body->builder, parameters[count - 2], parameters[count - 1], "");
	whole = LLVMGetUndef(pair);
	for (unsigned i = 0; i < 2; i++)
		whole = LLVMBuildInsertValue(body->builder, whole, values[i], i, "");
	if (count == 2) {
		LLVMBuildRet(body->builder, whole);
		return true;
	}
	at = LLVMBuildBitCast(body->builder, parameters[0],
			      LLVMPointerType(pair, LLVMGetPointerAddressSpace(LLVMTypeOf(parameters[0]))), "");
	LLVMSetAlignment(LLVMBuildStore(body->builder, whole, at), LLVMGetIntTypeWidth(fields[0]) / 8);
	LLVMBuildRetVoid(body->builder);
	return true;
}

/* memcmp(): one byte after another. */
static bool define_compare(const struct body *body)
{
	LLVMContextRef context = LLVMGetModuleContext(body->module);
	LLVMTypeRef byte = LLVMInt8TypeInContext(context), number = LLVMInt32TypeInContext(context), size;
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(body->function), loop, compare, end;
	LLVMValueRef parameters[MOST_PARAMETERS], index, differ[2], values[2], result;

	if (!has_form(body, 'i', "PPn", parameters))
		return false;
	size = LLVMTypeOf(parameters[2]);
	loop = LLVMAppendBasicBlockInContext(context, body->function, "");
	compare = LLVMAppendBasicBlockInContext(context, body->function, "");
	end = LLVMAppendBasicBlockInContext(context, body->function, "");
	for (unsigned i = 0; i < 2; i++)
		parameters[i] = LLVMBuildBitCast(
			body->builder, parameters[i],
			LLVMPointerType(byte, LLVMGetPointerAddressSpace(LLVMTypeOf(parameters[i]))), "");
	LLVMBuildBr(body->builder, loop);
	LLVMPositionBuilderAtEnd(body->builder, loop);
	index = LLVMBuildPhi(body->builder, size, "");
	LLVMBuildCondBr(body->builder, LLVMBuildICmp(body->builder, LLVMIntULT, index, parameters[2], ""), compare,
			end);
	LLVMPositionBuilderAtEnd(body->builder, compare);
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef at = LLVMBuildGEP2(body->builder, byte, parameters[i], &index, 1, "");

		values[i] = LLVMBuildZExt(body->builder, LLVMBuildLoad2(body->builder, byte, at, ""), number, "");
	}
	differ[0] = LLVMConstNull(number);
	differ[1] = LLVMBuildSub(body->builder, values[0], values[1], "");
	LLVMAddIncoming(index,
			(LLVMValueRef[]){ LLVMConstNull(size),
					  LLVMBuildAdd(body->builder, index, LLVMConstInt(size, 1, false), "") },
			(LLVMBasicBlockRef[]){ entry, compare }, 2);
	LLVMBuildCondBr(body->builder, LLVMBuildICmp(body->builder, LLVMIntEQ, differ[1], differ[0], ""), loop, end);
	LLVMPositionBuilderAtEnd(body->builder, end);
	result = LLVMBuildPhi(body->builder, number, "");
	LLVMAddIncoming(result, differ, (LLVMBasicBlockRef[]){ loop, compare }, 2);
	LLVMBuildRet(body->builder, result);
	return true;
}

/* The body gets another name, so that optimisers do not take it for the C library's. */
static void define(LLVMModuleRef module, LLVMValueRef function, const struct c_function *row, bool single)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	struct body body = { module, function, LLVMCreateBuilderInContext(context), row, single };
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(context, function, "");
	char name[NAME_ROOM];

	LLVMPositionBuilderAtEnd(body.builder, entry);
	if (row->define(&body)) {
		snprintf(name, sizeof(name), "__sybil_%s%s", row->name, single ? "f" : "");
		LLVMSetValueName2(function, name, strlen(name));
		LLVMSetLinkage(function, LLVMInternalLinkage);
	} else {
		LLVMDeleteBasicBlock(entry); /* it stays a function that nothing defines, which is an error later */
	}
	LLVMDisposeBuilder(body.builder);
}

void fe_use_device_library(struct front_end *fe)
{
	LLVMModuleRef module = fe->run->ir->module;

	for (LLVMValueRef f = LLVMGetFirstFunction(module), next; f; f = next) {
		const struct c_function *function;
		char name[NAME_ROOM];
		bool single;

		next = LLVMGetNextFunction(f);
		function = LLVMIsDeclaration(f) ? find(ir_name(f), &single) : NULL;
		if (!function)
			continue;
		if (function->define) {
			define(module, f, function, single);
			continue;
		}
		device_name(module, function, single, "", name);
		rename_function(module, f, name);
	}
}
