/* integration.cpp — the integration header: what the host pass of a program has to know about kernels.
 *
 * The headers of the SYCL runtime find a kernel's name and parameters through templates that are specialized for each
 * kernel. The key is the stable name of the kernel's type, which clang computes alike in both passes. A kernel of an unnamed
 * namespace has the same key in several files, so the rows belong to the translation unit. */
#include "plugin.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

using namespace clang;

namespace sybil {
namespace {

long number_of(const ClassTemplateSpecializationDecl *special, unsigned i)
{
	const TemplateArgumentList &arguments = special->getTemplateArgs();

	return i < arguments.size() && arguments[i].getKind() == TemplateArgument::Integral
		       ? arguments[i].getAsIntegral().getExtValue()
		       : 0;
}

/* What accessors state besides their target: the number of dimensions. */
constexpr int dimensions_shift = 11, local_target = 2016;

/* Classes with parameters of their own in the runtime's protocol, by name. */
enum class Info { ACCESSOR, LOCAL, SIZE };
constexpr struct {
	const char *name, *kind;
	Info info;
} special_classes[] = {
	{ "accessor", "accessor", Info::ACCESSOR },
	{ "local_accessor", "accessor", Info::LOCAL },
	{ "dynamic_local_accessor", "dynamic_accessor", Info::LOCAL },
	{ "work_group_memory", "work_group_memory", Info::SIZE },
	{ "dynamic_work_group_memory", "dynamic_work_group_memory", Info::SIZE },
	{ "sampler", "sampler", Info::SIZE },
	{ "stream", "stream", Info::SIZE },
};

} // namespace

Parameter plain_parameter(const ASTContext &context, QualType type, CharUnits offset)
{
	return { type->isPointerType() ? "pointer" : "std_layout", context.getTypeSizeInChars(type).getQuantity(),
		 offset.getQuantity() };
}

std::optional<Parameter> special_parameter(const ASTContext &context, const CXXRecordDecl *record, CharUnits offset)
{
	const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(record);

	for (const auto &one : special_classes) {
		if (record->getName() != one.name || (one.info != Info::SIZE && !special))
			continue;
		long size = context.getTypeSizeInChars(context.getRecordType(record)).getQuantity();
		long info = one.info == Info::SIZE	 ? size
			    : one.info == Info::LOCAL ? local_target | number_of(special, 1) << dimensions_shift
						      : number_of(special, 3) | number_of(special, 1) << dimensions_shift;

		return Parameter{ one.kind, info, offset.getQuantity() };
	}
	return std::nullopt;
}

NamedDecl *find_name(Sema &sema, DeclContext *inside, llvm::ArrayRef<const char *> names)
{
	NamedDecl *one = nullptr;

	for (const char *name : names) {
		LookupResult found(sema, &sema.getASTContext().Idents.get(name), SourceLocation(), Sema::LookupOrdinaryName);

		found.suppressDiagnostics();
		if (!inside || !sema.LookupQualifiedName(found, inside) || !found.isSingleResult())
			return nullptr;
		one = found.getFoundDecl();
		inside = dyn_cast<NamespaceDecl>(one);
	}
	return one;
}

bool is_device_copyable(Sema &sema, QualType type, SourceLocation at)
{
	ASTContext &context = sema.getASTContext();
	auto *trait = dyn_cast_or_null<ClassTemplateDecl>(
		find_name(sema, context.getTranslationUnitDecl(), { "sycl", "is_device_copyable" }));
	TemplateArgumentListInfo arguments(at, at);

	if (!trait)
		return false;
	arguments.addArgument(TemplateArgumentLoc(TemplateArgument(type), context.getTrivialTypeSourceInfo(type, at)));
	QualType special = sema.CheckTemplateIdType(TemplateName(trait), at, arguments);

	if (special.isNull() || !sema.isCompleteType(at, special))
		return false;
	auto *variable = dyn_cast_or_null<VarDecl>(find_name(sema, special->getAsCXXRecordDecl(), { "value" }));
	const APValue *known = variable ? variable->evaluateValue() : nullptr;

	return known && known->isInt() && known->getInt().getBoolValue();
}

/* The lambda that a type, or an argument of its template, is. */
static const CXXRecordDecl *lambda_in(QualType type)
{
	const CXXRecordDecl *record = type->getAsCXXRecordDecl();
	const auto *special = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);

