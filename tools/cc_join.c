/* tools/cc_join.c — packages and SPIR-V among the inputs: sybil link joins them with what is compiled here, and what it
 * makes is compiled for targets as other images are. */
#include "cc.h"

/* ---- which code is linked ---- */

bool cc_compiles_joined(const struct cc *cc)
{
	for (size_t i = 0; i < cc->target_count; i++)
		if (cc->targets[i].chain != CC_CHAIN_SPIRV &&
		    (cc->targets[i].chain != CC_CHAIN_NVIDIA || *cc->targets[i].arch))
			return true;
	return false;
}

/* Packages without SPIR-V that was made for native code have the other, which does but for specialization constants. */
const char *cc_aot_triple(const struct cc *cc)
{
	for (size_t i = 0; i < cc->input_count; i++)
		if (cc->inputs[i].kind == CC_PACKAGE && cc->inputs[i].has_spirv && !cc->inputs[i].has_aot)
			return cc_family_object(CC_SPIR64);
	return cc_family_object(CC_SPIR64_AOT);
}

static bool has_family(const struct cc *cc, enum cc_family family)
{
	for (size_t i = 0; i < cc->input_count; i++)
		if (cc->inputs[i].families & 1U << family)
			return true;
	return false;
}

/* Packages may have code for more targets than were asked for. */
static void add_targets(struct cc *cc)
{
	const char *list = "";

	for (int f = 0; f < CC_FAMILY_COUNT; f++) {
		enum cc_family family = (enum cc_family)f;
		const char *triple = f == CC_SPIR64_AOT ? cc_aot_triple(cc) : cc_family_object(family);

		if (cc_needs_family(cc, family) && has_family(cc, family) && !strstr(list, triple))
			list = cc_text(cc, "%s%s%s", list, *list ? "," : "", triple);
	}
	for (size_t i = 0; i < cc->input_count; i++)
		for (size_t t = 0; t < cc->target_count && cc->inputs[i].natives; t++)
			if (strstr(cc->inputs[i].natives, cc_text(cc, " %s ", cc->targets[t].name)) &&
			    !strstr(list, cc->targets[t].name))
				list = cc_text(cc, "%s%s%s", list, *list ? "," : "", cc->targets[t].name);
	cc_wordf(cc, "--targets=%s", list);
}

void cc_plan_join(struct cc *cc, const char *part, const char *made)
{
	const char *compress = args_get(cc->tool, OPT_cc_compress);

	cc_verb(cc, "link");
	cc_wordf(cc, "--state=%s", cc->open ? "object" : "executable");
	if (cc->said_targets && cc_has_kind(cc, CC_PACKAGE))
		add_targets(cc);
	cc_pass_dialect(cc);
	if (compress && !cc_compiles_joined(cc))
		cc_wordf(cc, "--compress=%s", compress);
	cc_word(cc, "-o");
	cc_word(cc, made);
	cc_word(cc, "--");
	if (part)
		cc_reads(cc, part);
	for (size_t i = 0; i < cc->input_count; i++)
		if (cc->inputs[i].kind == CC_PACKAGE)
			cc_reads(cc, cc->inputs[i].file);
	cc_job(cc, made, 0, "link packages"); /* fails as sybil link does */
}

/* ---- what was made ---- */

DEFINE_CLEANUP(struct syb_props *, syb_props_free);

const char *cc_native_name(const struct syb_image *image)
{
	const char *arch = syb_image_arch(image), *triple = syb_image_target(image);
	const struct syb_target_info *info = arch ? syb_target_find(arch) : NULL;

	if (triple && str_starts(triple, "spir64_x86_64"))
		return "x86_64";
	if (!info && arch)
		info = syb_target_by_arch(arch, triple);
	return info ? info->name : NULL;
}

enum cc_family cc_ir_family(const struct syb_image *image)
{
	const char *triple = syb_image_target(image);
	uint32_t type = SYB_IR_SPIRV;

	(void)syb_image_ir_type(image, &type);
	if (type == SYB_IR_PTX)
		return CC_NVPTX;
	if (type != SYB_IR_SPIRV)
		return CC_AMDGCN;
	return triple && str_starts(triple, "spir64_gen") ? CC_SPIR64_AOT : CC_SPIR64;
}

