/* report/fit.c — makes the document small enough for a page: the smallest parts, and what other verbs print as well,
 * are left out where thousands of kernels make it too large. Records of files come last and get the room that is left.
 */
#include "document.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
	MOST_BYTES = 1400 * 1000,    /* of the whole document, about */
	MOST_RESOURCES = 600 * 1000, /* a thousand kernels for eight devices, twice, have 500,000 */
	MOST_TREEMAP = 256 * 1000,
	LEAST_TREEMAP = 64 * 1000,
	LEAST_MAPS = 200 * 1000, /* link maps, together */
	MOST_KEPT = 200 * 1000,  /* that link maps leave for records of files */
	LEAST_RESOURCES = 250 * 1000,
	FEWEST_RESOURCES = 60 * 1000, /* where regressions need the room */
	LEAST_BLAME = 150 * 1000,
	LEAST_ROWS = 5,    /* of each list of a link map */
	JOINED_BYTES = 120 /* of a part of the treemap that represents others */
};

/* ---- lengths ---- */

/* About how many bytes a value has in a page. */
static size_t length_of(const struct syb_value *v)
{
	size_t length = 3;

	switch (syb_value_kind(v)) {
	case SYB_VALUE_STRING: {
		const struct syb_bytes text = syb_value_bytes(v);

		length += text.len;
		for (size_t i = 0; i < text.len; i++) /* written as \uXXXX */
			length += text.ptr[i] == '<' || text.ptr[i] == '>' || text.ptr[i] == '&' || text.ptr[i] < 0x20
					  ? 5
					  : 0;
		return length;
	}
	case SYB_VALUE_BYTES:
		return length + syb_value_bytes(v).len * 2;
	case SYB_VALUE_UINT:
		length = 2;
		for (uint64_t number = syb_value_uint(v); number >= 10; number /= 10)
			length++;
		return length;
	case SYB_VALUE_LIST:
	case SYB_VALUE_MAP:
		EACH (child, v)
			length += length_of(child) + (child->key ? strlen(child->key) + 3 : 0);
		return length;
	default:
		return 6;
	}
}

static size_t whole(const struct report *x)
{
	return length_of(x->rec->root);
}

/* What a part may have where the document is too long by the rest. */
static size_t room_for(const struct report *x, size_t part, size_t least)
{
	const size_t all = whole(x), over = all > MOST_BYTES ? all - MOST_BYTES : 0;

	return part > over + least ? part - over : least;
}

static struct syb_value *child_of(struct syb_value *map, const char *key)
{
	for (struct syb_value *v = map && map->kind == SYB_VALUE_MAP ? map->as.c.first : NULL; v; v = v->next)
		if (str_eq(v->key, key))
			return v;
	return NULL;
}

/* ---- leaving out ---- */

/* Removes elements: those with that key or, if key is NULL, those after the first ones. Returns their number. */
static size_t take_out(struct syb_value *all, const char *key, size_t first)
{
	const size_t before = all->as.c.count;

	all->as.c.last = NULL;
	for (struct syb_value **at = &all->as.c.first, *v; (v = *at) != NULL;) {
		if (key ? v->key && str_eq(v->key, key) : first == 0) {
			*at = v->next;
			all->as.c.count--;
			continue;
		}
		first--;
		all->as.c.last = v;
		at = &v->next;
	}
	return before - all->as.c.count;
}

static bool leave_out(struct syb_value *map, const char *key)
{
	return map && take_out(map, key, 0) > 0;
}

static size_t keep_first(struct syb_value *list, size_t count)
{
	return take_out(list, NULL, count);
}

static void note_missing(struct report *x, struct syb_value *map, const char *list, const char *what)
{
	struct syb_value *to = child_of(map, list);

	value_string(x->rec, to ? to : value_list(x->rec, map, list), NULL, what);
}

/* ---- treemap: the largest parts stay ---- */

#define JOINED "joined" /* key of a part that does not stay; elements of lists have none otherwise */

struct part {
	struct syb_value *map, *list; /* list: its children, or NULL */
	size_t parent, length;        /* length: without children */
	uint64_t bytes;
	bool joined, kept, opened; /* joined: it represents others; opened: one of its children is kept */
};

static void collect(struct report *x, struct syb_value *map, size_t parent, struct part **all, size_t *count,
		    size_t *room)
{
	struct syb_value *list = child_of(map, "children");
	const size_t self = *count;

	if (!REPORT_PUSH(x, *all, *count, *room))
		return;
	(*all)[(*count)++] = (struct part){ .map = map,
					    .list = list,
					    .parent = parent,
					    .length = length_of(map) - (list ? length_of(list) : 0),
					    .bytes = number_of(map, "bytes"),
					    .joined = get(map, "parts") != NULL };
	for (struct syb_value *c = list ? list->as.c.first : NULL; c; c = c->next)
		collect(x, c, self, all, count, room);
}

