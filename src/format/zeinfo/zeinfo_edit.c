/* format/zeinfo/zeinfo_edit.c — changing a copy of a document: set, remove, rename.
 *
 * A change is atomic: values are read and checked before anything on the way to them is made. Replaced values stay
 * in the arena until the edit is freed. */
#include "zeinfo.h"

#include "term/nearest.h"
#include "base/number.h"

#include <inttypes.h>

enum { NAME_LENGTH = YAML_KEY_LENGTH };

/* One step of "payload_arguments[2].size". */
struct step {
	char name[NAME_LENGTH + 1];
	bool has_index;
	uint32_t index;
	const char *rest; /* "" after the last one */
};

struct change {
	struct syb_ctx *ctx;
	struct syb_zeinfo_edit *edit;
	const char *attribute; /* whole, for diagnostics */
	const char *value;     /* NULL removes */
};

static int refuse(const struct change *c, enum syb_code code, const char *what)
{
	return syb_fail(c->ctx, code, SYB_NO_OFFSET, "zeinfo-edit", "%s: %s", c->attribute, what);
}

int syb_zeinfo_edit_new(struct syb_ctx *ctx, const struct syb_zeinfo *zeinfo, struct syb_zeinfo_edit **out_edit)
{
	_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *edit = mem_zalloc(ctx, sizeof(*edit));

	if (!edit)
		return -SYB_E_NOMEM;
	edit->from = allocator_of(ctx);
	edit->source = zeinfo->source;
	edit->root = arena_alloc(ctx, &edit->arena, sizeof(*edit->root));
	if (!edit->root)
		return -SYB_E_NOMEM;
	if (zeinfo->name && !(edit->name = arena_string(ctx, &edit->arena, zeinfo->name, strlen(zeinfo->name))))
		return -SYB_E_NOMEM;
	if (zeinfo->root) {
		TRY(yaml_copy(ctx, &edit->arena, zeinfo->root, edit->root));
	} else {
		*edit->root = (struct syb_ze_node){ .kind = SYB_ZE_NODE_MAP, .path = ZE_ROOT };
	}
	*out_edit = steal(edit);
	return 0;
}

void syb_zeinfo_edit_free(struct syb_zeinfo_edit *edit)
{
	if (!edit)
		return;
	buf_free(&edit->text);
	arena_free(&edit->arena);
	allocator_free(edit->from, edit);
}

int syb_zeinfo_edit_text(struct syb_ctx *ctx, struct syb_zeinfo_edit *edit, const struct syb_zeinfo_text_opts *opts,
			 struct syb_bytes *out_text)
{
	struct syb_zeinfo_text_opts o = { 0 };

	OPTS_READ(ctx, &o, opts);
	edit->text.len = 0;
	TRY(zeinfo_print(ctx, edit->root, o.minimal, &edit->text));
	*out_text = buf_bytes(&edit->text);
	return 0;
}

/* ---- maps ---- */

/* Remove all values of a key from a map. */
static void drop(struct syb_ze_node *map, const char *key)
{
	uint32_t kept = 0;

	if (!zeinfo_get(map, key))
		return;
	map->table = 0;
	for (uint32_t i = 0; i < map->count; i++)
		if (!str_eq(map->items[i].key, key))
			map->items[kept++] = map->items[i];
	map->count = kept;
}

/* After the last key that precedes it in the schema, else before the first that follows it. */
static uint32_t place_for(const struct syb_ze_node *map, uint16_t row)
{
	uint32_t at = map->count;

	if (!row)
		return at;
	for (uint32_t i = map->count; i-- > 0;) {
		if (map->items[i].row && map->items[i].row < row)
			return i + 1;
		if (map->items[i].row)
			at = i;
	}
	return at;
}

int zeinfo_put(struct syb_ctx *ctx, struct arena *arena, struct syb_ze_node *map, const struct syb_ze_node *value)
{
	struct syb_ze_node *existing = zeinfo_get(map, value->key), *items;
	uint32_t at;

	if (existing) {
		uint32_t line = existing->key_line, column = existing->key_column;

		*existing = *value;
		existing->key_line = line;
		existing->key_column = column;
		return 0;
	}
	at = place_for(map, value->row);
	items = arena_array(ctx, arena, (size_t)map->count + 1, sizeof(*items));
	if (!items)
		return -SYB_E_NOMEM;
	if (at)
		memcpy(items, map->items, at * sizeof(*items));
	items[at] = *value;
	if (at < map->count)
		memcpy(items + at + 1, map->items + at, (map->count - at) * sizeof(*items));
	map->items = items;
	map->count++;
	map->table = 0;
	return 0;
}

