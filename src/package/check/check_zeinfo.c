/* package/check/check_zeinfo.c — rules of ZE Info by the table of the schema: each document is judged by the version
 * that it states, else by one that has its content. All findings are reported. */
#include "check_zeinfo.h"

#include "term/nearest.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum {
	TEXT_SIZE = 512,
	FEW = 32, /* keys of a map that are compared one by one */
};

void ze_report(const struct ze_check *c, const char *check, const struct syb_ze_node *node, const char *fmt, ...)
{
	char text[TEXT_SIZE];
	va_list args;

	va_start(args, fmt);
	check_vtext(text, sizeof(text), fmt, args);
	va_end(args);
	zeinfo_report(c->ctx, c->zeinfo, check_severity(check), syb_ze_line(node), syb_ze_column(node), check, "%s",
		      text);
}

void *ze_array(struct ze_check *c, size_t count, size_t size)
{
	void *array = arena_array(c->ctx, &c->arena, count, size);

	c->failed |= !array;
	return array;
}

bool ze_seen(struct ze_check *c, struct hash *hash, const void *key, size_t len)
{
	bool found = false;

	c->failed |= hash_put(c->ctx, hash, key, len, 0, NULL, &found) < 0;
	return found;
}

const struct syb_ze_node *ze_next(const struct syb_ze_node *map, const char *list, size_t *i)
{
	const struct syb_ze_node *node = syb_ze_get(map, list);

	while (node && syb_ze_kind(node) == SYB_ZE_NODE_LIST && *i < syb_ze_count(node)) {
		const struct syb_ze_node *item = syb_ze_at(node, (*i)++);

		if (syb_ze_kind(item) == SYB_ZE_NODE_MAP)
			return item;
	}
	return NULL;
}

int64_t ze_number(const struct syb_ze_node *map, const char *key, int64_t missing)
{
	int64_t value;

	return map && syb_ze_int(map, NULL, key, &value) == 0 ? value : missing;
}

const char *ze_word(const struct syb_ze_node *map, const char *key)
{
	const struct syb_ze_node *node = map ? syb_ze_get(map, key) : NULL;

	return node ? syb_ze_text(node) : "";
}

bool ze_is(const struct syb_ze_node *map, const char *key, const char *word)
{
	return str_eq(ze_word(map, key), word);
}

const char *ze_name(const struct syb_ze_node *map)
{
	return ze_word(map, "name");
}

/* ---- versions ---- */

/* The version whose rules apply; false when its rules are unknown. */
static bool find_version(struct ze_check *c, const struct syb_ze_node *root)
{
	const struct syb_ze_node *node = syb_ze_get(root, "version");
	const struct syb_ze_version stated = syb_zeinfo_version(c->zeinfo);

	c->version = zeinfo_version_of(root);
	if (!node)
		ze_report(c, "zeinfo-version-missing", root,
			  "the version is missing; the content is that of 1.%" PRIu32, c->version.minor);
	else if (stated.major == 0 && stated.minor == 0)
		ze_report(c, "zeinfo-version", node, "%s is not MAJOR.MINOR; the content is that of 1.%" PRIu32,
			  syb_ze_text(node), c->version.minor);
	if (stated.major == 0 && stated.minor == 0)
		return true;
	if (c->version.major != 1) {
		ze_report(c, "zeinfo-version-major", node, "version %s; rules are known for 1.N", syb_ze_text(node));
		return false;
	}
	if (syb_ze_style(node) == SYB_ZE_STYLE_PLAIN && c->version.minor && c->version.minor % 10 == 0)
		ze_report(c, "zeinfo-version-plain", node,
			  "%s without quotes is the number 1.%" PRIu32 " to YAML readers", syb_ze_text(node),
			  c->version.minor / 10);
	if (syb_ze_version_compare(c->version, syb_ze_version_newest()) > 0) {
		ze_report(c, "zeinfo-version-newer", node, "version %s; rules are known up to 1.%" PRIu32,
			  syb_ze_text(node), syb_ze_version_newest().minor);
		c->version = syb_ze_version_newest();
		c->newer = true;
	}
	return true;
}

/* ---- values ---- */

static bool is_gone(struct syb_ze_version removed, struct syb_ze_version version)
{
	return (removed.major || removed.minor) && syb_ze_version_compare(version, removed) >= 0;
}

/* "since 1.39", for things the version does not have. */
struct age {
	char text[48];
};

