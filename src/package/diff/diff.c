/* package/diff/diff.c — two packages → what differs in meaning.
 *
 * How a package is written (version, container, compression, dialect, order) is not a difference; what it says is:
 * properties by their decoded values, images by kind, architecture, target, type and content. Modules are paired by
 * their kernels, then by their place. Files with several packages are compared as a whole: their modules are paired
 * wherever they stand, packages by their modules. */
#include "base/buf.h"
#include "base/hash.h"
#include "base/order.h"
#include "base/sha256.h"
#include "base/value.h"
#include "diff.h"
#include "format/props/props.h"
#include "format/syclbin/syclbin.h"
#include "package/judge/kernels.h"
#include "waiting.h"
#include <sybil/package.h>

#include <stdio.h>
#include <stdlib.h>

struct diff {
	struct syb_ctx *ctx;
	struct arena arena;
	struct syb_record *rec;
	struct syb_value *list;
	struct buf path;
	bool several; /* packages of a file: paths begin with which one */
};

static void drop(struct diff *d)
{
	buf_free(&d->path);
	arena_free(&d->arena);
}

/* ---- the answer ---- */

/* Append a step to the path; give back what it was with `d->path.len = before`. */
static int step(struct diff *d, const char *text)
{
	int r = d->path.len ? buf_text(d->ctx, &d->path, " > ") : 0;

	return r < 0 ? r : buf_text(d->ctx, &d->path, text);
}

/* One difference; a or b NULL where there is nothing. */
static void put(struct diff *d, const struct syb_value *a, const struct syb_value *b)
{
	struct syb_value *map = value_map(d->rec, d->list, NULL);

	value_hint(value_stringn(d->rec, map, "path", d->path.ptr, d->path.len), VALUE_NAME);
	value_string(d->rec, map, "change", !a ? "added" : !b ? "removed" : "changed");
	if (a)
		value_copy(d->rec, map, "a", a);
	else
		value_hint(value_null(d->rec, map, "a"), VALUE_QUIET);
	if (b)
		value_copy(d->rec, map, "b", b);
	else
		value_hint(value_null(d->rec, map, "b"), VALUE_QUIET);
}

/* ---- properties ---- */

static bool same_scalar(const struct syb_value *a, const struct syb_value *b)
{
	switch (a->kind) {
	case SYB_VALUE_NULL:
		return true;
	case SYB_VALUE_BOOL:
		return a->as.b == b->as.b;
	case SYB_VALUE_UINT:
		return a->as.u == b->as.u;
	case SYB_VALUE_INT:
		return a->as.i == b->as.i;
	case SYB_VALUE_REAL:
		return memcmp(&a->as.d, &b->as.d, sizeof(a->as.d)) == 0;
	default:
		return a->as.s.len == b->as.s.len && memcmp(a->as.s.ptr, b->as.s.ptr, a->as.s.len) == 0;
	}
}

static const struct syb_value *only_element(const struct syb_value *v)
{
	return v->kind == SYB_VALUE_LIST && v->as.c.count == 1 ? v->as.c.first : v;
}

/* A thing told by number and name, or by its name alone. */
static const struct syb_value *name_in(const struct syb_value *v)
{
	for (const struct syb_value *c = v->kind == SYB_VALUE_MAP ? v->as.c.first : NULL; c; c = c->next)
		if (c->kind == SYB_VALUE_STRING && str_eq(c->key, "name"))
			return c;
	return v;
}

/* An aspect: the same one may have another number in a file with another numbering. */
static bool has_number(const struct syb_value *v)
{
	return v->kind == SYB_VALUE_MAP && v->as.c.first && v->as.c.first->key && str_eq(v->as.c.first->key, "number");
}

/* Decoded values are a few levels deep. Dialects write a number also as a list of one, aspects also by their names, and
 * round masks up to bytes. */
