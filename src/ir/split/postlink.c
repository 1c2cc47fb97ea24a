/* ir/split/postlink.c — post-link: module → images with their properties and symbols, and the tables that name them.
 *
 * Read and group; then, for each image, extract it, lower what it must not contain, write code, properties and symbols,
 * and restore the module. The tables are written last, so that all files of an existing table exist. */
#include "postlink.h"

#include "base/path.h"
#include "ir/aspects/requirers.h"
#include "driver/exec/workers.h"

#include <sys/stat.h>
#include <unistd.h>

#include <sybil/filter.h>
#include <sybil/propsets.h>
#include <sybil/table.h>

enum { FUNCTIONS_LARGE = 100 }; /* functions of an image that justify a process */

DEFINE_CLEANUP(struct syb_devices *, syb_devices_free);
DEFINE_CLEANUP(struct syb_table *, syb_table_free);
DEFINE_CLEANUP(struct syb_props *, syb_props_free);
DEFINE_CLEANUP(struct syb_props_writer *, syb_props_writer_free);
DEFINE_CLEANUP(struct syb_view *, syb_view_free);

/* ---- names ---- */

/* The folder with its slash, and the name of the first output without folder and extension. "-", for standard output,
 * is replaced, because file names that begin with it look like options. */
static int read_names(struct postlink *p)
{
	const char *first = p->opts.output_count ? p->opts.outputs[0].file : "";
	const char *file = str_eq(first, "-") ? "out" : first, *name = path_name(file), *dir = p->opts.out_dir;
	_cleanup_(buf_free) struct buf text = { 0 };

	TRY(dir ? buf_text(p->ctx, &text, dir) : buf_add(p->ctx, &text, file, (size_t)(name - file)));
	if (dir && *dir && dir[strlen(dir) - 1] != '/')
		TRY(buf_char(p->ctx, &text, '/'));
	p->dir = arena_string(p->ctx, &p->run.arena, text.ptr, text.len);
	p->stem = arena_string(p->ctx, &p->run.arena, name, (size_t)(path_dot(name) - name));
	return p->dir && p->stem ? 0 : -SYB_E_NOMEM;
}

/* DIR/STEM_ID[.esimd][.TARGET].EXTENSION */
static int make_path(struct postlink *p, size_t id, bool esimd, const char *target, const char *extension,
		     struct buf *path)
{
	path->len = 0;
	return buf_printf(p->ctx, path, "%s%s_%zu%s%s%s.%s%c", p->dir, p->stem, id, esimd ? ".esimd" : "",
			  target ? "." : "", target ? target : "", extension, '\0');
}

static const char *code_extension(const struct postlink *p)
{
	return p->opts.text ? "ll" : "bc";
}

/* ---- files of an image ---- */

/* As text, or to any output; the file appears on commit. */
static int write_stream(struct postlink *p, const struct image *image, const char *path, struct syb_out **out_out)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct syb_bytes bytes;
	int r = syb_out_open(p->ctx, path, &out);

	if (r == 0 && p->opts.text) {
		r = ir_put(p->ctx, image->module, true, out);
	} else if (r == 0) {
		bytes.ptr = shim_writer_bitcode(p->writer, image->module, &bytes.len);
		r = syb_out_write(p->ctx, out, bytes);
	}
	if (r == 0)
		*out_out = steal(out);
	return r;
}

static int write_code(struct postlink *p, const struct image *image, const char *path)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	struct syb_bytes bytes;

	if (p->opts.text) {

		TRY(write_stream(p, image, path, &out));
		return syb_out_commit(p->ctx, out);
	}
	bytes.ptr = shim_writer_bitcode(p->writer, image->module, &bytes.len);
	return out_folder_put(p->ctx, &p->folder, path, bytes);
}

static int write_symbols(struct postlink *p, const struct image *image, const char *path)
{
	_cleanup_(buf_free) struct buf text = { 0 };

	for (size_t i = 0; i < image->entry_count; i++) {
		size_t len;
		const char *name = LLVMGetValueName2(image->entries[i], &len);

		TRY(buf_add(p->ctx, &text, name, len));
		TRY(buf_char(p->ctx, &text, '\n'));
	}
	return out_folder_put(p->ctx, &p->folder, path, buf_bytes(&text));
}

/* ---- properties ---- */

