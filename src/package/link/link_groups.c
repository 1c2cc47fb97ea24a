/* package/link/link_groups.c — which modules share an image (docs/linking.md, section 3): modules with kernels are
 * roots; roots that reach each other are united; what has no kernels is copied to wherever it is reached. */
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
	bool *copied;       /* of images: a library that a group has */
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

static int add_target(struct link *l, struct link_group *group, size_t target)
{
	int r;

	if (target == SIZE_MAX)
		return 0;
	r = VEC_PUSH(l->ctx, group->targets, group->target_count, group->target_room);
	if (r == 0)
		group->targets[group->target_count++] = target;
	return r;
}

/* The group of these modules, roots first; made when it is not there. The first word of key says its kind. */
static int add_group(struct grouper *g, const size_t *key, size_t count, size_t roots, size_t target)
{
	struct link *l = g->l;
	size_t bytes = (count + 1) * sizeof(*key), *place, *copy;
	struct link_group *group;
	bool found;
	int r;

	place = hash_get(&g->known, key, bytes);
	if (place)
		return add_target(l, &l->groups[*place], target);
	copy = arena_array(l->ctx, &l->arena, count + 1, sizeof(*copy));
	if (!copy)
		return -SYB_E_NOMEM;
	memcpy(copy, key, bytes);
	r = hash_put(l->ctx, &g->known, copy, bytes, l->group_count, &place, &found);
	if (r == 0)
		r = VEC_PUSH(l->ctx, l->groups, l->group_count, g->room);
	if (r < 0)
		return r;
	group = &l->groups[l->group_count++];
	*group = (struct link_group){ .members = copy + 1, .count = count, .roots = roots, .kept = key[0] != 0 };
	for (size_t i = 0; i < count; i++)
		l->modules[group->members[i]].used = true;
	return add_target(l, group, target);
}

static int add_single(struct grouper *g, size_t module, bool kept, size_t target)
{
	const size_t key[2] = { kept, module };

	return add_group(g, key, 1, kept ? 0 : 1, target);
}

/* ---- what is reached ---- */

static size_t find(struct grouper *g, size_t image)
{
	while (g->parent[image] != image) {
		g->parent[image] = g->parent[g->parent[image]];
		image = g->parent[image];
	}
	return image;
}

/* The earlier one stands for both. */
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

/* Modules that define a set of virtual functions which an image calls are roots, once. */
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

static int list_virtual(struct grouper *g, const struct link_target *target, struct hash *sets)
{
	int r = 0;

	for (size_t i = target->image_count; i > 0 && r == 0; i--) {
		size_t image = target->images[i - 1], *head;
		const char *name = module_of(g, image)->info->virtual_functions_set;
		bool found;

		if (!name)
			continue;
		r = hash_put(g->l->ctx, sets, name, strlen(name), image, &head, &found);
		if (r < 0)
			break;
		g->next[image] = found ? *head : SIZE_MAX;
		*head = image;
	}
	return r;
}

/* Everything that kernels of a target reach, and what is a root there. */
static int find_alive(struct grouper *g, const struct link_target *target)
{
	struct hash sets = { 0 };
	size_t count = 0;
	int r = list_virtual(g, target, &sets);

	for (size_t i = 0; i < target->image_count; i++) {
		size_t image = target->images[i];

		g->root[image] = has_kernels(g, image);
		if (g->root[image])
			make_alive(g, image, &count);
	}
	for (size_t at = 0; at < count && r == 0; at++) {
		const struct link_image *image = &g->l->images[g->queue[at]];

		for (size_t i = 0; i < image->symbols->import_count; i++)
			if (image->needs[i] >= 0)
				make_alive(g, (size_t)image->needs[i], &count);
		call_virtual(g, &sets, g->queue[at], &count);
	}
	hash_free(&sets);
	return r;
}

/* ---- groups of a target ---- */

static int meet(struct grouper *g, size_t image, size_t *count)
{
	if (g->stamp[image] == g->searches)
		return 0;
	g->stamp[image] = g->searches;
	g->queue[(*count)++] = image;
	if (++g->work > g->l->ctx->limits.max_items)
		return syb_fail(g->l->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit",
				"libraries would be copied into groups more than %" PRIu64 " times",
				g->l->ctx->limits.max_items);
	return 0;
}

/* Unite a root with those that it reaches. They go on from there themselves. */
static int reach_roots(struct grouper *g, size_t root)
{
	size_t count = 0;
	int r;

	g->searches++;
	r = meet(g, root, &count);
	for (size_t at = 0; at < count && r == 0; at++) {
		const struct link_image *image = &g->l->images[g->queue[at]];

		for (size_t i = 0; i < image->symbols->import_count && r == 0; i++) {
			if (image->needs[i] < 0)
				continue;
			if (has_kernels(g, (size_t)image->needs[i]))
				unite(g, root, (size_t)image->needs[i]);
			else
				r = meet(g, (size_t)image->needs[i], &count);
		}
	}
	return r;
}

