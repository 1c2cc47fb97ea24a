/* format/spirv/spirv_keep.c — SPIR-V × names of kernels → a module with only these kernels and their dependencies.
 *
 * For drivers that refuse a whole module because of one kernel. Starting from the entry points, ids that kept
 * instructions name are kept, and a function with its whole body. Names, decorations and modes are removed with
 * their ids. Capabilities are removed where this file can determine that nothing needs them; others stay, as do
 * extensions. */
#include "spirv_edit.h"
#include "spirv_grammar.h"

#include <sybil/spirv.h>

enum {
	OP_LINE = 8,
	OP_TYPE_FLOAT = 22,
	OP_TYPE_IMAGE = 25,
	OP_TYPE_SAMPLED_IMAGE = 27,
	OP_TYPE_FORWARD_POINTER = 39,
	OP_FUNCTION_END = 56,
	OP_NO_LINE = 317,
	DECORATION_LINKAGE = 41,
	LINKAGE_IMPORT = 1,
	MODE_SUBGROUP_SIZE = 35,
	MODE_SUBGROUPS_PER_WORKGROUP_ID = 37,
	CAPABILITY_FLOAT16 = 9,
	CAPABILITY_FLOAT64 = 10,
	CAPABILITY_IMAGE_BASIC = 13,
	CAPABILITY_SUBGROUP_DISPATCH = 58,
};

/* Facts about an id. */
struct def {
	size_t at;           /* word of the instruction that defines it; 0: none */
	uint32_t type;       /* id; 0: none */
	const char *set;     /* of an OpExtInstImport */
	bool kept, is_entry; /* is_entry: of a kernel that is kept */
};

struct keeping {
	struct syb_ctx *ctx;
	struct span file;
	struct spirv_module *module;
	struct spirv_edit edit;
	struct arena arena;
	const struct syb_spirv_keep_opts *opts;
	struct def *defs;
	uint32_t bound;
	uint32_t *stack; /* ids whose instructions must still be read */
	size_t height;
	uint8_t kinds[UINT16_MAX + 1];
	bool changed; /* something was kept that was not before */
	bool float16, float64, image, sub_group_mode;
};

static void drop(struct keeping *k)
{
	spirv_edit_drop(&k->edit);
	arena_free(&k->arena);
	if (k->module)
		spirv_free(k->module);
}

/* ---- words ---- */

static uint32_t literal_words(void *user, uint32_t id)
{
	const struct keeping *k = user;
	uint32_t type = id < k->bound ? k->defs[id].type : 0;
	struct spirv_inst inst = { .file = k->file, .big_endian = k->module->header.big_endian };

	if (!type || type >= k->bound || !k->defs[type].at)
		return 0;
	inst.at = k->defs[type].at;
	if ((spirv_word(&inst, 0) & 0xffff) != SPIRV_OP_TYPE_INT || spirv_word(&inst, 0) >> 16 < 3)
		return 0;
	return spirv_word(&inst, 2) > 32 ? 2 : 1;
}

static const char *set_name(void *user, uint32_t id)
{
	const struct keeping *k = user;

	return id < k->bound ? k->defs[id].set : NULL;
}

static int find_kinds(struct keeping *k, const struct spirv_inst *inst)
{
	const struct spirv_context context = { k, literal_words, set_name };

	return spirv_word_kinds(k->ctx, inst, &context, k->kinds);
}

/* ---- definitions ---- */

static int define(struct keeping *k, const struct spirv_inst *inst)
{
	uint32_t type = 0, id;
	int r = find_kinds(k, inst);

	for (size_t i = 1; r == 0 && i < inst->count; i++) {
		if (k->kinds[i] == SPIRV_WORD_TYPE)
			r = spirv_id(k->ctx, inst, i, &type);
		if (k->kinds[i] != SPIRV_WORD_RESULT || r < 0)
			continue;
		r = spirv_id(k->ctx, inst, i, &id);
		if (r == 0) {
			k->defs[id].at = inst->at;
			k->defs[id].type = type;
		}
	}
	return r;
}

static int define_set(struct keeping *k, const struct spirv_inst *inst)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	size_t next;
	uint32_t id;

	TRY(spirv_id(k->ctx, inst, 1, &id));
	TRY(spirv_string(k->ctx, inst, 2, &text, &next));
	k->defs[id].set = arena_string(k->ctx, &k->arena, text.len ? (const char *)text.ptr : "", text.len);
	return k->defs[id].set ? 0 : -SYB_E_NOMEM;
}

