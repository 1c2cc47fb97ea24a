/* package/link/link_props.c — property sets of a group's modules → those of the module it becomes (docs/linking.md,
 * section 4): merged by rule, with specialization constants re-based and symbols told anew; and the rules that go
 * beyond groups. */
#include "link_rules.h"

#include "format/syclbin/syclbin.h"
#include "package/judge/kernels.h"

#include <stdlib.h>

static int keep_text(struct link *l, struct syb_bytes text, struct syb_bytes *out)
{
	char *copy = arena_string(l->ctx, &l->arena, text.ptr, text.len);

	if (!copy)
		return -SYB_E_NOMEM;
	*out = (struct syb_bytes){ (const uint8_t *)copy, text.len };
	return 0;
}

/* ---- symbols ---- */

struct names {
	const char **list;
	size_t count, room;
	struct hash seen;
};

static int add_name(struct link *l, struct names *n, const char *name)
{
	size_t *value;
	bool found;
	int r = hash_put(l->ctx, &n->seen, name, strlen(name), 0, &value, &found);

	if (r == 0 && !found)
		r = VEC_PUSH(l->ctx, n->list, n->count, n->room);
	if (r == 0 && !found)
		n->list[n->count++] = name;
	return r;
}

static bool of_group(const struct link_group *group, size_t target)
{
	if (group->target_count == 0)
		return true; /* native code alone */
	return bsearch(&target, group->targets, group->target_count, sizeof(target), link_by_number) != NULL;
}

/* Names that an image still imports. What is kept as it is needs what it did. */
static int list_imports(struct link *l, const struct link_group *group, const struct link_image *image, struct names *n)
{
	const struct link_symbols *symbols = image->symbols;
	int r = 0;

	for (size_t s = 0; s < symbols->import_count && r == 0; s++)
		if (!image->needs || image->needs[s] == LINK_NOBODY || group->kept)
			r = add_name(l, n, symbols->imports[s].name);
	return r;
}

static int list_exports(struct link *l, const struct link_image *image, struct names *n)
{
	const struct link_symbols *symbols = image->symbols;
	int r = 0;

	for (size_t s = 0; s < symbols->export_count && r == 0; s++)
		if (!image->lost || !image->lost[s])
			r = add_name(l, n, symbols->exports[s].name);
	return r;
}

static int list_symbols(struct link *l, const struct link_group *group, bool imports, struct names *n)
{
	int r = 0;

	for (size_t k = 0; k < group->count && r == 0; k++) {
		const struct link_module *m = &l->modules[group->members[k]];

		for (size_t i = 0; i < m->image_count && r == 0; i++) {
			const struct link_image *image = &l->images[m->first_image + i];

			if (!of_group(group, image->target))
				continue;
			if (imports)
				r = list_imports(l, group, image, n);
			else if (group->kept || (l->open && k < group->roots))
				r = list_exports(l, image, n);
		}
	}
	return r;
}

static int write_names(struct link *l, const char *set, const struct names *names, struct syb_props_writer *writer)
{
	int r = names->count ? syb_props_writer_set(l->ctx, writer, set) : 0;

	for (size_t i = 0; i < names->count && r == 0; i++)
		r = syb_props_writer_u32(l->ctx, writer, names->list[i], 1);
	return r;
}

static void free_names(struct link *l, struct names *names)
{
	allocator_free(allocator_of(l->ctx), names->list);
	hash_free(&names->seen);
}

static int write_symbols(struct link *l, const struct link_group *group, const char *set,
			 struct syb_props_writer *writer)
{
	struct names names = { 0 };
	int r = list_symbols(l, group, str_eq(set, SET_IMPORTS), &names);

	if (r == 0)
		r = write_names(l, set, &names, writer);
	free_names(l, &names);
	return r;
}

/* Of all members, whether sets or only their code name them. */
static int write_kernels(struct link *l, const struct link_group *group, struct syb_props_writer *writer)
{
	struct names names = { 0 };
	int r = 0;

	for (size_t k = 0; k < group->count && r == 0; k++) {
		const struct link_module *m = &l->modules[group->members[k]];

		for (size_t i = 0; i < m->kernel_count && r == 0; i++)
			r = add_name(l, &names, m->kernels[i]);
	}
	if (r == 0)
		r = write_names(l, SET_KERNEL_NAMES, &names, writer);
	free_names(l, &names);
	return r;
}

/* The result states all of its kernels, or none: those of a module without the set would be hidden by another's. */
static bool tells_kernels(const struct link *l, const struct link_group *group)
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

/* A single module whose symbols stay what they are keeps its text. */
static bool stays(const struct link *l, const struct link_group *group)
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

		if (image->lost)
			return false;
		for (size_t s = 0; image->needs && !group->kept && s < image->symbols->import_count; s++)
			if (image->needs[s] != LINK_NOBODY)
				return false;
	}
	return true;
}

