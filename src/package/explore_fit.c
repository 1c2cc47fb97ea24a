/* package/explore_fit.c — the document, small enough for a page: what other verbs print as well, and what is smallest,
 * is left out where thousands of kernels make it heavy. Records of files (`shown`) come last and get the room that is
 * left. */
#include "explore.h"

#include "page.h"

#include <stdio.h>
#include <stdlib.h>

enum {
	MOST_BYTES = 1400 * 1000,    /* of the whole document, about: a page of a thousand kernels stays below 2 MB */
	MOST_RESOURCES = 600 * 1000, /* a thousand kernels for eight devices, twice, have 500,000 */
	MOST_TREEMAP = 256 * 1000,
	LEAST_TREEMAP = 64 * 1000,
	LEAST_MAPS = 200 * 1000, /* link maps, together; more where the rest leaves room */
	MOST_KEPT = 200 * 1000,  /* of that room, for records of files */
	/* what lists keep in any case, so that the worst is told however many kernels there are */
	LEAST_CHECKS = 100 * 1000,
	LEAST_REGRESSIONS = 150 * 1000,
	LEAST_CHANGES = 30 * 1000,
	LEAST_RESOURCES = 250 * 1000, /* but for regressions, which these make room for */
	FEWEST_RESOURCES = 60 * 1000,
	LEAST_BLAME = 150 * 1000,
	NEAR = 16,      /* a limit is found to this part of it */
	LEAST_ROWS = 5, /* of each list of a link map */
	FEW_PARTS = 16, /* that stay below a part of the treemap while smaller ones are joined */
};

/* ---- leaving out ---- */

static struct syb_value *child_of(struct syb_value *map, const char *key)
{
	for (struct syb_value *v = map ? map->as.c.first : NULL; v; v = v->next)
		if (str_eq(v->key, key))
			return v;
	return NULL;
}

static bool leave_out(struct syb_value *map, const char *key)
{
	struct syb_value *before = NULL;

	for (struct syb_value *v = map ? map->as.c.first : NULL; v; before = v, v = v->next) {
		if (!str_eq(v->key, key))
			continue;
		*(before ? &before->next : &map->as.c.first) = v->next;
		if (map->as.c.last == v)
			map->as.c.last = before;
		map->as.c.count--;
		return true;
	}
	return false;
}

static void without(struct explore *x, struct syb_value *map, const char *list, const char *what)
{
	struct syb_value *to = child_of(map, list);

	value_string(x->rec, to ? to : value_list(x->rec, map, list), NULL, what);
}

/* Makes a value smaller by a limit, with what it adds in rec; tells how much is left out. */
typedef int reduce_fn(struct explore *x, struct syb_record *rec, struct syb_value *v, uint64_t limit, size_t *left_out);

static int try_limit(struct explore *x, const struct syb_value *v, reduce_fn *reduce, uint64_t limit,
		     size_t *out_length)
{
	_cleanup_(syb_record_free_p) struct syb_record *scratch = NULL;
	struct syb_value *copy;
	size_t left_out = 0;
	int r = record_new(x->ctx, &scratch);

	if (r < 0)
		return r;
	copy = value_copy(scratch, scratch->root, "copy", v);
	if (scratch->failed)
		return -SYB_E_NOMEM;
	r = reduce(x, scratch, copy, limit, &left_out);
	if (r == 0)
		*out_length = page_length(copy);
	return r;
}

/* Between two limits, by their magnitude while that differs. */
static uint64_t halfway(uint64_t a, uint64_t b)
{
	const uint64_t low = a < b ? a : b, high = a < b ? b : a;
	unsigned doublings = 0;

	while (high >> doublings > low)
		doublings++;
	return doublings > 2 ? low << (doublings / 2) : low + (high - low) / 2;
}

