/* package/link/link_images.c — groups → modules of the pack: merged properties, and for each target the images of the
 * members linked to one (docs/linking.md, section 5).
 *
 * Properties of all groups come first, so that all contradictions are reported before anything is linked. */
#include "link.h"

#include "base/file.h"
#include "base/span.h"
#include "package/pack/pack.h"
#include "format/ptx/ptx_link.h"
#include "format/syclbin/syclbin.h"
#include <sybil/target.h>
#include <sybil/translate.h>

static void add_result(struct link_group *group, struct link_result result)
{
	group->results[group->result_count++] = result;
}

/* ---- names that stay ---- */

struct names {
	const char **list;
	size_t count, globals; /* device globals come first */
};

/* Exports of roots where the result stays open, and device globals always. */
static void list_kept(struct link *l, const struct link_group *group, size_t target, struct names *out)
{
	size_t room = 0;

	for (size_t k = 0; k < group->count; k++) {
		const struct link_image *image = link_image_of(l, group->members[k], target);

		room += l->modules[group->members[k]].info->device_global_count + image->symbols->export_count;
	}
	out->list = link_array(l, room, sizeof(*out->list));
	for (size_t k = 0; k < group->count && l->error == 0; k++) {
		const struct syb_module_info *info = l->modules[group->members[k]].info;

		for (size_t i = 0; i < info->device_global_count; i++)
			out->list[out->count++] = info->device_globals[i]->name;
	}
	out->globals = out->count;
	for (size_t k = 0; k < group->roots && l->open && l->error == 0; k++) {
		const struct link_image *image = link_image_of(l, group->members[k], target);

		for (size_t i = 0; i < image->symbols->export_count; i++)
			if (!image->lost || !image->lost[i])
				out->list[out->count++] = image->symbols->exports[i].name;
	}
}

/* ---- linking ---- */

/* In the order of modules, because of interchangeable copies the first one is used. Roots and libraries are in that
 * order each. */
static struct syb_link_input *list_inputs(struct link *l, const struct link_group *group, size_t target,
					  uint64_t *out_bytes)
{
	struct syb_link_input *inputs = link_array(l, group->count, sizeof(*inputs));
	size_t root = 0, library = group->roots;

	for (size_t i = 0; i < group->count && inputs; i++) {
		bool first = library == group->count ||
			     (root < group->roots && group->members[root] < group->members[library]);
		size_t k = first ? root++ : library++;
		const struct link_image *image = link_image_of(l, group->members[k], target);
		const struct link_module *m = &l->modules[group->members[k]];

		inputs[i] = (struct syb_link_input){
			.size = sizeof(inputs[i]),
			.name = m->file,
			.bytes = syb_image_bytes(image->image),
			.at = link_made(m) ? 0 : syb_image_offset(image->image),
		};
		if (group->spec_ids) {
			inputs[i].spec_ids = group->spec_ids[k].ids;
			inputs[i].spec_id_count = group->spec_ids[k].count;
		}
		*out_bytes += inputs[i].bytes.len;
	}
	return inputs;
}

/* Which imports and exports stay was decided by names, so both linkers leave symbols open. */
static int link_code_images(struct link *l, const struct link_group *group, size_t number, struct syb_out *out,
			    uint64_t *out_bytes)
{
	const struct syb_link_input *inputs = list_inputs(l, group, number, out_bytes);
	struct names kept = { 0 };

	list_kept(l, group, number, &kept);
	const struct syb_spirv_link_opts spirv = {
		.size = sizeof(spirv),
		.partial = true,
		.demangle = true,
		.keep_exports = kept.list,
		.keep_export_count = kept.count,
		.shared = kept.list,
		.shared_count = kept.globals,
	};
	const struct syb_ptx_link_opts ptx = {
		.size = sizeof(ptx),
		.partial = true,
		.keep_exports = kept.list,
		.keep_export_count = kept.count,
		.shared = kept.list,
		.shared_count = kept.globals,
	};

	if (l->error < 0)
		return l->error;
	return l->targets[number].type == SYB_IR_SPIRV ? syb_spirv_link(l->ctx, inputs, group->count, &spirv, out, NULL)
						       : syb_ptx_link(l->ctx, inputs, group->count, &ptx, out, NULL);
}

/* Turn the scratch output into a file that the pack keeps; NULL on failure. r: the result of writing it. */
static struct syb_file *keep_output(struct link *l, int r, struct syb_out *out)
{
	struct syb_file *file = NULL;

