/* format/spirv_link/spirv_link_symbols.c — symbols: exports, imports, and the chosen definition.
 *
 * One module exports a name; of several definitions with LinkOnceODR the first is chosen, unless a module exports
 * the name. All other functions, variables and declarations are dropped, and their ids become that of the chosen
 * one. All problems are reported before the work fails. */
#include "spirv_link.h"

enum { BUILT_IN = 11, CONSTANT = 22, LINKAGE_ATTRIBUTES = 41, SHOWN_USERS = 4 };

/* ---- collecting ---- */

static int symbol_of(struct link *l, const char *name, size_t len, uint32_t *out_symbol)
{
	size_t *value;
	bool found;
	int r = hash_put(l->ctx, &l->names, name, len, l->symbol_count, &value, &found);

	if (r < 0 || found) {
		*out_symbol = r < 0 ? 0 : (uint32_t)*value;
		return r;
	}
	*out_symbol = (uint32_t)l->symbol_count;
	return VEC_ADD(l->ctx, l->symbols, l->symbol_count, l->symbol_room,
		       (struct link_symbol){
			       .name = name,
			       .first = LINK_NO_USE,
			       .last = LINK_NO_USE,
			       .owner = LINK_NO_USE,
		       });
}

static const struct link_function *function_at(const struct link_module *m, uint32_t at)
{
	size_t low = 0, high = m->function_count;

	while (low + 1 < high) {
		size_t middle = (low + high) / 2;

		if (m->functions[middle].at <= at)
			low = middle;
		else
			high = middle;
	}
	return &m->functions[low];
}

/* The name at a word of a linkage decoration; kept in the arena. */
static int read_name(struct link *l, const struct spirv_inst *inst, uint32_t word, const char **out, size_t *out_len,
		     uint32_t *out_linkage)
{
	size_t next;

	TRY(spirv_string(l->ctx, inst, word, &l->text, &next));
	TRY(spirv_need(l->ctx, inst, next + 1));
	*out_linkage = spirv_word(inst, next);
	*out_len = l->text.len;
	*out = arena_string(l->ctx, &l->arena, l->text.ptr, l->text.len);
	return *out ? 0 : -SYB_E_NOMEM;
}

static int bad_linkage(struct link *l, const struct spirv_inst *inst, const char *name, const char *why)
{
	return syb_fail(l->ctx, SYB_E_FORMAT, spirv_offset(inst, 0), "spirv-linkage", "%s: %s", splink_shown(l, name),
			why);
}

/* Append a use to its symbol's list. */
static int add_use(struct link *l, struct link_use use)
{
	struct link_symbol *s = &l->symbols[use.symbol];
	uint32_t index = (uint32_t)l->use_count;

	TRY(VEC_PUSH(l->ctx, l->uses, l->use_count, l->use_room));
	use.next = LINK_NO_USE;
	l->uses[l->use_count++] = use;
	if (s->last == LINK_NO_USE)
		s->first = index;
	else
		l->uses[s->last].next = index;
	s->last = index;
	return 0;
}

/* An id becomes a symbol. Its map is the place of its definition, and then the use. */
static int name_id(struct link *l, uint32_t module, const struct spirv_inst *inst, uint32_t target)
{
	struct link_module *m = &l->modules[module];
	const uint32_t local = splink_local(m, target);
	const uint8_t kind = splink_kind(m, local);
	struct link_use use = { .module = module, .id = local, .at = (uint32_t)inst->at };
	uint32_t linkage = 0;
	const char *name;
	bool body = false;
	size_t len;

	TRY(read_name(l, inst, 3, &name, &len, &linkage));
	if (kind == LINK_SAME && m->kinds[local] & LINK_CONSTANT)
		return 0; /* a variable that the device has */
	if (kind != LINK_FUNCTION && kind != LINK_VARIABLE)
		return bad_linkage(l, inst, name, "not a function or variable of the module");
	if (linkage > LINKAGE_ONCE)
		return bad_linkage(l, inst, name, "a linkage that is not known");
	use.linkage = (uint8_t)linkage;
	TRY(symbol_of(l, name, len, &use.symbol));
	if (m->kinds[local] & LINK_DECORATED) {
		const struct link_use *before = &l->uses[m->map[local]];

		return before->symbol == use.symbol && before->linkage == linkage
			       ? 0
			       : bad_linkage(l, inst, name, "its target has another name as well");
	}
	use.function = kind == LINK_FUNCTION;
	use.def_at = m->map[local];
	use.constant = m->kinds[local] & LINK_CONSTANT;
	if (use.function) {
		const struct link_function *f = function_at(m, use.def_at);

		body = f->body;
		use.type = f->type;
	}
	if (use.function && body != (linkage != LINKAGE_IMPORT))
		return bad_linkage(l, inst, name, body ? "imported, and has a body" : "exported, and has no body");
	m->kinds[local] |= LINK_DECORATED;
	m->map[local] = (uint32_t)l->use_count;
	return add_use(l, use);
}

