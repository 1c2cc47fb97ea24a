/* adapter/ur_kernel.c — kernels: their properties and their launch. */
#include "adapter.h"

#include <stdio.h>

enum {
	SUB_GROUP = 32,
	MOST_ARGS = 64, /* without memory from the heap */
	ARGS_LIMIT = 4096,
};

static void destroy(ur_kernel_handle_t kernel)
{
	if (kernel->be)
		cuda_kernel_close(kernel->be);
	if (kernel->with_offset)
		cuda_kernel_close(kernel->with_offset);
	pthread_mutex_destroy(&kernel->lock);
	urProgramRelease(kernel->program);
	handle_free(kernel);
}

/* A kernel that depends on the offset of its launch has a second form, which takes the offset (docs/nvidia.md). */
static int open_with_offset(struct syb_ctx *ctx, ur_kernel_handle_t kernel)
{
	struct be_program *program = kernel->program->be;
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };
	_cleanup_(arena_free) struct arena arena = { 0 };
	const char *name = arena_printf(ctx, &arena, "%s_with_offset", kernel->name);
	struct be_kernel_info info;
	cuda_function function;
	int r;

	if (!name)
		return -SYB_E_NOMEM;
	TRY(cuda_enter(ctx, program->device, &scope));
	r = program->device->backend->api.module_function(&function, program->module, name);
	if (r == CUDA_NOT_FOUND)
		return 0;
	TRY(cuda_check(ctx, program->device->backend, r, "cuModuleGetFunction"));
	return cuda_kernel_open(ctx, program, name, &info, &kernel->with_offset);
}

ur_result_t urKernelCreate(ur_program_handle_t program, const char *name, ur_kernel_handle_t *out_kernel)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	size_t len = strlen(name);
	ur_kernel_handle_t kernel;
	int r;

	if (!program->be)
		return call_refuse(UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE, "the program is not built");
	kernel = handle_new(ctx, sizeof(*kernel) + len + 1);
	if (!kernel)
		return call_end(-SYB_E_NOMEM);
	memcpy(kernel->name, name, len + 1);
	pthread_mutex_init(&kernel->lock, NULL);
	kernel->program = program;
	handle_retain(&program->handle);
	kernel->metadata = program_metadata(program, name);
	r = cuda_kernel_open(ctx, program->be, name, &kernel->info, &kernel->be);
	if (r >= 0)
		r = open_with_offset(ctx, kernel);
	if (r < 0) {
		destroy(kernel);
		return call_end(r);
	}
	*out_kernel = kernel;
	return UR_RESULT_SUCCESS;
}

ur_result_t urKernelRetain(ur_kernel_handle_t kernel)
{
	handle_retain(&kernel->handle);
	return UR_RESULT_SUCCESS;
}

ur_result_t urKernelRelease(ur_kernel_handle_t kernel)
{
	if (handle_release(&kernel->handle))
		destroy(kernel);
	return UR_RESULT_SUCCESS;
}

/* NVIDIA's driver does not need to know what kernels access, or how to divide caches. */
ur_result_t urKernelSetExecInfo(ur_kernel_handle_t kernel, ur_kernel_exec_info_t what, size_t size,
				const ur_kernel_exec_info_properties_t *properties, const void *value)
{
	(void)kernel;
	(void)what;
	(void)size;
	(void)properties;
	(void)value;
	return UR_RESULT_SUCCESS;
}

ur_result_t urKernelGetNativeHandle(ur_kernel_handle_t kernel, ur_native_handle_t *out_native_kernel)
{
	*out_native_kernel = (ur_native_handle_t)kernel->be->function;
	return UR_RESULT_SUCCESS;
}

/* ---- queries ---- */

