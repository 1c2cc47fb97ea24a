// What DPC++'s headers have and ours do not. docs/device-headers.md lists each missing_NAME.

//: missing_bfloat16 ours
KERNEL void computes(sycl::ext::oneapi::bfloat16 *out) { out[HERE] = out[HERE] + sycl::ext::oneapi::bfloat16(1.0f); }

//: missing_group_ballot ours
KERNEL void votes(int *out) { out[HERE] = oneapi::group_ballot(oneapi::this_work_item::get_sub_group(), out[HERE] > 1).count(); }

//: missing_root_group ours
KERNEL void asks(int *out) { out[HERE] = static_cast<int>(exp_::this_work_item::get_root_group<1>().get_local_linear_range()); }

//: missing_chunked_partition ours
KERNEL void asks(int *out) { out[HERE] = static_cast<int>(exp_::chunked_partition<4>(oneapi::this_work_item::get_sub_group()).get_local_id()[0]); }

//: missing_binary_partition ours
KERNEL void asks(int *out) { out[HERE] = static_cast<int>(exp_::binary_partition(oneapi::this_work_item::get_sub_group(), out[HERE] > 1).get_local_id()[0]); }

//: missing_entangle ours
KERNEL void asks(int *out) { out[HERE] = static_cast<int>(exp_::entangle(oneapi::this_work_item::get_sub_group()).get_local_id()[0]); }

//: missing_group_load ours
KERNEL void loads(int *in, int *out) { int x; exp_::group_load(oneapi::this_work_item::get_work_group<1>(), in, x); out[HERE] = x; }

//: missing_group_store ours
KERNEL void stores(int *out) { exp_::group_store(oneapi::this_work_item::get_work_group<1>(), 5, out); }

//: missing_static_address_cast ours
KERNEL void casts(int *out) { *exp_::static_address_cast<sycl::access::address_space::global_space>(out) = 1; }

//: missing_prefetch ours
KERNEL void hints(int *out) { exp_::prefetch(out); out[HERE] = 1; }

//: missing_clock ours
KERNEL void times(long *out) { out[HERE] = static_cast<long>(exp_::clock<exp_::clock_scope::sub_group>()); }

//: missing_tanh ours
KERNEL void computes(float *out) { out[HERE] = exp_::native::tanh(out[HERE]); }

//: missing_joint_matrix ours
KERNEL void multiplies(float *out)
{
	exp_::matrix::joint_matrix<sycl::sub_group, float, exp_::matrix::use::accumulator, 8, 16> m;
	exp_::matrix::joint_matrix_fill(oneapi::this_work_item::get_sub_group(), m, 0.0f);
	out[HERE] = 1;
}

//: missing_work_group_progress ours
KERNEL PROPERTY(exp_::work_group_progress<exp_::forward_progress_guarantee::parallel, exp_::execution_scope::root_group>) void runs(int *out) { out[HERE] = 1; }

//: missing_stream ours
KERNEL void prints(sycl::stream s) { s << HERE << sycl::endl; }

//: missing_sampler ours
KERNEL void samples(sycl::sampler s, int *out) { out[HERE] = 1; }

//: missing_joint_sort ours
KERNEL void sorts(int *out) { exp_::joint_sort(exp_::group_with_scratchpad(oneapi::this_work_item::get_work_group<1>(), sycl::span<std::byte>()), out, out + 4); }

//: missing_constant_ptr ours
KERNEL void reads(int *out) { out[HERE] = sizeof(sycl::constant_ptr<int>); }

//: missing_dynamic_address_cast ours
KERNEL void casts(int *out) { out[HERE] = exp_::dynamic_address_cast<sycl::access::address_space::global_space>(out) != nullptr; }

//: missing_span ours
KERNEL void spans(int *out) { sycl::span<int> s(out, 4); s[1] = 2; }

//: missing_work_group_scratch_size ours
KERNEL void sizes(int *out) { out[HERE] = sizeof(exp_::work_group_scratch_size); }

//: missing_raw_kernel_arg ours
KERNEL void takes(exp_::raw_kernel_arg a, int *out) { out[HERE] = 1; }

//: missing_parallel_for_work_item ours
KERNEL void nests(int *out) { oneapi::this_work_item::get_work_group<1>().parallel_for_work_item([&](sycl::h_item<1> i) { out[i.get_global_id(0)] = 1; }); }

//: missing_half ours
KERNEL void counts(sycl::half *out) { sycl::atomic_ref<sycl::half, sycl::memory_order::relaxed, sycl::memory_scope::device>(out[0]).fetch_add(1.0f); }

//: missing_property_value ours
KERNEL void uses(int *out) { out[HERE] = sizeof(exp_::property_value<exp_::device_image_scope_key>::key_t); }
