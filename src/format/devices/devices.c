/* format/devices/devices.c — the device configuration: the built-in table and YAML files of the same shape, read into
 * one list.
 *
 * Within a file every name is unique. Between files the later one wins: an entry replaces every earlier one that shares
 * a name or an alias with it, because both describe one device. The first error in a file ends the reading; unknown
 * keys only cause a warning. */
#include "devices.h"

#include "base/file.h"
#include "base/hash.h"
#include "term/nearest.h"
#include "base/order.h"
#include "format/zeinfo/zeinfo.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sybil/target.h>

struct syb_devices {
	struct allocator from;
	struct arena arena;
	struct syb_device *list;
	size_t count;
	const char **names; /* of all devices, with aliases */
	size_t name_count;
	struct hash places; /* name → place in list */
};

struct loader {
	struct syb_ctx *ctx;
	struct arena *arena;     /* of the result */
	struct syb_device *list; /* a replaced entry has no name */
	size_t count, room;
	struct hash names; /* name → place in list, also of replaced entries */
	size_t first;      /* first entry of the file being read */
	const char *file;
};

static void loader_done(struct loader *l)
{
	allocator_free(allocator_of(l->ctx), l->list);
	hash_free(&l->names);
}

/* ---- the list ---- */

/* Reserve a name for the entry that is being read. out_twice: its file has used that name before. */
static int take_name(struct loader *l, const char *name, size_t len, bool *out_twice)
{
	size_t *place;
	bool found;

	TRY(hash_put(l->ctx, &l->names, name, len, l->count, &place, &found));
	*out_twice = found && *place >= l->first;
	if (found && !*out_twice) {
		l->list[*place].name = NULL;
		*place = l->count;
	}
	return 0;
}

static int push(struct loader *l, const struct syb_device *device)
{
	return VEC_ADD(l->ctx, l->list, l->count, l->room, *device);
}

/* Ascending, each once; returns how many are left. */
static size_t sort_numbers(uint32_t *numbers, size_t count)
{
	size_t kept = 0;

	if (count)
		qsort(numbers, count, sizeof(*numbers), order_u32);
	for (size_t i = 0; i < count; i++)
		if (i == 0 || numbers[i] != numbers[kept - 1])
			numbers[kept++] = numbers[i];
	return kept;
}

/* ---- the built-in table ---- */

static uint32_t word_aspect(const char *word, size_t len)
{
	char name[64] = "";
	const struct syb_aspect_info *aspect;

	memcpy(name, word, len < sizeof(name) ? len : sizeof(name) - 1);
	aspect = syb_aspect_parse(name);
	return aspect ? aspect->number : UINT32_MAX; /* never: t_targets.c checks all names */
}

static uint32_t word_number(const char *word, size_t len)
{
	uint32_t n = 0;

	for (size_t i = 0; i < len; i++)
		n = n * 10 + (uint32_t)(word[i] - '0');
	return n;
}

static int read_words(struct loader *l, const char *words, uint32_t (*number)(const char *word, size_t len),
		      const uint32_t **out, size_t *out_count)
{
	uint32_t *numbers = arena_array(l->ctx, l->arena, strlen(words) / 2 + 1, sizeof(*numbers));
	size_t count = 0, len;

	if (!numbers)
		return -SYB_E_NOMEM;
	for (const char *word; (word = words_next(&words, &len));)
		numbers[count++] = number(word, len);
	*out_count = sort_numbers(numbers, count);
	*out = numbers;
	return 0;
}

static int take_aliases(struct loader *l, const char *aliases)
{
	const char *word;
	size_t len;
	bool twice;

	while ((word = words_next(&aliases, &len)))
		TRY(take_name(l, word, len, &twice));
	return 0;
}

