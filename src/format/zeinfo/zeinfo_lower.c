/* format/zeinfo/zeinfo_lower.c — a document for an older version of the schema.
 *
 * First every place is checked, then everything is changed or nothing. Attributes that the older version lacks are
 * dropped where the kernel runs the same without them: defaults, those that the table calls harmless, and hints
 * whose information is elsewhere. Everything else is refused: values and attributes that the older version cannot
 * represent, unknown keys, and attributes it requires that the document lacks. docs/zeinfo-lower.md has the whole
 * list. */
#include "zeinfo.h"

#include "base/order.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const struct syb_ze_version exact_sizes = { 1, 51 };    /* sizes of arguments are no longer multiples of 4 */
static const struct syb_ze_version bindless_bases = { 1, 37 }; /* const_base and global_base may have an addrmode */
static const struct syb_ze_version indirect_ptrs = { 1, 42 };  /* arg_bypointer may be is_ptr */
static const struct syb_ze_version few_dimensions = { 1, 59 }; /* one or two dimensions of int32x3 may be passed */

struct lowering {
	struct syb_ctx *ctx;
	struct syb_zeinfo_edit *edit;
	struct syb_ze_version from, to;
	const char *name;                    /* of the current kernel or function, or NULL */
	bool has_buffers, has_printf_buffer; /* of it */
	size_t refused;
	size_t odd;  /* sizes to round up */
	char *texts; /* room for their new values */
};

enum { SIZE_TEXT = 24 };

/* ---- information that is also elsewhere ---- */

static const struct syb_ze_node *list_in(const struct syb_ze_node *map, const char *key)
{
	const struct syb_ze_node *list = syb_ze_get(map, key);

	return list && list->kind == SYB_ZE_NODE_LIST ? list : NULL;
}

static void enter(struct lowering *l, const struct syb_ze_node *entity)
{
	const struct syb_ze_node *buffers = list_in(entity, "per_thread_memory_buffers");
	const struct syb_ze_node *arguments = list_in(entity, "payload_arguments");
	const char *type;

	l->name = NULL;
	(void)!syb_ze_str(entity, NULL, "name", &l->name);
	l->has_buffers = buffers && buffers->count;
	l->has_printf_buffer = false;
	for (uint32_t i = 0; arguments && i < arguments->count && !l->has_printf_buffer; i++)
		l->has_printf_buffer =
			syb_ze_str(&arguments->items[i], NULL, "arg_type", &type) == 0 && str_eq(type, "printf_buffer");
}

static void leave(struct lowering *l)
{
	l->name = NULL;
	l->has_buffers = l->has_printf_buffer = false;
}

/* Harmless to lose only where the kernel has the same information elsewhere. */
static bool is_redundant(const struct lowering *l, const struct syb_ze_attr *attr)
{
	/* buffers state the allocation; these two only describe its use */
	if (str_eq(attr->name, "spill_size") || str_eq(attr->name, "private_size"))
		return l->has_buffers;
	/* the buffer is passed as an argument, so a driver knows that there is output to print */
	if (str_eq(attr->name, "has_printf_calls"))
		return l->has_printf_buffer;
	return true;
}

/* ---- judging ---- */

static bool can_drop(const struct lowering *l, const struct syb_ze_node *node);

static bool can_drop_all(const struct lowering *l, const struct syb_ze_node *map)
{
	for (uint32_t i = 0; i < map->count; i++)
		if (!can_drop(l, &map->items[i]))
			return false;
	return true;
}

/* Whether the kernel runs the same without a value. Depth is bounded by YAML_DEPTH. */
static bool can_drop(const struct lowering *l, const struct syb_ze_node *node)
{
	const struct syb_ze_attr *attr = zeinfo_attr(node);
	const struct syb_ze_node *map;

	if (!attr)
		return false;
	if (zeinfo_is_default(node, attr))
		return true;
	if (ze_attr_harmless(attr, syb_ze_text(node)))
		return is_redundant(l, attr);
	map = zeinfo_as_map(node);
	if (attr->type == SYB_ZE_MAP && map)
		return can_drop_all(l, map);
	return attr->type == SYB_ZE_LIST && node->kind == SYB_ZE_NODE_LIST && node->count == 0;
}

