/* package/check/check_zeinfo_args.c — rules about a kernel's payload and its binding table. */
#include "check_zeinfo.h"

#include "base/order.h"

#include <inttypes.h>
#include <stdlib.h>

struct arg {
	const struct syb_ze_node *node;
	const char *type, *mode, *space;
	int64_t index, offset, size; /* index -1: none */
	size_t order;
};

struct args {
	struct ze_check *c;
	const struct syb_ze_node *kernel;
	struct arg *items;
	size_t count;
};

/* ---- which types may have which attributes ---- */

static bool rule_applies(const struct args *a, const struct arg *arg, const struct zeinfo_arg_rule *rule)
{
	return zeinfo_arg_rule_type(rule, arg->type) && syb_ze_version_compare(rule->since, a->c->version) <= 0 &&
	       (!rule->key || ze_is(arg->node, rule->key, rule->value));
}

static bool is_allowed(const struct args *a, const struct arg *arg, const char *name)
{
	const struct zeinfo_arg_rule *rule;
	bool listed = false;

	for (size_t i = 0; (rule = zeinfo_arg_rule_at(i)); i++) {
		if (!str_eq(rule->name, name))
			continue;
		listed = true;
		if (rule_applies(a, arg, rule))
			return true;
	}
	return !listed;
}

/* Why it is not: the type, the version or the condition. */
static void report_attribute(const struct args *a, const struct arg *arg, const char *name)
{
	const struct syb_ze_node *node = syb_ze_get(arg->node, name);
	const struct zeinfo_arg_rule *rule;

	for (size_t i = 0; (rule = zeinfo_arg_rule_at(i)); i++) {
		if (!str_eq(rule->name, name) || !zeinfo_arg_rule_type(rule, arg->type))
			continue;
		if (syb_ze_version_compare(rule->since, a->c->version) > 0)
			ze_report(a->c, "zeinfo-arg-attribute", node, "%s is allowed for %s since 1.%" PRIu32, name,
				  arg->type, rule->since.minor);
		else
			ze_report(a->c, "zeinfo-arg-attribute", node, "%s is allowed for %s only where %s is %s", name,
				  arg->type, rule->key, rule->value);
		return;
	}
	ze_report(a->c, "zeinfo-arg-attribute", node, "%s is not allowed for %s", name, arg->type);
}

static void check_attributes(const struct args *a, const struct arg *arg)
{
	const struct zeinfo_arg_rule *rule;

	for (size_t i = 0; i < syb_ze_count(arg->node); i++) {
		const char *name = syb_ze_key(arg->node, i);
		const struct syb_ze_attr *attr = syb_ze_attr_find(syb_ze_path(arg->node), name);

		/* attributes that the version does not have were reported */
		if (attr && syb_ze_known_in(attr->since, attr->removed, a->c->version) && !is_allowed(a, arg, name))
			report_attribute(a, arg, name);
	}
	if (arg->index < 0 && is_allowed(a, arg, "arg_index"))
		ze_report(a->c, "zeinfo-arg-index", arg->node, "%s lacks arg_index", arg->type);
	for (size_t i = 0; (rule = zeinfo_arg_rule_at(i)); i++)
		if (rule->required && rule_applies(a, arg, rule) && !syb_ze_get(arg->node, rule->name))
			ze_report(a->c, "zeinfo-missing", arg->node, "%s lacks %s", rule->key ? rule->value : arg->type,
				  rule->name);
	ze_check_least(a->c, arg->node, "payload_arguments");
}

/* ---- one argument ---- */

/* The sizes that are expected of an argument of a fixed size, NULL where its size is right. */
static const char *expected_fixed(const struct ze_check *c, const char *size, int64_t bytes)
{
	if (str_eq(size, "int32x3") && ze_since(c, 59)) /* a kernel may ask for one or two dimensions */
		return bytes == 4 || bytes == 8 || bytes == 12 ? NULL : "4, 8 or 12";
	if (str_eq(size, "int32x3"))
		return bytes == 12 ? NULL : "12";
	if (str_eq(size, "int32"))
		return bytes == 4 ? NULL : "4";
	if (str_eq(size, "int64") && c->narrow)
		return bytes == 4 || bytes == 8 ? NULL : "4 or 8";
	if (str_eq(size, "int64"))
		return bytes == 8 ? NULL : "8";
	return str_eq(size, "int64x25") && bytes != 200 ? "200" : NULL;
}