static void drop_item(struct syb_ze_node *list, uint32_t i)
{
	memmove(list->items + i, list->items + i + 1, (list->count - i - 1) * sizeof(*list->items));
	list->count--;
}

/* ---- values ---- */

/* All of a text is UTF-8. */
static bool is_utf8(const char *text)
{
	const uint8_t *p = (const uint8_t *)text;
	size_t left = strlen(text), n;

	for (; left; p += n, left -= n) {
		n = utf8_length(p, left);
		if (!n)
			return false;
	}
	return true;
}

/* Known attributes inside of a value have the right types, and it is not too deep. */
static bool is_right(const struct syb_ze_node *node, size_t depth)
{
	const struct syb_ze_attr *attr;

	if (depth > YAML_DEPTH)
		return false;
	if (node->kind == SYB_ZE_NODE_SCALAR)
		return true;
	for (uint32_t i = 0; i < node->count; i++) {
		attr = node->kind == SYB_ZE_NODE_MAP ? zeinfo_attr(&node->items[i]) : NULL;
		if (attr && !syb_ze_is(&node->items[i], attr->type, attr->of))
			return false;
		if (!is_right(&node->items[i], depth + 1))
			return false;
	}
	return true;
}

/* Positions inside a value that the caller passed are not positions in the document. */
static void forget_places(struct syb_ze_node *node)
{
	node->line = node->column = node->key_line = node->key_column = 0;
	for (uint32_t i = 0; node->kind != SYB_ZE_NODE_SCALAR && i < node->count; i++)
		forget_places(&node->items[i]);
}

/* 64K is not a YAML number: where an integer is expected, it is written out. */
static int put_value(const struct change *c, const struct syb_ze_attr *attr, struct buf *out)
{
	bool three = attr && attr->type == SYB_ZE_INT32X3 && !strchr(c->value, '[');
	size_t len = strlen(c->value);
	double d;

	if (attr && attr->type == SYB_ZE_INT32 && len && strchr("KMGkmg", c->value[len - 1]) &&
	    number_parse(c->value, &d) && d >= INT32_MIN && d <= INT32_MAX && !(d < (int32_t)d || d > (int32_t)d))
		return buf_printf(c->ctx, out, "%" PRId32 "\n", (int32_t)d);
	return buf_printf(c->ctx, out, three ? "[ %s ]\n" : "%s\n", c->value);
}

/* A value that is not text is YAML; "16, 4, 1" is a list where one is expected. */
static int parse(const struct change *c, const struct syb_ze_attr *attr, struct syb_ze_node *out)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(c->ctx);
	_cleanup_(buf_free) struct buf text = { 0 };
	struct syb_ze_node *root = NULL;
	int r = put_value(c, attr, &text);

	if (r == 0)
		r = yaml_read_any(c->ctx, &c->edit->arena, buf_bytes(&text), (struct yaml_source){ 0 }, &root);
	if (r < 0)
		return r == -SYB_E_NOMEM ? r : -SYB_E_ARG;
	if (root)
		forget_places(root);
	*out = root ? *root : (struct syb_ze_node){ .kind = SYB_ZE_NODE_SCALAR, .text = "" };
	return 0;
}

