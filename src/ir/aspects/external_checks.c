/* ir/aspects/external_checks.c — SYCL_EXTERNAL functions of an image that require more than its kernels declare.
 *
 * Such requirements are reported and added to those of the image, so that it is not launched where it cannot run. The
 * documents skip functions whose list of fixed targets is narrower than the image's; here they are reported and narrow
 * the image. A function with an empty list, compiled without the switch, is reported as well and narrows nothing. */
#include "aspect_diags.h"
#include "ir/describe/describe.h"
#include "ir/split/use_graph.h"

enum { PAIRS_MOST = 1 << 20 }; /* targets of the image times those of a function */

struct checker {
	struct describer *d;
	const struct requirements *expected; /* of the entry points */
	struct number_set found;             /* aspects of one function */
	struct number_set more_aspects, more_sizes;
	bool *mine;             /* by fixed target of the image: whether the function has it */
	struct use_graph graph; /* of the image, once needed */
	aspect_set *brings;     /* by function: aspects that it introduces */
	struct hash reported;
};

/* Whether a function was reported before: it may be in the image and in lists of several entry points. */
static int is_reported(struct checker *c, const struct requirer *from, const char *check, int64_t what,
		       bool *out_reported)
{
	size_t len = 0, *stored;
	const char *name = requirer_name(from, &len);
	char *key = arena_printf(c->d->ctx, &c->d->arena, "%s:%lld:%.*s", check, (long long)what, (int)len,
				 name ? name : "");

	return key ? hash_put(c->d->ctx, &c->reported, key, strlen(key), 0, &stored, out_reported) : -SYB_E_NOMEM;
}

/* ---- aspects ---- */

/* Learn the module's names of aspects from pairs of name and number. */
static int learn_names(struct checker *c, const struct requirer *from)
{
	struct aspects *a = &c->d->aspects;

	TRY(describe_need_aspects(c->d));
	for (int k = 0; k < REQUIRES_ASPECTS; k++) {
		aspects_of_list(a, requirer_metadata(c->d->run->ir, from, (enum requirer_kind)k));
		TRY(a->r);
	}
	return 0;
}

/* A function introduces the aspects that one of its users does not have; without users it introduces all of its own. */
static void note_users(struct checker *c, const aspect_set *sets, const aspect_set *has, bool *used)
{
	const struct use_graph *g = &c->graph;
	struct aspects *a = &c->d->aspects;

	for (uint32_t user = 0; user < g->node_count; user++) {
		const bool own = use_graph_is_function(g, user);

		if (!own && g->values[user] && LLVMIsAFunction(g->values[user]))
			continue; /* of another image, which lends this one its functions */
		for (uint32_t e = g->first[user]; e < g->first[user + 1]; e++) {
			uint32_t f = g->edges[e];
			aspect_set more;

			if (!use_graph_is_function(g, f) || f == user)
				continue;
			used[f] = true;
			more = aspects_without(a, sets[f], own ? has[user] : 0);
			c->brings[f] = aspects_union(a, c->brings[f], more);
		}
	}
	for (uint32_t f = 0; f < g->function_count; f++)
		if (!used[f])
			c->brings[f] = sets[f];
}

static int find_brings(struct checker *c)
{
	struct arena *arena = &c->d->arena;
	aspect_set *sets, *has;
	bool *used;

	TRY(describe_need_aspects(c->d));
	TRY(use_graph_init(&c->graph, c->d->ctx, c->d->image->module));
	sets = arena_array(c->d->ctx, arena, c->graph.function_count + 1, sizeof(*sets));
	has = arena_array(c->d->ctx, arena, c->graph.function_count + 1, sizeof(*has));
	used = arena_array(c->d->ctx, arena, c->graph.function_count + 1, sizeof(*used));
	c->brings = arena_array(c->d->ctx, arena, c->graph.function_count + 1, sizeof(*c->brings));
	if (!sets || !has || !used || !c->brings)
		return -SYB_E_NOMEM;
	for (uint32_t f = 0; f < c->graph.function_count; f++) {
		const struct requirer requirer = { .function = c->graph.values[f] };

		sets[f] = requirer_aspects(&c->d->aspects, &requirer, false);
		has[f] = requirer_aspects(&c->d->aspects, &requirer, true);
	}
	note_users(c, sets, has, used);
	return c->d->aspects.r;
}

