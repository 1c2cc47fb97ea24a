/* package/link/link_map.c — the link map: docs/linking.md, section 8. */
#include "link.h"

static void add_sizes(struct syb_record *rec, struct syb_value *map, uint64_t before, uint64_t after)
{
	value_words(rec, value_hint(value_uint(rec, map, "bytes_before", before), VALUE_SIZE));
	value_hint(value_uint(rec, map, "bytes", after), VALUE_SIZE);
}

static void add_module_place(const struct link *l, struct syb_record *rec, struct syb_value *map, size_t module)
{
	const struct link_module *m = &l->modules[module];

	value_string(rec, map, "file", m->file);
	value_uint(rec, map, "module", syb_module_index(m->module));
}

static void name_place(const struct link *l, struct syb_record *rec, struct syb_value *map, const char *key,
		       size_t module)
{
	const char *text = arena_printf(l->ctx, &rec->arena, "%s:%zu", l->modules[module].file,
					syb_module_index(l->modules[module].module));

	rec->failed |= !text;
	value_string(rec, map, key, text ? text : "");
}

static uint64_t image_bytes(const struct syb_bin *bin)
{
	uint64_t bytes = 0;

	for (size_t m = 0; m < syb_bin_module_count(bin); m++) {
		const struct syb_module *module = syb_bin_module_at(bin, m);

		for (size_t k = 0; k < syb_module_image_count(module); k++)
			bytes += syb_image_bytes(syb_module_image_at(module, k)).len;
	}
	return bytes;
}

static void show_inputs(const struct link *l, struct syb_record *rec)
{
	struct syb_value *list = value_hint(value_list(rec, rec->root, "inputs"), VALUE_TABLE);

	for (size_t i = 0; i < l->bin_count; i++) {
		const struct syb_bin *bin = l->bins[i];
		struct syb_value *map = value_map(rec, list, NULL);
		uint32_t state;

		value_string(rec, map, "file", syb_bin_name(bin) ? syb_bin_name(bin) : "-");
		value_string_or_null(rec, map, "state", syb_bin_state(bin, &state) == 0 ? syb_state_name(state) : NULL);
		value_uint(rec, map, "modules", syb_bin_module_count(bin));
		value_hint(value_uint(rec, map, "bytes", image_bytes(bin)), VALUE_SIZE);
	}
}

static void show_members(const struct link *l, const struct link_group *group, struct syb_record *rec,
			 struct syb_value *map)
{
	struct syb_value *list;

	list = value_list(rec, map, "kernels");
	for (size_t i = 0; i < group->count; i++)
		for (size_t k = 0; k < l->modules[group->members[i]].kernel_count; k++)
			value_string(rec, list, NULL, l->modules[group->members[i]].kernels[k]);
	list = value_hint(value_list(rec, map, "members"), VALUE_TABLE);
	for (size_t i = 0; i < group->count; i++) {
		struct syb_value *row = value_map(rec, list, NULL);

		add_module_place(l, rec, row, group->members[i]);
		value_string(rec, row, "role", group->kept ? "kept" : i < group->roots ? "kernels" : "library");
	}
}

/* Which module defines each import, and the symbols that stay imports. */
static void show_symbols(const struct link *l, const struct link_group *group, struct syb_record *rec,
			 struct syb_value *map)
{
	struct syb_value *list = value_hint(value_list(rec, map, "symbols"), VALUE_TABLE);
	struct syb_value *imports = value_list(rec, map, "imports"), *row;
	_cleanup_(hash_free) struct hash seen = { 0 };

