/* ir/split/groups.c — entry points and their keys; see groups.h. */
#include "groups.h"

#include "base/buf.h"
#include "base/order.h"

#include <inttypes.h>
#include <stdlib.h>

enum rule_kind {
	RULE_SOURCE,  /* an attribute that is used only if sources are separated */
	RULE_TEXT,    /* an attribute */
	RULE_ASPECTS, /* those used and those declared, also by functions below */
	RULE_NUMBERS, /* metadata operands */
	RULE_SIZES,   /* sub-group sizes, also of functions below; "primary" and "automatic" are none */
	RULE_STRINGS,
};

/* Order and the "-" after each value are those of DPC++: the order of keys decides the names of files. DPC++ does not
 * ask the functions below: a kernel would require what only another kernel of its image calls. */
static const struct rule {
	const char *name;
	enum rule_kind kind;
} rules[] = {
	{ "sycl-module-id", RULE_SOURCE },
	{ "indirectly-callable", RULE_TEXT },
	{ "sycl-register-alloc-mode", RULE_TEXT },
	{ "sycl-grf-size", RULE_TEXT },
	{ "aspects", RULE_ASPECTS },
	{ "reqd_work_group_size", RULE_NUMBERS },
	{ "work_group_num_dim", RULE_NUMBERS },
	{ "intel_reqd_sub_group_size", RULE_SIZES },
	{ "sycl-optlevel", RULE_TEXT },
	{ "sycl_joint_matrix", RULE_STRINGS },
	{ "sycl_joint_matrix_mad", RULE_STRINGS },
};

size_t groups_rule_count(void)
{
	return ARRAY_SIZE(rules);
}

const char *groups_rule_name(size_t rule)
{
	return rules[rule].name;
}

/* ---- what a function adds to a key ---- */

static int add_text(struct groups *g, LLVMValueRef function, const struct rule *rule, struct buf *key)
{
	size_t len;
	const char *text = ir_attribute(function, rule->name, &len);

	return text ? buf_add(g->ctx, key, text, len) : 0;
}

static int add_number(struct groups *g, struct buf *key, int64_t number)
{
	/* as DPC++ prints them: 32 bits without a sign */
	return buf_printf(g->ctx, key, "-%" PRIu64, number < 0 ? (uint64_t)(uint32_t)number : (uint64_t)number);
}

/* Of the requirements of an image with this entry point. */
static int add_required(struct groups *g, LLVMValueRef function, enum requirement kind, struct buf *key)
{
	uint64_t numbers[ASPECTS_MOST];
	size_t count;
	int r = below_list(&g->below, use_graph_number(g->graph, function), kind, numbers, &count);

	for (size_t i = 0; i < count && r == 0; i++)
		r = add_number(g, key, (int64_t)numbers[i]);
	return r;
}

static int add_operands(struct groups *g, LLVMValueRef function, const struct rule *rule, struct buf *key)
{
	LLVMMetadataRef node = shim_global_metadata(
		function, LLVMGetMDKindIDInContext(g->aspects.ir->context, rule->name, (unsigned)strlen(rule->name)));

	for (size_t i = 0; i < shim_node_count(node); i++) {
		LLVMMetadataRef operand = shim_node_at(node, i);
		const char *text;
		int64_t number;
		size_t len;

		if (rule->kind == RULE_STRINGS) {
			text = shim_string(operand, &len);
			if (text)
				TRY(buf_char(g->ctx, key, '-'));
			if (text)
				TRY(buf_add(g->ctx, key, text, len));
		} else if (shim_integer(operand, &number)) {
			TRY(add_number(g, key, number));
		}
	}
	return 0;
}

int groups_rule_value(struct groups *g, LLVMValueRef function, size_t rule, struct buf *key)
{
	switch (rules[rule].kind) {
	case RULE_SOURCE:
	case RULE_TEXT:
		return add_text(g, function, &rules[rule], key);
	case RULE_ASPECTS:
		return add_required(g, function, REQUIREMENT_ASPECT, key);
	case RULE_SIZES:
		return add_required(g, function, REQUIREMENT_SUB_GROUP, key);
	default:
		return add_operands(g, function, &rules[rule], key);
	}
}

/* ---- fixed targets ---- */

