/* format/spirv_link/spirv_link_map.c — the link map: modules, definitions and uses of symbols, dropped functions. */
#include "spirv_link.h"

#include <stdio.h>

static const char *const linkage_names[] = { "export", "import", "once" };

static void put_inputs(struct link *l, struct syb_record *rec)
{
	struct syb_value *list = value_hint(value_list(rec, rec->root, "inputs"), VALUE_TABLE);

	for (size_t i = 0; i < l->module_count; i++) {
		const struct link_module *m = &l->modules[i];
		struct syb_value *row = value_map(rec, list, NULL);
		char version[16];

		snprintf(version, sizeof(version), "%u.%u", m->header.major, m->header.minor);
		value_hint(value_string(rec, row, "name", m->name), VALUE_NAME);
		value_hint(value_uint(rec, row, "bytes", m->file.len), VALUE_SIZE);
		value_string(rec, row, "spirv_version", version);
		value_uint(rec, row, "functions", m->function_count);
	}
}

static void put_symbol(struct link *l, struct syb_record *rec, struct syb_value *list, const struct link_symbol *s)
{
	const struct link_use *owner = &l->uses[s->owner];
	struct syb_value *row = value_map(rec, list, NULL), *users;
	const char *readable = l->demangler ? demangle(l->demangler, s->name) : NULL;
	size_t left_out = 0;

	value_hint(value_string(rec, row, "name", s->name), VALUE_NAME);
	if (readable)
		value_string(rec, row, "demangled", readable);
	value_string(rec, row, "kind", owner->function ? "function" : "variable");
	value_string_or_null(rec, row, "defined_by",
			     owner->linkage == LINKAGE_IMPORT ? NULL : l->modules[owner->module].name);
	value_string(rec, row, "linkage", linkage_names[owner->linkage]);
	users = value_list(rec, row, "imported_by");
	for (uint32_t i = s->first; i != LINK_NO_USE; i = l->uses[i].next) {
		if (l->uses[i].linkage == LINKAGE_IMPORT)
			value_string(rec, users, NULL, l->modules[l->uses[i].module].name);
		else
			left_out += &l->uses[i] != owner;
	}
	value_uint(rec, row, "copies_left_out", left_out);
	value_bool(rec, row, "visible", s->stays);
}

int splink_make_map(struct link *l, struct syb_record **out_map)
{
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	struct syb_value *list, *totals;
	char version[16];

	TRY(record_new(l->ctx, &rec));
	if (l->opts.demangle && !l->demangler)
		TRY(demangler_new(l->ctx, &l->demangler));
	snprintf(version, sizeof(version), "%u.%u", l->version >> 16, l->version >> 8 & 0xff);
	value_string(rec, rec->root, "spirv_version", version);
	put_inputs(l, rec);
	list = value_list(rec, rec->root, "symbols");
	for (size_t i = 0; i < l->symbol_count; i++)
		if (l->symbols[i].owner != LINK_NO_USE)
			put_symbol(l, rec, list, &l->symbols[i]);
	totals = value_map(rec, rec->root, "totals");
	value_uint(rec, totals, "kernels", l->entry_count);
	value_uint(rec, totals, "ids", l->next_id - 1);
	value_uint(rec, totals, "types_and_constants_unified", l->same);
	value_uint(rec, totals, "declarations_left_out", l->dropped_declarations);
	value_uint(rec, totals, "functions_left_out", l->dropped_functions);
	TRY(record_finish(rec));
	*out_map = steal(rec);
	return 0;
}
