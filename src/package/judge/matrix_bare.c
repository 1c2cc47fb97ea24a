/* package/judge/matrix_bare.c — SPIR-V and zebins outside of packages → the package that could be made of them, so that
 * the matrix can judge them. Nothing reads its images: each is one byte. */
#include "matrix_bare.h"

#include "base/buf.h"
#include "base/file.h"
#include "format/item/item.h"
#include "format/props/props.h"
#include "format/spirv/spirv_info.h"
#include "kernels.h"
#include "package/show/show_zebin.h"

DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);
DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

struct bare {
	struct syb_ctx *ctx;
	struct allocator from;
	struct arena arena;
	struct matrix_bare *out;
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
	allocator_free(b->from, b->zebins);
	arena_free(&b->arena);
	syb_bin_writer_free(b->writer);
}

/* Properties cannot have every name: such kernels are listed, and the others are still judged. *out: it can. */
static int is_usable(struct bare *b, const char *name, bool *out)
{
	const char *fault = props_key_fault(name);

	*out = !fault;
	if (!fault)
		return 0;
	TRY(VEC_PUSH(b->ctx, b->out->unusable, b->out->count, b->out->room));
	name = arena_string(b->ctx, &b->out->arena, name, strlen(name));
	b->out->unusable[b->out->count++] = (struct matrix_unusable){ name, fault };
	return name ? 0 : -SYB_E_NOMEM;
}

static int add_module(struct bare *b, struct syb_props_writer *props)
{
	struct syb_bytes text;
	int r = syb_props_writer_text(b->ctx, props, SYB_DIALECT_KEEP, &text);

	if (r == 0)
		r = syb_bin_writer_module(b->ctx, b->writer, text);
	b->modules += r == 0;
	return r;
}

static int add_image(struct bare *b, struct syb_image_desc desc)
{
	desc.size = sizeof(desc);
	desc.bytes = (struct syb_bytes){ (const uint8_t *)"", 1 };
	return syb_bin_writer_image(b->ctx, b->writer, &desc);
}

/* ---- SPIR-V ---- */

static int leave_out_unusable(struct bare *b, struct syb_spirv *spirv)
{
	struct syb_spirv_info *info = &spirv->info;
	struct {
		const struct syb_spirv_symbol *const **list;
		size_t *count;
	} lists[] = { { &info->exports, &info->export_count }, { &info->imports, &info->import_count } };
	const struct syb_spirv_kernel **kernels;
	size_t kept = 0;
	bool usable;

	kernels = arena_array(b->ctx, &spirv->arena, info->kernel_count + 1, sizeof(*kernels));
	if (!kernels)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < info->kernel_count; i++) {
		TRY(is_usable(b, info->kernels[i]->name, &usable));
		if (usable)
			kernels[kept++] = info->kernels[i];
	}
	info->kernels = kernels;
	info->kernel_count = kept;
	for (size_t l = 0; l < ARRAY_SIZE(lists); l++) {
		const struct syb_spirv_symbol **some =
			arena_array(b->ctx, &spirv->arena, *lists[l].count + 1, sizeof(*some));

		if (!some)
			return -SYB_E_NOMEM;
		kept = 0;
		for (size_t i = 0; i < *lists[l].count; i++)
			if (!props_key_fault((*lists[l].list)[i]->name))
				some[kept++] = (*lists[l].list)[i];
		*lists[l].list = some;
		*lists[l].count = kept;
	}
	return 0;
}

/* syb_unpack bounds the depth. */
static int add_spirv(struct bare *b, const struct syb_item *item)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *inferred = NULL;
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *props = NULL;
	int r = 0;

	if (syb_item_is_package(item))
		return 0;
	for (size_t i = 0; r == 0 && i < syb_item_count(item); i++)
		r = add_spirv(b, syb_item_at(item, i));
	if (r < 0 || syb_item_kind(item) != SYB_KIND_SPIRV)
		return r;
	r = syb_spirv_open(b->ctx, syb_item_bytes(item), NULL, &spirv);
	if (r < 0) /* syb_check reports damaged modules */
		return r == -SYB_E_NOMEM ? r : 0;
	r = leave_out_unusable(b, spirv);
	if (r < 0 || syb_spirv_info(spirv)->kernel_count == 0)
		return r;
	r = syb_spirv_infer(b->ctx, spirv, &inferred);
	if (r == 0)
		r = syb_props_writer_new(b->ctx, &props);
	if (r == 0)
		r = syb_props_writer_add(b->ctx, props, inferred);
	if (r == 0)
		r = add_module(b, props);
	return r < 0 ? r : add_image(b, (struct syb_image_desc){ .kind = SYB_IMAGE_IR, .ir_type = SYB_IR_SPIRV });
}

