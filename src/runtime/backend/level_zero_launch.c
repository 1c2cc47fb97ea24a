/* runtime/backend/level_zero_launch.c — a kernel's arguments and its launch. The driver keeps arguments and group size
 * in the kernel object, so they are set only when they changed. */
#include "level_zero.h"

#include "base/number.h"
#include "driver.h"

static int set_args(struct syb_ctx *ctx, struct be_kernel *kernel, const struct be_launch *launch)
{
	const struct l0_api *api = &kernel->device->backend->api;

	if (launch->arg_count != kernel->arg_count)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument",
				"%zu argument%s given, but the kernel takes %u", launch->arg_count,
				PLURAL(launch->arg_count), kernel->arg_count);
	for (size_t i = 0; i < launch->arg_count; i++) {
		const struct be_arg *arg = &launch->args[i];
		const void *value = arg->value;
		size_t bytes = arg->bytes;
		int r;

		if (arg->kind == BE_ARG_NONE)
			return driver_missing_arg(ctx, i);
		if (arg->kind == BE_ARG_POINTER) {
			value = &arg->value;
			bytes = sizeof(arg->value);
		} else if (arg->kind == BE_ARG_LOCAL) {
			value = NULL;
		}
		r = api->kernel_arg(kernel->kernel, (uint32_t)i, bytes, value);
		if (r == L0_ERROR_INVALID_KERNEL_ARGUMENT_SIZE || r == L0_ERROR_INVALID_KERNEL_ARGUMENT_INDEX)
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "kernel-argument",
					"argument %zu of %zu bytes: %s", i, bytes, l0_result_name(r));
		if (r != L0_SUCCESS)
			return l0_check(ctx, r, "zeKernelSetArgumentValue");
	}
	return 0;
}

static int choose_group(struct syb_ctx *ctx, struct be_kernel *kernel, const size_t global[3], uint32_t group[3])
{
	int r;

	if (memcmp(kernel->chosen_for, global, sizeof(kernel->chosen_for)) != 0) {
		r = kernel->device->backend->api.kernel_suggest(
			kernel->kernel, (uint32_t)global[0], (uint32_t)global[1], (uint32_t)global[2],
			&kernel->chosen[0], &kernel->chosen[1], &kernel->chosen[2]);
		if (r != L0_SUCCESS)
			return l0_check(ctx, r, "zeKernelSuggestGroupSize");
		for (size_t d = 0; d < 3; d++)
			if (kernel->chosen[d] == 0 || global[d] % kernel->chosen[d])
				return driver_bad_answer(ctx, "zeKernelSuggestGroupSize",
							 "%u work-items do not divide %zu in dimension %zu",
							 kernel->chosen[d], global[d], d);
		memcpy(kernel->chosen_for, global, sizeof(kernel->chosen_for));
	}
	memcpy(group, kernel->chosen, sizeof(kernel->chosen));
	return 0;
}

static int make_groups(struct syb_ctx *ctx, struct be_kernel *kernel, const struct be_launch *launch,
		       struct l0_group_count *out_count, uint32_t group[3])
{
	size_t global[3] = { 1, 1, 1 };
	bool chosen = launch->local[0] == 0;

	for (uint32_t d = 0; d < 3; d++) {
		global[d] = d < launch->dims ? launch->global[d] : 1;
		group[d] = d < launch->dims && launch->local[d] <= UINT32_MAX ? (uint32_t)launch->local[d] : 1;
		if (global[d] == 0 || global[d] > UINT32_MAX || (d < launch->dims && launch->local[d] > UINT32_MAX))
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "nd-range", "dimension %u: global size %zu", d,
					global[d]);
	}
	if (chosen) {
		TRY(choose_group(ctx, kernel, global, group));
	}
	for (uint32_t d = 0; d < 3; d++) {
		if (group[d] == 0 || global[d] % group[d])
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "nd-range",
					"dimension %u: global size %zu, local size %u", d, global[d], group[d]);
		out_count->count[d] = (uint32_t)(global[d] / group[d]);
	}
	return 0;
}

static int set_group(struct syb_ctx *ctx, struct be_kernel *kernel, const uint32_t group[3])
{
	int r;

	if (memcmp(kernel->group, group, sizeof(kernel->group)) == 0)
		return 0;
	r = kernel->device->backend->api.kernel_group(kernel->kernel, group[0], group[1], group[2]);
	if (r == L0_ERROR_INVALID_GROUP_SIZE_DIMENSION)
		return syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "nd-range",
				"a work-group of %u x %u x %u work-items: %s", group[0], group[1], group[2],
				l0_result_name(r));
	if (r == L0_SUCCESS)
		memcpy(kernel->group, group, sizeof(kernel->group));
	return l0_check(ctx, r, "zeKernelSetGroupSize");
}

static int set_offset(struct syb_ctx *ctx, struct be_kernel *kernel, const struct be_launch *launch)
{
	const struct l0_api *api = &kernel->device->backend->api;
	uint32_t offset[3] = { 0, 0, 0 };
	bool wanted = false;
	int r;

	for (uint32_t d = 0; d < launch->dims; d++) {
		if (launch->offset[d] > UINT32_MAX)
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "nd-range", "dimension %u: offset %zu", d,
					launch->offset[d]);
		offset[d] = (uint32_t)launch->offset[d];
		wanted |= offset[d] != 0;
	}
	if (!wanted && !kernel->has_offset)
		return 0;
	if (!api->kernel_offset)
		return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "nd-range",
				"this driver does not support global offsets");
	r = api->kernel_offset(kernel->kernel, offset[0], offset[1], offset[2]);
	if (r == L0_SUCCESS)
		kernel->has_offset = wanted;
	return l0_check(ctx, r, "zeKernelSetGlobalOffsetExp");
}

int l0_launch(struct syb_ctx *ctx, struct be_queue *queue, struct be_kernel *kernel, const struct be_launch *launch,
	      struct be_event *const *wait, size_t wait_count, struct be_event **out_event)
{
	struct l0_group_count groups;
	struct l0_command command;
	uint32_t group[3];
	int r = launch->args_changed ? set_args(ctx, kernel, launch) : 0;

	if (r >= 0)
		r = make_groups(ctx, kernel, launch, &groups, group);
	if (r >= 0)
		r = set_group(ctx, kernel, group);
	if (r >= 0)
		r = set_offset(ctx, kernel, launch);
	if (r >= 0)
		r = l0_command_begin(ctx, queue, wait, wait_count, out_event != NULL, &command);
	if (r < 0)
		return r;
	r = queue->device->backend->api.launch(queue->list, kernel->kernel, &groups, command.signal, command.wait_count,
					       command.wait);
	return l0_command_end(&command, l0_check(ctx, r, "zeCommandListAppendLaunchKernel"), out_event);
}
