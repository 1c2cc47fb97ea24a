/* ir/shim.cpp — what the LLVM-C API lacks; see shim.h. C++ because LLVM is, and nothing more than needed. */
#include "shim.h"
#include "shim_split.h"

#include <cstring>
#include <llvm-c/Core.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
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
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

using namespace llvm;

static MDNode *node_of(LLVMMetadataRef md)
{
	return md ? dyn_cast<MDNode>(unwrap(md)) : nullptr;
}

LLVMModuleRef shim_parse(LLVMContextRef context, const void *bytes, size_t len, const char *name,
			 struct shim_error *error)
{
	StringRef text(static_cast<const char *>(bytes), len);
	auto start = reinterpret_cast<const unsigned char *>(text.begin());
	SMDiagnostic diag;
	std::unique_ptr<MemoryBuffer> copy;
	std::unique_ptr<Module> module;

	if (isBitcode(start, start + len)) {
		module = parseIR(MemoryBufferRef(text, name), diag, *unwrap(context));
	} else {
		copy = MemoryBuffer::getMemBufferCopy(text, name); /* LLVM's lexer wants a NUL at the end */
		module = parseIR(copy->getMemBufferRef(), diag, *unwrap(context));
	}
#if LLVM_VERSION_MAJOR < 17 /* what has no pointers goes with modules of either kind; device code has typed ones */
	if (module && !unwrap(context)->hasSetOpaquePointersValue())
		unwrap(context)->setOpaquePointers(false);
#endif
	if (!module) {
		error->message = LLVMCreateMessage(diag.getMessage().str().c_str());
		error->line = diag.getLineNo() > 0 ? diag.getLineNo() : 0;
		error->column = diag.getLineNo() > 0 ? diag.getColumnNo() + 1 : 0;
	}
	return wrap(module.release());
}

/* One linker for all: it knows the types of the module, and a new one would collect them again. */
bool shim_link(LLVMModuleRef module, LLVMModuleRef *sources, size_t count)
{
	Linker linker(*unwrap(module));
	bool failed = false;

	for (size_t i = 0; i < count; i++) {
		std::unique_ptr<Module> source(unwrap(sources[i]));
		if (!failed)
			failed = linker.linkInModule(std::move(source));
	}
	return !failed;
}

/* Broken debug information is no reason to refuse a module; LLVM's readers drop it, too. */
bool shim_verify(LLVMModuleRef module, struct shim_verdict *verdict)
{
	Module &m = *unwrap(module);
	std::string text;
	raw_string_ostream out(text);
	bool broken_debug = false, broken = verifyModule(m, &out, &broken_debug);

	if (!broken && (broken_debug || getDebugMetadataVersionFromModule(m) != DEBUG_METADATA_VERSION))
		verdict->dropped_debug = StripDebugInfo(m);
	verdict->message = LLVMCreateMessage(out.str().c_str());
	return !broken;
}

namespace
{
class put_stream : public raw_ostream
{
	shim_put_fn *put;
	void *user;
	uint64_t written = 0;

	void write_impl(const char *bytes, size_t len) override
	{
		if (result == 0)
			result = put(user, bytes, len);
		written += len;
	}
	uint64_t current_pos() const override
	{
		return written;
	}

	public:
	int result = 0;

	put_stream(shim_put_fn *put, void *user) : put(put), user(user)
	{
		SetBufferSize(1 << 16);
	}
	~put_stream() override
	{
		flush();
	}
};
}

int shim_write(LLVMModuleRef module, bool text, shim_put_fn *put, void *user)
{
	put_stream out(put, user);

	if (text)
		unwrap(module)->print(out, nullptr);
	else
		WriteBitcodeToFile(*unwrap(module), out);
	out.flush();
	return out.result;
}

bool shim_typed_pointers(LLVMModuleRef module)
{
	return shim_wants_typed_pointers(LLVMGetModuleContext(module));
}

bool shim_wants_typed_pointers(LLVMContextRef context)
{
#if LLVM_VERSION_MAJOR < 17
	return unwrap(context)->hasSetOpaquePointersValue() && unwrap(context)->supportsTypedPointers();
#else
	(void)context;
	return false;
#endif
}