/* The rest: a single device may have them. */
static int add_unknown(struct loader *l, const struct syb_target_info *target, struct syb_device *device)
{
	uint32_t *numbers = arena_array(l->ctx, l->arena, syb_aspect_count(), sizeof(*numbers));
	const uint32_t *lacking;
	size_t lacking_count, count = 0;

	if (!numbers)
		return -SYB_E_NOMEM;
	TRY(read_words(l, target->lacking_aspects, word_aspect, &lacking, &lacking_count));
	for (size_t i = 0; i < syb_aspect_count(); i++) {
		uint32_t number = syb_aspect_at(i)->number;

		if (!syb_device_has_aspect(device, number) && !u32_in(lacking, lacking_count, number))
			numbers[count++] = number;
	}
	device->unknown_aspect_count = sort_numbers(numbers, count);
	device->unknown_aspects = numbers;
	return 0;
}

static int add_target(struct loader *l, const struct syb_target_info *target)
{
	struct syb_device device = {
		.name = target->name,
		.aliases = target->aliases,
		.max_work_group_size = target->max_work_group_size,
		.may_support_other_aspects = target->may_support_other_aspects,
		.aot_toolchain = target->aot_toolchain,
		.aot_toolchain_options = "",
	};
	bool twice;

	TRY(read_words(l, target->aspects, word_aspect, &device.aspects, &device.aspect_count));
	if (*target->arch)
		TRY(add_unknown(l, target, &device));
	TRY(read_words(l, target->sub_group_sizes, word_number, &device.sub_group_sizes, &device.sub_group_size_count));
	TRY(take_name(l, device.name, strlen(device.name), &twice));
	TRY(take_aliases(l, device.aliases));
	return push(l, &device);
}

static int add_targets(struct loader *l)
{
	for (size_t i = 0; i < syb_target_count(); i++)
		TRY(add_target(l, syb_target_at(i)));
	return 0;
}

/* ---- YAML: values ---- */

static int fail_type(struct loader *l, const struct syb_ze_node *node, const char *what, const char *wanted)
{
	return syb_fail_text(l->ctx, SYB_E_FORMAT, node->line, node->column, "devices-type", "%s: expected %s", what,
			     wanted);
}

static bool is_nothing(const struct syb_ze_node *node)
{
	return node->kind == SYB_ZE_NODE_SCALAR && node->style == SYB_ZE_STYLE_PLAIN && zeinfo_is_null(node->text);
}

static bool is_digits(const char *text)
{
	return *text && !text[strspn(text, "0123456789")];
}

/* A number from least to most. A number with too many digits for 64 bits is out of range, not a wrong type. */
static int read_number(struct loader *l, const struct syb_ze_node *node, const char *what, int64_t least, int64_t most,
		       int64_t *out)
{
	const char *text = node->kind == SYB_ZE_NODE_SCALAR ? node->text : "";
	int64_t n = -1;

	if (!zeinfo_is_int(text, &n) && !is_digits(text + (text[0] == '-' || text[0] == '+')))
		return fail_type(l, node, what, "a whole number");
	if (n < least || n > most)
		return syb_fail_text(l->ctx, SYB_E_FORMAT, node->line, node->column, "devices-number",
				     "%s: %s is not from %" PRId64 " to %" PRId64, what, text, least, most);
	*out = n;
	return 0;
}

static int fail_aspect(struct loader *l, const struct syb_ze_node *node)
{
	struct nearest best = { NULL, SIZE_MAX };

	for (size_t i = 0; i < syb_aspect_count(); i++) {
		const struct syb_aspect_info *aspect = syb_aspect_at(i);

		nearest_try(&best, node->text, aspect->name);
		if (aspect->also)
			nearest_try(&best, node->text, aspect->also);
	}
	return syb_fail_text(l->ctx, SYB_E_FORMAT, node->line, node->column, "devices-aspect",
			     "unknown aspect '%s'" NEAREST_HINT, node->text, NEAREST_ARGS(best.name));
}

