/* term/value_shape.h — the text form of values: which are shown, on one line, as a table, and by which name. */
#ifndef BASE_VALUE_SHAPE_H
#define BASE_VALUE_SHAPE_H

#include "base/value.h"

static inline bool is_hidden(const struct syb_value *v)
{
	return v->hint == VALUE_QUIET;
}

static inline bool is_scalar(const struct syb_value *v)
{
	return v->kind != SYB_VALUE_LIST && v->kind != SYB_VALUE_MAP;
}

static inline bool is_table(const struct syb_value *v)
{
	if (v->kind != SYB_VALUE_LIST || v->hint != VALUE_TABLE || !v->as.c.first)
		return false;
	for (const struct syb_value *row = v->as.c.first; row; row = row->next)
		if (row->kind != SYB_VALUE_MAP)
			return false;
	return true;
}

/* Hidden values have no column, and neither have tables, which are shown below their row. */
static inline bool has_column(const struct syb_value *v)
{
	return !is_hidden(v) && !(v->kind == SYB_VALUE_LIST && v->hint == VALUE_TABLE);
}

static inline const struct syb_value *cell_of(const struct syb_value *row, const char *key)
{
	for (const struct syb_value *v = row->as.c.first; v; v = v->next)
		if (str_eq(v->key, key))
			return has_column(v) ? v : NULL;
	return NULL;
}

/* The label of a name is the name for people, that of any other value its title. */
static inline const char *title_of(const struct syb_value *v)
{
	return v->label && v->hint != VALUE_NAME ? v->label : v->key;
}

static inline const struct syb_value *name_of(const struct syb_value *item)
{
	if (item->kind == SYB_VALUE_MAP)
		for (const struct syb_value *v = item->as.c.first; v; v = v->next)
			if (v->hint == VALUE_NAME && is_scalar(v))
				return v;
	return NULL;
}

/* Lists and maps that can be shown as words: `a, b, c`. */
static inline bool is_flat(const struct syb_value *list)
{
	if (list->kind == SYB_VALUE_MAP)
		return list->hint == VALUE_KEYS;
	for (const struct syb_value *v = list->as.c.first; v; v = v->next)
		if (!is_scalar(v) && (list->hint != VALUE_NAMES || !name_of(v)))
			return false;
	return true;
}

static inline bool is_empty(const struct syb_value *v)
{
	for (const struct syb_value *c = v->as.c.first; c; c = c->next)
		if (!is_hidden(c))
			return false;
	return true;
}

#endif