static int by_bytes(const void *a, const void *b)
{
	const struct part *x = *(struct part *const *)a, *y = *(struct part *const *)b;

	if (x->bytes != y->bytes)
		return x->bytes < y->bytes ? 1 : -1;
	return x < y ? -1 : 1;
}

/* The children that do not stay become one; where none stays there is no list. */
static void join(struct report *x, const struct part *part)
{
	struct {
		const char *what;
		uint64_t bytes;
	} kinds[8] = { 0 };
	uint64_t bytes = 0, parts = 0;
	struct syb_value *map;
	size_t best = 0;

	if (!part->opened) {
		leave_out(part->map, "children");
		return;
	}
	EACH (child, part->list) {
		const char *what = text_of(child, get(child, "like") ? "like" : "what");
		size_t k = 0;

		if (!child->key)
			continue;
		while (k + 1 < ARRAY_SIZE(kinds) && kinds[k].what && !str_eq(kinds[k].what, what))
			k++;
		kinds[k].what = kinds[k].what ? kinds[k].what : what;
		kinds[k].bytes += number_of(child, "bytes");
		best = kinds[k].bytes > kinds[best].bytes ? k : best;
		bytes += number_of(child, "bytes");
		parts += get(child, "parts") ? number_of(child, "parts") : 1;
	}
	if (!parts)
		return;
	take_out(part->list, JOINED, 0);
	map = value_map(x->rec, part->list, NULL);
	value_string(x->rec, map, "name", report_printf(x, "%" PRIu64 " smaller part%s", parts, parts == 1 ? "" : "s"));
	value_uint(x->rec, map, "bytes", bytes);
	value_string(x->rec, map, "what", "smaller parts");
	value_string(x->rec, map, "like", kinds[best].what);
	value_uint(x->rec, map, "parts", parts);
}

static void thin(struct report *x, struct part *all, size_t count, size_t most)
{
	struct part **sorted = arena_array(x->ctx, &x->arena, count, sizeof(*sorted));
	size_t length = 0;

	if (!sorted) {
		x->error = -SYB_E_NOMEM;
		return;
	}
	for (size_t i = 0; i < count; i++)
		sorted[i] = &all[i];
	qsort(sorted, count, sizeof(*sorted), by_bytes);
	for (size_t i = 0; i < count; i++) { /* parents come before their children */
		struct part *part = sorted[i], *parent = part->parent == SIZE_MAX ? NULL : &all[part->parent];

		length += part->length + (parent && !parent->opened ? JOINED_BYTES : 0);
		part->kept = !parent || (length <= most && parent->kept && !part->joined);
		if (parent && part->kept)
			parent->opened = true;
		else if (parent)
			part->map->key = JOINED;
		x->parts_left_out += !part->kept && !part->joined;
	}
	for (size_t i = count; i-- > 0;)
		if (all[i].kept && all[i].list)
			join(x, &all[i]);
}

static void fit_treemap(struct report *x, size_t most)
{
	struct part *all = NULL;
	size_t count = 0, room = 0;

	if (length_of(x->out.treemap) <= most)
		return;
	collect(x, x->out.treemap, SIZE_MAX, &all, &count, &room);
	if (!failed(x))
		thin(x, all, count, most);
	allocator_free(x->from, all);
}

/* ---- link maps: the first rows of each list stay ---- */

/* Lists of a map, or of each of its modules; the page has a table for each. */
static const struct {
	const char *list;
	bool of_module;
} map_lists[] = { { "inputs", false }, { "members", true },  { "kernels", true }, { "symbols", true },
		  { "imports", true }, { "spec_ids", true }, { "images", true },  { "dropped", false } };

static size_t count_rows(const struct syb_value *map, size_t list)
{
	size_t count = 0;

	if (!map_lists[list].of_module)
		return count_of(map, map_lists[list].list);
	EACH (module, get(map, "modules"))
		count += count_of(module, map_lists[list].list);
	return count;
}

/* The longest list; syb_record_read_json bounds the depth. */
static size_t longest(const struct syb_value *v)
{
	size_t most = v->kind == SYB_VALUE_LIST ? v->as.c.count : 0;

	EACH (child, v) {
		const size_t below = longest(child);

		most = below > most ? below : most;
	}
	return most;
}

static size_t cut_lists(struct syb_value *v, size_t most)
{
	size_t cut = v->kind == SYB_VALUE_LIST ? keep_first(v, most) : 0;

	for (struct syb_value *c = v->kind == SYB_VALUE_LIST || v->kind == SYB_VALUE_MAP ? v->as.c.first : NULL; c;
	     c = c->next)
		cut += cut_lists(c, most);
	return cut;
}

