/* adapter/ur_usm.c — unified shared memory: allocations, properties of an address, copies, fills and hints. */
#include "adapter.h"

/* The driver's allocations are aligned to 256 bytes. */
enum { USM_ALIGN = 256 };

static ur_result_t alloc(ur_context_handle_t context, enum syb_mem_kind kind, const ur_usm_desc_t *desc,
			 ur_usm_pool_handle_t pool, size_t size, void **out_address)
{
	struct syb_ctx space, *ctx = call_begin(&space);

	if (pool)
		return call_refuse(UR_RESULT_ERROR_UNSUPPORTED_FEATURE, "memory pools are not supported");
	if (desc && desc->align > USM_ALIGN)
		return call_refuse(UR_RESULT_ERROR_UNSUPPORTED_ALIGNMENT,
				   "an alignment of %u bytes is not supported; the maximum is %d", desc->align,
				   USM_ALIGN);
	return call_end(cuda_alloc(ctx, context_device(context), kind, size ? size : 1, out_address));
}

ur_result_t urUSMHostAlloc(ur_context_handle_t context, const ur_usm_desc_t *desc, ur_usm_pool_handle_t pool,
			   size_t size, void **out_address)
{
	return alloc(context, SYB_MEM_HOST, desc, pool, size, out_address);
}

ur_result_t urUSMDeviceAlloc(ur_context_handle_t context, ur_device_handle_t device, const ur_usm_desc_t *desc,
			     ur_usm_pool_handle_t pool, size_t size, void **out_address)
{
	(void)device; /* the context has one */
	return alloc(context, SYB_MEM_DEVICE, desc, pool, size, out_address);
}

ur_result_t urUSMSharedAlloc(ur_context_handle_t context, ur_device_handle_t device, const ur_usm_desc_t *desc,
			     ur_usm_pool_handle_t pool, size_t size, void **out_address)
{
	(void)device;
	return alloc(context, SYB_MEM_SHARED, desc, pool, size, out_address);
}

ur_result_t urUSMFree(ur_context_handle_t context, void *mem)
{
	struct syb_ctx space, *ctx = call_begin(&space);

	return call_end(cuda_free(ctx, context_device(context), mem));
}

static ur_usm_type_t usm_type(const struct cuda_pointer *pointer)
{
	if (!pointer->known)
		return UR_USM_TYPE_UNKNOWN;
	return pointer->kind == SYB_MEM_HOST     ? UR_USM_TYPE_HOST
	       : pointer->kind == SYB_MEM_SHARED ? UR_USM_TYPE_SHARED
						 : UR_USM_TYPE_DEVICE;
}

ur_result_t urUSMGetMemAllocInfo(ur_context_handle_t context, const void *mem, ur_usm_alloc_info_t what, UR_ANSWER)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };
	struct cuda_pointer pointer = { 0 };
	int r = cuda_enter(ctx, context_device(context), &scope);

	if (r == 0)
		r = cuda_pointer(ctx, context_device(context), mem, &pointer);
	if (r < 0)
		return call_end(r);
	if (!pointer.known && what != UR_USM_ALLOC_INFO_TYPE)
		return call_refuse(UR_RESULT_ERROR_INVALID_VALUE, "%p is not memory of the driver", mem);
	switch (what) {
	case UR_USM_ALLOC_INFO_TYPE:
		return ANSWER(ur_usm_type_t, usm_type(&pointer));
	case UR_USM_ALLOC_INFO_BASE_PTR:
		return ANSWER(void *, pointer.base);
	case UR_USM_ALLOC_INFO_SIZE:
		return ANSWER(size_t, pointer.bytes);
	case UR_USM_ALLOC_INFO_DEVICE:
		return ANSWER(ur_device_handle_t, context->device);
	case UR_USM_ALLOC_INFO_POOL:
		return ANSWER(ur_usm_pool_handle_t, NULL);
	default:
		return answer_unknown("urUSMGetMemAllocInfo", what);
	}
}

/* ---- commands ---- */

ur_result_t urEnqueueUSMMemcpy(ur_queue_handle_t queue, bool blocking, void *dst, const void *src, size_t size,
			       UR_WAITS)
{
	const struct be_transfer t = { .kind = BE_COPY, .to = dst, .from = src, .bytes = size };

	return command_transfer(queue, UR_COMMAND_USM_MEMCPY, &t, blocking, wait_count, wait, out_event);
}