ur_result_t urKernelGetInfo(ur_kernel_handle_t kernel, ur_kernel_info_t what, UR_ANSWER)
{
	switch (what) {
	case UR_KERNEL_INFO_FUNCTION_NAME:
		return answer_text(ANSWER_HERE, kernel->name);
	case UR_KERNEL_INFO_NUM_ARGS:
		return ANSWER(uint32_t, kernel->info.arg_count);
	case UR_KERNEL_INFO_REFERENCE_COUNT:
		return ANSWER(uint32_t, atomic_load(&kernel->handle.references));
	case UR_KERNEL_INFO_CONTEXT:
		return ANSWER(ur_context_handle_t, kernel->program->context);
	case UR_KERNEL_INFO_PROGRAM:
		return ANSWER(ur_program_handle_t, kernel->program);
	case UR_KERNEL_INFO_ATTRIBUTES:
		return answer_text(ANSWER_HERE, "");
	case UR_KERNEL_INFO_NUM_REGS:
		return ANSWER(uint32_t, (uint32_t)kernel->be->registers);
	case UR_KERNEL_INFO_SPILL_MEM_SIZE:
		return ANSWER(uint32_t, (uint32_t)kernel->info.private_bytes);
	default:
		return answer_unknown("urKernelGetInfo", what);
	}
}

/* The work-group size that the source requires: zeros if it requires none. */
static const uint32_t *required_size(const struct ur_kernel_handle_t_ *kernel)
{
	static const uint32_t none[3];

	return kernel->metadata ? kernel->metadata->group_size : none;
}

ur_result_t urKernelGetGroupInfo(ur_kernel_handle_t kernel, ur_device_handle_t device, ur_kernel_group_info_t what,
				 UR_ANSWER)
{
	const uint32_t *required = required_size(kernel);
	const size_t sizes[3] = { required[0], required[1], required[2] }, none[3] = { 0 };

	(void)device;
	switch (what) {
	case UR_KERNEL_GROUP_INFO_WORK_GROUP_SIZE:
		return ANSWER(size_t, kernel->info.max_work_group_size);
	case UR_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE:
		return answer_bytes(ANSWER_HERE, sizes, sizeof(sizes));
	case UR_KERNEL_GROUP_INFO_LOCAL_MEM_SIZE:
		return ANSWER(size_t, kernel->info.local_bytes);
	case UR_KERNEL_GROUP_INFO_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
		return ANSWER(size_t, kernel->info.preferred_multiple);
	case UR_KERNEL_GROUP_INFO_PRIVATE_MEM_SIZE:
		return ANSWER(size_t, kernel->info.private_bytes);
	case UR_KERNEL_GROUP_INFO_COMPILE_MAX_WORK_GROUP_SIZE:
		return answer_bytes(ANSWER_HERE, none, sizeof(none));
	case UR_KERNEL_GROUP_INFO_COMPILE_MAX_LINEAR_WORK_GROUP_SIZE:
		return ANSWER(size_t, 0);
	default:
		return answer_unknown("urKernelGetGroupInfo", what);
	}
}

ur_result_t urKernelGetSubGroupInfo(ur_kernel_handle_t kernel, ur_device_handle_t device,
				    ur_kernel_sub_group_info_t what, UR_ANSWER)
{
	(void)device;
	switch (what) {
	case UR_KERNEL_SUB_GROUP_INFO_MAX_SUB_GROUP_SIZE:
	case UR_KERNEL_SUB_GROUP_INFO_SUB_GROUP_SIZE_INTEL:
		return ANSWER(uint32_t, SUB_GROUP);
	case UR_KERNEL_SUB_GROUP_INFO_MAX_NUM_SUB_GROUPS:
		return ANSWER(uint32_t, (uint32_t)((kernel->info.max_work_group_size + SUB_GROUP - 1) / SUB_GROUP));
	case UR_KERNEL_SUB_GROUP_INFO_COMPILE_NUM_SUB_GROUPS:
		return ANSWER(uint32_t, 0);
	default:
		return answer_unknown("urKernelGetSubGroupInfo", what);
	}
}

ur_result_t urKernelGetSuggestedLocalWorkSize(ur_kernel_handle_t kernel, ur_queue_handle_t queue, uint32_t dims,
					      const size_t *offset, const size_t *global, size_t *out_local)
{
	const uint32_t *required = required_size(kernel);
	size_t sizes[3] = { 1, 1, 1 }, local[3];

	(void)queue;
	(void)offset;
	if (dims < 1 || dims > 3)
		return UR_RESULT_ERROR_INVALID_WORK_DIMENSION;
	memcpy(sizes, global, dims * sizeof(*sizes));
	cuda_choose_local(kernel->be, dims, sizes, local);
	for (uint32_t d = 0; d < dims; d++)
		out_local[d] = required[d] ? required[d] : local[d];
	return UR_RESULT_SUCCESS;
}

