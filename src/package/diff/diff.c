/* package/diff/diff.c — two packages → differences in meaning.
 *
 * How a package is written (version, container, compression, dialect, order) does not matter. Properties are compared
 * by their decoded values, images by kind, architecture, target, type and content. Modules are paired by their kernels,
 * then by position. Files with several packages are compared as a whole: modules are paired across packages, and
 * packages by their modules. */
#include "base/buf.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/order.h"
#include "base/sha256.h"
#include "base/value.h"
#include "diff.h"
#include "format/props/props.h"
#include "format/syclbin/syclbin.h"
#include "package/judge/kernels.h"
#include "pair.h"
#include <sybil/package.h>

#include <stdarg.h>
#include <stdlib.h>

/* The packages of one file, and the modules of all of them. */
struct side {
	struct diff_packages packages;
	struct pairing package_pairs, module_pairs;
	size_t *first; /* of each package: its first module */
	struct module_names {
		const struct syb_module *module;
		size_t package;
		const char **names; /* of its kernels, sorted */
		size_t count;
	} * modules;
};

struct diff {
	struct syb_ctx *ctx;
	struct arena arena;
	struct syb_record *rec;
	struct syb_value *list;
	struct buf path;
	bool several; /* packages in a file: paths begin with the number of the package */
	struct side sides[2];
};

static void drop(struct diff *d)
{
	buf_free(&d->path);
	arena_free(&d->arena);
}

/* ---- the result ---- */

/* Append a step to the path; undo it with `d->path.len = before`. */
SYB_PRINTF(2, 3) static int step(struct diff *d, const char *fmt, ...)
{
	va_list args;
	const char *text;

	va_start(args, fmt);
	text = arena_vprintf(d->ctx, &d->arena, fmt, args);
	va_end(args);
	return text ? buf_printf(d->ctx, &d->path, "%s%s", d->path.len ? " > " : "", text) : -SYB_E_NOMEM;
}

/* Adds something to a map under a key. */
typedef void describe_fn(struct diff *d, struct syb_value *map, const char *key, const void *thing);

/* Add a difference at the current path; a or b is NULL where the thing is missing. */
static void put(struct diff *d, describe_fn *describe, const void *a, const void *b)
{
	struct syb_value *map = value_map(d->rec, d->list, NULL);
	const void *const things[] = { a, b };

	value_hint(value_stringn(d->rec, map, "path", d->path.ptr, d->path.len), VALUE_NAME);
	value_string(d->rec, map, "change", !a ? "added" : !b ? "removed" : "changed");
	for (size_t i = 0; i < 2; i++) {
		if (things[i])
			describe(d, map, i ? "b" : "a", things[i]);
		else
			value_hint(value_null(d->rec, map, i ? "b" : "a"), VALUE_QUIET);
	}
}

/* ---- values ---- */

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

/* The name of something that is written as a map of number and name. */
static const struct syb_value *name_in(const struct syb_value *v)
{
	const struct syb_value *name = syb_value_get(v, "name");

	return name && name->kind == SYB_VALUE_STRING ? name : v;
}

/* An aspect: its number depends on the numbering of the file. */
static bool has_number(const struct syb_value *v)
{
	return v->kind == SYB_VALUE_MAP && v->as.c.first && str_eq(v->as.c.first->key, "number");
}

/* Dialects may write a number as a list of one and an aspect as its name, and round bit masks up to bytes. Decoded
 * values are a few levels deep. */
/* Elements of lists or maps, in order. A default that only one of the maps has is not a difference. */
static bool same_elements(const struct syb_value *x, const struct syb_value *y)
{
	while (x || y) {
		const bool together = x && y && (!x->key || str_eq(x->key, y->key));

		if (!together && x && x->hint == VALUE_DEFAULT) {
			x = x->next;
		} else if (!together && y && y->hint == VALUE_DEFAULT) {
			y = y->next;
		} else if (!together || !diff_same(x, y)) {
			return false;
		} else {
			x = x->next;
			y = y->next;
		}
	}
	return true;
}

bool diff_same(const struct syb_value *a, const struct syb_value *b)
{
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
	return same_elements(a->as.c.first, b->as.c.first);
}

