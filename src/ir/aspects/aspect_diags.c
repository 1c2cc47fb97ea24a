/* ir/aspects/aspect_diags.c — warnings about undeclared aspects, with the calls that lead to the use.
 *
 * One warning for each aspect and use that a function with device_has does not list, the nearest uses first. Uses at
 * the same place in the source (template instances, inlined code) are one; further functions that do not list the
 * aspect become notes. The wording is the specification's. A note that begins with two blanks continues the previous
 * one. */
#include "aspect_diags.h"

#include <stdarg.h>
#include <stdio.h>

enum {
	SITES_MOST = 10,  /* uses reported for one function and aspect */
	CHAIN_ENDS = 128, /* of a longer chain, this many calls are reported at either end */
	OTHERS_MOST = 10, /* further functions reported for one use */
};

/* A function that uses an aspect which it does not list. */
struct finding {
	uint32_t node, named; /* named: the function for messages */
	uint32_t site;        /* the function with the use; UINT32_MAX when the budget is spent */
	LLVMValueRef call;    /* where the site uses SYCL's headers, which have the use; NULL: it has it itself */
	size_t aspect;
	bool more;    /* further uses are not reported */
	bool later;   /* reported with the first finding of its use */
	size_t other; /* next finding of the same use; 0: none */
	size_t last;  /* of the first: the last one of the use */
};

struct reporter {
	struct pass_run *run;
	struct uses *uses;
	struct chains chains;
	struct hash known; /* place and aspect → first finding */
	struct finding *list;
	size_t count, room;
};

void aspect_diags_report(struct syb_ctx *ctx, enum syb_severity severity, struct place place, const char *check,
			 const char *fmt, ...)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, place.file);

	CTX_EMIT(ctx, fmt, .severity = severity, .code = SYB_E_FORMAT, .check = check, .at = SYB_NO_OFFSET,
		 .line = place.line, .column = place.column);
}

/* ---- the chain ---- */

static void report_step(struct syb_ctx *ctx, struct chains *chains, const struct chain_step *step, const char *set)
{
	struct place place = step->call ? chains_place(chains, step->call) : (struct place){ NULL, 0, 0 };
	const char *name = chains_name(chains, chains->uses->graph.functions[step->node]);
	const char *parentheses = strchr(name, '(') ? "" : "()";

	if (set)
		aspect_diags_report(ctx, SYB_SEVERITY_NOTE, place, "", "  %s%s, by a virtual call of set '%s'", name,
				    parentheses, set);
	else
		aspect_diags_report(ctx, SYB_SEVERITY_NOTE, place, "", "  %s%s", name, parentheses);
}

int aspect_diags_chain(struct syb_ctx *ctx, struct chains *chains, uint32_t node)
{
	const size_t functions = chains->uses->graph.function_count;
	struct chain_step *steps;
	const char *set = NULL;
	size_t count;

	TRY(chains_path(chains, node, &steps, &count));
	if (count && chains->notes > 0)
		syb_note(ctx, 0, "use is from this call chain:");
	/* a free-function kernel is called like the function that it was made from, which is the next one */
	for (size_t i = count > 1 && chains_is_made(chains, steps[0].node); i < count && chains->notes > 0;
	     i++, chains->notes--) {
		if (count > 2 * CHAIN_ENDS && i == CHAIN_ENDS) {
			i = count - CHAIN_ENDS;
			syb_note(ctx, 0, "  … (%zu calls omitted)", i - CHAIN_ENDS);
		}
		if (steps[i].node >= functions) {
			set = chains->uses->group_names[steps[i].node - functions];
			continue;
		}
		report_step(ctx, chains, &steps[i], set);
		set = NULL;
	}
	return 0;
}

/* ---- the warning ---- */

static bool has_metadata(const struct reporter *t, LLVMValueRef function)
{
	return shim_global_metadata(function, t->uses->aspects.declared[SPELLING_SYCL]) ||
	       shim_global_metadata(function, t->uses->aspects.declared[SPELLING_INTEL]);
}

