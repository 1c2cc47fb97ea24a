/* format/props/prop_view.c — property sets → typed view, in both dialects and all historic forms.
 *
 * Each section fills its part of the info. Strings that the registry holds are borrowed; others are in the view's
 * arena. Sets and keys that no section names are ignored. */
#include "module_view.h"
#include "prop_shape.h"

#include <inttypes.h>

struct syb_view {
	struct allocator from;
	struct arena arena;
	struct syb_module_info info;
	struct syb_requirements requirements;
};

struct viewer {
	struct syb_ctx *ctx;
	const struct syb_props *props;
	struct syb_view *view;
	struct syb_module_info *info;
};

DEFINE_CLEANUP(struct syb_view *, syb_view_free);

static int wrong_shape(struct viewer *v, const struct syb_prop *prop, enum syb_shape shape)
{
	if (v->props->embedded)
		return syb_fail(v->ctx, SYB_E_FORMAT, props_offset(v->props, v->props->at, prop->raw), "prop-shape",
				"%s does not have the shape %s", prop->key, syb_shape_name(shape));
	return syb_fail_text(v->ctx, SYB_E_FORMAT, prop->line, (uint32_t)(prop->raw - prop->key) + 1, "prop-shape",
			     "%s does not have the shape %s", prop->key, syb_shape_name(shape));
}

/* The property, after its shape was checked; NULL with 0 when it is absent. */
static int get(struct viewer *v, const char *set, const char *key, enum syb_shape shape, const struct syb_prop **out)
{
	const struct syb_prop *prop = syb_props_get(v->props, set, key);

	if (prop && !shape_fits(shape, prop))
		return wrong_shape(v, prop, shape);
	*out = prop;
	return 0;
}

static void *array(struct viewer *v, size_t count, size_t size)
{
	return arena_array(v->ctx, &v->view->arena, count, size);
}

static const char *string(struct viewer *v, struct syb_bytes bytes)
{
	return arena_string(v->ctx, &v->view->arena, bytes.ptr, bytes.len);
}

/* Of repeated keys only the last is used. */
static bool counts(const struct syb_set *set, const struct syb_prop *prop)
{
	return syb_set_find(set, prop->key) == prop;
}

/* Walk a set whose keys are names: calls fn for each property that is used, after its shape was checked. The array
 * has room for all properties of the set. */
typedef int item_fn(struct viewer *v, const struct syb_prop *prop, void *item);

static int each(struct viewer *v, const char *name, enum syb_shape shape, size_t item_size, item_fn *fn,
		const void **out_items, size_t *out_count)
{
	const struct syb_set *set = syb_props_find(v->props, name);
	size_t count = 0;
	char *items;
	int r;

	if (!set || !set->count)
		return 0;
	items = array(v, set->count, item_size);
	if (!items)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < set->count; i++) {
		const struct syb_prop *prop = &set->props[i];

		if (!counts(set, prop))
			continue;
		if (!shape_fits(shape, prop))
			return wrong_shape(v, prop, shape);
		r = fn(v, prop, items + count * item_size);
		if (r < 0)
			return r;
		count++;
	}
	*out_items = items;
	*out_count = count;
	return 0;
}
/* Of a list of names. */
#define EACH_NAME(v, name, shape, items, count) \
	each((v), (name), (shape), sizeof(*(items)), take_name, (const void **)&(items), &(count))

/* Of a list of records: pointers to them, so that records may grow. */
static int each_record(struct viewer *v, const char *name, enum syb_shape shape, size_t size, item_fn *fn,
		       const void *const **out_records, size_t *out_count)
{
	const void *items = NULL;

	TRY(each(v, name, shape, size, fn, &items, out_count));
	if (*out_count)
		*out_records = arena_pointers(v->ctx, &v->view->arena, items, *out_count, size);
	return *out_count && !*out_records ? -SYB_E_NOMEM : 0;
}
#define EACH(v, name, shape, fn, items, count) \
	each_record((v), (name), (shape), sizeof(**(items)), (fn), (const void *const **)&(items), &(count))

static int take_name(struct viewer *v, const struct syb_prop *prop, void *item)
{
	(void)v;
	*(const char **)item = prop->key;
	return 0;
}

