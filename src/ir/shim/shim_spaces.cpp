/* ir/shim/shim_spaces.cpp — move a module to other address spaces; see shim_spaces.h.
 *
 * LLVM's value mapper does the work that it does for linking: it rewrites types, constants, attributes and metadata in
 * place. Functions and variables whose types change are replaced by new ones first, since their types are fixed. */
#include "shim_spaces.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

using namespace llvm;

namespace
{

class Spaces : public ValueMapTypeRemapper
{
	ArrayRef<unsigned> to;
	DenseMap<Type *, Type *> known;

	Type *structure(StructType *type)
	{
		SmallVector<Type *, 8> parts;
		bool same = true;

		if (type->isOpaque())
			return type;
		for (Type *part : type->elements()) {
			parts.push_back(remapType(part));
			same &= parts.back() == part;
		}
		if (same)
			return type;
		if (type->isLiteral())
			return StructType::get(type->getContext(), parts, type->isPacked());
		std::string name = type->getName().str();
		type->setName("");
		return StructType::create(type->getContext(), parts, name, type->isPacked());
	}

	Type *function(FunctionType *type)
	{
		SmallVector<Type *, 8> parameters;

		for (Type *parameter : type->params())
			parameters.push_back(remapType(parameter));
		return FunctionType::get(remapType(type->getReturnType()), parameters, type->isVarArg());
	}

	Type *change(Type *type)
	{
		if (auto *one = dyn_cast<PointerType>(type))
			return PointerType::get(type->getContext(), space(one->getAddressSpace()));
		if (auto *one = dyn_cast<ArrayType>(type))
			return ArrayType::get(remapType(one->getElementType()), one->getNumElements());
		if (auto *one = dyn_cast<VectorType>(type))
			return VectorType::get(remapType(one->getElementType()), one->getElementCount());
		if (auto *one = dyn_cast<StructType>(type))
			return structure(one);
		if (auto *one = dyn_cast<FunctionType>(type))
			return function(one);
		return type;
	}

      public:
	explicit Spaces(ArrayRef<unsigned> spaces) : to(spaces)
	{
	}

	unsigned space(unsigned old) const
	{
		return old < to.size() ? to[old] : old;
	}

	Type *remapType(Type *type) override
	{
		auto found = known.find(type);

		if (found != known.end())
			return found->second;
		Type *made = change(type);
		known[type] = made;
		return made;
	}
};

class Move
{
	Module &module;
	Spaces spaces;
	ValueToValueMapTy values;
	SmallVector<GlobalValue *, 32> replaced;
	SmallPtrSet<Constant *, 32> visited;

	const RemapFlags flags = RF_IgnoreMissingLocals | RF_ReuseAndMutateDistinctMDs;

	void make_variable(GlobalVariable &old)
	{
		Type *type = spaces.remapType(old.getValueType());
		unsigned space = spaces.space(old.getAddressSpace());

		if (type == old.getValueType() && space == old.getAddressSpace())
			return;
		auto *made = new GlobalVariable(module, type, old.isConstant(), old.getLinkage(), nullptr, "", &old,
						old.getThreadLocalMode(), space, old.isExternallyInitialized());
		made->copyAttributesFrom(&old);
		made->copyMetadata(&old, 0);
		made->setComdat(old.getComdat());
		made->takeName(&old);
		values[&old] = made;
		replaced.push_back(&old);
	}

	/* Types in attributes: byval, sret and so on. */
	void move_attributes(Function &f)
	{
		AttributeList list = f.getAttributes();

		for (unsigned i : list.indexes())
			for (int kind = Attribute::FirstTypeAttr; kind <= Attribute::LastTypeAttr; kind++) {
				Attribute one = list.getAttributeAtIndex(i, static_cast<Attribute::AttrKind>(kind));

				if (one.isValid() && one.getValueAsType())
					list = list.replaceAttributeTypeAtIndex(f.getContext(), i,
										static_cast<Attribute::AttrKind>(kind),
										spaces.remapType(one.getValueAsType()));
			}
		f.setAttributes(list);
	}

	void make_function(Function &old)
	{
		auto *type = cast<FunctionType>(spaces.remapType(old.getFunctionType()));

		if (type == old.getFunctionType())
			return;
		Function *made = Function::Create(type, old.getLinkage(), old.getAddressSpace());
		module.getFunctionList().insert(old.getIterator(), made);
#if LLVM_VERSION_MAJOR > 18
		made->IsNewDbgInfoFormat = old.IsNewDbgInfoFormat;
#endif
		made->copyAttributesFrom(&old);
		made->setComdat(old.getComdat());
		made->copyMetadata(&old, 0);
		std::string name = old.getName().str();
		old.setName("");
		made->setName(name); /* it makes an intrinsic one, which takeName does not */
#if LLVM_VERSION_MAJOR < 16
		made->getBasicBlockList().splice(made->begin(), old.getBasicBlockList());
#else
		made->splice(made->begin(), &old);
#endif
		for (Argument &argument : old.args()) {
			made->getArg(argument.getArgNo())->takeName(&argument);
			values[&argument] = made->getArg(argument.getArgNo());
		}
		values[&old] = made;
		replaced.push_back(&old);
	}

