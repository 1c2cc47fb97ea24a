/* package/explore_bare.c — SPIR-V and zebins that are in no package → the package that could be made of them, to be
 * asked what it runs on. Nothing looks at images then: they have a byte each. */
#include "explore.h"

#include "base/buf.h"
#include "base/file.h"
#include "format/item/item.h"
#include "format/props/props.h"
#include "format/spirv/spirv_info.h"
#include "package/judge/kernels.h"
#include <sybil/spirv.h>

DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);
DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

struct bare {
	struct explore *x;
	struct syb_bin_writer *writer;
	size_t modules;
	struct zebin {
		const struct syb_value *kernels;
		const char *arch, *names;
		bool added;
	} * zebins;
	size_t zebin_count, zebin_room;
};

static void drop(struct bare *b)
{
	allocator_free(b->x->from, b->zebins);
	syb_bin_writer_free(b->writer);
}

static int add_module(struct bare *b, struct syb_props_writer *props)
{
	struct syb_bytes text;
	int r = syb_props_writer_text(b->x->ctx, props, SYB_DIALECT_KEEP, &text);

	if (r == 0)
		r = syb_bin_writer_module(b->x->ctx, b->writer, text);
	b->modules += r == 0;
	return r;
}

static int add_image(struct bare *b, struct syb_image_desc desc)
{
	desc.size = sizeof(desc);
	desc.bytes = (struct syb_bytes){ (const uint8_t *)"", 1 };
	return syb_bin_writer_image(b->x->ctx, b->writer, &desc);
}

/* Kernels and symbols whose names no property can have are left out, so that the others are asked about. What the
 * whole module needs stays. */
static int leave_out_unnameable(struct bare *b, struct syb_spirv *spirv)
{
	struct syb_spirv_info *info = &spirv->info;
	struct {
		const struct syb_spirv_symbol **list;
		size_t *count;
	} lists[] = { { &info->exports, &info->export_count }, { &info->imports, &info->import_count } };
	struct syb_spirv_kernel *kernels;
	size_t kept = 0;

	kernels = arena_array(b->x->ctx, &spirv->arena, info->kernel_count + 1, sizeof(*kernels));
	if (!kernels)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < info->kernel_count; i++)
		if (!props_key_fault(info->kernels[i].name))
			kernels[kept++] = info->kernels[i];
	info->kernels = kernels;
	info->kernel_count = kept;
	for (size_t l = 0; l < ARRAY_SIZE(lists); l++) {
		struct syb_spirv_symbol *some =
			arena_array(b->x->ctx, &spirv->arena, *lists[l].count + 1, sizeof(*some));

		if (!some)
			return -SYB_E_NOMEM;
		kept = 0;
		for (size_t i = 0; i < *lists[l].count; i++)
			if (!props_key_fault((*lists[l].list)[i].name))
				some[kept++] = (*lists[l].list)[i];
		*lists[l].list = some;
		*lists[l].count = kept;
	}
	return 0;
}

/* What is in a package is asked about with it. Depth is bounded by syb_unpack. */
static int add_spirv(struct bare *b, const struct syb_item *item)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *inferred = NULL;
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *props = NULL;
	int r = 0;

	if (syb_item_kind(item) == SYB_KIND_SYCLBIN)
		return 0;
	for (size_t i = 0; r == 0 && i < syb_item_count(item); i++)
		r = add_spirv(b, syb_item_at(item, i));
	if (r < 0 || syb_item_kind(item) != SYB_KIND_SPIRV)
		return r;
	r = syb_spirv_open(b->x->ctx, syb_item_bytes(item), NULL, &spirv);
	if (r < 0) /* damaged: the checks say so */
		return r == -SYB_E_NOMEM ? r : 0;
	r = leave_out_unnameable(b, spirv);
	if (r < 0 || syb_spirv_info(spirv)->kernel_count == 0)
		return r;
	r = syb_spirv_infer(b->x->ctx, spirv, &inferred);
	if (r == 0)
		r = syb_props_writer_new(b->x->ctx, &props);
	if (r == 0)
		r = syb_props_writer_add(b->x->ctx, props, inferred);
	if (r == 0)
		r = add_module(b, props);
	return r < 0 ? r : add_image(b, (struct syb_image_desc){ .kind = SYB_IMAGE_IR, .ir_type = SYB_IR_SPIRV });
}

const char *explore_arch(struct explore *x, const char *device)
{
	char *name = arena_string(x->ctx, &x->arena, device, strlen(device));

	for (char *p = name; p && *p; p++)
		if (*p == '-')
			*p = '_';
	return name;
}

