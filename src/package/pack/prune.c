/* package/pack/prune.c — package → the same package with fewer images.
 *
 * Modules are dropped by number or kernel name, images by kind and architecture. A kernel must keep an image somewhere:
 * a module that loses all of its images is dropped only when each of its kernels has an image in another module. */
#include "base/hash.h"
#include "format/syclbin/syclbin.h"
#include "package/judge/kernels.h"
#include "package/judge/select.h"

struct prune {
	struct syb_ctx *ctx;
	const struct syb_bin *bin;
	struct syb_prune_opts opts;
	struct demangler *demangler;
	struct arena arena; /* names of kernels in alive */
	struct hash alive;  /* kernels that keep an image; filled when a module becomes empty */
	bool alive_known;
};

static void drop(struct prune *p)
{
	demangler_free(p->demangler);
	hash_free(&p->alive);
	arena_free(&p->arena);
}

/* A module stays unless numbers or kernel names say otherwise. Kernels of one module cannot be separated: it stays
 * for any of its kernels that is to be kept, and goes when all of them are to be dropped. */
static int module_stays(struct prune *p, const struct syb_module *module, bool *out)
{
	const struct syb_prune_opts *o = &p->opts;
	size_t index = syb_module_index(module);
	struct select_kernels found;

	*out = false;
	if (o->keep_module_count && !select_number(o->keep_modules, o->keep_module_count, index))
		return 0;
	if (select_number(o->drop_modules, o->drop_module_count, index))
		return 0;
	if (o->keep_kernel_count) {
		TRY(select_kernels(p->ctx, p->demangler, module, o->keep_kernels, o->keep_kernel_count, &found));
		if (found.matching == 0)
			return 0;
	}
	if (o->drop_kernel_count) {
		TRY(select_kernels(p->ctx, p->demangler, module, o->drop_kernels, o->drop_kernel_count, &found));
		if (found.all && found.matching == found.all)
			return 0;
	}
	*out = true;
	return 0;
}

static bool image_stays(const struct syb_prune_opts *o, const struct syb_image *image)
{
	const char *arch = syb_image_arch(image);

	if (syb_image_kind(image) == SYB_IMAGE_IR)
		return !o->drop_ir;
	if (o->drop_native)
		return false;
	if (o->keep_arch_count && !select_text(o->keep_archs, o->keep_arch_count, arch))
		return false;
	return !select_text(o->drop_archs, o->drop_arch_count, arch);
}

static size_t images_kept(const struct prune *p, const struct syb_module *module)
{
	size_t kept = 0;

	for (size_t i = 0; i < syb_module_image_count(module); i++)
		kept += image_stays(&p->opts, syb_module_image_at(module, i));
	return kept;
}

static int add_alive(struct prune *p, const struct syb_module *module)
{
	_cleanup_(kernels_drop) struct kernels kernels = { 0 };

	TRY(kernels_open(p->ctx, module, NULL, &kernels));
	for (size_t i = 0; i < kernels_count(&kernels); i++) {
		const char *name = kernels_at(&kernels, i);
		char *copy = arena_string(p->ctx, &p->arena, name, strlen(name));

		TRY(copy ? hash_put(p->ctx, &p->alive, copy, strlen(copy), 0, NULL, NULL) : -SYB_E_NOMEM);
	}
	return 0;
}

static int find_alive(struct prune *p, const bool *stays)
{
	for (size_t m = 0; !p->alive_known && m < syb_bin_module_count(p->bin); m++) {
		const struct syb_module *module = syb_bin_module_at(p->bin, m);

		if (stays[m] && images_kept(p, module))
			TRY(add_alive(p, module));
	}
	p->alive_known = true;
	return 0;
}

