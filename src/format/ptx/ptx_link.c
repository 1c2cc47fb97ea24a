/* format/ptx/ptx_link.c — PTX modules → one: its version and target, the definitions of symbols, and names that have
 * to change. See docs/linking.md. */
#include "ptx_link.h"

#include "base/order.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- problems ---- */

static void complain(struct ptx_link *l, const char *check, size_t module, size_t symbol,
		     const struct ptx_global *other, const char *what)
{
	const struct ptx_module *m = &l->modules[module];
	const struct ptx_symbol *s = &m->ptx->symbols[symbol];
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->name);

	l->problems++;
	syb_report(l->ctx, SYB_SEVERITY_ERROR, m->at + s->at, check, "%s %s", s->name, what);
	if (other) {
		const struct ptx_module *owner = &l->modules[other->module];
		_cleanup_(ctx_leave) struct ctx_scope inner = ctx_enter(l->ctx, owner->name);

		syb_report(l->ctx, SYB_SEVERITY_NOTE, owner->at + ptx_symbol_of(l, other)->at, "",
			   "the other one is at %s:0x%" PRIx64, owner->name, owner->at + ptx_symbol_of(l, other)->at);
	}
}

/* ---- versions and targets ---- */

struct arch {
	unsigned number;
	char suffix; /* 'a': this one only; 'f': its family; '\0' */
};

static bool parse_arch(const char *target, struct arch *out)
{
	char *end;

	out->number = (unsigned)strtoul(target + strlen("sm_"), &end, 10);
	out->suffix = *end;
	return out->number > 0 && (*end == '\0' || ((*end == 'a' || *end == 'f') && end[1] == '\0'));
}

/* Whether code for one target runs on the other, which must not be lower. */
static bool runs_on(struct arch less, struct arch more)
{
	if (less.suffix == 'a')
		return more.number == less.number && more.suffix == 'a';
	if (less.suffix == 'f')
		return more.number / 10 == less.number / 10 && more.suffix != '\0';
	return true;
}

/* The order of inclusion: number, then plain, family, single. */
static int compare_arch(struct arch a, struct arch b)
{
	static const char order[] = "fa";
	const char *x = a.suffix ? strchr(order, a.suffix) : NULL, *y = b.suffix ? strchr(order, b.suffix) : NULL;

	if (a.number != b.number)
		return ORDER(a.number, b.number);
	return (x ? (int)(x - order) + 1 : 0) - (y ? (int)(y - order) + 1 : 0);
}

static int refuse(struct ptx_link *l, const struct ptx_module *m, const char *what, const char *a, const char *b)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->name);

	return syb_fail(l->ctx, SYB_E_INCOMPATIBLE, m->at, "ptx-target", "%s %s is incompatible with %s", what, a, b);
}

static int choose_target(struct ptx_link *l)
{
	struct arch best = { 0 };

	for (size_t i = 0; i < l->module_count; i++) {
		const struct ptx_module *m = &l->modules[i];
		struct arch arch;

		if (!parse_arch(m->ptx->target, &arch))
			return refuse(l, m, "target", m->ptx->target, "the other modules");
		if (!l->target || compare_arch(best, arch) < 0) {
			best = arch;
			l->target = m->ptx->target;
		}
	}
	for (size_t i = 0; i < l->module_count; i++) {
		struct arch arch;

		if (parse_arch(l->modules[i].ptx->target, &arch) && !runs_on(arch, best))
			return refuse(l, &l->modules[i], "target", l->modules[i].ptx->target, l->target);
	}
	return 0;
}

/* texmode_… and map_f64_to_f32 change the meaning of code; debug means that there are sections. */
static int choose_flags(struct ptx_link *l)
{
	const char **flags = NULL;

	for (size_t i = 0; i < l->module_count; i++) {
		const struct ptx *ptx = l->modules[i].ptx;
		const char **list = arena_array(l->ctx, &l->arena, ptx->flag_count, sizeof(*list));
		size_t count = 0;

		if (!list)
			return -SYB_E_NOMEM;
		for (size_t k = 0; k < ptx->flag_count; k++)
			if (!str_eq(ptx->flags[k], "debug"))
				list[count++] = ptx->flags[k];
		if (!flags) {
			flags = list;
			l->flag_count = count;
		}
		for (size_t k = 0; k < count || count != l->flag_count; k++)
			if (count != l->flag_count || !str_eq(list[k], flags[k]))
				return refuse(l, &l->modules[i], "target with options", count ? list[0] : "(none)",
					      "the options of the other modules");
	}
	l->flags = flags;
	return 0;
}

