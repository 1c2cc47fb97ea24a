/* ir/aspects/propagate_aspects.c — the pass propagate-aspects: the aspects that each function and its callees use, as
 * metadata.
 *
 * The dialect decides the spelling; metadata in the other spelling is merged and removed. Functions without aspects get
 * no metadata, and correct nodes are not touched, so a second run changes nothing. Everything that can fail because of
 * the caller comes before the first change. */
#include "aspect_diags.h"
#include "term/nearest.h"
#include "fixed_targets.h"

struct writer {
	struct pass_run *run;
	struct uses *uses;
	aspect_set excluded;
	LLVMMetadataRef *plain; /* by set: the node of its numbers, once made */
	size_t plain_count;
	unsigned main_kind, other_kind;
};

static int unknown_aspect(struct pass_run *run, const struct uses *u, const char *name)
{
	struct nearest best = { NULL, SIZE_MAX };

	aspects_nearest(&u->aspects, name, &best);
	return syb_fail(run->ctx, SYB_E_ARG, SYB_NO_OFFSET, "unknown-aspect", "unknown aspect '%s'" NEAREST_HINT, name,
			NEAREST_ARGS(best.name));
}

static int read_excluded(struct pass_run *run, struct uses *u, aspect_set *out_set)
{
	aspect_set set = 0;

	for (size_t i = 0; i < run->opts.exclude_aspect_count; i++) {
		const char *name = run->opts.exclude_aspects[i];
		aspect_set one = aspects_of_text(&u->aspects, name, strlen(name));

		if (one == 0 && u->aspects.r == 0)
			return unknown_aspect(run, u, name);
		set = aspects_union(&u->aspects, set, one);
	}
	*out_set = set;
	return u->aspects.r;
}

/* ---- writing ---- */

/* Whether a node has operands other than numbers: {name, number} pairs, or unknown ones. */
static bool is_rich(LLVMMetadataRef node)
{
	int64_t number;

	for (size_t i = 0; i < shim_node_count(node); i++)
		if (!shim_integer(shim_node_at(node, i), &number))
			return true;
	return false;
}

static LLVMMetadataRef existing_operand(struct writer *w, LLVMMetadataRef node, int64_t number)
{
	for (size_t i = 0; i < shim_node_count(node); i++) {
		LLVMMetadataRef operand = shim_node_at(node, i);
		int64_t value;

		if (aspects_of_operand(&w->uses->aspects, operand, &value) && value == number)
			return operand;
	}
	return NULL;
}

/* Ascending numbers; operands of existing nodes as they are, those that name no aspect last. Node NULL: none. */
static int make_node(struct writer *w, aspect_set set, LLVMMetadataRef existing[2], LLVMMetadataRef *out_node)
{
	struct aspects *a = &w->uses->aspects;
	size_t count, total;
	const uint16_t *members = aspects_members(a, set, &count);
	LLVMMetadataRef *operands;
	int64_t number;

	if (!members)
		return -SYB_E_NOMEM;
	total = count + shim_node_count(existing[0]) + shim_node_count(existing[1]);
	operands = arena_array(w->run->ctx, &w->run->arena, total + 1, sizeof(LLVMMetadataRef));
	if (!operands)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		number = a->list[members[i]].number;
		operands[i] = existing_operand(w, existing[0], number);
		if (!operands[i] || shim_integer(operands[i], &number))
			operands[i] = existing_operand(w, existing[1], number);
		if (!operands[i])
			operands[i] = md_int(w->run->ir, 32, number);
	}
	for (size_t s = 0; s < 2; s++)
		for (size_t i = 0; i < shim_node_count(existing[s]); i++)
			if (!aspects_of_operand(a, shim_node_at(existing[s], i), &number))
				operands[count++] = shim_node_at(existing[s], i);
	*out_node = md_node(w->run->ir, operands, count);
	return 0;
}

/* The node of a set that has only numbers; cached. */
static int plain_node(struct writer *w, aspect_set set, LLVMMetadataRef *out_node)
{
	LLVMMetadataRef none[2] = { NULL, NULL };
	int r = 0;

	if (set >= w->plain_count)
		return make_node(w, set, none, out_node);
	if (!w->plain[set])
		r = make_node(w, set, none, &w->plain[set]);
	*out_node = w->plain[set];
	return r;
}

static aspect_set wanted_set(struct writer *w, size_t number)
{
	const struct uses *u = w->uses;
	struct aspects *a = &w->uses->aspects;
	aspect_set used = uses_pick(u->used[number], w->run->opts.fp64_conversion_emulation), set;

	set = aspects_union(a, aspects_without(a, used, w->excluded), u->stated[number]);
	return aspects_union(a, set, u->declared_below[number]);
}

static int write_function(struct writer *w, size_t number)
{
	LLVMValueRef function = w->uses->graph.functions[number];
	LLVMMetadataRef existing[2] = { shim_global_metadata(function, w->main_kind),
					shim_global_metadata(function, w->other_kind) };
	aspect_set set = wanted_set(w, number);
	LLVMMetadataRef node;

	if (!existing[1] && (set == 0 || (existing[0] && aspects_of_list(&w->uses->aspects, existing[0]) == set)))
		return w->uses->aspects.r;
	TRY(is_rich(existing[0]) || is_rich(existing[1]) ? make_node(w, set, existing, &node)
							 : plain_node(w, set, &node));
	LLVMGlobalSetMetadata(function, w->main_kind, node);
	if (existing[1])
		LLVMGlobalEraseMetadata(function, w->other_kind);
	return w->uses->aspects.r;
}

static int write_functions(struct pass_run *run, struct uses *u, aspect_set excluded)
{
	bool spec = run->opts.dialect == SYB_DIALECT_SPEC;
	struct writer w = { .run = run,
			    .uses = u,
			    .excluded = excluded,
			    .plain_count = u->aspects.set_count * 2 + 64,
			    .main_kind = u->aspects.used[spec ? SPELLING_INTEL : SPELLING_SYCL],
			    .other_kind = u->aspects.used[spec ? SPELLING_SYCL : SPELLING_INTEL] };

	w.plain = arena_array(run->ctx, &run->arena, w.plain_count, sizeof(LLVMMetadataRef));
	if (!w.plain)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < u->graph.function_count; i++)
		TRY(write_function(&w, i));
	return 0;
}

static int propagate(struct pass_run *run, struct uses *u)
{
	struct fixed_targets targets = { 0 };
	aspect_set excluded = 0;

	TRY(uses_init(u, run->ctx, run->ir));
	TRY(read_excluded(run, u, &excluded));
	TRY(fixed_targets_read(run, u, &targets));
	if (!run->opts.without_warnings)
		TRY(aspect_diags(run, u));
	if (!run->opts.without_warnings)
		TRY(fixed_targets_check(run, u, &targets));
	TRY(write_functions(run, u, excluded));
	return fixed_targets_write(run, u, &targets);
}

int pass_propagate_aspects(struct pass_run *run)
{
	struct uses uses;
	int r = propagate(run, &uses);

	uses_free(&uses);
	return r;
}
