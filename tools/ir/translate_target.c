/* tools/ir/translate_target.c — sybil translate --target: one module → the image of one target, all steps in one
 * command, so that it can run on another machine, be cached by its input, and be one line of a build file.
 *
 * The library runs the steps (docs/aot.md). This file turns LLVM IR into the input of a target's first compiler:
 * SPIR-V, or bitcode with the functions of the target's library. */
#include "term/nearest.h"
#include "tools/frame/tool.h"

#include <sybil/ir.h>
#include <sybil/target.h>
#include <sybil/translate.h>

DEFINE_CLEANUP(struct syb_ir *, syb_ir_free);

struct job {
	struct tool *tool;
	const char *target, *name;
	const struct syb_aot_info *info;
	const struct syb_translate_opts *translator;
	struct syb_aot_opts opts;
};

/* ---- the command line ---- */

static int unknown_target(struct tool *tool, const char *target)
{
	struct nearest best = { NULL, SIZE_MAX };

	if (syb_target_find(target))
		return syb_fail(tool->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "aot", "no compiler is known for %s",
				target);
	for (size_t i = 0; i < syb_target_count(); i++)
		nearest_try(&best, target, syb_target_at(i)->name);
	return usage(tool, "unknown target '%s'" NEAREST_HINT, target, NEAREST_ARGS(best.name));
}

/* The next word of a text, unquoted in place as in a shell; NULL at the end. */
static char *next_word(char **text, bool *out_open)
{
	char *in = *text + strspn(*text, " \t\n"), *word = in, *out = in, quote = '\0';

	if (!*in)
		return NULL;
	for (; *in && (quote || !strchr(" \t\n", *in)); in++) {
		if (*in == quote)
			quote = '\0';
		else if (!quote && (*in == '"' || *in == '\''))
			quote = *in;
		else
			*out++ = *in;
	}
	*text = *in ? in + 1 : in;
	*out = '\0';
	*out_open |= quote != '\0';
	return word;
}

static int read_backend_options(struct job *job)
{
	struct tool *tool = job->tool;
	const char *const *texts, **words;
	size_t count, room = 1;
	bool open = false;
	int r = args_list(tool, OPT_translate_backend_options, &texts, &count);

	for (size_t i = 0; r == 0 && i < count; i++)
		room += strlen(texts[i]);
	words = r == 0 ? arena_array(tool->ctx, &tool->arena, room, sizeof(*words)) : NULL;
	if (!words)
		return r < 0 ? r : -SYB_E_NOMEM;
	job->opts.extra = words;
	for (size_t i = 0; i < count; i++) {
		char *text = arena_string(tool->ctx, &tool->arena, texts[i], strlen(texts[i])), *word;

		if (!text)
			return -SYB_E_NOMEM;
		while ((word = next_word(&text, &open)))
			words[job->opts.extra_count++] = word;
		if (open)
			return usage(tool, "--backend-options=%s: a quote does not end", texts[i]);
	}
	return 0;
}

static int read_options(struct job *job)
{
	struct tool *tool = job->tool;
	const char *to = args_get(tool, OPT_translate_to), *level = args_get(tool, OPT_translate_level);

	job->opts.size = sizeof(job->opts);
	job->opts.target = job->target;
	job->opts.name = job->name;
	job->opts.level = level ? *level : '\0';
	job->opts.debug = args_has(tool, OPT_translate_debug);
	job->opts.llvm = syb_ir_llvm_version();
	job->opts.commands = tool->verbose;
	job->info = syb_aot_find(job->target);
	if (!job->info)
		return unknown_target(tool, job->target);
	job->opts.assembly = to && str_eq(to, "ptx");
	if (job->opts.assembly && !str_eq(job->info->family, "nvidia"))
		return usage(tool, "--to=ptx is for NVIDIA GPUs, not for %s", job->target);
	if (to && str_eq(to, "spirv") && !str_eq(job->info->family, "spirv"))
		return usage(tool, "--to=spirv does not go with --target=%s", job->target);
	if (args_has(tool, OPT_translate_text) && !str_eq(job->info->family, "spirv"))
		return usage(tool, "--text does not go with --target=%s", job->target);
	return read_backend_options(job);
}

/* ---- the input of the first compiler ---- */

