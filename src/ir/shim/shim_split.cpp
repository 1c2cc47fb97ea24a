/* ir/shim/shim_split.cpp — splitting a module; see shim_split.h. */
#include "shim_split.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

using namespace llvm;

LLVMModuleRef shim_module_like(LLVMModuleRef module)
{
	Module &from = *unwrap(module);
	auto *to = new Module(from.getModuleIdentifier(), from.getContext());

	to->setSourceFileName(from.getSourceFileName());
	to->setTargetTriple(from.getTargetTriple());
	to->setDataLayout(from.getDataLayout());
	to->setModuleInlineAsm(from.getModuleInlineAsm());
#if LLVM_VERSION_MAJOR >= 19
	to->setIsNewDbgInfoFormat(from.IsNewDbgInfoFormat);
#endif
	return wrap(to);
}

void shim_detach(LLVMValueRef global)
{
	auto *value = unwrap<GlobalValue>(global);

	if (value->getParent())
		value->removeFromParent();
}

#if LLVM_VERSION_MAJOR >= 17
#define APPEND(module, list, insert, value) (module).insert(value)
#else
#define APPEND(module, list, insert, value) (module).list().push_back(value)
#endif

void shim_move(LLVMValueRef global, LLVMModuleRef to)
{
	auto *value = unwrap<GlobalValue>(global);
	Module &module = *unwrap(to);

	shim_detach(global);
	if (auto *function = dyn_cast<Function>(value))
		module.getFunctionList().push_back(function);
	else if (auto *variable = dyn_cast<GlobalVariable>(value))
		APPEND(module, getGlobalList, insertGlobalVariable, variable);
	else if (auto *alias = dyn_cast<GlobalAlias>(value))
		APPEND(module, getAliasList, insertAlias, alias);
	else if (auto *ifunc = dyn_cast<GlobalIFunc>(value))
		APPEND(module, getIFuncList, insertIFunc, ifunc);
}

/* ---- writing ---- */

struct shim_writer {
	SmallVector<char, 0> buffer;
};

struct shim_writer *shim_writer_new(void)
{
	return new shim_writer;
}

void shim_writer_free(struct shim_writer *writer)
{
	delete writer;
}

const void *shim_writer_bitcode(struct shim_writer *writer, LLVMModuleRef module, size_t *out_len)
{
	writer->buffer.clear();
	{
		BitcodeWriter out(writer->buffer);

		out.writeModule(*unwrap(module));
		out.writeStrtab();
	}
	*out_len = writer->buffer.size();
	return writer->buffer.data();
}

/* ---- sight ---- */

static void look(GlobalValue *value, struct shim_sight *out)
{
	auto *object = dyn_cast<GlobalObject>(value);

	out->comdat = object ? object->getComdat() : nullptr;
	out->linkage = static_cast<uint8_t>(value->getLinkage());
	out->visibility = static_cast<uint8_t>(value->getVisibility());
	out->storage = static_cast<uint8_t>(value->getDLLStorageClass());
	out->dso_local = value->isDSOLocal();
}

void shim_internalize(LLVMValueRef global, struct shim_sight *out_before)
{
	auto *value = unwrap<GlobalValue>(global);

	look(value, out_before);
	if (out_before->comdat)
		cast<GlobalObject>(value)->setComdat(nullptr);
	value->setLinkage(GlobalValue::InternalLinkage);
}

void shim_show(LLVMValueRef global, const struct shim_sight *sight)
{
	auto *value = unwrap<GlobalValue>(global);

	value->setLinkage(static_cast<GlobalValue::LinkageTypes>(sight->linkage));
	value->setVisibility(static_cast<GlobalValue::VisibilityTypes>(sight->visibility));
	value->setDLLStorageClass(static_cast<GlobalValue::DLLStorageClassTypes>(sight->storage));
	value->setDSOLocal(sight->dso_local);
	if (sight->comdat)
		cast<GlobalObject>(value)->setComdat(static_cast<Comdat *>(sight->comdat));
}

bool shim_is_discardable(LLVMValueRef global)
{
	return unwrap<GlobalValue>(global)->isDiscardableIfUnused();
}

