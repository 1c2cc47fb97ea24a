/* package/show/show_zenode.c — nodes of a ZE Info document as values. The schema gives known attributes their type;
 * unknown attributes, and values of a wrong type, are shown by their form: plain numbers and booleans as such, the rest
 * as text. Nothing is left out. */
#include "show_zebin.h"
#include "format/zeinfo/zeinfo.h"

#include <stdlib.h>

static bool parse_bool(const char *text, bool *out)
{
	*out = str_eq(text, "true");
	return *out || str_eq(text, "false");
}

static void put_int(struct show *s, struct syb_value *parent, const char *key, int64_t i)
{
	if (i < 0)
		value_int(s->rec, parent, key, i);
	else
		value_uint(s->rec, parent, key, (uint64_t)i);
}

static void put_text(struct show *s, struct syb_value *parent, const char *key, enum syb_ze_type type, bool plain,
		     const char *text)
{
	bool loose = type == SYB_ZE_MAP; /* of unknown type */
	int64_t i;
	bool b;
	char *end;

	if ((type == SYB_ZE_INT32 || (loose && plain)) && zeinfo_is_int(text, &i)) {
		put_int(s, parent, key, i);
	} else if ((type == SYB_ZE_BOOL || (loose && plain)) && parse_bool(text, &b)) {
		value_bool(s->rec, parent, key, b);
	} else if (type == SYB_ZE_FLOAT && *text) {
		double d = strtod(text, &end);

		if (*end)
			value_string(s->rec, parent, key, text);
		else
			value_real(s->rec, parent, key, d);
	} else {
		value_string(s->rec, parent, key, text);
	}
}

static void put_scalar(struct show *s, struct syb_value *parent, const char *key, const struct syb_ze_node *node)
{
	const struct syb_ze_attr *attr = syb_ze_attr(node);
	const char *text = syb_ze_text(node);
	bool plain = syb_ze_style(node) == SYB_ZE_STYLE_PLAIN, typed = attr && syb_ze_is(node, attr->type, attr->of), b;

	if (attr && attr->type == SYB_ZE_BOOL && plain && zeinfo_is_bool(text, &b)) /* as drivers read it */
		value_bool(s->rec, parent, key, b);
	else
		put_text(s, parent, key,
			 typed                              ? attr->type
			 : attr && attr->type == SYB_ZE_STR ? SYB_ZE_STR
							    : SYB_ZE_MAP,
			 plain, text);
}

static void put_default(struct show *s, struct syb_value *parent, const struct syb_ze_attr *attr,
			struct syb_ze_version version)
{
	const char *text = attr->default_text;
	struct syb_value *list;

	if (!*text || syb_ze_attr_required_in(attr, version)) { /* some had no default before they became optional */
		value_null(s->rec, parent, attr->name);
		return;
	}
	if (attr->type != SYB_ZE_INT32X3) {
		put_text(s, parent, attr->name, attr->type, true, text);
		return;
	}
	list = value_list(s->rec, parent, attr->name);
	while (*(text += strcspn(text, "-0123456789"))) {
		char *end;

		put_int(s, list, NULL, strtol(text, &end, 10));
		text = end > text ? end : text + 1;
	}
}

void zenode_put_map(struct show *s, struct syb_value *v, const struct syb_ze_node *map, const char *path,
		    struct syb_ze_version version, bool all)
{
	size_t rows = 0;
	const struct syb_ze_attr *attrs = ze_attr_first(path ? ze_path_find(path) : ZE_NOWHERE, &rows);
	const struct syb_ze_node *node;
	const char *key;

	for (size_t i = 0; i < rows; i++) {
		if (!syb_ze_known_in(attrs[i].since, attrs[i].removed, version))
			continue;
		node = map ? syb_ze_get(map, attrs[i].name) : NULL;
		if (node) {
			zenode_put(s, v, attrs[i].name, node, version);
		} else if (all || *attrs[i].default_text) {
			put_default(s, v, &attrs[i], version);
			value_hint(v ? v->as.c.last : NULL, VALUE_DEFAULT);
		}
	}
	for (size_t i = 0; map && (node = zenode_next(map, &i, &key));) {
		const struct syb_ze_attr *attr = syb_ze_attr(node);

		if (!attr || !syb_ze_known_in(attr->since, attr->removed, version))
			zenode_put(s, v, key, node, version);
	}
}

/* The reader bounds the depth. */
void zenode_put(struct show *s, struct syb_value *parent, const char *key, const struct syb_ze_node *node,
		struct syb_ze_version version)
{
	struct syb_value *v;

	switch (syb_ze_kind(node)) {
	case SYB_ZE_NODE_MAP:
		zenode_put_map(s, value_map(s->rec, parent, key), node, syb_ze_path(node), version, false);
		break;
	case SYB_ZE_NODE_LIST:
		v = value_list(s->rec, parent, key);
		for (size_t i = 0; i < syb_ze_count(node); i++)
			zenode_put(s, v, NULL, syb_ze_at(node, i), version);
		break;
	default:
		put_scalar(s, parent, key, node);
	}
}

const struct syb_ze_node *zenode_next(const struct syb_ze_node *map, size_t *i, const char **out_key)
{
	while (syb_ze_kind(map) == SYB_ZE_NODE_MAP && *i < syb_ze_count(map)) {
		const struct syb_ze_node *node = syb_ze_at(map, *i);

		*out_key = syb_ze_key(map, (*i)++);
		if (syb_ze_get(map, *out_key) == node)
			return node;
	}
	return NULL;
}
