/* tools/ir/cmd_post_link.c — sybil post-link, and sycl-post-link with that tool's spelling of options and its messages.
 *
 * Part of sybil-ir. The command line becomes options of the library; optimisation levels of the older tool apply to the
 * lowering of ESIMD code and have no effect here. */
#include "tools/frame/tool.h"

#include "base/path.h"
#include "base/words.h"

#include <sybil/clang.h>
#include <sybil/postlink.h>
#include <sybil/translate.h>
#include <unistd.h>

DEFINE_CLEANUP(struct syb_clang *, syb_clang_free);
DEFINE_CLEANUP(struct syb_ir *, syb_ir_free);

/* The same option under the name of the verb or of the program. */
#define OPT(id) (tool->verb->program ? OPT_sycl_post_link_##id : OPT_post_link_##id)

struct job {
	struct tool *tool;
	struct syb_postlink_opts opts;
	struct syb_ir_opts ir;
	struct syb_file *library, *device_library;
	struct syb_devices *devices;
	struct syb_file *plan;
};

static void drop(struct job *job)
{
	syb_devices_free(job->devices);
	syb_file_close(job->plan);
	syb_file_close(job->library);
	syb_file_close(job->device_library);
}

/* ---- the command line ---- */

static const struct {
	const char *name;
	enum syb_split split;
} splits[] = {
	{ "auto", SYB_SPLIT_AUTO },     { "source", SYB_SPLIT_SOURCE },     { "per_source", SYB_SPLIT_SOURCE },
	{ "kernel", SYB_SPLIT_KERNEL }, { "per_kernel", SYB_SPLIT_KERNEL }, { "off", SYB_SPLIT_OFF },
	{ "none", SYB_SPLIT_NONE },
};

static void read_split(struct job *job)
{
	struct tool *tool = job->tool;
	const char *name = args_get(tool, OPT(split));

	for (size_t i = 0; name && i < ARRAY_SIZE(splits); i++)
		if (str_eq(name, splits[i].name))
			job->opts.split = splits[i].split;
}

/* The output may replace the input if it is the only image, but not if it is a table. */
static int guard_inputs(struct job *job, const char *output)
{
	return job->opts.ir_output_only ? module_guard_output(job->tool, output)
					: args_guard_operands(job->tool, output);
}

/* Whether the name is of the form STEM_NUMBER.EXTENSION or STEM_NUMBER.TARGET.EXTENSION, with an extension that will be
 * written. The number of images is not known yet. */
static bool is_image_name(const struct job *job, const char *name, const char *stem, size_t stem_len)
{
	const char *written = job->opts.text ? ".ll .prop .sym .needs" : ".bc .prop .sym .needs";
	const char *extension = path_dot(name);
	size_t digits;

	if (!words_have(written, extension, strlen(extension)) || strncmp(name, stem, stem_len) != 0 ||
	    name[stem_len] != '_')
		return false;
	name += stem_len + 1;
	digits = strspn(name, "0123456789");
	return digits && name[digits] == '.';
}

/* Images and their other files are in one folder and named after the first output. */
static int guard_images(struct job *job)
{
	struct tool *tool = job->tool;
	const char *first = job->opts.outputs[0].file, *stem = str_eq(first, "-") ? "out" : path_name(first);
	const char *folder = job->opts.out_dir ? job->opts.out_dir : first;
	size_t folder_len = job->opts.out_dir ? strlen(folder) : (size_t)(path_name(first) - first);

	for (size_t i = 0; i < tool->args.operand_count && !job->opts.ir_output_only; i++) {
		const char *input = tool->args.operands[i], *name = path_name(input);
		_cleanup_(buf_free) struct buf path = { 0 };

		if (!is_image_name(job, name, stem, (size_t)(path_dot(stem) - stem)))
			continue;
		TRY(buf_printf(tool->ctx, &path, "%.*s%s%s%c", (int)folder_len, folder,
			       folder_len && folder[folder_len - 1] != '/' ? "/" : "", name, '\0'));
		if (is_same_file(tool, (const char *)path.ptr, input))
			return usage(tool, "'%s': an image of '%s' may be written over this input", input, first);
	}
	return 0;
}