static int choose_head(struct ptx_link *l)
{
	int r = choose_target(l);

	for (size_t i = 0; i < l->module_count && r == 0; i++) {
		const struct ptx *ptx = l->modules[i].ptx;

		if (ptx->major > l->major || (ptx->major == l->major && ptx->minor > l->minor)) {
			l->major = ptx->major;
			l->minor = ptx->minor;
		}
		if (i && ptx->address_size != l->address_size)
			r = refuse(l, &l->modules[i], "address size", ptx->address_size == 32 ? "32" : "64",
				   "that of the other modules");
		l->address_size = ptx->address_size;
	}
	return r < 0 ? r : choose_flags(l);
}

/* ---- symbols ---- */

const struct ptx_global *ptx_find(const struct ptx_link *l, const char *name)
{
	const size_t *place = hash_get(&l->globals, name, strlen(name));

	return place ? &l->list[*place] : NULL;
}

bool ptx_owns(const struct ptx_link *l, size_t module, size_t symbol)
{
	const struct ptx_symbol *s = &l->modules[module].ptx->symbols[symbol];
	const struct ptx_global *g = ptx_is_global(s) ? ptx_find(l, s->name) : NULL;

	return !g || (g->module == module && g->symbol == symbol);
}

static bool same_type(const struct ptx_symbol *a, const struct ptx_symbol *b)
{
	if (a->function != b->function || a->kernel != b->kernel)
		return false;
	if (a->kernel)
		return true;
	if (a->function)
		return str_eq(a->signature, b->signature);
	return str_eq(a->space, b->space) && (a->bytes == b->bytes || !a->bytes || !b->bytes ||
					      (a->linkage == PTX_COMMON && b->linkage == PTX_COMMON));
}

/* The better of two definitions: 1 the first, 2 the second, 0 when both are an error. */
static int better(const struct ptx_link *l, const struct ptx_symbol *a, const struct ptx_symbol *b)
{
	if (!a->function && hash_get(&l->shared, a->name, strlen(a->name)))
		return 1;
	if (a->linkage == PTX_COMMON && b->linkage == PTX_COMMON)
		return b->bytes > a->bytes ? 2 : 1;
	if (a->linkage == PTX_COMMON)
		return 2;
	if (b->linkage == PTX_COMMON || b->linkage == PTX_WEAK)
		return 1;
	return a->linkage == PTX_WEAK ? 2 : 0;
}

static int choose_definition(struct ptx_link *l, struct ptx_global *have, struct ptx_global more)
{
	const struct ptx_symbol *a = ptx_symbol_of(l, have), *b = ptx_symbol_of(l, &more);

	if (!same_type(a, b)) {
		complain(l, "link-type", more.module, more.symbol, have, "has another declaration elsewhere");
		if (more.defined && !have->defined)
			*have = more; /* one problem is enough */
		return 0;
	}
	if (!more.defined)
		return 0;
	if (!have->defined) {
		*have = more;
		return 0;
	}
	switch (better(l, a, b)) {
	case 0:
		complain(l, "link-duplicate", more.module, more.symbol, have, "is defined twice");
		break;
	case 2:
		*have = more;
		break;
	default:
		break;
	}
	return 0;
}