/* An empty list is a declaration, too. */
static bool is_declaring(const struct reporter *t, LLVMValueRef function)
{
	return has_metadata(t, function) || ir_has(function, "sycl-device-has");
}

/* The compiler makes kernels as wrappers; the user wrote the function that a kernel calls first. */
static uint32_t first_callee(const struct reporter *t, uint32_t node)
{
	const struct call_edge *edges;
	uint32_t count = callgraph_edges(&t->uses->graph, node, &edges);

	for (uint32_t i = 0; i < count; i++)
		if (edges[i].call && !str_starts(ir_name(t->uses->graph.functions[edges[i].to]), "llvm."))
			return edges[i].to;
	return UINT32_MAX;
}

static enum chain_goal goal_of(const struct reporter *t)
{
	return t->run->opts.fp64_conversion_emulation ? CHAIN_HARD : CHAIN_USED;
}

static struct place site_place(struct reporter *t, const struct finding *f)
{
	struct place place = { NULL, 0, 0 };

	if (f->call)
		place = chains_place(&t->chains, f->call);
	return place.file ? place
			  : chains_site_place(&t->chains, f->site,
					      chains_site(&t->chains, f->site, f->aspect, goal_of(t)));
}

static void report_others(struct reporter *t, const struct finding *first)
{
	size_t count = 0;

	for (size_t i = first->other; i; i = t->list[i].other)
		if (count++ < OTHERS_MOST)
			syb_note(t->run->ctx, 0, "function '%s' does not list it either",
				 chains_name(&t->chains, t->uses->graph.functions[t->list[i].named]));
	if (count > OTHERS_MOST)
		syb_note(t->run->ctx, 0, "nor do %zu more functions", count - OTHERS_MOST);
}

/* After a search that found the chain. */
static int warn(struct reporter *t, const struct finding *f)
{
	LLVMValueRef function = t->uses->graph.functions[f->node];
	const char *name = chains_name(&t->chains, t->uses->graph.functions[f->named]);
	bool found = f->site != UINT32_MAX && chains_reached(&t->chains, f->site);
	struct place place = found ? site_place(t, f) : (struct place){ NULL, 0, 0 };

	aspect_diags_report(t->run->ctx, SYB_SEVERITY_WARNING, place, "aspect-not-declared",
			    "function '%s' uses aspect '%s' not listed in %s", name,
			    aspects_name(&t->uses->aspects, f->aspect),
			    has_metadata(t, function) ? "'sycl::device_has'" : "its 'device_has' property");
	if (found)
		TRY(aspect_diags_chain(t->run->ctx, &t->chains, f->site));
	report_others(t, f);
	if (found && !place.file)
		syb_note(t->run->ctx, 0, "compile with '-g' to get source location");
	if (f->more)
		syb_note(t->run->ctx, 0, "other functions use it as well");
	return 0;
}

static size_t search(struct reporter *t, uint32_t node, size_t aspect, uint32_t sites[SITES_MOST + 1])
{
	return chains_find(&t->chains, node, aspect, goal_of(t), sites, SITES_MOST + 1);
}

static int warn_all(struct reporter *t)
{
	const struct finding *last = NULL;
	uint32_t sites[SITES_MOST + 1];

	for (size_t i = 1; i < t->count; i++) {
		const struct finding *f = &t->list[i];

		if (f->later)
			continue;
		if (!last || last->node != f->node || last->aspect != f->aspect)
			(void)search(t, f->node, f->aspect, sites);
		last = f;
		TRY(warn(t, f));
	}
	return 0;
}

