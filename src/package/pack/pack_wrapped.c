/* package/pack/pack_wrapped.c — wrapped images → modules of a package. A library has a copy of a kernel for each object
 * that uses it; a package has it once. Compilers before 2023 stated no requirements; they are inferred here. */
#include "base/hash.h"
#include "base/sha256.h"
#include "format/props/props.h"
#include "format/spirv/spirv.h"
#include "format/spirv/spirv_info.h"
#include "format/syclbin/syclbin.h"
#include "package/check/check.h"
#include "package/judge/kernels.h"
#include "pack.h"
#include <sybil/spirv.h>

#include <inttypes.h>

DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);

struct copying {
	struct syb_ctx *ctx;
	struct syb_bin_writer *writer;
	struct arena arena;
	struct hash modules; /* by properties and code */
	struct hash kernels; /* by target and name */
	size_t left_out;     /* modules with different code for the same kernels */
	uint64_t left_out_at;
};

static void drop(struct copying *c)
{
	hash_free(&c->modules);
	hash_free(&c->kernels);
	arena_free(&c->arena);
}

static int is_copy(struct copying *c, const struct syb_module *module, bool *out)
{
	const struct syb_bytes text = syb_module_metadata(module, NULL);
	const struct span code = module->images[0].bytes;
	size_t len = SHA256_SIZE + text.len;
	uint8_t *key = arena_bytes(c->ctx, &c->arena, len);

	TRY(key ? 0 : -SYB_E_NOMEM);
	sha256(code.ptr, code.len, key);
	memcpy(key + SHA256_SIZE, text.ptr, text.len);
	return hash_put(c->ctx, &c->modules, key, len, 0, NULL, out);
}

/* Count the kernels of a module that no earlier module has for the same target. */
static int count_new(struct copying *c, const struct syb_module *module, const struct syb_set *kernels, size_t *out)
{
	for (size_t i = 0; kernels && i < syb_set_count(kernels); i++) {
		const char *key = arena_printf(c->ctx, &c->arena, "%s\n%s", module->images[0].wrapped->target,
					       syb_prop_key(syb_set_at(kernels, i)));
		bool found;

		TRY(key ? hash_put(c->ctx, &c->kernels, key, strlen(key), 0, NULL, &found) : -SYB_E_NOMEM);
		*out += !found;
	}
	return 0;
}

static int put_set(struct copying *c, struct syb_props_writer *writer, const struct syb_set *set)
{
	TRY(syb_props_writer_set(c->ctx, writer, syb_set_name(set)));
	for (size_t i = 0; i < syb_set_count(set); i++)
		TRY(syb_props_writer_prop(c->ctx, writer, syb_set_at(set, i)));
	return 0;
}

/* Write the sets, with the requirements inferred from the code. The numbering is left out: no aspects are stated. */
static int put_inferred(struct copying *c, const struct syb_module *module, const struct syb_props *props)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *inferred = NULL;
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;
	const struct syb_set *requirements;
	struct syb_bytes text;

	TRY(spirv_open(c->ctx, module->images[0].bytes, &spirv));
	TRY(syb_spirv_infer(c->ctx, spirv, &inferred));
	TRY(syb_props_writer_new(c->ctx, &writer));
	for (size_t i = 0; i < syb_props_count(props); i++)
		if (!str_eq(syb_set_name(syb_props_at(props, i)), ASPECT_NUMBERS_SET))
			TRY(put_set(c, writer, syb_props_at(props, i)));
	requirements = syb_props_find(inferred, SET_REQUIREMENTS);
	if (requirements)
		TRY(put_set(c, writer, requirements));
	TRY(syb_props_writer_text(c->ctx, writer, SYB_DIALECT_KEEP, &text));
	return syb_bin_writer_module(c->ctx, c->writer, text);
}

static int copy_module(struct copying *c, const struct syb_module *module)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	const struct syb_set *kernels;
	size_t count = 0;
	bool copy;

	TRY(is_copy(c, module, &copy));
	if (copy)
		return 0;
	TRY(syb_module_props(c->ctx, module, &props));
	kernels = syb_props_find(props, SET_KERNEL_NAMES);
	TRY(count_new(c, module, kernels, &count));
	if (kernels && syb_set_count(kernels) && count == 0) {
		c->left_out_at = c->left_out++ ? c->left_out_at : module->metadata.at;
		return 0;
	}
	if (requirements_too_old(module, props) && spirv_is_module(module->images[0].bytes))
		TRY(put_inferred(c, module, props));
	else
		TRY(syb_bin_writer_module(c->ctx, c->writer, syb_module_metadata(module, NULL)));
	return syb_bin_writer_copy(c->ctx, c->writer, &module->images[0]);
}

int pack_wrapped(struct syb_ctx *ctx, struct syb_bin_writer *writer, const struct syb_bin *bin)
{
	_cleanup_(drop) struct copying c = { .ctx = ctx, .writer = writer };
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, syb_bin_name(bin));

	TRY(syb_bin_writer_global(ctx, writer, syb_bin_metadata(bin, NULL)));
	for (size_t i = 0; i < bin->module_count; i++)
		TRY(copy_module(&c, &bin->modules[i]));
	if (c.left_out)
		syb_report(ctx, SYB_SEVERITY_WARNING, c.left_out_at, "wrapped-copies",
			   "modules left out: %zu; earlier modules have the same kernels with different code or "
			   "properties",
			   c.left_out);
	return 0;
}
