/* ir/split/plan.c — a report of what post-link would do: the images, why each is separate, what they duplicate.
 *
 * Nothing is written. plan_read.c reads the record, possibly edited, back as JSON: `images`, each with its
 * `entry_points`. */
#include "postlink.h"

#include "base/buf.h"
#include "base/value.h"

struct plan {
	struct split split;
	struct syb_record *record;
	uint32_t *copies; /* by function: images that have its body */
	uint64_t *sizes;  /* by function: instructions */
};

static uint64_t count_instructions(LLVMValueRef function)
{
	uint64_t count = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			count++;
	return count;
}

static const char *name_of(const struct plan *plan, uint32_t function)
{
	size_t len;

	return LLVMGetValueName2(plan->split.graph.values[function], &len);
}

/* ---- why an image is separate ---- */

static int rule_text(struct plan *plan, const struct group *g, size_t entry, size_t rule, struct buf *buf)
{
	struct groups *groups = &plan->split.groups;
	bool fixed = !groups_by_features(groups, g->fixed_target_count);

	buf->len = 0;
	if (entry < g->entry_count && !(fixed && rule > 0) && !(groups->split == SYB_SPLIT_OFF && rule == 0))
		TRY(groups_rule_value(groups, plan->split.graph.values[g->entries[entry]], rule, buf));
	return buf_char(groups->ctx, buf, '\0');
}

/* List the rules by which two groups differ. Neighbours in the order of keys have most in common. */
static int report_difference(struct plan *plan, struct syb_value *list, const struct group *g,
			     const struct group *other)
{
	struct groups *groups = &plan->split.groups;
	_cleanup_(buf_free) struct buf mine = { 0 }, its = { 0 };
	int r = 0;

	if (g->second || (other > g && other->second)) {
		value_string(plan->record, list, NULL, "explicit SIMD");
		return 0;
	}
	if (groups->split == SYB_SPLIT_KERNEL) {
		value_string(plan->record, list, NULL, "entry point");
		return 0;
	}
	for (size_t i = 0; i < groups_rule_count() && r == 0; i++) {
		r = rule_text(plan, g, 0, i, &mine);
		if (r == 0)
			r = rule_text(plan, other, 0, i, &its);
		if (r == 0 && !str_eq((const char *)mine.ptr, (const char *)its.ptr))
			value_string(plan->record, list, NULL, groups_rule_name(i));
	}
	if (g->fixed_target_count != other->fixed_target_count) {
		value_string(plan->record, list, NULL, "fixed targets");
		return r;
	}
	for (size_t i = 0; i < g->fixed_target_count; i++)
		if (!str_eq(g->fixed_targets[i], other->fixed_targets[i])) {
			value_string(plan->record, list, NULL, "fixed targets");
			break;
		}
	return r;
}

/* Whether another entry point has a different value than the first, which is possible if no split was requested. */
static int is_mixed(struct plan *plan, const struct group *g, size_t rule, const struct buf *first, bool *out_mixed)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	int r = 0;

	*out_mixed = false;
	for (size_t i = 1; i < g->entry_count && !*out_mixed && r == 0; i++) {
		r = rule_text(plan, g, i, rule, &text);
		*out_mixed = r == 0 && !str_eq((const char *)first->ptr, (const char *)text.ptr);
	}
	return r;
}

static int report_keys(struct plan *plan, struct syb_value *map, const struct group *g)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	struct syb_value *keys = value_map(plan->record, map, "keys"), *mixes = NULL;
	struct syb_value *targets;
	int r = 0;

	for (size_t i = 0; i < groups_rule_count() && r == 0; i++) {
		bool mixed = false;

		r = rule_text(plan, g, 0, i, &text);
		if (r == 0)
			r = is_mixed(plan, g, i, &text, &mixed);
		if (r == 0 && mixed && !mixes)
			mixes = value_list(plan->record, map, "mixed");
		if (r == 0 && mixed)
			value_string(plan->record, mixes, NULL, groups_rule_name(i));
		else if (r == 0 && text.len > 1)
			value_string(plan->record, keys, groups_rule_name(i),
				     (const char *)text.ptr + (*text.ptr == '-'));
	}
	if (g->fixed_target_count == 0)
		return r;
	targets = value_list(plan->record, map, "fixed_targets");
	for (size_t i = 0; i < g->fixed_target_count; i++)
		value_string(plan->record, targets, NULL, g->fixed_targets[i]);
	return r;
}

/* ---- images ---- */

