/* package/pack/extract.c — package → the selected images. The caller decides where they go. */
#include "package/judge/select.h"

static int module_matches(struct syb_ctx *ctx, struct demangler *demangler, const struct syb_select *s,
			  const struct syb_module *module, bool *out)
{
	struct select_kernels found;

	*out = false;
	if (s->module_count && !select_number(s->modules, s->module_count, syb_module_index(module)))
		return 0;
	if (s->kernel_count) {
		TRY(select_kernels(ctx, demangler, module, s->kernels, s->kernel_count, &found));
		if (found.matching == 0)
			return 0;
	}
	*out = true;
	return 0;
}

static bool image_matches(const struct syb_select *s, const struct syb_image *image)
{
	if (s->kind && str_eq(s->kind, "ir") != (syb_image_kind(image) == SYB_IMAGE_IR))
		return false;
	if (s->image_count && !select_number(s->images, s->image_count, syb_image_index(image)))
		return false;
	return !s->arch_count || select_text(s->archs, s->arch_count, syb_image_arch(image));
}

int syb_extract(struct syb_ctx *ctx, const struct syb_bin *bin, const struct syb_select *select, syb_image_fn *fn,
		void *user)
{
	_cleanup_(demangler_free_p) struct demangler *demangler = NULL;
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, syb_bin_name(bin));
	struct syb_select s = { .size = sizeof(s) };
	size_t matched = 0;
	int r;

	OPTS_READ(ctx, &s, select);
	if (s.kind && !str_eq(s.kind, "ir") && !str_eq(s.kind, "native"))
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"images are \"ir\" or \"native\", not \"%s\"", s.kind);
	r = demangler_new(ctx, &demangler);
	for (size_t m = 0; r == 0 && m < syb_bin_module_count(bin); m++) {
		const struct syb_module *module = syb_bin_module_at(bin, m);
		bool wanted;

		r = module_matches(ctx, demangler, &s, module, &wanted);
		for (size_t i = 0; r == 0 && wanted && i < syb_module_image_count(module); i++) {
			const struct syb_image *image = syb_module_image_at(module, i);

			if (!image_matches(&s, image))
				continue;
			matched++;
			r = fn(user, module, image);
		}
	}
	if (r)
		return r < 0 ? r : 0;
	if (!matched) {
		const struct select_patterns given = { s.kernels, s.archs, s.kernel_count, s.arch_count };

		r = syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "nothing-matches", "no image matches the selection");
		r = select_suggest(ctx, demangler, bin, &given, r);
	}
	return r;
}
