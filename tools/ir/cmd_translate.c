/* tools/ir/cmd_translate.c — sybil translate: LLVM IR → SPIR-V, and back, and native code (translate_target.c). Part of
 * sybil-ir, the program that has LLVM.
 *
 * To SPIR-V: read, the pass prepare-spirv, then the translator as a separate program, because it may crash, then the
 * decorations that it does not support. Back: only the translator; LLVM is needed for text. */
#include "base/process.h"
#include "tools/frame/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <sybil/ir.h>
#include <sybil/translate.h>

DEFINE_CLEANUP(struct syb_ir *, syb_ir_free);

struct job {
	struct tool *tool;
	const char *target; /* NULL: none */
	struct syb_translate_opts opts;
	char translator[64];
};

/* The translator must have the version of the LLVM in use: llvm-spirv-15 for LLVM 15. */
static void choose_translator(struct job *job)
{
	const char *named = getenv("SYBIL_LLVM_SPIRV"), *version = syb_ir_llvm_version();

	job->opts.translator = args_get(job->tool, OPT_translate_translator);
	if (job->opts.translator || (named && *named))
		return;
	snprintf(job->translator, sizeof(job->translator), "llvm-spirv-%.*s", (int)strcspn(version, "."), version);
	if (process_there(job->translator))
		job->opts.translator = job->translator;
}

static int read_options(struct job *job)
{
	static const enum option_id for_targets[] = { OPT_translate_level, OPT_translate_debug,
						      OPT_translate_backend_options };
	struct tool *tool = job->tool;
	const char *to = args_get(tool, OPT_translate_to);
	const struct syb_aot_info *info;

	job->opts.size = sizeof(job->opts);
	job->opts.commands = tool->verbose;
	job->target = args_get(tool, OPT_translate_target);
	if (!job->target && to && str_eq(to, "ptx"))
		job->target = "nvptx64";
	job->opts.to = to && str_eq(to, "llvm") ? SYB_TRANSLATE_TO_LLVM : SYB_TRANSLATE_TO_SPIRV;
	job->opts.text = args_has(tool, OPT_translate_text) && job->opts.to == SYB_TRANSLATE_TO_SPIRV;
	choose_translator(job);
	info = job->target ? syb_aot_find(job->target) : NULL;
	if (info && job->opts.text && str_eq(info->family, "spirv"))
		job->target = NULL;
	if (job->target && job->opts.to == SYB_TRANSLATE_TO_LLVM)
		return usage(tool, "--to=llvm does not go with --target");
	if (!job->target)
		TRY(args_refuse(tool, for_targets, ARRAY_SIZE(for_targets), "goes with", "target"));
	return args_list(tool, OPT_translate_translator_option, &job->opts.extra, &job->opts.extra_count);
}

/* ---- to SPIR-V ---- */

/* Write the prepared module to a scratch file. */
static int prepare(struct job *job, struct syb_file **out_prepared)
{
	struct syb_ctx *ctx = job->tool->ctx;
	_cleanup_(syb_ir_free_p) struct syb_ir *ir = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;

	TRY(module_read(job->tool, job->tool->args.operands, 1, NULL, &ir));
	TRY(module_guard(job->tool, job->opts.name));
	TRY(syb_ir_run(ctx, ir, "prepare-spirv", NULL));
	TRY(out_scratch(ctx, &scratch));
	TRY(syb_ir_write(ctx, ir, NULL, scratch));
	return out_scratch_file(ctx, scratch, out_prepared);
}

static int to_spirv(struct job *job, struct syb_out *out)
{
	_cleanup_(syb_file_close_p) struct syb_file *prepared = NULL;

	TRY(prepare(job, &prepared));
	return syb_translate(job->tool->ctx, syb_file_bytes(prepared), &job->opts, out);
}

/* ---- to LLVM ---- */

static int to_llvm(struct job *job, struct syb_out *out)
{
	const struct syb_ir_read_opts named = { .size = sizeof(named), .name = job->opts.name };
	const struct syb_ir_write_opts text = { .size = sizeof(text), .text = true };
	struct syb_ctx *ctx = job->tool->ctx;
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL, *bitcode = NULL;
	_cleanup_(syb_ir_free_p) struct syb_ir *ir = NULL;
	int r = syb_file_open(ctx, job->tool->args.operands[0], &file);

	if (r < 0)
		return r;
	if (!args_has(job->tool, OPT_translate_text))
		return syb_translate(ctx, syb_file_bytes(file), &job->opts, out);
	r = out_scratch(ctx, &scratch);
	if (r == 0)
		r = syb_translate(ctx, syb_file_bytes(file), &job->opts, scratch);
	if (r == 0)
		r = out_scratch_file(ctx, scratch, &bitcode);
	if (r == 0)
		r = syb_ir_read(ctx, syb_file_bytes(bitcode), &named, &ir);
	return r < 0 ? r : syb_ir_write(ctx, ir, &text, out);
}

int cmd_translate(struct tool *tool)
{
	struct job job = { .tool = tool };
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	const char *path = args_get(tool, OPT_translate_output);
	int r;

	if (args_has(tool, OPT_translate_list_targets))
		return translate_list(tool);
	if (tool->args.operand_count == 0)
		return usage(tool, "nothing to translate: IN");
	r = warnings_read(tool, OPT_translate_warn);
	if (r == 0)
		r = read_options(&job);
	if (r == 0)
		r = args_guard_operands(tool, path);
	path = path ? path : "-";
	tool->force |= args_has(tool, OPT_translate_text);
	job.opts.name = args_get(tool, OPT_translate_name);
	if (!job.opts.name)
		job.opts.name = module_name(tool->args.operands[0]);
	if (r == 0)
		r = output_open(tool, path, &out);
	if (r == 0)
		r = job.target                             ? translate_target(tool, job.target, &job.opts, out)
		    : job.opts.to == SYB_TRANSLATE_TO_LLVM ? to_llvm(&job, out)
							   : to_spirv(&job, out);
	if (r == 0)
		r = warnings_result(tool);
	if (r == 0)
		r = syb_out_commit(tool->ctx, out);
	return r < 0 ? r : answer_written(tool, path);
}
