/* format/yaml/yaml.c — YAML of any kind, by libyaml's events. */
#include "yaml.h"

#include "base/hash.h"

#include <inttypes.h>
#include <yaml.h>

int yaml_fail(struct syb_ctx *ctx, enum syb_code code, struct yaml_source source, uint32_t line, uint32_t column,
	      const char *check, const char *what)
{
	if (source.embedded)
		return syb_fail(ctx, code, source.at, check, "%s (line %" PRIu32 ", column %" PRIu32 " of .ze_info)",
				what, line, column);
	return syb_fail_text(ctx, code, line, column, check, "%s", what);
}

void yaml_builder_done(struct yaml_builder *b)
{
	allocator_free(allocator_of(b->ctx), b->stack);
}

int yaml_builder_add(struct yaml_builder *b, const struct syb_ze_node *node)
{
	if (++b->total > b->ctx->limits.max_items)
		return yaml_fail(b->ctx, SYB_E_LIMIT, b->source, node->line, node->column, "limit",
				 "too many keys and values");
	if (b->count == b->room) {
		TRY(VEC_PUSH(b->ctx, b->stack, b->count, b->room));
	}
	b->stack[b->count++] = *node;
	return 0;
}

int yaml_builder_begin(struct yaml_builder *b, const struct syb_ze_node *node)
{
	if (b->depth == YAML_DEPTH)
		return yaml_fail(b->ctx, SYB_E_LIMIT, b->source, node->line, node->column, "limit",
				 "too many maps and lists inside each other");
	TRY(yaml_builder_add(b, node));
	b->open[b->depth++] = b->count;
	return 0;
}

/* ---- large maps: index of each item + 1, by the hash of its key, after the items ---- */

static size_t table_room(uint32_t count)
{
	size_t room = 2 * YAML_FEW_KEYS;

	while (room < (size_t)count * 2)
		room *= 2;
	return room;
}

/* The place for a key: that of its item, or a free one. */
static uint32_t *table_find(const struct syb_ze_node *map, const char *key)
{
	uint32_t *table = (uint32_t *)(map->items + map->count);
	size_t mask = table_room(map->count) - 1;
	uint64_t seed = (uintptr_t)table | 1; /* differs from run to run, as in base/hash.c */
	size_t i = (size_t)hash_code(seed, key, strlen(key)) & mask;

	while (table[i] && !str_eq(map->items[table[i] - 1].key, key))
		i = (i + 1) & mask;
	return &table[i];
}

/* Room for the items of a node whose kind and count are set. */
static int new_items(struct syb_ctx *ctx, struct arena *arena, struct syb_ze_node *node)
{
	size_t size = 0, table = 0, total;
	struct syb_ze_node *items;

	node->table = node->kind == SYB_ZE_NODE_MAP && node->count > YAML_FEW_KEYS;
	if (node->table)
		table = table_room(node->count) * sizeof(uint32_t);
	if (!checked_mul(node->count, sizeof(*items), &size) || !checked_add(size, table, &total))
		return syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "%" PRIu32 " items do not fit in memory",
				node->count);
	items = arena_alloc(ctx, arena, total);
	if (!items)
		return -SYB_E_NOMEM;
	node->items = items;
	return 0;
}

static void fill_table(const struct syb_ze_node *map)
{
	for (uint32_t i = 0; map->table && i < map->count; i++)
		*table_find(map, map->items[i].key) = i + 1;
}

const struct syb_ze_node *yaml_get(const struct syb_ze_node *map, const char *key)
{
	if (map->table) {
		uint32_t place = *table_find(map, key);

		return place ? &map->items[place - 1] : NULL;
	}
	for (uint32_t i = map->count; i-- > 0;)
		if (str_eq(map->items[i].key, key))
			return &map->items[i];
	return NULL;
}

int yaml_builder_end(struct yaml_builder *b)
{
	size_t first = b->open[--b->depth], count = b->count - first;
	struct syb_ze_node *node = &b->stack[first - 1];

	if (count >= UINT32_MAX)
		return yaml_fail(b->ctx, SYB_E_LIMIT, b->source, node->line, node->column, "limit",
				 "too many keys or values");
	node->count = (uint32_t)count;
	TRY(new_items(b->ctx, b->arena, node));
	if (count)
		memcpy(node->items, b->stack + first, count * sizeof(*node->items));
	fill_table(node);
	b->count = first;
	return 0;
}

