/* format/spirv_link/spirv_link_check.c — whether definition and uses of a symbol agree: a function's type, a
 * variable's type, storage class and constness. Equal types have one id by now, so comparing is cheap; only the
 * description of a difference needs a walk. */
#include "spirv_link.h"

enum {
	OP_TYPE_FUNCTION = 33,
	STORAGE_WORD = 3,
	FUNCTION_TYPE_WORD = 4,
	EXPLAINED = 100, /* problems that are described in detail: each needs a walk */
};

/* The OpTypeFunction of a function of a module, if the module defines it. */
static bool find_type(const struct link_module *m, uint32_t id, struct spirv_inst *out)
{
	struct spirv_inst inst = splink_walk(m, SECTION_GLOBAL);

	while (splink_step(m, SECTION_GLOBAL, &inst))
		if (inst.op == OP_TYPE_FUNCTION && inst.count > 2 && spirv_word(&inst, 1) == id) {
			*out = inst;
			return true;
		}
	return false;
}

static int why_functions(struct link *l, const struct link_use *a, const struct link_use *b, struct buf *text)
{
	const struct link_module *ma = &l->modules[a->module], *mb = &l->modules[b->module];
	struct spirv_inst fa = splink_inst_at(ma, a->def_at), fb = splink_inst_at(mb, b->def_at);
	struct spirv_inst ta, tb;

	if (l->problems > EXPLAINED || !find_type(ma, spirv_word(&fa, FUNCTION_TYPE_WORD), &ta) ||
	    !find_type(mb, spirv_word(&fb, FUNCTION_TYPE_WORD), &tb))
		return buf_text(l->ctx, text, "it has another type");
	if (ta.count != tb.count)
		return buf_printf(l->ctx, text, "it has %zu parameters, not %zu", ta.count - 3, tb.count - 3);
	if (splink_new(ma, spirv_word(&ta, 2)) != splink_new(mb, spirv_word(&tb, 2)))
		return buf_text(l->ctx, text, "it returns another type");
	for (size_t i = 3; i < ta.count; i++)
		if (splink_new(ma, spirv_word(&ta, i)) != splink_new(mb, spirv_word(&tb, i)))
			return buf_printf(l->ctx, text, "its parameter %zu has another type", i - 2);
	return buf_text(l->ctx, text, "it has another type");
}

/* The difference as text; empty when they agree. */
static int compare(struct link *l, const struct link_use *a, const struct link_use *b, struct buf *text)
{
	const struct link_module *ma = &l->modules[a->module], *mb = &l->modules[b->module];
	uint32_t word = a->function ? FUNCTION_TYPE_WORD : 1;
	struct spirv_inst ia, ib;

	/* Most pairs; their definitions need not be read again. */
	if (a->type && b->type && splink_new(ma, a->type) == splink_new(mb, b->type))
		return 0;
	ia = splink_inst_at(ma, a->def_at);
	ib = splink_inst_at(mb, b->def_at);
	if (a->function != b->function)
		return buf_printf(l->ctx, text, "it is a %s, not a %s", a->function ? "function" : "variable",
				  b->function ? "function" : "variable");
	TRY(spirv_need(l->ctx, &ia, a->function ? 5 : 4));
	TRY(spirv_need(l->ctx, &ib, a->function ? 5 : 4));
	if (!a->function && spirv_word(&ia, STORAGE_WORD) != spirv_word(&ib, STORAGE_WORD))
		return buf_text(l->ctx, text, "it is in another storage class");
	if (splink_new(ma, spirv_word(&ia, word)) != splink_new(mb, spirv_word(&ib, word)))
		return a->function ? why_functions(l, a, b, text) : buf_text(l->ctx, text, "it has another type");
	if (a->constant != b->constant)
		return buf_text(l->ctx, text, a->constant ? "it is constant" : "it is not constant");
	return 0;
}

static int check_symbol(struct link *l, const struct link_symbol *s)
{
	_cleanup_(buf_free) struct buf why = { 0 };
	const struct link_use *owner = &l->uses[s->owner];
	int r = 0;

	for (uint32_t i = s->first; r == 0 && i != LINK_NO_USE; i = l->uses[i].next) {
		const struct link_use *use = &l->uses[i];
		struct link_module *m = &l->modules[use->module];
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->name);

		if (use == owner || (use->linkage == LINKAGE_EXPORT && owner->linkage == LINKAGE_EXPORT))
			continue; /* a duplicate was reported */
		why.len = 0;
		r = compare(l, use, owner, &why);
		if (r < 0 || !why.len)
			continue;
		r = buf_char(l->ctx, &why, '\0');
		if (r < 0)
			return r;
		syb_report(l->ctx, SYB_SEVERITY_ERROR, m->file.at + (uint64_t)use->def_at * 4, "link-type",
			   "%s does not agree with %s: %s here", splink_shown(l, s->name),
			   l->modules[owner->module].name, (const char *)why.ptr);
		l->problems++;
	}
	return r;
}

int splink_check_symbols(struct link *l)
{
	for (size_t i = 0; i < l->symbol_count; i++)
		if (l->symbols[i].owner != LINK_NO_USE)
			TRY(check_symbol(l, &l->symbols[i]));
	return 0;
}