int link_by_number(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return ORDER(x, y);
}

/* The roots from list[0] on that are united, in g->queue, and behind them what they reach; as modules, the kind
 * before them. */
static int gather(struct grouper *g, const size_t *list, size_t roots, size_t target)
{
	size_t count = 0, *key;
	int r = 0;

	g->searches++;
	for (size_t i = 0; i < roots && r == 0; i++)
		r = meet(g, list[i], &count);
	for (size_t at = 0; at < count && r == 0; at++) {
		const struct link_image *image = &g->l->images[g->queue[at]];

		for (size_t i = 0; i < image->symbols->import_count && r == 0; i++)
			if (image->needs[i] >= 0)
				r = meet(g, (size_t)image->needs[i], &count);
	}
	if (r < 0)
		return r;
	key = arena_array(g->l->ctx, &g->l->arena, count + 1, sizeof(*key));
	if (!key)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		key[i + 1] = g->l->images[g->queue[i]].module;
		g->copied[g->queue[i]] = g->copied[g->queue[i]] || i >= roots;
	}
	qsort(key + 1 + roots, count - roots, sizeof(*key), link_by_number);
	return add_group(g, key, count, roots, target);
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

/* Roots that are united stand together, in the order of their images, which is that of modules. */
static int gather_all(struct grouper *g, const struct link_target *target, size_t number)
{
	struct link *l = g->l;
	struct class *classes = arena_array(l->ctx, &l->arena, target->image_count, sizeof(*classes));
	size_t *list = arena_array(l->ctx, &l->arena, target->image_count, sizeof(*list));
	size_t count = 0, end;
	int r = 0;

	if (!classes || !list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < target->image_count; i++) {
		size_t image = target->images[i];

		if (g->root[image])
			classes[count++] = (struct class){ find(g, image), image };
	}
	if (count)
		qsort(classes, count, sizeof(*classes), by_class);
	for (size_t i = 0; i < count; i++)
		list[i] = classes[i].image;
	for (size_t first = 0; first < count && r == 0; first = end) {
		for (end = first + 1; end < count; end++)
			if (classes[end].representative != classes[first].representative)
				break;
		r = gather(g, list + first, end - first, number);
	}
	return r;
}

/* What stays beside the groups: libraries for a later link, those of which a runtime takes one of two, and what nobody
 * reaches where that may still happen, or all is wanted. */
static int keep_rest(struct grouper *g, const struct link_target *target, size_t number)
{
	int r = 0;

	for (size_t i = 0; i < target->image_count && r == 0; i++) {
		size_t image = target->images[i];
		bool library = g->l->open && g->copied[image] && !g->root[image];

		if (library || g->l->images[image].paired || ((g->l->opts.whole || g->l->open) && !g->alive[image]))
			r = add_single(g, g->l->images[image].module, true, number);
	}
	return r;
}

static int group_target(struct grouper *g, size_t number)
{
	const struct link_target *target = &g->l->targets[number];
	int r = ctx_cancelled(g->l->ctx);

	if (r == 0)
		r = find_alive(g, target);
	for (size_t i = 0; i < target->image_count; i++)
		g->parent[target->images[i]] = target->images[i];
	for (size_t i = 0; i < target->image_count && r == 0; i++)
		if (g->root[target->images[i]])
			r = reach_roots(g, target->images[i]);
	if (r == 0)
		r = gather_all(g, target, number);
	return r < 0 ? r : keep_rest(g, target, number);
}

/* ---- modules of native code alone ---- */

static int refuse_native(struct link *l, size_t index)
{
	const struct link_module *m = &l->modules[index];
	int r = 0;

	for (size_t i = 0; i < m->image_count && r == 0; i++) {
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->file);
		const struct link_image *image = &l->images[m->first_image + i];

		syb_report(l->ctx, SYB_SEVERITY_WARNING, syb_image_offset(image->image), "link-native-dropped",
			   "native code for %s of module %zu needs symbols of others, and cannot be linked",
			   l->targets[image->target].name, syb_module_index(m->module));
		r = link_dropped(l, index, m->first_image + i, "native");
	}
	if (r == 0 && m->kernel_count)
		r = link_problem(l, "kernel-without-image", m->kernels[0], (struct link_place){ m, SYB_NO_OFFSET },
				 (struct link_place){ 0 }, "%s has native code only, which cannot be linked",
				 link_readable(l, m->kernels[0]));
	return r;
}

