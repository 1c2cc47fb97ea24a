/* conflicts.cpp — what a function can ask for once only: a size, the kind of kernel, the value of a property. Attributes,
 * properties and all declarations of a function count. The message is at what comes later in the source. */
#include "plugin.h"

using namespace clang;

namespace sybil {
namespace {

/* Properties and attributes that say the same. */
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

/* Without messages about values that are wrong: those come when the function is told of. */
std::vector<Claim> claims_of(ASTContext &context, const FunctionDecl *function)
{
	std::vector<Claim> claims;

	for (const Attribute &attribute : attributes_of(function)) {
		std::string what = what_is(attribute.name);

		if (attribute.name == "add_ir_function_attributes" || attribute.name == "add_ir_attributes_function") {
			for (const Property &property : read_properties(context, attribute, true))
				claims.push_back(claim_of(context, property));
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

/* What our headers say was said by who uses them. */
bool comes_first(ASTContext &context, const Claim &one, const Claim &other)
{
	SourceManager &sources = context.getSourceManager();
	bool ours = sources.isInSystemHeader(one.at), others = sources.isInSystemHeader(other.at);

	return ours != others ? ours : sources.isBeforeInTranslationUnit(one.at, other.at);
}

} // namespace

void Claims::add(ASTContext &context, std::vector<Claim> &before, const Claim &claim)
{
	for (const Claim &one : before) {
		if (one.what != claim.what)
			continue;
		const Claim &first = comes_first(context, claim, one) ? claim : one;
		const Claim &second = &first == &claim ? one : claim;

		if (one.value != claim.value && said.insert(second.at).second) {
			complain(context, second.at, "a function has one %0, and not both '%1' and '%2'")
				<< claim.what << second.value << first.value;
			explain(context, first.at, "the other one is here");
		}
		return;
	}
	before.push_back(claim);
}

void Claims::read(const FunctionDecl *function)
{
	ASTContext &context = function->getASTContext();

	for (const Claim &claim : claims_of(context, function))
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