static int write_code(struct cc *cc, struct syb_bytes bytes, const char *path)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r = syb_out_open(cc->tool->ctx, path, &out);

	if (r == 0)
		r = syb_out_write(cc->tool->ctx, out, bytes);
	return r < 0 ? r : syb_out_commit(cc->tool->ctx, out);
}

static int add_image(struct cc *cc, struct cc_image image)
{
	int r = VEC_PUSH(cc->tool->ctx, cc->images, cc->image_count, cc->image_room);

	if (r == 0)
		cc->images[cc->image_count++] = image;
	return r;
}

static int read_image(struct cc *cc, const char *from, const struct syb_module *module, const struct syb_image *code)
{
	bool native = syb_image_kind(code) == SYB_IMAGE_NATIVE;
	struct cc_image *added, image = { .joined = true, .module = cc->module_count };
	int r;

	if (native) {
		image.native = cc_native_name(code);
	} else {
		image.family = cc_ir_family(code);
		image.spirv = cc_family_spirv(image.family);
		image.ptx = image.family == CC_NVPTX;
	}
	if (native ? !image.native : !image.spirv && !image.ptx)
		return 0;
	image.stem = cc_text(cc, "joined_%zu%s", image.module,
			     native                          ? cc_text(cc, ".%s", image.native)
			     : image.family == CC_SPIR64_AOT ? ".aot"
							     : "");
	image.code = cc_text(cc, "%s/%s.%s", cc->dir, image.stem, native ? "native" : image.ptx ? "ptx" : "spv");
	r = cc->error ? cc->error : write_code(cc, syb_image_bytes(code), image.code);
	if (r == 0)
		r = add_image(cc, image);
	if (r < 0)
		return r;
	added = &cc->images[cc->image_count - 1];
	r = syb_module_props(cc->tool->ctx, module, &added->props);
	if (r == 0)
		r = syb_view_new(cc->tool->ctx, added->props, &added->view);
	if (r == 0)
		added->name = cc_image_name(cc, from, added->view);
	return r;
}

static int read_module(struct cc *cc, const char *from, const struct syb_module *module)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	const char *path = cc_text(cc, "%s/joined_%zu.prop", cc->dir, cc->module_count);
	int r = syb_module_props(cc->tool->ctx, module, &props);

	if (r == 0)
		r = cc_write_props(cc, props, path);
	for (size_t i = 0; i < syb_module_image_count(module) && r == 0; i++)
		r = read_image(cc, from, module, syb_module_image_at(module, i));
	if (r == 0)
		r = VEC_PUSH(cc->tool->ctx, cc->modules, cc->module_count, cc->module_room);
	if (r == 0)
		cc->modules[cc->module_count++] = (struct cc_module){ .properties = path };
	return r;
}

/* -###: one image of each family stands for all. */
static int guess_joined(struct cc *cc)
{
	int r = VEC_PUSH(cc->tool->ctx, cc->modules, cc->module_count, cc->module_room);

	if (r == 0)
		cc->modules[cc->module_count++] = (struct cc_module){ .properties = cc_temp(cc, "joined_0", ".prop") };
	for (int f = 0; f < CC_FAMILY_COUNT && r == 0; f++) {
		struct cc_image image = { .joined = true, .family = (enum cc_family)f, .stem = "joined_0" };

		if (!cc_needs_family(cc, image.family) || f == CC_AMDGCN)
			continue;
		image.spirv = cc_family_spirv(image.family);
		image.ptx = !image.spirv;
		image.code = cc_temp(cc, "joined_0", image.ptx ? ".ptx" : ".spv");
		image.name = cc->inputs[0].name;
		r = add_image(cc, image);
	}
	return r;
}

int cc_joined_read(struct cc *cc, const char *path)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	const char *from = cc->inputs[0].name;
	int r;

	if (cc->input_count > 1)
		from = cc_text(cc, "%s and %zu more", from, cc->input_count - 1);
	cc_images_drop(cc);
	cc->linked = false;
	for (size_t i = 0; i < cc->target_count; i++)
		cc->targets[i].images = 0;
	if (cc->dry)
		return guess_joined(cc);
	r = syb_bin_open_file(cc->tool->ctx, path, NULL, &bin);
	for (size_t i = 0; r == 0 && i < syb_bin_module_count(bin); i++)
		r = read_module(cc, from, syb_bin_module_at(bin, i));
	return r;
}
