/* package/link/link_props.c — property sets of a group's modules → those of the module it becomes (docs/linking.md,
 * section 4): merged by rule, with specialization constants renumbered and symbols listed anew; and the rules across
 * groups. */
#include "link_rules.h"

#include "format/syclbin/syclbin.h"
#include "package/judge/kernels.h"

#include <stdlib.h>

/* The text of a writer, copied into the arena. */
static struct syb_bytes text_of(struct link *l, struct syb_props_writer *writer, enum syb_dialect dialect)
{
	struct syb_bytes text = { 0 };

	if (l->error == 0 && link_ok(l, syb_props_writer_text(l->ctx, writer, dialect, &text)))
		text.ptr = (const uint8_t *)link_string(l, text.ptr, text.len);
	return text;
}

/* ---- names ---- */

/* A set of names, each one once, that is written as it grows. */
struct names {
	struct link *l;
	const char *set;
	struct syb_props_writer *writer;
	struct hash seen;
};

static void drop_names(struct names *n)
{
	hash_free(&n->seen);
}

static void write_name(struct names *n, const char *name)
{
	struct link *l = n->l;
	const bool first = n->seen.count == 0;
	bool found = true;

	if (l->error == 0)
		link_put_name(l, &n->seen, name, 0, &found);
	if (l->error < 0 || found)
		return;
	if (first)
		link_ok(l, syb_props_writer_set(l->ctx, n->writer, n->set));
	link_ok(l, syb_props_writer_u32(l->ctx, n->writer, name, 1));
}

static bool of_group(const struct link_group *group, size_t target)
{
	if (group->target_count == 0)
		return true; /* native code alone */
	return bsearch(&target, group->targets, group->target_count, sizeof(target), link_by_number) != NULL;
}

/* The symbols that images of a group still import, or export. A module that is kept unchanged needs all its imports. */
static void write_symbols(struct link *l, const struct link_group *group, const char *set,
			  struct syb_props_writer *writer)
{
	_cleanup_(drop_names) struct names names = { .l = l, .set = set, .writer = writer };
	const bool imports = str_eq(set, SET_IMPORTS);

	for (size_t k = 0; k < group->count; k++) {
		const struct link_module *m = &l->modules[group->members[k]];
		const bool exports = !imports && (group->kept || (l->open && k < group->roots));

		for (size_t i = 0; i < m->image_count && l->error == 0; i++) {
			const struct link_image *image = &l->images[m->first_image + i];
			const struct link_symbols *symbols = image->symbols;

			if (!of_group(group, image->target))
				continue;
			for (size_t s = 0; imports && s < symbols->import_count; s++)
				if (!image->needs || image->needs[s] == LINK_IMPORT || group->kept)
					write_name(&names, symbols->imports[s].name);
			for (size_t s = 0; exports && s < symbols->export_count; s++)
				if (!image->lost || !image->lost[s])
					write_name(&names, symbols->exports[s].name);
		}
	}
}

/* The kernels of all members, whether properties or only code names them. */
static void write_kernels(struct link *l, const struct link_group *group, struct syb_props_writer *writer)
{
	_cleanup_(drop_names) struct names names = { .l = l, .set = SET_KERNEL_NAMES, .writer = writer };

	for (size_t k = 0; k < group->count; k++) {
		const struct link_module *m = &l->modules[group->members[k]];

		for (size_t i = 0; i < m->kernel_count; i++)
			write_name(&names, m->kernels[i]);
	}
}

/* The result states all of its kernels, or none: another module's set would hide the kernels of a module without it. */
static bool must_name_kernels(const struct link *l, const struct link_group *group)
{
	bool some = false, all = true;

	for (size_t k = 0; k < group->count; k++) {
		const struct link_module *m = &l->modules[group->members[k]];
		bool states = syb_props_find(m->props, SET_KERNEL_NAMES) != NULL;

		some = some || states || m->silent;
		all = all && (states || m->kernel_count == 0);
	}
	return some && !all;
}

/* ---- a group ---- */

/* A single module whose symbols do not change keeps its text. */
static bool is_unchanged(const struct link *l, const struct link_group *group)
{
	const struct link_module *m = &l->modules[group->members[0]];

	if (group->count > 1 || m->silent)
		return false;
	if (!m->states_exports && !m->states_imports)
		return true;
	if (!l->open && !group->kept && m->symbols.export_count)
		return false;
	for (size_t i = 0; i < m->image_count; i++) {
		const struct link_image *image = &l->images[m->first_image + i];

		if (image->lost || (m->states_imports && image->symbols->import_count != m->symbols.import_count))
			return false;
		for (size_t s = 0; image->needs && !group->kept && s < image->symbols->import_count; s++)
			if (image->needs[s] != LINK_IMPORT)
				return false;
	}
	return true;
}

