/* ir/shim/shim_code.cpp — more of shim.h: changes to globals and code. */
#include "shim.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

using namespace llvm;

const char *shim_global_attribute(LLVMValueRef global, const char *name, size_t *out_len)
{
	Attribute attribute = unwrap<GlobalVariable>(global)->getAttribute(name);

	if (!attribute.isStringAttribute())
		return nullptr;
	*out_len = attribute.getValueAsString().size();
	return *out_len ? attribute.getValueAsString().data() : "";
}

void shim_global_attribute_add(LLVMValueRef global, const char *name, size_t name_len, const char *value,
			       size_t value_len)
{
	unwrap<GlobalVariable>(global)->addAttribute(StringRef(name, name_len), StringRef(value, value_len));
}

/* Casts of casts fold into one from the new address space. */
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

void shim_split_end(LLVMBasicBlockRef block)
{
	unwrap(block)->splitBasicBlock(unwrap(block)->getTerminator());
}

bool shim_blocks_ordered(LLVMValueRef function)
{
	Function &f = *unwrap<Function>(function);
	SmallPtrSet<BasicBlock *, 16> reached = { &f.getEntryBlock() };

	for (BasicBlock &block : f) {
		if (!reached.contains(&block))
			return false;
		for (BasicBlock *next : successors(&block))
			reached.insert(next);
	}
	return true;
}

void shim_order_blocks(LLVMValueRef function)
{
	Function &f = *unwrap<Function>(function);
	BasicBlock *last = nullptr;

	for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&f)) {
		if (last)
			block->moveAfter(last);
		last = block;
	}
}
