/* adapter/ur_calls.h — the entry points that the adapter has (UR_HAS in ur_entries.def). */
#ifndef ADAPTER_UR_CALLS_H
#define ADAPTER_UR_CALLS_H

ur_result_t urAdapterGet(uint32_t room, ur_adapter_handle_t *out_adapters, uint32_t *out_count);
ur_result_t urAdapterRelease(ur_adapter_handle_t adapter);
ur_result_t urAdapterRetain(ur_adapter_handle_t adapter);
ur_result_t urAdapterGetLastError(ur_adapter_handle_t adapter, const char **out_text, int32_t *out_code);
ur_result_t urAdapterGetInfo(ur_adapter_handle_t adapter, ur_adapter_info_t what, UR_ANSWER);
ur_result_t urAdapterSetLoggerCallback(ur_adapter_handle_t adapter, ur_logger_callback_t callback, void *user,
				       ur_logger_level_t level);
ur_result_t urAdapterSetLoggerCallbackLevel(ur_adapter_handle_t adapter, ur_logger_level_t level);
ur_result_t urPlatformGet(ur_adapter_handle_t adapter, uint32_t room, ur_platform_handle_t *out_platforms,
			  uint32_t *out_count);
ur_result_t urPlatformGetInfo(ur_platform_handle_t platform, ur_platform_info_t what, UR_ANSWER);
ur_result_t urPlatformGetNativeHandle(ur_platform_handle_t platform, ur_native_handle_t *out_native_platform);
ur_result_t urPlatformCreateWithNativeHandle(ur_native_handle_t native_platform, ur_adapter_handle_t adapter,
					     const ur_platform_native_properties_t *properties,
					     ur_platform_handle_t *out_platform);
ur_result_t urPlatformGetApiVersion(ur_platform_handle_t platform, ur_api_version_t *out_version);
ur_result_t urPlatformGetBackendOption(ur_platform_handle_t platform, const char *option, const char **out_option);
ur_result_t urContextCreate(uint32_t device_count, const ur_device_handle_t *devices,
			    const ur_context_properties_t *properties, ur_context_handle_t *out_context);
ur_result_t urContextRetain(ur_context_handle_t context);
ur_result_t urContextRelease(ur_context_handle_t context);
ur_result_t urContextGetInfo(ur_context_handle_t context, ur_context_info_t what, UR_ANSWER);
ur_result_t urContextGetNativeHandle(ur_context_handle_t context, ur_native_handle_t *out_native_context);
ur_result_t urContextCreateWithNativeHandle(ur_native_handle_t native_context, ur_adapter_handle_t adapter,
					    uint32_t device_count, const ur_device_handle_t *devices,
					    const ur_context_native_properties_t *properties,
					    ur_context_handle_t *out_context);
ur_result_t urEventGetInfo(ur_event_handle_t event, ur_event_info_t what, UR_ANSWER);
ur_result_t urEventGetProfilingInfo(ur_event_handle_t event, ur_profiling_info_t what, UR_ANSWER);
ur_result_t urEventWait(uint32_t wait_count, const ur_event_handle_t *out_wait);
ur_result_t urEventRetain(ur_event_handle_t event);
ur_result_t urEventRelease(ur_event_handle_t event);
ur_result_t urEventGetNativeHandle(ur_event_handle_t event, ur_native_handle_t *out_native_event);
ur_result_t urEventSetCallback(ur_event_handle_t event, ur_execution_info_t status, ur_event_callback_t notify,
			       void *user);
ur_result_t urProgramCreateWithBinary(ur_context_handle_t context, uint32_t device_count, ur_device_handle_t *devices,
				      size_t *lengths, const uint8_t **binaries,
				      const ur_program_properties_t *properties, ur_program_handle_t *out_program);