static int make_spirv(struct job *job, struct syb_ir *ir, struct syb_out *out)
{
	struct syb_ctx *ctx = job->tool->ctx;
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *prepared = NULL;

	TRY(syb_ir_run(ctx, ir, "prepare-spirv", NULL));
	TRY(out_scratch(ctx, &scratch));
	TRY(syb_ir_write(ctx, ir, NULL, scratch));
	TRY(out_scratch_file(ctx, scratch, &prepared));
	return syb_translate(ctx, syb_file_bytes(prepared), job->translator, out);
}

static int make_bitcode(struct job *job, struct syb_ir *ir, struct syb_out *out)
{
	struct syb_ctx *ctx = job->tool->ctx;
	_cleanup_(syb_file_close_p) struct syb_file *library = NULL;
	struct syb_ir_opts opts = { .size = sizeof(opts) };

	TRY(syb_aot_library(ctx, job->target, &library));
	if (library) {
		opts.library = syb_file_bytes(library);
		opts.library_name = syb_file_name(library);
	}
	TRY(syb_ir_run(ctx, ir, "prepare-native", &opts));
	return syb_ir_write(ctx, ir, NULL, out);
}

static int list_kernels(struct job *job, const struct syb_ir *ir)
{
	struct tool *tool = job->tool;
	size_t count = syb_ir_kernels(ir, NULL, 0);
	const char **names = arena_array(tool->ctx, &tool->arena, count + 1, sizeof(*names));

	if (!names)
		return -SYB_E_NOMEM;
	job->opts.kernels = names;
	job->opts.kernel_count = syb_ir_kernels(ir, names, count);
	return 0;
}

/* Compile LLVM IR. The file is closed. */
static int from_ir(struct job *job, struct syb_file *file, struct syb_out *out)
{
	struct syb_ctx *ctx = job->tool->ctx;
	_cleanup_(syb_ir_free_p) struct syb_ir *ir = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *module = NULL;
	int r = module_read_file(job->tool, file, &ir);

	if (r == 0)
		r = module_guard(job->tool, job->name);
	if (r == 0)
		r = out_scratch(ctx, &scratch);
	if (r == 0)
		r = job->info->takes == SYB_KIND_SPIRV ? make_spirv(job, ir, scratch) : make_bitcode(job, ir, scratch);
	if (r == 0)
		r = out_scratch_file(ctx, scratch, &module);
	if (r == 0)
		r = list_kernels(job, ir);
	return r < 0 ? r : syb_aot(ctx, syb_file_bytes(module), &job->opts, out);
}

int translate_target(struct tool *tool, const char *target, const struct syb_translate_opts *opts, struct syb_out *out)
{
	struct job job = { .tool = tool, .target = target, .translator = opts, .name = opts->name };
	struct syb_file *file = NULL;
	enum syb_kind kind;
	int r = read_options(&job);

	if (r == 0)
		r = beside_runtime(tool);
	if (r == 0)
		r = syb_file_open(tool->ctx, tool->args.operands[0], &file);
	if (r < 0)
		return r;
	signals_keep_pipe(); /* compilers work in a temporary folder, which must be removed */
	kind = syb_identify(syb_file_bytes(file));
	if (kind != SYB_KIND_SPIRV && kind != SYB_KIND_PTX)
		return from_ir(&job, file, out);
	r = syb_aot(tool->ctx, syb_file_bytes(file), &job.opts, out);
	syb_file_close(file);
	return r;
}

/* ---- the table ---- */

int translate_list(struct tool *tool)
{
	struct syb_record *record;
	struct syb_value *list;

	TRY(table_begin(tool, "targets", &record, &list));
	for (size_t i = 0; i < syb_target_count(); i++) {
		const struct syb_target_info *target = syb_target_at(i);
		const struct syb_aot_info *info = syb_aot_find(target->name);
		struct syb_value *map;

		if (!info)
			continue;
		map = value_map(record, list, NULL);
		value_hint(value_string(record, map, "name", target->name), VALUE_NAME);
		value_string(record, map, "family", info->family);
		value_string(record, map, "triple", target->triple);
		value_string(record, map, "takes", syb_kind_name(info->takes));
		if (*target->aliases)
			value_string(record, map, "aliases", target->aliases);
	}
	return answer(tool, NULL, SIZE_MAX, record);
}
