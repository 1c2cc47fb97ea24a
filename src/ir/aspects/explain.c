/* ir/aspects/explain.c — blame: the calls from a kernel to the instruction or type that requires an aspect.
 *
 * For double it also shows whether the kernel computes with it or only moves and converts it, which drivers can
 * emulate, and shows the chain to the computation where that is not the nearest use. */
#include "aspect_chains.h"
#include "term/nearest.h"
#include "base/value.h"

#include <sybil/target.h>

#include <stdio.h>

struct blame {
	struct syb_ctx *ctx;
	struct uses uses;
	struct chains chains;
	struct syb_record *record;
	bool emulate;
	uint32_t kernel;
};

/* ---- the question ---- */

static bool is_named(struct blame *b, LLVMValueRef function, const char *name)
{
	return str_eq(ir_name(function), name) || str_eq(chains_name(&b->chains, function), name);
}

static int no_kernel(struct blame *b, const char *name)
{
	struct nearest best = { NULL, SIZE_MAX };

	for (size_t i = 0; i < b->uses.graph.function_count; i++) {
		LLVMValueRef f = b->uses.graph.functions[i];

		if (ir_is_entry_point(f) && *chains_name(&b->chains, f))
			nearest_try(&best, name, chains_name(&b->chains, f));
	}
	return syb_fail(b->ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "nothing-matches", "no kernel '%s'" NEAREST_HINT, name,
			NEAREST_ARGS(best.name));
}

/* Entry points first, then any other defined function. */
static int find_kernel(struct blame *b, const char *name)
{
	const struct callgraph *g = &b->uses.graph;

	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < g->function_count; i++) {
			LLVMValueRef f = g->functions[i];

			if ((round == 0 ? ir_is_entry_point(f) : !LLVMIsDeclaration(f)) && is_named(b, f, name)) {
				b->kernel = (uint32_t)i;
				return 0;
			}
		}
	return no_kernel(b, name);
}

/* Suggest an aspect that the kernel uses, or else any, when no aspect has this name. */
static int no_aspect(struct blame *b, const char *aspect, bool known, aspect_set used)
{
	const char *kernel = chains_name(&b->chains, b->uses.graph.functions[b->kernel]);
	struct nearest best = { NULL, SIZE_MAX };
	bool used_one;
	size_t count;
	const uint16_t *members = aspects_members(&b->uses.aspects, used, &count);

	if (!members)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count && !known; i++)
		nearest_try(&best, aspect, aspects_name(&b->uses.aspects, members[i]));
	used_one = best.name != NULL;
	for (size_t i = 0; i < syb_aspect_count() && !known && !used_one; i++)
		nearest_try(&best, aspect, syb_aspect_at(i)->name);
	return syb_fail(b->ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "nothing-matches",
			"kernel '%s' does not use aspect '%s'" NEAREST_HINT, kernel, aspect, NEAREST_ARGS(best.name));
}

static int find_set(struct blame *b, const char *aspect, aspect_set *out_set)
{
	struct aspects *a = &b->uses.aspects;
	aspect_set all =
		aspects_union(a, uses_pick(b->uses.used[b->kernel], b->emulate), b->uses.declared_below[b->kernel]);
	aspect_set wanted = aspect ? aspects_of_text(a, aspect, strlen(aspect)) : all;

	*out_set = aspects_without(a, wanted, aspects_without(a, wanted, all)); /* the intersection */
	if (a->r < 0)
		return a->r;
	if (aspect && *out_set == 0)
		return no_aspect(b, aspect, wanted != 0, all);
	return 0;
}

/* ---- the answer ---- */

static void put_place(struct blame *b, struct syb_value *map, const char *key, struct place place)
{
	char text[512];

	if (!place.file)
		return;
	if (place.column)
		snprintf(text, sizeof(text), "%s:%u:%u", place.file, place.line, place.column);
	else
		snprintf(text, sizeof(text), "%s:%u", place.file, place.line);
	value_words(b->record, value_string(b->record, map, key, text));
}

