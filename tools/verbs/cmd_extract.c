/* tools/verbs/cmd_extract.c — sybil extract: package → image files; extract_zebin.c extracts parts of zebins.
 *
 * Names in --out-dir contain module, image, architecture and kind: m0.i0.spv, m0.i1.pvc.bin. Names of architectures
 * and members come from the file and are untrusted: characters that are not part of a plain name are replaced. After a
 * failure, files that did not exist before are removed. */
#define _GNU_SOURCE
#include "extract.h"

#include "base/path.h"

#include <ctype.h>
#include <unistd.h>

enum { ARCH_MOST = 64 };

static const char *suffix_of(const struct syb_image *image)
{
	uint32_t type;

	if (syb_image_kind(image) == SYB_IMAGE_NATIVE)
		return "bin";
	if (syb_image_ir_type(image, &type) < 0)
		return syb_identify(syb_image_bytes(image)) == SYB_KIND_BITCODE ? "bc" : "ir";
	return type == SYB_IR_SPIRV ? "spv" : type == SYB_IR_PTX ? "ptx" : type == SYB_IR_AMDGCN ? "amdgcn" : "ir";
}

char *extract_name(struct work *w, const char *name, const char *marks, size_t most)
{
	char *text = arena_string(w->tool->ctx, &w->tool->arena, name, strnlen(name, most));

	for (char *p = text; p && *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr(marks, *p))
			*p = '_';
	return text;
}

/* m0.i1.pvc: the name of an image without its suffix. Outside of packages, the module's name is part of it, and the
 * target if no architecture is known: m0.gemm.o.i0.spir64-unknown-unknown. */
char *extract_stem(struct work *w, const struct syb_module *module, const struct syb_image *image)
{
	const char *arch = syb_image_arch(image), *from = syb_module_name(module), *name;

	if (from && (!arch || !*arch))
		arch = syb_image_target(image);
	from = extract_name(w, from ? from : "", "_-+.", ARCH_MOST);
	name = extract_name(w, arch ? arch : "", "_-+", ARCH_MOST);
	return from && name ? arena_printf(w->tool->ctx, &w->tool->arena, "%sm%zu%s%s.i%zu%s%s", w->prefix,
					   syb_module_index(module), *from ? "." : "", from, syb_image_index(image),
					   *name ? "." : "", name)
			    : NULL;
}

/* The property file beside an image: its suffix becomes .prop. */
static char *prop_path(struct work *w, const char *path)
{
	size_t len = (size_t)(path_dot(path) - path);

	if (str_eq(path + len, ".prop"))
		len = strlen(path);
	return arena_printf(w->tool->ctx, &w->tool->arena, "%.*s.prop", (int)len, path);
}

int extract_write(struct work *w, const char *path, struct syb_bytes bytes, bool text)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct syb_ctx *ctx = w->tool->ctx;
	bool found, is_new = access(path, F_OK) < 0;
	size_t *value;

	TRY(hash_put(ctx, &w->names, path, strlen(path), 0, &value, &found));
	if (found)
		TRY(usage(w->tool, "two images would be written to %s", path));
	if (!is_new)
		TRY(args_guard_operands(w->tool, path));
	TRY(VEC_PUSH(ctx, w->made, w->made_count, w->made_room));
	TRY(text ? syb_out_open(ctx, path, &out) : output_open(w->tool, path, &out));

	out_expect(out, bytes.len);
	TRY(syb_out_copy(ctx, out, w->file, bytes));

	if (w->output) {
		w->pending[w->pending[0] != NULL] = steal(out);
		return 0;
	}
	TRY(syb_out_commit(ctx, out));
	if (is_new)
		w->made[w->made_count++] = path;
	return 0;
}

static void add_record(struct work *w, const struct syb_module *module, const struct syb_image *image, const char *path,
		       const char *prop)
{
	struct syb_record *r = w->record;
	struct syb_value *map = value_map(r, w->list, NULL);

	value_string(r, map, "output", path);
	value_string(r, map, "file", syb_file_name(w->file));
	value_uint(r, map, "module", syb_module_index(module));
	value_uint(r, map, "image", syb_image_index(image));
	if (syb_module_name(module)) {
		value_string_or_null(r, map, "name", *syb_module_name(module) ? syb_module_name(module) : NULL);
		value_string_or_null(r, map, "target", syb_image_target(image));
	}
	value_string(r, map, "kind", syb_image_kind(image) == SYB_IMAGE_NATIVE ? "native" : "ir");
	value_string_or_null(r, map, "arch", syb_image_arch(image));
	value_uint(r, map, "size", syb_image_bytes(image).len);
	if (prop)
		value_string(r, map, "properties", prop);
}

int extract_make_dir(struct work *w)
{
	if (w->has_dir)
		return 0;
	w->has_dir = true;
	return output_dir(w->tool, w->dir, &w->made_dir);
}