static int write_set(struct merge *m, const struct link_group *group, const struct spec_merge *spec,
		     const struct merge_set *set, struct syb_props_writer *writer)
{
	int r;

	if (set->rule == RULE_ANEW)
		return write_symbols(m->l, group, set->name, writer);
	if (str_eq(set->name, SET_KERNEL_NAMES) && tells_kernels(m->l, group))
		return write_kernels(m->l, group, writer);
	if (set->rule == RULE_REBASE && spec)
		return link_spec_write(m->l, spec, set->name, writer);
	r = syb_props_writer_set(m->l->ctx, writer, set->name);
	return r < 0 ? r : merge_write(m, set, writer);
}

static bool has_set(const struct merge *m, const char *name)
{
	for (size_t i = 0; i < m->count; i++)
		if (str_eq(m->sets[i].name, name))
			return true;
	return false;
}

/* Sets that no member has, though its code has what they list. Symbols need them where others are listed. */
static int write_missing(struct merge *m, const struct link_group *group, struct syb_props_writer *writer)
{
	bool exports = has_set(m, SET_EXPORTS), imports = has_set(m, SET_IMPORTS);
	int r = 0;

	if (imports && !exports)
		r = write_symbols(m->l, group, SET_EXPORTS, writer);
	if (r == 0 && !has_set(m, SET_KERNEL_NAMES) && tells_kernels(m->l, group))
		r = write_kernels(m->l, group, writer);
	if (r == 0 && exports && !imports)
		r = write_symbols(m->l, group, SET_IMPORTS, writer);
	return r;
}

static int write_text(struct merge *m, const struct link_group *group, const struct spec_merge *spec,
		      struct syb_bytes *out_text)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;
	struct syb_bytes text;
	int r = syb_props_writer_new(m->l->ctx, &writer);

	for (size_t i = 0; i < m->count && r == 0; i++)
		r = write_set(m, group, spec, &m->sets[i], writer);
	if (r == 0)
		r = write_missing(m, group, writer);
	if (r == 0)
		r = syb_props_writer_text(m->l->ctx, writer, SYB_DIALECT_DPCPP, &text);
	return r < 0 ? r : keep_text(m->l, text, out_text);
}

/* A single module: all sets but those of symbols as they are, and the kernels where only its code names them. */
static int rewrite(struct link *l, const struct link_group *group, struct syb_bytes *out_text)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;
	const struct syb_props *props = l->modules[group->members[0]].props;
	struct syb_bytes text;
	int r = syb_props_writer_new(l->ctx, &writer);

	for (size_t s = 0; s < props->count && r == 0; s++) {
		const struct syb_set *set = &props->sets[s];

		if (str_eq(set->name, SET_IMPORTS) || str_eq(set->name, SET_EXPORTS)) {
			r = write_symbols(l, group, set->name, writer);
			continue;
		}
		r = syb_props_writer_set(l->ctx, writer, set->name);
		for (size_t i = 0; i < set->count && r == 0; i++)
			r = syb_props_writer_prop(l->ctx, writer, &set->props[i]);
	}
	if (r == 0 && tells_kernels(l, group))
		r = write_kernels(l, group, writer);
	if (r == 0)
		r = syb_props_writer_text(l->ctx, writer, SYB_DIALECT_KEEP, &text);
	return r < 0 ? r : keep_text(l, text, out_text);
}

static int list_modules(struct link *l, const struct link_group *group, struct merge *m)
{
	const struct link_module **list = arena_array(l->ctx, &m->arena, group->count, sizeof(*list));

	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < group->count; i++)
		list[i] = &l->modules[group->members[i]];
	m->modules = list;
	m->module_count = group->count;
	return 0;
}

int link_merge(struct link *l, struct link_group *group, struct syb_bytes *out_text)
{
	_cleanup_(merge_drop) struct merge m = { .l = l };
	struct spec_merge *spec = NULL;
	int r;

	if (stays(l, group)) {
		*out_text = syb_module_metadata(l->modules[group->members[0]].module, NULL);
		return 0;
	}
	if (group->count == 1)
		return rewrite(l, group, out_text);
	r = list_modules(l, group, &m);
	for (size_t i = 0; i < group->count && r == 0; i++)
		r = merge_add(&m, i < group->roots);
	if (r == 0)
		r = merge_finish(&m);
	if (r == 0)
		r = link_spec_merge(l, group, &spec);
	return r < 0 ? r : write_text(&m, group, spec, out_text);
}

/* ---- the global metadata ---- */

int link_merge_global(struct link *l, struct syb_bytes *out_text)
{
	_cleanup_(merge_drop) struct merge m = { .l = l };
	struct link_module *own = arena_array(l->ctx, &m.arena, l->bin_count, sizeof(*own));
	const struct link_module **list = arena_array(l->ctx, &m.arena, l->bin_count, sizeof(*list));
	const struct link_group none = { 0 };
	int r = own && list ? 0 : -SYB_E_NOMEM;

	for (size_t i = 0; i < l->bin_count && r == 0; i++) {
		own[i] = (struct link_module){ .bin = l->bins[i], .file = syb_bin_name(l->bins[i]) };
		list[i] = &own[i];
		r = syb_bin_props(l->ctx, l->bins[i], &own[i].props);
	}
	m.modules = list;
	m.module_count = l->bin_count;
	for (size_t i = 0; i < l->bin_count && r == 0; i++)
		r = merge_add(&m, false);
	if (r == 0)
		r = merge_finish(&m);
	if (r == 0)
		r = write_text(&m, &none, NULL, out_text);
	for (size_t i = 0; own && i < l->bin_count; i++)
		syb_props_free(own[i].props);
	return r;
}

