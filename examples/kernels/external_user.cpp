/* external_user.cpp — a kernel that calls a function of another file (external.cpp). */
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;

SYCL_EXTERNAL float shade(float x, int steps);

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<1>)) void shaded(float *x, int steps)
{
	size_t i = oneapi::this_work_item::get_nd_item<1>().get_global_id(0);

	x[i] = shade(x[i], steps);
}