	if (record && record->isLambda())
		return record;
	if (special)
		for (const TemplateArgument &one : special->getTemplateArgs().asArray())
			if (one.getKind() == TemplateArgument::Type)
				if (const CXXRecordDecl *inner = lambda_in(one.getAsType()))
					return inner;
	return nullptr;
}

/* The specialization for a kernel, "KernelInfo<::name>"; "": the kernel was reported. */
std::string Integration::key_of(QualType type, SourceLocation at)
{
	ASTContext &context = compiler.getASTContext();
	const CXXRecordDecl *lambda = naming == Naming::STABLE ? nullptr : lambda_in(type);

	if (lambda && (naming == Naming::TYPES || !context.getSourceManager().isInSystemHeader(lambda->getLocation()))) {
		if (reported.insert(lambda).second) /* some kernels have two forms */
			complain(context, lambda->getLocation(),
				 naming == Naming::TYPES ? "a kernel needs a name for this host compiler"
							 : "a kernel needs a name with -fno-sycl-unnamed-lambda");
		return "";
	}
	if (naming != Naming::TYPES) {
		std::string key, name = SYCLUniqueStableNameExpr::ComputeName(context, type);

		for (char c : name)
			key += (key.empty() ? "'" : ",'") + std::string(1, c) + "'";
		return "KernelInfoData<" + key + ">";
	}
	if (!declarations)
		declarations.emplace(context);
	std::optional<std::string> name = declarations->name(type);

	if (!name)
		complain(context, at, "the name of a kernel must be a class in a namespace other than std for this host compiler, not %0")
			<< type;
	else if (!keys.insert(*name).second)
		complain(context, at, "two kernels have the name '%0' for this host compiler") << *name;
	else
		return "KernelInfo<" + *name + ">";
	return "";
}

void Integration::add_kernel(QualType type, StringRef name, llvm::ArrayRef<Parameter> parameters, QualType object,
			     SourceLocation at)
{
	std::string key = key_of(type, at);
	llvm::raw_string_ostream out(kernels);

	if (key.empty())
		return;
	out << "template <> struct SYBIL_LOCAL " << key << " {\n\tstatic constexpr kernel_param_desc_t rows[] = {";
	for (const Parameter &one : parameters)
		out << " { kernel_param_kind_t::kind_" << one.kind << ", " << one.info << ", " << one.offset << " },";
	out << " { kernel_param_kind_t::kind_invalid, 0, 0 } };\n"
	    << "\tstatic constexpr unsigned getNumParams() { return " << parameters.size() << "; }\n"
	    << "\tstatic constexpr const kernel_param_desc_t &getParamDesc(int i) { return rows[i]; }\n"
	    << "\tstatic constexpr const char *getName() { return \"" << name << "\"; }\n"
	    << "\tstatic constexpr bool isESIMD() { return false; }\n"
	    << "\tstatic constexpr const char *getFileName() { return \"\"; }\n"
	    << "\tstatic constexpr const char *getFunctionName() { return \"\"; }\n"
	    << "\tstatic constexpr unsigned getLineNumber() { return 0; }\n"
	    << "\tstatic constexpr unsigned getColumnNumber() { return 0; }\n"
	    << "\tstatic constexpr int64_t getKernelSize() { return "
	    << compiler.getASTContext().getTypeSizeInChars(object).getQuantity() << "; }\n};\n";
}

void Integration::add_free_function(StringRef name, size_t parameter_count, SourceLocation at)
{
	if (naming == Naming::TYPES)
		complain(compiler.getASTContext(), at, "free-function kernels need clang as the host compiler");
	free_names += ("\"" + name + "\", ").str();
	free_counts += std::to_string(parameter_count) + ", ";
	free_count++;
}

/* The name by which both passes know a specialization constant: that of a type made of it. */
static std::string constant_name(Sema &sema, VarDecl *variable)
{
	ASTContext &context = sema.getASTContext();
	SourceLocation at = variable->getLocation();
	auto *pattern = dyn_cast_or_null<ClassTemplateDecl>(
		find_name(sema, context.getTranslationUnitDecl(), { "__sybil", "spec_constant" }));
	Expr *reference = DeclRefExpr::Create(context, NestedNameSpecifierLoc(), at, variable, false, at, variable->getType(), VK_LValue);
	TemplateArgumentListInfo arguments(at, at);

	arguments.addArgument(TemplateArgumentLoc(TemplateArgument(reference), reference));
	QualType type = pattern ? sema.CheckTemplateIdType(TemplateName(pattern), at, arguments) : QualType();

	return type.isNull() ? "" : SYCLUniqueStableNameExpr::ComputeName(context, type);
}