/* The node for the new value of an attribute in a map of `path` (or of a list's element: key NULL). */
static int make_value(const struct change *c, enum ze_path path, const struct syb_ze_attr *attr, const char *key,
		      size_t depth, struct syb_ze_node *out)
{
	bool is_text = attr && (attr->type == SYB_ZE_STR || attr->type == SYB_ZE_ENUM);
	struct syb_ze_version version;
	int r = 0;

	if (!is_utf8(c->value))
		return refuse(c, SYB_E_ARG, "the value is not UTF-8");
	if (is_text) {
		*out = (struct syb_ze_node){ .kind = SYB_ZE_NODE_SCALAR, .style = SYB_ZE_STYLE_SINGLE };
		out->text = arena_string(c->ctx, &c->edit->arena, c->value, strlen(c->value));
		r = out->text ? 0 : -SYB_E_NOMEM;
	} else {
		r = parse(c, attr, out);
	}
	if (r == -SYB_E_NOMEM)
		return r;
	if (r == 0 && key) {
		out->key = arena_string(c->ctx, &c->edit->arena, key, strlen(key));
		if (!out->key)
			return -SYB_E_NOMEM;
	}
	if (r == 0)
		zeinfo_resolve(out, path, attr);
	if (r < 0 || !is_right(out, depth) || (attr && !syb_ze_is(out, attr->type, attr->of)))
		return syb_fail(c->ctx, SYB_E_ARG, SYB_NO_OFFSET, "zeinfo-edit", "%s: \"%.60s\" is not of type %s%s%s",
				c->attribute, c->value, attr ? syb_ze_type_name(attr->type) : "YAML",
				attr && attr->of[0] ? " of " : "", attr ? attr->of : "");
	if (attr && path == ZE_ROOT && str_eq(attr->name, "version") && syb_ze_version_parse(c->value, &version) < 0)
		return refuse(c, SYB_E_ARG, "a version is two numbers with a dot");
	return 0;
}

/* ---- paths ---- */

static bool read_index(const char **p, struct step *out)
{
	uint64_t n = 0;
	const char *s = *p + 1;

	if (*s < '0' || *s > '9')
		return false;
	for (; *s >= '0' && *s <= '9'; s++) {
		n = n * 10 + (uint64_t)(*s - '0');
		if (n > UINT32_MAX)
			return false;
	}
	if (*s != ']')
		return false;
	out->has_index = true;
	out->index = (uint32_t)n;
	*p = s + 1;
	return true;
}

static int read_step(const struct change *c, const char *text, struct step *out)
{
	size_t len = strcspn(text, ".[");

	*out = (struct step){ .rest = text + len };
	if (len == 0 || len > NAME_LENGTH)
		return refuse(c, SYB_E_ARG, "not the path of an attribute");
	memcpy(out->name, text, len);
	if (*out->rest == '[' && !read_index(&out->rest, out))
		return refuse(c, SYB_E_ARG, "an index is a number in brackets");
	if (*out->rest == '.' && out->rest[1])
		out->rest++;
	else if (*out->rest)
		return refuse(c, SYB_E_ARG, "not the path of an attribute");
	return 0;
}

static int change_map(const struct change *c, struct syb_ze_node *map, const char *attribute, size_t depth);

static int change_item(const struct change *c, struct syb_ze_node *list, const struct step *step, enum ze_path path,
		       size_t depth)
{
	struct syb_ze_node *item, made, alone;
	const struct syb_ze_attr *attr;
	bool three;

	if (!list || list->kind != SYB_ZE_NODE_LIST || step->index >= list->count)
		return refuse(c, SYB_E_NOTFOUND, "no such element");
	item = &list->items[step->index];
	if (*step->rest)
		return change_map(c, item, step->rest, depth + 2);
	if (!c->value) {
		drop_item(list, step->index);
		return 0;
	}
	TRY(make_value(c, ZE_NOWHERE, NULL, NULL, depth + 2, &made));
	/* checked as if it were alone in the list: the others may already be wrong */
	attr = zeinfo_attr(list);
	alone = *list;
	alone.items = &made;
	alone.count = 1;
	zeinfo_resolve(&alone, path, attr);
	three = attr && attr->type == SYB_ZE_INT32X3;
	if ((three && !syb_ze_is(&made, SYB_ZE_INT32, "")) ||
	    (attr && !three && !syb_ze_is(&alone, attr->type, attr->of)) || !is_right(&alone, depth + 1))
		return refuse(c, SYB_E_ARG, "the value does not fit the list");
	*item = made;
	return 0;
}

