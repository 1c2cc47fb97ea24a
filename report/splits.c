/* report/splits.c — what keeps the modules of a package apart: properties that their kernels share and kernels of other
 * modules do not have. */
#include "document.h"

#include "base/buf.h"

#include <inttypes.h>

enum { MOST_DEPTH = 4 };

/* Sets by which compilers split; the others only describe a module. */
static const char *const sets[] = { "SYCL/device requirements", "SYCL/misc properties", "SYCL/virtual functions" };

struct splits {
	struct report *x;
	size_t count;        /* modules of the current package that have kernels */
	struct hash texts;   /* "key: value" → how many of them have it */
	struct hash reasons; /* everything that keeps one apart → how many have the same */
};

static int render(struct syb_ctx *ctx, struct buf *out, const struct syb_value *v, unsigned depth)
{
	const struct syb_value *name = get(v, "name");
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
		EACH(item, depth < MOST_DEPTH ? v : NULL)
		{
			r = r < 0 || item == first_of(v) ? r : buf_text(ctx, out, ", ");
			r = r < 0 || !item->key ? r : buf_printf(ctx, out, "%s ", item->key);
			r = r < 0 ? r : render(ctx, out, item, depth + 1);
		}
		return r < 0 || syb_value_count(v) ? r : buf_text(ctx, out, "none");
	default:
		return buf_text(ctx, out, "set");
	}
}

static size_t *counter(struct splits *s, struct hash *hash, const void *text, size_t len)
{
	size_t *stored = hash_get(hash, text, len);
	const char *copy = stored || failed(s->x) ? NULL : arena_string(s->x->ctx, &s->x->arena, text, len);
	bool found;

	if (!stored && copy)
		s->x->error = hash_put(s->x->ctx, hash, copy, len, 0, &stored, &found);
	else if (!stored && s->x->error == 0)
		s->x->error = -SYB_E_NOMEM;
	return s->x->error < 0 ? NULL : stored;
}

/* Counts the properties that may keep a module apart; with `out`, lists those that not all modules have. */
static void each_text(struct splits *s, const struct module *module, struct buf *out)
{
	_cleanup_(buf_free) struct buf text = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(sets); i++)
		EACH(value, get(get(module->shown, "properties"), sets[i]))
		{
			size_t *count;
			int r;

			text.len = 0;
			r = buf_printf(s->x->ctx, &text, "%s: ", value->key);
			r = r < 0 ? r : render(s->x->ctx, &text, value, 0);
			count = r < 0 ? NULL : counter(s, &s->texts, text.ptr, text.len);
			if (count && !out)
				++*count;
			if (count && out && *count != s->count) {
				r = out->len ? buf_text(s->x->ctx, out, "; ") : 0;
				r = r < 0 ? r : buf_add(s->x->ctx, out, text.ptr, text.len);
			}
			s->x->error = s->x->error < 0 ? s->x->error : r;
		}
}

static void put_why(struct splits *s, struct syb_value *map, const char *own)
{
	const size_t *stored = counter(s, &s->reasons, own, strlen(own)), same = stored ? *stored : 0;
	_cleanup_(buf_free) struct buf text = { 0 };
	int r = buf_text(s->x->ctx, &text,
			 s->count == 1      ? "the only module with kernels"
			 : same == s->count ? "no property keeps it apart: split on request"
			 : *own             ? own
					    : "has none of the properties that keep the others apart");

	if (r == 0 && same > 1 && same < s->count)
		r = buf_printf(s->x->ctx, &text, "; apart from %zu like it on request", same - 1);
	if (r == 0)
		value_stringn(s->x->rec, map, "why", text.ptr, text.len);
	s->x->error = s->x->error < 0 ? s->x->error : r;
}

static void put_module(struct splits *s, const struct file *file, const struct module *module, const char *own)
{
	struct report *x = s->x;
	struct syb_value *map = value_map(x->rec, x->out.splits, NULL), *list;

	value_uint(x->rec, map, "file", file->index);
	if (file->package_count > 1)
		value_uint(x->rec, map, "package", module->package);
	value_uint(x->rec, map, "module", module->index);
	put_why(s, map, own);
	list = value_list(x->rec, map, "kernels");
	for (size_t i = 0; i < module->kernel_count; i++)
		value_uint(x->rec, list, NULL, module->first_kernel + i);
	list = value_list(x->rec, map, "aspects");
	EACH(aspect, get(get(get(module->shown, "properties"), sets[0]), "aspects"))
	{
		const char *name =
			syb_value_kind(aspect) == SYB_VALUE_MAP ? text_of(aspect, "name") : syb_value_string(aspect);

		if (*name)
			value_string(x->rec, list, NULL, name);
	}
}

static void split_package(struct splits *s, const struct file *file, const struct module *first, size_t count)
{
	struct report *x = s->x;
	const char **own = arena_array(x->ctx, &x->arena, count, sizeof(*own));

	x->error = own ? x->error : -SYB_E_NOMEM;
	s->count = 0;
	for (size_t i = 0; i < count && !failed(x); i++) {
		s->count += first[i].kernel_count > 0;
		if (first[i].kernel_count)
			each_text(s, &first[i], NULL);
	}
	for (size_t i = 0; i < count && !failed(x); i++) {
		_cleanup_(buf_free) struct buf text = { 0 };
		size_t *same;

		if (!first[i].kernel_count)
			continue;
		each_text(s, &first[i], &text);
		if (buf_char(x->ctx, &text, '\0') < 0)
			x->error = -SYB_E_NOMEM;
		own[i] = failed(x) ? "" : report_copy(x, (const char *)text.ptr);
		same = counter(s, &s->reasons, own[i], strlen(own[i]));
		if (same)
			++*same;
	}
	for (size_t i = 0; i < count && !failed(x); i++)
		if (first[i].kernel_count)
			put_module(s, file, &first[i], own[i]);
}

void splits_read(struct report *x, const struct file *file)
{
	const size_t end = file->first_module + file->module_count;

	for (size_t i = file->first_module, next; i < end && !failed(x); i = next) {
		struct splits s = { .x = x };

		for (next = i; next < end && x->modules[next].package == x->modules[i].package; next++)
			;
		split_package(&s, file, &x->modules[i], next - i);
		hash_free(&s.texts);
		hash_free(&s.reasons);
	}
}
