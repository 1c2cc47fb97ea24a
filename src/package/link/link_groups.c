/* package/link/link_groups.c — which modules share an image (docs/linking.md, section 3): modules with kernels are
 * roots; roots that reach each other are united; modules without kernels are copied to every group that reaches them.
 */
#include "link.h"

#include "base/order.h"
#include "format/syclbin/syclbin.h"

#include <inttypes.h>
#include <stdlib.h>

struct grouper {
	struct link *l;
	struct hash known;  /* members and kind → place in groups */
	size_t room;        /* of l->groups */
	size_t *parent;     /* of images: union-find over roots */
	size_t *stamp;      /* of images: the last search that met them */
	size_t *queue;      /* of images */
	size_t *next;       /* of images: another one with the same virtual functions */
	bool *alive, *root; /* of images */
	bool *copied;       /* of images: a library in a group */
	size_t searches;
	uint64_t work; /* images that searches met */
};

static const struct link_module *module_of(const struct grouper *g, size_t image)
{
	return &g->l->modules[g->l->images[image].module];
}

static bool has_kernels(const struct grouper *g, size_t image)
{
	return module_of(g, image)->kernel_count > 0;
}

/* ---- the list of groups ---- */

/* The group of these modules, roots first; created when it does not exist. The first word of key is the kind. */
static void add_group(struct grouper *g, const size_t *key, size_t count, size_t roots, size_t target)
{
	struct link *l = g->l;
	size_t bytes = (count + 1) * sizeof(*key), *place = hash_get(&g->known, key, bytes), *copy;
	struct link_group *group;

	if (!place) {
		copy = link_array(l, count + 1, sizeof(*copy));
		if (!copy || !link_ok(l, VEC_PUSH(l->ctx, l->groups, l->group_count, g->room)))
			return;
		memcpy(copy, key, bytes);
		place = link_put(l, &g->known, copy, bytes, l->group_count, NULL);
		if (!place)
			return;
		l->groups[l->group_count++] =
			(struct link_group){ .members = copy + 1, .count = count, .roots = roots, .kept = key[0] != 0 };
		for (size_t i = 0; i < count; i++)
			l->modules[copy[i + 1]].used = true;
	}
	group = &l->groups[*place];
	if (target != SIZE_MAX && link_ok(l, VEC_PUSH(l->ctx, group->targets, group->target_count, group->target_room)))
		group->targets[group->target_count++] = target;
}

static void add_single(struct grouper *g, size_t module, bool kept, size_t target)
{
	const size_t key[2] = { kept, module };

	add_group(g, key, 1, kept ? 0 : 1, target);
}

/* ---- reached modules ---- */

static size_t find(struct grouper *g, size_t image)
{
	while (g->parent[image] != image) {
		g->parent[image] = g->parent[g->parent[image]];
		image = g->parent[image];
	}
	return image;
}

/* The earlier one represents both. */
static void unite(struct grouper *g, size_t a, size_t b)
{
	a = find(g, a);
	b = find(g, b);
	if (a < b)
		g->parent[b] = a;
	else
		g->parent[a] = b;
}

static void make_alive(struct grouper *g, size_t image, size_t *count)
{
	if (g->alive[image])
		return;
	g->alive[image] = true;
	g->queue[(*count)++] = image;
}

/* Modules that define a set of virtual functions that an image calls become roots, once. */
static void call_virtual(struct grouper *g, struct hash *sets, size_t image, size_t *count)
{
	const struct syb_module_info *info = module_of(g, image)->info;

	for (size_t i = 0; i < info->uses_virtual_functions_set_count; i++) {
		const char *name = info->uses_virtual_functions_sets[i];
		size_t *head = hash_get(sets, name, strlen(name));

		for (size_t k = head ? *head : SIZE_MAX; k != SIZE_MAX; k = g->next[k]) {
			g->root[k] = true;
			make_alive(g, k, count);
		}
		if (head)
			*head = SIZE_MAX;
	}
}

