/* values.cpp — arguments of attributes: constants → the texts of the specification. Invalid arguments are reported
 * at their place. */
#include "plugin.h"

using namespace clang;

namespace sybil {

static DiagnosticBuilder report(ASTContext &context, DiagnosticsEngine::Level level, SourceLocation at, StringRef text)
{
	DiagnosticsEngine &engine = context.getDiagnostics();

	return engine.Report(context.getSourceManager().getFileLoc(at),
			     engine.getDiagnosticIDs()->getCustomDiagID(static_cast<DiagnosticIDs::Level>(level), text));
}

DiagnosticBuilder complain(ASTContext &context, SourceLocation at, StringRef text)
{
	return report(context, DiagnosticsEngine::Error, at, text);
}

DiagnosticBuilder warn(ASTContext &context, SourceLocation at, StringRef text)
{
	return report(context, DiagnosticsEngine::Warning, at, text);
}

DiagnosticBuilder explain(ASTContext &context, SourceLocation at, StringRef text)
{
	return report(context, DiagnosticsEngine::Note, at, text);
}

SourceLocation inside_macro(ASTContext &context, SourceLocation at)
{
	SourceManager &sources = context.getSourceManager();
	SourceLocation outermost = sources.getExpansionLoc(at);
	llvm::Optional<Token> token;

	if (!at.isMacroID())
		return at;
	at = sources.getFileLoc(at);
	token = Lexer::findNextToken(at, sources, context.getLangOpts());
	if (at != outermost || !token || token->isNot(tok::l_paren))
		return at;
	while (token && token->is(tok::l_paren)) {
		at = token->getLocation();
		token = Lexer::findNextToken(at, sources, context.getLangOpts());
	}
	return token ? token->getLocation() : at;
}

template <typename A> static void add_attribute(std::vector<Attribute> &list, const A *attr)
{
	StringRef text = attr->getAnnotation();

	if (text.consume_front(source_prefix))
		list.push_back({ text, { attr->args_begin(), attr->args_end() }, attr->getLocation() });
}

std::vector<Attribute> attributes_of(const Decl *decl)
{
	std::vector<Attribute> list;

	for (const AnnotateAttr *attr : decl->specific_attrs<AnnotateAttr>())
		add_attribute(list, attr);
	if (const auto *function = dyn_cast<FunctionDecl>(decl)) {
		const TypeSourceInfo *info = function->getTypeSourceInfo();
		AttributedTypeLoc loc = info ? info->getTypeLoc().getAs<AttributedTypeLoc>() : AttributedTypeLoc();

		for (; loc; loc = loc.getModifiedLoc().getAs<AttributedTypeLoc>())
			if (const auto *attr = dyn_cast_or_null<AnnotateTypeAttr>(loc.getAttr()))
				add_attribute(list, attr);
	}
	return list;
}

bool has_attribute(const Decl *decl, StringRef name)
{
	for (const Attribute &attribute : attributes_of(decl))
		if (attribute.name == name)
			return true;
	return false;
}

/* The value of an argument, which the parser has checked to be a constant. */
static bool value_of(ASTContext &context, const Expr *expr, APValue &out_value)
{
	Expr::EvalResult result;

	if (const auto *constant = dyn_cast<ConstantExpr>(expr); constant && constant->hasAPValueResult()) {
		out_value = constant->getAPValueResult();
		return true;
	}
	if (expr->isValueDependent() || !expr->EvaluateAsRValue(result, context, true))
		return false;
	out_value = result.Val;
	return true;
}

/* The text that a pointer points to: a literal, or a constant array. */
static bool characters_of(ASTContext &context, const APValue &value, std::string &out_text)
{
	if (!value.isLValue())
		return false;
	if (value.isNullPointer())
		return true;
	const auto *literal = dyn_cast_or_null<StringLiteral>(value.getLValueBase().dyn_cast<const Expr *>());
	uint64_t from = value.getLValueOffset().getQuantity();

	if (literal && literal->getCharByteWidth() == 1 && from <= literal->getByteLength()) {
		out_text = literal->getBytes().drop_front(from).split('\0').first.str();
		return true;
	}
	const auto *variable =
		dyn_cast_or_null<VarDecl>(value.getLValueBase().dyn_cast<const ValueDecl *>());
	const APValue *array = variable ? variable->evaluateValue() : nullptr;

	if (!array || !array->isArray())
		return false;
	for (uint64_t i = from; i < array->getArraySize(); i++) {
		const APValue &one = i < array->getArrayInitializedElts() ? array->getArrayInitializedElt(i) :
									     array->getArrayFiller();
		if (!one.isInt())
			return false;
		if (one.getInt() == 0)
			break;
		out_text += static_cast<char>(one.getInt().getExtValue());
	}
	return true;
}

static bool is_char_pointer(ASTContext &context, QualType type)
{
	if (type->isNullPtrType())
		return true;
	if (type->isPointerType())
		type = type->getPointeeType();
	/* clang treats the address of a literal like the decayed pointer */
	if (const auto *array = context.getAsArrayType(type))
		type = array->getElementType();
	return type->isCharType();
}

/* As std::to_string() does: %f of a double. */
static std::string floating_text(llvm::APFloat value)
{
	bool inexact;
	char text[400];

	value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
	snprintf(text, sizeof(text), "%f", value.convertToDouble());
	return text;
}

/* UTF-8 of one character; the text of '\\0' is empty. */
static std::string character_text(uint32_t code)
{
	std::string text;

	if (code == 0)
		return text;
	if (code < 0x80)
		return std::string(1, static_cast<char>(code));
	if (code < 0x800)
		return { static_cast<char>(0xc0 | code >> 6), static_cast<char>(0x80 | (code & 0x3f)) };
	if (code < 0x10000)
		text = static_cast<char>(0xe0 | code >> 12);
	else
		text = { static_cast<char>(0xf0 | code >> 18), static_cast<char>(0x80 | (code >> 12 & 0x3f)) };
	text += static_cast<char>(0x80 | (code >> 6 & 0x3f));
	return text + static_cast<char>(0x80 | (code & 0x3f));
}

/* signed char and unsigned char are the small integers of <cstdint>. */
static bool is_character(QualType type)
{
	return type->isAnyCharacterType() && !type->isSpecificBuiltinType(BuiltinType::SChar) &&
	       !type->isSpecificBuiltinType(BuiltinType::UChar);
}

static bool text_of(ASTContext &context, const Expr *expr, std::string &out_text)
{
	QualType type = expr->getType().getNonReferenceType().getCanonicalType();
	APValue value;

	if (!value_of(context, expr, value))
		return false;
	if (type->isNullPtrType())
		return true;
	if (!type->isCharType() && is_char_pointer(context, type))
		return characters_of(context, value, out_text);
	if (value.isFloat()) {
		out_text = floating_text(value.getFloat());
		return true;
	}
	if (!value.isInt() || !type->isIntegralOrEnumerationType())
		return false;
	llvm::APSInt number = value.getInt();

	if (type->isBooleanType())
		out_text = number == 0 ? "false" : "true";
	else if (is_character(type))
		out_text = character_text(type->isCharType() ? number.getZExtValue() & 0xff : number.getZExtValue());
	else
		out_text = llvm::toString(number, 10);
	return true;
}

/* The names in a filter. */
static bool read_filter(ASTContext &context, const Expr *expr, std::set<std::string> &out_names)
{
	const auto *record = expr->getType()->getAsCXXRecordDecl();
	APValue value;

	if (!record || !record->getIdentifier() || record->getName() != "__sybil_filter" ||
	    !value_of(context, expr, value) || !value.isStruct())
		return false;
	const APValue &names = value.getStructField(0);

	for (unsigned i = 0; names.isArray() && i < names.getArrayInitializedElts(); i++) {
		std::string name;

		if (characters_of(context, names.getArrayInitializedElt(i), name) && !name.empty())
			out_names.insert(name);
	}
	return true;
}

/* Reads the name and value of a property; false, with a message, when they are invalid. */
static bool read_property(ASTContext &context, StringRef attribute, const Expr *name, const Expr *value, bool quiet,
			  Property &out)
{
	QualType type = name->getType().getCanonicalType();

	out.at = value->getBeginLoc();
	if (type->isCharType() || !is_char_pointer(context, type) || !text_of(context, name, out.name)) {
		if (!quiet)
			complain(context, name->getBeginLoc(),
				 "'%0' attribute: the name of a property must be a constant string")
				<< attribute;
		return false;
	}
	if (text_of(context, value, out.value))
		return true;
	if (!quiet)
		complain(context, value->getBeginLoc(), "'%0' attribute: a property cannot have a value of type %1")
			<< attribute << value->getType();
	return false;
}

std::vector<Property> read_properties(ASTContext &context, const Attribute &attribute, bool quiet)
{
	llvm::ArrayRef<Expr *> arguments = attribute.arguments;
	std::vector<Property> properties;
	std::set<std::string> kept;
	bool filtered = !arguments.empty() && read_filter(context, arguments[0], kept);

	if (filtered)
		arguments = arguments.drop_front();
	if (arguments.size() % 2 != 0) {
		if (!quiet)
			complain(context, attribute.at,
				 "'%0' attribute needs as many values as names, but has %1 arguments")
				<< attribute.name << static_cast<unsigned>(arguments.size());
		return {};
	}
	for (size_t i = 0; i < arguments.size() / 2; i++) {
		Property property;

		if (read_property(context, attribute.name, arguments[i], arguments[arguments.size() / 2 + i], quiet,
				  property) &&
		    !property.name.empty() && (!filtered || kept.count(property.name)))
			properties.push_back(property);
	}
	return properties;
}

/* sycl::aspect, in whatever inline namespace. */
bool is_aspect(const EnumDecl *decl)
{
	const DeclContext *context = decl->getDeclContext();

	while (context->isInlineNamespace())
		context = context->getParent();
	const auto *space = dyn_cast<NamespaceDecl>(context);

	return decl->getIdentifier() && decl->getName() == "aspect" && space && space->getName() == "sycl";
}

std::vector<std::string> read_aspects(ASTContext &context, const Attribute &attribute, bool quiet)
{
	std::vector<std::string> numbers;

	for (const Expr *expr : attribute.arguments) {
		const auto *type = expr->getType().getCanonicalType()->getAs<EnumType>();
		APValue value;

		if (!type || !is_aspect(type->getDecl()) || !value_of(context, expr, value) || !value.isInt()) {
			if (!quiet)
				complain(context, expr->getBeginLoc(), "'%0' attribute: an argument is not a sycl::aspect")
					<< attribute.name;
			continue;
		}
		bool known = false;

		for (const EnumConstantDecl *one : type->getDecl()->enumerators())
			known |= llvm::APSInt::isSameValue(one->getInitVal(), value.getInt());
		if (known)
			numbers.push_back(llvm::toString(value.getInt(), 10));
		else if (!quiet)
			complain(context, expr->getBeginLoc(), "'%0' attribute: no aspect has the number %1")
				<< attribute.name << llvm::toString(value.getInt(), 10);
	}
	return numbers;
}

std::vector<std::string> read_sizes(ASTContext &context, const Attribute &attribute, unsigned most, bool quiet)
{
	std::vector<std::string> sizes;

	if (attribute.arguments.empty() || attribute.arguments.size() > most) {
		if (!quiet)
			complain(context, attribute.at, most == 1 ? "'%0' attribute takes one argument" :
								    "'%0' attribute takes one to three arguments")
				<< attribute.name;
		return {};
	}
	for (const Expr *expr : attribute.arguments) {
		APValue value;

		if (!expr->getType()->isIntegerType() || !value_of(context, expr, value) || !value.isInt() ||
		    !value.getInt().isStrictlyPositive()) {
			if (!quiet)
				complain(context, expr->getBeginLoc(), "'%0' attribute: a size must be a positive integer")
					<< attribute.name;
			return {};
		}
		/* any size_t is accepted for work-groups; devices reject sizes that are too large */
		if (value.getInt().getActiveBits() > (most == 1 ? 31U : 64U)) {
			if (!quiet)
				complain(context, expr->getBeginLoc(), "'%0' attribute: a size must be at most %1")
					<< attribute.name << (most == 1 ? "2147483647" : "18446744073709551615");
			return {};
		}
		sizes.push_back(llvm::toString(value.getInt(), 10));
	}
	return sizes;
}

std::string read_word(ASTContext &context, const Attribute &attribute, bool quiet)
{
	std::string word;

	if (attribute.arguments.size() != 1 || !text_of(context, attribute.arguments[0], word) ||
	    (word != "automatic" && word != "primary")) {
		if (!quiet)
			/* the macro turned the argument into a string, which has no place */
			complain(context,
				 inside_macro(context, attribute.arguments.empty() ? attribute.at
										   : attribute.arguments[0]->getBeginLoc()),
				 "'%0' attribute: the argument must be 'automatic' or 'primary'")
				<< attribute.name;
		return "";
	}
	return word;
}

} // namespace sybil