/* Sort names and remove repeated ones; returns how many are left. */
static size_t sort_names(const char **names, size_t count)
{
	size_t kept = 0;

	qsort(names, count, sizeof(*names), order_texts);
	for (size_t i = 0; i < count; i++)
		if (kept == 0 || !str_eq(names[kept - 1], names[i]))
			names[kept++] = names[i];
	return kept;
}

static int target_name(struct groups *g, LLVMMetadataRef operand, const char **out_name)
{
	TRY(aspects_target_name(&g->aspects, operand, out_name));
	*out_name = aspects_target_alias(g->devices, *out_name);
	return 0;
}

/* Names, sorted, each once. */
static int read_targets(struct groups *g, LLVMValueRef function, const char ***out_names, size_t *out_count)
{
	LLVMMetadataRef nodes[ARRAY_SIZE(g->fixed_kinds)];
	const char **names;
	size_t room = 0, count = 0;

	for (size_t k = 0; k < ARRAY_SIZE(nodes); k++) {
		nodes[k] = shim_global_metadata(function, g->fixed_kinds[k]);
		room += shim_node_count(nodes[k]);
	}
	*out_count = 0;
	if (room == 0)
		return 0;
	names = arena_array(g->ctx, &g->arena, room, sizeof(*names));
	if (!names)
		return -SYB_E_NOMEM;
	for (size_t k = 0; k < ARRAY_SIZE(nodes); k++)
		for (size_t i = 0; i < shim_node_count(nodes[k]); i++) {
			TRY(target_name(g, shim_node_at(nodes[k], i), &names[count]));
			count += names[count] != NULL;
		}
	*out_names = names;
	*out_count = sort_names(names, count);
	return 0;
}

/* ---- keys ---- */

bool groups_by_features(const struct groups *g, size_t target_count)
{
	return target_count == 0 || g->fixed_features;
}

static int add_rules(struct groups *g, LLVMValueRef function, bool features, struct buf *key)
{
	for (size_t i = 0; i < ARRAY_SIZE(rules); i++) {
		bool counts = rules[i].kind == RULE_SOURCE ? g->split != SYB_SPLIT_OFF : features;

		if (counts)
			TRY(groups_rule_value(g, function, i, key));
		TRY(buf_char(g->ctx, key, '-'));
	}
	return 0;
}

/* Those of the functions that code without any calls: its image can only run there, too. */
static int add_called_targets(struct groups *g, LLVMValueRef function, struct buf *key)
{
	uint64_t numbers[ASPECTS_MOST];
	const char *names[ASPECTS_MOST];
	size_t count;

	TRY(below_list(&g->below, use_graph_number(g->graph, function), REQUIREMENT_TARGET, numbers, &count));
	for (size_t i = 0; i < count; i++)
		names[i] = aspects_target_alias(g->devices, g->below.targets[numbers[i]]);
	count = sort_names(names, count);
	for (size_t i = 0; i < count; i++)
		TRY(buf_printf(g->ctx, key, "-%s", names[i]));
	return 0;
}

static int make_key(struct groups *g, LLVMValueRef function, const char **targets, size_t target_count, struct buf *key)
{
	size_t len;
	const char *name = LLVMGetValueName2(function, &len);

	if (g->split == SYB_SPLIT_NONE)
		return buf_text(g->ctx, key, GROUP_WHOLE);
	if (g->split == SYB_SPLIT_KERNEL) {
		TRY(buf_add(g->ctx, key, name, len));
		return buf_char(g->ctx, key, '-');
	}
	TRY(add_rules(g, function, groups_by_features(g, target_count), key));
	for (size_t i = 0; i < target_count; i++)
		TRY(buf_printf(g->ctx, key, "-%s", targets[i]));
	return target_count ? 0 : add_called_targets(g, function, key);
}

static bool is_entry(const struct groups *g, LLVMValueRef function)
{
	if (LLVMIsDeclaration(function))
		return false;
	return ir_is_kernel(function) || ir_has(function, "indirectly-callable") ||
	       (!g->only_kernels && ir_is_entry_point(function));
}

/* Functions that only one image defines; others declare them. */
static bool lends(const void *user, LLVMValueRef function)
{
	const struct groups *g = user;

	return !LLVMIsDeclaration(function) && (ir_has(function, "indirectly-callable") ||
						(g->imports && is_entry(g, function) && ir_is_importable(function)));
}

static bool is_esimd(const struct groups *g, uint32_t function)
{
	return shim_global_metadata(g->graph->values[function], g->esimd_kind) != NULL;
}

