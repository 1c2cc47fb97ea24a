// Collective functions of work-groups and sub-groups.

//: group_reduce_@F run | F=plus,multiplies,bit_and,bit_or,bit_xor,minimum,maximum
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::reduce_over_group(oneapi::this_work_item::get_work_group<1>(), in[HERE], sycl::@F<int>()); }

//: group_reduce_logical_@F run | F=logical_and,logical_or
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::reduce_over_group(oneapi::this_work_item::get_work_group<1>(), in[HERE] > 100, sycl::@F<bool>()); }

//: group_reduce_init run
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::reduce_over_group(oneapi::this_work_item::get_work_group<1>(), in[HERE], 7, sycl::plus<>()); }

//: group_reduce_float run
KERNEL void run(const float *in, float *out) { out[HERE] = sycl::reduce_over_group(oneapi::this_work_item::get_work_group<1>(), sycl::trunc(in[HERE]), sycl::plus<float>()); }

//: group_inclusive_scan run
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::inclusive_scan_over_group(oneapi::this_work_item::get_work_group<1>(), in[HERE], sycl::plus<int>()); }

//: group_exclusive_scan run
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::exclusive_scan_over_group(oneapi::this_work_item::get_work_group<1>(), in[HERE], sycl::plus<int>()); }

//: group_exclusive_scan_init run
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::exclusive_scan_over_group(oneapi::this_work_item::get_work_group<1>(), in[HERE], 5, sycl::plus<int>()); }

//: group_broadcast run
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::group_broadcast(oneapi::this_work_item::get_work_group<1>(), in[HERE]); }

//: group_broadcast_from run
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::group_broadcast(oneapi::this_work_item::get_work_group<1>(), in[HERE], 3); }

//: group_@F run | F=any,all,none
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::@F_of_group(oneapi::this_work_item::get_work_group<1>(), in[HERE] & 1); }

//: group_@F_predicate run | F=any,all,none
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::@F_of_group(oneapi::this_work_item::get_work_group<1>(), in[HERE], [](int x) { return x > 5; }); }

//: joint_reduce run
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::joint_reduce(oneapi::this_work_item::get_work_group<1>(), in, in + 50, sycl::plus<int>()); }

//: joint_inclusive_scan run=16/16
KERNEL void run(const int *in, int *out) { sycl::joint_inclusive_scan(oneapi::this_work_item::get_work_group<1>(), in, in + 50, out, sycl::plus<int>()); }

//: joint_exclusive_scan run=16/16
KERNEL void run(const int *in, int *out) { sycl::joint_exclusive_scan(oneapi::this_work_item::get_work_group<1>(), in, in + 50, out, 3, sycl::plus<int>()); }

//: joint_any_of run
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::joint_any_of(oneapi::this_work_item::get_work_group<1>(), in, in + 50, [](int x) { return x == 5; }); }

//: joint_all_of run
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::joint_all_of(oneapi::this_work_item::get_work_group<1>(), in, in + 50, [](int x) { return x != 5; }); }

//: sub_group_reduce run
KERNEL PROPERTY(exp_::sub_group_size<8>) void run(const int *in, int *out) { out[HERE] = sycl::reduce_over_group(oneapi::this_work_item::get_sub_group(), in[HERE], sycl::plus<int>()); }

//: sub_group_scan run
KERNEL PROPERTY(exp_::sub_group_size<8>) void run(const int *in, int *out) { out[HERE] = sycl::inclusive_scan_over_group(oneapi::this_work_item::get_sub_group(), in[HERE], sycl::maximum<int>()); }

//: sub_group_broadcast run
KERNEL PROPERTY(exp_::sub_group_size<8>) void run(const int *in, int *out) { out[HERE] = sycl::group_broadcast(oneapi::this_work_item::get_sub_group(), in[HERE], 2); }

//: sub_group_shift_@F run | F=left,right
// The work-items at the end get values that are not defined.
KERNEL PROPERTY(exp_::sub_group_size<8>) void run(const int *in, int *out)
{
	auto g = oneapi::this_work_item::get_sub_group();
	int shifted = sycl::shift_group_@F(g, in[HERE], 1);
	out[HERE] = g.get_local_id()[0] > 0 && g.get_local_id()[0] < 7 ? shifted : 0;
}

//: sub_group_permute run
KERNEL PROPERTY(exp_::sub_group_size<8>) void run(const int *in, int *out) { out[HERE] = sycl::permute_group_by_xor(oneapi::this_work_item::get_sub_group(), in[HERE], 3); }

//: sub_group_select run
KERNEL PROPERTY(exp_::sub_group_size<8>) void run(const int *in, int *out) { out[HERE] = sycl::select_from_group(oneapi::this_work_item::get_sub_group(), in[HERE], in[0] & 7); }

//: sub_group_shuffle_@T run | T=float,double,long,short
KERNEL PROPERTY(exp_::sub_group_size<8>) void run(const @T *in, @T *out) { out[HERE] = sycl::permute_group_by_xor(oneapi::this_work_item::get_sub_group(), in[HERE], 1); }

//: sub_group_any run
KERNEL PROPERTY(exp_::sub_group_size<8>) void run(const int *in, int *out) { out[HERE] = sycl::any_of_group(oneapi::this_work_item::get_sub_group(), in[HERE] > 1000); }

//: reduce_with_lambda refused
KERNEL void run(const int *in, int *out) { out[HERE] = sycl::reduce_over_group(oneapi::this_work_item::get_work_group<1>(), in[HERE], [](int a, int b) { return a + b; }); }
