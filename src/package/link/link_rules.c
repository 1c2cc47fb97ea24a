/* package/link/link_rules.c — properties of several modules → one value for each key, by the rules of link_rules.def.
 *
 * Values are compared by what they say: earlier spellings of keys and both types of a number are the same. Unions are
 * gathered first and put in order at the end, so that many modules cost no more than their properties. */
#include "link_rules.h"

#include "base/order.h"
#include "format/props/prop_shape.h"
#include <sybil/target.h>

#include <inttypes.h>
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

static int own_bytes(struct merge *m, struct syb_prop *prop, const void *bytes, size_t len)
{
	uint8_t *copy = arena_bytes(m->l->ctx, &m->arena, len);

	if (!copy)
		return -SYB_E_NOMEM;
	if (len)
		memcpy(copy, bytes, len);
	prop->type = SYB_PROP_BYTES;
	prop->bytes = copy;
	prop->len = len;
	prop->bits = (uint64_t)len * 8;
	prop->raw = NULL;
	return 0;
}

/* An old required work-group size in the current form; several sizes have the old form only. */
static int renew_size(struct merge *m, struct syb_prop *prop, const char *becomes)
{
	enum wg_form form = shape_wg_form(prop, SYB_SHAPE_WG_SIZE_OLD);
	struct syb_work_group_size size, more;
	_cleanup_(buf_free) struct buf bytes = { 0 };
	size_t pos = 0;
	int r = 0;

	if (!shape_wg_next(prop, form, &pos, &size) || shape_wg_next(prop, form, &pos, &more))
		return 0;
	for (size_t i = 0; i < size.dims && r == 0; i++)
		r = buf_u64(m->l->ctx, &bytes, size.size[i]);
	prop->key = becomes;
	return r < 0 ? r : own_bytes(m, prop, bytes.ptr, bytes.len);
}

/* Aspects with the numbers of the result. */
static int renew_aspects(struct merge *m, struct syb_prop *prop)
{
	const enum syb_aspect_numbers numbers = syb_ctx_aspect_numbers(m->l->ctx);
	_cleanup_(buf_free) struct buf bytes = { 0 };
	int r;

	if (prop->numbers == numbers)
		return 0;
	r = prop_renumber(m->l->ctx, prop, numbers, &bytes);
	if (r == 0)
		r = own_bytes(m, prop, bytes.ptr, bytes.len);
	prop->numbers = (uint8_t)numbers;
	return r;
}

/* The current spelling of a property. */
static int renew(struct merge *m, const struct syb_key_info *row, struct syb_prop *prop)
{
	if (!row || (prop->type != SYB_PROP_U32 && prop->type != SYB_PROP_BYTES))
		return 0;
	if (row->shape == SYB_SHAPE_WG_SIZE_OLD && prop->type == SYB_PROP_BYTES)
		return renew_size(m, prop, row->becomes);
	if (row->becomes && prop->type == SYB_PROP_BYTES)
		prop->key = row->becomes;
	if (prop_has_aspects(row, prop))
		return renew_aspects(m, prop);
	if (row->shape == SYB_SHAPE_U32_OR_LIST && prop->type == SYB_PROP_BYTES && prop->len == 4) {
		prop->u32 = shape_u32(prop, 0);
		prop->type = SYB_PROP_U32;
		prop->raw = NULL;
	}
	return 0;
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

static int contradict(struct merge *m, const struct merge_entry *e, const struct link_module *module,
		      const struct syb_prop *prop, const char *check, const char *set)
{
	return link_problem(m->l, check, e->key, link_prop_place(module, prop), link_prop_place(e->from, e->stated),
			    "%s of '%s' differs between modules that share an image", e->key, set);
}

/* ---- unions ---- */

static int gather_texts(struct syb_ctx *ctx, struct buf *elements, const struct syb_prop *prop, char separator)
{
	struct syb_bytes rest = prop_bytes(prop), text;
	int r = 0;

	while (r == 0 && shape_next(&rest, separator, &text)) {
		r = buf_add(ctx, elements, text.ptr, text.len);
		if (r == 0)
			r = buf_char(ctx, elements, '\0');
	}
	return r;
}

static char separator_of(enum syb_shape shape)
{
	return shape == SYB_SHAPE_STRINGS ? ',' : ';';
}

static int gather(struct merge *m, struct merge_entry *e, const struct syb_prop *prop)
{
	if (prop->type == SYB_PROP_U32) {
		e->value.u32 |= prop->u32;
		return 0;
	}
	if (e->shape == SYB_SHAPE_ASPECTS)
		return buf_add(m->l->ctx, &e->elements, prop->bytes, prop->len / 4 * 4);
	return gather_texts(m->l->ctx, &e->elements, prop, separator_of(e->shape));
}

static int by_u32(const void *a, const void *b)
{
	struct syb_prop x = { .bytes = a }, y = { .bytes = b };
	uint32_t p = shape_u32(&x, 0), q = shape_u32(&y, 0);

	return ORDER(p, q);
}

static int finish_numbers(struct merge *m, struct merge_entry *e)
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
	return own_bytes(m, &e->value, list->ptr, kept);
}