	for (size_t k = 0; k < group->count; k++) {
		const struct link_module *m = &l->modules[group->members[k]];

		for (size_t i = 0; i < m->image_count; i++) {
			const struct link_image *image = &l->images[m->first_image + i];

			for (size_t s = 0; image->needs && s < image->symbols->import_count; s++) {
				const char *name = image->symbols->imports[s].name;
				bool found = false;

				if (image->needs[s] == LINK_IMPORT || group->kept) {
					if (hash_put(l->ctx, &seen, name, strlen(name), 0, NULL, &found) < 0)
						rec->failed = true;
					if (!found)
						value_string(rec, imports, NULL, name);
				} else if (image->needs[s] >= 0) {
					row = value_map(rec, list, NULL);
					value_string(rec, row, "symbol", name);
					name_place(l, rec, row, "from", group->members[k]);
					name_place(l, rec, row, "by", l->images[image->needs[s]].module);
					value_string(rec, row, "target", l->targets[image->target].name);
				}
			}
		}
	}
}

static void show_spec_ids(const struct link *l, const struct link_group *group, struct syb_record *rec,
			  struct syb_value *map)
{
	struct syb_value *list = value_words(rec, value_hint(value_list(rec, map, "spec_ids"), VALUE_TABLE));

	for (size_t k = 0; group->spec_ids && k < group->count; k++)
		for (size_t i = 0; i < group->spec_ids[k].count; i++) {
			struct syb_value *row = value_map(rec, list, NULL);

			add_module_place(l, rec, row, group->members[k]);
			value_uint(rec, row, "from", group->spec_ids[k].ids[i].from);
			value_uint(rec, row, "to", group->spec_ids[k].ids[i].to);
		}
}

static void show_images(const struct link *l, const struct link_group *group, struct syb_record *rec,
			struct syb_value *map)
{
	struct syb_value *list = value_hint(value_list(rec, map, "images"), VALUE_TABLE);

	for (size_t i = 0; i < group->result_count; i++) {
		const struct link_result *result = &group->results[i];
		struct syb_value *row = value_map(rec, list, NULL);

		value_string(rec, row, "target", l->targets[result->target].name);
		value_string(rec, row, "kind", l->targets[result->target].native ? "native" : "ir");
		value_uint(rec, row, "from", result->from);
		value_string(rec, row, "how", result->how);
		add_sizes(rec, row, result->bytes_before, result->bytes);
	}
}

static void show_groups(const struct link *l, struct syb_record *rec)
{
	struct syb_value *list = value_list(rec, rec->root, "modules");

	for (size_t i = 0; i < l->group_count; i++) {
		struct syb_value *map = value_map(rec, list, NULL);

		show_members(l, &l->groups[i], rec, map);
		show_symbols(l, &l->groups[i], rec, map);
		show_spec_ids(l, &l->groups[i], rec, map);
		show_images(l, &l->groups[i], rec, map);
	}
}

static void show_drops(const struct link *l, struct syb_record *rec)
{
	struct syb_value *list = value_hint(value_list(rec, rec->root, "dropped"), VALUE_TABLE);

	for (size_t i = 0; i < l->drop_count; i++) {
		const struct link_drop *drop = &l->drops[i];
		struct syb_value *row = value_map(rec, list, NULL);
		const char *target = drop->image == SIZE_MAX ? NULL : l->targets[l->images[drop->image].target].name;

		add_module_place(l, rec, row, drop->module);
		value_string_or_null(rec, row, "image", target);
		value_string(rec, row, "why", drop->why);
	}
}

static void show_total(const struct link *l, struct syb_record *rec)
{
	uint64_t before = 0, after = 0;

	for (size_t b = 0; b < l->bin_count; b++)
		before += image_bytes(l->bins[b]);
	for (size_t i = 0; i < l->group_count; i++)
		for (size_t k = 0; k < l->groups[i].result_count; k++)
			after += l->groups[i].results[k].bytes;
	add_sizes(rec, rec->root, before, after);
}

int link_map(struct link *l, struct syb_record **out_map)
{
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;

	TRY(record_new(l->ctx, &rec));
	value_string(rec, rec->root, "state", syb_state_name((uint32_t)l->opts.state));
	show_inputs(l, rec);
	show_groups(l, rec);
	show_drops(l, rec);
	show_total(l, rec);
	TRY(record_finish(rec));
	*out_map = steal(rec);
	return 0;
}
