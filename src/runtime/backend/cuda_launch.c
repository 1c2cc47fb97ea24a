/* runtime/backend/cuda_launch.c — a kernel's arguments and its launch.
 *
 * Launching is kept fast: arguments are arranged again only if they changed, and the context is set only if another one
 * is current.
 *
 * Local memory is one block of dynamic shared memory: first the bytes that the launch requests, then each local
 * argument. A parameter of 4 bytes gets the offset in that block (code of DPC++ and of sybil c++ adds the block's
 * address itself), one of 8 bytes gets the address (for pointers to local memory, as in OpenCL C). */
#include "cuda.h"

#include "base/number.h"
#include "driver.h"

enum {
	VALUE_ALIGN = 16,
	LOCAL_ALIGN = 128, /* long16, the largest type of OpenCL C */
	CHOSEN_MOST = 256, /* threads of a work-group without a given size */
	WARP = 32,
	MOST_DEEP = 64, /* the driver's limit in dimension 2 */
};

static size_t align_up(size_t n, size_t to)
{
	return (n + to - 1) & ~(to - 1);
}

static int check_arg(struct syb_ctx *ctx, const struct be_kernel *kernel, const struct be_arg *arg, size_t i)
{
	size_t size = kernel->params_known ? kernel->param_sizes[i] : 0;
	size_t given = arg->kind == BE_ARG_VALUE ? arg->bytes : sizeof(void *);

	if (arg->kind == BE_ARG_NONE)
		return driver_missing_arg(ctx, i);
	if (arg->kind == BE_ARG_LOCAL && (!kernel->params_known || size == 4))
		return 0;
	if (kernel->params_known && size != given)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument",
				"argument %zu has %zu bytes, but the kernel takes %zu", i, given, size);
	return 0;
}

static int make_room(struct syb_ctx *ctx, struct be_kernel *kernel, const struct be_launch *launch)
{
	size_t bytes = 0;

	for (size_t i = 0; i < launch->arg_count; i++) {
		const struct be_arg *arg = &launch->args[i];

		if (!checked_add(bytes, arg->kind == BE_ARG_VALUE ? arg->bytes : sizeof(void *), &bytes) ||
		    !checked_add(bytes, (size_t)VALUE_ALIGN, &bytes))
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument",
					"the arguments are too large");
	}
	if (launch->arg_count > kernel->arg_room) {
		void **params = mem_realloc(ctx, kernel->params, launch->arg_count * sizeof(*params));

		if (!params)
			return -SYB_E_NOMEM;
		kernel->params = params;
		kernel->arg_room = launch->arg_count;
	}
	if (bytes > kernel->value_room) {
		uint8_t *values = mem_realloc(ctx, kernel->values, bytes);

		if (!values)
			return -SYB_E_NOMEM;
		kernel->values = values;
		kernel->value_room = bytes;
	}
	return 0;
}

/* Address or offset of a local argument, depending on the size of the parameter. */
static size_t place_local(const struct be_kernel *kernel, size_t i, size_t offset)
{
	if (!kernel->params_known || kernel->param_sizes[i] == 4)
		return offset;
	return (size_t)kernel->device->reserved_shared + align_up(kernel->static_shared, LOCAL_ALIGN) + offset;
}

static int lay_out(struct syb_ctx *ctx, struct be_kernel *kernel, const struct be_launch *launch)
{
	size_t at = 0, local = launch->dynamic_local_bytes;

	if (kernel->params_known && launch->arg_count != kernel->param_count)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument",
				"%zu argument%s given, but the kernel takes %zu", launch->arg_count,
				PLURAL(launch->arg_count), kernel->param_count);
	TRY(make_room(ctx, kernel, launch));
	kernel->has_local = false;
	for (size_t i = 0; i < launch->arg_count; i++) {
		const struct be_arg *arg = &launch->args[i];
		size_t value = (size_t)(uintptr_t)arg->value;

		TRY(check_arg(ctx, kernel, arg, i));
		kernel->params[i] = kernel->values + at;
		if (arg->kind == BE_ARG_LOCAL) {
			local = align_up(local, LOCAL_ALIGN);
			value = place_local(kernel, i, local);
			if (!checked_add(local, arg->bytes, &local) || local > INT32_MAX)
				return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument",
						"argument %zu: too much local memory", i);
			kernel->has_local = true;
		}
		if (arg->kind == BE_ARG_VALUE && arg->bytes)
			memcpy(kernel->values + at, arg->value, arg->bytes);
		else if (arg->kind != BE_ARG_VALUE)
			memcpy(kernel->values + at, &value, sizeof(value));
		at += align_up(arg->kind == BE_ARG_VALUE ? arg->bytes : sizeof(value), VALUE_ALIGN);
	}
	kernel->arg_count = launch->arg_count;
	/* The block begins after the kernel's own shared memory, rounded up by the driver. */
	if (kernel->has_local)
		local += align_up(kernel->static_shared, LOCAL_ALIGN) - kernel->static_shared;
	kernel->local_bytes = local;
	kernel->dynamic_bytes = launch->dynamic_local_bytes;
	return 0;
}