/* The reason why a map cannot be dropped. */
static const struct syb_ze_node *hindrance(const struct lowering *l, const struct syb_ze_node *node)
{
	const struct syb_ze_node *map = zeinfo_as_map(node);

	for (uint32_t i = 0; zeinfo_attr(node) && map && i < map->count; i++)
		if (!can_drop(l, &map->items[i]))
			return &map->items[i];
	return node;
}

static bool is_known(const struct lowering *l, const struct syb_ze_attr *attr)
{
	return attr->in_spec && syb_ze_known_in(attr->since, attr->removed, l->to);
}

static const char *entity_name(const struct lowering *l)
{
	return l->name ? l->name : "the document";
}

static void refuse(struct lowering *l, const struct syb_ze_node *node, const char *key, const char *what)
{
	const char *value = syb_ze_text(node);

	l->refused++;
	zeinfo_edit_report(l->ctx, l->edit, SYB_SEVERITY_ERROR, node, "zeinfo-lower",
			   "%s: %s%s%.60s: %s in %" PRIu32 ".%" PRIu32, entity_name(l), key, value[0] ? " " : "", value,
			   what, l->to.major, l->to.minor);
}

static void remark(const struct lowering *l, const struct syb_ze_node *node, const char *what)
{
	const char *value = syb_ze_text(node);

	zeinfo_edit_report(l->ctx, l->edit, SYB_SEVERITY_INFO, node, "zeinfo-lowered", "%s: %s%s%.60s %s",
			   entity_name(l), node->key, value[0] ? " " : "", value, what);
}

/* An attribute that the older version has: its value may be newer. */
static void check_value(struct lowering *l, const struct syb_ze_node *node, const struct syb_ze_attr *attr)
{
	const struct syb_ze_enum_value *value;

	if (attr->type != SYB_ZE_ENUM || node->kind != SYB_ZE_NODE_SCALAR)
		return;
	value = syb_ze_enum_find(attr->of, node->text);
	if (!value || !syb_ze_known_in(value->since, value->removed, l->to))
		refuse(l, node, attr->name, "no such value");
}

/* Attributes that the older version requires and the stated one did not. */
static void check_missing(struct lowering *l, const struct syb_ze_node *map)
{
	const struct syb_ze_attr *rows;
	size_t count;

	rows = ze_attr_first((enum ze_path)map->path, &count);
	for (size_t i = 0; i < count; i++)
		if (syb_ze_attr_required_in(&rows[i], l->to) && !syb_ze_attr_required_in(&rows[i], l->from) &&
		    !syb_ze_get(map, rows[i].name))
			refuse(l, map, rows[i].name, "it is missing and required");
}

/* ---- arguments ---- */

struct starts {
	int64_t *at;
	size_t count, room;
};

static int collect_starts(struct lowering *l, const struct syb_ze_node *list, struct starts *out)
{
	int64_t offset, size;

	for (uint32_t i = 0; i < list->count; i++) {
		if (syb_ze_int(&list->items[i], NULL, "offset", &offset) < 0 ||
		    syb_ze_int(&list->items[i], NULL, "size", &size) < 0 || size <= 0)
			continue;
		TRY(VEC_PUSH(l->ctx, out->at, out->count, out->room));
		out->at[out->count++] = offset;
	}
	if (out->count)
		qsort(out->at, out->count, sizeof(*out->at), order_i64);
	return 0;
}

/* Whether an argument begins in [from, to). */
static bool has_start(const struct starts *starts, int64_t from, int64_t to)
{
	size_t first = order_place(starts->at, starts->count, from);

	return first < starts->count && starts->at[first] < to;
}

static int64_t round_up(int64_t size)
{
	return (size + 3) / 4 * 4;
}

/* Sizes were rounded up to 4 before 1.51: the same is possible unless something else begins there. */
static void check_size(struct lowering *l, const struct syb_ze_node *argument, const struct starts *starts)
{
	const struct syb_ze_node *node = syb_ze_get(argument, "size");
	int64_t offset, size;

	if (!node || syb_ze_int(argument, NULL, "size", &size) < 0 || size <= 0 || size % 4 == 0)
		return;
	l->odd++;
	if (round_up(size) > INT32_MAX || syb_ze_int(argument, NULL, "offset", &offset) < 0 ||
	    has_start(starts, offset + size, offset + round_up(size)))
		refuse(l, node, "size", "sizes are multiples of 4");
}

