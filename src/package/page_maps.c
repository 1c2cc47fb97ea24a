/* package/page_maps.c — link maps as tables: what went in, where it is now, who gave what to whom, what was dropped.
 *
 * A map is a file that somebody gave: a list that is not there, or is something else, has no table. tables.js
 * draws the same tables. */
#include "page.h"

#include <stdio.h>

enum { MANY_KEYS = 6 };

/* A list of the map, or one that each of its modules has; then the module's number is the first column. */
static const struct map_table {
	const char *list;
	bool of_module;
	const char *caption, *titles;
	const char *keys[MANY_KEYS]; /* of a row; none: rows are values themselves */
} tables[PAGE_MAP_TABLES] = {
	{ "inputs", false, "What went in", "File|State|#Modules|#Bytes", { "file", "state", "modules", "bytes" } },
	{ "members",
	  true,
	  "What the modules are made of",
	  "Module|File|#Its module|Role",
	  { "file", "module", "role" } },
	{ "kernels", true, "Kernels of the modules", "Module|Kernel", { NULL } },
	{ "symbols",
	  true,
	  "Symbols that were found",
	  "Module|Symbol|Wanted by|Given by|Target",
	  { "symbol", "from", "by", "target" } },
	{ "imports", true, "Symbols that stay imports", "Module|Symbol", { NULL } },
	{ "spec_ids",
	  true,
	  "Specialization constants with another id",
	  "Module|File|#Its module|#Before|#After",
	  { "file", "module", "from", "to" } },
	{ "images",
	  true,
	  "Images",
	  "Module|Target|Kind|#Made of|How|#Bytes before|#Bytes",
	  { "target", "kind", "from", "how", "bytes_before", "bytes" } },
	{ "dropped", false, "What was dropped", "File|#Module|Image|Why", { "file", "module", "image", "why" } },
};

struct rows {
	struct page *page;
	const struct map_table *table;
	size_t printed;
	bool full; /* the page has no room for more */
};

static void print_cell(struct page *p, const struct syb_value *v)
{
	bool number = v && (syb_value_kind(v) == SYB_VALUE_UINT || syb_value_kind(v) == SYB_VALUE_INT);

	page_html(p, number ? "<td class=n>" : "<td>");
	page_value(p, v);
}

static void print_row(struct rows *r, size_t module, const struct syb_value *row)
{
	struct page *p = r->page;
	char number[48];

	if (!page_has_room(p, r->printed)) {
		r->full = true;
		return;
	}
	r->printed++;
	page_html(p, "<tr>");
	if (r->table->of_module) {
		snprintf(number, sizeof(number), "<td>%zu", module);
		page_html(p, number);
	}
	if (!r->table->keys[0])
		print_cell(p, row);
	for (size_t k = 0; k < MANY_KEYS && r->table->keys[k]; k++)
		print_cell(p, page_get(row, r->table->keys[k]));
	page_html(p, "\n");
}

/* The first element of a list; NULL where it is none, or empty. */
static const struct syb_value *first_of(const struct syb_value *map, const char *key)
{
	const struct syb_value *list = page_get(map, key);

	return list && syb_value_kind(list) == SYB_VALUE_LIST ? list->as.c.first : NULL;
}

static size_t count_list(const struct syb_value *holder, const char *key)
{
	return first_of(holder, key) ? syb_value_count(page_get(holder, key)) : 0;
}

static void print_list(struct rows *r, size_t module, const struct syb_value *holder)
{
	for (const struct syb_value *row = first_of(holder, r->table->list); row && !r->full; row = row->next)
		print_row(r, module, row);
}

const char *page_map_list(size_t table)
{
	return tables[table].list;
}

size_t page_map_rows(const struct syb_value *map, size_t table)
{
	const char *list = tables[table].list;
	size_t count = 0;

	if (!tables[table].of_module)
		return count_list(map, list);
	for (const struct syb_value *m = first_of(map, "modules"); m; m = m->next)
		count += count_list(m, list);
	return count;
}

void page_map(struct page *p, const struct syb_value *entry)
{
	const struct syb_value *map = page_get(entry, "map"), *left_out = page_get(entry, "lists_left_out");

	for (size_t t = 0; t < ARRAY_SIZE(tables) && p->error == 0; t++) {
		struct rows r = { .page = p, .table = &tables[t] };
		const size_t count = page_map_rows(map, t);
		size_t module = 0;

		if (!count)
			continue;
		page_table_of(p, r.table->caption, count, page_uint(left_out, r.table->list), r.table->titles);
		if (!r.table->of_module)
			print_list(&r, 0, map);
		for (const struct syb_value *m = first_of(map, "modules"); r.table->of_module && m; m = m->next)
			print_list(&r, module++, m);
		page_end_table(p, count, r.printed);
	}
}
