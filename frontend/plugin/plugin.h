/* frontend/plugin/plugin.h — the parts of the clang plugin, in the order in which a translation unit meets them:
 *
 *   attributes.cpp   tokens: the attributes of SYCL, which clang does not know, become clang::annotate as they are read
 *   values.cpp       arguments of those attributes: constants → texts, and what is wrong with them
 *   facts.cpp        declarations: what their attributes ask for → annotations that clang's code generator writes
 *   free_functions.cpp  free-function kernels: their dimensions, and the runtime's traits
 *   conflicts.cpp    functions: what two attributes of one do not agree on
 *   kernels.cpp      kernels: a function with the kernel's parameters that calls what the user wrote
 *   names.cpp        names of kernels
 *   integration.cpp  kernels of programs: names and parameters for the host pass
 *   declarations.cpp  declarations of the types that name kernels, for host compilers other than clang
 *   host_code.cpp    what only the host needs: kept from the code generator
 *   device_code.cpp  what kernels may not do
 *   host_pass.cpp    the host pass of a program
 *   plugin.cpp       clang's callbacks
 *
 * The pass front-end (src/ir/lower/front_end.c) reads the annotations and removes them: their form is private to the two.
 * C++ because clang's interface is. No exceptions, no RTTI, as clang itself. */
#ifndef FRONTEND_PLUGIN_H
#define FRONTEND_PLUGIN_H

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/ASTMutationListener.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/MD5.h>
#include <llvm/Support/Path.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sybil {

/* Prefixes of our annotations: as read from the source (attributes.cpp), and for the pass. */
inline constexpr llvm::StringLiteral source_prefix = "sybil.source:";
inline constexpr llvm::StringLiteral fact_prefix = "sybil.front-end:";

/* ---- attributes.cpp ---- */
/* Let the preprocessor turn our attributes into annotations from now on. */
void read_attributes(clang::CompilerInstance &compiler);

/* ---- values.cpp ---- */
/* An attribute as written: "device_has" and its arguments. */
struct Attribute {
	llvm::StringRef name;
	std::vector<clang::Expr *> arguments;
	clang::SourceLocation at;
};

struct Property {
	std::string name, value;
	clang::SourceLocation at;
};

/* Report an error, a warning or a note at a place in the source, outside of macros. */
clang::DiagnosticBuilder complain(clang::ASTContext &context, clang::SourceLocation at, llvm::StringRef text);
clang::DiagnosticBuilder warn(clang::ASTContext &context, clang::SourceLocation at, llvm::StringRef text);
clang::DiagnosticBuilder explain(clang::ASTContext &context, clang::SourceLocation at, llvm::StringRef text);

/* The argument of the macro that an attribute comes from: SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((here)). */
clang::SourceLocation inside_macro(clang::ASTContext &context, clang::SourceLocation at);

/* Our attributes on a declaration, or in the type of a function. */
std::vector<Attribute> attributes_of(const clang::Decl *decl);
bool has_attribute(const clang::Decl *decl, llvm::StringRef name);

/* Each reports invalid arguments, unless quiet is set, and returns the valid ones. */
std::vector<Property> read_properties(clang::ASTContext &context, const Attribute &attribute, bool quiet = false);
std::vector<std::string> read_aspects(clang::ASTContext &context, const Attribute &attribute, bool quiet = false);
std::vector<std::string> read_sizes(clang::ASTContext &context, const Attribute &attribute, unsigned most,
				    bool quiet = false);
/* sycl::aspect itself. */
bool is_aspect(const clang::EnumDecl *decl);
std::string read_word(clang::ASTContext &context, const Attribute &attribute, bool quiet = false);

/* ---- conflicts.cpp ---- */
/* Something that a function can request once, such as the work-group size "4,4". */
struct Claim {
	std::string what, value;
	clang::SourceLocation at;
};

class Claims {
public:
	/* Reports conflicts within a declaration of a function and with its other declarations. */
	void read(clang::Sema &sema, clang::FunctionDecl *function);
	/* The same for a template, for attributes that do not depend on its arguments: it may never be instantiated. */
	void read_template(const clang::FunctionDecl *function);
	/* The same between functions that form one kernel and have been read. */
	void compare(clang::ASTContext &context, llvm::ArrayRef<clang::FunctionDecl *> functions);

private:
	std::map<const clang::FunctionDecl *, std::vector<Claim>> claims;
	std::set<const clang::FunctionDecl *> read_templates; /* functions whose templates were read */
	std::set<clang::SourceLocation> reported;

	void add(clang::ASTContext &context, std::vector<Claim> &before, const Claim &claim);
};