/* ---- zebins ---- */

static const char *name_at(const struct syb_value *kernels, size_t i)
{
	const struct syb_value *kernel = syb_value_at(kernels, i);

	return syb_value_get(kernel, "pseudo") ? NULL : syb_value_string(syb_value_get(kernel, "name"));
}

/* Zebins with the same kernels are images of one module for several devices: `names` has all names. */
static int take_zebin(void *user, const struct syb_value *binary, const char *group)
{
	const struct syb_value *kernels = syb_value_get(binary, "kernels"), *device = syb_value_get(binary, "device");
	const struct syb_value *name = device ? syb_value_get(device, "name") : NULL;
	_cleanup_(buf_free) struct buf names = { 0 };
	struct bare *b = user;
	struct zebin *z;
	char *arch;

	(void)group;
	if (!str_eq(syb_value_string(syb_value_get(binary, "kind")), syb_kind_name(SYB_KIND_ZEBIN)) || !kernels ||
	    !syb_value_count(kernels) || !name || !*syb_value_string(name))
		return 0;
	for (size_t i = 0; i < syb_value_count(kernels); i++)
		if (name_at(kernels, i))
			TRY(buf_printf(b->ctx, &names, "%s\n", name_at(kernels, i)));
	TRY(buf_char(b->ctx, &names, '\0'));
	TRY(VEC_PUSH(b->ctx, b->zebins, b->zebin_count, b->zebin_room));
	arch = arena_string(b->ctx, &b->arena, syb_value_string(name), strlen(syb_value_string(name)));
	for (char *p = arch; p && *p; p++) /* the table of targets has no dashes */
		*p = *p == '-' ? '_' : *p;
	z = &b->zebins[b->zebin_count++];
	*z = (struct zebin){ .kernels = kernels, .arch = arch };
	z->names = arena_string(b->ctx, &b->arena, names.ptr, names.len - 1);
	return z->names && z->arch ? 0 : -SYB_E_NOMEM;
}

/* The module of all zebins that have the kernels of the first. */
static int add_zebins(struct bare *b, size_t first)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *props = NULL;
	const struct syb_value *kernels = b->zebins[first].kernels;
	const char *names = b->zebins[first].names;
	bool usable;

	TRY(syb_props_writer_new(b->ctx, &props));
	TRY(syb_props_writer_set(b->ctx, props, SET_KERNEL_NAMES));
	for (size_t i = 0; i < syb_value_count(kernels); i++) {
		const char *name = name_at(kernels, i);

		if (name)
			TRY(is_usable(b, name, &usable));
		if (name && usable)
			TRY(syb_props_writer_u32(b->ctx, props, name, 1));
	}
	TRY(add_module(b, props));
	for (size_t i = first; i < b->zebin_count; i++) {
		struct zebin *z = &b->zebins[i];

		if (z->added || !str_eq(z->names, names))
			continue;
		z->added = true;
		TRY(add_image(b, (struct syb_image_desc){ .kind = SYB_IMAGE_NATIVE, .arch = z->arch }));
	}
	return 0;
}

/* ---- the package ---- */

static int make(struct bare *b, struct syb_bytes bytes, const char *name)
{
	const struct syb_bin_write_opts opts = { .size = sizeof(opts), .dialect = SYB_DIALECT_KEEP };
	const struct syb_show_opts shown = { .size = sizeof(shown), .name = name };
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;

	TRY(syb_unpack(b->ctx, bytes, name, &tree));
	TRY(syb_show(b->ctx, bytes, &shown, &record));
	TRY(syb_bin_writer_new(b->ctx, &opts, &b->writer));
	TRY(syb_bin_writer_state(b->ctx, b->writer, SYB_STATE_EXECUTABLE));
	TRY(add_spirv(b, syb_tree_root(tree)));
	TRY(zerecord_each(syb_record_root(record), take_zebin, b));
	for (size_t i = 0; i < b->zebin_count; i++)
		if (!b->zebins[i].added)
			TRY(add_zebins(b, i));
	if (b->modules == 0)
		return 0;
	TRY(out_scratch(b->ctx, &scratch));
	TRY(syb_bin_writer_write(b->ctx, b->writer, scratch));
	return out_scratch_file(b->ctx, scratch, &b->out->package);
}

int matrix_bare(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name, struct matrix_bare *out)
{
	_cleanup_(drop) struct bare b = { .ctx = ctx, .from = allocator_of(ctx), .out = out };

	out->from = b.from;
	return make(&b, bytes, name);
}

void matrix_bare_drop(struct matrix_bare *bare)
{
	syb_file_close(bare->package);
	allocator_free(bare->from, bare->unusable);
	arena_free(&bare->arena);
}