/* FILE, or TARGET,FILE */
static int read_outputs(struct job *job, const char *input)
{
	struct tool *tool = job->tool;
	struct syb_postlink_output *list;
	const char *const *texts;
	size_t count;

	TRY(args_list(tool, OPT(output), &texts, &count));
	list = arena_array(tool->ctx, &tool->arena, count + 1, sizeof(*list));
	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		const char *comma = strchr(texts[i], ','), *slash = strchr(texts[i], '/');

		if (slash && slash < comma) /* part of the file name: target names have no '/' */
			comma = NULL;
		list[i].file = comma ? comma + 1 : texts[i];
		if (comma) {
			list[i].target = arena_string(tool->ctx, &tool->arena, texts[i], (size_t)(comma - texts[i]));
			if (!list[i].target)
				return -SYB_E_NOMEM;
		}
		if (!*list[i].file || (comma && comma == texts[i]))
			return usage(tool, "-o %s: not [TARGET,]FILE", texts[i]);
		TRY(args_has(tool, OPT(plan)) ? 0 : guard_inputs(job, list[i].file));
		TRY(args_guard(tool, list[i].file, OPT(device_config)));
		TRY(args_guard(tool, list[i].file, OPT(apply_plan)));
	}
	if (count == 0) {
		const char *name = path_name(input);
		size_t len = (size_t)(path_dot(name) - name);
		char *file = arena_alloc(tool->ctx, &tool->arena, len + sizeof(".files"));

		if (!file)
			return -SYB_E_NOMEM;
		memcpy(file, name, len);
		memcpy(file + len, job->opts.ir_output_only ? ".out" : ".files", job->opts.ir_output_only ? 5 : 7);
		list[count++].file = file;
		/* as in the older tool: a default output name, and no new file if none is needed */
		if (tool->verb->program && !str_eq(input, "-"))
			job->opts.input_file = input;
	}
	job->opts.outputs = list;
	job->opts.output_count = count;
	return args_has(tool, OPT(plan)) ? 0 : guard_images(job);
}

static int read_numbers(struct job *job)
{
	static const char *const ranges[] = { "int", "uint", "size_t" };
	struct tool *tool = job->tool;
	const char *range = args_get(tool, OPT(id_queries_range)), *jobs = args_get(tool, OPT(jobs));
	size_t number = 0;

	for (uint32_t i = 0; range && i < ARRAY_SIZE(ranges); i++)
		if (str_eq(range, ranges[i]))
			job->opts.id_queries_range = i;
	if (jobs && (!parse_number(jobs, &number) || number == 0 || number > UINT32_MAX))
		return usage(tool, "--jobs=%s: not a number of processes", jobs);
	job->opts.jobs = (uint32_t)number;
	return 0;
}

static void read_flags(struct job *job)
{
	struct tool *tool = job->tool;
	struct syb_postlink_opts *o = &job->opts;
	const char *dialect = args_get(tool, OPT(dialect)), *lowering = args_get(tool, OPT(spec_const));

	o->dialect = dialect && str_eq(dialect, "spec") ? SYB_DIALECT_SPEC : SYB_DIALECT_DPCPP;
	o->spec_consts = !lowering                    ? SYB_SPEC_CONSTS_KEEP
			 : str_eq(lowering, "native") ? SYB_SPEC_CONSTS_NATIVE
						      : SYB_SPEC_CONSTS_EMULATION;
	o->out_dir = args_get(tool, OPT(out_dir));
	o->text = args_has(tool, OPT(text));
	o->symbols = args_has(tool, OPT(symbols));
	o->properties = args_has(tool, OPT(properties));
	o->ir_output_only = args_has(tool, OPT(ir_output_only));
	o->default_spec_consts = args_has(tool, OPT(default_spec_consts));
	o->emit_param_info = args_has(tool, OPT(emit_param_info));
	o->emit_program_metadata = args_has(tool, OPT(emit_program_metadata));
	o->emit_kernel_names = args_has(tool, OPT(emit_kernel_names));
	o->emit_exported_symbols = args_has(tool, OPT(emit_exported_symbols));
	o->emit_imported_symbols = args_has(tool, OPT(emit_imported_symbols));
	o->only_kernels_are_entry_points = args_has(tool, OPT(only_kernels));
	o->device_globals = args_has(tool, OPT(device_globals));
	o->allow_image_dependencies =
		args_has(tool, OPT(image_dependencies)) || args_has(tool, OPT_sycl_post_link_dynamic_linking);
	o->dead_args = args_has(tool, OPT(dead_args));
	o->split_esimd = args_has(tool, OPT(split_esimd));
	o->lower_esimd = args_has(tool, OPT(lower_esimd));
	o->device_lib_dir = args_get(tool, OPT(device_lib_dir));
	o->needs = args_has(tool, OPT_post_link_needs);
	o->level = args_get(tool, OPT_post_link_level) ? *args_get(tool, OPT_post_link_level) : '\0';
}

