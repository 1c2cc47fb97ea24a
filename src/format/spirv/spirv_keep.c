/* format/spirv/spirv_keep.c — SPIR-V × names of kernels → a module with only these kernels and their dependencies.
 *
 * For drivers that refuse a whole module because of one kernel. Starting from the entry points, ids that kept
 * instructions name are kept, and a function with its whole body. Names, decorations and modes are removed with
 * their ids. Capabilities are removed where this file can determine that nothing needs them; others stay, as do
 * extensions. */
#include "spirv_defs.h"
#include "spirv_edit.h"
#include "spirv_grammar.h"

#include <sybil/spirv.h>

enum {
	OP_TYPE_FLOAT = 22,
	OP_TYPE_IMAGE = 25,
	OP_TYPE_SAMPLED_IMAGE = 27,
	OP_TYPE_FORWARD_POINTER = 39,
	MODE_SUBGROUP_SIZE = 35,
	MODE_SUBGROUPS_PER_WORKGROUP_ID = 37,
	CAPABILITY_FLOAT16 = 9,
	CAPABILITY_FLOAT64 = 10,
	CAPABILITY_IMAGE_BASIC = 13,
	CAPABILITY_SUBGROUP_DISPATCH = 58,
};

/* Facts about an id. */
struct mark {
	bool kept, is_entry; /* is_entry: of a kernel that is kept */
};

struct keeping {
	struct syb_ctx *ctx;
	struct span file;
	struct spirv_defs *defs;
	struct spirv_module *module; /* of defs */
	struct spirv_edit edit;
	struct arena arena;
	const struct syb_spirv_keep_opts *opts;
	struct mark *marks;
	uint32_t bound;
	uint32_t *stack; /* ids whose instructions must still be read */
	size_t height;
	bool changed; /* something was kept that was not before */
	bool float16, float64, image, sub_group_mode;
};

static void drop(struct keeping *k)
{
	spirv_edit_drop(&k->edit);
	arena_free(&k->arena);
	spirv_defs_free(k->defs);
}

/* ---- ids that are needed ---- */

static void keep(struct keeping *k, uint32_t id)
{
	if (id >= k->bound || k->marks[id].kept)
		return;
	k->marks[id].kept = true;
	k->changed = true;
	k->stack[k->height++] = id;
}

/* Ids that an instruction names. */
static int keep_operands(struct keeping *k, const struct spirv_inst *inst)
{
	TRY(spirv_defs_kinds(k->defs, inst));
	for (size_t i = 1; i < inst->count; i++)
		if (k->defs->kinds[i] != SPIRV_WORD_LITERAL)
			keep(k, spirv_word(inst, i));
	return 0;
}

static void note_type(struct keeping *k, const struct spirv_inst *inst)
{
	k->image |= inst->op >= OP_TYPE_IMAGE && inst->op <= OP_TYPE_SAMPLED_IMAGE;
	if (inst->op != OP_TYPE_FLOAT || inst->count < 3)
		return;
	k->float16 |= spirv_word(inst, 2) == 16;
	k->float64 |= spirv_word(inst, 2) == 64;
}

/* The instruction of an id; of a function all up to its end. */
static int keep_definition(struct keeping *k, uint32_t id)
{
	struct spirv_inst inst;
	bool function;
	int r = 1;

	if (!k->defs->list[id].at)
		return 0;
	TRY(spirv_defs_go(k->defs, k->defs->list[id].at, &inst));
	function = inst.op == SPIRV_OP_FUNCTION;
	while (r == 1) {
		note_type(k, &inst);
		r = keep_operands(k, &inst);
		if (r < 0 || !function || inst.op == SPIRV_OP_FUNCTION_END)
			return r;
		r = spirv_next(k->ctx, &inst);
	}
	return r;
}

static int keep_reached(struct keeping *k)
{
	while (k->height)
		TRY(keep_definition(k, k->stack[--k->height]));
	return 0;
}

static bool is_wanted(const struct keeping *k, const char *name)
{
	for (size_t i = 0; i < k->opts->kernel_count; i++)
		if (str_eq(k->opts->kernels[i], name))
			return true;
	return false;
}

static void keep_kernels(struct keeping *k)
{
	const struct spirv_module *m = k->module;

	for (size_t i = 0; i < m->entry_point_count; i++) {
		const struct spirv_entry_point *e = &m->entry_points[i];

		if (!is_wanted(k, e->name) || e->function >= k->bound)
			continue;
		k->marks[e->function].is_entry = true;
		keep(k, e->function);
		for (size_t v = 0; v < e->interface_count; v++)
			keep(k, e->interface[v]);
	}
}

