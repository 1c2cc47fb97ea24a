/* package/check/check_zeinfo.c — rules of ZE Info by the table of the schema: each document is judged by the version
 * that it states. Nothing here stops at a finding. Sources: "spec" is the ZE Info specification of that version. */
#include "check_zeinfo.h"

#include "base/hash.h"
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

const char *ze_name(const struct syb_ze_node *map)
{
	return ze_word(map, "name");
}

/* ---- versions ---- */

/* The version whose rules hold; false when no rules are known for it. */
static bool find_version(struct ze_check *c, const struct syb_ze_node *root)
{
	const struct syb_ze_node *node = syb_ze_get(root, "version");

	c->version = syb_zeinfo_version(c->zeinfo);
	if (!node)
		ze_report(c, "zeinfo-version-missing", root, "no version is stated; the newest is taken");
	else if (c->version.major == 0 && c->version.minor == 0)
		ze_report(c, "zeinfo-version", node, "%s is not MAJOR.MINOR", syb_ze_text(node));
	if (c->version.major == 0 && c->version.minor == 0) {
		c->version = syb_ze_version_newest();
		return true;
	}
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

/* "since 1.39", for things the version does not have. */
struct age {
	char text[48];
};

static struct age age_of(struct syb_ze_version since, struct syb_ze_version removed, struct syb_ze_version version)
{
	bool gone = (removed.major || removed.minor) && syb_ze_version_compare(version, removed) >= 0;
	struct syb_ze_version v = gone ? removed : since;
	struct age age;

	if (gone && v.major == 0)
		snprintf(age.text, sizeof(age.text), "removed before 1.0");
	else
		snprintf(age.text, sizeof(age.text), "%s %" PRIu32 ".%" PRIu32, gone ? "removed in" : "since", v.major,
			 v.minor);
	return age;
}

static bool is_gone(struct syb_ze_version removed, struct syb_ze_version version)
{
	return (removed.major || removed.minor) && syb_ze_version_compare(version, removed) >= 0;
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
	bool list = attr->type == SYB_ZE_MAP && syb_ze_kind(node) == SYB_ZE_NODE_LIST;

	if (attr->type == SYB_ZE_ENUM)
		check_enum(c, node, attr);
	else if (list && str_eq(attr->name, "execution_env") && zeinfo_as_map(node)) /* so the document draws it */
		ze_report(c, "zeinfo-env-list", node, "no driver takes execution_env as a list");
	else if (!syb_ze_is(node, attr->type, attr->of) || (list && ze_since(c, 8)))
		ze_report(c, "zeinfo-type", node, "%s is not of type %s%s", attr->name, syb_ze_type_name(attr->type),
			  list ? " (a list of one map until 1.7)" : "");
}

/* ---- keys ---- */

/* The attribute of this place that may have been meant, or NULL. */
static const char *nearest_key(const struct syb_ze_node *map, const char *key)
{
	struct nearest best = { NULL, SIZE_MAX };
	size_t count = 0;
	const struct syb_ze_attr *rows = ze_attr_first(ze_path_find(syb_ze_path(map)), &count);

	for (size_t i = 0; i < count; i++)
		nearest_try(&best, key, rows[i].name);
	return best.name;
}

/* Whether the version has the attribute, so that its value is worth a look. */
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

static void report_repeated(const struct ze_check *c, const struct syb_ze_node *map, size_t i)
{
	ze_report(c, "zeinfo-key-repeated", syb_ze_at(map, i), "%s stands twice in its map; the last one counts",
		  syb_ze_key(map, i));
}

/* Keys that stand twice; maps of one kernel are small, hostile ones need not be. */
static int check_repeated(const struct ze_check *c, const struct syb_ze_node *map)
{
	size_t count = syb_ze_count(map);
	struct hash seen = { 0 };
	int r = 0;

	for (size_t i = 1; i < count && count <= FEW; i++)
		for (size_t j = 0; j < i; j++)
			if (str_eq(syb_ze_key(map, i), syb_ze_key(map, j))) {
				report_repeated(c, map, i);
				break;
			}
	for (size_t i = 0; i < count && count > FEW && r == 0; i++) {
		size_t *value;
		bool found = false;

		r = hash_put(c->ctx, &seen, syb_ze_key(map, i), strlen(syb_ze_key(map, i)), i, &value, &found);
		if (r == 0 && found)
			report_repeated(c, map, i);
	}
	hash_free(&seen);
	return r;
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

static int check_map(const struct ze_check *c, const struct syb_ze_node *map);

/* The maps in a value. */
static int check_below(const struct ze_check *c, const struct syb_ze_node *node, const struct syb_ze_attr *attr)
{
	const struct syb_ze_node *inner = zeinfo_as_map(node);
	int r = 0;

	if (attr->type == SYB_ZE_MAP && inner && syb_ze_kind(inner) == SYB_ZE_NODE_MAP)
		return check_map(c, inner);
	if (attr->type != SYB_ZE_LIST || syb_ze_kind(node) != SYB_ZE_NODE_LIST)
		return 0;
	for (size_t i = 0; i < syb_ze_count(node) && r == 0; i++)
		if (syb_ze_kind(syb_ze_at(node, i)) == SYB_ZE_NODE_MAP && syb_ze_path(syb_ze_at(node, i)))
			r = check_map(c, syb_ze_at(node, i));
	return r;
}

/* A map and the maps in it; the schema is four deep, and what the version does not have is not entered. */
static int check_map(const struct ze_check *c, const struct syb_ze_node *map)
{
	int r = check_repeated(c, map);

	check_required(c, map);
	for (size_t i = 0; i < syb_ze_count(map) && r == 0; i++) {
		const struct syb_ze_node *node = syb_ze_at(map, i);
		const struct syb_ze_attr *attr = syb_ze_attr_find(syb_ze_path(map), syb_ze_key(map, i));

		if (!attr && str_eq(syb_ze_path(map), "/kernels[]/experimental_properties"))
			continue; /* they come and go, and no reader needs them */
		if (!check_key(c, map, i, attr))
			continue;
		check_value(c, node, attr);
		r = check_below(c, node, attr);
	}
	return r;
}

/* ---- names of the document ---- */

/* Names of a list of maps: each is unique, and none is empty. */
static int check_names(const struct ze_check *c, const struct syb_ze_node *list, const char *key, const char *check)
{
	struct hash seen = { 0 };
	int r = 0;

	for (size_t i = 0; list && i < syb_ze_count(list) && r == 0; i++) {
		const struct syb_ze_node *map = syb_ze_at(list, i);
		const struct syb_ze_node *node = syb_ze_kind(map) == SYB_ZE_NODE_MAP ? syb_ze_get(map, key) : NULL;
		const char *name = node ? syb_ze_text(node) : "";
		size_t *value;
		bool found = false;

		if (node && !*name && syb_ze_is(node, SYB_ZE_STR, ""))
			ze_report(c, "zeinfo-name-empty", node, "%s is empty", key);
		if (!*name)
			continue;
		r = hash_put(c->ctx, &seen, name, strlen(name), i, &value, &found);
		if (r == 0 && found)
			ze_report(c, check, map, "%s stands twice", name);
	}
	hash_free(&seen);
	return r;
}

/* Lists that add to kernels by name. */
static void check_kernel_names(const struct ze_check *c, const struct syb_ze_node *list)
{
	for (size_t i = 0; list && i < syb_ze_count(list); i++) {
		const struct syb_ze_node *map = syb_ze_at(list, i);
		const char *name = syb_ze_kind(map) == SYB_ZE_NODE_MAP ? ze_name(map) : "";

		if (*name && !syb_zeinfo_kernel_find(c->zeinfo, name))
			ze_report(c, "zeinfo-misc-kernel", map, "%s is no kernel of the document", name);
	}
}

/* Arguments of a kernel as its payload tells: compilers pass those that are not used, too. */
static int64_t count_arguments(const struct syb_ze_node *kernel)
{
	const struct syb_ze_node *list = syb_ze_get(kernel, "payload_arguments");
	int64_t count = 0;

	for (size_t i = 0; list && i < syb_ze_count(list); i++) {
		const struct syb_ze_node *arg = syb_ze_at(list, i);
		int64_t index = syb_ze_kind(arg) == SYB_ZE_NODE_MAP ? ze_number(arg, "arg_index", -1) : -1;

		count = index < count ? count : index + 1;
	}
	return count;
}

/* Their number for what stands in kernels_misc_info; each kernel is counted once, however often it is named there. */
static int count_for(const struct ze_check *c, const struct syb_ze_node *misc, struct hash *counts, int64_t *out_count)
{
	const char *name = ze_name(misc);
	const struct syb_ze_node *kernel = syb_zeinfo_kernel_find(c->zeinfo, name);
	size_t *value;
	bool found;
	int r;

	*out_count = INT64_MAX; /* an unknown kernel was reported */
	if (!kernel)
		return 0;
	r = hash_put(c->ctx, counts, name, strlen(name), 0, &value, &found);
	if (r < 0)
		return r;
	if (!found)
		*value = (size_t)count_arguments(kernel);
	*out_count = (int64_t)*value;
	return 0;
}

static int check_arg_infos(const struct ze_check *c, const struct syb_ze_node *misc, struct hash *counts)
{
	_cleanup_(hash_free) struct hash seen = { 0 };
	_cleanup_(arena_free) struct arena arena = { 0 };
	const struct syb_ze_node *list = syb_ze_get(misc, "args_info");
	int64_t *indices = list ? arena_array(c->ctx, &arena, syb_ze_count(list), sizeof(*indices)) : NULL, count;
	int r = list && !indices ? -SYB_E_NOMEM : count_for(c, misc, counts, &count);

	for (size_t i = 0; r == 0 && list && i < syb_ze_count(list); i++) {
		const struct syb_ze_node *map = syb_ze_at(list, i);
		bool found = false;
		size_t *value;

		if (syb_ze_kind(map) != SYB_ZE_NODE_MAP || syb_ze_int(map, NULL, "index", &indices[i]) < 0)
			continue;
		r = hash_put(c->ctx, &seen, &indices[i], sizeof(indices[i]), 0, &value, &found);
		if (r == 0 && (indices[i] < 0 || found))
			ze_report(c, "zeinfo-misc-index", ze_at(map, "index"), "%s: index %" PRId64 "%s", ze_name(misc),
				  indices[i], found ? " stands twice" : "");
		else if (r == 0 && indices[i] >= count)
			ze_report(c, "zeinfo-misc-range", ze_at(map, "index"),
				  "%s: index %" PRId64 ", but the payload has %" PRId64 " arguments", ze_name(misc),
				  indices[i], count);
	}
	return r;
}

static int check_lists(const struct ze_check *c, const struct syb_ze_node *root)
{
	_cleanup_(hash_free) struct hash counts = { 0 };
	const struct syb_ze_node *misc = syb_ze_get(root, "kernels_misc_info");
	int r;

	misc = misc && syb_ze_kind(misc) == SYB_ZE_NODE_LIST ? misc : NULL;
	check_kernel_names(c, misc);
	check_kernel_names(c, syb_ze_get(root, "kernels_cost_info"));
	r = check_names(c, syb_ze_get(root, "kernels"), "name", "zeinfo-kernel-repeated");
	if (r == 0)
		r = check_names(c, syb_ze_get(root, "functions"), "name", "zeinfo-function-repeated");
	if (r == 0)
		r = check_names(c, syb_ze_get(root, "global_host_access_table"), "device_name", "zeinfo-host-repeated");
	if (r == 0)
		r = check_names(c, misc, "name", "zeinfo-misc-repeated");
	for (size_t i = 0; misc && i < syb_ze_count(misc) && r == 0; i++)
		if (syb_ze_kind(syb_ze_at(misc, i)) == SYB_ZE_NODE_MAP)
			r = check_arg_infos(c, syb_ze_at(misc, i), &counts);
	return r;
}

int check_zeinfo(struct syb_ctx *ctx, const struct syb_zeinfo *zeinfo, bool narrow)
{
	const struct syb_ze_node *root = syb_zeinfo_root(zeinfo);
	struct ze_check c = { .ctx = ctx, .zeinfo = zeinfo, .narrow = narrow };
	int r;

	if (root && zeinfo->padding)
		ze_report(&c, "zeinfo-padding", root, "%zu NUL bytes behind the text", zeinfo->padding);
	if (!root || !find_version(&c, root))
		return 0;
	r = check_map(&c, root);
	if (r == 0)
		r = check_lists(&c, root);
	for (size_t i = 0; i < syb_zeinfo_kernel_count(zeinfo) && r == 0; i++)
		r = ze_check_kernel(&c, syb_zeinfo_kernel_at(zeinfo, i));
	for (size_t i = 0; i < syb_zeinfo_function_count(zeinfo) && r == 0; i++)
		ze_check_function(&c, syb_zeinfo_function_at(zeinfo, i));
	return r;
}
