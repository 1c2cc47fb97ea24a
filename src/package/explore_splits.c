/* package/explore_splits.c — what keeps the modules of a package apart: properties that their kernels share and kernels
 * of other modules do not have. */
#include "explore.h"

#include "base/buf.h"

#include <inttypes.h>

enum { MOST_DEPTH = 4 };

/* Sets by which compilers split; the others only describe what is in a module. */
static const char *const sets[] = { "SYCL/device requirements", "SYCL/misc properties", "SYCL/virtual functions" };

struct splits {
	struct explore *x;
	const struct explore_file *file;
	size_t count;        /* modules of the current package that have kernels */
	struct hash texts;   /* "key: value" → how many of them say so */
	struct hash reasons; /* all that keeps one apart → how many have the same */
};

static void drop(struct splits *s)
{
	hash_free(&s->texts);
	hash_free(&s->reasons);
}

/* ---- values as text ---- */

static int render(struct syb_ctx *ctx, struct buf *out, const struct syb_value *v, unsigned depth)
{
	const struct syb_value *name = syb_value_kind(v) == SYB_VALUE_MAP ? syb_value_get(v, "name") : NULL;
	int r = 0;

	if (name && syb_value_kind(name) == SYB_VALUE_STRING)
		v = name;
	switch (syb_value_kind(v)) {
	case SYB_VALUE_STRING:
		return buf_text(ctx, out, syb_value_string(v));
	case SYB_VALUE_BOOL:
		return buf_text(ctx, out, syb_value_bool(v) ? "yes" : "no");
	case SYB_VALUE_UINT:
		return buf_printf(ctx, out, "%" PRIu64, syb_value_uint(v));
	case SYB_VALUE_INT:
		return buf_printf(ctx, out, "%" PRId64, syb_value_int(v));
	case SYB_VALUE_LIST:
	case SYB_VALUE_MAP:
		for (size_t i = 0; r == 0 && depth < MOST_DEPTH && i < syb_value_count(v); i++) {
			r = buf_text(ctx, out, i ? ", " : "");
			if (r == 0 && syb_value_kind(v) == SYB_VALUE_MAP)
				r = buf_printf(ctx, out, "%s ", syb_value_key(v, i));
			if (r == 0)
				r = render(ctx, out, syb_value_at(v, i), depth + 1);
		}
		return r < 0 || syb_value_count(v) ? r : buf_text(ctx, out, "none");
	default:
		return buf_text(ctx, out, "set");
	}
}

/* Call fn for "key: value" of each property that may keep a module apart. */
typedef int text_fn(struct splits *s, const char *text, size_t len, struct buf *out);

static int each_text(struct splits *s, const struct explore_module *module, text_fn *fn, struct buf *out)
{
	const struct syb_value *props = explore_get(module->shown, "properties");
	_cleanup_(buf_free) struct buf text = { 0 };
	int r = 0;

	for (size_t i = 0; i < ARRAY_SIZE(sets); i++) {
		const struct syb_value *set = explore_get(props, sets[i]);

		for (size_t k = 0; r == 0 && k < explore_count(set); k++) {
			text.len = 0;
			r = buf_printf(s->x->ctx, &text, "%s: ", syb_value_key(set, k));
			if (r == 0)
				r = render(s->x->ctx, &text, syb_value_at(set, k), 0);
			if (r == 0)
				r = fn(s, (const char *)text.ptr, text.len, out);
		}
	}
	return r;
}

static int count_in(struct splits *s, struct hash *hash, const char *text, size_t len)
{
	size_t *stored = hash_get(hash, text, len);
	const char *copy;
	bool found;
	int r = 0;

	if (!stored) {
		copy = arena_string(s->x->ctx, &s->x->arena, text, len);
		r = copy ? hash_put(s->x->ctx, hash, copy, len, 0, &stored, &found) : -SYB_E_NOMEM;
	}
	if (r == 0)
		++*stored;
	return r;
}

static int count_text(struct splits *s, const char *text, size_t len, struct buf *out)
{
	(void)out;
	return count_in(s, &s->texts, text, len);
}

