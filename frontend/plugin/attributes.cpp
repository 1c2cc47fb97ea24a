/* attributes.cpp — `[[sycl::device_has(x)]]` → `[[clang::annotate("sybil.source:device_has", x)]]`, as tokens are read.
 *
 * clang drops the arguments of attributes that it does not know before a plugin sees them. It keeps those of annotate,
 * with all that templates, parameter packs and constants need. So the names of our attributes are macros, but only
 * where an attribute stands: this watches the tokens on their way to the parser, looks ahead in the text after "[[" or
 * a comma, and switches the two macros (scope, name) on for just these tokens. Places in messages stay those of the
 * source, because arguments of macros keep theirs. clang refuses annotate on statements, where ours mean nothing: there
 * they become an attribute that means nothing to clang. */
#include "plugin.h"

#include <deque>

using namespace clang;

namespace sybil {
namespace {

enum class Form { EXPRESSIONS, WORD, PLAIN };

struct Known {
	const char *scope, *name;
	Form form;
};

/* Scopes and names are known with and without underscores around them. */
const Known known[] = {
	{ "sycl", "device_has", Form::EXPRESSIONS },
	{ "sycl", "reqd_work_group_size", Form::EXPRESSIONS },
	{ "sycl", "work_group_size_hint", Form::EXPRESSIONS },
	{ "sycl", "reqd_sub_group_size", Form::EXPRESSIONS },
	{ "intel", "reqd_sub_group_size", Form::EXPRESSIONS },
	{ "intel", "reqd_work_group_size", Form::EXPRESSIONS },
	{ "intel", "named_sub_group_size", Form::WORD },
	{ "sycl_detail", "uses_aspects", Form::EXPRESSIONS },
	{ "sycl_detail", "add_ir_global_variable_attributes", Form::EXPRESSIONS },
	{ "sycl_detail", "add_ir_kernel_parameter_attributes", Form::EXPRESSIONS },
	{ "sycl_detail", "add_ir_function_attributes", Form::EXPRESSIONS },
	{ "sycl_detail", "add_ir_member_annotation", Form::EXPRESSIONS },
	/* the names of today's compilers for the same */
	{ "sycl_detail", "add_ir_attributes_global_variable", Form::EXPRESSIONS },
	{ "sycl_detail", "add_ir_attributes_kernel_parameter", Form::EXPRESSIONS },
	{ "sycl_detail", "add_ir_attributes_function", Form::EXPRESSIONS },
	{ "sycl_detail", "add_ir_annotations_member", Form::EXPRESSIONS },
	{ "sycl_detail", "device_global", Form::PLAIN },
	{ "sycl_detail", "global_variable_allowed", Form::PLAIN },
	{ "sycl_detail", "sycl_external", Form::PLAIN },
	{ "clang", "sycl_kernel", Form::PLAIN },
	{ "", "sycl_kernel", Form::PLAIN }, /* __attribute__((…)) */
	{ "", "sycl_external", Form::PLAIN },
};

StringRef bare(StringRef name)
{
	return name.size() > 4 && name.startswith("__") && name.endswith("__") ? name.drop_front(2).drop_back(2) : name;
}

const Known *find(StringRef scope, StringRef name)
{
	for (const Known &one : known)
		if (bare(scope) == one.scope && bare(name) == one.name)
			return &one;
	return nullptr;
}

/* Macros that nobody writes: the one of a name, for a place where it is about a declaration or about a type. A list of
 * names that filters what follows is given a type, as constants have one. */
std::string macro_name(const Known &row, bool type, bool filtered)
{
	return std::string("__sybil_") + (type ? "type_" : "decl_") + (filtered ? "filter_" : "") + row.name;
}

std::string macro_text(const Known &row, bool type, bool filtered)
{
	std::string text = "#define " + macro_name(row, type, filtered);
	std::string quoted = std::string(type ? "annotate_type(\"" : "annotate(\"") + source_prefix.str() + row.name + "\"";

	switch (row.form) {
	case Form::EXPRESSIONS:
		return text + "(...) " + quoted + " __VA_OPT__(,) " + (filtered ? "__sybil_filter " : "") + "__VA_ARGS__)\n";
	case Form::WORD:
		return text + "(...) " + quoted + ",#__VA_ARGS__)\n";
	case Form::PLAIN:
		return text + " " + quoted + ")\n";
	}
	return "";
}

std::string predefines()
{
	std::set<std::string> lines;
	std::string text = std::string("#define __sybil_scope clang\n") +
			   "#define __sybil_no_scope gsl\n"
			   "#define __sybil_nothing suppress(\"\")\n"
			   "#define __sybil_nothing_of(...) suppress(\"\")\n"
			   "#define __sybil_decl_refused annotate(\"\")\n"
			   "#define __sybil_type_refused annotate_type(\"\")\n" +
			   "#define __sybil_sycl_kernel clang::annotate(\"" + source_prefix.str() + "sycl_kernel\")\n"
			   "#define __sybil_sycl_external clang::annotate(\"" + source_prefix.str() + "sycl_external\")\n"
			   "struct __sybil_filter { const char *names[16]; };\n";

	for (const Known &row : known)
		for (bool type : { false, true })
			for (bool filtered : { false, true })
				lines.insert(macro_text(row, type, filtered));
	for (const std::string &line : lines)
		text += line;
	return text;
}

/* Raw tokens of the text behind a place. */
class Ahead {
public:
	Ahead(Preprocessor &pp, SourceLocation at) : sources(pp.getSourceManager()), options(pp.getLangOpts())
	{
		std::pair<FileID, unsigned> place = sources.getDecomposedLoc(sources.getSpellingLoc(at));
		bool invalid = false;
		StringRef text = sources.getBufferData(place.first, &invalid);

		if (!invalid) {
			lexer.emplace(sources.getLocForStartOfFile(place.first), options, text.begin(),
				      text.begin() + place.second, text.end());
			next(); /* where we are */
		}
	}
	Token next()
	{
		Token token;

		token.startToken();
		token.setKind(tok::eof);
		if (lexer)
			lexer->LexFromRawLexer(token);
		return token;
	}
	StringRef word()
	{
		Token token = next();

		return token.is(tok::raw_identifier) ? token.getRawIdentifier() : StringRef();
	}

private:
	SourceManager &sources;
	const LangOptions &options;
	std::optional<Lexer> lexer;
};

/* A name that is a macro for the moment. */
class Switched {
public:
	void on(Preprocessor &pp, StringRef name, StringRef as)
	{
		IdentifierInfo *identifier = pp.getIdentifierInfo(name), *source = pp.getIdentifierInfo(as);
		MacroInfo *macro = pp.getMacroInfo(source);

		off();
		if (!macro || identifier->hasMacroDefinition())
			return; /* a macro of the user, who says what it is */
		pp.appendDefMacroDirective(identifier, macro);
		switched = identifier;
	}
	void off()
	{
		if (switched)
			switched->setHasMacroDefinition(false);
		switched = nullptr;
	}
	explicit operator bool() const { return switched; }

private:
	IdentifierInfo *switched = nullptr;
};

class Watcher {
public:
	explicit Watcher(CompilerInstance &compiler) : compiler(compiler), pp(compiler.getPreprocessor()) {}