	if (r == 0)
		r = out_scratch_file(l->ctx, out, &file);
	if (r == 0)
		r = pack_keep(l->ctx, l->pack, file);
	return link_ok(l, r) ? file : NULL;
}

/* Imports that a member has resolved must not be left over in the linked code. */
static void check_linked(struct link *l, const struct link_group *group, size_t target, const struct syb_file *file)
{
	_cleanup_(hash_free) struct hash left = { 0 };
	struct link_code code = { 0 };

	link_code_of(l, &l->targets[target], span_of(syb_file_bytes(file), 0), &code);
	for (size_t i = 0; l->error == 0 && i < code.symbols.import_count; i++)
		link_put_name(l, &left, code.symbols.imports[i].name, 0, NULL);
	for (size_t k = 0; k < group->count && l->error == 0; k++) {
		const struct link_image *image = link_image_of(l, group->members[k], target);

		for (size_t i = 0; i < image->symbols->import_count; i++) {
			const struct link_symbol *import = &image->symbols->imports[i];

			if (image->needs[i] < 0 || !hash_get(&left, import->name, strlen(import->name)))
				continue;
			link_problem(
				l, "link-unresolved", import->name,
				(struct link_place){ &l->modules[group->members[k]], import->at },
				(struct link_place){ &l->modules[l->images[image->needs[i]].module], SYB_NO_OFFSET },
				"%s is not defined in the code of the module that exports it",
				link_readable(l, import->name));
		}
	}
	hash_free(&code.weak);
}

static const struct syb_file *add_linked(struct link *l, struct link_group *group, size_t number)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	const struct link_target *target = &l->targets[number];
	const struct syb_file *file;
	uint64_t before = 0;
	int r = out_scratch(l->ctx, &out);

	if (r == 0)
		r = link_code_images(l, group, number, out, &before);
	file = keep_output(l, r, out);
	if (!file)
		return NULL;
	check_linked(l, group, number, file);
	add_result(group, (struct link_result){ number, "linked", group->count, before, syb_file_bytes(file).len });
	link_ok(l, syb_bin_writer_image(l->ctx, syb_pack_writer(l->pack),
					&(struct syb_image_desc){ .size = sizeof(struct syb_image_desc),
								  .kind = SYB_IMAGE_IR,
								  .ir_type = target->type,
								  .target = target->triple,
								  .bytes = syb_file_bytes(file),
								  .file = file }));
	return file;
}

static void add_copy(struct link *l, struct link_group *group, size_t index)
{
	const struct link_image *image = &l->images[index];
	size_t bytes = syb_image_bytes(image->image).len;

	add_result(group, (struct link_result){ image->target, "copied", 1, bytes, bytes });
	link_ok(l, syb_bin_writer_copy(l->ctx, syb_pack_writer(l->pack), image->image));
}

/* ---- native code ---- */

static void drop_native(struct link *l, size_t index, const char *why)
{
	const struct link_image *image = &l->images[index];
	const struct link_module *m = &l->modules[image->module];
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->file);

	syb_report(l->ctx, SYB_SEVERITY_WARNING, syb_image_offset(image->image), "link-native-dropped",
		   "code for %s of module %zu is dropped: %s", l->targets[image->target].name,
		   syb_module_index(m->module), why);
	link_dropped(l, image->module, index, "native");
}

/* The name of a native image's target for its tool chain. */
static const char *aot_target(const struct link_target *target)
{
	const struct syb_target_info *info = syb_target_find(target->name);

	if (!info)
		info = syb_target_by_arch(target->name, target->triple);
	return info ? info->name : target->name;
}

static void rebuild(struct link *l, struct link_group *group, size_t index, const struct syb_file *spirv)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	const struct syb_image *image = l->images[index].image;
	const struct link_target *target = &l->targets[l->images[index].target];
	const struct syb_aot_opts opts = { .size = sizeof(opts), .target = aot_target(target) };
	const struct syb_file *file;
	int r = out_scratch(l->ctx, &out);

	if (r == 0) {
		_cleanup_(ctx_raise) struct ctx_lower lower = ctx_lower(l->ctx, true);

		r = syb_aot(l->ctx, syb_file_bytes(spirv), &opts, out);
	}
	if (r == -SYB_E_FORMAT || r == -SYB_E_TOOL || r == -SYB_E_INCOMPATIBLE) {
		drop_native(l, index, "it cannot be rebuilt");
		return;
	}
	file = keep_output(l, r, out);
	if (!file)
		return;
	add_result(group, (struct link_result){ l->images[index].target, "rebuilt", group->count,
						syb_image_bytes(image).len, syb_file_bytes(file).len });
	link_ok(l, syb_bin_writer_image(l->ctx, syb_pack_writer(l->pack),
					&(struct syb_image_desc){ .size = sizeof(struct syb_image_desc),
								  .kind = SYB_IMAGE_NATIVE,
								  .arch = syb_image_arch(image),
								  .target = target->triple,
								  .bytes = syb_file_bytes(file),
								  .file = file }));
}

