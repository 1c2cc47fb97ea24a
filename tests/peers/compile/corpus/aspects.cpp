// Optional features: what a kernel uses, and what follows from it.

//: aspect_fp64 run
KERNEL void run(const double *in, double *out) { out[HERE] = in[HERE] * 3; }

//: aspect_fp64_in_function
static float halved(double x) { return static_cast<float>(x / 2); }
KERNEL void calls(float *out) { out[HERE] = halved(out[HERE]); }

//: aspect_fp64_pointer
KERNEL void passes(double *in, int *out) { out[HERE] = in != nullptr; }

//: aspect_fp16
KERNEL void uses(sycl::half *out) { out[HERE] = out[HERE] * sycl::half(2); }

//: aspect_atomic64
KERNEL void counts(long *out) { sycl::atomic_ref<long, sycl::memory_order::relaxed, sycl::memory_scope::device>(out[0]).fetch_add(1); }

//: aspect_atomic32
KERNEL void counts(int *out) { sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(out[0]).fetch_add(1); }

//: aspect_used_in_branch
KERNEL void branch(const int *in, float *out) { if (in[0]) out[HERE] = static_cast<float>(static_cast<double>(out[HERE]) * 1.1); }

//: aspect_declared_and_used
KERNEL PROPERTY(exp_::device_has<sycl::aspect::fp64>) void both(double *out) { out[HERE] += 1; }

//: aspect_declared_too_few
KERNEL PROPERTY(exp_::device_has<sycl::aspect::fp16>) void fewer(double *out) { out[HERE] += 1; }

