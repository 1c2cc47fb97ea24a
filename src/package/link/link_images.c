/* package/link/link_images.c — groups → modules of the pack: merged properties, and for each target the images of the
 * members linked to one (docs/linking.md, section 5).
 *
 * Properties of all groups come first, so that all contradictions are told before anything is linked. */
#include "link.h"

#include "base/file.h"
#include "base/span.h"
#include "package/pack/pack.h"
#include "format/ptx/ptx_link.h"
#include "format/syclbin/syclbin.h"
#include <sybil/target.h>
#include <sybil/translate.h>

#include <inttypes.h>

static void add_result(struct link_group *group, struct link_result result)
{
	group->results[group->result_count++] = result;
}

/* ---- names that stay ---- */

struct names {
	const char **list;
	size_t count, globals; /* device globals stand first */
};

/* Exports of roots where the result stays open, and device globals always. */
static int list_kept(struct link *l, const struct link_group *group, size_t target, struct names *out)
{
	size_t room = 0;

	for (size_t k = 0; k < group->count; k++) {
		const struct link_image *image = link_image_of(l, group->members[k], target);

		room += l->modules[group->members[k]].info->device_global_count + image->symbols->export_count;
	}
	out->list = arena_array(l->ctx, &l->arena, room, sizeof(*out->list));
	if (!out->list)
		return -SYB_E_NOMEM;
	for (size_t k = 0; k < group->count; k++) {
		const struct syb_module_info *info = l->modules[group->members[k]].info;

		for (size_t i = 0; i < info->device_global_count; i++)
			out->list[out->count++] = info->device_globals[i]->name;
	}
	out->globals = out->count;
	for (size_t k = 0; k < group->roots && l->open; k++) {
		const struct link_image *image = link_image_of(l, group->members[k], target);

		for (size_t i = 0; i < image->symbols->export_count; i++)
			if (!image->lost || !image->lost[i])
				out->list[out->count++] = image->symbols->exports[i].name;
	}
	return 0;
}

/* ---- linking ---- */

static int link_spirv(struct link *l, const struct syb_link_input *inputs, size_t count, const struct names *kept,
		      struct syb_out *out)
{
	const struct syb_spirv_link_opts opts = {
		.size = sizeof(opts),
		.partial = true, /* what may stay was decided by names */
		.demangle = true,
		.keep_exports = kept->list,
		.keep_export_count = kept->count,
		.shared = kept->list,
		.shared_count = kept->globals,
	};

	return syb_spirv_link(l->ctx, inputs, count, &opts, out, NULL);
}

static int link_ptx(struct link *l, const struct syb_link_input *inputs, size_t count, const struct names *kept,
		    struct syb_out *out)
{
	const struct syb_ptx_link_opts opts = {
		.size = sizeof(opts),
		.partial = true,
		.keep_exports = kept->list,
		.keep_export_count = kept->count,
		.shared = kept->list,
		.shared_count = kept->globals,
	};

	return syb_ptx_link(l->ctx, inputs, count, &opts, out, NULL);
}

/* In the order of modules: of interchangeable copies the first one counts. Roots and libraries are in that order each.
 */
static int list_inputs(struct link *l, const struct link_group *group, size_t target, struct syb_link_input **out,
		       uint64_t *out_bytes)
{
	struct syb_link_input *inputs = arena_array(l->ctx, &l->arena, group->count, sizeof(*inputs));
	size_t root = 0, library = group->roots;

	if (!inputs)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < group->count; i++) {
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
	*out = inputs;
	return 0;
}

static int link_target(struct link *l, const struct link_group *group, size_t number, struct syb_file **out_file,
		       uint64_t *out_bytes)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	const struct link_target *target = &l->targets[number];
	struct syb_link_input *inputs = NULL;
	struct names kept = { 0 };
	int r = list_inputs(l, group, number, &inputs, out_bytes);

	if (r == 0)
		r = list_kept(l, group, number, &kept);
	if (r == 0)
		r = out_scratch(l->ctx, &out);
	if (r < 0)
		return r;
	if (target->type == SYB_IR_SPIRV)
		r = link_spirv(l, inputs, group->count, &kept, out);
	else
		r = link_ptx(l, inputs, group->count, &kept, out);
	return r < 0 ? r : out_scratch_file(l->ctx, out, out_file);
}

