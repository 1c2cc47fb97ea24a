/* driver/programs/aot.c — a module → native code, by running the compilers of a target's row in chains.def.
 *
 * Each compiler reads an unnamed file as standard input. It writes to standard output or, if it requires a file name,
 * to a file in a temporary folder. */
#define _GNU_SOURCE /* memmem */
#include "aot.h"

#include "base/buf.h"
#include "base/path.h"
#include "base/process.h"
#include "messages.h"
#include <sybil/spirv.h>
#include <sybil/target.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);

const struct syb_aot_info *syb_aot_find(const char *target)
{
	const char *arch;
	const struct chain *chain = chain_find(target, &arch);

	return chain ? &chain->info : NULL;
}

/* A driver compiles code for CPUs; whether it is installed is known only after running it. */
bool syb_aot_there(const char *target)
{
	struct program_name name;
	const char *arch = "";
	const struct chain *chain = chain_find(target, &arch);
	const struct step *step = chain ? chain_step(chain, 0) : NULL;

	return step && *arch && chain->info.takes == SYB_KIND_SPIRV && step->program != PROGRAM_RUNTIME &&
	       program_find(step->program, NULL, &name);
}

bool syb_aot_program(const char *target, size_t i, char *out_name, size_t room, bool *out_there)
{
	const char *arch = "";
	const struct chain *chain = chain_find(target, &arch);
	struct program_name name;
	const struct step *step;

	for (size_t n = 0; chain && (step = chain_step(chain, n)); n++) {
		/* a program may have several steps */
		if (step->program == PROGRAM_RUNTIME || (n && chain_step(chain, n - 1)->program == step->program) ||
		    i-- > 0)
			continue;
		*out_there = program_find(step->program, NULL, &name);
		return (size_t)snprintf(out_name, room, "%s", name.text) < room;
	}
	return false;
}

int syb_aot_library(struct syb_ctx *ctx, const char *target, struct syb_file **out_file)
{
	static const char *const folders[] = { "/usr/lib/clc", "/usr/share/clc", "/usr/lib64/clc", "/usr/libexec/clc" };
	const struct syb_aot_info *info = syb_aot_find(target);
	const char *named = getenv("SYBIL_LIBCLC"), *name = info ? info->library : "";
	_cleanup_(buf_free) struct buf path = { 0 };
	int r = 0;

	*out_file = NULL;
	if (!*name)
		return 0;
	for (size_t i = 0; r == 0 && i < ARRAY_SIZE(folders); i++) {
		path.len = 0;
		r = buf_printf(ctx, &path, "%s/%s", named && *named ? named : folders[i], name);
		if (r == 0)
			r = buf_char(ctx, &path, '\0');
		if (r == 0 && access((const char *)path.ptr, R_OK) == 0)
			return syb_file_open(ctx, (const char *)path.ptr, out_file);
	}
	if (r < 0)
		return r;
	r = syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing",
		     "%s, the library of OpenCL C functions for this target, is missing", name);
	syb_note(ctx, r, "Debian's package libclc-15 has it; SYBIL_LIBCLC names another folder");
	return r;
}

/* ---- the device ---- */

/* Remove the option that names the device from the backend options: "-device pvc", "-mcpu=gfx90a". */
static int read_arch(struct aot *aot)
{
	const char *option = aot->chain->arch_option;
	size_t len = strlen(option);
	const char *given = NULL;

	aot->extra = arena_array(aot->ctx, &aot->arena, aot->opts.extra_count + 1, sizeof(*aot->extra));
	if (!aot->extra)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < aot->opts.extra_count; i++) {
		const char *word = aot->opts.extra[i];

		if (len && option[len - 1] == '=' && str_starts(word, option))
			given = word + len;
		else if (len && str_eq(word, option) && i + 1 < aot->opts.extra_count)
			given = aot->opts.extra[++i];
		else
			aot->extra[aot->extra_count++] = word;
	}
	if (given && *aot->arch)
		return syb_fail(aot->ctx, SYB_E_ARG, SYB_NO_OFFSET, "aot",
				"%s already names a device: it cannot be combined with %s%s%s", aot->opts.target,
				option, len && option[len - 1] == '=' ? "" : " ", given);
	if (!*aot->arch)
		aot->arch = given ? given : aot->chain->default_arch;
	if (!*aot->arch)
		return syb_fail(aot->ctx, SYB_E_ARG, SYB_NO_OFFSET, "aot",
				"%s does not name a device: add the backend option %s", aot->opts.target, option);
	return 0;
}