/* Numbers that the table lacks are newer than the table. */
static int read_aspect(struct loader *l, const struct syb_ze_node *node, uint32_t *out)
{
	const struct syb_aspect_info *aspect;
	int64_t n;

	if (node->kind != SYB_ZE_NODE_SCALAR || is_nothing(node))
		return fail_type(l, node, "aspects", "a number or a name");
	aspect = syb_aspect_parse(node->text);
	if (aspect) {
		*out = aspect->number;
		return 0;
	}
	if (!zeinfo_is_int(node->text, &n) && !is_digits(node->text))
		return fail_aspect(l, node);
	TRY(read_number(l, node, "aspects", 0, UINT32_MAX, &n));
	*out = syb_aspect_decode(syb_ctx_assumed_aspect_numbers(l->ctx), (uint32_t)n);
	return 0;
}

static int read_size(struct loader *l, const struct syb_ze_node *node, uint32_t *out)
{
	int64_t n = 0;

	TRY(read_number(l, node, "sub-group-sizes", 1, UINT32_MAX, &n));
	*out = (uint32_t)n;
	return 0;
}

static int read_list(struct loader *l, const struct syb_ze_node *list, const char *what,
		     int (*read)(struct loader *l, const struct syb_ze_node *node, uint32_t *out), const uint32_t **out,
		     size_t *out_count)
{
	uint32_t *numbers;
	int r = 0;

	if (list->kind != SYB_ZE_NODE_LIST)
		return fail_type(l, list, what, "a list");
	numbers = arena_array(l->ctx, l->arena, list->count, sizeof(*numbers));
	if (!numbers)
		return -SYB_E_NOMEM;
	for (uint32_t i = 0; r == 0 && i < list->count; i++)
		r = read(l, &list->items[i], &numbers[i]);
	if (r < 0)
		return r;
	*out_count = sort_numbers(numbers, list->count);
	*out = numbers;
	return 0;
}

/* Names are used in lists separated by blanks (aliases) or commas (options), and in messages. */
static int check_name(struct loader *l, const char *name, uint32_t line, uint32_t column)
{
	bool good = *name != '\0';

	for (const char *p = name; *p; p++)
		good = good && (uint8_t)*p > ' ' && *p != 0x7f && *p != ',';
	return good ? 0
		    : syb_fail_text(l->ctx, SYB_E_FORMAT, line, column, "devices-name",
				    "a name must be one word without commas");
}

/* ---- YAML: keys of an entry ---- */

static int read_key_aliases(struct loader *l, const struct syb_ze_node *value, struct syb_device *device)
{
	_cleanup_(buf_free) struct buf joined = { 0 };
	char *text;

	if (value->kind != SYB_ZE_NODE_LIST)
		return fail_type(l, value, "aliases", "a list");
	for (uint32_t i = 0; i < value->count; i++) {
		const struct syb_ze_node *item = &value->items[i];

		if (item->kind != SYB_ZE_NODE_SCALAR || is_nothing(item))
			return fail_type(l, item, "aliases", "a name");
		TRY(check_name(l, item->text, item->line, item->column));
		TRY(buf_printf(l->ctx, &joined, "%s%s", i ? " " : "", item->text));
	}
	text = arena_string(l->ctx, l->arena, joined.len ? (const char *)joined.ptr : "", joined.len);
	if (!text)
		return -SYB_E_NOMEM;
	device->aliases = text;
	return 0;
}

static int read_key_work_items(struct loader *l, const struct syb_ze_node *value, struct syb_device *device)
{
	int r = 0;

	if (value->kind != SYB_ZE_NODE_LIST || value->count > 3)
		return fail_type(l, value, "max-work-item-sizes", "a list of up to three numbers");
	for (uint32_t i = 0; r == 0 && i < value->count; i++) {
		int64_t n = 0;

		r = read_number(l, &value->items[i], "max-work-item-sizes", 0, INT64_MAX, &n);
		device->max_work_item_sizes[i] = (uint64_t)n;
	}
	return r;
}

