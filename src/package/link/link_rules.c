/* package/link/link_rules.c — properties of several modules → one value for each key, by the rules of link_rules.def.
 *
 * Values are compared by meaning: earlier spellings of keys and both types of a number are the same. Unions are
 * gathered first and sorted at the end, so that the cost is linear in the properties. */
#include "link_rules.h"

#include "base/order.h"
#include "format/props/prop_shape.h"
#include <sybil/target.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const struct {
	const char *set, *key;
	enum link_rule rule;
} rules[] = {
#define LINK_RULE(set, key, rule, why) { set, key, RULE_##rule },
#include "link_rules.def"
#undef LINK_RULE
};

static enum link_rule rule_of(const char *set, const char *key)
{
	for (size_t i = 0; i < ARRAY_SIZE(rules); i++)
		if (str_eq(rules[i].set, set) && (str_eq(rules[i].key, key) || str_eq(rules[i].key, "*")))
			return rules[i].rule;
	return RULE_AGREE;
}

void merge_drop(struct merge *m)
{
	struct allocator from = allocator_of(m->l->ctx);

	for (size_t s = 0; s < m->count; s++) {
		for (size_t i = 0; i < m->sets[s].count; i++)
			buf_free(&m->sets[s].entries[i].elements);
		allocator_free(from, m->sets[s].entries);
		hash_free(&m->sets[s].index);
	}
	allocator_free(from, m->sets);
	hash_free(&m->index);
	arena_free(&m->arena);
}

/* ---- values ---- */

static void own_bytes(struct merge *m, struct syb_prop *prop, const void *bytes, size_t len)
{
	uint8_t *copy = arena_bytes(m->l->ctx, &m->arena, len);

	if (!link_ok(m->l, copy ? 0 : -SYB_E_NOMEM))
		return;
	if (len)
		memcpy(copy, bytes, len);
	prop->type = SYB_PROP_BYTES;
	prop->bytes = copy;
	prop->len = len;
	prop->bits = (uint64_t)len * 8;
	prop->raw = NULL;
}

/* An old required work-group size in the current form; several sizes exist in the old form only. */
static void renew_size(struct merge *m, struct syb_prop *prop, const char *becomes)
{
	enum wg_form form = shape_wg_form(prop, SYB_SHAPE_WG_SIZE_OLD);
	struct syb_work_group_size size, more;
	_cleanup_(buf_free) struct buf bytes = { 0 };
	size_t pos = 0;

	if (!shape_wg_next(prop, form, &pos, &size) || shape_wg_next(prop, form, &pos, &more))
		return;
	for (size_t i = 0; i < size.dims; i++)
		link_ok(m->l, buf_u64(m->l->ctx, &bytes, size.size[i]));
	prop->key = becomes;
	own_bytes(m, prop, bytes.ptr, bytes.len);
}

/* The current spelling of a property; aspects with the numbers of the result. */
static void renew(struct merge *m, const struct syb_key_info *row, struct syb_prop *prop)
{
	const enum syb_aspect_numbers numbers = syb_ctx_aspect_numbers(m->l->ctx);
	_cleanup_(buf_free) struct buf bytes = { 0 };

	if (!row || (prop->type != SYB_PROP_U32 && prop->type != SYB_PROP_BYTES))
		return;
	if (row->shape == SYB_SHAPE_WG_SIZE_OLD && prop->type == SYB_PROP_BYTES) {
		renew_size(m, prop, row->becomes);
		return;
	}
	if (row->becomes && prop->type == SYB_PROP_BYTES)
		prop->key = row->becomes;
	if (prop_has_aspects(row, prop) && prop->numbers != numbers) {
		if (link_ok(m->l, prop_renumber(m->l->ctx, prop, numbers, &bytes)))
			own_bytes(m, prop, bytes.ptr, bytes.len);
		prop->numbers = (uint8_t)numbers;
	} else if (row->shape == SYB_SHAPE_U32_OR_LIST && prop->type == SYB_PROP_BYTES && prop->len == 4) {
		prop->u32 = shape_u32(prop, 0);
		prop->type = SYB_PROP_U32;
		prop->raw = NULL;
	}
}

