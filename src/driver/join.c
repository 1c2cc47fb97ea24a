/* driver/join.c — packages, SPIR-V and PTX among the inputs: they are linked with the code compiled here, and the
 * result is compiled for targets like other images. */
#include "plan.h"

#include <sybil/spirv.h>
#include <sybil/target.h>

/* ---- which code is linked ---- */

bool plan_compiles_joined(const struct plan *p)
{
	if (p->o.link)
		return false;
	for (size_t i = 0; i < p->target_count; i++)
		if (p->targets[i].chain != CHAIN_SPIRV && (p->targets[i].chain != CHAIN_NVIDIA || *p->targets[i].arch))
			return true;
	return false;
}

/* Prefer SPIR-V for native code; if packages have none, use other SPIR-V, whose specialization constants cannot be set
 * then. */
const char *plan_aot_triple(const struct plan *p)
{
	for (size_t i = 0; i < p->input_count; i++)
		if (p->inputs[i].kind == INPUT_PACKAGE && p->inputs[i].has_spirv && !p->inputs[i].has_aot)
			return plan_family_object(FAMILY_SPIR64);
	return plan_family_object(FAMILY_SPIR64_AOT);
}

static bool has_family(const struct plan *p, enum plan_family family)
{
	for (size_t i = 0; i < p->input_count; i++)
		if (p->inputs[i].families & 1U << family)
			return true;
	return false;
}

/* Packages may have code for more targets than were asked for. */
static const char *list_targets(struct plan *p)
{
	const char *list = "";

	for (int f = 0; f < FAMILY_COUNT; f++) {
		enum plan_family family = (enum plan_family)f;
		const char *triple = f == FAMILY_SPIR64_AOT ? plan_aot_triple(p) : plan_family_object(family);

		if (plan_needs_family(p, family) && has_family(p, family) && !strstr(list, triple))
			list = plan_text(p, "%s%s%s", list, *list ? "," : "", triple);
	}
	for (size_t i = 0; i < p->input_count; i++)
		for (size_t t = 0; t < p->target_count && p->inputs[i].natives; t++)
			if (strstr(p->inputs[i].natives, plan_text(p, " %s ", p->targets[t].name)) &&
			    !strstr(list, p->targets[t].name))
				list = plan_text(p, "%s%s%s", list, *list ? "," : "", p->targets[t].name);
	return list;
}

/* ---- opening ---- */

struct joining {
	struct plan *plan;
	struct syb_file **files;
	struct syb_tree **trees;
	size_t file_count;
	struct syb_bin **bins;
	size_t count, room;
	struct syb_pack *pack; /* the current package and its name; NULL: none */
	const char *pack_name;
};

static void close_all(struct joining *j)
{
	for (size_t i = 0; i < j->count; i++)
		syb_bin_close(j->bins[i]);
	for (size_t i = 0; i < j->file_count; i++) {
		syb_tree_free(j->trees[i]);
		syb_file_close(j->files[i]);
	}
	syb_pack_free(j->pack);
	allocator_free(allocator_of(j->plan->ctx), j->bins);
}

static int add_bin(struct joining *j, struct syb_bin *bin)
{
	int r = VEC_PUSH(j->plan->ctx, j->bins, j->count, j->room);

	if (r == 0)
		j->bins[j->count++] = bin;
	else
		syb_bin_close(bin);
	return r;
}

static int open_package(struct joining *j, const char *path, const char *name)
{
	const struct syb_bin_open_opts named = { .size = sizeof(named), .name = name };
	struct syb_bin *bin = NULL;

	TRY(syb_bin_open_file(j->plan->ctx, path, &named, &bin));
	return add_bin(j, bin);
}