static void list_virtual(struct grouper *g, const struct link_target *target, struct hash *sets)
{
	for (size_t i = target->image_count; i > 0 && g->l->error == 0; i--) {
		size_t image = target->images[i - 1], *head;
		const char *name = module_of(g, image)->info->virtual_functions_set;
		bool found;

		if (!name)
			continue;
		head = link_put_name(g->l, sets, name, image, &found);
		if (!head)
			return;
		g->next[image] = found ? *head : SIZE_MAX;
		*head = image;
	}
}

/* Everything that kernels of a target reach, and which of it is a root. */
static void find_alive(struct grouper *g, const struct link_target *target)
{
	_cleanup_(hash_free) struct hash sets = { 0 };
	size_t count = 0;

	list_virtual(g, target, &sets);
	for (size_t i = 0; i < target->image_count; i++) {
		size_t image = target->images[i];

		g->root[image] = has_kernels(g, image);
		if (g->root[image])
			make_alive(g, image, &count);
	}
	for (size_t at = 0; at < count && g->l->error == 0; at++) {
		const struct link_image *image = &g->l->images[g->queue[at]];

		for (size_t i = 0; i < image->symbols->import_count; i++)
			if (image->needs[i] >= 0)
				make_alive(g, (size_t)image->needs[i], &count);
		call_virtual(g, &sets, g->queue[at], &count);
	}
}

/* ---- groups of a target ---- */

static void meet(struct grouper *g, size_t image, size_t *count)
{
	if (g->stamp[image] == g->searches)
		return;
	g->stamp[image] = g->searches;
	g->queue[(*count)++] = image;
	if (++g->work > g->l->ctx->limits.max_items && g->l->error == 0)
		g->l->error = syb_fail(g->l->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit",
				       "libraries would be copied into groups more than %" PRIu64 " times",
				       g->l->ctx->limits.max_items);
}

/* Search from the images in the queue. unite_with: stop at other modules with kernels, and unite them with this root;
 * their own search goes on from there. */
static void search(struct grouper *g, size_t *count, const size_t *unite_with)
{
	for (size_t at = 0; at < *count && g->l->error == 0; at++) {
		const struct link_image *image = &g->l->images[g->queue[at]];

		for (size_t i = 0; i < image->symbols->import_count; i++) {
			if (image->needs[i] < 0)
				continue;
			if (unite_with && has_kernels(g, (size_t)image->needs[i]))
				unite(g, *unite_with, (size_t)image->needs[i]);
			else
				meet(g, (size_t)image->needs[i], count);
		}
	}
}

int link_by_number(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return ORDER(x, y);
}

/* Make a group of united roots, followed by the modules that they reach. */
static void gather(struct grouper *g, const size_t *list, size_t roots, size_t target)
{
	size_t count = 0, *key;

	g->searches++;
	for (size_t i = 0; i < roots; i++)
		meet(g, list[i], &count);
	search(g, &count, NULL);
	key = g->l->error < 0 ? NULL : link_array(g->l, count + 1, sizeof(*key));
	if (!key)
		return;
	for (size_t i = 0; i < count; i++) {
		key[i + 1] = g->l->images[g->queue[i]].module;
		g->copied[g->queue[i]] = g->copied[g->queue[i]] || i >= roots;
	}
	qsort(key + 1 + roots, count - roots, sizeof(*key), link_by_number);
	add_group(g, key, count, roots, target);
}

struct class
{
	size_t representative, image;
};

static int by_class(const void *a, const void *b)
{
	const struct class *x = a, *y = b;

	if (x->representative != y->representative)
		return ORDER(x->representative, y->representative);
	return ORDER(x->image, y->image);
}

