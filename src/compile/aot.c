/* compile/aot.c — SPIR-V → native code by running the compiler of a target's maker: ocloc, for Intel GPUs.
 *
 * ocloc reads /dev/stdin, an unnamed file, but insists on a name for its output: that is a folder of our own, gone when
 * we are done. */
#include "base/file.h"
#include "base/process.h"
#include "messages.h"
#include <sybil/target.h>
#include <sybil/translate.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_ARGS = 20 }; /* of ours */

static const char *ocloc(const char *tool)
{
	const char *named = tool ? tool : getenv("SYBIL_OCLOC");

	return named && *named ? named : "ocloc";
}

/* What ocloc calls the target, NULL when it is none of its. */
static const char *device_of(const char *target)
{
	const struct syb_target_info *info = target ? syb_target_find(target) : NULL;

	if (target && !info)
		info = syb_target_by_arch(target, NULL);
	return info && str_eq(info->aot_toolchain, "ocloc") ? info->arch : NULL;
}

bool syb_aot_there(const char *target)
{
	return device_of(target) && process_there(ocloc(NULL));
}

/* A folder with one file, or nothing, in it. */
struct folder {
	char path[4096];
	char file[4096 + 16];
};

static void drop_folder(struct folder *f)
{
	if (!*f->path)
		return;
	(void)unlink(f->file);
	(void)rmdir(f->path);
}

static int make_folder(struct syb_ctx *ctx, struct folder *f)
{
	const char *dir = getenv("TMPDIR");
	int len = snprintf(f->path, sizeof(f->path), "%s/sybil-XXXXXX", dir && *dir ? dir : "/tmp");

	if (len < 0 || (size_t)len >= sizeof(f->path) || !mkdtemp(f->path)) {
		*f->path = '\0';
		return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "write", "a temporary folder cannot be made: %s",
				strerror(errno));
	}
	(void)snprintf(f->file, sizeof(f->file), "%s/image", f->path);
	return 0;
}

static int run(struct syb_ctx *ctx, const char *const *argv, struct syb_bytes in)
{
	_cleanup_(buf_free) struct buf said = { 0 }, more = { 0 };
	const struct process_opts opts = {
		.argv = argv, .in = in, .out_text = &said, .err_text = &more, .out_most = 16 * 1024 * 1024
	};
	struct process_end end;
	int r = process_run(ctx, &opts, &end);

	if (r < 0)
		return r;
	r = messages_end(ctx, argv[0], end, "aot");
	if (r < 0) {
		messages_note(ctx, r, &more);
		messages_note(ctx, r, &said);
	}
	return r;
}

static int take(struct syb_ctx *ctx, const struct folder *folder, const char *tool, struct syb_out *out)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	int r;

	if (access(folder->file, R_OK) < 0)
		return syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-failed", "%s made no output", tool);
	r = syb_file_open(ctx, folder->file, &file);
	return r < 0 ? r : syb_out_copy(ctx, out, file, syb_file_bytes(file));
}

int syb_aot(struct syb_ctx *ctx, struct syb_bytes in, const struct syb_aot_opts *given, struct syb_out *out)
{
	struct syb_aot_opts opts = { .size = sizeof(opts) };
	_cleanup_(drop_folder) struct folder folder = { "", "" };
	const char *device, **argv;
	size_t n = 0;
	int r;

	OPTS_READ(ctx, &opts, given);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, opts.name);
	device = device_of(opts.target);
	if (!device)
		return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "aot", "no compiler is known for %s",
				opts.target ? opts.target : "no target");
	r = make_folder(ctx, &folder);
	if (r < 0)
		return r;
	argv = mem_alloc(ctx, (MOST_ARGS + opts.extra_count) * sizeof(*argv));
	if (!argv)
		return -SYB_E_NOMEM;
	argv[n++] = ocloc(opts.tool);
	argv[n++] = "compile";
	argv[n++] = "-q";
	argv[n++] = "-spirv_input";
	argv[n++] = "-file";
	argv[n++] = "/dev/stdin";
	argv[n++] = "-device";
	argv[n++] = device;
	argv[n++] = "-output";
	argv[n++] = "image";
	argv[n++] = "-output_no_suffix";
	argv[n++] = "-out_dir";
	argv[n++] = folder.path;
	argv[n++] = "--format";
	argv[n++] = "zebin";
	for (size_t i = 0; i < opts.extra_count; i++)
		argv[n++] = opts.extra[i];
	argv[n] = NULL;
	r = run(ctx, argv, in);
	if (r == 0)
		r = take(ctx, &folder, argv[0], out);
	allocator_free(allocator_of(ctx), argv);
	return r;
}