/* The limit that leaves out as little as makes the value fit: gentle is one that does not, harsh the one that must. */
static int find_limit(struct explore *x, const struct syb_value *v, reduce_fn *reduce, uint64_t gentle, uint64_t harsh,
		      size_t most, uint64_t *out_limit)
{
	for (;;) {
		const uint64_t middle = halfway(gentle, harsh);
		const uint64_t apart = gentle < harsh ? harsh - gentle : gentle - harsh;
		size_t length = 0;
		int r;

		*out_limit = harsh;
		if (apart <= 1 + middle / NEAR)
			return 0;
		r = try_limit(x, v, reduce, middle, &length);
		if (r < 0)
			return r;
		*(length <= most ? &harsh : &gentle) = middle;
	}
}

/* ---- treemap ---- */

static struct syb_value *first_child(struct syb_value *part)
{
	struct syb_value *list = child_of(part, "children");

	return list ? list->as.c.first : NULL;
}

/* Parts of a tree; those that stand for others were counted with them. */
static size_t count_parts(struct syb_value *part)
{
	size_t count = explore_get(part, "parts") ? 0 : 1;

	for (struct syb_value *c = first_child(part); c; c = c->next)
		count += count_parts(c);
	return count;
}

static int by_bytes(const void *a, const void *b)
{
	const uint64_t x = explore_number(*(struct syb_value *const *)a, "bytes");
	const uint64_t y = explore_number(*(struct syb_value *const *)b, "bytes");

	return x < y ? 1 : x > y ? -1 : 0;
}

/* Children of lists have no keys: one with a key is not wanted any more. */
static void unlink_marked(struct syb_value *list)
{
	struct syb_value *last = NULL;

	for (struct syb_value **at = &list->as.c.first, *v; (v = *at) != NULL;) {
		if (v->key) {
			*at = v->next;
			list->as.c.count--;
			continue;
		}
		last = v;
		at = &v->next;
	}
	list->as.c.last = last;
}

/* Bytes by what they are; parts have a handful of kinds. */
struct kinds {
	struct {
		const char *what;
		uint64_t bytes;
	} list[8];
};

static void count_kind(struct kinds *kinds, const struct syb_value *part)
{
	const char *what = explore_text(part, explore_get(part, "like") ? "like" : "what");

	for (size_t i = 0; i < ARRAY_SIZE(kinds->list); i++) {
		if (kinds->list[i].what && !str_eq(kinds->list[i].what, what))
			continue;
		kinds->list[i].what = what;
		kinds->list[i].bytes += explore_number(part, "bytes");
		return;
	}
}

static const char *largest_kind(const struct kinds *kinds)
{
	size_t best = 0;

	for (size_t i = 1; i < ARRAY_SIZE(kinds->list); i++)
		if (kinds->list[i].bytes > kinds->list[best].bytes)
			best = i;
	return kinds->list[best].what;
}

/* Of many children the small ones become one, beside the largest: the kernels of an image do not all vanish at once. */
static int join_small(struct explore *x, struct syb_record *rec, struct syb_value *part, size_t *left_out)
{
	struct syb_value *list = child_of(part, "children"), **order, *map;
	const uint64_t small = x->thin.least / 8;
	const size_t few = x->thin.few;
	uint64_t bytes = 0, parts = 0;
	size_t count = 0, joined = 0;
	struct kinds kinds = { 0 };
	char name[64];

	if (!list || list->as.c.count <= few + 1)
		return 0;
	order = arena_array(x->ctx, &x->arena, list->as.c.count, sizeof(*order));
	if (!order)
		return -SYB_E_NOMEM;
	for (struct syb_value *c = list->as.c.first; c; c = c->next)
		order[count++] = c;
	qsort(order, count, sizeof(*order), by_bytes);
	for (size_t i = few; i < count; i++)
		joined += explore_number(order[i], "bytes") < small && !explore_get(order[i], "parts");
	if (joined < 2)
		return 0;
	for (size_t i = 0; i < count; i++) {
		const uint64_t before = explore_number(order[i], "parts");

		if (!before && (i < few || explore_number(order[i], "bytes") >= small))
			continue;
		bytes += explore_number(order[i], "bytes");
		parts += before ? before : 1;
		*left_out += count_parts(order[i]);
		count_kind(&kinds, order[i]);
		order[i]->key = "";
	}
	unlink_marked(list);
	snprintf(name, sizeof(name), "%llu smaller parts", (unsigned long long)parts);
	map = value_map(rec, list, NULL);
	value_string(rec, map, "name", name);
	value_uint(rec, map, "bytes", bytes);
	value_string(rec, map, "what", "smaller parts");
	value_string(rec, map, "like", largest_kind(&kinds));
	value_uint(rec, map, "parts", parts);
	return rec->failed ? -SYB_E_NOMEM : 0;
}

