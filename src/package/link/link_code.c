/* package/link/link_code.c — the contents of an image's code: symbols, interchangeable copies, ids of specialization
 * constants, kernels. SPIR-V and PTX are understood; other code has none of these. */
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

static bool make_room(struct link *l, struct link_code *code, size_t symbols, size_t kernels)
{
	code->symbols.exports = link_array(l, symbols, sizeof(*code->symbols.exports));
	code->symbols.imports = link_array(l, symbols, sizeof(*code->symbols.imports));
	code->kernels = link_array(l, kernels, sizeof(*code->kernels));
	return l->error == 0;
}

static void take_linkage(struct link *l, struct link_code *code, const struct spirv_decoration *d, uint64_t at)
{
	size_t words;
	int64_t len = spirv_operand_string(d, 0, &words);
	struct link_symbol symbol = { .at = at };
	uint32_t how;

	if (len < 0 || words >= d->operand_count)
		return;
	how = d->operands[words];
	symbol.name = link_string(l, d->operands, (size_t)len);
	if (!symbol.name)
		return;
	if (how == LINKAGE_IMPORT)
		code->symbols.imports[code->symbols.import_count++] = symbol;
	else if (how == LINKAGE_EXPORT || how == LINKAGE_ONCE)
		code->symbols.exports[code->symbols.export_count++] = symbol;
	if (how == LINKAGE_ONCE)
		link_put_name(l, &code->weak, symbol.name, 0, NULL);
}

/* Some translators declare built-in variables of the device as imports, which nothing exports. */
static void read_spirv(struct link *l, struct link_code *code, struct span bytes)
{
	_cleanup_(spirv_free_p) struct spirv_module *spirv = NULL;
	_cleanup_(hash_free) struct hash built_ins = { 0 };
	size_t linked = 0, ids = 0;

	if (!link_ok(l, spirv_read(l->ctx, bytes, &spirv)))
		return;
	for (size_t i = 0; i < spirv->decoration_count && l->error == 0; i++) {
		const struct spirv_decoration *d = &spirv->decorations[i];

		linked += d->number == DECORATION_LINKAGE;
		ids += d->number == DECORATION_SPEC_ID;
		if (d->number == DECORATION_BUILT_IN)
			link_put(l, &built_ins, &d->target, sizeof(d->target), 0, NULL);
	}
	code->spec_ids = link_array(l, ids, sizeof(*code->spec_ids));
	if (!make_room(l, code, linked, spirv->entry_point_count))
		return;
	for (size_t i = 0; i < spirv->decoration_count && l->error == 0; i++) {
		const struct spirv_decoration *d = &spirv->decorations[i];

		if (d->number == DECORATION_LINKAGE && !hash_get(&built_ins, &d->target, sizeof(d->target)))
			take_linkage(l, code, d, bytes.at + d->at * 4);
		else if (d->number == DECORATION_SPEC_ID && d->operand_count)
			code->spec_ids[code->spec_id_count++] = d->operands[0];
	}
	for (size_t i = 0; i < spirv->entry_point_count && l->error == 0; i++) {
		const char *name = spirv->entry_points[i].name;

		if (spirv->entry_points[i].model == SPIRV_MODEL_KERNEL)
			code->kernels[code->kernel_count++] = link_string(l, name, strlen(name));
	}
}

static void read_ptx(struct link *l, struct link_code *code, struct span bytes)
{
	_cleanup_(ptx_free_p) struct ptx *ptx = NULL;

	if (!link_ok(l, ptx_read(l->ctx, bytes, &ptx)) || !make_room(l, code, ptx->symbol_count, ptx->symbol_count))
		return;
	for (size_t i = 0; i < ptx->symbol_count && l->error == 0; i++) {
		const struct ptx_symbol *s = &ptx->symbols[i];
		struct link_symbol symbol = { link_string(l, s->name, strlen(s->name)), bytes.at + s->at };

		if (!symbol.name)
			return;
		if (ptx_imported(s))
			code->symbols.imports[code->symbols.import_count++] = symbol;
		else if (s->kernel && s->defined)
			code->kernels[code->kernel_count++] = symbol.name;
		else if (ptx_exported(s))
			code->symbols.exports[code->symbols.export_count++] = symbol;
		if (s->linkage == PTX_WEAK || s->linkage == PTX_COMMON)
			link_put_name(l, &code->weak, symbol.name, 0, NULL);
	}
}

void link_code_of(struct link *l, const struct link_target *target, struct span bytes, struct link_code *out)
{
	bool spirv = target->type == SYB_IR_SPIRV && spirv_is_module(bytes);

	out->readable = !target->native && (spirv || target->type == SYB_IR_PTX);
	if (out->readable && spirv)
		read_spirv(l, out, bytes);
	else if (out->readable)
		read_ptx(l, out, bytes);
}

const struct link_code *link_code(struct link *l, struct link_image *image)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, l->modules[image->module].file);
	uint64_t at = link_made(&l->modules[image->module]) ? 0 : syb_image_offset(image->image);

	if (!image->code) {
		image->code = link_array(l, 1, sizeof(*image->code));
		if (image->code)
			link_code_of(l, &l->targets[image->target], span_of(syb_image_bytes(image->image), at),
				     image->code);
	}
	return l->error < 0 ? NULL : image->code;
}
