/* examples/axpy.cpp — kernels in SYCL C++ for the demo: saxpy runs on any device, daxpy needs the aspect fp64.
 *
 *   sybil cc axpy.cpp -o axpy.syclbin
 *   sybil run axpy.syclbin __sycl_kernel_saxpy --global=1M --spec=scale=2 'buf:f32:1M=1>y.npy' buf:f32:1M=iota f32:2.5 */
#include <sycl/sycl.hpp>

namespace syclexp = sycl::ext::oneapi::experimental;

/* Known when the kernel is compiled for a device, not before. */
constexpr sycl::specialization_id<float> scale(1.0f);

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>))
void saxpy(float *y, const float *x, float a, sycl::kernel_handler handler)
{
	size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_linear_id();

	y[i] += a * x[i] * handler.get_specialization_constant<scale>();
}

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>))
void daxpy(double *y, const double *x, double a)
{
	size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_linear_id();

	y[i] += a * x[i];
}
