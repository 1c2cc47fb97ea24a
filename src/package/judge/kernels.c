/* package/judge/kernels.c — the kernels of a module, without decoding everything else about it. */
#include "kernels.h"

#include "format/props/module_view.h"

int kernels_read(struct syb_ctx *ctx, const struct syb_module *module, const struct syb_props *props, uint64_t *left,
		 struct kernels *out)
{
	struct kernels k = { .set = syb_props_find(props, SET_KERNEL_NAMES) };
	int r = 0;

	if (!k.set) {
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);

		r = module_view(ctx, module, props, left, &k.view);
		if (r < 0 && r != -SYB_E_FORMAT)
			return ctx_unmute_failed(&mute, r);
	}
	k.props = out->props;
	*out = k;
	return 0;
}

int kernels_open(struct syb_ctx *ctx, const struct syb_module *module, uint64_t *left, struct kernels *out)
{
	TRY(syb_module_props(ctx, module, &out->props));
	return kernels_read(ctx, module, out->props, left, out);
}

size_t kernels_count(const struct kernels *k)
{
	if (k->set)
		return syb_set_count(k->set);
	return k->view ? syb_view_info(k->view)->kernel_count : 0;
}

const char *kernels_at(const struct kernels *k, size_t i)
{
	return k->set ? syb_prop_key(syb_set_at(k->set, i)) : syb_view_info(k->view)->kernels[i];
}

void kernels_drop(struct kernels *k)
{
	syb_view_free(k->view);
	syb_props_free(k->props);
	*k = (struct kernels){ 0 };
}
