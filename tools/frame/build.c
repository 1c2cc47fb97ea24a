/* tools/frame/build.c — the tool's side of syb_compile; see build.h. */
#include "build.h"

#include "base/process.h"
#include "base/shell.h"

#include <stdio.h>

static void print(struct tool *tool, const struct buf *text)
{
	progress_erase(tool);
	diag_put(text);
}

static void print_command(void *user, const char *const *argv)
{
	struct build *b = user;
	_cleanup_(buf_free) struct buf line = { 0 };
	struct syb_ctx *ctx = b->tool->ctx;

	if (!b->tool->verbose && !(verb_clang(b->tool->verb) && args_has(b->tool, OPT_cc_dry_run)))
		return;
	if (buf_char(ctx, &line, ' ') == 0 && shell_quote(ctx, &line, argv) == 0 && buf_char(ctx, &line, '\n') == 0)
		print(b->tool, &line);
}

static void print_said(void *user, struct syb_bytes text)
{
	const struct build *b = user;
	_cleanup_(buf_free) struct buf copy = { 0 };

	if (buf_add(b->tool->silent, &copy, text.ptr, text.len) == 0)
		print(b->tool, &copy);
}

static void show_progress(void *user, const struct syb_compile_progress *progress)
{
	const struct build *b = user;

	progress_jobs(b->tool, progress);
}

/* A warning that is an error ends the build, and nothing is written. */
static int accept(void *user)
{
	const struct build *b = user;

	return warnings_result(b->tool);
}

/* The runtime knows the CPU device. */
static int save_cpu(void *user, const char *path)
{
	const struct build *b = user;
	struct syb_ctx *ctx = b->tool->ctx;
	const char *save = arena_printf(ctx, &b->tool->arena, "--save=%s", path);
	const char *const argv[] = { b->program, "devices", "--device=opencl:cpu", save, NULL };
	_cleanup_(buf_free) struct buf said = { 0 };
	const struct process_opts opts = { .argv = argv, .err_text = &said, .label = "ask the CPU device" };
	struct process_end end = { 0 };

	TRY(save ? process_run(ctx, &opts, &end) : -SYB_E_NOMEM);
	print_command(user, argv);
	if (said.len)
		print(b->tool, &said);
	if ((end.signalled || end.status))
		TRY(syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-failed",
			     "the OpenCL CPU device cannot be asked; Debian's package pocl-opencl-icd has one"));
	return 0;
}

/* Common options for steps that a launcher or ninja runs. */
static int step_options(struct build *b, enum option_id warn, struct syb_compile_opts *o)
{
	struct tool *tool = b->tool;
	const char *numbers = warn == OPT_cc_warn ? args_get(tool, OPT_cc_aspect_numbers) : NULL;
	const char *assumed = warn == OPT_cc_warn ? args_get(tool, OPT_cc_assume_aspect_numbers) : NULL;
	const char **words = arena_array(tool->ctx, &tool->arena, tool->args.count + 5, sizeof(*words));
	bool failed = !words;

	if (failed)
		return -SYB_E_NOMEM;
	o->step_options = words;
	if (tool->color_err)
		words[o->step_option_count++] = "--color=always";
	if (tool->quiet)
		words[o->step_option_count++] = "--quiet";
	if (numbers)
		words[o->step_option_count++] = arena_printf(tool->ctx, &tool->arena, "--aspect-numbers=%s", numbers);
	if (assumed)
		words[o->step_option_count++] =
			arena_printf(tool->ctx, &tool->arena, "--assume-aspect-numbers=%s", assumed);
	for (size_t i = 0; i < tool->args.count; i++) {
		const struct arg *arg = &tool->args.list[i];

		if (arg->id == warn &&
		    (warnings_known(arg->value) || str_eq(arg->value, "error") || str_eq(arg->value, "no-error")))
			words[o->step_option_count++] = arena_printf(tool->ctx, &tool->arena, "--warn=%s", arg->value);
	}
	for (size_t i = 0; i < o->step_option_count; i++)
		failed |= !words[i];
	return failed ? -SYB_E_NOMEM : 0;
}

int build_begin(struct build *b, struct tool *tool, enum option_id warn, struct syb_compile_opts *o)
{
	int r;

	*b = (struct build){ .tool = tool };
	signals_keep_pipe(); /* temporary files must be removed */
	r = beside_sybil(tool, &b->program);
	if (r == 0)
		r = beside_runtime(tool);
	if (r == 0)
		r = step_options(b, warn, o);
	o->program = b->program;
	o->clang_folder = SYBIL_LIBEXEC;
	o->command = print_command;
	o->said = print_said;
	o->progress = show_progress;
	o->accept = accept;
	o->cpu_profile = save_cpu;
	o->user = b;
	return r;
}