/* Depth is bounded by YAML_DEPTH. */
static int copy_items(struct syb_ctx *ctx, struct arena *arena, const struct syb_ze_node *from, struct syb_ze_node *to)
{
	TRY(new_items(ctx, arena, to));
	for (uint32_t i = 0; i < from->count; i++)
		TRY(yaml_copy(ctx, arena, &from->items[i], &to->items[i]));
	fill_table(to);
	return 0;
}

int yaml_copy(struct syb_ctx *ctx, struct arena *arena, const struct syb_ze_node *from, struct syb_ze_node *to)
{
	*to = *from;
	if (from->key) {
		to->key = arena_string(ctx, arena, from->key, strlen(from->key));
		if (!to->key)
			return -SYB_E_NOMEM;
	}
	if (from->kind != SYB_ZE_NODE_SCALAR)
		return copy_items(ctx, arena, from, to);
	to->text = arena_string(ctx, arena, from->text, strlen(from->text));
	return to->text ? 0 : -SYB_E_NOMEM;
}

/* ---- libyaml ---- */

struct anchor {
	struct syb_ze_node node; /* its items are in the arena */
	uint64_t nodes;
	size_t height;
};

struct reader {
	struct yaml_builder b;
	struct syb_bytes text;
	yaml_parser_t parser;
	yaml_event_t event;
	bool event_held;
	struct hash names; /* anchor → place in anchors */
	struct anchor *anchors;
	size_t anchor_count, anchor_room;
	const char *pending[YAML_DEPTH]; /* name of the anchor on each open map or list */
	uint64_t before[YAML_DEPTH];     /* b.total when it began */
	size_t height[YAML_DEPTH];
	const char *keys[YAML_DEPTH + 1]; /* read, and waiting for its value */
	uint32_t key_lines[YAML_DEPTH + 1], key_columns[YAML_DEPTH + 1];
	uint64_t alias_nodes;
};

static void reader_done(struct reader *rd)
{
	struct allocator a = allocator_of(rd->b.ctx);

	if (rd->event_held)
		yaml_event_delete(&rd->event);
	yaml_parser_delete(&rd->parser);
	hash_free(&rd->names);
	allocator_free(a, rd->anchors);
	yaml_builder_done(&rd->b);
}

static uint32_t cut32(size_t n)
{
	return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

static int fail_at(struct reader *rd, enum syb_code code, yaml_mark_t mark, const char *check, const char *what)
{
	return yaml_fail(rd->b.ctx, code, rd->b.source, cut32(mark.line) + 1, cut32(mark.column) + 1, check, what);
}

/* Not YAML, or none of ours. */
static int fail_yaml(struct reader *rd, yaml_mark_t mark, const char *what)
{
	const char *check = rd->b.source.check;

	return fail_at(rd, SYB_E_FORMAT, mark, check ? check : "zeinfo-yaml", what);
}

static int fail_memory(struct syb_ctx *ctx)
{
	return syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "out of memory while reading YAML");
}

/* The position of a byte. libyaml reads ahead: of bytes that are not characters it only knows the offset. */
static yaml_mark_t mark_of(const struct reader *rd, size_t offset)
{
	yaml_mark_t mark = { 0 };

	for (size_t i = 0; i < offset && i < rd->text.len; i++) {
		if (rd->text.ptr[i] == '\n') {
			mark.line++;
			mark.column = 0;
		} else if ((rd->text.ptr[i] & 0xc0) != 0x80) { /* columns are characters */
			mark.column++;
		}
	}
	return mark;
}

/* libyaml's own complaint, with the most exact of its marks. */
static int fail_parser(struct reader *rd)
{
	yaml_parser_t *p = &rd->parser;
	const char *what = p->problem ? p->problem : "not YAML";
	yaml_mark_t mark = p->problem_mark;

	if (p->error == YAML_MEMORY_ERROR)
		return fail_memory(rd->b.ctx);
	if (p->error == YAML_READER_ERROR)
		mark = mark_of(rd, p->problem_offset);
	return fail_yaml(rd, mark, what);
}