	void see(const Token &token)
	{
		if (scope && token.is(tok::identifier)) {
			scope.off();
			if (with_using.empty())
				name.on(pp, wanted_name, wanted_macro);
		} else if (name && token.is(tok::identifier) && !token.getIdentifierInfo()->isStr("clang")) {
			name.off();
		}
		if (turn(token))
			return;
		if (inside)
			see_inside(token);
		else if (token.is(tok::l_square) && last == tok::l_square)
			begin(token, tok::r_square);
		else if (token.is(tok::l_paren) && last == tok::l_paren && last_but_one == tok::kw___attribute)
			begin(token, tok::r_paren);
		else if (token.is(tok::kw___attribute))
			expect_turn(token);
		if (!inside)
			remember(token);
	}

private:
	CompilerInstance &compiler;
	Preprocessor &pp;
	Switched scope, name;
	std::string wanted_name, wanted_macro;
	/* Tokens outside of attributes. A parenthesis that ends alignas(…) and the like is remembered as that word. */
	tok::TokenKind last = tok::unknown, last_but_one = tok::unknown;
	std::vector<tok::TokenKind> parentheses; /* what each open one is remembered as when it closes */
	tok::TokenKind end = tok::unknown;
	unsigned depth = 0;
	bool inside = false, type = false, was_type = false, statement = false;
	std::string with_using;		   /* the scope of "using sycl:" */
	std::deque<tok::TokenKind> turned; /* what the next tokens become; unknown: themselves */
	std::string turned_name;

