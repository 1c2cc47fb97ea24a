/* frontend/plugin/plugin.h — the parts of the clang plugin, in the order in which a translation unit meets them:
 *
 *   attributes.cpp   tokens: the attributes of SYCL, which clang does not know, become clang::annotate as they are read
 *   values.cpp       arguments of those attributes: constants → texts, and what is wrong with them
 *   facts.cpp        declarations: what their attributes ask for → annotations that clang's code generator writes
 *   conflicts.cpp    functions: what two attributes of one do not agree on
 *   kernels.cpp      kernels: a function with the kernel's parameters that calls what the user wrote
 *   host_code.cpp    what only the host needs: kept from the code generator
 *   device_code.cpp  what kernels may not do
 *   plugin.cpp       clang's callbacks
 *
 * The pass front-end (src/ir/lower/front_end.c) reads the annotations and removes them: their form is private to the two.
 * C++ because clang's interface is. No exceptions, no RTTI, as clang itself. */
#ifndef FRONTEND_PLUGIN_H
#define FRONTEND_PLUGIN_H

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
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

/* What annotations of ours begin with: as read from source (attributes.cpp), and as the pass finds them. */
inline constexpr llvm::StringLiteral source_prefix = "sybil.source:";
inline constexpr llvm::StringLiteral fact_prefix = "sybil.front-end:";

/* ---- attributes.cpp ---- */
/* From now on the preprocessor hands our attributes over as annotations. */
void read_attributes(clang::CompilerInstance &compiler);

/* ---- values.cpp ---- */
/* An attribute of ours, as written: "device_has" and its arguments. */
struct Attribute {
	llvm::StringRef name;
	std::vector<clang::Expr *> arguments;
	clang::SourceLocation at;
};

struct Property {
	std::string name, value;
	clang::SourceLocation at;
};

/* An error at a place of the source, however macros led there. */
clang::DiagnosticBuilder complain(clang::ASTContext &context, clang::SourceLocation at, llvm::StringRef text);
clang::DiagnosticBuilder warn(clang::ASTContext &context, clang::SourceLocation at, llvm::StringRef text);
clang::DiagnosticBuilder explain(clang::ASTContext &context, clang::SourceLocation at, llvm::StringRef text);

/* What the user gave to the macro that wrote an attribute: SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((here)). */
clang::SourceLocation inside_macro(clang::ASTContext &context, clang::SourceLocation at);

/* The attributes of ours on a declaration, or in the type of a function. */
std::vector<Attribute> attributes_of(const clang::Decl *decl);
bool has_attribute(const clang::Decl *decl, llvm::StringRef name);

/* Each complains, unless it is to be quiet, and answers with what is left. */
std::vector<Property> read_properties(clang::ASTContext &context, const Attribute &attribute, bool quiet = false);
std::vector<std::string> read_aspects(clang::ASTContext &context, const Attribute &attribute);
std::vector<std::string> read_sizes(clang::ASTContext &context, const Attribute &attribute, unsigned most,
				    bool quiet = false);
/* sycl::aspect itself. */
bool is_aspect(const clang::EnumDecl *decl);
std::string read_word(clang::ASTContext &context, const Attribute &attribute, bool quiet = false);

/* ---- conflicts.cpp ---- */
/* Something that a function asks for, of which there can be one: a work-group size, "4,4". */
struct Claim {
	std::string what, value;
	clang::SourceLocation at;
};

class Claims {
public:
	/* Complains about what does not agree with other declarations of the function, or within this one. */
	void read(clang::Sema &sema, clang::FunctionDecl *function);
	/* The same for a template, as far as its arguments do not matter: there may never be a function made of it. */
	void read_template(const clang::FunctionDecl *function);
	/* The same for functions that are one kernel together; they have been read. */
	void compare(clang::ASTContext &context, llvm::ArrayRef<clang::FunctionDecl *> functions);

private:
	std::map<const clang::FunctionDecl *, std::vector<Claim>> claims;
	std::set<const clang::FunctionDecl *> read_templates; /* functions whose templates were read */
	std::set<clang::SourceLocation> said;

	void add(clang::ASTContext &context, std::vector<Claim> &before, const Claim &claim);
};

/* ---- facts.cpp ---- */
/* One fact about what is annotated: a kind and its fields. */
std::string fact(llvm::StringRef kind, llvm::ArrayRef<std::string> fields);
void annotate(clang::ASTContext &context, clang::Decl *decl, const std::string &text);

