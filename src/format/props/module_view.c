/* format/props/module_view.c — a module of a package → the typed view of its properties, with the kernels that its code
 * has where no set of properties names them: the documents have no such set, and some writers have none either. */
#include "module_view.h"

#include "base/hash.h"
#include "format/syclbin/syclbin.h"
#include "target/propsets.h"

DEFINE_CLEANUP(struct syb_view *, syb_view_free);

struct list {
	struct syb_ctx *ctx;
	struct arena arena;
	const char **names;
	size_t count, room;
	struct hash seen;
};

static void drop(struct list *list)
{
	allocator_free(allocator_of(list->ctx), list->names);
	hash_free(&list->seen);
	arena_free(&list->arena);
}

static int add(void *user, const char *name, size_t len)
{
	struct list *list = user;
	const char *copy = arena_string(list->ctx, &list->arena, name, len);
	size_t *place;
	bool found;
	int r = copy ? hash_put(list->ctx, &list->seen, copy, len, 0, &place, &found) : -SYB_E_NOMEM;

	if (r < 0 || found)
		return r;
	return VEC_ADD(list->ctx, list->names, list->count, list->room, copy);
}

/* The first image that has kernels decides: all images of a module are of the same source. */
static int list_image_kernels(struct list *list, const struct syb_module *module, uint64_t *left)
{
	for (size_t i = 0; i < module->image_count && list->count == 0; i++) {
		struct span code = module->images[i].bytes;

		if (left && code.len > *left)
			continue;
		if (left)
			*left -= code.len;
		if (code_each_kernel(list->ctx, code, add, list) == -SYB_E_NOMEM)
			return -SYB_E_NOMEM;
	}
	return 0;
}

int module_view(struct syb_ctx *ctx, const struct syb_module *module, const struct syb_props *props, uint64_t *left,
		struct syb_view **out_view)
{
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
	_cleanup_(drop) struct list list = { .ctx = ctx };

	TRY(syb_view_new(ctx, props, &view));
	if (!syb_props_find(props, SET_KERNEL_NAMES))
		TRY(list_image_kernels(&list, module, left));
	if (list.count)
		TRY(view_set_kernels(ctx, view, list.names, list.count));
	*out_view = steal(view);
	return 0;
}

int syb_module_view(struct syb_ctx *ctx, const struct syb_module *module, const struct syb_props *props,
		    struct syb_view **out_view)
{
	return module_view(ctx, module, props, NULL, out_view);
}
