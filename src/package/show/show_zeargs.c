/* package/show/show_zeargs.c — the arguments that a user of a kernel passes, by index.
 *
 * A document describes an argument in several places: one or more payload entries (a stateful pointer occupies no
 * bytes, a second entry with the same index does; the parts of a flattened struct have one each), a binding table
 * entry, and, for names and types, kernels_misc_info. Indices are untrusted: everything is sorted by them, nothing is
 * looked up in an array. */
#include "show_zebin.h"

#include "base/order.h"
#include "base/words.h"
#include "format/zeinfo/zeinfo.h"

#include <stdlib.h>

#define PAYLOAD_PATH "/kernels[]/payload_arguments[]"
#define BTI_PATH "/kernels[]/binding_table_indices[]"
#define MISC_PATH "/kernels_misc_info[]/args_info[]"

enum what {
	WHAT_PAYLOAD,
	WHAT_BTI,
	WHAT_MISC,
};

struct entry {
	int64_t index;
	enum what what;
	size_t order;
	const struct syb_ze_node *node;
};

struct args {
	struct show *show;
	struct syb_ze_version version;
	struct entry *entries;
	size_t count, room;
};

static void drop(struct args *a)
{
	allocator_free(allocator_of(a->show->ctx), a->entries);
}

static int by_index(const void *pa, const void *pb)
{
	const struct entry *a = pa, *b = pb;

	if (a->index != b->index)
		return ORDER(a->index, b->index);
	if (a->what != b->what)
		return ORDER(a->what, b->what);
	return ORDER(a->order, b->order);
}

static int collect(struct args *a, const struct syb_ze_node *list, enum what what, const char *path, const char *key)
{
	if (!list || syb_ze_kind(list) != SYB_ZE_NODE_LIST)
		return 0;
	for (size_t i = 0; i < syb_ze_count(list); i++) {
		const struct syb_ze_node *node = syb_ze_at(list, i);
		int64_t index;

		if (syb_ze_kind(node) != SYB_ZE_NODE_MAP || syb_ze_int(node, path, key, &index) < 0 || index < 0)
			continue;
		TRY(VEC_PUSH(a->show->ctx, a->entries, a->count, a->room));
		a->entries[a->count++] = (struct entry){ index, what, i, node };
	}
	return 0;
}

static bool is_type(const struct syb_ze_node *node, const char *type)
{
	const struct syb_ze_node *v = syb_ze_get(node, "arg_type");

	return v && str_eq(syb_ze_text(v), type);
}

static bool is_users(const struct syb_ze_node *node)
{
	return is_type(node, "arg_bypointer") || is_type(node, "arg_byvalue");
}

/* Otherwise the entries are implicit values of an argument that is missing. */
static bool is_argument(const struct entry *e, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (e[i].what == WHAT_MISC || (e[i].what == WHAT_PAYLOAD && is_users(e[i].node)))
			return true;
	return false;
}

/* The entries of one index. */
struct argument {
	const struct syb_ze_node *main;  /* the user's argument itself */
	const struct syb_ze_node *place; /* the entry that occupies bytes of the payload */
	const struct syb_ze_node *bti, *misc;
	size_t parts;     /* of a flattened struct */
	int64_t part_end; /* end of the last part in the struct */
};

static struct argument gather(const struct entry *e, size_t count)
{
	struct argument a = { 0 };

	for (size_t i = 0; i < count; i++) {
		const struct syb_ze_node *node = e[i].node;
		int64_t size = 0, source = -1;

		if (e[i].what == WHAT_BTI) {
			a.bti = a.bti ? a.bti : node;
			continue;
		}
		if (e[i].what == WHAT_MISC) {
			a.misc = a.misc ? a.misc : node;
			continue;
		}
		if (is_users(node) && !a.main)
			a.main = node;
		if (syb_ze_int(node, PAYLOAD_PATH, "size", &size) < 0 || size <= 0)
			continue;
		if (!a.place && (is_users(node) || is_type(node, "buffer_address")))
			a.place = node;
		if (!is_type(node, "arg_byvalue") || syb_ze_int(node, PAYLOAD_PATH, "source_offset", &source) < 0 ||
		    source < 0)
			continue;
		a.parts++;
		if (source + size > a.part_end) /* both fit 32 bits */
			a.part_end = source + size;
	}
	return a;
}

static void put_as(struct args *a, struct syb_value *map, const char *key, const struct syb_ze_node *node,
		   const char *attribute)
{
	const struct syb_ze_node *v = node ? syb_ze_get(node, attribute) : NULL;

	if (v)
		zenode_put(a->show, map, key, v, a->version);
	else
		value_null(a->show->rec, map, key);
}