static int read_files(struct job *job)
{
	struct tool *tool = job->tool;
	struct syb_devices_opts devices = { .size = sizeof(devices) };
	const char *plan = args_get(tool, OPT(apply_plan));
	int r = args_list(tool, OPT(device_config), &devices.files, &devices.file_count);

	if (r == 0)
		r = syb_devices_load(tool->ctx, &devices, &job->devices);
	job->opts.devices = job->devices;
	if (r == 0 && plan)
		r = syb_file_open(tool->ctx, plan, &job->plan);
	if (r == 0 && plan) {
		job->opts.plan = syb_file_bytes(job->plan);
		job->opts.plan_name = syb_file_name(job->plan);
	}
	return r;
}

/* Options of passes, and of preparing images. */
static int read_passes(struct job *job)
{
	struct tool *tool = job->tool;
	const char *prepare = args_get(tool, OPT_post_link_prepare);
	int r = args_names(tool, OPT_post_link_fixed_targets, &job->ir.fixed_targets, &job->ir.fixed_target_count);

	job->ir.size = sizeof(job->ir);
	job->ir.dialect = job->opts.dialect;
	job->ir.devices = job->devices;
	if (prepare)
		job->opts.prepare = str_eq(prepare, "spirv")   ? SYB_PREPARE_SPIRV
				    : str_eq(prepare, "nvptx") ? SYB_PREPARE_NVPTX
							       : SYB_PREPARE_NATIVE;
	return r < 0 ? r
		     : decorations_read(tool, OPT_post_link_decoration, &job->ir.decorations,
					&job->ir.decoration_count);
}

/* ---- conflicting options ---- */

