/* package/diff/diff_zebin.c — two records of syb_show → which kernels changed, worst first.
 *
 * Kernels are paired by name within the part of the file they belong to (the device of a member of an archive, the
 * architecture of an image); where both files have one part, its name does not matter. A zebin by itself is compared
 * with the one for its device. What is not a kernel (device, versions, data, functions) is compared too, and is never
 * worse. */
#include "base/buf.h"
#include "base/hash.h"
#include "base/order.h"
#include "diff.h"
#include "package/show/show_zebin.h"
#include "waiting.h"
#include <sybil/package.h>

#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_TOLERANCE = 5 };

struct entry {
	const char *group, *name;
	const struct syb_value *kernel;
	struct entry *partner;
};

struct binary {
	const char *group;
	const struct syb_value *map;
	struct binary *partner;
};

struct side {
	struct syb_ctx *ctx;
	struct entry *entries;
	size_t entry_count, entry_room;
	struct binary *binaries;
	size_t binary_count, binary_room;
	bool one_group;
};

/* A line of the answer. */
struct line {
	const struct entry *a, *b;
	struct kernel_verdict verdict;
	const char *summary;
	struct syb_value *changes;
	unsigned class; /* what comes first */
};

struct diff {
	struct syb_ctx *ctx;
	struct arena arena;
	struct syb_record *rec, *scratch;
	struct side sides[2];
	struct line *lines;
	size_t line_count, line_room;
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
	int r = VEC_PUSH(s->ctx, s->binaries, s->binary_count, s->binary_room);

	if (r < 0)
		return r;
	s->one_group = s->binary_count == 0 || (s->one_group && str_eq(s->binaries[0].group, group));
	s->binaries[s->binary_count++] = (struct binary){ group, map, NULL };
	for (size_t i = 0; r == 0 && kernels && i < syb_value_count(kernels); i++) {
		const struct syb_value *kernel = syb_value_at(kernels, i);

		if (syb_value_get(kernel, "pseudo")) /* no kernel of anybody's */
			continue;
		r = VEC_PUSH(s->ctx, s->entries, s->entry_count, s->entry_room);
		if (r == 0)
			s->entries[s->entry_count++] =
				(struct entry){ group, syb_value_string(syb_value_get(kernel, "name")), kernel, NULL };
	}
	return r;
}

/* ---- a zebin, and a file with several ---- */

/* Name of the device, NULL where it is not told. */
static const char *device_of(const struct binary *binary)
{
	const struct syb_value *device = syb_value_get(binary->map, "device");
	const struct syb_value *name = device ? syb_value_get(device, "name") : NULL;

	return name && syb_value_kind(name) == SYB_VALUE_STRING ? syb_value_string(name) : NULL;
}

static int no_device(struct diff *d, const struct side *many, const char *device)
{
	_cleanup_(buf_free) struct buf names = { 0 };
	int r = 0;

	for (size_t i = 0; r == 0 && i < many->binary_count; i++) {
		const char *name = device_of(&many->binaries[i]);

		r = buf_printf(d->ctx, &names, "%s%s", i ? ", " : "", name ? name : many->binaries[i].group);
	}
	if (r < 0)
		return r;
	return syb_fail(d->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "diff-device",
			"one file is for %s, the other has zebins for: %.*s",
			device ? device : "a device it does not tell", (int)names.len, (const char *)names.ptr);
}

