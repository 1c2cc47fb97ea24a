/* ir/split/split.c — splits a module into images; see split.h. */
#include "split.h"

#include "base/order.h"
#include "ir/module/metadata.h"

#include <stdlib.h>

enum {
	TRAIT_KEPT = 1,      /* visible to other images */
	TRAIT_ELSEWHERE = 2, /* only the image of its group has its body */
	TRAIT_DEFINED = 4,
};

static const char esimd_status[] = "sycl-esimd-split-status";

/* ---- functions ---- */

static uint8_t traits_of(const struct split *s, uint32_t function)
{
	LLVMValueRef f = s->graph.values[function];
	bool virtual = ir_has(f, "indirectly-callable"), imports = s->opts->allow_image_dependencies;
	uint8_t traits = TRAIT_DEFINED;

	if (LLVMIsDeclaration(f))
		return 0;
	if (virtual || ir_has(f, "referenced-indirectly") || (imports && ir_is_kernel(f)))
		traits |= TRAIT_KEPT;
	if (virtual)
		traits |= TRAIT_ELSEWHERE;
	if (imports && s->groups.group_of[function] != GROUP_NONE && ir_is_importable(f))
		traits |= TRAIT_KEPT | TRAIT_ELSEWHERE;
	return traits;
}

bool split_declares_only(const struct split *s, uint32_t function, size_t group)
{
	return (s->traits[function] & TRAIT_ELSEWHERE) && s->groups.group_of[function] != group;
}

/* Functions that no image exports are hidden for good. */
static int hide_functions(struct split *s)
{
	struct shim_sight before;

	s->traits = arena_array(s->run->ctx, &s->arena, s->graph.function_count + 1, 1);
	if (!s->traits)
		return -SYB_E_NOMEM;
	for (uint32_t i = 0; i < s->graph.function_count; i++) {
		LLVMValueRef f = s->graph.values[i];

		s->traits[i] = traits_of(s, i);
		if ((s->traits[i] & TRAIT_DEFINED) && !(s->traits[i] & TRAIT_KEPT) &&
		    s->groups.group_of[i] == GROUP_NONE && !shim_is_available_externally(f))
			shim_internalize(f, &before);
	}
	for (uint32_t i = s->graph.function_count + s->graph.variable_count; i < s->graph.global_count; i++)
		shim_internalize(s->graph.values[i], &before);
	return 0;
}

static int find_roots(struct split *s)
{
	uint32_t from = s->graph.function_count;

	s->roots = arena_array(s->run->ctx, &s->arena, s->graph.variable_count + 1, sizeof(*s->roots));
	if (!s->roots)
		return -SYB_E_NOMEM;
	for (uint32_t i = from; i < from + s->graph.variable_count; i++)
		if (!LLVMIsDeclaration(s->graph.values[i]) && !shim_is_discardable(s->graph.values[i]))
			s->roots[s->root_count++] = i;
	return 0;
}

/* ---- named metadata ---- */

struct needs {
	struct split *split;
	uint32_t *list;
	size_t count, room;
	int r;
};

static void need(void *user, LLVMValueRef global)
{
	struct needs *n = user;
	uint32_t node = use_graph_number(&n->split->graph, global);

	if (node == UINT32_MAX || n->r < 0)
		return;
	n->r = VEC_PUSH(n->split->run->ctx, n->list, n->count, n->room);
	if (n->r == 0)
		n->list[n->count++] = node;
}

static int add_row(struct split *s, const char *named, LLVMMetadataRef node, LLVMMetadataRef inside,
		   const struct needs *needs)
{
	struct syb_ctx *ctx = s->run->ctx;
	struct split_row row = { named, node, inside, NULL, needs->count };

	row.needs = arena_array(ctx, &s->arena, needs->count + 1, sizeof(*row.needs));
	if (!row.needs || VEC_PUSH(ctx, s->rows, s->row_count, s->row_room) < 0)
		return -SYB_E_NOMEM;
	if (needs->count)
		memcpy(row.needs, needs->list, needs->count * sizeof(*row.needs));
	s->rows[s->row_count++] = row;
	return 0;
}

/* {registered name, name of the function} is a row of that function; a list of such pairs is a row for each of them. */
static int read_registered(struct split *s, const char *named, LLVMMetadataRef node, LLVMMetadataRef inside)
{
	struct syb_ctx *ctx = s->run->ctx;
	struct needs one = { .split = s };
	size_t len;
	const char *text = shim_string(shim_node_at(node, 1), &len);
	char *name;
	uint32_t function;

	if (!text && !inside) {
		for (size_t i = 0; i < shim_node_count(node); i++)
			TRY(read_registered(s, named, shim_node_at(node, i), node));
		return 0;
	}
	if (!text)
		return 0;
	name = arena_string(ctx, &s->arena, text, len);
	if (!name)
		return -SYB_E_NOMEM;
	function = use_graph_number(&s->graph, LLVMGetNamedFunction(s->home, name));
	if (function == UINT32_MAX)
		return 0;
	one.list = &function;
	one.count = 1;
	return add_row(s, named, node, inside, &one);
}

