/* format/yaml/json_read.c — JSON → a record. JSON is YAML, and the YAML reader bounds the depth and the size. */
#include "base/value.h"
#include "yaml.h"

#include <errno.h>
#include <stdlib.h>

static void put_plain(struct syb_record *rec, struct syb_value *parent, const char *key, const char *text)
{
	unsigned long long number;
	char *end;

	if (str_eq(text, "null") || str_eq(text, "~") || !*text) {
		value_null(rec, parent, key);
		return;
	}
	if (str_eq(text, "true") || str_eq(text, "false")) {
		value_bool(rec, parent, key, *text == 't');
		return;
	}
	errno = 0;
	number = strtoull(text, &end, 10);
	if (*text >= '0' && *text <= '9' && !*end && errno == 0)
		value_uint(rec, parent, key, number);
	else
		value_string(rec, parent, key, text);
}

static void put_items(struct syb_record *rec, struct syb_value *parent, const struct syb_ze_node *node)
{
	for (uint32_t i = 0; i < node->count; i++) {
		const struct syb_ze_node *item = &node->items[i];
		const char *key = node->kind == SYB_ZE_NODE_MAP ? item->key : NULL;

		if (item->kind == SYB_ZE_NODE_SCALAR && item->style == SYB_ZE_STYLE_PLAIN)
			put_plain(rec, parent, key, item->text);
		else if (item->kind == SYB_ZE_NODE_SCALAR)
			value_string(rec, parent, key, item->text);
		else
			put_items(rec,
				  item->kind == SYB_ZE_NODE_LIST ? value_list(rec, parent, key)
								 : value_map(rec, parent, key),
				  item);
	}
}

int syb_record_read_json(struct syb_ctx *ctx, struct syb_bytes text, const char *name, const char *check,
			 struct syb_record **out_record)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, name);
	struct syb_ze_node *root = NULL;

	TRY(yaml_read(ctx, &arena, text, (struct yaml_source){ .check = check }, &root));
	if ((!root || root->kind != SYB_ZE_NODE_MAP))
		TRY(syb_fail_text(ctx, SYB_E_FORMAT, 1, 1, check, "not a JSON object"));
	TRY(record_new(ctx, &rec));
	put_items(rec, rec->root, root);
	TRY(record_finish(rec));
	*out_record = steal(rec);
	return 0;
}
