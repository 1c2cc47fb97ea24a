/* attributes.cpp — `[[sycl::device_has(x)]]` → `[[clang::annotate("sybil.source:device_has", x)]]`, as tokens are read.
 *
 * clang drops the arguments of attributes that it does not know before a plugin sees them. It keeps those of annotate,
 * with all that templates, parameter packs and constants need. So this watches the tokens on their way to the parser. It
 * reads a list of attributes to its end, with all macros expanded, and gives the changed list back to the preprocessor.
 * Tokens keep their places, so messages are at what the user wrote.
 *
 * Attributes behind the parameters of a lambda are about a type, and clang does not instantiate those. They are moved
 * before the parameters, where they are about operator(). */
#include "plugin.h"

#include <clang/Parse/ParseDiagnostic.h>
#include <clang/Sema/Scope.h>

using namespace clang;

namespace sybil {
namespace {

/* A hint for compilers has no effect on what code computes. It is removed, so that clang does not report it as unknown. */
enum class Form { EXPRESSIONS, WORD, PLAIN, HINT };

struct Known {
	const char *scope, *name;
	Form form;
};

/* Scopes and names may be surrounded by underscores. */
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
	/* DPC++'s names for the same */
	{ "sycl_detail", "add_ir_attributes_global_variable", Form::EXPRESSIONS },
	{ "sycl_detail", "add_ir_attributes_kernel_parameter", Form::EXPRESSIONS },
	{ "sycl_detail", "add_ir_attributes_function", Form::EXPRESSIONS },
	{ "sycl_detail", "add_ir_annotations_member", Form::EXPRESSIONS },
	{ "sycl_detail", "device_global", Form::PLAIN },
	{ "sycl_detail", "global_variable_allowed", Form::PLAIN },
	{ "sycl_detail", "wg_scope", Form::PLAIN },
	{ "sycl_detail", "sycl_external", Form::PLAIN },
	{ "sycl", "vec_type_hint", Form::HINT },
	{ "intel", "kernel_args_restrict", Form::HINT },
	{ "intel", "max_work_group_size", Form::HINT },
	{ "intel", "max_global_work_dim", Form::HINT },
	{ "intel", "no_global_work_offset", Form::HINT },
	{ "intel", "num_simd_work_items", Form::HINT },
	{ "intel", "min_work_groups_per_cu", Form::HINT },
	{ "intel", "max_work_groups_per_mp", Form::HINT },
	{ "intel", "scheduler_target_fmax_mhz", Form::HINT },
	{ "intel", "use_stall_enable_clusters", Form::HINT },
	{ "intel", "disable_loop_pipelining", Form::HINT },
	{ "intel", "initiation_interval", Form::HINT },
	{ "intel", "max_concurrency", Form::HINT },
	{ "intel", "max_interleaving", Form::HINT },
	{ "intel", "loop_coalesce", Form::HINT },
	{ "intel", "loop_count", Form::HINT },
	{ "intel", "loop_count_min", Form::HINT },
	{ "intel", "loop_count_max", Form::HINT },
	{ "intel", "loop_count_avg", Form::HINT },
	{ "intel", "speculated_iterations", Form::HINT },
	{ "intel", "ivdep", Form::HINT },
	{ "intel", "fpga_pipeline", Form::HINT },
	{ "intel", "fpga_register", Form::HINT },
	{ "intel", "fpga_memory", Form::HINT },
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

using Tokens = std::vector<Token>;
/* The name of the attribute that each token of a changed one belongs to. */
using Places = std::map<SourceLocation, std::string>;

/* Reads the tokens after one that the parser is about to get, and replaces all of them. */
class Stream {
public:
	Stream(Preprocessor &pp, const Token &first)
		: pp(pp), first(const_cast<Token &>(first)), cached(pp.isBacktrackEnabled() && pp.IsPreviousCachedToken(first))
	{
	}
	Token next()
	{
		Token token;

		pp.Lex(token);
		count++;
		return token;
	}
	/* Copies tokens up to the end of an open bracket; false at the end of the file. */
	bool copy_group(Tokens &to)
	{
		for (unsigned depth = 1; depth;) {
			to.push_back(next());
			if (to.back().is(tok::eof))
				return false;
			if (to.back().isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
				depth++;
			else if (to.back().isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
				depth--;
		}
		return true;
	}
	void replace(const Tokens &tokens)
	{
		size_t rest = tokens.size() - 1;

		if (cached) { /* the parser may return to this place */
			for (; count; count--)
				pp.ReplacePreviousCachedToken({});
			pp.ReplacePreviousCachedToken(tokens);
			pp.RevertCachedTokens(static_cast<unsigned>(rest));
		} else if (rest) {
			auto stream = std::make_unique<Token[]>(rest);

			std::copy(tokens.begin() + 1, tokens.end(), stream.get());
			pp.EnterTokenStream(std::move(stream), static_cast<unsigned>(rest), true, true);
		}
		first = tokens[0];
	}

private:
	Preprocessor &pp;
	Token &first;
	bool cached;
	unsigned count = 0;
};

void append(Tokens &to, llvm::ArrayRef<Token> tokens)
{
	to.insert(to.end(), tokens.begin(), tokens.end());
}

StringRef word_of(const Token &token)
{
	const IdentifierInfo *identifier = token.isAnnotation() || token.isLiteral() ? nullptr : token.getIdentifierInfo();

	return identifier ? identifier->getName() : StringRef();
}

/* The subject of a list of attributes. */
enum class About { DECLARATION, TYPE, STATEMENT };

/* The tokens of a list of attributes without its brackets. */
class List {
public:
	List(CompilerInstance &compiler, Places &places)
		: compiler(compiler), pp(compiler.getPreprocessor()), places(places)
	{
	}

	/* Finds the attributes; gnu: of __attribute__((…)), which have no scope. */
	void read(const Tokens &content, bool gnu)
	{
		size_t from = 0;

		tokens = content;
		if (!gnu && tokens.size() > 2 && tokens[0].is(tok::kw_using) && tokens[2].is(tok::colon)) {
			with_using = tokens[1];
			from = 3;
		}
		for (size_t i = from, depth = 0; i <= tokens.size(); i++) {
			bool end = i == tokens.size();

			if (end || (depth == 0 && tokens[i].is(tok::comma))) {
				items.push_back(read_item(from, i, gnu));
				from = i + 1;
			} else if (tokens[i].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
				depth++;
			} else if (tokens[i].isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) {
				depth--;
			}
		}
	}
	bool has_ours() const
	{
		return llvm::any_of(items, [](const Item &item) { return item.row; });
	}
	/* The only attribute, if it is one of ours. */
	const Known *only() const { return items.size() == 1 ? items[0].row : nullptr; }
	/* The list with annotate in place of our attributes. */
	Tokens written(About about, bool gnu)
	{
		Tokens out;

		if (!has_ours())
			return tokens;
		for (const Item &item : items) {
			if (&item != &items[0])
				out.push_back(made(tok::comma, tokens[item.from ? item.from - 1 : 0]));
			if (item.row)
				write(item, about, gnu, out);
			else
				copy(item, out);
		}
		return out;
	}
	/* `clang::annotate("sybil.source:NAME")`, at a place. */
	Tokens alone(const Known &row, const Token &at)
	{
		Tokens out = { identifier("clang", at), made(tok::coloncolon, at), identifier("annotate", at) };

		append(out, { made(tok::l_paren, at), string(source_prefix.str() + row.name, at), made(tok::r_paren, at) });
		return out;
	}

private:
	struct Item {
		size_t from, name, to; /* indices of its first token, of its name, and of the token after it */
		const Known *row;
	};
	CompilerInstance &compiler;
	Preprocessor &pp;
	Places &places;
	Tokens tokens;
	std::optional<Token> with_using;
	std::vector<Item> items;

	Item read_item(size_t from, size_t to, bool gnu) const
	{
		bool scoped = !gnu && to - from > 2 && tokens[from + 1].is(tok::coloncolon);
		size_t name = scoped ? from + 2 : from;
		StringRef scope = scoped ? word_of(tokens[from]) : with_using ? word_of(*with_using) : StringRef();

		if (from >= to || (!gnu && scope.empty()))
			return { from, from, to, nullptr };
		return { from, name, to, find(scope, word_of(tokens[name])) };
	}

	static Token made(tok::TokenKind kind, const Token &at)
	{
		Token token;

		token.startToken();
		token.setKind(kind);
		token.setLocation(at.getLocation());
		token.setLength(at.getLength());
		return token;
	}
	Token identifier(StringRef name, const Token &at) const
	{
		Token token = made(tok::identifier, at);

		token.setIdentifierInfo(pp.getIdentifierInfo(name));
		return token;
	}
	Token string(const std::string &text, const Token &at) const
	{
		Token token = made(tok::string_literal, at);

		pp.CreateString("\"" + Lexer::Stringify(text) + "\"", token, at.getLocation(), at.getLocation());
		return token;
	}

	const Token &scope_of(const Item &item) const { return item.name > item.from ? tokens[item.from] : *with_using; }

	void copy(const Item &item, Tokens &out) const
	{
		if (with_using && item.from < item.to)
			append(out, { *with_using, made(tok::coloncolon, *with_using) });
		append(out, llvm::makeArrayRef(tokens).slice(item.from, item.to - item.from));
	}

	void write(const Item &item, About about, bool gnu, Tokens &out)
	{
		const Token &name = tokens[item.name];
		bool has_arguments = item.name + 1 < item.to && tokens[item.name + 1].is(tok::l_paren);

		if (item.row->form == Form::HINT)
			return;
		if (item.row->form != Form::PLAIN && !has_arguments) {
			report(name, "'%0' attribute needs arguments in parentheses");
			return;
		}
		if (about == About::STATEMENT)
			return; /* clang rejects annotate there, and our attributes have no effect */
		if (about == About::TYPE && is_in_template()) {
			report(name, "in a template, attribute '%0' must come before the function");
			return;
		}
		for (size_t i = item.from; i < item.to; i++)
			places[tokens[i].getLocation()] = word_of(name).str();
		if (!gnu)
			append(out, { identifier("clang", scope_of(item)), made(tok::coloncolon, scope_of(item)) });
		append(out, { identifier(about == About::TYPE ? "annotate_type" : "annotate", name), made(tok::l_paren, name),
			      string(source_prefix.str() + item.row->name, name) });
		if (has_arguments)
			write_arguments(item, out);
		out.push_back(made(tok::r_paren, tokens[item.to - 1]));
	}

	/* A list of names in braces, which filters the properties after it, gets a type. */
	void write_arguments(const Item &item, Tokens &out) const
	{
		llvm::ArrayRef<Token> arguments = llvm::makeArrayRef(tokens).slice(item.name + 2, item.to - item.name - 2);

		while (!arguments.empty() && arguments.back().isNot(tok::r_paren))
			arguments = arguments.drop_back();
		if (!arguments.empty())
			arguments = arguments.drop_back();
		if (arguments.empty() || item.row->form == Form::PLAIN)
			return;
		out.push_back(made(tok::comma, arguments[0]));
		if (item.row->form == Form::WORD) {
			std::string text;

			for (const Token &one : arguments)
				text += pp.getSpelling(one);
			out.push_back(string(text, arguments[0]));
			return;
		}
		if (arguments[0].is(tok::l_brace))
			out.push_back(identifier("__sybil_filter", arguments[0]));
		append(out, arguments);
	}

	/* clang does not instantiate attributes of types. */
	bool is_in_template() const
	{
		if (!compiler.hasSema())
			return false;
		const Scope *scope = compiler.getSema().getCurScope();
		const Scope *parameters = scope ? scope->getTemplateParamParent() : nullptr;

		return compiler.getSema().CurContext->isDependentContext() || (parameters && !parameters->decl_empty());
	}

	void report(const Token &name, StringRef text) const
	{
		DiagnosticsEngine &engine = pp.getDiagnostics();

		engine.Report(pp.getSourceManager().getFileLoc(name.getLocation()),
			      engine.getDiagnosticIDs()->getCustomDiagID(DiagnosticIDs::Error, text))
			<< word_of(name);
	}
};

class Watcher {
public:
	Watcher(CompilerInstance &compiler, std::shared_ptr<Places> places)
		: compiler(compiler), pp(compiler.getPreprocessor()), places(std::move(places))
	{
	}

	void see(const Token &token)
	{
		if (token.is(tok::l_square) && last == tok::l_square)
			change_list(token);
		else if (token.is(tok::kw___attribute))
			change_gnu_list(token);
		else if (token.is(tok::l_paren) && head && angles == 0)
			change_lambda(token);
		else
			remember(token);
	}

private:
	CompilerInstance &compiler;
	Preprocessor &pp;
	std::shared_ptr<Places> places;
	/* The closing parenthesis of alignas(…) and similar words is remembered as the word. */
	tok::TokenKind last = tok::unknown, last_but_one = tok::unknown;
	std::vector<tok::TokenKind> parentheses; /* for each open one, the kind that its end is remembered as */
	std::vector<bool> squares;		 /* for each open one, whether it may begin a lambda */
	bool head = false;			 /* after the captures of a lambda */
	int angles = 0;				 /* open angle brackets there */
	bool behind_parameters = false;		 /* of a lambda */
	bool was_type = false, had_ours = false; /* of the previous list */

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
		remember_head(kind);
		last_but_one = last;
		last = kind;
	}

	/* Captures in brackets, then possibly template parameters. */
	void remember_head(tok::TokenKind kind)
	{
		static const tok::TokenKind operands[] = { tok::identifier, tok::r_paren, tok::r_square, tok::greater,
							   tok::kw_operator, tok::kw_this, tok::string_literal };

		if (kind == tok::l_square) {
			squares.push_back(!llvm::is_contained(operands, last));
		} else if (kind == tok::r_square && !squares.empty()) {
			head = head || squares.back();
			angles = 0;
			squares.pop_back();
		} else if (head && kind == tok::less) {
			angles++;
		} else if (head && angles > 0) {
			angles -= kind == tok::greater ? 1 : kind == tok::greatergreater ? 2 : 0;
		} else {
			head = false;
		}
	}

	/* An attribute after the parameters, or after another such attribute, applies to the type of the function. */
	bool is_about_type() const
	{
		return !behind_parameters &&
		       (last_but_one == tok::r_paren || last_but_one == tok::kw_mutable || last_but_one == tok::kw_const ||
			last_but_one == tok::kw_noexcept || (last_but_one == tok::r_square && was_type));
	}

	/* Whether a statement of a function begins here. Bodies in classes are parsed later. */
	bool is_in_body() const
	{
		return compiler.hasSema() && compiler.getSema().CurContext->isFunctionOrMethod() &&
		       (last_but_one == tok::semi || last_but_one == tok::l_brace || last_but_one == tok::r_brace ||
			last_but_one == tok::colon || last_but_one == tok::kw_else || last_but_one == tok::kw_do);
	}

	/* Words that begin statements only. */
	static bool begins_statement(const Token &token)
	{
		return token.isOneOf(tok::kw_for, tok::kw_while, tok::kw_do, tok::kw_if, tok::kw_switch, tok::kw_return,
				     tok::kw_break, tok::kw_continue, tok::kw_goto, tok::kw_co_return, tok::kw_try, tok::kw_case,
				     tok::kw_default);
	}

	/* Starts at the second bracket of "[[". */
	void change_list(const Token &token)
	{
		Stream stream(pp, token);
		bool was_head = head, body = is_in_body(), type = is_about_type();
		Tokens content, tokens = { token };
		List list(compiler, *places);

		remember(token);
		if (!stream.copy_group(content)) {
			append(tokens, content);
			stream.replace(tokens);
			return;
		}
		Token inner = content.back(), outer = stream.next();

		content.pop_back();
		list.read(content, false);
		last = last_but_one = tok::r_square;
		head = was_head;
		was_type = type && !body;
		had_ours = list.has_ours();
		Tokens rest = { inner, outer };

		if (had_ours && !behind_parameters) {
			rest.push_back(stream.next());
			body = body || begins_statement(rest.back());
		}
		append(tokens, list.written(body ? About::STATEMENT : type ? About::TYPE : About::DECLARATION, false));
		append(tokens, rest);
		stream.replace(tokens);
	}

	/* clang rejects the specification's order `__attribute__((sycl_kernel)) [[…]]`; there the first becomes
	 * `[[clang::annotate(…)]]`. The same applies to SYCL_EXTERNAL. */
	void change_gnu_list(const Token &token)
	{
		Stream stream(pp, token);
		Tokens opening = { token }, content, rest;
		List list(compiler, *places);

		remember(token);
		for (int i = 0; i < 2; i++) {
			opening.push_back(stream.next());
			if (opening.back().isNot(tok::l_paren)) {
				stream.replace(opening);
				return;
			}
		}
		if (!stream.copy_group(content)) {
			append(opening, content);
			stream.replace(opening);
			return;
		}
		rest = { content.back(), stream.next() };
		content.pop_back();
		list.read(content, true);
		for (int i = 0; list.only() && i < 2 && (i == 0 || rest.back().is(tok::l_square)); i++)
			rest.push_back(stream.next());
		if (list.only() && rest.size() == 4 && rest[3].is(tok::l_square)) {
			opening[0].setKind(tok::l_square);
			opening[0].setIdentifierInfo(nullptr);
			opening[1].setKind(tok::l_square);
			opening.pop_back();
			append(opening, list.alone(*list.only(), content[0]));
			rest[0].setKind(tok::r_square);
			rest[1].setKind(tok::r_square);
		} else {
			append(opening, list.written(About::DECLARATION, true));
		}
		append(opening, rest);
		stream.replace(opening);
	}

	/* Starts at the parameters of a lambda; moves lists of our attributes from after them to before them. */
	void change_lambda(const Token &token)
	{
		Stream stream(pp, token);
		Tokens moved, kept = { token };

		head = false;
		remember(token);
		if (stream.copy_group(kept)) {
			behind_parameters = true;
			read_specifiers(stream, moved, kept);
			behind_parameters = false;
		}
		append(moved, kept);
		stream.replace(moved);
	}

	void read_specifiers(Stream &stream, Tokens &moved, Tokens &kept)
	{
		for (Token one = stream.next();; one = stream.next()) {
			tok::TokenKind before = kept.back().getKind();
			bool group = one.is(tok::l_paren) && (before == tok::kw_noexcept || before == tok::kw_throw ||
							      before == tok::kw___attribute);

			if (one.is(tok::l_square)) {
				Tokens list = { one, stream.next() };

				if (list[1].isNot(tok::l_square) || !stream.copy_group(list)) {
					append(kept, list);
					return;
				}
				list.push_back(stream.next());
				append(had_ours ? moved : kept, list);
				continue;
			}
			kept.push_back(one);
			if (group && !stream.copy_group(kept))
				return;
			if (!group && !one.isOneOf(tok::kw_mutable, tok::kw_constexpr, tok::kw_consteval, tok::kw_static,
						   tok::kw_noexcept, tok::kw_throw, tok::kw___attribute))
				return;
		}
	}
};

/* Replaces the name `annotate` in clang's messages by the attribute that the user wrote. */
class Renamer : public DiagnosticConsumer {
public:
	Renamer(std::unique_ptr<DiagnosticConsumer> owned, DiagnosticConsumer *other, std::shared_ptr<Places> places)
		: owned(std::move(owned)), other(other), places(std::move(places))
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
		for (StringRef start : { "'annotate' attribute", "'annotate_type' attribute" })
			if (!name.empty() && StringRef(text).startswith(start)) {
				std::string ours = "'" + name + "' attribute" + StringRef(text).drop_front(start.size()).str();

				other->HandleDiagnostic(level, Diagnostic(info.getDiags(), ours));
				return;
			}
		other->HandleDiagnostic(level, info);
	}

private:
	std::unique_ptr<DiagnosticConsumer> owned;
	DiagnosticConsumer *other;
	std::shared_ptr<Places> places;

	/* The name of our attribute that a message is about, or "". */
	std::string attribute_at(const Diagnostic &info) const
	{
		auto found = places->find(info.getLocation());

		return found == places->end() ? "" : found->second;
	}
};

} // namespace

void read_attributes(CompilerInstance &compiler)
{
	Preprocessor &pp = compiler.getPreprocessor();
	auto places = std::make_shared<Places>();
	auto watcher = std::make_shared<Watcher>(compiler, places);
	DiagnosticsEngine &engine = compiler.getDiagnostics();
	DiagnosticConsumer *client = engine.getClient();
	bool owns = engine.ownsClient();

	/* the type of filters in braces */
	pp.setPredefines(pp.getPredefines() + "struct __sybil_filter { const char *names[16]; };\n");
	pp.setTokenWatcher([watcher](const Token &token) { watcher->see(token); });
	engine.setClient(new Renamer(owns ? engine.takeClient() : nullptr, client, places), true);
	/* clang would warn about the attributes that were moved */
	engine.setSeverity(diag::ext_decl_attrs_on_lambda, diag::Severity::Ignored, SourceLocation());
}

} // namespace sybil
