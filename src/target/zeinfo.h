/* target/zeinfo.h — the schema of ZE Info by number, for readers that look up every key of a text. */
#ifndef TARGET_ZEINFO_H
#define TARGET_ZEINFO_H

#include "base/util.h"
#include <sybil/zeinfo.h>

/* A map's place in the schema. */
enum ze_path {
	ZE_NOWHERE,
#define ZE_PATH(id, path, rows, parent, name) ZE_##id,
#include "zeinfo.def"
};

const char *ze_path_text(enum ze_path path);
enum ze_path ze_path_find(const char *text);
/* The map (or maps) that an attribute of `path` holds; ZE_NOWHERE when it holds none. */
enum ze_path ze_path_below(enum ze_path path, const struct syb_ze_attr *attr);
/* The row of a key. `near` is a guess, the row before the one that is likely: keys come in the table's order. */
const struct syb_ze_attr *ze_attr_lookup(enum ze_path path, const char *name, size_t len,
					 const struct syb_ze_attr *near);
/* First row of a map's attributes, and how many there are. */
const struct syb_ze_attr *ze_attr_first(enum ze_path path, size_t *out_count);
/* Whether a kernel runs the same without this value of an attribute (text as in a file). */
bool ze_attr_harmless(const struct syb_ze_attr *attr, const char *value);

#endif