bool diff_same(const struct syb_value *a, const struct syb_value *b)
{
	const struct syb_value *x, *y;

	if (a->kind != b->kind) {
		a = only_element(a);
		b = only_element(b);
	}
	if (a->kind != b->kind) {
		a = name_in(a);
		b = name_in(b);
	}
	if (a->kind != b->kind)
		return false;
	if (has_number(a) && has_number(b) && name_in(a) != a && name_in(b) != b)
		return same_scalar(name_in(a), name_in(b));
	if (a->kind == SYB_VALUE_UINT && a->key && b->key && str_eq(a->key, "bits") && str_eq(b->key, "bits"))
		return (a->as.u + 7) / 8 == (b->as.u + 7) / 8;
	if (a->kind != SYB_VALUE_LIST && a->kind != SYB_VALUE_MAP)
		return same_scalar(a, b);
	if (a->as.c.count != b->as.c.count)
		return false;
	for (x = a->as.c.first, y = b->as.c.first; x && y; x = x->next, y = y->next)
		if ((x->key && !str_eq(x->key, y->key)) || !diff_same(x, y))
			return false;
	return true;
}

/* Both spellings of a set are one set. */
static const char *set_name(const char *name)
{
	const struct syb_set_info *info = syb_set_info_find(name);

	return info ? info->name : name;
}

/* Elements of a map by key; of repeated keys, the last. */
static int index_map(struct diff *d, const struct syb_value *map, struct hash *out)
{
	int r = 0;

	for (const struct syb_value *v = map ? map->as.c.first : NULL; v && r == 0; v = v->next) {
		const char *key = set_name(v->key);
		size_t *stored;
		bool found;

		r = hash_put(d->ctx, out, key, strlen(key), 0, &stored, &found);
		if (r == 0)
			*stored = (size_t)v;
	}
	return r;
}

static const struct syb_value *find_in(const struct hash *index, const char *key)
{
	const size_t *stored = hash_get(index, set_name(key), strlen(set_name(key)));

	return stored ? (const struct syb_value *)*stored : NULL;
}

/* Two maps, a or b may be NULL. At level 0 they are maps of sets, at level 1 of properties. */
static int diff_maps(struct diff *d, const struct syb_value *a, const struct syb_value *b, int level)
{
	_cleanup_(hash_free) struct hash in_a = { 0 }, in_b = { 0 };
	const struct syb_value *sides[] = { a, b };
	size_t before = d->path.len;
	int r;

	r = index_map(d, a, &in_a);
	if (r == 0)
		r = index_map(d, b, &in_b);
	for (size_t i = 0; r == 0 && i < ARRAY_SIZE(sides); i++) {
		for (const struct syb_value *v = sides[i] ? sides[i]->as.c.first : NULL; v && r == 0; v = v->next) {
			const struct syb_value *x = find_in(&in_a, v->key), *y = find_in(&in_b, v->key);

			if ((i == 0 && x != v) || (i == 1 && (x || y != v)))
				continue; /* repeated, or seen from the other side */
			r = step(d, v->label ? v->label : v->key);
			if (r == 0 && level == 0 && (!x || x->kind == SYB_VALUE_MAP) &&
			    (!y || y->kind == SYB_VALUE_MAP))
				r = diff_maps(d, x, y, 1);
			else if (r == 0 && (!x || !y || !diff_same(x, y)))
				put(d, x, y);
			d->path.len = before;
		}
	}
	return r;
}

static int decode(struct diff *d, int r, struct syb_props *props, struct syb_record **out)
{
	return r < 0 ? r : syb_props_decode(d->ctx, props, false, out);
}

/* The same for what may be gigabytes. */
static int same_image(struct diff *d, struct span a, struct span b, bool *out_same)
{
	enum { STEP = 16 << 20 };
	bool same = a.len == b.len;
	int r = 0;

	for (size_t at = 0; at < a.len && same && r == 0; at += STEP) {
		same = memcmp(a.ptr + at, b.ptr + at, a.len - at < STEP ? a.len - at : STEP) == 0;
		ctx_progress(d->ctx, "compare", at, a.len);
		r = ctx_cancelled(d->ctx);
	}
	*out_same = same;
	return r;
}

/* Compare two registries that were just read (ra, rb: what reading them returned). */
static int diff_props(struct diff *d, int ra, struct syb_props *a, int rb, struct syb_props *b)
{
	_cleanup_(syb_record_free_p) struct syb_record *da = NULL, *db = NULL;
	int r = decode(d, ra, a, &da);

	if (r == 0)
		r = decode(d, rb, b, &db);
	return r < 0 ? r : diff_maps(d, da->root, db->root, 0);
}