static bool rounds_sizes(const struct lowering *l)
{
	return syb_ze_version_compare(l->from, exact_sizes) >= 0 && syb_ze_version_compare(l->to, exact_sizes) < 0;
}

static int check_sizes(struct lowering *l, const struct syb_ze_node *list)
{
	struct starts starts = { 0 };
	int r;

	r = collect_starts(l, list, &starts);
	for (uint32_t i = 0; r == 0 && i < list->count; i++)
		check_size(l, &list->items[i], &starts);
	allocator_free(allocator_of(l->ctx), starts.at);
	return r;
}

/* Attributes and sizes that the older version has, but not for this type of argument. */
static void check_argument(struct lowering *l, const struct syb_ze_node *argument)
{
	const struct syb_ze_node *mode = syb_ze_get(argument, "addrmode"), *ptr = syb_ze_get(argument, "is_ptr");
	const struct syb_ze_attr *attr = ptr ? zeinfo_attr(ptr) : NULL;
	const struct syb_ze_enum_value *value;
	const char *type;
	int64_t size;

	if (syb_ze_str(argument, NULL, "arg_type", &type) < 0)
		return;
	value = syb_ze_enum_find("argument_type", type);
	if (value && str_eq(value->size, "int32x3") && syb_ze_version_compare(l->from, few_dimensions) >= 0 &&
	    syb_ze_version_compare(l->to, few_dimensions) < 0 && syb_ze_int(argument, NULL, "size", &size) == 0 &&
	    (size == 4 || size == 8))
		refuse(l, syb_ze_get(argument, "size"), "size", "all three dimensions are passed");
	if (mode && syb_ze_version_compare(l->to, bindless_bases) < 0 &&
	    (str_eq(type, "const_base") || str_eq(type, "global_base")))
		refuse(l, mode, "addrmode", "base addresses have none");
	if (attr && is_known(l, attr) && syb_ze_version_compare(l->to, indirect_ptrs) < 0 &&
	    str_eq(type, "arg_bypointer") && !zeinfo_is_default(ptr, attr))
		refuse(l, ptr, "is_ptr", "pointers have none");
}

/* ---- first pass: mark attributes to drop, report those that cannot be dropped ---- */

static int check_map(struct lowering *l, struct syb_ze_node *map);

static bool holds_entities(const struct syb_ze_node *list)
{
	return list->path == ZE_KERNEL || list->path == ZE_FUNCTION;
}

static int check_list(struct lowering *l, struct syb_ze_node *list)
{
	int r = list->path == ZE_PAYLOAD && rounds_sizes(l) ? check_sizes(l, list) : 0;

	for (uint32_t i = 0; r == 0 && i < list->count; i++) {
		if (holds_entities(list))
			enter(l, &list->items[i]);
		if (list->path == ZE_PAYLOAD)
			check_argument(l, &list->items[i]);
		if (list->items[i].kind == SYB_ZE_NODE_MAP)
			r = check_map(l, &list->items[i]);
		else if (list->items[i].kind == SYB_ZE_NODE_LIST)
			r = check_list(l, &list->items[i]);
	}
	if (holds_entities(list))
		leave(l);
	return r;
}

static int check_pair(struct lowering *l, struct syb_ze_node *value)
{
	const struct syb_ze_attr *attr = zeinfo_attr(value);

	value->drop = 0;
	if (!attr) {
		refuse(l, value, value->key, "its meaning is unknown");
		return 0;
	}
	if (!is_known(l, attr)) {
		value->drop = can_drop(l, value);
		if (!value->drop) {
			const struct syb_ze_node *what = hindrance(l, value);

			refuse(l, what, what->key, "it cannot be expressed");
		}
		return 0;
	}
	check_value(l, value, attr);
	if (value->kind == SYB_ZE_NODE_LIST)
		return check_list(l, value);
	return value->kind == SYB_ZE_NODE_MAP ? check_map(l, value) : 0;
}

/* Depth is bounded by YAML_DEPTH. */
static int check_map(struct lowering *l, struct syb_ze_node *map)
{
	if (map->path != ZE_NOWHERE)
		check_missing(l, map);
	for (uint32_t i = 0; i < map->count; i++)
		TRY(check_pair(l, &map->items[i]));
	return 0;
}

/* ---- second pass: cannot fail ---- */

static void apply_map(struct lowering *l, struct syb_ze_node *map);

