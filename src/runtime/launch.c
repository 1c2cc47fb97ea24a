/* runtime/launch.c — kernel × nd-range → a command of a queue.
 *
 * Dimension 0 is the slowest in SYCL and the fastest in drivers: only this file reverses the order. Errors that SYCL
 * defines are detected before the driver is called. */
#include "queue.h"

#include <inttypes.h>

static int fail_range(struct syb_ctx *ctx, const char *what, size_t dimension, size_t global, size_t local)
{
	return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "nd-range", "dimension %zu: %s (global %zu, local %zu)",
			dimension, what, global, local);
}

/* Use the required size if none was given. */
static int read_local(struct syb_ctx *ctx, const struct syb_kernel *kernel, const struct syb_launch *launch,
		      size_t out_local[3])
{
	const struct syb_kernel_info *info = &kernel->info;
	uint32_t required = info->work_group_dims;
	bool given = launch->local[0] || launch->local[1] || launch->local[2];

	for (uint32_t i = 0; i < launch->dims; i++)
		out_local[i] = launch->local[i];
	if (required && kernel->required_dims && launch->dims != kernel->required_dims)
		return syb_fail(
			ctx, SYB_E_ARG, SYB_NO_OFFSET, "nd-range",
			"The local size dimension of submitted nd_range doesn't match the required work-group size "
			"dimension: %u and %u",
			(unsigned)launch->dims, (unsigned)kernel->required_dims);
	for (uint32_t i = 0; required && i < 3; i++) {
		/* from the fastest dimension on; missing dimensions are 1 */
		uint64_t want = i < required ? info->work_group_size[required - 1 - i] : 1;
		size_t *has = i < launch->dims ? &out_local[launch->dims - 1 - i] : NULL;

		if (has && !given)
			*has = (size_t)want;
		if (want != (has ? *has : 1))
			return syb_fail(
				ctx, SYB_E_ARG, SYB_NO_OFFSET, "nd-range",
				"The specified local size {%zu, %zu, %zu} doesn't match the required work-group size "
				"{%zu, %zu, %zu}",
				launch->local[0], launch->local[1], launch->local[2], (size_t)info->work_group_size[0],
				(size_t)info->work_group_size[1], (size_t)info->work_group_size[2]);
	}
	return 0;
}

/* A 64-bit division takes a noticeable part of a launch, and few launches need it. */
static bool divides(size_t local, size_t global)
{
	if ((local | global) >> 32 == 0)
		return (uint32_t)global % (uint32_t)local == 0;
	return global % local == 0;
}

static int check_range(struct syb_ctx *ctx, const struct syb_kernel *kernel, const struct syb_launch *launch,
		       struct be_launch *out)
{
	const struct syb_device *caps = &kernel->device->info.caps;
	size_t local[3] = { 0 }, all = 1;
	bool any;

	if (launch->dims < 1 || launch->dims > 3)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "nd-range", "%u dimensions", (unsigned)launch->dims);
	TRY(read_local(ctx, kernel, launch, local));
	any = local[0] || local[1] || local[2];
	out->dims = launch->dims;
	for (uint32_t i = 0; i < launch->dims; i++) {
		uint32_t turned = launch->dims - 1 - i;
		uint64_t most = caps->max_work_item_sizes[turned];

		if (any && local[i] == 0)
			return fail_range(ctx, "the local size is 0", i, launch->global[i], 0);
		if (any && !divides(local[i], launch->global[i]))
			return fail_range(ctx, "the global size is not a multiple of the local size", i,
					  launch->global[i], local[i]);
		if (any && ((most && local[i] > most) || !checked_mul(all, local[i], &all)))
			return fail_range(ctx, "the local size exceeds the device's limit", i, launch->global[i],
					  local[i]);
		out->global[turned] = launch->global[i];
		out->local[turned] = local[i];
		out->offset[turned] = launch->offset[i];
	}
	if (any && caps->max_work_group_size && all > caps->max_work_group_size)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "nd-range",
				"a work-group of %zu work-items exceeds the device's limit of %zu", all,
				(size_t)caps->max_work_group_size);
	return 0;
}