ur_result_t urProgramBuild(ur_context_handle_t context, ur_program_handle_t program, const char *options);
ur_result_t urProgramCompile(ur_context_handle_t context, ur_program_handle_t program, const char *options);
ur_result_t urProgramLink(ur_context_handle_t context, uint32_t count, const ur_program_handle_t *programs,
			  const char *options, ur_program_handle_t *out_program);
ur_result_t urProgramRetain(ur_program_handle_t program);
ur_result_t urProgramRelease(ur_program_handle_t program);
ur_result_t urProgramGetGlobalVariablePointer(ur_device_handle_t device, ur_program_handle_t program, const char *name,
					      size_t *out_size, void **out_address);
ur_result_t urProgramGetInfo(ur_program_handle_t program, ur_program_info_t what, UR_ANSWER);
ur_result_t urProgramGetBuildInfo(ur_program_handle_t program, ur_device_handle_t device, ur_program_build_info_t what,
				  UR_ANSWER);
ur_result_t urProgramGetNativeHandle(ur_program_handle_t program, ur_native_handle_t *out_native_program);
ur_result_t urProgramBuildExp(ur_program_handle_t program, uint32_t device_count, ur_device_handle_t *devices,
			      ur_exp_program_flags_t flags, const char *options);
ur_result_t urProgramCompileExp(ur_program_handle_t program, uint32_t device_count, ur_device_handle_t *devices,
				ur_exp_program_flags_t flags, const char *options);
ur_result_t urProgramLinkExp(ur_context_handle_t context, uint32_t device_count, ur_device_handle_t *devices,
			     ur_exp_program_flags_t flags, uint32_t count, const ur_program_handle_t *programs,
			     const char *options, ur_program_handle_t *out_program);
ur_result_t urKernelCreate(ur_program_handle_t program, const char *name, ur_kernel_handle_t *out_kernel);
ur_result_t urKernelGetInfo(ur_kernel_handle_t kernel, ur_kernel_info_t what, UR_ANSWER);
ur_result_t urKernelGetGroupInfo(ur_kernel_handle_t kernel, ur_device_handle_t device, ur_kernel_group_info_t what,
				 UR_ANSWER);
ur_result_t urKernelGetSubGroupInfo(ur_kernel_handle_t kernel, ur_device_handle_t device,
				    ur_kernel_sub_group_info_t what, UR_ANSWER);
ur_result_t urKernelRetain(ur_kernel_handle_t kernel);
ur_result_t urKernelRelease(ur_kernel_handle_t kernel);
ur_result_t urKernelGetNativeHandle(ur_kernel_handle_t kernel, ur_native_handle_t *out_native_kernel);
ur_result_t urKernelGetSuggestedLocalWorkSize(ur_kernel_handle_t kernel, ur_queue_handle_t queue, uint32_t dims,
					      const size_t *offset, const size_t *global, size_t *out_local);
ur_result_t urKernelGetSuggestedLocalWorkSizeWithArgs(ur_kernel_handle_t kernel, ur_queue_handle_t queue, uint32_t dims,
						      const size_t *offset, const size_t *global, uint32_t arg_count,
						      const ur_exp_kernel_arg_properties_t *args, size_t *out_local);
ur_result_t urKernelSetExecInfo(ur_kernel_handle_t kernel, ur_kernel_exec_info_t what, size_t size,
				const ur_kernel_exec_info_properties_t *properties, const void *value);
ur_result_t urQueueGetInfo(ur_queue_handle_t queue, ur_queue_info_t what, UR_ANSWER);
ur_result_t urQueueCreate(ur_context_handle_t context, ur_device_handle_t device,
			  const ur_queue_properties_t *properties, ur_queue_handle_t *out_queue);
ur_result_t urQueueRetain(ur_queue_handle_t queue);
ur_result_t urQueueRelease(ur_queue_handle_t queue);
ur_result_t urQueueGetNativeHandle(ur_queue_handle_t queue, ur_queue_native_desc_t *desc,
				   ur_native_handle_t *out_native_queue);