	static tok::TokenKind closing_of(tok::TokenKind before)
	{
		switch (before) {
		case tok::kw_alignas:
		case tok::kw___attribute:
		case tok::kw_decltype:
			return tok::kw___attribute;
		case tok::kw_if:
		case tok::kw_constexpr:
		case tok::kw_for:
		case tok::kw_while:
		case tok::kw_switch:
			return tok::semi; /* a statement follows */
		default:
			return tok::r_paren;
		}
	}

	void remember(const Token &token)
	{
		tok::TokenKind kind = token.getKind();

		if (kind == tok::l_paren) {
			parentheses.push_back(closing_of(last));
		} else if (kind == tok::r_paren && !parentheses.empty()) {
			kind = parentheses.back();
			parentheses.pop_back();
		}
		if (kind != tok::l_square && kind != tok::r_square)
			was_type = false;
		last_but_one = last;
		last = kind;
	}

	/* Behind the parameters an attribute is about the type of the function; so is one behind such an attribute. */
	bool is_about_type() const
	{
		return last_but_one == tok::r_paren || last_but_one == tok::kw_mutable || last_but_one == tok::kw_const ||
		       last_but_one == tok::kw_noexcept || (last_but_one == tok::r_square && was_type);
	}

	/* Does a word that only statements begin with stand behind the list? */
	bool is_before_statement(SourceLocation at)
	{
		static const char *const words[] = { "for",    "while", "do",       "if",   "switch", "return", "break",
						     "continue", "goto",  "co_return", "try",  "case",   "default" };
		Ahead ahead(pp, at);
		Token token = ahead.next();

		for (unsigned open = 2; open && token.isNot(tok::eof); token = ahead.next())
			open += token.is(tok::l_square) ? 1 : token.is(tok::r_square) ? -1 : 0;
		return token.is(tok::raw_identifier) && llvm::is_contained(words, token.getRawIdentifier());
	}

	/* Do we stand where a statement of a function that is parsed now begins? Bodies in classes are parsed later. */
	bool is_in_body() const
	{
		return compiler.hasSema() && compiler.getSema().CurContext->isFunctionOrMethod() &&
		       (last_but_one == tok::semi || last_but_one == tok::l_brace || last_but_one == tok::r_brace ||
			last_but_one == tok::colon || last_but_one == tok::kw_else || last_but_one == tok::kw_do);
	}

	void begin(const Token &token, tok::TokenKind closing)
	{
		statement = closing == tok::r_square && (is_before_statement(token.getLocation()) || is_in_body());
		type = closing == tok::r_square && !statement && is_about_type();
		was_type = type;
		inside = true;
		depth = 0;
		end = closing;
		with_using.clear();
		if (closing == tok::r_paren)
			parentheses.push_back(tok::kw___attribute); /* what opens here is not remembered, what closes is */
		expect(token.getLocation());
	}

	/* Does "[[" follow the token at a place? Where it is the last of a macro, behind the macro's use. */
	bool is_before_list(SourceLocation at)
	{
		SourceManager &sources = pp.getSourceManager();

		for (;;) {
			Ahead ahead(pp, at);
			Token token = ahead.next();

			if (!at.isMacroID() || (token.isNot(tok::eof) && !token.isAtStartOfLine()))
				return token.is(tok::l_square) && ahead.next().is(tok::l_square);
			at = sources.getImmediateExpansionRange(at).getEnd();
		}
	}

