/* target/zeinfo.h — the schema of ZE Info by number, for readers that look up every key of a text. */
#ifndef TARGET_ZEINFO_H
#define TARGET_ZEINFO_H

#include "base/util.h"
#include <sybil/zeinfo.h>

/* One value of an enumeration. */
struct syb_ze_enum_value {
	const char *of;
	const char *name;
	struct syb_ze_version since, removed;
	const char *text;
	const char *size; /* of an argument of this type: "int32x3"; "" when it is not fixed */
};

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

/* < 0, 0, > 0. */
int syb_ze_version_compare(struct syb_ze_version a, struct syb_ze_version b);
/* The newest version of the table. */
struct syb_ze_version syb_ze_version_newest(void);
size_t syb_ze_enum_count(void);
const struct syb_ze_enum_value *syb_ze_enum_at(size_t i);
const struct syb_ze_enum_value *syb_ze_enum_find(const char *of, const char *name);
/* Whether a version has it. */
bool syb_ze_known_in(struct syb_ze_version since, struct syb_ze_version removed, struct syb_ze_version version);
/* Whether a version demands it. */
bool syb_ze_attr_required_in(const struct syb_ze_attr *attr, struct syb_ze_version version);
const char *syb_ze_type_name(enum syb_ze_type type);

#endif