/* ---- maps ---- */

/* Both spellings of a property set are one key. */
static const char *key_of(const struct syb_value *v)
{
	const struct syb_set_info *info = syb_set_info_find(v->key);

	return info ? info->name : v->key;
}

static int index_map(struct syb_ctx *ctx, const struct syb_value *map, struct hash *out)
{
	for (const struct syb_value *v = map ? map->as.c.first : NULL; v; v = v->next) {
		size_t *stored;

		TRY(hash_put(ctx, out, key_of(v), strlen(key_of(v)), 0, &stored, NULL));
		*stored = (size_t)v;
	}
	return 0;
}

static const struct syb_value *find_in(const struct hash *index, const char *key)
{
	const size_t *stored = hash_get(index, key, strlen(key));

	return stored ? (const struct syb_value *)*stored : NULL;
}

int diff_each_key(struct syb_ctx *ctx, const struct syb_value *a, const struct syb_value *b, diff_key_fn *fn,
		  void *user)
{
	_cleanup_(hash_free) struct hash in_a = { 0 }, in_b = { 0 };

	TRY(index_map(ctx, a, &in_a));
	TRY(index_map(ctx, b, &in_b));
	for (const struct syb_value *v = a ? a->as.c.first : NULL; v; v = v->next)
		if (find_in(&in_a, key_of(v)) == v)
			TRY(fn(user, v->key, v, find_in(&in_b, key_of(v))));
	for (const struct syb_value *v = b ? b->as.c.first : NULL; v; v = v->next)
		if (find_in(&in_b, key_of(v)) == v && !find_in(&in_a, key_of(v)))
			TRY(fn(user, v->key, NULL, v));
	return 0;
}

/* ---- properties ---- */

static void put_value(struct diff *d, struct syb_value *map, const char *key, const void *value)
{
	value_copy(d->rec, map, key, value);
}

static int diff_property(void *user, const char *key, const struct syb_value *a, const struct syb_value *b)
{
	struct diff *d = user;
	const size_t before = d->path.len;
	const char *label = a ? a->label : b->label;

	TRY(step(d, "%s", label ? label : key));
	if (!a || !b || !diff_same(a, b))
		put(d, put_value, a, b);
	d->path.len = before;
	return 0;
}

static int diff_set(void *user, const char *key, const struct syb_value *a, const struct syb_value *b)
{
	struct diff *d = user;
	const size_t before = d->path.len;

	if (str_eq(key, ASPECT_NUMBERS_SET)) /* aspects are compared by their names */
		return 0;
	if ((a && a->kind != SYB_VALUE_MAP) || (b && b->kind != SYB_VALUE_MAP))
		return diff_property(user, key, a, b);
	TRY(step(d, "%s", key));
	TRY(diff_each_key(d->ctx, a, b, diff_property, d));
	d->path.len = before;
	return 0;
}

/* The owner of properties: an image, a module or a package. */
struct owner {
	const struct syb_bin *bin;
	const struct syb_module *module;
	const struct syb_image *image;
};

/* Code outside packages has no global metadata; it is executable. */
static struct syb_bytes text_of(struct owner o)
{
	if (!o.image && !o.module && o.bin->loose)
		return str_bytes("[" SYCLBIN_SET_GLOBAL "]\nstate=1|2\n");
	return o.image    ? span_bytes(o.image->metadata)
	       : o.module ? span_bytes(o.module->metadata)
			  : syb_bin_metadata(o.bin, NULL);
}

static int decode(struct diff *d, struct owner o, struct syb_record **out)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;

	TRY(o.image        ? syb_image_props(d->ctx, o.image, &props)
	    : o.module     ? syb_module_props(d->ctx, o.module, &props)
	    : o.bin->loose ? syb_props_read(d->ctx, text_of(o), NULL, &props)
			   : syb_bin_props(d->ctx, o.bin, &props));
	if (!o.image && o.module)
		TRY(props_divide(d->ctx, &props));
	return syb_props_decode(d->ctx, props, false, out);
}

