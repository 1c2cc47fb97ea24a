/* ir/shim/shim.cpp — what the LLVM-C API lacks; see shim.h. */
#include "shim.h"

#include <cstring>
#include <string>
#include <utility>
#include <vector>
#include <llvm-c/Core.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

using namespace llvm;

static MDNode *node_of(LLVMMetadataRef md)
{
	return md ? dyn_cast<MDNode>(unwrap(md)) : nullptr;
}

void shim_option_on(const char *name)
{
	StringMap<cl::Option *> &options = cl::getRegisteredOptions();
	auto found = options.find(name);

	if (found != options.end() && found->second->getNumOccurrences() == 0)
		found->second->addOccurrence(0, name, "true");
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
		copy = MemoryBuffer::getMemBufferCopy(text, name); /* LLVM's lexer needs a NUL at the end */
		module = parseIR(copy->getMemBufferRef(), diag, *unwrap(context));
	}
#if LLVM_VERSION_MAJOR < 17 /* modules without pointers fit both kinds; device code of this time has typed ones */
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

/* Drop invalid debug information instead of rejecting the module, as LLVM's readers do. */
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
} // namespace

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

void shim_struct_rename(LLVMTypeRef type, const char *name)
{
	unwrap<StructType>(type)->setName(name);
}

void shim_each_struct(LLVMModuleRef module, shim_struct_fn *fn, void *user)
{
	for (StructType *type : unwrap(module)->getIdentifiedStructTypes())
		fn(user, wrap(type));
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

const char *shim_kind_name(LLVMContextRef context, unsigned kind, size_t *out_len)
{
	SmallVector<StringRef, 64> names;

	unwrap(context)->getMDKindNames(names);
	*out_len = kind < names.size() ? names[kind].size() : 0;
	return kind < names.size() ? names[kind].data() : "";
}

void shim_copy_attributes(LLVMValueRef to, LLVMValueRef from)
{
	unwrap<Function>(to)->copyAttributesFrom(unwrap<Function>(from));
}

void shim_take_name(LLVMValueRef value, LLVMValueRef from)
{
	unwrap(value)->takeName(unwrap(from));
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

/* ---- names of types ---- */

struct shim_type_names {
	std::vector<std::pair<StructType *, std::string>> list;
};

struct shim_type_names *shim_type_names_take(LLVMModuleRef module)
{
	auto *names = new shim_type_names;

	for (StructType *type : unwrap(module)->getIdentifiedStructTypes()) {
		if (!type->hasName())
			continue;
		names->list.emplace_back(type, type->getName().str());
		type->setName("");
	}
	return names;
}

void shim_type_names_give(struct shim_type_names *names)
{
	for (auto &entry : names->list)
		if (!entry.first->hasName())
			entry.first->setName(entry.second);
	delete names;
}