static int take_global(struct viewer *v, const struct syb_prop *prop, void *item)
{
	(void)v;
	*(struct syb_device_global *)item =
		(struct syb_device_global){ prop->key, shape_u32(prop, 0), shape_u32(prop, 1) != 0 };
	return 0;
}

static int take_pipe(struct viewer *v, const struct syb_prop *prop, void *item)
{
	(void)v;
	*(struct syb_host_pipe *)item = (struct syb_host_pipe){ prop->key, shape_u32(prop, 0) };
	return 0;
}

static int take_registered(struct viewer *v, const struct syb_prop *prop, void *item)
{
	struct syb_kernel_name *name = item;

	name->name = prop->key;
	name->kernel = string(v, prop_bytes(prop));
	return name->kernel ? 0 : -SYB_E_NOMEM;
}

static int take_mask(struct viewer *v, const struct syb_prop *prop, void *item)
{
	(void)v;
	*(struct syb_kernel_args *)item = (struct syb_kernel_args){ prop->key, prop_bytes(prop), prop->bits };
	return 0;
}

static int take_number(struct viewer *v, const struct syb_prop *prop, void *item)
{
	(void)v;
	*(struct syb_kernel_number *)item = (struct syb_kernel_number){ prop->key, prop->u32 };
	return 0;
}

static int take_metadata(struct viewer *v, const struct syb_prop *prop, void *item)
{
	const char *at = strrchr(prop->key, '@');
	struct syb_program_metadata *m = item;

	m->key = at ? at + 1 : prop->key;
	m->kernel = at ? arena_string(v->ctx, &v->view->arena, prop->key, (size_t)(at - prop->key)) : "";
	m->prop = prop;
	return m->kernel ? 0 : -SYB_E_NOMEM;
}

static int take_spec_const(struct viewer *v, const struct syb_prop *prop, void *item)
{
	struct syb_spec_const *c = item;
	struct syb_spec_leaf *leaves = array(v, prop->len / 12, sizeof(*leaves));

	if (!leaves)
		return -SYB_E_NOMEM;
	c->name = prop->key;
	c->leaf_count = prop->len / 12;
	c->leaves = leaves;
	for (size_t i = 0; i < c->leaf_count; i++)
		leaves[i] = (struct syb_spec_leaf){ shape_u32(prop, 3 * i), shape_u32(prop, 3 * i + 1),
						    shape_u32(prop, 3 * i + 2) };
	return 0;
}

/* Sections whose keys are all names. */
static int view_names(struct viewer *v)
{
	struct syb_module_info *info = v->info;

	TRY(EACH_NAME(v, SET_EXPORTS, SYB_SHAPE_FLAG, info->exports, info->export_count));
	TRY(EACH_NAME(v, SET_IMPORTS, SYB_SHAPE_FLAG, info->imports, info->import_count));
	TRY(EACH_NAME(v, "SYCL/assert used", SYB_SHAPE_FLAG, info->assert_used, info->assert_used_count));
	TRY(EACH_NAME(v, "SYCL/malloc used", SYB_SHAPE_FLAG, info->malloc_used, info->malloc_used_count));
	TRY(EACH (v, "SYCL/device globals", SYB_SHAPE_DEVICE_GLOBAL, take_global, info->device_globals,
		  info->device_global_count));
	TRY(EACH (v, "SYCL/host pipes", SYB_SHAPE_HOST_PIPE, take_pipe, info->host_pipes, info->host_pipe_count));
	TRY(EACH (v, "SYCL/registered kernels", SYB_SHAPE_STRING, take_registered, info->registered_kernels,
		  info->registered_kernel_count));
	TRY(EACH (v, "SYCL/kernel param opt", SYB_SHAPE_BITS, take_mask, info->removed_args, info->removed_args_count));
	TRY(EACH (v, "SYCL/implicit local arg", SYB_SHAPE_NUMBER, take_number, info->implicit_local_args,
		  info->implicit_local_arg_count));
	TRY(EACH (v, "SYCL/program metadata", SYB_SHAPE_PROGRAM_METADATA, take_metadata, info->program_metadata,
		  info->program_metadata_count));
	return EACH (v, "SYCL/specialization constants", SYB_SHAPE_SPEC_LEAVES, take_spec_const, info->spec_consts,
		     info->spec_const_count);
}

