/* ir/aspects/fixed_targets_check.c — requirements that a fixed target does not meet: aspects, sub-group and work-group
 * sizes.
 *
 * An aspect is reported once, at its use, with the calls from an entry point; one message names all targets that lack
 * it. An unknown aspect is not one that a target lacks. The module's name of an aspect decides, because numbers
 * changed between versions of the compiler. */
#include "aspect_diags.h"
#include "base/buf.h"
#include "fixed_targets.h"

#include <sybil/target.h>

enum { WRAPPERS_MOST = 8 }; /* functions of headers between a kernel and the user's function */

struct checker {
	struct pass_run *run;
	struct uses *uses;
	const struct fixed_targets *targets;
	struct chains chains;
	const char **lacking; /* by aspect: the targets that lack it, as text; NULL: none, or not computed yet */
	bool *asked;
	unsigned sub_group, work_group; /* metadata kinds */
	struct hash reported;           /* places of warnings, with their subjects */
};

static bool has_aspect(struct checker *c, const struct syb_device *device, size_t aspect)
{
	const struct aspect *a = &c->uses->aspects.list[aspect];
	const struct syb_aspect_info *info = a->name ? syb_aspect_parse(a->name) : NULL;
	uint32_t number;

	if (a->number < 0)
		return true;
	number = syb_aspect_decode(c->uses->aspects.numbers, (uint32_t)a->number);
	if (a->name && !info && syb_aspect_find(number))
		return device->may_support_other_aspects; /* the module uses the number for another aspect */
	number = info ? info->number : number;
	return syb_device_has_aspect(device, number) || device->may_support_other_aspects ||
	       u32_in(device->unknown_aspects, device->unknown_aspect_count, number);
}

typedef bool lacks_fn(struct checker *c, const struct syb_device *device, uint64_t what);

static bool lacks_aspect(struct checker *c, const struct syb_device *device, uint64_t what)
{
	return !has_aspect(c, device, (size_t)what);
}

static bool lacks_sub_group(struct checker *c, const struct syb_device *device, uint64_t what)
{
	(void)c;
	return what > UINT32_MAX || !syb_device_has_sub_group_size(device, (uint32_t)what);
}

static bool lacks_work_group(struct checker *c, const struct syb_device *device, uint64_t what)
{
	(void)c;
	return device->max_work_group_size && what > device->max_work_group_size;
}

/* "fixed target 'a' lacks" or "fixed targets 'a', 'b' lack"; *out_text is NULL when no target lacks it. */
static int name_lacking(struct checker *c, lacks_fn *lacks, uint64_t what, const char **out_text)
{
	_cleanup_(buf_free) struct buf names = { 0 }, text = { 0 };
	size_t count = 0;

	*out_text = NULL;
	for (size_t i = 0; i < c->targets->count; i++) {
		const struct fixed_target *target = &c->targets->list[i];

		if (target->device && lacks(c, target->device, what))
			TRY(buf_printf(c->run->ctx, &names, "%s'%s'", count++ ? ", " : "", target->name));
	}
	if (count)
		TRY(buf_printf(c->run->ctx, &text, "fixed target%s %.*s lack%s", count == 1 ? "" : "s", (int)names.len,
			       (const char *)names.ptr, count == 1 ? "s" : ""));
	if (count == 0)
		return 0;
	*out_text = arena_string(c->run->ctx, &c->run->arena, text.ptr, text.len);
	return *out_text ? 0 : -SYB_E_NOMEM;
}

/* A place is reported once, even if several functions come from it (template instances, inlined code). */
static int is_reported(struct checker *c, struct place place, const char *check, uint64_t what, bool *out_reported)
{
	size_t *stored;
	char *key;

	*out_reported = false;
	if (!place.file)
		return 0;
	key = arena_printf(c->run->ctx, &c->run->arena, "%s:%llu:%u:%u:%s", check, (unsigned long long)what, place.line,
			   place.column, place.file);
	return key ? hash_put(c->run->ctx, &c->reported, key, strlen(key), 0, &stored, out_reported) : -SYB_E_NOMEM;
}

/* ---- aspects ---- */

/* Whether another, reported use is the reason of this one. A kernel repeats the parameters of the SYCL function that
 * the front end made it from, and functions of the SYCL headers use a type on behalf of their caller. */
