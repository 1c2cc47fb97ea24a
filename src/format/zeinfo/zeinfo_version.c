/* format/zeinfo/zeinfo_version.c — which versions have what a document contains: the types of payload arguments that
 * may have an attribute, and the version of a document that states none. The specification gives defaults and
 * requirements by version, so readers need one. */
#include "zeinfo.h"

#define SINCE(minor)     \
	{                \
		1, minor \
	}
#define ALWAYS       \
	{            \
		0, 0 \
	}

static const struct zeinfo_arg_rule rules[] = {
	{ "arg_index", "arg_bypointer", ALWAYS, NULL, NULL, false },
	{ "arg_index", "arg_byvalue", ALWAYS, NULL, NULL, false },
	{ "arg_index", "buffer_offset", SINCE(2), NULL, NULL, false },
	{ "arg_index", "image_*", SINCE(15), NULL, NULL, false },
	{ "arg_index", "flat_image_*", SINCE(15), NULL, NULL, false },
	{ "arg_index", "sampler_*", SINCE(15), NULL, NULL, false },
	{ "arg_index", "buffer_address", SINCE(17), NULL, NULL, false },
	{ "arg_index", "buffer_size", SINCE(40), NULL, NULL, false },
	{ "addrmode", "arg_bypointer", ALWAYS, NULL, NULL, false },
	{ "addrmode", "const_base", SINCE(37), NULL, NULL, false },
	{ "addrmode", "global_base", SINCE(37), NULL, NULL, false },
	{ "addrmode", "inline_sampler", SINCE(44), NULL, NULL, false },
	{ "addrspace", "arg_bypointer", ALWAYS, NULL, NULL, true },
	{ "addrspace", "inline_sampler", SINCE(44), NULL, NULL, false },
	{ "access_type", "arg_bypointer", ALWAYS, NULL, NULL, true },
	{ "sampler_index", "arg_bypointer", SINCE(4), "addrspace", "sampler", true },
	{ "sampler_index", "inline_sampler", SINCE(44), NULL, NULL, false },
	{ "source_offset", "arg_byvalue", SINCE(9), NULL, NULL, false },
	{ "slm_alignment", "arg_bypointer", SINCE(14), "addrmode", "slm", false },
	{ "image_type", "arg_bypointer", SINCE(15), "addrspace", "image", false },
	{ "image_transformable", "arg_bypointer", SINCE(15), "addrspace", "image", false },
	{ "sampler_type", "arg_bypointer", SINCE(15), "addrspace", "sampler", false },
	{ "is_pipe", "arg_bypointer", SINCE(23), NULL, NULL, false },
	{ "is_ptr", "arg_byvalue", SINCE(25), NULL, NULL, false },
	{ "is_ptr", "arg_bypointer", SINCE(42), NULL, NULL, false },
	{ "is_ptr", "const_base", SINCE(28), NULL, NULL, false }, /* IGC writes it with both bases */
	{ "is_ptr", "global_base", SINCE(28), NULL, NULL, false },
	{ "bti_value", "const_base", SINCE(28), NULL, NULL, false },
	{ "bti_value", "global_base", SINCE(28), NULL, NULL, false },
};

const struct zeinfo_arg_rule *zeinfo_arg_rule_at(size_t i)
{
	return i < ARRAY_SIZE(rules) ? &rules[i] : NULL;
}

bool zeinfo_arg_rule_type(const struct zeinfo_arg_rule *rule, const char *type)
{
	size_t len = strlen(rule->type);

	return rule->type[len - 1] == '*' ? strncmp(rule->type, type, len - 1) == 0 : str_eq(rule->type, type);
}

/* ---- the version of a document that states none ---- */

enum { MINORS = 128 }; /* more than there are */

/* Changes of a number from one minor version to the next: how many things of the document the version lacks, or
 * requires in vain. */
struct misfits {
	int64_t change[MINORS + 1];
};

static void count_range(struct misfits *m, struct syb_ze_version from, struct syb_ze_version until)
{
	const size_t a = from.major ? from.minor : 0, b = until.major ? until.minor : 0;

	if (a < b && b <= MINORS) {
		m->change[a]++;
		m->change[b]--;
	}
}

