/* tests/lib/zeinfo_tree.h — comparing trees, for unit tests and for the fuzz target. */
#ifndef TESTS_ZEINFO_TREE_H
#define TESTS_ZEINFO_TREE_H

#include "format/zeinfo/zeinfo.h"

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

#endif