/* Arguments that are set stay set. */
static int check_args(struct syb_ctx *ctx, struct syb_kernel *kernel)
{
	for (size_t i = 0; i < kernel->arg_count; i++)
		if (!kernel->args[i].removed && !kernel->args[i].set)
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument",
					"argument %zu of %s is not set", i, kernel->info.name);
	if (kernel->wants_specs)
		return syb_note(ctx,
				syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "spec-constant",
					 "specialization constants of %s were set, but its image for %s is native code "
					 "with other values",
					 kernel->info.name, kernel->device->info.info.name),
				"add IR to the package, or name the argument for them (syb_kernel_arg_spec_consts)");
	kernel->args_complete = true;
	return 0;
}

static int set_implicit_local(struct syb_ctx *ctx, struct syb_kernel *kernel, size_t bytes)
{
	struct be_arg *arg;

	if (kernel->implicit_local == NO_PLACE) {
		/* CUDA code can access that memory without an argument */
		if (kernel->device->info.info.backend == SYB_BACKEND_CUDA)
			return 0;
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument",
				"%s has no implicit local argument for %zu bytes of dynamic local memory",
				kernel->info.name, bytes);
	}
	arg = &kernel->be_args[kernel->implicit_local];
	if (bytes == 0)
		bytes = 1; /* drivers require a size above 0 */
	if (arg->kind != BE_ARG_LOCAL || arg->bytes != bytes) {
		*arg = (struct be_arg){ BE_ARG_LOCAL, NULL, bytes };
		kernel->args_changed = true;
	}
	return 0;
}

/* Not all drivers check this; one of them ends the process. */
static int check_local_memory(struct syb_ctx *ctx, const struct syb_kernel *kernel)
{
	uint64_t most = kernel->device->info.info.local_memory, bytes = kernel->info.local_bytes;
	bool fits = true;

	for (size_t i = 0; i < kernel->be_arg_count; i++)
		if (kernel->be_args[i].kind == BE_ARG_LOCAL)
			fits = fits && checked_add(bytes, (uint64_t)kernel->be_args[i].bytes, &bytes);
	if (most == 0 || (fits && bytes <= most))
		return 0;
	return syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "local-memory",
			"%s needs %" PRIu64 " bytes of local memory, but a work-group on %s has %" PRIu64,
			kernel->info.name, fits ? bytes : UINT64_MAX, kernel->device->info.info.name, most);
}

/* Reading the clock twice takes a tenth of a launch: the first launches are timed, then a sample. */
enum { TIMED = 256, SAMPLED = 64 };

/* Checks that depend only on the range are repeated only if the range has changed. */
static bool is_same(const struct syb_kernel *kernel, const struct syb_launch *launch)
{
	const struct syb_launch *last = &kernel->last;

	return last->dims && launch->dims == last->dims &&
	       memcmp(launch->global, last->global, sizeof(last->global)) == 0 &&
	       memcmp(launch->local, last->local, sizeof(last->local)) == 0 &&
	       memcmp(launch->offset, last->offset, sizeof(last->offset)) == 0 &&
	       launch->dynamic_local_bytes == last->dynamic_local_bytes;
}

/* Drivers that compile for work-groups may also do so for offsets and for large ranges. */
static uint64_t hash_range(const struct syb_kernel *kernel, const struct be_launch *be)
{
	const size_t *size = be->local[0] ? be->local : be->global;
	uint64_t hash = (uint64_t)(uintptr_t)kernel->info.name;
	uint64_t parts[5] = { size[0], size[1], size[2], 0, 0 };

	for (size_t i = 0; i < 3; i++) {
		parts[3] |= be->offset[i] != 0;
		parts[4] |= be->global[i] > UINT16_MAX;
	}
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		hash = (hash ^ parts[i]) * 0x9e3779b97f4a7c15u ^ hash >> 29;
	return hash;
}