static int next_event(struct reader *rd)
{
	if (rd->event_held)
		yaml_event_delete(&rd->event);
	rd->event_held = false;
	if (!yaml_parser_parse(&rd->parser, &rd->event))
		return fail_parser(rd);
	rd->event_held = true;
	return 0;
}

static bool in_map(const struct reader *rd)
{
	const struct yaml_builder *b = &rd->b;

	return b->depth && b->stack[b->open[b->depth - 1] - 1].kind == SYB_ZE_NODE_MAP;
}

/* The key of the value that comes now. */
static void attach_key(struct reader *rd, struct syb_ze_node *node)
{
	size_t d = rd->b.depth;

	if (!rd->keys[d])
		return;
	node->key = rd->keys[d];
	node->key_line = rd->key_lines[d];
	node->key_column = rd->key_columns[d];
	rd->keys[d] = NULL;
}

static int take_key(struct reader *rd, const char *text, size_t len, yaml_mark_t mark)
{
	size_t d = rd->b.depth;

	if (len > YAML_KEY_LENGTH)
		return fail_at(rd, SYB_E_LIMIT, mark, "limit", "a key is too long");
	rd->keys[d] = arena_string(rd->b.ctx, rd->b.arena, text, len);
	rd->key_lines[d] = cut32(mark.line) + 1;
	rd->key_columns[d] = cut32(mark.column) + 1;
	return rd->keys[d] ? 0 : -SYB_E_NOMEM;
}

static bool wants_key(const struct reader *rd)
{
	return in_map(rd) && !rd->keys[rd->b.depth];
}

static int add_anchor(struct reader *rd, const char *name, const struct syb_ze_node *node, uint64_t nodes,
		      size_t height)
{
	struct syb_ctx *ctx = rd->b.ctx;
	size_t *place;
	bool found;

	TRY(VEC_PUSH(ctx, rd->anchors, rd->anchor_count, rd->anchor_room));
	TRY(hash_put(ctx, &rd->names, name, strlen(name), rd->anchor_count, &place, &found));
	*place = rd->anchor_count; /* an anchor may be redefined */
	rd->anchors[rd->anchor_count++] = (struct anchor){ *node, nodes, height };
	return 0;
}

static const char *keep_name(struct reader *rd, const yaml_char_t *name)
{
	return arena_string(rd->b.ctx, rd->b.arena, name, strlen((const char *)name));
}

static bool is_text_tag(const yaml_char_t *tag)
{
	return tag && (str_eq((const char *)tag, YAML_STR_TAG) || str_eq((const char *)tag, "!"));
}

static enum syb_ze_style style_of(const yaml_event_t *e)
{
	switch (e->data.scalar.style) {
	case YAML_SINGLE_QUOTED_SCALAR_STYLE:
		return SYB_ZE_STYLE_SINGLE;
	case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
		return SYB_ZE_STYLE_DOUBLE;
	case YAML_LITERAL_SCALAR_STYLE:
	case YAML_FOLDED_SCALAR_STYLE:
		return SYB_ZE_STYLE_BLOCK;
	default:
		return is_text_tag(e->data.scalar.tag) ? SYB_ZE_STYLE_SINGLE : SYB_ZE_STYLE_PLAIN;
	}
}

static struct syb_ze_node node_at(enum syb_ze_kind kind, yaml_mark_t mark)
{
	return (struct syb_ze_node){ .kind = kind, .line = cut32(mark.line) + 1, .column = cut32(mark.column) + 1 };
}

static int read_scalar(struct reader *rd)
{
	const yaml_event_t *e = &rd->event;
	const char *text = (const char *)e->data.scalar.value;
	size_t len = e->data.scalar.length;
	struct syb_ze_node node = node_at(SYB_ZE_NODE_SCALAR, e->start_mark);
	const char *name;
	int r;

	if (memchr(text, '\0', len))
		return fail_yaml(rd, e->start_mark, "a NUL in a text");
	node.style = style_of(e);
	if (wants_key(rd)) {
		r = take_key(rd, text, len, e->start_mark);
		node.text = rd->keys[rd->b.depth];
	} else {
		attach_key(rd, &node);
		node.text = arena_string(rd->b.ctx, rd->b.arena, text, len);
		r = node.text ? yaml_builder_add(&rd->b, &node) : -SYB_E_NOMEM;
	}
	if (r < 0 || !e->data.scalar.anchor)
		return r;
	name = keep_name(rd, e->data.scalar.anchor);
	return name ? add_anchor(rd, name, &node, 1, 0) : -SYB_E_NOMEM;
}

