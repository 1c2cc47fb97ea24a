/* convolution.cpp — a filter whose width and weights are specialization constants: loops are unrolled for what was set. */
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;

namespace filter {
struct weights {
	float at[4];
	constexpr weights(float a, float b, float c, float d) : at{ a, b, c, d } {}
};
constexpr sycl::specialization_id<int> width(3);
constexpr sycl::specialization_id<weights> kernel(0.25f, 0.5f, 0.25f, 0.0f);
} // namespace filter

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::experimental::nd_range_kernel<1>))
void convolve(const float *in, float *out, int count, sycl::kernel_handler handler)
{
	int i = static_cast<int>(oneapi::this_work_item::get_nd_item<1>().get_global_id(0));
	filter::weights weights = handler.get_specialization_constant<filter::kernel>();
	float sum = 0;

	for (int k = 0; k < handler.get_specialization_constant<filter::width>(); k++)
		sum += weights.at[k] * in[sycl::clamp(i + k - 1, 0, count - 1)];
	out[i] = sum;
}