uint64_t prop_spec_size(const struct syb_prop *prop)
{
	uint64_t size = 0;

	for (size_t i = 0; i < prop->len / 12; i++) {
		uint64_t end = (uint64_t)shape_u32(prop, 3 * i + 1) + shape_u32(prop, 3 * i + 2);

		size = end > size ? end : size;
	}
	return size;
}

/* Values of constants: each under its constant's name (the documents), or all in one under "all" (DPC++). A block
 * whose size does not match the constants is not used; the check prop-spec-defaults reports it. */
static int view_spec_values(struct viewer *v, const char *set, struct syb_bytes *(*slot)(struct syb_spec_const *))
{
	/* the view's own records, completed before the caller sees them */
	struct syb_spec_const *const *consts = (struct syb_spec_const *const *)(uintptr_t)v->info->spec_consts;
	const struct syb_set *leaves = syb_props_find(v->props, "SYCL/specialization constants");
	const struct syb_prop *all = NULL, *own = NULL;
	uint64_t total = 0, pos = 0;
	int r = get(v, set, "all", SYB_SHAPE_RAW, &all);

	for (size_t i = 0; r == 0 && i < v->info->spec_const_count; i++)
		total += prop_spec_size(syb_set_find(leaves, consts[i]->name));
	for (size_t i = 0; r == 0 && i < v->info->spec_const_count; i++) {
		uint64_t size = prop_spec_size(syb_set_find(leaves, consts[i]->name));

		r = get(v, set, consts[i]->name, SYB_SHAPE_RAW, &own);
		if (r == 0 && own)
			*slot(consts[i]) = prop_bytes(own);
		if (r == 0 && all && total == all->len && (!own || own == all))
			*slot(consts[i]) = (struct syb_bytes){ all->bytes + pos, (size_t)size };
		pos += size;
	}
	return r;
}

static struct syb_bytes *default_value(struct syb_spec_const *c)
{
	return &c->default_value;
}

static struct syb_bytes *set_value(struct syb_spec_const *c)
{
	return &c->set_value;
}

/* ---- kernels ---- */

struct kernel_list {
	const char **names;
	size_t count;
	struct hash seen;
};

static void kernel_list_done(struct kernel_list *list)
{
	hash_free(&list->seen);
}

static int add_kernel(struct viewer *v, struct kernel_list *list, const char *name)
{
	size_t *place;
	bool found;

	TRY(hash_put(v->ctx, &list->seen, name, strlen(name), list->count, &place, &found));
	if (!found)
		list->names[list->count++] = name;
	return 0;
}

/* Without the set of kernel names, the kernels are those that other sets mention. Masks of removed arguments are not
 * used: real files have some for functions that are not kernels. */
static int guess_kernels(struct viewer *v)
{
	const struct syb_module_info *info = v->info;
	_cleanup_(kernel_list_done) struct kernel_list list = { 0 };
	int r = 0;

	list.names = array(v,
			   info->assert_used_count + info->malloc_used_count + info->implicit_local_arg_count +
				   info->registered_kernel_count + info->program_metadata_count,
			   sizeof(*list.names));
	if (!list.names)
		return -SYB_E_NOMEM;
	for (size_t i = 0; r == 0 && i < info->assert_used_count; i++)
		r = add_kernel(v, &list, info->assert_used[i]);
	for (size_t i = 0; r == 0 && i < info->malloc_used_count; i++)
		r = add_kernel(v, &list, info->malloc_used[i]);
	for (size_t i = 0; r == 0 && i < info->implicit_local_arg_count; i++)
		r = add_kernel(v, &list, info->implicit_local_args[i]->kernel);
	for (size_t i = 0; r == 0 && i < info->registered_kernel_count; i++)
		r = add_kernel(v, &list, info->registered_kernels[i]->kernel);
	for (size_t i = 0; r == 0 && i < info->program_metadata_count; i++) {
		const struct syb_program_metadata *m = info->program_metadata[i];

		if (*m->kernel && !str_eq(m->key, "global_id_mapping"))
			r = add_kernel(v, &list, m->kernel);
	}
	v->info->kernels = list.names;
	v->info->kernel_count = list.count;
	return r;
}