/* Parts below that size are not subdivided, and parts of far below that size are joined: what is left still adds up. */
static int thin(struct explore *x, struct syb_record *rec, struct syb_value *part, size_t *left_out)
{
	int r = 0;

	if (explore_number(part, "bytes") < x->thin.least) {
		*left_out += count_parts(part) - (explore_get(part, "parts") ? 0 : 1);
		leave_out(part, "children");
		return 0;
	}
	for (struct syb_value *c = first_child(part); r == 0 && c; c = c->next)
		r = thin(x, rec, c, left_out);
	return r < 0 ? r : join_small(x, rec, part, left_out);
}

static int thin_by_size(struct explore *x, struct syb_record *rec, struct syb_value *part, uint64_t limit,
			size_t *left_out)
{
	x->thin.least = limit;
	return thin(x, rec, part, left_out);
}

static int thin_by_count(struct explore *x, struct syb_record *rec, struct syb_value *part, uint64_t limit,
			 size_t *left_out)
{
	x->thin.few = (size_t)limit;
	return thin(x, rec, part, left_out);
}

/* Of parts that are all about as large no size tells which go: then more of them stay than the few. */
static int fit_treemap(struct explore *x, size_t most)
{
	struct syb_value *treemap = x->out.treemap;
	const uint64_t whole = explore_number(treemap, "bytes");
	uint64_t few = FEW_PARTS;
	int r;

	if (page_length(treemap) <= most)
		return 0;
	x->thin.few = FEW_PARTS;
	r = find_limit(x, treemap, thin_by_size, 1, whole + 1, most, &x->thin.least);
	if (r == 0)
		r = find_limit(x, treemap, thin_by_count, FEW_PARTS + count_parts(treemap), FEW_PARTS, most, &few);
	return r < 0 ? r : thin_by_count(x, x->rec, treemap, few, &x->parts_left_out);
}

/* ---- link maps ---- */

/* Rows of all lists. Depth is bounded by YAML_DEPTH. */
static size_t count_rows(const struct syb_value *v)
{
	size_t count = 0;

	if (syb_value_kind(v) != SYB_VALUE_LIST && syb_value_kind(v) != SYB_VALUE_MAP)
		return 0;
	for (const struct syb_value *c = v->as.c.first; c; c = c->next)
		count += count_rows(c) + (syb_value_kind(v) == SYB_VALUE_LIST);
	return count;
}

static void cut_lists(struct syb_value *v, size_t most)
{
	size_t kept = 0;

	if (syb_value_kind(v) != SYB_VALUE_LIST && syb_value_kind(v) != SYB_VALUE_MAP)
		return;
	for (struct syb_value *c = v->as.c.first; c; c = c->next) {
		cut_lists(c, most);
		if (syb_value_kind(v) != SYB_VALUE_LIST || ++kept < most || !c->next)
			continue;
		v->as.c.count = kept;
		v->as.c.last = c;
		c->next = NULL;
	}
}

/* The first rows of each list stay. */
static int cut_rows(struct explore *x, struct syb_record *rec, struct syb_value *v, uint64_t limit, size_t *left_out)
{
	const size_t before = count_rows(v);

	(void)x;
	(void)rec;
	cut_lists(v, (size_t)limit);
	*left_out += before - count_rows(v);
	return 0;
}

