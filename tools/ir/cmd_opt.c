/* tools/ir/cmd_opt.c — sybil opt: LLVM IR × passes → LLVM IR. Part of sybil-ir, the program that has LLVM.
 *
 * The command line is checked before the module is read, and the module is written when everything else is done: a
 * warning that is an error leaves no output. */
#include "term/nearest.h"
#include "tools/frame/tool.h"

#include <sybil/ir.h>

DEFINE_CLEANUP(struct syb_ir *, syb_ir_free);

struct job {
	struct tool *tool;
	const char *const *passes;
	size_t pass_count;
	struct syb_ir_opts opts;
	struct syb_devices *devices;
	bool explain;          /* one kernel, or all */
	char *kernel, *aspect; /* of --explain; NULL: all kernels, each aspect */
};

static void drop(struct job *job)
{
	syb_devices_free(job->devices);
}

/* ---- the command line ---- */

/* DPC++'s name of propagate-aspects. Its compile-time-properties has the same name here. */
static const char reference_name[] = "sycl-propagate-aspects-usage";

static const char *own_name(const char *name)
{
	return str_eq(name, reference_name) ? "propagate-aspects" : name;
}

static int check_pass(struct tool *tool, const char *name)
{
	struct nearest best = { NULL, SIZE_MAX };

	for (size_t i = 0; i < syb_ir_pass_count(); i++) {
		if (str_eq(name, syb_ir_pass_at(i)->name))
			return 0;
		nearest_try(&best, name, syb_ir_pass_at(i)->name);
	}
	nearest_try(&best, name, reference_name);
	return usage(tool, "unknown pass '%s' (--list names them)" NEAREST_HINT, name, NEAREST_ARGS(best.name));
}

const struct syb_compile_ir *start_compiler(void)
{
	return syb_ir_compiler();
}

int build_compiler(struct tool *tool, const struct syb_compile_ir **out_ir)
{
	(void)tool;
	*out_ir = syb_ir_compiler();
	return 0;
}

int start_link(struct tool *tool)
{
	(void)tool;
	return 0;
}

/* The last --passes is used. */
static int read_passes(struct job *job)
{
	const char *rest = args_get(job->tool, OPT_opt_passes);
	const char **list;
	int r = 0;

	if (!rest || !*rest)
		return 0;
	list = arena_array(job->tool->ctx, &job->tool->arena, strlen(rest) + 1, sizeof(*list));
	if (!list)
		return -SYB_E_NOMEM;
	for (const char *p = rest; p && r == 0;) {
		size_t len = strcspn(p, ",");
		char *name = arena_string(job->tool->ctx, &job->tool->arena, p, len);

		if (!name)
			return -SYB_E_NOMEM;
		if (!*name)
			return usage(job->tool, "--passes=%s: a name is missing", rest);
		r = check_pass(job->tool, own_name(name));
		list[job->pass_count++] = own_name(name);
		p = p[len] ? p + len + 1 : NULL;
	}
	job->passes = list;
	return r;
}

/* KERNEL[:ASPECT]; names of kernels may have :: in them. */
static int read_explain(struct job *job)
{
	const char *text = args_get(job->tool, OPT_opt_explain), *colon;

	job->explain = text || args_has(job->tool, OPT_opt_explain_all);
	if (!text)
		return 0;
	if (args_has(job->tool, OPT_opt_explain_all))
		return usage(job->tool, "--explain and --explain-all exclude each other");
	job->kernel = arena_string(job->tool->ctx, &job->tool->arena, text, strlen(text));
	if (!job->kernel)
		return -SYB_E_NOMEM;
	colon = strrchr(text, ':');
	if (!colon || (colon > text && colon[-1] == ':'))
		return 0;
	if (colon == text || !colon[1])
		return usage(job->tool, "--explain=%s: not %s", text, options[OPT_opt_explain].argument);
	job->kernel[colon - text] = '\0';
	job->aspect = job->kernel + (colon - text) + 1;
	return 0;
}

static int read_devices(struct job *job)
{
	struct syb_devices_opts opts = { .size = sizeof(opts) };
	int r = args_guard(job->tool, args_get(job->tool, OPT_opt_output), OPT_opt_device_config);

	if (r == 0)
		r = module_guard_output(job->tool, args_get(job->tool, OPT_opt_output));
	if (r == 0)
		r = args_list(job->tool, OPT_opt_device_config, &opts.files, &opts.file_count);
	if (r == 0)
		r = syb_devices_load(job->tool->ctx, &opts, &job->devices);
	job->opts.devices = job->devices;
	return r;
}

/* Names that are not in the table, nor similar to one of it, may be defined by the module: the pass checks them. */
static int check_aspects(struct job *job)
{
	for (size_t i = 0; i < job->opts.exclude_aspect_count; i++) {
		const char *name = job->opts.exclude_aspects[i];
		struct nearest best = { NULL, SIZE_MAX };
		size_t number;

		for (size_t k = 0; k < syb_aspect_count(); k++)
			nearest_try(&best, name, syb_aspect_at(k)->name);
		if (best.name && best.distance && !parse_number(name, &number))
			return usage(job->tool, "--exclude-aspects=%s: unknown aspect" NEAREST_HINT, name,
				     NEAREST_ARGS(best.name));
	}
	return 0;
}

