/* names.cpp — names of entry points, as DPC++ makes them. Both passes of a program compute them. */
#include "plugin.h"

using namespace clang;

namespace sybil {
namespace {

std::string type_name(ASTContext &context, QualType type)
{
	std::unique_ptr<MangleContext> names(context.createMangleContext());
	std::string text;
	llvm::raw_string_ostream out(text);

	names->mangleTypeName(type, out);
	return out.str();
}

void rename(FunctionDecl *function, DeclarationName name)
{
	FunctionTemplateDecl *primary = function->getPrimaryTemplate();

	function->setDeclName(name);
	if (primary) {
		primary->setDeclName(name);
		primary->getTemplatedDecl()->setDeclName(name);
	}
}

bool is_static(const FunctionDecl *function)
{
	return function->getFormalLinkage() == InternalLinkage && !function->isInAnonymousNamespace();
}

DeclarationName name_with_file(CompilerInstance &compiler, const FunctionDecl *function)
{
	return &compiler.getASTContext().Idents.get((function->getName() + "__" + file_digits(compiler)).str());
}

/* Lambdas outside of functions are numbered per file, except those of inline variables. */
bool is_nameless(const CXXRecordDecl *record)
{
	return record && record->isLambda() && record->getDeclContext()->isFileContext() && !record->getLambdaContextDecl();
}

/* The outermost function or unnamed lambda around a class or an argument of its template. */
Decl *outside_of(QualType type)
{
	CXXRecordDecl *record = type->getAsCXXRecordDecl();
	Decl *found = nullptr;

	for (DeclContext *one = record; one; one = one->getParent())
		if (isa<FunctionDecl>(one) || is_nameless(dyn_cast<CXXRecordDecl>(one)))
			found = Decl::castFromDeclContext(one);
	if (const auto *special = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record))
		for (const TemplateArgument &argument : special->getTemplateArgs().asArray())
			if (!found && argument.getKind() == TemplateArgument::Type)
				found = outside_of(argument.getAsType());
	return found;
}

/* Unnamed namespaces of all files are mangled alike, but entry points are visible to other files, so the name gets the
 * file's digits. Demanglers recognize its beginning. */
std::string with_file(CompilerInstance &compiler, std::string name)
{
	static const std::string anonymous = "12_GLOBAL__N_1";
	std::string own = "_GLOBAL__N_" + file_digits(compiler);

	own = std::to_string(own.size()) + own;
	for (size_t at = 0; (at = name.find(anonymous, at)) != std::string::npos; at += own.size())
		name.replace(at, anonymous.size(), own);
	return name;
}

} // namespace

/* Classes inside of static functions, and lambdas outside of functions, belong to this file only; their names get its
 * digits. */
std::string object_kernel_name(CompilerInstance &compiler, QualType type)
{
	ASTContext &context = compiler.getASTContext();
	Decl *outermost = outside_of(type);
	auto *outer = dyn_cast_or_null<FunctionDecl>(outermost);
	DeclarationName was = outer ? outer->getDeclName() : DeclarationName();

	if (outermost && !outer)
		return with_file(compiler, type_name(context, type)) + "__" + file_digits(compiler);
	if (!outer || !is_static(outer) || !outer->getIdentifier())
		return with_file(compiler, type_name(context, type));
	rename(outer, name_with_file(compiler, outer));
	std::string name = type_name(context, type);

	rename(outer, was);
	return with_file(compiler, name);
}

/* The mangled name of the function with __sycl_kernel_ before its first identifier, which is that of the outermost
 * namespace. */
std::string free_kernel_name(CompilerInstance &compiler, FunctionDecl *function)
{
	static const std::string prefix = "__sycl_kernel_";
	DeclarationName was = function->getDeclName();

	if (is_static(function))
		rename(function, name_with_file(compiler, function));
	std::string name = with_file(compiler, mangled(compiler.getASTContext(), function));

	rename(function, was);
	if (!StringRef(name).startswith("_Z"))
		return prefix + name;
	size_t digits = name.find_first_of("0123456789"), end = name.find_first_not_of("0123456789", digits);
	size_t length = std::stoul(name.substr(digits, end - digits));

	return name.substr(0, digits) + std::to_string(prefix.size() + length) + prefix + name.substr(end);
}

} // namespace sybil