ur_result_t urEnqueueUSMFill(ur_queue_handle_t queue, void *mem, size_t pattern_bytes, const void *pattern, size_t size,
			     UR_WAITS)
{
	const struct be_transfer t = {
		.kind = BE_FILL, .to = mem, .from = pattern, .bytes = size, .pattern_bytes = pattern_bytes
	};

	return command_transfer(queue, UR_COMMAND_USM_FILL, &t, false, wait_count, wait, out_event);
}

ur_result_t urEnqueueUSMMemcpy2D(ur_queue_handle_t queue, bool blocking, void *dst, size_t dst_pitch, const void *src,
				 size_t src_pitch, size_t width, size_t height, UR_WAITS)
{
	const struct cuda_rect rect = {
		.to = dst,
		.from = src,
		.width = width,
		.height = height,
		.depth = 1,
		.to_row = dst_pitch,
		.from_row = src_pitch,
	};
	struct command command;
	int r = command_begin(&command, queue, UR_COMMAND_USM_MEMCPY_2D, wait_count, wait, out_event);

	if (r >= 0)
		r = cuda_copy_rect(command.ctx, queue->be, &rect);
	return command_end(&command, r, blocking, out_event);
}

ur_result_t urEnqueueUSMPrefetch(ur_queue_handle_t queue, const void *mem, size_t size, ur_usm_migration_flags_t flags,
				 UR_WAITS)
{
	struct command command;
	int r = command_begin(&command, queue, UR_COMMAND_USM_PREFETCH, wait_count, wait, out_event);

	if (r >= 0)
		r = cuda_prefetch(command.ctx, queue->be, mem, size, flags & UR_USM_MIGRATION_FLAG_DEVICE_TO_HOST);
	return command_end(&command, r, false, out_event);
}

/* Advice that the driver has; the interface's other kinds are for other devices and change no result. */
static const struct {
	ur_usm_advice_flags_t flag;
	enum cuda_advice advice;
	bool about_host;
} advices[] = {
	{ UR_USM_ADVICE_FLAG_SET_READ_MOSTLY, CUDA_ADVISE_SET_READ_MOSTLY, false },
	{ UR_USM_ADVICE_FLAG_CLEAR_READ_MOSTLY, CUDA_ADVISE_UNSET_READ_MOSTLY, false },
	{ UR_USM_ADVICE_FLAG_SET_PREFERRED_LOCATION, CUDA_ADVISE_SET_PREFERRED_LOCATION, false },
	{ UR_USM_ADVICE_FLAG_CLEAR_PREFERRED_LOCATION, CUDA_ADVISE_UNSET_PREFERRED_LOCATION, false },
	{ UR_USM_ADVICE_FLAG_SET_ACCESSED_BY_DEVICE, CUDA_ADVISE_SET_ACCESSED_BY, false },
	{ UR_USM_ADVICE_FLAG_CLEAR_ACCESSED_BY_DEVICE, CUDA_ADVISE_UNSET_ACCESSED_BY, false },
	{ UR_USM_ADVICE_FLAG_SET_ACCESSED_BY_HOST, CUDA_ADVISE_SET_ACCESSED_BY, true },
	{ UR_USM_ADVICE_FLAG_CLEAR_ACCESSED_BY_HOST, CUDA_ADVISE_UNSET_ACCESSED_BY, true },
	{ UR_USM_ADVICE_FLAG_SET_PREFERRED_LOCATION_HOST, CUDA_ADVISE_SET_PREFERRED_LOCATION, true },
	{ UR_USM_ADVICE_FLAG_CLEAR_PREFERRED_LOCATION_HOST, CUDA_ADVISE_UNSET_PREFERRED_LOCATION, true },
};

ur_result_t urEnqueueUSMAdvise(ur_queue_handle_t queue, const void *mem, size_t size, ur_usm_advice_flags_t advice,
			       ur_event_handle_t *out_event)
{
	struct command command;
	int r = command_begin(&command, queue, UR_COMMAND_USM_ADVISE, 0, NULL, out_event);

	for (size_t i = 0; i < ARRAY_SIZE(advices) && r >= 0; i++)
		if (advice & advices[i].flag)
			r = cuda_advise(command.ctx, context_device(queue->context), mem, size, advices[i].advice,
					advices[i].about_host);
	return command_end(&command, r, false, out_event);
}
