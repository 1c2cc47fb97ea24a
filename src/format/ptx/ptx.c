/* format/ptx/ptx.c — PTX text → the statements outside of functions: versions, functions, variables, files,
 * sections. Bodies of functions are skipped. */
#include "ptx.h"

#include "base/buf.h"

#include <limits.h>
#include <stdlib.h>

struct reader {
	struct syb_ctx *ctx;
	struct ptx *ptx;
	struct ptx_lexer lexer;
	struct ptx_token token; /* the current one */
};

void ptx_free(struct ptx *ptx)
{
	if (!ptx)
		return;
	allocator_free(ptx->from, ptx->items);
	allocator_free(ptx->from, ptx->symbols);
	hash_free(&ptx->index);
	arena_free(&ptx->arena);
	allocator_free(ptx->from, ptx);
}

static int next(struct reader *r)
{
	return ptx_next(r->ctx, &r->lexer, &r->token);
}

static bool at(const struct reader *r, const char *text)
{
	return ptx_is(&r->token, text);
}

static int complain(const struct reader *r, const char *what)
{
	return syb_fail(r->ctx, SYB_E_FORMAT, r->ptx->text.at + r->token.at, "ptx-syntax", "%s", what);
}

static const char *copy_token(struct reader *r)
{
	return arena_string(r->ctx, &r->ptx->arena, r->token.ptr, r->token.len);
}

/* The name of a symbol, where the reader is. */
static int take_name(struct reader *r, struct ptx_symbol *symbol, const char *otherwise)
{
	if (r->token.kind != PTX_WORD)
		return complain(r, otherwise);
	symbol->at = r->token.at;
	symbol->name = copy_token(r);
	return symbol->name ? 0 : -SYB_E_NOMEM;
}

static int take_number(struct reader *r, const char *what, unsigned long most, unsigned long *out)
{
	char text[24] = "";
	char *end;

	if (r->token.kind != PTX_NUMBER || r->token.len >= sizeof(text))
		return complain(r, what);
	memcpy(text, r->token.ptr, r->token.len);
	*out = strtoul(text, &end, 0);
	if ((*end && *end != 'U') || *out > most)
		return complain(r, what);
	return next(r);
}

/* Skip from an opening bracket to after its end; everything except names is appended to text, unless that is NULL.
 * All kinds of brackets are treated alike. */
static int take_brackets(struct reader *r, struct buf *text)
{
	size_t depth = 0;
	int e = 0;

	do {
		if (r->token.kind == PTX_END)
			return complain(r, "a bracket is not closed");
		if (r->token.kind == PTX_MARK && strchr("([{", *r->token.ptr))
			depth++;
		if (r->token.kind == PTX_MARK && strchr(")]}", *r->token.ptr))
			depth--;
		if (text && r->token.kind != PTX_WORD)
			e = buf_add(r->ctx, text, r->token.ptr, r->token.len);
		if (e == 0)
			e = next(r);
	} while (e == 0 && depth);
	return e;
}

static int skip_brackets(struct reader *r)
{
	return take_brackets(r, NULL);
}

/* Skip to after the next semicolon; fails when there is none. */
static int skip_statement(struct reader *r, const char *unended)
{
	int e = 0;

	while (e == 0 && !at(r, ";")) {
		if (r->token.kind == PTX_END)
			return complain(r, unended);
		e = next(r);
	}
	return e < 0 ? e : next(r);
}

/* ---- the head ---- */

static int read_version(struct reader *r)
{
	char text[16] = "", *end;
	int e = next(r);

	if (e < 0)
		return e;
	if (r->token.kind != PTX_NUMBER || r->token.len >= sizeof(text))
		return complain(r, ".version needs two numbers");
	memcpy(text, r->token.ptr, r->token.len);
	r->ptx->major = (unsigned)strtoul(text, &end, 10);
	if (*end != '.' || r->ptx->major == 0 || r->ptx->major > 99)
		return complain(r, ".version needs two numbers");
	r->ptx->minor = (unsigned)strtoul(end + 1, &end, 10);
	if (*end || r->ptx->minor > 99)
		return complain(r, ".version needs two numbers");
	return next(r);
}

