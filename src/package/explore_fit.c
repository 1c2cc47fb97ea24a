/* package/explore_fit.c — the document, small enough for a page: what other verbs print as well, and what is smallest,
 * is left out where thousands of kernels make it heavy. Records of files (`shown`) come last and get the room that is
 * left. */
#include "explore.h"

enum {
	MOST_BYTES = 1100 * 1000, /* of the whole document, about: a page of a thousand kernels stays below 2 MB */
	MOST_TREEMAP = 256 * 1000,
	LEAST_TREEMAP = 64 * 1000,
};

/* ---- how long it is ---- */

/* Characters that a script of a page cannot have stand there as \uXXXX. */
static size_t string_length(struct syb_bytes text)
{
	size_t length = text.len + 3;

	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == '<' || text.ptr[i] == '>' || text.ptr[i] == '&' || text.ptr[i] < 0x20)
			length += 5;
	return length;
}

static size_t number_length(uint64_t number)
{
	size_t length = 2;

	for (; number >= 10; number /= 10)
		length++;
	return length;
}

/* About how long a value is as JSON. Depth is bounded by what syb_show and the treemap nest. */
static size_t length_of(const struct syb_value *v)
{
	size_t length = 3;

	switch (syb_value_kind(v)) {
	case SYB_VALUE_STRING:
		return string_length(syb_value_bytes(v));
	case SYB_VALUE_BYTES:
		return syb_value_bytes(v).len * 2 + 3;
	case SYB_VALUE_UINT:
		return number_length(syb_value_uint(v));
	case SYB_VALUE_LIST:
	case SYB_VALUE_MAP:
		for (const struct syb_value *child = v->as.c.first; child; child = child->next)
			length += length_of(child) + (child->key ? strlen(child->key) + 3 : 0);
		return length;
	default:
		return 6;
	}
}

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

/* Parts below that size are not subdivided: what is left still adds up. */
static void thin(struct syb_value *part, uint64_t least)
{
	if (explore_number(part, "bytes") < least) {
		leave_out(part, "children");
		return;
	}
	for (struct syb_value *c = explore_get(part, "children") ? child_of(part, "children")->as.c.first : NULL; c;
	     c = c->next)
		thin(c, least);
}

static void fit_treemap(struct explore *x, size_t most)
{
	const uint64_t whole = explore_number(x->out.treemap, "bytes");

	for (uint64_t least = 256; least <= whole / 2 && length_of(x->out.treemap) > most; least *= 2)
		thin(x->out.treemap, least);
}

static void drop_answer(struct explore *x)
{
	struct syb_value *diff = child_of(x->rec->root, "diff");

	if (diff && leave_out(diff, "answer"))
		without(x, diff, "without", "answer");
}

/* The treemap has them. */
static void drop_sizes(struct explore *x)
{
	for (size_t i = 0; i < x->file_count; i++) {
		struct syb_value *size = child_of(x->files[i].map, "size"), *list = child_of(size, "files");
		bool some = size && leave_out(size, "modules");

		for (struct syb_value *package = list ? list->as.c.first : NULL; package; package = package->next)
			some |= leave_out(package, "modules");
		if (some)
			without(x, x->files[i].map, "size_without", "modules");
	}
}

static void drop_images(struct explore *x)
{
	for (size_t i = 0; i < x->kernel_count; i++)
		leave_out(x->kernels[i].map, "images");
}

static void drop_parts(struct explore *x)
{
	fit_treemap(x, LEAST_TREEMAP);
}

/* Of a list the first rows stay that there is room for, and a number says how many do not. */
static void cut(struct explore *x, struct syb_value *map, const char *key, const char *left_out)
{
	struct syb_value *list = child_of(map, key), *last = NULL;
	const size_t whole = length_of(x->rec->root);
	size_t room, keep = 0, length = 0;

	if (!list || whole <= MOST_BYTES)
		return;
	room = length_of(list);
	room = room > whole - MOST_BYTES ? room - (whole - MOST_BYTES) : 0;
	for (struct syb_value *v = list->as.c.first; v && (length += length_of(v)) <= room; v = v->next, keep++)
		last = v;
	if (keep == list->as.c.count)
		return;
	value_uint(x->rec, map, left_out, list->as.c.count - keep);
	list->as.c.count = keep;
	list->as.c.last = last;
	*(last ? &last->next : &list->as.c.first) = NULL;
}

/* Regressions stay, what is neither good nor bad need not. */
static void drop_changes(struct explore *x)
{
	cut(x, child_of(x->rec->root, "diff"), "changes", "changes_left_out");
}

static void drop_checks(struct explore *x)
{
	cut(x, x->rec->root, "checks", "checks_left_out");
}

/* ---- records of files ---- */

/* The record stands in the document as it is, unless that would be too heavy: then without what is known about each
 * kernel, which the other parts of the document have the gist of, without what is inside of images, or not at all. */
static int put_shown(struct explore *x, struct explore_file *file, size_t most)
{
	static const struct {
		bool deep;
		const char *without;
	} fewer[] = { { true, "detail" }, { false, "deep" } };
	const struct syb_record *shown = file->shown;
	_cleanup_(syb_record_free_p) struct syb_record *other = NULL;
	int r = 0;

	for (size_t i = 0; r == 0 && i < ARRAY_SIZE(fewer) && length_of(syb_record_root(shown)) > most; i++) {
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(x->ctx); /* all was said the first time */

		without(x, file->map, "shown_without", fewer[i].without);
		syb_record_free(steal(other));
		r = explore_show(x, file, fewer[i].deep, false, &other);
		shown = r == 0 ? other : shown;
	}
	if (r < 0)
		return r;
	if (length_of(syb_record_root(shown)) > most)
		without(x, file->map, "shown_without", "modules");
	else
		value_copy(x->rec, file->map, "shown", syb_record_root(shown));
	return x->rec->failed ? -SYB_E_NOMEM : 0;
}

int explore_fit(struct explore *x)
{
	static void (*const steps[])(struct explore *x) = { drop_answer, drop_sizes,   drop_images,
							    drop_parts,	 drop_changes, drop_checks };
	size_t length, readable = 0;
	int r = x->rec->failed ? -SYB_E_NOMEM : 0;

	if (r < 0)
		return r;
	fit_treemap(x, MOST_TREEMAP);
	for (size_t i = 0; i < ARRAY_SIZE(steps) && length_of(x->rec->root) > MOST_BYTES; i++)
		steps[i](x);
	length = length_of(x->rec->root);
	for (size_t i = 0; i < x->file_count; i++)
		readable += x->files[i].shown != NULL;
	for (size_t i = 0; r == 0 && i < x->file_count; i++)
		if (x->files[i].shown)
			r = put_shown(x, &x->files[i], length < MOST_BYTES ? (MOST_BYTES - length) / readable : 0);
	return r;
}
