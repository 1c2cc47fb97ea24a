/* ir/aspect_diags.c — warnings about undeclared aspects, with the calls that lead to the use.
 *
 * One for each function with device_has, aspect it does not list and function below that uses it: the nearest uses
 * first, each once however many ways lead there. Wording is that of the specification. A note that begins with two
 * blanks is a line of the note before it. */
#include "aspect_diags.h"

#include <stdarg.h>
#include <stdio.h>

enum {
	SITES_MOST = 10,    /* uses told for one function and aspect */
	CHAIN_ENDS = 128,   /* of a longer chain this many calls at either end are told */
	TEXT_SIZE = 4096,
};

struct teller {
	struct pass_run *run;
	struct uses *uses;
	struct chains chains;
};

void aspect_diags_say(struct syb_ctx *ctx, enum syb_severity severity, struct place place, const char *check,
		      const char *fmt, ...)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, place.file);

	CTX_EMIT(ctx, fmt, .severity = severity, .code = SYB_E_FORMAT, .check = check, .at = SYB_NO_OFFSET,
		 .line = place.line, .column = place.column);
}

/* ---- the chain ---- */

static void tell_step(struct syb_ctx *ctx, struct chains *chains, const struct chain_step *step, const char *set)
{
	struct place place = step->call ? chains_place(chains, step->call) : (struct place){ NULL, 0, 0 };
	const char *name = chains_name(chains, chains->uses->graph.functions[step->node]);
	const char *parentheses = strchr(name, '(') ? "" : "()";

	if (set)
		aspect_diags_say(ctx, SYB_SEVERITY_NOTE, place, "", "  %s%s, by a virtual call of set '%s'", name,
				 parentheses, set);
	else
		aspect_diags_say(ctx, SYB_SEVERITY_NOTE, place, "", "  %s%s", name, parentheses);
}

int aspect_diags_chain(struct syb_ctx *ctx, struct chains *chains, uint32_t node)
{
	const size_t functions = chains->uses->graph.function_count;
	struct chain_step *steps;
	const char *set = NULL;
	size_t count;
	int r = chains_path(chains, node, &steps, &count);

	if (r == 0 && count && chains->notes > 0)
		syb_note(ctx, 0, "use is from this call chain:");
	for (size_t i = 0; i < count && r == 0 && chains->notes > 0; i++, chains->notes--) {
		if (count > 2 * CHAIN_ENDS && i == CHAIN_ENDS) {
			i = count - CHAIN_ENDS;
			syb_note(ctx, 0, "  … (%zu calls are left out)", i - CHAIN_ENDS);
		}
		if (steps[i].node >= functions) {
			set = chains->uses->group_names[steps[i].node - functions];
			continue;
		}
		tell_step(ctx, chains, &steps[i], set);
		set = NULL;
	}
	return r;
}

/* ---- the warning ---- */

static bool has_metadata(const struct teller *t, LLVMValueRef function)
{
	return shim_global_metadata(function, t->uses->aspects.declared[SPELLING_SYCL]) ||
	       shim_global_metadata(function, t->uses->aspects.declared[SPELLING_INTEL]);
}

/* An empty list is a declaration, too. */
static bool is_declaring(const struct teller *t, LLVMValueRef function)
{
	size_t len;

	return has_metadata(t, function) || ir_attribute(function, "sycl-device-has", &len);
}

/* A kernel is a wrapper that the compiler made: what people wrote is the function it calls first. */
static uint32_t first_callee(const struct teller *t, uint32_t node)
{
	const struct call_edge *edges;
	uint32_t count = callgraph_edges(&t->uses->graph, node, &edges);
	size_t len;

	for (uint32_t i = 0; i < count; i++)
		if (edges[i].call &&
		    !str_starts(LLVMGetValueName2(t->uses->graph.functions[edges[i].to], &len), "llvm."))
			return edges[i].to;
	return UINT32_MAX;
}

static int warn(struct teller *t, uint32_t node, uint32_t named, size_t aspect, uint32_t site)
{
	const bool emulate = t->run->opts.fp64_conversion_emulation;
	LLVMValueRef function = t->uses->graph.functions[node];
	struct use_site where = chains_site(&t->chains, site, aspect, emulate ? CHAIN_HARD : CHAIN_USED);
	struct place place = chains_site_place(&t->chains, site, where);
	const char *name = chains_name(&t->chains, t->uses->graph.functions[named]);
	int r;

	aspect_diags_say(t->run->ctx, SYB_SEVERITY_WARNING, place, "aspect-not-declared",
			 "function '%s' uses aspect '%s' not listed in %s", name,
			 aspects_name(&t->uses->aspects, aspect),
			 has_metadata(t, function) ? "'sycl::device_has'" : "its 'device_has' property");
	r = aspect_diags_chain(t->run->ctx, &t->chains, site);
	if (r == 0 && !place.file)
		syb_note(t->run->ctx, 0, "compile with '-g' to get source location");
	return r;
}

static int warn_aspect(struct teller *t, uint32_t node, uint32_t named, size_t aspect)
{
	const bool emulate = t->run->opts.fp64_conversion_emulation;
	uint32_t sites[SITES_MOST + 1];
	size_t count = chains_find(&t->chains, node, aspect, emulate ? CHAIN_HARD : CHAIN_USED, sites,
				   ARRAY_SIZE(sites));
	int r = 0;

	if (count == 0) /* the budget is spent */
		syb_report(t->run->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "aspect-not-declared",
			   "function '%s' uses aspect '%s' not listed in 'sycl::device_has'",
			   chains_name(&t->chains, t->uses->graph.functions[named]),
			   aspects_name(&t->uses->aspects, aspect));
	for (size_t i = 0; i < count && i < SITES_MOST && r == 0; i++)
		r = warn(t, node, named, aspect, sites[i]);
	if (r == 0 && count > SITES_MOST)
		syb_note(t->run->ctx, 0, "it is used in other functions as well");
	return r;
}

static int check_function(struct teller *t, uint32_t node)
{
	struct uses *u = t->uses;
	struct aspects *a = &u->aspects;
	const bool emulate = t->run->opts.fp64_conversion_emulation, kernel = ir_is_kernel(u->graph.functions[node]);
	aspect_set lacking = aspects_without(a, uses_pick(u->used[node], emulate), u->declared[node]);
	uint32_t callee = kernel ? first_callee(t, node) : UINT32_MAX, named = node;
	size_t count;
	const uint16_t *members;
	int r = 0;

	if (callee != UINT32_MAX && is_declaring(t, u->graph.functions[callee]) &&
	    u->declared[callee] == u->declared[node]) /* the wrapper repeats what the function says */
		lacking = aspects_without(a, lacking, uses_pick(u->used[callee], emulate));
	if (callee != UINT32_MAX && !has_metadata(t, u->graph.functions[node]))
		named = callee;
	members = aspects_members(a, lacking, &count);
	if (!members)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count && r == 0; i++)
		if (a->list[members[i]].number >= 0) /* nobody can declare internal ones */
			r = warn_aspect(t, node, named, members[i]);
	return r < 0 ? r : a->r;
}

int aspect_diags(struct pass_run *run, struct uses *u)
{
	struct teller t = { .run = run, .uses = u };
	int r = 0;
	bool begun = false;

	for (size_t i = 0; i < u->graph.function_count && r == 0; i++) {
		if (!is_declaring(&t, u->graph.functions[i]))
			continue;
		if (!begun)
			r = chains_init(&t.chains, u);
		begun = true;
		if (r == 0)
			r = check_function(&t, (uint32_t)i);
	}
	if (begun)
		chains_free(&t.chains);
	return r;
}