/* Whether the filter would keep the image. An unknown target is assumed to support everything. */
static int fits(struct postlink *p, struct syb_bytes text, const char *target, bool *out_fits)
{
	const struct syb_device *device = syb_devices_find(p->run.opts.devices, target);
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;

	*out_fits = true;
	if (!device)
		return 0;
	TRY(syb_props_read(p->ctx, text, NULL, &props));
	TRY(syb_view_new(p->ctx, props, &view));
	return syb_filter_keeps(p->ctx, syb_view_info(view)->requirements, device, out_fits);
}

static int describe(struct postlink *p, const struct image *image, const struct spec_constants *constants,
		    const struct syb_postlink_output *output, size_t id, uint8_t *out_listed)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;
	_cleanup_(buf_free) struct buf path = { 0 };
	struct syb_bytes text;
	bool listed = true;
	int r = syb_props_writer_new(p->ctx, &writer);

	if (r == 0)
		r = describe_image(&p->run, &p->opts, image, constants, output->target, writer);
	if (r == 0)
		r = syb_props_writer_text(p->ctx, writer, p->run.opts.dialect, &text);
	if (r == 0 && output->target)
		r = fits(p, text, output->target, &listed);
	if (r == 0 && p->opts.properties && listed)
		r = make_path(p, id, image->esimd, output->target, "prop", &path);
	if (r == 0 && p->opts.properties && listed)
		r = out_folder_put(p->ctx, &p->folder, (const char *)path.ptr, text);
	*out_listed = listed;
	return r;
}

static int describe_all_needs(struct postlink *p, const struct image *image, size_t id)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *writer = NULL;
	_cleanup_(buf_free) struct buf path = { 0 };
	struct syb_bytes text;

	TRY(syb_props_writer_new(p->ctx, &writer));
	TRY(describe_needs(&p->run, &p->opts, image, writer));
	TRY(syb_props_writer_text(p->ctx, writer, SYB_DIALECT_SPEC, &text));
	TRY(make_path(p, id, image->esimd, NULL, "needs", &path));
	return out_folder_put(p->ctx, &p->folder, (const char *)path.ptr, text);
}

/* Tables of all images share a file of properties. */
int postlink_describe(struct postlink *p, const struct image *image, const struct spec_constants *constants, size_t id,
		      struct buf *out)
{
	_cleanup_(buf_free) struct buf path = { 0 };
	uint8_t listed = 1, shared = 2;
	int r = 0;

	for (size_t i = 0; i < p->opts.output_count && r == 0; i++) {
		const struct syb_postlink_output *output = &p->opts.outputs[i];

		if (!output->target && shared != 2)
			listed = shared;
		else if (output->target || p->opts.properties)
			r = describe(p, image, constants, output, id, &listed);
		else
			listed = 1;
		if (!output->target)
			shared = listed;
		if (r == 0)
			r = buf_char(p->ctx, out, (char)listed);
	}
	if (r == 0 && p->opts.symbols) {
		r = make_path(p, id, image->esimd, NULL, "sym", &path);
		if (r == 0)
			r = write_symbols(p, image, (const char *)path.ptr);
	}
	return r == 0 && p->opts.needs ? describe_all_needs(p, image, id) : r;
}

/* ---- one image ---- */

/* A run of passes over one image. */
static struct pass_run run_of(const struct postlink *p, struct syb_ir *ir)
{
	return (struct pass_run){ .ctx = p->ctx, .ir = ir, .opts = p->run.opts };
}

/* Passes may have replaced functions by new ones with the same names. */
static int optimize_image(struct postlink *p, struct image *image)
{
	struct syb_ir ir = *p->run.ir;
	struct pass_run run = run_of(p, &ir);
	const char **names = arena_array(p->ctx, &run.arena, image->entry_count + 1, sizeof(*names));
	size_t kept = 0, len;
	int r = names ? 0 : -SYB_E_NOMEM;

	ir.module = image->module;
	run.opts.level = p->opts.level;
	for (size_t i = 0; i < image->entry_count && r == 0; i++) {
		const char *name = LLVMGetValueName2(image->entries[i], &len);

		names[i] = arena_string(p->ctx, &run.arena, name, len);
		r = names[i] ? 0 : -SYB_E_NOMEM;
	}
	if (r == 0)
		r = pass_optimize(&run);
	if (r == 0 && p->opts.dead_args)
		r = pass_dead_args(&run);
	for (size_t i = 0; i < image->entry_count && r == 0; i++) {
		LLVMValueRef entry = LLVMGetNamedFunction(image->module, names[i]);

		if (entry)
			image->entries[kept++] = entry;
	}
	image->entry_count = r == 0 ? kept : image->entry_count;
	arena_free(&run.arena);
	return r;
}

