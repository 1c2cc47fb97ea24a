/* tools/run/cmd_run.c — sybil run: kernel × arguments → results. */
#include "run.h"

#include "base/number.h"

enum { MOST_LAUNCHES = 1000000 };

static int read_options(struct run *run)
{
	struct tool *tool = run->tool;
	uint32_t local = 0, offset = 0;
	const char *repeat = args_get(tool, OPT_run_repeat), *dynamic = args_get(tool, OPT_run_dynamic_local);

	TRY(run_sizes(tool, OPT_run_global, run->launch.global, &run->launch.dims));
	TRY(run_sizes(tool, OPT_run_local, run->launch.local, &local));
	TRY(run_sizes(tool, OPT_run_offset, run->launch.offset, &offset));
	if (run->launch.dims == 0)
		return usage(tool, "missing --global=X[,Y[,Z]], the number of work-items");
	if ((local && local != run->launch.dims) || (offset && offset != run->launch.dims))
		return usage(tool, "--%s has %u dimensions, but --global has %u",
			     local && local != run->launch.dims ? "local" : "offset",
			     (unsigned)(local && local != run->launch.dims ? local : offset),
			     (unsigned)run->launch.dims);
	if (repeat &&
	    (!run_size(repeat, strlen(repeat), &run->repeat) || run->repeat == 0 || run->repeat > MOST_LAUNCHES))
		return usage(tool, "--repeat=%s: expected a number from 1 to %d", repeat, MOST_LAUNCHES);
	if (!repeat && args_has(tool, OPT_run_async))
		return usage(tool, "--async needs --repeat");
	if (dynamic && !run_size(dynamic, strlen(dynamic), &run->launch.dynamic_local_bytes))
		return usage(tool, "--dynamic-local=%s: expected a number of bytes", dynamic);
	return 0;
}

/* ---- before the launch ---- */

/* Drivers cannot be interrupted while they build, which some do at the first launch: nothing is written yet, so a
 * signal ends the process. */
static void begin_driver(struct run *run, const char *doing)
{
	const struct syb_rt_device_info *device = syb_rt_device_info(run->device);

	progress_begin(run->tool, "%s %s on %s:%u", doing, run->kernel_name, syb_backend_name(device->backend),
		       (unsigned)device->number);
	signals_at_once(true);
}

static void end_driver(struct run *run)
{
	signals_at_once(false);
	progress_end(run->tool);
}

static int open_kernel(struct run *run)
{
	struct syb_ctx *ctx = run->tool->ctx;
	struct syb_queue_opts opts = { .size = sizeof(opts), .profiling = run->repeat > 0 };
	const char *device = syb_rt_device_info(run->device)->name;
	const struct syb_kernel_info *info;
	int r = run_specs(run);

	if (r < 0)
		return r;
	begin_driver(run, "build");
	child_driver(run->tool, true, "while it built kernel %s for %s", run->kernel_name, device);
	r = syb_kernel_get(ctx, run->bundle, run->device, run->kernel_name, &run->kernel);
	child_driver(run->tool, false, "after it had built kernel %s for %s", run->kernel_name, device);
	end_driver(run);
	if (r < 0)
		return r == -SYB_E_NOTFOUND ? syb_note(ctx, r, "'sybil run --list FILE' lists the kernels") : r;
	info = syb_kernel_info(run->kernel);
	if (info->args_known && info->arg_count != run->arg_count)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument",
				"kernel %s takes %u argument%s, not %zu", info->name, (unsigned)info->arg_count,
				PLURAL(info->arg_count), run->arg_count);
	r = syb_queue_open(ctx, run->device, &opts, &run->queue);
	return r < 0 ? r : run_set_globals(run);
}

static int set_arg(struct run *run, uint32_t i)
{
	struct syb_ctx *ctx = run->tool->ctx;
	struct run_arg *arg = &run->args[i];

	switch (arg->kind) {
	case RUN_VALUE:
		return syb_kernel_arg(ctx, run->kernel, i, arg->in.ptr, arg->in.bytes);
	case RUN_LOCAL:
		return syb_kernel_arg_local(ctx, run->kernel, i, arg->in.bytes);
	case RUN_SPECS:
		return syb_kernel_arg_spec_consts(ctx, run->kernel, i);
	case RUN_BUFFER:
		break;
	}
	TRY(syb_mem_alloc(ctx, run->device, SYB_MEM_DEVICE, arg->in.bytes, &arg->address));
	TRY(run_upload(run, arg));
	return syb_kernel_arg_pointer(ctx, run->kernel, i, arg->address);
}

