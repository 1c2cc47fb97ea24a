/* runtime/links.c — dynamic linking: imports of modules to exports of others, over all packages of a bundle.
 *
 * Only modules that the device can use are considered: a package may have the same function once for each target. The
 * exporters are indexed when the first import is looked up. */
#include "asserts.h"

static int takes(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device, struct module *module,
		 bool *out)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	_cleanup_(match_drop) struct match match = { 0 };
	int r = match_module(ctx, &scratch, bundle, module, device, false, &match);

	*out = r == 0 && match.image;
	return r;
}

/* ---- messages ---- */

/* The package of a module: its file, or its number in the bundle. */
struct place {
	const char *name;
	size_t number;
};

static struct place place_of(const struct syb_bundle *bundle, const struct module *module)
{
	for (size_t i = 0; i < bundle->source_count; i++) {
		const struct source *source = bundle->sources[i];

		if (module >= source->modules && module < source->modules + source->module_count)
			return (struct place){ syb_bin_name(source->bin), i + 1 };
	}
	return (struct place){ 0 };
}

static int note_place(struct syb_ctx *ctx, int r, const struct syb_bundle *bundle, const struct module *module,
		      const char *what)
{
	struct place place = place_of(bundle, module);
	size_t index = syb_module_index(module->bin);

	if (place.name)
		return syb_note(ctx, r, "%s module %zu of %s", what, index, place.name);
	return syb_note(ctx, r, "%s module %zu of package %zu", what, index, place.number);
}

static int fail_duplicate(struct syb_ctx *ctx, const struct syb_bundle *bundle, const char *name, bool kernel,
			  const struct module *a, const struct module *b)
{
	int r = kernel ? syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "link-kernel",
				  "Conflicting kernel definitions: %s", name)
		       : syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "link-duplicate",
				  "Duplicate exported symbol \"%s\" found in binaries.", name);

	r = note_place(ctx, r, bundle, a, "defined in");
	return note_place(ctx, r, bundle, b, "and in");
}

static int fail_unresolved(struct syb_ctx *ctx, const struct syb_bundle *bundle, const char *name,
			   const struct module *importer, const struct module *unfit)
{
	int r = syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "link-unresolved",
			 "No exported symbol \"%s\" found in linked images.", name);

	r = note_place(ctx, r, bundle, importer, "imported by");
	return unfit ? note_place(ctx, r, bundle, unfit, "exported, without an image for the device, by") : r;
}

/* ---- exporters ---- */

static const char exports_set[] = "SYCL/exported symbols";

/* Names belong to views, which live as long as the bundle. */
static int index_exports(struct syb_ctx *ctx, struct syb_bundle *bundle)
{
	bool first;
	int r = 0;

	for (size_t i = 0; r == 0 && i < bundle->module_count; i++) {
		struct module *module = bundle->modules[i];
		const struct syb_module_info *info = NULL;

		if (!module_mentions(module, exports_set, strlen(exports_set)))
			continue;
		r = module_info(ctx, module, &info);
		for (size_t k = 0; r == 0 && k < info->export_count; k++)
			r = owners_add(ctx, &bundle->exporters, info->exports[k], module, &first);
	}
	bundle->exporters.complete = r == 0;
	if (r < 0)
		owners_drop(&bundle->exporters, bundle->from);
	return r;
}

/* The first exporter; the index does not change after it was built. */
static int find_exporters(struct syb_ctx *ctx, struct syb_bundle *bundle, const char *name, size_t *out_first)
{
	int r = 0;

	pthread_mutex_lock(&bundle->lock);
	if (!bundle->exporters.complete)
		r = index_exports(ctx, bundle);
	*out_first = r == 0 ? owners_find(&bundle->exporters, name) : SIZE_MAX;
	pthread_mutex_unlock(&bundle->lock);
	return r;
}

static bool is_global(const struct syb_module_info *info, const char *symbol)
{
	for (size_t i = 0; i < info->device_global_count; i++)
		if (str_eq(info->device_globals[i]->name, symbol))
			return true;
	for (size_t i = 0; i < info->program_metadata_count; i++) {
		const struct syb_program_metadata *m = info->program_metadata[i];
		struct syb_bytes name = syb_prop_bytes(m->prop);

		if (str_eq(m->key, "global_id_mapping") && name.len == strlen(symbol) &&
		    memcmp(name.ptr, symbol, name.len) == 0)
			return true;
	}
	return false;
}

/* Modules that may both export a name: a device global is one variable for all that use it, and functions of bfloat16
 * exist twice, native and emulated. */
static int may_both_export(struct syb_ctx *ctx, struct module *a, struct module *b, const char *name, bool *out,
			   bool *out_pair)
{
	const struct syb_module_info *first = NULL, *second = NULL;

	TRY(module_info(ctx, a, &first));
	TRY(module_info(ctx, b, &second));
	*out_pair = first->has_bfloat16 && second->has_bfloat16 && first->bfloat16_native != second->bfloat16_native;
	*out = *out_pair || (is_global(first, name) && is_global(second, name));
	return 0;
}

/* Choose native or emulated functions, by the device's support. */
static int choose_bfloat16(struct syb_ctx *ctx, const struct syb_rt_device *device, struct module *other,
			   struct module **inout)
{
	const struct syb_aspect_info *aspect = syb_aspect_parse("ext_oneapi_bfloat16_math_functions");
	bool native = aspect && syb_device_has_aspect(&device->info.caps, aspect->number);
	const struct syb_module_info *info = NULL;

	TRY(module_info(ctx, *inout, &info));
	if ((info->bfloat16_native == 1) != native)
		*inout = other;
	return 0;
}