static int read_target(struct reader *r)
{
	struct ptx *ptx = r->ptx;
	const char *flags[16];
	size_t count = 0;
	int e;

	do {
		const char *word;

		e = next(r);
		if (e < 0)
			return e;
		if (r->token.kind != PTX_WORD || count == ARRAY_SIZE(flags))
			return complain(r, ".target needs names");
		word = copy_token(r);
		if (!word)
			return -SYB_E_NOMEM;
		if (str_starts(word, "sm_") && !ptx->target)
			ptx->target = word;
		else
			flags[count++] = word;
		e = next(r);
	} while (e == 0 && at(r, ","));
	if (e < 0 || count == 0)
		return e;
	ptx->flags = arena_array(r->ctx, &ptx->arena, count, sizeof(*flags));
	if (!ptx->flags)
		return -SYB_E_NOMEM;
	memcpy(ptx->flags, flags, count * sizeof(*flags));
	ptx->flag_count = count;
	return 0;
}

static int read_address_size(struct reader *r)
{
	unsigned long size = 0;
	int e = next(r);

	if (e == 0)
		e = take_number(r, ".address_size is 32 or 64", 64, &size);
	if (e == 0 && size != 32 && size != 64)
		e = complain(r, ".address_size is 32 or 64");
	r->ptx->address_size = (unsigned)size;
	return e;
}

/* ---- statements ---- */

static int add_item(struct reader *r, const struct ptx_item *item)
{
	struct ptx *ptx = r->ptx;

	if (ptx->item_count >= r->ctx->limits.max_items)
		return syb_fail(r->ctx, SYB_E_LIMIT, ptx->text.at + item->at, "limit", "too many statements");
	return VEC_ADD(r->ctx, ptx->items, ptx->item_count, ptx->item_room, *item);
}

/* A definition replaces an earlier declaration. */
static int add_symbol(struct reader *r, struct ptx_item *item, const struct ptx_symbol *symbol)
{
	struct ptx *ptx = r->ptx;
	struct ptx_symbol *have;
	size_t *place;
	bool found;
	int e = hash_put(r->ctx, &ptx->index, symbol->name, strlen(symbol->name), ptx->symbol_count, &place, &found);

	if (e < 0)
		return e;
	if (!found) {
		e = VEC_PUSH(r->ctx, ptx->symbols, ptx->symbol_count, ptx->symbol_room);
		if (e < 0)
			return e;
		ptx->symbols[ptx->symbol_count++] = *symbol;
	}
	item->symbol = *place;
	have = &ptx->symbols[*place];
	if (!found || !symbol->defined)
		return 0;
	if (have->defined)
		return complain(r, "a name is defined twice");
	*have = *symbol;
	return 0;
}

static int read_function(struct reader *r, struct ptx_item *item, bool kernel)
{
	_cleanup_(buf_free) struct buf signature = { 0 };
	struct ptx_symbol symbol = { .linkage = item->linkage, .function = true, .kernel = kernel };
	int e = next(r);

	while (e == 0 && r->token.kind == PTX_DIRECTIVE) { /* .attribute(…) */
		e = next(r);
		if (e == 0 && at(r, "("))
			e = skip_brackets(r);
	}
	if (e == 0 && at(r, "("))
		e = take_brackets(r, &signature);
	if (e == 0)
		e = take_name(r, &symbol, "a function has no name");
	if (e == 0)
		e = buf_char(r->ctx, &signature, ':');
	if (e == 0)
		e = next(r);
	if (e == 0)
		e = at(r, "(") ? take_brackets(r, &signature) : buf_text(r->ctx, &signature, "()");
	while (e == 0 && !at(r, "{") && !at(r, ";")) {
		if (r->token.kind == PTX_END)
			return complain(r, "a function has no end");
		e = next(r);
	}
	if (e < 0)
		return e;
	item->kind = PTX_ITEM_FUNCTION;
	item->signature = arena_string(r->ctx, &r->ptx->arena, signature.ptr, signature.len);
	symbol.signature = item->signature;
	symbol.item = r->ptx->item_count;
	symbol.defined = at(r, "{");
	if (!item->signature)
		return -SYB_E_NOMEM;
	e = add_symbol(r, item, &symbol);
	if (e < 0)
		return e;
	item->stop = r->token.at;
	item->body = symbol.defined ? r->token.at : 0;
	e = symbol.defined ? skip_brackets(r) : next(r);
	return e;
}