static int set_args(struct run *run)
{
	int r = 0;

	for (size_t i = 0; r == 0 && i < run->arg_count; i++) {
		r = set_arg(run, (uint32_t)i);
		if (r < 0)
			r = syb_note(run->tool->ctx, r, "argument %zu: %s", i, run->tool->args.operands[i + 2]);
	}
	return r;
}

/* ---- after the launch ---- */

static int fetch(struct run *run, struct run_arg *arg)
{
	struct tool *tool = run->tool;

	arg->out = arg->in;
	arg->out.ptr = arena_bytes(tool->ctx, &tool->arena, arg->in.bytes + 1);
	if (!arg->out.ptr)
		return -SYB_E_NOMEM;
	TRY(syb_mem_copy(tool->ctx, run->queue, arg->out.ptr, arg->address, arg->in.bytes, NULL, 0, NULL));
	return syb_queue_wait(tool->ctx, run->queue);
}

static int fetch_all(struct run *run)
{
	for (size_t i = 0; i < run->arg_count; i++) {
		struct run_arg *arg = &run->args[i];

		if (!arg->is_output)
			continue;
		TRY(fetch(run, arg));
		if (arg->output)
			TRY(run_write(run, arg->output, &arg->out));
	}
	return run_get_globals(run);
}

static int launch(struct run *run)
{
	struct syb_ctx *ctx = run->tool->ctx;
	int r;

	child_kernel(run->tool, run->kernel_name, syb_rt_device_info(run->device)->name, true);
	begin_driver(run, "run");
	r = syb_kernel_launch(ctx, run->queue, run->kernel, &run->launch, NULL);
	if (r == 0)
		r = syb_queue_wait(ctx, run->queue);
	end_driver(run);
	return r;
}

/* ---- the answer ---- */

static void show_sizes(struct run *run, const char *key, const size_t sizes[3])
{
	struct syb_value *list = value_list(run->record, run->record->root, key);

	for (uint32_t i = 0; i < run->launch.dims && sizes[0]; i++)
		value_uint(run->record, list, NULL, sizes[i]);
}

static void show_args(struct run *run)
{
	static const char *const kinds[] = { "value", "buffer", "local", "specs" };
	struct syb_record *record = run->record;
	struct syb_value *list = value_list(record, record->root, "arguments");

	for (size_t i = 0; i < run->arg_count; i++) {
		const struct run_arg *arg = &run->args[i];
		struct syb_value *map = value_map(record, list, NULL);

		value_uint(record, map, "index", i);
		value_string(record, map, "kind", kinds[arg->kind]);
		value_string_or_null(record, map, "type", arg->in.element ? arg->in.element->name : NULL);
		value_uint(record, map, "count", arg->in.count);
		value_hint(value_uint(record, map, "bytes", arg->in.bytes), VALUE_SIZE);
		value_bool(record, map, "output", arg->is_output);
		value_string_or_null(record, map, "file", arg->output);
	}
}

static void show_launch(struct run *run)
{
	const struct syb_rt_device_info *device = syb_rt_device_info(run->device);
	const struct syb_kernel_info *kernel = syb_kernel_info(run->kernel);
	struct syb_record *record = run->record;
	struct syb_value *map;

	value_string(record, record->root, "file", run->file);
	value_string(record, record->root, "kernel", kernel->name);
	map = value_map(record, record->root, "device");
	value_string(record, map, "backend", syb_backend_name(device->backend));
	value_uint(record, map, "number", device->number);
	value_string(record, map, "name", device->name);
	value_string(record, record->root, "image", kernel->native ? "native" : "ir");
	show_sizes(run, "global", run->launch.global);
	show_sizes(run, "local", run->launch.local);
	show_args(run);
}

static int show_timings(struct run *run)
{
	_cleanup_(syb_record_free_p) struct syb_record *report = NULL;

	if (!args_has(run->tool, OPT_run_timings))
		return 0;
	TRY(syb_bundle_report(run->tool->ctx, run->bundle, &report));
	value_copy(run->record, run->record->root, "timings", syb_record_root(report));
	return 0;
}

/* Results are in files: print an answer only if requested. */
static bool has_answer(const struct run *run)
{
	return run->tool->json || run->tool->verbose || run->repeat || args_has(run->tool, OPT_run_timings);
}

/* ---- */