static int check_ir_output_only(struct job *job)
{
	struct tool *tool = job->tool;
	const struct syb_postlink_opts *o = &job->opts;
	const struct {
		bool given;
		const char *name;
	} others[] = {
		{ o->split == SYB_SPLIT_SOURCE, "split=source" },
		{ o->split == SYB_SPLIT_KERNEL, "split=kernel" },
		{ o->split == SYB_SPLIT_OFF, "split=off" },
		{ o->split_esimd, "split-esimd" },
		{ o->symbols, "symbols" },
		{ o->properties, "properties" },
		{ o->needs, "needs" },
		{ o->emit_program_metadata, "emit-program-metadata" },
		{ o->emit_param_info, "emit-param-info" },
		{ o->emit_kernel_names, "emit-kernel-names" },
		{ o->emit_exported_symbols, "emit-exported-symbols" },
		{ o->emit_imported_symbols, "emit-imported-symbols" },
		{ o->default_spec_consts, "generate-device-image-default-spec-consts" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(others) && o->ir_output_only; i++)
		if (others[i].given)
			return syb_fail(tool->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
					"-%s can't be used with -ir-output-only", others[i].name);
	return 0;
}

/* The older tool requires an explicit action. */
static int check_actions(struct job *job)
{
	struct tool *tool = job->tool;
	const struct syb_postlink_opts *o = &job->opts;

	if (!tool->verb->program || args_has(tool, OPT(split)) || o->split_esimd || o->lower_esimd ||
	    args_has(tool, OPT(spec_const)) || args_has(tool, OPT(plan)) || args_has(tool, OPT(apply_plan)) ||
	    o->symbols || o->properties || o->emit_param_info || o->emit_program_metadata || o->emit_kernel_names ||
	    o->emit_exported_symbols || o->emit_imported_symbols || o->device_globals || o->default_spec_consts ||
	    o->dead_args)
		return 0;
	return syb_fail(tool->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
			"no actions specified; try --help for usage info");
}

/* Only one output is allowed, for all targets: others would never be written. */
static int check_one_output(struct job *job)
{
	const struct syb_postlink_opts *o = &job->opts;

	if (!o->ir_output_only || (o->output_count == 1 && !o->outputs[0].target))
		return 0;
	return syb_fail(job->tool->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
			"several -o, or -o TARGET,FILE, can't be used with -ir-output-only");
}

static int read_options(struct job *job, const char *input)
{
	job->opts.size = sizeof(job->opts);
	read_split(job);
	read_flags(job);
	TRY(read_numbers(job));
	TRY(check_actions(job));
	TRY(check_ir_output_only(job));
	TRY(read_outputs(job, input));
	TRY(check_one_output(job));
	return read_files(job);
}

/* ---- the work ---- */

static int print_plan(struct job *job, struct syb_ir *ir)
{
	struct tool *tool = job->tool;
	const char *form = args_get(tool, OPT(plan));
	struct syb_record *record = NULL;
	int r = syb_postlink_plan(tool->ctx, ir, &job->opts, &record);

	tool->json |= form && str_eq(form, "json");
	return r < 0 ? r : answer(tool, NULL, SIZE_MAX, record);
}

/* Write no files if a warning is an error. */
static int accept_images(void *user)
{
	return warnings_result(user);
}

/* Code for spir64 is also linked with the functions of SPIR-V. */
static int open_device_library(struct job *job)
{
	const struct syb_clang_opts place = { .size = sizeof(place), .libexec = SYBIL_LIBEXEC };
	_cleanup_(syb_clang_free_p) struct syb_clang *clang = NULL;
	const char *path;

	TRY(syb_clang_find(job->tool->ctx, &place, &clang));
	TRY(syb_clang_nvptx(job->tool->ctx, clang, &path));
	TRY(syb_file_open(job->tool->ctx, path, &job->device_library));
	job->opts.device_library = syb_file_bytes(job->device_library);
	job->opts.device_library_name = syb_file_name(job->device_library);
	return 0;
}

/* Native code is linked with the library of the module's target. */
static int open_library(struct job *job)
{
	const char *triple = args_get(job->tool, OPT_post_link_triple);
	bool amd = triple && str_starts(triple, "amdgcn");

	if (job->opts.prepare < SYB_PREPARE_NATIVE)
		return 0;
	TRY(syb_aot_library(job->tool->ctx, amd ? "amdgcn" : "nvptx64", &job->library));
	if (job->library) {
		job->opts.library = syb_file_bytes(job->library);
		job->opts.library_name = syb_file_name(job->library);
	}
	return job->opts.prepare == SYB_PREPARE_NVPTX ? open_device_library(job) : 0;
}

static int run_passes(struct job *job, struct syb_ir *ir)
{
	const char *rest = args_get(job->tool, OPT_post_link_passes);
	int r = 0;

	while (rest && *rest && r == 0) {
		size_t len = strcspn(rest, ",");
		const char *pass = arena_string(job->tool->ctx, &job->tool->arena, rest, len);

		r = pass ? syb_ir_run(job->tool->ctx, ir, pass, &job->ir) : -SYB_E_NOMEM;
		rest += len + (rest[len] == ',');
	}
	return r;
}

static int run_job(struct job *job, struct syb_ir *ir, const char *name)
{
	struct tool *tool = job->tool;
	int r = module_guard(tool, name);

	if (r == 0)
		r = run_passes(job, ir);
	if (r == 0)
		r = open_library(job);

	job->opts.accept = accept_images;
	job->opts.user = tool;
	if (r == 0)
		r = args_has(tool, OPT(plan)) ? print_plan(job, ir) : syb_postlink(tool->ctx, ir, &job->opts);
	return r < 0 ? r : warnings_result(tool);
}

static int run(struct tool *tool)
{
	_cleanup_(drop) struct job job = { .tool = tool };
	_cleanup_(syb_ir_free_p) struct syb_ir *ir = NULL;
	const char *input = tool->args.operand_count ? tool->args.operands[0] : "-";
	struct module_passes unit = { .all_members = args_has(tool, OPT_post_link_all_members), .opts = &job.ir };
	const char *const *paths = tool->args.operand_count ? tool->args.operands : &input;
	size_t count = tool->args.operand_count ? tool->args.operand_count : 1;
	int r = read_options(&job, input);

	if (r == 0)
		r = read_passes(&job);
	if (r == 0)
		r = args_list(tool, OPT_post_link_unit_passes, &unit.lists, &unit.count);
	if (r == 0)
		r = module_read_passes(tool, paths, count, args_get(tool, OPT_post_link_triple), &unit, &ir);
	return r < 0 ? r : run_job(&job, ir, module_name(input));
}

int cmd_post_link(struct tool *tool)
{
	const char *format = args_get(tool, OPT_post_link_diagnostics_format);

	tool->json_diags = format && str_eq(format, "json");
	TRY(warnings_read(tool, OPT_post_link_warn));
	return run(tool);
}

/* The message of the older tool. */
static void print_unchanged(void *user, const struct syb_diag *diag)
{
	static const char text[] = "sycl-post-link NOTE: no modifications to the input LLVM IR have been made\n";
	struct tool *tool = user;

	if (str_eq(diag->check, "post-link-unchanged") && !tool->quiet)
		(void)!write(STDERR_FILENO, text, sizeof(text) - 1);
}

int cmd_sycl_post_link(struct tool *tool)
{
	int r;

	tool->watch = print_unchanged;
	tool->watch_user = tool;
	r = run(tool);
	tool->watch = NULL;
	return r;
}
