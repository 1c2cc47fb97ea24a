/* tools/run/cmd_build.c — sybil build: a package or SPIR-V × a device → native code of its driver. Part of
 * sybil-rt.
 *
 * Every kernel is requested, so the result has all of them. Compiling ahead of time for CPUs uses this verb on the
 * OpenCL CPU device. */
#include "live.h"

#include <stdlib.h>
#include <sybil/spirv.h>
#include <sys/stat.h>

DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);
DEFINE_CLEANUP(struct syb_props *, syb_props_free);
DEFINE_CLEANUP(struct syb_props_writer *, syb_props_writer_free);
DEFINE_CLEANUP(struct syb_bin_writer *, syb_bin_writer_free);

/* ---- SPIR-V as a package ---- */

static int write_module(struct tool *tool, struct syb_bin_writer *writer, const struct syb_file *file)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *text = NULL;
	const struct syb_image_desc desc = { .size = sizeof(desc),
					     .kind = SYB_IMAGE_IR,
					     .ir_type = SYB_IR_SPIRV,
					     .target = "spir64-unknown-unknown",
					     .bytes = syb_file_bytes(file),
					     .file = file };
	struct syb_bytes bytes;
	int r = syb_spirv_open(tool->ctx, syb_file_bytes(file), syb_file_name(file), &spirv);

	if (r == 0)
		r = syb_spirv_infer(tool->ctx, spirv, &props);
	if (r == 0)
		r = syb_props_writer_new(tool->ctx, &text);
	if (r == 0)
		r = syb_props_writer_add(tool->ctx, text, props);
	if (r == 0)
		r = syb_props_writer_text(tool->ctx, text, SYB_DIALECT_KEEP, &bytes);
	if (r == 0)
		r = syb_bin_writer_module(tool->ctx, writer, bytes);
	return r < 0 ? r : syb_bin_writer_image(tool->ctx, writer, &desc);
}

/* *inout_file is replaced. */
static int wrap(struct tool *tool, struct syb_file **inout_file)
{
	_cleanup_(syb_bin_writer_free_p) struct syb_bin_writer *writer = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	struct syb_file *package = NULL;
	int r = syb_bin_writer_new(tool->ctx, NULL, &writer);

	if (r == 0)
		r = syb_bin_writer_state(tool->ctx, writer, SYB_STATE_EXECUTABLE);
	if (r == 0)
		r = write_module(tool, writer, *inout_file);
	if (r == 0)
		r = out_scratch(tool->ctx, &scratch);
	if (r == 0)
		r = syb_bin_writer_write(tool->ctx, writer, scratch);
	if (r == 0)
		r = out_scratch_file(tool->ctx, scratch, &package);
	if (r < 0)
		return r;
	syb_file_close(*inout_file);
	*inout_file = package;
	return 0;
}

/* ---- building ---- */

static int build_all(struct tool *tool, struct syb_bundle *bundle, const struct live *live)
{
	const char *device = syb_rt_device_info(live->list[0])->name;
	size_t count = syb_bundle_kernel_count(bundle);

	for (size_t i = 0; i < count; i++) {
		_cleanup_(syb_kernel_free_p) struct syb_kernel *kernel = NULL;

		progress_step(tool, count > 1 ? i : 0, count > 1 ? count : 0);
		child_driver(tool, true, "while it built kernel %s of %s for %s", syb_bundle_kernel_at(bundle, i),
			     tool->args.operands[0], device);
		TRY(syb_kernel_get(tool->ctx, bundle, live->list[0], syb_bundle_kernel_at(bundle, i), &kernel));
	}
	return 0;
}

/* ---- output ---- */

static int write_native(struct tool *tool, struct syb_out *package, struct syb_out *out)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	const struct syb_image *found = NULL;
	size_t count = 0;

	TRY(out_scratch_file(tool->ctx, package, &file));
	TRY(syb_bin_open(tool->ctx, syb_file_bytes(file), NULL, &bin));
	for (size_t m = 0; m < syb_bin_module_count(bin); m++) {
		const struct syb_module *module = syb_bin_module_at(bin, m);

		for (size_t i = 0; i < syb_module_image_count(module); i++) {
			const struct syb_image *image = syb_module_image_at(module, i);

			if (syb_image_kind(image) != SYB_IMAGE_NATIVE)
				continue;
			found = image;
			count++;
		}
	}
	if (count != 1)
		return syb_fail(tool->ctx, SYB_E_DEVICE, SYB_NO_OFFSET, "build-failed",
				"--native writes one image, but the driver returned %zu", count);
	return syb_out_write(tool->ctx, out, syb_image_bytes(found));
}