static bool is_linkage(const struct spirv_inst *inst)
{
	return inst->op == SPIRV_OP_DECORATE && inst->count > 3 && spirv_word(inst, 2) == LINKAGE_ATTRIBUTES;
}

/* Linkage that a group has is that of all of its targets. */
static int name_group(struct link *l, uint32_t module, const struct spirv_inst *inst)
{
	const struct link_module *m = &l->modules[module];
	const uint32_t group = splink_local(m, spirv_word(inst, 1));
	const size_t *at = hash_get(&m->linkage_groups, &group, sizeof(group));
	struct spirv_inst linkage;

	if (!at)
		return 0;
	linkage = splink_inst_at(m, (uint32_t)*at);
	for (uint32_t k = 2; k < inst->count; k++)
		TRY(name_id(l, module, &linkage, spirv_word(inst, k)));
	return 0;
}

static int add_group(struct link *l, struct link_module *m, const struct spirv_inst *inst)
{
	const uint32_t key = splink_local(m, spirv_word(inst, 1));

	return hash_add_copy(l->ctx, &m->linkage_groups, &l->arena, &key, sizeof(key), inst->at);
}

/* Facts that are needed before symbols: whether a variable is constant, and whether it is a built-in. Translators
 * import built-ins, which no module exports; they are the same in all modules. */
static void read_variable_decorations(struct link_module *m)
{
	struct spirv_inst inst = splink_walk(m, SECTION_DECORATION);

	while (splink_step(m, SECTION_DECORATION, &inst)) {
		uint32_t local, number;

		if (inst.op != SPIRV_OP_DECORATE || inst.count < 3)
			continue;
		local = splink_local(m, spirv_word(&inst, 1));
		number = spirv_word(&inst, 2);
		if (splink_kind(m, local) != LINK_VARIABLE)
			continue;
		if (number == CONSTANT) {
			m->kinds[local] |= LINK_CONSTANT;
		} else if (number == BUILT_IN) {
			m->kinds[local] = LINK_SAME | LINK_CONSTANT;
			m->map[local] = 0;
		}
	}
}

static int collect(struct link *l, uint32_t module)
{
	struct link_module *m = &l->modules[module];
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->name);
	struct spirv_inst inst = splink_walk(m, SECTION_DECORATION);

	read_variable_decorations(m);
	inst = splink_walk(m, SECTION_DECORATION);
	while (splink_step(m, SECTION_DECORATION, &inst)) {
		if (is_linkage(&inst) && splink_kind(m, splink_local(m, spirv_word(&inst, 1))) != LINK_GROUP) {
			TRY(name_id(l, module, &inst, spirv_word(&inst, 1)));
		} else if (is_linkage(&inst)) {
			TRY(add_group(l, m, &inst));
		} else if (inst.op == SPIRV_OP_GROUP_DECORATE && m->linkage_groups.count && inst.count > 1) {
			TRY(name_group(l, module, &inst));
		}
	}
	return 0;
}

int splink_collect_symbols(struct link *l)
{
	for (size_t i = 0; i < l->module_count; i++)
		TRY(collect(l, (uint32_t)i));
	return 0;
}

/* ---- messages ---- */

const char *splink_shown(struct link *l, const char *name)
{
	const char *readable = NULL;
	int r;

	if (l->opts.demangle && !l->demangler && demangler_new(l->ctx, &l->demangler) < 0)
		return name;
	if (l->opts.demangle)
		readable = demangle(l->demangler, name);
	l->text.len = 0;
	r = readable ? buf_text(l->ctx, &l->text, readable) : 0;
	if (r == 0 && readable)
		r = buf_text(l->ctx, &l->text, " (");
	if (r == 0)
		r = buf_escaped(l->ctx, &l->text, name, strlen(name));
	if (r == 0 && readable)
		r = buf_text(l->ctx, &l->text, ")");
	if (r == 0)
		r = buf_char(l->ctx, &l->text, '\0');
	return r < 0 ? name : (const char *)l->text.ptr;
}

/* "a.spv, b.spv and 3 more": the modules of a symbol's uses for which linkage fits; appended to text. */
static int list_users(struct link *l, const struct link_symbol *s, enum link_linkage linkage, struct buf *text)
{
	uint32_t last = LINK_NO_USE;
	size_t count = 0;

	for (uint32_t i = s->first; i != LINK_NO_USE; i = l->uses[i].next) {
		const struct link_use *use = &l->uses[i];

		if (use->linkage != linkage || use->module == last)
			continue;
		last = use->module;
		if (++count <= SHOWN_USERS)
			buf_printf(l->ctx, text, "%s%s", count > 1 ? ", " : "", l->modules[last].name);
	}
	if (count > SHOWN_USERS)
		buf_printf(l->ctx, text, " and %zu more", count - SHOWN_USERS);
	return buf_char(l->ctx, text, '\0');
}

static uint64_t offset_of(const struct link *l, const struct link_use *use)
{
	return l->modules[use->module].file.at + (uint64_t)use->at * 4;
}

