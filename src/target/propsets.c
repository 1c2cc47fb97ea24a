/* target/propsets.c — the table of property sets and keys. The rows are in propsets.def. */
#include "base/util.h"
#include "propsets.h"

#define PROPSET(id, name, also, places, status, text) static const char set_##id[] = name;
#include "propsets.def"

static const struct syb_set_info sets[] = {
#define PROPSET(id, name, also, places, status, text) { set_##id, also, SYB_PLACE_##places, status, text },
#include "propsets.def"
};

static const struct syb_key_info keys[] = {
#define PROPKEY(id, key_, names_, type_, spec, shape_, required_, status_, becomes_, ...) \
	{ .set = set_##id,                                                                \
	  .key = key_,                                                                    \
	  .names = names_,                                                                \
	  .type = SYB_PROP_##type_,                                                       \
	  .type_spec = SYB_PROP_##spec,                                                   \
	  .shape = SYB_SHAPE_##shape_,                                                    \
	  .required = required_,                                                          \
	  .status = status_,                                                              \
	  .becomes = becomes_,                                                            \
	  .text = __VA_ARGS__ },
#include "propsets.def"
};

static const char *const shapes[] = {
#define SYB_SHAPE(id, name, text) name,
#include "shapes.def"
#undef SYB_SHAPE
};

size_t syb_set_info_count(void)
{
	return ARRAY_SIZE(sets);
}

const struct syb_set_info *syb_set_info_at(size_t i)
{
	return i < ARRAY_SIZE(sets) ? &sets[i] : NULL;
}

const struct syb_set_info *syb_set_info_find(const char *set_name)
{
	for (size_t i = 0; i < ARRAY_SIZE(sets); i++)
		if (str_eq(sets[i].name, set_name) || (sets[i].also && str_eq(sets[i].also, set_name)))
			return &sets[i];
	return NULL;
}

size_t syb_key_info_count(void)
{
	return ARRAY_SIZE(keys);
}

const struct syb_key_info *syb_key_info_at(size_t i)
{
	return i < ARRAY_SIZE(keys) ? &keys[i] : NULL;
}

const struct syb_key_info *syb_key_info_first(const char *set_name, size_t *out_count)
{
	const struct syb_set_info *set = syb_set_info_find(set_name);
	size_t first = 0, end;

	*out_count = 0;
	if (!set)
		return NULL;
	while (first < ARRAY_SIZE(keys) && keys[first].set != set->name)
		first++;
	for (end = first; end < ARRAY_SIZE(keys) && keys[end].set == set->name; end++)
		;
	*out_count = end - first;
	return *out_count ? &keys[first] : NULL;
}

/* "*" is any name, "*@x" any name whose last '@' begins "@x". */
static bool matches(const struct syb_key_info *row, const char *key)
{
	const char *at;

	if (row->key[0] != '*')
		return str_eq(row->key, key);
	if (row->key[1] == '\0')
		return true;
	at = strrchr(key, '@');
	return at && str_eq(at, row->key + 1);
}

const struct syb_key_info *syb_key_info_match(const struct syb_key_info *rows, size_t count, const char *key)
{
	for (size_t i = 0; i < count; i++)
		if (matches(&rows[i], key))
			return &rows[i];
	return NULL;
}

const struct syb_key_info *syb_key_info_find(const char *set_name, const char *key)
{
	size_t count;
	const struct syb_key_info *rows = syb_key_info_first(set_name, &count);

	return syb_key_info_match(rows, count, key);
}

const char *syb_shape_name(enum syb_shape shape)
{
	return (size_t)shape < ARRAY_SIZE(shapes) ? shapes[shape] : "unknown";
}
