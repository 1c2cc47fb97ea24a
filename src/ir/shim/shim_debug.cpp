/* ir/shim/shim_debug.cpp — more of shim.h: debug information that other programs do not support. */
#include "shim.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

using namespace llvm;

static bool is_known(const DIExpression &expression, ArrayRef<uint64_t> known)
{
	return all_of(expression.expr_ops(),
		      [known](const DIExpression::ExprOperand &op) { return is_contained(known, op.getOp()); });
}

/* An expression of the same part of a variable, without operations. */
static DIExpression *plain_expression(const DIExpression &expression)
{
	DIExpression *empty = DIExpression::get(expression.getContext(), {});
	auto part = expression.getFragmentInfo();

	if (!part)
		return empty;
	return DIExpression::createFragmentExpression(empty, unsigned(part->OffsetInBits), unsigned(part->SizeInBits))
		.value_or(empty);
}

static Metadata *unknown_value(LLVMContext &context)
{
	return ValueAsMetadata::get(UndefValue::get(Type::getInt32Ty(context)));
}

/* Not removed: the value that was known before would be shown as if it still held. */
static void forget_instruction(DbgVariableIntrinsic &record, ArrayRef<uint64_t> known)
{
	LLVMContext &context = record.getContext();
	DIExpression &expression = *record.getExpression();
	CallBase &call = record; /* the derived class hides setArgOperand */

	if (is_known(expression, known))
		return;
	call.setArgOperand(0, MetadataAsValue::get(context, unknown_value(context)));
	call.setArgOperand(2, MetadataAsValue::get(context, plain_expression(expression)));
}

#if LLVM_VERSION_MAJOR > 18
static void forget_records(Instruction &instruction, ArrayRef<uint64_t> known)
{
	for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange())) {
		if (is_known(*record.getExpression(), known))
			continue;
		record.setRawLocation(unknown_value(instruction.getContext()));
		record.setExpression(plain_expression(*record.getExpression()));
	}
}
#endif

void shim_debug_forget_values(LLVMModuleRef module, const uint64_t *known, size_t count)
{
	ArrayRef<uint64_t> list(known, count);

	for (Function &function : *unwrap(module))
		for (Instruction &instruction : instructions(function)) {
#if LLVM_VERSION_MAJOR > 18
			forget_records(instruction, list);
#endif
			if (auto *record = dyn_cast<DbgVariableIntrinsic>(&instruction))
				forget_instruction(*record, list);
		}
}

/* ---- places of variables ---- */

LLVMMetadataRef shim_debug_declared(LLVMValueRef alloca)
{
	Value *room = unwrap(alloca);

#if LLVM_VERSION_MAJOR > 18
	for (DbgVariableRecord *record : findDVRDeclares(room))
		return wrap(record->getDebugLoc().getAsMDNode());
	for (DbgDeclareInst *record : findDbgDeclares(room))
		return wrap(record->getDebugLoc().getAsMDNode());
#else
	for (DbgVariableIntrinsic *record : FindDbgAddrUses(room))
		return wrap(record->getDebugLoc().getAsMDNode());
#endif
	return nullptr;
}

/* Drop all locations of variables that are split anywhere. */
template <typename Record> static void drop_split(ArrayRef<Record *> list)
{
	SmallPtrSet<const DILocalVariable *, 16> split;

	for (Record *record : list)
		if (record->getExpression()->isFragment())
			split.insert(record->getVariable());
	for (Record *record : list)
		if (split.contains(record->getVariable()))
			record->eraseFromParent();
}

static void drop_split_in(Function &function)
{
	SmallVector<DbgVariableIntrinsic *, 32> list;

	for (Instruction &instruction : instructions(function))
		if (auto *record = dyn_cast<DbgVariableIntrinsic>(&instruction))
			list.push_back(record);
	drop_split<DbgVariableIntrinsic>(list);
#if LLVM_VERSION_MAJOR > 18
	SmallVector<DbgVariableRecord *, 32> records;

	for (Instruction &instruction : instructions(function))
		for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange()))
			records.push_back(&record);
	drop_split<DbgVariableRecord>(records);
#endif
}

void shim_debug_forget_places(LLVMModuleRef module)
{
	for (Function &function : *unwrap(module))
		drop_split_in(function);
	for (GlobalVariable &variable : unwrap(module)->globals())
		if (variable.hasLocalLinkage() || variable.getName().contains('.'))
			variable.eraseMetadata(LLVMContext::MD_dbg);
}

/* ---- arguments of templates ---- */

static void give_values(Metadata *parameters)
{
	auto *list = dyn_cast_or_null<MDTuple>(parameters);
	const unsigned value_operand = 2;

	for (unsigned i = 0; list && i < list->getNumOperands(); i++) {
		auto *parameter = dyn_cast_or_null<DITemplateValueParameter>(list->getOperand(i));

		if (!parameter)
			continue;
		if (!parameter->getValue())
			parameter->replaceOperandWith(value_operand, unknown_value(parameter->getContext()));
		else
			give_values(parameter->getValue()); /* a pack */
	}
}

void shim_debug_give_template_values(LLVMModuleRef module)
{
	DebugInfoFinder found;

	found.processModule(*unwrap(module));
	for (DIType *type : found.types())
		if (auto *composite = dyn_cast<DICompositeType>(type))
			give_values(composite->getRawTemplateParams());
	for (DISubprogram *function : found.subprograms())
		give_values(function->getRawTemplateParams());
}

/* ---- calls ---- */

static const RemapFlags map_flags = RF_ReuseAndMutateDistinctMDs | RF_IgnoreMissingLocals;

/* Flags of a node cannot be changed, so replace the node everywhere. */
static void map_all(Module &module, ValueToValueMapTy &map)
{
	for (Function &function : module)
		RemapFunction(function, map, map_flags);
	for (GlobalVariable &variable : module.globals()) {
		SmallVector<DIGlobalVariableExpression *, 1> expressions;

		variable.getDebugInfo(expressions);
		variable.eraseMetadata(LLVMContext::MD_dbg);
		for (DIGlobalVariableExpression *one : expressions)
			variable.addDebugInfo(cast<DIGlobalVariableExpression>(MapMetadata(one, map, map_flags)));
	}
	for (NamedMDNode &list : module.named_metadata())
		for (unsigned i = 0; i < list.getNumOperands(); i++)
			list.setOperand(i, MapMetadata(list.getOperand(i), map, map_flags));
}

void shim_debug_forget_calls(LLVMModuleRef module)
{
	Module &m = *unwrap(module);
	SmallVector<MDNode *, 32> changed;
	ValueToValueMapTy map;
	DebugInfoFinder found;

	found.processModule(m);
	for (DISubprogram *function : found.subprograms()) {
		auto flags = function->getFlags() & ~DINode::FlagAllCallsDescribed;

		if (flags == function->getFlags() || !function->isDistinct()) /* as definitions are */
			continue;
		changed.push_back(MDNode::replaceWithDistinct(function->cloneWithFlags(flags)));
		map.MD()[function].reset(changed.back());
	}
	if (changed.empty())
		return;
	map_all(m, map);
	for (MDNode *function : changed) /* their variables name them */
		for (unsigned i = 0; i < function->getNumOperands(); i++)
			if (Metadata *operand = function->getOperand(i))
				function->replaceOperandWith(i, MapMetadata(operand, map, map_flags));
}