static int diff_props(struct diff *d, struct owner a, struct owner b)
{
	_cleanup_(syb_record_free_p) struct syb_record *da = NULL, *db = NULL;

	if (bytes_eq(text_of(a), text_of(b)))
		return 0;
	TRY(decode(d, a, &da));
	TRY(decode(d, b, &db));
	return diff_each_key(d->ctx, da->root, db->root, diff_set, d);
}

/* ---- images ---- */

/* The purpose of an image: images of two modules with equal keys are compared. */
static int image_key(struct diff *d, const struct syb_image *image, struct syb_bytes *out)
{
	const struct image_facts *f = image->facts;
	const char *key = arena_printf(d->ctx, &d->arena, "%d|%s|%s|%d|%u", (int)image->kind, f->arch ? f->arch : "",
				       f->target ? f->target : "", f->has_type, f->has_type ? f->type : 0);

	*out = str_bytes(key ? key : "");
	return key ? 0 : -SYB_E_NOMEM;
}

static void put_image(struct diff *d, struct syb_value *parent, const char *key, const void *thing)
{
	const struct syb_image *image = thing;
	const struct image_facts *f = image->facts;
	struct syb_value *map = value_map(d->rec, parent, key);
	char hex[SHA256_HEX];

	value_uint(d->rec, map, "index", image->index);
	value_string(d->rec, map, "kind", image->kind == SYB_IMAGE_IR ? "ir" : "native");
	if (f->has_type && syb_ir_type_name(f->type))
		value_string(d->rec, map, "type", syb_ir_type_name(f->type));
	else if (f->has_type)
		value_uint(d->rec, map, "type", f->type);
	if (f->arch)
		value_string(d->rec, map, "arch", f->arch);
	if (f->target)
		value_string(d->rec, map, "target", f->target);
	value_hint(value_uint(d->rec, map, "size", image->bytes.len), VALUE_SIZE);
	sha256_hex_told(d->ctx, span_bytes(image->bytes), hex);
	value_string(d->rec, map, "sha256", hex);
}

/* Images may be gigabytes: compare in steps, with progress. */
static int same_image(struct diff *d, struct span a, struct span b, bool *out_same)
{
	enum { STEP = 16 << 20 };
	bool same = a.len == b.len;

	for (size_t at = 0; at < a.len && same; at += STEP) {
		const size_t step = a.len - at < STEP ? a.len - at : STEP;

		same = memcmp(a.ptr + at, b.ptr + at, step) == 0;
		file_read_past(d->ctx, (struct syb_bytes){ a.ptr + at, step });
		file_read_past(d->ctx, (struct syb_bytes){ b.ptr + at, step });
		ctx_progress(d->ctx, "compare", at, a.len);
		TRY(ctx_cancelled(d->ctx));
	}
	*out_same = same;
	return 0;
}

struct modules {
	struct diff *d;
	const struct syb_module *a, *b;
};

static void put_text(struct diff *d, struct syb_value *parent, const char *key, const void *text)
{
	value_string(d->rec, parent, key, text);
}

/* Facts that only wrapped images have. Their form is no difference: a package of the same images has none. */
static int diff_wrapped(struct diff *d, const struct wrapped_facts *a, const struct wrapped_facts *b)
{
	const struct {
		const char *name, *a, *b;
	} facts[] = {
		{ "compile_options", a->compile_options, b->compile_options },
		{ "link_options", a->link_options, b->link_options },
	};
	const size_t before = d->path.len;

	for (size_t i = 0; i < ARRAY_SIZE(facts); i++, d->path.len = before)
		if (!str_eq(facts[i].a, facts[i].b)) {
			TRY(step(d, "%s", facts[i].name));
			put(d, put_text, facts[i].a, facts[i].b);
		}
	return 0;
}