static int work(struct run *run)
{
	bool full = run->tool->json || run->tool->verbose;
	int r = open_kernel(run);

	if (r == 0)
		r = set_args(run);
	if (r == 0)
		r = launch(run);
	if (r == 0)
		r = fetch_all(run);
	if (r < 0)
		return r;
	if (full)
		show_launch(run);
	run->expected = run_expect(run);
	if (run->expected < 0 && run->expected != -SYB_E_INCOMPATIBLE)
		return run->expected;
	if (run->repeat)
		r = run_repeat(run);
	return r < 0 ? worse(run->expected, r) : show_timings(run);
}

/* After a failure a driver may refuse this too: do not report it again. */
static void free_buffers(struct run *run, int *inout_r)
{
	_cleanup_(ctx_raise) struct ctx_lower lower = ctx_lower(run->tool->ctx, *inout_r < 0);

	for (size_t i = 0; i < run->arg_count; i++) {
		int r = run->args[i].address ? syb_mem_free(run->tool->ctx, run->device, run->args[i].address) : 0;

		if (*inout_r == 0)
			*inout_r = r;
	}
}

/* Commands cannot be cancelled, and releasing the driver's objects could take as long as waiting for them: let
 * them end with the process. */
static void end_by_signal(struct run *run)
{
	run_drop_outputs(run);
	diag_end(run->tool);
	progress_erase(run->tool);
	signals_raise();
}

static int run_on(struct run *run, const struct live *live)
{
	struct syb_bundle_opts opts = { .size = sizeof(opts),
					.compile_options = args_get(run->tool, OPT_run_compile_options) };
	int r;

	run->device = live->list[0];
	r = syb_bundle_open_file(run->tool->ctx, live->rt, run->file, &run->device, 1, &opts, &run->bundle);
	if (r == 0)
		r = live_linked(run->tool, run->bundle, run->file);
	if (r == 0)
		r = work(run);
	if (r == -SYB_E_CANCELLED)
		end_by_signal(run);
	if (run->queue)
		child_kernel(run->tool, run->kernel_name, syb_rt_device_info(run->device)->name, false);
	free_buffers(run, &r);
	syb_queue_close(run->queue);
	syb_kernel_free(run->kernel);
	syb_bundle_close(run->bundle);
	return r;
}

/* A kernel that wrote outside of its buffers may crash the process while the driver closes: only then are results
 * written. */
static int run_kernel(struct run *run)
{
	struct tool *tool = run->tool;
	struct live_opts opts = { .cache_dir = args_get(tool, OPT_run_cache),
				  .strict = args_has(tool, OPT_run_strict) };
	const char *selector = args_get(tool, OPT_run_device);
	struct live live = { 0 };
	int r = read_options(run);

	if (r == 0)
		r = live_size(tool, OPT_run_cache_size, &opts.cache_most);
	if (r == 0 && args_has(tool, OPT_run_cache_size) && opts.cache_most == 0)
		r = usage(tool, "--cache-size=0: use --cache= to turn the cache off");
	opts.selectors = &selector;
	opts.selector_count = selector != NULL;
	if (r == 0)
		r = run_args(run);
	if (r == 0)
		r = run_check_outputs(run);
	if (r == 0)
		r = run_expect_check(run);
	if (r == 0)
		r = live_open(tool, &opts, &live);
	if (r == 0)
		r = run_on(run, &live);
	live_drop(&live);
	if (r == 0)
		r = run_commit(run);
	if (r == 0 && has_answer(run))
		r = answer(run->tool, NULL, SIZE_MAX, steal(run->record));
	run_drop_outputs(run);
	return worse(run->expected, r);
}

int cmd_run(struct tool *tool)
{
	struct run run = { .tool = tool, .file = tool->args.operands[0], .launch = { .size = sizeof(run.launch) } };
	int r = record_new(tool->ctx, &run.record);

	if (r < 0)
		return r;
	value_hint(value_uint(run.record, run.record->root, "version", 1), VALUE_QUIET);
	if (args_has(tool, OPT_run_list) && tool->args.operand_count > 1) {
		r = usage(tool, "unexpected argument '%s'", tool->args.operands[1]);
	} else if (args_has(tool, OPT_run_list)) {
		r = run_list(&run);
	} else if (tool->args.operand_count < 2) {
		r = syb_bin_open_file(tool->ctx, run.file, NULL, &run.bin); /* only packages have kernels to list */
		if (r == 0)
			r = usage(tool, "missing kernel name; 'sybil run --list %s' lists the kernels", run.file);
	} else {
		run.kernel_name = tool->args.operands[1];
		r = run_kernel(&run);
	}
	syb_bin_close(run.bin);
	syb_record_free(run.record);
	return r;
}