static bool same_value(const struct syb_prop *a, const struct syb_prop *b)
{
	if (a->type != b->type)
		return false;
	if (a->type == SYB_PROP_BYTES)
		return a->bits == b->bits && (a->len == 0 || memcmp(a->bytes, b->bytes, a->len) == 0);
	if (a->type == SYB_PROP_U32 && !a->wide && !b->wide)
		return a->u32 == b->u32;
	return a->raw && b->raw && str_eq(a->raw, b->raw);
}

static void contradict(struct merge *m, const struct merge_entry *e, struct link_place place, struct link_place other,
		       const char *check, const char *set)
{
	link_problem(m->l, check, e->key, place, other, "%s of '%s' differs between modules that share an image",
		     e->key, set);
}

/* ---- unions ---- */

/* Elements are texts with a NUL after each. */
static void add_element(struct merge *m, struct merge_entry *e, const void *text, size_t len)
{
	link_ok(m->l, buf_add(m->l->ctx, &e->elements, text, len));
	link_ok(m->l, buf_char(m->l->ctx, &e->elements, '\0'));
}

static char separator_of(enum syb_shape shape)
{
	return shape == SYB_SHAPE_STRINGS ? ',' : ';';
}

static void gather(struct merge *m, struct merge_entry *e, const struct syb_prop *prop)
{
	struct syb_bytes rest = prop_bytes(prop), text;

	if (prop->type == SYB_PROP_U32)
		e->value.u32 |= prop->u32;
	else if (e->shape == SYB_SHAPE_ASPECTS)
		link_ok(m->l, buf_add(m->l->ctx, &e->elements, prop->bytes, prop->len / 4 * 4));
	else
		while (m->l->error == 0 && shape_next(&rest, separator_of(e->shape), &text))
			add_element(m, e, text.ptr, text.len);
}

static int by_u32(const void *a, const void *b)
{
	struct syb_prop x = { .bytes = a }, y = { .bytes = b };
	uint32_t p = shape_u32(&x, 0), q = shape_u32(&y, 0);

	return ORDER(p, q);
}

static void finish_numbers(struct merge *m, struct merge_entry *e)
{
	struct buf *list = &e->elements;
	size_t kept = 0;

	if (list->len)
		qsort(list->ptr, list->len / 4, 4, by_u32);
	for (size_t i = 0; i < list->len; i += 4) {
		if (kept && memcmp(list->ptr + kept - 4, list->ptr + i, 4) == 0)
			continue;
		memmove(list->ptr + kept, list->ptr + i, 4);
		kept += 4;
	}
	own_bytes(m, &e->value, list->ptr, kept);
}

/* The next element of a list, NULL at the end; begin with *at = 0. */
static const char *next_element(const struct buf *elements, size_t *at)
{
	const char *element = (const char *)elements->ptr + *at;

	if (*at >= elements->len)
		return NULL;
	*at += strlen(element) + 1;
	return element;
}

static void finish_texts(struct merge *m, struct merge_entry *e)
{
	struct syb_ctx *ctx = m->l->ctx;
	_cleanup_(buf_free) struct buf text = { 0 };
	_cleanup_(hash_free) struct hash seen = { 0 };
	const char *element;

	for (size_t at = 0; m->l->error == 0 && (element = next_element(&e->elements, &at));) {
		bool found = true;

		link_put_name(m->l, &seen, element, 0, &found);
		if (found)
			continue;
		if (text.len)
			link_ok(m->l, buf_char(ctx, &text, separator_of(e->shape)));
		link_ok(m->l, buf_text(ctx, &text, element));
	}
	own_bytes(m, &e->value, text.ptr, text.len);
}

/* ---- common elements ---- */