/* Complete the current package. */
static int end_pack(struct joining *j)
{
	struct plan *p = j->plan;
	_cleanup_(syb_pack_free_p) struct syb_pack *pack = steal(j->pack);
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	const char *path = plan_text(p, "%s/joined-%zu.syclbin", p->dir, j->count);
	int r = p->error;

	if (!pack)
		return r;
	if (r == 0)
		r = syb_bin_writer_state(p->ctx, syb_pack_writer(pack), SYB_STATE_OBJECT);
	if (r == 0)
		r = syb_out_open(p->ctx, path, &out);
	if (r == 0)
		r = syb_bin_writer_write(p->ctx, syb_pack_writer(pack), out);
	if (r == 0)
		r = syb_out_commit(p->ctx, out);
	return r < 0 ? r : open_package(j, path, j->pack_name);
}

/* Each file or member of an archive becomes a separate package, so that messages can name it. */
static int begin_pack(struct joining *j, const char *name)
{
	static const struct syb_bin_write_opts form = { .size = sizeof(form), .dialect = SYB_DIALECT_DPCPP };
	int r;

	if (j->pack && str_eq(j->pack_name, name))
		return 0;
	r = end_pack(j);
	j->pack_name = plan_text(j->plan, "%s", name);
	return r < 0 ? r : syb_pack_new(j->plan->ctx, &form, &j->pack);
}

/* Check it before it is copied, so that messages name the original file. */
static int check_spirv(struct syb_ctx *ctx, const struct syb_device_code *code)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;

	return syb_spirv_open(ctx, syb_item_bytes(code->item), code->name, &spirv);
}

/* Make a package of SPIR-V or PTX, unchanged. */
static int wrap(struct joining *j, const struct syb_device_code *code)
{
	struct syb_ctx *ctx = j->plan->ctx;
	bool spirv = code->kind == SYB_KIND_SPIRV;
	const struct syb_image_desc desc = { .size = sizeof(desc),
					     .kind = SYB_IMAGE_IR,
					     .target = code->triple                ? code->triple
						       : spirv && !j->plan->o.link ? plan_family_object(FAMILY_SPIR64)
										   : NULL,
					     .ir_type = spirv ? SYB_IR_SPIRV : SYB_IR_PTX };
	const char *path =
		plan_text(j->plan, "%s/given-%zu.%s", j->plan->dir, j->plan->temp.files++, spirv ? "spv" : "ptx");
	int r = spirv ? check_spirv(ctx, code) : 0;

	if (r == 0)
		r = plan_put(j->plan, path, syb_item_bytes(code->item));
	if (r == 0)
		r = begin_pack(j, code->name);
	if (r < 0)
		return r;
	r = spirv ? syb_pack_module_infer(ctx, j->pack, path, NULL) : syb_pack_module(ctx, j->pack, NULL);
	return r < 0 ? syb_note(ctx, r, "in %s", code->name) : syb_pack_image(ctx, j->pack, path, &desc);
}

static int take(void *user, const struct syb_device_code *code)
{
	struct joining *j = user;
	struct syb_bin *bin = NULL;

	if (code->kind == SYB_KIND_BITCODE)
		return 0;
	if (code->kind != SYB_KIND_SYCLBIN)
		return wrap(j, code);
	TRY(syb_bin_open_item(j->plan->ctx, code->item, plan_text(j->plan, "%s", code->name), &bin));
	return add_bin(j, bin);
}

static int open_input(struct joining *j, const struct plan_input *input)
{
	struct syb_ctx *ctx = j->plan->ctx;
	size_t i = j->file_count;

	TRY(syb_file_open(ctx, input->path, &j->files[i]));
	j->file_count++;
	TRY(syb_unpack(ctx, syb_file_bytes(j->files[i]), input->path, &j->trees[i]));
	return syb_device_code_each(ctx, j->trees[i], input->path, take, j);
}

/* The name of the package of code that was compiled here: its inputs. */
static const char *part_name(struct plan *p)
{
	const struct plan_input *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i < p->input_count; i++)
		if (p->inputs[i].kind != INPUT_PACKAGE) {
			first = first ? first : &p->inputs[i];
			count++;
		}
	return !first ? "" : count == 1 ? first->name : plan_text(p, "%s and %zu more", first->name, count - 1);
}

