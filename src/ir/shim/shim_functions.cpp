/* ir/shim/shim_functions.cpp — more of shim.h: replace functions by ones with other parameters. */
#include "shim.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

using namespace llvm;

/* A declaration before it, with everything but its name, body and users. */
static Function *function_like(Function &old, FunctionType *type)
{
	Function *made = Function::Create(type, old.getLinkage(), old.getAddressSpace());

	old.getParent()->getFunctionList().insert(old.getIterator(), made);
#if LLVM_VERSION_MAJOR > 18
	made->IsNewDbgInfoFormat = old.IsNewDbgInfoFormat;
#endif
	made->copyAttributesFrom(&old);
	made->setComdat(old.getComdat());
	made->copyMetadata(&old, 0);
	return made;
}

static void take_body(Function &made, Function &old)
{
#if LLVM_VERSION_MAJOR < 16
	made.getBasicBlockList().splice(made.begin(), old.getBasicBlockList());
#else
	made.splice(made.begin(), &old);
#endif
}

static LLVMValueRef take_place(Function &made, Function &old)
{
	made.takeName(&old);
	/* metadata names functions themselves, not casts of them */
	if (old.isUsedByMetadata())
		ValueAsMetadata::handleRAUW(&old, &made);
	old.replaceAllUsesWith(ConstantExpr::getPointerCast(&made, old.getType()));
	old.eraseFromParent();
	return wrap(&made);
}

static void take_use(Argument &now, Argument &old)
{
	now.takeName(&old);
	old.replaceAllUsesWith(&now);
}

/* Attributes without those of dropped parameters. */
static AttributeList attributes_without(const Function &f, const bool *drop)
{
	AttributeList all = f.getAttributes();
	SmallVector<AttributeSet, 16> kept;

	for (unsigned i = 0; i < f.arg_size(); i++)
		if (!drop[i])
			kept.push_back(all.getParamAttrs(i));
	return AttributeList::get(f.getContext(), all.getFnAttrs(), all.getRetAttrs(), kept);
}

LLVMValueRef shim_function_drop_parameters(LLVMValueRef function, const bool *drop)
{
	Function &old = *unwrap<Function>(function);
	SmallVector<Type *, 16> types;

	for (Argument &argument : old.args())
		if (!drop[argument.getArgNo()])
			types.push_back(argument.getType());
	Function *made = function_like(old, FunctionType::get(old.getReturnType(), types, false));
	made->setAttributes(attributes_without(old, drop));
	take_body(*made, old);
	auto next = made->arg_begin();
	for (Argument &argument : old.args()) {
		if (drop[argument.getArgNo()])
			argument.replaceAllUsesWith(UndefValue::get(argument.getType()));
		else
			take_use(*next++, argument);
	}
	return take_place(*made, old);
}

LLVMValueRef shim_function_add_parameter(LLVMValueRef function, LLVMTypeRef type)
{
	Function &old = *unwrap<Function>(function);
	SmallVector<Type *, 16> types(old.getFunctionType()->params().begin(), old.getFunctionType()->params().end());

	types.push_back(unwrap(type));
	Function *made = function_like(old, FunctionType::get(old.getReturnType(), types, false));
	take_body(*made, old);
	for (Argument &argument : old.args())
		take_use(*made->getArg(argument.getArgNo()), argument);
	return take_place(*made, old);
}

/* The parameters of a function, pointers of a space as 32 bits. */
static SmallVector<Type *, 16> offset_types(const Function &function, unsigned space)
{
	SmallVector<Type *, 16> types;

	for (const Argument &argument : function.args()) {
		Type *type = argument.getType();
		bool is_pointer = type->isPointerTy() && type->getPointerAddressSpace() == space;

		types.push_back(is_pointer ? Type::getInt32Ty(function.getContext()) : type);
	}
	return types;
}

LLVMValueRef shim_function_offsets(LLVMValueRef function, LLVMValueRef base)
{
	Function &old = *unwrap<Function>(function);
	auto *memory = unwrap<GlobalVariable>(base);
	SmallVector<Type *, 16> types = offset_types(old, memory->getAddressSpace());
	auto *type = FunctionType::get(old.getReturnType(), types, false);

	if (type == old.getFunctionType())
		return function;
	Function *made = function_like(old, type);
	take_body(*made, old);
	IRBuilder<> builder(&made->getEntryBlock(), made->getEntryBlock().begin());
	for (Argument &argument : old.args()) {
		Argument *now = made->getArg(argument.getArgNo());
		Value *value = now;

		now->takeName(&argument);
		if (now->getType() != argument.getType()) {
			made->setAttributes(
				made->getAttributes().removeParamAttributes(made->getContext(), now->getArgNo()));
			value = builder.CreateGEP(builder.getInt8Ty(), memory, now);
			builder.CreateAlignmentAssumption(made->getParent()->getDataLayout(), value,
							  memory->getAlign().valueOrOne().value());
		}
		argument.replaceAllUsesWith(value);
	}
	return take_place(*made, old);
}