ur_result_t urQueueFinish(ur_queue_handle_t queue);
ur_result_t urQueueFlush(ur_queue_handle_t queue);
ur_result_t urQueueIsGraphCaptureEnabledExp(ur_queue_handle_t queue, bool *out_enabled);
ur_result_t urMemBufferCreate(ur_context_handle_t context, ur_mem_flags_t flags, size_t size,
			      const ur_buffer_properties_t *properties, ur_mem_handle_t *out_buffer);
ur_result_t urMemRetain(ur_mem_handle_t mem);
ur_result_t urMemRelease(ur_mem_handle_t mem);
ur_result_t urMemBufferPartition(ur_mem_handle_t buffer, ur_mem_flags_t flags, ur_buffer_create_type_t type,
				 const ur_buffer_region_t *region, ur_mem_handle_t *out_mem);
ur_result_t urMemGetNativeHandle(ur_mem_handle_t mem, ur_device_handle_t device, ur_native_handle_t *out_native_mem);
ur_result_t urMemGetInfo(ur_mem_handle_t memory, ur_mem_info_t what, UR_ANSWER);
ur_result_t urEnqueueEventsWait(ur_queue_handle_t queue, UR_WAITS);
ur_result_t urEnqueueEventsWaitWithBarrier(ur_queue_handle_t queue, UR_WAITS);
ur_result_t urEnqueueMemBufferRead(ur_queue_handle_t queue, ur_mem_handle_t buffer, bool blocking, size_t offset,
				   size_t size, void *dst, UR_WAITS);
ur_result_t urEnqueueMemBufferWrite(ur_queue_handle_t queue, ur_mem_handle_t buffer, bool blocking, size_t offset,
				    size_t size, const void *src, UR_WAITS);
ur_result_t urEnqueueMemBufferReadRect(ur_queue_handle_t queue, ur_mem_handle_t buffer, bool blocking,
				       ur_rect_offset_t buffer_origin, ur_rect_offset_t host_origin,
				       ur_rect_region_t region, size_t buffer_row, size_t buffer_slice, size_t host_row,
				       size_t host_slice, void *dst, UR_WAITS);
ur_result_t urEnqueueMemBufferWriteRect(ur_queue_handle_t queue, ur_mem_handle_t buffer, bool blocking,
					ur_rect_offset_t buffer_origin, ur_rect_offset_t host_origin,
					ur_rect_region_t region, size_t buffer_row, size_t buffer_slice,
					size_t host_row, size_t host_slice, void *src, UR_WAITS);
ur_result_t urEnqueueMemBufferCopy(ur_queue_handle_t queue, ur_mem_handle_t from, ur_mem_handle_t to, size_t src_offset,
				   size_t dst_offset, size_t size, UR_WAITS);
ur_result_t urEnqueueMemBufferCopyRect(ur_queue_handle_t queue, ur_mem_handle_t from, ur_mem_handle_t to,
				       ur_rect_offset_t src_origin, ur_rect_offset_t dst_origin,
				       ur_rect_region_t region, size_t src_row, size_t src_slice, size_t dst_row,
				       size_t dst_slice, UR_WAITS);
ur_result_t urEnqueueMemBufferFill(ur_queue_handle_t queue, ur_mem_handle_t buffer, const void *pattern,
				   size_t pattern_bytes, size_t offset, size_t size, UR_WAITS);
ur_result_t urEnqueueMemBufferMap(ur_queue_handle_t queue, ur_mem_handle_t buffer, bool blocking,
				  ur_map_flags_t map_flags, size_t offset, size_t size, UR_WAITS, void **out_address);
ur_result_t urEnqueueMemUnmap(ur_queue_handle_t queue, ur_mem_handle_t mem, void *mapped, UR_WAITS);
ur_result_t urEnqueueUSMFill(ur_queue_handle_t queue, void *mem, size_t pattern_bytes, const void *pattern, size_t size,
			     UR_WAITS);