static int read_node(struct split *s, struct shim_mentions *mentions, const char *named, LLVMMetadataRef node)
{
	struct needs needs = { .split = s };
	int r;

	shim_mentions_below(mentions, node, need, &needs);
	r = needs.r ? needs.r : add_row(s, named, node, NULL, &needs);
	allocator_free(allocator_of(s->run->ctx), needs.list);
	return r;
}

/* A list that mentions no global is the same in all images and is added now. */
static int finish_list(struct split *s, const char *name, size_t from)
{
	bool varies = str_eq(name, "sycl_registered_kernels");

	for (size_t i = from; i < s->row_count; i++)
		varies |= s->rows[i].need_count > 0;
	if (varies) {
		if (VEC_PUSH(s->run->ctx, s->varying, s->varying_count, s->varying_room) < 0)
			return -SYB_E_NOMEM;
		s->varying[s->varying_count++] = name;
		return 0;
	}
	for (size_t i = from; i < s->row_count; i++)
		shim_named_add(s->away, name, s->rows[i].node);
	s->row_count = from;
	return 0;
}

static int read_named(struct split *s, struct shim_mentions *mentions, LLVMNamedMDNodeRef md)
{
	struct syb_ctx *ctx = s->run->ctx;
	size_t len, count, from = s->row_count;
	const char *text = LLVMGetNamedMetadataName(md, &len);
	char *name = arena_string(ctx, &s->arena, text, len);

	if (!name)
		return -SYB_E_NOMEM;
	if (str_eq(name, "llvm.dbg.cu"))
		return 0;
	count = shim_named_count(s->home, name);
	for (size_t i = 0; i < count; i++) {
		LLVMMetadataRef node = shim_named_at(s->home, name, i);

		TRY(str_eq(name, "sycl_registered_kernels") ? read_registered(s, name, node, NULL)
							    : read_node(s, mentions, name, node));
	}
	return finish_list(s, name, from);
}

/* Index rows by the first global that they need. */
static int index_rows(struct split *s)
{
	struct syb_ctx *ctx = s->run->ctx;

	s->row_first = arena_array(ctx, &s->arena, s->graph.global_count + 2, sizeof(*s->row_first));
	s->rows_of = arena_array(ctx, &s->arena, s->row_count + 1, sizeof(*s->rows_of));
	s->image_rows = arena_array(ctx, &s->arena, s->row_count + 1, sizeof(*s->image_rows));
	s->free_rows = arena_array(ctx, &s->arena, s->row_count + 1, sizeof(*s->free_rows));
	if (!s->row_first || !s->rows_of || !s->image_rows || !s->free_rows)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < s->row_count; i++)
		if (s->rows[i].need_count)
			s->row_first[s->rows[i].needs[0] + 2]++;
		else
			s->free_rows[s->free_row_count++] = (uint32_t)i;
	for (size_t n = 2; n < (size_t)s->graph.global_count + 2; n++)
		s->row_first[n] += s->row_first[n - 1];
	for (size_t i = 0; i < s->row_count; i++)
		if (s->rows[i].need_count)
			s->rows_of[s->row_first[s->rows[i].needs[0] + 1]++] = (uint32_t)i;
	return 0;
}

static int read_metadata(struct split *s)
{
	struct shim_mentions *mentions = shim_mentions_new();
	int r = 0;

	for (LLVMNamedMDNodeRef md = LLVMGetFirstNamedMetadata(s->home); md && r == 0;
	     md = LLVMGetNextNamedMetadata(md))
		r = read_named(s, mentions, md);
	shim_mentions_free(mentions);
	return r < 0 ? r : index_rows(s);
}

static bool is_whole(const struct split *s, const struct split_row *row)
{
	for (size_t i = 0; i < row->need_count; i++)
		if (s->stamps[row->needs[i]] != s->turn)
			return false;
	return true;
}

static size_t gather_rows(struct split *s)
{
	size_t count = s->free_row_count;

	memcpy(s->image_rows, s->free_rows, count * sizeof(*s->image_rows));
	for (size_t i = 0; i < s->member_count; i++)
		for (uint32_t k = s->row_first[s->members[i]]; k < s->row_first[s->members[i] + 1]; k++)
			if (is_whole(s, &s->rows[s->rows_of[k]]))
				s->image_rows[count++] = s->rows_of[k];
	qsort(s->image_rows, count, sizeof(*s->image_rows), order_u32);
	return count;
}