static int list_globals(struct ptx_link *l)
{
	int r = 0;

	for (size_t m = 0; m < l->module_count; m++)
		for (size_t i = 0; i < l->modules[m].ptx->symbol_count && r == 0; i++) {
			const struct ptx_symbol *s = &l->modules[m].ptx->symbols[i];
			const struct ptx_global global = { m, i, s->defined };
			size_t *place;
			bool found;

			if (!ptx_is_global(s))
				continue;
			r = hash_put(l->ctx, &l->globals, s->name, strlen(s->name), l->count, &place, &found);
			if (r == 0 && found) {
				r = choose_definition(l, &l->list[*place], global);
				continue;
			}
			if (r == 0)
				r = VEC_PUSH(l->ctx, l->list, l->count, l->room);
			if (r == 0)
				l->list[l->count++] = global;
		}
	return r;
}

/* Map of the symbols and their definitions; report symbols without one. */
static void check_imports(struct ptx_link *l)
{
	for (size_t m = 0; m < l->module_count; m++)
		for (size_t i = 0; i < l->modules[m].ptx->symbol_count; i++) {
			const struct ptx_symbol *s = &l->modules[m].ptx->symbols[i];
			const struct ptx_global *g = s->defined ? NULL : ptx_find(l, s->name);
			struct syb_value *row;

			if (!g)
				continue;
			if (!g->defined && ptx_imported(s) && !l->opts.partial) {
				complain(l, "link-unresolved", m, i, NULL, "is not defined in any module");
			} else if (l->map && g->defined) {
				row = value_map(l->map, l->map_symbols, NULL);
				value_string(l->map, row, "symbol", s->name);
				value_string(l->map, row, "from", l->modules[m].name);
				value_string(l->map, row, "by", l->modules[g->module].name);
			} else if (l->map && g->module == m && ptx_imported(s)) {
				value_string(l->map, l->map_imports, NULL, s->name);
			}
		}
}

/* ---- names of a module's own ---- */

/* A name that nothing has: the old one with a number. */
static int new_name(struct ptx_link *l, const struct hash *taken, const char *name, size_t *number, char **out)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	int r;

	do {
		text.len = 0;
		r = buf_printf(l->ctx, &text, "%s$link%zu", name, ++*number);
	} while (r == 0 && hash_get(taken, text.ptr, text.len));
	if (r < 0)
		return r;
	*out = arena_string(l->ctx, &l->arena, text.ptr, text.len);
	return *out ? 0 : -SYB_E_NOMEM;
}

static int rename_symbol(struct ptx_link *l, struct hash *taken, struct ptx_module *m, const char *name, size_t *number)
{
	char *fresh = NULL;

	TRY(new_name(l, taken, name, number, &fresh));
	/* number points into the table that grows next */
	TRY(hash_add(l->ctx, &m->renamed, name, strlen(name), (size_t)(uintptr_t)fresh));
	TRY(hash_add(l->ctx, taken, fresh, strlen(fresh), 0));
	if (l->map) {
		struct syb_value *row = value_map(l->map, l->map_renamed, NULL);

		value_string(l->map, row, "file", m->name);
		value_string(l->map, row, "from", name);
		value_string(l->map, row, "to", fresh);
	}
	return 0;
}

static int rename_own(struct ptx_link *l)
{
	_cleanup_(hash_free) struct hash taken = { 0 }; /* name → the last number that was used for it */
	size_t *value;
	bool found;
	int r = 0;

	for (size_t i = 0; i < l->count && r == 0; i++) {
		const char *name = ptx_symbol_of(l, &l->list[i])->name;

		r = hash_put(l->ctx, &taken, name, strlen(name), 0, &value, &found);
	}
	for (size_t m = 0; m < l->module_count; m++)
		for (size_t i = 0; i < l->modules[m].ptx->symbol_count && r == 0; i++) {
			const struct ptx_symbol *s = &l->modules[m].ptx->symbols[i];

			if (ptx_is_global(s))
				continue;
			r = hash_put(l->ctx, &taken, s->name, strlen(s->name), 0, &value, &found);
			if (r == 0 && found)
				r = rename_symbol(l, &taken, &l->modules[m], s->name, value);
		}
	return r;
}

/* ---- files and sections ---- */