static int define_all(struct keeping *k)
{
	struct spirv_inst inst;
	int r = spirv_begin(k->ctx, k->file, &inst);

	while (r == 0 && (r = spirv_next(k->ctx, &inst)) == 1) {
		r = define(k, &inst);
		if (r == 0 && inst.op == SPIRV_OP_EXT_INST_IMPORT)
			r = define_set(k, &inst);
	}
	return r;
}

/* ---- ids that are needed ---- */

static void keep(struct keeping *k, uint32_t id)
{
	if (id >= k->bound || k->defs[id].kept)
		return;
	k->defs[id].kept = true;
	k->changed = true;
	k->stack[k->height++] = id;
}

/* Ids that an instruction names. */
static int keep_operands(struct keeping *k, const struct spirv_inst *inst)
{
	TRY(find_kinds(k, inst));
	for (size_t i = 1; i < inst->count; i++)
		if (k->kinds[i] != SPIRV_WORD_LITERAL)
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
	struct spirv_inst inst = {
		.file = k->file, .big_endian = k->module->header.big_endian, .bound = k->bound, .at = k->defs[id].at
	};
	bool function;
	int r = 1;

	if (!inst.at)
		return 0;
	r = spirv_next(k->ctx, &inst); /* of no words before: it is the one at this place */
	function = inst.op == SPIRV_OP_FUNCTION;
	while (r == 1) {
		note_type(k, &inst);
		r = keep_operands(k, &inst);
		if (r < 0 || !function || inst.op == OP_FUNCTION_END)
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
		k->defs[e->function].is_entry = true;
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
					 .at = id < k->bound ? k->defs[id].at : 0 };

	return inst.at && (spirv_word(&inst, 0) & 0xffff) == SPIRV_OP_VARIABLE;
}

static void keep_exports(struct keeping *k)
{
	for (size_t i = 0; i < k->module->decoration_count; i++) {
		const struct spirv_decoration *d = &k->module->decorations[i];

		if (d->number == DECORATION_LINKAGE && d->operand_count &&
		    d->operands[d->operand_count - 1] != LINKAGE_IMPORT && !is_kernel(k, d->target) &&
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
		bool kept = target < k->bound && k->defs[target].kept;
		size_t step = inst.op == SPIRV_OP_GROUP_MEMBER_DECORATE ? 2 : 1;

		r = 0;
		if (inst.op == SPIRV_OP_GROUP_DECORATE || inst.op == SPIRV_OP_GROUP_MEMBER_DECORATE) {
			for (size_t i = 2; i < inst.count; i += step)
				if (spirv_word(&inst, i) < k->bound && k->defs[spirv_word(&inst, i)].kept)
					keep(k, target);
		} else if (inst.op == SPIRV_OP_SOURCE || (inst.op == SPIRV_OP_DECORATE_ID && kept) ||
			   (inst.op == SPIRV_OP_EXECUTION_MODE_ID && kept && k->defs[target].is_entry)) {
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
	return i < inst->count && spirv_word(inst, i) < k->bound && k->defs[spirv_word(inst, i)].kept;
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
		return !has_id(k, inst, 1) || !k->defs[spirv_word(inst, 1)].is_entry;
	case OP_LINE:
	case OP_NO_LINE:
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
	TRY(by_result ? find_kinds(k, inst) : 0);
	for (size_t i = 1; by_result && i < inst->count && i <= 2; i++)
		if (k->kinds[i] == SPIRV_WORD_RESULT && !has_id(k, inst, i))
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
		within = within && inst.op != OP_FUNCTION_END;
	}
	return r;
}

static void find_modes(struct keeping *k)
{
	for (size_t i = 0; i < k->module->mode_count; i++) {
		const struct spirv_mode *mode = &k->module->modes[i];

		k->sub_group_mode |= mode->mode >= MODE_SUBGROUP_SIZE &&
				     mode->mode <= MODE_SUBGROUPS_PER_WORKGROUP_ID && mode->function < k->bound &&
				     k->defs[mode->function].is_entry;
	}
}

/* ---- */

static int begin(struct keeping *k)
{
	int r = spirv_read(k->ctx, k->file, &k->module);

	if (r < 0)
		return r;
	k->bound = k->module->header.bound;
	if (k->bound > k->file.len) /* more than four for every word: no compiler does that */
		return syb_fail(k->ctx, SYB_E_LIMIT, k->file.at, "spirv-id", "ids up to %u in %zu bytes",
				(unsigned)k->bound, k->file.len);
	k->defs = arena_array(k->ctx, &k->arena, k->bound, sizeof(*k->defs));
	k->stack = arena_array(k->ctx, &k->arena, k->bound, sizeof(*k->stack));
	return k->defs && k->stack ? spirv_edit_begin(k->ctx, k->file, &k->edit) : -SYB_E_NOMEM;
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
		r = define_all(k);
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