static int view_kernels(struct viewer *v)
{
	if (syb_props_find(v->props, SET_KERNEL_NAMES))
		return EACH_NAME(v, SET_KERNEL_NAMES, SYB_SHAPE_FLAG, v->info->kernels, v->info->kernel_count);
	return guess_kernels(v);
}

int view_set_kernels(struct syb_ctx *ctx, struct syb_view *view, const char *const *names, size_t count)
{
	const char **list = arena_array(ctx, &view->arena, count, sizeof(*list));

	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		list[i] = arena_string(ctx, &view->arena, names[i], strlen(names[i]));
		if (!list[i])
			return -SYB_E_NOMEM;
	}
	view->info.kernels = list;
	view->info.kernel_count = count;
	return 0;
}

/* ---- fixed keys ---- */

static int view_number(struct viewer *v, const char *set, const char *key, uint32_t *out, bool *out_has)
{
	const struct syb_prop *prop = NULL;
	int r = get(v, set, key, SYB_SHAPE_NUMBER, &prop);

	if (r == 0 && prop)
		*out = prop->u32;
	if (out_has)
		*out_has = r == 0 && prop;
	return r;
}

static int view_string(struct viewer *v, const char *set, const char *key, const char **out)
{
	const struct syb_prop *prop = NULL;
	int r = get(v, set, key, SYB_SHAPE_STRING, &prop);

	if (r < 0 || !prop)
		return r;
	*out = string(v, prop_bytes(prop));
	return *out ? 0 : -SYB_E_NOMEM;
}

static int view_misc(struct viewer *v)
{
	static const char set[] = "SYCL/misc properties";
	struct syb_module_info *info = v->info;
	const struct {
		const char *key;
		uint32_t *out;
	} numbers[] = {
		{ "isEsimdImage", &info->is_esimd_image },
		{ "sycl-register-alloc-mode", &info->register_alloc_mode },
		{ "sycl-grf-size", &info->grf_size },
		{ "optLevel", &info->opt_level },
		{ "specConstsReplacedWithDefault", &info->spec_consts_replaced },
		{ "idQueriesRange", &info->id_queries_range },
	};

	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		*numbers[i].out = UINT32_MAX;
		TRY(view_number(v, set, numbers[i].key, numbers[i].out, NULL));
	}
	TRY(view_string(v, set, "sanUsed", &info->sanitizer));
	TRY(view_number(v, "SYCL/devicelib req mask", "DeviceLibReqMask", &info->devicelib_req_mask,
			&info->has_devicelib_req_mask));
	return view_number(v, "SYCL/devicelib metadata", "bfloat16", &info->bfloat16_native, &info->has_bfloat16);
}

/* Texts separated by commas. */
static int view_list(struct viewer *v, const struct syb_prop *prop, const char *const **out, size_t *out_count)
{
	struct syb_bytes rest = prop_bytes(prop), text;
	const char **list;
	size_t count = 0;

	while (shape_next(&rest, ',', &text))
		count++;
	list = array(v, count, sizeof(*list));
	if (!list)
		return -SYB_E_NOMEM;
	rest = prop_bytes(prop);
	for (size_t i = 0; shape_next(&rest, ',', &text); i++) {
		list[i] = string(v, text);
		if (!list[i])
			return -SYB_E_NOMEM;
	}
	*out = list;
	*out_count = count;
	return 0;
}

static int view_virtual(struct viewer *v)
{
	static const char set[] = "SYCL/virtual functions";
	const struct syb_prop *prop = NULL;
	int r = view_string(v, set, "virtual-functions-set", &v->info->virtual_functions_set);

	if (r == 0)
		r = get(v, set, "uses-virtual-functions-set", SYB_SHAPE_STRINGS, &prop);
	if (r < 0 || !prop)
		return r;
	return view_list(v, prop, &v->info->uses_virtual_functions_sets, &v->info->uses_virtual_functions_set_count);
}

/* ---- device requirements ---- */

static int view_u32s(struct viewer *v, const struct syb_prop *prop, const uint32_t **out, size_t *out_count)
{
	size_t count = prop->type == SYB_PROP_U32 ? 1 : prop->len / 4;
	uint32_t *list = array(v, count, sizeof(*list));

	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		list[i] = prop->type == SYB_PROP_U32 ? prop->u32 : shape_u32(prop, i);
	*out = list;
	*out_count = count;
	return 0;
}

