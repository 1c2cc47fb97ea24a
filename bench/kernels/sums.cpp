/* sums.cpp — sums and running sums of the numbers of each work-group: in local memory, and by the group algorithms of SYCL. */
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;
#define KERNEL extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<1>)) void

constexpr size_t GROUP = 256;

KERNEL sum_tree(const float *in, float *sums)
{
	static oneapi::experimental::work_group_static<float[GROUP]> mine;
	auto it = oneapi::this_work_item::get_nd_item<1>();
	size_t me = it.get_local_id(0);

	mine[me] = in[it.get_global_id(0)];
	for (size_t half = GROUP / 2; half > 0; half /= 2) {
		sycl::group_barrier(it.get_group());
		if (me < half)
			mine[me] += mine[me + half];
	}
	if (me == 0)
		sums[it.get_group(0)] = mine[0];
}

KERNEL scan_steps(const int *in, int *out)
{
	static oneapi::experimental::work_group_static<int[2][GROUP]> rows;
	auto it = oneapi::this_work_item::get_nd_item<1>();
	size_t me = it.get_local_id(0);
	int from = 0;

	rows[0][me] = in[it.get_global_id(0)];
	for (size_t step = 1; step < GROUP; step *= 2) {
		sycl::group_barrier(it.get_group());
		rows[1 - from][me] = rows[from][me] + (me >= step ? rows[from][me - step] : 0);
		from = 1 - from;
	}
	out[it.get_global_id(0)] = rows[from][me];
}

KERNEL sum_group(const int *in, int *sums)
{
	auto it = oneapi::this_work_item::get_nd_item<1>();
	int sum = sycl::reduce_over_group(it.get_group(), in[it.get_global_id(0)], sycl::plus<int>());

	if (it.get_local_id(0) == 0)
		sums[it.get_group(0)] = sum;
}

KERNEL scan_group(const int *in, int *out)
{
	auto it = oneapi::this_work_item::get_nd_item<1>();

	out[it.get_global_id(0)] = sycl::inclusive_scan_over_group(it.get_group(), in[it.get_global_id(0)], sycl::plus<int>());
}

#undef KERNEL
