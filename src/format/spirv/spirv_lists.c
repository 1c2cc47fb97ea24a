/* format/spirv/spirv_lists.c — the lists of a SPIR-V module's info, from the facts that a walk has found.
 *
 * Entry points may share a function: its parameters are listed once. Names belong to the module that was read, or to
 * the arena; those of symbols may be shared by many and count against a limit. */
#include "spirv_info.h"

#include "base/order.h"

#include <stdlib.h>

enum {
	MODE_LOCAL_SIZE = 17,
	MODE_LOCAL_SIZE_HINT = 18,
	MODE_SUBGROUP_SIZE = 35,
	MODE_SUBGROUPS_PER_WORKGROUP = 36,
	MODE_SUBGROUPS_PER_WORKGROUP_ID = 37,
	MODE_LOCAL_SIZE_ID = 38,
	MODE_LOCAL_SIZE_HINT_ID = 39,
	DECORATION_LINKAGE = 41,
	LINKAGE_EXPORT = 0,
	LINKAGE_IMPORT = 1,
	LINKAGE_ONCE = 2,
};

static void *array(struct spirv_reading *rd, size_t count, size_t size)
{
	return arena_array(rd->ctx, &rd->spirv->arena, count, size);
}

static void *pointers(struct spirv_reading *rd, const void *items, size_t count, size_t size)
{
	return arena_pointers(rd->ctx, &rd->spirv->arena, items, count, size);
}

/* ---- kernels ---- */

/* Where execution modes are collected: by function, before kernels are made of them. */
struct modes {
	uint64_t size[3], hint[3];
	uint32_t dims, hint_dims;
	uint32_t sub_group, sub_groups;
	uint32_t size_at, sub_group_at;
	const struct syb_spirv_param *const *params; /* made with the first kernel */
	bool has_params;
};

/* A number that an operand is, or names. */
static bool operand(const struct spirv_reading *rd, const struct spirv_mode *mode, size_t i, bool id, uint64_t *out)
{
	uint32_t fact;

	if (i >= mode->operand_count)
		return false;
	if (!id) {
		*out = mode->operands[i];
		return true;
	}
	fact = spirv_fact_find(rd, mode->operands[i]);
	if (fact == SPIRV_NONE || !(rd->facts[fact].flags & FACT_NUMBER))
		return false;
	*out = rd->facts[fact].number;
	return true;
}

static uint32_t operands(const struct spirv_reading *rd, const struct spirv_mode *mode, bool id, uint64_t out[3])
{
	uint64_t size[3];

	for (size_t i = 0; i < 3; i++)
		if (!operand(rd, mode, i, id, &size[i]))
			return 0;
	memcpy(out, size, sizeof(size));
	return 3;
}

static void add_mode(const struct spirv_reading *rd, const struct spirv_mode *mode, struct modes *to)
{
	uint64_t number = 0;

	switch (mode->mode) {
	case MODE_LOCAL_SIZE:
	case MODE_LOCAL_SIZE_ID:
		to->dims = operands(rd, mode, mode->mode == MODE_LOCAL_SIZE_ID, to->size);
		to->size_at = (uint32_t)mode->at;
		break;
	case MODE_LOCAL_SIZE_HINT:
	case MODE_LOCAL_SIZE_HINT_ID:
		to->hint_dims = operands(rd, mode, mode->mode == MODE_LOCAL_SIZE_HINT_ID, to->hint);
		break;
	case MODE_SUBGROUP_SIZE:
		if (operand(rd, mode, 0, false, &number))
			to->sub_group = (uint32_t)number;
		to->sub_group_at = (uint32_t)mode->at;
		break;
	case MODE_SUBGROUPS_PER_WORKGROUP:
	case MODE_SUBGROUPS_PER_WORKGROUP_ID:
		if (operand(rd, mode, 0, mode->mode == MODE_SUBGROUPS_PER_WORKGROUP_ID, &number) &&
		    number <= UINT32_MAX)
			to->sub_groups = (uint32_t)number;
		break;
	default:
		break;
	}
}

