/* ir/module/functions.c — what functions are: kernels, entry points, their attributes. */
#include "ir.h"

enum { SPIR_KERNEL_CALL = 76, PTX_KERNEL_CALL = 71, AMDGPU_KERNEL_CALL = 91 };

const char *ir_attribute(LLVMValueRef function, const char *name, size_t *out_len)
{
	LLVMAttributeRef attribute =
		LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
	unsigned len = 0;
	const char *value;

	if (!attribute)
		return NULL;
	value = LLVMGetStringAttributeValue(attribute, &len);
	*out_len = len;
	return value;
}

bool ir_is_kernel(LLVMValueRef function)
{
	unsigned convention = LLVMGetFunctionCallConv(function);

	return !LLVMIsDeclaration(function) &&
	       (convention == SPIR_KERNEL_CALL || convention == PTX_KERNEL_CALL || convention == AMDGPU_KERNEL_CALL);
}

size_t syb_ir_kernels(const struct syb_ir *ir, const char **out_names, size_t room)
{
	size_t count = 0, len;

	for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = LLVMGetNextFunction(f)) {
		if (!ir_is_kernel(f))
			continue;
		if (count < room)
			out_names[count] = LLVMGetValueName2(f, &len);
		count++;
	}
	return count;
}

/* Functions of the compiler carry a module id, too, and are not the user's: _Z<digits>__spirv_…, __builtin_…. */
static bool is_builtin(const char *name)
{
	if (str_starts(name, "__builtin_"))
		return true;
	if (!str_starts(name, "_Z"))
		return false;
	name += 2;
	name += strspn(name, "0123456789");
	return str_starts(name, "__spirv_") || str_starts(name, "__sycl_") || str_starts(name, "__esimd_");
}

bool ir_is_entry_point(LLVMValueRef function)
{
	size_t len;

	if (ir_is_kernel(function))
		return true;
	return !LLVMIsDeclaration(function) && ir_attribute(function, "sycl-module-id", &len) &&
	       !is_builtin(LLVMGetValueName2(function, &len));
}

/* Where the name proper begins: that of _ZN3foo3barEv is "foo", of __x it is itself. */
static const char *first_word(const char *name)
{
	if (!str_starts(name, "_Z"))
		return name;
	name += 2;
	name += strspn(name, "NKLVrt");
	return name + strspn(name, "0123456789");
}

bool ir_is_importable(LLVMValueRef function)
{
	size_t len;
	const char *name = LLVMGetValueName2(function, &len);

	if (ir_attribute(function, "indirectly-callable", &len)) /* virtual functions are linked by their sets */
		return false;
	if (LLVMGetIntrinsicID(function) != 0 || str_starts(first_word(name), "__") || is_builtin(name))
		return false;
	return LLVMIsDeclaration(function) || ir_attribute(function, "sycl-module-id", &len);
}