/* Copy from the scratch file with the package: all of it, or its only native image. */
static int write_package(struct tool *tool, struct syb_out *package, struct syb_out *out)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

	if (args_has(tool, OPT_build_native))
		return write_native(tool, package, out);
	TRY(out_scratch_file(tool->ctx, package, &file));
	return syb_out_write(tool->ctx, out, syb_file_bytes(file));
}

/* ---- the verb ---- */

static int open_live(struct tool *tool, struct live *live)
{
	const char *device = args_get(tool, OPT_build_device), *dir = args_get(tool, OPT_build_temp_dir);
	const struct live_opts opts = { .selectors = &device,
					.selector_count = device != NULL,
					.cache_dir = args_has(tool, OPT_build_native) ? "" : NULL };

	/* PoCL keeps its results; elsewhere they would stay forever */
	if (dir && setenv("POCL_CACHE_DIR", dir, 1) < 0)
		return -SYB_E_NOMEM;
	return live_open(tool, &opts, live);
}

static int build(struct tool *tool, struct syb_file **file, const struct live *live, struct syb_out *scratch)
{
	_cleanup_(syb_bundle_close_p) struct syb_bundle *bundle = NULL;
	const struct syb_bundle_opts opts = { .size = sizeof(opts),
					      .name = tool->args.operands[0],
					      .compile_options = args_get(tool, OPT_build_driver_options) };
	const struct syb_rt_device_info *device = syb_rt_device_info(live->list[0]);
	int r;

	progress_begin(tool, "build %s for %s:%u", tool->args.operands[0], syb_backend_name(device->backend),
		       (unsigned)device->number);
	r = syb_bundle_open(tool->ctx, live->rt, syb_file_bytes(*file), live->list, 1, &opts, &bundle);
	if (r == 0)
		r = live_linked(tool, bundle, tool->args.operands[0]);
	if (r == 0)
		r = build_all(tool, bundle, live);
	if (r == 0) {
		progress_step(tool, 0, 0); /* some drivers compile everything now */
		child_driver(tool, true, "while it built %s for %s", tool->args.operands[0], device->name);
		r = syb_bundle_write(tool->ctx, bundle, NULL, scratch);
	}
	child_driver(tool, false, "after it had built %s for %s", tool->args.operands[0], device->name);
	progress_end(tool);
	return r;
}

/* Drivers cannot be interrupted and abort when one of their child processes is stopped: let a signal end this
 * process. No output has a name yet. */
static int make(struct tool *tool, struct syb_file **file, struct syb_out *scratch)
{
	_cleanup_(live_drop) struct live live = { 0 };
	int r = 0;

	if (syb_identify(syb_file_bytes(*file)) == SYB_KIND_SPIRV)
		r = wrap(tool, file);
	if (r < 0)
		return r;
	signals_at_once(true);
	r = open_live(tool, &live);
	if (r == 0)
		r = build(tool, file, &live, scratch);
	signals_at_once(false);
	return r;
}

/* Whether an interrupted write could leave a named, partial file because the file system has no unnamed files. */
static bool may_have_name(const char *path)
{
	struct stat st;

	return !str_eq(path, "-") && (stat(path, &st) < 0 || S_ISREG(st.st_mode));
}

int cmd_build(struct tool *tool)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL, *scratch = NULL;
	const char *path = args_get(tool, OPT_build_output);
	int r = args_guard_operands(tool, path);

	if (r == 0)
		r = syb_file_open(tool->ctx, tool->args.operands[0], &file);
	path = path ? path : "-";
	if (r == 0)
		r = output_open(tool, path, &out);
	if (r == 0 && may_have_name(path)) /* the output is known to be writable now */
		syb_out_close(steal(out));
	if (r == 0)
		r = out_scratch(tool->ctx, &scratch);
	if (r == 0)
		r = make(tool, &file, scratch);
	if (r == 0 && !out)
		r = output_open(tool, path, &out);
	if (r == 0)
		r = write_package(tool, scratch, out);
	if (r == 0)
		r = syb_out_commit(tool->ctx, out);
	return r < 0 ? r : answer_written(tool, path);
}