/* ---- facts.cpp ---- */
/* The text of a fact: a kind and its fields. */
std::string fact(llvm::StringRef kind, llvm::ArrayRef<std::string> fields);
void annotate(clang::ASTContext &context, clang::Decl *decl, const std::string &text);
/* Remove the source's attributes, which became facts. */
void drop_source(clang::Decl *decl);

/* ---- free_functions.cpp ---- */
/* Of a free-function kernel, by the attributes of this declaration; 0: a single task; none: not a kernel. Reports wrong
 * ones, unless quiet is set. */
std::optional<int> free_dimensions(clang::ASTContext &context, const clang::FunctionDecl *function, bool quiet);

/* Knows free-function kernels, and makes the runtime's traits true for them: is_nd_range_kernel<f, 1> and others. They are
 * specialized when they are first used, because code of either pass may ask in any place behind the declaration of
 * a kernel, and for each specialization of a template. */
class FreeFunctions : public clang::ASTMutationListener {
public:
	explicit FreeFunctions(clang::CompilerInstance &compiler) : compiler(compiler) {}

	/* Remember a declaration whose attributes will be removed. */
	void read(const clang::FunctionDecl *function);
	void AddedCXXTemplateSpecialization(const clang::ClassTemplateDecl *trait,
					    const clang::ClassTemplateSpecializationDecl *special) override;

private:
	clang::CompilerInstance &compiler;
	std::map<const clang::FunctionDecl *, int> kernels; /* with their dimensions; 0: a single task */

	std::optional<int> dimensions_of(const clang::FunctionDecl *function);
};

/* ---- declarations.cpp ---- */
class Declarations {
public:
	std::string text;

	explicit Declarations(clang::ASTContext &context) : context(context) {}
	/* The name of a type behind the text; none: it cannot be declared there. */
	std::optional<std::string> name(clang::QualType type);

private:
	clang::ASTContext &context;
	std::set<const clang::Decl *> declared;
	bool failed = false;

	std::string spell(clang::QualType type);
	std::string spell(const clang::TemplateArgument &argument);
	std::string spell_class(const clang::TagDecl *decl);
	std::string parameters_of(const clang::TemplateParameterList *parameters);
	void declare(const clang::TagDecl *decl, const std::vector<const clang::NamespaceDecl *> &spaces);
};

/* ---- integration.cpp ---- */
/* A kernel's parameter in the protocol of the SYCL runtime. */
struct Parameter {
	const char *kind;
	long info, offset;
};
Parameter plain_parameter(const clang::ASTContext &context, clang::QualType type, clang::CharUnits offset);
/* Of an object that the runtime knows; none: another class. */
std::optional<Parameter> special_parameter(const clang::ASTContext &context, const clang::CXXRecordDecl *record,
					   clang::CharUnits offset);

/* The declaration with a name, in namespaces with the names before it. */
clang::NamedDecl *find_name(clang::Sema &sema, clang::DeclContext *inside, llvm::ArrayRef<const char *> names);
/* Whether sycl::is_device_copyable is true for a type. */
bool is_device_copyable(clang::Sema &sema, clang::QualType type, clang::SourceLocation at);

/* How the host pass finds kernels: by the stable names of their types; the same, but names are required; or by the
 * types, because the host compiler is not clang. */
enum class Naming { STABLE, REQUIRED, TYPES };

/* Collects and writes the integration header. */
class Integration {
public:
	std::string path; /* "": not a program, only kernels are compiled */
	Naming naming = Naming::STABLE;
	bool constants_in_buffer = false; /* specialization constants of native code */

	explicit Integration(clang::CompilerInstance &compiler) : compiler(compiler) {}
	bool is_wanted() const { return !path.empty(); }
	/* type names the kernel, and object is what the host passes to it. at: its place in messages. */
	void add_kernel(clang::QualType type, llvm::StringRef name, llvm::ArrayRef<Parameter> parameters, clang::QualType object,
			clang::SourceLocation at);
	void add_free_function(llvm::StringRef name, size_t parameter_count, clang::SourceLocation at);
	/* Specialization constants and device globals, for host compilers other than clang. */
	void add_variable(clang::VarDecl *variable);
	void write();

private:
	clang::CompilerInstance &compiler;
	std::optional<Declarations> declarations;
	std::string kernels;
	std::set<std::string> keys;
	std::set<const clang::Decl *> reported; /* kernels without names */
	std::string constants, globals; /* behind the source */
	std::string free_names, free_counts; /* of free-function kernels, with commas */
	size_t free_count = 0;

	std::string key_of(clang::QualType type, clang::SourceLocation at);
	std::string header();
	std::string footer() const;
};

/* A free-function kernel, or a function that takes the kernel's object. */
struct Kernel {
	clang::FunctionDecl *function;
	bool free;
};

/* Collects the facts about a module. */
class Facts {
public:
	explicit Facts(clang::CompilerInstance &compiler) : integration(compiler), free_functions(compiler), compiler(compiler) {}