/* Both spellings of an aspect are one element; numbers without a name are written as #NUMBER. */
static void list_targets(struct merge *m, struct merge_entry *e, const struct syb_prop *prop)
{
	struct syb_bytes rest = prop_bytes(prop), name;
	const struct syb_aspect_info *aspect;
	char text[64];

	for (size_t i = 0; i < prop->len / 4 && !shape_target_names(prop) && m->l->error == 0; i++) {
		aspect = syb_aspect_find(prop_aspect(prop, i));
		snprintf(text, sizeof(text), "#%" PRIu32, prop_aspect(prop, i));
		add_element(m, e, aspect ? aspect->name : text, strlen(aspect ? aspect->name : text));
	}
	while (shape_target_names(prop) && m->l->error == 0 && shape_next(&rest, ',', &name)) {
		snprintf(text, sizeof(text), "%.*s", (int)(name.len < 64 ? name.len : 0), (const char *)name.ptr);
		aspect = syb_aspect_parse(text);
		if (aspect)
			add_element(m, e, aspect->name, strlen(aspect->name));
		else
			add_element(m, e, name.ptr, name.len);
	}
}

/* Keep the elements that the other property has, too. */
static void keep_common(struct merge *m, struct merge_entry *e, const struct syb_prop *prop)
{
	struct merge_entry other = { 0 };
	_cleanup_(hash_free) struct hash has = { 0 };
	const char *element;
	size_t kept = 0;

	list_targets(m, &other, prop);
	for (size_t at = 0; m->l->error == 0 && (element = next_element(&other.elements, &at));)
		link_put_name(m->l, &has, element, 0, NULL);
	for (size_t at = 0; m->l->error == 0 && (element = next_element(&e->elements, &at));) {
		const size_t len = strlen(element);

		if (!hash_get(&has, element, len))
			continue;
		memmove(e->elements.ptr + kept, element, len + 1);
		kept += len + 1;
	}
	e->elements.len = kept;
	buf_free(&other.elements);
}

/* Numbers where all are aspects, names otherwise; the writer converts one into the other as the dialect requires. */
static void finish_common(struct merge *m, struct merge_entry *e)
{
	struct syb_ctx *ctx = m->l->ctx;
	_cleanup_(buf_free) struct buf numbers = { 0 }, names = { 0 };
	const struct buf *chosen = &numbers;
	const char *name;

	for (size_t at = 0; m->l->error == 0 && (name = next_element(&e->elements, &at));) {
		const struct syb_aspect_info *aspect = syb_aspect_parse(name);
		uint32_t known = aspect ? aspect->number : (uint32_t)strtoul(name + 1, NULL, 10), number = 0;

		if ((!aspect && *name != '#') || !syb_aspect_encode(syb_ctx_aspect_numbers(ctx), known, &number))
			chosen = &names;
		link_ok(m->l, buf_u32(ctx, &numbers, number));
		link_ok(m->l, buf_printf(ctx, &names, "%s%s", names.len ? "," : "", name));
	}
	own_bytes(m, &e->value, chosen->ptr, chosen->len);
}

/* ---- entries ---- */

/* The first value of a key. */
static void begin(struct merge *m, struct merge_set *set, const struct syb_prop *prop, const struct syb_prop *stated,
		  const struct link_module *module, enum link_rule rule)
{
	const struct syb_key_info *row = syb_key_info_find(set->name, prop->key);
	struct merge_entry *e;

	if (!link_ok(m->l, VEC_PUSH(m->l->ctx, set->entries, set->count, set->room)) ||
	    !link_put_name(m->l, &set->index, prop->key, set->count, NULL))
		return;
	e = &set->entries[set->count++];
	*e = (struct merge_entry){ .key = prop->key,
				   .rule = rule,
				   .shape = row ? row->shape : SYB_SHAPE_RAW,
				   .value = *prop,
				   .from = module,
				   .stated = stated,
				   .count = 1 };
	if (rule == RULE_UNION)
		gather(m, e, prop);
	else if (rule == RULE_COMMON && prop->type == SYB_PROP_BYTES)
		list_targets(m, e, prop);
}

/* Combine another value of a key with the first one; false when they contradict each other. */
static bool combine(struct merge *m, struct merge_entry *e, const struct syb_prop *prop)
{
	const bool same_type = prop->type == e->value.type;

	e->count++;
	switch (e->rule) {
	case RULE_UNION:
		if (same_type)
			gather(m, e, prop);
		return same_type;
	case RULE_COMMON:
		if (same_type && prop->type == SYB_PROP_BYTES)
			keep_common(m, e, prop);
		return same_type && prop->type == SYB_PROP_BYTES && e->elements.len;
	case RULE_FIRST:
		return true;
	case RULE_LEAST:
		if (prop->u32 < e->value.u32)
			e->value = *prop;
		return true;
	default:
		return same_value(&e->value, prop);
	}
}

