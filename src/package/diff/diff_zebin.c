/* package/diff/diff_zebin.c — two records of syb_show → which kernels changed, worst first.
 *
 * Kernels are paired by name within the part of the file they belong to (the device of an archive member, the
 * architecture of an image); where both files have one part, its name does not matter. A single zebin is compared with
 * the one for its device. Everything else (device, versions, data, functions) is compared too, and is never worse. */
#include "base/buf.h"
#include "base/order.h"
#include "diff.h"
#include "package/show/show_zebin.h"
#include "pair.h"
#include <sybil/package.h>

#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_TOLERANCE = 5 };

struct side {
	struct syb_ctx *ctx;
	struct entry {
		const char *group, *name;
		const struct syb_value *kernel;
	} * entries;
	size_t entry_count, entry_room;
	struct binary {
		const char *group;
		const struct syb_value *map;
	} * binaries;
	size_t binary_count, binary_room;
	bool one_group;
	struct pairing entry_pairs, binary_pairs;
};

/* A row of the result, in the order of the classes. */
struct line {
	const struct entry *a, *b;
	struct kernel_verdict verdict;
	const char *summary;
	struct syb_value *changes;
	enum { CLASS_REMOVED, CLASS_WORSE, CLASS_OTHER, CLASS_BETTER, CLASS_ADDED } class;
};

struct diff {
	struct syb_ctx *ctx;
	struct arena arena;
	struct syb_record *rec, *scratch;
	struct side sides[2];
	struct line *lines;
	size_t line_count, line_room;
	struct syb_value *differences;
	double tolerance;
};

static void drop(struct diff *d)
{
	struct allocator from = allocator_of(d->ctx);

	for (size_t i = 0; i < 2; i++) {
		allocator_free(from, d->sides[i].entries);
		allocator_free(from, d->sides[i].binaries);
	}
	allocator_free(from, d->lines);
	arena_free(&d->arena);
	syb_record_free(d->scratch);
}

/* ---- reading records ---- */

static int collect(void *user, const struct syb_value *map, const char *group)
{
	const struct syb_value *kernels = syb_value_get(map, "kernels");
	struct side *s = user;

	TRY(VEC_PUSH(s->ctx, s->binaries, s->binary_count, s->binary_room));
	s->one_group = s->binary_count == 0 || (s->one_group && str_eq(s->binaries[0].group, group));
	s->binaries[s->binary_count++] = (struct binary){ group, map };
	for (size_t i = 0; kernels && i < syb_value_count(kernels); i++) {
		const struct syb_value *kernel = syb_value_at(kernels, i);

		if (syb_value_get(kernel, "pseudo"))
			continue;
		TRY(VEC_PUSH(s->ctx, s->entries, s->entry_count, s->entry_room));
		s->entries[s->entry_count++] =
			(struct entry){ group, syb_value_string(syb_value_get(kernel, "name")), kernel };
	}
	return 0;
}

/* ---- a zebin, and a file with several ---- */

/* Name of the device, NULL where the file does not name one. */
static const char *device_of(const struct binary *binary)
{
	const struct syb_value *device = syb_value_get(binary->map, "device");
	const struct syb_value *name = device ? syb_value_get(device, "name") : NULL;

	return name && syb_value_kind(name) == SYB_VALUE_STRING ? syb_value_string(name) : NULL;
}

static int no_device(struct diff *d, const struct side *many, const char *device)
{
	_cleanup_(buf_free) struct buf names = { 0 };

	for (size_t i = 0; i < many->binary_count; i++) {
		const char *name = device_of(&many->binaries[i]);

		TRY(buf_printf(d->ctx, &names, "%s%s", i ? ", " : "", name ? name : many->binaries[i].group));
	}
	return syb_fail(d->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "diff-device",
			"one file is for %s, the other has zebins for: %.*s", device ? device : "an unknown device",
			(int)names.len, (const char *)names.ptr);
}

/* Where one file is a zebin and the other holds several, take the first one for the same device. */
static int choose(struct diff *d, const struct syb_value *const roots[2])
{
	for (size_t i = 0; i < 2; i++) {
		const struct side *alone = &d->sides[i];
		struct side *many = &d->sides[!i];
		const char *device, *other;

		if (alone->binary_count != 1 || alone->binaries[0].map != roots[i] || many->binary_count < 2)
			continue;
		device = device_of(&alone->binaries[0]);
		for (size_t k = 0; device && k < many->binary_count; k++) {
			const struct binary chosen = many->binaries[k];

			other = device_of(&chosen);
			if (!other || !str_eq(other, device))
				continue;
			many->binary_count = many->entry_count = 0;
			return collect(many, chosen.map, chosen.group);
		}
		return no_device(d, many, device);
	}
	return 0;
}