/* Sort united roots together, in the order of their images, which is that of modules. */
static void gather_all(struct grouper *g, const struct link_target *target, size_t number)
{
	struct class *classes = link_array(g->l, target->image_count, sizeof(*classes));
	size_t *list = link_array(g->l, target->image_count, sizeof(*list));
	size_t count = 0, end;

	for (size_t i = 0; i < target->image_count && g->l->error == 0; i++) {
		size_t image = target->images[i];

		if (g->root[image])
			classes[count++] = (struct class){ find(g, image), image };
	}
	if (count)
		qsort(classes, count, sizeof(*classes), by_class);
	for (size_t i = 0; i < count; i++)
		list[i] = classes[i].image;
	for (size_t first = 0; first < count && g->l->error == 0; first = end) {
		for (end = first + 1; end < count; end++)
			if (classes[end].representative != classes[first].representative)
				break;
		gather(g, list + first, end - first, number);
	}
}

/* Modules that stay beside the groups: libraries for a later link, those of which the runtime takes one of two, and
 * unreached modules that may still be reached, or when all are wanted. */
static void keep_rest(struct grouper *g, const struct link_target *target, size_t number)
{
	for (size_t i = 0; i < target->image_count && g->l->error == 0; i++) {
		size_t image = target->images[i];
		bool library = g->l->open && g->copied[image] && !g->root[image];

		if (library || g->l->images[image].paired || ((g->l->opts.whole || g->l->open) && !g->alive[image]))
			add_single(g, g->l->images[image].module, true, number);
	}
}

static void group_target(struct grouper *g, size_t number)
{
	const struct link_target *target = &g->l->targets[number];

	if (!link_ok(g->l, ctx_cancelled(g->l->ctx)))
		return;
	find_alive(g, target);
	for (size_t i = 0; i < target->image_count; i++)
		g->parent[target->images[i]] = target->images[i];
	for (size_t i = 0; i < target->image_count && g->l->error == 0; i++) {
		size_t count = 0;

		if (!g->root[target->images[i]])
			continue;
		g->searches++;
		meet(g, target->images[i], &count);
		search(g, &count, &target->images[i]);
	}
	gather_all(g, target, number);
	keep_rest(g, target, number);
}

/* ---- modules of native code alone ---- */

static void refuse_native(struct link *l, size_t index)
{
	const struct link_module *m = &l->modules[index];

	for (size_t i = 0; i < m->image_count; i++) {
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->file);
		const struct link_image *image = &l->images[m->first_image + i];

		syb_report(l->ctx, SYB_SEVERITY_WARNING, syb_image_offset(image->image), "link-native-dropped",
			   "native code for %s of module %zu needs symbols of other modules: it cannot be linked",
			   l->targets[image->target].name, syb_module_index(m->module));
		link_dropped(l, index, m->first_image + i, "native");
	}
	if (m->kernel_count)
		link_problem(l, "kernel-without-image", m->kernels[0], (struct link_place){ m, SYB_NO_OFFSET },
			     (struct link_place){ 0 }, "%s has only native code, which cannot be linked",
			     link_readable(l, m->kernels[0]));
}

/* true when the module needs symbols of other modules. */
static bool native_needs(struct link *l, const struct hash *exports, size_t index)
{
	const struct link_module *m = &l->modules[index];
	bool needs = false;

	for (size_t i = 0; i < m->symbols.import_count; i++) {
		const struct link_symbol *import = &m->symbols.imports[i];
		const size_t *has = hash_get(exports, import->name, strlen(import->name));

		if (str_starts(import->name, "__devicelib_") || (has && *has == index))
			continue;
		needs = true;
		if (!has && !l->open)
			link_problem(l, "link-unresolved", import->name, (struct link_place){ m, import->at },
				     (struct link_place){ 0 }, "%s is not defined in any package",
				     link_readable(l, import->name));
	}
	return needs;
}