/* A constant that is declared as the work-group size applies to all kernels. */
static void add_work_group_constant(const struct spirv_reading *rd, struct modes *to)
{
	struct spirv_inst inst;
	uint64_t size[3];

	if (rd->work_group == SPIRV_NONE)
		return;
	inst = spirv_inst_of(rd, &rd->facts[rd->work_group]);
	if (inst.count != 6)
		return;
	for (size_t i = 0; i < 3; i++) {
		uint32_t part = spirv_fact_find(rd, spirv_word(&inst, 3 + i));

		if (part == SPIRV_NONE || !(rd->facts[part].flags & FACT_NUMBER))
			return;
		size[i] = rd->facts[part].number;
	}
	memcpy(to->size, size, sizeof(size));
	to->dims = 3;
	to->size_at = (uint32_t)inst.at;
}

/* The translator makes kernels that only call a function of the same name, which has the names of the parameters. */
static const struct spirv_node *named_node(struct spirv_reading *rd, const struct spirv_node *node)
{
	const struct spirv_node *to;
	const char *from_name, *to_name;

	if (node->edge_count != 1)
		return node;
	to = &rd->spirv->nodes[rd->spirv->edges[node->first_edge]];
	from_name = spirv_function_name(rd->m, rd->facts[node->fact].id);
	to_name = spirv_function_name(rd->m, rd->facts[to->fact].id);
	return to->param_count == node->param_count && from_name && to_name && str_eq(from_name, to_name) ? to : node;
}

static int list_params(struct spirv_reading *rd, const struct spirv_node *node, struct modes *modes)
{
	const struct spirv_node *named = named_node(rd, node);
	struct syb_spirv_param *list;
	int r = 0;

	if (modes->has_params)
		return 0;
	list = array(rd, node->param_count, sizeof(*list));
	modes->params = list ? pointers(rd, list, node->param_count, sizeof(*list)) : NULL;
	if (!modes->params)
		return -SYB_E_NOMEM;
	for (uint32_t i = 0; i < node->param_count && r == 0; i++) {
		const char *name = spirv_name_of(rd->m, rd->params[named->first_param + i], SPIRV_NO_MEMBER);

		r = spirv_spell_param(rd, rd->params[node->first_param + i], &list[i]);
		if (!list[i].name && name && *name)
			list[i].name = name;
	}
	modes->has_params = true;
	return r;
}

/* Images that are made from handles need no images of the other kind. */
static uint32_t node_aspects(const struct spirv_reading *rd, const struct spirv_node *node)
{
	uint32_t passed = 0;

	if (!(node->all & SPIRV_BIT(BINDLESS)))
		return node->all & ~(SPIRV_BIT(CUBEMAP) | SPIRV_BIT(IMAGE_ARRAY));
	for (uint32_t i = 0; i < node->param_count; i++) {
		uint32_t type = spirv_type_of(rd, rd->params[node->first_param + i]);

		passed |= type != SPIRV_NONE ? rd->facts[type].aspects : 0;
	}
	return passed & SPIRV_BIT(IMAGE) ? node->all : node->all & ~SPIRV_BIT(IMAGE);
}

static int fill_kernel(struct spirv_reading *rd, const struct spirv_entry_point *e, struct modes *modes, size_t at,
		       struct syb_spirv_kernel *out, uint32_t *module_aspects)
{
	const uint32_t fact = spirv_fact_find(rd, e->function);
	const uint32_t index = fact != SPIRV_NONE ? rd->facts[fact].node : SPIRV_NONE;
	const struct spirv_node *node = index != SPIRV_NONE ? &rd->spirv->nodes[index] : NULL;
	uint32_t set;