static bool follows_from_other(struct checker *c, uint32_t node, size_t aspect, enum chain_goal goal)
{
	const struct callgraph *graph = &c->uses->graph;
	const bool emulated = c->run->opts.fp64_conversion_emulation;
	const LLVMValueRef function = graph->functions[node];
	const struct call_edge *edges;
	uint32_t count = callgraph_edges(graph, node, &edges), caller;

	if (goal == CHAIN_DECLARED)
		return false;
	if (ir_is_kernel(function) && ir_has(function, "sycl-module-id")) {
		for (uint32_t i = 0; i < count; i++)
			if (aspects_in(&c->uses->aspects, uses_pick(c->uses->used[edges[i].to], emulated), aspect))
				return true;
		return false;
	}
	caller = chains_is_of_headers(function) ? chains_caller(&c->chains, node) : UINT32_MAX;
	return caller < graph->function_count && !ir_is_kernel(graph->functions[caller]) &&
	       aspects_in(&c->uses->aspects, chains_own(&c->chains, caller, goal), aspect);
}

static int warn_aspect(struct checker *c, uint32_t node, size_t aspect, enum chain_goal goal)
{
	struct use_site site = chains_site(&c->chains, node, aspect, goal);
	struct place place = chains_site_place(&c->chains, node, site);
	bool reported = false;

	if (!c->asked[aspect])
		TRY(name_lacking(c, lacks_aspect, aspect, &c->lacking[aspect]));
	c->asked[aspect] = true;
	if (c->lacking[aspect])
		TRY(is_reported(c, place, goal == CHAIN_DECLARED ? "declared" : "used", aspect, &reported));
	if (!c->lacking[aspect] || reported || follows_from_other(c, node, aspect, goal))
		return 0;
	aspect_diags_report(c->run->ctx, SYB_SEVERITY_WARNING, place, "fixed-targets-aspect",
			    "function '%s' %s aspect '%s', which %s",
			    chains_name(&c->chains, c->uses->graph.functions[node]),
			    goal == CHAIN_DECLARED ? "declares" : "uses", aspects_name(&c->uses->aspects, aspect),
			    c->lacking[aspect]);
	if (chains_reached(&c->chains, node))
		TRY(aspect_diags_chain(c->run->ctx, &c->chains, node));
	if (!place.file)
		syb_note(c->run->ctx, 0, "compile with '-g' to get source location");
	return 0;
}

static int check_set(struct checker *c, uint32_t node, aspect_set set, enum chain_goal goal)
{
	size_t count;
	const uint16_t *members = aspects_members(&c->uses->aspects, set, &count);

	if (!members)
		return -SYB_E_NOMEM;

	for (size_t i = 0; i < count; i++)
		TRY(warn_aspect(c, node, members[i], goal));
	return 0;
}

static int check_aspects(struct checker *c, uint32_t node)
{
	struct aspects *a = &c->uses->aspects;
	enum chain_goal goal = c->run->opts.fp64_conversion_emulation ? CHAIN_HARD : CHAIN_USED;
	aspect_set own = chains_own(&c->chains, node, goal);
	aspect_set used = uses_pick(c->uses->used[node], c->run->opts.fp64_conversion_emulation);

	if (own)
		TRY(check_set(c, node, own, goal));
	/* an aspect that is declared and used is reported once, at its use */
	if (c->uses->declared[node])
		TRY(check_set(c, node, aspects_without(a, c->uses->declared[node], used), CHAIN_DECLARED));
	return a->r;
}

/* ---- sizes ---- */

/* The product of the numbers of a node, or of the attribute "a,b,c" before the properties pass ran. */
static bool read_size(LLVMValueRef function, unsigned kind, const char *attribute, uint64_t *out_size)
{
	LLVMMetadataRef node = shim_global_metadata(function, kind);
	struct text rest = { NULL, 0 };
	uint64_t size = 1;
	int64_t value;

	if (!node)
		rest.ptr = ir_attribute(function, attribute, &rest.len);
	if (shim_node_count(node) == 0 && rest.len == 0)
		return false;
	for (size_t i = 0; i < shim_node_count(node); i++) {
		if (!shim_integer(shim_node_at(node, i), &value) || value == 0)
			return false; /* the largest sizes look negative */
		if (!checked_mul(size, (uint64_t)value, &size))
			size = UINT64_MAX;
	}
	while (rest.len) {
		if (!text_number(text_cut(&rest, ','), 1, INT64_MAX, &value))
			return false;
		if (!checked_mul(size, (uint64_t)value, &size))
			size = UINT64_MAX;
	}
	*out_size = size;
	return true;
}