void Integration::add_variable(VarDecl *variable)
{
	const CXXRecordDecl *record = class_of(variable->getType());
	std::string name = "::" + variable->getQualifiedNameAsString();

	if (naming != Naming::TYPES || !record || !record->getIdentifier())
		return;
	for (size_t at; (at = name.find("(anonymous namespace)::")) != std::string::npos;)
		name.erase(at, 23);
	if (record->getName() == "specialization_id")
		constants += "template <> const char *get_spec_constant_symbolic_ID_impl<" + name + ">()\n{\n\treturn \"" +
			     constant_name(compiler.getSema(), variable) + "\";\n}\n";
	else if (record->getName() == "device_global")
		globals += "\t\tdevice_global_map::add(__builtin_addressof(" + name + "), \"" + unique_id(compiler, variable, true) + "\");\n";
}

/* The number of arguments of free-function kernels, which programs may ask for. */
static void write_free_functions(llvm::raw_ostream &out, const std::string &names, const std::string &counts, size_t count)
{
	if (!count)
		return;
	out << "namespace {\nconst struct free_functions {\n\tconst char *names[" << count << "] = { " << names << "};\n"
	    << "\tunsigned counts[" << count << "] = { " << counts << "};\n"
	    << "\tfree_functions() { free_function_info_map::add(names, counts, " << count << "); }\n"
	    << "\t~free_functions() { free_function_info_map::remove(names, counts, " << count << "); }\n"
	    << "} all_free_functions;\n}\n";
}

constexpr llvm::StringLiteral open_namespaces = "namespace sycl {\ninline namespace _V1 {\nnamespace detail {\n";
constexpr llvm::StringLiteral close_namespaces = "}\n}\n}\n";

std::string Integration::header()
{
	std::string text;
	llvm::raw_string_ostream out(text);

	out << "#include <sycl/detail/kernel_desc.hpp>\n#include <sycl/detail/device_global_map.hpp>\n"
	    << "#include <sycl/detail/kernel_global_info.hpp>\n"
	    << "#define SYBIL_LOCAL" << (naming == Naming::TYPES ? "" : " __attribute__((internal_linkage))") << "\n"
	    << (declarations ? declarations->text : "") << open_namespaces;
	if (naming != Naming::TYPES)
		out << "template <auto &Id> const char *get_spec_constant_symbolic_ID_impl()\n"
		    << "{\n\treturn __builtin_sycl_unique_stable_name(__sybil::spec_constant<Id>);\n}\n"
		    << "template <auto &Id> const char *get_spec_constant_symbolic_ID()\n"
		    << "{\n\treturn get_spec_constant_symbolic_ID_impl<Id>();\n}\n";
	out << kernels;
	write_free_functions(out, free_names, free_counts, free_count);
	out << close_namespaces << "#undef SYBIL_LOCAL\n";
	return out.str();
}

/* What a host compiler other than clang reads behind the source. */
std::string Integration::footer() const
{
	std::string text = open_namespaces.str() + constants + close_namespaces.str() + "#include <sycl/detail/spec_const_integration.hpp>\n";

	if (!globals.empty())
		text += open_namespaces.str() + "namespace {\nstruct device_globals {\n\tdevice_globals()\n\t{\n" + globals +
			"\t}\n} all_device_globals;\n}\n" + close_namespaces.str();
	return text;
}

void Integration::write()
{
	DiagnosticsEngine &engine = compiler.getDiagnostics();
	std::string part = path + ".part"; /* the host pass may wait for the whole file */
	std::error_code error;

	if (!is_wanted() || engine.hasErrorOccurred())
		return;
	llvm::raw_fd_ostream out(part, error, llvm::sys::fs::OF_None);

	if (!error && naming == Naming::TYPES)
		out << "#ifndef SYBIL_BEHIND_SOURCE\n" << header() << "#else\n" << footer() << "#endif\n";
	else if (!error)
		out << header();
	out.close();
	if (!error && !out.has_error())
		error = llvm::sys::fs::rename(part, path);
	if (error || out.has_error())
		engine.Report(engine.getCustomDiagID(DiagnosticsEngine::Error, "cannot write '%0'")) << path;
	out.clear_error();
}

} // namespace sybil