/* ---- beyond groups ---- */

struct seen {
	const struct link_module *module;
	const struct syb_device_global *global;
};

/* Size and scope of a device global, anywhere in the result. */
static int check_size(struct link *l, struct hash *sizes, const struct link_module *m, size_t index)
{
	const struct syb_device_global *g = m->info->device_globals[index];
	const char *set = "SYCL/device globals";
	struct seen *mine = arena_alloc(l->ctx, &l->arena, sizeof(*mine));
	const struct seen *first;
	size_t *value;
	bool found;
	int r;

	if (!mine)
		return -SYB_E_NOMEM;
	*mine = (struct seen){ m, g };
	r = hash_put(l->ctx, sizes, g->name, strlen(g->name), (size_t)(uintptr_t)mine, &value, &found);
	if (r < 0 || !found)
		return r;
	first = (const struct seen *)(uintptr_t)*value;
	if (first->global->size == g->size && first->global->image_scope == g->image_scope)
		return 0;
	return link_problem(l, "link-device-global", g->name, link_prop_place(m, syb_props_get(m->props, set, g->name)),
			    link_prop_place(first->module, syb_props_get(first->module->props, set, g->name)),
			    "device global %s has another %s", link_readable(l, g->name),
			    first->global->size == g->size ? "scope" : "size");
}

/* A global of image scope in two groups of a target would exist twice. */
static int check_scope(struct link *l, struct hash *owners, const struct link_group *group, size_t target,
		       const struct link_module *m, const struct syb_device_global *g)
{
	size_t len = strlen(g->name), *owner;
	char *key = arena_bytes(l->ctx, &l->arena, sizeof(target) + len);
	const struct syb_prop *prop = syb_props_get(m->props, "SYCL/device globals", g->name);
	bool found;
	int r;

	if (!key)
		return -SYB_E_NOMEM;
	memcpy(key, &target, sizeof(target));
	memcpy(key + sizeof(target), g->name, len);
	r = hash_put(l->ctx, owners, key, sizeof(target) + len, (size_t)(group - l->groups), &owner, &found);
	if (r < 0 || !found || &l->groups[*owner] == group)
		return r;
	return link_problem(l, "link-device-global", g->name, link_prop_place(m, prop), (struct link_place){ 0 },
			    "device global %s of image scope would be in two images", link_readable(l, g->name));
}

static int check_device_globals(struct link *l, struct hash *sizes, struct hash *owners)
{
	int r = 0;

	for (size_t i = 0; i < l->group_count && r == 0; i++) {
		const struct link_group *group = &l->groups[i];

		for (size_t k = 0; k < group->count && r == 0; k++) {
			const struct link_module *m = &l->modules[group->members[k]];

			for (size_t g = 0; g < m->info->device_global_count && r == 0; g++) {
				const struct syb_device_global *global = m->info->device_globals[g];

				r = check_size(l, sizes, m, g);
				for (size_t t = 0; t < group->target_count && r == 0; t++)
					if (global->image_scope && !group->kept)
						r = check_scope(l, owners, group, group->targets[t], m, global);
			}
		}
	}
	return r;
}

static int check_registered(struct link *l, struct hash *names)
{
	const char *set = "SYCL/registered kernels";
	int r = 0;

	for (size_t i = 0; i < l->module_count && r == 0; i++) {
		const struct link_module *m = &l->modules[i];

		for (size_t k = 0; k < m->info->registered_kernel_count && m->used && r == 0; k++) {
			const struct syb_kernel_name *name = m->info->registered_kernels[k];
			const struct syb_prop *mine = syb_props_get(m->props, set, name->name), *other;
			size_t *first;
			bool found;

			r = hash_put(l->ctx, names, name->name, strlen(name->name), i, &first, &found);
			if (r < 0 || !found)
				continue;
			other = syb_props_get(l->modules[*first].props, set, name->name);
			if (mine->len != other->len || (mine->len && memcmp(mine->bytes, other->bytes, mine->len) != 0))
				r = link_problem(l, "link-property", name->name, link_prop_place(m, mine),
						 link_prop_place(&l->modules[*first], other),
						 "the name %s is registered for two kernels", name->name);
		}
	}
	return r;
}

int link_check_globals(struct link *l)
{
	struct hash sizes = { 0 }, owners = { 0 }, names = { 0 };
	int r = check_device_globals(l, &sizes, &owners);

	if (r == 0)
		r = check_registered(l, &names);
	hash_free(&sizes);
	hash_free(&owners);
	hash_free(&names);
	return r;
}
