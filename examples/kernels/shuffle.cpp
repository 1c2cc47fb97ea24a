/* shuffle.cpp — sums inside of sub-groups, without memory. Devices without sub-groups cannot run it. */
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<1>)) void shuffled(const float *in, float *sums,
													float *neighbours)
{
	auto it = oneapi::this_work_item::get_nd_item<1>();
	sycl::sub_group sg = it.get_sub_group();
	size_t i = it.get_global_id(0);

	sums[i] = sycl::reduce_over_group(sg, in[i], sycl::plus<>());
	neighbours[i] = sycl::permute_group_by_xor(sg, in[i], 1);
}
