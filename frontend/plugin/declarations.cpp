/* declarations.cpp — declarations of the types that name kernels, for host compilers other than clang. They read the
 * integration header before the source, so types have to be declared there, as the source does it later. */
#include "plugin.h"

using namespace clang;

namespace sybil {

/* Namespaces around a declaration, from the outermost. A class that a function only mentions, as in single_task<class name>,
 * is the one of the function's namespace if that is declared before. None: other places. */
static std::optional<std::vector<const NamespaceDecl *>> namespaces_of(const TagDecl *decl)
{
	std::vector<const NamespaceDecl *> list;
	const DeclContext *one = decl->getDeclContext();

	if (!decl->isCompleteDefinition() && one->isFunctionOrMethod())
		one = one->getEnclosingNamespaceContext();
	for (; !one->isTranslationUnit(); one = one->getParent()) {
		const auto *space = dyn_cast<NamespaceDecl>(one);

		if (isa<LinkageSpecDecl>(one))
			continue;
		if (!space || space->isStdNamespace())
			return std::nullopt;
		list.insert(list.begin(), space);
	}
	return list;
}

std::string Declarations::parameters_of(const TemplateParameterList *parameters)
{
	std::string text;

	for (const NamedDecl *one : *parameters) {
		text += text.empty() ? "" : ", ";
		if (const auto *value = dyn_cast<NonTypeTemplateParmDecl>(one))
			text += value->getType()->isDependentType() || value->getType()->getContainedDeducedType() ?
					value->getType().getAsString(context.getPrintingPolicy()) :
					spell(value->getType());
		else if (const auto *inner = dyn_cast<TemplateTemplateParmDecl>(one))
			text += "template <" + parameters_of(inner->getTemplateParameters()) + "> class";
		else
			text += "typename";
		text += (one->isTemplateParameterPack() ? "... " : " ") + one->getName().str();
	}
	return text;
}

void Declarations::declare(const TagDecl *decl, const std::vector<const NamespaceDecl *> &spaces)
{
	const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(decl);
	const auto *enumeration = dyn_cast<EnumDecl>(decl);
	std::string line, end;

	if (!declared.insert(special ? special->getSpecializedTemplate()->getCanonicalDecl()
				     : static_cast<const Decl *>(decl->getCanonicalDecl()))
		     .second)
		return;
	for (const NamespaceDecl *space : spaces) {
		line += std::string(space->isInline() ? "inline " : "") + "namespace " + space->getName().str() + " { ";
		end += " }";
	}
	if (special)
		line += "template <" + parameters_of(special->getSpecializedTemplate()->getTemplateParameters()) + "> ";
	line += enumeration && enumeration->isScoped() ? "enum class " : decl->getKindName().str() + " ";
	line += decl->getName().str();
	if (enumeration)
		line += " : " + spell(enumeration->getIntegerType());
	text += line + ";" + end + "\n";
}

std::string Declarations::spell(const TemplateArgument &argument)
{
	std::string list;

	switch (argument.getKind()) {
	case TemplateArgument::Type:
		return spell(argument.getAsType());
	case TemplateArgument::Integral:
		return "static_cast<" + spell(argument.getIntegralType()) + ">(" +
		       llvm::toString(argument.getAsIntegral(), 10) + ")";
	case TemplateArgument::Pack:
		for (const TemplateArgument &one : argument.pack_elements())
			list += (list.empty() ? "" : ", ") + spell(one);
		return list;
	default:
		failed = true;
		return "";
	}
}

std::string Declarations::spell_class(const TagDecl *decl)
{
	std::optional<std::vector<const NamespaceDecl *>> spaces = namespaces_of(decl);
	const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(decl);
	std::string name, arguments;

	if (!spaces || !decl->getIdentifier()) {
		failed = true;
		return "";
	}
	declare(decl, *spaces);
	for (const NamespaceDecl *space : *spaces)
		name += space->isAnonymousNamespace() ? "" : "::" + space->getName().str();
	name += "::" + decl->getName().str();
	if (!special)
		return name;
	for (const TemplateArgument &one : special->getTemplateArgs().asArray()) {
		std::string next = spell(one);

		arguments += (arguments.empty() || next.empty() ? "" : ", ") + next;
	}
	return name + "<" + arguments + ">";
}

std::string Declarations::spell(QualType type)
{
	QualType plain = type.getCanonicalType();
	std::string before = plain.isConstQualified() ? "const " : "";

	before += plain.isVolatileQualified() ? "volatile " : "";
	plain = plain.getUnqualifiedType();
	if (const auto *tag = plain->getAs<TagType>())
		return before + spell_class(tag->getDecl());
	if (plain->isBuiltinType())
		return before + plain.getAsString(context.getPrintingPolicy());
	if (plain->isPointerType())
		return spell(plain->getPointeeType()) + " *" + before;
	if (plain->isReferenceType())
		return spell(plain->getPointeeType()) + (plain->isRValueReferenceType() ? " &&" : " &");
	failed = true;
	return "";
}

std::optional<std::string> Declarations::name(QualType type)
{
	failed = false;
	std::string text = spell(type);

	return failed ? std::nullopt : std::optional<std::string>(text);
}

} // namespace sybil