static int diff_global(struct diff *d, const struct syb_bin *a, const struct syb_bin *b)
{
	_cleanup_(syb_props_free_p) struct syb_props *pa = NULL, *pb = NULL;
	int ra, rb;

	if (bytes_eq(syb_bin_metadata(a, NULL), syb_bin_metadata(b, NULL)))
		return 0;
	ra = syb_bin_props(d->ctx, a, &pa);
	rb = ra < 0 ? ra : syb_bin_props(d->ctx, b, &pb);
	return diff_props(d, ra, pa, rb, pb);
}

/* ---- images ---- */

/* What an image is for. Two images of a module with the same key stand for each other. */
static const char *image_key(struct diff *d, const struct syb_image *image, size_t *out_len)
{
	const struct image_facts *f = image->facts;
	const char *key = arena_printf(d->ctx, &d->arena, "%d|%s|%s|%d|%u", (int)image->kind, f->arch ? f->arch : "",
				       f->target ? f->target : "", f->has_type, f->has_type ? f->type : 0);

	*out_len = key ? strlen(key) : 0;
	return key;
}

static struct syb_value *image_value(struct syb_record *rec, const struct syb_image *image)
{
	struct syb_value *map = value_map(rec, rec->root, "image");
	const struct image_facts *f = image->facts;
	char hex[SHA256_HEX];

	value_uint(rec, map, "index", image->index);
	value_string(rec, map, "kind", image->kind == SYB_IMAGE_IR ? "ir" : "native");
	if (f->has_type && syb_ir_type_name(f->type))
		value_string(rec, map, "type", syb_ir_type_name(f->type));
	else if (f->has_type)
		value_uint(rec, map, "type", f->type);
	if (f->arch)
		value_string(rec, map, "arch", f->arch);
	if (f->target)
		value_string(rec, map, "target", f->target);
	value_hint(value_uint(rec, map, "size", image->bytes.len), VALUE_SIZE);
	sha256_hex_told(rec->ctx, image->bytes.ptr, image->bytes.len, hex);
	value_string(rec, map, "sha256", hex);
	return map;
}

static int put_images(struct diff *d, const struct syb_image *a, const struct syb_image *b)
{
	_cleanup_(syb_record_free_p) struct syb_record *ra = NULL, *rb = NULL;
	int r = a ? record_new(d->ctx, &ra) : 0;

	if (r == 0 && b)
		r = record_new(d->ctx, &rb);
	if (r < 0)
		return r;
	if (a)
		image_value(ra, a);
	if (b)
		image_value(rb, b);
	if ((ra && ra->failed) || (rb && rb->failed))
		return -SYB_E_NOMEM;
	put(d, a ? ra->root->as.c.first : NULL, b ? rb->root->as.c.first : NULL);
	return 0;
}

static int diff_image(struct diff *d, const struct syb_image *a, const struct syb_image *b)
{
	_cleanup_(syb_props_free_p) struct syb_props *pa = NULL, *pb = NULL;
	size_t before = d->path.len;
	char name[32];
	bool same = false;
	int r, ra, rb;

	snprintf(name, sizeof(name), "image %zu", a ? a->index : b->index);
	r = step(d, name);
	if (r == 0 && a && b)
		r = same_image(d, a->bytes, b->bytes, &same);
	if (r == 0 && !same)
		r = put_images(d, a, b);
	if (r == 0 && a && b && !bytes_eq(span_bytes(a->metadata), span_bytes(b->metadata))) {
		ra = syb_image_props(d->ctx, a, &pa);
		rb = ra < 0 ? ra : syb_image_props(d->ctx, b, &pb);
		r = diff_props(d, ra, pa, rb, pb);
	}
	d->path.len = before;
	return r;
}

/* ---- pairs ---- */