static void fit_map(struct report *x, struct syb_value *map, size_t most)
{
	struct syb_value *content = child_of(map, "map"), *lists;
	size_t before[ARRAY_SIZE(map_lists)], length = length_of(content), rows = longest(content), cut = 0, listed = 0;

	if (length <= most)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(map_lists); i++)
		before[i] = count_rows(content, i);
	while (length > most && rows > LEAST_ROWS) { /* fewer in proportion, and at least a little */
		const size_t fewer = (size_t)((double)rows * (double)most / (double)length);

		rows = fewer < rows - rows / 32 ? fewer : rows - rows / 32 - 1;
		rows = rows > LEAST_ROWS ? rows : LEAST_ROWS;
		cut += cut_lists(content, rows);
		length = length_of(content);
	}
	if (length > most) {
		leave_out(map, "map");
		value_bool(x->rec, map, "too_large", true);
		return;
	}
	lists = value_map(x->rec, map, "lists_left_out");
	for (size_t i = 0; i < ARRAY_SIZE(map_lists); i++) {
		const size_t left_out = before[i] - count_rows(content, i);

		listed += left_out;
		if (left_out)
			value_uint(x->rec, lists, map_lists[i].list, left_out);
	}
	value_uint(x->rec, map, "rows_left_out", listed ? listed : cut);
}

static void fit_maps(struct report *x)
{
	struct syb_value *list = child_of(x->out.links, "maps");
	size_t taken, shown = 0, room;

	if (!list)
		return;
	for (size_t i = 0; i < x->file_count; i++)
		shown += x->files[i].shown ? length_of(syb_record_root(x->files[i].shown)) : 0;
	taken = whole(x) - length_of(list) + (shown < MOST_KEPT ? shown : MOST_KEPT);
	room = taken < MOST_BYTES - LEAST_MAPS ? MOST_BYTES - taken : LEAST_MAPS;
	for (struct syb_value *map = list->as.c.first; map; map = map->next)
		fit_map(x, map, room / list->as.c.count);
}

/* ---- steps, each taken while the document is too long ---- */

static void drop_answer(struct report *x)
{
	struct syb_value *diff = child_of(x->rec->root, "diff");

	if (leave_out(diff, "answer"))
		note_missing(x, diff, "without", "answer");
}

/* The treemap has them. */
static void drop_sizes(struct report *x)
{
	for (size_t i = 0; i < x->file_count; i++) {
		struct syb_value *size = child_of(x->files[i].map, "size"), *list = child_of(size, "files");
		bool some = leave_out(size, "modules");

		for (struct syb_value *package = list ? list->as.c.first : NULL; package; package = package->next)
			some |= leave_out(package, "modules");
		if (some)
			note_missing(x, x->files[i].map, "size_without", "modules");
	}
}

static void drop_parts(struct report *x)
{
	fit_treemap(x, room_for(x, length_of(x->out.treemap), LEAST_TREEMAP));
}

static void drop_images(struct report *x)
{
	for (size_t i = 0; i < x->kernel_count; i++)
		leave_out(x->kernels[i].map, "images");
}

static void fit_resources(struct report *x, size_t least)
{
	static const char *const keys[] = { "resources_left_out", "resource_columns", "arches" };
	size_t length = 0, room;

	for (size_t i = 0; i < x->kernel_count; i++)
		length += x->kernels[i].resources ? length_of(x->kernels[i].resources) : 0;
	room = room_for(x, length, least);
	for (size_t i = 0; i < x->kernel_count; i++) {
		leave_out(x->kernels[i].map, "resources");
		x->kernels[i].resources = NULL;
	}
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		leave_out(x->rec->root, keys[i]);
	resources_put(x, room);
}

static void drop_resources(struct report *x)
{
	fit_resources(x, LEAST_RESOURCES);
}

static void drop_more_resources(struct report *x)
{
	if (child_of(child_of(x->rec->root, "diff"), "regressions"))
		fit_resources(x, FEWEST_RESOURCES);
}

/* Calls are in the order in which chains needed them: the first chains have the first ones. */
static void drop_blame(struct report *x)
{
	const struct syb_value *call = first_of(x->out.calls);
	const size_t room = room_for(x, length_of(x->out.blame) + length_of(x->out.calls), LEAST_BLAME);
	size_t length = 0, rows = 0, kept = 0, known = 0; /* known: calls of the rows so far */

	EACH (row, x->out.blame) {
		const struct syb_value *chain = get(row, "chain");

		length += length_of(row);
		for (; chain && call && known <= syb_value_uint(chain); known++, call = call->next)
			length += length_of(call);
		if (length > room)
			break;
		rows++;
		kept = known;
	}
	x->blame_left_out += keep_first(x->out.blame, rows);
	keep_first(x->out.calls, kept);
}

