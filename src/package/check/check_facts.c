/* package/check/check_facts.c — do the properties of a module fit its SPIR-V? Symbols, kernels, their arguments,
 * variables and specialization constants that properties name are in the code.
 *
 * A module may have several images of SPIR-V, each with some of the kernels: names are looked for only if it has one.
 */
#include "check.h"

#include "base/hash.h"
#include "format/props/spec_consts.h"
#include "format/spirv/spirv_info.h"
#include "format/syclbin/syclbin.h"

#include <inttypes.h>

struct facts {
	struct syb_ctx *ctx;
	const struct syb_module *module;
	const struct syb_props *props;
	const struct syb_module_info *info;
	const struct syb_spirv_info *code;
	struct hash kernels, exports; /* of the code; kernels → index */
};

static void facts_drop(struct facts *f)
{
	hash_free(&f->kernels);
	hash_free(&f->exports);
}

static uint64_t place(const struct facts *f, const char *set, const char *key)
{
	const struct syb_prop *prop = syb_props_get(f->props, set, key);

	return prop ? props_offset(f->props, f->module->metadata.at, prop->raw) : f->module->metadata.at;
}

static bool has(const struct hash *names, const char *name)
{
	return hash_get(names, name, strlen(name)) != NULL;
}

/* ---- kernels ---- */

static const struct syb_spirv_kernel *find_kernel(const struct facts *f, const char *name)
{
	const size_t *i = hash_get(&f->kernels, name, strlen(name));

	return i ? f->code->kernels[*i] : NULL;
}

static void need_kernel(const struct facts *f, const char *set, const char *key, const char *kernel)
{
	if (!has(&f->kernels, kernel))
		check_hit(f->ctx, place(f, set, key), "kernel-unknown",
			  "%s names the kernel '%s', which the code of module %zu does not have", set, kernel,
			  f->module->index);
}

/* Masks are not looked at: real files have some for functions that are not kernels. */
static void check_names(const struct facts *f)
{
	const struct syb_module_info *info = f->info;

	for (size_t i = 0; i < info->assert_used_count; i++)
		need_kernel(f, "SYCL/assert used", info->assert_used[i], info->assert_used[i]);
	for (size_t i = 0; i < info->malloc_used_count; i++)
		need_kernel(f, "SYCL/malloc used", info->malloc_used[i], info->malloc_used[i]);
	for (size_t i = 0; i < info->implicit_local_arg_count; i++)
		need_kernel(f, "SYCL/implicit local arg", info->implicit_local_args[i]->kernel,
			    info->implicit_local_args[i]->kernel);
	for (size_t i = 0; i < info->registered_kernel_count; i++)
		need_kernel(f, "SYCL/registered kernels", info->registered_kernels[i]->name,
			    info->registered_kernels[i]->kernel);
	for (size_t i = 0; i < info->program_metadata_count; i++) {
		const struct syb_program_metadata *m = info->program_metadata[i];

		if (*m->kernel && !str_eq(m->key, "global_id_mapping"))
			need_kernel(f, "SYCL/program metadata", syb_prop_key(m->prop), m->kernel);
	}
}

/* ---- arguments ---- */

static uint64_t removed(const struct syb_kernel_args *mask)
{
	uint64_t count = 0;

	for (uint64_t i = 0; i < mask->bits; i++)
		count += mask->mask.ptr[i / 8] >> i % 8 & 1;
	return count;
}

static void check_index(const struct facts *f, const char *set, const char *key, const char *kernel, uint32_t index)
{
	const struct syb_spirv_kernel *k = find_kernel(f, kernel);

	if (k && index >= k->param_count)
		check_hit(f->ctx, place(f, set, key), "kernel-arguments",
			  "%s names argument %" PRIu32 " of '%s', which has %zu in the code", set, index, kernel,
			  k->param_count);
}

static void check_arguments(const struct facts *f)
{
	const struct syb_module_info *info = f->info;

	for (size_t i = 0; i < info->removed_args_count; i++) {
		const struct syb_kernel_args *mask = info->removed_args[i];
		const struct syb_spirv_kernel *k = find_kernel(f, mask->kernel);
		const uint64_t left = mask->bits - removed(mask);

		if (k && left != k->param_count)
			check_hit(f->ctx, place(f, "SYCL/kernel param opt", mask->kernel), "kernel-arguments",
				  "SYCL/kernel param opt: %" PRIu64
				  " arguments of '%s' are left, but it has %zu in the code",
				  left, mask->kernel, k->param_count);
	}
	for (size_t i = 0; i < info->implicit_local_arg_count; i++)
		check_index(f, "SYCL/implicit local arg", info->implicit_local_args[i]->kernel,
			    info->implicit_local_args[i]->kernel, info->implicit_local_args[i]->value);
	for (size_t i = 0; i < info->program_metadata_count; i++) {
		const struct syb_program_metadata *m = info->program_metadata[i];

		if (str_eq(m->key, "spec_constants_arg") && syb_prop_type(m->prop) == SYB_PROP_U32)
			check_index(f, "SYCL/program metadata", syb_prop_key(m->prop), m->kernel,
				    syb_prop_u32(m->prop));
	}
}