static bool is_kernel(const struct keeping *k, uint32_t id)
{
	for (size_t i = 0; i < k->module->entry_point_count; i++)
		if (k->module->entry_points[i].function == id)
			return true;
	return false;
}

static bool is_variable(const struct keeping *k, uint32_t id)
{
	const struct spirv_inst inst = { .file = k->file,
					 .big_endian = k->module->header.big_endian,
					 .at = id < k->bound ? k->defs->list[id].at : 0 };

	return inst.at && (spirv_word(&inst, 0) & 0xffff) == SPIRV_OP_VARIABLE;
}

static void keep_exports(struct keeping *k)
{
	for (size_t i = 0; i < k->module->decoration_count; i++) {
		const struct spirv_decoration *d = &k->module->decorations[i];

		if (d->number == SPIRV_LINKAGE && d->operand_count &&
		    d->operands[d->operand_count - 1] != SPIRV_LINKAGE_IMPORT && !is_kernel(k, d->target) &&
		    (k->opts->exports || is_variable(k, d->target)))
			keep(k, d->target);
	}
}

/* Ids that decorations and modes of kept things name, and groups of decorations. */
static int keep_annotations(struct keeping *k)
{
	struct spirv_inst inst;
	int r = spirv_begin(k->ctx, k->file, &inst);

	while (r == 0 && (r = spirv_next(k->ctx, &inst)) == 1 && inst.op != SPIRV_OP_FUNCTION) {
		uint32_t target = inst.count > 1 ? spirv_word(&inst, 1) : 0;
		bool kept = target < k->bound && k->marks[target].kept;
		size_t step = inst.op == SPIRV_OP_GROUP_MEMBER_DECORATE ? 2 : 1;

		r = 0;
		if (inst.op == SPIRV_OP_GROUP_DECORATE || inst.op == SPIRV_OP_GROUP_MEMBER_DECORATE) {
			for (size_t i = 2; i < inst.count; i += step)
				if (spirv_word(&inst, i) < k->bound && k->marks[spirv_word(&inst, i)].kept)
					keep(k, target);
		} else if (inst.op == SPIRV_OP_SOURCE || (inst.op == SPIRV_OP_DECORATE_ID && kept) ||
			   (inst.op == SPIRV_OP_EXECUTION_MODE_ID && kept && k->marks[target].is_entry)) {
			r = keep_operands(k, &inst);
		}
	}
	return r < 0 ? r : keep_reached(k);
}

static int find_needed(struct keeping *k)
{
	int r;

	keep_kernels(k);
	if (k->opts->exports || k->opts->variables)
		keep_exports(k);
	r = keep_reached(k);
	do {
		k->changed = false;
		if (r == 0)
			r = keep_annotations(k);
	} while (r == 0 && k->changed);
	return r;
}

/* ---- removal ---- */

static bool has_id(const struct keeping *k, const struct spirv_inst *inst, size_t i)
{
	return i < inst->count && spirv_word(inst, i) < k->bound && k->marks[spirv_word(inst, i)].kept;
}

static bool is_spare(const struct keeping *k, uint32_t capability)
{
	switch (capability) {
	case CAPABILITY_FLOAT16:
		return !k->float16;
	case CAPABILITY_FLOAT64:
		return !k->float64;
	case CAPABILITY_IMAGE_BASIC:
		return !k->image;
	case CAPABILITY_SUBGROUP_DISPATCH:
		return !k->sub_group_mode;
	default:
		return false;
	}
}

/* Remove targets that are not kept from groups. */
static int thin_group(struct keeping *k, const struct spirv_inst *inst)
{
	size_t step = inst->op == SPIRV_OP_GROUP_MEMBER_DECORATE ? 2 : 1, count = 2;
	uint32_t *words = arena_array(k->ctx, &k->arena, inst->count, sizeof(*words));

	if (!words)
		return -SYB_E_NOMEM;
	words[0] = inst->op;
	words[1] = spirv_word(inst, 1);
	for (size_t i = 2; i + step <= inst->count; i += step) {
		if (!has_id(k, inst, i))
			continue;
		for (size_t w = 0; w < step; w++)
			words[count++] = spirv_word(inst, i + w);
	}
	return count == inst->count ? 0
	       : count == 2         ? spirv_edit_remove(&k->edit, inst)
				    : spirv_edit_replace(&k->edit, inst, words, count);
}