//: aspect_numbers run=1/1
// Each aspect by name; results are compared, so the numbers are.
TASK void run(const int *, int *out)
{
	constexpr sycl::aspect all[] = {
		sycl::aspect::cpu, sycl::aspect::gpu, sycl::aspect::accelerator, sycl::aspect::custom, sycl::aspect::fp16,
		sycl::aspect::fp64, sycl::aspect::image, sycl::aspect::online_compiler, sycl::aspect::online_linker,
		sycl::aspect::queue_profiling, sycl::aspect::usm_device_allocations, sycl::aspect::usm_host_allocations,
		sycl::aspect::usm_shared_allocations, sycl::aspect::usm_system_allocations, sycl::aspect::ext_intel_pci_address,
		sycl::aspect::ext_intel_gpu_eu_count, sycl::aspect::ext_intel_gpu_eu_simd_width,
		sycl::aspect::ext_intel_gpu_slices, sycl::aspect::ext_intel_gpu_subslices_per_slice,
		sycl::aspect::ext_intel_gpu_eu_count_per_subslice, sycl::aspect::ext_intel_max_mem_bandwidth,
		sycl::aspect::usm_atomic_host_allocations, sycl::aspect::usm_atomic_shared_allocations, sycl::aspect::atomic64,
		sycl::aspect::ext_intel_device_info_uuid, sycl::aspect::ext_oneapi_srgb, sycl::aspect::ext_oneapi_native_assert,
		sycl::aspect::host_debuggable, sycl::aspect::ext_intel_gpu_hw_threads_per_eu,
		sycl::aspect::ext_oneapi_cuda_async_barrier, sycl::aspect::ext_intel_free_memory,
		sycl::aspect::ext_intel_device_id, sycl::aspect::ext_intel_memory_clock_rate,
		sycl::aspect::ext_intel_memory_bus_width, sycl::aspect::emulated, sycl::aspect::ext_intel_legacy_image,
		sycl::aspect::ext_oneapi_bindless_images, sycl::aspect::ext_oneapi_bindless_images_shared_usm,
		sycl::aspect::ext_oneapi_bindless_images_1d_usm, sycl::aspect::ext_oneapi_bindless_images_2d_usm,
		sycl::aspect::ext_oneapi_external_memory_import, sycl::aspect::ext_oneapi_external_semaphore_import,
		sycl::aspect::ext_oneapi_mipmap, sycl::aspect::ext_oneapi_mipmap_anisotropy,
		sycl::aspect::ext_oneapi_mipmap_level_reference, sycl::aspect::ext_intel_esimd,
		sycl::aspect::ext_oneapi_fragment, sycl::aspect::ext_oneapi_chunk, sycl::aspect::ext_oneapi_tangle,
		sycl::aspect::ext_intel_matrix, sycl::aspect::ext_oneapi_is_composite, sycl::aspect::ext_oneapi_is_component,
		sycl::aspect::ext_oneapi_graph, sycl::aspect::ext_oneapi_limited_graph, sycl::aspect::ext_oneapi_private_alloca,
		sycl::aspect::ext_oneapi_cubemap, sycl::aspect::ext_oneapi_cubemap_seamless_filtering,
		sycl::aspect::ext_oneapi_bindless_sampled_image_fetch_1d_usm,
		sycl::aspect::ext_oneapi_bindless_sampled_image_fetch_1d,
		sycl::aspect::ext_oneapi_bindless_sampled_image_fetch_2d_usm,
		sycl::aspect::ext_oneapi_bindless_sampled_image_fetch_2d,
		sycl::aspect::ext_oneapi_bindless_sampled_image_fetch_3d, sycl::aspect::ext_oneapi_queue_profiling_tag,
		sycl::aspect::ext_oneapi_virtual_mem, sycl::aspect::ext_oneapi_cuda_cluster_group,
		sycl::aspect::ext_oneapi_image_array, sycl::aspect::ext_oneapi_unique_addressing_per_dim,
		sycl::aspect::ext_oneapi_bindless_images_sample_1d_usm, sycl::aspect::ext_oneapi_bindless_images_sample_2d_usm,
		sycl::aspect::ext_oneapi_atomic16, sycl::aspect::ext_oneapi_virtual_functions,
		sycl::aspect::ext_intel_spill_memory_size, sycl::aspect::ext_oneapi_bindless_images_gather,
		sycl::aspect::ext_intel_current_clock_throttle_reasons, sycl::aspect::ext_intel_fan_speed,
		sycl::aspect::ext_intel_power_limits, sycl::aspect::ext_oneapi_async_memory_alloc,
		sycl::aspect::ext_intel_device_info_luid, sycl::aspect::ext_intel_device_info_node_mask,
		sycl::aspect::ext_oneapi_exportable_device_mem, sycl::aspect::ext_oneapi_clock_sub_group,
		sycl::aspect::ext_oneapi_clock_work_group, sycl::aspect::ext_oneapi_clock_device,
		sycl::aspect::ext_oneapi_is_integrated_gpu, sycl::aspect::ext_oneapi_ipc_memory,
		sycl::aspect::ext_oneapi_device_wait, sycl::aspect::ext_intel_xe_stack_count,
		sycl::aspect::ext_intel_xe_regions_per_stack, sycl::aspect::ext_intel_xe_clusters_per_region,
		sycl::aspect::ext_intel_xe_cores_per_cluster, sycl::aspect::ext_intel_eus_per_xe_core,
		sycl::aspect::ext_intel_max_lanes_per_hw_thread, sycl::aspect::ext_oneapi_ipc_physical_memory,
		sycl::aspect::ext_oneapi_register_host_memory, sycl::aspect::ext_oneapi_per_event_profiling,
		sycl::aspect::ext_oneapi_ipc_event,
	};
	int i = 0;
	for (sycl::aspect one : all)
		out[i++] = static_cast<int>(one);
}

//: aspect_name_@A refused | A=usm_system_allocator,ext_oneapi_interop_memory_import,ext_oneapi_interop_semaphore_import,ext_intel_mem_channel,ext_oneapi_ballot_group
KERNEL void names(int *out) { out[HERE] = static_cast<int>(sycl::aspect::@A); }

//: aspect_number refused alone
KERNEL [[sycl::device_has(static_cast<sycl::aspect>(9999))]] void has(int *out) { out[0] = 1; }
