/* format/ptx/ptx_write.c — the text of linked PTX: the head, files, a prototype of every function, variables, each
 * before its first use, then the original functions, with names and file numbers replaced. */
#include "ptx_link.h"

#include "base/file.h"

#include <inttypes.h>
#include <stdlib.h>

enum { FLUSH_AT = 256 * 1024 };

struct writer {
	struct ptx_link *l;
	struct syb_out *out;
	struct buf text;
};

static int flush(struct writer *w, size_t most)
{
	int r;

	if (w->text.len <= most)
		return 0;
	r = syb_out_write(w->l->ctx, w->out, buf_bytes(&w->text));
	w->text.len = 0;
	return r;
}

/* ---- copying with changes ---- */

struct copier {
	struct writer *w;
	const struct ptx_module *m;
	struct ptx_lexer lexer;
	struct ptx_scope scope;
	size_t done;   /* copied up to here */
	unsigned file; /* 1: the next number is that of a file */
};

/* Copy the text before a token, including comments. */
static int copy_gap(struct copier *c, size_t to)
{
	buf_add(c->w->l->ctx, &c->w->text, c->lexer.text.ptr + c->done, to - c->done);
	c->done = to;
	return c->w->text.failed;
}

static int copy_file_number(struct copier *c, const struct ptx_token *token)
{
	char text[24] = "";
	const size_t *fresh = NULL;
	uint32_t number;

	if (token->len < sizeof(text)) {
		memcpy(text, token->ptr, token->len);
		number = (uint32_t)strtoul(text, NULL, 0);
		fresh = hash_get(&c->m->files, &number, sizeof(number));
	}
	if (!fresh)
		return 0;
	c->done = token->at + token->len;
	return buf_printf(c->w->l->ctx, &c->w->text, "%zu", *fresh);
}

/* ", function_name LABEL + N, inlined_at F L C" of a line: its label is in a section that is dropped. */
static int skip_inlined(struct copier *c)
{
	struct syb_ctx *ctx = c->w->l->ctx;
	struct ptx_token token;
	unsigned numbers = 0;
	int r = copy_gap(c, c->lexer.at);

	while (r == 0 && numbers < 3) {
		r = ptx_next(ctx, &c->lexer, &token);
		if (r == 0 && token.kind == PTX_END)
			return 0;
		if (r == 0 && ptx_is(&token, "inlined_at"))
			numbers = 0;
		else if (token.kind == PTX_NUMBER)
			numbers++;
		else if (token.kind == PTX_MARK)
			numbers = 0; /* LABEL + N */
	}
	c->done = c->lexer.at;
	return r;
}

static int copy_token(struct copier *c, const struct ptx_token *token)
{
	struct syb_ctx *ctx = c->w->l->ctx;
	bool line_ends = c->scope.line == 1 && token->kind == PTX_NUMBER;
	bool name = ptx_names(&c->scope, token, ptx_peek(&c->lexer));
	const size_t *fresh = name ? hash_get(&c->m->renamed, token->ptr, token->len) : NULL;
	bool number = c->file && token->kind == PTX_NUMBER;
	int r = copy_gap(c, token->at);

	c->file = ptx_is(token, ".loc") || ptx_is(token, "inlined_at");
	if (r == 0 && number)
		r = copy_file_number(c, token);
	else if (r == 0 && fresh) {
		r = buf_text(ctx, &c->w->text, (const char *)(uintptr_t)*fresh);
		c->done = token->at + token->len;
	}
	if (r == 0 && line_ends && c->m->drop_sections && ptx_peek(&c->lexer) == ',')
		r = skip_inlined(c);
	return r;
}

/* Part of a module's text. A module in which nothing changes is copied without looking. */
static int copy_text(struct writer *w, const struct ptx_module *m, size_t from, size_t to, bool body)
{
	struct copier c = { .w = w,
			    .m = m,
			    .lexer = { { m->ptx->text.ptr, to, m->ptx->text.at }, from },
			    .scope = { .body = body, .start = body },
			    .done = from };
	struct ptx_token token = { .kind = PTX_MARK };

	while (token.kind != PTX_END && (m->renamed.count || m->files.count || m->drop_sections)) {
		TRY(ptx_next(w->l->ctx, &c.lexer, &token));
		if (token.kind != PTX_END)
			TRY(copy_token(&c, &token));
	}
	return copy_gap(&c, to);
}