/* A module without images left: every kernel must have an image elsewhere. */
static int check_empty(struct prune *p, const struct syb_module *module, const bool *stays)
{
	_cleanup_(kernels_drop) struct kernels kernels = { 0 };

	TRY(find_alive(p, stays));
	TRY(kernels_open(p->ctx, module, NULL, &kernels));
	for (size_t i = 0; i < kernels_count(&kernels); i++) {
		const char *name = kernels_at(&kernels, i);

		if (!hash_get(&p->alive, name, strlen(name)))
			return syb_fail(p->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "kernel-without-image",
					"kernel %s would lose its last image", name);
	}
	if (kernels_count(&kernels) == 0)
		return syb_fail(p->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "kernel-without-image",
				"abstract module %zu would lose its last image", syb_module_index(module));
	return 0;
}

static int copy_module(struct prune *p, const struct syb_module *module, struct syb_bin_writer *writer)
{
	TRY(syb_bin_writer_module(p->ctx, writer, syb_module_metadata(module, NULL)));
	for (size_t i = 0; i < syb_module_image_count(module); i++) {
		const struct syb_image *image = syb_module_image_at(module, i);

		if (image_stays(&p->opts, image))
			TRY(syb_bin_writer_copy(p->ctx, writer, image));
	}
	return 0;
}

/* Decide for every module first: nothing goes to the writer when the answer is an error. */
static int choose_modules(struct prune *p, bool *stays)
{
	size_t kept = 0, count = syb_bin_module_count(p->bin);

	for (size_t m = 0; m < count; m++)
		TRY(module_stays(p, syb_bin_module_at(p->bin, m), &stays[m]));
	for (size_t m = 0; m < count; m++) {
		const struct syb_module *module = syb_bin_module_at(p->bin, m);

		if (!stays[m])
			continue;
		if (!p->opts.allow_empty && syb_module_image_count(module) && !images_kept(p, module)) {
			TRY(check_empty(p, module, stays));
			stays[m] = false;
			continue;
		}
		kept++;
	}
	if (count && !kept && !p->opts.allow_empty)
		return syb_fail(p->ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "nothing-matches", "no image would be left");
	return 0;
}

/* Patterns that match nothing may be misspelled, and the reason of the failure r. */
static int suggest(struct prune *p, int r)
{
	const struct syb_prune_opts *o = &p->opts;
	const struct select_patterns kept = { o->keep_kernels, o->keep_archs, o->keep_kernel_count, o->keep_arch_count,
					      .kept = true };
	const struct select_patterns dropped = { o->drop_kernels, o->drop_archs, o->drop_kernel_count,
						 o->drop_arch_count };

	r = select_suggest(p->ctx, p->demangler, p->bin, &kept, r);
	return r < 0 ? r : select_suggest(p->ctx, p->demangler, p->bin, &dropped, 0);
}

int syb_prune(struct syb_ctx *ctx, const struct syb_bin *bin, const struct syb_prune_opts *opts,
	      struct syb_bin_writer *writer)
{
	_cleanup_(drop) struct prune p = { .ctx = ctx, .bin = bin, .opts = { .size = sizeof(p.opts) } };
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, syb_bin_name(bin));
	size_t count = syb_bin_module_count(bin);
	struct syb_bytes global = syb_bin_metadata(bin, NULL);
	bool *stays;
	int r;

	OPTS_READ(ctx, &p.opts, opts);
	r = syb_bin_state_check(ctx, bin);
	if (r < 0)
		return r;
	stays = arena_alloc(ctx, &p.arena, count);
	r = stays ? demangler_new(ctx, &p.demangler) : -SYB_E_NOMEM;
	if (r == 0)
		r = choose_modules(&p, stays);
	if (r == 0 || r == -SYB_E_NOTFOUND || r == -SYB_E_INCOMPATIBLE)
		r = suggest(&p, r);
	if (r == 0 && global.len)
		r = syb_bin_writer_global(ctx, writer, global);
	if (r == 0 && bin->loose)
		r = syb_bin_writer_state(ctx, writer, SYB_STATE_EXECUTABLE);
	for (size_t m = 0; r == 0 && m < count; m++)
		if (stays[m])
			r = copy_module(&p, syb_bin_module_at(bin, m), writer);
	return r < 0 ? r : syclbin_writer_extras(ctx, writer, bin);
}