static int diff_image(void *user, long i, long k)
{
	const struct modules *m = user;
	struct diff *d = m->d;
	const struct syb_image *a = i == NO_PARTNER ? NULL : &m->a->images[i];
	const struct syb_image *b = k == NO_PARTNER ? NULL : &m->b->images[k];
	const size_t before = d->path.len;
	bool same = false;

	TRY(step(d, "image %zu", a ? a->index : b->index));
	if (a && b)
		TRY(same_image(d, a->bytes, b->bytes, &same));
	if (!same)
		put(d, put_image, a, b);
	if (a && b)
		TRY(diff_props(d, (struct owner){ .image = a }, (struct owner){ .image = b }));
	if (a && b && a->wrapped && b->wrapped)
		TRY(diff_wrapped(d, a->wrapped, b->wrapped));
	d->path.len = before;
	return 0;
}

static int diff_images(struct diff *d, const struct syb_module *a, const struct syb_module *b)
{
	struct modules m = { d, a, b };
	struct pairing pa, pb;

	TRY(pairing_new(d->ctx, &d->arena, &pa, a->image_count));
	TRY(pairing_new(d->ctx, &d->arena, &pb, b->image_count));
	for (size_t i = 0; i < a->image_count; i++)
		TRY(image_key(d, &a->images[i], &pa.keys[i]));
	for (size_t i = 0; i < b->image_count; i++)
		TRY(image_key(d, &b->images[i], &pb.keys[i]));
	TRY(pair_keys(d->ctx, &d->arena, &pa, &pb));
	return pair_each(&pa, &pb, diff_image, &m);
}

/* ---- pairs of modules and packages ---- */

static int read_names(struct diff *d, const struct syb_module *module, size_t package, struct module_names *out)
{
	_cleanup_(kernels_drop) struct kernels kernels = { 0 };

	TRY(kernels_open(d->ctx, module, NULL, &kernels));
	*out = (struct module_names){ .module = module, .package = package, .count = kernels_count(&kernels) };
	out->names = arena_array(d->ctx, &d->arena, out->count, sizeof(*out->names));
	if (!out->names)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < out->count; i++) {
		const char *name = kernels_at(&kernels, i);

		out->names[i] = arena_string(d->ctx, &d->arena, name, strlen(name));
		if (!out->names[i])
			return -SYB_E_NOMEM;
	}
	qsort(out->names, out->count, sizeof(*out->names), order_texts);
	return 0;
}

static int side_read(struct diff *d, struct diff_packages packages, struct side *out)
{
	size_t count = 0, n = 0;

	out->packages = packages;
	for (size_t p = 0; p < packages.count; p++)
		count += packages.at[p].bin->module_count;
	out->first = arena_array(d->ctx, &d->arena, packages.count, sizeof(*out->first));
	out->modules = arena_array(d->ctx, &d->arena, count, sizeof(*out->modules));
	if (!out->first || !out->modules)
		return -SYB_E_NOMEM;
	TRY(pairing_new(d->ctx, &d->arena, &out->package_pairs, packages.count));
	TRY(pairing_new(d->ctx, &d->arena, &out->module_pairs, count));
	for (size_t p = 0; p < packages.count; p++) {
		const struct syb_bin *bin = packages.at[p].bin;

		out->first[p] = n;
		for (size_t i = 0; i < bin->module_count; i++)
			TRY(read_names(d, &bin->modules[i], p, &out->modules[n++]));
	}
	return 0;
}

/* What paired modules have in common besides their kernels. */
enum likeness { LIKE_IMAGES, LIKE_PACKAGE, LIKE_KERNELS };

/* A number that is the same for the same images in any order. */
static int sum_images(struct diff *d, const struct syb_module *module, uint64_t *out)
{
	for (size_t i = 0; i < module->image_count; i++) {
		uint8_t hash[SHA256_SIZE];
		struct syb_bytes key;

		TRY(image_key(d, &module->images[i], &key));
		sha256_told(d->ctx, span_bytes(module->images[i].bytes), hash);
		*out += hash_code(hash_code(0, hash, sizeof(hash)), key.ptr, key.len);
	}
	return 0;
}

static int module_key(struct diff *d, const struct side *s, const struct module_names *m, enum likeness like,
		      struct syb_bytes *out)
{
	_cleanup_(buf_free) struct buf key = { 0 };
	const char *package = s->packages.at[m->package].name, *copy;
	uint64_t sum = 0;