bool shim_is_available_externally(LLVMValueRef global)
{
	return unwrap<GlobalValue>(global)->hasAvailableExternallyLinkage();
}

static void move_body(Function *from, Function *to)
{
#if LLVM_VERSION_MAJOR >= 16
	to->splice(to->end(), from);
#else
	to->getBasicBlockList().splice(to->end(), from->getBasicBlockList());
#endif
	to->setPersonalityFn(from->hasPersonalityFn() ? from->getPersonalityFn() : nullptr);
	to->setPrefixData(from->hasPrefixData() ? from->getPrefixData() : nullptr);
	to->setPrologueData(from->hasPrologueData() ? from->getPrologueData() : nullptr);
	to->copyMetadata(from, 0);
	from->clearMetadata();
	from->setPersonalityFn(nullptr);
	from->setPrefixData(nullptr);
	from->setPrologueData(nullptr);
}

LLVMValueRef shim_strip(LLVMValueRef function, struct shim_sight *out_before)
{
	auto *f = unwrap<Function>(function);
	Function *body = Function::Create(f->getFunctionType(), GlobalValue::ExternalLinkage, f->getAddressSpace());

#if LLVM_VERSION_MAJOR >= 19
	body->setIsNewDbgInfoFormat(f->IsNewDbgInfoFormat);
#endif
	look(f, out_before);
	move_body(f, body);
	f->setComdat(nullptr);
	f->setLinkage(GlobalValue::ExternalLinkage);
	f->setDSOLocal(false);
	return wrap(body);
}

void shim_dress(LLVMValueRef function, LLVMValueRef body, const struct shim_sight *before)
{
	auto *from = unwrap<Function>(body);

	move_body(from, unwrap<Function>(function));
	shim_show(function, before);
	delete from;
}

bool shim_is_unused(LLVMValueRef global)
{
	auto *value = unwrap<GlobalValue>(global);

	value->removeDeadConstantUsers();
	return value->use_empty();
}

void shim_functions_drop(const LLVMValueRef *functions, size_t count)
{
	for (size_t i = 0; i < count; i++)
		unwrap<Function>(functions[i])->dropAllReferences();
	for (size_t i = 0; i < count; i++) {
		auto *function = unwrap<Function>(functions[i]);

		function->removeDeadConstantUsers();
		function->eraseFromParent();
	}
}

/* ---- what metadata mentions ---- */

bool shim_in_metadata(LLVMValueRef global)
{
	return unwrap(global)->isUsedByMetadata();
}

/* Nodes below which no global is mentioned are remembered: most metadata is shared. */
struct shim_mentions {
	DenseSet<const MDNode *> clean;
};

struct shim_mentions *shim_mentions_new(void)
{
	return new shim_mentions;
}

void shim_mentions_free(struct shim_mentions *mentions)
{
	delete mentions;
}

namespace
{
struct mention_walk {
	shim_mentions &memo;
	SetVector<const MDNode *> nodes;
	SetVector<GlobalValue *> found;

	void value(Value *v)
	{
		if (auto *global = dyn_cast_or_null<GlobalValue>(v ? v->stripPointerCasts() : nullptr))
			found.insert(global);
	}
	void metadata(const Metadata *md)
	{
		if (auto *v = dyn_cast_or_null<ValueAsMetadata>(md)) {
			value(v->getValue());
		} else if (auto *args = dyn_cast_or_null<DIArgList>(md)) {
			for (ValueAsMetadata *a : args->getArgs())
				value(a->getValue());
		} else if (auto *node = dyn_cast_or_null<MDTuple>(md)) {
			if (!memo.clean.count(node))
				nodes.insert(node);
		}
	}
	void finish(shim_global_fn *fn, void *user)
	{
		for (size_t i = 0; i < nodes.size(); i++) {
			const MDNode *node = nodes[i];

			for (const MDOperand &operand : node->operands())
				metadata(operand.get());
		}
		if (found.empty())
			memo.clean.insert(nodes.begin(), nodes.end());
		for (GlobalValue *global : found)
			fn(user, wrap(global));
	}
};
} // namespace