static int copy_item(struct writer *w, const struct ptx_module *m, const struct ptx_item *item, size_t from)
{
	size_t body = item->kind == PTX_ITEM_FUNCTION && item->body ? item->body : item->end;

	TRY(copy_text(w, m, from, body, false));
	if (body < item->end)
		TRY(copy_text(w, m, body, item->end, true));
	TRY(buf_text(w->l->ctx, &w->text, "\n\n"));
	return flush(w, FLUSH_AT);
}

/* ---- functions ---- */

/* Functions stop being visible unless they stay exports; kernels are for the host. */
static const char *linkage_of(const struct ptx_link *l, const struct ptx_symbol *s)
{
	static const char *const names[] = { "", ".extern ", ".visible ", ".weak ", ".common " };

	if (!s->defined)
		return ".extern ";
	if (!s->kernel && s->function && !l->opts.library && !hash_get(&l->keep, s->name, strlen(s->name)))
		return "";
	return names[s->linkage];
}

static int write_prototypes(struct writer *w, size_t index)
{
	const struct ptx_module *m = &w->l->modules[index];
	const struct ptx *ptx = m->ptx;
	bool *written = arena_array(w->l->ctx, &w->l->arena, ptx->symbol_count, sizeof(*written));

	TRY(written ? 0 : -SYB_E_NOMEM);
	for (size_t i = 0; i < ptx->item_count; i++) {
		const struct ptx_item *item = &ptx->items[i];
		const struct ptx_symbol *s = &ptx->symbols[item->symbol];

		if (item->kind != PTX_ITEM_FUNCTION || s->kernel || written[item->symbol] ||
		    !ptx_owns(w->l, index, item->symbol))
			continue;
		written[item->symbol] = true;
		TRY(buf_text(w->l->ctx, &w->text, linkage_of(w->l, s)));
		TRY(copy_text(w, m, item->head, item->stop, false));
		TRY(buf_text(w->l->ctx, &w->text, ";\n"));
		TRY(flush(w, FLUSH_AT));
	}
	return 0;
}

static int write_functions(struct writer *w, size_t index)
{
	const struct ptx_module *m = &w->l->modules[index];
	int r = 0;

	for (size_t i = 0; i < m->ptx->item_count && r == 0; i++) {
		const struct ptx_item *item = &m->ptx->items[i];
		const struct ptx_symbol *s = &m->ptx->symbols[item->symbol];

		if (item->kind == PTX_ITEM_OTHER ||
		    (item->kind == PTX_ITEM_ALIAS && ptx_owns(w->l, index, item->symbol)))
			r = copy_item(w, m, item, item->at);
		if (item->kind != PTX_ITEM_FUNCTION || !item->body || !ptx_owns(w->l, index, item->symbol))
			continue;
		r = buf_text(w->l->ctx, &w->text, linkage_of(w->l, s));
		if (r == 0)
			r = copy_item(w, m, item, item->head);
	}
	return r;
}

/* ---- variables ---- */

struct frame {
	size_t module, item;
	struct ptx_lexer lexer; /* in its value */
};

struct variables {
	struct writer *w;
	bool **seen; /* of modules, of items */
	struct frame *stack;
	size_t depth, room;
};

static int enter(struct variables *v, size_t module, size_t index)
{
	const struct ptx *ptx = v->w->l->modules[module].ptx;
	const struct ptx_item *item = &ptx->items[index];

	if (item->kind != PTX_ITEM_VARIABLE || v->seen[module][index])
		return 0;
	v->seen[module][index] = true;
	return VEC_ADD(
		v->w->l->ctx, v->stack, v->depth, v->room,
		(struct frame){ module,
				index,
				{ { ptx->text.ptr, item->end, ptx->text.at }, item->body ? item->body : item->end } });
}

/* A variable that the value names has to come first. */
static int enter_named(struct variables *v, size_t module, const struct ptx_token *token)
{
	const struct ptx_link *l = v->w->l;
	const struct ptx *ptx = l->modules[module].ptx;
	const size_t *place = hash_get(&ptx->index, token->ptr, token->len);
	const struct ptx_global *g;

	if (!place)
		return 0;
	if (!ptx_is_global(&ptx->symbols[*place]))
		return enter(v, module, ptx->symbols[*place].item);
	g = ptx_find(l, ptx->symbols[*place].name);
	return g ? enter(v, g->module, ptx_symbol_of(l, g)->item) : 0;
}

static int leave(struct variables *v, const struct frame *frame)
{
	const struct ptx_link *l = v->w->l;
	const struct ptx_module *m = &l->modules[frame->module];
	const struct ptx_item *item = &m->ptx->items[frame->item];

	TRY(buf_text(l->ctx, &v->w->text, linkage_of(l, &m->ptx->symbols[item->symbol])));
	return copy_item(v->w, m, item, item->head);
}