static int put_chain(struct blame *b, struct syb_value *map, uint32_t site)
{
	const size_t functions = b->uses.graph.function_count;
	struct syb_value *list = value_hint(value_list(b->record, map, "chain"), VALUE_TABLE);
	struct chain_step *steps;
	const char *set = NULL;
	size_t count;

	TRY(chains_path(&b->chains, site, &steps, &count));
	for (size_t i = 0; i < count; i++) {
		struct syb_value *step;
		LLVMValueRef function;

		if (steps[i].node >= functions) {
			set = b->uses.group_names[steps[i].node - functions];
			continue;
		}
		function = b->uses.graph.functions[steps[i].node];
		step = value_map(b->record, list, NULL);
		value_label(b->record,
			    value_hint(value_string(b->record, step, "function", ir_name(function)), VALUE_NAME),
			    chains_name(&b->chains, function));
		value_hint(value_string(b->record, step, "name", chains_name(&b->chains, function)), VALUE_QUIET);
		if (set)
			value_words(b->record, value_string(b->record, step, "virtual_set", set));
		if (steps[i].call)
			put_place(b, step, "called_at", chains_place(&b->chains, steps[i].call));
		set = NULL;
	}
	return 0;
}

/* The first line of LLVM's text, without leading blanks and trailing metadata. */
static void put_instruction(struct blame *b, struct syb_value *map, LLVMValueRef instruction)
{
	char *text = LLVMPrintValueToString(instruction);
	const char *start = text + strspn(text, " \t"), *metadata = strstr(start, ", !");
	size_t len = strcspn(start, "\n");

	if (metadata && (size_t)(metadata - start) < len)
		len = (size_t)(metadata - start);
	value_stringn(b->record, map, "instruction", start, len);
	LLVMDisposeMessage(text);
}

/* A struct by its name, other types as LLVM prints them. */
static void put_type(struct blame *b, struct syb_value *map, LLVMTypeRef type)
{
	const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
	char *text = name ? NULL : LLVMPrintTypeToString(type);

	value_string(b->record, map, "type", name ? name : text);
	LLVMDisposeMessage(text);
}

static void put_site(struct blame *b, struct syb_value *map, uint32_t node, struct use_site site)
{
	static const char *const kinds[] = {
		[SITE_INSTRUCTION] = "instruction",
		[SITE_METADATA] = "metadata of an instruction",
		[SITE_SIGNATURE] = "type of the function",
		[SITE_STATED] = "metadata of the function",
		[SITE_DECLARED] = "device_has of the function",
	};

	value_words(b->record, value_string(b->record, map, "brought_in_by", kinds[site.kind]));
	if (site.instruction)
		put_instruction(b, map, site.instruction);
	if (site.type)
		put_type(b, map, site.type);
	put_place(b, map, "at", chains_site_place(&b->chains, node, site));
}

static int put_blame(struct blame *b, struct syb_value *map, size_t aspect, enum chain_goal goal, uint32_t *out_site)
{
	uint32_t site = b->kernel;
	const bool found = chains_find(&b->chains, b->kernel, aspect, goal, &site, 1) > 0;

	*out_site = site;
	if (!found) /* the search budget is spent */
		return 0;
	put_site(b, map, site, chains_site(&b->chains, site, aspect, goal));
	return put_chain(b, map, site);
}

/* The nearest use may not be the arithmetic one. */
static int put_fp64(struct blame *b, struct syb_value *map, size_t aspect, uint32_t nearest)
{
	struct use_site near = chains_site(&b->chains, nearest, aspect, CHAIN_USED), hard;
	uint32_t site;

	if (chains_find(&b->chains, b->kernel, aspect, CHAIN_HARD, &site, 1) == 0)
		return 0;
	hard = chains_site(&b->chains, site, aspect, CHAIN_HARD);
	if (site == nearest && hard.instruction == near.instruction)
		return 0;
	return put_blame(b, value_map(b->record, map, "arithmetic"), aspect, CHAIN_HARD, &site);
}