ur_result_t urKernelGetSuggestedLocalWorkSizeWithArgs(ur_kernel_handle_t kernel, ur_queue_handle_t queue, uint32_t dims,
						      const size_t *offset, const size_t *global, uint32_t arg_count,
						      const ur_exp_kernel_arg_properties_t *args, size_t *out_local)
{
	(void)arg_count;
	(void)args;
	return urKernelGetSuggestedLocalWorkSize(kernel, queue, dims, offset, global, out_local);
}

/* ---- launch ---- */

static ur_result_t read_arg(const ur_exp_kernel_arg_properties_t *from, struct be_arg *to)
{
	ur_mem_handle_t mem;

	switch (from->type) {
	case UR_EXP_KERNEL_ARG_TYPE_VALUE:
		*to = (struct be_arg){ BE_ARG_VALUE, from->value.value, from->size };
		return UR_RESULT_SUCCESS;
	case UR_EXP_KERNEL_ARG_TYPE_POINTER:
		*to = (struct be_arg){ BE_ARG_POINTER, from->value.pointer, 0 };
		return UR_RESULT_SUCCESS;
	case UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ:
		mem = from->value.memObjTuple.hMem;
		*to = (struct be_arg){ BE_ARG_POINTER, mem ? mem->address : NULL, 0 };
		return UR_RESULT_SUCCESS;
	case UR_EXP_KERNEL_ARG_TYPE_LOCAL:
		*to = (struct be_arg){ BE_ARG_LOCAL, NULL, from->size };
		return UR_RESULT_SUCCESS;
	default:
		return call_refuse(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
				   "argument %u is an image or a sampler, which Sybil's adapter does not support",
				   from->index);
	}
}

/* Arguments by their index; out_count is one more than the highest. */
static ur_result_t read_args(const ur_exp_kernel_arg_properties_t *from, uint32_t count, struct be_arg *to, size_t room,
			     size_t *out_count)
{
	ur_result_t result = UR_RESULT_SUCCESS;

	*out_count = 0;
	for (uint32_t i = 0; i < count && result == UR_RESULT_SUCCESS; i++) {
		if (from[i].index >= room)
			return call_refuse(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
					   "the argument has index %u, but the kernel gets %u arguments", from[i].index,
					   count);
		result = read_arg(&from[i], &to[from[i].index]);
		if (from[i].index >= *out_count)
			*out_count = from[i].index + 1;
	}
	return result;
}

/* Properties of the launch: memory for the work-group is the only one that the adapter has. */
static ur_result_t read_properties(const ur_kernel_launch_ext_properties_t *more, struct be_launch *launch)
{
	if (more && more->flags & UR_KERNEL_LAUNCH_FLAG_COOPERATIVE)
		return call_refuse(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
				   "cooperative launches (root groups) are not supported on NVIDIA GPUs");
	for (const ur_base_properties_t *p = more ? more->pNext : NULL; p; p = p->pNext) {
		if (p->stype != UR_STRUCTURE_TYPE_KERNEL_LAUNCH_WORKGROUP_PROPERTY)
			return call_refuse(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
					   "property %#x of a launch is not supported on NVIDIA GPUs",
					   (unsigned)p->stype);
		launch->dynamic_local_bytes = ((const ur_kernel_launch_workgroup_property_t *)p)->workgroup_mem_size;
	}
	return UR_RESULT_SUCCESS;
}

static ur_result_t read_sizes(const struct ur_kernel_handle_t_ *kernel, uint32_t dims, const size_t *global,
			      const size_t *local, struct be_launch *launch)
{
	const uint32_t *required = required_size(kernel);
	size_t threads = 1;

	if (dims < 1 || dims > 3)
		return call_refuse(UR_RESULT_ERROR_INVALID_WORK_DIMENSION, "a launch has 1 to 3 dimensions, not %u",
				   dims);
	launch->dims = dims;
	for (uint32_t d = 0; d < dims; d++) {
		launch->global[d] = global[d];
		launch->local[d] = local ? local[d] : required[d];
		if (required[d] && launch->local[d] != required[d])
			return call_refuse(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
					   "kernel %s requires work-groups of %u x %u x %u", kernel->name, required[0],
					   required[1], required[2]);
		if (launch->local[d] > kernel->info.max_work_group_size ||
		    (threads *= launch->local[d]) > kernel->info.max_work_group_size)
			return call_refuse(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
					   "kernel %s supports work-groups of up to %zu work-items", kernel->name,
					   (size_t)kernel->info.max_work_group_size);
	}
	return UR_RESULT_SUCCESS;
}