/* What a member needs, and property sets promised, must not be left over. */
static int check_linked(struct link *l, const struct link_group *group, size_t target, const struct syb_file *file)
{
	struct hash left = { 0 };
	struct link_code code = { 0 };
	int r = link_code_of(l, &l->targets[target], span_of(syb_file_bytes(file), 0), &code);

	for (size_t i = 0; r == 0 && i < code.symbols.import_count; i++) {
		const char *name = code.symbols.imports[i].name;
		size_t *value;
		bool found;

		r = hash_put(l->ctx, &left, name, strlen(name), 0, &value, &found);
	}
	for (size_t k = 0; k < group->count && r == 0; k++) {
		const struct link_image *image = link_image_of(l, group->members[k], target);

		for (size_t i = 0; i < image->symbols->import_count && r == 0; i++) {
			const struct link_symbol *import = &image->symbols->imports[i];

			if (image->needs[i] < 0 || !hash_get(&left, import->name, strlen(import->name)))
				continue;
			r = link_problem(
				l, "link-unresolved", import->name,
				(struct link_place){ &l->modules[group->members[k]], import->at },
				(struct link_place){ &l->modules[l->images[image->needs[i]].module], SYB_NO_OFFSET },
				"%s is not defined in the code of the module that exports it",
				link_readable(l, import->name));
		}
	}
	hash_free(&left);
	hash_free(&code.weak);
	return r;
}

static int add_linked(struct link *l, struct link_group *group, size_t number, const struct syb_file **out_file)
{
	const struct link_target *target = &l->targets[number];
	struct syb_file *file = NULL;
	uint64_t before = 0;
	int r = link_target(l, group, number, &file, &before);

	if (r == 0)
		r = pack_keep(l->ctx, l->pack, file);
	if (r == 0)
		r = check_linked(l, group, number, file);
	if (r < 0)
		return r;
	add_result(group, (struct link_result){ number, "linked", group->count, before, syb_file_bytes(file).len });
	*out_file = file;
	return syb_bin_writer_image(l->ctx, syb_pack_writer(l->pack),
				    &(struct syb_image_desc){ .size = sizeof(struct syb_image_desc),
							      .kind = SYB_IMAGE_IR,
							      .ir_type = target->type,
							      .target = target->triple,
							      .bytes = syb_file_bytes(file),
							      .file = file });
}

static int add_copy(struct link *l, struct link_group *group, size_t index)
{
	const struct link_image *image = &l->images[index];
	size_t bytes = syb_image_bytes(image->image).len;

	add_result(group, (struct link_result){ image->target, "copied", 1, bytes, bytes });
	return syb_bin_writer_copy(l->ctx, syb_pack_writer(l->pack), image->image);
}

/* ---- native code ---- */

static void warn_dropped(struct link *l, size_t index, const char *why)
{
	const struct link_image *image = &l->images[index];
	const struct link_module *m = &l->modules[image->module];
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->file);

	syb_report(l->ctx, SYB_SEVERITY_WARNING, syb_image_offset(image->image), "link-native-dropped",
		   "code for %s of module %zu is left out: %s", l->targets[image->target].name,
		   syb_module_index(m->module), why);
}

/* The name by which a tool chain knows the target of a native image. */
static const char *aot_target(const struct link_target *target)
{
	const struct syb_target_info *info = syb_target_find(target->name);

	if (!info)
		info = syb_target_by_arch(target->name, target->triple);
	return info ? info->name : target->name;
}

static int rebuild(struct link *l, struct link_group *group, size_t index, const struct syb_file *spirv)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	const struct link_target *target = &l->targets[l->images[index].target];
	const struct syb_aot_opts opts = { .size = sizeof(opts), .target = aot_target(target) };
	struct syb_file *file = NULL;
	int r = out_scratch(l->ctx, &out);

	if (r == 0) {
		_cleanup_(ctx_raise) struct ctx_lower lower = ctx_lower(l->ctx, true);

		r = syb_aot(l->ctx, syb_file_bytes(spirv), &opts, out);
	}
	if (r == -SYB_E_FORMAT || r == -SYB_E_TOOL || r == -SYB_E_INCOMPATIBLE) {
		warn_dropped(l, index, "it cannot be built anew");
		return link_dropped(l, l->images[index].module, index, "native");
	}
	if (r == 0)
		r = out_scratch_file(l->ctx, out, &file);
	if (r == 0)
		r = pack_keep(l->ctx, l->pack, file);
	if (r < 0)
		return r;
	add_result(group,
		   (struct link_result){ l->images[index].target, "rebuilt", group->count,
					 syb_image_bytes(l->images[index].image).len, syb_file_bytes(file).len });
	return syb_bin_writer_image(l->ctx, syb_pack_writer(l->pack),
				    &(struct syb_image_desc){ .size = sizeof(struct syb_image_desc),
							      .kind = SYB_IMAGE_NATIVE,
							      .arch = syb_image_arch(l->images[index].image),
							      .target = target->triple,
							      .bytes = syb_file_bytes(file),
							      .file = file });
}