/* ---- pairing ---- */

static int key_side(struct diff *d, struct side *s, bool groups)
{
	TRY(pairing_new(d->ctx, &d->arena, &s->entry_pairs, s->entry_count));
	TRY(pairing_new(d->ctx, &d->arena, &s->binary_pairs, s->binary_count));
	for (size_t i = 0; i < s->binary_count; i++)
		s->binary_pairs.keys[i] = str_bytes(groups ? s->binaries[i].group : "");
	for (size_t i = 0; i < s->entry_count; i++) {
		const struct entry *e = &s->entries[i];
		const size_t group = groups ? strlen(e->group) + 1 : 0, name = strlen(e->name) + 1;
		uint8_t *key = arena_bytes(d->ctx, &d->arena, group + name);

		if (!key)
			return -SYB_E_NOMEM;
		memcpy(key, e->group, group);
		memcpy(key + group, e->name, name);
		s->entry_pairs.keys[i] = (struct syb_bytes){ key, group + name };
	}
	return 0;
}

static int pair_sides(struct diff *d)
{
	struct side *a = &d->sides[0], *b = &d->sides[1];
	const bool groups = !a->one_group || !b->one_group;

	TRY(key_side(d, a, groups));
	TRY(key_side(d, b, groups));
	TRY(pair_keys(d->ctx, &d->arena, &a->entry_pairs, &b->entry_pairs));
	return pair_keys(d->ctx, &d->arena, &a->binary_pairs, &b->binary_pairs);
}

/* ---- kernels ---- */

/* Changes are built in a scratch record: the order of kernels is known only at the end. */
static int compare_kernels(void *user, long i, long k)
{
	static const unsigned classes[] = {
		[KERNEL_BETTER] = CLASS_BETTER,
		[KERNEL_OTHER] = CLASS_OTHER,
		[KERNEL_WORSE] = CLASS_WORSE,
	};
	struct diff *d = user;
	struct line line = { .a = i == NO_PARTNER ? NULL : &d->sides[0].entries[i],
			     .b = k == NO_PARTNER ? NULL : &d->sides[1].entries[k],
			     .summary = i == NO_PARTNER ? "added" : "removed",
			     .class = i == NO_PARTNER ? CLASS_ADDED : CLASS_REMOVED };

	if (line.a && line.b) {
		line.changes = value_list(d->scratch, d->scratch->root, "changes");
		TRY(line.changes ? diff_kernel(d->scratch, line.changes, line.a->kernel, line.b->kernel, d->tolerance,
					       &line.verdict, &line.summary)
				 : -SYB_E_NOMEM);
		if (line.verdict.change == KERNEL_SAME)
			return 0;
		line.class = classes[line.verdict.change];
	}
	TRY(VEC_PUSH(d->ctx, d->lines, d->line_count, d->line_room));
	d->lines[d->line_count++] = line;
	return 0;
}

static int by_weight(const void *pa, const void *pb)
{
	const struct line *a = pa, *b = pb;
	const struct entry *ea = a->a ? a->a : a->b, *eb = b->a ? b->a : b->b;
	int order;

	if (a->class != b->class)
		return ORDER(a->class, b->class);
	if (a->verdict.worst != b->verdict.worst)
		return ORDER(a->verdict.worst, b->verdict.worst);
	if (a->verdict.amount > b->verdict.amount || a->verdict.amount < b->verdict.amount)
		return a->verdict.amount > b->verdict.amount ? -1 : 1;
	order = strcmp(ea->name, eb->name);
	return order ? order : strcmp(ea->group, eb->group);
}

static const char *change_name(bool in_a, bool in_b)
{
	return !in_a ? "added" : !in_b ? "removed" : "changed";
}

static void put_line(struct diff *d, struct syb_value *list, const struct line *line)
{
	static const char *const verdicts[] = {
		[CLASS_REMOVED] = "worse", [CLASS_WORSE] = "worse", [CLASS_OTHER] = "other",
		[CLASS_BETTER] = "better", [CLASS_ADDED] = "other",
	};
	const struct entry *e = line->a ? line->a : line->b;
	const struct syb_value *readable = syb_value_get(e->kernel, "demangled");
	struct syb_value *map = value_map(d->rec, list, NULL), *v;

	v = value_hint(value_string(d->rec, map, "name", e->name), VALUE_NAME);
	if (readable)
		value_label(d->rec, v, syb_value_string(readable));
	value_string_or_null(d->rec, map, "group", *e->group ? e->group : NULL);
	value_hint(value_string(d->rec, map, "change", change_name(line->a, line->b)), VALUE_QUIET);
	v = value_string(d->rec, map, "verdict", verdicts[line->class]);
	if (line->class <= CLASS_WORSE)
		value_hint(v, VALUE_BAD);
	value_label(d->rec, value_string(d->rec, map, "summary", line->summary), "what changed");
	v = line->changes ? value_copy(d->rec, map, "changes", line->changes) : value_list(d->rec, map, "changes");
	value_hint(v, VALUE_QUIET);
}