static int open_all(struct joining *j, const char *part)
{
	struct plan *p = j->plan;
	int r = 0;

	j->files = arena_array(p->ctx, &p->arena, p->input_count + 1, sizeof(*j->files));
	j->trees = arena_array(p->ctx, &p->arena, p->input_count + 1, sizeof(*j->trees));
	if (!j->files || !j->trees)
		return -SYB_E_NOMEM;
	if (part && !p->o.link)
		r = open_package(j, part, NULL);
	for (size_t i = 0; i < p->input_count && r == 0; i++)
		if (p->inputs[i].joins)
			r = open_input(j, &p->inputs[i]);
	if (r == 0)
		r = end_pack(j);
	return r == 0 && part && p->o.link ? open_package(j, part, part_name(p)) : r;
}

/* ---- linking ---- */

static int link_all(struct plan *p, struct joining *j, const struct syb_link_opts *opts, const char *made)
{
	struct syb_bin_write_opts form = { .size = sizeof(form), .dialect = SYB_DIALECT_DPCPP };
	_cleanup_(syb_pack_free_p) struct syb_pack *pack = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;

	if (p->o.form)
		form = *p->o.form;
	if (plan_compiles_joined(p))
		form.compress = SYB_COMPRESS_NONE;
	TRY(syb_pack_new(p->ctx, &form, &pack));
	TRY(syb_link(p->ctx, (const struct syb_bin *const *)j->bins, j->count, opts, pack, p->o.out_map));
	TRY(syb_out_open(p->ctx, made, &out));
	TRY(syb_bin_writer_write(p->ctx, syb_pack_writer(pack), out));
	return syb_out_commit(p->ctx, out);
}

static void add_link_words(struct plan *p, const char *targets, const char *part, const char *made)
{
	plan_verb(p, "link");
	plan_wordf(p, "--state=%s", p->open ? "object" : "executable");
	if (targets)
		plan_wordf(p, "--targets=%s", targets);
	plan_word(p, "-o");
	plan_word(p, made);
	plan_word(p, "--");
	if (part)
		plan_reads(p, part);
	for (size_t i = 0; i < p->input_count; i++)
		if (p->inputs[i].joins)
			plan_reads(p, p->inputs[i].file);
}

int plan_join(struct plan *p, const char *part, const char *made, bool later)
{
	_cleanup_(close_all) struct joining j = { .plan = p };
	struct syb_link_opts opts = { .size = sizeof(opts),
				      .state = p->open ? SYB_STATE_OBJECT : SYB_STATE_EXECUTABLE };
	const char *targets = p->o.target_count && plan_has_kind(p, INPUT_PACKAGE) ? list_targets(p) : NULL, *rest;
	int r;

	if (!p->o.link)
		add_link_words(p, targets, part, made);
	if (later)
		plan_job(p, made, 0, "link packages");
	else if (!p->o.link)
		plan_step(p);
	if (p->error || p->o.dry_run || later)
		return p->error;
	if (p->o.link)
		OPTS_READ(p->ctx, &opts, p->o.link);
	if (targets) {
		const char **list = arena_array(p->ctx, &p->arena, strlen(targets) + 1, sizeof(*list));

		for (rest = targets; list && *rest; rest += strspn(rest, ",")) {
			size_t len = strcspn(rest, ",");

			list[opts.target_count++] = plan_text(p, "%.*s", (int)len, rest);
			rest += len;
		}
		opts.targets = list;
	}
	r = p->error ? p->error : open_all(&j, part);
	return r < 0 ? r : link_all(p, &j, &opts, made);
}

/* ---- the images of the result ---- */

const char *plan_native_name(const struct syb_image *image)
{
	const char *arch = syb_image_arch(image), *triple = syb_image_target(image);
	const struct syb_target_info *info = arch ? syb_target_find(arch) : NULL;

	if (triple && str_starts(triple, "spir64_x86_64"))
		return "x86_64";
	if (!info && arch)
		info = syb_target_by_arch(arch, triple);
	return info ? info->name : NULL;
}