	if (like == LIKE_IMAGES) {
		TRY(sum_images(d, m->module, &sum));
		buf_u64(d->ctx, &key, sum);
	}
	if (like == LIKE_PACKAGE)
		buf_add(d->ctx, &key, package, strlen(package) + 1);
	for (size_t i = 0; i < m->count; i++)
		buf_add(d->ctx, &key, m->names[i], strlen(m->names[i]) + 1);
	TRY(key.failed);
	copy = arena_string(d->ctx, &d->arena, key.ptr, key.len);
	*out = (struct syb_bytes){ (const uint8_t *)copy, key.len };
	return copy ? 0 : -SYB_E_NOMEM;
}

static int pair_like(struct diff *d, enum likeness like)
{
	for (struct side *s = d->sides; s < d->sides + 2; s++)
		for (size_t i = 0; i < s->module_pairs.count; i++)
			TRY(module_key(d, s, &s->modules[i], like, &s->module_pairs.keys[i]));
	return pair_keys(d->ctx, &d->arena, &d->sides[0].module_pairs, &d->sides[1].module_pairs);
}

/* Modules that have a kernel in common. */
static int pair_similar(struct diff *d, struct side *a, struct side *b)
{
	_cleanup_(hash_free) struct hash owners = { 0 };

	for (size_t i = 0; i < b->module_pairs.count; i++) {
		const struct module_names *m = &b->modules[i];

		for (size_t n = 0; b->module_pairs.partner[i] == NO_PARTNER && n < m->count; n++)
			TRY(hash_put(d->ctx, &owners, m->names[n], strlen(m->names[n]), i, NULL, NULL));
	}
	for (size_t i = 0; i < a->module_pairs.count; i++) {
		const struct module_names *m = &a->modules[i];

		for (size_t n = 0; a->module_pairs.partner[i] == NO_PARTNER && n < m->count; n++) {
			const size_t *owner = hash_get(&owners, m->names[n], strlen(m->names[n]));

			if (owner && b->module_pairs.partner[*owner] == NO_PARTNER)
				pair_join(&a->module_pairs, i, &b->module_pairs, *owner);
		}
	}
	return 0;
}

/* Packages whose modules are paired, then the remaining ones in order. */
static int pair_packages(struct diff *d, struct side *a, struct side *b)
{
	for (size_t i = 0; i < a->module_pairs.count; i++) {
		const long k = a->module_pairs.partner[i];
		const size_t p = a->modules[i].package, q = k == NO_PARTNER ? 0 : b->modules[k].package;

		if (k != NO_PARTNER && a->package_pairs.partner[p] == NO_PARTNER &&
		    b->package_pairs.partner[q] == NO_PARTNER)
			pair_join(&a->package_pairs, p, &b->package_pairs, q);
	}
	for (struct side *s = d->sides; s < d->sides + 2; s++)
		for (size_t p = 0; p < s->packages.count; p++)
			s->package_pairs.keys[p] = str_bytes("");
	return pair_keys(d->ctx, &d->arena, &a->package_pairs, &b->package_pairs);
}

/* The remaining modules, by their position in packages that are paired. */
static void pair_positions(struct side *a, struct side *b)
{
	for (size_t i = 0; i < a->module_pairs.count; i++) {
		const size_t p = a->modules[i].package, position = i - a->first[p];
		const long q = a->package_pairs.partner[p];

		if (a->module_pairs.partner[i] != NO_PARTNER || q == NO_PARTNER ||
		    position >= b->packages.at[q].bin->module_count)
			continue;
		if (b->module_pairs.partner[b->first[q] + position] == NO_PARTNER)
			pair_join(&a->module_pairs, i, &b->module_pairs, b->first[q] + position);
	}
}

static int pair_sides(struct diff *d)
{
	struct side *a = &d->sides[0], *b = &d->sides[1];

	for (enum likeness like = d->several ? LIKE_IMAGES : LIKE_KERNELS; like <= LIKE_KERNELS; like++)
		TRY(pair_like(d, like));
	TRY(pair_similar(d, a, b));
	TRY(pair_packages(d, a, b));
	pair_positions(a, b);
	return 0;
}

/* ---- comparing pairs ---- */