/* More than 48 KiB of shared memory must be requested. The limit belongs to the function, which several of our kernels
 * may share: it is set to the maximum, so that none lowers it for another. */
static int allow_shared(struct syb_ctx *ctx, struct be_kernel *kernel)
{
	const struct be_device *device = kernel->device;
	size_t most =
		device->most_shared > 0 ? (size_t)device->most_shared - kernel->static_shared : kernel->local_bytes;
	int r;

	if (device->most_shared > 0 && kernel->local_bytes + kernel->static_shared > (size_t)device->most_shared)
		return syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "kernel-argument",
				"%zu bytes of local memory exceed the device's limit of %d",
				kernel->local_bytes + kernel->static_shared, device->most_shared);
	r = device->backend->api.function_set(kernel->function, CUDA_FUNC_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)most);
	if (r == CUDA_OK)
		kernel->dynamic_allowed = most;
	return cuda_check(ctx, device->backend, r, "cuFuncSetAttribute");
}

static int prepare(struct syb_ctx *ctx, struct be_kernel *kernel, const struct be_launch *launch)
{
	int r = 0;

	if (launch->args_changed || launch->arg_count != kernel->arg_count ||
	    launch->dynamic_local_bytes != kernel->dynamic_bytes) {
		/* After a failure, the next call must not launch with an incomplete arrangement. */
		kernel->arg_count = SIZE_MAX;
		r = lay_out(ctx, kernel, launch);
	}
	if (r >= 0 && kernel->local_bytes > kernel->dynamic_allowed)
		r = allow_shared(ctx, kernel);
	return r;
}

/* A warp in dimension 0, so that neighbours read neighbouring bytes, and eight of them in the others, so that a group
 * is a tile; dimension 0 alone takes what the others leave. */
void cuda_choose_local(const struct be_kernel *kernel, uint32_t dims, const size_t global[3], size_t out_local[3])
{
	size_t most = kernel->most_threads && kernel->most_threads < CHOSEN_MOST ? kernel->most_threads : CHOSEN_MOST;
	size_t left;

	out_local[0] = dims > 1 ? driver_local_size(global[0], most < WARP ? most : WARP) : 1;
	left = most / out_local[0];
	for (uint32_t d = 1; d < 3; d++) {
		out_local[d] =
			d < dims ? driver_local_size(global[d], d == 2 && left > MOST_DEEP ? MOST_DEEP : left) : 1;
		left /= out_local[d];
	}
	out_local[0] = driver_local_size(global[0], left * out_local[0]);
}

static const size_t *local_size(struct be_kernel *kernel, const struct be_launch *launch)
{
	if (launch->local[0])
		return launch->local;
	if (kernel->chosen_dims != launch->dims ||
	    memcmp(kernel->chosen_global, launch->global, sizeof(kernel->chosen_global)) != 0) {
		cuda_choose_local(kernel, launch->dims, launch->global, kernel->chosen_local);
		memcpy(kernel->chosen_global, launch->global, sizeof(kernel->chosen_global));
		kernel->chosen_dims = launch->dims;
	}
	return kernel->chosen_local;
}

static int make_grid(struct syb_ctx *ctx, struct be_kernel *kernel, const struct be_launch *launch, unsigned grid[3],
		     unsigned block[3])
{
	const size_t *sizes = local_size(kernel, launch);

	for (unsigned d = 0; d < 3; d++) {
		size_t global = d < launch->dims ? launch->global[d] : 1;
		size_t local = d < launch->dims && sizes[d] ? sizes[d] : 1;

		if (d < launch->dims && launch->offset[d])
			return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "nd-range",
					"CUDA does not support global offsets");
		if (global == 0 || global % local || global / local > UINT32_MAX || local > UINT32_MAX)
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "nd-range",
					"dimension %u: global size %zu, local size %zu", d, global, local);
		grid[d] = (unsigned)(global / local);
		block[d] = (unsigned)local;
	}
	return 0;
}

int cuda_launch(struct syb_ctx *ctx, struct be_queue *queue, struct be_kernel *kernel, const struct be_launch *launch,
		struct be_event *const *wait, size_t wait_count, struct be_event **out_event)
{
	const struct backend *backend = queue->device->backend;
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };
	struct be_event *event = NULL;
	unsigned grid[3], block[3];
	int r = cuda_enter(ctx, queue->device, &scope);

	if (r >= 0)
		r = prepare(ctx, kernel, launch);
	if (r >= 0)
		r = make_grid(ctx, kernel, launch, grid, block);
	if (r >= 0 && (wait_count || out_event))
		r = cuda_command_begin(ctx, queue, wait, wait_count, out_event != NULL, &event);
	if (r < 0)
		return r;
	r = backend->api.launch(kernel->function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
				(unsigned)kernel->local_bytes, queue->stream, kernel->params, NULL);
	return cuda_command_end(ctx, queue, cuda_check(ctx, backend, r, "cuLaunchKernel"), event, out_event);
}