static void apply_size(struct lowering *l, struct syb_ze_node *argument)
{
	struct syb_ze_node *node = zeinfo_get(argument, "size");
	int64_t size;

	if (!node || syb_ze_int(argument, NULL, "size", &size) < 0 || size <= 0 || size % 4 == 0)
		return;
	remark(l, node, "rounded up to a multiple of 4");
	snprintf(l->texts, SIZE_TEXT, "%" PRId64, round_up(size));
	node->text = l->texts;
	l->texts += SIZE_TEXT;
}

static void apply_list(struct lowering *l, struct syb_ze_node *list)
{
	for (uint32_t i = 0; i < list->count; i++) {
		if (holds_entities(list))
			enter(l, &list->items[i]);
		if (list->path == ZE_PAYLOAD && rounds_sizes(l))
			apply_size(l, &list->items[i]);
		if (list->items[i].kind == SYB_ZE_NODE_MAP)
			apply_map(l, &list->items[i]);
	}
	if (holds_entities(list))
		leave(l);
}

/* Whether a value stays. A map that becomes empty is dropped, too. */
static bool apply_pair(struct lowering *l, struct syb_ze_node *value)
{
	bool had_some = value->kind != SYB_ZE_NODE_SCALAR && value->count;

	if (value->drop) {
		remark(l, value, "dropped");
		return false;
	}
	if (value->kind == SYB_ZE_NODE_LIST)
		apply_list(l, value);
	if (value->kind != SYB_ZE_NODE_MAP)
		return true;
	apply_map(l, value);
	return value->count || !had_some || syb_ze_attr_required_in(zeinfo_attr(value), l->to);
}

static void apply_map(struct lowering *l, struct syb_ze_node *map)
{
	uint32_t kept = 0;

	map->table = 0;
	for (uint32_t i = 0; i < map->count; i++)
		if (apply_pair(l, &map->items[i]))
			map->items[kept++] = map->items[i];
	map->count = kept;
}

static int state_version(struct lowering *l)
{
	const struct syb_ze_attr *attr = syb_ze_attr_find("/", "version");
	struct syb_ze_node node = { .kind = SYB_ZE_NODE_SCALAR, .style = SYB_ZE_STYLE_SINGLE, .key = attr->name };
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu32 ".%" PRIu32, l->to.major, l->to.minor);
	node.text = arena_string(l->ctx, &l->edit->arena, text, strlen(text));
	if (!node.text)
		return -SYB_E_NOMEM;
	zeinfo_resolve(&node, ZE_ROOT, attr);
	return zeinfo_put(l->ctx, &l->edit->arena, l->edit->root, &node);
}

static int check_target(struct lowering *l)
{
	static const struct syb_ze_version first = { 1, 0 };

	if (syb_ze_version_compare(l->to, first) < 0 || syb_ze_version_compare(l->to, l->from) > 0)
		return syb_fail(l->ctx, SYB_E_ARG, SYB_NO_OFFSET, "zeinfo-edit",
				"%" PRIu32 ".%" PRIu32 " is not a version between 1.0 and %" PRIu32 ".%" PRIu32,
				l->to.major, l->to.minor, l->from.major, l->from.minor);
	return 0;
}

int syb_zeinfo_edit_lower(struct syb_ctx *ctx, struct syb_zeinfo_edit *edit, struct syb_ze_version version)
{
	struct lowering l = { .ctx = ctx, .edit = edit, .from = syb_ze_version_newest(), .to = version };
	struct syb_ze_version stated;
	const char *text;
	int r;

	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, edit->name);
	(void)scope;
	if (syb_ze_str(edit->root, NULL, "version", &text) == 0 && syb_ze_version_parse(text, &stated) == 0)
		l.from = stated;
	r = check_target(&l);
	if (r < 0 || (syb_ze_version_compare(l.from, version) == 0 && syb_ze_get(edit->root, "version")))
		return r;
	r = check_map(&l, edit->root);
	if (r < 0)
		return r;
	if (l.refused)
		return -SYB_E_INCOMPATIBLE;
	l.texts = arena_array(ctx, &edit->arena, l.odd, SIZE_TEXT);
	if (!l.texts)
		return -SYB_E_NOMEM;
	r = state_version(&l);
	if (r == 0)
		apply_map(&l, edit->root);
	return r;
}