	out->name = e->name;
	memcpy(out->work_group_size, modes->size, sizeof(modes->size));
	memcpy(out->work_group_hint, modes->hint, sizeof(modes->hint));
	out->work_group_dims = modes->dims;
	out->work_group_hint_dims = modes->hint_dims;
	out->sub_group_size = modes->sub_group;
	out->sub_groups_per_work_group = modes->sub_groups;
	rd->spirv->kernel_modes[2 * at] = modes->size_at;
	rd->spirv->kernel_modes[2 * at + 1] = modes->sub_group_at;
	rd->spirv->kernel_nodes[at] = index;
	if (!node)
		return 0;
	TRY(list_params(rd, node, modes));
	out->params = modes->params;
	out->param_count = node->param_count;
	set = node_aspects(rd, node);
	*module_aspects |= set;
	return spirv_aspect_list(rd->ctx, &rd->spirv->arena, set, &out->aspects, &out->aspect_count);
}

/* Modes by function: the fact of the function has its index. */
static int collect_modes(struct spirv_reading *rd, struct modes *modes, size_t *out_count)
{
	const struct spirv_module *m = rd->m;
	size_t count = 0;

	for (size_t i = 0; i < m->entry_point_count; i++) {
		uint32_t fact;

		if (m->entry_points[i].model != SPIRV_MODEL_KERNEL)
			continue;
		TRY(spirv_fact_of(rd, m->entry_points[i].function, &fact));
		if (!(rd->facts[fact].flags & FACT_KERNEL))
			rd->facts[fact].part = (uint32_t)count++;
		rd->facts[fact].flags |= FACT_KERNEL;
	}
	for (size_t i = 0; i < m->mode_count; i++) {
		uint32_t fact = spirv_fact_find(rd, m->modes[i].function);

		if (fact != SPIRV_NONE && rd->facts[fact].flags & FACT_KERNEL)
			add_mode(rd, &m->modes[i], &modes[rd->facts[fact].part]);
	}
	for (size_t i = 0; i < count; i++)
		add_work_group_constant(rd, &modes[i]);
	*out_count = count;
	return 0;
}

static int list_kernels(struct spirv_reading *rd, struct modes *modes, uint32_t *aspects)
{
	const struct spirv_module *m = rd->m;
	struct syb_spirv *spirv = rd->spirv;
	struct syb_spirv_kernel *list;
	size_t count = 0, functions;
	int r;

	for (size_t i = 0; i < m->entry_point_count; i++)
		count += m->entry_points[i].model == SPIRV_MODEL_KERNEL;
	list = array(rd, count, sizeof(*list));
	spirv->kernel_nodes = array(rd, count, sizeof(*spirv->kernel_nodes));
	spirv->kernel_modes = array(rd, count, 2 * sizeof(*spirv->kernel_modes));
	if (!list || !spirv->kernel_nodes || !spirv->kernel_modes)
		return -SYB_E_NOMEM;
	spirv->info.kernels = pointers(rd, list, count, sizeof(*list));
	if (!spirv->info.kernels)
		return -SYB_E_NOMEM;
	r = collect_modes(rd, modes, &functions);
	for (size_t i = 0; i < m->entry_point_count && r == 0; i++) {
		const struct spirv_entry_point *e = &m->entry_points[i];

		if (e->model != SPIRV_MODEL_KERNEL)
			continue;
		r = fill_kernel(rd, e, &modes[rd->facts[spirv_fact_find(rd, e->function)].part],
				spirv->info.kernel_count, &list[spirv->info.kernel_count], aspects);
		spirv->info.kernel_count++;
	}
	return r;
}

/* ---- specialization constants ---- */

static int by_spec_id(const void *a, const void *b)
{
	const struct spirv_fact *x = *(const struct spirv_fact *const *)a, *y = *(const struct spirv_fact *const *)b;

	if (x->spec_id != y->spec_id)
		return ORDER(x->spec_id, y->spec_id);
	return ORDER(x->at, y->at);
}

static bool is_spec_const(const struct spirv_fact *f)
{
	return f->flags & FACT_SPEC_ID && f->at && f->op >= SPIRV_SPEC_CONSTANT_TRUE && f->op <= SPIRV_SPEC_CONSTANT;
}