static int fail_shape(struct loader *l, const struct syb_ze_node *node)
{
	return syb_fail_text(
		l->ctx, SYB_E_FORMAT, node->line, node->column, "devices-matrix",
		"expected a shape \"A,B,C,D,M,K,N\": four types and three sizes, each with <= if it is the largest");
}

/* "8" or "<=8" */
static bool read_shape_size(const char *text, uint64_t *out, bool *out_most)
{
	int64_t n;

	*out_most = str_starts(text, "<=");
	if (!zeinfo_is_int(text + (*out_most ? 2 : 0), &n) || n <= 0)
		return false;
	*out = (uint64_t)n;
	return true;
}

static int read_shape(struct loader *l, const struct syb_ze_node *node, struct syb_matrix_shape *out)
{
	enum { FIELDS = 7 };
	const char *fields[FIELDS];
	char *rest;

	if (node->kind != SYB_ZE_NODE_SCALAR)
		return fail_shape(l, node);
	rest = arena_string(l->ctx, l->arena, node->text, strlen(node->text));
	if (!rest)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < FIELDS; i++) {
		size_t len = strcspn(rest, ",");

		if (len == 0 || (rest[len] == '\0') != (i == FIELDS - 1))
			return fail_shape(l, node);
		fields[i] = rest;
		rest[len] = '\0';
		rest += i == FIELDS - 1 ? len : len + 1;
	}
	*out = (struct syb_matrix_shape){ fields[0], fields[1], fields[2], fields[3] };
	if (!read_shape_size(fields[4], &out->m, &out->m_most) || !read_shape_size(fields[5], &out->k, &out->k_most) ||
	    !read_shape_size(fields[6], &out->n, &out->n_most))
		return fail_shape(l, node);
	return 0;
}

static int read_key_matrix(struct loader *l, const struct syb_ze_node *value, struct syb_device *device)
{
	struct syb_matrix_shape *shapes;
	int r = 0;

	if (value->kind != SYB_ZE_NODE_LIST)
		return fail_type(l, value, "joint-matrix", "a list");
	shapes = arena_array(l->ctx, l->arena, value->count, sizeof(*shapes));
	if (!shapes)
		return -SYB_E_NOMEM;
	for (uint32_t i = 0; r == 0 && i < value->count; i++)
		r = read_shape(l, &value->items[i], &shapes[i]);
	device->matrix_shapes = shapes;
	device->matrix_shape_count = value->count;
	return r;
}

enum key_kind { KEY_ALIASES, KEY_ASPECTS, KEY_SIZES, KEY_WORK_GROUP, KEY_WORK_ITEMS, KEY_BOOL, KEY_MATRIX, KEY_TEXT };

/* offset: of the field of struct syb_device; of lists, their count follows. */
static const struct key {
	const char *name;
	enum key_kind kind;
	size_t offset, count_offset;
} keys[] = {
	{ "aliases", KEY_ALIASES },
	{ "aspects", KEY_ASPECTS, offsetof(struct syb_device, aspects), offsetof(struct syb_device, aspect_count) },
	{ "sub-group-sizes", KEY_SIZES, offsetof(struct syb_device, sub_group_sizes),
	  offsetof(struct syb_device, sub_group_size_count) },
	{ "max-work-group-size", KEY_WORK_GROUP },
	{ "max-work-item-sizes", KEY_WORK_ITEMS },
	{ "no-sub-groups", KEY_BOOL, offsetof(struct syb_device, no_sub_groups) },
	{ "unknown-aspects", KEY_ASPECTS, offsetof(struct syb_device, unknown_aspects),
	  offsetof(struct syb_device, unknown_aspect_count) },
	{ "joint-matrix", KEY_MATRIX },
	{ "may_support_other_aspects", KEY_BOOL, offsetof(struct syb_device, may_support_other_aspects) },
	{ "aot-toolchain", KEY_TEXT, offsetof(struct syb_device, aot_toolchain) },
	{ "aot-toolchain-options", KEY_TEXT, offsetof(struct syb_device, aot_toolchain_options) },
};