/* What all modules say keeps none of them apart. */
static int take_text(struct splits *s, const char *text, size_t len, struct buf *out)
{
	int r = 0;

	if (*hash_get(&s->texts, text, len) == s->count)
		return 0;
	if (out->len)
		r = buf_text(s->x->ctx, out, "; ");
	return r < 0 ? r : buf_add(s->x->ctx, out, text, len);
}

/* ---- modules of one package ---- */

static void put_aspects(struct splits *s, struct syb_value *map, const struct explore_module *module)
{
	const struct syb_value *props = explore_get(module->shown, "properties");
	const struct syb_value *aspects = explore_get(explore_get(props, sets[0]), "aspects");
	struct syb_value *list = value_list(s->x->rec, map, "aspects");

	for (size_t i = 0; i < explore_count(aspects); i++) {
		const struct syb_value *one = syb_value_at(aspects, i);
		const char *name =
			syb_value_kind(one) == SYB_VALUE_MAP ? explore_text(one, "name") : syb_value_string(one);

		if (*name)
			value_string(s->x->rec, list, NULL, name);
	}
}

static int put_why(struct splits *s, struct syb_value *map, const char *own)
{
	const size_t same = *hash_get(&s->reasons, own, strlen(own));
	_cleanup_(buf_free) struct buf text = { 0 };
	int r;

	if (s->count == 1)
		r = buf_text(s->x->ctx, &text, "the only one with kernels");
	else if (same == s->count)
		r = buf_text(s->x->ctx, &text, "no property keeps it apart: split on request");
	else
		r = buf_text(s->x->ctx, &text, *own ? own : "has none of what keeps the others apart");
	if (r == 0 && same > 1 && same < s->count)
		r = buf_printf(s->x->ctx, &text, "; apart from %zu like it on request", same - 1);
	if (r == 0)
		value_stringn(s->x->rec, map, "why", text.ptr, text.len);
	return r;
}

static int put_module(struct splits *s, const struct explore_module *module, const char *own)
{
	struct explore *x = s->x;
	struct syb_value *map = value_map(x->rec, x->out.splits, NULL), *list;
	int r;

	value_uint(x->rec, map, "file", s->file->index);
	if (s->file->package_count > 1)
		value_uint(x->rec, map, "package", module->package);
	value_uint(x->rec, map, "module", module->index);
	r = put_why(s, map, own);
	list = value_list(x->rec, map, "kernels");
	for (size_t i = 0; i < module->kernel_count; i++)
		value_uint(x->rec, list, NULL, module->first_kernel + i);
	put_aspects(s, map, module);
	return r;
}

static int split_package(struct splits *s, const struct explore_module *first, size_t count)
{
	const struct explore_module *end = first + count;
	const char **own = arena_array(s->x->ctx, &s->x->arena, count, sizeof(*own));
	_cleanup_(buf_free) struct buf text = { 0 };
	int r = own ? 0 : -SYB_E_NOMEM;

	drop(s);
	s->count = 0;
	for (const struct explore_module *m = first; r == 0 && m < end; m++) {
		s->count += m->kernel_count > 0;
		if (m->kernel_count)
			r = each_text(s, m, count_text, NULL);
	}
	for (const struct explore_module *m = first; r == 0 && m < end; m++) {
		if (!m->kernel_count)
			continue;
		text.len = 0;
		r = each_text(s, m, take_text, &text);
		if (r == 0)
			r = buf_char(s->x->ctx, &text, '\0');
		if (r < 0)
			break;
		own[m - first] = arena_string(s->x->ctx, &s->x->arena, text.ptr, text.len - 1);
		r = own[m - first] ? count_in(s, &s->reasons, own[m - first], text.len - 1) : -SYB_E_NOMEM;
	}
	for (const struct explore_module *m = first; r == 0 && m < end; m++)
		if (m->kernel_count)
			r = put_module(s, m, own[m - first]);
	return r;
}

int explore_splits(struct explore *x, const struct explore_file *file)
{
	_cleanup_(drop) struct splits s = { .x = x, .file = file };
	const size_t end = file->first_module + file->module_count;
	int r = 0;

	for (size_t i = file->first_module, next; r == 0 && i < end; i = next) {
		for (next = i; next < end && x->modules[next].package == x->modules[i].package; next++)
			;
		r = split_package(&s, &x->modules[i], next - i);
	}
	return r;
}
