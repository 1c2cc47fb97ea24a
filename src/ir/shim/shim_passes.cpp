/* ir/shim/shim_passes.cpp — LLVM's own passes, and its linker for libraries; see shim_passes.h. */
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

/* Passes whose results the SPIR-V translator or drivers reject: vectors of odd lengths, integers of odd widths, calls
 * of a C library. */
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
	std::string layout = m.getDataLayoutStr();

	/* clang's layout of spir64 lists no widths of integers, so that passes would choose any, such as i2, which SPIR-V
	 * does not have without an extension. */
	if (!layout.empty() && m.getTargetTriple().compare(0, 4, "spir") == 0 && layout.find("-n") == std::string::npos)
		m.setDataLayout(layout + "-n8:16:32:64");
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
	m.setDataLayout(layout);
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