/* Numbers of aspects, as the library has them. */
static int view_numbers(struct viewer *v, const struct syb_prop *prop, const uint32_t **out, size_t *out_count)
{
	uint32_t *list = array(v, prop->len / 4, sizeof(*list));

	TRY(props_check_numbers(v->ctx, v->props));
	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < prop->len / 4; i++)
		list[i] = prop_aspect(prop, i);
	*out = list;
	*out_count = prop->len / 4;
	return 0;
}

static int view_aspects(struct viewer *v, struct syb_requirements *req)
{
	const struct syb_prop *prop = NULL, *fixed = NULL;
	int r = get(v, SET_REQUIREMENTS, "aspects", SYB_SHAPE_ASPECTS, &prop);

	if (r == 0 && !prop)
		r = get(v, SET_REQUIREMENTS, "aspect", SYB_SHAPE_ASPECTS, &prop);
	if (r == 0 && prop)
		r = view_numbers(v, prop, &req->aspects, &req->aspect_count);
	if (r == 0)
		r = get(v, SET_REQUIREMENTS, "fixed_target", SYB_SHAPE_FIXED_TARGET, &fixed);
	if (r < 0 || !fixed)
		return r;
	if (shape_target_names(fixed))
		return view_list(v, fixed, &req->fixed_targets, &req->fixed_target_count);
	return view_numbers(v, fixed, &req->fixed_target_aspects, &req->fixed_target_aspect_count);
}

static int view_sizes(struct viewer *v, struct syb_requirements *req)
{
	enum syb_shape shape = SYB_SHAPE_U64S;
	const struct syb_prop *prop = NULL;
	struct syb_work_group_size *list, size;
	int r = get(v, SET_REQUIREMENTS, "reqd_work_group_size_uint64_t", shape, &prop);
	size_t count = 0, pos = 0;

	if (r == 0 && !prop) {
		shape = SYB_SHAPE_WG_SIZE_OLD;
		r = get(v, SET_REQUIREMENTS, "reqd_work_group_size", shape, &prop);
	}
	if (r < 0 || !prop)
		return r;
	while (shape_wg_next(prop, shape_wg_form(prop, shape), &pos, &size))
		count++;
	list = array(v, count, sizeof(*list));
	if (!list)
		return -SYB_E_NOMEM;
	pos = 0;
	for (size_t i = 0; i < count; i++)
		shape_wg_next(prop, shape_wg_form(prop, shape), &pos, &list[i]);
	req->work_group_sizes = list;
	req->work_group_size_count = count;
	if (count) {
		memcpy(req->work_group_size, list[0].size, sizeof(req->work_group_size));
		req->work_group_dims = list[0].dims;
	}
	return 0;
}

static int view_group(struct viewer *v, struct syb_requirements *req)
{
	const struct syb_prop *sub = NULL, *dims = NULL;
	const uint32_t *list;
	size_t count;
	int r = get(v, SET_REQUIREMENTS, "reqd_sub_group_size", SYB_SHAPE_U32_OR_LIST, &sub);

	if (r == 0 && sub)
		r = view_u32s(v, sub, &req->sub_group_sizes, &req->sub_group_size_count);
	if (r == 0 && req->sub_group_size_count)
		req->sub_group_size = req->sub_group_sizes[0];
	if (r == 0)
		r = get(v, SET_REQUIREMENTS, "work_group_num_dim", SYB_SHAPE_U32_OR_LIST, &dims);
	if (r < 0 || !dims)
		return r;
	r = view_u32s(v, dims, &list, &count);
	if (r == 0 && count)
		req->work_group_num_dim = list[0];
	return r;
}

/* Walk the entries of a list of matrices; its shape defines the number of names and numbers of an entry. */
typedef int matrix_fn(struct viewer *v, const struct matrix_fields *fields, void *item);