/* A module with DWARF sections keeps its file numbers; others follow. */
static int number_files(struct ptx_link *l)
{
	size_t with = 0, keeper = 0, next = 1;

	for (size_t m = 0; m < l->module_count; m++)
		if (l->modules[m].ptx->sections) {
			with++;
			keeper = m;
		}
	for (size_t m = 0; m < l->module_count && with > 1; m++)
		l->modules[m].drop_sections = l->modules[m].ptx->sections;
	if (with > 1)
		syb_report(l->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "ptx-debug-dropped",
			   "%zu modules have DWARF sections, which are left out; line numbers are kept", with);
	if (with == 1)
		next = (size_t)l->modules[keeper].ptx->files + 1;
	for (size_t m = 0; m < l->module_count; m++) {
		const struct ptx *ptx = l->modules[m].ptx;

		for (size_t i = 0; i < ptx->item_count; i++) {
			const uint32_t *number = &ptx->items[i].number;
			size_t *value;
			bool found;

			if (ptx->items[i].kind == PTX_ITEM_FILE && !(with == 1 && m == keeper))
				TRY(hash_put(l->ctx, &l->modules[m].files, number, sizeof(*number), next++, &value,
					     &found));
		}
	}
	return 0;
}

/* ---- all ---- */

static void drop(struct ptx_link *l)
{
	for (size_t m = 0; l->modules && m < l->module_count; m++) {
		ptx_free(l->modules[m].ptx);
		hash_free(&l->modules[m].renamed);
		hash_free(&l->modules[m].files);
	}
	hash_free(&l->globals);
	hash_free(&l->keep);
	hash_free(&l->shared);
	allocator_free(allocator_of(l->ctx), l->list);
	syb_record_free(l->map);
	arena_free(&l->arena);
}

static int read_inputs(struct ptx_link *l, const struct syb_link_input *inputs, size_t count)
{
	l->modules = arena_array(l->ctx, &l->arena, count, sizeof(*l->modules));
	if (!l->modules)
		return -SYB_E_NOMEM;
	l->module_count = count;
	for (size_t i = 0; i < count; i++) {
		struct syb_link_input input = { 0 };
		struct ptx_module *m = &l->modules[i];

		OPTS_READ(l->ctx, &input, &inputs[i]);
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, input.name);
		m->name = input.name ? input.name : "-";
		m->at = input.at;
		TRY(ctx_cancelled(l->ctx));
		TRY(ptx_read(l->ctx, span_of(input.bytes, input.at), &m->ptx));
	}
	return 0;
}

static int list_names(struct ptx_link *l, struct hash *hash, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		TRY(hash_add(l->ctx, hash, names[i], strlen(names[i]), 0));
	}
	return 0;
}

static int begin_map(struct ptx_link *l)
{
	TRY(record_new(l->ctx, &l->map));
	l->map_symbols = value_hint(value_list(l->map, l->map->root, "symbols"), VALUE_TABLE);
	l->map_renamed = value_hint(value_list(l->map, l->map->root, "renamed"), VALUE_TABLE);
	l->map_imports = value_list(l->map, l->map->root, "imports");
	return 0;
}

int syb_ptx_link(struct syb_ctx *ctx, const struct syb_link_input *inputs, size_t count,
		 const struct syb_ptx_link_opts *opts, struct syb_out *out, struct syb_record **out_map)
{
	_cleanup_(drop) struct ptx_link l = { .ctx = ctx };

	OPTS_READ(ctx, &l.opts, opts);
	if (count == 0)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "no modules to link");
	TRY(out_map ? begin_map(&l) : 0);
	TRY(list_names(&l, &l.keep, l.opts.keep_exports, l.opts.keep_export_count));
	TRY(list_names(&l, &l.shared, l.opts.shared, l.opts.shared_count));
	TRY(read_inputs(&l, inputs, count));
	TRY(choose_head(&l));
	TRY(list_globals(&l));
	check_imports(&l);
	if (l.problems)
		return -SYB_E_INCOMPATIBLE;
	TRY(rename_own(&l));
	TRY(number_files(&l));
	TRY(ptx_write(&l, out));
	if (out_map) {
		TRY(record_finish(l.map));
		*out_map = steal(l.map);
	}
	return 0;
}