static const char *expected_size(const struct args *a, const struct arg *arg, const struct syb_ze_enum_value *type)
{
	if (str_eq(arg->type, "arg_bypointer") || str_eq(arg->type, "buffer_address") ||
	    str_eq(arg->type, "printf_buffer")) {
		bool none = str_eq(arg->mode, "stateful");

		if (arg->size == 8 || arg->size == 4 || (arg->size == 0 && none))
			return NULL;
		return none ? "0, 4 or 8" : "4 or 8";
	}
	if (str_eq(arg->type, "buffer_offset"))
		return arg->size == 4 ? NULL : "4";
	if (str_eq(arg->type, "arg_byvalue"))
		return arg->size > 0 ? NULL : "at least 1";
	return expected_fixed(a->c, type->size, arg->size);
}

static void check_size(const struct args *a, const struct arg *arg, const struct syb_ze_enum_value *type)
{
	const char *expected = arg->size >= 0 ? expected_size(a, arg, type) : NULL;

	if (expected)
		ze_report(a->c, "zeinfo-arg-size", ze_at(arg->node, "size"), "%s%s%s of %" PRId64 " bytes, expected %s",
			  arg->mode, *arg->mode ? " " : "", arg->type, arg->size, expected);
}

static void check_place(const struct args *a, const struct arg *arg)
{
	if (arg->offset < 0)
		ze_report(a->c, "zeinfo-arg-place", ze_at(arg->node, "offset"), "offset %" PRId64, arg->offset);
	else if (arg->size < 0)
		ze_report(a->c, "zeinfo-arg-place", ze_at(arg->node, "size"), "size %" PRId64, arg->size);
	else if (arg->offset + arg->size > INT32_MAX)
		ze_report(a->c, "zeinfo-arg-place", ze_at(arg->node, "offset"), "the argument ends beyond any payload");
}

/* The address mode of pointers must fit their address space. */
static void check_mode(const struct args *a, const struct arg *arg)
{
	bool object = str_eq(arg->space, "image") || str_eq(arg->space, "sampler");

	if (!*arg->mode)
		ze_report(a->c, "zeinfo-arg-mode", arg->node, "a pointer lacks addrmode");
	else if (object && (str_eq(arg->mode, "stateless") || str_eq(arg->mode, "slm")))
		ze_report(a->c, "zeinfo-arg-mode", ze_at(arg->node, "addrmode"), "%s cannot be %s", arg->space,
			  arg->mode);
	else if (str_eq(arg->mode, "slm") && *arg->space && !str_eq(arg->space, "local"))
		ze_report(a->c, "zeinfo-arg-mode", ze_at(arg->node, "addrmode"),
			  "addrmode slm needs the address space local, not %s", arg->space);
}

static void check_inline(const struct args *a, const struct arg *arg)
{
	const struct syb_ze_node *env = syb_ze_get(a->kernel, "execution_env");
	int64_t most = env && syb_ze_kind(env) == SYB_ZE_NODE_MAP ? ze_number(env, "inline_data_payload_size", 0) : 0;

	if (arg->offset + arg->size > most)
		ze_report(a->c, "zeinfo-inline-data", arg->node,
			  "%s ends at %" PRId64 ", inline_data_payload_size is %" PRId64, arg->type,
			  arg->offset + arg->size, most);
}

static void check_inline_sampler(const struct args *a, const struct arg *arg)
{
	const struct syb_ze_node *list = syb_ze_get(a->kernel, "inline_samplers");
	int64_t count = list && syb_ze_kind(list) == SYB_ZE_NODE_LIST ? (int64_t)syb_ze_count(list) : 0;
	int64_t index = ze_number(arg->node, "sampler_index", -1);

	if (index < 0 || index >= count)
		ze_report(a->c, "zeinfo-sampler-index", arg->node,
			  "sampler_index %" PRId64 " of %" PRId64 " inline samplers", index, count);
}