static int check_size(struct checker *c, uint32_t node, uint64_t size, lacks_fn *lacks, const char *check,
		      const char *what)
{
	LLVMValueRef function = c->uses->graph.functions[node];
	struct place place = chains_place(&c->chains, function);
	const char *targets;
	bool reported = false;

	TRY(name_lacking(c, lacks, size, &targets));
	if (targets)
		TRY(is_reported(c, place, check, size, &reported));
	if (!targets || reported)
		return 0;
	aspect_diags_report(c->run->ctx, SYB_SEVERITY_WARNING, place, check,
			    "function '%s' requires a %s size of %llu, which %s", chains_name(&c->chains, function),
			    what, (unsigned long long)size, targets);
	if (!place.file)
		syb_note(c->run->ctx, 0, "compile with '-g' to get source location");
	return 0;
}

/* A kernel has the size of the function that the front end made it from, which is reported by its own name. */
static bool is_made(struct checker *c, uint32_t node, unsigned kind, const char *attribute, uint64_t size)
{
	const struct callgraph *graph = &c->uses->graph;
	const struct call_edge *edges;
	uint32_t count;
	uint64_t other;

	if (!ir_is_kernel(graph->functions[node]) || !ir_has(graph->functions[node], "sycl-module-id"))
		return false;
	for (unsigned depth = 0; depth < WRAPPERS_MOST; depth++) {
		uint32_t next = UINT32_MAX;

		count = callgraph_edges(graph, node, &edges);
		for (uint32_t i = 0; i < count; i++) {
			if (edges[i].to >= graph->function_count || LLVMIsDeclaration(graph->functions[edges[i].to]))
				continue;
			if (read_size(graph->functions[edges[i].to], kind, attribute, &other) && other == size)
				return true;
			next = next == UINT32_MAX ? edges[i].to : next;
		}
		if (next == UINT32_MAX)
			return false;
		node = next;
	}
	return false;
}

static int check_sizes(struct checker *c, uint32_t node)
{
	static const char sub_group[] = "sycl-sub-group-size", work_group[] = "sycl-work-group-size";
	LLVMValueRef function = c->uses->graph.functions[node];
	uint64_t size;

	if (read_size(function, c->sub_group, sub_group, &size) && !is_made(c, node, c->sub_group, sub_group, size))
		TRY(check_size(c, node, size, lacks_sub_group, "fixed-targets-sub-group-size", "sub-group"));
	if (read_size(function, c->work_group, work_group, &size) && !is_made(c, node, c->work_group, work_group, size))
		TRY(check_size(c, node, size, lacks_work_group, "fixed-targets-work-group-size", "work-group"));
	return 0;
}

/* ---- all functions ---- */

static int walk_from_entries(struct checker *c)
{
	const struct callgraph *g = &c->uses->graph;
	uint32_t *starts = arena_array(c->run->ctx, &c->run->arena, g->function_count + 1, sizeof(*starts));
	size_t count = 0;

	if (!starts)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < g->function_count; i++)
		if (ir_is_entry_point(g->functions[i]))
			starts[count++] = (uint32_t)i;
	chains_from(&c->chains, starts, count);
	return 0;
}

static int make_room(struct checker *c)
{
	size_t count = c->uses->aspects.count + 1;

	c->lacking = arena_array(c->run->ctx, &c->run->arena, count, sizeof(*c->lacking));
	c->asked = arena_array(c->run->ctx, &c->run->arena, count, sizeof(*c->asked));
	return c->lacking && c->asked ? 0 : -SYB_E_NOMEM;
}

static void free_checker(struct checker *c)
{
	if (c->chains.uses)
		chains_free(&c->chains);
	hash_free(&c->reported);
}

int fixed_targets_check(struct pass_run *run, struct uses *u, const struct fixed_targets *targets)
{
	_cleanup_(free_checker) struct checker c = { .run = run,
						     .uses = u,
						     .targets = targets,
						     .sub_group = md_kind(run->ir, "intel_reqd_sub_group_size"),
						     .work_group = md_kind(run->ir, "reqd_work_group_size") };

	if (!targets->given)
		return 0;
	TRY(chains_init(&c.chains, u));
	TRY(make_room(&c));
	TRY(walk_from_entries(&c));
	for (size_t i = 0; i < u->graph.function_count; i++) {
		TRY(check_aspects(&c, (uint32_t)i));
		TRY(check_sizes(&c, (uint32_t)i));
	}
	return 0;
}
