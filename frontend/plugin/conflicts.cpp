/* conflicts.cpp — requests that a function can have once only: a size, the kind of kernel, the value of a property.
 * Attributes, properties and all declarations of a function count, and those of its template. The message is at the
 * later one in the source. */
#include "plugin.h"

#include <clang/Sema/Template.h>

using namespace clang;

namespace sybil {
namespace {

/* Properties and attributes with the same meaning. */
const struct {
	const char *name, *what;
} same[] = {
	{ "reqd_work_group_size", "work-group size" },
	{ "sycl-work-group-size", "work-group size" },
	{ "work_group_size_hint", "hint of a work-group size" },
	{ "sycl-work-group-size-hint", "hint of a work-group size" },
	{ "reqd_sub_group_size", "sub-group size" },
	{ "named_sub_group_size", "sub-group size" },
	{ "sycl-sub-group-size", "sub-group size" },
	{ "sycl-nd-range-kernel", "kind of kernel" },
	{ "sycl-single-task-kernel", "kind of kernel" },
};

std::string what_is(StringRef name)
{
	for (const auto &one : same)
		if (name == one.name)
			return one.what;
	return "";
}

Claim claim_of(ASTContext &context, const Property &property)
{
	SourceLocation at = inside_macro(context, property.at);
	std::string what = what_is(property.name);

	if (property.name == "sycl-nd-range-kernel")
		return { what, "nd_range_kernel<" + property.value + ">", at };
	if (property.name == "sycl-single-task-kernel")
		return { what, "single_task_kernel", at };
	return { what.empty() ? "value of '" + property.name + "'" : what, property.value, at };
}

/* Without messages about invalid values, which are reported with the facts. */
std::vector<Claim> claims_of(ASTContext &context, const std::vector<Attribute> &attributes)
{
	std::vector<Claim> claims;

	for (const Attribute &attribute : attributes) {
		std::string what = what_is(attribute.name);

		if (attribute.name == "add_ir_function_attributes" || attribute.name == "add_ir_attributes_function") {
			for (const Property &property : read_properties(context, attribute, true))
				claims.push_back(claim_of(context, property));
		} else if (attribute.name == "device_has" && !attribute.arguments.empty()) {
			std::vector<std::string> aspects = read_aspects(context, attribute, true);

			llvm::sort(aspects);
			aspects.erase(std::unique(aspects.begin(), aspects.end()), aspects.end());
			claims.push_back({ "'device_has' list", llvm::join(aspects, ", "), attribute.arguments[0]->getBeginLoc() });
		} else if (attribute.name == "named_sub_group_size") {
			claims.push_back({ what, read_word(context, attribute, true), attribute.at });
		} else if (!what.empty()) {
			std::vector<std::string> sizes = read_sizes(context, attribute, 3, true);

			if (!sizes.empty())
				claims.push_back({ what, llvm::join(sizes, ","), attribute.arguments[0]->getBeginLoc() });
		}
	}
	return claims;
}

/* Claims of our headers come from the code that uses them. */
bool comes_first(ASTContext &context, const Claim &one, const Claim &other)
{
	SourceManager &sources = context.getSourceManager();
	bool ours = sources.isInSystemHeader(one.at), others = sources.isInSystemHeader(other.at);

	return ours != others ? ours : sources.isBeforeInTranslationUnit(one.at, other.at);
}

bool is_dependent(const Attribute &attribute)
{
	return llvm::any_of(attribute.arguments, [](const Expr *one) { return one->isInstantiationDependent(); });
}

/* The attributes of a template that do not depend on its arguments. */
std::vector<Attribute> independent(std::vector<Attribute> attributes)
{
	llvm::erase_if(attributes, is_dependent);
	return attributes;
}

/* The attributes of a declaration of a template, instantiated for a function. */
std::vector<Attribute> substituted(Sema &sema, FunctionDecl *function, const FunctionDecl *pattern)
{
	std::vector<Attribute> made = attributes_of(pattern);
	Sema::SFINAETrap quiet(sema, true); /* clang reports errors in instantiated code itself */
	Sema::InstantiatingTemplate instantiating(sema, function->getLocation(), function);
	EnterExpressionEvaluationContext constant(sema, Sema::ExpressionEvaluationContext::ConstantEvaluated);
	MultiLevelTemplateArgumentList arguments = sema.getTemplateInstantiationArgs(function, nullptr, false, pattern);

	for (Attribute &attribute : made) {
		llvm::SmallVector<Expr *, 4> values;

		if (!is_dependent(attribute))
			continue;
		if (instantiating.isInvalid() || sema.SubstExprs(attribute.arguments, false, arguments, values))
			continue;
		attribute.arguments.assign(values.begin(), values.end());
	}
	return independent(made);
}

} // namespace

void Claims::add(ASTContext &context, std::vector<Claim> &before, const Claim &claim)
{
	for (const Claim &one : before) {
		if (one.what != claim.what)
			continue;
		const Claim &first = comes_first(context, claim, one) ? claim : one;
		const Claim &second = &first == &claim ? one : claim;

		if (one.value != claim.value && reported.insert(second.at).second) {
			complain(context, second.at, "conflicting values for the %0 of a function: '%1' and '%2'")
				<< claim.what << second.value << first.value;
			explain(context, first.at, "the other one is here");
		}
		return;
	}
	before.push_back(claim);
}

void Claims::read(Sema &sema, FunctionDecl *function)
{
	ASTContext &context = function->getASTContext();
	std::vector<Claim> &all = claims[function->getCanonicalDecl()];
	const FunctionDecl *pattern = nullptr;

	/* Once for all declarations of the function, which come from the same template. A specialisation has its own
	 * attributes. */
	if (function->isTemplateInstantiation() && read_templates.insert(function->getCanonicalDecl()).second)
		pattern = function->getTemplateInstantiationPattern(false);
	if (pattern)
		for (const FunctionDecl *one : pattern->redecls())
			for (const Claim &claim : claims_of(context, substituted(sema, function, one)))
				add(context, all, claim);
	for (const Claim &claim : claims_of(context, attributes_of(function)))
		add(context, all, claim);
}

void Claims::read_template(const FunctionDecl *function)
{
	ASTContext &context = function->getASTContext();

	for (const Claim &claim : claims_of(context, independent(attributes_of(function))))
		add(context, claims[function->getCanonicalDecl()], claim);
}

void Claims::compare(ASTContext &context, llvm::ArrayRef<FunctionDecl *> functions)
{
	std::vector<Claim> all;

	for (const FunctionDecl *function : functions)
		for (const Claim &claim : claims[function->getCanonicalDecl()])
			add(context, all, claim);
}

} // namespace sybil