/* true when the module needs something that others have, or should. */
static int native_needs(struct link *l, const struct hash *exports, size_t index, bool *out)
{
	const struct link_module *m = &l->modules[index];
	int r = 0;

	for (size_t i = 0; i < m->symbols.import_count && r == 0; i++) {
		const struct link_symbol *import = &m->symbols.imports[i];
		const size_t *has = hash_get(exports, import->name, strlen(import->name));

		if (str_starts(import->name, "__devicelib_") || (has && *has == index))
			continue;
		*out = true;
		if (!has && !l->open)
			r = link_problem(l, "link-unresolved", import->name, (struct link_place){ m, import->at },
					 (struct link_place){ 0 }, "%s is not defined in any package",
					 link_readable(l, import->name));
	}
	return r;
}

static int group_native(struct grouper *g, const struct hash *exports, size_t index)
{
	struct link *l = g->l;
	const struct link_module *m = &l->modules[index];
	bool library = m->kernel_count == 0, needs = false;
	int r = native_needs(l, exports, index, &needs);

	if (r < 0 || (library && !l->opts.whole && !l->open))
		return r;
	if (needs && !l->open)
		return refuse_native(l, index);
	return add_single(g, index, library, SIZE_MAX);
}

static int group_natives(struct grouper *g)
{
	struct link *l = g->l;
	struct hash exports = { 0 };
	int r = 0;

	for (size_t i = 0; i < l->module_count && r == 0; i++)
		for (size_t k = 0; k < l->modules[i].symbols.export_count && r == 0; k++) {
			const char *name = l->modules[i].symbols.exports[k].name;
			size_t *value;
			bool found;

			r = hash_put(l->ctx, &exports, name, strlen(name), i, &value, &found);
		}
	for (size_t i = 0; i < l->module_count && r == 0; i++)
		if (!l->modules[i].has_ir && l->modules[i].image_count)
			r = group_native(g, &exports, i);
	hash_free(&exports);
	return r;
}

/* Native images, and what else goes along with a module, to the groups that may have them. */
static int place_natives(struct link *l)
{
	size_t *alone = arena_array(l->ctx, &l->arena, l->module_count, sizeof(*alone));
	bool *merged = arena_array(l->ctx, &l->arena, l->module_count, sizeof(*merged));

	if (!alone || !merged)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < l->group_count; i++) {
		struct link_group *group = &l->groups[i];

		for (size_t k = 0; k < group->roots && group->count > 1; k++)
			merged[group->members[k]] = true;
		if (group->count == 1)
			alone[group->members[0]] = i + 1;
	}
	for (size_t i = 0; i < l->group_count; i++) {
		struct link_group *group = &l->groups[i];
		size_t room = 0;

		for (size_t k = 0; k < group->count; k++)
			room += l->modules[group->members[k]].image_count;
		group->natives = arena_array(l->ctx, &l->arena, room, sizeof(*group->natives));
		if (!group->natives)
			return -SYB_E_NOMEM;
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
	return 0;
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

static int list_unused(struct link *l)
{
	int r = 0;

	for (size_t i = 0; i < l->module_count && r == 0; i++)
		if (!l->modules[i].used &&
		    (l->modules[i].has_ir || l->modules[i].image_count == 0 || l->modules[i].kernel_count == 0))
			r = link_dropped(l, i, SIZE_MAX, l->modules[i].image_count ? "unreached" : "target");
	return r;
}

static int make_grouper(struct grouper *g)
{
	struct link *l = g->l;
	size_t count = l->image_count;

	g->parent = arena_array(l->ctx, &l->arena, count, sizeof(*g->parent));
	g->stamp = arena_array(l->ctx, &l->arena, count, sizeof(*g->stamp));
	g->queue = arena_array(l->ctx, &l->arena, count, sizeof(*g->queue));
	g->next = arena_array(l->ctx, &l->arena, count, sizeof(*g->next));
	g->alive = arena_array(l->ctx, &l->arena, count, sizeof(*g->alive));
	g->root = arena_array(l->ctx, &l->arena, count, sizeof(*g->root));
	g->copied = arena_array(l->ctx, &l->arena, count, sizeof(*g->copied));
	return g->parent && g->stamp && g->queue && g->next && g->alive && g->root && g->copied ? 0 : -SYB_E_NOMEM;
}

int link_group(struct link *l)
{
	struct grouper g = { .l = l };
	int r = make_grouper(&g);

	for (size_t t = 0; t < l->target_count && r == 0; t++)
		if (!l->targets[t].native)
			r = group_target(&g, t);
	if (r == 0)
		r = group_natives(&g);
	hash_free(&g.known);
	if (r < 0)
		return r;
	if (l->group_count)
		qsort(l->groups, l->group_count, sizeof(*l->groups), by_members);
	r = place_natives(l);
	return r < 0 ? r : list_unused(l);
}
