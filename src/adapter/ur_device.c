/* adapter/ur_device.c — devices: listing them, the choice of an image, and contexts.
 *
 * A context has one device, since each device is a platform of its own. It is the device's primary context, which
 * CUDA's own runtime uses, too. */
#include "adapter.h"

#include <stdio.h>

ur_result_t urDeviceGet(ur_platform_handle_t platform, ur_device_type_t device_type, uint32_t room,
			ur_device_handle_t *out_devices, uint32_t *out_count)
{
	bool has = device_type == UR_DEVICE_TYPE_ALL || device_type == UR_DEVICE_TYPE_DEFAULT ||
		   device_type == UR_DEVICE_TYPE_GPU;

	if (has && out_devices && room)
		out_devices[0] = platform->device;
	if (out_count)
		*out_count = has;
	return UR_RESULT_SUCCESS;
}

/* Devices live as long as the process. */
ur_result_t urDeviceRetain(ur_device_handle_t device)
{
	(void)device;
	return UR_RESULT_SUCCESS;
}

ur_result_t urDeviceRelease(ur_device_handle_t device)
{
	(void)device;
	return UR_RESULT_SUCCESS;
}

/* Native code for this architecture comes before PTX, which the driver has to compile. */
ur_result_t urDeviceSelectBinary(ur_device_handle_t device, const ur_device_binary_t *binaries, uint32_t binary_count,
				 uint32_t *out_selected)
{
	for (uint32_t i = 0; i < binary_count; i++) {
		const char *target = binaries[i].pDeviceTargetSpec;

		adapter_log(UR_LOGGER_LEVEL_DEBUG, "image %u has target %s", i, target ? target : "(none)");
		if (target && strcmp(target, "nvptx64") == 0) {
			*out_selected = i;
			return UR_RESULT_SUCCESS;
		}
	}
	return call_refuse(UR_RESULT_ERROR_INVALID_BINARY,
			   "the program has no image for NVIDIA GPUs (%s): link it with "
			   "-fsycl-targets=nvptx64-nvidia-cuda",
			   device->info.info.name);
}

ur_result_t urDeviceGetNativeHandle(ur_device_handle_t device, ur_native_handle_t *out_native_device)
{
	*out_native_device = (ur_native_handle_t)device->be->device;
	return UR_RESULT_SUCCESS;
}

ur_result_t urDeviceCreateWithNativeHandle(ur_native_handle_t native_device, ur_adapter_handle_t adapter,
					   const ur_device_native_properties_t *properties,
					   ur_device_handle_t *out_device)
{
	(void)adapter;
	(void)properties;
	for (size_t i = 0; i < adapter_device_count(); i++)
		if ((ur_native_handle_t)adapter_device(i)->be->device == native_device) {
			*out_device = adapter_device(i);
			return UR_RESULT_SUCCESS;
		}
	return call_refuse(UR_RESULT_ERROR_INVALID_DEVICE, "there is no CUDA device %zu", (size_t)native_device);
}

/* Times of events are converted to the host's clock (ur_queue.c), so the device has the same one. */
ur_result_t urDeviceGetGlobalTimestamps(ur_device_handle_t device, uint64_t *out_device, uint64_t *out_host)
{
	uint64_t now = host_time();

	(void)device;
	if (out_device)
		*out_device = now;
	if (out_host)
		*out_host = now;
	return UR_RESULT_SUCCESS;
}

ur_result_t urDeviceWaitExp(ur_device_handle_t device)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };
	int r = cuda_enter(ctx, device->be, &scope);

	if (r == 0)
		r = cuda_check(ctx, device->be->backend, device->be->backend->api.context_wait(), "cuCtxSynchronize");
	return call_end(r);
}

/* ---- contexts ---- */

static ur_result_t make_context(ur_device_handle_t device, ur_context_handle_t *out_context)
{
	struct syb_ctx space, *ctx = call_begin(&space);
	_cleanup_(cuda_leave) struct cuda_scope scope = { 0 };
	ur_context_handle_t context;
	int r = cuda_enter(ctx, device->be, &scope); /* report a context that cannot be entered here, not later */

	if (r < 0)
		return call_end(r);
	context = handle_new(ctx, sizeof(*context));
	if (!context)
		return call_end(-SYB_E_NOMEM);
	context->device = device;
	*out_context = context;
	return UR_RESULT_SUCCESS;
}

ur_result_t urContextCreate(uint32_t device_count, const ur_device_handle_t *devices,
			    const ur_context_properties_t *properties, ur_context_handle_t *out_context)
{
	(void)properties;
	if (device_count != 1)
		return call_refuse(UR_RESULT_ERROR_INVALID_VALUE,
				   "a context has one NVIDIA GPU, but %u devices are given", device_count);
	return make_context(devices[0], out_context);
}

ur_result_t urContextCreateWithNativeHandle(ur_native_handle_t native_context, ur_adapter_handle_t adapter,
					    uint32_t device_count, const ur_device_handle_t *devices,
					    const ur_context_native_properties_t *properties,
					    ur_context_handle_t *out_context)
{
	(void)properties;
	for (size_t i = 0; i < adapter_device_count(); i++) {
		ur_device_handle_t device = adapter_device(i);

		if ((ur_native_handle_t)atomic_load(&device->be->context) == native_context &&
		    (device_count == 0 || devices[0] == device))
			return make_context(device, out_context);
	}
	(void)adapter;
	return call_refuse(UR_RESULT_ERROR_INVALID_CONTEXT,
			   "the native context is not the primary context of a device");
}

ur_result_t urContextRetain(ur_context_handle_t context)
{
	handle_retain(&context->handle);
	return UR_RESULT_SUCCESS;
}

ur_result_t urContextRelease(ur_context_handle_t context)
{
	if (handle_release(&context->handle))
		handle_free(context);
	return UR_RESULT_SUCCESS;
}

ur_result_t urContextGetInfo(ur_context_handle_t context, ur_context_info_t what, UR_ANSWER)
{
	switch (what) {
	case UR_CONTEXT_INFO_NUM_DEVICES:
		return ANSWER(uint32_t, 1);
	case UR_CONTEXT_INFO_DEVICES:
		return ANSWER(ur_device_handle_t, context->device);
	case UR_CONTEXT_INFO_REFERENCE_COUNT:
		return ANSWER(uint32_t, atomic_load(&context->handle.references));
	case UR_CONTEXT_INFO_USM_MEMCPY2D_SUPPORT:
		return ANSWER(ur_bool_t, true);
	case UR_CONTEXT_INFO_USM_FILL2D_SUPPORT: /* the runtime passes elements as bytes; its kernel does not */
		return ANSWER(ur_bool_t, false);
	default:
		return answer_unknown("urContextGetInfo", what);
	}
}

ur_result_t urContextGetNativeHandle(ur_context_handle_t context, ur_native_handle_t *out_native_context)
{
	*out_native_context = (ur_native_handle_t)atomic_load(&context_device(context)->context);
	return UR_RESULT_SUCCESS;
}