/* Its own name, or NAME[i] of the composite that it is a part of. */
static int spec_name(struct spirv_reading *rd, const struct spirv_fact *f, const char **out)
{
	const char *name = spirv_name_of(rd->m, f->id, SPIRV_NO_MEMBER);

	*out = name && *name ? name : NULL;
	if (*out || f->whole == SPIRV_NONE)
		return 0;
	rd->text.len = 0;
	TRY(buf_printf(rd->ctx, &rd->text, "%s[%u]", spirv_name_of(rd->m, rd->facts[f->whole].id, SPIRV_NO_MEMBER),
		       f->part));
	TRY(claim_bytes(rd->ctx, &rd->claims, rd->file.at + (uint64_t)f->at * 4, rd->text.len, "names of constants"));
	*out = arena_string(rd->ctx, &rd->spirv->arena, rd->text.ptr, rd->text.len);
	return *out ? 0 : -SYB_E_NOMEM;
}

static int fill_spec_const(struct spirv_reading *rd, const struct spirv_fact *f, struct syb_spirv_spec_const *out)
{
	const size_t size = f->op == SPIRV_SPEC_CONSTANT ? (size_t)f->size : 1;
	uint8_t *value = arena_bytes(rd->ctx, &rd->spirv->arena, sizeof(f->number));
	int r;

	if (!value)
		return -SYB_E_NOMEM;
	memcpy(value, &f->number, sizeof(f->number));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	value += sizeof(f->number) - size;
#endif
	out->id = f->spec_id;
	out->value = (struct syb_bytes){ value, size };
	r = spec_name(rd, f, &out->name);
	return r < 0 ? r : spirv_spell_type(rd, f->type, SPIRV_SIGN_OF_TYPE, &out->type);
}

/* By ascending id. One that is declared several times is one constant. */
static int list_spec_consts(struct spirv_reading *rd)
{
	struct syb_spirv_info *info = &rd->spirv->info;
	const struct spirv_fact **sorted;
	struct syb_spirv_spec_const *list;
	size_t count = 0, k = 0;

	for (size_t i = 0; i < rd->fact_count; i++)
		count += is_spec_const(&rd->facts[i]);
	sorted = arena_array(rd->ctx, &rd->scratch, count, sizeof(*sorted));
	list = array(rd, count, sizeof(*list));
	if (!sorted || !list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < rd->fact_count; i++)
		if (is_spec_const(&rd->facts[i]))
			sorted[k++] = &rd->facts[i];
	qsort(sorted, count, sizeof(*sorted), by_spec_id);
	info->spec_consts = pointers(rd, list, count, sizeof(*list));
	if (!info->spec_consts)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		if (i == 0 || sorted[i]->spec_id != sorted[i - 1]->spec_id)
			TRY(fill_spec_const(rd, sorted[i], &list[info->spec_const_count++]));
	return 0;
}

/* ---- symbols ---- */

/* The name and kind of a linkage decoration; the name is NULL when it cannot be read. */
static int linkage(struct spirv_reading *rd, const struct spirv_decoration *d, const char **out_name,
		   uint32_t *out_kind)
{
	size_t words;
	int64_t len = spirv_operand_string(d, 0, &words);
	char *text;

	*out_name = NULL;
	if (len < 0 || words >= d->operand_count)
		return 0;
	TRY(claim_bytes(rd->ctx, &rd->claims, rd->file.at + d->at * 4, (uint64_t)len + 1, "names of symbols"));
	text = arena_bytes(rd->ctx, &rd->spirv->arena, (size_t)len + 1);
	if (!text)
		return -SYB_E_NOMEM;
	spirv_get_text(d->operands, (size_t)len + 1, text); /* with its NUL */
	*out_name = text;
	*out_kind = d->operands[words];
	return 0;
}