static int prepare(struct syb_ctx *ctx, struct syb_kernel *kernel, const struct syb_launch *launch)
{
	struct be_launch be = { 0 };

	TRY(check_range(ctx, kernel, launch, &be));
	for (uint32_t i = 0; i < launch->dims; i++)
		if (launch->global[i] == 0)
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "nd-range", "the global size is 0");
	if ((kernel->implicit_local != NO_PLACE || launch->dynamic_local_bytes))
		TRY(set_implicit_local(ctx, kernel, launch->dynamic_local_bytes));
	be.dynamic_local_bytes = kernel->implicit_local == NO_PLACE ? launch->dynamic_local_bytes : 0;
	program_range(kernel->code, hash_range(kernel, &be));
	kernel->be_launch = be;
	kernel->last = *launch;
	return 0;
}

/* This part runs for every launch, so it is short. */
static int submit(struct syb_ctx *ctx, struct syb_queue *queue, struct syb_kernel *kernel,
		  const struct syb_launch *launch, struct be_event *const *wait, struct syb_event **out_event)
{
	struct be_launch *be = &kernel->be_launch;
	uint64_t count = bundle_count(kernel->bundle, STEP_LAUNCH), start;
	bool timed = count < TIMED || count % SAMPLED == 0;
	struct be_event *event = NULL;
	int r = 0;

	start = timed ? clock_ns() : 0;
	if (queue->device != kernel->device)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"the queue and the kernel belong to different devices");
	if (!is_same(kernel, launch))
		r = prepare(ctx, kernel, launch);
	if (r == 0 && !kernel->args_complete)
		r = check_args(ctx, kernel);
	if (r == 0 && kernel->args_changed)
		r = check_local_memory(ctx, kernel);
	if (r == 0 && kernel->held_epoch != queue->epoch)
		r = uses_hold(ctx, queue, kernel);
	if (r < 0)
		return r;
	uses_command(queue);
	be->args = kernel->be_args;
	be->arg_count = kernel->be_arg_count;
	be->args_changed = kernel->args_changed;
	r = kernel->device->ops->launch(ctx, queue->be, kernel->be, be, wait, launch->wait_count,
					out_event ? &event : NULL);
	if (r < 0)
		return syb_note(ctx, uses_result(queue, r), "kernel %s", kernel->info.name);
	kernel->args_changed = false;
	if (timed)
		bundle_add(kernel->bundle, STEP_LAUNCH, (clock_ns() - start) * (count < TIMED ? 1 : SAMPLED));
	if (!out_event)
		return 0;
	r = queue_event(ctx, queue, event, out_event);
	if (r == 0 && (kernel->code->asserts || atomic_load_explicit(&kernel->code->grown, memory_order_relaxed)))
		(*out_event)->code = program_hold(kernel->code);
	return r;
}

static int submit_after(struct syb_ctx *ctx, struct syb_queue *queue, struct syb_kernel *kernel,
			const struct syb_launch *launch, struct syb_event **out_event)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	struct be_event **wait = NULL;

	TRY(queue_wait_list(ctx, &scratch, queue, launch->wait, launch->wait_count, &wait));
	return submit(ctx, queue, kernel, launch, wait, out_event);
}

int syb_kernel_launch(struct syb_ctx *ctx, struct syb_queue *queue, struct syb_kernel *kernel,
		      const struct syb_launch *launch, struct syb_event **out_event)
{
	struct syb_launch other;

	if (__builtin_expect(!launch, 0))
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "nd-range", "the range is NULL");
	if (launch->size != sizeof(other)) { /* from another version: convert it to this one */
		other = (struct syb_launch){ 0 };
		OPTS_READ(ctx, &other, launch);
		launch = &other;
	}
	return launch->wait_count ? submit_after(ctx, queue, kernel, launch, out_event)
				  : submit(ctx, queue, kernel, launch, NULL, out_event);
}