static int finish_texts(struct merge *m, struct merge_entry *e)
{
	struct syb_ctx *ctx = m->l->ctx;
	_cleanup_(buf_free) struct buf text = { 0 };
	_cleanup_(hash_free) struct hash seen = { 0 };
	int r = 0;

	for (size_t at = 0, len; at < e->elements.len && r == 0; at += len + 1) {
		const char *element = (const char *)e->elements.ptr + at;
		size_t *value;
		bool found;

		len = strlen(element);
		r = hash_put(ctx, &seen, element, len, 0, &value, &found);
		if (r == 0 && !found && text.len)
			r = buf_char(ctx, &text, separator_of(e->shape));
		if (r == 0 && !found)
			r = buf_add(ctx, &text, element, len);
	}
	return r < 0 ? r : own_bytes(m, &e->value, text.ptr, text.len);
}

/* ---- what all have in common ---- */

static int add_target(struct merge *m, struct buf *list, const char *name, size_t len, uint32_t number)
{
	const struct syb_aspect_info *aspect;
	char text[64];

	if (name && len < sizeof(text)) {
		memcpy(text, name, len);
		text[len] = '\0';
		aspect = syb_aspect_parse(text);
	} else {
		aspect = name ? NULL : syb_aspect_find(number);
	}
	if (aspect) /* both spellings of an aspect are one */
		return buf_add(m->l->ctx, list, aspect->name, strlen(aspect->name) + 1);
	if (!name)
		return buf_printf(m->l->ctx, list, "#%" PRIu32 "%c", number, '\0');
	if (buf_add(m->l->ctx, list, name, len) < 0)
		return -SYB_E_NOMEM;
	return buf_char(m->l->ctx, list, '\0');
}

static int list_targets(struct merge *m, struct buf *list, const struct syb_prop *prop)
{
	struct syb_bytes rest = prop_bytes(prop), name;
	int r = 0;

	if (!shape_target_names(prop)) {
		for (size_t i = 0; i < prop->len / 4 && r == 0; i++)
			r = add_target(m, list, NULL, 0, prop_aspect(prop, i));
		return r;
	}
	while (r == 0 && shape_next(&rest, ',', &name))
		r = add_target(m, list, (const char *)name.ptr, name.len, 0);
	return r;
}

/* Keep of the elements those that the other has, too. */
static int keep_common(struct merge *m, struct merge_entry *e, const struct syb_prop *prop)
{
	_cleanup_(buf_free) struct buf other = { 0 };
	_cleanup_(hash_free) struct hash has = { 0 };
	size_t kept = 0, len;
	int r = list_targets(m, &other, prop);

	for (size_t at = 0; at < other.len && r == 0; at += strlen((char *)other.ptr + at) + 1) {
		size_t *value;
		bool found;

		r = hash_put(m->l->ctx, &has, other.ptr + at, strlen((char *)other.ptr + at), 0, &value, &found);
	}
	for (size_t at = 0; at < e->elements.len && r == 0; at += len) {
		len = strlen((char *)e->elements.ptr + at) + 1;
		if (!hash_get(&has, e->elements.ptr + at, len - 1))
			continue;
		memmove(e->elements.ptr + kept, e->elements.ptr + at, len);
		kept += len;
	}
	if (r == 0)
		e->elements.len = kept;
	return r;
}