ur_result_t urEnqueueUSMMemcpy(ur_queue_handle_t queue, bool blocking, void *dst, const void *src, size_t size,
			       UR_WAITS);
ur_result_t urEnqueueUSMPrefetch(ur_queue_handle_t queue, const void *mem, size_t size, ur_usm_migration_flags_t flags,
				 UR_WAITS);
ur_result_t urEnqueueUSMAdvise(ur_queue_handle_t queue, const void *mem, size_t size, ur_usm_advice_flags_t advice,
			       ur_event_handle_t *out_event);
ur_result_t urEnqueueUSMMemcpy2D(ur_queue_handle_t queue, bool blocking, void *dst, size_t dst_pitch, const void *src,
				 size_t src_pitch, size_t width, size_t height, UR_WAITS);
ur_result_t urEnqueueDeviceGlobalVariableWrite(ur_queue_handle_t queue, ur_program_handle_t program, const char *name,
					       bool blocking, size_t count, size_t offset, const void *src, UR_WAITS);
ur_result_t urEnqueueDeviceGlobalVariableRead(ur_queue_handle_t queue, ur_program_handle_t program, const char *name,
					      bool blocking, size_t count, size_t offset, void *dst, UR_WAITS);
ur_result_t urEnqueueEventsWaitWithBarrierExt(ur_queue_handle_t queue,
					      const ur_exp_enqueue_ext_properties_t *properties, UR_WAITS);
ur_result_t urEnqueueKernelLaunchWithArgsExp(ur_queue_handle_t queue, ur_kernel_handle_t kernel, uint32_t dims,
					     const size_t *offset, const size_t *global, const size_t *local,
					     uint32_t arg_count, const ur_exp_kernel_arg_properties_t *args,
					     const ur_kernel_launch_ext_properties_t *more, UR_WAITS);
ur_result_t urUSMHostAlloc(ur_context_handle_t context, const ur_usm_desc_t *desc, ur_usm_pool_handle_t pool,
			   size_t size, void **out_address);
ur_result_t urUSMDeviceAlloc(ur_context_handle_t context, ur_device_handle_t device, const ur_usm_desc_t *desc,
			     ur_usm_pool_handle_t pool, size_t size, void **out_address);
ur_result_t urUSMSharedAlloc(ur_context_handle_t context, ur_device_handle_t device, const ur_usm_desc_t *desc,
			     ur_usm_pool_handle_t pool, size_t size, void **out_address);
ur_result_t urUSMFree(ur_context_handle_t context, void *mem);
ur_result_t urUSMGetMemAllocInfo(ur_context_handle_t context, const void *mem, ur_usm_alloc_info_t what, UR_ANSWER);
ur_result_t urDeviceGet(ur_platform_handle_t platform, ur_device_type_t device_type, uint32_t room,
			ur_device_handle_t *out_devices, uint32_t *out_count);
ur_result_t urDeviceGetInfo(ur_device_handle_t device, ur_device_info_t what, UR_ANSWER);
ur_result_t urDeviceRetain(ur_device_handle_t device);
ur_result_t urDeviceRelease(ur_device_handle_t device);
ur_result_t urDeviceSelectBinary(ur_device_handle_t device, const ur_device_binary_t *binaries, uint32_t binary_count,
				 uint32_t *out_selected);
ur_result_t urDeviceGetNativeHandle(ur_device_handle_t device, ur_native_handle_t *out_native_device);
ur_result_t urDeviceCreateWithNativeHandle(ur_native_handle_t native_device, ur_adapter_handle_t adapter,
					   const ur_device_native_properties_t *properties,
					   ur_device_handle_t *out_device);
ur_result_t urDeviceGetGlobalTimestamps(ur_device_handle_t device, uint64_t *out_device, uint64_t *out_host);
ur_result_t urDeviceWaitExp(ur_device_handle_t device);

#endif