static void write_set(struct merge *m, const struct link_group *group, const struct spec_merge *spec,
		      const struct merge_set *set, struct syb_props_writer *writer)
{
	if (set->rule == RULE_ANEW)
		write_symbols(m->l, group, set->name, writer);
	else if (str_eq(set->name, SET_KERNEL_NAMES) && must_name_kernels(m->l, group))
		write_kernels(m->l, group, writer);
	else if (set->rule == RULE_REBASE && spec)
		link_spec_write(m->l, spec, set->name, writer);
	else if (link_ok(m->l, syb_props_writer_set(m->l->ctx, writer, set->name)))
		merge_write(m, set, writer);
}

/* Sets that no member has, though its code has such names. Where one set of symbols is listed, the other must be.
 */
static void write_missing(struct merge *m, const struct link_group *group, struct syb_props_writer *writer)
{
	bool exports = hash_get(&m->index, SET_EXPORTS, strlen(SET_EXPORTS));
	bool imports = hash_get(&m->index, SET_IMPORTS, strlen(SET_IMPORTS));

	if (imports && !exports)
		write_symbols(m->l, group, SET_EXPORTS, writer);
	if (!hash_get(&m->index, SET_KERNEL_NAMES, strlen(SET_KERNEL_NAMES)) && must_name_kernels(m->l, group))
		write_kernels(m->l, group, writer);
	if (exports && !imports)
		write_symbols(m->l, group, SET_IMPORTS, writer);
}

static struct syb_bytes write_text(struct merge *m, const struct link_group *group, const struct spec_merge *spec)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;

	if (m->l->error < 0 || !link_ok(m->l, syb_props_writer_new(m->l->ctx, &writer)))
		return (struct syb_bytes){ 0 };
	for (size_t i = 0; i < m->count && m->l->error == 0; i++)
		write_set(m, group, spec, &m->sets[i], writer);
	write_missing(m, group, writer);
	return text_of(m->l, writer, SYB_DIALECT_DPCPP);
}

/* A single module: all sets but those of symbols unchanged, and the kernels where only its code names them. */
static struct syb_bytes rewrite(struct link *l, const struct link_group *group)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;
	const struct syb_props *props = l->modules[group->members[0]].props;

	link_ok(l, syb_props_writer_new(l->ctx, &writer));
	for (size_t s = 0; s < props->count && l->error == 0; s++) {
		const struct syb_set *set = &props->sets[s];

		if (str_eq(set->name, SET_IMPORTS) || str_eq(set->name, SET_EXPORTS)) {
			write_symbols(l, group, set->name, writer);
			continue;
		}
		link_ok(l, syb_props_writer_set(l->ctx, writer, set->name));
		for (size_t i = 0; i < set->count && l->error == 0; i++)
			link_ok(l, syb_props_writer_prop(l->ctx, writer, &set->props[i]));
	}
	if (must_name_kernels(l, group))
		write_kernels(l, group, writer);
	return text_of(l, writer, SYB_DIALECT_KEEP);
}

struct syb_bytes link_merge(struct link *l, struct link_group *group)
{
	_cleanup_(merge_drop) struct merge m = { .l = l, .module_count = group->count };
	struct spec_merge *spec;

	if (is_unchanged(l, group))
		return syb_module_metadata(l->modules[group->members[0]].module, NULL);
	if (group->count == 1)
		return rewrite(l, group);
	m.modules = link_array(l, group->count, sizeof(struct link_module *));
	for (size_t i = 0; i < group->count && m.modules; i++)
		m.modules[i] = &l->modules[group->members[i]];
	for (size_t i = 0; i < group->count; i++)
		merge_add(&m, i < group->roots);
	merge_finish(&m);
	spec = link_spec_merge(l, group);
	return write_text(&m, group, spec);
}

/* ---- the global metadata ---- */

struct syb_bytes link_merge_global(struct link *l)
{
	_cleanup_(merge_drop) struct merge m = { .l = l, .module_count = l->bin_count };
	struct link_module *own = link_array(l, l->bin_count, sizeof(*own));
	const struct link_group none = { 0 };
	struct syb_bytes text;