static int read_key(struct loader *l, const struct key *key, const struct syb_ze_node *value, struct syb_device *device)
{
	char *field = (char *)device + key->offset;
	size_t *count = (size_t *)(void *)((char *)device + key->count_offset);
	const char *text = value->kind == SYB_ZE_NODE_SCALAR ? value->text : "";
	int64_t n = 0;
	int r;

	switch (key->kind) {
	case KEY_ALIASES:
		return read_key_aliases(l, value, device);
	case KEY_ASPECTS:
	case KEY_SIZES:
		return read_list(l, value, key->name, key->kind == KEY_SIZES ? read_size : read_aspect,
				 (const uint32_t **)(void *)field, count);
	case KEY_WORK_GROUP:
		r = read_number(l, value, key->name, 1, INT64_MAX, &n);
		device->max_work_group_size = (uint64_t)n;
		return r;
	case KEY_WORK_ITEMS:
		return read_key_work_items(l, value, device);
	case KEY_BOOL: /* 0 and 1 are what DPC++'s own table has */
		if (str_eq(text, "0") || str_eq(text, "1"))
			*(bool *)field = text[0] == '1';
		else if (!zeinfo_is_bool(text, (bool *)field))
			return fail_type(l, value, key->name, "true or false");
		return 0;
	case KEY_MATRIX:
		return read_key_matrix(l, value, device);
	case KEY_TEXT:
		if (value->kind != SYB_ZE_NODE_SCALAR)
			return fail_type(l, value, key->name, "a text");
		return arena_copy(l->ctx, l->arena, text, (const char **)(void *)field);
	}
	return 0;
}

/* The documents mix `-` and `_`, and so do users. */
static bool same_key(const char *a, const char *b)
{
	for (; *a && *b; a++, b++)
		if ((*a == '_' ? '-' : *a) != (*b == '_' ? '-' : *b))
			return false;
	return *a == *b;
}

static size_t find_key(const char *name)
{
	size_t k = 0;

	while (k < ARRAY_SIZE(keys) && !same_key(keys[k].name, name))
		k++;
	return k;
}

static void warn_key(struct loader *l, const struct syb_ze_node *value)
{
	struct nearest best = { NULL, SIZE_MAX };

	for (size_t k = 0; k < ARRAY_SIZE(keys); k++)
		nearest_try(&best, value->key, keys[k].name);
	syb_report_text(l->ctx, SYB_SEVERITY_WARNING, value->key_line, value->key_column, "devices-key",
			"unknown key '%s' is ignored" NEAREST_HINT, value->key, NEAREST_ARGS(best.name));
}

static int fail_twice(struct loader *l, uint32_t line, uint32_t column, const char *name)
{
	return syb_fail_text(l->ctx, SYB_E_FORMAT, line, column, "devices-twice", "'%s' is given twice", name);
}

/* out_aliases: the node of the aliases, for positions in messages. */
static int read_keys(struct loader *l, const struct syb_ze_node *map, struct syb_device *device,
		     const struct syb_ze_node **out_aliases)
{
	bool seen[ARRAY_SIZE(keys)] = { false };
	int r = 0;

	for (uint32_t i = 0; r == 0 && i < map->count; i++) {
		const struct syb_ze_node *value = &map->items[i];
		size_t k = find_key(value->key);

		if (k == ARRAY_SIZE(keys)) {
			warn_key(l, value);
			continue;
		}
		if (seen[k])
			return fail_twice(l, value->key_line, value->key_column, value->key);
		seen[k] = true;
		if (is_nothing(value))
			continue;
		r = read_key(l, &keys[k], value, device);
		if (k == 0)
			*out_aliases = value;
	}
	return r;
}

/* ---- YAML: entries ---- */

