/* package/explore_links.c — who has what others import, over all files; and what `sybil link --map` has told.
 *
 * Symbols are those of the property sets; where a module has no such set, those of its SPIR-V. */
#include "explore.h"

#include "format/yaml/yaml.h"
#include <sybil/item.h>

#include <errno.h>
#include <stdlib.h>

#define SET_IMPORTS "SYCL/imported symbols"
#define SET_EXPORTS "SYCL/exported symbols"

struct linked {
	size_t file, package, module; /* module SIZE_MAX: SPIR-V that is no image */
	const struct syb_value *shown;
};

struct links {
	struct explore *x;
	struct linked *modules;
	size_t count, room;
	const struct explore_file *file; /* while modules are gathered */
	size_t packages;
	struct hash exports; /* symbol → its first module */
};

static void drop(struct links *l)
{
	allocator_free(l->x->from, l->modules);
	hash_free(&l->exports);
}

/* ---- modules ---- */

static int add(struct links *l, const struct syb_value *shown, size_t module)
{
	int r = VEC_PUSH(l->x->ctx, l->modules, l->count, l->room);

	if (r == 0)
		l->modules[l->count++] = (struct linked){ l->file->index, l->packages, module, shown };
	return r;
}

static int gather(void *user, const struct syb_value *map, const char *kind)
{
	const struct syb_value *modules = explore_get(map, "modules");
	struct links *l = user;
	int r = 0;

	if (str_eq(kind, syb_kind_name(SYB_KIND_SPIRV)))
		return add(l, map, SIZE_MAX);
	if (!str_eq(kind, syb_kind_name(SYB_KIND_SYCLBIN)))
		return 0;
	for (size_t i = 0; r == 0 && i < explore_count(modules); i++)
		r = add(l, syb_value_at(modules, i), (size_t)explore_number(syb_value_at(modules, i), "index"));
	l->packages++;
	return r;
}

/* ---- symbols ---- */

typedef int symbol_fn(struct links *l, size_t module, const char *symbol, void *user);

static int each_in_spirv(struct links *l, size_t module, const struct syb_value *content, const char *list,
			 symbol_fn *fn, void *user)
{
	const struct syb_value *symbols = explore_get(content, list);
	int r = 0;

	for (size_t i = 0; r == 0 && i < explore_count(symbols); i++)
		r = fn(l, module, explore_text(syb_value_at(symbols, i), "name"), user);
	return r;
}

static int each_symbol(struct links *l, size_t module, bool imports, symbol_fn *fn, void *user)
{
	const struct syb_value *shown = l->modules[module].shown, *props = explore_get(shown, "properties");
	const struct syb_value *set = explore_get(props, imports ? SET_IMPORTS : SET_EXPORTS);
	const struct syb_value *images = explore_get(shown, "images");
	const char *list = imports ? "imports" : "exports";
	int r = 0;

	if (l->modules[module].module == SIZE_MAX)
		return each_in_spirv(l, module, shown, list, fn, user);
	if (explore_get(props, SET_IMPORTS) || explore_get(props, SET_EXPORTS)) {
		for (size_t i = 0; r == 0 && i < explore_count(set); i++)
			r = fn(l, module, syb_value_key(set, i), user);
		return r;
	}
	for (size_t i = 0; i < explore_count(images); i++) { /* the first one speaks for all targets */
		const struct syb_value *content = explore_get(syb_value_at(images, i), "content");

		if (str_eq(explore_text(content, "kind"), syb_kind_name(SYB_KIND_SPIRV)))
			return each_in_spirv(l, module, content, list, fn, user);
	}
	return 0;
}

static int count_symbol(struct links *l, size_t module, const char *symbol, void *user)
{
	size_t *count = user;

	(void)l;
	(void)module;
	(void)symbol;
	++*count;
	return 0;
}

static int take_export(struct links *l, size_t module, const char *symbol, void *user)
{
	size_t *stored;
	bool found;

	(void)user;
	return hash_put(l->x->ctx, &l->exports, symbol, strlen(symbol), module, &stored, &found);
}

static int put_import(struct links *l, size_t module, const char *symbol, void *user)
{
	const size_t *to = hash_get(&l->exports, symbol, strlen(symbol));
	struct syb_record *rec = l->x->rec;
	struct syb_value *map = value_map(rec, user, NULL);
	const char *readable;
	int r = explore_readable(l->x, symbol, &readable);

	if (r < 0)
		return r;
	value_uint(rec, map, "from", module);
	if (to)
		value_uint(rec, map, "to", *to);
	value_string(rec, map, "symbol", symbol);
	if (!str_eq(readable, symbol))
		value_string(rec, map, "name", readable);
	return rec->failed ? -SYB_E_NOMEM : 0;
}

