/* ir/aspects/fixed_targets.c — names of fixed targets, and their metadata; see fixed_targets.h.
 *
 * The specification writes names (!intel_fixed_targets), DPC++ numbers of aspects (!sycl_fixed_targets). A target that
 * is not an aspect has no number: the dialect of DPC++ then writes the names as well. Without the switch existing
 * targets are kept, in the spelling of the dialect. */
#include "term/nearest.h"
#include "fixed_targets.h"

enum { KIND_NUMBERS, KIND_NAMES, KINDS };

enum { EXISTING_MOST = 1024 }; /* targets on one function, which are compared in pairs */

struct writer {
	struct pass_run *run;
	struct uses *uses;
	unsigned kinds[KINDS];
};

static void find_number(const struct uses *u, struct fixed_target *target)
{
	target->has_number = aspects_number(&u->aspects, target->name, strlen(target->name), &target->number);
}

static int unknown_target(struct pass_run *run, const struct uses *u, const char *name)
{
	const char *near = syb_devices_nearest(run->opts.devices, name);
	struct nearest best = { NULL, SIZE_MAX };

	if (near)
		nearest_try(&best, name, near);
	aspects_nearest(&u->aspects, name, &best);
	return syb_fail(run->ctx, SYB_E_ARG, SYB_NO_OFFSET, "unknown-target", "unknown target '%s'" NEAREST_HINT, name,
			NEAREST_ARGS(best.name));
}

int fixed_targets_read(struct pass_run *run, struct uses *u, struct fixed_targets *out)
{
	size_t count = run->opts.fixed_target_count;
	struct fixed_target *list = arena_array(run->ctx, &run->arena, count + 1, sizeof(*list));
	size_t kept = 0;

	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		struct fixed_target target = { .name = run->opts.fixed_targets[i] };
		bool again = false;

		for (size_t k = 0; k < kept; k++)
			again |= str_eq(list[k].name, target.name);
		if (again)
			continue;
		target.device = syb_devices_find(run->opts.devices, target.name);
		find_number(u, &target);
		if (!target.device && !target.has_number)
			return unknown_target(run, u, target.name);
		list[kept++] = target;
	}
	*out = (struct fixed_targets){ list, kept, count > 0 };
	return 0;
}

/* ---- metadata ---- */

static bool same_target(const struct fixed_target *a, const struct fixed_target *b)
{
	if (a->name && b->name)
		return str_eq(a->name, b->name);
	return a->has_number && b->has_number && a->number == b->number;
}

/* One operand of either spelling: a name, a number, or a {name, number} pair. */
static int read_operand(struct writer *w, LLVMMetadataRef operand, struct fixed_target *out, bool *out_known)
{
	struct aspects *a = &w->uses->aspects;
	struct fixed_target target = { 0 };
	const char *name;
	size_t len;

	name = shim_string(shim_is_node(operand) ? shim_node_at(operand, 0) : operand, &len);
	*out_known = name || aspects_of_operand(a, operand, &target.number);
	if (!*out_known)
		return 0;
	if (!name) {
		size_t index = aspects_index(a, target.number);

		target.has_number = true;
		target.name = a->r == 0 ? a->list[index].name : NULL;
	} else {
		target.name = arena_string(w->run->ctx, &w->run->arena, name, len);
		if (!target.name)
			return -SYB_E_NOMEM;
		find_number(w->uses, &target);
	}
	*out = target;
	return a->r;
}

static size_t existing_room(const struct writer *w, LLVMValueRef function)
{
	size_t room = 1;

	for (size_t k = 0; k < KINDS; k++)
		room += shim_node_count(shim_global_metadata(function, w->kinds[k]));
	return room;
}

/* The targets in the metadata of a function, each once. */
static int read_existing(struct writer *w, LLVMValueRef function, struct fixed_targets *out)
{
	size_t count = 0;
	struct fixed_target *list = arena_array(w->run->ctx, &w->run->arena, existing_room(w, function), sizeof(*list));

	if (!list)
		return -SYB_E_NOMEM;
	for (size_t k = 0; k < KINDS; k++) {
		LLVMMetadataRef node = shim_global_metadata(function, w->kinds[k]);

		for (size_t i = 0; i < shim_node_count(node); i++) {
			bool known, again = false;

			TRY(read_operand(w, shim_node_at(node, i), &list[count], &known));
			for (size_t n = 0; n < count && known; n++)
				again |= same_target(&list[n], &list[count]);
			count += known && !again;
		}
	}
	*out = (struct fixed_targets){ list, count, count > 0 };
	return 0;
}

/* Whether a kind of metadata is written: it is the dialect's own, or the other kind cannot express all targets. */
static bool is_written(const struct writer *w, const struct fixed_targets *targets, size_t kind)
{
	bool main_kind = (w->run->opts.dialect == SYB_DIALECT_SPEC) == (kind == KIND_NAMES), other_lacks = false;

	for (size_t i = 0; i < targets->count; i++)
		other_lacks |= kind == KIND_NAMES ? !targets->list[i].has_number : !targets->list[i].name;
	return main_kind || other_lacks;
}

static int write_kind(struct writer *w, LLVMValueRef function, const struct fixed_targets *targets, size_t kind)
{
	LLVMMetadataRef *operands, node;
	size_t count = 0;

	if (!is_written(w, targets, kind)) {
		LLVMGlobalEraseMetadata(function, w->kinds[kind]);
		return 0;
	}
	operands = arena_array(w->run->ctx, &w->run->arena, targets->count + 1, sizeof(LLVMMetadataRef));
	if (!operands)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < targets->count; i++) {
		const struct fixed_target *t = &targets->list[i];

		if (kind == KIND_NUMBERS && t->has_number)
			operands[count++] = md_int(w->run->ir, 32, t->number);
		else if (kind == KIND_NAMES && t->name)
			operands[count++] = md_string(w->run->ir, t->name, strlen(t->name));
	}
	node = md_node(w->run->ir, operands, count);
	if (node != shim_global_metadata(function, w->kinds[kind]))
		LLVMGlobalSetMetadata(function, w->kinds[kind], node);
	return 0;
}

int fixed_targets_write(struct pass_run *run, struct uses *u, const struct fixed_targets *targets)
{
	struct writer w = { .run = run,
			    .uses = u,
			    .kinds = { [KIND_NUMBERS] = md_kind(run->ir, "sycl_fixed_targets"),
				       [KIND_NAMES] = md_kind(run->ir, "intel_fixed_targets") } };

	for (size_t i = 0; i < u->graph.function_count; i++) {
		LLVMValueRef function = u->graph.functions[i];
		struct fixed_targets existing = *targets;

		if (!ir_is_entry_point(function))
			continue;
		if (!targets->given && existing_room(&w, function) > EXISTING_MOST)
			continue;
		if (!targets->given)
			TRY(read_existing(&w, function, &existing));
		for (size_t kind = 0; kind < KINDS; kind++)
			TRY(write_kind(&w, function, &existing, kind));
	}
	return 0;
}
