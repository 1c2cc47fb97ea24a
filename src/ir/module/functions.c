/* ir/module/functions.c — kinds of functions, their attributes, and texts. */
#include "ir.h"

#include "base/number.h"

enum { SPIR_KERNEL_CALL = 76, PTX_KERNEL_CALL = 71, AMDGPU_KERNEL_CALL = 91 };

const char *ir_attribute(LLVMValueRef function, const char *name, size_t *out_len)
{
	return shim_attribute(function, LLVMAttributeFunctionIndex, name, out_len);
}

bool ir_is_kernel(LLVMValueRef function)
{
	unsigned convention = LLVMGetFunctionCallConv(function);

	return !LLVMIsDeclaration(function) &&
	       (convention == SPIR_KERNEL_CALL || convention == PTX_KERNEL_CALL || convention == AMDGPU_KERNEL_CALL);
}

size_t syb_ir_kernels(const struct syb_ir *ir, const char **out_names, size_t room)
{
	size_t count = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f; f = LLVMGetNextFunction(f)) {
		if (!ir_is_kernel(f))
			continue;
		if (count < room)
			out_names[count] = ir_name(f);
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
	name = ir_unmangled(name);
	return str_starts(name, "__spirv_") || str_starts(name, "__sycl_") || str_starts(name, "__esimd_");
}

bool ir_is_entry_point(LLVMValueRef function)
{
	if (ir_is_kernel(function))
		return true;
	return !LLVMIsDeclaration(function) && ir_has(function, "sycl-module-id") && !is_builtin(ir_name(function));
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
	const char *name = ir_name(function);

	if (ir_has(function, "indirectly-callable")) /* virtual functions are linked by their sets */
		return false;
	if (LLVMGetIntrinsicID(function) != 0 || str_starts(first_word(name), "__") || is_builtin(name))
		return false;
	return LLVMIsDeclaration(function) || ir_has(function, "sycl-module-id");
}

struct text text_trim(struct text text)
{
	while (text.len && text.ptr[0] == ' ')
		text = (struct text){ text.ptr + 1, text.len - 1 };
	while (text.len && text.ptr[text.len - 1] == ' ')
		text.len--;
	return text;
}

bool text_number(struct text text, int64_t least, int64_t most, int64_t *out_value)
{
	bool negative;
	unsigned base;
	int64_t value = 0;
	size_t i;

	text = text_trim(text);
	negative = text.len && text.ptr[0] == '-';
	i = negative;
	base = text.len - i > 2 && text.ptr[i] == '0' && (text.ptr[i + 1] | 0x20) == 'x' ? 16 : 10;
	i += base == 16 ? 2 : 0;
	if (i == text.len)
		return false;
	for (; i < text.len; i++) {
		int digit = number_hex_digit(text.ptr[i]);

		if (digit < 0 || (unsigned)digit >= base || !checked_mul(value, base, &value) ||
		    !checked_add(value, negative ? -digit : digit, &value))
			return false;
	}
	if (value < least || value > most)
		return false;
	*out_value = value;
	return true;
}
