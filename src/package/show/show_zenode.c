/* package/show/show_zenode.c — nodes of a ZE Info document as values. The schema gives known attributes their type;
 * what it does not know, and what is not of its type, is told by its looks: plain numbers and booleans as such, the
 * rest as text. Nothing is left out. */
#include "show_zebin.h"

#include <errno.h>
#include <stdlib.h>

enum { MOST_DEPTH = 64 };

static bool parse_int(const char *text, int64_t *out)
{
	const char *digits = text + (*text == '-' || *text == '+');
	bool hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
	size_t len = strspn(digits, hex ? "0123456789abcdefABCDEFxX" : "0123456789");
	char *end;

	if (len == 0 || digits[len])
		return false;
	errno = 0;
	*out = strtoll(text, &end, hex ? 16 : 10);
	return *end == '\0' && errno == 0;
}

static bool parse_bool(const char *text, bool *out)
{
	*out = str_eq(text, "true");
	return *out || str_eq(text, "false");
}

/* Of the other words that YAML has for booleans: y, yes, true, on. */
static bool is_truth(const char *text)
{
	return strchr("yYtT", text[0]) || ((text[0] | 32) == 'o' && (text[1] | 32) == 'n');
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
	bool loose = type == SYB_ZE_MAP; /* nothing is known about it */
	int64_t i;
	bool b;
	char *end;

	if ((type == SYB_ZE_INT32 || (loose && plain)) && parse_int(text, &i)) {
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

static int put(struct show *s, struct syb_value *parent, const char *key, const struct syb_ze_node *node,
	       unsigned depth);

static int put_scalar(struct show *s, struct syb_value *parent, const char *key, const struct syb_ze_node *node)
{
	const struct syb_ze_attr *attr = syb_ze_attr(node);
	const char *text = syb_ze_text(node);
	bool typed = attr && syb_ze_is(node, attr->type, attr->of), b;

	if (typed && attr->type == SYB_ZE_BOOL && !parse_bool(text, &b))
		value_bool(s->rec, parent, key, is_truth(text));
	else
		put_text(s, parent, key,
			 typed                              ? attr->type
			 : attr && attr->type == SYB_ZE_STR ? SYB_ZE_STR
							    : SYB_ZE_MAP,
			 syb_ze_style(node) == SYB_ZE_STYLE_PLAIN, text);
	return 0;
}

struct putter {
	struct show *s;
	struct syb_value *map;
	unsigned depth;
};

static int put_element(void *user, const char *key, const struct syb_ze_node *node)
{
	struct putter *p = user;

	return put(p->s, p->map, key, node, p->depth);
}

static int put(struct show *s, struct syb_value *parent, const char *key, const struct syb_ze_node *node,
	       unsigned depth)
{
	struct putter below = { s, NULL, depth + 1 };
	int r = 0;

	if (depth == MOST_DEPTH) /* the reader allows fewer */
		return syb_fail(s->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "values nested deeper than %d",
				MOST_DEPTH);
	switch (syb_ze_kind(node)) {
	case SYB_ZE_NODE_MAP:
		below.map = value_map(s->rec, parent, key);
		return below.map ? zenode_each(node, put_element, &below) : -SYB_E_NOMEM;
	case SYB_ZE_NODE_LIST:
		below.map = value_list(s->rec, parent, key);
		for (size_t i = 0; r == 0 && i < syb_ze_count(node); i++)
			r = put(s, below.map, NULL, syb_ze_at(node, i), depth + 1);
		return r;
	default:
		return put_scalar(s, parent, key, node);
	}
}

int zenode_put(struct show *s, struct syb_value *parent, const char *key, const struct syb_ze_node *node)
{
	int r = put(s, parent, key, node, 0);

	return r == 0 && s->rec->failed ? -SYB_E_NOMEM : r;
}

void zenode_put_default(struct show *s, struct syb_value *parent, const struct syb_ze_attr *attr,
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

int zenode_each(const struct syb_ze_node *map, zenode_fn *fn, void *user)
{
	size_t count = syb_ze_kind(map) == SYB_ZE_NODE_MAP ? syb_ze_count(map) : 0;
	int r = 0;

	for (size_t i = 0; r == 0 && i < count; i++)
		if (syb_ze_get(map, syb_ze_key(map, i)) == syb_ze_at(map, i))
			r = fn(user, syb_ze_key(map, i), syb_ze_at(map, i));
	return r;
}
