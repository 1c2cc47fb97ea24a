/* host_pass.cpp — the host pass of a program: reads the integration header, registers the addresses of device globals.
 *
 * Both passes run at the same time, and the device pass writes the integration header when it has read the source. Code
 * that needs it is in templates, which are instantiated at the end, so it is read there: clang is done with the source
 * by then, and waits only if the device pass is slower.
 *
 * The runtime copies between the host and a device global by the address of the host's variable, for which it has to know
 * the name that device code uses. DPC++ writes that list as source behind the user's; here it is built as clang's own tree,
 * because a variable of an unnamed namespace or a private member has no name that such source could use. */
#include "plugin.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>

#include <time.h>
#include <unistd.h>

using namespace clang;

namespace sybil {
namespace {

/* The driver, or a program between it and this one. Its number may be 1: the first process of a container. */
const pid_t parent = getppid();

/* The content of a file that another process will write. If that process fails, the driver ends this one; if the driver
 * has ended, the file may never exist. */
std::unique_ptr<llvm::MemoryBuffer> wait_for(const std::string &path)
{
	static const struct timespec nap = { 0, 1000000 };

	while (!llvm::sys::fs::exists(path) && getppid() == parent)
		nanosleep(&nap, nullptr);
	auto file = llvm::MemoryBuffer::getFile(path);

	return file ? std::move(*file) : nullptr;
}

/* Enter the file where the source ends. */
void read_at_end(CompilerInstance &compiler, const std::string &path)
{
	Preprocessor &pp = compiler.getPreprocessor();
	auto done = std::make_shared<bool>(false);

	pp.setTokenWatcher([&pp, path, done](const Token &token) {
		if (token.isNot(tok::eof) || *done || pp.getDiagnostics().hasUncompilableErrorOccurred())
			return;
		*done = true;
		std::unique_ptr<llvm::MemoryBuffer> text = wait_for(path);
		DiagnosticsEngine &engine = pp.getDiagnostics();

		if (!text) {
			engine.Report(engine.getCustomDiagID(DiagnosticsEngine::Error, "cannot read '%0'")) << path;
			return;
		}
		SourceManager &sources = pp.getSourceManager();
		FileID file = sources.createFileID(std::move(text), SrcMgr::C_System, 0, 0, token.getLocation());

		if (!pp.EnterSourceFile(file, nullptr, token.getLocation()))
			pp.Lex(const_cast<Token &>(token));
	});
}

bool is_device_global(const VarDecl *variable)
{
	const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(variable->getType()->getAsCXXRecordDecl());

	return record && record->getName() == "device_global" && variable->hasGlobalStorage() && !variable->getType()->isDependentType() &&
	       variable->isThisDeclarationADefinition() != VarDecl::DeclarationOnly;
}

/* Builds `static void register() { sycl::detail::device_global_map::add(&variable, "name"); … }`, run before main(). */
class Registration {
public:
	Registration(CompilerInstance &compiler)
		: compiler(compiler), context(compiler.getASTContext()), sema(compiler.getSema())
	{
	}