/* Go down to, or make, the map that a step names. */
static int change_below(const struct change *c, struct syb_ze_node *map, const struct step *step,
			const struct syb_ze_attr *attr, size_t depth)
{
	struct syb_ze_node *existing = zeinfo_get(map, step->name);
	struct syb_ze_node made = { .kind = SYB_ZE_NODE_MAP };

	if (existing)
		return change_map(c, existing, step->rest, depth + 1);
	if (!c->value)
		return 0;
	if (attr && attr->type != SYB_ZE_MAP)
		return refuse(c, SYB_E_NOTFOUND, "no such map");
	made.key = arena_string(c->ctx, &c->edit->arena, step->name, strlen(step->name));
	if (!made.key)
		return -SYB_E_NOMEM;
	zeinfo_resolve(&made, (enum ze_path)map->path, attr);
	TRY(change_map(c, &made, step->rest, depth + 1));
	return zeinfo_put(c->ctx, &c->edit->arena, map, &made);
}

/* Depth is bounded by YAML_DEPTH. */
static int change_map(const struct change *c, struct syb_ze_node *map, const char *attribute, size_t depth)
{
	const struct syb_ze_attr *attr;
	struct syb_ze_node made;
	struct step step;

	map = (struct syb_ze_node *)(uintptr_t)zeinfo_as_map(map);
	if (!map)
		return refuse(c, SYB_E_NOTFOUND, "a part of the path is not a map");
	if (depth >= YAML_DEPTH)
		return refuse(c, SYB_E_ARG, "too many maps inside each other");
	TRY(read_step(c, attribute, &step));
	attr = ze_attr_lookup((enum ze_path)map->path, step.name, strlen(step.name), NULL);
	if (step.has_index)
		return change_item(c, zeinfo_get(map, step.name), &step, (enum ze_path)map->path, depth);
	if (*step.rest)
		return change_below(c, map, &step, attr, depth);
	if (!c->value) {
		drop(map, step.name);
		return 0;
	}
	TRY(make_value(c, (enum ze_path)map->path, attr, step.name, depth + 1, &made));
	return zeinfo_put(c->ctx, &c->edit->arena, map, &made);
}

/* ---- kernels and functions ---- */

static struct syb_ze_node *find_entity(struct syb_zeinfo_edit *edit, const char *list_name, const char *name)
{
	struct syb_ze_node *list = zeinfo_get(edit->root, list_name);
	const char *has;

	for (uint32_t i = 0; list && list->kind == SYB_ZE_NODE_LIST && i < list->count; i++)
		if (syb_ze_str(&list->items[i], NULL, "name", &has) == 0 && str_eq(has, name))
			return &list->items[i];
	return NULL;
}

static struct syb_ze_node *find_kernel(struct syb_zeinfo_edit *edit, const char *name)
{
	struct syb_ze_node *kernel = find_entity(edit, "kernels", name);

	return kernel ? kernel : find_entity(edit, "functions", name);
}

static void try_entities(struct syb_zeinfo_edit *edit, const char *list_name, const char *given, struct nearest *best)
{
	struct syb_ze_node *list = zeinfo_get(edit->root, list_name);
	const char *name;

	for (uint32_t i = 0; list && list->kind == SYB_ZE_NODE_LIST && i < list->count; i++)
		if (syb_ze_str(&list->items[i], NULL, "name", &name) == 0)
			nearest_try(best, given, name);
}

static int no_kernel(struct syb_ctx *ctx, struct syb_zeinfo_edit *edit, const char *name)
{
	struct nearest best = { NULL, SIZE_MAX };

	try_entities(edit, "kernels", name, &best);
	try_entities(edit, "functions", name, &best);
	return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "zeinfo-edit", "no kernel or function \"%s\"" NEAREST_HINT,
			name, NEAREST_ARGS(best.name));
}

int syb_zeinfo_edit_set(struct syb_ctx *ctx, struct syb_zeinfo_edit *edit, const char *entity, const char *attribute,
			const char *value)
{
	struct change c = { ctx, edit, attribute, value };
	struct syb_ze_node *map = entity ? find_kernel(edit, entity) : edit->root;

	if (!map)
		return no_kernel(ctx, edit, entity);
	if (entity && str_eq(attribute, "name"))
		return value ? syb_zeinfo_edit_rename(ctx, edit, &(struct syb_ze_rename){ entity, value }, 1)
			     : refuse(&c, SYB_E_ARG, "a kernel or function needs its name");
	return change_map(&c, map, attribute, entity ? 2 : 0);
}

