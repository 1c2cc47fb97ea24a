/* saxpy.cpp — y = a x + y: the free-function kernel, for float and double. */
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;

template <typename T> static void axpy(T a, const T *x, T *y)
{
	size_t i = oneapi::this_work_item::get_nd_item<1>().get_global_id(0);

	y[i] = a * x[i] + y[i];
}

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<1>)) void saxpy(float a, const float *x,
												     float *y)
{
	axpy(a, x, y);
}
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<1>)) void daxpy(double a, const double *x,
												     double *y)
{
	axpy(a, x, y);
}