static void mention_attached(mention_walk &walk, const SmallVectorImpl<std::pair<unsigned, MDNode *>> &attached)
{
	for (auto &pair : attached)
		walk.metadata(pair.second);
}

static void mention_instruction(mention_walk &walk, Instruction &instruction)
{
	SmallVector<std::pair<unsigned, MDNode *>, 4> attached;

	if (instruction.hasMetadataOtherThanDebugLoc()) {
		instruction.getAllMetadataOtherThanDebugLoc(attached);
		mention_attached(walk, attached);
	}
	for (Value *operand : instruction.operands())
		if (auto *md = dyn_cast<MetadataAsValue>(operand))
			walk.metadata(md->getMetadata());
#if LLVM_VERSION_MAJOR >= 19
	for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange()))
		for (Value *v : record.location_ops())
			walk.value(v);
#endif
}

void shim_mentions_of(struct shim_mentions *mentions, LLVMValueRef global, shim_global_fn *fn, void *user)
{
	auto *object = dyn_cast<GlobalObject>(unwrap(global));
	SmallVector<std::pair<unsigned, MDNode *>, 4> attached;
	mention_walk walk{ *mentions, {}, {} };

	if (!object)
		return;
	object->getAllMetadata(attached);
	mention_attached(walk, attached);
	if (auto *function = dyn_cast<Function>(object))
		for (BasicBlock &block : *function)
			for (Instruction &instruction : block)
				mention_instruction(walk, instruction);
	walk.finish(fn, user);
}

void shim_mentions_below(struct shim_mentions *mentions, LLVMMetadataRef node, shim_global_fn *fn, void *user)
{
	mention_walk walk{ *mentions, {}, {} };

	walk.metadata(unwrap(node));
	walk.finish(fn, user);
}

/* ---- compile units ---- */

struct shim_units {
	DenseMap<DIGlobalVariableExpression *, DICompileUnit *> unit_of;
	/* constants without a variable, which stay in a unit in every image */
	MapVector<DICompileUnit *, MDTuple *> always;
	SmallVector<DICompileUnit *, 8> filled;
};

namespace
{
/* Every node that can be reached, each once. */
struct node_walk {
	SetVector<MDNode *> nodes;

	void metadata(Metadata *md)
	{
		if (auto *node = dyn_cast_or_null<MDNode>(md))
			nodes.insert(node);
	}
	void instruction(Instruction &i)
	{
		SmallVector<std::pair<unsigned, MDNode *>, 4> attached;

		i.getAllMetadata(attached);
		for (auto &pair : attached)
			metadata(pair.second);
		for (Value *operand : i.operands())
			if (auto *md = dyn_cast<MetadataAsValue>(operand))
				metadata(md->getMetadata());
#if LLVM_VERSION_MAJOR >= 19
		for (DbgRecord &record : i.getDbgRecordRange()) {
			metadata(record.getDebugLoc().getAsMDNode());
			if (auto *variable = dyn_cast<DbgVariableRecord>(&record))
				metadata(variable->getRawVariable());
			else if (auto *label = dyn_cast<DbgLabelRecord>(&record))
				metadata(label->getLabel());
		}
#endif
	}
	void object(GlobalObject &o)
	{
		SmallVector<std::pair<unsigned, MDNode *>, 4> attached;

		o.getAllMetadata(attached);
		for (auto &pair : attached)
			metadata(pair.second);
		if (auto *function = dyn_cast<Function>(&o))
			for (BasicBlock &block : *function)
				for (Instruction &i : block)
					instruction(i);
	}
	void module(Module &m)
	{
		for (Function &function : m)
			object(function);
		for (GlobalVariable &variable : m.globals())
			object(variable);
	}
	void finish()
	{
		for (size_t i = 0; i < nodes.size(); i++) {
			MDNode *node = nodes[i];

			for (const MDOperand &operand : node->operands())
				metadata(operand.get());
		}
	}
};
} // namespace