/* Device libraries have opaque pointers. An image with typed pointers is read again, in a new context, which *out_ir
 * keeps. */
static int forget_types(struct postlink *p, struct image *image, struct syb_ir **out_ir)
{
	struct syb_bytes bytes;

	if (p->opts.prepare < SYB_PREPARE_NATIVE || !shim_typed_pointers(image->module))
		return 0;
	TRY(ir_new(p->ctx, p->run.ir->name, out_ir));
	bytes.ptr = shim_writer_bitcode(p->writer, image->module, &bytes.len);
	ir_use_opaque_pointers(*out_ir);
	return ir_parse(p->ctx, (*out_ir)->context, bytes, p->run.ir->name, &(*out_ir)->module);
}

static int prepare_image(struct postlink *p, struct syb_ir *ir)
{
	struct pass_run run = run_of(p, ir);
	int r;

	run.opts.library = p->opts.library;
	run.opts.library_name = p->opts.library_name;
	run.opts.device_library = p->opts.device_library;
	run.opts.device_library_name = p->opts.device_library_name;
	run.opts.without_warnings = p->opts.without_undefined;
	r = p->opts.prepare == SYB_PREPARE_NVPTX ? pass_retarget_nvptx(&run) : 0;
	if (r == 0)
		r = p->opts.prepare == SYB_PREPARE_SPIRV ? pass_prepare_spirv(&run) : pass_prepare_native(&run);
	if (r == 0)
		ir_mark_prepared(ir);
	arena_free(&run.arena);
	return r;
}

/* Write the code of an image that is not lent by the module, prepared for its translator. */
static int write_prepared(struct postlink *p, struct image *image, const char *path)
{
	_cleanup_(syb_ir_free_p) struct syb_ir *other = NULL;
	struct syb_ir same = *p->run.ir;
	struct image prepared = *image;
	int r = forget_types(p, image, &other);

	same.module = image->module;
	if (r == 0)
		r = prepare_image(p, other ? other : &same);
	prepared.module = other ? other->module : same.module;
	return r < 0 ? r : write_code(p, &prepared, path);
}

static int write_image(struct postlink *p, struct image *image, const struct spec_constants *constants, size_t id,
		       struct buf *out)
{
	_cleanup_(buf_free) struct buf path = { 0 };
	int r;

	if (p->opts.ir_output_only)
		return p->opts.output_count ? write_stream(p, image, p->opts.outputs[0].file, &p->whole) : 0;
	r = p->unchanged ? 0 : make_path(p, id, image->esimd, NULL, code_extension(p), &path);
	if (r == 0)
		r = postlink_describe(p, image, constants, id, out);
	if (r < 0 || p->unchanged)
		return r;
	return p->opts.prepare ? write_prepared(p, image, (const char *)path.ptr)
			       : write_code(p, image, (const char *)path.ptr);
}

/* Write the image unchanged, or a copy that is optimised and prepared, with specialization constants lowered. */
static int write_variant(struct postlink *p, const struct image *lent, const enum spec_lowering *how, size_t id,
			 struct buf *out)
{
	struct spec_constants constants = { 0 };
	struct image image = *lent;
	int r = 0;

	if (how || p->opts.level || p->opts.prepare)
		r = image_own(&p->run, &image);
	if (r == 0 && p->opts.level)
		r = optimize_image(p, &image);
	if (r == 0 && !p->opts.allow_image_dependencies && !p->opts.without_undefined)
		r = undefined_check(&p->run, &image);
	if (how && *how != SPEC_DEFAULTS && !spec_constants_used(&image))
		how = NULL;
	if (r == 0)
		r = how ? spec_constants_lower(&p->run, &image, *how, &constants)
			: spec_constants_read(&p->run, &image, p->native_constants, &constants);
	if (r == 0)
		r = write_image(p, &image, &constants, id, out);
	if (image.module != lent->module)
		split_drop(&p->split, &image);
	return r;
}