static int take_names(struct loader *l, const struct syb_device *device, const struct syb_ze_node *entry,
		      const struct syb_ze_node *aliases)
{
	const char *rest = device->aliases, *word;
	bool twice;
	size_t len;

	TRY(take_name(l, device->name, strlen(device->name), &twice));
	if (twice)
		return fail_twice(l, entry->key_line, entry->key_column, device->name);
	for (uint32_t i = 0; (word = words_next(&rest, &len)); i++) {
		const struct syb_ze_node *item = &aliases->items[i];

		TRY(take_name(l, word, len, &twice));
		if (twice)
			return fail_twice(l, item->line, item->column, item->text);
	}
	return 0;
}

static int read_entry(struct loader *l, const struct syb_ze_node *entry)
{
	struct syb_device device = { .aliases = "",
				     .aot_toolchain = "",
				     .aot_toolchain_options = "",
				     .file = l->file,
				     .line = entry->key_line };
	const struct syb_ze_node *aliases = NULL;

	TRY(check_name(l, entry->key, entry->key_line, entry->key_column));
	if (entry->kind != SYB_ZE_NODE_MAP && !is_nothing(entry))
		return fail_type(l, entry, entry->key, "a map of keys and values");
	TRY(arena_copy(l->ctx, l->arena, entry->key, &device.name));
	if (entry->kind == SYB_ZE_NODE_MAP)
		TRY(read_keys(l, entry, &device, &aliases));
	TRY(take_names(l, &device, entry, aliases));
	return push(l, &device);
}

static int load_text(struct loader *l, struct syb_bytes text, const char *name)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, name);
	_cleanup_(arena_free) struct arena scratch = { 0 };
	struct syb_ze_node *root = NULL;
	int r = yaml_read(l->ctx, &scratch, text, (struct yaml_source){ .check = "devices-yaml" }, &root);

	if (r < 0 || !root)
		return r;
	if (root->kind != SYB_ZE_NODE_MAP)
		return syb_fail_text(l->ctx, SYB_E_FORMAT, root->line, root->column, "devices-yaml",
				     "expected a map of device names");
	l->first = l->count;
	l->file = NULL;
	r = name ? arena_copy(l->ctx, l->arena, name, &l->file) : 0;
	for (uint32_t i = 0; r == 0 && i < root->count; i++)
		r = read_entry(l, &root->items[i]);
	return r;
}

static int load_file(struct loader *l, const char *path)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

	TRY(syb_file_open(l->ctx, path, &file));
	return load_text(l, syb_file_bytes(file), syb_file_name(file));
}

/* Paths between colons. */
static int load_named(struct loader *l, const char *paths)
{
	int r = 0;

	while (r == 0 && *paths) {
		size_t len = strcspn(paths, ":");
		const char *path = len ? arena_string(l->ctx, l->arena, paths, len) : NULL;

		if (len)
			r = path ? load_file(l, path) : -SYB_E_NOMEM;
		paths += len + (paths[len] == ':');
	}
	return r;
}

/* ---- the result ---- */

static int add_place(struct syb_ctx *ctx, struct syb_devices *d, const char *name, size_t place)
{
	d->names[d->name_count++] = name;
	return hash_add(ctx, &d->places, name, strlen(name), place);
}

static int add_places(struct syb_ctx *ctx, struct syb_devices *d, size_t place)
{
	const char *rest = d->list[place].aliases, *word;
	size_t len;

	TRY(add_place(ctx, d, d->list[place].name, place));
	while ((word = words_next(&rest, &len))) {
		const char *alias = arena_string(ctx, &d->arena, word, len);

		TRY(alias ? add_place(ctx, d, alias, place) : -SYB_E_NOMEM);
	}
	return 0;
}

/* Drop replaced entries and index the rest. */
static int finish(struct loader *l, struct syb_devices *d)
{
	d->list = arena_array(l->ctx, &d->arena, l->count, sizeof(*d->list));
	d->names = arena_array(l->ctx, &d->arena, l->names.count, sizeof(*d->names));
	if (!d->list || !d->names)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < l->count; i++) {
		if (!l->list[i].name)
			continue;
		d->list[d->count++] = l->list[i];
		TRY(add_places(l->ctx, d, d->count - 1));
	}
	return 0;
}