LLVMMetadataRef shim_global_metadata(LLVMValueRef global, unsigned kind)
{
	return wrap(static_cast<Metadata *>(unwrap<GlobalObject>(global)->getMetadata(kind)));
}

LLVMMetadataRef shim_instruction_metadata(LLVMValueRef instruction, unsigned kind)
{
	return wrap(static_cast<Metadata *>(unwrap<Instruction>(instruction)->getMetadata(kind)));
}

void shim_instruction_set_metadata(LLVMValueRef instruction, unsigned kind, LLVMMetadataRef node)
{
	unwrap<Instruction>(instruction)->setMetadata(kind, node_of(node));
}

size_t shim_node_count(LLVMMetadataRef node)
{
	MDNode *n = node_of(node);

	return n ? n->getNumOperands() : 0;
}

LLVMMetadataRef shim_node_at(LLVMMetadataRef node, size_t i)
{
	MDNode *n = node_of(node);

	return n && i < n->getNumOperands() ? wrap(n->getOperand(i).get()) : nullptr;
}

bool shim_is_node(LLVMMetadataRef md)
{
	return node_of(md) != nullptr;
}

const char *shim_string(LLVMMetadataRef md, size_t *out_len)
{
	MDString *string = md ? dyn_cast<MDString>(unwrap(md)) : nullptr;

	if (!string)
		return nullptr;
	*out_len = string->getLength();
	return *out_len ? string->getString().data() : "";
}

bool shim_integer(LLVMMetadataRef md, int64_t *out_value)
{
	auto *constant = md ? dyn_cast<ConstantAsMetadata>(unwrap(md)) : nullptr;
	auto *integer = constant ? dyn_cast<ConstantInt>(constant->getValue()) : nullptr;

	if (!integer || integer->getBitWidth() > 64)
		return false;
	*out_value = integer->getSExtValue();
	return true;
}

LLVMValueRef shim_value(LLVMMetadataRef md)
{
	auto *value = md ? dyn_cast<ValueAsMetadata>(unwrap(md)) : nullptr;

	return value ? wrap(value->getValue()) : nullptr;
}

size_t shim_named_count(LLVMModuleRef module, const char *name)
{
	NamedMDNode *named = unwrap(module)->getNamedMetadata(name);

	return named ? named->getNumOperands() : 0;
}

LLVMMetadataRef shim_named_at(LLVMModuleRef module, const char *name, size_t i)
{
	NamedMDNode *named = unwrap(module)->getNamedMetadata(name);

	return named && i < named->getNumOperands() ? wrap(static_cast<Metadata *>(named->getOperand(i))) : nullptr;
}

void shim_named_add(LLVMModuleRef module, const char *name, LLVMMetadataRef node)
{
	unwrap(module)->getOrInsertNamedMetadata(name)->addOperand(node_of(node));
}

void shim_named_remove(LLVMModuleRef module, const char *name)
{
	NamedMDNode *named = unwrap(module)->getNamedMetadata(name);

	if (named)
		named->eraseFromParent();
}

size_t shim_global_attribute_count(LLVMValueRef global)
{
	AttributeSet set = unwrap<GlobalVariable>(global)->getAttributes();

	return set.getNumAttributes();
}

bool shim_global_attribute_at(LLVMValueRef global, size_t i, const char **out_name, size_t *out_name_len,
			      const char **out_value, size_t *out_value_len)
{
	AttributeSet set = unwrap<GlobalVariable>(global)->getAttributes();
	Attribute attribute = *(set.begin() + i);

	if (!attribute.isStringAttribute())
		return false;
	*out_name = attribute.getKindAsString().data();
	*out_name_len = attribute.getKindAsString().size();
	*out_value = attribute.getValueAsString().data();
	*out_value_len = attribute.getValueAsString().size();
	return true;
}

/* Attributes of what stays; those of the function itself and of its result are as they were. */
static AttributeList attributes_without(const Function &f, const bool *drop)
{
	AttributeList all = f.getAttributes();
	SmallVector<AttributeSet, 16> kept;

	for (unsigned i = 0; i < f.arg_size(); i++)
		if (!drop[i])
			kept.push_back(all.getParamAttrs(i));
	return AttributeList::get(f.getContext(), all.getFnAttrs(), all.getRetAttrs(), kept);
}