static void check_arg(const struct args *a, const struct arg *arg)
{
	const struct syb_ze_enum_value *type = syb_ze_enum_find("argument_type", arg->type);

	if (!type) /* reported */
		return;
	if (str_eq(arg->type, "local_id") || str_eq(arg->type, "packed_local_ids")) {
		ze_report(a->c, "zeinfo-arg-type", arg->node, "%s belongs to per_thread_payload_arguments", arg->type);
		return;
	}
	check_attributes(a, arg);
	check_place(a, arg);
	if (syb_ze_get(arg->node, "size"))
		check_size(a, arg, type);
	if (str_eq(arg->type, "arg_bypointer"))
		check_mode(a, arg);
	if (str_eq(arg->type, "scratch_pointer") || str_eq(arg->type, "indirect_data_pointer"))
		check_inline(a, arg);
	if (str_eq(arg->type, "inline_sampler"))
		check_inline_sampler(a, arg);
}

/* ---- arguments among each other ---- */

static int by_offset(const void *a, const void *b)
{
	const struct arg *x = a, *y = b;

	if (x->offset != y->offset)
		return ORDER(x->offset, y->offset);
	return x->order < y->order ? -1 : 1;
}

/* By index, then type, then how they are reached: equal ones side by side. */
static int by_index(const void *a, const void *b)
{
	const struct arg *x = a, *y = b;
	int r;

	if (x->index != y->index)
		return ORDER(x->index, y->index);
	r = strcmp(x->type, y->type);
	if (r == 0)
		r = strcmp(x->mode, y->mode);
	return r ? r : x->order < y->order ? -1 : 1;
}

static bool has_place(const struct arg *arg)
{
	return arg->size > 0 && arg->offset >= 0;
}

/* Compilers write entries by rising offsets, mixed with pointers that have no place. */
static void check_order(const struct args *a)
{
	int64_t last = 0;

	for (size_t i = 0; i < a->count; i++) {
		if (!has_place(&a->items[i]))
			continue;
		if (a->items[i].offset < last) {
			ze_report(a->c, "zeinfo-payload-order", a->items[i].node,
				  "offset %" PRId64 " comes after %" PRId64, a->items[i].offset, last);
			return;
		}
		last = a->items[i].offset;
	}
}

static void check_overlaps(struct args *a)
{
	const struct arg *before = NULL;

	qsort(a->items, a->count, sizeof(*a->items), by_offset);
	for (size_t i = 0; i < a->count; i++) {
		const struct arg *arg = &a->items[i];

		if (!has_place(arg))
			continue;
		if (before && arg->offset < before->offset + before->size)
			ze_report(a->c, "zeinfo-payload-overlap", arg->node,
				  "%s at %" PRId64 " overlaps %s at %" PRId64 " with %" PRId64 " bytes", arg->type,
				  arg->offset, before->type, before->offset, before->size);
		if (!before || arg->offset + arg->size > before->offset + before->size)
			before = arg;
	}
}

/* Repeated arguments: parts of a value have a source_offset, others are passed in each way once. Implicit arguments may
 * be repeated. */
static void check_twice(struct args *a)
{
	qsort(a->items, a->count, sizeof(*a->items), by_index);
	for (size_t i = 1; i < a->count; i++) {
		const struct arg *x = &a->items[i - 1], *y = &a->items[i];

		if (y->index < 0 || x->index != y->index || !str_eq(x->type, y->type) || !str_eq(x->mode, y->mode))
			continue;
		if (!str_eq(y->type, "arg_byvalue"))
			ze_report(a->c, "zeinfo-arg-repeated", y->node, "%s of argument %" PRId64 " appears twice",
				  y->type, y->index);
		else if (!syb_ze_get(y->node, "source_offset") || !syb_ze_get(x->node, "source_offset"))
			ze_report(a->c, "zeinfo-arg-source", y->node,
				  "parts of argument %" PRId64 " lack source_offset", y->index);
	}
}

