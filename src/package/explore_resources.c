/* package/explore_resources.c — what kernels of native code take of a device, for all of a document: rows of numbers
 * below shared titles, since a thousand kernels for eight devices have as many rows as the rest of a page has room for.
 */
#include "explore.h"

#include "base/buf.h"

static const struct {
	const char *from, *to;
} numbers[] = {
	{ "simd_size", "simd" },           { "grf_count", "grf" },
	{ "threads_per_eu", "threads" },   { "spill_size", "spill" },
	{ "private_size", "private" },     { "spill_private_size", "spill_private" },
	{ "scratch_size", "scratch" },     { "slm_size", "slm" },
	{ "barrier_count", "barriers" },   { "payload_size", "payload" },
	{ "argument_count", "arguments" }, { "code_size", "code" },
};
_Static_assert(ARRAY_SIZE(numbers) == EXPLORE_RESOURCES, "a row has a place for each");

enum { SPILL = 3, SPILL_PRIVATE = 5 };

static int arch_place(struct explore *x, const char *arch, size_t *out_place)
{
	size_t *stored;
	bool found;
	const char *copy = arena_string(x->ctx, &x->arena, arch, strlen(arch));
	int r = copy ? hash_put(x->ctx, &x->arch_places, copy, strlen(copy), x->arch_count, &stored, &found)
		     : -SYB_E_NOMEM;

	if (r < 0)
		return r;
	*out_place = *stored;
	if (found)
		return 0;
	r = VEC_PUSH(x->ctx, x->arches, x->arch_count, x->arch_room);
	if (r == 0)
		x->arches[x->arch_count++] = copy;
	return r;
}

int explore_add_resources(struct explore *x, size_t kernel, const struct syb_value *shown, const char *arch)
{
	struct explore_resource *row;
	size_t place;
	int r = arch_place(x, arch, &place);

	if (r == 0)
		r = VEC_PUSH(x->ctx, x->resources, x->resource_count, x->resource_room);
	if (r < 0)
		return r;
	row = &x->resources[x->resource_count++];
	*row = (struct explore_resource){ .kernel = kernel, .arch = place, .partner = SIZE_MAX };
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		const struct syb_value *v = explore_get(shown, numbers[i].from);

		row->known[i] = v && syb_value_kind(v) == SYB_VALUE_UINT;
		row->values[i] = row->known[i] ? syb_value_uint(v) : 0;
	}
	return 0;
}

/* ---- which of them there is room for ---- */

static size_t row_length(const struct explore *x, const struct explore_resource *row)
{
	size_t length = 6;

	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		uint64_t number = row->values[i];

		if (!x->resources_known[i])
			continue;
		length += row->known[i] ? 2 : 5;
		for (; number >= 10; number /= 10)
			length++;
	}
	return length;
}

/* Regressions are what people compare for, what spills is what they look for: these go first. */
enum { RANK_WORSE, RANK_SPILLS, RANK_OTHER, RANK_COUNT };

static int rank_of(const struct explore_resource *row)
{
	if (row->worse)
		return RANK_WORSE;
	return row->values[SPILL] || row->values[SPILL_PRIVATE] ? RANK_SPILLS : RANK_OTHER;
}

/* A row of one file and that of the other stay together, or are both left out. most: bytes, about. */
static void choose(struct explore *x, size_t most)
{
	size_t length = 0;

	for (int rank = 0; rank < RANK_COUNT; rank++)
		for (size_t i = 0; i < x->resource_count; i++) {
			struct explore_resource *row = &x->resources[i];
			struct explore_resource *other = row->partner == SIZE_MAX ? NULL : &x->resources[row->partner];
			const int first = other && rank_of(other) < rank_of(row) ? rank_of(other) : rank_of(row);

			if (first != rank || (other && other < row))
				continue;
			length += row_length(x, row) + (other ? row_length(x, other) : 0);
			row->kept = length <= most;
			if (other)
				other->kept = row->kept;
		}
}

/* ---- comparing ---- */

struct pairing {
	struct explore *x;
	struct hash first; /* kernel and arch of the first file → place of the row */
	struct hash worse; /* kernel and arch, or kernel and "": of regressions */
	struct buf key;
};