/* 'float*;8' is a type and its size. */
static void put_type(struct args *a, struct syb_value *map, const struct syb_ze_node *misc)
{
	const struct syb_ze_node *v = misc ? syb_ze_get(misc, "type_name") : NULL;
	const char *text = v ? syb_ze_text(v) : NULL, *mark = text ? strrchr(text, ';') : NULL;

	if (mark && mark[1] && !mark[1 + strspn(mark + 1, "0123456789")])
		value_stringn(a->show->rec, map, "type", text, (size_t)(mark - text));
	else
		value_string_or_null(a->show->rec, map, "type", text);
}

/* The address modes of an argument, where there is more than one. */
static void put_modes(struct args *a, struct syb_value *map, const struct entry *e, size_t count)
{
	struct syb_value *list = NULL;
	const char *first = NULL;

	for (size_t i = 0; i < count && e[i].what == WHAT_PAYLOAD; i++) {
		const struct syb_ze_node *v = is_users(e[i].node) ? syb_ze_get(e[i].node, "addrmode") : NULL;

		if (!v || (first && !list && str_eq(first, syb_ze_text(v))))
			continue;
		if (first && !list) {
			list = value_hint(value_list(a->show->rec, map, "addrmodes"), VALUE_QUIET);
			value_string(a->show->rec, list, NULL, first);
		}
		if (list)
			value_string(a->show->rec, list, NULL, syb_ze_text(v));
		else
			first = syb_ze_text(v);
	}
}

/* Attributes of the entry that have no key of their own. Unknown ones are in the payload only: they could have the name
 * of one of our keys. */
static void put_rest(struct args *a, struct syb_value *map, const struct syb_ze_node *main)
{
	static const char shown[] = "arg_type offset size arg_index addrspace addrmode access_type source_offset";
	const struct syb_ze_node *node;
	const char *key;

	for (size_t i = 0; main && (node = zenode_next(main, &i, &key));) {
		if (words_have(shown, key, strlen(key)) || !syb_ze_attr(node))
			continue;
		zenode_put(a->show, map, key, node, a->version);
		value_hint(map ? map->as.c.last : NULL, VALUE_QUIET);
	}
}

static void put_argument(struct args *a, struct syb_value *list, int64_t index, const struct entry *e, size_t count)
{
	struct argument arg = gather(e, count);
	struct syb_record *rec = a->show->rec;
	struct syb_value *map = value_map(rec, list, NULL);

	value_uint(rec, map, "index", (uint64_t)index);
	put_as(a, map, "name", arg.misc, "name");
	put_type(a, map, arg.misc);
	put_as(a, map, "arg_type", arg.main, "arg_type");
	put_as(a, map, "addrspace", arg.main, "addrspace");
	put_as(a, map, "addrmode", arg.main, "addrmode");
	put_as(a, map, "access_type", arg.main, "access_type");
	put_as(a, map, "offset", arg.place ? arg.place : arg.main, "offset");
	if (arg.parts > 1)
		value_uint(rec, map, "size", (uint64_t)arg.part_end);
	else
		put_as(a, map, "size", arg.place ? arg.place : arg.main, "size");
	put_as(a, map, "bti", arg.bti, "bti_value");
	if (arg.parts > 1)
		value_uint(rec, map, "parts", arg.parts);
	put_modes(a, map, e, count);
	put_rest(a, map, arg.main);
}

int zeargs_put(struct show *s, struct syb_value *map, const struct syb_ze_node *kernel, const struct syb_ze_node *misc,
	       struct syb_ze_version version, size_t *out_count)
{
	_cleanup_(drop) struct args a = { .show = s, .version = version };
	struct syb_value *list = map ? value_hint(value_list(s->rec, map, "arguments"), VALUE_TABLE) : NULL;
	size_t count = 0;

	TRY(collect(&a, syb_ze_get(kernel, "payload_arguments"), WHAT_PAYLOAD, PAYLOAD_PATH, "arg_index"));
	TRY(collect(&a, syb_ze_get(kernel, "binding_table_indices"), WHAT_BTI, BTI_PATH, "arg_index"));
	if (misc)
		TRY(collect(&a, syb_ze_get(misc, "args_info"), WHAT_MISC, MISC_PATH, "index"));
	if (a.count)
		qsort(a.entries, a.count, sizeof(*a.entries), by_index);
	for (size_t i = 0, n; i < a.count; i += n) {
		for (n = 1; i + n < a.count && a.entries[i + n].index == a.entries[i].index;)
			n++;
		if (!is_argument(&a.entries[i], n))
			continue;
		count++;
		if (map)
			put_argument(&a, list, a.entries[i].index, &a.entries[i], n);
	}
	*out_count = count;
	return 0;
}