static int fit_map(struct explore *x, struct syb_value *map, size_t most)
{
	struct syb_value *content = child_of(map, "map"), *lists;
	size_t cut = 0, listed = 0, before[PAGE_MAP_TABLES];
	uint64_t rows;
	int r;

	if (page_length(content) <= most)
		return 0;
	for (size_t i = 0; i < PAGE_MAP_TABLES; i++)
		before[i] = page_map_rows(content, i);
	r = find_limit(x, content, cut_rows, LEAST_ROWS + count_rows(content), LEAST_ROWS, most, &rows);
	if (r == 0)
		r = cut_rows(x, x->rec, content, rows, &cut);
	if (r < 0)
		return r;
	if (page_length(content) > most) {
		leave_out(map, "map");
		value_bool(x->rec, map, "too_large", true);
		return 0;
	}
	lists = value_map(x->rec, map, "lists_left_out");
	for (size_t i = 0; i < PAGE_MAP_TABLES; i++) {
		const size_t left_out = before[i] - page_map_rows(content, i);

		listed += left_out;
		if (left_out)
			value_uint(x->rec, lists, page_map_list(i), left_out);
	}
	value_uint(x->rec, map, "rows_left_out", listed ? listed : cut); /* of lists that no table has */
	return 0;
}

/* They get the room that the rest leaves, but for records of files that are short. */
static int fit_maps(struct explore *x)
{
	struct syb_value *list = child_of(x->out.links, "maps");
	size_t taken, shown = 0, room;
	int r = 0;

	if (!list)
		return 0;
	for (size_t i = 0; i < x->file_count; i++)
		shown += x->files[i].shown ? page_length(syb_record_root(x->files[i].shown)) : 0;
	taken = page_length(x->rec->root) - page_length(list) + (shown < MOST_KEPT ? shown : MOST_KEPT);
	room = taken < MOST_BYTES - LEAST_MAPS ? MOST_BYTES - taken : LEAST_MAPS;
	for (struct syb_value *map = list->as.c.first; r == 0 && map; map = map->next)
		r = fit_map(x, map, room / list->as.c.count);
	return r;
}

/* ---- steps: each is taken where the document is still too long ---- */

static int drop_answer(struct explore *x)
{
	struct syb_value *diff = child_of(x->rec->root, "diff");

	if (diff && leave_out(diff, "answer"))
		without(x, diff, "without", "answer");
	return 0;
}

/* The treemap has them. */
static int drop_sizes(struct explore *x)
{
	for (size_t i = 0; i < x->file_count; i++) {
		struct syb_value *size = child_of(x->files[i].map, "size"), *list = child_of(size, "files");
		bool some = size && leave_out(size, "modules");

		for (struct syb_value *package = list ? list->as.c.first : NULL; package; package = package->next)
			some |= leave_out(package, "modules");
		if (some)
			without(x, x->files[i].map, "size_without", "modules");
	}
	return 0;
}

static int drop_images(struct explore *x)
{
	for (size_t i = 0; i < x->kernel_count; i++)
		leave_out(x->kernels[i].map, "images");
	return 0;
}

static int drop_parts(struct explore *x)
{
	const size_t over = page_length(x->rec->root) - MOST_BYTES, now = page_length(x->out.treemap);

	return fit_treemap(x, now > over + LEAST_TREEMAP ? now - over : LEAST_TREEMAP);
}

static void keep_first(struct syb_value *list, size_t count)
{
	struct syb_value *last = NULL, *v = list->as.c.first;

	for (size_t i = 0; i < count && v; i++, v = v->next)
		last = v;
	list->as.c.count = count;
	list->as.c.last = last;
	*(last ? &last->next : &list->as.c.first) = NULL;
}