static void drop(struct pairing *p)
{
	hash_free(&p->first);
	hash_free(&p->worse);
	buf_free(&p->key);
}

static int spell(struct pairing *p, const char *kernel, const char *arch)
{
	int r;

	p->key.len = 0;
	r = buf_add(p->x->ctx, &p->key, kernel, strlen(kernel) + 1);
	return r < 0 ? r : buf_text(p->x->ctx, &p->key, arch);
}

static int put(struct pairing *p, struct hash *hash, size_t value)
{
	const char *copy = arena_string(p->x->ctx, &p->x->arena, p->key.ptr, p->key.len);
	size_t *stored;
	bool found;

	return copy ? hash_put(p->x->ctx, hash, copy, p->key.len, value, &stored, &found) : -SYB_E_NOMEM;
}

static int take_regressions(struct pairing *p, const struct syb_value *regressions)
{
	int r = 0;

	for (const struct syb_value *v = regressions->as.c.first; r == 0 && v; v = v->next) {
		const struct syb_value *kernel = explore_get(v, "kernel");
		const bool listed = kernel && syb_value_kind(kernel) == SYB_VALUE_UINT;

		r = spell(p, listed ? p->x->kernels[syb_value_uint(kernel)].name : explore_text(v, "kernel"),
			  explore_text(v, "arch"));
		if (r == 0)
			r = put(p, &p->worse, 0);
	}
	return r;
}

static int compare_row(struct pairing *p, size_t place)
{
	struct explore_resource *rows = p->x->resources, *row = &rows[place];
	const struct explore_kernel *k = &p->x->kernels[row->kernel];
	const size_t *first;
	int r = spell(p, k->name, "");

	row->worse = r == 0 && hash_get(&p->worse, p->key.ptr, p->key.len);
	if (r == 0)
		r = spell(p, k->name, p->x->arches[row->arch]);
	if (r < 0)
		return r;
	row->worse |= hash_get(&p->worse, p->key.ptr, p->key.len) != NULL;
	if (k->file == 0)
		return put(p, &p->first, place);
	first = hash_get(&p->first, p->key.ptr, p->key.len);
	if (first && rows[*first].partner == SIZE_MAX) {
		row->partner = *first;
		rows[*first].partner = place;
	}
	return 0;
}

int explore_compare_resources(struct explore *x, const struct syb_value *regressions)
{
	_cleanup_(drop) struct pairing p = { .x = x };
	int r = take_regressions(&p, regressions);

	for (size_t i = 0; r == 0 && i < x->resource_count; i++)
		r = compare_row(&p, i);
	return r;
}

/* ---- the document ---- */

static void put_titles(struct explore *x)
{
	struct syb_value *list = value_list(x->rec, x->rec->root, "arches");

	for (size_t i = 0; i < x->arch_count; i++)
		value_string(x->rec, list, NULL, x->arches[i]);
	list = value_list(x->rec, x->rec->root, "resource_columns");
	value_string(x->rec, list, NULL, "arch");
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		if (x->resources_known[i])
			value_string(x->rec, list, NULL, numbers[i].to);
}

static void put_row(struct explore *x, const struct explore_resource *row)
{
	struct explore_kernel *k = &x->kernels[row->kernel];
	struct syb_value *list;

	if (!k->resources)
		k->resources = value_list(x->rec, k->map, "resources");
	list = value_list(x->rec, k->resources, NULL);
	value_uint(x->rec, list, NULL, row->arch);
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		if (!x->resources_known[i])
			continue;
		if (row->known[i])
			value_uint(x->rec, list, NULL, row->values[i]);
		else
			value_null(x->rec, list, NULL);
	}
}

int explore_resources(struct explore *x, size_t most)
{
	size_t left_out = 0;

	if (x->resource_count == 0)
		return 0;
	for (size_t r = 0; r < x->resource_count; r++)
		for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
			x->resources_known[i] |= x->resources[r].known[i];
	choose(x, most);
	put_titles(x);
	for (size_t i = 0; i < x->resource_count; i++) {
		left_out += !x->resources[i].kept;
		if (x->resources[i].kept)
			put_row(x, &x->resources[i]);
	}
	if (left_out)
		value_uint(x->rec, x->rec->root, "resources_left_out", left_out);
	return x->rec->failed ? -SYB_E_NOMEM : 0;
}