	/* Turn the attributes of a declaration into facts, once. */
	void read(clang::Decl *decl);
	/* Add the fact that a function uses 16-bit floating point, by name, because its code may already be
	 * generated. */
	void add_half(const clang::FunctionDecl *function);
	/* Write the facts about the module and about types, once at the end. */
	void write_module(clang::ASTContext &context);
	/* The facts about a function, which a kernel passes on to its entry point. */
	const std::vector<std::string> &of_function(clang::ASTContext &context, const clang::FunctionDecl *function);
	std::vector<Kernel> kernels;
	std::map<std::string, clang::SourceLocation> names; /* of entry points, with their places */
	Claims claims;
	bool ended = false;				    /* the end of the source was reached */
	/* SYCL_EXTERNAL functions that are defined here. */
	std::vector<clang::FunctionDecl *> externals;
	Integration integration;
	FreeFunctions free_functions;

private:
	clang::CompilerInstance &compiler;
	std::set<const clang::Decl *> seen;
	std::map<const clang::FunctionDecl *, std::vector<std::string>> functions;
	std::vector<std::pair<clang::CXXRecordDecl *, std::string>> types;
	const clang::EnumDecl *aspects = nullptr;
	std::vector<std::string> elsewhere; /* facts about functions that are only declared */
	unsigned carriers = 0;

	std::set<clang::SourceLocation> misplaced; /* attributes that were reported */

	void check_place(const clang::Decl *decl);
	void add_by_name(const clang::NamedDecl *decl, llvm::ArrayRef<std::string> facts);
	void read_function(clang::FunctionDecl *function);
	void read_variable(clang::VarDecl *variable);
	void read_member(clang::FieldDecl *member);
	void read_type(clang::CXXRecordDecl *record);
	void carry(clang::ASTContext &context, clang::QualType type, const std::string &text);
};

std::string mangled(clang::ASTContext &context, const clang::NamedDecl *decl);
/* Digits that identify the source file: a hash of its path in the module's id, the macros of the command line and its
 * contents, which does not depend on the location of the project. */
std::string file_digits(clang::CompilerInstance &compiler);
/* The name of a device global for the runtime. is_symbol: it is also the name of the variable in device code. */
std::string unique_id(clang::CompilerInstance &compiler, clang::VarDecl *variable, bool is_symbol);
/* The class of a variable, or of its elements. */
clang::CXXRecordDecl *class_of(clang::QualType type);

/* ---- names.cpp ---- */
/* The name of a kernel's entry point: of a free function, and of an object with the type that names the kernel. */
std::string free_kernel_name(clang::CompilerInstance &compiler, clang::FunctionDecl *function);
std::string object_kernel_name(clang::CompilerInstance &compiler, clang::QualType type);

/* ---- kernels.cpp ---- */
/* Make the entry point of a kernel and pass it to the code generator. */
void make_entry_point(clang::CompilerInstance &compiler, Facts &facts, const Kernel &kernel);

/* ---- host_code.cpp ---- */
/* clang generates functions and variables that other translation units may need immediately. Host code that device code
 * does not use must not be generated, because some of it cannot be compiled for a device. */
class HostCode {
public:
	explicit HostCode(clang::CompilerInstance &compiler) : compiler(compiler) {}

	/* Call this before the code generator gets a declaration, to defer it to the first use. */
	void defer(clang::Decl *decl);
	/* Restore the declarations of the source. */
	void restore();

private:
	clang::CompilerInstance &compiler;
	std::vector<clang::FunctionDecl *> made_inline, made_implicit;
	std::vector<clang::Decl *> made_references;

	void defer_function(clang::FunctionDecl *function);
	void defer_variable(clang::VarDecl *variable);
	void make_inline(clang::FunctionDecl *function);
	void make_reference(clang::Decl *decl);
};

/* ---- device_code.cpp ---- */
/* Whether device code may use a variable. */
bool is_allowed(const clang::VarDecl *variable);
/* Whether a variable needs no initialization before main(), or has a class for device code. */
bool is_ready(const clang::VarDecl *variable);
/* Report code that kernels, SYCL_EXTERNAL functions and their callees must not have. Returns the functions that use
 * _Float16 or __fp16. Removes everything but constants from host functions whose static constants are used. */
std::vector<const clang::FunctionDecl *> check_device_code(clang::ASTContext &context, llvm::ArrayRef<clang::FunctionDecl *> roots);

/* ---- host_pass.cpp ---- */
/* integration: path of the integration header, which is read at the end of the source; "": none. */
std::unique_ptr<clang::ASTConsumer> make_host_pass(clang::CompilerInstance &compiler, const std::string &integration);

} // namespace sybil

#endif