static int enter_metadata(struct split *s)
{
	size_t count = s->row_count ? gather_rows(s) : 0;

	for (size_t i = 0, next; i < count; i = next) {
		const struct split_row *row = &s->rows[s->image_rows[i]];

		for (next = i + 1; row->inside && next < count && s->rows[s->image_rows[next]].inside == row->inside;)
			next++;
		if (row->inside) {
			LLVMMetadataRef *nodes = arena_array(s->run->ctx, &s->arena, next - i, sizeof(*nodes));

			if (!nodes)
				return -SYB_E_NOMEM;
			for (size_t k = i; k < next; k++)
				nodes[k - i] = s->rows[s->image_rows[k]].node;
			shim_named_add(s->away, row->named, md_node(s->run->ir, nodes, next - i));
		} else {
			shim_named_add(s->away, row->named, row->node);
		}
	}
	if (s->units)
		shim_units_enter(s->units, s->away);
	return 0;
}

static void leave_metadata(struct split *s)
{
	if (s->units)
		shim_units_leave(s->units, s->away);
	for (size_t i = 0; i < s->varying_count; i++)
		shim_named_remove(s->away, s->varying[i]);
}

/* ---- images ---- */

void split_gather(struct split *s, size_t group)
{
	const struct group *g = &s->groups.list[group];
	size_t depth = 0;

	s->turn++;
	s->member_count = 0;
	for (size_t i = 0; i < s->root_count; i++)
		s->stack[depth++] = s->roots[i];
	for (size_t i = 0; i < s->stray_count && group == 0; i++)
		s->stack[depth++] = s->strays[i];
	for (size_t i = 0; i < g->entry_count; i++)
		s->stack[depth++] = g->entries[i];
	for (size_t i = 0; i < depth; i++)
		s->stamps[s->stack[i]] = s->turn;
	while (depth > 0) {
		uint32_t node = s->stack[--depth];

		if (node < s->graph.global_count)
			s->members[s->member_count++] = node;
		if (use_graph_is_function(&s->graph, node) && split_declares_only(s, node, group))
			continue;
		for (uint32_t e = s->graph.first[node]; e < s->graph.first[node + 1]; e++) {
			uint32_t used = s->graph.edges[e];

			if (s->stamps[used] != s->turn) {
				s->stamps[used] = s->turn;
				s->stack[depth++] = used;
			}
		}
	}
	qsort(s->members, s->member_count, sizeof(*s->members), order_u32);
}

/* Entry points of other groups are hidden here, or declared. */
static int change(struct split *s, uint32_t function, size_t group)
{
	struct split_change made = { .value = s->graph.values[function] };

	if (!(s->traits[function] & TRAIT_DEFINED) || s->groups.group_of[function] == GROUP_NONE ||
	    s->groups.group_of[function] == group)
		return 0;
	if (VEC_PUSH(s->run->ctx, s->changes, s->change_count, s->change_room) < 0)
		return -SYB_E_NOMEM;
	if (split_declares_only(s, function, group))
		made.body = shim_strip(made.value, &made.before);
	else if (!(s->traits[function] & TRAIT_KEPT))
		shim_internalize(made.value, &made.before);
	else
		return 0;
	s->changes[s->change_count++] = made;
	return 0;
}

/* DPC++'s mark of the kind of code that an image has. */
static void mark(const struct split *s, LLVMModuleRef module, const struct group *group)
{
	LLVMMetadataRef code = md_int(s->run->ir, 8, group->code);

	shim_named_remove(module, esimd_status);
	shim_named_add(module, esimd_status, md_node(s->run->ir, &code, 1));
}

static int enter_whole(struct split *s, const struct group *g, struct image *out)
{
	for (size_t i = 0; i < g->entry_count; i++)
		s->entries[i] = s->graph.values[g->entries[i]];
	out->module = s->home;
	return 0;
}