/* Numbers where all are aspects, names otherwise; the writer turns one into the other as the dialect wants. */
static int finish_common(struct merge *m, struct merge_entry *e)
{
	struct syb_ctx *ctx = m->l->ctx;
	_cleanup_(buf_free) struct buf numbers = { 0 }, names = { 0 };
	bool aspects = true;
	int r = 0;

	for (size_t at = 0; at < e->elements.len && r == 0; at += strlen((char *)e->elements.ptr + at) + 1) {
		const char *name = (const char *)e->elements.ptr + at;
		const struct syb_aspect_info *aspect = syb_aspect_parse(name);
		uint32_t known = aspect ? aspect->number : (uint32_t)strtoul(name + 1, NULL, 10), number = 0;

		aspects = aspects && (aspect || *name == '#') &&
			  syb_aspect_encode(syb_ctx_aspect_numbers(ctx), known, &number);
		r = buf_u32(ctx, &numbers, number);
		if (r == 0 && names.len)
			r = buf_char(ctx, &names, ',');
		if (r == 0)
			r = buf_text(ctx, &names, name);
	}
	if (r < 0)
		return r;
	return aspects ? own_bytes(m, &e->value, numbers.ptr, numbers.len)
		       : own_bytes(m, &e->value, names.ptr, names.len);
}

/* ---- entries ---- */

/* The first value of a key. */
static int begin(struct merge *m, struct merge_set *set, const struct syb_prop *prop, const struct syb_prop *stated,
		 const struct link_module *module, enum link_rule rule, struct merge_entry **out)
{
	const struct syb_key_info *row = syb_key_info_find(set->name, prop->key);
	size_t *place;
	bool found;
	int r = VEC_PUSH(m->l->ctx, set->entries, set->count, set->room);

	if (r == 0)
		r = hash_put(m->l->ctx, &set->index, prop->key, strlen(prop->key), set->count, &place, &found);
	if (r < 0)
		return r;
	*out = &set->entries[set->count++];
	**out = (struct merge_entry){ .key = prop->key,
				      .rule = rule,
				      .shape = row ? row->shape : SYB_SHAPE_RAW,
				      .value = *prop,
				      .from = module,
				      .stated = stated,
				      .count = 1 };
	if (rule == RULE_UNION)
		return gather(m, *out, prop);
	return rule == RULE_COMMON && prop->type == SYB_PROP_BYTES ? list_targets(m, &(*out)->elements, prop) : 0;
}

/* Another value of a key. */
static int combine(struct merge *m, const struct merge_set *set, struct merge_entry *e, const struct syb_prop *prop,
		   const struct syb_prop *stated, const struct link_module *module)
{
	int r = 0;

	e->count++;
	switch (e->rule) {
	case RULE_UNION:
		if (prop->type == e->value.type)
			return gather(m, e, prop);
		break;
	case RULE_COMMON:
		if (prop->type == e->value.type && prop->type == SYB_PROP_BYTES) {
			r = keep_common(m, e, prop);
			if (r < 0 || e->elements.len)
				return r;
		}
		break;
	case RULE_FIRST:
		return 0;
	case RULE_LEAST:
		if (prop->u32 < e->value.u32)
			e->value = *prop;
		return 0;
	case RULE_SIZE:
		return same_value(&e->value, prop) ? 0
						   : contradict(m, e, module, stated, "link-device-global", set->name);
	default:
		if (same_value(&e->value, prop))
			return 0;
		break;
	}
	return contradict(m, e, module, stated, "link-property", set->name);
}