static int begin(struct reader *rd, enum syb_ze_kind kind, bool flow, const yaml_char_t *anchor)
{
	struct syb_ze_node node = node_at(kind, rd->event.start_mark);
	uint64_t before = rd->b.total;
	const char *name = NULL;

	if (wants_key(rd))
		return fail_yaml(rd, rd->event.start_mark, "a key must be text");
	if (anchor && !(name = keep_name(rd, anchor)))
		return -SYB_E_NOMEM;
	node.flow = flow;
	attach_key(rd, &node);
	TRY(yaml_builder_begin(&rd->b, &node));
	rd->pending[rd->b.depth - 1] = name;
	rd->before[rd->b.depth - 1] = before;
	rd->height[rd->b.depth - 1] = 1;
	rd->keys[rd->b.depth] = NULL;
	return 0;
}

/* ---- "<<: *other": keys that other maps have and this one lacks ---- */

static bool has_key(const struct yaml_builder *b, size_t first, const char *key)
{
	for (size_t i = first; i < b->count; i++)
		if (str_eq(b->stack[i].key, key))
			return true;
	return false;
}

/* Whether a value can be taken over by a map that has room for so many keys. */
static bool is_merge(const struct syb_ze_node *node, size_t room)
{
	size_t keys = node->count;

	if (!str_eq(node->key, "<<") || node->kind == SYB_ZE_NODE_SCALAR)
		return false;
	for (uint32_t i = 0; node->kind == SYB_ZE_NODE_LIST && i < node->count && keys <= room; i++) {
		if (node->items[i].kind != SYB_ZE_NODE_MAP)
			return false;
		keys += node->items[i].count;
	}
	return keys <= room;
}

/* The open map keeps its own keys; of several maps the first one that has a key is used. */
static int merge_map(struct reader *rd, size_t first, const struct syb_ze_node *map)
{
	for (uint32_t i = 0; i < map->count; i++)
		if (!has_key(&rd->b, first, map->items[i].key))
			TRY(yaml_builder_add(&rd->b, &map->items[i]));
	return 0;
}

/* A map that is too large to be merged stays under the key "<<". */
static int merge(struct reader *rd)
{
	size_t first = rd->b.open[rd->b.depth - 1], own = rd->b.count - first, at = first;
	struct syb_ze_node from;

	if (!in_map(rd) || own > YAML_MERGE_KEYS)
		return 0;
	while (at < rd->b.count && !is_merge(&rd->b.stack[at], YAML_MERGE_KEYS - own))
		at++;
	if (at == rd->b.count)
		return 0;
	from = rd->b.stack[at];
	rd->b.count--;
	memmove(rd->b.stack + at, rd->b.stack + at + 1, (rd->b.count - at) * sizeof(from));
	if (from.kind == SYB_ZE_NODE_MAP)
		return merge_map(rd, first, &from);
	for (uint32_t i = 0; i < from.count; i++)
		TRY(merge_map(rd, first, &from.items[i]));
	return 0;
}

static int end(struct reader *rd)
{
	size_t d = rd->b.depth - 1;

	TRY(merge(rd));
	TRY(yaml_builder_end(&rd->b));
	if (d && rd->height[d - 1] < rd->height[d] + 1)
		rd->height[d - 1] = rd->height[d] + 1;
	if (!rd->pending[d])
		return 0;
	return add_anchor(rd, rd->pending[d], &rd->b.stack[rd->b.count - 1], rd->b.total - rd->before[d],
			  rd->height[d]);
}