static void add_prop(struct merge *m, struct merge_set *set, const struct syb_prop *stated,
		     const struct link_module *module, bool root)
{
	struct syb_prop prop = *stated;
	struct merge_entry *e;
	enum link_rule rule;
	const size_t *place;

	renew(m, syb_key_info_find(set->name, prop.key), &prop);
	rule = rule_of(set->name, prop.key);
	if (m->l->error < 0 || rule == RULE_REBASE || rule == RULE_ANEW || (rule == RULE_ROOTS && !root))
		return;
	place = hash_get(&set->index, prop.key, strlen(prop.key));
	if (!place) {
		begin(m, set, &prop, stated, module, rule);
		return;
	}
	e = &set->entries[*place];
	if (!combine(m, e, &prop) && m->l->error == 0)
		contradict(m, e, link_prop_place(module, stated), link_prop_place(e->from, e->stated),
			   e->rule == RULE_SIZE ? "link-device-global" : "link-property", set->name);
}

static struct merge_set *find_set(struct merge *m, const char *name)
{
	const struct syb_set_info *info = syb_set_info_find(name);
	const size_t *place;

	name = info ? info->name : name;
	place = hash_get(&m->index, name, strlen(name));
	if (place)
		return &m->sets[*place];
	if (!link_ok(m->l, VEC_PUSH(m->l->ctx, m->sets, m->count, m->room)) ||
	    !link_put_name(m->l, &m->index, name, m->count, NULL))
		return NULL;
	m->sets[m->count] = (struct merge_set){ .name = name, .rule = rule_of(name, "*") };
	return &m->sets[m->count++];
}

void merge_add(struct merge *m, bool root)
{
	const struct link_module *module = m->l->error < 0 ? NULL : m->modules[m->added++];

	for (size_t s = 0; module && s < module->props->count && m->l->error == 0; s++) {
		const struct syb_set *from = &module->props->sets[s];
		struct merge_set *set = find_set(m, from->name);

		for (size_t i = 0; i < from->count && m->l->error == 0; i++)
			if (syb_set_find(from, from->props[i].key) == &from->props[i])
				add_prop(m, set, &from->props[i], module, root);
	}
}

/* ---- the end ---- */

/* A member that does not state the key has 0. */
static void check_zero(struct merge *m, const struct merge_set *set, const struct merge_entry *e)
{
	for (size_t i = 0; i < m->module_count && e->count < m->module_count && e->value.u32 != 0; i++)
		if (!syb_props_get(m->modules[i]->props, set->name, e->key)) {
			contradict(m, e, link_prop_place(e->from, e->stated),
				   (struct link_place){ m->modules[i], SYB_NO_OFFSET }, "link-property", set->name);
			return;
		}
}

void merge_finish(struct merge *m)
{
	for (size_t s = 0; s < m->count; s++)
		for (size_t i = 0; i < m->sets[s].count && m->l->error == 0; i++) {
			struct merge_entry *e = &m->sets[s].entries[i];
			const bool bytes = e->value.type == SYB_PROP_BYTES;

			if (e->rule == RULE_UNION && bytes && e->shape == SYB_SHAPE_ASPECTS)
				finish_numbers(m, e);
			else if (e->rule == RULE_UNION && bytes)
				finish_texts(m, e);
			else if (e->rule == RULE_COMMON && bytes)
				finish_common(m, e);
			else if (e->rule == RULE_ZERO)
				check_zero(m, &m->sets[s], e);
		}
}

void merge_write(struct merge *m, const struct merge_set *set, struct syb_props_writer *writer)
{
	for (size_t i = 0; i < set->count && m->l->error == 0; i++) {
		const struct merge_entry *e = &set->entries[i];
		struct syb_prop prop = e->value;

		if (e->rule == RULE_LEAST && e->count < m->module_count)
			continue;
		prop.key = e->key;
		link_ok(m->l, syb_props_writer_prop(m->l->ctx, writer, &prop));
	}
}