/* The one module that exports a symbol. */
static int find_export(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device,
		       const struct module *importer, const char *name, struct module **out_module)
{
	struct module *found = NULL, *unfit = NULL;
	size_t i;
	int r = find_exporters(ctx, bundle, name, &i);

	for (; r == 0 && i != SIZE_MAX; i = bundle->exporters.list[i].next) {
		struct module *module = bundle->exporters.list[i].module;
		bool good = false, both = false, pair = false;

		if (module == importer)
			continue;
		r = takes(ctx, bundle, device, module, &good);
		if (r == 0 && good && found)
			r = may_both_export(ctx, found, module, name, &both, &pair);
		if (r < 0)
			break;
		if (!good)
			unfit = module;
		else if (!found)
			found = module;
		else if (!both)
			return fail_duplicate(ctx, bundle, name, false, found, module);
		else if (pair)
			r = choose_bfloat16(ctx, device, module, &found);
	}
	if (r < 0)
		return r;
	if (!found)
		return fail_unresolved(ctx, bundle, name, importer, unfit);
	*out_module = found;
	return 0;
}

struct closure {
	struct module **list;
	size_t count, room;
	struct allocator from;
};

static void closure_drop(struct closure *c)
{
	allocator_free(c->from, c->list);
}

/* The list is short: the modules that one kernel needs. */
static int add(struct syb_ctx *ctx, struct closure *c, struct module *module)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->list[i] == module)
			return 0;
	TRY(VEC_PUSH(ctx, c->list, c->count, c->room));
	c->list[c->count++] = module;
	return 0;
}

static int add_imports(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device, struct closure *c,
		       struct module *module)
{
	const struct syb_module_info *info = NULL;

	TRY(module_info(ctx, module, &info));
	for (size_t i = 0; i < info->import_count; i++) {
		struct module *exporter = NULL;

		if (asserts_is_function(info->imports[i]))
			continue;
		TRY(find_export(ctx, bundle, device, module, info->imports[i], &exporter));
		TRY(add(ctx, c, exporter));
	}
	return 0;
}

int link_closure(struct syb_ctx *ctx, struct arena *arena, struct syb_bundle *bundle, struct syb_rt_device *device,
		 struct module *root, struct module ***out_parts, size_t *out_count)
{
	_cleanup_(closure_drop) struct closure c = { .from = allocator_of(ctx) };
	struct module **parts;

	TRY(add(ctx, &c, root));
	for (size_t i = 0; i < c.count; i++)
		TRY(add_imports(ctx, bundle, device, &c, c.list[i]));
	parts = arena_array(ctx, arena, c.count, sizeof(struct module *));
	if (!parts)
		return -SYB_E_NOMEM;
	memcpy(parts, c.list, c.count * sizeof(struct module *));
	*out_parts = parts;
	*out_count = c.count;
	return 0;
}

/* ---- all modules, for syb_bundle_link ---- */

/* Report duplicate names of one kind among all modules. */
static int check_once(struct syb_ctx *ctx, struct syb_bundle *bundle, const bool *good, bool kernels)
{
	_cleanup_(hash_free) struct hash seen = { 0 };
	int result = 0;

	for (size_t m = 0; m < bundle->module_count; m++) {
		const struct syb_module_info *info = NULL;

		TRY(good[m] ? module_info(ctx, bundle->modules[m], &info) : 0);
		for (size_t i = 0; good[m] && i < (kernels ? info->kernel_count : info->export_count); i++) {
			const char *name = kernels ? info->kernels[i] : info->exports[i];
			bool found, both = false, pair = false;
			size_t *place;

			TRY(hash_put(ctx, &seen, name, strlen(name), m, &place, &found));
			if (found && *place != m && !kernels)
				TRY(may_both_export(ctx, bundle->modules[*place], bundle->modules[m], name, &both,
						    &pair));
			if (found && *place != m && !both)
				result = fail_duplicate(ctx, bundle, name, kernels, bundle->modules[*place],
							bundle->modules[m]);
		}
	}
	return result;
}

static int check_imports(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device, const bool *good)
{
	int result = 0;

	for (size_t m = 0; m < bundle->module_count; m++) {
		const struct syb_module_info *info = NULL;
		int r = good[m] ? module_info(ctx, bundle->modules[m], &info) : 0;

		if (r < 0)
			return r;
		for (size_t i = 0; good[m] && i < info->import_count; i++) {
			struct module *exporter;

			if (asserts_is_function(info->imports[i]))
				continue;
			r = find_export(ctx, bundle, device, bundle->modules[m], info->imports[i], &exporter);
			if (r < 0 && r != -SYB_E_INCOMPATIBLE)
				return r;
			if (r < 0)
				result = r;
		}
	}
	return result;
}

int link_check(struct syb_ctx *ctx, struct syb_bundle *bundle, struct syb_rt_device *device)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	bool *good = arena_array(ctx, &scratch, bundle->module_count, sizeof(*good));
	int r = good ? 0 : -SYB_E_NOMEM, other;

	for (size_t m = 0; r == 0 && m < bundle->module_count; m++)
		r = takes(ctx, bundle, device, bundle->modules[m], &good[m]);
	if (r < 0)
		return r;
	r = bundle->linked ? check_once(ctx, bundle, good, false) : 0;
	other = bundle->linked ? check_once(ctx, bundle, good, true) : 0;
	if (r == 0 || other < r)
		r = other ? other : r;
	if (r == 0) /* else imports of duplicates would be reported again */
		r = check_imports(ctx, bundle, device, good);
	return r;
}
