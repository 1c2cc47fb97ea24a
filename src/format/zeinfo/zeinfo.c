/* format/zeinfo/zeinfo.c — ZE Info: the tree of a document, the schema's meaning of its nodes, effective values. */
#include "zeinfo.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

struct place {
	uint32_t line, column;
};

SYB_PRINTF(6, 0)
static void report(struct syb_ctx *ctx, struct yaml_source source, enum syb_severity severity, struct place place,
		   const char *check, const char *fmt, va_list args)
{
	char text[4096];

	vsnprintf(text, sizeof(text), fmt, args);
	if (!place.line)
		syb_report(ctx, severity, source.embedded ? source.at : SYB_NO_OFFSET, check, "%s", text);
	else if (source.embedded)
		syb_report(ctx, severity, source.at, check, "%s (line %" PRIu32 ", column %" PRIu32 " of .ze_info)",
			   text, place.line, place.column);
	else
		syb_report_text(ctx, severity, place.line, place.column, check, "%s", text);
}

void zeinfo_report(struct syb_ctx *ctx, const struct syb_zeinfo *zeinfo, enum syb_severity severity, uint32_t line,
		   uint32_t column, const char *check, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	report(ctx, zeinfo->source, severity, (struct place){ line, column }, check, fmt, args);
	va_end(args);
}

void zeinfo_edit_report(struct syb_ctx *ctx, const struct syb_zeinfo_edit *edit, enum syb_severity severity,
			const struct syb_ze_node *node, const char *check, const char *fmt, ...)
{
	struct place place = { node->key ? node->key_line : node->line, node->key ? node->key_column : node->column };
	va_list args;

	va_start(args, fmt);
	report(ctx, edit->source, severity, place, check, fmt, args);
	va_end(args);
}

/* ---- scalars ---- */

bool zeinfo_is_null(const char *text)
{
	return !text[0] || str_eq(text, "~") || str_eq(text, "null") || str_eq(text, "Null") || str_eq(text, "NULL");
}

static bool read_digits(const char *p, unsigned base, int64_t *out)
{
	int64_t n = 0;

	if (!*p)
		return false;
	for (; *p; p++) {
		unsigned digit = *p >= '0' && *p <= '9'   ? (unsigned)(*p - '0')
				 : *p >= 'a' && *p <= 'f' ? (unsigned)(*p - 'a') + 10
				 : *p >= 'A' && *p <= 'F' ? (unsigned)(*p - 'A') + 10
							  : 99;

		if (digit >= base)
			return false;
		if (!checked_mul(n, (int64_t)base, &n) || !checked_add(n, (int64_t)digit, &n))
			return false;
	}
	*out = n;
	return true;
}

/* Decimal with a sign, hexadecimal and octal without; 010 is ten. */
bool zeinfo_is_int(const char *text, int64_t *out_value)
{
	bool minus = text[0] == '-';

	if (str_starts(text, "0x"))
		return read_digits(text + 2, 16, out_value);
	if (str_starts(text, "0o"))
		return read_digits(text + 2, 8, out_value);
	if (!read_digits(text + (minus || text[0] == '+'), 10, out_value))
		return false;
	if (minus)
		*out_value = -*out_value;
	return true;
}

static bool same_word(const char *a, const char *b)
{
	for (; *a && *b; a++, b++)
		if ((*a >= 'A' && *a <= 'Z' ? *a + 32 : *a) != *b)
			return false;
	return *a == *b;
}

bool zeinfo_is_bool(const char *text, bool *out_value)
{
	static const char *const words[] = { "true", "false", "yes", "no", "on", "off", "y", "n" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (same_word(text, words[i])) {
			*out_value = i % 2 == 0;
			return true;
		}
	}
	return false;
}