static bool runs(const struct job *job, const char *pass)
{
	for (size_t i = 0; i < job->pass_count; i++)
		if (str_eq(job->passes[i], pass))
			return true;
	return false;
}

/* Warn about options of passes that are not run. */
static int check_readers(struct job *job)
{
	static const struct {
		enum option_id id;
		const char *pass;
	} readers[] = {
		{ OPT_opt_exclude_aspects, "propagate-aspects" },
		{ OPT_opt_fixed_targets, "propagate-aspects" },
		{ OPT_opt_decoration, "compile-time-properties" },
		{ OPT_opt_level, "optimize" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(readers); i++)
		if (args_has(job->tool, readers[i].id) && !runs(job, readers[i].pass))
			syb_report(job->tool->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "unused-command-line-argument",
				   "--%s is for the pass %s, which is not run", options[readers[i].id].name,
				   readers[i].pass);
	return runs(job, "propagate-aspects") ? 0 : check_aspects(job);
}

static int read_options(struct job *job)
{
	struct tool *tool = job->tool;
	struct syb_ir_opts *opts = &job->opts;
	const char *dialect = args_get(tool, OPT_opt_dialect), *level = args_get(tool, OPT_opt_level);
	int r = read_passes(job);

	opts->size = sizeof(*opts);
	opts->dialect = dialect && str_eq(dialect, "spec") ? SYB_DIALECT_SPEC : SYB_DIALECT_DPCPP;
	opts->level = level ? *level : '\0';
	opts->fp64_conversion_emulation = args_has(tool, OPT_opt_fp64_conversion_emulation);
	if (r == 0)
		r = args_names(tool, OPT_opt_fixed_targets, &opts->fixed_targets, &opts->fixed_target_count);
	if (r == 0)
		r = args_names(tool, OPT_opt_exclude_aspects, &opts->exclude_aspects, &opts->exclude_aspect_count);
	if (r == 0)
		r = check_readers(job);
	if (r == 0)
		r = decorations_read(tool, OPT_opt_decoration, &opts->decorations, &opts->decoration_count);
	if (r == 0)
		r = read_explain(job);
	return r < 0 ? r : read_devices(job);
}

/* ---- the work ---- */

static int explain(struct job *job, const struct syb_ir *ir)
{
	struct syb_record *record = NULL;

	TRY(syb_ir_explain(job->tool->ctx, ir, &job->opts, job->kernel, job->aspect, &record));
	return answer(job->tool, NULL, SIZE_MAX, record);
}

static int write_module(struct job *job, const struct syb_ir *ir)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	const struct syb_ir_write_opts opts = { .size = sizeof(opts), .text = args_has(job->tool, OPT_opt_text) };
	const char *path = args_get(job->tool, OPT_opt_output);

	path = path ? path : "-";
	job->tool->force |= opts.text;
	TRY(output_open(job->tool, path, &out));
	TRY(syb_ir_write(job->tool->ctx, ir, &opts, out));
	TRY(syb_out_commit(job->tool->ctx, out));
	return answer_written(job->tool, path);
}

static int run_passes(struct job *job, struct syb_ir *ir, const char *name)
{
	int r = module_guard(job->tool, name);

	/* explain the original module, because passes add metadata to it */
	if (r == 0 && job->explain)
		r = explain(job, ir);
	if (r < 0 || (job->explain && !args_has(job->tool, OPT_opt_output)))
		return r;
	for (size_t i = 0; i < job->pass_count && r == 0; i++) {
		progress_begin(job->tool, "%s", job->passes[i]);
		r = syb_ir_run(job->tool->ctx, ir, job->passes[i], &job->opts);
		progress_end(job->tool);
	}
	if (r == 0)
		r = warnings_result(job->tool);
	return r < 0 ? r : write_module(job, ir);
}

static int list_passes(struct tool *tool)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	struct syb_value *list;

	TRY(record_new(tool->ctx, &record));
	value_hint(value_uint(record, record->root, "version", 1), VALUE_QUIET);
	value_label(record, value_string(record, record->root, "llvm", syb_ir_llvm_version()), "LLVM");
	list = value_hint(value_list(record, record->root, "passes"), VALUE_TABLE);
	for (size_t i = 0; i < syb_ir_pass_count(); i++) {
		struct syb_value *map = value_map(record, list, NULL);

		value_hint(value_string(record, map, "name", syb_ir_pass_at(i)->name), VALUE_NAME);
		value_string(record, map, "summary", syb_ir_pass_at(i)->summary);
	}
	TRY(record_finish(record));
	return answer(tool, NULL, SIZE_MAX, steal(record));
}

int cmd_opt(struct tool *tool)
{
	_cleanup_(drop) struct job job = { .tool = tool };
	_cleanup_(syb_ir_free_p) struct syb_ir *ir = NULL;
	const char *const *paths = tool->args.operands;
	const char *format = args_get(tool, OPT_opt_diagnostics_format);

	tool->json_diags = format && str_eq(format, "json");
	TRY(warnings_read(tool, OPT_opt_warn));
	if (args_has(tool, OPT_opt_list))
		return list_passes(tool);
	if (tool->args.operand_count == 0)
		return usage(tool, "nothing to work on: IN");
	TRY(read_options(&job));
	TRY(module_read(tool, paths, tool->args.operand_count, args_get(tool, OPT_opt_triple), &ir));
	return run_passes(&job, ir, module_name(paths[0]));
}
