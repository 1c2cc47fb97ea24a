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
} tables[] = {
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
	size_t count, printed;
};

static void print_cell(struct page *p, const struct syb_value *v)
{
	bool number = v && (syb_value_kind(v) == SYB_VALUE_UINT || syb_value_kind(v) == SYB_VALUE_INT);

	page_html(p, number ? "<td class=n>" : "<td>");
	page_value(p, v);
}

/* The table begins with its first row: there may be none. */
static void print_row(struct rows *r, size_t module, const struct syb_value *row)
{
	struct page *p = r->page;
	char number[48];

	if (r->count++ == 0)
		page_table(p, r->table->caption, r->table->titles);
	if (r->printed + 1 != r->count || !page_has_room(p, r->printed))
		return;
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

static void print_list(struct rows *r, size_t module, const struct syb_value *holder)
{
	const struct syb_value *list;
	size_t count = page_list(holder, r->table->list, &list);

	if (!list || syb_value_kind(list) != SYB_VALUE_LIST)
		return;
	for (size_t i = 0; i < count; i++)
		print_row(r, module, syb_value_at(list, i));
}

void page_map(struct page *p, const struct syb_value *map)
{
	const struct syb_value *modules;
	size_t count = page_list(map, "modules", &modules);

	for (size_t t = 0; t < ARRAY_SIZE(tables) && p->error == 0; t++) {
		struct rows r = { .page = p, .table = &tables[t] };

		if (!r.table->of_module)
			print_list(&r, 0, map);
		for (size_t m = 0; r.table->of_module && m < count; m++)
			print_list(&r, m, syb_value_at(modules, m));
		if (r.count)
			page_end_table(p, r.count, r.printed);
	}
}
