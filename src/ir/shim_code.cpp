/* ir/shim_code.cpp — more of shim.h: what the LLVM-C API cannot change. */
#include "shim.h"

#include <llvm/IR/GlobalVariable.h>

using namespace llvm;

void shim_global_attribute_add(LLVMValueRef global, const char *name, size_t name_len, const char *value,
			       size_t value_len)
{
	unwrap<GlobalVariable>(global)->addAttribute(StringRef(name, name_len), StringRef(value, value_len));
}