static uint64_t type_bytes(const struct ptx_token *t)
{
	static const struct {
		const char *name;
		uint64_t bytes;
	} types[] = {
		{ ".b8", 1 },    { ".u8", 1 },   { ".s8", 1 },  { ".b16", 2 }, { ".u16", 2 }, { ".s16", 2 },
		{ ".f16", 2 },   { ".bf16", 2 }, { ".b32", 4 }, { ".u32", 4 }, { ".s32", 4 }, { ".f32", 4 },
		{ ".f16x2", 4 }, { ".b64", 8 },  { ".u64", 8 }, { ".s64", 8 }, { ".f64", 8 }, { ".b128", 16 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (ptx_is(t, types[i].name))
			return types[i].bytes;
	return 0;
}

/* Directives before the name of a variable: where it is, and how large an element. */
static int read_variable_head(struct reader *r, struct ptx_symbol *symbol)
{
	static const char *const spaces[] = { ".global", ".const", ".shared", ".param", ".local", ".tex", ".reg" };
	int e = 0;

	while (e == 0 && r->token.kind == PTX_DIRECTIVE) {
		uint64_t bytes = type_bytes(&r->token);
		unsigned long number;
		bool align = at(r, ".align");

		for (size_t i = 0; i < ARRAY_SIZE(spaces); i++)
			if (at(r, spaces[i]))
				symbol->space = spaces[i];
		if (bytes)
			symbol->bytes = bytes * (symbol->bytes ? symbol->bytes : 1);
		else if (at(r, ".v2") || at(r, ".v4") || at(r, ".v8"))
			symbol->bytes = (uint64_t)(r->token.ptr[2] - '0');
		e = next(r);
		if (e == 0 && align)
			e = take_number(r, ".align needs a number", UINT32_MAX, &number);
		else if (e == 0 && at(r, "("))
			e = skip_brackets(r);
	}
	return e;
}

static int read_dimensions(struct reader *r, struct ptx_symbol *symbol)
{
	int e = 0;

	while (e == 0 && at(r, "[")) {
		unsigned long count = 0;

		e = next(r);
		if (e == 0 && !at(r, "]"))
			e = take_number(r, "an array needs a size", UINT32_MAX, &count);
		if (e == 0 && !at(r, "]"))
			e = complain(r, "an array needs a size");
		if (e == 0 && !checked_mul(symbol->bytes, (uint64_t)count, &symbol->bytes))
			e = complain(r, "an array is too large");
		if (e == 0)
			e = next(r);
	}
	return e;
}

static int read_variable(struct reader *r, struct ptx_item *item)
{
	static const char neither[] = "neither a function nor a variable";
	struct ptx_symbol symbol = { .linkage = item->linkage, .defined = item->linkage != PTX_EXTERN };
	int e = read_variable_head(r, &symbol);

	if (e < 0)
		return e;
	if (!symbol.space)
		return complain(r, neither);
	symbol.shared = str_eq(symbol.space, ".shared");
	symbol.item = r->ptx->item_count;
	e = take_name(r, &symbol, neither);
	if (e == 0)
		e = next(r);
	if (e == 0)
		e = read_dimensions(r, &symbol);
	if (e == 0 && at(r, "="))
		item->body = r->token.at;
	while (e == 0 && !at(r, ";")) {
		if (at(r, ","))
			return complain(r, "several variables in one statement are not supported");
		if (r->token.kind == PTX_END)
			return complain(r, "a variable has no end");
		e = r->token.kind == PTX_MARK && strchr("([{", *r->token.ptr) ? skip_brackets(r) : next(r);
	}
	item->kind = PTX_ITEM_VARIABLE;
	if (e == 0)
		e = add_symbol(r, item, &symbol);
	return e < 0 ? e : next(r);
}

/* .alias other, function; makes the first one defined. */
static int read_alias(struct reader *r, struct ptx_item *item)
{
	struct ptx_symbol symbol = { .function = true, .defined = true, .item = r->ptx->item_count };
	size_t *place;
	int e = next(r);

	if (e == 0)
		e = take_name(r, &symbol, ".alias needs two names");
	if (e < 0)
		return e;
	place = hash_get(&r->ptx->index, symbol.name, strlen(symbol.name));
	if (!place)
		return complain(r, "an alias is not declared");
	symbol.linkage = r->ptx->symbols[*place].linkage;
	symbol.signature = r->ptx->symbols[*place].signature;
	item->kind = PTX_ITEM_ALIAS;
	e = add_symbol(r, item, &symbol);
	return e < 0 ? e : skip_statement(r, ".alias has no end");
}

static int read_file(struct reader *r, struct ptx_item *item)
{
	unsigned long number = 0;
	int e = next(r);

	if (e == 0)
		e = take_number(r, ".file needs a number", UINT32_MAX - 1, &number);
	if (e == 0 && r->token.kind != PTX_STRING)
		e = complain(r, ".file needs a name");
	item->kind = PTX_ITEM_FILE;
	item->number = (uint32_t)number;
	item->head = r->token.at;
	item->body = r->lexer.at; /* after the name */
	if (r->ptx->files < number)
		r->ptx->files = (uint32_t)number;
	if (e == 0)
		e = next(r);
	while (e == 0 && at(r, ",")) { /* time and size */
		e = next(r);
		if (e == 0)
			e = take_number(r, ".file needs numbers", ULONG_MAX, &number);
	}
	return e;
}

static int read_section(struct reader *r, struct ptx_item *item)
{
	int e = next(r);

	item->kind = PTX_ITEM_SECTION;
	if (e == 0)
		e = next(r); /* its name */
	if (e < 0)
		return e;
	if (!at(r, "{"))
		return complain(r, "a section has no content");
	/* compilers write some without content for lines alone */
	r->ptx->sections = r->ptx->sections || ptx_peek(&r->lexer) != '}';
	return skip_brackets(r);
}

static int read_other(struct reader *r, struct ptx_item *item)
{
	item->kind = PTX_ITEM_OTHER;
	return skip_statement(r, "a statement has no end");
}

static int read_linkage(struct reader *r, struct ptx_item *item)
{
	static const char *const names[] = { "", ".extern", ".visible", ".weak", ".common" };

	for (size_t i = PTX_EXTERN; i <= PTX_COMMON; i++) {
		int e;

		if (!at(r, names[i]))
			continue;
		item->linkage = (enum ptx_linkage)i;
		e = next(r);
		item->head = r->token.at;
		return e;
	}
	return 0;
}

static int read_statement(struct reader *r)
{
	struct ptx_item item = { .at = r->token.at, .head = r->token.at };
	size_t end;
	int e;

	if (at(r, ".version"))
		return read_version(r);
	if (at(r, ".target"))
		return read_target(r);
	if (at(r, ".address_size"))
		return read_address_size(r);
	if (at(r, ";"))
		return next(r);
	if (r->token.kind != PTX_DIRECTIVE)
		return complain(r, "not the beginning of a statement");
	e = read_linkage(r, &item);
	if (e < 0)
		return e;
	if (at(r, ".func") || at(r, ".entry"))
		e = read_function(r, &item, at(r, ".entry"));
	else if (at(r, ".alias"))
		e = read_alias(r, &item);
	else if (at(r, ".file"))
		e = read_file(r, &item);
	else if (at(r, ".section"))
		e = read_section(r, &item);
	else if (at(r, ".pragma"))
		e = read_other(r, &item);
	else
		e = read_variable(r, &item);
	if (e < 0)
		return e;
	/* end of the word before the current one */
	for (end = r->token.at; end > item.at && strchr(" \t\r\n", r->ptx->text.ptr[end - 1]);)
		end--;
	item.end = end;
	return add_item(r, &item);
}

int ptx_read(struct syb_ctx *ctx, struct span text, struct ptx **out_ptx)
{
	_cleanup_(ptx_free_p) struct ptx *ptx = mem_zalloc(ctx, sizeof(*ptx));
	struct reader r = { .ctx = ctx, .ptx = ptx };
	int e;

	if (!ptx)
		return -SYB_E_NOMEM;
	ptx->from = allocator_of(ctx);
	/* drivers require a NUL at the end, which is not part of the text */
	while (text.len && text.ptr[text.len - 1] == '\0')
		text.len--;
	ptx->text = text;
	r.lexer.text = text;
	e = next(&r);
	while (e == 0 && r.token.kind != PTX_END)
		e = read_statement(&r);
	if (e < 0)
		return e;
	if (!ptx->major || !ptx->target)
		return complain(&r, "missing .version or .target");
	if (!ptx->address_size)
		ptx->address_size = 32;
	*out_ptx = steal(ptx);
	return 0;
}

/* ---- symbols ---- */

bool ptx_imported(const struct ptx_symbol *s)
{
	static const char *const driver[] = { "vprintf", "malloc", "free", "__assertfail" };

	if (s->defined || s->kernel || s->shared)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(driver); i++)
		if (str_eq(s->name, driver[i]))
			return false;
	return true;
}

bool ptx_exported(const struct ptx_symbol *s)
{
	return s->defined && !s->kernel && s->linkage != PTX_LOCAL && s->linkage != PTX_EXTERN;
}