	/* Casts in constants that would lead to their own type, innermost first. */
	void look_into(Constant *constant)
	{
		if (!visited.insert(constant).second || isa<GlobalValue>(constant))
			return;
		for (Use &operand : constant->operands())
			if (auto *one = dyn_cast<Constant>(operand.get()))
				look_into(one);
		auto *expression = dyn_cast<ConstantExpr>(constant);
		if (expression && expression->getOpcode() == Instruction::AddrSpaceCast &&
		    spaces.remapType(expression->getType()) == spaces.remapType(expression->getOperand(0)->getType()))
			values[expression] = MapValue(expression->getOperand(0), values, flags, &spaces);
	}

	void look_into_operands(User &user)
	{
		for (Use &operand : user.operands())
			if (auto *one = dyn_cast<Constant>(operand.get()))
				look_into(one);
	}

	void look_into_all()
	{
		for (GlobalVariable &variable : module.globals())
			look_into_operands(variable);
		for (Function &f : module)
			for (Instruction &i : instructions(f))
				look_into_operands(i);
	}

	void move_initializers(ArrayRef<GlobalVariable *> variables)
	{
		for (GlobalVariable *old : variables) {
			auto found = values.find(old);
			auto *now = found == values.end() ? old : cast<GlobalVariable>(found->second);

			if (old->hasInitializer())
				now->setInitializer(
					cast<Constant>(MapValue(old->getInitializer(), values, flags, &spaces)));
		}
	}

	static void drop_casts(Function &f)
	{
		for (auto i = inst_begin(f), end = inst_end(f); i != end;) {
			auto *cast = dyn_cast<AddrSpaceCastInst>(&*i++);

			if (!cast || cast->getType() != cast->getOperand(0)->getType())
				continue;
			cast->replaceAllUsesWith(cast->getOperand(0));
			cast->eraseFromParent();
		}
	}

	void move_lists()
	{
		for (NamedMDNode &list : module.named_metadata())
			for (unsigned i = 0; i < list.getNumOperands(); i++)
				list.setOperand(i, MapMetadata(list.getOperand(i), values, flags, &spaces));
	}

	void drop_replaced()
	{
		for (GlobalValue *old : replaced) {
			if (auto *f = dyn_cast<Function>(old))
				f->dropAllReferences();
			else
				cast<GlobalVariable>(old)->dropAllReferences();
		}
		for (GlobalValue *old : replaced) {
			old->removeDeadConstantUsers();
			if (!old->use_empty()) /* only by constants that nothing uses */
				old->replaceAllUsesWith(UndefValue::get(old->getType()));
			old->eraseFromParent();
		}
	}

	/* The names of intrinsics contain types. */
	void rename_intrinsics()
	{
		SmallVector<Function *, 16> intrinsics;

		for (Function &f : module)
			if (f.isIntrinsic())
				intrinsics.push_back(&f);
		for (Function *f : intrinsics)
			if (auto named = Intrinsic::remangleIntrinsicFunction(f)) {
				f->replaceAllUsesWith(*named);
				f->eraseFromParent();
			}
	}

      public:
	Move(Module &m, ArrayRef<unsigned> to) : module(m), spaces(to)
	{
	}

	void run()
	{
		SmallVector<GlobalVariable *, 32> variables;
		SmallVector<Function *, 64> functions;

		for (GlobalVariable &variable : module.globals())
			variables.push_back(&variable);
		for (Function &f : module)
			functions.push_back(&f);
		for (GlobalVariable *variable : variables)
			make_variable(*variable);
		for (Function *f : functions)
			make_function(*f);
		look_into_all();
		move_initializers(variables);
		for (Function &f : module) {
			if (f.isDeclaration() && values.find(&f) != values.end())
				continue;
			move_attributes(f);
			RemapFunction(f, values, flags, &spaces);
			/* the mapper also maps parameters, which are new already */
			for (Argument &argument : f.args())
				argument.mutateType(f.getFunctionType()->getParamType(argument.getArgNo()));
			drop_casts(f);
		}
		move_lists();
		drop_replaced();
		rename_intrinsics();
	}
};

} // namespace

bool shim_move_spaces(LLVMModuleRef module, const unsigned *to, size_t count)
{
	Module &m = *unwrap(module);

	if (!m.alias_empty() || !m.ifunc_empty())
		return false;
	Move(m, ArrayRef<unsigned>(to, count)).run();
	return true;
}

LLVMValueRef shim_function_copy(LLVMValueRef function, const char *name)
{
	ValueToValueMapTy values;
	Function *copy = CloneFunction(unwrap<Function>(function), values);

	copy->setName(name);
	return wrap(copy);
}