static int put_aspect(struct blame *b, struct syb_value *list, size_t aspect)
{
	struct uses *u = &b->uses;
	const struct aspect_use *used = &u->used[b->kernel];
	bool fp64 = aspects_in(&u->aspects, u->aspects.fp64, aspect), is_used, hard;
	struct syb_value *map = value_map(b->record, list, NULL);
	enum chain_goal goal = CHAIN_DECLARED;
	uint32_t site;

	is_used = aspects_in(&u->aspects, uses_pick(*used, b->emulate), aspect);
	hard = aspects_in(&u->aspects, used->hard, aspect);
	if (is_used)
		goal = b->emulate ? CHAIN_HARD : CHAIN_USED;
	value_hint(value_string(b->record, map, "aspect", aspects_name(&u->aspects, aspect)), VALUE_NAME);
	value_int(b->record, map, "number", u->aspects.list[aspect].number);
	if (!is_used)
		value_string(b->record, map, "use", "declared only");
	else if (fp64)
		value_string(b->record, map, "use", hard ? "arithmetic" : "conversion only");
	TRY(put_blame(b, map, aspect, goal, &site));
	return fp64 && hard && goal == CHAIN_USED ? put_fp64(b, map, aspect, site) : 0;
}

static int put_kernel(struct blame *b, struct syb_value *map, aspect_set set)
{
	LLVMValueRef function = b->uses.graph.functions[b->kernel];
	struct syb_record *record = b->record;
	struct syb_value *list;
	const uint16_t *members;
	size_t count;

	value_hint(value_string(record, map, "kernel", ir_name(function)), VALUE_QUIET);
	value_label(record, value_string(record, map, "name", chains_name(&b->chains, function)), "kernel");
	list = value_list(record, map, "aspects");
	members = aspects_members(&b->uses.aspects, set, &count);
	if (!members)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		TRY(put_aspect(b, list, members[i]));
	return b->uses.aspects.r;
}

static int put_all(struct blame *b)
{
	struct syb_value *list = value_list(b->record, b->record->root, "kernels");
	const struct callgraph *g = &b->uses.graph;
	aspect_set set = 0;

	for (size_t i = 0; i < g->function_count; i++) {
		if (!ir_is_entry_point(g->functions[i]) || LLVMIsDeclaration(g->functions[i]))
			continue;
		b->kernel = (uint32_t)i;
		TRY(find_set(b, NULL, &set));
		TRY(put_kernel(b, value_map(b->record, list, NULL), set));
		TRY(ctx_cancelled(b->ctx));
	}
	return 0;
}

static int explain(struct blame *b, const char *kernel, const char *aspect)
{
	aspect_set set = 0;

	if (kernel)
		TRY(find_kernel(b, kernel));
	if (kernel)
		TRY(find_set(b, aspect, &set));
	TRY(record_new(b->ctx, &b->record));
	value_hint(value_uint(b->record, b->record->root, "version", 1), VALUE_QUIET);
	TRY(kernel ? put_kernel(b, b->record->root, set) : put_all(b));
	return record_finish(b->record);
}

static void free_blame(struct blame *b)
{
	if (b->chains.uses)
		chains_free(&b->chains);
	if (b->uses.ctx)
		uses_free(&b->uses);
	syb_record_free(b->record);
}

int syb_ir_explain(struct syb_ctx *ctx, const struct syb_ir *ir, const struct syb_ir_opts *opts, const char *kernel,
		   const char *aspect, struct syb_record **out_record)
{
	struct syb_ir_opts given = { 0 };
	_cleanup_(free_blame) struct blame b = { .ctx = ctx };

	OPTS_READ(ctx, &given, opts);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, ir->name);
	b.emulate = given.fp64_conversion_emulation;
	TRY(uses_init(&b.uses, ctx, ir));
	TRY(chains_init(&b.chains, &b.uses));
	TRY(explain(&b, kernel, aspect));
	*out_record = steal(b.record);
	return 0;
}
