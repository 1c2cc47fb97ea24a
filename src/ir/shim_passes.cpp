/* ir/shim_passes.cpp — LLVM's own passes, and its linker for libraries; see shim_passes.h. */
#include "shim_passes.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#if LLVM_VERSION_MAJOR < 17
#include <llvm/ADT/Triple.h>
#else
#include <llvm/TargetParser/Triple.h>
#endif

using namespace llvm;

/* Passes whose results a translator to SPIR-V, or a driver behind it, does not take: vectors of odd lengths, integers
 * of odd widths (closed forms of sums), calls to a C library that is not there. */
static bool is_wanted(StringRef pass)
{
	static const char *const unwanted[] = { "LoopVectorizePass",  "SLPVectorizerPass",      "VectorCombinePass",
						"IndVarSimplifyPass", "LoopIdiomRecognizePass", "InjectTLIMappings",
						"MergeICmpsPass",     "ExpandMemCmpPass" };

	for (const char *name : unwanted)
		if (pass == name)
			return false;
	return true;
}

static OptimizationLevel level_of(char level)
{
	switch (level) {
	case '1':
		return OptimizationLevel::O1;
	case '3':
		return OptimizationLevel::O3;
	case 's':
		return OptimizationLevel::Os;
	case 'z':
		return OptimizationLevel::Oz;
	default:
		return OptimizationLevel::O2;
	}
}

/* Twice: a pointer that is a member of a class is a value, and seen, only when the class is one. */
static FunctionPassManager promote(unsigned generic)
{
	FunctionPassManager passes;

	for (int round = 0; round < 2; round++) {
#if LLVM_VERSION_MAJOR < 16
		passes.addPass(SROAPass());
#else
		passes.addPass(SROAPass(SROAOptions::PreserveCFG));
#endif
		passes.addPass(InferAddressSpacesPass(generic));
		passes.addPass(InstSimplifyPass());
	}
	return passes;
}

void shim_optimize(LLVMModuleRef module, char level, unsigned generic)
{
	Module &m = *unwrap(module);
	PassInstrumentationCallbacks callbacks;
	PipelineTuningOptions tuning;
	LoopAnalysisManager loops;
	FunctionAnalysisManager functions;
	CGSCCAnalysisManager components;
	ModuleAnalysisManager modules;
	ModulePassManager passes;
	TargetLibraryInfoImpl library((Triple(m.getTargetTriple())));

	library.disableAllFunctions();
	callbacks.registerShouldRunOptionalPassCallback([](StringRef pass, Any) { return is_wanted(pass); });
	tuning.LoopVectorization = tuning.SLPVectorization = tuning.LoopInterleaving = false;
#if LLVM_VERSION_MAJOR < 16
	PassBuilder builder(nullptr, tuning, None, &callbacks);
#else
	PassBuilder builder(nullptr, tuning, std::nullopt, &callbacks);
#endif
	functions.registerPass([&] { return TargetLibraryAnalysis(library); });
	builder.registerModuleAnalyses(modules);
	builder.registerCGSCCAnalyses(components);
	builder.registerFunctionAnalyses(functions);
	builder.registerLoopAnalyses(loops);
	builder.crossRegisterProxies(loops, functions, components, modules);

	passes.addPass(AlwaysInlinerPass());
	passes.addPass(createModuleToFunctionPassAdaptor(promote(generic)));
	if (level != '0') {
		passes.addPass(builder.buildPerModuleDefaultPipeline(level_of(level)));
		passes.addPass(createModuleToFunctionPassAdaptor(InferAddressSpacesPass(generic)));
	}
	passes.addPass(GlobalDCEPass());
	passes.run(m, modules);
}

LLVMModuleRef shim_parse_lazy(LLVMContextRef context, const void *bytes, size_t len, struct shim_error *error)
{
	MemoryBufferRef buffer(StringRef(static_cast<const char *>(bytes), len), "");
	Expected<std::unique_ptr<Module>> module = getLazyBitcodeModule(buffer, *unwrap(context));

	if (!module) {
		error->message = LLVMCreateMessage(toString(module.takeError()).c_str());
		return nullptr;
	}
	return wrap(module->release());
}

bool shim_link_needed(LLVMModuleRef module, LLVMModuleRef library)
{
	Module &m = *unwrap(module);
	std::unique_ptr<Module> source(unwrap(library));

	source->setTargetTriple(m.getTargetTriple());
	source->setDataLayout(m.getDataLayout());
	return !Linker::linkModules(m, std::move(source), Linker::Flags::LinkOnlyNeeded,
				    [](Module &linked, const StringSet<> &names) {
					    internalizeModule(linked, [&names](const GlobalValue &value) {
						    return !value.hasName() || names.count(value.getName()) == 0;
					    });
				    });
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

LLVMValueRef shim_function_add_parameter(LLVMValueRef function, LLVMTypeRef type)
{
	Function &old = *unwrap<Function>(function);
	SmallVector<Type *, 16> types(old.getFunctionType()->params().begin(), old.getFunctionType()->params().end());

	types.push_back(unwrap(type));
	Function *made = function_like(old, FunctionType::get(old.getReturnType(), types, false));
	take_body(*made, old);
	for (Argument &argument : old.args()) {
		Argument *now = made->getArg(argument.getArgNo());

		now->takeName(&argument);
		argument.replaceAllUsesWith(now);
	}
	return take_place(*made, old);
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
		}
		argument.replaceAllUsesWith(value);
	}
	return take_place(*made, old);
}
