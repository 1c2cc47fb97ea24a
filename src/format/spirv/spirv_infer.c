/* format/spirv/spirv_infer.c — facts of a SPIR-V module → the property sets that a SYCLBIN module needs.
 *
 * One image has one set of requirements: the union of those of its kernels and exported functions. Requirements of a
 * single kernel are in the program metadata as well. Sets and keys are in the order of DPC++'s tools. */
#include "base/buf.h"
#include "spirv_info.h"
#include "target/propsets.h"

#include <stdio.h>

/* Calls of a profiler, and the specialization constant that enables them, are not part of the program. The translator
 * gives each module its own copies of the functions that stand for intrinsics of LLVM, and exports them. */
static const char profiler[] = "__itt_", translator[] = "spirv.llvm_";
static const uint32_t profiler_id = 0xff747469;

DEFINE_CLEANUP(struct syb_props_writer *, syb_props_writer_free);

struct inferrer {
	struct syb_ctx *ctx;
	const struct syb_spirv_info *info;
	struct syb_props_writer *writer;
	struct buf bytes;
	struct hash kernels; /* their names */
	struct hash names;   /* keys of specialization constants */
	struct arena arena;
};

static void drop(struct inferrer *in)
{
	buf_free(&in->bytes);
	hash_free(&in->kernels);
	hash_free(&in->names);
	arena_free(&in->arena);
}

static int write_bytes(struct inferrer *in, const char *key)
{
	return syb_props_writer_bytes(in->ctx, in->writer, key, buf_bytes(&in->bytes));
}

/* ---- requirements ---- */

static int write_aspects(struct inferrer *in)
{
	const enum syb_aspect_numbers numbers = syb_ctx_aspect_numbers(in->ctx);

	in->bytes.len = 0;
	for (size_t i = 0; i < in->info->aspect_count; i++) {
		uint32_t number;

		if (syb_aspect_encode(numbers, in->info->aspects[i], &number))
			TRY(buf_u32(in->ctx, &in->bytes, number));
		else
			syb_report(
				in->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "aspect-number-missing",
				"the code needs aspect %s, which has no number in the numbering of %s; it is left out",
				syb_aspect_find(in->info->aspects[i])->name, syb_aspect_numbers_name(numbers));
	}
	return write_bytes(in, "aspects");
}

/* All sizes, each once, in the order of the kernels. */
static int write_sub_group_sizes(struct inferrer *in)
{
	struct hash seen = { 0 };
	int r = 0;

	in->bytes.len = 0;
	for (size_t i = 0; i < in->info->kernel_count && r == 0; i++) {
		const uint32_t *size = &in->info->kernels[i]->sub_group_size;
		bool found = true;
		size_t *value;

		if (*size)
			r = hash_put(in->ctx, &seen, size, sizeof(*size), 0, &value, &found);
		if (r == 0 && !found)
			r = buf_u32(in->ctx, &in->bytes, *size);
	}
	hash_free(&seen);
	return r < 0 || in->bytes.len == 0 ? r : write_bytes(in, "reqd_sub_group_size");
}

/* SPIR-V always has three sizes; trailing 1s are dimensions that the kernel did not state. */
static uint32_t dims_of(const struct syb_spirv_kernel *kernel)
{
	uint32_t dims = kernel->work_group_dims;

	while (dims > 1 && kernel->work_group_size[dims - 1] == 1)
		dims--;
	return dims;
}

/* At most UINT64_MAX. */
static uint64_t items_of(const struct syb_spirv_kernel *k)
{
	uint64_t items = 1;

	for (uint32_t i = 0; i < k->work_group_dims; i++)
		if (!checked_mul(items, k->work_group_size[i], &items))
			return UINT64_MAX;
	return items;
}

/* Only one fits: the one with most work-items. */
static int write_work_group_size(struct inferrer *in)
{
	const struct syb_spirv_kernel *most = NULL;

	for (size_t i = 0; i < in->info->kernel_count; i++) {
		const struct syb_spirv_kernel *k = in->info->kernels[i];

		if (k->work_group_dims && (!most || items_of(k) > items_of(most)))
			most = k;
	}
	if (!most)
		return 0;
	in->bytes.len = 0;
	for (size_t i = 0; i < dims_of(most); i++)
		TRY(buf_u64(in->ctx, &in->bytes, most->work_group_size[i]));
	return write_bytes(in, "reqd_work_group_size_uint64_t");
}

