/* target/zeinfo.c — the schema of ZE Info. The rows are in zeinfo.def. */
#include "zeinfo.h"

#include "base/order.h"
#include "base/words.h"

/* clang-format off: parts of initialisers */
#define REQUIRED        \
	true, { 0, 0 }, \
	{               \
		0, 0    \
	}
#define OPTIONAL         \
	false, { 0, 0 }, \
	{                \
		0, 0     \
	}
#define FROM(a, b)      \
	true, { a, b }, \
	{               \
		0, 0    \
	}
#define BETWEEN(a, b, c, d) \
	false, { a, b },    \
	{                   \
		c, d        \
	}
#define SPEC true
#define DRIVERS false
/* clang-format on */

#define ZE_PATH(id, path, rows, parent, name) static const char path_##id[] = path;
#include "zeinfo.def"

static const struct syb_ze_attr attrs[] = {
#define ZE_ATTR(path, name, type, of, required, value, a, b, c, d, known, harmless, text) \
	{ path_##path, #name, SYB_ZE_##type, of, required, value, { a, b }, { c, d }, known, text },
#include "zeinfo.def"
};

/* Columns that only this library needs, by row. */
static const struct {
	uint8_t name_length;
	const char *harmless;
} more[] = {
#define ZE_ATTR(path, name, type, of, required, value, a, b, c, d, known, harmless, text) \
	{ sizeof(#name) - 1, harmless },
#include "zeinfo.def"
};

static const struct syb_ze_enum_value values[] = {
#define ZE_ENUM(of, name, a, b, c, d, size, text) { #of, #name, { a, b }, { c, d }, text, size },
#include "zeinfo.def"
};

/* Numbers of the rows: a path's first row is the next row after it. */
enum {
#define ZE_PATH(id, path, rows, parent, name) FIRST_##id, BEFORE_##id = FIRST_##id - 1,
#define ZE_ATTR(path, name, type, of, required, value, a, b, c, d, known, harmless, text) ROW_##path##_##name,
#include "zeinfo.def"
	ROW_COUNT,
};

static const struct {
	const char *text;
	uint8_t text_length;
	enum ze_path rows;
	enum ze_path parent;
	const char *name; /* of the parent's attribute for this map */
	size_t first;
} paths[] = {
	{ "", 0, ZE_NOWHERE, ZE_NOWHERE, "", 0 },
#define ZE_PATH(id, path, rows, parent, name) \
	{ path_##id, sizeof(path_##id) - 1, ZE_##rows, ZE_##parent, name, FIRST_##id },
#include "zeinfo.def"
	{ "", 0, ZE_NOWHERE, ZE_NOWHERE, "", ROW_COUNT },
};
enum { PATH_COUNT = ARRAY_SIZE(paths) - 1 };

int syb_ze_version_parse(const char *text, struct syb_ze_version *out_version)
{
	uint32_t parts[2];

	for (int i = 0; i < 2; i++) {
		uint64_t n = 0;

		if (*text < '0' || *text > '9')
			return -SYB_E_NOTFOUND;
		for (; *text >= '0' && *text <= '9'; text++) {
			n = n * 10 + (uint64_t)(*text - '0');
			if (n > UINT32_MAX)
				return -SYB_E_NOTFOUND;
		}
		if (*text != (i == 0 ? '.' : '\0'))
			return -SYB_E_NOTFOUND;
		text++;
		parts[i] = (uint32_t)n;
	}
	*out_version = (struct syb_ze_version){ parts[0], parts[1] };
	return 0;
}

int syb_ze_version_compare(struct syb_ze_version a, struct syb_ze_version b)
{
	if (a.major != b.major)
		return ORDER(a.major, b.major);
	return ORDER(a.minor, b.minor);
}

struct syb_ze_version syb_ze_version_newest(void)
{
	struct syb_ze_version newest = { 0, 0 };

	for (size_t i = 0; i < ARRAY_SIZE(attrs); i++)
		if (syb_ze_version_compare(attrs[i].since, newest) > 0)
			newest = attrs[i].since;
	return newest;
}

bool syb_ze_known_in(struct syb_ze_version since, struct syb_ze_version removed, struct syb_ze_version version)
{
	bool never = removed.major == 0 && removed.minor == 0;

	return syb_ze_version_compare(version, since) >= 0 && (never || syb_ze_version_compare(version, removed) < 0);
}

bool syb_ze_attr_required_in(const struct syb_ze_attr *attr, struct syb_ze_version version)
{
	bool always = attr->required_from.major == 0 && attr->required_from.minor == 0;

	if (!syb_ze_known_in(attr->since, attr->removed, version))
		return false;
	return always ? attr->required : syb_ze_known_in(attr->required_from, attr->required_until, version);
}

const char *syb_ze_type_name(enum syb_ze_type type)
{
	static const char *const names[] = { "str", "int32", "int32x3", "bool", "float", "enum", "map", "list" };

	return (size_t)type < ARRAY_SIZE(names) ? names[type] : "unknown";
}

size_t syb_ze_attr_count(void)
{
	return ARRAY_SIZE(attrs);
}

const struct syb_ze_attr *syb_ze_attr_at(size_t i)
{
	return i < ARRAY_SIZE(attrs) ? &attrs[i] : NULL;
}

const char *ze_path_text(enum ze_path path)
{
	return path == ZE_NOWHERE ? NULL : paths[path].text;
}

enum ze_path ze_path_find(const char *text)
{
	size_t len = strlen(text);

	for (size_t i = 1; i < PATH_COUNT; i++)
		if (paths[i].text_length == len && memcmp(paths[i].text, text, len) == 0)
			return (enum ze_path)i;
	return ZE_NOWHERE;
}

enum ze_path ze_path_below(enum ze_path path, const struct syb_ze_attr *attr)
{
	if (attr->type != SYB_ZE_MAP && attr->type != SYB_ZE_LIST)
		return ZE_NOWHERE;
	for (size_t i = ZE_ROOT + 1; i < PATH_COUNT; i++)
		if (paths[i].parent == path && str_eq(paths[i].name, attr->name))
			return (enum ze_path)i;
	return ZE_NOWHERE;
}

const struct syb_ze_attr *ze_attr_first(enum ze_path path, size_t *out_count)
{
	enum ze_path rows = paths[path].rows;

	*out_count = rows == ZE_NOWHERE ? 0 : paths[rows + 1].first - paths[rows].first;
	return attrs + paths[rows].first;
}

const struct syb_ze_attr *ze_attr_lookup(enum ze_path path, const char *name, size_t len,
					 const struct syb_ze_attr *near)
{
	size_t count;
	const struct syb_ze_attr *first = ze_attr_first(path, &count);
	size_t row = near && near >= first && near < first + count ? (size_t)(near - first) + 1 : 0;

	for (size_t i = 0; i < count; i++, row++) {
		const struct syb_ze_attr *attr;

		if (row >= count)
			row = 0;
		attr = first + row;
		if (more[attr - attrs].name_length == len && memcmp(attr->name, name, len) == 0)
			return attr;
	}
	return NULL;
}

const struct syb_ze_attr *syb_ze_attr_find(const char *path, const char *name)
{
	return ze_attr_lookup(ze_path_find(path), name, strlen(name), NULL);
}

size_t syb_ze_enum_count(void)
{
	return ARRAY_SIZE(values);
}

const struct syb_ze_enum_value *syb_ze_enum_at(size_t i)
{
	return i < ARRAY_SIZE(values) ? &values[i] : NULL;
}

const struct syb_ze_enum_value *syb_ze_enum_find(const char *of, const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		if (values[i].name[0] == name[0] && str_eq(values[i].name, name) && str_eq(values[i].of, of))
			return &values[i];
	return NULL;
}

bool ze_attr_harmless(const struct syb_ze_attr *attr, const char *value)
{
	const char *harmless = more[attr - attrs].harmless;

	if (harmless[0] == '*')
		return true;
	return harmless[0] == '!' ? !words_have(harmless + 2, value, strlen(value))
				  : words_have(harmless, value, strlen(value));
}
