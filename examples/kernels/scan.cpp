/* scan.cpp — running sums of an array by one group. */
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<1>)) void scan(const int *in, int *out, int count)
{
	sycl::joint_inclusive_scan(oneapi::this_work_item::get_work_group<1>(), in, in + count, out, sycl::plus<int>());
}
