/* driver/programs/translate.c — LLVM IR ⇄ SPIR-V by running the field's translator, llvm-spirv.
 *
 * The translator reads /dev/stdin and writes /dev/stdout, which are unnamed files, so no cleanup is needed after a
 * crash. Its messages become notes. Decorations that it does not support pass through it as text and are added to its
 * output (docs/ir-metadata.md). */
#include "base/file.h"
#include "base/process.h"
#include "format/spirv/spirv_finish.h"
#include "format/spirv/spirv_text.h"
#include "messages.h"
#include "translate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum {
	MOST_ARGS = 16, /* arguments that we add */
};

/* All extensions except those that require a capability of consumers although the source did not request it: USM
 * storage classes (all consumers understand plain global memory), and "do not optimise" of functions. */
#define EXTENSIONS "--spirv-ext=+all,-SPV_INTEL_usm_storage_classes,-SPV_INTEL_optnone"
#define VERSION "--spirv-max-version=1.4"

struct command {
	const char **argv;
	size_t count;
	struct allocator from;
};

static void drop_command(struct command *c)
{
	allocator_free(c->from, c->argv);
}

static bool given(const struct syb_translate_opts *opts, const char *option)
{
	for (size_t i = 0; i < opts->extra_count; i++)
		for (const char *arg = opts->extra[i]; *arg == '-'; arg++)
			if (str_starts(arg + 1, option))
				return true;
	return false;
}

/* From the options, else from the environment, else the first one that is installed. */
static const char *choose_translator(const struct syb_translate_opts *opts)
{
	const char *named = opts->translator ? opts->translator : getenv("SYBIL_LLVM_SPIRV");

	if (named && *named)
		return named;
	return process_there("llvm-spirv-15") || !process_there("llvm-spirv") ? "llvm-spirv-15" : "llvm-spirv";
}

/* Running it for its version would start a process for every cache lookup. */
size_t syb_translator_id(char *out_text, size_t room)
{
	const struct syb_translate_opts opts = { .size = sizeof(opts) };
	char path[4096];
	struct stat st;
	int n;

	if (room)
		*out_text = '\0';
	if (!process_find(choose_translator(&opts), path, sizeof(path)) || stat(path, &st) < 0)
		return 0;
	n = snprintf(out_text, room, "%s %" PRIu64 " %" PRId64 ".%09ld", path, (uint64_t)st.st_size,
		     (int64_t)st.st_mtim.tv_sec, (long)st.st_mtim.tv_nsec);
	return n > 0 ? (size_t)n : 0;
}

static int build(struct syb_ctx *ctx, const struct syb_translate_opts *opts, struct command *out)
{
	struct command c = { .from = allocator_of(ctx) };
	const char **argv = mem_alloc(ctx, (MOST_ARGS + opts->extra_count) * sizeof(*argv));

	if (!argv)
		return -SYB_E_NOMEM;
	c.argv = argv;
	argv[c.count++] = choose_translator(opts);
	if (opts->to == SYB_TRANSLATE_TO_LLVM) {
		argv[c.count++] = "-r";
	} else {
		if (!given(opts, "spirv-ext="))
			argv[c.count++] = EXTENSIONS;
		if (!given(opts, "spirv-max-version="))
			argv[c.count++] = VERSION;
	}
	for (size_t i = 0; i < opts->extra_count; i++)
		argv[c.count++] = opts->extra[i];
	argv[c.count++] = "/dev/stdin";
	argv[c.count++] = "-o";
	argv[c.count++] = "/dev/stdout";
	argv[c.count] = NULL;
	*out = c;
	return 0;
}

/* ---- its messages ---- */

static int run(struct syb_ctx *ctx, const char *const *argv, struct syb_bytes in, struct syb_out *scratch)
{
	_cleanup_(buf_free) struct buf printed = { 0 };
	const struct process_opts opts = { .argv = argv, .in = in, .out = scratch, .err_text = &printed };
	struct process_end end;
	int r = process_run(ctx, &opts, &end);

	if (r == -SYB_E_TOOL && !process_there(argv[0]))
		syb_note(ctx, r, "Debian's package llvm-spirv-15 has it; SYBIL_LLVM_SPIRV names another one");
	if (r < 0)
		return r;
	r = messages_end(ctx, argv[0], end, "translate");
	if (r == 0 && printed.len)
		syb_report(ctx, SYB_SEVERITY_INFO, SYB_NO_OFFSET, "translator", "%s says", argv[0]);
	if (printed.len)
		messages_note(ctx, r, &printed);
	return r;
}

