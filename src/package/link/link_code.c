/* package/link/link_code.c — what the code of an image says of itself: symbols, interchangeable copies, ids of
 * specialization constants, kernels. SPIR-V and PTX are understood; other code says nothing. */
#include "link.h"

#include "format/ptx/ptx.h"
#include "format/spirv/spirv.h"
#include "format/syclbin/syclbin.h"

enum {
	LINKAGE_EXPORT = 0,
	LINKAGE_IMPORT = 1,
	LINKAGE_ONCE = 2,
	DECORATION_SPEC_ID = 1,
	DECORATION_BUILT_IN = 11,
	DECORATION_LINKAGE = 41
};

static int add_weak(struct link *l, struct link_code *code, const char *name)
{
	size_t *value;
	bool found;

	return hash_put(l->ctx, &code->weak, name, strlen(name), 0, &value, &found);
}

static int take_linkage(struct link *l, struct link_code *code, const struct spirv_decoration *d, uint64_t at)
{
	size_t words;
	int64_t len = spirv_operand_string(d, 0, &words);
	struct link_symbol symbol = { .at = at };
	uint32_t how;

	if (len < 0 || words >= d->operand_count)
		return 0;
	how = d->operands[words];
	symbol.name = arena_string(l->ctx, &l->arena, d->operands, (size_t)len);
	if (!symbol.name)
		return -SYB_E_NOMEM;
	if (how == LINKAGE_IMPORT)
		code->symbols.imports[code->symbols.import_count++] = symbol;
	else if (how == LINKAGE_EXPORT || how == LINKAGE_ONCE)
		code->symbols.exports[code->symbols.export_count++] = symbol;
	return how == LINKAGE_ONCE ? add_weak(l, code, symbol.name) : 0;
}

/* Variables of the device itself: some translators say that they are imported, and nobody exports them. */
static int find_built_ins(struct link *l, const struct spirv_module *spirv, struct hash *out)
{
	size_t *value;
	bool found;
	int r = 0;

	for (size_t i = 0; i < spirv->decoration_count && r == 0; i++)
		if (spirv->decorations[i].number == DECORATION_BUILT_IN)
			r = hash_put(l->ctx, out, &spirv->decorations[i].target, sizeof(uint32_t), 0, &value, &found);
	return r;
}

static int read_spirv(struct link *l, struct link_code *code, struct span bytes)
{
	_cleanup_(spirv_free_p) struct spirv_module *spirv = NULL;
	_cleanup_(hash_free) struct hash built_ins = { 0 };
	size_t linked = 0, ids = 0;
	int r = spirv_read(l->ctx, bytes, &spirv);

	if (r < 0)
		return r;
	for (size_t i = 0; i < spirv->decoration_count; i++) {
		linked += spirv->decorations[i].number == DECORATION_LINKAGE;
		ids += spirv->decorations[i].number == DECORATION_SPEC_ID;
	}
	code->symbols.exports = arena_array(l->ctx, &l->arena, linked, sizeof(*code->symbols.exports));
	code->symbols.imports = arena_array(l->ctx, &l->arena, linked, sizeof(*code->symbols.imports));
	code->spec_ids = arena_array(l->ctx, &l->arena, ids, sizeof(*code->spec_ids));
	code->kernels = arena_array(l->ctx, &l->arena, spirv->entry_point_count, sizeof(*code->kernels));
	if (!code->symbols.exports || !code->symbols.imports || !code->spec_ids || !code->kernels)
		return -SYB_E_NOMEM;
	r = find_built_ins(l, spirv, &built_ins);
	for (size_t i = 0; i < spirv->decoration_count && r == 0; i++) {
		const struct spirv_decoration *d = &spirv->decorations[i];

		if (d->number == DECORATION_LINKAGE && !hash_get(&built_ins, &d->target, sizeof(d->target)))
			r = take_linkage(l, code, d, bytes.at + d->at * 4);
		else if (d->number == DECORATION_SPEC_ID && d->operand_count)
			code->spec_ids[code->spec_id_count++] = d->operands[0];
	}
	for (size_t i = 0; i < spirv->entry_point_count && r == 0; i++) {
		const char *name = spirv->entry_points[i].name;

		if (spirv->entry_points[i].model != SPIRV_MODEL_KERNEL)
			continue;
		name = arena_string(l->ctx, &l->arena, name, strlen(name));
		if (!name)
			return -SYB_E_NOMEM;
		code->kernels[code->kernel_count++] = name;
	}
	return r;
}

static int read_ptx(struct link *l, struct link_code *code, struct span bytes)
{
	_cleanup_(ptx_free_p) struct ptx *ptx = NULL;
	int r = ptx_read(l->ctx, bytes, &ptx);

	if (r < 0)
		return r;
	code->symbols.exports = arena_array(l->ctx, &l->arena, ptx->symbol_count, sizeof(*code->symbols.exports));
	code->symbols.imports = arena_array(l->ctx, &l->arena, ptx->symbol_count, sizeof(*code->symbols.imports));
	code->kernels = arena_array(l->ctx, &l->arena, ptx->symbol_count, sizeof(*code->kernels));
	if (!code->symbols.exports || !code->symbols.imports || !code->kernels)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < ptx->symbol_count && r == 0; i++) {
		const struct ptx_symbol *s = &ptx->symbols[i];
		struct link_symbol symbol = { arena_string(l->ctx, &l->arena, s->name, strlen(s->name)),
					      bytes.at + s->at };

		if (!symbol.name)
			return -SYB_E_NOMEM;
		if (ptx_imported(s))
			code->symbols.imports[code->symbols.import_count++] = symbol;
		else if (s->kernel && s->defined)
			code->kernels[code->kernel_count++] = symbol.name;
		else if (ptx_exported(s))
			code->symbols.exports[code->symbols.export_count++] = symbol;
		if (s->linkage == PTX_WEAK || s->linkage == PTX_COMMON)
			r = add_weak(l, code, symbol.name);
	}
	return r;
}

int link_code_of(struct link *l, const struct link_target *target, struct span bytes, struct link_code *out)
{
	bool spirv = target->type == SYB_IR_SPIRV && spirv_is_module(bytes);

	out->readable = !target->native && (spirv || target->type == SYB_IR_PTX);
	if (!out->readable)
		return 0;
	return spirv ? read_spirv(l, out, bytes) : read_ptx(l, out, bytes);
}

int link_code(struct link *l, struct link_image *image, const struct link_code **out_code)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, l->modules[image->module].file);
	uint64_t at = link_made(&l->modules[image->module]) ? 0 : syb_image_offset(image->image);
	struct span bytes = span_of(syb_image_bytes(image->image), at);
	int r = 0;

	if (!image->code) {
		image->code = arena_alloc(l->ctx, &l->arena, sizeof(*image->code));
		if (!image->code)
			return -SYB_E_NOMEM;
		r = link_code_of(l, &l->targets[image->target], bytes, image->code);
	}
	*out_code = image->code;
	return r;
}