/* Where one file is a zebin and the other holds several, the first for the same device is meant. */
static int choose(struct diff *d, const struct syb_value *a, const struct syb_value *b)
{
	const struct syb_value *const roots[] = { a, b };
	const char *device, *other;

	for (size_t i = 0; i < 2; i++) {
		struct side *alone = &d->sides[i], *many = &d->sides[!i];

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

static const char *key_of(struct diff *d, const char *group, const char *name, size_t *out_len)
{
	size_t a = strlen(group), b = strlen(name);
	char *key = arena_bytes(d->ctx, &d->arena, a + b + 1);

	if (!key)
		return NULL;
	memcpy(key, group, a + 1);
	memcpy(key + a + 1, name, b);
	*out_len = a + b + 1;
	return key;
}

static int pair_kernels(struct diff *d, bool groups)
{
	_cleanup_(waiting_drop) struct waiting w = { 0 };
	struct side *a = &d->sides[0], *b = &d->sides[1];
	int r = waiting_new(d->ctx, &d->arena, &w, b->entry_count);
	size_t len;

	for (size_t i = 0; r == 0 && i < b->entry_count; i++) {
		const char *key = key_of(d, groups ? b->entries[i].group : "", b->entries[i].name, &len);

		r = key ? waiting_add(d->ctx, &w, key, len, i) : -SYB_E_NOMEM;
	}
	for (size_t i = 0; r == 0 && i < a->entry_count; i++) {
		const char *key = key_of(d, groups ? a->entries[i].group : "", a->entries[i].name, &len);
		long found = key ? waiting_take(&w, key, len) : NOBODY;

		if (!key)
			return -SYB_E_NOMEM;
		if (found == NOBODY)
			continue;
		a->entries[i].partner = &b->entries[found];
		b->entries[found].partner = &a->entries[i];
	}
	return r;
}

static int pair_binaries(struct diff *d, bool groups)
{
	_cleanup_(waiting_drop) struct waiting w = { 0 };
	struct side *a = &d->sides[0], *b = &d->sides[1];
	int r = waiting_new(d->ctx, &d->arena, &w, b->binary_count);

	for (size_t i = 0; r == 0 && i < b->binary_count; i++) {
		const char *group = groups ? b->binaries[i].group : "";

		r = waiting_add(d->ctx, &w, group, strlen(group), i);
	}
	for (size_t i = 0; r == 0 && i < a->binary_count; i++) {
		const char *group = groups ? a->binaries[i].group : "";
		long found = waiting_take(&w, group, strlen(group));

		a->binaries[i].partner = found == NOBODY ? NULL : &b->binaries[found];
	}
	return r;
}

/* ---- kernels ---- */

enum {
	CLASS_REMOVED,
	CLASS_WORSE,
	CLASS_OTHER,
	CLASS_BETTER,
	CLASS_ADDED,
};

static int add_line(struct diff *d, struct line line)
{
	int r = VEC_PUSH(d->ctx, d->lines, d->line_count, d->line_room);

	if (r == 0)
		d->lines[d->line_count++] = line;
	return r;
}

/* Changes are built in a scratch record first: their order is known only at the end. */
static int compare_kernels(struct diff *d, const struct entry *a, const struct entry *b)
{
	static const unsigned classes[] = {
		[KERNEL_BETTER] = CLASS_BETTER,
		[KERNEL_OTHER] = CLASS_OTHER,
		[KERNEL_WORSE] = CLASS_WORSE,
	};
	struct line line = { .a = a, .b = b, .summary = "" };
	int r;

	line.changes = value_list(d->scratch, d->scratch->root, "changes");
	if (!line.changes)
		return -SYB_E_NOMEM;
	r = diff_kernel(d->scratch, line.changes, a->kernel, b->kernel, d->tolerance, &line.verdict, &line.summary);
	if (r < 0 || line.verdict.change == KERNEL_SAME)
		return r;
	line.class = classes[line.verdict.change];
	return add_line(d, line);
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

static int find_lines(struct diff *d)
{
	int r = 0;

	for (size_t i = 0; r == 0 && i < d->sides[0].entry_count; i++) {
		const struct entry *a = &d->sides[0].entries[i];

		if (a->partner)
			r = compare_kernels(d, a, a->partner);
		else
			r = add_line(d, (struct line){ .a = a, .class = CLASS_REMOVED, .summary = "removed" });
	}
	for (size_t i = 0; r == 0 && i < d->sides[1].entry_count; i++)
		if (!d->sides[1].entries[i].partner)
			r = add_line(d, (struct line){ .b = &d->sides[1].entries[i],
						       .class = CLASS_ADDED,
						       .summary = "added" });
	if (d->line_count)
		qsort(d->lines, d->line_count, sizeof(*d->lines), by_weight);
	return r;
}

static void put_line(struct diff *d, struct syb_value *list, const struct line *line)
{
	static const char *const verdicts[] = {
		[CLASS_REMOVED] = "worse", [CLASS_WORSE] = "worse", [CLASS_OTHER] = "other",
		[CLASS_BETTER] = "better", [CLASS_ADDED] = "other",
	};
	const struct entry *e = line->a ? line->a : line->b;
	const struct syb_value *readable = syb_value_get(e->kernel, "demangled");
	struct syb_value *map = value_map(d->rec, list, NULL), *name, *changes;

	name = value_hint(value_string(d->rec, map, "name", e->name), VALUE_NAME);
	if (readable)
		value_label(d->rec, name, syb_value_string(readable));
	value_string_or_null(d->rec, map, "group", *e->group ? e->group : NULL);
	value_hint(value_string(d->rec, map, "change",
				!line->b   ? "removed"
				: !line->a ? "added"
					   : "changed"),
		   VALUE_QUIET);
	name = value_string(d->rec, map, "verdict", verdicts[line->class]);
	if (line->class <= CLASS_WORSE)
		value_hint(name, VALUE_BAD);
	value_label(d->rec, value_string(d->rec, map, "summary", line->summary), "what changed");
	changes =
		line->changes ? value_copy(d->rec, map, "changes", line->changes) : value_list(d->rec, map, "changes");
	value_hint(changes, VALUE_QUIET);
}

/* ---- what is not a kernel ---- */

static void put_copy(struct diff *d, struct syb_value *map, const char *key, const struct syb_value *v)
{
	struct syb_value *copy = v ? value_copy(d->rec, map, key, v) : value_null(d->rec, map, key);

	if (copy)
		copy->label = NULL; /* would be the title of the column */
}

/* a or b NULL where there is nothing. */
static void put_difference(struct diff *d, struct syb_value *list, const char *group, const char *path,
			   const char *change, const struct syb_value *a, const struct syb_value *b)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	struct syb_value *map;

	if (buf_printf(d->ctx, &text, "%s%s%s", group, *group ? " > " : "", path) < 0) {
		d->rec->failed = true;
		return;
	}
	map = value_map(d->rec, list, NULL);
	value_hint(value_stringn(d->rec, map, "path", text.ptr, text.len), VALUE_NAME);
	value_string(d->rec, map, "change", change);
	put_copy(d, map, "a", a);
	put_copy(d, map, "b", b);
}

/* Elements of a list that have names: what counts of those that `keep` wants, and what is shown of them. */
struct named {
	const char *list, *what, *shown;
	const char *const *keys; /* NULL-terminated */
	bool (*keep)(const char *name);
};

/* Data; code, symbols and ZE Info are compared as kernels. */
static bool is_data(const char *name)
{
	return str_starts(name, ".data") || str_starts(name, ".bss") || str_starts(name, ".misc") ||
	       str_eq(name, ".spv");
}

static bool is_any(const char *name)
{
	return *name != '\0';
}

static const char *const section_keys[] = { "size", "sha256", NULL };
static const char *const function_keys[] = { "code_size", "simd_size", "grf_count", "barrier_count", NULL };
static const struct named named[] = {
	{ "sections", "section", "size", section_keys, is_data },
	{ "functions", "function", "code_size", function_keys, is_any },
};

static bool same_in(const struct syb_value *a, const struct syb_value *b, const char *const *keys)
{
	for (; *keys; keys++) {
		const struct syb_value *x = syb_value_get(a, *keys), *y = syb_value_get(b, *keys);

		if (x && y ? !diff_same(x, y) : x != y)
			return false;
	}
	return true;
}

static const char *name_of(const struct syb_value *element)
{
	return syb_value_string(syb_value_get(element, "name"));
}

static void put_named(struct diff *d, struct syb_value *list, const struct binary *binary, const struct named *n,
		      const struct syb_value *a, const struct syb_value *b)
{
	char path[160];

	if (a && b && same_in(a, b, n->keys))
		return;
	snprintf(path, sizeof(path), "%s %.120s", n->what, name_of(a ? a : b));
	put_difference(d, list, binary->group, path,
		       !a   ? "added"
		       : !b ? "removed"
			    : "changed",
		       a ? syb_value_get(a, n->shown) : NULL, b ? syb_value_get(b, n->shown) : NULL);
}

static int compare_named(struct diff *d, struct syb_value *list, const struct binary *binary, const struct named *n)
{
	_cleanup_(waiting_drop) struct waiting w = { 0 };
	const struct syb_value *a = syb_value_get(binary->map, n->list);
	const struct syb_value *b = syb_value_get(binary->partner->map, n->list);
	size_t count_a = a ? syb_value_count(a) : 0, count_b = b ? syb_value_count(b) : 0;
	bool *taken = arena_array(d->ctx, &d->arena, count_b, sizeof(*taken));
	int r = taken ? waiting_new(d->ctx, &d->arena, &w, count_b) : -SYB_E_NOMEM;

	for (size_t i = 0; r == 0 && i < count_b; i++) {
		const char *name = name_of(syb_value_at(b, i));

		r = waiting_add(d->ctx, &w, name, strlen(name), i);
	}
	for (size_t i = 0; r == 0 && i < count_a; i++) {
		const char *name = name_of(syb_value_at(a, i));
		long found = n->keep(name) ? waiting_take(&w, name, strlen(name)) : NOBODY;

		if (found != NOBODY)
			taken[found] = true;
		if (n->keep(name))
			put_named(d, list, binary, n, syb_value_at(a, i),
				  found == NOBODY ? NULL : syb_value_at(b, (size_t)found));
	}
	for (size_t i = 0; r == 0 && i < count_b; i++)
		if (!taken[i] && n->keep(name_of(syb_value_at(b, i))))
			put_named(d, list, binary, n, NULL, syb_value_at(b, i));
	return r;
}

static int compare_binaries(struct diff *d, struct syb_value *list)
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
	int r = 0;

	for (size_t i = 0; r == 0 && i < d->sides[0].binary_count; i++) {
		const struct binary *a = &d->sides[0].binaries[i];

		for (size_t k = 0; a->partner && k < ARRAY_SIZE(keys); k++) {
			const struct syb_value *x = syb_value_get(a->map, keys[k].key);
			const struct syb_value *y = syb_value_get(a->partner->map, keys[k].key);

			if (x && y && keys[k].below) {
				x = syb_value_get(x, keys[k].below);
				y = syb_value_get(y, keys[k].below);
			}
			if (x && y && !diff_same(x, y))
				put_difference(d, list, a->group, keys[k].path, "changed", x, y);
		}
		for (size_t k = 0; r == 0 && a->partner && k < ARRAY_SIZE(named); k++)
			r = compare_named(d, list, a, &named[k]);
	}
	return r;
}

/* ---- the answer ---- */

static void put_side(struct diff *d, const char *key, const struct syb_value *root)
{
	struct syb_value *map = value_hint(value_map(d->rec, d->rec->root, key), VALUE_QUIET);
	const struct syb_value *file = syb_value_get(root, "file"), *kind = syb_value_get(root, "kind");

	if (file)
		value_copy(d->rec, map, "file", file);
	if (kind)
		value_copy(d->rec, map, "kind", kind);
}

static int put_answer(struct diff *d, struct syb_kernels_verdict *out)
{
	struct syb_value *root = d->rec->root, *same, *worse, *list;
	int r;

	same = value_bool(d->rec, root, "same", false);
	worse = value_bool(d->rec, root, "worse", false);
	list = value_hint(value_list(d->rec, root, "kernels"), d->line_count ? VALUE_TABLE : VALUE_QUIET);
	for (size_t i = 0; i < d->line_count && !d->rec->failed; i++) {
		put_line(d, list, &d->lines[i]);
		out->worse |= d->lines[i].class <= CLASS_WORSE;
	}
	list = value_hint(value_list(d->rec, root, "differences"), VALUE_TABLE);
	r = list ? compare_binaries(d, list) : -SYB_E_NOMEM;
	if (r == 0 && d->rec->failed)
		r = -SYB_E_NOMEM;
	if (r < 0)
		return r;
	if (list->as.c.count == 0)
		value_hint(list, VALUE_QUIET);
	out->same = d->line_count == 0 && list->as.c.count == 0;
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
	bool groups;
	int r;

	OPTS_READ(ctx, &o, opts);
	d.tolerance = (o.tolerance == UINT32_MAX ? 0 : o.tolerance ? o.tolerance : DEFAULT_TOLERANCE) / 100.0;
	r = record_new(ctx, &rec);
	if (r == 0)
		r = record_new(ctx, &d.scratch);
	if (r == 0)
		r = zerecord_each(a, collect, &d.sides[0]);
	if (r == 0)
		r = zerecord_each(b, collect, &d.sides[1]);
	if (r == 0)
		r = choose(&d, a, b);
	groups = !d.sides[0].one_group || !d.sides[1].one_group;
	if (r == 0)
		r = pair_kernels(&d, groups);
	if (r == 0)
		r = pair_binaries(&d, groups);
	if (r == 0)
		r = find_lines(&d);
	if (r < 0)
		return r;
	d.rec = rec;
	value_hint(value_uint(rec, rec->root, "version", 1), VALUE_QUIET);
	value_hint(value_string(rec, rec->root, "kind", "diff"), VALUE_QUIET);
	put_side(&d, "a", a);
	put_side(&d, "b", b);
	verdict.kernels[0] = d.sides[0].entry_count;
	verdict.kernels[1] = d.sides[1].entry_count;
	r = put_answer(&d, &verdict);
	if (r == 0)
		r = record_finish(rec);
	if (r < 0)
		return r;
	*out_verdict = verdict;
	*out_record = steal(rec);
	return 0;
}
