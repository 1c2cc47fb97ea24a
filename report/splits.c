/* report/splits.c — what keeps the modules of a package apart: properties that their kernels share and kernels of other
 * modules do not have. */
#include "document.h"

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

static const char *render(struct report *x, const struct syb_value *v, unsigned depth)
{
	const struct syb_value *name = get(v, "name");
	const char *text = "";

	if (name && syb_value_kind(name) == SYB_VALUE_STRING)
		v = name;
	switch (syb_value_kind(v)) {
	case SYB_VALUE_STRING:
		return syb_value_string(v);
	case SYB_VALUE_BOOL:
		return syb_value_bool(v) ? "yes" : "no";
	case SYB_VALUE_UINT:
		return report_printf(x, "%" PRIu64, syb_value_uint(v));
	case SYB_VALUE_INT:
		return report_printf(x, "%" PRId64, syb_value_int(v));
	case SYB_VALUE_LIST:
	case SYB_VALUE_MAP:
		EACH (item, depth < MOST_DEPTH ? v : NULL)
			text = report_printf(x, "%s%s%s%s%s", text, *text ? ", " : "", item->key ? item->key : "",
					     item->key ? " " : "", render(x, item, depth + 1));
		return syb_value_count(v) ? text : "none";
	default:
		return "set";
	}
}

/* Counts the properties that may keep a module apart; `own` lists those that not all modules have. */
static const char *each_text(struct splits *s, const struct module *module, bool own)
{
	const char *all = "";

	for (size_t i = 0; i < ARRAY_SIZE(sets); i++)
		EACH (value, get(get(module->shown, "properties"), sets[i])) {
			const char *text = report_printf(s->x, "%s: %s", value->key, render(s->x, value, 0));
			size_t *count = report_slot(s->x, &s->texts, text, strlen(text), 0);

			if (count && !own)
				++*count;
			if (count && own && *count != s->count)
				all = report_printf(s->x, "%s%s%s", all, *all ? "; " : "", text);
		}
	return all;
}

static const char *why_apart(struct splits *s, const char *own)
{
	const size_t *stored = report_slot(s->x, &s->reasons, own, strlen(own), 0), same = stored ? *stored : 0;
	const char *why = s->count == 1      ? "the only module with kernels"
			  : same == s->count ? "no property keeps it apart: split on request"
			  : *own             ? own
					     : "has none of the properties that keep the others apart";

	if (same <= 1 || same == s->count)
		return why;
	return report_printf(s->x, "%s; apart from %zu like it on request", why, same - 1);
}

static void put_module(struct splits *s, const struct file *file, const struct module *module, const char *own)
{
	struct report *x = s->x;
	struct syb_value *map = value_map(x->rec, x->out.splits, NULL), *list;

	value_uint(x->rec, map, "file", file->index);
	if (file->package_count > 1)
		value_uint(x->rec, map, "package", module->package);
	value_uint(x->rec, map, "module", module->index);
	value_string(x->rec, map, "why", why_apart(s, own));
	list = value_list(x->rec, map, "kernels");
	for (size_t i = 0; i < module->kernel_count; i++)
		value_uint(x->rec, list, NULL, module->first_kernel + i);
	list = value_list(x->rec, map, "aspects");
	EACH (aspect, get(get(get(module->shown, "properties"), sets[0]), "aspects")) {
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

	report_fail(x, own ? 0 : -SYB_E_NOMEM);
	for (size_t i = 0; i < count && !failed(x); i++) {
		s->count += first[i].kernel_count > 0;
		if (first[i].kernel_count)
			each_text(s, &first[i], false);
	}
	for (size_t i = 0; i < count && !failed(x); i++) {
		size_t *same;

		own[i] = first[i].kernel_count ? each_text(s, &first[i], true) : NULL;
		same = own[i] ? report_slot(s->x, &s->reasons, own[i], strlen(own[i]), 0) : NULL;
		if (same)
			++*same;
	}
	for (size_t i = 0; i < count && !failed(x); i++)
		if (own[i])
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