static int step_package(struct diff *d, size_t p)
{
	return d->several ? step(d, "package %zu", p) : step(d, "package");
}

static void put_package(struct diff *d, struct syb_value *parent, const char *key, const void *thing)
{
	const struct diff_package *package = thing;
	const struct diff_packages *all = &d->sides[*key == 'b'].packages;
	struct syb_value *map = value_map(d->rec, parent, key);

	value_uint(d->rec, map, "index", (size_t)(package - all->at));
	if (*package->name)
		value_string(d->rec, map, "name", package->name);
	value_uint(d->rec, map, "modules", package->bin->module_count);
}

static int diff_package(void *user, long p, long q)
{
	struct diff *d = user;
	const struct diff_package *a = p == NO_PARTNER ? NULL : &d->sides[0].packages.at[p];
	const struct diff_package *b = q == NO_PARTNER ? NULL : &d->sides[1].packages.at[q];
	int r = step_package(d, (size_t)(a ? p : q));

	if (r == 0 && a && b)
		r = diff_props(d, (struct owner){ .bin = a->bin }, (struct owner){ .bin = b->bin });
	else if (r == 0)
		put(d, put_package, a, b);
	d->path.len = 0;
	return r;
}

static void put_module(struct diff *d, struct syb_value *parent, const char *key, const void *thing)
{
	const struct module_names *m = thing;
	struct syb_value *map = value_map(d->rec, parent, key), *list;

	value_uint(d->rec, map, "index", m->module->index);
	list = value_list(d->rec, map, "kernels");
	for (size_t n = 0; n < m->count; n++)
		value_string(d->rec, list, NULL, m->names[n]);
	value_uint(d->rec, map, "images", m->module->image_count);
}

static int diff_module(void *user, long i, long k)
{
	struct diff *d = user;
	const struct module_names *a = i == NO_PARTNER ? NULL : &d->sides[0].modules[i];
	const struct module_names *b = k == NO_PARTNER ? NULL : &d->sides[1].modules[k];
	const struct module_names *m = a ? a : b;

	TRY(d->several ? step_package(d, m->package) : 0);
	TRY(step(d, "module %zu", m->module->index));
	if (!a || !b)
		put(d, put_module, a, b);
	if (a && b) {
		TRY(diff_props(d, (struct owner){ .module = a->module }, (struct owner){ .module = b->module }));
		TRY(diff_images(d, a->module, b->module));
	}
	d->path.len = 0;
	return 0;
}

static int compare(struct diff *d, const struct diff_packages packages[2])
{
	TRY(side_read(d, packages[0], &d->sides[0]));
	TRY(side_read(d, packages[1], &d->sides[1]));
	TRY(pair_sides(d));
	TRY(pair_each(&d->sides[0].package_pairs, &d->sides[1].package_pairs, diff_package, d));
	return pair_each(&d->sides[0].module_pairs, &d->sides[1].module_pairs, diff_module, d);
}

/* How a file is written, by its first package: for information, not a difference. */
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

	TRY(record_new(ctx, &rec));
	value_hint(value_uint(rec, rec->root, "version", 1), VALUE_QUIET);
	value_hint(value_string(rec, rec->root, "kind", "diff"), VALUE_QUIET);
	put_form(rec, "a", packages[0]);
	put_form(rec, "b", packages[1]);
	same = value_bool(rec, rec->root, "same", false);
	d.rec = rec;
	d.list = value_list(rec, rec->root, "differences");
	TRY(rec->failed ? -SYB_E_NOMEM : compare(&d, packages));
	same->as.b = d.list->as.c.count == 0;
	if (same->as.b)
		value_hint(d.list, VALUE_QUIET);
	TRY(record_finish(rec));
	*out_same = same->as.b;
	*out_record = steal(rec);
	return 0;
}

int syb_diff(struct syb_ctx *ctx, const struct syb_bin *a, const struct syb_bin *b, bool *out_same,
	     struct syb_record **out_record)
{
	const struct diff_package pa = { a, "" }, pb = { b, "" };

	return diff_packages(ctx, (const struct diff_packages[2]){ { &pa, 1 }, { &pb, 1 } }, out_same, out_record);
}