enum plan_family plan_ir_family(const struct syb_image *image)
{
	const char *triple = syb_image_target(image);
	uint32_t type = SYB_IR_SPIRV;

	(void)syb_image_ir_type(image, &type);
	if (type == SYB_IR_PTX)
		return FAMILY_NVPTX;
	if (type != SYB_IR_SPIRV)
		return FAMILY_AMDGCN;
	return triple && str_starts(triple, "spir64_gen") ? FAMILY_SPIR64_AOT : FAMILY_SPIR64;
}

static int read_image(struct plan *p, const char *from, const struct syb_module *module, const struct syb_image *code)
{
	bool native = syb_image_kind(code) == SYB_IMAGE_NATIVE;
	struct plan_image *added, image = { .joined = true, .group = p->group_count };
	int r;

	if (native) {
		image.native = plan_native_name(code);
	} else {
		image.family = plan_ir_family(code);
		image.spirv = plan_family_spirv(image.family);
		image.ptx = image.family == FAMILY_NVPTX;
	}
	if (native ? !image.native : !image.spirv && !image.ptx)
		return 0;
	image.stem = plan_text(p, "joined_%zu%s", image.group,
			       native                              ? plan_text(p, ".%s", image.native)
			       : image.family == FAMILY_SPIR64_AOT ? ".aot"
								   : "");
	image.code = plan_text(p, "%s/%s.%s", p->dir, image.stem, native ? "native" : image.ptx ? "ptx" : "spv");
	r = plan_put(p, image.code, syb_image_bytes(code));
	added = r < 0 ? NULL : plan_add_image(p, image);
	if (!added)
		return r < 0 ? r : p->error;
	r = syb_module_props(p->ctx, module, &added->props);
	if (r == 0)
		r = syb_view_new(p->ctx, added->props, &added->view);
	if (r == 0)
		added->name = plan_image_name(p, from, added->view);
	return r;
}

static int read_module(struct plan *p, const char *from, const struct syb_module *module)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	const char *path = plan_text(p, "%s/joined_%zu.prop", p->dir, p->group_count);

	TRY(syb_module_props(p->ctx, module, &props));
	TRY(plan_write_props(p, props, path));
	for (size_t i = 0; i < syb_module_image_count(module); i++)
		TRY(read_image(p, from, module, syb_module_image_at(module, i)));
	TRY(VEC_PUSH(p->ctx, p->groups, p->group_count, p->group_room));
	p->groups[p->group_count++] = (struct plan_group){ .properties = path };
	return 0;
}

/* -###: assume one image per family. */
static int guess_joined(struct plan *p)
{
	TRY(VEC_PUSH(p->ctx, p->groups, p->group_count, p->group_room));
	p->groups[p->group_count++] = (struct plan_group){ .properties = plan_temp(p, "joined_0", ".prop") };
	for (int f = 0; f < FAMILY_COUNT; f++) {
		struct plan_image image = { .joined = true, .family = (enum plan_family)f, .stem = "joined_0" };

		if (!plan_needs_family(p, image.family) || f == FAMILY_AMDGCN)
			continue;
		image.spirv = plan_family_spirv(image.family);
		image.ptx = !image.spirv;
		image.code = plan_temp(p, "joined_0", image.ptx ? ".ptx" : ".spv");
		image.name = p->inputs[0].name;
		TRY(plan_add_image(p, image) ? 0 : p->error);
	}
	return 0;
}

int plan_read_joined(struct plan *p, const char *path)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	const char *from = p->inputs[0].name;

	if (p->input_count > 1)
		from = plan_text(p, "%s and %zu more", from, p->input_count - 1);
	plan_drop_images(p);
	p->linked = false;
	for (size_t i = 0; i < p->target_count; i++)
		p->targets[i].images = 0;
	if (p->o.dry_run)
		return guess_joined(p);
	TRY(syb_bin_open_file(p->ctx, path, NULL, &bin));
	for (size_t i = 0; i < syb_bin_module_count(bin); i++)
		TRY(read_module(p, from, syb_bin_module_at(bin, i)));
	return 0;
}