/* Each use is reported once, for the function that introduces it; functions below it have the aspect as well. */
static int should_report(struct checker *c, const struct requirer *from, int64_t number, bool *out)
{
	bool reported = false;

	if (from->function && !c->brings)
		TRY(find_brings(c));
	*out = from->function ? aspects_in(&c->d->aspects, c->brings[use_graph_number(&c->graph, from->function)],
					   aspects_index(&c->d->aspects, number))
			      : requirer_brings(from, number);
	if (*out)
		TRY(is_reported(c, from, "aspect", number, &reported));
	*out &= !reported;
	return 0;
}

static int warn_aspect(struct checker *c, const struct requirer *from, int64_t number)
{
	const char *name, *aspect;
	bool report = false;

	TRY(should_report(c, from, number, &report));
	if (!report)
		return 0;
	TRY(learn_names(c, from));
	aspect = aspects_name(&c->d->aspects, aspects_index(&c->d->aspects, number));
	if (c->d->aspects.r < 0 || !aspect)
		return c->d->aspects.r < 0 ? c->d->aspects.r : -SYB_E_NOMEM;
	TRY(describe_name(c->d, from, &name));
	aspect_diags_report(c->d->ctx, SYB_SEVERITY_WARNING, requirer_place(c->d->ctx, &c->d->arena, from),
			    "external-aspect",
			    "function '%s' uses aspect '%s' not expected by its calling kernel. "
			    "Missing [[sycl::device_has()]] on SYCL_EXTERNAL function?",
			    name, aspect);
	return 0;
}

static int check_aspects(struct checker *c, const struct requirer *from)
{
	c->found.count = 0;
	TRY(describe_function_aspects(c->d, from, &c->found));
	for (size_t i = 0; i < c->found.count; i++) {
		if (number_set_has(&c->expected->aspects, c->found.list[i]))
			continue;
		TRY(number_set_add(c->d, &c->more_aspects, c->found.list[i]));
		if (!c->d->run->opts.without_warnings)
			TRY(warn_aspect(c, from, c->found.list[i]));
	}
	return 0;
}

/* ---- sub-group sizes ---- */

static int check_sub_group_size(struct checker *c, const struct requirer *from)
{
	const char *name;
	bool reported = false;
	uint32_t size;

	if (!describe_sub_group_size(c->d, from, &size) || number_set_has(&c->expected->sub_group_sizes, size))
		return 0;
	TRY(number_set_add(c->d, &c->more_sizes, size));
	TRY(is_reported(c, from, "size", size, &reported));
	if (reported || c->d->run->opts.without_warnings)
		return 0;
	TRY(describe_name(c->d, from, &name));
	aspect_diags_report(c->d->ctx, SYB_SEVERITY_WARNING, requirer_place(c->d->ctx, &c->d->arena, from),
			    "external-sub-group-size",
			    "function '%s' has required sub-group size '%u' that does not match its calling "
			    "kernel. Missing [[sycl::reqd_sub_group()]] attribute on SYCL_EXTERNAL function?",
			    name, size);
	return 0;
}

static int check_features(struct checker *c, const struct requirer *from)
{
	TRY(check_aspects(c, from));
	return check_sub_group_size(c, from);
}

static int merge(struct describer *d, struct number_set *into, const struct number_set *more)
{
	for (size_t i = 0; i < more->count; i++)
		TRY(number_set_add(d, into, more->list[i]));
	return 0;
}

/* ---- fixed targets ---- */

/* Whether an operand names a target of the image: by its name, by another name of the device, or by its number. */
static bool is_same(struct checker *c, const char *target, const char *name, size_t len, int64_t number)
{
	const struct syb_devices *devices = c->d->run->opts.devices;
	const struct syb_device *device;
	int64_t own;

	if (name && strlen(target) == len && memcmp(target, name, len) == 0)
		return true;
	if (!name)
		return describe_target_number(c->d, target, &own) && own == number;
	device = devices ? syb_devices_find(devices, target) : NULL;
	name = device ? arena_string(c->d->ctx, &c->d->arena, name, len) : NULL;
	return name && syb_devices_find(devices, name) == device;
}

/* Marks the targets of the image that an operand names, and counts it; false when it names none of them. */
static bool mark(struct checker *c, LLVMMetadataRef operand, size_t *count)
{
	const struct image *image = c->d->image;
	size_t len = 0;
	const char *name = shim_string(shim_is_node(operand) ? shim_node_at(operand, 0) : operand, &len);
	int64_t number = -1;
	bool known = false;

	if (!name && !shim_integer(operand, &number))
		return true; /* not a target */
	(*count)++;
	for (size_t i = 0; i < image->fixed_target_count; i++) {
		if (!is_same(c, image->fixed_targets[i], name, len, number))
			continue;
		c->mine[i] = known = true;
	}
	return known;
}