static int diff_images(struct diff *d, const struct syb_module *a, const struct syb_module *b)
{
	_cleanup_(waiting_drop) struct waiting w = { 0 };
	const struct syb_image **partner = arena_array(d->ctx, &d->arena, a->image_count, sizeof(*partner));
	bool *taken = arena_array(d->ctx, &d->arena, b->image_count, sizeof(*taken));
	size_t len;
	int r = partner && taken ? waiting_new(d->ctx, &d->arena, &w, b->image_count) : -SYB_E_NOMEM;

	for (size_t i = 0; r == 0 && i < b->image_count; i++) {
		const char *key = image_key(d, &b->images[i], &len);

		r = key ? waiting_add(d->ctx, &w, key, len, i) : -SYB_E_NOMEM;
	}
	for (size_t i = 0; r == 0 && i < a->image_count; i++) {
		const char *key = image_key(d, &a->images[i], &len);
		long found = key ? waiting_take(&w, key, len) : NOBODY;

		if (!key)
			return -SYB_E_NOMEM;
		if (found != NOBODY)
			taken[found] = true;
		r = diff_image(d, &a->images[i], found == NOBODY ? NULL : &b->images[found]);
	}
	for (size_t i = 0; r == 0 && i < b->image_count; i++)
		if (!taken[i])
			r = diff_image(d, NULL, &b->images[i]);
	return r;
}

/* ---- modules ---- */

/* The packages of one file, and the modules of all of them. */
struct side {
	struct diff_packages packages;
	struct package_place {
		size_t first; /* of its modules */
		long partner;
	} * places;
	/* Kernel names of the modules; each module's are sorted. */
	struct module_names {
		const struct syb_module *module;
		size_t package;
		const char **names;
		size_t count;
		const char *key; /* name of the package, all names of kernels */
		size_t key_len, package_len;
		const char *exact; /* what its images are, all names of kernels; where there are several packages */
		size_t exact_len;
		long partner;
	} * modules;
	size_t module_count;
};

static int read_key(struct diff *d, const char *package, struct module_names *m)
{
	_cleanup_(buf_free) struct buf key = { 0 };
	int r = buf_add(d->ctx, &key, package, strlen(package) + 1);

	m->package_len = strlen(package) + 1;
	for (size_t i = 0; r == 0 && i < m->count; i++)
		r = buf_add(d->ctx, &key, m->names[i], strlen(m->names[i]) + 1);
	if (r < 0)
		return r;
	m->key = arena_string(d->ctx, &d->arena, key.ptr, key.len);
	m->key_len = key.len;
	return m->key ? 0 : -SYB_E_NOMEM;
}

/* What it is, and what is in it. */
static int image_number(struct diff *d, const struct syb_image *image, uint64_t *out)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	uint8_t hash[SHA256_SIZE];
	size_t len;
	const char *key = image_key(d, image, &len);
	int r = key ? buf_add(d->ctx, &text, key, len) : -SYB_E_NOMEM;

	sha256(image->bytes.ptr, image->bytes.len, hash);
	if (r == 0)
		r = buf_add(d->ctx, &text, hash, sizeof(hash));
	if (r < 0)
		return r;
	sha256(text.ptr, text.len, hash);
	memcpy(out, hash, sizeof(*out));
	return 0;
}

/* The same for the same images, in whichever order. */
static int read_exact(struct diff *d, struct module_names *m)
{
	_cleanup_(buf_free) struct buf key = { 0 };
	uint64_t sum = 0, number;
	int r = 0;

	for (size_t i = 0; r == 0 && i < m->module->image_count; i++) {
		r = image_number(d, &m->module->images[i], &number);
		if (r == 0)
			sum += number;
	}
	if (r == 0)
		r = buf_add(d->ctx, &key, &sum, sizeof(sum));
	if (r == 0)
		r = buf_add(d->ctx, &key, m->key + m->package_len, m->key_len - m->package_len);
	if (r < 0)
		return r;
	m->exact = arena_string(d->ctx, &d->arena, key.ptr, key.len);
	m->exact_len = key.len;
	return m->exact ? 0 : -SYB_E_NOMEM;
}

static int read_names(struct diff *d, const struct side *side, size_t package, const struct syb_module *module,
		      struct module_names *out)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(kernels_drop) struct kernels kernels = { 0 };
	struct module_names m = { .module = module, .package = package, .partner = NOBODY };
	int r = syb_module_props(d->ctx, module, &props);

	if (r == 0)
		r = kernels_read(d->ctx, module, props, NULL, &kernels);
	if (r < 0)
		return r;
	m.count = kernels_count(&kernels);
	m.names = arena_array(d->ctx, &d->arena, m.count, sizeof(*m.names));
	if (!m.names)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < m.count; i++) {
		const char *name = kernels_at(&kernels, i);

		m.names[i] = arena_string(d->ctx, &d->arena, name, strlen(name));
		if (!m.names[i])
			return -SYB_E_NOMEM;
	}
	qsort(m.names, m.count, sizeof(*m.names), order_texts);
	r = read_key(d, side->packages.at[package].name, &m);
	if (r == 0 && d->several)
		r = read_exact(d, &m);
	if (r == 0)
		*out = m;
	return r;
}