static int walk_variable(struct variables *v)
{
	int r = 0;

	while (v->depth && r == 0) {
		struct frame *top = &v->stack[v->depth - 1];
		struct ptx_token token;

		r = ptx_next(v->w->l->ctx, &top->lexer, &token);
		if (r == 0 && token.kind == PTX_WORD) {
			r = enter_named(v, top->module, &token);
		} else if (r == 0 && token.kind == PTX_END) {
			const struct frame done = *top;

			v->depth--;
			r = leave(v, &done);
		}
	}
	return r;
}

static int write_variables(struct writer *w)
{
	struct ptx_link *l = w->l;
	struct variables v = { .w = w };
	int r = 0;

	v.seen = arena_array(l->ctx, &l->arena, l->module_count, sizeof(*v.seen));
	for (size_t m = 0; v.seen && m < l->module_count && r == 0; m++) {
		v.seen[m] = arena_array(l->ctx, &l->arena, l->modules[m].ptx->item_count, sizeof(**v.seen));
		r = v.seen[m] ? 0 : -SYB_E_NOMEM;
	}
	if (!v.seen)
		r = -SYB_E_NOMEM;
	for (size_t m = 0; m < l->module_count && r == 0; m++)
		for (size_t i = 0; i < l->modules[m].ptx->item_count && r == 0; i++) {
			const struct ptx_item *item = &l->modules[m].ptx->items[i];

			if (item->kind != PTX_ITEM_VARIABLE || !ptx_owns(l, m, item->symbol) ||
			    l->modules[m].ptx->symbols[item->symbol].item != i)
				continue;
			r = enter(&v, m, i);
			if (r == 0)
				r = walk_variable(&v);
		}
	allocator_free(allocator_of(l->ctx), v.stack);
	return r;
}

/* ---- the rest ---- */

static int write_head(struct writer *w)
{
	const struct ptx_link *l = w->l;
	bool debug = false;

	for (size_t m = 0; m < l->module_count; m++)
		for (size_t i = 0; i < l->modules[m].ptx->flag_count; i++)
			debug = debug || (str_eq(l->modules[m].ptx->flags[i], "debug") && !l->modules[m].drop_sections);
	buf_printf(l->ctx, &w->text, ".version %u.%u\n.target %s", l->major, l->minor, l->target);
	for (size_t i = 0; i < l->flag_count; i++)
		buf_printf(l->ctx, &w->text, ", %s", l->flags[i]);
	if (debug)
		buf_text(l->ctx, &w->text, ", debug");
	return buf_printf(l->ctx, &w->text, "\n.address_size %u\n\n", l->address_size);
}

static int write_files(struct writer *w)
{
	for (size_t k = 0; k < w->l->module_count; k++) {
		const struct ptx_module *m = &w->l->modules[k];

		for (size_t i = 0; i < m->ptx->item_count; i++) {
			const struct ptx_item *item = &m->ptx->items[i];
			const size_t *fresh = hash_get(&m->files, &item->number, sizeof(item->number));

			if (item->kind != PTX_ITEM_FILE)
				continue;
			buf_printf(w->l->ctx, &w->text, ".file %" PRIu32 " ", fresh ? (uint32_t)*fresh : item->number);
			buf_add(w->l->ctx, &w->text, m->ptx->text.ptr + item->head, item->body - item->head);
			buf_char(w->l->ctx, &w->text, '\n');
		}
	}
	return w->text.failed;
}

static int write_sections(struct writer *w)
{
	int r = 0;

	for (size_t k = 0; k < w->l->module_count; k++) {
		const struct ptx_module *m = &w->l->modules[k];

		for (size_t i = 0; i < m->ptx->item_count && r == 0; i++)
			if (m->ptx->items[i].kind == PTX_ITEM_SECTION && !m->drop_sections)
				r = copy_item(w, m, &m->ptx->items[i], m->ptx->items[i].at);
	}
	return r;
}

int ptx_write(struct ptx_link *l, struct syb_out *out)
{
	struct writer w = { .l = l, .out = out };
	int r = write_head(&w);

	if (r == 0)
		r = write_files(&w);
	for (size_t m = 0; m < l->module_count && r == 0; m++)
		r = write_prototypes(&w, m);
	if (r == 0)
		r = buf_char(l->ctx, &w.text, '\n');
	if (r == 0)
		r = write_variables(&w);
	for (size_t m = 0; m < l->module_count && r == 0; m++)
		r = write_functions(&w, m);
	if (r == 0)
		r = write_sections(&w);
	if (r == 0)
		r = flush(&w, 0);
	buf_free(&w.text);
	return r;
}
