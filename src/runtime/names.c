/* runtime/names.c — kernels by name: which module has it, and what the device code calls it.
 *
 * A name is the one in the package, with or without the prefix of free-function kernels, or one that was registered.
 * The text of all properties is searched for it, and only modules that mention it are read. */
#include "names.h"

#include "base/nearest.h"

static const char prefix[] = "__sycl_kernel_";

/* How well a kernel's name fits the one given; 0: not at all. */
static int fit(const char *kernel, const char *name, const char *bare)
{
	if (str_eq(kernel, name))
		return 3;
	if (str_starts(kernel, prefix) && str_eq(kernel + strlen(prefix), bare))
		return 2;
	return str_eq(kernel, bare) ? 2 : 0;
}

static const char *find_in(const struct syb_module_info *info, const char *name, const char *bare, int *out_fit)
{
	const char *best = NULL;

	*out_fit = 0;
	for (size_t i = 0; i < info->kernel_count; i++) {
		int f = fit(info->kernels[i], name, bare);

		if (f > *out_fit) {
			*out_fit = f;
			best = info->kernels[i];
		}
	}
	for (size_t i = 0; !best && i < info->registered_kernel_count; i++) {
		if (!str_eq(info->registered_kernels[i].name, name))
			continue;
		*out_fit = 1;
		best = info->registered_kernels[i].kernel;
	}
	return best;
}

static int add(struct syb_ctx *ctx, struct names_found *found, struct module *module, const char *kernel)
{
	int r = VEC_PUSH(ctx, found->list, found->count, found->room);

	if (r == 0)
		found->list[found->count++] = (struct names_one){ module, kernel };
	return r;
}

void names_drop(struct names_found *found)
{
	allocator_free(found->from, found->list);
}

static int fail_name(struct syb_ctx *ctx, struct syb_bundle *bundle, const char *name)
{
	struct nearest best = { NULL, SIZE_MAX };
	size_t count = syb_bundle_kernel_count(bundle);

	for (size_t i = 0; i < count && i < 100000; i++)
		nearest_try(&best, name, syb_bundle_kernel_at(bundle, i));
	return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "kernel-name",
			"kernel '%s' not found in kernel_bundle%s%s%s", name, best.name ? "; did you mean '" : "",
			best.name ? best.name : "", best.name ? "'?" : "");
}

int names_find(struct syb_ctx *ctx, struct syb_bundle *bundle, const char *name, struct names_found *out)
{
	const char *bare = str_starts(name, prefix) ? name + strlen(prefix) : name;
	size_t len = strlen(bare);
	int best = 0;

	out->from = allocator_of(ctx);
	for (size_t i = 0; i < bundle->module_count; i++) {
		const struct syb_module_info *info = NULL;
		const char *kernel;
		int r, f = 0;

		if (!module_mentions(bundle->modules[i], bare, len))
			continue;
		r = module_info(ctx, bundle->modules[i], &info);
		if (r < 0)
			return r;
		kernel = find_in(info, name, bare, &f);
		if (f == 0 || f < best)
			continue;
		if (f > best)
			out->count = 0;
		best = f;
		r = add(ctx, out, bundle->modules[i], kernel);
		if (r < 0)
			return r;
	}
	return out->count ? 0 : fail_name(ctx, bundle, name);
}

/* ---- all of them ---- */

static int gather(struct syb_ctx *ctx, struct syb_bundle *bundle)
{
	_cleanup_(hash_free) struct hash seen = { 0 };
	size_t most = 0, count = 0;
	const char **list;
	int r = 0;

	for (size_t i = 0; r == 0 && i < bundle->module_count; i++) {
		const struct syb_module_info *info = NULL;

		r = module_info(ctx, bundle->modules[i], &info);
		most += r == 0 ? info->kernel_count : 0;
	}
	list = r == 0 ? arena_array(ctx, &bundle->arena, most, sizeof(const char *)) : NULL;
	if (!list)
		return r < 0 ? r : -SYB_E_NOMEM;
	for (size_t i = 0; i < bundle->module_count; i++) {
		const struct syb_module_info *info = NULL;

		r = module_info(ctx, bundle->modules[i], &info);
		for (size_t k = 0; r == 0 && k < info->kernel_count; k++) {
			size_t *place;
			bool found;

			r = hash_put(ctx, &seen, info->kernels[k], strlen(info->kernels[k]), 0, &place, &found);
			if (r == 0 && !found)
				list[count++] = info->kernels[k];
		}
		if (r < 0)
			return r;
	}
	for (size_t i = bundle->module_count; r == 0 && i-- > 0;) {
		const struct syb_module_info *info = NULL;

		r = module_info(ctx, bundle->modules[i], &info);
		for (size_t k = 0; r == 0 && k < info->kernel_count; k++)
			r = owners_add(ctx, &bundle->kernel_owners, info->kernels[k], bundle->modules[i]);
	}
	bundle->kernel_owners.complete = r == 0;
	if (r < 0) {
		owners_drop(&bundle->kernel_owners, bundle->from);
		return r;
	}
	bundle->kernels = list;
	bundle->kernel_count = count;
	return 0;
}

/* Names are read when the first one is asked for. Modules that cannot be read have none: who wants more than names is
 * told then. */
static void need_names(const struct syb_bundle *bundle)
{
	/* The caller's object is the same to him before and after. */
	struct syb_bundle *inside = (struct syb_bundle *)(uintptr_t)bundle;
	struct syb_ctx_opts opts = { .size = sizeof(opts), .alloc = bundle->from.fn, .alloc_user = bundle->from.user };
	struct syb_ctx *ctx = NULL;

	pthread_mutex_lock(&inside->lock);
	if (!inside->kernel_owners.complete && syb_ctx_new(&opts, &ctx) == 0) {
		(void)!gather(ctx, inside);
		syb_ctx_free(ctx);
	}
	pthread_mutex_unlock(&inside->lock);
}

size_t syb_bundle_kernel_count(const struct syb_bundle *bundle)
{
	need_names(bundle);
	return bundle->kernel_count;
}

const char *syb_bundle_kernel_at(const struct syb_bundle *bundle, size_t i)
{
	need_names(bundle);
	return i < bundle->kernel_count ? bundle->kernels[i] : NULL;
}
