/* free_functions.cpp — free-function kernels: which functions they are, and the traits by which the runtime's headers find
 * them. */
#include "plugin.h"

using namespace clang;

namespace sybil {
namespace {

enum class Trait { ANY_KERNEL, ND_RANGE, SINGLE_TASK, INFO };

constexpr struct {
	const char *name;
	Trait trait;
} traits[] = {
	{ "is_kernel", Trait::ANY_KERNEL },
	{ "is_nd_range_kernel", Trait::ND_RANGE },
	{ "is_single_task_kernel", Trait::SINGLE_TASK },
	{ "FreeFunctionInfoData", Trait::INFO },
};

std::optional<Trait> trait_of(const ClassTemplateDecl *decl)
{
	for (const auto &one : traits)
		if (decl->getName() == one.name)
			return one.trait;
	return std::nullopt;
}

/* Makes a class that is not defined yet an explicit specialization with one base. */
class Specialization {
public:
	Specialization(Sema &sema, ClassTemplateSpecializationDecl *special)
		: sema(sema), context(sema.getASTContext()), special(special), at(special->getLocation())
	{
	}

	void be_true()
	{
		if (auto *base = dyn_cast_or_null<CXXRecordDecl>(find("yes")))
			derive(context.getRecordType(base));
	}

	void describe(unsigned parameter_count, StringRef name)
	{
		auto *base = dyn_cast_or_null<ClassTemplateDecl>(find("free_function"));
		TemplateArgumentListInfo arguments(at, at);

		if (!base)
			return;
		add(arguments, parameter_count, context.UnsignedIntTy);
		for (char c : name)
			add(arguments, static_cast<unsigned char>(c), context.CharTy);
		QualType type = sema.CheckTemplateIdType(TemplateName(base), at, arguments);

		if (!type.isNull() && sema.isCompleteType(at, type))
			derive(type);
	}

private:
	Sema &sema;
	ASTContext &context;
	ClassTemplateSpecializationDecl *special;
	SourceLocation at;

	/* declared in both.hpp */
	NamedDecl *find(const char *name) { return find_name(sema, context.getTranslationUnitDecl(), { "__sybil", name }); }

	void add(TemplateArgumentListInfo &arguments, unsigned value, QualType type)
	{
		llvm::APInt number(context.getIntWidth(type), value);
		Expr *literal = type == context.CharTy ? static_cast<Expr *>(new (context) CharacterLiteral(
								 value, CharacterLiteral::Ascii, type, at))
						       : IntegerLiteral::Create(context, number, type, at);

		arguments.addArgument(TemplateArgumentLoc(TemplateArgument(literal), literal));
	}

	void derive(QualType type)
	{
		CXXBaseSpecifier base(SourceRange(at, at), false, false, AS_public, context.getTrivialTypeSourceInfo(type, at),
				      SourceLocation());
		const CXXBaseSpecifier *bases[] = { &base };

		special->setSpecializationKind(TSK_ExplicitSpecialization);
		special->startDefinition();
		special->setBases(bases, 1);
		special->completeDefinition();
	}
};

} // namespace

std::optional<int> free_dimensions(ASTContext &context, const FunctionDecl *function, bool quiet)
{
	std::optional<int> dimensions;

	for (const Attribute &attribute : attributes_of(function)) {
		if (attribute.name != "add_ir_function_attributes" && attribute.name != "add_ir_attributes_function")
			continue;
		for (const Property &property : read_properties(context, attribute, true)) {
			int number = 0;

			if (property.name == "sycl-single-task-kernel")
				dimensions = 0;
			if (property.name != "sycl-nd-range-kernel")
				continue;
			if ((StringRef(property.value).getAsInteger(10, number) || number < 1 || number > 3) && !quiet)
				complain(context, inside_macro(context, property.at),
					 "a kernel must have one, two or three dimensions, not %0")
					<< property.value;
			dimensions = number;
		}
	}
	return dimensions;
}

void FreeFunctions::read(const FunctionDecl *function)
{
	if (std::optional<int> dimensions = free_dimensions(compiler.getASTContext(), function, true))
		kernels[function->getCanonicalDecl()] = *dimensions;
}

std::optional<int> FreeFunctions::dimensions_of(const FunctionDecl *function)
{
	if (!kernels.count(function->getCanonicalDecl()))
		for (const FunctionDecl *one : function->redecls())
			read(one);
	auto known = kernels.find(function->getCanonicalDecl());

	return known == kernels.end() ? std::nullopt : std::optional<int>(known->second);
}

void FreeFunctions::AddedCXXTemplateSpecialization(const ClassTemplateDecl *decl, const ClassTemplateSpecializationDecl *special)
{
	std::optional<Trait> trait = trait_of(decl);
	llvm::ArrayRef<TemplateArgument> arguments = special->getTemplateArgs().asArray();

	if (!trait || arguments.empty() || arguments[0].getKind() != TemplateArgument::Declaration)
		return;
	auto *function = dyn_cast<FunctionDecl>(arguments[0].getAsDecl());
	std::optional<int> dimensions = function ? dimensions_of(function) : std::nullopt;
	Specialization made(compiler.getSema(), const_cast<ClassTemplateSpecializationDecl *>(special));

	if (!dimensions)
		return;
	if (*trait == Trait::INFO)
		made.describe(function->getNumParams(), free_kernel_name(compiler, function));
	else if (*trait == Trait::ANY_KERNEL || (*trait == Trait::SINGLE_TASK && *dimensions == 0) ||
		 (*trait == Trait::ND_RANGE && *dimensions != 0 && arguments.size() == 2 &&
		  arguments[1].getKind() == TemplateArgument::Integral && arguments[1].getAsIntegral() == *dimensions))
		made.be_true();
}

} // namespace sybil