/* Note whether all entry points of a group have the same targets. */
static void agree(struct group *group, const struct group *other)
{
	bool same = group->fixed_target_count == other->fixed_target_count;

	for (size_t i = 0; same && i < group->fixed_target_count; i++)
		same = str_eq(group->fixed_targets[i], other->fixed_targets[i]);
	group->targets_differ |= !same;
}

static int join(struct groups *g, struct hash *index, uint32_t function, struct buf *key)
{
	struct group group = { 0 };
	size_t *number, *stored;
	bool found;

	TRY(read_targets(g, g->graph->values[function], &group.fixed_targets, &group.fixed_target_count));
	key->len = 0;
	TRY(make_key(g, g->graph->values[function], group.fixed_targets, group.fixed_target_count, key));
	group.code = g->split_esimd && is_esimd(g, function) ? GROUP_ESIMD : GROUP_SYCL;
	if (group.code == GROUP_ESIMD)
		TRY(buf_char(g->ctx, key, '\0')); /* another key for the index, the same one for the order */
	number = hash_get(index, key->ptr, key->len);
	if (!number) {
		group.key = arena_string(g->ctx, &g->arena, key->ptr, key->len);
		if (!group.key || VEC_PUSH(g->ctx, g->list, g->count, g->room) < 0 ||
		    hash_put(g->ctx, index, group.key, key->len, g->count, &stored, &found) < 0)
			return -SYB_E_NOMEM;
		g->group_of[function] = (uint32_t)g->count;
		g->list[g->count++] = group;
	} else {
		g->group_of[function] = (uint32_t)*number;
		agree(&g->list[*number], &group);
	}
	g->list[g->group_of[function]].entry_count++;
	return 0;
}

static int find_entries(struct groups *g)
{
	_cleanup_(buf_free) struct buf key = { 0 };
	_cleanup_(hash_free) struct hash index = { 0 };

	for (uint32_t i = 0; i < g->graph->function_count; i++) {
		g->group_of[i] = GROUP_NONE;
		if (is_entry(g, g->graph->values[i]))
			TRY(join(g, &index, i, &key));
	}
	return 0;
}

/* ---- order ---- */

struct sort_entry {
	const char *key;
	bool esimd;
	uint32_t group;
};

static int compare_places(const void *a, const void *b)
{
	const struct sort_entry *x = a, *y = b;
	int order = strcmp(y->key, x->key);

	return order ? order : x->esimd - y->esimd;
}

static int sort_groups(struct groups *g)
{
	struct sort_entry *places = arena_array(g->ctx, &g->arena, g->count + 1, sizeof(*places));
	struct group *sorted = arena_array(g->ctx, &g->arena, g->count + 1, sizeof(*sorted));
	uint32_t *now = arena_array(g->ctx, &g->arena, g->count + 1, sizeof(*now));

	if (!places || !sorted || !now)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < g->count; i++)
		places[i] = (struct sort_entry){ g->list[i].key, g->list[i].code == GROUP_ESIMD, (uint32_t)i };
	qsort(places, g->count, sizeof(*places), compare_places);
	for (size_t i = 0; i < g->count; i++) {
		sorted[i] = g->list[places[i].group];
		sorted[i].second = i > 0 && str_eq(sorted[i - 1].key, sorted[i].key);
		now[places[i].group] = (uint32_t)i;
	}
	if (g->count)
		memcpy(g->list, sorted, g->count * sizeof(*sorted));
	for (uint32_t i = 0; i < g->graph->function_count; i++)
		if (g->group_of[i] != GROUP_NONE)
			g->group_of[i] = now[g->group_of[i]];
	return 0;
}

/* The targets of all entry points of a group whose targets differ. */
static int unite(struct groups *g, struct group *group)
{
	size_t count = 0, one_count;
	const char **all, **one;

	for (size_t i = 0; i < group->entry_count; i++)
		for (size_t k = 0; k < ARRAY_SIZE(g->fixed_kinds); k++)
			count += shim_node_count(
				shim_global_metadata(g->graph->values[group->entries[i]], g->fixed_kinds[k]));
	all = arena_array(g->ctx, &g->arena, count + 1, sizeof(*all));
	if (!all)
		return -SYB_E_NOMEM;
	count = 0;
	for (size_t i = 0; i < group->entry_count; i++) {
		TRY(read_targets(g, g->graph->values[group->entries[i]], &one, &one_count));
		for (size_t k = 0; k < one_count; k++)
			all[count++] = one[k];
	}
	group->fixed_targets = all;
	group->fixed_target_count = sort_names(all, count);
	return 0;
}