bool zeinfo_is_plain_bool(const char *text)
{
	static const char *const words[] = { "true",  "True",  "TRUE",  "yes", "Yes", "YES", "on",  "On",  "ON",
					     "false", "False", "FALSE", "no",  "No",  "NO",  "off", "Off", "OFF" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (str_eq(text, words[i]))
			return true;
	return false;
}

static const char *skip_digits(const char *p)
{
	while (*p >= '0' && *p <= '9')
		p++;
	return p;
}

bool zeinfo_is_float(const char *text)
{
	const char *p = text + (text[0] == '-' || text[0] == '+'), *whole, *after;

	if (same_word(p, ".inf") || same_word(text, ".nan"))
		return true;
	whole = skip_digits(p);
	after = *whole == '.' ? skip_digits(whole + 1) : whole;
	if (whole == p && after <= whole + 1) /* no digit at all */
		return false;
	if (*after == 'e' || *after == 'E') {
		const char *exponent = after + 1 + (after[1] == '-' || after[1] == '+');

		after = skip_digits(exponent);
		if (after == exponent)
			return false;
	}
	return *after == '\0';
}

static bool is_plain(const struct syb_ze_node *node)
{
	return node->kind == SYB_ZE_NODE_SCALAR && node->style == SYB_ZE_STYLE_PLAIN;
}

static bool node_int32(const struct syb_ze_node *node, int64_t *out)
{
	return is_plain(node) && zeinfo_is_int(node->text, out) && *out >= INT32_MIN && *out <= INT32_MAX;
}

static bool node_int3(const struct syb_ze_node *node, int32_t out[3])
{
	int64_t n;

	if (node->kind != SYB_ZE_NODE_LIST || node->count != 3)
		return false;
	for (uint32_t i = 0; i < 3; i++) {
		if (!node_int32(&node->items[i], &n))
			return false;
		out[i] = (int32_t)n;
	}
	return true;
}

static bool node_str(const struct syb_ze_node *node)
{
	return node->kind == SYB_ZE_NODE_SCALAR && (node->style != SYB_ZE_STYLE_PLAIN || !zeinfo_is_null(node->text));
}

static bool node_list(const struct syb_ze_node *node, bool of_str)
{
	if (node->kind != SYB_ZE_NODE_LIST)
		return false;
	for (uint32_t i = 0; i < node->count; i++)
		if (of_str ? !node_str(&node->items[i]) : node->items[i].kind != SYB_ZE_NODE_MAP)
			return false;
	return true;
}

bool syb_ze_is(const struct syb_ze_node *node, enum syb_ze_type type, const char *of)
{
	int32_t three[3];
	int64_t number;

	switch (type) {
	case SYB_ZE_STR:
		return node_str(node);
	case SYB_ZE_INT32:
		return node_int32(node, &number);
	case SYB_ZE_INT32X3:
		return node_int3(node, three);
	case SYB_ZE_BOOL:
		return is_plain(node) && zeinfo_is_plain_bool(node->text);
	case SYB_ZE_FLOAT:
		return is_plain(node) && (zeinfo_is_float(node->text) || zeinfo_is_int(node->text, &number));
	case SYB_ZE_ENUM:
		return node_str(node) && syb_ze_enum_find(of, node->text);
	case SYB_ZE_MAP:
		return zeinfo_as_map(node) != NULL;
	case SYB_ZE_LIST:
		return node_list(node, of && str_eq(of, "str"));
	}
	return false;
}

/* ---- nodes and the schema ---- */

const struct syb_ze_attr *zeinfo_attr(const struct syb_ze_node *node)
{
	return node->row ? syb_ze_attr_at(node->row - 1u) : NULL;
}

static void set_row(struct syb_ze_node *node, const struct syb_ze_attr *attr)
{
	node->row = attr ? (uint16_t)(attr - syb_ze_attr_at(0) + 1) : 0;
}

static void resolve_pairs(struct syb_ze_node *map)
{
	const struct syb_ze_attr *near = NULL, *attr;

	for (uint32_t i = 0; i < map->count; i++) {
		struct syb_ze_node *value = &map->items[i];

		attr = ze_attr_lookup((enum ze_path)map->path, value->key, strlen(value->key), near);
		if (attr)
			near = attr;
		if (value->kind != SYB_ZE_NODE_SCALAR)
			zeinfo_resolve(value, (enum ze_path)map->path, attr);
		else
			set_row(value, attr);
	}
}

/* Depth is bounded by YAML_DEPTH. */
void zeinfo_resolve(struct syb_ze_node *node, enum ze_path path, const struct syb_ze_attr *attr)
{
	set_row(node, attr);
	node->path = ZE_NOWHERE;
	if (node->kind == SYB_ZE_NODE_SCALAR)
		return;
	if (attr && !(node->kind == SYB_ZE_NODE_MAP && attr->type == SYB_ZE_LIST)) /* a map in place of a list */
		node->path = (uint8_t)ze_path_below(path, attr);
	if (node->kind == SYB_ZE_NODE_MAP) {
		resolve_pairs(node);
		return;
	}
	for (uint32_t i = 0; i < node->count; i++) {
		struct syb_ze_node *item = &node->items[i];

		item->path = ZE_NOWHERE;
		set_row(item, attr);
		if (item->kind == SYB_ZE_NODE_MAP) {
			item->path = node->path;
			resolve_pairs(item);
		} else if (item->kind == SYB_ZE_NODE_LIST) {
			zeinfo_resolve(item, ZE_NOWHERE, NULL);
		}
	}
}

const struct syb_ze_node *zeinfo_as_map(const struct syb_ze_node *node)
{
	const struct syb_ze_attr *attr;

	if (!node || node->kind == SYB_ZE_NODE_MAP)
		return node;
	if (node->kind != SYB_ZE_NODE_LIST || node->count != 1 || node->items[0].kind != SYB_ZE_NODE_MAP)
		return NULL;
	/* Two that compilers wrote as lists in their first weeks, and one that the document draws so. */
	attr = zeinfo_attr(node);
	return attr && (str_eq(attr->name, "experimental_properties") || str_eq(attr->name, "debug_env") ||
			str_eq(attr->name, "execution_env"))
		       ? &node->items[0]
		       : NULL;
}

struct syb_ze_node *zeinfo_get(struct syb_ze_node *map, const char *key)
{
	return (struct syb_ze_node *)(uintptr_t)syb_ze_get(map, key);
}

enum syb_ze_kind syb_ze_kind(const struct syb_ze_node *node)
{
	return (enum syb_ze_kind)node->kind;
}

size_t syb_ze_count(const struct syb_ze_node *node)
{
	return node->kind == SYB_ZE_NODE_SCALAR ? 0 : node->count;
}

const struct syb_ze_node *syb_ze_at(const struct syb_ze_node *node, size_t i)
{
	return i < syb_ze_count(node) ? &node->items[i] : NULL;
}

const char *syb_ze_key(const struct syb_ze_node *node, size_t i)
{
	return node->kind == SYB_ZE_NODE_MAP && i < node->count ? node->items[i].key : NULL;
}

const struct syb_ze_node *syb_ze_get(const struct syb_ze_node *map, const char *key)
{
	map = zeinfo_as_map(map);
	return map ? yaml_get(map, key) : NULL;
}

const char *syb_ze_text(const struct syb_ze_node *node)
{
	return node->kind == SYB_ZE_NODE_SCALAR ? node->text : "";
}

enum syb_ze_style syb_ze_style(const struct syb_ze_node *node)
{
	return (enum syb_ze_style)node->style;
}

uint32_t syb_ze_line(const struct syb_ze_node *node)
{
	return node->line;
}

uint32_t syb_ze_column(const struct syb_ze_node *node)
{
	return node->column;
}

const struct syb_ze_attr *syb_ze_attr(const struct syb_ze_node *node)
{
	return zeinfo_attr(node);
}

const char *syb_ze_path(const struct syb_ze_node *node)
{
	return ze_path_text((enum ze_path)node->path);
}

/* ---- effective values ---- */

/* The node in the file (*out_node) and the row of the key (*out_attr); either may be NULL. */
static void find_attr(const struct syb_ze_node *map, const char *path, const char *key,
		      const struct syb_ze_node **out_node, const struct syb_ze_attr **out_attr)
{
	map = zeinfo_as_map(map);
	*out_node = map ? syb_ze_get(map, key) : NULL;
	if (*out_node && (*out_node)->row)
		*out_attr = zeinfo_attr(*out_node);
	else
		*out_attr = ze_attr_lookup(path  ? ze_path_find(path)
					   : map ? (enum ze_path)map->path
						 : ZE_NOWHERE,
					   key, strlen(key), NULL);
}

/* "[0, 1, 2]" of the schema. */
static bool default_int3(const char *text, int32_t out[3])
{
	return sscanf(text, "[%" SCNd32 ", %" SCNd32 ", %" SCNd32 "]", &out[0], &out[1], &out[2]) == 3;
}

/* Whether the schema allows this type for a key; an unknown key may have any. */
static bool allows(const struct syb_ze_attr *attr, enum syb_ze_type type)
{
	return !attr || attr->type == type;
}

int syb_ze_int(const struct syb_ze_node *map, const char *path, const char *key, int64_t *out_value)
{
	const struct syb_ze_attr *attr;
	const struct syb_ze_node *node;
	int64_t value;

	find_attr(map, path, key, &node, &attr);
	if (!allows(attr, SYB_ZE_INT32) ||
	    !(node ? node_int32(node, &value) : attr && zeinfo_is_int(attr->default_text, &value)))
		return -SYB_E_NOTFOUND;
	*out_value = value;
	return 0;
}

int syb_ze_bool(const struct syb_ze_node *map, const char *path, const char *key, bool *out_value)
{
	const struct syb_ze_attr *attr;
	const struct syb_ze_node *node;
	bool value;

	find_attr(map, path, key, &node, &attr);
	if (!allows(attr, SYB_ZE_BOOL) || !(node ? is_plain(node) && zeinfo_is_bool(node->text, &value)
						 : attr && zeinfo_is_bool(attr->default_text, &value)))
		return -SYB_E_NOTFOUND;
	*out_value = value;
	return 0;
}

/* No text has a default. */
int syb_ze_str(const struct syb_ze_node *map, const char *path, const char *key, const char **out_value)
{
	const struct syb_ze_attr *attr;
	const struct syb_ze_node *node;

	find_attr(map, path, key, &node, &attr);
	if ((!allows(attr, SYB_ZE_STR) && !allows(attr, SYB_ZE_ENUM)) || !node ||
	    !syb_ze_is(node, attr ? attr->type : SYB_ZE_STR, attr ? attr->of : ""))
		return -SYB_E_NOTFOUND;
	*out_value = node->text;
	return 0;
}

int syb_ze_int3(const struct syb_ze_node *map, const char *path, const char *key, int32_t out_value[3])
{
	const struct syb_ze_attr *attr;
	const struct syb_ze_node *node;
	int32_t value[3];

	find_attr(map, path, key, &node, &attr);
	if (!allows(attr, SYB_ZE_INT32X3) ||
	    !(node ? node_int3(node, value) : attr && default_int3(attr->default_text, value)))
		return -SYB_E_NOTFOUND;
	memcpy(out_value, value, sizeof(value));
	return 0;
}

bool zeinfo_is_default(const struct syb_ze_node *node, const struct syb_ze_attr *attr)
{
	int32_t a3[3], b3[3];
	int64_t a, b;
	bool x, y;

	if (!attr->default_text[0])
		return false;
	switch (attr->type) {
	case SYB_ZE_INT32:
		return node_int32(node, &a) && zeinfo_is_int(attr->default_text, &b) && a == b;
	case SYB_ZE_BOOL:
		return is_plain(node) && zeinfo_is_bool(node->text, &x) && zeinfo_is_bool(attr->default_text, &y) &&
		       x == y;
	case SYB_ZE_INT32X3:
		return node_int3(node, a3) && default_int3(attr->default_text, b3) && memcmp(a3, b3, sizeof(a3)) == 0;
	default:
		return false;
	}
}

/* ---- documents ---- */

static const struct syb_ze_node *list_of(const struct syb_zeinfo *zeinfo, const char *key)
{
	const struct syb_ze_node *list = zeinfo->root ? syb_ze_get(zeinfo->root, key) : NULL;

	return list && list->kind == SYB_ZE_NODE_LIST ? list : NULL;
}

static int index_kernels(struct syb_ctx *ctx, struct syb_zeinfo *zeinfo)
{
	const struct syb_ze_node *kernels = list_of(zeinfo, "kernels");
	const char *name;

	for (uint32_t i = 0; kernels && i < kernels->count; i++)
		if (syb_ze_str(&kernels->items[i], NULL, "name", &name) == 0)
			TRY(hash_add(ctx, &zeinfo->index, name, strlen(name), i));
	return 0;
}

static int understand(struct syb_ctx *ctx, struct syb_zeinfo *zeinfo)
{
	const struct syb_ze_node *root = zeinfo->root;
	struct syb_ze_version version;
	const char *stated;

	if (!root)
		return 0;
	if (root->kind != SYB_ZE_NODE_MAP)
		return yaml_fail(ctx, SYB_E_FORMAT, zeinfo->source, root->line, root->column, "zeinfo-yaml",
				 "the document must be a map");
	zeinfo->root->path = ZE_ROOT;
	resolve_pairs(zeinfo->root);
	if (syb_ze_str(root, NULL, "version", &stated) == 0 && syb_ze_version_parse(stated, &version) == 0)
		zeinfo->version = version;
	return index_kernels(ctx, zeinfo);
}

int syb_zeinfo_read(struct syb_ctx *ctx, struct syb_bytes text, const struct syb_zeinfo_read_opts *opts,
		    struct syb_zeinfo **out_zeinfo)
{
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *zeinfo = NULL;
	struct syb_zeinfo_read_opts o = { 0 };

	OPTS_READ(ctx, &o, opts);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, o.name);
	zeinfo = mem_zalloc(ctx, sizeof(*zeinfo));
	if (!zeinfo)
		return -SYB_E_NOMEM;
	zeinfo->from = allocator_of(ctx);
	zeinfo->source = (struct yaml_source){ .at = o.at, .embedded = o.embedded };
	while (text.len && text.ptr[text.len - 1] == '\0') { /* drivers skip them, YAML does not have them */
		text.len--;
		zeinfo->padding++;
	}
	TRY(yaml_read(ctx, &zeinfo->arena, text, zeinfo->source, &zeinfo->root));
	TRY(understand(ctx, zeinfo));
	if (o.name)
		TRY(arena_copy(ctx, &zeinfo->arena, o.name, &zeinfo->name));
	*out_zeinfo = steal(zeinfo);
	return 0;
}