	/* `__attribute__((sycl_kernel)) [[…]]` is how the specification has it, and an order that clang refuses: then the
	 * first becomes `[[, clang::annotate(…)]]`. SYCL_EXTERNAL is the same. */
	void expect_turn(const Token &token)
	{
		Ahead ahead(pp, token.getLocation());

		if (ahead.next().isNot(tok::l_paren) || ahead.next().isNot(tok::l_paren))
			return;
		turned_name = ahead.word().str();
		if ((bare(turned_name) != "sycl_kernel" && bare(turned_name) != "sycl_external") ||
		    ahead.next().isNot(tok::r_paren))
			return;

		Token closing = ahead.next();
		SourceManager &sources = pp.getSourceManager();
		int length = (int)(sources.getFileOffset(closing.getLocation()) -
				   sources.getFileOffset(sources.getSpellingLoc(token.getLocation())));

		if (closing.isNot(tok::r_paren) || !is_before_list(token.getLocation().getLocWithOffset(length)))
			return;
		turned = { tok::l_square, tok::l_square, tok::comma,   tok::unknown, tok::unknown,  tok::unknown,
			   tok::unknown,  tok::unknown,  tok::unknown, tok::r_square, tok::r_square };
		turn(token);
	}

	bool turn(const Token &token)
	{
		if (turned.empty())
			return false;
		if (turned.front() != tok::unknown)
			const_cast<Token &>(token).setKind(turned.front());
		if (turned.front() == tok::comma)
			name.on(pp, turned_name, "__sybil_" + bare(turned_name).str());
		turned.pop_front();
		last_but_one = last;
		last = tok::semi;
		return true;
	}

	void see_inside(const Token &token)
	{
		if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
			depth++;
		} else if (depth > 0 && token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) {
			depth--;
		} else if (depth == 0 && token.is(tok::comma)) {
			expect(token.getLocation());
		} else if (depth == 0 && token.is(tok::colon) && !with_using.empty()) {
			expect_name(token.getLocation());
		} else if (token.is(end) || token.is(tok::eof)) {
			inside = false;
		}
	}

	/* Is what follows one of ours? */
	void expect(SourceLocation at)
	{
		Ahead ahead(pp, at);
		StringRef first = ahead.word();

		if (end == tok::r_paren || !with_using.empty()) {
			expect_name(at);
			return;
		}
		if (first == "using") {
			StringRef scope_name = ahead.word();
			bool colon = ahead.next().is(tok::colon);

			if (colon && find(scope_name, ahead.word()))
				expect_using(scope_name);
			return;
		}
		if (ahead.next().isNot(tok::coloncolon))
			return;
		choose(first, ahead);
		if (wanted_macro.empty())
			return;
		if (bare(first) == "clang")
			name.on(pp, wanted_name, wanted_macro);
		else
			scope.on(pp, first, statement ? "__sybil_no_scope" : "__sybil_scope");
	}

	void expect_using(StringRef scope_name)
	{
		with_using = scope_name.str();
		wanted_macro.clear();
		scope.on(pp, scope_name, statement ? "__sybil_no_scope" : "__sybil_scope");
	}

	void expect_name(SourceLocation at)
	{
		Ahead ahead(pp, at);

		choose(with_using, ahead);
		if (!wanted_macro.empty())
			name.on(pp, wanted_name, wanted_macro);
	}

	/* clang does not instantiate attributes of types, and crashes where a lambda has one. */
	bool is_refused(SourceLocation at)
	{
		DiagnosticsEngine &engine = pp.getDiagnostics();

		if (!type || !compiler.hasSema() || !compiler.getSema().CurContext->isDependentContext())
			return false;
		engine.Report(pp.getSourceManager().getFileLoc(at),
			      engine.getCustomDiagID(DiagnosticsEngine::Error,
						     "in a template, an attribute of a function stands before it, and one of "
						     "a lambda before its parameters"));
		return true;
	}