/* ---- everything else ---- */

static void put_copy(struct diff *d, struct syb_value *map, const char *key, const struct syb_value *v)
{
	struct syb_value *copy = v ? value_copy(d->rec, map, key, v) : value_null(d->rec, map, key);

	if (copy)
		copy->label = NULL; /* would be the title of the column */
}

/* a or b is NULL where the thing is missing. */
static void put_difference(struct diff *d, const char *group, const char *path, const char *change,
			   const struct syb_value *a, const struct syb_value *b)
{
	struct syb_value *map = value_map(d->rec, d->differences, NULL);
	const char *text = arena_printf(d->ctx, &d->arena, "%s%s%s", group, *group ? " > " : "", path);

	d->rec->failed |= !text;
	value_hint(value_string(d->rec, map, "path", text ? text : ""), VALUE_NAME);
	value_string(d->rec, map, "change", change);
	put_copy(d, map, "a", a);
	put_copy(d, map, "b", b);
}

/* Lists of named elements: which elements count, which of their keys are compared, and which key is shown. */
static const struct named {
	const char *list, *what, *shown;
	const char *keys[5];
} named[] = {
	{ "sections", "section", "size", { "size", "sha256" } },
	{ "functions", "function", "code_size", { "code_size", "simd_size", "grf_count", "barrier_count" } },
};

/* Sections with data; code, symbols and ZE Info are compared as kernels. */
static bool is_wanted(const struct named *n, const char *name)
{
	if (!str_eq(n->list, "sections"))
		return *name != '\0';
	return str_starts(name, ".data") || str_starts(name, ".bss") || str_starts(name, ".misc") ||
	       str_eq(name, ".spv");
}

static bool same_in(const struct syb_value *a, const struct syb_value *b, const char *const *keys)
{
	for (; *keys; keys++) {
		const struct syb_value *x = syb_value_get(a, *keys), *y = syb_value_get(b, *keys);

		if (x && y ? !diff_same(x, y) : x != y)
			return false;
	}
	return true;
}

struct lists {
	struct diff *d;
	const struct named *n;
	const char *group;
	const struct syb_value *a, *b;
};

static const char *name_of(const struct syb_value *element)
{
	return syb_value_string(syb_value_get(element, "name"));
}

static int compare_element(void *user, long i, long k)
{
	const struct lists *l = user;
	const struct syb_value *a = i == NO_PARTNER ? NULL : syb_value_at(l->a, (size_t)i);
	const struct syb_value *b = k == NO_PARTNER ? NULL : syb_value_at(l->b, (size_t)k);
	char path[160];

	if (!is_wanted(l->n, name_of(a ? a : b)) || (a && b && same_in(a, b, l->n->keys)))
		return 0;
	snprintf(path, sizeof(path), "%s %.120s", l->n->what, name_of(a ? a : b));
	put_difference(l->d, l->group, path, change_name(a, b), a ? syb_value_get(a, l->n->shown) : NULL,
		       b ? syb_value_get(b, l->n->shown) : NULL);
	return 0;
}

static int pairing_of(struct diff *d, const struct syb_value *list, struct pairing *out)
{
	TRY(pairing_new(d->ctx, &d->arena, out, list ? syb_value_count(list) : 0));
	for (size_t i = 0; i < out->count; i++)
		out->keys[i] = str_bytes(name_of(syb_value_at(list, i)));
	return 0;
}

static int compare_named(struct diff *d, const struct named *n, const struct binary *x, const struct binary *y)
{
	struct lists l = { d, n, x->group, syb_value_get(x->map, n->list), syb_value_get(y->map, n->list) };
	struct pairing a, b;

	TRY(pairing_of(d, l.a, &a));
	TRY(pairing_of(d, l.b, &b));
	TRY(pair_keys(d->ctx, &d->arena, &a, &b));
	return pair_each(&a, &b, compare_element, &l);
}