void syb_zeinfo_free(struct syb_zeinfo *zeinfo)
{
	if (!zeinfo)
		return;
	hash_free(&zeinfo->index);
	arena_free(&zeinfo->arena);
	allocator_free(zeinfo->from, zeinfo);
}

const struct syb_ze_node *syb_zeinfo_root(const struct syb_zeinfo *zeinfo)
{
	return zeinfo->root;
}

struct syb_ze_version syb_zeinfo_version(const struct syb_zeinfo *zeinfo)
{
	return zeinfo->version;
}

static const struct syb_ze_node *item_of(const struct syb_zeinfo *zeinfo, const char *key, size_t i)
{
	const struct syb_ze_node *list = list_of(zeinfo, key);

	return list ? syb_ze_at(list, i) : NULL;
}

static size_t count_of(const struct syb_zeinfo *zeinfo, const char *key)
{
	const struct syb_ze_node *list = list_of(zeinfo, key);

	return list ? list->count : 0;
}

size_t syb_zeinfo_kernel_count(const struct syb_zeinfo *zeinfo)
{
	return count_of(zeinfo, "kernels");
}

const struct syb_ze_node *syb_zeinfo_kernel_at(const struct syb_zeinfo *zeinfo, size_t i)
{
	return item_of(zeinfo, "kernels", i);
}

const struct syb_ze_node *syb_zeinfo_kernel_find(const struct syb_zeinfo *zeinfo, const char *name)
{
	const size_t *place = hash_get(&zeinfo->index, name, strlen(name));

	return place ? syb_zeinfo_kernel_at(zeinfo, *place) : NULL;
}

size_t syb_zeinfo_function_count(const struct syb_zeinfo *zeinfo)
{
	return count_of(zeinfo, "functions");
}

const struct syb_ze_node *syb_zeinfo_function_at(const struct syb_zeinfo *zeinfo, size_t i)
{
	return item_of(zeinfo, "functions", i);
}