static int report_unresolved(struct link *l, const struct link_symbol *s)
{
	const struct link_use *use = &l->uses[s->first];
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, l->modules[use->module].name);
	_cleanup_(buf_free) struct buf users = { 0 };

	TRY(list_users(l, s, LINKAGE_IMPORT, &users));
	syb_report(l->ctx, SYB_SEVERITY_ERROR, offset_of(l, use), "link-unresolved",
		   "%s is not defined; imported by %s", splink_shown(l, s->name), (const char *)users.ptr);
	l->problems++;
	return 0;
}

static void report_duplicate(struct link *l, const struct link_symbol *s, const struct link_use *use)
{
	const struct link_use *first = &l->uses[s->owner];
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, l->modules[use->module].name);

	syb_report(l->ctx, SYB_SEVERITY_ERROR, offset_of(l, use), "link-duplicate",
		   "%s is exported a second time; %s at 0x%llx exports it, too", splink_shown(l, s->name),
		   l->modules[first->module].name, (unsigned long long)offset_of(l, first));
	l->problems++;
}

/* ---- resolving ---- */

static int find_owner(struct link *l, struct link_symbol *s)
{
	for (uint32_t i = s->first; i != LINK_NO_USE; i = l->uses[i].next) {
		const struct link_use *use = &l->uses[i];

		if (use->linkage == LINKAGE_IMPORT)
			continue;
		if (s->owner == LINK_NO_USE ||
		    (use->linkage == LINKAGE_EXPORT && l->uses[s->owner].linkage == LINKAGE_ONCE))
			s->owner = i;
		else if (use->linkage == LINKAGE_EXPORT && l->uses[s->owner].linkage == LINKAGE_EXPORT &&
			 (use->function || !s->shared))
			report_duplicate(l, s, use);
	}
	if (s->owner != LINK_NO_USE)
		return 0;
	if (!l->opts.partial)
		return report_unresolved(l, s);
	s->owner = s->first;
	return 0;
}

/* Ids inside a dropped function have no number. */
static void drop_function(struct link *l, struct link_module *m, uint32_t at)
{
	struct link_function *f = &m->functions[function_at(m, at) - m->functions];
	struct spirv_inst inst;

	f->dropped = true;
	if (f->body)
		l->dropped_functions++;
	else
		l->dropped_declarations++;
	for (uint32_t i = f->at; i < f->end; i += (uint32_t)inst.count) {
		uint32_t word, local;

		inst = splink_inst_at(m, i);
		word = splink_result_word(spirv_shape(inst.op));
		if (!word || inst.op == SPIRV_OP_FUNCTION)
			continue;
		local = splink_local(m, spirv_word(&inst, word));
		m->map[local] = LINK_DROPPED;
		m->kinds[local] |= LINK_GIVEN;
	}
}

static struct link_symbol *find_symbol(struct link *l, const char *name)
{
	const size_t *symbol = hash_get(&l->names, name, strlen(name));

	return symbol ? &l->symbols[*symbol] : NULL;
}

/* Mark the symbols that the caller wants to keep, and those that may be defined twice. A symbol to keep that no
 * module has is an error, since users of the result would miss it. */
static void mark_symbols(struct link *l)
{
	for (size_t i = 0; i < l->opts.keep_export_count; i++) {
		struct link_symbol *s = find_symbol(l, l->opts.keep_exports[i]);

		if (s) {
			s->stays = true;
			continue;
		}
		syb_report(l->ctx, SYB_SEVERITY_ERROR, SYB_NO_OFFSET, "link-unresolved",
			   "no module defines %s, which must stay exported", splink_shown(l, l->opts.keep_exports[i]));
		l->problems++;
	}
	for (size_t i = 0; i < l->opts.shared_count; i++) {
		struct link_symbol *s = find_symbol(l, l->opts.shared[i]);

		if (s)
			s->shared = true;
	}
}

static int assign_ids(struct link *l, struct link_symbol *s)
{
	const struct link_use *owner = &l->uses[s->owner];

	TRY(splink_fresh(l, &l->modules[owner->module], owner->id));
	s->id = l->modules[owner->module].map[owner->id] & LINK_ID;
	s->stays = s->stays || owner->linkage == LINKAGE_IMPORT || l->opts.library;
	for (uint32_t i = s->first; i != LINK_NO_USE; i = l->uses[i].next) {
		const struct link_use *use = &l->uses[i];
		struct link_module *m = &l->modules[use->module];

		if (use == owner)
			continue;
		if (use->function)
			drop_function(l, m, use->def_at);
		else if (owner->module > use->module)
			l->reorder = true;
		m->map[use->id] = s->id | LINK_ALIAS;
		m->kinds[use->id] |= LINK_GIVEN;
	}
	return 0;
}

int splink_resolve(struct link *l)
{
	mark_symbols(l);
	for (size_t i = 0; i < l->symbol_count; i++) {
		struct link_symbol *s = &l->symbols[i];

		TRY(find_owner(l, s));
		if (s->owner != LINK_NO_USE)
			TRY(assign_ids(l, s));
	}
	return 0;
}