	m.modules = link_array(l, l->bin_count, sizeof(struct link_module *));
	for (size_t i = 0; i < l->bin_count && l->error == 0; i++) {
		own[i] = (struct link_module){ .bin = l->bins[i], .file = syb_bin_name(l->bins[i]) };
		m.modules[i] = &own[i];
		link_ok(l, syb_bin_props(l->ctx, l->bins[i], &own[i].props));
	}
	for (size_t i = 0; i < l->bin_count; i++)
		merge_add(&m, false);
	merge_finish(&m);
	text = write_text(&m, &none, NULL);
	for (size_t i = 0; own && i < l->bin_count; i++)
		syb_props_free(own[i].props);
	return text;
}

/* ---- across groups ---- */

static struct link_place global_place(const struct link_module *m, const char *name)
{
	return link_prop_place(m, syb_props_get(m->props, "SYCL/device globals", name));
}

/* Where a device global is stated. */
struct seen {
	const struct link_module *module;
	const struct syb_device_global *global;
};

/* Size and scope of a device global are the same in the whole result. */
static void check_size(struct link *l, struct hash *sizes, const struct link_module *m,
		       const struct syb_device_global *g)
{
	struct seen *mine = link_array(l, 1, sizeof(*mine));
	const size_t *stored = mine ? link_put_name(l, sizes, g->name, (size_t)(uintptr_t)mine, NULL) : NULL;
	const struct seen *first = stored ? (const struct seen *)(uintptr_t)*stored : NULL;

	if (mine)
		*mine = (struct seen){ m, g };
	if (!first || (first->global->size == g->size && first->global->image_scope == g->image_scope))
		return;
	link_problem(l, "link-device-global", g->name, global_place(m, g->name), global_place(first->module, g->name),
		     "device global %s has a different %s", link_readable(l, g->name),
		     first->global->size == g->size ? "scope" : "size");
}

/* A global of image scope in two groups of a target would exist twice. */
static void check_scope(struct link *l, struct hash *owners, size_t group, size_t target, const struct link_module *m,
			const char *name)
{
	const char *key = arena_printf(l->ctx, &l->arena, "%zu %s", target, name);
	const size_t *owner = key ? link_put_name(l, owners, key, group, NULL) : NULL;

	link_ok(l, key ? 0 : -SYB_E_NOMEM);
	if (owner && *owner != group)
		link_problem(l, "link-device-global", name, global_place(m, name), (struct link_place){ 0 },
			     "device global %s of image scope would be in two images", link_readable(l, name));
}

static void check_device_globals(struct link *l)
{
	_cleanup_(hash_free) struct hash sizes = { 0 }, owners = { 0 };

	for (size_t i = 0; i < l->group_count; i++) {
		const struct link_group *group = &l->groups[i];

		for (size_t k = 0; k < group->count; k++) {
			const struct link_module *m = &l->modules[group->members[k]];

			for (size_t g = 0; g < m->info->device_global_count && l->error == 0; g++) {
				const struct syb_device_global *global = m->info->device_globals[g];

				check_size(l, &sizes, m, global);
				for (size_t t = 0; t < group->target_count && l->error == 0; t++)
					if (global->image_scope && !group->kept)
						check_scope(l, &owners, i, group->targets[t], m, global->name);
			}
		}
	}
}

static void check_registered(struct link *l)
{
	_cleanup_(hash_free) struct hash names = { 0 };
	const char *set = "SYCL/registered kernels";

	for (size_t i = 0; i < l->module_count; i++) {
		const struct link_module *m = &l->modules[i];

		for (size_t k = 0; k < m->info->registered_kernel_count && m->used && l->error == 0; k++) {
			const char *name = m->info->registered_kernels[k]->name;
			const size_t *first = link_put_name(l, &names, name, i, NULL);
			const struct syb_prop *mine = syb_props_get(m->props, set, name), *other;

			if (!first || *first == i)
				continue;
			other = syb_props_get(l->modules[*first].props, set, name);
			if (!bytes_eq(syb_prop_bytes(mine), syb_prop_bytes(other)))
				link_problem(l, "link-property", name, link_prop_place(m, mine),
					     link_prop_place(&l->modules[*first], other),
					     "the name %s is registered for two kernels", name);
		}
	}
}

void link_check_globals(struct link *l)
{
	if (l->error < 0)
		return;
	check_device_globals(l);
	check_registered(l);
}