static int each_matrix(struct viewer *v, const char *key, enum syb_shape shape, size_t item_size, matrix_fn *fn,
		       const void **out_items, size_t *out_count)
{
	bool mad = shape == SYB_SHAPE_JOINT_MATRIX_MAD;
	size_t names = mad ? MAD_NAMES : MATRIX_NAMES, numbers = mad ? MAD_NUMBERS : MATRIX_NUMBERS;
	const struct syb_prop *prop = NULL;
	struct matrix_fields fields;
	struct syb_bytes rest;
	size_t count = 0;
	char *items;
	int r = get(v, SET_REQUIREMENTS, key, shape, &prop);

	if (r < 0 || !prop)
		return r;
	for (rest = prop_bytes(prop); shape_matrix_next(&rest, names, numbers, &fields) > 0;)
		count++;
	items = array(v, count, item_size);
	if (!items)
		return -SYB_E_NOMEM;
	rest = prop_bytes(prop);
	for (size_t i = 0; shape_matrix_next(&rest, names, numbers, &fields) > 0; i++) {
		r = fn(v, &fields, items + i * item_size);
		if (r < 0)
			return r;
	}
	*out_items = items;
	*out_count = count;
	return 0;
}

static int take_matrix(struct viewer *v, const struct matrix_fields *f, void *item)
{
	struct syb_joint_matrix *m = item;

	*m = (struct syb_joint_matrix){ string(v, f->names[0]), string(v, f->names[1]), f->numbers[0], f->numbers[1] };
	return m->type && m->use ? 0 : -SYB_E_NOMEM;
}

static int take_mad(struct viewer *v, const struct matrix_fields *f, void *item)
{
	struct syb_joint_matrix_mad *m = item;

	*m = (struct syb_joint_matrix_mad){ string(v, f->names[0]), string(v, f->names[1]), string(v, f->names[2]),
					    string(v, f->names[3]), f->numbers[0],          f->numbers[1],
					    f->numbers[2] };
	return m->type_a && m->type_b && m->type_c && m->type_d ? 0 : -SYB_E_NOMEM;
}

static int view_matrices(struct viewer *v, struct syb_requirements *req)
{
	int r = each_matrix(v, "joint_matrix", SYB_SHAPE_JOINT_MATRIX, sizeof(*req->joint_matrix), take_matrix,
			    (const void **)&req->joint_matrix, &req->joint_matrix_count);

	return r < 0 ? r
		     : each_matrix(v, "joint_matrix_mad", SYB_SHAPE_JOINT_MATRIX_MAD, sizeof(*req->joint_matrix_mad),
				   take_mad, (const void **)&req->joint_matrix_mad, &req->joint_matrix_mad_count);
}

static int view_requirements(struct viewer *v)
{
	struct syb_requirements *req = &v->view->requirements;

	TRY(view_aspects(v, req));
	TRY(view_sizes(v, req));
	TRY(view_group(v, req));
	TRY(view_matrices(v, req));
	return view_string(v, SET_REQUIREMENTS, "compile_target", &req->compile_target);
}

int syb_view_new(struct syb_ctx *ctx, const struct syb_props *props, struct syb_view **out_view)
{
	_cleanup_(syb_view_free_p) struct syb_view *view = mem_zalloc(ctx, sizeof(*view));
	struct viewer v = { ctx, props, view, view ? &view->info : NULL };

	if (!view)
		return -SYB_E_NOMEM;
	view->from = allocator_of(ctx);
	view->requirements.size = sizeof(view->requirements);
	view->info.requirements = &view->requirements;
	/* an arena that has begun never answers an empty array with NULL */
	TRY(arena_alloc(ctx, &view->arena, 8) ? 0 : -SYB_E_NOMEM);
	TRY(view_requirements(&v));
	TRY(view_names(&v));
	TRY(view_spec_values(&v, "SYCL/specialization constants default values", default_value));
	TRY(view_spec_values(&v, "SYCL/specialization constants set values", set_value));
	TRY(view_kernels(&v));
	TRY(view_misc(&v));
	TRY(view_virtual(&v));
	view->requirements.esimd = view->info.is_esimd_image == 1;
	*out_view = steal(view);
	return 0;
}

void syb_view_free(struct syb_view *view)
{
	if (!view)
		return;
	arena_free(&view->arena);
	allocator_free(view->from, view);
}

const struct syb_module_info *syb_view_info(const struct syb_view *view)
{
	return &view->info;
}