static const struct spirv_fact *symbol(const struct spirv_reading *rd, const struct spirv_decoration *d)
{
	const struct spirv_fact *f;
	uint32_t fact;

	if (d->number != DECORATION_LINKAGE || d->member != SPIRV_NO_MEMBER)
		return NULL;
	fact = spirv_fact_find(rd, d->target);
	f = fact != SPIRV_NONE ? &rd->facts[fact] : NULL;
	if (!f || !(f->op == SPIRV_OP_FUNCTION || f->op == SPIRV_OP_VARIABLE || f->op == SPIRV_UNTYPED_VARIABLE))
		return NULL;
	return f->flags & FACT_BUILT_IN ? NULL : f; /* defined by the device */
}

/* The code of an import is in another module: it is assumed to use the values that its parameters point to. */
static void note_import(struct spirv_reading *rd, const struct spirv_fact *f, const char *name)
{
	const struct spirv_node *node = f->node != SPIRV_NONE ? &rd->spirv->nodes[f->node] : NULL;

	for (uint32_t i = 0; node && spirv_is_import(name) && i < node->param_count; i++)
		rd->assumed |= spirv_target_aspects(rd, rd->params[node->first_param + i]);
}

static int list_symbols(struct spirv_reading *rd, uint32_t *aspects)
{
	struct syb_spirv_info *info = &rd->spirv->info;
	struct syb_spirv_symbol *exports, *imports;
	size_t count = 0;

	for (size_t i = 0; i < rd->m->decoration_count; i++)
		count += symbol(rd, &rd->m->decorations[i]) != NULL;
	exports = array(rd, count, sizeof(*exports));
	imports = array(rd, count, sizeof(*imports));
	rd->spirv->export_nodes = array(rd, count, sizeof(*rd->spirv->export_nodes));
	if (!exports || !imports || !rd->spirv->export_nodes)
		return -SYB_E_NOMEM;
	info->exports = pointers(rd, exports, count, sizeof(*exports));
	info->imports = pointers(rd, imports, count, sizeof(*imports));
	if (!info->exports || !info->imports)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < rd->m->decoration_count; i++) {
		const struct spirv_fact *f = symbol(rd, &rd->m->decorations[i]);
		struct syb_spirv_symbol s = { .variable = f && f->op != SPIRV_OP_FUNCTION };
		uint32_t kind = LINKAGE_EXPORT, set;

		TRY(f ? linkage(rd, &rd->m->decorations[i], &s.name, &kind) : 0);
		if (!s.name)
			continue;
		s.link_once = kind == LINKAGE_ONCE;
		if (kind == LINKAGE_IMPORT) {
			note_import(rd, f, s.name);
			imports[info->import_count++] = s;
			continue;
		}
		/* a variable needs nothing until code uses it */
		set = s.variable ? 0 : f->aspects & ~(SPIRV_BIT(CUBEMAP) | SPIRV_BIT(IMAGE_ARRAY));
		if (!s.variable && f->node != SPIRV_NONE)
			set |= node_aspects(rd, &rd->spirv->nodes[f->node]);
		TRY(spirv_aspect_list(rd->ctx, &rd->spirv->arena, set, &s.aspects, &s.aspect_count));
		rd->spirv->export_nodes[info->export_count] = f->node;
		exports[info->export_count++] = s;
		*aspects |= set;
	}
	return 0;
}

int spirv_list_all(struct spirv_reading *rd)
{
	struct syb_spirv_info *info = &rd->spirv->info;
	struct modes *modes = arena_array(rd->ctx, &rd->scratch, rd->m->entry_point_count, sizeof(*modes));
	uint32_t aspects = 0;

	if (!modes)
		return -SYB_E_NOMEM;
	info->major = rd->m->header.major;
	info->minor = rd->m->header.minor;
	TRY(list_kernels(rd, modes, &aspects));
	TRY(list_spec_consts(rd));
	TRY(list_symbols(rd, &aspects));
	aspects |= rd->assumed & ~(SPIRV_BIT(CUBEMAP) | SPIRV_BIT(IMAGE_ARRAY));
	return spirv_aspect_list(rd->ctx, &rd->spirv->arena, aspects, &info->aspects, &info->aspect_count);
}