static int take_image(void *user, const struct syb_module *module, const struct syb_image *image)
{
	struct work *w = user;
	const char *path = w->output, *prop = NULL;

	if (!path) {
		const char *stem = extract_stem(w, module, image);

		TRY(extract_make_dir(w));
		path = stem ? arena_printf(w->tool->ctx, &w->tool->arena, "%s/%s.%s", w->dir, stem, suffix_of(image))
			    : NULL;
	}
	if (w->metadata && path)
		prop = prop_path(w, path);
	if (!path || (w->metadata && !prop))
		return -SYB_E_NOMEM;
	if (prop)
		TRY(extract_write(w, prop, syb_module_metadata(module, NULL), false));
	TRY(extract_write(w, path, syb_image_bytes(image), false));
	add_record(w, module, image, path, prop);
	return 0;
}

int extract_prefix(struct work *w, size_t package, size_t count)
{
	bool several = w->tool->args.operand_count > 1;

	w->prefix =
		several ? arena_printf(w->tool->ctx, &w->tool->arena, "%s.", path_name(syb_file_name(w->file))) : "";
	if (w->prefix && count > 1)
		w->prefix = arena_printf(w->tool->ctx, &w->tool->arena, "%sp%zu.", w->prefix, package);
	return w->prefix ? 0 : -SYB_E_NOMEM;
}

static int count_image(void *user, const struct syb_module *module, const struct syb_image *image)
{
	struct work *w = user;

	(void)module;
	(void)image;
	w->matches++;
	return 0;
}

static int take_package(void *user, const struct package *package)
{
	struct work *w = user;
	struct syb_ctx *ctx = w->tool->ctx;

	TRY(extract_prefix(w, package->index, package->count));
	TRY(syb_extract(ctx, package->bin, &w->select, count_image, w));
	if (w->output && w->matches > 1)
		return usage(w->tool, "%zu images match, but -o takes one: select one, or use --out-dir", w->matches);
	return syb_extract(ctx, package->bin, &w->select, take_image, w);
}

static int check_options(struct work *w)
{
	struct tool *tool = w->tool;

	TRY(args_numbers(tool, OPT_extract_module, &w->select.modules, &w->select.module_count));
	TRY(args_numbers(tool, OPT_extract_image, &w->select.images, &w->select.image_count));
	TRY(args_list(tool, OPT_extract_arch, &w->select.archs, &w->select.arch_count));
	TRY(args_list(tool, OPT_extract_kernel, &w->select.kernels, &w->select.kernel_count));
	TRY(args_list(tool, OPT_extract_section, &w->sections, &w->section_count));
	w->select.kind = args_get(tool, OPT_extract_kind);
	if (!w->output == !w->dir)
		return usage(tool, "give either -o FILE or --out-dir=DIR");
	if (w->metadata && w->output && str_eq(w->output, "-"))
		return usage(tool, "--metadata writes a file beside the image, so -o needs a file name");
	return 0;
}

static int take_file(struct work *w, const char *path)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	bool zebins = w->section_count != 0;
	int r = syb_file_open(w->tool->ctx, path, &file);

	w->file = file;
	if (r == 0 && !zebins && w->select.kernel_count)
		r = extract_is_zebin(w, &zebins);
	if (r < 0)
		return r;
	return zebins ? extract_zebins(w) : each_package(w->tool, file, false, take_package, w);
}

/* Extract every matching image of all files. A file without a match does not stop the others. */
static int take_files(struct work *w)
{
	const struct args *args = &w->tool->args;
	int worst = 0;

	for (size_t i = 0; i < args->operand_count; i++) {
		int r = take_file(w, args->operands[i]);

		worst = worse(worst, r);
		if (r < 0 && r != -SYB_E_NOTFOUND)
			break;
	}
	return worst;
}

static int write_images(struct work *w)
{
	int r = take_files(w);

	for (size_t i = 0; i < ARRAY_SIZE(w->pending); i++) {
		if (w->pending[i] && (r == 0 || r == -SYB_E_NOTFOUND))
			r = worse(r, syb_out_commit(w->tool->ctx, w->pending[i]));
		syb_out_close(w->pending[i]);
	}
	for (size_t i = 0; i < w->made_count && r < 0 && r != -SYB_E_NOTFOUND; i++)
		unlink(w->made[i]);
	if (w->made_dir && r < 0 && r != -SYB_E_NOTFOUND)
		rmdir(w->dir);
	allocator_free(allocator_of(w->tool->ctx), w->made);
	hash_free(&w->names);
	return r;
}

int cmd_extract(struct tool *tool)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	struct work w = {
		.tool = tool,
		.select = { .size = sizeof(w.select) },
		.output = args_get(tool, OPT_extract_output),
		.dir = args_get(tool, OPT_extract_out_dir),
		.metadata = args_has(tool, OPT_extract_metadata),
	};
	int worst, r = check_options(&w);

	if (r == 0)
		r = table_begin(tool, "written", &record, &w.list);
	if (r < 0)
		return r;
	w.record = record;
	worst = write_images(&w);
	if ((worst < 0 && worst != -SYB_E_NOTFOUND) || w.matches == 0)
		return worst;
	if (tool->json || w.dir)
		r = answer(tool, NULL, SIZE_MAX, steal(record));
	return worse(worst, r);
}