static void group_natives(struct grouper *g)
{
	_cleanup_(hash_free) struct hash exports = { 0 };
	struct link *l = g->l;

	for (size_t i = 0; i < l->module_count; i++)
		for (size_t k = 0; k < l->modules[i].symbols.export_count && l->error == 0; k++)
			link_put_name(l, &exports, l->modules[i].symbols.exports[k].name, i, NULL);
	for (size_t i = 0; i < l->module_count && l->error == 0; i++) {
		const bool library = l->modules[i].kernel_count == 0;
		bool needs;

		if (l->modules[i].has_ir || l->modules[i].image_count == 0)
			continue;
		needs = native_needs(l, &exports, i);
		if (library && !l->opts.whole && !l->open)
			continue;
		if (needs && !l->open)
			refuse_native(l, i);
		else
			add_single(g, i, library, SIZE_MAX);
	}
}

/* Assign native images, and repeated IR images, to the groups that may have them. */
static void place_natives(struct link *l)
{
	size_t *alone = link_array(l, l->module_count, sizeof(*alone));
	bool *merged = link_array(l, l->module_count, sizeof(*merged));

	for (size_t i = 0; i < l->group_count && l->error == 0; i++) {
		struct link_group *group = &l->groups[i];

		for (size_t k = 0; k < group->roots && group->count > 1; k++)
			merged[group->members[k]] = true;
		if (group->count == 1)
			alone[group->members[0]] = i + 1;
	}
	for (size_t i = 0; i < l->group_count && l->error == 0; i++) {
		struct link_group *group = &l->groups[i];
		size_t room = 0;

		for (size_t k = 0; k < group->count; k++)
			room += l->modules[group->members[k]].image_count;
		group->natives = link_array(l, room, sizeof(*group->natives));
		if (!group->natives)
			return;
		group->rebuild = group->count > 1;
		for (size_t k = 0; k < group->count; k++) {
			const struct link_module *m = &l->modules[group->members[k]];
			bool takes =
				group->rebuild || (alone[group->members[k]] == i + 1 && !merged[group->members[k]]);

			for (size_t n = 0; n < m->image_count && takes; n++)
				if (l->targets[l->images[m->first_image + n].target].native)
					group->natives[group->native_count++] = m->first_image + n;
			if (k < group->roots)
				group->root_natives = group->native_count;
		}
	}
}

/* ---- all ---- */

static int by_members(const void *a, const void *b)
{
	const struct link_group *x = a, *y = b;

	for (size_t i = 0; i < x->count && i < y->count; i++)
		if (x->members[i] != y->members[i])
			return ORDER(x->members[i], y->members[i]);
	if (x->count != y->count)
		return ORDER(x->count, y->count);
	return (int)x->kept - (int)y->kept;
}

static bool make_grouper(struct grouper *g)
{
	struct link *l = g->l;
	size_t count = l->image_count;

	g->parent = link_array(l, count, sizeof(*g->parent));
	g->stamp = link_array(l, count, sizeof(*g->stamp));
	g->queue = link_array(l, count, sizeof(*g->queue));
	g->next = link_array(l, count, sizeof(*g->next));
	g->alive = link_array(l, count, sizeof(*g->alive));
	g->root = link_array(l, count, sizeof(*g->root));
	g->copied = link_array(l, count, sizeof(*g->copied));
	return l->error == 0;
}

void link_group(struct link *l)
{
	struct grouper g = { .l = l };

	if (l->error < 0 || !make_grouper(&g))
		return;
	for (size_t t = 0; t < l->target_count && l->error == 0; t++)
		if (!l->targets[t].native)
			group_target(&g, t);
	group_natives(&g);
	hash_free(&g.known);
	if (l->group_count)
		qsort(l->groups, l->group_count, sizeof(*l->groups), by_members);
	place_natives(l);
	for (size_t i = 0; i < l->module_count && l->error == 0; i++) {
		const struct link_module *m = &l->modules[i];

		if (!m->used && (m->has_ir || m->image_count == 0 || m->kernel_count == 0))
			link_dropped(l, i, SIZE_MAX, m->image_count ? "unreached" : "target");
	}
}