/* A buffer_offset belongs to a pointer. Arguments are sorted by index. */
static void check_offsets(const struct args *a)
{
	size_t end;

	for (size_t first = 0; first < a->count; first = end) {
		bool pointer = a->items[first].index < 0, value = false; /* no index: reported */

		for (end = first; end < a->count && a->items[end].index == a->items[first].index; end++) {
			pointer |= str_eq(a->items[end].type, "arg_bypointer");
			value |= str_eq(a->items[end].type, "arg_byvalue");
		}
		for (size_t i = first; i < end && !pointer; i++)
			if (str_eq(a->items[i].type, "buffer_offset"))
				ze_report(a->c, "zeinfo-arg-index", ze_at(a->items[i].node, "arg_index"),
					  "buffer_offset of argument %" PRId64 ", which is %s", a->items[i].index,
					  value ? "passed by value, not a buffer" : "not in the payload");
	}
}

/* ---- the binding table ---- */

struct binding {
	const struct syb_ze_node *node;
	const char *key, *owner; /* owner: a type of argument, or "" for an argument of the kernel */
	int64_t value, index;    /* index -1: not of an argument */
	size_t order;
};

struct bindings {
	struct binding *items; /* with room for all */
	size_t count;
};

static int by_value(const void *a, const void *b)
{
	const struct binding *x = a, *y = b;

	return x->value != y->value ? ORDER(x->value, y->value) : ORDER(x->order, y->order);
}

static int by_argument(const void *a, const void *b)
{
	const struct binding *x = a, *y = b;

	return ORDER(x->index, y->index);
}

static void add_binding(struct bindings *b, const struct syb_ze_node *node, const char *key, const char *owner,
			int64_t value, int64_t index)
{
	b->items[b->count] = (struct binding){ node, key, owner, value, index, b->count };
	b->count++;
}

/* Entries of the table itself, and those of const_base, global_base and the surface of debuggers. */
static bool collect_bindings(const struct args *a, struct bindings *b)
{
	static const char list[] = "binding_table_indices", debug_key[] = "sip_surface_bti";
	const struct syb_ze_node *table = syb_ze_get(a->kernel, list), *debug = syb_ze_get(a->kernel, "debug_env"),
				 *node;

	b->items = ze_array(a->c, (table ? syb_ze_count(table) : 0) + a->count + 1, sizeof(*b->items));
	if (!b->items)
		return false;
	for (size_t i = 0; (node = ze_next(a->kernel, list, &i));)
		if (syb_ze_get(node, "bti_value"))
			add_binding(b, node, "bti_value", "", ze_number(node, "bti_value", -1),
				    ze_number(node, "arg_index", -1));
	for (size_t i = 0; i < a->count; i++)
		if (syb_ze_get(a->items[i].node, "bti_value"))
			add_binding(b, a->items[i].node, "bti_value", a->items[i].type,
				    ze_number(a->items[i].node, "bti_value", -1), -1);
	if (debug && syb_ze_kind(debug) == SYB_ZE_NODE_MAP && ze_number(debug, debug_key, -1) != -1)
		add_binding(b, syb_ze_get(debug, debug_key), debug_key, "the debugger", ze_number(debug, debug_key, -1),
			    -1);
	return true;
}

static void report_shared(const struct args *a, const struct binding *x, const struct binding *before)
{
	if (*before->owner)
		ze_report(a->c, "zeinfo-bti-repeated", x->node, "%s %" PRId64 " is also the %s of %s", x->key, x->value,
			  before->key, before->owner);
	else
		ze_report(a->c, "zeinfo-bti-repeated", x->node, "%s %" PRId64 " is also the %s of argument %" PRId64,
			  x->key, x->value, before->key, before->index);
}