static int side_read(struct diff *d, struct diff_packages packages, struct side *out)
{
	size_t count = 0;
	int r = 0;

	*out = (struct side){ .packages = packages };
	out->places = arena_array(d->ctx, &d->arena, packages.count, sizeof(*out->places));
	if (!out->places)
		return -SYB_E_NOMEM;
	for (size_t p = 0; p < packages.count; p++) {
		out->places[p] = (struct package_place){ .first = count, .partner = NOBODY };
		count += packages.at[p].bin->module_count;
	}
	out->modules = arena_array(d->ctx, &d->arena, count, sizeof(*out->modules));
	if (!out->modules)
		return -SYB_E_NOMEM;
	for (size_t p = 0; p < packages.count; p++) {
		const struct syb_bin *bin = packages.at[p].bin;

		for (size_t i = 0; r == 0 && i < bin->module_count; i++)
			r = read_names(d, out, p, &bin->modules[i], &out->modules[out->module_count++]);
	}
	return r;
}

static void pair(struct side *a, struct side *b, size_t i, size_t k)
{
	a->modules[i].partner = (long)k;
	b->modules[k].partner = (long)i;
}

/* What modules have in common besides their kernels. */
enum likeness { LIKE_IMAGES, LIKE_PACKAGE, LIKE_KERNELS };

static struct syb_bytes key_of(const struct module_names *m, enum likeness like)
{
	const size_t skip = like == LIKE_KERNELS ? m->package_len : 0;

	if (like == LIKE_IMAGES)
		return (struct syb_bytes){ (const uint8_t *)m->exact, m->exact_len };
	return (struct syb_bytes){ (const uint8_t *)m->key + skip, m->key_len - skip };
}

static int pair_equal(struct diff *d, struct side *a, struct side *b, enum likeness like)
{
	_cleanup_(waiting_drop) struct waiting w = { 0 };
	int r = waiting_new(d->ctx, &d->arena, &w, b->module_count);

	for (size_t i = 0; r == 0 && i < b->module_count; i++) {
		const struct syb_bytes key = key_of(&b->modules[i], like);

		if (b->modules[i].partner == NOBODY)
			r = waiting_add(d->ctx, &w, (const char *)key.ptr, key.len, i);
	}
	for (size_t i = 0; r == 0 && i < a->module_count; i++) {
		const struct syb_bytes key = key_of(&a->modules[i], like);
		long k = a->modules[i].partner == NOBODY ? waiting_take(&w, (const char *)key.ptr, key.len) : NOBODY;

		if (k != NOBODY)
			pair(a, b, i, (size_t)k);
	}
	return r;
}

/* Modules that still have a kernel in common. */
static int pair_similar(struct diff *d, struct side *a, struct side *b)
{
	_cleanup_(hash_free) struct hash owners = { 0 };
	size_t *owner;
	bool found;
	int r = 0;

	for (size_t i = 0; r == 0 && i < b->module_count; i++)
		for (size_t n = 0; r == 0 && b->modules[i].partner == NOBODY && n < b->modules[i].count; n++)
			r = hash_put(d->ctx, &owners, b->modules[i].names[n], strlen(b->modules[i].names[n]), i, &owner,
				     &found);
	for (size_t i = 0; r == 0 && i < a->module_count; i++) {
		for (size_t n = 0; a->modules[i].partner == NOBODY && n < a->modules[i].count; n++) {
			owner = hash_get(&owners, a->modules[i].names[n], strlen(a->modules[i].names[n]));
			if (owner && b->modules[*owner].partner == NOBODY)
				pair(a, b, i, *owner);
		}
	}
	return r;
}