/* ---- names ---- */

/* Renamings that happen at once. */
struct renaming {
	struct syb_ctx *ctx;
	struct syb_zeinfo_edit *edit;
	const struct syb_ze_rename *list;
	size_t count;
	struct hash from, to; /* name → index */
	bool *existing;       /* a kernel or function has the old name */
};

static void renaming_drop(struct renaming *n)
{
	hash_free(&n->from);
	hash_free(&n->to);
}

static int index_names(struct renaming *n)
{
	bool found = false;
	size_t *at;

	for (size_t i = 0; i < n->count; i++) {
		const char *from = n->list[i].from, *to = n->list[i].to;

		if (!from || !to || !to[0] || !is_utf8(to))
			return syb_fail(n->ctx, SYB_E_ARG, SYB_NO_OFFSET, "zeinfo-edit",
					"a name is UTF-8 text, and not empty");
		TRY(hash_put(n->ctx, &n->from, from, strlen(from), i, &at, &found));
		if (found)
			return syb_fail(n->ctx, SYB_E_ARG, SYB_NO_OFFSET, "zeinfo-edit", "\"%s\" is renamed twice",
					from);
		TRY(hash_put(n->ctx, &n->to, to, strlen(to), i, &at, &found));
		if (found)
			return syb_fail(n->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "zeinfo-edit",
					"two functions would have the name \"%s\"", to);
	}
	return 0;
}

/* A name that is given up can be used again. */
static int check_names(struct renaming *n, const char *list_name)
{
	const struct syb_ze_node *list = zeinfo_get(n->edit->root, list_name);
	const char *name;

	for (uint32_t i = 0; list && list->kind == SYB_ZE_NODE_LIST && i < list->count; i++) {
		const size_t *from;

		if (syb_ze_str(&list->items[i], NULL, "name", &name) < 0)
			continue;
		from = hash_get(&n->from, name, strlen(name));
		if (from)
			n->existing[*from] = true;
		else if (hash_get(&n->to, name, strlen(name)))
			return syb_fail(n->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "zeinfo-edit",
					"a kernel or function \"%s\" already exists", name);
	}
	return 0;
}

static void put_names(const struct renaming *n, const char *list_name, const char *const *names)
{
	struct syb_ze_node *list = zeinfo_get(n->edit->root, list_name), *name;

	for (uint32_t i = 0; list && list->kind == SYB_ZE_NODE_LIST && i < list->count; i++) {
		const size_t *from;

		name = zeinfo_get(&list->items[i], "name");
		if (!name || name->kind != SYB_ZE_NODE_SCALAR)
			continue;
		from = hash_get(&n->from, name->text, strlen(name->text));
		if (!from || str_eq(name->text, names[*from]))
			continue;
		name->text = names[*from];
		name->style = SYB_ZE_STYLE_SINGLE;
	}
}

int syb_zeinfo_edit_rename(struct syb_ctx *ctx, struct syb_zeinfo_edit *edit, const struct syb_ze_rename *renames,
			   size_t count)
{
	static const char *const lists[] = { "kernels", "functions", "kernels_misc_info", "kernels_cost_info" };
	enum { OWNERS = 2 }; /* the first of these lists define names */
	_cleanup_(renaming_drop) struct renaming n = { .ctx = ctx, .edit = edit, .list = renames, .count = count };
	const char **names = arena_array(ctx, &edit->arena, count, sizeof(*names));

	n.existing = arena_array(ctx, &edit->arena, count, sizeof(*n.existing));
	if (!names || !n.existing)
		return -SYB_E_NOMEM;
	TRY(index_names(&n));
	for (size_t i = 0; i < OWNERS; i++)
		TRY(check_names(&n, lists[i]));
	for (size_t i = 0; i < count; i++) {
		if (!n.existing[i])
			return no_kernel(ctx, edit, renames[i].from);
		names[i] = arena_string(ctx, &edit->arena, renames[i].to, strlen(renames[i].to));
		if (!names[i])
			return -SYB_E_NOMEM;
	}
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++)
		put_names(&n, lists[i], names);
	return 0;
}