	void make(llvm::ArrayRef<VarDecl *> variables)
	{
		auto *add = dyn_cast_or_null<FunctionDecl>(
			find_name(sema, context.getTranslationUnitDecl(), { "sycl", "detail", "device_global_map", "add" }));

		if (!add) {
			complain(context, variables[0]->getLocation(),
				 "the SYCL runtime's headers do not declare sycl::detail::device_global_map::add");
			return;
		}
		QualType type = context.getFunctionType(context.VoidTy, {}, FunctionProtoType::ExtProtoInfo());
		FunctionDecl *function =
			FunctionDecl::Create(context, context.getTranslationUnitDecl(), at, at,
					     DeclarationName(&context.Idents.get("__sybil_register_device_globals")), type,
					     context.getTrivialTypeSourceInfo(type), SC_Static);

		function->setImplicit();
		Sema::ContextRAII inside(sema, function);
		sema.PushFunctionScope();
		sema.PushExpressionEvaluationContext(Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
		for (VarDecl *one : variables)
			call(add, one);
		sema.PopExpressionEvaluationContext();
		sema.PopFunctionScopeInfo();
		function->setBody(CompoundStmt::Create(context, body, FPOptionsOverride(), at, at));
		function->addAttr(ConstructorAttr::CreateImplicit(context, ConstructorAttr::DefaultPriority));
		function->addAttr(UsedAttr::CreateImplicit(context));
		context.getTranslationUnitDecl()->addDecl(function);
		compiler.getASTConsumer().HandleTopLevelDecl(DeclGroupRef(function));
	}

private:
	CompilerInstance &compiler;
	ASTContext &context;
	Sema &sema;
	SourceLocation at;
	std::vector<Stmt *> body;

	/* without the class's own operator & */
	Expr *address_of(VarDecl *variable)
	{
		Expr *reference = sema.BuildDeclRefExpr(variable, variable->getType().getNonReferenceType(), VK_LValue, at);

		return UnaryOperator::Create(context, reference, UO_AddrOf, context.getPointerType(reference->getType()),
					     VK_PRValue, OK_Ordinary, at, false, FPOptionsOverride());
	}

	void call(FunctionDecl *add, VarDecl *variable)
	{
		std::string name = unique_id(compiler, variable, true);
		QualType type = context.getConstantArrayType(context.CharTy.withConst(), llvm::APInt(64, name.size() + 1), nullptr,
							     ArrayType::Normal, 0);
		Expr *arguments[] = { address_of(variable),
				      StringLiteral::Create(context, name, StringLiteral::Ordinary, false, type, at) };
		Expr *callee = sema.BuildDeclRefExpr(add, add->getType(), VK_LValue, at);
		ExprResult result = sema.BuildCallExpr(nullptr, callee, at, arguments, at);

		if (result.isUsable())
			result = sema.ActOnFinishFullExpr(result.get(), at, true);
		if (result.isUsable())
			body.push_back(result.get());
	}
};

class HostPass : public ASTConsumer {
public:
	explicit HostPass(CompilerInstance &compiler) : compiler(compiler), free_functions(compiler) {}

	bool HandleTopLevelDecl(DeclGroupRef group) override
	{
		for (Decl *decl : group)
			look(decl);
		return true;
	}
	void HandleInlineFunctionDefinition(FunctionDecl *function) override { look(function); }
	void HandleCXXStaticMemberVarInstantiation(VarDecl *variable) override { look(variable); }
	ASTMutationListener *GetASTMutationListener() override { return &free_functions; }
	void HandleTranslationUnit(ASTContext &context) override
	{
		if (!variables.empty() && !context.getDiagnostics().hasUncompilableErrorOccurred())
			Registration(compiler).make(variables);
	}

private:
	CompilerInstance &compiler;
	std::vector<VarDecl *> variables;
	FreeFunctions free_functions;

	void look(Decl *decl)
	{
		if (decl->isInvalidDecl() || decl->isTemplated())
			return;
		if (auto *variable = dyn_cast<VarDecl>(decl)) {
			if (is_device_global(variable))
				variables.push_back(variable);
		} else if (auto *function = dyn_cast<FunctionDecl>(decl)) {
			free_functions.read(function);
			drop_source(function);
		} else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl, CXXRecordDecl>(decl)) {
			for (Decl *inner : cast<DeclContext>(decl)->decls())
				if (isa<VarDecl, FunctionDecl, NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(inner))
					look(inner);
		}
	}
};

} // namespace

std::unique_ptr<ASTConsumer> make_host_pass(CompilerInstance &compiler, const std::string &integration)
{
	if (!integration.empty())
		read_at_end(compiler, integration);
	return std::make_unique<HostPass>(compiler);
}

} // namespace sybil