static bool is_removed(struct keeping *k, const struct spirv_inst *inst, bool *out_result)
{
	*out_result = false;
	switch (inst->op) {
	case SPIRV_OP_CAPABILITY:
		return inst->count > 1 && is_spare(k, spirv_word(inst, 1));
	case SPIRV_OP_NAME:
	case SPIRV_OP_MEMBER_NAME:
	case SPIRV_OP_DECORATE:
	case SPIRV_OP_MEMBER_DECORATE:
	case SPIRV_OP_DECORATE_ID:
	case SPIRV_OP_DECORATE_STRING:
	case SPIRV_OP_MEMBER_DECORATE_STRING:
	case OP_TYPE_FORWARD_POINTER:
		return !has_id(k, inst, 1);
	case SPIRV_OP_EXECUTION_MODE:
	case SPIRV_OP_EXECUTION_MODE_ID:
		return !has_id(k, inst, 1) || !k->marks[spirv_word(inst, 1)].is_entry;
	case SPIRV_OP_LINE:
	case SPIRV_OP_NO_LINE:
		return true;
	default:
		*out_result = true;
		return false;
	}
}

static int thin_entry(struct keeping *k, const struct spirv_inst *inst)
{
	_cleanup_(buf_free) struct buf name = { 0 };
	size_t next;

	TRY(spirv_string(k->ctx, inst, 3, &name, &next));
	TRY(buf_char(k->ctx, &name, '\0'));
	return is_wanted(k, (const char *)name.ptr) ? 0 : spirv_edit_remove(&k->edit, inst);
}

/* Outside of functions. */
static int thin(struct keeping *k, const struct spirv_inst *inst)
{
	bool by_result;

	if (inst->op == SPIRV_OP_ENTRY_POINT)
		return thin_entry(k, inst);
	if (inst->op == SPIRV_OP_GROUP_DECORATE || inst->op == SPIRV_OP_GROUP_MEMBER_DECORATE)
		return thin_group(k, inst);
	if (is_removed(k, inst, &by_result))
		return spirv_edit_remove(&k->edit, inst);
	TRY(by_result ? spirv_defs_kinds(k->defs, inst) : 0);
	for (size_t i = 1; by_result && i < inst->count && i <= 2; i++)
		if (k->defs->kinds[i] == SPIRV_WORD_RESULT && !has_id(k, inst, i))
			return spirv_edit_remove(&k->edit, inst);
	return 0;
}

static int thin_all(struct keeping *k)
{
	struct spirv_inst inst;
	bool within = false, kept = false;
	int r = spirv_begin(k->ctx, k->file, &inst);

	while (r == 0 && (r = spirv_next(k->ctx, &inst)) == 1) {
		r = 0;
		if (inst.op == SPIRV_OP_FUNCTION) {
			within = true;
			kept = has_id(k, &inst, 2);
		}
		if (!within)
			r = thin(k, &inst);
		else if (!kept)
			r = spirv_edit_remove(&k->edit, &inst);
		within = within && inst.op != SPIRV_OP_FUNCTION_END;
	}
	return r;
}

static void find_modes(struct keeping *k)
{
	for (size_t i = 0; i < k->module->mode_count; i++) {
		const struct spirv_mode *mode = &k->module->modes[i];

		k->sub_group_mode |= mode->mode >= MODE_SUBGROUP_SIZE &&
				     mode->mode <= MODE_SUBGROUPS_PER_WORKGROUP_ID && mode->function < k->bound &&
				     k->marks[mode->function].is_entry;
	}
}

/* ---- */

static int begin(struct keeping *k)
{
	TRY(spirv_defs_new(k->ctx, k->file, &k->defs));
	k->module = k->defs->module;
	k->bound = k->defs->bound;
	k->marks = arena_array(k->ctx, &k->arena, k->bound, sizeof(*k->marks));
	k->stack = arena_array(k->ctx, &k->arena, k->bound, sizeof(*k->stack));
	return k->marks && k->stack ? spirv_edit_begin(k->ctx, k->file, &k->edit) : -SYB_E_NOMEM;
}

int syb_spirv_keep(struct syb_ctx *ctx, struct syb_bytes in, const struct syb_spirv_keep_opts *opts,
		   struct syb_out *out)
{
	struct syb_spirv_keep_opts given = { 0 };
	struct keeping *k;
	int r;

	OPTS_READ(ctx, &given, opts);
	k = mem_zalloc(ctx, sizeof(*k));
	if (!k)
		return -SYB_E_NOMEM;
	k->ctx = ctx;
	k->file = span_of(in, 0);
	k->opts = &given;
	r = begin(k);
	if (r == 0)
		r = find_needed(k);
	if (r == 0)
		find_modes(k);
	if (r == 0)
		r = thin_all(k);
	if (r == 0)
		r = spirv_edit_write(&k->edit, out);
	drop(k);
	allocator_free(allocator_of(ctx), k);
	return r;
}