static int devices_new(struct syb_ctx *ctx, struct syb_devices **out_devices)
{
	struct syb_devices *d = mem_zalloc(ctx, sizeof(*d));

	if (!d)
		return -SYB_E_NOMEM;
	d->from = allocator_of(ctx);
	*out_devices = d;
	return 0;
}

int syb_devices_load(struct syb_ctx *ctx, const struct syb_devices_opts *opts, struct syb_devices **out_devices)
{
	_cleanup_(syb_devices_free_p) struct syb_devices *d = NULL;
	_cleanup_(loader_done) struct loader l = { .ctx = ctx };
	struct syb_devices_opts o = { .size = sizeof(o) };
	const char *named;

	OPTS_READ(ctx, &o, opts);
	named = o.file_count ? NULL : getenv("SYBIL_DEVICE_CONFIG");
	if (named && !named[strspn(named, ":")])
		named = NULL;
	TRY(devices_new(ctx, &d));
	l.arena = &d->arena;
	if (o.add || (!o.file_count && !named))
		TRY(add_targets(&l));
	for (size_t i = 0; i < o.file_count; i++)
		TRY(load_file(&l, o.files[i]));
	if (named)
		TRY(load_named(&l, named));
	TRY(finish(&l, d));
	*out_devices = steal(d);
	return 0;
}

int syb_devices_read(struct syb_ctx *ctx, struct syb_bytes text, const char *name, struct syb_devices **out_devices)
{
	_cleanup_(syb_devices_free_p) struct syb_devices *d = NULL;
	_cleanup_(loader_done) struct loader l = { .ctx = ctx };

	TRY(devices_new(ctx, &d));
	l.arena = &d->arena;
	TRY(load_text(&l, text, name));
	TRY(finish(&l, d));
	*out_devices = steal(d);
	return 0;
}

void syb_devices_free(struct syb_devices *devices)
{
	if (!devices)
		return;
	hash_free(&devices->places);
	arena_free(&devices->arena);
	allocator_free(devices->from, devices);
}

/* ---- questions ---- */

size_t syb_devices_count(const struct syb_devices *devices)
{
	return devices->count;
}

const struct syb_device *syb_devices_at(const struct syb_devices *devices, size_t i)
{
	return i < devices->count ? &devices->list[i] : NULL;
}

static const struct syb_device *find(const struct syb_devices *devices, const char *name, size_t len)
{
	const size_t *place = hash_get(&devices->places, name, len);

	return place ? &devices->list[*place] : NULL;
}

/* Files in the form of the documents have no aliases, so the built-in aliases apply to them, too. */
const struct syb_device *syb_devices_find(const struct syb_devices *devices, const char *name)
{
	const struct syb_device *device = find(devices, name, strlen(name));
	const struct syb_target_info *target = device ? NULL : syb_target_find(name);
	const char *rest, *word;
	size_t len;

	if (!target)
		return device;
	device = find(devices, target->name, strlen(target->name));
	rest = target->aliases;
	while (!device && (word = words_next(&rest, &len)))
		device = find(devices, word, len);
	return device;
}

const char *syb_devices_nearest(const struct syb_devices *devices, const char *name)
{
	struct nearest best = { NULL, SIZE_MAX };

	for (size_t i = 0; i < devices->name_count; i++)
		nearest_try(&best, name, devices->names[i]);
	return best.name;
}

bool syb_device_has_aspect(const struct syb_device *device, uint32_t aspect)
{
	return device->aspect_count &&
	       bsearch(&aspect, device->aspects, device->aspect_count, sizeof(aspect), order_u32);
}

bool syb_device_has_sub_group_size(const struct syb_device *device, uint32_t size)
{
	return !device->sub_group_size_count ||
	       bsearch(&size, device->sub_group_sizes, device->sub_group_size_count, sizeof(size), order_u32);
}