static void count_members(struct plan *plan, size_t group, struct syb_value *map)
{
	struct split *s = &plan->split;
	uint64_t functions = 0, size = 0;

	if (s->groups.whole) {
		for (s->member_count = 0; s->member_count < s->graph.function_count; s->member_count++)
			s->members[s->member_count] = (uint32_t)s->member_count;
	} else {
		split_gather(s, group);
	}
	for (size_t i = 0; i < s->member_count; i++) {
		uint32_t f = s->members[i];

		if (!use_graph_is_function(&s->graph, f) || LLVMIsDeclaration(s->graph.values[f]) ||
		    (!s->groups.whole && split_declares_only(s, f, group)))
			continue;
		plan->copies[f]++;
		functions++;
		size += plan->sizes[f];
	}
	value_uint(plan->record, map, "functions", functions);
	value_uint(plan->record, map, "instructions", size);
}

static int report_image(struct plan *plan, struct syb_value *list, size_t group)
{
	const struct groups *groups = &plan->split.groups;
	const struct group *g = &groups->list[group];
	struct syb_value *map = value_map(plan->record, list, NULL), *names, *apart;
	int r = 0;

	value_hint(value_uint(plan->record, map, "image", group), VALUE_NAME);
	value_string(plan->record, map, "key", g->key);
	if (g->code != GROUP_SYCL)
		value_string(plan->record, map, "code", g->code == GROUP_ESIMD ? "ESIMD" : "SYCL and ESIMD");
	names = value_words(plan->record, value_list(plan->record, map, "entry_points"));
	for (size_t i = 0; i < g->entry_count; i++)
		value_string(plan->record, names, NULL, name_of(plan, g->entries[i]));
	apart = value_words(plan->record, value_list(plan->record, map, "apart_by"));
	if (groups->count > 1)
		r = report_difference(plan, apart, g, &groups->list[group ? group - 1 : 1]);
	if (r == 0)
		r = report_keys(plan, map, g);
	count_members(plan, group, map);
	return r;
}

static void report_duplicates(struct plan *plan)
{
	struct syb_value *root = plan->record->root, *map = value_map(plan->record, root, "duplicated"), *list;
	uint64_t functions = 0, size = 0;

	for (uint32_t i = 0; i < plan->split.graph.function_count; i++) {
		functions += plan->copies[i] > 1;
		size += plan->copies[i] > 1 ? (plan->copies[i] - 1) * plan->sizes[i] : 0;
	}
	value_uint(plan->record, map, "count", functions);
	value_uint(plan->record, map, "instructions", size);
	list = value_hint(value_list(plan->record, map, "functions"), VALUE_TABLE);
	for (uint32_t i = 0; i < plan->split.graph.function_count; i++) {
		struct syb_value *row;

		if (plan->copies[i] < 2)
			continue;
		row = value_map(plan->record, list, NULL);
		value_hint(value_string(plan->record, row, "name", name_of(plan, i)), VALUE_NAME);
		value_uint(plan->record, row, "images", plan->copies[i]);
		value_uint(plan->record, row, "instructions", plan->sizes[i]);
	}
}

static int report(struct plan *plan, struct pass_run *run)
{
	struct syb_value *list;
	uint32_t count = plan->split.graph.function_count;

	TRY(record_new(run->ctx, &plan->record));
	plan->copies = arena_array(run->ctx, &run->arena, (size_t)count + 1, sizeof(*plan->copies));
	plan->sizes = arena_array(run->ctx, &run->arena, (size_t)count + 1, sizeof(*plan->sizes));
	if (!plan->copies || !plan->sizes)
		return -SYB_E_NOMEM;
	for (uint32_t i = 0; i < count; i++)
		plan->sizes[i] = count_instructions(plan->split.graph.values[i]);
	value_hint(value_uint(plan->record, plan->record->root, "version", 1), VALUE_QUIET);
	list = value_list(plan->record, plan->record->root, "images");
	for (size_t i = 0; i < plan->split.groups.count; i++)
		TRY(report_image(plan, list, i));
	report_duplicates(plan);
	return record_finish(plan->record);
}

int syb_postlink_plan(struct syb_ctx *ctx, struct syb_ir *ir, const struct syb_postlink_opts *opts,
		      struct syb_record **out_record)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, ir->name);
	struct syb_postlink_opts given = { 0 };
	struct pass_run run = { .ctx = ctx, .ir = ir };
	struct plan plan = { 0 };
	int r;

	OPTS_READ(ctx, &given, opts);
	r = split_init(&plan.split, &run, &given);
	if (r == 0 && plan_given(&given))
		r = plan_apply(&plan.split.groups, given.plan, given.plan_name);
	if (r == 0)
		r = split_begin(&plan.split);
	if (r == 0)
		r = report(&plan, &run);
	split_free(&plan.split);
	arena_free(&run.arena);
	if (r < 0)
		syb_record_free(plan.record);
	else
		*out_record = plan.record;
	return r;
}