static int compare_binaries(void *user, long i, long k)
{
	static const struct {
		const char *path, *key, *below;
	} keys[] = {
		{ "device", "device", "name" },
		{ "product family", "device", "product_family" },
		{ "product config", "device", "product_config" },
		{ "ZE Info version", "ze_info_version", NULL },
		{ "zebin version", "zebin_version", NULL },
	};
	struct diff *d = user;
	const struct binary *a, *b;

	if (i == NO_PARTNER || k == NO_PARTNER)
		return 0;
	a = &d->sides[0].binaries[i];
	b = &d->sides[1].binaries[k];
	for (size_t n = 0; n < ARRAY_SIZE(keys); n++) {
		const struct syb_value *x = syb_value_get(a->map, keys[n].key);
		const struct syb_value *y = syb_value_get(b->map, keys[n].key);

		if (x && y && keys[n].below) {
			x = syb_value_get(x, keys[n].below);
			y = syb_value_get(y, keys[n].below);
		}
		if (x && y && !diff_same(x, y))
			put_difference(d, a->group, keys[n].path, "changed", x, y);
	}
	for (size_t n = 0; n < ARRAY_SIZE(named); n++)
		TRY(compare_named(d, &named[n], a, b));
	return 0;
}

/* ---- the result ---- */

static void put_side(struct diff *d, const char *key, const struct syb_value *root)
{
	struct syb_value *map = value_hint(value_map(d->rec, d->rec->root, key), VALUE_QUIET);
	const struct syb_value *file = syb_value_get(root, "file"), *kind = syb_value_get(root, "kind");

	if (file)
		value_copy(d->rec, map, "file", file);
	if (kind)
		value_copy(d->rec, map, "kind", kind);
}

static int put_result(struct diff *d, struct syb_kernels_verdict *out)
{
	struct syb_value *root = d->rec->root, *same, *worse, *list;

	same = value_bool(d->rec, root, "same", false);
	worse = value_bool(d->rec, root, "worse", false);
	list = value_hint(value_list(d->rec, root, "kernels"), d->line_count ? VALUE_TABLE : VALUE_QUIET);
	for (size_t i = 0; i < d->line_count && !d->rec->failed; i++) {
		put_line(d, list, &d->lines[i]);
		out->worse |= d->lines[i].class <= CLASS_WORSE;
	}
	d->differences = value_hint(value_list(d->rec, root, "differences"), VALUE_TABLE);
	TRY(pair_each(&d->sides[0].binary_pairs, &d->sides[1].binary_pairs, compare_binaries, d));
	if (d->rec->failed)
		TRY(-SYB_E_NOMEM);
	if (d->differences->as.c.count == 0)
		value_hint(d->differences, VALUE_QUIET);
	out->same = d->line_count == 0 && d->differences->as.c.count == 0;
	same->as.b = out->same;
	worse->as.b = out->worse;
	return 0;
}

int syb_diff_kernels(struct syb_ctx *ctx, const struct syb_value *a, const struct syb_value *b,
		     const struct syb_diff_kernels_opts *opts, struct syb_kernels_verdict *out_verdict,
		     struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	_cleanup_(drop) struct diff d = { .ctx = ctx, .sides = { { .ctx = ctx }, { .ctx = ctx } } };
	struct syb_diff_kernels_opts o = { .size = sizeof(o) };
	struct syb_kernels_verdict verdict = { 0 };

	OPTS_READ(ctx, &o, opts);
	d.tolerance = (o.tolerance == UINT32_MAX ? 0 : o.tolerance ? o.tolerance : DEFAULT_TOLERANCE) / 100.0;
	TRY(record_new(ctx, &rec));
	TRY(record_new(ctx, &d.scratch));
	TRY(zerecord_each(a, collect, &d.sides[0]));
	TRY(zerecord_each(b, collect, &d.sides[1]));
	TRY(choose(&d, (const struct syb_value *const[2]){ a, b }));
	TRY(pair_sides(&d));
	TRY(pair_each(&d.sides[0].entry_pairs, &d.sides[1].entry_pairs, compare_kernels, &d));
	if (d.line_count)
		qsort(d.lines, d.line_count, sizeof(*d.lines), by_weight);
	d.rec = rec;
	value_hint(value_uint(rec, rec->root, "version", 1), VALUE_QUIET);
	value_hint(value_string(rec, rec->root, "kind", "diff"), VALUE_QUIET);
	put_side(&d, "a", a);
	put_side(&d, "b", b);
	verdict.kernels[0] = d.sides[0].entry_count;
	verdict.kernels[1] = d.sides[1].entry_count;
	TRY(put_result(&d, &verdict));
	TRY(record_finish(rec));
	*out_verdict = verdict;
	*out_record = steal(rec);
	return 0;
}