/* A template argument that is a function would have to be in every image that has the type. */
static void forget_arguments(Module &module)
{
	SmallVector<TrackingMDNodeRef, 8> arguments;
	node_walk walk;

	walk.module(module);
	for (NamedMDNode &named : module.named_metadata())
		for (MDNode *node : named.operands())
			walk.metadata(node);
	walk.finish();
	for (MDNode *node : walk.nodes)
		if (auto *argument = dyn_cast<DITemplateValueParameter>(node))
			if (auto *value = dyn_cast_or_null<ValueAsMetadata>(argument->getValue()))
				if (isa<GlobalValue>(value->getValue()->stripPointerCasts()))
					arguments.emplace_back(node);
	for (TrackingMDNodeRef &argument : arguments)
		for (unsigned i = 0; argument && i < argument->getNumOperands(); i++)
			if (isa_and_nonnull<ValueAsMetadata>(argument->getOperand(i).get()))
				argument->replaceOperandWith(i, nullptr);
}

static void take_variables_out(struct shim_units *units, DICompileUnit *unit,
			       const DenseSet<DIGlobalVariableExpression *> &stands)
{
	SmallVector<Metadata *, 8> constants;

	for (DIGlobalVariableExpression *variable : unit->getGlobalVariables()) {
		units->unit_of[variable] = unit;
		if (!stands.count(variable))
			constants.push_back(variable);
	}
	units->always[unit] = MDTuple::get(unit->getContext(), constants);
	unit->replaceGlobalVariables(DIGlobalVariableExpressionArray(units->always[unit]));
}

struct shim_units *shim_units_new(LLVMModuleRef module)
{
	Module &m = *unwrap(module);
	NamedMDNode *list = m.getNamedMetadata("llvm.dbg.cu");
	DenseSet<DIGlobalVariableExpression *> stands;
	struct shim_units *units;

	if (!list)
		return nullptr;
	forget_arguments(m);
	units = new shim_units;
	for (GlobalVariable &variable : m.globals()) {
		SmallVector<DIGlobalVariableExpression *, 1> expressions;

		variable.getDebugInfo(expressions);
		stands.insert(expressions.begin(), expressions.end());
	}
	for (MDNode *node : list->operands())
		if (auto *unit = dyn_cast<DICompileUnit>(node))
			take_variables_out(units, unit, stands);
	return units;
}

void shim_units_free(struct shim_units *units)
{
	delete units;
}

void shim_units_enter(struct shim_units *units, LLVMModuleRef module)
{
	Module &m = *unwrap(module);
	MapVector<DICompileUnit *, SmallVector<Metadata *, 4>> variables;
	DenseSet<const MDNode *> reached;
	NamedMDNode *list;
	node_walk walk;

	for (GlobalVariable &variable : m.globals()) {
		SmallVector<DIGlobalVariableExpression *, 1> expressions;

		variable.getDebugInfo(expressions);
		for (DIGlobalVariableExpression *e : expressions) {
			auto found = units->unit_of.find(e);

			if (found == units->unit_of.end())
				continue;
			variables[found->second].push_back(e);
			walk.metadata(found->second);
		}
	}
	walk.module(m);
	walk.finish();
	for (MDNode *node : walk.nodes)
		if (isa<DICompileUnit>(node))
			reached.insert(node);
	if (reached.empty())
		return;
	list = m.getOrInsertNamedMetadata("llvm.dbg.cu");
	for (auto &pair : units->always)
		if (reached.count(pair.first))
			list->addOperand(pair.first);
	for (auto &pair : variables) {
		SmallVector<Metadata *, 8> all(pair.second.begin(), pair.second.end());

		for (const MDOperand &constant : units->always[pair.first]->operands())
			all.push_back(constant.get());
		pair.first->replaceGlobalVariables(MDTuple::get(m.getContext(), all));
		units->filled.push_back(pair.first);
	}
}

void shim_units_leave(struct shim_units *units, LLVMModuleRef module)
{
	NamedMDNode *list = unwrap(module)->getNamedMetadata("llvm.dbg.cu");

	for (DICompileUnit *unit : units->filled)
		unit->replaceGlobalVariables(DIGlobalVariableExpressionArray(units->always[unit]));
	units->filled.clear();
	if (list)
		list->eraseFromParent();
}
