/* ir/shim/shim_code.cpp — more of shim.h: changes to globals and code. */
#include "shim.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

using namespace llvm;

static AttributeSet attributes_of(LLVMValueRef global, unsigned index)
{
	if (auto *function = dyn_cast<Function>(unwrap(global)))
		return function->getAttributes().getAttributes(index);
	return cast<GlobalVariable>(unwrap(global))->getAttributes();
}

size_t shim_attribute_count(LLVMValueRef global, unsigned index)
{
	return attributes_of(global, index).getNumAttributes();
}

static const char *put_text(StringRef text, size_t *out_len)
{
	*out_len = text.size();
	return text.empty() ? "" : text.data();
}

bool shim_attribute_at(LLVMValueRef global, unsigned index, size_t i, const char **out_name, size_t *out_name_len,
		       const char **out_value, size_t *out_value_len)
{
	Attribute attribute = *(attributes_of(global, index).begin() + i);

	if (!attribute.isStringAttribute())
		return false;
	*out_name = put_text(attribute.getKindAsString(), out_name_len);
	*out_value = put_text(attribute.getValueAsString(), out_value_len);
	return true;
}

const char *shim_attribute(LLVMValueRef global, unsigned index, const char *name, size_t *out_len)
{
	Attribute attribute = attributes_of(global, index).getAttribute(name);

	return attribute.isStringAttribute() ? put_text(attribute.getValueAsString(), out_len) : nullptr;
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

LLVMBasicBlockRef shim_split_before(LLVMValueRef instruction)
{
	auto *first = unwrap<Instruction>(instruction);

	return wrap(first->getParent()->splitBasicBlock(first));
}

bool shim_inline(LLVMValueRef call)
{
	InlineFunctionInfo info;

	return InlineFunction(*unwrap<CallBase>(call), info).isSuccess();
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