/* Packages whose modules were paired; what is left in order. */
static void pair_packages(struct side *a, struct side *b)
{
	size_t p = 0, q = 0;

	for (size_t i = 0; i < a->module_count; i++) {
		const struct module_names *x = &a->modules[i];
		const struct module_names *y = x->partner == NOBODY ? NULL : &b->modules[x->partner];

		if (!y || a->places[x->package].partner != NOBODY || b->places[y->package].partner != NOBODY)
			continue;
		a->places[x->package].partner = (long)y->package;
		b->places[y->package].partner = (long)x->package;
	}
	for (;;) {
		while (p < a->packages.count && a->places[p].partner != NOBODY)
			p++;
		while (q < b->packages.count && b->places[q].partner != NOBODY)
			q++;
		if (p == a->packages.count || q == b->packages.count)
			return;
		a->places[p].partner = (long)q;
		b->places[q].partner = (long)p;
	}
}

/* What is left, where it stands in the same place of packages that are a pair. */
static void pair_places(struct side *a, struct side *b)
{
	for (size_t i = 0; i < a->module_count; i++) {
		const size_t p = a->modules[i].package, place = i - a->places[p].first;
		const long q = a->places[p].partner;

		if (a->modules[i].partner != NOBODY || q == NOBODY || place >= b->packages.at[q].bin->module_count)
			continue;
		if (b->modules[b->places[q].first + place].partner == NOBODY)
			pair(a, b, i, b->places[q].first + place);
	}
}

static int pair_sides(struct diff *d, struct side *a, struct side *b)
{
	int r = 0;

	for (enum likeness like = d->several ? LIKE_IMAGES : LIKE_KERNELS; r == 0 && like <= LIKE_KERNELS; like++)
		r = pair_equal(d, a, b, like);
	if (r == 0)
		r = pair_similar(d, a, b);
	if (r < 0)
		return r;
	pair_packages(a, b);
	pair_places(a, b);
	return 0;
}

static int put_package(struct diff *d, const struct diff_package *package, size_t i, bool added)
{
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	struct syb_value *map;
	int r = record_new(d->ctx, &rec);

	if (r < 0)
		return r;
	map = value_map(rec, rec->root, "package");
	value_uint(rec, map, "index", i);
	if (*package->name)
		value_string(rec, map, "name", package->name);
	value_uint(rec, map, "modules", package->bin->module_count);
	if (rec->failed)
		return -SYB_E_NOMEM;
	put(d, added ? NULL : map, added ? map : NULL);
	return 0;
}

static int step_package(struct diff *d, size_t p)
{
	char name[48] = "package";

	if (d->several)
		snprintf(name, sizeof(name), "package %zu", p);
	return step(d, name);
}

static int diff_all_globals(struct diff *d, const struct side *a, const struct side *b)
{
	int r = 0;

	for (size_t p = 0; r == 0 && p < a->packages.count; p++) {
		const long q = a->places[p].partner;

		r = step_package(d, p);
		if (r == 0)
			r = q == NOBODY ? put_package(d, &a->packages.at[p], p, false)
					: diff_global(d, a->packages.at[p].bin, b->packages.at[q].bin);
		d->path.len = 0;
	}
	for (size_t q = 0; r == 0 && q < b->packages.count; q++) {
		if (b->places[q].partner != NOBODY)
			continue;
		r = step_package(d, q);
		if (r == 0)
			r = put_package(d, &b->packages.at[q], q, true);
		d->path.len = 0;
	}
	return r;
}

static int put_module(struct diff *d, const struct module_names *m, bool added)
{
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	struct syb_value *map, *list;
	int r = record_new(d->ctx, &rec);

	if (r < 0)
		return r;
	map = value_map(rec, rec->root, "module");
	value_uint(rec, map, "index", m->module->index);
	list = value_list(rec, map, "kernels");
	for (size_t n = 0; n < m->count; n++)
		value_string(rec, list, NULL, m->names[n]);
	value_uint(rec, map, "images", m->module->image_count);
	if (rec->failed)
		return -SYB_E_NOMEM;
	put(d, added ? NULL : map, added ? map : NULL);
	return 0;
}