/* Native images of a merged group: one for each target that its roots had. Libraries lose theirs. */
static void add_rebuilt(struct link *l, struct link_group *group, const struct syb_file *spirv)
{
	for (size_t i = 0; i < group->native_count && l->error == 0; i++) {
		size_t index = group->natives[i];
		struct link_target *target = &l->targets[l->images[index].target];
		bool native = syb_image_kind(l->images[index].image) == SYB_IMAGE_NATIVE;

		if (i >= group->root_natives) {
			link_dropped(l, l->images[index].module, index, "library");
			continue;
		}
		if (target->rebuilt_for == group)
			continue;
		target->rebuilt_for = group;
		if (native && spirv && !l->opts.no_rebuild && syb_aot_there(aot_target(target)))
			rebuild(l, group, index, spirv);
		else
			drop_native(l, index, "its module was linked with others");
	}
}

/* ---- groups ---- */

static void fill(struct link *l, struct link_group *group)
{
	const struct syb_file *spirv = NULL;

	group->results = link_array(l, group->target_count + group->native_count, sizeof(*group->results));
	for (size_t i = 0; i < group->target_count && link_ok(l, ctx_cancelled(l->ctx)); i++) {
		size_t target = group->targets[i];
		const struct syb_file *file = NULL;

		if (group->count == 1)
			add_copy(l, group, (size_t)(link_image_of(l, group->members[0], target) - l->images));
		else
			file = add_linked(l, group, target);
		if (l->targets[target].type == SYB_IR_SPIRV && !spirv)
			spirv = file;
	}
	if (group->rebuild)
		add_rebuilt(l, group, spirv);
	for (size_t i = 0; i < group->native_count && !group->rebuild && l->error == 0; i++)
		add_copy(l, group, group->natives[i]);
}

/* Code of several modules that cannot be linked. */
static void check_types(struct link *l, const struct link_group *group)
{
	for (size_t i = 0; i < group->target_count && group->count > 1; i++) {
		const struct link_target *target = &l->targets[group->targets[i]];

		if (target->type != SYB_IR_SPIRV && target->type != SYB_IR_PTX)
			link_problem(l, "link-ir-type", target->name,
				     (struct link_place){ &l->modules[group->members[0]], SYB_NO_OFFSET },
				     (struct link_place){ &l->modules[group->members[1]], SYB_NO_OFFSET },
				     "code for %s cannot be linked", target->name);
	}
}

void link_images(struct link *l)
{
	struct syb_bytes *texts = l->error < 0 ? NULL : link_array(l, l->group_count, sizeof(*texts));
	struct syb_bin_writer *writer = syb_pack_writer(l->pack);
	struct syb_bytes global = texts ? link_merge_global(l) : (struct syb_bytes){ 0 };

	for (size_t i = 0; i < l->group_count && l->error == 0; i++) {
		check_types(l, &l->groups[i]);
		texts[i] = link_merge(l, &l->groups[i]);
	}
	link_ok(l, l->problems ? -SYB_E_INCOMPATIBLE : 0);
	if (l->error == 0)
		link_ok(l, syb_bin_writer_global(l->ctx, writer, global));
	if (l->error == 0)
		link_ok(l, syb_bin_writer_state(l->ctx, writer, l->opts.state));
	for (size_t i = 0; i < l->group_count && l->error == 0; i++) {
		ctx_progress_count(l->ctx, "modules", i, l->group_count);
		link_ok(l, syb_bin_writer_module(l->ctx, writer, texts[i]));
		for (size_t k = 0; k < l->groups[i].count && l->error == 0; k++)
			link_ok(l, syclbin_writer_aspects(l->ctx, writer, l->modules[l->groups[i].members[k]].module));
		if (l->error == 0)
			fill(l, &l->groups[i]);
	}
	link_ok(l, l->problems ? -SYB_E_INCOMPATIBLE : 0);
}