/* The offset as the last parameter of a kernel's second form, dimension 0 first. */
static ur_result_t make_offset(uint32_t dims, const size_t *from, uint32_t to[3])
{
	for (uint32_t d = 0; d < 3; d++) {
		if (d < dims && from[d] > UINT32_MAX)
			return call_refuse(UR_RESULT_ERROR_INVALID_VALUE,
					   "an offset of %zu is not supported on NVIDIA GPUs; the maximum is %u",
					   from[d], UINT32_MAX);
		to[d] = d < dims ? (uint32_t)from[d] : 0;
	}
	return UR_RESULT_SUCCESS;
}

static bool is_zero(const size_t *values, uint32_t count)
{
	for (uint32_t i = 0; values && i < count; i++)
		if (values[i])
			return false;
	return true;
}

static ur_result_t launch(ur_queue_handle_t queue, ur_kernel_handle_t kernel, struct be_kernel *form,
			  const struct be_launch *be_launch, UR_WAITS)
{
	struct command command;
	int r = command_prepare(&command, queue, UR_COMMAND_KERNEL_LAUNCH, wait_count, wait, out_event);

	if (r >= 0) {
		pthread_mutex_lock(&kernel->lock);
		r = cuda_launch(command.ctx, queue->be, form, be_launch, command.waits.list, command.waits.count,
				out_event ? &command.be_event : NULL);
		pthread_mutex_unlock(&kernel->lock);
	}
	return command_finish(&command, r, false, out_event);
}

/* With room for the arguments, and for an offset behind them. */
static ur_result_t launch_with(ur_queue_handle_t queue, ur_kernel_handle_t kernel, const size_t *offset,
			       const ur_exp_kernel_arg_properties_t *args, uint32_t arg_count, struct be_arg *room,
			       struct be_launch *be_launch, UR_WAITS)
{
	struct be_kernel *form = kernel->be;
	uint32_t value[3];
	ur_result_t result = read_args(args, arg_count, room, arg_count, &be_launch->arg_count);

	if (result != UR_RESULT_SUCCESS)
		return result;
	be_launch->args = room;
	if (kernel->with_offset && !is_zero(offset, be_launch->dims)) {
		result = make_offset(be_launch->dims, offset, value);
		if (result != UR_RESULT_SUCCESS)
			return result;
		form = kernel->with_offset;
		room[be_launch->arg_count++] = (struct be_arg){ BE_ARG_VALUE, value, sizeof(value) };
	}
	return launch(queue, kernel, form, be_launch, wait_count, wait, out_event);
}

ur_result_t urEnqueueKernelLaunchWithArgsExp(ur_queue_handle_t queue, ur_kernel_handle_t kernel, uint32_t dims,
					     const size_t *offset, const size_t *global, const size_t *local,
					     uint32_t arg_count, const ur_exp_kernel_arg_properties_t *args,
					     const ur_kernel_launch_ext_properties_t *more, UR_WAITS)
{
	struct be_launch be_launch = { .args_changed = true };
	struct syb_ctx space, *ctx = call_begin(&space);
	_cleanup_(arena_free) struct arena arena = { 0 };
	struct be_arg few[MOST_ARGS + 1], *room = few;
	ur_result_t result = read_sizes(kernel, dims, global, local, &be_launch);

	if (result == UR_RESULT_SUCCESS)
		result = read_properties(more, &be_launch);
	if (result != UR_RESULT_SUCCESS)
		return result;
	for (uint32_t d = 0; d < dims; d++)
		if (global[d] == 0) /* no work-item: only the event */
			return urEnqueueEventsWait(queue, wait_count, wait, out_event);
	if (arg_count > ARGS_LIMIT)
		return call_refuse(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
				   "%u arguments are given; the maximum is %d", arg_count, ARGS_LIMIT);
	if (arg_count > MOST_ARGS)
		room = arena_array(ctx, &arena, (size_t)arg_count + 1, sizeof(*room));
	if (!room)
		return call_end(-SYB_E_NOMEM);
	memset(room, 0, arg_count * sizeof(*room));
	return launch_with(queue, kernel, offset, args, arg_count, room, &be_launch, wait_count, wait, out_event);
}