/* A copy of the anchor's node: the two places may have different rows in the schema. */
static int read_alias(struct reader *rd)
{
	const char *name = (const char *)rd->event.data.alias.anchor;
	const size_t *place = hash_get(&rd->names, name, strlen(name));
	yaml_mark_t mark = rd->event.start_mark;
	struct syb_ze_node node;
	struct anchor a;

	if (!place)
		return fail_yaml(rd, mark, "unknown alias");
	a = rd->anchors[*place];
	if (wants_key(rd)) {
		if (a.node.kind != SYB_ZE_NODE_SCALAR)
			return fail_yaml(rd, mark, "a key must be text");
		return take_key(rd, a.node.text, strlen(a.node.text), mark);
	}
	rd->alias_nodes += a.nodes;
	if (rd->alias_nodes > YAML_ALIAS_NODES || rd->b.depth + a.height > YAML_DEPTH)
		return fail_at(rd, SYB_E_LIMIT, mark, "limit", "aliases make the document too large");
	if (rd->b.depth && rd->height[rd->b.depth - 1] < a.height + 1)
		rd->height[rd->b.depth - 1] = a.height + 1;
	TRY(yaml_copy(rd->b.ctx, rd->b.arena, &a.node, &node));
	node.line = cut32(mark.line) + 1;
	node.column = cut32(mark.column) + 1;
	node.key = NULL;
	node.key_line = node.key_column = 0;
	attach_key(rd, &node);
	rd->b.total += a.nodes - 1;
	return yaml_builder_add(&rd->b, &node);
}

static int read_node(struct reader *rd)
{
	const yaml_event_t *e = &rd->event;

	switch (e->type) {
	case YAML_SCALAR_EVENT:
		return read_scalar(rd);
	case YAML_ALIAS_EVENT:
		return read_alias(rd);
	case YAML_MAPPING_START_EVENT:
		return begin(rd, SYB_ZE_NODE_MAP, e->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE,
			     e->data.mapping_start.anchor);
	case YAML_SEQUENCE_START_EVENT:
		return begin(rd, SYB_ZE_NODE_LIST, e->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE,
			     e->data.sequence_start.anchor);
	default: /* the end of a map or list: libyaml nests them rightly */
		return end(rd);
	}
}

/* Events up to the end of the first document, which must be the only one. */
static int read_document(struct reader *rd)
{
	TRY(next_event(rd));
	while (rd->event.type != YAML_STREAM_END_EVENT) {
		switch (rd->event.type) {
		case YAML_STREAM_START_EVENT:
		case YAML_DOCUMENT_END_EVENT:
			break;
		case YAML_DOCUMENT_START_EVENT:
			if (rd->b.count)
				return fail_yaml(rd, rd->event.start_mark, "a second document");
			break;
		default:
			TRY(read_node(rd));
			break;
		}
		TRY(next_event(rd));
	}
	return 0;
}

static int finish(struct reader *rd, struct syb_ze_node **out_root)
{
	const struct syb_ze_node *top = rd->b.count ? &rd->b.stack[0] : NULL;
	struct syb_ze_node *root;

	if (!top || (top->kind == SYB_ZE_NODE_SCALAR && top->style == SYB_ZE_STYLE_PLAIN && !top->text[0])) {
		*out_root = NULL;
		return 0;
	}
	root = arena_alloc(rd->b.ctx, rd->b.arena, sizeof(*root));
	if (!root)
		return -SYB_E_NOMEM;
	*root = *top;
	*out_root = root;
	return 0;
}

int yaml_read_any(struct syb_ctx *ctx, struct arena *arena, struct syb_bytes text, struct yaml_source source,
		  struct syb_ze_node **out_root)
{
	_cleanup_(reader_done) struct reader rd = { .b = { .ctx = ctx, .arena = arena, .source = source },
						    .text = text };

	if (!yaml_parser_initialize(&rd.parser))
		return fail_memory(ctx);
	yaml_parser_set_input_string(&rd.parser, text.len ? text.ptr : (const uint8_t *)"", text.len);
	TRY(read_document(&rd));
	return finish(&rd, out_root);
}

int yaml_read(struct syb_ctx *ctx, struct arena *arena, struct syb_bytes text, struct yaml_source source,
	      struct syb_ze_node **out_root)
{
	bool fresh = !arena->blocks, taken;
	int r = yaml_read_fast(ctx, arena, text, source, out_root, &taken);

	if (r < 0 || taken)
		return r;
	if (fresh)
		arena_free(arena); /* memory of the first reader */
	return yaml_read_any(ctx, arena, text, source, out_root);
}