/* All names, as one text: zebins with the same are for several devices. */
static int list_kernels(struct bare *b, const struct syb_value *kernels, struct buf *out)
{
	int r = 0;

	for (size_t i = 0; r == 0 && i < explore_count(kernels); i++)
		if (!explore_get(syb_value_at(kernels, i), "pseudo"))
			r = buf_printf(b->x->ctx, out, "%s\n", explore_text(syb_value_at(kernels, i), "name"));
	return r < 0 ? r : buf_char(b->x->ctx, out, '\0');
}

static int take_zebin(void *user, const struct syb_value *map, const char *kind)
{
	const struct syb_value *kernels = explore_get(map, "kernels");
	const char *device = explore_text(explore_get(map, "device"), "name");
	_cleanup_(buf_free) struct buf names = { 0 };
	struct bare *b = user;
	struct zebin *z;
	int r;

	if (!str_eq(kind, syb_kind_name(SYB_KIND_ZEBIN)) || explore_count(kernels) == 0 || !*device)
		return 0;
	r = list_kernels(b, kernels, &names);
	if (r == 0)
		r = VEC_PUSH(b->x->ctx, b->zebins, b->zebin_count, b->zebin_room);
	if (r < 0)
		return r;
	z = &b->zebins[b->zebin_count++];
	*z = (struct zebin){ .kernels = kernels, .arch = explore_arch(b->x, device) };
	z->names = arena_string(b->x->ctx, &b->x->arena, names.ptr, names.len - 1);
	return z->names && z->arch ? 0 : -SYB_E_NOMEM;
}

/* A module of the zebins that have the kernels of the one at first. */
static int add_zebins(struct bare *b, size_t first)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *props = NULL;
	const struct syb_value *kernels = b->zebins[first].kernels;
	const char *names = b->zebins[first].names;
	struct syb_ctx *ctx = b->x->ctx;
	int r = syb_props_writer_new(ctx, &props);

	if (r == 0)
		r = syb_props_writer_set(ctx, props, SET_KERNEL_NAMES);
	for (size_t i = 0; r == 0 && i < explore_count(kernels); i++) {
		const char *name = explore_text(syb_value_at(kernels, i), "name");

		if (!explore_get(syb_value_at(kernels, i), "pseudo") && !props_key_fault(name))
			r = syb_props_writer_u32(ctx, props, name, 1);
	}
	if (r == 0)
		r = add_module(b, props);
	for (size_t i = first; r == 0 && i < b->zebin_count; i++) {
		struct zebin *z = &b->zebins[i];

		if (z->added || !str_eq(z->names, names))
			continue;
		z->added = true;
		r = add_image(b, (struct syb_image_desc){ .kind = SYB_IMAGE_NATIVE, .arch = z->arch });
	}
	return r;
}

static int make(struct bare *b, const struct explore_file *file, struct syb_file **out)
{
	const struct syb_bin_write_opts opts = { .size = sizeof(opts), .dialect = SYB_DIALECT_KEEP };
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	struct syb_ctx *ctx = b->x->ctx;
	int r = syb_unpack(ctx, file->in->bytes, file->in->name, &tree);

	if (r == 0)
		r = syb_bin_writer_new(ctx, &opts, &b->writer);
	if (r == 0)
		r = syb_bin_writer_state(ctx, b->writer, SYB_STATE_EXECUTABLE);
	if (r == 0)
		r = add_spirv(b, syb_tree_root(tree));
	if (r == 0)
		r = explore_each(syb_record_root(file->shown), take_zebin, b);
	for (size_t i = 0; r == 0 && i < b->zebin_count; i++)
		if (!b->zebins[i].added)
			r = add_zebins(b, i);
	if (r < 0 || b->modules == 0)
		return r;
	r = out_scratch(ctx, &scratch);
	if (r == 0)
		r = syb_bin_writer_write(ctx, b->writer, scratch);
	return r < 0 ? r : out_scratch_file(ctx, scratch, out);
}

/* What no package can have is no error: then nobody is asked. */
int explore_bare(struct explore *x, const struct explore_file *file, struct syb_file **out_package,
		 const char **out_why)
{
	_cleanup_(drop) struct bare b = { .x = x };
	struct explore_found found;
	int r;

	explore_divert(x, &found);
	r = make(&b, file, out_package);
	r = explore_divert_end(&found, false, r);
	if (r < 0)
		*out_why = explore_first_error(&found);
	return explore_fatal(r) || r == -SYB_E_IO ? r : 0;
}