/* Something that versions in [since, removed) have. */
static void count_thing(struct misfits *m, struct syb_ze_version since, struct syb_ze_version removed)
{
	static const struct syb_ze_version end = { 1, MINORS };

	count_range(m, (struct syb_ze_version){ 1, 0 }, since);
	if (removed.major || removed.minor)
		count_range(m, removed, end);
}

static const char *word_of(const struct syb_ze_node *map, const char *key)
{
	const struct syb_ze_node *node = syb_ze_get(map, key);

	return node ? syb_ze_text(node) : "";
}

/* An attribute of an argument may be newer for some types than for others, and sizes of one or two dimensions are. */
static void count_argument(struct misfits *m, const struct syb_ze_node *arg, const char *key,
			   const struct syb_ze_node *node)
{
	const char *type = word_of(arg, "arg_type");
	const struct syb_ze_enum_value *value;

	for (size_t i = 0; i < ARRAY_SIZE(rules); i++)
		if (str_eq(rules[i].name, key) && zeinfo_arg_rule_type(&rules[i], type))
			count_thing(m, rules[i].since, (struct syb_ze_version){ 0, 0 });
	if (!str_eq(key, "size") || (!str_eq(syb_ze_text(node), "4") && !str_eq(syb_ze_text(node), "8")))
		return;
	value = syb_ze_enum_find("argument_type", type);
	if (value && str_eq(value->size, "int32x3"))
		count_thing(m, (struct syb_ze_version)SINCE(59), (struct syb_ze_version){ 0, 0 });
}

/* Attributes that only some versions require. */
static void count_required(struct misfits *m, const struct syb_ze_node *map)
{
	size_t count = 0;
	const struct syb_ze_attr *rows = ze_attr_first((enum ze_path)map->path, &count);

	for (size_t i = 0; i < count; i++) {
		const bool some = rows[i].required_from.major;
		const struct syb_ze_version until = some ? rows[i].required_until : rows[i].removed;

		if ((some || rows[i].required) && until.major && !syb_ze_get(map, rows[i].name))
			count_range(m, some ? rows[i].required_from : rows[i].since, until);
	}
}

/* A map and the maps in it; the reader bounds the depth. */
static void count_map(struct misfits *m, const struct syb_ze_node *map)
{
	count_required(m, map);
	for (uint32_t i = 0; i < map->count; i++) {
		const struct syb_ze_node *node = &map->items[i], *inner = zeinfo_as_map(node);
		const struct syb_ze_attr *attr = zeinfo_attr(node);
		const struct syb_ze_enum_value *value = NULL;

		if (!attr || !attr->in_spec)
			continue;
		count_thing(m, attr->since, attr->removed);
		if (attr->type == SYB_ZE_ENUM)
			value = syb_ze_enum_find(attr->of, syb_ze_text(node));
		if (value)
			count_thing(m, value->since, value->removed);
		if (map->path == ZE_PAYLOAD)
			count_argument(m, map, map->items[i].key, node);
		if (attr->type == SYB_ZE_MAP && inner && inner->kind == SYB_ZE_NODE_MAP) {
			if (inner != node && !str_eq(attr->name, "execution_env")) /* a list of one map until 1.7 */
				count_thing(m, attr->since, (struct syb_ze_version)SINCE(8));
			count_map(m, inner);
		}
		for (uint32_t k = 0; attr->type == SYB_ZE_LIST && k < syb_ze_count(node); k++)
			if (node->kind == SYB_ZE_NODE_LIST && node->items[k].kind == SYB_ZE_NODE_MAP)
				count_map(m, &node->items[k]);
	}
}

struct syb_ze_version zeinfo_version_of(const struct syb_ze_node *root)
{
	struct syb_ze_version best = { 1, 0 }, stated;
	struct misfits m = { 0 };
	int64_t count, least;
	const char *text;

	if (root && syb_ze_str(root, NULL, "version", &text) == 0 && syb_ze_version_parse(text, &stated) == 0 &&
	    (stated.major || stated.minor))
		return stated;
	if (root && root->kind == SYB_ZE_NODE_MAP)
		count_map(&m, root);
	least = count = m.change[0];
	for (uint32_t minor = 1; minor <= syb_ze_version_newest().minor && minor < MINORS; minor++) {
		count += m.change[minor];
		if (count < least) {
			least = count;
			best.minor = minor;
		}
	}
	return best;
}