static struct age age_of(struct syb_ze_version since, struct syb_ze_version removed, struct syb_ze_version version)
{
	bool gone = is_gone(removed, version);
	struct syb_ze_version v = gone ? removed : since;
	struct age age;

	if (gone && v.major == 0)
		snprintf(age.text, sizeof(age.text), "removed before 1.0");
	else
		snprintf(age.text, sizeof(age.text), "%s %" PRIu32 ".%" PRIu32, gone ? "removed in" : "since", v.major,
			 v.minor);
	return age;
}

static void check_enum(const struct ze_check *c, const struct syb_ze_node *node, const struct syb_ze_attr *attr)
{
	const struct syb_ze_enum_value *value =
		syb_ze_kind(node) == SYB_ZE_NODE_SCALAR ? syb_ze_enum_find(attr->of, syb_ze_text(node)) : NULL;

	if (!value && c->newer)
		return;
	if (!value)
		ze_report(c, "zeinfo-enum", node, "%s: %s is not a value of %s", attr->name, syb_ze_text(node),
			  attr->of);
	else if (is_gone(value->removed, c->version))
		ze_report(c, "zeinfo-value-removed", node, "%s: %s was %s", attr->name, value->name,
			  age_of(value->since, value->removed, c->version).text);
	else if (!syb_ze_known_in(value->since, value->removed, c->version))
		ze_report(c, "zeinfo-value-too-new", node, "%s: %s exists %s; the document states 1.%" PRIu32,
			  attr->name, value->name, age_of(value->since, value->removed, c->version).text,
			  c->version.minor);
	else if (str_eq(value->name, "sampler_snap_wa") && ze_since(c, 65))
		ze_report(c, "zeinfo-deprecated", node, "%s is deprecated since 1.65", value->name);
}

static void check_value(const struct ze_check *c, const struct syb_ze_node *node, const struct syb_ze_attr *attr)
{
	bool list = attr->type == SYB_ZE_MAP && syb_ze_kind(node) == SYB_ZE_NODE_LIST, b;

	if (attr->type == SYB_ZE_ENUM)
		check_enum(c, node, attr);
	else if (list && str_eq(attr->name, "execution_env") && zeinfo_as_map(node)) /* the reader accepts it */
		ze_report(c, "zeinfo-env-list", node, "drivers do not accept execution_env as a list");
	else if (attr->type == SYB_ZE_BOOL && syb_ze_style(node) == SYB_ZE_STYLE_PLAIN &&
		 !zeinfo_is_plain_bool(syb_ze_text(node)) && zeinfo_is_bool(syb_ze_text(node), &b))
		ze_report(c, "zeinfo-type", node, "%s: only drivers accept %s as a bool; write %s", attr->name,
			  syb_ze_text(node), b ? "true" : "false");
	else if (!syb_ze_is(node, attr->type, attr->of) || (list && ze_since(c, 8)))
		ze_report(c, "zeinfo-type", node, "%s is not of type %s%s", attr->name, syb_ze_type_name(attr->type),
			  list ? " (a list of one map until 1.7)" : "");
}

/* ---- keys ---- */

/* An attribute of this place with a similar name, or NULL. */
static const char *nearest_key(const struct syb_ze_node *map, const char *key)
{
	struct nearest best = { NULL, SIZE_MAX };
	size_t count = 0;
	const struct syb_ze_attr *rows = ze_attr_first(ze_path_find(syb_ze_path(map)), &count);

	for (size_t i = 0; i < count; i++)
		nearest_try(&best, key, rows[i].name);
	return best.name;
}

/* Whether the version has the attribute, so that its value can be checked. */
static bool check_key(const struct ze_check *c, const struct syb_ze_node *map, size_t i, const struct syb_ze_attr *attr)
{
	const struct syb_ze_node *node = syb_ze_at(map, i);
	const char *key = syb_ze_key(map, i);

	if (!attr) {
		if (!c->newer)
			ze_report(c, "zeinfo-unknown", node,
				  "%s is not an attribute of this place in any version" NEAREST_HINT, key,
				  NEAREST_ARGS(nearest_key(map, key)));
		return false;
	}
	if (!attr->in_spec)
		ze_report(c, "zeinfo-driver-only", node, "%s is known to drivers, not to the specification", key);
	else if (is_gone(attr->removed, c->version))
		ze_report(c, "zeinfo-removed", node, "%s was %s", key,
			  age_of(attr->since, attr->removed, c->version).text);
	else if (!syb_ze_known_in(attr->since, attr->removed, c->version))
		ze_report(c, "zeinfo-too-new", node, "%s exists %s; the document states 1.%" PRIu32, key,
			  age_of(attr->since, attr->removed, c->version).text, c->version.minor);
	else
		return true;
	return false;
}