/* The first rows that fit stay, and a number says how many do not. */
static void cut(struct report *x, struct syb_value *map, const char *key, size_t least)
{
	struct syb_value *list = child_of(map, key);
	size_t room, keep = 0, length = 0;

	if (!list || whole(x) <= MOST_BYTES)
		return;
	room = room_for(x, length_of(list), least);
	for (const struct syb_value *v = first_of(list); v && (length += length_of(v)) <= room; v = v->next)
		keep++;
	if (keep < list->as.c.count)
		value_uint(x->rec, map, report_printf(x, "%s_left_out", key), keep_first(list, keep));
}

static void drop_changes(struct report *x)
{
	cut(x, child_of(x->rec->root, "diff"), "changes", 30 * 1000);
	cut(x, child_of(x->rec->root, "diff"), "improvements", 30 * 1000);
}

static void drop_regressions(struct report *x)
{
	cut(x, child_of(x->rec->root, "diff"), "regressions", 150 * 1000);
}

/* Errors first, then warnings, in the order that they have. */
static void drop_checks(struct report *x)
{
	static const char *const order[] = { "error", "warning", "info", NULL };
	struct syb_value *list = x->out.checks, *sorted = NULL, **end = &sorted;

	for (size_t i = 0; i < ARRAY_SIZE(order); i++)
		for (struct syb_value **at = &list->as.c.first, *v; (v = *at) != NULL;) {
			if (order[i] && !str_eq(text_of(v, "severity"), order[i])) {
				at = &v->next;
				continue;
			}
			*at = v->next;
			v->next = NULL;
			*end = list->as.c.last = v;
			end = &v->next;
		}
	list->as.c.first = sorted;
	cut(x, x->rec->root, "checks", 100 * 1000);
}

/* ---- records of files ---- */

static void add_stated(void *user, const struct syb_value *map, const char *kind)
{
	size_t *length = user;

	EACH (module, is_package(kind) ? get(map, "modules") : NULL)
		*length += get(module, "properties") ? length_of(get(module, "properties")) : 0;
}

/* Whether it can be short enough at all: making the record of a large file takes long. A package's own properties are
 * in its record however short that is. */
static bool may_fit(const struct file *file, bool detail, size_t most)
{
	size_t length = 0;

	if (detail) /* with chains, and without hashes */
		return length_of(syb_record_root(file->shown)) / 4 <= most;
	report_each(syb_record_root(file->shown), add_stated, &length);
	return most > 0 && length <= most;
}

/* As `sybil show --deep --hash -j` prints it; where that is too long, without what is known about each kernel, without
 * what is inside of images, or not at all. */
static void put_shown(struct report *x, struct file *file, size_t most)
{
	static const char *const without[] = { NULL, "detail", "deep" };

	for (size_t i = 0; i < ARRAY_SIZE(without); i++) {
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(x->ctx); /* it was all reported before */
		_cleanup_(syb_record_free_p) struct syb_record *shown = NULL;

		if (without[i])
			note_missing(x, file->map, "shown_without", without[i]);
		if (!may_fit(file, i == 0, most))
			continue;
		x->error = files_show(x->ctx, file, true, i < 2, i == 0, false, &shown);
		if (x->error < 0)
			return;
		if (length_of(syb_record_root(shown)) > most)
			continue;
		value_copy(x->rec, file->map, "shown", syb_record_root(shown));
		return;
	}
	note_missing(x, file->map, "shown_without", "modules");
}

void fit_make(struct report *x)
{
	static void (*const steps[])(
		struct report * x) = { drop_answer, drop_sizes,   drop_parts,  drop_images,         drop_resources,
				       drop_blame,  drop_changes, drop_checks, drop_more_resources, drop_regressions };
	size_t length, readable = 0;

	resources_put(x, MOST_RESOURCES);
	fit_treemap(x, MOST_TREEMAP);
	if (!failed(x))
		fit_maps(x);
	for (size_t i = 0; i < ARRAY_SIZE(steps) && !failed(x) && whole(x) > MOST_BYTES; i++)
		steps[i](x);
	if (x->parts_left_out)
		value_uint(x->rec, x->rec->root, "treemap_left_out", x->parts_left_out);
	if (x->blame_left_out)
		value_uint(x->rec, x->rec->root, "blame_left_out", x->blame_left_out);
	if (failed(x))
		return;
	length = whole(x);
	for (size_t i = 0; i < x->file_count; i++)
		readable += x->files[i].shown != NULL;
	for (size_t i = 0; i < x->file_count && !failed(x); i++)
		if (x->files[i].shown)
			put_shown(x, &x->files[i], length < MOST_BYTES ? (MOST_BYTES - length) / readable : 0);
}