/* A function that is a kernel by itself, or one that is given the object which is. */
struct Kernel {
	clang::FunctionDecl *function;
	bool free;
};

/* Everything that a module is told, and what was told before. */
class Facts {
public:
	explicit Facts(clang::CompilerInstance &compiler) : compiler(compiler) {}

	/* Turn what the source says about a declaration into facts; once per declaration. */
	void tell(clang::Decl *decl);
	/* That a function uses numbers of 16 bits. Its code may have been made before: so this goes by name. */
	void tell_half(const clang::FunctionDecl *function);
	/* Facts of the whole module, and of types: once, at the end. */
	void tell_module(clang::ASTContext &context);
	/* What a function asks for, as facts: of a kernel, to be told of its entry point. */
	const std::vector<std::string> &of_function(clang::ASTContext &context, const clang::FunctionDecl *function);
	std::vector<Kernel> kernels;
	std::map<std::string, clang::SourceLocation> names; /* of entry points, and where they come from */
	Claims claims;
	bool ended = false;				    /* the source was read to its end */
	/* SYCL_EXTERNAL functions that are defined here. */
	std::vector<clang::FunctionDecl *> externals;

private:
	clang::CompilerInstance &compiler;
	std::set<const clang::Decl *> told;
	std::map<const clang::FunctionDecl *, std::vector<std::string>> functions;
	std::vector<std::pair<clang::CXXRecordDecl *, std::string>> types;
	const clang::EnumDecl *aspects = nullptr;
	std::vector<std::string> elsewhere; /* facts of functions that are declared only */
	unsigned carriers = 0;

	std::set<clang::SourceLocation> misplaced; /* attributes that were complained about */

	void check_place(const clang::Decl *decl);
	void tell_by_name(const clang::NamedDecl *decl, llvm::ArrayRef<std::string> facts);
	void tell_function(clang::FunctionDecl *function);
	void tell_variable(clang::VarDecl *variable);
	void tell_member(clang::FieldDecl *member);
	void tell_type(clang::CXXRecordDecl *record);
	void carry(clang::ASTContext &context, clang::QualType type, const std::string &text);
	std::string unique_id(clang::VarDecl *variable);
};

std::string mangled(clang::ASTContext &context, const clang::NamedDecl *decl);
/* Digits that stand for the source file, by its path as the module's id has it, the macros of the command line and its
 * contents: wherever the project lies, and whatever else is compiled. */
std::string file_digits(clang::CompilerInstance &compiler);
/* The class that a variable is of, or that its elements are of. */
clang::CXXRecordDecl *class_of(clang::QualType type);

/* ---- kernels.cpp ---- */
/* Makes the entry point of a kernel and hands it to the code generator. */
void make_entry_point(clang::CompilerInstance &compiler, Facts &facts, const Kernel &kernel);

/* ---- host_code.cpp ---- */
/* clang writes functions and variables that other translation units may need at once. Nothing of the host is needed here:
 * what device code does not use must not be written, because some of it cannot be compiled for a device. */
class HostCode {
public:
	explicit HostCode(clang::CompilerInstance &compiler) : compiler(compiler) {}

	/* Call this before the code generator gets a declaration: it then waits for the first use. */
	void defer(clang::Decl *decl);
	/* Declarations are as the source has them again. */
	void restore();

private:
	clang::CompilerInstance &compiler;
	std::vector<clang::FunctionDecl *> made_inline, made_implicit;
	std::vector<clang::Decl *> made_references;

	void defer_function(clang::FunctionDecl *function);
	void defer_variable(clang::VarDecl *variable);
	void make_reference(clang::Decl *decl);
};

/* ---- device_code.cpp ---- */
/* Whether device code may use a variable. */
bool is_allowed(const clang::VarDecl *variable);
/* Whether a variable needs no code that runs before main(), or is of a class for device code. */
bool is_ready(const clang::VarDecl *variable);
/* Complains about what kernels and SYCL_EXTERNAL functions must not do, in all that they call. Answers with the functions
 * that use _Float16 or __fp16. Takes all but constants out of functions of the host whose static constants are used. */
std::vector<const clang::FunctionDecl *> check_device_code(clang::ASTContext &context, llvm::ArrayRef<clang::FunctionDecl *> roots);

} // namespace sybil

#endif