int split_enter(struct split *s, size_t group, struct image *out)
{
	const struct group *g = &s->groups.list[group];

	*out = (struct image){ .lent = !s->groups.whole,
			       .entries = s->entries,
			       .entry_count = g->entry_count,
			       .key = g->key,
			       .fixed_targets = g->fixed_targets,
			       .fixed_target_count = g->fixed_target_count,
			       .targets_differ = g->targets_differ,
			       .feature_split = s->groups.feature_split,
			       .planned = s->groups.planned,
			       .esimd = g->code == GROUP_ESIMD };
	if (s->groups.whole)
		return enter_whole(s, g, out);
	out->module = s->away;
	if (s->codes_differ)
		mark(s, s->away, g);
	split_gather(s, group);
	for (size_t i = 0; i < s->member_count; i++) {
		shim_move(s->graph.values[s->members[i]], s->away);
		if (use_graph_is_function(&s->graph, s->members[i]))
			TRY(change(s, s->members[i], group));
	}
	for (size_t i = 0; i < g->entry_count; i++)
		s->entries[i] = s->graph.values[g->entries[i]];
	return enter_metadata(s);
}

void split_leave(struct split *s)
{
	if (s->groups.whole)
		return;
	leave_metadata(s);
	while (s->change_count > 0) {
		struct split_change *c = &s->changes[--s->change_count];

		if (c->body)
			shim_dress(c->value, c->body, &c->before);
		else
			shim_show(c->value, &c->before);
	}
	for (size_t i = 0; i < s->member_count; i++)
		if (LLVMGetGlobalParent(s->graph.values[s->members[i]]) == s->away)
			shim_detach(s->graph.values[s->members[i]]);
	s->member_count = 0;
}

/* Globals of images are in no module now; the home module frees them. */
static void bring_home(struct split *s)
{
	for (uint32_t i = 0; i < s->graph.global_count && !s->groups.whole; i++)
		if (!LLVMGetGlobalParent(s->graph.values[i]))
			shim_move(s->graph.values[i], s->home);
}

int image_own(struct pass_run *run, struct image *image)
{
	LLVMValueRef *entries, copy;
	LLVMModuleRef module;
	size_t next = 0;

	if (!image->lent)
		return 0;
	entries = arena_array(run->ctx, &run->arena, image->entry_count + 1, sizeof(*entries));
	if (!entries)
		return -SYB_E_NOMEM;
	module = LLVMCloneModule(image->module);
	/* the copy has the same functions in the same order, and so have the entry points */
	copy = LLVMGetFirstFunction(module);
	for (LLVMValueRef f = LLVMGetFirstFunction(image->module); f && copy;
	     f = LLVMGetNextFunction(f), copy = LLVMGetNextFunction(copy))
		if (next < image->entry_count && image->entries[next] == f)
			entries[next++] = copy;
	image->module = module;
	image->entries = entries;
	image->lent = false;
	return 0;
}

void split_drop(const struct split *s, struct image *image)
{
	if (image->module && image->module != s->home && image->module != s->away)
		LLVMDisposeModule(image->module);
	image->module = NULL;
}

/* ---- all of it ---- */

static int make_room(struct split *s)
{
	struct syb_ctx *ctx = s->run->ctx;
	size_t nodes = s->graph.node_count + 1;

	s->stamps = arena_array(ctx, &s->arena, nodes, sizeof(*s->stamps));
	s->stack = arena_array(ctx, &s->arena, nodes, sizeof(*s->stack));
	s->members = arena_array(ctx, &s->arena, (size_t)s->graph.global_count + 1, sizeof(*s->members));
	s->entries = arena_array(ctx, &s->arena, (size_t)s->graph.function_count + 1, sizeof(*s->entries));
	return s->stamps && s->stack && s->members && s->entries ? 0 : -SYB_E_NOMEM;
}

int split_init(struct split *s, struct pass_run *run, const struct syb_postlink_opts *opts)
{
	*s = (struct split){ .run = run, .opts = opts, .home = run->ir->module };
	TRY(split_prepare(s));
	s->away = shim_module_like(s->home);
	TRY(use_graph_init(&s->graph, run->ctx, s->home));
	TRY(groups_init(&s->groups, run, &s->graph, opts));
	return make_room(s);
}

int split_begin(struct split *s)
{
	mark(s, s->home, &s->groups.list[0]);
	for (size_t i = 1; i < s->groups.count; i++)
		s->codes_differ |= s->groups.list[i].code != s->groups.list[0].code;
	if (s->groups.whole)
		return 0;
	s->units = shim_units_new(s->home);
	TRY(hide_functions(s));
	TRY(find_roots(s));
	return read_metadata(s);
}

void split_free(struct split *s)
{
	struct allocator from = allocator_of(s->run->ctx);

	if (s->turn)
		bring_home(s);
	if (s->away)
		LLVMDisposeModule(s->away);
	if (s->units)
		shim_units_free(s->units);
	groups_free(&s->groups);
	use_graph_free(&s->graph);
	allocator_free(from, s->changes);
	allocator_free(from, s->rows);
	allocator_free(from, s->varying);
	arena_free(&s->arena);
}