/* ---- its output ---- */

/* By the library, or else by the program. */
static int run_either(struct syb_ctx *ctx, const char *const *argv, translate_library *library, struct syb_bytes in,
		      struct syb_out *scratch)
{
	int r = library ? library(ctx, argv, in, scratch) : 0;

	return r == 0 ? run(ctx, argv, in, scratch) : r;
}

/* A translator that writes nothing and reports success has failed; the module is not at fault. */
static int check_made(struct syb_ctx *ctx, const char *program, struct syb_out *scratch)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

	TRY(out_scratch_file(ctx, scratch, &file));
	if (syb_file_bytes(file).len == 0)
		return syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-failed", "%s made no output", program);
	return 0;
}

static int finish(struct syb_ctx *ctx, struct syb_out *scratch, struct syb_out *out)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct spirv_finished done;

	TRY(out_scratch_file(ctx, scratch, &file));
	return spirv_finish(ctx, span_of(syb_file_bytes(file), 0), out, &done);
}

static int copy(struct syb_ctx *ctx, struct syb_out *scratch, struct syb_out *out)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

	TRY(out_scratch_file(ctx, scratch, &file));
	return syb_out_copy(ctx, out, file, syb_file_bytes(file));
}

/* Write our own text form, because the translator's lacks decorations that are newer than it. */
static int finish_as_text(struct syb_ctx *ctx, struct syb_out *scratch, struct syb_out *out)
{
	_cleanup_(syb_out_close_p) struct syb_out *finished = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

	TRY(out_scratch(ctx, &finished));
	TRY(finish(ctx, scratch, finished));
	TRY(out_scratch_file(ctx, finished, &file));
	return spirv_text(ctx, span_of(syb_file_bytes(file), 0), out);
}

/* ---- back to LLVM ---- */

/* Translate the module unchanged; if the translator rejects it, again with newer decorations as text. Only the last
 * rejection is reported. */
static int run_back(struct syb_ctx *ctx, const char *const *argv, struct syb_bytes in, struct syb_out **scratch)
{
	_cleanup_(syb_out_close_p) struct syb_out *carried = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	size_t changes = 0;
	int r = out_scratch(ctx, &carried);

	if (r == 0)
		r = spirv_carry(ctx, span_of(in, 0), carried, &changes);
	if (r == 0)
		r = out_scratch(ctx, scratch);
	if (r < 0)
		return r;
	if (changes == 0)
		return run(ctx, argv, in, *scratch);
	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);

		r = run(ctx, argv, in, *scratch);
	}
	if (r != -SYB_E_FORMAT && r != -SYB_E_TOOL)
		return r;
	syb_out_close(steal(*scratch));
	r = out_scratch(ctx, scratch);
	if (r == 0)
		r = out_scratch_file(ctx, carried, &file);
	return r < 0 ? r : run(ctx, argv, syb_file_bytes(file), *scratch);
}

int translate_with(struct syb_ctx *ctx, struct syb_bytes in, const struct syb_translate_opts *given_opts,
		   translate_library *library, struct syb_out *out)
{
	struct syb_translate_opts opts = { .size = sizeof(opts) };
	_cleanup_(drop_command) struct command command = { .from = allocator_of(ctx) };
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	int r;

	OPTS_READ(ctx, &opts, given_opts);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, opts.name);
	if (opts.text && opts.to == SYB_TRANSLATE_TO_LLVM)
		return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "argument", "text of LLVM IR needs sybil/ir.h");
	r = build(ctx, &opts, &command);
	if (r == 0 && opts.commands)
		messages_command(ctx, "translator", command.argv);
	if (r == 0 && opts.to == SYB_TRANSLATE_TO_LLVM) {
		r = run_back(ctx, command.argv, in, &scratch);
		return r < 0 ? r : copy(ctx, scratch, out);
	}
	if (r == 0)
		r = out_scratch(ctx, &scratch);
	if (r == 0)
		r = run_either(ctx, command.argv, library, in, scratch);
	if (r == 0)
		r = check_made(ctx, command.argv[0], scratch);
	if (r < 0)
		return r;
	return opts.text ? finish_as_text(ctx, scratch, out) : finish(ctx, scratch, out);
}

int syb_translate(struct syb_ctx *ctx, struct syb_bytes in, const struct syb_translate_opts *opts, struct syb_out *out)
{
	return translate_with(ctx, in, opts, NULL, out);
}
