/* report/linked.c — which module has what others import, over all files; and the link maps of `sybil link --map`.
 *
 * Symbols are those of the property sets; where a module has none of these sets, those of its SPIR-V. */
#include "document.h"

#define SET_IMPORTS "SYCL/imported symbols"
#define SET_EXPORTS "SYCL/exported symbols"

struct linked {
	size_t file, package, module; /* module SIZE_MAX: SPIR-V outside of packages */
	/* maps with the names as keys, or lists of maps with "name" */
	const struct syb_value *imports, *exports;
};

struct links {
	struct report *x;
	struct linked *modules;
	size_t count, room;
	size_t file, package; /* the current ones */
	struct hash exports;  /* symbol → its first module */
};

static void drop(struct links *l)
{
	allocator_free(l->x->from, l->modules);
	hash_free(&l->exports);
}

static const char *symbol_of(const struct syb_value *v)
{
	return v->key ? v->key : text_of(v, "name");
}

/* ---- modules ---- */

static void add(struct links *l, size_t module, const struct syb_value *imports, const struct syb_value *exports)
{
	if (REPORT_PUSH(l->x, l->modules, l->count, l->room))
		l->modules[l->count++] = (struct linked){ l->file, l->package, module, imports, exports };
}

static void add_module(struct links *l, const struct syb_value *shown)
{
	const struct syb_value *sets = get(shown, "properties"), *spirv = NULL;

	EACH (image, get(shown, "images")) /* the first one counts for all targets */
		if (!spirv && str_eq(text_of(get(image, "content"), "kind"), "spirv"))
			spirv = get(image, "content");
	if (get(sets, SET_IMPORTS) || get(sets, SET_EXPORTS))
		add(l, (size_t)number_of(shown, "index"), get(sets, SET_IMPORTS), get(sets, SET_EXPORTS));
	else
		add(l, (size_t)number_of(shown, "index"), get(spirv, "imports"), get(spirv, "exports"));
}

static void gather(void *user, const struct syb_value *map, const char *kind)
{
	struct links *l = user;

	if (str_eq(kind, "spirv"))
		add(l, SIZE_MAX, get(map, "imports"), get(map, "exports"));
	if (!is_package(kind))
		return;
	EACH (module, get(map, "modules"))
		add_module(l, module);
	l->package++;
}

/* ---- symbols ---- */

static void put_symbols(struct links *l)
{
	struct report *x = l->x;
	struct syb_value *list;
	size_t imports = 0, *stored;
	bool found;

	for (size_t i = 0; i < l->count; i++) {
		imports += l->modules[i].imports ? syb_value_count(l->modules[i].imports) : 0;
		EACH (v, l->modules[i].exports)
			if (!failed(x))
				x->error = hash_put(x->ctx, &l->exports, symbol_of(v), strlen(symbol_of(v)), i, &stored,
						    &found);
	}
	if (imports + l->exports.count == 0)
		return;
	list = value_list(x->rec, x->out.links, "modules");
	for (size_t i = 0; i < l->count; i++) {
		const struct linked *m = &l->modules[i];
		struct syb_value *map = value_map(x->rec, list, NULL);

		value_uint(x->rec, map, "file", m->file);
		if (m->module != SIZE_MAX && x->files[m->file].package_count > 1)
			value_uint(x->rec, map, "package", m->package);
		if (m->module != SIZE_MAX)
			value_uint(x->rec, map, "module", m->module);
		value_uint(x->rec, map, "imports", m->imports ? syb_value_count(m->imports) : 0);
		value_uint(x->rec, map, "exports", m->exports ? syb_value_count(m->exports) : 0);
	}
	list = value_list(x->rec, x->out.links, "symbols");
	for (size_t i = 0; i < l->count; i++)
		EACH (v, l->modules[i].imports) {
			const char *symbol = symbol_of(v), *readable = report_readable(x, symbol);
			const size_t *to = hash_get(&l->exports, symbol, strlen(symbol));
			struct syb_value *map = value_map(x->rec, list, NULL);

			value_uint(x->rec, map, "from", i);
			if (to)
				value_uint(x->rec, map, "to", *to);
			value_string(x->rec, map, "symbol", symbol);
			if (!str_eq(readable, symbol))
				value_string(x->rec, map, "name", readable);
		}
}

/* ---- maps ---- */

static bool has_list(const struct syb_value *map, const char *key)
{
	return get(map, key) && syb_value_kind(get(map, key)) == SYB_VALUE_LIST;
}

static int put_map(struct report *x, struct syb_value *list, const struct report_file *file)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(x->ctx, file->name);
	struct syb_value *map;

	TRY(syb_record_read_json(x->ctx, file->bytes, file->name, "report-map", &record));
	/* the text form of a map can be read as well, but has no lists */
	if ((!has_list(syb_record_root(record), "inputs") || !has_list(syb_record_root(record), "modules")))
		TRY(syb_fail_text(
			x->ctx, SYB_E_FORMAT, 1, 1, "report-map",
			"not a link map in JSON; 'sybil link --map' writes one if the file name ends in .json"));
	map = value_map(x->rec, list, NULL);
	value_string(x->rec, map, "file", file->name);
	value_copy(x->rec, map, "map", syb_record_root(record));
	return 0;
}

void links_make(struct report *x)
{
	_cleanup_(drop) struct links l = { .x = x };
	struct syb_value *list;

	for (; l.file < x->file_count; l.file++) {
		l.package = 0;
		if (x->files[l.file].shown)
			report_each(syb_record_root(x->files[l.file].shown), gather, &l);
	}
	if (!failed(x))
		put_symbols(&l);
	if (!x->opts.map_count)
		return;
	list = value_list(x->rec, x->out.links, "maps");
	for (size_t i = 0; i < x->opts.map_count && !failed(x); i++)
		x->error = put_map(x, list, &x->opts.maps[i]);
}