static int diff_module(struct diff *d, const struct syb_module *a, const struct syb_module *b)
{
	_cleanup_(syb_props_free_p) struct syb_props *pa = NULL, *pb = NULL;
	int ra, rb;

	if (!bytes_eq(span_bytes(a->metadata), span_bytes(b->metadata))) {
		ra = syb_module_props(d->ctx, a, &pa);
		rb = ra < 0 ? ra : syb_module_props(d->ctx, b, &pb);
		ra = diff_props(d, ra, pa, rb, pb);
		if (ra < 0)
			return ra;
	}
	return diff_images(d, a, b);
}

static int step_module(struct diff *d, const struct module_names *m)
{
	char name[48];
	int r = d->several ? step_package(d, m->package) : 0;

	snprintf(name, sizeof(name), "module %zu", m->module->index);
	return r < 0 ? r : step(d, name);
}

static int diff_modules(struct diff *d, const struct side *a, const struct side *b)
{
	int r = 0;

	for (size_t i = 0; r == 0 && i < a->module_count; i++) {
		const struct module_names *m = &a->modules[i];

		r = step_module(d, m);
		if (r == 0)
			r = m->partner == NOBODY ? put_module(d, m, false)
						 : diff_module(d, m->module, b->modules[m->partner].module);
		d->path.len = 0;
	}
	for (size_t i = 0; r == 0 && i < b->module_count; i++) {
		if (b->modules[i].partner != NOBODY)
			continue;
		r = step_module(d, &b->modules[i]);
		if (r == 0)
			r = put_module(d, &b->modules[i], true);
		d->path.len = 0;
	}
	return r;
}

static int compare(struct diff *d, const struct diff_packages packages[2])
{
	struct side a, b;
	int r = side_read(d, packages[0], &a);

	if (r == 0)
		r = side_read(d, packages[1], &b);
	if (r == 0)
		r = pair_sides(d, &a, &b);
	if (r == 0)
		r = diff_all_globals(d, &a, &b);
	return r < 0 ? r : diff_modules(d, &a, &b);
}

/* How each file is written, of several packages the first: told, but no difference. */
static void put_form(struct syb_record *rec, const char *key, struct diff_packages packages)
{
	struct syb_value *map = value_hint(value_map(rec, rec->root, key), VALUE_QUIET);
	const struct syb_bin *bin = packages.at[0].bin;

	value_string_or_null(rec, map, "file", syb_bin_name(bin));
	value_uint(rec, map, "format_version", syb_bin_format_version(bin));
	value_string_or_null(rec, map, "container", syb_container_name(syb_bin_container(bin)));
	value_string_or_null(rec, map, "compression", syb_compress_name(syb_bin_compress(bin)));
	if (packages.count > 1)
		value_uint(rec, map, "packages", packages.count);
}

int diff_packages(struct syb_ctx *ctx, const struct diff_packages packages[2], bool *out_same,
		  struct syb_record **out_record)
{
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	_cleanup_(drop) struct diff d = { .ctx = ctx, .several = packages[0].count > 1 || packages[1].count > 1 };
	struct syb_value *same;
	bool is_same;
	int r = record_new(ctx, &rec);

	if (r < 0)
		return r;
	value_hint(value_uint(rec, rec->root, "version", 1), VALUE_QUIET);
	value_hint(value_string(rec, rec->root, "kind", "diff"), VALUE_QUIET);
	put_form(rec, "a", packages[0]);
	put_form(rec, "b", packages[1]);
	same = value_bool(rec, rec->root, "same", false);
	d.rec = rec;
	d.list = value_list(rec, rec->root, "differences");
	if (rec->failed)
		return -SYB_E_NOMEM;
	r = compare(&d, packages);
	if (r < 0)
		return r;
	is_same = d.list->as.c.count == 0;
	same->as.b = is_same;
	if (is_same)
		value_hint(d.list, VALUE_QUIET);
	r = record_finish(rec);
	if (r < 0)
		return r;
	*out_same = is_same;
	*out_record = steal(rec);
	return 0;
}

int syb_diff(struct syb_ctx *ctx, const struct syb_bin *a, const struct syb_bin *b, bool *out_same,
	     struct syb_record **out_record)
{
	const struct diff_package pa = { a, "" }, pb = { b, "" };

	return diff_packages(ctx, (const struct diff_packages[2]){ { &pa, 1 }, { &pb, 1 } }, out_same, out_record);
}