/* Uses at the same place in the source are one; without a place, those of a function. */
static int join(struct reporter *t, size_t number)
{
	struct finding *f = &t->list[number], *first;
	struct place place = site_place(t, f);
	const char *key = place.file ? arena_printf(t->run->ctx, &t->run->arena, "%zu:%u:%u:%s", f->aspect, place.line,
						    place.column, place.file)
				     : arena_printf(t->run->ctx, &t->run->arena, "%zu:%u", f->aspect, f->site);
	size_t *known;
	bool found;

	if (!key)
		return -SYB_E_NOMEM;
	TRY(hash_put(t->run->ctx, &t->known, key, strlen(key), number, &known, &found));
	first = &t->list[*known];
	if (!found) {
		first->last = number;
		return 0;
	}
	f->later = true;
	first->more |= f->more;
	if (t->list[first->last].named != f->named) { /* those of one function follow each other */
		t->list[first->last].other = number;
		first->last = number;
	}
	return 0;
}

static int add(struct reporter *t, struct finding f)
{
	TRY(VEC_PUSH(t->run->ctx, t->list, t->count, t->room));
	t->list[t->count++] = f;
	return f.site == UINT32_MAX ? 0 : join(t, t->count - 1);
}

/* A kernel that headers make from the user's is named by the first function on the path that is the user's. */
static uint32_t name_of(const struct reporter *t, uint32_t named, uint32_t site)
{
	const struct callgraph *g = &t->uses->graph;

	if (!chains_is_of_headers(g->functions[named]))
		return named;
	for (uint32_t node = site; node != UINT32_MAX; node = chains_caller(&t->chains, node))
		if (node < g->function_count && !chains_is_of_headers(g->functions[node]))
			named = node;
	return named;
}

static int find_uses(struct reporter *t, uint32_t node, uint32_t named, size_t aspect)
{
	struct finding f = { .node = node, .named = named, .site = UINT32_MAX, .aspect = aspect };
	uint32_t sites[SITES_MOST + 1], users[SITES_MOST];
	size_t count = search(t, node, aspect, sites), user_count = 0;

	if (count == 0)
		return add(t, f);
	for (size_t i = 0; i < count && i < SITES_MOST; i++) { /* headers use it on behalf of the user's function */
		f.site = chains_user(&t->chains, sites[i], &f.call);
		f.named = name_of(t, named, f.site);
		if (!u32_in(users, user_count, f.site))
			TRY(add(t, f));
		users[user_count++] = f.site;
	}
	t->list[t->count - 1].more = count > SITES_MOST;
	return 0;
}

static int check_function(struct reporter *t, uint32_t node)
{
	struct uses *u = t->uses;
	struct aspects *a = &u->aspects;
	const bool emulate = t->run->opts.fp64_conversion_emulation, kernel = ir_is_kernel(u->graph.functions[node]);
	aspect_set lacking = aspects_without(a, uses_pick(u->used[node], emulate), u->declared[node]);
	uint32_t callee = kernel ? first_callee(t, node) : UINT32_MAX, named = node;
	size_t count;
	const uint16_t *members;

	if (callee != UINT32_MAX && is_declaring(t, u->graph.functions[callee]) &&
	    u->declared[callee] == u->declared[node]) /* the wrapper repeats the function's list */
		lacking = aspects_without(a, lacking, uses_pick(u->used[callee], emulate));
	if (callee != UINT32_MAX && !has_metadata(t, u->graph.functions[node]))
		named = callee;
	members = aspects_members(a, lacking, &count);
	if (!members)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		if (a->list[members[i]].number >= 0) /* internal aspects cannot be declared */
			TRY(find_uses(t, node, named, members[i]));
	return a->r;
}

static void drop(struct reporter *t)
{
	if (t->chains.uses)
		chains_free(&t->chains);
	hash_free(&t->known);
	allocator_free(allocator_of(t->run->ctx), t->list);
}

int aspect_diags(struct pass_run *run, struct uses *u)
{
	_cleanup_(drop) struct reporter t = { .run = run, .uses = u };

	for (size_t i = 0; i < u->graph.function_count; i++) {
		if (!is_declaring(&t, u->graph.functions[i]))
			continue;
		if (!t.count) {
			TRY(chains_init(&t.chains, u));
			TRY(add(&t, (struct finding){ .site = UINT32_MAX })); /* 0 is none */
		}
		TRY(check_function(&t, (uint32_t)i));
	}
	return warn_all(&t);
}