static void check_values(const struct args *a, struct bindings *b)
{
	if (b->count)
		qsort(b->items, b->count, sizeof(*b->items), by_value);
	for (size_t i = 0; i < b->count; i++) {
		const struct binding *x = &b->items[i];

		if (x->value < 0 || x->value > 255)
			ze_report(a->c, "zeinfo-bti-range", x->node, "%s %" PRId64 " is not 0 to 255", x->key,
				  x->value);
		else if (i > 0 && x->value == x[-1].value)
			report_shared(a, x, &x[-1]);
	}
}

/* Bindings and arguments are sorted by index: walk both once. */
static void check_targets(const struct args *a, const struct bindings *b)
{
	bool any = false, pointer = false, stateful = false;
	size_t k = 0;

	for (size_t i = 0; i < b->count; i++) {
		const struct binding *x = &b->items[i];

		if (i == 0 || x->index != x[-1].index)
			any = pointer = stateful = false;
		for (; k < a->count && a->items[k].index <= x->index; k++) {
			const bool same = a->items[k].index == x->index;

			any |= same;
			pointer |= same && str_eq(a->items[k].type, "arg_bypointer");
			stateful |= same && str_eq(a->items[k].mode, "stateful");
		}
		if (x->index >= 0 && !pointer)
			ze_report(a->c, "zeinfo-bti-argument", x->node, "argument %" PRId64 " %s", x->index,
				  any ? "is not a pointer" : "is not in the payload");
		else if (x->index >= 0 && !stateful)
			ze_report(a->c, "zeinfo-bti-mode", x->node, "argument %" PRId64 " is not stateful", x->index);
	}
}

/* Stateful pointers have an entry; samplers have a table of their own. */
static void check_stateful(const struct args *a, const struct bindings *b)
{
	for (size_t i = 1; i < b->count; i++)
		if (b->items[i].index >= 0 && b->items[i].index == b->items[i - 1].index)
			ze_report(a->c, "zeinfo-bti-repeated", b->items[i].node, "argument %" PRId64 " has two entries",
				  b->items[i].index);
	for (size_t i = 0; i < a->count; i++) {
		const struct arg *arg = &a->items[i];
		struct binding key = { .index = arg->index };

		if (arg->index >= 0 && str_eq(arg->type, "arg_bypointer") && str_eq(arg->mode, "stateful") &&
		    !str_eq(arg->space, "sampler") &&
		    !(b->count && bsearch(&key, b->items, b->count, sizeof(*b->items), by_argument)))
			ze_report(a->c, "zeinfo-bti-missing", arg->node, "stateful argument %" PRId64 " has no entry",
				  arg->index);
	}
}

static void check_bindings(const struct args *a)
{
	struct bindings b = { 0 };

	if (!collect_bindings(a, &b))
		return;
	check_values(a, &b);
	if (b.count)
		qsort(b.items, b.count, sizeof(*b.items), by_argument);
	check_targets(a, &b);
	check_stateful(a, &b);
}

/* ---- the payload ---- */

void ze_check_payload(struct ze_check *c, const struct syb_ze_node *kernel)
{
	const struct syb_ze_node *list = syb_ze_get(kernel, "payload_arguments"), *node;
	struct args a = { .c = c, .kernel = kernel };

	a.items = ze_array(c, list ? syb_ze_count(list) : 0, sizeof(*a.items)); /* fewer than the text has bytes */
	for (size_t i = 0; a.items && (node = ze_next(kernel, "payload_arguments", &i));)
		a.items[a.count++] = (struct arg){ .node = node,
						   .type = ze_word(node, "arg_type"),
						   .mode = ze_word(node, "addrmode"),
						   .space = ze_word(node, "addrspace"),
						   .index = ze_number(node, "arg_index", -1),
						   .offset = ze_number(node, "offset", 0),
						   .size = ze_number(node, "size", 0),
						   .order = i };
	for (size_t i = 0; i < a.count; i++)
		check_arg(&a, &a.items[i]);
	if (a.count) {
		check_order(&a);
		check_overlaps(&a);
		check_twice(&a);
		check_offsets(&a);
	}
	check_bindings(&a);
}