	void complain_of_no_arguments(SourceLocation at, StringRef attribute)
	{
		DiagnosticsEngine &engine = pp.getDiagnostics();

		engine.Report(at, engine.getCustomDiagID(DiagnosticsEngine::Error,
							 "'%0' attribute has arguments, in parentheses"))
			<< attribute;
	}

	/* The macro for the name that is ahead; none when it is not ours. */
	void choose(StringRef scope_name, Ahead &ahead)
	{
		Token token = ahead.next();
		StringRef attribute = token.is(tok::raw_identifier) ? token.getRawIdentifier() : StringRef();
		const Known *row = find(scope_name, attribute);

		wanted_macro.clear();
		if (!row || is_refused(token.getLocation()))
			return;
		Token open = ahead.next();

		if (row->form != Form::PLAIN && open.isOneOf(tok::r_square, tok::r_paren, tok::comma)) {
			complain_of_no_arguments(token.getLocation(), attribute);
			wanted_name = attribute.str();
			/* clang would add that it knows no such attribute */
			wanted_macro = statement ? "__sybil_nothing" : type ? "__sybil_type_refused" : "__sybil_decl_refused";
			return;
		}
		bool filtered = open.is(tok::l_paren) && ahead.next().is(tok::l_brace);

		wanted_name = attribute.str();
		if (!statement)
			wanted_macro = macro_name(*row, type, filtered);
		else if (bare(scope_name) != "clang")
			wanted_macro = row->form == Form::PLAIN ? "__sybil_nothing" : "__sybil_nothing_of";
	}
};

/* What clang says of annotate is about an attribute that the user did not write. */
class Renamer : public DiagnosticConsumer {
public:
	Renamer(std::unique_ptr<DiagnosticConsumer> owned, DiagnosticConsumer *other)
		: owned(std::move(owned)), other(other)
	{
	}
	void BeginSourceFile(const LangOptions &options, const Preprocessor *pp) override
	{
		other->BeginSourceFile(options, pp);
	}
	void EndSourceFile() override { other->EndSourceFile(); }
	void finish() override { other->finish(); }
	void clear() override
	{
		DiagnosticConsumer::clear();
		other->clear();
	}
	bool IncludeInDiagnosticCounts() const override { return other->IncludeInDiagnosticCounts(); }
	void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) override
	{
		llvm::SmallString<200> text;
		std::string name = attribute_at(info);

		DiagnosticConsumer::HandleDiagnostic(level, info);
		if (!name.empty())
			info.FormatDiagnostic(text);
		for (StringRef said : { "'annotate' attribute", "'annotate_type' attribute" })
			if (!name.empty() && StringRef(text).startswith(said)) {
				std::string ours = "'" + name + "' attribute" + StringRef(text).drop_front(said.size()).str();

				other->HandleDiagnostic(level, Diagnostic(info.getDiags(), ours));
				return;
			}
		other->HandleDiagnostic(level, info);
	}

private:
	std::unique_ptr<DiagnosticConsumer> owned;
	DiagnosticConsumer *other;

	/* The name of the attribute of ours that a message is about; "" when it is about none. */
	static std::string attribute_at(const Diagnostic &info)
	{
		SourceLocation at = info.getLocation();

		if (!info.hasSourceManager() || at.isInvalid() || !at.isMacroID())
			return "";
		StringRef name = Lexer::getImmediateMacroName(at, info.getSourceManager(),
							      LangOptions());

		for (const Known &one : known)
			if (bare(name) == one.name)
				return name.str();
		return "";
	}
};

} // namespace

void read_attributes(CompilerInstance &compiler)
{
	Preprocessor &pp = compiler.getPreprocessor();
	auto watcher = std::make_shared<Watcher>(compiler);

	pp.setPredefines(pp.getPredefines() + predefines());
	pp.setTokenWatcher([watcher](const Token &token) { watcher->see(token); });

	DiagnosticsEngine &engine = compiler.getDiagnostics();
	DiagnosticConsumer *client = engine.getClient();
	bool owns = engine.ownsClient();

	engine.setClient(new Renamer(owns ? engine.takeClient() : nullptr, client), true);
}

} // namespace sybil