/* Of a list the first rows stay that there is room for, and a number says how many do not. */
static int cut(struct explore *x, struct syb_value *map, const char *key, const char *left_out, size_t least)
{
	struct syb_value *list = child_of(map, key);
	const size_t whole = page_length(x->rec->root);
	size_t room, keep = 0, length = 0;

	if (!list || whole <= MOST_BYTES)
		return 0;
	room = page_length(list);
	room = room > whole - MOST_BYTES ? room - (whole - MOST_BYTES) : 0;
	room = room > least ? room : least;
	for (struct syb_value *v = list->as.c.first; v && (length += page_length(v)) <= room; v = v->next)
		keep++;
	if (keep == list->as.c.count)
		return 0;
	value_uint(x->rec, map, left_out, list->as.c.count - keep);
	keep_first(list, keep);
	return 0;
}

/* Calls are in the order in which chains needed them: those of the first chains are the first ones. */
static int drop_blame(struct explore *x)
{
	struct syb_value *calls = x->out.calls, *list = x->out.blame, *call = calls->as.c.first;
	const size_t whole = page_length(x->rec->root), now = page_length(list) + page_length(calls);
	size_t room = now > whole - MOST_BYTES ? now - (whole - MOST_BYTES) : 0, length = 0;
	size_t rows = 0, kept = 0, known = 0; /* known: calls that rows so far have */

	room = room > LEAST_BLAME ? room : LEAST_BLAME;
	for (const struct syb_value *v = list->as.c.first; v; v = v->next) {
		const struct syb_value *chain = explore_get(v, "chain");

		length += page_length(v);
		for (; chain && call && known <= syb_value_uint(chain); known++, call = call->next)
			length += page_length(call);
		if (length > room)
			break;
		rows++;
		kept = known;
	}
	x->blame_left_out += list->as.c.count - rows;
	keep_first(list, rows);
	keep_first(calls, kept);
	return 0;
}

/* What is neither good nor bad goes first. */
static int drop_changes(struct explore *x)
{
	return cut(x, child_of(x->rec->root, "diff"), "changes", "changes_left_out", LEAST_CHANGES);
}

static int drop_improvements(struct explore *x)
{
	return cut(x, child_of(x->rec->root, "diff"), "improvements", "improvements_left_out", LEAST_CHANGES);
}

static int drop_regressions(struct explore *x)
{
	return cut(x, child_of(x->rec->root, "diff"), "regressions", "regressions_left_out", LEAST_REGRESSIONS);
}

/* Errors first, then warnings, in the order that they have. */
static int drop_checks(struct explore *x)
{
	static const char *const order[] = { "error", "warning", "info" };
	struct syb_value *sorted = NULL, **end = &sorted, *last = NULL, *next;

	for (size_t i = 0; i <= ARRAY_SIZE(order); i++)
		for (struct syb_value **at = &x->out.checks->as.c.first, *v; (v = *at) != NULL;) {
			if (i < ARRAY_SIZE(order) && !str_eq(explore_text(v, "severity"), order[i])) {
				at = &v->next;
				continue;
			}
			next = v->next;
			*at = next;
			v->next = NULL;
			*end = last = v;
			end = &v->next;
		}
	x->out.checks->as.c.first = sorted;
	x->out.checks->as.c.last = last;
	return cut(x, x->rec->root, "checks", "checks_left_out", LEAST_CHECKS);
}

static int fit_resources(struct explore *x, size_t least)
{
	const size_t whole = page_length(x->rec->root);
	size_t length = 0;

	for (size_t i = 0; i < x->kernel_count; i++) {
		length += x->kernels[i].resources ? page_length(x->kernels[i].resources) : 0;
		leave_out(x->kernels[i].map, "resources");
		x->kernels[i].resources = NULL;
	}
	leave_out(x->rec->root, "resources_left_out");
	leave_out(x->rec->root, "resource_columns");
	leave_out(x->rec->root, "arches");
	length = length > whole - MOST_BYTES ? length - (whole - MOST_BYTES) : 0;
	return explore_resources(x, length > least ? length : least);
}

static int drop_resources(struct explore *x)
{
	return fit_resources(x, LEAST_RESOURCES);
}