static int warn_targets(struct checker *c, const struct requirer *from)
{
	const char *name;
	bool reported;

	TRY(is_reported(c, from, "targets", 0, &reported));
	if (reported || c->d->run->opts.without_warnings)
		return 0;
	TRY(describe_name(c->d, from, &name));
	aspect_diags_report(c->d->ctx, SYB_SEVERITY_WARNING, requirer_place(c->d->ctx, &c->d->arena, from),
			    "external-fixed-targets",
			    "function '%s' compiled with a different `-fsycl-fixed-targets` switch than its "
			    "calling kernel.",
			    name);
	return 0;
}

static int check_targets(struct checker *c, const struct requirer *from)
{
	const size_t targets = c->d->image->fixed_target_count;
	size_t count = 0;
	bool has_list = false, same = true;

	memset(c->mine, 0, targets * sizeof(*c->mine));
	for (int k = REQUIRES_SYCL_TARGETS; k <= REQUIRES_INTEL_TARGETS; k++) {
		LLVMMetadataRef node = requirer_metadata(c->d->run->ir, from, (enum requirer_kind)k);
		size_t operands = shim_node_count(node);

		if (operands > PAIRS_MOST / targets)
			return syb_fail(c->d->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "too many fixed targets");
		has_list |= node != NULL;
		for (size_t i = 0; i < operands; i++)
			same &= mark(c, shim_node_at(node, i), &count);
	}
	if (!has_list)
		return 0;
	for (size_t i = 0; i < targets; i++) {
		same &= c->mine[i];
		if (count)
			c->expected->targets[i] &= c->mine[i];
	}
	return same ? 0 : warn_targets(c, from);
}

/* ---- all functions ---- */

typedef int check_fn(struct checker *c, const struct requirer *from);

static bool is_entry(const struct image *image, const struct requirer *listed)
{
	size_t len = 0, entry_len;
	const char *name = requirer_name(listed, &len);

	for (size_t i = 0; i < image->entry_count; i++) {
		const char *entry = LLVMGetValueName2(image->entries[i], &entry_len);

		if (name && entry_len == len && memcmp(entry, name, len) == 0)
			return true;
	}
	return false;
}

/* Functions that were inlined into one of the image. */
static int each_listed(struct checker *c, LLVMValueRef function, check_fn *check)
{
	LLVMMetadataRef list = requirers_of(c->d->run->ir, function);

	for (size_t i = 0; i < shim_node_count(list); i++) {
		const struct requirer listed = { .listed = shim_node_at(list, i) };

		if (!is_entry(c->d->image, &listed))
			TRY(check(c, &listed));
	}
	return 0;
}

/* Entry points have the order of the module; the other functions are compared with them. Their lists have the functions
 * that were below them, in this order. */
static int each_other(struct checker *c, check_fn *check)
{
	const struct image *image = c->d->image;
	size_t next = 0;

	for (size_t i = 0; i < image->entry_count; i++)
		TRY(each_listed(c, image->entries[i], check));
	for (LLVMValueRef f = LLVMGetFirstFunction(image->module); f; f = LLVMGetNextFunction(f)) {
		if (next < image->entry_count && image->entries[next] == f)
			next++;
		else
			TRY(check(c, &(struct requirer){ .function = f }));
		TRY(each_listed(c, f, check));
	}
	return 0;
}

static int check_all_targets(struct checker *c)
{
	TRY(describe_need_aspects(c->d));
	c->mine = arena_array(c->d->ctx, &c->d->arena, c->d->image->fixed_target_count, sizeof(*c->mine));
	return c->mine ? each_other(c, check_targets) : -SYB_E_NOMEM;
}

static void free_checker(struct checker *c)
{
	use_graph_free(&c->graph);
	hash_free(&c->reported);
}

int external_checks(struct describer *d, struct requirements *q)
{
	_cleanup_(free_checker) struct checker c = { .d = d, .expected = q };

	TRY(d->image->fixed_target_count ? check_all_targets(&c) : each_other(&c, check_features));
	TRY(merge(d, &q->aspects, &c.more_aspects));
	return merge(d, &q->sub_group_sizes, &c.more_sizes);
}