static int work(void *user, size_t group, struct buf *out)
{
	static const enum spec_lowering defaults = SPEC_DEFAULTS;
	struct postlink *p = user;
	enum spec_lowering how = p->opts.spec_consts == SYB_SPEC_CONSTS_NATIVE ? SPEC_NATIVE : SPEC_EMULATION;
	bool lowers = p->opts.spec_consts != SYB_SPEC_CONSTS_KEEP;
	bool twice = p->rows[group + 1] - p->rows[group] > 1;
	struct image image;
	int r;

	p->begun[group] = 1;
	r = split_enter(&p->split, group, &image);
	image.lent |= twice; /* the first of two variants must not consume the image */
	if (r == 0)
		r = write_variant(p, &image, lowers && spec_constants_used(&image) ? &how : NULL, p->ids[group], out);
	if (r == 0 && twice)
		r = write_variant(p, &image, &defaults, p->ids[group] + 1, out);
	if (r == 0)
		r = buf_char(p->ctx, out, (char)image_uses_bfloat16(&image));
	split_leave(&p->split);
	return r;
}

/* ---- tables ---- */

static int take(void *user, size_t group, struct syb_bytes bytes)
{
	struct postlink *p = user;
	size_t listed = (p->rows[group + 1] - p->rows[group]) * p->opts.output_count;

	if (!p->opts.ir_output_only && bytes.len == listed + 1)
		memcpy(p->listed + p->rows[group] * p->opts.output_count, bytes.ptr, listed);
	p->uses_bfloat16 |= bytes.len > 0 && bytes.ptr[bytes.len - 1]; /* after them */
	return 0;
}

int postlink_add_row(struct postlink *p, struct syb_table *table, const struct syb_postlink_output *output, size_t id,
		     bool esimd, const char *file)
{
	_cleanup_(buf_free) struct buf code = { 0 }, properties = { 0 }, symbols = { 0 }, needs = { 0 };
	const char *cells[4];
	size_t count = 0;

	TRY(make_path(p, id, esimd, NULL, code_extension(p), &code));
	TRY(make_path(p, id, esimd, output->target, "prop", &properties));
	TRY(make_path(p, id, esimd, NULL, "sym", &symbols));
	TRY(make_path(p, id, esimd, NULL, "needs", &needs));
	cells[count++] = file ? file : (const char *)code.ptr;
	if (p->opts.properties)
		cells[count++] = (const char *)properties.ptr;
	if (p->opts.symbols)
		cells[count++] = (const char *)symbols.ptr;
	if (p->opts.needs)
		cells[count++] = (const char *)needs.ptr;
	return syb_table_add_row(p->ctx, table, cells);
}

static int add_rows(struct postlink *p, struct syb_table *table, size_t which, size_t group)
{
	bool esimd = p->split.groups.list[group].code == GROUP_ESIMD;

	for (size_t row = p->rows[group]; row < p->rows[group + 1]; row++)
		if (p->listed[row * p->opts.output_count + which])
			TRY(postlink_add_row(p, table, &p->opts.outputs[which], p->ids[group] + row - p->rows[group],
					     esimd, p->unchanged ? p->opts.input_file : NULL));
	return 0;
}

static int write_table(struct postlink *p, size_t which)
{
	const struct syb_postlink_output *output = &p->opts.outputs[which];
	_cleanup_(syb_table_free_p) struct syb_table *table = NULL;
	struct syb_bytes text;

	TRY(syb_table_new(p->ctx, &table));
	TRY(syb_table_add_column(p->ctx, table, "Code"));
	if (p->opts.properties)
		TRY(syb_table_add_column(p->ctx, table, "Properties"));
	if (p->opts.symbols)
		TRY(syb_table_add_column(p->ctx, table, "Symbols"));
	if (p->opts.needs)
		TRY(syb_table_add_column(p->ctx, table, "Needs"));
	for (size_t i = 0; i < p->split.groups.count; i++)
		TRY(add_rows(p, table, which, i));
	TRY(device_libs_add_rows(p, table, which));
	TRY(syb_table_text(p->ctx, table, true, &text));
	return out_put(p->ctx, output->file, text);
}

/* ---- all of it ---- */

/* An image with specialization constants takes two numbers if a copy with default values is requested. The two parts of
 * a group, ESIMD and other code, share a number. */
