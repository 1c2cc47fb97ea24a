/* facts.cpp — attributes → annotations with one text each, which clang's code generator puts into the module. Facts
 * about types, the module and functions that are only declared are on variables that carry nothing else; the pass
 * removes them. */
#include "plugin.h"

using namespace clang;

namespace sybil {

/* "5:fp16.": the length, then the bytes, so that nothing has to be escaped. */
static void put(std::string &text, StringRef field)
{
	text += std::to_string(field.size()) + ":" + field.str();
}

std::string fact(StringRef kind, llvm::ArrayRef<std::string> fields)
{
	std::string text = fact_prefix.str();

	put(text, kind);
	for (const std::string &field : fields)
		put(text, field);
	return text;
}

void annotate(ASTContext &context, Decl *decl, const std::string &text)
{
	decl->addAttr(AnnotateAttr::CreateImplicit(context, text, nullptr, 0));
}

void drop_source(Decl *decl)
{
	AttrVec kept;

	if (!decl->hasAttrs())
		return;
	for (Attr *attr : decl->attrs()) {
		const auto *one = dyn_cast<AnnotateAttr>(attr);

		if (!one || !one->getAnnotation().startswith(source_prefix))
			kept.push_back(attr);
	}
	decl->dropAttrs();
	for (Attr *attr : kept)
		decl->addAttr(attr);
}

static std::string mangled(ASTContext &context, GlobalDecl global)
{
	std::unique_ptr<MangleContext> names(context.createMangleContext());
	const auto *decl = cast<NamedDecl>(global.getDecl());
	std::string text;
	llvm::raw_string_ostream out(text);

	if (names->shouldMangleDeclName(decl))
		names->mangleName(global, out);
	else
		out << decl->getName();
	return out.str();
}

std::string mangled(ASTContext &context, const NamedDecl *decl)
{
	GlobalDecl global;

	if (const auto *constructor = dyn_cast<CXXConstructorDecl>(decl))
		global = GlobalDecl(constructor, Ctor_Complete);
	else if (const auto *destructor = dyn_cast<CXXDestructorDecl>(decl))
		global = GlobalDecl(destructor, Dtor_Complete);
	else if (const auto *function = dyn_cast<FunctionDecl>(decl))
		global = GlobalDecl(function);
	else
		global = GlobalDecl(cast<VarDecl>(decl));
	return mangled(context, global);
}

/* Constructors and destructors are several functions: for a complete object, for a base class, with operator delete. */
static std::vector<std::string> all_names(ASTContext &context, const NamedDecl *decl)
{
	std::vector<std::string> names = { mangled(context, decl) };

	if (const auto *constructor = dyn_cast<CXXConstructorDecl>(decl))
		names.push_back(mangled(context, GlobalDecl(constructor, Ctor_Base)));
	if (const auto *destructor = dyn_cast<CXXDestructorDecl>(decl))
		names.push_back(mangled(context, GlobalDecl(destructor, Dtor_Base)));
	if (const auto *destructor = dyn_cast<CXXDestructorDecl>(decl); destructor && destructor->isVirtual())
		names.push_back(mangled(context, GlobalDecl(destructor, Dtor_Deleting)));
	return names;
}

CXXRecordDecl *class_of(QualType type)
{
	return type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
}

/* Whether an attribute has the specification's name, or DPC++'s. */
static bool is_about(const Attribute &attribute, StringRef ours, StringRef todays)
{
	return attribute.name == ours || attribute.name == todays;
}

static void add_properties(ASTContext &context, const Attribute &attribute, std::vector<std::string> &facts)
{
	for (const Property &property : read_properties(context, attribute))
		facts.push_back(fact("attribute", { property.name, property.value }));
}

static void add_list(std::vector<std::string> &facts, StringRef kind, const std::vector<std::string> &list)
{
	if (!list.empty())
		facts.push_back(fact(kind, list));
}

static bool is_in_sycl(const Decl *decl)
{
	const DeclContext *outer = decl->getDeclContext();

	while (outer->getParent() && !outer->getParent()->isTranslationUnit())
		outer = outer->getParent();
	const auto *space = dyn_cast<NamespaceDecl>(outer);

	return space && space->getIdentifier() && space->getName() == "sycl";
}

/* The name of a member function of SYCL that all work-items of a group must call, also where the code of a hierarchical kernel
 * runs once per work-group; "" for others. */
static StringRef called_by_work_items(const FunctionDecl *function)
{
	static const struct {
		const char *of, *name;
	} known[] = {
		{ "group", "parallel_for_work_item" },
		{ "group", "async_work_group_copy" },
		{ "group", "wait_for" },
		{ "device_event", "wait" },
	};
	const auto *method = dyn_cast<CXXMethodDecl>(function);

	if (!method || !method->getIdentifier() || !method->getParent()->getIdentifier())
		return "";
	for (const auto &one : known)
		if (method->getName() == one.name && method->getParent()->getName() == one.of && is_in_sycl(method->getParent()))
			return one.name;
	return "";
}

/* The operator() that a function calls; null when there is none. */
static const FunctionDecl *called_operator(const Stmt *body)
{
	const auto *call = dyn_cast_or_null<CXXOperatorCallExpr>(body);

	if (call && call->getOperator() == OO_Call)
		return call->getDirectCallee();
	if (!body)
		return nullptr;
	for (const Stmt *inner : body->children())
		if (const FunctionDecl *found = called_operator(inner))
			return found;
	return nullptr;
}

static std::vector<std::string> facts_of_function(ASTContext &context, const FunctionDecl *function)
{
	std::vector<std::string> facts;

	for (const Attribute &attribute : attributes_of(function)) {
		if (attribute.name == "device_has") /* an empty list is a declaration, too */
			facts.push_back(fact("declared", read_aspects(context, attribute)));
		else if (attribute.name == "uses_aspects")
			add_list(facts, "used", read_aspects(context, attribute));
		else if (attribute.name == "reqd_work_group_size")
			add_list(facts, "work-group-size", read_sizes(context, attribute, 3));
		else if (attribute.name == "work_group_size_hint")
			add_list(facts, "work-group-size-hint", read_sizes(context, attribute, 3));
		else if (attribute.name == "reqd_sub_group_size")
			add_list(facts, "sub-group-size", read_sizes(context, attribute, 1));
		else if (attribute.name == "named_sub_group_size")
			facts.push_back(fact("sub-group-size", { read_word(context, attribute) }));
		else if (attribute.name == "sycl_external")
			facts.push_back(fact("external", {}));
		else if (is_about(attribute, "add_ir_function_attributes", "add_ir_attributes_function"))
			add_properties(context, attribute, facts);
	}
	if (StringRef name = called_by_work_items(function); !name.empty())
		facts.push_back(fact("attribute", { "sybil-work-item-scope", name.str() }));
	return facts;
}

const std::vector<std::string> &Facts::of_function(ASTContext &context, const FunctionDecl *function)
{
	auto found = functions.find(function);

	if (found != functions.end())
		return found->second;
	return functions[function] = facts_of_function(context, function);
}

static bool is_sycl_external(const FunctionDecl *function)
{
	for (const FunctionDecl *one : function->redecls())
		if (has_attribute(one, "sycl_external"))
			return true;
	return false;
}

void Facts::add_by_name(const NamedDecl *decl, llvm::ArrayRef<std::string> facts)
{
	ASTContext &context = decl->getASTContext();

	if (facts.empty())
		return;
	for (const std::string &name : all_names(context, decl))
		for (const std::string &one : facts)
			elsewhere.push_back(fact("of", { name, one }));
}

/* clang replaces an empty destructor by that of the base class, which lacks the attributes. */
static void keep_destructor(FunctionDecl *function)
{
	ASTContext &context = function->getASTContext();
	SourceLocation at = function->getLocation();

	if (isa<CXXDestructorDecl>(function) && function->hasTrivialBody())
		function->setBody(CompoundStmt::Create(context, { new (context) NullStmt(at) }, FPOptionsOverride(), at, at));
}

void Facts::read_function(FunctionDecl *function)
{
	ASTContext &context = function->getASTContext();

	claims.read(compiler.getSema(), function);
	free_functions.read(function);
	if (!function->doesThisDeclarationHaveABody()) {
		/* The requirements of a function in another translation unit count for its callers. */
		if (!function->isDefined() && function->isReferenced() && function == function->getMostRecentDecl())
			add_by_name(function, of_function(context, function));
		return;
	}
	if (is_sycl_external(function)) {
		externals.push_back(function);
		if (!function->hasAttr<UsedAttr>())
			function->addAttr(UsedAttr::CreateImplicit(context));
	}
	if (has_attribute(function, "sycl_kernel")) {
		kernels.push_back({ function, false });
		/* the name says how a hierarchical kernel is launched */
		if (function->getIdentifier() && function->getName() == "kernel_parallel_for_work_group")
			if (const FunctionDecl *called = called_operator(function->getBody()))
				add_by_name(called, fact("attribute", { "sybil-work-group-scope", "" }));
	} else if (free_dimensions(context, function, false)) {
		kernels.push_back({ function, true });
	}
	const std::vector<std::string> &facts = of_function(context, function);

	drop_source(function);
	/* clang does not generate annotations of these */
	if (isa<CXXConstructorDecl, CXXDestructorDecl>(function)) {
		add_by_name(function, facts);
		if (!facts.empty())
			keep_destructor(function);
		return;
	}
	for (const std::string &one : facts)
		annotate(context, function, one);
}

/* The path of the source relative to the folder of the compilation, so that both can be moved; only the name where they
 * have no folder in common. */
static std::string source_path(ASTContext &context)
{
	SourceManager &sources = context.getSourceManager();
	const FileEntry *main = sources.getFileEntryForID(sources.getMainFileID());
	llvm::SmallString<200> path(main ? main->getName() : "-"), here;
	std::string up;

	if (!llvm::sys::path::is_absolute(path) || llvm::sys::fs::current_path(here))
		return path.str().str();
	llvm::sys::path::remove_dots(path, true);
	StringRef folder(here), rest(path);

	while (folder != "/" && !rest.startswith(folder.str() + "/")) {
		folder = llvm::sys::path::parent_path(folder);
		up += "../";
	}
	if (folder == "/")
		return llvm::sys::path::filename(path).str();
	return up + rest.drop_front(folder.size() + 1).str();
}

/* Macros of the command line change the program. Those of the compiler differ between targets, but names of variables
 * must not. */
static void hash_macros(CompilerInstance &compiler, llvm::MD5 &hash)
{
	for (const auto &[macro, undefined] : compiler.getPreprocessorOpts().Macros)
		if (!StringRef(macro).startswith("__")) {
			hash.update(undefined ? "U" : "D");
			hash.update(macro);
			hash.update(StringRef("", 1)); /* the end */
		}
}

std::string file_digits(CompilerInstance &compiler)
{
	SourceManager &sources = compiler.getSourceManager();
	llvm::MD5 hash;
	llvm::MD5::MD5Result result;
	llvm::SmallString<32> digits;

	hash.update(source_path(compiler.getASTContext()));
	hash.update(StringRef("", 1));
	hash_macros(compiler, hash);
	hash.update(sources.getBufferData(sources.getMainFileID()));
	hash.final(result);
	llvm::MD5::stringifyResult(result, digits);
	return digits.str().substr(0, 16).str();
}

/* A name that is unique in the program: internal variables get the digits of the file. It is mangled also if the variable's name is not,
 * because DPC++'s runtime looks for _Z3foo when the host asks for foo. */
std::string unique_id(CompilerInstance &compiler, VarDecl *variable, bool is_symbol)
{
	std::unique_ptr<MangleContext> names(variable->getASTContext().createMangleContext());
	std::string text;
	llvm::raw_string_ostream out(text);

	if (!variable->isExternallyVisible())
		out << (is_symbol ? "_" : "") << file_digits(compiler) << "___";
	names->mangleName(GlobalDecl(variable), out);
	return out.str();
}

/* The content type of a device_global: its first template argument. */
static QualType content_of(ASTContext &context, const CXXRecordDecl *record)
{
	if (const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(record))
		if (special->getTemplateArgs().size() && special->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
			return special->getTemplateArgs()[0].getAsType();
	return context.getRecordType(record);
}

/* The size of the content, or of all elements of an array. A device_global without image scope is only an address,
 * which the loader of an image sets, so it cannot be an array element. */
static std::string size_of_content(const VarDecl *variable, const CXXRecordDecl *record, bool in_image)
{
	ASTContext &context = variable->getASTContext();
	QualType content = content_of(context, record), type = variable->getType();

	if (context.getAsArrayType(type) && !in_image && !context.hasSameType(content, context.getRecordType(record)))
		complain(context, variable->getLocation(),
			 "an array of device_global needs the property device_image_scope; otherwise use one "
			 "device_global that holds an array");
	else if (context.getAsConstantArrayType(type))
		content = type;
	return std::to_string(context.getTypeSizeInChars(content).getQuantity());
}

/* Variables of a work-group are static, also where the source does not say it. */
static bool make_static(VarDecl *variable)
{
	if (variable->isLocalVarDecl() && variable->getStorageClass() == SC_None)
		variable->setStorageClass(SC_Static);
	return variable->hasGlobalStorage();
}

void Facts::read_variable(VarDecl *variable)
{
	ASTContext &context = variable->getASTContext();
	const CXXRecordDecl *record = class_of(variable->getType());
	std::vector<std::string> facts;
	bool sized = false, in_image = false;

	if (record && has_attribute(record, "wg_scope") && make_static(variable))
		facts.push_back(fact("attribute", { "sycl-work-group-static", "1" }));
	if (!record || !variable->hasGlobalStorage())
		return;
	if (!variable->isTemplated() && variable->isThisDeclarationADefinition() != VarDecl::DeclarationOnly)
		integration.add_variable(variable);
	for (const Attribute &attribute : attributes_of(record)) {
		if (!is_about(attribute, "add_ir_global_variable_attributes", "add_ir_attributes_global_variable"))
			continue;
		for (const Property &property : read_properties(context, attribute, true)) {
			sized |= property.name == "sycl-device-global-size";
			in_image |= property.name == "sycl-device-image-scope";
			facts.push_back(fact("attribute", { property.name, property.value }));
		}
	}
	if (has_attribute(record, "device_global") || sized) {
		if (!sized)
			facts.push_back(fact("attribute", { "sycl-device-global-size",
							    size_of_content(variable, record, in_image) }));
		facts.push_back(fact("attribute",
				     { "sycl-unique-id", unique_id(compiler, variable, integration.is_wanted()) }));
		/* Intel's CPU driver looks for the variable by this name */
		if (integration.is_wanted() && variable->isExternallyVisible() && !variable->hasAttr<AsmLabelAttr>())
			variable->addAttr(AsmLabelAttr::CreateImplicit(context, unique_id(compiler, variable, true), false));
	}
	if (variable->isThisDeclarationADefinition() == VarDecl::DeclarationOnly) {
		if (!variable->getDefinition() && variable == variable->getMostRecentDecl())
			add_by_name(variable, facts);
		return;
	}
	for (const std::string &one : facts)
		annotate(context, variable, one);
}

/* The text of the specification for the annotation of each use. */
static std::string member_text(ASTContext &context, const Attribute &attribute)
{
	std::string text;

	for (const Property &property : read_properties(context, attribute)) {
		text += (text.empty() ? "" : ",") + property.name;
		if (!property.value.empty())
			text += "=" + property.value;
	}
	return text.empty() ? "" : "sycl-properties:" + text;
}

void Facts::read_member(FieldDecl *member)
{
	std::vector<std::string> texts;

	check_place(member);
	for (const Attribute &attribute : attributes_of(member))
		if (is_about(attribute, "add_ir_member_annotation", "add_ir_annotations_member"))
			texts.push_back(member_text(member->getASTContext(), attribute));
	drop_source(member);
	/* clang 15 casts the address of the text wrongly for this target, and LLVM rejects the module */
	if (member->getASTContext().getTargetInfo().getTriple().isAMDGCN())
		return;
	for (const std::string &text : texts)
		if (!text.empty())
			annotate(member->getASTContext(), member, text);
}

void Facts::read_type(CXXRecordDecl *record)
{
	std::vector<std::string> aspects;

	for (const Attribute &attribute : attributes_of(record)) {
		if (attribute.name == "uses_aspects")
			for (const std::string &one : read_aspects(record->getASTContext(), attribute))
				aspects.push_back(one);
		/* reported here once, and not at each variable */
		if (is_about(attribute, "add_ir_global_variable_attributes", "add_ir_attributes_global_variable"))
			read_properties(record->getASTContext(), attribute);
	}
	if (!aspects.empty())
		types.push_back({ record, fact("type", aspects) });
}

/* Whether a declaration is needed is known at the end. */
static bool is_only_declared(const Decl *decl)
{
	if (const auto *function = dyn_cast<FunctionDecl>(decl))
		return !function->doesThisDeclarationHaveABody();
	if (const auto *variable = dyn_cast<VarDecl>(decl))
		return variable->isThisDeclarationADefinition() == VarDecl::DeclarationOnly;
	return false;
}

template <typename... Kinds> static bool is_one_of(const Decl *decl)
{
	return isa<Kinds...>(decl);
}

/* The subjects of attributes. */
static const struct {
	const char *names[10];
	bool (*fits)(const Decl *decl);
	const char *kinds;
} subjects[] = {
	{ { "device_has", "reqd_work_group_size", "work_group_size_hint", "reqd_sub_group_size", "named_sub_group_size",
	    "add_ir_function_attributes", "add_ir_attributes_function", "sycl_external", "sycl_kernel" },
	  is_one_of<FunctionDecl>,
	  "functions" },
	{ { "uses_aspects" }, is_one_of<FunctionDecl, CXXRecordDecl>, "functions and classes" },
	{ { "add_ir_global_variable_attributes", "add_ir_attributes_global_variable", "device_global",
	    "global_variable_allowed", "wg_scope" },
	  is_one_of<CXXRecordDecl>,
	  "classes" },
	{ { "add_ir_kernel_parameter_attributes", "add_ir_attributes_kernel_parameter" },
	  is_one_of<CXXRecordDecl, ParmVarDecl>,
	  "classes and parameters" },
	{ { "add_ir_member_annotation", "add_ir_annotations_member" }, is_one_of<FieldDecl>, "members" },
};

/* Report attributes on declarations that cannot have them; ignored ones would be lost. */
void Facts::check_place(const Decl *decl)
{
	ASTContext &context = decl->getASTContext();
	const auto *function = dyn_cast<FunctionDecl>(decl);
	bool trivial = function && function->isDefaulted() && function->isTrivial();

	for (const Attribute &attribute : attributes_of(decl)) {
		if (trivial && misplaced.insert(attribute.at).second)
			warn(context, attribute.at,
			     "'%0' attribute has no effect: %1 is trivial, so it is never called")
				<< attribute.name << function;
		for (const auto &one : subjects)
			for (const char *name : one.names)
				if (name && attribute.name == name && !one.fits(decl) && misplaced.insert(attribute.at).second)
					complain(context, attribute.at, "'%0' attribute only applies to %1") << attribute.name << one.kinds;
	}
}

void Facts::read(Decl *decl)
{
	if (decl->isInvalidDecl() || (!ended && is_only_declared(decl)) || !seen.insert(decl).second)
		return;
	check_place(decl);
	if (auto *context = dyn_cast<DeclContext>(decl); context && context->isDependentContext()) {
		if (auto *function = dyn_cast<FunctionDecl>(decl))
			claims.read_template(function);
		return;
	}
	if (decl->getDeclContext() && decl->getDeclContext()->isDependentContext())
		return;
	if (isa<LinkageSpecDecl>(decl) || isa<NamespaceDecl>(decl)) {
		for (Decl *inner : cast<DeclContext>(decl)->decls())
			read(inner);
	} else if (auto *function = dyn_cast<FunctionDecl>(decl)) {
		read_function(function);
	} else if (auto *variable = dyn_cast<VarDecl>(decl)) {
		if (!variable->getType()->isDependentType())
			read_variable(variable);
	} else if (auto *record = dyn_cast<CXXRecordDecl>(decl)) {
		if (!record->isThisDeclarationADefinition() || !record->isCompleteDefinition()) {
			seen.erase(decl);
			return;
		}
		read_type(record);
		for (FieldDecl *member : record->fields())
			read_member(member);
	} else if (auto *enumeration = dyn_cast<EnumDecl>(decl)) {
		if (enumeration->isComplete() && is_aspect(enumeration))
			aspects = enumeration;
	}
}

/* The number of an aspect in the program's enumeration, or SYCL's number. */
static std::string number_of_aspect(const EnumDecl *aspects, StringRef name, StringRef otherwise)
{
	if (aspects)
		for (const EnumConstantDecl *one : aspects->enumerators())
			if (one->getName() == name)
				return llvm::toString(one->getInitVal(), 10);
	return otherwise.str();
}

void Facts::add_half(const FunctionDecl *function)
{
	add_by_name(function, fact("used", { number_of_aspect(aspects, "fp16", "5") }));
}

/* Make a variable that carries a fact. Facts about types are about the type of the variable. */
void Facts::carry(ASTContext &context, QualType type, const std::string &text)
{
	TranslationUnitDecl *unit = context.getTranslationUnitDecl();
	IdentifierInfo &name = context.Idents.get("__sybil_carrier_" + std::to_string(carriers++));
	VarDecl *variable = VarDecl::Create(context, unit, SourceLocation(), SourceLocation(), &name, type,
					    context.getTrivialTypeSourceInfo(type), SC_Static);

	variable->setImplicit();
	variable->addAttr(UsedAttr::CreateImplicit(context));
	variable->addAttr(NoDestroyAttr::CreateImplicit(context));
	annotate(context, variable, text);
	unit->addDecl(variable);
	compiler.getASTConsumer().HandleTopLevelDecl(DeclGroupRef(variable));
}

void Facts::write_module(ASTContext &context)
{
	std::vector<std::string> list;

	carry(context, context.CharTy, fact("module", { source_path(context) }));
	if (aspects)
		for (const EnumConstantDecl *one : aspects->enumerators()) {
			list.push_back(one->getName().str());
			list.push_back(llvm::toString(one->getInitVal(), 10));
		}
	if (aspects)
		carry(context, context.CharTy, fact("aspects", list));
	for (auto &[record, text] : types)
		carry(context, context.getRecordType(record), text);
	for (const std::string &one : elsewhere)
		carry(context, context.CharTy, one);
}

} // namespace sybil