/* ---- symbols ---- */

/* The variable of a device global: the name is in the metadata where it is not the id. */
static struct syb_bytes variable_of(const struct facts *f, const char *id)
{
	for (size_t i = 0; i < f->info->program_metadata_count; i++) {
		const struct syb_program_metadata *m = f->info->program_metadata[i];

		if (str_eq(m->key, "global_id_mapping") && str_eq(m->kernel, id))
			return syb_prop_bytes(m->prop);
	}
	return str_bytes(id);
}

/* Names and decorations of variables: programs find them by the text of either. */
static int list_variables(const struct facts *f, const struct spirv_module *code, struct hash *names)
{
	for (size_t i = 0; i < code->name_count; i++)
		TRY(hash_add(f->ctx, names, code->names[i].text, strlen(code->names[i].text), 0));
	for (size_t i = 0; i < code->decoration_count; i++) {
		const struct spirv_decoration *d = &code->decorations[i];
		const struct spirv_decoration_info *row = spirv_decoration_info(d->number);
		const char *kinds = row && row->operands ? row->operands : "";
		size_t words, at = strcspn(kinds, "s");
		int64_t len = at < d->operand_count && kinds[at] ? spirv_operand_string(d, at, &words) : -1;

		if (len >= 0)
			TRY(hash_add(f->ctx, names, &d->operands[at], (size_t)len, 0));
	}
	return 0;
}

static int check_globals(const struct facts *f, const struct spirv_module *code)
{
	_cleanup_(hash_free) struct hash names = { 0 };
	const char *set = "SYCL/device globals";

	TRY(f->info->device_global_count ? list_variables(f, code, &names) : 0);
	for (size_t i = 0; i < f->info->device_global_count; i++) {
		const char *id = f->info->device_globals[i]->name;
		struct syb_bytes name = variable_of(f, id);

		if (!has(&names, id) && !hash_get(&names, name.ptr, name.len))
			check_hit(f->ctx, place(f, set, id), "device-global-unknown",
				  "the code of module %zu does not have the variable '%s'", f->module->index, id);
	}
	return 0;
}

/* Programs that load the code find device globals, whether or not it exports them. */
static bool is_global(const struct facts *f, const char *symbol)
{
	for (size_t i = 0; i < f->info->device_global_count; i++) {
		struct syb_bytes name = variable_of(f, f->info->device_globals[i]->name);

		if (str_eq(f->info->device_globals[i]->name, symbol) || bytes_eq(name, str_bytes(symbol)))
			return true;
	}
	return false;
}

static void check_exports(const struct facts *f)
{
	for (size_t i = 0; i < f->info->export_count; i++) {
		const char *name = f->info->exports[i];

		if (!has(&f->exports, name) && !has(&f->kernels, name) && !is_global(f, name))
			check_hit(f->ctx, place(f, SET_EXPORTS, name), "export-missing",
				  "module %zu exports '%s', which its code does not define", f->module->index, name);
	}
}

/* ---- a module ---- */

static void report_spec(void *user, const char *check, const struct syb_prop *prop, const char *text)
{
	const struct facts *f = user;

	check_hit(f->ctx, props_offset(f->props, f->module->metadata.at, prop->raw), check, "%s", text);
}

int check_facts(struct syb_ctx *ctx, const struct syb_module *module, const struct syb_props *props,
		const struct syb_module_info *info, const struct syb_spirv *spirv)
{
	_cleanup_(facts_drop) struct facts f = { ctx, module, props, info, &spirv->info, { 0 }, { 0 } };

	for (size_t i = 0; i < f.code->kernel_count; i++)
		TRY(hash_add(ctx, &f.kernels, f.code->kernels[i]->name, strlen(f.code->kernels[i]->name), i));
	for (size_t i = 0; i < f.code->export_count; i++)
		TRY(hash_add(ctx, &f.exports, f.code->exports[i]->name, strlen(f.code->exports[i]->name), i));
	check_arguments(&f);
	spec_check_code(props, f.code, report_spec, &f);
	if (module->ir_count > 1)
		return 0;
	check_names(&f);
	check_exports(&f);
	return check_globals(&f, spirv->module);
}