static int number_images(struct postlink *p)
{
	size_t count = p->split.groups.count, next = 0;
	int r = 0;

	p->ids = arena_array(p->ctx, &p->run.arena, count + 1, sizeof(*p->ids));
	p->rows = arena_array(p->ctx, &p->run.arena, count + 1, sizeof(*p->rows));
	p->begun = workers_marks(p->ctx, count);
	if (!p->ids || !p->rows || !p->begun)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count && r == 0; i++) {
		struct image image;
		bool twice = false;

		p->ids[i] = p->split.groups.list[i].second ? p->ids[i - 1] : next;
		if (p->opts.default_spec_consts) {
			r = split_enter(&p->split, i, &image);
			twice = r == 0 && spec_constants_used(&image);
			split_leave(&p->split);
		}
		p->rows[i + 1] = p->rows[i] + (twice ? 2 : 1);
		if (next < p->ids[i] + (twice ? 2 : 1))
			next = p->ids[i] + (twice ? 2 : 1);
	}
	p->ids[count] = next;
	p->listed = arena_array(p->ctx, &p->run.arena, p->rows[count] * p->opts.output_count + 1, 1);
	return r < 0 ? r : p->listed ? 0 : -SYB_E_NOMEM;
}

static int write_images(struct postlink *p)
{
	const size_t functions = p->split.graph.function_count, images = p->split.groups.count;
	const struct workers_opts workers = {
		.count = images,
		.least = !p->opts.level && functions / (images + 1) < FUNCTIONS_LARGE ? 4 : 1,
		.jobs = p->opts.jobs,
		.work = work,
		.take = take,
		.user = p,
	};

	return workers_run(p->ctx, &workers);
}

/* LLVM numbers metadata kinds on first use, and bitcode lists them. They are requested here, before any fork, so that
 * images do not depend on the process that wrote them. */
