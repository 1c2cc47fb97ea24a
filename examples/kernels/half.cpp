/* half.cpp — the same with numbers of 16 bits: devices without them refuse the kernel before it is built. */
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<1>)) void haxpy(float a, const sycl::half *x,
												     sycl::half *y)
{
	size_t i = oneapi::this_work_item::get_nd_item<1>().get_global_id(0);

	y[i] = sycl::half(a) * x[i] + y[i];
}