static void move_body(Function &from, Function &to, const bool *drop)
{
	auto next = to.arg_begin();

#if LLVM_VERSION_MAJOR < 16
	to.getBasicBlockList().splice(to.begin(), from.getBasicBlockList());
#else
	to.splice(to.begin(), &from);
#endif
	for (Argument &old : from.args()) {
		if (drop[old.getArgNo()]) {
			old.replaceAllUsesWith(UndefValue::get(old.getType()));
			continue;
		}
		old.replaceAllUsesWith(&*next);
		next->takeName(&old);
		++next;
	}
}

LLVMValueRef shim_function_drop_parameters(LLVMValueRef function, const bool *drop)
{
	Function &old = *unwrap<Function>(function);
	SmallVector<Type *, 16> types;

	for (Argument &argument : old.args())
		if (!drop[argument.getArgNo()])
			types.push_back(argument.getType());
	Function *made = Function::Create(FunctionType::get(old.getReturnType(), types, false), old.getLinkage(),
					  old.getAddressSpace());
	old.getParent()->getFunctionList().insert(old.getIterator(), made);
#if LLVM_VERSION_MAJOR > 18
	made->IsNewDbgInfoFormat = old.IsNewDbgInfoFormat;
#endif
	made->copyAttributesFrom(&old);
	made->setComdat(old.getComdat());
	made->setAttributes(attributes_without(old, drop));
	made->copyMetadata(&old, 0);
	move_body(old, *made, drop);
	made->takeName(&old);
	/* metadata names functions themselves, not casts of them */
	if (old.isUsedByMetadata())
		ValueAsMetadata::handleRAUW(&old, made);
	old.replaceAllUsesWith(ConstantExpr::getPointerCast(made, old.getType()));
	old.eraseFromParent();
	return wrap(made);
}

const char *shim_kind_name(LLVMContextRef context, unsigned kind, size_t *out_len)
{
	SmallVector<StringRef, 64> names;

	unwrap(context)->getMDKindNames(names);
	*out_len = kind < names.size() ? names[kind].size() : 0;
	return kind < names.size() ? names[kind].data() : "";
}

void shim_constant_drop(LLVMValueRef constant)
{
	auto *array = dyn_cast<ConstantArray>(unwrap(constant));

	if (array && array->use_empty())
		array->destroyConstant();
}

void shim_global_drop_unused(LLVMValueRef global)
{
	auto *variable = unwrap<GlobalVariable>(global);

	variable->removeDeadConstantUsers();
	if (variable->hasLocalLinkage() && variable->use_empty())
		variable->eraseFromParent();
}

/* ---- taking a module apart: shim_split.h ---- */

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

void shim_move(LLVMValueRef global, LLVMModuleRef to)
{
	auto *value = unwrap<GlobalValue>(global);
	Module &module = *unwrap(to);

	shim_detach(global);
	if (auto *function = dyn_cast<Function>(value)) {
		module.getFunctionList().push_back(function);
	} else if (auto *variable = dyn_cast<GlobalVariable>(value)) {
#if LLVM_VERSION_MAJOR >= 17
		module.insertGlobalVariable(variable);
#else
		module.getGlobalList().push_back(variable);
#endif
	} else if (auto *alias = dyn_cast<GlobalAlias>(value)) {
#if LLVM_VERSION_MAJOR >= 17
		module.insertAlias(alias);
#else
		module.getAliasList().push_back(alias);
#endif
	} else if (auto *ifunc = dyn_cast<GlobalIFunc>(value)) {
#if LLVM_VERSION_MAJOR >= 17
		module.insertIFunc(ifunc);
#else
		module.getIFuncList().push_back(ifunc);
#endif
	}
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

LLVMBasicBlockRef shim_split_end(LLVMBasicBlockRef block)
{
	return wrap(unwrap(block)->splitBasicBlock(unwrap(block)->getTerminator()));
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
}

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
	/* what stays in a unit whichever image it is in: constants that no variable stands for */
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
}

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
