/* package/show/zerecord.c — find the kernels of Intel GPU binaries in a record of syb_show: in a zebin, in a member of
 * an archive, in an entry of an offload binary, in an image of a package. */
#include "show_zebin.h"

enum { MOST_DEPTH = 64 };

/* The lists of a record that hold parts of the file, and the keys that name the parts. */
static const struct {
	const char *list, *name, *below;
} places[] = {
	{ "contents", "name", NULL },     /* archives */
	{ "entries", "arch", "content" }, /* offload binaries */
	{ "packages", NULL, NULL },       { "modules", NULL, NULL }, { "images", "arch", "content" },
};

static const char *name_in(const struct syb_value *map, const char *key)
{
	const struct syb_value *v = key ? syb_value_get(map, key) : NULL;

	if (key && !v) /* strings of offload binaries */
		v = syb_value_get(map, "strings") ? syb_value_get(syb_value_get(map, "strings"), key) : NULL;
	return v && syb_value_kind(v) == SYB_VALUE_STRING && *syb_value_string(v) ? syb_value_string(v) : NULL;
}

static bool is_binary(const struct syb_value *map)
{
	const char *kind = name_in(map, "kind");

	return kind && (str_eq(kind, syb_kind_name(SYB_KIND_ZEBIN)) || str_eq(kind, syb_kind_name(SYB_KIND_ZEINFO)));
}

static int visit(const struct syb_value *map, const char *group, unsigned depth, zerecord_fn *fn, void *user)
{
	const struct syb_value *list;

	TRY(is_binary(map) ? fn(user, map, group) : 0);
	for (size_t p = 0; p < ARRAY_SIZE(places) && depth < MOST_DEPTH; p++) {
		list = syb_value_get(map, places[p].list);
		if (!list || syb_value_kind(list) != SYB_VALUE_LIST)
			continue;
		for (size_t i = 0; i < syb_value_count(list); i++) {
			const struct syb_value *part = syb_value_at(list, i);
			const char *name = syb_value_kind(part) == SYB_VALUE_MAP ? name_in(part, places[p].name) : NULL;

			if (syb_value_kind(part) == SYB_VALUE_MAP && places[p].below)
				part = syb_value_get(part, places[p].below);
			if (part && syb_value_kind(part) == SYB_VALUE_MAP)
				TRY(visit(part, name ? name : group, depth + 1, fn, user));
		}
	}
	return 0;
}

int zerecord_each(const struct syb_value *root, zerecord_fn *fn, void *user)
{
	return syb_value_kind(root) == SYB_VALUE_MAP ? visit(root, "", 0, fn, user) : 0;
}