static int add_prop(struct merge *m, struct merge_set *set, const struct syb_prop *stated,
		    const struct link_module *module, bool root)
{
	struct syb_prop prop = *stated;
	enum link_rule rule;
	struct merge_entry *e;
	const size_t *place;
	int r = renew(m, syb_key_info_find(set->name, prop.key), &prop);

	if (r < 0)
		return r;
	rule = rule_of(set->name, prop.key);
	if (rule == RULE_REBASE || rule == RULE_ANEW || (rule == RULE_ROOTS && !root))
		return 0;
	place = hash_get(&set->index, prop.key, strlen(prop.key));
	if (place)
		return combine(m, set, &set->entries[*place], &prop, stated, module);
	return begin(m, set, &prop, stated, module, rule, &e);
}

static int find_set(struct merge *m, const char *name, struct merge_set **out)
{
	const struct syb_set_info *info = syb_set_info_find(name);
	size_t *place;
	bool found;
	int r;

	name = info ? info->name : name;
	place = hash_get(&m->index, name, strlen(name));
	if (place) {
		*out = &m->sets[*place];
		return 0;
	}
	r = VEC_PUSH(m->l->ctx, m->sets, m->count, m->room);
	if (r == 0)
		r = hash_put(m->l->ctx, &m->index, name, strlen(name), m->count, &place, &found);
	if (r < 0)
		return r;
	*out = &m->sets[m->count++];
	**out = (struct merge_set){ .name = name, .rule = rule_of(name, "*") };
	return 0;
}

int merge_add(struct merge *m, bool root)
{
	const struct link_module *module = m->modules[m->added++];
	int r = 0;

	for (size_t s = 0; s < module->props->count && r == 0; s++) {
		const struct syb_set *from = &module->props->sets[s];
		struct merge_set *set;

		r = find_set(m, from->name, &set);
		for (size_t i = 0; i < from->count && r == 0; i++)
			if (syb_set_find(from, from->props[i].key) == &from->props[i])
				r = add_prop(m, set, &from->props[i], module, root);
	}
	return r;
}

/* ---- the end ---- */

/* Where a member does not state what counts as 0 then. */
static int check_zero(struct merge *m, const struct merge_set *set, const struct merge_entry *e)
{
	if (e->count == m->module_count || e->value.u32 == 0)
		return 0;
	for (size_t i = 0; i < m->module_count; i++)
		if (!syb_props_get(m->modules[i]->props, set->name, e->key))
			return link_problem(m->l, "link-property", e->key, link_prop_place(e->from, e->stated),
					    (struct link_place){ m->modules[i], SYB_NO_OFFSET },
					    "%s of '%s' differs between modules that share an image", e->key,
					    set->name);
	return 0;
}

int merge_finish(struct merge *m)
{
	int r = 0;

	for (size_t s = 0; s < m->count; s++)
		for (size_t i = 0; i < m->sets[s].count && r == 0; i++) {
			struct merge_entry *e = &m->sets[s].entries[i];

			if (e->rule == RULE_UNION && e->value.type == SYB_PROP_BYTES)
				r = e->shape == SYB_SHAPE_ASPECTS ? finish_numbers(m, e) : finish_texts(m, e);
			else if (e->rule == RULE_COMMON && e->value.type == SYB_PROP_BYTES)
				r = finish_common(m, e);
			else if (e->rule == RULE_ZERO)
				r = check_zero(m, &m->sets[s], e);
		}
	return r;
}

int merge_write(struct merge *m, const struct merge_set *set, struct syb_props_writer *writer)
{
	int r = 0;

	for (size_t i = 0; i < set->count && r == 0; i++) {
		const struct merge_entry *e = &set->entries[i];
		struct syb_prop prop = e->value;

		if (e->rule == RULE_LEAST && e->count < m->module_count)
			continue;
		prop.key = e->key;
		r = syb_props_writer_prop(m->l->ctx, writer, &prop);
	}
	return r;
}