/* Native images of a merged group: one for each target that its roots had. Those of libraries were for others. */
static int add_rebuilt(struct link *l, struct link_group *group, const struct syb_file *spirv)
{
	int r = 0;

	for (size_t i = 0; i < group->native_count && r == 0; i++) {
		size_t index = group->natives[i];
		struct link_target *target = &l->targets[l->images[index].target];
		bool native = syb_image_kind(l->images[index].image) == SYB_IMAGE_NATIVE;

		if (i >= group->root_natives) {
			r = link_dropped(l, l->images[index].module, index, "library");
			continue;
		}
		if (target->rebuilt_for == group)
			continue;
		target->rebuilt_for = group;
		if (native && spirv && !l->opts.no_rebuild && syb_aot_there(aot_target(target))) {
			r = rebuild(l, group, index, spirv);
		} else {
			warn_dropped(l, index, "its module was linked with others");
			r = link_dropped(l, l->images[index].module, index, "native");
		}
	}
	return r;
}

/* ---- groups ---- */

static int make_results(struct link *l, struct link_group *group)
{
	group->results =
		arena_array(l->ctx, &l->arena, group->target_count + group->native_count, sizeof(*group->results));
	return group->results ? 0 : -SYB_E_NOMEM;
}

static int fill(struct link *l, struct link_group *group)
{
	const struct syb_file *file = NULL, *spirv = NULL;
	int r = make_results(l, group);

	for (size_t i = 0; i < group->target_count && r == 0; i++) {
		size_t target = group->targets[i];

		r = ctx_cancelled(l->ctx);
		if (r < 0)
			break;
		if (group->count == 1) {
			r = add_copy(l, group, (size_t)(link_image_of(l, group->members[0], target) - l->images));
			continue;
		}
		r = add_linked(l, group, target, &file);
		if (l->targets[target].type == SYB_IR_SPIRV && !spirv)
			spirv = file;
	}
	if (group->rebuild)
		return r < 0 ? r : add_rebuilt(l, group, spirv);
	for (size_t i = 0; i < group->native_count && r == 0; i++)
		r = add_copy(l, group, group->natives[i]);
	return r;
}

/* Code of several modules that nothing here can link. */
static int check_types(struct link *l, const struct link_group *group)
{
	int r = 0;

	for (size_t i = 0; i < group->target_count && group->count > 1 && r == 0; i++) {
		const struct link_target *target = &l->targets[group->targets[i]];

		if (target->type != SYB_IR_SPIRV && target->type != SYB_IR_PTX)
			r = link_problem(l, "link-ir-type", target->name,
					 (struct link_place){ &l->modules[group->members[0]], SYB_NO_OFFSET },
					 (struct link_place){ &l->modules[group->members[1]], SYB_NO_OFFSET },
					 "code for %s cannot be linked", target->name);
	}
	return r;
}

int link_images(struct link *l)
{
	struct syb_bytes *texts = arena_array(l->ctx, &l->arena, l->group_count, sizeof(*texts));
	struct syb_bin_writer *writer = syb_pack_writer(l->pack);
	struct syb_bytes global;
	int r = texts ? link_merge_global(l, &global) : -SYB_E_NOMEM;

	for (size_t i = 0; i < l->group_count && r == 0; i++) {
		r = check_types(l, &l->groups[i]);
		if (r == 0)
			r = link_merge(l, &l->groups[i], &texts[i]);
	}
	if (r == 0 && l->problems)
		r = -SYB_E_INCOMPATIBLE;
	if (r == 0)
		r = syb_bin_writer_global(l->ctx, writer, global);
	if (r == 0)
		r = syb_bin_writer_state(l->ctx, writer, l->opts.state);
	for (size_t i = 0; i < l->group_count && r == 0; i++) {
		ctx_progress_count(l->ctx, "modules", i, l->group_count);
		r = syb_bin_writer_module(l->ctx, writer, texts[i]);
		if (r == 0)
			r = fill(l, &l->groups[i]);
	}
	return r < 0 ? r : l->problems ? -SYB_E_INCOMPATIBLE : 0;
}