int groups_fill(struct groups *g)
{
	for (size_t i = 0; i < g->count; i++) {
		g->list[i].entries = arena_array(g->ctx, &g->arena, g->list[i].entry_count + 1, sizeof(uint32_t));
		if (!g->list[i].entries)
			return -SYB_E_NOMEM;
		g->list[i].entry_count = 0;
	}
	for (uint32_t i = 0; i < g->graph->function_count; i++) {
		struct group *group = g->group_of[i] != GROUP_NONE ? &g->list[g->group_of[i]] : NULL;

		if (!group)
			continue;
		if (group->entry_count == 0)
			group->code = is_esimd(g, i) ? GROUP_ESIMD : GROUP_SYCL;
		else if (group->code != (is_esimd(g, i) ? GROUP_ESIMD : GROUP_SYCL))
			group->code = GROUP_BOTH;
		group->entries[group->entry_count++] = i;
	}
	for (size_t i = 0; i < g->count; i++)
		if (g->list[i].targets_differ)
			TRY(unite(g, &g->list[i]));
	return 0;
}

int groups_clear(struct groups *g)
{
	for (uint32_t i = 0; i < g->graph->function_count; i++)
		g->group_of[i] = GROUP_NONE;
	g->count = 0;
	g->whole = false;
	return 0;
}

int groups_add(struct groups *g, const char *name)
{
	struct group group = { .key = name, .name = name };

	if (VEC_PUSH(g->ctx, g->list, g->count, g->room) < 0)
		return -SYB_E_NOMEM;
	g->list[g->count++] = group;
	return 0;
}

int groups_put(struct groups *g, uint32_t function)
{
	struct group *group = &g->list[g->count - 1], one = { 0 };

	TRY(read_targets(g, g->graph->values[function], &one.fixed_targets, &one.fixed_target_count));
	if (group->entry_count++ > 0) {
		agree(group, &one);
	} else {
		group->fixed_targets = one.fixed_targets;
		group->fixed_target_count = one.fixed_target_count;
	}
	g->group_of[function] = (uint32_t)g->count - 1;
	return 0;
}

int groups_init(struct groups *g, struct pass_run *run, const struct use_graph *graph,
		const struct syb_postlink_opts *opts)
{
	*g = (struct groups){ .ctx = run->ctx,
			      .graph = graph,
			      .devices = run->opts.devices,
			      .split = opts->split == SYB_SPLIT_AUTO ? SYB_SPLIT_SOURCE : opts->split,
			      .only_kernels = opts->only_kernels_are_entry_points,
			      .imports = opts->allow_image_dependencies,
			      .split_esimd = opts->split_esimd,
			      .esimd_kind = md_kind(run->ir, "sycl_explicit_simd"),
			      .fixed_features = opts->split == SYB_SPLIT_AUTO && run->opts.dialect != SYB_DIALECT_SPEC,
			      .fixed_kinds = { md_kind(run->ir, "sycl_fixed_targets"),
					       md_kind(run->ir, "intel_fixed_targets") } };
	if (opts->ir_output_only && opts->split == SYB_SPLIT_AUTO)
		g->split = SYB_SPLIT_NONE;
	g->feature_split = g->split != SYB_SPLIT_NONE;
	g->group_of = arena_array(g->ctx, &g->arena, graph->function_count + 1, sizeof(*g->group_of));
	TRY(g->group_of ? aspects_init(&g->aspects, run->ctx, run->ir) : -SYB_E_NOMEM);
	TRY(below_init(&g->below, &g->aspects, graph, lends, g));
	TRY(find_entries(g));
	/* only on demand: a single group also leaves out everything that no entry point needs */
	g->whole = g->count == 0 || (opts->split == SYB_SPLIT_NONE && g->count == 1);
	if (g->count == 0)
		TRY(groups_add(g, GROUP_WHOLE));
	TRY(sort_groups(g));
	return groups_fill(g);
}

void groups_free(struct groups *g)
{
	below_free(&g->below);
	if (g->aspects.ctx)
		aspects_free(&g->aspects);
	if (g->ctx)
		allocator_free(allocator_of(g->ctx), g->list);
	arena_free(&g->arena);
}