static int infer_requirements(struct inferrer *in)
{
	TRY(syb_props_writer_set(in->ctx, in->writer, SET_REQUIREMENTS));
	TRY(write_aspects(in));
	TRY(write_sub_group_sizes(in));
	return write_work_group_size(in);
}

/* ---- specialization constants ---- */

static bool can_be_key(const char *name)
{
	return *name && *name != '[' && !name[strcspn(name, "=\n\r")];
}

/* The constant's name where it can be a key and is not taken, else spec_ID. */
static int spec_key(struct inferrer *in, const struct syb_spirv_spec_const *c, const char **out)
{
	const char *key = c->name && can_be_key(c->name) ? c->name : NULL;
	_cleanup_(buf_free) struct buf text = { 0 };
	bool found = true;
	size_t *value;
	int r = 0;

	if (key)
		r = hash_put(in->ctx, &in->names, key, strlen(key), 0, &value, &found);
	if (r == 0 && found)
		r = buf_printf(in->ctx, &text, "spec_%u", c->id);
	while (r == 0 && found) {
		key = arena_string(in->ctx, &in->arena, text.ptr, text.len);
		r = key ? hash_put(in->ctx, &in->names, key, text.len, 0, &value, &found) : -SYB_E_NOMEM;
		if (r == 0 && found)
			r = buf_char(in->ctx, &text, '_');
	}
	*out = key;
	return r;
}

static int write_spec_const(struct inferrer *in, const struct syb_spirv_spec_const *c)
{
	const char *key = NULL;
	int r = syb_props_writer_set(in->ctx, in->writer, "SYCL/specialization constants");

	in->bytes.len = 0;
	if (r == 0)
		r = buf_u32(in->ctx, &in->bytes, c->id);
	if (r == 0)
		r = buf_u32(in->ctx, &in->bytes, 0);
	if (r == 0)
		r = buf_u32(in->ctx, &in->bytes, (uint32_t)c->value.len);
	if (r == 0)
		r = spec_key(in, c, &key);
	return r < 0 ? r : write_bytes(in, key);
}

static int infer_spec_consts(struct inferrer *in)
{
	_cleanup_(buf_free) struct buf values = { 0 };
	const struct syb_spirv_info *info = in->info;
	int r = 0;

	for (size_t i = 0; i < info->spec_const_count && r == 0; i++) {
		const struct syb_spirv_spec_const *c = info->spec_consts[i];

		if (c->id == profiler_id)
			continue;
		r = write_spec_const(in, c);
		if (r == 0)
			r = buf_add(in->ctx, &values, c->value.ptr, c->value.len);
	}
	if (r < 0 || values.len == 0)
		return r;
	r = syb_props_writer_set(in->ctx, in->writer, "SYCL/specialization constants default values");
	return r < 0 ? r : syb_props_writer_bytes(in->ctx, in->writer, "all", buf_bytes(&values));
}

/* ---- symbols ---- */

/* Functions of drivers and libraries begin with two underscores, mangled or not; compilers of drivers have the
 * intrinsics of LLVM and of ray queries. Functions that convert bfloat16 are in separate device images. */
bool spirv_is_import(const char *name)
{
	if (str_starts(name, "__devicelib_ConvertFToBF16INTEL") || str_starts(name, "__devicelib_ConvertBF16ToFINTEL"))
		return true;
	if (str_starts(name, "_Z"))
		name += 2 + strspn(name + 2, "0123456789");
	return !str_starts(name, "__") && !str_starts(name, "llvm.") && !str_starts(name, "intel_ray_query_");
}

static bool is_kernel(const struct inferrer *in, const char *name)
{
	return hash_get(&in->kernels, name, strlen(name));
}

/* A function that several modules may define is not exported; kernels have their own set. */
static bool counts(const struct inferrer *in, const struct syb_spirv_symbol *s, bool import)
{
	return import ? spirv_is_import(s->name)
		      : !s->link_once && !is_kernel(in, s->name) && !str_starts(s->name, profiler) &&
				!str_starts(s->name, translator);
}

static int infer_symbols(struct inferrer *in, const char *set, const struct syb_spirv_symbol *const *list, size_t count,
			 bool import)
{
	struct hash seen = { 0 };
	int r = 0;

	for (size_t i = 0; i < count && r == 0; i++) {
		size_t *value;
		bool found = true;

		if (counts(in, list[i], import))
			r = hash_put(in->ctx, &seen, list[i]->name, strlen(list[i]->name), 0, &value, &found);
		if (r == 0 && !found)
			r = syb_props_writer_set(in->ctx, in->writer, set);
		if (r == 0 && !found)
			r = syb_props_writer_u32(in->ctx, in->writer, list[i]->name, 1);
	}
	hash_free(&seen);
	return r;
}

