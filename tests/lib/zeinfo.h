/* tests/lib/zeinfo.h — reading ZE Info texts in tests. */
#ifndef TESTS_ZEINFO_H
#define TESTS_ZEINFO_H

#include "offload.h"
#include "tap.h"

#include "format/zeinfo.h"

/* A document of a text that must be readable; free with syb_zeinfo_free. */
static inline struct syb_zeinfo *zeinfo_of(struct syb_ctx *ctx, const char *text)
{
	struct syb_zeinfo *zeinfo = NULL;

	ok(syb_zeinfo_read(ctx, text_bytes(text), NULL, &zeinfo) == 0, "read");
	if (!zeinfo)
		exit(tap_done());
	return zeinfo;
}

/* Whether two trees are equal in everything a reader can see. */
static inline bool same_tree(const struct syb_ze_node *a, const struct syb_ze_node *b)
{
	if (a->kind != b->kind || a->style != b->style || a->flow != b->flow || a->line != b->line ||
	    a->column != b->column || a->key_line != b->key_line || a->key_column != b->key_column)
		return false;
	if (!a->key != !b->key || (a->key && !str_eq(a->key, b->key)))
		return false;
	if (a->kind == SYB_ZE_NODE_SCALAR)
		return str_eq(a->text, b->text);
	if (a->count != b->count)
		return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (!same_tree(&a->items[i], &b->items[i]))
			return false;
	return true;
}

/* How often a check was reported since the last clear. */
static inline size_t fired(const struct syb_ctx *ctx, const char *check)
{
	size_t n = 0;

	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		n += str_eq(syb_ctx_diag_at(ctx, i)->check, check);
	return n;
}

#endif
