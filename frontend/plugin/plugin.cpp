/* plugin.cpp — clang's callbacks. The consumer comes before the code generator, so that facts about a declaration
 * exist when its code is generated. clang passes on functions and variables that it generates immediately one by
 * one; at the end, everything is visited once more and entry points are made. */
#include "plugin.h"

#include <clang/Sema/Scope.h>

using namespace clang;

namespace sybil {
namespace {

class Walk : public RecursiveASTVisitor<Walk> {
public:
	explicit Walk(Facts &facts) : facts(facts) {}
	bool shouldVisitTemplateInstantiations() const { return true; }
	bool shouldVisitImplicitCode() const { return true; }
	bool VisitDecl(Decl *decl)
	{
		facts.read(decl);
		return true;
	}

private:
	Facts &facts;
};

class Consumer : public ASTConsumer {
public:
	Consumer(CompilerInstance &compiler, const std::string &integration, Naming naming, bool constants_in_buffer)
		: compiler(compiler), facts(compiler), host(compiler)
	{
		facts.integration.path = integration;
		facts.integration.naming = naming;
		facts.integration.constants_in_buffer = constants_in_buffer;
	}

	bool HandleTopLevelDecl(DeclGroupRef group) override
	{
		host.restore();
		/* with everything inside: the code generator emits static variables of functions immediately */
		for (Decl *decl : group)
			Walk(facts).TraverseDecl(decl);
		for (Decl *decl : group)
			host.defer(decl);
		return true;
	}
	void HandleInlineFunctionDefinition(FunctionDecl *function) override { Walk(facts).TraverseDecl(function); }
	void HandleCXXStaticMemberVarInstantiation(VarDecl *variable) override
	{
		host.restore();
		facts.read(variable);
		host.defer(variable);
	}
	void HandleTagDeclDefinition(TagDecl *tag) override { facts.read(tag); }
	ASTMutationListener *GetASTMutationListener() override
	{
		return facts.integration.is_wanted() ? &facts.free_functions : nullptr;
	}

	void HandleTranslationUnit(ASTContext &context) override
	{
		std::vector<FunctionDecl *> roots;

		host.restore();
		if (context.getDiagnostics().hasUncompilableErrorOccurred())
			return;
		facts.ended = true;
		Walk(facts).TraverseAST(context);
		roots = facts.externals;
		for (const Kernel &kernel : facts.kernels)
			roots.push_back(kernel.function);
		for (const FunctionDecl *function : check_device_code(context, roots))
			facts.add_half(function);
		if (context.getDiagnostics().hasUncompilableErrorOccurred())
			return;
		std::vector<Kernel> kernels = facts.kernels;
		Sema &sema = compiler.getSema();
		/* Late instantiations, such as copies of arrays, may look up builtins and need a scope. */
		Scope outermost(nullptr, Scope::DeclScope, compiler.getDiagnostics());

		outermost.setEntity(context.getTranslationUnitDecl());
		sema.TUScope = sema.TUScope ? sema.TUScope : &outermost;
		for (const Kernel &kernel : kernels)
			make_entry_point(compiler, facts, kernel);
		sema.PerformPendingInstantiations();
		if (sema.TUScope == &outermost)
			sema.TUScope = nullptr;
		facts.write_module(context);
		facts.integration.write();
	}

private:
	CompilerInstance &compiler;
	Facts facts;
	HostCode host;
};

class Action : public PluginASTAction {
protected:
	std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override
	{
		bool precompiles = compiler.getFrontendOpts().ProgramAction == frontend::GeneratePCH;

		if (compiler.getLangOpts().SYCLIsHost && !precompiles)
			return make_host_pass(compiler, integration);
		if (!compiler.getLangOpts().SYCLIsDevice)
			return std::make_unique<ASTConsumer>();
		read_attributes(compiler);
		if (precompiles) /* declarations are read with the source that uses them */
			return std::make_unique<ASTConsumer>();
		return std::make_unique<Consumer>(compiler, integration, naming, constants_in_buffer);
	}
	bool ParseArgs(const CompilerInstance &compiler, const std::vector<std::string> &arguments) override
	{
		DiagnosticsEngine &engine = compiler.getDiagnostics();

		for (StringRef one : arguments) {
			if (one == "names=required") {
				naming = Naming::REQUIRED;
				continue;
			}
			if (one == "constants=buffer") {
				constants_in_buffer = true;
				continue;
			}
			if (one == "names=types") {
				naming = Naming::TYPES;
				continue;
			}
			if (!one.consume_front("integration=")) {
				engine.Report(engine.getCustomDiagID(DiagnosticsEngine::Error, "unknown plugin argument '%0'"))
					<< one;
				return false;
			}
			integration = one.str();
		}
		return true;
	}
	ActionType getActionType() override { return AddBeforeMainAction; }

private:
	std::string integration; /* the path of the integration header */
	Naming naming = Naming::STABLE;
	bool constants_in_buffer = false;
};

} // namespace
} // namespace sybil

static FrontendPluginRegistry::Add<sybil::Action> action("sybil-clang", "attributes and kernels of SYCL");
