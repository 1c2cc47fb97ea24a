/* ir/shim/shim_code.cpp — more of shim.h: what the LLVM-C API cannot change. */
#include "shim.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

using namespace llvm;

void shim_global_attribute_add(LLVMValueRef global, const char *name, size_t name_len, const char *value,
			       size_t value_len)
{
	unwrap<GlobalVariable>(global)->addAttribute(StringRef(name, name_len), StringRef(value, value_len));
}

/* Casts of casts fold: what was cast to the generic space is cast there from the new one. */
LLVMValueRef shim_global_move(LLVMValueRef global, unsigned address_space)
{
	auto *from = unwrap<GlobalVariable>(global);
	auto *to = new GlobalVariable(*from->getParent(), from->getValueType(), false, GlobalValue::InternalLinkage,
				      UndefValue::get(from->getValueType()), "", from, GlobalValue::NotThreadLocal,
				      address_space);

	to->setAlignment(from->getAlign());
	to->takeName(from);
	from->replaceAllUsesWith(ConstantExpr::getPointerBitCastOrAddrSpaceCast(to, from->getType()));
	from->eraseFromParent();
	return wrap(to);
}