static int drop_more_resources(struct explore *x)
{
	return child_of(child_of(x->rec->root, "diff"), "regressions") ? fit_resources(x, FEWEST_RESOURCES) : 0;
}

/* ---- records of files ---- */

/* What a package says about itself is in its record however short that is. */
static int add_stated(void *user, const struct syb_value *map, const char *kind)
{
	const struct syb_value *modules = explore_get(map, "modules"), *properties;
	size_t *length = user;

	for (size_t i = 0; str_eq(kind, syb_kind_name(SYB_KIND_SYCLBIN)) && i < explore_count(modules); i++) {
		properties = explore_get(syb_value_at(modules, i), "properties");
		*length += properties ? page_length(properties) : 0;
	}
	return 0;
}

/* Whether it may be short enough at all: making the record of a large file takes long. */
static bool may_fit(const struct explore_file *file, const struct explore_form *form, size_t most)
{
	size_t length = 0;

	if (form->detail) /* it has hashes as well then */
		return page_length(syb_record_root(file->shown)) <= most;
	explore_each(syb_record_root(file->shown), add_stated, &length);
	return most > 0 && length <= most;
}

/* The record stands in the document as it is, unless that would be too heavy: then without what is known about each
 * kernel, which the other parts of the document have the gist of, without what is inside of images, or not at all. */
static int put_shown(struct explore *x, struct explore_file *file, size_t most)
{
	static const struct {
		struct explore_form form;
		const char *without;
	} levels[] = {
		{ { .hash = true, .deep = true, .detail = true }, NULL },
		{ { .hash = true, .deep = true }, "detail" },
		{ { .hash = true }, "deep" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(levels); i++) {
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(x->ctx); /* all was said the first time */
		_cleanup_(syb_record_free_p) struct syb_record *shown = NULL;
		int r;

		if (levels[i].without)
			without(x, file->map, "shown_without", levels[i].without);
		if (!may_fit(file, &levels[i].form, most))
			continue;
		r = explore_show(x, file, &levels[i].form, &shown);
		if (r < 0)
			return r;
		if (page_length(syb_record_root(shown)) > most)
			continue;
		value_copy(x->rec, file->map, "shown", syb_record_root(shown));
		return x->rec->failed ? -SYB_E_NOMEM : 0;
	}
	without(x, file->map, "shown_without", "modules");
	return x->rec->failed ? -SYB_E_NOMEM : 0;
}

int explore_fit(struct explore *x)
{
	static int (*const steps[])(struct explore * x) = {
		drop_answer,  drop_sizes,        drop_parts,  drop_images,         drop_resources,   drop_blame,
		drop_changes, drop_improvements, drop_checks, drop_more_resources, drop_regressions,
	};
	size_t length, readable = 0;
	int r = x->rec->failed ? -SYB_E_NOMEM : explore_resources(x, MOST_RESOURCES);

	if (r == 0)
		r = fit_treemap(x, MOST_TREEMAP);
	if (r == 0)
		r = fit_maps(x);
	for (size_t i = 0; r == 0 && i < ARRAY_SIZE(steps) && page_length(x->rec->root) > MOST_BYTES; i++)
		r = steps[i](x);
	if (x->parts_left_out)
		value_uint(x->rec, x->rec->root, "treemap_left_out", x->parts_left_out);
	if (x->blame_left_out)
		value_uint(x->rec, x->rec->root, "blame_left_out", x->blame_left_out);
	if (r < 0 || x->rec->failed)
		return r < 0 ? r : -SYB_E_NOMEM;
	length = page_length(x->rec->root);
	for (size_t i = 0; i < x->file_count; i++)
		readable += x->files[i].shown != NULL;
	for (size_t i = 0; r == 0 && i < x->file_count; i++)
		if (x->files[i].shown)
			r = put_shown(x, &x->files[i], length < MOST_BYTES ? (MOST_BYTES - length) / readable : 0);
	return r;
}