/* ---- one step ---- */

static bool has_text(const struct buf *printed, const char *text)
{
	return *text && printed->len && memmem(printed->ptr, printed->len, text, strlen(text));
}

/* Not an error of the module: another version of the compiler may support the device. Reported without a file name, so
 * that the message is the same for every module. */
static int fail_device(struct aot *aot, const struct step *step, const char *program)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(aot->ctx, NULL);
	int r;

	aot->ctx->file = NULL;
	r = syb_fail(aot->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-device",
		     "%s does not know the device '%s': it is too old for it, or too new", program, aot->arch);
	program_note(aot->ctx, step->program, r);
	return r;
}

/* For a program of Sybil, the exit status and the names of checks determine the kind of error. */
static int judge_end(struct aot *aot, const struct step *step, const char *program, struct process_end end,
		     const struct buf *errors, const struct buf *printed)
{
	const char *unknown = program_unknown_device(step->program);
	bool failed = end.signalled || end.status;
	int r;

	if (failed && (has_text(errors, unknown) || has_text(printed, unknown)))
		return fail_device(aot, step, program);
	if (step->program != PROGRAM_RUNTIME || end.signalled || (end.status != 1 && end.status != 4))
		return messages_end(aot->ctx, program, end, "aot");
	if (has_text(errors, "[device-none]")) {
		r = syb_fail(aot->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing", "no OpenCL CPU device is installed");
		syb_note(aot->ctx, r, "Debian's package pocl-opencl-icd has one");
		return r;
	}
	if (has_text(errors, "[build-failed]"))
		return syb_fail(aot->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "aot",
				"the driver of the OpenCL CPU device rejected the module");
	if (end.status == 1)
		return syb_fail(aot->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "aot",
				"the OpenCL CPU device does not support the requirements of the module");
	return syb_fail(aot->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-failed",
			"the OpenCL CPU device is missing, or its driver rejected the module");
}

/* The name shown as progress: compilers have well-known names, Sybil's own program for devices does not. */
static void name_step(const struct aot *aot, const struct step *step, const char *program, char *out, size_t room)
{
	(void)snprintf(out, room, "%s%s%s for %s", step->program == PROGRAM_RUNTIME ? "build" : path_name(program),
		       aot->opts.name ? " " : "", aot->opts.name ? aot->opts.name : "", aot->opts.target);
}

/* out_again: LLVM 15 may turn a loop into operations that its back end for NVIDIA lacks, like products of single bits
 * (`a[i % 2]`). Without loop strength reduction it does not, but most kernels need that to be fast. */
static int start(struct aot *aot, const struct step *step, const char *const *argv, struct syb_bytes in,
		 struct syb_out *out, bool *out_again)
{
	_cleanup_(buf_free) struct buf printed = { 0 }, more = { 0 };
	char doing[256];
	const struct process_opts opts = { .argv = argv,
					   .in = in,
					   .out = out,
					   .out_text = out ? NULL : &printed,
					   .err_text = &more,
					   .out_most = 16 * 1024 * 1024,
					   .label = doing };
	struct process_end end;
	int r;

	name_step(aot, step, argv[0], doing, sizeof(doing));
	if (aot->opts.commands)
		messages_command(aot->ctx, "aot", argv);
	r = process_run(aot->ctx, &opts, &end);
	*out_again = r == 0 && step->program == PROGRAM_CLANG && !aot->careful && has_text(&more, "Cannot select");
	if (r < 0 || *out_again)
		return r;
	r = judge_end(aot, step, argv[0], end, &more, &printed);
	if (r == 0 && (printed.len || more.len))
		syb_report(aot->ctx, SYB_SEVERITY_INFO, SYB_NO_OFFSET, "aot", "%s says", argv[0]);
	messages_note(aot->ctx, r, &more);
	messages_note(aot->ctx, r, &printed);
	return r;
}

static int open_output(struct aot *aot, const char *program, struct syb_out *scratch, struct syb_file **out_file)
{
	if (scratch)
		TRY(out_scratch_file(aot->ctx, scratch, out_file));
	else if (access(aot->output, R_OK) < 0)
		return syb_fail(aot->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-failed", "%s made no output", program);
	else
		TRY(syb_file_open(aot->ctx, aot->output, out_file));
	if (syb_file_bytes(*out_file).len == 0)
		return syb_fail(aot->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-failed", "%s made no output", program);
	return 0;
}

/* Whether the output is a named file: %o, or the file in the folder %d. */
static bool writes_file(const struct step *step)
{
	return strstr(step->arguments, "%o") || strstr(step->arguments, "-out_dir %d");
}

static int make_folder(struct aot *aot)
{
	TRY(temp_make(aot->ctx, &aot->temp, "aot"));
	(void)snprintf(aot->output, sizeof(aot->output), "%s/image", aot->temp.path);
	return 0;
}

/* Replace what LLVM wrote for NVIDIA GPUs by what it should have written. */
static int mend(struct aot *aot, struct syb_file **image)
{
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	_cleanup_(buf_free) struct buf mended = { 0 };

	TRY(aot_mend(aot->ctx, syb_file_bytes(*image), &mended));
	if (!mended.len)
		return 0;
	TRY(out_scratch(aot->ctx, &scratch));
	TRY(syb_out_write(aot->ctx, scratch, buf_bytes(&mended)));
	syb_file_close(steal(*image));
	return out_scratch_file(aot->ctx, scratch, image);
}

static int run_step(struct aot *aot, const struct step *step, bool first, struct syb_bytes in,
		    struct syb_file **out_file)
{
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	_cleanup_(buf_free) struct buf stamped = { 0 };
	const char *const *argv;
	struct program_name program;
	bool again;
	int r = 0;

	if (aot->opts.tool && (first || step->program == chain_step(aot->chain, 0)->program))
		(void)snprintf(program.text, sizeof(program.text), "%s", aot->opts.tool);
	else if (!program_find(step->program, aot->opts.llvm, &program))
		return program_missing(aot->ctx, step->program, &program);
	if (!*aot->output && (strstr(step->arguments, "%d") || strstr(step->arguments, "%o")))
		r = make_folder(aot);
	if (r == 0 && step->program == PROGRAM_PTXAS)
		r = aot_stamp_files(aot->ctx, in, &stamped);
	for (again = true; r == 0 && again; aot->careful = again) {
		syb_out_close_p(&scratch);
		scratch = NULL;
		r = aot_words(aot, step, program.text, &argv);
		if (r == 0 && !writes_file(step))
			r = out_scratch(aot->ctx, &scratch);
		if (r == 0)
			r = start(aot, step, argv, stamped.len ? buf_bytes(&stamped) : in, scratch, &again);
	}
	if (r == 0)
		r = open_output(aot, program.text, scratch, out_file);
	if (r == 0 && step->program == PROGRAM_CLANG && step->makes != SYB_KIND_ELF)
		r = mend(aot, out_file);
	return r < 0 ? r : aot_check(aot, step, program.text, syb_file_bytes(*out_file));
}

/* ---- the whole chain ---- */

/* The first step for a module: the beginning, or after the step that would make its kind. */
static int find_entry(struct aot *aot, struct syb_bytes in, size_t *out_first)
{
	enum syb_kind kind = syb_identify(in);
	const struct step *step;

	*out_first = 0;
	if (kind == aot->chain->info.takes)
		return 0;
	for (size_t i = 0; (step = chain_step(aot->chain, i)) && kind != SYB_KIND_UNKNOWN; i++) {
		if (step->makes != kind || !chain_step(aot->chain, i + 1))
			continue;
		*out_first = i + 1;
		return 0;
	}
	return syb_fail(aot->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "aot-input", "no code for %s is made of %s: %s",
			aot->opts.target, syb_kind_text(kind), aot->chain->advice);
}

/* The kernels that the image must have: those of the options, else those of the SPIR-V. */
static int read_kernels(struct aot *aot, struct syb_bytes in)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	const struct syb_spirv_info *info;
	const char **names;
	int r;

	if (aot->opts.kernels || syb_identify(in) != SYB_KIND_SPIRV)
		return 0;
	r = syb_spirv_open(aot->ctx, in, aot->opts.name, &spirv);
	if (r < 0)
		return r;
	info = syb_spirv_info(spirv);
	names = arena_array(aot->ctx, &aot->arena, info->kernel_count + 1, sizeof(*names));
	if (!names)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < info->kernel_count; i++) {
		const char *name = info->kernels[i]->name;

		names[i] = arena_string(aot->ctx, &aot->arena, name, strlen(name));
		if (!names[i])
			return -SYB_E_NOMEM;
	}
	aot->opts.kernels = names;
	aot->opts.kernel_count = info->kernel_count;
	return 0;
}

/* Drivers return no binary for a module without kernels. */
static int refuse_empty(struct aot *aot, const struct step *step)
{
	if (!step || step->program != PROGRAM_RUNTIME || !aot->opts.kernels || aot->opts.kernel_count)
		return 0;
	return syb_fail(aot->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "aot-input",
			"the module has no kernels: no code for %s is made of it", aot->opts.target);
}

static int run_steps(struct aot *aot, struct syb_bytes in, struct syb_out *out)
{
	_cleanup_(syb_file_close_p) struct syb_file *image = NULL, *before = NULL;
	const struct step *step = NULL, *next;
	size_t first;
	int r = find_entry(aot, in, &first);

	if (r == 0)
		r = read_kernels(aot, in);
	if (r == 0)
		r = refuse_empty(aot, chain_step(aot->chain, first));
	for (size_t i = first; r == 0 && (next = chain_step(aot->chain, i)); i++) {
		if (aot->opts.assembly && step && step->makes == SYB_KIND_PTX)
			break;
		step = next;
		syb_file_close(before);
		before = steal(image);
		r = run_step(aot, step, i == first, before ? syb_file_bytes(before) : in, &image);
	}
	if (r < 0)
		return r;
	if (!image)
		return syb_out_write(aot->ctx, out, in);
	r = aot_check_kernels(aot, step, syb_file_bytes(image), aot->opts.kernels, aot->opts.kernel_count);
	return r < 0 ? r : syb_out_copy(aot->ctx, out, image, syb_file_bytes(image));
}

static void drop(struct aot *aot)
{
	temp_drop(&aot->temp);
	arena_free(&aot->arena);
}

int syb_aot(struct syb_ctx *ctx, struct syb_bytes in, const struct syb_aot_opts *given, struct syb_out *out)
{
	_cleanup_(drop) struct aot aot = { .ctx = ctx, .opts = { .size = sizeof(aot.opts) } };

	OPTS_READ(ctx, &aot.opts, given);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, aot.opts.name);
	aot.chain = chain_find(aot.opts.target, &aot.arch);
	if (!aot.chain)
		return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "aot", "no compiler is known for %s",
				aot.opts.target ? aot.opts.target : "no target");
	/* the generic NVIDIA target: PTX, which drivers compile for their device */
	if (str_eq(aot.chain->info.family, "nvidia") && !*aot.arch)
		aot.opts.assembly = true;
	TRY(read_arch(&aot));
	return run_steps(&aot, in, out);
}