static void name_kinds(const struct pass_run *run)
{
	static const char *const names[] = {
		"sycl_used_aspects",          "sycl_declared_aspects",  "sycl_fixed_targets",
		"intel_used_aspects",         "intel_declared_aspects", "intel_fixed_targets",
		"reqd_work_group_size",       "work_group_num_dim",     "intel_reqd_sub_group_size",
		"sycl_joint_matrix",          "sycl_joint_matrix_mad",  "max_work_group_size",
		"max_linear_work_group_size", "sycl_kernel_omit_args",  "sycl_explicit_simd",
		"work_group_size_hint",       REQUIRERS_KIND,
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		(void)md_kind(run->ir, names[i]);
}

static int check_one_image(struct postlink *p)
{
	if (!p->opts.ir_output_only || p->split.groups.count == 1)
		return 0;
	return syb_fail(p->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
			"some modules had to be split, '-ir-output-only' can't be used");
}

/* Whether the only image equals the input. */
static bool is_unchanged(const struct postlink *p)
{
	const struct image all = { .module = p->split.home };
	bool lowers = p->opts.spec_consts != SYB_SPEC_CONSTS_KEEP || p->opts.default_spec_consts;

	return p->opts.input_file && p->split.groups.count == 1 && !p->split.changed && !p->opts.dead_args &&
	       !p->opts.level && !p->opts.prepare && !p->opts.text && !p->opts.ir_output_only &&
	       !(lowers && spec_constants_used(&all));
}

static void report_unchanged(struct postlink *p)
{
	p->unchanged = is_unchanged(p);
	if (p->unchanged)
		syb_report(p->ctx, SYB_SEVERITY_INFO, SYB_NO_OFFSET, "post-link-unchanged",
			   "no modifications to the input LLVM IR have been made");
}

void postlink_remove(struct postlink *p, size_t id, bool esimd, bool code)
{
	_cleanup_(buf_free) struct buf path = { 0 };

	if (code && make_path(p, id, esimd, NULL, code_extension(p), &path) == 0)
		unlink((const char *)path.ptr);
	if (p->opts.symbols && make_path(p, id, esimd, NULL, "sym", &path) == 0)
		unlink((const char *)path.ptr);
	if (p->opts.needs && make_path(p, id, esimd, NULL, "needs", &path) == 0)
		unlink((const char *)path.ptr);
	for (size_t i = 0; i < p->opts.output_count && p->opts.properties; i++)
		if (make_path(p, id, esimd, p->opts.outputs[i].target, "prop", &path) == 0)
			unlink((const char *)path.ptr);
}

/* Remove images, which are useless without a table, and tables of an earlier run, whose images are gone. */
static void remove_all(struct postlink *p)
{
	bool some = false;
	struct stat st;

	for (size_t i = 0; p->begun && i < p->split.groups.count && !p->opts.ir_output_only; i++) {
		some |= p->begun[i];
		for (size_t row = p->rows[i]; row < p->rows[i + 1] && p->begun[i]; row++)
			postlink_remove(p, p->ids[i] + row - p->rows[i], p->split.groups.list[i].code == GROUP_ESIMD,
					!p->unchanged);
	}
	for (size_t i = 0; i < p->opts.output_count && some; i++)
		if (stat(p->opts.outputs[i].file, &st) == 0 && S_ISREG(st.st_mode))
			unlink(p->opts.outputs[i].file);
	if (some)
		device_libs_remove(p);
}

static int write_all(struct postlink *p)
{
	int r = write_images(p);

	if (r == 0 && p->uses_bfloat16 && p->opts.device_lib_dir && !p->opts.ir_output_only)
		r = device_libs_write(p);
	if (r == 0 && p->opts.accept)
		r = p->opts.accept(p->opts.user);
	if (r == 0 && p->whole)
		r = syb_out_commit(p->ctx, p->whole);
	for (size_t i = 0; i < p->opts.output_count && r == 0 && !p->opts.ir_output_only; i++)
		r = write_table(p, i);
	if (r < 0)
		remove_all(p);
	return r;
}

/* As filter and extract do. A failure is reported when the first file cannot be written. */
static void make_folder(struct postlink *p)
{
	p->made_folder = p->opts.out_dir && !p->opts.ir_output_only && mkdir(p->opts.out_dir, 0777) == 0;
}

static int split_and_write(struct postlink *p)
{
	int r = 0;

	if (p->opts.level) /* requirements of code that optimisation removes stay; dead arguments are removed after it
			    */
		r = requirers_list(&p->run);
	else if (p->opts.dead_args)
		r = pass_dead_args(&p->run);
	if (r == 0)
		r = esimd_check(&p->run, &p->opts);
	if (r < 0)
		return r;
	p->native_constants = spec_constants_native(p->run.ir->module);
	r = split_init(&p->split, &p->run, &p->opts);
	p->writer = shim_writer_new();
	make_folder(p);
	p->folder = out_folder_open(p->dir);
	if (r == 0 && plan_given(&p->opts))
		r = plan_apply(&p->split.groups, p->opts.plan, p->opts.plan_name);
	if (r == 0)
		r = check_one_image(p);
	if (r == 0)
		r = split_begin(&p->split);
	if (r == 0)
		r = scope_check(&p->split);
	if (r == 0)
		report_unchanged(p);
	if (r == 0)
		r = number_images(p);
	if (r == 0)
		r = write_all(p);
	workers_marks_free(p->begun, p->split.groups.count);
	syb_out_close(p->whole);
	buf_free(&p->lib_listed);
	out_folder_close(&p->folder);
	shim_writer_free(p->writer);
	split_free(&p->split);
	if (r < 0 && p->made_folder)
		rmdir(p->opts.out_dir);
	return r;
}

/* As in DPC++, a table for an unknown target has all images. Warn, because the name may be misspelled. */
static void check_targets(struct postlink *p)
{
	for (size_t i = 0; i < p->opts.output_count; i++) {
		const char *target = p->opts.outputs[i].target, *nearest;

		if (!target || syb_devices_find(p->run.opts.devices, target))
			continue;
		nearest = syb_devices_nearest(p->run.opts.devices, target);
		syb_report(p->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "output-target",
			   "target '%s' is not in the device configuration%s%s%s: its table has all images", target,
			   nearest ? " (did you mean '" : "", nearest ? nearest : "", nearest ? "'?)" : "");
	}
}

int syb_postlink(struct syb_ctx *ctx, struct syb_ir *ir, const struct syb_postlink_opts *opts)
{
	_cleanup_(syb_devices_free_p) struct syb_devices *devices = NULL;
	struct postlink p = { .ctx = ctx, .run = { .ctx = ctx, .ir = ir } };
	_cleanup_(ctx_once_end) struct ctx_once once = { 0 };
	int r = 0;

	OPTS_READ(ctx, &p.opts, opts);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, p.opts.name ? p.opts.name : ir->name);
	ctx_once(ctx, &once); /* images share functions, and tables share images */
	p.run.opts.size = sizeof(p.run.opts);
	p.run.opts.dialect = p.opts.dialect;
	p.run.opts.devices = p.opts.devices;
	if (p.opts.dialect != SYB_DIALECT_SPEC)
		p.run.opts.dialect = SYB_DIALECT_DPCPP;
	if (!p.opts.devices) {
		r = syb_devices_load(ctx, NULL, &devices);
		p.run.opts.devices = devices;
	}
	name_kinds(&p.run);
	if (r == 0)
		r = read_names(&p);
	if (r == 0)
		check_targets(&p);
	if (r == 0)
		r = split_and_write(&p);
	arena_free(&p.run.arena);
	return r;
}