/* Report repeated keys. Maps of a kernel are small; hostile ones need not be. */
static void check_repeated(struct ze_check *c, const struct syb_ze_node *map)
{
	_cleanup_(hash_free) struct hash seen = { 0 };
	const size_t count = syb_ze_count(map);

	for (size_t i = 0; i < count && !c->failed; i++) {
		const char *key = syb_ze_key(map, i);
		bool repeated = count > FEW && ze_seen(c, &seen, key, strlen(key));

		for (size_t j = 0; j < i && count <= FEW && !repeated; j++)
			repeated = str_eq(key, syb_ze_key(map, j));
		if (repeated)
			ze_report(c, "zeinfo-key-repeated", syb_ze_at(map, i),
				  "%s appears twice in its map; the last one is used", key);
	}
}

static void check_required(const struct ze_check *c, const struct syb_ze_node *map)
{
	size_t count = 0;
	const struct syb_ze_attr *rows = ze_attr_first(ze_path_find(syb_ze_path(map)), &count);

	for (size_t i = 0; i < count; i++)
		if (rows[i].in_spec && !str_eq(rows[i].name, "version") &&
		    syb_ze_attr_required_in(&rows[i], c->version) &&
		    syb_ze_known_in(rows[i].since, rows[i].removed, c->version) && !syb_ze_get(map, rows[i].name))
			ze_report(c, "zeinfo-missing", map, "%s is required", rows[i].name);
}

static void check_map(struct ze_check *c, const struct syb_ze_node *map);

/* The maps in a value. */
static void check_below(struct ze_check *c, const struct syb_ze_node *node, const struct syb_ze_attr *attr)
{
	const struct syb_ze_node *inner = zeinfo_as_map(node);

	if (attr->type == SYB_ZE_MAP && inner && syb_ze_kind(inner) == SYB_ZE_NODE_MAP)
		check_map(c, inner);
	for (size_t i = 0; attr->type == SYB_ZE_LIST && syb_ze_kind(node) == SYB_ZE_NODE_LIST && i < syb_ze_count(node);
	     i++)
		if (syb_ze_kind(syb_ze_at(node, i)) == SYB_ZE_NODE_MAP && syb_ze_path(syb_ze_at(node, i)))
			check_map(c, syb_ze_at(node, i));
}

/* A map and the maps in it. The schema is four levels deep; attributes that the version does not have are not entered.
 */
static void check_map(struct ze_check *c, const struct syb_ze_node *map)
{
	check_repeated(c, map);
	check_required(c, map);
	for (size_t i = 0; i < syb_ze_count(map) && !c->failed; i++) {
		const struct syb_ze_node *node = syb_ze_at(map, i);
		const struct syb_ze_attr *attr = syb_ze_attr_find(syb_ze_path(map), syb_ze_key(map, i));

		if (!attr && str_eq(syb_ze_path(map), "/kernels[]/experimental_properties"))
			continue; /* they come and go, and readers do not need them */
		if (!check_key(c, map, i, attr))
			continue;
		check_value(c, node, attr);
		check_below(c, node, attr);
	}
}

/* ---- names of the document ---- */

/* Names in a list of maps are unique and not empty. */
static void check_names(struct ze_check *c, const struct syb_ze_node *root, const char *list, const char *key,
			const char *check)
{
	_cleanup_(hash_free) struct hash seen = { 0 };
	const struct syb_ze_node *map;

	for (size_t i = 0; (map = ze_next(root, list, &i)) && !c->failed;) {
		const struct syb_ze_node *node = syb_ze_get(map, key);
		const char *name = node ? syb_ze_text(node) : "";

		if (node && !*name && syb_ze_is(node, SYB_ZE_STR, ""))
			ze_report(c, "zeinfo-name-empty", node, "%s is empty", key);
		if (*name && ze_seen(c, &seen, name, strlen(name)))
			ze_report(c, check, map, "%s appears twice", name);
	}
}