static int note_kernels(struct inferrer *in)
{
	for (size_t i = 0; i < in->info->kernel_count; i++) {
		const char *name = in->info->kernels[i]->name;

		TRY(hash_add(in->ctx, &in->kernels, name, strlen(name), i));
	}
	return 0;
}

/* The first kernel with its name; a module should not have another. */
static bool is_first(const struct inferrer *in, size_t i)
{
	const char *name = in->info->kernels[i]->name;

	return *hash_get(&in->kernels, name, strlen(name)) == i;
}

static int infer_kernels(struct inferrer *in)
{
	if (in->info->kernel_count)
		TRY(syb_props_writer_set(in->ctx, in->writer, SET_KERNEL_NAMES));
	for (size_t i = 0; i < in->info->kernel_count; i++)
		if (is_first(in, i))
			TRY(syb_props_writer_u32(in->ctx, in->writer, in->info->kernels[i]->name, 1));
	return 0;
}

/* ---- single kernels ---- */

static int kernel_key(struct inferrer *in, const struct syb_spirv_kernel *k, const char *fact, struct buf *key)
{
	key->len = 0;
	return buf_printf(in->ctx, key, "%s@%s%c", k->name, fact, '\0');
}

static int write_kernel(struct inferrer *in, const struct syb_spirv_kernel *k, struct buf *key)
{
	const uint32_t dims = dims_of(k);
	int r = 0;

	in->bytes.len = 0;
	for (size_t i = 0; i < dims; i++)
		if (r == 0 && k->work_group_size[i] <= UINT32_MAX) /* the fact has 32 bits */
			r = buf_u32(in->ctx, &in->bytes, (uint32_t)k->work_group_size[i]);
	if (r == 0 && dims && in->bytes.len == dims * 4) {
		r = kernel_key(in, k, "reqd_work_group_size", key);
		if (r == 0)
			r = write_bytes(in, (const char *)key->ptr);
	}
	if (r == 0 && k->sub_group_size) {
		r = kernel_key(in, k, "reqd_sub_group_size", key);
		if (r == 0)
			r = syb_props_writer_u32(in->ctx, in->writer, (const char *)key->ptr, k->sub_group_size);
	}
	return r;
}

static int infer_metadata(struct inferrer *in)
{
	_cleanup_(buf_free) struct buf key = { 0 };

	for (size_t i = 0; i < in->info->kernel_count; i++) {
		const struct syb_spirv_kernel *k = in->info->kernels[i];

		if (!is_first(in, i) || (k->work_group_dims == 0 && k->sub_group_size == 0))
			continue;
		TRY(syb_props_writer_set(in->ctx, in->writer, "SYCL/program metadata"));
		TRY(write_kernel(in, k, &key));
	}
	return 0;
}

static int infer_misc(struct inferrer *in)
{
	const uint32_t aspect = syb_aspect_parse("ext_intel_esimd")->number;
	bool esimd = false;

	for (size_t i = 0; i < in->info->aspect_count; i++)
		esimd |= in->info->aspects[i] == aspect;
	if (!esimd)
		return 0;
	TRY(syb_props_writer_set(in->ctx, in->writer, "SYCL/misc properties"));
	return syb_props_writer_u32(in->ctx, in->writer, "isEsimdImage", 1);
}

int syb_spirv_infer(struct syb_ctx *ctx, const struct syb_spirv *spirv, struct syb_props **out_props)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;
	_cleanup_(drop) struct inferrer in = { .ctx = ctx, .info = syb_spirv_info(spirv) };
	struct syb_bytes text;
	int r = syb_props_writer_new(ctx, &writer);

	in.writer = writer;
	if (r == 0)
		r = note_kernels(&in);
	if (r == 0)
		r = infer_requirements(&in);
	if (r == 0)
		r = infer_spec_consts(&in);
	if (r == 0)
		r = infer_symbols(&in, SET_EXPORTS, in.info->exports, in.info->export_count, false);
	if (r == 0)
		r = infer_kernels(&in);
	if (r == 0)
		r = infer_symbols(&in, SET_IMPORTS, in.info->imports, in.info->import_count, true);
	if (r == 0)
		r = infer_metadata(&in);
	if (r == 0)
		r = infer_misc(&in);
	if (r == 0)
		r = syb_props_writer_text(ctx, writer, SYB_DIALECT_DPCPP, &text);
	return r < 0 ? r : syb_props_read(ctx, text, NULL, out_props);
}