static int put_modules(struct links *l)
{
	struct explore *x = l->x;
	struct syb_value *list = value_list(x->rec, x->out.links, "modules");
	int r = 0;

	for (size_t i = 0; r == 0 && i < l->count; i++) {
		const struct linked *m = &l->modules[i];
		struct syb_value *map = value_map(x->rec, list, NULL);
		size_t imports = 0, exports = 0;

		value_uint(x->rec, map, "file", m->file);
		if (m->module != SIZE_MAX && x->files[m->file].package_count > 1)
			value_uint(x->rec, map, "package", m->package);
		if (m->module != SIZE_MAX)
			value_uint(x->rec, map, "module", m->module);
		r = each_symbol(l, i, true, count_symbol, &imports);
		if (r == 0)
			r = each_symbol(l, i, false, count_symbol, &exports);
		value_uint(x->rec, map, "imports", imports);
		value_uint(x->rec, map, "exports", exports);
	}
	return r;
}

static int put_symbols(struct links *l)
{
	struct explore *x = l->x;
	size_t symbols = 0;
	struct syb_value *list;
	int r = 0;

	for (size_t i = 0; r == 0 && i < l->count; i++) {
		r = each_symbol(l, i, false, take_export, NULL);
		if (r == 0)
			r = each_symbol(l, i, true, count_symbol, &symbols);
	}
	if (r < 0 || (symbols == 0 && l->exports.count == 0))
		return r;
	r = put_modules(l);
	list = value_list(x->rec, x->out.links, "symbols");
	for (size_t i = 0; r == 0 && i < l->count; i++)
		r = each_symbol(l, i, true, put_import, list);
	return r;
}

/* ---- maps ---- */

static void put_plain(struct syb_record *rec, struct syb_value *parent, const char *key, const char *text)
{
	unsigned long long number;
	char *end;

	if (str_eq(text, "null") || str_eq(text, "~") || !*text) {
		value_null(rec, parent, key);
		return;
	}
	if (str_eq(text, "true") || str_eq(text, "false")) {
		value_bool(rec, parent, key, *text == 't');
		return;
	}
	errno = 0;
	number = strtoull(text, &end, 10);
	if (*text >= '0' && *text <= '9' && !*end && errno == 0)
		value_uint(rec, parent, key, number);
	else
		value_string(rec, parent, key, text);
}

/* Depth is bounded by YAML_DEPTH. */
static void put_node(struct syb_record *rec, struct syb_value *parent, const char *key, const struct syb_ze_node *node)
{
	struct syb_value *v;

	switch (node->kind) {
	case SYB_ZE_NODE_SCALAR:
		if (node->style == SYB_ZE_STYLE_PLAIN)
			put_plain(rec, parent, key, node->text);
		else
			value_string(rec, parent, key, node->text);
		return;
	case SYB_ZE_NODE_LIST:
		v = value_list(rec, parent, key);
		break;
	default:
		v = value_map(rec, parent, key);
		break;
	}
	for (uint32_t i = 0; i < node->count; i++)
		put_node(rec, v, node->kind == SYB_ZE_NODE_LIST ? NULL : node->items[i].key, &node->items[i]);
}

static bool has_list(const struct syb_ze_node *map, const char *key)
{
	for (uint32_t i = 0; i < map->count; i++)
		if (str_eq(map->items[i].key, key))
			return map->items[i].kind == SYB_ZE_NODE_LIST;
	return false;
}

/* What every map has; the text form of one reads as YAML, too, but has no lists. */
static bool is_map(const struct syb_ze_node *root)
{
	return root && root->kind == SYB_ZE_NODE_MAP && has_list(root, "inputs") && has_list(root, "modules");
}

/* JSON is YAML, and there is a reader of that. */
static int put_map(struct explore *x, struct syb_value *list, const struct syb_report_file *file)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(x->ctx, file->name);
	struct syb_ze_node *root = NULL;
	struct syb_value *map;
	int r = yaml_read(x->ctx, &arena, file->bytes, (struct yaml_source){ .check = "report-map" }, &root);

	if (r == 0 && !is_map(root))
		r = syb_fail_text(x->ctx, SYB_E_FORMAT, 1, 1, "report-map",
				  "not a link map in JSON; 'sybil link --map' writes one where the name ends in .json");
	if (r < 0)
		return r;
	map = value_map(x->rec, list, NULL);
	value_string(x->rec, map, "file", file->name);
	put_node(x->rec, map, "map", root);
	return x->rec->failed ? -SYB_E_NOMEM : 0;
}

int explore_links(struct explore *x)
{
	_cleanup_(drop) struct links l = { .x = x };
	struct syb_value *list;
	int r = 0;

	for (size_t i = 0; r == 0 && i < x->file_count; i++) {
		l.file = &x->files[i];
		l.packages = 0;
		if (l.file->shown)
			r = explore_each(syb_record_root(l.file->shown), gather, &l);
	}
	if (r == 0)
		r = put_symbols(&l);
	if (r < 0 || x->opts.map_count == 0)
		return r;
	list = value_list(x->rec, x->out.links, "maps");
	for (size_t i = 0; r == 0 && i < x->opts.map_count; i++)
		r = put_map(x, list, &x->opts.maps[i]);
	return r;
}