/* Lists that add information to kernels by name. */
static void check_kernel_names(const struct ze_check *c, const struct syb_ze_node *root, const char *list)
{
	const struct syb_ze_node *map;

	for (size_t i = 0; (map = ze_next(root, list, &i));)
		if (*ze_name(map) && !syb_zeinfo_kernel_find(c->zeinfo, ze_name(map)))
			ze_report(c, "zeinfo-misc-kernel", map, "%s is not a kernel of the document", ze_name(map));
}

/* The number of arguments of the kernel that an element of kernels_misc_info is about, by its payload: compilers pass
 * unused arguments, too. Each kernel is counted once, however often it is named. */
static int64_t count_arguments(struct ze_check *c, const struct syb_ze_node *misc, struct hash *counts)
{
	const char *name = ze_name(misc);
	const struct syb_ze_node *kernel = syb_zeinfo_kernel_find(c->zeinfo, name), *arg;
	size_t *value = kernel ? hash_get(counts, name, strlen(name)) : NULL;
	int64_t count = 0;

	if (!kernel)
		return INT64_MAX; /* reported */
	if (value)
		return (int64_t)*value;
	for (size_t i = 0; (arg = ze_next(kernel, "payload_arguments", &i));) {
		int64_t index = ze_number(arg, "arg_index", -1);

		count = index < count ? count : index + 1;
	}
	c->failed |= hash_put(c->ctx, counts, name, strlen(name), (size_t)count, NULL, NULL) < 0;
	return count;
}

static void check_arg_infos(struct ze_check *c, const struct syb_ze_node *misc, struct hash *counts)
{
	_cleanup_(hash_free) struct hash seen = { 0 };
	const int64_t count = count_arguments(c, misc, counts);
	const struct syb_ze_node *map;

	for (size_t i = 0; (map = ze_next(misc, "args_info", &i)) && !c->failed;) {
		int64_t *index = ze_array(c, 1, sizeof(*index));
		bool found;

		if (!index || syb_ze_int(map, NULL, "index", index) < 0)
			continue;
		found = ze_seen(c, &seen, index, sizeof(*index));
		if (*index < 0 || found)
			ze_report(c, "zeinfo-misc-index", ze_at(map, "index"), "%s: index %" PRId64 "%s", ze_name(misc),
				  *index, found ? " appears twice" : "");
		else if (*index >= count)
			ze_report(c, "zeinfo-misc-range", ze_at(map, "index"),
				  "%s: index %" PRId64 ", but the payload has %" PRId64 " arguments", ze_name(misc),
				  *index, count);
	}
}

static void check_lists(struct ze_check *c, const struct syb_ze_node *root)
{
	_cleanup_(hash_free) struct hash counts = { 0 };
	const struct syb_ze_node *misc;

	check_kernel_names(c, root, "kernels_misc_info");
	check_kernel_names(c, root, "kernels_cost_info");
	check_names(c, root, "kernels", "name", "zeinfo-kernel-repeated");
	check_names(c, root, "functions", "name", "zeinfo-function-repeated");
	check_names(c, root, "global_host_access_table", "device_name", "zeinfo-host-repeated");
	check_names(c, root, "kernels_misc_info", "name", "zeinfo-misc-repeated");
	for (size_t i = 0; (misc = ze_next(root, "kernels_misc_info", &i)) && !c->failed;)
		check_arg_infos(c, misc, &counts);
}

int check_zeinfo(struct syb_ctx *ctx, const struct syb_zeinfo *zeinfo, bool narrow)
{
	const struct syb_ze_node *root = syb_zeinfo_root(zeinfo);
	struct ze_check c = { .ctx = ctx, .zeinfo = zeinfo, .narrow = narrow };

	if (root && zeinfo->padding)
		ze_report(&c, "zeinfo-padding", root, "%zu NUL bytes after the text", zeinfo->padding);
	if (!root || !find_version(&c, root))
		return 0;
	check_map(&c, root);
	check_lists(&c, root);
	for (size_t i = 0; i < syb_zeinfo_kernel_count(zeinfo) && !c.failed; i++)
		ze_check_kernel(&c, syb_zeinfo_kernel_at(zeinfo, i));
	for (size_t i = 0; i < syb_zeinfo_function_count(zeinfo); i++)
		ze_check_function(&c, syb_zeinfo_function_at(zeinfo, i));
	arena_free(&c.arena);
	return c.failed ? -SYB_E_NOMEM : 0;
}
