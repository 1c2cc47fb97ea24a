/* host_code.cpp — keeps host code from the code generator.
 *
 * The code generator decides as soon as it gets a declaration whether it writes code at once or at the first use. For that
 * moment functions of the host are inline, and variables that device code cannot use are weak references, which are never
 * written. Afterwards they are restored: what device code calls gets the same code as without this. */
#include "plugin.h"

using namespace clang;

namespace sybil {

void HostCode::make_reference(Decl *decl)
{
	if (decl->hasAttr<WeakRefAttr>())
		return;
	decl->addAttr(WeakRefAttr::CreateImplicit(compiler.getASTContext(), ""));
	made_references.push_back(decl);
}

/* The code generator emits the key function, the vtable with it, and then all virtual functions. */
static void forget_key_function(ASTContext &context, const CXXMethodDecl *method)
{
	if (const CXXMethodDecl *key = method->isVirtual() ? context.getCurrentKeyFunction(method->getParent()) : nullptr)
		context.setNonKeyFunction(key);
}

/* Our implicit attribute marks SYCL_EXTERNAL functions. */
static bool is_exported(const FunctionDecl *function)
{
	const auto *used = function->getAttr<UsedAttr>();

	return used && used->isImplicit();
}

void HostCode::make_inline(FunctionDecl *function)
{
	if (function->isInlined())
		return;
	function->setInlineSpecified(true);
	made_inline.push_back(function);
}

void HostCode::defer_function(FunctionDecl *function)
{
	auto *method = dyn_cast<CXXMethodDecl>(function);

	if (!function->isThisDeclarationADefinition() || is_exported(function))
		return;
	function->dropAttr<UsedAttr>();
	function->dropAttr<ConstructorAttr>();
	function->dropAttr<DestructorAttr>();
	if (function->hasAttr<AliasAttr>() || function->hasAttr<IFuncAttr>())
		make_reference(function);
	if (function->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDefinition) {
		function->setTemplateSpecializationKind(TSK_ImplicitInstantiation);
		made_implicit.push_back(function);
	}
	make_inline(function);
	if (method && method->isVirtual()) {
		make_inline(method->getCanonicalDecl()); /* then it is no key function */
		forget_key_function(compiler.getASTContext(), method);
		compiler.getSema().VTablesUsed[method->getParent()->getCanonicalDecl()] = false;
	}
}

void HostCode::defer_variable(VarDecl *variable)
{
	if (variable->getType()->isDependentType() || variable->isThisDeclarationADefinition() == VarDecl::DeclarationOnly)
		return;
	if (!is_allowed(variable) || !is_ready(variable))
		make_reference(variable);
	else if (variable->needsDestruction(compiler.getASTContext()))
		variable->addAttr(NoDestroyAttr::CreateImplicit(compiler.getASTContext()));
	if (auto *several = dyn_cast<DecompositionDecl>(variable))
		for (BindingDecl *one : several->bindings())
			if (VarDecl *holder = one->getHoldingVar())
				make_reference(holder);
}

void HostCode::defer(Decl *decl)
{
	if (decl->isImplicit() || decl->isInvalidDecl() || decl->isTemplated())
		return;
	if (auto *function = dyn_cast<FunctionDecl>(decl)) {
		defer_function(function);
	} else if (auto *variable = dyn_cast<VarDecl>(decl)) {
		defer_variable(variable);
	} else if (auto *record = dyn_cast<CXXRecordDecl>(decl)) {
		if (record->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDefinition)
			compiler.getSema().VTablesUsed[record->getCanonicalDecl()] = false;
		for (Decl *inner : record->decls())
			if (isa<VarDecl, CXXRecordDecl>(inner))
				defer(inner);
	} else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(decl)) {
		for (Decl *inner : cast<DeclContext>(decl)->decls())
			defer(inner);
	}
}

void HostCode::restore()
{
	for (Decl *decl : made_references)
		decl->dropAttr<WeakRefAttr>();
	for (FunctionDecl *function : made_implicit)
		function->setTemplateSpecializationKind(TSK_ExplicitInstantiationDefinition);
	for (FunctionDecl *function : made_inline) {
		function->setInlineSpecified(false);
		if (const auto *method = dyn_cast<CXXMethodDecl>(function))
			forget_key_function(compiler.getASTContext(), method);
	}
	made_references.clear();
	made_implicit.clear();
	made_inline.clear();
}

} // namespace sybil
